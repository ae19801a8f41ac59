//! Linear least squares: f_i(x) = (1/2m_i) Σ_s (h_s'x - t_s)².

mod generated;
mod minimiser;
mod spec;

use std::sync::OnceLock;

use nalgebra::{DMatrix, DVector};

use super::moments::{greatest_of, second_moment};
use super::samples::{HeldOut, Samples};
use super::{Optimum, Problem};
use crate::linear_algebra::{ZERO, dot, symmetric_eigenvalues};
use spec::keeps_hessians;
pub use spec::{ENTRY, Spec};

/// The problem.
#[derive(Clone, Debug)]
pub struct LeastSquares {
    dimension: usize,
    /// Where each agent's samples begin; n + 1 entries.
    offsets: Vec<usize>,
    /// All samples, row-major.
    features: Vec<f64>,
    targets: Vec<f64>,
    /// For each agent its Hessian, d × d, and (1/m) Σ t h; empty when the agents have fewer
    /// samples than coordinates, where the samples themselves are cheaper.
    hessians: Vec<f64>,
    slopes: Vec<f64>,
    /// The mean over the agents: Hessian and minimiser of f.
    hessian: DMatrix<f64>,
    /// Samples, row-major, with the Hessian of f, as many as coordinates at most; where its own digits do not suffice.
    root: Vec<f64>,
    optimum: Optimum,
    /// See [`Problem::reach`].
    reach: f64,
    common_hessian: Option<Vec<f64>>,
    held_out: HeldOut,
    smoothness: OnceLock<f64>,
}

impl LeastSquares {
    fn of(data: &Samples, tell: &mut dyn FnMut(f64)) -> Self {
        let counts: Vec<usize> = data.responses.iter().map(Vec::len).collect();
        let agents = data.features.iter().zip(&data.responses);
        let copies = agents.map(|(features, targets)| (features.clone(), targets.clone()));
        Self::new(data.dimension, &counts, copies, None, tell)
    }

    /// From each agent's features (samples × d) and targets, one agent at a time, so that the data
    /// are held once; `counts` are the numbers of their samples.
    fn new(
        d: usize,
        counts: &[usize],
        agents: impl Iterator<Item = (Vec<f64>, Vec<f64>)>,
        common_hessian: Option<Vec<f64>>,
        tell: &mut dyn FnMut(f64),
    ) -> Self {
        let n = counts.len() as f64;
        let samples = counts.iter().sum::<usize>();
        let kept = if keeps_hessians(d, counts.iter().copied()) { counts.len() } else { 0 };
        let mut offsets = Vec::with_capacity(counts.len() + 1);
        offsets.push(0);
        let (mut features, mut targets) = (Vec::with_capacity(samples * d), Vec::with_capacity(samples));
        let (mut hessians, mut slopes) = (Vec::with_capacity(kept * d * d), Vec::with_capacity(kept * d));
        let mut hessian = DMatrix::zeros(d, d);
        let mut slope = DVector::zeros(d);
        let mut shared: Option<DMatrix<f64>> = None;
        let mut all_share = true;
        let mut reach = 0.0_f64;
        for (local_features, local_targets) in agents {
            let m = local_targets.len() as f64;
            let local = second_moment(&local_features, d);
            let mut local_slope = vec![0.0; d];
            for (row, t) in local_features.chunks_exact(d).zip(&local_targets) {
                for (slope, h) in local_slope.iter_mut().zip(row) {
                    *slope += t * h / m;
                }
            }
            hessian += &local / n;
            let first = shared.get_or_insert_with(|| local.clone());
            all_share &= (&*first - &local).camax() <= ZERO * first.camax();
            slope += DVector::from_column_slice(&local_slope) / n;
            // Of an agent alone the minimiser is at least as far as this.
            let local_reach = dot(&local_slope, &local_slope).sqrt() / local.trace();
            reach = if local_reach.is_finite() { reach.max(local_reach) } else { reach };
            if kept > 0 {
                hessians.extend_from_slice(local.as_slice());
                slopes.extend(local_slope);
            }
            offsets.push(offsets[offsets.len() - 1] + local_targets.len());
            features.extend(local_features);
            targets.extend(local_targets);
            tell((offsets.len() - 1) as f64 / n);
        }
        let common_hessian = common_hessian.or_else(|| all_share.then(|| symmetric_eigenvalues(hessian.clone())));
        let mut problem = Self {
            dimension: d,
            offsets,
            features,
            targets,
            hessians,
            slopes,
            hessian,
            root: Vec::new(),
            reach,
            optimum: Optimum { value: 0.0, point: Vec::new(), exact: true },
            common_hessian,
            held_out: HeldOut::default(),
            smoothness: OnceLock::new(),
        };
        (problem.optimum, problem.root) = problem.minimise(0..counts.len(), &problem.hessian, &slope);
        problem.reach = reach.max(dot(&problem.optimum.point, &problem.optimum.point).sqrt());
        problem
    }

