//! The least value of f, in closed form or found by a deterministic solver.

use std::ops::Range;

use nalgebra::{DMatrix, DVector};

use super::{HESSIAN_LIMIT, Problem};
use crate::linear_algebra::{dot, least_norm_solution};
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
const ITERATIONS: usize = 500;
/// Evaluations of f after which a descent ends.
const EVALUATIONS: usize = 1_000;
/// The square of the gradient's norm at a point that counts as a minimiser.
const STATIONARY: f64 = 1e-24;

/// The most multiplications that a Hessian may take for Newton's method after a descent.
const HESSIAN_WORK: u64 = 100_000_000;
/// The most steps of Newton's method.
const NEWTON_STEPS: usize = 100;
/// Of a matrix of full rank every entry on the diagonal of its Cholesky factor is above this share of the greatest it could be.
const DEFINITE: f64 = 1e-7;
/// The share of f by which a step of Newton's method must promise to lower it.
const PROMISE: f64 = 1e-13;

/// Minimises f from 0. For costs without a closed form. `tell` receives a lower bound of the progress, from 0 to 1.
pub fn minimize(problem: &dyn Problem, tell: &mut dyn FnMut(f64)) -> Optimum {
    Cost { problem, agent: None }.minimum(tell)
}

/// Minimises the cost of one agent from 0.
pub fn minimize_local(problem: &dyn Problem, agent: usize) -> Optimum {
    Cost { problem, agent: Some(agent) }.minimum(&mut |_| ())
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
        let (candidate, evaluations) = Cost { problem, agent: None }.minimum_near(point, tell);
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

/// The cost of one agent, or f.
struct Cost<'a> {
    problem: &'a dyn Problem,
    agent: Option<usize>,
}

impl Cost<'_> {
    fn agents(&self) -> Range<usize> {
        self.agent.map_or(0..self.problem.agents(), |agent| agent..agent + 1)
    }

    /// The value at a point, while the gradient is written.
    fn at(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let mut value = [0.0];
        if let Some(agent) = self.agent {
            self.problem.value(agent, 1, x, &mut value);
            self.problem.gradient(agent, 1, x, gradient);
        } else {
            self.problem.mean_value(1, x, &mut value);
            self.problem.mean_gradient(1, x, gradient);
        }
        value[0]
    }

    fn place(&self, x: Vec<f64>) -> Place {
        let mut gradient = vec![0.0; x.len()];
        let value = self.at(&x, &mut gradient);
        Place { x, gradient, value }
    }

    fn hessian(&self, x: &[f64]) -> Option<DMatrix<f64>> {
        let (d, agents) = (x.len(), self.agents());
        let n = agents.len() as f64;
        agents.into_iter().try_fold(DMatrix::zeros(d, d), |sum, agent| {
            Some(sum + DMatrix::from_vec(d, d, self.problem.hessian(agent, x)?) / n)
        })
    }

    /// About how many multiplications a Hessian takes.
    fn hessian_work(&self) -> u64 {
        let samples: usize = self.agents().filter_map(|agent| self.problem.samples(agent)).sum();
        let d = self.problem.dimension();
        (samples as u64 + d as u64).saturating_mul((d * d) as u64)
    }

    /// The minimum that is reached from 0: of a convex cost by Newton's method alone, where its Hessians are affordable.
    fn minimum(&self, tell: &mut dyn FnMut(f64)) -> Optimum {
        let zero = vec![0.0; self.problem.dimension()];
        let is_known = || self.agents().next().is_some_and(|agent| self.problem.hessian(agent, &zero).is_some());
        if !self.problem.is_convex() || self.hessian_work() > HESSIAN_LIMIT || !is_known() {
            return self.minimum_near(&zero, tell).0;
        }
        let start = self.place(zero);
        let first = dot(&start.gradient, &start.gradient);
        let mut tell = |square: f64| tell((libm::log(first / square) / -libm::log(STATIONARY)).clamp(0.0, 1.0));
        let convex = Newton { stationary: STATIONARY * first, promise: 0.0, convex: true };
        convex.run(self, start, &mut 0, &mut tell).into()
    }

    /// The end of the descent from a point, and how many evaluations it took. Where it ended too early Newton's method goes
    /// on: scales of the unknowns that differ, as those of raw data do, make no difference to that.
    fn minimum_near(&self, point: &[f64], tell: &mut dyn FnMut(f64)) -> (Optimum, usize) {
        let (mut found, mut evaluations) = self.descend(point, tell);
        if self.hessian_work() <= HESSIAN_WORK {
            let newton = Newton { stationary: STATIONARY, promise: PROMISE, convex: false };
            found = newton.run(self, found, &mut evaluations, &mut |_| ());
        }
        (found.into(), evaluations)
    }
}

