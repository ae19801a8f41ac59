//! The text of one cell.

use serde_json::Value;

use crate::document::shown;

/// The finite number that `cell` spells.
pub(super) fn number(cell: &str) -> Option<f64> {
    cell.parse().ok().filter(|value: &f64| value.is_finite())
}

/// `cell` in quotes, shortened, for a message.
pub(super) fn quoted(cell: &str) -> String {
    shown(&Value::from(cell))
}
