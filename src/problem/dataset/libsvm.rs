//! LIBSVM text: `label index:value index:value …` on each line, `#` before a comment.

use super::cell::{number, quoted};
use super::outcome::Category;
use super::report::{Excerpt, SkippedRow};
use super::split::{self, Column, Split};
use super::table::{Names, Table, check_size};
use super::{MAX_COLUMNS, TEXT};
use crate::document::{DocumentError, Fields};

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
            Ok(label) => {
                outcomes.push(label);
                sparse.ends.push(sparse.indices.len());
                dimension = dimension.max(sparse.indices[start..].last().map_or(0, |last| last + 1));
                check_size(outcomes.len(), dimension).map_err(too_large)?;
            }
            Err(reason) => {
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
    Ok(Table { dimension, features, names: Names::Indices, outcomes, groups, skipped })
}

/// Adds the features of `row` to `sparse` and returns its label or target.
fn read_row(row: &str, sparse: &mut Sparse) -> Result<Category, String> {
    let mut words = row.split_whitespace();
    let label = words.next().unwrap_or_default();
    let label = number(label).ok_or_else(|| format!("the label {} is not a finite number", quoted(label)))?;
    let mut least = 1;
    for word in words {
        let (index, value) =
            word.split_once(':').ok_or_else(|| format!("{} is not of the form index:value", quoted(word)))?;
        if index == "qid" {
            return Err("qid marks ranking data, which has no labels".to_owned());
        }
        let index: usize = index
            .parse()
            .ok()
            .filter(|index| (least..=MAX_COLUMNS).contains(index))
            .ok_or_else(|| format!("the index {} is not from {least} to {MAX_COLUMNS}", quoted(index)))?;
        let value = number(value).ok_or_else(|| format!("the value {} is not a finite number", quoted(value)))?;
        sparse.indices.push(index - 1);
        sparse.values.push(value);
        least = index + 1;
    }
    Ok(label.into())
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
