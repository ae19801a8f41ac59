//! What should be known before a run, and what a run has shown.

use serde::Serialize;

use super::Judgement;
use super::cures::Cure;
use super::curvature::Curvature;
use super::findings::of_method;
use super::measured::better_point;
use crate::engine::Engine;
use crate::experiment::Experiment;
use crate::theory::{FindingName, Severity};

/// Something that is allowed but that the user should know.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Warning {
    /// The place in the document.
    pub path: String,
    /// Its name, for programs.
    pub name: FindingName,
    /// Whether the experiment can still show what it is meant to.
    pub severity: Severity,
    /// What, in a sentence without a full stop.
    pub text: String,
    /// Cures, each one tried; empty if there is none, or if the text names it.
    pub cures: Vec<Cure>,
}

impl Warning {
    fn new(path: &str, name: FindingName, text: String) -> Self {
        Self { path: path.to_owned(), name, severity: Severity::Warning, text, cures: Vec::new() }
    }
}

/// What to know before a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    /// All warnings.
    pub warnings: Vec<Warning>,
    /// For each method whether it is stable; `None` if nothing is known of the costs' curvature.
    pub stability: Vec<Option<Judgement>>,
}

/// The warnings of [`prospect`] alone.
pub fn warnings(experiment: &Experiment) -> Vec<Warning> {
    prospect(experiment).warnings
}

/// Everything: a network that does not average or has negative weights, a data file that was not taken as it
/// is, shares of the data that differ, methods that are not stable or agree on something else.
pub fn prospect(experiment: &Experiment) -> Prospect {
    let of_network = |text: String| {
        let (path, name) = match text.as_str() {
            text if text.starts_with("the network") => ("network", FindingName::Parts),
            text if text.starts_with("W has") => ("network.weights", FindingName::NegativeWeights),
            _ => ("network.weights", FindingName::Mixing),
        };
        Warning::new(path, name, text)
    };
    let mut warnings: Vec<Warning> = experiment.network.warnings().into_iter().map(of_network).collect();
    let parts = experiment.network.union_components();
    if experiment.network.changes.is_some() && parts > 1 {
        let text =
            format!("all networks together leave {parts} parts: agents of different parts never hear of each other");
        warnings.push(Warning::new("network.changes", FindingName::Parts, text));
    }
    if let Some(report) = experiment.imported.as_ref().filter(|report| report.is_remarkable()) {
        warnings.push(Warning::new("problem.data", FindingName::Import, report.to_string()));
    }
    warnings.extend(unequal_shares(experiment));
    let curvature = Curvature::of(experiment);
    let mut stability = Vec::with_capacity(experiment.methods.len());
    for (i, method) in experiment.methods.iter().enumerate() {
        let outlook = of_method(experiment, i, curvature.as_ref());
        stability.push(outlook.judgement);
        let mut cures = Some(outlook.cures);
        for finding in outlook.findings.into_iter().filter(|finding| finding.severity != Severity::Note) {
            let is_unstable = matches!(finding.name, FindingName::Unstable | FindingName::Marginal);
            warnings.push(Warning {
                path: format!("methods[{i}]"),
                name: finding.name,
                severity: finding.severity,
                text: finding.message.replacen("the method", &method.name, 1),
                cures: if is_unstable { cures.take().unwrap_or_default() } else { Vec::new() },
            });
        }
    }
    Prospect { warnings, stability }
}

/// A warning that only a run can give: a point below f*.
pub fn of_run(engine: &Engine) -> Option<Warning> {
    let below = better_point(engine)?;
    let text = format!(
        "the run found a better point than the solver: f went {below:.3e} below f*, which makes gaps negative; no bound is given"
    );
    Some(Warning::new("problem", FindingName::BetterPoint, text))
}

/// Agents count alike, however many samples they have.
fn unequal_shares(experiment: &Experiment) -> Option<Warning> {
    let problem = experiment.problem.as_ref();
    let counts = || (0..problem.agents()).filter_map(|agent| problem.samples(agent));
    let (least, most) = (counts().min()?, counts().max()?);
    // One more sample matters if samples are few.
    (most > least + 1 || 20 * most > 21 * least).then(|| {
        let text = format!(
            "the agents have from {least} to {most} samples: f is the mean over the agents, so that a sample of an agent with few counts for more"
        );
        Warning::new("problem.data", FindingName::UnequalShares, text)
    })
}
