//! Mistakes that software of this field has made in public, each with the truth of the matter.

#![allow(clippy::needless_pass_by_value, reason = "documents are made where they are used")]

use crate::common::{dense, distance, greatest, refusal, start, with};
use serde_json::{Value, json};
use suda::analysis::warnings::{of_network, warnings};
use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::network::Network;

fn document(topology: Value, problem: Value, step: f64, methods: Value) -> Value {
    json!({
        "version": 1, "iterations": 1000, "record": {"points": 101}, "seed": "3",
        "network": {"topology": topology, "weights": {"rule": "metropolis"}},
        "problem": problem, "stepSize": {"kind": "constant", "value": step}, "methods": methods,
    })
}

fn ring(agents: usize) -> Value {
    json!({"kind": "ring", "agents": agents})
}

fn logistic(heterogeneity: f64) -> Value {
    json!({
        "kind": "logistic", "dimension": 5, "samplesPerAgent": 50,
        "regularization": 0.01, "heterogeneity": heterogeneity,
    })
}

/// One of each kind of method, on the network's W.
fn every_method() -> Value {
    json!([
        {"kind": "psgd"},
        {"kind": "dsgd"},
        {"kind": "dsgd", "variant": "combineThenAdapt"},
        {"kind": "exactDiffusion"},
        {"kind": "extra"},
        {"kind": "gradientTracking"},
        {"kind": "gradientTracking", "variant": "nonAtc"},
        {"kind": "gradientTracking", "variant": "semiAtcIterate"},
        {"kind": "gradientTracking", "variant": "semiAtcTracker", "trackerLaziness": 0.5},
        {"kind": "suda", "a": [0, 1], "bSquared": [1, -1], "c": [1]},
        {"kind": "uda", "a": [0, 0, 1], "bSquared": [1, -2, 1], "c": [1]},
        {"kind": "abc", "a": [0.5, 0.5], "b": [1], "c": [0.5, -0.5]},
        {"kind": "canonical", "zeta0": 1, "zeta1": 2, "zeta2": 0, "zeta3": 0.5},
        {"kind": "dlm", "penalty": 0.4},
    ])
}

fn run(document: &Value) -> Engine {
    let mut engine = start(document);
    engine.advance(u64::MAX);
    engine
}

/// The means over trials of a metric of a method, at the recorded iterations.
fn curve(engine: &Engine, method: usize, metric: &str) -> Vec<f64> {
    let place = engine.record().metrics().iter().position(|m| m.name() == metric).unwrap();
    engine.curve(place, method).mean
}

fn last(engine: &Engine, method: usize, metric: &str) -> f64 {
    *curve(engine, method, metric).last().unwrap()
}

/// The mean of a curve over the iterations of a range.
fn mean_over(engine: &Engine, method: usize, metric: &str, range: std::ops::Range<u64>) -> f64 {
    let values = curve(engine, method, metric);
    let chosen = engine.record().iterations().iter().zip(values).filter(|(k, _)| range.contains(k));
    let (count, sum) = chosen.fold((0.0, 0.0), |(count, sum), (_, value)| (count + 1.0, sum + value));
    sum / count
}

fn network(topology: Value) -> Network {
    let value = json!({"topology": topology, "weights": {"rule": "metropolis"}});
    Network::from_value(&value, 1).unwrap()
}

