//! Which agent gets which row.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

use serde_json::Value;

use super::cell::quoted;
use super::outcome::Category;
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter, Shape, shown, whole};
use crate::problem::samples::Samples;
use crate::random::{self, Purpose};
use crate::statistics;

/// How rows are shared out.
pub(in crate::problem) const SPLIT: Parameter = Parameter::plain(
    "split",
    Domain::structure(Shape::Kinds("SplitDocument")),
    false,
    "How the rows are shared out over the agents: {kind: even | byLabel | byColumn | bySector | dirichlet, …}; even \
     when left out",
);
/// A column's name or number.
pub(super) const COLUMN_SHAPE: Shape = Shape::Either(&[Shape::Text, Shape::Index]);
const COLUMN: Parameter = Parameter::plain(
    "column",
    Domain::structure(COLUMN_SHAPE),
    true,
    "The column to go by: a CSV column's name, or its number from 0; a LIBSVM index, from 1; a shape's coordinate, 0 or 1",
);
const CONCENTRATION: Parameter = Parameter::required(
    "concentration",
    Domain::positive(10_000.0),
    0.3,
    "the concentration of the Dirichlet distribution: small ones give an agent nearly one class, large ones nearly equal \
     shares",
);

/// The ways to share out the rows of a file, or the points of a shape.
pub const SPLITS: &[Entry] = &[
    Entry {
        kind: "even",
        title: "Evenly",
        about: "Row s goes to agent s mod n, as dealing cards: the agents' data are alike even if the file is sorted",
        source: "",
        parameters: &[],
    },
    Entry {
        kind: "byLabel",
        title: "By label",
        about: "The rows sorted by label or target are cut into n blocks of equal size: the agents' data differ as much \
                as they can",
        source: "",
        parameters: &[],
    },
    Entry {
        kind: "byColumn",
        title: "By a column",
        about: "Rows with the same value in a column stay together: its distinct values in order are cut into n runs of \
                equal length, so there must be at least n of them",
        source: "",
        parameters: &[COLUMN],
    },
    Entry {
        kind: "bySector",
        title: "By sector",
        about: "Rows of two features in the order of their angle about the mean of all are cut into n blocks of equal size",
        source: "",
        parameters: &[],
    },
    Entry {
        kind: "dirichlet",
        title: "In random proportions",
        about: "Each class is shared out in proportions drawn from a Dirichlet distribution: from all alike to one class each",
        source: "Hsu, Qi and Brown, Measuring the effects of non-identical data distribution (2019)",
        parameters: &[CONCENTRATION],
    },
];

/// How the rows are shared out.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::problem) enum Split {
    Even,
    ByLabel,
    ByColumn(Column),
    BySector,
    Dirichlet(f64),
}

/// The values that a split may be based on.
pub(in crate::problem) struct Rows<'a> {
    pub dimension: usize,
    /// The features, rows × dimension.
    pub features: &'a [f64],
    /// For each row its label or target.
    pub outcomes: &'a [f64],
    /// Whether the outcomes are labels.
    pub has_labels: bool,
    /// For each row its value in the column of a [`Split::ByColumn`].
    pub groups: &'a [Category],
}

/// A column, by its number or its name.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::problem) enum Column {
    Index(usize),
    Name(String),
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => write!(f, "{index}"),
            Self::Name(name) => f.write_str(&quoted(name)),
        }
    }
}

impl Column {
    /// The column that `value` names.
    pub fn read(value: &Value, path: &str) -> Result<Self, DocumentError> {
        match value {
            Value::String(name) => Ok(Self::Name(name.trim().to_owned())),
            other => whole(other).and_then(|index| usize::try_from(index).ok()).map(Self::Index).ok_or_else(|| {
                DocumentError::new(path, format!("must be a name or a number from 0, got {}", shown(other)))
            }),
        }
    }
}

impl Split {
    /// The split that `fields` describes; even if none.
    pub fn read(fields: Option<&Fields>) -> Result<Self, DocumentError> {
        let Some(fields) = fields else { return Ok(Self::Even) };
        Ok(match fields.entry("kind", SPLITS, &[])?.kind {
            "byLabel" => Self::ByLabel,
            "byColumn" => Self::ByColumn(Column::read(fields.value(COLUMN.name)?, &fields.path(COLUMN.name))?),
            "bySector" => Self::BySector,
            "dirichlet" => Self::Dirichlet(fields.number(&CONCENTRATION)?),
            _ => Self::Even,
        })
    }

    /// The column of a [`Split::ByColumn`] as one of so many coordinates, numbered from 0.
    pub fn coordinate(&self, dimension: usize) -> Result<Option<usize>, String> {
        match self {
            Self::ByColumn(Column::Index(index)) if *index < dimension => Ok(Some(*index)),
            Self::ByColumn(column) => Err(format!("must be a coordinate from 0 to {}, got {column}", dimension - 1)),
            _ => Ok(None),
        }
    }

    /// Shares out labelled points (rows × dimension) over the agents, as [`Split::assign`] does.
    pub fn share_out(
        &self,
        dimension: usize,
        points: &[f64],
        labels: &[f64],
        agents: usize,
        seed: u64,
    ) -> Result<Samples, String> {
        let column = self.coordinate(dimension)?;
        let values = |j: usize| points.iter().skip(j).step_by(dimension).copied().map(Category::from).collect();
        let groups: Vec<_> = column.map_or_else(Vec::new, values);
        let rows = Rows { dimension, features: points, outcomes: labels, has_labels: true, groups: &groups };
        let agent_of_row = self.assign(&rows, agents, seed)?;
        Ok(Samples::shared_out(dimension, points, labels, &agent_of_row, agents))
    }

