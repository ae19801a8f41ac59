//! Whether a method diverges on a network that changes, with compressed messages, or where many agents' Hessians differ: an
//! estimate, by trying it.
//!
//! No theory here tells that of a sequence of matrices, or of what is lost in compression. But two runs of a method on quadratic costs differ by a run of its
//! own recursion in which Hᵢ x is the gradient of agent i. Over the document's W₀, W₁, … that is a product of matrices, whose
//! growth per factor settles if they are drawn independently (Furstenberg and Kesten, Products of random matrices, 1960).
//! Compressed messages are in proportion to what they tell of, so that the size of the start does not matter either; but from
//! where it begins does, so that several starts are tried, and all must show the same.
//! Of costs that are not quadratic, with Hessians at the minimiser, it tells whether a run that comes near stays there.

use nalgebra::DMatrix;

use super::cures::{Cure, lazier, smaller};
use crate::experiment::Experiment;
use crate::finding::{Cause, Fact, Grounds, Source};
use crate::gossip::Gossip;
use crate::method::{MethodSpec, Partner};
use crate::random::{self, Purpose};
use crate::statistics;

/// The most iterations that are tried, and the fewest that tell something.
const ITERATIONS: u64 = 2_000;
const LEAST: usize = 200;
/// About the most multiplications in a try.
const WORK: u64 = 10_000_000;
/// The most curvatures that are tried, where all agents share them.
const CURVATURES: usize = 8;
/// Nothing more is tried once the norm has left these bounds.
const ENDS: [f64; 2] = [1e-100, 1e100];
/// The parts of the iterations after the first quarter, by which steady growth is told from chance.
const BLOCKS: usize = 8;
/// What counts as growth over all of them, so that a power of k does not.
const GREAT: f64 = 100.0;
/// With compressed messages: whether the agents start at random and not where what is known of them is, and whether the
/// minimiser is elsewhere than that.
const STARTS: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];
/// The values of θ that are tried as cures, and the shares of the step size.
const LAZY: [f64; 2] = [0.5, 0.75];
const SHARES: [f64; 3] = [0.5, 0.1, 0.01];

/// What a try shows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Growth {
    /// The distance from the solution grows steadily, by this factor in each of so many iterations.
    Grows { factor: f64, iterations: usize },
    /// It does not grow.
    Settles,
    /// Neither is clear.
    Unclear,
}

/// The fact that a method diverges, and the changes with which a try
/// settles. `None` where that is not clear, or Hessians are not known.
pub(super) fn divergence(experiment: &Experiment, method: usize) -> Option<(Fact, Vec<Cure>)> {
    let curvature = experiment.curvature().filter(|curvature| curvature.source != Source::Smoothness)?;
    let spec = &experiment.methods[method];
    // What is not known may not be linear.
    spec.scheme.recursion()?;
    let step_size = spec.step_size.unwrap_or(experiment.step_size);
    let first = step_size.at(0);
    let steps = [first, step_size.at(experiment.iterations.saturating_sub(1))];
    let common;
    let hessians = if let Some(local) = &curvature.local {
        &local.hessians[..]
    } else {
        common = [diagonal(&curvature.values)];
        &common
    };
    if hessians.is_empty() {
        return None;
    }
    let Growth::Grows { factor, iterations } = of_both(experiment, spec, hessians, steps) else { return None };

    let settles = |spec: &MethodSpec, share: f64| {
        of_both(experiment, spec, hessians, steps.map(|alpha| share * alpha)) == Growth::Settles
    };
    let is_mixed = spec.scheme.partner() == Partner::Neighbors;
    let mut thetas = LAZY.into_iter().filter(|&theta| is_mixed && theta > spec.laziness);
    let lazy = thetas.find(|&theta| settles(&MethodSpec { laziness: theta, ..spec.clone() }, 1.0));
    let share = SHARES.into_iter().find(|&share| settles(spec, share));
    let cures = lazy.map(|theta| lazier(method, theta)).into_iter();
    let cures = cures.chain(share.map(|share| smaller(experiment, method, first, share * first))).collect();

    let source = curvature.source;
    let cause = if experiment.network.changes.is_some() {
        Cause::Changes { factor, iterations, source }
    } else if spec.messages.is_some() {
        Cause::Compression { factor, iterations, source }
    } else {
        Cause::ThisStep { step_size: first, factor, grounds: Grounds { source, exact: false } }
    };
    Some((Fact::Unstable(cause), cures))
}

/// With the first step size and the last, where these differ: what both show.
fn of_both(experiment: &Experiment, spec: &MethodSpec, hessians: &[DMatrix<f64>], [first, last]: [f64; 2]) -> Growth {
    let starts = if spec.messages.is_some() { &STARTS[..] } else { &STARTS[..1] };
    // Agents that have all in common would never part.
    let starts = || starts.iter().filter(|[is_random, _]| *is_random || hessians.len() > 1);
    let steps = if first == last { vec![first] } else { vec![first, last] };
    let all = steps.iter().flat_map(|&alpha| starts().map(move |&start| (alpha, start)));
    let mut shown = None;
    for (alpha, start) in all {
        let next = attempt(experiment, spec, hessians, alpha, start);
        shown = Some(match (shown, next) {
            (None, next) | (Some(Growth::Grows { .. }), next @ Growth::Grows { .. }) => next,
            (Some(Growth::Settles), Growth::Settles) => Growth::Settles,
            _ => return Growth::Unclear,
        });
    }
    shown.unwrap_or(Growth::Unclear)
}

