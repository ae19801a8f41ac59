//! The module for JavaScript: nothing outside of it names `JsValue`.
//!
//! Documents come in as objects or as JSON text; long series go out as typed arrays of their own
//! (never views, which memory growth would detach). The types are in `wasm.d.ts`.

mod catalog;
mod theory;
mod value;

use std::ops::Range;
use std::sync::Arc;

use js_sys::{Array, Float64Array, Uint32Array};
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::analysis::warnings::{Warning, warnings};
use crate::document::{self, DocumentError, Fields};
use crate::engine::Engine;
use crate::experiment::{self, Document};
use crate::graph::Graph;
use crate::network::Network;
use crate::presets::Preset;
use crate::recording;
use value::{Plain, json};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("wasm.d.ts");

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(message: &str);
}

/// Panics are reported with their message; the instance is unusable afterwards.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| console_error(&info.to_string())));
}

/// An experiment that is running: all of its trials and methods, or the part that `options` names.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Experiment {
    engine: Engine,
    trials: Range<u64>,
}

#[wasm_bindgen]
impl Experiment {
    /// Checks and builds a document, and starts its methods.
    ///
    /// # Errors
    /// Throws an `Error` of which the message names the path and the rule.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "ExperimentDocument | string")] document: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ExperimentPart")] options: &JsValue,
    ) -> Result<Self, JsError> {
        let experiment = experiment::Experiment::from_value(&json(document)?)?;
        let options = if options.is_undefined() { Value::Object(serde_json::Map::new()) } else { json(options)? };
        let (methods, trials) = part(&options, &experiment)?;
        let engine = Engine::part(Arc::new(experiment), methods, trials.clone())?;
        Ok(Self { engine, trials })
    }

    /// Runs up to that many iterations and returns how many are done in total.
    pub fn advance(&mut self, iterations: f64) -> f64 {
        // A cast of a float saturates, and makes 0 of NaN.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturation is meant")]
        let iterations = iterations as u64;
        self.engine.advance(iterations) as f64
    }

    /// How many iterations are done.
    #[wasm_bindgen(getter)]
    pub fn iteration(&self) -> f64 {
        self.engine.iteration() as f64
    }

    /// d, the number of coordinates.
    #[wasm_bindgen(getter)]
    pub fn dimension(&self) -> f64 {
        self.engine.experiment().problem.dimension() as f64
    }

    /// The mean over trials of every metric of every method at the recorded iterations so far.
    #[wasm_bindgen(unchecked_return_type = "Curves")]
    pub fn curves(&self) -> JsValue {
        let record = self.engine.record();
        let series = Array::new();
        for (m, &method) in self.engine.methods().iter().enumerate() {
            let first_end = (0..self.trial_count()).filter_map(|trial| self.engine.diverged_at(m, trial)).min();
            for (index, metric) in record.metrics().iter().enumerate() {
                let curve = self.engine.curve(index, m);
                series.push(
                    &Plain::new()
                        .with("method", self.method_name(method))
                        .with("metric", metric.name())
                        .with("mean", floats(&curve.mean))
                        .with("low", floats(&curve.low))
                        .with("high", floats(&curve.high))
                        .with("divergedAt", first_end.map_or(JsValue::NULL, |k| (k as f64).into()))
                        .into(),
                );
            }
        }
        Plain::new()
            .with("iterations", indices(record.iterations()))
            .with("series", series)
            .with("communication", self.communication(0))
            .into()
    }

    /// What this part has recorded from a point on, trial by trial, to be merged with other parts.
    #[wasm_bindgen(unchecked_return_type = "Records")]
    pub fn records(&self, from: f64) -> JsValue {
        let record = self.engine.record();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturation is meant")]
        let from = (from as usize).min(record.points());
        let mut ends = Vec::new();
        for m in 0..self.engine.methods().len() {
            ends.extend(
                (0..self.trial_count()).map(|trial| self.engine.diverged_at(m, trial).map_or(f64::NAN, |k| k as f64)),
            );
        }
        Plain::new()
            .with("from", from as f64)
            .with("iterations", indices(&record.iterations()[from..]))
            .with("methods", indices(&self.engine.methods().iter().map(|&m| m as u64).collect::<Vec<_>>()))
            .with("trials", indices(&[self.trials.start, self.trials.end]))
            .with("metrics", record.metrics().iter().map(|metric| JsValue::from(metric.name())).collect::<Array>())
            .with("values", floats(record.values(from)))
            .with("divergedAt", floats(&ends))
            .with("communication", self.communication(from))
            .into()
    }

    /// The iterates of a method (index or name) in a trial, n × d, row i = agent i.
    ///
    /// # Errors
    /// Throws when there is no such method or trial here.
    pub fn iterates(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
        trial: f64,
    ) -> Result<Float64Array, JsError> {
        let (method, trial) = self.place(method, trial)?;
        let iterates = self.engine.iterates(method, trial).unwrap_or_default();
        Ok(Float64Array::from(&iterates[..]))
    }

    /// Of each agent in a trial of a method: ‖x_i - x̄‖ and ‖∇f_i(x_i)‖.
    ///
    /// # Errors
    /// Throws when there is no such method or trial here.
    #[wasm_bindgen(js_name = agentValues, unchecked_return_type = "AgentValues")]
    pub fn agent_values(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] method: &JsValue,
        trial: f64,
    ) -> Result<JsValue, JsError> {
        let (method, trial) = self.place(method, trial)?;
        let values = self.engine.agent_values(method, trial).ok_or_else(|| JsError::new("no such trial"))?;
        Ok(Plain::new()
            .with("disagreement", floats(&values.disagreement))
            .with("gradientNorm", floats(&values.gradient_norm))
            .into())
    }

    /// The point x_i* where an agent's own cost f_i is least (d numbers), and ‖x_i* - x*‖, its
    /// distance from that of f: in closed form, or the best that a deterministic solver finds.
    ///
    /// # Errors
    /// Throws when there is no such agent.
    #[wasm_bindgen(js_name = localOptimum, unchecked_return_type = "LocalOptimum")]
    pub fn local_optimum(&self, agent: f64) -> Result<JsValue, JsError> {
        let experiment = self.engine.experiment();
        let place = (0..experiment.agents()).find(|&i| i as f64 == agent).ok_or_else(|| missing("agent"))?;
        let point = experiment.problem.local_optimum(place).point;
        let square = |(a, b): (&f64, &f64)| (a - b) * (a - b);
        let distance = point.iter().zip(&experiment.optimum().point).map(square).sum::<f64>().sqrt();
        Ok(Plain::new().with("point", floats(&point)).with("distance", distance).into())
    }

    /// f at each of the points, k × d; what is left over of an incomplete point is ignored.
    #[wasm_bindgen(js_name = valuesAt)]
    pub fn values_at(&self, points: &[f64]) -> Vec<f64> {
        let problem = &self.engine.experiment().problem;
        let mut value = [0.0];
        let at = |point: &[f64]| {
            problem.mean_value(1, point, &mut value);
            value[0]
        };
        points.chunks_exact(problem.dimension()).map(at).collect()
    }

    /// The network: graph, weights and spectrum.
    #[wasm_bindgen(unchecked_return_type = "NetworkDescription")]
    pub fn network(&self) -> JsValue {
        describe(&self.engine.experiment().network)
    }

    /// What the document describes, as built: names, sizes, f*, what became of a data file, warnings.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "ExperimentDescription")]
    pub fn describe(&self) -> Result<JsValue, JsError> {
        let experiment = self.engine.experiment();
        let needs_optimum = experiment.metrics.iter().any(|metric| metric.name().ends_with("Gap"));
        let optimum = if needs_optimum { describe_optimum(experiment.optimum()) } else { JsValue::NULL };
        let imported = experiment.imported.as_ref().map_or(Ok(JsValue::NULL), plain)?;
        let names = experiment.methods.iter().map(|method| JsValue::from(&method.name));
        Ok(Plain::new()
            .with("methods", names.collect::<Array>())
            .with("agents", experiment.agents() as f64)
            .with("dimension", experiment.problem.dimension() as f64)
            .with("trials", experiment.trials as f64)
            .with("iterations", experiment.iterations as f64)
            .with("optimum", optimum)
            .with("imported", imported)
            .with("warnings", warnings(experiment).iter().map(describe_warning).collect::<Array>())
            .into())
    }

    fn trial_count(&self) -> usize {
        usize::try_from(self.trials.end - self.trials.start).unwrap_or(0)
    }

    fn method_name(&self, method: usize) -> JsValue {
        JsValue::from(&self.engine.experiment().methods[method].name)
    }

    /// Gossip rounds and numbers sent by each method at the recorded iterations from a point on,
    /// in one trial.
    fn communication(&self, from: usize) -> JsValue {
        let d = self.engine.experiment().problem.dimension() as f64;
        let of = |(place, &method): (usize, &usize)| -> JsValue {
            let (mut rounds, mut scalars) = (Vec::new(), Vec::new());
            for [round, vectors] in self.engine.record().communication(place).skip(from) {
                rounds.push(round as f64);
                scalars.push(vectors as f64 * d);
            }
            Plain::new()
                .with("method", self.method_name(method))
                .with("rounds", floats(&rounds))
                .with("scalars", floats(&scalars))
                .into()
        };
        self.engine.methods().iter().enumerate().map(of).collect::<Array>().into()
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

fn missing(what: &str) -> JsError {
    JsError::new(&format!("there is no such {what} in this experiment"))
}

/// Checks a document without building its network and data.
///
/// # Errors
/// Throws an `Error` of which the message names the path and the rule.
#[wasm_bindgen(js_name = checkDocument)]
pub fn check_document(
    #[wasm_bindgen(unchecked_param_type = "ExperimentDocument | string")] document: &JsValue,
) -> Result<(), JsError> {
    Document::from_value(&json(document)?)?;
    Ok(())
}

/// The network that the `network` of a document describes; `seed` is the experiment's.
///
/// # Errors
/// Throws an `Error` of which the message names the path and the rule. A graph that is not
/// connected is described, with the number of its components.
#[wasm_bindgen(js_name = describeNetwork, unchecked_return_type = "NetworkDescription")]
pub fn describe_network(
    #[wasm_bindgen(unchecked_param_type = "NetworkDocument")] network: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string | number")] seed: &JsValue,
) -> Result<JsValue, JsError> {
    let mut values = serde_json::Map::new();
    if !seed.is_undefined() {
        values.insert("seed".to_owned(), value::data(seed)?);
    }
    let values = Value::Object(values);
    let seed = Fields::of(&values, "")?.seed("seed")?.unwrap_or(experiment::DEFAULT_SEED);
    Ok(describe(&Network::from_value(&json(network)?, seed)?))
}

/// Every kind that a document may name, with its parameters.
#[wasm_bindgen(unchecked_return_type = "Catalog")]
pub fn catalog() -> JsValue {
    catalog::describe(&crate::catalog::catalog())
}

/// The ready documents.
///
/// # Errors
/// Never in practice.
#[wasm_bindgen(unchecked_return_type = "Preset[]")]
pub fn presets() -> Result<JsValue, JsError> {
    let describe = |preset: Preset| -> JsValue {
        Plain::new()
            .with("id", preset.id)
            .with("group", preset.group)
            .with("title", preset.title)
            .with("note", preset.note)
            .with("document", value::to_js(&preset.document))
            .into()
    };
    let presets = crate::presets::of(&value::read(crate::presets::FILE)?);
    Ok(presets.into_iter().map(describe).collect::<Array>().into())
}

/// A seed from the platform's random source, as a decimal string.
///
/// # Errors
/// Throws when the platform has none.
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

/// The methods and trials that `options` names; all by default.
fn part(options: &Value, experiment: &experiment::Experiment) -> Result<(Vec<usize>, Range<u64>), DocumentError> {
    let fields = Fields::of(options, "options")?;
    fields.only(&[], &["trials", "methods"])?;
    let numbers = |name: &str| fields.get(name).map(|value| whole_numbers(value, &fields.path(name))).transpose();
    let trials = match numbers("trials")?.as_deref() {
        None => 0..experiment.trials,
        Some(&[from, to]) => from..to,
        Some(_) => return Err(fields.error("trials", "must be [from, to]")),
    };
    let methods = match numbers("methods")? {
        None => (0..experiment.methods.len()).collect(),
        Some(list) => list.into_iter().map(|method| usize::try_from(method).unwrap_or(usize::MAX)).collect(),
    };
    Ok((methods, trials))
}

/// A list of whole numbers that are not negative.
fn whole_numbers(value: &Value, path: &str) -> Result<Vec<u64>, DocumentError> {
    let whole = |(i, element): (usize, &Value)| {
        element.as_u64().ok_or_else(|| {
            let rule = format!("must be a whole number from 0, got {}", document::shown(element));
            DocumentError::new(format!("{path}[{i}]"), rule)
        })
    };
    document::array(value, path)?.iter().enumerate().map(whole).collect()
}

fn describe(network: &Network) -> JsValue {
    let (graph, matrix, spectrum): (&Graph, _, _) = (&network.graph, &network.matrix, network.spectrum());
    let edges = graph.edges().map(|(i, j)| Array::of2(&(i as f64).into(), &(j as f64).into()));
    let (mut rows, mut columns, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..matrix.agents() {
        for (j, w) in matrix.row(i) {
            rows.push(i as u64);
            columns.push(j as u64);
            values.push(w);
        }
    }
    let warnings = matrix.warnings().into_iter().chain(spectrum.warnings());
    let positions = network.positions.as_ref().map_or(JsValue::NULL, |positions| floats(positions.as_flattened()));
    let entries =
        Plain::new().with("rows", indices(&rows)).with("columns", indices(&columns)).with("values", floats(&values));
    Plain::new()
        .with("agents", graph.agents() as f64)
        .with("edges", edges.collect::<Array>())
        .with("components", graph.components() as f64)
        .with("matrix", entries)
        .with("eigenvalues", spectrum.eigenvalues().map_or(JsValue::NULL, floats))
        .with("mixingRate", spectrum.mixing_rate())
        .with("secondLargestEigenvalue", spectrum.second_largest())
        .with("smallestEigenvalue", spectrum.smallest())
        .with("spectralGap", spectrum.spectral_gap())
        .with("residual", spectrum.residual())
        .with("positions", positions)
        .with("warnings", warnings.map(JsValue::from).collect::<Array>())
        .into()
}

fn describe_optimum(optimum: &crate::problem::Optimum) -> JsValue {
    Plain::new().with("value", optimum.value).with("point", floats(&optimum.point)).with("exact", optimum.exact).into()
}

fn describe_warning(warning: &Warning) -> JsValue {
    Plain::new().with("path", &warning.path).with("text", &warning.text).into()
}

fn floats(values: &[f64]) -> JsValue {
    Float64Array::from(values).into()
}

/// Counts below 2^32, which the document's limits ensure.
fn indices(values: &[u64]) -> JsValue {
    let values: Vec<u32> = values.iter().map(|&value| u32::try_from(value).unwrap_or(u32::MAX)).collect();
    Uint32Array::from(&values[..]).into()
}

fn plain(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}
