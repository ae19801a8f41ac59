//! What a document may hold: every parameter is declared once, as a [`Parameter`], and that declaration reads it, checks
//! it, words its errors, and describes it in the catalog.

use serde::Serialize;

/// The shape of a structured value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A finite number.
    Number,
    /// A whole number from 0: an agent, or a column.
    Index,
    /// Free text.
    Text,
    /// One of these values, each as JSON.
    Literals(&'static [&'static str]),
    /// One of these shapes.
    Either(&'static [Shape]),
    /// A list of such values.
    List(&'static Shape),
    /// Two such values.
    Pair(&'static Shape),
    /// One of the kinds of another place in the document, by the name of its [`Group`](crate::schema::Group).
    Kinds(&'static str),
}

/// The values that a parameter may take.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Domain {
    /// Whole numbers from `min` to `max`, both allowed.
    Integer {
        /// Least value.
        min: u64,
        /// Greatest value.
        max: u64,
        /// Whether only even numbers are allowed.
        even: bool,
        /// The field beside it whose number it must be below, if any.
        below: Option<&'static str>,
    },
    /// Real numbers from `min` to `max`.
    Number {
        /// Greatest lower bound.
        min: f64,
        /// Least upper bound.
        max: f64,
        /// Whether `min` itself is not allowed.
        above_min: bool,
        /// Whether `max` itself is not allowed.
        below_max: bool,
        /// Whether useful values span decades, so that a slider should be logarithmic.
        logarithmic: bool,
    },
    /// One of a few names.
    Choice {
        /// The names, the default first.
        options: &'static [&'static str],
    },
    /// True or false.
    Flag,
    /// A u64, as a decimal string or as a number up to 2^53 - 1.
    Seed,
    /// Free text.
    Text,
    /// A list of numbers, for example the coefficients of a polynomial in W, lowest first.
    Numbers {
        /// The list that a control starts from.
        suggested: &'static [f64],
    },
    /// A structured value, described in words by the parameter.
    Structure {
        /// What it is made of.
        #[serde(skip)]
        shape: Shape,
    },
}

impl Domain {
    /// Whole numbers from `min` to `max`.
    pub const fn integer(min: u64, max: u64) -> Self {
        Self::Integer { min, max, even: false, below: None }
    }

    /// [min, max] on a linear scale.
    pub const fn number(min: f64, max: f64) -> Self {
        Self::Number { min, max, above_min: false, below_max: false, logarithmic: false }
    }

    /// [min, max) on a linear scale.
    pub const fn below(min: f64, max: f64) -> Self {
        Self::Number { min, max, above_min: false, below_max: true, logarithmic: false }
    }

    /// (0, max] on a logarithmic scale.
    pub const fn positive(max: f64) -> Self {
        Self::Number { min: 0.0, max, above_min: true, below_max: false, logarithmic: true }
    }

    /// [0, max] on a logarithmic scale that also reaches zero.
    pub const fn not_negative(max: f64) -> Self {
        Self::Number { min: 0.0, max, above_min: false, below_max: false, logarithmic: true }
    }

    /// A structured value.
    pub const fn structure(shape: Shape) -> Self {
        Self::Structure { shape }
    }

    /// Whether the number is one of the domain; never if the domain is not one of numbers.
    pub(super) fn holds(&self, number: f64) -> bool {
        match *self {
            Self::Integer { min, max, .. } => number.fract() == 0.0 && number >= min as f64 && number <= max as f64,
            Self::Number { min, max, above_min, below_max, .. } => {
                (if above_min { number > min } else { number >= min })
                    && (if below_max { number < max } else { number <= max })
            }
            _ => false,
        }
    }

    /// The domain's rule, as an error states it.
    pub(super) fn rule(&self) -> String {
        match *self {
            Self::Integer { min, max, .. } => format!("must be a whole number from {min} to {max}"),
            Self::Number { min, max, above_min, below_max, .. } => {
                let (left, right) = (if above_min { '(' } else { '[' }, if below_max { ')' } else { ']' });
                format!("must be in {left}{min}, {max}{right}")
            }
            _ => unreachable!("this is no domain of numbers"),
        }
    }
}

/// One named parameter: its domain, its default, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Parameter {
    /// The field's name in the document.
    pub name: &'static str,
    /// One line on what it means, with its symbol and unit where it has them.
    pub about: &'static str,
    /// The allowed values.
    pub domain: Domain,
    /// Whether the document must give it.
    pub required: bool,
    /// The value that is used when the document leaves it out, and that a control starts from
    /// when it is required; meaningless for domains that are not numeric.
    pub default: Option<f64>,
}

impl Parameter {
    /// A parameter that the document must give; `suggested` is where a control starts.
    pub const fn required(name: &'static str, domain: Domain, suggested: f64, about: &'static str) -> Self {
        Self { name, about, domain, required: true, default: Some(suggested) }
    }

    /// A parameter with a default.
    pub const fn with_default(name: &'static str, domain: Domain, default: f64, about: &'static str) -> Self {
        Self { name, about, domain, required: false, default: Some(default) }
    }

    /// One of the kinds of another place in the document, by the name of its group.
    pub const fn kinds(name: &'static str, group: &'static str, required: bool, about: &'static str) -> Self {
        Self::plain(name, Domain::structure(Shape::Kinds(group)), required, about)
    }

    /// A parameter without a number for a default: required or optional text, lists, structures.
    pub const fn plain(name: &'static str, domain: Domain, required: bool, about: &'static str) -> Self {
        Self { name, about, domain, required, default: None }
    }
}

impl AsRef<Entry> for Entry {
    fn as_ref(&self) -> &Entry {
        self
    }
}

/// One kind of something (a topology, a method, …) and its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Entry {
    /// The name in the document.
    pub kind: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// One line that explains it.
    pub about: &'static str,
    /// Where it comes from: paper and equation.
    pub source: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}
