//! Logistic regression with a non-convex regulariser (paper, Sec. 6.1), or with a convex one.
//!
//! f_i(x) = (1/m_i) Σ_s ln(1 + exp(-y_s h_s'x)) + ρ Σ_j x_j² / (1 + x_j²), or + (ρ/2) ‖x‖²
//!
//! Generated data follow the paper: x_i* = x* + v_i with x* ~ N(0, I), v_i ~ N(0, σ_h² I);
//! features h ~ N(0, I), rounded to single precision; label +1 with probability
//! 1/(1 + exp(-h'x_i*)), else -1 (the logistic model; the rule printed in the paper would give
//! +1 always).

use std::sync::OnceLock;

use rand::RngExt;

use super::data::Given;
use super::moments;
use super::samples::HeldOut;
use super::{
    Classifier, DATA, DIMENSION, Optimum, Outcome, Problem, Report, SAMPLES, check_memory, logistic_kernel,
    mean_over_agents, optimum, size_of_data,
};
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};
use crate::linear_algebra::dot;
use crate::random::{self, Purpose};

const REGULARIZATION: Parameter =
    Parameter::with_default("regularization", Domain::not_negative(1e6), 0.001, "ρ, the weight of the regulariser");
const REGULARIZER: Parameter = Parameter::plain(
    "regularizer",
    Domain::Choice { options: &["nonConvex", "l2"] },
    false,
    "what keeps the unknowns bounded: nonConvex, Σ xⱼ² / (1 + xⱼ²); or l2, ‖x‖² / 2, with which f is strongly convex",
);
const HETEROGENEITY: Parameter = Parameter::with_default(
    "heterogeneity",
    Domain::not_negative(1e6),
    0.2,
    "σₕ², the variance of the agents' own solutions about the common one",
);

/// The catalog's entry.
pub const ENTRY: Entry = Entry {
    kind: "logistic",
    title: "Logistic regression",
    about: "Each agent classifies its own samples; a small non-convex term keeps the unknowns bounded",
    source: "Alghunaim and Yuan, Sec. 6.1",
    parameters: &[DIMENSION, SAMPLES, REGULARIZATION, REGULARIZER, HETEROGENEITY, DATA],
};

/// The parameters of the problem.
#[derive(Clone, Debug)]
pub struct Spec {
    regularization: f64,
    is_convex: bool,
    data: DataSpec,
}

#[derive(Clone, Debug)]
enum DataSpec {
    Generated { dimension: usize, samples: usize, heterogeneity: f64 },
    Given(Given),
}

impl Spec {
    /// Reads the parameters for that many agents.
    pub fn read(fields: &Fields, agents: usize, seed: u64) -> Result<Self, DocumentError> {
        let regularization = fields.number(&REGULARIZATION)?;
        let is_convex = fields.choice(&REGULARIZER)? == "l2";
        let data = if let Some(given) = Given::read(fields, Outcome::Label, agents, seed)? {
            DataSpec::Given(given)
        } else {
            let (dimension, samples) = (fields.count(&DIMENSION)?, fields.count(&SAMPLES)?);
            let numbers = (agents as u64).saturating_mul(samples as u64).saturating_mul(dimension as u64 + 1);
            check_memory(fields, SAMPLES.name, numbers, &size_of_data(agents, samples, dimension))?;
            DataSpec::Generated { dimension, samples, heterogeneity: fields.number(&HETEROGENEITY)? }
        };
        Ok(Self { regularization, is_convex, data })
    }

    pub(super) fn has_test(&self) -> bool {
        matches!(&self.data, DataSpec::Given(given) if given.has_test())
    }

    pub(super) fn import_report(&self) -> Option<&Report> {
        match &self.data {
            DataSpec::Given(given) => given.report(),
            DataSpec::Generated { .. } => None,
        }
    }

    /// The problem for n agents.
    pub fn build(&self, seed: u64, agents: usize, tell: &mut dyn FnMut(f64)) -> Result<Logistic, DocumentError> {
        let (mut names, mut held_out) = (Vec::new(), HeldOut::default());
        let (dimension, agents): (_, Vec<_>) = match &self.data {
            DataSpec::Given(given) => {
                let samples = given.samples(seed, agents)?;
                names.clone_from(&samples.names);
                held_out.clone_from(&samples.held_out);
                let agents = samples.features.iter().zip(&samples.responses);
                (samples.dimension, agents.map(|(rows, y)| (signed(rows, y), y.clone())).collect())
            }
            &DataSpec::Generated { dimension, samples, heterogeneity } => {
                let mut common = vec![0.0; dimension];
                random::fill_standard_normal(&mut random::stream(seed, Purpose::Data, u64::MAX, 0), &mut common);
                let spread = heterogeneity.sqrt();
                let agent = |i| {
                    tell(i as f64 / agents as f64);
                    generate(&mut random::stream(seed, Purpose::Data, i, 0), &common, spread, samples)
                };
                (dimension, (0..agents as u64).map(agent).collect())
            }
        };
        let (features, labels) = agents.into_iter().unzip();
        let smoothness = OnceLock::new();
        let Self { regularization, is_convex, .. } = *self;
        Ok(Logistic { dimension, regularization, is_convex, features, labels, names, held_out, smoothness })
    }
}

