//! What the theory says of a method of an experiment: the constants of its network and problem
//! put into the theorems. This is where [`theory`](crate::theory), which knows no problem, and an
//! [`Experiment`] meet.

mod cures;
mod descent;
pub mod expectation;
pub mod findings;
mod growth;
mod joint;
pub mod measured;
mod recurrence;
pub mod stability;
pub mod warnings;

pub use crate::problem::curvature;
pub use cures::Cure;
pub use stability::Judgement;

use serde::Serialize;

use crate::experiment::Experiment;
use crate::finding::{Fact, Finding};
use crate::method::MethodSpec;
use crate::oracle::Noise;
use crate::step_size::StepSize;
use crate::theory::bounds::{self, BoundTerms, ProblemConstants, Theorem1, Theorem2};
use crate::theory::corollaries::{Corollary, RateTerm};
use crate::theory::tables::{self, Row, TableInput};
use crate::theory::{NetworkConstants, Transition, heterogeneity};

/// How far above 1 rounding may bring an eigenvalue of A.
const ROUNDING: f64 = 1e-12;

/// The theory of one method. A quantity that does not exist or is not known is `None`: PSGD and DSGD
/// are outside the SUDA family, all eigenvalues of W are known for small networks only, the
/// variance of mini-batches is not known, and beside a finding that is an error the theorems promise nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    all(target_arch = "wasm32", feature = "js"),
    derive(tsify::Tsify),
    tsify(missing_as_null, rename = "Theory")
)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// The spectral radius of G.
    pub spectral_radius: Option<f64>,
    /// γ = ‖Γ‖.
    pub gamma: Option<f64>,
    /// v₁ = ‖V‖.
    pub v1: Option<f64>,
    /// v₂ = ‖V⁻¹‖.
    pub v2: Option<f64>,
    /// λ_a = ‖Λ_a‖.
    pub lambda_a: Option<f64>,
    /// 1/‖Λ_b⁻¹‖; infinite for one agent.
    pub lambda_b: Option<f64>,
    /// The closed-form bounds of App. B.
    pub paper: Option<NetworkConstants>,
    /// The eigenvalues of G, two for each eigenvalue of the method's W but the first.
    pub eigenvalues: Vec<Eigenvalue>,
    /// L on the ball about 0 that holds the start, the minimiser and the iterates so far; `None` for
    /// a neural network with hidden layers.
    pub smoothness: Option<f64>,
    /// That ball's radius.
    pub radius: f64,
    /// μ of the PL inequality.
    pub pl_constant: Option<f64>,
    /// f(x̄⁰) - f*, where f* is known.
    pub initial_gap: Option<f64>,
    /// σ² = d σₙ².
    pub noise_variance: Option<f64>,
    /// ζ₀² at x̄⁰.
    pub zeta0_squared: Option<f64>,
    /// ς₀² at x̄⁰.
    pub varsigma0_squared: f64,
    /// The step sizes that the theorems allow.
    pub step_size_limits: Option<StepSizeLimits>,
    /// The step size that Theorem 1 suggests for this K.
    pub suggested_step_size: Option<f64>,
    /// Theorem 1's five terms at this step size and K. The first and the third fall as 1/K.
    pub bound: Option<BoundTerms>,
    /// Whether all of Theorem 1's conditions are met, among them its limits of the step size, so that `bound` is one.
    pub bound_holds: bool,
    /// Theorem 2 at this step size; its last three fields are orders.
    pub pl_bound: Option<Theorem2>,
    /// Corollaries 1 and 2, or 3 and 4: orders.
    pub corollaries: Option<Corollaries>,
    /// Whether the method is stable with the costs' curvature, and for which step sizes.
    pub stability: Option<Judgement>,
    /// Changes that would make it stable, each one tried.
    pub cures: Vec<Cure>,
    /// What is wrong, worst first.
    pub findings: Vec<Finding>,
}

/// An eigenvalue of G.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Eigenvalue {
    /// The eigenvalue of W that it belongs to.
    pub lambda: f64,
    /// Its real part.
    pub re: f64,
    /// Its imaginary part.
    pub im: f64,
}

/// The step sizes that the theorems allow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(missing_as_null))]
pub struct StepSizeLimits {
    /// Of Theorem 1.
    pub theorem1: [f64; 3],
    /// Of Theorem 2, where the problem has a known μ.
    pub theorem2: Option<[f64; 4]>,
}

/// What the corollaries say with their own step sizes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Corollaries {
    /// √(n/K), the step size of Corollaries 1 and 2.
    pub step_size: f64,
    /// The K that they need at least.
    pub iterations: [f64; 3],
    /// Their rate, term by term.
    pub rate: Vec<RateTerm>,
    /// Corollaries 3 and 4, where the problem has a known μ.
    pub pl: Option<PlCorollary>,
}

