//! The network of an experiment: the graph, W, and how they change from iteration to iteration.

pub mod changes;
pub mod expectation;

use std::sync::{Arc, OnceLock};

use serde::Serialize;
use serde_json::Value;

use crate::combination::CombinationMatrix;
use crate::document::{DocumentError, Domain, Fields, Parameter};
use crate::graph::Graph;
use crate::spectrum::Spectrum;
use crate::spectrum::modes::Modes;
use crate::topology::Topology;
use crate::weights::{Solutions, TOLERANCE, WeightRule, Weights};
use changes::{Changes, ChangesSpec};

const LAZINESS: Parameter =
    Parameter::with_default("laziness", Domain::below(0.0, 1.0), 0.0, "θ: W ← (1 − θ) W + θ I, for all methods");

/// The fields of every network besides its plain parameters.
pub const STRUCTURES: &[Parameter] = &[
    Parameter::kinds("topology", "TopologyDocument", true, "the graph"),
    Parameter::kinds("weights", "WeightsDocument", true, "the weights of W on the graph's edges"),
];
/// How a network changes.
pub const CHANGES: &[Parameter] =
    &[Parameter::kinds("changes", "ChangesDocument", false, "how it changes from iteration to iteration")];
/// The plain parameters of `network`.
pub const PARAMETERS: &[Parameter] = &[LAZINESS];

/// A network: the graph, its combination matrix, and how it changes.
#[derive(Debug)]
pub struct Network {
    /// The graph; for a network that changes, its base graph.
    pub graph: Graph,
    /// W on that graph, with the network's laziness.
    pub matrix: Arc<CombinationMatrix>,
    /// Positions of the agents in the unit square, where the topology has them.
    pub positions: Option<Vec<[f64; 2]>>,
    /// How the network changes; `None` if it does not.
    pub changes: Option<Changes>,
    laziness: f64,
    bound: Option<f64>,
    spectrum: OnceLock<Spectrum>,
    modes: OnceLock<Option<Modes>>,
}

/// That the weights of the rule `fastest` are the fastest, before any laziness: no W of their kind on
/// these links has a λ below `bound`, so that theirs is within `gap` of the least.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// λ.
    pub mixing_rate: f64,
    /// The lower bound, the value of a point that is feasible in the dual program.
    pub bound: f64,
    /// λ less the bound: the duality gap.
    pub gap: f64,
}

/// A checked `network` of a document.
#[derive(Clone, Debug)]
pub(crate) struct NetworkSpec {
    topology: Topology,
    weights: WeightRule,
    laziness: f64,
    changes: Option<ChangesSpec>,
    path: String,
}

impl NetworkSpec {
    /// Reads the `network` of a document.
    pub(crate) fn read(fields: &Fields) -> Result<Self, DocumentError> {
        fields.only(PARAMETERS, &["topology", "weights", "changes"])?;
        let mut spec = Self::read_still(fields)?;
        let changes = fields.optional_object("changes")?;
        spec.changes = changes.map(|fields| ChangesSpec::read(&fields, &spec.topology)).transpose()?;
        Ok(spec)
    }

    /// Reads a network apart from its changes.
    fn read_still(fields: &Fields) -> Result<Self, DocumentError> {
        let topology = Topology::read(&fields.object("topology")?)?;
        let weights = WeightRule::read(&fields.object("weights")?, topology.agents())?;
        let path = fields.path("");
        let path = path.trim_end_matches('.').to_owned();
        Ok(Self { topology, weights, laziness: fields.number(&LAZINESS)?, changes: None, path })
    }

    /// n.
    pub(crate) fn agents(&self) -> usize {
        self.topology.agents()
    }

    /// Of a network that changes, whether it is a cycle; `None` of one that does not.
    pub(crate) fn is_cycle(&self) -> Option<bool> {
        self.changes.as_ref().map(|changes| matches!(changes, ChangesSpec::Cycle(_)))
    }

