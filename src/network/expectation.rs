//! The expectation of a network that changes: `E[W_k]`, and how fast disagreement shrinks in mean
//! square.
//!
//! For W_k that are drawn independently, `E‖X^{k+1} - X̄‖² ≤ λ₂(E[W_k²]) ‖X^k - X̄‖²` where an iteration does
//! nothing but X^{k+1} = W_k X^k (Boyd, Ghosh, Prabhakar and Shah 2006). For W_k that repeat it is
//! the norm of the product over a period, away from agreement.

use nalgebra::DMatrix;
use serde::Serialize;

use super::Network;
use super::changes::{Changes, Kind};
use crate::combination::CombinationMatrix;
use crate::graph::Graph;
use crate::linear_algebra::{product, symmetric_eigenvalues};
use crate::spectrum::{DENSE_LIMIT, Spectrum};
use crate::statistics;

/// About how many links are looked at for an estimate.
const WORK: usize = 10_000_000;
/// The least and the greatest number of matrices that are drawn for it.
const DRAWS: [usize; 2] = [100, 10_000];
/// The most multiplications for the product over a period.
const PRODUCT_LIMIT: usize = 2_000_000_000;
/// The series of what is drawn for an estimate; 0 is the run's.
const SERIES: u64 = 1;

/// Where the numbers of an [`Expectation`] come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Basis {
    /// A closed form.
    ClosedForm,
    /// The product of the matrices of a period.
    Period,
    /// Matrices that were drawn for it.
    Estimate,
}

/// The expectation of W_k.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Expectation {
    /// After how many iterations W_k repeats; `None` if it is drawn.
    pub period: Option<u64>,
    /// Where the numbers come from.
    pub basis: Basis,
    /// How many matrices were drawn, for an estimate.
    pub draws: Option<usize>,
    /// `E[W_k]`, or its mean over a period.
    #[serde(skip)]
    pub matrix: CombinationMatrix,
    /// λ of `E[W_k]`.
    pub mixing_rate: f64,
    /// `√λ₂(E[W_k²])`, the factor by which an iteration of gossip shrinks disagreement in mean square;
    /// the mean factor of an iteration for W_k that repeat. `None` for large networks.
    pub contraction: Option<f64>,
    /// The factor of a whole period.
    pub period_contraction: Option<f64>,
    /// How many links an iteration uses in the mean.
    pub links: f64,
    /// How many parts the union of all networks has; 1 means that information reaches every agent from every other.
    pub components: usize,
}

impl Network {
    /// The expectation of a network that changes; `None` if it does not. O(n³) for up to
    /// [`DENSE_LIMIT`] agents.
    pub fn expectation(&self) -> Option<Expectation> {
        self.changes.as_ref().map(|changes| expectation(self, changes))
    }

    /// The number of parts of the union of all W_k.
    pub(crate) fn union_components(&self) -> usize {
        match &self.changes {
            Some(changes) => union(&mean_links(self, changes).0, self.graph.agents()).components(),
            None => self.graph.components(),
        }
    }
}

/// Links, ascending, each with a number.
type Weighted = Vec<([u32; 2], f64)>;

fn expectation(network: &Network, changes: &Changes) -> Expectation {
    let agents = network.graph.agents();
    let (links, draws) = mean_links(network, changes);
    let graph = union(&links, agents);
    let matrix = with_weights(&graph, &links, |mean| mean);
    let period = changes.period();
    let period_contraction = period.and_then(|period| over_period(network, period));
    let contraction = match (&changes.kind, period) {
        (_, Some(period)) => period_contraction.map(|factor| libm::pow(factor, 1.0 / period as f64)),
        (Kind::LinkFailures { probability, .. }, _) => failing(network, *probability),
        // Pairs do not overlap, so that W_k² is W_k with φ - φ²/2 in place of φ/2, where φ = 1 - θ.
        _ => {
            let square = with_weights(&graph, &links, |mean| mean * (1.0 + changes.laziness));
            Some(Spectrum::of(&square).second_largest().max(0.0).sqrt())
        }
    };
    let basis = match (period, draws) {
        (Some(_), _) => Basis::Period,
        (None, None) => Basis::ClosedForm,
        (None, Some(_)) => Basis::Estimate,
    };
    Expectation {
        period,
        basis,
        draws,
        mixing_rate: Spectrum::of(&matrix).mixing_rate(),
        matrix,
        contraction,
        period_contraction,
        links: mean_count(network, changes, &links),
        components: graph.components(),
    }
}