/// Corollary 3 or 4.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlCorollary {
    /// 2 ln(K²)/(μK).
    pub step_size: f64,
    /// The step sizes that it allows.
    pub step_size_limits: Vec<f64>,
    /// Its rate, term by term, without logarithms.
    pub rate: Vec<RateTerm>,
}

impl Analysis {
    /// The theory of the method with that index. `reached` is how far from 0 the run's iterates are
    /// known to have been, 0 before the run: it matters where the costs are smooth on bounded sets
    /// only.
    ///
    /// # Panics
    /// If the experiment has no such method.
    pub fn of(experiment: &Experiment, method: usize, reached: f64) -> Self {
        let spec = &experiment.methods[method];
        let problem = Local::of(experiment, reached);
        let spectrum = experiment.spectrum_of(spec);
        // The theorems speak of one W, that of a connected network, used in every iteration.
        let is_fixed = experiment.network.changes.is_none() && experiment.network.matrix.parts().len() == 1;
        let form = spec.form().filter(|_| is_fixed && spec.is_plain());
        let transition = form.clone().zip(spectrum.eigenvalues()).map(|(form, all)| Transition::new(&form, &all[1..]));
        // Beside an error nothing is promised.
        let mut outlook = findings::of_method(experiment, method);
        let form = form.filter(|_| outlook.is_sound());
        let sound = transition.as_ref().filter(|_| outlook.is_sound());
        let constants = sound.and_then(Transition::constants);
        let paper = sound.and_then(Transition::paper_bounds);

        let noise_variance = noise_variance(experiment);
        let zeta0_squared = form.as_ref().map(|form| {
            let (d, mixing) = (problem.dimension, experiment.mixing_at(spec, 0));
            heterogeneity::zeta0_squared(&form.a, &problem.gradients, d, |x, out| mixing.mix(d, x, out))
        });
        let known = noise_variance.zip(zeta0_squared).zip(problem.smoothness.zip(problem.initial_gap)).map(
            |((noise_variance, zeta0_squared), (smoothness, initial_gap))| ProblemConstants {
                agents: experiment.agents(),
                smoothness,
                initial_gap,
                noise_variance,
                zeta0_squared,
            },
        );
        let iterations = Some(experiment.iterations as f64).filter(|&k| k > 0.0);
        // The proof of Theorem 2 needs λ_a ≤ 1.
        let mu = problem.mu.filter(|_| constants.is_some_and(|network| network.lambda_a <= 1.0 + ROUNDING));
        let limits = constants.zip(problem.smoothness).map(|(network, smoothness)| StepSizeLimits {
            theorem1: bounds::theorem1_step_limits(smoothness, &network),
            theorem2: mu.map(|mu| bounds::theorem2_step_limits(smoothness, mu, &network)),
        });
        // The theorems speak of a constant step size and a common start.
        let alpha = constant_step(experiment, spec).filter(|_| experiment.common_start);
        let setting = known.zip(constants);
        let theorem = alpha.zip(setting).map(|(alpha, (known, network))| Theorem1::new(&known, &network, alpha));
        let within = |limits: &[f64]| alpha.is_some_and(|alpha| limits.iter().all(|&limit| alpha <= limit));
        let pl = alpha.zip(setting).zip(mu);
        let corollary = sound.and_then(Transition::family).zip(paper);
        let of_theorems = findings::of_theorems(experiment, method, &outlook, limits.as_ref());
        outlook.findings.extend(of_theorems);
        let is_covered = form.is_some_and(|form| form.is_exact())
            && outlook.findings.iter().all(|finding| !matches!(finding, Fact::NegativeEntries { .. }));
        Self {
            spectral_radius: transition.as_ref().map(Transition::spectral_radius),
            gamma: constants.map(|c| c.gamma),
            v1: constants.map(|c| c.v1),
            v2: constants.map(|c| c.v2),
            lambda_a: constants.map(|c| c.lambda_a),
            lambda_b: constants.map(|c| c.lambda_b),
            paper,
            eigenvalues: transition.as_ref().map(eigenvalues).unwrap_or_default(),
            smoothness: problem.smoothness,
            radius: problem.radius,
            pl_constant: problem.mu,
            initial_gap: problem.initial_gap,
            noise_variance,
            zeta0_squared,
            varsigma0_squared: heterogeneity::varsigma0_squared(&problem.gradients, problem.dimension),
            step_size_limits: limits,
            suggested_step_size: setting
                .zip(iterations)
                .map(|((known, network), k)| bounds::theorem1_step(&known, &network, k)),
            bound: theorem.zip(iterations).map(|(theorem, k)| theorem.after(k)),
            bound_holds: is_covered && theorem.is_some() && limits.is_some_and(|limits| within(&limits.theorem1)),
            pl_bound: pl.map(|((alpha, (known, network)), mu)| Theorem2::new(&known, mu, &network, alpha)),
            corollaries: corollary
                .zip(known)
                .zip(iterations)
                .map(|(((family, paper), known), k)| corollaries(&Corollary::new(family, &paper), &known, mu, k)),
            stability: outlook.judgement,
            cures: outlook.cures,
            findings: outlook.findings.into_iter().map(Finding::from).collect(),
        }
    }
}

