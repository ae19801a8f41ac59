//! What is to be predicted: a label or a target.

use std::cmp::Ordering;
use std::fmt;

use super::cell::{Decimal, quoted};
use super::report::{Excerpt, LabelMeaning};
use crate::statistics;

/// What the label column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One of two classes. The lesser label becomes -1 and the greater one +1, numbers by value
    /// and before text, text in byte order: ±1 are kept, and 0 and 1 become -1 and +1.
    Label,
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
    /// The outcome in a cell, or what is wrong with it.
    pub(super) fn of(self, cell: &str, decimal: Decimal) -> Result<Category, String> {
        match self {
            Self::Label => Category::of(cell, decimal).ok_or_else(|| format!("the label {} is missing", quoted(cell))),
            Self::Target => decimal
                .number(cell)
                .map(Category::from)
                .ok_or_else(|| format!("the target {} is not a finite number", quoted(cell))),
        }
    }

    /// The rows' outcomes as numbers, and what stands for -1 and +1 if they are labels.
    pub(super) fn values(self, outcomes: &[Category]) -> Result<(Vec<f64>, Option<[LabelMeaning; 2]>), String> {
        match self {
            Self::Target => {
                let value = |outcome: &Category| match outcome {
                    Category::Number(value) => *value,
                    Category::Text(_) => unreachable!("targets are read as numbers"),
                };
                Ok((outcomes.iter().map(value).collect(), None))
            }
            Self::Label => {
                let (meaning, plus) = meaning(outcomes)?;
                Ok((outcomes.iter().map(|o| if o == plus { 1.0 } else { -1.0 }).collect(), Some(meaning)))
            }
        }
    }
}

/// What stands for -1 and +1, and the label that becomes +1.
fn meaning(outcomes: &[Category]) -> Result<([LabelMeaning; 2], &Category), String> {
    let order = statistics::order(outcomes.len(), &|a, b| outcomes[a].cmp(&outcomes[b]));
    let sorted: Vec<_> = order.into_iter().map(|row| &outcomes[row]).collect();
    let mut groups = sorted.chunk_by(|a, b| a == b);
    let (Some(minus), Some(plus), None) = (groups.next(), groups.next(), groups.next()) else {
        let mut named = Excerpt::default();
        for group in sorted.chunk_by(|a, b| a == b) {
            named.push(group[0]);
        }
        return Err(format!("must have exactly two labels, has {}: {named}", named.total));
    };
    let of = |group: &[&Category], value| LabelMeaning { label: group[0].to_string(), value, rows: group.len() };
    Ok(([of(minus, -1.0), of(plus, 1.0)], plus[0]))
}
