//! The constants of Exact-Diffusion, EXTRA and gradient tracking against the closed forms of App. B.

use nalgebra::Matrix2;
use suda::theory::{Family, SudaForm, TrackingVariant, Transition};

use super::factorisation::{VARIANTS, close, spectra};

#[test]
fn exact_diffusion_and_extra_have_the_closed_form() {
    for spectrum in spectra(0.001) {
        let (lambda, smallest) = spectrum.iter().fold((0.0_f64, 1.0_f64), |(high, low), &l| (high.max(l), low.min(l)));
        // V V* and V⁻¹ V⁻* of App. B have the norms 2 + 2√(1-λᵢ) and (1 + √(1-λᵢ))/(2λᵢ).
        let root = (1.0 - smallest).sqrt();
        for (form, lambda_a) in [(SudaForm::exact_diffusion(), lambda), (SudaForm::extra(), 1.0)] {
            let transition = Transition::new(&form, &spectrum);
            let got = transition.constants().unwrap();
            close(got.gamma, lambda.sqrt(), 1e-14);
            close(transition.spectral_radius(), lambda.sqrt(), 1e-14);
            close(got.v1, (2.0 + 2.0 * root).sqrt(), 1e-14);
            close(got.v2, ((1.0 + root) / (2.0 * smallest)).sqrt(), 1e-15 / smallest);
            close(got.lambda_a, lambda_a, 1e-15);
            close(got.lambda_b, (1.0 - lambda).sqrt(), 1e-14);
            assert_eq!(transition.family(), Some(Family::Diffusion { lambda, smallest }));
        }
    }
}

#[test]
fn gradient_tracking_has_the_closed_form() {
    for low in [-0.99, 0.0] {
        for spectrum in spectra(low) {
            let radius = spectrum.iter().fold(0.0_f64, |high, l| high.max(l.abs()));
            let largest = spectrum.iter().copied().fold(-1.0, f64::max);
            for variant in VARIANTS {
                let transition = Transition::new(&SudaForm::gradient_tracking(variant, 0.0), &spectrum);
                let got = transition.constants().unwrap();
                close(transition.spectral_radius(), radius, 1e-14);
                close(got.lambda_b, 1.0 - largest, 1e-14);
                let lambda_a = match variant {
                    TrackingVariant::Atc => radius * radius,
                    TrackingVariant::NonAtc => 1.0,
                    _ => radius,
                };
                close(got.lambda_a, lambda_a, 1e-14);
                let singular = |rows: &dyn Fn(f64) -> [f64; 4]| {
                    spectrum
                        .iter()
                        .map(|&l| Matrix2::from_row_slice(&rows(l)).svd(false, false).singular_values.max())
                        .fold(0.0, f64::max)
                };
                let epsilon = |l: f64| (1.0 - l.abs()) / 2.0;
                close(got.gamma, singular(&|l| [l, epsilon(l), 0.0, l]), 1e-13);
                close(got.v1, singular(&|l| [-1.0, 0.0, 1.0, epsilon(l) / (1.0 - l)]), 1e-13);
                let inverse = |l: f64| (1.0 - l) / epsilon(l);
                close(got.v2, singular(&|l| [-1.0, 0.0, inverse(l), inverse(l)]), 1e-13);
            }
        }
    }
}

#[test]
fn the_papers_bounds_hold_and_are_the_printed_ones() {
    let mut spectra = spectra(0.0);
    spectra.extend((1..200).map(|i| vec![f64::from(i) / 200.0]));
    for spectrum in spectra {
        let lambda = spectrum.iter().copied().fold(0.0, f64::max);
        let smallest = spectrum.iter().copied().filter(|&l| l > 0.0).fold(1.0, f64::min);
        let mut forms = vec![SudaForm::exact_diffusion(), SudaForm::extra()];
        forms.extend(VARIANTS.map(|variant| SudaForm::gradient_tracking(variant, 0.0)));
        for (index, form) in forms.iter().enumerate() {
            let transition = Transition::new(form, &spectrum);
            let (exact, paper) = (transition.constants().unwrap(), transition.paper_bounds().unwrap());
            for (got, bound) in [(exact.gamma, paper.gamma), (exact.v1, paper.v1), (exact.v2, paper.v2)] {
                assert!(got <= bound * (1.0 + 1e-14), "{form:?} on {spectrum:?}: {exact:?} against {paper:?}");
            }
            let printed = if index < 2 {
                [lambda.sqrt(), 2.0, (2.0 / smallest).sqrt(), (1.0 - lambda).sqrt()]
            } else {
                [f64::midpoint(1.0, lambda), 3.0_f64.sqrt(), 3.0, 1.0 - lambda]
            };
            for (got, expected) in [paper.gamma, paper.v1, paper.v2, paper.lambda_b].into_iter().zip(printed) {
                close(got, expected, 1e-13);
            }
            close(paper.lambda_a, exact.lambda_a, 0.0);
            close(paper.lambda_b, exact.lambda_b, 1e-13);
        }
    }
    // No closed form without a positive semi-definite matrix.
    for form in [SudaForm::exact_diffusion(), SudaForm::gradient_tracking(TrackingVariant::Atc, 0.0)] {
        assert_eq!(Transition::new(&form, &[0.5, -0.1]).paper_bounds(), None);
    }
    assert_eq!(Transition::new(&SudaForm::gradient_tracking(TrackingVariant::Atc, 0.5), &[0.5]).paper_bounds(), None);
}

#[test]
fn stability_is_as_the_paper_says() {
    for step in -1200..=1200 {
        let lambda = f64::from(step) / 1200.0;
        for form in [SudaForm::exact_diffusion(), SudaForm::extra()] {
            let stable = Transition::new(&form, &[0.3, lambda]).is_stable();
            assert_eq!(stable, lambda > -1.0 / 3.0 && lambda < 1.0, "λ = {lambda}");
        }
        for variant in VARIANTS {
            let stable = Transition::new(&SudaForm::gradient_tracking(variant, 0.0), &[0.3, lambda]).is_stable();
            assert_eq!(stable, lambda.abs() < 1.0, "λ = {lambda}");
        }
    }
    // Half the identity in W makes every network safe for both.
    assert!(Transition::new(&SudaForm::extra().lazy(0.5), &[-1.0 + 1e-9]).is_stable());
    assert!(!Transition::new(&SudaForm::extra(), &[-1.0 / 3.0]).is_stable());
}
