//! Running documents in tests.

use std::sync::Arc;

use nalgebra::DMatrix;
use serde_json::{Value, json};
use suda::combination::CombinationMatrix;
use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::finding::Fact;
use suda::network::Network;
use suda::presets::presets;

/// The document, checked.
pub fn experiment(document: &Value) -> Experiment {
    Experiment::from_value(document).unwrap_or_else(|error| panic!("{error}"))
}

/// The document, checked and started.
pub fn start(document: &Value) -> Engine {
    Engine::new(Arc::new(experiment(document))).unwrap()
}

/// The document, run to its end.
pub fn run(document: &Value) -> Engine {
    let mut engine = start(document);
    engine.advance(u64::MAX);
    engine
}

/// The means over trials of a metric of a method, at the recorded iterations.
pub fn curve(engine: &Engine, method: usize, metric: &str) -> Vec<f64> {
    let place = engine.record().metrics().iter().position(|known| known.name() == metric).unwrap();
    engine.curve(place, method).mean
}

/// The last of [`curve`].
pub fn last(engine: &Engine, method: usize, metric: &str) -> f64 {
    *curve(engine, method, metric).last().unwrap()
}

/// The document of a preset.
pub fn preset(id: &str) -> Value {
    presets().into_iter().find(|preset| preset.id == id).expect(id).document
}

/// The network with Metropolis' weights.
pub fn network(topology: &Value) -> Network {
    Network::from_value(&json!({"topology": topology, "weights": {"rule": "metropolis"}}), 1).unwrap()
}

/// The topology of that name.
pub fn ring(agents: usize) -> Value {
    json!({"kind": "ring", "agents": agents})
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