/// Runs the method from one of the starts without noise.
fn attempt(
    experiment: &Experiment,
    spec: &MethodSpec,
    hessians: &[DMatrix<f64>],
    alpha: f64,
    [is_random, is_away]: [bool; 2],
) -> Growth {
    let (n, width) = (experiment.agents(), hessians[0].nrows());
    let [mut x, mut away] = [vec![0.0; n * width], vec![0.0; width]];
    let stream = |index| random::stream(experiment.seed, Purpose::Start, 0, index);
    if is_random {
        random::fill_standard_normal(&mut stream(1), &mut x);
    }
    if is_away {
        random::fill_standard_normal(&mut stream(2), &mut away);
    }
    let mut gradient = vec![0.0; x.len()];
    let mut gossip = Gossip::new(experiment.mixing_at(spec, 0), true, width).compressed(spec.messages, 1);
    let mut running = spec.start(&x);
    let moved = |x: &[f64]| x.iter().zip(away.iter().cycle()).map(|(x, away)| x - away).collect::<Vec<_>>();
    let mut sizes = vec![logarithm(&moved(&x))];
    let bounds = ENDS.map(libm::log);
    // Drawing a link takes about as long as ten multiplications.
    let drawing = 10 * (n + experiment.network.graph.edge_count()) as u64;
    let mut work = 0;
    for k in 0..ITERATIONS {
        let (matrix, before) = (experiment.network.matrix_at(k), gossip.rounds());
        gossip.change(experiment.mixing(spec, &matrix, k));
        gradients(hessians, &moved(&x), &mut gradient);
        running.step(alpha, &mut x, &gradient, &mut gossip);
        let size = logarithm(&moved(&x));
        // False for NaN.
        if size < f64::INFINITY {
            sizes.push(size.max(bounds[0]));
        }
        let rounds = gossip.rounds() - before;
        work += drawing + (n + matrix.links()) as u64 * (4 + rounds * width as u64) + n as u64 * (width * width) as u64;
        let is_between = bounds[0] < size && size < bounds[1];
        if !is_between || work > WORK {
            break;
        }
    }
    shown(&sizes)
}

/// ln ‖x‖.
fn logarithm(x: &[f64]) -> f64 {
    0.5 * libm::log(x.iter().map(|x| x * x).sum())
}

/// What the logarithms of the sizes after each iteration show.
fn shown(sizes: &[f64]) -> Growth {
    let iterations = sizes.len() - 1;
    let grown = sizes[iterations] - sizes[0];
    let bounds = ENDS.map(libm::log);
    if sizes[iterations] <= bounds[0] {
        return Growth::Settles;
    }
    if sizes[iterations] >= bounds[1] {
        return Growth::Grows { factor: libm::exp(grown / iterations as f64), iterations };
    }
    if iterations < LEAST {
        return Growth::Unclear;
    }
    // What repeats swings within its period, so that blocks are compared by their peaks.
    let late = &sizes[iterations / 4..];
    let length = late.len() / BLOCKS;
    let peak = |block: &[f64]| block.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let peaks: Vec<f64> = late.chunks_exact(length).take(BLOCKS).map(peak).collect();
    let steps: Vec<f64> = peaks.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let total = peaks[BLOCKS - 1] - peaks[0];
    let half_width = statistics::confidence_half_width(&steps).unwrap_or(f64::INFINITY);
    if total > libm::log(GREAT) && statistics::mean(&steps) > 2.0 * half_width {
        return Growth::Grows { factor: libm::exp(total / (length * steps.len()) as f64), iterations };
    }
    let has_settled = peaks[BLOCKS - 1] < peaks[BLOCKS / 2] + 0.1 && grown < 1.0;
    if has_settled { Growth::Settles } else { Growth::Unclear }
}

/// The Hessian that all agents share, with a coordinate for each of some of its eigenvalues.
fn diagonal(curvatures: &[f64]) -> DMatrix<f64> {
    let (count, last) = (curvatures.len().min(CURVATURES), curvatures.len() - 1);
    let at = |place: usize| curvatures[place * last / (count - 1).max(1)];
    DMatrix::from_fn(count, count, |i, j| if i == j { at(i) } else { 0.0 })
}

/// The gradient of agent i is Hᵢ x, with x counted from the minimiser; `hessians` has one for each agent or one for all.
fn gradients(hessians: &[DMatrix<f64>], x: &[f64], out: &mut [f64]) {
    let width = hessians[0].nrows();
    for (agent, (x, out)) in x.chunks_exact(width).zip(out.chunks_exact_mut(width)).enumerate() {
        // They are symmetric, so that columns are rows.
        let rows = hessians[agent % hessians.len()].as_slice().chunks_exact(width);
        for (out, row) in out.iter_mut().zip(rows) {
            *out = row.iter().zip(x).map(|(h, x)| h * x).sum();
        }
    }
}
