//! The theory: its parts worked out by hand, how they follow from each other, and what is measured beside them.

mod alike;
mod analysis;
mod blame;
mod bounds;
mod checks;
mod closed_forms;
mod cures;
mod expectations;
mod factorisation;
mod forms;
mod magnitudes;
mod measured;
mod notes;
mod promises;
mod ranges;
mod settling;
mod stability;
mod variance;
mod verdicts;

use serde_json::{Value, json};
use suda::analysis::warnings::{Warning, warnings};

use crate::common::{experiment, name};

fn document(topology: &Value, problem: &Value, step: f64, methods: &Value) -> Value {
    json!({
        "version": 1, "iterations": 200, "seed": "1", "record": {"every": 1},
        "network": {"topology": topology, "weights": {"rule": "metropolis"}},
        "problem": problem, "stepSize": {"kind": "constant", "value": step}, "methods": methods,
    })
}

/// The names of the warnings.
fn names(document: &Value) -> Vec<String> {
    warnings(&experiment(document)).iter().map(|warning| name(&warning.fact)).collect()
}

/// The only warning, which is of that name.
fn only(document: &Value, expected: &str) -> Warning {
    let mut all = warnings(&experiment(document));
    all.retain(|warning| name(&warning.fact) != "import");
    assert!(all.len() == 1 && name(&all[0].fact) == expected, "{all:?}");
    all.remove(0)
}

/// Asserts that docs/theory.md contains the text, which is printed.
fn noted(text: &str) {
    println!("{text}");
    let notes = include_str!("../../docs/theory.md").replace('\n', " ");
    assert!(notes.contains(text), "docs/theory.md lacks: {text}");
}
