//! What bounds promise, where an assumption just fails, and what is measured below those that hold.

use rand::RngExt;
use serde_json::{Value, json};
use suda::analysis::Analysis;
use suda::analysis::measured::{reached, running_average};
use suda::finding::Severity;
use suda::random::Purpose;

use super::document;
use crate::common::{experiment, greatest, name, ring, run, start, with};
use crate::random::stream;

#[test]
fn beside_an_error_nothing_is_promised() {
    let complete = json!({"kind": "complete", "agents": 4});
    let problem = json!({"kind": "leastSquares", "dimension": 1, "samplesPerAgent": 5, "commonHessian": true, "heterogeneity": 4});
    for (polynomials, expected) in [
        (json!({"a": [0, 1], "bSquared": [1.05, -1], "c": [1]}), "nullSpace"),
        (json!({"a": [2], "bSquared": [1, -1], "c": [0, 0.5]}), "rowSums"),
    ] {
        let method = with(&json!({"kind": "suda", "laziness": 0.5}), &polynomials);
        let experiment = experiment(&document(&complete, &problem, 0.005, &json!([method])));
        let analysis = Analysis::of(&experiment, 0, 0.0);
        assert!(analysis.findings.iter().any(|finding| name(&finding.fact) == expected));
        assert!(!analysis.bound_holds && analysis.bound.is_none() && analysis.pl_bound.is_none());
        assert!(analysis.corollaries.is_none() && analysis.step_size_limits.is_none() && analysis.gamma.is_none());
        assert!(analysis.suggested_step_size.is_none() && analysis.paper.is_none() && analysis.lambda_a.is_none());
    }
    // Sums that are off by less than a finding tells, but not by rounding only: nothing is sure for all K.
    let off = json!([{"kind": "suda", "a": [0, 1], "bSquared": [1.000_000_000_5, -1], "c": [1], "laziness": 0.5}]);
    let analysis = Analysis::of(&experiment(&document(&complete, &problem, 0.005, &off)), 0, 0.0);
    assert!(!analysis.bound_holds && analysis.bound.is_some());
}

#[test]
fn theorem_2_is_left_out_where_an_eigenvalue_of_a_is_above_one() {
    // A(λ) = 3 - 2λ.
    let problem = json!({"kind": "leastSquares", "dimension": 1, "samplesPerAgent": 5, "commonHessian": true});
    let extra = json!([{"kind": "extra", "laziness": 0.5}]);
    let within = Analysis::of(&experiment(&document(&ring(6), &problem, 1e-4, &extra)), 0, 0.0);
    assert!(within.pl_bound.is_some() && within.step_size_limits.unwrap().theorem2.is_some());
    let methods = json!([{"kind": "abc", "a": [0.2, 0.8], "b": [3, -2], "c": [0.4, -0.4], "laziness": 0.5}]);
    let above = Analysis::of(&experiment(&document(&ring(6), &problem, 1e-4, &methods)), 0, 0.0);
    assert!(above.lambda_a.unwrap() > 1.0, "{:?}", above.findings);
    assert!(above.pl_bound.is_none() && above.step_size_limits.unwrap().theorem2.is_none() && above.bound.is_some());
}

/// Polynomials A, B² and C, of which some keep the assumptions, some break them, and some nearly keep them.
fn drawn(rng: &mut impl RngExt) -> Value {
    let mut number = |low: f64, high: f64| low + (high - low) * rng.random::<f64>();
    let mut summing = |to: f64| {
        let (b, c) = (number(-0.3, 0.6), number(-0.2, 0.2));
        [to - b - c, b, c]
    };
    let (mut a, mut c) = (summing(1.0), summing(1.0));
    let (first, second) = (number(0.05, 1.0), number(-0.3, 0.6));
    // (1 - W)(first + second W).
    let mut b = [first, second - first, -second];
    match rng.random_range(0..8) {
        0 => a[0] += 10.0_f64.powf(-12.0 * rng.random::<f64>()),
        1 => b[0] += 10.0_f64.powf(-12.0 * rng.random::<f64>()),
        2 => c[1] -= 10.0_f64.powf(-12.0 * rng.random::<f64>()),
        _ => {}
    }
    json!({"kind": "suda", "a": a, "bSquared": b, "c": c, "laziness": 0.5 * rng.random::<f64>()})
}