#[test]
fn exact_diffusion_and_extra_diverge_on_a_mesh_and_say_so_before() {
    let methods = json!([
        {"kind": "exactDiffusion"}, {"kind": "extra"}, {"kind": "dsgd"}, {"kind": "gradientTracking"},
        {"kind": "exactDiffusion", "laziness": 0.5}, {"kind": "extra", "laziness": 0.5},
    ]);
    let grid = json!({"kind": "grid", "rows": 4, "columns": 8});
    let engine = run(&with(&document(grid, logistic(1.0), 0.3, methods), &json!({"iterations": 3000})));
    let smallest = engine.experiment().network.spectrum().smallest();
    assert!((smallest + 0.495_78).abs() < 5e-6, "{smallest}");

    let warnings = warnings(engine.experiment());
    assert_eq!(warnings.iter().map(|w| &*w.path).collect::<Vec<_>>(), ["methods[0]", "methods[1]"]);
    for (warning, name) in warnings.iter().zip(["exactDiffusion", "extra"]) {
        assert!(warning.text.starts_with(&format!("{name} diverges on this network")), "{warnings:?}");
        assert_eq!(warning.cures[0].text, "take (I+W)/2 (laziness 0.5)");
    }

    for diverging in 0..2 {
        let at = engine.diverged_at(diverging, 0).expect("λ_min < -1/3");
        let values = curve(&engine, diverging, "gradientNorm");
        for (&k, value) in engine.record().iterations().iter().zip(values) {
            assert_eq!(value.is_finite(), k < at, "{k} of {at}: {value}");
        }
    }
    let start = curve(&engine, 2, "gradientNorm")[0];
    for going_on in 2..6 {
        assert_eq!(engine.diverged_at(going_on, 0), None);
        let value = last(&engine, going_on, "gradientNorm");
        assert!(value < if going_on == 2 { 1e-3 * start } else { 1e-16 }, "{going_on}: {value:e}");
    }
}

#[test]
fn extra_corrects_what_dsgd_leaves_when_curvatures_differ() {
    // f_i = (c_i / 2)(x - b_i)², of which the minimiser is Σ c_i b_i / Σ c_i = 102 / 18.
    let (c, b) = ([1.0_f64, 2.0, 5.0, 10.0], [8.0, 2.0, 4.0, 7.0]);
    let features = c.map(|c| [[c.sqrt()]]);
    let targets: Vec<_> = c.iter().zip(b).map(|(c, b)| [c.sqrt() * b]).collect();
    let problem =
        json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": features, "targets": targets}});
    let methods = json!([
        {"kind": "extra", "laziness": 0.5}, {"kind": "exactDiffusion", "laziness": 0.5},
        {"kind": "gradientTracking"}, {"kind": "dsgd"},
    ]);
    let engine = run(&with(&document(ring(4), problem, 0.05, methods), &json!({"iterations": 3000})));
    assert!((engine.experiment().optimum().unwrap().point[0] - 102.0 / 18.0).abs() < 1e-14);
    for exact in 0..3 {
        assert!(last(&engine, exact, "gradientNorm") < 1e-20);
        assert!(last(&engine, exact, "consensus") < 1e-20);
        assert!(distance(&engine.iterates(exact, 0).unwrap(), &[102.0 / 18.0; 4]) < 1e-10);
    }
    assert!((last(&engine, 3, "gradientNorm") - 0.0865).abs() < 5e-5);
    assert!((last(&engine, 3, "consensus") - 0.0358).abs() < 5e-5);
}

#[test]
fn an_old_gradient_is_kept_not_drawn_again() {
    // Drawn anew, the difference of gradients would have noise that adds up without end.
    let methods = json!([
        {"kind": "extra"}, {"kind": "exactDiffusion"},
        {"kind": "gradientTracking"}, {"kind": "gradientTracking", "variant": "nonAtc"},
    ]);
    let lazy_ring = json!({
        "iterations": 6400, "record": {"every": 10}, "trials": 4,
        "network": {"topology": ring(8), "weights": {"rule": "metropolis"}, "laziness": 0.5},
        "gradient": {"noise": "gaussian", "variance": 1e-4}, "metrics": ["gradientNorm"],
    });
    let engine = run(&with(&document(ring(8), logistic(1.0), 0.3, methods), &lazy_ring));
    for method in 0..4 {
        let floors = [400..800, 1600..3200, 3200..6400].map(|range| mean_over(&engine, method, "gradientNorm", range));
        for floor in floors {
            assert!((0.67..1.5).contains(&(floor / floors[2])), "{method}: {floors:?}");
            assert!(floor > 1e-8 && floor < 1e-4, "{method}: {floors:?}");
        }
    }
}

