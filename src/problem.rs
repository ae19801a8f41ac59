//! Problems: the local cost functions f_i of the agents, and what is known of f = (1/n) Σ f_i.

pub mod curvature;
pub mod data;
pub mod dataset;
pub mod digits;
mod fast_math;
pub mod least_squares;
pub mod logistic;
pub mod logistic_kernel;
mod moments;
mod network_kernel;
pub mod neural_network;
pub mod optimum;
pub mod pl;
pub mod samples;
mod shapes;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;

use crate::document::{DocumentError, Domain, Entry, Fields, Parameter, Shape};
pub use dataset::{Outcome, Report};
use fast_math::logistic2;
pub use optimum::Optimum;
pub use samples::Samples;

/// The most memory for a problem's data and the Hessians that are kept with them, in bytes.
pub const DATA_LIMIT: u64 = 1 << 30;

/// The most multiplications that the Hessians of least squares may take, Σ mᵢ d².
pub const HESSIAN_LIMIT: u64 = 10_000_000_000;

/// d, the number of coordinates of a generated problem.
pub const DIMENSION: Parameter =
    Parameter::required("dimension", Domain::integer(1, 1_000), 20.0, "d, the number of unknowns");
/// Samples of each agent in a generated problem.
pub const SAMPLES: Parameter = Parameter::required(
    "samplesPerAgent",
    Domain::integer(1, 100_000),
    200.0,
    "the number of samples that each agent holds",
);
/// Data in place of a generator's parameters.
pub const DATA: Parameter = Parameter::plain(
    "data",
    Domain::structure(Shape::Kinds("DataDocument")),
    false,
    "given data in place of generated data: {kind: explicit | libsvm | csv | circles | …, …}",
);

/// The kinds of problem.
pub const PROBLEMS: &[Entry] = &[logistic::ENTRY, pl::ENTRY, least_squares::ENTRY, neural_network::ENTRY];

/// Local costs and what is known of their mean f = (1/n) Σ f_i.
///
/// A problem of one's own has n, d, gradients and values. Whatever else it does not tell is not known: mini-batches need
/// [`Self::samples`] and [`Self::batch_gradient`], gaps need [`Self::optimum`], bounds need [`Self::smoothness`], judging
/// stability needs [`Self::hessian`] or [`Self::smoothness`].
///
/// Points are given as blocks of *lanes*: a d × lanes block holds coordinate j of lane l at
/// index `j * lanes + l`. The result for a lane never depends on the other lanes.
pub trait Problem: Send + Sync {
    /// n, the number of agents.
    fn agents(&self) -> usize;

    /// d, the number of coordinates.
    fn dimension(&self) -> usize;

    /// The number of samples of an agent, for problems that are a mean over samples.
    fn samples(&self, _agent: usize) -> Option<usize> {
        None
    }

