//! Fully connected neural networks that classify.
//!
//! f_i(x) = (1/m_i) Σ_s ln(1 + exp(-y_s F(h_s; x))) + (ρ/2) ‖x‖²
//!
//! for two classes, y = ±1 and one output; for C of them, y = 0, …, C-1 and C outputs,
//!
//! f_i(x) = (1/m_i) Σ_s -ln softmax(F(h_s; x))_{y_s} + (ρ/2) ‖x‖².
//!
//! F has 0 to 4 hidden layers, a bias in every unit and linear outputs. Without a hidden layer f is convex: it is
//! (multinomial) logistic regression, of which L, f* and the Hessians are known. The unknowns x are, layer
//! after layer, the weights row by row (a row is a receiving unit), then the biases.

use std::sync::OnceLock;

use nalgebra::DMatrix;

use super::data::Given;
use super::dataset::CONSTANT;
use super::network_kernel::{Activation, Batch, Network, Scratch, WIDTH};
use super::{Classifier, Optimum, Outcome, Problem, Report, check_memory, moments, optimum};
use crate::document::{self, DocumentError, Domain, Entry, Fields, Parameter};

/// The most hidden layers.
pub const MAX_LAYERS: usize = 4;
/// The most units of a hidden layer.
pub const MAX_UNITS: usize = 64;

const HIDDEN: Parameter = Parameter::plain(
    "hidden",
    Domain::Numbers { suggested: &[1.0] },
    true,
    "the units of each hidden layer: 0 to 4 whole numbers from 1 to 64; without one it is logistic regression with a bias",
);
/// The classes that can be told apart; the loss of 32 samples is taken by one logarithm of at most 64^32.
const CLASSES: Parameter = Parameter::plain(
    "classes",
    Domain::integer(2, 64),
    false,
    "the number of classes, each with an output of its own and labels 0, 1, …; when left out two, with labels -1 and 1 \
     and one output",
);
const ACTIVATION: Parameter = Parameter::plain(
    "activation",
    Domain::Choice { options: &["tanh", "sigmoid", "relu"] },
    false,
    "what a hidden unit makes of the weighted sum of its inputs",
);
const REGULARIZATION: Parameter =
    Parameter::with_default("regularization", Domain::not_negative(1e6), 0.0, "ρ, the weight of the term ‖x‖² / 2");
const DATA: Parameter = Parameter::plain(
    super::DATA.name,
    super::DATA.domain,
    true,
    "the agents' samples: {kind: circles | moons | spirals | xor | gaussians | digits | explicit | libsvm | csv, …}",
);

/// The catalog's entry.
pub const ENTRY: Entry = Entry {
    kind: "neuralNetwork",
    title: "Neural network",
    about: "Each agent trains a network to tell classes apart, with its own samples: with hidden layers not convex, and f* not known",
    source: "Rumelhart, Hinton and Williams, Learning representations by back-propagating errors (1986)",
    parameters: &[HIDDEN, CLASSES, ACTIVATION, REGULARIZATION, DATA],
};

/// The parameters of the problem.
#[derive(Clone, Debug)]
pub struct Spec {
    network: Network,
    regularization: f64,
    data: Given,
}

impl Spec {
    /// Reads the parameters for that many agents.
    pub fn read(fields: &Fields, agents: usize, seed: u64) -> Result<Self, DocumentError> {
        let hidden = read_hidden(fields)?;
        if fields.optional_object(DATA.name)?.is_some_and(|data| data.has(CONSTANT.name)) {
            let path = format!("{}.{}", fields.path(DATA.name), CONSTANT.name);
            return Err(DocumentError::new(path, "is for linear models; a network has a bias in every unit"));
        }
        let activation = match fields.choice(&ACTIVATION)? {
            "tanh" => Activation::Tanh,
            "sigmoid" => Activation::Sigmoid,
            _ => Activation::Relu,
        };
        let regularization = fields.number(&REGULARIZATION)?;
        let classes = fields.has(CLASSES.name).then(|| fields.count(&CLASSES)).transpose()?;
        let outcome = classes.map_or(Outcome::Label, Outcome::Class);
        let data = Given::read(fields, outcome, agents, seed)?.ok_or_else(|| fields.error(DATA.name, "is missing"))?;
        if let Given::Samples(samples, _) = &data {
            let vectors: usize = samples.responses.iter().map(|labels| labels.len().div_ceil(WIDTH)).sum();
            let numbers = (vectors as u64).saturating_mul((WIDTH * data.dimension()) as u64);
            check_memory(fields, DATA.name, numbers, &format!("{numbers} numbers, samples in groups of {WIDTH},"))?;
        }
        let network = Network::new(data.dimension(), &hidden, classes.unwrap_or(1), activation);
        Ok(Self { network, regularization, data })
    }

