//! Graphs and combination matrices: what holds for every topology and weight rule, and what is refused.

use serde_json::{Value, json};
use suda::analysis::warnings::{mixing, of_network};
use suda::combination::CombinationMatrix;
use suda::document::{DocumentError, Fields};
use suda::finding::Fact;
use suda::graph::Graph;
use suda::network::Network;
use suda::spectrum::Spectrum;
use suda::topology::{TOPOLOGIES, Topology};
use suda::weights::{WEIGHT_RULES, WeightRule};

use crate::common::dense;

fn topology(value: &Value) -> Result<Topology, DocumentError> {
    Topology::read(&Fields::of(value, "network.topology")?)
}

fn graph(value: &Value) -> Result<Graph, DocumentError> {
    topology(value)?.graph(7, "network.topology")
}

fn rule(value: &Value, agents: usize) -> Result<WeightRule, DocumentError> {
    WeightRule::read(&Fields::of(value, "network.weights")?, agents)
}

fn weights(value: &Value, graph: &Graph) -> Result<CombinationMatrix, DocumentError> {
    rule(value, graph.agents())?.matrix(graph, "network.weights")
}

fn said(facts: &[Fact]) -> Vec<String> {
    facts.iter().map(|fact| fact.sentence("")).collect()
}

fn error<T: std::fmt::Debug>(result: Result<T, DocumentError>) -> String {
    result.unwrap_err().to_string()
}

/// Every kind of topology at several sizes, down to one and two agents.
fn topologies() -> Vec<Value> {
    let mut all = Vec::new();
    for kind in ["ring", "path", "complete", "star", "binaryTree", "exponential"] {
        all.extend([1, 2, 3, 4, 7, 20].map(|agents| json!({"kind": kind, "agents": agents})));
    }
    for kind in ["grid", "torus"] {
        for (rows, columns) in [(1, 1), (1, 2), (1, 5), (2, 2), (2, 3), (4, 8)] {
            all.push(json!({"kind": kind, "rows": rows, "columns": columns}));
        }
    }
    all.extend([0, 1, 2, 5].map(|dimension| json!({"kind": "hypercube", "dimension": dimension})));
    for agents in [1, 2, 20] {
        all.push(json!({"kind": "erdosRenyi", "agents": agents, "probability": 1}));
        all.push(json!({"kind": "erdosRenyi", "agents": agents, "probability": 0.4}));
        all.push(json!({"kind": "randomGeometric", "agents": agents, "radius": 0.5}));
        all.push(
            json!({"kind": "explicit", "agents": agents, "edges": (1..agents).map(|i| [i - 1, i]).collect::<Vec<_>>()}),
        );
    }
    all.push(json!({"kind": "wattsStrogatz", "agents": 3, "neighbors": 2, "rewiring": 1}));
    all.push(json!({"kind": "wattsStrogatz", "agents": 20, "neighbors": 4, "rewiring": 0.3}));
    all.push(json!({"kind": "barabasiAlbert", "agents": 2, "attachments": 1}));
    all.push(json!({"kind": "barabasiAlbert", "agents": 20, "attachments": 3, "seed": "18446744073709551615"}));
    all
}

fn rules() -> Vec<Value> {
    vec![
        json!({"rule": "metropolis"}),
        json!({"rule": "maxDegree"}),
        json!({"rule": "laplacian", "epsilon": 0.05}),
        json!({"rule": "bestConstant"}),
    ]
}

#[test]
fn every_kind_is_tried_here() {
    for entry in TOPOLOGIES {
        assert!(topologies().iter().any(|value| value["kind"] == entry.kind), "{}", entry.kind);
    }
    for entry in WEIGHT_RULES {
        let elsewhere = ["explicit", "fastest"].contains(&entry.kind);
        assert!(elsewhere || rules().iter().any(|value| value["rule"] == entry.kind), "{}", entry.kind);
    }
}

#[test]
fn every_matrix_is_symmetric_stochastic_sparse_and_mixes() {
    for value in topologies() {
        let graph = graph(&value).unwrap();
        let n = graph.agents();
        assert_eq!(graph.components(), 1, "{value}");
        for rule in rules() {
            let matrix = weights(&rule, &graph).unwrap();
            assert_eq!(matrix.links(), 2 * graph.edge_count(), "{value} {rule}");
            let dense = dense(&matrix);
            assert_eq!(dense, dense.transpose(), "{value} {rule}");
            for i in 0..n {
                let sum: f64 = matrix.row(i).map(|entry| entry.1).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{value} {rule}: row {i} sums to {sum}");
                let mut expected: Vec<usize> = graph.neighbors(i).iter().map(|&j| j as usize).chain([i]).collect();
                expected.sort_unstable();
                assert_eq!(matrix.row(i).map(|entry| entry.0).collect::<Vec<_>>(), expected, "{value} {rule}");
            }
            let spectrum = Spectrum::of(&matrix);
            // At two agents the best constant is 1/2, whose λ is 0; nowhere is λ 1.
            assert!(spectrum.mixing_rate() < 1.0 - 1e-6, "{value} {rule}: {}", spectrum.mixing_rate());
            assert_eq!(mixing(&spectrum), [], "{value} {rule}");
        }
    }
}

