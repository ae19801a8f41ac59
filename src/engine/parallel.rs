//! An engine whose trials, and where there are few trials its methods, run on the threads of rayon's pool.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::{Engine, limits};
use crate::document::DocumentError;
use crate::experiment::Experiment;
use crate::recording::Record;

/// A running experiment on the threads of rayon's current pool: to the last bit what [`Engine`] computes on one.
///
/// ```
/// # fn run(experiment: suda::experiment::Experiment) -> Result<(), suda::document::DocumentError> {
/// use suda::engine::ParallelEngine;
///
/// let mut engine = ParallelEngine::new(experiment)?;
/// engine.advance(u64::MAX);
/// let first = engine.record().curve(0, 0);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ParallelEngine {
    experiment: Arc<Experiment>,
    parts: Vec<Part>,
}

/// Some methods in some trials.
#[derive(Debug)]
struct Part {
    methods: Range<usize>,
    trials: Range<usize>,
    engine: Engine,
}

impl ParallelEngine {
    /// Starts all methods and all trials, split into as many parts as the pool has threads, if there are as many lanes.
    pub fn new(experiment: impl Into<Arc<Experiment>>) -> Result<Self, DocumentError> {
        let experiment = experiment.into();
        let (methods, threads) = (experiment.methods.len(), rayon::current_num_threads());
        let trials = usize::try_from(experiment.trials).unwrap_or(usize::MAX);
        limits::check(&experiment, &(0..methods).collect::<Vec<_>>(), trials)?;
        // The methods of a trial share its data and its noise, so that trials are split first.
        let columns = split(trials, threads);
        let rows = split(methods, threads / columns.len());
        let places =
            rows.iter().flat_map(|methods| columns.iter().map(move |trials| (methods.clone(), trials.clone())));
        let start = |(methods, trials): (Range<usize>, Range<usize>)| {
            let of_trials = trials.start as u64..trials.end as u64;
            let engine = Engine::part(Arc::clone(&experiment), methods.clone().collect(), of_trials)?;
            Ok(Part { methods, trials, engine })
        };
        let parts = places.collect::<Vec<_>>().into_par_iter().map(start).collect::<Result<_, DocumentError>>()?;
        Ok(Self { experiment, parts })
    }

    /// The experiment.
    pub fn experiment(&self) -> &Arc<Experiment> {
        &self.experiment
    }

    /// k, the number of iterations done.
    pub fn iteration(&self) -> u64 {
        self.parts[0].engine.iteration()
    }

    /// Does up to `iterations` iterations, not beyond the experiment's K, and tells how many are done in total.
    pub fn advance(&mut self, iterations: u64) -> u64 {
        self.parts.par_iter_mut().for_each(|part| {
            part.engine.advance(iterations);
        });
        self.iteration()
    }

    /// What has been recorded so far, of all methods and trials.
    pub fn record(&self) -> Record {
        let parts = self.parts.iter().map(|part| (part.methods.start, part.trials.start, part.engine.record()));
        Record::merged(&parts.collect::<Vec<_>>())
    }

    /// The iterates X^k of a method in a trial, n × d, as [`Engine::iterates`].
    pub fn iterates(&self, method: usize, trial: usize) -> Option<Vec<f64>> {
        let (part, method, trial) = self.place(method, trial)?;
        part.engine.iterates(method, trial)
    }

    /// The iteration at which a trial of a method was stopped, as [`Engine::diverged_at`].
    pub fn diverged_at(&self, method: usize, trial: usize) -> Option<u64> {
        let (part, method, trial) = self.place(method, trial)?;
        part.engine.diverged_at(method, trial)
    }

    fn place(&self, method: usize, trial: usize) -> Option<(&Part, usize, usize)> {
        let part = self.parts.iter().find(|part| part.methods.contains(&method) && part.trials.contains(&trial))?;
        Some((part, method - part.methods.start, trial - part.trials.start))
    }
}

/// 0..`count` in at most `pieces` ranges, at least one, whose lengths differ by one at most.
fn split(count: usize, pieces: usize) -> Vec<Range<usize>> {
    let pieces = pieces.clamp(1, count.max(1));
    (0..pieces).map(|piece| piece * count / pieces..(piece + 1) * count / pieces).collect()
}
