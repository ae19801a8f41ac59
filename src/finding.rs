//! What a user should know of an experiment: names with numbers, and how serious each is.
//!
//! Whoever finds something makes a [`Fact`]; in `words` alone it becomes a sentence. Programs read the fact.

mod words;

use serde::Serialize;

use crate::problem::Report;
pub use crate::problem::curvature::Source;
pub use words::short;

/// The severity of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// The method does not solve the problem on this network: it diverges, or agrees on a wrong
    /// point, or does not agree.
    Error,
    /// It may disappoint.
    Warning,
    /// It may well work, but a theorem does not cover it.
    Note,
}

/// What a statement on stability rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Grounds {
    /// The source of the curvatures.
    pub source: Source,
    /// Whether it is exact rather than an estimate.
    pub exact: bool,
}

/// Why a method is unstable.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(tag = "cause", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Cause {
    /// W does not average.
    Matrix {
        /// The eigenvalue of W, not the first, that is not inside the unit circle.
        eigenvalue: f64,
    },
    /// The step size is too large.
    LargeStep {
        /// The first step size.
        step_size: f64,
        /// The step size below which the method is stable.
        limit: f64,
        /// The greatest curvature of the costs, or L.
        curvature: f64,
        /// What that rests on.
        #[serde(flatten)]
        grounds: Grounds,
    },
    /// The step size is too small for this network.
    SmallStep {
        /// The first step size.
        step_size: f64,
        /// The step sizes between which the method is stable.
        range: [f64; 2],
        /// What that rests on.
        #[serde(flatten)]
        grounds: Grounds,
    },
    /// No step size would do.
    EveryStep {
        /// The factor by which the deviation grows in an iteration.
        factor: f64,
        /// What that rests on.
        #[serde(flatten)]
        grounds: Grounds,
    },
    /// Other step sizes may do, but which is not known.
    ThisStep {
        /// The first step size.
        step_size: f64,
        /// The factor by which the deviation grows in an iteration.
        factor: f64,
        /// What that rests on.
        #[serde(flatten)]
        grounds: Grounds,
    },
    /// The network changes: an estimate, by a try.
    Changes {
        /// The factor by which the deviation grows in an iteration.
        factor: f64,
        /// How many iterations the estimate is of.
        iterations: usize,
        /// The source of the curvatures.
        source: Source,
    },
    /// Too much is lost in compressed messages: an estimate, by a try.
    Compression {
        /// The factor by which the deviation grows in an iteration.
        factor: f64,
        /// How many iterations the estimate is of.
        iterations: usize,
        /// The source of the curvatures.
        source: Source,
    },
}

