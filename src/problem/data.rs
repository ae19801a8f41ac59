//! Data in place of a generator's parameters: what a document lists, the text of a file, or a
//! shape in the plane.

use std::borrow::Cow;

use serde_json::Value;

use super::dataset::{self, ImportedData, Outcome, Report};
use super::dataset::{CONSTANT, TEST};
use super::digits::{self, Digits};
use super::samples::{HeldOut, Samples};
use super::shapes::{self, PlaneShape};
use super::{DATA, DIMENSION};
use crate::document::{self, DocumentError, Domain, Entry, Fields, Parameter, Shape};

/// The greatest magnitude of a given number, far from where products of Hessians overflow.
const GREATEST: f64 = 1e50;
/// The least of the greatest magnitudes of a coordinate that is not 0, far from where squares vanish.
const LEAST: f64 = 1e-100;
/// The most coordinates of given data; least squares keeps a d × d matrix for each agent.
const MAX_DIMENSION: usize = 1_000;

/// [agent][sample].
const SCALARS: Shape = Shape::List(&Shape::List(&Shape::Number));
const FEATURES: Parameter = Parameter::plain(
    "features",
    Domain::structure(Shape::List(&SCALARS)),
    true,
    "The features, [agent][sample][coordinate]",
);
const LABELS: Parameter = Parameter::plain(
    "labels",
    Domain::structure(SCALARS),
    false,
    "For a classification the labels, [agent][sample]: -1 or 1, or with several classes 0, 1, …",
);
const TARGETS: Parameter =
    Parameter::plain("targets", Domain::structure(SCALARS), false, "For a regression the targets, [agent][sample]");

/// The ways to give data.
pub const KINDS: &[Entry] = &[
    Entry {
        kind: "explicit",
        title: "Numbers in the document",
        about: "The document lists every agent's samples",
        source: "",
        parameters: &[FEATURES, LABELS, TARGETS, CONSTANT, TEST],
    },
    dataset::LIBSVM,
    dataset::CSV,
    shapes::CIRCLES,
    shapes::MOONS,
    shapes::SPIRALS,
    shapes::XOR,
    shapes::GAUSSIANS,
    digits::ENTRY,
];

/// The given data of a problem.
#[derive(Clone, Debug)]
pub(super) enum Given {
    /// Samples, and what reading them from a file did.
    Samples(Samples, Option<Box<Report>>),
    /// Points still to be drawn.
    Shape(PlaneShape),
    /// Images still to be drawn.
    Digits(Digits),
}

impl Given {
    /// Reads the `data` of `problem` for that many agents, if the document gives data. A split that
    /// is random draws from the streams of `seed`.
    pub fn read(problem: &Fields, outcome: Outcome, agents: usize, seed: u64) -> Result<Option<Self>, DocumentError> {
        let Some(data) = problem.optional_object(DATA.name)? else { return Ok(None) };
        let given = match data.entry("kind", KINDS, &[])?.kind {
            "explicit" => Self::Samples(explicit(&data, outcome, agents, seed)?, None),
            "libsvm" | "csv" => {
                let ImportedData { samples, report } = ImportedData::read(&data, agents, outcome, seed)?;
                Self::Samples(samples, Some(Box::new(report)))
            }
            "digits" => Self::Digits(Digits::read(&data, problem.path(DATA.name), outcome, agents)?),
            kind if outcome.is_label() => Self::Shape(PlaneShape::read(&data, kind, outcome, agents)?),
            kind => return Err(data.error("kind", format!("{kind} has labels, and this problem needs targets"))),
        };
        if let Self::Samples(samples, _) = &given {
            if samples.dimension > MAX_DIMENSION {
                let rule = format!("must have at most {MAX_DIMENSION} coordinates, has {}", samples.dimension);
                return Err(problem.error(DATA.name, rule));
            }
            sizes(samples).map_err(|rule| problem.error(DATA.name, rule))?;
        }
        if problem.has(DIMENSION.name) && problem.count(&DIMENSION)? != given.dimension() {
            return Err(problem.error(DIMENSION.name, format!("the data have {} coordinates", given.dimension())));
        }
        Ok(Some(given))
    }

    /// The number of features.
    pub fn dimension(&self) -> usize {
        match self {
            Self::Samples(samples, _) => samples.dimension,
            Self::Shape(_) => shapes::DIMENSION,
            Self::Digits(_) => digits::DIMENSION,
        }
    }

    /// Whether some rows are held out.
    pub fn has_test(&self) -> bool {
        match self {
            Self::Samples(samples, _) => !samples.held_out.responses.is_empty(),
            Self::Shape(_) => false,
            Self::Digits(_) => true,
        }
    }