    /// Writes ∇f_i at each lane of `x` to `out`; both d × lanes.
    fn gradient(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]);

    /// As [`Problem::gradient`], with the mean over the samples of `batch` (not empty) only.
    ///
    /// # Panics
    ///
    /// Where a problem that tells its [`Self::samples`] has none of its own.
    fn batch_gradient(&self, _agent: usize, _batch: &[usize], _lanes: usize, _x: &[f64], _out: &mut [f64]) {
        panic!("a problem that tells its samples has the gradients of batches: `batch_gradient`");
    }

    /// Writes f_i at each lane of `x` (d × lanes) to `out` (lanes).
    fn value(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]);

    /// Writes ∇f at each lane of `x` to `out`; both d × lanes.
    fn mean_gradient(&self, lanes: usize, x: &[f64], out: &mut [f64]) {
        mean_over_agents(self.agents(), out, |agent, local| self.gradient(agent, lanes, x, local));
    }

    /// Writes f at each lane of `x` (d × lanes) to `out` (lanes).
    fn mean_value(&self, lanes: usize, x: &[f64], out: &mut [f64]) {
        mean_over_agents(self.agents(), out, |agent, local| self.value(agent, lanes, x, local));
    }

    /// About how many multiplications f - f* takes at one lane.
    fn value_work(&self) -> u64 {
        let samples: u64 =
            (0..self.agents()).filter_map(|agent| self.samples(agent)).map(|samples| samples as u64).sum();
        samples * self.dimension() as u64
    }

    /// Writes f - f* at each lane of `x` (d × lanes) to `out` (lanes).
    fn gap(&self, optimum: &Optimum, lanes: usize, x: &[f64], out: &mut [f64]) {
        self.mean_value(lanes, x, out);
        for gap in out {
            *gap -= optimum.value;
        }
    }

    /// L: every ∇f_i is Lipschitz with this constant on the ball of that radius about 0; `None`
    /// where no bound is known.
    fn smoothness(&self, _radius: f64) -> Option<f64> {
        None
    }

    /// μ of the Polyak–Łojasiewicz inequality 2 μ (f - f*) ≤ ‖∇f‖², where it is known.
    fn pl_constant(&self) -> Option<f64> {
        None
    }

    /// The least value of f; `None` where it is not known. A solver tells how much of its way, from 0 to 1, is gone;
    /// [`optimum::minimize`] is one.
    fn optimum(&self, _tell: &mut dyn FnMut(f64)) -> Option<Optimum> {
        None
    }

    /// The least value of f_i: exact, or the best that a deterministic solver finds from 0; `None`
    /// where neither is known to be the least.
    fn local_optimum(&self, _agent: usize) -> Option<Optimum> {
        None
    }

    /// About how far from 0 the costs' minimisers lie at most, where that is known in closed form, else 0. What counts as
    /// divergence is measured against it.
    fn reach(&self) -> f64 {
        0.0
    }

    /// Whether all costs are quadratic.
    fn is_quadratic(&self) -> bool {
        false
    }

    /// The Hessian's eigenvalues, when all agents have one and the same Hessian everywhere.
    fn common_hessian(&self) -> Option<&[f64]> {
        None
    }

    /// The Hessian of f_i at `x`, d × d, where it is known in closed form: for all agents or for none.
    fn hessian(&self, _agent: usize, _x: &[f64]) -> Option<Vec<f64>> {
        None
    }

    /// For each coordinate of a random point the factor of its standard deviation.
    fn scales(&self) -> Vec<f64> {
        vec![1.0; self.dimension()]
    }

    /// Whether f is known to be convex, so that a point where it is stationary is its minimiser.
    fn is_convex(&self) -> bool {
        self.is_quadratic()
    }

    /// The number of rows that no agent has, on which models are tested.
    fn held_out(&self) -> usize {
        0
    }

    /// Writes, at each lane of `x` (d × lanes), the mean loss over the rows that are held out, without a regulariser, to
    /// `loss`, and the share of them that is classified rightly, for problems with labels, to `right` (lanes each).
    fn test(&self, _lanes: usize, _x: &[f64], _loss: &mut [f64], _right: &mut [f64]) {}

    /// The features (samples × d) and the targets of an agent, of a problem that has targets.
    fn targets(&self, _agent: usize) -> Option<(&[f64], &[f64])> {
        None
    }

    /// The problem as a model that tells two classes apart, if it is one.
    fn classifier(&self) -> Option<&dyn Classifier> {
        None
    }
}

/// A model that tells classes apart: either two, where a sample with features h is of class 1 if the one output F(h; x)
/// is above 0, else of class -1; or C of them, where it is of the class 0, …, C-1 whose output is the greatest, of equal
/// ones the first.
pub trait Classifier: Problem {
    /// The number of features of a sample.
    fn features(&self) -> usize;

    /// C; `None` for two classes with one output.
    fn classes(&self) -> Option<usize>;

    /// The classes' names, in ascending order of their labels; those without one have no other name than their label.
    fn names(&self) -> &[String];

    /// The features (samples × features) and the labels, each -1 or 1 or from 0 to C-1, of an agent.
    fn labelled(&self, agent: usize) -> (Vec<f64>, Vec<f64>);

    /// The same of the rows that no agent has.
    fn labelled_tests(&self) -> (Vec<f64>, Vec<f64>);

    /// Writes, at each lane of `x` (d × lanes), f_i to `value` and the number of the agent's samples
    /// that are classified rightly to `right` (lanes each).
    fn score(&self, agent: usize, lanes: usize, x: &[f64], value: &mut [f64], right: &mut [f64]);

