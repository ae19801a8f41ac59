//! Corollaries 1 to 4: Theorems 1 and 2 with the closed-form bounds of App. B put in, for
//! Exact-Diffusion and adapt-then-combine gradient tracking, and (Remark 6) for EXTRA and the
//! other tracking variants, where the powers of λ in the numerators are those of λ_a.
//!
//! Conditions are as printed. Two printed constants of Exact-Diffusion are not what the theorems
//! give (√32 for √128 in the third of Corollary 1, 18 for 64 in the fourth of Corollary 3: see
//! `docs/theory.md`), so they are not enough everywhere; what is enough is the theorem's limits
//! at [`super::Transition::paper_bounds`].
//!
//! Rates are orders: each term is shown with the constant one.

use serde::Serialize;

use super::bounds::ProblemConstants;
use super::factorisation::{Family, NetworkConstants};

/// One term of a rate: an order, evaluated with the constant one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct RateTerm {
    /// The part of the error that it stands for, as in Theorem 1.
    #[cfg_attr(all(target_arch = "wasm32", feature = "js"), tsify(type = "ErrorPart"))]
    pub part: Part,
    /// Its value.
    pub value: f64,
}

/// The part of the error that a term of a rate stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(rename = "ErrorPart"))]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// The distance of the start from the optimum.
    Initial,
    /// The noise that the average of n gradients has: what centralised SGD has too.
    Noise,
    /// The noise, spread by the network.
    Network,
    /// A higher order of the latter.
    NetworkHigherOrder,
    /// The difference between the agents' costs.
    Heterogeneity,
}

/// A method in the corollaries: its family, and λ_a for the powers of λ in the numerators.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corollary {
    family: Family,
    lambda_a: f64,
}

impl Corollary {
    /// The corollaries for a method of this family with these closed-form bounds, as
    /// [`super::Transition`] gives them.
    pub fn new(family: Family, paper_bounds: &NetworkConstants) -> Self {
        Self { family, lambda_a: paper_bounds.lambda_a }
    }

    /// The K that Corollaries 1 and 2 need at least, each condition as printed. With α = √(n/K)
    /// they stand for the three limits of Theorem 1.
    pub fn nonconvex_iterations(&self, smoothness: f64, agents: usize) -> [f64; 3] {
        let scale = smoothness * smoothness * agents as f64;
        let a = self.lambda_a;
        match self.family {
            Family::Diffusion { lambda, smallest } => {
                let margin = 1.0 - lambda.sqrt();
                [
                    4.0 * scale,
                    32.0 * scale * a * a / (margin * margin * smallest),
                    32.0_f64.sqrt() * scale * a / ((1.0 - lambda).sqrt() * margin * smallest.sqrt()),
                ]
            }
            Family::Tracking { lambda } => {
                let gap = (1.0 - lambda) * (1.0 - lambda);
                [4.0 * scale, 432.0 * scale * a * a / gap, 72.0 * scale * a / gap]
            }
        }
    }

    /// The step size of Corollaries 1 and 2 for K iterations, √(n/K).
    pub fn nonconvex_step(agents: usize, iterations: f64) -> f64 {
        (agents as f64 / iterations).sqrt()
    }

    /// The terms of the rates of Corollaries 1 and 2 after K iterations, in the printed order.
    pub fn nonconvex_rate(&self, problem: &ProblemConstants, iterations: f64) -> [RateTerm; 5] {
        let ProblemConstants { smoothness, initial_gap, noise_variance, zeta0_squared, .. } = *problem;
        let (n, k) = (problem.agents as f64, iterations);
        let speedup = (n * k).sqrt();
        let spread = n * self.lambda_a * self.lambda_a * noise_variance;
        let [network, higher, heterogeneity] = match self.family {
            Family::Diffusion { lambda, smallest } => {
                let gap = 1.0 - lambda;
                [
                    spread / (gap * smallest * k),
                    spread / (gap * gap * gap * smallest * k * k),
                    n * smoothness * smoothness * zeta0_squared / (gap * gap * smallest * k * k),
                ]
            }
            Family::Tracking { lambda } => {
                let gap = 1.0 - lambda;
                let cube = gap * gap * gap;
                [spread / (gap * k), spread / (gap * cube * k * k), n * zeta0_squared / (cube * k * k)]
            }
        };
        [
            RateTerm { part: Part::Initial, value: initial_gap / speedup },
            RateTerm { part: Part::Noise, value: noise_variance / speedup },
            RateTerm { part: Part::Network, value: network },
            RateTerm { part: Part::NetworkHigherOrder, value: higher },
            RateTerm { part: Part::Heterogeneity, value: heterogeneity },
        ]
    }

    /// The step sizes that Corollaries 3 and 4 need α to stay below, each as printed: four for
    /// Exact-Diffusion, three for gradient tracking, where the second of Theorem 2 is implied.
    pub fn pl_step_limits(&self, smoothness: f64, mu: f64) -> Vec<f64> {
        let (l, a) = (smoothness, self.lambda_a);
        let l4 = l * l * l * l;
        match self.family {
            Family::Diffusion { lambda, smallest } => {
                let (gap, margin) = (1.0 - lambda, 1.0 - lambda.sqrt());
                vec![
                    margin / (3.0 * l),
                    gap.sqrt() / (2.0 * l),
                    margin * smallest / (2.0 * 12.0_f64.sqrt() * l * a),
                    libm::cbrt(mu * gap * margin * smallest / (18.0 * l4)),
                ]
            }
            Family::Tracking { lambda } => {
                let gap = 1.0 - lambda;
                vec![
                    gap / (6.0 * l),
                    gap / (6.0 * 18.0_f64.sqrt() * l * a),
                    libm::cbrt(mu * gap * gap * gap / (432.0 * l4)),
                ]
            }
        }
    }

    /// The step size of Corollaries 3 and 4 for K iterations, 2 ln(K²)/(μK).
    pub fn pl_step(mu: f64, iterations: f64) -> f64 {
        4.0 * libm::log(iterations) / (mu * iterations)
    }

    /// The terms of the rates of Corollaries 3 and 4 after K iterations, in the printed order;
    /// logarithms of K are hidden in them.
    pub fn pl_rate(&self, problem: &ProblemConstants, iterations: f64) -> [RateTerm; 5] {
        let ProblemConstants { initial_gap, noise_variance, zeta0_squared, .. } = *problem;
        let (n, k2) = (problem.agents as f64, iterations * iterations);
        let spread = self.lambda_a * self.lambda_a * noise_variance;
        let [network, heterogeneity, higher] = match self.family {
            Family::Diffusion { lambda, smallest } => {
                let gap = 1.0 - lambda;
                [
                    spread / (k2 * gap * smallest),
                    zeta0_squared / (k2 * k2 * gap * smallest),
                    spread / (k2 * k2 * gap * gap * gap * smallest * n),
                ]
            }
            Family::Tracking { lambda } => {
                let gap = 1.0 - lambda;
                let square = gap * gap;
                [spread / (k2 * gap), zeta0_squared / (k2 * k2 * square), spread / (k2 * k2 * square * square * n)]
            }
        };
        [
            RateTerm { part: Part::Initial, value: 2.0 * initial_gap / k2 },
            RateTerm { part: Part::Noise, value: noise_variance / (iterations * n) },
            RateTerm { part: Part::Network, value: network },
            RateTerm { part: Part::Heterogeneity, value: heterogeneity },
            RateTerm { part: Part::NetworkHigherOrder, value: higher },
        ]
    }
}
