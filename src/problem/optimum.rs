//! The least value of f, in closed form or found by a deterministic solver.

use nalgebra::{DMatrix, DVector};

use super::Problem;
use crate::linear_algebra::least_norm_solution;
use crate::random::{Purpose, fill_standard_normal, stream};

/// A minimiser of f and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimum {
    /// f*.
    pub value: f64,
    /// A point where f takes it.
    pub point: Vec<f64>,
    /// Whether it is known in closed form; otherwise it is the best that the solver found.
    pub exact: bool,
}

const MEMORY: usize = 12;
/// The most steps of Newton's method.
const STEPS: usize = 200;
const ITERATIONS: usize = 500;
/// Evaluations of f after which a descent ends.
const EVALUATIONS: usize = 1_000;
/// The square of the gradient's norm at a point that counts as a minimiser.
const STATIONARY: f64 = 1e-24;

/// The most multiplications that a Hessian may take for Newton's method.
const HESSIAN_WORK: u64 = 100_000_000;
/// The most steps of Newton's method.
const NEWTON_STEPS: usize = 100;
/// The share of f by which a step of Newton's method must promise to lower it.
const PROMISE: f64 = 1e-13;

/// Minimises f from 0. For costs without a closed form. `tell` receives a lower bound of the progress, from 0 to 1.
pub fn minimize(problem: &dyn Problem, tell: &mut dyn FnMut(f64)) -> Optimum {
    from(problem, &vec![0.0; problem.dimension()], tell).0
}

/// Multiplications after which no further descent from a random point begins.
const SEARCH: u64 = 4_000_000;
/// The most descents from points that are no start.
const DESCENTS: usize = 64;

/// The lowest of `found` and of what descents from other points end at: from every start (rows of d
/// numbers), from `found` with coordinates enlarged or set to 0, since that is what tells the minima of a bounded
/// regulariser apart, and from random points, the same ones each time. A lower value counts if it is
/// lower by more than rounding. The costs of many samples get the starts and few other points; `tell` receives the
/// progress of the descent that is made whatever it costs.
pub fn improve(problem: &dyn Problem, found: Optimum, starts: &[f64], tell: &mut dyn FnMut(f64)) -> Optimum {
    let d = problem.dimension();
    let n = (starts.len() / d) as f64;
    let mean: Vec<f64> = (0..d).map(|j| starts.iter().skip(j).step_by(d).sum::<f64>() / n).collect();
    let mut best = found;
    let mut spent = 0;
    let mut descend_from = |point: &[f64], best: &mut Optimum, tell: &mut dyn FnMut(f64)| {
        let (candidate, evaluations) = from(problem, point, tell);
        spent += 2 * evaluations as u64 * problem.value_work();
        if candidate.value < best.value - 1e-12 * best.value.abs() {
            *best = candidate;
        }
        spent < SEARCH
    };
    // `found` is from 0.
    let mut goes_on = mean.iter().all(|&x| x == 0.0) || descend_from(&mean, &mut best, tell);
    // With starts that differ, the mean and the first few of them.
    let different = starts.chunks_exact(d).filter(|row| *row != mean);
    for start in different.take(8) {
        goes_on = goes_on && descend_from(start, &mut best, &mut |_| ());
    }
    let mut random = stream(0, Purpose::Start, 0, 1);
    for round in 0..DESCENTS {
        if !goes_on {
            break;
        }
        let mut point = best.point.clone();
        // All coordinates, or one of them, farther out or back at 0; every other descent from anywhere.
        let scale = [4.0, 32.0, 0.0, 256.0][round / 2 % 4];
        match round % 2 {
            0 if round < 8 => point.iter_mut().for_each(|x| *x *= scale),
            0 => {
                let j = (round - 8) / 2 % d;
                point[j] = if scale == 0.0 { 0.0 } else { scale * if point[j] == 0.0 { 1.0 } else { point[j] } };
            }
            _ => {
                fill_standard_normal(&mut random, &mut point);
                let scale = [1.0, 3.0, 10.0, 30.0, 100.0][round / 2 % 5];
                point.iter_mut().for_each(|x| *x *= scale);
            }
        }
        goes_on = descend_from(&point, &mut best, &mut |_| ());
    }
    best
}

/// The end of the descent of f from a point, and how many evaluations it took.
fn from(problem: &dyn Problem, point: &[f64], tell: &mut dyn FnMut(f64)) -> (Optimum, usize) {
    let (found, evaluations) = descend(point, &mut mean_of(problem), tell);
    let n = problem.agents();
    let samples: usize = (0..n).filter_map(|agent| problem.samples(agent)).sum();
    let hessian = |x: &[f64]| {
        let d = x.len();
        (0..n).try_fold(DMatrix::zeros(d, d), |sum, agent| Some(sum + problem.hessian(agent, x)? / n as f64))
    };
    finish(found, evaluations, samples, &mut mean_of(problem), &hessian)
}

/// f: the value at a point, while the gradient is written.
pub(super) fn mean_of(problem: &dyn Problem) -> impl FnMut(&[f64], &mut [f64]) -> f64 {
    |x, gradient| {
        let mut value = [0.0];
        problem.mean_value(1, x, &mut value);
        problem.mean_gradient(1, x, gradient);
        value[0]
    }
}

