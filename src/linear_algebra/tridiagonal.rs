//! Eigenvalues of symmetric tridiagonal matrices, by bisection.

/// Shifts counted at a time, which hides the latency of the divisions.
const BATCH: usize = 8;

/// Halvings of an interval, enough to reach the spacing of f64 from any start.
const HALVINGS: usize = 64;

/// A symmetric tridiagonal matrix of order m ≥ 1.
#[derive(Debug, Default)]
pub(crate) struct Tridiagonal {
    /// m entries.
    pub(crate) diagonal: Vec<f64>,
    /// m - 1 entries.
    pub(crate) off_diagonal: Vec<f64>,
}

impl Tridiagonal {
    /// All eigenvalues, ascending.
    pub(crate) fn eigenvalues(&self) -> Vec<f64> {
        let mut values = vec![0.0; self.diagonal.len()];
        for (batch, values) in values.chunks_mut(BATCH).enumerate() {
            // The last batch has ranks that do not exist: they cost nothing more.
            let found = self.ranked::<BATCH>(std::array::from_fn(|k| batch * BATCH + k));
            values.copy_from_slice(&found[..values.len()]);
        }
        values
    }

    /// The eigenvalues of these ranks, 0 the smallest, each to within a few units of rounding of
    /// the matrix's norm.
    pub(crate) fn ranked<const K: usize>(&self, ranks: [usize; K]) -> [f64; K] {
        let (low, high) = self.bounds();
        let (mut low, mut high) = ([low; K], [high; K]);
        for _ in 0..HALVINGS {
            let middle: [f64; K] = std::array::from_fn(|k| 0.5 * (low[k] + high[k]));
            let below = self.count_below(middle);
            for k in 0..K {
                if below[k] > ranks[k] {
                    high[k] = middle[k];
                } else {
                    low[k] = middle[k];
                }
            }
        }
        std::array::from_fn(|k| 0.5 * (low[k] + high[k]))
    }

    /// For each shift the number of eigenvalues below it: the negative pivots of T - shift I
    /// (Sylvester's law of inertia).
    fn count_below<const K: usize>(&self, shifts: [f64; K]) -> [usize; K] {
        let mut count = [0; K];
        let mut pivot = [1.0; K];
        for (i, diagonal) in self.diagonal.iter().enumerate() {
            let coupling = if i == 0 { 0.0 } else { self.off_diagonal[i - 1] * self.off_diagonal[i - 1] };
            for k in 0..K {
                pivot[k] = away_from_zero(diagonal - shifts[k] - coupling / pivot[k]);
                count[k] += usize::from(pivot[k] < 0.0);
            }
        }
        count
    }

    /// An interval that holds all eigenvalues (Gershgorin).
    fn bounds(&self) -> (f64, f64) {
        let order = self.diagonal.len();
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for i in 0..order {
            let left = if i == 0 { 0.0 } else { self.off_diagonal[i - 1].abs() };
            let right = if i + 1 == order { 0.0 } else { self.off_diagonal[i].abs() };
            low = low.min(self.diagonal[i] - left - right);
            high = high.max(self.diagonal[i] + left + right);
        }
        (low, high)
    }

    /// The magnitude of the last entry of the unit eigenvector at `eigenvalue`, which is one of
    /// [`Self::ranked`]; from the twisted factorisation of T - λ I with the smallest pivot
    /// (Dhillon & Parlett, Orthogonal eigenvectors and relative gaps, 2003).
    pub(crate) fn last_component(&self, eigenvalue: f64) -> f64 {
        let order = self.diagonal.len();
        let shifted = |i: usize| self.diagonal[i] - eigenvalue;
        let b = &self.off_diagonal;
        let (mut down, mut up) = (vec![0.0; order], vec![0.0; order]);
        for i in 0..order {
            let coupling = if i == 0 { 0.0 } else { b[i - 1] * b[i - 1] / down[i - 1] };
            down[i] = away_from_zero(shifted(i) - coupling);
        }
        for i in (0..order).rev() {
            let coupling = if i + 1 == order { 0.0 } else { b[i] * b[i] / up[i + 1] };
            up[i] = away_from_zero(shifted(i) - coupling);
        }
        let twist = |i: usize| (down[i] + up[i] - shifted(i)).abs();
        let pivot = (0..order).reduce(|best, i| if twist(i) < twist(best) { i } else { best }).unwrap_or(0);
        let mut norm_squared = 1.0;
        let mut entry = 1.0;
        for i in (0..pivot).rev() {
            entry *= -b[i] / down[i];
            norm_squared += entry * entry;
        }
        entry = 1.0;
        for i in pivot + 1..order {
            entry *= -b[i - 1] / up[i];
            norm_squared += entry * entry;
        }
        // A quotient of overflows, if any, is no number: then the bound of any entry.
        (entry.abs() / norm_squared.sqrt()).min(1.0)
    }
}

/// `pivot`, or a negligible negative number in place of zero.
fn away_from_zero(pivot: f64) -> f64 {
    const SMALLEST: f64 = 1e-150;
    if pivot.abs() < SMALLEST { -SMALLEST } else { pivot }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second difference on m points, whose eigenvalues are 2 - 2 cos(k π/(m + 1)), k = 1..m,
    /// with eigenvectors proportional to sin(i k π/(m + 1)).
    fn second_difference(m: usize) -> Tridiagonal {
        Tridiagonal { diagonal: vec![2.0; m], off_diagonal: vec![-1.0; m - 1] }
    }

    #[test]
    fn second_difference_has_its_closed_form() {
        for m in [1, 2, 7, 100] {
            let angle = |k: usize| k as f64 * std::f64::consts::PI / (m + 1) as f64;
            let matrix = second_difference(m);
            for (k, value) in matrix.eigenvalues().into_iter().enumerate() {
                assert!((value - (2.0 - 2.0 * angle(k + 1).cos())).abs() < 4e-15, "m = {m}, k = {k}");
                let last = (angle((k + 1) * m).sin() * (2.0 / (m + 1) as f64).sqrt()).abs();
                assert!((matrix.last_component(value) - last).abs() < 1e-12, "m = {m}, k = {k}");
            }
        }
    }

    #[test]
    fn decoupled_and_equal_eigenvalues_are_found() {
        let matrix = Tridiagonal { diagonal: vec![0.0, 0.0, 3.0, 0.0], off_diagonal: vec![0.0, 0.0, 0.0] };
        let values = matrix.eigenvalues();
        for (value, expected) in values.into_iter().zip([0.0, 0.0, 0.0, 3.0]) {
            assert!((value - expected).abs() < 1e-15);
        }
    }
}
