//! Reading a JSON document, field by field: an error names its path and the rule.

mod fingerprint;
mod parameter;
pub mod text;

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

pub use fingerprint::fingerprint;
pub use parameter::{Domain, Entry, Parameter, Shape};
pub use text::Place;

/// The kind, of methods and problems, that stands for what is given beside the document.
pub const OWN: &str = "own";

/// An error in a document: where, and which rule is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentError {
    /// The place in the document, for example `methods[2].laziness`; empty for the whole.
    pub path: String,
    /// The rule and the offending value, for example `must be in [0, 1), got 1.5`.
    pub rule: String,
    /// The rule by its name, where a program may do something about it.
    pub refusal: Option<Refusal>,
}

/// A refusal that a program may act on, by its name and its numbers; the words are the error's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(tag = "name", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Refusal {
    /// The text is no JSON from there on.
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The column, from 1, in units of UTF-16.
        column: usize,
    },
    /// Something about that line of a data file, from 1, which the words name.
    Line {
        /// The line.
        line: u64,
    },
    /// A LIBSVM file has the index 0: it seems to count from 0.
    IndexZero {
        /// The line, from 1.
        line: u64,
    },
    /// The column to be predicted has other than so many labels as the problem is for.
    Labels {
        /// How many different ones it has.
        count: usize,
        /// Whether all of them are numbers.
        numeric: bool,
    },
    /// A row of W does not sum to 1.
    RowSum {
        /// The row, from 0.
        row: usize,
    },
    /// W is not symmetric.
    Asymmetric {
        /// The row of an entry that differs from its mirror, from 0.
        row: usize,
        /// Its column, from 0.
        column: usize,
    },
}

impl DocumentError {
    /// An error at `path`.
    pub fn new(path: impl Into<String>, rule: impl Into<String>) -> Self {
        Self { path: path.into(), rule: rule.into(), refusal: None }
    }

    /// The same with the name of the rule.
    #[must_use]
    pub fn named(self, refusal: Refusal) -> Self {
        Self { refusal: Some(refusal), ..self }
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.rule) } else { write!(f, "{}: {}", self.path, self.rule) }
    }
}

impl std::error::Error for DocumentError {}

