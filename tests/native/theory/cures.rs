//! What is warned of as unstable or slow, what is to blame, and what cures it.

use serde_json::{Value, json};
use suda::analysis::warnings::{Warning, warnings};
use suda::finding::Severity;
use suda::theory::Verdict;

use super::stability::{document, judgement, parabolas};
use super::{names, only};
use crate::common::{experiment, ring, with};

/// The warnings of one method alone.
fn about_methods(document: &Value) -> Vec<Warning> {
    warnings(&experiment(document)).into_iter().filter(|warning| warning.method.is_some()).collect()
}

#[test]
fn cures_cure_and_name_what_is_to_blame() {
    let ring = ring(8);
    let grid = json!({"kind": "grid", "rows": 6, "columns": 6});
    let costs = parabolas(&[1.0; 8]);
    let paths = |document: &Value| -> Vec<String> {
        about_methods(document).iter().flat_map(|warning| warning.cures.iter().map(|cure| cure.path.clone())).collect()
    };
    // (I+W)/2 is not offered where it does not help.
    let zeros = |kind: &str| json!({"kind": kind, "a": [0, 2], "bSquared": [1], "c": [1]});
    for method in [
        zeros("suda"),
        json!({"kind": "abc", "a": [0, 1.2], "b": [1], "c": [0.5, -0.5]}),
        json!({"kind": "dlm", "penalty": 100}),
        json!({"kind": "canonical", "zeta0": 5, "zeta1": 5, "zeta2": 0, "zeta3": 5}),
    ] {
        let document = document(&ring, &costs, 0.1, &json!([method]));
        let said = about_methods(&document);
        assert_eq!(said[0].severity, Severity::Error, "{method}: {said:?}");
        assert!(said.iter().flat_map(|warning| &warning.cures).all(|cure| cure.value != json!(0.5)), "{said:?}");
    }
    // The network is to blame: (I+W)/2.
    let unstable =
        document(&grid, &parabolas(&[1.0; 36]), 0.1, &json!([{"kind": "exactDiffusion"}, {"kind": "extra"}]));
    assert_eq!(paths(&unstable)[0], "methods[0].laziness");
    assert!(paths(&unstable).contains(&"methods[1].laziness".to_owned()));
    // The step is.
    let large = document(
        &ring,
        &costs,
        2.5,
        &json!([{"kind": "dsgd"}, {"kind": "psgd", "stepSize": {"kind": "constant", "value": 9}}]),
    );
    assert_eq!(paths(&large), ["stepSize.value", "methods[1].stepSize.value"]);
    assert!(about_methods(&large)[0].text.ends_with(": it needs one below 2"));
    assert_eq!(about_methods(&large)[1].cures[0].value, json!(1.0));
    // Of costs that flatten out far from the minimiser nobody says that it diverges: with such a step it stays near by.
    let flat = json!({"kind": "logistic", "dimension": 2, "samplesPerAgent": 20, "regularization": 1e-3});
    let text = &about_methods(&document(&ring, &flat, 60.0, &json!([{"kind": "psgd"}])))[0].text;
    assert!(text.starts_with("psgd cannot settle at the minimiser with the step size 60"), "{text}");
    // The matrix is: |λ| > 1.
    let network = |weights: Value| json!({"network": {"topology": ring, "weights": weights}});
    let wild = with(
        &document(&ring, &costs, 0.1, &json!([{"kind": "dsgd"}, {"kind": "gradientTracking"}])),
        &network(json!({"rule": "laplacian", "epsilon": 0.9})),
    );
    for warning in about_methods(&wild).into_iter().filter(|warning| warning.severity == Severity::Error) {
        assert!(warning.text.contains("W has the eigenvalue -2.6"), "{warning:?}");
        assert_eq!(warning.cures[0].path, "network.weights");
        assert!(warning.cures.iter().all(|cure| !cure.path.contains("stepSize")));
    }
    let swap =
        json!({"topology": {"kind": "path", "agents": 2}, "weights": {"rule": "explicit", "matrix": [[0, 1], [1, 0]]}});
    let swap = with(
        &document(&ring, &parabolas(&[1.0; 2]), 0.1, &json!([{"kind": "exactDiffusion"}])),
        &json!({"network": swap}),
    );
    let said = about_methods(&swap);
    assert!(said[0].text.contains("W has the eigenvalue -1.000000") && said[0].cures.len() == 2, "{said:?}");
    // The features are.
    let rows: Vec<String> =
        (0..40).map(|i| format!("{},{},{}", i % 2, f64::from(i * 7 % 11) / 11.0, i * 13 % 17 * 100)).collect();
    let csv = json!({"kind": "csv", "text": rows.join("\n"), "header": false, "labelColumn": 0});
    let unscaled = document(&ring, &json!({"kind": "logistic", "data": csv}), 0.5, &json!([{"kind": "dsgd"}]));
    assert_eq!(paths(&unscaled)[0], "problem.data.standardize");
    let rows: Vec<String> = (0..40).map(|i| format!("{},{}", 1_700_000_000 + 3_600 * i, i * 7 % 11)).collect();
    let csv = json!({"kind": "csv", "text": rows.join("\n"), "header": false});
    let seconds = document(&ring, &json!({"kind": "leastSquares", "data": csv}), 0.5, &json!([{"kind": "dsgd"}]));
    assert_eq!(paths(&seconds)[0], "problem.data.standardize");

    // Each cure of all of these, taken, leaves nothing that is unstable.
    for document in [unstable, large, wild, swap, unscaled, seconds] {
        let errors = |warning: &Warning| warning.severity == Severity::Error;
        for (m, warning) in about_methods(&document).into_iter().filter(errors).enumerate() {
            assert!(!warning.cures.is_empty(), "{warning:?}");
            for cure in warning.cures {
                let mut cured = document.clone();
                put(&mut cured, &cure.path, &cure.value);
                assert_eq!(judgement(&cured, warning.method.unwrap()).verdict, Verdict::Stable, "{m}: {cure:?}");
            }
        }
    }
}

