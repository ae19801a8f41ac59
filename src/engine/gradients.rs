//! The gradients that the engine hands to the methods, for whoever keeps a loop of his own.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::experiment::Experiment;
use crate::oracle::{self, Noise};
use crate::random;

/// The stochastic gradients of one trial, iteration by iteration: to the last bit those of an engine that runs it.
#[derive(Clone, Debug)]
pub struct Gradients {
    experiment: Arc<Experiment>,
    trial: u64,
    streams: Vec<Xoshiro256PlusPlus>,
    /// How many iterations' draws have been taken from the streams; the last of them are these.
    drawn: u64,
    /// n × d.
    noise: Vec<f64>,
    batches: Vec<Vec<usize>>,
}

impl Gradients {
    /// Those of a trial, from iteration 0 on.
    pub fn new(experiment: Arc<Experiment>, trial: u64) -> Self {
        let mut gradients =
            Self { experiment, trial, streams: Vec::new(), drawn: 0, noise: Vec::new(), batches: Vec::new() };
        gradients.rewind();
        gradients
    }

    fn rewind(&mut self) {
        let Experiment { noise, seed, .. } = *self.experiment;
        self.streams = noise.streams(seed, self.experiment.agents(), &(self.trial..self.trial + 1));
        self.drawn = 0;
    }

    /// Writes the gradients of iteration `k`, which makes X^{k+1}, at `x` to `out`, both n × d. Later iterations draw what
    /// lies between, earlier ones all from the beginning.
    pub fn at(&mut self, k: u64, x: &[f64], out: &mut [f64]) {
        if k + 1 < self.drawn {
            self.rewind();
        }
        while self.drawn <= k {
            self.draw();
        }
        let problem = self.experiment.problem();
        if matches!(self.experiment.noise, Noise::Minibatch { .. }) {
            let rows = x.chunks_exact(problem.dimension()).zip(out.chunks_exact_mut(problem.dimension()));
            for (agent, ((x, out), batch)) in rows.zip(&self.batches).enumerate() {
                problem.batch_gradient(agent, batch, 1, x, out);
            }
            return;
        }
        self.experiment.exact_gradients(x, out);
        out.iter_mut().zip(&self.noise).for_each(|(gradient, noise)| *gradient += noise);
    }

    /// Takes the next iteration's draws from the streams.
    fn draw(&mut self) {
        let problem = self.experiment.problem();
        self.drawn += 1;
        match self.experiment.noise {
            Noise::None => {}
            Noise::Gaussian { variance } => {
                let deviation = variance.sqrt();
                self.noise.resize(problem.agents() * problem.dimension(), 0.0);
                for (stream, noise) in self.streams.iter_mut().zip(self.noise.chunks_exact_mut(problem.dimension())) {
                    random::fill_standard_normal(stream, noise);
                    noise.iter_mut().for_each(|noise| *noise *= deviation);
                }
            }
            Noise::Minibatch { batch } => {
                let of = |(agent, stream)| {
                    problem.samples(agent).map_or_else(Vec::new, |samples| oracle::draw_batch(stream, samples, batch))
                };
                self.batches = self.streams.iter_mut().enumerate().map(of).collect();
            }
        }
    }
}
