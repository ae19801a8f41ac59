//! Second moments of features, (1/m) Σ h h' over m rows of d numbers.

use nalgebra::DMatrix;

use crate::linear_algebra::symmetric_eigenvalues;

/// The greatest eigenvalue of (1/m) Σ h h' over the rows of `features`.
pub(super) fn greatest_eigenvalue(features: &[f64], d: usize) -> f64 {
    let m = features.len() / d;
    // With few rows by way of the smaller matrix of their products, which has the same one.
    let moment = if m < d {
        DMatrix::from_fn(m, m, |i, j| dot(&features[i * d..][..d], &features[j * d..][..d]) / m as f64)
    } else {
        second_moment(features, d)
    };
    symmetric_eigenvalues(moment)[0].max(0.0)
}

/// (1/m) Σ h h', d × d.
pub(super) fn second_moment(features: &[f64], d: usize) -> DMatrix<f64> {
    let mut sum = vec![0.0; d * d];
    for row in features.chunks_exact(d) {
        for (a, sums) in row.iter().zip(sum.chunks_exact_mut(d)) {
            for (sum, b) in sums.iter_mut().zip(row) {
                *sum += a * b;
            }
        }
    }
    DMatrix::from_vec(d, d, sum) / (features.len() / d) as f64
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
