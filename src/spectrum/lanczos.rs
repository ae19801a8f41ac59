//! The extreme eigenvalues of a large combination matrix.

use crate::combination::CombinationMatrix;
use crate::linear_algebra::lanczos;
use crate::random::{Purpose, fill_standard_normal, stream};

/// A Ritz value is final when its residual is below this; its error is then near the square of it.
const CONVERGED: f64 = 1e-9;

/// The cost after which the iteration ends, converged or not, in units of about a nanosecond: 10
/// for an agent and 4 for a non-zero entry in each step.
const WORK: usize = 1_000_000_000;

/// An approximate eigenvalue: the matrix has one within `residual` of `value`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ritz {
    pub(super) value: f64,
    pub(super) residual: f64,
}

/// The largest and the smallest eigenvalue of `matrix` on the complement of the vector of ones.
///
/// Lanczos' recursion without reorthogonalisation: memory is O(n) and the extreme Ritz values are
/// right nevertheless, since lost orthogonality shows only as copies of eigenvalues that have
/// converged (Paige, Accuracy and effectiveness of the Lanczos algorithm, 1980); an end is
/// therefore kept as soon as it has. The start is random but fixed.
pub(super) fn extremes(matrix: &CombinationMatrix) -> [Ritz; 2] {
    let n = matrix.agents();
    let steps = (WORK / (10 * n + 4 * (n + matrix.links()))).min(4 * n);
    let mut start = vec![0.0; n];
    fill_standard_normal(&mut stream(0, Purpose::Start, 0, 0), &mut start);
    let mut found = [Ritz { value: 0.0, residual: f64::INFINITY }; 2];
    let mut check = 10;
    let apply = |x: &[f64], out: &mut [f64]| matrix.mix(1, x, out);
    lanczos(start, steps, apply, remove_mean, |reduced, norm| {
        let step = reduced.diagonal.len();
        if step != check && step != steps && norm >= CONVERGED {
            return false;
        }
        check = step + 10.max(step / 20);
        let values = reduced.ranked([step - 1, 0]);
        for (found, value) in found.iter_mut().zip(values).filter(|(found, _)| found.residual > CONVERGED) {
            *found = Ritz { value, residual: norm * reduced.last_component(value) };
        }
        found.iter().all(|found| found.residual <= CONVERGED)
    });
    found
}

fn remove_mean(x: &mut [f64]) {
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    for x in x {
        *x -= mean;
    }
}
