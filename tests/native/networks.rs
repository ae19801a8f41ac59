//! Graphs and combination matrices: what holds for every topology and weight rule.

mod said;

use serde_json::{Value, json};
use suda::analysis::warnings::mixing;
use suda::combination::CombinationMatrix;
use suda::document::{DocumentError, Fields};
use suda::graph::Graph;
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
fn a_small_world_that_is_almost_complete_is_there_at_once() {
    let dense = json!({"kind": "wattsStrogatz", "agents": 1500, "neighbors": 1498, "rewiring": 1});
    assert_eq!(graph(&dense).unwrap().edge_count(), 1500 * 749);
}
