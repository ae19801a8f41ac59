//! EXTRA: X^{k+2} = W (2 X^{k+1} - X^k) - α_{k+1} g^{k+1} + α_k g^k,  X^1 = W X^0 - α_0 g^0.
//!
//! Paper, eq. 6. SUDA with A = I, B² = I - W, C = W. Stable when λ_min(W) > -1/3. This W
//! is the one that multiplies 2 X^{k+1} - X^k: software that takes W for (I+W)/2 there runs the
//! same method with `laziness` 0.5. Shi, Ling, Wu and Yin (2015).

use std::sync::Arc;

use super::{Correction, Look, Method, MethodEntry, Partner, Scheme};
use crate::compression::{COMPRESSION, CONSENSUS_STEP};
use crate::document::Entry;
use crate::gossip::Gossip;
use crate::theory::variance::Recursion;
use crate::theory::{SudaForm, known};

/// The catalog's entry.
pub const ENTRY: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "extra",
        title: "EXTRA",
        about: "Gossip on the extrapolated iterates, plus the change of the local gradient; needs λₘᵢₙ(W) > −1/3",
        source: "Alghunaim and Yuan, eq. 6; Shi et al. (2015)",
        parameters: &[COMPRESSION, CONSENSUS_STEP],
    },
    read: |_| Ok(Arc::new(Spec::default())),
    communication: Partner::Neighbors,
    corrects: true,
    halved: true,
    form: Some(known::EXTRA),
    look: Look { hue: 4, dash: &[9, 3, 2, 3] },
};

/// EXTRA has no parameters.
#[derive(Clone, Debug)]
pub struct Spec {
    form: SudaForm,
}

impl Default for Spec {
    fn default() -> Self {
        Self { form: SudaForm::extra() }
    }
}

impl Scheme for Spec {
    fn start(&self, x: &[f64]) -> Box<dyn Method> {
        Box::new(Extra::new(x))
    }

    fn recursion(&self) -> Option<Recursion<'_>> {
        Some(Recursion::Suda(&self.form))
    }
}

/// The running method.
#[derive(Clone, Debug)]
pub struct Extra {
    /// X^{k-1}, and X^0 at first.
    previous: Vec<f64>,
    /// α_{k-1} g^{k-1}, and 0 at first.
    step: Vec<f64>,
    extrapolated: Vec<f64>,
}

impl Extra {
    /// Starts at `x`.
    pub fn new(x: &[f64]) -> Self {
        Self { previous: x.to_vec(), step: vec![0.0; x.len()], extrapolated: vec![0.0; x.len()] }
    }
}

impl Method for Extra {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        for ((extrapolated, x), previous) in self.extrapolated.iter_mut().zip(&*x).zip(&mut self.previous) {
            *extrapolated = 2.0 * x - *previous;
            *previous = *x;
        }
        gossip.mix(&self.extrapolated, x);
        for ((x, step), g) in x.iter_mut().zip(&mut self.step).zip(gradient) {
            let next = alpha * g;
            *x = *x - next + *step;
            *step = next;
        }
    }

    /// α c = W (X^k - X^{k-1}) + α_{k-1} g^{k-1}, unless messages are compressed.
    fn correction(&self, alpha: f64, x: &[f64], gossip: &mut Gossip) -> Option<Correction> {
        if gossip.is_compressed() {
            return None;
        }
        let moved: Vec<_> = x.iter().zip(&self.previous).map(|(x, previous)| x - previous).collect();
        let mut mixed = vec![0.0; x.len()];
        gossip.mix(&moved, &mut mixed);
        Some(Correction::plain(mixed.iter().zip(&self.step).map(|(mixed, step)| (mixed + step) / alpha)))
    }
}
