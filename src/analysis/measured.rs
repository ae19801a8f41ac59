//! Measurements of the quantities that the theory bounds.

use crate::engine::Engine;
use crate::metric::Metric;

/// How far from 0 the current iterates of a method (by its place in the engine) are, over all
/// trials and agents.
pub fn reached(engine: &Engine, place: usize) -> f64 {
    let d = engine.experiment().problem.dimension();
    (0..).map_while(|trial| engine.iterates(place, trial)).map(|x| super::greatest_norm(&x, d)).fold(0.0, f64::max)
}

/// How far below f* the run has been, beyond rounding. If it has, it found a better point than the solver that gave
/// f*, and gaps counted from f* are too small.
pub fn better_point(engine: &Engine) -> Option<f64> {
    const ROUNDING: f64 = 1e-9;
    let record = engine.record();
    let is_gap = |metric: &Metric| matches!(metric, Metric::OptimalityGap | Metric::MeanOptimalityGap);
    let width = record.values(0).len() / (record.points() * record.metrics().len()).max(1);
    let blocks = record.values(0).chunks(width.max(1)).zip(record.metrics().iter().cycle());
    let gaps = blocks.filter(|(_, metric)| is_gap(metric)).flat_map(|(values, _)| values.iter().copied());
    let least = gaps.fold(0.0, f64::min);
    if least == 0.0 {
        return None;
    }
    let optimum = engine.experiment().optimum()?;
    (least < -ROUNDING * (1.0 + optimum.value.abs())).then_some(-least)
}

/// Whether a curve, the mean over trials at the recorded iterations, has settled, so that others can be
/// compared with it at its end: no trial diverged, it fell since the start, its mean over the last tenth of what is
/// recorded is within a factor of 1.5 of that over the tenth before, and of its whole fall, in decades, at most
/// 15 % come after the seventh tenth: a curve that still falls steadily, however slowly, has not settled.
pub fn has_settled(curve: &[f64]) -> bool {
    const FACTOR: f64 = 1.5;
    const SHARE: f64 = 0.15;
    let tenth = curve.len() / 10;
    if tenth == 0 {
        return false;
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let ends: Vec<f64> = curve.rchunks_exact(tenth).map(mean).collect();
    let (last, before, middle) = (ends[0], ends[1], ends[3]);
    // Comparisons with NaN are false.
    let is_level = last < curve[0] && last <= FACTOR * before && before <= FACTOR * last;
    // An error that is 0 can fall no further.
    is_level && (last <= 0.0 || libm::log(middle / last) <= SHARE * libm::log(curve[0] / last))
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
