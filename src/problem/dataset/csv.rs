//! CSV text: fields separated by a character, quoted as in RFC 4180, with or without a header.

use csv::{ReaderBuilder, StringRecord, Trim};
use serde_json::Value;

use super::cell::{Decimal, quoted};
use super::doubts;
use super::outcome::{Category, Outcome};
use super::quotes::{self, line};
use super::report::{Excerpt, SkippedRow};
use super::split::{self, Column, Split};
use super::table::{Names, Table, check_size};
use super::{MAX_COLUMNS, TEXT};
use crate::document::{DocumentError, Domain, Fields, Parameter, Refusal, Shape, array, shown};

pub(super) const HEADER: Parameter = Parameter::plain(
    "header",
    Domain::structure(Shape::Literals(&["true", "false", "\"auto\""])),
    false,
    "Whether the first row names the columns: true, false, or \"auto\" (the default): it does if the document uses a \
     name or if none of its cells is a number",
);
pub(super) const LABEL_COLUMN: Parameter = Parameter::plain(
    "labelColumn",
    Domain::structure(split::COLUMN_SHAPE),
    false,
    "The column of the label or target: its name, or its number from 0; the last when left out",
);
pub(super) const COLUMNS: Parameter = Parameter::plain(
    "columns",
    Domain::structure(Shape::List(&split::COLUMN_SHAPE)),
    false,
    "The columns of the features, a list of names or numbers from 0; when left out all but the label's and the split's",
);
pub(super) const DELIMITER: Parameter = Parameter::plain(
    "delimiter",
    Domain::Text,
    false,
    "The character between fields, for example \",\" (the default), \";\" or a tab; runs of blanks count as one where it is a \
     blank",
);
pub(super) const DECIMAL: Parameter = Parameter::plain(
    "decimal",
    Domain::structure(Shape::Literals(&["\".\"", "\",\""])),
    false,
    "The sign before a number's fraction: \".\" (the default) or \",\"",
);

/// Reads `text` as the document's `fields` say.
pub fn read(text: &str, fields: &Fields, split: &Split, outcome: Outcome) -> Result<Table, DocumentError> {
    let choice = Choice::read(fields, split)?;
    let delimiter = delimiter(fields)?;
    let decimal = decimal(fields, delimiter)?;
    let joined;
    let text = if delimiter == b' ' {
        joined = quotes::without_runs_of_blanks(text);
        &joined
    } else {
        text
    };
    if let Some(fault) = quotes::fault(text, delimiter) {
        return Err(fields.error(TEXT.name, fault.rule).named(Refusal::Line { line: fault.line }));
    }
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    // The reader skips empty lines, but not lines of blanks.
    let mut next = |record: &mut StringRecord| loop {
        let more = reader.read_record(record).map_err(|e| fields.error(TEXT.name, format!("is not CSV: {e}")))?;
        if !more || record.iter().ne([""]) {
            return Ok(more);
        }
    };

    let mut record = StringRecord::new();
    let mut more = next(&mut record)?;
    let layout = Layout::of(&record, fields, &choice, decimal)?;
    let first = (choice.header.is_none() && !layout.has_header).then(|| record.clone());
    if layout.has_header {
        more = next(&mut record)?;
    }
    let dimension = layout.columns.len();
    let mut table = Table {
        dimension,
        features: Vec::new(),
        names: if layout.has_header {
            Names::Header(layout.columns.iter().map(|&column| layout.names[column].clone()).collect())
        } else {
            Names::Columns(layout.columns.clone())
        },
        outcomes: Vec::new(),
        groups: Vec::new(),
        skipped: Excerpt::default(),
        notes: Vec::new(),
    };
    while more {
        if record.len() > layout.width {
            let line = line(&record, text);
            let rule = format!("line {line}: {} fields, but the first row has {}", record.len(), layout.width);
            return Err(fields.error(TEXT.name, rule).named(Refusal::Line { line }));
        }
        match layout.read_row(&record, outcome, &mut table.features) {
            Ok((label, group)) => {
                table.outcomes.push(label);
                table.groups.extend(group);
                check_size(table.rows(), dimension).map_err(|rule| fields.error(TEXT.name, rule))?;
            }
            Err(reason) => {
                table.features.truncate(table.outcomes.len() * dimension);
                table.skipped.push(SkippedRow { line: line(&record, text), reason });
            }
        }
        more = next(&mut record)?;
    }
    if let Some(first) = first {
        let has_others = table.features.iter().any(|value| value.fract() != 0.0);
        table.notes.extend(doubts::header_of_numbers(first.iter(), has_others));
    }
    if layout.has_header && choice.columns.is_none() {
        let names: Vec<_> = layout.columns.iter().map(|&column| layout.names[column].clone()).collect();
        table.notes.extend(doubts::index(&table, &names));
    }
    Ok(table)
}

