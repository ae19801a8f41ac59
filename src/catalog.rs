//! Every kind that a document may name, with its parameters. The page builds its controls from it.

use serde::Serialize;

use crate::document::{Entry, Parameter};
use crate::method::MethodEntry;
use crate::{
    clock, compression, experiment, method, metric, network, oracle, problem, recording, start, step_size, topology,
    weights,
};

/// All kinds and parameters, by their place in the document.
#[derive(Debug, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Catalog {
    /// The version of the document.
    pub version: u64,
    /// The plain parameters of the document itself.
    pub document: &'static [Parameter],
    /// The parameters of `record`, of which a document gives one.
    pub record: &'static [Parameter],
    /// The plain parameters of `network`.
    pub network: &'static [Parameter],
    /// The kinds of `network.topology`.
    pub topologies: &'static [Entry],
    /// The rules of `network.weights`, named by `rule`.
    pub weights: &'static [Entry],
    /// The kinds of `network.changes`.
    pub changes: &'static [Entry],
    /// The kinds of `problem`.
    pub problems: &'static [Entry],
    /// The kinds of `problem.data`.
    pub data: &'static [Entry],
    /// The kinds of `problem.data.split`, of data from a file or of a shape.
    pub splits: &'static [Entry],
    /// The kinds of `gradient`, named by `noise`.
    pub gradients: &'static [Entry],
    /// The kinds of `stepSize`.
    pub step_sizes: &'static [Entry],
    /// The kinds of `start`.
    pub starts: &'static [Entry],
    /// The kinds of `methods`.
    pub methods: &'static [MethodEntry],
    /// The parameters that every method may carry.
    pub method: &'static [Parameter],
    /// The kinds of a method's `compression`.
    pub compressions: &'static [Entry],
    /// The plain parameters of `clock`.
    pub clock: &'static [Parameter],
    /// The kinds of `clock.compute`.
    pub computes: &'static [Entry],
    /// The metrics.
    pub metrics: Vec<MetricEntry>,
}

/// A metric, described.
#[derive(Debug, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct MetricEntry {
    /// The name in documents and files.
    #[cfg_attr(all(target_arch = "wasm32", feature = "js"), tsify(type = "MetricName"))]
    pub name: &'static str,
    /// The formula.
    pub formula: &'static str,
    /// One line that explains it.
    pub about: &'static str,
}

/// The catalog.
pub fn catalog() -> Catalog {
    let describe = |m: metric::Metric| MetricEntry { name: m.name(), formula: m.formula(), about: m.about() };
    Catalog {
        version: experiment::VERSION,
        document: experiment::PARAMETERS,
        record: recording::PARAMETERS,
        network: network::PARAMETERS,
        topologies: topology::TOPOLOGIES,
        weights: weights::WEIGHT_RULES,
        changes: network::changes::CHANGES,
        problems: problem::PROBLEMS,
        data: problem::data::KINDS,
        splits: problem::dataset::SPLITS,
        gradients: oracle::NOISES,
        step_sizes: step_size::STEP_SIZES,
        starts: start::STARTS,
        methods: method::KINDS,
        method: method::COMMON,
        compressions: compression::COMPRESSIONS,
        clock: clock::PARAMETERS,
        computes: clock::COMPUTES,
        metrics: metric::Metric::ALL.map(describe).into(),
    }
}
