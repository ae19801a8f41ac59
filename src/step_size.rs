//! Step sizes α_k.

use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};

const VALUE: Parameter = Parameter::required("value", Domain::positive(1e6), 0.01, "α₀, the (first) step size");
const EVERY: Parameter =
    Parameter::required("every", Domain::integer(1, 1_000_000_000), 100.0, "the number of iterations between two cuts");
const FACTOR: Parameter = Parameter::with_default(
    "factor",
    Domain::Number { min: 0.0, max: 1.0, above_min: true, below_max: false, logarithmic: false },
    0.5,
    "what each cut multiplies the step size by",
);
const OFFSET: Parameter = Parameter::required(
    "offset",
    Domain::positive(1e9),
    100.0,
    "the number of iterations after which the step size is halved",
);

/// The kinds of step size.
pub const STEP_SIZES: &[Entry] = &[
    Entry {
        kind: "constant",
        title: "Constant",
        about: "αₖ = α: fast at first, then a floor that grows with α",
        source: "Alghunaim and Yuan, Theorems 1 and 2",
        parameters: &[VALUE],
    },
    Entry {
        kind: "halving",
        title: "Stairs",
        about: "multiplied by a factor after every so many iterations",
        source: "Alghunaim and Yuan, Figs. 1 and 2, right",
        parameters: &[VALUE, EVERY, FACTOR],
    },
    Entry {
        kind: "inverse",
        title: "Decaying as 1/k",
        about: "αₖ = α₀ offset / (k + offset)",
        source: "Robbins and Monro (1951)",
        parameters: &[VALUE, OFFSET],
    },
];

/// A rule for α_k.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepSize {
    /// α_k = value.
    Constant {
        /// α.
        value: f64,
    },
    /// α_k = value · factor^⌊k / every⌋.
    Halving {
        /// α_0.
        value: f64,
        /// Iterations between two cuts.
        every: u64,
        /// The factor of each cut.
        factor: f64,
    },
    /// α_k = value · offset / (k + offset).
    Inverse {
        /// α_0.
        value: f64,
        /// Where the step size is half of α_0.
        offset: f64,
    },
}

impl From<f64> for StepSize {
    /// A constant one.
    fn from(value: f64) -> Self {
        Self::Constant { value }
    }
}

impl StepSize {
    /// Reads a `stepSize`.
    pub fn read(fields: &Fields) -> Result<Self, DocumentError> {
        let entry = fields.entry("kind", STEP_SIZES, &[])?;
        let value = fields.number(&VALUE)?;
        Ok(match entry.kind {
            "constant" => Self::Constant { value },
            "halving" => Self::Halving { value, every: fields.count(&EVERY)? as u64, factor: fields.number(&FACTOR)? },
            _ => Self::Inverse { value, offset: fields.number(&OFFSET)? },
        })
    }

    /// α_k.
    pub fn at(&self, k: u64) -> f64 {
        match *self {
            Self::Constant { value } => value,
            Self::Halving { value, every, factor } => value * libm::pow(factor, (k / every) as f64),
            Self::Inverse { value, offset } => value * offset / (k as f64 + offset),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        assert_eq!(StepSize::Constant { value: 0.3 }.at(1_000), 0.3);
        let stairs = StepSize::Halving { value: 0.2, every: 40, factor: 0.5 };
        assert_eq!([0, 39, 40, 79, 80].map(|k| stairs.at(k)), [0.2, 0.2, 0.1, 0.1, 0.05]);
        let inverse = StepSize::Inverse { value: 1.0, offset: 10.0 };
        assert_eq!([0, 10, 30].map(|k| inverse.at(k)), [1.0, 0.5, 0.25]);
    }
}