    /// The network. Fastest weights are taken from `known`, or added to it; `tell` receives the progress of finding them,
    /// from 0 to 1.
    pub(crate) fn build(
        &self,
        seed: u64,
        known: &mut Solutions,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Network, DocumentError> {
        let count = 1 + self.changes.as_ref().map_or(0, |changes| changes.others().len());
        let mut tell = |done: usize, share: f64| tell((done as f64 + share) / count as f64);
        let path = format!("{}.topology", self.path);
        let graph = self.topology.graph(seed, &path)?;
        let Weights { matrix, bound } =
            self.weights.weights(&graph, &format!("{}.weights", self.path), known, &mut |share| tell(0, share))?;
        let matrix = matrix.lazy(self.laziness);
        let positions = self.topology.positions(seed, &path)?;
        let matrix = Arc::new(matrix);
        let mut other = |place: usize, spec: &Self| spec.build(seed, known, &mut |share| tell(1 + place, share));
        let mut change = |spec| Changes::build(spec, &graph, &matrix, self.laziness, seed, &mut other);
        let changes = self.changes.as_ref().map(&mut change).transpose()?;
        Ok(Network {
            graph,
            matrix,
            positions,
            changes,
            laziness: self.laziness,
            bound,
            spectrum: OnceLock::new(),
            modes: OnceLock::new(),
        })
    }
}

impl Network {
    /// The agents of `graph` with the W that `rule` makes of it; an error's path begins with `W`.
    pub fn new(graph: Graph, rule: &WeightRule) -> Result<Self, DocumentError> {
        let Weights { matrix, bound } = rule.weights(&graph, "W", &mut Solutions::default(), &mut |_| ())?;
        Ok(Self::of(graph, matrix, bound))
    }

    /// The network of a given W, n × n numbers by rows: symmetric, with rows that sum to 1, and a link where an entry off the
    /// diagonal is not 0.
    pub fn from_dense(agents: usize, w: &[f64]) -> Result<Self, DocumentError> {
        if agents.checked_mul(agents) != Some(w.len()) {
            return Err(DocumentError::new("W", format!("must have {agents} × {agents} entries, got {}", w.len())));
        }
        let rows = w.chunks_exact(agents.max(1));
        Self::from_rows(
            rows.map(|row| row.iter().copied().enumerate().filter(|(_, value)| *value != 0.0).collect()).collect(),
        )
    }

    /// The same of the parts of a compressed sparse row matrix: row i has `values[offsets[i]..offsets[i + 1]]`, in
    /// `columns[…]`, in any order.
    pub fn from_csr(offsets: &[usize], columns: &[usize], values: &[f64]) -> Result<Self, DocumentError> {
        let refuse = |rule: &str| Err(DocumentError::new("W", rule));
        if columns.len() != values.len() {
            return refuse("must have as many columns as values");
        }
        if offsets.first() != Some(&0) || offsets.last() != Some(&values.len()) || !offsets.is_sorted() {
            return refuse("must have ascending offsets, from 0 to the number of its values");
        }
        let row = |ends: &[usize]| {
            let range = ends[0]..ends[1];
            columns[range.clone()].iter().copied().zip(values[range].iter().copied()).collect()
        };
        Self::from_rows(offsets.windows(2).map(row).collect())
    }

    fn from_rows(mut rows: Vec<Vec<(usize, f64)>>) -> Result<Self, DocumentError> {
        let agents = rows.len();
        let at = |i: usize, j: usize, rule: String| Err(DocumentError::new(format!("W[{i}][{j}]"), rule));
        for (i, row) in rows.iter_mut().enumerate() {
            row.sort_unstable_by_key(|&(j, _)| j);
            if let Some(pair) = row.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                return at(i, pair[0].0, "is given twice".to_owned());
            }
            if let Some(&(j, value)) = row.iter().find(|&&(j, value)| j >= agents || !value.is_finite()) {
                return at(i, j, format!("must be a finite entry of {agents} columns, got {value}"));
            }
            let sum: f64 = row.iter().map(|(_, value)| value).sum();
            if (sum - 1.0).abs() > TOLERANCE {
                return Err(DocumentError::new(format!("W[{i}]"), format!("must sum to 1, got {sum}")));
            }
        }
        let entry = |i: usize, j: usize| rows[i].binary_search_by_key(&j, |&(j, _)| j).map_or(0.0, |at| rows[i][at].1);
        for (i, row) in rows.iter().enumerate() {
            if let Some(&(j, value)) = row.iter().find(|&&(j, value)| (entry(j, i) - value).abs() > TOLERANCE) {
                return at(i, j, format!("must equal W[{j}][{i}], got {value} and {}", entry(j, i)));
            }
        }
        let links = rows.iter().enumerate().flat_map(|(i, row)| row.iter().map(move |&(j, _)| (i, j)));
        let graph = Graph::new(agents, links.filter(|(i, j)| i != j));
        let graph = graph.map_err(|error| DocumentError::new("W", error.to_string()))?;
        let matrix = CombinationMatrix::from_entries(&rows);
        Ok(Self::of(graph, matrix, None))
    }

