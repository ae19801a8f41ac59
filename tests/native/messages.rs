//! What compressed messages, momentum and local steps cost and what they do, as measured.

mod said;

use std::sync::Arc;

use serde_json::{Value, json};
use suda::engine::Engine;

use crate::common::{distance, experiment, run, start, with};

/// Least squares on a ring of 16 with exact gradients.
fn document(methods: &Value) -> Value {
    json!({
        "version": 1, "iterations": 1_000, "record": {"every": 100}, "seed": "1",
        "network": {"topology": {"kind": "ring", "agents": 16}, "weights": {"rule": "metropolis"}, "laziness": 0.5},
        "problem": {"kind": "leastSquares", "dimension": 20, "samplesPerAgent": 30, "heterogeneity": 1, "conditionNumber": 1},
        "stepSize": {"kind": "constant", "value": 0.1}, "methods": methods,
    })
}

/// The method with these messages.
fn compressed(method: &Value, compression: &Value, step: f64) -> Value {
    with(method, &json!({"compression": compression, "consensusStep": step}))
}

/// ‖∇f(x̄)‖² + (1/n) Σ ‖x_i - x̄‖² of each method at the end; NaN where it diverged.
fn errors(document: &Value) -> Vec<f64> {
    let engine = run(document);
    let end = |metric: usize, m: usize| *engine.curve(metric, m).mean.last().unwrap();
    (0..engine.methods().len()).map(|m| end(0, m) + end(3, m)).collect()
}

fn steps() -> impl Iterator<Item = f64> {
    [0.05, 0.1, 0.2, 0.5, 1.0].into_iter()
}

#[test]
fn exact_diffusion_with_four_bits_is_as_fast_as_with_whole_numbers() {
    let method = json!({"kind": "exactDiffusion"});
    let bits = |bits: u32, step: f64| compressed(&method, &json!({"kind": "quantize", "bits": bits}), step);
    let document = document(&json!([method, bits(4, 1.0), bits(2, 1.0), bits(2, 0.5)]));
    let reached = |iterations: u64| errors(&with(&document, &json!({ "iterations": iterations })));
    for iterations in [200, 500] {
        let [whole, four, ..] = reached(iterations)[..] else { panic!() };
        assert!((four / whole - 1.0).abs() < 0.05, "{whole:e} {four:e}");
    }
    let [whole, four, two, careful] = reached(1_000)[..] else { panic!() };
    assert!(whole < 1e-23 && four < 1e-23 && careful < 1e-23, "{whole:e} {four:e} {careful:e}");
    assert!(two.is_nan(), "{two:e}");
}

#[test]
fn what_is_compressed_too_much_diverges_by_method() {
    let sign = json!({"kind": "sign"});
    let few = json!({"kind": "topK", "fraction": 0.05});
    let diverges = |method: Value, compression: &Value, step: f64| {
        let error =
            errors(&with(&document(&json!([compressed(&method, compression, step)])), &json!({"iterations": 4_000})));
        error[0].is_nan()
    };
    for step in steps() {
        for kind in ["exactDiffusion", "extra"] {
            assert!(diverges(json!({ "kind": kind }), &sign, step), "{kind}, signs, {step}");
            assert!(diverges(json!({ "kind": kind }), &few, step), "{kind}, few, {step}");
        }
        for kind in ["gradientTracking", "dsgd"] {
            assert!(!diverges(json!({ "kind": kind }), &sign, step), "{kind}, signs, {step}");
            if step <= 0.5 {
                assert!(!diverges(json!({ "kind": kind }), &few, step), "{kind}, few, {step}");
            }
        }
    }
}

