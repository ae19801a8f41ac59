//! Graphs and combination matrices: what is refused, and what is warned of.

use serde_json::json;
use suda::analysis::warnings::{mixing, of_network};
use suda::document::DocumentError;
use suda::finding::Fact;
use suda::network::Network;
use suda::spectrum::Spectrum;

use super::{graph, weights};

fn said(facts: &[Fact]) -> Vec<String> {
    facts.iter().map(|fact| fact.sentence("")).collect()
}

fn error<T: std::fmt::Debug>(result: Result<T, DocumentError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn topologies_that_make_no_sense_are_refused_with_their_place() {
    let cases = [
        (json!({"kind": "ring"}), "network.topology.agents: is missing"),
        (
            json!({"kind": "ring", "agents": 0}),
            "network.topology.agents: must be a whole number from 1 to 1000000, got 0",
        ),
        (
            json!({"kind": "complete", "agents": 1_000_000}),
            "network.topology: must have at most 5000000 edges, got about 499999500000",
        ),
        (
            json!({"kind": "exponential", "agents": 1_000_000}),
            "network.topology: must have at most 5000000 edges, got about 20000000",
        ),
        (
            json!({"kind": "erdosRenyi", "agents": 1_000_000, "probability": 0.5}),
            "network.topology: must have at most 5000000 edges, got about 249999750000",
        ),
        (
            json!({"kind": "randomGeometric", "agents": 1_000_000, "radius": 1.5}),
            "network.topology: must have at most 5000000 edges",
        ),
        (
            json!({"kind": "barabasiAlbert", "agents": 1_000_000, "attachments": 6}),
            "network.topology: must have at most 5000000 edges, got about 5999964",
        ),
        (
            json!({"kind": "grid", "rows": 1_000_000, "columns": 2}),
            "network.topology.rows: times columns must be at most 1000000, got 1000000 times 2",
        ),
        (
            json!({"kind": "hypercube", "dimension": 20}),
            "network.topology.dimension: must be a whole number from 0 to 19, got 20",
        ),
        (
            json!({"kind": "wattsStrogatz", "agents": 9, "neighbors": 3, "rewiring": 0}),
            "network.topology.neighbors: must be even, got 3",
        ),
        (
            json!({"kind": "wattsStrogatz", "agents": 4, "neighbors": 4, "rewiring": 0}),
            "network.topology.neighbors: must be below the number of agents, 4, got 4",
        ),
        (
            json!({"kind": "barabasiAlbert", "agents": 1, "attachments": 1}),
            "network.topology.attachments: must be below the number of agents, 1, got 1",
        ),
        (
            json!({"kind": "explicit", "agents": 3, "edges": [[0, 1], [1, 3]]}),
            "network.topology.edges[1]: must join agents from 0 to 2, got 3",
        ),
        (
            json!({"kind": "explicit", "agents": 3, "edges": [[2, 2]]}),
            "network.topology.edges[0]: must join two different agents, got 2 twice",
        ),
        (
            json!({"kind": "explicit", "agents": 3, "edges": [[0, 1, 2]]}),
            "network.topology.edges[0]: must be a pair of agents, got a list of 3",
        ),
        (
            json!({"kind": "explicit", "agents": 3, "edges": [[0, -1]]}),
            "network.topology.edges[0]: must name agents by whole numbers from 0, got -1",
        ),
    ];
    for (value, expected) in cases {
        assert_eq!(error(graph(&value)), expected);
    }
    for probability in [0.0, 1e-300, 1e-3] {
        let message = error(graph(&json!({"kind": "erdosRenyi", "agents": 50, "probability": probability})));
        let expected = "network.topology: gave no connected graph in 100 draws; raise probability (connected graphs become likely above ln(n)/n = 7.82e-2)";
        assert_eq!(message, expected);
    }
    let message = error(graph(&json!({"kind": "randomGeometric", "agents": 50, "radius": 1e-300})));
    assert!(message.contains("raise radius"), "{message}");
}

#[test]
fn a_hopeless_random_graph_is_refused_after_one_draw_and_a_likely_one_is_not() {
    let geometric = |radius: f64| graph(&json!({"kind": "randomGeometric", "agents": 20_000, "radius": radius}));
    for radius in [1e-9, 0.008] {
        assert!(error(geometric(radius)).contains("gave no connected graph in 1 draw; raise radius"), "{radius}");
    }
    // Some agents are alone in most draws, and in some none is.
    let random = |seed: u64| graph(&json!({"kind": "erdosRenyi", "agents": 300, "probability": 0.0155, "seed": seed}));
    assert!((0..5).all(|seed| random(seed).is_ok()));
}

#[test]
fn an_explicit_matrix_that_is_no_combination_matrix_is_refused_with_its_worst_entry() {
    let path = graph(&json!({"kind": "path", "agents": 3})).unwrap();
    let third = 1.0 / 3.0;
    let cases = [
        // Row-stochastic averaging over neighbourhoods.
        (
            json!([[0.5, 0.5, 0], [third, third, third], [0, 0.5, 0.5]]),
            "[0][1]: must equal entry [1][0], got 0.5 and 0.3333333333333333",
        ),
        (json!([[0.75, 0.25, 0], [0.25, 0.5, 0.25], [0, 0.25, 0.8]]), "[2]: must sum to 1, got 1.05"),
        (
            json!([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.25, 0.5]]),
            "[0][2]: must be 0, since agents 0 and 2 are not linked, got 0.25",
        ),
        (json!([[1, 0], [0, 1]]), ": must have 3 rows, one for each agent, got 2"),
        (json!([[1, 0, 0], [0, 1], [0, 0, 1]]), "[1]: must have 3 entries, one for each agent, got 2"),
        (json!([[1, 0, 0], [0, 1, 0], [0, 0, "1"]]), "[2][2]: must be a number, got \"1\""),
        (json!("W"), ": must be a list, got \"W\""),
    ];
    for (matrix, expected) in cases {
        let message = error(weights(&json!({"rule": "explicit", "matrix": matrix}), &path));
        assert_eq!(message, format!("network.weights.matrix{expected}"));
    }
}

