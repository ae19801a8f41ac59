//! The correction a method has learnt for each agent's gradient, beside the correction it should learn.

use super::Engine;
use super::measure::column_means;
use crate::gossip::Gossip;

/// The greatest share of the corrections that rounding may make up.
const NOISE: f64 = 1e-3;

/// The corrections of all agents, n × d, row i = agent i.
#[derive(Clone, Debug, PartialEq)]
pub struct Corrections {
    /// c, what the method takes off agent i's gradient in the next iteration; of gradient tracking, in the last one.
    pub learnt: Vec<f64>,
    /// ∇f_i(x_i) - (1/n) Σ ∇f_j(x_j), exact: the limit of c_i.
    pub wanted: Vec<f64>,
    /// Whether both are multiplied by the method's A, as A c.
    pub through_a: bool,
}

impl Engine {
    /// The corrections of a method in a trial (by their places here); `None` for a method that corrects nothing, for
    /// a trial that was stopped, and where the step size is so small that only rounding would be told.
    pub fn corrections(&self, method: usize, trial: usize) -> Option<Corrections> {
        let run = self.runs.get(method)?;
        if run.ends.get(trial)?.is_some() {
            return None;
        }
        let (experiment, problem) = (&self.experiment, self.experiment.problem());
        let (d, is_changing) = (problem.dimension(), experiment.network.changes.is_some());
        // An observer's mixing is not communication.
        let spec = &experiment.methods[self.methods[method]];
        let gossip = |width: usize| {
            let mixing = experiment.mixing_at(spec, self.iteration);
            Gossip::new(mixing, is_changing, width).compressed(spec.messages, 1)
        };
        let alpha = run.step_size.at(self.iteration);
        let correction = run.method.correction(alpha, &run.x, &mut gossip(d * self.trials))?;
        let learnt: Vec<f64> = correction.values.iter().skip(trial).step_by(self.trials).copied().collect();
        let x = self.iterates(method, trial)?;
        let mut wanted = vec![0.0; x.len()];
        for (agent, (x, gradient)) in x.chunks_exact(d).zip(wanted.chunks_exact_mut(d)).enumerate() {
            problem.gradient(agent, 1, x, gradient);
        }
        let mean = column_means(&wanted, d);
        for row in wanted.chunks_exact_mut(d) {
            row.iter_mut().zip(&mean).for_each(|(gradient, mean)| *gradient -= mean);
        }
        // What is learnt is α c, of iterates that are rounded.
        let greatest = |values: &[f64]| values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let rounding = f64::EPSILON * greatest(&x) / alpha;
        // False for NaN.
        if !(rounding <= NOISE * greatest(&wanted) || rounding <= f64::EPSILON.sqrt()) {
            return None;
        }
        let through_a = correction.through.is_some();
        if let Some(a) = correction.through {
            let plain = wanted.clone();
            gossip(d).polynomial(&a, &plain, &mut wanted);
        }
        Some(Corrections { learnt, wanted, through_a })
    }
}
