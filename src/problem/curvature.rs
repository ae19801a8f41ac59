//! How strongly the costs are curved, as far as it is known.

use nalgebra::DMatrix;
use serde::Serialize;

use super::{Optimum, Problem};
use crate::linear_algebra::{ZERO, product, symmetric_eigenvalues, symmetric_eigenvectors};

/// The most multiplications spent on Hessians.
const WORK_LIMIT: u64 = 50_000_000;
/// The most coordinates for which Hessians are made.
const DIMENSION_LIMIT: usize = 120;
/// The most work that the eigenvalues of the agents' Hessians may take, n d³.
const EIGENVALUE_LIMIT: usize = 10_000_000;
/// The most numbers in Hessians of the agents that are kept, n d².
const KEPT_LIMIT: usize = 4_000_000;
/// The most rows of the Hessians on the range of a singular mean, n times its rank.
const RANGE_LIMIT: usize = 96;
/// Hessians that differ by less than this share of their greatest entry count as equal.
const EQUAL: f64 = 1e-7;

/// The source of the costs' curvatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// The Hessian of quadratic costs.
    Hessian,
    /// The Hessian at the minimiser of costs that are not quadratic: what is said is true near there.
    Minimiser,
    /// No Hessian: only 0 and L are known.
    Smoothness,
}

/// The curvatures of f.
#[derive(Clone, Debug)]
pub struct Curvature {
    /// The eigenvalues of the Hessian of f, descending; L and 0 where it is not known.
    pub values: Vec<f64>,
    /// Where they come from.
    pub source: Source,
    /// The agents' own, where they are known and differ.
    pub local: Option<Local>,
    /// The greatest diagonal entry of the Hessian of f over the least positive one, which is large if
    /// features have different scales. 1 if it is not known.
    pub scales: f64,
    /// The greatest eigenvalue that is left when all diagonal entries are made 1.
    pub scaled: f64,
}

/// Hessians of the agents.
#[derive(Clone, Debug)]
pub struct Local {
    /// One of each agent; none if they are too many to be kept.
    pub(crate) hessians: Vec<DMatrix<f64>>,
    /// The same on the range of their mean, where that is singular and nothing is curved outside it; none else, or if they
    /// are too many.
    on_range: Vec<DMatrix<f64>>,
    /// The greatest and the least eigenvalue of all, where they are few enough to be computed.
    pub extremes: Option<[f64; 2]>,
}

impl Curvature {
    /// The curvatures of a problem's costs at its minimiser `optimum`, which is asked for if it is needed; `None` where
    /// nothing is known of them. `radius` is that of the ball on which L is taken where no Hessian is known.
    pub fn of<'a>(problem: &dyn Problem, optimum: impl FnOnce() -> Option<&'a Optimum>, radius: f64) -> Option<Self> {
        let (n, d) = (problem.agents(), problem.dimension());
        let samples: u64 = (0..n).map(|agent| problem.samples(agent).unwrap_or(1) as u64).sum();
        let work = (samples * d as u64 + n as u64).saturating_mul(d as u64);
        let bounded = || Some(Self::without_hessians(vec![problem.smoothness(radius)?, 0.0], Source::Smoothness));
        if d > DIMENSION_LIMIT || work > WORK_LIMIT {
            let common = problem.common_hessian();
            return common.map(|all| Self::without_hessians(all.to_vec(), Source::Hessian)).or_else(bounded);
        }
        let Some(Optimum { point, .. }) = optimum() else { return bounded() };
        let hessian = |agent| Some(DMatrix::from_vec(d, d, problem.hessian(agent, point)?));
        let Some(first) = hessian(0) else { return bounded() };
        let mut mean = DMatrix::zeros(d, d);
        for agent in 0..n {
            mean += hessian(agent)? / n as f64;
        }
        let margin = EQUAL * mean.camax();
        let differs = |agent| hessian(agent).is_some_and(|local| (&local - &first).camax() > margin);
        // At a minimiser none is negative, but for how closely it is known.
        let values: Vec<f64> = symmetric_eigenvalues(mean.clone()).into_iter().map(|value| value.max(0.0)).collect();
        let is_singular = values[d - 1] <= ZERO * values[0];
        let hessians = || if n * d * d > KEPT_LIMIT { Vec::new() } else { (0..n).filter_map(hessian).collect() };
        let local = (1..n).any(differs).then(|| Local {
            hessians: hessians(),
            on_range: if is_singular { on_range(&hessians(), &mean) } else { Vec::new() },
            extremes: (n * d * d * d <= EIGENVALUE_LIMIT).then(|| {
                let all = (0..n).filter_map(hessian).flat_map(symmetric_eigenvalues);
                all.fold([f64::NEG_INFINITY, f64::INFINITY], |[most, least], c| [c.max(most), c.min(least)])
            }),
        });
        let diagonal: Vec<f64> = mean.diagonal().iter().map(|&entry| entry.max(0.0)).collect();
        let greatest = diagonal.iter().copied().fold(0.0, f64::max);
        let least = diagonal.iter().copied().filter(|&entry| entry > 1e-12 * greatest).fold(greatest, f64::min);
        let unit = DMatrix::from_fn(d, d, |i, j| {
            let product: f64 = diagonal[i] * diagonal[j];
            if product > 0.0 { mean[(i, j)] / product.sqrt() } else { 0.0 }
        });
        Some(Self {
            values,
            source: if problem.is_quadratic() { Source::Hessian } else { Source::Minimiser },
            local,
            scales: if least > 0.0 { greatest / least } else { 1.0 },
            scaled: symmetric_eigenvalues(unit)[0],
        })
    }

    fn without_hessians(values: Vec<f64>, source: Source) -> Self {
        Self { scaled: values[0], values, source, local: None, scales: 1.0 }
    }

    /// The greatest curvature of f.
    pub fn greatest(&self) -> f64 {
        self.values[0]
    }

    /// The least curvature of f that is not 0.
    pub fn least(&self) -> f64 {
        let positive = self.values.iter().copied().filter(|&value| value > ZERO * self.greatest());
        positive.fold(self.greatest(), f64::min)
    }
}

impl Local {
    /// The Hessians without the directions in which no cost is curved, as far as these are known.
    pub(crate) fn curved(&self) -> &[DMatrix<f64>] {
        if self.on_range.is_empty() { &self.hessians } else { &self.on_range }
    }
}

/// V'HV of each Hessian H, with an orthonormal basis V of the range of their mean.
fn on_range(hessians: &[DMatrix<f64>], mean: &DMatrix<f64>) -> Vec<DMatrix<f64>> {
    let (values, vectors) = symmetric_eigenvectors(mean.clone());
    let zero = ZERO * values.iter().copied().fold(0.0, f64::max);
    let (range, null): (Vec<_>, Vec<_>) = (0..values.len()).partition(|&j| values[j] > zero);
    if hessians.len() * range.len() > RANGE_LIMIT {
        return Vec::new();
    }
    let [range, null] = [range, null].map(|columns| vectors.select_columns(&columns));
    // A semi-definite Hessian vanishes where the mean does; others need not.
    let is_curved = |hessian: &DMatrix<f64>| product(hessian, &null).camax() > EQUAL * mean.camax();
    if hessians.iter().any(is_curved) {
        return Vec::new();
    }
    hessians.iter().map(|hessian| product(&range.transpose(), &product(hessian, &range))).collect()
}