    /// Writes F(h; x) of each row of `points` (points × features) to `out` (points × outputs), at one x.
    fn outputs(&self, x: &[f64], points: &[f64], out: &mut [f64]);

    /// The probabilities of the classes, points × classes, at one x: of two with one output 1 - p and p = 1/(1 + e^-F),
    /// else softmax(F).
    fn probabilities(&self, x: &[f64], points: &[f64]) -> Vec<f64> {
        let mut outputs = vec![0.0; points.len() / self.features() * self.classes().unwrap_or(1)];
        self.outputs(x, points, &mut outputs);
        let Some(classes) = self.classes() else {
            let logistic = |u: f64| logistic2::<f64, 1>(u * std::f64::consts::LOG2_E);
            return outputs.into_iter().flat_map(|output| [logistic(output), logistic(-output)]).collect();
        };
        for row in outputs.chunks_exact_mut(classes) {
            let greatest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            row.iter_mut().for_each(|output| *output = libm::exp(*output - greatest));
            let total: f64 = row.iter().sum();
            row.iter_mut().for_each(|power| *power /= total);
        }
        outputs
    }

    /// The classes: their labels in ascending order, their names, and how many samples all agents have of each.
    fn describe(&self) -> Vec<Class> {
        let labels = self.classes().map_or_else(|| vec![-1.0, 1.0], |count| (0..count).map(|c| c as f64).collect());
        let name = |place: usize, label: f64| self.names().get(place).cloned().unwrap_or_else(|| label.to_string());
        let of = |(place, label): (usize, f64)| Class { label, name: name(place, label), samples: 0 };
        let mut classes: Vec<_> = labels.into_iter().enumerate().map(of).collect();
        for agent in 0..self.agents() {
            for label in self.labelled(agent).1 {
                classes.iter_mut().filter(|class| class.label == label).for_each(|class| class.samples += 1);
            }
        }
        classes
    }
}

/// A class that samples may be of.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Class {
    /// Its label: -1 or 1, or from 0 on.
    pub label: f64,
    /// Its name: as it stands in a file, or else its label.
    pub name: String,
    /// How many samples all agents have of it together.
    pub samples: usize,
}

/// Writes the mean of `local(agent, …)` over the agents to `out`.
fn mean_over_agents(agents: usize, out: &mut [f64], mut local: impl FnMut(usize, &mut [f64])) {
    let mut term = vec![0.0; out.len()];
    out.fill(0.0);
    for agent in 0..agents {
        local(agent, &mut term);
        for (sum, term) in out.iter_mut().zip(&term) {
            *sum += term;
        }
    }
    let n = agents as f64;
    for sum in out {
        *sum /= n;
    }
}

/// A problem that the crate does not know.
#[derive(Clone)]
pub struct OwnProblem {
    /// Whether [`Problem::optimum`] knows the least value.
    pub has_optimum: bool,
    /// Builds it for that many agents.
    pub build: Arc<Build>,
}

impl Debug for dyn Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the problem of {} agents in {} unknowns", self.agents(), self.dimension())
    }
}

/// Makes a problem for that many agents.
pub type Build = dyn Fn(usize) -> Result<Box<dyn Problem>, DocumentError> + Send + Sync;

impl Debug for OwnProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OwnProblem").field("has_optimum", &self.has_optimum).finish_non_exhaustive()
    }
}

/// Problems that the crate does not know, by the names that documents have for them.
pub type OwnProblems = BTreeMap<String, OwnProblem>;

/// A checked description of a problem, from which it can be built.
#[derive(Clone, Debug)]
pub enum ProblemSpec {
    /// One that the crate does not know.
    Own(OwnProblem),
    /// Logistic regression with a non-convex regulariser.
    Logistic(logistic::Spec),
    /// The one-dimensional Polyak–Łojasiewicz example.
    Pl(pl::Spec),
    /// Linear least squares.
    LeastSquares(least_squares::Spec),
    /// Neural networks that classify.
    NeuralNetwork(neural_network::Spec),
}

