//! The eigenvalues of a combination matrix, and how fast it mixes.

use nalgebra::SymmetricEigen;

use crate::weights::CombinationMatrix;

/// Up to this many agents all eigenvalues are computed.
pub const DENSE_LIMIT: usize = 500;

/// The eigenvalues 1 = `λ_1` ≥ `λ_2` ≥ … ≥ `λ_n` of a combination matrix W.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    eigenvalues: Option<Vec<f64>>,
    second_largest: f64,
    smallest: f64,
}

impl Spectrum {
    /// The spectrum of `matrix`.
    pub fn of(matrix: &CombinationMatrix) -> Self {
        let values = SymmetricEigen::new(matrix.dense()).eigenvalues;
        let mut values: Vec<f64> = values.iter().copied().collect();
        values.sort_by(|a, b| b.total_cmp(a));
        Self {
            second_largest: values.get(1).copied().unwrap_or(0.0),
            smallest: values[values.len() - 1],
            eigenvalues: Some(values),
        }
    }

    /// All eigenvalues, descending; `None` beyond [`DENSE_LIMIT`] agents.
    pub fn eigenvalues(&self) -> Option<&[f64]> {
        self.eigenvalues.as_deref()
    }

    /// `λ_2`; 0 for one agent.
    pub fn second_largest(&self) -> f64 {
        self.second_largest
    }

    /// `λ_n`; 1 for one agent.
    pub fn smallest(&self) -> f64 {
        self.smallest
    }

    /// λ = `max_{i ≥ 2}` |`λ_i`|, the factor by which a gossip round shrinks disagreement at
    /// least; 0 for one agent.
    pub fn mixing_rate(&self) -> f64 {
        self.second_largest.abs().max(-self.smallest)
    }

    /// 1 - λ.
    pub fn spectral_gap(&self) -> f64 {
        1.0 - self.mixing_rate()
    }
}
