//! What is to be predicted: a label or a target.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use super::cell::{Decimal, quoted};
use super::report::{Excerpt, LabelMeaning};

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
    let mut rows = BTreeMap::new();
    for outcome in outcomes {
        *rows.entry(outcome).or_insert(0_usize) += 1;
    }
    let mut labels = rows.iter();
    let (Some((minus, &minus_rows)), Some((plus, &plus_rows)), None) = (labels.next(), labels.next(), labels.next())
    else {
        let mut named = Excerpt::default();
        for label in rows.keys() {
            named.push(label);
        }
        return Err(format!("must have exactly two labels, has {}: {named}", named.total));
    };
    let minus = LabelMeaning { label: minus.to_string(), value: -1.0, rows: minus_rows };
    Ok(([minus, LabelMeaning { label: plus.to_string(), value: 1.0, rows: plus_rows }], plus))
}
