//! The theory of an experiment: its numbers on a problem worked out by hand, its shape, and what
//! it says where it has nothing to say.

use crate::common::{name, with};
use serde_json::{Value, json};
use suda::analysis::findings::findings;
use suda::analysis::{Analysis, tables};
use suda::experiment::Experiment;
use suda::finding::{Fact, Severity};
use suda::theory::bounds::{theorem1_step_limits, theorem2_step_limits};
use suda::theory::{NetworkConstants, ProblemConstants, Theorem1};

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * (1.0 + b.abs()), "{a} is not {b}");
}

/// Four agents on a ring, fᵢ(x) = (cᵢ/2)(x - bᵢ)² with c = 1, 2, 5, 10 and b = 8, 2, 4, 7.
fn ring_of_four() -> Value {
    let curvature = [1.0, 2.0, 5.0, 10.0_f64];
    let root = curvature.map(f64::sqrt);
    let target = [8.0, 2.0, 4.0, 7.0];
    let features: Vec<_> = root.iter().map(|h| json!([[h]])).collect();
    let targets: Vec<_> = root.iter().zip(target).map(|(h, b)| json!([h * b])).collect();
    json!({
        "version": 1, "seed": 1, "trials": 1, "iterations": 50, "record": {"every": 10},
        "network": {"topology": {"kind": "ring", "agents": 4}, "weights": {"rule": "metropolis"}, "laziness": 0.5},
        "problem": {"kind": "leastSquares", "data": {"kind": "explicit", "features": features, "targets": targets}},
        "gradient": {"noise": "gaussian", "variance": 0.3},
        "start": {"kind": "value", "value": [2.0]},
        "stepSize": {"kind": "constant", "value": 0.001},
        "methods": [{"kind": "exactDiffusion"}, {"kind": "gradientTracking"}, {"kind": "dsgd"}, {"kind": "psgd"}, {"kind": "extra", "laziness": 0.2}],
    })
}

fn analysis(document: &Value, method: usize) -> Analysis {
    Analysis::of(&Experiment::from_value(document).unwrap(), method, 0.0)
}

fn constants(analysis: &Analysis) -> NetworkConstants {
    NetworkConstants {
        gamma: analysis.gamma.unwrap(),
        v1: analysis.v1.unwrap(),
        v2: analysis.v2.unwrap(),
        lambda_a: analysis.lambda_a.unwrap(),
        lambda_b: analysis.lambda_b.unwrap(),
    }
}

#[test]
fn numbers_are_those_worked_out_by_hand() {
    // W = (I + M)/2, M with the eigenvalues 1, 1/3, 1/3, -1/3: λ = 2/3, least 1/3.
    let ed = analysis(&ring_of_four(), 0);
    close(ed.spectral_radius.unwrap(), (2.0 / 3.0_f64).sqrt());
    close(ed.gamma.unwrap(), (2.0 / 3.0_f64).sqrt());
    close(ed.lambda_a.unwrap(), 2.0 / 3.0);
    close(ed.lambda_b.unwrap(), (1.0 / 3.0_f64).sqrt());
    let root = (2.0 / 3.0_f64).sqrt();
    close(ed.v1.unwrap(), (2.0 + 2.0 * root).sqrt());
    close(ed.v2.unwrap(), (1.5 * (1.0 + root)).sqrt());
    let paper = ed.paper.unwrap();
    close(paper.v1, 2.0);
    close(paper.v2, 6.0_f64.sqrt());

    // L = max c; μ and f* of f(x) = (18/8)(x - x*)² + f*, x* = 102/18; gradients at 2: cᵢ(2 - bᵢ).
    close(ed.smoothness.unwrap(), 10.0);
    close(ed.pl_constant.unwrap(), 4.5);
    close(ed.initial_gap.unwrap(), 2.25 * (102.0 / 18.0 - 2.0_f64).powi(2));
    close(ed.noise_variance.unwrap(), 0.3);
    let gradients = [-6.0, 0.0, -10.0, -50.0];
    let mean = -16.5;
    close(ed.varsigma0_squared, gradients.iter().map(|g| (g - mean) * (g - mean)).sum::<f64>() / 4.0);
    // W has 2/3 on the diagonal and 1/6 for each neighbour.
    let mixed: Vec<f64> =
        (0..4).map(|i| gradients[i] * 2.0 / 3.0 + (gradients[(i + 1) % 4] + gradients[(i + 3) % 4]) / 6.0).collect();
    close(ed.zeta0_squared.unwrap(), mixed.iter().map(|g| (g - mean) * (g - mean)).sum::<f64>() / 4.0);

    let problem = ProblemConstants {
        agents: 4,
        smoothness: 10.0,
        initial_gap: ed.initial_gap.unwrap(),
        noise_variance: 0.3,
        zeta0_squared: ed.zeta0_squared.unwrap(),
    };
    let network = constants(&ed);
    let limits = ed.step_size_limits.unwrap();
    assert!(limits.theorem1.iter().zip(theorem1_step_limits(10.0, &network)).all(|(x, y)| (x / y - 1.0).abs() < 1e-12));
    let pl = limits.theorem2.unwrap();
    assert!(pl.iter().zip(theorem2_step_limits(10.0, 4.5, &network)).all(|(x, y)| (x / y - 1.0).abs() < 1e-12));
    close(ed.bound.unwrap().total(), Theorem1::new(&problem, &network, 0.001).after(50.0).total());
    assert!(ed.bound_holds);
    close(ed.pl_bound.unwrap().contraction, 1.0 - 0.001 * 4.5 / 2.0);

    // Gradient tracking mixes the gradients twice.
    let tracking = analysis(&ring_of_four(), 1);
    close(tracking.spectral_radius.unwrap(), 2.0 / 3.0);
    assert!(tracking.zeta0_squared < ed.zeta0_squared);
    // A method's own laziness comes on top: λ = 0.8 · 2/3 + 0.2, and A = I in EXTRA.
    let extra = analysis(&ring_of_four(), 4);
    close(extra.spectral_radius.unwrap(), (0.8 * 2.0 / 3.0 + 0.2_f64).sqrt());
    close(extra.zeta0_squared.unwrap(), extra.varsigma0_squared);
}

