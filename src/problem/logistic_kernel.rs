//! The loss of logistic regression and its gradient at many points, in one pass over the data.
//!
//! With z_s = y_s h_s (label times features) for the samples of one agent, and a d × lanes block
//! of points x_l (coordinate j of lane l at index `j * lanes + l`):
//!
//! - loss: (1/m) Σ_s ln(1 + exp(-z_s'x_l))
//! - gradient: -(1/m) Σ_s z_s / (1 + exp(z_s'x_l))
//!
//! Points are multiplied by log2 e first, so that margins u = z_s'x_l log2 e are exponents of 2. A
//! margin is summed over the coordinates in their order, a gradient over the samples in their
//! order, and nothing is fused: the bits of a lane's result depend neither on the other lanes, nor
//! on how the work is blocked, nor on the target.
//!
//! Lanes are worked on in blocks of at most eight, and samples in tiles, in two steps: the samples'
//! weights (margins of a few samples × a block of lanes in registers, then the logistic function of
//! them while the next margins are on their way), and the gradient's sums (a few coordinates × a
//! block of lanes in registers). A lane that is left over alone shares its registers among samples,
//! then among coordinates, which changes no sum. `docs/performance.md` tells why, and what else was
//! tried.

mod alone;

use std::array::from_fn;
use std::f64::consts::{LN_2, LOG2_E};
use std::iter;
use std::ops::Range;

use fearless_simd::{Level, Simd, SimdBase, dispatch, f64x2, f64x4, f64x8};

use super::fast_math::{Vector, decay2_fraction, logistic2};

/// The samples of a tile, whose margins stay in the first-level cache.
const TILE: usize = 64;
/// The samples of the loss that share a logarithm; part of its bits.
const LOSSES: usize = 256;
/// The most lanes of a block.
const WIDEST: usize = 8;
/// How many sums of a block fill eight registers of so many numbers, which is half of what there are, or less.
const fn step(lanes: usize, register: usize) -> usize {
    if lanes < register { 8 } else { 8 * register / lanes }
}

/// Calls a function of a block of lanes with its sizes, which depend on the numbers that a register of `S` holds.
macro_rules! for_block {
    ($S:ident, $block:expr, $function:ident($($argument:expr),*)) => {
        match ($block.width, <$S::f64s as SimdBase<$S>>::LEN) {
            (8, 2) => $function::<f64x8<$S>, 8, { step(8, 2) }>($($argument),*),
            (8, 4) => $function::<f64x8<$S>, 8, { step(8, 4) }>($($argument),*),
            (8, _) => $function::<f64x8<$S>, 8, { step(8, 8) }>($($argument),*),
            (4, 2) => $function::<f64x4<$S>, 4, { step(4, 2) }>($($argument),*),
            (4, _) => $function::<f64x4<$S>, 4, { step(4, 4) }>($($argument),*),
            (2, _) => $function::<f64x2<$S>, 2, { step(2, 2) }>($($argument),*),
            _ => alone::$function($($argument),*),
        }
    };
}

/// Writes the gradient of the loss over `features` (samples × d, not empty) at each lane of `x` to
/// `out`; both d × lanes.
pub fn gradient(features: &[f64], dimension: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
    dispatch!(Level::new(), simd => gradient_with(simd, features, dimension, lanes, x, out));
}

#[inline(always)]
fn gradient_with<S: Simd>(simd: S, features: &[f64], dimension: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
    let register = <S::f64s as SimdBase<S>>::LEN;
    let points = pack(dimension, lanes, register, x);
    let mut sums = vec![0.0; points.len()];
    let mut tile = [0.0; TILE * WIDEST];
    for rows in features.chunks(TILE * dimension) {
        for block in blocks(lanes, register) {
            let (points, sums) = (&points[block.panel(dimension)], &mut sums[block.panel(dimension)]);
            for_block!(S, block, gradient_of_tile(simd, rows, dimension, points, &mut tile, sums));
        }
    }
    let scale = -1.0 / (features.len() / dimension) as f64;
    for block in blocks(lanes, register) {
        let sums = sums[block.panel(dimension)].chunks_exact(block.width);
        for (out, sums) in out.chunks_exact_mut(lanes).zip(sums) {
            for (out, sum) in out[block.first..].iter_mut().zip(sums) {
                *out = scale * sum;
            }
        }
    }
}

