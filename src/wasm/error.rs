//! Errors as JavaScript gets them.

use std::error::Error;

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::document::DocumentError;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The error of a document that is refused; its message is `path: rule`. */
export interface DocumentError extends Error {
    /** The place in the document, such as `methods[2].laziness`; empty for the whole. */
    path: string;
    /** The rule that is broken, and the offending value. */
    rule: string;
    /** The rule by its name, where a program may do something about it. */
    refusal: Refusal | null;
}
"#;

/// An `Error`; of a document with the fields of `DocumentError`.
#[derive(Debug)]
pub struct JsError(js_sys::Error);

impl JsError {
    /// An error that JavaScript has thrown.
    pub fn of(thrown: js_sys::Error) -> Self {
        Self(thrown)
    }

    /// An error with that message.
    pub fn new(message: &str) -> Self {
        Self(js_sys::Error::new(message))
    }
}

impl<E: Error + 'static> From<E> for JsError {
    fn from(error: E) -> Self {
        let thrown = Self::new(&error.to_string());
        if let Some(DocumentError { path, rule, refusal }) = (&error as &dyn Error).downcast_ref() {
            let refusal = refusal.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::NULL);
            for (name, value) in [("path", path.into()), ("rule", rule.into()), ("refusal", refusal)] {
                // A new object takes every field.
                let _ = js_sys::Reflect::set(&thrown.0, &name.into(), &value);
            }
        }
        thrown
    }
}

impl From<JsError> for JsValue {
    fn from(error: JsError) -> Self {
        error.0.into()
    }
}
