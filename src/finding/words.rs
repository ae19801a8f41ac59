//! The sentences of facts, and their numbers.

use super::{Cause, Fact, Grounds, Predicate, Source};

impl Fact {
    /// In a sentence without a full stop; `method` names the method, if it is about one.
    pub fn sentence(&self, method: &str) -> String {
        match self.predicate() {
            Some(Predicate { text, limit: Some(limit) }) => format!("{method} {text} {}", short(limit)),
            Some(Predicate { text, limit: None }) => format!("{method} {text}"),
            None => self.words(),
        }
    }

    /// What a method does, in the words that follow its name; `None` of a fact about anything else.
    pub fn predicate(&self) -> Option<Predicate> {
        let limit = match *self {
            Self::Unstable(Cause::LargeStep { limit, .. }) => Some(limit),
            Self::Unstable(_)
            | Self::Marginal { .. }
            | Self::Slow { .. }
            | Self::Rising { .. }
            | Self::SmallSteps { .. } => None,
            _ => return None,
        };
        Some(Predicate { text: self.words(), limit })
    }

    fn words(&self) -> String {
        match self {
            Self::RowSums { polynomial, sum } => {
                format!("the coefficients of {polynomial} must add up to 1, so that its rows do; they give {sum}")
            }
            Self::NegativeEntries { polynomial, least } => format!(
                "{polynomial} has the entry {} on this network: the theorems assume a doubly stochastic matrix",
                short(*least)
            ),
            Self::NullSpace { eigenvalue: None, value } => format!(
                "the coefficients of B² must add up to 0, so that agents in agreement stay so; they give {value}"
            ),
            Self::NullSpace { eigenvalue: Some(eigenvalue), value } => format!(
                "B² must be positive at every eigenvalue of W but the first; at {} it is {}",
                rounded(*eigenvalue),
                short(*value)
            ),
            Self::NotContracting { radius, eigenvalue } => format!(
                "G has the spectral radius {radius:.4} at the eigenvalue {} of W: the theorems need less than 1",
                rounded(*eigenvalue)
            ),
            Self::Disconnected => "the network is in several parts: the theory needs a connected one".to_owned(),
            Self::BetterPoint { below } => format!(
                "the run found a better point than the solver: f went {} below f*, which makes gaps negative; no bound is given",
                short(*below)
            ),
            Self::StepSize { step_size, limit, number, theorem } => format!(
                "the step size {} is above {}, the limit number {number} of {theorem}, which then promises nothing",
                short(*step_size),
                short(*limit)
            ),
            Self::NotPositive { eigenvalue, laziness } => format!(
                "W has the negative eigenvalue {eigenvalue:.6}: the corollaries and the closed-form bounds assume a positive semi-definite W, which a laziness of at least {:.3} gives",
                // Rounded down it would not be enough.
                libm::ceil(laziness * 1e3 - 1e-6) / 1e3
            ),
            Self::ChangingNetwork => {
                "the theory assumes one W, and this network changes from iteration to iteration: it does not apply"
                    .to_owned()
            }
            Self::Momentum { momentum } => {
                format!("the theory speaks of β = 0, and this method has the momentum {momentum}: it does not apply")
            }
            Self::LocalSteps { local_steps } => {
                format!("the theory speaks of τ = 1, and this method has {local_steps} local steps: it does not apply")
            }
            Self::Compressed => "not judged: messages are compressed, and the theory speaks of whole ones".to_owned(),
            Self::Parts { sizes } => parts(sizes),
            Self::SeparateParts { parts } => {
                format!("all networks together leave {parts} parts: agents of different parts never hear of each other")
            }
            Self::NegativeWeights { least, agents: [i, j] } => {
                let whose =
                    if i == j { format!("of agent {i} on itself") } else { format!("between agents {i} and {j}") };
                format!("W has negative weights, the least {}, {whose}", short(*least))
            }
            Self::Mixing { mixing_rate } => {
                format!("gossip with W does not average: its mixing rate is λ = {mixing_rate:.6}, not below 1")
            }
            Self::MixingBound { mixing_rate, residual } => {
                format!("the mixing rate is only known to be λ ≥ {mixing_rate:.9} (residual {})", short(*residual))
            }
            Self::Import(report) => report.to_string(),
            Self::UnequalShares { least, most } => format!(
                "the agents have from {least} to {most} samples: f is the mean over the agents, so that a sample of an agent with few counts for more"
            ),
            Self::Unstable(cause) => cause.words(),
            Self::Marginal { eigenvalue, curvature, grounds } => {
                let at = eigenvalue.zip(*curvature).map_or_else(String::new, |(lambda, curvature)| {
                    format!(", at the eigenvalue {} of W and the curvature {}", rounded(lambda), short(curvature))
                });
                format!("neither converges nor diverges: a part of its deviation stays{at}{}", grounds.estimate())
            }
            Self::Slow { step_size, iterations, grounds } => {
                let power = libm::exp10(libm::floor(libm::log10(*iterations)));
                let about = if *iterations < 1e15 {
                    format!("about {}", short(libm::round(iterations / power) * power))
                } else {
                    "more than 10¹⁵".to_owned()
                };
                format!(
                    "converges very slowly at the step size {}: it takes {about} iterations to come ten times as close{}",
                    short(*step_size),
                    grounds.estimate()
                )
            }
            Self::Rising { step_size, start, end, iterations } => format!(
                "takes steps far too large for these costs: with the step size {}, even gradient descent with all data in one place brings f from {} to {} in {iterations} iterations",
                short(*step_size),
                short(*start),
                short(*end)
            ),
            Self::SmallSteps { limit, grounds } => format!(
                "is stable at this step size by the costs' curvature only: {} it diverges on this network{}",
                limit.map_or_else(|| "with smaller ones".to_owned(), |limit| format!("below {}", short(limit))),
                grounds.estimate()
            ),
        }
    }
}

