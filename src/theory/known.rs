//! The methods that have a name, as polynomials A, B² and C of W (paper, Sec. 2 and App. A).

use serde::Serialize;

/// A method with a name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
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

/// Those without parameters, on W and, where it is usual, on (I+W)/2.
pub const KNOWN: &[Known] = &[
    Known { title: "Exact-Diffusion", a: &[0.0, 1.0], b_squared: &[1.0, -1.0], c: &[1.0] },
    Known { title: "Exact-Diffusion, (I+W)/2", a: &[0.5, 0.5], b_squared: &[0.5, -0.5], c: &[1.0] },
    Known { title: "EXTRA", a: &[1.0], b_squared: &[1.0, -1.0], c: &[0.0, 1.0] },
    Known { title: "EXTRA, (I+W)/2, which is DLM with penalty ½", a: &[1.0], b_squared: &[0.5, -0.5], c: &[0.5, 0.5] },
    Known { title: "gradient tracking, ATC", a: &[0.0, 0.0, 1.0], b_squared: &[1.0, -2.0, 1.0], c: &[1.0] },
    Known { title: "gradient tracking, non-ATC", a: &[1.0], b_squared: &[1.0, -2.0, 1.0], c: &[0.0, 0.0, 1.0] },
    Known { title: "gradient tracking, semi-ATC", a: &[0.0, 1.0], b_squared: &[1.0, -2.0, 1.0], c: &[0.0, 1.0] },
];

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
