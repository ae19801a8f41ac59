//! What pulls the agents: parts of the next move, which at rest hold each other, with or without the neighbours.

use serde_json::{Value, json};
use suda::engine::Pulls;

use crate::common::{distance, greatest, start, with};
use crate::corrections::{document, unbiased};

/// Six agents on a ring, two unknowns, one sample for each of these in each agent; their own minima on a circle.
fn on_a_map(minima: &[[f64; 2]], method: &Value) -> Value {
    let targets: Vec<[f64; 2]> = minima.iter().map(|&[x, y]| [2.0 * x, y]).collect();
    let features = vec![[[2.0, 0.0], [0.0, 1.0]]; minima.len()];
    let problem =
        json!({ "kind": "leastSquares", "data": { "kind": "explicit", "features": features, "targets": targets } });
    with(&document(&json!([method])), &json!({ "problem": problem }))
}

fn minima() -> [[f64; 2]; 6] {
    [[2.0, 0.0], [1.0, 1.5], [-1.0, 1.5], [-2.0, 0.0], [-1.0, -1.5], [1.0, -1.5]]
}

fn sum(parts: &[&[f64]]) -> Vec<f64> {
    (0..parts[0].len()).map(|i| parts.iter().map(|part| part[i]).sum()).collect()
}

fn size(part: &[f64]) -> f64 {
    greatest(part.iter().copied())
}

/// At the end of the document's run.
fn at_rest(document: &Value) -> Pulls {
    let mut engine = start(document);
    engine.advance(30_000);
    engine.pulls(0, 0).unwrap()
}

#[test]
fn they_add_up_to_the_next_move_of_every_method() {
    let whole = json!([
        { "kind": "psgd" },
        { "kind": "psgd", "localSteps": 3 },
        { "kind": "dsgd" },
        { "kind": "dsgd", "variant": "combineThenAdapt" },
        { "kind": "dsgd", "momentum": 0.8 },
        { "kind": "dsgd", "localSteps": 2, "rounds": 3 },
        { "kind": "exactDiffusion", "momentum": 0.5 },
        { "kind": "local" },
    ]);
    let on_fixed_networks = json!([
        { "kind": "exactDiffusion", "localSteps": 4 },
        { "kind": "dsgd", "rounds": 3, "acceleration": "chebyshev" },
        { "kind": "dsgd", "compression": { "kind": "quantize", "bits": 4 }, "consensusStep": 0.5 },
        { "kind": "extra", "compression": { "kind": "sign" }, "consensusStep": 0.2 },
    ]);
    let changing = json!({ "network": { "topology": { "kind": "ring", "agents": 6 }, "weights": { "rule": "metropolis" },
        "changes": { "kind": "linkFailures", "probability": 0.4 } } });
    let fixed = json!({});
    let cases = [
        (&whole, &fixed),
        (&whole, &changing),
        (&unbiased(), &fixed),
        (&unbiased(), &changing),
        (&on_fixed_networks, &fixed),
    ];
    for (methods, network) in cases {
        let steps = json!({ "stepSize": { "kind": "inverse", "value": 0.1, "offset": 20 }, "trials": 2 });
        let mut engine = start(&with(&with(&document(methods), &steps), network));
        for _ in 0..12 {
            let before: Vec<_> = (0..engine.methods().len())
                .map(|place| (engine.pulls(place, 1).unwrap(), engine.iterates(place, 1).unwrap()))
                .collect();
            engine.advance(1);
            for (place, (pulls, x)) in before.iter().enumerate() {
                let moved = sum(&[x, &pulls.own, &pulls.remembered, &pulls.neighbors]);
                let next = engine.iterates(place, 1).unwrap();
                assert!(distance(&moved, &next) < 1e-13 * (1.0 + size(&next)), "{}", methods[place]);
            }
        }
    }
}

#[test]
fn the_own_pull_is_the_step_along_the_exact_gradient_whatever_the_noise() {
    let method = json!({ "kind": "exactDiffusion", "stepSize": { "kind": "constant", "value": 0.03 } });
    let noisy = json!({ "gradient": { "noise": "gaussian", "variance": 0.5 } });
    let mut engine = start(&with(&on_a_map(&minima(), &method), &noisy));
    engine.advance(7);
    let (x, pulls) = (engine.iterates(0, 0).unwrap(), engine.pulls(0, 0).unwrap());
    // f_i is half the mean of (2 x - 2 a)² and (y - b)².
    let expected: Vec<f64> = x
        .chunks(2)
        .zip(minima())
        .flat_map(|(x, [a, b])| [-0.03 * 2.0 * (x[0] - a), -0.03 * 0.5 * (x[1] - b)])
        .collect();
    assert!(distance(&pulls.own, &expected) < 1e-15, "{pulls:?} {expected:?}");
}

