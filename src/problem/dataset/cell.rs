//! The text of one cell.

use serde_json::Value;

use crate::document::shown;

/// The finite number that `cell` spells, with a decimal point.
pub(super) fn number(cell: &str) -> Option<f64> {
    cell.parse().ok().filter(|value: &f64| value.is_finite())
}

/// The sign between a number's whole part and its fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decimal {
    Point,
    Comma,
}

impl Decimal {
    /// The finite number that `cell` spells. With a comma, a point is no part of a number: whether
    /// it groups thousands is not to be guessed.
    pub fn number(self, cell: &str) -> Option<f64> {
        match self {
            Self::Point => number(cell),
            Self::Comma if cell.contains('.') => None,
            Self::Comma => number(&cell.replacen(',', ".", 1)),
        }
    }
}

/// `cell` in quotes, shortened, for a message.
pub(super) fn quoted(cell: &str) -> String {
    shown(&Value::from(cell))
}