/// A JSON object that is being read, and where it stands in the document.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    path: String,
    map: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    /// The fields of `value`, which must be an object.
    pub fn of(value: &'a Value, path: impl Into<String>) -> Result<Self, DocumentError> {
        let path = path.into();
        match value {
            Value::Object(map) => Ok(Self { path, map }),
            other => Err(DocumentError::new(path, format!("must be an object, got {}", shown(other)))),
        }
    }

    /// The path of the field `name`.
    pub fn path(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    /// An error at the field `name`.
    pub fn error(&self, name: &str, rule: impl Into<String>) -> DocumentError {
        DocumentError::new(self.path(name), rule)
    }

    /// Whether the document gives the field `name`; an explicit null counts as not given.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The value of the field `name`, if given.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    /// The value of the field `name`, which must be there.
    pub fn value(&self, name: &str) -> Result<&'a Value, DocumentError> {
        self.get(name).ok_or_else(|| self.error(name, "is missing"))
    }

    /// The object in the field `name`, which must be there.
    pub fn object(&self, name: &str) -> Result<Fields<'a>, DocumentError> {
        Fields::of(self.value(name)?, self.path(name))
    }

    /// The object in the field `name`, if given.
    pub fn optional_object(&self, name: &str) -> Result<Option<Fields<'a>>, DocumentError> {
        self.get(name).map(|value| Fields::of(value, self.path(name))).transpose()
    }

    /// The array in the field `name`, which must be there.
    pub fn array(&self, name: &str) -> Result<&'a [Value], DocumentError> {
        array(self.value(name)?, &self.path(name))
    }

    /// Refuses fields that are neither in `parameters` nor in `common`.
    pub fn only(&self, parameters: &[Parameter], common: &[&str]) -> Result<(), DocumentError> {
        let known = |key: &str| common.contains(&key) || parameters.iter().any(|p| p.name == key);
        match self.map.keys().find(|key| !known(key)) {
            None => Ok(()),
            Some(key) => {
                let mut names: Vec<_> = common.to_vec();
                names.extend(parameters.iter().map(|p| p.name));
                let key: String = key.chars().take(40).collect();
                let is_meant =
                    |name: &&&str| key.strip_suffix('s') == Some(name) || name.strip_suffix('s') == Some(&key);
                let meant = names.iter().find(is_meant);
                let rule = meant.map_or_else(|| "; the".to_owned(), |name| format!(": is it {name}? The"));
                Err(self.error(&key, format!("is not known here{rule} fields are {}", names.join(", "))))
            }
        }
    }

    /// The entry that the field `tag` names; every other field must be a parameter of that
    /// entry or one of `common`.
    pub fn entry<E: AsRef<Entry>>(
        &self,
        tag: &str,
        entries: &'static [E],
        common: &[&str],
    ) -> Result<&'static E, DocumentError> {
        self.entry_or(tag, entries, common, "")
    }

    /// Like [`Self::entry`]; an error names `besides` after the entries' kinds.
    pub(crate) fn entry_or<E: AsRef<Entry>>(
        &self,
        tag: &str,
        entries: &'static [E],
        common: &[&str],
        besides: &str,
    ) -> Result<&'static E, DocumentError> {
        let value = self.value(tag)?;
        let entry = entries.iter().find(|entry| value.as_str() == Some(entry.as_ref().kind)).ok_or_else(|| {
            let kinds: Vec<_> = entries.iter().map(|entry| entry.as_ref().kind).collect();
            self.error(tag, format!("must be one of {}{besides}, got {}", kinds.join(", "), shown(value)))
        })?;
        let mut allowed = vec![tag];
        allowed.extend(common);
        self.only(entry.as_ref().parameters, &allowed)?;
        Ok(entry)
    }

    /// A number within the parameter's domain.
    pub fn number(&self, parameter: &Parameter) -> Result<f64, DocumentError> {
        match (self.get(parameter.name), parameter.default) {
            (Some(value), _) => value.as_f64().filter(|&number| parameter.domain.holds(number)).ok_or_else(|| {
                self.error(parameter.name, format!("{}, got {}", parameter.domain.rule(), shown(value)))
            }),
            (None, Some(default)) if !parameter.required => Ok(default),
            (None, _) => Err(self.error(parameter.name, "is missing")),
        }
    }

    /// A number within the parameter's domain, if given.
    pub fn optional_number(&self, parameter: &Parameter) -> Result<Option<f64>, DocumentError> {
        self.has(parameter.name).then(|| self.number(parameter)).transpose()
    }

    /// Checks those numbers and flags of `parameters` that are given, whether they are used or not.
    pub fn check_given(&self, parameters: &[Parameter]) -> Result<(), DocumentError> {
        for parameter in parameters.iter().filter(|parameter| self.has(parameter.name)) {
            match parameter.domain {
                Domain::Integer { .. } | Domain::Number { .. } => drop(self.number(parameter)?),
                Domain::Flag => drop(self.flag(parameter)?),
                _ => {}
            }
        }
        Ok(())
    }

    /// A whole number within the parameter's domain, even and below another number where that is asked for.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the domain was checked")]
    pub fn count(&self, parameter: &Parameter) -> Result<usize, DocumentError> {
        let number = self.number(parameter)?;
        if let Domain::Integer { even, below, .. } = parameter.domain {
            let most = below.and_then(|other| Some((other, self.get(other)?.as_f64()?)));
            if let Some((other, most)) = most.filter(|&(_, most)| number >= most) {
                let rule = format!("must be below the number of {other}, {most}, got {number}");
                return Err(self.error(parameter.name, rule));
            }
            if even && number % 2.0 != 0.0 {
                return Err(self.error(parameter.name, format!("must be even, got {number}")));
            }
        }
        Ok(number as usize)
    }

    /// A flag; `false` when left out.
    pub fn flag(&self, parameter: &Parameter) -> Result<bool, DocumentError> {
        match self.get(parameter.name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => Err(self.error(parameter.name, format!("must be true or false, got {}", shown(other)))),
        }
    }

    /// One of the names of the parameter's [`Domain::Choice`]; the first when left out.
    pub fn choice(&self, parameter: &Parameter) -> Result<&'static str, DocumentError> {
        let Domain::Choice { options } = parameter.domain else {
            unreachable!("{} is not declared as a choice", parameter.name)
        };
        match self.get(parameter.name) {
            None if !parameter.required => Ok(options[0]),
            None => Err(self.error(parameter.name, "is missing")),
            Some(value) => options.iter().find(|option| value.as_str() == Some(option)).copied().ok_or_else(|| {
                self.error(parameter.name, format!("must be one of {}, got {}", options.join(", "), shown(value)))
            }),
        }
    }

    /// Free text, at most 1,000 characters, if given.
    pub fn text(&self, name: &str) -> Result<Option<&'a str>, DocumentError> {
        match self.get(name) {
            None => Ok(None),
            // No text has more characters than bytes.
            Some(Value::String(text)) if text.len() <= 1_000 || text.chars().count() <= 1_000 => Ok(Some(text)),
            Some(Value::String(_)) => Err(self.error(name, "must have at most 1000 characters")),
            Some(other) => Err(self.error(name, format!("must be text, got {}", shown(other)))),
        }
    }

    /// A seed, if given: a u64 as a decimal string, or a number up to 2^53 - 1.
    pub fn seed(&self, name: &str) -> Result<Option<u64>, DocumentError> {
        const EXACT: u64 = (1 << 53) - 1;
        let Some(value) = self.get(name) else { return Ok(None) };
        let seed = match value {
            Value::String(text) if text.bytes().all(|b| b.is_ascii_digit()) => text.parse().ok(),
            Value::Number(_) => whole(value).filter(|&seed| seed <= EXACT),
            _ => None,
        };
        let rule = "must be a whole number from 0 to 2^64 - 1 as a string, or up to 2^53 - 1 as a number";
        seed.map(Some).ok_or_else(|| self.error(name, format!("{rule}, got {}", shown(value))))
    }

    /// A list of finite numbers, which must be there.
    pub fn numbers(&self, name: &str) -> Result<Vec<f64>, DocumentError> {
        numbers(self.value(name)?, &self.path(name))
    }
}

