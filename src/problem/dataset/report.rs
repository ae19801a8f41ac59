//! What was done to a file, for people to read.

use std::fmt;

use serde::Serialize;

/// What reading a file did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    all(target_arch = "wasm32", feature = "js"),
    derive(tsify::Tsify),
    tsify(missing_as_null, rename = "ImportReport")
)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The number of rows that are used, by all agents and as a test.
    pub rows: usize,
    /// How many of them are held out as a test.
    pub held_out: usize,
    /// The number of features.
    pub features: usize,
    /// Their names; that of a constant term is `constant`.
    pub names: Vec<String>,
    /// The least and the greatest number of rows that an agent has.
    pub shares: [usize; 2],
    /// The rows that could not be used.
    pub skipped: Excerpt<SkippedRow>,
    /// What stands for -1 and for +1, or for 0, 1, …; none for targets.
    pub labels: Option<Vec<LabelMeaning>>,
    /// The columns that hold one value only, which standardisation turned into zeros.
    pub constant_columns: Excerpt<String>,
    /// The least and the greatest of the features' sizes and spreads, where they differ much and are not standardised.
    pub sizes: Option<[f64; 2]>,
    /// What may be other than meant: a header that was taken for a sample, an index that was taken
    /// for a feature, features of very different size.
    pub notes: Vec<String>,
}

impl Report {
    /// Whether the data are other than the file has them (rows skipped, labels renamed, constant
    /// columns), or may be other than meant.
    pub fn is_remarkable(&self) -> bool {
        let renamed = |meaning: &LabelMeaning| meaning.label != meaning.value.to_string();
        self.skipped.total > 0
            || !self.notes.is_empty()
            || self.constant_columns.total > 0
            || self.labels.iter().flatten().any(renamed)
    }
}

/// A row that could not be used.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct SkippedRow {
    /// The line of the file where it starts, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: String,
}

/// A label of the file and the number that stands for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct LabelMeaning {
    /// The label as in the file.
    pub label: String,
    /// -1 or +1; with several classes 0, 1, ….
    pub value: f64,
    /// How many rows have it.
    pub rows: usize,
}

/// How many there are, and the first of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Excerpt<T> {
    /// The number of all.
    pub total: usize,
    /// The first ten.
    pub first: Vec<T>,
}

impl<T> Default for Excerpt<T> {
    fn default() -> Self {
        Self { total: 0, first: Vec::new() }
    }
}

impl<T> Excerpt<T> {
    const SHOWN: usize = 10;

    pub(super) fn push(&mut self, item: T) {
        self.total += 1;
        if self.first.len() < Self::SHOWN {
            self.first.push(item);
        }
    }
}

impl<T: fmt::Display> fmt::Display for Excerpt<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, item) in self.first.iter().enumerate() {
            write!(f, "{}{item}", if position == 0 { "" } else { ", " })?;
        }
        match self.total - self.first.len() {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

impl fmt::Display for SkippedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} ({})", self.line, self.reason)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rows used: {}", self.rows)?;
        if let Some([first, others @ ..]) = self.labels.as_deref() {
            let is_signed = first.value < 0.0;
            let count = |rows: usize| format!("{rows} row{}", if rows == 1 { "" } else { "s" });
            write!(f, ". Labels: {} stands for {} ({})", first.label, first.value, count(first.rows))?;
            for LabelMeaning { label, value, rows } in others {
                let sign = if is_signed { "+" } else { "" };
                write!(f, ", {label} for {sign}{value} ({})", count(*rows))?;
            }
        }
        if self.held_out > 0 {
            write!(f, ". Rows held out: {}", self.held_out)?;
        }
        if self.skipped.total > 0 {
            write!(f, ". Rows skipped: {}: {}", self.skipped.total, self.skipped)?;
        }
        if self.constant_columns.total > 0 {
            write!(f, ". Constant columns, now zero: {}", self.constant_columns)?;
        }
        for note in &self.notes {
            write!(f, ". {note}")?;
        }
        Ok(())
    }
}
