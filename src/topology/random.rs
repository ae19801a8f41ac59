//! Random graphs: sampling in time linear in the number of edges, and drawing again until connected.

use std::collections::HashSet;

use rand::RngExt;

use super::Topology;
use crate::document::DocumentError;
use crate::graph::{Graph, GraphError, MAX_EDGES};
use crate::random::{Purpose, stream};

/// Most draws of a graph.
const ATTEMPTS: u64 = 100;

/// Agents and edges drawn after which no further graph is drawn.
const WORK: usize = 4 * MAX_EDGES;

/// Tries to find a place for a rewired edge, each of which succeeds with probability 1/2 or more
/// in a graph that is at most half full.
const REWIRING_TRIES: usize = 64;

type Edges = Vec<(usize, usize)>;

/// A connected random graph, and where its agents lie if they lie somewhere.
pub(super) struct Drawn {
    pub(super) graph: Graph,
    pub(super) positions: Option<Vec<[f64; 2]>>,
}

/// Draws `topology`, a random family, until it is connected; draw k uses the k-th stream of its seed.
pub(super) fn connected(topology: &Topology, seed: u64, path: &str) -> Result<Drawn, DocumentError> {
    let n = topology.agents();
    let seed = match *topology {
        Topology::ErdosRenyi { seed: own, .. }
        | Topology::RandomGeometric { seed: own, .. }
        | Topology::WattsStrogatz { seed: own, .. }
        | Topology::BarabasiAlbert { seed: own, .. } => own.unwrap_or(seed),
        _ => seed,
    };
    let mut work = 0;
    let mut draws = 0;
    while draws < ATTEMPTS && work < WORK {
        let mut rng = stream(seed, Purpose::Graph, draws, 0);
        draws += 1;
        let (edges, positions) = match *topology {
            Topology::ErdosRenyi { probability, .. } => (erdos_renyi(n, probability, &mut rng), None),
            Topology::RandomGeometric { radius, .. } => {
                let positions: Vec<[f64; 2]> = (0..n).map(|_| [rng.random(), rng.random()]).collect();
                (near(&positions, radius), Some(positions))
            }
            Topology::WattsStrogatz { neighbors, rewiring, .. } => {
                (watts_strogatz(n, neighbors, rewiring, &mut rng), None)
            }
            Topology::BarabasiAlbert { attachments, .. } => (barabasi_albert(n, attachments, &mut rng), None),
            _ => unreachable!("only random families are drawn"),
        };
        work += n + edges.len();
        if edges.len() > MAX_EDGES {
            return Err(DocumentError::new(path, GraphError::Edges.to_string()));
        }
        if edges.len() + 1 < n {
            continue;
        }
        let graph = Graph::new(n, edges).map_err(|error| DocumentError::new(path, error.to_string()))?;
        if graph.components() == 1 {
            return Ok(Drawn { graph, positions });
        }
    }
    Err(DocumentError::new(path, format!("gave no connected graph in {draws} draws; {}", remedy(topology))))
}

fn remedy(topology: &Topology) -> String {
    let n = topology.agents() as f64;
    match topology {
        Topology::ErdosRenyi { .. } => {
            format!("raise probability (connected graphs become likely above ln(n)/n = {:.2e})", libm::log(n) / n)
        }
        Topology::RandomGeometric { .. } => {
            let threshold = libm::sqrt(libm::log(n) / (core::f64::consts::PI * n));
            format!("raise radius (connected graphs become likely above sqrt(ln(n)/(π n)) = {threshold:.2e})")
        }
        _ => "raise neighbors or lower rewiring".to_owned(),
    }
}

