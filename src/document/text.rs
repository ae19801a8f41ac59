//! JSON text as a value: byte order marks are skipped, and a field that appears twice in one
//! object is refused, where parsers keep the last one.

use serde_json::{Map, Value};

use super::DocumentError;

/// The value of a JSON `text`.
pub fn parse(text: &str) -> Result<Value, DocumentError> {
    let text = text.trim_start_matches('\u{feff}');
    let value = serde_json::from_str(text).map_err(|error| DocumentError::new("", format!("not JSON: {error}")))?;
    doubled(text, |name| serde_json::from_str(name).ok()).map_or(Ok(value), Err)
}

/// What is wrong with the first field that stands twice in JSON text; none where none does. `spelled` reads a name with
/// its quotes.
pub fn doubled(text: &str, spelled: impl Fn(&str) -> Option<String>) -> Option<DocumentError> {
    let bytes = text.as_bytes();
    let mut levels: Vec<Level> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = if bytes[at] == b'"' { end_of_string(bytes, at) } else { at + 1 };
        match (bytes[at], levels.last_mut()) {
            (b'{', _) => levels.push(Level::Object { names: Map::new(), wants_name: true, name: String::new() }),
            (b'[', _) => levels.push(Level::List { index: 0 }),
            (b'}' | b']', _) => drop(levels.pop()),
            (b',', Some(Level::List { index })) => *index += 1,
            (b',', Some(Level::Object { wants_name, .. })) => *wants_name = true,
            (b'"', Some(Level::Object { names, wants_name, name })) if *wants_name => {
                *wants_name = false;
                *name = spelled(text.get(at..end)?)?;
                if names.insert(name.clone(), Value::Null).is_some() {
                    return Some(DocumentError::new(path(&levels), "appears twice"));
                }
            }
            _ => {}
        }
        at = end;
    }
    None
}

/// What is open where reading stands.
enum Level {
    Object { names: Map<String, Value>, wants_name: bool, name: String },
    List { index: usize },
}

/// The path as errors name it.
fn path(levels: &[Level]) -> String {
    let steps = levels.iter().map(|level| match level {
        Level::Object { name, .. } => format!(".{name}"),
        Level::List { index } => format!("[{index}]"),
    });
    let path = steps.collect::<String>();
    path.strip_prefix('.').unwrap_or(&path).to_owned()
}

/// Behind the string that begins at a place.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// How often a mark stands in JSON text outside of its strings.
pub fn count(text: &str, mark: u8) -> usize {
    let (mut marks, mut in_string, mut escaped) = (0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            byte if byte == mark && !in_string => marks += 1,
            _ => {}
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_stands_twice_is_refused_at_its_place() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(error(r#"{"a": 1, "b": 2, "a": 1}"#), "a: appears twice");
        assert_eq!(error(r#"{"m": [{}, {"k": {"x": 1, "\u0078": 2}}]}"#), "m[1].k.x: appears twice");
        assert_eq!(parse(r#"{"a": {"a": [1, {"a": 2}]}}"#).unwrap(), json!({"a": {"a": [1, {"a": 2}]}}));
    }

    #[test]
    fn marks_are_counted_outside_of_strings() {
        for (text, marks) in
            [("1", 0), ("[1, 2, [3, 4]]", 3), (r#"{"a,b": "c,\\", "d": "\",,\"\\"}"#, 1), (r#"["\\\",", ","]"#, 1)]
        {
            assert_eq!(count(text, b','), marks, "{text}");
        }
    }

    #[test]
    fn text_is_read_as_serde_json_reads_it() {
        for text in ["null", "[]", "{}", "[1, -2, 3.5e-7, 18446744073709551615, true, \"é\\u0001\", [[]]]", "1e308"] {
            assert_eq!(parse(text).unwrap(), serde_json::from_str::<Value>(text).unwrap(), "{text}");
        }
        for text in ["\u{feff}[1]", "\u{feff}\u{feff}[1]"] {
            assert_eq!(parse(text).unwrap(), json!([1]));
        }
        for text in [
            "",
            "[1,]",
            "{} x",
            "1e999",
            "\u{feff}",
            " \u{feff}1",
            "[\"\\ud800\"]",
            "[\"\\udc00\\ud800\"]",
            "{\"a\" 1}",
            &"[".repeat(1_000),
        ] {
            assert!(parse(text).unwrap_err().to_string().starts_with("not JSON: "), "{text}");
        }
    }
}
