//! The theorems' conditions on a method's polynomials and its network, checked before a run: Assumption 1,
//! a G that contracts, and a step size within their limits. Each violation is a [`Fact`]. Stability is another question: see [`super::stability`].

use nalgebra::DMatrix;

use super::bounds;
use super::factorisation::Transition;
use super::form::SudaForm;
use crate::finding::{Fact, Severity};
use crate::polynomial::Polynomial;

/// Values that should be equal to 0 or 1 may differ by this much.
const TOLERANCE: f64 = 1e-9;

/// Checks Assumption 1 for a method on a network with the eigenvalues λ₂ … λₙ, and whether G contracts.
///
/// `named` are the polynomials that have to be doubly stochastic, as the method names them, usually
/// A and C; `w` is the combination matrix, n × n numbers, where it is small enough for its powers,
/// whose entries are then looked at. Names: `rowSums`, `nullSpace`, `negativeEntries`, `notContracting`.
pub fn check(form: &SudaForm, named: &[(&str, &Polynomial)], eigenvalues: &[f64], w: Option<&[f64]>) -> Vec<Fact> {
    let w = w.map(|w| DMatrix::from_row_slice(w.len().isqrt(), w.len().isqrt(), w));
    let mut findings = Vec::new();
    for (name, polynomial) in named {
        let sum = polynomial.at(1.0);
        if (sum - 1.0).abs() > TOLERANCE {
            findings.push(Fact::RowSums { polynomial: (*name).to_owned(), sum });
        } else if let Some(least) =
            w.as_ref().map(|w| polynomial.of_matrix(w).min()).filter(|&least| least < -TOLERANCE)
        {
            findings.push(Fact::NegativeEntries { polynomial: (*name).to_owned(), least });
        }
    }
    findings.extend(null_space(form, eigenvalues));
    if findings.iter().all(|fact| fact.severity() != Severity::Error) {
        findings.extend(contraction(form, eigenvalues));
    }
    findings
}

/// B² must vanish on the consensus and be positive elsewhere.
fn null_space(form: &SudaForm, eigenvalues: &[f64]) -> Option<Fact> {
    let at_one = form.b_squared.at(1.0);
    if at_one.abs() > TOLERANCE {
        return Some(Fact::NullSpace { eigenvalue: None, value: at_one });
    }
    // B² is 1 - λ times this, which alone can vanish elsewhere, however close to 1 a λ is.
    let quotient = form.b_squared.over_one_minus();
    let rounding = f64::EPSILON * form.b_squared.size();
    let signed = |lambda: f64| quotient.accurately_at(lambda) * if lambda > 1.0 { -1.0 } else { 1.0 };
    let wrong = eigenvalues.iter().filter(|&&lambda| signed(lambda) <= rounding);
    let values = wrong.map(|&lambda| (lambda, form.b_squared.accurately_at(lambda)));
    let least = values.min_by(|x, y| x.1.total_cmp(&y.1));
    least.map(|(lambda, value)| Fact::NullSpace { eigenvalue: Some(lambda), value })
}

/// The theorems need a G that contracts, whatever the costs. Names the eigenvalue of W at which it does not.
fn contraction(form: &SudaForm, eigenvalues: &[f64]) -> Option<Fact> {
    let transition = Transition::new(form, eigenvalues);
    if transition.is_stable() {
        return None;
    }
    let worst = transition.blocks.iter().max_by(|x, y| x.radius().total_cmp(&y.radius()))?;
    Some(Fact::NotContracting { radius: worst.radius(), eigenvalue: worst.lambda })
}

/// Whether the step size α is within a theorem's limits; the fact says which limit binds.
pub fn check_step(theorem: &str, limits: &[f64], alpha: f64) -> Option<Fact> {
    let (index, limit) = bounds::binding(limits)?;
    (alpha > limit).then(|| Fact::StepSize { step_size: alpha, limit, number: index + 1, theorem: theorem.to_owned() })
}

/// Whether W is positive semi-definite, as the closed-form bounds and Corollaries 1 to 4 assume,
/// from its least eigenvalue.
pub fn check_positive(smallest_eigenvalue: f64) -> Option<Fact> {
    (smallest_eigenvalue < -TOLERANCE).then(|| Fact::NotPositive {
        eigenvalue: smallest_eigenvalue,
        laziness: -smallest_eigenvalue / (1.0 - smallest_eigenvalue),
    })
}
