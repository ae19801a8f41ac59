//! What is wrong with a method on the network and the costs of an experiment.

use super::StepSizeLimits;
use super::cures::{self, Cure};
use super::growth;
use super::stability::{Judgement, Setting};
use crate::experiment::Experiment;
use crate::finding::{Cause, Fact, Grounds, Severity, Source};
use crate::method::{MethodSpec, Partner};
use crate::theory::assumptions;
use crate::theory::stability::Verdict;

/// Up to this many agents the entries of A and C are looked at.
const ENTRIES_LIMIT: usize = 64;
/// More iterations than this to come ten times as close are very slow: nobody waits for them.
const SLOW: f64 = 1e9;

/// The findings on a method before it runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// Its judgement, if something is known of the costs' curvature and of its recursion.
    pub judgement: Option<Judgement>,
    /// What is wrong, worst first.
    pub findings: Vec<Fact>,
    /// Changes that would make it stable, each one tried.
    pub cures: Vec<Cure>,
}

impl Outlook {
    /// Whether no finding is an error.
    pub fn is_sound(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity() != Severity::Error)
    }
}

/// The findings on a method, worst first, without building what only the theorems need.
pub fn findings(experiment: &Experiment, method: usize) -> Vec<Fact> {
    let mut outlook = of_method(experiment, method);
    outlook.findings.extend(of_theorems(experiment, method, &outlook, None));
    outlook.findings
}

/// What keeps the theorems from speaking of a method that has no error: a W that is not positive semi-definite, or a step
/// size above Theorem 1's limits.
pub(super) fn of_theorems(
    experiment: &Experiment,
    method: usize,
    outlook: &Outlook,
    limits: Option<&StepSizeLimits>,
) -> Vec<Fact> {
    let spec = &experiment.methods[method];
    if experiment.network.changes.is_some() || !spec.is_plain() || spec.form().is_none() || !outlook.is_sound() {
        return Vec::new();
    }
    let smallest = experiment.spectrum_of(spec).smallest();
    let alpha = super::constant_step(experiment, spec);
    let above = alpha.zip(limits).and_then(|(alpha, l)| assumptions::check_step("Theorem 1", &l.theorem1, alpha));
    assumptions::check_positive(smallest).into_iter().chain(above).collect()
}

/// The findings that keep a method from working, worst first, and their cures.
pub(super) fn of_method(experiment: &Experiment, method: usize) -> Outlook {
    let spec = &experiment.methods[method];
    if experiment.network.changes.is_some() {
        let has_network = spec.scheme.partner() == Partner::Neighbors;
        let found = if has_network { growth::divergence(experiment, method) } else { by_itself(experiment, method) };
        let (finding, cures) = found.unzip();
        let findings = finding.into_iter().chain([Fact::ChangingNetwork]).chain(extensions(spec)).collect();
        return Outlook { judgement: None, findings, cures: cures.unwrap_or_default() };
    }
    let mut findings = Vec::new();
    let is_whole = experiment.network.matrix.parts().len() == 1;
    if let Some(form) = spec.form() {
        let spectrum = experiment.spectrum_of(spec);
        // Of large networks the extreme eigenvalues are known, which decide for the named methods.
        let extremes = [spectrum.second_largest(), spectrum.smallest()];
        let eigenvalues = spectrum.eigenvalues().map_or(&extremes[..], |all| &all[1..]);
        let stochastic = spec.scheme.stochastic();
        let stochastic = stochastic.unwrap_or_else(|| [("A", form.a.clone()), ("AC", form.ac.clone())]);
        let named = stochastic.each_ref().map(|(name, polynomial)| (*name, polynomial));
        let w = (experiment.agents() <= ENTRIES_LIMIT).then(|| experiment.mixing_at(spec, 0).dense());
        findings = assumptions::check(
            &form,
            &named,
            if is_whole { eigenvalues } else { &[] },
            w.as_ref().map(nalgebra::DMatrix::as_slice),
        );
        if !is_whole {
            findings.push(Fact::Disconnected);
        }
        if !spec.is_plain() {
            // What only the theorems need is not asked for.
            findings.retain(|finding| finding.severity() == Severity::Error);
        }
    }
    findings.extend(extensions(spec));
    let is_sound = findings.iter().all(|finding| finding.severity() != Severity::Error);
    let mut cures = Vec::new();
    let mut judgement = None;
    let is_tried = is_sound && spec.messages.is_some();
    if let Some((fact, tried)) = is_tried.then(|| growth::divergence(experiment, method)).flatten() {
        findings.push(fact);
        cures = tried;
    }
    if let Some(curvature) = experiment.curvature() {
        let setting = Setting::of(experiment, method, curvature);
        judgement = setting.judge();
        // The mean of Hessians that differ may hide that a method diverges, and how far a cure must go.
        let is_estimate = |judged: &Judgement| !judged.exact && judged.source == Source::Hessian;
        let estimate = judgement.as_mut().filter(|judged| is_sound && is_estimate(judged) && curvature.local.is_some());
        if let Some(judged) = estimate
            && (judged.verdict != Verdict::Unstable || cures::is_matrix_to_blame(&setting.eigenvalues().0).is_none())
            && let Some((fact, tried)) = growth::divergence(experiment, method)
        {
            cures = cures::standardize(experiment, &setting).into_iter().chain(tried).collect();
            if judged.verdict == Verdict::Unstable {
                findings.extend(stability(judged, &setting));
            } else {
                (judged.verdict, judged.mode, judged.range) = (Verdict::Unstable, None, None);
                if let Fact::Unstable(Cause::ThisStep { factor, .. }) = fact {
                    judged.radius = factor;
                }
                findings.push(fact);
            }
        } else if let Some(judged) = judgement.as_ref().filter(|_| is_sound) {
            cures = cures::cures(experiment, method, &setting, judged);
            findings.extend(stability(judged, &setting));
        }
    }
    findings.sort_by_key(Fact::severity);
    Outlook { judgement, findings, cures }
}

