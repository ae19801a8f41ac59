//! Methods and problems that are functions of JavaScript: the engine runs, measures and counts them like its own.
//!
//! A function that throws, or returns what it should not, ends the experiment: what it was to give is NaN, and the call that
//! ran it throws.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use js_sys::{Float64Array, Function, Object, Reflect};
use send_wrapper::SendWrapper;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::data::data;
use super::error::JsError;
use crate::document::DocumentError;
use crate::experiment::Own;
use crate::gossip::Gossip;
use crate::method::{Method, Scheme};
use crate::problem::{Optimum, OwnProblem, Problem};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a step of a method of one's own gets, for one trial at a time. Blocks are n × d numbers, row i = agent i. */
export interface OwnStep<State = Record<string, any>> {
    /** α_k. */
    readonly alpha: number;
    /** X^k. */
    readonly x: Float64Array;
    /** g^k, the stochastic gradients at X^k. */
    readonly gradient: Float64Array;
    /** W times a block: one gossip round, or as many as the method has, which are counted. Written to `out`, if that is given. */
    readonly mix: (block: Float64Array, out?: Float64Array) => Float64Array;
    /** What the method keeps between its steps; a plain object for each trial, empty at first. */
    readonly state: State;
    /** The iteration, which makes X^{k+1}, from 0. */
    readonly k: number;
    /** The trial, from 0. */
    readonly trial: number;
    /** n. */
    readonly agents: number;
    /** d. */
    readonly dimension: number;
}

/** A method of one's own: returns X^{k+1}, or writes it to `x` and returns nothing. */
export type OwnMethod = (step: OwnStep<any>) => Float64Array | void;

/** A problem of one's own: the costs f_i of the agents. */
export interface OwnProblem {
    /** d. */
    dimension: number;
    /**
     * Writes ∇f_i(x) to `out`, which is 0, or returns it; d numbers each. With mini-batches `batch` holds the places of the
     * samples, from 0, over which alone the mean is taken; else it is undefined, and the mean is over all.
     */
    gradient(agent: number, x: Float64Array, out: Float64Array, batch?: Uint32Array): Float64Array | void;
    /** f_i(x). */
    value(agent: number, x: Float64Array): number;
    /** The number of an agent's samples, from 1, where f_i is a mean over samples; mini-batches need it. Asked for once. */
    samples?(agent: number): number;
    /** The least value of f = (1/n) Σ f_i, and where it is taken, where they are known; metrics that are counted from f* need them. */
    optimum?: { value: number; point: ArrayLike<number> };
}

/** A document that may name methods and a problem of one's own. */
export type OwnDocument = Omit<ExperimentDocument, "methods" | "problem"> & {
    methods: readonly (MethodDocument | ({ kind: "own"; name: string } & Partial<Record<"label" | "laziness" | "rounds" | "acceleration" | "stepSize" | "momentum", unknown>>))[];
    problem: ProblemDocument | { kind: "own"; name: string };
};

/** Which part of an experiment is run, and the functions of one's own that its document names. */
export type ExperimentOptions = Omit<ExperimentPart, "methods"> & {
    /** Indices of methods, all when left out; or methods of one's own by their names. */
    methods?: ExperimentPart["methods"] | Readonly<Record<string, OwnMethod>>;
    /** Problems of one's own by their names. */
    problems?: Readonly<Record<string, OwnProblem>>;
};
"#;

/// The most coordinates of a problem.
const DIMENSION_LIMIT: f64 = 1e6;
/// The most samples of an agent.
const SAMPLES_LIMIT: f64 = 1e9;

/// What all functions of an experiment share.
#[derive(Debug)]
pub(super) struct Shared {
    iteration: Cell<u64>,
    agents: Cell<usize>,
    dimension: Cell<usize>,
    first_trial: Cell<u64>,
    failure: RefCell<Option<JsValue>>,
    /// The network as the step that is under way sees it.
    gossip: RefCell<Option<Gossip>>,
    mix: RefCell<Option<Closure<Mix>>>,
}

type Mix = dyn Fn(JsValue, JsValue) -> Result<Float64Array, JsValue>;

/// Functions of JavaScript stay on their thread.
type Local<T> = Arc<SendWrapper<T>>;

/// The functions that the options of an experiment hold, and what is kept of a run of them.
#[derive(Debug, Default)]
pub(super) struct Functions(Option<Local<Shared>>);

impl Functions {
    /// Takes the functions out of the options; what remains are those that name a part.
    pub(super) fn take(options: &JsValue) -> Result<(Value, Own, Self), JsError> {
        let mut own = Own::default();
        if options.is_undefined() {
            return Ok((Value::Object(serde_json::Map::new()), own, Self(None)));
        }
        let Some(given) = options.dyn_ref::<Object>() else { return Ok((data(options, "options")?, own, Self(None))) };
        let rest = Object::assign(&Object::new(), given);
        let mut shared = None;
        for name in ["methods", "problems"] {
            let entries = Reflect::get(given, &name.into()).unwrap_or_default();
            let Some(entries) =
                entries.dyn_ref::<Object>().filter(|entries| !entries.is_instance_of::<js_sys::Array>())
            else {
                continue;
            };
            Reflect::delete_property(&rest, &name.into()).map_err(|_| JsError::new("options: cannot be read"))?;
            let shared = shared.get_or_insert_with(Shared::new);
            for entry in Object::entries(entries) {
                let entry: js_sys::Array = entry.unchecked_into();
                let (key, value) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
                let called = format!("{name}.{key}");
                if name == "methods" {
                    let function =
                        value.dyn_into().map_err(|_| JsError::new(&format!("options.{called}: must be a function")))?;
                    let step = Called { what: called, function, this: JsValue::UNDEFINED, shared: Arc::clone(shared) };
                    own.methods.insert(key, Arc::new(Step(Arc::new(SendWrapper::new(step)))));
                } else {
                    own.problems.insert(key, problem(&value, &called, shared)?);
                }
            }
        }
        Ok((data(&rest, "options")?, own, Self(shared)))
    }