/// A fact: its name, for programs, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(tag = "name", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Fact {
    /// The coefficients of A, C or AC do not add up to 1.
    RowSums {
        /// The polynomial, as the method names it.
        polynomial: String,
        /// What they add up to.
        sum: f64,
    },
    /// A or C has negative entries.
    NegativeEntries {
        /// The polynomial, as the method names it.
        polynomial: String,
        /// The least entry.
        least: f64,
    },
    /// B² does not vanish on the consensus, or vanishes elsewhere.
    NullSpace {
        /// The eigenvalue of W at which B² is not positive; none where it is the consensus that is at fault.
        eigenvalue: Option<f64>,
        /// B² there.
        value: f64,
    },
    /// G does not contract.
    NotContracting {
        /// The spectral radius of G.
        radius: f64,
        /// The eigenvalue of W that it belongs to.
        eigenvalue: f64,
    },
    /// The network is in several parts, of which the theory does not speak.
    Disconnected,
    /// The run found a point below f*.
    BetterPoint {
        /// By how much.
        below: f64,
    },
    /// The step size is above a theorem's limit.
    StepSize {
        /// The step size.
        step_size: f64,
        /// The limit.
        limit: f64,
        /// Which of the theorem's limits, from 1.
        number: usize,
        /// The theorem.
        theorem: String,
    },
    /// W has negative eigenvalues.
    NotPositive {
        /// The least.
        eigenvalue: f64,
        /// The least laziness with which there would be none.
        laziness: f64,
    },
    /// The network changes, which the theory does not cover.
    ChangingNetwork,
    /// The method has momentum, which the theory does not cover.
    Momentum {
        /// β.
        momentum: f64,
    },
    /// The method has local steps, which the theory does not cover.
    LocalSteps {
        /// τ.
        local_steps: u64,
    },
    /// Messages are compressed, so that nothing is judged.
    Compressed,
    /// The method diverges, or cannot settle.
    Unstable(Cause),
    /// The method neither converges nor diverges.
    Marginal {
        /// The eigenvalue of W of the part that stays, if it is one part.
        eigenvalue: Option<f64>,
        /// The curvature of that part.
        curvature: Option<f64>,
        /// What that rests on.
        #[serde(flatten)]
        grounds: Grounds,
    },
    /// The method converges, but so slowly that nobody sees it.
    Slow {
        /// The first step size.
        step_size: f64,
        /// About how many iterations it takes to come ten times as close.
        iterations: f64,
        /// What that rests on.
        #[serde(flatten)]
        grounds: Grounds,
    },
    /// The steps are far too large for costs of whose curvature nothing is known: gradient descent with all data in one
    /// place does not lower f by them.
    Rising {
        /// The first step size.
        step_size: f64,
        /// f at the start.
        start: f64,
        /// f in the end.
        end: f64,
        /// After how many iterations.
        iterations: u64,
    },
    /// With smaller steps the method would diverge.
    SmallSteps {
        /// The step size below which it does, where that is known.
        limit: Option<f64>,
        /// What that rests on.
        #[serde(flatten)]
        grounds: Grounds,
    },
    /// The network is in several parts.
    Parts {
        /// The numbers of agents of the parts, the largest first.
        sizes: Vec<usize>,
    },
    /// All networks of one that changes together leave several parts.
    SeparateParts {
        /// How many.
        parts: usize,
    },
    /// W has negative weights.
    NegativeWeights {
        /// The least.
        least: f64,
        /// Between which agents.
        agents: [usize; 2],
    },
    /// W does not average.
    Mixing {
        /// λ.
        mixing_rate: f64,
    },
    /// Of λ only a bound is known.
    MixingBound {
        /// The bound.
        mixing_rate: f64,
        /// How far it may be off.
        residual: f64,
    },
    /// The outcome of reading a data file.
    Import(#[cfg_attr(all(target_arch = "wasm32", feature = "js"), tsify(type = "ImportReport"))] Report),
    /// Agents have shares of the data of different sizes.
    UnequalShares {
        /// The fewest samples of an agent.
        least: usize,
        /// The most.
        most: usize,
    },
}

/// What a method does, in words that follow its name, or the names of several that do the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Predicate {
    /// The words, in the singular.
    pub text: String,
    /// The number that they end with, which alone may be another for each method: the step size below which it works.
    pub limit: Option<f64>,
}

/// A fact about a method, with its sentence.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// Its name and numbers.
    #[serde(flatten)]
    #[cfg_attr(all(target_arch = "wasm32", feature = "js"), tsify(type = "Fact"))]
    pub fact: Fact,
    /// A sentence for people, with the numbers.
    pub message: String,
}

impl From<Fact> for Finding {
    fn from(fact: Fact) -> Self {
        Self { severity: fact.severity(), message: fact.sentence("the method"), fact }
    }
}

impl Fact {
    /// How serious it is.
    pub fn severity(&self) -> Severity {
        match self {
            Self::RowSums { .. } | Self::NullSpace { .. } | Self::Unstable(_) => Severity::Error,
            Self::NotContracting { .. }
            | Self::Disconnected
            | Self::StepSize { .. }
            | Self::NotPositive { .. }
            | Self::ChangingNetwork
            | Self::Momentum { .. }
            | Self::LocalSteps { .. }
            | Self::Compressed => Severity::Note,
            Self::NegativeEntries { .. }
            | Self::BetterPoint { .. }
            | Self::Marginal { .. }
            | Self::Slow { .. }
            | Self::Rising { .. }
            | Self::SmallSteps { .. }
            | Self::Parts { .. }
            | Self::SeparateParts { .. }
            | Self::NegativeWeights { .. }
            | Self::Mixing { .. }
            | Self::MixingBound { .. }
            | Self::Import(_)
            | Self::UnequalShares { .. } => Severity::Warning,
        }
    }
}