#[test]
fn labels_of_either_kind_mean_the_same_and_others_are_mapped_or_refused() {
    let text = |minus: &str, plus: &str| {
        let row = |i: u32| {
            let label = if i.is_multiple_of(3) { minus } else { plus };
            format!("{},{},{label}\n", f64::from(i * i % 11) - 5.0, f64::from(i * 7 % 13) - 6.0)
        };
        (0..40).map(row).collect::<String>()
    };
    let problem = |text: String, split: &str| {
        let data = json!({"kind": "csv", "text": text, "standardize": true, "split": {"kind": split}});
        document(ring(5), json!({"kind": "logistic", "regularization": 0.01, "data": data}), 0.1, every_method())
    };
    let signs = run(&problem(text("-1", "1"), "even"));
    let bits = run(&problem(text("0", "1"), "even"));
    for m in 0..14 {
        assert_eq!(signs.iterates(m, 0), bits.iterates(m, 0));
        for metric in ["gradientNorm", "optimalityGap", "meanOptimalityGap", "consensus", "averageGradient"] {
            assert_eq!(curve(&signs, m, metric), curve(&bits, m, metric));
        }
    }
    assert_eq!(warnings(signs.experiment()), []);
    let warnings = warnings(start(&problem(text("bad", "good"), "even")).experiment());
    assert_eq!(warnings[0].path, "problem.data");
    assert!(warnings[0].text.contains("\"bad\" stands for -1 (14 rows), \"good\" for +1 (26 rows)"), "{warnings:?}");
    let three = text("0", "1").replace("0\n", "2\n").replacen("2\n", "0\n", 3);
    assert_eq!(refusal(&problem(three, "even")), "problem.data.text: must have exactly two labels, has 3: 0, 1, 2");

    // Sorted by label, four of the five agents hold one class only.
    let one_class = run(&with(&problem(text("0", "1"), "byLabel"), &json!({"iterations": 20_000})));
    assert!(last(&one_class, 5, "gradientNorm") < 1e-16);
    assert!(last(&one_class, 5, "consensus") < 1e-16);
}

#[test]
fn a_torus_with_a_side_of_two_has_no_double_links() {
    for (rows, columns) in [(2, 2), (2, 4), (5, 2), (1, 6), (2, 1), (1, 1)] {
        let torus = network(json!({"kind": "torus", "rows": rows, "columns": columns}));
        let w = dense(&torus.matrix);
        assert_eq!(w, w.transpose());
        for i in 0..w.nrows() {
            assert!((w.row(i).sum() - 1.0).abs() < 1e-15);
            let mut neighbors = torus.graph.neighbors(i).to_vec();
            neighbors.dedup();
            assert_eq!(neighbors.len(), torus.graph.degree(i));
            assert!(neighbors.iter().all(|&j| j as usize != i));
        }
    }
    let degrees = |torus: &Network| (0..torus.graph.agents()).map(|i| torus.graph.degree(i)).collect::<Vec<_>>();
    assert_eq!(degrees(&network(json!({"kind": "torus", "rows": 2, "columns": 4}))), [3; 8]);
    // 2 × 2: a ring of the agents 0, 1, 3, 2.
    let (torus, ring) = (network(json!({"kind": "torus", "rows": 2, "columns": 2})), network(ring(4)));
    let order = [0, 1, 3, 2];
    let (w, ring) = (dense(&torus.matrix), dense(&ring.matrix));
    for i in 0..4 {
        for j in 0..4 {
            assert_eq!(w[(order[i], order[j])], ring[(i, j)]);
        }
    }
}

