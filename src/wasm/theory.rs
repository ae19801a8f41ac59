//! The theory of a running experiment, for JavaScript.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::Experiment;
use super::answers::{Float64Array, Uint32Array, answer, plain};
use super::error::JsError;
use crate::analysis::expectation::{Expected, expectation};
use crate::analysis::measured::{better_point, has_settled, reached, running_average};
use crate::analysis::{self, Analysis};
use crate::statistics::Line;
use crate::theory::tables::Row;
use crate::theory::transient::{self, Comparison};

/// Tables 1 and 2 of the paper; all values are orders, shown with the constant one.
#[derive(Debug, Serialize, Tsify)]
pub struct Tables {
    /// Table 1: smooth non-convex costs.
    #[tsify(type = "TableRow[]")]
    pub nonconvex: Vec<Row>,
    /// Table 2: strongly convex costs, or costs under the PL condition.
    #[tsify(type = "TableRow[]")]
    pub pl: Vec<Row>,
}

/// The expectation of each metric at the experiment's recorded iterations.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ExpectedCurves {
    /// The recorded iterations.
    pub iterations: Uint32Array,
    /// E‖∇f(x̄)‖².
    pub gradient_norm: Float64Array,
    /// E f(x̄) - f*.
    pub optimality_gap: Float64Array,
    /// (1/n) Σ E f(x_i) - f*.
    pub mean_optimality_gap: Float64Array,
    /// (1/n) Σ E‖x_i - x̄‖².
    pub consensus: Float64Array,
    /// E‖(1/n) Σ ∇f_i(x_i)‖².
    pub average_gradient: Float64Array,
}

/// (1/K) Σ_{k<K} ‖∇f(x̄^k)‖² + ‖(1/n) Σ ∇f_i(x_i^k)‖² at each recorded K ≥ 1, the mean over trials.
#[derive(Debug, Serialize, Tsify)]
pub struct RunningAverage {
    /// K.
    pub iterations: Uint32Array,
    /// The average up to K.
    pub mean: Float64Array,
}

/// How many iterations a method takes until it does as well as centralised SGD.
#[derive(Debug, Serialize, Tsify)]
#[serde(tag = "kind", content = "iterations", rename_all = "camelCase")]
pub enum TransientTime {
    /// This many.
    At(f64),
    /// At most this many, the first K compared.
    AtMost(f64),
    /// More than this many, the last K compared.
    MoreThan(f64),
}

/// A straight line on log-log axes.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "a line has a slope")]
pub struct Slope {
    /// The slope.
    pub slope: f64,
    /// The value at zero.
    pub intercept: f64,
    /// Half the width of the slope's 95 % confidence interval.
    pub half_width: f64,
}

#[wasm_bindgen]
impl Experiment {
    /// The theory of a method (index or name) on this network and problem.
    ///
    /// Throws an `Error` when there is no such method.
    pub fn theory(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
    ) -> Result<Ts<Analysis>, JsError> {
        let method = self.method_index(method)?;
        let place = self.engine.methods().iter().position(|&m| m == method);
        let reached = place.map_or(0.0, |place| reached(&self.engine, place));
        let mut analysis = Analysis::of(self.engine.experiment(), method, reached);
        if let Some(by) = better_point(&self.engine) {
            analysis.found_better(by);
        }
        answer(&analysis)
    }

    /// Tables 1 and 2 of the paper on this network.
    pub fn tables(&self) -> Result<Ts<Tables>, JsError> {
        let [nonconvex, pl] = analysis::tables(self.engine.experiment());
        answer(&Tables { nonconvex, pl })
    }

    /// The expected curves of a method (index or name) over the whole experiment; null unless it is
    /// least squares with a Hessian that all agents share, and small.
    ///
    /// Throws an `Error` when there is no such method.
    #[wasm_bindgen(unchecked_return_type = "ExpectedCurves | null")]
    pub fn expected(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
    ) -> Result<JsValue, JsError> {
        let experiment = self.engine.experiment();
        plain(&expectation(experiment, self.method_index(method)?).map(|points| {
            let series = |of: fn(&Expected) -> f64| points.iter().map(of).collect();
            ExpectedCurves {
                iterations: experiment.schedule.iter().copied().collect(),
                gradient_norm: series(|at| at.gradient_norm),
                optimality_gap: series(|at| at.optimality_gap),
                mean_optimality_gap: series(|at| at.mean_optimality_gap),
                consensus: series(|at| at.consensus),
                average_gradient: series(|at| at.average_gradient),
            }
        }))
    }

    /// Whether the curve of a metric of a method has settled, so that others can be compared with it.
    ///
    /// Throws an `Error` when there is no such method in this part, or the metric is not recorded.
    #[wasm_bindgen(js_name = hasSettled)]
    pub fn has_settled(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "MetricName")] metric: &str,
    ) -> Result<bool, JsError> {
        let (place, _) = self.place(method, self.trials.start as f64)?;
        let metrics = self.engine.record().metrics();
        let index = metrics.iter().position(|other| other.name() == metric);
        let index = index.ok_or_else(|| JsError::new("that metric is not recorded"))?;
        Ok(has_settled(&self.engine.curve(index, place).mean))
    }

    /// The measured left side of Theorem 1's bound so far; null unless both metrics are recorded.
    ///
    /// Throws an `Error` when there is no such method in this part.
    #[wasm_bindgen(js_name = runningAverage, unchecked_return_type = "RunningAverage | null")]
    pub fn running_average(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
    ) -> Result<JsValue, JsError> {
        let (place, _) = self.place(method, self.trials.start as f64)?;
        let iterations = self.engine.record().iterations().iter().skip(1);
        plain(
            &running_average(&self.engine, place)
                .map(|mean| RunningAverage { iterations: iterations.copied().collect(), mean: mean[..].into() }),
        )
    }
}

/// The transient time from errors at ascending iterations, beside those of centralised SGD; null
/// of empty lists.
#[wasm_bindgen(js_name = transientTime, unchecked_return_type = "TransientTime | null")]
pub fn transient_time(iterations: &[f64], errors: &[f64], references: &[f64], factor: f64) -> Result<JsValue, JsError> {
    let triples = iterations.iter().zip(errors).zip(references);
    let comparisons: Vec<_> =
        triples.map(|((&iterations, &error), &reference)| Comparison { iterations, error, reference }).collect();
    plain(&transient::TransientTime::measure(&comparisons, factor).map(|time| match time {
        transient::TransientTime::At(k) => TransientTime::At(k),
        transient::TransientTime::AtMost(k) => TransientTime::AtMost(k),
        transient::TransientTime::MoreThan(k) => TransientTime::MoreThan(k),
    }))
}

/// The slope of ln(time) against ln(1/(1 - λ)), with its 95 % interval, over networks with these
/// gaps 1 - λ; times that are not finite do not count. Null below two different gaps.
#[wasm_bindgen(js_name = transientSlope, unchecked_return_type = "Slope | null")]
pub fn transient_slope(gaps: &[f64], times: &[f64]) -> Result<JsValue, JsError> {
    let measured = gaps.iter().zip(times).filter(|(_, time)| time.is_finite());
    let times: Vec<_> = measured.map(|(&gap, &time)| (gap, transient::TransientTime::At(time))).collect();
    plain(&transient::slope(&times).map(|Line { slope, intercept, slope_half_width: half_width }| Slope {
        slope,
        intercept,
        half_width,
    }))
}
