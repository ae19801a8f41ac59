//! DLM, decentralised linearised ADMM (Ling, Shi, Wu and Ribeiro 2015), as an instance of SUDA
//! with A = I, B² = θ (I-W), C = I - θ (I-W), where θ is the penalty:
//!
//! X^{k+1} = X^k - α_k g^k - q^k - u^k,  q^{k+1} = θ (I-W) X^{k+1},  u^{k+1} = u^k + q^{k+1},  u^0 = 0
//!
//! Stable when 0 < θ (1-λ_i) < 4/3 for all i ≥ 2.

use std::sync::Arc;

use super::{Correction, Look, Method, MethodEntry, Partner, Scheme};
use crate::document::{Domain, Entry, Parameter};
use crate::gossip::Gossip;
use crate::theory::SudaForm;
use crate::theory::variance::Recursion;

const PENALTY: Parameter = Parameter::required(
    "penalty",
    Domain::positive(100.0),
    0.5,
    "θ, the weight of the disagreement between neighbours",
);

/// The catalog's entry.
pub const ENTRY: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "dlm",
        title: "DLM",
        about: "Linearised ADMM over the network: a gradient step on the augmented Lagrangian",
        source: "Ling, Shi, Wu and Ribeiro (2015); Alghunaim and Yuan, Sec. 2",
        parameters: &[PENALTY],
    },
    read: |fields| Ok(Arc::new(Spec::new(fields.number(&PENALTY)?))),
    communication: Partner::Neighbors,
    corrects: true,
    halved: false,
    form: None,
    look: Look { hue: 6, dash: &[2, 2] },
};

/// The penalty θ.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    penalty: f64,
    form: SudaForm,
}

impl Spec {
    /// With the penalty θ.
    pub fn new(penalty: f64) -> Self {
        Self { penalty, form: SudaForm::dlm(penalty) }
    }
}

impl Scheme for Spec {
    fn start(&self, x: &[f64]) -> Box<dyn Method> {
        Box::new(Dlm::new(self.penalty, x))
    }

    fn recursion(&self) -> Option<Recursion<'_>> {
        Some(Recursion::Suda(&self.form))
    }
}

/// The running method.
#[derive(Clone, Debug)]
pub struct Dlm {
    penalty: f64,
    pull: Vec<f64>,
    /// u, and nothing before the first iteration.
    dual: Option<Vec<f64>>,
    mixed: Vec<f64>,
}

impl Dlm {
    /// Starts at `x`.
    pub fn new(penalty: f64, x: &[f64]) -> Self {
        let zeros = vec![0.0; x.len()];
        Self { penalty, pull: zeros.clone(), dual: None, mixed: zeros }
    }

    fn update_pull(&mut self, x: &[f64], gossip: &mut Gossip) {
        gossip.mix(x, &mut self.mixed);
        for ((pull, x), mixed) in self.pull.iter_mut().zip(x).zip(&self.mixed) {
            *pull = self.penalty * (x - mixed);
        }
    }
}

impl Method for Dlm {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        self.update_pull(x, gossip);
        let changing = gossip.is_changing();
        let add = |dual: &mut [f64], pull: &[f64]| dual.iter_mut().zip(pull).for_each(|(dual, pull)| *dual += pull);
        if let Some(dual) = self.dual.as_mut().filter(|_| !changing) {
            add(dual, &self.pull);
        }
        let dual = self.dual.get_or_insert_with(|| vec![0.0; x.len()]);
        for (((x, g), pull), dual) in x.iter_mut().zip(gradient).zip(&self.pull).zip(&*dual) {
            *x -= alpha * g + pull + dual;
        }
        // The dual variable grows by this W, not by the next one.
        if changing {
            self.update_pull(x, gossip);
            add(self.dual.get_or_insert_default(), &self.pull);
        }
    }

    /// α c = -u^k.
    fn correction(&self, alpha: f64, x: &[f64], gossip: &mut Gossip) -> Option<Correction> {
        let Some(dual) = &self.dual else { return Some(Correction::plain(vec![0.0; x.len()])) };
        let mut mixed = x.to_vec();
        if !gossip.is_changing() {
            gossip.mix(x, &mut mixed);
        }
        let terms = dual.iter().zip(x).zip(&mixed);
        Some(Correction::plain(terms.map(|((dual, x), mixed)| -(dual + self.penalty * (x - mixed)) / alpha)))
    }
}
