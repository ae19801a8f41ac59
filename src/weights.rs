//! The rules that make a combination matrix W from a graph.

mod fastest;

use crate::combination::CombinationMatrix;
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter, Refusal, Shape, array, numbers};
use crate::graph::{Graph, index};
use crate::spectrum::Spectrum;
pub use fastest::Solutions;

/// How far an explicit matrix may be from symmetric, and its rows from sums of 1.
pub const TOLERANCE: f64 = 1e-9;

/// The most links, and the most agents, of a network whose fastest weights are computed.
pub const FASTEST_LINKS: usize = 1_000;
/// See [`FASTEST_LINKS`].
pub const FASTEST_AGENTS: usize = 300;
/// Fastest weights of a smaller magnitude are set to 0: an interior-point method stops that far from a boundary.
const NOTHING: f64 = 1e-9;

const NON_NEGATIVE: Parameter = Parameter::plain(
    "nonNegative",
    Domain::Flag,
    false,
    "whether all weights, the diagonal included, must be at least 0",
);
const EPSILON: Parameter = Parameter::required("epsilon", Domain::positive(1.0), 0.1, "weight of every link, ε");
const MATRIX: Parameter = Parameter::plain(
    "matrix",
    Domain::structure(Shape::List(&Shape::List(&Shape::Number))),
    true,
    "the n × n matrix as a list of its rows",
);

/// The kinds of `network.weights`.
pub const WEIGHT_RULES: &[Entry] = &[
    Entry {
        kind: "metropolis",
        title: "Metropolis",
        about: "wᵢⱼ = 1/(1 + max(degᵢ, degⱼ)) on links, the rest on the diagonal",
        source: "Xiao, Boyd & Kim, Distributed average consensus with least-mean-square deviation (2007)",
        parameters: &[],
    },
    Entry {
        kind: "maxDegree",
        title: "Maximum degree",
        about: "wᵢⱼ = 1/(1 + degₘₐₓ) on links, the rest on the diagonal",
        source: "Xiao & Boyd, Fast linear iterations for distributed averaging (2004)",
        parameters: &[],
    },
    Entry {
        kind: "laplacian",
        title: "Laplacian",
        about: "W = I − ε L with the Laplacian L of the graph",
        source: "Xiao & Boyd, Fast linear iterations for distributed averaging (2004)",
        parameters: &[EPSILON],
    },
    Entry {
        kind: "bestConstant",
        title: "Best constant",
        about: "W = I − ε L with ε = 2/(ℓ₁ + ℓₙ₋₁) from the extreme eigenvalues of L, which mixes fastest",
        source: "Xiao & Boyd, Fast linear iterations for distributed averaging (2004)",
        parameters: &[],
    },
    Entry {
        kind: "fastest",
        title: "Fastest",
        about: "the weights with the smallest λ on these links, by semidefinite programming; some may be negative",
        source: "Xiao & Boyd, Fast linear iterations for distributed averaging (2004); Boyd, Diaconis & Xiao, Fastest mixing Markov chain on a graph (2004)",
        parameters: &[NON_NEGATIVE],
    },
    Entry {
        kind: "explicit",
        title: "Matrix",
        about: "the matrix as given; symmetric, with rows that sum to 1, and zero where there is no link",
        source: "",
        parameters: &[MATRIX],
    },
];

/// A rule that makes a combination matrix from a graph; [`WEIGHT_RULES`] explains each.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the variants and their fields are the entries of WEIGHT_RULES")]
pub enum WeightRule {
    Metropolis,
    MaxDegree,
    Laplacian {
        epsilon: f64,
    },
    BestConstant,
    Fastest {
        non_negative: bool,
    },
    /// The rows of the matrix.
    Explicit {
        matrix: Vec<Vec<f64>>,
    },
}

/// The result of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// W.
    pub matrix: CombinationMatrix,
    /// For `fastest`, a lower bound of the λ of any W of its kind on these links.
    pub bound: Option<f64>,
}

