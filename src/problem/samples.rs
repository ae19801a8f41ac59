//! The samples of all agents, and those that are held out.

use crate::random::{self, Purpose};

/// The samples of all agents: mᵢ ≥ 1 of agent i, each with d features and one response.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// d.
    pub dimension: usize,
    /// For each agent its features, mᵢ × d row-major.
    pub features: Vec<Vec<f64>>,
    /// For each agent its mᵢ labels, each -1 or +1 or the number of a class, or its mᵢ targets.
    pub responses: Vec<Vec<f64>>,
    /// The classes' names, in ascending order of their labels; none where they have no other name.
    pub names: Vec<String>,
    /// The rows that no agent has.
    pub held_out: HeldOut,
}

/// Rows that no agent has, on which models are tested; none for most data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeldOut {
    /// Their features, rows × d.
    pub features: Vec<f64>,
    /// Their labels or targets.
    pub responses: Vec<f64>,
}

impl HeldOut {
    /// The places, ascending, of that share of `rows` rows, drawn from the streams of `seed`: at least one.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a number of rows")]
    pub(super) fn draw(share: f64, rows: usize, seed: u64) -> Vec<usize> {
        let mut places: Vec<_> = (0..rows).collect();
        random::shuffle(&mut random::stream(seed, Purpose::Data, u64::MAX, 4), &mut places);
        places.truncate(((share * rows as f64).round() as usize).max(1));
        places.sort_unstable();
        places
    }
}

/// Appends a feature that is 1 to rows of d features.
fn append_constant(features: &mut Vec<f64>, d: usize) {
    *features = features.chunks_exact(d).flat_map(|row| row.iter().copied().chain([1.0])).collect();
}

impl Samples {
    /// Shares out rows (features row-major, and responses): each to the agent that is named for it.
    pub(super) fn shared_out(
        dimension: usize,
        features: &[f64],
        responses: &[f64],
        agent_of_row: &[usize],
        agents: usize,
    ) -> Self {
        let mut counts = vec![0; agents];
        agent_of_row.iter().for_each(|&agent| counts[agent] += 1);
        let reserved = |each: usize| counts.iter().map(|count| Vec::with_capacity(count * each)).collect();
        let mut samples = Self { dimension, features: reserved(dimension), responses: reserved(1), ..Self::default() };
        for ((row, &response), &agent) in features.chunks_exact(dimension).zip(responses).zip(agent_of_row) {
            samples.features[agent].extend_from_slice(row);
            samples.responses[agent].push(response);
        }
        samples
    }

    /// Appends a feature that is 1 to all rows.
    pub(super) fn append_constant(&mut self) {
        for features in self.features.iter_mut().chain([&mut self.held_out.features]) {
            append_constant(features, self.dimension);
        }
        self.dimension += 1;
    }
}
