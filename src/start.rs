//! The start X^0, the same in every trial and for every method.

use serde_json::Value;

use crate::document::{self, DocumentError, Domain, Entry, Fields, Parameter, Shape};
use crate::problem::Problem;
use crate::random::{self, Purpose};

/// The greatest magnitude of a given number, far from where its square overflows.
const GREATEST: f64 = 1e50;
/// The most memory for an iterate of all agents, in bytes; a method holds eight of them.
const ITERATE_LIMIT: u64 = 1 << 27;

const VALUE: Parameter =
    Parameter::plain("value", Domain::Numbers { suggested: &[1.0] }, true, "x^0, d numbers, the same for all agents");
const VALUES: Parameter = Parameter::plain(
    "values",
    Domain::structure(Shape::List(&Shape::List(&Shape::Number))),
    true,
    "x_i^0 of each agent, n lists of d numbers",
);
const SCALE: Parameter =
    Parameter::required("scale", Domain::positive(1e6), 1.0, "the standard deviation of each coordinate of each agent");
const COMMON_SCALE: Parameter = Parameter::with_default(
    "scale",
    Domain::positive(1e6),
    1.0,
    "the standard deviation of each coordinate; of a network's weights, times √inputs of the unit",
);

/// The kinds of start.
pub const STARTS: &[Entry] = &[
    Entry {
        kind: "zeros",
        title: "Zero",
        about: "All agents start at 0",
        source: "Alghunaim and Yuan, Theorem 1 (a common start)",
        parameters: &[],
    },
    Entry {
        kind: "value",
        title: "A common point",
        about: "All agents start at one given point",
        source: "Alghunaim and Yuan, Theorem 1 (a common start)",
        parameters: &[VALUE],
    },
    Entry {
        kind: "perAgent",
        title: "Given points",
        about: "Each agent starts at its own given point",
        source: "Alghunaim and Yuan, Sec. 2",
        parameters: &[VALUES],
    },
    Entry {
        kind: "random",
        title: "Random points",
        about: "Each agent starts at its own random point",
        source: "Alghunaim and Yuan, Sec. 2",
        parameters: &[SCALE],
    },
    Entry {
        kind: "commonRandom",
        title: "A common random point",
        about: "All agents start at one random point; a neural network needs one, since at 0 its units stay equal",
        source: "Alghunaim and Yuan, Theorem 1 (a common start)",
        parameters: &[COMMON_SCALE],
    },
];

/// A point none of whose coordinates is beyond [`GREATEST`].
fn point(value: &Value, path: &str) -> Result<Vec<f64>, DocumentError> {
    let point = document::numbers(value, path)?;
    match point.iter().position(|x| x.abs() > GREATEST) {
        None => Ok(point),
        Some(j) => {
            let rule = format!("must be at most {GREATEST:e} in magnitude, got {:e}", point[j]);
            Err(DocumentError::new(format!("{path}[{j}]"), rule))
        }
    }
}

/// Where the agents start.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// At 0.
    Zeros,
    /// All at this point.
    Value(Vec<f64>),
    /// Each at its own point.
    PerAgent(Vec<Vec<f64>>),
    /// At independent normal points of that standard deviation.
    Random(f64),
    /// All at one normal point of that standard deviation; of a network, N(0, scale²/inputs) on
    /// weights and 0 on biases.
    CommonRandom(f64),
}

impl Start {
    /// Reads a `start`.
    pub fn read(fields: &Fields) -> Result<Self, DocumentError> {
        Ok(match fields.entry("kind", STARTS, &[])?.kind {
            "zeros" => Self::Zeros,
            "value" => Self::Value(point(fields.value(VALUE.name)?, &fields.path(VALUE.name))?),
            "perAgent" => {
                let path = fields.path(VALUES.name);
                let rows = fields.array(VALUES.name)?.iter().enumerate();
                Self::PerAgent(rows.map(|(i, row)| point(row, &format!("{path}[{i}]"))).collect::<Result<_, _>>()?)
            }
            "random" => Self::Random(fields.number(&SCALE)?),
            _ => Self::CommonRandom(fields.number(&COMMON_SCALE)?),
        })
    }

    /// X^0, n × d.
    pub fn build(&self, seed: u64, problem: &dyn Problem) -> Result<Vec<f64>, DocumentError> {
        let (agents, dimension) = (problem.agents(), problem.dimension());
        let bytes = (agents as u64).saturating_mul(dimension as u64).saturating_mul(8);
        if bytes > ITERATE_LIMIT {
            let size = format!("an iterate of {agents} agents × {dimension} coordinates");
            let rule = format!("{size} needs {} MB, more than {} MB", bytes >> 20, ITERATE_LIMIT >> 20);
            return Err(DocumentError::new("problem", rule));
        }
        let check = |row: &[f64], path: String| {
            if row.len() == dimension {
                Ok(())
            } else {
                Err(DocumentError::new(
                    path,
                    format!("must have a number for each of the {dimension} coordinates, got {}", row.len()),
                ))
            }
        };
        match self {
            Self::Zeros => Ok(vec![0.0; agents * dimension]),
            Self::Value(value) => {
                check(value, "start.value".to_owned())?;
                Ok(value.repeat(agents))
            }
            Self::PerAgent(values) if values.len() == agents => {
                for (i, row) in values.iter().enumerate() {
                    check(row, format!("start.values[{i}]"))?;
                }
                Ok(values.concat())
            }
            Self::PerAgent(values) => {
                let rule = format!("must have one list for each of the {agents} agents, got {}", values.len());
                Err(DocumentError::new("start.values", rule))
            }
            Self::Random(scale) => {
                let mut x = vec![0.0; agents * dimension];
                for (agent, row) in x.chunks_exact_mut(dimension).enumerate() {
                    random::fill_standard_normal(&mut random::stream(seed, Purpose::Start, agent as u64, 0), row);
                    row.iter_mut().for_each(|x| *x *= scale);
                }
                Ok(x)
            }
            Self::CommonRandom(scale) => {
                let mut point = vec![0.0; dimension];
                random::fill_standard_normal(&mut random::stream(seed, Purpose::Start, u64::MAX, 0), &mut point);
                point.iter_mut().zip(problem.scales()).for_each(|(x, relative)| *x *= scale * relative);
                Ok(point.repeat(agents))
            }
        }
    }

    /// Whether all agents start at one point, as the theorems assume.
    pub fn is_common(&self) -> bool {
        matches!(self, Self::Zeros | Self::Value(_) | Self::CommonRandom(_))
    }
}
