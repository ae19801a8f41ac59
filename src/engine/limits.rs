//! Limits of size, checked before an engine takes memory or time.

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::document::DocumentError;
use crate::experiment::Experiment;
use crate::method::MethodSpec;
use crate::metric::Metric;
use crate::oracle::Noise;

/// The most memory for the iterates, the methods' state and the streams of noise, in bytes; and, separately, for
/// the combination matrices of methods with a laziness of their own.
pub const MEMORY_LIMIT: usize = 1 << 30;
/// The most values that may be recorded.
pub const VALUES_LIMIT: usize = 20_000_000;
/// The most multiplications that f at every agent's iterate, which one of the metrics needs, may
/// take at each recorded iteration.
pub const METRIC_LIMIT: u64 = 100_000_000_000;
/// The most blocks that a method holds: its iterate, gradient and state, and the iterates of trials that diverged.
const BLOCKS: usize = 8;
/// The additional blocks of a method that makes several rounds in place of one.
const BLOCKS_BETWEEN_ROUNDS: usize = 2;
/// The additional blocks of a method with compressed messages, and with momentum.
const BLOCKS_KNOWN: usize = 2;
const BLOCKS_OF_MOMENTUM: usize = 1;
/// Bytes of the stream of one agent's noise in one trial.
const STREAM: usize = size_of::<Xoshiro256PlusPlus>();
/// Bytes of an entry of a combination matrix.
const ENTRY: usize = 12;

/// Refuses methods (by their indices) in that many trials that are too large.
pub(super) fn check(experiment: &Experiment, methods: &[usize], trials: usize) -> Result<(), DocumentError> {
    let (n, d) = (experiment.agents(), experiment.problem().dimension());
    let lanes = methods.len().saturating_mul(trials);
    let refuse = |path: &str, rule: String| Err(DocumentError::new(path, rule));

    let some = |has: fn(&MethodSpec) -> bool| methods.iter().any(|&method| has(&experiment.methods[method]));
    let blocks = BLOCKS
        + if some(|method| method.rounds.count > 1) { BLOCKS_BETWEEN_ROUNDS } else { 0 }
        + if some(|method| method.messages.is_some()) { BLOCKS_KNOWN } else { 0 }
        + if some(|method| method.momentum != 0.0) { BLOCKS_OF_MOMENTUM } else { 0 };
    let streams = if experiment.noise == Noise::None { 0 } else { n.saturating_mul(trials).saturating_mul(STREAM) };
    let bytes = experiment.start().len().saturating_mul(lanes).saturating_mul(8 * blocks).saturating_add(streams);
    if bytes > MEMORY_LIMIT {
        let size = format!("{n} agents × {d} coordinates × {} methods × {trials} trials", methods.len());
        return refuse("trials", format!("{size} need {} MB, more than {} MB", bytes >> 20, MEMORY_LIMIT >> 20));
    }
    let own = methods.iter().filter(|&&method| experiment.methods[method].laziness != 0.0).count();
    let entries = experiment.network.matrix.links() + n;
    let bytes = entries.saturating_mul(ENTRY).saturating_mul(own);
    if bytes > MEMORY_LIMIT {
        let size = format!("the matrices of {own} methods with a laziness of their own, {entries} entries each,");
        return refuse("methods", format!("{size} need {} MB, more than {} MB", bytes >> 20, MEMORY_LIMIT >> 20));
    }
    let each = experiment.metrics.len() + usize::from(experiment.clock.is_some());
    let values = experiment.schedule.len().saturating_mul(each).saturating_mul(lanes);
    if values > VALUES_LIMIT {
        return refuse(
            "record",
            format!("{values} values would be recorded, more than {VALUES_LIMIT}: record less often"),
        );
    }
    let work = experiment.problem().value_work().saturating_mul(n as u64).saturating_mul(lanes as u64);
    let costly = experiment.metrics.iter().copied().find(|&metric| Metric::is_of_every_agent(metric));
    if let Some(metric) = costly.filter(|_| work > METRIC_LIMIT) {
        let name = metric.name();
        let cost = format!("{name} takes f at every agent's iterate, {work} multiplications, more than {METRIC_LIMIT}");
        return refuse("metrics", format!("{cost}: name metrics without it"));
    }
    Ok(())
}
