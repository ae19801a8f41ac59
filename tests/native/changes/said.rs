//! Networks that change: what is refused, what is warned of, and of what the theory says nothing.

use serde_json::{Value, json};
use suda::analysis::expectation::expectation;
use suda::analysis::warnings::warnings;
use suda::analysis::{Analysis, tables};
use suda::finding::Fact;

use super::{changing, document, kinds};
use crate::common::{experiment, refusal, ring, with};

#[test]
fn changes_that_make_no_sense_are_refused_with_their_place() {
    let still = |agents: usize| json!({"topology": ring(agents), "weights": {"rule": "metropolis"}});
    let cases = [
        (changing(&ring(4), &json!({"kind": "onePeer"})), "network.changes.kind: onePeer needs the topology hypercube"),
        (
            changing(&ring(4), &json!({"kind": "linkFailures", "probability": 1.5})),
            "network.changes.probability: must be in [0, 1], got 1.5",
        ),
        (
            changing(&ring(4), &json!({"kind": "cycle", "networks": []})),
            "network.changes.networks: must have 1 to 64 networks, got 0",
        ),
        (
            changing(&ring(4), &json!({"kind": "cycle", "networks": [still(4), still(5)]})),
            "network.changes.networks[1].topology: must have 4 agents, as the network itself, got 5",
        ),
        (
            changing(&ring(4), &json!({"kind": "cycle", "networks": [with(&still(4), &json!({"changes": {}}))]})),
            "network.changes.networks[0].changes: is not known here; the fields are topology, weights, laziness",
        ),
        (
            changing(&ring(4), &json!({"kind": "cycle", "networks": [{"topology": {"kind": "ring"}}]})),
            "network.changes.networks[0].topology.agents: is missing",
        ),
    ];
    for (value, expected) in cases {
        assert_eq!(refusal(&document(&value)), expected);
    }
    let accelerated = json!({"methods": [{"kind": "dsgd", "rounds": 2, "acceleration": "chebyshev"}]});
    assert_eq!(
        refusal(&with(&document(&kinds()[2]), &accelerated)),
        "methods[0].acceleration: chebyshev needs the λ of W: it goes with a network that is fixed, or a cycle",
    );
    let unstable = json!({"topology": ring(4), "weights": {"rule": "laplacian", "epsilon": 0.9}});
    assert_eq!(
        refusal(&with(&document(&unstable), &accelerated)),
        "methods[0].acceleration: chebyshev needs a W with λ of at most 1, and here λ = 2.6000",
    );
}

#[test]
fn the_theory_gives_no_number_and_says_why() {
    for value in kinds() {
        let experiment = experiment(&document(&value));
        assert!(tables(&experiment).iter().all(Vec::is_empty));
        for method in 0..experiment.methods.len() {
            let theory = Analysis::of(&experiment, method, 0.0);
            let numbers = [theory.spectral_radius, theory.gamma, theory.zeta0_squared, theory.suggested_step_size];
            assert_eq!(numbers, [None; 4]);
            assert!(theory.bound.is_none() && theory.step_size_limits.is_none() && theory.corollaries.is_none());
            assert_eq!(theory.findings.last().unwrap().fact, Fact::ChangingNetwork);
            assert_eq!(expectation(&experiment, method), None);
        }
    }
}

#[test]
fn networks_that_leave_parts_together_are_warned_of() {
    let said = |value: &Value| {
        let experiment = experiment(&document(value));
        let warnings = warnings(&experiment).into_iter();
        warnings.filter(|w| w.path == "network.changes").map(|w| w.text).collect::<Vec<_>>()
    };
    let part = |edges: Value| json!({"topology": {"kind": "explicit", "agents": 4, "edges": edges}, "weights": {"rule": "metropolis"}});
    let cycle = |first: Value, second: Value| {
        with(&part(first), &json!({"changes": {"kind": "cycle", "networks": [part(second)]}}))
    };
    let text = |parts: usize| {
        vec![format!("all networks together leave {parts} parts: agents of different parts never hear of each other")]
    };
    assert_eq!(said(&cycle(json!([[0, 1]]), json!([[2, 3]]))), text(2));
    assert_eq!(said(&cycle(json!([[0, 1]]), json!([[1, 2]]))), text(2));
    assert!(said(&cycle(json!([[0, 1], [2, 3]]), json!([[1, 2]]))).is_empty());
    assert_eq!(said(&changing(&ring(4), &json!({"kind": "linkFailures", "probability": 1}))), text(4));
    assert!(kinds().iter().all(|value| said(value).is_empty()));
}
