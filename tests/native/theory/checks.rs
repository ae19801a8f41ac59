//! What is said of a method before it is run, the heterogeneity at the start, and the measuring
//! of transient times.

use crate::common::name;
use nalgebra::DMatrix;
use suda::finding::{Fact, Severity};
use suda::polynomial::Polynomial;
use suda::statistics::fit_line;
use suda::theory::assumptions::{check, check_positive, check_step};
use suda::theory::heterogeneity::{gradient_squares, varsigma0_squared, zeta0_squared};
use suda::theory::transient::{Comparison, TransientTime, slope, theory_slope};
use suda::theory::{SudaForm, TrackingVariant, tables};

/// The ring of four with Metropolis weights, whose eigenvalues are 1, 1/3, 1/3 and -1/3.
fn ring() -> (DMatrix<f64>, [f64; 3]) {
    let third = 1.0 / 3.0;
    let w = DMatrix::from_fn(4, 4, |i, j| if (i + 2) % 4 == j { 0.0 } else { third });
    (w, [third, third, -third])
}

fn names(findings: &[Fact]) -> Vec<(String, Severity)> {
    findings.iter().map(|fact| (name(fact), fact.severity())).collect()
}

#[test]
fn sound_methods_have_no_findings() {
    let (w, spectrum) = ring();
    let (one, polynomial) = (Polynomial::one(), Polynomial::w());
    let tracking = SudaForm::gradient_tracking(TrackingVariant::Atc, 0.0);
    let square = &polynomial * &polynomial;
    assert_eq!(check(&tracking, &[("A", &square), ("C", &one)], &spectrum, Some(w.as_slice())), []);
    let lazy = spectrum.map(|lambda| 0.5 * lambda + 0.5);
    assert_eq!(check(&SudaForm::exact_diffusion(), &[("A", &polynomial), ("C", &one)], &lazy, None), []);
}

#[test]
fn each_broken_condition_is_named() {
    let (w, spectrum) = ring();
    let sound = SudaForm::new(Polynomial::w(), Polynomial::new([0.5, -0.5]), &Polynomial::lazy_w(0.5));
    assert_eq!(check(&sound, &[], &spectrum, Some(w.as_slice())), []);

    let leaking = Polynomial::new([0.0, 0.9]);
    let findings = check(&sound, &[("A", &leaking)], &spectrum, Some(w.as_slice()));
    assert_eq!(names(&findings), [("rowSums".to_owned(), Severity::Error)]);
    assert!(
        findings[0].sentence("").contains('A') && findings[0].sentence("").contains("0.9"),
        "{}",
        findings[0].sentence("")
    );

    // -1 + 2/3 on the diagonal.
    let negative = Polynomial::new([-1.0, 2.0]);
    let findings = check(&sound, &[("C", &negative)], &spectrum, Some(w.as_slice()));
    assert_eq!(names(&findings), [("negativeEntries".to_owned(), Severity::Warning)]);
    assert!(findings[0].sentence("").contains("C has the entry -0.333"), "{}", findings[0].sentence(""));
    assert_eq!(check(&sound, &[("C", &Polynomial::new([0.0, 0.0, 1.0]))], &spectrum, Some(w.as_slice())), []);

    let form = |b_squared: Polynomial| SudaForm { b_squared, ..sound.clone() };
    let findings = check(&form(Polynomial::new([0.5, -0.4])), &[], &spectrum, None);
    assert_eq!(names(&findings), [("nullSpace".to_owned(), Severity::Error)]);
    let findings = check(&form(Polynomial::new([-0.5, 0.5])), &[], &spectrum, None);
    assert_eq!(names(&findings), [("nullSpace".to_owned(), Severity::Error)]);
    assert!(findings[0].sentence("").contains("-0.333333"), "{}", findings[0].sentence(""));
    // Zero at an eigenvalue other than one: (1 - λ)(λ + 1/3).
    let findings = check(&form(Polynomial::new([1.0 / 3.0, 2.0 / 3.0, -1.0])), &[], &spectrum, None);
    assert_eq!(names(&findings), [("nullSpace".to_owned(), Severity::Error)]);
}

#[test]
fn a_transition_matrix_that_does_not_contract_is_noted() {
    // The 6 × 6 grid with Metropolis weights has the least eigenvalue -0.518.
    for form in [SudaForm::exact_diffusion(), SudaForm::extra()] {
        let findings = check(&form, &[], &[0.942, 0.3, -0.518], None);
        assert_eq!(names(&findings), [("notContracting".to_owned(), Severity::Note)]);
        assert!(findings[0].sentence("").contains("-0.518"), "{}", findings[0].sentence(""));
        assert_eq!(check(&form.lazy(0.5), &[], &[0.942, 0.3, -0.518], None), []);
    }
    let (_, spectrum) = ring();
    assert_eq!(
        names(&check(&SudaForm::extra(), &[], &spectrum, None)),
        [("notContracting".to_owned(), Severity::Note)]
    );
}

#[test]
fn steps_and_negative_eigenvalues_are_warned_of() {
    assert_eq!(check_step("Theorem 1", &[0.5, 0.1, 0.2], 0.1), None);
    let finding = check_step("Theorem 1", &[0.5, 0.1, 0.2], 0.11).unwrap();
    assert!(finding.sentence("").contains("number 2 of Theorem 1") && finding.sentence("").contains("above 0.1,"));
    assert_eq!(check_positive(0.0), None);
    let finding = check_positive(-1.0 / 3.0).unwrap();
    assert!(
        finding.sentence("").contains("-0.333333") && finding.sentence("").contains("0.250"),
        "{}",
        finding.sentence("")
    );
}