/// The same of f_i.
pub(super) fn local_of(problem: &dyn Problem, agent: usize) -> impl FnMut(&[f64], &mut [f64]) -> f64 {
    move |x, gradient| {
        let mut value = [0.0];
        problem.value(agent, 1, x, &mut value);
        problem.gradient(agent, 1, x, gradient);
        value[0]
    }
}

/// Minimises the cost of one agent from 0.
pub fn minimize_local(problem: &dyn Problem, agent: usize) -> Optimum {
    let start = vec![0.0; problem.dimension()];
    let (found, evaluations) = descend(&start, &mut local_of(problem, agent), &mut |_| ());
    let hessian = |x: &[f64]| problem.hessian(agent, x);
    let samples = problem.samples(agent).unwrap_or(0);
    finish(found, evaluations, samples, &mut local_of(problem, agent), &hessian).0
}

/// Goes on where a descent ended too early, by Newton's method with steps that are shortened until f falls: scales of the
/// unknowns that differ, as those of raw data do, make no difference to it. Nothing is done where it promises no more than
/// rounding.
fn finish(
    found: Optimum,
    mut evaluations: usize,
    samples: usize,
    evaluate: &mut dyn FnMut(&[f64], &mut [f64]) -> f64,
    hessian: &dyn Fn(&[f64]) -> Option<DMatrix<f64>>,
) -> (Optimum, usize) {
    let Optimum { mut value, point: mut x, .. } = found;
    let d = x.len();
    let work = (samples as u64 + d as u64).saturating_mul((d * d) as u64);
    let mut gradient = vec![0.0; d];
    evaluate(&x, &mut gradient);
    let mut steps = if work > HESSIAN_WORK { 0 } else { NEWTON_STEPS };
    while steps > 0 && dot(&gradient, &gradient) >= STATIONARY {
        steps -= 1;
        // A Hessian is about as much work as d evaluations.
        evaluations += d;
        let Some(step) = hessian(&x).and_then(|hessian| newton_step(&hessian, &gradient)) else { break };
        let slope = dot(&step, &gradient);
        // False for NaN.
        let is_promising = -0.5 * slope > PROMISE * value.abs();
        let mut next = vec![0.0; d];
        let lower = is_promising.then(|| {
            (0..40).map(|halvings| 0.5_f64.powi(halvings)).find_map(|length| {
                for (next, (x, p)) in next.iter_mut().zip(x.iter().zip(&step)) {
                    *next = x + length * p;
                }
                evaluations += 1;
                let lower = evaluate(&next, &mut gradient);
                (lower < value && lower <= value + 1e-4 * length * slope).then_some(lower)
            })
        });
        let Some(Some(lower)) = lower else { break };
        (value, x) = (lower, next);
    }
    (Optimum { value, point: x, exact: false }, evaluations)
}

/// -H⁻¹ g, with a multiple of H's diagonal added to H where that is not positive definite.
fn newton_step(hessian: &DMatrix<f64>, gradient: &[f64]) -> Option<Vec<f64>> {
    let target = DVector::from_iterator(gradient.len(), gradient.iter().map(|g| -g));
    // Scaled to a unit diagonal.
    let scale = hessian.diagonal().map(|entry| if entry == 0.0 { 1.0 } else { 1.0 / entry.abs().sqrt() });
    let scaled = DMatrix::from_fn(scale.len(), scale.len(), |i, j| hessian[(i, j)] * scale[i] * scale[j]);
    let mut added = [0.0, 1e-12, 1e-9, 1e-6, 1e-3, 1.0, 10.0].into_iter();
    let factors = added.find_map(|shift| (&scaled + DMatrix::identity(scale.len(), scale.len()) * shift).cholesky())?;
    let step = factors.solve(&target.component_mul(&scale)).component_mul(&scale);
    Some(step.as_slice().to_vec())
}

/// The minimiser of a convex cost of d unknowns by Newton's method from 0, with a backtracking line search, until the
/// gradient's norm is below 1e-12 of the first one, or no step improves on it. `evaluate` returns the value at a point
/// and writes the gradient; `tell` receives the progress.
pub(super) fn newton(
    evaluate: &mut dyn FnMut(&[f64], &mut [f64]) -> f64,
    hessian: &mut dyn FnMut(&[f64]) -> DMatrix<f64>,
    d: usize,
    tell: &mut dyn FnMut(f64),
) -> Optimum {
    let mut at = Place { x: vec![0.0; d], gradient: vec![0.0; d], value: 0.0 };
    at.value = evaluate(&at.x, &mut at.gradient);
    let mut next = at.clone();
    let first = dot(&at.gradient, &at.gradient);
    for _ in 0..STEPS {
        let square = dot(&at.gradient, &at.gradient);
        if square <= STATIONARY * first {
            break;
        }
        tell((libm::log(first / square) / -libm::log(STATIONARY)).clamp(0.0, 1.0));
        let right = DVector::from_iterator(d, at.gradient.iter().map(|g| -g));
        let direction = least_norm_solution(&hessian(&at.x), &right);
        if !search(&at, direction.as_slice(), evaluate, &mut next, &mut 0) {
            break;
        }
        std::mem::swap(&mut at, &mut next);
    }
    Optimum { value: at.value, point: at.x, exact: false }
}

