//! Stochastic gradients: an agent's local gradient, exact or with noise.
//!
//! The k-th noise vector of agent i in trial t is the same for every method: it comes from the
//! stream of (trial, agent), which is drawn from once in each iteration.

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};
use crate::problem::Problem;
use crate::random::{self, Purpose};

const VARIANCE: Parameter = Parameter::required(
    "variance",
    Domain::not_negative(1e9),
    0.001,
    "σₙ², the variance of the noise on each coordinate of a local gradient",
);
const BATCH: Parameter = Parameter::required(
    "batch",
    Domain::integer(1, 100_000),
    10.0,
    "the number of samples of which an agent averages the gradients, drawn anew in each iteration",
);

/// The kinds of gradient noise.
pub const NOISES: &[Entry] = &[
    Entry {
        kind: "none",
        title: "Exact gradients",
        about: "Every agent sees its exact local gradient",
        source: "Alghunaim and Yuan, Sec. 2",
        parameters: &[],
    },
    Entry {
        kind: "gaussian",
        title: "Gaussian noise",
        about: "Independent normal noise on each coordinate of each local gradient",
        source: "Alghunaim and Yuan, Sec. 6.1",
        parameters: &[VARIANCE],
    },
    Entry {
        kind: "minibatch",
        title: "Mini-batch",
        about: "The gradient over a few of the agent's samples, drawn without replacement",
        source: "Alghunaim and Yuan, Sec. 3",
        parameters: &[BATCH],
    },
];

/// The kind of gradient noise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noise {
    /// Exact gradients.
    None,
    /// ∇f_i(x) + s with s ~ N(0, variance I).
    Gaussian {
        /// σ_n².
        variance: f64,
    },
    /// The mean over `batch` samples drawn without replacement.
    Minibatch {
        /// The number of samples.
        batch: usize,
    },
}

impl Noise {
    /// Reads the `gradient` of a document.
    pub fn read(fields: &Fields) -> Result<Self, DocumentError> {
        Ok(match fields.entry("noise", NOISES, &[])?.kind {
            "none" => Self::None,
            "gaussian" => Self::Gaussian { variance: fields.number(&VARIANCE)? },
            _ => Self::Minibatch { batch: fields.count(&BATCH)? },
        })
    }

    /// Refuses a batch that some agent has too few samples for.
    pub fn check(&self, problem: &dyn Problem) -> Result<(), DocumentError> {
        let &Self::Minibatch { batch } = self else { return Ok(()) };
        let fewest = (0..problem.agents()).map(|agent| problem.samples(agent)).min().flatten();
        let rule = match fewest {
            None => "needs a problem with samples; this one has none".to_owned(),
            Some(_) if batch == 0 => "must be at least 1, got 0".to_owned(),
            Some(samples) if batch > samples => {
                format!("must be at most {samples}, the samples of the agent that has the fewest, got {batch}")
            }
            Some(_) => return Ok(()),
        };
        Err(DocumentError::new(format!("gradient.{}", BATCH.name), rule))
    }

    /// The streams of some trials, trial by trial for each agent.
    pub(crate) fn streams(&self, seed: u64, agents: usize, trials: &std::ops::Range<u64>) -> Vec<Xoshiro256PlusPlus> {
        let mut streams = Vec::new();
        if *self != Self::None {
            streams.reserve_exact(agents * usize::try_from(trials.end - trials.start).unwrap_or(0));
            for agent in 0..agents as u64 {
                streams.extend(trials.clone().map(|trial| random::stream(seed, Purpose::Noise, trial, agent)));
            }
        }
        streams
    }
}

/// `batch` different numbers below `samples`.
pub(crate) fn draw_batch(stream: &mut Xoshiro256PlusPlus, samples: usize, batch: usize) -> Vec<usize> {
    rand::seq::index::sample(stream, samples, batch).into_vec()
}