    /// For each row its agent, of which there are at most as many as rows; every agent gets at least
    /// one row. What is random is drawn from the streams of `seed`.
    pub fn assign(&self, rows: &Rows, agents: usize, seed: u64) -> Result<Vec<usize>, String> {
        let count = rows.outcomes.len();
        match self {
            Self::Even => Ok((0..count).map(|row| row % agents).collect()),
            Self::ByLabel => Ok(in_blocks(rows.outcomes, agents)),
            Self::ByColumn(column) => {
                let order = statistics::order(rows.groups.len(), &|a, b| rows.groups[a].cmp(&rows.groups[b]));
                let mut values: Vec<_> = order.into_iter().map(|row| &rows.groups[row]).collect();
                values.dedup();
                if values.len() < agents {
                    let distinct = values.len();
                    return Err(format!(
                        "needs a distinct value of column {column} for each of {agents} agents, there are {distinct}"
                    ));
                }
                let place = |group| values.binary_search(&group).unwrap_or_default();
                Ok(rows.groups.iter().map(|group| block(place(group), values.len(), agents)).collect())
            }
            Self::BySector if rows.dimension == 2 => Ok(in_blocks(&angles(rows.features), agents)),
            Self::BySector => Err(format!("bySector needs two features, the data have {}", rows.dimension)),
            Self::Dirichlet(_) if !rows.has_labels => Err("dirichlet needs labels, the data have targets".to_owned()),
            &Self::Dirichlet(concentration) => Ok(in_proportions(rows.outcomes, agents, concentration, seed)),
        }
    }
}

/// Cuts the rows, in the order of their values, into blocks of equal size, one for each agent.
fn in_blocks(values: &[f64], agents: usize) -> Vec<usize> {
    let order = statistics::order(values.len(), &|a, b| values[a].total_cmp(&values[b]));
    let mut agent_of_row = vec![0; values.len()];
    for (place, row) in order.into_iter().enumerate() {
        agent_of_row[row] = block(place, values.len(), agents);
    }
    agent_of_row
}

/// The angles of points in the plane about their mean, in (-π, π].
fn angles(points: &[f64]) -> Vec<f64> {
    let (points, _) = points.as_chunks::<2>();
    let count = points.len() as f64;
    let mean = |j: usize| points.iter().map(|point| point[j]).sum::<f64>() / count;
    let (x, y) = (mean(0), mean(1));
    points.iter().map(|point| libm::atan2(point[1] - y, point[0] - x)).collect()
}

/// Shares out the rows of each label, in a random order, in proportions drawn from a Dirichlet
/// distribution; an agent that is left without a row gets one of the agent that has most.
fn in_proportions(labels: &[f64], agents: usize, concentration: f64, seed: u64) -> Vec<usize> {
    let mut rng = random::stream(seed, Purpose::Data, u64::MAX, 2);
    let mut agent_of_row = vec![0; labels.len()];
    let mut proportions = vec![0.0; agents];
    let mut classes = labels.to_vec();
    classes.sort_unstable_by(f64::total_cmp);
    classes.dedup();
    for label in classes {
        let mut rows: Vec<_> = (0..labels.len()).filter(|&row| labels[row] == label).collect();
        random::shuffle(&mut rng, &mut rows);
        random::fill_dirichlet(&mut rng, concentration, &mut proportions);
        let (mut agent, mut end) = (0, proportions[0]);
        for (place, &row) in rows.iter().enumerate() {
            // The middle of the row's share of the class.
            let middle = (place as f64 + 0.5) / rows.len() as f64;
            while middle >= end && agent + 1 < agents {
                agent += 1;
                end += proportions[agent];
            }
            agent_of_row[row] = agent;
        }
    }
    give_all_a_row(&mut agent_of_row, agents);
    agent_of_row
}

/// Gives each agent without a row the last row of the agent that has most, the first of them.
fn give_all_a_row(agent_of_row: &mut [usize], agents: usize) {
    let mut rows_of = vec![Vec::new(); agents];
    for (row, &agent) in agent_of_row.iter().enumerate() {
        rows_of[agent].push(row);
    }
    let mut richest: BinaryHeap<_> = (0..agents).map(|agent| (rows_of[agent].len(), Reverse(agent))).collect();
    for poor in (0..agents).filter(|&agent| rows_of[agent].is_empty()).collect::<Vec<_>>() {
        let Some((count, Reverse(rich))) = richest.pop() else { return };
        if let Some(row) = rows_of[rich].pop() {
            agent_of_row[row] = poor;
        }
        richest.push((count.saturating_sub(1), Reverse(rich)));
    }
}

/// An error at the column of a [`Split::ByColumn`].
pub(super) fn error(fields: &Fields, rule: String) -> DocumentError {
    DocumentError::new(format!("{}.{}", fields.path(SPLIT.name), COLUMN.name), rule)
}

/// The block that `place` falls into when `length` places are cut into `blocks` contiguous blocks
/// whose sizes differ by at most one.
fn block(place: usize, length: usize, blocks: usize) -> usize {
    // The product can pass 2^32 on a 32-bit target.
    usize::try_from(place as u64 * blocks as u64 / length as u64).unwrap_or_default()
}
