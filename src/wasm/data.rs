//! The data of a JavaScript value as a JSON value.

use std::fmt;

use js_sys::{JsString, Object};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use wasm_bindgen::{JsCast, JsValue};

use crate::document::DocumentError;
use crate::document::Place;
use crate::document::text::{doubled, place_of, too_deep, why_not};
use crate::experiment::{JSON_LIMIT, TEXT_LIMIT, check_text, too_long, too_many};

/// As deep as text is read.
const DEPTH: usize = 128;
/// The greatest whole number up to which JavaScript's numbers are exact.
const EXACT: u64 = (1 << 53) - 1;

/// The JSON of a document: text is parsed, any other value is read as data.
pub fn json(value: &JsValue) -> Result<Value, DocumentError> {
    data(&value.as_string().map_or_else(|| Ok(value.clone()), |text| value_of(&text))?, "")
}

/// The value of JSON text. JavaScript's own parser reads it: numbers are the same to the last bit, and the module needs
/// none of its own. Byte order marks before it are skipped.
pub fn value_of(text: &str) -> Result<JsValue, DocumentError> {
    check_text(text)?;
    let text = text.trim_start_matches('\u{feff}');
    too_deep(text).map_or(Ok(()), Err)?;
    let value =
        js_sys::JSON::parse(text).map_err(|_| why_not(text).unwrap_or_else(|| DocumentError::new("", "not JSON")))?;
    doubled(text, spelled).map_or(Ok(value), Err)
}

/// Where the part at a path begins in JSON text.
pub fn place_in(text: &str, path: &str) -> Place {
    place_of(text, path, spelled)
}

fn spelled(name: &str) -> Option<String> {
    js_sys::JSON::parse(name).ok()?.as_string()
}

/// The data of a JavaScript value, which stands at `path`; text is text. Undefined counts
/// as null, and a BigInt beyond the exact numbers as its digits, as seeds are written.
pub fn data(value: &JsValue, path: &str) -> Result<Value, DocumentError> {
    let root = path.to_owned();
    let mut reader = Reader { path: vec![root], values: JSON_LIMIT, text: TEXT_LIMIT, error: None };
    reader.read(value).map_err(|_: serde_wasm_bindgen::Error| {
        reader.error.take().unwrap_or_else(|| {
            reader.refuse(
                "must be data: an object, a list, text, a finite number, a BigInt below 2^64, true, false or null",
            )
        })
    })
}

/// Where reading stands, and how much may still come.
struct Reader {
    /// The place in the document, step by step; where an error ended it, its place.
    path: Vec<String>,
    values: usize,
    text: usize,
    error: Option<DocumentError>,
}

impl Reader {
    fn read<E: Error>(&mut self, value: &JsValue) -> Result<Value, E> {
        if self.path.len() > DEPTH {
            self.path.truncate(4);
            self.path.push("…".to_owned());
            let error = self.refuse("is nested too deeply, or holds itself");
            return self.fail(error);
        }
        if self.values == 0 {
            return self.fail(too_many(None));
        }
        self.values -= 1;
        if value.is_object() && !is_plain(value) {
            let error = self.refuse("must be plain data, got an object of a class");
            return self.fail(error);
        }
        let read = self.deserialize(serde_wasm_bindgen::Deserializer::from(value.clone())).map_err(E::custom)?;
        // What becomes U+FFFD here is refused, as it is in the crate.
        let is_changed = |text: &str| text.contains('\u{fffd}') && !value.unchecked_ref::<JsString>().is_valid_utf16();
        if read.as_str().is_some_and(is_changed) {
            let error = self.refuse("must be text of whole characters, and has half of a surrogate pair");
            return self.fail(error);
        }
        Ok(read)
    }

    fn at<E: Error>(&mut self, step: String, value: &JsValue) -> Result<Value, E> {
        self.path.push(step);
        let read = self.read(value)?;
        self.path.pop();
        Ok(read)
    }

    fn refuse(&self, rule: impl Into<String>) -> DocumentError {
        let path = self.path.concat();
        DocumentError::new(path.strip_prefix('.').unwrap_or(&path), rule)
    }

    fn fail<T, E: Error>(&mut self, error: DocumentError) -> Result<T, E> {
        let failed = E::custom(&error);
        self.error.get_or_insert(error);
        Err(failed)
    }
}

/// Whether an object is a list or a plain object, of whichever realm, but none of a class.
fn is_plain(value: &JsValue) -> bool {
    js_sys::Array::is_array(value) || {
        let prototype = Object::get_prototype_of(value);
        prototype.is_null() || Object::get_prototype_of(&prototype).is_null()
    }
}

/// A value kept as it is, to see its prototype.
#[derive(Deserialize)]
struct Raw(#[serde(with = "serde_wasm_bindgen::preserve")] JsValue);

impl<'de> DeserializeSeed<'de> for &mut Reader {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("data")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Value, E> {
        Ok(truth.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(if number.unsigned_abs() > EXACT { number.to_string().into() } else { number.into() })
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(if number > EXACT { number.to_string().into() } else { number.into() })
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        if number.is_finite() {
            return Ok(number.into());
        }
        let error = self.refuse(format!("must be a finite number, got {number}"));
        self.fail(error)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        self.visit_string(text.to_owned())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Value, E> {
        match self.text.checked_sub(text.len()) {
            Some(left) => self.text = left,
            None => return self.fail(too_long()),
        }
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(Raw(element)) = list.next_element()? {
            elements.push(self.at(format!("[{}]", elements.len()), &element)?);
        }
        Ok(elements.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some((name, Raw(field))) = object.next_entry::<String, Raw>()? {
            let field = self.at(format!(".{name}"), &field)?;
            fields.insert(name, field);
        }
        Ok(fields.into())
    }
}
