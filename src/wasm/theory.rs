//! The theory of a running experiment, for JavaScript.

use wasm_bindgen::prelude::*;

use super::{Experiment, Plain, floats, indices, plain};
use crate::analysis::expectation::{Expected, expectation};
use crate::analysis::measured::{reached, running_average};
use crate::analysis::{Analysis, tables};
use crate::statistics::Line;
use crate::theory::transient::{self, Comparison, TransientTime};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("theory.d.ts");

#[wasm_bindgen]
impl Experiment {
    /// What the theory says of a method (index or name) on this network and problem.
    ///
    /// # Errors
    /// Throws when there is no such method.
    #[wasm_bindgen(unchecked_return_type = "Theory")]
    pub fn theory(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
    ) -> Result<JsValue, JsError> {
        let method = self.method_index(method)?;
        let place = self.engine.methods().iter().position(|&m| m == method);
        let reached = place.map_or(0.0, |place| reached(&self.engine, place));
        plain(&Analysis::of(self.engine.experiment(), method, reached))
    }

    /// Tables 1 and 2 of the paper on this network.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "Tables")]
    pub fn tables(&self) -> Result<JsValue, JsError> {
        let [nonconvex, pl] = tables(self.engine.experiment());
        Ok(Plain::new().with("nonconvex", plain(&nonconvex)?).with("pl", plain(&pl)?).into())
    }

    /// The expected curves of a method (index or name) over the whole experiment; null unless it is
    /// least squares with a Hessian that all agents share, and small.
    ///
    /// # Errors
    /// Throws when there is no such method.
    #[wasm_bindgen(unchecked_return_type = "ExpectedCurves | null")]
    pub fn expected(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
    ) -> Result<JsValue, JsError> {
        let experiment = self.engine.experiment();
        let Some(points) = expectation(experiment, self.method_index(method)?) else { return Ok(JsValue::NULL) };
        let series = |of: fn(&Expected) -> f64| floats(&points.iter().map(of).collect::<Vec<_>>());
        Ok(Plain::new()
            .with("iterations", indices(&experiment.schedule))
            .with("gradientNorm", series(|at| at.gradient_norm))
            .with("optimalityGap", series(|at| at.optimality_gap))
            .with("meanOptimalityGap", series(|at| at.mean_optimality_gap))
            .with("consensus", series(|at| at.consensus))
            .with("averageGradient", series(|at| at.average_gradient))
            .into())
    }

    /// What Theorem 1 bounds, as measured so far; null unless both metrics are recorded.
    ///
    /// # Errors
    /// Throws when there is no such method in this part.
    #[wasm_bindgen(js_name = runningAverage, unchecked_return_type = "RunningAverage | null")]
    pub fn running_average(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
    ) -> Result<JsValue, JsError> {
        let (place, _) = self.place(method, self.trials.start as f64)?;
        let iterations = self.engine.record().iterations();
        Ok(running_average(&self.engine, place).map_or(JsValue::NULL, |mean| {
            Plain::new()
                .with("iterations", indices(iterations.get(1..).unwrap_or(&[])))
                .with("mean", floats(&mean))
                .into()
        }))
    }
}

/// The transient time from errors at ascending iterations, beside those of centralised SGD; null
/// of empty lists.
#[wasm_bindgen(js_name = transientTime, unchecked_return_type = "TransientTime | null")]
pub fn transient_time(iterations: &[f64], errors: &[f64], references: &[f64], factor: f64) -> JsValue {
    let triples = iterations.iter().zip(errors).zip(references);
    let comparisons: Vec<_> =
        triples.map(|((&iterations, &error), &reference)| Comparison { iterations, error, reference }).collect();
    TransientTime::measure(&comparisons, factor).map_or(JsValue::NULL, |time| {
        let (kind, iterations) = match time {
            TransientTime::At(k) => ("at", k),
            TransientTime::AtMost(k) => ("atMost", k),
            TransientTime::MoreThan(k) => ("moreThan", k),
        };
        Plain::new().with("kind", kind).with("iterations", iterations).into()
    })
}

/// The slope of ln(time) against ln(1/(1 - λ)), with its 95 % interval, over networks with these
/// gaps 1 - λ; times that are not finite do not count. Null below two different gaps.
#[wasm_bindgen(js_name = transientSlope, unchecked_return_type = "Slope | null")]
pub fn transient_slope(gaps: &[f64], times: &[f64]) -> JsValue {
    let measured = gaps.iter().zip(times).filter(|(_, time)| time.is_finite());
    let times: Vec<_> = measured.map(|(&gap, &time)| (gap, TransientTime::At(time))).collect();
    transient::slope(&times).map_or(JsValue::NULL, |Line { slope, intercept, slope_half_width }| {
        Plain::new().with("slope", slope).with("intercept", intercept).with("halfWidth", slope_half_width).into()
    })
}
