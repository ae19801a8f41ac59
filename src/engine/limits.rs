//! Limits of size, checked before an engine takes memory or time.

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::document::DocumentError;
use crate::experiment::Experiment;
use crate::method::MethodSpec;
use crate::metric::Metric;
use crate::oracle::Noise;

/// The most memory for the iterates, the methods' state and the streams of noise, in bytes; and, separately, for
/// the combination matrices of methods with a laziness of their own.
pub const MEMORY_LIMIT: u64 = 1 << 30;
/// The most values that may be recorded.
pub const VALUES_LIMIT: u64 = 20_000_000;
/// The most multiplications that f at every agent's iterate, which one of the metrics needs, may
/// take at each recorded iteration.
pub const METRIC_LIMIT: u64 = 100_000_000_000;
/// The most blocks that a method holds: its iterate, gradient and state, and the iterates of trials that diverged.
const BLOCKS: u64 = 8;
/// The additional blocks of a method that makes several rounds in place of one.
const BLOCKS_BETWEEN_ROUNDS: u64 = 2;
/// The additional blocks of a method with compressed messages, and with momentum.
const BLOCKS_KNOWN: u64 = 2;
const BLOCKS_OF_MOMENTUM: u64 = 1;
/// Bytes of the stream of one agent's noise in one trial.
const STREAM: u64 = size_of::<Xoshiro256PlusPlus>() as u64;
/// Bytes of an entry of a combination matrix.
const ENTRY: u64 = 12;

/// Refuses methods (by their indices) in that many trials that are too large.
pub(super) fn check(experiment: &Experiment, methods: &[usize], trials: usize) -> Result<(), DocumentError> {
    let (n, d) = (experiment.agents(), experiment.problem().dimension());
    let lanes = (methods.len() as u64).saturating_mul(trials as u64);
    let refuse = |path: &str, rule: String| Err(DocumentError::new(path, rule));

    let some = |has: fn(&MethodSpec) -> bool| methods.iter().any(|&method| has(&experiment.methods[method]));
    let blocks = BLOCKS
        + if some(|method| method.rounds.count > 1) { BLOCKS_BETWEEN_ROUNDS } else { 0 }
        + if some(|method| method.messages.is_some()) { BLOCKS_KNOWN } else { 0 }
        + if some(|method| method.momentum != 0.0) { BLOCKS_OF_MOMENTUM } else { 0 };
    let streams = if experiment.noise == Noise::None {
        0
    } else {
        (n as u64).saturating_mul(trials as u64).saturating_mul(STREAM)
    };
    let bytes =
        (experiment.start().len() as u64).saturating_mul(lanes).saturating_mul(8 * blocks).saturating_add(streams);
    if bytes > MEMORY_LIMIT {
        let size = format!("{n} agents × {d} coordinates × {} methods × {trials} trials", methods.len());
        return refuse("trials", format!("{size} need {} MB, more than {} MB", bytes >> 20, MEMORY_LIMIT >> 20));
    }
    let own = methods.iter().filter(|&&method| experiment.methods[method].laziness != 0.0).count() as u64;
    let entries = (experiment.network.matrix.links() + n) as u64;
    let bytes = entries.saturating_mul(ENTRY).saturating_mul(own);
    if bytes > MEMORY_LIMIT {
        let size = format!("the matrices of {own} methods with a laziness of their own, {entries} entries each,");
        return refuse("methods", format!("{size} need {} MB, more than {} MB", bytes >> 20, MEMORY_LIMIT >> 20));
    }
    let each = experiment.metrics.len() as u64 + u64::from(experiment.clock.is_some());
    let values = (experiment.schedule.len() as u64).saturating_mul(each).saturating_mul(lanes);
    if values > VALUES_LIMIT {
        return refuse(
            "record",
            format!("{values} values would be recorded, more than {VALUES_LIMIT}: record less often"),
        );
    }
    let work = experiment.problem().value_work().saturating_mul(n as u64).saturating_mul(lanes);
    let costly = experiment.metrics.iter().copied().find(|&metric| Metric::is_of_every_agent(metric));
    if let Some(metric) = costly.filter(|_| work > METRIC_LIMIT) {
        let name = metric.name();
        let cost = format!("{name} takes f at every agent's iterate, {work} multiplications, more than {METRIC_LIMIT}");
        return refuse("metrics", format!("{cost}: name metrics without it"));
    }
    Ok(())
}
