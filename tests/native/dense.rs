//! A second implementation, as plain as the paper's formulas: dense matrices, matrix functions
//! from the eigenvalues of W, no lanes, no gossip, nothing shared with the crate.

use nalgebra::{DMatrix, DVector, SymmetricEigen};
use serde_json::{Value, json};

/// A SUDA instance as functions of an eigenvalue λ of W: A, B², and the product AC, at λ.
pub type Forms = fn(f64) -> [f64; 3];

/// A combination matrix with its eigenvectors.
pub struct Network {
    vectors: DMatrix<f64>,
    values: DVector<f64>,
}

/// Metropolis weights on a graph, then W ← (1 - θ) W + θ I.
pub fn metropolis(agents: usize, edges: &[(usize, usize)], laziness: f64) -> DMatrix<f64> {
    let mut degree = vec![0.0_f64; agents];
    for &(i, j) in edges {
        degree[i] += 1.0;
        degree[j] += 1.0;
    }
    from_weights(agents, edges, |i, j| (1.0 - laziness) / (1.0 + degree[i].max(degree[j])))
}

/// The symmetric matrix with these weights on the edges and rows that sum to 1.
pub fn from_weights(agents: usize, edges: &[(usize, usize)], weight: impl Fn(usize, usize) -> f64) -> DMatrix<f64> {
    let mut w = DMatrix::identity(agents, agents);
    for &(i, j) in edges {
        let weight = weight(i, j);
        w[(i, j)] = weight;
        w[(j, i)] = weight;
        w[(i, i)] -= weight;
        w[(j, j)] -= weight;
    }
    w
}

impl Network {
    /// As [`metropolis`].
    pub fn metropolis(agents: usize, edges: &[(usize, usize)], laziness: f64) -> Self {
        let w = metropolis(agents, edges, laziness);
        let SymmetricEigen { eigenvectors, eigenvalues } = w.symmetric_eigen();
        // The eigenvalue 1 is exact, so that B has the null space that it must have.
        let values = eigenvalues.map(|value| if (value - 1.0).abs() < 1e-10 { 1.0 } else { value });
        Self { vectors: eigenvectors, values }
    }

    /// The matrix with the eigenvectors of W and the eigenvalues f(λ). Its rows sum to f(1), which
    /// rounding would break, and the single update would sum up the error twice.
    fn function(&self, f: impl Fn(f64) -> f64) -> DMatrix<f64> {
        let mut matrix = &self.vectors * DMatrix::from_diagonal(&self.values.map(&f)) * self.vectors.transpose();
        for i in 0..matrix.nrows() {
            matrix[(i, i)] += f(1.0) - matrix.row(i).sum();
        }
        matrix
    }

    /// Xᴷ by the primal-dual recursion (eq. 4 of the paper, with the step sizes of `steps`):
    /// x⁺ = (AC) x - α A ∇f(x) - B y, y⁺ = y + B x⁺, from y = 0.
    pub fn primal_dual(&self, forms: Forms, problem: &Problem, start: &DMatrix<f64>, steps: &[f64]) -> DMatrix<f64> {
        let [a, b, ac] = [
            self.function(|l| forms(l)[0]),
            self.function(|l| forms(l)[1].max(0.0).sqrt()),
            self.function(|l| forms(l)[2]),
        ];
        let mut x = start.clone();
        let mut y = DMatrix::zeros(x.nrows(), x.ncols());
        for &step in steps {
            x = &ac * &x - &a * problem.gradient(&x) * step - &b * &y;
            y += &b * &x;
        }
        x
    }

    /// Xᴷ by the single update (App. A): x¹ = (AC) x⁰ - α A ∇f(x⁰), then
    /// x⁺⁺ = (I - B² + AC) x⁺ - (AC) x - α A (∇f(x⁺) - ∇f(x)).
    pub fn single_update(
        &self,
        forms: Forms,
        problem: &Problem,
        start: &DMatrix<f64>,
        step: f64,
        iterations: usize,
    ) -> DMatrix<f64> {
        let [a, ac, next] = [
            self.function(|l| forms(l)[0]),
            self.function(|l| forms(l)[2]),
            self.function(|l| 1.0 - forms(l)[1] + forms(l)[2]),
        ];
        let mut old = start.clone();
        let mut old_gradient = problem.gradient(&old);
        let mut x = &ac * &old - &a * &old_gradient * step;
        for _ in 1..iterations {
            let gradient = problem.gradient(&x);
            let new = &next * &x - &ac * &old - &a * (&gradient - &old_gradient) * step;
            (old, old_gradient, x) = (x, gradient, new);
        }
        x
    }
}

/// The local costs of a problem.
pub enum Problem {
    /// Logistic regression with the non-convex regulariser, of weight ρ.
    Logistic(Vec<Local>, f64),
    /// Least squares.
    LeastSquares(Vec<Local>),
    /// x² + 3 sin² x + a_i x cos x, with σ_h².
    Pl(Vec<f64>, f64),
}

/// An agent's samples × d features and its labels or targets.
type Local = (DMatrix<f64>, DVector<f64>);