#[test]
fn each_part_of_a_network_goes_to_its_own_solution() {
    // A part's solution is that of a network of its agents alone. On f = x²/2 - bx it is the mean of its b.
    let features = vec![[[1.0]]; 8];
    let targets: Vec<_> = (0..8).map(|agent| [f64::from(agent * agent)]).collect();
    let problem =
        json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": features, "targets": targets}});
    let edges = [[0, 1], [1, 2], [2, 3], [3, 4], [5, 6], [6, 7], [7, 5]];
    let two = json!({"kind": "explicit", "agents": 8, "edges": edges});
    let methods = json!([{"kind": "exactDiffusion", "laziness": 0.5}, {"kind": "gradientTracking"}]);
    let engine = run(&with(&document(two, problem, 0.2, methods), &json!({"iterations": 2000})));
    let warnings = warnings(engine.experiment());
    assert_eq!(warnings[0].path, "network");
    assert!(warnings[0].text.contains("two parts, of 5 and 3 agents"), "{warnings:?}");
    for m in 0..2 {
        for (agent, x) in engine.iterates(m, 0).unwrap().into_iter().enumerate() {
            let expected = if agent < 5 { 30.0 / 5.0 } else { 110.0 / 3.0 };
            assert!((x - expected).abs() < 1e-9, "{m}, {agent}: {x}");
        }
    }
}

#[test]
fn the_fastest_matrix_of_a_star_is_taken_by_hand_and_equals_its_laplacian_form() {
    // I - 0.4 L of a star of four: the eigenvalues ±0.6, and -0.2 where the hub meets itself.
    let matrix = [[-0.2, 0.4, 0.4, 0.4], [0.4, 0.6, 0.0, 0.0], [0.4, 0.0, 0.6, 0.0], [0.4, 0.0, 0.0, 0.6]];
    let star = json!({"kind": "star", "agents": 4});
    let of = |weights: Value| {
        // Exact-Diffusion diverges on it: what rounding makes of that is not compared.
        let network = json!({"network": {"topology": star, "weights": weights}, "iterations": 30});
        run(&with(&document(star.clone(), logistic(1.0), 0.1, every_method()), &network))
    };
    let by_hand = of(json!({"rule": "explicit", "matrix": matrix}));
    let rule = of(json!({"rule": "laplacian", "epsilon": 0.4}));
    assert!((by_hand.experiment().network.spectrum().mixing_rate() - 0.6).abs() < 1e-14);
    assert_eq!(
        of_network(&by_hand.experiment().network)[0].sentence(""),
        "W has negative weights, the least -0.2, of agent 0 on itself"
    );
    for m in 0..14 {
        for metric in ["gradientNorm", "optimalityGap", "meanOptimalityGap", "consensus", "averageGradient"] {
            for (a, b) in curve(&by_hand, m, metric).iter().zip(curve(&rule, m, metric)) {
                let equal = (a - b).abs() <= 1e-9 * b.abs() + 1e-14 || !a.is_finite() && !b.is_finite();
                assert!(equal, "{m}, {metric}: {a} and {b}");
            }
        }
    }
}

#[test]
fn a_row_stochastic_matrix_is_refused_by_its_worst_entry() {
    // 1/(deg+1) on a path of four: rows sum to 1, columns do not.
    let third = 1.0 / 3.0;
    let matrix = [[0.5, 0.5, 0.0, 0.0], [third, third, third, 0.0], [0.0, third, third, third], [0.0, 0.0, 0.5, 0.5]];
    let path = json!({"kind": "path", "agents": 4});
    let network = json!({"network": {"topology": path, "weights": {"rule": "explicit", "matrix": matrix}}});
    let message = refusal(&with(&document(ring(4), logistic(1.0), 0.1, every_method()), &network));
    assert!(message.starts_with("network.weights.matrix"), "{message}");
    assert!(message.contains("0.5") && message.contains("0.333"), "{message}");
}

