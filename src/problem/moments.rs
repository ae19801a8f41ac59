//! Second moments of features, (1/m) Σ h h' over m rows of d numbers.

use nalgebra::DMatrix;

use crate::linear_algebra::{dot, lanczos, symmetric_eigenvalues};
use crate::random::{Purpose, fill_standard_normal, stream};

/// Multiplications beyond which eigenvalues are found by Lanczos' recursion instead of from whole matrices.
const WORK: u64 = 2_000_000_000;
/// A Ritz value is final when its residual is below this share of it.
const CONVERGED: f64 = 1e-6;
/// The most steps of the recursion.
const STEPS: usize = 200;

/// The greatest eigenvalue of (1/m) Σ h h' of any of the agents, whose features are given.
pub(super) fn greatest_of<'a>(agents: impl Iterator<Item = &'a [f64]> + Clone, d: usize) -> f64 {
    let work = |features: &[f64]| {
        let (m, d) = ((features.len() / d) as u64, d as u64);
        m.min(d).pow(2).saturating_mul(m + d)
    };
    let total = agents.clone().map(work).fold(0, u64::saturating_add);
    let one = if total > WORK { approximate } else { greatest_eigenvalue };
    agents.map(|features| one(features, d)).fold(0.0, f64::max)
}

/// A bound of the greatest eigenvalue of (1/m) Σ h h' over the rows of `features`, above it by a share of at most about
/// [`CONVERGED`]: by Lanczos' recursion, as for large networks, from a random but fixed start.
fn approximate(features: &[f64], d: usize) -> f64 {
    let m = (features.len() / d) as f64;
    let mut start = vec![0.0; d];
    fill_standard_normal(&mut stream(0, Purpose::Start, 0, 0), &mut start);
    let apply = |x: &[f64], out: &mut [f64]| {
        out.fill(0.0);
        for row in features.chunks_exact(d) {
            let product = dot(row, x) / m;
            out.iter_mut().zip(row).for_each(|(out, h)| *out += product * h);
        }
    };
    let mut bound = 0.0;
    lanczos(
        start,
        STEPS.min(d),
        apply,
        |_| (),
        |reduced, norm| {
            let step = reduced.diagonal.len();
            if step % 10 != 0 && step != d && norm != 0.0 {
                return false;
            }
            let [value] = reduced.ranked([step - 1]);
            let residual = norm * reduced.last_component(value);
            bound = value + residual;
            residual <= CONVERGED * value
        },
    );
    bound
}

/// The greatest eigenvalue of (1/m) Σ h h' over the rows of `features`.
fn greatest_eigenvalue(features: &[f64], d: usize) -> f64 {
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
    weighted(features, d, |_| 1.0)
}

/// (1/m) Σ w(h) h h', d × d.
pub(super) fn weighted(features: &[f64], d: usize, mut weight: impl FnMut(&[f64]) -> f64) -> DMatrix<f64> {
    let mut sum = vec![0.0; d * d];
    for row in features.chunks_exact(d) {
        let weight = weight(row);
        for (a, sums) in row.iter().zip(sum.chunks_exact_mut(d)) {
            let a = weight * a;
            for (sum, b) in sums.iter_mut().zip(row) {
                *sum += a * b;
            }
        }
    }
    DMatrix::from_vec(d, d, sum) / (features.len() / d) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recursion_finds_what_whole_matrices_have() {
        for (m, d) in [(1, 1), (3, 40), (40, 3), (200, 60), (60, 200)] {
            let mut features = vec![0.0; m * d];
            fill_standard_normal(&mut stream(3, Purpose::Data, m as u64, d as u64), &mut features);
            let exact = greatest_eigenvalue(&features, d);
            let ratio = approximate(&features, d) / exact;
            assert!((1.0 - 1e-10..1.0 + 10.0 * CONVERGED).contains(&ratio), "{m} × {d}: {ratio}");
        }
        assert_eq!(approximate(&[0.0; 12], 4), 0.0);
    }
}
