//! What is to be predicted: a label or a target.

use std::cmp::Ordering;
use std::fmt;

use super::cell::{Decimal, quoted};
use super::report::{Excerpt, LabelMeaning};
use crate::document::Refusal;
use crate::statistics;

/// What the label column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One of two classes. The lesser label becomes -1 and the greater one +1, numbers by value
    /// and before text, text in byte order: ±1 are kept, and 0 and 1 become -1 and +1.
    Label,
    /// One of that many classes. The labels become 0, 1, … in the same order.
    Class(usize),
    /// The target of a regression, any finite number.
    Target,
}

/// A value that groups rows: a number, so that `1`, `+1` and `1.0` are the same, or else text.
#[derive(Clone, Debug)]
pub(in crate::problem) enum Category {
    Number(f64),
    Text(Box<str>),
}

impl Category {
    /// The category of a cell, which must not be empty, `?`, `NA` or `NaN`.
    pub(super) fn of(cell: &str, decimal: Decimal) -> Option<Self> {
        const MISSING: [&str; 4] = ["", "?", "NA", "NaN"];
        match decimal.number(cell) {
            Some(value) => Some(Self::from(value)),
            None if MISSING.iter().any(|missing| cell.eq_ignore_ascii_case(missing)) => None,
            None => Some(Self::Text(cell.into())),
        }
    }
}

impl Category {
    /// As it stands in a file, a number in its shortest form.
    fn name(&self) -> String {
        match self {
            Self::Number(value) => value.to_string(),
            Self::Text(text) => text.to_string(),
        }
    }
}

impl From<f64> for Category {
    fn from(value: f64) -> Self {
        // Adding zero turns -0 into 0.
        Self::Number(value + 0.0)
    }
}

impl Ord for Category {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.total_cmp(b),
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Category {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Category {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Category {}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(value) => write!(f, "{value}"),
            Self::Text(text) => f.write_str(&quoted(text)),
        }
    }
}

impl Outcome {
    /// Whether it is a label.
    pub fn is_label(self) -> bool {
        self != Self::Target
    }

    /// The outcome in a cell, or what is wrong with it.
    pub(super) fn of(self, cell: &str, decimal: Decimal) -> Result<Category, String> {
        match self {
            Self::Label | Self::Class(_) => {
                Category::of(cell, decimal).ok_or_else(|| format!("the label {} is missing", quoted(cell)))
            }
            Self::Target => decimal
                .number(cell)
                .map(Category::from)
                .ok_or_else(|| format!("the target {} is not a finite number", quoted(cell))),
        }
    }

    /// The rows' outcomes as numbers, and what each of them stands for if they are labels.
    pub(super) fn values(self, outcomes: &[Category]) -> Result<(Vec<f64>, Option<Meaning>), String> {
        if self == Self::Target {
            let value = |outcome: &Category| match outcome {
                Category::Number(value) => *value,
                Category::Text(_) => unreachable!("targets are read as numbers"),
            };
            return Ok((outcomes.iter().map(value).collect(), None));
        }
        let order = statistics::order(outcomes.len(), &|a, b| outcomes[a].cmp(&outcomes[b]));
        let groups: Vec<_> = order.chunk_by(|&a, &b| outcomes[a] == outcomes[b]).collect();
        let refused = |rule: &str| {
            let mut named = Excerpt::default();
            groups.iter().for_each(|rows| named.push(&outcomes[rows[0]]));
            Err(format!("must have {rule}, has {}: {named}", named.total))
        };
        match self {
            Self::Class(classes) if groups.len() > classes => return refused(&format!("at most {classes} labels")),
            Self::Label if groups.len() != 2 => return refused("exactly two labels"),
            _ => {}
        }
        let mut values = vec![0.0; outcomes.len()];
        let mut meaning = Meaning::default();
        for (class, rows) in groups.into_iter().enumerate() {
            let value = if self == Self::Label { 2.0 * class as f64 - 1.0 } else { class as f64 };
            rows.iter().for_each(|&row| values[row] = value);
            let outcome = &outcomes[rows[0]];
            meaning.labels.push(LabelMeaning { label: outcome.to_string(), value, rows: rows.len() });
            meaning.names.push(outcome.name());
        }
        Ok((values, Some(meaning)))
    }
}

/// What the labels of a file stand for, by the numbers in their place.
#[derive(Default)]
pub(super) struct Meaning {
    /// As the report tells it.
    pub labels: Vec<LabelMeaning>,
    /// As they stand in the file.
    pub names: Vec<String>,
}

/// The refusal of so many labels as the rows have.
pub(super) fn refusal(outcomes: &[Category]) -> Refusal {
    let order = statistics::order(outcomes.len(), &|a, b| outcomes[a].cmp(&outcomes[b]));
    let count = order.chunk_by(|&a, &b| outcomes[a] == outcomes[b]).count();
    let numeric = outcomes.iter().all(|label| matches!(label, Category::Number(_)));
    Refusal::Labels { count, numeric }
}
