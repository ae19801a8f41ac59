//! What should be known before a run, and what a run has shown.

use serde::Serialize;

use super::Judgement;
use super::cures::Cure;
use super::descent;
use super::findings::of_method;
use super::measured::better_point;
use crate::engine::Engine;
use crate::experiment::Experiment;
use crate::finding::{Fact, Predicate, Severity};
use crate::network::Network;
use crate::spectrum::Spectrum;

/// Something that is allowed but that the user should know.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Warning {
    /// The place in the document.
    pub path: String,
    /// The index of the method that it is about, if it is about one.
    pub method: Option<usize>,
    /// Whether the experiment can still show what it is meant to.
    pub severity: Severity,
    /// Its name and numbers.
    #[serde(flatten)]
    #[cfg_attr(all(target_arch = "wasm32", feature = "js"), tsify(type = "Fact"))]
    pub fact: Fact,
    /// The same in a sentence without a full stop.
    pub text: String,
    /// Of a warning about what a method does: the sentence without its name.
    pub predicate: Option<Predicate>,
    /// Cures, each one tried; empty if there is none, or if the text names it.
    pub cures: Vec<Cure>,
}

impl Warning {
    fn new(path: &str, fact: Fact) -> Self {
        let (severity, text) = (fact.severity(), fact.sentence(""));
        Self { path: path.to_owned(), method: None, severity, fact, text, predicate: None, cures: Vec::new() }
    }

    fn of_method(method: usize, name: &str, fact: Fact, cures: Vec<Cure>) -> Self {
        let (severity, text, predicate) = (fact.severity(), fact.sentence(name), fact.predicate());
        Self { path: format!("methods[{method}]"), method: Some(method), severity, fact, text, predicate, cures }
    }
}

/// What to know before a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    /// All warnings.
    pub warnings: Vec<Warning>,
    /// For each method whether it is stable; `None` if nothing is known of the costs' curvature or of its recursion.
    pub stability: Vec<Option<Judgement>>,
}

/// The warnings of [`prospect`] alone.
pub fn warnings(experiment: &Experiment) -> Vec<Warning> {
    prospect(experiment).warnings
}

/// Everything: a network that does not average or has negative weights, a data file that was not taken as it
/// is, shares of the data that differ, methods that are not stable or agree on something else.
pub fn prospect(experiment: &Experiment) -> Prospect {
    let network = &experiment.network;
    let place = |fact: &Fact| if matches!(fact, Fact::Parts { .. }) { "network" } else { "network.weights" };
    let mut warnings: Vec<Warning> =
        of_network(network).into_iter().map(|fact| Warning::new(place(&fact), fact)).collect();
    let parts = network.union_components();
    if network.changes.is_some() && parts > 1 {
        warnings.push(Warning::new("network.changes", Fact::SeparateParts { parts }));
    }
    if let Some(report) = experiment.imported.as_ref().filter(|report| report.is_remarkable()) {
        warnings.push(Warning::new("problem.data", Fact::Import(report.clone())));
    }
    warnings.extend(unequal_shares(experiment));
    let mut stability = Vec::with_capacity(experiment.methods.len());
    for (i, (method, rising)) in experiment.methods.iter().zip(descent::rises(experiment)).enumerate() {
        let outlook = of_method(experiment, i);
        stability.push(outlook.judgement);
        let mut cures = Some(outlook.cures);
        for fact in outlook.findings.into_iter().filter(|fact| fact.severity() != Severity::Note) {
            let is_unstable = matches!(fact, Fact::Unstable(_) | Fact::Marginal { .. });
            let cures = if is_unstable { cures.take().unwrap_or_default() } else { Vec::new() };
            warnings.push(Warning::of_method(i, &method.name, fact, cures));
        }
        if let Some((fact, cure)) = rising {
            warnings.push(Warning::of_method(i, &method.name, fact, cure.into_iter().collect()));
        }
    }
    Prospect { warnings, stability }
}

/// A warning that only a run can give: a point below f*.
pub fn of_run(engine: &Engine) -> Option<Warning> {
    let below = better_point(engine)?;
    Some(Warning::new("problem", Fact::BetterPoint { below }))
}

/// What is unusual about W: parts, negative weights, λ ≥ 1 or only bounded. For a network that changes, nothing is
/// said about its base alone.
pub fn of_network(network: &Network) -> Vec<Fact> {
    let parts = network.matrix.parts();
    let (is_one, is_whole) = (network.changes.is_none(), parts.len() == 1);
    let negative = network.matrix.least_negative().map(|(i, j, least)| Fact::NegativeWeights { least, agents: [i, j] });
    let parts = (is_one && !is_whole).then_some(Fact::Parts { sizes: parts });
    // Of a network in parts λ is 1, which says no more.
    let mixing = if is_one && is_whole { mixing(network.spectrum()) } else { Vec::new() };
    parts.into_iter().chain(negative).chain(mixing).collect()
}

/// What to know before relying on this W: that it does not average, or that λ is only a bound.
pub fn mixing(spectrum: &Spectrum) -> Vec<Fact> {
    let (mixing_rate, gap, residual) = (spectrum.mixing_rate(), spectrum.spectral_gap(), spectrum.residual());
    let averages = (gap < 1e-13).then_some(Fact::Mixing { mixing_rate });
    let bounded = (residual > 0.01 * gap.abs()).then_some(Fact::MixingBound { mixing_rate, residual });
    averages.into_iter().chain(bounded).collect()
}

/// Agents count alike, however many samples they have.
fn unequal_shares(experiment: &Experiment) -> Option<Warning> {
    let problem = experiment.problem();
    let counts = || (0..problem.agents()).filter_map(|agent| problem.samples(agent));
    let (least, most) = (counts().min()?, counts().max()?);
    // One more sample matters if samples are few.
    let differ = most > least + 1 || 20 * most > 21 * least;
    differ.then(|| Warning::new("problem.data", Fact::UnequalShares { least, most }))
}
