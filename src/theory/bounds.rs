//! Theorems 1 and 2: the step sizes that they allow, and what they promise.
//!
//! Theorem 1 is a bound with all its constants. Theorem 2 gives a contraction factor and the
//! weight r₀ of the start with constants, and its other terms as an order only: they are shown
//! with the constant one, and are shapes, not bounds.

use serde::Serialize;

use super::factorisation::NetworkConstants;

/// The constants of the problem that the theorems use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProblemConstants {
    /// n, the number of agents.
    pub agents: usize,
    /// L, a Lipschitz constant of every ∇fᵢ (Assumption 2).
    pub smoothness: f64,
    /// f(x⁰) - f*.
    pub initial_gap: f64,
    /// σ², which bounds E‖gradient noise‖² of each agent (Assumption 3): d σₙ² for Gaussian noise.
    pub noise_variance: f64,
    /// ζ₀² = (1/n) ‖(A - 11ᵀ/n ⊗ I) ∇f(x⁰)‖² (Theorem 1, corrected).
    pub zeta0_squared: f64,
}

/// The three step sizes that Theorem 1 needs α to stay below.
pub fn theorem1_step_limits(smoothness: f64, network: &NetworkConstants) -> [f64; 3] {
    let NetworkConstants { gamma, v1, v2, lambda_a, lambda_b } = *network;
    let twice = 2.0 * smoothness;
    [
        1.0 / twice,
        (1.0 - gamma) / (twice * v1 * v2 * lambda_a),
        (lambda_b * (1.0 - gamma)).sqrt() / (twice * (v1 * v2 * lambda_a).sqrt()),
    ]
}

/// The step size α = 1/(2Lβ + σ√(K/n)) that Theorem 1 suggests for K iterations; it is within the
/// theorem's limits for every K.
pub fn theorem1_step(problem: &ProblemConstants, network: &NetworkConstants, iterations: f64) -> f64 {
    let NetworkConstants { gamma, v1, v2, lambda_a, lambda_b } = *network;
    let beta = 1.0 + v1 * v2 * lambda_a / (1.0 - gamma) + (v1 * v2 * lambda_a / (lambda_b * (1.0 - gamma))).sqrt();
    1.0 / (2.0 * problem.smoothness * beta + (problem.noise_variance * iterations / problem.agents as f64).sqrt())
}

/// Theorem 1's bound at a step size, as a function of K: the first and the third term fall as
/// 1/K, the others do not depend on K.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theorem1 {
    /// K times the first term.
    initial_times_k: f64,
    /// K times the third term.
    heterogeneity_times_k: f64,
    /// The second, fourth and fifth term.
    floor: [f64; 3],
}

/// The five terms of Theorem 1's bound on (1/K) Σₖ E‖∇f(x̄ᵏ)‖² + E‖(1/n) Σᵢ ∇fᵢ(xᵢᵏ)‖², k from 0
/// to K - 1, in the order of eq. 35.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoundTerms {
    /// 8 (f(x⁰) - f*) / (αK).
    pub initial: f64,
    /// 4 α L σ² / n.
    pub noise: f64,
    /// 12 α² L² v₁² v₂² ζ₀² / (λ_b² (1 - γ) K).
    pub heterogeneity: f64,
    /// 16 α² L² v₁² v₂² λ_a² σ² / (1 - γ).
    pub network: f64,
    /// 16 α⁴ L⁴ v₁² v₂² λ_a² σ² / (λ_b² (1 - γ)² n).
    pub network_higher_order: f64,
}

impl BoundTerms {
    /// The bound itself.
    pub fn total(&self) -> f64 {
        self.initial + self.noise + self.heterogeneity + self.network + self.network_higher_order
    }
}

