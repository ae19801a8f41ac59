//! How a network changes: W_k, the combination matrix of iteration k.
//!
//! Iteration k turns X^k into X^{k+1}, and all of its gossip rounds use W_k. The sequence is a
//! function of the seed and k alone: it is the same for all methods and trials, and W_k can be computed
//! without its predecessors.

use std::sync::{Arc, OnceLock};

use rand::RngExt;

use super::{Network, NetworkSpec};
use crate::combination::CombinationMatrix;
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter, Shape};
use crate::graph::{Graph, MAX_EDGES, index};
use crate::random::{Purpose, stream};
use crate::spectrum::Spectrum;
use crate::topology::Topology;

/// The most networks of a cycle beside the base network.
const CYCLE_LIMIT: usize = 64;

const NETWORKS: Parameter = Parameter::plain(
    "networks",
    Domain::structure(Shape::List(&Shape::Kinds("FixedNetworkDocument"))),
    true,
    "list of up to 64 networks {topology, weights, laziness?} of as many agents, which follow the base network in turn",
);
const PROBABILITY: Parameter = Parameter::required(
    "probability",
    Domain::number(0.0, 1.0),
    0.3,
    "probability p that a link fails in an iteration",
);

/// The kinds of `network.changes`.
pub const CHANGES: &[Entry] = &[
    Entry {
        kind: "cycle",
        title: "In turn",
        about: "the network and those of a list take turns, one an iteration",
        source: "Nedić and Olshevsky, Distributed optimization over time-varying directed graphs (2015)",
        parameters: &[NETWORKS],
    },
    Entry {
        kind: "linkFailures",
        title: "Links fail",
        about: "in each iteration each link fails independently; its weight goes to the diagonal entries of its two ends",
        source: "Kar and Moura, Sensor networks with random links: topology design for distributed consensus (2008)",
        parameters: &[PROBABILITY],
    },
    Entry {
        kind: "randomMatching",
        title: "Pairs meet",
        about: "in each iteration pairs of neighbours meet, as many as a random order of the links allows, and average",
        source: "Boyd, Ghosh, Prabhakar and Shah, Randomized gossip algorithms (2006)",
        parameters: &[],
    },
    Entry {
        kind: "oneLink",
        title: "One pair meets",
        about: "in each iteration the two ends of one link, drawn uniformly, average; all others wait",
        source: "Boyd, Ghosh, Prabhakar and Shah, Randomized gossip algorithms (2006)",
        parameters: &[],
    },
    Entry {
        kind: "onePeer",
        title: "One peer at a time",
        about: "hypercubes only: iteration k pairs the agents across dimension k mod D, and pairs average",
        source: "Ying, Yuan, Chen, Hu, Pan and Yin, Exponential graph is provably efficient for deep training (2021)",
        parameters: &[],
    },
];

/// A checked `network.changes`.
#[derive(Clone, Debug)]
pub(crate) enum ChangesSpec {
    Cycle(Vec<NetworkSpec>),
    LinkFailures { probability: f64 },
    RandomMatching,
    OneLink,
    OnePeer { dimension: usize },
}

impl ChangesSpec {
    /// The networks that follow the base network in turn.
    pub(super) fn others(&self) -> &[NetworkSpec] {
        if let Self::Cycle(others) = self { others } else { &[] }
    }

    /// Reads the changes of a network whose own topology is `base`.
    pub(super) fn read(fields: &Fields, base: &Topology) -> Result<Self, DocumentError> {
        Ok(match fields.entry("kind", CHANGES, &[])?.kind {
            "cycle" => Self::Cycle(read_cycle(fields, base.agents())?),
            "linkFailures" => Self::LinkFailures { probability: fields.number(&PROBABILITY)? },
            "randomMatching" => Self::RandomMatching,
            "oneLink" => Self::OneLink,
            _ => match *base {
                Topology::Hypercube { dimension } => Self::OnePeer { dimension },
                _ => return Err(fields.error("kind", "onePeer needs the topology hypercube")),
            },
        })
    }
}