#[test]
fn nothing_measured_is_above_a_bound_that_is_said_to_hold() {
    let mut rng = stream(29, Purpose::Data, 0, 0);
    let mut held = 0;
    for round in 0..1_000 {
        let agents = rng.random_range(2..7);
        let topology =
            [json!({"kind": "complete", "agents": agents}), ring(agents), json!({"kind": "path", "agents": agents})];
        let problem = json!({
            "kind": "leastSquares", "dimension": 1 + round % 2, "samplesPerAgent": 3, "heterogeneity": 4.0,
            "commonHessian": round % 3 == 0, "conditionNumber": 3,
        });
        let more = json!({
            "seed": round, "iterations": 300, "record": {"every": ([1, 7, 60][round % 3])}, "trials": 2,
            "metrics": ["gradientNorm", "averageGradient"],
            "gradient": if round % 4 == 0 { json!({"noise": "gaussian", "variance": 0.1}) } else { json!({"noise": "none"}) },
        });
        let with_step = |step: f64, method: &Value| {
            with(&document(&topology[round % topology.len()], &problem, step, &json!([method])), &more)
        };
        let method = drawn(&mut rng);
        // Limits at a step size at which all but the polynomials' own faults are none.
        let limits = Analysis::of(&experiment(&with_step(1e-6, &method)), 0, 0.0).step_size_limits;
        let least = limits.map_or(0.05, |limits| limits.theorem1.into_iter().fold(f64::INFINITY, f64::min));
        let document = with_step(least * [1.0, 0.5, 0.03, 1.5][round % 4], &method);
        let engine = run(&document);
        let analysis = Analysis::of(engine.experiment(), 0, reached(&engine, 0));
        let is_wrong = analysis.findings.iter().any(|finding| finding.severity == Severity::Error);
        assert!(!is_wrong || analysis.bound.is_none() && !analysis.bound_holds && analysis.corollaries.is_none());
        if analysis.bound_holds {
            held += 1;
            let measured = *running_average(&engine, 0).unwrap().last().unwrap();
            let bound = analysis.bound.unwrap().total();
            assert!(measured <= bound, "{measured} above {bound}: {document}");
        }
    }
    assert!(held > 100, "{held}");
}

#[test]
fn iterations_that_are_not_recorded_count_as_the_lesser_neighbour() {
    // x^k = 2^-k: all but the first of 20 iterations are nearly at the minimiser.
    let problem = json!({"kind": "leastSquares", "data": {
        "kind": "explicit", "features": [[[1]], [[1]]], "targets": [[0], [0]],
    }});
    let base = document(&ring(2), &problem, 0.5, &json!([{"kind": "psgd"}]));
    let average = |every: u64| {
        let more = json!({"iterations": 20, "record": {"every": every}, "start": {"kind": "value", "value": [1]}});
        let engine = run(&with(&base, &more));
        *running_average(&engine, 0).unwrap().last().unwrap()
    };
    let exact = 2.0 * (0..20).map(|k| 0.25_f64.powi(k)).sum::<f64>() / 20.0;
    assert!((average(1) / exact - 1.0).abs() < 1e-12);
    assert!(average(20) < exact && average(20) > 0.7 * exact);
}

#[test]
fn smoothness_is_that_of_all_the_run_has_visited() {
    let more = json!({"start": {"kind": "value", "value": [0]}, "metrics": ["consensus"], "iterations": 400});
    let problem = json!({"kind": "pl", "heterogeneity": 5});
    let document =
        with(&document(&ring(12), &problem, 4e-4, &json!([{"kind": "exactDiffusion", "laziness": 0.5}])), &more);
    let mut engine = start(&document);
    let mut farthest = 0.0_f64;
    let mut before = 0.0_f64;
    for _ in 0..400 {
        engine.advance(1);
        let now = greatest(engine.iterates(0, 0).unwrap());
        farthest = farthest.max(now);
        let told = reached(&engine, 0);
        assert!((told - farthest).abs() < 1e-15 && told >= before);
        before = told;
    }
    let last = greatest(engine.iterates(0, 0).unwrap());
    assert!(last < 0.8 * farthest, "the agents come back: {last} and {farthest}");
}
