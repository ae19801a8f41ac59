//! f* of costs that have local minima.

use std::sync::Arc;

use rand::RngExt;
use serde_json::{Value, json};
use suda::analysis::warnings::of_run;
use suda::engine::Engine;
use suda::experiment::{Document, Experiment};
use suda::finding::Fact;
use suda::problem::Problem;
use suda::random::Purpose;
use suda::weights::Solutions;

use crate::random::stream;

fn document(features: &Value, labels: &Value, regularization: f64, start: &[f64]) -> Value {
    let agents = labels.as_array().unwrap().len();
    let data = json!({"kind": "explicit", "features": features, "labels": labels});
    json!({
        "version": 1, "iterations": 400,
        "network": {"topology": {"kind": "path", "agents": agents}, "weights": {"rule": "metropolis"}},
        "problem": {"kind": "logistic", "regularization": regularization, "data": data},
        "stepSize": {"kind": "constant", "value": 0.01}, "start": {"kind": "value", "value": start},
        "methods": [{"kind": "exactDiffusion"}],
    })
}

#[test]
fn the_start_may_lead_to_a_lower_minimum_than_zero() {
    // ln(1 + exp(-x/2)) + 0.6 x²/(1 + x²): minima at 0.216 and at 14.18.
    let document = document(&json!([[[0.5]], [[0.5]]]), &json!([[1], [1]]), 0.6, &[20.0]);
    let experiment = Experiment::from_value(&document).unwrap();
    let optimum = experiment.optimum().unwrap();
    assert!((optimum.value - 0.597_864).abs() < 1e-6, "{optimum:?}");
    assert!((optimum.point[0] - 14.18).abs() < 0.01, "{optimum:?}");
    let analysis = suda::analysis::Analysis::of(&experiment, 0, 0.0);
    assert!(analysis.initial_gap.unwrap() >= 0.0 && analysis.bound.unwrap().initial >= 0.0);
    let mut engine = Engine::new(Arc::new(experiment)).unwrap();
    engine.advance(u64::MAX);
    assert!(engine.curve(1, 0).mean.iter().all(|&gap| gap >= 0.0));
    assert_eq!(of_run(&engine), None);
}

#[test]
fn a_run_that_finds_a_better_point_than_the_solver_says_so() {
    // The same cost, of so many samples that few descents are tried; all of them end in the nearer minimum.
    const SAMPLES: usize = 50_000;
    let mut document = document(&json!(vec![vec![[0.5]; SAMPLES]; 2]), &json!(vec![vec![1; SAMPLES]; 2]), 0.6, &[0.0]);
    document["iterations"] = json!(30);
    document["record"] = json!({"every": 1});
    document["metrics"] = json!(["optimalityGap"]);
    document["gradient"] = json!({"noise": "gaussian", "variance": 1e6});
    let experiment = Arc::new(Experiment::from_value(&document).unwrap());
    assert!((experiment.optimum().unwrap().value - 0.667_35).abs() < 1e-5);
    let mut engine = Engine::new(experiment).unwrap();
    assert_eq!(of_run(&engine), None);
    engine.advance(u64::MAX);
    let least = engine.curve(0, 0).mean.into_iter().fold(0.0, f64::min);
    // As far as the other minimum at most.
    assert!((-0.0696..-0.01).contains(&least), "{least}");
    let warning = of_run(&engine).unwrap();
    assert_eq!((warning.path.as_str(), &warning.fact), ("problem", &Fact::BetterPoint { below: -least }));
    assert!(warning.text.contains(" below f*, which makes gaps negative"), "{}", warning.text);
}

/// Where descent with backtracking ends.
fn descend(problem: &dyn Problem, mut x: Vec<f64>) -> f64 {
    let value = |x: &[f64]| {
        let mut value = [0.0];
        problem.mean_value(1, x, &mut value);
        value[0]
    };
    let (mut now, mut step, mut slope) = (value(&x), 1.0, vec![0.0; x.len()]);
    for _ in 0..400 {
        problem.mean_gradient(1, &x, &mut slope);
        let square: f64 = slope.iter().map(|s| s * s).sum();
        if square < 1e-18 {
            break;
        }
        step *= 4.0;
        loop {
            let next: Vec<f64> = x.iter().zip(&slope).map(|(x, s)| x - step * s).collect();
            let there = value(&next);
            if there <= now - 0.5 * step * square || step < 1e-9 {
                (x, now) = (next, there);
                break;
            }
            step *= 0.5;
        }
    }
    now
}

