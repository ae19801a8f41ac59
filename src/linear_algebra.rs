//! Symmetric matrices: all eigenvalues, eigenvectors, and least-norm solutions, in a number of steps that is
//! bounded whatever the matrix.
//!
//! Eigenvalues come from a tridiagonal matrix by bisection, which the QR iteration of general
//! libraries does not match: that one may fail on sparse matrices with many equal eigenvalues.

mod tridiagonal;

use nalgebra::{DMatrix, DVector, SymmetricTridiagonal};

pub(crate) use tridiagonal::Tridiagonal;

/// Rotations below this leave a symmetric matrix as diagonal as it gets.
const SMALL: f64 = 1e-15;
/// Sweeps over all pairs; fewer than ten are usual.
const SWEEPS: usize = 40;

/// Eigenvalues below this share of the greatest count as zero.
pub(crate) const ZERO: f64 = 1e-12;

/// All eigenvalues of a symmetric matrix, descending, each to within a few units of rounding of the
/// greatest, by reduction to a tridiagonal matrix.
pub(crate) fn symmetric_eigenvalues(mut matrix: DMatrix<f64>) -> Vec<f64> {
    // No square of an entry may overflow or vanish. A power of two changes no bits; it is 0 for a
    // matrix of zeros, and for one that is too small to matter.
    let scale = f64::from_bits(matrix.camax().to_bits() & f64::INFINITY.to_bits());
    if matrix.nrows() == 1 || scale == 0.0 {
        return matrix.diagonal().as_slice().to_vec();
    }
    matrix /= scale;
    let (diagonal, off_diagonal) = SymmetricTridiagonal::new(matrix).unpack_tridiagonal();
    let reduced =
        Tridiagonal { diagonal: diagonal.as_slice().to_vec(), off_diagonal: off_diagonal.as_slice().to_vec() };
    reduced.eigenvalues().into_iter().rev().map(|value| scale * value).collect()
}

/// Eigenvalues and orthonormal eigenvectors, in columns, in no order, by Jacobi's rotations, which no matrix makes fail:
/// O(n³) a sweep.
pub(crate) fn symmetric_eigenvectors(mut matrix: DMatrix<f64>) -> (Vec<f64>, DMatrix<f64>) {
    let n = matrix.nrows();
    let mut vectors = DMatrix::identity(n, n);
    let scale = matrix.camax();
    for _ in 0..SWEEPS {
        let mut turned = false;
        for p in 0..n {
            for q in p + 1..n {
                let off = matrix[(p, q)];
                if off.abs() <= SMALL * scale {
                    continue;
                }
                turned = true;
                let theta = (matrix[(q, q)] - matrix[(p, p)]) / (2.0 * off);
                let sign = if theta < 0.0 { -1.0 } else { 1.0 };
                let tangent = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
                let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
                let sine = tangent * cosine;
                for k in 0..n {
                    let (a, b) = (matrix[(k, p)], matrix[(k, q)]);
                    matrix[(k, p)] = cosine * a - sine * b;
                    matrix[(k, q)] = sine * a + cosine * b;
                }
                for k in 0..n {
                    let (a, b) = (matrix[(p, k)], matrix[(q, k)]);
                    matrix[(p, k)] = cosine * a - sine * b;
                    matrix[(q, k)] = sine * a + cosine * b;
                    let (a, b) = (vectors[(k, p)], vectors[(k, q)]);
                    vectors[(k, p)] = cosine * a - sine * b;
                    vectors[(k, q)] = sine * a + cosine * b;
                }
            }
        }
        if !turned {
            break;
        }
    }
    (matrix.diagonal().as_slice().to_vec(), vectors)
}

/// a'b.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A B, summed in a fixed order: the product of the library takes the processor's fused operations
/// where it has them.
pub(crate) fn product(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    // Columns are the rows of the transpose.
    DMatrix::from_vec(a.nrows(), b.ncols(), product_by_rows(b.as_slice(), a.as_slice(), b.nrows()))
}

/// A B of matrices by rows; A has that many columns. What is 0 in A costs nothing.
pub(crate) fn product_by_rows(a: &[f64], b: &[f64], inner: usize) -> Vec<f64> {
    let columns = b.len() / inner;
    let mut product = vec![0.0; a.len() / inner * columns];
    for (row, out) in a.chunks_exact(inner).zip(product.chunks_exact_mut(columns)) {
        for (factor, b) in row.iter().zip(b.chunks_exact(columns)).filter(|(factor, _)| **factor != 0.0) {
            out.iter_mut().zip(b).for_each(|(out, b)| *out += factor * b);
        }
    }
    product
}

/// Lanczos' recursion with a symmetric matrix, from `start` and without reorthogonalisation: a tridiagonal matrix whose
/// eigenvalues come near those of the matrix, the extreme ones first. `apply` writes the matrix times its first argument to the
/// second, and `project` keeps a vector in a subspace that it does not leave. Ends after that many steps, or when `is_enough`
/// of what there is so far and of the norm of what is left.
pub(crate) fn lanczos(
    start: Vec<f64>,
    steps: usize,
    mut apply: impl FnMut(&[f64], &mut [f64]),
    project: impl Fn(&mut [f64]),
    mut is_enough: impl FnMut(&Tridiagonal, f64) -> bool,
) {
    let [mut previous, mut next] = [(); 2].map(|()| vec![0.0; start.len()]);
    let mut current = start;
    project(&mut current);
    let (mut norm, mut beta) = (dot(&current, &current).sqrt(), 0.0);
    let mut reduced = Tridiagonal::default();
    for _ in 0..steps {
        current.iter_mut().for_each(|x| *x /= norm);
        apply(&current, &mut next);
        let alpha = dot(&next, &current);
        for ((next, current), previous) in next.iter_mut().zip(&current).zip(&previous) {
            *next -= alpha * current + beta * previous;
        }
        project(&mut next);
        reduced.diagonal.push(alpha);
        norm = dot(&next, &next).sqrt();
        if is_enough(&reduced, norm) {
            return;
        }
        reduced.off_diagonal.push(norm);
        beta = norm;
        std::mem::swap(&mut previous, &mut current);
        std::mem::swap(&mut current, &mut next);
    }
}

