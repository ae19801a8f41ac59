//! Two classes of points in the plane, drawn at random.
//!
//! Of the n × `samplesPerAgent` points one half has label -1, then the other +1 (0 and 1 with `classes`). Each lies on its
//! class's shape, and noise is added to both coordinates.

use core::f64::consts::{FRAC_1_SQRT_2, PI};

use rand::RngExt;

use super::dataset::outcome::Outcome;
use super::dataset::split::{SPLIT, Split};
use super::samples::Samples;
use super::{SAMPLES, check_memory, size_of_data};
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};
use crate::random::{self, Purpose};

/// The number of coordinates.
pub const DIMENSION: usize = 2;

const NOISE: Parameter = Parameter::with_default(
    "noise",
    Domain::number(0.0, 10.0),
    0.1,
    "the standard deviation of the noise on both coordinates of a point",
);
const PARAMETERS: &[Parameter] = &[SAMPLES, NOISE, SPLIT];

/// The catalog's entry for two circles.
pub const CIRCLES: Entry = Entry {
    kind: "circles",
    title: "Circles",
    about: "A circle of radius 0.4 inside of one of radius 1",
    source: "",
    parameters: PARAMETERS,
};
/// The catalog's entry for two half-moons.
pub const MOONS: Entry = Entry {
    kind: "moons",
    title: "Half-moons",
    about: "Two half circles of radius 1 that reach into each other",
    source: "",
    parameters: PARAMETERS,
};
/// The catalog's entry for two spirals.
pub const SPIRALS: Entry = Entry {
    kind: "spirals",
    title: "Spirals",
    about: "Two arms that wind once around each other, out to radius 1",
    source: "",
    parameters: PARAMETERS,
};
/// The catalog's entry for the exclusive or.
pub const XOR: Entry = Entry {
    kind: "xor",
    title: "Exclusive or",
    about: "The four quarters of a square of side 2, opposite ones alike: no line separates the classes",
    source: "",
    parameters: PARAMETERS,
};
/// The catalog's entry for two clouds.
pub const GAUSSIANS: Entry = Entry {
    kind: "gaussians",
    title: "Two clouds",
    about: "Normal clouds about two centres at distance 2, as wide as the noise: a line separates them",
    source: "",
    parameters: PARAMETERS,
};

/// The numbers that a sample takes while it is drawn, shared out and given to its agent: its own three, three times, and
/// its places in the orders by which the rows are split.
const NUMBERS: u64 = 16;

/// A shape whose points are still to be drawn.
#[derive(Clone, Debug)]
pub(super) struct PlaneShape {
    kind: &'static str,
    /// Samples of each agent, on average.
    samples: usize,
    noise: f64,
    split: Split,
    /// Where the split stands in the document.
    path: String,
    /// The labels: -1 and 1, or 0 and 1.
    labels: [f64; 2],
}

impl PlaneShape {
    /// Reads the data of that kind for so many agents.
    pub fn read(fields: &Fields, kind: &'static str, outcome: Outcome, agents: usize) -> Result<Self, DocumentError> {
        let samples = fields.count(&SAMPLES)?;
        let numbers = (agents as u64).saturating_mul(samples as u64).saturating_mul(NUMBERS);
        check_memory(fields, SAMPLES.name, numbers, &size_of_data(agents, samples, DIMENSION))?;
        let split = Split::read(fields.optional_object(SPLIT.name)?.as_ref())?;
        let path = fields.path(SPLIT.name);
        split.coordinate(DIMENSION).map_err(|rule| DocumentError::new(format!("{path}.column"), rule))?;
        let labels = if outcome == Outcome::Label { [-1.0, 1.0] } else { [0.0, 1.0] };
        Ok(Self { kind, samples, noise: fields.number(&NOISE)?, split, path, labels })
    }

