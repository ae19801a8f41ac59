//! Constant terms, and the regulariser that makes logistic regression convex.

use std::sync::Arc;

use serde_json::json;
use suda::engine::Engine;

use super::{IRIS, document};
use crate::common::{distance, experiment, last, refusal, start, with};

/// x, y of one feature.
const LINE: &str = "x,y\n1,2.1\n2,3.9\n3,6.2\n4,7.8\n";

#[test]
fn a_constant_term_gives_a_line_its_intercept() {
    for agents in [1, 2, 4] {
        let of = |constant: bool| {
            let data = json!({"kind": "csv", "text": LINE, "constant": constant});
            let document = document(agents.max(1), &json!({"kind": "leastSquares", "data": data}), &json!({}));
            let network =
                json!({"network": {"topology": {"kind": "path", "agents": agents}, "weights": {"rule": "metropolis"}}});
            experiment(&with(&document, &network))
        };
        let (with_constant, without) = (of(true), of(false));
        let point = &with_constant.optimum().unwrap().point;
        assert!(distance(point, &[1.94, 0.15]) < 1e-12, "{point:?}");
        let point = &without.optimum().unwrap().point;
        assert!(distance(point, &[1.99]) < 1e-12, "{point:?}");
        let report = with_constant.imported.unwrap();
        assert_eq!((report.names, report.features), (vec!["x".to_owned(), "constant".to_owned()], 2));
    }
    // Lists in the document have the same.
    let data = json!({"kind": "explicit", "features": [[[1], [2]], [[3], [4]]], "targets": [[2.1, 3.9], [6.2, 7.8]], "constant": true});
    let path = json!({"topology": {"kind": "path", "agents": 2}, "weights": {"rule": "metropolis"}});
    let explicit = document(2, &json!({"kind": "leastSquares", "data": data}), &json!({"network": path}));
    assert!(distance(&experiment(&explicit).optimum().unwrap().point, &[1.94, 0.15]) < 1e-12);
    // After standardising, whose mean it does not take.
    let data = json!({"kind": "csv", "text": LINE, "constant": true, "standardize": true});
    let standardized = document(4, &json!({"kind": "leastSquares", "data": data}), &json!({}));
    assert!(distance(&experiment(&standardized).optimum().unwrap().point, &[1.94 * 1.25_f64.sqrt(), 5.0]) < 1e-12);
    let data = json!({"kind": "csv", "text": IRIS, "constant": true});
    let network = json!({"kind": "neuralNetwork", "hidden": [], "classes": 3, "data": data});
    let said = refusal(&document(3, &network, &json!({})));
    assert_eq!(said, "problem.data.constant: is for linear models; a network has a bias in every unit");
}

/// 40 rows with x in 10 … 11 labelled 0, in 12 … 13 labelled 1.
pub fn two_ranges() -> String {
    let row = |s: usize| format!("{},{}\n", 10.0 + 2.0 * (s / 20) as f64 + (s % 20) as f64 / 19.0, s / 20);
    format!("x,y\n{}", (0..40).map(row).collect::<String>())
}

#[test]
fn a_constant_term_lets_logistic_regression_cut_away_from_zero() {
    for regularizer in ["nonConvex", "l2"] {
        for (constant, expected) in [(true, 1.0), (false, 0.5)] {
            let data = json!({"kind": "csv", "text": two_ranges(), "constant": constant});
            let problem = json!({"kind": "logistic", "regularization": 1e-6, "regularizer": regularizer, "data": data});
            let experiment = experiment(&document(4, &problem, &json!({})));
            let point = experiment.optimum().unwrap().point.clone();
            let engine = Engine::new(Arc::new(experiment)).unwrap();
            assert_eq!(engine.accuracies_at(&point).unwrap(), [expected], "{regularizer}, constant: {constant}");
        }
    }
}

#[test]
fn the_convex_regulariser_has_its_constants_and_newtons_minimum() {
    let data = json!({"kind": "csv", "text": two_ranges(), "constant": true, "standardize": true});
    let problem = json!({"kind": "logistic", "regularization": 0.1, "regularizer": "l2", "data": data});
    let more = json!({"metrics": ["optimalityGap"], "iterations": 2000, "start": {"kind": "zeros"}});
    let mut engine = start(&document(4, &problem, &more));
    let problem = engine.experiment().problem();
    // The labels are symmetric about the mean of x, so that the constant is 0; with rows dealt to all agents alike.
    let optimum = engine.experiment().optimum().unwrap().clone();
    let mut gradients = [vec![0.0; 2], vec![0.0; 2]];
    problem.mean_gradient(1, &[0.0, 0.0], &mut gradients[0]);
    problem.mean_gradient(1, &optimum.point, &mut gradients[1]);
    let [start_norm, end_norm] = gradients.map(|g| (g[0] * g[0] + g[1] * g[1]).sqrt());
    assert!(end_norm < 1e-12 * start_norm && optimum.point[0] > 1.0, "{optimum:?}");
    assert_eq!(problem.pl_constant(), Some(0.1));
    // λ_max of the mean of hh' over 4, of the worst agent.
    let features = |agent: usize| problem.classifier().unwrap().labelled(agent).0;
    let greatest = |rows: &[f64]| {
        let m = rows.len() as f64 / 2.0;
        let sum = |f: &dyn Fn(&[f64]) -> f64| rows.chunks_exact(2).map(f).sum::<f64>() / m;
        let (a, b, c) = (sum(&|h| h[0] * h[0]), sum(&|h| h[0] * h[1]), sum(&|h| h[1] * h[1]));
        f64::midpoint(a, c) + ((a - c) * (a - c) / 4.0 + b * b).sqrt()
    };
    let expected = (0..4).map(|agent| greatest(&features(agent))).fold(0.0, f64::max) / 4.0 + 0.1;
    assert!((problem.smoothness(1.0).unwrap() - expected).abs() < 1e-12);
    engine.advance(2000);
    assert!(last(&engine, 0, "optimalityGap").abs() < 1e-14, "a run ends there, too");
}
