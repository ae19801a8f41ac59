//! The transition matrix and its factorisation, against direct computation.

use nalgebra::{Complex, DMatrix, Matrix2 as Real2};
use suda::polynomial::Polynomial;
use suda::theory::transition::{Block, Matrix2, norm};
use suda::theory::{NetworkConstants, SudaForm, TrackingVariant, Transition};

pub const VARIANTS: [TrackingVariant; 4] =
    [TrackingVariant::Atc, TrackingVariant::NonAtc, TrackingVariant::SemiAtcIterate, TrackingVariant::SemiAtcTracker];

pub fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * (1.0 + b.abs()), "{a} is not {b}");
}

/// Eigenvalues of lazy, plain and random kinds, all above -1/3 unless `low` allows less.
pub fn spectra(low: f64) -> Vec<Vec<f64>> {
    let even = |m: usize| (0..m).map(|i| low + (0.999 - low) * i as f64 / m as f64).collect::<Vec<_>>();
    let ring = |n: usize, theta: f64| -> Vec<f64> {
        let angle = |i: usize| 2.0 * std::f64::consts::PI * i as f64 / n as f64;
        (1..n).map(|i| (1.0 - theta) * (1.0 + 2.0 * angle(i).cos()) / 3.0 + theta).collect()
    };
    vec![even(7), even(40), ring(5, 0.25), ring(32, 0.5), ring(101, 0.3), vec![0.2], vec![1e-9, 0.3], vec![0.9, 0.9]]
}

fn complex((re, im): (f64, f64)) -> Complex<f64> {
    Complex::new(re, im)
}

fn product(x: &Matrix2, y: &Matrix2) -> Matrix2 {
    let [x, y] = [x, y].map(|matrix| matrix.map(|row| row.map(complex)));
    let entry = |i: usize, j: usize| x[i][0] * y[0][j] + x[i][1] * y[1][j];
    std::array::from_fn(|i| std::array::from_fn(|j| (entry(i, j).re, entry(i, j).im)))
}

fn general() -> Vec<SudaForm> {
    vec![
        SudaForm::gradient_tracking(TrackingVariant::Atc, 0.4),
        SudaForm::gradient_tracking(TrackingVariant::NonAtc, 1e-9),
        SudaForm::gradient_tracking(TrackingVariant::SemiAtcIterate, 0.05),
        SudaForm::dlm(0.3),
        SudaForm::canonical([0.2, 0.5, 0.1, 0.4]),
        SudaForm::exact_diffusion(),
        SudaForm::extra().lazy(0.5),
        SudaForm::gradient_tracking(TrackingVariant::Atc, 0.0),
        SudaForm::new(Polynomial::w(), Polynomial::new([0.5, -0.5]), &Polynomial::lazy_w(0.5)),
    ]
}

/// The factors of the single block of `form` at `lambda`, seen through a transition of one block.
fn constants_of(form: &SudaForm, lambda: f64) -> NetworkConstants {
    Transition::new(form, &[lambda]).constants().unwrap()
}

#[test]
fn factors_multiply_back_to_g_and_gamma_contracts() {
    for form in general() {
        for spectrum in spectra(-0.32) {
            let transition = Transition::new(&form, &spectrum);
            assert!(transition.is_stable(), "{form:?} on {spectrum:?}");
            for (block, factors) in transition.blocks.iter().zip(transition.factors().unwrap()) {
                let v_gamma = product(&factors.v, &factors.gamma);
                let scale = norm(&factors.v) * norm(&factors.v_inverse);
                let g = product(&v_gamma, &factors.v_inverse);
                for (got, expected) in g.iter().flatten().zip(block.matrix().iter().flatten()) {
                    assert!((complex(*got) - expected).norm() < 1e-12 * scale, "{form:?} at {block:?}: {g:?}");
                }
                let identity = product(&factors.v, &factors.v_inverse);
                for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    assert!((complex(identity[i][j]) - f64::from(u8::from(i == j))).norm() < 1e-14 * scale);
                }
                assert!(norm(&factors.gamma) < 1.0);
                assert!(norm(&factors.gamma) >= block.radius() - 1e-15);
            }
        }
    }
}

#[test]
fn eigenvalues_of_the_blocks_are_those_of_the_whole_matrix() {
    let form = SudaForm::gradient_tracking(TrackingVariant::Atc, 0.3);
    let spectrum = [0.9, 0.5, 0.1, -0.2];
    let m = spectrum.len();
    let blocks: Vec<_> = spectrum.iter().map(|&lambda| Block::new(&form, lambda)).collect();
    let mut g = DMatrix::zeros(2 * m, 2 * m);
    for (i, block) in blocks.iter().enumerate() {
        let block = block.matrix();
        (g[(i, i)], g[(i, m + i)], g[(m + i, i)], g[(m + i, m + i)]) =
            (block[0][0], block[0][1], block[1][0], block[1][1]);
    }
    let mut whole: Vec<Complex<f64>> = g.complex_eigenvalues().iter().copied().collect();
    for gamma in blocks.iter().flat_map(Block::eigenvalues).map(complex) {
        let (nearest, distance) =
            whole.iter().map(|other| (other - gamma).norm()).enumerate().min_by(|x, y| x.1.total_cmp(&y.1)).unwrap();
        assert!(distance < 1e-12);
        whole.swap_remove(nearest);
    }
    assert!(whole.is_empty());
}

