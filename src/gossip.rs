//! What a method may do over the network, and what it costs.
//!
//! A method sees the combination matrix only through [`Gossip`], so that no method can forget
//! to count its communication.

use std::sync::Arc;

use crate::combination::CombinationMatrix;

/// The network as one method sees it; counts gossip rounds and the vectors sent.
///
/// A block holds one row of `width` numbers (coordinates × trials) for each agent.
#[derive(Debug)]
pub struct Gossip {
    matrix: Arc<CombinationMatrix>,
    width: usize,
    rounds: u64,
    vectors: u64,
    /// The two counts at the start of the current iteration.
    before: [u64; 2],
    scratch: Vec<f64>,
}

impl Gossip {
    /// Gossip with `matrix` on blocks of that width.
    pub fn new(matrix: Arc<CombinationMatrix>, width: usize) -> Self {
        Self { matrix, width, rounds: 0, vectors: 0, before: [0; 2], scratch: Vec::new() }
    }

    /// Communication rounds so far.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// d-vectors sent so far in one trial, over all links: a gossip round sends one each way over
    /// each edge; an average one from each agent to a centre and one back.
    pub fn vectors(&self) -> u64 {
        self.vectors
    }

    /// Begins an iteration.
    pub fn begin(&mut self) {
        self.before = [self.rounds, self.vectors];
    }

    /// Counts an iteration like the last one, without doing it: a method costs the same in every
    /// iteration, and its count must not depend on which of its trials were stopped.
    pub fn count_again(&mut self) {
        let [rounds, vectors] = self.before;
        self.begin();
        self.rounds += self.rounds - rounds;
        self.vectors += self.vectors - vectors;
    }

    /// One gossip round: `out` = W `x`.
    pub fn mix(&mut self, x: &[f64], out: &mut [f64]) {
        self.rounds += 1;
        self.vectors += self.matrix.links() as u64;
        self.matrix.mix(self.width, x, out);
    }

    /// `out` = (Σ_l coefficients\[l\] W^l) `x` by Horner's rule: one gossip round a degree.
    pub fn polynomial(&mut self, coefficients: &[f64], x: &[f64], out: &mut [f64]) {
        let degree = coefficients.iter().rposition(|&c| c != 0.0).unwrap_or(0);
        for (out, x) in out.iter_mut().zip(x) {
            *out = coefficients[degree] * x;
        }
        let mut mixed = std::mem::take(&mut self.scratch);
        mixed.resize(x.len(), 0.0);
        for &coefficient in coefficients[..degree].iter().rev() {
            self.mix(out, &mut mixed);
            for ((out, mixed), x) in out.iter_mut().zip(&mixed).zip(x) {
                *out = coefficient * x + mixed;
            }
        }
        self.scratch = mixed;
    }

    /// One exchange with a centre: every row of `out` is the mean of the rows of `x`.
    pub fn average(&mut self, x: &[f64], out: &mut [f64]) {
        let agents = self.matrix.agents();
        self.rounds += 1;
        self.vectors += 2 * agents as u64;
        let (first, others) = out.split_at_mut(self.width);
        first.fill(0.0);
        for row in x.chunks_exact(self.width) {
            for (sum, x) in first.iter_mut().zip(row) {
                *sum += x;
            }
        }
        first.iter_mut().for_each(|sum| *sum /= agents as f64);
        for row in others.chunks_exact_mut(self.width) {
            row.copy_from_slice(first);
        }
    }
}
