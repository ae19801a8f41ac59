//! Data from a file: the text of a LIBSVM or CSV file, shared out over the agents.
//!
//! A document names such data as, for example,
//! `{"kind": "csv", "text": "…", "labelColumn": "class", "split": {"kind": "byLabel"}, "standardize": true}`.
//! Reading is one pipeline: the format's reader makes a table and skips bad rows by name; labels
//! become ±1 or 0, 1, …, or stay numbers as the targets of a regression; columns are standardised if asked
//! for; the rows go to the agents. Nothing but a split in random proportions is random.

mod cell;
mod csv;
mod doubts;
mod libsvm;
pub(super) mod outcome;
mod quotes;
mod report;
pub(super) mod split;
mod standardize;
mod table;

use super::samples::Samples;
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};

pub use outcome::Outcome;
pub use report::{Excerpt, LabelMeaning, Report, SkippedRow};
pub use split::SPLITS;

use outcome::Meaning;
use split::{Rows, SPLIT, Split};

/// The greatest number of features of all rows together, zeros included (400 MB): the 60,000 images
/// of MNIST are 47 million.
pub const MAX_NUMBERS: usize = 50_000_000;
/// The greatest number of columns of a CSV file, and the greatest index in a LIBSVM file.
pub const MAX_COLUMNS: usize = 10_000;

const TEXT: Parameter = Parameter::plain("text", Domain::Text, true, "The text of the file");
const STANDARDIZE: Parameter = Parameter::plain(
    "standardize",
    Domain::Flag,
    false,
    "Shift and scale each feature to mean 0 and variance 1 over all agents' rows",
);

/// The catalog's entry for LIBSVM files.
pub const LIBSVM: Entry = Entry {
    kind: "libsvm",
    title: "LIBSVM file",
    about: "One row a line: label, then index:value pairs with ascending indices from 1; what is left out is 0",
    source: "Chang and Lin, LIBSVM: a library for support vector machines, ACM TIST 2(3), 2011",
    parameters: &[TEXT, SPLIT, STANDARDIZE],
};

/// The catalog's entry for CSV files.
pub const CSV: Entry = Entry {
    kind: "csv",
    title: "CSV file",
    about: "One row a line, fields separated by commas or another character, with or without a header",
    source: "RFC 4180",
    parameters: &[TEXT, csv::HEADER, csv::LABEL_COLUMN, csv::COLUMNS, csv::DELIMITER, csv::DECIMAL, SPLIT, STANDARDIZE],
};

/// A data set from a file, shared out over the agents.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedData {
    /// The agents' samples.
    pub samples: Samples,
    /// What was done to the file.
    pub report: Report,
}

impl ImportedData {
    /// Reads the data that `fields` describes and shares them out over `agents` agents, at least 1;
    /// a split that is random draws from the streams of `seed`.
    ///
    /// An error names the field and the rule: a column that is not there, no usable row, other
    /// than two labels (or more than there are classes) where labels are asked for, fewer rows than agents, or a file beyond
    /// [`MAX_NUMBERS`] or [`MAX_COLUMNS`].
    pub fn read(fields: &Fields, agents: usize, outcome: Outcome, seed: u64) -> Result<Self, DocumentError> {
        let format = fields.entry("kind", &[LIBSVM, CSV], &[])?;
        let split = Split::read(fields.optional_object(SPLIT.name)?.as_ref())?;
        let standardize = fields.flag(&STANDARDIZE)?;
        let text = fields.value(TEXT.name)?;
        let text = text.as_str().ok_or_else(|| fields.error(TEXT.name, "must be text"))?;
        let text = text.trim_start_matches('\u{feff}');

        let mut table = match format.kind {
            "csv" => csv::read(text, fields, &split, outcome)?,
            _ => libsvm::read(text, fields, &split)?,
        };
        if table.rows() == 0 {
            return Err(fields.error(TEXT.name, table.why_empty()));
        }
        if agents == 0 || table.rows() < agents {
            let rule = format!("has {} usable rows for {agents} agents, each of which needs one", table.rows());
            return Err(fields.error(TEXT.name, rule));
        }
        let (labels, meaning) = outcome
            .values(&table.outcomes)
            .map_err(|rule| fields.error(TEXT.name, rule).named(outcome::refusal(&table.outcomes)))?;
        let mut notes = std::mem::take(&mut table.notes);
        let sizes = (!standardize).then(|| doubts::sizes(&table)).flatten();
        notes.extend(sizes.map(doubts::sizes_note));
        let constant_columns = if standardize { standardize::columns(&mut table) } else { Excerpt::default() };
        let rows = Rows {
            dimension: table.dimension,
            features: &table.features,
            outcomes: &labels,
            has_labels: outcome.is_label(),
            groups: &table.groups,
        };
        let agent_of_row = split.assign(&rows, agents, seed).map_err(|rule| fields.error(SPLIT.name, rule))?;
        let mut samples = Samples::shared_out(table.dimension, &table.features, &labels, &agent_of_row, agents);
        let meaning = meaning.map(|Meaning { labels, names }| {
            samples.names = names;
            labels
        });
        let counts = || samples.responses.iter().map(Vec::len);
        let shares = [counts().min().unwrap_or(0), counts().max().unwrap_or(0)];
        let report = Report {
            rows: table.rows(),
            features: table.dimension,
            shares,
            skipped: table.skipped,
            labels: meaning,
            constant_columns,
            sizes,
            notes,
        };
        Ok(Self { samples, report })
    }
}

#[cfg(test)]
mod tests;
