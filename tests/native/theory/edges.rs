//! What is claimed at the edges: where an assumption just fails, numbers are large or small, or curvature vanishes.

use std::sync::Arc;

use rand::RngExt;
use serde_json::{Value, json};
use suda::analysis::Analysis;
use suda::analysis::expectation::expectation;
use suda::analysis::findings::findings;
use suda::analysis::measured::{reached, running_average};
use suda::analysis::stability::judge;
use suda::analysis::warnings::{Warning, warnings};
use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::finding::{Fact, Severity};
use suda::polynomial::Polynomial;
use suda::random::Purpose;
use suda::theory::variance::Recursion;
use suda::theory::{Stability, SudaForm, TrackingVariant, Transition, Verdict};

use crate::common::{start, with};
use crate::random::stream;

fn document(topology: &Value, problem: &Value, step: f64, methods: &Value) -> Value {
    json!({
        "version": 1, "iterations": 200, "seed": "1", "record": {"every": 1},
        "network": {"topology": topology, "weights": {"rule": "metropolis"}},
        "problem": problem, "stepSize": {"kind": "constant", "value": step}, "methods": methods,
    })
}

fn ring(agents: usize) -> Value {
    json!({"kind": "ring", "agents": agents})
}

fn experiment(document: &Value) -> Experiment {
    Experiment::from_value(document).unwrap_or_else(|error| panic!("{error}"))
}

/// The name of a fact, as programs read it.
fn name(fact: &Fact) -> String {
    serde_json::to_value(fact).unwrap()["name"].as_str().unwrap().to_owned()
}

fn names(document: &Value) -> Vec<String> {
    warnings(&experiment(document)).iter().map(|warning| name(&warning.fact)).collect()
}

/// The only warning, which is of that name.
fn only(document: &Value, expected: &str) -> Warning {
    let mut all = warnings(&experiment(document));
    all.retain(|warning| name(&warning.fact) != "import");
    assert!(all.len() == 1 && name(&all[0].fact) == expected, "{all:?}");
    all.remove(0)
}

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
        let mut engine = start(&document);
        engine.advance(u64::MAX);
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
        let mut engine = start(&with(&base, &more));
        engine.advance(u64::MAX);
        *running_average(&engine, 0).unwrap().last().unwrap()
    };
    let exact = 2.0 * (0..20).map(|k| 0.25_f64.powi(k)).sum::<f64>() / 20.0;
    assert!((average(1) / exact - 1.0).abs() < 1e-12);
    assert!(average(20) < exact && average(20) > 0.7 * exact);
}

#[test]
fn smoothness_is_that_of_all_the_run_has_visited() {
    let start = json!({"kind": "value", "value": [0]});
    let more = json!({"start": start, "metrics": ["consensus"], "iterations": 400});
    let problem = json!({"kind": "pl", "heterogeneity": 5});
    let document =
        with(&document(&ring(12), &problem, 4e-4, &json!([{"kind": "exactDiffusion", "laziness": 0.5}])), &more);
    let mut engine = crate::common::start(&document);
    let mut farthest = 0.0_f64;
    let mut before = 0.0_f64;
    for _ in 0..400 {
        engine.advance(1);
        let now = engine.iterates(0, 0).unwrap().into_iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        farthest = farthest.max(now);
        let told = reached(&engine, 0);
        assert!((told - farthest).abs() < 1e-15 && told >= before);
        before = told;
    }
    let last = engine.iterates(0, 0).unwrap().into_iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    assert!(last < 0.8 * farthest, "the agents come back: {last} and {farthest}");
}