impl Cause {
    /// What the method does, after its name, up to the limit of a step that is too large.
    fn words(&self) -> String {
        match *self {
            Self::Matrix { eigenvalue } => format!(
                "diverges on this network: W has the eigenvalue {eigenvalue:.6}, whose magnitude is not below 1, so it does not average"
            ),
            Self::LargeStep { step_size, curvature, grounds, .. } => {
                let (step, curvature) = (short(step_size), short(curvature));
                match grounds.source {
                    // Farther away the costs may be flatter, which keeps the iterates from diverging.
                    Source::Minimiser => format!(
                        "cannot settle at the minimiser with the step size {step}, as the costs have the curvature {curvature} there: it needs one below"
                    ),
                    Source::Smoothness => format!(
                        "may not settle with the step size {step}, as L = {curvature} bounds the curvature of the costs: it is sure to below"
                    ),
                    Source::Hessian => format!(
                        "diverges at the step size {step}, as the costs have the curvature {curvature}{}: it needs one below",
                        grounds.estimate()
                    ),
                }
            }
            Self::SmallStep { step_size, range: [low, high], grounds } => format!(
                "diverges on this network at the step size {}: it is stable between {} and {} only{}",
                short(step_size),
                short(low),
                short(high),
                grounds.estimate()
            ),
            Self::EveryStep { factor, grounds } => format!(
                "diverges on this network at every step size: {} times as far in each iteration{}",
                times(factor),
                grounds.estimate()
            ),
            Self::ThisStep { step_size, factor, grounds } => {
                let fails = match grounds.source {
                    Source::Minimiser => "cannot settle at the minimiser",
                    _ => "diverges",
                };
                format!(
                    "{fails} on this network at the step size {}: {} times as far in each iteration{}",
                    short(step_size),
                    times(factor),
                    grounds.estimate()
                )
            }
            Self::Changes { factor, iterations, source } => {
                let what = match source {
                    Source::Hessian => "diverges as this network changes: its distance from the solution",
                    _ => "does not converge as this network changes: near the minimiser its distance from it",
                };
                format!(
                    "{what} grows about {}-fold an iteration, estimated over {iterations} iterations",
                    times(factor)
                )
            }
            Self::Compression { factor, iterations, source } => {
                let what = match source {
                    Source::Hessian => "diverges in a short trial run with these compressed messages",
                    _ => "does not settle at the minimiser in a short trial run with these compressed messages",
                };
                format!("{what}: about {} times as far in each of {iterations} iterations", times(factor))
            }
        }
    }
}

/// Three decimals, or as many as tell the factor from 1.
fn times(factor: f64) -> String {
    let digits = (3..9).find(|&digits| (factor - 1.0).abs() > 0.5 * libm::exp10(-(digits as f64))).unwrap_or(9);
    if factor < 10.0 { format!("{factor:.digits$}") } else { short(factor) }
}

impl Grounds {
    fn estimate(self) -> &'static str {
        match (self.exact, self.source) {
            (true, _) => "",
            (_, Source::Hessian) => " (estimated)",
            (_, Source::Minimiser) => " (near the minimiser)",
            (_, Source::Smoothness) => " (estimated from L)",
        }
    }
}

/// The sentence about a network in several parts.
fn parts(parts: &[usize]) -> String {
    const WORDS: [&str; 8] = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
    const NAMED: usize = 6;
    let count = parts.len();
    let number = WORDS.get(count.wrapping_sub(2)).map_or_else(|| count.to_string(), |&word| word.to_owned());
    let sizes: Vec<String> = parts.iter().take(NAMED).map(usize::to_string).collect();
    let sizes = match &sizes[..] {
        [first, last] if last == "1" && first != "1" => format!("{first} agents and 1 agent"),
        _ if count > NAMED => format!("{}, … agents", sizes.join(", ")),
        [first @ .., last] => format!("{} and {last} agents", first.join(", ")),
        [] => String::new(),
    };
    format!("the network falls into {number} parts, of {sizes}: each goes to a solution of its own")
}

/// Six decimals, without the sign of a zero.
fn rounded(eigenvalue: f64) -> String {
    format!("{:.6}", libm::round(eigenvalue * 1e6) / 1e6 + 0.0)
}

/// With three digits, and powers of ten as papers print them: 1.2×10⁻⁷.
pub fn short(value: f64) -> String {
    let trimmed = |text: &str| {
        let zeros = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
        zeros.to_owned()
    };
    if (1e-3..1e6).contains(&value.abs()) {
        let digits = (2.0 - libm::floor(libm::log10(value.abs()))).clamp(0.0, 9.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 9")]
        return trimmed(&format!("{value:.*}", digits as usize));
    }
    if value == 0.0 || !value.is_finite() {
        return value.abs().to_string();
    }
    let text = format!("{value:.2e}");
    let (factor, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let raised = |c: char| {
        c.to_digit(10).map_or('⁻', |digit| ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit as usize])
    };
    let power: String = exponent.chars().map(raised).collect();
    match trimmed(factor).as_str() {
        "1" => format!("10{power}"),
        factor => format!("{factor}×10{power}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_powers_of_ten() {
        let cases = [(0.0, "0"), (0.05, "0.05"), (2.5, "2.5"), (123.456, "123"), (1e-3, "0.001")];
        let powers = [(1e-5, "10⁻⁵"), (1.2e-7, "1.2×10⁻⁷"), (-2e6, "-2×10⁶"), (f64::INFINITY, "inf")];
        for (value, text) in cases.into_iter().chain(powers) {
            assert_eq!(short(value), text);
        }
    }
}
