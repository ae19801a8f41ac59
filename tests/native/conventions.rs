//! The table of docs/conventions.md of what other software computes: its recursions, written as
//! plainly as they can be, beside the method here that the table names.

use crate::common::{distance, run, with};
use nalgebra::{DMatrix, DVector};
use serde_json::{Value, json};

const AGENTS: usize = 6;
const EDGES: [(usize, usize); 7] = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (1, 4)];
const STEP: f64 = 0.1;
/// f_i(x) = (c_i/2) (x - b_i)².
const CURVATURE: [f64; AGENTS] = [1.0, 0.5, 2.0, 1.5, 0.7, 1.2];
const TARGET: [f64; AGENTS] = [3.0, -1.0, 0.5, 2.0, -2.0, 1.0];
const APART: [f64; AGENTS] = [0.3, -0.4, 1.0, 0.0, -1.5, 2.0];
const COMMON: [f64; AGENTS] = [0.6; AGENTS];

type Iterates = DVector<f64>;

fn gradient(x: &Iterates) -> Iterates {
    DVector::from_fn(AGENTS, |i, _| CURVATURE[i] * (x[i] - TARGET[i]))
}

fn laplacian() -> DMatrix<f64> {
    let mut l = DMatrix::zeros(AGENTS, AGENTS);
    for (i, j) in EDGES {
        l[(i, i)] += 1.0;
        l[(j, j)] += 1.0;
        l[(i, j)] -= 1.0;
        l[(j, i)] -= 1.0;
    }
    l
}

fn metropolis() -> DMatrix<f64> {
    let l = laplacian();
    let mut w = DMatrix::identity(AGENTS, AGENTS);
    for (i, j) in EDGES {
        let weight = 1.0 / (1.0 + l[(i, i)].max(l[(j, j)]));
        w[(i, j)] = weight;
        w[(j, i)] = weight;
        w[(i, i)] -= weight;
        w[(j, j)] -= weight;
    }
    w
}

/// (I + W)/2.
fn half(w: &DMatrix<f64>) -> DMatrix<f64> {
    (DMatrix::identity(AGENTS, AGENTS) + w) * 0.5
}

/// X^K of a method here.
fn ours(method: &Value, x: [f64; AGENTS], iterations: usize, more: &Value) -> Iterates {
    let one = |value: f64| json!([[value]]);
    let features: Vec<_> = CURVATURE.iter().map(|c| one(c.sqrt())).collect();
    let targets: Vec<_> = CURVATURE.iter().zip(TARGET).map(|(c, b)| json!([c.sqrt() * b])).collect();
    let document = json!({
        "version": 1, "iterations": iterations,
        "network": {
            "topology": {"kind": "explicit", "agents": AGENTS, "edges": EDGES}, "weights": {"rule": "metropolis"},
        },
        "problem": {"kind": "leastSquares", "data": {"kind": "explicit", "features": features, "targets": targets}},
        "stepSize": {"kind": "constant", "value": STEP},
        "start": {"kind": "perAgent", "values": x.map(|x| [x])},
        "methods": [method],
    });
    let engine = run(&with(&document, more));
    DVector::from_vec(engine.iterates(0, 0).unwrap())
}

fn same(theirs: impl Fn(Iterates, usize) -> Iterates, method: &Value, x: [f64; AGENTS]) {
    for iterations in [1, 2, 3, 30] {
        let theirs = theirs(DVector::from_row_slice(&x), iterations);
        let ours = ours(method, x, iterations, &json!({}));
        assert!(distance(ours.as_slice(), theirs.as_slice()) < 1e-12, "{method}, {iterations}");
    }
}

/// Other iterates, but the same limit.
fn same_limit(theirs: impl Fn(Iterates, usize) -> Iterates, method: &Value, x: [f64; AGENTS]) {
    let gap = |iterations| {
        let theirs = theirs(DVector::from_row_slice(&x), iterations);
        distance(ours(method, x, iterations, &json!({})).as_slice(), theirs.as_slice())
    };
    assert!(gap(1) > 1e-3 || gap(2) > 1e-3, "{method} is the same");
    assert!(gap(3_000) < 1e-10, "{method} ends elsewhere");
}

/// x^{k+2} = next x^{k+1} - last x^k - α out (g^{k+1} - g^k), from x^0 and x^1.
fn two_steps(
    [next, last, out]: &[DMatrix<f64>; 3],
    first: impl Fn(&Iterates) -> Iterates,
    x: Iterates,
    iterations: usize,
) -> Iterates {
    let mut now = first(&x);
    let mut old = x;
    for _ in 1..iterations {
        let change = gradient(&now) - gradient(&old);
        let new = next * &now - last * &old - out * change * STEP;
        old = std::mem::replace(&mut now, new);
    }
    now
}

