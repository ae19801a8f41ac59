//! What is measured at recorded iterations, always with exact gradients.

use serde::Serialize;

use crate::document::{self, DocumentError, Fields};
use crate::problem::{Problem, ProblemSpec};

/// A measure of the iterates X^k of one method in one trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(rename = "MetricName"))]
#[serde(rename_all = "camelCase")]
pub enum Metric {
    /// ‖∇f(x̄)‖².
    GradientNorm,
    /// f(x̄) - f*.
    OptimalityGap,
    /// (1/n) Σ f(x_i) - f*.
    MeanOptimalityGap,
    /// (1/n) Σ ‖x_i - x̄‖².
    Consensus,
    /// ‖(1/n) Σ ∇f_i(x_i)‖².
    AverageGradient,
    /// f(x̄).
    Loss,
    /// (1/n) Σ f(x_i).
    MeanLoss,
    /// The share of all samples that the model x̄ classifies rightly.
    Accuracy,
    /// The mean over the agents of the share that x_i classifies rightly.
    MeanAccuracy,
    /// The share of the rows held out that the model x̄ classifies rightly.
    TestAccuracy,
    /// The mean over the agents of the share of the rows held out that x_i classifies rightly.
    MeanTestAccuracy,
    /// The mean loss at x̄ over the rows held out, without a regulariser.
    TestLoss,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Self; 12] = [
        Self::GradientNorm,
        Self::OptimalityGap,
        Self::MeanOptimalityGap,
        Self::Consensus,
        Self::AverageGradient,
        Self::Loss,
        Self::MeanLoss,
        Self::Accuracy,
        Self::MeanAccuracy,
        Self::TestAccuracy,
        Self::MeanTestAccuracy,
        Self::TestLoss,
    ];
    /// Those that are counted from f*.
    const OF_OPTIMUM: [Self; 2] = [Self::OptimalityGap, Self::MeanOptimalityGap];
    /// The first so many are recorded of problems with f* where a document names none.
    const WITH_OPTIMUM: usize = 5;

    /// The name in documents and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::GradientNorm => "gradientNorm",
            Self::OptimalityGap => "optimalityGap",
            Self::MeanOptimalityGap => "meanOptimalityGap",
            Self::Consensus => "consensus",
            Self::AverageGradient => "averageGradient",
            Self::Loss => "loss",
            Self::MeanLoss => "meanLoss",
            Self::Accuracy => "accuracy",
            Self::MeanAccuracy => "meanAccuracy",
            Self::TestAccuracy => "testAccuracy",
            Self::MeanTestAccuracy => "meanTestAccuracy",
            Self::TestLoss => "testLoss",
        }
    }

    /// The formula.
    pub fn formula(self) -> &'static str {
        match self {
            Self::GradientNorm => "‖∇f(x̄)‖²",
            Self::OptimalityGap => "f(x̄) − f*",
            Self::MeanOptimalityGap => "(1/n) Σ f(xᵢ) − f*",
            Self::Consensus => "(1/n) Σ ‖xᵢ − x̄‖²",
            Self::AverageGradient => "‖(1/n) Σ ∇fᵢ(xᵢ)‖²",
            Self::Loss => "f(x̄)",
            Self::MeanLoss => "(1/n) Σ f(xᵢ)",
            Self::Accuracy => "share of samples right at x̄",
            Self::MeanAccuracy => "(1/n) Σ share right at xᵢ",
            Self::TestAccuracy => "share of test rows right at x̄",
            Self::MeanTestAccuracy => "(1/n) Σ share of test rows right at xᵢ",
            Self::TestLoss => "loss of test rows at x̄",
        }
    }

    /// One line that explains it.
    pub fn about(self) -> &'static str {
        match self {
            Self::GradientNorm => "how far the agents' mean iterate is from a stationary point",
            Self::OptimalityGap => "how far the cost at the mean iterate is above its least value",
            Self::MeanOptimalityGap => "the same, averaged over the agents' own iterates: n times as much work",
            Self::Consensus => "how far the agents are from agreeing",
            Self::AverageGradient => "the mean of the gradients that the agents see at their own iterates",
            Self::Loss => "the cost at the mean iterate",
            Self::MeanLoss => "the cost at the agents' own iterates, on average: n times as much work",
            Self::Accuracy => "how many of all samples the mean model classifies rightly, from 0 to 1",
            Self::MeanAccuracy => "the same of the agents' own models, on average: n times as much work",
            Self::TestAccuracy => {
                "how many of the rows that no agent has the mean model classifies rightly, from 0 to 1"
            }
            Self::MeanTestAccuracy => {
                "the same of the agents' own models on these rows, on average: n times as much work"
            }
            Self::TestLoss => "the mean loss of the mean model on the rows that no agent has, without a regulariser",
        }
    }

    /// Whether it takes f at every agent's iterate.
    pub fn is_of_every_agent(self) -> bool {
        matches!(self, Self::MeanOptimalityGap | Self::MeanLoss | Self::MeanAccuracy | Self::MeanTestAccuracy)
    }

    /// Refuses a metric that the problem does not have.
    fn check(self, problem: &ProblemSpec) -> Result<(), &'static str> {
        match self {
            Self::OptimalityGap | Self::MeanOptimalityGap if !problem.has_optimum() => {
                Err("needs f*, which is not known of this problem")
            }
            Self::Accuracy | Self::MeanAccuracy | Self::TestAccuracy | Self::MeanTestAccuracy
                if !problem.has_labels() =>
            {
                Err("needs samples with labels, which this problem does not have")
            }
            Self::TestAccuracy | Self::MeanTestAccuracy | Self::TestLoss if !problem.has_test() => {
                Err("needs rows that are held out, by data.test or of digits")
            }
            _ => Ok(()),
        }
    }

    /// Refuses a metric that a problem which is built does not have; `has_optimum` tells whether f* is known of it.
    pub(crate) fn check_built(self, problem: &dyn Problem, has_optimum: impl Fn() -> bool) -> Result<(), &'static str> {
        let is_counted_right =
            matches!(self, Self::Accuracy | Self::MeanAccuracy | Self::TestAccuracy | Self::MeanTestAccuracy);
        if Self::OF_OPTIMUM.contains(&self) && !has_optimum() {
            Err("needs f*, which is not known of this problem")
        } else if is_counted_right && problem.classifier().is_none() {
            Err("needs samples with labels, which this problem does not have")
        } else if matches!(self, Self::TestAccuracy | Self::MeanTestAccuracy | Self::TestLoss)
            && problem.held_out() == 0
        {
            Err("needs rows that are held out, which this problem does not have")
        } else {
            Ok(())
        }
    }

    /// The metrics of a problem for a document that names none: the first five, or of neural networks all that are not
    /// counted from f*.
    fn default_of(problem: &ProblemSpec) -> Vec<Self> {
        if problem.counts_from_optimum() {
            return Self::ALL[..Self::WITH_OPTIMUM].to_vec();
        }
        let others = Self::ALL.into_iter().filter(|metric| !Self::OF_OPTIMUM.contains(metric));
        others.filter(|metric| metric.check(problem).is_ok()).collect()
    }

    /// Reads the optional `metrics` of a document with that problem.
    pub fn read(fields: &Fields, problem: &ProblemSpec) -> Result<Vec<Self>, DocumentError> {
        let Some(value) = fields.get("metrics") else { return Ok(Self::default_of(problem)) };
        let path = fields.path("metrics");
        let mut metrics = Vec::new();
        for (i, name) in document::array(value, &path)?.iter().enumerate() {
            let metric = Self::ALL.into_iter().find(|metric| name.as_str() == Some(metric.name()));
            let names = || Self::ALL.map(Self::name).join(", ");
            let metric = metric.ok_or_else(|| {
                let rule = format!("must be one of {}, got {}", names(), document::shown(name));
                DocumentError::new(format!("{path}[{i}]"), rule)
            })?;
            if metrics.contains(&metric) {
                return Err(DocumentError::new(format!("{path}[{i}]"), "appears twice"));
            }
            let refused = |reason| DocumentError::new(format!("{path}[{i}]"), format!("{} {reason}", metric.name()));
            metric.check(problem).map_err(refused)?;
            metrics.push(metric);
        }
        if metrics.is_empty() {
            return Err(DocumentError::new(path, "must name at least one metric"));
        }
        Ok(metrics)
    }
}
