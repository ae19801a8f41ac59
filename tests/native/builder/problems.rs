//! Problems as programs may write them: with no more than must be, or with what is known besides.

use suda::problem::{Optimum, Problem, optimum};

pub const TARGETS: [[f64; 2]; 4] = [[1.0, 0.0], [0.0, 2.0], [-3.0, 1.0], [2.0, 5.0]];

/// f_i(x) = ½ ‖x - t_i‖² in two unknowns, of which no more is told than must be.
#[derive(Debug)]
pub struct Pulls(pub Vec<[f64; 2]>);

impl Problem for Pulls {
    fn agents(&self) -> usize {
        self.0.len()
    }

    fn dimension(&self) -> usize {
        2
    }

    fn gradient(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        for (place, (out, x)) in out.iter_mut().zip(x).enumerate() {
            *out = x - self.0[agent][place / lanes];
        }
    }

    fn value(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        for (lane, out) in out.iter_mut().enumerate() {
            *out = (0..2).map(|j| 0.5 * (x[j * lanes + lane] - self.0[agent][j]).powi(2)).sum();
        }
    }
}

/// The costs of [`Pulls`] times a factor, with f* and Hessians.
#[derive(Debug)]
pub struct Known(pub Pulls, pub f64);

impl Problem for Known {
    fn agents(&self) -> usize {
        self.0.agents()
    }

    fn dimension(&self) -> usize {
        2
    }

    fn gradient(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        self.0.gradient(agent, lanes, x, out);
        out.iter_mut().for_each(|out| *out *= self.1);
    }

    fn value(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        self.0.value(agent, lanes, x, out);
        out.iter_mut().for_each(|out| *out *= self.1);
    }

    fn hessian(&self, _: usize, _: &[f64]) -> Option<Vec<f64>> {
        Some(vec![self.1, 0.0, 0.0, self.1])
    }

    fn optimum(&self, tell: &mut dyn FnMut(f64)) -> Option<Optimum> {
        Some(optimum::minimize(self, tell))
    }

    fn is_convex(&self) -> bool {
        true
    }
}

/// Tells its samples, and nothing of batches.
#[derive(Debug)]
pub struct Sampled(pub Pulls);

impl Problem for Sampled {
    fn agents(&self) -> usize {
        self.0.agents()
    }

    fn dimension(&self) -> usize {
        2
    }

    fn samples(&self, _agent: usize) -> Option<usize> {
        Some(5)
    }

    fn gradient(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        self.0.gradient(agent, lanes, x, out);
    }

    fn value(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        self.0.value(agent, lanes, x, out);
    }
}
