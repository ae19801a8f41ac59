//! What the engine promises of noise, lanes, divergence, metrics, communication, steps and starts.

mod accounts;
mod divergence;
mod lanes;
mod metrics;
mod noise;
mod views;

use crate::common::{run, with};
use crate::dense::Problem;
use nalgebra::DMatrix;
use serde_json::{Value, json};
use suda::engine::Engine;

/// Five agents on a path with a loop at its end.
const EDGES: [(usize, usize); 5] = [(0, 1), (1, 2), (2, 3), (3, 4), (2, 4)];

fn document(problem: &Value, methods: &Value) -> Value {
    json!({
        "version": 1, "iterations": 40, "record": {"every": 1}, "seed": "77",
        "network": {
            "topology": {"kind": "explicit", "agents": 5, "edges": EDGES},
            "weights": {"rule": "metropolis"}, "laziness": 0.3,
        },
        "problem": problem, "stepSize": {"kind": "constant", "value": 0.05}, "methods": methods,
    })
}

/// One of each way to use gradients and gossip.
fn methods() -> Value {
    json!([
        {"kind": "psgd"},
        {"kind": "dsgd", "variant": "combineThenAdapt"},
        {"kind": "exactDiffusion"},
        {"kind": "gradientTracking", "trackerLaziness": 0.2, "laziness": 0.1},
        {"kind": "suda", "a": [0.2, 0.3, 0.5], "bSquared": [0.3, -0.3], "c": [0.5, 0.5]},
        {"kind": "canonical", "zeta0": 0.4, "zeta1": 0.9, "zeta2": 0.1, "zeta3": 0.4},
        {"kind": "dlm", "penalty": 0.3, "stepSize": {"kind": "inverse", "value": 0.1, "offset": 20}},
    ])
}

fn problems() -> [Problem; 3] {
    [Problem::made_up(5, 6, 3, Some(0.1)), Problem::made_up(5, 6, 3, None), Problem::pl(5, 0.5)]
}

fn noises() -> [Value; 3] {
    [
        json!({"noise": "none"}),
        json!({"noise": "gaussian", "variance": 0.04}),
        json!({"noise": "minibatch", "batch": 2}),
    ]
}

fn rows(x: &[f64], d: usize) -> DMatrix<f64> {
    DMatrix::from_row_slice(x.len() / d, d, x)
}

/// All there is to know of a lane: its recorded values, its iterates, where it ended, and its
/// method's communication. NaN is one value whatever its bits.
fn lane(engine: &Engine, method: usize, trial: usize) -> (Vec<u64>, Option<u64>, Vec<[u64; 2]>) {
    let bits = |x: &f64| if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() };
    let (record, methods) = (engine.record(), engine.methods().len());
    let trials = record.values(0).len() / record.points() / record.metrics().len() / methods;
    let values = record.values(0).iter().skip(method * trials + trial).step_by(methods * trials);
    let iterates = engine.iterates(method, trial).unwrap();
    let bits = values.chain(&iterates).map(bits).collect();
    (bits, engine.diverged_at(method, trial), record.communication(method).collect())
}

/// f(x) = x²/2 for one agent.
fn parabola() -> Value {
    json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": [[[1]]], "targets": [[0]]}})
}

fn alone(problem: &Value, methods: &Value, more: &Value) -> Value {
    let network = json!({"topology": {"kind": "complete", "agents": 1}, "weights": {"rule": "metropolis"}});
    with(&with(&document(problem, methods), &json!({"network": network})), more)
}
