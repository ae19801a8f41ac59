//! JSON text as a value: byte order marks are skipped, and a field that appears twice in one
//! object is refused, where parsers keep the last one.

use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use super::{DocumentError, Refusal};

/// The deepest nesting of objects and lists.
const DEPTH: usize = 128;

/// A place in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in units of UTF-16, as JavaScript and editors count.
    pub column: usize,
}

impl Place {
    /// The place of the character at byte `at`, or of the end.
    fn of(text: &str, at: usize) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Self {
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: before[start..].encode_utf16().count() + 1,
        }
    }
}

impl From<Place> for Refusal {
    fn from(Place { line, column }: Place) -> Self {
        Self::NotJson { line, column }
    }
}

/// The value of a JSON `text`.
pub fn parse(text: &str) -> Result<Value, DocumentError> {
    let text = text.trim_start_matches('\u{feff}');
    too_deep(text).map_or(Ok(()), Err)?;
    let value = serde_json::from_str(text).map_err(|error| why_not(text).unwrap_or_else(|| not_json(text, &error)))?;
    doubled(text, |name| serde_json::from_str(name).ok()).map_or(Ok(value), Err)
}

/// Why text is no JSON, where another reader says that it is none; none where it may be.
pub fn why_not(text: &str) -> Option<DocumentError> {
    serde_json::from_str::<IgnoredAny>(text).err().map(|error| not_json(text, &error))
}

fn not_json(text: &str, error: &serde_json::Error) -> DocumentError {
    let start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut at = (start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let words = error.to_string();
    let mut words = words.split(" at line ").next().unwrap_or_default();
    // Of a word such as NaN or None the parser names the letter that differs from null.
    if words == "expected ident" {
        words = "expected value";
        at -= text[..at].bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    }
    let found = &text[at..];
    let place = Place::of(text, if error.is_eof() { text.len() } else { at });
    let rule = match found.find(|c: char| c.is_whitespace() || ",:{}[]".contains(c)) {
        _ if error.is_eof() => "the text ends too soon".to_owned(),
        Some(0) | None if found.trim_start().is_empty() => words.to_owned(),
        Some(0) => format!("{words}, found {}", found.trim_start().chars().next().unwrap_or_default()),
        end => format!("{words}, found {}", found[..end.unwrap_or(found.len())].chars().take(20).collect::<String>()),
    };
    let Place { line, column } = place;
    DocumentError::new("", format!("not JSON: line {line}, column {column}: {rule}")).named(place.into())
}

/// The refusal of JSON text that is nested beyond any document, which would take long to read.
pub fn too_deep(text: &str) -> Option<DocumentError> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    let deepest = text.bytes().position(|byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEPTH
    });
    let error = |place: Place| DocumentError::new("", "not JSON: it is nested too deeply").named(place.into());
    deepest.map(|at| error(Place::of(text, at)))
}

/// The refusal of a field that stands twice in one object of valid JSON text, where parsers keep the last one.
/// `spelled` reads a name with its quotes.
pub fn doubled(text: &str, spelled: impl Fn(&str) -> Option<String>) -> Option<DocumentError> {
    let mut fault = None;
    walk(text, &spelled, &mut |levels, _, is_new| {
        fault = (!is_new).then(|| DocumentError::new(path(levels), "appears twice"));
        fault.is_some()
    });
    fault
}

/// Where the part at a path such as `methods[2].laziness` begins in valid JSON text, or else the innermost part around
/// it. `spelled` reads a name with its quotes.
pub fn place_of(text: &str, wanted: &str, spelled: impl Fn(&str) -> Option<String>) -> Place {
    let mut found = text.len() - text.trim_start().len();
    walk(text, &spelled, &mut |levels, at, _| match wanted.strip_prefix(&path(levels)) {
        Some(rest) if rest.is_empty() || rest.starts_with(['.', '[']) => {
            found = at;
            rest.is_empty()
        }
        _ => false,
    });
    Place::of(text, found)
}

