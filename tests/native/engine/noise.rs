//! The noise on gradients: shared by the methods of a trial, unbiased, of the stated variance.

use nalgebra::{DMatrix, DVector};
use serde_json::json;
use suda::engine::Engine;

use super::{EDGES, document, methods, noises, problems, rows, run};
use crate::common::{distance, greatest, start, with};
use crate::dense::{Problem, metropolis};

#[test]
fn methods_of_a_trial_share_their_noise_and_nothing_else_does() {
    // Each method's stochastic gradient, got back from its iterates; less the exact one, the noise.
    let (n, d, alpha) = (5, 3, 0.05);
    let problem = Problem::made_up(n, 6, d, None);
    let more = json!({
        "trials": 3, "gradient": {"noise": "gaussian", "variance": 0.04}, "start": {"kind": "random", "scale": 1},
    });
    let three =
        json!([{"kind": "dsgd", "variant": "combineThenAdapt"}, {"kind": "extra"}, {"kind": "dlm", "penalty": 0.4}]);
    let mut engine = start(&with(&document(&problem.document(), &three), &more));
    let w = metropolis(n, &EDGES, 0.3);
    let now = |engine: &Engine, m: usize, t: usize| rows(&engine.iterates(m, t).unwrap(), d);
    let mut all_noise: Vec<DMatrix<f64>> = Vec::new();
    let mut last = vec![None; 3];
    let mut dual = vec![DMatrix::zeros(n, d); 3];
    for _ in 0..12 {
        let before: Vec<Vec<_>> = (0..3).map(|m| (0..3).map(|t| now(&engine, m, t)).collect()).collect();
        engine.advance(1);
        for t in 0..3 {
            let after = |m| now(&engine, m, t);
            let consensus = (&w * &before[0][t] - after(0)) / alpha;
            let extra = match &last[t] {
                None => (&w * &before[1][t] - after(1)) / alpha,
                Some((old, old_gradient)) => (&w * (2.0 * &before[1][t] - old) - after(1)) / alpha + old_gradient,
            };
            let pull = |x: &DMatrix<f64>| 0.4 * (x - &w * x);
            let dlm = (&before[2][t] - pull(&before[2][t]) - &dual[t] - after(2)) / alpha;
            last[t] = Some((before[1][t].clone(), extra.clone()));
            dual[t] += pull(&after(2));
            let noise: Vec<_> =
                [consensus, extra, dlm].iter().zip(0..).map(|(g, m)| g - problem.gradient(&before[m][t])).collect();
            assert!((&noise[0] - &noise[1]).amax() < 1e-10 && (&noise[0] - &noise[2]).amax() < 1e-10);
            all_noise.push(noise[0].clone());
        }
    }
    // No number comes twice: not for another agent, coordinate, trial or iteration.
    let mut numbers: Vec<f64> = all_noise.iter().flat_map(|noise| noise.iter().copied()).collect();
    numbers.sort_by(f64::total_cmp);
    assert!(numbers.windows(2).all(|pair| pair[1] - pair[0] > 1e-9));
}

#[test]
fn a_batch_of_all_samples_gives_the_exact_gradient() {
    for problem in &problems()[..2] {
        let base = document(&problem.document(), &methods());
        let exact = run(&base);
        let all = run(&with(&base, &json!({"gradient": {"noise": "minibatch", "batch": 6}})));
        for m in 0..7 {
            let (exact, all) = (exact.iterates(m, 0).unwrap(), all.iterates(m, 0).unwrap());
            assert!(distance(&exact, &all) < 1e-13 * greatest(exact), "{m}");
        }
    }
}

/// Five standard deviations of a sum of squares of independent standard normal variates: a right
/// engine fails with a probability below 10⁻⁶.
fn plausible_sum_of_squares(sum: f64, count: usize) -> bool {
    let count = count as f64;
    (sum - count).abs() < 5.0 * (2.0 * count).sqrt()
}

#[test]
fn noisy_gradients_are_unbiased_and_have_their_variance() {
    let (n, d, m, trials, alpha) = (5, 3, 6, 4_000, 0.05);
    for problem in &problems()[..2] {
        for (noise, batch) in noises().into_iter().zip([0, 0, 2]).skip(1) {
            let more = json!({
                "trials": trials, "gradient": noise, "iterations": 1, "metrics": ["consensus"],
                "start": {"kind": "value", "value": [0.4, -0.3, 0.1]},
            });
            let one = json!([{"kind": "dsgd", "variant": "combineThenAdapt"}]);
            let engine = run(&with(&document(&problem.document(), &one), &more));
            let x = DVector::from([0.4, -0.3, 0.1].to_vec());
            let mut squares = (0.0, 0.0);
            for agent in 0..n {
                let exact = problem.local_gradient(agent, &x);
                // Of one draw: σ², or S²/b (1 - b/m) for b of m samples without replacement.
                let variance: DVector<f64> = if batch == 0 {
                    DVector::from_element(d, 0.04)
                } else {
                    let each = (0..m).map(|s| problem.sample_gradient(agent, s, &x) - &exact);
                    let sum = each.fold(DVector::zeros(d), |sum: DVector<f64>, g| sum + g.component_mul(&g));
                    sum / (m - 1) as f64 / f64::from(batch) * (1.0 - f64::from(batch) / m as f64)
                };
                for j in 0..d {
                    let gradient = |t| (x[j] - engine.iterates(0, t).unwrap()[agent * d + j]) / alpha;
                    let errors: Vec<f64> = (0..trials).map(|t| gradient(t) - exact[j]).collect();
                    let mean = errors.iter().sum::<f64>() / trials as f64;
                    let spread = errors.iter().map(|e| e * e).sum::<f64>() / trials as f64 / variance[j];
                    squares.0 += mean * mean / variance[j] * trials as f64;
                    // Near (2/T) for normal noise, and less for the bounded one of batches.
                    squares.1 += (spread - 1.0).powi(2) * trials as f64 / 2.0;
                }
            }
            assert!(plausible_sum_of_squares(squares.0, n * d), "{noise}: means {}", squares.0);
            let spreads = squares.1 / (n * d) as f64;
            assert!(spreads < 1.0 + 5.0 * (2.0 / (n * d) as f64).sqrt(), "{noise}: variances {spreads}");
        }
    }
}
