//! JSON text as a value: a byte order mark is passed over, and a field that stands twice in one
//! object is refused, where `serde_json` alone would keep the last.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::DocumentError;

/// The value that `text` spells.
pub fn parse(text: &str) -> Result<Value, DocumentError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { path: Vec::new(), error: None };
    let mut json = serde_json::Deserializer::from_str(text);
    let read = reader.deserialize(&mut json).and_then(|value| json.end().map(|()| value));
    read.map_err(|error| reader.error.take().unwrap_or_else(|| DocumentError::new("", format!("not JSON: {error}"))))
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

/// Where reading stands, step by step, and what ended it.
struct Reader {
    path: Vec<Step>,
    error: Option<DocumentError>,
}

enum Step {
    Field(String),
    Element(usize),
}

impl Reader {
    /// The path as errors name it.
    fn place(&self) -> String {
        let words = self.path.iter().map(|step| match step {
            Step::Field(name) => format!(".{name}"),
            Step::Element(index) => format!("[{index}]"),
        });
        let path = words.collect::<String>();
        path.strip_prefix('.').unwrap_or(&path).to_owned()
    }
}

impl<'de> DeserializeSeed<'de> for &mut Reader {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Value, E> {
        Ok(truth.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        loop {
            self.path.push(Step::Element(elements.len()));
            let Some(element) = list.next_element_seed(&mut *self)? else { break };
            self.path.pop();
            elements.push(element);
        }
        self.path.pop();
        Ok(elements.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(name) = object.next_key::<String>()? {
            self.path.push(Step::Field(name.clone()));
            if fields.contains_key(&name) {
                let error = DocumentError::new(self.place(), "is there twice");
                let failed = A::Error::custom(&error);
                self.error.get_or_insert(error);
                return Err(failed);
            }
            let field = object.next_value_seed(&mut *self)?;
            self.path.pop();
            fields.insert(name, field);
        }
        Ok(fields.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_stands_twice_is_refused_at_its_place() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(error(r#"{"a": 1, "b": 2, "a": 1}"#), "a: is there twice");
        assert_eq!(error(r#"{"m": [{}, {"k": {"x": 1, "\u0078": 2}}]}"#), "m[1].k.x: is there twice");
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
        assert_eq!(parse("\u{feff}[1]").unwrap(), json!([1]));
        for text in ["", "[1,]", "{} x", "1e999", "\u{feff}\u{feff}1", "{\"a\" 1}", &"[".repeat(1_000)] {
            assert!(parse(text).unwrap_err().to_string().starts_with("not JSON: "), "{text}");
        }
    }
}