/// Tells `visit` of each field and each element of valid JSON text, until it says that it is enough: what is open there,
/// the byte where it begins, and whether a field's name is new in its object.
fn walk(text: &str, spelled: &dyn Fn(&str) -> Option<String>, visit: &mut dyn FnMut(&[Level], usize, bool) -> bool) {
    let bytes = text.as_bytes();
    let behind_blanks = |at: usize| at + text.get(at..).map_or(0, |rest| rest.len() - rest.trim_start().len());
    let mut levels: Vec<Level> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = if bytes[at] == b'"' { end_of_string(bytes, at) } else { at + 1 };
        let mut begins = None;
        match (bytes[at], levels.last_mut()) {
            (b'{', _) => levels.push(Level::Object { names: Map::new(), wants_name: true, name: String::new() }),
            (b'[', _) => {
                levels.push(Level::List { index: 0 });
                begins = Some((behind_blanks(end), true));
            }
            (b'}' | b']', _) => drop(levels.pop()),
            (b',', Some(Level::List { index })) => {
                *index += 1;
                begins = Some((behind_blanks(end), true));
            }
            (b',', Some(Level::Object { wants_name, .. })) => *wants_name = true,
            (b'"', Some(Level::Object { names, wants_name, name })) if *wants_name => {
                *wants_name = false;
                // A name that cannot be read is not this function's to refuse.
                let Some(read) = text.get(at..end).and_then(spelled) else { return };
                *name = read;
                begins = Some((at, names.insert(name.clone(), Value::Null).is_none()));
            }
            _ => {}
        }
        if begins.is_some_and(|(start, is_new)| visit(&levels, start, is_new)) {
            return;
        }
        at = end;
    }
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
    fn text_that_is_no_json_is_refused_at_its_place() {
        let deep = "[".repeat(200_000);
        for (text, line, column, rule) in [
            ("", 1, 1, "the text ends too soon"),
            ("{\n  \"é\": NaN\n}", 2, 8, "expected value, found NaN"),
            (r#"{"a": 1 "b": 2}"#, 1, 9, r#"expected `,` or `}`, found "b""#),
            (r#"{"a": 1,}"#, 1, 9, "key must be a string, found }"),
            ("[1, 2", 1, 6, "the text ends too soon"),
            ("[1}", 1, 3, "expected `,` or `]`, found }"),
            (r#"{"a" 1}"#, 1, 6, "expected `:`, found 1"),
            ("{a: 1}", 1, 2, "key must be a string, found a"),
            ("{} {}", 1, 4, "trailing characters, found {"),
            ("// c\n1", 1, 1, "expected value, found //"),
            ("[1, not]", 1, 5, "expected value, found not"),
        ] {
            let error = why_not(text).unwrap();
            assert_eq!(error.to_string(), format!("not JSON: line {line}, column {column}: {rule}"));
            assert_eq!(error.refusal, Some(Refusal::NotJson { line, column }));
            assert_eq!(parse(text), Err(error));
        }
        for text in [&deep, &format!("{deep}{}", "]".repeat(200_000))] {
            assert_eq!(parse(text).unwrap_err().refusal, Some(Refusal::NotJson { line: 1, column: 129 }));
        }
        assert!(parse(&format!("[\"{}\"]", "[".repeat(500))).is_ok());
        assert_eq!(why_not("[1]"), None);
    }

    #[test]
    fn a_path_leads_to_its_place() {
        let text = r#"{"methods": [{"laziness": 1}, {"kind": "x", "laziness": 2, "a": [3, 44]}], "laziness": 5}"#;
        for (path, begins) in [
            ("methods[1].laziness", "\"laziness\": 2"),
            ("methods[0].laziness", "\"laziness\": 1"),
            ("laziness", "\"laziness\": 5"),
            ("methods[1].a[1]", "44]"),
            // What is missing would stand in the part that is there.
            ("methods[1].variant", "{\"kind\": \"x\""),
            ("version", "{\"methods\""),
        ] {
            let Place { line, column } = place_of(text, path, |name| serde_json::from_str(name).ok());
            assert_eq!(line, 1);
            assert!(text[column - 1..].starts_with(begins), "{path}: {}", &text[column - 1..]);
        }
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
