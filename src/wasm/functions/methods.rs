//! Methods of one's own: a function that makes a trial's step.

use std::sync::Arc;

use js_sys::{Float64Array, Object, Reflect};
use send_wrapper::SendWrapper;
use wasm_bindgen::prelude::*;

use super::{Called, Local, numbers};
use crate::gossip::Gossip;
use crate::method::{Method, Scheme};

/// A method of one's own, not started yet.
#[derive(Debug)]
pub(super) struct Step(Local<Called>);

impl Step {
    pub(super) fn new(function: Called) -> Self {
        Self(Arc::new(SendWrapper::new(function)))
    }
}

impl Scheme for Step {
    fn start(&self, x: &[f64]) -> Box<dyn Method> {
        let shared = &self.0.shared;
        let trials = x.len() / (shared.agents.get() * shared.dimension.get()).max(1);
        let state = || Arc::new(SendWrapper::new(Object::new()));
        Box::new(Steps { step: Arc::clone(&self.0), k: 0, trials: (0..trials).map(|_| (state(), None)).collect() })
    }
}

/// A method of one's own that runs: the state of each trial, and the network as it sees it.
#[derive(Clone, Debug)]
struct Steps {
    step: Local<Called>,
    k: u64,
    trials: Vec<(Local<Object>, Option<Gossip>)>,
}

impl Method for Steps {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        let count = self.trials.len();
        let column = |block: &[f64], trial| block.iter().skip(trial).step_by(count).copied().collect::<Vec<_>>();
        let mut first = None;
        // Of what is over only what it sends is asked.
        let running = if gossip.is_muted() { 1 } else { count };
        for (trial, (state, own)) in self.trials.iter_mut().enumerate().take(running) {
            let mut here = own.take().unwrap_or_else(|| gossip.of_one_trial(count));
            here.follow(gossip);
            let (x_here, gradient_here) = (column(x, trial), column(gradient, trial));
            let (next, here) = stepped(&self.step, self.k, trial, state, alpha, &x_here, &gradient_here, here);
            for (x, next) in x.iter_mut().skip(trial).step_by(count).zip(&next) {
                *x = *next;
            }
            let rounds = here.as_ref().map_or(0, |here| here.exchange().gossip);
            match first {
                None => gossip.count_rounds(rounds),
                Some(first) if first != rounds => {
                    let place = format!("trial {}", self.step.shared.first_trial.get() + trial as u64);
                    let message =
                        format!("mixes in {rounds} rounds, and in {first} in another trial; all are to send alike");
                    self.step.fail(&place, &message, None);
                }
                Some(_) => {}
            }
            first.get_or_insert(rounds);
            *own = here;
        }
        self.k += 1;
    }
}

/// X^{k+1} of one trial, NaN where the function fails, and the network with what was sent.
#[expect(clippy::too_many_arguments, reason = "these are what a step gets")]
fn stepped(
    step: &Called,
    k: u64,
    trial: usize,
    state: &Object,
    alpha: f64,
    x: &[f64],
    gradient: &[f64],
    gossip: Gossip,
) -> (Vec<f64>, Option<Gossip>) {
    let shared = &step.shared;
    let trial = shared.first_trial.get() + trial as u64;
    let place = format!("trial {trial}");
    let iterates = Float64Array::from(x);
    let arguments = Object::new();
    let mix = shared.mix.borrow().as_ref().map_or(JsValue::UNDEFINED, |mix| mix.as_ref().clone());
    let fields: [(&str, JsValue); 9] = [
        ("alpha", alpha.into()),
        ("x", iterates.clone().into()),
        ("gradient", Float64Array::from(gradient).into()),
        ("mix", mix),
        ("state", state.into()),
        ("k", (k as f64).into()),
        ("trial", (trial as f64).into()),
        ("agents", (shared.agents.get() as f64).into()),
        ("dimension", (shared.dimension.get() as f64).into()),
    ];
    for (name, value) in fields {
        // A new object takes every field.
        let _ = Reflect::set(&arguments, &name.into(), &value);
    }
    shared.gossip.replace(Some(gossip));
    let returned = step.call(&place, &js_sys::Array::of1(&arguments));
    let gossip = shared.gossip.take();
    let next = returned.and_then(|returned| {
        let returned = if returned.is_undefined() { iterates.into() } else { returned };
        let read = numbers(&returned, x.len(), "n × d", "must return");
        read.map_err(|message| step.fail(&place, &message, None)).ok()
    });
    (next.unwrap_or_else(|| vec![f64::NAN; x.len()]), gossip)
}