    /// The samples of all agents; a shape draws from the streams of `seed`.
    pub fn samples(&self, seed: u64, agents: usize) -> Result<Cow<'_, Samples>, DocumentError> {
        match self {
            Self::Samples(samples, _) => Ok(Cow::Borrowed(samples)),
            Self::Shape(shape) => shape.samples(seed, agents).map(Cow::Owned),
            Self::Digits(digits) => digits.samples(seed, agents).map(Cow::Owned),
        }
    }

    /// The report on reading the data from a file.
    pub fn report(&self) -> Option<&Report> {
        match self {
            Self::Samples(_, report) => report.as_deref(),
            Self::Shape(_) | Self::Digits(_) => None,
        }
    }
}

/// Reads `{kind: "explicit", features, labels or targets, …}` for that many agents.
fn explicit(fields: &Fields, outcome: Outcome, agents: usize, seed: u64) -> Result<Samples, DocumentError> {
    let responses = match outcome {
        Outcome::Label | Outcome::Class(_) => LABELS.name,
        Outcome::Target => TARGETS.name,
    };
    fields.only(&[FEATURES, CONSTANT, TEST], &["kind", responses])?;
    let of_agents = |name: &str| -> Result<_, DocumentError> {
        let list = fields.array(name)?;
        if list.len() == agents {
            Ok(list)
        } else {
            Err(fields.error(name, format!("must have one entry for each of the {agents} agents, got {}", list.len())))
        }
    };
    let mut samples = Samples::default();
    for (i, (rows, values)) in of_agents("features")?.iter().zip(of_agents(responses)?).enumerate() {
        let path = format!("{}[{i}]", fields.path("features"));
        let rows = document::array(rows, &path)?;
        let response_path = format!("{}[{i}]", fields.path(responses));
        let values = document::numbers(values, &response_path)?;
        if rows.is_empty() {
            return Err(DocumentError::new(path, "must have at least one sample"));
        }
        if rows.len() != values.len() {
            let rule = format!("must have one entry for each of the {} samples, got {}", rows.len(), values.len());
            return Err(DocumentError::new(response_path, rule));
        }
        let (is_label, rule): (&dyn Fn(f64) -> bool, _) = match outcome {
            Outcome::Label => (&|y| y == 1.0 || y == -1.0, "must be -1 or 1".to_owned()),
            Outcome::Class(count) => (
                &move |y| y.fract() == 0.0 && (0.0..count as f64).contains(&y),
                format!("must be a whole number from 0 to {}", count - 1),
            ),
            Outcome::Target => (&|_| true, String::new()),
        };
        if let Some(s) = values.iter().position(|&y| !is_label(y)) {
            return Err(DocumentError::new(format!("{response_path}[{s}]"), format!("{rule}, got {}", values[s])));
        }
        let features = read_rows(rows, &mut samples.dimension, &path)?;
        samples.features.push(features);
        samples.responses.push(values);
    }
    if let Some(share) = fields.optional_number(&TEST)? {
        hold_out(&mut samples, share, seed).map_err(|rule| fields.error(TEST.name, rule))?;
    }
    if fields.flag(&CONSTANT)? {
        samples.append_constant();
    }
    Ok(samples)
}

/// Refuses numbers whose squares are not finite, or all of which in a coordinate have squares that vanish.
fn sizes(samples: &Samples) -> Result<(), String> {
    let greatest = |number: f64, other: &f64| number.max(other.abs());
    let of_rows = |of_agents: &[Vec<f64>], held_out: &[f64], width: usize| -> Vec<f64> {
        let column = |j: usize| {
            of_agents.iter().map(Vec::as_slice).chain([held_out]).flat_map(move |all| all.iter().skip(j).step_by(width))
        };
        (0..width).map(|j| column(j).fold(0.0, greatest)).collect()
    };
    let large = |what: &str, number: f64| {
        format!("must hold no number beyond {GREATEST:e} in magnitude, and {what} has {number:e}")
    };
    for (j, number) in of_rows(&samples.features, &samples.held_out.features, samples.dimension).into_iter().enumerate()
    {
        let what = format!("coordinate {j} of the samples");
        if number > GREATEST {
            return Err(large(&what, number));
        }
        if number > 0.0 && number < LEAST {
            return Err(format!(
                "must hold a number of at least {LEAST:e} in magnitude, or only 0, in each coordinate, and the greatest of coordinate {j} is {number:e}"
            ));
        }
    }
    match of_rows(&samples.responses, &samples.held_out.responses, 1)[..] {
        [number] if number > GREATEST => Err(large("a sample's outcome", number)),
        _ => Ok(()),
    }
}

/// Takes out that share of all agents' rows, drawn from the streams of `seed`.
fn hold_out(samples: &mut Samples, share: f64, seed: u64) -> Result<(), String> {
    let rows = samples.responses.iter().map(Vec::len).sum();
    let mut places = HeldOut::draw(share, rows, seed).into_iter().peekable();
    let mut first = 0;
    for (agent, (features, responses)) in samples.features.iter_mut().zip(&mut samples.responses).enumerate() {
        let (old_features, old_responses) = (std::mem::take(features), std::mem::take(responses));
        for (s, (row, response)) in old_features.chunks_exact(samples.dimension).zip(old_responses).enumerate() {
            let is_held = places.next_if_eq(&(first + s)).is_some();
            let held_out = (&mut samples.held_out.features, &mut samples.held_out.responses);
            let (features, responses) = if is_held { held_out } else { (&mut *features, &mut *responses) };
            features.extend_from_slice(row);
            responses.push(response);
        }
        first += old_features.len() / samples.dimension;
        if responses.is_empty() {
            return Err(format!("leaves agent {agent} without a sample"));
        }
    }
    Ok(())
}