#[test]
fn without_heterogeneity_all_methods_coincide_within_noise() {
    // The samples differ, but they come from one model; what tells methods apart is the bias
    // that unequal costs leave in DSGD.
    let methods = json!([
        {"kind": "psgd"}, {"kind": "dsgd"}, {"kind": "exactDiffusion", "laziness": 0.5},
        {"kind": "extra", "laziness": 0.5}, {"kind": "gradientTracking"},
    ]);
    let floors = |heterogeneity: f64| {
        let problem = json!({
            "kind": "logistic", "dimension": 5, "samplesPerAgent": 500,
            "regularization": 0.001, "heterogeneity": heterogeneity,
        });
        let noisy = json!({
            "iterations": 400, "trials": 4, "metrics": ["gradientNorm"],
            "gradient": {"noise": "gaussian", "variance": 1e-3},
        });
        let engine = run(&with(&document(ring(8), problem, 0.5, methods.clone()), &noisy));
        [0, 1, 2, 3, 4].map(|method| mean_over(&engine, method, "gradientNorm", 200..401))
    };
    let (equal, unequal) = (floors(0.0), floors(4.0));
    for method in 1..5 {
        assert!((0.95..1.05).contains(&(equal[method] / equal[0])), "{equal:?}");
    }
    assert!(unequal[1] > 1.2 * unequal[0], "{unequal:?}");
}

#[test]
fn large_margins_neither_overflow_nor_lose_the_gradient() {
    // Features of the order of 1000: margins beyond 700, where exp overflows.
    let value = |i: usize| 1000.0 * ((i * 37 % 41) as f64 / 10.0 - 2.0);
    let features: Vec<Vec<Vec<f64>>> =
        (0..4).map(|a| (0..6).map(|s| (0..3).map(|j| value(a * 18 + s * 3 + j)).collect()).collect()).collect();
    let labels = [[1, -1, 1, 1, -1, -1], [1; 6], [-1; 6], [-1, 1, -1, 1, -1, 1]];
    let data = json!({"kind": "explicit", "features": features, "labels": labels});
    let problem = json!({"kind": "logistic", "regularization": 0.01, "data": data});
    let base = document(ring(4), problem, 1e-7, every_method());
    for step in [1e-7, 1.0] {
        let engine = run(&with(&base, &json!({"stepSize": {"kind": "constant", "value": step}, "iterations": 200})));
        assert!(engine.experiment().optimum().unwrap().value.is_finite());
        for m in 0..14 {
            let end = engine.diverged_at(m, 0).unwrap_or(u64::MAX);
            for metric in ["gradientNorm", "optimalityGap", "meanOptimalityGap", "consensus", "averageGradient"] {
                for (&k, value) in engine.record().iterations().iter().zip(curve(&engine, m, metric)) {
                    assert!(value.is_finite() || k >= end, "{m}, {metric} at {k}: {value}");
                }
            }
            assert!(step > 1e-6 || engine.diverged_at(m, 0).is_none());
        }
        // Standing at 0 the gradient is (1/2m) Σ y h; large margins bring it down, not to zero.
        let norms = curve(&engine, 0, "gradientNorm");
        assert!(norms.iter().all(|&norm| norm > 0.0));
    }
}

