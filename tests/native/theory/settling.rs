//! When a curve is taken to have settled.

use serde_json::json;
use suda::analysis::measured::has_settled;

use crate::common::run;

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
        let engine = run(&document(iterations));
        assert_eq!(has_settled(&engine.curve(0, 0).mean), expected, "{iterations}");
    }
}
