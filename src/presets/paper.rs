//! The figures of Alghunaim and Yuan, as printed and in settings of ours.

use serde_json::{Value, json};

use super::{Preset, cheap_metrics, five_methods, lessons, with};

/// Seeds of Erdős–Rényi graphs with the captions' λ: n = 36, p = 0.8, λ = 0.32;
pub(super) const RANDOM_36: &str = "23";
/// n = 32, p = 0.8, λ = 0.28;
const DENSE_32: &str = "55";
/// n = 32, λ = 0.87.
const SPARSE_32: &str = "9";
const SPARSE_PROBABILITY: f64 = 0.2;

/// Sec. 6.1 as printed: ring of 32, d = 20, 2,000 samples, σ_h² = 0.2, σ_n² = 0.001, α = 0.01.
fn logistic() -> Value {
    json!({
        "version": 1,
        "seed": "20211014",
        "trials": 1,
        "iterations": 20_000,
        "record": { "every": 20 },
        "metrics": cheap_metrics(),
        "network": { "topology": { "kind": "ring", "agents": 32 }, "weights": { "rule": "metropolis" } },
        "problem": {
            "kind": "logistic", "dimension": 20, "samplesPerAgent": 2_000,
            "regularization": 0.001, "heterogeneity": 0.2
        },
        "gradient": { "noise": "gaussian", "variance": 0.001 },
        "stepSize": { "kind": "constant", "value": 0.01 },
        "start": { "kind": "zeros" },
        "methods": five_methods()
    })
}

/// Sec. 6.2 as printed: σ_h² = 2, σ_n² = 0.1, α = 0.008, on an Erdős–Rényi graph of 32.
fn pl(probability: f64, seed: &str) -> Value {
    json!({
        "version": 1,
        "seed": "20211014",
        "trials": 10,
        "iterations": 3_000,
        "record": { "every": 10 },
        "metrics": ["optimalityGap", "meanOptimalityGap", "consensus", "gradientNorm"],
        "network": {
            "topology": { "kind": "erdosRenyi", "agents": 32, "probability": probability, "seed": seed },
            "weights": { "rule": "metropolis" }
        },
        "problem": { "kind": "pl", "heterogeneity": 2.0 },
        "gradient": { "noise": "gaussian", "variance": 0.1 },
        "stepSize": { "kind": "constant", "value": 0.008 },
        "start": { "kind": "value", "value": [3.0] },
        "methods": five_methods()
    })
}

fn equal_data() -> Value {
    json!({ "problem": { "heterogeneity": 0.0 } })
}

fn printed_stairs() -> Value {
    json!({
        "iterations": 1_000, "record": { "every": 2 },
        "stepSize": { "kind": "halving", "value": 0.01, "every": 100, "factor": 0.5 }
    })
}

fn topology(topology: &Value, laziness: f64) -> Value {
    json!({ "network": { "topology": topology, "laziness": laziness } })
}

fn paper(id: &'static str, title: &'static str, note: &'static str, document: Value) -> Preset {
    Preset { id, group: "paper", title, note, document }
}

fn ours(id: &'static str, title: &'static str, note: &'static str, document: Value) -> Preset {
    Preset { id, group: "ours", title, note, document }
}

