//! Exact-Diffusion, also known as D² and NIDS: adapt, correct, combine.
//!
//! ψ^{k+1} = X^k - α_k g^k,  φ^{k+1} = ψ^{k+1} + X^k - ψ^k,  X^{k+1} = W φ^{k+1},  ψ^0 = X^0
//!
//! With ψ eliminated: X^{k+2} = W (2 X^{k+1} - X^k - α_{k+1} g^{k+1} + α_k g^k), X^1 = W (X^0 - α_0 g^0)
//! (paper, eq. 5). SUDA with A = W, B² = I - W, C = I. Stable when λ_min(W) > -1/3.
//! Yuan, Ying, Zhao and Sayed (2019); Tang et al. (2018); Li, Shi and Yan (2019).

use std::sync::Arc;

use super::local_steps::{LOCAL_STEPS, LocalExactDiffusion};
use super::{Correction, Look, Method, MethodEntry, Partner, ROUNDS, Scheme, Turns};
use crate::compression::{COMPRESSION, CONSENSUS_STEP};
use crate::document::{DocumentError, Entry, Fields};
use crate::gossip::Gossip;
use crate::theory::variance::Recursion;
use crate::theory::{SudaForm, known};

/// The catalog's entry.
pub const ENTRY: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "exactDiffusion",
        title: "Exact-Diffusion / D²",
        about: "DSGD with a correction that removes the bias; needs λₘᵢₙ(W) > −1/3, which (I+W)/2 ensures",
        source: "Alghunaim and Yuan, eq. 5; Yuan et al. (2019); Tang et al. (2018); Li et al. (2019)",
        parameters: &[LOCAL_STEPS, COMPRESSION, CONSENSUS_STEP],
    },
    read: |fields| Ok(Arc::new(Spec::read(fields)?)),
    communication: Partner::Neighbors,
    corrects: true,
    halved: true,
    form: Some(known::EXACT_DIFFUSION),
    look: Look { hue: 2, dash: &[14, 4] },
};

/// τ.
#[derive(Clone, Debug)]
pub struct Spec {
    local_steps: u64,
    form: SudaForm,
}

impl Spec {
    /// Exact-Diffusion, or LED if its agents communicate in every `local_steps`-th iteration.
    pub fn new(local_steps: u64) -> Self {
        Self { local_steps, form: SudaForm::exact_diffusion() }
    }

    fn read(fields: &Fields) -> Result<Self, DocumentError> {
        let local_steps = fields.count(&LOCAL_STEPS)? as u64;
        if local_steps > 1 && fields.count(&ROUNDS)? > 1 {
            let rule = "exactDiffusion takes one gossip round where it communicates: leave out rounds or localSteps";
            return Err(fields.error(LOCAL_STEPS.name, rule));
        }
        Ok(Self::new(local_steps))
    }
}

impl Scheme for Spec {
    fn start(&self, x: &[f64]) -> Box<dyn Method> {
        match self.turns() {
            Turns::Led(every) => Box::new(LocalExactDiffusion::new(every, x)),
            Turns::Always | Turns::Seldom(_) => Box::new(ExactDiffusion::new(x)),
        }
    }

    fn turns(&self) -> Turns {
        if self.local_steps > 1 { Turns::Led(self.local_steps) } else { Turns::Always }
    }

    fn recursion(&self) -> Option<Recursion<'_>> {
        Some(Recursion::Suda(&self.form))
    }

    fn needs_fixed_network(&self) -> Option<[&'static str; 2]> {
        let rule = "exactDiffusion with local steps needs a network that does not change";
        (self.local_steps > 1).then_some([LOCAL_STEPS.name, rule])
    }
}

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