/// Which columns the document asks for.
struct Choice {
    header: Option<bool>,
    label: Option<Column>,
    columns: Option<Vec<Column>>,
    group: Option<Column>,
}

impl Choice {
    fn read(fields: &Fields, split: &Split) -> Result<Self, DocumentError> {
        let header = match fields.get(HEADER.name) {
            None => None,
            Some(Value::Bool(header)) => Some(*header),
            Some(value) if value == "auto" => None,
            Some(other) => {
                let rule = format!("must be true, false or \"auto\", got {}", shown(other));
                return Err(fields.error(HEADER.name, rule));
            }
        };
        let label = fields
            .get(LABEL_COLUMN.name)
            .map(|value| Column::read(value, &fields.path(LABEL_COLUMN.name)))
            .transpose()?;
        let columns = match fields.get(COLUMNS.name) {
            None => None,
            Some(value) => {
                let path = fields.path(COLUMNS.name);
                let list = array(value, &path)?;
                if list.is_empty() || list.len() > MAX_COLUMNS {
                    let got = list.len();
                    return Err(DocumentError::new(path, format!("must name 1 to {MAX_COLUMNS} columns, got {got}")));
                }
                let column = |(i, value)| Column::read(value, &format!("{path}[{i}]"));
                Some(list.iter().enumerate().map(column).collect::<Result<_, _>>()?)
            }
        };
        let group = match split {
            Split::ByColumn(column) => Some(column.clone()),
            _ => None,
        };
        Ok(Self { header, label, columns, group })
    }

    /// Whether a column is asked for by name.
    fn uses_names(&self) -> bool {
        self.label.iter().chain(&self.group).chain(self.columns.iter().flatten()).any(|c| matches!(c, Column::Name(_)))
    }
}

/// The places of the columns in a row.
struct Layout {
    has_header: bool,
    /// The cells of the header; none without one.
    names: Vec<String>,
    /// The number of cells in a row.
    width: usize,
    label: usize,
    columns: Vec<usize>,
    group: Option<usize>,
    decimal: Decimal,
}

impl Layout {
    /// The layout of a file with the first record `first`.
    fn of(first: &StringRecord, fields: &Fields, choice: &Choice, decimal: Decimal) -> Result<Self, DocumentError> {
        let width = first.len();
        if width > MAX_COLUMNS {
            return Err(fields.error(TEXT.name, format!("must have at most {MAX_COLUMNS} columns, has {width}")));
        }
        let looks_like_header = || choice.uses_names() || first.iter().all(|cell| decimal.number(cell).is_none());
        let has_header = choice.header.unwrap_or_else(looks_like_header);
        let names = if has_header { first.iter().map(str::to_owned).collect() } else { Vec::new() };
        let mut layout = Self { has_header, names, width, label: 0, columns: Vec::new(), group: None, decimal };
        if width < 2 {
            let rule = format!("must have at least 2 columns, has {width}; is the delimiter right?");
            return Err(fields.error(TEXT.name, rule));
        }

        layout.label = match &choice.label {
            None => width - 1,
            Some(column) => layout.find(column).map_err(|rule| fields.error(LABEL_COLUMN.name, rule))?,
        };
        if let Some(column) = &choice.group {
            layout.group = Some(layout.find(column).map_err(|rule| split::error(fields, rule))?);
        }
        match &choice.columns {
            None => {
                layout.columns = (0..width).filter(|&c| c != layout.label && Some(c) != layout.group).collect();
                if layout.columns.is_empty() {
                    return Err(fields.error(TEXT.name, "has no column left for the features"));
                }
            }
            Some(columns) => {
                let mut used = vec![false; width];
                used[layout.label] = true;
                for (i, column) in columns.iter().enumerate() {
                    let error = |rule| DocumentError::new(format!("{}[{i}]", fields.path(COLUMNS.name)), rule);
                    let found = layout.find(column).map_err(error)?;
                    if std::mem::replace(&mut used[found], true) {
                        return Err(error(format!("the column {column} is used already")));
                    }
                    layout.columns.push(found);
                }
            }
        }
        Ok(layout)
    }

