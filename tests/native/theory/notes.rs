//! The numbers of docs/theory.md: computed here, and looked up in its text.
//! `cargo test --test native theory::notes -- --nocapture` prints them.

use nalgebra::DMatrix;
use serde_json::json;
use suda::analysis::Analysis;
use suda::network::Network;
use suda::polynomial::Polynomial;
use suda::theory::bounds::{binding, theorem1_step_limits, theorem2_step_limits};
use suda::theory::corollaries::Corollary;
use suda::theory::heterogeneity::zeta0_squared;
use suda::theory::{NetworkConstants, SudaForm, TrackingVariant, Transition};

use super::noted;
use crate::common::{experiment, preset};

fn eigenvalues(topology: &serde_json::Value, laziness: f64) -> Vec<f64> {
    let network = json!({"topology": topology, "weights": {"rule": "metropolis"}, "laziness": laziness});
    Network::from_value(&network, 1).unwrap().spectrum().eigenvalues().unwrap()[1..].to_vec()
}

fn atc() -> SudaForm {
    SudaForm::gradient_tracking(TrackingVariant::Atc, 0.0)
}

#[test]
fn the_notes_have_the_constants_of_networks() {
    let ring = json!({"kind": "ring", "agents": 32});
    let grid = json!({"kind": "grid", "rows": 6, "columns": 6});
    for (name, topology) in [("ring of 32", &ring), ("6 × 6 grid", &grid)] {
        let spectrum = eigenvalues(topology, 0.5);
        for (method, form) in
            [("Exact-Diffusion", SudaForm::exact_diffusion()), ("EXTRA", SudaForm::extra()), ("ATC-GT", atc())]
        {
            let transition = Transition::new(&form, &spectrum);
            let row = |c: NetworkConstants| {
                format!("{:.4} | {:.3} | {:.3} | {:.4} | {:.4}", c.gamma, c.v1, c.v2, c.lambda_a, c.lambda_b)
            };
            noted(&format!("| {name} | {method} | computed | {} |", row(transition.constants().unwrap())));
            noted(&format!("| {name} | {method} | bound | {} |", row(transition.paper_bounds().unwrap())));
        }
    }
    let plain = eigenvalues(&grid, 0.0);
    let radius = Transition::new(&SudaForm::exact_diffusion(), &plain).spectral_radius();
    noted(&format!(
        "λ_min = {:.4}, where Exact-Diffusion's G has the spectral radius {radius:.4}",
        plain[plain.len() - 1]
    ));
    assert!(Transition::new(&atc(), &plain).is_stable());
}

#[test]
fn the_notes_have_the_limits_at_the_settings_of_figure_2() {
    let experiment = experiment(&preset("figure-2-left"));
    let mut shared = true;
    for (index, method) in experiment.methods.iter().enumerate() {
        let analysis = Analysis::of(&experiment, index, 0.0);
        let Some(limits) = analysis.step_size_limits else { continue };
        if std::mem::take(&mut shared) {
            noted(&format!(
                "L = {:.3}, f(x⁰) - f* = {:.3}, σ² = {:.3} and ς₀² = {:.4}",
                analysis.smoothness.unwrap(),
                analysis.initial_gap.unwrap(),
                analysis.noise_variance.unwrap(),
                analysis.varsigma0_squared
            ));
        }
        let (binds, limit) = binding(&limits.theorem1).unwrap();
        let [first, second, third] = limits.theorem1;
        let name = method.name.split(',').next().unwrap();
        noted(&format!(
            "| {name} | {first:.3} | {second:.2e} | {third:.2e} | {} | {limit:.2e} |",
            ["first", "second", "third"][binds]
        ));
        let bound = analysis.bound.unwrap();
        noted(&format!(
            "| {name} | {:.2e} | {:.2e} | {:.2e} | {:.2e} | {:.2e} | {} |",
            bound.initial,
            bound.noise,
            bound.heterogeneity,
            bound.network,
            bound.network_higher_order,
            if analysis.bound_holds { "yes" } else { "no" }
        ));
    }
}

#[test]
fn the_notes_say_how_far_the_corollaries_are_from_the_theorems() {
    let corollary = |lambda: f64, smallest: f64| {
        let transition = Transition::new(&SudaForm::exact_diffusion(), &[lambda, smallest]);
        (Corollary::new(transition.family().unwrap(), &transition.paper_bounds().unwrap()), transition)
    };
    // Corollary 1: how far the printed K falls short of the K that Theorem 1 needs, over all λ and
    // all least eigenvalues, with the closed-form bounds.
    let (mut worst, mut at, mut range) = (1.0_f64, [0.0; 2], [1.0_f64, 0.0]);
    for i in 1..2000 {
        for j in 1..=40 {
            let lambda = f64::from(i) / 2000.0;
            let smallest = lambda * f64::from(j) / 40.0;
            let (corollary, transition) = corollary(lambda, smallest);
            let largest = |values: [f64; 3]| values.into_iter().fold(0.0, f64::max);
            let printed = largest(corollary.nonconvex_iterations(1.0, 1));
            let limits = theorem1_step_limits(1.0, &transition.paper_bounds().unwrap());
            let short = largest(limits.map(|limit| 1.0 / (limit * limit))) / printed;
            if short > 1.0 + 1e-9 {
                range = [range[0].min(lambda), range[1].max(lambda)];
            }
            if short > worst {
                (worst, at) = (short, [lambda, smallest]);
            }
        }
    }
    noted(&format!("for λ between {:.3} and {:.3}, by at most {:.0} %", range[0], range[1], (worst - 1.0) * 100.0));
    assert!(at[1] > 0.0);

    // Corollary 3 at λ = 0.9, λ_min = 0.5, L = 1, μ = 0.1.
    let (corollary3, transition) = corollary(0.9, 0.5);
    let printed = corollary3.pl_step_limits(1.0, 0.1)[3];
    let implied = theorem2_step_limits(1.0, 0.1, &transition.paper_bounds().unwrap())[3];
    let exact = theorem2_step_limits(1.0, 0.1, &transition.constants().unwrap())[3];
    noted(&format!("{printed:.4} as printed, {implied:.4} with 64, and {exact:.4} with the computed v₁ and v₂"));
    noted(&format!("{:.1} for the printed 72", 8.0 * 27.0_f64.sqrt()));
}

#[test]
fn the_notes_have_the_heterogeneity_as_printed_and_as_misread() {
    // The ring of four with Metropolis weights and the gradients of checks.rs.
    let w = DMatrix::from_fn(4, 4, |i, j| if (i + 2) % 4 == j { 0.0 } else { 1.0 / 3.0 });
    let gradients = [1.0, -2.0, 0.5, 4.0, -3.0, 0.0, 2.0, 2.0];
    let zeta = |matrix: &DMatrix<f64>| {
        zeta0_squared(&Polynomial::w(), &gradients, 2, |v, out| {
            out.copy_from_slice((matrix * DMatrix::from_row_slice(4, 2, v)).transpose().as_slice());
        })
    };
    let exact = zeta(&(&w * &w));
    noted(&format!("ζ₀² = {exact:.4}; with the squares of W's entries it would be {:.4}", zeta(&w.map(|w| w * w))));
    noted(&format!("with 1/n it would be {:.4}", exact / 4.0));
}