/// Labels times features, samples × d; and, since labels are -1 or 1, features from these.
fn signed(features: &[f64], labels: &[f64]) -> Vec<f64> {
    let rows = features.chunks_exact(features.len() / labels.len()).zip(labels);
    rows.flat_map(|(row, y)| row.iter().map(move |h| y * h)).collect()
}

/// One agent's samples: label times features, samples × d, and the labels.
#[allow(clippy::cast_possible_truncation, reason = "rounding to single precision is meant")]
fn generate(rng: &mut impl RngExt, common: &[f64], spread: f64, samples: usize) -> (Vec<f64>, Vec<f64>) {
    let d = common.len();
    let mut solution = vec![0.0; d];
    random::fill_standard_normal(rng, &mut solution);
    for (x, common) in solution.iter_mut().zip(common) {
        *x = common + spread * *x;
    }
    let (mut features, mut labels) = (vec![0.0; samples * d], vec![1.0; samples]);
    for (row, label) in features.chunks_exact_mut(d).zip(&mut labels) {
        random::fill_standard_normal(rng, row);
        row.iter_mut().for_each(|h| *h = f64::from(*h as f32));
        let margin: f64 = row.iter().zip(&solution).map(|(h, x)| h * x).sum();
        if rng.random::<f64>() > 1.0 / (1.0 + libm::exp(-margin)) {
            row.iter_mut().for_each(|h| *h = -*h);
            *label = -1.0;
        }
    }
    (features, labels)
}

/// The problem.
#[derive(Clone, Debug)]
pub struct Logistic {
    dimension: usize,
    regularization: f64,
    /// Whether the regulariser is ‖x‖² / 2.
    is_convex: bool,
    /// For each agent y h of its samples, samples × d.
    features: Vec<Vec<f64>>,
    /// For each agent y of its samples.
    labels: Vec<Vec<f64>>,
    /// The classes' names, where they have other names than their labels.
    names: Vec<String>,
    held_out: HeldOut,
    smoothness: OnceLock<f64>,
}

impl Logistic {
    /// Adds ρ r'(x) to `out`: r'(x) = 2x / (1 + x²)², or x.
    fn add_regularization(&self, x: &[f64], out: &mut [f64]) {
        if self.is_convex {
            out.iter_mut().zip(x).for_each(|(out, x)| *out += self.regularization * x);
            return;
        }
        for (out, x) in out.iter_mut().zip(x) {
            let q = 1.0 + x * x;
            *out += self.regularization * (2.0 * x / (q * q));
        }
    }
}

impl Logistic {
    /// ρ r(x) of each lane: r(x) = Σ x_j² / (1 + x_j²), or ‖x‖² / 2.
    fn penalties(&self, lanes: usize, x: &[f64]) -> Vec<f64> {
        let mut penalties = vec![0.0; lanes];
        for row in x.chunks_exact(lanes) {
            let term = |x: f64| if self.is_convex { 0.5 * x * x } else { x * x / (1.0 + x * x) };
            penalties.iter_mut().zip(row).for_each(|(sum, &x)| *sum += term(x));
        }
        penalties.iter_mut().for_each(|sum| *sum *= self.regularization);
        penalties
    }

    fn value_with(&self, penalties: &[f64], agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        logistic_kernel::loss(&self.features[agent], self.dimension, lanes, x, out);
        out.iter_mut().zip(penalties).for_each(|(out, penalty)| *out += penalty);
    }
}

