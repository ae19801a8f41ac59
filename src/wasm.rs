//! The module for JavaScript: nothing outside of it names `JsValue`.
//!
//! Documents come in as objects or as JSON text; long series go out as typed arrays of their own
//! (never views, which memory growth would detach). Answers are serde types, from which their
//! TypeScript is made; that of documents is made from the catalog.

mod answers;
mod data;
mod error;
mod functions;
mod instruments;
mod models;
mod options;
mod own;
mod theory;

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use tsify::Ts;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use crate::analysis::warnings::{Prospect, of_run, prospect};
use crate::catalog::Catalog;
use crate::document::{Fields, Place};
use crate::engine::Engine;
use crate::experiment::{self, Document};
use crate::network::Network;
use crate::presets;
use crate::problem::{Classifier, OwnProblems, ProblemSpec, Report};
use crate::recording;
use crate::schema;
use crate::weights::Solutions;
use answers::{
    AgentValues, Communication, Curves, ExperimentDescription, LocalOptimum, NetworkDescription, Optimum, Outline,
    Records, Series, answer, plain,
};
use data::{data, json, place_in, value_of};
use error::JsError;
use options::{listener, part};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = schema::TYPES;

/// Panics are reported with their message; the instance is unusable afterwards.
#[wasm_bindgen(start, private)]
fn start() {
    std::panic::set_hook(Box::new(|info| web_sys::console::error_1(&info.to_string().into())));
}

/// An experiment that is running: all of its trials and methods, or the part that `options` names.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Experiment {
    engine: Engine,
    trials: Range<u64>,
    draws: own::Draws,
    functions: functions::Functions,
}

