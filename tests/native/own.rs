//! Methods that the crate does not know.

use std::sync::Arc;

use serde_json::{Value, json};
use suda::analysis::expectation::expectation;
use suda::analysis::findings::findings;
use suda::analysis::stability::judge;
use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::finding::Fact;
use suda::gossip::Gossip;
use suda::method::{KINDS, Method, MethodSpec};

use crate::common::with;

/// Exact-Diffusion, written by someone else.
#[derive(Clone, Debug)]
struct Mine {
    psi: Vec<f64>,
}

impl Method for Mine {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        let adapted: Vec<f64> = x.iter().zip(gradient).map(|(x, g)| x - alpha * g).collect();
        let corrected: Vec<f64> = (0..x.len()).map(|i| adapted[i] + (x[i] - self.psi[i])).collect();
        gossip.mix(&corrected, x);
        self.psi = adapted;
    }
}

fn mine() -> MethodSpec {
    MethodSpec::own("mine", |x| Box::new(Mine { psi: x.to_vec() }))
}

fn document(more: &Value) -> Value {
    let document = json!({
        "version": 1, "iterations": 30, "record": {"every": 3}, "trials": 3, "seed": "5",
        "network": {"topology": {"kind": "ring", "agents": 6}, "weights": {"rule": "metropolis"}},
        "problem": {"kind": "leastSquares", "dimension": 3, "samplesPerAgent": 8, "commonHessian": true},
        "start": {"kind": "random", "scale": 2},
        "stepSize": {"kind": "constant", "value": 0.1},
        "clock": {"compute": {"kind": "exponential", "mean": 1}, "latency": 0.1, "bandwidth": 1000},
        "methods": [{"kind": "exactDiffusion"}],
    });
    with(&document, more)
}

/// The experiment with the methods that `own` makes of its own ones besides.
fn beside(document: &Value, own: impl Fn(&MethodSpec) -> MethodSpec) -> Experiment {
    let mut experiment = Experiment::from_value(document).unwrap();
    let more: Vec<_> = experiment.methods.iter().map(own).collect();
    experiment.methods.extend(more);
    experiment
}

/// `own`'s recursion with the other's laziness, rounds, momentum and messages.
fn in_place(own: MethodSpec, other: &MethodSpec) -> MethodSpec {
    MethodSpec { scheme: own.scheme, name: own.name, ..other.clone() }
}

#[test]
fn an_own_method_is_run_measured_and_counted_like_a_built_in_one() {
    let link_failures = json!({"kind": "linkFailures", "probability": 0.2});
    for more in [
        json!({}),
        json!({"gradient": {"noise": "gaussian", "variance": 0.1}}),
        json!({"gradient": {"noise": "minibatch", "batch": 2}}),
        json!({"network": {
            "topology": {"kind": "ring", "agents": 6}, "weights": {"rule": "metropolis"}, "changes": link_failures,
        }}),
        json!({"methods": [{"kind": "exactDiffusion", "laziness": 0.5, "rounds": 3, "acceleration": "chebyshev"}]}),
        json!({"methods": [{"kind": "exactDiffusion", "momentum": 0.7, "stepSize": {"kind": "constant", "value": 0.05}}]}),
        json!({"methods": [{"kind": "exactDiffusion", "compression": {"kind": "topK", "fraction": 0.5}}]}),
        // Diverges.
        json!({"stepSize": {"kind": "constant", "value": 500}}),
    ] {
        let experiment = beside(&document(&more), |other| in_place(mine(), other));
        let mut engine = Engine::new(Arc::new(experiment)).unwrap();
        engine.advance(u64::MAX);
        let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        for trial in 0..3 {
            let [built_in, own] = [0, 1].map(|method| engine.iterates(method, trial).unwrap());
            assert_eq!(bits(&built_in), bits(&own), "{more}");
            assert_eq!(engine.diverged_at(0, trial), engine.diverged_at(1, trial), "{more}");
        }
        let record = engine.record();
        assert!(record.communication(0).eq(record.communication(1)), "{more}");
        assert!(engine.bits(0).eq(engine.bits(1)), "{more}");
        for metric in 0..record.metrics().len() {
            let [built_in, own] = [0, 1].map(|method| engine.curve(metric, method));
            assert_eq!(bits(&built_in.mean), bits(&own.mean), "{more}");
        }
    }
}

/// Whatever it does: as unknown it says nothing of what its recursion would be judged as.
#[test]
fn what_is_not_known_is_not_judged() {
    let methods: Vec<Value> = KINDS.iter().map(|kind| crate::corrections::suggested(&kind.entry)).collect();
    let every_second = json!({"kind": "onePeer"});
    for more in [
        json!({"clock": null}),
        // All of them diverge.
        json!({"stepSize": {"kind": "constant", "value": 500}}),
        json!({"network": {
            "topology": {"kind": "hypercube", "dimension": 3}, "weights": {"rule": "metropolis"}, "changes": every_second,
        }, "stepSize": {"kind": "constant", "value": 500}}),
    ] {
        let document = with(&document(&json!({"methods": methods})), &more);
        for known in Experiment::from_value(&document).unwrap().methods {
            let (name, scheme) = (known.name.clone(), Arc::clone(&known.scheme));
            let own = in_place(MethodSpec::own("own", move |x| scheme.start(x)), &known);
            for own in [own.clone(), MethodSpec { momentum: 0.5, ..own }] {
                assert_eq!(own.form(), None, "{name}");
                let mut experiment = Experiment::from_value(&document).unwrap();
                experiment.methods = vec![own];
                assert!(judge(&experiment, 0).is_none(), "{name}");
                assert!(expectation(&experiment, 0).is_none(), "{name}");
                let is_silent = |fact: &Fact| matches!(fact, Fact::ChangingNetwork | Fact::Momentum { .. });
                assert!(findings(&experiment, 0).iter().all(is_silent), "{name}");
            }
        }
    }
}
