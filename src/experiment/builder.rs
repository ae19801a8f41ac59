//! An experiment made from its parts, in place of a document.

use std::sync::OnceLock;

use super::{Experiment, METHODS_LIMIT, add, check_acceleration, refused};
use crate::clock::Clock;
use crate::document::DocumentError;
use crate::method::MethodSpec;
use crate::metric::Metric;
use crate::network::Network;
use crate::network::changes::Changes;
use crate::oracle::Noise;
use crate::problem::Problem;
use crate::recording::{POINTS_LIMIT, Schedule};
use crate::start::Start;
use crate::step_size::StepSize;

/// The most iterations and trials, as of a document.
const ITERATIONS_LIMIT: u64 = 1 << 31;
const TRIALS_LIMIT: u64 = 1_000_000;

/// The parts of an experiment; [`Self::build`] checks that they fit together.
///
/// What is not given is as a document means it that leaves it out: seed 1, one trial, 500 recorded points, exact gradients,
/// a start at 0; but no document leaves out the iterations, here 1,000, and metrics are those that every problem has:
/// ‖∇f(x̄)‖², the consensus error, ‖(1/n) Σ ∇f_i(x_i)‖² and f(x̄).
#[derive(Debug)]
pub struct Builder {
    network: Network,
    problem: Box<dyn Problem>,
    name: Option<String>,
    seed: u64,
    trials: u64,
    iterations: u64,
    schedule: Schedule,
    metrics: Vec<Metric>,
    noise: Noise,
    step_size: Option<StepSize>,
    start: Start,
    methods: Vec<MethodSpec>,
    clock: Option<Clock>,
}

impl Builder {
    pub(super) fn new(network: Network, problem: Box<dyn Problem>) -> Self {
        Self {
            network,
            problem,
            name: None,
            seed: super::DEFAULT_SEED,
            trials: 1,
            iterations: 1_000,
            schedule: Schedule::Points(500),
            metrics: vec![Metric::GradientNorm, Metric::Consensus, Metric::AverageGradient, Metric::Loss],
            noise: Noise::None,
            step_size: None,
            start: Start::Zeros,
            methods: Vec::new(),
            clock: None,
        }
    }

    /// Free text.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// The seed of all random streams.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The number of independent noise realisations, from 1.
    #[must_use]
    pub fn trials(self, trials: u64) -> Self {
        Self { trials, ..self }
    }

    /// K.
    #[must_use]
    pub fn iterations(self, iterations: u64) -> Self {
        Self { iterations, ..self }
    }

    /// Which iterations are recorded.
    #[must_use]
    pub fn record(self, schedule: Schedule) -> Self {
        Self { schedule, ..self }
    }

    /// What is recorded.
    #[must_use]
    pub fn metrics(self, metrics: impl IntoIterator<Item = Metric>) -> Self {
        Self { metrics: metrics.into_iter().collect(), ..self }
    }

    /// The noise on the gradients.
    #[must_use]
    pub fn noise(self, noise: Noise) -> Self {
        Self { noise, ..self }
    }

    /// The step size of the methods that have none of their own; a number is a constant one.
    #[must_use]
    pub fn step_size(self, step_size: impl Into<StepSize>) -> Self {
        Self { step_size: Some(step_size.into()), ..self }
    }

    /// Where the agents start.
    #[must_use]
    pub fn start(self, start: Start) -> Self {
        Self { start, ..self }
    }

    /// One more method; a name that another has gets a number.
    #[must_use]
    pub fn method(mut self, method: MethodSpec) -> Self {
        add(&mut self.methods, method);
        self
    }

