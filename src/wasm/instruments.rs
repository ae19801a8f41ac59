//! Answers for the page's instruments, for JavaScript.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::Experiment;
use super::answers::{Float64Array, plain};
use super::error::JsError;
use crate::analysis::measured::has_settled;
use crate::theory::known::KNOWN;
use crate::theory::room::{Values, Which, room};

/// The learnt corrections of the agents' gradients beside those to be learnt; n × d, row i = agent i.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Corrections {
    /// c: the method takes its next gradient step with g - c in place of g.
    pub learnt: Float64Array,
    /// ∇f_i(x_i) - (1/n) Σ ∇f_j(x_j), exact: the limit of c_i.
    pub wanted: Float64Array,
    /// Whether both are multiplied by the method's A, as A c.
    pub through_a: bool,
}

/// The parts of a method's next move under exact gradients; each n × d, row i = agent i, in the unit of the iterates.
#[derive(Debug, Serialize, Tsify)]
pub struct Pulls {
    /// -α ∇f_i(x_i).
    pub own: Float64Array,
    /// α c_i: what the method has learnt to take off that, and what momentum adds; 0 of a method without memory.
    pub remembered: Float64Array,
    /// The rest of the move: from the neighbours, or the centre.
    pub neighbors: Float64Array,
}

#[wasm_bindgen]
impl Experiment {
    /// What pulls each agent of a method (index or name) in a trial where it goes next: its own gradient, what it remembers and
    /// its neighbours. Null of a trial that diverged.
    ///
    /// Throws an `Error` when there is no such method or trial here.
    #[wasm_bindgen(unchecked_return_type = "Pulls | null")]
    pub fn pulls(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
        trial: f64,
    ) -> Result<JsValue, JsError> {
        let (method, trial) = self.place(method, trial)?;
        plain(&self.engine.pulls(method, trial).map(|told| Pulls {
            own: told.own[..].into(),
            remembered: told.remembered[..].into(),
            neighbors: told.neighbors[..].into(),
        }))
    }

    /// The correction of each agent's gradient that a method (index or name) has learnt in a trial; null for a method that
    /// corrects nothing, and for a trial that diverged.
    ///
    /// Throws an `Error` when there is no such method or trial here.
    #[wasm_bindgen(unchecked_return_type = "Corrections | null")]
    pub fn corrections(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
        trial: f64,
    ) -> Result<JsValue, JsError> {
        let (method, trial) = self.place(method, trial)?;
        plain(&self.engine.corrections(method, trial).map(|told| Corrections {
            learnt: told.learnt[..].into(),
            wanted: told.wanted[..].into(),
            through_a: told.through_a,
        }))
    }
}

/// Whether a curve has settled: it has moved, and over its second half it shows no trend beyond its noise, or one of less
/// than 10 % and less than 15 % of its whole movement, in decades.
#[wasm_bindgen(js_name = curveHasSettled)]
pub fn curve_has_settled(values: &[f64]) -> bool {
    has_settled(values)
}

/// The methods with a name as polynomials of W.
#[wasm_bindgen(js_name = knownMethods, unchecked_return_type = "Known[]")]
pub fn known_methods() -> Result<JsValue, JsError> {
    plain(&KNOWN)
}

/// Between which values one polynomial of a method may lie for the recursion to be stable, with the others as they are:
/// low and high at each eigenvalue of W; both NaN where there is no such value. `a`, `b_squared` and `c` hold the
/// polynomials' values at these eigenvalues, `pulls` step size × curvature, at least the least and the greatest.
///
/// Throws an `Error` when `which` is no polynomial, or the lists are not equally long.
#[wasm_bindgen(js_name = stableRoom)]
pub fn stable_room(
    #[wasm_bindgen(unchecked_param_type = "'a' | 'bSquared' | 'c'")] which: &str,
    a: &[f64],
    b_squared: &[f64],
    c: &[f64],
    pulls: &[f64],
) -> Result<Vec<f64>, JsError> {
    let which = match which {
        "a" => Which::A,
        "bSquared" => Which::BSquared,
        "c" => Which::C,
        _ => return Err(JsError::new("which: must be one of a, bSquared, c")),
    };
    if a.len() != b_squared.len() || a.len() != c.len() {
        return Err(JsError::new("a, bSquared and c must have one value for each eigenvalue"));
    }
    let ends = a.iter().zip(b_squared).zip(c).flat_map(|((&a, &b_squared), &c)| {
        let (low, high) = room(Values { a, b_squared, c }, which, pulls).unwrap_or((f64::NAN, f64::NAN));
        [low, high]
    });
    Ok(ends.collect())
}