#[test]
fn exact_diffusion_of_other_software_is_ours_with_the_halved_matrix() {
    let w = half(&metropolis());
    let method = json!({"kind": "exactDiffusion", "laziness": 0.5});
    // z^{k+1} = W (z^k + y^{k+1} - y^k) with y^{k+1} = x^k - α g^k.
    let mixed_first = |x: Iterates, iterations| {
        let mut y = x.clone();
        let mut z = x;
        for _ in 0..iterations {
            let new = &z - gradient(&z) * STEP;
            z = &w * (&z + &new - &y);
            y = new;
        }
        z
    };
    same(mixed_first, &method, APART);
    let recursion = [&w * 2.0, w.clone(), w.clone()];
    let not_mixed_first = |x, iterations| two_steps(&recursion, |x| x - gradient(x) * STEP, x, iterations);
    // That is ours from X^0 - α g^0, one iteration earlier.
    for x in [APART, COMMON] {
        let start = DVector::from_row_slice(&x);
        let moved = &start - gradient(&start) * STEP;
        let moved = std::array::from_fn(|i| moved[i]);
        same(|_, iterations| not_mixed_first(start.clone(), iterations + 1), &method, moved);
    }
}

#[test]
fn extra_of_other_software_is_ours_with_the_halved_or_a_stretched_matrix() {
    let (w, identity) = (metropolis(), DMatrix::identity(AGENTS, AGENTS));
    let first = |x: &Iterates| &w * x - gradient(x) * STEP;
    let extra = |tilde: DMatrix<f64>| {
        let recursion = [&identity + &w, tilde, identity.clone()];
        move |x, iterations| two_steps(&recursion, first, x, iterations)
    };
    let method = json!({"kind": "extra", "laziness": 0.5});
    same(extra(half(&w)), &method, COMMON);
    same_limit(extra(half(&w)), &method, APART);
    let canonical = json!({"kind": "canonical", "zeta0": 0.5, "zeta1": 1, "zeta2": 0, "zeta3": 0});
    same(extra(half(&w)), &canonical, COMMON);
    same(extra(half(&w)), &canonical, APART);

    let stretch = 0.9 / (1.0 - w.diagonal().min());
    assert!(stretch > 1.0, "the least weight of an agent on itself is {}", w.diagonal().min());
    let polynomials = |t: f64| json!({"kind": "suda", "a": [1], "bSquared": [1.0 - t, t - 1.0], "c": [1.0 - t, t]});
    for t in [stretch, 0.8] {
        same(extra(&identity * (1.0 - t) + &w * t), &polynomials(t), COMMON);
    }
}

#[test]
fn descent_of_other_software_is_dsgd_in_either_order() {
    let w = metropolis();
    let repeat = |step: &dyn Fn(&Iterates) -> Iterates, x, iterations| (0..iterations).fold(x, |x, _| step(&x));
    let combine_first = |x: &Iterates| &w * x - gradient(x) * STEP;
    let adapt_first = |x: &Iterates| &w * (x - gradient(x) * STEP);
    same(|x, k| repeat(&combine_first, x, k), &json!({"kind": "dsgd", "variant": "combineThenAdapt"}), APART);
    same(|x, k| repeat(&adapt_first, x, k), &json!({"kind": "dsgd"}), APART);
}

#[test]
fn gradient_tracking_of_other_software_is_ours_from_the_local_gradients() {
    let w = metropolis();
    // Whether the iterate and the tracker mix after adapting.
    let track = |[iterate, tracker]: [bool; 2]| {
        let w = &w;
        move |mut x: Iterates, iterations: usize| {
            let mut g = gradient(&x);
            let mut s = g.clone();
            for _ in 0..iterations {
                x = if iterate { w * (&x - &s * STEP) } else { w * &x - &s * STEP };
                let new = gradient(&x);
                s = if tracker { w * (&s + &new - &g) } else { w * &s + &new - &g };
                g = new;
            }
            x
        }
    };
    same_limit(track([true, true]), &json!({"kind": "gradientTracking"}), APART);
    same_limit(track([true, true]), &json!({"kind": "gradientTracking"}), COMMON);
    same(track([true, false]), &json!({"kind": "gradientTracking", "variant": "semiAtcIterate"}), APART);
    same(track([false, false]), &json!({"kind": "gradientTracking", "variant": "nonAtc"}), APART);
}

#[test]
fn linearised_admm_of_other_software_is_dlm_with_the_laplacian() {
    let (penalty, epsilon, l) = (0.6, 0.2, laplacian());
    let mut x = DVector::from_row_slice(&APART);
    let mut z = DVector::zeros(AGENTS);
    for _ in 0..30 {
        x = &x - (gradient(&x) + &l * &x * penalty + &z) * STEP;
        z += &l * &x * penalty;
    }
    let method = json!({"kind": "dlm", "penalty": STEP * penalty / epsilon});
    let topology = json!({"kind": "explicit", "agents": AGENTS, "edges": EDGES});
    let network = json!({"topology": topology, "weights": {"rule": "laplacian", "epsilon": epsilon}});
    let ours = ours(&method, APART, 30, &json!({ "network": network }));
    assert!(distance(ours.as_slice(), x.as_slice()) < 1e-12);
}
