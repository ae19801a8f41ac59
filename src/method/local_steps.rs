//! Methods that communicate in every τ-th iteration only, those k for which k + 1 is a multiple of τ.
//!
//! Between two communications the agents of `psgd` and `dsgd` take gradient steps alone; what they then bring together
//! keeps a bias that grows with τ. Local Exact-Diffusion (LED), with β = 1/τ,
//!
//! Φ = X^k - α_k g^k - Y^k/τ,  X^{k+1} = W Φ, Y^{k+1} = Y^k + Φ - X^{k+1} where it communicates,  else X^{k+1} = Φ, Y^{k+1} = Y^k,
//!
//! with Y^0 = 0, has none; τ = 1 is Exact-Diffusion. Alghunaim, Local Exact-Diffusion for decentralized optimization and
//! learning (2024).

use super::local::Local;
use super::{Correction, Method};
use crate::document::{Domain, Parameter};
use crate::gossip::Gossip;

/// τ.
pub const LOCAL_STEPS: Parameter = Parameter::with_default(
    "localSteps",
    Domain::integer(1, 1_000),
    1.0,
    "τ: the agents communicate in every τ-th iteration, and step alone in those between",
);

/// Counts iterations to tell those that communicate.
#[derive(Clone, Debug)]
struct Turns {
    every: u64,
    done: u64,
}

impl Turns {
    fn new(every: u64) -> Self {
        Self { every, done: 0 }
    }

    /// Whether the next iteration communicates.
    fn communicates(&mut self) -> bool {
        self.done += 1;
        self.done.is_multiple_of(self.every)
    }
}

/// A method without memory that communicates in every τ-th iteration, and leaves each agent alone in the others.
#[derive(Clone, Debug)]
pub struct Seldom {
    turns: Turns,
    method: Box<dyn Method>,
}

impl Seldom {
    /// `method`, whose iterations need nothing of earlier ones, in every τ-th iteration.
    pub fn new(every: u64, method: Box<dyn Method>) -> Self {
        Self { turns: Turns::new(every), method }
    }
}

impl Method for Seldom {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        if self.turns.communicates() {
            self.method.step(alpha, x, gradient, gossip);
        } else {
            Local.step(alpha, x, gradient, gossip);
        }
    }
}

/// LED.
#[derive(Clone, Debug)]
pub struct LocalExactDiffusion {
    turns: Turns,
    /// 1/τ.
    share: f64,
    dual: Vec<f64>,
    phi: Vec<f64>,
}

impl LocalExactDiffusion {
    /// Starts at `x`.
    pub fn new(every: u64, x: &[f64]) -> Self {
        Self { turns: Turns::new(every), share: 1.0 / every as f64, dual: vec![0.0; x.len()], phi: vec![0.0; x.len()] }
    }
}

impl Method for LocalExactDiffusion {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        for (((phi, x), g), dual) in self.phi.iter_mut().zip(&*x).zip(gradient).zip(&self.dual) {
            *phi = x - alpha * g - self.share * dual;
        }
        if !self.turns.communicates() {
            x.copy_from_slice(&self.phi);
            return;
        }
        gossip.mix(&self.phi, x);
        for ((dual, phi), x) in self.dual.iter_mut().zip(&self.phi).zip(&*x) {
            *dual += phi - x;
        }
    }

    /// α c = -Y^k/τ.
    fn correction(&self, alpha: f64, _: &[f64], _: &mut Gossip) -> Option<Correction> {
        Some(Correction::plain(self.dual.iter().map(|dual| -self.share * dual / alpha)))
    }
}
