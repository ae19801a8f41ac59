//! Of methods: when they diverge, where they end, and what they start from.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value, json};
use suda::analysis::warnings::warnings;
use suda::engine::Engine;

use super::{document, every_method, logistic};
use crate::common::{curve, distance, experiment, greatest, last, network, ring, run, start, with};

/// The mean of a curve over the iterations of a range.
fn mean_over(engine: &Engine, method: usize, metric: &str, range: Range<u64>) -> f64 {
    let values = curve(engine, method, metric);
    let chosen = engine.record().iterations().iter().zip(values).filter(|(k, _)| range.contains(k));
    let (count, sum) = chosen.fold((0.0, 0.0), |(count, sum), (_, value)| (count + 1.0, sum + value));
    sum / count
}

#[test]
fn exact_diffusion_and_extra_diverge_on_a_mesh_and_say_so_before() {
    let methods = json!([
        {"kind": "exactDiffusion"}, {"kind": "extra"}, {"kind": "dsgd"}, {"kind": "gradientTracking"},
        {"kind": "exactDiffusion", "laziness": 0.5}, {"kind": "extra", "laziness": 0.5},
    ]);
    let grid = json!({"kind": "grid", "rows": 4, "columns": 8});
    let engine = run(&with(&document(grid, logistic(1.0), 0.3, methods), &json!({"iterations": 3000})));
    let smallest = engine.experiment().network.spectrum().smallest();
    assert!((smallest + 0.495_78).abs() < 5e-6, "{smallest}");

    let warnings = warnings(engine.experiment());
    assert_eq!(warnings.iter().map(|w| &*w.path).collect::<Vec<_>>(), ["methods[0]", "methods[1]"]);
    for (warning, name) in warnings.iter().zip(["exactDiffusion", "extra"]) {
        assert!(warning.text.starts_with(&format!("{name} diverges on this network")), "{warnings:?}");
        assert_eq!(warning.cures[0].text, "take (I+W)/2 (laziness 0.5)");
    }

    for diverging in 0..2 {
        let at = engine.diverged_at(diverging, 0).expect("λ_min < -1/3");
        let values = curve(&engine, diverging, "gradientNorm");
        for (&k, value) in engine.record().iterations().iter().zip(values) {
            assert_eq!(value.is_finite(), k < at, "{k} of {at}: {value}");
        }
    }
    let start = curve(&engine, 2, "gradientNorm")[0];
    for going_on in 2..6 {
        assert_eq!(engine.diverged_at(going_on, 0), None);
        let value = last(&engine, going_on, "gradientNorm");
        assert!(value < if going_on == 2 { 1e-3 * start } else { 1e-16 }, "{going_on}: {value:e}");
    }
}

#[test]
fn extra_corrects_what_dsgd_leaves_when_curvatures_differ() {
    // f_i = (c_i / 2)(x - b_i)², of which the minimiser is Σ c_i b_i / Σ c_i = 102 / 18.
    let (c, b) = ([1.0_f64, 2.0, 5.0, 10.0], [8.0, 2.0, 4.0, 7.0]);
    let features = c.map(|c| [[c.sqrt()]]);
    let targets: Vec<_> = c.iter().zip(b).map(|(c, b)| [c.sqrt() * b]).collect();
    let problem =
        json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": features, "targets": targets}});
    let methods = json!([
        {"kind": "extra", "laziness": 0.5}, {"kind": "exactDiffusion", "laziness": 0.5},
        {"kind": "gradientTracking"}, {"kind": "dsgd"},
    ]);
    let engine = run(&with(&document(ring(4), problem, 0.05, methods), &json!({"iterations": 3000})));
    assert!((engine.experiment().optimum().unwrap().point[0] - 102.0 / 18.0).abs() < 1e-14);
    for exact in 0..3 {
        assert!(last(&engine, exact, "gradientNorm") < 1e-20);
        assert!(last(&engine, exact, "consensus") < 1e-20);
        assert!(distance(&engine.iterates(exact, 0).unwrap(), &[102.0 / 18.0; 4]) < 1e-10);
    }
    assert!((last(&engine, 3, "gradientNorm") - 0.0865).abs() < 5e-5);
    assert!((last(&engine, 3, "consensus") - 0.0358).abs() < 5e-5);
}

