//! The eigenvalues of a combination matrix, and how fast it mixes.
//!
//! Every step uses only + - × / and square roots, in a fixed order, so that the eigenvalues have
//! the same bits on every platform.

mod lanczos;
pub mod modes;

use crate::combination::CombinationMatrix;
use crate::gossip::eigenvalue_in_rounds;
use crate::linear_algebra::symmetric_eigenvalues;
use crate::statistics;

/// Up to this many agents all eigenvalues are computed.
pub const DENSE_LIMIT: usize = 500;

/// The eigenvalues `λ_1` = 1, of agreement, and `λ_2` ≥ … ≥ `λ_n` of a combination matrix W. Only negative
/// weights can make `λ_2` greater than 1.
///
/// Beyond [`DENSE_LIMIT`] agents only `λ_2` and `λ_n` are known, as the extreme Ritz values of a
/// Lanczos iteration of bounded length: the iteration approaches `λ_2` from below and `λ_n` from
/// above, and [`Self::residual`] says how close it came.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    /// `λ_2` and `λ_n`; 0 and 1 for one agent.
    extremes: [f64; 2],
    eigenvalues: Option<Vec<f64>>,
    residual: f64,
}

impl Spectrum {
    /// The spectrum of `matrix`. O(n³) for up to [`DENSE_LIMIT`] agents, else at most about 10⁹
    /// operations.
    pub fn of(matrix: &CombinationMatrix) -> Self {
        if matrix.agents() > DENSE_LIMIT {
            let [largest, smallest] = lanczos::extremes(matrix);
            let residual = largest.residual.max(smallest.residual);
            let second_largest = if matrix.parts().len() > 1 { largest.value.max(1.0) } else { largest.value };
            return Self { extremes: [second_largest, smallest.value], eigenvalues: None, residual };
        }
        let mut eigenvalues = symmetric_eigenvalues(matrix.dense());
        // The rows sum to 1, in each part of the network: as many eigenvalues are 1 exactly.
        let parts = matrix.parts().len();
        let off = |value: &f64| (value - 1.0).abs();
        let start = (0..=eigenvalues.len() - parts)
            .min_by(|&a, &b| {
                let worst = |from: usize| eigenvalues[from..from + parts].iter().map(off).fold(0.0, f64::max);
                worst(a).total_cmp(&worst(b))
            })
            .unwrap_or(0);
        eigenvalues[start..start + parts].fill(1.0);
        eigenvalues[..=start].rotate_right(1);
        let second_largest = eigenvalues.get(1).copied().unwrap_or(0.0);
        let smallest = eigenvalues[eigenvalues.len() - 1];
        Self { extremes: [second_largest, smallest], eigenvalues: Some(eigenvalues), residual: 0.0 }
    }

    /// The spectrum of (1 - θ) W + θ I, for θ in [0, 1).
    #[must_use]
    pub fn lazy(&self, theta: f64) -> Self {
        if self.eigenvalues.as_ref().is_some_and(|all| all.len() == 1) {
            return self.clone();
        }
        let lazy = |value: f64| (1.0 - theta) * value + theta;
        Self {
            extremes: self.extremes.map(lazy),
            eigenvalues: self.eigenvalues.as_ref().map(|all| all.iter().copied().map(lazy).collect()),
            residual: (1.0 - theta) * self.residual,
        }
    }

    /// The spectrum of W^r for r = `rounds` from 1 on, or of the accelerated polynomial of W of that
    /// degree (see [`Mixing`](crate::gossip::Mixing)). Where not all eigenvalues are known, its
    /// extremes are bounds.
    #[must_use]
    pub fn in_rounds(&self, rounds: u32, accelerated: bool) -> Self {
        if rounds <= 1 || self.eigenvalues.as_ref().is_some_and(|all| all.len() == 1) {
            return self.clone();
        }
        let rate = accelerated.then(|| self.mixing_rate());
        let of = |value: f64| eigenvalue_in_rounds(value, rounds, rate);
        if let Some(all) = &self.eigenvalues {
            let values: Vec<f64> = all[1..].iter().copied().map(of).collect();
            let descending = statistics::order(values.len(), &|a, b| values[b].total_cmp(&values[a]));
            let others: Vec<f64> = descending.into_iter().map(|place| values[place]).collect();
            let extremes = [others[0], others[others.len() - 1]];
            return Self { extremes, eigenvalues: Some([&[1.0], &others[..]].concat()), residual: self.residual };
        }
        let ends = self.extremes.map(of);
        let largest = ends[0].max(ends[1]);
        let smallest = if accelerated { -largest } else { ends[1] * f64::from(rounds % 2) };
        let extremes = [largest, smallest];
        Self { extremes, eigenvalues: None, residual: f64::from(rounds) * self.residual }
    }

    /// All eigenvalues, descending; `None` beyond [`DENSE_LIMIT`] agents.
    pub fn eigenvalues(&self) -> Option<&[f64]> {
        self.eigenvalues.as_deref()
    }

    /// `λ_2`; 0 for one agent.
    pub fn second_largest(&self) -> f64 {
        self.extremes[0]
    }

    /// `λ_n`; 1 for one agent.
    pub fn smallest(&self) -> f64 {
        self.extremes[1]
    }

    /// λ = `max_{i ≥ 2}` |`λ_i`|, the factor by which a gossip round at least shrinks disagreement;
    /// 0 for one agent.
    pub fn mixing_rate(&self) -> f64 {
        self.second_largest().abs().max(-self.smallest())
    }

    /// 1 - λ.
    pub fn spectral_gap(&self) -> f64 {
        1.0 - self.mixing_rate()
    }

    /// W has an eigenvalue at most this far from `λ_2` as given, and one at most this far from
    /// `λ_n`; 0 if all eigenvalues were computed.
    pub fn residual(&self) -> f64 {
        self.residual
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::Topology;
    use crate::weights::WeightRule;

    #[test]
    fn both_ways_agree_on_networks_of_middle_size() {
        let seed = Some(3);
        for topology in [
            Topology::Ring { agents: 60 },
            Topology::Path { agents: 61 },
            Topology::Grid { rows: 9, columns: 12 },
            Topology::BinaryTree { agents: 200 },
            Topology::Complete { agents: 30 },
            Topology::ErdosRenyi { agents: 300, probability: 0.05, seed },
            Topology::RandomGeometric { agents: 200, radius: 0.15, seed },
            Topology::WattsStrogatz { agents: 250, neighbors: 4, rewiring: 0.1, seed },
            Topology::BarabasiAlbert { agents: 300, attachments: 2, seed },
        ] {
            let graph = topology.graph(0, "").unwrap();
            for rule in [WeightRule::Metropolis, WeightRule::Laplacian { epsilon: 0.2 }] {
                let matrix = rule.matrix(&graph, "").unwrap();
                let eigenvalues = symmetric_eigenvalues(matrix.dense());
                let [largest, smallest] = lanczos::extremes(&matrix);
                for (found, expected) in [(largest, eigenvalues[1]), (smallest, eigenvalues[eigenvalues.len() - 1])] {
                    assert!(found.residual < 1e-8, "{topology:?}: {found:?}");
                    assert!((found.value - expected).abs() < 1e-12, "{topology:?}: {found:?} for {expected}");
                }
            }
        }
    }
}
