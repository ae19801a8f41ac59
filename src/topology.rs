//! The families of graphs that an experiment can name.

mod random;

use crate::document::{self, DocumentError, Domain, Entry, Fields, Parameter, Shape, array};
use crate::graph::{Graph, GraphError, MAX_AGENTS, MAX_EDGES};

const AGENTS: Parameter = Parameter::required("agents", agents_from(1), 32.0, "number of agents n");
const ROWS: Parameter = Parameter::required("rows", agents_from(1), 6.0, "number of rows");
const COLUMNS: Parameter = Parameter::required("columns", agents_from(1), 6.0, "number of columns");
const DIMENSION: Parameter =
    Parameter::required("dimension", Domain::integer(0, 19), 5.0, "the number of agents is 2^dimension");
const PROBABILITY: Parameter =
    Parameter::required("probability", Domain::number(0.0, 1.0), 0.2, "probability p of each possible edge");
const RADIUS: Parameter = Parameter::required(
    "radius",
    Domain::Number { min: 0.0, max: 1.5, above_min: true, below_max: false, logarithmic: false },
    0.3,
    "agents at most this far apart in the unit square are linked",
);
const NEIGHBORS: Parameter =
    Parameter::required("neighbors", below_agents(2, true), 4.0, "neighbours of each agent before rewiring, even");
const REWIRING: Parameter =
    Parameter::required("rewiring", Domain::number(0.0, 1.0), 0.1, "probability that an edge is rewired");
const ATTACHMENTS: Parameter =
    Parameter::required("attachments", below_agents(1, false), 2.0, "edges that each new agent brings");
const SEED: Parameter =
    Parameter::plain("seed", Domain::Seed, false, "seed of the graph; the experiment's seed when left out");
const EDGES: Parameter = Parameter::plain(
    "edges",
    Domain::structure(Shape::List(&Shape::Pair(&Shape::Index))),
    true,
    "list of pairs [i, j] of agents, numbered from 0",
);

const NAMES: Parameter = Parameter::plain(
    "names",
    Domain::structure(Shape::List(&Shape::Text)),
    false,
    "the agents' names, one for each, as pictures and tables show them",
);

const fn agents_from(min: u64) -> Domain {
    Domain::integer(min, MAX_AGENTS as u64)
}

const fn below_agents(min: u64, even: bool) -> Domain {
    Domain::Integer { min, max: MAX_AGENTS as u64, even, below: Some(AGENTS.name) }
}

/// The kinds of `network.topology`.
pub const TOPOLOGIES: &[Entry] = &[
    entry("ring", "Ring", "each agent is linked to the two beside it", &[AGENTS]),
    entry("path", "Path", "a ring cut open", &[AGENTS]),
    entry("complete", "Complete graph", "every agent is linked to every other", &[AGENTS]),
    entry("star", "Star", "agent 0 is linked to all others", &[AGENTS]),
    entry("binaryTree", "Binary tree", "agent i is linked to its children 2i + 1 and 2i + 2", &[AGENTS]),
    entry("grid", "Grid", "a rectangle; each agent is linked to those left, right, above and below", &[ROWS, COLUMNS]),
    entry("torus", "Torus", "a grid whose opposite sides are joined", &[ROWS, COLUMNS]),
    entry("hypercube", "Hypercube", "agents whose binary numbers differ in one digit are linked", &[DIMENSION]),
    entry("exponential", "Exponential graph", "agent i is linked to i ± 1, 2, 4, 8, … modulo n", &[AGENTS]),
    Entry {
        kind: "erdosRenyi",
        title: "Erdős–Rényi graph",
        about: "each possible edge is there with the same probability",
        source: "Erdős & Rényi, On random graphs I (1959); Gilbert, Random graphs (1959)",
        parameters: &[AGENTS, PROBABILITY, SEED],
    },
    Entry {
        kind: "randomGeometric",
        title: "Geometric graph",
        about: "agents lie at random in the unit square; near ones are linked",
        source: "Penrose, Random Geometric Graphs (2003)",
        parameters: &[AGENTS, RADIUS, SEED],
    },
    Entry {
        kind: "wattsStrogatz",
        title: "Small world",
        about: "a ring of near neighbours, some of whose edges lead to random agents instead",
        source: "Watts & Strogatz, Collective dynamics of small-world networks, Nature 393 (1998)",
        parameters: &[AGENTS, NEIGHBORS, REWIRING, SEED],
    },
    Entry {
        kind: "barabasiAlbert",
        title: "Scale-free graph",
        about: "agents join one by one and prefer to link to those that have many links",
        source: "Barabási & Albert, Emergence of scaling in random networks, Science 286 (1999)",
        parameters: &[AGENTS, ATTACHMENTS, SEED],
    },
    entry("explicit", "Own graph", "the edges as given", &[AGENTS, EDGES, NAMES]),
];

