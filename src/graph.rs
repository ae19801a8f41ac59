//! Undirected simple graphs of agents.

use std::fmt;

/// Most agents that a graph may have.
pub const MAX_AGENTS: usize = 1_000_000;

/// Most edges that a graph may have.
pub const MAX_EDGES: usize = 5_000_000;

/// An undirected graph without self-loops and double edges, of at least one agent.
///
/// Agents are numbered from 0. The graph may be disconnected, see [`Graph::components`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The neighbours of agent i are `neighbors[offsets[i]..offsets[i + 1]]`, ascending.
    offsets: Vec<usize>,
    neighbors: Vec<u32>,
    parts: Vec<usize>,
}

/// Why a list of edges is no graph. `edge` counts the given edges from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// The number of agents is not in 1 to [`MAX_AGENTS`].
    Agents(usize),
    /// There are more than [`MAX_EDGES`] edges.
    Edges,
    /// An edge names an agent that does not exist.
    OutOfRange {
        /// Which of the given edges.
        edge: usize,
        /// The agents it names.
        ends: (usize, usize),
        /// How many agents there are.
        agents: usize,
    },
    /// An edge joins an agent with itself.
    SelfLoop {
        /// Which of the given edges.
        edge: usize,
        /// The agent it names twice.
        agent: usize,
    },
}

impl GraphError {
    /// The rule and what breaks it, without the edge's place.
    pub(crate) fn rule(&self) -> String {
        match *self {
            Self::Agents(agents) => format!("must have from 1 to {MAX_AGENTS} agents, got {agents}"),
            Self::Edges => format!("must have at most {MAX_EDGES} edges"),
            Self::OutOfRange { ends: (i, j), agents, .. } => {
                format!("must join agents from 0 to {}, got {}", agents - 1, if i < agents { j } else { i })
            }
            Self::SelfLoop { agent, .. } => format!("must join two different agents, got {agent} twice"),
        }
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (edge, ends) = match *self {
            Self::Agents(_) | Self::Edges => return write!(f, "{}", self.rule()),
            Self::OutOfRange { edge, ends, .. } => (edge, ends),
            Self::SelfLoop { edge, agent } => (edge, (agent, agent)),
        };
        write!(f, "edge {edge}, {ends:?}: {}", self.rule())
    }
}

impl std::error::Error for GraphError {}

#[cfg(feature = "petgraph")]
impl<N, E, Ix: petgraph::graph::IndexType> TryFrom<&petgraph::graph::UnGraph<N, E, Ix>> for Graph {
    type Error = GraphError;

    /// The graph with a node's index as its agent's number; weights are not looked at, and edges that are given twice
    /// count once.
    fn try_from(graph: &petgraph::graph::UnGraph<N, E, Ix>) -> Result<Self, GraphError> {
        let ends = graph.edge_indices().filter_map(|edge| graph.edge_endpoints(edge));
        Self::new(graph.node_count(), ends.map(|(i, j)| (i.index(), j.index())))
    }
}

