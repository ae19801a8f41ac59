//! What methods have learnt to take off the agents' gradients: at rest exactly what makes the gradients differ.

use serde_json::{Value, json};
use suda::analysis::stability::judge;
use suda::document::{Domain, Entry};
use suda::experiment::Experiment;
use suda::method::{KINDS, Partner};
use suda::polynomial::Polynomial;
use suda::theory::known::Known;
use suda::theory::{SudaForm, Verdict};

use crate::common::{distance, greatest, start, with};

/// Agents with different data and curvature, exact gradients, a start of each agent's own.
pub fn document(methods: &Value) -> Value {
    json!({
        "version": 1,
        "iterations": 30000,
        "record": { "points": 2 },
        "network": { "topology": { "kind": "ring", "agents": 6 }, "weights": { "rule": "metropolis" }, "laziness": 0.5 },
        "problem": { "kind": "leastSquares", "dimension": 3, "samplesPerAgent": 6, "heterogeneity": 1 },
        "gradient": { "noise": "none" },
        "stepSize": { "kind": "constant", "value": 0.1 },
        "start": { "kind": "commonRandom" },
        "methods": methods,
    })
}

/// All that are unbiased, in all of their variants.
pub fn unbiased() -> Value {
    let tracking = |variant: &str| json!({ "kind": "gradientTracking", "variant": variant, "trackerLaziness": 0.25 });
    let polynomials = |kind: &str| json!({ "kind": kind, "a": [0.0, 1.0], "bSquared": [1.0, -1.0], "c": [0.5, 0.5] });
    json!([
        { "kind": "exactDiffusion" },
        { "kind": "exactDiffusion", "rounds": 2 },
        { "kind": "extra" },
        { "kind": "extra", "laziness": 0.5 },
        tracking("atc"), tracking("nonAtc"), tracking("semiAtcIterate"), tracking("semiAtcTracker"),
        polynomials("suda"),
        polynomials("uda"),
        { "kind": "abc", "a": [0.0, 1.0], "b": [0.0, 1.0], "c": [1.0, -1.0] },
        { "kind": "canonical", "zeta0": 0.5, "zeta1": 0.5, "zeta2": 0.0, "zeta3": 0.5 },
        { "kind": "canonical", "zeta0": 0.4, "zeta1": 0.6, "zeta2": 0.1, "zeta3": 0.0 },
        { "kind": "dlm", "penalty": 0.7 },
    ])
}

#[test]
fn at_rest_every_unbiased_method_has_learnt_what_makes_the_gradients_differ() {
    let methods = unbiased();
    let mut engine = start(&document(&methods));
    engine.advance(30_000);
    for (place, method) in methods.as_array().unwrap().iter().enumerate() {
        let told =
            engine.corrections(place, 0).unwrap_or_else(|| panic!("{method} at {:?}", engine.diverged_at(place, 0)));
        assert!(greatest(told.wanted.iter().copied()) > 0.1, "{method}: the gradients differ");
        assert!(distance(&told.learnt, &told.wanted) < 1e-9, "{method}: {told:?}");
        // Only where A comes before the correction it cannot be taken away.
        let kind = method["kind"].as_str().unwrap();
        assert_eq!(told.through_a, matches!(kind, "suda" | "abc"), "{method}");
    }
}

#[test]
fn at_the_start_nothing_is_learnt_and_a_biased_method_never_learns() {
    let methods = unbiased();
    let engine = start(&document(&methods));
    for place in 0..methods.as_array().unwrap().len() {
        assert!(greatest(engine.corrections(place, 0).unwrap().learnt) < 1e-13);
    }
    let engine = start(&document(&json!([{ "kind": "psgd" }, { "kind": "dsgd" }, { "kind": "local" }])));
    for place in 0..3 {
        assert_eq!(engine.corrections(place, 0), None);
    }
}

