//! The modes of gossip: patterns over the agents that a gossip round only scales, each by an eigenvalue of W.
//!
//! A multiple eigenvalue has no preferred eigenvector, so a mode is a whole eigenspace. The pattern shown is the
//! projection of one agent's unit vector, of the agent for which it is longest; the part of the iterates that lies in
//! the mode does not depend on this choice.

use nalgebra::DMatrix;
use serde::Serialize;

use super::Spectrum;
use crate::combination::CombinationMatrix;
use crate::linear_algebra::symmetric_eigenvectors;
use crate::statistics;

/// The most agents for which modes are computed.
pub const MODES_LIMIT: usize = 200;
/// Eigenvalues closer than this are one.
const EQUAL: f64 = 1e-9;

/// An eigenspace of W, apart from agreement.
#[derive(Clone, Debug, PartialEq)]
struct Space {
    eigenvalue: f64,
    /// Orthonormal.
    basis: Vec<Vec<f64>>,
    /// A vector of norm 1 in it.
    pattern: Vec<f64>,
}

/// The eigenspaces of W apart from agreement, by descending eigenvalue.
#[derive(Clone, Debug, PartialEq)]
pub struct Modes(Vec<Space>);

/// A mode, as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct NetworkMode {
    /// The eigenvalue of W.
    pub eigenvalue: f64,
    /// How many independent patterns it has.
    pub multiplicity: usize,
    /// One of them, an entry for each agent, of norm 1; the first entry of the greatest magnitude is positive.
    pub pattern: Vec<f64>,
}

impl Modes {
    /// The modes of `matrix`, whose eigenvalues are those of `spectrum`; `None` beyond [`MODES_LIMIT`] agents.
    pub(crate) fn of(matrix: &CombinationMatrix, spectrum: &Spectrum) -> Option<Self> {
        let n = matrix.agents();
        if n > MODES_LIMIT {
            return None;
        }
        // Without agreement, whose eigenvalue is put out of the way of all others.
        let away = 4.0 + spectrum.mixing_rate();
        let agreement = DMatrix::from_element(n, n, (away - 1.0) / n as f64);
        let (values, vectors) = symmetric_eigenvectors(matrix.dense() + agreement);
        let order = statistics::order(n, &|a, b| values[b].total_cmp(&values[a]));
        let mut spaces: Vec<Space> = Vec::new();
        for &place in &order[1..] {
            let (value, vector) = (values[place], vectors.column(place).iter().copied().collect());
            match spaces.last_mut() {
                Some(space) if (space.eigenvalue - value).abs() < EQUAL => space.basis.push(vector),
                _ => spaces.push(Space { eigenvalue: value, basis: vec![vector], pattern: Vec::new() }),
            }
        }
        for space in &mut spaces {
            space.pattern = pattern(&space.basis);
        }
        Some(Self(spaces))
    }

    /// All of them.
    pub fn list(&self) -> impl Iterator<Item = NetworkMode> {
        self.0.iter().map(|space| NetworkMode {
            eigenvalue: space.eigenvalue,
            multiplicity: space.basis.len(),
            pattern: space.pattern.clone(),
        })
    }

    /// How much of (1/n) Σ ‖`x_i` - x̄‖² lies in each mode, for iterates n × d; the shares add up to it.
    pub fn shares(&self, x: &[f64], dimension: usize) -> Vec<f64> {
        let of_vector = |vector: &Vec<f64>| {
            let mut sums = vec![0.0; dimension];
            for (row, weight) in x.chunks_exact(dimension).zip(vector) {
                // From where the first agent is, which changes nothing but rounding: all at one point are in no mode.
                sums.iter_mut().zip(row).zip(x).for_each(|((sum, x), first)| *sum += weight * (x - first));
            }
            sums.iter().map(|sum| sum * sum).sum::<f64>() / vector.len() as f64
        };
        self.0.iter().map(|space| space.basis.iter().map(of_vector).sum()).collect()
    }
}

/// The longest projection of an agent's unit vector on the space, the first of equals.
fn pattern(basis: &[Vec<f64>]) -> Vec<f64> {
    let agents = basis[0].len();
    let held = |agent: usize| basis.iter().map(|vector| vector[agent] * vector[agent]).sum::<f64>();
    let mut agent = 0;
    for other in 1..agents {
        if held(other) > held(agent) * (1.0 + EQUAL) {
            agent = other;
        }
    }
    let norm = held(agent).sqrt();
    (0..agents).map(|i| basis.iter().map(|vector| vector[agent] * vector[i]).sum::<f64>() / norm).collect()
}
