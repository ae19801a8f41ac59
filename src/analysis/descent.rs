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
/// About the most multiplications in a try.
const WORK: u64 = 100_000_000;
/// The shares of the step size that are tried as cures.
const SHARES: [f64; 4] = [0.5, 0.1, 0.01, 0.001];

/// For each method the fact that descent from the start by its step sizes has not lowered f, and a step size by which it
/// does; `None` where it has, or where that is known or told otherwise. Each choice of step sizes and momentum is tried once.
pub(super) fn rises(experiment: &Experiment) -> Vec<Option<(Fact, Option<Cure>)>> {
    let is_known = experiment.curvature().is_some();
    // Functions of one's own are called by runs alone.
    let is_model = experiment.problem().classifier().is_some();
    let is_tried = !is_known && is_model && experiment.common_start;
    let mut tries: Vec<((StepSize, f64), Option<(Fact, Option<f64>)>)> = Vec::new();
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

/// The fact of one choice of step sizes and momentum, and the share of them by which f falls.
fn rise(experiment: &Experiment, steps: (StepSize, f64)) -> Option<(Fact, Option<f64>)> {
    let Descent::Rises { start, end, iterations } = attempt(experiment, steps, 1.0) else { return None };
    let share = SHARES.into_iter().find(|&share| attempt(experiment, steps, share) == Descent::Falls);
    Some((Fact::Rising { step_size: steps.0.at(0), start, end, iterations }, share))
}

/// What a try shows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Descent {
    Falls,
    Rises { start: f64, end: f64, iterations: u64 },
    Unclear,
}

/// Gradient descent from the start by a share of the step sizes, with the momentum.
fn attempt(experiment: &Experiment, (step_size, momentum): (StepSize, f64), share: f64) -> Descent {
    let problem = experiment.problem();
    // A gradient takes about twice as much as a cost.
    let work = 3 * problem.value_work();
    let iterations = ITERATIONS.min(experiment.iterations).min(WORK.checked_div(work).unwrap_or(0));
    if iterations < LEAST {
        return Descent::Unclear;
    }
    let value = |x: &[f64]| {
        let mut value = [0.0];
        problem.mean_value(1, x, &mut value);
        value[0]
    };
    let mut x = experiment.start()[..problem.dimension()].to_vec();
    let (mut gradient, mut average) = (x.clone(), vec![0.0; x.len()]);
    let (start, mut end) = (value(&x), 0.0);
    for k in 0..iterations {
        problem.mean_gradient(1, &x, &mut gradient);
        let alpha = share * step_size.at(k);
        for ((x, g), m) in x.iter_mut().zip(&gradient).zip(&mut average) {
            *m = momentum * *m + (1.0 - momentum) * g;
            *x -= alpha * *m;
        }
        end = value(&x);
        if k + 1 >= FEW && end <= start {
            return Descent::Falls;
        }
    }
    Descent::Rises { start, end, iterations }
}
