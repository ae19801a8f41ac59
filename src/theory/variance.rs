//! The contribution of the gradient noise to the expected errors, in closed form, for least squares
//! whose agents share one Hessian.
//!
//! Let fᵢ(x) = ½ (x - tᵢ)ᵀ H (x - tᵢ) + const with H = diag(h₁ … h_d), and let the gradient noise be
//! independent with variance σₙ² in each coordinate. Then every method is linear: its iterates are
//! those of a run without noise plus a part z that is driven by the noise ω alone, and the
//! expectation of a quadratic metric is its value on the run without noise plus its expectation
//! on z. In the eigenvectors of W and H, z falls apart into one recursion for each λ and h,
//!
//! ```text
//! z ← M z + b ω,  E ω = 0,  E ω² = σₙ²,  so  P ← M P Mᵀ + σₙ² b bᵀ  for  P = E z zᵀ,
//! ```
//!
//! with a state z of one to three numbers, the first of which is that component of the iterates.
//! This is exact at every k and for every sequence of step sizes.

use super::form::{SudaForm, TrackingVariant};

/// The recursion that a method follows.
#[derive(Clone, Copy, Debug)]
pub enum Recursion<'a> {
    /// Centralised SGD: every agent takes the mean of all xᵢ - αgᵢ.
    Centralized,
    /// DSGD, adapting then combining: x ← W(x - αg).
    DsgdAdaptThenCombine,
    /// DSGD, combining then adapting: x ← Wx - αg.
    DsgdCombineThenAdapt,
    /// The primal-dual form of a SUDA method (eq. 9).
    Suda(&'a SudaForm),
    /// Gradient tracking in its own recursion, with W̄ = (1 - θ) W + θ I. It differs from its SUDA
    /// form when the step size changes.
    Tracking {
        /// Which steps combine after adapting.
        variant: TrackingVariant,
        /// θ.
        tracker_laziness: f64,
    },
}

impl Recursion<'_> {
    /// The instance of SUDA that it is with a constant step size, if it is one.
    pub fn form(&self) -> Option<SudaForm> {
        match *self {
            Self::Centralized | Self::DsgdAdaptThenCombine | Self::DsgdCombineThenAdapt => None,
            Self::Suda(form) => Some(form.clone()),
            Self::Tracking { variant, tracker_laziness } => {
                Some(SudaForm::gradient_tracking(variant, tracker_laziness))
            }
        }
    }
}

/// The contribution of the noise to the expected metrics after some number of iterations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Added {
    /// To E‖∇f(x̄)‖². With a common Hessian, (1/n) Σ ∇fᵢ(xᵢ) is the same vector, so that this is
    /// added to the `averageGradient` too.
    pub gradient_norm: f64,
    /// To E f(x̄) - f*.
    pub optimality_gap: f64,
    /// To (1/n) Σ E f(xᵢ) - f*.
    pub mean_optimality_gap: f64,
    /// To (1/n) Σ E‖xᵢ - x̄‖².
    pub consensus: f64,
}

/// The contribution of noise of variance σₙ² in each coordinate after k iterations for each k of `record`
/// (ascending), with the step size `step(k)` in iteration k, on a network with all eigenvalues
/// λ₁ = 1, λ₂ … λₙ and costs with the Hessian's eigenvalues h₁ … h_d. Takes K n d scalar steps.
pub fn added_by_noise(
    eigenvalues: &[f64],
    hessian: &[f64],
    noise_variance: f64,
    recursion: Recursion,
    step: impl Fn(usize) -> f64,
    record: &[usize],
) -> Vec<Added> {
    let n = eigenvalues.len() as f64;
    let steps: Vec<f64> = (0..record.last().copied().unwrap_or(0)).map(step).collect();
    let mut added = vec![Added::default(); record.len()];
    // A centre averages, which is combining with 11ᵀ/n.
    let centralized = matches!(recursion, Recursion::Centralized);
    for (mode, &lambda) in eigenvalues.iter().enumerate() {
        let lambda = if centralized && mode > 0 { 0.0 } else { lambda };
        for &h in hessian {
            for (added, variance) in added.iter_mut().zip(variances(recursion, lambda, h, &steps, record)) {
                let square = variance * noise_variance / n;
                if mode == 0 {
                    added.gradient_norm += h * h * square;
                    added.optimality_gap += 0.5 * h * square;
                } else {
                    added.consensus += square;
                }
                added.mean_optimality_gap += 0.5 * h * square;
            }
        }
    }
    added
}