#[wasm_bindgen]
impl Experiment {
    /// Checks and builds a document, and starts its methods; `options` has the functions of methods and problems of one's own
    /// that it names, by `{ kind: "own", name }`. `tell` receives the progress of generating the data, and a lower
    /// bound of that of finding f*, each from 0 to 1.
    ///
    /// Throws an `Error` whose message names the path and the rule, or the function that threw or returned what it should not,
    /// with the iteration and the agent or the trial; what that function threw is its `cause`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "ExperimentDocument | OwnDocument | string")] document: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ExperimentOptions")] options: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "(stage: 'data' | 'optimum', share: number) => void")]
        tell: &JsValue,
    ) -> Result<Self, JsError> {
        let tell = tell.dyn_ref::<js_sys::Function>();
        let (options, own, functions) = functions::Functions::take(options)?;
        // First: what is misspelt here is missed in the document.
        options::known(&options)?;
        let document = Document::with_own(&json(document)?, &own)?;
        let built =
            knowing(|known| experiment::Experiment::build_telling(document, known, &mut listener(tell, "data")));
        // A function that has failed explains what does not fit.
        functions.check()?;
        let experiment = built?;
        let (methods, trials) = part(&options, &experiment)?;
        functions.begin(experiment.agents(), experiment.problem().dimension(), trials.start);
        if tell.is_some() && needs_optimum(&experiment) {
            experiment.optimum_telling(&mut listener(tell, "optimum"));
        }
        let engine = Engine::part(Arc::new(experiment), methods, trials.clone())?;
        functions.check()?;
        Ok(Self { engine, trials, draws: own::Draws::default(), functions })
    }

    /// Runs up to that many iterations and returns how many are done in total.
    ///
    /// Throws an `Error` when `iterations` is no number, or negative, or when a function of one's own throws or returns what
    /// it should not; then the experiment is over.
    pub fn advance(&mut self, iterations: f64) -> Result<f64, JsError> {
        if iterations.is_nan() || iterations < 0.0 {
            return Err(JsError::new("iterations: must be a number, at least 0"));
        }
        // A cast of a float saturates.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturation is meant")]
        let iterations = iterations as u64;
        if self.functions.is_empty() {
            return Ok(self.engine.advance(iterations) as f64);
        }
        self.functions.check()?;
        let end = self.engine.experiment().iterations.min(self.engine.iteration().saturating_add(iterations));
        while self.engine.iteration() < end {
            self.functions.at(self.engine.iteration());
            self.engine.advance(1);
            self.functions.check()?;
        }
        Ok(self.engine.iteration() as f64)
    }

    /// How many iterations are done.
    #[wasm_bindgen(getter)]
    pub fn iteration(&self) -> f64 {
        self.engine.iteration() as f64
    }

    /// d, the number of coordinates.
    #[wasm_bindgen(getter)]
    pub fn dimension(&self) -> f64 {
        self.engine.experiment().problem().dimension() as f64
    }

    /// How many outputs a model has: 1 for two classes, else one for each; undefined of a problem without labels.
    #[wasm_bindgen(getter)]
    pub fn outputs(&self) -> Option<u32> {
        let classifier = self.engine.experiment().problem().classifier()?;
        classifier.classes().map_or(Some(1), |count| u32::try_from(count).ok())
    }

    /// The mean over trials of every metric of every method at the recorded iterations so far.
    pub fn curves(&self) -> Result<Ts<Curves>, JsError> {
        let record = self.engine.record();
        let mut series = Vec::new();
        for (m, &method) in self.engine.methods().iter().enumerate() {
            let diverged_at = (0..self.trial_count()).filter_map(|trial| self.engine.diverged_at(m, trial)).min();
            for (index, &metric) in record.metrics().iter().enumerate() {
                let curve = self.engine.curve(index, m);
                series.push(Series {
                    method: self.method_name(method),
                    metric,
                    mean: curve.mean[..].into(),
                    low: curve.low[..].into(),
                    high: curve.high[..].into(),
                    diverged_at,
                });
            }
        }
        let iterations = record.iterations().iter().copied().collect();
        answer(&Curves { iterations, series, communication: self.communication(0) })
    }

    /// The records of this part from a point on, trial by trial, to be merged with other parts.
    pub fn records(&self, from: f64) -> Result<Ts<Records>, JsError> {
        let record = self.engine.record();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturation is meant")]
        let from = (from as usize).min(record.points());
        let end = |m, trial| self.engine.diverged_at(m, trial).map_or(f64::NAN, |k| k as f64);
        let ends =
            (0..self.engine.methods().len()).flat_map(|m| (0..self.trial_count()).map(move |trial| end(m, trial)));
        let records = Records {
            from,
            iterations: record.iterations()[from..].iter().copied().collect(),
            methods: self.engine.methods().iter().map(|&m| m as u64).collect(),
            trials: [self.trials.start, self.trials.end].into_iter().collect(),
            metrics: record.metrics().to_vec(),
            values: record.values(from).into(),
            diverged_at: ends.collect(),
            communication: self.communication(from),
            seconds: record.seconds(from).into(),
        };
        answer(&records)
    }

    /// The iterates of a method (index or name) in a trial, n × d, row i = agent i.
    ///
    /// Throws an `Error` when there is no such method or trial here.
    pub fn iterates(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
        trial: f64,
    ) -> Result<Vec<f64>, JsError> {
        let (method, trial) = self.place(method, trial)?;
        Ok(self.engine.iterates(method, trial).unwrap_or_default())
    }

    /// Of each agent in a trial of a method: ‖x_i - x̄‖ and ‖∇f_i(x_i)‖.
    ///
    /// Throws an `Error` when there is no such method or trial here.
    #[wasm_bindgen(js_name = agentValues)]
    pub fn agent_values(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
        trial: f64,
    ) -> Result<Ts<AgentValues>, JsError> {
        let (method, trial) = self.place(method, trial)?;
        let values = self.engine.agent_values(method, trial).ok_or_else(|| missing("trial"))?;
        self.functions.check()?;
        told(&values)
    }

    /// The same with the agents at `iterates` (n × d), such as an earlier answer of `iterates()`.
    ///
    /// Throws an `Error` when these are not n × d numbers.
    #[wasm_bindgen(js_name = agentValuesAt)]
    pub fn agent_values_at(&self, iterates: &[f64]) -> Result<Ts<AgentValues>, JsError> {
        let rule = || JsError::new("iterates: must be n × d numbers");
        let values = self.engine.agent_values_at(iterates).ok_or_else(rule)?;
        self.functions.check()?;
        told(&values)
    }

    /// The point x_i* where an agent's own cost f_i is least (d numbers), and ‖x_i* - x*‖, its
    /// distance from that of f: in closed form, or the best that a deterministic solver finds.
    ///
    /// Throws an `Error` when there is no such agent, or f* is not known.
    #[wasm_bindgen(js_name = localOptimum)]
    pub fn local_optimum(&self, agent: f64) -> Result<Ts<LocalOptimum>, JsError> {
        let experiment = self.engine.experiment();
        let place = (0..experiment.agents()).find(|&i| i as f64 == agent).ok_or_else(|| missing("agent"))?;
        let optima = experiment.problem().local_optimum(place).zip(experiment.optimum());
        let (local, common) = optima.ok_or_else(|| JsError::new("the least value of this problem is not known"))?;
        let point = local.point;
        let square = |(a, b): (&f64, &f64)| (a - b) * (a - b);
        let distance = point.iter().zip(&common.point).map(square).sum::<f64>().sqrt();
        answer(&LocalOptimum { point: point[..].into(), distance })
    }

    /// f at each of the points, k × d; what is left over of an incomplete point is ignored.
    ///
    /// Throws an `Error` when the function of a problem of one's own does.
    #[wasm_bindgen(js_name = valuesAt)]
    pub fn values_at(&self, points: &[f64]) -> Result<Vec<f64>, JsError> {
        let problem = self.engine.experiment().problem();
        let mut value = [0.0];
        let at = |point: &[f64]| {
            problem.mean_value(1, point, &mut value);
            value[0]
        };
        let values = points.chunks_exact(problem.dimension()).map(at).collect();
        self.functions.check()?;
        Ok(values)
    }

    /// The network: graph, weights and spectrum.
    pub fn network(&self) -> Result<Ts<NetworkDescription>, JsError> {
        answer(&NetworkDescription::from(&self.engine.experiment().network))
    }

    /// The links that iteration `k`, which makes X^{k+1}, uses: i and j of each, i < j, ascending.
    #[wasm_bindgen(js_name = linksAt)]
    pub fn links_at(&self, k: f64) -> Vec<u32> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturation is meant")]
        let links = self.engine.experiment().network.links_at(k as u64);
        links.into_flattened()
    }

    /// The modes of W, of the base network of one that changes, by descending eigenvalue, without agreement; null for
    /// large networks.
    #[wasm_bindgen(unchecked_return_type = "NetworkMode[] | null")]
    pub fn modes(&self) -> Result<JsValue, JsError> {
        let modes = self.engine.experiment().network.modes();
        plain(&modes.map(|modes| modes.list().collect::<Vec<_>>()))
    }

    /// How much of (1/n) Σ ‖x_i - x̄‖² of iterates, n × d, lies in each of the modes: they add up to it. Empty for large
    /// networks, and of iterates of another size.
    #[wasm_bindgen(js_name = modeShares)]
    pub fn mode_shares(&self, iterates: &[f64]) -> Vec<f64> {
        let experiment = self.engine.experiment();
        let dimension = experiment.problem().dimension();
        let fits = iterates.len() == experiment.agents() * dimension;
        let modes = experiment.network.modes().filter(|_| fits);
        modes.map_or_else(Vec::new, |modes| modes.shares(iterates, dimension))
    }

    /// The experiment as built: names, sizes, f*, the report on a data file, warnings.
    pub fn describe(&self) -> Result<Ts<ExperimentDescription>, JsError> {
        let experiment = self.engine.experiment();
        let optimum =
            Some(experiment).filter(|_| needs_optimum(experiment)).and_then(|experiment| experiment.optimum());
        let Prospect { mut warnings, stability } = prospect(experiment);
        warnings.extend(of_run(&self.engine));
        let description = ExperimentDescription {
            methods: experiment.methods.iter().map(|method| method.name.clone()).collect(),
            agents: experiment.agents(),
            dimension: experiment.problem().dimension(),
            trials: experiment.trials,
            iterations: experiment.iterations,
            optimum: optimum.map(|optimum| Optimum {
                value: optimum.value,
                point: optimum.point[..].into(),
                exact: optimum.exact,
            }),
            imported: experiment.imported.clone(),
            classes: experiment.problem().classifier().map(Classifier::describe),
            tests: experiment.problem().held_out(),
            warnings,
            stability,
        };
        answer(&description)
    }

    fn trial_count(&self) -> usize {
        usize::try_from(self.trials.end - self.trials.start).unwrap_or(0)
    }

    fn method_name(&self, method: usize) -> String {
        self.engine.experiment().methods[method].name.clone()
    }

    /// What each method has sent at the recorded iterations from a point on, in one trial, and the time.
    fn communication(&self, from: usize) -> Vec<Communication> {
        let d = self.engine.experiment().problem().dimension() as f64;
        let of = |(place, &method): (usize, &usize)| {
            let sent = || self.engine.record().communication(place).skip(from);
            Communication {
                method: self.method_name(method),
                rounds: sent().map(|[round, _]| round as f64).collect(),
                vectors: sent().map(|[_, vectors]| vectors as f64).collect(),
                scalars: sent().map(|[_, vectors]| vectors as f64 * d).collect(),
                bits: self.engine.bits(place).skip(from).collect(),
                seconds: self.engine.record().mean_seconds(place).map(|seconds| seconds.skip(from).collect()),
            }
        };
        self.engine.methods().iter().enumerate().map(of).collect()
    }

    /// The index of a method of the experiment, given by index or name.
    fn method_index(&self, method: &JsValue) -> Result<usize, JsError> {
        let methods = &self.engine.experiment().methods;
        let index = match (method.as_string(), method.as_f64()) {
            (Some(name), _) => methods.iter().position(|spec| spec.name == name),
            (None, Some(index)) => (0..methods.len()).find(|&m| m as f64 == index),
            _ => None,
        };
        index.ok_or_else(|| missing("method"))
    }

    /// The places of a method and of a trial of the experiment in this part.
    fn place(&self, method: &JsValue, trial: f64) -> Result<(usize, usize), JsError> {
        let index = self.method_index(method)?;
        let method = self.engine.methods().iter().position(|&m| m == index);
        let trial = (0..self.trial_count()).find(|&t| (self.trials.start + t as u64) as f64 == trial);
        Ok((method.ok_or_else(|| missing("method"))?, trial.ok_or_else(|| missing("trial"))?))
    }
}

