//! Experiments on several threads give the bits of one.

use std::sync::Arc;

use serde_json::{Value, json};
use suda::engine::{Engine, ParallelEngine};
use suda::experiment::Experiment;

use crate::common::with;

/// NaN is one number, whatever its bits.
fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() }).collect()
}

/// The documents whose bits are the same everywhere, and one with a clock.
fn documents() -> Vec<Value> {
    let cases: Value = serde_json::from_str(include_str!("../bits/experiments.json")).unwrap();
    let mut documents: Vec<Value> = cases.as_array().unwrap().iter().map(|case| case["document"].clone()).collect();
    let clock = json!({"clock": {"compute": {"kind": "exponential", "mean": 1}, "latency": 0.3}});
    documents.push(with(&documents[0], &clock));
    documents
}

#[test]
fn threads_give_the_bits_of_one_engine() {
    let mut with_seconds = 0;
    for document in documents() {
        let experiment = Arc::new(Experiment::from_value(&document).unwrap());
        let mut whole = Engine::new(Arc::clone(&experiment)).unwrap();
        whole.advance(10);
        let partly = whole.record().clone();
        whole.advance(u64::MAX);
        with_seconds += usize::from(!whole.record().seconds(0).is_empty());
        // Fewer threads than trials, more, and more than lanes.
        for threads in [1, 2, 3, 8, 50] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (early, engine) = pool.install(|| {
                let mut engine = ParallelEngine::new(Arc::clone(&experiment)).unwrap();
                engine.advance(10);
                let early = engine.record();
                engine.advance(u64::MAX);
                (early, engine)
            });
            assert_eq!(bits(early.values(0)), bits(partly.values(0)));
            let (record, expected) = (engine.record(), whole.record());
            assert_eq!(record.iterations(), expected.iterations());
            assert_eq!(bits(record.values(0)), bits(expected.values(0)), "{threads} threads: {document}");
            assert_eq!(bits(record.seconds(0)), bits(expected.seconds(0)));
            let trials = usize::try_from(experiment.trials).unwrap();
            for method in 0..experiment.methods.len() {
                assert!(record.communication(method).eq(expected.communication(method)));
                for trial in 0..trials {
                    let [ours, theirs] = [engine.iterates(method, trial), whole.iterates(method, trial)];
                    assert_eq!(bits(&ours.unwrap()), bits(&theirs.unwrap()));
                    assert_eq!(engine.diverged_at(method, trial), whole.diverged_at(method, trial));
                }
                assert_eq!(engine.iterates(method, trials), None);
            }
            assert_eq!(engine.iterates(experiment.methods.len(), 0), None);
        }
    }
    assert_eq!(with_seconds, 1);
}

#[test]
fn what_one_engine_refuses_is_refused() {
    let document = with(&documents()[0], &json!({"trials": 1_000, "iterations": 100_000, "record": {"every": 2}}));
    let experiment = Arc::new(Experiment::from_value(&document).unwrap());
    let [one, many] = [Engine::new(Arc::clone(&experiment)).err(), ParallelEngine::new(experiment).err()];
    assert_eq!(one.unwrap().to_string(), many.unwrap().to_string());
}
