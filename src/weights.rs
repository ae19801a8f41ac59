//! The rules that make a combination matrix W from a graph.

use crate::combination::CombinationMatrix;
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter, Shape, array, numbers};
use crate::graph::{Graph, index};
use crate::spectrum::Spectrum;

/// How far an explicit matrix may be from symmetric, non-negative and doubly stochastic.
pub const TOLERANCE: f64 = 1e-9;

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
        kind: "explicit",
        title: "Matrix",
        about: "the matrix as given; symmetric, non-negative, doubly stochastic, connected, and zero where there is no link",
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
    /// The rows of the matrix.
    Explicit {
        matrix: Vec<Vec<f64>>,
    },
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
            "explicit" => Self::Explicit { matrix: square(fields, agents)? },
            kind => unreachable!("{kind} is in WEIGHT_RULES"),
        })
    }

    /// The combination matrix on `graph`; `path` is where the rule stands in the document.
    ///
    /// Only an explicit matrix can be refused. `laplacian` and `bestConstant` may give negative
    /// weights, and `laplacian` an unstable W: see [`CombinationMatrix::warnings`] and
    /// [`Spectrum::warnings`].
    pub fn matrix(&self, graph: &Graph, path: &str) -> Result<CombinationMatrix, DocumentError> {
        let max_degree = graph.max_degree() as f64;
        Ok(match self {
            Self::Metropolis => {
                CombinationMatrix::from_links(graph, |i, j| 1.0 / (1.0 + graph.degree(i).max(graph.degree(j)) as f64))
            }
            Self::MaxDegree => constant(graph, 1.0 / (1.0 + max_degree)),
            Self::Laplacian { epsilon } => constant(graph, *epsilon),
            Self::BestConstant => constant(graph, best_constant(graph)),
            Self::Explicit { matrix } => {
                let path = format!("{path}.{}", MATRIX.name);
                check_entries(matrix, graph, &path)?;
                check_sums(matrix, &path)?;
                let matrix = CombinationMatrix::from_rows(matrix);
                match matrix.components() {
                    1 => matrix,
                    count => {
                        let rule =
                            format!("must connect all agents, but its non-zero entries leave {count} components");
                        return Err(DocumentError::new(path, rule));
                    }
                }
            }
        })
    }
}

/// I - ε L.
fn constant(graph: &Graph, epsilon: f64) -> CombinationMatrix {
    CombinationMatrix::from_links(graph, |_, _| epsilon)
}

/// `2/(l_1 + l_{n-1})`, from the spectrum of I - L/(1 + `deg_max`).
fn best_constant(graph: &Graph) -> f64 {
    let step = 1.0 / (1.0 + graph.max_degree() as f64);
    let spectrum = Spectrum::of(&constant(graph, step));
    2.0 * step / ((1.0 - spectrum.smallest()) + (1.0 - spectrum.second_largest()))
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

/// Non-negative, symmetric, zero without a link; the worst entry is named.
fn check_entries(matrix: &[Vec<f64>], graph: &Graph, path: &str) -> Result<(), DocumentError> {
    let n = matrix.len();
    if n != graph.agents() {
        let rule = format!("must have {} rows, one for each agent, got {n}", graph.agents());
        return Err(DocumentError::new(path, rule));
    }
    let pairs = || (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let at = |i: usize, j: usize, rule: String| Err(DocumentError::new(format!("{path}[{i}][{j}]"), rule));

    if let Some((i, j, below)) = worst(pairs().map(|(i, j)| (i, j, -matrix[i][j]))) {
        return at(i, j, format!("must not be negative, got {}", -below));
    }
    if let Some((i, j, _)) = worst(pairs().map(|(i, j)| (i, j, (matrix[i][j] - matrix[j][i]).abs()))) {
        return at(i, j, format!("must equal entry [{j}][{i}], got {} and {}", matrix[i][j], matrix[j][i]));
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
        return Err(DocumentError::new(format!("{path}[{i}]"), format!("must sum to 1, got {}", rows[i])));
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
