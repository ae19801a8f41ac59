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
use crate::document::{DocumentError, Domain, Fields, Parameter};
use crate::gossip::Gossip;

/// τ.
pub const LOCAL_STEPS: Parameter = Parameter::with_default(
    "localSteps",
    Domain::integer(1, 1_000),
    1.0,
    "τ: the agents communicate in every τ-th iteration, and step alone in those between",
);

/// When a method's agents communicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// In every iteration.
    Always,
    /// In every τ-th; in those between each takes a gradient step alone.
    Seldom(u64),
    /// In every τ-th, with the recursion of LED in all of them.
    Led(u64),
}

impl Turns {
    /// τ.
    pub fn every(self) -> u64 {
        match self {
            Self::Always => 1,
            Self::Seldom(every) | Self::Led(every) => every,
        }
    }

    /// Reads τ, for a method that may be [`Self::Seldom`].
    pub(super) fn seldom(fields: &Fields) -> Result<Self, DocumentError> {
        let every = fields.count(&LOCAL_STEPS)? as u64;
        Ok(if every == 1 { Self::Always } else { Self::Seldom(every) })
    }

    /// The method without memory that starts as `method`, in its turns.
    pub(super) fn given_to(self, method: impl Method + 'static) -> Box<dyn Method> {
        let method = Box::new(method);
        if self == Self::Always { method } else { Box::new(Seldom::new(self.every(), method)) }
    }
}

/// Counts iterations to tell those that communicate.
#[derive(Clone, Debug)]
struct Counter {
    every: u64,
    done: u64,
}

impl Counter {
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
    turns: Counter,
    method: Box<dyn Method>,
}

impl Seldom {
    /// `method`, whose iterations need nothing of earlier ones, in every τ-th iteration.
    pub fn new(every: u64, method: Box<dyn Method>) -> Self {
        Self { turns: Counter::new(every), method }
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
    turns: Counter,
    /// 1/τ.
    share: f64,
    dual: Vec<f64>,
    phi: Vec<f64>,
}

impl LocalExactDiffusion {
    /// Starts at `x`.
    pub fn new(every: u64, x: &[f64]) -> Self {
        Self {
            turns: Counter::new(every),
            share: 1.0 / every as f64,
            dual: vec![0.0; x.len()],
            phi: vec![0.0; x.len()],
        }
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
