//! The canonical form of Sundararajan, Van Scoy and Lessard (2020), in the paper's notation
//! (App. A), with W_ζ = (1-ζ) I + ζ W, B_1 = (ζ_0+ζ_2) I - ζ_2 W, B_2 = I - W:
//!
//! X^k = W_ζ3 Z^k,  Z^{k+1} = W_ζ1 Z^k - α_k g(X^k) + B_1 Y^k,  Y^{k+1} = Y^k - B_2 Z^k,  Y^0 = 0
//!
//! It is SUDA with A = W_ζ3, A C = W_ζ1 + B_1 B_2, B² = B_1 B_2 (the paper prints this relation
//! with other signs), when the start is the same for all agents. Here Z^0 is the start and X^0
//! is it too: otherwise W_ζ3 would mix the start before the first iteration.

use std::sync::Arc;

use super::{Correction, Look, Method, MethodEntry, Partner, Scheme};
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};
use crate::gossip::Gossip;
use crate::theory::SudaForm;
use crate::theory::variance::Recursion;

const ZETA: Domain = Domain::number(-100.0, 100.0);
const ZETA_0: Parameter = Parameter::required("zeta0", ZETA, 0.5, "ζ₀, the weight of the dual variable");
const ZETA_1: Parameter = Parameter::required("zeta1", ZETA, 1.0, "ζ₁, the share of W in the memory");
const ZETA_2: Parameter = Parameter::required("zeta2", ZETA, 0.0, "ζ₂, the share of W in the dual variable's weight");
const ZETA_3: Parameter = Parameter::required("zeta3", ZETA, 0.5, "ζ₃, the share of W in where gradients are taken");

/// The catalog's entry.
pub const ENTRY: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "canonical",
        title: "Canonical form",
        about: "Four numbers that span first-order methods with two states and one gossip a step",
        source: "Sundararajan, Van Scoy and Lessard (2020); Alghunaim and Yuan, App. A",
        parameters: &[ZETA_0, ZETA_1, ZETA_2, ZETA_3],
    },
    read: |fields| Ok(Arc::new(Spec::read(fields)?)),
    communication: Partner::Neighbors,
    corrects: true,
    halved: false,
    form: None,
    look: Look { hue: 5, dash: &[4, 2] },
};

/// ζ_0, …, ζ_3.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    zeta: [f64; 4],
    form: SudaForm,
}

impl Spec {
    /// With ζ_0, …, ζ_3.
    pub fn new(zeta: [f64; 4]) -> Self {
        Self { zeta, form: SudaForm::canonical(zeta) }
    }

    fn read(fields: &Fields) -> Result<Self, DocumentError> {
        let [a, b, c, d] = [&ZETA_0, &ZETA_1, &ZETA_2, &ZETA_3].map(|parameter| fields.number(parameter));
        Ok(Self::new([a?, b?, c?, d?]))
    }
}

impl Scheme for Spec {
    fn start(&self, x: &[f64]) -> Box<dyn Method> {
        Box::new(Canonical::new(self.zeta, x))
    }

    fn recursion(&self) -> Option<Recursion<'_>> {
        Some(Recursion::Suda(&self.form))
    }
}

/// The running method.
#[derive(Clone, Debug)]
pub struct Canonical {
    zeta: [f64; 4],
    z: Vec<f64>,
    mixed_z: Vec<f64>,
    /// Whether `mixed_z` is W Z^k already.
    is_mixed: bool,
    /// Whether Y^k can be other than 0.
    has_begun: bool,
    y: Vec<f64>,
    mixed_y: Vec<f64>,
    /// Z^{k-1} where Y^k still lacks B_2 of it, since nothing before X^{k+1} takes W Z^{k-1}.
    late: Vec<f64>,
}

impl Canonical {
    /// Starts at `x`.
    pub fn new(zeta: [f64; 4], x: &[f64]) -> Self {
        let zeros = vec![0.0; x.len()];
        let (mixed_z, y, mixed_y) = (zeros.clone(), zeros.clone(), zeros);
        let z = x.to_vec();
        Self { zeta, z, mixed_z, is_mixed: false, has_begun: false, y, mixed_y, late: Vec::new() }
    }
}

impl Method for Canonical {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        let [zeta0, zeta1, zeta2, zeta3] = self.zeta;
        if !self.late.is_empty() {
            gossip.mix(&self.late, &mut self.mixed_y);
            for ((y, z), mixed) in self.y.iter_mut().zip(&self.late).zip(&self.mixed_y) {
                *y -= z - mixed;
            }
            self.late.clear();
        }
        // Another W may come next.
        let is_late = zeta1 == 0.0 && !self.is_mixed && !gossip.is_changing();
        if is_late {
            self.late.extend_from_slice(&self.z);
            self.mixed_z.copy_from_slice(&self.z);
        } else if !self.is_mixed {
            gossip.mix(&self.z, &mut self.mixed_z);
        }
        if zeta2 != 0.0 && self.has_begun {
            gossip.mix(&self.y, &mut self.mixed_y);
        }
        let ys = self.y.iter_mut().zip(&self.mixed_y);
        for ((((z, mixed_z), (y, mixed_y)), g), x) in
            self.z.iter_mut().zip(&self.mixed_z).zip(ys).zip(gradient).zip(&mut *x)
        {
            let dual = (zeta0 + zeta2) * *y - zeta2 * mixed_y;
            *y -= *z - mixed_z;
            *z = (1.0 - zeta1) * *z + zeta1 * mixed_z - alpha * g + dual;
            *x = *z;
        }
        self.has_begun = true;
        if zeta3 == 0.0 {
            return;
        }
        // The next iteration may have another W.
        self.is_mixed = !gossip.is_changing();
        gossip.mix(&self.z, &mut self.mixed_z);
        for (x, mixed) in x.iter_mut().zip(&self.mixed_z) {
            *x = (1.0 - zeta3) * *x + zeta3 * mixed;
        }
    }

    /// α c = B_1 Y^{k+1}, with Y^{k+1} = Y^k - B_2 Z^k.
    fn correction(&self, alpha: f64, _: &[f64], gossip: &mut Gossip) -> Option<Correction> {
        let [zeta0, _, zeta2, _] = self.zeta;
        let mut mixed = vec![0.0; self.z.len()];
        gossip.mix(&self.z, &mut mixed);
        let next: Vec<_> = self.y.iter().zip(&self.z).zip(&mixed).map(|((y, z), mixed)| y - (z - mixed)).collect();
        gossip.mix(&next, &mut mixed);
        let dual = next.iter().zip(&mixed).map(|(y, mixed)| ((zeta0 + zeta2) * y - zeta2 * mixed) / alpha);
        Some(Correction::plain(dual))
    }
}
