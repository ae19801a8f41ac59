//! The one-dimensional problem of the paper's Sec. 6.2: not convex, but it satisfies the
//! Polyak–Łojasiewicz inequality.
//!
//! f_i(x) = x² + 3 sin² x + a_i x cos x, with a_i = σ_h² i and a_{n+1-i} = -a_i for
//! i = 1, …, ⌊n/2⌋ (and 0 in the middle of an odd n), so that Σ a_i = 0 and
//! f(x) = x² + 3 sin² x, whose least value is 0 at x = 0.
//!
//! f is 8-smooth, but f_i is smooth on bounded intervals only, because of x cos x.

use super::{Optimum, Problem};
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};

const HETEROGENEITY: Parameter = Parameter::with_default(
    "heterogeneity",
    Domain::not_negative(1e6),
    2.0,
    "σₕ², the scale of the terms aᵢ x cos x that pull the agents apart",
);

/// The catalog's entry.
pub const ENTRY: Entry = Entry {
    kind: "pl",
    title: "Polyak–Łojasiewicz example",
    about: "One unknown, fᵢ(x) = x² + 3 sin² x + aᵢ x cos x: not convex, yet every stationary point of f is its minimum",
    source: "Alghunaim and Yuan, Sec. 6.2",
    parameters: &[HETEROGENEITY],
};

/// The parameters of the problem.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    heterogeneity: f64,
}

impl Spec {
    /// Reads the parameters.
    pub fn read(fields: &Fields) -> Result<Self, DocumentError> {
        Ok(Self { heterogeneity: fields.number(&HETEROGENEITY)? })
    }

    /// The problem for n agents.
    pub fn build(&self, agents: usize) -> Pl {
        let a = |i: usize| match (2 * i + 1).cmp(&agents) {
            std::cmp::Ordering::Less => self.heterogeneity * (i + 1) as f64,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Greater => -self.heterogeneity * (agents - i) as f64,
        };
        Pl { a: (0..agents).map(a).collect() }
    }
}

/// The problem.
#[derive(Clone, Debug)]
pub struct Pl {
    a: Vec<f64>,
}

impl Pl {
    /// The coefficients a_i.
    pub fn coefficients(&self) -> &[f64] {
        &self.a
    }
}

#[inline]
fn value(a: f64, x: f64) -> f64 {
    let (sine, cosine) = libm::sincos(x);
    x * x + 3.0 * sine * sine + a * x * cosine
}

#[inline]
fn slope(a: f64, x: f64) -> f64 {
    let (sine, cosine) = libm::sincos(x);
    2.0 * x + 6.0 * sine * cosine + a * (cosine - x * sine)
}

fn write(out: &mut [f64], x: &[f64], f: impl Fn(f64) -> f64) {
    for (out, &x) in out.iter_mut().zip(x) {
        *out = f(x);
    }
}

impl Problem for Pl {
    fn agents(&self) -> usize {
        self.a.len()
    }

    fn dimension(&self) -> usize {
        1
    }

    fn samples(&self, _agent: usize) -> Option<usize> {
        None
    }

    fn gradient(&self, agent: usize, _lanes: usize, x: &[f64], out: &mut [f64]) {
        write(out, x, |x| slope(self.a[agent], x));
    }

    /// There are no samples to choose from: the whole gradient.
    fn batch_gradient(&self, agent: usize, _batch: &[usize], lanes: usize, x: &[f64], out: &mut [f64]) {
        self.gradient(agent, lanes, x, out);
    }

    fn value(&self, agent: usize, _lanes: usize, x: &[f64], out: &mut [f64]) {
        write(out, x, |x| value(self.a[agent], x));
    }

    fn mean_gradient(&self, _lanes: usize, x: &[f64], out: &mut [f64]) {
        write(out, x, |x| slope(0.0, x));
    }

    fn mean_value(&self, _lanes: usize, x: &[f64], out: &mut [f64]) {
        write(out, x, |x| value(0.0, x));
    }

    /// The greatest |f_i''| = |2 + 6 cos 2x - a_i (2 sin x + x cos x)| on the interval, from above by at
    /// most 1 %. The second term is odd in x, so that it is the greatest |2 + 6 cos 2x| + a |2 sin x + x cos x|
    /// with the greatest a = |a_i|; on long intervals that is within 2π of the end, where it is at least
    /// 8 + a (radius - π) and before at most 8 + a (2 + radius - 2π). The slope bounds the error of the grid.
    fn smoothness(&self, radius: f64) -> Option<f64> {
        const STEPS: u32 = 4_096;
        let steepest = self.a.iter().fold(0.0, |most: f64, a| most.max(a.abs()));
        let from = (radius - 2.0 * std::f64::consts::PI).max(0.0);
        let step = (radius - from) / f64::from(STEPS);
        let at = |i: u32| {
            let (sine, cosine) = libm::sincos(from + step * f64::from(i));
            (2.0 + 6.0 * (cosine * cosine - sine * sine)).abs()
                + steepest * (2.0 * sine + (from + step * f64::from(i)) * cosine).abs()
        };
        Some((0..=STEPS).map(at).fold(0.0, f64::max) + 0.5 * step * (12.0 + steepest * (3.0 + radius)))
    }