#[test]
fn an_old_gradient_is_kept_not_drawn_again() {
    // Drawn anew, the difference of gradients would have noise that adds up without end.
    let methods = json!([
        {"kind": "extra"}, {"kind": "exactDiffusion"},
        {"kind": "gradientTracking"}, {"kind": "gradientTracking", "variant": "nonAtc"},
    ]);
    let lazy_ring = json!({
        "iterations": 6400, "record": {"every": 10}, "trials": 4,
        "network": {"topology": ring(8), "weights": {"rule": "metropolis"}, "laziness": 0.5},
        "gradient": {"noise": "gaussian", "variance": 1e-4}, "metrics": ["gradientNorm"],
    });
    let engine = run(&with(&document(ring(8), logistic(1.0), 0.3, methods), &lazy_ring));
    for method in 0..4 {
        let floors = [400..800, 1600..3200, 3200..6400].map(|range| mean_over(&engine, method, "gradientNorm", range));
        for floor in floors {
            assert!((0.67..1.5).contains(&(floor / floors[2])), "{method}: {floors:?}");
            assert!(floor > 1e-8 && floor < 1e-4, "{method}: {floors:?}");
        }
    }
}

#[test]
fn without_heterogeneity_all_methods_coincide_within_noise() {
    // The samples differ, but they come from one model; what tells methods apart is the bias
    // that unequal costs leave in DSGD.
    let methods = json!([
        {"kind": "psgd"}, {"kind": "dsgd"}, {"kind": "exactDiffusion", "laziness": 0.5},
        {"kind": "extra", "laziness": 0.5}, {"kind": "gradientTracking"},
    ]);
    let floors = |heterogeneity: f64| {
        let problem = json!({
            "kind": "logistic", "dimension": 5, "samplesPerAgent": 500,
            "regularization": 0.001, "heterogeneity": heterogeneity,
        });
        let noisy = json!({
            "iterations": 400, "trials": 4, "metrics": ["gradientNorm"],
            "gradient": {"noise": "gaussian", "variance": 1e-3},
        });
        let engine = run(&with(&document(ring(8), problem, 0.5, methods.clone()), &noisy));
        [0, 1, 2, 3, 4].map(|method| mean_over(&engine, method, "gradientNorm", 200..401))
    };
    let (equal, unequal) = (floors(0.0), floors(4.0));
    for method in 1..5 {
        assert!((0.95..1.05).contains(&(equal[method] / equal[0])), "{equal:?}");
    }
    assert!(unequal[1] > 1.2 * unequal[0], "{unequal:?}");
}