/// The elements of `value`, which must be an array.
pub fn array<'a>(value: &'a Value, path: &str) -> Result<&'a [Value], DocumentError> {
    match value {
        Value::Array(elements) => Ok(elements),
        other => Err(DocumentError::new(path, format!("must be a list, got {}", shown(other)))),
    }
}

/// A whole number from 0 to 2^53, also where it is written as `1.0`.
pub fn whole(value: &Value) -> Option<u64> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, and in range")]
    let of_float = |number: f64| number as u64;
    value.as_u64().or_else(|| {
        value
            .as_f64()
            .filter(|number| number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(number))
            .map(of_float)
    })
}

/// A finite number.
pub fn number(value: &Value, path: &str) -> Result<f64, DocumentError> {
    value
        .as_f64()
        .filter(|number| number.is_finite())
        .ok_or_else(|| DocumentError::new(path, format!("must be a number, got {}", shown(value))))
}

/// A list of finite numbers.
pub fn numbers(value: &Value, path: &str) -> Result<Vec<f64>, DocumentError> {
    array(value, path)?.iter().enumerate().map(|(i, element)| number(element, &format!("{path}[{i}]"))).collect()
}

/// `value` as JSON, shortened for an error message.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Array(elements) => format!("a list of {}", elements.len()),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) if text.chars().count() > 40 => {
            format!("{:?}…", text.chars().take(40).collect::<String>())
        }
        Value::String(text) => format!("{text:?}"),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(number), ..) => number.to_string(),
            (_, Some(number), _) => number.to_string(),
            (.., number) => format!("{:?}", number.unwrap_or(f64::NAN)).trim_end_matches(".0").to_owned(),
        },
        Value::Bool(truth) => truth.to_string(),
        Value::Null => "null".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const LAZINESS: Parameter = Parameter::with_default("laziness", Domain::below(0.0, 1.0), 0.0, "θ");
    const AGENTS: Parameter = Parameter::required("agents", Domain::integer(1, 10), 4.0, "n");
    const ENTRIES: &[Entry] =
        &[Entry { kind: "ring", title: "Ring", about: "", source: "", parameters: &[AGENTS, LAZINESS] }];

    fn message<T: fmt::Debug>(value: &Value, read: impl Fn(&Fields) -> Result<T, DocumentError>) -> String {
        read(&Fields::of(value, "methods[2]").unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_path_the_rule_and_the_value() {
        let laziness = |fields: &Fields| fields.number(&LAZINESS);
        assert_eq!(message(&json!({"laziness": 1.5}), laziness), "methods[2].laziness: must be in [0, 1), got 1.5");
        assert_eq!(message(&json!({"laziness": "x"}), laziness), "methods[2].laziness: must be in [0, 1), got \"x\"");
        let agents = |fields: &Fields| fields.count(&AGENTS);
        let rule = "methods[2].agents: must be a whole number from 1 to 10, got";
        assert_eq!(message(&json!({"agents": 2.5}), agents), format!("{rule} 2.5"));
        assert_eq!(message(&json!({"agents": 1e9}), agents), format!("{rule} 1000000000"));
        assert_eq!(message(&json!({}), agents), "methods[2].agents: is missing");
        let entry = |fields: &Fields| fields.entry("kind", ENTRIES, &["label"]);
        let meant = "methods[2].agent: is not known here: is it agents? The fields are kind, label, agents, laziness";
        assert_eq!(message(&json!({"kind": "ring", "agent": 3}), entry), meant);
        assert_eq!(message(&json!({"kind": "rung"}), entry), "methods[2].kind: must be one of ring, got \"rung\"");
        assert_eq!(
            message(&json!({"kind": "ring", "__proto__": 1}), entry),
            "methods[2].__proto__: is not known here; the fields are kind, label, agents, laziness"
        );
    }

    #[test]
    fn numbers_are_shown_as_they_are_written() {
        let all =
            [(json!(9_007_199_254_740_992.0), "9007199254740992"), (json!(1e300), "1e300"), (json!(-0.5), "-0.5")];
        for (value, text) in all {
            assert_eq!(shown(&value), text);
        }
    }

    #[test]
    fn seeds_are_exact() {
        let seed = |value: Value| Fields::of(&json!({ "seed": value }), "").unwrap().seed("seed");
        assert_eq!(seed(json!("18446744073709551615")), Ok(Some(u64::MAX)));
        assert_eq!(seed(json!(9_007_199_254_740_991_u64)), Ok(Some((1 << 53) - 1)));
        assert!(seed(json!(9_007_199_254_740_992_u64)).is_err());
        assert!(seed(json!("18446744073709551616")).is_err());
        assert!(seed(json!("-1")).is_err());
        assert!(seed(json!("")).is_err());
        assert!(seed(json!(1.5)).is_err());
        assert_eq!(seed(json!(null)), Ok(None));
    }
}
