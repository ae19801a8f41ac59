//! The minimiser of the mean of some agents' costs: by the normal equations where these have the digits, else by the samples.

use std::ops::Range;

use nalgebra::{DMatrix, DVector};

use super::{LeastSquares, residual};
use crate::linear_algebra::{dot, solve_deficient, solve_definite, triangle};
use crate::problem::{Optimum, Problem, mean_over_agents};

/// A residual that is at most this share of its terms, times their number, is 0 but for rounding.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The least share that may be left of a pivot of a Hessian, by which half of the digits of a minimiser are right.
const WELL_CONDITIONED: f64 = 1e-8;

impl LeastSquares {
    /// The minimiser of least norm of the mean of these agents' costs, whose Hessian and slope are given: by these, unless their
    /// digits do not suffice, as of columns like Unix seconds. Then there are samples with that Hessian, too.
    pub(super) fn minimise(
        &self,
        agents: Range<usize>,
        hessian: &DMatrix<f64>,
        slope: &DVector<f64>,
    ) -> (Optimum, Vec<f64>) {
        let (point, root) = match solve_definite(hessian, slope, WELL_CONDITIONED) {
            Some(point) => (point, Vec::new()),
            None => self.minimise_by_samples(&agents, hessian),
        };
        let point = point.as_slice().to_vec();
        (Optimum { value: self.least_value(agents, &point), point, exact: true }, root)
    }

    /// Without the squares of normal equations. Then also in units in which all columns have one size, else small ones are lost
    /// beside large ones, and once more for what rounding leaves of the residuals: so the norm is the least but for dependent
    /// columns of very different sizes.
    fn minimise_by_samples(&self, agents: &Range<usize>, hessian: &DMatrix<f64>) -> (DVector<f64>, Vec<f64>) {
        let d = self.dimension;
        let sizes = hessian.diagonal().map(|square| if square > 0.0 { square.sqrt() } else { 1.0 });
        let share = (1.0 / agents.len() as f64).sqrt();
        let (mut point, mut root) = (DVector::zeros(d), Vec::new());
        for units in [&DVector::repeat(d, 1.0), &sizes, &sizes] {
            let left = agents.clone().flat_map(|agent| {
                let (rows, point, units) = (self.rows(agent), point.as_slice(), units.as_slice());
                let weight = share / (rows.len() as f64).sqrt();
                rows.map(move |(row, target)| {
                    let scaled = row.iter().zip(units).map(|(h, unit)| weight * (h / unit));
                    scaled.chain([weight * (target - dot(row, point))]).collect()
                })
            });
            let factor = triangle(d + 1, left);
            point += solve_deficient(&factor.columns(0, d).into(), &factor.column(d).into()).component_div(units);
            let weight = (factor.nrows() as f64).sqrt();
            root = DMatrix::from_fn(d, factor.nrows(), |j, i| weight * factor[(i, j)] * units[j]).data.into();
        }
        (point, root)
    }

    /// The mean cost of these agents at their minimiser. By the residuals, since the difference of squares of large targets
    /// has no digits left; 0 where none is more than rounding, as of fewer samples than coordinates.
    fn least_value(&self, agents: Range<usize>, point: &[f64]) -> f64 {
        let is_rounding = |(row, target): (&[f64], f64)| {
            let mut left = [0.0];
            residual(row, target, point, &mut left);
            let size = row.iter().zip(point).map(|(h, x)| (h * x).abs()).sum::<f64>() + target.abs();
            left[0].abs() <= ROUNDING * (row.len() + 1) as f64 * size
        };
        if agents.clone().all(|agent| self.rows(agent).all(is_rounding)) {
            return 0.0;
        }
        let mut value = [0.0];
        mean_over_agents(agents.len(), &mut value, |place, out| self.value(agents.start + place, 1, point, out));
        value[0]
    }
}