impl ProblemSpec {
    /// Reads the `problem` of a document for a network of that many agents; `seed` is the
    /// experiment's. One of the kind `own` is found in `own`, by its name.
    pub fn read(fields: &Fields, agents: usize, seed: u64, own: &OwnProblems) -> Result<Self, DocumentError> {
        if fields.get("kind").and_then(serde_json::Value::as_str) == Some(crate::document::OWN) {
            fields.only(&[], &["kind", "name"])?;
            let name = fields.text("name")?.ok_or_else(|| fields.error("name", "is missing"))?;
            let rule =
                || fields.error("name", format!("no problem of that name is given beside the document, got {name:?}"));
            return own.get(name).cloned().map(Self::Own).ok_or_else(rule);
        }
        let entry = fields.entry("kind", PROBLEMS, &[])?;
        if fields.has(DATA.name) {
            fields.check_given(entry.parameters)?;
        }
        match entry.kind {
            "logistic" => logistic::Spec::read(fields, agents, seed).map(Self::Logistic),
            "pl" => pl::Spec::read(fields).map(Self::Pl),
            "leastSquares" => least_squares::Spec::read(fields, agents, seed).map(Self::LeastSquares),
            _ => neural_network::Spec::read(fields, agents, seed).map(Self::NeuralNetwork),
        }
    }

    /// The report on reading the data file; `None` if the data come from elsewhere.
    pub fn import_report(&self) -> Option<&Report> {
        match self {
            Self::Logistic(spec) => spec.import_report(),
            Self::Own(_) | Self::Pl(_) => None,
            Self::LeastSquares(spec) => spec.import_report(),
            Self::NeuralNetwork(spec) => spec.import_report(),
        }
    }

    /// Whether f* is known, or found by a solver.
    pub fn has_optimum(&self) -> bool {
        match self {
            Self::Own(own) => own.has_optimum,
            Self::NeuralNetwork(spec) => !spec.has_hidden_layers(),
            Self::Logistic(_) | Self::Pl(_) | Self::LeastSquares(_) => true,
        }
    }

    /// Whether documents that name no metrics get those that are counted from f*.
    pub fn counts_from_optimum(&self) -> bool {
        !matches!(self, Self::NeuralNetwork(_) | Self::Own(OwnProblem { has_optimum: false, .. }))
    }

    /// Whether some rows are held out, on which models are tested.
    pub fn has_test(&self) -> bool {
        match self {
            Self::Logistic(spec) => spec.has_test(),
            Self::Own(_) | Self::Pl(_) => false,
            Self::LeastSquares(spec) => spec.has_test(),
            Self::NeuralNetwork(spec) => spec.has_test(),
        }
    }

    /// Whether the samples have labels, which a model may get right.
    pub fn has_labels(&self) -> bool {
        matches!(self, Self::Logistic(_) | Self::NeuralNetwork(_))
    }