/// The numbers of an agent's samples; the first sample of all sets the number of coordinates.
fn read_rows(rows: &[Value], dimension: &mut usize, path: &str) -> Result<Vec<f64>, DocumentError> {
    let mut features = Vec::new();
    for (s, row) in rows.iter().enumerate() {
        let path = format!("{path}[{s}]");
        let row = document::numbers(row, &path)?;
        if *dimension == 0 {
            *dimension = row.len();
        }
        if row.is_empty() || row.len() != *dimension {
            let rule = format!("must have as many numbers as the first sample, at least one, got {}", row.len());
            return Err(DocumentError::new(path, rule));
        }
        features.extend(row);
    }
    Ok(features)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn given(outcome: Outcome, problem: &Value) -> Result<Given, String> {
        let fields = Fields::of(problem, "problem").unwrap();
        Given::read(&fields, outcome, 2, 1).map(Option::unwrap).map_err(|e| e.to_string())
    }

    #[test]
    fn a_file_gives_the_same_samples_as_their_list() {
        let file = json!({"data": {"kind": "libsvm", "text": "1 1:2 2:3\n0 2:4\n0 1:-1\n?"}});
        let list = json!({"data": {
            "kind": "explicit", "features": [[[2, 3], [-1, 0]], [[0, 4]]], "labels": [[1, -1], [-1]]
        }});
        let (file, list) = (given(Outcome::Label, &file).unwrap(), given(Outcome::Label, &list).unwrap());
        let named = Samples { names: vec!["0".to_owned(), "1".to_owned()], ..list.samples(1, 2).unwrap().into_owned() };
        assert_eq!(*file.samples(1, 2).unwrap(), named);
        assert_eq!(file.report().unwrap().skipped.total, 1);
        assert_eq!(list.report(), None);
    }

    #[test]
    fn what_is_wrong_with_given_data_is_named_at_its_place() {
        let explicit = |features: Value, responses: &str, values: Value| json!({"data": {"kind": "explicit", "features": features, responses: values}});
        let two = || json!([[[1, 2]], [[3, 4]]]);
        let wrong = |outcome, problem: Value, message: &str| {
            assert_eq!(given(outcome, &problem).unwrap_err(), format!("problem.{message}"));
        };
        let (label, target) = (Outcome::Label, Outcome::Target);
        wrong(
            label,
            explicit(two(), "targets", json!([[1], [1]])),
            "data.targets: is not known here; the fields are kind, labels, features, constant, test",
        );
        wrong(label, explicit(two(), "labels", json!([[1], [0]])), "data.labels[1][0]: must be -1 or 1, got 0");
        wrong(
            target,
            explicit(two(), "targets", json!([[1]])),
            "data.targets: must have one entry for each of the 2 agents, got 1",
        );
        wrong(
            target,
            explicit(json!([[[1, 2]], [[3]]]), "targets", json!([[1], [1]])),
            "data.features[1][0]: must have as many numbers as the first sample, at least one, got 1",
        );
        wrong(
            target,
            explicit(two(), "targets", json!([[1], [1e60]])),
            "data: must hold no number beyond 1e50 in magnitude, and a sample's outcome has 1e60",
        );
        wrong(
            target,
            explicit(json!([[[1, -2e60]], [[3, 4]]]), "targets", json!([[1], [1]])),
            "data: must hold no number beyond 1e50 in magnitude, and coordinate 1 of the samples has 2e60",
        );
        wrong(
            target,
            explicit(json!([[[1, 0]], [[3, 4e-310]]]), "targets", json!([[1], [1]])),
            "data: must hold a number of at least 1e-100 in magnitude, or only 0, in each coordinate, and the greatest of coordinate 1 is 4e-310",
        );
        let wide = json!([[vec![0; 1_001]], [vec![0; 1_001]]]);
        wrong(
            target,
            explicit(wide, "targets", json!([[1], [1]])),
            "data: must have at most 1000 coordinates, has 1001",
        );
        let shape = json!({"data": {"kind": "moons", "samplesPerAgent": 4}});
        wrong(target, shape, "data.kind: moons has labels, and this problem needs targets");
        let shape = json!({"dimension": 3, "data": {"kind": "moons", "samplesPerAgent": 4}});
        wrong(label, shape, "dimension: the data have 2 coordinates");
        wrong(
            label,
            json!({"data": {"kind": "arff"}}),
            "data.kind: must be one of explicit, libsvm, csv, circles, moons, spirals, xor, gaussians, digits, got \"arff\"",
        );
    }
}