    /// The least f'(x)² / (2 f(x)) over x, found on a fine grid: outside of |x| > 10 the ratio is
    /// above 1, and it is even in x.
    fn pl_constant(&self) -> Option<f64> {
        const STEPS: u32 = 100_000;
        let ratio = |step: u32| {
            let x = 10.0 * f64::from(step) / f64::from(STEPS);
            let slope = slope(0.0, x);
            slope * slope / (2.0 * value(0.0, x))
        };
        Some((1..=STEPS).map(ratio).fold(f64::INFINITY, f64::min))
    }

    /// 2 + 6 cos 2x - a_i (2 sin x + x cos x).
    fn hessian(&self, agent: usize, x: &[f64]) -> Option<Vec<f64>> {
        let (sine, cosine) = libm::sincos(x[0]);
        let second = 2.0 + 6.0 * (cosine * cosine - sine * sine) - self.a[agent] * (2.0 * sine + x[0] * cosine);
        Some(vec![second])
    }

    fn optimum(&self, _tell: &mut dyn FnMut(f64)) -> Option<Optimum> {
        Some(Optimum { value: 0.0, point: vec![0.0], exact: true })
    }

    /// The least of f_i lies where ||x| - |a_i|/2| ≤ π: f_i(x) ≥ x² - |a_i x|, and within π of
    /// |a_i|/2 there is an x with cos x = -1 (or 1) and f_i(x) = x² - |a_i| x ≤ π² - a_i²/4 of one
    /// of the signs. There a grid brackets it, and bisection of f_i' finds it.
    fn local_optimum(&self, agent: usize) -> Option<Optimum> {
        const STEPS: u32 = 400;
        let a = self.a[agent];
        let step = 2.0 * std::f64::consts::PI / f64::from(STEPS);
        let nearest = a.abs() / 2.0 - std::f64::consts::PI;
        let places = (0..=STEPS).flat_map(|i| {
            let x = nearest + step * f64::from(i);
            [x, -x]
        });
        let lower = |best: f64, x: f64| if value(a, x) < value(a, best) { x } else { best };
        let best = places.fold(0.0, lower);
        let (mut low, mut high) = (best - step, best + step);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            let rise = slope(a, middle);
            if rise <= 0.0 {
                low = middle;
            }
            if rise >= 0.0 {
                high = middle;
            }
        }
        let point = 0.5 * (low + high);
        Some(Optimum { value: value(a, point), point: vec![point], exact: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::tests::check_problem;

    #[test]
    fn coefficients_cancel() {
        let spec = Spec { heterogeneity: 0.5 };
        assert_eq!(spec.build(4).a, [0.5, 1.0, -1.0, -0.5]);
        assert_eq!(spec.build(5).a, [0.5, 1.0, 0.0, -1.0, -0.5]);
        assert_eq!(spec.build(1).a, [0.0]);
    }

    #[test]
    fn gradients_and_optimum() {
        for agents in [1, 2, 7, 12] {
            check_problem(&Spec { heterogeneity: 2.0 }.build(agents), 1.5);
        }
    }

    #[test]
    fn the_local_optimum_is_the_least_of_all() {
        for heterogeneity in [0.0, 0.1, 1.0, 3.0, 7.5, 40.0] {
            let problem = Spec { heterogeneity }.build(7);
            for (agent, &a) in problem.a.iter().enumerate() {
                let Optimum { value: least, point, .. } = problem.local_optimum(agent).unwrap();
                assert_eq!(point[0] == 0.0, a == 0.0);
                assert!(slope(a, point[0]).abs() < 1e-9 * (1.0 + a * a), "a = {a}");
                // f_i is not negative beyond |a|, and 0 at 0.
                let far = a.abs() + 1.0;
                let lowest = (-5_000..=5_000).map(|s| value(a, far * f64::from(s) / 5_000.0)).fold(0.0, f64::min);
                assert!(least <= lowest + 1e-12, "a = {a}: {least} and {lowest}");
            }
        }
    }

    #[test]
    fn smoothness_bounds_the_second_derivative_and_the_pl_constant_is_known() {
        let problem = Spec { heterogeneity: 0.3 }.build(6);
        for radius in [0.1, 1.0, 2.2, 5.0, 30.0] {
            let bound = problem.smoothness(radius).unwrap();
            let mut greatest = 0.0_f64;
            for step in 0..=20_000 {
                let x = radius * (f64::from(step) / 10_000.0 - 1.0);
                for a in &problem.a {
                    let second = 2.0 + 6.0 * (2.0 * x).cos() - a * (2.0 * x.sin() + x * x.cos());
                    greatest = greatest.max(second.abs());
                }
            }
            assert!((0.99..=1.0).contains(&(greatest / bound)), "{radius}: {greatest} and {bound}");
        }
        // Karimi, Nutini and Schmidt (2016) give 1/32 as a constant; the best one is larger.
        let mu = problem.pl_constant().unwrap();
        assert!(mu > 1.0 / 32.0 && mu < 0.5, "{mu}");
    }
}
