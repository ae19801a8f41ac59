//! The recursion of agents whose Hessians differ. It does not decouple into modes, so the spectral radius of its whole
//! matrix decides whether it contracts.

use nalgebra::DMatrix;

use crate::linear_algebra::product_by_rows as product;
use crate::polynomial::Polynomial;
use crate::theory::stability::Verdict;
use crate::theory::variance::Recursion;
use crate::theory::{SudaForm, TrackingVariant};

/// Squarings after which the radius is right to rounding.
const SQUARINGS: i32 = 36;
/// Squarings that tell on which side of 1 the radius is, to 10⁻⁵.
const COARSE: i32 = 22;
/// A radius this close to 1 is 1.
const NARROW: f64 = 1e-9;
/// What turns by less than this in an iteration does not turn.
const TURN: f64 = 1e-6;
/// Steps of the search for the end of a range, and how close to it they come, relatively.
const STEPS: u32 = 14;
const WIDTH: f64 = 1e-4;
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
        let polynomial = |p: &Polynomial| spread(p.of_matrix(w).as_slice());
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

    /// The matrix of an iteration with a step size.
    pub fn iteration(&self, alpha: f64) -> Vec<f64> {
        let x: Vec<f64> = self.memory.iter().zip(&self.pull).map(|(memory, pull)| memory - alpha * pull).collect();
        let Some([b_squared, apart]) = &self.dual else { return x };
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
        matrix
    }
}

/// The range of stable step sizes that begins at 0, from the matrix of an iteration with a step size: stable at `sure`, if that
/// is above 0, while the mean of the Hessians would end it at `likely`. It agrees with the verdict at `steps`. `None` if no
/// step is found to be stable.
pub(super) fn range(
    iteration: impl Fn(f64) -> Vec<f64>,
    [sure, likely]: [f64; 2],
    verdict: Verdict,
    steps: [f64; 2],
) -> Option<[f64; 2]> {
    if !likely.is_finite() {
        return Some([0.0, likely]);
    }
    let is_stable = |alpha: f64| vanishes(iteration(alpha));
    // Often the mean's end, which is known exactly, is that of all.
    let is_likely = is_stable(likely * (1.0 - WIDTH)) && !is_stable(likely * (1.0 + WIDTH));
    let low = if is_likely { likely } else { search(is_stable, [sure.min(likely), likely])? };
    // The search knows the end to its last step only.
    let greatest = steps[0].max(steps[1]);
    let end = match verdict {
        Verdict::Stable if low <= greatest => greatest * (1.0 + WIDTH),
        Verdict::Unstable if low > greatest => greatest,
        _ => low,
    };
    Some([0.0, end])
}

/// The end of the stable step sizes, a little below it, from one that is stable, if it is above 0, and one near the end.
fn search(is_stable: impl Fn(f64) -> bool, [mut low, likely]: [f64; 2]) -> Option<f64> {
    let mut high = likely * (1.0 + WIDTH);
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

/// Whether the powers of a square matrix by rows vanish: they do if the norm of one is below 1, and do not if the trace of one,
/// the sum of its eigenvalues, is above their number.
fn vanishes(mut matrix: Vec<f64>) -> bool {
    let size = matrix.len().isqrt();
    for _ in 0..COARSE {
        let rows = matrix.chunks_exact(size).map(|row| row.iter().map(|entry| entry.abs()).sum::<f64>());
        let trace: f64 = matrix.iter().step_by(size + 1).sum();
        // False for NaN, which comes from a matrix that is not finite.
        let is_bounded = trace.abs() <= size as f64;
        if !is_bounded || rows.fold(0.0, f64::max) < 1.0 {
            return is_bounded;
        }
        matrix = product(&matrix, &matrix, size);
    }
    matrix.iter().all(|entry| entry.abs() < 1.0)
}

/// The spectral radius of the matrix of an iteration, and the verdict on it; `None` where that of the mean of the Hessians holds.
/// It does of a radius so close to 1 that rounding hides its side: the least deviations of eigenvalues from 1 are proportional
/// to the mean's. But -1, and what turns, stays where it is.
pub(super) fn judge(matrix: &[f64], of_mean: Verdict) -> Option<(f64, Verdict)> {
    let (radius, power) = power(matrix);
    let found = verdict(radius);
    let is_hidden = found == Verdict::Marginal && of_mean < found && keeps(matrix, &power);
    (!is_hidden).then_some((radius, found))
}

/// Whether a square matrix does not change the other, up to [`TURN`].
fn keeps(matrix: &[f64], power: &[f64]) -> bool {
    let next = product(matrix, power, matrix.len().isqrt());
    next.iter().zip(power).all(|(next, entry)| (next - entry).abs() <= TURN * greatest(power))
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

/// The entry of the largest magnitude.
fn greatest(matrix: &[f64]) -> f64 {
    matrix.iter().fold(0.0, |most: f64, entry| most.max(entry.abs()))
}

/// The spectral radius of a square matrix by rows.
pub(super) fn spectral_radius(matrix: &[f64]) -> f64 {
    power(matrix).0
}

/// The spectral radius of a square matrix M by rows, ‖Mᵐ‖^(1/m) for a great power of two, and that power up to a factor.
fn power(matrix: &[f64]) -> (f64, Vec<f64>) {
    let mut matrix = matrix.to_vec();
    let size = matrix.len().isqrt();
    let mut logarithm = 0.0;
    let mut weight = 1.0;
    for _ in 0..SQUARINGS {
        let scale = greatest(&matrix);
        if scale == 0.0 || !scale.is_finite() {
            return (scale, matrix);
        }
        logarithm += weight * libm::log2(scale);
        weight *= 0.5;
        matrix.iter_mut().for_each(|entry| *entry /= scale);
        matrix = product(&matrix, &matrix, size);
    }
    let radius = match greatest(&matrix) {
        0.0 => 0.0,
        scale => libm::exp2(logarithm + weight * libm::log2(scale)),
    };
    (radius, matrix)
}
