//! The recursion of agents whose Hessians differ. It does not decouple into modes, so the spectral radius of its whole
//! matrix decides whether it contracts.

use nalgebra::DMatrix;

use crate::polynomial::Polynomial;
use crate::theory::stability::Verdict;
use crate::theory::variance::Recursion;
use crate::theory::{SudaForm, TrackingVariant};

/// Squarings after which the radius is right to rounding.
pub(super) const FINE: i32 = 36;
/// Squarings that tell on which side of 1 the radius is, to 10⁻⁵.
const COARSE: i32 = 22;
/// A radius this close to 1 is 1.
const NARROW: f64 = 1e-9;
/// Steps of the search for the end of a range, and how close to it they come, relatively.
const STEPS: u32 = 14;
pub(super) const WIDTH: f64 = 1e-4;
/// How often a step size that should be beyond the end is doubled.
const DOUBLINGS: u32 = 6;

/// The recursion of x and, for a SUDA method, of u = B y, whose mean over the agents stays 0:
///
/// x ← AC x - α A H x - u,  u ← u + B² x⁺.
pub(super) struct Joint {
    /// AC, or W, as an n d × n d matrix by rows, like all others here.
    memory: Vec<f64>,
    /// A H, or whatever α multiplies.
    pull: Vec<f64>,
    /// B² and the projection off the consensus; `None` for DSGD, which has no u.
    dual: Option<[Vec<f64>; 2]>,
    size: usize,
}

impl Joint {
    /// `w` is the method's W, n × n.
    pub fn new(recursion: Recursion, w: &DMatrix<f64>, hessians: &[DMatrix<f64>]) -> Self {
        let (n, d) = (w.nrows(), hessians[0].nrows());
        let size = n * d;
        let spread = |matrix: &[f64]| {
            let mut all = vec![0.0; size * size];
            for (i, row) in matrix.chunks_exact(n).enumerate() {
                for (j, &value) in row.iter().enumerate() {
                    (0..d).for_each(|k| all[(i * d + k) * size + j * d + k] = value);
                }
            }
            all
        };
        let polynomial = |p: &Polynomial| spread(&polynomial_of(p, w));
        let mut hessian = vec![0.0; size * size];
        for (i, local) in hessians.iter().enumerate() {
            for (a, b) in (0..d).flat_map(|a| (0..d).map(move |b| (a, b))) {
                hessian[(i * d + a) * size + i * d + b] = local[(a, b)];
            }
        }
        let tracking = |variant: TrackingVariant, laziness: f64| SudaForm::gradient_tracking(variant, laziness);
        let form = match recursion {
            Recursion::DsgdCombineThenAdapt => {
                return Self { memory: polynomial(&Polynomial::w()), pull: hessian, dual: None, size };
            }
            Recursion::Centralized | Recursion::DsgdAdaptThenCombine => {
                let memory = polynomial(&Polynomial::w());
                let pull = product(&memory, &hessian, size);
                return Self { memory, pull, dual: None, size };
            }
            Recursion::Suda(form) => form.clone(),
            Recursion::Tracking { variant, tracker_laziness } => tracking(variant, tracker_laziness),
        };
        let share = 1.0 / n as f64;
        let apart: Vec<f64> = (0..n * n).map(|k| if k / n == k % n { 1.0 - share } else { -share }).collect();
        Self {
            memory: polynomial(&form.ac),
            pull: product(&polynomial(&form.a), &hessian, size),
            dual: Some([polynomial(&form.b_squared), spread(&apart)]),
            size,
        }
    }

