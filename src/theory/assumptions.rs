//! The theorems' conditions on a method's polynomials and its network, checked before a run: Assumption 1,
//! a G that contracts, and a step size within their limits. Each violation is a [`Finding`] with
//! the numbers in it. Stability is another question: see [`super::stability`].

use nalgebra::DMatrix;
use serde::Serialize;

use super::bounds;
use super::factorisation::Transition;
use super::form::SudaForm;
use crate::polynomial::Polynomial;

/// Values that should be equal to 0 or 1 may differ by this much.
const TOLERANCE: f64 = 1e-9;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// The method does not solve the problem on this network: it diverges, or agrees on a wrong
    /// point, or does not agree.
    Error,
    /// It may disappoint.
    Warning,
    /// It may well work, but a theorem does not cover it.
    Note,
}

/// The subject of a finding or a warning, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FindingName {
    /// The coefficients of A, C or AC do not add up to 1.
    RowSums,
    /// A or C has negative entries.
    NegativeEntries,
    /// B² does not vanish on the consensus, or vanishes elsewhere.
    NullSpace,
    /// G does not contract.
    NotContracting,
    /// The network is in several parts.
    Disconnected,
    /// The run found a point below f*.
    BetterPoint,
    /// The step size is above a theorem's limit.
    StepSize,
    /// W has negative eigenvalues.
    NotPositive,
    /// The network changes, which the theory does not cover.
    ChangingNetwork,
    /// The method has momentum, which the theory does not cover.
    Momentum,
    /// The method has local steps, which the theory does not cover.
    LocalSteps,
    /// Messages are compressed, so that nothing is judged.
    Compressed,
    /// The method diverges.
    Unstable,
    /// The method neither converges nor diverges.
    Marginal,
    /// With smaller steps the method would diverge.
    SmallSteps,
    /// Information never passes between parts of the network.
    Parts,
    /// W has negative weights.
    NegativeWeights,
    /// W does not average, or λ is only bounded.
    Mixing,
    /// The outcome of reading a data file.
    Import,
    /// Agents have shares of the data of different sizes.
    UnequalShares,
}

/// One violated condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// Its name, for programs.
    pub name: FindingName,
    /// A sentence for people, with the numbers.
    pub message: String,
}

impl Finding {
    pub(crate) fn error(name: FindingName, message: String) -> Self {
        Self { severity: Severity::Error, name, message }
    }

    pub(crate) fn warning(name: FindingName, message: String) -> Self {
        Self { severity: Severity::Warning, name, message }
    }

    fn note(name: FindingName, message: String) -> Self {
        Self { severity: Severity::Note, name, message }
    }
}

/// The finding on a network that changes. Name: `changingNetwork`.
pub fn changing_network() -> Finding {
    let message = "the theory assumes one W, and this network changes from iteration to iteration: it does not apply";
    Finding::note(FindingName::ChangingNetwork, message.to_owned())
}

/// The finding on momentum. Name: `momentum`.
pub fn momentum(beta: f64) -> Finding {
    let message = format!("the theory speaks of β = 0, and this method has the momentum {beta}: it does not apply");
    Finding::note(FindingName::Momentum, message)
}

/// The finding on local steps. Name: `localSteps`.
pub fn local_steps(tau: u64) -> Finding {
    let message = format!("the theory speaks of τ = 1, and this method has {tau} local steps: it does not apply");
    Finding::note(FindingName::LocalSteps, message)
}

/// The finding on compressed messages. Name: `compressed`.
pub fn compressed() -> Finding {
    let message = "not judged: messages are compressed, and the theory speaks of whole ones";
    Finding::note(FindingName::Compressed, message.to_owned())
}

/// Checks Assumption 1 for a method on a network with the eigenvalues λ₂ … λₙ, and whether G contracts.
///
/// `named` are the polynomials that have to be doubly stochastic, as the method names them, usually
/// A and C; `w` is the combination matrix where it is small enough for its powers, whose
/// entries are then looked at. Names: `rowSums`, `nullSpace`, `negativeEntries`, `notContracting`.
pub fn check(
    form: &SudaForm,
    named: &[(&str, &Polynomial)],
    eigenvalues: &[f64],
    w: Option<&DMatrix<f64>>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, polynomial) in named {
        let sum = polynomial.at(1.0);
        if (sum - 1.0).abs() > TOLERANCE {
            let message = format!("the coefficients of {name} must add up to 1, so that its rows do; they give {sum}");
            findings.push(Finding::error(FindingName::RowSums, message));
        } else if let Some(least) = w.and_then(|w| least_entry(polynomial, w)).filter(|&least| least < -TOLERANCE) {
            let message = format!(
                "{name} has the entry {least:.3} on this network: the theorems assume a doubly stochastic matrix"
            );
            findings.push(Finding::warning(FindingName::NegativeEntries, message));
        }
    }
    findings.extend(null_space(form, eigenvalues));
    if findings.iter().all(|finding| finding.severity != Severity::Error) {
        findings.extend(contraction(form, eigenvalues));
    }
    findings
}

