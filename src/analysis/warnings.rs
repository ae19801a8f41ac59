//! What should be known before a run.

use serde::Serialize;

use super::findings::on_network;
use crate::experiment::Experiment;
use crate::method::Kind;
use crate::theory::Severity;

/// Something that is allowed but that the user should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Warning {
    /// The place in the document.
    pub path: String,
    /// What, and what to do.
    pub text: String,
}

/// A data file that was not taken as it is, weights that are not a convex combination, methods
/// that cannot be stable on this network.
pub fn warnings(experiment: &Experiment) -> Vec<Warning> {
    let changes = experiment.network.changes.is_some();
    let network = experiment.network.matrix.warnings().into_iter();
    let mut warnings: Vec<Warning> = network.map(|text| Warning { path: "network.weights".to_owned(), text }).collect();
    let parts = experiment.network.union_components();
    if changes && parts > 1 {
        let text =
            format!("all networks together leave {parts} parts: agents of different parts never hear of each other");
        warnings.push(Warning { path: "network.changes".to_owned(), text });
    }
    if let Some(report) = experiment.imported.as_ref().filter(|report| report.is_remarkable()) {
        warnings.push(Warning { path: "problem.data".to_owned(), text: report.to_string() });
    }
    for (i, method) in experiment.methods.iter().enumerate().filter(|_| !changes) {
        let path = format!("methods[{i}]");
        let smallest = experiment.spectrum_of(method).smallest();
        // Rounding must not turn the marginal -1/3 of an even ring into a stable one.
        if matches!(method.kind, Kind::ExactDiffusion | Kind::Extra) && smallest <= -1.0 / 3.0 + 1e-9 {
            let smallest = format!("{smallest:.5}").replace('-', "−");
            let text = format!(
                "λₘᵢₙ(W) = {smallest}, and {} needs more than −1/3: it will not converge; take (I+W)/2 (laziness 0.5)",
                method.name
            );
            warnings.push(Warning { path, text });
            continue;
        }
        for finding in on_network(experiment, i) {
            if finding.severity == Severity::Error || finding.name == "negativeEntries" {
                warnings.push(Warning { path: path.clone(), text: finding.message });
            }
        }
    }
    warnings
}
