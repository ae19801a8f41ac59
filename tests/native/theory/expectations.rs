//! The closed-form expectations are the means of runs.

use serde_json::{Value, json};
use suda::analysis::expectation::{Expected, expectation};
use suda::experiment::Experiment;
use suda::metric::Metric;
use suda::statistics::student_t_quantile;

use super::measured::methods;
use super::{document, noted};
use crate::common::{experiment, ring, run, with};

fn common_hessian(more: &Value) -> Value {
    let base = json!({
        "version": 1, "seed": 5, "trials": 1, "iterations": 80, "record": {"every": 4},
        "network": {"topology": {"kind": "wattsStrogatz", "agents": 9, "neighbors": 4, "rewiring": 0.4}, "weights": {"rule": "metropolis"}, "laziness": 0.2},
        "problem": {"kind": "leastSquares", "dimension": 3, "samplesPerAgent": 5, "heterogeneity": 2.0, "conditionNumber": 8.0, "commonHessian": true},
        "gradient": {"noise": "none"}, "start": {"kind": "value", "value": [1.0, -1.0, 0.5]},
        "stepSize": {"kind": "halving", "value": 0.2, "every": 30, "factor": 0.5},
        "methods": [],
    });
    let mut all = methods();
    all.extend([
        json!({"kind": "psgd"}),
        json!({"kind": "dsgd"}),
        json!({"kind": "dsgd", "variant": "combineThenAdapt"}),
    ]);
    with(&with(&base, &json!({"methods": all})), more)
}

const METRICS: [Metric; 5] = [
    Metric::GradientNorm,
    Metric::OptimalityGap,
    Metric::MeanOptimalityGap,
    Metric::Consensus,
    Metric::AverageGradient,
];

/// The expectation of the metric at each recorded iteration.
fn expected(experiment: &Experiment, method: usize, metric: Metric) -> Vec<f64> {
    let value = |at: &Expected| match metric {
        Metric::GradientNorm => at.gradient_norm,
        Metric::AverageGradient => at.average_gradient,
        Metric::OptimalityGap => at.optimality_gap,
        Metric::MeanOptimalityGap => at.mean_optimality_gap,
        Metric::Consensus => at.consensus,
        other => panic!("{other:?} has no closed form"),
    };
    expectation(experiment, method).unwrap().iter().map(value).collect()
}

#[test]
fn without_noise_expectations_are_the_run() {
    for start in [json!({"kind": "value", "value": [1.0, -1.0, 0.5]}), json!({"kind": "random", "scale": 1.0})] {
        let document = common_hessian(&json!({"start": start}));
        let engine = run(&document);
        let experiment = engine.experiment();
        for method in 0..experiment.methods.len() {
            for (index, metric) in METRICS.into_iter().enumerate() {
                let curve = engine.curve(index, method).mean;
                for (predicted, measured) in expected(experiment, method, metric).iter().zip(curve) {
                    let name = &experiment.methods[method].name;
                    assert!(
                        (predicted - measured).abs() <= 1e-9 * measured + 1e-13,
                        "{name}, {metric:?}: {predicted} against {measured}"
                    );
                }
            }
        }
    }
}

#[test]
fn with_noise_the_mean_over_trials_lies_in_its_interval() {
    // 15 methods × 5 metrics × 21 points, correlated. At five standard errors even independent
    // comparisons would all hold with probability 0.999.
    let trials = 400;
    let document = common_hessian(&json!({"trials": trials, "gradient": {"noise": "gaussian", "variance": 0.3}}));
    let engine = run(&document);
    let experiment = engine.experiment();
    let (mut inside, mut total) = (0, 0);
    for method in 0..experiment.methods.len() {
        for (index, metric) in METRICS.into_iter().enumerate() {
            let curve = engine.curve(index, method);
            for (at, predicted) in expected(experiment, method, metric).into_iter().enumerate() {
                let half = (curve.high[at] - curve.low[at]) / 2.0;
                let difference = (curve.mean[at] - predicted).abs();
                let allowed = half * 5.0 / student_t_quantile(trials - 1);
                let name = &experiment.methods[method].name;
                assert!(
                    difference <= allowed + 1e-12 * predicted + 1e-25,
                    "{name}, {metric:?}, point {at}: {predicted} against {} ± {half}",
                    curve.mean[at]
                );
                inside += usize::from(difference <= half + 1e-12 * predicted + 1e-25);
                total += 1;
            }
        }
    }
    // The 95 % intervals hold about that share; points and methods share their noise.
    let share = f64::from(u32::try_from(inside).unwrap()) / f64::from(u32::try_from(total).unwrap());
    noted(&format!("{:.0} % of the 95 % intervals hold it", share * 100.0));
    assert!(share > 0.9, "{share}");
}

#[test]
fn expectations_are_not_made_up_where_there_are_none() {
    for more in [
        json!({"problem": {"kind": "pl", "heterogeneity": 1.0}, "start": {"kind": "zeros"}}),
        json!({"problem": {"kind": "leastSquares", "dimension": 3, "samplesPerAgent": 5}}),
        json!({"gradient": {"noise": "minibatch", "batch": 2}}),
        json!({"iterations": 2_000_000_000u64, "record": {"points": 5}}),
    ] {
        let experiment = experiment(&common_hessian(&more));
        assert_eq!(expectation(&experiment, 0), None, "{more}");
    }
}

#[test]
fn expected_curves_of_agents_on_their_own_are_what_they_do() {
    let problem = json!({"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 5, "commonHessian": true});
    let document = document(&ring(4), &problem, 0.1, &json!([{"kind": "local"}]));
    let engine = run(&document);
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