#[test]
fn high_degrees_are_judged_as_the_rounds_that_they_stand_for() {
    let weights = json!({"rule": "explicit", "matrix": [[0.0005, 0.9995], [0.9995, 0.0005]]});
    let network = json!({"topology": {"kind": "path", "agents": 2}, "weights": weights});
    let problem = json!({"kind": "leastSquares", "dimension": 1, "samplesPerAgent": 5, "commonHessian": true});
    let power = |terms: &[(usize, f64)]| {
        let mut coefficients = vec![0.0; 33];
        terms.iter().for_each(|&(power, value)| coefficients[power] = value);
        coefficients
    };
    let methods = json!([
        {"kind": "suda", "a": power(&[(32, 1.0)]), "bSquared": power(&[(0, 1.0), (16, -2.0), (32, 1.0)]), "c": [1]},
        {"kind": "gradientTracking", "rounds": 16},
    ]);
    let experiment = experiment(&with(&document(&ring(2), &problem, 0.02, &methods), &json!({"network": network})));
    let [polynomials, rounds] = [0, 1].map(|method| Analysis::of(&experiment, method, 0.0));
    let [judged, expected] = [&polynomials, &rounds].map(|analysis| analysis.stability.clone().unwrap());
    assert_eq!((judged.verdict, judged.small_steps), (Verdict::Stable, Verdict::Stable));
    assert!((judged.radius - expected.radius).abs() < 1e-12);
    let close = |a: Option<f64>, b: Option<f64>| (a.unwrap() / b.unwrap() - 1.0).abs() < 1e-9;
    assert!(close(polynomials.spectral_radius, rounds.spectral_radius));
    assert!(close(polynomials.gamma, rounds.gamma) && close(polynomials.v2, rounds.v2));

    // On a grid the powers are recognised as gradient tracking.
    let lambda = [0.942_09, 0.5, 0.1, -0.2, -0.518];
    for k in [1_usize, 2, 6, 8, 16] {
        let w = Polynomial::new([vec![0.0; k], vec![1.0]].concat());
        let tracking = SudaForm::gradient_tracking(TrackingVariant::Atc, 0.0);
        let of = |p: &Polynomial| p.of(&w);
        let form = SudaForm { a: of(&tracking.a), ac: of(&tracking.ac), b_squared: of(&tracking.b_squared) };
        let transition = Transition::new(&form, &lambda);
        assert!(transition.blocks.iter().all(suda::theory::transition::Block::is_repeated), "W^{k}");
    }
}

#[test]
fn a_small_gap_is_no_fault_of_gradient_tracking() {
    // B² = (1 - λ)² is far below rounding of 1.
    for gap in [1e-5, 3e-6, 1e-7] {
        let tracking = Recursion::Tracking { variant: TrackingVariant::Atc, tracker_laziness: 0.0 };
        let modes = Stability::new(tracking, &[1.0, 1.0 - gap], &[1.0]);
        assert_eq!(modes.at(gap / 10.0).0, Verdict::Stable, "{gap}");
    }
    let problem = json!({"kind": "leastSquares", "dimension": 1, "samplesPerAgent": 3});
    let methods = json!([{"kind": "gradientTracking", "laziness": 0.999_999_99}]);
    let all = findings(&experiment(&document(&ring(5), &problem, 1e-9, &methods)), 0);
    assert!(all.iter().all(|finding| name(finding) != "nullSpace"), "{all:?}");
}

#[test]
fn large_features_have_the_curvature_that_they_have() {
    // What is stable does not change with the unit of the features; the step sizes go with its square.
    let scaled = |scale: f64| {
        let mut rng = stream(3, Purpose::Data, 0, 0);
        let rows: Vec<[f64; 2]> =
            (0..80).map(|_| [2.0 * rng.random::<f64>() - 1.0, 2.0 * rng.random::<f64>() - 1.0]).collect();
        let labels: Vec<i32> = rows
            .iter()
            .map(|row| if row[0] + 0.5 * row[1] + rng.random::<f64>() - 0.5 > 0.0 { 1 } else { -1 })
            .collect();
        let features: Vec<_> = rows.iter().map(|row| row.map(|h| scale * h)).collect();
        let data = json!({"kind": "explicit", "features": [features[..40], features[40..]], "labels": [labels[..40], labels[40..]]});
        let problem = json!({"kind": "logistic", "regularization": 0, "data": data});
        let experiment = experiment(&document(&ring(2), &problem, 1e-12, &json!([{"kind": "psgd"}])));
        let judged = judge(&experiment, 0).unwrap();
        (judged.curvature.map(|c| c / (scale * scale)), experiment.optimum().unwrap().value)
    };
    let (expected, least) = scaled(1.0);
    for scale in [1e-4, 1e3, 1e5, 1e8] {
        let (curvature, value) = scaled(scale);
        assert!((value - least).abs() < 1e-12, "{scale}: {value} for {least}");
        assert!(
            curvature.iter().zip(expected).all(|(a, b)| (a / b - 1.0).abs() < 1e-5),
            "{scale}: {curvature:?} for {expected:?}"
        );
    }
}