impl Theorem1 {
    /// The bound at the step size α, which holds if α is within [`theorem1_step_limits`] and all
    /// agents start from the same point.
    pub fn new(problem: &ProblemConstants, network: &NetworkConstants, alpha: f64) -> Self {
        let NetworkConstants { gamma, v1, v2, lambda_a, lambda_b } = *network;
        let ProblemConstants { smoothness, initial_gap, noise_variance, zeta0_squared, .. } = *problem;
        let n = problem.agents as f64;
        let step = alpha * smoothness;
        let v = step * step * v1 * v1 * v2 * v2;
        let margin = 1.0 - gamma;
        let spread = v * lambda_a * lambda_a * noise_variance / margin;
        Self {
            initial_times_k: 8.0 * initial_gap / alpha,
            heterogeneity_times_k: 12.0 * v * zeta0_squared / (lambda_b * lambda_b * margin),
            floor: [
                4.0 * step * noise_variance / n,
                16.0 * spread,
                16.0 * spread * step * step / (lambda_b * lambda_b * margin * n),
            ],
        }
    }

    /// The five terms after K iterations, K ≥ 1.
    pub fn after(&self, iterations: f64) -> BoundTerms {
        let [noise, network, network_higher_order] = self.floor;
        BoundTerms {
            initial: self.initial_times_k / iterations,
            noise,
            heterogeneity: self.heterogeneity_times_k / iterations,
            network,
            network_higher_order,
        }
    }
}

/// The four step sizes that Theorem 2 needs α to stay below; μ is the constant of the PL
/// inequality.
pub fn theorem2_step_limits(smoothness: f64, mu: f64, network: &NetworkConstants) -> [f64; 4] {
    let NetworkConstants { gamma, v1, v2, lambda_a, lambda_b } = *network;
    let (l, v, margin) = (smoothness, v1 * v2, 1.0 - gamma);
    [
        margin / (3.0 * l),
        lambda_b / (2.0 * l),
        margin / (6.0_f64.sqrt() * l * v * lambda_a),
        libm::cbrt(mu * lambda_b * lambda_b * margin / (8.0 * l * l * l * l * v * v)),
    ]
}

/// Theorem 2 at a step size: (1/n) Σᵢ E f(xᵢᵏ) - f* ≤ `contraction`ᵏ r₀ + O(`noise` + `network` +
/// `network_higher_order`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Theorem2 {
    /// 1 - αμ/2.
    pub contraction: f64,
    /// r₀ = 2 (f(x⁰) - f*) + α² L v₁² v₂² ζ₀² / λ_b².
    pub r0: f64,
    /// α L σ² / (μ n), an order.
    pub noise: f64,
    /// α² L² v₁² v₂² λ_a² σ² / (μ (1 - γ)), an order.
    pub network: f64,
    /// α⁴ L⁴ v₁² v₂² λ_a² σ² / (μ λ_b² (1 - γ)² n), an order.
    pub network_higher_order: f64,
}

impl Theorem2 {
    /// The statement at the step size α, which holds if α is within [`theorem2_step_limits`] and
    /// all agents start from the same point.
    pub fn new(problem: &ProblemConstants, mu: f64, network: &NetworkConstants, alpha: f64) -> Self {
        let NetworkConstants { gamma, v1, v2, lambda_a, lambda_b } = *network;
        let ProblemConstants { smoothness, initial_gap, noise_variance, zeta0_squared, .. } = *problem;
        let n = problem.agents as f64;
        let step = alpha * smoothness;
        let v = v1 * v1 * v2 * v2;
        let margin = 1.0 - gamma;
        let network_term = step * step * v * lambda_a * lambda_a * noise_variance / (mu * margin);
        Self {
            contraction: 1.0 - alpha * mu / 2.0,
            r0: 2.0 * initial_gap + alpha * step * v * zeta0_squared / (lambda_b * lambda_b),
            noise: step * noise_variance / (mu * n),
            network: network_term,
            network_higher_order: network_term * step * step / (lambda_b * lambda_b * margin * n),
        }
    }

    /// The weight of the start after k iterations, `contraction`ᵏ r₀.
    pub fn start_after(&self, iterations: f64) -> f64 {
        libm::pow(self.contraction, iterations) * self.r0
    }
}

/// The limit that binds, that is the smallest: its index from zero, and its value. `None` of an
/// empty list or one that holds NaN.
pub fn binding(limits: &[f64]) -> Option<(usize, f64)> {
    let first = limits.iter().copied().enumerate().min_by(|x, y| x.1.total_cmp(&y.1));
    first.filter(|_| limits.iter().all(|limit| !limit.is_nan()))
}
