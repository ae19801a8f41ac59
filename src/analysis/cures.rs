//! What would make a method stable: changes of the document, each judged before it is named.

use serde::Serialize;
use serde_json::{Value, json};

use super::stability::{Judgement, Setting};
use crate::experiment::Experiment;
use crate::finding::short;
use crate::step_size::StepSize;
use crate::theory::stability::Verdict;

/// Features count as differently scaled if the Hessian's diagonal entries differ by more than this factor.
const UNSCALED: f64 = 100.0;
/// An eigenvalue of W counts as outside the unit circle if it is beyond it by at least this.
const ROUNDING: f64 = 1e-9;

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(tag = "name", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Change {
    /// Metropolis weights in place of others.
    MetropolisWeights,
    /// A laziness of the method's own.
    Laziness {
        /// θ.
        laziness: f64,
    },
    /// Another step size.
    StepSize {
        /// The first step size as it is.
        from: f64,
        /// The one to take.
        to: f64,
        /// Whether it is the same in all iterations.
        constant: bool,
    },
    /// Features on one scale.
    Standardize,
}

impl Change {
    /// What to do, as an imperative.
    fn imperative(&self) -> String {
        match *self {
            Self::MetropolisWeights => "take Metropolis weights".to_owned(),
            Self::Laziness { laziness: 0.5 } => "take (I+W)/2 (laziness 0.5)".to_owned(),
            Self::Laziness { laziness } => format!("take laziness {laziness}"),
            Self::StepSize { from, to, constant } => {
                let (named, value) = (if constant { "α" } else { "α₀" }, short(to));
                if to == 0.5 * from {
                    format!("halve the step size, to {named} = {value}")
                } else {
                    format!("take {named} = {value}")
                }
            }
            Self::Standardize => "standardise the features, whose scales differ".to_owned(),
        }
    }
}

/// A change after which the method is stable.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Cure {
    /// What is changed: its name and numbers.
    #[serde(flatten)]
    #[cfg_attr(all(target_arch = "wasm32", feature = "js"), tsify(type = "Change"))]
    pub change: Change,
    /// What to do, as an imperative.
    pub text: String,
    /// The place in the document that it changes.
    pub path: String,
    /// What to put there; null where that needs other data.
    #[cfg_attr(all(target_arch = "wasm32", feature = "js"), tsify(type = "unknown"))]
    pub value: Value,
}

impl Cure {
    fn new(change: Change, path: impl Into<String>, value: Value) -> Self {
        Self { text: change.imperative(), change, path: path.into(), value }
    }
}

/// Whether an eigenvalue of W but the first is not inside the unit circle.
pub(super) fn is_matrix_to_blame(eigenvalues: &[f64]) -> Option<f64> {
    let others = eigenvalues.iter().skip(1).copied();
    others.filter(|lambda| lambda.abs() >= 1.0 - ROUNDING).max_by(|a, b| a.abs().total_cmp(&b.abs()))
}

/// Whether the step size is above those for which the method is stable.
pub(super) fn is_step_to_blame(judgement: &Judgement, setting: &Setting) -> bool {
    let [first, last] = setting.steps;
    judgement.range.is_some_and(|[_, high]| first.max(last) >= high)
}

/// The cures of a method that is not stable, the one that removes the cause first.
pub(super) fn cures(experiment: &Experiment, method: usize, setting: &Setting, judgement: &Judgement) -> Vec<Cure> {
    let (eigenvalues, _) = setting.eigenvalues();
    if judgement.verdict == Verdict::Stable || experiment.network.matrix.parts().len() > 1 {
        return Vec::new();
    }
    if is_matrix_to_blame(&eigenvalues).is_some() {
        return weights(experiment, setting).into_iter().chain(laziness(method, setting)).collect();
    }
    if is_step_to_blame(judgement, setting) {
        let step = step(experiment, method, setting, judgement);
        return standardize(experiment, setting).into_iter().chain(step).chain(laziness(method, setting)).collect();
    }
    // A larger step leads away from where an estimate holds.
    let step = step(experiment, method, setting, judgement).filter(|_| judgement.exact);
    laziness(method, setting).into_iter().chain(step).collect()
}

fn is_cured(setting: &Setting) -> bool {
    setting.judge().is_some_and(|judged| judged.verdict == Verdict::Stable)
}

fn weights(experiment: &Experiment, setting: &Setting) -> Option<Cure> {
    let network = experiment.network.with_metropolis_weights();
    is_cured(&setting.on(&network))
        .then(|| Cure::new(Change::MetropolisWeights, "network.weights", json!({"rule": "metropolis"})))
}

/// (I+W)/2, or else the least multiple of 0.05 above it.
fn laziness(method: usize, setting: &Setting) -> Option<Cure> {
    let thetas = (10..20).map(|step| f64::from(step) / 20.0).filter(|&theta| theta > setting.laziness);
    let mut cured = thetas.filter(|&laziness| is_cured(&Setting { laziness, ..setting.clone() }));
    cured.next().map(|theta| lazier(method, theta))
}

/// A laziness of the method's own.
pub(super) fn lazier(method: usize, theta: f64) -> Cure {
    Cure::new(Change::Laziness { laziness: theta }, format!("methods[{method}].laziness"), json!(theta))
}

/// Half of the step size, or else a round number in the stable range; nothing if the step size changes with k in a
/// way that no first value can mend.
fn step(experiment: &Experiment, method: usize, setting: &Setting, judgement: &Judgement) -> Option<Cure> {
    let [low, high] = judgement.range?;
    let [first, last] = setting.steps;
    let is_good = |alpha: &f64| {
        let steps = [*alpha, alpha * last / first];
        // A larger step is no cure, unless this one is too small.
        low < alpha.min(steps[1]) && (*alpha < first || first <= low) && is_cured(&Setting { steps, ..setting.clone() })
    };
    let within = if low > 0.0 { (low * high).sqrt() } else { 0.9 * high };
    let value = [0.5 * first, round_below(within), within].into_iter().find(is_good)?;
    Some(smaller(experiment, method, first, value))
}

/// A first step size of `value` in place of `first`.
pub(super) fn smaller(experiment: &Experiment, method: usize, first: f64, value: f64) -> Cure {
    let own = experiment.methods[method].step_size.is_some();
    let kind = experiment.methods[method].step_size.unwrap_or(experiment.step_size);
    let constant = matches!(kind, StepSize::Constant { .. });
    let path = if own { format!("methods[{method}].stepSize.value") } else { "stepSize.value".to_owned() };
    Cure::new(Change::StepSize { from: first, to: value, constant }, path, json!(value))
}

/// The features of a table on one scale, where they are not.
pub(super) fn standardize(experiment: &Experiment, setting: &Setting) -> Option<Cure> {
    let curvature = setting.curvature;
    let report = experiment.imported.as_ref()?;
    if curvature.scales < UNSCALED && report.sizes.is_none() {
        return None;
    }
    let mut scaled = curvature.clone();
    (scaled.values, scaled.local) = (vec![curvature.scaled, 0.0], None);
    if !is_cured(&Setting { curvature: &scaled, ..setting.clone() }) {
        return None;
    }
    Some(Cure::new(Change::Standardize, "problem.data.standardize", json!(true)))
}

/// The greatest of 1, 2 and 5 times a power of ten that is not above the value.
fn round_below(value: f64) -> f64 {
    let power = (-300..300).rev().map(|k| libm::exp10(f64::from(k))).find(|&power| power <= value);
    let power = power.unwrap_or(value);
    [5.0, 2.0].into_iter().map(|digit| digit * power).find(|&round| round <= value).unwrap_or(power)
}