const fn entry(
    kind: &'static str,
    title: &'static str,
    about: &'static str,
    parameters: &'static [Parameter],
) -> Entry {
    Entry { kind, title, about, source: "", parameters }
}

/// A family of graphs with its parameters; [`TOPOLOGIES`] explains each.
///
/// A random family without a seed of its own uses the experiment's.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the variants and their fields are the entries of TOPOLOGIES")]
pub enum Topology {
    Ring { agents: usize },
    Path { agents: usize },
    Complete { agents: usize },
    Star { agents: usize },
    BinaryTree { agents: usize },
    Grid { rows: usize, columns: usize },
    Torus { rows: usize, columns: usize },
    Hypercube { dimension: usize },
    Exponential { agents: usize },
    ErdosRenyi { agents: usize, probability: f64, seed: Option<u64> },
    RandomGeometric { agents: usize, radius: f64, seed: Option<u64> },
    WattsStrogatz { agents: usize, neighbors: usize, rewiring: f64, seed: Option<u64> },
    BarabasiAlbert { agents: usize, attachments: usize, seed: Option<u64> },
    Explicit { agents: usize, edges: Vec<(usize, usize)> },
}

impl Topology {
    /// Reads `network.topology`.
    pub fn read(fields: &Fields) -> Result<Self, DocumentError> {
        let entry = fields.entry("kind", TOPOLOGIES, &[])?;
        let agents = || fields.count(&AGENTS);
        let seed = || fields.seed(SEED.name);
        Ok(match entry.kind {
            "ring" => Self::Ring { agents: agents()? },
            "path" => Self::Path { agents: agents()? },
            "complete" => Self::Complete { agents: agents()? },
            "star" => Self::Star { agents: agents()? },
            "binaryTree" => Self::BinaryTree { agents: agents()? },
            "grid" => {
                let (rows, columns) = sides(fields)?;
                Self::Grid { rows, columns }
            }
            "torus" => {
                let (rows, columns) = sides(fields)?;
                Self::Torus { rows, columns }
            }
            "hypercube" => Self::Hypercube { dimension: fields.count(&DIMENSION)? },
            "exponential" => Self::Exponential { agents: agents()? },
            "erdosRenyi" => {
                Self::ErdosRenyi { agents: agents()?, probability: fields.number(&PROBABILITY)?, seed: seed()? }
            }
            "randomGeometric" => {
                Self::RandomGeometric { agents: agents()?, radius: fields.number(&RADIUS)?, seed: seed()? }
            }
            "wattsStrogatz" => {
                let (agents, neighbors) = (agents()?, fields.count(&NEIGHBORS)?);
                Self::WattsStrogatz { agents, neighbors, rewiring: fields.number(&REWIRING)?, seed: seed()? }
            }
            "barabasiAlbert" => {
                Self::BarabasiAlbert { agents: agents()?, attachments: fields.count(&ATTACHMENTS)?, seed: seed()? }
            }
            "explicit" => {
                let agents = agents()?;
                check_names(fields, agents)?;
                Self::Explicit { agents, edges: edges(fields)? }
            }
            kind => unreachable!("{kind} is in TOPOLOGIES"),
        })
    }

