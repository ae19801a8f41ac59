//! Running documents in tests.

use std::sync::Arc;

use nalgebra::DMatrix;
use serde_json::Value;
use suda::combination::CombinationMatrix;
use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::finding::Fact;

/// The document, checked and started.
pub fn start(document: &Value) -> Engine {
    let experiment = Experiment::from_value(document).unwrap_or_else(|error| panic!("{error}"));
    Engine::new(Arc::new(experiment)).unwrap()
}

/// The message with which a document is refused.
pub fn refusal(document: &Value) -> String {
    Experiment::from_value(document).expect_err("the document is refused").to_string()
}

/// The name of a fact, as programs read it.
pub fn name(fact: &Fact) -> String {
    serde_json::to_value(fact).unwrap()["name"].as_str().unwrap().to_owned()
}

/// `document` with the fields of `more` added or replaced.
pub fn with(document: &Value, more: &Value) -> Value {
    let mut document = document.clone();
    document.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    document
}

/// W in full.
pub fn dense(matrix: &CombinationMatrix) -> DMatrix<f64> {
    DMatrix::from_row_slice(matrix.agents(), matrix.agents(), &matrix.to_dense())
}

/// The greatest magnitude.
pub fn greatest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().map(f64::abs).fold(0.0, f64::max)
}

/// The greatest difference of two lists of the same length.
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    greatest(a.iter().zip(b).map(|(a, b)| a - b))
}
