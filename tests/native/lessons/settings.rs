//! What the lessons on changing networks claim, of settings of their kind over twenty seeds: least squares on
//! 16 agents, mostly a ring, with exact gradients and α = 0.05.

use serde_json::{Value, json};
use suda::engine::Engine;

use super::SEEDS;
use crate::common::{run, with};

fn ring(changes: &Value) -> Value {
    json!({"topology": {"kind": "ring", "agents": 16}, "weights": {"rule": "metropolis"}, "changes": changes})
}

fn document(network: &Value, methods: &Value, iterations: u64) -> Value {
    json!({
        "version": 1, "iterations": iterations, "record": {"points": 2}, "metrics": ["consensus"], "network": network,
        "problem": {"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 20, "heterogeneity": 1},
        "stepSize": {"kind": "constant", "value": 0.05}, "methods": methods,
    })
}

/// (1/n) Σ ‖x_i - x*‖² of a method at the end.
fn distance(engine: &Engine, method: usize) -> f64 {
    let optimum = &engine.experiment().optimum().unwrap().point;
    let x = engine.iterates(method, 0).unwrap();
    let square = |row: &[f64]| row.iter().zip(optimum).map(|(x, o)| (x - o) * (x - o)).sum::<f64>();
    x.chunks_exact(optimum.len()).map(square).sum::<f64>() / engine.experiment().agents() as f64
}

/// The distances of the methods at the end, by seed.
fn distances(document: &Value) -> Vec<Vec<f64>> {
    let run = |seed: u64| {
        let engine = run(&with(document, &json!({"seed": seed})));
        (0..engine.methods().len()).map(|method| distance(&engine, method)).collect()
    };
    SEEDS.map(run).collect()
}

fn mean(distances: &[Vec<f64>], method: usize) -> f64 {
    distances.iter().map(|of| of[method]).sum::<f64>() / distances.len() as f64
}

#[test]
fn dsgd_pays_for_links_that_fail_and_the_methods_that_correct_do_not() {
    let methods = json!([
        {"kind": "dsgd"}, {"kind": "exactDiffusion", "laziness": 0.5}, {"kind": "extra", "laziness": 0.5},
        {"kind": "gradientTracking"},
    ]);
    let networks =
        [Value::Null, json!({"kind": "linkFailures", "probability": 0.3}), json!({"kind": "randomMatching"})];
    let floors = networks.map(|changes| {
        let problem = with(&document(&Value::Null, &methods, 0)["problem"], &json!({"conditionNumber": 1}));
        let document = with(&document(&ring(&changes), &methods, 4_000), &json!({"problem": problem}));
        let distances = distances(&document);
        for method in 1..4 {
            // What is left is rounding: rows of (I + W)/2 that sum to 1 but for 5e-17 move the mean in every iteration.
            let worst = distances.iter().map(|of| of[method]).fold(0.0, f64::max);
            let mean = mean(&distances, method);
            assert!(mean < 1e-22 && worst < 1e-21, "{changes}, method {method}: {mean:e}, {worst:e}");
        }
        mean(&distances, 0)
    });
    assert!(floors[1] > 1.3 * floors[0] && floors[2] > 1.1 * floors[1], "{floors:?}");
}

#[test]
fn without_laziness_pairs_that_meet_make_exact_diffusion_and_extra_diverge() {
    let methods = json!([{"kind": "exactDiffusion"}, {"kind": "extra"}]);
    let document = document(&ring(&json!({"kind": "randomMatching"})), &methods, 1_000);
    for seed in SEEDS {
        let engine = run(&with(&document, &json!({"seed": seed})));
        assert!((0..2).all(|method| engine.diverged_at(method, 0).is_some()), "seed {seed}");
    }
}

#[test]
fn in_a_cycle_of_two_matchings_extra_diverges_and_exact_diffusion_does_not() {
    let pairs = |first: usize| (0..8).map(|i| [2 * i + first, (2 * i + first + 1) % 16]).collect::<Vec<_>>();
    let matching = |first: usize| {
        json!({
            "topology": {"kind": "explicit", "agents": 16, "edges": pairs(first)}, "weights": {"rule": "metropolis"},
        })
    };
    let network = with(&matching(0), &json!({"changes": {"kind": "cycle", "networks": [matching(1)]}}));
    let methods = json!([{"kind": "exactDiffusion"}, {"kind": "extra"}]);
    let document = document(&network, &methods, 4_000);
    for seed in SEEDS {
        let engine = run(&with(&document, &json!({"seed": seed})));
        assert!(distance(&engine, 0) < 1e-9, "seed {seed}: {:e}", distance(&engine, 0));
        assert!(engine.diverged_at(1, 0).is_some(), "seed {seed}");
    }
}

#[test]
fn one_peer_of_many_agents_needs_more_laziness_for_exact_diffusion_and_extra_but_none_for_tracking() {
    let methods = json!([
        {"kind": "exactDiffusion", "laziness": 0.5}, {"kind": "extra", "laziness": 0.5},
        {"kind": "exactDiffusion", "laziness": 0.75}, {"kind": "extra", "laziness": 0.75}, {"kind": "gradientTracking"},
    ]);
    for dimension in 4..=6 {
        let network = json!({
            "topology": {"kind": "hypercube", "dimension": dimension}, "weights": {"rule": "metropolis"},
            "changes": {"kind": "onePeer"},
        });
        for distances in distances(&document(&network, &methods, 3_000)) {
            for (method, &distance) in distances.iter().enumerate() {
                let converges = method >= 2 || dimension == 4;
                // NaN, where a run was stopped, is no distance either.
                assert_eq!(distance < 1e-9, converges, "dimension {dimension}, method {method}: {distance:e}");
            }
        }
    }
}
