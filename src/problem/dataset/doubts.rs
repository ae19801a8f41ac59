//! Signs that a file may mean something else, which only its author can know.

use super::cell::number;
use super::table::Table;

/// Features whose sizes and spreads differ by a smaller factor are not mentioned.
const SIZES: f64 = 1_000.0;
/// The most names in a message.
const TOLD: usize = 3;

/// A first row that was taken for a sample, and may name the columns by numbers: whole numbers that
/// go up by one, in a file of others.
pub fn header_of_numbers<'a>(cells: impl Iterator<Item = &'a str>, has_others: bool) -> Option<String> {
    let cells: Vec<&str> = cells.collect();
    let values: Vec<f64> = cells.iter().filter_map(|cell| number(cell)).collect();
    let counts = values.len() == cells.len()
        && values.len() > 1
        && values.iter().all(|value| value.fract() == 0.0)
        && values.windows(2).all(|pair| pair[1] - pair[0] == 1.0);
    (counts && has_others).then(|| {
        let more = if cells.len() > TOLD { ", …" } else { "" };
        let first = cells[..cells.len().min(TOLD)].join(", ");
        format!("The first row ({first}{more}) was taken for a sample but may be a header: `header` decides")
    })
}

/// The first feature, without a name or with one that programs give to an index, that numbers the rows.
pub fn index(table: &Table, names: &[String]) -> Option<String> {
    let counts = |column: usize| {
        let mut values = table.features.iter().skip(column).step_by(table.dimension);
        let mut last = match values.next() {
            Some(&first) if first == 0.0 || first == 1.0 => first,
            _ => return false,
        };
        values.all(|&value| {
            let next = value - last == 1.0;
            last = value;
            next
        })
    };
    let nameless = |name: &str| matches!(name, "" | "X" | "index" | "Index") || name.starts_with("Unnamed");
    let column = names.iter().position(|name| nameless(name))?;
    (table.rows() > 2 && counts(column)).then(|| {
        let name = &names[column];
        let column =
            if name.is_empty() { "The column without a name".to_owned() } else { format!("The column {name:?}") };
        format!("{column} numbers the rows and is used as a feature; `columns` can leave it out")
    })
}

/// The least and the greatest of the features' sizes (the greatest magnitudes) and spreads (half of the ranges, where there is
/// one), where they differ so much that no step size suits all.
pub fn sizes(table: &Table) -> Option<[f64; 2]> {
    let d = table.dimension;
    let ranges = (0..d).map(|column| {
        let values = table.features.iter().skip(column).step_by(d);
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], &value| [least.min(value), most.max(value)])
    });
    let sizes = ranges.flat_map(|[least, most]| [most.max(-least), (most - least) / 2.0]).filter(|&size| size > 0.0);
    let [least, most] = sizes.fold([f64::INFINITY, 0.0_f64], |[least, most], size| [least.min(size), most.max(size)]);
    let ratio = most / least;
    (ratio >= SIZES && ratio.is_finite()).then_some([least, most])
}

/// What is said of such sizes.
pub fn sizes_note([least, most]: [f64; 2]) -> String {
    let (least, most) = (brief(least), brief(most));
    format!(
        "The features' sizes and spreads range from {least} to {most}: standardize puts them on one scale, which a common step size needs"
    )
}

/// Four digits of a number, without zeros at the end.
fn brief(number: f64) -> String {
    let rounded = format!("{number:.3e}").parse().unwrap_or(number);
    if (1e-4..1e7).contains(&rounded) { rounded.to_string() } else { format!("{rounded:e}") }
}