/// The solution of least norm of a consistent system with a positive semi-definite matrix.
pub(crate) fn least_norm_solution(matrix: &DMatrix<f64>, right: &DVector<f64>) -> DVector<f64> {
    let full_rank = solve_definite(matrix, right, 1e-14);
    full_rank.unwrap_or_else(|| solve_deficient(matrix, right))
}

/// The solution by Cholesky's factor, unless a pivot is below this share of what it was before elimination: the digits
/// that are left of it are too few.
pub(crate) fn solve_definite(matrix: &DMatrix<f64>, right: &DVector<f64>, least: f64) -> Option<DVector<f64>> {
    let factor = matrix.clone().cholesky()?;
    let pivots = factor.l_dirty().diagonal().map(|pivot| pivot * pivot);
    let keeps = |(pivot, before): (&f64, &f64)| *pivot > least * before;
    pivots.iter().zip(matrix.diagonal().iter()).all(keeps).then(|| factor.solve(right))
}

/// The least squares solution of least norm by a complete orthogonal decomposition M P = Q [T' 0; 0 0] Z', which
/// takes a bounded number of steps, whatever the matrix (Golub and Van Loan, Sec. 5.5).
pub(crate) fn solve_deficient(matrix: &DMatrix<f64>, right: &DVector<f64>) -> DVector<f64> {
    let scale = matrix.camax();
    if scale == 0.0 {
        return DVector::zeros(matrix.ncols());
    }
    let pivoted = (matrix / scale).col_piv_qr();
    let r = pivoted.r();
    let rank = (0..r.nrows()).take_while(|&i| r[(i, i)].abs() > ZERO * r[(0, 0)].abs()).count();
    let mut projected = right / scale;
    pivoted.q_tr_mul(&mut projected);
    let rows = r.rows(0, rank).transpose().qr();
    let inner = rows.r().tr_solve_upper_triangular(&projected.rows(0, rank).into_owned());
    let mut solution = inner.map_or_else(|| DVector::zeros(matrix.ncols()), |inner| rows.q() * inner);
    pivoted.p().inv_permute_rows(&mut solution);
    solution
}

/// The triangular factor of rows of so many numbers, a few of them at a time: what stands for all rows before is one of them.
pub(crate) fn triangle(columns: usize, rows: impl Iterator<Item = Vec<f64>>) -> DMatrix<f64> {
    let mut rows = rows.peekable();
    let mut factor = DMatrix::zeros(0, columns);
    while rows.peek().is_some() {
        let before = factor.nrows();
        let block: Vec<_> = rows.by_ref().take(2 * columns + 16).collect();
        factor = factor.resize_vertically(before + block.len(), 0.0);
        for (mut place, row) in factor.row_iter_mut().skip(before).zip(block) {
            place.iter_mut().zip(row).for_each(|(place, x)| *place = x);
        }
        factor = factor.qr().unpack_r();
    }
    factor
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::random::{self, Purpose};

    #[test]
    fn sparse_matrices_with_many_equal_eigenvalues_have_them_all() {
        // Of Σ hh' with h of zeros and ones; 1, 4 and 0, each many times, in blocks.
        let mut blocks = DMatrix::zeros(90, 90);
        for i in 0..30 {
            blocks[(i, i)] = 1.0;
            for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                blocks[(30 + 2 * i + row, 30 + 2 * i + column)] = 2.0;
            }
        }
        for scale in [1.0, 1e-200, 1e200] {
            let eigenvalues = symmetric_eigenvalues(&blocks * scale);
            for (k, value) in eigenvalues.into_iter().enumerate() {
                let expected = [4.0, 1.0, 0.0][k / 30];
                assert!((value / scale - expected).abs() < 1e-14, "{k}: {value} for {expected}");
            }
        }
        assert_eq!(symmetric_eigenvalues(DMatrix::zeros(3, 3)), [0.0; 3]);
    }

    #[test]
    fn systems_of_zeros_and_ones_have_their_least_norm_solution() {
        // Eigenvalues repeat, and many are 0. The last two cases are such on which a common QR
        // iteration gives NaN.
        for case in (0..500).chain([3_777, 4_419]) {
            let mut rng = random::stream(case, Purpose::Data, 0, 0);
            let (d, m) = (rng.random_range(2..50_u32) as usize, rng.random_range(1..30_u32) as usize);
            let density = 0.3 * rng.random::<f64>();
            let mut indicator = || f64::from(u8::from(rng.random_bool(density)));
            let features = DMatrix::from_row_iterator(m, d, std::iter::repeat_with(&mut indicator).take(m * d));
            let targets = DVector::from_fn(m, |_, _| indicator());
            let matrix = features.tr_mul(&features) / m as f64;
            let right = features.tr_mul(&targets) / m as f64;
            let point = least_norm_solution(&matrix, &right);
            let error = (&matrix * &point - &right).amax();
            assert!(error < 1e-12, "case {case}: {error}");
            // No part of the point lies in the null space, so that the matrix makes it again.
            let again = least_norm_solution(&matrix, &(&matrix * &point));
            let error = (&again - &point).amax();
            assert!(error < 1e-9 * (1.0 + point.amax()), "case {case}: {error}");
        }
    }
}
