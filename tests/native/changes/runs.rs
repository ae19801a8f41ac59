//! Runs on networks that change: what they depend on, and the communication that they count.

use std::sync::Arc;

use serde_json::{Value, json};
use suda::engine::Engine;

use super::{document, graph, kinds, network};
use crate::common::{experiment, start, with};

#[test]
fn links_that_never_fail_and_a_cycle_of_equal_networks_change_no_bit() {
    let own = json!({"topology": graph(), "weights": {"rule": "metropolis"}});
    let never = with(&own, &json!({"changes": {"kind": "linkFailures", "probability": 0}}));
    let twice = with(&own, &json!({"changes": {"kind": "cycle", "networks": [own, own]}}));
    let run = |network: &Value| {
        let mut engine = start(&document(network));
        engine.advance(30);
        // DLM mixes twice where W changes, so that its count differs, and the rounding of nothing.
        (0..6).map(|m| engine.iterates(m, 1).unwrap()).collect::<Vec<_>>()
    };
    let fixed = run(&own);
    assert_eq!(run(&never), fixed);
    assert_eq!(run(&twice), fixed);
}

#[test]
fn the_sequence_depends_on_the_seed_alone() {
    for value in &kinds()[1..4] {
        let links = |seed: u64| (0..40).map(|k| network(value, seed).links_at(k)).collect::<Vec<_>>();
        assert_ne!(links(1), links(2), "{value}");
        // Noise, data and start come from other streams: they are as they are on the fixed network.
        let own = with(&document(value), &json!({"methods": [{"kind": "psgd"}]}));
        let fixed = with(&own, &json!({"network": with(value, &json!({"changes": null}))}));
        let run = |document: &Value| {
            let mut engine = start(document);
            engine.advance(30);
            (0..3).map(|trial| engine.iterates(0, trial).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(run(&own), run(&fixed), "{value}");
    }
}

#[test]
fn parts_of_the_work_give_the_bits_and_the_counts_of_the_whole() {
    for value in kinds() {
        // The step makes methods diverge, in one trial earlier than in another.
        for step in [0.05, 40.0] {
            let more = json!({"stepSize": {"kind": "constant", "value": step}});
            let experiment = Arc::new(experiment(&with(&document(&value), &more)));
            let mut whole = Engine::new(Arc::clone(&experiment)).unwrap();
            whole.advance(30);
            for m in 0..6 {
                for trial in 0..3 {
                    let range = trial as u64..trial as u64 + 1;
                    let mut part = Engine::part(Arc::clone(&experiment), vec![m], range).unwrap();
                    part.advance(7);
                    part.advance(100);
                    assert_eq!(part.iterates(0, 0), whole.iterates(m, trial), "{value}");
                    assert!(part.record().communication(0).eq(whole.record().communication(m)), "{value} {m}");
                }
            }
        }
    }
}

#[test]
fn communication_is_counted_for_the_links_that_were_used() {
    for value in kinds() {
        let mut engine = start(&document(&value));
        engine.advance(30);
        let network = &engine.experiment().network;
        // Of each method the rounds of an iteration: DLM mixes before and after; SUDA has two degrees, twice.
        for (m, each) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4)] {
            let mut expected = vec![[0, 0]];
            for k in 0..30 {
                let [rounds, vectors] = expected[expected.len() - 1];
                expected.push([rounds + each, vectors + each * 2 * network.links_at(k).len() as u64]);
            }
            assert_eq!(engine.record().communication(m).collect::<Vec<_>>(), expected, "{value} {m}");
        }
    }
}
