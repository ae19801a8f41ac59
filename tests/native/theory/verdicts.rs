//! Verdicts on random methods, networks and costs, held to what the runs do.

use std::sync::Arc;

use rand::RngExt;
use serde_json::{Value, json};
use suda::analysis::stability::judge;
use suda::engine::Engine;
use suda::random::Purpose;
use suda::theory::Verdict;

use super::stability::parabolas;
use crate::common::experiment;
use crate::random::{Rng, stream};

/// Something random of everything that can be judged.
fn draw(rng: &mut impl RngExt) -> Value {
    let mut between = |low: f64, high: f64| low + (high - low) * rng.random::<f64>();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and not negative")]
    let whole = |x: f64| x as usize;
    let agents = whole(between(3.0, 9.0));
    let topology = match whole(between(0.0, 5.0)) {
        0 => json!({"kind": "ring", "agents": agents}),
        1 => json!({"kind": "path", "agents": agents}),
        2 => json!({"kind": "star", "agents": agents}),
        3 => json!({"kind": "complete", "agents": agents}),
        _ => json!({"kind": "erdosRenyi", "agents": agents, "probability": 0.6, "seed": whole(between(0.0, 1e6))}),
    };
    let weights = match whole(between(0.0, 3.0)) {
        0 => json!({"rule": "laplacian", "epsilon": between(0.05, 0.5)}),
        1 => json!({"rule": "bestConstant"}),
        _ => json!({"rule": "metropolis"}),
    };
    let coefficients = |between: &mut dyn FnMut(f64, f64) -> f64, sum: f64| -> Value {
        let tail: Vec<f64> = (0..whole(between(1.0, 3.0))).map(|_| between(-1.5, 1.5)).collect();
        let first = sum - tail.iter().sum::<f64>();
        json!(std::iter::once(first).chain(tail).collect::<Vec<_>>())
    };
    let lazy = if between(0.0, 1.0) < 0.4 { between(0.0, 0.8) } else { 0.0 };
    let mut method = match whole(between(0.0, 12.0)) {
        0 => json!({"kind": "psgd"}),
        1 => json!({"kind": "dsgd"}),
        2 => json!({"kind": "dsgd", "variant": "combineThenAdapt"}),
        3 => json!({"kind": "exactDiffusion"}),
        4 => json!({"kind": "extra"}),
        5 => {
            let variant = ["atc", "nonAtc", "semiAtcIterate", "semiAtcTracker"][whole(between(0.0, 4.0))];
            json!({"kind": "gradientTracking", "variant": variant, "trackerLaziness": between(0.0, 0.7)})
        }
        6 => json!({"kind": "dlm", "penalty": between(0.1, 2.0)}),
        7 => {
            let [a, b, c, d] = [between(0.0, 1.5), between(0.0, 1.5), between(-0.5, 0.5), between(0.0, 1.0)];
            json!({"kind": "canonical", "zeta0": a, "zeta1": b, "zeta2": c, "zeta3": d})
        }
        8 | 9 => {
            let [a, b, c] = [1.0, 0.0, 1.0].map(|sum| coefficients(&mut between, sum));
            json!({"kind": "suda", "a": a, "bSquared": b, "c": c})
        }
        10 => {
            let [a, b, c] = [1.0, 0.0, 1.0].map(|sum| coefficients(&mut between, sum));
            json!({"kind": "uda", "a": a, "bSquared": b, "c": c})
        }
        _ => {
            let [a, b, c] = [1.0, 1.0, 0.0].map(|sum| coefficients(&mut between, sum));
            json!({"kind": "abc", "a": a, "b": b, "c": c})
        }
    };
    method["laziness"] = json!(lazy);
    let dimension = whole(between(1.0, 4.0));
    let problem = if between(0.0, 1.0) < 0.5 {
        json!({"kind": "leastSquares", "dimension": dimension, "samplesPerAgent": dimension + 2, "heterogeneity": 1.0,
            "conditionNumber": between(1.0, 8.0), "commonHessian": between(0.0, 1.0) < 0.5})
    } else {
        let curvatures: Vec<f64> = (0..agents).map(|_| between(0.3, 1.5)).collect();
        parabolas(&curvatures)
    };
    let step = libm::pow(10.0, between(-1.5, 0.7));
    json!({
        "version": 1, "iterations": 6000, "record": {"every": 100}, "seed": whole(between(0.0, 1e6)),
        "network": {"topology": topology, "weights": weights}, "problem": problem,
        "stepSize": {"kind": "constant", "value": step}, "methods": [method], "start": {"kind": "random", "scale": 1},
    })
}

