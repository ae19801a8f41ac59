//! The five numbers by which the network enters the theorems, computed on the spectrum of W, and
//! the paper's closed-form bounds on them.

use serde::Serialize;

use super::form::SudaForm;
use super::transition::{Block, BlockFactors, MARGIN, norm};

/// γ, v₁, v₂, λ_a and λ_b of G = V Γ V⁻¹ (Theorem 1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NetworkConstants {
    /// ‖Γ‖, below one.
    pub gamma: f64,
    /// ‖V‖.
    pub v1: f64,
    /// ‖V⁻¹‖.
    pub v2: f64,
    /// ‖Λ_a‖, the largest |A(λᵢ)|.
    pub lambda_a: f64,
    /// 1/‖Λ_b⁻¹‖, the smallest √B²(λᵢ).
    pub lambda_b: f64,
}

/// Which closed form of App. B a method has: both are facts about its G alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Family {
    /// G is that of Exact-Diffusion on a positive semi-definite matrix with these eigenvalues:
    /// Exact-Diffusion, EXTRA, DLM.
    Diffusion {
        /// The largest eigenvalue λ but the one, positive.
        lambda: f64,
        /// The smallest one that is not zero.
        smallest: f64,
    },
    /// G is that of gradient tracking with W̄ = W on a positive semi-definite matrix.
    Tracking {
        /// The largest eigenvalue λ but the one.
        lambda: f64,
    },
}

/// A method's G on a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// One block for each eigenvalue of W but the first.
    pub blocks: Vec<Block>,
}

impl Transition {
    /// The blocks of `form` at the eigenvalues λ₂ … λₙ of W, in their order.
    pub fn new(form: &SudaForm, eigenvalues: &[f64]) -> Self {
        Self { blocks: eigenvalues.iter().map(|&lambda| Block::new(form, lambda)).collect() }
    }

    /// The spectral radius of G; zero for one agent, who has nobody to disagree with.
    pub fn spectral_radius(&self) -> f64 {
        self.blocks.iter().map(Block::radius).fold(0.0, f64::max)
    }

    /// Whether B is real and vanishes on the consensus only, and G is stable: what Lemma 1 needs.
    pub fn is_stable(&self) -> bool {
        self.blocks.iter().all(|block| block.b_squared > 0.0) && self.spectral_radius() <= 1.0 - MARGIN
    }

    /// The largest AC(λᵢ) when the blocks are all those of Exact-Diffusion. Where all λᵢ are 0,
    /// as in a complete graph, Exact-Diffusion and gradient tracking have the same G; it counts
    /// as the latter's then, whose factorisation needs no positive λ.
    fn diffusion(&self) -> Option<f64> {
        let all = self.blocks.iter().all(Block::is_diffusion) && !self.blocks.iter().all(Block::is_repeated);
        all.then(|| self.blocks.iter().map(|block| block.ac).fold(f64::NEG_INFINITY, f64::max))
    }

    /// V, Γ and V⁻¹ of each block, chosen as [`super::transition`] says; `None` when G is not stable.
    pub fn factors(&self) -> Option<Vec<BlockFactors>> {
        let diffusion = self.diffusion();
        self.is_stable().then(|| self.blocks.iter().map(|block| block.factors(diffusion)).collect())
    }

    /// The factorisation's constants; `None` when G is not stable. One agent has γ = λ_a = 0,
    /// v₁ = v₂ = 1 and λ_b = ∞.
    pub fn constants(&self) -> Option<NetworkConstants> {
        let factors = self.factors()?;
        let start = NetworkConstants { gamma: 0.0, v1: 0.0, v2: 0.0, lambda_a: 0.0, lambda_b: f64::INFINITY };
        let mut constants = self.blocks.iter().zip(factors).fold(start, |so_far, (block, factors)| NetworkConstants {
            gamma: so_far.gamma.max(norm(&factors.gamma)),
            v1: so_far.v1.max(norm(&factors.v)),
            v2: so_far.v2.max(norm(&factors.v_inverse)),
            lambda_a: so_far.lambda_a.max(block.a.abs()),
            lambda_b: so_far.lambda_b.min(block.b_squared.sqrt()),
        });
        if self.blocks.is_empty() {
            (constants.v1, constants.v2) = (1.0, 1.0);
        }
        Some(constants)
    }

    /// The closed form of App. B that the method has on this network, if any: it needs the
    /// matrix to be positive semi-definite.
    pub fn family(&self) -> Option<Family> {
        if let Some(lambda) = self.diffusion() {
            let nonzero = || self.blocks.iter().filter(|block| !block.is_repeated()).map(|block| block.ac);
            let smallest = nonzero().fold(lambda, f64::min);
            return (smallest > 0.0).then_some(Family::Diffusion { lambda, smallest });
        }
        // Equal eigenvalues are λᵢ, and λ_b = 1 - λᵢ follows.
        let gammas = || self.blocks.iter().map(|block| block.eigenvalues()[0].0);
        let tracking = self.blocks.iter().all(Block::is_repeated) && gammas().all(|gamma| gamma >= -1e-12);
        let lambda = gammas().fold(0.0, f64::max);
        (tracking && !self.blocks.is_empty()).then_some(Family::Tracking { lambda })
    }

    /// The paper's closed-form bounds (eqs. 61 and 62, and their variants): γ, v₁ and v₂
    /// are not larger, λ_a and λ_b are equal. `None` where the paper has none or G is not stable.
    pub fn paper_bounds(&self) -> Option<NetworkConstants> {
        let exact = self.constants()?;
        Some(match self.family()? {
            Family::Diffusion { lambda, smallest } => NetworkConstants {
                gamma: lambda.sqrt(),
                v1: 2.0,
                v2: (2.0 / smallest).sqrt(),
                lambda_b: (1.0 - lambda).sqrt(),
                ..exact
            },
            Family::Tracking { lambda } => NetworkConstants {
                gamma: f64::midpoint(1.0, lambda),
                v1: 3.0_f64.sqrt(),
                v2: 3.0,
                lambda_b: 1.0 - lambda,
                ..exact
            },
        })
    }
}
