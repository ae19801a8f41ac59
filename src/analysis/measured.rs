//! What a run measures of the quantities that the theory speaks of.

use crate::engine::Engine;
use crate::metric::Metric;

/// How far from 0 the current iterates of a method (by its place in the engine) are, over all
/// trials and agents.
pub fn reached(engine: &Engine, place: usize) -> f64 {
    let d = engine.experiment().problem.dimension();
    (0..).map_while(|trial| engine.iterates(place, trial)).map(|x| super::greatest_norm(&x, d)).fold(0.0, f64::max)
}

/// What Theorem 1 bounds, as measured: for each recorded K ≥ 1 of a method (by its place in the
/// engine) the mean over k < K of ‖∇f(x̄ᵏ)‖² + ‖(1/n) Σ ∇fᵢ(xᵢᵏ)‖², averaged over trials.
/// Iterations that were not recorded count as the last recorded one before them. `None` unless
/// both metrics are recorded.
pub fn running_average(engine: &Engine, place: usize) -> Option<Vec<f64>> {
    let record = engine.record();
    let curve = |metric: Metric| {
        let index = record.metrics().iter().position(|&other| other == metric)?;
        Some(engine.curve(index, place).mean)
    };
    let (first, second) = (curve(Metric::GradientNorm)?, curve(Metric::AverageGradient)?);
    let iterations = record.iterations();
    let mut sum = 0.0;
    let spans = iterations.windows(2).zip(first.iter().zip(&second));
    Some(
        spans
            .map(|(span, (first, second))| {
                sum += (span[1] - span[0]) as f64 * (first + second);
                sum / span[1] as f64
            })
            .collect(),
    )
}
