//! Transient times: how many iterations a decentralised method takes until it does as well as
//! centralised SGD, and how that grows as the network's gap 1 - λ falls.
//!
//! For each K the step size is that of the corollary for K; the error after K iterations and that
//! of centralised SGD with the same step size, noise and data are then compared. The transient
//! time is the first K from which on their ratio stays within a factor.

use super::tables::Power;
use crate::statistics::{Line, fit_line};

/// The errors after K iterations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// K, positive.
    pub iterations: f64,
    /// The method's error.
    pub error: f64,
    /// Centralised SGD's.
    pub reference: f64,
}

/// A measured transient time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TransientTime {
    /// Within the factor from the first K on: the transient time is at most that K.
    AtMost(f64),
    /// Within the factor from here on.
    At(f64),
    /// Still outside at the last K: the transient time is more than that K.
    MoreThan(f64),
}

impl TransientTime {
    /// The transient time from errors at ascending K: where log-log interpolation between the last
    /// K outside the factor and the next one crosses the factor. `None` without comparisons. An
    /// error that is not finite is outside.
    pub fn measure(comparisons: &[Comparison], factor: f64) -> Option<Self> {
        let excess = |at: &Comparison| libm::log(at.error / at.reference / factor);
        let outside = |at: &Comparison| excess(at).is_nan() || excess(at) > 0.0;
        let (first, last) = (comparisons.first()?, comparisons.last()?);
        let Some(before) = comparisons.iter().rposition(outside) else {
            return Some(Self::AtMost(first.iterations));
        };
        let Some(after) = comparisons.get(before + 1) else {
            return Some(Self::MoreThan(last.iterations));
        };
        let before = &comparisons[before];
        let (high, low) = (excess(before), excess(after));
        if !(high.is_finite() && low.is_finite()) {
            return Some(Self::At(after.iterations));
        }
        let (from, to) = (libm::log(before.iterations), libm::log(after.iterations));
        Some(Self::At(libm::exp(from + high / (high - low) * (to - from))))
    }
}

/// The slope of ln(transient time) against ln(1/(1 - λ)) over networks given as (1 - λ, time), with
/// its 95 % interval. Only times that were reached within the measured K count; `None` if there
/// are not two different gaps among them.
pub fn slope(times: &[(f64, TransientTime)]) -> Option<Line> {
    let point = |&(gap, time): &(f64, TransientTime)| match time {
        TransientTime::At(iterations) => Some((-libm::log(gap), libm::log(iterations))),
        _ => None,
    };
    fit_line(&times.iter().filter_map(point).collect::<Vec<_>>())
}

/// The slope of the theory as 1 - λ → 0 with n fixed: the largest power of 1/(1 - λ).
pub fn theory_slope(orders: &[Power]) -> f64 {
    orders.iter().map(|order| order.gap).fold(0.0, f64::max)
}
