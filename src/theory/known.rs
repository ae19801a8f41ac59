//! The methods that have a name, as polynomials A, B² and C of W (paper, Sec. 2 and App. A).

use serde::Serialize;

/// A method with a name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Known {
    /// Its name.
    pub title: &'static str,
    /// The coefficients of A, lowest power first.
    pub a: &'static [f64],
    /// Those of B².
    pub b_squared: &'static [f64],
    /// Those of C.
    pub c: &'static [f64],
}

/// Exact-Diffusion.
pub const EXACT_DIFFUSION: Known = known("Exact-Diffusion", &[0.0, 1.0], &[1.0, -1.0], &[1.0]);
/// EXTRA.
pub const EXTRA: Known = known("EXTRA", &[1.0], &[1.0, -1.0], &[0.0, 1.0]);
/// Gradient tracking, ATC.
pub const ATC_TRACKING: Known = known("gradient tracking, ATC", &[0.0, 0.0, 1.0], &[1.0, -2.0, 1.0], &[1.0]);

/// Those without parameters, on W and, where it is usual, on (I+W)/2.
pub const KNOWN: &[Known] = &[
    EXACT_DIFFUSION,
    known("Exact-Diffusion, (I+W)/2", &[0.5, 0.5], &[0.5, -0.5], &[1.0]),
    EXTRA,
    known("EXTRA, (I+W)/2, which is DLM with penalty ½", &[1.0], &[0.5, -0.5], &[0.5, 0.5]),
    ATC_TRACKING,
    known("gradient tracking, non-ATC", &[1.0], &[1.0, -2.0, 1.0], &[0.0, 0.0, 1.0]),
    known("gradient tracking, semi-ATC", &[0.0, 1.0], &[1.0, -2.0, 1.0], &[0.0, 1.0]),
];

const fn known(title: &'static str, a: &'static [f64], b_squared: &'static [f64], c: &'static [f64]) -> Known {
    Known { title, a, b_squared, c }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polynomial::Polynomial;
    use crate::theory::{SudaForm, TrackingVariant};

    #[test]
    fn each_is_the_method_that_it_is_called() {
        let tracking = |variant| SudaForm::gradient_tracking(variant, 0.0);
        let forms = [
            SudaForm::exact_diffusion(),
            SudaForm::exact_diffusion().lazy(0.5),
            SudaForm::extra(),
            SudaForm::extra().lazy(0.5),
            tracking(TrackingVariant::Atc),
            tracking(TrackingVariant::NonAtc),
            tracking(TrackingVariant::SemiAtcIterate),
        ];
        assert_eq!(KNOWN.len(), forms.len());
        for (known, form) in KNOWN.iter().zip(forms) {
            let [a, b_squared, c] = [known.a, known.b_squared, known.c].map(Polynomial::new);
            assert_eq!(SudaForm::new(a, b_squared, &c), form, "{}", known.title);
        }
        assert_eq!(SudaForm::extra().lazy(0.5), SudaForm::dlm(0.5));
    }
}
