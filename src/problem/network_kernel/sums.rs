//! The sums that are nearly all of a network's work, in tiles of eight registers.
//!
//! A sum of weighted inputs begins with the bias, and adds the inputs in their order. A sum over samples adds up the vectors
//! of a tile, then their eight numbers. How many sums are in registers at a time depends on the instructions, their order not.

use std::array::from_fn;

use fearless_simd::{Simd, SimdBase, f64x2, f64x4, f64x8};

use super::batch::{Numbers, WIDTH};
use crate::problem::fast_math::Vector;

/// The numbers that a register holds.
const fn register<S: Simd>() -> usize {
    <S::f64s as SimdBase<S>>::LEN
}

/// Writes each unit's bias, if it has one, and sum of weighted inputs to `sums`, \[unit\]\[vector\]. The weights are given unit by
/// unit, or if they are `TURNED` input by input.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn weighted_sums<S: Simd, const TURNED: bool>(
    simd: S,
    blocks: usize,
    [weights, biases]: [&[f64]; 2],
    inputs: &[Numbers],
    sums: &mut [Numbers],
) {
    let mut done = 0;
    if register::<S>() == 8 {
        done = weighted_sums_of::<S, 8, TURNED>(simd, done, blocks, [weights, biases], inputs, sums);
    }
    if register::<S>() >= 4 {
        done = weighted_sums_of::<S, 4, TURNED>(simd, done, blocks, [weights, biases], inputs, sums);
    }
    done = weighted_sums_of::<S, 2, TURNED>(simd, done, blocks, [weights, biases], inputs, sums);
    weighted_sums_of::<S, 1, TURNED>(simd, done, blocks, [weights, biases], inputs, sums);
}

/// Does COUNT units at a time, from that unit on; returns the first that is left.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline)]
fn weighted_sums_of<S: Simd, const COUNT: usize, const TURNED: bool>(
    simd: S,
    mut unit: usize,
    blocks: usize,
    [weights, biases]: [&[f64]; 2],
    inputs: &[Numbers],
    sums: &mut [Numbers],
) -> usize {
    let (units, count) = (sums.len() / blocks, inputs.len() / blocks);
    while unit + COUNT <= units {
        let mut rows = [weights; COUNT];
        if !TURNED {
            for u in 0..COUNT {
                rows[u] = &weights[(unit + u) * count..][..count];
            }
        }
        for block in 0..blocks {
            let mut totals = [<f64x8<S> as Vector<8>>::splat(simd, 0.0); COUNT];
            #[allow(clippy::needless_range_loop, reason = "with an iterator WebAssembly keeps the sums in memory")]
            for u in 0..COUNT {
                totals[u] = Vector::splat(simd, biases.get(unit + u).copied().unwrap_or(0.0));
            }
            if TURNED {
                for (weights, inputs) in weights.chunks_exact(units).zip(inputs.chunks_exact(blocks)) {
                    let input = f64x8::load(simd, inputs[block]);
                    let weights = &weights[unit..unit + COUNT];
                    for u in 0..COUNT {
                        totals[u] += weights[u] * input;
                    }
                }
            } else {
                for (j, (_, inputs)) in rows[0].iter().zip(inputs.chunks_exact(blocks)).enumerate() {
                    let input = f64x8::load(simd, inputs[block]);
                    for u in 0..COUNT {
                        totals[u] += rows[u][j] * input;
                    }
                }
            }
            for u in 0..COUNT {
                sums[(unit + u) * blocks + block] = totals[u].store();
            }
        }
        unit += COUNT;
    }
    unit
}

/// Adds the derivatives by the weights and biases of units, unit by unit, over the samples of a tile: Σ δ times each input, and
/// Σ δ.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn add_products<S: Simd>(
    simd: S,
    blocks: usize,
    deltas: &[Numbers],
    inputs: &[Numbers],
    [weights, biases]: [&mut [f64]; 2],
) {
    for (bias, deltas) in biases.iter_mut().zip(deltas.chunks_exact(blocks)) {
        let mut total = <f64x8<S> as Vector<8>>::splat(simd, 0.0);
        for &delta in deltas {
            total += f64x8::load(simd, delta);
        }
        *bias += sum(simd, total);
    }
    let done = add_products_of::<S, 4>(simd, 0, blocks, deltas, inputs, weights);
    let done = add_products_of::<S, 2>(simd, done, blocks, deltas, inputs, weights);
    add_products_of::<S, 1>(simd, done, blocks, deltas, inputs, weights);
}

