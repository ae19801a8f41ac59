//! Which iterations are recorded, and the values that were.

use crate::document::{DocumentError, Domain, Fields, Parameter};
use crate::metric::Metric;
use crate::statistics;

/// The most iterations that can be recorded.
pub const POINTS_LIMIT: u64 = 200_000;

const EVERY: Parameter =
    Parameter::required("every", Domain::integer(1, 1 << 31), 20.0, "the number of iterations between two records");
const POINTS: Parameter = Parameter::required(
    "points",
    Domain::integer(2, POINTS_LIMIT),
    500.0,
    "the number of recorded iterations, evenly spaced",
);
const LOG_POINTS: Parameter = Parameter::required(
    "logPoints",
    Domain::integer(2, POINTS_LIMIT),
    300.0,
    "the number of recorded iterations, evenly spaced in log k",
);

/// The parameters of `record`, of which a document gives one.
pub const PARAMETERS: &[Parameter] = &[EVERY, POINTS, LOG_POINTS];

/// Which iterations are recorded, besides the first and the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Every so manyth, from 1.
    Every(u64),
    /// About so many, evenly spaced.
    Points(u64),
    /// About so many, evenly spaced in log k.
    LogPoints(u64),
    /// Those.
    At(Vec<u64>),
}

impl Schedule {
    /// The iterations to record, ascending, from 0 to K.
    pub fn iterations(&self, last: u64) -> Vec<u64> {
        match self {
            Self::Every(every) => {
                let every = (*every).max(1);
                let mut points: Vec<u64> = (0..=last / every).map(|point| point * every).collect();
                if !last.is_multiple_of(every) {
                    points.push(last);
                }
                points
            }
            Self::Points(points) => evenly((*points).min(last + 1), last),
            Self::LogPoints(points) => logarithmically(*points, last),
            Self::At(points) => {
                let all = points.iter().copied().filter(|&k| k <= last).chain([0, last]);
                all.collect::<std::collections::BTreeSet<u64>>().into_iter().collect()
            }
        }
    }
}

/// The iterations to record, ascending, from 0 to K.
pub fn read(document: &Fields, last: u64) -> Result<Vec<u64>, DocumentError> {
    let Some(fields) = document.optional_object("record")? else {
        return Ok(Schedule::Points(500).iterations(last));
    };
    fields.only(PARAMETERS, &[])?;
    let given: Vec<_> = PARAMETERS.iter().filter(|parameter| fields.has(parameter.name)).collect();
    match given[..] {
        [parameter] if parameter.name == EVERY.name => {
            let every = fields.count(&EVERY)? as u64;
            if last / every + 2 > POINTS_LIMIT {
                let rule = format!("gives more than {POINTS_LIMIT} recorded iterations");
                return Err(fields.error(EVERY.name, rule));
            }
            Ok(Schedule::Every(every).iterations(last))
        }
        [parameter] if parameter.name == POINTS.name => Ok(evenly(fields.count(&POINTS)? as u64, last)),
        [_] => Ok(logarithmically(fields.count(&LOG_POINTS)? as u64, last)),
        _ => Err(document.error("record", "must have exactly one of every, points, logPoints")),
    }
}

fn evenly(points: u64, last: u64) -> Vec<u64> {
    let steps = u128::from(points.max(2) - 1);
    // Rounded to the nearest, in whole numbers.
    let at = |point: u128| u64::try_from((2 * point * u128::from(last) + steps) / (2 * steps)).unwrap_or(last);
    let mut iterations: Vec<u64> = (0..=steps).map(at).collect();
    iterations.dedup();
    iterations
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and `last`")]
fn logarithmically(points: u64, last: u64) -> Vec<u64> {
    let mut iterations = vec![0];
    let steps = (points.max(3) - 2) as f64;
    let log_last = libm::log(last.max(1) as f64);
    for point in 0..points - 1 {
        iterations.push((libm::round(libm::exp(log_last * point as f64 / steps)) as u64).min(last));
    }
    iterations.push(last);
    iterations.dedup();
    iterations
}

/// Values of all metrics, methods and trials at the recorded iterations so far.
#[derive(Clone, Debug)]
pub struct Record {
    schedule: Vec<u64>,
    metrics: Vec<Metric>,
    methods: usize,
    trials: usize,
    /// \[point\]\[metric\]\[method\]\[trial\]; NaN once a trial has diverged.
    values: Vec<f64>,
    /// \[point\]\[method\]: gossip rounds and d-vectors sent so far.
    communication: Vec<[u64; 2]>,
    /// \[point\]\[method\]\[trial\]: simulated seconds; empty without a clock.
    seconds: Vec<f64>,
}

/// The mean over trials of a metric of a method, with its 95 % confidence interval (see [`summarize`]), at each
/// recorded iteration; equal to the mean when there is one trial.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// The mean over trials.
    pub mean: Vec<f64>,
    /// The lower end of the interval.
    pub low: Vec<f64>,
    /// The upper end of the interval.
    pub high: Vec<f64>,
}

