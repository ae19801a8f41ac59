//! What is told of a network that changes in the mean, against the mean over all that can happen.

use nalgebra::DMatrix;
use serde_json::{Value, json};

use super::{changing, kinds, network};
use crate::common::{dense, with};

/// √λ₂ of the mean of W_k² over matrices given with their weights.
fn contraction(matrices: &[(f64, DMatrix<f64>)]) -> f64 {
    let n = matrices[0].1.nrows();
    let mean = matrices.iter().fold(DMatrix::zeros(n, n), |sum, (share, w)| sum + w * w * *share);
    (mean - DMatrix::from_element(n, n, 1.0 / n as f64)).symmetric_eigenvalues().max().sqrt()
}

#[test]
fn closed_forms_are_the_means_over_all_that_can_happen() {
    let square = json!({"kind": "explicit", "agents": 4, "edges": [[0, 1], [1, 2], [2, 3], [0, 3], [0, 2]]});
    let lazy = |value: &Value| network(&with(value, &json!({"laziness": 0.3})), 1);
    // All 32 sets of links that can be up.
    let p = 0.3_f64;
    let failing = lazy(&changing(&square, &json!({"kind": "linkFailures", "probability": p})));
    let base = dense(&failing.matrix);
    let links: Vec<_> = failing.graph.edges().collect();
    let all: Vec<_> = (0..32_u32)
        .map(|up| {
            let mut w = DMatrix::identity(4, 4);
            for (_, &(i, j)) in links.iter().enumerate().filter(|(e, _)| up & (1 << e) != 0) {
                for (a, b) in [(i, j), (j, i)] {
                    w[(a, b)] += base[(i, j)];
                    w[(a, a)] -= base[(i, j)];
                }
            }
            let count = up.count_ones();
            ((1.0 - p).powi(count.cast_signed()) * p.powi(5 - count.cast_signed()), w)
        })
        .collect();
    let told = failing.expectation().unwrap();
    assert!((told.contraction.unwrap() - contraction(&all)).abs() < 1e-12, "{told:?}");
    let mean = all.iter().fold(DMatrix::zeros(4, 4), |sum, (share, w)| sum + w * *share);
    assert!((dense(&told.matrix) - mean).amax() < 1e-15);
    assert!((told.links - 3.5).abs() < 1e-12 && told.period.is_none() && told.draws.is_none());

    let pair = |i: usize, j: usize| {
        let mut w = DMatrix::identity(4, 4);
        for (a, b) in [(i, j), (j, i)] {
            w[(a, b)] = 0.35;
            w[(a, a)] = 0.65;
        }
        w
    };
    let one = lazy(&changing(&square, &json!({"kind": "oneLink"}))).expectation().unwrap();
    let all: Vec<_> = links.iter().map(|&(i, j)| (0.2, pair(i, j))).collect();
    assert!((one.contraction.unwrap() - contraction(&all)).abs() < 1e-12, "{one:?}");
    assert!((one.links - 1.0).abs() < 1e-12);

    // On a path of four the middle pair meets alone once in three times, else the outer two.
    let path = lazy(&changing(&json!({"kind": "path", "agents": 4}), &json!({"kind": "randomMatching"})));
    let told = path.expectation().unwrap();
    let exact = contraction(&[(1.0 / 3.0, pair(1, 2)), (2.0 / 3.0, pair(0, 1) * pair(2, 3))]);
    assert!((told.contraction.unwrap() - exact).abs() < 0.01, "{told:?} for {exact}");
    assert_eq!(told.draws, Some(10_000));
}

#[test]
fn what_repeats_is_told_by_the_product_over_its_period() {
    let cube = network(&changing(&json!({"kind": "hypercube", "dimension": 3}), &json!({"kind": "onePeer"})), 1);
    let told = cube.expectation().unwrap();
    assert!(told.period == Some(3) && told.period_contraction.unwrap() < 1e-15 && (told.links - 4.0).abs() < 1e-12);
    assert!(
        (dense(&told.matrix) * 3.0 - (0..3).map(|k| dense(&cube.matrix_at(k))).sum::<DMatrix<f64>>()).amax() < 1e-15
    );
    let cycle = network(&kinds()[0], 1);
    let told = cycle.expectation().unwrap();
    let product = dense(&cycle.matrix_at(1)) * dense(&cycle.matrix_at(0));
    let norm = (product - DMatrix::from_element(7, 7, 1.0 / 7.0)).singular_values().max();
    assert!((told.period_contraction.unwrap() - norm).abs() < 1e-12, "{told:?} for {norm}");
    assert!((told.contraction.unwrap() - norm.sqrt()).abs() < 1e-12);
    assert!((told.links - 8.0).abs() < 1e-12);
}