#[test]
fn the_tracker_starts_at_the_first_gradient() {
    // From x^0 = 0 a tracker that starts at 0 follows the mean gradient less its first value,
    // so that no stationary point of f is a fixed point.
    let methods: Vec<Value> = ["atc", "nonAtc", "semiAtcIterate", "semiAtcTracker"]
        .map(|variant| json!({"kind": "gradientTracking", "variant": variant, "trackerLaziness": 0.2}))
        .into();
    let mut engine = start(&with(
        &document(ring(8), logistic(1.0), 0.2, methods.into()),
        &json!({"iterations": 6000, "start": {"kind": "zeros"}}),
    ));
    let problem = engine.experiment().problem();
    let gradients: Vec<f64> = (0..8)
        .flat_map(|agent| {
            let mut gradient = vec![0.0; 5];
            problem.gradient(agent, 1, &[0.0; 5], &mut gradient);
            gradient
        })
        .collect();
    let w = &engine.experiment().network.matrix.clone();
    let mix = |x: &[f64], theta: f64| {
        let mut mixed = vec![0.0; x.len()];
        w.mix(5, x, &mut mixed);
        mixed.iter().zip(x).map(|(mixed, x)| (1.0 - theta) * mixed + theta * x).collect::<Vec<_>>()
    };
    // X^1 = -α W s^0 or -α s^0 with s^0 = W̄ g^0 or g^0.
    let tracked = mix(&gradients, 0.2);
    let first = [mix(&tracked, 0.0), gradients.clone(), mix(&gradients, 0.0), tracked];
    engine.advance(1);
    for (m, first) in first.iter().enumerate() {
        let expected: Vec<f64> = first.iter().map(|s| -0.2 * s).collect();
        assert!(distance(&engine.iterates(m, 0).unwrap(), &expected) < 1e-15, "{m}");
    }
    engine.advance(u64::MAX);
    for m in 0..4 {
        assert!(last(&engine, m, "gradientNorm") < 1e-20, "{m}");
        assert!(last(&engine, m, "consensus") < 1e-20, "{m}");
    }
}

#[test]
fn consensus_is_exactly_zero_at_a_common_start_and_always_with_a_centre() {
    // Sums of 3, 5 or 7 equal numbers round; their mean must not.
    for agents in [3, 5, 7, 10] {
        let common = json!({
            "iterations": 50, "record": {"every": 1}, "trials": 2,
            "start": {"kind": "value", "value": [0.1, 0.2, 0.3, 0.7, -1.1]},
            "gradient": {"noise": "gaussian", "variance": 0.01},
        });
        let engine = run(&with(&document(ring(agents), logistic(1.0), 0.1, every_method()), &common));
        assert!(curve(&engine, 0, "consensus").iter().all(|&consensus| consensus == 0.0));
        for m in 1..14 {
            let consensus = curve(&engine, m, "consensus");
            assert_eq!(consensus[0], 0.0);
            // A ring of 3 is complete, and its W averages as a centre does.
            assert!(agents == 3 || consensus[1..].iter().all(|&consensus| consensus > 0.0));
        }
    }
}

#[test]
fn with_one_agent_every_method_is_gradient_descent() {
    let alone = json!({"kind": "complete", "agents": 1});
    let one = network(alone.clone());
    assert_eq!(one.spectrum().mixing_rate(), 0.0);
    for problem in [logistic(1.0), json!({"kind": "pl", "heterogeneity": 0.5})] {
        for noise in [json!({"noise": "none"}), json!({"noise": "gaussian", "variance": 0.01})] {
            let more = json!({"gradient": noise, "start": {"kind": "random", "scale": 1}, "iterations": 200});
            let engine = run(&with(&document(alone.clone(), problem.clone(), 0.05, every_method()), &more));
            let descent = engine.iterates(0, 0).unwrap();
            for m in 1..14 {
                let error = distance(&engine.iterates(m, 0).unwrap(), &descent);
                assert!(error <= 1e-13 * greatest(descent.iter().copied()).max(1.0), "{m}: {error:e}");
                assert!(curve(&engine, m, "consensus").iter().all(|&consensus| consensus == 0.0));
            }
        }
    }
    // And that descent is x - α ∇f(x).
    let experiment = Experiment::from_value(&document(alone, logistic(1.0), 0.05, json!([{"kind": "psgd"}]))).unwrap();
    let mut x = vec![0.0; 5];
    let mut gradient = vec![0.0; 5];
    for _ in 0..1000 {
        experiment.problem().gradient(0, 1, &x, &mut gradient);
        x.iter_mut().zip(&gradient).for_each(|(x, g)| *x -= 0.05 * g);
    }
    let mut engine = Engine::new(std::sync::Arc::new(experiment)).unwrap();
    engine.advance(1000);
    assert_eq!(engine.iterates(0, 0).unwrap(), x);
}
