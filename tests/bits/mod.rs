//! Digests of all numbers that an experiment gives, for documents that between them come by every
//! problem, noise, topology, method, step size and metric.
//!
//! `experiments.json` holds the documents, `digests.json` what they must give: natively, in Chrome
//! (both by tests/browser.rs), in Node.js (tests/node/bits.test.mjs) and in each browser of
//! tests/browsers (both by digests.mjs). After a change that is meant to change numbers,
//! `BITS=write cargo test --test browser` writes `digests.json` anew.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use suda::analysis::expectation::{Expected, expectation};
use suda::analysis::{Analysis, measured::reached, tables};
use suda::engine::Engine;
use suda::experiment::Experiment;

/// A document with its name.
#[derive(Deserialize)]
pub struct Case {
    pub name: String,
    pub document: Value,
}

/// The digests of a document's numbers, in hexadecimal, by what they are.
pub type Digests = BTreeMap<String, String>;

pub fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("experiments.json")).expect("the documents are well-formed")
}

/// The digests that the documents must have, by their names.
pub fn expected() -> BTreeMap<String, Digests> {
    serde_json::from_str(include_str!("digests.json")).expect("the digests are well-formed")
}

/// FNV-1a, 64 bits, of the numbers' little-endian bytes. NaN is one number, whatever its bits.
fn digest(numbers: impl IntoIterator<Item = f64>) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for number in numbers {
        let number = if number.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { number };
        for byte in number.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

/// All numbers of a tree, fields in the order of their names; what is not finite or missing is NaN,
/// text is left out.
fn numbers(value: &Value, found: &mut Vec<f64>) {
    match value {
        Value::Null => found.push(f64::NAN),
        Value::Bool(flag) => found.push(f64::from(u8::from(*flag))),
        Value::Number(number) => found.push(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(_) => {}
        Value::Array(elements) => elements.iter().for_each(|element| numbers(element, found)),
        Value::Object(fields) => fields.values().for_each(|field| numbers(field, found)),
    }
}

/// Runs a document, its trials in parts that end at `ends`, and digests what it gives.
pub fn digests(document: &Value, ends: &[u64]) -> Digests {
    let experiment = Arc::new(Experiment::from_value(document).expect("a valid document"));
    let starts = [0].into_iter().chain(ends.iter().copied());
    let parts: Vec<Engine> = starts.zip(ends).map(|(start, &end)| run(&experiment, start..end)).collect();
    let mut digests = Digests::new();
    let mut add = |name: &str, numbers: Vec<f64>| digests.insert(name.to_owned(), digest(numbers));
    add("records", joined(&parts));
    add("iterates", iterates(&parts));
    add("network", network(&experiment));
    if let [whole] = &parts[..] {
        add("curves", curves(whole));
        add("theory", theory(whole));
        add("expected", expected_curves(&experiment));
    }
    digests
}

fn run(experiment: &Arc<Experiment>, trials: Range<u64>) -> Engine {
    let methods = (0..experiment.methods.len()).collect();
    let mut engine = Engine::part(Arc::clone(experiment), methods, trials).expect("a part");
    engine.advance(u64::MAX);
    engine
}

/// The trials of a part: its lanes are as many as its iterates.
fn trials(part: &Engine) -> usize {
    (0..usize::MAX).take_while(|&trial| part.iterates(0, trial).is_some()).count()
}

/// Values \[point\]\[metric\]\[method\]\[trial\] as of one run.
fn joined(parts: &[Engine]) -> Vec<f64> {
    let rows = parts[0].record().values(0).len() / trials(&parts[0]);
    let row = |part: &Engine, row: usize| {
        let count = trials(part);
        part.record().values(0)[row * count..(row + 1) * count].to_vec()
    };
    (0..rows).flat_map(|index| parts.iter().flat_map(move |part| row(part, index))).collect()
}

/// Of each method the iterates of each trial, and where it was stopped.
fn iterates(parts: &[Engine]) -> Vec<f64> {
    let of = |method: usize, part: &Engine, trial: usize| {
        let end = part.diverged_at(method, trial).map_or(f64::NAN, |k| k as f64);
        part.iterates(method, trial).unwrap().into_iter().chain([end]).collect::<Vec<_>>()
    };
    let methods = 0..parts[0].methods().len();
    methods
        .flat_map(|m| parts.iter().flat_map(move |part| (0..trials(part)).flat_map(move |t| of(m, part, t))))
        .collect()
}

fn curves(engine: &Engine) -> Vec<f64> {
    let metrics = engine.record().metrics().len();
    let lanes = (0..engine.methods().len()).flat_map(|method| (0..metrics).map(move |metric| (method, metric)));
    lanes.map(|(method, metric)| engine.curve(metric, method)).flat_map(|c| [c.mean, c.low, c.high]).flatten().collect()
}

fn network(experiment: &Experiment) -> Vec<f64> {
    let (matrix, spectrum) = (&experiment.network.matrix, experiment.network.spectrum());
    let mut found: Vec<f64> = (0..matrix.agents()).flat_map(|i| matrix.row(i).map(|(_, w)| w)).collect();
    found.extend(spectrum.eigenvalues().unwrap_or(&[]));
    found.extend([spectrum.mixing_rate(), spectrum.second_largest(), spectrum.smallest()]);
    found.extend([spectrum.spectral_gap(), spectrum.residual()]);
    found.extend(experiment.network.positions.iter().flatten().flatten());
    found
}

fn theory(engine: &Engine) -> Vec<f64> {
    let experiment = engine.experiment();
    let mut found = Vec::new();
    for method in 0..experiment.methods.len() {
        let analysis = Analysis::of(experiment, method, reached(engine, method));
        numbers(&serde_json::to_value(analysis).expect("plain data"), &mut found);
    }
    numbers(&serde_json::to_value(tables(experiment)).expect("plain data"), &mut found);
    found
}

fn expected_curves(experiment: &Experiment) -> Vec<f64> {
    let series: [fn(&Expected) -> f64; 5] = [
        |at| at.gradient_norm,
        |at| at.optimality_gap,
        |at| at.mean_optimality_gap,
        |at| at.consensus,
        |at| at.average_gradient,
    ];
    let methods = (0..experiment.methods.len()).filter_map(|method| expectation(experiment, method));
    methods.flat_map(|points| series.map(|of| points.iter().map(of).collect::<Vec<_>>())).flatten().collect()
}