/// The primal-dual form of eq. 9 says what one iteration does with c: A (C X - α (g - c)).
#[test]
fn the_next_iteration_takes_the_correction_off_the_gradients() {
    for (method, ac) in [
        (json!({ "kind": "exactDiffusion" }), "mixed"),
        (json!({ "kind": "extra" }), "own"),
        (json!({ "kind": "dlm", "penalty": 0.7 }), "penalised"),
        (json!({ "kind": "uda", "a": [0.0, 1.0], "bSquared": [1.0, -1.0], "c": [1.0] }), "mixed"),
    ] {
        let mut engine = start(&document(&json!([method])));
        for _ in 0..5 {
            let experiment = engine.experiment().clone();
            let (n, d) = (experiment.agents(), experiment.problem().dimension());
            let mixing = experiment.mixing_at(&experiment.methods[0], engine.iteration());
            let mix = |x: &[f64]| {
                let mut out = vec![0.0; x.len()];
                mixing.mix(d, x, &mut out);
                out
            };
            let x = engine.iterates(0, 0).unwrap();
            let learnt = engine.corrections(0, 0).unwrap().learnt;
            let mut gradient = vec![0.0; n * d];
            for agent in 0..n {
                let row = agent * d..(agent + 1) * d;
                experiment.problem().gradient(agent, 1, &x[row.clone()], &mut gradient[row]);
            }
            let pull: Vec<f64> = gradient.iter().zip(&learnt).map(|(g, c)| 0.1 * (g - c)).collect();
            let minus = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x - y).collect::<Vec<_>>();
            let wx = mix(&x);
            let expected = match ac {
                "mixed" => mix(&minus(&x, &pull)),
                "own" => minus(&wx, &pull),
                _ => {
                    let c: Vec<f64> = x.iter().zip(&wx).map(|(x, wx)| x - 0.7 * (x - wx)).collect();
                    minus(&c, &pull)
                }
            };
            engine.advance(1);
            let next = engine.iterates(0, 0).unwrap();
            assert!(distance(&next, &expected) < 1e-12, "{method} at {}", engine.iteration());
        }
    }
}

/// A method of that kind, as a control of the page would begin it.
pub fn suggested(entry: &Entry) -> Value {
    let mut method = json!({ "kind": entry.kind });
    for parameter in entry.parameters.iter().filter(|parameter| parameter.required) {
        method[parameter.name] = match parameter.domain {
            Domain::Numbers { suggested } => json!(suggested),
            _ => json!(parameter.default),
        };
    }
    method
}

#[test]
fn what_the_catalog_says_of_a_method_is_what_its_code_does() {
    let methods: Vec<Value> = KINDS.iter().map(|kind| suggested(&kind.entry)).collect();
    let mut engine = start(&document(&json!(methods)));
    engine.advance(30);
    for (place, kind) in KINDS.iter().enumerate() {
        let name = kind.entry.kind;
        assert_eq!(engine.corrections(place, 0).is_some(), kind.corrects, "{name}");
        let spec = &engine.experiment().methods[place];
        let known = |form: &Known| {
            let [a, b_squared, c] = [form.a, form.b_squared, form.c].map(Polynomial::new);
            SudaForm::new(a, b_squared, &c)
        };
        if let Some(form) = &kind.form {
            assert_eq!(spec.form(), Some(known(form)), "{name}");
        }
        // With agents that are linked to nobody it is what it is, if it talks to nobody or to a centre.
        let alone = json!({ "topology": { "kind": "explicit", "agents": 6, "edges": [] }, "weights": { "rule": "metropolis" } });
        let mut apart = start(&with(&document(&json!([methods[place]])), &json!({ "network": alone })));
        apart.advance(30);
        let same = apart.iterates(0, 0) == engine.iterates(place, 0);
        assert_eq!(same, kind.communication != Partner::Neighbors, "{name}");
        let iterates = apart.iterates(0, 0).unwrap();
        let agree = iterates.chunks(3).all(|row| row == &iterates[..3]);
        assert_eq!(agree, kind.communication == Partner::Center, "{name}");
        assert_eq!(spec.scheme.partner(), kind.communication, "{name}");
    }
    let looks: Vec<_> = KINDS.iter().map(|kind| kind.look).collect();
    for (i, look) in looks.iter().enumerate() {
        assert!(look.hue < 8 && !looks[..i].contains(look), "{look:?}");
    }
}

/// On this grid λₘᵢₙ(W) is below -1/3, and the costs are curved so little that it is the network that decides.
#[test]
fn kinds_that_are_usually_halved_need_it() {
    for kind in KINDS.iter().filter(|kind| kind.halved) {
        let network =
            json!({ "topology": { "kind": "grid", "rows": 6, "columns": 6 }, "weights": { "rule": "metropolis" } });
        let verdict = |laziness: f64| {
            let method = with(&suggested(&kind.entry), &json!({ "laziness": laziness }));
            let more = json!({ "network": network, "stepSize": { "kind": "constant", "value": 1e-3 } });
            let document = with(&document(&json!([method])), &more);
            judge(&Experiment::from_value(&document).unwrap(), 0).unwrap().verdict
        };
        assert_eq!([verdict(0.0), verdict(0.5)], [Verdict::Unstable, Verdict::Stable], "{}", kind.entry.kind);
    }
}
