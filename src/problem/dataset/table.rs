//! The table that every format is read into.

use super::MAX_NUMBERS;
use super::outcome::Category;
use super::report::{Excerpt, SkippedRow};

/// The usable rows of a file.
pub(super) struct Table {
    /// The number of features, at least 1 if there are rows.
    pub dimension: usize,
    /// The features, rows × dimension row-major.
    pub features: Vec<f64>,
    /// The features' names.
    pub names: Names,
    /// For each row its label or target.
    pub outcomes: Vec<Category>,
    /// For each row its value in the column that the split goes by; empty for other splits.
    pub groups: Vec<Category>,
    /// The rows that could not be used.
    pub skipped: Excerpt<SkippedRow>,
    /// What may be other than meant, in sentences without a full stop.
    pub notes: Vec<String>,
}

/// How the features are called.
pub(super) enum Names {
    /// By the file's own indices, from 1.
    Indices,
    /// By the columns of a CSV file.
    Columns(Vec<String>),
}

impl Names {
    /// The name of feature `j`, counted from 0.
    pub fn of(&self, j: usize) -> String {
        match self {
            Self::Indices => format!("index {}", j + 1),
            Self::Columns(names) => names[j].clone(),
        }
    }
}

impl Table {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.outcomes.len()
    }

    /// Why there are no rows.
    pub fn why_empty(&self) -> String {
        match self.skipped.total {
            0 => "has no rows".to_owned(),
            skipped => format!("has no usable row among {skipped}: {}", self.skipped),
        }
    }
}

/// Refuses a table of more than [`MAX_NUMBERS`] features, or of that many rows.
pub(super) fn check_size(rows: usize, dimension: usize) -> Result<(), String> {
    if rows.saturating_mul(dimension.max(1)) > MAX_NUMBERS {
        Err(format!(
            "is too large: {rows} rows of {dimension} features, zeros included, are more than {MAX_NUMBERS} numbers"
        ))
    } else {
        Ok(())
    }
}