/// B² must vanish on the consensus and be positive elsewhere.
fn null_space(form: &SudaForm, eigenvalues: &[f64]) -> Option<Finding> {
    let at_one = form.b_squared.at(1.0);
    if at_one.abs() > TOLERANCE {
        let message =
            format!("the coefficients of B² must add up to 0, so that agents in agreement stay so; they give {at_one}");
        return Some(Finding::error(FindingName::NullSpace, message));
    }
    let values = eigenvalues.iter().map(|&lambda| (lambda, form.b_squared.at(lambda)));
    let (lambda, least) = values.min_by(|x, y| x.1.total_cmp(&y.1))?;
    (least <= 0.0).then(|| {
        let message =
            format!("B² must be positive at every eigenvalue of W but the first; at {lambda:.6} it is {least:.3e}");
        Finding::error(FindingName::NullSpace, message)
    })
}

/// The theorems need a G that contracts, whatever the costs. Names the eigenvalue of W at which it does not.
fn contraction(form: &SudaForm, eigenvalues: &[f64]) -> Option<Finding> {
    let transition = Transition::new(form, eigenvalues);
    if transition.is_stable() {
        return None;
    }
    let worst = transition.blocks.iter().max_by(|x, y| x.radius().total_cmp(&y.radius()))?;
    let message = format!(
        "G has the spectral radius {:.4} at the eigenvalue {:.6} of W: the theorems need less than 1",
        worst.radius(),
        worst.lambda
    );
    Some(Finding::note(FindingName::NotContracting, message))
}

/// The theory speaks of connected networks.
pub fn disconnected() -> Finding {
    Finding::note(
        FindingName::Disconnected,
        "the network is in several parts: the theory needs a connected one".to_owned(),
    )
}

/// f* is not the least value.
pub fn better_point(by: f64) -> Finding {
    let message = format!("the run found a point {by:.3e} below f*, so that no bound is given");
    Finding::note(FindingName::BetterPoint, message)
}

/// The least entry of P(W): column by column, by Horner's rule.
fn least_entry(polynomial: &Polynomial, w: &DMatrix<f64>) -> Option<f64> {
    let n = w.nrows();
    let column = |j: usize| {
        let powers = polynomial.coefficients().iter().rev();
        powers.fold(vec![0.0; n], |column, &c| {
            let entry = |i: usize| {
                let mixed: f64 = column.iter().enumerate().map(|(k, x)| w[(i, k)] * x).sum();
                if i == j { mixed + c } else { mixed }
            };
            (0..n).map(entry).collect()
        })
    };
    (0..n).flat_map(column).min_by(f64::total_cmp)
}

/// Whether the step size α is within a theorem's limits; a warning says which limit binds.
pub fn check_step(theorem: &str, limits: &[f64], alpha: f64) -> Option<Finding> {
    let (index, limit) = bounds::binding(limits)?;
    (alpha > limit).then(|| {
        let message = format!(
            "the step size {alpha} is above {limit:.3e}, the limit number {} of {theorem}, which then promises nothing",
            index + 1
        );
        Finding::note(FindingName::StepSize, message)
    })
}

/// Whether W is positive semi-definite, as the closed-form bounds and Corollaries 1 to 4 assume,
/// from its least eigenvalue.
pub fn check_positive(smallest_eigenvalue: f64) -> Option<Finding> {
    (smallest_eigenvalue < -TOLERANCE).then(|| {
        let theta = -smallest_eigenvalue / (1.0 - smallest_eigenvalue);
        let message = format!(
            "W has the negative eigenvalue {smallest_eigenvalue:.6}: the corollaries and the closed-form bounds assume a positive semi-definite W, which a laziness of at least {theta:.3} gives"
        );
        Finding::note(FindingName::NotPositive, message)
    })
}
