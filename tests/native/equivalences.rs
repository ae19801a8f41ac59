//! Equivalences of App. A: a method's own recursion, the primal-dual form and the single update
//! are one sequence of iterates.

mod frameworks;

use crate::common::{distance, greatest, start, with};
use crate::dense::{Forms, Network, Problem};
use nalgebra::DMatrix;
use serde_json::{Value, json};
use suda::document::Fields;
use suda::method::{MethodSpec, Schemes};

const TOLERANCE: f64 = 1e-12;

/// θ of W̄ = (1-θ) W + θ I in the tests with two matrices.
const TRACKER: f64 = 0.3;

/// W̄ at λ.
fn bar(l: f64) -> f64 {
    (1.0 - TRACKER) * l + TRACKER
}

type Edges = Vec<(usize, usize)>;

/// Graphs with their edges, and a laziness that makes `λ_min` > -1/3, which Exact-Diffusion and
/// EXTRA need.
fn graphs() -> Vec<(usize, Edges, f64)> {
    let path = |n: usize| (1..n).map(|i| (i - 1, i)).collect::<Vec<_>>();
    let mut ring = path(7);
    ring.push((6, 0));
    let star = (1..6).map(|i| (0, i)).collect();
    let complete = (0..5).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
    let grid = (0..12).flat_map(|i| {
        let right = (i % 4 != 3).then_some((i, i + 1));
        right.into_iter().chain((i < 8).then_some((i, i + 4)))
    });
    let irregular = vec![(0, 1), (0, 2), (0, 3), (1, 4), (2, 3), (2, 5), (3, 6), (4, 5), (5, 6), (6, 7), (1, 7)];
    vec![
        (2, path(2), 0.1),
        (5, path(5), 0.0),
        (7, ring, 0.2),
        (6, star, 0.0),
        (5, complete, 0.0),
        (12, grid.collect(), 0.4),
        (8, irregular, 0.2),
    ]
}

/// Every method with its instance of SUDA: A, B² and AC as functions of an eigenvalue λ of W.
fn methods() -> Vec<(Value, Forms)> {
    let tracking = |variant: &str| json!({"kind": "gradientTracking", "variant": variant, "trackerLaziness": TRACKER});
    vec![
        (json!({"kind": "psgd"}), |l| if l == 1.0 { [1.0, 0.0, 1.0] } else { [0.0; 3] }),
        (json!({"kind": "dsgd"}), |l| [l, 0.0, l]),
        (json!({"kind": "dsgd", "variant": "combineThenAdapt"}), |l| [1.0, 0.0, l]),
        (json!({"kind": "exactDiffusion"}), |l| [l, 1.0 - l, l]),
        (json!({"kind": "extra"}), |l| [1.0, 1.0 - l, l]),
        (json!({"kind": "gradientTracking"}), |l| [l * l, (1.0 - l) * (1.0 - l), l * l]),
        (tracking("atc"), |l| [bar(l) * l, (1.0 - bar(l)) * (1.0 - l), bar(l) * l]),
        (tracking("nonAtc"), |l| [1.0, (1.0 - bar(l)) * (1.0 - l), bar(l) * l]),
        (tracking("semiAtcIterate"), |l| [l, (1.0 - bar(l)) * (1.0 - l), bar(l) * l]),
        (tracking("semiAtcTracker"), |l| [bar(l), (1.0 - bar(l)) * (1.0 - l), bar(l) * l]),
        (json!({"kind": "dlm", "penalty": 0.4}), |l| [1.0, 0.4 * (1.0 - l), 1.0 - 0.4 * (1.0 - l)]),
        (json!({"kind": "suda", "a": [0.2, 0.3, 0.5], "bSquared": [0.3, -0.2, -0.1], "c": [0.5, 0.5]}), |l| {
            let a = 0.2 + 0.3 * l + 0.5 * l * l;
            [a, 0.3 - 0.2 * l - 0.1 * l * l, a * (0.5 + 0.5 * l)]
        }),
        (json!({"kind": "uda", "a": [0.4, 0.6], "bSquared": [0.5, 0, -0.5], "c": [1]}), |l| {
            [0.4 + 0.6 * l, 0.5 - 0.5 * l * l, 0.4 + 0.6 * l]
        }),
        (json!({"kind": "abc", "a": [0.1, 0.9], "b": [0, 0, 1], "c": [0.6, -0.6]}), |l| {
            [l * l, 0.6 - 0.6 * l, 0.1 + 0.9 * l]
        }),
        (json!({"kind": "canonical", "zeta0": 0.3, "zeta1": 0.8, "zeta2": 0.2, "zeta3": 0.6}), |l| {
            // W_ζ3, B_1 B_2, and W_ζ1 + B_1 B_2.
            let b_squared = (0.5 - 0.2 * l) * (1.0 - l);
            [0.4 + 0.6 * l, b_squared, 0.2 + 0.8 * l + b_squared]
        }),
    ]
}

