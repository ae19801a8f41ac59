//! Gradient tracking: each agent also tracks the mean gradient in s.
//!
//! | variant | X^{k+1} | s^{k+1} | s^0 |
//! |---|---|---|---|
//! | `atc` | W (X^k - α_k s^k) | W̄ (s^k + g^{k+1} - g^k) | W̄ g^0 |
//! | `nonAtc` | W X^k - α_k s^k | W̄ s^k + g^{k+1} - g^k | g^0 |
//! | `semiAtcIterate` | W (X^k - α_k s^k) | W̄ s^k + g^{k+1} - g^k | g^0 |
//! | `semiAtcTracker` | W X^k - α_k s^k | W̄ (s^k + g^{k+1} - g^k) | W̄ g^0 |
//!
//! W̄ = (1-θ) W + θ I with `trackerLaziness` θ. Paper, eqs. 7 and 8, and
//! App. A; SUDA with B² = (I-W̄)(I-W) and (A, C) = (W̄W, I), (I, W̄W), (W, W̄), (W̄, W). Stable
//! when |λ_i(W)| < 1. Xu et al. (2015); Qu and Li (2017); Nedić et al. (2017); Di Lorenzo and
//! Scutari (2016).

use std::sync::Arc;

use super::{Correction, Look, Method, MethodEntry, Partner, Scheme};
use crate::compression::{COMPRESSION, CONSENSUS_STEP};
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};
use crate::gossip::Gossip;
use crate::theory::variance::Recursion;
use crate::theory::{TrackingVariant, known};

const VARIANT: Parameter = Parameter::plain(
    "variant",
    Domain::Choice { options: &["atc", "nonAtc", "semiAtcIterate", "semiAtcTracker"] },
    false,
    "which of the two updates mixes after adapting: both, none, the iterate's, or the tracker's",
);
const TRACKER_LAZINESS: Parameter = Parameter::with_default(
    "trackerLaziness",
    Domain::below(0.0, 1.0),
    0.0,
    "θ of the tracker's own matrix (1 − θ) W + θ I",
);

/// The catalog's entry.
pub const ENTRY: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "gradientTracking",
        title: "Gradient tracking",
        about: "Each agent also tracks the mean gradient, at the price of a second gossip round in each iteration",
        source: "Alghunaim and Yuan, eqs. 7 and 8, App. A; Xu et al. (2015); Qu and Li (2017)",
        parameters: &[VARIANT, TRACKER_LAZINESS, COMPRESSION, CONSENSUS_STEP],
    },
    read: |fields| Ok(Arc::new(Spec::read(fields)?)),
    communication: Partner::Neighbors,
    corrects: true,
    halved: false,
    form: Some(known::ATC_TRACKING),
    look: Look { hue: 3, dash: &[3, 3] },
};

/// The variant and θ of W̄.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// Which updates mix after adapting.
    pub variant: TrackingVariant,
    /// θ of W̄.
    pub tracker_laziness: f64,
}

impl Spec {
    /// Reads the variant and the tracker's laziness.
    pub fn read(fields: &Fields) -> Result<Self, DocumentError> {
        let variant = match fields.choice(&VARIANT)? {
            "atc" => TrackingVariant::Atc,
            "nonAtc" => TrackingVariant::NonAtc,
            "semiAtcIterate" => TrackingVariant::SemiAtcIterate,
            _ => TrackingVariant::SemiAtcTracker,
        };
        Ok(Self { variant, tracker_laziness: fields.number(&TRACKER_LAZINESS)? })
    }
}

impl Scheme for Spec {
    fn start(&self, x: &[f64]) -> Box<dyn Method> {
        Box::new(GradientTracking::new(*self, x))
    }

    fn recursion(&self) -> Option<Recursion<'_>> {
        Some(Recursion::Tracking { variant: self.variant, tracker_laziness: self.tracker_laziness })
    }
}

/// The running method.
#[derive(Clone, Debug)]
pub struct GradientTracking {
    spec: Spec,
    /// s^{k-1}, and 0 at first.
    tracker: Vec<f64>,
    /// Whether s^{k-1} can be other than 0.
    has_begun: bool,
    /// g^{k-1}, and 0 at first: then s^0 comes out as the table says.
    gradient: Vec<f64>,
    buffer: Vec<f64>,
}

impl GradientTracking {
    /// Starts at `x`.
    pub fn new(spec: Spec, x: &[f64]) -> Self {
        let zeros = vec![0.0; x.len()];
        Self { spec, tracker: zeros.clone(), has_begun: false, gradient: zeros.clone(), buffer: zeros }
    }

    fn add_gradient_change(to: &mut [f64], new: &[f64], old: &[f64]) {
        for ((to, new), old) in to.iter_mut().zip(new).zip(old) {
            *to += new - old;
        }
    }

    /// `tracker` ← W̄ `tracker`.
    fn mix_tracker(&mut self, gossip: &mut Gossip) {
        gossip.mix_second(&self.tracker, &mut self.buffer);
        let theta = self.spec.tracker_laziness;
        if theta == 0.0 {
            std::mem::swap(&mut self.tracker, &mut self.buffer);
        } else {
            for (tracker, mixed) in self.tracker.iter_mut().zip(&self.buffer) {
                *tracker = (1.0 - theta) * mixed + theta * *tracker;
            }
        }
    }
}

impl Method for GradientTracking {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        let variant = self.spec.variant;
        if matches!(variant, TrackingVariant::Atc | TrackingVariant::SemiAtcTracker) {
            Self::add_gradient_change(&mut self.tracker, gradient, &self.gradient);
            self.mix_tracker(gossip);
        } else {
            if self.has_begun {
                self.mix_tracker(gossip);
            }
            Self::add_gradient_change(&mut self.tracker, gradient, &self.gradient);
        }
        self.has_begun = true;
        self.gradient.copy_from_slice(gradient);
        if matches!(variant, TrackingVariant::Atc | TrackingVariant::SemiAtcIterate) {
            for ((moved, x), s) in self.buffer.iter_mut().zip(&*x).zip(&self.tracker) {
                *moved = x - alpha * s;
            }
            gossip.mix(&self.buffer, x);
        } else {
            gossip.mix(x, &mut self.buffer);
            for ((x, mixed), s) in x.iter_mut().zip(&self.buffer).zip(&self.tracker) {
                *x = mixed - alpha * s;
            }
        }
    }

    /// c = g^{k-1} - s^{k-1}.
    fn correction(&self, _: f64, _: &[f64], _: &mut Gossip) -> Option<Correction> {
        Some(Correction::plain(self.gradient.iter().zip(&self.tracker).map(|(g, s)| g - s)))
    }
}