    /// The number of agents n.
    pub fn agents(&self) -> usize {
        match *self {
            Self::Ring { agents }
            | Self::Path { agents }
            | Self::Complete { agents }
            | Self::Star { agents }
            | Self::BinaryTree { agents }
            | Self::Exponential { agents }
            | Self::ErdosRenyi { agents, .. }
            | Self::RandomGeometric { agents, .. }
            | Self::WattsStrogatz { agents, .. }
            | Self::BarabasiAlbert { agents, .. }
            | Self::Explicit { agents, .. } => agents,
            Self::Grid { rows, columns } | Self::Torus { rows, columns } => rows.saturating_mul(columns),
            Self::Hypercube { dimension } => 1 << dimension,
        }
    }

    /// The graph; `seed` is the experiment's, `path` where the topology stands in the document.
    ///
    /// Random families are drawn again until the graph is connected, at most 100 times, and less
    /// often when very large. Only `explicit` can give a disconnected graph.
    pub fn graph(&self, seed: u64, path: &str) -> Result<Graph, DocumentError> {
        let n = self.agents();
        let expected = self.expected_edges();
        if expected > MAX_EDGES as f64 {
            let rule = format!("must have at most {MAX_EDGES} edges, got about {expected:.0}");
            return Err(DocumentError::new(path, rule));
        }
        let graph = match *self {
            Self::ErdosRenyi { .. }
            | Self::RandomGeometric { .. }
            | Self::WattsStrogatz { .. }
            | Self::BarabasiAlbert { .. } => return random::connected(self, seed, path).map(|drawn| drawn.graph),
            Self::Ring { .. } => Graph::new(n, ring(n)),
            Self::Path { .. } => Graph::new(n, (1..n).map(|i| (i - 1, i))),
            Self::Complete { .. } => Graph::new(n, (0..n).flat_map(|i| (0..i).map(move |j| (j, i)))),
            Self::Star { .. } => Graph::new(n, (1..n).map(|i| (0, i))),
            Self::BinaryTree { .. } => Graph::new(n, (1..n).map(|i| ((i - 1) / 2, i))),
            Self::Grid { rows, columns } => Graph::new(n, grid(rows, columns)),
            Self::Torus { rows, columns } => Graph::new(n, torus(rows, columns)),
            Self::Hypercube { dimension } => {
                Graph::new(n, (0..n).flat_map(|i| (0..dimension).map(move |k| (i, i ^ (1 << k))).filter(|e| e.0 < e.1)))
            }
            Self::Exponential { .. } => {
                let offsets = || std::iter::successors(Some(1), |offset| Some(2 * offset)).take_while(|&o| o < n);
                Graph::new(n, (0..n).flat_map(|i| offsets().map(move |offset| (i, (i + offset) % n))))
            }
            Self::Explicit { ref edges, .. } => Graph::new(n, edges.iter().copied()),
        };
        graph.map_err(|error| match error {
            GraphError::OutOfRange { edge, .. } | GraphError::SelfLoop { edge, .. } => {
                DocumentError::new(format!("{path}.{}[{edge}]", EDGES.name), error.rule())
            }
            GraphError::Agents(_) | GraphError::Edges => DocumentError::new(path, error.rule()),
        })
    }

    /// Where the agents of a random geometric graph lie in the unit square, as (x, y); `None` for
    /// other families. The arguments are those of [`Self::graph`].
    pub fn positions(&self, seed: u64, path: &str) -> Result<Option<Vec<[f64; 2]>>, DocumentError> {
        match self {
            Self::RandomGeometric { .. } => random::connected(self, seed, path).map(|drawn| drawn.positions),
            _ => Ok(None),
        }
    }

