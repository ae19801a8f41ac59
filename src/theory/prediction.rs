//! Expected errors in closed form, for least squares whose agents share one Hessian.
//!
//! Let fᵢ(x) = ½ (x - tᵢ)ᵀ H (x - tᵢ) + const with H = diag(h₁ … h_d), and let the gradient noise be
//! independent with variance σₙ² in each coordinate. Then f = (1/n) Σ fᵢ has the minimiser
//! t̄ = (1/n) Σ tᵢ, every method is linear, and in the eigenvectors of W it falls apart into one
//! recursion for each eigenvalue λ of W and each h,
//!
//! z^{k+1} = M z^k + c + b ω^k,  E ω^k = 0,  E (ω^k)² = σₙ²,
//!
//! with a state z of one to three numbers of which the first is that component of the iterates.
//! The mean m and the covariance P of z follow m ← M m + c and P ← M P Mᵀ + σₙ² b bᵀ, which gives
//! the expectation of every quadratic metric exactly, at every k and for every step size.

use nalgebra::{DMatrix, SMatrix, SVector};
use serde::Serialize;

use super::form::{SudaForm, TrackingVariant};

/// The problem, the start and the noise. Blocks are n × d, row i = agent i.
#[derive(Clone, Copy, Debug)]
pub struct CommonQuadratic<'a> {
    /// h, the d eigenvalues of the Hessian that all agents share.
    pub hessian: &'a [f64],
    /// tᵢ, a minimiser of each fᵢ.
    pub minimizers: &'a [f64],
    /// xᵢ⁰.
    pub start: &'a [f64],
    /// σₙ², the variance of each coordinate of the gradient noise.
    pub noise_variance: f64,
}

/// The spectrum of the method's combination matrix.
#[derive(Clone, Copy, Debug)]
pub struct Spectrum<'a> {
    /// λ₁ = 1 first, then λ₂ … λₙ.
    pub eigenvalues: &'a [f64],
    /// The orthonormal eigenvectors as columns, in that order; the first is 1/√n.
    pub eigenvectors: &'a DMatrix<f64>,
}

/// The recursion that a method follows.
#[derive(Clone, Copy, Debug)]
pub enum Recursion<'a> {
    /// Centralised SGD: every agent takes the mean of all xᵢ - αgᵢ.
    Centralized,
    /// DSGD, adapting then combining: x ← W(x - αg).
    DsgdAdaptThenCombine,
    /// DSGD, combining then adapting: x ← Wx - αg.
    DsgdCombineThenAdapt,
    /// The primal-dual form of a SUDA method (eq. 10).
    Suda(&'a SudaForm),
    /// Gradient tracking in its own recursion, with W̄ = (1 - θ) W + θ I. It differs from its SUDA
    /// form when the step size changes or agents start apart.
    Tracking {
        /// Which steps combine after adapting.
        variant: TrackingVariant,
        /// θ.
        tracker_laziness: f64,
    },
}

/// Expectations of the metrics after some number of iterations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Expected {
    /// E‖∇f(x̄)‖². With a common Hessian, (1/n) Σ ∇fᵢ(xᵢ) is the same vector, so that this is the
    /// `averageGradient` too.
    pub gradient_norm: f64,
    /// E f(x̄) - f*.
    pub optimality_gap: f64,
    /// (1/n) Σ E f(xᵢ) - f*.
    pub mean_optimality_gap: f64,
    /// (1/n) Σ E‖xᵢ - x̄‖².
    pub consensus: f64,
}

