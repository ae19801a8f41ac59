//! Shifting and scaling the columns of a table.

use super::report::Excerpt;
use super::table::Table;

/// Gives each column mean 0 and variance 1 (the population's, (1/m) Σ), and a constant column,
/// which has no scale, the value 0; returns the names of the constant ones. `others`, rows that are held out, are moved
/// and scaled in the same way.
pub fn columns(table: &mut Table, others: &mut [f64]) -> Excerpt<String> {
    let mut constant = Excerpt::default();
    let (rows, d) = (table.rows() as f64, table.dimension);
    for j in 0..d {
        let column = || table.features.iter().skip(j).step_by(d).copied();
        let least = column().fold(f64::INFINITY, f64::min);
        let greatest = column().fold(f64::NEG_INFINITY, f64::max);
        // Half of the range cannot overflow.
        let range = 0.5 * greatest - 0.5 * least;
        // First to [0, 1]: a column of large and nearly equal values loses no digits.
        let place = |value: f64| (0.5 * value - 0.5 * least) / range;
        let mean = column().map(place).sum::<f64>() / rows;
        let variance = column().map(|value| place(value) - mean).map(|v| v * v).sum::<f64>() / rows;
        let deviation = variance.sqrt();
        for value in table.features.iter_mut().skip(j).step_by(d).chain(others.iter_mut().skip(j).step_by(d)) {
            *value = if range == 0.0 { 0.0 } else { (place(*value) - mean) / deviation };
        }
        if range == 0.0 {
            constant.push(table.names.said(j));
        }
    }
    constant
}