thread_local! {
    /// What `prepareNetwork` promises: a page builds a network again whenever anything in its document changes.
    static KNOWN: Cell<Solutions> = Cell::default();
}

/// What `build` makes with the fastest weights that this instance has found. A function of JavaScript that calls back
/// meanwhile finds none.
fn knowing<T>(build: impl FnOnce(&mut Solutions) -> T) -> T {
    let mut known = KNOWN.take();
    let built = build(&mut known);
    KNOWN.set(known);
    built
}

/// Whether something is recorded that f* is needed for.
fn needs_optimum(experiment: &experiment::Experiment) -> bool {
    experiment.metrics.iter().any(|metric| metric.name().ends_with("Gap"))
}

fn told(values: &crate::engine::AgentValues) -> Result<Ts<AgentValues>, JsError> {
    let (disagreement, gradient_norm) = (values.disagreement[..].into(), values.gradient_norm[..].into());
    answer(&AgentValues { disagreement, gradient_norm })
}

fn missing(what: &str) -> JsError {
    JsError::new(&format!("there is no such {what} in this experiment"))
}

/// The value of a document's JSON text: what `JSON.parse` gives, but byte order marks before it are skipped.
///
/// Throws an `Error` that names the line and the column where the text is no JSON, and the path of a field that appears
/// twice in one object, of which `JSON.parse` would keep the last.
#[wasm_bindgen(js_name = readDocument, unchecked_return_type = "unknown")]
pub fn read_document(#[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue) -> Result<JsValue, JsError> {
    Ok(value_of(&text_of(text)?)?)
}

