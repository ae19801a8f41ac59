//! What the noise adds to the expected errors, against direct simulation in dense matrices.

use nalgebra::DMatrix;
use suda::polynomial::Polynomial;
use suda::random::{Purpose, Stream};
use suda::statistics::{mean, sample_variance};
use suda::theory::variance::{Added, Recursion, added_by_noise};
use suda::theory::{SudaForm, TrackingVariant};

const N: usize = 6;
const D: usize = 2;
const HESSIAN: [f64; D] = [1.0, 0.3];
const RECORD: [usize; 4] = [0, 1, 12, 60];

fn normal(rows: usize, seed: u64) -> DMatrix<f64> {
    let mut values = vec![0.0; rows * D];
    Stream::new(seed, Purpose::Data, 0, 0).fill_standard_normal(&mut values);
    DMatrix::from_row_slice(rows, D, &values)
}

/// A lazy ring of six with one chord, not regular.
fn w() -> DMatrix<f64> {
    let mut w = DMatrix::zeros(N, N);
    for (i, j, weight) in [(0, 1, 0.2), (1, 2, 0.25), (2, 3, 0.2), (3, 4, 0.25), (4, 5, 0.2), (5, 0, 0.2), (1, 4, 0.15)]
    {
        (w[(i, j)], w[(j, i)]) = (weight, weight);
    }
    for i in 0..N {
        w[(i, i)] = 1.0 - w.row(i).sum();
    }
    w
}

fn dense(polynomial: &Polynomial) -> DMatrix<f64> {
    let identity = DMatrix::identity(N, N);
    polynomial.coefficients().iter().rev().fold(DMatrix::zeros(N, N), |sum, &c| sum * w() + &identity * c)
}

/// Problem, start and step sizes of a case.
struct Case {
    minimizers: DMatrix<f64>,
    start: DMatrix<f64>,
    noise_variance: f64,
    step: fn(usize) -> f64,
}

impl Case {
    fn gradient(&self, x: &DMatrix<f64>, noise: &DMatrix<f64>) -> DMatrix<f64> {
        DMatrix::from_fn(N, D, |i, j| HESSIAN[j] * (x[(i, j)] - self.minimizers[(i, j)]) + noise[(i, j)])
    }

    fn metrics(&self, x: &DMatrix<f64>) -> Added {
        let centre = self.minimizers.row_mean();
        let average = x.row_mean();
        let gap = |point: &dyn Fn(usize) -> f64| -> f64 {
            (0..D).map(|j| 0.5 * HESSIAN[j] * (point(j) - centre[j]).powi(2)).sum()
        };
        Added {
            gradient_norm: (0..D).map(|j| (HESSIAN[j] * (average[j] - centre[j])).powi(2)).sum(),
            optimality_gap: gap(&|j| average[j]),
            mean_optimality_gap: (0..N).map(|i| gap(&|j| x[(i, j)])).sum::<f64>() / N as f64,
            consensus: (0..N).map(|i| (x.row(i) - &average).norm_squared()).sum::<f64>() / N as f64,
        }
    }

    /// The iterates' metrics at `RECORD`, by the method's textbook recursion.
    fn simulate(&self, recursion: Recursion, seed: u64) -> Vec<Added> {
        let last = RECORD[RECORD.len() - 1];
        let scale = self.noise_variance.sqrt();
        let noise = normal(N * (last + 1), seed) * scale;
        let noise = |k: usize| noise.rows(k * N, N).into_owned();
        let w = w();
        let mut x = self.start.clone();
        let mut iterates = vec![x.clone()];
        match recursion {
            Recursion::Centralized => {
                let average = |m: DMatrix<f64>| DMatrix::from_element(N, N, 1.0 / N as f64) * m;
                for k in 0..last {
                    x = average(&x - self.gradient(&x, &noise(k)) * (self.step)(k));
                    iterates.push(x.clone());
                }
            }
            Recursion::DsgdAdaptThenCombine | Recursion::DsgdCombineThenAdapt => {
                for k in 0..last {
                    let move_by = self.gradient(&x, &noise(k)) * (self.step)(k);
                    x = if matches!(recursion, Recursion::DsgdAdaptThenCombine) {
                        &w * (x - move_by)
                    } else {
                        &w * x - move_by
                    };
                    iterates.push(x.clone());
                }
            }
            Recursion::Suda(form) => {
                let (a, ac, b2) = (dense(&form.a), dense(&form.ac), dense(&form.b_squared));
                let mut dual = DMatrix::zeros(N, D);
                for k in 0..last {
                    x = &ac * &x - &a * self.gradient(&x, &noise(k)) * (self.step)(k) - &dual;
                    dual += &b2 * &x;
                    iterates.push(x.clone());
                }
            }
            Recursion::Tracking { variant, tracker_laziness } => {
                use TrackingVariant::{Atc, SemiAtcIterate, SemiAtcTracker};
                let tracker = dense(&Polynomial::lazy_w(tracker_laziness));
                let one = DMatrix::identity(N, N);
                let p = if matches!(variant, Atc | SemiAtcIterate) { &w } else { &one };
                let q = if matches!(variant, Atc | SemiAtcTracker) { &tracker } else { &one };
                let mut gradient = self.gradient(&x, &noise(0));
                let mut g = q * &gradient;
                for k in 0..last {
                    x = &w * &x - p * &g * (self.step)(k);
                    let next = self.gradient(&x, &noise(k + 1));
                    g = &tracker * g + q * (&next - gradient);
                    gradient = next;
                    iterates.push(x.clone());
                }
            }
        }
        RECORD.iter().map(|&k| self.metrics(&iterates[k])).collect()
    }