#[test]
fn nothing_lower_is_found_from_many_other_points() {
    let mut rng = stream(2, Purpose::Data, 0, 0);
    let mut below_zero_descent = 0;
    for case in 0..60 {
        let (agents, samples, d) = (2 + case % 2, 1 + case % 4, 1 + case % 3);
        let separable = case % 2 == 0;
        let mut truth = vec![0.0; d];
        rng.0.fill_standard_normal(&mut truth);
        let mut features = Vec::new();
        let mut labels = Vec::new();
        for _ in 0..agents {
            let mut rows = vec![vec![0.0; d]; samples];
            rows.iter_mut().for_each(|row| rng.0.fill_standard_normal(row));
            let side =
                |row: &Vec<f64>| if row.iter().zip(&truth).map(|(h, x)| h * x).sum::<f64>() > 0.0 { 1 } else { -1 };
            let flip: Vec<i32> =
                rows.iter().map(|_| if separable || rng.random::<f64>() < 0.7 { 1 } else { -1 }).collect();
            labels.push(rows.iter().zip(flip).map(|(row, flip)| flip * side(row)).collect::<Vec<_>>());
            features.push(rows);
        }
        let regularization = libm::pow(10.0, -3.0 + 3.0 * rng.random::<f64>());
        let document = document(&json!(features), &json!(labels), regularization, &vec![0.0; d]);
        let experiment = Experiment::from_value(&document).unwrap();
        let problem = experiment.problem();
        let found = experiment.optimum().unwrap().value;
        if problem.optimum(&mut |_| ()).unwrap().value > found + 1e-9 {
            below_zero_descent += 1;
        }
        for i in 0..60 {
            let mut point = vec![0.0; d];
            rng.0.fill_standard_normal(&mut point);
            let scale = [0.5, 2.0, 8.0, 25.0, 80.0][i % 5];
            let end = descend(problem, point.iter().map(|x| scale * x).collect());
            assert!(end >= found - 1e-7, "case {case}: {end} below {found}\n{document}");
        }
    }
    // It matters: one descent from 0 would not have done.
    assert!(below_zero_descent >= 5, "{below_zero_descent}");
}

#[test]
fn what_takes_long_tells_how_far_it_is() {
    let document = |start: f64| {
        json!({
            "version": 1, "iterations": 10,
            "network": {"topology": {"kind": "ring", "agents": 4}, "weights": {"rule": "metropolis"}},
            "problem": {"kind": "logistic", "dimension": 5, "samplesPerAgent": 50},
            "stepSize": {"kind": "constant", "value": 0.1}, "start": {"kind": "value", "value": vec![start; 5]},
            "methods": [{"kind": "dsgd"}],
        })
    };
    // From a start elsewhere the solver goes two ways.
    for (start, ways) in [(0.0, 1), (1.0, 2)] {
        let mut drawn = Vec::new();
        let checked = Document::from_value(&document(start)).unwrap();
        let experiment =
            Experiment::build_telling(checked, &mut Solutions::default(), &mut |share| drawn.push(share)).unwrap();
        assert_eq!(drawn, [0.0, 0.25, 0.5, 0.75]);
        let mut shares = Vec::new();
        let told = experiment.optimum_telling(&mut |share| shares.push(share)).cloned();
        assert_eq!(told.as_ref(), Experiment::from_value(&document(start)).unwrap().optimum());
        assert!(shares.is_sorted() && shares[0] < 0.01 && shares.iter().all(|share| *share <= 1.0), "{shares:?}");
        // Gradually, and to the end.
        assert!(shares.len() > 5 * ways && shares[shares.len() / 2] > 0.2, "{shares:?}");
        assert!(*shares.last().unwrap() > 0.8, "{shares:?}");
        // It is found once.
        experiment.optimum_telling(&mut |_| panic!("it is known"));
    }
}
