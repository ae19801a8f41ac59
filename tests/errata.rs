//! What docs/errata.md says of the paper's experiments.

mod common;

use common::{start, with};
use serde_json::{Value, json};
use suda::experiment::{Experiment, Network};
use suda::presets::presets;

fn preset(id: &str) -> Value {
    presets().into_iter().find(|preset| preset.id == id).unwrap().document
}

fn network(topology: &Value) -> Network {
    Network::from_value(&json!({"topology": topology, "weights": {"rule": "metropolis"}}), 1).unwrap()
}

#[test]
fn the_slopes_of_the_pl_problem_sum_to_those_of_f_and_have_no_common_bound() {
    for agents in [1, 2, 5, 32] {
        let document = with(
            &preset("figure-4-dense"),
            &json!({"network": {"topology": {"kind": "complete", "agents": agents}, "weights": {"rule": "metropolis"}}}),
        );
        let problem = Experiment::from_value(&document).unwrap().problem;
        for x in [-4.0, 0.5, 3.0_f64] {
            let (mut value, expected) = ([0.0], x * x + 3.0 * x.sin() * x.sin());
            problem.mean_value(1, &[x], &mut value);
            assert!((value[0] - expected).abs() < 1e-12);
        }
        assert!(agents == 1 || problem.smoothness(20.0) > 2.0 * problem.smoothness(5.0));
    }
}

#[test]
fn least_eigenvalues_of_the_grid_and_of_even_rings() {
    let grid = network(&json!({"kind": "grid", "rows": 6, "columns": 6}));
    assert_eq!(format!("{:.3}", grid.spectrum().smallest()), "-0.518");
    for agents in [4, 32, 36] {
        let ring = network(&json!({"kind": "ring", "agents": agents}));
        assert!((ring.spectrum().smallest() + 1.0 / 3.0).abs() < 1e-12);
    }
    let mut engine = start(&with(&preset("blow-up"), &json!({"gradient": {"noise": "none"}})));
    engine.advance(u64::MAX);
    let names = engine.experiment().methods.iter().map(|method| method.name.as_str());
    let ended: Vec<_> = names.enumerate().filter(|(m, _)| engine.diverged_at(*m, 0).is_some()).collect();
    assert_eq!(ended, [(2, "Exact-Diffusion")]);
}

#[test]
fn the_printed_stairs_stay_below_a_total_of_two() {
    let experiment =
        Experiment::from_value(&with(&preset("figure-2-right"), &json!({"problem": {"kind": "pl"}}))).unwrap();
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