#[test]
fn a_network_without_hidden_layers_is_judged_as_the_logistic_regression_that_it_is() {
    let rows =
        |agent: i32| (0..6).map(|s| [f64::from((7 * s + agent) % 5) - 2.0, 0.3 * f64::from(s * agent % 4)]).collect();
    let features: Vec<Vec<_>> = (0..5).map(rows).collect();
    let data = json!({"kind": "explicit", "features": features, "labels": vec![[1, -1, -1, 1, -1, 1]; 5]});
    let with_constant = with(&data, &json!({"constant": true}));
    let rho = 0.05;
    let network = json!({"kind": "neuralNetwork", "hidden": [], "regularization": rho, "data": data});
    let linear = json!({"kind": "logistic", "regularizer": "l2", "regularization": rho, "data": with_constant});
    let two = with(
        &network,
        &json!({"classes": 2, "data": with(&data, &json!({"labels": vec![vec![1, 0, 0, 1, 0, 1]; 5]}))}),
    );
    for step in [0.5, 1.0, 40.0] {
        let of = |problem: &Value| {
            let document = document(&ring(5), problem, step, &json!([{"kind": "exactDiffusion", "laziness": 0.5}]));
            let experiment = experiment(&document);
            (Analysis::of(&experiment, 0, 0.0), experiment.optimum().unwrap().value)
        };
        let ((network, least), (linear, expected)) = (of(&network), of(&linear));
        assert!((least / expected - 1.0).abs() < 1e-14, "{least} for {expected}");
        assert!((network.smoothness.unwrap() / linear.smoothness.unwrap() - 1.0).abs() < 1e-12);
        assert_eq!((network.pl_constant, network.bound_holds), (Some(rho), linear.bound_holds));
        let (judged, expected) = (network.stability.unwrap(), linear.stability.unwrap());
        assert_eq!((judged.verdict, judged.source), (expected.verdict, expected.source));
        assert!((judged.radius - expected.radius).abs() < 1e-9, "{judged:?} for {expected:?}");
        // Two outputs are twice the unknowns, of which only the difference matters: at most half of the curvature.
        let (two, _) = of(&two);
        assert!(two.smoothness.unwrap() > 0.5 && two.stability.unwrap().curvature[0] > 0.0);
    }
    // Documents mean what they meant: gaps are measured where they are asked for.
    let document = document(&ring(5), &network, 0.5, &json!([{"kind": "dsgd"}]));
    assert!(experiment(&document).metrics.iter().all(|metric| !metric.name().ends_with("Gap")));
    let asked = experiment(&with(&document, &json!({"metrics": ["optimalityGap"], "methods": [{"kind": "psgd"}]})));
    let mut engine = Engine::new(Arc::new(asked)).unwrap();
    engine.advance(200);
    let gaps = engine.curve(0, 0).mean;
    assert!(gaps.iter().all(|&gap| gap >= 0.0) && gaps[200] < 0.5 * gaps[0], "{gaps:?}");
    let deep = experiment(&with(&document, &json!({"problem": with(&network, &json!({"hidden": [3]}))})));
    let analysis = Analysis::of(&deep, 0, 0.0);
    assert!(analysis.smoothness.is_none() && analysis.stability.is_none());
}

#[test]
fn what_can_be_fitted_has_the_least_value_zero() {
    let problem = |samples: usize, d: usize| json!({"kind": "leastSquares", "dimension": d, "samplesPerAgent": samples, "heterogeneity": 2});
    for (samples, d) in [(1, 4), (2, 20), (5, 25), (1, 9)] {
        let document = document(&ring(4), &problem(samples, d), 0.1, &json!([{"kind": "dsgd"}]));
        let experiment = experiment(&document);
        let is_fitted = 4 * samples <= d;
        assert_eq!(experiment.optimum().unwrap().value == 0.0, is_fitted, "{samples} × {d}");
        let own = experiment.problem().local_optimum(1).unwrap();
        assert_eq!(own.value, 0.0, "{samples} × {d}");
    }
    // Residuals in the eighth digit are no rounding.
    let data = json!({"kind": "explicit", "features": [[[1], [1]], [[1], [1]]], "targets": [[1e8, 1e8 + 1.0], [1e8, 1e8 + 1.0]]});
    let document = document(
        &json!({"kind": "path", "agents": 2}),
        &json!({"kind": "leastSquares", "data": data}),
        0.1,
        &json!([{"kind": "dsgd"}]),
    );
    assert_eq!(experiment(&document).optimum().unwrap().value, 0.125);
}

