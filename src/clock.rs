//! Simulated seconds: how long a run would take, from what each iteration computes and sends. They change no iterate.
//!
//! Agent i's clock t_i starts at 0. In iteration k, s_i = t_i + the seconds that its gradient takes. Then, for each gossip round
//! in turn, an agent has sent when deg(i) · bits/bandwidth have gone by, and goes on when all of its neighbours' messages have
//! arrived: s_i ← max(s_i, max_j (s_j + deg(j) · bits/bandwidth + latency)). A centre receives and sends all messages over one
//! link: all s_i become max_j s_j + 2 (latency + n · bits/bandwidth). t_i is s_i after the last round. Degrees and
//! neighbours are those of W_k.

use std::ops::Range;

use rand::RngExt;

use crate::combination::CombinationMatrix;
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter, Shape, array, numbers};
use crate::gossip::Exchange;
use crate::random::{Purpose, stream};

/// The longest time, in seconds.
const LONGEST: f64 = 1e9;

const SECONDS: Parameter = Parameter::required(
    "seconds",
    Domain::not_negative(LONGEST),
    1.0,
    "how long an agent computes in an iteration, in seconds",
);
const MEAN: Parameter = Parameter::required(
    "mean",
    Domain::not_negative(LONGEST),
    1.0,
    "the mean of the times that agents compute in an iteration, in seconds",
);
const AGENT: Parameter =
    Parameter::required("agent", Domain::integer(0, 999_999), 0.0, "the agent that is slow, from 0");
const FACTOR: Parameter =
    Parameter::required("factor", Domain::positive(1e6), 10.0, "how many times as long the slow agent computes");
const DURATIONS: Parameter = Parameter::plain(
    "durations",
    Domain::structure(Shape::List(&Shape::List(&Shape::Number))),
    true,
    "[iteration][agent], in seconds: one number for each agent; from the last iteration on the list begins again",
);
const LATENCY: Parameter = Parameter::with_default(
    "latency",
    Domain::not_negative(LONGEST),
    0.0,
    "the seconds from the end of sending a message to its arrival",
);
const BANDWIDTH: Parameter = Parameter::plain(
    "bandwidth",
    Domain::positive(1e18),
    false,
    "bits that an agent, or a centre, sends in a second; without limit when left out",
);

/// The kinds of `clock.compute`.
pub const COMPUTES: &[Entry] = &[
    Entry {
        kind: "constant",
        title: "Equally fast",
        about: "Every agent computes for the same time in every iteration",
        source: "the definition",
        parameters: &[SECONDS],
    },
    Entry {
        kind: "exponential",
        title: "Random times",
        about: "The times are exponentially distributed, drawn for each agent, iteration and trial, the same for all methods",
        source: "Lee, Lam, Pedarsani, Papailiopoulos and Ramchandran, Speeding up distributed machine learning using codes (2018)",
        parameters: &[MEAN],
    },
    Entry {
        kind: "slowAgent",
        title: "One slow agent",
        about: "One agent computes longer than the others, which wait for it",
        source: "the definition",
        parameters: &[AGENT, FACTOR, SECONDS],
    },
    Entry {
        kind: "explicit",
        title: "Your own times",
        about: "The times of each agent in each iteration of a list, which begins again when it is through",
        source: "the definition",
        parameters: &[DURATIONS],
    },
];

/// The fields of `clock` besides its plain parameters.
pub const STRUCTURES: &[Parameter] =
    &[Parameter::kinds("compute", "ComputeDocument", true, "how long the agents compute")];
/// The plain parameters of `clock`.
pub const PARAMETERS: &[Parameter] = &[LATENCY, BANDWIDTH];

/// The `clock` of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    compute: Compute,
    latency: f64,
    /// Bits a second; infinite without a limit.
    bandwidth: f64,
}

#[derive(Clone, Debug, PartialEq)]
enum Compute {
    Constant(f64),
    Exponential { mean: f64 },
    SlowAgent { agent: usize, factor: f64, seconds: f64 },
    Explicit(Vec<Vec<f64>>),
}

impl Clock {
    /// Reads a `clock` for that many agents.
    pub fn read(fields: &Fields, agents: usize) -> Result<Self, DocumentError> {
        fields.only(PARAMETERS, &["compute"])?;
        Ok(Self {
            compute: Compute::read(&fields.object("compute")?, agents)?,
            latency: fields.number(&LATENCY)?,
            bandwidth: if fields.has(BANDWIDTH.name) { fields.number(&BANDWIDTH)? } else { f64::INFINITY },
        })
    }

    /// Whether the times differ from trial to trial.
    pub fn is_random(&self) -> bool {
        matches!(self.compute, Compute::Exponential { .. })
    }

