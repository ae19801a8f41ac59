//! The expected curves of a method on least squares with a common Hessian.

use nalgebra::{DMatrix, SymmetricEigen};

use crate::experiment::Experiment;
use crate::method::{Kind, dsgd};
use crate::oracle::Noise;
use crate::theory::prediction::{CommonQuadratic, Expected, Recursion, Spectrum, predict};

/// The most agents: the eigenvectors of W are needed.
const AGENTS_LIMIT: usize = 200;
/// The most steps of scalar recursions, K n d.
const WORK_LIMIT: u64 = 50_000_000;

/// The expectation of each metric of a method at the recorded iterations of the experiment: `None`
/// unless all agents share one diagonal Hessian, the noise does not depend on the iterates, and the
/// work is small enough to be done at once.
///
/// # Panics
/// If the experiment has no such method.
pub fn expectation(experiment: &Experiment, method: usize) -> Option<Vec<Expected>> {
    let spec = &experiment.methods[method];
    let problem = experiment.problem.as_ref();
    let hessian = problem.common_hessian()?;
    let (n, d) = (problem.agents(), problem.dimension());
    let noise_variance = match experiment.noise {
        Noise::None => 0.0,
        Noise::Gaussian { variance } => variance,
        Noise::Minibatch { .. } => return None,
    };
    let work = experiment.iterations.saturating_mul((n * d) as u64);
    if n > AGENTS_LIMIT || work > WORK_LIMIT || hessian.iter().any(|&h| h <= 0.0) {
        return None;
    }
    // The canonical form has a state of its own, which is that of SUDA from a common start only.
    if matches!(spec.kind, Kind::Canonical(_)) && !experiment.common_start {
        return None;
    }
    let form = spec.form();
    let recursion = match (&spec.kind, &form) {
        (Kind::Psgd, _) => Recursion::Centralized,
        (Kind::Dsgd(dsgd::Variant::AdaptThenCombine), _) => Recursion::DsgdAdaptThenCombine,
        (Kind::Dsgd(dsgd::Variant::CombineThenAdapt), _) => Recursion::DsgdCombineThenAdapt,
        (Kind::GradientTracking(tracking), _) => {
            Recursion::Tracking { variant: tracking.variant, tracker_laziness: tracking.tracker_laziness }
        }
        (_, form) => Recursion::Suda(form.as_ref()?),
    };
    let (eigenvalues, eigenvectors) = spectrum(experiment.matrix_of(spec).dense())?;
    // ∇fᵢ(0) = -H tᵢ.
    let mut minimizers = vec![0.0; n * d];
    for (agent, row) in minimizers.chunks_exact_mut(d).enumerate() {
        problem.gradient(agent, 1, &vec![0.0; d], row);
        row.iter_mut().zip(hessian).for_each(|(t, h)| *t /= -h);
    }
    let quadratic = CommonQuadratic { hessian, minimizers: &minimizers, start: &experiment.start, noise_variance };
    let spectrum = Spectrum { eigenvalues: &eigenvalues, eigenvectors: &eigenvectors };
    let step_size = spec.step_size.unwrap_or(experiment.step_size);
    let record: Option<Vec<usize>> = experiment.schedule.iter().map(|&k| usize::try_from(k).ok()).collect();
    Some(predict(&quadratic, &spectrum, recursion, |k| step_size.at(k as u64), &record?))
}

/// Eigenvalues, descending, with λ₁ = 1 exactly, and eigenvectors in that order.
fn spectrum(w: DMatrix<f64>) -> Option<(Vec<f64>, DMatrix<f64>)> {
    let SymmetricEigen { eigenvalues, eigenvectors } = SymmetricEigen::try_new(w, f64::EPSILON, 100_000)?;
    let mut order: Vec<usize> = (0..eigenvalues.len()).collect();
    order.sort_by(|&i, &j| eigenvalues[j].total_cmp(&eigenvalues[i]));
    let mut sorted: Vec<f64> = order.iter().map(|&i| eigenvalues[i]).collect();
    sorted[0] = 1.0;
    Some((sorted, eigenvectors.select_columns(&order)))
}
