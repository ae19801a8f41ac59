//! Eigenvalues of combination matrices: closed forms, invariants, the paper's figures, and pinned seeds.

use std::f64::consts::PI;

use suda::analysis::warnings::mixing;
use suda::combination::CombinationMatrix;
use suda::graph::Graph;
use suda::spectrum::{DENSE_LIMIT, Spectrum};
use suda::topology::Topology;
use suda::weights::WeightRule;

use crate::common::dense;

fn matrix(topology: &Topology, rule: &WeightRule) -> CombinationMatrix {
    rule.matrix(&topology.graph(0, "").unwrap(), "").unwrap()
}

fn metropolis(topology: &Topology) -> Spectrum {
    Spectrum::of(&matrix(topology, &WeightRule::Metropolis))
}

/// The computed eigenvalues are `expected`, in any order.
fn assert_eigenvalues(spectrum: &Spectrum, expected: impl IntoIterator<Item = f64>, name: &str) {
    let mut expected: Vec<f64> = expected.into_iter().collect();
    expected.sort_by(|a, b| b.total_cmp(a));
    let eigenvalues = spectrum.eigenvalues().unwrap();
    assert_eq!(eigenvalues.len(), expected.len(), "{name}");
    for (value, expected) in eigenvalues.iter().zip(&expected) {
        assert!((value - expected).abs() < 1e-13, "{name}: {value} for {expected}");
    }
    if let [_, second, ..] = expected[..] {
        assert!((spectrum.second_largest() - second).abs() < 1e-13, "{name}");
    }
    let rate = expected[1..].iter().fold(0.0, |rate: f64, value| rate.max(value.abs()));
    assert!((spectrum.mixing_rate() - rate).abs() < 1e-13, "{name}");
    assert!((spectrum.spectral_gap() - (1.0 - rate)).abs() < 1e-13, "{name}");
    assert!((spectrum.smallest() - expected[expected.len() - 1]).abs() < 1e-13, "{name}");
}

/// cos(2 π k/n).
fn cosine(k: usize, n: usize) -> f64 {
    (2.0 * PI * k as f64 / n as f64).cos()
}

/// The k-th eigenvalue of the Laplacian of a path of n.
fn path_laplacian(k: usize, n: usize) -> f64 {
    2.0 - 2.0 * (PI * k as f64 / n as f64).cos()
}

#[test]
fn rings_paths_and_complete_graphs_have_their_closed_forms() {
    for agents in [3, 4, 5, 32, 97, 300] {
        let ring = (0..agents).map(|k| (1.0 + 2.0 * cosine(k, agents)) / 3.0);
        assert_eigenvalues(&metropolis(&Topology::Ring { agents }), ring, "ring");
        let path = (0..agents).map(|k| 1.0 - path_laplacian(k, agents) / 3.0);
        assert_eigenvalues(&metropolis(&Topology::Path { agents }), path, "path");
    }
    for agents in [1, 2, 3, 64] {
        let complete = (0..agents).map(|k| if k == 0 { 1.0 } else { 0.0 });
        assert_eigenvalues(&metropolis(&Topology::Complete { agents }), complete, "complete");
    }
}

#[test]
fn stars_grids_tori_hypercubes_and_exponential_graphs_have_their_closed_forms() {
    for agents in [3, 10, 60] {
        let n = agents as f64;
        let star = (0..agents).map(|k| {
            if k == 0 {
                1.0
            } else if k == 1 {
                0.0
            } else {
                1.0 - 1.0 / n
            }
        });
        assert_eigenvalues(&metropolis(&Topology::Star { agents }), star, "star");
    }
    for (rows, columns) in [(3, 3), (4, 8), (9, 5)] {
        let pairs = || (0..rows).flat_map(move |r| (0..columns).map(move |c| (r, c)));
        let torus = pairs().map(|(r, c)| (1.0 + 2.0 * cosine(r, rows) + 2.0 * cosine(c, columns)) / 5.0);
        assert_eigenvalues(&metropolis(&Topology::Torus { rows, columns }), torus, "torus");
        let grid = pairs().map(|(r, c)| 1.0 - (path_laplacian(r, rows) + path_laplacian(c, columns)) / 5.0);
        let matrix = matrix(&Topology::Grid { rows, columns }, &WeightRule::MaxDegree);
        // A 3 × 3 grid has an agent of degree 4, as the larger ones.
        assert_eigenvalues(&Spectrum::of(&matrix), grid, "grid");
    }
    for dimension in [1, 3, 6] {
        let hypercube = (0_usize..1 << dimension)
            .map(|k| (1.0 + dimension as f64 - 2.0 * f64::from(k.count_ones())) / (1.0 + dimension as f64));
        assert_eigenvalues(&metropolis(&Topology::Hypercube { dimension }), hypercube, "hypercube");
    }
    for (agents, offsets) in [(7, vec![1, 2, 3]), (8, vec![1, 2, 4]), (20, vec![1, 2, 4, 8])] {
        // The links to i + 4 and i - 4 are the same modulo 8.
        let (mut links, mut degree) = (vec![0.0; agents], 0.0);
        for offset in offsets {
            let weight = if 2 * offset == agents { 1.0 } else { 2.0 };
            degree += weight;
            (0..agents).for_each(|k| links[k] += weight * cosine(k * offset, agents));
        }
        let exponential = links.into_iter().map(|sum| (1.0 + sum) / (1.0 + degree));
        assert_eigenvalues(&metropolis(&Topology::Exponential { agents }), exponential, "exponential");
    }
}

