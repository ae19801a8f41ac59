//! Every agent on its own: X^{k+1} = X^k - α_k g^k.
//!
//! Needs no W and sends nothing: what each agent can do alone, the yardstick at the other end from
//! centralised SGD.

use std::sync::Arc;

use super::{Look, Method, MethodEntry, Partner, Scheme};
use crate::document::Entry;
use crate::gossip::Gossip;
use crate::theory::variance::Recursion;

/// The catalog's entry.
pub const ENTRY: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "local",
        title: "Alone",
        about: "Each agent follows its own gradients and talks to nobody: what it can learn without the others",
        source: "Robbins and Monro (1951)",
        parameters: &[],
    },
    read: |_| Ok(Arc::new(Local)),
    communication: Partner::None,
    corrects: false,
    halved: false,
    form: None,
    look: Look { hue: 5, dash: &[1, 3] },
};

/// The method, which has neither parameters nor memory.
#[derive(Clone, Copy, Debug)]
pub struct Local;

impl Scheme for Local {
    fn start(&self, _: &[f64]) -> Box<dyn Method> {
        Box::new(Self)
    }

    fn partner(&self) -> Partner {
        Partner::None
    }

    /// Alone an agent does what it would on a W that is I.
    fn recursion(&self) -> Option<Recursion<'_>> {
        Some(Recursion::DsgdCombineThenAdapt)
    }
}

impl Method for Local {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], _gossip: &mut Gossip) {
        for (x, g) in x.iter_mut().zip(gradient) {
            *x -= alpha * g;
        }
    }
}