/// What follows for a method that does without the network.
fn by_itself(experiment: &Experiment, method: usize) -> Option<(Fact, Vec<Cure>)> {
    let setting = Setting::of(experiment, method, experiment.curvature()?);
    let judged = setting.judge()?;
    let fact = stability(&judged, &setting)?;
    Some((fact, cures::cures(experiment, method, &setting, &judged)))
}

/// What a method has that the theory does not speak of.
fn extensions(spec: &MethodSpec) -> impl Iterator<Item = Fact> {
    let momentum = (spec.momentum != 0.0).then_some(Fact::Momentum { momentum: spec.momentum });
    let local_steps = (spec.local_steps() > 1).then(|| Fact::LocalSteps { local_steps: spec.local_steps() });
    let messages = spec.messages.is_some().then_some(Fact::Compressed);
    momentum.into_iter().chain(local_steps).chain(messages)
}

/// Whether no step size is stable; the range of agents whose Hessians differ may only not be known.
fn is_hopeless(judged: &Judgement, setting: &Setting) -> bool {
    let of_one_mean = || judged.range.is_none() && setting.curvature.local.is_none();
    setting.modes().map_or_else(of_one_mean, |modes| modes.range().is_none())
}

/// What follows from a judgement.
fn stability(judged: &Judgement, setting: &Setting) -> Option<Fact> {
    let (eigenvalues, _) = setting.eigenvalues();
    let grounds = Grounds { source: judged.source, exact: judged.exact };
    let ([step_size, last], curvature) = (setting.steps, judged.curvature[1]);
    match judged.verdict {
        Verdict::Unstable => Some(Fact::Unstable(if let Some(eigenvalue) = cures::is_matrix_to_blame(&eigenvalues) {
            Cause::Matrix { eigenvalue }
        } else if cures::is_step_to_blame(judged, setting) {
            let [_, limit] = judged.range.unwrap_or_default();
            Cause::LargeStep { step_size: step_size.max(last), limit, curvature, grounds }
        } else if let Some(range) = judged.range.filter(|[low, _]| step_size.min(last) <= *low) {
            Cause::SmallStep { step_size: step_size.min(last), range, grounds }
        } else if is_hopeless(judged, setting) {
            Cause::EveryStep { factor: judged.radius, grounds }
        } else {
            let steps = if judged.radius > 1.0 { [step_size; 2] } else { [last; 2] };
            let factor = Setting { steps, ..setting.clone() }.judge().map_or(judged.radius, |judged| judged.radius);
            Cause::ThisStep { step_size: steps[0], factor, grounds }
        })),
        Verdict::Marginal => {
            let (eigenvalue, curvature) = judged.mode.map(|mode| (mode.lambda, mode.curvature)).unzip();
            Some(Fact::Marginal { eigenvalue, curvature, grounds })
        }
        Verdict::Stable if judged.small_steps == Verdict::Unstable => {
            Some(Fact::SmallSteps { limit: judged.range.map(|[low, _]| low), grounds })
        }
        Verdict::Stable => {
            let shrinks = setting.modes().map_or(1.0 - judged.radius, |modes| modes.shrinking(step_size));
            let iterations = std::f64::consts::LN_10 / shrinks;
            (iterations > SLOW && iterations.is_finite()).then_some(Fact::Slow { step_size, iterations, grounds })
        }
    }
}
