//! Networks that change: which links are used when, and how often.

mod expectation;
mod runs;
mod said;

use serde_json::{Value, json};
use suda::network::Network;

use crate::common::{dense, with};

fn network(network: &Value, seed: u64) -> Network {
    Network::from_value(network, seed).unwrap_or_else(|error| panic!("{error}"))
}

fn changing(topology: &Value, changes: &Value) -> Value {
    json!({"topology": topology, "weights": {"rule": "metropolis"}, "changes": changes})
}

/// An irregular graph: a wheel with a tail.
fn graph() -> Value {
    let edges = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [2, 3], [3, 4], [4, 1], [4, 5], [5, 6]];
    json!({"kind": "explicit", "agents": 7, "edges": edges})
}

fn document(network: &Value) -> Value {
    json!({
        "version": 1, "seed": "5", "trials": 3, "iterations": 30, "record": {"every": 1}, "network": network,
        "problem": {"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 4, "heterogeneity": 1},
        "gradient": {"noise": "gaussian", "variance": 0.01}, "stepSize": {"kind": "constant", "value": 0.05},
        "methods": [
            {"kind": "psgd"}, {"kind": "dsgd"}, {"kind": "exactDiffusion", "laziness": 0.5},
            {"kind": "gradientTracking"}, {"kind": "dlm", "penalty": 0.2},
            {"kind": "suda", "a": [0, 1], "bSquared": [0.5, -0.5], "c": [1], "rounds": 2},
        ],
    })
}

fn kinds() -> Vec<Value> {
    let cube = json!({"kind": "hypercube", "dimension": 3});
    let other = json!({"topology": {"kind": "path", "agents": 7}, "weights": {"rule": "maxDegree"}, "laziness": 0.1});
    vec![
        changing(&graph(), &json!({"kind": "cycle", "networks": [other]})),
        changing(&graph(), &json!({"kind": "linkFailures", "probability": 0.35})),
        changing(&graph(), &json!({"kind": "randomMatching"})),
        changing(&graph(), &json!({"kind": "oneLink"})),
        changing(&cube, &json!({"kind": "onePeer"})),
    ]
}

/// How often each link is used in `draws` iterations, as (link, share), and the links used in each.
fn shares(network: &Network, draws: u64) -> Vec<([u32; 2], f64)> {
    let mut counts = std::collections::BTreeMap::new();
    for link in (0..draws).flat_map(|k| network.links_at(k)) {
        *counts.entry(link).or_insert(0.0) += 1.0 / draws as f64;
    }
    counts.into_iter().collect()
}

/// Five standard deviations of a share p in so many draws.
fn margin(p: f64, draws: u64) -> f64 {
    5.0 * (p * (1.0 - p) / draws as f64).sqrt()
}

#[test]
fn every_kind_is_tried_here() {
    let declared: Vec<_> = suda::network::changes::CHANGES.iter().map(|entry| entry.kind).collect();
    let tried: Vec<_> = kinds().iter().map(|network| network["changes"]["kind"].as_str().unwrap().to_owned()).collect();
    assert_eq!(tried, declared);
}

#[test]
fn every_matrix_is_symmetric_and_stochastic_and_can_be_had_alone() {
    for value in kinds() {
        let network = network(&with(&value, &json!({"laziness": 0.2})), 3);
        let again = |k| Network::from_value(&with(&value, &json!({"laziness": 0.2})), 3).unwrap().matrix_at(k);
        for k in (0..20).chain([u64::from(u32::MAX)]) {
            let matrix = network.matrix_at(k);
            let dense = dense(&matrix);
            assert_eq!(dense, dense.transpose(), "{value}");
            for row in dense.row_iter() {
                assert!((row.sum() - 1.0).abs() < 1e-15, "{value}: {row}");
            }
            assert!((0..dense.nrows()).all(|i| dense[(i, i)] >= 0.2 - 1e-15), "{value}");
            assert_eq!(matrix, again(k), "{value}");
            assert_eq!(network.links_at(k).len() * 2, matrix.links());
        }
    }
}

#[test]
fn each_link_fails_with_its_probability_alone() {
    let (p, draws) = (0.35, 20_000);
    let network = network(&kinds()[1], 8);
    let links = network.graph.edge_count();
    let shares = shares(&network, draws);
    assert_eq!(shares.len(), links);
    for (link, share) in shares {
        assert!((share - (1.0 - p)).abs() < margin(p, draws), "{link:?}: {share}");
    }
    // Two links are up together, and one is in two iterations that follow each other, as independent ones are.
    let up = |k, link: [u32; 2]| network.links_at(k).contains(&link);
    let both = (0..draws).filter(|&k| up(k, [0, 1]) && up(k, [0, 2])).count() as f64 / draws as f64;
    let next = (0..draws).filter(|&k| up(k, [0, 1]) && up(k + 1, [0, 1])).count() as f64 / draws as f64;
    let square = (1.0 - p) * (1.0 - p);
    assert!((both - square).abs() < margin(square, draws), "{both}");
    // Pairs that overlap vary more than pairs that do not.
    assert!((next - square).abs() < 2.0 * margin(square, draws), "{next}");
}

#[test]
fn what_a_link_that_fails_would_carry_stays_with_its_ends() {
    let network = network(&kinds()[1], 1);
    let base = dense(&network.matrix);
    for k in 0..50 {
        let (now, used) = (dense(&network.matrix_at(k)), network.links_at(k));
        let mut expected = base.clone();
        for (i, j) in network.graph.edges() {
            if !used.iter().any(|&[a, b]| (a as usize, b as usize) == (i, j)) {
                expected[(i, i)] += base[(i, j)];
                expected[(j, j)] += base[(i, j)];
                expected[(i, j)] = 0.0;
                expected[(j, i)] = 0.0;
            }
        }
        assert!((now - expected).amax() < 1e-15);
    }
}

#[test]
fn matchings_are_maximal_and_every_order_of_the_links_is_as_likely() {
    let network = network(&kinds()[2], 2);
    for k in 0..2_000 {
        let mut met = [false; 7];
        for [i, j] in network.links_at(k) {
            assert!(!met[i as usize] && !met[j as usize], "an agent meets two at {k}");
            met[i as usize] = true;
            met[j as usize] = true;
        }
        assert!(network.graph.edges().all(|(i, j)| met[i] || met[j]), "two neighbours wait for nobody at {k}");
    }
    // On a path of four, two of the six orders of its three links begin with the middle one, which then
    // is alone; otherwise the outer two meet.
    let draws = 20_000;
    let path = self::network(&changing(&json!({"kind": "path", "agents": 4}), &json!({"kind": "randomMatching"})), 4);
    let middle = (0..draws).filter(|&k| path.links_at(k) == [[1, 2]]).count() as f64 / draws as f64;
    assert!((middle - 1.0 / 3.0).abs() < margin(1.0 / 3.0, draws), "{middle}");
    assert!((0..draws).all(|k| [vec![[1, 2]], vec![[0, 1], [2, 3]]].contains(&path.links_at(k))));
    // On a graph that looks the same from each link, each meets as often: on a ring of five two meet of five.
    let ring = self::network(&changing(&json!({"kind": "ring", "agents": 5}), &json!({"kind": "randomMatching"})), 4);
    let shares = shares(&ring, draws);
    assert_eq!(shares.len(), 5);
    assert!(shares.iter().all(|(_, share)| (share - 0.4).abs() < margin(0.4, draws)), "{shares:?}");
}

#[test]
fn one_link_is_drawn_uniformly() {
    let (network, draws) = (network(&kinds()[3], 6), 20_000);
    assert!((0..100).all(|k| network.links_at(k).len() == 1));
    let shares = shares(&network, draws);
    assert_eq!(shares.len(), 10);
    assert!(shares.iter().all(|(_, share)| (share - 0.1).abs() < margin(0.1, draws)), "{shares:?}");
}

#[test]
fn one_peer_a_step_averages_exactly_after_as_many_steps_as_there_are_dimensions() {
    let value = changing(&json!({"kind": "hypercube", "dimension": 4}), &json!({"kind": "onePeer"}));
    let network = network(&value, 1);
    let product = (0..4).fold(nalgebra::DMatrix::identity(16, 16), |product, k| {
        assert_eq!(network.links_at(k).len(), 8);
        dense(&network.matrix_at(k + 8)) * product
    });
    assert!((product - nalgebra::DMatrix::from_element(16, 16, 1.0 / 16.0)).amax() < 1e-16);
}