    /// A network that does not change, without laziness.
    fn of(graph: Graph, matrix: CombinationMatrix, bound: Option<f64>) -> Self {
        Self {
            graph,
            matrix: Arc::new(matrix),
            positions: None,
            changes: None,
            laziness: 0.0,
            bound,
            spectrum: OnceLock::new(),
            modes: OnceLock::new(),
        }
    }

    /// The network that the `network` of a document describes, for a look at it; random families
    /// that give no seed use `seed`.
    pub fn from_value(network: &Value, seed: u64) -> Result<Self, DocumentError> {
        Self::from_value_telling(network, seed, &mut Solutions::default(), &mut |_| ())
    }

    /// Like [`Self::from_value`], with fastest weights taken from `known`, or added to it, since to find them may take long.
    /// `tell` receives the progress, from 0 to 1.
    pub fn from_value_telling(
        network: &Value,
        seed: u64,
        known: &mut Solutions,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Self, DocumentError> {
        NetworkSpec::read(&Fields::of(network, "network")?)?.build(seed, known, tell)
    }

    /// The spectrum of W, of the base network if the network changes; computed when first asked for.
    pub fn spectrum(&self) -> &Spectrum {
        self.spectrum.get_or_init(|| Spectrum::of(&self.matrix))
    }

    /// The modes of W, of the base network if the network changes; `None` beyond
    /// [`MODES_LIMIT`](crate::spectrum::modes::MODES_LIMIT) agents. Computed when first asked for.
    pub fn modes(&self) -> Option<&Modes> {
        self.modes.get_or_init(|| Modes::of(&self.matrix, self.spectrum())).as_ref()
    }

    /// How good fastest weights are; `None` of other rules.
    pub fn certificate(&self) -> Option<Certificate> {
        let bound = self.bound?;
        let spectrum = self.spectrum();
        let active = |value: f64| ((value - self.laziness) / (1.0 - self.laziness)).abs();
        let mixing_rate = active(spectrum.second_largest()).max(active(spectrum.smallest()));
        let mixing_rate = if self.graph.agents() == 1 { 0.0 } else { mixing_rate };
        Some(Certificate { mixing_rate, bound, gap: (mixing_rate - bound).max(0.0) })
    }

    /// The same links with Metropolis' weights, no laziness and no changes.
    pub(crate) fn with_metropolis_weights(&self) -> Self {
        Self::of(self.graph.clone(), CombinationMatrix::metropolis(&self.graph), None)
    }

    /// W_k, the combination matrix of iteration k, with the network's laziness: O(n + links), for any k.
    pub fn matrix_at(&self, k: u64) -> Arc<CombinationMatrix> {
        match &self.changes {
            None => Arc::clone(&self.matrix),
            Some(changes) => changes.matrix_at(&self.matrix, k),
        }
    }

    /// The spectrum of W_k of a network that is fixed or a cycle; of the base network of one whose
    /// W_k are drawn.
    pub(crate) fn spectrum_at(&self, k: u64) -> &Spectrum {
        self.changes.as_ref().and_then(|changes| changes.spectrum_at(k)).unwrap_or_else(|| self.spectrum())
    }

    /// The links (i, j), i < j, ascending, over which something is sent in iteration k.
    pub fn links_at(&self, k: u64) -> Vec<[u32; 2]> {
        self.matrix_at(k).used_links()
    }
}
