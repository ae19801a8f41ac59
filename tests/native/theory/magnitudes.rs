//! Large and small numbers and networks: what is rounding, and what is not.

use std::sync::Arc;

use rand::RngExt;
use serde_json::json;
use suda::analysis::findings::findings;
use suda::analysis::stability::judge;
use suda::engine::Engine;
use suda::random::Purpose;
use suda::theory::variance::Recursion;
use suda::theory::{Stability, TrackingVariant, Verdict};

use super::{document, names};
use crate::common::{experiment, name, ring, run, with};
use crate::random::stream;

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
fn targets_with_large_offsets_run_and_have_their_minimum() {
    // Two agents with two samples each of the feature 1: f* is half the variance of the offsets.
    let shifted = |offset: f64| {
        let targets = [[offset, offset + 1.0], [offset + 2.0, offset + 3.0]];
        json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": [[[1], [1]], [[1], [1]]], "targets": targets}})
    };
    for offset in [0.0, 1e3, 1e8, 1e9, 1.7e12] {
        let more = json!({"metrics": ["loss", "optimalityGap"]});
        let methods = json!([{"kind": "psgd"}, {"kind": "local"}]);
        let engine = run(&with(&document(&ring(2), &shifted(offset), 0.5, &methods), &more));
        let least = engine.experiment().optimum().unwrap().value;
        assert!((least - 0.625).abs() < 1e-3 && (least == 0.625 || offset > 1e9), "{offset}: {least}");
        assert!((0..2).all(|method| engine.diverged_at(method, 0).is_none()));
        assert!((engine.curve(0, 0).mean[200] - 0.625).abs() < 1e-3);
    }
    // Each agent on its own goes far although the minimiser of all is at 0.
    let apart = json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": [[[1]], [[1]]], "targets": [[1.7e13], [-1.7e13]]}});
    let engine = run(&document(&ring(2), &apart, 0.5, &json!([{"kind": "local"}])));
    assert_eq!(engine.diverged_at(0, 0), None);
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
fn rounding_is_no_negative_weight() {
    let problem = json!({"kind": "pl"});
    let network = json!({"topology": {"kind": "path", "agents": 3}, "weights": {"rule": "bestConstant"}});
    let document = with(&document(&ring(3), &problem, 0.01, &json!([{"kind": "dsgd"}])), &json!({"network": network}));
    assert!(!names(&document).contains(&"negativeWeights".to_owned()));
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