/// As [`gradient`], over the samples of `batch` (not empty) only.
pub fn batch_gradient(features: &[f64], batch: &[usize], dimension: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
    let mut rows = Vec::with_capacity(batch.len() * dimension);
    for s in batch {
        rows.extend_from_slice(&features[s * dimension..][..dimension]);
    }
    gradient(&rows, dimension, lanes, x, out);
}

/// Writes the loss over `features` (samples × d, not empty) at each lane of `x` (d × lanes) to
/// `out` (lanes).
pub fn loss(features: &[f64], dimension: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
    dispatch!(Level::new(), simd => loss_with(simd, features, dimension, lanes, x, out));
}

#[inline(always)]
fn loss_with<S: Simd>(simd: S, features: &[f64], dimension: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
    let register = <S::f64s as SimdBase<S>>::LEN;
    let points = pack(dimension, lanes, register, x);
    out.fill(0.0);
    for rows in features.chunks(LOSSES * dimension) {
        for block in blocks(lanes, register) {
            let (points, sums) = (&points[block.panel(dimension)], &mut out[block.first..][..block.lanes]);
            for_block!(S, block, add_losses(simd, rows, dimension, points, sums));
        }
    }
    let samples = (features.len() / dimension) as f64;
    for out in out {
        *out /= samples;
    }
}

/// Neighbouring lanes that are worked on together.
#[derive(Clone, Copy)]
struct Block {
    first: usize,
    lanes: usize,
    /// At least `lanes`: what is beyond them is worked on too, and of no meaning.
    width: usize,
}

impl Block {
    /// Where the block is among packed numbers.
    fn panel(self, dimension: usize) -> Range<usize> {
        self.first * dimension..(self.first + self.width) * dimension
    }
}

/// Splits the lanes into blocks of 8, then 4, 2 and 1; where registers hold more than two numbers, what is left after those of 8
/// is one block that is filled up.
fn blocks(lanes: usize, register: usize) -> impl Iterator<Item = Block> {
    let mut first = 0;
    iter::from_fn(move || {
        let left = lanes - first;
        let fits = |width: &usize| *width <= left || register > 2 && *width < 2 * left;
        let width = [8, 4, 2, 1].into_iter().find(fits).filter(|_| left > 0)?;
        let block = Block { first, lanes: left.min(width), width };
        first += block.lanes;
        Some(block)
    })
}

/// Reorders a d × lanes block to one d × lanes block after the other for the blocks of lanes.
fn pack(dimension: usize, lanes: usize, register: usize, x: &[f64]) -> Vec<f64> {
    let mut packed = Vec::with_capacity(x.len());
    for block in blocks(lanes, register) {
        for x in x.chunks_exact(lanes).take(dimension) {
            packed.extend(x[block.first..][..block.lanes].iter().map(|x| x * LOG2_E));
            packed.resize(packed.len() + block.width - block.lanes, 0.0);
        }
    }
    packed
}

/// Adds the tile's Σ_s z_s / (1 + 2^(z_s'x_l)) to `sums`.
#[inline(always)]
fn gradient_of_tile<V: Vector<N>, const N: usize, const STEP: usize>(
    proof: V::Proof,
    rows: &[f64],
    dimension: usize,
    points: &[f64],
    tile: &mut [f64],
    sums: &mut [f64],
) {
    let tile = &mut tile[..rows.len() / dimension * N];
    map_margins::<V, N, STEP>(
        proof,
        rows,
        dimension,
        points,
        tile,
        #[inline(always)]
        |u| logistic2(u),
    );
    let columns = Columns { rows, dimension, weights: tile.as_chunks::<N>().0 };
    let sums = sums.as_chunks_mut::<N>().0;
    let mut from = columns.add::<V, STEP>(proof, 0, sums);
    if STEP > 4 {
        from = columns.add::<V, 4>(proof, from, sums);
    }
    from = columns.add::<V, 2>(proof, from, sums);
    columns.add::<V, 1>(proof, from, sums);
}

