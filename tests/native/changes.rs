//! Networks that change: which links are used when, and how often.

use serde_json::{Value, json};
use std::sync::Arc;
use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::finding::Fact;
use suda::network::Network;

use crate::common::{dense, refusal, start, with};

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
fn links_that_never_fail_and_a_cycle_of_equal_networks_change_no_bit() {
    let own = json!({"topology": graph(), "weights": {"rule": "metropolis"}});
    let never = with(&own, &json!({"changes": {"kind": "linkFailures", "probability": 0}}));
    let twice = with(&own, &json!({"changes": {"kind": "cycle", "networks": [own, own]}}));
    let run = |network: &Value| {
        let mut engine = start(&document(network));
        engine.advance(30);
        // DLM mixes twice where W changes, so that its count differs, and the rounding of nothing.
        (0..6).map(|m| engine.iterates(m, 1).unwrap()).collect::<Vec<_>>()
    };
    let fixed = run(&own);
    assert_eq!(run(&never), fixed);
    assert_eq!(run(&twice), fixed);
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

#[test]
fn the_sequence_depends_on_the_seed_alone() {
    for value in &kinds()[1..4] {
        let links = |seed: u64| (0..40).map(|k| network(value, seed).links_at(k)).collect::<Vec<_>>();
        assert_ne!(links(1), links(2), "{value}");
        // Noise, data and start come from other streams: they are as they are on the fixed network.
        let own = with(&document(value), &json!({"methods": [{"kind": "psgd"}]}));
        let fixed = with(&own, &json!({"network": with(value, &json!({"changes": null}))}));
        let run = |document: &Value| {
            let mut engine = start(document);
            engine.advance(30);
            (0..3).map(|trial| engine.iterates(0, trial).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(run(&own), run(&fixed), "{value}");
    }
}

#[test]
fn parts_of_the_work_give_the_bits_and_the_counts_of_the_whole() {
    for value in kinds() {
        // The step makes methods diverge, in one trial earlier than in another.
        for step in [0.05, 40.0] {
            let more = json!({"stepSize": {"kind": "constant", "value": step}});
            let experiment = Arc::new(Experiment::from_value(&with(&document(&value), &more)).unwrap());
            let mut whole = Engine::new(Arc::clone(&experiment)).unwrap();
            whole.advance(30);
            for m in 0..6 {
                for trial in 0..3 {
                    let range = trial as u64..trial as u64 + 1;
                    let mut part = Engine::part(Arc::clone(&experiment), vec![m], range).unwrap();
                    part.advance(7);
                    part.advance(100);
                    assert_eq!(part.iterates(0, 0), whole.iterates(m, trial), "{value}");
                    assert!(part.record().communication(0).eq(whole.record().communication(m)), "{value} {m}");
                }
            }
        }
    }
}

#[test]
fn communication_is_counted_for_the_links_that_were_used() {
    for value in kinds() {
        let mut engine = start(&document(&value));
        engine.advance(30);
        let network = &engine.experiment().network;
        // Of each method the rounds of an iteration: DLM mixes before and after; SUDA has two degrees, twice.
        for (m, each) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4)] {
            let mut expected = vec![[0, 0]];
            for k in 0..30 {
                let [rounds, vectors] = expected[expected.len() - 1];
                expected.push([rounds + each, vectors + each * 2 * network.links_at(k).len() as u64]);
            }
            assert_eq!(engine.record().communication(m).collect::<Vec<_>>(), expected, "{value} {m}");
        }
    }
}

#[test]
fn changes_that_make_no_sense_are_refused_with_their_place() {
    let ring = || json!({"kind": "ring", "agents": 4});
    let still =
        |agents: usize| json!({"topology": {"kind": "ring", "agents": agents}, "weights": {"rule": "metropolis"}});
    let cases = [
        (changing(&ring(), &json!({"kind": "onePeer"})), "network.changes.kind: onePeer needs the topology hypercube"),
        (
            changing(&ring(), &json!({"kind": "linkFailures", "probability": 1.5})),
            "network.changes.probability: must be in [0, 1], got 1.5",
        ),
        (
            changing(&ring(), &json!({"kind": "cycle", "networks": []})),
            "network.changes.networks: must have 1 to 64 networks, got 0",
        ),
        (
            changing(&ring(), &json!({"kind": "cycle", "networks": [still(4), still(5)]})),
            "network.changes.networks[1].topology: must have 4 agents, as the network itself, got 5",
        ),
        (
            changing(&ring(), &json!({"kind": "cycle", "networks": [with(&still(4), &json!({"changes": {}}))]})),
            "network.changes.networks[0].changes: is not known here; the fields are topology, weights, laziness",
        ),
        (
            changing(&ring(), &json!({"kind": "cycle", "networks": [{"topology": {"kind": "ring"}}]})),
            "network.changes.networks[0].topology.agents: is missing",
        ),
    ];
    for (value, expected) in cases {
        assert_eq!(refusal(&document(&value)), expected);
    }
    let accelerated = json!({"methods": [{"kind": "dsgd", "rounds": 2, "acceleration": "chebyshev"}]});
    assert_eq!(
        refusal(&with(&document(&kinds()[2]), &accelerated)),
        "methods[0].acceleration: chebyshev needs the λ of W: it goes with a network that is fixed, or a cycle",
    );
    let unstable = json!({"topology": ring(), "weights": {"rule": "laplacian", "epsilon": 0.9}});
    assert_eq!(
        refusal(&with(&document(&unstable), &accelerated)),
        "methods[0].acceleration: chebyshev needs a W with λ of at most 1, and here λ = 2.6000",
    );
}

/// √λ₂ of the mean of W_k² over matrices given with their weights.
fn contraction(matrices: &[(f64, nalgebra::DMatrix<f64>)]) -> f64 {
    let n = matrices[0].1.nrows();
    let mean = matrices.iter().fold(nalgebra::DMatrix::zeros(n, n), |sum, (share, w)| sum + w * w * *share);
    (mean - nalgebra::DMatrix::from_element(n, n, 1.0 / n as f64)).symmetric_eigenvalues().max().sqrt()
}

#[test]
fn closed_forms_are_the_means_over_all_that_can_happen() {
    let square = json!({"kind": "explicit", "agents": 4, "edges": [[0, 1], [1, 2], [2, 3], [0, 3], [0, 2]]});
    let lazy = |value: &Value| network(&with(value, &json!({"laziness": 0.3})), 1);
    // All 32 sets of links that can be up.
    let p = 0.3_f64;
    let failing = lazy(&changing(&square, &json!({"kind": "linkFailures", "probability": p})));
    let base = dense(&failing.matrix);
    let links: Vec<_> = failing.graph.edges().collect();
    let all: Vec<_> = (0..32_u32)
        .map(|up| {
            let mut w = nalgebra::DMatrix::identity(4, 4);
            for (_, &(i, j)) in links.iter().enumerate().filter(|(e, _)| up & (1 << e) != 0) {
                for (a, b) in [(i, j), (j, i)] {
                    w[(a, b)] += base[(i, j)];
                    w[(a, a)] -= base[(i, j)];
                }
            }
            let count = up.count_ones();
            ((1.0 - p).powi(count.cast_signed()) * p.powi(5 - count.cast_signed()), w)
        })
        .collect();
    let told = failing.expectation().unwrap();
    assert!((told.contraction.unwrap() - contraction(&all)).abs() < 1e-12, "{told:?}");
    let mean = all.iter().fold(nalgebra::DMatrix::zeros(4, 4), |sum, (share, w)| sum + w * *share);
    assert!((dense(&told.matrix) - mean).amax() < 1e-15);
    assert!((told.links - 3.5).abs() < 1e-12 && told.period.is_none() && told.draws.is_none());

    let pair = |i: usize, j: usize| {
        let mut w = nalgebra::DMatrix::identity(4, 4);
        for (a, b) in [(i, j), (j, i)] {
            w[(a, b)] = 0.35;
            w[(a, a)] = 0.65;
        }
        w
    };
    let one = lazy(&changing(&square, &json!({"kind": "oneLink"}))).expectation().unwrap();
    let all: Vec<_> = links.iter().map(|&(i, j)| (0.2, pair(i, j))).collect();
    assert!((one.contraction.unwrap() - contraction(&all)).abs() < 1e-12, "{one:?}");
    assert!((one.links - 1.0).abs() < 1e-12);

    // On a path of four the middle pair meets alone once in three times, else the outer two.
    let path = lazy(&changing(&json!({"kind": "path", "agents": 4}), &json!({"kind": "randomMatching"})));
    let told = path.expectation().unwrap();
    let exact = contraction(&[(1.0 / 3.0, pair(1, 2)), (2.0 / 3.0, pair(0, 1) * pair(2, 3))]);
    assert!((told.contraction.unwrap() - exact).abs() < 0.01, "{told:?} for {exact}");
    assert_eq!(told.draws, Some(10_000));
}

#[test]
fn what_repeats_is_told_by_the_product_over_its_period() {
    let cube = network(&changing(&json!({"kind": "hypercube", "dimension": 3}), &json!({"kind": "onePeer"})), 1);
    let told = cube.expectation().unwrap();
    assert!(told.period == Some(3) && told.period_contraction.unwrap() < 1e-15 && (told.links - 4.0).abs() < 1e-12);
    assert!(
        (dense(&told.matrix) * 3.0 - (0..3).map(|k| dense(&cube.matrix_at(k))).sum::<nalgebra::DMatrix<f64>>()).amax()
            < 1e-15
    );
    let cycle = network(&kinds()[0], 1);
    let told = cycle.expectation().unwrap();
    let product = dense(&cycle.matrix_at(1)) * dense(&cycle.matrix_at(0));
    let norm = (product - nalgebra::DMatrix::from_element(7, 7, 1.0 / 7.0)).singular_values().max();
    assert!((told.period_contraction.unwrap() - norm).abs() < 1e-12, "{told:?} for {norm}");
    assert!((told.contraction.unwrap() - norm.sqrt()).abs() < 1e-12);
    assert!((told.links - 8.0).abs() < 1e-12);
}

#[test]
fn the_theory_gives_no_number_and_says_why() {
    for value in kinds() {
        let experiment = Experiment::from_value(&document(&value)).unwrap();
        assert!(suda::analysis::tables(&experiment).iter().all(Vec::is_empty));
        for method in 0..experiment.methods.len() {
            let theory = suda::analysis::Analysis::of(&experiment, method, 0.0);
            let numbers = [theory.spectral_radius, theory.gamma, theory.zeta0_squared, theory.suggested_step_size];
            assert_eq!(numbers, [None; 4]);
            assert!(theory.bound.is_none() && theory.step_size_limits.is_none() && theory.corollaries.is_none());
            assert_eq!(theory.findings.last().unwrap().fact, Fact::ChangingNetwork);
            assert_eq!(suda::analysis::expectation::expectation(&experiment, method), None);
        }
    }
}

#[test]
fn networks_that_leave_parts_together_are_warned_of() {
    let said = |value: &Value| {
        let experiment = Experiment::from_value(&document(value)).unwrap();
        let warnings = suda::analysis::warnings::warnings(&experiment).into_iter();
        warnings.filter(|w| w.path == "network.changes").map(|w| w.text).collect::<Vec<_>>()
    };
    let part = |edges: Value| json!({"topology": {"kind": "explicit", "agents": 4, "edges": edges}, "weights": {"rule": "metropolis"}});
    let cycle = |first: Value, second: Value| {
        with(&part(first), &json!({"changes": {"kind": "cycle", "networks": [part(second)]}}))
    };
    let text = |parts: usize| {
        vec![format!("all networks together leave {parts} parts: agents of different parts never hear of each other")]
    };
    assert_eq!(said(&cycle(json!([[0, 1]]), json!([[2, 3]]))), text(2));
    assert_eq!(said(&cycle(json!([[0, 1]]), json!([[1, 2]]))), text(2));
    assert!(said(&cycle(json!([[0, 1], [2, 3]]), json!([[1, 2]]))).is_empty());
    let ring = json!({"kind": "ring", "agents": 4});
    assert_eq!(said(&changing(&ring, &json!({"kind": "linkFailures", "probability": 1}))), text(4));
    assert!(kinds().iter().all(|value| said(value).is_empty()));
}
