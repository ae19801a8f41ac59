//! Theorem 1 bounds what is measured, wherever its step condition holds.

use std::sync::Arc;

use serde_json::{Value, json};
use suda::analysis::Analysis;
use suda::analysis::measured::{reached, running_average};
use suda::engine::Engine;

use super::noted;
use crate::common::{experiment, with};

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

pub fn methods() -> Vec<Value> {
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
    let probe = experiment(document);
    // Where the costs are smooth on bounded sets only, L and so the limits depend on how far the
    // run goes; twice the start is enough here, and is checked below.
    let before = Analysis::of(&probe, method, 3.0);
    let limits = before.step_size_limits?.theorem1;
    let alpha = share * limits.into_iter().fold(f64::INFINITY, f64::min);
    let only = json!([document["methods"][method]]);
    let document = with(document, &json!({"stepSize": {"kind": "constant", "value": alpha}, "methods": only}));
    let experiment = Arc::new(experiment(&document));
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
