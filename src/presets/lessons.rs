//! Lessons: one sentence, one change, one visible effect.

use serde_json::{Value, json};

use super::{Preset, cheap_metrics, five_methods, with};

/// The setting in which Figure 2 shows its claim within 400 cheap iterations: ring of 32, d = 10,
/// 100 samples, σ_h² = 1, σ_n² = 10⁻⁴, α = 1.5.
pub(super) fn ring() -> Value {
    json!({
        "version": 1,
        "seed": "1",
        "trials": 4,
        "iterations": 400,
        "record": { "every": 1 },
        "metrics": cheap_metrics(),
        "network": { "topology": { "kind": "ring", "agents": 32 }, "weights": { "rule": "metropolis" } },
        "problem": {
            "kind": "logistic", "dimension": 10, "samplesPerAgent": 100,
            "regularization": 0.001, "heterogeneity": 1.0
        },
        "gradient": { "noise": "gaussian", "variance": 1e-4 },
        "stepSize": { "kind": "constant", "value": 1.5 },
        "start": { "kind": "zeros" },
        "methods": five_methods()
    })
}

/// The same with a step that is halved three times.
pub(super) fn stairs() -> Value {
    let changes = json!({
        "iterations": 1_200, "record": { "every": 2 },
        "stepSize": { "kind": "halving", "value": 1.5, "every": 300, "factor": 0.5 }
    });
    with(ring(), &changes)
}

fn agents(n: usize) -> Value {
    let changes = json!({
        "trials": 8,
        "network": { "topology": { "kind": "ring", "agents": n } },
        "problem": { "heterogeneity": 0.0 },
        "gradient": { "noise": "gaussian", "variance": 1e-3 }
    });
    with(ring(), &changes)
}

fn one_recursion() -> Value {
    let changes = json!({ "methods": [
        { "kind": "psgd", "label": "Centralised SGD" },
        { "kind": "suda", "label": "Exact-Diffusion: A = W, B² = I−W, C = I",
          "a": [0.0, 1.0], "bSquared": [1.0, -1.0], "c": [1.0], "laziness": 0.5 },
        { "kind": "suda", "label": "EXTRA: A = I, B² = I−W, C = W",
          "a": [1.0], "bSquared": [1.0, -1.0], "c": [0.0, 1.0], "laziness": 0.5 },
        { "kind": "suda", "label": "Gradient tracking: A = W², B² = (I−W)², C = I",
          "a": [0.0, 0.0, 1.0], "bSquared": [1.0, -2.0, 1.0], "c": [1.0] },
        { "kind": "suda", "label": "Yours: A = C = (I+W)/2, B² = (I−W)/4",
          "a": [0.5, 0.5], "bSquared": [0.25, -0.25], "c": [0.5, 0.5] }
    ] });
    with(ring(), &changes)
}

fn blow_up() -> Value {
    let changes = json!({
        "trials": 1,
        "network": { "topology": { "kind": "grid", "rows": 6, "columns": 6 } },
        "methods": [
            { "kind": "psgd", "label": "Centralised SGD" },
            { "kind": "dsgd", "label": "DSGD" },
            { "kind": "exactDiffusion", "label": "Exact-Diffusion" },
            { "kind": "gradientTracking", "label": "Gradient tracking" }
        ]
    });
    with(ring(), &changes)
}

fn valley() -> Value {
    json!({
        "version": 1,
        "seed": "1",
        "trials": 1,
        "iterations": 600,
        "record": { "every": 1 },
        "metrics": ["meanOptimalityGap", "optimalityGap", "consensus", "gradientNorm"],
        "network": { "topology": { "kind": "ring", "agents": 16 }, "weights": { "rule": "metropolis" } },
        "problem": { "kind": "pl", "heterogeneity": 0.2 },
        "gradient": { "noise": "gaussian", "variance": 0.01 },
        "stepSize": { "kind": "constant", "value": 0.02 },
        "start": { "kind": "random", "scale": 3.0 },
        "methods": five_methods()
    })
}

fn lesson(id: &'static str, title: &'static str, note: &'static str, document: Value) -> Preset {
    Preset { id, group: "lesson", title, note, document }
}

pub(super) fn presets() -> Vec<Preset> {
    let network = |topology: &Value, laziness: f64| {
        with(ring(), &json!({ "network": { "topology": topology, "laziness": laziness } }))
    };
    let ring36 = json!({ "kind": "ring", "agents": 36 });
    vec![
        lesson(
            "local-data",
            "Local data pull agents apart",
            "On a ring with unequal data DSGD stalls far above, while Exact-Diffusion follows centralised SGD.",
            ring(),
        ),
        lesson(
            "equal-data",
            "With equal data nobody suffers",
            "The heterogeneity is 0: the curves fall together, although the agents' samples differ.",
            with(ring(), &json!({ "problem": { "heterogeneity": 0.0 } })),
        ),
        lesson(
            "lambda-random",
            "λ is the price: random graph",
            "λ = 0.32: a dense random graph mixes fast, and even DSGD comes close to centralised SGD.",
            network(
                &json!({ "kind": "erdosRenyi", "agents": 36, "probability": 0.8, "seed": super::paper::RANDOM_36 }),
                0.0,
            ),
        ),
        lesson(
            "lambda-grid",
            "λ is the price: grid",
            "λ = 0.94: on a grid the floor of DSGD climbs, that of Exact-Diffusion stays.",
            network(&json!({ "kind": "grid", "rows": 6, "columns": 6 }), 0.0),
        ),
        lesson(
            "lambda-ring",
            "λ is the price: ring",
            "λ = 0.99: on a ring DSGD stalls higher still; gradient tracking begins to feel it.",
            network(&ring36, 0.0),
        ),
        lesson(
            "lambda-scaled-ring",
            "λ is the price: scaled ring",
            "λ = 0.999: links ten times weaker; DSGD's floor is highest, and the others slow down too.",
            network(&ring36, 0.9),
        ),
        lesson("agents-4", "More agents, less noise: 4", "Four agents: remember the height of the floor.", agents(4)),
        lesson(
            "agents-16",
            "More agents, less noise: 16",
            "Sixteen agents: the floor is a quarter of that of four.",
            agents(16),
        ),
        lesson(
            "agents-64",
            "More agents, less noise: 64",
            "Sixty-four agents: a sixteenth, the linear speedup 1/n.",
            agents(64),
        ),
        lesson(
            "one-recursion",
            "One recursion, many methods",
            "The same SUDA with other polynomials A, B², C: edit them and see your own method run.",
            one_recursion(),
        ),
        lesson(
            "blow-up",
            "When it blows up",
            "On the 6 × 6 grid λ_min(W) = -0.518 is below -1/3, and Exact-Diffusion diverges; (I+W)/2 cures it.",
            blow_up(),
        ),
        lesson(
            "stairs",
            "Decaying steps",
            "Each time the step is halved the floors fall: half the noise, a quarter of DSGD's bias.",
            stairs(),
        ),
        lesson(
            "valley",
            "A non-convex valley",
            "Each agent is a dot on f: with Exact-Diffusion they roll to the minimum together, with DSGD they stay spread.",
            valley(),
        ),
    ]
}