/// Newton's method with steps that are halved until they improve on the place.
struct Newton {
    /// It ends where the square of the gradient's norm is at most this,
    stationary: f64,
    /// or where it promises to lower the cost by no more than this share of it.
    promise: f64,
    /// Whether no Hessian has a negative eigenvalue.
    convex: bool,
}

impl Newton {
    /// `tell` receives the square of the gradient's norm at each step.
    fn run(&self, cost: &Cost, start: Place, evaluations: &mut usize, tell: &mut dyn FnMut(f64)) -> Place {
        let (mut at, mut next) = (start.clone(), start);
        for _ in 0..NEWTON_STEPS {
            let square = dot(&at.gradient, &at.gradient);
            if square <= self.stationary {
                break;
            }
            tell(square);
            // A Hessian is about as much work as d evaluations.
            *evaluations += at.x.len();
            let Some(step) = cost.hessian(&at.x).and_then(|hessian| self.direction(&hessian, &at.gradient)) else {
                break;
            };
            // False for NaN.
            let is_promising = -0.5 * dot(&step, &at.gradient) > self.promise * at.value.abs();
            if !is_promising || !cost.search(&at, &step, &mut next, evaluations) {
                break;
            }
            std::mem::swap(&mut at, &mut next);
        }
        at
    }

    /// -H⁻¹ g: the least solution of a convex cost, else with a multiple of H's diagonal added where H is not positive
    /// definite.
    fn direction(&self, hessian: &DMatrix<f64>, gradient: &[f64]) -> Option<Vec<f64>> {
        let right = DVector::from_iterator(gradient.len(), gradient.iter().map(|g| -g));
        if self.convex {
            // By shares of the diagonal, as scales that differ make no coordinate flat.
            let is_definite =
                |factor: &DMatrix<f64>| (0..right.len()).all(|i| factor[(i, i)] > DEFINITE * hessian[(i, i)].sqrt());
            let definite = hessian.clone().cholesky().filter(|factors| is_definite(factors.l_dirty()));
            let step = definite.map_or_else(|| least_norm_solution(hessian, &right), |factors| factors.solve(&right));
            return Some(step.as_slice().to_vec());
        }
        // Scaled to a unit diagonal.
        let scale = hessian.diagonal().map(|entry| if entry == 0.0 { 1.0 } else { 1.0 / entry.abs().sqrt() });
        let scaled = DMatrix::from_fn(scale.len(), scale.len(), |i, j| hessian[(i, j)] * scale[i] * scale[j]);
        let mut added = [0.0, 1e-12, 1e-9, 1e-6, 1e-3, 1.0, 10.0].into_iter();
        let factors =
            added.find_map(|shift| (&scaled + DMatrix::identity(scale.len(), scale.len()) * shift).cholesky())?;
        Some(factors.solve(&right.component_mul(&scale)).component_mul(&scale).as_slice().to_vec())
    }
}

impl Cost<'_> {
    /// From a point by L-BFGS (Nocedal and Wright, Algorithm 7.4) with a backtracking line search, until
    /// the gradient's norm is below 1e-12 or no step improves the value. Where that no longer tells
    /// two points apart, a smaller gradient is the improvement. `tell` receives after each iteration the
    /// progress towards the nearest end. Also gives the number of evaluations.
    fn descend(&self, start: &[f64], tell: &mut dyn FnMut(f64)) -> (Place, usize) {
        let mut at = self.place(start.to_vec());
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
            if !self.search(&at, &direction, &mut next, &mut evaluations) {
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
        (at, evaluations)
    }

    /// Halves a step from a place until it improves on it, and writes where it then ends; false if none does.
    fn search(&self, at: &Place, direction: &[f64], next: &mut Place, evaluations: &mut usize) -> bool {
        let (slope, square) = (dot(direction, &at.gradient), dot(&at.gradient, &at.gradient));
        let mut length = 1.0;
        (0..30).any(|_| {
            for (next, (x, p)) in next.x.iter_mut().zip(at.x.iter().zip(direction)) {
                *next = x + length * p;
            }
            *evaluations += 1;
            next.value = self.at(&next.x, &mut next.gradient);
            let lower = next.value < at.value && next.value <= at.value + 1e-4 * length * slope;
            let level = (next.value - at.value).abs() <= 1e-15 * at.value.abs();
            let accepted = lower || level && dot(&next.gradient, &next.gradient) < square;
            if !accepted {
                length *= 0.5;
            }
            accepted
        })
    }
}

/// A point, and what f is there.
#[derive(Clone)]
struct Place {
    x: Vec<f64>,
    gradient: Vec<f64>,
    value: f64,
}

struct Pair {
    step: Vec<f64>,
    change: Vec<f64>,
    curvature: f64,
}

impl From<Place> for Optimum {
    fn from(place: Place) -> Self {
        Self { value: place.value, point: place.x, exact: false }
    }
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

#[inline(never)]
fn add(to: &mut [f64], factor: f64, from: &[f64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}