#[test]
fn the_tracker_starts_at_the_first_gradient() {
    // From x^0 = 0 a tracker that starts at 0 follows the mean gradient less its first value,
    // so that no stationary point of f is a fixed point.
    let methods: Vec<Value> = ["atc", "nonAtc", "semiAtcIterate", "semiAtcTracker"]
        .map(|variant| json!({"kind": "gradientTracking", "variant": variant, "trackerLaziness": 0.2}))
        .into();
    let mut engine = start(&with(
        &document(ring(8), logistic(1.0), 0.2, methods.into()),
        &json!({"iterations": 6000, "start": {"kind": "zeros"}}),
    ));
    let problem = engine.experiment().problem();
    let gradients: Vec<f64> = (0..8)
        .flat_map(|agent| {
            let mut gradient = vec![0.0; 5];
            problem.gradient(agent, 1, &[0.0; 5], &mut gradient);
            gradient
        })
        .collect();
    let w = &engine.experiment().network.matrix.clone();
    let mix = |x: &[f64], theta: f64| {
        let mut mixed = vec![0.0; x.len()];
        w.mix(5, x, &mut mixed);
        mixed.iter().zip(x).map(|(mixed, x)| (1.0 - theta) * mixed + theta * x).collect::<Vec<_>>()
    };
    // X^1 = -α W s^0 or -α s^0 with s^0 = W̄ g^0 or g^0.
    let tracked = mix(&gradients, 0.2);
    let first = [mix(&tracked, 0.0), gradients.clone(), mix(&gradients, 0.0), tracked];
    engine.advance(1);
    for (m, first) in first.iter().enumerate() {
        let expected: Vec<f64> = first.iter().map(|s| -0.2 * s).collect();
        assert!(distance(&engine.iterates(m, 0).unwrap(), &expected) < 1e-15, "{m}");
    }
    engine.advance(u64::MAX);
    for m in 0..4 {
        assert!(last(&engine, m, "gradientNorm") < 1e-20, "{m}");
        assert!(last(&engine, m, "consensus") < 1e-20, "{m}");
    }
}

#[test]
fn consensus_is_exactly_zero_at_a_common_start_and_always_with_a_centre() {
    // Sums of 3, 5 or 7 equal numbers round; their mean must not.
    for agents in [3, 5, 7, 10] {
        let common = json!({
            "iterations": 50, "record": {"every": 1}, "trials": 2,
            "start": {"kind": "value", "value": [0.1, 0.2, 0.3, 0.7, -1.1]},
            "gradient": {"noise": "gaussian", "variance": 0.01},
        });
        let engine = run(&with(&document(ring(agents), logistic(1.0), 0.1, every_method()), &common));
        assert!(curve(&engine, 0, "consensus").iter().all(|&consensus| consensus == 0.0));
        for m in 1..14 {
            let consensus = curve(&engine, m, "consensus");
            assert_eq!(consensus[0], 0.0);
            // A ring of 3 is complete, and its W averages as a centre does.
            assert!(agents == 3 || consensus[1..].iter().all(|&consensus| consensus > 0.0));
        }
    }
}

#[test]
fn with_one_agent_every_method_is_gradient_descent() {
    let alone = json!({"kind": "complete", "agents": 1});
    assert_eq!(network(&alone).spectrum().mixing_rate(), 0.0);
    for problem in [logistic(1.0), json!({"kind": "pl", "heterogeneity": 0.5})] {
        for noise in [json!({"noise": "none"}), json!({"noise": "gaussian", "variance": 0.01})] {
            let more = json!({"gradient": noise, "start": {"kind": "random", "scale": 1}, "iterations": 200});
            let engine = run(&with(&document(alone.clone(), problem.clone(), 0.05, every_method()), &more));
            let descent = engine.iterates(0, 0).unwrap();
            for m in 1..14 {
                let error = distance(&engine.iterates(m, 0).unwrap(), &descent);
                assert!(error <= 1e-13 * greatest(descent.iter().copied()).max(1.0), "{m}: {error:e}");
                assert!(curve(&engine, m, "consensus").iter().all(|&consensus| consensus == 0.0));
            }
        }
    }
    // And that descent is x - α ∇f(x).
    let experiment = experiment(&document(alone, logistic(1.0), 0.05, json!([{"kind": "psgd"}])));
    let mut x = vec![0.0; 5];
    let mut gradient = vec![0.0; 5];
    for _ in 0..1000 {
        experiment.problem().gradient(0, 1, &x, &mut gradient);
        x.iter_mut().zip(&gradient).for_each(|(x, g)| *x -= 0.05 * g);
    }
    let mut engine = Engine::new(Arc::new(experiment)).unwrap();
    engine.advance(1000);
    assert_eq!(engine.iterates(0, 0).unwrap(), x);
}
