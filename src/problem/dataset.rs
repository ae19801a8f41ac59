//! Data from a file: the text of a LIBSVM or CSV file, shared out over the agents.
//!
//! A document names such data as, for example,
//! `{"kind": "csv", "text": "…", "labelColumn": "class", "split": {"kind": "byLabel"}, "standardize": true}`.
//! Reading is one pipeline: the format's reader makes a table and skips bad rows by name; labels
//! become ±1 or 0, 1, …, or stay numbers as the targets of a regression; rows are held out, columns are standardised and
//! a constant is appended if asked for; the rows go to the agents. Nothing is random but which rows are held out, and a
//! split in random proportions.

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

use super::samples::{HeldOut, Samples};
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};

pub use outcome::Outcome;
pub use report::{Excerpt, LabelMeaning, Report, SkippedRow};
pub use split::SPLITS;

use outcome::Meaning;
use split::{Rows, SPLIT, Split};

/// The greatest number of features of all rows together, zeros included (400 MB): the 60,000 images
/// of MNIST are 47 million.
pub const MAX_NUMBERS: usize = 50_000_000;
/// The most rows of a file: besides its features a row takes memory for its outcome and its agent.
pub const MAX_ROWS: usize = 6_000_000;
/// The greatest number of columns of a CSV file, and the greatest index in a LIBSVM file.
pub const MAX_COLUMNS: usize = 10_000;

const TEXT: Parameter = Parameter::plain("text", Domain::Text, true, "The text of the file");
const STANDARDIZE: Parameter = Parameter::plain(
    "standardize",
    Domain::Flag,
    false,
    "Shift and scale each feature to mean 0 and variance 1 over all agents' rows",
);

/// Of tables of all formats: whether the model has a constant term.
pub(super) const CONSTANT: Parameter = Parameter::plain(
    "constant",
    Domain::Flag,
    false,
    "Append a feature that is 1, called constant, so that a linear model has a constant term",
);
/// Of tables of all formats: the rows on which models are tested.
pub(super) const TEST: Parameter = Parameter::plain(
    "test",
    Domain::Number { min: 0.0, max: 0.5, above_min: true, below_max: false, logarithmic: false },
    false,
    "The share of the rows, drawn at random, that no agent gets and on which models are tested",
);

/// The catalog's entry for LIBSVM files.
pub const LIBSVM: Entry = Entry {
    kind: "libsvm",
    title: "LIBSVM file",
    about: "One row a line: label, then index:value pairs with ascending indices from 1; what is left out is 0",
    source: "Chang and Lin, LIBSVM: a library for support vector machines, ACM TIST 2(3), 2011",
    parameters: &[TEXT, SPLIT, STANDARDIZE, CONSTANT, TEST],
};

/// The catalog's entry for CSV files.
pub const CSV: Entry = Entry {
    kind: "csv",
    title: "CSV file",
    about: "One row a line, fields separated by commas or another character, with or without a header",
    source: "RFC 4180",
    parameters: &[
        TEXT,
        csv::HEADER,
        csv::LABEL_COLUMN,
        csv::COLUMNS,
        csv::DELIMITER,
        csv::DECIMAL,
        SPLIT,
        STANDARDIZE,
        CONSTANT,
        TEST,
    ],
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
        let rows = table.rows();
        let tested = fields.optional_number(&TEST)?.map_or_else(Vec::new, |share| HeldOut::draw(share, rows, seed));
        if agents == 0 || rows - tested.len() < agents {
            let left =
                if tested.is_empty() { String::new() } else { format!(" ({} of {rows} are held out)", tested.len()) };
            let rule = format!(
                "has too few usable rows for {agents} agents, each of which needs one: {}{left}",
                rows - tested.len()
            );
            return Err(fields.error(TEXT.name, rule));
        }
        let (mut labels, meaning) = outcome
            .values(&table.outcomes)
            .map_err(|rule| fields.error(TEXT.name, rule).named(outcome::refusal(&table.outcomes)))?;
        let mut notes = std::mem::take(&mut table.notes);
        let sizes = (!standardize).then(|| doubts::sizes(&table)).flatten();
        notes.extend(sizes.map(doubts::sizes_note));
        let mut held_out = table.hold_out(&tested, &mut labels);
        let constant_columns =
            if standardize { standardize::columns(&mut table, &mut held_out.features) } else { Excerpt::default() };
        let values = Rows {
            dimension: table.dimension,
            features: &table.features,
            outcomes: &labels,
            has_labels: outcome.is_label(),
            groups: &table.groups,
        };
        let agent_of_row = split.assign(&values, agents, seed).map_err(|rule| fields.error(SPLIT.name, rule))?;
        let mut samples = Samples::shared_out(table.dimension, &table.features, &labels, &agent_of_row, agents);
        samples.held_out = held_out;
        let meaning = meaning.map(|Meaning { labels, names }| {
            samples.names = names;
            labels
        });
        let mut names: Vec<_> = (0..table.dimension).map(|j| table.names.of(j)).collect();
        if fields.flag(&CONSTANT)? {
            samples.append_constant();
            names.push(CONSTANT.name.to_owned());
        }
        let counts = || samples.responses.iter().map(Vec::len);
        let shares = [counts().min().unwrap_or(0), counts().max().unwrap_or(0)];
        let report = Report {
            rows,
            held_out: tested.len(),
            features: samples.dimension,
            names,
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