fn document(agents: usize, edges: &[(usize, usize)], laziness: f64, problem: &Problem, methods: &[Value]) -> Value {
    json!({
        "version": 1, "iterations": 120, "record": {"points": 2}, "seed": "5",
        "network": {
            "topology": {"kind": "explicit", "agents": agents, "edges": edges},
            "weights": {"rule": "metropolis"}, "laziness": laziness,
        },
        "problem": problem.document(),
        "stepSize": {"kind": "constant", "value": 0.08},
        "start": {"kind": "value", "value": [0.7, -0.4, 0.2]},
        "methods": methods,
    })
}

fn problems(agents: usize) -> [Problem; 2] {
    [Problem::made_up(agents, 4, 3, Some(0.05)), Problem::made_up(agents, 4, 3, None)]
}

fn rows(x: &DMatrix<f64>) -> Vec<f64> {
    x.transpose().as_slice().to_vec()
}

#[test]
fn own_recursion_primal_dual_form_and_single_update_agree() {
    for (agents, edges, laziness) in graphs() {
        let network = Network::metropolis(agents, &edges, laziness);
        let start_rows = DMatrix::from_fn(agents, 3, |_, j| [0.7, -0.4, 0.2][j]);
        for problem in problems(agents) {
            let (documents, forms): (Vec<_>, Vec<_>) = methods().into_iter().unzip();
            let mut engine = start(&document(agents, &edges, laziness, &problem, &documents));
            for k in [1, 2, 3, 40, 120] {
                engine.advance(k as u64 - engine.iteration());
                for (m, (method, &forms)) in documents.iter().zip(&forms).enumerate() {
                    let own = engine.iterates(m, 0).unwrap();
                    let margin = TOLERANCE * greatest(own.iter().chain(&start_rows).copied());
                    let primal_dual = rows(&network.primal_dual(forms, &problem, &start_rows, &vec![0.08; k]));
                    let single = rows(&network.single_update(forms, &problem, &start_rows, 0.08, k));
                    let errors = [distance(&own, &primal_dual), distance(&own, &single)];
                    assert!(greatest(errors) <= margin, "{method}, {agents} agents, {k}: {errors:?} of {margin:e}");
                }
            }
        }
    }
}

#[test]
fn the_theory_sees_the_same_instances() {
    for (method, forms) in methods() {
        let spec = MethodSpec::read(&Fields::of(&method, "method").unwrap(), &Schemes::new()).unwrap();
        let Some(form) = spec.form() else {
            assert!(method["kind"] == "psgd" || method["kind"] == "dsgd", "{method}");
            continue;
        };
        for l in [-0.9, -0.3, 0.0, 0.25, 0.8, 1.0] {
            let values = [form.a.at(l), form.b_squared.at(l), form.ac.at(l)];
            assert!(distance(&values, &forms(l)) < 1e-15, "{method} at {l}: {values:?}");
        }
    }
}

