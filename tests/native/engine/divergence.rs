//! What is stopped, when, and what that does to the others: nothing.

use std::sync::Arc;

use serde_json::json;
use suda::engine::Engine;
use suda::experiment::Experiment;

use super::{alone, document, lane, noises, parabola, problems, run};
use crate::common::with;
use crate::dense::Problem;

#[test]
fn a_run_is_stopped_in_the_iteration_in_which_it_passes_the_bound() {
    // x^k = (1 - α)^k x^0 = (-2)^k x^0 passes 10¹² max(1, |x^0|) > 2³⁹.
    let own = |value: f64| json!({"kind": "psgd", "stepSize": {"kind": "constant", "value": value}});
    for (x0, at) in [(1.0, 40), (8.0, 40), (0.25, 42), (-1e40, 40)] {
        let more = json!({"iterations": 60, "start": {"kind": "value", "value": [x0]}});
        let engine = run(&alone(&parabola(), &json!([own(3.0), own(0.5), own(1e6)]), &more));
        assert_eq!(engine.diverged_at(0, 0), Some(at));
        assert_eq!(engine.iterates(0, 0).unwrap(), [x0 * 2_f64.powi(i32::try_from(at).unwrap())]);
        assert_eq!(engine.diverged_at(1, 0), None);
        assert_eq!(engine.iterates(1, 0).unwrap(), [x0 * 0.5_f64.powi(60)]);
        assert_eq!(engine.diverged_at(2, 0), Some(3));
        for metric in 0..5 {
            let curve = engine.curve(metric, 0).mean;
            assert_eq!(curve.len(), 61);
            assert!(curve.iter().zip(0..).all(|(value, k)| value.is_nan() == (k >= at)), "{metric}: {curve:?}");
        }
    }
}

#[test]
fn a_run_that_is_stopped_leaves_the_others_as_they_are() {
    // Exact-Diffusion on a matrix with eigenvalues below -1/3 diverges; noise decides when.
    let all = json!([{"kind": "exactDiffusion"}, {"kind": "dsgd"}, {"kind": "extra"}, {"kind": "gradientTracking"}]);
    let mesh = json!({"topology": {"kind": "grid", "rows": 3, "columns": 4}, "weights": {"rule": "bestConstant"}});
    for (problem, noise) in
        [(Problem::made_up(12, 6, 3, Some(0.1)), &noises()[2]), (Problem::pl(12, 0.1), &noises()[1])]
    {
        let more =
            json!({"network": mesh, "trials": 4, "iterations": 900, "gradient": noise, "record": {"points": 91}});
        let document = with(&document(&problem.document(), &all), &more);
        let whole = run(&document);
        let ends: Vec<_> = (0..4).map(|t| whole.diverged_at(0, t).expect("it diverges")).collect();
        assert!(ends.iter().any(|&end| end != ends[0]) && (0..4).all(|t| whole.diverged_at(1, t).is_none()));
        let experiment = Arc::new(Experiment::from_value(&document).unwrap());
        for (methods, trials) in [(vec![1, 3], 0..4), (vec![0], 2..3), (vec![0, 2], 1..3)] {
            let mut part = Engine::part(Arc::clone(&experiment), methods.clone(), trials.clone()).unwrap();
            part.advance(u64::MAX);
            for (place, &method) in methods.iter().enumerate() {
                for (t, trial) in
                    (usize::try_from(trials.start).unwrap()..usize::try_from(trials.end).unwrap()).enumerate()
                {
                    assert!(lane(&part, place, t) == lane(&whole, method, trial), "{method}, {trial}");
                }
            }
        }
    }
}

#[test]
fn when_everything_has_diverged_the_run_still_comes_to_its_end() {
    let own = json!([{"kind": "psgd"}, {"kind": "dsgd"}]);
    let few = Problem::made_up(5, 2, 3, None);
    for problem in problems().iter().chain([&few]) {
        for noise in &noises()[..2] {
            let more = json!({
                "stepSize": {"kind": "constant", "value": 1e6}, "gradient": noise, "trials": 2,
                "start": {"kind": "random", "scale": 1e6},
            });
            let document = with(&document(&problem.document(), &own), &more);
            let mut engine = run(&document);
            // The logistic loss is too flat to diverge; the others have.
            let logistic = matches!(problem, Problem::Logistic(..));
            assert!((0..2).all(|m| (0..2).all(|t| engine.diverged_at(m, t).is_some() != logistic)));
            assert_eq!((engine.iteration(), engine.record().points()), (40, 41));
            assert_eq!(engine.advance(1), 40);
        }
    }
}