/// E x² over σₙ² at each k of `record`, for one eigenvalue of W and one of H.
fn variances(recursion: Recursion, lambda: f64, h: f64, steps: &[f64], record: &[usize]) -> Vec<f64> {
    match recursion {
        Recursion::Centralized | Recursion::DsgdAdaptThenCombine | Recursion::DsgdCombineThenAdapt => {
            let on_gradient = if matches!(recursion, Recursion::DsgdCombineThenAdapt) { 1.0 } else { lambda };
            let iteration = |alpha: f64| ([[lambda - alpha * on_gradient * h]], [alpha * on_gradient]);
            second_moments([0.0], iteration, steps, record)
        }
        Recursion::Suda(form) => {
            let (a, ac, b2) = (form.a.at(lambda), form.ac.at(lambda), form.b_squared.at(lambda));
            // z = (x, B y).
            let iteration = |alpha: f64| {
                let (p, x) = (alpha * a, ac - alpha * a * h);
                ([[x, -1.0], [b2 * x, 1.0 - b2]], [p, b2 * p])
            };
            second_moments([0.0; 2], iteration, steps, record)
        }
        Recursion::Tracking { variant, tracker_laziness } => {
            use TrackingVariant::{Atc, SemiAtcIterate, SemiAtcTracker};
            let tracker = (1.0 - tracker_laziness) * lambda + tracker_laziness;
            let p = if matches!(variant, Atc | SemiAtcIterate) { lambda } else { 1.0 };
            let q = if matches!(variant, Atc | SemiAtcTracker) { tracker } else { 1.0 };
            // z = (x, tracker, last gradient), whose noise is in z from the moment it is drawn.
            let iteration = |alpha: f64| {
                let x = [lambda, -alpha * p];
                let g = [h * x[0], h * x[1]];
                ([[x[0], x[1], 0.0], [q * g[0], tracker + q * g[1], -q], [g[0], g[1], 0.0]], [0.0, q, 1.0])
            };
            second_moments([0.0, q, 1.0], iteration, steps, record)
        }
    }
}

/// E z₁² at each k of `record`, in units of the noise's variance, from the noise's weight in z⁰.
fn second_moments<const S: usize>(
    first: [f64; S],
    iteration: impl Fn(f64) -> ([[f64; S]; S], [f64; S]),
    steps: &[f64],
    record: &[usize],
) -> Vec<f64> {
    let mut moments = [[0.0; S]; S];
    add_square(&mut moments, &first);
    let mut squares = Vec::with_capacity(record.len());
    let mut done = 0;
    for &k in record {
        for &alpha in &steps[done..k] {
            let (matrix, noise) = iteration(alpha);
            let half = product(&matrix, &moments);
            // P is symmetric, so M (M P)ᵀ = M P Mᵀ.
            moments = product(&matrix, &std::array::from_fn(|i| std::array::from_fn(|j| half[j][i])));
            add_square(&mut moments, &noise);
        }
        done = k;
        squares.push(moments[0][0]);
    }
    squares
}

fn product<const S: usize>(x: &[[f64; S]; S], y: &[[f64; S]; S]) -> [[f64; S]; S] {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..S).map(|k| x[i][k] * y[k][j]).sum()))
}

fn add_square<const S: usize>(moments: &mut [[f64; S]; S], weights: &[f64; S]) {
    for (row, x) in moments.iter_mut().zip(weights) {
        for (moment, y) in row.iter_mut().zip(weights) {
            *moment += x * y;
        }
    }
}
