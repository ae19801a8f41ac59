//! Centralised (parallel) SGD: x^{k+1} = (1/n) Σ_i (x^k - α_k g_i^k), the same for all agents.
//!
//! Needs no W: a centre averages. Paper, Sec. 1 (PSGD); the yardstick of all others.

use std::sync::Arc;

use super::local_steps::LOCAL_STEPS;
use super::{Look, Method, MethodEntry, Partner, Scheme, Turns};
use crate::document::Entry;
use crate::gossip::Gossip;
use crate::theory::variance::Recursion;

/// The catalog's entry.
pub const ENTRY: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "psgd",
        title: "Centralised SGD",
        about: "A centre averages all gradients in every iteration: what the decentralised methods are measured against",
        source: "Alghunaim and Yuan, Sec. 1",
        parameters: &[LOCAL_STEPS],
    },
    read: |fields| Ok(Arc::new(Spec { turns: Turns::seldom(fields)? })),
    communication: Partner::Center,
    corrects: false,
    halved: false,
    form: None,
    look: Look { hue: 0, dash: &[] },
};

/// When it communicates.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its turns.
    pub turns: Turns,
}

impl Scheme for Spec {
    fn start(&self, x: &[f64]) -> Box<dyn Method> {
        self.turns.given_to(Psgd::new(x))
    }

    fn partner(&self) -> Partner {
        Partner::Center
    }

    fn turns(&self) -> Turns {
        self.turns
    }

    fn recursion(&self) -> Option<Recursion<'_>> {
        Some(Recursion::Centralized)
    }
}

/// The running method.
#[derive(Clone, Debug)]
pub struct Psgd {
    moved: Vec<f64>,
}

impl Psgd {
    /// Starts at `x`.
    pub fn new(x: &[f64]) -> Self {
        Self { moved: vec![0.0; x.len()] }
    }
}

impl Method for Psgd {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        for ((moved, x), g) in self.moved.iter_mut().zip(&*x).zip(gradient) {
            *moved = x - alpha * g;
        }
        gossip.average(&self.moved, x);
    }
}
