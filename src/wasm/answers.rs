//! The module's answers. Long series are typed arrays of their own, never views, which growth
//! of the memory would detach.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::error::JsError;
use crate::analysis::Judgement;
use crate::analysis::warnings::{Warning, of_network};
use crate::combination::CombinationMatrix;
use crate::finding::Finding;
use crate::metric::Metric;
use crate::network::expectation::Expectation;
use crate::network::{Certificate, Network};
use crate::problem::{Class, Report};

/// Numbers, copied.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Float64Array(#[serde(with = "serde_wasm_bindgen::preserve")] js_sys::Float64Array);

impl From<&[f64]> for Float64Array {
    fn from(values: &[f64]) -> Self {
        Self(values.into())
    }
}

impl FromIterator<f64> for Float64Array {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        values.into_iter().collect::<Vec<_>>()[..].into()
    }
}

/// Counts and indices below 2^32, which the document's limits ensure.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Uint32Array(#[serde(with = "serde_wasm_bindgen::preserve")] js_sys::Uint32Array);

impl FromIterator<u64> for Uint32Array {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> Self {
        let values: Vec<_> = values.into_iter().map(|value| u32::try_from(value).unwrap_or(u32::MAX)).collect();
        Self(values[..].into())
    }
}

/// A value as `JSON.parse` would give it: missing values are null, objects are plain.
pub fn plain(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}

/// An answer with its type.
pub fn answer<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsError> {
    plain(value).map(Ts::new_unchecked)
}

/// Some of an experiment's trials and some of its methods.
#[derive(Debug, Tsify)]
#[allow(dead_code, reason = "the form of an argument, which is read as the document is")]
pub struct ExperimentPart {
    /// [from, to): the trials from the first to before the second; all when left out.
    #[tsify(optional, type = "[number, number]")]
    trials: (u64, u64),
    /// Indices of methods; all when left out.
    #[tsify(optional)]
    methods: Vec<usize>,
}

/// The curves of an experiment.
#[derive(Debug, Serialize, Tsify)]
pub struct Curves {
    /// The recorded iterations so far.
    pub iterations: Uint32Array,
    /// One for each method and metric.
    pub series: Vec<Series>,
    /// One for each method.
    pub communication: Vec<Communication>,
}

/// A metric of a method at the recorded iterations.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Series {
    /// The label, or the kind (with variant), made unique.
    pub method: String,
    /// What is measured.
    #[tsify(type = "MetricName")]
    pub metric: Metric,
    /// The mean over trials; NaN from where a trial diverged.
    pub mean: Float64Array,
    /// The lower end of the 95 % confidence interval of the mean.
    pub low: Float64Array,
    /// The upper end of the 95 % confidence interval of the mean.
    pub high: Float64Array,
    /// The first iteration at which a trial diverged.
    pub diverged_at: Option<u64>,
}

/// The communication of a method over the whole network, in one trial, at each recorded iteration.
#[derive(Debug, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Communication {
    /// The method's name.
    pub method: String,
    /// Gossip rounds so far.
    pub rounds: Float64Array,
    /// Vectors of d numbers sent so far, compressed or whole.
    pub vectors: Float64Array,
    /// The numbers that they hold.
    pub scalars: Float64Array,
    /// Bits sent so far.
    pub bits: Float64Array,
    /// Simulated seconds until the last agent is done, the mean over trials; null without a clock.
    pub seconds: Option<Float64Array>,
}

/// An agent's samples.
#[derive(Debug, Serialize, Tsify)]
pub struct LabelledSamples {
    /// Their features, row by row.
    pub features: Float64Array,
    /// Their labels, each -1 or 1; of several classes 0, 1, ….
    pub labels: Float64Array,
}

/// An agent's samples in least squares.
#[derive(Debug, Serialize, Tsify)]
pub struct TargetSamples {
    /// Their features, row by row.
    pub features: Float64Array,
    /// Their targets.
    pub targets: Float64Array,
}

/// Points of a rectangle in the plane, evenly spaced, ends included.
#[derive(Debug, Tsify)]
#[allow(dead_code, reason = "the form of an argument, which is read as the document is")]
pub struct Grid {
    /// The lowest and the highest x.
    #[tsify(type = "[number, number]")]
    x: (f64, f64),
    /// The lowest and the highest y.
    #[tsify(type = "[number, number]")]
    y: (f64, f64),
    /// The points of a row.
    columns: usize,
    /// The number of rows.
    rows: usize,
}

/// The records of a part, trial by trial, to be merged with other parts.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Records {
    /// The index of the first recorded point in `values`.
    pub from: usize,
    /// The iterations recorded from that point on.
    pub iterations: Uint32Array,
    /// The experiment's methods in this part, by index.
    pub methods: Uint32Array,
    /// [from, to) of the experiment's trials.
    pub trials: Uint32Array,
    /// The metrics in `values`.
    #[tsify(type = "MetricName[]")]
    pub metrics: Vec<Metric>,
    /// [point][metric][method][trial].
    pub values: Float64Array,
    /// [method][trial]; NaN where it has not diverged.
    pub diverged_at: Float64Array,
    /// From the same point on.
    pub communication: Vec<Communication>,
    /// Simulated seconds, [point][method][trial]; empty without a clock.
    pub seconds: Float64Array,
}