impl WeightRule {
    /// Reads `network.weights` of a network of `agents` agents.
    pub fn read(fields: &Fields, agents: usize) -> Result<Self, DocumentError> {
        let entry = fields.entry("rule", WEIGHT_RULES, &[])?;
        Ok(match entry.kind {
            "metropolis" => Self::Metropolis,
            "maxDegree" => Self::MaxDegree,
            "laplacian" => Self::Laplacian { epsilon: fields.number(&EPSILON)? },
            "bestConstant" => Self::BestConstant,
            "fastest" => Self::Fastest { non_negative: fields.flag(&NON_NEGATIVE)? },
            "explicit" => Self::Explicit { matrix: square(fields, agents)? },
            kind => unreachable!("{kind} is in WEIGHT_RULES"),
        })
    }

    /// The combination matrix on `graph`; `path` is where the rule stands in the document.
    pub fn matrix(&self, graph: &Graph, path: &str) -> Result<CombinationMatrix, DocumentError> {
        self.weights(graph, path, &mut Solutions::default(), &mut |_| ()).map(|weights| weights.matrix)
    }

    /// As [`Self::matrix`], with what is known of how good it is. Fastest weights are taken from `known`, or added to it;
    /// `tell` receives the progress of finding them, from 0 to 1.
    ///
    /// Only an explicit matrix, and `fastest` on a large network, can be refused. They, `laplacian` and `bestConstant`
    /// may have negative weights, and an explicit matrix and `laplacian` eigenvalues beyond 1.
    pub fn weights(
        &self,
        graph: &Graph,
        path: &str,
        known: &mut Solutions,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Weights, DocumentError> {
        let max_degree = graph.max_degree() as f64;
        let matrix = match self {
            Self::Metropolis => CombinationMatrix::metropolis(graph),
            Self::MaxDegree => constant(graph, 1.0 / (1.0 + max_degree)),
            Self::Laplacian { epsilon } => constant(graph, *epsilon),
            Self::BestConstant => constant(graph, best_constant(graph)),
            Self::Fastest { non_negative } => return fastest(graph, *non_negative, path, known, tell),
            Self::Explicit { matrix } => {
                let path = format!("{path}.{}", MATRIX.name);
                check_entries(matrix, graph, &path)?;
                check_sums(matrix, &path)?;
                CombinationMatrix::from_rows(matrix)
            }
        };
        Ok(Weights { matrix, bound: None })
    }
}

/// I - ε L.
fn constant(graph: &Graph, epsilon: f64) -> CombinationMatrix {
    CombinationMatrix::from_links(graph, |_, _| epsilon)
}

/// The weights of least λ, in each part of the network, and the λ below which none can be.
fn fastest(
    graph: &Graph,
    non_negative: bool,
    path: &str,
    known: &mut Solutions,
    tell: &mut dyn FnMut(f64),
) -> Result<Weights, DocumentError> {
    let (agents, links) = (graph.agents(), graph.edge_count());
    if links > FASTEST_LINKS || agents > FASTEST_AGENTS {
        let rule = format!(
            "fastest needs at most {FASTEST_LINKS} links and {FASTEST_AGENTS} agents, got {links} and {agents}: take bestConstant"
        );
        return Err(DocumentError::new(path, rule));
    }
    let edges: Vec<_> = graph.edges().map(|(i, j)| [i, j]).collect();
    let mut weights = vec![0.0; edges.len()];
    let parts = graph.members();
    let mut bound = if parts.len() > 1 { 1.0 } else { 0.0 };
    for (done, part) in parts.iter().enumerate().filter(|(_, part)| part.len() > 1) {
        let place = |agent: usize| part.binary_search(&agent).ok();
        let own = edges.iter().enumerate().filter_map(|(edge, &[i, j])| Some((edge, [place(i)?, place(j)?])));
        let (own, links): (Vec<_>, Vec<_>) = own.unzip();
        let solution = known.solve(part.len(), &links, non_negative, &mut |share| {
            tell((done as f64 + share) / parts.len() as f64);
        });
        bound = solution.bound.max(bound);
        for (edge, &w) in own.into_iter().zip(&solution.weights) {
            weights[edge] = if w.abs() < NOTHING { 0.0 } else { w };
        }
    }
    let weight = |i: usize, j: usize| edges.binary_search(&[i.min(j), i.max(j)]).map_or(0.0, |edge| weights[edge]);
    Ok(Weights { matrix: CombinationMatrix::from_links(graph, weight), bound: Some(bound) })
}

/// `2/(l_1 + l_{n-1})`, from the spectrum of I - L/(1 + `deg_max`). Of a graph in several parts the least
/// positive eigenvalue stands for `l_{n-1}`, which is 0, or `l_1` where only that is known.
fn best_constant(graph: &Graph) -> f64 {
    let step = 1.0 / (1.0 + graph.max_degree() as f64);
    let spectrum = Spectrum::of(&constant(graph, step));
    let greatest = 1.0 - spectrum.smallest();
    let least = match (graph.components(), spectrum.eigenvalues()) {
        (1, _) => 1.0 - spectrum.second_largest(),
        (parts, Some(all)) if parts < all.len() => 1.0 - all[parts],
        // Without links any step will do.
        _ => {
            if greatest > 0.0 {
                greatest
            } else {
                1.0
            }
        }
    };
    2.0 * step / (greatest + least)
}

fn square(fields: &Fields, agents: usize) -> Result<Vec<Vec<f64>>, DocumentError> {
    let rows = fields.array(MATRIX.name)?;
    let path = fields.path(MATRIX.name);
    let length = |what: &str, path: &str, length: usize| {
        if length == agents {
            Ok(())
        } else {
            let rule = format!("must have {agents} {what}, one for each agent, got {length}");
            Err(DocumentError::new(path, rule))
        }
    };
    length("rows", &path, rows.len())?;
    let read = |(i, row)| {
        let path = format!("{path}[{i}]");
        length("entries", &path, array(row, &path)?.len())?;
        numbers(row, &path)
    };
    rows.iter().enumerate().map(read).collect()
}

/// Symmetric, zero without a link; the worst entry is named.
fn check_entries(matrix: &[Vec<f64>], graph: &Graph, path: &str) -> Result<(), DocumentError> {
    let n = matrix.len();
    if n != graph.agents() {
        let rule = format!("must have {} rows, one for each agent, got {n}", graph.agents());
        return Err(DocumentError::new(path, rule));
    }
    let pairs = || (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let at = |i: usize, j: usize, rule: String| Err(DocumentError::new(format!("{path}[{i}][{j}]"), rule));

    if let Some((i, j, _)) = worst(pairs().map(|(i, j)| (i, j, (matrix[i][j] - matrix[j][i]).abs()))) {
        let rule = format!("must equal entry [{j}][{i}], got {} and {}", matrix[i][j], matrix[j][i]);
        return at(i, j, rule).map_err(|error| error.named(Refusal::Asymmetric { row: i, column: j }));
    }
    let linked = |i: usize, j: usize| graph.neighbors(i).binary_search(&index(j)).is_ok();
    if let Some((i, j)) = pairs().find(|&(i, j)| matrix[i][j] != 0.0 && i != j && !linked(i, j)) {
        return at(i, j, format!("must be 0, since agents {i} and {j} are not linked, got {}", matrix[i][j]));
    }
    Ok(())
}

/// Every row and every column sums to 1; the worst is named.
fn check_sums(matrix: &[Vec<f64>], path: &str) -> Result<(), DocumentError> {
    let n = matrix.len();
    let rows: Vec<f64> = matrix.iter().map(|row| row.iter().sum()).collect();
    let columns: Vec<f64> = (0..n).map(|j| matrix.iter().map(|row| row[j]).sum()).collect();
    if let Some((i, _, _)) = worst((0..n).map(|i| (i, i, (rows[i] - 1.0).abs()))) {
        let error = DocumentError::new(format!("{path}[{i}]"), format!("must sum to 1, got {}", rows[i]));
        return Err(error.named(Refusal::RowSum { row: i }));
    }
    if let Some((j, _, _)) = worst((0..n).map(|j| (j, j, (columns[j] - 1.0).abs()))) {
        return Err(DocumentError::new(
            path,
            format!("must have columns that sum to 1, column {j} has {}", columns[j]),
        ));
    }
    Ok(())
}

/// The first of the largest deviations, if it is above the tolerance.
fn worst(deviations: impl Iterator<Item = (usize, usize, f64)>) -> Option<(usize, usize, f64)> {
    deviations.filter(|d| d.2 > TOLERANCE).reduce(|worst, d| if d.2 > worst.2 { d } else { worst })
}
