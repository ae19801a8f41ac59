//! Random graphs: sampling in time linear in the number of edges, and drawing again until connected.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

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

/// Agents without a neighbour in one draw, from which on no further graph is drawn. Their number is close to a Poisson
/// variate: with 64 of them its mean is above 25 all but surely, and no draw in e^25 is connected.
const HOPELESS: usize = 64;

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
        let alone = alone(n, &edges);
        if alone >= HOPELESS {
            break;
        }
        if alone > 0 || edges.len() + 1 < n {
            continue;
        }
        let graph = Graph::new(n, edges).map_err(|error| DocumentError::new(path, error.to_string()))?;
        if graph.components() == 1 {
            return Ok(Drawn { graph, positions });
        }
    }
    let plural = if draws == 1 { "" } else { "s" };
    Err(DocumentError::new(path, format!("gave no connected graph in {draws} draw{plural}; {}", remedy(topology))))
}

/// How many of two or more agents have no neighbour.
fn alone(n: usize, edges: &Edges) -> usize {
    let mut linked = vec![n == 1; n];
    for &(i, j) in edges {
        (linked[i], linked[j]) = (true, true);
    }
    linked.iter().filter(|&&linked| !linked).count()
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
    let mut present = Pairs::new(n, &edges);
    for edge in &mut edges {
        if rng.random::<f64>() >= rewiring {
            continue;
        }
        let (i, j) = *edge;
        let free = (0..REWIRING_TRIES).map(|_| below(n, rng)).find(|&t| t != i && !present.contains(i, t));
        if let Some(target) = free {
            present.remove(i, j);
            present.insert(i, target);
            *edge = (i, target);
        }
    }
    edges
}

/// A set of pairs of agents: a bit each where agents are few, and the graph may be dense; else a table.
enum Pairs {
    Few { agents: usize, bits: Vec<u64> },
    Many(HashSet<u64, BuildHasherDefault<Mixed>>),
}

impl Pairs {
    /// Their bits take 8 MB.
    const FEW: usize = 8_192;

    fn new(agents: usize, pairs: &Edges) -> Self {
        let mut set = if agents <= Self::FEW {
            Self::Few { agents, bits: vec![0; (agents * agents).div_ceil(64)] }
        } else {
            Self::Many(HashSet::with_capacity_and_hasher(pairs.len(), BuildHasherDefault::default()))
        };
        for &(i, j) in pairs {
            set.insert(i, j);
        }
        set
    }

    fn contains(&self, i: usize, j: usize) -> bool {
        match self {
            Self::Few { agents, bits } => {
                let (word, bit) = Self::place(*agents, i, j);
                bits[word] & bit != 0
            }
            Self::Many(pairs) => pairs.contains(&Self::key(i, j)),
        }
    }

    fn insert(&mut self, i: usize, j: usize) {
        match self {
            Self::Few { agents, bits } => {
                let (word, bit) = Self::place(*agents, i, j);
                bits[word] |= bit;
            }
            Self::Many(pairs) => {
                pairs.insert(Self::key(i, j));
            }
        }
    }

    fn remove(&mut self, i: usize, j: usize) {
        match self {
            Self::Few { agents, bits } => {
                let (word, bit) = Self::place(*agents, i, j);
                bits[word] &= !bit;
            }
            Self::Many(pairs) => {
                pairs.remove(&Self::key(i, j));
            }
        }
    }

    /// The word of a pair, whichever way round, and its bit in there.
    fn place(agents: usize, i: usize, j: usize) -> (usize, u64) {
        let place = i.min(j) * agents + i.max(j);
        (place / 64, 1 << (place % 64))
    }

    fn key(i: usize, j: usize) -> u64 {
        ((i.min(j) as u64) << 32) | i.max(j) as u64
    }
}