/// Adds the samples' Σ_s ln(1 + 2^(-z_s'x_l)) to `sums`.
#[inline(always)]
fn add_losses<V: Vector<N>, const N: usize, const SAMPLES: usize>(
    proof: V::Proof,
    rows: &[f64],
    dimension: usize,
    points: &[f64],
    sums: &mut [f64],
) {
    let (points, _) = points.as_chunks::<N>();
    let mut losses = [0.0, 1.0, 1.0].map(|none| V::splat(proof, none));
    let groups = rows.chunks_exact(SAMPLES * dimension);
    let rest = groups.remainder();
    for rows in groups {
        let margins = margins::<V, N, SAMPLES>(proof, from_fn(|s| &rows[s * dimension..][..dimension]), points);
        for u in margins {
            losses = join(losses, loss_parts(u));
        }
    }
    for row in rest.chunks_exact(dimension) {
        let [margins] = margins::<V, N, 1>(proof, [row], points);
        losses = join(losses, loss_parts(margins));
    }
    let [linear, above, below] = losses;
    add_logarithms(&linear.store(), &above.store(), &below.store(), sums);
}

/// The parts of log2(1 + 2^-u) = max(-u, 0) + log2(1 + 2^-|u|): the first term, and the argument of the logarithm as a
/// fraction. That is in [1, 2] and its denominator in [2, 4], so that the products of [`LOSSES`] numerators and denominators
/// do not overflow, and one division and one logarithm serve them all.
#[inline(always)]
fn loss_parts<V: Vector<N>, const N: usize>(u: V) -> [V; 3] {
    let (above, below) = decay2_fraction(u);
    [(-u).clamp(0.0, f64::INFINITY), above + below, below]
}

/// The sum of first terms, and the products of numerators and denominators, with one more of each.
#[inline(always)]
fn join<V: Vector<N>, const N: usize>(losses: [V; 3], parts: [V; 3]) -> [V; 3] {
    [losses[0] + parts[0], losses[1] * parts[1], losses[2] * parts[2]]
}

/// Adds ln(2^linear × above / below) to `sums`; one copy for blocks of all widths.
#[inline(never)]
fn add_logarithms(linear: &[f64], above: &[f64], below: &[f64], sums: &mut [f64]) {
    for (l, sum) in sums.iter_mut().enumerate().take(linear.len()) {
        *sum += LN_2 * linear[l] + libm::log(above[l] / below[l]);
    }
}

/// Writes `map`(z_s'x_l) to `tile` (samples × N), a few samples at a time.
// On WebAssembly in functions of their own, as are all loops over samples: within all the rest they keep the checks of their
// indices.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
fn map_margins<V: Vector<N>, const N: usize, const SAMPLES: usize>(
    proof: V::Proof,
    rows: &[f64],
    dimension: usize,
    points: &[f64],
    tile: &mut [f64],
    map: impl Fn(V) -> V,
) {
    let (points, _) = points.as_chunks::<N>();
    let (groups, rest) = tile.as_chunks_mut::<N>().0.as_chunks_mut::<SAMPLES>();
    let (rows, rows_of_rest) = rows.split_at(groups.len() * SAMPLES * dimension);
    for (rows, tile) in rows.chunks_exact(SAMPLES * dimension).zip(groups) {
        let margins = margins::<V, N, SAMPLES>(proof, from_fn(|s| &rows[s * dimension..][..dimension]), points);
        for s in 0..SAMPLES {
            tile[s] = map(margins[s]).store();
        }
    }
    for (row, tile) in rows_of_rest.chunks_exact(dimension).zip(rest) {
        let [margins] = margins::<V, N, 1>(proof, [row], points);
        *tile = map(margins).store();
    }
}

/// z_s'x_l for a few samples.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline)]
fn margins<V: Vector<N>, const N: usize, const SAMPLES: usize>(
    proof: V::Proof,
    rows: [&[f64]; SAMPLES],
    points: &[[f64; N]],
) -> [V; SAMPLES] {
    let points = &points[..rows[0].len()];
    let rows = rows.map(|row| &row[..points.len()]);
    let mut sums = [V::splat(proof, 0.0); SAMPLES];
    for j in 0..points.len() {
        let x = V::load(proof, points[j]);
        for s in 0..SAMPLES {
            sums[s] = sums[s] + x * rows[s][j];
        }
    }
    sums
}