    /// The spectral radius at a step size, by that many squarings of the matrix: ‖Mᵐ‖^(1/m) for m = 2^squarings.
    pub fn radius(&self, alpha: f64, squarings: i32) -> f64 {
        let x: Vec<f64> = self.memory.iter().zip(&self.pull).map(|(memory, pull)| memory - alpha * pull).collect();
        let Some([b_squared, apart]) = &self.dual else { return spectral_radius(x, self.size, squarings) };
        let (s, both) = (self.size, 2 * self.size);
        let bx = product(b_squared, &x, s);
        let mut matrix = vec![0.0; both * both];
        for (i, j) in (0..s).flat_map(|i| (0..s).map(move |j| (i, j))) {
            let (from, at) = (i * s + j, i * both + j);
            matrix[at] = x[from];
            matrix[at + s] = -apart[from];
            matrix[at + s * both] = bx[from];
            matrix[at + s * both + s] = apart[from] - b_squared[from];
        }
        spectral_radius(matrix, both, squarings)
    }

    /// Where the range that begins at 0 ends: it is stable at `sure`, if that is above 0, and the mean of the
    /// Hessians would end it at `likely`. `None` if no step is found to be stable.
    pub fn end(&self, sure: f64, likely: f64) -> Option<f64> {
        if !likely.is_finite() {
            return Some(likely);
        }
        let is_stable = |alpha: f64| self.radius(alpha, COARSE) < 1.0;
        let (mut low, mut high) = (sure.min(likely), likely * (1.0 + 1e-6));
        if low <= 0.0 {
            low = (1..8).map(|halvings| likely * 0.5_f64.powi(halvings)).find(|&alpha| is_stable(alpha))?;
        }
        // Hessians that differ may also help.
        for _ in 0..DOUBLINGS {
            if !is_stable(high) {
                break;
            }
            (low, high) = (high, 2.0 * high);
        }
        for _ in 0..STEPS {
            let middle = 0.5 * (low + high);
            if is_stable(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(low)
    }
}

/// The verdict on a spectral radius.
pub(super) fn verdict(radius: f64) -> Verdict {
    match radius - 1.0 {
        above if above > NARROW => Verdict::Unstable,
        above if above >= -NARROW => Verdict::Marginal,
        // NaN comes from a matrix that is not finite.
        above if above < 0.0 => Verdict::Stable,
        _ => Verdict::Unstable,
    }
}

/// The spectral radius of a matrix by rows, by that many squarings of it.
pub(super) fn spectral_radius(mut matrix: Vec<f64>, size: usize, squarings: i32) -> f64 {
    let greatest = |matrix: &[f64]| matrix.iter().fold(0.0, |most: f64, entry| most.max(entry.abs()));
    let mut logarithm = 0.0;
    let mut weight = 1.0;
    for _ in 0..squarings {
        let scale = greatest(&matrix);
        if scale == 0.0 || !scale.is_finite() {
            return scale;
        }
        logarithm += weight * libm::log2(scale);
        weight *= 0.5;
        matrix.iter_mut().for_each(|entry| *entry /= scale);
        matrix = product(&matrix, &matrix, size);
    }
    match greatest(&matrix) {
        0.0 => 0.0,
        scale => libm::exp2(logarithm + weight * libm::log2(scale)),
    }
}

/// P(W) of a symmetric W, by rows, by Horner's rule.
pub(super) fn polynomial_of(polynomial: &Polynomial, w: &DMatrix<f64>) -> Vec<f64> {
    let n = w.nrows();
    let mut sum = vec![0.0; n * n];
    for &c in polynomial.coefficients().iter().rev() {
        sum = product(&sum, w.as_slice(), n);
        (0..n).for_each(|i| sum[i * n + i] += c);
    }
    sum
}

/// The product of square matrices by rows.
pub(super) fn product(a: &[f64], b: &[f64], size: usize) -> Vec<f64> {
    let mut out = vec![0.0; size * size];
    for (row, out) in a.chunks_exact(size).zip(out.chunks_exact_mut(size)) {
        for (factor, b) in row.iter().zip(b.chunks_exact(size)) {
            if *factor != 0.0 {
                out.iter_mut().zip(b).for_each(|(out, b)| *out += factor * b);
            }
        }
    }
    out
}