/// Each pair with probability `p`: the gaps between the chosen pairs are geometric variates
/// (Batagelj & Brandes, Efficient generation of large random networks, 2005).
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a huge gap may saturate")]
fn erdos_renyi(n: usize, p: f64, rng: &mut impl RngExt) -> Edges {
    let mut edges = Edges::new();
    if p == 0.0 {
        return edges;
    }
    let scale = libm::log1p(-p);
    // The pair (i, j), j < i, after the last chosen one.
    let (mut i, mut j) = (1, 0_u64);
    loop {
        let gap = libm::log(1.0 - rng.random::<f64>()) / scale;
        j = j.saturating_add(gap as u64);
        while i < n && j >= i as u64 {
            j -= i as u64;
            i += 1;
        }
        if i >= n || edges.len() > MAX_EDGES {
            return edges;
        }
        edges.push((j as usize, i));
        j += 1;
    }
}

/// All pairs at most `radius` apart, found through a grid of cells that are at least `radius` wide.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positions lie in the unit square")]
fn near(positions: &[[f64; 2]], radius: f64) -> Edges {
    let side = libm::floor((1.0 / radius).min(libm::sqrt(positions.len() as f64))).max(1.0);
    let cells = side as usize;
    let cell = |position: [f64; 2]| position.map(|x| ((x * side) as usize).min(cells - 1));
    let mut members = vec![Vec::new(); cells * cells];
    let mut edges = Edges::new();
    for (i, &position) in positions.iter().enumerate() {
        let [column, row] = cell(position);
        for r in row.saturating_sub(1)..=(row + 1).min(cells - 1) {
            for c in column.saturating_sub(1)..=(column + 1).min(cells - 1) {
                for &j in &members[r * cells + c] {
                    let [x, y]: [f64; 2] = positions[j];
                    let (dx, dy) = (position[0] - x, position[1] - y);
                    if dx * dx + dy * dy <= radius * radius {
                        edges.push((j, i));
                    }
                }
            }
        }
        if edges.len() > MAX_EDGES {
            break;
        }
        members[row * cells + column].push(i);
    }
    edges
}

/// A ring in which each agent is linked to `k` near ones; with probability `rewiring` an edge keeps
/// its first agent and gets a random other one, if a free place is found.
fn watts_strogatz(n: usize, k: usize, rewiring: f64, rng: &mut impl RngExt) -> Edges {
    let mut edges: Edges = (1..=k / 2).flat_map(|offset| (0..n).map(move |i| (i, (i + offset) % n))).collect();
    let key = |i: usize, j: usize| (i.min(j), i.max(j));
    let mut present: HashSet<_> = edges.iter().map(|&(i, j)| key(i, j)).collect();
    for edge in &mut edges {
        if rng.random::<f64>() >= rewiring {
            continue;
        }
        let (i, j) = *edge;
        let free = (0..REWIRING_TRIES).map(|_| below(n, rng)).find(|&t| t != i && !present.contains(&key(i, t)));
        if let Some(target) = free {
            present.remove(&key(i, j));
            present.insert(key(i, target));
            *edge = (i, target);
        }
    }
    edges
}

/// From a star of `m` + 1 agents on, each new agent is linked to `m` different ones, each chosen
/// with a probability proportional to its degree.
fn barabasi_albert(n: usize, m: usize, rng: &mut impl RngExt) -> Edges {
    let mut edges: Edges = (1..=m).map(|i| (0, i)).collect();
    // Every agent as often as it has edges.
    let mut ends: Vec<usize> = edges.iter().flat_map(|&(i, j)| [i, j]).collect();
    // The last agent that chose agent j.
    let mut chosen_by = vec![0; n];
    for i in m + 1..n {
        let before = ends.len();
        // Ends almost surely, and soon: m + 1 or more agents stand among the first `before` ends.
        while ends.len() < before + 2 * m {
            let j = ends[below(before, rng)];
            if std::mem::replace(&mut chosen_by[j], i) != i {
                edges.push((j, i));
                ends.extend([j, i]);
            }
        }
    }
    edges
}

/// A uniform number below `n`, drawn as 32 bits on every platform.
fn below(n: usize, rng: &mut impl RngExt) -> usize {
    rng.random_range(0..u32::try_from(n).expect("numbers of agents and of edges' ends are limited")) as usize
}