    /// Builds the problem; generated data are drawn from the streams of `seed`. `tell` receives the share of the agents,
    /// from 0 to 1, that have their data, where that may take long.
    pub fn build(
        &self,
        seed: u64,
        agents: usize,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Box<dyn Problem>, DocumentError> {
        Ok(match self {
            Self::Own(own) => (own.build)(agents)?,
            Self::Logistic(spec) => Box::new(spec.build(seed, agents, tell)?),
            Self::Pl(spec) => Box::new(spec.build(agents)),
            Self::LeastSquares(spec) => Box::new(spec.build(seed, agents, tell)?),
            Self::NeuralNetwork(spec) => Box::new(spec.build(seed, agents)?),
        })
    }
}

/// Refuses data of that many numbers that take more than [`DATA_LIMIT`]; `field` is what they come from, `size` words
/// how many they are.
fn check_memory(fields: &Fields, field: &str, numbers: u64, size: &str) -> Result<(), DocumentError> {
    let bytes = numbers.saturating_mul(size_of::<f64>() as u64);
    if bytes <= DATA_LIMIT {
        return Ok(());
    }
    let rule = format!("{size} need {} MB, more than {} MB", bytes >> 20, DATA_LIMIT >> 20);
    Err(fields.error(field, rule))
}

/// How large generated data are, in words.
fn size_of_data(agents: usize, samples: usize, dimension: usize) -> String {
    format!("{agents} agents × {samples} samples × {dimension} coordinates")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Checks gradients, batches, lanes and the aggregate forms of a problem at some points.
    pub(crate) fn check_problem(problem: &dyn Problem, scale: f64) {
        let (n, d) = (problem.agents(), problem.dimension());
        let lanes = 3;
        let mut x = vec![0.0; d * lanes];
        crate::random::fill_standard_normal(&mut crate::random::stream(7, crate::random::Purpose::Start, 0, 0), &mut x);
        x.iter_mut().for_each(|x| *x *= scale);
        let mut gradient = vec![0.0; d * lanes];
        for agent in 0..n {
            problem.gradient(agent, lanes, &x, &mut gradient);
            for j in 0..d {
                let step = 1e-6 * scale.max(1e-3);
                let value = |sign: f64| {
                    let mut moved = x.clone();
                    for l in 0..lanes {
                        moved[j * lanes + l] += sign * step;
                    }
                    let mut out = vec![0.0; lanes];
                    problem.value(agent, lanes, &moved, &mut out);
                    out
                };
                for (l, (up, down)) in value(1.0).iter().zip(value(-1.0)).enumerate() {
                    let difference = (up - down) / (2.0 * step);
                    let exact = gradient[j * lanes + l];
                    let margin = 1e-6 * (1.0 + exact.abs() + up.abs() / step * 1e-9);
                    assert!((difference - exact).abs() < margin, "agent {agent}, {j}, {l}: {difference} and {exact}");
                }
            }
            // Each lane alone gives the same bits.
            for l in 0..lanes {
                let one: Vec<f64> = (0..d).map(|j| x[j * lanes + l]).collect();
                let mut alone = vec![0.0; d];
                problem.gradient(agent, 1, &one, &mut alone);
                assert!((0..d).all(|j| alone[j] == gradient[j * lanes + l]));
            }
            if let Some(samples) = problem.samples(agent) {
                let all: Vec<usize> = (0..samples).collect();
                let mut batch = vec![0.0; d * lanes];
                problem.batch_gradient(agent, &all, lanes, &x, &mut batch);
                for (batch, exact) in batch.iter().zip(&gradient) {
                    assert!((batch - exact).abs() < 1e-12 * (1.0 + exact.abs()) * scale.max(1.0));
                }
            }
        }
        (0..n).for_each(|agent| check_hessian(problem, agent, &x.iter().step_by(lanes).copied().collect::<Vec<_>>()));
        // The aggregate forms are the means of the local ones.
        let mut mean = vec![0.0; d * lanes];
        mean_over_agents(n, &mut mean, |agent, out| problem.gradient(agent, lanes, &x, out));
        problem.mean_gradient(lanes, &x, &mut gradient);
        for (a, b) in mean.iter().zip(&gradient) {
            assert!((a - b).abs() < 1e-11 * (1.0 + a.abs()));
        }
        let (mut mean, mut value, mut gap) = (vec![0.0; lanes], vec![0.0; lanes], vec![0.0; lanes]);
        mean_over_agents(n, &mut mean, |agent, out| problem.value(agent, lanes, &x, out));
        problem.mean_value(lanes, &x, &mut value);
        for l in 0..lanes {
            assert!((mean[l] - value[l]).abs() < 1e-11 * (1.0 + mean[l].abs()));
        }
        if let Some(classifier) = problem.classifier() {
            check_classifier(classifier, lanes, &x);
        }
        let Some(optimum) = problem.optimum(&mut |_| ()) else { return };
        problem.gap(&optimum, lanes, &x, &mut gap);
        for l in 0..lanes {
            assert!((value[l] - optimum.value - gap[l]).abs() < 1e-9 * (1.0 + value[l].abs()));
            assert!(gap[l] >= 0.0);
        }
        // The optimum is stationary, and its value is that of its point.
        let (mut at, mut slope) = (vec![0.0], vec![0.0; d]);
        problem.mean_value(1, &optimum.point, &mut at);
        problem.mean_gradient(1, &optimum.point, &mut slope);
        assert!((at[0] - optimum.value).abs() < 1e-12 * (1.0 + at[0].abs()));
        assert!(slope.iter().all(|s| s.abs() < 1e-7), "{slope:?}");
        // The same holds for each agent's own cost, and none of the points above is lower.
        for agent in 0..n {
            let local = problem.local_optimum(agent).expect("f* is known, and so are these");
            problem.value(agent, 1, &local.point, &mut at);
            problem.gradient(agent, 1, &local.point, &mut slope);
            assert!((at[0] - local.value).abs() < 1e-12 * (1.0 + at[0].abs()), "{} and {}", at[0], local.value);
            let size = 1.0 + local.point.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            assert!(slope.iter().all(|s| s.abs() < 1e-7 * size), "{slope:?}");
            problem.value(agent, lanes, &x, &mut value);
            assert!(value.iter().all(|v| *v >= local.value - 1e-12 * (1.0 + v.abs())));
        }
    }

    /// Checks a Hessian against differences of the gradient, and against L.
    fn check_hessian(problem: &dyn Problem, agent: usize, x: &[f64]) {
        let Some(hessian) = problem.hessian(agent, x) else { return };
        let hessian = nalgebra::DMatrix::from_vec(x.len(), x.len(), hessian);
        let size = 1.0 + hessian.camax();
        for j in 0..x.len() {
            let slope = |step: f64| {
                let (mut moved, mut slope) = (x.to_vec(), vec![0.0; x.len()]);
                moved[j] += step;
                problem.gradient(agent, 1, &moved, &mut slope);
                slope
            };
            for (i, (up, down)) in slope(1e-6).iter().zip(slope(-1e-6)).enumerate() {
                let difference = (up - down) / 2e-6;
                assert!((difference - hessian[(i, j)]).abs() < 1e-6 * size, "({i}, {j}): {difference} in {hessian}");
            }
        }
        let radius = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let smoothness = problem.smoothness(radius).expect("where there are Hessians there is L");
        let curvatures = crate::linear_algebra::symmetric_eigenvalues(hessian);
        assert!(curvatures.iter().all(|c| c.abs() <= smoothness * (1.0 + 1e-12)), "{curvatures:?} for {smoothness}");
    }

    /// Checks values and hits against the outputs at the samples.
    fn check_classifier(classifier: &dyn Classifier, lanes: usize, x: &[f64]) {
        for agent in 0..classifier.agents() {
            let (features, labels) = classifier.labelled(agent);
            assert_eq!(Some(labels.len()), classifier.samples(agent));
            assert_eq!(features.len(), labels.len() * classifier.features());
            let [mut value, mut scored, mut right] = [(); 3].map(|()| vec![0.0; lanes]);
            classifier.value(agent, lanes, x, &mut value);
            classifier.score(agent, lanes, x, &mut scored, &mut right);
            assert_eq!(value, scored);
            let count = classifier.classes().unwrap_or(1);
            let mut outputs = vec![0.0; labels.len() * count];
            for (l, &right) in right.iter().enumerate() {
                let one: Vec<f64> = x.iter().skip(l).step_by(lanes).copied().collect();
                classifier.outputs(&one, &features, &mut outputs);
                let answer = |row: &[f64]| match row {
                    [output] => {
                        if *output > 0.0 {
                            1.0
                        } else {
                            -1.0
                        }
                    }
                    row => (0..count).rev().max_by(|&a, &b| row[a].total_cmp(&row[b])).unwrap() as f64,
                };
                let rows = || outputs.chunks_exact(count).zip(&labels);
                assert_eq!(right, rows().filter(|&(row, &y)| answer(row) == y).count() as f64);
                // Probabilities add up to 1 and give the loss.
                let shares = classifier.probabilities(&one, &features);
                let of = |(row, &y): (&[f64], &f64)| {
                    assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-14);
                    let class = (0..count).find(|&c| count > 1 && c as f64 == y).unwrap_or(usize::from(y > 0.0));
                    -row[class].ln()
                };
                let loss = shares.chunks_exact(count.max(2)).zip(&labels).map(of).sum::<f64>() / labels.len() as f64;
                let regulariser = value[l] - loss;
                assert!(regulariser > -1e-12 * (1.0 + loss), "{regulariser}");
            }
        }
    }
}
