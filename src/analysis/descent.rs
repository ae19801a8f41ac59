//! Whether steps are far too large for costs of whose curvature nothing is known: by trying them.
//!
//! Steps that are small enough lower f. Where no L is known, as of a neural network with hidden layers, gradient descent
//! on f itself is tried, with all data in one place and without noise: a cost whose gradients are bounded does not let
//! it diverge, but leaves it far above its start.

use super::cures::{Cure, smaller};
use crate::experiment::Experiment;
use crate::finding::Fact;
use crate::method::{MethodSpec, Partner};
use crate::step_size::StepSize;

/// The most iterations that are tried, and the fewest that tell something.
const ITERATIONS: u64 = 100;
const LEAST: u64 = 20;
/// So many may lead up at first.
const FEW: u64 = 5;
/// As many times the cost at the start is too much: steps that are good in the end, or for agents that are apart, may lead
/// up for long.
const FAR: f64 = 7.0;
/// About the most multiplications in a try.
const WORK: u64 = 100_000_000;
/// The shares of the step size that are tried as cures.
const SHARES: [f64; 4] = [0.5, 0.1, 0.01, 0.001];

/// The step sizes and the momentum.
type Steps = (StepSize, f64);
/// The fact, and the share of the step sizes that keeps f lower.
type Rise = (Fact, Option<f64>);

/// For each method the fact that descent from the start by its step sizes has not lowered f, and a step size that keeps it
/// lower; `None` where it has, or where that is known or told otherwise. Each choice of step sizes and momentum is tried once.
pub(super) fn rises(experiment: &Experiment) -> Vec<Option<(Fact, Option<Cure>)>> {
    let is_known = experiment.curvature().is_some();
    // Functions of one's own are called by runs alone.
    let is_model = experiment.problem().classifier().is_some();
    let is_tried = !is_known && is_model && experiment.common_start;
    let mut tries: Vec<(Steps, Option<Rise>)> = Vec::new();
    let of_method = |(i, spec): (usize, &MethodSpec)| {
        if !is_tried || spec.scheme.partner() == Partner::None {
            return None;
        }
        let steps = (spec.step_size.unwrap_or(experiment.step_size), spec.momentum);
        if tries.iter().all(|(known, _)| *known != steps) {
            tries.push((steps, rise(experiment, steps)));
        }
        let (_, found) = tries.iter().find(|(known, _)| *known == steps)?;
        let (fact, share) = found.clone()?;
        let step_size = steps.0.at(0);
        Some((fact, share.map(|share| smaller(experiment, i, step_size, share * step_size))))
    };
    experiment.methods.iter().enumerate().map(of_method).collect()
}

/// What one choice of steps does to f, where it rises.
fn rise(experiment: &Experiment, steps: Steps) -> Option<Rise> {
    let [start, end] = attempt(experiment, steps, 1.0, |value, start| value > start)?;
    if end <= FAR * start {
        return None;
    }
    let keeps = |share: &f64| attempt(experiment, steps, *share, |value, start| value <= start).is_some();
    let share = SHARES.into_iter().find(keeps);
    Some((Fact::Rising { step_size: steps.0.at(0), start, end, iterations: iterations(experiment)? }, share))
}

/// How many iterations are tried; `None` where that is too much work, or the run is too short to tell.
fn iterations(experiment: &Experiment) -> Option<u64> {
    // A gradient takes about twice as much as a cost.
    let affordable = WORK.checked_div(3 * experiment.problem().value_work()).unwrap_or(0);
    Some(ITERATIONS.min(experiment.iterations).min(affordable)).filter(|&iterations| iterations >= LEAST)
}

/// f at the start and at the end of gradient descent by a share of the step sizes, with the momentum, where all
/// values after the first few are, beside that at the start, as they are wanted.
fn attempt(
    experiment: &Experiment,
    (step_size, momentum): Steps,
    share: f64,
    is_wanted: impl Fn(f64, f64) -> bool,
) -> Option<[f64; 2]> {
    let problem = experiment.problem();
    let value = |x: &[f64]| {
        let mut value = [0.0];
        problem.mean_value(1, x, &mut value);
        value[0]
    };
    let mut x = experiment.start()[..problem.dimension()].to_vec();
    let (mut gradient, mut average) = (x.clone(), vec![0.0; x.len()]);
    let (start, mut end) = (value(&x), 0.0);
    for k in 0..iterations(experiment)? {
        problem.mean_gradient(1, &x, &mut gradient);
        let alpha = share * step_size.at(k);
        for ((x, g), m) in x.iter_mut().zip(&gradient).zip(&mut average) {
            *m = momentum * *m + (1.0 - momentum) * g;
            *x -= alpha * *m;
        }
        end = value(&x);
        if k + 1 >= FEW && !is_wanted(end, start) {
            return None;
        }
    }
    Some([start, end])
}
