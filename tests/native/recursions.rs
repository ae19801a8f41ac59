//! Every method against its recursion: with changing steps, agents that start apart, W̄ ≠ W, a laziness of its
//! own, polynomials by matrix powers, on every problem and several kinds of weights.

mod printed;

use serde_json::{Value, json};

use self::printed::{Matrix, Setting};
use crate::common::{distance, greatest, start, with};
use crate::dense::{Problem, from_weights, metropolis};

const TOLERANCE: f64 = 1e-12;

/// α_k of k.
type Steps = fn(i32) -> f64;

fn methods() -> Vec<Value> {
    let tracking =
        |variant: &str, theta: f64| json!({"kind": "gradientTracking", "variant": variant, "trackerLaziness": theta});
    vec![
        json!({"kind": "psgd"}),
        json!({"kind": "dsgd"}),
        json!({"kind": "dsgd", "variant": "combineThenAdapt"}),
        json!({"kind": "exactDiffusion"}),
        json!({"kind": "extra"}),
        tracking("atc", 0.0),
        tracking("atc", 0.4),
        tracking("nonAtc", 0.25),
        tracking("semiAtcIterate", 0.7),
        tracking("semiAtcTracker", 0.55),
        json!({"kind": "suda", "a": [0.1, 0, 0.5, 0.4], "bSquared": [0.5, -0.2, -0.3], "c": [0.3, 0.7]}),
        json!({"kind": "uda", "a": [0, 0.25, 0.75], "bSquared": [0.25, 0, 0, -0.25], "c": [1]}),
        json!({"kind": "abc", "a": [0.2, 0.3, 0.5], "b": [0.5, 0.5], "c": [0.3, 0, -0.3]}),
        json!({"kind": "canonical", "zeta0": 0.4, "zeta1": 0.9, "zeta2": 0.15, "zeta3": 0.35}),
        json!({"kind": "canonical", "zeta0": 0.5, "zeta1": 1, "zeta2": 0, "zeta3": 0.5}),
        json!({"kind": "dlm", "penalty": 0.35}),
    ]
}

/// Kinds of step sizes and what they are at k.
fn step_sizes() -> Vec<(Value, Steps)> {
    vec![
        (json!({"kind": "constant", "value": 0.03}), |_| 0.03),
        (json!({"kind": "halving", "value": 0.05, "every": 17}), |k| 0.05 * 0.5_f64.powi(k / 17)),
        (json!({"kind": "halving", "value": 0.06, "every": 40, "factor": 0.3}), |k| 0.06 * 0.3_f64.powi(k / 40)),
        (json!({"kind": "inverse", "value": 0.06, "offset": 12.5}), |k| 0.06 * 12.5 / (f64::from(k) + 12.5)),
    ]
}

/// Networks as a document has them, and their W_k, in turn, before any laziness.
fn networks() -> Vec<(Value, Vec<Matrix>)> {
    let irregular = [(0, 1), (0, 2), (0, 5), (1, 4), (2, 3), (2, 8), (3, 6), (4, 5), (5, 6), (6, 7), (7, 8), (1, 8)];
    let wheel: Vec<(usize, usize)> = (1..7).flat_map(|i| [(0, i), (i, i % 6 + 1)]).collect();
    let square = [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2), (3, 4)];
    let topology =
        |agents: usize, edges: &[(usize, usize)]| json!({"kind": "explicit", "agents": agents, "edges": edges});
    let weighted = from_weights(5, &square, |i, j| 0.07 * (1 + i + j) as f64 / 2.0);
    let rows: Vec<Vec<f64>> = weighted.row_iter().map(|row| row.iter().copied().collect()).collect();
    vec![
        (
            json!({"topology": topology(9, &irregular), "weights": {"rule": "metropolis"}}),
            vec![metropolis(9, &irregular, 0.0)],
        ),
        (
            json!({"topology": topology(7, &wheel), "weights": {"rule": "laplacian", "epsilon": 0.125}}),
            vec![from_weights(7, &wheel, |_, _| 0.125)],
        ),
        (
            json!({"topology": topology(5, &square), "weights": {"rule": "explicit", "matrix": rows}}),
            vec![weighted.clone()],
        ),
        // Three that change places, none of which need be connected.
        (
            json!({
                "topology": topology(5, &[(0, 1), (2, 3)]), "weights": {"rule": "metropolis"},
                "changes": {"kind": "cycle", "networks": [
                    {"topology": topology(5, &square), "weights": {"rule": "explicit", "matrix": rows}, "laziness": LAZINESS},
                    {"topology": topology(5, &[(1, 4)]), "weights": {"rule": "laplacian", "epsilon": 0.4}, "laziness": LAZINESS},
                ]},
            }),
            vec![metropolis(5, &[(0, 1), (2, 3)], 0.0), weighted, from_weights(5, &[(1, 4)], |_, _| 0.4)],
        ),
        (
            json!({
                "topology": {"kind": "hypercube", "dimension": 2}, "weights": {"rule": "metropolis"},
                "changes": {"kind": "onePeer"},
            }),
            vec![from_weights(4, &[(0, 1), (2, 3)], |_, _| 0.5), from_weights(4, &[(0, 2), (1, 3)], |_, _| 0.5)],
        ),
    ]
}

