//! The table that every format is read into.

use super::cell::quoted;
use super::outcome::Category;
use super::report::{Excerpt, SkippedRow};
use super::{MAX_NUMBERS, MAX_ROWS};
use crate::problem::samples::HeldOut;

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
    /// By the header of a CSV file.
    Header(Vec<String>),
    /// By the places of a CSV file's columns, from 0.
    Columns(Vec<usize>),
}

impl Names {
    /// The name of feature `j`, counted from 0.
    pub fn of(&self, j: usize) -> String {
        match self {
            Self::Indices => format!("index {}", j + 1),
            Self::Header(names) => names[j].clone(),
            Self::Columns(places) => format!("column {}", places[j]),
        }
    }

    /// The same for a message, in quotes where the file gives it.
    pub fn said(&self, j: usize) -> String {
        match self {
            Self::Header(names) => quoted(&names[j]),
            _ => self.of(j),
        }
    }
}

impl Table {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.outcomes.len()
    }

    /// Takes out the rows at these places (ascending), whose outcomes are among `values`.
    pub fn hold_out(&mut self, places: &[usize], values: &mut Vec<f64>) -> HeldOut {
        let mut held_out = HeldOut::default();
        if places.is_empty() {
            return held_out;
        }
        let mut is_held = vec![false; self.rows()];
        places.iter().for_each(|&place| is_held[place] = true);
        let mut features = Vec::with_capacity(self.features.len());
        for (row, &held) in self.features.chunks_exact(self.dimension).zip(&is_held) {
            if held { &mut held_out.features } else { &mut features }.extend_from_slice(row);
        }
        self.features = features;
        held_out.responses = places.iter().map(|&place| values[place]).collect();
        let mut keep = is_held.iter();
        values.retain(|_| keep.next() == Some(&false));
        let mut keep = is_held.iter();
        self.outcomes.retain(|_| keep.next() == Some(&false));
        let mut keep = is_held.iter();
        self.groups.retain(|_| keep.next() == Some(&false));
        held_out
    }

    /// Why there are no rows.
    pub fn why_empty(&self) -> String {
        match self.skipped.total {
            0 => "has no rows".to_owned(),
            skipped => format!("has no usable row among {skipped}: {}", self.skipped),
        }
    }
}

/// Refuses a table of more than [`MAX_NUMBERS`] features, or of more than [`MAX_ROWS`].
pub(super) fn check_size(rows: usize, dimension: usize) -> Result<(), String> {
    if rows > MAX_ROWS {
        return Err(format!("has more than {MAX_ROWS} rows"));
    }
    if rows.saturating_mul(dimension.max(1)) > MAX_NUMBERS {
        Err(format!(
            "is too large: {rows} rows of {dimension} features, zeros included, are more than {MAX_NUMBERS} numbers"
        ))
    } else {
        Ok(())
    }
}