    fn rows(&self, agent: usize) -> impl ExactSizeIterator<Item = (&[f64], f64)> {
        let d = self.dimension;
        let range = self.offsets[agent]..self.offsets[agent + 1];
        range.map(move |s| (&self.features[s * d..(s + 1) * d], self.targets[s]))
    }

    fn root_rows(&self) -> impl ExactSizeIterator<Item = (&[f64], f64)> {
        self.root.chunks_exact(self.dimension).map(|row| (row, 0.0))
    }

    fn value_of<'a>(rows: impl ExactSizeIterator<Item = (&'a [f64], f64)>, lanes: usize, x: &[f64], out: &mut [f64]) {
        let samples = rows.len() as f64;
        out.fill(0.0);
        let mut residuals = vec![0.0; lanes];
        for (row, target) in rows {
            residual(row, target, x, &mut residuals);
            for (out, r) in out.iter_mut().zip(&residuals) {
                *out += r * r / (2.0 * samples);
            }
        }
    }

    fn add_samples<'a>(
        rows: impl ExactSizeIterator<Item = (&'a [f64], f64)>,
        lanes: usize,
        x: &[f64],
        out: &mut [f64],
    ) {
        let samples = rows.len() as f64;
        out.fill(0.0);
        let mut residuals = vec![0.0; lanes];
        for (row, target) in rows {
            residual(row, target, x, &mut residuals);
            for (h, out) in row.iter().zip(out.chunks_exact_mut(lanes)) {
                for (out, residual) in out.iter_mut().zip(&residuals) {
                    *out += h * residual / samples;
                }
            }
        }
    }
}

/// h'x - t at each lane.
fn residual(row: &[f64], target: f64, x: &[f64], out: &mut [f64]) {
    out.fill(-target);
    let lanes = out.len();
    for (h, x) in row.iter().zip(x.chunks_exact(lanes)) {
        for (out, x) in out.iter_mut().zip(x) {
            *out += h * x;
        }
    }
}

