//! The rule `fastest`: against semidefinite programs solved elsewhere, closed forms, and other weights.

use serde_json::{Value, json};
use suda::combination::CombinationMatrix;
use suda::network::Network;
use suda::weights::Solutions;

use crate::common::{dense, refusal, with};

fn network(topology: &Value, weights: &Value) -> Network {
    Network::from_value(&json!({"topology": topology, "weights": weights}), 1).unwrap()
}

fn fastest(topology: &Value, non_negative: bool) -> Network {
    network(topology, &json!({"rule": "fastest", "nonNegative": non_negative}))
}

fn least(matrix: &CombinationMatrix) -> f64 {
    (0..matrix.agents()).flat_map(|i| matrix.row(i).map(|(_, w)| w)).fold(f64::INFINITY, f64::min)
}

/// The λ of both programs is what is expected, is certified, and is that of a W with rows that sum to 1.
fn check(topology: &Value, expected: [f64; 2], tolerance: f64) {
    for (expected, non_negative) in expected.into_iter().zip([false, true]) {
        let network = fastest(topology, non_negative);
        let certificate = network.certificate().unwrap();
        let at = format!("{topology} {non_negative}: {certificate:?} for {expected}");
        assert_eq!(certificate.mixing_rate, network.spectrum().mixing_rate(), "{at}");
        assert!((certificate.mixing_rate - expected).abs() < tolerance, "{at}");
        assert!(certificate.bound <= expected + tolerance && certificate.gap < 1e-8, "{at}");
        let dense = dense(&network.matrix);
        assert_eq!(dense, dense.transpose(), "{at}");
        assert!(dense.row_iter().all(|row| (row.sum() - 1.0).abs() < 1e-14), "{at}");
        assert!(!non_negative || least(&network.matrix) >= 0.0, "{at}");
        assert_eq!(network.matrix.agents(), network.graph.agents());
        let used = network.matrix.used_links();
        assert!(used.iter().all(|&[i, j]| network.graph.neighbors(i as usize).contains(&j)), "{at}");
    }
}

#[test]
fn the_optima_are_those_of_semidefinite_programs_solved_elsewhere() {
    for text in [include_str!("../reference/fastest-weights.json"), include_str!("../reference/fastest-weights-2.json")]
    {
        let cases: Value = serde_json::from_str(text).unwrap();
        for case in cases.as_object().unwrap().values() {
            let topology = json!({"kind": "explicit", "agents": case["agents"], "edges": case["edges"]});
            // They are given to seven digits.
            check(&topology, ["free", "nonNegative"].map(|name| case[name].as_f64().unwrap()), 2e-7);
        }
    }
}

#[test]
fn graphs_with_known_optima_have_them() {
    let cosine = |n: f64| (std::f64::consts::PI / n).cos();
    for (topology, expected) in [
        (json!({"kind": "path", "agents": 2}), [0.0; 2]),
        (json!({"kind": "path", "agents": 5}), [cosine(5.0); 2]),
        (json!({"kind": "path", "agents": 40}), [cosine(40.0); 2]),
        (json!({"kind": "complete", "agents": 9}), [0.0; 2]),
        // A bipartite graph without laziness: (D - 1)/(D + 1) on the cube of dimension D.
        (json!({"kind": "hypercube", "dimension": 3}), [0.5; 2]),
        (json!({"kind": "hypercube", "dimension": 4}), [0.6; 2]),
        // 1 - 2/(1 + ...) of a star with m leaves: m/(m + 2), and 1 - 1/m where nothing is negative.
        (json!({"kind": "star", "agents": 11}), [10.0 / 12.0, 0.9]),
    ] {
        check(&topology, expected, 1e-9);
    }
}