#[test]
fn local_steps_leave_a_bias_in_dsgd_and_none_in_led() {
    let dsgd = |tau: u64| json!({"kind": "dsgd", "localSteps": tau});
    let document = document(&json!([dsgd(1), dsgd(4), {"kind": "exactDiffusion", "localSteps": 4}]));
    let [one, four, led] = errors(&document)[..] else { panic!() };
    assert!(led < 1e-10, "{led:e}");
    assert!((1.7..2.0).contains(&(four / one)), "{one:e} {four:e}");
    let engine = run(&document);
    assert_eq!(engine.record().communication(2).last().unwrap()[0], 250);
    // The bias stays.
    let later = errors(&with(&document, &json!({"iterations": 4_000})));
    assert!((later[1] / four - 1.0).abs() < 0.01, "{four:e} {later:?}");
}

#[test]
fn all_entries_are_the_whole_vector() {
    for kind in ["dsgd", "exactDiffusion", "extra", "gradientTracking"] {
        let method = json!({ "kind": kind });
        let all = compressed(&method, &json!({"kind": "topK", "fraction": 1}), 1.0);
        let mut engine = start(&document(&json!([method, all])));
        engine.advance(200);
        let [whole, told] = [0, 1].map(|m| engine.iterates(m, 0).unwrap());
        assert!(distance(&whole, &told) < 1e-12, "{kind}");
    }
}

#[test]
fn a_method_that_has_ended_goes_on_counting_as_it_would() {
    let large = json!({"kind": "constant", "value": 50.0});
    let methods = json!([
        {"kind": "dsgd", "localSteps": 7}, {"kind": "dsgd", "localSteps": 7, "stepSize": large},
        {"kind": "exactDiffusion", "localSteps": 3}, {"kind": "exactDiffusion", "localSteps": 3, "stepSize": large},
        {"kind": "psgd", "localSteps": 5}, {"kind": "psgd", "localSteps": 5, "stepSize": large},
        {"kind": "gradientTracking", "momentum": 0.5, "compression": {"kind": "sign"}, "consensusStep": 0.1},
        {"kind": "gradientTracking", "momentum": 0.5, "compression": {"kind": "sign"}, "consensusStep": 0.1, "stepSize": large},
    ]);
    let engine = run(&with(&document(&methods), &json!({"record": {"every": 1}})));
    for m in [0, 2, 4, 6] {
        assert_eq!([m, m + 1].map(|m| engine.diverged_at(m, 0).is_some()), [false, true], "{m}");
        assert!(engine.record().communication(m).eq(engine.record().communication(m + 1)), "{m}");
        assert!(engine.bits(m).eq(engine.bits(m + 1)), "{m}");
    }
}

#[test]
fn parts_of_the_work_give_the_bits_and_the_counts_of_the_whole() {
    let methods = json!([
        {"kind": "dsgd", "compression": {"kind": "quantize", "bits": 3}, "momentum": 0.4},
        {"kind": "exactDiffusion", "localSteps": 3, "compression": {"kind": "topK", "fraction": 0.3}, "consensusStep": 0.3},
        {"kind": "gradientTracking", "compression": {"kind": "sign"}, "consensusStep": 0.2},
        {"kind": "psgd", "localSteps": 4, "momentum": 0.8},
    ]);
    let noisy = json!({"trials": 4, "gradient": {"noise": "gaussian", "variance": 0.1}, "iterations": 60});
    let experiment = Arc::new(experiment(&with(&document(&methods), &noisy)));
    let mut whole = Engine::new(Arc::clone(&experiment)).unwrap();
    whole.advance(60);
    for (methods, trials) in [(vec![2, 0], 1..4), (vec![1], 0..1), (vec![3, 1], 2..3)] {
        let mut part = Engine::part(Arc::clone(&experiment), methods.clone(), trials.clone()).unwrap();
        part.advance(7);
        part.advance(60);
        for (place, &method) in methods.iter().enumerate() {
            for (t, trial) in trials.clone().enumerate() {
                let trial = usize::try_from(trial).unwrap();
                assert_eq!(part.iterates(place, t), whole.iterates(method, trial), "{method} {trial}");
            }
            assert!(part.bits(place).eq(whole.bits(method)), "{method}");
        }
    }
}
