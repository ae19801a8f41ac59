//! Measurements of the quantities that the theory bounds.

use crate::engine::Engine;
use crate::metric::Metric;
use crate::statistics::{fit_line, mean};

/// How far from 0 the iterates of a method (by its place in the engine) have been so far, over all
/// trials and agents.
pub fn reached(engine: &Engine, place: usize) -> f64 {
    engine.reached(place)
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

/// Whether a curve, the mean over trials at the recorded iterations, has settled, so that others can be compared with it
/// at its end: no trial diverged, the curve has moved, and over its second half it shows no trend. The trend is the line
/// through the logarithms of the last five tenths' means; it counts where its 99 % interval excludes zero, unless over
/// the half it changes the error by less than 10 % and makes up less than 15 % of all the curve's movement.
pub fn has_settled(curve: &[f64]) -> bool {
    const TENTHS: usize = 5;
    const SLIGHT: f64 = 1.1;
    const SHARE: f64 = 0.15;
    /// The 99 % interval of a line through five points over the 95 % one: neighbouring tenths share some of their noise.
    const SURE: f64 = 1.8356;
    let tenth = curve.len() / (2 * TENTHS);
    if tenth == 0 || curve.iter().any(|value| !value.is_finite()) || curve.iter().all(|value| *value == curve[0]) {
        return false;
    }
    // Errors of zero, and gaps that rounding has made negative, have no logarithm.
    let log = |value: f64| libm::log(value.max(f64::MIN_POSITIVE));
    let ends = curve.rchunks_exact(tenth).take(TENTHS).map(|values| log(mean(values)));
    let points: Vec<_> = (0..TENTHS).rev().map(|tenth| tenth as f64).zip(ends).collect();
    let Some(trend) = fit_line(&points) else { return false };
    let (least, most) = curve.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), &v| (least.min(v), most.max(v)));
    let change = trend.slope.abs() * (TENTHS - 1) as f64;
    trend.slope.abs() <= SURE * trend.slope_half_width
        || change <= libm::log(SLIGHT).min(SHARE * (log(most) - log(least)))
}

/// What Theorem 1 bounds, as measured: for each recorded K ≥ 1 of a method (by its place in the
/// engine) the mean over k < K of ‖∇f(x̄ᵏ)‖² + ‖(1/n) Σ ∇fᵢ(xᵢᵏ)‖², averaged over trials.
/// Iterations that were not recorded count as the lesser of their recorded neighbours, so that a curve that falls is not
/// told higher than it is. `None` unless both metrics are recorded.
pub fn running_average(engine: &Engine, place: usize) -> Option<Vec<f64>> {
    let record = engine.record();
    let curve = |metric: Metric| {
        let index = record.metrics().iter().position(|&other| other == metric)?;
        Some(engine.curve(index, place).mean)
    };
    let (first, second) = (curve(Metric::GradientNorm)?, curve(Metric::AverageGradient)?);
    let iterations = record.iterations();
    let both: Vec<f64> = first.iter().zip(second).map(|(first, second)| first + second).collect();
    let mut sum = 0.0;
    let spans = iterations.windows(2).zip(both.windows(2));
    Some(
        spans
            .map(|(span, values)| {
                // NaN, where a trial has diverged, stays.
                let lesser = if values[1] >= values[0] { values[0] } else { values[1] };
                sum += values[0] + (span[1] - span[0] - 1) as f64 * lesser;
                sum / span[1] as f64
            })
            .collect(),
    )
}