/// Where the part at a path such as `methods[2].laziness` begins in a document's JSON text, or else the innermost part
/// around it.
#[wasm_bindgen(js_name = placeInDocument)]
pub fn place_in_document(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] path: &JsValue,
) -> Result<Ts<Place>, JsError> {
    answer(&place_in(&text_of(text)?, &text_of(path)?))
}

/// What JavaScript gives for text, which may be anything.
fn text_of(value: &JsValue) -> Result<String, JsError> {
    value.as_string().ok_or_else(|| JsError::new("must be given text"))
}

/// Checks a document without building its network and data.
///
/// Throws an `Error` whose message names the path and the rule.
#[wasm_bindgen(js_name = checkDocument)]
pub fn check_document(
    #[wasm_bindgen(unchecked_param_type = "ExperimentDocument | string")] document: &JsValue,
) -> Result<(), JsError> {
    Document::from_value(&json(document)?)?;
    Ok(())
}

/// What identifies an experiment: SHA-256, in hexadecimal, of its document's canonical JSON (RFC 8785), without fields that are
/// null.
///
/// Throws an `Error` when this is not data.
#[wasm_bindgen]
pub fn fingerprint(
    #[wasm_bindgen(unchecked_param_type = "ExperimentDocument | string")] document: &JsValue,
) -> Result<String, JsError> {
    Ok(crate::document::fingerprint(&json(document)?))
}

