//! Exact trajectories from an independent implementation.

use std::sync::Arc;

use serde_json::Value;
use suda::compression::{Compression, Messages};
use suda::engine::Engine;

use crate::common::{curve, greatest, start};

/// What a quantizer may make of rounding.
const ROUNDED: f64 = 1e-9;

fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        number => vec![number.as_f64().expect("a number")],
    }
}

fn open(text: &str) -> (Value, Engine) {
    let case: Value = serde_json::from_str(text).expect("the case is JSON");
    let engine = start(&case["experiment"]);
    (case, engine)
}

/// `values` is where the case holds its values of the metrics `names`.
fn check(text: &str, values: &str, names: &[&str], tolerance: f64) {
    let (case, mut engine) = open(text);
    let experiment = Arc::clone(engine.experiment());
    let expected = case["expected"]["iterates"].as_array().expect("a list of methods");
    assert_eq!(expected.len(), experiment.methods.len());
    let mut checkpoints: Vec<u64> =
        expected[0].as_object().expect("iterations").keys().map(|k| k.parse().unwrap()).collect();
    checkpoints.sort_unstable();
    // Near a solution at 0 what is left is the rounding of the start.
    let rounding = 1e-14 * experiment.start().iter().fold(1.0_f64, |most, x| most.max(x.abs()));
    for &k in &checkpoints {
        assert_eq!(engine.advance(k - engine.iteration()), k);
        for (m, spec) in experiment.methods.iter().enumerate() {
            let truth = numbers(&expected[m][k.to_string()]);
            let ours = engine.iterates(m, 0).expect("there is a trial");
            let scale = greatest(truth.iter().copied());
            for (index, (ours, truth)) in ours.iter().zip(&truth).enumerate() {
                let error = (ours - truth).abs();
                let is_rounded =
                    matches!(spec.messages, Some(Messages { compression: Compression::Quantize { .. }, .. }));
                let tolerance = if is_rounded { tolerance.max(ROUNDED) } else { tolerance };
                assert!(
                    error < tolerance * scale + rounding,
                    "{} at k = {k}, entry {index}: {ours} and {truth}",
                    spec.name
                );
            }
        }
    }
    for (m, spec) in experiment.methods.iter().enumerate() {
        for (index, name) in names.iter().enumerate() {
            let mean = curve(&engine, m, name);
            for &k in &checkpoints {
                let truth = case["expected"][values][m][k.to_string()][index].as_f64().unwrap();
                let ours = mean[usize::try_from(k).unwrap()];
                // Squares of rounding errors have no relative accuracy.
                assert!(
                    (ours - truth).abs() < 1e-8 * truth.abs() + 1e-20,
                    "{} {name} at {k}: {ours} and {truth}",
                    spec.name
                );
            }
        }
    }
}

#[test]
fn logistic_on_a_ring_with_a_constant_step() {
    check(
        include_str!("../reference/logistic-ring8-constant.json"),
        "metricAndConsensus",
        &["gradientNorm", "consensus"],
        1e-10,
    );
}

#[test]
fn logistic_on_a_random_graph_with_a_halving_step() {
    check(
        include_str!("../reference/logistic-er8-halving.json"),
        "metricAndConsensus",
        &["gradientNorm", "consensus"],
        1e-10,
    );
}

#[test]
fn pl_on_a_random_graph_with_a_constant_step() {
    check(
        include_str!("../reference/pl-er12-constant.json"),
        "metricAndConsensus",
        &["optimalityGap", "consensus"],
        1e-10,
    );
}

const SCORES: &[&str] = &["loss", "gradientNorm", "accuracy"];

#[test]
fn networks_of_hyperbolic_tangents() {
    check(include_str!("../reference/network-tanh.json"), "lossGradientNormAccuracy", SCORES, 1e-9);
}

#[test]
fn networks_of_rectifiers() {
    check(include_str!("../reference/network-relu.json"), "lossGradientNormAccuracy", SCORES, 1e-9);
}

#[test]
fn networks_of_several_classes() {
    check(include_str!("../reference/classes.json"), "metrics", &["loss", "gradientNorm", "accuracy"], 1e-12);
}

#[test]
fn a_neural_network_on_two_networks_in_turn() {
    let (case, mut engine) = open(include_str!("../reference/changing-network.json"));
    let experiment = Arc::clone(engine.experiment());
    for k in [0, 1, 3, 60] {
        assert_eq!(engine.advance(k - engine.iteration()), k);
        for (m, spec) in experiment.methods.iter().enumerate() {
            let at = |what: &str| numbers(&case["expected"][what][m][k.to_string()]);
            let ours = engine.iterates(m, 0).expect("there is a trial");
            let error = ours.iter().zip(at("iterates")).map(|(ours, truth)| (ours - truth).abs()).fold(0.0, f64::max);
            assert!(error < 1e-12, "{} at {k}: {error:e}", spec.name);
            for (metric, truth) in at("lossGradientNormAccuracy").into_iter().enumerate() {
                let ours = engine.curve(metric, m).mean[usize::try_from(k).expect("small")];
                assert!((ours - truth).abs() < 1e-12, "{} metric {metric} at {k}: {ours} and {truth}", spec.name);
            }
        }
    }
}

const LOSSES: &[&str] = &["loss", "gradientNorm"];

/// The iterates and losses, and the rounds of communication and bits at the checkpoints.
fn check_sent(text: &str) {
    check(text, "metrics", LOSSES, 1e-12);
    let (case, mut engine) = open(text);
    engine.advance(u64::MAX);
    for (m, expected) in case["expected"]["roundsAndBits"].as_array().expect("a list").iter().enumerate() {
        for (k, truth) in expected.as_object().expect("iterations") {
            let k = k.parse().unwrap();
            let [rounds, _] = engine.record().communication(m).nth(k).unwrap();
            let bits = engine.bits(m).nth(k).unwrap();
            assert_eq!((rounds, bits), (truth[0].as_u64().unwrap(), truth[1].as_f64().unwrap()), "{m} at k = {k}");
        }
    }
}

#[test]
fn momentum() {
    check_sent(include_str!("../reference/momentum.json"));
}

#[test]
fn local_steps() {
    check_sent(include_str!("../reference/local-steps.json"));
}

#[test]
fn compressed_messages() {
    check_sent(include_str!("../reference/compression.json"));
}
