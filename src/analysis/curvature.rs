//! How strongly an experiment's costs are curved, as far as it is known.

use nalgebra::DMatrix;

use crate::experiment::Experiment;
use crate::finding::Source;
use crate::linear_algebra::symmetric_eigenvalues;

/// The most multiplications spent on Hessians.
const WORK_LIMIT: u64 = 100_000_000;
/// The most coordinates for which Hessians are made.
const DIMENSION_LIMIT: usize = 120;
/// The most work that the eigenvalues of the agents' Hessians may take, n d³.
const EIGENVALUE_LIMIT: usize = 10_000_000;
/// Hessians that differ by less than this share of their greatest entry count as equal.
const EQUAL: f64 = 1e-7;

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
    /// One of each agent.
    pub hessians: Vec<DMatrix<f64>>,
    /// The greatest and the least eigenvalue of all, where they are few enough to be computed.
    pub extremes: Option<[f64; 2]>,
}

impl Local {
    fn new(hessians: Vec<DMatrix<f64>>) -> Self {
        let work: usize = hessians.iter().map(|hessian| hessian.nrows().pow(3)).sum();
        let extremes = (work <= EIGENVALUE_LIMIT).then(|| {
            let all = hessians.iter().flat_map(|hessian| symmetric_eigenvalues(hessian.clone()));
            all.fold([f64::NEG_INFINITY, f64::INFINITY], |[most, least], c| [c.max(most), c.min(least)])
        });
        Self { hessians, extremes }
    }
}

impl Curvature {
    /// The curvatures of an experiment's costs; `None` where nothing is known of them.
    pub fn of(experiment: &Experiment) -> Option<Self> {
        let problem = experiment.problem.as_ref();
        let (n, d) = (problem.agents(), problem.dimension());
        let samples: usize = (0..n).map(|agent| problem.samples(agent).unwrap_or(1)).sum();
        let work = 2 * (samples as u64 * d as u64 + n as u64).saturating_mul(d as u64);
        let quadratic = problem.is_quadratic();
        if d > DIMENSION_LIMIT || work > WORK_LIMIT {
            if let Some(hessian) = problem.common_hessian() {
                return Some(Self::without_hessians(hessian.to_vec(), Source::Hessian));
            }
            let norm = super::greatest_norm(&experiment.start, d);
            return Some(Self::without_hessians(vec![problem.smoothness(norm)?, 0.0], Source::Smoothness));
        }
        let at = &experiment.optimum()?.point;
        let local: Vec<_> = (0..n).map(|agent| hessian(experiment, agent, at)).collect();
        let mean = local.iter().fold(DMatrix::zeros(d, d), |sum, local| sum + local / n as f64);
        let margin = EQUAL * mean.camax();
        let differ = local.iter().any(|local| (local - &mean).camax() > margin);
        let diagonal: Vec<f64> = mean.diagonal().iter().map(|&entry| entry.max(0.0)).collect();
        let greatest = diagonal.iter().copied().fold(0.0, f64::max);
        let least = diagonal.iter().copied().filter(|&entry| entry > 1e-12 * greatest).fold(greatest, f64::min);
        let unit = DMatrix::from_fn(d, d, |i, j| {
            let product: f64 = diagonal[i] * diagonal[j];
            if product > 0.0 { mean[(i, j)] / product.sqrt() } else { 0.0 }
        });
        Some(Self {
            values: symmetric_eigenvalues(mean),
            source: if quadratic { Source::Hessian } else { Source::Minimiser },
            local: differ.then(|| Local::new(local)),
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
        let positive = self.values.iter().copied().filter(|&value| value > 1e-12 * self.greatest());
        positive.fold(self.greatest(), f64::min)
    }
}

/// An agent's Hessian by central differences of its gradient, which are exact for quadratic costs.
fn hessian(experiment: &Experiment, agent: usize, at: &[f64]) -> DMatrix<f64> {
    const STEP: f64 = 1e-4;
    let (problem, d) = (experiment.problem.as_ref(), at.len());
    let (mut x, mut up, mut down) = (at.to_vec(), vec![0.0; d], vec![0.0; d]);
    let mut matrix = DMatrix::zeros(d, d);
    for j in 0..d {
        let step = STEP * at[j].abs().max(1.0);
        x[j] = at[j] + step;
        problem.gradient(agent, 1, &x, &mut up);
        x[j] = at[j] - step;
        problem.gradient(agent, 1, &x, &mut down);
        x[j] = at[j];
        for i in 0..d {
            matrix[(i, j)] = (up[i] - down[i]) / (2.0 * step);
        }
    }
    // Differences are symmetric but for rounding.
    (&matrix + matrix.transpose()) * 0.5
}