impl Record {
    /// An empty record.
    pub fn new(schedule: Vec<u64>, metrics: Vec<Metric>, methods: usize, trials: usize) -> Self {
        let values = Vec::with_capacity(schedule.len() * metrics.len() * methods * trials);
        let communication = Vec::with_capacity(schedule.len() * methods);
        Self { schedule, metrics, methods, trials, values, communication, seconds: Vec::new() }
    }

    /// One record of the parts of an experiment, which are equally far and between them have each of its methods in each of
    /// its trials; each with the places of its first method and of its first trial.
    #[cfg(feature = "rayon")]
    pub(crate) fn merged(parts: &[(usize, usize, &Self)]) -> Self {
        let of = |count: fn(&(usize, usize, &Self)) -> usize| parts.iter().map(count).max().unwrap_or(0);
        let (methods, trials) = (of(|part| part.0 + part.2.methods), of(|part| part.1 + part.2.trials));
        let first = parts[0].2;
        // `blocks` × methods × trials, of which each part has its methods and trials.
        let merge = |blocks: usize, values: fn(&Self) -> &[f64]| {
            let mut all = vec![0.0; blocks * methods * trials];
            for (method, trial, part) in parts {
                for (place, values) in values(part).chunks_exact(part.trials).enumerate() {
                    let row = place / part.methods * methods + method + place % part.methods;
                    all[row * trials + trial..][..part.trials].copy_from_slice(values);
                }
            }
            all
        };
        let points = first.points();
        let mut communication = vec![[0; 2]; points * methods];
        for (method, _, part) in parts {
            for (all, part) in
                communication.chunks_exact_mut(methods).zip(part.communication.chunks_exact(part.methods))
            {
                all[*method..][..part.len()].copy_from_slice(part);
            }
        }
        Self {
            schedule: first.schedule.clone(),
            metrics: first.metrics.clone(),
            methods,
            trials,
            values: merge(points * first.metrics.len(), |part| &part.values),
            communication,
            seconds: merge(if first.seconds.is_empty() { 0 } else { points }, |part| &part.seconds),
        }
    }

    /// The metrics, in the order of the values.
    pub fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// The iterations that have been recorded.
    pub fn iterations(&self) -> &[u64] {
        &self.schedule[..self.points()]
    }

    /// How many iterations have been recorded.
    pub fn points(&self) -> usize {
        self.communication.len() / self.methods
    }

    /// The next iteration to record, if there is one left.
    pub fn next(&self) -> Option<u64> {
        self.schedule.get(self.points()).copied()
    }

    /// Adds a recorded iteration: `values` is \[metric\]\[method\]\[trial\], `communication` is
    /// \[method\] (rounds, vectors), `seconds` is \[method\]\[trial\], or nothing without a clock.
    pub fn push(
        &mut self,
        values: &[f64],
        communication: impl IntoIterator<Item = [u64; 2]>,
        seconds: impl IntoIterator<Item = f64>,
    ) {
        self.seconds.extend(seconds);
        debug_assert_eq!(values.len(), self.metrics.len() * self.methods * self.trials);
        self.values.extend_from_slice(values);
        self.communication.extend(communication);
    }

    /// All values from the point `from` on, \[point\]\[metric\]\[method\]\[trial\].
    pub fn values(&self, from: usize) -> &[f64] {
        let size = self.metrics.len() * self.methods * self.trials;
        self.values.get(from.saturating_mul(size)..).unwrap_or(&[])
    }

    /// Gossip rounds and d-vectors sent by a method at each recorded iteration, in one trial.
    pub fn communication(&self, method: usize) -> impl Iterator<Item = [u64; 2]> {
        self.communication.chunks_exact(self.methods).map(move |point| point[method])
    }

    /// Simulated seconds until the last agent is done from the point `from` on, \[point\]\[method\]\[trial\]; empty without
    /// a clock.
    pub fn seconds(&self, from: usize) -> &[f64] {
        self.seconds.get(from.saturating_mul(self.methods * self.trials)..).unwrap_or(&[])
    }

    /// The mean over trials of the simulated seconds of a method at each recorded iteration; `None` without a clock.
    pub fn mean_seconds(&self, method: usize) -> Option<impl Iterator<Item = f64>> {
        let points = self.seconds.chunks_exact(self.methods * self.trials);
        let mean = move |point: &[f64]| summarize(&point[method * self.trials..][..self.trials])[0];
        (!self.seconds.is_empty()).then(|| points.map(mean))
    }

    /// The curve of a metric (by its index) of a method.
    pub fn curve(&self, metric: usize, method: usize) -> Curve {
        let mut curve = Curve::default();
        let offset = (metric * self.methods + method) * self.trials;
        for point in self.values.chunks_exact(self.metrics.len() * self.methods * self.trials) {
            let [mean, low, high] = summarize(&point[offset..offset + self.trials]);
            curve.mean.push(mean);
            curve.low.push(low);
            curve.high.push(high);
        }
        curve
    }
}