/// How far each agent is from the others and from its own optimum.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct AgentValues {
    /// ‖x_i - x̄‖ of each agent.
    pub disagreement: Float64Array,
    /// ‖∇f_i(x_i)‖ of each agent.
    pub gradient_norm: Float64Array,
}

/// Where an agent's own cost is least.
#[derive(Debug, Serialize, Tsify)]
pub struct LocalOptimum {
    /// x_i*, where an agent's own cost f_i is least; d numbers.
    pub point: Float64Array,
    /// ‖x_i* - x*‖, from the point where f is least.
    pub distance: f64,
}

/// The entries of W that are not zero.
#[derive(Debug, Serialize, Tsify)]
pub struct Matrix {
    /// The row of each entry.
    pub rows: Uint32Array,
    /// The column of each entry.
    pub columns: Uint32Array,
    /// The entries.
    pub values: Float64Array,
}

/// The records that a run makes.
#[derive(Debug, Serialize, Tsify)]
pub struct Outline {
    /// The methods' names.
    pub methods: Vec<String>,
    /// The metrics.
    #[tsify(type = "MetricName[]")]
    pub metrics: Vec<Metric>,
    /// The recorded iterations, ascending, from 0 to K.
    pub iterations: Uint32Array,
}

/// A network: graph, weights and spectrum.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct NetworkDescription {
    /// n.
    pub agents: usize,
    /// Pairs of agents.
    pub edges: Vec<(usize, usize)>,
    /// The number of connected components.
    pub components: usize,
    /// W.
    pub matrix: Matrix,
    /// All eigenvalues of W, descending; null for large networks.
    pub eigenvalues: Option<Float64Array>,
    /// λ, the greatest |λ_i| but the first.
    pub mixing_rate: f64,
    /// λ_2.
    pub second_largest_eigenvalue: f64,
    /// λ_n.
    pub smallest_eigenvalue: f64,
    /// 1 - λ.
    pub spectral_gap: f64,
    /// How far the extreme eigenvalues may be off; 0 when all were computed.
    pub residual: f64,
    /// x and y of each agent in the unit square, for random geometric graphs.
    pub positions: Option<Float64Array>,
    /// The certificate of the rule `fastest`; null for other rules.
    pub certificate: Option<Certificate>,
    /// The expectation of a network that changes; null if it does not.
    pub changes: Option<Changes>,
    /// What is unusual about W.
    pub warnings: Vec<Finding>,
}

/// The expectation of a network that changes.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Changes {
    /// `E[W_k]`, or its mean over a period.
    pub matrix: Matrix,
    /// Its other fields.
    #[serde(flatten)]
    pub told: Expectation,
}

impl From<&CombinationMatrix> for Matrix {
    fn from(matrix: &CombinationMatrix) -> Self {
        let entries = || (0..matrix.agents()).flat_map(|i| matrix.row(i).map(move |(j, w)| (i, j, w)));
        Self {
            rows: entries().map(|(i, _, _)| i as u64).collect(),
            columns: entries().map(|(_, j, _)| j as u64).collect(),
            values: entries().map(|(_, _, w)| w).collect(),
        }
    }
}

impl From<&Network> for NetworkDescription {
    fn from(network: &Network) -> Self {
        let (graph, matrix, spectrum) = (&network.graph, &network.matrix, network.spectrum());
        let changes = network.expectation().map(|told| Changes { matrix: (&told.matrix).into(), told });
        Self {
            agents: graph.agents(),
            edges: graph.edges().collect(),
            components: graph.components(),
            matrix: (&**matrix).into(),
            eigenvalues: spectrum.eigenvalues().map(Float64Array::from),
            mixing_rate: spectrum.mixing_rate(),
            second_largest_eigenvalue: spectrum.second_largest(),
            smallest_eigenvalue: spectrum.smallest(),
            spectral_gap: spectrum.spectral_gap(),
            residual: spectrum.residual(),
            positions: network.positions.as_ref().map(|positions| positions.as_flattened().into()),
            certificate: network.certificate(),
            changes,
            warnings: of_network(network).into_iter().map(Finding::from).collect(),
        }
    }
}

/// f* and a minimiser.
#[derive(Debug, Serialize, Tsify)]
pub struct Optimum {
    /// f*.
    pub value: f64,
    /// A point where f is least; d numbers.
    pub point: Float64Array,
    /// Whether it is in closed form rather than the best that was found.
    pub exact: bool,
}

/// An experiment as built.
#[derive(Debug, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct ExperimentDescription {
    /// The methods' unique names.
    pub methods: Vec<String>,
    /// n.
    pub agents: usize,
    /// d.
    pub dimension: usize,
    /// The number of trials.
    pub trials: u64,
    /// K.
    pub iterations: u64,
    /// Null when no metric needs it.
    pub optimum: Option<Optimum>,
    /// The report on reading the data file; null when the data are not from a file.
    #[tsify(type = "ImportReport | null")]
    pub imported: Option<Report>,
    /// The classes of a problem with labels, in ascending order of these; null of other problems.
    pub classes: Option<Vec<Class>>,
    /// The number of rows that no agent has, on which models are tested.
    pub tests: usize,
    /// Warnings: everything that is allowed but should be known; of a run also that it found a point below f*.
    pub warnings: Vec<Warning>,
    /// For each method whether it is stable; null if nothing is known of the costs' curvature.
    #[tsify(type = "(Judgement | null)[]")]
    pub stability: Vec<Option<Judgement>>,
}
