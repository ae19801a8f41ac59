//! The range of step sizes around that of a method: its ends are the true ones, or are said to be estimates.

use serde_json::{Value, json};
use suda::analysis::stability::judge;
use suda::theory::Verdict;

use super::stability::{self, judgement};
use super::{document, only};
use crate::common::{experiment, preset, ring, with};

#[test]
fn the_lesson_of_local_data_is_judged_at_every_step_size() {
    let methods = json!([
        {"kind": "psgd"}, {"kind": "dsgd"}, {"kind": "exactDiffusion", "laziness": 0.5},
        {"kind": "extra", "laziness": 0.5}, {"kind": "gradientTracking"},
    ]);
    let lesson = with(&preset("local-data"), &json!({ "methods": methods }));
    let methods = methods.as_array().unwrap().clone();
    let at = |value: f64| with(&lesson, &json!({"stepSize": {"kind": "constant", "value": value}}));
    let verdicts = |value: f64| -> Vec<(String, Verdict)> {
        let experiment = experiment(&at(value));
        (0..methods.len())
            .map(|m| (methods[m]["kind"].as_str().unwrap().to_owned(), judge(&experiment, m).unwrap().verdict))
            .collect()
    };
    assert!(verdicts(20.0).iter().all(|(_, verdict)| *verdict == Verdict::Unstable), "{:?}", verdicts(20.0));
    for (kind, verdict) in verdicts(6.0) {
        assert_eq!(verdict == Verdict::Unstable, kind == "extra", "{kind}");
    }
    // The marks on the slider: on both sides of each.
    let experiment = experiment(&lesson);
    for (m, method) in methods.iter().enumerate() {
        let [low, high] = judge(&experiment, m).unwrap().range.unwrap();
        assert_eq!(low, 0.0);
        for (factor, expected) in [(0.99, Verdict::Stable), (1.01, Verdict::Unstable)] {
            assert_eq!(judgement(&at(factor * high), m).verdict, expected, "{method} at {}", factor * high);
        }
    }
}

#[test]
fn the_end_of_a_range_is_the_true_one_or_none() {
    let squares =
        |d: usize, samples: usize| json!({"kind": "leastSquares", "dimension": d, "samplesPerAgent": samples});
    let judged = |topology: &Value, problem: &Value, step: f64, method: &Value| {
        judge(&experiment(&document(topology, problem, step, &json!([method]))), 0).unwrap()
    };
    let extra = json!({"kind": "extra", "laziness": 0.5});
    let told = judged(&ring(5), &squares(5, 5), 0.85, &extra);
    assert_eq!(told.verdict, Verdict::Unstable);
    assert!((told.range.unwrap()[1] - 0.816).abs() < 1e-3, "{told:?}");
    let warning = only(&document(&ring(5), &squares(5, 5), 0.85, &json!([extra])), "unstable");
    assert!(warning.text.contains("needs one below 0.816"), "{}", warning.text);
    // Whatever is judged lies where the range says.
    for (agents, d) in [(5, 5), (8, 4), (3, 10), (6, 6), (12, 4)] {
        for method in [extra.clone(), json!({"kind": "dsgd"}), json!({"kind": "gradientTracking"})] {
            for step in [0.2, 0.85, 1.2, 1.68, 2.4] {
                let told = judged(&ring(agents), &squares(d, 10), step, &method);
                if let Some([low, high]) = told.range {
                    let is_inside = low < step && step < high;
                    assert_eq!(is_inside, told.verdict == Verdict::Stable, "{agents}, {d}, {step}, {method}: {told:?}");
                }
            }
        }
    }
}

#[test]
fn a_range_is_where_it_is_said_to_end_or_is_said_to_be_an_estimate() {
    let methods = json!([
        {"kind": "dsgd"}, {"kind": "extra", "laziness": 0.5}, {"kind": "exactDiffusion", "laziness": 0.5},
        {"kind": "dsgd", "momentum": 0.5}, {"kind": "dsgd", "localSteps": 2},
    ]);
    let mut exact = 0;
    for (agents, dimension) in [(5, 4), (5, 5), (8, 4), (8, 6), (8, 8)] {
        let problem = json!({"kind": "leastSquares", "dimension": dimension, "samplesPerAgent": dimension});
        let at = |step: f64| stability::document(&ring(agents), &problem, step, &methods);
        for method in 0..5 {
            // From a step size that is stable the same end is seen as from those around it.
            let judged = judgement(&at(0.2), method);
            let Some([0.0, end]) = judged.range.filter(|_| judged.exact) else { continue };
            exact += 1;
            for (factor, expected) in [(0.999, Verdict::Stable), (1.001, Verdict::Unstable)] {
                let verdict = judgement(&at(factor * end), method).verdict;
                assert_eq!(verdict, expected, "{agents} × {dimension}, {}, at {factor} of {end}", methods[method]);
            }
        }
    }
    assert!(exact >= 15, "{exact}");
}
