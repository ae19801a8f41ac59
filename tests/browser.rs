//! Truths that hold bit for bit natively and in a browser: `cargo test` runs this file natively,
//! `wasm-pack test --headless --chrome` runs it in Chrome.

use std::sync::Arc;

use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::problem::logistic_kernel;
use suda::random::{Purpose, fill_standard_normal, stream};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn normal_variates_are_pinned() {
    // Enough of them to come by every branch many times.
    let mut values = vec![0.0; 100_000];
    fill_standard_normal(&mut stream(20_211_014, Purpose::Noise, 3, 5), &mut values);
    assert_eq!(
        values[..4],
        [-0.802_752_998_385_668_9, -0.588_777_126_547_12, 1.002_750_612_514_207_6, -0.276_763_729_197_915_36]
    );
    assert_eq!(digest(&values), 10_389_576_944_620_036_423);
}

/// A number that changes with every bit.
fn digest(numbers: &[f64]) -> u64 {
    numbers.iter().fold(0, |sum, x| sum.rotate_left(5) ^ x.to_bits())
}

/// Numbers in [-2, 2) without a pattern.
fn scattered(count: u32) -> Vec<f64> {
    (0..count).map(|i| f64::from(i.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 22) - 2.0).collect()
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn gradients_and_losses_are_pinned() {
    let (dimension, samples, lanes) = (5, 131, 15);
    let (features, x) = (scattered(dimension * samples), scattered(dimension * lanes));
    let (mut slopes, mut losses) = (vec![0.0; x.len()], vec![0.0; lanes as usize]);
    logistic_kernel::gradient(&features, dimension as usize, lanes as usize, &x, &mut slopes);
    logistic_kernel::loss(&features, dimension as usize, lanes as usize, &x, &mut losses);
    assert_eq!((digest(&slopes), digest(&losses)), (7_566_959_283_217_642_612, 8_759_324_136_821_890_525));
}

/// A random graph, generated data, noise and a changing step: everything that draws or rounds.
const DOCUMENT: &str = r#"{
    "version": 1, "seed": "11", "trials": 3, "iterations": 150, "record": { "every": 50 },
    "metrics": ["gradientNorm", "optimalityGap", "meanOptimalityGap", "consensus"],
    "network": {
        "topology": { "kind": "erdosRenyi", "agents": 12, "probability": 0.4 },
        "weights": { "rule": "metropolis" }, "laziness": 0.1
    },
    "problem": {
        "kind": "logistic", "dimension": 5, "samplesPerAgent": 20, "regularization": 0.01, "heterogeneity": 1
    },
    "gradient": { "noise": "gaussian", "variance": 0.01 },
    "stepSize": { "kind": "inverse", "value": 0.5, "offset": 100 },
    "start": { "kind": "random", "scale": 1 },
    "methods": [{ "kind": "dsgd" }, { "kind": "exactDiffusion", "laziness": 0.5 }, { "kind": "gradientTracking" }]
}"#;

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn an_experiment_is_pinned() {
    let experiment = Experiment::from_json(DOCUMENT).expect("a valid document");
    let mut engine = Engine::new(Arc::new(experiment)).expect("a small experiment");
    assert_eq!(engine.advance(150), 150);
    let mut numbers: Vec<f64> = engine.record().values(0).to_vec();
    numbers.extend((0..3).flat_map(|method| engine.iterates(method, 2).expect("a method and a trial")));
    assert_eq!(digest(&numbers), 14_111_627_746_767_713_234);
}