/// The expectations after k iterations for each k of `record` (ascending), with the step size
/// `step(k)` in iteration k.
pub fn predict(
    problem: &CommonQuadratic,
    spectrum: &Spectrum,
    recursion: Recursion,
    step: impl Fn(usize) -> f64,
    record: &[usize],
) -> Vec<Expected> {
    let (n, d) = (spectrum.eigenvalues.len(), problem.hessian.len());
    // All methods commute with translations, so that t̄ = 0 is no loss, and keeps small errors exact.
    let centre: Vec<f64> =
        (0..d).map(|j| problem.minimizers.iter().skip(j).step_by(d).sum::<f64>() / n as f64).collect();
    let component = |block: &[f64], mode: usize, j: usize| -> f64 {
        (0..n).map(|i| spectrum.eigenvectors[(i, mode)] * (block[i * d + j] - centre[j])).sum()
    };
    let steps: Vec<f64> = (0..record.last().copied().unwrap_or(0)).map(step).collect();
    let mut expected = vec![Expected::default(); record.len()];
    // A centre averages, which is combining with 11ᵀ/n.
    let centralized = matches!(recursion, Recursion::Centralized);
    for (mode, &lambda) in spectrum.eigenvalues.iter().enumerate() {
        let lambda = if centralized && mode > 0 { 0.0 } else { lambda };
        for (j, &h) in problem.hessian.iter().enumerate() {
            let (start, minimizer) = (component(problem.start, mode, j), component(problem.minimizers, mode, j));
            let scalar = Scalar { lambda, h, start, minimizer, noise_variance: problem.noise_variance };
            let squares = scalar.squares(recursion, &steps, record);
            for (expected, square) in expected.iter_mut().zip(squares) {
                let square = square / n as f64;
                if mode == 0 {
                    expected.gradient_norm += h * h * square;
                    expected.optimality_gap += 0.5 * h * square;
                } else {
                    expected.consensus += square;
                }
                expected.mean_optimality_gap += 0.5 * h * square;
            }
        }
    }
    expected
}

/// One eigenvalue of W and one of H.
struct Scalar {
    lambda: f64,
    h: f64,
    start: f64,
    minimizer: f64,
    noise_variance: f64,
}

/// M, c and b of one iteration.
struct Affine<const S: usize> {
    matrix: SMatrix<f64, S, S>,
    constant: SVector<f64, S>,
    noise: SVector<f64, S>,
}

impl Scalar {
    /// E x² at each k of `record`.
    fn squares(&self, recursion: Recursion, steps: &[f64], record: &[usize]) -> Vec<f64> {
        let &Self { lambda, h, start, minimizer: t, .. } = self;
        let no_noise = SVector::zeros();
        match recursion {
            Recursion::Centralized | Recursion::DsgdAdaptThenCombine | Recursion::DsgdCombineThenAdapt => {
                let on_gradient = if matches!(recursion, Recursion::DsgdCombineThenAdapt) { 1.0 } else { lambda };
                let iteration = |alpha: f64| {
                    let p = alpha * on_gradient;
                    Affine {
                        matrix: SMatrix::from([[lambda - p * h]]),
                        constant: SVector::from([p * h * t]),
                        noise: SVector::from([-p]),
                    }
                };
                self.moments([start].into(), SVector::zeros(), iteration, steps, record)
            }
            Recursion::Suda(form) => {
                let (a, ac, b2) = (form.a.at(lambda), form.ac.at(lambda), form.b_squared.at(lambda));
                // z = (x, B y).
                let iteration = |alpha: f64| {
                    let p = alpha * a;
                    let x = [ac - p * h, -1.0];
                    Affine {
                        matrix: SMatrix::from_row_slice(&[x[0], x[1], b2 * x[0], 1.0 - b2]),
                        constant: SVector::from([p * h * t, b2 * p * h * t]),
                        noise: SVector::from([-p, -b2 * p]),
                    }
                };
                self.moments([start, 0.0].into(), no_noise, iteration, steps, record)
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
                    Affine {
                        matrix: SMatrix::from_row_slice(&[
                            x[0],
                            x[1],
                            0.0,
                            q * g[0],
                            tracker + q * g[1],
                            -q,
                            g[0],
                            g[1],
                            0.0,
                        ]),
                        constant: SVector::from([0.0, -q * h * t, -h * t]),
                        noise: SVector::from([0.0, q, 1.0]),
                    }
                };
                let gradient = h * (start - t);
                self.moments([start, q * gradient, gradient].into(), [0.0, q, 1.0].into(), iteration, steps, record)
            }
        }
    }

    /// E z₁² at each k of `record` from the mean of z⁰ and the weight of the noise in it.
    fn moments<const S: usize>(
        &self,
        mut mean: SVector<f64, S>,
        noise: SVector<f64, S>,
        iteration: impl Fn(f64) -> Affine<S>,
        steps: &[f64],
        record: &[usize],
    ) -> Vec<f64> {
        let mut covariance = noise * noise.transpose() * self.noise_variance;
        let mut squares = Vec::with_capacity(record.len());
        let mut done = 0;
        for &k in record {
            for &alpha in &steps[done..k] {
                let Affine { matrix, constant, noise } = iteration(alpha);
                mean = matrix * mean + constant;
                covariance = matrix * covariance * matrix.transpose() + noise * noise.transpose() * self.noise_variance;
            }
            done = k;
            squares.push(mean[0] * mean[0] + covariance[(0, 0)]);
        }
        squares
    }
}