/// A block of varied numbers.
fn block(length: usize) -> Vec<f64> {
    (0..length).map(|k| 1.0 / (1.0 + k as f64) - 0.3 * (k % 7) as f64).collect()
}

#[test]
fn mixing_is_the_product_with_the_matrix_keeps_the_mean_and_does_not_depend_on_the_width() {
    for value in topologies() {
        let matrix = weights(&json!({"rule": "metropolis"}), &graph(&value).unwrap()).unwrap().lazy(0.25);
        let (n, width) = (matrix.agents(), 23);
        let (x, mut out) = (block(n * width), vec![f64::NAN; n * width]);
        matrix.mix(width, &x, &mut out);
        let product = dense(&matrix) * nalgebra::DMatrix::from_row_slice(n, width, &x);
        for column in 0..width {
            let of = |block: &[f64]| -> Vec<f64> { block.iter().skip(column).step_by(width).copied().collect() };
            let (before, after) = (of(&x), of(&out));
            let mut alone = vec![f64::NAN; n];
            matrix.mix(1, &before, &mut alone);
            assert_eq!(alone, after, "{value}: column {column} depends on the width");
            assert!((before.iter().sum::<f64>() - after.iter().sum::<f64>()).abs() < 1e-12, "{value}");
            assert!(after.iter().zip(product.column(column).iter()).all(|(a, b)| (a - b).abs() < 1e-14), "{value}");
        }
    }
}

#[test]
fn laziness_moves_the_matrix_towards_the_identity() {
    let matrix =
        weights(&json!({"rule": "metropolis"}), &graph(&json!({"kind": "ring", "agents": 20})).unwrap()).unwrap();
    let expected = dense(&matrix) * 0.7 + nalgebra::DMatrix::identity(20, 20) * 0.3;
    assert!((dense(&matrix.lazy(0.3)) - expected).amax() < 1e-15);
    assert_eq!(matrix.lazy(0.0), matrix);
}

#[test]
fn metropolis_and_maximum_degree_weights_are_the_textbook_ones() {
    // A path of three and a fourth agent on its middle: degrees 1, 3, 1, 1 and an extra edge 2-3.
    let graph = Graph::new(4, [(0, 1), (1, 2), (1, 3), (2, 3)]).unwrap();
    let metropolis = dense(&weights(&json!({"rule": "metropolis"}), &graph).unwrap());
    assert_eq!((metropolis[(0, 1)], metropolis[(2, 3)], metropolis[(0, 0)]), (0.25, 1.0 / 3.0, 0.75));
    let max_degree = dense(&weights(&json!({"rule": "maxDegree"}), &graph).unwrap());
    assert_eq!((max_degree[(2, 3)], max_degree[(0, 0)], max_degree[(1, 1)]), (0.25, 0.75, 0.25));
}

#[test]
fn a_torus_with_a_short_side_has_no_double_links() {
    let edges = |rows, columns| {
        let graph = graph(&json!({"kind": "torus", "rows": rows, "columns": columns})).unwrap();
        (graph.edge_count(), (0..graph.agents()).map(|i| graph.degree(i)).max().unwrap())
    };
    assert_eq!(edges(2, 2), (4, 2));
    assert_eq!(edges(2, 5), (15, 3));
    assert_eq!(edges(1, 5), (5, 2));
    assert_eq!(edges(1, 1), (0, 0));
    let square = graph(&json!({"kind": "torus", "rows": 2, "columns": 2})).unwrap();
    assert_eq!(square.edges().collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 3), (2, 3)]);
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
fn a_small_world_that_is_almost_complete_is_there_at_once() {
    let dense = json!({"kind": "wattsStrogatz", "agents": 1500, "neighbors": 1498, "rewiring": 1});
    assert_eq!(graph(&dense).unwrap().edge_count(), 1500 * 749);
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
fn an_explicit_matrix_is_taken_as_it_is() {
    let graph = graph(&json!({"kind": "path", "agents": 3})).unwrap();
    // Within the tolerance, and not symmetric to the last bit.
    let rows = [[0.75, 0.25, 0.0], [0.25 + 1e-10, 0.5, 0.25], [0.0, 0.25, 0.75]];
    let matrix = weights(&json!({"rule": "explicit", "matrix": rows}), &graph).unwrap();
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(dense(&matrix).row(i).iter().copied().collect::<Vec<_>>(), row);
    }
    assert_eq!(matrix.links(), 4);
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