impl Analysis {
    /// The same after a run that found a point below f* by that much: f(x̄⁰) - f* is more than was thought, and no
    /// bound is one.
    pub fn found_better(&mut self, by: f64) {
        self.initial_gap = self.initial_gap.map(|gap| gap + by);
        (self.bound, self.pl_bound, self.bound_holds) = (None, None, false);
        self.findings.push(Fact::BetterPoint { below: by }.into());
        self.findings.sort_by_key(|finding| finding.severity);
    }
}

/// What is known of the problem at the mean x̄⁰ of the start.
struct Local {
    dimension: usize,
    radius: f64,
    smoothness: Option<f64>,
    mu: Option<f64>,
    initial_gap: Option<f64>,
    /// ∇fᵢ(x̄⁰), n × d.
    gradients: Vec<f64>,
}

impl Local {
    fn of(experiment: &Experiment, reached: f64) -> Self {
        let problem = experiment.problem();
        let (n, d) = (problem.agents(), problem.dimension());
        let start: Vec<f64> =
            (0..d).map(|j| experiment.start().iter().skip(j).step_by(d).sum::<f64>() / n as f64).collect();
        let mut gradients = vec![0.0; n * d];
        for (agent, row) in gradients.chunks_exact_mut(d).enumerate() {
            problem.gradient(agent, 1, &start, row);
        }
        let mut radius = greatest_norm(experiment.start(), d).max(reached);
        let initial_gap = experiment.optimum().map(|optimum| {
            radius = radius.max(greatest_norm(&optimum.point, d));
            let mut gap = [0.0];
            problem.gap(optimum, 1, &start, &mut gap);
            gap[0]
        });
        Self {
            dimension: d,
            radius,
            smoothness: problem.smoothness(radius),
            mu: problem.pl_constant(),
            initial_gap,
            gradients,
        }
    }
}

fn greatest_norm(rows: &[f64], dimension: usize) -> f64 {
    rows.chunks_exact(dimension).map(|row| row.iter().map(|x| x * x).sum::<f64>().sqrt()).fold(0.0, f64::max)
}

fn noise_variance(experiment: &Experiment) -> Option<f64> {
    match experiment.noise {
        Noise::None => Some(0.0),
        Noise::Gaussian { variance } => Some(experiment.problem().dimension() as f64 * variance),
        Noise::Minibatch { .. } => None,
    }
}

fn constant_step(experiment: &Experiment, spec: &MethodSpec) -> Option<f64> {
    match spec.step_size.unwrap_or(experiment.step_size) {
        StepSize::Constant { value } => Some(value),
        StepSize::Halving { .. } | StepSize::Inverse { .. } => None,
    }
}

fn eigenvalues(transition: &Transition) -> Vec<Eigenvalue> {
    let of = |block: &crate::theory::transition::Block| {
        let lambda = block.lambda;
        block.eigenvalues().map(|(re, im)| Eigenvalue { lambda, re, im })
    };
    transition.blocks.iter().flat_map(of).collect()
}

fn corollaries(corollary: &Corollary, problem: &ProblemConstants, mu: Option<f64>, iterations: f64) -> Corollaries {
    Corollaries {
        step_size: Corollary::nonconvex_step(problem.agents, iterations),
        iterations: corollary.nonconvex_iterations(problem.smoothness, problem.agents),
        rate: corollary.nonconvex_rate(problem, iterations).to_vec(),
        pl: mu.map(|mu| PlCorollary {
            step_size: Corollary::pl_step(mu, iterations),
            step_size_limits: corollary.pl_step_limits(problem.smoothness, mu),
            rate: corollary.pl_rate(problem, iterations).to_vec(),
        }),
    }
}

/// Tables 1 and 2 on the experiment's network, with its K and the heterogeneity at x̄⁰ (which also
/// stands for the ς² of DSGD's result).
///
/// They speak of one W: without rows for a network that changes.
pub fn tables(experiment: &Experiment) -> [Vec<Row>; 2] {
    if experiment.network.changes.is_some() {
        return [Vec::new(), Vec::new()];
    }
    let local = Local::of(experiment, 0.0);
    let varsigma0_squared = heterogeneity::varsigma0_squared(&local.gradients, local.dimension);
    let input = TableInput {
        agents: experiment.agents(),
        lambda: experiment.network.spectrum().mixing_rate(),
        iterations: experiment.iterations as f64,
        varsigma_squared: varsigma0_squared,
        varsigma0_squared,
        gradient_squares: heterogeneity::gradient_squares(&local.gradients),
    };
    [tables::table1(&input), tables::table2(&input)]
}
