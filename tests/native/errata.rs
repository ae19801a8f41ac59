//! What docs/errata.md says of the paper's experiments.

use crate::common::{experiment, network, preset, run, with};
use serde_json::{Value, json};

#[test]
fn the_slopes_of_the_pl_problem_sum_to_those_of_f_and_have_no_common_bound() {
    for agents in [1, 2, 5, 32] {
        let document = with(
            &preset("figure-4-dense"),
            &json!({"network": {"topology": {"kind": "complete", "agents": agents}, "weights": {"rule": "metropolis"}}}),
        );
        let experiment = experiment(&document);
        let problem = experiment.problem();
        for x in [-4.0, 0.5, 3.0_f64] {
            let (mut value, expected) = ([0.0], x * x + 3.0 * x.sin() * x.sin());
            problem.mean_value(1, &[x], &mut value);
            assert!((value[0] - expected).abs() < 1e-12);
        }
        assert!(agents == 1 || problem.smoothness(20.0).unwrap() > 2.0 * problem.smoothness(5.0).unwrap());
    }
}

#[test]
fn even_rings_end_at_minus_a_third_and_the_grid_below_where_exact_diffusion_diverges() {
    let grid = network(&json!({"kind": "grid", "rows": 6, "columns": 6}));
    assert_eq!(format!("{:.3}", grid.spectrum().smallest()), "-0.518");
    for agents in [4, 32, 36] {
        let ring = network(&json!({"kind": "ring", "agents": agents}));
        assert!((ring.spectrum().smallest() + 1.0 / 3.0).abs() < 1e-12);
    }
    let engine = run(&with(&preset("blow-up"), &json!({"gradient": {"noise": "none"}})));
    let names = engine.experiment().methods.iter().map(|method| method.name.as_str());
    let ended: Vec<_> = names.enumerate().filter(|(m, _)| engine.diverged_at(*m, 0).is_some()).collect();
    assert_eq!(ended, [(1, "Exact-Diffusion")]);
}

#[test]
fn the_printed_stairs_stay_below_a_total_of_two() {
    let experiment = experiment(&with(&preset("figure-2-right"), &json!({"problem": {"kind": "pl"}})));
    let total = |iterations: u64| (0..iterations).map(|k| experiment.step_size.at(k)).sum::<f64>();
    assert!((total(1_000) - 2.0).abs() < 0.01 && total(100_000) < 2.0);
}

#[test]
fn a_ring_of_32_fits_the_captions_and_a_grid_of_32_does_not() {
    let rate = |topology: Value| format!("{:.2}", network(&topology).spectrum().mixing_rate());
    assert_eq!(rate(json!({"kind": "ring", "agents": 32})), "0.99");
    assert_eq!(rate(json!({"kind": "grid", "rows": 4, "columns": 8})), "0.97");
    assert_eq!(rate(json!({"kind": "grid", "rows": 6, "columns": 6})), "0.94");
}

/// How the curves of a metric end, by the methods of Figure 4: the mean over the last ten of 101 points.
fn ends(document: &Value, metric: &str) -> Vec<f64> {
    let engine = run(&with(document, &json!({"record": {"points": 101}, "metrics": [metric]})));
    let end = |method| engine.curve(0, method).mean.iter().rev().take(10).sum::<f64>() / 10.0;
    (0..engine.methods().len()).map(end).collect()
}

/// The ends of all methods but centralised SGD, the first, relative to it.
fn relative(document: &Value, metric: &str) -> Vec<f64> {
    let ends = ends(document, metric);
    ends[1..].iter().map(|end| end / ends[0]).collect()
}

#[test]
fn figure_4_as_printed_starts_at_3_and_ours_at_1() {
    for id in ["figure-4-dense", "figure-4-sparse"] {
        let printed = preset(id);
        assert_eq!(printed["start"], json!({"kind": "value", "value": [3]}));
        let from_one = with(&printed, &json!({"start": {"kind": "value", "value": [1]}}));
        assert_eq!(preset(&format!("{id}-ours")), from_one);
    }
}

#[test]
fn from_3_the_agents_of_dsgd_hold_one_another_far_from_the_minimum() {
    let document = preset("figure-4-sparse");
    assert_eq!(format!("{:.1}", ends(&document, "optimalityGap")[1]), "6.8");
    let engine = run(&document);
    for trial in 0..10 {
        let iterates = engine.iterates(1, trial).unwrap();
        assert!(iterates.iter().all(|x| (1.35..2.95).contains(x)), "{iterates:?}");
    }
}

#[test]
fn from_1_the_claim_of_figure_4_does_not_hang_on_the_draw_of_the_graph_or_the_noise() {
    let ours = preset("figure-4-sparse-ours");
    let drawn = |seed: u32| {
        let topology = with(&ours["network"]["topology"], &json!({"seed": seed.to_string()}));
        let rate = network(&topology).spectrum().mixing_rate();
        ((rate - 0.87).abs() < 0.005)
            .then(|| with(&ours, &json!({"network": with(&ours["network"], &json!({"topology": topology}))})))
    };
    let graphs: Vec<_> = (1..=400).filter_map(drawn).collect();
    assert_eq!(graphs.len(), 8);
    let noises = ["1", "2", "3"].map(|seed| with(&ours, &json!({"seed": seed})));
    let mut dsgd = Vec::new();
    for document in graphs.iter().chain(&noises) {
        let relative = relative(document, "optimalityGap");
        assert!(relative[1..].iter().all(|ratio| (ratio - 1.0).abs() < 0.002), "{relative:?}");
        dsgd.push(relative[0]);
    }
    let (least, most) =
        dsgd.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), &ratio| (least.min(ratio), most.max(ratio)));
    assert_eq!(format!("{least:.1} to {most:.0}"), "3.8 to 611");
}

#[test]
fn the_mean_over_the_agents_holds_the_noise_of_each() {
    let relative = relative(&preset("figure-4-sparse-ours"), "meanOptimalityGap");
    let shown: Vec<_> = relative.iter().map(|ratio| format!("{ratio:.1}")).collect();
    assert_eq!(shown[1..], ["5.3", "9.0", "1.6"]);
    assert_eq!(format!("{:.0}", relative[0] / 1000.0), "22");
}