/// Samples and their weights in N lanes.
struct Columns<'a, const N: usize> {
    rows: &'a [f64],
    dimension: usize,
    weights: &'a [[f64; N]],
}

impl<const N: usize> Columns<'_, N> {
    /// Adds Σ_s w_sl z_sj to `sums` (d × N), a few coordinates at a time from the given one on as long
    /// as there are enough. Returns the coordinate to go on from.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn add<V: Vector<N>, const COORDINATES: usize>(
        &self,
        proof: V::Proof,
        mut from: usize,
        sums: &mut [[f64; N]],
    ) -> usize {
        for sums in sums[from..].as_chunks_mut::<COORDINATES>().0 {
            let mut columns = [V::splat(proof, 0.0); COORDINATES];
            for j in 0..COORDINATES {
                columns[j] = V::load(proof, sums[j]);
            }
            for (row, &weights) in self.rows.chunks_exact(self.dimension).zip(self.weights) {
                let row = &row[from..from + COORDINATES];
                let weights = V::load(proof, weights);
                for j in 0..COORDINATES {
                    columns[j] = columns[j] + weights * row[j];
                }
            }
            for j in 0..COORDINATES {
                sums[j] = columns[j].store();
            }
            from += COORDINATES;
        }
        from
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::fast_math::levels;
    use crate::random::{Purpose, fill_standard_normal, stream};

    fn normal(count: usize, purpose: Purpose) -> Vec<f64> {
        let mut values = vec![0.0; count];
        fill_standard_normal(&mut stream(5, purpose, 0, 0), &mut values);
        values
    }

    /// What the bits of a lane's gradient are by definition.
    fn by_definition(features: &[f64], x: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; x.len()];
        for row in features.chunks_exact(x.len()) {
            let margin = row.iter().zip(x).fold(0.0, |sum, (z, x)| sum + z * (x * LOG2_E));
            let weight: f64 = logistic2(margin);
            sums.iter_mut().zip(row).for_each(|(sum, z)| *sum += z * weight);
        }
        let scale = -1.0 / (features.len() / x.len()) as f64;
        sums.iter().map(|sum| scale * sum).collect()
    }

    fn lane(x: &[f64], lanes: usize, l: usize) -> Vec<f64> {
        x.iter().skip(l).step_by(lanes).copied().collect()
    }

    #[test]
    fn every_lane_is_by_definition_whatever_the_shape() {
        for (dimension, samples) in [(1, 1), (1, 70), (2, 63), (3, 64), (7, 65), (8, 9), (20, 203)] {
            let features = normal(samples * dimension, Purpose::Data);
            for lanes in (1..=19).chain([37, 64]) {
                let x = normal(dimension * lanes, Purpose::Start);
                let mut out = vec![f64::NAN; x.len()];
                gradient(&features, dimension, lanes, &x, &mut out);
                for l in 0..lanes {
                    let expected = by_definition(&features, &lane(&x, lanes, l));
                    assert_eq!(lane(&out, lanes, l), expected, "d = {dimension}, m = {samples}, lane {l} of {lanes}");
                }
            }
        }
    }

    #[test]
    fn every_instruction_set_gives_the_same_bits() {
        for (dimension, samples) in [(1, 70), (3, 64), (20, 203), (33, 17)] {
            for lanes in [1, 2, 4, 5, 8, 19] {
                let features = normal(samples * dimension, Purpose::Data);
                let x = normal(dimension * lanes, Purpose::Start);
                for odd in levels::ODD {
                    let (spoilt, x) = (levels::spoilt(&features, odd), levels::spoilt(&x, odd));
                    levels::give_the_same(|level| {
                        let mut slopes = [vec![0.0; x.len()], vec![0.0; x.len()]];
                        let mut losses = vec![0.0; lanes];
                        dispatch!(level, simd => {
                            gradient_with(simd, &features, dimension, lanes, &x, &mut slopes[0]);
                            gradient_with(simd, &spoilt, dimension, lanes, &x, &mut slopes[1]);
                            loss_with(simd, &features, dimension, lanes, &x, &mut losses);
                        });
                        [slopes.concat(), losses].concat()
                    });
                }
            }
        }
    }

    #[test]
    fn agrees_with_libm() {
        let (dimension, samples, lanes) = (20, 500, 7);
        let features = normal(samples * dimension, Purpose::Data);
        let x = normal(dimension * lanes, Purpose::Start);
        let (mut slopes, mut losses) = (vec![0.0; x.len()], vec![0.0; lanes]);
        gradient(&features, dimension, lanes, &x, &mut slopes);
        loss(&features, dimension, lanes, &x, &mut losses);
        for (l, &loss) in losses.iter().enumerate() {
            let x = lane(&x, lanes, l);
            let mut slope = vec![0.0; dimension];
            let mut value = 0.0;
            for row in features.chunks_exact(dimension) {
                let margin: f64 = row.iter().zip(&x).map(|(z, x)| z * x).sum();
                value += (libm::log1p(libm::exp(-margin.abs())) + (-margin).max(0.0)) / samples as f64;
                let weight = -1.0 / (1.0 + libm::exp(margin)) / samples as f64;
                slope.iter_mut().zip(row).for_each(|(slope, z)| *slope += weight * z);
            }
            assert!((loss - value).abs() < 1e-14 * value);
            for (a, b) in lane(&slopes, lanes, l).iter().zip(slope) {
                assert!((a - b).abs() < 1e-15, "{a} {b}");
            }
        }
    }

    #[test]
    fn large_margins_saturate() {
        for scale in [1e3, 1e6, 1e300] {
            let features = [scale, -scale, scale];
            let x = [1.0, -1.0, 0.0, f64::NAN];
            let (mut slopes, mut losses) = ([0.0; 4], [0.0; 4]);
            gradient(&features, 1, 4, &x, &mut slopes);
            loss(&features, 1, 4, &x, &mut losses);
            // One sample, two samples on the wrong side; at 0 half of each.
            let third = scale / 3.0;
            for (a, b) in slopes.iter().zip([third, -2.0 * third, -third / 2.0]) {
                assert!((a - b).abs() <= 1e-15 * scale, "{slopes:?}");
            }
            for (a, b) in losses.iter().zip([third, 2.0 * third, core::f64::consts::LN_2]) {
                assert!((a - b).abs() <= 1e-15 * b, "{losses:?}");
            }
            assert!(slopes[3].is_nan() && losses[3].is_nan());
        }
    }

    #[test]
    fn infinite_points_saturate() {
        let (mut slope, mut value) = ([0.0; 2], [0.0; 2]);
        gradient(&[2.0], 1, 2, &[f64::INFINITY, f64::NEG_INFINITY], &mut slope);
        loss(&[2.0], 1, 2, &[f64::INFINITY, f64::NEG_INFINITY], &mut value);
        assert_eq!(slope, [0.0, -2.0]);
        assert_eq!(value, [0.0, f64::INFINITY]);
    }

    #[test]
    fn a_batch_is_the_gradient_of_its_rows() {
        let (dimension, lanes) = (3, 5);
        let features = normal(90, Purpose::Data);
        let x = normal(dimension * lanes, Purpose::Start);
        let batch = [4, 4, 29, 0];
        let rows: Vec<f64> = batch.iter().flat_map(|s| &features[s * 3..s * 3 + 3]).copied().collect();
        let (mut a, mut b) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        batch_gradient(&features, &batch, dimension, lanes, &x, &mut a);
        gradient(&rows, dimension, lanes, &x, &mut b);
        assert_eq!(a, b);
    }

    #[test]
    fn the_loss_of_a_lane_does_not_depend_on_the_others() {
        let (dimension, samples) = (4, 150);
        let features = normal(samples * dimension, Purpose::Data);
        for lanes in 1..=17 {
            let x = normal(dimension * lanes, Purpose::Start);
            let (mut all, mut one) = (vec![0.0; lanes], [0.0]);
            loss(&features, dimension, lanes, &x, &mut all);
            for (l, &value) in all.iter().enumerate() {
                loss(&features, dimension, 1, &lane(&x, lanes, l), &mut one);
                assert_eq!(value, one[0]);
            }
        }
    }
}
