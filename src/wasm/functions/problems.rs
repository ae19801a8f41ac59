//! Problems of one's own: an object of functions that give the agents' costs and gradients.

use std::sync::Arc;

use js_sys::{Float64Array, Object, Reflect};
use send_wrapper::SendWrapper;
use wasm_bindgen::prelude::*;

use super::{Called, Local, Shared, numbers, shown};
use crate::document::DocumentError;
use crate::problem::{Optimum, OwnProblem, Problem};
use crate::wasm::error::JsError;

/// The most coordinates of a problem.
const DIMENSION_LIMIT: f64 = 1e6;
/// The most samples of an agent.
const SAMPLES_LIMIT: f64 = 1e9;

/// Reads a problem of one's own.
pub(super) fn read(value: &JsValue, called: &str, shared: &Local<Shared>) -> Result<OwnProblem, JsError> {
    let refuse = |rule: &str| JsError::new(&format!("options.{called}{rule}"));
    let field = |name: &str| Reflect::get(value, &name.into()).map_err(|_| refuse(": must be an object"));
    let function = |name: &str| -> Result<Local<Called>, JsError> {
        let function = field(name)?.dyn_into().map_err(|_| refuse(&format!(".{name}: must be a function")))?;
        Ok(Arc::new(SendWrapper::new(Called {
            what: format!("{called}.{name}"),
            function,
            this: value.clone(),
            shared: Arc::clone(shared),
        })))
    };
    let dimension = field("dimension")?.as_f64().filter(|d| (1.0..=DIMENSION_LIMIT).contains(d) && d.fract() == 0.0);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
    let dimension = dimension.ok_or_else(|| refuse(".dimension: must be a whole number from 1 to 1000000"))? as usize;
    let (gradient, cost) = (function("gradient")?, function("value")?);
    let known = field("optimum")?;
    let optimum = if known.is_undefined() || known.is_null() {
        None
    } else {
        let part = |name: &str| Reflect::get(&known, &name.into()).unwrap_or_default();
        let value = part("value").as_f64().filter(|value| value.is_finite());
        let value = value.ok_or_else(|| refuse(".optimum.value: must be a finite number"))?;
        let point = part("point").dyn_into::<Object>().map(|point| js_sys::Array::from(&point)).unwrap_or_default();
        let point: Vec<f64> = point.iter().filter_map(|x| x.as_f64().filter(|x| x.is_finite())).collect();
        if point.len() != dimension {
            return Err(refuse(&format!(
                ".optimum.point: must be d = {dimension} finite numbers, got {}",
                point.len()
            )));
        }
        Some(Optimum { value, point, exact: true })
    };
    let counted = if field("samples")?.is_undefined() { None } else { Some(function("samples")?) };
    let has_optimum = optimum.is_some();
    let build = move |agents| -> Result<Box<dyn Problem>, DocumentError> {
        let (gradient, cost, optimum) = (Arc::clone(&gradient), Arc::clone(&cost), optimum.clone());
        let samples = counted.as_ref().map(|counted| (0..agents).map(|agent| count(counted, agent)).collect());
        Ok(Box::new(Costs { agents, dimension, gradient, cost, samples, optimum }))
    };
    Ok(OwnProblem { has_optimum, build: Arc::new(build) })
}

/// The number of an agent's samples, 0 where the function fails.
fn count(samples: &Called, agent: usize) -> usize {
    let place = format!("agent {agent}");
    let Some(returned) = samples.call(&place, &js_sys::Array::of1(&(agent as f64).into())) else { return 0 };
    let count = returned.as_f64().filter(|count| (1.0..=SAMPLES_LIMIT).contains(count) && count.fract() == 0.0);
    if count.is_none() {
        let rule = format!("must return a whole number from 1 to {SAMPLES_LIMIT}, got {}", shown(&returned));
        samples.fail(&place, &rule, None);
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
    count.map_or(0, |count| count as usize)
}

/// A problem of one's own.
#[derive(Debug)]
struct Costs {
    agents: usize,
    dimension: usize,
    gradient: Local<Called>,
    cost: Local<Called>,
    /// Of each agent, where the problem tells.
    samples: Option<Vec<usize>>,
    optimum: Option<Optimum>,
}

impl Costs {
    fn lane(x: &[f64], lanes: usize, lane: usize) -> Float64Array {
        let x: Vec<f64> = x.iter().skip(lane).step_by(lanes).copied().collect();
        Float64Array::from(&x[..])
    }

    /// ∇f_i at each lane of `x`, on a batch or, where that is undefined, on all samples.
    fn slopes(&self, agent: usize, batch: &JsValue, lanes: usize, x: &[f64], out: &mut [f64]) {
        let place = format!("agent {agent}");
        for lane in 0..lanes {
            #[allow(clippy::cast_possible_truncation, reason = "a million at most")]
            let slope = Float64Array::new_with_length(self.dimension as u32);
            let arguments = js_sys::Array::of4(&(agent as f64).into(), &Self::lane(x, lanes, lane), &slope, batch);
            let found = self.gradient.call(&place, &arguments).and_then(|returned| {
                let returned = if returned.is_undefined() { slope.into() } else { returned };
                let read = numbers(&returned, self.dimension, "d", "must return, or write to out,");
                read.map_err(|message| self.gradient.fail(&place, &message, None)).ok()
            });
            let found = found.unwrap_or_else(|| vec![f64::NAN; self.dimension]);
            for (out, found) in out.iter_mut().skip(lane).step_by(lanes).zip(found) {
                *out = found;
            }
        }
    }
}

impl Problem for Costs {
    fn agents(&self) -> usize {
        self.agents
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn samples(&self, agent: usize) -> Option<usize> {
        self.samples.as_ref().map(|samples| samples[agent])
    }

    fn gradient(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        self.slopes(agent, &JsValue::UNDEFINED, lanes, x, out);
    }

    fn batch_gradient(&self, agent: usize, batch: &[usize], lanes: usize, x: &[f64], out: &mut [f64]) {
        #[allow(clippy::cast_possible_truncation, reason = "SAMPLES_LIMIT at most")]
        let places: Vec<u32> = batch.iter().map(|&place| place as u32).collect();
        self.slopes(agent, &js_sys::Uint32Array::from(&places[..]).into(), lanes, x, out);
    }

    fn value(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        let place = format!("agent {agent}");
        for (lane, out) in out.iter_mut().enumerate() {
            let arguments = js_sys::Array::of2(&(agent as f64).into(), &Self::lane(x, lanes, lane));
            let found = self.cost.call(&place, &arguments).and_then(|returned| {
                let fail = || self.cost.fail(&place, &format!("must return a number, got {}", shown(&returned)), None);
                returned.as_f64().or_else(|| {
                    fail();
                    None
                })
            });
            *out = found.unwrap_or(f64::NAN);
        }
    }

    fn optimum(&self, _tell: &mut dyn FnMut(f64)) -> Option<Optimum> {
        self.optimum.clone()
    }
}
