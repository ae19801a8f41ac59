//! The transition matrix G (eq. 30) and its fundamental factorisation G = V Γ V⁻¹ (Lemma 1,
//! App. B).
//!
//! In the eigenvectors of W, G falls apart into one 2 × 2 block for each eigenvalue λᵢ, i = 2 … n,
//!
//! ```text
//! Gᵢ = [ λ_a λ_c - λ_b²   -λ_b ]      λ_a = A(λᵢ),  λ_a λ_c = (AC)(λᵢ),  λ_b² = B²(λᵢ),
//!      [ λ_b                 1 ]
//! ```
//!
//! whose eigenvalues γ have the sum 1 + λ_a λ_c - λ_b² and the product λ_a λ_c. So the numbers
//! μ = 1 - γ have the sum 1 - λ_a λ_c + λ_b² and the product λ_b², and the eigenvector of γ is
//! (-1, λ_b/μ): this is the paper's scaling of Exact-Diffusion, r = √(1 - λᵢ), for every method. In
//! that basis there are two exact factorisations of a block:
//!
//! - *diagonal*: V has the two eigenvectors as columns and Γ = diag(γ₁, γ₂). V⁻¹ is large when the
//!   eigenvalues are close.
//! - *triangular*: V = [[-1, 0], [λ_b/μ₁, ε/λ_b]] and Γ = [[γ₁, ε], [0, γ₂]] for any ε ≠ 0.
//!   With equal eigenvalues this is the paper's V of gradient tracking, with ε = (1 - |γ|)/2.
//!
//! The choice between them:
//!
//! 1. A method with AC + B² = I (Exact-Diffusion, EXTRA, DLM: their G is that of Exact-Diffusion
//!    on the matrix AC): diagonal as in App. B; where λᵢ = 0 makes the eigenvalues equal, the
//!    paper's V = [[1, -ε/2], [-1, -ε/2]] with ε² = λ, the largest eigenvalue, if that is positive.
//! 2. Otherwise, equal eigenvalues, as in all of gradient tracking with W̄ = W: triangular.
//! 3. Otherwise the one of the two with the smaller ‖V‖ ‖V⁻¹‖ / (1 - ‖Γ‖), which is how they
//!    enter the theorems; so nearly equal eigenvalues do no harm.
//!
//! Eigenvalues count as equal when (μ₁ - μ₂)² is at most 10⁻¹³ of (√μ₁ + √μ₂)⁴, which is the case
//! at the λᵢ = 0 of Exact-Diffusion that a numerical eigenvalue solver finds. B² and differences from
//! one are evaluated as if in twice the precision, since they cancel on networks of small gap and where even powers
//! meet a λᵢ near -1.

use nalgebra::Complex;

use super::form::SudaForm;
use crate::polynomial::Polynomial;

/// A complex 2 × 2 matrix by rows; an entry is its real and its imaginary part.
pub type Matrix2 = [[(f64, f64); 2]; 2];

/// The relative difference below which eigenvalues of a block count as equal.
const EQUAL: f64 = 1e-13;

/// A spectral radius above 1 - `MARGIN` counts as one: the iteration does not contract.
pub const MARGIN: f64 = 1e-12;

/// The block of G that belongs to one eigenvalue of W.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// λᵢ, the eigenvalue of W.
    pub lambda: f64,
    /// A(λᵢ).
    pub a: f64,
    /// (AC)(λᵢ).
    pub ac: f64,
    /// 1 - (AC)(λᵢ), to full relative accuracy.
    one_minus_ac: f64,
    /// B²(λᵢ).
    pub b_squared: f64,
}

/// One block's factors: Gᵢ = V Γ V⁻¹.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockFactors {
    /// V.
    pub v: Matrix2,
    /// Γ.
    pub gamma: Matrix2,
    /// V⁻¹.
    pub v_inverse: Matrix2,
}

impl Block {
    /// The block of `form` at the eigenvalue `lambda` of W.
    pub fn new(form: &SudaForm, lambda: f64) -> Self {
        Self {
            lambda,
            a: form.a.at(lambda),
            ac: form.ac.at(lambda),
            one_minus_ac: (&Polynomial::one() - &form.ac).accurately_at(lambda),
            b_squared: form.b_squared.accurately_at(lambda),
        }
    }

    /// 1 - (AC)(λᵢ), to full relative accuracy.
    pub(super) fn one_minus_ac(&self) -> f64 {
        self.one_minus_ac
    }

    /// Gᵢ by rows; NaN when B²(λᵢ) is negative, since B is not real then.
    pub fn matrix(&self) -> [[f64; 2]; 2] {
        let b = self.b_squared.sqrt();
        [[self.ac - self.b_squared, -b], [b, 1.0]]
    }

    /// (μ₁ + μ₂)/2, and (μ₁ - μ₂)²/4, which is 0 when the eigenvalues count as equal.
    fn centre(&self) -> (f64, f64) {
        let middle = f64::midpoint(self.one_minus_ac, self.b_squared);
        let b = self.b_squared.abs().sqrt();
        let spread = if self.b_squared >= 0.0 { (middle - b) * (middle + b) } else { middle * middle - self.b_squared };
        let scale = (middle.abs() + b) * (middle.abs() + b);
        (middle, if spread.abs() <= EQUAL * scale { 0.0 } else { spread })
    }

    /// Whether the two eigenvalues of Gᵢ count as equal.
    pub fn is_repeated(&self) -> bool {
        self.centre().1 == 0.0
    }