#[test]
fn no_other_rule_mixes_faster() {
    for topology in [
        json!({"kind": "grid", "rows": 4, "columns": 5}),
        json!({"kind": "barabasiAlbert", "agents": 24, "attachments": 2, "seed": 2}),
        json!({"kind": "randomGeometric", "agents": 20, "radius": 0.4, "seed": 5}),
        json!({"kind": "wattsStrogatz", "agents": 20, "neighbors": 4, "rewiring": 0.3, "seed": 5}),
    ] {
        let [free, non_negative] = [false, true].map(|flag| fastest(&topology, flag).certificate().unwrap());
        assert!(free.mixing_rate <= non_negative.mixing_rate + 1e-9, "{topology}");
        let rate = |weights: &Value| network(&topology, weights).spectrum().mixing_rate();
        assert!(free.mixing_rate < rate(&json!({"rule": "bestConstant"})), "{topology}");
        assert!(non_negative.mixing_rate < rate(&json!({"rule": "metropolis"})), "{topology}");
        assert!(non_negative.mixing_rate < rate(&json!({"rule": "maxDegree"})), "{topology}");
    }
}

#[test]
fn laziness_parts_and_single_agents_are_taken_care_of() {
    let ring = json!({"kind": "ring", "agents": 9});
    let plain = fastest(&ring, false).certificate().unwrap();
    let lazy = json!({"topology": ring, "weights": {"rule": "fastest"}, "laziness": 0.5});
    let lazy = Network::from_value(&lazy, 1).unwrap().certificate().unwrap();
    assert!((lazy.mixing_rate - plain.mixing_rate).abs() < 1e-12 && lazy.bound == plain.bound);
    let alone = fastest(&json!({"kind": "ring", "agents": 1}), true);
    assert_eq!((dense(&alone.matrix)[(0, 0)], alone.certificate().unwrap().gap), (1.0, 0.0));
    // Each part for itself: a pair, a path of three, and one alone.
    let parts = json!({"kind": "explicit", "agents": 6, "edges": [[0, 4], [1, 2], [2, 3]]});
    let network = fastest(&parts, false);
    let dense = dense(&network.matrix);
    assert!((dense[(0, 4)] - 0.5).abs() < 1e-9 && (dense[(1, 2)] - 0.5).abs() < 1e-9, "{dense}");
    assert_eq!(dense[(5, 5)], 1.0);
    assert!((network.certificate().unwrap().mixing_rate - 1.0).abs() < 1e-12);
    assert!(network.certificate().unwrap().gap < 1e-9);
}

#[test]
fn what_is_too_large_is_refused() {
    let document = |topology: Value| {
        json!({
            "version": 1, "iterations": 1, "network": {"topology": topology, "weights": {"rule": "fastest"}},
            "problem": {"kind": "pl"}, "stepSize": {"kind": "constant", "value": 0.01}, "methods": [{"kind": "dsgd"}],
        })
    };
    assert_eq!(
        refusal(&document(json!({"kind": "complete", "agents": 50}))),
        "network.weights: fastest needs at most 1000 links and 300 agents, got 1225 and 50: take bestConstant"
    );
    assert!(refusal(&document(json!({"kind": "path", "agents": 400}))).contains("got 399 and 400"));
}

#[test]
fn what_is_known_is_what_is_built_and_the_way_there_is_told() {
    let ring = |agents: usize| json!({"topology": {"kind": "ring", "agents": agents}, "weights": {"rule": "fastest"}});
    let value = with(
        &ring(23),
        &json!({"changes": {"kind": "cycle", "networks": [with(&ring(23), &json!({"laziness": 0.1}))]}}),
    );
    let mut told = Vec::new();
    let mut known = Solutions::default();
    Network::from_value_telling(&value, 1, &mut known, &mut |share| told.push(share)).unwrap();
    assert!(told.len() > 5 && told.windows(2).all(|pair| pair[0] <= pair[1]), "{told:?}");
    assert!(told[0] == 0.0 && (0.4..=0.5).contains(told.last().unwrap()), "{told:?}");
    let mut again = 0;
    let network = Network::from_value_telling(&value, 1, &mut known, &mut |_| again += 1).unwrap();
    assert_eq!(again, 0);
    assert_eq!(Network::from_value(&value, 1).unwrap().matrix, network.matrix);
    // Given by hand it is the same matrix, to the last bit.
    let rows: Vec<Vec<f64>> = dense(&network.matrix).row_iter().map(|row| row.iter().copied().collect()).collect();
    let given = json!({"topology": {"kind": "ring", "agents": 23}, "weights": {"rule": "explicit", "matrix": rows}});
    assert_eq!(Network::from_value(&given, 1).unwrap().matrix, network.matrix);
}
