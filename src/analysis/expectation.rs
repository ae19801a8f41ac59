//! The expected curves of a method on least squares with a common Hessian: those of a run without
//! noise, plus what the noise adds.

use serde::Serialize;

use crate::experiment::Experiment;
use crate::gossip::Gossip;
use crate::method::Partner;
use crate::oracle::Noise;
use crate::problem::Optimum;
use crate::theory::variance::added_by_noise;

/// The most work that is done at once, in units of about a nanosecond: 100 and 2 n d (d + 4) for
/// each iteration.
const WORK_LIMIT: u64 = 5_000_000_000;

/// The expectation of each metric after some number of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Expected {
    /// E‖∇f(x̄)‖².
    pub gradient_norm: f64,
    /// E f(x̄) - f*.
    pub optimality_gap: f64,
    /// (1/n) Σ E f(xᵢ) - f*.
    pub mean_optimality_gap: f64,
    /// (1/n) Σ E‖xᵢ - x̄‖².
    pub consensus: f64,
    /// E‖(1/n) Σ ∇fᵢ(xᵢ)‖².
    pub average_gradient: f64,
}

/// The expectation of each metric of a method at the recorded iterations of the experiment: `None`
/// unless all agents share one Hessian, the noise does not depend on the iterates, all
/// eigenvalues of W are known, W does not change, the method is one that the theory speaks of, and the work is small
/// enough to be done at once.
///
/// # Panics
/// If the experiment has no such method.
pub fn expectation(experiment: &Experiment, method: usize) -> Option<Vec<Expected>> {
    let spec = &experiment.methods[method];
    if experiment.network.changes.is_some() || !spec.is_plain() {
        return None;
    }
    let hessian = experiment.problem().common_hessian()?;
    let noise_variance = match experiment.noise {
        Noise::None => 0.0,
        Noise::Gaussian { variance } => variance,
        Noise::Minibatch { .. } => return None,
    };
    let iteration = 100 + 2 * experiment.start().len().saturating_mul(hessian.len() + 4) as u64;
    if experiment.iterations.saturating_mul(iteration) > WORK_LIMIT {
        return None;
    }
    let spectrum = experiment.spectrum_of(spec);
    let alone = vec![1.0; experiment.agents()];
    let eigenvalues = if spec.scheme.partner() == Partner::None { &alone } else { spectrum.eigenvalues()? };
    let recursion = spec.scheme.recursion()?;
    let step_size = spec.step_size.unwrap_or(experiment.step_size);
    let record: Option<Vec<usize>> = experiment.schedule.iter().map(|&k| usize::try_from(k).ok()).collect();
    let step = |k: usize| step_size.at(k as u64);
    let added = added_by_noise(eigenvalues, hessian, noise_variance, recursion, step, &record?);
    let mut expected = without_noise(experiment, method, experiment.optimum()?);
    for (expected, added) in expected.iter_mut().zip(added) {
        expected.gradient_norm += added.gradient_norm;
        expected.optimality_gap += added.optimality_gap;
        expected.mean_optimality_gap += added.mean_optimality_gap;
        expected.consensus += added.consensus;
        expected.average_gradient += added.gradient_norm;
    }
    Some(expected)
}

/// The metrics of a run with exact gradients.
fn without_noise(experiment: &Experiment, method: usize, optimum: &Optimum) -> Vec<Expected> {
    let (spec, problem) = (&experiment.methods[method], experiment.problem());
    let d = problem.dimension();
    let step_size = spec.step_size.unwrap_or(experiment.step_size);
    let mut x = experiment.start().to_vec();
    let mut gradient = vec![0.0; x.len()];
    let mut gossip = Gossip::new(experiment.mixing_at(spec, 0), false, d);
    let mut running = spec.start(&x);
    let mut done = 0;
    let mut expected = Vec::with_capacity(experiment.schedule.len());
    for &k in &experiment.schedule {
        for iteration in done..k {
            local_gradients(experiment, &x, &mut gradient);
            running.step(step_size.at(iteration), &mut x, &gradient, &mut gossip);
        }
        done = k;
        local_gradients(experiment, &x, &mut gradient);
        expected.push(metrics(experiment, optimum, &x, &gradient));
    }
    expected
}

fn local_gradients(experiment: &Experiment, x: &[f64], gradient: &mut [f64]) {
    let d = experiment.problem().dimension();
    for (agent, (x, gradient)) in x.chunks_exact(d).zip(gradient.chunks_exact_mut(d)).enumerate() {
        experiment.problem().gradient(agent, 1, x, gradient);
    }
}

fn metrics(experiment: &Experiment, optimum: &Optimum, x: &[f64], gradient: &[f64]) -> Expected {
    let (problem, n) = (experiment.problem(), experiment.agents() as f64);
    let d = problem.dimension();
    let mean_of =
        |rows: &[f64]| -> Vec<f64> { (0..d).map(|j| rows.iter().skip(j).step_by(d).sum::<f64>() / n).collect() };
    let square = |v: &[f64]| v.iter().map(|v| v * v).sum::<f64>();
    let gap = |point: &[f64]| {
        let mut out = [0.0];
        problem.gap(optimum, 1, point, &mut out);
        out[0]
    };
    let mean = mean_of(x);
    let mut slope = vec![0.0; d];
    problem.mean_gradient(1, &mean, &mut slope);
    let deviation = |row: &[f64]| row.iter().zip(&mean).map(|(x, mean)| (x - mean) * (x - mean)).sum::<f64>();
    Expected {
        gradient_norm: square(&slope),
        optimality_gap: gap(&mean),
        mean_optimality_gap: x.chunks_exact(d).map(gap).sum::<f64>() / n,
        consensus: x.chunks_exact(d).map(deviation).sum::<f64>() / n,
        average_gradient: square(&mean_of(gradient)),
    }
}
