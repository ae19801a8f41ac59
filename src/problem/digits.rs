//! Handwritten digits: 1,797 images of 8 × 8 grey values from 0 to 16, of 43 writers, which a file of its own holds.
//!
//! Of n × `samplesPerAgent` images, drawn at random, as many are of each digit; those that are not drawn are held out.
//!
//! E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits, UCI Machine Learning Repository, 1998,
//! <https://doi.org/10.24432/C50P49>, CC BY 4.0.

use std::sync::OnceLock;

use super::SAMPLES;
use super::dataset::outcome::Outcome;
use super::dataset::split::{SPLIT, Split};
use super::samples::{HeldOut, Samples};
use crate::document::{DocumentError, Entry, Fields};
use crate::random::{self, Purpose};

/// The number of features, row by row of an image, each from 0 to 1.
pub const DIMENSION: usize = 64;
/// The number of classes.
const CLASSES: usize = 10;
/// The number of images.
const IMAGES: usize = 1_797;
/// The most images that can be drawn: ten times those of the digit that has the fewest, 8.
const MOST: usize = 1_740;
/// The greatest grey value, written as `g`.
const BLACK: u32 = 16;

/// The catalog's entry.
pub const ENTRY: Entry = Entry {
    kind: "digits",
    title: "Handwritten digits",
    about: "Images of 8 × 8 grey values, as many of each digit; those that no agent has are held out as a test",
    source: "Alpaydin and Kaynak, Optical Recognition of Handwritten Digits, UCI Machine Learning Repository (1998)",
    parameters: &[SAMPLES, SPLIT],
};

static LOADED: OnceLock<Vec<Image>> = OnceLock::new();

#[derive(Debug)]
struct Image {
    digit: usize,
    features: [f64; DIMENSION],
}

/// Takes the images from the bytes of `digits.txt`, once for all experiments. They are needed when data of the kind
/// `digits` are built.
///
/// # Errors
/// If these are not the bytes of that file.
pub fn load(bytes: &[u8]) -> Result<(), DocumentError> {
    let refused = |rule: String| DocumentError::new("digits", rule);
    let text = str::from_utf8(bytes).map_err(|_| refused("is not the text of digits.txt".to_owned()))?;
    let mut images = Vec::with_capacity(IMAGES);
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#')) {
        images.push(image(line).ok_or_else(|| refused(format!("line {number} of the file is no image")))?);
    }
    if images.len() != IMAGES {
        return Err(refused(format!("must hold {IMAGES} images, has {}", images.len())));
    }
    // Who loads them again has the same.
    LOADED.get_or_init(|| images);
    Ok(())
}

/// The image of a line: the digit, a blank, and 64 grey values in base 17.
fn image(line: &str) -> Option<Image> {
    let (digit, values) = line.split_once(' ')?;
    let digit = digit.parse().ok().filter(|&digit| digit < CLASSES)?;
    let mut features = [0.0; DIMENSION];
    let mut values = values.chars();
    for feature in &mut features {
        *feature = f64::from(values.next()?.to_digit(BLACK + 1)?) / f64::from(BLACK);
    }
    values.next().is_none().then_some(Image { digit, features })
}

/// Images still to be drawn.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    /// Images of all agents.
    count: usize,
    split: Split,
    /// Where the data stand in the document.
    path: String,
}

impl Digits {
    /// Reads the data for so many agents.
    pub fn read(fields: &Fields, path: String, outcome: Outcome, agents: usize) -> Result<Self, DocumentError> {
        if !matches!(outcome, Outcome::Class(classes) if classes >= CLASSES) {
            let rule = format!("digits has {CLASSES} classes, for a neuralNetwork with classes of at least {CLASSES}");
            return Err(fields.error("kind", rule));
        }
        let samples = fields.count(&SAMPLES)?;
        let count = samples.saturating_mul(agents);
        if count > MOST {
            let rule = format!("{agents} agents × {samples} images are more than the {MOST} that can be shared out");
            return Err(fields.error(SAMPLES.name, rule));
        }
        let split = Split::read(fields.optional_object(SPLIT.name)?.as_ref())?;
        let column = |rule| DocumentError::new(format!("{}.column", fields.path(SPLIT.name)), rule);
        split.coordinate(DIMENSION).map_err(column)?;
        Ok(Self { count, split, path })
    }

