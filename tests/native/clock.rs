//! Simulated seconds: by the definition, whatever the run is cut into.

use std::sync::Arc;

use serde_json::{Value, json};
use suda::engine::Engine;
use suda::experiment::Experiment;

use crate::common::{refusal, run, with};

fn document(clock: &Value) -> Value {
    json!({
        "version": 1, "iterations": 40, "record": {"every": 1}, "seed": "3",
        "network": {"topology": {"kind": "star", "agents": 5}, "weights": {"rule": "metropolis"}, "laziness": 0.5},
        "problem": {"kind": "leastSquares", "dimension": 3, "samplesPerAgent": 6},
        "stepSize": {"kind": "constant", "value": 0.01}, "clock": clock,
        "methods": [
            {"kind": "dsgd"}, {"kind": "psgd"}, {"kind": "local"}, {"kind": "gradientTracking"},
            {"kind": "dsgd", "localSteps": 4}, {"kind": "exactDiffusion", "compression": {"kind": "sign"}, "consensusStep": 0.1},
            {"kind": "dsgd", "rounds": 3},
        ],
    })
}

fn seconds(document: &Value) -> Vec<Vec<f64>> {
    let engine = run(document);
    (0..engine.methods().len()).map(|m| engine.record().mean_seconds(m).unwrap().collect()).collect()
}

#[test]
fn an_independent_program_tells_the_same_times() {
    let case: Value = serde_json::from_str(include_str!("../reference/clock.json")).unwrap();
    let truth: Vec<Vec<f64>> = serde_json::from_value(case["times"].clone()).unwrap();
    let document = json!({
        "version": 1, "iterations": truth[0].len() - 1, "record": {"every": 1},
        "network": case["network"], "clock": case["clock"],
        "problem": {"kind": "leastSquares", "dimension": case["dimension"], "samplesPerAgent": 8},
        "stepSize": {"kind": "constant", "value": 0.01},
        "methods": [
            {"kind": "dsgd"}, {"kind": "gradientTracking", "variant": "atc"}, {"kind": "psgd"}, {"kind": "local"},
            {"kind": "dsgd", "compression": {"kind": "quantize", "bits": 4}},
        ],
    });
    for (ours, truth) in seconds(&document).iter().zip(&truth) {
        for (ours, truth) in ours.iter().zip(truth) {
            assert!((ours - truth).abs() <= 1e-12 * truth, "{ours} and {truth}");
        }
    }
}

#[test]
fn on_a_star_every_round_takes_what_the_hub_takes_to_send() {
    // 4 messages of 192 bits leave the hub at 96 bits a second, then 0.5 s.
    let clock = json!({"compute": {"kind": "constant", "seconds": 1}, "latency": 0.5, "bandwidth": 96});
    let all = seconds(&document(&clock));
    // All have heard of the hub 1 + 8.5 s after it began; the hub has heard of the others after 1 + 2.5 s, and waits for nobody.
    let (mut hub, mut others) = (0.0_f64, 0.0_f64);
    for (k, &time) in all[0].iter().enumerate() {
        assert!((time - hub.max(others)).abs() < 1e-9, "{k}: {time}");
        let (from_hub, from_others) = (hub + 1.0 + 8.5, others + 1.0 + 2.5);
        (hub, others) = ((hub + 1.0).max(from_others), (others + 1.0).max(from_hub));
    }
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
    // A centre takes 5 messages each way; alone there are none.
    assert!(all[1].iter().zip(0..).all(|(time, k)| close(*time, f64::from(k) * (1.0 + 2.0 * 10.5))));
    assert!(all[2].iter().zip(0..).all(|(time, k)| close(*time, f64::from(k))));
    // Local steps cost their computing only: three of four iterations.
    assert_eq!(all[4][..4], [0.0, 1.0, 2.0, 3.0]);
    assert!(close(all[4][4], 4.0 + 8.5));
    // Fewer bits, less time; more rounds, more.
    let end = |m: usize| *all[m].last().unwrap();
    assert!(end(5) < end(0) && end(0) < end(6) && end(0) < end(3));
}

#[test]
fn without_limits_of_the_network_only_computing_takes_time() {
    for m in seconds(&document(&json!({"compute": {"kind": "constant", "seconds": 0.25}}))) {
        assert!(m.iter().zip(0..).all(|(time, k)| *time == 0.25 * f64::from(k)));
    }
    let slow = json!({"compute": {"kind": "slowAgent", "agent": 2, "factor": 8, "seconds": 0.25}});
    let all = seconds(&document(&slow));
    // Everybody waits for it, in the end; alone it is late all the same.
    assert!(all[..3].iter().all(|times| *times.last().unwrap() == 80.0), "{all:?}");
}