    pub(super) fn has_hidden_layers(&self) -> bool {
        self.network.is_deep()
    }

    pub(super) fn has_test(&self) -> bool {
        self.data.has_test()
    }

    pub(super) fn import_report(&self) -> Option<&Report> {
        self.data.report()
    }

    /// The problem for n agents.
    pub fn build(&self, seed: u64, agents: usize) -> Result<NeuralNetwork, DocumentError> {
        let samples = self.data.samples(seed, agents)?;
        let first = first_label(&self.network);
        let batch = |(features, labels): (&Vec<f64>, &Vec<f64>)| {
            let rows = features.chunks_exact(samples.dimension).zip(labels.iter().map(|label| label + first));
            Batch::new(samples.dimension, rows)
        };
        Ok(NeuralNetwork {
            network: self.network.clone(),
            names: samples.names.clone(),
            regularization: self.regularization,
            held_out: batch((&samples.held_out.features, &samples.held_out.responses)),
            agents: samples.features.iter().zip(&samples.responses).map(batch).collect(),
            moment: OnceLock::new(),
        })
    }
}

/// What the kernel adds to labels: it counts classes from 1.
fn first_label(network: &Network) -> f64 {
    f64::from(u8::from(network.outputs() > 1))
}

/// The features and the labels of a batch.
fn rows_of(network: &Network, batch: &Batch) -> (Vec<f64>, Vec<f64>) {
    let (features, mut labels) = batch.rows();
    let first = first_label(network);
    labels.iter_mut().for_each(|label| *label -= first);
    (features, labels)
}

/// The sizes of the hidden layers.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the numbers are checked")]
fn read_hidden(fields: &Fields) -> Result<Vec<usize>, DocumentError> {
    let path = fields.path(HIDDEN.name);
    let list = fields.array(HIDDEN.name)?;
    if list.len() > MAX_LAYERS {
        return Err(DocumentError::new(path, format!("must have 0 to {MAX_LAYERS} layers, got {}", list.len())));
    }
    let units = |(layer, value): (usize, &serde_json::Value)| {
        let units = value.as_f64().filter(|units| units.fract() == 0.0 && (1.0..=MAX_UNITS as f64).contains(units));
        units.map(|units| units as usize).ok_or_else(|| {
            let rule = format!("must be a whole number from 1 to {MAX_UNITS}, got {}", document::shown(value));
            DocumentError::new(format!("{path}[{layer}]"), rule)
        })
    };
    list.iter().enumerate().map(units).collect()
}

/// The problem.
#[derive(Clone, Debug)]
pub struct NeuralNetwork {
    network: Network,
    /// The classes' names, where they have other names than their labels.
    names: Vec<String>,
    regularization: f64,
    /// For each agent its samples.
    agents: Vec<Batch>,
    held_out: Batch,
    /// The greatest eigenvalue of (1/m) Σ h h' of any agent, with a feature that is 1.
    moment: OnceLock<f64>,
}

impl NeuralNetwork {
    /// The features of an agent and a 1 for the bias, samples × (inputs + 1).
    fn with_ones(&self, agent: usize) -> Vec<f64> {
        let rows = self.agents[agent].rows().0;
        rows.chunks_exact(self.network.inputs()).flat_map(|row| row.iter().copied().chain([1.0])).collect()
    }

    /// Writes ∇f_i over some samples at each lane of `x` to `out`; both d × lanes.
    fn gradient_over(&self, samples: &Batch, lanes: usize, x: &[f64], out: &mut [f64]) {
        let mut scratch = Scratch::default();
        let scale = 1.0 / samples.len() as f64;
        if lanes == 1 {
            out.fill(0.0);
            self.network.add_gradient(samples, x, &mut scratch, out);
            out.iter_mut().zip(x).for_each(|(out, x)| *out = scale * *out + self.regularization * x);
            return;
        }
        let mut sums = vec![0.0; self.network.dimension()];
        for l in 0..lanes {
            let point = lane(x, lanes, l);
            sums.fill(0.0);
            self.network.add_gradient(samples, &point, &mut scratch, &mut sums);
            for ((out, sum), x) in out[l..].iter_mut().step_by(lanes).zip(&sums).zip(point.iter()) {
                *out = scale * sum + self.regularization * x;
            }
        }
    }
}

