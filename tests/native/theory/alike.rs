//! What is the same thing, written in another way, is judged alike.

use std::sync::Arc;

use rand::RngExt;
use serde_json::{Value, json};
use suda::analysis::Analysis;
use suda::engine::Engine;
use suda::polynomial::Polynomial;
use suda::random::Purpose;
use suda::theory::variance::Recursion;
use suda::theory::{Stability, SudaForm, TrackingVariant, Transition, Verdict};

use super::document;
use super::stability::{self, judgement};
use crate::common::{experiment, ring, with};
use crate::random::stream;

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
fn directions_that_no_cost_curves_change_no_verdict() {
    let mut rng = stream(12, Purpose::Data, 0, 0);
    let methods = json!([
        {"kind": "dsgd"}, {"kind": "exactDiffusion", "laziness": 0.5}, {"kind": "extra", "laziness": 0.5},
        {"kind": "gradientTracking"}, {"kind": "gradientTracking", "variant": "nonAtc"},
        {"kind": "dsgd", "momentum": 0.8}, {"kind": "dsgd", "localSteps": 3},
        {"kind": "exactDiffusion", "laziness": 0.5, "localSteps": 2},
    ]);
    let (mut unlike_their_mean, mut diverged) = (0, 0);
    for _ in 0..12 {
        // One row an agent, so that each Hessian is of rank one; in four coordinates that are combinations of two.
        let rows: Vec<[f64; 2]> =
            (0..5).map(|i| [(); 2].map(|()| (rng.random::<f64>() - 0.5) * f64::from(1 + 3 * (i % 2)))).collect();
        let wide = |&[a, b]: &[f64; 2]| [0.6 * a, 0.8 * a, 0.96 * b, 0.28 * b];
        let problem = |rows: Vec<Vec<f64>>| {
            let features: Vec<_> = rows.into_iter().map(|row| vec![row]).collect();
            let targets: Vec<_> = (0..5).map(|i| [f64::from(i)]).collect();
            json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": features, "targets": targets}})
        };
        let narrow = problem(rows.iter().map(|row| row.to_vec()).collect());
        let wide = problem(rows.iter().map(|row| wide(row).to_vec()).collect());
        for step in [0.5, 2.0, 4.0] {
            let [narrow, wide] = [&narrow, &wide].map(|problem| stability::document(&ring(5), problem, step, &methods));
            let experiment = Arc::new(experiment(&wide));
            let mut engine = Engine::new(Arc::clone(&experiment)).unwrap();
            engine.advance(u64::MAX);
            for (method, spec) in experiment.methods.iter().enumerate() {
                let [expected, judged] = [&narrow, &wide].map(|document| judgement(document, method));
                assert_eq!((judged.verdict, judged.exact), (expected.verdict, expected.exact), "{}: {wide}", spec.name);
                let ends = [judged.range, expected.range].map(|range| range.map_or(0.0, |[_, end]| end));
                assert!((ends[0] - ends[1]).abs() <= 1e-3 * ends[1], "{}: {ends:?} {wide}", spec.name);
                let is_stable = judged.verdict == Verdict::Stable;
                if (judged.radius - 1.0).abs() > 0.02 {
                    assert_eq!(engine.diverged_at(method, 0).is_none(), is_stable, "{}: {judged:?} {wide}", spec.name);
                }
                diverged += usize::from(!is_stable);
                let form = spec.form();
                if let (Some(form), true) = (&form, spec.is_plain()) {
                    let eigenvalues = experiment.network.spectrum().lazy(spec.laziness);
                    let modes = Stability::new(
                        Recursion::Suda(form),
                        eigenvalues.eigenvalues().unwrap(),
                        &experiment.curvature().unwrap().values,
                    );
                    unlike_their_mean += usize::from(modes.at(step).0 == Verdict::Stable && !is_stable);
                }
            }
        }
    }
    assert!(unlike_their_mean >= 5 && diverged >= 50, "{unlike_their_mean} {diverged}");
}
