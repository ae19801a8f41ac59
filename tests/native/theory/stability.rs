//! Whether methods are stable, by closed forms and by what they do.

use serde_json::{Value, json};
use suda::analysis::stability::judge;
use suda::analysis::warnings::warnings;
use suda::analysis::{Analysis, Judgement};
use suda::finding::{Fact, Severity};
use suda::theory::variance::Recursion;
use suda::theory::{Stability, SudaForm, Verdict};

use crate::common::{experiment, run, with};

/// Agents with fᵢ = (cᵢ/2)(x - bᵢ)², one unknown.
pub fn parabolas(curvatures: &[f64]) -> Value {
    let features: Vec<_> = curvatures.iter().map(|c| [[c.sqrt()]]).collect();
    let targets: Vec<_> = curvatures.iter().enumerate().map(|(i, c)| [c.sqrt() * (i % 3) as f64]).collect();
    json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": features, "targets": targets}})
}

pub fn document(topology: &Value, problem: &Value, step: f64, methods: &Value) -> Value {
    let more = json!({
        "iterations": 4000, "record": {"points": 41}, "seed": "5", "start": {"kind": "random", "scale": 1},
    });
    with(&super::document(topology, problem, step, methods), &more)
}

pub fn judgement(document: &Value, method: usize) -> Judgement {
    judge(&experiment(document), method).unwrap()
}

#[test]
fn exact_diffusion_is_stable_as_far_as_its_curvature_carries() {
    // λ > -1/(3 - 2αc).
    for alpha in [0.0, 0.1, 0.6, 1.0, 1.4] {
        let end = -1.0 / (3.0 - 2.0 * alpha);
        for (lambda, expected) in [(end + 1e-3, Verdict::Stable), (end - 1e-3, Verdict::Unstable)] {
            let form = SudaForm::exact_diffusion();
            let judged = Stability::new(Recursion::Suda(&form), &[1.0, lambda], &[1.0]);
            let (verdict, _) = judged.at(alpha);
            if alpha > 0.0 && lambda > -1.0 {
                assert_eq!(verdict, expected, "α = {alpha}, λ = {lambda}");
                assert_eq!(judged.radius(alpha) < 1.0, expected == Verdict::Stable);
            }
        }
    }
    // With α = 0 left, that is -1/3.
    let form = SudaForm::exact_diffusion();
    let small = |lambda: f64| Stability::new(Recursion::Suda(&form), &[1.0, lambda], &[1.0, 0.5]).for_small_steps();
    assert_eq!([small(-0.333), small(-0.334), small(-1.0 / 3.0)].map(|v| v == Verdict::Stable), [true, false, true]);
    // Flat costs leave -1/3 marginal.
    let flat = Stability::new(Recursion::Suda(&form), &[1.0, -1.0 / 3.0], &[1.0, 0.0]);
    assert_eq!((flat.at(0.5).0, flat.for_small_steps()), (Verdict::Marginal, Verdict::Marginal));
}

#[test]
fn even_rings_and_grids_converge_where_it_is_said() {
    let diffusion = json!([{"kind": "exactDiffusion"}]);
    for (topology, step, small) in [
        (json!({"kind": "ring", "agents": 8}), 0.3, Verdict::Stable),
        (json!({"kind": "grid", "rows": 4, "columns": 8}), 0.6, Verdict::Unstable),
        (json!({"kind": "grid", "rows": 6, "columns": 6}), 0.6, Verdict::Unstable),
    ] {
        let agents = experiment(&document(&topology, &json!({"kind": "pl"}), 0.1, &diffusion)).agents();
        let document = document(&topology, &parabolas(&vec![1.0; agents]), step, &diffusion);
        let judged = judgement(&document, 0);
        assert_eq!((judged.verdict, judged.small_steps, judged.exact), (Verdict::Stable, small, true));
        let engine = run(&document);
        assert!(engine.curve(3, 0).mean.last().unwrap() < &1e-26, "{topology}");
        // Nothing says that it diverges.
        let said = warnings(engine.experiment());
        assert!(said.iter().all(|warning| warning.severity != Severity::Error), "{said:?}");
        assert_eq!(said.len(), usize::from(small == Verdict::Unstable));
    }
}

#[test]
fn networks_in_parts_have_no_theory() {
    let two = json!({"kind": "explicit", "agents": 4, "edges": [[0, 1], [2, 3]]});
    let document = document(&two, &parabolas(&[1.0; 4]), 0.3, &json!([{"kind": "exactDiffusion", "laziness": 0.5}]));
    let analysis = Analysis::of(&experiment(&document), 0, 0.0);
    assert_eq!((analysis.spectral_radius, analysis.gamma, analysis.bound), (None, None, None));
    assert!(analysis.findings.iter().any(|finding| finding.fact == Fact::Disconnected));
    assert!(analysis.findings.iter().all(|finding| finding.severity != Severity::Error), "{:?}", analysis.findings);
}

#[test]
fn an_eigenvalue_of_minus_one_of_all_agents_together_is_no_settling() {
    // With the Hessians 5/4 and 1/2 and W = [[½, ½], [½, ½]], W - H has the eigenvalues -1 and ¼; with their mean it is stable.
    let document = json!({
        "version": 1, "seed": "1", "iterations": 101,
        "network": {"topology": {"kind": "path", "agents": 2}, "weights": {"rule": "metropolis"}},
        "problem": parabolas(&[1.25, 0.5]), "stepSize": {"kind": "constant", "value": 1},
        "methods": [
            {"kind": "dsgd", "variant": "combineThenAdapt"},
            {"kind": "dsgd", "variant": "combineThenAdapt", "stepSize": {"kind": "constant", "value": 0.999}},
            {"kind": "dsgd", "variant": "combineThenAdapt", "stepSize": {"kind": "constant", "value": 1e-10}},
        ],
    });
    let experiment = experiment(&document);
    let verdicts = [0, 1, 2].map(|method| judge(&experiment, method).unwrap().verdict);
    assert_eq!(verdicts, [Verdict::Marginal, Verdict::Stable, Verdict::Stable]);
    // Where rounding hides on which side of 1 the radius is, it is the mean's, 1 - α·7/8.
    let slow = judge(&experiment, 2).unwrap().radius;
    assert!((1.0 - slow - 0.875e-10).abs() < 1e-15, "{slow}");
}

#[test]
fn agents_that_are_alone_are_judged_where_their_curvature_is_known() {
    let document = |problem| {
        experiment(&json!({
            "version": 1, "seed": "1", "iterations": 9, "problem": problem, "stepSize": {"kind": "constant", "value": 0.1}, "methods": [{"kind": "local"}],
            "network": {"topology": {"kind": "path", "agents": 2}, "weights": {"rule": "metropolis"}},
        }))
    };
    let judged = |kind: &str| judge(&document(json!({"kind": kind, "dimension": 2, "samplesPerAgent": 9})), 0);
    assert!(judged("leastSquares").is_some() && judged("logistic").is_none());
}
