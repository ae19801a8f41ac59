//! The least value of f, in closed form or found by a deterministic solver.

use super::Problem;

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
const ITERATIONS: usize = 500;
/// Evaluations of f after which no further iteration begins.
const EVALUATIONS: usize = 1_000;

/// Minimises f from 0. For costs without a closed form.
pub fn minimize(problem: &dyn Problem) -> Optimum {
    descend(problem.dimension(), &mut |x, gradient| {
        let mut value = [0.0];
        problem.mean_value(1, x, &mut value);
        problem.mean_gradient(1, x, gradient);
        value[0]
    })
}

/// Minimises the cost of one agent from 0.
pub fn minimize_local(problem: &dyn Problem, agent: usize) -> Optimum {
    descend(problem.dimension(), &mut |x, gradient| {
        let mut value = [0.0];
        problem.value(agent, 1, x, &mut value);
        problem.gradient(agent, 1, x, gradient);
        value[0]
    })
}

/// From 0 by L-BFGS (Nocedal and Wright, Algorithm 7.4) with a backtracking line search, until
/// the gradient's norm is below 1e-12 or no step improves the value. Where that no longer tells
/// two points apart, a smaller gradient is the improvement. `evaluate` returns the value at a
/// point of d coordinates and writes the gradient.
fn descend(d: usize, evaluate: &mut dyn FnMut(&[f64], &mut [f64]) -> f64) -> Optimum {
    let mut x = vec![0.0; d];
    let mut gradient = vec![0.0; d];
    let mut value = evaluate(&x, &mut gradient);
    let mut memory: Vec<Pair> = Vec::new();
    let (mut next, mut next_gradient) = (x.clone(), gradient.clone());
    let mut evaluations = 0;
    for _ in 0..ITERATIONS {
        if evaluations >= EVALUATIONS {
            break;
        }
        let mut direction = descent(&memory, &gradient);
        let mut slope = dot(&direction, &gradient);
        if slope >= 0.0 {
            memory.clear();
            direction = gradient.iter().map(|g| -g).collect();
            slope = dot(&direction, &gradient);
        }
        let square = dot(&gradient, &gradient);
        if square < 1e-24 {
            break;
        }
        let mut length = 1.0;
        let improved = (0..30).any(|_| {
            for (next, (x, p)) in next.iter_mut().zip(x.iter().zip(&direction)) {
                *next = x + length * p;
            }
            evaluations += 1;
            let candidate = evaluate(&next, &mut next_gradient);
            let lower = candidate < value && candidate <= value + 1e-4 * length * slope;
            let level = (candidate - value).abs() <= 1e-15 * value.abs();
            let accepted = lower || level && dot(&next_gradient, &next_gradient) < square;
            if accepted {
                value = candidate;
            } else {
                length *= 0.5;
            }
            accepted
        });
        if !improved {
            break;
        }
        let step: Vec<f64> = next.iter().zip(&x).map(|(a, b)| a - b).collect();
        let change: Vec<f64> = next_gradient.iter().zip(&gradient).map(|(a, b)| a - b).collect();
        // Without positive curvature along the step, the pair would spoil the metric.
        let curvature = dot(&step, &change);
        if curvature > 1e-12 * dot(&change, &change) {
            if memory.len() == MEMORY {
                memory.remove(0);
            }
            memory.push(Pair { step, change, curvature });
        }
        std::mem::swap(&mut x, &mut next);
        std::mem::swap(&mut gradient, &mut next_gradient);
    }
    Optimum { value, point: x, exact: false }
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
