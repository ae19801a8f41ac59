//! Of data: their labels and their size.

use serde_json::json;
use suda::analysis::warnings::warnings;

use super::{document, every_method};
use crate::common::{curve, last, refusal, ring, run, start, with};

#[test]
fn labels_of_either_kind_mean_the_same_and_others_are_mapped_or_refused() {
    let text = |minus: &str, plus: &str| {
        let row = |i: u32| {
            let label = if i.is_multiple_of(3) { minus } else { plus };
            format!("{},{},{label}\n", f64::from(i * i % 11) - 5.0, f64::from(i * 7 % 13) - 6.0)
        };
        (0..40).map(row).collect::<String>()
    };
    let problem = |text: String, split: &str| {
        let data = json!({"kind": "csv", "text": text, "standardize": true, "split": {"kind": split}});
        document(ring(5), json!({"kind": "logistic", "regularization": 0.01, "data": data}), 0.1, every_method())
    };
    let signs = run(&problem(text("-1", "1"), "even"));
    let bits = run(&problem(text("0", "1"), "even"));
    for m in 0..14 {
        assert_eq!(signs.iterates(m, 0), bits.iterates(m, 0));
        for metric in ["gradientNorm", "optimalityGap", "meanOptimalityGap", "consensus", "averageGradient"] {
            assert_eq!(curve(&signs, m, metric), curve(&bits, m, metric));
        }
    }
    assert_eq!(warnings(signs.experiment()), []);
    let warnings = warnings(start(&problem(text("bad", "good"), "even")).experiment());
    assert_eq!(warnings[0].path, "problem.data");
    assert!(warnings[0].text.contains("\"bad\" stands for -1 (14 rows), \"good\" for +1 (26 rows)"), "{warnings:?}");
    let three = text("0", "1").replace("0\n", "2\n").replacen("2\n", "0\n", 3);
    assert_eq!(refusal(&problem(three, "even")), "problem.data.text: must have exactly two labels, has 3: 0, 1, 2");

    // Sorted by label, four of the five agents hold one class only.
    let one_class = run(&with(&problem(text("0", "1"), "byLabel"), &json!({"iterations": 20_000})));
    assert!(last(&one_class, 5, "gradientNorm") < 1e-16);
    assert!(last(&one_class, 5, "consensus") < 1e-16);
}

#[test]
fn large_margins_neither_overflow_nor_lose_the_gradient() {
    // Features of the order of 1000: margins beyond 700, where exp overflows.
    let value = |i: usize| 1000.0 * ((i * 37 % 41) as f64 / 10.0 - 2.0);
    let features: Vec<Vec<Vec<f64>>> =
        (0..4).map(|a| (0..6).map(|s| (0..3).map(|j| value(a * 18 + s * 3 + j)).collect()).collect()).collect();
    let labels = [[1, -1, 1, 1, -1, -1], [1; 6], [-1; 6], [-1, 1, -1, 1, -1, 1]];
    let data = json!({"kind": "explicit", "features": features, "labels": labels});
    let problem = json!({"kind": "logistic", "regularization": 0.01, "data": data});
    let base = document(ring(4), problem, 1e-7, every_method());
    for step in [1e-7, 1.0] {
        let engine = run(&with(&base, &json!({"stepSize": {"kind": "constant", "value": step}, "iterations": 200})));
        assert!(engine.experiment().optimum().unwrap().value.is_finite());
        for m in 0..14 {
            let end = engine.diverged_at(m, 0).unwrap_or(u64::MAX);
            for metric in ["gradientNorm", "optimalityGap", "meanOptimalityGap", "consensus", "averageGradient"] {
                for (&k, value) in engine.record().iterations().iter().zip(curve(&engine, m, metric)) {
                    assert!(value.is_finite() || k >= end, "{m}, {metric} at {k}: {value}");
                }
            }
            assert!(step > 1e-6 || engine.diverged_at(m, 0).is_none());
        }
        // Standing at 0 the gradient is (1/2m) Σ y h; large margins bring it down, not to zero.
        let norms = curve(&engine, 0, "gradientNorm");
        assert!(norms.iter().all(|&norm| norm > 0.0));
    }
}
