//! What identifies a document.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// SHA-256 of a document's canonical form, in hexadecimal: of its JSON by RFC 8785 (fields in the order of their names, numbers
/// as JavaScript prints them, no white space), without fields that are null, which count as left out. Defaults are not filled
/// in, and `name` and labels count like the rest.
pub fn fingerprint(document: &Value) -> String {
    // Whatever is a `Value` has a canonical form.
    let text = serde_json_canonicalizer::to_vec(&without_nulls(document)).unwrap_or_default();
    let digits = Sha256::digest(text).into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let given = fields.iter().filter(|(_, value)| !value.is_null());
            given.map(|(name, value)| (name.clone(), without_nulls(value))).collect::<Map<_, _>>().into()
        }
        Value::Array(elements) => elements.iter().map(without_nulls).collect(),
        value => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        fingerprint(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn it_is_that_of_the_canonical_text() {
        // By sha256sum of {"a":[1,1e+21,0.001,1e-7,true],"b":{"c":"\u20ac\n"}} with the character itself and an escaped line break.
        let expected = "52c74ecd986b61a66a770ac8134cc4459d8f4abdcd6bf46cf96da2448c6b8850";
        assert_eq!(of(r#"{ "b": { "c": "\u20ac\n", "d": null }, "a": [1.0, 1e21, 1e-3, 0.0000001, true] }"#), expected);
        assert_eq!(of("{}"), "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
        assert_eq!(of(r#"{"x": -0.0}"#), of(r#"{"x": 0}"#));
        assert_ne!(of(r#"{"x": 1}"#), of(r#"{"x": "1"}"#));
    }
}
