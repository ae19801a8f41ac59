//! The samples of all agents.

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
        let [features_of, responses_of] = [(); 2].map(|()| vec![Vec::new(); agents]);
        let mut samples = Self { dimension, features: features_of, responses: responses_of, names: Vec::new() };
        for ((row, &response), &agent) in features.chunks_exact(dimension).zip(responses).zip(agent_of_row) {
            samples.features[agent].extend_from_slice(row);
            samples.responses[agent].push(response);
        }
        samples
    }
}
