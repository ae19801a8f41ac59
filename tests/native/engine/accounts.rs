//! What a run is charged for and what it starts from: communication, step sizes, starts, no iterations.

use std::sync::Arc;

use serde_json::{Value, json};
use suda::engine::Engine;
use suda::experiment::Experiment;

use super::{alone, document, methods, noises, parabola, problems, run};
use crate::common::{start, with};
use crate::dense::Problem;

/// α_k of k.
type Steps = fn(i32) -> f64;

/// Gossip rounds that X¹ takes, perhaps those that X² adds, and that each later iteration adds, of kinds of methods.
fn rounds() -> Vec<(Value, Vec<u64>)> {
    let tracking = |variant: &str| json!({"kind": "gradientTracking", "variant": variant, "trackerLaziness": 0.1});
    let all = vec![
        (json!({"kind": "dsgd"}), &[1, 1][..]),
        (json!({"kind": "dsgd", "variant": "combineThenAdapt"}), &[1, 1]),
        (json!({"kind": "exactDiffusion", "laziness": 0.5}), &[1, 1]),
        (json!({"kind": "extra"}), &[1, 1]),
        (tracking("atc"), &[2, 2]),
        // Their tracker starts at the agents' own gradients.
        (tracking("nonAtc"), &[1, 2]),
        (tracking("semiAtcIterate"), &[1, 2]),
        (tracking("semiAtcTracker"), &[2, 2]),
        // The degrees of the polynomials; B² has nothing to add before X¹.
        (json!({"kind": "suda", "a": [0.2, 0, 0.8], "bSquared": [0.5, 0, 0, -0.5], "c": [1]}), &[2, 5]),
        (json!({"kind": "uda", "a": [0, 1], "bSquared": [1, -1, 0], "c": [0.5, 0.5]}), &[2, 3]),
        (json!({"kind": "abc", "a": [0, 0, 1], "b": [1], "c": [1, -1]}), &[2, 3]),
        // X¹ = W_ζ3 Z¹, and Z¹ takes W Z⁰.
        (json!({"kind": "canonical", "zeta0": 0.5, "zeta1": 1, "zeta2": 0, "zeta3": 0.5}), &[2, 1]),
        (json!({"kind": "canonical", "zeta0": 0.5, "zeta1": 1, "zeta2": 0.1, "zeta3": 0.5}), &[2, 2]),
        (json!({"kind": "canonical", "zeta0": 0.5, "zeta1": 1, "zeta2": 0, "zeta3": 0}), &[1, 1]),
        // With ζ₁ = 0 nothing before X² takes W Z⁰.
        (json!({"kind": "canonical", "zeta0": 0.5, "zeta1": 0, "zeta2": 0, "zeta3": 0.5}), &[1, 2, 1]),
        (json!({"kind": "canonical", "zeta0": 0.5, "zeta1": 0, "zeta2": 0.1, "zeta3": 0.5}), &[1, 3, 2]),
        (json!({"kind": "canonical", "zeta0": 0.5, "zeta1": 0, "zeta2": 0, "zeta3": 0}), &[0, 1, 1]),
        (json!({"kind": "dlm", "penalty": 0.3}), &[1, 1]),
    ];
    all.into_iter().map(|(method, rounds)| (method, rounds.to_vec())).collect()
}

#[test]
fn communication_is_rounds_times_directed_links() {
    let identity_like = [[0.5, 0.5, 0.0], [0.5, 0.0, 0.5], [0.0, 0.5, 0.5]];
    let networks = [
        (json!({"topology": {"kind": "ring", "agents": 7}, "weights": {"rule": "metropolis"}}), 14),
        (json!({"topology": {"kind": "star", "agents": 6}, "weights": {"rule": "maxDegree"}, "laziness": 0.9}), 10),
        (json!({"topology": {"kind": "torus", "rows": 2, "columns": 3}, "weights": {"rule": "bestConstant"}}), 18),
        (json!({"topology": {"kind": "complete", "agents": 1}, "weights": {"rule": "metropolis"}}), 0),
        // A link of the graph to which the matrix gives no weight carries nothing.
        (
            json!({"topology": {"kind": "ring", "agents": 3}, "weights": {"rule": "explicit", "matrix": identity_like}}),
            4,
        ),
    ];
    let (methods, rounds): (Vec<_>, Vec<_>) = rounds().into_iter().unzip();
    for (network, links) in networks {
        let problem = json!({"kind": "logistic", "dimension": 2, "samplesPerAgent": 3});
        let engine = run(&with(&document(&problem, &json!(methods)), &json!({"network": network, "trials": 3})));
        for (m, added) in rounds.iter().enumerate() {
            let (&each, first) = added.split_last().unwrap();
            let of = |k: usize| first.get(k).copied().unwrap_or(each);
            let expected = (0..=40).map(|k| (0..k).map(of).sum::<u64>()).map(|rounds| [rounds, rounds * links]);
            let counted: Vec<_> = engine.record().communication(m).collect();
            assert_eq!(counted, expected.collect::<Vec<_>>(), "{}", methods[m]);
        }
        // A centre hears each agent and answers each.
        let engine = run(&with(&document(&problem, &json!([{"kind": "psgd"}])), &json!({"network": network})));
        let agents = engine.experiment().agents() as u64;
        assert_eq!(engine.record().communication(0).last(), Some([40, 40 * 2 * agents]));
    }
}

