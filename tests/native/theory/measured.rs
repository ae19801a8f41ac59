//! Theory against runs: Theorem 1 bounds what is measured wherever its step condition holds, and
//! the closed-form expectations are the means of runs.

use std::sync::Arc;

use crate::common::with;
use serde_json::{Value, json};
use suda::analysis::Analysis;
use suda::analysis::expectation::expectation;
use suda::analysis::measured::{has_settled, reached, running_average};
use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::metric::Metric;
use suda::statistics::student_t_quantile;

/// Numbers that look random and are the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 32).unwrap()
    }

    fn choose<T: Clone>(&mut self, options: &[T]) -> T {
        options[self.roll() as usize % options.len()].clone()
    }
}

fn methods() -> Vec<Value> {
    let tracking = |variant: &str| json!({"kind": "gradientTracking", "variant": variant});
    vec![
        json!({"kind": "exactDiffusion", "laziness": 0.5}),
        json!({"kind": "extra", "laziness": 0.5}),
        tracking("atc"),
        tracking("nonAtc"),
        tracking("semiAtcIterate"),
        tracking("semiAtcTracker"),
        json!({"kind": "gradientTracking", "trackerLaziness": 0.3, "label": "two matrices"}),
        json!({"kind": "dlm", "penalty": 0.4, "laziness": 0.2}),
        json!({"kind": "canonical", "zeta0": 0.4, "zeta1": 0.5, "zeta2": 0.0, "zeta3": 0.6}),
        json!({"kind": "suda", "a": [0.0, 1.0], "bSquared": [0.5, -0.5], "c": [0.5, 0.5]}),
        json!({"kind": "uda", "a": [0.5, 0.5], "bSquared": [0.5, -0.5], "c": [1.0]}),
        json!({"kind": "abc", "a": [0.5, 0.5], "b": [0.25, 0.5, 0.25], "c": [0.5, -0.5]}),
    ]
}

