//! A second implementation of SUDA, as plain as the paper's formulas: dense matrices, matrix
//! functions from the eigenvalues of W, no lanes, no gossip, nothing shared with the crate.

use nalgebra::{DMatrix, DVector, SymmetricEigen};
use serde_json::{Value, json};

/// A SUDA instance as functions of an eigenvalue λ of W: A, B², and the product AC, at λ.
pub type Forms = fn(f64) -> [f64; 3];

/// A combination matrix with its eigenvectors.
pub struct Network {
    vectors: DMatrix<f64>,
    values: DVector<f64>,
}

impl Network {
    /// Metropolis weights on a graph, then W ← (1 - θ) W + θ I.
    pub fn metropolis(agents: usize, edges: &[(usize, usize)], laziness: f64) -> Self {
        let mut degree = vec![0.0_f64; agents];
        for &(i, j) in edges {
            degree[i] += 1.0;
            degree[j] += 1.0;
        }
        let mut w = DMatrix::identity(agents, agents);
        for &(i, j) in edges {
            let weight = (1.0 - laziness) / (1.0 + degree[i].max(degree[j]));
            w[(i, j)] = weight;
            w[(j, i)] = weight;
            w[(i, i)] -= weight;
            w[(j, j)] -= weight;
        }
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

/// Logistic regression with the non-convex regulariser, or least squares, on explicit data.
pub struct Problem {
    /// For each agent its samples × d features and its labels or targets.
    data: Vec<(DMatrix<f64>, DVector<f64>)>,
    /// ρ for logistic regression, none for least squares.
    regularization: Option<f64>,
}

impl Problem {
    /// Made-up data: features and responses are fractional parts of multiples of irrationals.
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
        Self { data: data.collect(), regularization }
    }

    /// The problem as a document has it.
    pub fn document(&self) -> Value {
        let rows = |m: &DMatrix<f64>| m.row_iter().map(|row| row.iter().copied().collect()).collect::<Vec<Vec<_>>>();
        let features: Vec<_> = self.data.iter().map(|(features, _)| rows(features)).collect();
        let responses: Vec<_> = self.data.iter().map(|(_, responses)| responses.as_slice()).collect();
        match self.regularization {
            Some(rho) => json!({
                "kind": "logistic", "regularization": rho,
                "data": {"kind": "explicit", "features": features, "labels": responses},
            }),
            None => json!({
                "kind": "leastSquares", "data": {"kind": "explicit", "features": features, "targets": responses},
            }),
        }
    }

    /// Row i is ∇fᵢ at row i of `x`.
    fn gradient(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let mut gradient = DMatrix::zeros(x.nrows(), x.ncols());
        for (i, (features, responses)) in self.data.iter().enumerate() {
            let point = x.row(i).transpose();
            let products = features * &point;
            let weights = products.zip_map(responses, |product, response| match self.regularization {
                Some(_) => -response / (1.0 + (response * product).exp()),
                None => product - response,
            });
            let mut local = features.transpose() * weights / features.nrows() as f64;
            if let Some(rho) = self.regularization {
                local += point.map(|x| rho * 2.0 * x / (1.0 + x * x).powi(2));
            }
            gradient.set_row(i, &local.transpose());
        }
        gradient
    }
}
