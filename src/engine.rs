//! The engine: all methods and all trials in lockstep.
//!
//! In each iteration one pass over every agent's data gives the exact local gradients of all
//! *lanes* (method × trial) at once; the noise of a trial is added to all of its methods; then
//! every method takes its step. The engine owns what methods must not: the loop, the noise, the
//! counting, the metrics and the end of what diverges.
//!
//! Shapes: a method's blocks hold n rows of d × trials numbers, the trials contiguous. The lanes
//! of one agent are ordered by trial, then by method, so that the methods of a trial, which
//! share its mini-batches, lie together.

mod corrections;
mod field;
mod gradients;
mod limits;
mod measure;
#[cfg(feature = "rayon")]
mod parallel;
mod pulls;
mod views;

use std::ops::Range;
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::clock::Times;
use crate::document::DocumentError;
use crate::experiment::Experiment;
use crate::gossip::Gossip;
use crate::method::Method;
use crate::metric::Metric;
use crate::oracle::{self, Noise};
use crate::random;
use crate::recording::{Curve, Record};
use crate::step_size::StepSize;
pub use corrections::Corrections;
pub use field::{Grid, Model};
pub use gradients::Gradients;
pub use limits::{MEMORY_LIMIT, METRIC_LIMIT, VALUES_LIMIT};
pub use measure::AgentValues;
use measure::add_squares;
#[cfg(feature = "rayon")]
pub use parallel::ParallelEngine;
pub use pulls::Pulls;

/// A trial is stopped when ‖X^k‖ passes this multiple of max(1, ‖X^0‖, √n r), with r from
/// [`Problem::reach`](crate::problem::Problem::reach).
pub const DIVERGENCE: f64 = 1e12;

/// One method in all trials of this engine.
#[derive(Debug)]
struct Run {
    method: Box<dyn Method>,
    gossip: Gossip,
    step_size: StepSize,
    x: Vec<f64>,
    gradient: Vec<f64>,
    times: Option<Times>,
    /// The greatest ‖x_i‖ so far, of all agents and trials.
    reached: f64,
    ends: Vec<Option<End>>,
}

/// Where a trial of a method was stopped.
#[derive(Clone, Debug)]
struct End {
    iteration: u64,
    /// The iterates there, n × d.
    iterates: Vec<f64>,
}

impl Run {
    fn is_over(&self) -> bool {
        self.ends.iter().all(Option::is_some)
    }
}

/// A running experiment: some of its trials and some of its methods.
#[derive(Debug)]
pub struct Engine {
    experiment: Arc<Experiment>,
    methods: Vec<usize>,
    trials: usize,
    /// Which trials these are.
    range: Range<u64>,
    runs: Vec<Run>,
    streams: Vec<Xoshiro256PlusPlus>,
    iteration: u64,
    /// Whether the gradients of the runs are the exact ones at the current iterates.
    exact: bool,
    record: Record,
    bound: f64,
}

/// Refuses an experiment that was changed after it was built, so that its parts no longer fit.
fn is_whole(experiment: &Experiment) -> Result<(), DocumentError> {
    let (agents, costs) = (experiment.network.graph.agents(), experiment.problem().agents());
    let schedule = &experiment.schedule;
    let is_ascending = schedule.is_sorted_by(|a, b| a < b) && schedule.last() <= Some(&experiment.iterations);
    let refusal = if agents != costs {
        ("network", format!("has {agents} agents, and the problem costs of {costs}"))
    } else if experiment.metrics.is_empty() {
        ("metrics", "must be at least one".to_owned())
    } else if schedule.is_empty() || !is_ascending {
        ("record", format!("must be iterations in ascending order, up to {}", experiment.iterations))
    } else {
        return Ok(());
    };
    Err(DocumentError::new(refusal.0, refusal.1))
}

