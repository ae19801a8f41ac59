//! What a document says of least squares, and whether it fits into memory.

use super::LeastSquares;
use super::generated::Generated;
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};
use crate::problem::data::Given;
use crate::problem::{DATA, DIMENSION, HESSIAN_LIMIT, Outcome, Report, SAMPLES, check_memory, size_of_data};

const HETEROGENEITY: Parameter = Parameter::with_default(
    "heterogeneity",
    Domain::not_negative(1e6),
    1.0,
    "σₕ², the variance of the agents' own solutions about the common one",
);
const CONDITION: Parameter = Parameter::with_default(
    "conditionNumber",
    Domain::Number { min: 1.0, max: 1e12, above_min: false, below_max: false, logarithmic: true },
    10.0,
    "κ, the condition number of the expected Hessian",
);
const COMMON_HESSIAN: Parameter = Parameter::plain(
    "commonHessian",
    Domain::Flag,
    false,
    "whether all agents have the same Hessian, as the closed-form prediction needs; at least d samples each",
);

/// The catalog's entry.
pub const ENTRY: Entry = Entry {
    kind: "leastSquares",
    title: "Least squares",
    about: "Each agent fits a linear model to its own samples; the minimiser is known in closed form",
    source: "fᵢ(x) = (1/2m) Σ (h'x − t)²",
    parameters: &[DIMENSION, SAMPLES, HETEROGENEITY, CONDITION, COMMON_HESSIAN, DATA],
};

/// The parameters of the problem.
#[derive(Clone, Debug)]
pub struct Spec {
    data: DataSpec,
}

#[derive(Clone, Debug)]
enum DataSpec {
    Generated(Generated),
    Given(Given),
}

impl Spec {
    /// Of samples still to be drawn.
    #[cfg(test)]
    pub(super) fn generated(data: Generated) -> Self {
        Self { data: DataSpec::Generated(data) }
    }

    /// Reads the parameters for that many agents.
    pub fn read(fields: &Fields, agents: usize, seed: u64) -> Result<Self, DocumentError> {
        if let Some(given) = Given::read(fields, Outcome::Target, agents, seed)? {
            let counts: Vec<usize> = given.samples(seed, agents)?.responses.iter().map(Vec::len).collect();
            let (samples, d) = (counts.iter().sum::<usize>() as u64, given.dimension());
            check_hessians(fields, DATA.name, samples, d)?;
            // The document holds the samples until they are copied.
            let numbers = numbers(samples, d, counts.into_iter()).saturating_add(samples * (d as u64 + 1));
            check_memory(fields, DATA.name, numbers, &format!("{samples} samples × {d} coordinates"))?;
            return Ok(Self { data: DataSpec::Given(given) });
        }
        let (dimension, samples) = (fields.count(&DIMENSION)?, fields.count(&SAMPLES)?);
        let all = (agents as u64).saturating_mul(samples as u64);
        let numbers = numbers(all, dimension, std::iter::repeat_n(samples, agents));
        check_memory(fields, SAMPLES.name, numbers, &size_of_data(agents, samples, dimension))?;
        check_hessians(fields, SAMPLES.name, all, dimension)?;
        let common = fields.flag(&COMMON_HESSIAN)?;
        if common && samples < dimension {
            let rule =
                format!("commonHessian needs at least {dimension} samples, one for each coordinate, got {samples}");
            return Err(fields.error(SAMPLES.name, rule));
        }
        let (heterogeneity, condition) = (fields.number(&HETEROGENEITY)?, fields.number(&CONDITION)?);
        Ok(Self { data: DataSpec::Generated(Generated { dimension, samples, heterogeneity, condition, common }) })
    }

    pub(in crate::problem) fn has_test(&self) -> bool {
        matches!(&self.data, DataSpec::Given(given) if given.has_test())
    }

    pub(in crate::problem) fn import_report(&self) -> Option<&Report> {
        match &self.data {
            DataSpec::Given(given) => given.report(),
            DataSpec::Generated(_) => None,
        }
    }

    /// The problem for n agents.
    pub fn build(&self, seed: u64, agents: usize, tell: &mut dyn FnMut(f64)) -> Result<LeastSquares, DocumentError> {
        Ok(match &self.data {
            DataSpec::Given(given) => {
                let samples = given.samples(seed, agents)?;
                LeastSquares { held_out: samples.held_out.clone(), ..LeastSquares::of(&samples, tell) }
            }
            DataSpec::Generated(data) => {
                let common_hessian = data.common.then(|| data.spectrum());
                let counts = vec![data.samples; agents];
                LeastSquares::new(data.dimension, &counts, data.agents(seed, agents), common_hessian, tell)
            }
        })
    }
}

/// How many numbers a problem with that many samples of all agents, and those of each agent, keeps.
fn numbers(samples: u64, d: usize, counts: impl ExactSizeIterator<Item = usize>) -> u64 {
    let (row, agents) = (d as u64 + 1, counts.len() as u64);
    let data = samples.saturating_mul(row);
    if keeps_hessians(d, counts) { data.saturating_add(agents.saturating_mul(d as u64 * row)) } else { data }
}

/// With fewer samples than coordinates the samples themselves are cheaper.
pub(super) fn keeps_hessians(d: usize, counts: impl IntoIterator<Item = usize>) -> bool {
    counts.into_iter().all(|samples| samples >= d)
}

/// Refuses Hessians over that many samples of all agents that would take more than
/// [`HESSIAN_LIMIT`] multiplications; `field` is where the samples come from.
fn check_hessians(fields: &Fields, field: &str, samples: u64, d: usize) -> Result<(), DocumentError> {
    let work = samples.saturating_mul((d * d) as u64);
    if work <= HESSIAN_LIMIT {
        return Ok(());
    }
    let rule = format!("the Hessians of {samples} samples × {d}² take more than {HESSIAN_LIMIT} multiplications");
    Err(fields.error(field, rule))
}
