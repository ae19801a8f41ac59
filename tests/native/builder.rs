//! Experiments made from their parts.

mod problems;

use serde_json::json;
use suda::analysis::stability::judge;
use suda::engine::Engine;
use suda::experiment::{Builder, Experiment};
use suda::graph::Graph;
use suda::method::{MethodSpec, dsgd, exact_diffusion, local_steps::Turns};
use suda::metric::Metric;
use suda::network::Network;
use suda::oracle::Noise;
use suda::recording::Schedule;
use suda::start::Start;
use suda::weights::WeightRule;

use self::problems::{Known, Pulls, Sampled, TARGETS};
use crate::common::run;

fn ring() -> Network {
    let graph = Graph::new(4, (0..4).map(|i| (i, (i + 1) % 4))).unwrap();
    Network::new(graph, &WeightRule::Metropolis).unwrap()
}

fn exact_diffusion() -> MethodSpec {
    MethodSpec::new("ED", exact_diffusion::Spec::new(1)).lazy(0.5)
}

fn pulls() -> Builder {
    Experiment::builder(ring(), Pulls(TARGETS.to_vec())).step_size(0.3).method(exact_diffusion())
}

#[test]
fn parts_make_what_a_document_makes() {
    // Least squares with the features √2·1 and the targets √2·t has these costs, but for rounding.
    let document = json!({
        "version": 1, "iterations": 40, "trials": 2, "seed": "9", "record": {"every": 3},
        "metrics": ["gradientNorm", "consensus", "loss", "optimalityGap"],
        "network": {"topology": {"kind": "ring", "agents": 4}, "weights": {"rule": "metropolis"}},
        "problem": {"kind": "leastSquares", "data": {
            "kind": "explicit",
            "features": [[[2, 0], [0, 2]], [[2, 0], [0, 2]], [[2, 0], [0, 2]], [[2, 0], [0, 2]]],
            "targets": [[2, 0], [0, 4], [-6, 2], [4, 10]],
        }},
        "gradient": {"noise": "gaussian", "variance": 0.01}, "start": {"kind": "random", "scale": 2},
        "stepSize": {"kind": "constant", "value": 0.15},
        "methods": [{"kind": "exactDiffusion", "laziness": 0.5}, {"kind": "dsgd", "momentum": 0.5}],
    });
    let expected = run(&document);
    let dsgd = dsgd::Spec { variant: dsgd::Variant::AdaptThenCombine, turns: Turns::Always };
    let experiment = Experiment::builder(ring(), Known(Pulls(TARGETS.to_vec()), 2.0))
        .seed(9)
        .trials(2)
        .iterations(40)
        .record(Schedule::Every(3))
        .metrics([Metric::GradientNorm, Metric::Consensus, Metric::Loss, Metric::OptimalityGap])
        .noise(Noise::Gaussian { variance: 0.01 })
        .start(Start::Random(2.0))
        .step_size(0.15)
        .method(exact_diffusion())
        .method(MethodSpec::new("DSGD", dsgd).with_momentum(0.5))
        .build()
        .unwrap();
    assert_eq!(judge(&experiment, 0).unwrap().verdict, judge(expected.experiment(), 0).unwrap().verdict);
    let mut engine = Engine::new(experiment).unwrap();
    engine.advance(u64::MAX);
    assert_eq!(engine.record().iterations(), expected.record().iterations());
    for method in 0..2 {
        for metric in 0..4 {
            let [own, theirs] = [&engine, &expected].map(|engine| engine.curve(metric, method).mean);
            let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-12 * (1.0 + b.abs());
            assert!(own.iter().zip(&theirs).all(close), "{method} {metric}: {own:?} {theirs:?}");
        }
        assert!(engine.record().communication(method).eq(expected.record().communication(method)));
    }
}

#[test]
fn four_functions_are_a_problem_and_what_is_not_told_is_not_known() {
    let experiment = pulls().build().unwrap();
    assert!(experiment.optimum().is_none() && experiment.curvature().is_none() && judge(&experiment, 0).is_none());
    let mut engine = Engine::new(experiment).unwrap();
    engine.advance(u64::MAX);
    for x in engine.iterates(0, 0).unwrap().chunks(2) {
        assert!((x[0] - 0.0).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12, "{x:?}");
    }
    let known =
        Experiment::builder(ring(), Known(Pulls(TARGETS.to_vec()), 1.0)).step_size(0.3).method(exact_diffusion());
    let known = known.metrics([Metric::OptimalityGap]).build().unwrap();
    assert!((known.optimum().unwrap().point[1] - 2.0).abs() < 1e-9 && judge(&known, 0).is_some());
}

