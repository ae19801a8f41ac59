//! The polynomials A, AC and B² of each method against the method's own recursion, in dense
//! matrices; and the relations that App. A misprints.

use nalgebra::{DMatrix, DVector};
use suda::polynomial::Polynomial;
use suda::random::{Purpose, Stream};
use suda::theory::{SudaForm, TrackingVariant};

const N: usize = 7;
const ALPHA: f64 = 0.05;
const ITERATIONS: usize = 40;

/// Metropolis weights of a path with a chord, made lazy so that all methods are stable.
fn w() -> DMatrix<f64> {
    let mut w = DMatrix::zeros(N, N);
    let edges: Vec<(usize, usize)> = (1..N).map(|i| (i - 1, i)).chain([(0, 3), (2, 6)]).collect();
    let degree = |i| edges.iter().filter(|e| e.0 == i || e.1 == i).count() as f64;
    for &(i, j) in &edges {
        w[(i, j)] = 0.5 / (1.0 + degree(i).max(degree(j)));
        w[(j, i)] = w[(i, j)];
    }
    for i in 0..N {
        w[(i, i)] = 1.0 - w.row(i).sum();
    }
    w
}

fn dense(polynomial: &Polynomial) -> DMatrix<f64> {
    let (w, identity) = (w(), DMatrix::identity(N, N));
    polynomial.coefficients().iter().rev().fold(DMatrix::zeros(N, N), |sum, &c| sum * &w + &identity * c)
}

/// A different non-linear gradient for each agent.
fn gradient(x: &DVector<f64>) -> DVector<f64> {
    DVector::from_fn(N, |i, _| (1.0 + i as f64 / 3.0) * x[i] + (x[i] + i as f64).sin())
}

fn start() -> DVector<f64> {
    DVector::from_element(N, 0.8)
}

fn random_start() -> DVector<f64> {
    let mut x = vec![0.0; N];
    Stream::new(3, Purpose::Start, 0, 0).fill_standard_normal(&mut x);
    DVector::from_vec(x)
}

/// The single-update form of App. A from the given x⁰ and x¹.
fn single_update(form: &SudaForm, x0: DVector<f64>, x1: DVector<f64>) -> DVector<f64> {
    let (a, ac, b2) = (dense(&form.a), dense(&form.ac), dense(&form.b_squared));
    let first = DMatrix::identity(N, N) - b2 + &ac;
    let (mut before, mut now) = (x0, x1);
    for _ in 1..ITERATIONS {
        let next = &first * &now - &ac * &before - &a * (gradient(&now) - gradient(&before)) * ALPHA;
        before = std::mem::replace(&mut now, next);
    }
    now
}

/// x¹ = A C x⁰ - α A ∇f(x⁰), as all methods begin here.
fn suda(form: &SudaForm) -> DVector<f64> {
    let x1 = dense(&form.ac) * start() - dense(&form.a) * gradient(&start()) * ALPHA;
    single_update(form, start(), x1)
}

fn assert_same(x: &DVector<f64>, y: &DVector<f64>) {
    assert!((x - y).amax() < 1e-12, "{x} is not {y}");
}

#[test]
fn gradient_tracking_is_its_suda_form() {
    let w = w();
    for theta in [0.0, 0.35] {
        let tracker = dense(&Polynomial::lazy_w(theta));
        let one = DMatrix::identity(N, N);
        for (variant, p, q) in [
            (TrackingVariant::Atc, &w, &tracker),
            (TrackingVariant::NonAtc, &one, &one),
            (TrackingVariant::SemiAtcIterate, &w, &one),
            (TrackingVariant::SemiAtcTracker, &one, &tracker),
        ] {
            let mut x = start();
            let mut g = q * gradient(&x);
            for _ in 0..ITERATIONS {
                let next = &w * &x - p * &g * ALPHA;
                g = &tracker * g + q * (gradient(&next) - gradient(&x));
                x = next;
            }
            assert_same(&suda(&SudaForm::gradient_tracking(variant, theta)), &x);
        }
    }
}

#[test]
fn exact_diffusion_and_extra_are_their_suda_forms() {
    // Their textbook forms: adapt, correct, combine; and Shi et al. with W̃ = (I + W')/2, W' = 2W - I.
    let w = w();
    let (mut x, mut psi) = (start(), start());
    for _ in 0..ITERATIONS {
        let adapted = &x - gradient(&x) * ALPHA;
        x = &w * (&adapted + &x - psi);
        psi = adapted;
    }
    assert_same(&suda(&SudaForm::exact_diffusion()), &x);

    let shi = &w * 2.0 - DMatrix::identity(N, N);
    let mut before = start();
    let mut now = &shi * &before - gradient(&before) * ALPHA;
    // From agreement, W' x⁰ = W x⁰, so the first step is ours.
    for _ in 1..ITERATIONS {
        let next = &now + &shi * &now - &w * &before - (gradient(&now) - gradient(&before)) * ALPHA;
        before = std::mem::replace(&mut now, next);
    }
    assert_same(&suda(&SudaForm::extra()), &now);
}