#[test]
fn random_times_are_exponential_and_the_same_for_all_methods() {
    let clock = json!({"compute": {"kind": "exponential", "mean": 2}});
    let methods = json!([{"kind": "local"}, {"kind": "local", "laziness": 0.1}, {"kind": "dsgd"}]);
    let one = json!({"network": {"topology": {"kind": "complete", "agents": 1}, "weights": {"rule": "metropolis"}},
        "methods": methods, "trials": 200, "iterations": 50});
    let all = seconds(&with(&document(&clock), &one));
    assert!(all[0] == all[1] && all[0] == all[2]);
    // The mean of 10,000 of them: within five of its standard deviations.
    let mean = all[0].last().unwrap() / 50.0;
    assert!((mean - 2.0).abs() < 5.0 * 2.0 / 100.0, "{mean}");
    // The slowest of five: 2 (1 + 1/2 + … + 1/5) an iteration, where a centre makes all wait.
    let five = seconds(&with(&document(&clock), &json!({"trials": 200, "methods": [{"kind": "psgd"}]})));
    let mean = five[0].last().unwrap() / 40.0;
    assert!((mean / 2.0 - 137.0 / 60.0).abs() < 0.1, "{mean}");
    // Another seed, other times.
    assert_ne!(seconds(&with(&document(&clock), &json!({"seed": "4"})))[2], seconds(&document(&clock))[2]);
}

#[test]
fn a_clock_changes_no_iterate_and_parts_tell_the_same_times() {
    let random = json!({"compute": {"kind": "exponential", "mean": 1}, "latency": 0.1, "bandwidth": 1e4});
    let noisy = json!({"trials": 5, "gradient": {"noise": "gaussian", "variance": 0.1}});
    let document = with(&document(&random), &noisy);
    let mut without = document.clone();
    without.as_object_mut().unwrap().remove("clock");
    let (whole, plain) = (run(&document), run(&without));
    assert!(plain.record().mean_seconds(0).is_none() && plain.record().seconds(0).is_empty());
    for (m, trial) in (0..7).flat_map(|m| (0..5).map(move |trial| (m, trial))) {
        assert_eq!(whole.iterates(m, trial), plain.iterates(m, trial));
    }
    let experiment = Arc::new(Experiment::from_value(&document).unwrap());
    for (methods, trials) in [(vec![3, 0], 1..4), (vec![6], 4..5)] {
        let mut part = Engine::part(Arc::clone(&experiment), methods.clone(), trials.clone()).unwrap();
        part.advance(3);
        part.advance(u64::MAX);
        let count = usize::try_from(trials.end - trials.start).unwrap();
        for point in 0..=40 {
            for (place, &method) in methods.iter().enumerate() {
                for (t, trial) in trials.clone().enumerate() {
                    let ours = part.record().seconds(0)[(point * methods.len() + place) * count + t];
                    let theirs = whole.record().seconds(0)[(point * 7 + method) * 5 + usize::try_from(trial).unwrap()];
                    assert_eq!(ours.to_bits(), theirs.to_bits(), "{method} {trial} at {point}");
                }
            }
        }
    }
}

#[test]
fn a_method_that_diverges_takes_its_time_all_the_same() {
    let clock = json!({"compute": {"kind": "constant", "seconds": 1}, "latency": 1});
    let wild = json!({"kind": "dsgd", "localSteps": 3, "stepSize": {"kind": "constant", "value": 1e6}});
    let all = seconds(&with(&document(&clock), &json!({"methods": [{"kind": "dsgd", "localSteps": 3}, wild]})));
    assert_eq!(all[0], all[1]);
}

#[test]
fn clocks_that_make_no_sense_are_refused_with_their_place() {
    for (clock, words) in [
        (json!({}), "clock.compute: is missing"),
        (json!({"compute": {"kind": "constant"}}), "clock.compute.seconds: is missing"),
        (
            json!({"compute": {"kind": "constant", "seconds": -1}}),
            "clock.compute.seconds: must be in [0, 1000000000], got -1",
        ),
        (
            json!({"compute": {"kind": "slowAgent", "agent": 5, "factor": 2, "seconds": 1}}),
            "clock.compute.agent: must be one of the 5 agents",
        ),
        (
            json!({"compute": {"kind": "explicit", "durations": []}}),
            "clock.compute.durations: must have the times of at least one",
        ),
        (
            json!({"compute": {"kind": "explicit", "durations": [[1, 1, 1, 1]]}}),
            "clock.compute.durations[0]: must have a number for each of the 5 agents",
        ),
        (
            json!({"compute": {"kind": "explicit", "durations": [[1, 1, 1, 1, -1]]}}),
            "clock.compute.durations[0][4]: must be in [0,",
        ),
        (json!({"compute": {"kind": "constant", "seconds": 1}, "bandwidth": 0}), "clock.bandwidth: must be in (0,"),
        (json!({"compute": {"kind": "constant", "seconds": 1}, "delay": 0}), "clock.delay: is not known here"),
    ] {
        let told = refusal(&document(&clock));
        assert!(told.starts_with(words), "{told}");
    }
}