/// The coordinates of one lane.
fn lane(x: &[f64], lanes: usize, l: usize) -> std::borrow::Cow<'_, [f64]> {
    if lanes == 1 { x.into() } else { x.iter().skip(l).step_by(lanes).copied().collect::<Vec<_>>().into() }
}

impl Problem for NeuralNetwork {
    fn agents(&self) -> usize {
        self.agents.len()
    }

    fn dimension(&self) -> usize {
        self.network.dimension()
    }

    fn samples(&self, agent: usize) -> Option<usize> {
        Some(self.agents[agent].len())
    }

    fn gradient(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        self.gradient_over(&self.agents[agent], lanes, x, out);
    }

    fn batch_gradient(&self, agent: usize, batch: &[usize], lanes: usize, x: &[f64], out: &mut [f64]) {
        self.gradient_over(&self.agents[agent].choose(batch), lanes, x, out);
    }

    fn value(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        self.score(agent, lanes, x, out, &mut vec![0.0; lanes]);
    }

    /// Without hidden layers λ_max((1/m) Σ h h') / 4 + ρ, the greatest over the agents, with half in place of a quarter for
    /// several classes (Böhning, Multinomial logistic regression algorithm, 1992). With them none is known: the Hessian
    /// grows with the weights.
    fn smoothness(&self, _radius: f64) -> Option<f64> {
        if self.network.is_deep() {
            return None;
        }
        let greatest = || {
            let agents: Vec<_> = (0..self.agents()).map(|agent| self.with_ones(agent)).collect();
            moments::greatest_of(agents.iter().map(Vec::as_slice), self.network.inputs() + 1)
        };
        let share = if self.network.outputs() == 1 { 0.25 } else { 0.5 };
        Some(share * self.moment.get_or_init(greatest) + self.regularization)
    }

    fn pl_constant(&self) -> Option<f64> {
        Some(self.regularization).filter(|&rho| self.is_convex() && rho > 0.0)
    }

    fn is_convex(&self) -> bool {
        !self.network.is_deep()
    }

    fn optimum(&self, tell: &mut dyn FnMut(f64)) -> Option<Optimum> {
        self.is_convex().then(|| optimum::minimize(self, tell))
    }

    fn local_optimum(&self, agent: usize) -> Option<Optimum> {
        self.is_convex().then(|| optimum::minimize_local(self, agent))
    }

    /// Without hidden layers (1/m) Σ (diag p - p p') ⊗ h h' + ρ I with the probabilities p of the classes, or p (1 - p) h h'
    /// with one output.
    fn hessian(&self, agent: usize, x: &[f64]) -> Option<Vec<f64>> {
        if self.network.is_deep() {
            return None;
        }
        let (inputs, outputs) = (self.network.inputs(), self.network.outputs());
        let (rows, _) = self.agents[agent].rows();
        let probabilities = self.probabilities(x, &rows);
        let classes = self.classes().unwrap_or(2);
        let features = self.with_ones(agent);
        // Of class and feature the place among the unknowns: all weights stand before the biases.
        let place = |c: usize, j: usize| if j < inputs { c * inputs + j } else { outputs * inputs + c };
        let mut hessian = DMatrix::identity(x.len(), x.len()) * self.regularization;
        for (a, b) in (0..outputs).flat_map(|a| (a..outputs).map(move |b| (a, b))) {
            let mut all = probabilities.chunks_exact(classes);
            let block = moments::weighted(&features, inputs + 1, |_| {
                let p = all.next().unwrap_or_default();
                let others = || p.iter().enumerate().filter(|&(c, _)| c != a).map(|(_, p)| p).sum::<f64>();
                p[a] * if a == b { others() } else { -p[b] }
            });
            for (i, j) in (0..=inputs).flat_map(|i| (0..=inputs).map(move |j| (i, j))) {
                let (row, column) = (place(a, i), place(b, j));
                hessian[(row, column)] += block[(i, j)];
                if a != b {
                    hessian[(column, row)] += block[(i, j)];
                }
            }
        }
        Some(hessian.data.into())
    }

    fn held_out(&self) -> usize {
        self.held_out.len()
    }

    fn test(&self, lanes: usize, x: &[f64], loss: &mut [f64], right: &mut [f64]) {
        let mut scratch = Scratch::default();
        let rows = self.held_out.len() as f64;
        for (l, (loss, right)) in loss.iter_mut().zip(right).enumerate() {
            let (sum, hits) = self.network.score(&self.held_out, &lane(x, lanes, l), &mut scratch);
            (*loss, *right) = (sum / rows, hits / rows);
        }
    }