fn document(dice: &mut Dice) -> Value {
    let seed = dice.roll();
    let topology = dice.choose(&[
        json!({"kind": "ring", "agents": 8}),
        json!({"kind": "path", "agents": 5}),
        json!({"kind": "grid", "rows": 3, "columns": 4}),
        json!({"kind": "star", "agents": 7}),
        json!({"kind": "complete", "agents": 6}),
        json!({"kind": "erdosRenyi", "agents": 10, "probability": 0.4}),
        json!({"kind": "randomGeometric", "agents": 9, "radius": 0.6}),
        json!({"kind": "barabasiAlbert", "agents": 12, "attachments": 2}),
        json!({"kind": "wattsStrogatz", "agents": 10, "neighbors": 4, "rewiring": 0.3}),
    ]);
    let problem = dice.choose(&[
        json!({"kind": "logistic", "dimension": 3, "samplesPerAgent": 15, "regularization": 0.01, "heterogeneity": 2.0}),
        json!({"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 4, "heterogeneity": 3.0, "conditionNumber": 5.0}),
        json!({"kind": "pl", "heterogeneity": 0.4}),
    ]);
    let noise = dice.choose(&[
        json!({"noise": "none"}),
        json!({"noise": "gaussian", "variance": 0.05}),
        json!({"noise": "gaussian", "variance": 5.0}),
    ]);
    let start = dice.choose(&[json!(0.0), json!(1.5)]);
    let dimension = match problem["kind"].as_str() {
        Some("logistic") => 3,
        Some("leastSquares") => 2,
        _ => 1,
    };
    json!({
        "version": 1, "seed": seed, "trials": 4, "iterations": 120, "record": {"every": 1},
        "network": {"topology": topology, "weights": {"rule": "metropolis"}},
        "problem": problem, "gradient": noise,
        "start": {"kind": "value", "value": vec![start; dimension]},
        "stepSize": {"kind": "constant", "value": 0.01},
        "methods": methods(),
    })
}

/// Measured over bound at each K, at most; `None` where the theorem does not apply.
fn worst_ratio(document: &Value, method: usize, share: f64) -> Option<f64> {
    let probe = Experiment::from_value(document).unwrap();
    // Where the costs are smooth on bounded sets only, L and so the limits depend on how far the
    // run goes; twice the start is enough here, and is checked below.
    let before = Analysis::of(&probe, method, 3.0);
    let limits = before.step_size_limits?.theorem1;
    let alpha = share * limits.into_iter().fold(f64::INFINITY, f64::min);
    let only = json!([document["methods"][method]]);
    let document = with(document, &json!({"stepSize": {"kind": "constant", "value": alpha}, "methods": only}));
    let experiment = Arc::new(Experiment::from_value(&document).unwrap());
    let mut engine = Engine::new(Arc::clone(&experiment)).unwrap();
    let mut visited = 0.0_f64;
    while engine.iteration() < experiment.iterations {
        visited = visited.max(reached(&engine, 0));
        engine.advance(1);
    }
    let analysis = Analysis::of(&experiment, 0, visited.max(3.0));
    assert!(analysis.bound_holds || visited > 3.0, "{document}");
    if !analysis.bound_holds {
        return None;
    }
    let bound = analysis.bound.unwrap();
    let horizon = experiment.iterations as f64;
    let measured = running_average(&engine, 0).unwrap();
    assert!(measured.len() == 120 && measured.iter().all(|value| value.is_finite()));
    let ratio = |(index, measured): (usize, &f64)| {
        let k = (index + 1) as f64;
        let falling = (bound.initial + bound.heterogeneity) * horizon / k;
        // From the minimiser, without noise, both sides may vanish but for rounding.
        (measured - 1e-24).max(0.0) / (falling + bound.noise + bound.network + bound.network_higher_order)
    };
    Some(measured.iter().enumerate().map(ratio).fold(0.0, f64::max))
}

/// Asserts that docs/theory.md contains the text, which is printed.
fn noted(text: &str) {
    println!("{text}");
    let notes = include_str!("../../../docs/theory.md").replace('\n', " ");
    assert!(notes.contains(text), "docs/theory.md lacks: {text}");
}

#[test]
fn the_running_average_stays_below_theorem_1() {
    let mut dice = Dice(7);
    let (mut cases, mut closest) = (vec![0_usize; methods().len()], 0.0_f64);
    for _ in 0..30 {
        let document = document(&mut dice);
        for (method, count) in cases.iter_mut().enumerate() {
            let share = dice.choose(&[1.0, 0.999, 0.3, 0.05]);
            if let Some(ratio) = worst_ratio(&document, method, share) {
                assert!(ratio <= 1.0, "measured {ratio} × the bound: method {method} of {document}");
                closest = closest.max(ratio);
                *count += 1;
            }
        }
    }
    noted(&format!("In {} runs over random graphs", cases.iter().sum::<usize>()));
    noted(&format!("came up to {:.0} % of it", closest * 100.0));
    // Every method was covered, and the bound is not so loose that nothing could break it.
    assert!(cases.iter().all(|&count| count >= 15), "{cases:?}");
    assert!(closest > 0.1, "{closest}");
}

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
    let value = |at: &suda::analysis::expectation::Expected| match metric {
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
        let mut engine = crate::common::start(&document);
        engine.advance(u64::MAX);
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
    let mut engine = crate::common::start(&document);
    engine.advance(u64::MAX);
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
        let experiment = Experiment::from_value(&common_hessian(&more)).unwrap();
        assert_eq!(expectation(&experiment, 0), None, "{more}");
    }
}

#[test]
fn a_curve_has_settled_when_its_second_half_shows_no_trend() {
    let curve = |at: fn(f64) -> f64| (0..=100).map(|k| at(f64::from(k))).collect::<Vec<_>>();
    // To a floor; with fluctuations; down to rounding.
    assert!(has_settled(&curve(|k| 1e-3 + 0.8_f64.powf(k))));
    assert!(has_settled(&curve(|k| (1e-3 + 0.8_f64.powf(k)) * (1.0 + 0.3 * k.sin()))));
    assert!(has_settled(&curve(|k| (0.3_f64.powf(k)).max(1e-32))));
    // With the noise of a single trial, whose tenths differ by more than a factor of two; at a level above the start.
    assert!(has_settled(&curve(|k| (1e-5 + 0.6_f64.powf(k)) * (1.2 * (k / 2.5).sin()).exp())));
    assert!(has_settled(&curve(|k| 0.073 - 0.004 * 0.8_f64.powf(k))));
    // On its way, as a geometric or a sublinear sequence; growing; still; diverged; nothing yet.
    assert!(!has_settled(&curve(|k| 0.9_f64.powf(k))));
    assert!(!has_settled(&curve(|k| 0.99_f64.powf(k))));
    assert!(!has_settled(&curve(|k| 1.0 / (1.0 + k).powi(5))));
    // Slow and steady, after a steep fall and under noise; as slow as if it stood still.
    assert!(!has_settled(&curve(|k| (0.5_f64.powf(k) + 1e-4 * 0.98_f64.powf(k)) * (1.0 + 0.1 * (k * k).sin()))));
    assert!(!has_settled(&curve(|k| 1.0 - 1e-5 * k)));
    assert!(!has_settled(&curve(|k| 1.0 + k)));
    assert!(!has_settled(&curve(|_| 1.0)));
    assert!(!has_settled(&curve(|k| if k < 95.0 { 1e-3 + 0.8_f64.powf(k) } else { f64::NAN })));
    assert!(has_settled(&curve(|k| if k < 30.0 { 1.0 - k / 30.0 } else { 0.0 })));
    assert!(!has_settled(&[]) && !has_settled(&[1.0]) && !has_settled(&[1.0; 9]));
}

#[test]
fn centralised_sgd_has_settled_at_its_floor_and_not_on_its_way() {
    let document = |iterations: u64| {
        json!({
            "version": 1, "trials": 4, "iterations": iterations, "record": {"every": 1}, "metrics": ["optimalityGap"],
            "network": {"topology": {"kind": "ring", "agents": 8}, "weights": {"rule": "metropolis"}},
            "problem": {"kind": "leastSquares", "dimension": 3, "samplesPerAgent": 10, "heterogeneity": 1},
            "gradient": {"noise": "gaussian", "variance": 0.1}, "stepSize": {"kind": "constant", "value": 0.02},
            "start": {"kind": "random", "scale": 100}, "methods": [{"kind": "psgd"}],
        })
    };
    for (iterations, expected) in [(60, false), (10_000, true)] {
        let mut engine = Engine::new(Arc::new(Experiment::from_value(&document(iterations)).unwrap())).unwrap();
        engine.advance(u64::MAX);
        assert_eq!(has_settled(&engine.curve(0, 0).mean), expected, "{iterations}");
    }
}