#[test]
fn the_norm_is_the_largest_singular_value() {
    for entries in [[1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 0.0, 1.0], [0.0, 1e-3, 0.0, 0.0], [2.0, -2.0, 1.0, 1.0]] {
        let expected = Real2::from_row_slice(&entries).svd(false, false).singular_values.max();
        let complex = entries.map(|entry| (entry, 0.0));
        close(norm(&[[complex[0], complex[1]], [complex[2], complex[3]]]), expected, 1e-15);
    }
}

#[test]
fn repeated_eigenvalues_are_factored_as_in_the_paper() {
    // λᵢ = 0 in Exact-Diffusion: V = T E, T = [[1, -1/2], [-1, -1/2]], ε² = λ, so ‖V‖² = 2 and
    // ‖V⁻¹‖² = 2/λ against (1 + √(1-λᵢ))/(2λᵢ) of the others.
    for lambda in [0.04, 0.5, 0.99] {
        let zero = Transition::new(&SudaForm::exact_diffusion(), &[0.0, lambda]).factors().unwrap()[0];
        let epsilon = lambda.sqrt();
        let expected = [[1.0, -epsilon / 2.0], [-1.0, -epsilon / 2.0]];
        for (got, expected) in zero.v.iter().flatten().zip(expected.iter().flatten()) {
            assert!((complex(*got) - expected).norm() < 1e-15);
        }
        close(norm(&zero.gamma), epsilon, 1e-15);
        close(norm(&zero.v), 2.0_f64.sqrt(), 1e-15);
        close(norm(&zero.v_inverse), (2.0 / lambda).sqrt(), 1e-15);
    }
    // All λᵢ = 0, as in a complete graph: finite, and the same for all methods.
    let complete = constants_of(&SudaForm::exact_diffusion(), 0.0);
    assert_eq!(complete, Transition::new(&SudaForm::exact_diffusion(), &[0.0; 9]).constants().unwrap());
    close(complete.gamma, 0.5, 1e-15);
    assert_eq!(complete.v2, constants_of(&SudaForm::gradient_tracking(TrackingVariant::Atc, 0.0), 0.0).v2);
}

#[test]
fn rounding_of_eigenvalues_does_not_show() {
    // Eigenvalues that only rounding keeps from 0, or from being equal, count as such.
    for noise in [1e-16, -1e-16, 2e-15, -2e-15] {
        let exact = Transition::new(&SudaForm::exact_diffusion(), &[0.0, 0.4]).constants().unwrap();
        let rounded = Transition::new(&SudaForm::exact_diffusion(), &[noise, 0.4]).constants().unwrap();
        close(rounded.v2, exact.v2, 1e-12);
        close(rounded.gamma, exact.gamma, 1e-12);
        let tracking = SudaForm::gradient_tracking(TrackingVariant::NonAtc, noise.abs());
        close(
            constants_of(&tracking, 0.7).v2,
            constants_of(&SudaForm::gradient_tracking(TrackingVariant::NonAtc, 0.0), 0.7).v2,
            1e-12,
        );
    }
    // From equal to clearly different eigenvalues the constants stay moderate.
    for exponent in 1..16 {
        let constants = constants_of(&SudaForm::gradient_tracking(TrackingVariant::Atc, 10.0_f64.powi(-exponent)), 0.7);
        assert!(constants.v1 * constants.v2 / (1.0 - constants.gamma) < 30.0, "10^-{exponent}: {constants:?}");
    }
    // The spectral radius keeps its accuracy close to one.
    for exponent in 1..12 {
        let gap = 10.0_f64.powi(-exponent);
        let radius = Transition::new(&SudaForm::exact_diffusion(), &[1.0 - gap]).spectral_radius();
        close(1.0 - radius, 1.0 - (1.0 - gap).sqrt(), 2e-16);
    }
}

#[test]
fn methods_with_the_same_g_have_the_same_factors() {
    // DLM is EXTRA on I - θ(I - W), up to A, which is I in both.
    let (theta, spectrum) = (0.3, [0.8, 0.2, -0.5]);
    let w = spectrum.map(|l| 1.0 - theta * (1.0 - l));
    let dlm = Transition::new(&SudaForm::dlm(theta), &spectrum).constants().unwrap();
    let extra = Transition::new(&SudaForm::extra(), &w).constants().unwrap();
    for (x, y) in [(dlm.gamma, extra.gamma), (dlm.v1, extra.v1), (dlm.v2, extra.v2), (dlm.lambda_b, extra.lambda_b)] {
        close(x, y, 1e-13);
    }
    // A method's own laziness may be put into the polynomials or into the eigenvalues.
    let lazy = Transition::new(&SudaForm::exact_diffusion().lazy(0.4), &spectrum).constants().unwrap();
    let mapped = Transition::new(&SudaForm::exact_diffusion(), &spectrum.map(|l| 0.6 * l + 0.4)).constants().unwrap();
    close(lazy.v2, mapped.v2, 1e-13);
    close(lazy.gamma, mapped.gamma, 1e-13);
}

#[test]
fn without_stability_there_are_no_constants() {
    // B² negative, B² zero, spectral radius above one.
    for b_squared in [[-0.1, 0.1], [0.0, 0.0], [3.0, -3.0]] {
        let form = SudaForm::new(Polynomial::one(), Polynomial::new(b_squared), &Polynomial::w());
        let transition = Transition::new(&form, &[0.5, -0.3]);
        assert!(!transition.is_stable());
        assert_eq!(transition.constants(), None);
        assert!(transition.spectral_radius() >= 1.0 - 1e-12);
    }
    // One agent.
    let alone = Transition::new(&SudaForm::extra(), &[]);
    assert_eq!(alone.spectral_radius(), 0.0);
    assert_eq!(alone.constants().unwrap().v1, 1.0);
    assert_eq!(alone.paper_bounds(), None);
}