#[test]
fn steps_change_as_they_are_told_and_a_method_has_its_own() {
    // On f = x²/2: x^K = Π (1 - α_k) x^0.
    let kinds: [(Value, Steps); 4] = [
        (json!({"kind": "constant", "value": 0.25}), |_| 0.25),
        (json!({"kind": "halving", "value": 0.5, "every": 7}), |k| 0.5 * 0.5_f64.powi(k / 7)),
        (json!({"kind": "halving", "value": 0.5, "every": 1, "factor": 0.9}), |k| 0.5 * 0.9_f64.powi(k)),
        (json!({"kind": "inverse", "value": 0.9, "offset": 4}), |k| 3.6 / (f64::from(k) + 4.0)),
    ];
    let own: Vec<Value> = kinds.iter().map(|(step_size, _)| json!({"kind": "psgd", "stepSize": step_size})).collect();
    let at_one = json!({"start": {"kind": "value", "value": [1]}});
    let engine = run(&alone(&parabola(), &json!(own), &at_one));
    for (m, (step_size, at)) in kinds.iter().enumerate() {
        let expected: f64 = (0..40).map(|k| 1.0 - at(k)).product();
        let reached = engine.iterates(m, 0).unwrap();
        assert!((reached[0] / expected - 1.0).abs() < 1e-13, "{step_size}: {reached:?} for {expected}");
        let global = with(&at_one, &json!({"stepSize": step_size}));
        assert_eq!(run(&alone(&parabola(), &json!([{"kind": "dsgd"}]), &global)).iterates(0, 0).unwrap(), reached);
    }
}

#[test]
fn starts_are_where_they_are_said_to_be() {
    let problem = Problem::made_up(5, 6, 3, None).document();
    let at = |start: Value| {
        let more = json!({"start": start, "trials": 2, "gradient": noises()[1], "iterations": 0});
        let engine = run(&with(&document(&problem, &methods()), &more));
        let first = engine.iterates(0, 0).unwrap();
        // The same for all methods and trials.
        assert!((0..7).all(|m| (0..2).all(|t| engine.iterates(m, t).unwrap() == first)));
        first
    };
    assert_eq!(at(json!({"kind": "zeros"})), [0.0; 15]);
    assert_eq!(at(json!({"kind": "value", "value": [1, -2, 0.1]})), [1.0, -2.0, 0.1].repeat(5));
    let values: Vec<[f64; 3]> = (0..5).map(|i| [f64::from(i), 0.3, -f64::from(i)]).collect();
    assert_eq!(at(json!({"kind": "perAgent", "values": values})), values.concat());
    let random = at(json!({"kind": "random", "scale": 1}));
    assert_eq!(at(json!({"kind": "random", "scale": 8})), random.iter().map(|x| 8.0 * x).collect::<Vec<_>>());
    // An agent's start does not depend on how many there are.
    let many = json!({
        "network": {"topology": {"kind": "ring", "agents": 2_000}, "weights": {"rule": "metropolis"}},
        "start": {"kind": "random", "scale": 1}, "metrics": ["consensus"],
    });
    let generated = json!({"kind": "leastSquares", "dimension": 3, "samplesPerAgent": 3});
    let many = start(&with(&document(&generated, &json!([{"kind": "dsgd"}])), &many)).iterates(0, 0).unwrap();
    assert_eq!(many[..15], random);
    // And all of them are standard normal: five standard deviations of the second moment.
    let second_moment = many.iter().map(|x| x * x).sum::<f64>() / 6_000.0;
    assert!((second_moment - 1.0).abs() < 5.0 * (2.0_f64 / 6_000.0).sqrt(), "{second_moment}");
}

#[test]
fn no_iterations_leave_one_record_of_the_start() {
    for problem in problems() {
        for record in [json!({"every": 3}), json!({"points": 2}), json!({"logPoints": 9}), Value::Null] {
            let more = json!({"iterations": 0, "record": record, "gradient": noises()[1]});
            let mut engine = start(&with(&document(&problem.document(), &methods()), &more));
            assert_eq!((engine.advance(5), engine.record().iterations()), (0, &[0][..]));
            assert!((0..7).all(|m| (0..5).all(|metric| engine.curve(metric, m).mean[0].is_finite())));
        }
    }
}

#[test]
fn parts_that_are_none_are_refused() {
    let more = json!({"trials": 4});
    let document = with(&document(&problems()[2].document(), &methods()), &more);
    let experiment = Arc::new(Experiment::from_value(&document).unwrap());
    let refusal =
        |methods: Vec<usize>, trials| Engine::part(Arc::clone(&experiment), methods, trials).unwrap_err().path;
    #[expect(clippy::reversed_empty_ranges, reason = "that is what must be refused")]
    let backwards = 3..1;
    for trials in [0..0, 2..2, backwards, 0..5, 4..5, 0..u64::MAX] {
        assert_eq!(refusal(vec![0], trials), "trials");
    }
    for methods in [vec![], vec![7], vec![0, usize::MAX]] {
        assert_eq!(refusal(methods, 0..1), "methods");
    }
}