    /// The number of edges, for those random families that are checked as they are drawn a lower bound.
    fn expected_edges(&self) -> f64 {
        let n = self.agents() as f64;
        match *self {
            Self::Complete { .. } => n * (n - 1.0) / 2.0,
            Self::Hypercube { dimension } => n * dimension as f64 / 2.0,
            Self::Exponential { .. } => n * f64::from(self.agents().next_power_of_two().trailing_zeros()),
            Self::ErdosRenyi { probability, .. } => probability * n * (n - 1.0) / 2.0,
            Self::WattsStrogatz { neighbors, .. } => n * neighbors as f64 / 2.0,
            Self::BarabasiAlbert { attachments, .. } => (n - attachments as f64) * attachments as f64,
            _ => 0.0,
        }
    }
}

fn ring(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).map(move |i| (i, (i + 1) % n)).filter(|(i, j)| i != j)
}

fn grid(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    let n = rows * columns;
    let right = (0..n).filter(move |i| (i + 1) % columns != 0).map(|i| (i, i + 1));
    let below = (columns..n).map(move |i| (i - columns, i));
    right.chain(below)
}

/// A side of 2 gives the two links between its agents twice, which a graph merges; a side of 1
/// gives self-loops, which are left out.
fn torus(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    let n = rows * columns;
    let right = move |i: usize| i / columns * columns + (i + 1) % columns;
    (0..n).flat_map(move |i| [(i, right(i)), (i, (i + columns) % n)]).filter(|(i, j)| i != j)
}

fn sides(fields: &Fields) -> Result<(usize, usize), DocumentError> {
    let (rows, columns) = (fields.count(&ROWS)?, fields.count(&COLUMNS)?);
    match rows.checked_mul(columns) {
        Some(agents) if agents <= MAX_AGENTS => Ok((rows, columns)),
        _ => {
            let rule = format!("times columns must be at most {MAX_AGENTS}, got {rows} times {columns}");
            Err(fields.error(ROWS.name, rule))
        }
    }
}

/// Checks the names of the agents, if there are any: they change no number.
fn check_names(fields: &Fields, agents: usize) -> Result<(), DocumentError> {
    const LONGEST: usize = 200;
    if !fields.has(NAMES.name) {
        return Ok(());
    }
    let names = fields.array(NAMES.name)?;
    if names.len() != agents {
        let rule = format!("must have one name for each of the {agents} agents, got {}", names.len());
        return Err(fields.error(NAMES.name, rule));
    }
    for (i, name) in names.iter().enumerate() {
        if name.as_str().is_none_or(|name| name.chars().count() > LONGEST) {
            let path = format!("{}[{i}]", fields.path(NAMES.name));
            let rule = format!("must be text of at most {LONGEST} characters, got {}", document::shown(name));
            return Err(DocumentError::new(path, rule));
        }
    }
    Ok(())
}

fn edges(fields: &Fields) -> Result<Vec<(usize, usize)>, DocumentError> {
    let list = fields.array(EDGES.name)?;
    let path = fields.path(EDGES.name);
    let read = |(position, value)| {
        let path = format!("{path}[{position}]");
        match array(value, &path)? {
            [i, j] => Ok((agent(i, &path)?, agent(j, &path)?)),
            other => Err(DocumentError::new(path, format!("must be a pair of agents, got a list of {}", other.len()))),
        }
    };
    list.iter().enumerate().map(read).collect()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
fn agent(value: &serde_json::Value, path: &str) -> Result<usize, DocumentError> {
    let whole = |agent: &f64| agent.fract() == 0.0 && (0.0..=MAX_AGENTS as f64).contains(agent);
    value.as_f64().filter(whole).map(|agent| agent as usize).ok_or_else(|| {
        DocumentError::new(path, format!("must name agents by whole numbers from 0, got {}", document::shown(value)))
    })
}