    /// The metrics of the run without noise, and what the noise adds.
    fn predict(&self, recursion: Recursion) -> Vec<[f64; 4]> {
        let mut eigenvalues: Vec<f64> = w().symmetric_eigenvalues().iter().copied().collect();
        eigenvalues.sort_by(|x, y| y.total_cmp(x));
        let added = added_by_noise(&eigenvalues, &HESSIAN, self.noise_variance, recursion, self.step, &RECORD);
        let quiet =
            Self { minimizers: self.minimizers.clone(), start: self.start.clone(), noise_variance: 0.0, ..*self };
        let sum = |(x, y): (&Added, &Added)| std::array::from_fn(|metric| numbers(x)[metric] + numbers(y)[metric]);
        quiet.simulate(recursion, 0).iter().zip(&added).map(sum).collect()
    }
}

fn forms() -> Vec<SudaForm> {
    vec![
        SudaForm::exact_diffusion(),
        SudaForm::extra(),
        SudaForm::dlm(0.4),
        SudaForm::canonical([0.3, 0.6, 0.1, 0.4]),
        SudaForm::new(Polynomial::w(), Polynomial::new([0.5, -0.5]), &Polynomial::lazy_w(0.5)),
    ]
}

fn recursions(forms: &[SudaForm]) -> Vec<Recursion<'_>> {
    let mut all: Vec<_> = forms.iter().map(Recursion::Suda).collect();
    all.extend([Recursion::Centralized, Recursion::DsgdAdaptThenCombine, Recursion::DsgdCombineThenAdapt]);
    for variant in [
        TrackingVariant::Atc,
        TrackingVariant::NonAtc,
        TrackingVariant::SemiAtcIterate,
        TrackingVariant::SemiAtcTracker,
    ] {
        all.push(Recursion::Tracking { variant, tracker_laziness: 0.0 });
        all.push(Recursion::Tracking { variant, tracker_laziness: 0.3 });
    }
    all
}

fn numbers(expected: &Added) -> [f64; 4] {
    [expected.gradient_norm, expected.optimality_gap, expected.mean_optimality_gap, expected.consensus]
}

/// Agents that start apart, with step sizes that change.
fn case(noise_variance: f64) -> Case {
    let step = |k: usize| 0.2 * 50.0 / (50.0 + k as f64);
    Case { minimizers: normal(N, 1), start: normal(N, 2), noise_variance, step }
}

#[test]
fn with_noise_the_mean_over_runs_agrees_with_the_prediction() {
    // 3,000 runs; each of the 16 × 3 × 4 means is allowed 4.5 standard errors, which a correct
    // prediction leaves with probability 7e-6, so that all hold with probability 0.999.
    const RUNS: u64 = 3_000;
    let forms = forms();
    for recursion in recursions(&forms) {
        let case = case(0.3);
        let predicted = case.predict(recursion);
        let runs: Vec<_> = (0..RUNS).map(|run| case.simulate(recursion, 100 + run)).collect();
        for (at, predicted) in predicted.iter().enumerate().skip(1) {
            for (metric, &predicted) in predicted.iter().enumerate() {
                let values: Vec<f64> = runs.iter().map(|run| numbers(&run[at])[metric]).collect();
                let error = (sample_variance(&values).unwrap() / RUNS as f64).sqrt();
                let difference = mean(&values) - predicted;
                assert!(
                    difference.abs() <= 4.5 * error + 1e-12 * predicted + 1e-28,
                    "{recursion:?}, k = {}, metric {metric}: {} against {predicted}, standard error {error}",
                    RECORD[at],
                    mean(&values)
                );
            }
        }
    }
}

#[test]
fn the_floor_is_that_of_theory() {
    // Centralised SGD on the scalar h has E(x̄ - x*)² → α σₙ²/(n h (2 - αh)); and with next to no
    // mixing DSGD leaves each agent alone.
    let (h, alpha, variance) = (0.7, 0.1, 0.4);
    let floor = |recursion| added_by_noise(&[1.0, 1.0 - 1e-9], &[h], variance, recursion, |_| alpha, &[2_000])[0];
    let alone = alpha * variance / (h * (2.0 - alpha * h));
    let close = |x: f64, y: f64| assert!((x / y - 1.0).abs() < 1e-6, "{x} is not {y}");
    for recursion in [Recursion::Centralized, Recursion::DsgdAdaptThenCombine] {
        close(floor(recursion).optimality_gap, 0.5 * h * alone / 2.0);
        close(floor(recursion).gradient_norm, h * h * alone / 2.0);
    }
    close(floor(Recursion::DsgdAdaptThenCombine).mean_optimality_gap, 0.5 * h * alone);
    close(floor(Recursion::DsgdAdaptThenCombine).consensus, alone / 2.0);
    assert_eq!(floor(Recursion::Centralized).consensus, 0.0);
    assert_eq!(added_by_noise(&[1.0], &[h], variance, Recursion::Centralized, |_| alpha, &[]), []);
}
