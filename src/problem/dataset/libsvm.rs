//! LIBSVM text: `label index:value index:value …` on each line, `#` before a comment.

use super::cell::{number, quoted};
use super::outcome::Category;
use super::report::{Excerpt, SkippedRow};
use super::split::{self, Column, Split};
use super::table::{Names, Table, check_size};
use super::{MAX_COLUMNS, TEXT};
use crate::document::{DocumentError, Fields, Refusal};

/// The nonzero features of the usable rows, row after row.
#[derive(Default)]
struct Sparse {
    indices: Vec<usize>,
    values: Vec<f64>,
    /// For each row where it ends in `indices` and `values`.
    ends: Vec<usize>,
}

/// Reads `text`. The number of features is the greatest index of a usable row.
pub fn read(text: &str, fields: &Fields, split: &Split) -> Result<Table, DocumentError> {
    let too_large = |rule| fields.error(TEXT.name, rule);
    let mut sparse = Sparse::default();
    let mut outcomes = Vec::new();
    let mut skipped = Excerpt::default();
    let mut dimension = 0;
    for (line, number) in text.lines().zip(1_u64..) {
        let row = line.split('#').next().unwrap_or_default().trim();
        if row.is_empty() {
            continue;
        }
        let start = sparse.indices.len();
        match read_row(row, &mut sparse) {
            Err(Fault::OfFile(reason)) => {
                let error = fields.error(TEXT.name, format!("line {number}: {reason}"));
                return Err(error.named(Refusal::Line { line: number }));
            }
            Err(Fault::IndexZero) => {
                let rule = format!(
                    "line {number}: has the index 0: indices count from 1, and this file seems to count from 0"
                );
                return Err(fields.error(TEXT.name, rule).named(Refusal::IndexZero { line: number }));
            }
            Ok(label) => {
                outcomes.push(label);
                sparse.ends.push(sparse.indices.len());
                dimension = dimension.max(sparse.indices[start..].last().map_or(0, |last| last + 1));
                check_size(outcomes.len(), dimension).map_err(too_large)?;
            }
            Err(Fault::OfRow(reason)) => {
                sparse.indices.truncate(start);
                sparse.values.truncate(start);
                skipped.push(SkippedRow { line: number, reason });
            }
        }
    }
    if dimension == 0 && !outcomes.is_empty() {
        return Err(fields.error(TEXT.name, "has no feature in any row"));
    }

    let features = sparse.dense(dimension);
    let groups = match split {
        Split::ByColumn(Column::Index(index @ 1..)) if *index <= dimension => {
            features.iter().skip(index - 1).step_by(dimension).copied().map(Category::from).collect()
        }
        Split::ByColumn(column) if !outcomes.is_empty() => {
            return Err(split::error(fields, format!("must be an index from 1 to {dimension}, got {column}")));
        }
        _ => Vec::new(),
    };
    Ok(Table { dimension, features, names: Names::Indices, outcomes, groups, skipped, notes: Vec::new() })
}

/// A fault in a row: either the row alone is unusable, or the file is not of this format.
enum Fault {
    OfRow(String),
    OfFile(String),
    IndexZero,
}

/// Adds the features of `row` to `sparse` and returns its label or target.
fn read_row(row: &str, sparse: &mut Sparse) -> Result<Category, Fault> {
    let mut words = row.split_whitespace();
    let label = words.next().unwrap_or_default();
    let label =
        number(label).ok_or_else(|| Fault::OfRow(format!("the label {} is not a finite number", quoted(label))))?;
    let mut last = 0;
    for word in words {
        let (index, value) = word
            .split_once(':')
            .ok_or_else(|| Fault::OfRow(format!("{} is not of the form index:value", quoted(word))))?;
        let index = read_index(index, last)?;
        let value =
            number(value).ok_or_else(|| Fault::OfRow(format!("the value {} is not a finite number", quoted(value))))?;
        sparse.indices.push(index - 1);
        sparse.values.push(value);
        last = index;
    }
    Ok(label.into())
}

/// An index that may follow `last`, from 1. Other indices refuse the file: leaving out their rows
/// would bias the rest.
fn read_index(text: &str, last: usize) -> Result<usize, Fault> {
    let refused = |reason: String| Err(Fault::OfFile(reason));
    if text == "qid" {
        return refused("qid marks data for ranking, which have neither labels nor targets".to_owned());
    }
    match text.parse::<usize>() {
        Ok(0) => Err(Fault::IndexZero),
        Ok(index) if index > MAX_COLUMNS => refused(format!("the index {index} is beyond {MAX_COLUMNS}")),
        Ok(index) if index <= last => refused(format!("the index {index} follows {last}: indices must ascend")),
        Ok(index) => Ok(index),
        Err(_) => refused(format!("the index {} is no whole number from 1 to {MAX_COLUMNS}", quoted(text))),
    }
}

impl Sparse {
    /// The features with their zeros, rows × dimension row-major.
    fn dense(&self, dimension: usize) -> Vec<f64> {
        let mut dense = vec![0.0; self.ends.len() * dimension];
        let mut start = 0;
        for (row, &end) in dense.chunks_exact_mut(dimension.max(1)).zip(&self.ends) {
            for (&index, &value) in self.indices[start..end].iter().zip(&self.values[start..end]) {
                row[index] = value;
            }
            start = end;
        }
        dense
    }
}
