//! The frameworks SUDA, UDA, ABC and the canonical form contain the methods that they claim (App. A).

use serde_json::{Value, json};

use super::{TOLERANCE, TRACKER, document, graphs, problems};
use crate::common::{distance, greatest, start, with};

/// Groups of methods that are the same recursion. The last number tells whether they need a
/// common start.
fn same_methods() -> Vec<(Vec<Value>, bool)> {
    let all_forms = |a: Value, b_squared: Value, c: Value, ac: Value| {
        [
            json!({"kind": "suda", "a": a, "bSquared": b_squared, "c": c}),
            json!({"kind": "uda", "a": a, "bSquared": b_squared, "c": c}),
            json!({"kind": "abc", "a": ac, "b": a, "c": b_squared}),
        ]
    };
    let canonical = |zeta: [f64; 4]| json!({"kind": "canonical", "zeta0": zeta[0], "zeta1": zeta[1], "zeta2": zeta[2], "zeta3": zeta[3]});
    let group = |first: Value, rest: &[Value], common_start| {
        (std::iter::once(first).chain(rest.iter().cloned()).collect::<Vec<_>>(), common_start)
    };
    let tracking =
        |variant: &str, theta: f64| json!({"kind": "gradientTracking", "variant": variant, "trackerLaziness": theta});

    let one = json!([1]);
    let w = json!([0, 1]);
    let i_minus_w = json!([1, -1]);
    let diffusion = all_forms(w.clone(), i_minus_w.clone(), one.clone(), w.clone());
    let extra = all_forms(one.clone(), i_minus_w, w.clone(), w.clone());
    let dlm = all_forms(one.clone(), json!([0.4, -0.4]), json!([0.6, 0.4]), json!([0.6, 0.4]));
    let lazy = all_forms(json!([0.5, 0.5]), json!([0.5, -0.5]), one.clone(), json!([0.5, 0.5]));

    // W̄ = θ I + (1-θ) W, W̄W, and (I-W̄)(I-W) = (1-θ)(I-W)².
    let (theta, rest) = (TRACKER, 1.0 - TRACKER);
    let (w_bar, product, square) = (json!([theta, rest]), json!([0, theta, rest]), json!([rest, -2.0 * rest, rest]));
    let trackers = [
        ("atc", all_forms(product.clone(), square.clone(), one.clone(), product.clone())),
        ("nonAtc", all_forms(one, square.clone(), product.clone(), product.clone())),
        ("semiAtcIterate", all_forms(w.clone(), square.clone(), w_bar.clone(), product.clone())),
        ("semiAtcTracker", all_forms(w_bar, square, w, product)),
    ];
    let mut groups = vec![
        group(json!({"kind": "exactDiffusion"}), &diffusion, false),
        group(json!({"kind": "extra"}), &extra, false),
        group(json!({"kind": "dlm", "penalty": 0.4}), &dlm, false),
        group(json!({"kind": "exactDiffusion", "laziness": 0.5}), &lazy, false),
        group(json!({"kind": "exactDiffusion"}), &[canonical([1.0, 2.0, 0.0, 1.0])], true),
        group(json!({"kind": "extra"}), &[canonical([1.0, 2.0, 0.0, 0.0])], true),
        group(json!({"kind": "dlm", "penalty": 0.4}), &[canonical([0.4, 0.8, 0.0, 0.0])], true),
        group(tracking("nonAtc", 0.0), &[canonical([0.0, 2.0, 1.0, 0.0])], true),
        group(
            tracking("semiAtcIterate", 0.0),
            &[canonical([0.0, 2.0, 1.0, 1.0]), tracking("semiAtcTracker", 0.0)],
            true,
        ),
    ];
    groups.extend(trackers.iter().map(|(variant, forms)| group(tracking(variant, theta), forms, true)));
    groups
}

#[test]
fn frameworks_contain_their_methods_with_and_without_noise() {
    let noises = [
        json!({"noise": "none"}),
        json!({"noise": "gaussian", "variance": 0.01}),
        json!({"noise": "minibatch", "batch": 2}),
    ];
    for (agents, edges, laziness) in graphs() {
        for problem in problems(agents) {
            for (methods, common_start) in same_methods() {
                let mut base = document(agents, &edges, laziness, &problem, &methods);
                if !common_start {
                    base = with(&base, &json!({"start": {"kind": "random", "scale": 1}}));
                }
                for noise in &noises {
                    let mut engine = start(&with(&base, &json!({"gradient": noise, "trials": 2})));
                    engine.advance(120);
                    for trial in 0..2 {
                        let own = engine.iterates(0, trial).unwrap();
                        let margin = TOLERANCE * greatest(own.iter().copied());
                        for (m, method) in methods.iter().enumerate().skip(1) {
                            let error = distance(&engine.iterates(m, trial).unwrap(), &own);
                            let first = &methods[0];
                            assert!(error <= margin, "{method} and {first}, {agents} agents, {noise}: {error:e}");
                        }
                    }
                }
            }
        }
    }
}
