//! What the lessons on changing networks and on costs claim, of the ready documents themselves over twenty seeds.

mod settings;

use serde_json::{Value, json};
use suda::engine::Engine;

use crate::common::{preset, run, with};

const SEEDS: std::ops::RangeInclusive<u64> = 1..=20;

/// Runs the document of a lesson with another seed, changed.
fn lesson(id: &str, seed: u64, change: &dyn Fn(&mut Value)) -> Engine {
    let mut document = with(&preset(id), &json!({"seed": seed}));
    change(&mut document);
    run(&document)
}

/// The last value of the first metric of a method.
fn ends(engine: &Engine, method: usize) -> f64 {
    let curve = engine.curve(0, method).mean;
    curve[curve.len() - 1]
}

fn unchanged(document: &mut Value) {
    document["network"].as_object_mut().unwrap().remove("changes");
}

#[test]
fn the_lesson_on_links_that_fail_holds() {
    for seed in SEEDS {
        let [failing, whole] = [&|_: &mut Value| (), &unchanged as &dyn Fn(&mut Value)]
            .map(|change| lesson("links-that-fail", seed, change));
        let ratio = ends(&failing, 1) / ends(&whole, 1);
        assert!(ratio > 1.2 && ends(&whole, 1) > 1e-3, "seed {seed}: {ratio}");
        [0, 2, 3]
            .into_iter()
            .for_each(|method| assert!(ends(&failing, method) < 1e-12, "seed {seed}, method {method}"));
    }
}

#[test]
fn the_lesson_on_pairs_that_meet_holds() {
    for seed in SEEDS {
        let engine = lesson("pairs-that-meet", seed, &|_| ());
        assert!(ends(&engine, 3) > 1e-3 && ends(&engine, 0) < 1e-12 && ends(&engine, 1) < 1e-12, "seed {seed}");
        assert!(engine.diverged_at(2, 0).is_some(), "seed {seed}");
        // On the ring without changes it would converge.
        assert!(ends(&lesson("pairs-that-meet", seed, &unchanged), 2) < 1e-12, "seed {seed}");
    }
}

/// The mean over the last two thirds of a metric's curve.
fn floor(engine: &Engine, metric: usize, method: usize) -> f64 {
    let curve = engine.curve(metric, method).mean;
    let late = &curve[curve.len() / 3..];
    late.iter().sum::<f64>() / late.len() as f64
}

#[test]
fn the_lesson_on_one_peer_at_a_time_holds() {
    let other = |topology: Value| {
        move |document: &mut Value| {
            unchanged(document);
            document["network"]["topology"] = topology.clone();
        }
    };
    let cube = other(json!({"kind": "hypercube", "dimension": 4}));
    let complete = other(json!({"kind": "complete", "agents": 16}));
    let ring = other(json!({"kind": "ring", "agents": 16}));
    let (mut own, mut on_ring) = (0.0, 0.0);
    for seed in SEEDS {
        let changes: [&dyn Fn(&mut Value); 4] = [&|_| (), &cube, &complete, &ring];
        let [peers, cube, complete, ring] = changes.map(|change| lesson("one-peer", seed, change));
        // One message of each agent in an iteration, where the dense graphs take 4 and 15, and the ring 2.
        let messages = |engine: &Engine| engine.record().communication(1).last().unwrap()[1] / (1_500 * 16);
        assert_eq!([&peers, &cube, &complete, &ring].map(messages), [1, 4, 15, 2]);
        // DSGD on the complete graph is centralised SGD.
        let central = floor(&peers, 0, 0);
        assert!((floor(&complete, 0, 1) / central - 1.0).abs() < 1e-9, "seed {seed}");
        for method in 1..4 {
            let ratios = [&cube, &complete].map(|dense| floor(&peers, 0, method) / floor(dense, 0, method));
            let near = [0.025, if method == 1 { 0.1 } else { 0.01 }];
            let is_near = ratios.iter().zip(near).all(|(ratio, near)| (ratio - 1.0).abs() < near);
            assert!(is_near, "seed {seed}, method {method}: {ratios:?}");
        }
        own += floor(&peers, 2, 1) / floor(&cube, 2, 1) / 20.0;
        on_ring += floor(&ring, 0, 1) / central / 20.0;
    }
    // Not so of each agent on its own, nor of DSGD on the ring.
    assert!((1.5..2.5).contains(&own) && (1.15..1.3).contains(&on_ring), "{own} {on_ring}");
}

#[test]
fn the_lesson_on_fastest_weights_holds() {
    let metropolis = |document: &mut Value| document["network"]["weights"] = json!({"rule": "metropolis"});
    let mut ratios = Vec::new();
    for seed in SEEDS {
        let [fastest, usual] = [&|_: &mut Value| (), &metropolis as &dyn Fn(&mut Value)]
            .map(|change| lesson("fastest-weights", seed, change));
        let rates = [&fastest, &usual].map(|engine| engine.experiment().network.spectrum().mixing_rate());
        assert_eq!(rates.map(|rate| (rate * 100.0).round()), [84.0, 90.0]);
        let w = &fastest.experiment().network.matrix;
        assert!((0..w.agents()).any(|i| w.row(i).any(|(j, weight)| i != j && weight < -1e-3)));
        ratios.push(ends(&fastest, 1) / ends(&usual, 1));
        assert!(ends(&fastest, 0) < ends(&fastest, 1) / 5.0, "seed {seed}");
        // Given time, the corrected method finds the minimiser.
        let longer = lesson("fastest-weights", seed, &|document| document["iterations"] = json!(1_500));
        assert!(ends(&longer, 0) < 1e-12, "seed {seed}");
    }
    assert!(ratios.iter().all(|&ratio| ratio < 0.9), "{ratios:?}");
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!((0.35..0.65).contains(&mean), "{ratios:?}");
}