    fn scales(&self) -> Vec<f64> {
        self.network.scales()
    }

    fn classifier(&self) -> Option<&dyn Classifier> {
        Some(self)
    }
}

impl Classifier for NeuralNetwork {
    fn features(&self) -> usize {
        self.network.inputs()
    }

    fn classes(&self) -> Option<usize> {
        Some(self.network.outputs()).filter(|&count| count > 1)
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn labelled(&self, agent: usize) -> (Vec<f64>, Vec<f64>) {
        rows_of(&self.network, &self.agents[agent])
    }

    fn labelled_tests(&self) -> (Vec<f64>, Vec<f64>) {
        rows_of(&self.network, &self.held_out)
    }

    fn score(&self, agent: usize, lanes: usize, x: &[f64], value: &mut [f64], right: &mut [f64]) {
        let samples = &self.agents[agent];
        let mut scratch = Scratch::default();
        for (l, (value, right)) in value.iter_mut().zip(right).enumerate() {
            let point = lane(x, lanes, l);
            let (loss, hits) = self.network.score(samples, &point, &mut scratch);
            let square: f64 = point.iter().map(|x| x * x).sum();
            *value = loss / samples.len() as f64 + 0.5 * self.regularization * square;
            *right = hits;
        }
    }

    fn outputs(&self, x: &[f64], points: &[f64], out: &mut [f64]) {
        let inputs = self.network.inputs();
        let points = Batch::new(inputs, points.chunks_exact(inputs).map(|point| (point, 0.0)));
        self.network.evaluate(&points, x, &mut Scratch::default(), out);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::problem::tests::check_problem;
    use crate::random::{self, Purpose};

    const AGENTS: usize = 3;

    fn build(problem: &Value) -> NeuralNetwork {
        let fields = Fields::of(problem, "problem").unwrap();
        Spec::read(&fields, AGENTS, 1).unwrap().build(1, AGENTS).unwrap()
    }

    fn network(hidden: &[usize], activation: &str, samples: usize) -> NeuralNetwork {
        build(&json!({
            "hidden": hidden, "activation": activation, "regularization": 0.03,
            "data": {"kind": "spirals", "samplesPerAgent": samples, "noise": 0.3,
                "split": {"kind": "dirichlet", "concentration": 0.5}},
        }))
    }

    #[test]
    fn gradients_of_every_activation_and_depth() {
        for activation in ["tanh", "sigmoid", "relu"] {
            for hidden in [&[][..], &[5], &[4, 3], &[3, 1, 4], &[3, 4, 2, 5]] {
                for samples in [2, 7, 40] {
                    check_problem(&network(hidden, activation, samples), 0.7);
                }
            }
        }
    }

    /// A network of several classes; agent i has `samples` + i samples.
    fn of_classes(classes: usize, hidden: &[usize], activation: &str, samples: usize) -> NeuralNetwork {
        let mut random = random::stream(4, Purpose::Data, 0, 0);
        let mut features = vec![0.0; 3];
        let mut rows = |count: usize| {
            let row = |s: usize| {
                random::fill_standard_normal(&mut random, &mut features);
                (features.clone(), (7 * s + 3) % classes)
            };
            (0..count).map(row).unzip::<_, _, Vec<_>, Vec<_>>()
        };
        let (features, labels): (Vec<_>, Vec<_>) = (0..AGENTS).map(|i| rows(samples + i)).unzip();
        build(&json!({
            "hidden": hidden, "activation": activation, "regularization": 0.03, "classes": classes,
            "data": {"kind": "explicit", "features": features, "labels": labels},
        }))
    }

    #[test]
    fn gradients_of_several_classes() {
        for classes in [2, 3, 10, 64] {
            for hidden in [&[][..], &[5], &[4, 3]] {
                for samples in [1, 7, 40] {
                    check_problem(&of_classes(classes, hidden, "tanh", samples), 0.7);
                }
            }
        }
    }

    #[test]
    fn two_classes_with_two_outputs_are_logistic_regression_of_their_difference() {
        let two = of_classes(2, &[], "tanh", 20);
        let (features, labels) = two.labelled(1);
        let signed: Vec<f64> = labels.iter().map(|label| 2.0 * label - 1.0).collect();
        let rows: Vec<_> = features.chunks_exact(3).collect();
        let data = json!({"kind": "explicit", "features": [rows, rows, rows], "labels": [signed, signed, signed]});
        let one = build(&json!({"hidden": [], "regularization": 0, "data": data}));
        let x = [0.3, -0.2, 1.1, 0.7, -1.3, 0.4, 0.25, -0.5];
        let difference: Vec<f64> = (0..3).map(|j| x[3 + j] - x[j]).chain([x[7] - x[6]]).collect();
        let (mut a, mut b) = ([0.0], [0.0]);
        two.value(1, 1, &x, &mut a);
        one.value(0, 1, &difference, &mut b);
        let square: f64 = x.iter().map(|x| x * x).sum();
        assert!((a[0] - 0.015 * square - b[0]).abs() < 1e-14);
        let [p, q] = [two.probabilities(&x, &features), one.probabilities(&difference, &features)];
        assert!(p.iter().zip(&q).all(|(p, q)| (p - q).abs() < 1e-15));
    }

    #[test]
    fn of_equal_outputs_the_first_is_the_answer() {
        let network = of_classes(4, &[], "tanh", 5);
        let (_, labels) = network.labelled(0);
        let x = vec![0.0; network.dimension()];
        let (mut value, mut right) = ([0.0], [0.0]);
        network.score(0, 1, &x, &mut value, &mut right);
        assert_eq!(right[0], labels.iter().filter(|&&label| label == 0.0).count() as f64);
        assert!((value[0] - 4.0_f64.ln()).abs() < 1e-15);
    }

    #[test]
    fn without_hidden_layers_it_is_logistic_regression_with_a_bias() {
        let features = [[[0.3, -1.2], [2.0, 0.7]], [[-0.4, 0.1], [1.1, 1.9]], [[0.8, -0.6], [-2.2, 0.5]]];
        let labels = [[1, -1], [-1, 1], [1, 1]];
        let with_one = features.map(|rows| rows.map(|[a, b]| [a, b, 1.0]));
        let data = |features: Value| json!({"kind": "explicit", "features": features, "labels": labels});
        let network = build(&json!({"hidden": [], "regularization": 0, "data": data(json!(features))}));
        let problem = json!({"regularization": 0, "data": data(json!(with_one))});
        let fields = Fields::of(&problem, "problem").unwrap();
        let logistic =
            super::super::logistic::Spec::read(&fields, AGENTS, 1).unwrap().build(1, AGENTS, &mut |_| ()).unwrap();
        let lanes = 4;
        let mut x = vec![0.0; 3 * lanes];
        random::fill_standard_normal(&mut random::stream(1, Purpose::Start, 0, 0), &mut x);
        let problems: [&dyn Problem; 2] = [&network, &logistic];
        for agent in 0..AGENTS {
            let of = |problem: &dyn Problem| {
                let (mut slope, mut value) = (vec![0.0; x.len()], vec![0.0; lanes]);
                problem.gradient(agent, lanes, &x, &mut slope);
                problem.value(agent, lanes, &x, &mut value);
                [slope, value].concat()
            };
            let [ours, theirs] = problems.map(of);
            assert!(ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() < 1e-15), "agent {agent}");
        }
    }

    #[test]
    fn large_margins_neither_overflow_nor_lose_the_gradient() {
        for (activation, network) in ["tanh", "sigmoid", "relu"].into_iter().flat_map(|activation| {
            [(activation, network(&[4, 3], activation, 10)), (activation, of_classes(5, &[4, 3], activation, 10))]
        }) {
            for scale in [1e2, 1e8, 1e30] {
                let mut x = vec![0.0; network.dimension()];
                random::fill_standard_normal(&mut random::stream(2, Purpose::Start, 0, 0), &mut x);
                x.iter_mut().for_each(|x| *x *= scale);
                let (mut gradient, mut value) = (vec![0.0; x.len()], [0.0]);
                network.mean_gradient(1, &x, &mut gradient);
                network.mean_value(1, &x, &mut value);
                assert!(gradient.iter().chain(&value).all(|number| number.is_finite()), "{activation}, {scale}");
                assert!(value[0] > scale.min(1e6) && gradient.iter().any(|&g| g != 0.0));
            }
        }
    }

    #[test]
    fn unknowns_stand_layer_after_layer_weights_before_biases() {
        let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.1, 0.2, 0.3, -1.0, 0.5, 2.0, 0.7];
        let network = network(&[3], "tanh", 4);
        let unit = |j: usize, h: [f64; 2]| libm::tanh(x[2 * j] * h[0] + x[2 * j + 1] * h[1] + x[6 + j]);
        let mut out = [0.0; 2];
        let points = [[0.05, -0.1], [0.3, 0.02]];
        network.outputs(&x, points.as_flattened(), &mut out);
        for (out, h) in out.iter().zip(points) {
            let expected = -unit(0, h) + 0.5 * unit(1, h) + 2.0 * unit(2, h) + 0.7;
            assert!((out - expected).abs() < 1e-15);
        }
        let scale = 1.0 / 3_f64.sqrt();
        let root = 1.0 / 2_f64.sqrt();
        assert_eq!(network.scales(), [[root; 6].to_vec(), vec![0.0; 3], vec![scale; 3], vec![0.0]].concat());
    }