    /// How long the agents compute in iteration k, \[trial\]\[agent\]; of one trial for all where they are not random.
    pub fn durations(&self, seed: u64, agents: usize, k: u64, trials: &Range<u64>) -> Vec<f64> {
        match &self.compute {
            Compute::Constant(seconds) => vec![*seconds; agents],
            Compute::SlowAgent { agent, factor, seconds } => {
                (0..agents).map(|i| if i == *agent { factor * seconds } else { *seconds }).collect()
            }
            Compute::Explicit(rows) => {
                #[expect(clippy::cast_possible_truncation, reason = "it is below the number of the rows")]
                let row = (k % rows.len() as u64) as usize;
                rows[row].clone()
            }
            Compute::Exponential { mean } => {
                let of_trial = |trial| {
                    let mut rng = stream(seed, Purpose::Compute, trial, k);
                    // 1 - u is in (0, 1].
                    (0..agents).map(move |_| -mean * libm::log(1.0 - rng.random::<f64>()))
                };
                trials.clone().flat_map(of_trial).collect()
            }
        }
    }
}

impl Compute {
    fn read(fields: &Fields, agents: usize) -> Result<Self, DocumentError> {
        Ok(match fields.entry("kind", COMPUTES, &[])?.kind {
            "constant" => Self::Constant(fields.number(&SECONDS)?),
            "exponential" => Self::Exponential { mean: fields.number(&MEAN)? },
            "slowAgent" => {
                let agent = fields.count(&AGENT)?;
                if agent >= agents {
                    let rule = format!("must be one of the {agents} agents, which are numbered from 0, got {agent}");
                    return Err(fields.error(AGENT.name, rule));
                }
                Self::SlowAgent { agent, factor: fields.number(&FACTOR)?, seconds: fields.number(&SECONDS)? }
            }
            _ => Self::Explicit(read_durations(fields, agents)?),
        })
    }
}

fn read_durations(fields: &Fields, agents: usize) -> Result<Vec<Vec<f64>>, DocumentError> {
    let path = fields.path(DURATIONS.name);
    let rows = array(fields.value(DURATIONS.name)?, &path)?;
    if rows.is_empty() {
        return Err(DocumentError::new(path, "must have the times of at least one iteration"));
    }
    let read = |(k, row)| {
        let path = format!("{path}[{k}]");
        let row = numbers(row, &path)?;
        if row.len() != agents {
            return Err(DocumentError::new(
                path,
                format!("must have a number for each of the {agents} agents, got {}", row.len()),
            ));
        }
        if let Some(i) = row.iter().position(|seconds| !(0.0..=LONGEST).contains(seconds)) {
            return Err(DocumentError::new(
                format!("{path}[{i}]"),
                format!("must be in [0, {LONGEST}], got {}", row[i]),
            ));
        }
        Ok(row)
    };
    rows.iter().enumerate().map(read).collect()
}

/// The clocks of the agents that run one method.
#[derive(Clone, Debug)]
pub struct Times {
    /// \[trial\]\[agent\]; of one trial for all where times are not random.
    now: Vec<f64>,
    agents: usize,
    sent: Vec<f64>,
}

impl Times {
    /// All at 0, in that many trials.
    pub fn new(clock: &Clock, agents: usize, trials: usize) -> Self {
        let trials = if clock.is_random() { trials } else { 1 };
        Self { now: vec![0.0; agents * trials], agents, sent: Vec::with_capacity(agents) }
    }

    /// An iteration that computes for `durations` and makes `exchange`, each message of that many bits, on `matrix`.
    pub fn advance(
        &mut self,
        clock: &Clock,
        durations: &[f64],
        exchange: Exchange,
        bits: u64,
        matrix: &CombinationMatrix,
    ) {
        let message = bits as f64 / clock.bandwidth;
        let neighbors = |i: usize| matrix.row(i).filter(move |&(j, weight)| j != i && weight != 0.0).map(|(j, _)| j);
        self.now.iter_mut().zip(durations).for_each(|(time, duration)| *time += duration);
        for times in self.now.chunks_exact_mut(self.agents) {
            for _ in 0..exchange.gossip {
                self.sent.clear();
                let sent = times.iter().enumerate();
                self.sent.extend(sent.map(|(j, time)| time + neighbors(j).count() as f64 * message + clock.latency));
                for (i, time) in times.iter_mut().enumerate() {
                    *time = neighbors(i).map(|j| self.sent[j]).fold(*time, f64::max);
                }
            }
            for _ in 0..exchange.averages {
                let all = greatest(times) + 2.0 * (clock.latency + self.agents as f64 * message);
                times.fill(all);
            }
        }
    }

    /// When the last agent is done, of each of `trials`.
    pub fn latest(&self, trials: usize) -> impl Iterator<Item = f64> {
        let each = self.now.chunks_exact(self.agents).map(greatest);
        let copies = if self.now.len() == self.agents { trials } else { 1 };
        each.flat_map(move |time| std::iter::repeat_n(time, copies))
    }
}

fn greatest(times: &[f64]) -> f64 {
    times.iter().copied().fold(0.0, f64::max)
}