    /// The samples of all agents, drawn from the streams of `seed`.
    pub fn samples(&self, seed: u64, agents: usize) -> Result<Samples, DocumentError> {
        let count = self.samples * agents;
        let mut rng = random::stream(seed, Purpose::Data, u64::MAX, 1);
        let (mut points, mut labels) = (Vec::with_capacity(count * DIMENSION), Vec::with_capacity(count));
        for row in 0..count {
            let sign = if 2 * row < count { -1.0 } else { 1.0 };
            let mut noise = [0.0; DIMENSION];
            let point = on_shape(self.kind, sign, rng.random(), rng.random());
            random::fill_standard_normal(&mut rng, &mut noise);
            points.extend(point.iter().zip(noise).map(|(x, noise)| x + self.noise * noise));
            labels.push(self.labels[usize::from(sign > 0.0)]);
        }
        let shared = self.split.share_out(DIMENSION, &points, &labels, agents, seed);
        shared.map_err(|rule| DocumentError::new(self.path.clone(), rule))
    }
}

/// Maps two numbers in [0, 1) to a point of a class of a shape.
fn on_shape(kind: &str, label: f64, u: f64, v: f64) -> [f64; DIMENSION] {
    let at = |radius: f64, angle: f64| {
        let (sine, cosine) = libm::sincos(angle);
        [radius * cosine, radius * sine]
    };
    match kind {
        "circles" => at(if label > 0.0 { 0.4 } else { 1.0 }, 2.0 * PI * u),
        "moons" => {
            // The upper one ends in the middle of the lower one.
            let [x, y] = at(1.0, PI * u);
            [label * (0.5 - x), label * (0.25 - y)]
        }
        "spirals" => {
            let [x, y] = at(0.1 + 0.9 * u, 2.0 * PI * u);
            [label * x, label * y]
        }
        "xor" => {
            let x = 2.0 * u - 1.0;
            [x, v.copysign(label * x)]
        }
        _ => [label * FRAC_1_SQRT_2, label * FRAC_1_SQRT_2],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const KINDS: [&str; 5] = ["circles", "moons", "spirals", "xor", "gaussians"];

    fn drawn(data: &Value, agents: usize) -> Result<Samples, String> {
        let fields = Fields::of(data, "data").unwrap();
        let kind = KINDS.into_iter().find(|kind| data["kind"] == *kind).unwrap();
        let samples =
            PlaneShape::read(&fields, kind, Outcome::Label, agents).and_then(|shape| shape.samples(5, agents));
        samples.map_err(|error| error.to_string())
    }

    #[test]
    fn without_noise_points_lie_on_their_shape() {
        for kind in KINDS {
            let samples = drawn(&json!({"kind": kind, "samplesPerAgent": 50, "noise": 0}), 4).unwrap();
            let labels = samples.responses.concat();
            assert_eq!(labels.iter().sum::<f64>(), 0.0, "half of each class");
            for (point, y) in samples.features.concat().chunks_exact(2).zip(labels) {
                let [a, b] = [y * point[0], y * point[1]];
                let radius = a.hypot(b);
                let is_on = match kind {
                    "circles" => (radius - if y > 0.0 { 0.4 } else { 1.0 }).abs() < 1e-14,
                    "moons" => ((a - 0.5).hypot(b - 0.25) - 1.0).abs() < 1e-14 && b <= 0.25,
                    "spirals" => {
                        let turn = b.atan2(a).rem_euclid(2.0 * PI) / (2.0 * PI);
                        (radius - 0.1 - 0.9 * turn).abs() < 1e-12
                    }
                    "xor" => y * point[0] * point[1] >= 0.0 && a.abs() <= 1.0 && b.abs() <= 1.0,
                    _ => a == FRAC_1_SQRT_2 && a == b,
                };
                assert!(is_on, "{kind}: {point:?} of class {y}");
            }
        }
    }

    #[test]
    fn noise_has_its_standard_deviation_on_both_coordinates() {
        let data = |noise: f64| json!({"kind": "gaussians", "samplesPerAgent": 5_000, "noise": noise});
        let [clean, noisy] = [0.0, 0.3].map(|noise| drawn(&data(noise), 2).unwrap().features.concat());
        for j in 0..2 {
            let pairs = noisy.iter().zip(&clean).skip(j).step_by(2);
            let variance = pairs.map(|(a, b)| (a - b) * (a - b)).sum::<f64>() / 10_000.0;
            assert!((variance - 0.09).abs() < 5.0 * 0.09 * (2.0_f64 / 10_000.0).sqrt(), "{variance}");
        }
    }

    #[test]
    fn every_agent_gets_a_row_and_every_row_an_agent_in_every_split() {
        for kind in KINDS {
            for split in [
                json!({"kind": "even"}),
                json!({"kind": "byLabel"}),
                json!({"kind": "byColumn", "column": 1}),
                json!({"kind": "bySector"}),
                json!({"kind": "dirichlet", "concentration": 1e-4}),
                json!({"kind": "dirichlet", "concentration": 1e4}),
            ] {
                for (agents, each) in [(1, 3), (7, 1), (16, 30)] {
                    let data = json!({"kind": kind, "samplesPerAgent": each, "noise": 0.05, "split": split});
                    let samples = drawn(&data, agents).unwrap();
                    assert!(samples.responses.iter().all(|labels| !labels.is_empty()), "{data}");
                    assert_eq!(samples.responses.concat().len(), agents * each);
                    let mut all = samples.features.concat();
                    let mut even =
                        drawn(&json!({"kind": kind, "samplesPerAgent": each, "noise": 0.05}), agents).unwrap();
                    let mut other = even.features.drain(..).flatten().collect::<Vec<_>>();
                    all.sort_by(f64::total_cmp);
                    other.sort_by(f64::total_cmp);
                    assert_eq!(all, other, "the same points, shared out otherwise");
                }
            }
        }
    }

    #[test]
    fn splits_do_what_they_are_called() {
        let of = |split: Value| {
            drawn(&json!({"kind": "circles", "samplesPerAgent": 30, "noise": 0.08, "split": split}), 16).unwrap()
        };
        let by_label = of(json!({"kind": "byLabel"}));
        let one_class = |labels: &Vec<f64>| labels.iter().all(|y| y == &labels[0]);
        assert!(by_label.responses.iter().all(one_class));
        assert!(by_label.responses.iter().all(|labels| labels.len() == 30));
        // About the mean, which lies near 0, agent by agent.
        let by_sector = of(json!({"kind": "bySector"}));
        for (agent, points) in by_sector.features.iter().enumerate() {
            assert_eq!(points.len(), 60);
            for point in points.chunks_exact(2) {
                let turn = (point[1].atan2(point[0]) + PI) / (2.0 * PI);
                let off = (turn - (agent as f64 + 0.5) / 16.0 + 0.5).rem_euclid(1.0) - 0.5;
                assert!(off.abs() < 0.1, "{turn} of agent {agent}");
            }
        }
        let classes = |samples: &Samples| {
            let share = |labels: &Vec<f64>| labels.iter().filter(|&&y| y > 0.0).count() as f64 / labels.len() as f64;
            samples.responses.iter().map(share).collect::<Vec<_>>()
        };
        let equal = of(json!({"kind": "dirichlet", "concentration": 1e4}));
        assert!(classes(&equal).iter().all(|share| (share - 0.5).abs() < 0.1), "{:?}", classes(&equal));
        let unequal = of(json!({"kind": "dirichlet", "concentration": 0.05}));
        let pure = classes(&unequal).iter().filter(|&&share| !(0.1..=0.9).contains(&share)).count();
        assert!(pure >= 12, "{:?}", classes(&unequal));
    }

    #[test]
    fn what_is_wrong_is_named_at_its_place() {
        let wrong = |data: Value, message: &str| assert_eq!(drawn(&data, 3).unwrap_err(), message);
        let with_split = |split: Value| json!({"kind": "gaussians", "samplesPerAgent": 4, "noise": 0, "split": split});
        wrong(json!({"kind": "xor"}), "data.samplesPerAgent: is missing");
        wrong(
            with_split(json!({"kind": "byColumn", "column": "x"})),
            "data.split.column: must be a coordinate from 0 to 1, got \"x\"",
        );
        wrong(
            with_split(json!({"kind": "byColumn", "column": 0})),
            "data.split: needs a distinct value of column 0 for each of 3 agents, there are 2",
        );
        wrong(
            with_split(json!({"kind": "dirichlet", "concentration": 0})),
            "data.split.concentration: must be in (0, 10000], got 0",
        );
    }
}
