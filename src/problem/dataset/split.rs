//! Which agent gets which row.

use std::fmt;

use serde_json::Value;

use super::SPLIT;
use super::outcome::Category;
use super::table::quoted;
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter, Shape, shown};

/// A column's name or number.
pub(super) const COLUMN_SHAPE: Shape = Shape::Either(&[Shape::Text, Shape::Index]);
const COLUMN: Parameter = Parameter::plain(
    "column",
    Domain::structure(COLUMN_SHAPE),
    true,
    "The column to go by: a CSV column's name, or its number from 0; a LIBSVM index, from 1",
);

/// The ways to share out the rows of a file.
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
];

/// How the rows are shared out.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Split {
    Even,
    ByLabel,
    ByColumn(Column),
}

/// A column, by its number or its name.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Column {
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
            other => {
                other.as_u64().and_then(|index| usize::try_from(index).ok()).map(Self::Index).ok_or_else(|| {
                    DocumentError::new(path, format!("must be a name or a number, got {}", shown(other)))
                })
            }
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
            _ => Self::Even,
        })
    }

    /// For each row its agent, of which there are at most as many as rows; every agent gets at least one row.
    pub fn assign(&self, labels: &[f64], groups: &[Category], agents: usize) -> Result<Vec<usize>, String> {
        let rows = labels.len();
        match self {
            Self::Even => Ok((0..rows).map(|row| row % agents).collect()),
            Self::ByLabel => {
                let mut order: Vec<_> = (0..rows).collect();
                order.sort_by(|&a, &b| labels[a].total_cmp(&labels[b]));
                let mut agent_of_row = vec![0; rows];
                for (place, row) in order.into_iter().enumerate() {
                    agent_of_row[row] = block(place, rows, agents);
                }
                Ok(agent_of_row)
            }
            Self::ByColumn(column) => {
                let mut values: Vec<_> = groups.iter().collect();
                values.sort_unstable();
                values.dedup();
                if values.len() < agents {
                    let distinct = values.len();
                    return Err(format!(
                        "needs a distinct value of column {column} for each of {agents} agents, there are {distinct}"
                    ));
                }
                let place = |group| values.binary_search(&group).unwrap_or_default();
                Ok(groups.iter().map(|group| block(place(group), values.len(), agents)).collect())
            }
        }
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
