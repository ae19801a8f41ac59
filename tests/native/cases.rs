//! Mistakes that software of this field has made in public, each with the truth of the matter.

#![allow(clippy::needless_pass_by_value, reason = "documents are made where they are used")]

mod data;
mod methods;
mod networks;

use serde_json::{Value, json};

fn document(topology: Value, problem: Value, step: f64, methods: Value) -> Value {
    json!({
        "version": 1, "iterations": 1000, "record": {"points": 101}, "seed": "3",
        "network": {"topology": topology, "weights": {"rule": "metropolis"}},
        "problem": problem, "stepSize": {"kind": "constant", "value": step}, "methods": methods,
    })
}

fn logistic(heterogeneity: f64) -> Value {
    json!({
        "kind": "logistic", "dimension": 5, "samplesPerAgent": 50,
        "regularization": 0.01, "heterogeneity": heterogeneity,
    })
}

/// One of each kind of method, on the network's W.
fn every_method() -> Value {
    json!([
        {"kind": "psgd"},
        {"kind": "dsgd"},
        {"kind": "dsgd", "variant": "combineThenAdapt"},
        {"kind": "exactDiffusion"},
        {"kind": "extra"},
        {"kind": "gradientTracking"},
        {"kind": "gradientTracking", "variant": "nonAtc"},
        {"kind": "gradientTracking", "variant": "semiAtcIterate"},
        {"kind": "gradientTracking", "variant": "semiAtcTracker", "trackerLaziness": 0.5},
        {"kind": "suda", "a": [0, 1], "bSquared": [1, -1], "c": [1]},
        {"kind": "uda", "a": [0, 0, 1], "bSquared": [1, -2, 1], "c": [1]},
        {"kind": "abc", "a": [0.5, 0.5], "b": [1], "c": [0.5, -0.5]},
        {"kind": "canonical", "zeta0": 1, "zeta1": 2, "zeta2": 0, "zeta3": 0.5},
        {"kind": "dlm", "penalty": 0.4},
    ])
}
