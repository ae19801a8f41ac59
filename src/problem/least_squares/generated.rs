//! Generated data: features h = Λ^{1/2} g with g ~ N(0, I) and Λ = diag(κ^{-j/(d-1)}), so that
//! the expected Hessian has condition number κ; targets t = h'x_i* with x_i* = x* + v_i,
//! v_i ~ N(0, σ_h² I), x* ~ N(0, I). With a common Hessian the features of each agent are
//! rotated and scaled samples with (1/m) Σ h h' = Λ exactly, the same for all agents.

use crate::linear_algebra::dot;
use crate::random::{self, Purpose};

/// What to generate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Generated {
    /// d.
    pub dimension: usize,
    /// Samples of each agent; at least d for a common Hessian.
    pub samples: usize,
    /// σ_h².
    pub heterogeneity: f64,
    /// κ.
    pub condition: f64,
    /// Whether all agents have the same Hessian.
    pub common: bool,
}

impl Generated {
    /// The diagonal of Λ.
    pub fn spectrum(&self) -> Vec<f64> {
        let d = self.dimension;
        let exponent = |j: usize| if d == 1 { 0.0 } else { j as f64 / (d - 1) as f64 };
        (0..d).map(|j| libm::pow(self.condition, -exponent(j))).collect()
    }

    /// The features (samples × d) and the targets of each of the agents, one at a time.
    pub fn agents(self, seed: u64, agents: usize) -> impl ExactSizeIterator<Item = (Vec<f64>, Vec<f64>)> {
        let Self { dimension: d, samples, heterogeneity, common, .. } = self;
        let spectrum = self.spectrum();
        let mut center = vec![0.0; d];
        random::fill_standard_normal(&mut random::stream(seed, Purpose::Data, u64::MAX, 0), &mut center);
        (0..agents).map(move |agent| {
            let mut rng = random::stream(seed, Purpose::Data, agent as u64, 0);
            let mut solution = vec![0.0; d];
            random::fill_standard_normal(&mut rng, &mut solution);
            for (x, center) in solution.iter_mut().zip(&center) {
                *x = center + heterogeneity.sqrt() * *x;
            }
            let mut features = vec![0.0; samples * d];
            random::fill_standard_normal(&mut rng, &mut features);
            if common {
                orthonormalize(&mut features, d);
            }
            for row in features.chunks_exact_mut(d) {
                for (h, scale) in row.iter_mut().zip(&spectrum) {
                    *h *= scale.sqrt();
                }
            }
            let targets = features.chunks_exact(d).map(|row| dot(row, &solution)).collect();
            (features, targets)
        })
    }
}

/// Makes the columns of the samples × d matrix orthogonal with squared length `samples`, by
/// Gram–Schmidt, twice, as one pass alone may lose orthogonality.
fn orthonormalize(features: &mut [f64], d: usize) {
    let samples = features.len() / d;
    // Column after column, so that each lies together.
    let mut columns: Vec<f64> = (0..d).flat_map(|j| features.iter().skip(j).step_by(d).copied()).collect();
    for j in 0..d {
        let (before, rest) = columns.split_at_mut(j * samples);
        let column = &mut rest[..samples];
        for _ in 0..2 {
            for earlier in before.chunks_exact(samples) {
                let product = dot(column, earlier) / samples as f64;
                column.iter_mut().zip(earlier).for_each(|(x, earlier)| *x -= product * earlier);
            }
        }
        let scale = (samples as f64 / dot(column, column)).sqrt();
        column.iter_mut().for_each(|x| *x *= scale);
    }
    for (j, column) in columns.chunks_exact(samples).enumerate() {
        features.iter_mut().skip(j).step_by(d).zip(column).for_each(|(feature, &x)| *feature = x);
    }
}