#[test]
fn with_changing_steps_all_but_tracking_follow_the_primal_dual_form() {
    let (agents, edges, laziness) = graphs().pop().unwrap();
    let network = Network::metropolis(agents, &edges, laziness);
    let start_rows = DMatrix::from_fn(agents, 3, |i, j| (i as f64 - 2.0 * j as f64) * 0.1);
    let per_agent: Vec<Vec<f64>> = start_rows.row_iter().map(|row| row.iter().copied().collect()).collect();
    let halving: Vec<f64> = (0..120).map(|k| 0.2 * 0.5_f64.powi(k / 30)).collect();
    let inverse: Vec<f64> = (0..120).map(|k| 0.2 * 50.0 / (f64::from(k) + 50.0)).collect();
    let steps = [
        (json!({"kind": "halving", "value": 0.2, "every": 30}), halving),
        (json!({"kind": "inverse", "value": 0.2, "offset": 50}), inverse),
    ];
    // The canonical form's start is not W_ζ3 of something, unless all agents start together.
    let others = methods()
        .into_iter()
        .filter(|(method, _)| method["kind"] != "gradientTracking" && method["kind"] != "canonical");
    let (documents, forms): (Vec<_>, Vec<_>) = others.unzip();
    for problem in problems(agents) {
        for (step_size, steps) in &steps {
            let base = document(agents, &edges, laziness, &problem, &documents);
            let start_at = json!({"kind": "perAgent", "values": per_agent});
            let mut engine = start(&with(&base, &json!({"stepSize": step_size, "start": start_at})));
            engine.advance(120);
            for (m, (method, &forms)) in documents.iter().zip(&forms).enumerate() {
                let own = engine.iterates(m, 0).unwrap();
                let expected = rows(&network.primal_dual(forms, &problem, &start_rows, steps));
                let error = distance(&own, &expected);
                assert!(error <= TOLERANCE * greatest(own), "{method}, {step_size}: {error:e}");
            }
        }
    }
}

#[test]
fn what_should_differ_does() {
    // The comparisons above would notice W̄ = W, a forgotten laziness, or the printed relation of
    // the canonical form, A C = W_ζ1 - B_1 B_2 and I - B² + A C = I + W_ζ3.
    let (agents, edges, laziness) = graphs().pop().unwrap();
    let problem = &problems(agents)[0];
    let zeta = json!({"kind": "canonical", "zeta0": 0.3, "zeta1": 0.8, "zeta2": 0.2, "zeta3": 0.6});
    let mut methods: Vec<Value> = ["atc", "nonAtc", "semiAtcIterate", "semiAtcTracker"]
        .into_iter()
        .flat_map(|variant| {
            let plain = json!({"kind": "gradientTracking", "variant": variant});
            [plain.clone(), with(&plain, &json!({"trackerLaziness": TRACKER}))]
        })
        .collect();
    methods.extend([json!({"kind": "extra"}), json!({"kind": "extra", "laziness": 0.5}), zeta]);
    // With W̄ = W both semi-ATC forms are one method.
    methods.remove(6);
    let mut engine = start(&document(agents, &edges, laziness, problem, &methods));
    engine.advance(10);
    let iterates: Vec<_> = (0..methods.len()).map(|m| engine.iterates(m, 0).unwrap()).collect();
    for (m, one) in iterates.iter().enumerate() {
        for (other, another) in iterates.iter().enumerate().take(m) {
            assert!(distance(one, another) > 1e-4, "{} and {}", methods[m], methods[other]);
        }
    }
    let printed: Forms = |l| {
        let product = (0.5 - 0.2 * l) * (1.0 - l);
        let ac = 0.2 + 0.8 * l - product;
        [0.4 + 0.6 * l, ac - (0.4 + 0.6 * l), ac]
    };
    let network = Network::metropolis(agents, &edges, laziness);
    let start_rows = DMatrix::from_fn(agents, 3, |_, j| [0.7, -0.4, 0.2][j]);
    let misprint = rows(&network.single_update(printed, problem, &start_rows, 0.08, 10));
    assert!(distance(iterates.last().unwrap(), &misprint) > 1e-2);
}