/// The laziness of the network in all of the comparisons.
const LAZINESS: f64 = 0.2;

const K: usize = 130;

fn lazy(w: &Matrix, theta: f64) -> Matrix {
    (1.0 - theta) * w + theta * Matrix::identity(w.nrows(), w.nrows())
}

/// W^r, or T_r(W/λ)/T_r(1/λ) from the eigenvalues of W by T_r(x) = cos(r arccos x) or cosh(r arcosh x).
fn in_rounds(w: &Matrix, [rounds, accelerated]: [i32; 2]) -> Matrix {
    if accelerated == 0 {
        return w.pow(rounds.unsigned_abs());
    }
    let eigen = w.clone().symmetric_eigen();
    let mut magnitudes: Vec<f64> = eigen.eigenvalues.iter().map(|value| value.abs()).collect();
    magnitudes.sort_by(f64::total_cmp);
    let rate = magnitudes[magnitudes.len() - 2].min(1.0);
    let r = f64::from(rounds);
    let chebyshev = |x: f64| {
        let inside = if x.abs() <= 1.0 { (r * x.acos()).cos() } else { (r * x.abs().acosh()).cosh() };
        if x < -1.0 && rounds % 2 == 1 { -inside } else { inside }
    };
    let values = eigen.eigenvalues.map(|value| chebyshev(value / rate) / chebyshev(1.0 / rate));
    &eigen.eigenvectors * Matrix::from_diagonal(&values) * eigen.eigenvectors.transpose()
}

/// r, and whether it is accelerated.
const ROUNDS: [[i32; 2]; 5] = [[1, 0], [2, 0], [1, 1], [3, 1], [5, 0]];

/// Compares all methods; method m has the step size, the laziness and the rounds number m + `shift`.
fn compare(network: &Value, w: &[Matrix], problem: &Problem, shift: usize, tolerance: f64) {
    let x0 = Matrix::from_fn(w[0].nrows(), problem.shape().1, |i, j| 0.3 * (i as f64 - 2.0) + 0.8 * (j as f64 - 0.5));
    let values: Vec<Vec<f64>> = x0.row_iter().map(|row| row.iter().copied().collect()).collect();
    let (documents, expected): (Vec<Value>, Vec<Vec<Matrix>>) = methods()
        .iter()
        .enumerate()
        .map(|(m, method)| {
            let (step_size, at) = step_sizes().swap_remove((m + shift) % 4);
            let theta = [0.0, 0.3][(m + shift / 2) % 2];
            let [count, accelerated] = if shift == 0 { ROUNDS[0] } else { ROUNDS[(m + shift) % 5] };
            let rounds = [count, if network["changes"]["kind"] == "onePeer" { 0 } else { accelerated }];
            let w = w.iter().map(|w| in_rounds(&lazy(&lazy(w, LAZINESS), theta), rounds)).collect();
            let setting = Setting { w, problem, start: &x0, steps: (0..).map(at).take(K).collect() };
            let acceleration = ["none", "chebyshev"][usize::try_from(rounds[1]).unwrap()];
            let own =
                json!({"stepSize": step_size, "laziness": theta, "rounds": rounds[0], "acceleration": acceleration});
            (with(method, &own), setting.run(method))
        })
        .unzip();
    let mut engine = start(&json!({
        "version": 1, "iterations": K, "record": {"points": 2},
        "network": with(network, &json!({"laziness": LAZINESS})),
        "problem": problem.document(), "stepSize": {"kind": "constant", "value": 1},
        "start": {"kind": "perAgent", "values": values}, "methods": documents,
    }));
    for k in [0, 1, 2, 3, 20, 60, K] {
        engine.advance(k as u64 - engine.iteration());
        for (m, document) in documents.iter().enumerate() {
            let theirs = expected[m][k].transpose();
            let error = distance(&engine.iterates(m, 0).unwrap(), theirs.as_slice());
            let scale = greatest(theirs.iter().chain(&x0).copied());
            assert!(error < tolerance * scale, "{document} at {k}, {network}: {error:e}");
        }
    }
}

#[test]
fn every_method_follows_the_recursion_of_its_authors() {
    for (network, w) in networks() {
        let n = w[0].nrows();
        for problem in [Problem::made_up(n, 5, 3, Some(0.1)), Problem::made_up(n, 2, 3, None), Problem::pl(n, 0.4)] {
            for shift in 0..4 {
                // The eigenvectors of what is accelerated are known to less.
                compare(&network, &w, &problem, shift, if shift == 0 { TOLERANCE } else { 100.0 * TOLERANCE });
            }
        }
    }
}
