//! For those who keep a loop of their own: the engine's gradients.

use std::collections::BTreeMap;
use std::sync::Arc;

use wasm_bindgen::prelude::*;

use super::data::data;
use super::error::JsError;
use super::{Experiment, missing};
use crate::document::{self, DocumentError, Fields};
use crate::engine::Gradients;

/// The gradients of the trials that were asked for, each where it is.
pub(super) type Draws = BTreeMap<u64, Gradients>;

#[wasm_bindgen]
impl Experiment {
    /// The gradients ∇f_i(x_i) at `iterates` (n × d, row i = agent i), as n × d numbers; with `at` those that the engine hands to
    /// the methods in iteration `k`, which makes X^{k+1}, of a trial (0 where it is left out), noise or mini-batches included, to
    /// the last bit. Ascending `k` are drawn at once, earlier ones from the beginning.
    ///
    /// Throws an `Error` when these are not n × d numbers, or there is no such iteration or trial in the document.
    pub fn gradients(
        &mut self,
        iterates: &[f64],
        #[wasm_bindgen(unchecked_optional_param_type = "{ k: number; trial?: number }")] at: &JsValue,
    ) -> Result<Vec<f64>, JsError> {
        let experiment = self.engine.experiment();
        let mut out = vec![0.0; experiment.start().len()];
        if iterates.len() != out.len() {
            return Err(JsError::new(&format!(
                "iterates: must be n × d = {} numbers, got {}",
                out.len(),
                iterates.len()
            )));
        }
        if at.is_undefined() {
            experiment.exact_gradients(iterates, &mut out);
            self.functions.check()?;
            return Ok(out);
        }
        let at = data(at, "at")?;
        let fields = Fields::of(&at, "at")?;
        fields.only(&[], &["k", "trial"])?;
        let number = |name: &str, end: u64| {
            let value = fields.get(name).map_or(Some(0), document::whole).filter(|&value| value < end);
            value.ok_or_else(|| {
                DocumentError::new(fields.path(name), format!("must be a whole number from 0 to {}", end - 1))
            })
        };
        fields.value("k")?;
        if experiment.iterations == 0 {
            return Err(missing("iteration"));
        }
        let (k, trial) = (number("k", experiment.iterations)?, number("trial", experiment.trials)?);
        let draws = self.draws.entry(trial).or_insert_with(|| Gradients::new(Arc::clone(experiment), trial));
        draws.at(k, iterates, &mut out);
        self.functions.check()?;
        Ok(out)
    }
}