/// The mean over trials and the ends of its 95 % confidence interval (Student's t). Of what is negative in no trial the
/// lower end is as many times below the mean as the upper one is above it, so that it is never negative either: the
/// interval of the logarithm of the mean, to first order.
pub fn summarize(values: &[f64]) -> [f64; 3] {
    let mean = statistics::mean(values);
    let half = statistics::confidence_half_width(values).unwrap_or(0.0);
    let high = mean + half;
    let is_positive = mean > 0.0 && values.iter().all(|&value| value >= 0.0);
    [mean, if is_positive { mean * (mean / high) } else { mean - half }, high]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schedule(record: &serde_json::Value, last: u64) -> Result<Vec<u64>, String> {
        let document = json!({ "record": record });
        read(&Fields::of(&document, "").unwrap(), last).map_err(|error| error.to_string())
    }

    #[test]
    fn first_and_last_iterations_are_always_recorded() {
        assert_eq!(schedule(&json!({"every": 4}), 10).unwrap(), [0, 4, 8, 10]);
        assert_eq!(schedule(&json!({"every": 5}), 10).unwrap(), [0, 5, 10]);
        assert_eq!(schedule(&json!({"every": 50}), 10).unwrap(), [0, 10]);
        assert_eq!(schedule(&json!({"points": 5}), 10).unwrap(), [0, 3, 5, 8, 10]);
        assert_eq!(schedule(&json!({"points": 50}), 3).unwrap(), [0, 1, 2, 3]);
        assert_eq!(schedule(&json!({"logPoints": 5}), 1_000).unwrap(), [0, 1, 10, 100, 1_000]);
        assert_eq!(schedule(&json!({"logPoints": 2}), 1_000).unwrap(), [0, 1, 1_000]);
        for record in [json!({"every": 7}), json!({"points": 9}), json!({"logPoints": 9}), json!(null)] {
            assert_eq!(schedule(&record, 0).unwrap(), [0]);
            let points = schedule(&record, 12_345).unwrap();
            assert!(points[0] == 0 && points[points.len() - 1] == 12_345 && points.is_sorted_by(|a, b| a < b));
        }
    }

    #[test]
    fn errors() {
        assert_eq!(
            schedule(&json!({"every": 1}), 1_000_000).unwrap_err(),
            "record.every: gives more than 200000 recorded iterations"
        );
        let rule = "record: must have exactly one of every, points, logPoints";
        assert_eq!(schedule(&json!({"every": 1, "points": 3}), 5).unwrap_err(), rule);
        assert_eq!(schedule(&json!({}), 5).unwrap_err(), rule);
        assert!(schedule(&json!({"evry": 1}), 5).unwrap_err().starts_with("record.evry: is not known here"));
    }

    #[test]
    fn intervals_of_what_is_not_negative_do_not_reach_zero() {
        let [mean, low, high] = summarize(&[0.01, 0.02, 1.0]);
        assert!(mean - (high - mean) < 0.0 && low > 0.0, "{low}");
        // Nothing underflows, and what is the same in all trials has no interval.
        assert_eq!(summarize(&[1e-300; 3]), [1e-300; 3]);
        assert_eq!(summarize(&[0.0; 3]), [0.0; 3]);
        // What may be negative has an interval that does not care for zero.
        let [mean, low, high] = summarize(&[-1.0, 0.0, 4.0]);
        assert!((mean - low - (high - mean)).abs() < 1e-15 && low < -1.0);
    }

    #[test]
    fn curves_are_means_with_student_intervals() {
        let mut record = Record::new(vec![0, 1], vec![Metric::Consensus], 2, 3);
        record.push(&[1.0, 2.0, 3.0, 5.0, 5.0, 5.0], [[0, 0]; 2], [0.0; 6]);
        record.push(&[4.0, 4.0, 4.0, 1.0, f64::NAN, 3.0], [[1, 2], [3, 4]], [1.0, 1.0, 1.0, 1.0, 2.0, 6.0]);
        let curve = record.curve(0, 0);
        assert_eq!(curve.mean, [2.0, 4.0]);
        // t = 4.302653 with two degrees of freedom, s = 1, √3.
        assert!((curve.high[0] - 2.0 - 4.302_652_73 / 3f64.sqrt()).abs() < 1e-8);
        // As many times below the mean.
        assert!((curve.low[0] * curve.high[0] - 4.0).abs() < 1e-14);
        assert_eq!((curve.low[1], curve.high[1]), (4.0, 4.0));
        assert!(record.curve(0, 1).mean[1].is_nan());
        assert_eq!(record.communication(1).collect::<Vec<_>>(), [[0, 0], [3, 4]]);
        assert_eq!(record.mean_seconds(1).unwrap().collect::<Vec<_>>(), [0.0, 3.0]);
        assert_eq!(record.values(1).len(), 6);
        assert!(record.values(9).is_empty());
    }
}