    #[test]
    fn a_rectifier_has_slope_zero_at_zero() {
        let data = json!({"kind": "explicit", "features": [[[1]], [[1]], [[1]]], "labels": [[1], [1], [1]]});
        let network = build(&json!({"hidden": [1], "activation": "relu", "data": data}));
        let mut gradient = [1.0; 4];
        network.gradient(0, 1, &[0.5, -0.5, 2.0, 0.0], &mut gradient);
        assert_eq!(gradient, [0.0, 0.0, 0.0, -0.5]);
    }

    #[test]
    fn batches_are_the_gradients_of_their_rows() {
        let network = network(&[4], "tanh", 21);
        let (features, labels) = network.labelled(1);
        let chosen: Vec<usize> = (0..labels.len()).rev().step_by(2).collect();
        let rows = |of: &dyn Fn(usize) -> Value| chosen.iter().map(|&s| of(s)).collect::<Vec<_>>();
        let features = rows(&|s| json!(features[2 * s..2 * s + 2]));
        let labels = rows(&|s| json!(labels[s]));
        let data = json!({"kind": "explicit", "features": vec![features; AGENTS], "labels": vec![labels; AGENTS]});
        let alone = build(&json!({"hidden": [4], "regularization": 0.03, "data": data}));
        let x: Vec<f64> = (0..network.dimension()).map(|j| 0.3 * j as f64 - 1.0).collect();
        let (mut a, mut b) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        network.batch_gradient(1, &chosen, 1, &x, &mut a);
        alone.gradient(0, 1, &x, &mut b);
        assert_eq!(a, b);
    }