impl Problem for LeastSquares {
    fn agents(&self) -> usize {
        self.offsets.len() - 1
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn samples(&self, agent: usize) -> Option<usize> {
        Some(self.offsets[agent + 1] - self.offsets[agent])
    }

    fn targets(&self, agent: usize) -> Option<(&[f64], &[f64])> {
        let [from, to] = [self.offsets[agent], self.offsets[agent + 1]];
        Some((&self.features[from * self.dimension..to * self.dimension], &self.targets[from..to]))
    }

    fn gradient(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        if self.hessians.is_empty() {
            return Self::add_samples(self.rows(agent), lanes, x, out);
        }
        let d = self.dimension;
        let hessian = &self.hessians[agent * d * d..(agent + 1) * d * d];
        let slope = &self.slopes[agent * d..(agent + 1) * d];
        if lanes == 1 {
            // Column by column, which vectorises; the sums are in the same order as below.
            out.iter_mut().zip(slope).for_each(|(out, slope)| *out = -slope);
            for (column, x) in hessian.chunks_exact(d).zip(x) {
                out.iter_mut().zip(column).for_each(|(out, h)| *out += h * x);
            }
            return;
        }
        for ((row, slope), out) in hessian.chunks_exact(d).zip(slope).zip(out.chunks_exact_mut(lanes)) {
            residual(row, *slope, x, out);
        }
    }

    fn batch_gradient(&self, agent: usize, batch: &[usize], lanes: usize, x: &[f64], out: &mut [f64]) {
        let (d, start) = (self.dimension, self.offsets[agent]);
        let rows = batch.iter().map(|s| start + s);
        Self::add_samples(rows.map(|s| (&self.features[s * d..(s + 1) * d], self.targets[s])), lanes, x, out);
    }

    fn value(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        Self::value_of(self.rows(agent), lanes, x, out);
    }

    /// H (x - x*), which keeps its relative accuracy near the minimiser.
    fn mean_gradient(&self, lanes: usize, x: &[f64], out: &mut [f64]) {
        let moved = self.moved_from_optimum(lanes, x);
        if !self.root.is_empty() {
            return Self::add_samples(self.root_rows(), lanes, &moved, out);
        }
        for (row, out) in self.hessian.as_slice().chunks_exact(self.dimension).zip(out.chunks_exact_mut(lanes)) {
            residual(row, 0.0, &moved, out);
        }
    }

    fn value_work(&self) -> u64 {
        (self.dimension * self.dimension) as u64
    }

    fn mean_value(&self, lanes: usize, x: &[f64], out: &mut [f64]) {
        self.gap(&self.optimum, lanes, x, out);
        for out in out {
            *out += self.optimum.value;
        }
    }

    /// (1/2) (x - x*)' H (x - x*), which keeps its relative accuracy near the minimiser.
    fn gap(&self, _optimum: &Optimum, lanes: usize, x: &[f64], out: &mut [f64]) {
        let moved = self.moved_from_optimum(lanes, x);
        if !self.root.is_empty() {
            return Self::value_of(self.root_rows(), lanes, &moved, out);
        }
        let mut slope = vec![0.0; moved.len()];
        self.mean_gradient(lanes, x, &mut slope);
        for (l, out) in out.iter_mut().enumerate() {
            let products = (0..self.dimension).map(|j| moved[j * lanes + l] * slope[j * lanes + l]);
            *out = (0.5 * products.sum::<f64>()).max(0.0);
        }
    }

    fn smoothness(&self, _radius: f64) -> Option<f64> {
        let d = self.dimension;
        let local = |pair: &[usize]| &self.features[pair[0] * d..pair[1] * d];
        Some(*self.smoothness.get_or_init(|| greatest_of(self.offsets.windows(2).map(local), d)))
    }

    fn local_optimum(&self, agent: usize) -> Option<Optimum> {
        let d = self.dimension;
        let features = &self.features[self.offsets[agent] * d..self.offsets[agent + 1] * d];
        let samples = self.rows(agent).len() as f64;
        let mut slope = DVector::zeros(d);
        for (row, target) in self.rows(agent) {
            slope.axpy(target / samples, &DVector::from_column_slice(row), 1.0);
        }
        Some(self.minimise(agent..agent + 1, &second_moment(features, d), &slope).0)
    }

    /// The least positive eigenvalue of the Hessian of f.
    fn pl_constant(&self) -> Option<f64> {
        let eigenvalues = symmetric_eigenvalues(self.hessian.clone());
        let zero = ZERO * eigenvalues[0];
        eigenvalues.into_iter().rev().find(|&value| value > zero)
    }

    fn optimum(&self, _tell: &mut dyn FnMut(f64)) -> Option<Optimum> {
        Some(self.optimum.clone())
    }

    fn reach(&self) -> f64 {
        self.reach
    }

    fn is_quadratic(&self) -> bool {
        true
    }

    fn held_out(&self) -> usize {
        self.held_out.responses.len()
    }

    fn test(&self, lanes: usize, x: &[f64], loss: &mut [f64], _right: &mut [f64]) {
        let HeldOut { features, responses } = &self.held_out;
        let mut residuals = vec![0.0; lanes];
        loss.fill(0.0);
        for (row, &target) in features.chunks_exact(self.dimension).zip(responses) {
            residual(row, target, x, &mut residuals);
            loss.iter_mut().zip(&residuals).for_each(|(loss, r)| *loss += r * r / (2.0 * responses.len() as f64));
        }
    }

    fn hessian(&self, agent: usize, _x: &[f64]) -> Option<Vec<f64>> {
        let d = self.dimension;
        Some(if self.hessians.is_empty() {
            second_moment(&self.features[self.offsets[agent] * d..self.offsets[agent + 1] * d], d).data.into()
        } else {
            self.hessians[agent * d * d..(agent + 1) * d * d].to_vec()
        })
    }

    fn common_hessian(&self) -> Option<&[f64]> {
        self.common_hessian.as_deref()
    }
}

impl LeastSquares {
    fn moved_from_optimum(&self, lanes: usize, x: &[f64]) -> Vec<f64> {
        let of = |(x, center): (&[f64], &f64)| x.iter().map(|x| x - center).collect::<Vec<_>>();
        x.chunks_exact(lanes).zip(&self.optimum.point).flat_map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::generated::Generated;
    use super::*;
    use crate::problem::tests::check_problem;

    fn generated(samples: usize, common: bool) -> LeastSquares {
        let data = Generated { dimension: 5, samples, heterogeneity: 1.0, condition: 100.0, common };
        Spec::generated(data).build(9, 4, &mut |_| ()).unwrap()
    }

    #[test]
    fn gradients_and_optimum() {
        check_problem(&generated(12, false), 1.0);
        check_problem(&generated(12, true), 1.0);
        check_problem(&generated(2, false), 1.0);
    }

    #[test]
    fn a_rank_deficient_system_has_its_least_norm_minimiser() {
        let samples =
            Samples { dimension: 2, features: vec![vec![3.0, 4.0]], responses: vec![vec![10.0]], ..Samples::default() };
        let problem = LeastSquares::of(&samples, &mut |_| ());
        assert!((problem.optimum.point[0] - 1.2).abs() < 1e-12 && (problem.optimum.point[1] - 1.6).abs() < 1e-12);
        assert!(problem.optimum.value < 1e-12);
    }

    #[test]
    fn a_column_far_from_zero_costs_no_digits() {
        // Seconds since 1970 beside a constant, of a spread of 1e-9 to 1e-6 of their size; 2 + (t - 1.7e9) / s ± 0.1.
        for spread in [1.0, 60.0, 1e3] {
            let times: Vec<f64> = (0..40).map(|s| 1.7e9 + spread * f64::from(s) / 16.0).collect();
            let features = times.iter().flat_map(|&t| [1.0, t]).collect();
            let noise = [0.1, -0.1, -0.1, 0.1].iter().cycle();
            let targets: Vec<f64> = times.iter().zip(noise).map(|(t, e)| 2.0 + (t - 1.7e9) / spread + e).collect();
            let at_zero = dot(&targets, &targets) / 80.0;
            let problem = LeastSquares::new(2, &[40], [(features, targets)].into_iter(), None, &mut |_| ());
            // The noise is orthogonal to both columns.
            assert!((problem.optimum.value - 0.005).abs() < 1e-8, "{spread}: {}", problem.optimum.value);
            let (mut value, mut slope) = ([0.0], [0.0; 2]);
            problem.mean_value(1, &[0.0; 2], &mut value);
            problem.mean_gradient(1, &problem.optimum.point, &mut slope);
            assert!((value[0] / at_zero - 1.0).abs() < 1e-6 && slope == [0.0; 2], "{spread}: {value:?} {slope:?}");
        }
    }

    #[test]
    fn very_large_columns_do_not_hide_others() {
        let rows = [
            [-7e12, 1.0, -6_999_999_999_000.0],
            [3e12, 1.0, 2_999_999_999_000.0],
            [9e12, 1.0, 9_000_000_005_000.0],
            [-9e12, 1.0, -9_000_000_004_000.0],
        ];
        let targets = vec![100_000_003.0, 100_000_004.0, 100_000_004.0, 100_000_000.0];
        let agents = [(rows.concat(), targets)].into_iter();
        let optimum = LeastSquares::new(3, &[4], agents, None, &mut |_| ()).optimum;
        assert!((optimum.value - 0.422_5).abs() < 1e-4, "{}", optimum.value);
    }

    #[test]
    fn sparse_features_have_their_least_norm_minimiser() {
        // Indicators of one of three in each of two groups: the sums of the groups' coefficients
        // must agree, as nothing else tells the groups apart.
        let row = |a: usize, b: usize| (0..30).map(move |j| f64::from(u8::from(j == a || j == 15 + b)));
        let pairs = || (0..9).map(|pair| (pair / 3, pair % 3));
        let features: Vec<f64> = pairs().flat_map(|(a, b)| row(a, b)).collect();
        let targets = pairs().map(|(a, b)| 2.0 * a as f64 - b as f64 + 5.0).collect();
        let agents = [(features, targets)].into_iter();
        let optimum = LeastSquares::new(30, &[9], agents, None, &mut |_| ()).optimum;
        assert!(optimum.value < 1e-14);
        for (j, x) in optimum.point.iter().enumerate() {
            let expected = match j {
                0..3 => 2.0 * j as f64 + 1.0,
                15..18 => 4.0 - (j - 15) as f64,
                _ => 0.0,
            };
            assert!((x - expected).abs() < 1e-13, "{j}: {x} for {expected}");
        }
    }

    #[test]
    fn a_common_hessian_is_common_and_has_the_condition_number() {
        let problem = generated(9, true);
        let spectrum = problem.common_hessian().unwrap();
        assert!((spectrum[0] / spectrum[4] - 100.0).abs() < 1e-9);
        for hessian in problem.hessians.chunks_exact(25) {
            for (index, entry) in hessian.iter().enumerate() {
                let expected = if index % 6 == 0 { spectrum[index / 6] } else { 0.0 };
                assert!((entry - expected).abs() < 1e-13);
            }
        }
        assert!((problem.pl_constant().unwrap() - 0.01).abs() < 1e-12);
        assert!((problem.smoothness(1.0).unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_minimiser_of_four_curvatures() {
        // Weights 1, 2, 5, 10 at 8, 2, 4, 7: x* = 102/18.
        let (c, b) = ([1.0, 2.0, 5.0, 10.0_f64], [8.0, 2.0, 4.0, 7.0]);
        let samples = Samples {
            dimension: 1,
            features: c.iter().map(|c| vec![c.sqrt()]).collect(),
            responses: c.iter().zip(b).map(|(c, b)| vec![c.sqrt() * b]).collect(),
            ..Samples::default()
        };
        assert!((LeastSquares::of(&samples, &mut |_| ()).optimum.point[0] - 102.0 / 18.0).abs() < 1e-14);
    }
}