    /// Says how large the experiment is, and which trials run.
    pub(super) fn begin(&self, agents: usize, dimension: usize, first_trial: u64) {
        if let Some(shared) = &self.0 {
            shared.agents.set(agents);
            shared.dimension.set(dimension);
            shared.first_trial.set(first_trial);
        }
    }

    /// Whether there are any.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Says which iteration comes.
    pub(super) fn at(&self, iteration: u64) {
        if let Some(shared) = &self.0 {
            shared.iteration.set(iteration);
        }
    }

    /// What a function of these has thrown.
    pub(super) fn check(&self) -> Result<(), JsError> {
        let failure = self.0.as_ref().and_then(|shared| shared.failure.borrow().clone());
        failure.map_or(Ok(()), |failure| Err(JsError::of(failure.unchecked_into())))
    }
}

impl Shared {
    fn new() -> Local<Self> {
        let shared = Arc::new(SendWrapper::new(Self {
            iteration: Cell::new(0),
            agents: Cell::new(0),
            dimension: Cell::new(0),
            first_trial: Cell::new(0),
            failure: RefCell::new(None),
            gossip: RefCell::new(None),
            mix: RefCell::new(None),
        }));
        let weak = Arc::downgrade(&shared);
        let mix = move |block: JsValue, out: JsValue| {
            let shared = weak.upgrade().ok_or_else(|| js_sys::Error::new("mix: the experiment is gone"))?;
            Ok(shared.mixed(&block, &out)?)
        };
        shared.mix.replace(Some(Closure::wrap(Box::new(mix) as Box<Mix>)));
        shared
    }

    /// W times a block, by the step that is under way.
    fn mixed(&self, block: &JsValue, out: &JsValue) -> Result<Float64Array, js_sys::Error> {
        let mut gossip = self.gossip.borrow_mut();
        let gossip = gossip.as_mut().ok_or_else(|| js_sys::Error::new("mix: goes within a step only"))?;
        let block = self.block(block, "mix: must be given")?;
        let mut mixed = vec![0.0; block.len()];
        gossip.mix(&block, &mut mixed);
        if out.is_undefined() {
            return Ok(Float64Array::from(&mixed[..]));
        }
        self.block(out, "mix: must be given, to write to,")?;
        let out: &Float64Array = out.unchecked_ref();
        out.copy_from(&mixed);
        Ok(out.clone())
    }

    /// The numbers of a block.
    fn block(&self, value: &JsValue, what: &str) -> Result<Vec<f64>, js_sys::Error> {
        numbers(value, self.agents.get() * self.dimension.get(), "n × d", what)
            .map_err(|message| js_sys::Error::new(&message))
    }
}

/// The numbers of a Float64Array of that length.
fn numbers(value: &JsValue, length: usize, size: &str, what: &str) -> Result<Vec<f64>, String> {
    match value.dyn_ref::<Float64Array>() {
        Some(array) if array.length() as usize == length => Ok(array.to_vec()),
        Some(array) => Err(format!("{what} {size} = {length} numbers, got {}", array.length())),
        None => Err(format!("{what} a Float64Array of {size} = {length} numbers, got {}", shown(value))),
    }
}

fn shown(value: &JsValue) -> String {
    let text = js_sys::JSON::stringify(value).ok().and_then(|text| text.as_string());
    text.map_or_else(|| value.js_typeof().as_string().unwrap_or_default(), |text| text.chars().take(60).collect())
}

/// A function, what it is called in errors, and the object that it is a method of.
#[derive(Clone, Debug)]
struct Called {
    what: String,
    function: Function,
    this: JsValue,
    shared: Local<Shared>,
}

impl Called {
    /// Notes the first failure: `place` tells where besides the iteration.
    fn fail(&self, place: &str, message: &str, cause: Option<JsValue>) {
        let mut failure = self.shared.failure.borrow_mut();
        if failure.is_some() {
            return;
        }
        let k = self.shared.iteration.get();
        let error = js_sys::Error::new(&format!("{}: k = {k}, {place}: {message}", self.what));
        if let Some(cause) = cause {
            // A new object takes every field.
            let _ = Reflect::set(&error, &"cause".into(), &cause);
        }
        *failure = Some(error.into());
    }

    /// What the function returns; nothing where it throws, or where one has failed before.
    fn call(&self, place: &str, arguments: &js_sys::Array) -> Option<JsValue> {
        if self.shared.failure.borrow().is_some() {
            return None;
        }
        let thrown = match self.function.apply(&self.this, arguments) {
            Ok(value) => return Some(value),
            Err(thrown) => thrown,
        };
        let message = thrown.dyn_ref::<js_sys::Error>().map_or_else(|| shown(&thrown), |error| error.message().into());
        self.fail(place, &message, Some(thrown));
        None
    }
}

/// A method of one's own, not started yet.
#[derive(Debug)]
struct Step(Local<Called>);

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

/// Reads a problem of one's own.
fn problem(value: &JsValue, called: &str, shared: &Local<Shared>) -> Result<OwnProblem, JsError> {
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
        let value = part("value").as_f64().ok_or_else(|| refuse(".optimum.value: must be a number"))?;
        let point = part("point").dyn_into::<Object>().map(|point| js_sys::Array::from(&point)).unwrap_or_default();
        let point: Vec<f64> = point.iter().filter_map(|x| x.as_f64()).collect();
        if point.len() != dimension {
            return Err(refuse(&format!(".optimum.point: must be d = {dimension} numbers, got {}", point.len())));
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