    /// The place of `column` in a row.
    fn find(&self, column: &Column) -> Result<usize, String> {
        match column {
            Column::Index(index) if *index < self.width => Ok(*index),
            Column::Index(index) => Err(format!("must be a column from 0 to {}, got {index}", self.width - 1)),
            Column::Name(_) if !self.has_header => Err("must be a number, since the file has no header".to_owned()),
            Column::Name(name) => {
                let mut places = (0..self.width).filter(|&place| self.names[place] == *name);
                match (places.next(), places.next()) {
                    (Some(place), None) => Ok(place),
                    (None, _) => {
                        let mut header = Excerpt::default();
                        for name in &self.names {
                            header.push(quoted(name));
                        }
                        Err(format!("must be a column of the header ({header}), got {column}"))
                    }
                    (Some(first), Some(second)) => {
                        Err(format!("is ambiguous: the columns {first} and {second} are both called {column}"))
                    }
                }
            }
        }
    }

    /// The name of the column at `place`.
    fn name(&self, place: usize) -> String {
        self.names.get(place).map_or_else(|| format!("column {place}"), |name| quoted(name))
    }

    /// Adds the features of a row to `features` and returns its outcome and group.
    fn read_row(
        &self,
        row: &StringRecord,
        outcome: Outcome,
        features: &mut Vec<f64>,
    ) -> Result<(Category, Option<Category>), String> {
        if row.len() != self.width {
            return Err(format!("{} fields in place of {}", row.len(), self.width));
        }
        let label = outcome.of(&row[self.label], self.decimal)?;
        let missing = |place| format!("{} of the split is missing", self.name(place));
        let group = self
            .group
            .map(|place| Category::of(&row[place], self.decimal).ok_or_else(|| missing(place)))
            .transpose()?;
        for &place in &self.columns {
            let cell = &row[place];
            let value = self
                .decimal
                .number(cell)
                .ok_or_else(|| format!("{} in {} is not a finite number", quoted(cell), self.name(place)))?;
            features.push(value);
        }
        Ok((label, group))
    }
}

/// The character between fields.
fn delimiter(fields: &Fields) -> Result<u8, DocumentError> {
    let text = fields.text(DELIMITER.name)?.unwrap_or(",");
    match text.as_bytes() {
        &[byte] if byte.is_ascii() && !b"\"\r\n".contains(&byte) => Ok(byte),
        _ => {
            let rule = format!("must be one ASCII character, neither a quote nor a line end, got {}", quoted(text));
            Err(fields.error(DELIMITER.name, rule))
        }
    }
}

/// The sign before a number's fraction.
fn decimal(fields: &Fields, delimiter: u8) -> Result<Decimal, DocumentError> {
    match fields.text(DECIMAL.name)?.unwrap_or(".") {
        "." => Ok(Decimal::Point),
        "," if delimiter == b',' => {
            Err(fields.error(DECIMAL.name, "must not be the delimiter, which is \",\" when left out"))
        }
        "," => Ok(Decimal::Comma),
        other => Err(fields.error(DECIMAL.name, format!("must be \".\" or \",\", got {}", quoted(other)))),
    }
}