#[test]
fn a_network_in_several_parts_names_their_sizes_and_does_not_mix() {
    // A ring of five, a path of three and an agent alone, in any order.
    let edges = json!([[0, 2], [2, 4], [4, 6], [6, 8], [8, 0], [1, 3], [3, 5]]);
    let topology = json!({"kind": "explicit", "agents": 9, "edges": edges});
    for rule in ["metropolis", "maxDegree", "bestConstant"] {
        let document = json!({"topology": topology, "weights": {"rule": rule}});
        let network = Network::from_value(&document, 1).unwrap();
        assert_eq!(network.graph.parts(), [5, 3, 1]);
        let text = "the network falls into three parts, of 5, 3 and 1 agents: each goes to a solution of its own";
        assert_eq!(said(&of_network(&network)), [text], "{rule}");
        let spectrum = network.spectrum();
        assert_eq!(spectrum.eigenvalues().unwrap()[..3], [1.0; 3]);
        assert!(spectrum.eigenvalues().unwrap()[3] < 0.99 && spectrum.smallest() > -0.99, "{rule}: {spectrum:?}");
        assert_eq!((spectrum.mixing_rate(), spectrum.spectral_gap()), (1.0, 0.0));
    }
    // So may a matrix that leaves links without weight.
    let matrix = json!([[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 1]]);
    let document =
        json!({"topology": {"kind": "path", "agents": 3}, "weights": {"rule": "explicit", "matrix": matrix}});
    let network = Network::from_value(&document, 1).unwrap();
    assert_eq!((network.graph.components(), network.matrix.parts()), (1, vec![2, 1]));
    assert!(said(&of_network(&network))[0].contains("two parts, of 2 agents and 1 agent:"));
}

#[test]
fn an_eigenvalue_beyond_one_is_not_taken_for_that_of_agreement() {
    // I + uu' with u = (1, -1)/√2: the eigenvalues 1 and 2.
    let document = json!({
        "topology": {"kind": "path", "agents": 2}, "weights": {"rule": "explicit", "matrix": [[1.5, -0.5], [-0.5, 1.5]]},
    });
    let network = Network::from_value(&document, 1).unwrap();
    let spectrum = network.spectrum();
    assert_eq!(spectrum.eigenvalues().unwrap()[0], 1.0);
    assert!((spectrum.second_largest() - 2.0).abs() < 1e-14 && (spectrum.smallest() - 2.0).abs() < 1e-14);
    let said = said(&of_network(&network));
    assert!(said[0].contains("negative weights") && said[1].contains("λ = 2.000000"), "{said:?}");
}

#[test]
fn weights_that_are_not_convex_or_do_not_average_are_warned_of() {
    let star = graph(&json!({"kind": "star", "agents": 9})).unwrap();
    let matrix = weights(&json!({"rule": "laplacian", "epsilon": 0.25}), &star).unwrap();
    assert_eq!(matrix.least_negative(), Some((0, 0, -1.0)));
    // The Laplacian's largest eigenvalue is 9: 1 - 9/4.
    let spectrum = Spectrum::of(&matrix);
    assert!((spectrum.smallest() + 1.25).abs() < 1e-14);
    let text = "gossip with W does not average: its mixing rate is λ = 1.250000, not below 1";
    assert_eq!(said(&mixing(&spectrum)), [text]);
    assert_eq!(weights(&json!({"rule": "metropolis"}), &star).unwrap().least_negative(), None);
    // An exact 0 that rounding made negative is none.
    let path = json!({"topology": {"kind": "path", "agents": 3}, "weights": {"rule": "bestConstant"}});
    assert_eq!(of_network(&Network::from_value(&path, 1).unwrap()), []);
}
