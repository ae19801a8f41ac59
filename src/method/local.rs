//! Every agent on its own: X^{k+1} = X^k - α_k g^k.
//!
//! Needs no W and sends nothing: what each agent can do alone, the yardstick at the other end from
//! centralised SGD.

use super::{Look, Method, MethodEntry, Partner};
use crate::document::Entry;
use crate::gossip::Gossip;

/// The catalog's entry.
pub const ENTRY: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "local",
        title: "Alone",
        about: "Each agent follows its own gradients and talks to nobody: what it can learn without the others",
        source: "Robbins and Monro (1951)",
        parameters: &[],
    },
    communication: Partner::None,
    corrects: false,
    halved: false,
    form: None,
    look: Look { hue: 5, dash: &[1, 3] },
};

/// The running method.
#[derive(Clone, Debug)]
pub struct Local;

impl Method for Local {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], _gossip: &mut Gossip) {
        for (x, g) in x.iter_mut().zip(gradient) {
            *x -= alpha * g;
        }
    }
}