#[test]
fn the_shape_is_the_documented_one() {
    let value = serde_json::to_value(analysis(&ring_of_four(), 0)).unwrap();
    let numbers = |value: &Value, names: &[&str]| names.iter().all(|name| value[name].is_f64());
    assert!(numbers(&value, &["spectralRadius", "gamma", "v1", "v2", "lambdaA", "lambdaB"]));
    assert!(numbers(&value["paper"], &["gamma", "v1", "v2", "lambdaA", "lambdaB"]));
    assert!(numbers(&value, &["smoothness", "initialGap", "noiseVariance", "zeta0Squared"]));
    assert_eq!(value["stepSizeLimits"]["theorem1"].as_array().map(Vec::len), Some(3));
    assert_eq!(value["stepSizeLimits"]["theorem2"].as_array().map(Vec::len), Some(4));
    assert!(numbers(&value["bound"], &["initial", "noise", "heterogeneity", "network", "networkHigherOrder"]));
    assert_eq!(value["eigenvalues"].as_array().map(Vec::len), Some(6));
    assert_eq!(value["corollaries"]["rate"][2]["part"], "network");
    let logistic = json!({"problem": {"kind": "logistic", "dimension": 2, "samplesPerAgent": 5, "regularization": 0.01},
        "start": {"kind": "zeros"}});
    let value = serde_json::to_value(analysis(&with(&ring_of_four(), &logistic), 0)).unwrap();
    assert_eq!(value["stepSizeLimits"]["theorem2"], Value::Null);
    assert_eq!(value["plBound"], Value::Null);
    assert!(value["bound"]["initial"].is_f64());
}

#[test]
fn what_is_not_known_is_none() {
    for method in [2, 3] {
        let outside = analysis(&ring_of_four(), method);
        assert_eq!((outside.spectral_radius, outside.gamma, outside.zeta0_squared), (None, None, None));
        assert_eq!((outside.bound, outside.step_size_limits), (None, None));
        close(outside.smoothness.unwrap(), 10.0);
    }
    // Mini-batches, changing steps, agents that start apart, no iterations: no bound, but limits.
    for more in [
        json!({"gradient": {"noise": "minibatch", "batch": 1}}),
        json!({"stepSize": {"kind": "halving", "value": 0.001, "every": 10}}),
        json!({"start": {"kind": "random", "scale": 1.0}}),
        json!({"iterations": 0}),
    ] {
        let without = analysis(&with(&ring_of_four(), &more), 0);
        assert_eq!(without.bound, None, "{more}");
        assert!(without.step_size_limits.is_some() && without.spectral_radius.is_some());
    }
    // A step above the limits: numbers, but no bound.
    let large = analysis(&with(&ring_of_four(), &json!({"stepSize": {"kind": "constant", "value": 0.1}})), 0);
    assert!(large.bound.is_some() && !large.bound_holds);
    assert!(large.findings.iter().any(|finding| matches!(finding.fact, Fact::StepSize { .. })));
    // All eigenvalues of a large network are not computed.
    let network = json!({"topology": {"kind": "ring", "agents": 600}, "weights": {"rule": "metropolis"}});
    let problem = json!({"kind": "pl", "heterogeneity": 0.01});
    let document = with(&ring_of_four(), &json!({"network": network, "problem": problem, "iterations": 1}));
    let large = analysis(&document, 0);
    assert_eq!((large.spectral_radius, large.bound), (None, None));
    assert!(large.zeta0_squared.is_some());
}

