//! Compressed messages, momentum and local steps: what is refused, what is warned of, and of what the theory says nothing.

use serde_json::{Value, json};
use suda::analysis::Analysis;
use suda::analysis::expectation::expectation;
use suda::analysis::findings::findings;
use suda::analysis::stability::judge;
use suda::analysis::warnings::warnings;
use suda::finding::{Cause, Fact};

use super::document;
use crate::common::{experiment, refusal, start, with};

#[test]
fn what_does_not_go_together_is_refused_with_its_place() {
    let alone = |method: Value| refusal(&document(&json!([{"kind": "dsgd"}, method])));
    let sign = json!({"kind": "sign"});
    for (method, words) in [
        (
            json!({"kind": "psgd", "compression": sign}),
            "methods[1].compression: goes with dsgd, exactDiffusion, extra, gradientTracking only",
        ),
        (json!({"kind": "local", "consensusStep": 0.5}), "methods[1].consensusStep: goes with dsgd"),
        (json!({"kind": "dsgd", "consensusStep": 0.5}), "methods[1].consensusStep: goes with compression"),
        (
            json!({"kind": "dsgd", "compression": sign, "rounds": 2}),
            "methods[1].compression: compressed messages go with one gossip round",
        ),
        (
            json!({"kind": "dsgd", "compression": sign, "acceleration": "chebyshev"}),
            "methods[1].compression: compressed messages go with",
        ),
        (
            json!({"kind": "dsgd", "compression": {"kind": "quantize", "bits": 1}}),
            "methods[1].compression.bits: must be a whole number from 2 to 16",
        ),
        (
            json!({"kind": "dsgd", "compression": {"kind": "topK", "fraction": 0}}),
            "methods[1].compression.fraction: must be in (0, 1]",
        ),
        (
            json!({"kind": "dsgd", "compression": {"kind": "random"}}),
            "methods[1].compression.kind: must be one of quantize, topK, sign",
        ),
        (
            json!({"kind": "dsgd", "compression": sign, "consensusStep": 0}),
            "methods[1].consensusStep: must be in (0, 1]",
        ),
        (
            json!({"kind": "dlm", "localSteps": 2}),
            "methods[1].localSteps: goes with psgd, dsgd, exactDiffusion only, not with dlm",
        ),
        (json!({"kind": "dsgd", "localSteps": 0}), "methods[1].localSteps: must be a whole number from 1 to 1000"),
        (
            json!({"kind": "exactDiffusion", "localSteps": 2, "rounds": 2}),
            "methods[1].localSteps: exactDiffusion takes one gossip round",
        ),
        (json!({"kind": "dsgd", "momentum": 1}), "methods[1].momentum: must be in [0, 1), got 1"),
    ] {
        let told = alone(method);
        assert!(told.starts_with(words), "{told}");
    }
    let failing = json!({"network": {
        "topology": {"kind": "ring", "agents": 16}, "weights": {"rule": "metropolis"},
        "changes": {"kind": "linkFailures", "probability": 0.1},
    }});
    let changing = |method: Value| with(&document(&json!([method])), &failing);
    let told = refusal(&changing(json!({"kind": "dsgd", "compression": sign})));
    assert_eq!(told, "methods[0].compression: compressed messages need a network that does not change");
    let told = refusal(&changing(json!({"kind": "exactDiffusion", "localSteps": 2})));
    assert!(told.starts_with("methods[0].localSteps: exactDiffusion with local steps needs a network"), "{told}");
    // Beside rounds and changes the others go.
    start(&changing(json!({"kind": "dsgd", "localSteps": 2, "rounds": 3, "momentum": 0.5})));
    start(&changing(json!({"kind": "psgd", "localSteps": 2})));
    start(&changing(json!({"kind": "exactDiffusion", "localSteps": 1, "rounds": 3})));
}

#[test]
fn the_theory_says_what_it_does_not_speak_of() {
    for (more, fact) in [
        (json!({"momentum": 0.5}), Fact::Momentum { momentum: 0.5 }),
        (json!({"localSteps": 2}), Fact::LocalSteps { local_steps: 2 }),
        (json!({"compression": {"kind": "quantize", "bits": 8}}), Fact::Compressed),
    ] {
        let method = with(&json!({"kind": "exactDiffusion"}), &more);
        let experiment = experiment(&document(&json!([method])));
        let analysis = Analysis::of(&experiment, 0, 0.0);
        assert!(analysis.findings.iter().any(|finding| finding.fact == fact), "{more}");
        assert!(findings(&experiment, 0).contains(&fact), "{more}");
        assert_eq!((analysis.gamma, analysis.bound, analysis.step_size_limits), (None, None, None), "{more}");
        assert!(!analysis.bound_holds && analysis.eigenvalues.is_empty() && analysis.corollaries.is_none(), "{more}");
        assert!(expectation(&experiment, 0).is_none());
        // Nothing is promised of what is compressed; the others are judged.
        let is_judged = fact != Fact::Compressed;
        assert_eq!((analysis.stability.is_some(), judge(&experiment, 0).is_some()), (is_judged, is_judged), "{more}");
        assert_eq!(warnings(&experiment), [], "{more}");
    }
}

/// The warning of a try, for methods that diverge with their compressed messages and for no others.
#[test]
fn what_diverges_in_a_try_is_warned_of() {
    let warned = |messages: &Value| {
        let method = with(&json!({"kind": "exactDiffusion", "laziness": 0.5}), messages);
        let document = json!({
            "version": 1, "iterations": 10, "metrics": ["consensus"],
            "network": {"topology": {"kind": "ring", "agents": 16}, "weights": {"rule": "metropolis"}},
            "problem": {"kind": "leastSquares", "dimension": 20, "samplesPerAgent": 40, "heterogeneity": 1},
            "stepSize": {"kind": "constant", "value": 0.1}, "methods": [method],
        });
        let found = warnings(&experiment(&document));
        found
            .iter()
            .any(|warning| matches!(&warning.fact, Fact::Unstable(Cause::Compression { factor, .. }) if *factor > 1.0))
    };
    for (messages, diverges) in [
        (json!({}), false),
        (json!({"compression": {"kind": "quantize", "bits": 4}}), false),
        (json!({"compression": {"kind": "quantize", "bits": 2}}), true),
        (json!({"compression": {"kind": "quantize", "bits": 2}, "consensusStep": 0.5}), false),
        (json!({"compression": {"kind": "sign"}}), true),
    ] {
        assert_eq!(warned(&messages), diverges, "{messages}");
    }
}