pub(super) fn presets() -> Vec<Preset> {
    let ring36 = json!({ "kind": "ring", "agents": 36 });
    let grid = json!({ "kind": "grid", "rows": 6, "columns": 6 });
    let random = json!({ "kind": "erdosRenyi", "agents": 36, "probability": 0.8, "seed": RANDOM_36 });
    vec![
        paper(
            "figure-1-left",
            "Figure 1, left",
            "Equal data, constant step: all methods fall together; the floor is reached after about 10,000 iterations.",
            with(logistic(), &equal_data()),
        ),
        ours(
            "figure-1-left-ours",
            "Figure 1, left: ours",
            "The same claim in 400 iterations: with equal data no method suffers from the ring.",
            with(lessons::ring(), &equal_data()),
        ),
        paper(
            "figure-1-right",
            "Figure 1, right",
            "As printed the step is halved every 100 iterations from 0.01, so that all methods stop far from a solution.",
            with(with(logistic(), &equal_data()), &printed_stairs()),
        ),
        ours(
            "figure-1-right-ours",
            "Figure 1, right: ours",
            "With larger steps each stair lowers the floor, for all methods alike.",
            with(lessons::stairs(), &equal_data()),
        ),
        paper(
            "figure-2-left",
            "Figure 2, left",
            "Unequal data, constant step: Exact-Diffusion and gradient tracking end with centralised SGD, DSGD above them.",
            logistic(),
        ),
        ours(
            "figure-2-left-ours",
            "Figure 2, left: ours",
            "The same claim in 400 iterations: DSGD stalls far above, Exact-Diffusion follows centralised SGD.",
            lessons::ring(),
        ),
        paper(
            "figure-2-right",
            "Figure 2, right",
            "As printed the total step length is 2, so that nothing comes near a solution and the methods hardly differ.",
            with(logistic(), &printed_stairs()),
        ),
        ours(
            "figure-2-right-ours",
            "Figure 2, right: ours",
            "Each stair lowers the floors; DSGD keeps a bias that shrinks with the step.",
            lessons::stairs(),
        ),
        paper(
            "figure-3-random",
            "Figure 3, random graph",
            "λ = 0.32: on a dense random graph every method is as good as centralised SGD.",
            with(logistic(), &topology(&random, 0.0)),
        ),
        ours(
            "figure-3-random-ours",
            "Figure 3, random graph: ours",
            "λ = 0.32: all methods but DSGD lie on centralised SGD, and DSGD is close.",
            with(lessons::ring(), &topology(&random, 0.0)),
        ),
        paper(
            "figure-3-grid",
            "Figure 3, grid",
            "λ = 0.94: DSGD begins to stand off.",
            with(logistic(), &topology(&grid, 0.0)),
        ),
        ours(
            "figure-3-grid-ours",
            "Figure 3, grid: ours",
            "λ = 0.94: the floor of DSGD has risen, the others stay.",
            with(lessons::ring(), &topology(&grid, 0.0)),
        ),
        paper(
            "figure-3-ring",
            "Figure 3, ring",
            "λ = 0.99: DSGD ends above the others.",
            with(logistic(), &topology(&ring36, 0.0)),
        ),
        ours(
            "figure-3-ring-ours",
            "Figure 3, ring: ours",
            "λ = 0.99: DSGD stalls far above, gradient tracking lies a little above Exact-Diffusion.",
            with(lessons::ring(), &topology(&ring36, 0.0)),
        ),
        paper(
            "figure-3-scaled-ring",
            "Figure 3, scaled ring",
            "λ = 0.999: the floor of DSGD is several times that of the others.",
            with(logistic(), &topology(&ring36, 0.9)),
        ),
        ours(
            "figure-3-scaled-ring-ours",
            "Figure 3, scaled ring: ours",
            "λ = 0.999: everyone pays for the sparse network, Exact-Diffusion least.",
            with(lessons::ring(), &topology(&ring36, 0.9)),
        ),
        paper(
            "figure-4-dense",
            "Figure 4, left",
            "λ = 0.28: on the Polyak–Łojasiewicz example all methods reach the floor of centralised SGD.",
            pl(0.8, DENSE_32),
        ),
        paper(
            "figure-4-sparse",
            "Figure 4, right",
            "λ = 0.87: look at (1/n) Σ f(x_i) - f*, which the theorem bounds: DSGD's agents stay apart.",
            pl(SPARSE_PROBABILITY, SPARSE_32),
        ),
        ours(
            "figure-4-sparse-ours",
            "Figure 4, right: ours",
            "The mean over the agents' own iterates shows DSGD's bias, whatever the draw of the graph.",
            with(
                pl(SPARSE_PROBABILITY, SPARSE_32),
                &json!({ "metrics": ["meanOptimalityGap", "optimalityGap", "consensus", "gradientNorm"] }),
            ),
        ),
    ]
}
