//! What is wrong with a method on the network of an experiment.

use super::StepSizeLimits;
use crate::experiment::Experiment;
use crate::method::Kind;
use crate::theory::assumptions::{self, Finding, Severity};

/// Up to this many agents the entries of A and C are looked at.
const ENTRIES_LIMIT: usize = 64;

/// What is wrong with a method on its network, worst first, without building what only the
/// theorems need.
pub fn findings(experiment: &Experiment, method: usize) -> Vec<Finding> {
    with_limits(experiment, method, None)
}

/// As [`findings`], and whether the step size is within Theorem 1's limits.
pub(super) fn with_limits(experiment: &Experiment, method: usize, limits: Option<&StepSizeLimits>) -> Vec<Finding> {
    let spec = &experiment.methods[method];
    if experiment.network.changes.is_some() {
        return vec![assumptions::changing_network()];
    }
    let mut findings = on_network(experiment, method);
    if spec.form().is_some() && findings.iter().all(|finding| finding.severity != Severity::Error) {
        let smallest = experiment.spectrum_of(spec).smallest();
        findings.extend(assumptions::check_positive(smallest));
        let alpha = super::constant_step(experiment, spec);
        findings
            .extend(alpha.zip(limits).and_then(|(alpha, l)| assumptions::check_step("Theorem 1", &l.theorem1, alpha)));
    }
    findings
}

/// What keeps a method from working on its network, worst first.
pub(super) fn on_network(experiment: &Experiment, method: usize) -> Vec<Finding> {
    let spec = &experiment.methods[method];
    let Some(form) = spec.form() else { return Vec::new() };
    let spectrum = experiment.spectrum_of(spec);
    // Of large networks the extreme eigenvalues are known, which decide for the named methods.
    let extremes = [spectrum.second_largest(), spectrum.smallest()];
    let eigenvalues = spectrum.eigenvalues().map_or(&extremes[..], |all| &all[1..]);
    let stochastic = match &spec.kind {
        Kind::Polynomials(polynomials) => polynomials.stochastic(),
        _ => [("A", form.a.clone()), ("AC", form.ac.clone())],
    };
    let named = stochastic.each_ref().map(|(name, polynomial)| (*name, polynomial));
    let w = (experiment.agents() <= ENTRIES_LIMIT).then(|| experiment.mixing_at(spec, 0).dense());
    let mut findings = assumptions::check(&form, &named, eigenvalues, w.as_ref());
    findings.sort_by_key(|finding| finding.severity != Severity::Error);
    findings
}
