//! The methods of the SUDA family as triples of polynomials of W.
//!
//! A method is xᵏ⁺¹ = A (C xᵏ - α gᵏ) - B yᵏ, yᵏ⁺¹ = yᵏ + B xᵏ⁺¹ with y⁰ = 0
//! (eqs. 4 and 9). Without the dual variable (eq. 48),
//!
//! xᵏ⁺² = (I - B² + AC) xᵏ⁺¹ - AC xᵏ - α A (gᵏ⁺¹ - gᵏ),  x¹ = A C x⁰ - α A g⁰,
//!
//! so that A, AC and B² say everything. They are what is kept: some frameworks give AC as a
//! polynomial without giving C as one.

use crate::polynomial::Polynomial;

/// Which of the two steps of gradient tracking combine after adapting (App. A, with W̄ for the
/// tracker's matrix).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackingVariant {
    /// Both: x ← W(x - αg), g ← W̄(g + ∇ - ∇₋).
    Atc,
    /// Neither: x ← Wx - αg, g ← W̄g + ∇ - ∇₋.
    NonAtc,
    /// The iterate only: x ← W(x - αg), g ← W̄g + ∇ - ∇₋.
    SemiAtcIterate,
    /// The tracker only: x ← Wx - αg, g ← W̄(g + ∇ - ∇₋).
    SemiAtcTracker,
}

/// The polynomials A, AC and B² of a method of the SUDA family.
#[derive(Clone, Debug, PartialEq)]
pub struct SudaForm {
    /// A, which multiplies the gradients.
    pub a: Polynomial,
    /// The product A C.
    pub ac: Polynomial,
    /// B².
    pub b_squared: Polynomial,
}

impl SudaForm {
    /// The method of the coefficients of A, B² and C (eq. 9). The unified decentralized algorithm
    /// (UDA) of Alghunaim, Ryu, Yuan and Sayed with the same A, B² and C is the same method.
    pub fn new(a: Polynomial, b_squared: Polynomial, c: &Polynomial) -> Self {
        Self { ac: &a * c, a, b_squared }
    }

    /// Exact-Diffusion, also D² or NIDS: A = W, B² = I - W, C = I.
    pub fn exact_diffusion() -> Self {
        Self::new(Polynomial::w(), Polynomial::new([1.0, -1.0]), &Polynomial::one())
    }

    /// EXTRA: A = I, B² = I - W, C = W.
    pub fn extra() -> Self {
        Self::new(Polynomial::one(), Polynomial::new([1.0, -1.0]), &Polynomial::w())
    }

    /// Gradient tracking with W̄ = (1 - θ) W + θ I for the tracker: B² = (I - W̄)(I - W) and
    /// AC = W̄W, with A = W̄W, I, W or W̄ by the variant.
    pub fn gradient_tracking(variant: TrackingVariant, tracker_laziness: f64) -> Self {
        let (one, w, tracker) = (Polynomial::one(), Polynomial::w(), Polynomial::lazy_w(tracker_laziness));
        let ac = &tracker * &w;
        let a = match variant {
            TrackingVariant::Atc => ac.clone(),
            TrackingVariant::NonAtc => one.clone(),
            TrackingVariant::SemiAtcIterate => w.clone(),
            TrackingVariant::SemiAtcTracker => tracker.clone(),
        };
        Self { a, ac, b_squared: &(&one - &tracker) * &(&one - &w) }
    }

    /// DLM, decentralized linearized ADMM, with the penalty θ: A = I, B² = θ(I - W),
    /// C = I - θ(I - W).
    pub fn dlm(penalty: f64) -> Self {
        let b_squared = Polynomial::new([penalty, -penalty]);
        let c = &Polynomial::one() - &b_squared;
        Self::new(Polynomial::one(), b_squared, &c)
    }

    /// The framework of Xu, Tian, Sun and Scutari with their matrices Ā, B̄ and C̄, which are
    /// AC, A and B² here (App. A).
    pub fn abc(a_bar: Polynomial, b_bar: Polynomial, c_bar: Polynomial) -> Self {
        Self { a: b_bar, ac: a_bar, b_squared: c_bar }
    }

    /// The canonical form of Sundararajan, Van Scoy and Lessard with parameters ζ₀ to ζ₃:
    /// A = W(ζ₃), B² = B₁ B₂ and AC = W(ζ₁) + B₁ B₂, with W(ζ) = (1 - ζ) I + ζ W,
    /// B₁ = (ζ₀ + ζ₂) I - ζ₂ W and B₂ = I - W. (App. A prints AC with the wrong sign.)
    pub fn canonical(zeta: [f64; 4]) -> Self {
        let lazy = |zeta: f64| Polynomial::new([1.0 - zeta, zeta]);
        let b_squared = &Polynomial::new([zeta[0] + zeta[2], -zeta[2]]) * &Polynomial::new([1.0, -1.0]);
        Self { a: lazy(zeta[3]), ac: &lazy(zeta[1]) + &b_squared, b_squared }
    }

    /// Whether A and AC keep the consensus and B² vanishes on it, but for rounding: the theorems speak of all iterations, over
    /// which less adds up.
    pub fn is_exact(&self) -> bool {
        const ROUNDING: f64 = 1e-14;
        let is = |p: &Polynomial, value: f64| (p.accurately_at(1.0) - value).abs() <= ROUNDING * (1.0 + p.size());
        is(&self.a, 1.0) && is(&self.ac, 1.0) && is(&self.b_squared, 0.0)
    }

    /// The same method on the matrix (1 - θ) W + θ I.
    #[must_use]
    pub fn lazy(&self, theta: f64) -> Self {
        Self { a: self.a.lazy(theta), ac: self.ac.lazy(theta), b_squared: self.b_squared.lazy(theta) }
    }
}
