//! Decentralised SGD, in two orders.
//!
//! adapt-then-combine (diffusion): X^{k+1} = W (X^k - α_k g^k)
//! combine-then-adapt (consensus): X^{k+1} = W X^k - α_k g^k
//!
//! Needs W doubly stochastic. With unequal agents it keeps a bias of order α.
//! Cattivelli and Sayed (2010); Nedić and Ozdaglar (2009); paper, Sec. 1.

use std::sync::Arc;

use super::local_steps::LOCAL_STEPS;
use super::{Look, Method, MethodEntry, Partner, Scheme, Turns};
use crate::compression::{COMPRESSION, CONSENSUS_STEP};
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};
use crate::gossip::Gossip;
use crate::theory::variance::Recursion;

const VARIANT: Parameter = Parameter::plain(
    "variant",
    Domain::Choice { options: &["adaptThenCombine", "combineThenAdapt"] },
    false,
    "whether the gradient step comes before or after the averaging with the neighbours",
);

/// The catalog's entry.
pub const ENTRY: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "dsgd",
        title: "DSGD",
        about: "Each agent takes a gradient step and averages with its neighbours; unequal data leave a bias",
        source: "Alghunaim and Yuan, Sec. 1; Cattivelli and Sayed (2010)",
        parameters: &[VARIANT, LOCAL_STEPS, COMPRESSION, CONSENSUS_STEP],
    },
    read: |fields| Ok(Arc::new(Spec { variant: Variant::read(fields)?, turns: Turns::seldom(fields)? })),
    communication: Partner::Neighbors,
    corrects: false,
    halved: false,
    form: None,
    look: Look { hue: 1, dash: &[7, 3] },
};

/// The order of the gradient step and the averaging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// X^{k+1} = W (X^k - α g^k).
    AdaptThenCombine,
    /// X^{k+1} = W X^k - α g^k.
    CombineThenAdapt,
}

impl Variant {
    /// Reads the variant.
    pub fn read(fields: &Fields) -> Result<Self, DocumentError> {
        Ok(match fields.choice(&VARIANT)? {
            "adaptThenCombine" => Self::AdaptThenCombine,
            _ => Self::CombineThenAdapt,
        })
    }
}

/// The variant, and when it communicates.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The order of the gradient step and the averaging.
    pub variant: Variant,
    /// Its turns.
    pub turns: Turns,
}

impl Scheme for Spec {
    fn start(&self, x: &[f64]) -> Box<dyn Method> {
        self.turns.given_to(Dsgd::new(self.variant, x))
    }

    fn turns(&self) -> Turns {
        self.turns
    }

    fn recursion(&self) -> Option<Recursion<'_>> {
        Some(match self.variant {
            Variant::AdaptThenCombine => Recursion::DsgdAdaptThenCombine,
            Variant::CombineThenAdapt => Recursion::DsgdCombineThenAdapt,
        })
    }
}

/// The running method.
#[derive(Clone, Debug)]
pub struct Dsgd {
    variant: Variant,
    buffer: Vec<f64>,
}

impl Dsgd {
    /// Starts at `x`.
    pub fn new(variant: Variant, x: &[f64]) -> Self {
        Self { variant, buffer: vec![0.0; x.len()] }
    }
}

impl Method for Dsgd {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        let buffer = &mut self.buffer;
        match self.variant {
            Variant::AdaptThenCombine => {
                for ((adapted, x), g) in buffer.iter_mut().zip(&*x).zip(gradient) {
                    *adapted = x - alpha * g;
                }
                gossip.mix(buffer, x);
            }
            Variant::CombineThenAdapt => {
                gossip.mix(x, buffer);
                for ((x, combined), g) in x.iter_mut().zip(&*buffer).zip(gradient) {
                    *x = combined - alpha * g;
                }
            }
        }
    }
}
