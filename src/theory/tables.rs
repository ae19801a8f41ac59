//! Tables 1 and 2: convergence rates and transient times of this and of earlier work, evaluated
//! on a network.
//!
//! All entries are orders, shown with the constant one: they compare methods and networks, and
//! predict no error.

use serde::Serialize;

use super::corollaries::{Part, RateTerm};

/// nᵖ / (1 - λ)^q.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Power {
    /// p, the power of the number of agents.
    pub agents: f64,
    /// q, the power of 1/(1 - λ).
    pub gap: f64,
}

/// A row of one of the tables.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(rename = "TableRow"))]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The method.
    pub method: &'static str,
    /// Whose result it is.
    pub work: &'static str,
    /// Assumptions of the result beyond smooth costs and unbiased noise.
    pub assumption: &'static str,
    /// The terms of the rate after K iterations; empty in Table 2, which has none.
    pub rate: Vec<RateTerm>,
    /// The transient time is the largest of these, with constants left out.
    pub orders: Vec<Power>,
    /// The transient time with the constant one, in iterations.
    pub transient_time: f64,
}

/// The arguments at which the tables are evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableInput {
    /// n.
    pub agents: usize,
    /// λ, the mixing rate of W, in [0, 1).
    pub lambda: f64,
    /// K.
    pub iterations: f64,
    /// ς², a bound on (1/n) Σ ‖∇fᵢ(x) - ∇f(x)‖² for all x, which DSGD's result needs. Where none is
    /// known, ς₀² shows the order.
    pub varsigma_squared: f64,
    /// ς₀² = (1/n) Σ ‖∇fᵢ(x⁰) - ∇f(x⁰)‖².
    pub varsigma0_squared: f64,
    /// Σ ‖∇fᵢ(x⁰)‖².
    pub gradient_squares: f64,
}

const KOLOSKOVA: &str = "Koloskova et al. 2020";
const XIN: &str = "Xin, Khan and Kar 2021";
const PAPER: &str = "Alghunaim and Yuan 2022";
const POSITIVE: &str = "W symmetric, positive semi-definite";

const fn power(agents: f64, gap: f64) -> Power {
    Power { agents, gap }
}

/// Table 1: smooth non-convex costs.
pub fn table1(input: &TableInput) -> Vec<Row> {
    use Part::{Heterogeneity, Network, NetworkHigherOrder, Noise};
    let TableInput { lambda, iterations: k, varsigma_squared, varsigma0_squared, gradient_squares, .. } = *input;
    let (n, gap) = (input.agents as f64, 1.0 - lambda);
    let (l2, l4, cube) = (lambda * lambda, lambda * lambda * lambda * lambda, gap * gap * gap);
    let row = |method, work, assumption, orders: &[Power], terms: &[(Part, f64)]| {
        let mut rate = vec![RateTerm { part: Noise, value: 1.0 / (n * k).sqrt() }];
        rate.extend(terms.iter().map(|&(part, value)| RateTerm { part, value }));
        evaluated(input, method, work, assumption, rate, orders)
    };
    vec![
        row(
            "DSGD",
            KOLOSKOVA,
            "bounded heterogeneity ς²",
            &[power(3.0, 4.0)],
            &[
                (Network, libm::cbrt(l2 / (gap * k * k))),
                (Heterogeneity, libm::cbrt(l2 * varsigma_squared / (gap * gap * k * k))),
            ],
        ),
        row(
            "ED/D²",
            "Tang et al. 2018",
            "λₘᵢₙ(W) > −1/3",
            &[power(3.0, 6.0)],
            &[(Network, n * l2 / (cube * k)), (Heterogeneity, n * varsigma0_squared / (gap * gap * k * k))],
        ),
        row(
            "ED/D²",
            PAPER,
            POSITIVE,
            &[power(3.0, 2.0)],
            &[(Network, n * l2 / (gap * k)), (Heterogeneity, n * l2 * varsigma0_squared / (gap * gap * k * k))],
        ),
        row(
            "ATC-GT",
            XIN,
            "",
            &[power(3.0, 6.0)],
            &[(Network, n * l2 / (cube * k)), (Heterogeneity, l4 * gradient_squares / (cube * k * k))],
        ),
        row(
            "ATC-GT",
            PAPER,
            POSITIVE,
            &[power(3.0, 2.0), power(1.0, 8.0 / 3.0)],
            &[
                (Network, n * l4 / (gap * k)),
                (NetworkHigherOrder, n * l4 / (gap * cube * k * k)),
                (Heterogeneity, n * l4 * varsigma0_squared / (cube * k * k)),
            ],
        ),
    ]
}

/// Table 2: strongly convex costs, or costs under the PL condition.
pub fn table2(input: &TableInput) -> Vec<Row> {
    let row =
        |method, work, assumption, orders: &[Power]| evaluated(input, method, work, assumption, Vec::new(), orders);
    let (convex, pl) = ("strongly convex", "PL condition");
    vec![
        row("DSGD", KOLOSKOVA, convex, &[power(1.0, 2.0)]),
        row("ED/D²", "Yuan, Alghunaim and Huang 2021; Huang and Pu 2021", convex, &[power(1.0, 1.0)]),
        row("ED/D²", PAPER, pl, &[power(1.0, 1.0)]),
        row("GT", "Pu and Nedić 2021", convex, &[power(1.0, 3.0)]),
        row("GT", XIN, pl, &[power(1.0, 3.0)]),
        row("GT", PAPER, pl, &[power(1.0, 1.0), power(0.0, 4.0 / 3.0)]),
    ]
}

fn evaluated(
    input: &TableInput,
    method: &'static str,
    work: &'static str,
    assumption: &'static str,
    rate: Vec<RateTerm>,
    orders: &[Power],
) -> Row {
    let value = |order: &Power| libm::pow(input.agents as f64, order.agents) / libm::pow(1.0 - input.lambda, order.gap);
    let transient_time = orders.iter().map(value).fold(0.0, f64::max);
    Row { method, work, assumption, rate, orders: orders.to_vec(), transient_time }
}