impl Problem {
    /// Made-up data: features and responses are fractional parts of multiples of irrationals.
    /// Logistic regression if there is a ρ, else least squares.
    pub fn made_up(agents: usize, samples: usize, dimension: usize, regularization: Option<f64>) -> Self {
        let mut counter = 0.0_f64;
        let mut next = || {
            counter += 1.0;
            let fraction = (counter * 0.754_877_666_246_692_8 + counter * counter * 0.569_840_290_998_053_3).fract();
            4.0 * fraction - 2.0
        };
        let data = (0..agents).map(|_| {
            let features = DMatrix::from_fn(samples, dimension, |_, _| next());
            let responses = DVector::from_fn(samples, |_, _| next());
            (features, if regularization.is_some() { responses.map(f64::signum) } else { responses })
        });
        match regularization {
            Some(rho) => Self::Logistic(data.collect(), rho),
            None => Self::LeastSquares(data.collect()),
        }
    }

    /// The one-dimensional example.
    pub fn pl(agents: usize, heterogeneity: f64) -> Self {
        let mut a = vec![0.0; agents];
        for i in 0..agents / 2 {
            a[i] = heterogeneity * (i + 1) as f64;
            a[agents - 1 - i] = -a[i];
        }
        Self::Pl(a, heterogeneity)
    }

    /// n and d.
    pub fn shape(&self) -> (usize, usize) {
        match self {
            Self::Logistic(data, _) | Self::LeastSquares(data) => (data.len(), data[0].0.ncols()),
            Self::Pl(a, _) => (a.len(), 1),
        }
    }

    /// The problem as a document has it.
    pub fn document(&self) -> Value {
        let rows = |m: &DMatrix<f64>| m.row_iter().map(|row| row.iter().copied().collect()).collect::<Vec<Vec<_>>>();
        let features = |data: &[Local]| data.iter().map(|(features, _)| rows(features)).collect::<Vec<_>>();
        let responses = |data: &[Local]| data.iter().map(|(_, r)| r.as_slice().to_vec()).collect::<Vec<_>>();
        match self {
            Self::Logistic(data, rho) => json!({
                "kind": "logistic", "regularization": rho,
                "data": {"kind": "explicit", "features": features(data), "labels": responses(data)},
            }),
            Self::LeastSquares(data) => json!({
                "kind": "leastSquares",
                "data": {"kind": "explicit", "features": features(data), "targets": responses(data)},
            }),
            Self::Pl(_, heterogeneity) => json!({"kind": "pl", "heterogeneity": heterogeneity}),
        }
    }

    /// f_i at x.
    pub fn value(&self, agent: usize, x: &DVector<f64>) -> f64 {
        match self {
            Self::Logistic(data, rho) => {
                let (features, labels) = &data[agent];
                let losses = (features * x).zip_map(labels, |product, y| (-y * product).exp().ln_1p());
                losses.mean() + rho * x.map(|x| x * x / (1.0 + x * x)).sum()
            }
            Self::LeastSquares(data) => {
                let (features, targets) = &data[agent];
                (features * x - targets).map(|r| r * r).mean() / 2.0
            }
            Self::Pl(a, _) => x[0] * x[0] + 3.0 * x[0].sin().powi(2) + a[agent] * x[0] * x[0].cos(),
        }
    }

    /// ∇f_i at x.
    pub fn local_gradient(&self, agent: usize, x: &DVector<f64>) -> DVector<f64> {
        let weighted = |(features, responses): &Local, weight: fn(f64, f64) -> f64| {
            let weights = (features * x).zip_map(responses, weight);
            features.transpose() * weights / features.nrows() as f64
        };
        match self {
            Self::Logistic(data, rho) => {
                let loss = weighted(&data[agent], |product, y| -y / (1.0 + (y * product).exp()));
                loss + x.map(|x| rho * 2.0 * x / (1.0 + x * x).powi(2))
            }
            Self::LeastSquares(data) => weighted(&data[agent], |product, target| product - target),
            Self::Pl(a, _) => x.map(|x| 2.0 * x + 3.0 * (2.0 * x).sin() + a[agent] * (x.cos() - x * x.sin())),
        }
    }

    /// The gradient of sample s of agent i at x, with the whole regulariser.
    pub fn sample_gradient(&self, agent: usize, sample: usize, x: &DVector<f64>) -> DVector<f64> {
        let one = |data: &[Local]| {
            let (features, responses) = &data[agent];
            vec![(features.rows(sample, 1).into_owned(), responses.rows(sample, 1).into_owned())]
        };
        match self {
            Self::Logistic(data, rho) => Self::Logistic(one(data), *rho).local_gradient(0, x),
            Self::LeastSquares(data) => Self::LeastSquares(one(data)).local_gradient(0, x),
            Self::Pl(..) => self.local_gradient(agent, x),
        }
    }

    /// Row i is ∇fᵢ at row i of `x`.
    pub fn gradient(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let mut gradient = DMatrix::zeros(x.nrows(), x.ncols());
        for (i, row) in x.row_iter().enumerate() {
            gradient.set_row(i, &self.local_gradient(i, &row.transpose()).transpose());
        }
        gradient
    }
}