    #[test]
    fn what_is_wrong_is_named_at_its_place() {
        let wrong = |problem: Value, message: &str| {
            let fields = Fields::of(&problem, "problem").unwrap();
            assert_eq!(Spec::read(&fields, AGENTS, 1).unwrap_err().to_string(), format!("problem.{message}"));
        };
        let data = || json!({"kind": "xor", "samplesPerAgent": 4});
        wrong(json!({"data": data()}), "hidden: is missing");
        wrong(json!({"hidden": 8, "data": data()}), "hidden: must be a list, got 8");
        wrong(json!({"hidden": [1, 1, 1, 1, 1], "data": data()}), "hidden: must have 0 to 4 layers, got 5");
        wrong(json!({"hidden": [8, 65], "data": data()}), "hidden[1]: must be a whole number from 1 to 64, got 65");
        wrong(json!({"hidden": [1.5], "data": data()}), "hidden[0]: must be a whole number from 1 to 64, got 1.5");
        wrong(json!({"hidden": [8]}), "data: is missing");
        let of_classes = |classes: Value, labels: Value| {
            let features = [[[0.5], [1.0]], [[0.5], [1.0]], [[0.5], [1.0]]];
            let data = json!({"kind": "explicit", "features": features, "labels": labels});
            json!({"hidden": [], "classes": classes, "data": data})
        };
        let labels = || json!([[0, 1], [2, 0], [1, 1]]);
        wrong(of_classes(json!(1), labels()), "classes: must be a whole number from 2 to 64, got 1");
        wrong(of_classes(json!(65), labels()), "classes: must be a whole number from 2 to 64, got 65");
        wrong(of_classes(json!(2), labels()), "data.labels[1][0]: must be a whole number from 0 to 1, got 2");
        let labels = json!([[0, 1], [2, 0.5], [1, 1]]);
        wrong(of_classes(json!(3), labels), "data.labels[1][1]: must be a whole number from 0 to 2, got 0.5");
        let text = "1,setosa\n2,virginica\n3,versicolor\n";
        let data = json!({"kind": "csv", "text": text});
        wrong(
            json!({"hidden": [], "classes": 2, "data": data}),
            "data.text: must have at most 2 labels, has 3: \"setosa\", \"versicolor\", \"virginica\"",
        );
    }
}