impl Problem for Logistic {
    fn agents(&self) -> usize {
        self.features.len()
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn samples(&self, agent: usize) -> Option<usize> {
        Some(self.features[agent].len() / self.dimension)
    }

    fn gradient(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        logistic_kernel::gradient(&self.features[agent], self.dimension, lanes, x, out);
        self.add_regularization(x, out);
    }

    fn batch_gradient(&self, agent: usize, batch: &[usize], lanes: usize, x: &[f64], out: &mut [f64]) {
        logistic_kernel::batch_gradient(&self.features[agent], batch, self.dimension, lanes, x, out);
        self.add_regularization(x, out);
    }

    fn value(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        self.value_with(&self.penalties(lanes, x), agent, lanes, x, out);
    }

    /// The regulariser is that of all agents.
    fn mean_value(&self, lanes: usize, x: &[f64], out: &mut [f64]) {
        let penalties = self.penalties(lanes, x);
        mean_over_agents(self.agents(), out, |agent, local| self.value_with(&penalties, agent, lanes, x, local));
    }

    /// (1/4) λ_max((1/m) Σ h h') + 2 ρ, or + ρ, the greatest over the agents.
    fn smoothness(&self, _radius: f64) -> Option<f64> {
        let greatest = || moments::greatest_of(self.features.iter().map(Vec::as_slice), self.dimension);
        let curvature = if self.is_convex { self.regularization } else { 2.0 * self.regularization };
        Some(self.smoothness.get_or_init(greatest) / 4.0 + curvature)
    }

    fn pl_constant(&self) -> Option<f64> {
        Some(self.regularization).filter(|&rho| self.is_convex && rho > 0.0)
    }

    fn is_convex(&self) -> bool {
        self.is_convex
    }

    fn optimum(&self, tell: &mut dyn FnMut(f64)) -> Option<Optimum> {
        Some(optimum::minimize(self, tell))
    }

    fn local_optimum(&self, agent: usize) -> Option<Optimum> {
        Some(optimum::minimize_local(self, agent))
    }

    fn held_out(&self) -> usize {
        self.held_out.responses.len()
    }

    fn test(&self, lanes: usize, x: &[f64], loss: &mut [f64], right: &mut [f64]) {
        let HeldOut { features, responses } = &self.held_out;
        logistic_kernel::loss(&signed(features, responses), self.dimension, lanes, x, loss);
        for (l, right) in right.iter_mut().enumerate() {
            let x: Vec<f64> = x.iter().skip(l).step_by(lanes).copied().collect();
            let rows = features.chunks_exact(self.dimension).zip(responses);
            let hits = rows.filter(|&(row, &y)| (dot(row, &x) > 0.0) == (y > 0.0)).count();
            *right = hits as f64 / responses.len() as f64;
        }
    }

    /// (1/m) Σ w (1 - w) h h' with w = 1 / (1 + exp(-h'x)), and ρ r''(x) = ρ (2 - 6x²) / (1 + x²)³, or ρ, on the diagonal.
    fn hessian(&self, agent: usize, x: &[f64]) -> Option<Vec<f64>> {
        let features = &self.features[agent];
        let mut hessian = moments::weighted(features, self.dimension, |row| {
            let decay = libm::exp(-dot(row, x).abs());
            decay / ((1.0 + decay) * (1.0 + decay))
        });
        for (j, x) in x.iter().enumerate() {
            let q = 1.0 + x * x;
            let second = if self.is_convex { 1.0 } else { (2.0 - 6.0 * x * x) / (q * q * q) };
            hessian[(j, j)] += self.regularization * second;
        }
        Some(hessian.data.into())
    }

    fn classifier(&self) -> Option<&dyn Classifier> {
        Some(self)
    }
}

/// F(h; x) = h'x.
impl Classifier for Logistic {
    fn features(&self) -> usize {
        self.dimension
    }