    /// How long computing and sending take.
    #[must_use]
    pub fn clock(self, clock: Clock) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// The experiment; an error names the part that does not fit, in its path.
    pub fn build(self) -> Result<Experiment, DocumentError> {
        let refuse = |part: &str, rule: String| Err(DocumentError::new(part, rule));
        let (agents, dimension) = (self.problem.agents(), self.problem.dimension());
        if agents != self.network.graph.agents() {
            let rule = format!("has costs of {agents} agents, and the network has {}", self.network.graph.agents());
            return refuse("the problem", rule);
        }
        if dimension == 0 {
            return refuse("the problem", "must have at least one unknown".to_owned());
        }
        if self.methods.is_empty() || self.methods.len() > METHODS_LIMIT {
            return refuse("the methods", format!("must be 1 to {METHODS_LIMIT}, got {}", self.methods.len()));
        }
        if self.metrics.is_empty() {
            return refuse("the metrics", "must be at least one".to_owned());
        }
        let twice = |(i, metric): (usize, &Metric)| self.metrics[..i].contains(metric).then_some(*metric);
        if let Some(metric) = self.metrics.iter().enumerate().find_map(twice) {
            return refuse(&format!("the metric {}", metric.name()), "appears twice".to_owned());
        }
        if self.iterations > ITERATIONS_LIMIT {
            return refuse("the iterations", format!("must be at most 2^31, got {}", self.iterations));
        }
        if !(1..=TRIALS_LIMIT).contains(&self.trials) {
            return refuse("the trials", format!("must be 1 to {TRIALS_LIMIT}, got {}", self.trials));
        }
        let schedule = match self.schedule {
            Schedule::Every(0) => {
                return refuse("the record", "must be of every so manyth iteration, got 0".to_owned());
            }
            Schedule::Every(every) if self.iterations / every + 2 > POINTS_LIMIT => {
                return refuse("the record", format!("has more than {POINTS_LIMIT} iterations"));
            }
            Schedule::Points(points) | Schedule::LogPoints(points) if points > POINTS_LIMIT => {
                return refuse("the record", format!("has more than {POINTS_LIMIT} iterations"));
            }
            schedule => schedule.iterations(self.iterations),
        };
        if let Noise::Gaussian { variance } = self.noise
            && !(variance >= 0.0 && variance.is_finite())
        {
            return refuse("the noise", format!("must have a variance of at least 0, got {variance}"));
        }
        let named = |part: &str| {
            let part = part.to_owned();
            move |error: DocumentError| DocumentError { path: part, ..error }
        };
        self.noise.check(self.problem.as_ref()).map_err(named("the noise"))?;
        for method in &self.methods {
            method
                .check(self.step_size)
                .map_err(|rule| DocumentError::new(format!("the method {}", method.name), rule))?;
            if let Some([field, rule]) = refused(method, self.network.changes.as_ref().map(Changes::is_cycle)) {
                return refuse(&format!("the method {}", method.name), format!("{field}: {rule}"));
            }
        }
        check_acceleration(&self.methods, &self.network).map_err(named("the methods"))?;
        let start = self.start.build(self.seed, self.problem.as_ref()).map_err(named("the start"))?;
        if let Some(place) = start.iter().position(|x| !x.is_finite()) {
            return refuse("the start", format!("of agent {} must be finite", place / dimension));
        }
        let experiment = Experiment {
            common_start: self.start.is_common(),
            start,
            name: self.name,
            seed: self.seed,
            trials: self.trials,
            iterations: self.iterations,
            schedule,
            metrics: self.metrics,
            network: self.network,
            problem: self.problem,
            imported: None,
            noise: self.noise,
            // Where all methods have their own it is never used.
            step_size: self.step_size.unwrap_or(StepSize::Constant { value: 1.0 }),
            methods: self.methods,
            clock: self.clock,
            optimum: OnceLock::new(),
            curvature: OnceLock::new(),
        };
        for metric in &experiment.metrics {
            let has_optimum = || experiment.optimum().is_some();
            if let Err(rule) = metric.check_built(experiment.problem(), has_optimum) {
                return refuse(&format!("the metric {}", metric.name()), rule.to_owned());
            }
        }
        Ok(experiment)
    }
}
