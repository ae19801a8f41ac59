//! Sizes that nobody's machine has: refused before the memory or the time is taken.

use serde_json::{Value, json};

use crate::{MEMORY, alone, check_refusal, examine};

/// The most memory to find that something is too large, in MB: a random graph is drawn up to its
/// greatest number of edges.
const REFUSAL: f32 = 300.0;

fn document() -> Value {
    json!({
        "version": 1, "iterations": 10, "trials": 2,
        "network": {"topology": {"kind": "ring", "agents": 4}, "weights": {"rule": "metropolis"}},
        "problem": {"kind": "logistic", "dimension": 2, "samplesPerAgent": 3},
        "stepSize": {"kind": "constant", "value": 0.1}, "methods": [{"kind": "dsgd"}],
    })
}

/// The document with values in place of those at JSON pointers, or beside them.
fn changed(changes: &[(&str, Value)]) -> Value {
    let mut document = document();
    for (pointer, value) in changes {
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        document.pointer_mut(parent).unwrap()[name] = value.clone();
    }
    document
}

/// Refused at `path` with a rule that holds `part`, for little memory.
fn refused(path: &str, part: &str, changes: &[(&str, Value)]) {
    let document = changed(changes);
    let text = document.to_string();
    MEMORY.reset_peak_usage();
    let error = examine(&text).expect_err(path);
    let taken = MEMORY.peak_usage_as_mb() - text.len() as f32 / 1e6;
    assert_eq!(error.path, path, "{error}");
    assert!(error.rule.contains(part), "{error}");
    check_refusal(&error, &document);
    assert!(taken < REFUSAL, "{taken} MB to find {error}");
}

fn topology(kind: &str, parameters: Value) -> (&'static str, Value) {
    let mut topology = parameters;
    topology["kind"] = json!(kind);
    ("/network/topology", topology)
}

#[test]
fn networks_too_large_are_refused() {
    let _alone = alone();
    for kind in ["ring", "path", "complete", "star", "binaryTree", "exponential"] {
        for agents in [0_u64, 1_000_001, 1_000_000_000, u64::MAX] {
            refused("network.topology.agents", "from 1 to 1000000", &[topology(kind, json!({"agents": agents}))]);
        }
    }
    let path = "network.topology";
    refused(path, "at most 5000000 edges", &[topology("complete", json!({"agents": 1_000_000}))]);
    refused(path, "at most 5000000 edges", &[topology("exponential", json!({"agents": 1_000_000}))]);
    refused(path, "at most 5000000 edges", &[topology("erdosRenyi", json!({"agents": 1_000_000, "probability": 1}))]);
    refused(path, "at most 5000000 edges", &[topology("randomGeometric", json!({"agents": 1_000_000, "radius": 1.5}))]);
    let dense = json!({"agents": 1_000_000, "neighbors": 999_998, "rewiring": 1});
    refused(path, "at most 5000000 edges", &[topology("wattsStrogatz", dense)]);
    refused(
        path,
        "at most 5000000 edges",
        &[topology("barabasiAlbert", json!({"agents": 1_000_000, "attachments": 500_000}))],
    );
    refused(path, "no connected graph", &[topology("erdosRenyi", json!({"agents": 1_000, "probability": 0}))]);
    refused(path, "no connected graph", &[topology("erdosRenyi", json!({"agents": 1_000, "probability": 5e-324}))]);
    refused(path, "no connected graph", &[topology("randomGeometric", json!({"agents": 1_000, "radius": 5e-324}))]);
    refused("network.topology.dimension", "from 0 to 19", &[topology("hypercube", json!({"dimension": 64}))]);
    for rows in [1_000_000, 1_001] {
        let sides = json!({"rows": rows, "columns": 1_000});
        refused("network.topology.rows", "at most 1000000", &[topology("torus", sides)]);
    }
}