/// Spreads pairs over a table, many times faster than the usual hash, which withstands attacks.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, _: &[u8]) {
        unreachable!("only pairs are hashed");
    }

    #[expect(clippy::cast_possible_truncation, reason = "the product is taken in halves")]
    fn write_u64(&mut self, pair: u64) {
        // Both halves of the product, of which every bit of the pair moves some.
        let product = u128::from(pair ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        let [low, high] = [product as u64, (product >> 64) as u64];
        self.0 = low ^ high;
    }

    fn finish(&self) -> u64 {
        self.0
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rng(k: u64) -> impl RngExt {
        stream(k, Purpose::Graph, 0, 0)
    }

    /// Whether `count` of `trials` is a plausible outcome of events of probability `p`.
    fn plausible(count: usize, trials: usize, p: f64) -> bool {
        let (n, margin) = (trials as f64, 5.0 * (trials as f64 * p * (1.0 - p)).sqrt());
        (count as f64 - n * p).abs() <= margin
    }

    #[test]
    fn erdos_renyi_takes_each_pair_with_its_probability() {
        for p in [0.05, 0.5, 0.9] {
            let trials = 20_000;
            let mut counts = [[0; 5]; 5];
            for k in 0..trials {
                for (i, j) in erdos_renyi(5, p, &mut rng(k)) {
                    counts[i][j] += 1;
                }
            }
            for (i, counts) in counts.iter().enumerate() {
                for (j, &count) in counts.iter().enumerate() {
                    let expected = if i < j { p } else { 0.0 };
                    assert!(plausible(count, 20_000, expected), "p = {p}, pair ({i}, {j}): {count}");
                }
            }
        }
        assert!(plausible(erdos_renyi(60_000, 1e-4, &mut rng(1)).len(), 1_799_970_000, 1e-4));
        assert_eq!(erdos_renyi(6, 1.0, &mut rng(1)).len(), 15);
        assert_eq!(erdos_renyi(6, 0.0, &mut rng(1)).len(), 0);
    }

    #[test]
    fn near_finds_exactly_the_pairs_within_the_radius() {
        let mut rng = rng(2);
        let mut positions: Vec<[f64; 2]> = (0..200).map(|_| [rng.random(), rng.random()]).collect();
        // On the sides of cells and of the square.
        positions.extend([[0.0, 0.0], [0.25, 0.5], [0.5, 0.25], [0.75, 0.75], [0.999_999, 0.5]]);
        for radius in [1e-3, 0.02, 0.1, 0.25, 0.3, 0.5, 0.9, 1.5] {
            let mut found = near(&positions, radius);
            found.sort_unstable();
            let distance_squared = |i: usize, j: usize| {
                let [dx, dy] = [0, 1].map(|k| positions[i][k] - positions[j][k]);
                dx * dx + dy * dy
            };
            let pairs = (0..positions.len()).flat_map(|i| (i + 1..positions.len()).map(move |j| (i, j)));
            let expected: Vec<_> = pairs.filter(|&(i, j)| distance_squared(i, j) <= radius * radius).collect();
            assert_eq!(found, expected, "radius {radius}");
        }
    }

    #[test]
    fn watts_strogatz_keeps_the_number_of_edges_and_rewires_that_share() {
        let (n, k) = (1_000, 6);
        let lattice = Graph::new(n, watts_strogatz(n, k, 0.0, &mut rng(3))).unwrap();
        assert!((0..n).all(|i| lattice.degree(i) == k));
        for rewiring in [0.1, 0.5, 1.0] {
            let graph = Graph::new(n, watts_strogatz(n, k, rewiring, &mut rng(3))).unwrap();
            assert_eq!(graph.edge_count(), n * k / 2);
            let kept = graph.edges().filter(|&(i, j)| (j - i).min(n - (j - i)) <= k / 2).count();
            // A rewired edge is near again with probability about k/n.
            let share = 1.0 - rewiring * (1.0 - k as f64 / n as f64);
            assert!(plausible(kept, n * k / 2, share), "rewiring {rewiring}: {kept} near edges");
        }
        // A table of pairs gives what their bits give.
        let edges: Edges = (0..400).map(|i| (i * 7 % 90, 90 + i)).collect();
        let (mut few, mut many) = (Pairs::new(500, &edges), Pairs::new(Pairs::FEW + 1, &edges));
        assert!(matches!((&few, &many), (Pairs::Few { .. }, Pairs::Many(_))));
        for &(i, j) in edges.iter().step_by(3) {
            for set in [&mut few, &mut many] {
                set.remove(j, i);
                set.insert(i, j / 2);
            }
        }
        for (i, j) in (0..500).flat_map(|i| (0..500).map(move |j| (i, j))) {
            assert_eq!(few.contains(i, j), many.contains(j, i), "({i}, {j})");
        }
        // Nothing is free in a complete graph.
        assert_eq!(Graph::new(5, watts_strogatz(5, 4, 1.0, &mut rng(3))).unwrap().edge_count(), 10);
    }

    #[test]
    fn barabasi_albert_brings_m_different_edges_a_step_and_prefers_the_well_linked() {
        for (n, m) in [(2, 1), (30, 1), (500, 4), (9, 8)] {
            let graph = Graph::new(n, barabasi_albert(n, m, &mut rng(4))).unwrap();
            assert_eq!((graph.edge_count(), graph.components()), ((n - m) * m, 1));
            assert!((m + 1..n).all(|i| graph.neighbors(i).iter().filter(|&&j| (j as usize) < i).count() == m));
        }
        // From the path 1-0-2 with m = 1, agent 3 joins the middle, which has two of the four ends.
        let middle = (0..20_000).filter(|&k| {
            let edges = barabasi_albert(4, 1, &mut rng(k));
            let degree = |agent: usize| edges[..2].iter().filter(|&&(i, j)| i == agent || j == agent).count();
            degree(edges[2].0) == 2
        });
        assert!(plausible(middle.count(), 20_000, 0.5));
    }
}
