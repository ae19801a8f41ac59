//! The modes of a network: the eigenspaces of W, and what disagreement is in each.

use serde_json::json;
use suda::network::Network;

#[test]
fn modes_are_the_eigenspaces_of_w_and_share_out_the_disagreement() {
    let networks = [
        json!({"topology": {"kind": "ring", "agents": 16}, "weights": {"rule": "metropolis"}}),
        json!({"topology": {"kind": "grid", "rows": 4, "columns": 5}, "weights": {"rule": "metropolis"}, "laziness": 0.2}),
        json!({"topology": {"kind": "hypercube", "dimension": 4}, "weights": {"rule": "maxDegree"}}),
        json!({"topology": {"kind": "star", "agents": 9}, "weights": {"rule": "laplacian", "epsilon": 0.4}}),
        json!({"topology": {"kind": "randomGeometric", "agents": 30, "radius": 0.35}, "weights": {"rule": "metropolis"}}),
        json!({"topology": {"kind": "explicit", "agents": 4, "edges": [[0, 1], [2, 3]]}, "weights": {"rule": "metropolis"}}),
        json!({"topology": {"kind": "path", "agents": 2}, "weights": {"rule": "metropolis"}}),
    ];
    for value in networks {
        let network = Network::from_value(&value, 3).unwrap();
        let n = network.graph.agents();
        let modes = network.modes().unwrap();
        let list: Vec<_> = modes.list().collect();
        assert_eq!(list.iter().map(|mode| mode.multiplicity).sum::<usize>(), n - 1, "{value}");
        let all = list.iter().flat_map(|mode| std::iter::repeat_n(mode.eigenvalue, mode.multiplicity));
        for (mode, known) in all.zip(&network.spectrum().eigenvalues().unwrap()[1..]) {
            assert!((mode - known).abs() < 1e-12, "{value}: {mode} for {known}");
        }
        for mode in &list {
            let mut mixed = vec![0.0; n];
            network.matrix.mix(1, &mode.pattern, &mut mixed);
            let error =
                mixed.iter().zip(&mode.pattern).map(|(a, b)| (a - mode.eigenvalue * b).abs()).fold(0.0, f64::max);
            let square: f64 = mode.pattern.iter().map(|x| x * x).sum();
            let sum: f64 = mode.pattern.iter().sum();
            assert!(error < 1e-12 && (square - 1.0).abs() < 1e-12 && sum.abs() < 1e-12, "{value}: {error:e}");
            // All of a pattern is in its own mode.
            let shares = modes.shares(&mode.pattern, 1);
            let own = shares[list.iter().position(|other| other == mode).unwrap()];
            assert!((own - 1.0 / n as f64).abs() < 1e-12 && (shares.iter().sum::<f64>() - own).abs() < 1e-12);
        }
        let x: Vec<f64> = (0..2 * n).map(|k| (1.7 * k as f64).sin() + 5.0).collect();
        let disagreement: f64 = (0..2)
            .map(|c| {
                let mean = (0..n).map(|i| x[2 * i + c]).sum::<f64>() / n as f64;
                (0..n).map(|i| (x[2 * i + c] - mean).powi(2)).sum::<f64>() / n as f64
            })
            .sum();
        assert!(modes.shares(&[0.3, 1.7].repeat(n), 2).iter().all(|&share| share == 0.0));
        let shares: f64 = modes.shares(&x, 2).iter().sum();
        assert!((shares / disagreement - 1.0).abs() < 1e-12, "{value}");
    }
    let alone = json!({"topology": {"kind": "complete", "agents": 1}, "weights": {"rule": "metropolis"}});
    assert_eq!(Network::from_value(&alone, 1).unwrap().modes().unwrap().list().count(), 0);
    let large = json!({"topology": {"kind": "ring", "agents": 201}, "weights": {"rule": "metropolis"}});
    assert!(Network::from_value(&large, 1).unwrap().modes().is_none());
}

#[test]
fn the_least_mode_of_a_grid_is_a_checkerboard() {
    let grid = json!({"topology": {"kind": "grid", "rows": 4, "columns": 4}, "weights": {"rule": "metropolis"}});
    let network = Network::from_value(&grid, 1).unwrap();
    let last = network.modes().unwrap().list().last().unwrap();
    assert_eq!(last.multiplicity, 1);
    for (i, entry) in last.pattern.iter().enumerate() {
        assert_eq!(*entry > 0.0, (last.pattern[0] > 0.0) == ((i / 4 + i % 4) % 2 == 0), "agent {i}");
    }
}