impl Engine {
    /// Starts all methods and all trials.
    pub fn new(experiment: impl Into<Arc<Experiment>>) -> Result<Self, DocumentError> {
        let experiment = experiment.into();
        let (methods, trials) = (0..experiment.methods.len(), 0..experiment.trials);
        Self::part(experiment, methods.collect(), trials)
    }

    /// Starts the methods with those indices in those trials. What they compute does not depend
    /// on which others run beside them.
    pub fn part(experiment: Arc<Experiment>, methods: Vec<usize>, trials: Range<u64>) -> Result<Self, DocumentError> {
        if trials.is_empty() || trials.end > experiment.trials {
            let rule = format!("must be a part of 0..{}, got {}..{}", experiment.trials, trials.start, trials.end);
            return Err(DocumentError::new("trials", rule));
        }
        if methods.is_empty() || methods.iter().any(|&method| method >= experiment.methods.len()) {
            return Err(DocumentError::new("methods", "must be indices of the experiment's methods, at least one"));
        }
        let count = usize::try_from(trials.end - trials.start).unwrap_or(usize::MAX);
        is_whole(&experiment)?;
        limits::check(&experiment, &methods, count)?;
        let (d, start) = (experiment.problem().dimension(), experiment.start());
        let mut x = Vec::with_capacity(start.len() * count);
        start.iter().for_each(|&number| x.resize(x.len() + count, number));
        let reached = add_squares(start, d, &mut [0.0]).sqrt();
        let run = |&method: &usize| {
            let spec = &experiment.methods[method];
            Run {
                method: spec.start(&x),
                gossip: experiment.gossip(spec, d, count),
                step_size: spec.step_size.unwrap_or(experiment.step_size),
                x: x.clone(),
                gradient: vec![0.0; x.len()],
                times: experiment.clock.as_ref().map(|clock| Times::new(clock, experiment.agents(), count)),
                reached,
                ends: vec![None; count],
            }
        };
        let runs: Vec<Run> = methods.iter().map(run).collect();
        let record = Record::new(experiment.schedule.clone(), experiment.metrics.clone(), runs.len(), count);
        let streams = experiment.noise.streams(experiment.seed, experiment.agents(), &trials);
        let square: f64 = start.iter().map(|x| x * x).sum();
        let reach = experiment.problem().reach();
        let square = square.max(1.0).max(experiment.agents() as f64 * reach * reach);
        let bound = (DIVERGENCE * DIVERGENCE * square).min(f64::MAX);
        let mut engine = Self {
            experiment,
            methods,
            trials: count,
            range: trials,
            runs,
            streams,
            iteration: 0,
            exact: false,
            record,
            bound,
        };
        engine.record_if_due();
        Ok(engine)
    }

    /// The experiment.
    pub fn experiment(&self) -> &Arc<Experiment> {
        &self.experiment
    }

    /// The indices of the methods that run here.
    pub fn methods(&self) -> &[usize] {
        &self.methods
    }

    /// k, the number of iterations done.
    pub fn iteration(&self) -> u64 {
        self.iteration
    }

    /// What has been recorded so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Does up to `iterations` iterations, not beyond the experiment's K, and tells how many are
    /// done in total.
    pub fn advance(&mut self, iterations: u64) -> u64 {
        let target = self.iteration.saturating_add(iterations).min(self.experiment.iterations);
        while self.iteration < target {
            self.step();
        }
        self.iteration
    }

    /// Bits sent so far by a method (by its place here) at each recorded iteration, in one trial, over the whole network.
    pub fn bits(&self, method: usize) -> impl Iterator<Item = f64> {
        let d = self.experiment.problem().dimension();
        let each = self.experiment.methods[self.methods[method]].bits(d) as f64;
        self.record.communication(method).map(move |[_, vectors]| vectors as f64 * each)
    }

    /// The curve of a metric (by its index in the record) of a method (by its place here).
    pub fn curve(&self, metric: usize, method: usize) -> Curve {
        self.record.curve(metric, method)
    }