fn sampled(batch: usize) -> Builder {
    let problem = Sampled(Pulls(TARGETS.to_vec()));
    Experiment::builder(ring(), problem).step_size(0.3).method(exact_diffusion()).noise(Noise::Minibatch { batch })
}

#[test]
#[should_panic(expected = "has the gradients of batches")]
fn batches_are_never_taken_for_all_samples() {
    Engine::new(sampled(2).build().unwrap()).unwrap().advance(1);
}

#[test]
fn what_was_changed_after_it_was_built_and_no_longer_fits_is_refused() {
    let started = |change: &dyn Fn(&mut Experiment)| {
        let mut experiment = pulls().build().unwrap();
        change(&mut experiment);
        Engine::new(experiment).map(|_| ()).map_err(|error| error.to_string())
    };
    let refused = |words: &str| Err(words.to_owned());
    assert_eq!(started(&|_| ()), Ok(()));
    let three = || Network::new(Graph::new(3, [(0, 1), (1, 2)]).unwrap(), &WeightRule::Metropolis).unwrap();
    assert_eq!(started(&|one| one.network = three()), refused("network: has 3 agents, and the problem costs of 4"));
    assert_eq!(started(&|one| one.metrics.clear()), refused("metrics: must be at least one"));
    let record =
        format!("record: must be iterations in ascending order, up to {}", pulls().build().unwrap().iterations);
    assert_eq!(started(&|one| one.schedule = vec![5, 3]), refused(&record));
    assert_eq!(started(&|one| one.iterations = 1), refused("record: must be iterations in ascending order, up to 1"));
    assert_eq!(Engine::new(pulls().build().unwrap()).unwrap().diverged_at(9, 9), None);
}

#[test]
fn errors_name_the_part_that_does_not_fit() {
    assert_eq!(sampled(0).build().unwrap_err().to_string(), "the noise: must be at least 1, got 0");
    let refusal = |builder: Builder| builder.build().unwrap_err().to_string();
    let of = |targets: usize| Experiment::builder(ring(), Pulls(vec![[0.0; 2]; targets]));
    assert_eq!(refusal(of(5)), "the problem: has costs of 5 agents, and the network has 4");
    assert_eq!(refusal(of(4)), "the methods: must be 1 to 64, got 0");
    assert_eq!(
        refusal(of(4).method(exact_diffusion())),
        "the method ED: has no step size, and the experiment has none"
    );
    assert_eq!(
        refusal(pulls().method(exact_diffusion().with_momentum(1.5))),
        "the method ED #2: its momentum must be in [0, 1), got 1.5"
    );
    assert_eq!(refusal(pulls().step_size(-1.0)), "the method ED: its step size must be above 0, got -1");
    assert_eq!(
        refusal(pulls().metrics([Metric::OptimalityGap])),
        "the metric optimalityGap: needs f*, which is not known of this problem"
    );
    assert_eq!(
        refusal(pulls().metrics([Metric::Accuracy])),
        "the metric accuracy: needs samples with labels, which this problem does not have"
    );
    assert_eq!(
        refusal(pulls().noise(Noise::Minibatch { batch: 3 })),
        "the noise: needs a problem with samples; this one has none"
    );
    assert_eq!(
        refusal(pulls().start(Start::Value(vec![1.0]))),
        "the start: must have a number for each of the 2 coordinates, got 1"
    );
    assert_eq!(refusal(pulls().metrics([])), "the metrics: must be at least one");
    let metrics = [Metric::Loss, Metric::Consensus, Metric::Loss];
    assert_eq!(refusal(pulls().metrics(metrics)), "the metric loss: appears twice");
    assert_eq!(refusal(pulls().trials(0)), "the trials: must be 1 to 1000000, got 0");
    assert_eq!(refusal(pulls().record(Schedule::Every(0))), "the record: must be of every so manyth iteration, got 0");
}

