//! Exact-Diffusion, also known as D² and NIDS: adapt, correct, combine.
//!
//! ψ^{k+1} = X^k - α_k g^k,  φ^{k+1} = ψ^{k+1} + X^k - ψ^k,  X^{k+1} = W φ^{k+1},  ψ^0 = X^0
//!
//! With ψ eliminated: X^{k+2} = W (2 X^{k+1} - X^k - α_{k+1} g^{k+1} + α_k g^k), X^1 = W (X^0 - α_0 g^0)
//! (paper, eq. 5). SUDA with A = W, B² = I - W, C = I. Stable when λ_min(W) > -1/3.
//! Yuan, Ying, Zhao and Sayed (2019); Tang et al. (2018); Li, Shi and Yan (2019).

use super::local_steps::LOCAL_STEPS;
use super::{Correction, Look, Method, MethodEntry, Partner};
use crate::compression::{COMPRESSION, CONSENSUS_STEP};
use crate::document::Entry;
use crate::gossip::Gossip;
use crate::theory::known;

/// The catalog's entry.
pub const ENTRY: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "exactDiffusion",
        title: "Exact-Diffusion / D²",
        about: "DSGD with a correction that removes the bias; needs λₘᵢₙ(W) > −1/3, which (I+W)/2 ensures",
        source: "Alghunaim and Yuan, eq. 5; Yuan et al. (2019); Tang et al. (2018); Li et al. (2019)",
        parameters: &[LOCAL_STEPS, COMPRESSION, CONSENSUS_STEP],
    },
    communication: Partner::Neighbors,
    corrects: true,
    halved: true,
    form: Some(known::EXACT_DIFFUSION),
    look: Look { hue: 2, dash: &[14, 4] },
};

/// The running method.
#[derive(Clone, Debug)]
pub struct ExactDiffusion {
    psi: Vec<f64>,
    phi: Vec<f64>,
}

impl ExactDiffusion {
    /// Starts at `x`.
    pub fn new(x: &[f64]) -> Self {
        Self { psi: x.to_vec(), phi: vec![0.0; x.len()] }
    }
}

impl Method for ExactDiffusion {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        for (((psi, phi), x), g) in self.psi.iter_mut().zip(&mut self.phi).zip(&*x).zip(gradient) {
            let adapted = x - alpha * g;
            *phi = adapted + (x - *psi);
            *psi = adapted;
        }
        gossip.mix(&self.phi, x);
    }

    /// α c = X^k - ψ^k.
    fn correction(&self, alpha: f64, x: &[f64], _: &mut Gossip) -> Option<Correction> {
        Some(Correction::plain(x.iter().zip(&self.psi).map(|(x, psi)| (x - psi) / alpha)))
    }
}