#[test]
fn what_is_judged_stable_converges_and_what_is_judged_unstable_grows() {
    hold_verdicts(600, |_, _| ());
}

#[test]
fn momentum_and_local_steps_are_judged_as_they_run() {
    hold_verdicts(400, |method, rng| {
        let takes_local_steps = ["psgd", "dsgd", "exactDiffusion"].contains(&method["kind"].as_str().unwrap());
        let seldom = takes_local_steps && rng.random::<f64>() < 0.7;
        if seldom {
            // What is recorded, in every 100th iteration, is recorded after a communication.
            method["localSteps"] = json!([2, 4, 5, 10][rng.random_range(0..4)]);
        }
        if !seldom || rng.random::<f64>() < 0.5 {
            method["momentum"] = json!(rng.random::<f64>() * 0.95);
        }
    });
}

/// Draws documents, changes their method, and holds the verdict to what the run does.
fn hold_verdicts(draws: usize, change: impl Fn(&mut Value, &mut Rng)) {
    let mut rng = stream(1, Purpose::Data, 0, 0);
    let mut counts = [0; 3];
    let mut slow = 0;
    for _ in 0..draws {
        let mut document = draw(&mut rng);
        change(&mut document["methods"][0], &mut rng);
        let experiment = experiment(&document);
        let judged = judge(&experiment, 0).unwrap();
        counts[judged.verdict as usize] += 1;
        // Nothing is estimated: all are small and quadratic.
        assert!(judged.exact, "{document}");
        let kind = document["methods"][0]["kind"].as_str().unwrap().to_owned();
        let is_biased = kind == "dsgd" || kind == "psgd" && !document["methods"][0]["localSteps"].is_null();
        let mut engine = Engine::new(Arc::new(experiment)).unwrap();
        engine.advance(u64::MAX);
        // How far apart the iterates are from one record to the next: for DSGD, which keeps a bias, too.
        let gap = engine.curve(2, 0).mean;
        let consensus = engine.curve(3, 0).mean;
        let end = engine.diverged_at(0, 0);
        match judged.verdict {
            Verdict::Stable => {
                assert_eq!(end, None, "{document}\n{judged:?}");
                // e-fold at least twelve times, or it says nothing yet.
                if judged.radius > 1.0 - 2e-3 {
                    slow += 1;
                    continue;
                }
                let last = gap.len() - 1;
                let settled = (gap[last] - gap[last - 10]).abs() <= 1e-6 * gap[0].max(1.0);
                assert!(settled, "{document}\n{judged:?}: {} and {}", gap[last - 10], gap[last]);
                if !is_biased {
                    assert!(gap[last] < 1e-6 * gap[0] + 1e-12, "{document}\n{judged:?}: {}", gap[last]);
                    assert!(consensus[last] < 1e-6 * gap[0] + 1e-12, "{document}\n{judged:?}");
                }
            }
            Verdict::Unstable => {
                if judged.radius < 1.0 + 2e-3 {
                    slow += 1;
                    continue;
                }
                let last = gap.len() - 1;
                let grown = end.is_some() || gap[last] > 100.0 * gap[10].max(1e-300) || gap[last] > 1e6 * gap[0];
                assert!(grown, "{document}\n{judged:?}: {} to {}", gap[0], gap[last]);
            }
            Verdict::Marginal => {}
        }
    }
    println!("stable, marginal, unstable: {counts:?}; {slow} too slow to be seen");
    assert!(
        counts[Verdict::Stable as usize] > draws / 4 && counts[Verdict::Unstable as usize] > draws / 4,
        "{counts:?}"
    );
    assert!(counts[Verdict::Marginal as usize] <= draws / 100, "{counts:?}");
    assert!(slow <= draws / 20, "{slow}");
}

#[test]
fn the_factor_is_that_of_the_agent_that_is_slowest_not_of_the_mean() {
    // Agent i alone: |1 - α cᵢ|, with c = 1 and 0.02.
    let document = json!({
        "version": 1, "iterations": 10, "stepSize": {"kind": "constant", "value": 1},
        "network": {"topology": {"kind": "path", "agents": 2}, "weights": {"rule": "metropolis"}},
        "problem": parabolas(&[1.0, 0.02]), "methods": [{"kind": "local"}],
    });
    let judged = judge(&experiment(&document), 0).unwrap();
    assert!(judged.exact && (judged.radius - 0.98).abs() < 1e-9, "{judged:?}");
}
