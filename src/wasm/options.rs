//! The options beside a document: the part to run, and a listener for the progress of building it.

use std::ops::Range;

use serde_json::Value;
use wasm_bindgen::JsValue;

use crate::document::{self, DocumentError, Fields};
use crate::experiment;

/// Passes shares of a stage on, each that is greater than the last by a little.
pub(super) fn listener(tell: Option<&js_sys::Function>, stage: &'static str) -> impl FnMut(f64) {
    const LEAST: f64 = 0.002;
    let mut next = 0.0;
    move |share| {
        if let Some(tell) = tell.filter(|_| share >= next) {
            next = share + LEAST;
            // What the listener throws is its own affair.
            let _ = tell.call2(&JsValue::NULL, &stage.into(), &share.into());
        }
    }
}

/// The options, which are those that name a part.
pub(super) fn known(options: &Value) -> Result<Fields<'_>, DocumentError> {
    let fields = Fields::of(options, "options")?;
    fields.only(&[], &["trials", "methods"])?;
    Ok(fields)
}

/// The methods and trials that `options` names; all by default.
pub(super) fn part(
    options: &Value,
    experiment: &experiment::Experiment,
) -> Result<(Vec<usize>, Range<u64>), DocumentError> {
    let fields = known(options)?;
    let numbers = |name: &str| fields.get(name).map(|value| whole_numbers(value, &fields.path(name))).transpose();
    let trials = match numbers("trials")?.as_deref() {
        None => 0..experiment.trials,
        Some(&[from, to]) => from..to,
        Some(_) => return Err(fields.error("trials", "must be [from, to]")),
    };
    let methods = match numbers("methods")? {
        None => (0..experiment.methods.len()).collect(),
        Some(list) => list.into_iter().map(|method| usize::try_from(method).unwrap_or(usize::MAX)).collect(),
    };
    Ok((methods, trials))
}

/// A list of whole numbers that are not negative.
fn whole_numbers(value: &Value, path: &str) -> Result<Vec<u64>, DocumentError> {
    let whole = |(i, element): (usize, &Value)| {
        document::whole(element).ok_or_else(|| {
            let rule = format!("must be a whole number from 0, got {}", document::shown(element));
            DocumentError::new(format!("{path}[{i}]"), rule)
        })
    };
    document::array(value, path)?.iter().enumerate().map(whole).collect()
}