#[test]
fn uda_and_dlm_are_their_suda_forms() {
    // UDA keeps its dual variable before the combination: z ← Cx - α∇ - By, y ← y + Bz, x ← Az.
    let b2 = Polynomial::new([0.4, -0.3, -0.1]);
    let (a, c) = (Polynomial::lazy_w(0.2), Polynomial::new([0.3, 0.5, 0.2]));
    let mut x = start();
    let mut by = DVector::zeros(N);
    for _ in 0..ITERATIONS {
        let z = dense(&c) * &x - gradient(&x) * ALPHA - &by;
        by += dense(&b2) * &z;
        x = dense(&a) * z;
    }
    assert_same(&suda(&SudaForm::new(a, b2, &c)), &x);

    // DLM: x ← x - α∇ - θ(I - W)x - λ, λ ← λ + θ(I - W)x.
    let penalty = 0.3;
    let laplacian = dense(&Polynomial::new([penalty, -penalty]));
    let mut x = start();
    let mut dual = DVector::zeros(N);
    for _ in 0..ITERATIONS {
        x = &x - gradient(&x) * ALPHA - &laplacian * &x - &dual;
        dual += &laplacian * &x;
    }
    assert_same(&suda(&SudaForm::dlm(penalty)), &x);
}

#[test]
fn abc_takes_its_polynomials_as_they_are() {
    let (a, b, c) = (Polynomial::new([0.1, 0.6, 0.3]), Polynomial::lazy_w(0.4), Polynomial::new([0.5, -0.2, -0.3]));
    let form = SudaForm::abc(a.clone(), b.clone(), c.clone());
    assert_eq!((form.ac, form.a, form.b_squared), (a, b, c));
}

/// The canonical form in its own variables after k iterations, from x⁰ = `start` and y⁰ = 0.
fn canonical(zeta: [f64; 4], start: DVector<f64>) -> Vec<DVector<f64>> {
    let identity = DMatrix::identity(N, N);
    let lazy = |zeta: f64| &identity * (1.0 - zeta) + w() * zeta;
    let (b1, b2) = (&identity * (zeta[0] + zeta[2]) - w() * zeta[2], &identity - w());
    let (mut z, mut y) = (start, DVector::zeros(N));
    (0..=ITERATIONS)
        .map(|_| {
            let x = lazy(zeta[3]) * &z;
            let next = lazy(zeta[1]) * &z - gradient(&x) * ALPHA + &b1 * &y;
            y -= &b2 * &z;
            z = next;
            x
        })
        .collect()
}

#[test]
fn the_canonical_form_needs_a_plus_where_a_minus_is_printed() {
    let zeta = [0.6, 0.7, 0.15, 0.4];
    // From agents that differ, so that no term of the first iterations vanishes.
    let exact = canonical(zeta, random_start());
    let (x0, x1, last) = (exact[0].clone(), exact[1].clone(), &exact[ITERATIONS]);
    let form = SudaForm::canonical(zeta);
    let error = (single_update(&form, x0.clone(), x1.clone()) - last).amax();
    assert!(error < 1e-12, "{error}");

    // As printed: AC = W(ζ1) - B1 B2 and I - B² + AC = I + W(ζ3); and with either of them mended.
    let (w1, w3) = (Polynomial::lazy_w(1.0 - zeta[1]), Polynomial::lazy_w(1.0 - zeta[3]));
    let product = &w1 - &form.b_squared;
    let form_of = |ac: &Polynomial, sum: &Polynomial| SudaForm { b_squared: ac - sum, ac: ac.clone(), ..form.clone() };
    let printed = form_of(&product, &w3);
    let sign_mended = form_of(&form.ac, &w3);
    let matrix_mended = form_of(&product, &w1);
    let error = |wrong: &SudaForm| (single_update(wrong, x0.clone(), x1.clone()) - last).amax();
    assert!(error(&matrix_mended) > 0.1);
    // The numbers of docs/theory.md.
    let notes = include_str!("../../../docs/theory.md").replace('\n', " ");
    assert!(error(&printed) > 1e7 && notes.contains("off by more than 10⁷ after 40 iterations"));
    assert!(notes.contains(&format!("by {:.3} if only W_ζ3 is kept", error(&sign_mended))), "{}", error(&sign_mended));
    // And the relation that holds instead: I - B² + AC = I + W(ζ1).
    for lambda in [-0.4, 0.3, 0.9] {
        let left = 1.0 - form.b_squared.at(lambda) + form.ac.at(lambda);
        assert!((left - (2.0 - zeta[1] + zeta[1] * lambda)).abs() < 1e-15);
    }
}