#[test]
fn eigenvalues_have_the_trace_and_the_frobenius_norm() {
    for seed in 0..20_u32 {
        let topology =
            Topology::BarabasiAlbert { agents: 30 + 5 * seed as usize, attachments: 2, seed: Some(seed.into()) };
        let matrix = matrix(&topology, &WeightRule::Metropolis).lazy(0.1);
        let spectrum = Spectrum::of(&matrix);
        let sum_of_powers = |p: i32| spectrum.eigenvalues().unwrap().iter().map(|value| value.powi(p)).sum::<f64>();
        assert!((sum_of_powers(1) - dense(&matrix).trace()).abs() < 1e-12);
        assert!((sum_of_powers(2) - dense(&matrix).norm_squared()).abs() < 1e-12);
        assert!((sum_of_powers(3) - dense(&matrix).pow(3).trace()).abs() < 1e-12);
    }
}

#[test]
fn laziness_maps_the_eigenvalues() {
    for agents in [1, 2, 9, DENSE_LIMIT + 1] {
        let matrix = matrix(&Topology::Star { agents }, &WeightRule::Metropolis);
        let (mapped, computed) = (Spectrum::of(&matrix).lazy(0.3), Spectrum::of(&matrix.lazy(0.3)));
        assert!((mapped.mixing_rate() - computed.mixing_rate()).abs() < 1e-14);
        assert!((mapped.smallest() - computed.smallest()).abs() < 1e-14);
        for (mapped, computed) in mapped.eigenvalues().into_iter().zip(computed.eigenvalues()) {
            assert!(mapped.iter().zip(computed).all(|(a, b)| (a - b).abs() < 1e-14));
        }
    }
}

#[test]
fn the_best_constant_makes_the_extremes_opposite_and_no_other_constant_is_better() {
    for topology in [
        Topology::Grid { rows: 3, columns: 4 },
        Topology::BinaryTree { agents: 12 },
        Topology::BinaryTree { agents: DENSE_LIMIT + 100 },
    ] {
        let best = matrix(&topology, &WeightRule::BestConstant);
        let spectrum = Spectrum::of(&best);
        assert!((spectrum.second_largest() + spectrum.smallest()).abs() < 1e-9, "{topology:?}");
        let epsilon = best.row(0).nth(1).unwrap().1;
        for factor in [0.9, 0.99, 1.01, 1.1] {
            let other = Spectrum::of(&matrix(&topology, &WeightRule::Laplacian { epsilon: factor * epsilon }));
            assert!(other.mixing_rate() > spectrum.mixing_rate(), "{topology:?}");
        }
    }
}

#[test]
fn large_networks_reach_their_closed_forms() {
    let close = |value: f64, expected: f64| (value - expected).abs() < 1e-12;
    let ring = metropolis(&Topology::Ring { agents: 2000 });
    assert_eq!(ring.eigenvalues(), None);
    assert!(ring.residual() < 1e-8);
    assert!(close(ring.second_largest(), (1.0 + 2.0 * cosine(1, 2000)) / 3.0));
    assert!(close(ring.smallest(), -1.0 / 3.0));
    let torus = metropolis(&Topology::Torus { rows: 40, columns: 25 });
    assert!(close(torus.second_largest(), (3.0 + 2.0 * cosine(1, 40)) / 5.0));
    assert!(close(torus.smallest(), (-1.0 + 2.0 * cosine(12, 25)) / 5.0));
    let hypercube = metropolis(&Topology::Hypercube { dimension: 12 });
    assert!(close(hypercube.second_largest(), 11.0 / 13.0));
    assert!(close(hypercube.smallest(), -11.0 / 13.0));
    assert!(close(metropolis(&Topology::Complete { agents: 700 }).mixing_rate(), 0.0));
    assert!(close(metropolis(&Topology::Star { agents: 5000 }).spectral_gap(), 1.0 / 5000.0));
}