#[test]
fn flat_minima_are_slow_and_have_no_cure() {
    let data = json!({"kind": "csv", "text": "x,one,y\n10,1,0\n13,1,1\n"});
    let problem = json!({"kind": "logistic", "data": data});
    for kind in ["psgd", "dsgd", "extra", "gradientTracking"] {
        let methods = json!([{"kind": kind, "laziness": 0.5}]);
        let warning = only(&document(&json!({"kind": "path", "agents": 2}), &problem, 0.02, &methods), "slow");
        assert!(warning.cures.is_empty() && warning.severity == Severity::Warning);
        assert!(warning.text.contains("very slowly") && warning.text.contains("iterations"), "{}", warning.text);
        assert!(!warning.text.contains("  ") && !warning.text.contains("-0.000"), "{}", warning.text);
    }
    // Two unknowns of which one is never seen: nothing moves there, and nothing needs to.
    let flat = json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": [[[1, 0]], [[2, 0]]], "targets": [[1], [2]]}});
    assert_eq!(names(&document(&ring(2), &flat, 0.02, &json!([{"kind": "dsgd"}]))), [""; 0]);
}

#[test]
fn methods_of_large_networks_are_judged_without_matrices_of_all_agents() {
    let squares = json!({"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 2});
    for extension in [json!({"momentum": 0.5}), json!({"localSteps": 5})] {
        let method = with(&json!({"kind": "dsgd"}), &extension);
        let told = judge(&experiment(&document(&ring(20_000), &squares, 1e-3, &json!([method]))), 0).unwrap();
        assert!(!told.exact && told.verdict == Verdict::Stable, "{told:?}");
    }
}

#[test]
fn the_end_of_a_range_is_the_true_one_or_none() {
    let squares =
        |d: usize, samples: usize| json!({"kind": "leastSquares", "dimension": d, "samplesPerAgent": samples});
    let judged = |topology: &Value, problem: &Value, step: f64, method: &Value| {
        judge(&experiment(&document(topology, problem, step, &json!([method]))), 0).unwrap()
    };
    let extra = json!({"kind": "extra", "laziness": 0.5});
    let told = judged(&ring(5), &squares(5, 5), 0.85, &extra);
    assert_eq!(told.verdict, Verdict::Unstable);
    assert!((told.range.unwrap()[1] - 0.816).abs() < 1e-3, "{told:?}");
    let warning = only(&document(&ring(5), &squares(5, 5), 0.85, &json!([extra])), "unstable");
    assert!(warning.text.contains("needs one below 0.816"), "{}", warning.text);
    // Whatever is judged lies where the range says.
    for (agents, d) in [(5, 5), (8, 4), (3, 10), (6, 6), (12, 4)] {
        for method in [extra.clone(), json!({"kind": "dsgd"}), json!({"kind": "gradientTracking"})] {
            for step in [0.2, 0.85, 1.2, 1.68, 2.4] {
                let told = judged(&ring(agents), &squares(d, 10), step, &method);
                if let Some([low, high]) = told.range {
                    let is_inside = low < step && step < high;
                    assert_eq!(is_inside, told.verdict == Verdict::Stable, "{agents}, {d}, {step}, {method}: {told:?}");
                }
            }
        }
    }
}

#[test]
fn what_stays_bounded_is_not_said_to_diverge() {
    let problem = json!({"kind": "logistic", "dimension": 5, "samplesPerAgent": 20, "heterogeneity": 1});
    let warning = only(&document(&ring(6), &problem, 8.0, &json!([{"kind": "dsgd"}])), "unstable");
    assert!(
        warning.text.contains("cannot settle at the minimiser") && !warning.text.contains("diverge"),
        "{}",
        warning.text
    );
}

#[test]
fn rounding_is_no_negative_weight() {
    let problem = json!({"kind": "pl"});
    let network = json!({"topology": {"kind": "path", "agents": 3}, "weights": {"rule": "bestConstant"}});
    let document = with(&document(&ring(3), &problem, 0.01, &json!([{"kind": "dsgd"}])), &json!({"network": network}));
    assert!(!names(&document).contains(&"negativeWeights".to_owned()));
}

#[test]
fn targets_with_large_offsets_run_and_have_their_minimum() {
    // Two agents with two samples each of the feature 1: f* is half the variance of the offsets.
    let shifted = |offset: f64| {
        let targets = [[offset, offset + 1.0], [offset + 2.0, offset + 3.0]];
        json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": [[[1], [1]], [[1], [1]]], "targets": targets}})
    };
    for offset in [0.0, 1e3, 1e8, 1e9, 1.7e12] {
        let more = json!({"metrics": ["loss", "optimalityGap"]});
        let mut engine = start(&with(
            &document(&ring(2), &shifted(offset), 0.5, &json!([{"kind": "psgd"}, {"kind": "local"}])),
            &more,
        ));
        engine.advance(u64::MAX);
        let least = engine.experiment().optimum().unwrap().value;
        assert!((least - 0.625).abs() < 1e-3 && (least == 0.625 || offset > 1e9), "{offset}: {least}");
        assert!((0..2).all(|method| engine.diverged_at(method, 0).is_none()));
        assert!((engine.curve(0, 0).mean[200] - 0.625).abs() < 1e-3);
    }
    // Each agent on its own goes far although the minimiser of all is at 0.
    let apart = json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": [[[1]], [[1]]], "targets": [[1.7e13], [-1.7e13]]}});
    let mut engine = start(&document(&ring(2), &apart, 0.5, &json!([{"kind": "local"}])));
    engine.advance(u64::MAX);
    assert_eq!(engine.diverged_at(0, 0), None);
}

#[test]
fn expected_curves_of_agents_on_their_own_are_what_they_do() {
    let problem = json!({"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 5, "commonHessian": true});
    let document = document(&ring(4), &problem, 0.1, &json!([{"kind": "local"}]));
    let mut engine = start(&document);
    engine.advance(u64::MAX);
    let expected = expectation(engine.experiment(), 0).unwrap();
    for (at, (consensus, gap)) in expected.iter().zip(engine.curve(3, 0).mean.iter().zip(engine.curve(2, 0).mean)) {
        assert!((at.consensus - consensus).abs() <= 1e-12 * (1.0 + consensus));
        assert!((at.mean_optimality_gap - gap).abs() <= 1e-12 * (1.0 + gap));
    }
    // With noise: after many iterations α σ² / (2 h - α h²) in each direction, in each agent.
    let noisy = with(
        &document,
        &json!({"gradient": {"noise": "gaussian", "variance": 0.3}, "iterations": 4000, "record": {"points": 2}}),
    );
    let [noise, none] = [&noisy, &with(&noisy, &json!({"gradient": {"noise": "none"}}))]
        .map(|document| expectation(&experiment(document), 0).unwrap()[1].consensus);
    let hessian = experiment(&noisy).problem().common_hessian().unwrap().to_vec();
    let variance: f64 = hessian.iter().map(|h| 0.1 * 0.3 / (2.0 * h - 0.1 * h * h)).sum();
    assert!(((noise - none) / (0.75 * variance) - 1.0).abs() < 1e-9);
}

#[test]
fn corrections_are_not_told_where_they_are_rounding() {
    let problem = json!({"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 5});
    let base = document(&ring(4), &problem, 0.1, &json!([{"kind": "exactDiffusion", "laziness": 0.5}]));
    for (step, is_told) in [
        (json!({"kind": "constant", "value": 0.1}), true),
        (json!({"kind": "halving", "value": 0.1, "every": 20}), true),
        (json!({"kind": "halving", "value": 0.1, "every": 4}), false),
        (json!({"kind": "halving", "value": 0.1, "every": 1}), false),
    ] {
        let mut engine =
            Engine::new(Arc::new(experiment(&with(&base, &json!({"stepSize": step, "iterations": 1500}))))).unwrap();
        engine.advance(200);
        let corrections = engine.corrections(0, 0);
        assert_eq!(corrections.is_some(), is_told, "{step}: {corrections:?}");
        engine.advance(1300);
        if let Some(corrections) = engine.corrections(0, 0) {
            assert!(corrections.learnt.iter().all(|value| value.is_finite()));
        }
    }
}
