//! A single lane, with two samples or two coordinates in a register.
//!
//! Every sum is that of a lane among others: a margin over the coordinates, a gradient over the
//! samples, each in their order.

use std::array::from_fn;

use wide::{f64x2, f64x8};

use super::add_logarithms;
use super::loss_parts;
use crate::problem::fast_math::{Vector, logistic2};

/// The pairs of samples whose margins fill half of the registers.
const PAIRS: usize = 8;
/// The numbers of a vector of coordinates.
const WIDTH: usize = 8;

/// Adds the tile's Σ_s z_s / (1 + 2^(z_s'x)) to `sums`.
pub fn gradient_of_tile(rows: &[f64], dimension: usize, point: &[f64], tile: &mut [f64], sums: &mut [f64]) {
    let weights = &mut tile[..rows.len() / dimension];
    margins(rows, dimension, point, weights);
    map(weights, logistic2, logistic2);
    let mut from = add_columns::<f64x8, WIDTH, 2>(rows, dimension, weights, 0, sums);
    from = add_columns::<f64x8, WIDTH, 1>(rows, dimension, weights, from, sums);
    from = add_columns::<f64x2, 2, 1>(rows, dimension, weights, from, sums);
    add_columns::<f64, 1, 1>(rows, dimension, weights, from, sums);
}

/// Adds the tile's Σ_s ln(1 + 2^(-z_s'x)) to `sums`.
pub fn loss_of_tile(rows: &[f64], dimension: usize, point: &[f64], tile: &mut [f64], sums: &mut [f64]) {
    let margins_of_tile = &mut tile[..rows.len() / dimension];
    margins(rows, dimension, point, margins_of_tile);
    let (mut linear, mut product) = (0.0, 1.0);
    let (groups, rest) = margins_of_tile.as_chunks::<WIDTH>();
    for &u in groups {
        let [terms, factors] = loss_parts(f64x8::load(u)).map(Vector::store);
        for (term, factor) in terms.into_iter().zip(factors) {
            linear += term;
            product *= factor;
        }
    }
    for &u in rest {
        let [term, factor] = loss_parts::<f64, 1>(u);
        linear += term;
        product *= factor;
    }
    add_logarithms(&[linear], &[product], sums);
}

/// Replaces each number by a function of it, eight at a time.
fn map(numbers: &mut [f64], of_eight: impl Fn(f64x8) -> f64x8, of_one: impl Fn(f64) -> f64) {
    let (groups, rest) = numbers.as_chunks_mut::<WIDTH>();
    for group in groups {
        *group = of_eight(f64x8::load(*group)).store();
    }
    rest.iter_mut().for_each(|number| *number = of_one(*number));
}

/// Writes z_s'x to `out` (samples).
fn margins(rows: &[f64], dimension: usize, point: &[f64], out: &mut [f64]) {
    let place = margins_of_pairs::<PAIRS>(rows, dimension, point, out, 0);
    let place = margins_of_pairs::<1>(rows, dimension, point, out, place);
    for (row, out) in rows.chunks_exact(dimension).zip(out).skip(place) {
        *out = row.iter().zip(point).fold(0.0, |sum, (z, x)| sum + z * x);
    }
}

/// As [`margins`] from the given sample on, a few pairs at a time as long as there are enough;
/// returns the sample to go on from.
fn margins_of_pairs<const COUNT: usize>(
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
        let mut sums = [f64x2::splat(0.0); COUNT];
        for j in 0..point.len() {
            let x = f64x2::splat(point[j]);
            for p in 0..COUNT {
                sums[p] += f64x2::load([pairs[p][0][j], pairs[p][1][j]]) * x;
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
fn add_columns<V: Vector<N>, const N: usize, const VECTORS: usize>(
    rows: &[f64],
    dimension: usize,
    weights: &[f64],
    mut from: usize,
    sums: &mut [f64],
) -> usize {
    for sums in sums[from..].chunks_exact_mut(N * VECTORS) {
        let (sums, _) = sums.as_chunks_mut::<N>();
        let mut columns: [V; VECTORS] = from_fn(|v| V::load(sums[v]));
        for (row, &weight) in rows.chunks_exact(dimension).zip(weights) {
            let (row, _) = row[from..from + N * VECTORS].as_chunks::<N>();
            let weight = V::splat(weight);
            for v in 0..VECTORS {
                columns[v] = columns[v] + V::load(row[v]) * weight;
            }
        }
        for (sums, columns) in sums.iter_mut().zip(columns) {
            *sums = columns.store();
        }
        from += N * VECTORS;
    }
    from
}