/// Puts a value at a path such as `methods[0].laziness`.
fn put(document: &mut Value, path: &str, value: &Value) {
    let pointer = format!("/{}", path.replace('[', "/").replace(']', "").replace('.', "/"));
    let (parent, last) = pointer.rsplit_once('/').unwrap();
    document.pointer_mut(parent).unwrap()[last] = value.clone();
}

#[test]
fn flat_minima_are_slow_and_have_no_cure() {
    let data = json!({"kind": "csv", "text": "x,one,y\n10,1,0\n13,1,1\n"});
    let problem = json!({"kind": "logistic", "data": data});
    for kind in ["psgd", "dsgd", "extra", "gradientTracking"] {
        let methods = json!([{"kind": kind, "laziness": 0.5}]);
        let warning = only(&super::document(&json!({"kind": "path", "agents": 2}), &problem, 0.02, &methods), "slow");
        assert!(warning.cures.is_empty() && warning.severity == Severity::Warning);
        assert!(warning.text.contains("very slowly") && warning.text.contains("iterations"), "{}", warning.text);
        assert!(!warning.text.contains("  ") && !warning.text.contains("-0.000"), "{}", warning.text);
    }
    // Two unknowns of which one is never seen: nothing moves there, and nothing needs to.
    let flat = json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": [[[1, 0]], [[2, 0]]], "targets": [[1], [2]]}});
    assert_eq!(names(&super::document(&ring(2), &flat, 0.02, &json!([{"kind": "dsgd"}]))), [""; 0]);
}

#[test]
fn what_stays_bounded_is_not_said_to_diverge() {
    let problem = json!({"kind": "logistic", "dimension": 5, "samplesPerAgent": 20, "heterogeneity": 1});
    let warning = only(&super::document(&ring(6), &problem, 8.0, &json!([{"kind": "dsgd"}])), "unstable");
    assert!(
        warning.text.contains("cannot settle at the minimiser") && !warning.text.contains("diverge"),
        "{}",
        warning.text
    );
}
