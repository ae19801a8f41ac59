//! A single lane, with two samples or two coordinates in a register.
//!
//! Every sum is that of a lane among others: a margin over the coordinates, a gradient over the
//! samples, each in their order.

use std::array::from_fn;

use fearless_simd::{Simd, f64x2, f64x8};

use super::{LOSSES, add_logarithms, join, loss_parts};
use crate::problem::fast_math::{Vector, logistic2};

/// The pairs of samples whose margins fill half of the registers.
const PAIRS: usize = 8;
/// The numbers of a vector of coordinates.
const WIDTH: usize = 8;

/// Adds the tile's Σ_s z_s / (1 + 2^(z_s'x)) to `sums`.
#[inline(always)]
pub fn gradient_of_tile<S: Simd>(
    simd: S,
    rows: &[f64],
    dimension: usize,
    point: &[f64],
    tile: &mut [f64],
    sums: &mut [f64],
) {
    let weights = &mut tile[..rows.len() / dimension];
    margins(simd, rows, dimension, point, weights);
    let (groups, rest) = weights.as_chunks_mut::<WIDTH>();
    for group in groups {
        *group = logistic2(f64x8::load(simd, *group)).store();
    }
    for weight in rest {
        *weight = logistic2::<f64, 1>(*weight);
    }
    let mut from = add_columns::<f64x8<S>, WIDTH, 2>(simd, rows, dimension, weights, 0, sums);
    from = add_columns::<f64x8<S>, WIDTH, 1>(simd, rows, dimension, weights, from, sums);
    from = add_columns::<f64x2<S>, 2, 1>(simd, rows, dimension, weights, from, sums);
    add_columns::<f64, 1, 1>((), rows, dimension, weights, from, sums);
}

/// Adds the samples' Σ_s ln(1 + 2^(-z_s'x)) to `sums`.
#[inline(always)]
pub fn add_losses<S: Simd>(simd: S, rows: &[f64], dimension: usize, point: &[f64], sums: &mut [f64]) {
    let margins_of_rows = &mut [0.0; LOSSES][..rows.len() / dimension];
    margins(simd, rows, dimension, point, margins_of_rows);
    let mut losses = [0.0, 1.0, 1.0];
    let (groups, rest) = margins_of_rows.as_chunks::<WIDTH>();
    for &u in groups {
        let [linear, above, below] = loss_parts(f64x8::<S>::load(simd, u)).map(Vector::store);
        for s in 0..WIDTH {
            losses = join(losses, [linear[s], above[s], below[s]]);
        }
    }
    for &u in rest {
        losses = join(losses, loss_parts(u));
    }
    let [linear, above, below] = losses;
    add_logarithms(&[linear], &[above], &[below], sums);
}

/// Writes z_s'x to `out` (samples). Compiled by itself, since within all the rest it keeps the checks of its indices.
#[inline(always)]
fn margins<S: Simd>(simd: S, rows: &[f64], dimension: usize, point: &[f64], out: &mut [f64]) {
    simd.vectorize(
        #[inline(always)]
        || {
            let place = margins_of_pairs::<S, PAIRS>(simd, rows, dimension, point, out, 0);
            let place = margins_of_pairs::<S, 1>(simd, rows, dimension, point, out, place);
            for (row, out) in rows.chunks_exact(dimension).zip(out).skip(place) {
                *out = row.iter().zip(point).fold(0.0, |sum, (z, x)| sum + z * x);
            }
        },
    );
}

/// As [`margins`] from the given sample on, a few pairs at a time as long as there are enough;
/// returns the sample to go on from.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
fn margins_of_pairs<S: Simd, const COUNT: usize>(
    simd: S,
    rows: &[f64],
    dimension: usize,
    point: &[f64],
    out: &mut [f64],
    mut place: usize,
) -> usize {
    let point = &point[..dimension];
    while place + 2 * COUNT <= out.len() {
        let row = |s: usize| &rows[(place + s) * dimension..][..point.len()];
        let pairs: [[&[f64]; 2]; COUNT] = from_fn(|p| [row(2 * p), row(2 * p + 1)]);
        let mut sums = [f64x2::<S>::splat(simd, 0.0); COUNT];
        for j in 0..point.len() {
            for p in 0..COUNT {
                sums[p] += f64x2::load(simd, [pairs[p][0][j], pairs[p][1][j]]) * point[j];
            }
        }
        for (out, sums) in out[place..].as_chunks_mut::<2>().0.iter_mut().zip(sums) {
            *out = sums.store();
        }
        place += 2 * COUNT;
    }
    place
}

/// Adds Σ_s w_s z_sj to `sums` (d), a few vectors of coordinates at a time from the given one on as
/// long as there are enough. Returns the coordinate to go on from.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
fn add_columns<V: Vector<N>, const N: usize, const VECTORS: usize>(
    proof: V::Proof,
    rows: &[f64],
    dimension: usize,
    weights: &[f64],
    mut from: usize,
    sums: &mut [f64],
) -> usize {
    for sums in sums[from..].chunks_exact_mut(N * VECTORS) {
        let (sums, _) = sums.as_chunks_mut::<N>();
        let mut columns = [V::splat(proof, 0.0); VECTORS];
        for v in 0..VECTORS {
            columns[v] = V::load(proof, sums[v]);
        }
        for (row, &weight) in rows.chunks_exact(dimension).zip(weights) {
            let (row, _) = row[from..from + N * VECTORS].as_chunks::<N>();
            for v in 0..VECTORS {
                columns[v] = columns[v] + V::load(proof, row[v]) * weight;
            }
        }
        for (sums, columns) in sums.iter_mut().zip(columns) {
            *sums = columns.store();
        }
        from += N * VECTORS;
    }
    from
}