    /// The iteration at which a trial of a method (by their places here) was stopped.
    pub fn diverged_at(&self, method: usize, trial: usize) -> Option<u64> {
        self.runs.get(method)?.ends.get(trial)?.as_ref().map(|end| end.iteration)
    }

    /// How far from 0 the iterates of a method (by its place here) have been: the greatest ‖x_i^k‖ so far, over all
    /// agents and trials.
    pub fn reached(&self, method: usize) -> f64 {
        self.runs[method].reached
    }

    /// The iterates X^k of a method in a trial (by their places here), n × d, row i = agent i;
    /// where it was stopped if it diverged. `None` if there is no such method or trial.
    pub fn iterates(&self, method: usize, trial: usize) -> Option<Vec<f64>> {
        let run = self.runs.get(method)?;
        match run.ends.get(trial)? {
            Some(end) => Some(end.iterates.clone()),
            None => Some(run.x.iter().skip(trial).step_by(self.trials).copied().collect()),
        }
    }

    fn step(&mut self) {
        let minibatch = matches!(self.experiment.noise, Noise::Minibatch { .. });
        if !minibatch {
            self.evaluate();
        }
        match self.experiment.noise {
            Noise::None => {}
            Noise::Gaussian { variance } => self.add_noise(variance.sqrt()),
            Noise::Minibatch { batch } => self.evaluate_batches(batch),
        }
        self.exact = false;
        self.change_network();
        for run in &mut self.runs {
            let is_over = run.is_over();
            let alpha = run.step_size.at(self.iteration);
            if is_over {
                run.gossip.only_count();
            }
            run.gossip.begin();
            run.method.step(alpha, &mut run.x, &run.gradient, &mut run.gossip);
            if is_over {
                run.x.fill(0.0);
            }
        }
        self.advance_clocks();
        self.iteration += 1;
        self.stop_what_diverged();
        self.record_if_due();
    }

    /// Lets the iteration's time go by.
    fn advance_clocks(&mut self) {
        let experiment = &self.experiment;
        let Some(clock) = &experiment.clock else { return };
        let durations = clock.durations(experiment.seed, experiment.agents(), self.iteration, &self.range);
        let d = experiment.problem().dimension();
        for (run, &method) in self.runs.iter_mut().zip(&self.methods) {
            let bits = experiment.methods[method].bits(d);
            if let Some(times) = &mut run.times {
                times.advance(clock, &durations, run.gossip.exchange(), bits, run.gossip.matrix());
            }
        }
    }

    /// Gives every method W_k.
    fn change_network(&mut self) {
        let (experiment, k) = (&self.experiment, self.iteration);
        if experiment.network.changes.is_none() {
            return;
        }
        let matrix = experiment.network.matrix_at(k);
        for (run, &method) in self.runs.iter_mut().zip(&self.methods) {
            run.gossip.change(experiment.mixing(&experiment.methods[method], &matrix, k));
        }
    }

    /// The exact local gradients of all lanes.
    fn evaluate(&mut self) {
        if self.exact {
            return;
        }
        self.exact = true;
        let (problem, trials) = (self.experiment.problem(), self.trials);
        let mut runs: Vec<&mut Run> = self.runs.iter_mut().filter(|run| !run.is_over()).collect();
        if runs.is_empty() {
            return;
        }
        let width = problem.dimension() * trials;
        // With one method its blocks are in lane order already.
        if let [run] = &mut runs[..] {
            let rows = run.x.chunks_exact(width).zip(run.gradient.chunks_exact_mut(width));
            for (agent, (x, gradient)) in rows.enumerate() {
                problem.gradient(agent, trials, x, gradient);
            }
            return;
        }
        let methods = runs.len();
        let (mut x, mut gradient) = (vec![0.0; width * methods], vec![0.0; width * methods]);
        for agent in 0..problem.agents() {
            let row = agent * width..(agent + 1) * width;
            for (m, run) in runs.iter().enumerate() {
                for (lane, x_run) in x[m..].iter_mut().step_by(methods).zip(&run.x[row.clone()]) {
                    *lane = *x_run;
                }
            }
            problem.gradient(agent, trials * methods, &x, &mut gradient);
            for (m, run) in runs.iter_mut().enumerate() {
                for (g, lane) in run.gradient[row.clone()].iter_mut().zip(gradient[m..].iter().step_by(methods)) {
                    *g = *lane;
                }
            }
        }
    }

