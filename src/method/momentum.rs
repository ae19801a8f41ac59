//! Momentum, for any method: m^k = β m^{k-1} + (1-β) g^k, m^{-1} = 0, in place of g^k.
//!
//! Exact-Diffusion with it is EDM. Polyak (1964); Yu, Jin and Yang (2019); Huang, Li and Wu (2024).

use super::{Correction, Method};
use crate::document::{Domain, Parameter};
use crate::gossip::Gossip;

/// β.
pub const MOMENTUM: Parameter = Parameter::with_default(
    "momentum",
    Domain::below(0.0, 1.0),
    0.0,
    "β: mᵏ = β mᵏ⁻¹ + (1 − β) gᵏ, an average of the gradients so far, takes the place of gᵏ; m starts at 0",
);

/// A method that sees averages of its gradients.
#[derive(Clone, Debug)]
pub struct Momentum {
    beta: f64,
    /// m^{k-1}.
    average: Vec<f64>,
    method: Box<dyn Method>,
}

impl Momentum {
    /// `method`, started with `size` numbers.
    pub fn new(beta: f64, method: Box<dyn Method>, size: usize) -> Self {
        Self { beta, average: vec![0.0; size], method }
    }
}

impl Method for Momentum {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        for (average, g) in self.average.iter_mut().zip(gradient) {
            *average = self.beta * *average + (1.0 - self.beta) * g;
        }
        self.method.step(alpha, x, &self.average, gossip);
    }

    /// m^k - g^k.
    fn inertia(&self, gradient: &[f64]) -> Option<Vec<f64>> {
        Some(self.average.iter().zip(gradient).map(|(average, g)| self.beta * (average - g)).collect())
    }

    /// What the method takes off m.
    fn correction(&self, alpha: f64, x: &[f64], gossip: &mut Gossip) -> Option<Correction> {
        self.method.correction(alpha, x, gossip)
    }
}
