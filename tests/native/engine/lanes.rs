//! A lane, one method in one trial, is the same whatever runs beside it.

use std::ops::Range;
use std::sync::Arc;

use serde_json::json;
use suda::engine::Engine;
use suda::experiment::Experiment;

use super::{document, lane, methods, noises, problems, run};
use crate::common::with;
use crate::dense::Problem;

#[test]
fn a_lane_does_not_depend_on_the_lanes_beside_it() {
    let parts: [(&[usize], Range<u64>); 6] = [
        (&[0, 1, 2, 3, 4, 5, 6], 1..4),
        (&[6, 0], 0..5),
        (&[3], 0..1),
        (&[3], 2..5),
        (&[5, 4, 2, 1], 4..5),
        (&[1], 3..4),
    ];
    for problem in problems() {
        for noise in noises() {
            if matches!(problem, Problem::Pl(..)) && noise["noise"] == "minibatch" {
                continue;
            }
            let more = json!({"trials": 5, "gradient": noise, "start": {"kind": "random", "scale": 1}});
            let document = with(&document(&problem.document(), &methods()), &more);
            let whole = run(&document);
            let experiment = Arc::new(Experiment::from_value(&document).unwrap());
            for (methods, trials) in &parts {
                let mut part = Engine::part(Arc::clone(&experiment), methods.to_vec(), trials.clone()).unwrap();
                // Nor on how far it goes at a time.
                part.advance(1);
                part.advance(7);
                part.advance(u64::MAX);
                for (place, &method) in methods.iter().enumerate() {
                    for (t, trial) in trials.clone().enumerate() {
                        let trial = usize::try_from(trial).unwrap();
                        let same = lane(&part, place, t) == lane(&whole, method, trial);
                        assert!(same, "method {method}, trial {trial} in {methods:?} × {trials:?}, {noise}");
                    }
                }
            }
        }
    }
}