    /// μ₁ and μ₂.
    fn deficits(&self) -> [Complex<f64>; 2] {
        let (middle, spread) = self.centre();
        if spread < 0.0 {
            let mu = Complex::new(middle, -(-spread).sqrt());
            return [mu, mu.conj()];
        }
        let large = middle + spread.sqrt().copysign(middle);
        // The product of the roots gives the smaller one without cancellation.
        let small = if spread == 0.0 { large } else { self.b_squared / large };
        [Complex::from(large), Complex::from(small)]
    }

    /// γ₁ and γ₂.
    fn gammas(&self) -> [Complex<f64>; 2] {
        self.deficits().map(|mu| Complex::from(1.0) - mu)
    }

    /// The real and the imaginary part of γ₁ and of γ₂, the eigenvalues of Gᵢ: a conjugate pair with the positive
    /// imaginary part first, or real ones. They are defined for negative B²(λᵢ) too.
    pub fn eigenvalues(&self) -> [(f64, f64); 2] {
        self.gammas().map(|gamma| (gamma.re, gamma.im))
    }

    /// The spectral radius of Gᵢ.
    pub fn radius(&self) -> f64 {
        let [first, second] = self.gammas().map(|gamma| gamma.norm_sqr().sqrt());
        first.max(second)
    }

    /// Whether AC + B² = I here, as in Exact-Diffusion on the matrix AC.
    pub(super) fn is_diffusion(&self) -> bool {
        (self.one_minus_ac - self.b_squared).abs() <= 1e-12 * self.b_squared.abs()
    }

    /// The diagonal factorisation.
    fn diagonal(&self) -> BlockFactors {
        let b = Complex::from(self.b_squared.sqrt());
        let ([first, second], [mu1, mu2]) = (self.gammas(), self.deficits());
        let minus = Complex::from(-1.0);
        let v = [[minus, minus], [b / mu1, b / mu2]];
        BlockFactors::new(v, [[first, Complex::ZERO], [Complex::ZERO, second]])
    }

    /// The triangular factorisation with the given ε.
    fn triangular(&self, epsilon: f64) -> BlockFactors {
        let b = Complex::from(self.b_squared.sqrt());
        let ([first, second], [mu, _]) = (self.gammas(), self.deficits());
        let epsilon = Complex::from(epsilon);
        let v = [[Complex::from(-1.0), Complex::ZERO], [b / mu, epsilon / b]];
        BlockFactors::new(v, [[first, epsilon], [Complex::ZERO, second]])
    }

    /// The paper's factorisation of Exact-Diffusion's block at λᵢ = 0, where γ₁ = γ₂ = 0.
    fn nilpotent(epsilon: f64) -> BlockFactors {
        let half = -epsilon / 2.0;
        let v = [[1.0, half], [-1.0, half]].map(|row| row.map(Complex::from));
        BlockFactors::new(v, [[0.0, epsilon], [0.0, 0.0]].map(|row| row.map(Complex::from)))
    }

    /// The factorisation that is taken for this block of a method whose blocks are all as in
    /// Exact-Diffusion (then `diffusion` is the largest AC(λᵢ)) or not. The block must be stable,
    /// with B²(λᵢ) > 0.
    pub(super) fn factors(&self, diffusion: Option<f64>) -> BlockFactors {
        let epsilon = (1.0 - self.radius()) / 2.0;
        match (diffusion, self.is_repeated()) {
            (Some(lambda), true) if lambda > 0.0 => Self::nilpotent(lambda.sqrt()),
            (_, true) => self.triangular(epsilon),
            (Some(_), false) => self.diagonal(),
            (None, false) => {
                let (diagonal, triangular) = (self.diagonal(), self.triangular(epsilon));
                if triangular.cost() < diagonal.cost() { triangular } else { diagonal }
            }
        }
    }
}

impl BlockFactors {
    fn new(v: [[Complex<f64>; 2]; 2], gamma: [[Complex<f64>; 2]; 2]) -> Self {
        let [[a, b], [c, d]] = v;
        let determinant = a * d - b * c;
        let v_inverse = [[d / determinant, -b / determinant], [-c / determinant, a / determinant]];
        let parts = |matrix: [[Complex<f64>; 2]; 2]| matrix.map(|row| row.map(|entry| (entry.re, entry.im)));
        Self { v: parts(v), gamma: parts(gamma), v_inverse: parts(v_inverse) }
    }

    /// ‖V‖ ‖V⁻¹‖ / (1 - ‖Γ‖), or infinity where Γ does not contract.
    fn cost(&self) -> f64 {
        let contraction = 1.0 - norm(&self.gamma);
        if contraction > 0.0 { norm(&self.v) * norm(&self.v_inverse) / contraction } else { f64::INFINITY }
    }
}

/// The spectral norm of a complex 2 × 2 matrix M, from the larger eigenvalue of M M*.
pub fn norm(m: &Matrix2) -> f64 {
    let [[a, b], [c, d]] = m.map(|row| row.map(|(re, im)| Complex::new(re, im)));
    let (p, r) = (a.norm_sqr() + b.norm_sqr(), c.norm_sqr() + d.norm_sqr());
    let q = a * c.conj() + b * d.conj();
    let half = (p - r) / 2.0;
    (f64::midpoint(p, r) + (half * half + q.norm_sqr()).sqrt()).sqrt()
}