#[test]
fn at_rest_dsgd_is_held_between_its_data_and_its_neighbours() {
    for variant in ["adaptThenCombine", "combineThenAdapt"] {
        let pulls = at_rest(&on_a_map(&minima(), &json!({ "kind": "dsgd", "variant": variant })));
        let held = sum(&[&pulls.own, &pulls.neighbors]);
        assert!(size(&pulls.own) > 0.01, "{pulls:?}");
        assert!(size(&held) < 1e-9 * size(&pulls.own), "{held:?}");
        assert_eq!(size(&pulls.remembered), 0.0);
    }
}

#[test]
fn at_rest_unbiased_methods_have_taken_their_own_pull_out_and_need_no_neighbour() {
    let methods = unbiased();
    let momentum = json!([
        { "kind": "exactDiffusion", "momentum": 0.8 },
        { "kind": "gradientTracking", "momentum": 0.8 },
        { "kind": "exactDiffusion", "localSteps": 4 },
    ]);
    let all = [methods.as_array().unwrap().clone(), momentum.as_array().unwrap().clone()].concat();
    for method in &all {
        let pulls = at_rest(&document(&json!([method])));
        let left = sum(&[&pulls.own, &pulls.remembered]);
        assert!(size(&pulls.own) > 0.01, "{method}: {pulls:?}");
        assert!(size(&left) < 1e-9 * size(&pulls.own), "{method}: {left:?}");
        assert!(size(&pulls.neighbors) < 1e-9 * size(&pulls.own), "{method}: {pulls:?}");
    }
}

#[test]
fn the_same_recursion_has_the_same_pulls_however_it_is_written() {
    let polynomials = |kind: &str| json!({ "kind": kind, "a": [0.0, 1.0], "bSquared": [1.0, -1.0], "c": [1.0] });
    let methods = json!([
        { "kind": "exactDiffusion" },
        polynomials("suda"),
        polynomials("uda"),
        { "kind": "abc", "a": [0.0, 1.0], "b": [0.0, 1.0], "c": [1.0, -1.0] },
    ]);
    let mut engine = start(&document(&methods));
    for _ in 0..20 {
        engine.advance(1);
        let of = |place: usize| engine.pulls(place, 0).unwrap();
        for place in 1..4 {
            let (one, other) = (of(0), of(place));
            let parts =
                [(&one.own, &other.own), (&one.remembered, &other.remembered), (&one.neighbors, &other.neighbors)];
            for (one, other) in parts {
                assert!(distance(one, other) < 1e-9, "{} at {}", methods[place], engine.iteration());
            }
        }
    }
}

#[test]
fn alone_nobody_pulls_and_at_the_start_nothing_is_remembered() {
    let mut engine = start(&document(&json!([{ "kind": "local" }, { "kind": "exactDiffusion" }])));
    assert!(size(&engine.pulls(1, 0).unwrap().remembered) < 1e-13);
    engine.advance(5);
    assert!(size(&engine.pulls(0, 0).unwrap().neighbors) < 1e-15);
    assert!(size(&engine.pulls(1, 0).unwrap().remembered) > 0.01);
}

#[test]
fn where_an_agents_best_answer_moves_its_pull_grows_that_way_and_all_is_held_again() {
    let mut moved = minima();
    moved[0] = [5.0, 0.0];
    for (method, is_biased) in [(json!({ "kind": "dsgd" }), true), (json!({ "kind": "exactDiffusion" }), false)] {
        let [before, after] = [minima(), moved].map(|minima| at_rest(&on_a_map(&minima, &method)));
        assert!(after.own[0] > 1.5 * before.own[0] && before.own[0] > 0.0, "{method}");
        let against = |pulls: &Pulls| if is_biased { pulls.neighbors[0] } else { pulls.remembered[0] };
        assert!((against(&after) + after.own[0]).abs() < 1e-9 * after.own[0], "{method}");
        // The others feel it too.
        assert!((after.own[6] - before.own[6]).abs() > 0.05 * before.own[6].abs(), "{method}");
    }
}

#[test]
fn what_was_stopped_has_none() {
    let method = json!({ "kind": "dsgd", "stepSize": { "kind": "constant", "value": 50.0 } });
    let mut engine = start(&on_a_map(&minima(), &method));
    assert!(engine.pulls(0, 0).is_some());
    engine.advance(30_000);
    assert!(engine.diverged_at(0, 0).is_some());
    assert_eq!([engine.pulls(0, 0), engine.pulls(1, 0), engine.pulls(0, 1)], [None, None, None]);
}
