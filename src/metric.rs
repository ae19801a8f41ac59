//! What is measured at recorded iterations, always with exact gradients.

use serde::Serialize;

use crate::document::{self, DocumentError, Fields};

/// A measure of the iterates X^k of one method in one trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(rename = "MetricName"))]
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
}

impl Metric {
    /// All metrics.
    pub const ALL: [Self; 5] =
        [Self::GradientNorm, Self::OptimalityGap, Self::MeanOptimalityGap, Self::Consensus, Self::AverageGradient];

    /// The name in documents and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::GradientNorm => "gradientNorm",
            Self::OptimalityGap => "optimalityGap",
            Self::MeanOptimalityGap => "meanOptimalityGap",
            Self::Consensus => "consensus",
            Self::AverageGradient => "averageGradient",
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
        }
    }

    /// Reads the optional `metrics` of a document: all when left out.
    pub fn read(fields: &Fields) -> Result<Vec<Self>, DocumentError> {
        let Some(value) = fields.get("metrics") else { return Ok(Self::ALL.to_vec()) };
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
                return Err(DocumentError::new(format!("{path}[{i}]"), "is there twice"));
            }
            metrics.push(metric);
        }
        if metrics.is_empty() {
            return Err(DocumentError::new(path, "must name at least one metric"));
        }
        Ok(metrics)
    }
}