/// The records that a run of a document makes: the names of its methods, its metrics, and the iterations.
///
/// Throws an `Error` whose message names the path and the rule.
#[wasm_bindgen]
pub fn outline(
    #[wasm_bindgen(unchecked_param_type = "ExperimentDocument | string")] document: &JsValue,
) -> Result<Ts<Outline>, JsError> {
    let document = Document::from_value(&json(document)?)?;
    let (methods, metrics, iterations) = document.outline();
    answer(&Outline {
        methods: methods.into_iter().map(str::to_owned).collect(),
        metrics: metrics.to_vec(),
        iterations: iterations.iter().copied().collect(),
    })
}

/// The network that the `network` of a document describes; `seed` is the experiment's.
///
/// Throws an `Error` whose message names the path and the rule. A graph that is not
/// connected is described, with the number of its components.
#[wasm_bindgen(js_name = describeNetwork)]
pub fn describe_network(
    #[wasm_bindgen(unchecked_param_type = "NetworkDocument")] network: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string | number | bigint")] seed: &JsValue,
) -> Result<Ts<NetworkDescription>, JsError> {
    let (network, seed) = (json(network)?, seed_of(seed)?);
    let network = knowing(|known| Network::from_value_telling(&network, seed, known, &mut |_| ()))?;
    answer(&NetworkDescription::from(&network))
}

/// Computes the fastest weights that the `network` of a document asks for, which may take long; networks and experiments
/// that this instance builds afterwards reuse them. `tell` receives the progress, from 0 to 1.
///
/// Throws an `Error` whose message names the path and the rule.
#[wasm_bindgen(js_name = prepareNetwork)]
pub fn prepare_network(
    #[wasm_bindgen(unchecked_param_type = "NetworkDocument")] network: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string | number | bigint | undefined")] seed: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "(share: number) => void")] tell: &js_sys::Function,
) -> Result<(), JsError> {
    let mut tell = |share: f64| {
        // An exception of the listener does not stop the computation.
        let _ = tell.call1(&JsValue::NULL, &share.into());
    };
    let (network, seed) = (json(network)?, seed_of(seed)?);
    knowing(|known| Network::from_value_telling(&network, seed, known, &mut tell))?;
    Ok(())
}