    fn classes(&self) -> Option<usize> {
        None
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn labelled(&self, agent: usize) -> (Vec<f64>, Vec<f64>) {
        (signed(&self.features[agent], &self.labels[agent]), self.labels[agent].clone())
    }

    fn labelled_tests(&self) -> (Vec<f64>, Vec<f64>) {
        let HeldOut { features, responses } = &self.held_out;
        (features.clone(), responses.clone())
    }

    fn score(&self, agent: usize, lanes: usize, x: &[f64], value: &mut [f64], right: &mut [f64]) {
        self.value(agent, lanes, x, value);
        for (l, right) in right.iter_mut().enumerate() {
            let x: Vec<f64> = x.iter().skip(l).step_by(lanes).copied().collect();
            let rows = self.features[agent].chunks_exact(self.dimension).zip(&self.labels[agent]);
            *right = rows.filter(|&(row, &y)| (y * dot(row, &x) > 0.0) == (y > 0.0)).count() as f64;
        }
    }

    fn outputs(&self, x: &[f64], points: &[f64], out: &mut [f64]) {
        for (out, point) in out.iter_mut().zip(points.chunks_exact(self.dimension)) {
            *out = dot(point, x);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::tests::check_problem;

    fn generated(heterogeneity: f64) -> Logistic {
        let data = DataSpec::Generated { dimension: 4, samples: 30, heterogeneity };
        Spec { regularization: 0.01, is_convex: false, data }.build(3, 5, &mut |_| ()).unwrap()
    }

    #[test]
    fn gradients_and_optimum() {
        check_problem(&generated(1.0), 1.0);
        check_problem(&Logistic { is_convex: true, ..generated(1.0) }, 1.0);
    }

    #[test]
    fn newton_ends_where_the_gradient_is_below_its_start_by_1e12() {
        for rho in [0.0, 1e-6, 0.01, 1.0, 100.0] {
            let problem = Logistic { is_convex: true, regularization: rho, ..generated(1.0) };
            let norm = |x: &[f64]| {
                let mut gradient = vec![0.0; 4];
                problem.mean_gradient(1, x, &mut gradient);
                dot(&gradient, &gradient).sqrt()
            };
            let optimum = problem.optimum(&mut |_| ()).unwrap();
            assert!(norm(&optimum.point) <= 1e-12 * norm(&[0.0; 4]), "{rho}");
            assert_eq!(problem.pl_constant(), (rho > 0.0).then_some(rho));
            // L is attained by no Hessian, and exceeded by none.
            let [most, .., least] = crate::linear_algebra::symmetric_eigenvalues(nalgebra::DMatrix::from_vec(
                4,
                4,
                problem.hessian(0, &[0.0; 4]).unwrap(),
            ))[..] else {
                unreachable!()
            };
            assert!(most <= problem.smoothness(1.0).unwrap() * (1.0 + 1e-14) && least >= rho);
        }
    }

    #[test]
    fn the_least_value_does_not_depend_on_the_scale_of_a_feature() {
        let least = |scale: f64| {
            let mut problem = Logistic { is_convex: true, regularization: 0.01, ..generated(1.0) };
            problem.features.iter_mut().flatten().step_by(4).for_each(|h| *h *= scale);
            problem.optimum(&mut |_| ()).unwrap().value
        };
        assert!((least(1e9) - least(1e6)).abs() < 1e-9, "{} {}", least(1e9), least(1e6));
    }

    #[test]
    fn one_sample_has_its_minimiser_where_it_is_known() {
        // (ρ x = h / (1 + e^(h x))): with h = 2, x = 1 for ρ = 2 / (1 + e²).
        let rho = 2.0 / (1.0 + libm::exp(2.0));
        let problem = Logistic {
            dimension: 1,
            regularization: rho,
            is_convex: true,
            features: vec![vec![2.0]],
            labels: vec![vec![1.0]],
            names: Vec::new(),
            held_out: HeldOut::default(),
            smoothness: OnceLock::new(),
        };
        assert!((problem.optimum(&mut |_| ()).unwrap().point[0] - 1.0).abs() < 1e-14);
        assert!((problem.smoothness(1.0).unwrap() - 1.0 - rho).abs() < 1e-14);
    }

    #[test]
    fn large_margins_neither_overflow_nor_lose_the_gradient() {
        let mut problem = generated(1.0);
        problem.features.iter_mut().flatten().for_each(|h| *h *= 1_000.0);
        let x = vec![5.0; 4];
        let (mut gradient, mut value) = (vec![0.0; 4], vec![0.0]);
        problem.mean_gradient(1, &x, &mut gradient);
        problem.mean_value(1, &x, &mut value);
        assert!(gradient.iter().all(|g| g.is_finite()) && value[0].is_finite());
        assert!(value[0] > 100.0);
    }

    #[test]
    fn smoothness_bounds_the_gradient_change() {
        let problem = generated(2.0);
        let bound = problem.smoothness(1.0).unwrap();
        let norm = |v: &[f64]| v.iter().map(|v| v * v).sum::<f64>().sqrt();
        let mut points = vec![0.0; 80];
        random::fill_standard_normal(&mut random::stream(1, Purpose::Start, 0, 0), &mut points);
        for pair in points.chunks_exact(8) {
            let (a, b) = pair.split_at(4);
            let (mut ga, mut gb) = ([0.0; 4], [0.0; 4]);
            for agent in 0..5 {
                problem.gradient(agent, 1, a, &mut ga);
                problem.gradient(agent, 1, b, &mut gb);
                let change: Vec<f64> = ga.iter().zip(gb).map(|(a, b)| a - b).collect();
                let distance: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
                assert!(norm(&change) <= bound * norm(&distance));
            }
        }
    }

    #[test]
    fn without_heterogeneity_the_agents_share_one_solution() {
        // The local gradients at the common optimum shrink like 1/√m with equal solutions.
        let spread = |heterogeneity: f64| {
            let data = DataSpec::Generated { dimension: 3, samples: 20_000, heterogeneity };
            let problem = Spec { regularization: 0.0, is_convex: false, data }.build(11, 4, &mut |_| ()).unwrap();
            let optimum = problem.optimum(&mut |_| ()).unwrap();
            let mut g = vec![0.0; 3];
            (0..4)
                .map(|i| {
                    problem.gradient(i, 1, &optimum.point, &mut g);
                    g.iter().map(|g| g * g).sum::<f64>()
                })
                .sum::<f64>()
        };
        assert!(spread(0.0) < 4e-3 && spread(1.0) > 10.0 * spread(0.0));
    }
}
