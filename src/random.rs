//! Seeded random streams, the same on every platform.
//!
//! Every random number comes from a stream that is addressed by the experiment's seed, a
//! [`Purpose`] and two numbers (for example trial and agent). No stream depends on how many
//! numbers another one gave, so results do not depend on the order of the work, nor on how
//! trials are spread over workers.
//!
//! The address is the key of a ChaCha8 generator; long streams are Xoshiro256++ generators
//! whose state is drawn from it. Both are portable by definition.

mod dirichlet;
mod normal;

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) use dirichlet::fill_dirichlet;
pub(crate) use normal::fill_standard_normal;

/// The purpose of a stream. The numbers are part of the meaning of a seed: never change them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// The edges of a random graph; addressed by the attempt.
    Graph = 1,
    /// The data of a problem; addressed by the agent.
    Data = 2,
    /// Gradient noise; addressed by trial and agent.
    Noise = 3,
    /// A random start; addressed by the agent.
    Start = 4,
    /// The matrices of a network that changes; addressed by the iteration, and 0 for the run's own.
    Changes = 5,
    /// How long agents compute on a simulated clock; addressed by trial and iteration.
    Compute = 6,
}

/// A stream for programs that make data or starts of their own.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream (`seed`, `purpose`, `first`, `second`): the one of which the engine draws at that address.
    pub fn new(seed: u64, purpose: Purpose, first: u64, second: u64) -> Self {
        Self(stream(seed, purpose, first, second))
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.random()
    }

    /// A number of [0, 1), uniformly distributed: a multiple of 2⁻⁵³.
    pub fn uniform(&mut self) -> f64 {
        self.0.random()
    }

    /// Fills `out` with independent standard normal variates.
    pub fn fill_standard_normal(&mut self, out: &mut [f64]) {
        fill_standard_normal(&mut self.0, out);
    }
}

/// The generator of the stream (`seed`, `purpose`, `first`, `second`).
pub(crate) fn stream(seed: u64, purpose: Purpose, first: u64, second: u64) -> Xoshiro256PlusPlus {
    let mut key = [0; 32];
    for (bytes, word) in key.chunks_exact_mut(8).zip([seed, purpose as u64, first, second]) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Xoshiro256PlusPlus::from_rng(&mut ChaCha8Rng::from_seed(key))
}

/// Puts the items into a random order (Fisher and Yates).
pub(crate) fn shuffle<T>(rng: &mut impl RngExt, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        let other = rng.random_range(0..=last as u64);
        items.swap(last, usize::try_from(other).unwrap_or(last));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_pinned() {
        let mut rng = stream(20_211_014, Purpose::Noise, 3, 5);
        let first: u64 = rng.random();
        let mut again = stream(20_211_014, Purpose::Noise, 3, 5);
        assert_eq!(first, again.random::<u64>());
        for other in [
            stream(20_211_015, Purpose::Noise, 3, 5),
            stream(20_211_014, Purpose::Data, 3, 5),
            stream(20_211_014, Purpose::Noise, 5, 3),
        ] {
            let mut other = other;
            assert_ne!(first, other.random::<u64>());
        }
    }

    #[test]
    fn normal_variates_have_the_normal_moments() {
        let mut values = vec![0.0; 200_001];
        fill_standard_normal(&mut stream(1, Purpose::Data, 0, 0), &mut values);
        let n = values.len() as f64;
        let moment = |p: i32| values.iter().map(|v| v.powi(p)).sum::<f64>() / n;
        // Five standard deviations of each sample moment.
        let margin = 5.0 / n.sqrt();
        assert!(moment(1).abs() < margin);
        assert!((moment(2) - 1.0).abs() < margin * 2f64.sqrt());
        assert!(moment(3).abs() < margin * 15f64.sqrt());
        assert!((moment(4) - 3.0).abs() < margin * 96f64.sqrt());
    }
}