fn read_cycle(fields: &Fields, agents: usize) -> Result<Vec<NetworkSpec>, DocumentError> {
    let list = fields.array(NETWORKS.name)?;
    if list.is_empty() || list.len() > CYCLE_LIMIT {
        let rule = format!("must have 1 to {CYCLE_LIMIT} networks, got {}", list.len());
        return Err(fields.error(NETWORKS.name, rule));
    }
    let read = |(i, value)| {
        let fields = Fields::of(value, format!("{}[{i}]", fields.path(NETWORKS.name)))?;
        fields.only(super::PARAMETERS, &["topology", "weights"])?;
        let spec = NetworkSpec::read_still(&fields)?;
        if spec.agents() != agents {
            let rule = format!("must have {agents} agents, as the network itself, got {}", spec.agents());
            return Err(fields.error("topology", rule));
        }
        Ok(spec)
    };
    list.iter().enumerate().map(read).collect()
}

/// The sequence W_0, W_1, ….
#[derive(Debug)]
pub struct Changes {
    pub(super) kind: Kind,
    /// θ of the network.
    pub(super) laziness: f64,
    /// The links of the base network, ascending.
    pub(super) links: Vec<[u32; 2]>,
    seed: u64,
}

/// What [`CHANGES`] lists, ready to use.
#[derive(Debug)]
pub(super) enum Kind {
    /// The networks after the base network.
    Cycle {
        others: Vec<Arc<CombinationMatrix>>,
        spectra: OnceLock<Vec<Spectrum>>,
    },
    /// `link_of` has for each entry of the base matrix the number of its link; the diagonal has none.
    LinkFailures {
        probability: f64,
        link_of: Vec<Option<u32>>,
    },
    RandomMatching,
    OneLink,
    OnePeer {
        dimension: usize,
    },
}

impl Changes {
    pub(super) fn build(
        spec: &ChangesSpec,
        graph: &Graph,
        matrix: &CombinationMatrix,
        laziness: f64,
        seed: u64,
        build: BuildOther,
    ) -> Result<Self, DocumentError> {
        let kind = match spec {
            ChangesSpec::Cycle(specs) => Kind::Cycle { others: build_cycle(specs, build)?, spectra: OnceLock::new() },
            ChangesSpec::LinkFailures { probability } => {
                Kind::LinkFailures { probability: *probability, link_of: link_of_entries(graph, matrix) }
            }
            ChangesSpec::RandomMatching => Kind::RandomMatching,
            ChangesSpec::OneLink => Kind::OneLink,
            ChangesSpec::OnePeer { dimension } => Kind::OnePeer { dimension: *dimension },
        };
        let links = graph.edges().map(|(i, j)| [index(i), index(j)]).collect();
        Ok(Self { kind, laziness, links, seed })
    }

    /// How many iterations the sequence takes to repeat; `None` if it is random.
    pub fn period(&self) -> Option<u64> {
        match &self.kind {
            Kind::Cycle { others, .. } => Some(1 + others.len() as u64),
            Kind::OnePeer { dimension } => Some((*dimension as u64).max(1)),
            Kind::LinkFailures { .. } | Kind::RandomMatching | Kind::OneLink => None,
        }
    }

    /// Whether given networks take turns.
    pub(crate) fn is_cycle(&self) -> bool {
        matches!(self.kind, Kind::Cycle { .. })
    }

    /// W_k, with the network's laziness; `base` is the network's own W.
    pub(super) fn matrix_at(&self, base: &Arc<CombinationMatrix>, k: u64) -> Arc<CombinationMatrix> {
        if let Kind::Cycle { others, .. } = &self.kind {
            return Arc::clone(turn(others.len(), k).map_or(base, |place| &others[place]));
        }
        if let Kind::LinkFailures { probability, link_of } = &self.kind {
            let mut rng = stream(self.seed, Purpose::Changes, k, 0);
            let failed: Vec<bool> = self.links.iter().map(|_| rng.random::<f64>() < *probability).collect();
            return Arc::new(base.without(|entry| link_of[entry].is_some_and(|link| failed[link as usize])));
        }
        let pairs = self.pairs(base.agents(), k, 0);
        Arc::new(CombinationMatrix::of_pairs(base.agents(), &pairs).lazy(self.laziness))
    }

