//! Of networks: their links, their parts and their matrices.

use serde_json::{Value, json};
use suda::analysis::warnings::{of_network, warnings};
use suda::network::Network;

use super::{document, every_method, logistic};
use crate::common::{curve, dense, network, refusal, ring, run, with};

#[test]
fn a_torus_with_a_side_of_two_has_no_double_links() {
    for (rows, columns) in [(2, 2), (2, 4), (5, 2), (1, 6), (2, 1), (1, 1)] {
        let torus = network(&json!({"kind": "torus", "rows": rows, "columns": columns}));
        let w = dense(&torus.matrix);
        assert_eq!(w, w.transpose());
        for i in 0..w.nrows() {
            assert!((w.row(i).sum() - 1.0).abs() < 1e-15);
            let mut neighbors = torus.graph.neighbors(i).to_vec();
            neighbors.dedup();
            assert_eq!(neighbors.len(), torus.graph.degree(i));
            assert!(neighbors.iter().all(|&j| j as usize != i));
        }
    }
    let degrees = |torus: &Network| (0..torus.graph.agents()).map(|i| torus.graph.degree(i)).collect::<Vec<_>>();
    assert_eq!(degrees(&network(&json!({"kind": "torus", "rows": 2, "columns": 4}))), [3; 8]);
    // 2 × 2: a ring of the agents 0, 1, 3, 2.
    let (torus, ring) = (network(&json!({"kind": "torus", "rows": 2, "columns": 2})), network(&ring(4)));
    let order = [0, 1, 3, 2];
    let (w, ring) = (dense(&torus.matrix), dense(&ring.matrix));
    for i in 0..4 {
        for j in 0..4 {
            assert_eq!(w[(order[i], order[j])], ring[(i, j)]);
        }
    }
}

#[test]
fn each_part_of_a_network_goes_to_its_own_solution() {
    // A part's solution is that of a network of its agents alone. On f = x²/2 - bx it is the mean of its b.
    let features = vec![[[1.0]]; 8];
    let targets: Vec<_> = (0..8).map(|agent| [f64::from(agent * agent)]).collect();
    let problem =
        json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": features, "targets": targets}});
    let edges = [[0, 1], [1, 2], [2, 3], [3, 4], [5, 6], [6, 7], [7, 5]];
    let two = json!({"kind": "explicit", "agents": 8, "edges": edges});
    let methods = json!([{"kind": "exactDiffusion", "laziness": 0.5}, {"kind": "gradientTracking"}]);
    let engine = run(&with(&document(two, problem, 0.2, methods), &json!({"iterations": 2000})));
    let warnings = warnings(engine.experiment());
    assert_eq!(warnings[0].path, "network");
    assert!(warnings[0].text.contains("two parts, of 5 and 3 agents"), "{warnings:?}");
    for m in 0..2 {
        for (agent, x) in engine.iterates(m, 0).unwrap().into_iter().enumerate() {
            let expected = if agent < 5 { 30.0 / 5.0 } else { 110.0 / 3.0 };
            assert!((x - expected).abs() < 1e-9, "{m}, {agent}: {x}");
        }
    }
}

#[test]
fn the_fastest_matrix_of_a_star_is_taken_by_hand_and_equals_its_laplacian_form() {
    // I - 0.4 L of a star of four: the eigenvalues ±0.6, and -0.2 where the hub meets itself.
    let matrix = [[-0.2, 0.4, 0.4, 0.4], [0.4, 0.6, 0.0, 0.0], [0.4, 0.0, 0.6, 0.0], [0.4, 0.0, 0.0, 0.6]];
    let star = json!({"kind": "star", "agents": 4});
    let of = |weights: Value| {
        // Exact-Diffusion diverges on it: what rounding makes of that is not compared.
        let network = json!({"network": {"topology": star, "weights": weights}, "iterations": 30});
        run(&with(&document(star.clone(), logistic(1.0), 0.1, every_method()), &network))
    };
    let by_hand = of(json!({"rule": "explicit", "matrix": matrix}));
    let rule = of(json!({"rule": "laplacian", "epsilon": 0.4}));
    assert!((by_hand.experiment().network.spectrum().mixing_rate() - 0.6).abs() < 1e-14);
    assert_eq!(
        of_network(&by_hand.experiment().network)[0].sentence(""),
        "W has negative weights, the least -0.2, of agent 0 on itself"
    );
    for m in 0..14 {
        for metric in ["gradientNorm", "optimalityGap", "meanOptimalityGap", "consensus", "averageGradient"] {
            for (a, b) in curve(&by_hand, m, metric).iter().zip(curve(&rule, m, metric)) {
                let equal = (a - b).abs() <= 1e-9 * b.abs() + 1e-14 || !a.is_finite() && !b.is_finite();
                assert!(equal, "{m}, {metric}: {a} and {b}");
            }
        }
    }
}

#[test]
fn a_row_stochastic_matrix_is_refused_by_its_worst_entry() {
    // 1/(deg+1) on a path of four: rows sum to 1, columns do not.
    let third = 1.0 / 3.0;
    let matrix = [[0.5, 0.5, 0.0, 0.0], [third, third, third, 0.0], [0.0, third, third, third], [0.0, 0.0, 0.5, 0.5]];
    let path = json!({"kind": "path", "agents": 4});
    let network = json!({"network": {"topology": path, "weights": {"rule": "explicit", "matrix": matrix}}});
    let message = refusal(&with(&document(ring(4), logistic(1.0), 0.1, every_method()), &network));
    assert!(message.starts_with("network.weights.matrix"), "{message}");
    assert!(message.contains("0.5") && message.contains("0.333"), "{message}");
}