    /// The samples of all agents, drawn from the streams of `seed`; the images that are not drawn are held out.
    pub fn samples(&self, seed: u64, agents: usize) -> Result<Samples, DocumentError> {
        let images = LOADED.get().ok_or_else(|| {
            let rule = "the images of handwritten digits are not loaded: loadDigits takes the bytes of digits.txt";
            DocumentError::new(self.path.clone(), rule)
        })?;
        let mut rng = random::stream(seed, Purpose::Data, u64::MAX, 3);
        let mut is_drawn = vec![false; IMAGES];
        let (mut features, mut labels) = (Vec::with_capacity(self.count * DIMENSION), Vec::with_capacity(self.count));
        for digit in 0..CLASSES {
            let mut places: Vec<_> = (0..IMAGES).filter(|&place| images[place].digit == digit).collect();
            random::shuffle(&mut rng, &mut places);
            let share = self.count / CLASSES + usize::from(digit < self.count % CLASSES);
            for place in places.into_iter().take(share) {
                is_drawn[place] = true;
                features.extend(images[place].features);
                labels.push(digit as f64);
            }
        }
        let shared = self.split.share_out(DIMENSION, &features, &labels, agents, seed);
        let mut samples = shared.map_err(|rule| DocumentError::new(format!("{}.{}", self.path, SPLIT.name), rule))?;
        let others = || images.iter().zip(&is_drawn).filter(|(_, is_drawn)| !**is_drawn).map(|(image, _)| image);
        samples.held_out = HeldOut {
            features: others().flat_map(|image| image.features).collect(),
            responses: others().map(|image| image.digit as f64).collect(),
        };
        Ok(samples)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The file of the repository.
    const FILE: &[u8] = include_bytes!("../../data/digits.txt");

    fn drawn(data: &Value, agents: usize, seed: u64) -> Result<Samples, String> {
        let fields = Fields::of(data, "data").unwrap();
        let digits = Digits::read(&fields, "data".to_owned(), Outcome::Class(CLASSES), agents);
        digits.and_then(|digits| digits.samples(seed, agents)).map_err(|error| error.to_string())
    }

    fn counts(labels: impl IntoIterator<Item = f64>) -> [usize; CLASSES] {
        let mut counts = [0; CLASSES];
        labels.into_iter().for_each(|label| counts[(0..CLASSES).find(|&c| c as f64 == label).unwrap()] += 1);
        counts
    }

    #[test]
    fn every_image_is_an_agents_or_held_out_and_every_digit_is_as_frequent() {
        load(FILE).unwrap();
        let all = counts(LOADED.get().unwrap().iter().map(|image| image.digit as f64));
        assert_eq!(all, [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]);
        for (agents, each) in [(10, 100), (7, 13), (1, 1), (10, 174), (16, 30)] {
            let samples = drawn(&json!({"kind": "digits", "samplesPerAgent": each}), agents, 3).unwrap();
            let ours = counts(samples.responses.concat());
            let count = agents * each;
            assert_eq!(ours.iter().sum::<usize>(), count);
            assert!(ours.iter().all(|&of| (count / 10..=count.div_ceil(10)).contains(&of)), "{ours:?}");
            let others = counts(samples.held_out.responses.iter().copied());
            assert!((0..CLASSES).all(|c| ours[c] + others[c] == all[c]));
            let rows: Vec<_> = samples.features.concat();
            let mut rows: Vec<_> =
                rows.chunks_exact(DIMENSION).chain(samples.held_out.features.chunks_exact(DIMENSION)).collect();
            assert!(
                rows.iter().flat_map(|row| row.iter()).all(|&x| (0.0..=1.0).contains(&x) && (16.0 * x).fract() == 0.0)
            );
            rows.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let mut file: Vec<&[f64]> = LOADED.get().unwrap().iter().map(|image| &image.features[..]).collect();
            file.sort_by(|a, b| a.partial_cmp(b).unwrap());
            assert_eq!(rows, file);
        }
    }

    #[test]
    fn splits_go_by_digit_and_draws_by_seed() {
        load(FILE).unwrap();
        let by_label = json!({"kind": "digits", "samplesPerAgent": 30, "split": {"kind": "byLabel"}});
        let samples = drawn(&by_label, 10, 1).unwrap();
        for (agent, labels) in samples.responses.iter().enumerate() {
            assert!(labels.len() == 30 && labels.iter().all(|&label| label == agent as f64));
        }
        assert_ne!(samples.features, drawn(&by_label, 10, 2).unwrap().features);
        let even = drawn(&json!({"kind": "digits", "samplesPerAgent": 30}), 10, 1).unwrap();
        assert!(even.responses.iter().all(|labels| counts(labels.iter().copied()) == [3; CLASSES]));
        let unequal =
            json!({"kind": "digits", "samplesPerAgent": 100, "split": {"kind": "dirichlet", "concentration": 0.1}});
        let samples = drawn(&unequal, 10, 1).unwrap();
        let most =
            |labels: &Vec<f64>| *counts(labels.iter().copied()).iter().max().unwrap() as f64 / labels.len() as f64;
        assert!(samples.responses.iter().map(most).sum::<f64>() > 4.0);
    }

    #[test]
    fn what_is_wrong_is_named_at_its_place() {
        load(FILE).unwrap();
        let wrong = |data: Value, outcome: Outcome, message: &str| {
            let fields = Fields::of(&data, "data").unwrap();
            let digits = Digits::read(&fields, "data".to_owned(), outcome, 10);
            assert_eq!(digits.and_then(|digits| digits.samples(1, 10)).unwrap_err().to_string(), message);
        };
        let classes = "data.kind: digits has 10 classes, for a neuralNetwork with classes of at least 10";
        wrong(json!({"samplesPerAgent": 10}), Outcome::Label, classes);
        wrong(json!({"samplesPerAgent": 10}), Outcome::Target, classes);
        wrong(json!({"samplesPerAgent": 10}), Outcome::Class(9), classes);
        let ten = Outcome::Class(10);
        let many = "data.samplesPerAgent: 10 agents × 175 images are more than the 1740 that can be shared out";
        wrong(json!({"samplesPerAgent": 175}), ten, many);
        let sector = json!({"samplesPerAgent": 10, "split": {"kind": "bySector"}});
        wrong(sector, ten, "data.split: bySector needs two features, the data have 64");
        assert_eq!(load(b"5 0").unwrap_err().to_string(), "digits: line 1 of the file is no image");
        assert_eq!(load(b"# nothing").unwrap_err().to_string(), "digits: must hold 1797 images, has 0");
    }
}