impl Graph {
    /// The graph of `agents` agents with these edges, in any order and direction; an edge that
    /// is given twice counts once.
    ///
    /// O(agents + edges), plus sorting each agent's neighbours.
    pub fn new(agents: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Result<Self, GraphError> {
        if !(1..=MAX_AGENTS).contains(&agents) {
            return Err(GraphError::Agents(agents));
        }
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut offsets = vec![0; agents + 1];
        for (edge, (i, j)) in edges.into_iter().enumerate() {
            if i.max(j) >= agents {
                return Err(GraphError::OutOfRange { edge, ends: (i, j), agents });
            }
            if i == j {
                return Err(GraphError::SelfLoop { edge, agent: i });
            }
            if edge == MAX_EDGES {
                return Err(GraphError::Edges);
            }
            offsets[i + 1] += 1;
            offsets[j + 1] += 1;
            pairs.push((index(i), index(j)));
        }
        for i in 0..agents {
            offsets[i + 1] += offsets[i];
        }
        let mut free = offsets.clone();
        let mut neighbors = vec![0; 2 * pairs.len()];
        for (i, j) in pairs {
            for (from, to) in [(i, j), (j, i)] {
                neighbors[free[from as usize]] = to;
                free[from as usize] += 1;
            }
        }
        let (offsets, neighbors) = merge_duplicates(&offsets, neighbors);
        let mut graph = Self { offsets, neighbors, parts: Vec::new() };
        graph.parts = graph.sizes_of_parts();
        Ok(graph)
    }

    /// The number of agents, n.
    pub fn agents(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The number of undirected edges.
    pub fn edge_count(&self) -> usize {
        self.neighbors.len() / 2
    }

    /// The edges (i, j) with i < j, in ascending order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.agents()).flat_map(|i| self.neighbors(i).iter().map(move |&j| (i, j as usize)).filter(|&(i, j)| i < j))
    }

    /// The neighbours of agent i, ascending, without i itself.
    pub fn neighbors(&self, i: usize) -> &[u32] {
        &self.neighbors[self.offsets[i]..self.offsets[i + 1]]
    }

    /// The number of neighbours of agent i.
    pub fn degree(&self, i: usize) -> usize {
        self.offsets[i + 1] - self.offsets[i]
    }

    /// The largest degree.
    pub fn max_degree(&self) -> usize {
        (0..self.agents()).map(|i| self.degree(i)).max().unwrap_or(0)
    }

    /// The number of connected components; 1 means connected.
    pub fn components(&self) -> usize {
        self.parts.len()
    }

    /// The numbers of agents of the connected components, the largest first.
    pub fn parts(&self) -> &[usize] {
        &self.parts
    }

    fn sizes_of_parts(&self) -> Vec<usize> {
        let mut sizes: Vec<usize> = self.members().iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes.reverse();
        sizes
    }

    /// The agents of each connected component, ascending, the components by their first agent.
    pub(crate) fn members(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.agents()];
        let mut stack = Vec::new();
        let mut components = Vec::new();
        for root in 0..self.agents() {
            if seen[root] {
                continue;
            }
            seen[root] = true;
            stack.push(root);
            let mut members = Vec::new();
            while let Some(i) = stack.pop() {
                members.push(i);
                for &j in self.neighbors(i) {
                    if !std::mem::replace(&mut seen[j as usize], true) {
                        stack.push(j as usize);
                    }
                }
            }
            members.sort_unstable();
            components.push(members);
        }
        components
    }
}

/// Sorts each agent's neighbours and keeps one of each.
fn merge_duplicates(offsets: &[usize], mut neighbors: Vec<u32>) -> (Vec<usize>, Vec<u32>) {
    let mut kept = vec![0];
    let mut end = 0;
    for range in offsets.windows(2) {
        neighbors[range[0]..range[1]].sort_unstable();
        let start = end;
        for k in range[0]..range[1] {
            if end == start || neighbors[end - 1] != neighbors[k] {
                neighbors[end] = neighbors[k];
                end += 1;
            }
        }
        kept.push(end);
    }
    neighbors.truncate(end);
    (kept, neighbors)
}

/// An agent's number as it is stored.
#[expect(clippy::cast_possible_truncation, reason = "there are at most MAX_AGENTS agents")]
pub(crate) fn index(agent: usize) -> u32 {
    agent as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicates_in_either_direction_count_once() {
        let graph = Graph::new(4, [(2, 0), (0, 2), (3, 2), (2, 0)]).unwrap();
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 2), (2, 3)]);
        assert_eq!(graph.edge_count(), 2);
        assert_eq!(graph.neighbors(2), [0, 3]);
        assert_eq!((0..4).map(|i| graph.degree(i)).collect::<Vec<_>>(), [1, 0, 2, 1]);
        assert_eq!(graph.parts(), [3, 1]);
    }

    #[test]
    fn what_is_no_graph_is_named() {
        assert_eq!(Graph::new(0, []), Err(GraphError::Agents(0)));
        assert_eq!(Graph::new(MAX_AGENTS + 1, []), Err(GraphError::Agents(MAX_AGENTS + 1)));
        let error = Graph::new(3, [(0, 1), (1, 3)]).unwrap_err();
        assert_eq!(error, GraphError::OutOfRange { edge: 1, ends: (1, 3), agents: 3 });
        assert_eq!(error.to_string(), "edge 1, (1, 3): must join agents from 0 to 2, got 3");
        let error = Graph::new(3, [(1, 1)]).unwrap_err();
        assert_eq!(error, GraphError::SelfLoop { edge: 0, agent: 1 });
        assert_eq!(error.to_string(), "edge 0, (1, 1): must join two different agents, got 1 twice");
        assert_eq!(Graph::new(2, std::iter::repeat((0, 1))), Err(GraphError::Edges));
    }

    #[test]
    fn one_agent_is_a_connected_graph() {
        let graph = Graph::new(1, []).unwrap();
        assert_eq!((graph.agents(), graph.edge_count(), graph.components()), (1, 0, 1));
    }
}
