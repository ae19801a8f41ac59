//! What moves each agent: its own gradient, what it remembers, and its neighbours.

use nalgebra::{DMatrix, DVector};

use super::Engine;
use crate::gossip::Gossip;
use crate::linear_algebra::{least_norm_solution, product};
use crate::method::Correction;

/// The parts of the next move X^{k+1} - X^k of a method under exact gradients, which they add up to. Each n × d, row i = agent i,
/// in the unit of the iterates.
///
/// From eq. 9 as [`Correction`] writes it, X^{k+1} = A (C X^k - α_k (g^k - c^k)): the agent's own share of it is what W = I would
/// leave, -α_k (g_i^k - c_i^k). So at its limit an unbiased method has own + remembered = 0 and nothing from the neighbours,
/// while under DSGD own + neighbours = 0 where neither is.
#[derive(Clone, Debug, PartialEq)]
pub struct Pulls {
    /// -α_k ∇f_i(x_i^k).
    pub own: Vec<f64>,
    /// α_k c_i^k, what the method takes off the gradient, and of momentum what the earlier gradients add to it; 0 of methods
    /// without memory. Where only A c is known (`suda` and `abc`), c is the one of least norm.
    pub remembered: Vec<f64>,
    /// All else, which comes from the neighbours, or from the centre.
    pub neighbors: Vec<f64>,
}

impl Engine {
    /// The pulls on the agents of a method in a trial (by their places here), in the iteration that comes next: with its step
    /// size, its W_k and its messages. `None` if there is no such method or trial, or it was stopped.
    pub fn pulls(&self, method: usize, trial: usize) -> Option<Pulls> {
        let run = self.runs.get(method)?;
        if run.ends.get(trial)?.is_some() {
            return None;
        }
        let (experiment, problem) = (&self.experiment, self.experiment.problem());
        let spec = &experiment.methods[self.methods[method]];
        let (d, is_changing) = (problem.dimension(), experiment.network.changes.is_some());
        let alpha = run.step_size.at(self.iteration);
        let mixing = experiment.mixing_at(spec, self.iteration);
        let of_trial = |block: &[f64]| block.iter().skip(trial).step_by(self.trials).copied().collect::<Vec<_>>();

        let x = of_trial(&run.x);
        let mut own = vec![0.0; x.len()];
        for (agent, (x, gradient)) in x.chunks_exact(d).zip(own.chunks_exact_mut(d)).enumerate() {
            problem.gradient(agent, 1, x, gradient);
        }
        // The other trials see no gradient, and nothing is asked of them.
        let mut gradient = vec![0.0; run.x.len()];
        gradient.iter_mut().skip(trial).step_by(self.trials).zip(&own).for_each(|(all, g)| *all = *g);
        own.iter_mut().for_each(|pull| *pull *= -alpha);

        let observer = |width: usize| Gossip::new(mixing.clone(), is_changing, width);
        let mut remembered = vec![0.0; x.len()];
        if let Some(Correction { values, through }) =
            run.method.correction(alpha, &run.x, &mut observer(d * self.trials))
        {
            remembered = of_trial(&values);
            if let Some(a) = through {
                remembered = through_inverse(&a, &remembered, d, &mut observer(experiment.agents()));
            }
            remembered.iter_mut().for_each(|pull| *pull *= alpha);
        }
        if let Some(inertia) = run.method.inertia(&gradient) {
            remembered.iter_mut().zip(of_trial(&inertia)).for_each(|(pull, inertia)| *pull -= alpha * inertia);
        }

        let (mut next, mut gossip) = (run.x.clone(), run.gossip.clone());
        gossip.change(mixing);
        run.method.clone().step(alpha, &mut next, &gradient, &mut gossip);
        let terms = of_trial(&next).into_iter().zip(&x).zip(own.iter().zip(&remembered));
        let neighbors = terms.map(|((next, x), (own, remembered))| (next - x) - (own + remembered)).collect();
        Some(Pulls { own, remembered, neighbors })
    }
}

/// The c of least norm with A c = `values`, n × d, for A = Σ a_l W^l.
fn through_inverse(a: &[f64], values: &[f64], d: usize, gossip: &mut Gossip) -> Vec<f64> {
    let n = values.len() / d;
    let mut dense = DMatrix::zeros(n, n);
    gossip.polynomial(a, DMatrix::<f64>::identity(n, n).as_slice(), dense.as_mut_slice());
    // A may have negative eigenvalues; A² has none, and is symmetric as A is.
    let (square, right) = (product(&dense, &dense), product(&dense, &DMatrix::from_row_slice(n, d, values)));
    let columns: Vec<DVector<f64>> =
        right.column_iter().map(|column| least_norm_solution(&square, &column.into_owned())).collect();
    DMatrix::from_columns(&columns).transpose().as_slice().to_vec()
}
