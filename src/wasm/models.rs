//! The models of a problem with labels, for JavaScript.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::answers::{LabelledSamples, TargetSamples, answer};
use super::data::data;
use super::error::JsError;
use super::{Experiment, missing};
use crate::document::{self, DocumentError, Domain, Fields, Parameter};
use crate::engine::{Grid, Model};

const POINTS: Domain = Domain::integer(1, 1_000_000);
const COLUMNS: Parameter = Parameter::required("columns", POINTS, 40.0, "the points of a row");
const ROWS: Parameter = Parameter::required("rows", POINTS, 40.0, "the number of rows");

#[wasm_bindgen]
impl Experiment {
    /// The output F of the model of an agent, or of their mean, at each point of a grid in the plane
    /// of the two features, row by row from the lowest y: above 0 where the model sees class 1. With
    /// several classes one number for each of them at each point.
    ///
    /// Throws an `Error` when there is no such method, trial or agent here, or when the problem has no
    /// labels or other than two features.
    pub fn field(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
        trial: f64,
        #[wasm_bindgen(unchecked_param_type = "number | \"mean\"")] agent: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Grid")] grid: &JsValue,
    ) -> Result<Vec<f32>, JsError> {
        let (method, trial) = self.place(method, trial)?;
        Ok(self.engine.field(method, trial, self.model(agent)?, &read_grid(grid)?)?)
    }

    /// What the model of an agent, or of their mean, says of `inputs`, rows of features one after the other: for each
    /// row the probabilities of the classes, in the order of `describe().classes`.
    ///
    /// Throws an `Error` when there is no such method, trial or agent here, the problem has no labels, or the
    /// inputs are no rows of features.
    pub fn scores(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
        trial: f64,
        #[wasm_bindgen(unchecked_param_type = "number | \"mean\"")] agent: &JsValue,
        inputs: &[f64],
    ) -> Result<Vec<f64>, JsError> {
        let (method, trial) = self.place(method, trial)?;
        Ok(self.engine.scores(method, trial, self.model(agent)?, inputs)?)
    }

    /// What the models `x` (k × d) say of `inputs`, model after model, as `scores` does for the current models: for
    /// earlier models, or your own.
    ///
    /// Throws an `Error` when `x` is no rows of d numbers, the problem has no labels, or the inputs are no rows of features.
    #[wasm_bindgen(js_name = scoresAt)]
    pub fn scores_at(&self, x: &[f64], inputs: &[f64]) -> Result<Vec<f64>, JsError> {
        Ok(self.engine.scores_at(x, inputs)?)
    }

    /// The rows that no agent has, on which models are tested; null when the problem has no labels, or no such rows.
    #[wasm_bindgen(js_name = testSamples, unchecked_return_type = "LabelledSamples | null")]
    pub fn test_samples(&self) -> Result<JsValue, JsError> {
        let problem = self.engine.experiment().problem();
        let Some(classifier) = problem.classifier().filter(|_| problem.held_out() > 0) else {
            return Ok(JsValue::NULL);
        };
        let (features, labels) = classifier.labelled_tests();
        let samples: Ts<LabelledSamples> =
            answer(&LabelledSamples { features: features[..].into(), labels: labels[..].into() })?;
        Ok(samples.into())
    }

    /// The samples of an agent; null when the problem has no labels.
    ///
    /// Throws an `Error` when there is no such agent.
    #[wasm_bindgen(unchecked_return_type = "LabelledSamples | null")]
    pub fn samples(&self, agent: f64) -> Result<JsValue, JsError> {
        let agent = self.agent(agent)?;
        let Some(classifier) = self.engine.experiment().problem().classifier() else { return Ok(JsValue::NULL) };
        let (features, labels) = classifier.labelled(agent);
        let samples: Ts<LabelledSamples> =
            answer(&LabelledSamples { features: features[..].into(), labels: labels[..].into() })?;
        Ok(samples.into())
    }

    /// For each agent the share of all samples that its model classifies rightly, in a trial of a
    /// method; null when the problem has no labels.
    ///
    /// Throws an `Error` when there is no such method or trial here.
    #[wasm_bindgen(unchecked_return_type = "Float64Array | null")]
    pub fn accuracies(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
        trial: f64,
    ) -> Result<JsValue, JsError> {
        let (method, trial) = self.place(method, trial)?;
        let shares = self.engine.accuracies(method, trial);
        Ok(shares.map_or(JsValue::NULL, |shares| js_sys::Float64Array::from(&shares[..]).into()))
    }

    /// The outputs F of the model with the parameters `x` (d numbers) at each point of a grid, as `field`
    /// does for the current models: for earlier models, or your own.
    ///
    /// Throws an `Error` when `x` is not d numbers, or the problem has no labels or other than two features.
    #[wasm_bindgen(js_name = fieldAt)]
    pub fn field_at(
        &self,
        x: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Grid")] grid: &JsValue,
    ) -> Result<Vec<f32>, JsError> {
        Ok(self.engine.field_at(x, &read_grid(grid)?)?)
    }

    /// For each of the models `x` (k × d) the share of all samples that it classifies rightly; null when
    /// the problem has no labels.
    #[wasm_bindgen(js_name = accuraciesAt, unchecked_return_type = "Float64Array | null")]
    pub fn accuracies_at(&self, x: &[f64]) -> JsValue {
        let shares = self.engine.accuracies_at(x);
        shares.map_or(JsValue::NULL, |shares| js_sys::Float64Array::from(&shares[..]).into())
    }

    /// The samples of an agent of a least-squares problem; null of another problem.
    ///
    /// Throws an `Error` when there is no such agent.
    #[wasm_bindgen(unchecked_return_type = "TargetSamples | null")]
    pub fn targets(&self, agent: f64) -> Result<JsValue, JsError> {
        let agent = self.agent(agent)?;
        let Some((features, targets)) = self.engine.experiment().problem().targets(agent) else {
            return Ok(JsValue::NULL);
        };
        let samples: Ts<TargetSamples> = answer(&TargetSamples { features: features.into(), targets: targets.into() })?;
        Ok(samples.into())
    }

    /// Whose model.
    fn model(&self, agent: &JsValue) -> Result<Model, JsError> {
        Ok(match agent.as_f64() {
            None if agent.as_string().as_deref() == Some("mean") => Model::Mean,
            number => Model::Agent(self.agent(number.unwrap_or(f64::NAN))?),
        })
    }

    /// The index of an agent.
    fn agent(&self, agent: f64) -> Result<usize, JsError> {
        (0..self.engine.experiment().agents()).find(|&i| i as f64 == agent).ok_or_else(|| missing("agent"))
    }
}

/// Reads `{ x: [lo, hi], y: [lo, hi], columns, rows }`.
fn read_grid(grid: &JsValue) -> Result<Grid, DocumentError> {
    let value = data(grid, "grid")?;
    let fields = Fields::of(&value, "grid")?;
    fields.only(&[COLUMNS, ROWS], &["x", "y"])?;
    let ends = |name: &str| {
        let path = fields.path(name);
        let ends = document::numbers(fields.value(name)?, &path)?;
        <[f64; 2]>::try_from(ends).map_err(|_| DocumentError::new(path, "must be [lowest, highest]"))
    };
    Ok(Grid { x: ends("x")?, y: ends("y")?, columns: fields.count(&COLUMNS)?, rows: fields.count(&ROWS)? })
}
