//! What is blamed for a method that diverges, and which cures hold.

use serde_json::{Value, json};
use suda::analysis::warnings::warnings;

use super::{document, names, only};
use crate::common::{experiment, name, ring, run, with};

/// Whether the first method diverges from random starts.
fn diverges(document: &Value) -> bool {
    let more = json!({"iterations": 3_000, "start": {"kind": "random", "scale": 1}});
    run(&with(document, &more)).diverged_at(0, 0).is_some()
}

#[test]
fn where_many_agents_differ_a_try_finds_what_the_mean_of_their_hessians_hides() {
    let problem = json!({"kind": "leastSquares", "dimension": 5, "samplesPerAgent": 2});
    let of = |step, laziness| document(&ring(10), &problem, step, &json!([{"kind": "extra", "laziness": laziness}]));
    // The mean has the curvature 0.94, and EXTRA would be stable below 1.07.
    for step in [0.5, 1.2] {
        let warning = only(&of(step, 0.5), "unstable");
        assert!(diverges(&of(step, 0.5)) && warning.text.contains("(estimated)"), "{}", warning.text);
        for cure in warning.cures {
            let cured = if cure.path == "stepSize.value" {
                of(cure.value.as_f64().unwrap(), 0.5)
            } else {
                of(step, cure.value.as_f64().unwrap())
            };
            assert!(!diverges(&cured), "{} at {step}", cure.text);
        }
    }
    assert!(names(&of(0.05, 0.5)).is_empty() && !diverges(&of(0.05, 0.5)));
}

#[test]
fn no_step_size_is_blamed_on_a_network_that_a_method_does_not_use() {
    let problem = json!({"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 5, "commonHessian": true});
    let of = |kind: &str, more: &Value| {
        let document = document(&json!({"kind": "star", "agents": 6}), &problem, 9.0, &json!([{"kind": kind}]));
        let mut all = warnings(&experiment(&with(&document, more)));
        all.retain(|warning| warning.method.is_some());
        let [warning] = &all[..] else { panic!("{all:?}") };
        (serde_json::to_value(&warning.fact).unwrap()["cause"].clone(), warning.cures[0].path.clone())
    };
    let star = json!({"kind": "star", "agents": 6});
    let wild = json!({"network": {"topology": star, "weights": {"rule": "laplacian", "epsilon": 0.9}}});
    let changing = json!({"network": {"topology": star, "weights": {"rule": "metropolis"},
        "changes": {"kind": "linkFailures", "probability": 0.2}}});
    for more in [wild, changing] {
        for kind in ["psgd", "local"] {
            assert_eq!(of(kind, &more), (json!("largeStep"), "stepSize.value".to_owned()), "{kind} {more}");
        }
    }
}

#[test]
fn a_step_that_ends_tiny_is_as_stable_with_momentum_as_without() {
    let problem = json!({"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 5, "commonHessian": true});
    let methods = json!([{"kind": "psgd"}, {"kind": "psgd", "momentum": 0.5}]);
    let steps = json!({"stepSize": {"kind": "halving", "value": 0.1, "every": 5}});
    assert_eq!(names(&with(&document(&ring(4), &problem, 0.1, &methods), &steps)), Vec::<String>::new());
}

#[test]
fn compressed_messages_do_not_hide_what_agents_in_agreement_would_not_show() {
    let problem = json!({"kind": "leastSquares", "dimension": 1, "samplesPerAgent": 6, "commonHessian": true});
    let cube = json!({"kind": "hypercube", "dimension": 3});
    let methods = json!([{"kind": "exactDiffusion", "compression": {"kind": "quantize", "bits": 5}}]);
    only(&document(&cube, &problem, 0.15, &methods), "unstable");
}

#[test]
fn a_larger_step_is_no_cure_where_costs_are_known_near_the_minimiser_only() {
    let problem = json!({"kind": "logistic", "dimension": 4, "samplesPerAgent": 7, "regularization": 0.01});
    let grid = json!({"kind": "grid", "rows": 6, "columns": 6});
    let warning = only(&document(&grid, &problem, 0.01, &json!([{"kind": "exactDiffusion"}])), "unstable");
    assert!(warning.cures.iter().all(|cure| cure.path == "methods[0].laziness"), "{:?}", warning.cures);
}

#[test]
fn the_fastest_weights_of_a_path_are_not_negative() {
    let network = json!({"network": {"topology": {"kind": "path", "agents": 6}, "weights": {"rule": "fastest"}}});
    let document = document(&ring(6), &json!({"kind": "pl"}), 0.01, &json!([{"kind": "dsgd"}]));
    assert_eq!(names(&with(&document, &network)), Vec::<String>::new());
}

#[test]
fn a_matrix_that_does_not_average_does_not_keep_a_method_from_being_tried() {
    // With the mean of the Hessians it is stable, and W has the eigenvalue -1.17.
    let problem = json!({"kind": "leastSquares", "dimension": 10, "samplesPerAgent": 10});
    let method = json!({"kind": "suda", "a": [1], "bSquared": [0.42, -0.42], "c": [1]});
    let weights = json!({"network": {
        "topology": {"kind": "path", "agents": 5}, "weights": {"rule": "laplacian", "epsilon": 0.6},
    }});
    let document = with(&document(&ring(5), &problem, 1.2, &json!([method])), &weights);
    let warning =
        warnings(&experiment(&document)).into_iter().find(|warning| name(&warning.fact) == "unstable").unwrap();
    assert!(diverges(&document) && warning.cures[0].text == "halve the step size, to α = 0.6", "{:?}", warning.cures);
}

#[test]
fn a_step_size_that_falls_out_of_the_range_is_blamed_where_it_is_out() {
    let problem = json!({"kind": "leastSquares", "data": {
        "kind": "explicit", "features": [[[1]], [[1]]], "targets": [[1], [2]],
    }});
    let method = json!({"kind": "canonical", "zeta0": 1, "zeta1": 0.5, "zeta2": 0.5, "zeta3": 1, "laziness": 0.5});
    let path = json!({"kind": "path", "agents": 2});
    let falling = json!({"stepSize": {"kind": "inverse", "value": 0.9, "offset": 10}, "iterations": 91});
    let document = with(&document(&path, &problem, 0.9, &json!([method])), &falling);
    let warning =
        warnings(&experiment(&document)).into_iter().find(|warning| name(&warning.fact) == "unstable").unwrap();
    assert!(warning.text.contains("at the step size 0.09: it is stable between 0.75 and 2 only"), "{}", warning.text);
}

#[test]
fn not_every_step_size_is_blamed_where_one_is_stable() {
    let problem = json!({"kind": "leastSquares", "dimension": 1, "samplesPerAgent": 3});
    let method = json!({"kind": "suda", "a": [1], "bSquared": [1.23, -1.23], "c": [1], "momentum": 0.99});
    let at = |step: f64| document(&json!({"kind": "path", "agents": 2}), &problem, step, &json!([method]));
    assert!(names(&at(600.0)).is_empty() && !diverges(&at(600.0)) && diverges(&at(736.0)));
    let warning = only(&at(736.0), "unstable");
    assert!(warning.text.contains("at the step size 736: 1.393 times"), "{}", warning.text);
}