#[test]
fn a_builder_refuses_to_accelerate_on_the_changing_networks_on_which_a_document_does() {
    let cycle = json!({"kind": "cycle", "networks": [
        {"topology": {"kind": "complete", "agents": 4}, "weights": {"rule": "metropolis"}}]});
    for (changes, goes) in [
        (cycle, true),
        (json!({"kind": "onePeer"}), false),
        (json!({"kind": "randomMatching"}), false),
        (json!({"kind": "linkFailures", "probability": 0.2}), false),
    ] {
        let document = |more| {
            json!({
                "version": 1, "iterations": 40, "metrics": ["gradientNorm", "consensus", "averageGradient", "loss"],
                "network": {"topology": {"kind": "hypercube", "dimension": 2}, "weights": {"rule": "metropolis"}, "changes": changes},
                "problem": {"kind": "pl"}, "stepSize": {"kind": "constant", "value": 0.1},
                "methods": [{"kind": "dsgd", "rounds": 2, "acceleration": more}],
            })
        };
        let read = Experiment::from_value(&document("chebyshev")).map(drop).map_err(|error| error.rule);
        let Experiment { network, .. } = Experiment::from_value(&document("none")).unwrap();
        let dsgd = dsgd::Spec { variant: dsgd::Variant::AdaptThenCombine, turns: Turns::Always };
        let built = Experiment::builder(network, Pulls(TARGETS.to_vec()))
            .step_size(0.1)
            .method(MethodSpec::new("DSGD", dsgd).in_rounds(2, true))
            .build();
        assert_eq!((read.is_ok(), built.is_ok()), (goes, goes), "{changes}");
        if let (Err(rule), Err(error)) = (read, built) {
            assert_eq!(error.to_string(), format!("the method DSGD: acceleration: {rule}"));
        }
    }
}

#[test]
fn w_may_be_given_densely_or_by_its_rows() {
    let w = [0.5, 0.5, 0.0, 0.5, 0.25, 0.25, 0.0, 0.25, 0.75];
    let dense = Network::from_dense(3, &w).unwrap();
    let sparse = Network::from_csr(&[0, 2, 5, 7], &[1, 0, 2, 0, 1, 1, 2], &[0.5, 0.5, 0.25, 0.5, 0.25, 0.25, 0.75]);
    let sparse = sparse.unwrap();
    assert_eq!((&dense.graph, &dense.matrix), (&sparse.graph, &sparse.matrix));
    let rows = w.chunks(3).map(<[f64]>::to_vec).collect();
    let rule = WeightRule::Explicit { matrix: rows };
    assert_eq!(dense.matrix, Network::new(dense.graph.clone(), &rule).unwrap().matrix);
    // A diagonal of 0 is one.
    let swap = Network::from_dense(2, &[0.0, 1.0, 1.0, 0.0]).unwrap();
    assert_eq!(swap.matrix, Network::from_csr(&[0, 1, 2], &[1, 0], &[1.0, 1.0]).unwrap().matrix);
    let mut mixed = [0.0; 2];
    swap.matrix.mix(1, &[3.0, 4.0], &mut mixed);
    assert_eq!(mixed, [4.0, 3.0]);

    let refusal = |w: &[f64]| Network::from_dense(2, w).unwrap_err().to_string();
    assert_eq!(refusal(&[1.0, 0.0, 0.0]), "W: must have 2 × 2 entries, got 3");
    assert_eq!(refusal(&[0.5, 0.5, 0.2, 0.8]), "W[0][1]: must equal W[1][0], got 0.5 and 0.2");
    assert_eq!(refusal(&[0.5, 0.4, 0.4, 0.6]), "W[0]: must sum to 1, got 0.9");
    assert_eq!(refusal(&[f64::NAN, 1.0, 1.0, 0.0]), "W[0][0]: must be a finite entry of 2 columns, got NaN");
    let refusal = |offsets: &[usize], columns: &[usize]| {
        Network::from_csr(offsets, columns, &[1.0, 1.0]).unwrap_err().to_string()
    };
    assert_eq!(refusal(&[0, 1, 2], &[0]), "W: must have as many columns as values");
    assert_eq!(refusal(&[0, 1], &[0, 1]), "W: must have ascending offsets, from 0 to the number of its values");
    assert_eq!(refusal(&[0, 1, 2], &[0, 7]), "W[1][7]: must be a finite entry of 2 columns, got 1");
    assert_eq!(refusal(&[0, 2], &[0, 0]), "W[0][0]: is given twice");
}