/// The seed given, or else the usual one.
fn seed_of(seed: &JsValue) -> Result<u64, JsError> {
    let values = serde_json::json!({ "seed": data(seed, "seed")? });
    Ok(Fields::of(&values, "")?.seed("seed")?.unwrap_or(experiment::DEFAULT_SEED))
}

/// The report on reading the data file of a document's `problem`, for a network of that many agents: the
/// rows used and skipped, the meaning of the labels, and doubts about the file. `seed` is the
/// experiment's.
///
/// Throws an `Error` whose message names the path and the rule.
#[wasm_bindgen(js_name = describeData)]
pub fn describe_data(
    #[wasm_bindgen(unchecked_param_type = "ProblemDocument")] problem: &JsValue,
    agents: f64,
    #[wasm_bindgen(unchecked_optional_param_type = "string | number | bigint")] seed: &JsValue,
) -> Result<Ts<Report>, JsError> {
    let problem = json(problem)?;
    let values = serde_json::json!({ "seed": data(seed, "seed")? });
    let seed = Fields::of(&values, "")?.seed("seed")?.unwrap_or(experiment::DEFAULT_SEED);
    // A cast of a float saturates, and makes 0 of NaN.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturation is meant")]
    let spec = ProblemSpec::read(&Fields::of(&problem, "problem")?, agents as usize, seed, &OwnProblems::new())?;
    answer(spec.import_report().ok_or_else(|| JsError::new("problem.data: is not the text of a file"))?)
}

/// Takes the images of handwritten digits, the bytes of `digits.txt`, once for all experiments whose data they are.
///
/// Throws an `Error` when these are not the bytes of that file.
#[wasm_bindgen(js_name = loadDigits)]
pub fn load_digits(bytes: &[u8]) -> Result<(), JsError> {
    Ok(crate::problem::digits::load(bytes)?)
}

/// Every kind that a document may name, with its parameters.
#[wasm_bindgen]
pub fn catalog() -> Result<Ts<Catalog>, JsError> {
    answer(&crate::catalog::catalog())
}

/// What `presets.json` holds, which is no text of a reader's to be checked.
fn ready() -> Result<JsValue, JsError> {
    js_sys::JSON::parse(presets::TEXT).map_err(|_| JsError::new("the presets are no JSON"))
}

/// The ready documents.
#[wasm_bindgen(unchecked_return_type = "Preset[]")]
pub fn presets() -> Result<JsValue, JsError> {
    plain(&presets::of_file(&data(&ready()?, "")?))
}

/// The steps of the story that the ready documents tell, in order.
#[wasm_bindgen(unchecked_return_type = "Step[]")]
pub fn steps() -> Result<JsValue, JsError> {
    let file = ready()?;
    // What crosses field by field takes long, and they need none of these.
    let _ = js_sys::Reflect::delete_property(file.unchecked_ref::<js_sys::Object>(), &"presets".into());
    plain(&presets::steps_of(&data(&file, "")?))
}

/// A seed from the platform's random source, as a decimal string.
///
/// Throws an `Error` when the platform has none.
#[wasm_bindgen(js_name = randomSeed)]
pub fn random_seed() -> Result<String, JsError> {
    Ok(getrandom::u64()?.to_string())
}

/// The mean and the ends of its 95 % confidence interval over the trials: `values` holds the
/// trials of one point after those of another; the result holds three numbers a point.
#[wasm_bindgen]
pub fn summarize(values: &[f64], trials: usize) -> Vec<f64> {
    values.chunks_exact(trials.max(1)).flat_map(recording::summarize).collect()
}

/// The crate's version.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