/// Does COUNT units at a time, from that unit on, with two inputs; returns the first unit that is left.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline)]
fn add_products_of<S: Simd, const COUNT: usize>(
    simd: S,
    mut unit: usize,
    blocks: usize,
    deltas: &[Numbers],
    inputs: &[Numbers],
    weights: &mut [f64],
) -> usize {
    let (units, count) = (deltas.len() / blocks, inputs.len() / blocks);
    while unit + COUNT <= units {
        let deltas = &deltas[unit * blocks..][..COUNT * blocks];
        let weights = &mut weights[unit * count..][..COUNT * count];
        let mut pairs = inputs.chunks_exact(2 * blocks);
        let mut input = 0;
        for pair in &mut pairs {
            let mut totals = [[[0.0; WIDTH]; 2]; COUNT];
            products(simd, blocks, deltas, pair, &mut totals);
            for u in 0..COUNT {
                let weights = &mut weights[u * count + input..][..2];
                let [a, b] = totals[u].map(|total| f64x8::load(simd, total));
                let old = f64x2::load(simd, [weights[0], weights[1]]);
                weights.copy_from_slice(&(old + both_sums(simd, a, b)).store());
            }
            input += 2;
        }
        if input < count {
            let mut totals = [[[0.0; WIDTH]; 1]; COUNT];
            products(simd, blocks, deltas, pairs.remainder(), &mut totals);
            for u in 0..COUNT {
                weights[u * count + input] += sum(simd, f64x8::load(simd, totals[u][0]));
            }
        }
        unit += COUNT;
    }
    unit
}

/// The products of each unit's delta with each input, summed over the vectors of a tile.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline)]
fn products<S: Simd, const UNITS: usize, const INPUTS: usize>(
    simd: S,
    blocks: usize,
    deltas: &[Numbers],
    inputs: &[Numbers],
    totals: &mut [[Numbers; INPUTS]; UNITS],
) {
    match register::<S>() {
        8 => products_by::<f64x8<S>, 8, UNITS, INPUTS>(simd, blocks, deltas, inputs, totals),
        4 => products_by::<f64x4<S>, 4, UNITS, INPUTS>(simd, blocks, deltas, inputs, totals),
        _ => products_by::<f64x2<S>, 2, UNITS, INPUTS>(simd, blocks, deltas, inputs, totals),
    }
}

/// The same by N of a vector's samples at a time.
#[inline(always)]
fn products_by<V: Vector<N>, const N: usize, const UNITS: usize, const INPUTS: usize>(
    proof: V::Proof,
    blocks: usize,
    deltas: &[Numbers],
    inputs: &[Numbers],
    totals: &mut [[Numbers; INPUTS]; UNITS],
) {
    let deltas: [_; UNITS] = from_fn(|u| &deltas[u * blocks..][..blocks]);
    let inputs: [_; INPUTS] = from_fn(|j| &inputs[j * blocks..][..blocks]);
    for part in 0..WIDTH / N {
        let mut sums = [[V::splat(proof, 0.0); INPUTS]; UNITS];
        for block in 0..blocks {
            let mut input = [V::splat(proof, 0.0); INPUTS];
            for j in 0..INPUTS {
                input[j] = V::load(proof, inputs[j][block].as_chunks().0[part]);
            }
            for u in 0..UNITS {
                let delta = V::load(proof, deltas[u][block].as_chunks().0[part]);
                for j in 0..INPUTS {
                    sums[u][j] = sums[u][j] + delta * input[j];
                }
            }
        }
        for u in 0..UNITS {
            for j in 0..INPUTS {
                totals[u][j].as_chunks_mut().0[part] = sums[u][j].store();
            }
        }
    }
}

/// The sum of the numbers, halves first.
#[inline(always)]
pub fn sum<S: Simd>(simd: S, numbers: f64x8<S>) -> f64 {
    let [a, b] = folded(simd, numbers).store();
    a + b
}

/// The same of two vectors.
#[inline(always)]
fn both_sums<S: Simd>(simd: S, a: f64x8<S>, b: f64x8<S>) -> f64x2<S> {
    let (a, b) = (folded(simd, a), folded(simd, b));
    simd.zip_low_f64x2(a, b) + simd.zip_high_f64x2(a, b)
}

#[inline(always)]
fn folded<S: Simd>(simd: S, numbers: f64x8<S>) -> f64x2<S> {
    let (low, high) = simd.split_f64x8(numbers);
    let (low, high) = simd.split_f64x4(low + high);
    low + high
}