/// The links of the union with their mean weights, and from how many drawn matrices if not exact.
fn mean_links(network: &Network, changes: &Changes) -> (Weighted, Option<usize>) {
    let share = (1.0 - changes.laziness) / 2.0;
    let all = |weight: f64| changes.links.iter().map(|&link| (link, weight)).collect::<Weighted>();
    match &changes.kind {
        Kind::LinkFailures { probability, .. } => {
            let up = 1.0 - probability;
            let links = weights_of(&network.matrix).map(|(link, weight)| (link, up * weight));
            (links.filter(|(_, mean)| *mean != 0.0).collect(), None)
        }
        Kind::OneLink => (all(share / changes.links.len().max(1) as f64), None),
        Kind::OnePeer { dimension } => (all(share / (*dimension).max(1) as f64), None),
        Kind::Cycle { others, .. } => {
            let turns = others.len() + 1;
            let every = others.iter().map(|matrix| &**matrix).chain([&*network.matrix]).flat_map(weights_of);
            (summed(&every.map(|(link, weight)| (link, weight / turns as f64)).collect()), None)
        }
        Kind::RandomMatching => {
            let draws = (WORK / changes.links.len().max(1)).clamp(DRAWS[0], DRAWS[1]);
            let mut counts = vec![0_u32; changes.links.len()];
            for k in 0..draws as u64 {
                for pair in changes.pairs(network.graph.agents(), k, SERIES) {
                    if let Ok(place) = changes.links.binary_search(&pair) {
                        counts[place] += 1;
                    }
                }
            }
            // A link that never met is of the union all the same: its weight is not quite 0.
            let mean = |count: u32| share * f64::from(count).max(f64::EPSILON) / draws as f64;
            (changes.links.iter().copied().zip(counts.into_iter().map(mean)).collect(), Some(draws))
        }
    }
}

fn weights_of(matrix: &CombinationMatrix) -> impl Iterator<Item = ([u32; 2], f64)> {
    matrix.used_links_with_weights()
}

/// One entry for each link, with the sum of its weights.
fn summed(links: &Weighted) -> Weighted {
    let mut sums: Weighted = Vec::with_capacity(links.len());
    for place in statistics::order(links.len(), &|a, b| links[a].0.cmp(&links[b].0)) {
        let (link, weight) = links[place];
        match sums.last_mut() {
            Some(last) if last.0 == link => last.1 += weight,
            _ => sums.push((link, weight)),
        }
    }
    sums
}

fn union(links: &Weighted, agents: usize) -> Graph {
    let pairs = links.iter().map(|&([i, j], _)| (i as usize, j as usize));
    // They are links of graphs of as many agents.
    Graph::new(agents, pairs).unwrap_or_else(|error| unreachable!("{error}"))
}

fn with_weights(graph: &Graph, links: &Weighted, weight: impl Fn(f64) -> f64) -> CombinationMatrix {
    CombinationMatrix::from_links(graph, |i, j| {
        let link = [crate::graph::index(i.min(j)), crate::graph::index(i.max(j))];
        links.binary_search_by_key(&link, |entry| entry.0).map_or(0.0, |place| weight(links[place].1))
    })
}

/// How many links an iteration uses in the mean.
fn mean_count(network: &Network, changes: &Changes, links: &Weighted) -> f64 {
    let share = (1.0 - changes.laziness) / 2.0;
    match (&changes.kind, changes.period()) {
        (Kind::LinkFailures { probability, .. }, _) => (1.0 - probability) * network.matrix.links() as f64 / 2.0,
        (Kind::Cycle { .. }, Some(period)) => {
            (0..period).map(|k| network.matrix_at(k).links()).sum::<usize>() as f64 / (2 * period) as f64
        }
        _ => links.iter().map(|(_, mean)| mean / share).sum(),
    }
}

/// `E[W_k²]` of links that fail with probability p: with L = Σ w_e b_e b_e' and q = 1 - p it is
/// (I - q L)² + 2 p q Σ w_e² b_e b_e'.
fn failing(network: &Network, probability: f64) -> Option<f64> {
    let n = network.graph.agents();
    if n > DENSE_LIMIT {
        return None;
    }
    let up = 1.0 - probability;
    let identity = DMatrix::identity(n, n);
    let mean = &identity - (&identity - network.matrix.dense()) * up;
    let mut square = product(&mean, &mean);
    for ([i, j], weight) in weights_of(&network.matrix) {
        let (i, j) = (i as usize, j as usize);
        let variance = 2.0 * probability * up * weight * weight;
        square[(i, i)] += variance;
        square[(j, j)] += variance;
        square[(i, j)] -= variance;
        square[(j, i)] -= variance;
    }
    Some(symmetric_eigenvalues(without_agreement(&square))[0].max(0.0).sqrt())
}

/// ‖W_{m-1} … W_0 - 11'/n‖ of a period m.
fn over_period(network: &Network, period: u64) -> Option<f64> {
    let n = network.graph.agents();
    let matrices: Vec<_> = (0..period).map(|k| network.matrix_at(k)).collect();
    let work: usize = matrices.iter().map(|matrix| (matrix.links() + n).saturating_mul(n)).sum();
    if n > DENSE_LIMIT || work > PRODUCT_LIMIT {
        return None;
    }
    // By rows, of which W_k takes means.
    let mut rows = DMatrix::<f64>::identity(n, n).as_slice().to_vec();
    let mut mixed = rows.clone();
    for matrix in matrices {
        matrix.mix(n, &rows, &mut mixed);
        std::mem::swap(&mut rows, &mut mixed);
    }
    let disagreement = without_agreement(&DMatrix::from_row_slice(n, n, &rows));
    let square = product(&disagreement.transpose(), &disagreement);
    Some(symmetric_eigenvalues(square)[0].max(0.0).sqrt())
}

fn without_agreement(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let share = 1.0 / matrix.nrows() as f64;
    matrix.map(|entry| entry - share)
}