#[test]
fn the_lesson_on_several_rounds_holds() {
    let mut product = 1.0;
    for seed in SEEDS {
        let engine = lesson("several-rounds", seed, &|_| ());
        let [one, five, accelerated] = [0, 1, 2].map(|method| ends(&engine, method));
        let says = format!("seed {seed}: {one} {five} {accelerated}");
        assert!((6.0..25.0).contains(&(one / five)) && five > 1.5 * accelerated, "{says}");
        product *= one / five;
        let rounds = [0, 1, 2].map(|method| engine.record().communication(method).last().unwrap()[0]);
        assert_eq!(rounds, [600, 3_000, 3_000]);
    }
    let mean = product.powf(1.0 / 20.0);
    assert!((8.0..15.0).contains(&mean), "{mean}");
}

/// The first record of the first metric of a method that is below a level.
fn reaches(engine: &Engine, method: usize, level: f64) -> Option<usize> {
    engine.curve(0, method).mean.iter().position(|&value| value < level)
}

#[test]
fn the_lesson_on_fewer_bits_holds() {
    let two = |document: &mut Value| document["methods"][1]["compression"]["bits"] = json!(2);
    for seed in SEEDS {
        let engine = lesson("fewer-bits", seed, &|_| ());
        let [whole, few] = [0, 1].map(|method| {
            let point = reaches(&engine, method, 1e-6).unwrap();
            (point, engine.record().communication(method).nth(point).unwrap()[1])
        });
        // As fast, and so many vectors take 4 · 20 + 64 bits in place of 64 · 20.
        assert!(
            whole.0.abs_diff(few.0) <= 2 && whole.1.abs_diff(few.1) * 100 < whole.1,
            "seed {seed}: {whole:?} {few:?}"
        );
        let bits = [0, 1].map(|method| engine.experiment().methods[method].bits(20));
        assert_eq!(bits, [1_280, 144]);
        assert!(lesson("fewer-bits", seed, &two).diverged_at(1, 0).is_some(), "seed {seed}");
        let halved = lesson("two-bits", seed, &|_| ());
        assert_eq!(halved.experiment().methods[1].bits(20), 104);
        let late = reaches(&halved, 1, 1e-6).unwrap();
        assert!(late < whole.0 + whole.0 / 20, "seed {seed}: {late}");
    }
}

#[test]
fn the_lesson_on_fewer_rounds_holds() {
    let mut ratios = Vec::new();
    for seed in SEEDS {
        let engine = lesson("fewer-rounds", seed, &|_| ());
        let rounds = [1, 3].map(|method| {
            let point = reaches(&engine, method, 1e-6).unwrap();
            engine.record().communication(method).nth(point).unwrap()[0] as f64
        });
        let ratio = rounds[0] / rounds[1];
        assert!((3.9..4.1).contains(&ratio), "seed {seed}: {ratio}");
        ratios.push(ends(&engine, 2) / ends(&engine, 0));
        // The more steps alone, the higher DSGD ends.
        let floors = [2, 4, 8].map(|steps| {
            let more = |document: &mut Value| document["methods"][2]["localSteps"] = json!(steps);
            ends(&lesson("fewer-rounds", seed, &more), 2)
        });
        assert!(
            ends(&engine, 0) < floors[0] && floors[0] < floors[1] && floors[1] < floors[2],
            "seed {seed}: {floors:?}"
        );
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!((3.5..4.5).contains(&mean), "{ratios:?}");
}

#[test]
fn the_lesson_on_seconds_holds() {
    let slow = |document: &mut Value| document["clock"]["compute"]["factor"] = json!(10);
    // Times do not depend on the seed, but what is reached in them does.
    for seed in SEEDS {
        let engine = lesson("seconds", seed, &|_| ());
        let points = [0, 1].map(|method| reaches(&engine, method, 1e-6).unwrap());
        assert!(points[0].abs_diff(points[1]) * 50 < points[0], "seed {seed}: {points:?}");
        let seconds = |engine: &Engine| {
            let all = engine.record().seconds(0);
            [all[all.len() - 2], all[all.len() - 1]]
        };
        let [server, neighbors] = seconds(&engine);
        assert!((8.5..9.5).contains(&(server / neighbors)), "{server} {neighbors}");
        // With the server all wait in each of 1,000 iterations; with neighbours only the slow agent's 0.1 s are left.
        let [late_server, late] = seconds(&lesson("seconds", seed, &slow));
        assert!(((late_server - server) / 90.0 - 1.0).abs() < 1e-6 && (late / 100.0 - 1.0).abs() < 1e-3, "{late}");
    }
}