/// The gap of this ring is 1.3e-9, far below what the bounded iteration resolves.
#[test]
fn what_is_not_reached_is_a_bound_and_said() {
    let spectrum = metropolis(&Topology::Ring { agents: 100_000 });
    let truth = (1.0 + 2.0 * cosine(1, 100_000)) / 3.0;
    assert!(spectrum.second_largest() <= truth && spectrum.smallest() >= -1.0 / 3.0 - 1e-14);
    assert!(truth - spectrum.second_largest() < spectrum.residual());
    assert!(mixing(&spectrum)[0].sentence("").starts_with("the mixing rate is only known to be λ ≥ 0.99999"));
}

/// The captions of Figures 1 to 4, and the smallest eigenvalues that decide whether ED and EXTRA are stable.
#[test]
fn the_networks_of_the_papers_figures_have_the_printed_eigenvalues() {
    let printed = |value: f64, digits: usize| format!("{value:.digits$}");
    let grid = metropolis(&Topology::Grid { rows: 6, columns: 6 });
    assert_eq!(printed(grid.mixing_rate(), 5), "0.94209");
    assert_eq!(printed(grid.smallest(), 3), "-0.518");
    let ring = metropolis(&Topology::Ring { agents: 36 });
    assert_eq!(printed(ring.mixing_rate(), 5), "0.98987");
    assert_eq!(printed(ring.lazy(0.9).mixing_rate(), 5), "0.99899");
    assert_eq!(printed(metropolis(&Topology::Grid { rows: 4, columns: 8 }).smallest(), 5), "-0.49578");
    for agents in [4, 32, 36, 50] {
        assert!((metropolis(&Topology::Ring { agents }).smallest() + 1.0 / 3.0).abs() < 1e-14);
    }
    for (agents, probability, seed, rate) in [(36, 0.8, 87, "0.32"), (32, 0.8, 55, "0.28"), (32, 0.2, 85, "0.87")] {
        let random = metropolis(&Topology::ErdosRenyi { agents, probability, seed: Some(seed) });
        assert_eq!(printed(random.mixing_rate(), 2), rate);
    }
}

/// A document must mean the same network for ever and on every platform.
#[test]
fn networks_are_pinned() {
    let edges = |topology: Topology| topology.graph(0, "").unwrap().edges().collect::<Vec<_>>();
    let seed = Some(1);
    let erdos_renyi = edges(Topology::ErdosRenyi { agents: 8, probability: 0.3, seed });
    assert_eq!(erdos_renyi, [(0, 2), (0, 3), (1, 3), (1, 5), (2, 5), (3, 5), (3, 6), (3, 7), (4, 5), (4, 7)]);
    let geometric = Topology::RandomGeometric { agents: 8, radius: 0.4, seed };
    assert_eq!(geometric.positions(0, "").unwrap().unwrap()[0], [0.281_575_138_069_235_4, 0.552_264_760_630_088]);
    assert_eq!(edges(geometric), [(0, 2), (0, 7), (1, 2), (3, 5), (3, 6), (4, 5), (5, 6), (6, 7)]);
    let small_world = edges(Topology::WattsStrogatz { agents: 8, neighbors: 2, rewiring: 0.5, seed });
    assert_eq!(small_world, [(0, 2), (0, 3), (0, 7), (1, 7), (3, 5), (4, 5), (5, 7), (6, 7)]);
    let scale_free = edges(Topology::BarabasiAlbert { agents: 8, attachments: 2, seed });
    let expected = [(0, 1), (0, 2), (0, 3), (0, 5), (1, 3), (1, 4), (1, 5), (1, 7), (3, 4), (4, 6), (5, 6), (5, 7)];
    assert_eq!(scale_free, expected);
    for (agents, probability, seed, bits) in [
        (36, 0.8, 87, [0x3fd4_6c20_c3ff_9dfe_u64, 0xbfb4_625f_cf96_e8d4]),
        (600, 0.02, 3, [0x3fea_9704_9ef5_ec10, 0xbfd3_0044_10ff_01de]),
    ] {
        let spectrum = metropolis(&Topology::ErdosRenyi { agents, probability, seed: Some(seed) });
        assert_eq!([spectrum.mixing_rate(), spectrum.smallest()].map(f64::to_bits), bits);
    }
}

#[test]
fn a_random_topology_uses_its_own_seed_or_else_the_experiments() {
    let graph = |own, seed| -> Graph {
        Topology::ErdosRenyi { agents: 30, probability: 0.3, seed: own }.graph(seed, "").unwrap()
    };
    assert_eq!(graph(None, 5), graph(Some(5), 1));
    assert_ne!(graph(None, 5), graph(None, 6));
}