#[test]
fn one_agent_is_gradient_descent() {
    let network = json!({"topology": {"kind": "complete", "agents": 1}, "weights": {"rule": "metropolis"}});
    let problem = json!({"kind": "leastSquares", "dimension": 1, "samplesPerAgent": 3});
    let document = with(&ring_of_four(), &json!({"network": network, "problem": problem}));
    let alone = analysis(&document, 0);
    assert_eq!((alone.spectral_radius, alone.gamma, alone.lambda_a), (Some(0.0), Some(0.0), Some(0.0)));
    assert_eq!(alone.zeta0_squared, Some(0.0));
    let bound = alone.bound.unwrap();
    assert_eq!((bound.heterogeneity, bound.network, bound.network_higher_order), (0.0, 0.0, 0.0));
    assert_eq!(alone.findings, []);
}

#[test]
fn findings_name_what_to_change() {
    let grid = json!({"topology": {"kind": "grid", "rows": 6, "columns": 6}, "weights": {"rule": "metropolis"}});
    let problem = json!({"kind": "pl", "heterogeneity": 0.1});
    let methods = json!([
        {"kind": "exactDiffusion"}, {"kind": "exactDiffusion", "laziness": 0.5}, {"kind": "gradientTracking"},
        {"kind": "suda", "a": [0.0, 1.0], "bSquared": [1.0, -1.0], "c": [2.0, -0.5]},
        {"kind": "abc", "a": [-0.3, 1.3], "b": [1.0], "c": [0.01, -0.01]}, {"kind": "dsgd"},
    ]);
    let document = with(&ring_of_four(), &json!({"network": grid, "problem": problem, "methods": methods}));
    let experiment = Experiment::from_value(&document).unwrap();
    let of = |method| {
        let list = findings(&experiment, method);
        list.iter().map(|fact| (name(fact), fact.severity())).collect::<Vec<_>>()
    };
    assert_eq!(of(0), [("unstable".to_owned(), Severity::Error), ("notContracting".to_owned(), Severity::Note)]);
    assert!(findings(&experiment, 0)[1].sentence("").contains("eigenvalue -0.517"));
    assert_eq!(of(1), []);
    assert_eq!(of(2), [("notPositive".to_owned(), Severity::Note)]);
    assert_eq!(of(3), [("rowSums".to_owned(), Severity::Error)]);
    assert_eq!(of(4)[0], ("negativeEntries".to_owned(), Severity::Warning));
    assert_eq!(of(5), []);
    let analysis = Analysis::of(&experiment, 0, 0.0);
    assert!(analysis.spectral_radius.unwrap() > 1.0);
    assert_eq!((analysis.gamma, analysis.bound, analysis.paper), (None, None, None));
}

#[test]
fn costs_that_are_smooth_on_bounded_sets_have_the_constant_of_where_the_run_was() {
    let document = with(&ring_of_four(), &json!({"problem": {"kind": "pl", "heterogeneity": 0.5}}));
    let experiment = Experiment::from_value(&document).unwrap();
    let (near, far) = (Analysis::of(&experiment, 0, 0.0), Analysis::of(&experiment, 0, 7.0));
    assert_eq!((near.radius, far.radius), (2.0, 7.0));
    assert!(far.smoothness > near.smoothness);
    assert_eq!(near.smoothness, experiment.problem().smoothness(2.0));
}

#[test]
fn tables_are_those_of_the_network() {
    let experiment = Experiment::from_value(&ring_of_four()).unwrap();
    let [nonconvex, pl] = tables(&experiment);
    assert_eq!((nonconvex.len(), pl.len()), (5, 6));
    close(nonconvex[2].transient_time, 64.0 * 9.0);
    close(pl[2].transient_time, 4.0 * 3.0);
    // DSGD's third term at the printed formula: (λς)^{2/3} / ((1-λ) K)^{2/3}.
    let varsigma = Analysis::of(&experiment, 0, 0.0).varsigma0_squared;
    let expected = (4.0 / 9.0 * varsigma).cbrt() / (50.0 / 3.0_f64).powf(2.0 / 3.0);
    close(nonconvex[0].rate[2].value, expected);
}
