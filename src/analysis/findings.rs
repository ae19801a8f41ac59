//! What is wrong with a method on the network and the costs of an experiment.

use super::StepSizeLimits;
use super::cures::{self, Cure, short};
use super::curvature::{Curvature, Source};
use super::growth;
use super::stability::{Judgement, Setting};
use crate::experiment::Experiment;
use crate::method::{Kind, MethodSpec};
use crate::statistics;
use crate::theory::assumptions::{self, Finding, FindingName, Severity};
use crate::theory::stability::Verdict;

/// Up to this many agents the entries of A and C are looked at.
const ENTRIES_LIMIT: usize = 64;

/// The findings on a method before it runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// Its judgement, if something is known of the costs' curvature.
    pub judgement: Option<Judgement>,
    /// What is wrong, worst first.
    pub findings: Vec<Finding>,
    /// Changes that would make it stable, each one tried.
    pub cures: Vec<Cure>,
}

/// The findings on a method, worst first, without building what only the theorems need.
pub fn findings(experiment: &Experiment, method: usize) -> Vec<Finding> {
    with_limits(experiment, method, Curvature::of(experiment).as_ref(), None).findings
}

/// Like [`findings`], with the judgement and its cures, and whether the step size is within Theorem 1's limits.
pub(super) fn with_limits(
    experiment: &Experiment,
    method: usize,
    curvature: Option<&Curvature>,
    limits: Option<&StepSizeLimits>,
) -> Outlook {
    let spec = &experiment.methods[method];
    let mut outlook = of_method(experiment, method, curvature);
    if experiment.network.changes.is_some() {
        return outlook;
    }
    if spec.is_plain()
        && spec.form().is_some()
        && outlook.findings.iter().all(|finding| finding.severity != Severity::Error)
    {
        let smallest = experiment.spectrum_of(spec).smallest();
        outlook.findings.extend(assumptions::check_positive(smallest));
        let alpha = super::constant_step(experiment, spec);
        let above = alpha.zip(limits).and_then(|(alpha, l)| assumptions::check_step("Theorem 1", &l.theorem1, alpha));
        outlook.findings.extend(above);
    }
    outlook
}

/// The findings that keep a method from working, worst first, and their cures.
pub(super) fn of_method(experiment: &Experiment, method: usize, curvature: Option<&Curvature>) -> Outlook {
    let spec = &experiment.methods[method];
    if experiment.network.changes.is_some() {
        let (finding, cures) = growth::divergence(experiment, method, curvature).unzip();
        let findings = finding.into_iter().chain([assumptions::changing_network()]).chain(extensions(spec)).collect();
        return Outlook { judgement: None, findings, cures: cures.unwrap_or_default() };
    }
    let mut findings = Vec::new();
    let is_whole = experiment.network.matrix.parts().len() == 1;
    if let Some(form) = spec.form() {
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
        findings = assumptions::check(&form, &named, if is_whole { eigenvalues } else { &[] }, w.as_ref());
        if !is_whole {
            findings.push(assumptions::disconnected());
        }
        if !spec.is_plain() {
            // What only the theorems need is not asked for.
            findings.retain(|finding| finding.severity == Severity::Error);
        }
    }
    findings.extend(extensions(spec));
    let is_sound = findings.iter().all(|finding| finding.severity != Severity::Error);
    let mut cures = Vec::new();
    let mut judgement = None;
    if let Some(curvature) = curvature {
        let setting = Setting::of(experiment, method, curvature);
        judgement = setting.judge();
        if let Some(judged) = judgement.as_ref().filter(|_| is_sound) {
            cures = cures::cures(experiment, method, &setting, judged);
            findings.extend(stability(judged, &setting));
        }
    }
    let order = statistics::order(findings.len(), &|a, b| findings[a].severity.cmp(&findings[b].severity));
    let findings = order.into_iter().map(|place| findings[place].clone()).collect();
    Outlook { judgement, findings, cures }
}

/// What a method has that the theory does not speak of.
fn extensions(spec: &MethodSpec) -> impl Iterator<Item = Finding> {
    let momentum = (spec.momentum != 0.0).then(|| assumptions::momentum(spec.momentum));
    let local_steps = (spec.local_steps > 1).then(|| assumptions::local_steps(spec.local_steps));
    let messages = spec.messages.is_some().then(assumptions::compressed);
    momentum.into_iter().chain(local_steps).chain(messages)
}

/// The findings that follow from a judgement.
fn stability(judged: &Judgement, setting: &Setting) -> Option<Finding> {
    let (eigenvalues, _) = setting.eigenvalues();
    let estimate = match (judged.exact, judged.source) {
        (true, _) => "",
        (_, Source::Hessian) => " (estimated)",
        (_, Source::Minimiser) => " (near the minimiser)",
        (_, Source::Smoothness) => " (estimated from L)",
    };
    let at = judged.mode.map_or_else(String::new, |mode| {
        format!("at the eigenvalue {:.6} of W and the curvature {}", mode.lambda, short(mode.curvature))
    });
    let (first, greatest) = (setting.steps[0], short(judged.curvature[1]));
    match judged.verdict {
        Verdict::Unstable => {
            let message = if let Some(lambda) = cures::is_matrix_to_blame(&eigenvalues) {
                format!(
                    "the method diverges on this network: W has the eigenvalue {lambda:.6}, whose magnitude is not below 1, so it does not average"
                )
            } else if cures::is_step_to_blame(judged, setting) {
                let [_, high] = judged.range.unwrap_or_default();
                let (step, high) = (short(first), short(high));
                match judged.source {
                    // Farther away the costs may be flatter, which keeps the iterates from diverging.
                    Source::Minimiser => format!(
                        "the method cannot settle at the minimiser with the step size {step}: there it needs one below {high}, as the costs have the curvature {greatest}"
                    ),
                    Source::Smoothness => format!(
                        "the method may not settle with the step size {step}: it is sure to below {high}, as L = {greatest} bounds the curvature of the costs"
                    ),
                    Source::Hessian => format!(
                        "the method diverges at the step size {step}: it needs one below {high}, as the costs have the curvature {greatest}{estimate}"
                    ),
                }
            } else if let Some([low, high]) = judged.range {
                format!(
                    "the method diverges on this network at the step size {}: it is stable between {} and {} only{estimate}",
                    short(first),
                    short(low),
                    short(high)
                )
            } else {
                format!(
                    "the method diverges on this network at every step size: {:.3} times as far in each iteration{estimate}",
                    judged.radius
                )
            };
            Some(Finding::error(FindingName::Unstable, message))
        }
        Verdict::Marginal => {
            let message =
                format!("the method neither converges nor diverges: a part of its deviation stays, {at}{estimate}");
            Some(Finding::warning(FindingName::Marginal, message))
        }
        Verdict::Stable if judged.small_steps == Verdict::Unstable => {
            let [low, _] = judged.range.unwrap_or_default();
            let message = format!(
                "the method is stable at this step size by the costs' curvature only: below {} it diverges on this network{estimate}",
                short(low)
            );
            Some(Finding::warning(FindingName::SmallSteps, message))
        }
        Verdict::Stable => None,
    }
}
