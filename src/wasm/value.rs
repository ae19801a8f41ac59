//! JavaScript values as JSON values, and the other way round.

use js_sys::{Array, JSON, Object, Reflect};
use serde_json::{Map, Number, Value};
use wasm_bindgen::prelude::*;

use crate::document::DocumentError;
use crate::experiment::{JSON_LIMIT, TEXT_LIMIT, parse, too_long, too_many};

/// As deep as `serde_json` reads text.
const DEPTH: usize = 128;

/// A JavaScript value as JSON: text is parsed; of anything else the data are taken, as its text would hold them.
pub fn json(value: &JsValue) -> Result<Value, JsError> {
    match value.as_string() {
        Some(text) => Ok(parse(&text)?),
        None => data(value),
    }
}

/// The data of a JavaScript value, text being text.
pub fn data(value: &JsValue) -> Result<Value, JsError> {
    // By way of its text, which drops what is not data and refuses cycles.
    let text = JSON::stringify(value).map_err(|_| not_data())?;
    if text.is_undefined() {
        return Err(not_data());
    }
    if text.length() as usize > TEXT_LIMIT {
        return Err(too_long().into());
    }
    read(&String::from(text))
}

/// The value of JSON text that is well-formed.
pub fn read(text: &str) -> Result<Value, JsError> {
    let plain = JSON::parse(text).map_err(|_| not_data())?;
    Ok(Reader { left: JSON_LIMIT }.value(&plain, DEPTH)?)
}

fn not_data() -> JsError {
    JsError::new("the document must be data that JSON can hold")
}

/// Reads what `JSON.parse` makes.
struct Reader {
    /// How many values there may still be.
    left: usize,
}

impl Reader {
    fn value(&mut self, value: &JsValue, depth: usize) -> Result<Value, DocumentError> {
        self.left = self.left.checked_sub(1).ok_or_else(|| too_many(None))?;
        if depth == 0 {
            return Err(DocumentError::new("", "not JSON: recursion limit exceeded"));
        }
        Ok(if let Some(number) = value.as_f64() {
            Value::Number(number_of(number))
        } else if let Some(text) = value.as_string() {
            Value::String(text)
        } else if let Some(truth) = value.as_bool() {
            Value::Bool(truth)
        } else if Array::is_array(value) {
            let elements = value.unchecked_ref::<Array>();
            Value::Array(elements.iter().map(|element| self.value(&element, depth - 1)).collect::<Result<_, _>>()?)
        } else if let Some(object) = value.dyn_ref::<Object>() {
            let mut fields = Map::new();
            for name in Object::keys(object).iter() {
                // A property of a plain object can be read.
                let field = Reflect::get(object, &name).unwrap_or(JsValue::NULL);
                fields.insert(name.as_string().unwrap_or_default(), self.value(&field, depth - 1)?);
            }
            Value::Object(fields)
        } else {
            Value::Null
        })
    }
}

/// Whole numbers are integers, as they are when they are read from the text that JavaScript writes.
#[allow(clippy::cast_possible_truncation, reason = "whole, and below 2^53")]
fn number_of(number: f64) -> Number {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.trunc() == number && number.abs() <= EXACT {
        let whole = number as i64;
        return u64::try_from(whole).map_or_else(|_| whole.into(), Number::from);
    }
    // JSON holds finite numbers only.
    Number::from_f64(number).unwrap_or_else(|| 0.into())
}

/// A JSON value as a JavaScript value.
pub fn to_js(value: &Value) -> JsValue {
    match value {
        Value::Null => JsValue::NULL,
        Value::Bool(truth) => (*truth).into(),
        Value::Number(number) => number.as_f64().into(),
        Value::String(text) => text.into(),
        Value::Array(elements) => elements.iter().map(to_js).collect::<Array>().into(),
        Value::Object(fields) => {
            fields.iter().fold(Plain::new(), |object, (name, field)| object.with(name, to_js(field))).into()
        }
    }
}

/// A plain JavaScript object, field by field.
#[derive(Debug)]
pub struct Plain(Object);

impl Plain {
    pub fn new() -> Self {
        Self(Object::new())
    }

    pub fn with(self, name: &str, value: impl Into<JsValue>) -> Self {
        self.set(name, &value.into());
        self
    }

    fn set(&self, name: &str, value: &JsValue) {
        // Setting a property of a fresh plain object cannot fail.
        let _ = Reflect::set(&self.0, &JsValue::from_str(name), value);
    }
}

impl From<Plain> for JsValue {
    fn from(plain: Plain) -> Self {
        plain.0.into()
    }
}
