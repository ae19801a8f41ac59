//! Rows that no agent has, and what is tested by them.

use serde_json::{Value, json};

use super::constant_terms::two_ranges;
use super::document;
use crate::common::{last, refusal, start, with};

#[test]
fn rows_are_held_out_before_the_split_and_tested() {
    let text = (0..40).map(|s| format!("{s},{}", 3 * s)).collect::<Vec<_>>().join("\n");
    let data = |more: Value| with(&json!({"kind": "csv", "text": format!("x,y\n{text}"), "test": 0.25}), &more);
    let of = |data: &Value, metrics: &Value| {
        let problem = json!({"kind": "leastSquares", "data": data});
        start(&document(5, &problem, &json!({"metrics": metrics, "iterations": 0, "start": {"kind": "zeros"}})))
    };
    let engine = of(&data(json!({})), &json!(["testLoss", "loss"]));
    let report = engine.experiment().imported.clone().unwrap();
    assert_eq!((report.rows, report.held_out, report.shares), (40, 10, [6, 6]));
    // What is not an agent's is held out: at x = 0 the losses add up to those of all rows.
    let total = (0..40).map(|s| f64::from(9 * s * s)).sum::<f64>() / 2.0;
    let sum = 10.0 * last(&engine, 0, "testLoss") + 30.0 * last(&engine, 0, "loss");
    assert!((sum - total).abs() < 1e-9 * total, "{sum} for {total}");
    // The agents' rows have mean 0 after standardising; those held out are moved alike, so that the slope fits them too.
    let standardized = data(json!({"standardize": true, "constant": true}));
    let engine = of(&standardized, &json!(["testLoss", "optimalityGap"]));
    let problem = engine.experiment().problem();
    let rows: Vec<f64> = (0..5).flat_map(|agent| problem.targets(agent).unwrap().0.to_vec()).collect();
    let mean = rows.iter().step_by(2).sum::<f64>() / 30.0;
    assert!(mean.abs() < 1e-14 && rows.iter().skip(1).step_by(2).all(|&one| one == 1.0));
    let (mut loss, mut right) = ([1.0], [0.0]);
    problem.test(1, &engine.experiment().optimum().unwrap().point, &mut loss, &mut right);
    assert!(loss[0] < 1e-20, "{loss:?}");
    // By the seed; and metrics without such rows are refused, as labels where there are none.
    let other = json!({"seed": "6"});
    let problem = json!({"kind": "leastSquares", "data": data(json!({}))});
    let more = json!({"metrics": ["testLoss"], "iterations": 0, "start": {"kind": "zeros"}});
    let again = start(&with(&document(5, &problem, &more), &other));
    let first = start(&document(5, &problem, &more));
    assert_ne!(last(&again, 0, "testLoss"), last(&first, 0, "testLoss"));
    let said = |problem: Value, metric: &str| refusal(&document(5, &problem, &json!({"metrics": [metric]})));
    assert_eq!(
        said(json!({"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 4}), "testLoss"),
        "metrics[0]: testLoss needs rows that are held out, by data.test or of digits"
    );
    assert_eq!(
        said(problem, "testAccuracy"),
        "metrics[0]: testAccuracy needs samples with labels, which this problem does not have"
    );
}

#[test]
fn test_accuracies_are_the_shares_of_rows_that_no_agent_has() {
    let data = json!({"kind": "csv", "text": two_ranges(), "constant": true, "standardize": true, "test": 0.5});
    for problem in [
        json!({"kind": "logistic", "regularization": 1e-4, "regularizer": "l2", "data": data}),
        json!({"kind": "neuralNetwork", "hidden": [], "classes": 2, "data": with(&data, &json!({"constant": null}))}),
        json!({"kind": "neuralNetwork", "hidden": [], "data": with(&data, &json!({"constant": null}))}),
    ] {
        let metrics = json!(["testAccuracy", "meanTestAccuracy", "testLoss", "accuracy"]);
        let mut engine = start(&document(4, &problem, &json!({"metrics": metrics})));
        engine.advance(200);
        for metric in ["testAccuracy", "meanTestAccuracy", "accuracy"] {
            assert_eq!(last(&engine, 1, metric), 1.0, "{metric}");
        }
        let loss = last(&engine, 1, "testLoss");
        assert!((1e-4..0.5).contains(&loss), "{loss}");
    }
}

#[test]
fn lists_in_the_document_hold_rows_out_as_well() {
    let features: Vec<Vec<[f64; 1]>> = (0..4).map(|i| (0..10).map(|s| [f64::from(10 * i + s)]).collect()).collect();
    let targets: Vec<Vec<f64>> = features.iter().map(|rows| rows.iter().map(|[x]| 2.0 * x).collect()).collect();
    let data = json!({"kind": "explicit", "features": features, "targets": targets, "test": 0.2, "constant": true});
    let problem = json!({"kind": "leastSquares", "data": data});
    let engine =
        start(&document(4, &problem, &json!({"iterations": 0, "metrics": ["testLoss"], "start": {"kind": "zeros"}})));
    let problem = engine.experiment().problem();
    assert_eq!(problem.held_out(), 8);
    let kept: Vec<f64> = (0..4).flat_map(|agent| problem.targets(agent).unwrap().1.to_vec()).collect();
    assert_eq!(kept.len(), 32);
    let rest = (0..40).map(|s| f64::from(2 * s)).filter(|y| !kept.contains(y)).map(|y| y * y / 16.0).sum::<f64>();
    assert!((last(&engine, 0, "testLoss") - rest).abs() < 1e-9);
    // Half of the rows are too many for agents with one.
    let data = json!({"kind": "explicit", "features": vec![[[1]]; 6], "targets": vec![[1]; 6], "test": 0.5});
    let said = refusal(&document(6, &json!({"kind": "leastSquares", "data": data}), &json!({})));
    assert!(said.starts_with("problem.data.test: leaves agent ") && said.ends_with(" without a sample"), "{said}");
    let data = json!({"kind": "explicit", "features": vec![[[1]]; 6], "targets": vec![[1]; 6], "test": 0.6});
    let said = refusal(&document(6, &json!({"kind": "leastSquares", "data": data}), &json!({})));
    assert_eq!(said, "problem.data.test: must be in (0, 0.5], got 0.6");
}