#[test]
fn runs_and_data_too_large_are_refused() {
    let _alone = alone();
    let huge = json!(1_u64 << 31);
    refused("iterations", "from 0 to 2147483648", &[("/iterations", json!((1_u64 << 31) + 1))]);
    refused("record.every", "more than 200000", &[("/iterations", huge.clone()), ("/record", json!({"every": 1}))]);
    refused("trials", "from 1 to 1000000", &[("/trials", huge.clone())]);
    refused("record", "would be recorded", &[("/trials", json!(1_000_000)), ("/record", json!({"every": 1}))]);
    refused("trials", "more than 1024 MB", &[("/trials", json!(1_000_000)), ("/problem/dimension", json!(100))]);
    refused("problem.dimension", "from 1 to 1000", &[("/problem/dimension", huge)]);
    let most = |kind: &str| json!({"kind": kind, "dimension": 1_000, "samplesPerAgent": 100_000});
    for kind in ["logistic", "leastSquares"] {
        let agents = topology("ring", json!({"agents": 1_000_000}));
        refused("problem.samplesPerAgent", "more than 1024 MB", &[agents, ("/problem", most(kind))]);
    }
    // Few enough numbers, but too long to square, to sum up for every agent, or to keep for each method.
    let square = json!({"kind": "leastSquares", "dimension": 1_000, "samplesPerAgent": 2_501});
    refused("problem.samplesPerAgent", "more than 10000000000 mult", &[("/problem", square)]);
    let agents = topology("ring", json!({"agents": 100_000}));
    let flat = json!({"kind": "logistic", "dimension": 1, "samplesPerAgent": 10});
    refused("metrics", "meanOptimalityGap", &[agents, ("/problem", flat), ("/metrics", json!(["meanOptimalityGap"]))]);
    let lazy = vec![json!({"kind": "dsgd", "laziness": 0.5}); 64];
    let complete = topology("complete", json!({"agents": 1_500}));
    refused(
        "methods",
        "64 methods with a laziness",
        &[complete, ("/problem", json!({"kind": "pl"})), ("/methods", json!(lazy))],
    );
    refused("methods", "1 to 64", &[("/methods", json!(vec![json!({"kind": "dsgd"}); 65]))]);
    let long = json!({"kind": "suda", "a": vec![0.0; 34], "bSquared": [0], "c": [1]});
    refused("methods[0].a", "1 to 33", &[("/methods", json!([long]))]);
}

#[test]
fn lists_that_do_not_fit_are_refused() {
    let _alone = alone();
    let explicit = |features: Value, targets: Value| {
        let data = json!({"kind": "explicit", "features": features, "targets": targets});
        ("/problem", json!({"kind": "leastSquares", "data": data}))
    };
    let agents = || topology("ring", json!({"agents": 2}));
    for (path, features, targets) in [
        ("features[1][0]", json!([[[1, 2]], [[1]]]), json!([[1], [1]])),
        ("features[1]", json!([[[1, 2]], []]), json!([[1], []])),
        ("features[0][0]", json!([[[]], [[]]]), json!([[1], [1]])),
        ("targets[0]", json!([[[1]], [[1]]]), json!([[1, 2], [1]])),
        ("targets", json!([[[1]], [[1]]]), json!([[1], [1], [1]])),
        ("features", json!([[[1]]]), json!([[1]])),
        ("features[0]", json!([1, 2]), json!([[1], [1]])),
        ("features[1][0][0]", json!([[[1]], [[null]]]), json!([[1], [1]])),
    ] {
        refused(&format!("problem.data.{path}"), "must", &[agents(), explicit(features, targets)]);
    }
    refused("problem.data", "1e50", &[agents(), explicit(json!([[[1e51]], [[1]]]), json!([[1], [1]]))]);
    for (at, value) in
        [("start.value", json!([1])), ("start.value[1]", json!([0, 1e51])), ("start.value[0]", json!(["1", 2]))]
    {
        refused(at, "must", &[("/start", json!({"kind": "value", "value": value}))]);
    }
    refused(
        "start.values[3]",
        "must",
        &[("/start", json!({"kind": "perAgent", "values": [[1, 2], [1, 2], [1, 2], [1]]}))],
    );

    let matrix = |rows: Value| ("/network/weights", json!({"rule": "explicit", "matrix": rows}));
    for (path, rows) in [
        ("", json!([[1]])),
        ("[1]", json!([[0.5, 0.5], [0.5]])),
        ("[0][1]", json!([[0.5, null], [0.5, 0.5]])),
        ("[0][1]", json!([[1e300, -1e300], [-1e308, 1e300]])),
        ("[0]", json!([[1e300, 1e300], [1e300, 1e300]])),
        ("[0]", json!([[1e308, 1e308], [1e308, 1e308]])),
        ("[0][1]", json!([[0.4, 0.6], [0.5, 0.5]])),
    ] {
        refused(&format!("network.weights.matrix{path}"), "must", &[agents(), matrix(rows)]);
    }
}

#[test]
fn very_long_text_is_refused() {
    let _alone = alone();
    for text in ["[".repeat(50_000_000), format!("[{}0]", "0,".repeat(12_000_000)), "9".repeat(50_000_000)] {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage_as_mb();
        let error = examine(&text).unwrap_err();
        let taken = MEMORY.peak_usage_as_mb() - before;
        assert!(error.path.is_empty() && error.to_string().len() < 200, "{error}");
        // The text is handed over as a copy.
        assert!(taken < REFUSAL, "{taken} MB to find {error}");
    }
}

#[test]
fn a_million_agents_run() {
    let _alone = alone();
    MEMORY.reset_peak_usage();
    let agents = topology("ring", json!({"agents": 1_000_000}));
    let more = [
        agents,
        ("/problem", json!({"kind": "pl", "heterogeneity": 0})),
        ("/trials", json!(1)),
        ("/iterations", json!(2)),
    ];
    let problem = examine(&changed(&more).to_string());
    assert_eq!(problem, Ok(()));
    assert!(MEMORY.peak_usage_as_mb() < 1_000.0);
}