/// From a point by L-BFGS (Nocedal and Wright, Algorithm 7.4) with a backtracking line search, until
/// the gradient's norm is below 1e-12 or no step improves the value. Where that no longer tells
/// two points apart, a smaller gradient is the improvement. `evaluate` returns the value at a
/// point and writes the gradient. `tell` receives after each iteration the progress towards the nearest end. Also gives the
/// number of evaluations.
fn descend(
    start: &[f64],
    evaluate: &mut dyn FnMut(&[f64], &mut [f64]) -> f64,
    tell: &mut dyn FnMut(f64),
) -> (Optimum, usize) {
    let mut at = Place { x: start.to_vec(), gradient: vec![0.0; start.len()], value: 0.0 };
    at.value = evaluate(&at.x, &mut at.gradient);
    let mut memory: Vec<Pair> = Vec::new();
    let mut next = at.clone();
    let mut evaluations = 1;
    let first = dot(&at.gradient, &at.gradient);
    let mut share = 0.0_f64;
    for iteration in 0..ITERATIONS {
        if evaluations >= EVALUATIONS {
            break;
        }
        let mut direction = descent(&memory, &at.gradient);
        if dot(&direction, &at.gradient) >= 0.0 {
            memory.clear();
            direction = at.gradient.iter().map(|g| -g).collect();
        }
        let square = dot(&at.gradient, &at.gradient);
        if square < STATIONARY {
            break;
        }
        let fallen = libm::log(first / square) / libm::log(first / STATIONARY);
        let spent = (iteration as f64 / ITERATIONS as f64).max(evaluations as f64 / EVALUATIONS as f64);
        share = share.max(fallen.clamp(0.0, 1.0)).max(spent.min(1.0));
        tell(share);
        if !search(&at, &direction, evaluate, &mut next, &mut evaluations) {
            break;
        }
        let step: Vec<f64> = next.x.iter().zip(&at.x).map(|(a, b)| a - b).collect();
        let change: Vec<f64> = next.gradient.iter().zip(&at.gradient).map(|(a, b)| a - b).collect();
        // Without positive curvature along the step, the pair would spoil the metric.
        let curvature = dot(&step, &change);
        if curvature > 1e-12 * dot(&change, &change) {
            if memory.len() == MEMORY {
                memory.remove(0);
            }
            memory.push(Pair { step, change, curvature });
        }
        std::mem::swap(&mut at, &mut next);
    }
    (Optimum { value: at.value, point: at.x, exact: false }, evaluations)
}

/// A point, and what f is there.
#[derive(Clone)]
struct Place {
    x: Vec<f64>,
    gradient: Vec<f64>,
    value: f64,
}

/// Halves a step from a place until it improves on it, and writes where it then ends; false if none does.
fn search(
    at: &Place,
    direction: &[f64],
    evaluate: &mut dyn FnMut(&[f64], &mut [f64]) -> f64,
    next: &mut Place,
    evaluations: &mut usize,
) -> bool {
    let (slope, square) = (dot(direction, &at.gradient), dot(&at.gradient, &at.gradient));
    let mut length = 1.0;
    (0..30).any(|_| {
        for (next, (x, p)) in next.x.iter_mut().zip(at.x.iter().zip(direction)) {
            *next = x + length * p;
        }
        *evaluations += 1;
        next.value = evaluate(&next.x, &mut next.gradient);
        let lower = next.value < at.value && next.value <= at.value + 1e-4 * length * slope;
        let level = (next.value - at.value).abs() <= 1e-15 * at.value.abs();
        let accepted = lower || level && dot(&next.gradient, &next.gradient) < square;
        if !accepted {
            length *= 0.5;
        }
        accepted
    })
}

struct Pair {
    step: Vec<f64>,
    change: Vec<f64>,
    curvature: f64,
}

/// The two-loop recursion: minus the gradient in the metric of the remembered pairs.
fn descent(memory: &[Pair], gradient: &[f64]) -> Vec<f64> {
    let mut q: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let mut weights = Vec::with_capacity(memory.len());
    for pair in memory.iter().rev() {
        let weight = dot(&pair.step, &q) / pair.curvature;
        add(&mut q, -weight, &pair.change);
        weights.push(weight);
    }
    if let Some(last) = memory.last() {
        let scale = last.curvature / dot(&last.change, &last.change);
        q.iter_mut().for_each(|q| *q *= scale);
    }
    for (pair, weight) in memory.iter().zip(weights.iter().rev()) {
        let correction = weight - dot(&pair.change, &q) / pair.curvature;
        add(&mut q, correction, &pair.step);
    }
    q
}

// One copy each: a step takes a few of them, of short vectors.
#[inline(never)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[inline(never)]
fn add(to: &mut [f64], factor: f64, from: &[f64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}