    /// Gradients on fresh mini-batches, one batch for each agent and trial.
    fn evaluate_batches(&mut self, batch: usize) {
        let (problem, trials) = (self.experiment.problem(), self.trials);
        let d = problem.dimension();
        let methods = self.runs.len();
        let (mut x, mut gradient) = (vec![0.0; d * methods], vec![0.0; d * methods]);
        for (index, stream) in self.streams.iter_mut().enumerate() {
            let (agent, trial) = (index / trials, index % trials);
            let Some(samples) = problem.samples(agent) else { continue };
            let chosen = oracle::draw_batch(stream, samples, batch);
            let entry = |j: usize| (agent * d + j) * trials + trial;
            for j in 0..d {
                for (x, run) in x[j * methods..].iter_mut().zip(&self.runs) {
                    *x = run.x[entry(j)];
                }
            }
            problem.batch_gradient(agent, &chosen, methods, &x, &mut gradient);
            for j in 0..d {
                for (g, run) in gradient[j * methods..].iter().zip(&mut self.runs) {
                    run.gradient[entry(j)] = *g;
                }
            }
        }
    }

    /// Adds one noise vector for each agent and trial to the gradients of all methods.
    fn add_noise(&mut self, deviation: f64) {
        let (d, trials) = (self.experiment.problem().dimension(), self.trials);
        let mut noise = vec![0.0; d];
        for (index, stream) in self.streams.iter_mut().enumerate() {
            random::fill_standard_normal(stream, &mut noise);
            noise.iter_mut().for_each(|noise| *noise *= deviation);
            let start = (index / trials) * d * trials + index % trials;
            for run in &mut self.runs {
                for (g, noise) in run.gradient[start..].iter_mut().step_by(trials).zip(&noise) {
                    *g += noise;
                }
            }
        }
    }

    /// Ends the trials whose iterates are not finite or have grown beyond the bound, and
    /// keeps the iterates of ended trials at 0, so that they cost nothing unusual.
    fn stop_what_diverged(&mut self) {
        let (trials, bound, iteration) = (self.trials, self.bound, self.iteration);
        let d = self.experiment.problem().dimension();
        for run in self.runs.iter_mut().filter(|run| !run.is_over()) {
            let mut squares = vec![0.0; trials];
            run.reached = run.reached.max(add_squares(&run.x, d, &mut squares).sqrt());
            for (trial, square) in squares.into_iter().enumerate() {
                // The comparison is false for NaN.
                let is_bounded = square <= bound;
                if run.ends[trial].is_none() && !is_bounded {
                    let iterates = run.x.iter().skip(trial).step_by(trials).copied().collect();
                    run.ends[trial] = Some(End { iteration, iterates });
                }
                if run.ends[trial].is_some() {
                    run.x.iter_mut().skip(trial).step_by(trials).for_each(|x| *x = 0.0);
                }
            }
        }
    }

    fn record_if_due(&mut self) {
        if self.record.next() != Some(self.iteration) {
            return;
        }
        if self.experiment.metrics.contains(&Metric::AverageGradient) {
            self.evaluate();
        }
        let values = self.measure();
        let sent = self.runs.iter().map(|run| [run.gossip.rounds(), run.gossip.vectors()]);
        let seconds = self.runs.iter().filter_map(|run| run.times.as_ref()).flat_map(|times| times.latest(self.trials));
        self.record.push(&values, sent, seconds);
    }
}