#[test]
fn heterogeneity_follows_its_definition() {
    let (w, _) = ring();
    let d = 2;
    let gradients = [1.0, -2.0, 0.5, 4.0, -3.0, 0.0, 2.0, 2.0];
    let rows = DMatrix::from_row_slice(4, d, &gradients);
    let deviation = |a: DMatrix<f64>| {
        let matrix = a - DMatrix::from_element(4, 4, 0.25);
        (matrix * &rows).norm_squared() / 4.0
    };
    let mix = |v: &[f64], out: &mut [f64]| {
        let mixed = &w * DMatrix::from_row_slice(4, d, v);
        for i in 0..4 {
            for j in 0..d {
                out[i * d + j] = mixed[(i, j)];
            }
        }
    };
    assert!((varsigma0_squared(&gradients, d) - deviation(DMatrix::identity(4, 4))).abs() < 1e-14);
    assert!((gradient_squares(&gradients) - 38.25).abs() < 1e-14);
    for (polynomial, a) in [
        (Polynomial::one(), DMatrix::identity(4, 4)),
        (Polynomial::w(), w.clone()),
        // Corollary 2: the entries of W², not the squares of W's entries.
        (Polynomial::new([0.0, 0.0, 1.0]), &w * &w),
        (Polynomial::new([0.2, -0.3, 1.1]), DMatrix::identity(4, 4) * 0.2 - &w * 0.3 + &w * &w * 1.1),
    ] {
        assert!((zeta0_squared(&polynomial, &gradients, d, mix) - deviation(a)).abs() < 1e-14);
    }
    let squares = w.map(|entry| entry * entry);
    assert!((deviation(squares) - deviation(&w * &w)).abs() > 0.1);
    // ζ₀² ≤ λ² ς₀² for Exact-Diffusion, λ⁴ ς₀² for ATC gradient tracking.
    let varsigma = varsigma0_squared(&gradients, d);
    assert!(zeta0_squared(&Polynomial::w(), &gradients, d, mix) <= varsigma / 9.0 + 1e-15);
    assert!(zeta0_squared(&Polynomial::new([0.0, 0.0, 1.0]), &gradients, d, mix) <= varsigma / 81.0 + 1e-15);
}

fn comparisons(ratios: &[f64]) -> Vec<Comparison> {
    let at = |(i, &ratio): (usize, &f64)| Comparison {
        iterations: 10.0_f64.powi(i32::try_from(i).unwrap() + 1),
        error: 0.3 * ratio,
        reference: 0.3,
    };
    ratios.iter().enumerate().map(at).collect()
}

#[test]
fn transient_times_are_where_the_ratio_stays_within_the_factor() {
    let measure = |ratios: &[f64]| TransientTime::measure(&comparisons(ratios), 2.0);
    assert_eq!(measure(&[]), None);
    assert_eq!(measure(&[1.5, 1.0, 1.9]), Some(TransientTime::AtMost(10.0)));
    assert_eq!(measure(&[8.0, 1.0, 2.1]), Some(TransientTime::MoreThan(1000.0)));
    // From 8 to 1/2 per decade: 2 is half-way in logarithms.
    let Some(TransientTime::At(time)) = measure(&[9.0, 8.0, 0.5, 0.4]) else { panic!() };
    assert!((time / 10.0_f64.powf(2.5) - 1.0).abs() < 1e-12);
    // A return above the factor counts, and so does an error that is not a number.
    assert!(matches!(measure(&[1.0, 3.0, 1.0]), Some(TransientTime::At(time)) if time > 100.0));
    assert_eq!(measure(&[1.0, f64::NAN, 1.0]), Some(TransientTime::At(1000.0)));
    assert_eq!(measure(&[f64::INFINITY, 1.0]), Some(TransientTime::At(100.0)));
    assert_eq!(measure(&[8.0, 0.0]), Some(TransientTime::At(100.0)));
}

#[test]
fn slopes_are_found_on_logarithmic_axes() {
    // Errors 1/√(nK) (1 + √(K₀/K)) against 1/√(nK): within a factor of 2 from K₀ = (1-λ)^-4 on.
    let times: Vec<_> = [0.5, 0.3, 0.2, 0.1]
        .map(|gap: f64| {
            let errors: Vec<_> = (0..80)
                .map(|i| {
                    let iterations = 1.3_f64.powi(i);
                    let reference = 1.0 / iterations.sqrt();
                    Comparison { iterations, error: reference * (1.0 + (gap.powi(-4) / iterations).sqrt()), reference }
                })
                .collect();
            (gap, TransientTime::measure(&errors, 2.0).unwrap())
        })
        .to_vec();
    let line = slope(&times).unwrap();
    assert!((line.slope - 4.0).abs() < 0.01 && line.slope_half_width < 0.05, "{line:?}");
    // Times beyond the measured K do not count.
    let mut more = times.clone();
    more.push((0.01, TransientTime::MoreThan(1.0)));
    more.push((0.9, TransientTime::AtMost(1e9)));
    assert_eq!(slope(&more), slope(&times));
    assert_eq!(slope(&times[..1]), None);
    assert!(fit_line(&[]).is_none());
    let input = tables::TableInput {
        agents: 4,
        lambda: 0.5,
        iterations: 1.0,
        varsigma_squared: 1.0,
        varsigma0_squared: 1.0,
        gradient_squares: 1.0,
    };
    let slopes = |rows: Vec<tables::Row>| rows.iter().map(|row| theory_slope(&row.orders)).collect::<Vec<_>>();
    assert_eq!(slopes(tables::table1(&input)), [4.0, 6.0, 2.0, 6.0, 8.0 / 3.0]);
    assert_eq!(slopes(tables::table2(&input)), [2.0, 1.0, 1.0, 3.0, 3.0, 4.0 / 3.0]);
}
