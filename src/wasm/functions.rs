//! Methods and problems that are functions of JavaScript: the engine runs, measures and counts them like its own.
//!
//! A function that throws, or returns what it should not, ends the experiment: what it was to give is NaN, and the call that
//! ran it throws.

mod methods;
mod problems;

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use js_sys::{Float64Array, Function, Object, Reflect};
use send_wrapper::SendWrapper;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::data::data;
use super::error::JsError;
use crate::document::Fields;
use crate::experiment::Own;
use crate::gossip::Gossip;

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
        // Before anything in them: what is under a name that is not known may be functions.
        let names = Object::keys(given).iter().filter_map(|name| Some((name.as_string()?, Value::Null))).collect();
        Fields::of(&Value::Object(names), "options")?.only(&[], &["trials", "methods", "problems"])?;
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
                    own.methods.insert(key, Arc::new(methods::Step::new(step)));
                } else {
                    own.problems.insert(key, problems::read(&value, &called, shared)?);
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