    /// The pairs that meet in iteration k, where that is what happens. Those of one `series` are
    /// independent of those of another; 0 is the run's.
    pub(super) fn pairs(&self, agents: usize, k: u64, series: u64) -> Vec<[u32; 2]> {
        let mut rng = stream(self.seed, Purpose::Changes, k, series);
        match self.kind {
            Kind::OnePeer { dimension } => across(agents, dimension, k),
            Kind::OneLink if !self.links.is_empty() => {
                vec![self.links[rng.random_range(0..count(&self.links)) as usize]]
            }
            Kind::RandomMatching => {
                let mut order = self.links.clone();
                for last in (1..count(&order)).rev() {
                    order.swap(last as usize, rng.random_range(0..=last) as usize);
                }
                matching(agents, &order)
            }
            Kind::OneLink | Kind::Cycle { .. } | Kind::LinkFailures { .. } => Vec::new(),
        }
    }

    /// The spectrum of W_k of a cycle beyond its base network.
    pub(super) fn spectrum_at(&self, k: u64) -> Option<&Spectrum> {
        let Kind::Cycle { others, spectra } = &self.kind else { return None };
        let place = turn(others.len(), k)?;
        Some(&spectra.get_or_init(|| others.iter().map(|matrix| Spectrum::of(matrix)).collect())[place])
    }
}

/// Whose turn it is at k: of the others, or of the base network.
#[expect(clippy::cast_possible_truncation, reason = "it is below the number of the others")]
fn turn(others: usize, k: u64) -> Option<usize> {
    (k % (others as u64 + 1)).checked_sub(1).map(|place| place as usize)
}

#[expect(clippy::cast_possible_truncation, reason = "there are at most MAX_EDGES links")]
fn count(links: &[[u32; 2]]) -> u32 {
    links.len() as u32
}

/// Builds the network at a place in the list of a cycle.
type BuildOther<'a> = &'a mut dyn FnMut(usize, &NetworkSpec) -> Result<Network, DocumentError>;

fn build_cycle(specs: &[NetworkSpec], build: BuildOther) -> Result<Vec<Arc<CombinationMatrix>>, DocumentError> {
    let mut links = 0;
    let mut others = Vec::with_capacity(specs.len());
    for (place, spec) in specs.iter().enumerate() {
        let network = build(place, spec)?;
        links += network.graph.edge_count();
        if links > MAX_EDGES {
            let rule =
                format!("must bring the networks of the cycle to at most {MAX_EDGES} edges together, got {links}");
            return Err(DocumentError::new(format!("{}.topology", spec.path), rule));
        }
        others.push(network.matrix);
    }
    Ok(others)
}

/// For each entry of `matrix` the number of its link in the order of [`Graph::edges`].
fn link_of_entries(graph: &Graph, matrix: &CombinationMatrix) -> Vec<Option<u32>> {
    let n = graph.agents();
    // Where the links (i, j), j > i, of agent i begin, and where they begin among its neighbours.
    let above = |i: usize| graph.neighbors(i).partition_point(|&j| (j as usize) < i);
    let mut first = Vec::with_capacity(n);
    let mut links = 0;
    for i in 0..n {
        first.push(links);
        links += graph.degree(i) - above(i);
    }
    let link = |i: usize, j: usize| {
        let (i, j) = (i.min(j), i.max(j));
        let place = graph.neighbors(i).binary_search(&index(j)).ok()?;
        Some(index(first[i] + place - above(i)))
    };
    (0..n)
        .flat_map(|i| matrix.row(i).map(move |(j, _)| (i, j)))
        .map(|(i, j)| if i == j { None } else { link(i, j) })
        .collect()
}

/// The links of dimension k mod D of a hypercube.
fn across(agents: usize, dimension: usize, k: u64) -> Vec<[u32; 2]> {
    let Some(turn) = k.checked_rem(dimension as u64) else { return Vec::new() };
    let bit = 1 << turn;
    (0..agents).filter(|i| i & bit == 0).map(|i| [index(i), index(i | bit)]).collect()
}

/// The links whose ends are free when their turn comes: a matching to which none can be added.
fn matching(agents: usize, order: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let mut taken = vec![false; agents];
    let mut pairs = Vec::with_capacity(agents / 2);
    for &[i, j] in order {
        if !taken[i as usize] && !taken[j as usize] {
            taken[i as usize] = true;
            taken[j as usize] = true;
            pairs.push([i, j]);
        }
    }
    pairs
}
