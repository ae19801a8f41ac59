//! The loss at the outputs of a tile, and its derivatives by them.

use std::f64::consts::{LN_2, LOG2_E};

use fearless_simd::{Simd, f64x8};

use super::batch::Numbers;
use super::sums::sum;
use crate::problem::fast_math::{Vector, decay2, logistic2};

/// Writes the derivatives of ln(1 + exp(-y F)) by the output.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn logistic_deltas<S: Simd>(simd: S, labels: &[Numbers], outputs: &[Numbers], deltas: &mut [Numbers]) {
    for ((delta, &output), &y) in deltas.iter_mut().zip(outputs).zip(labels) {
        let y = f64x8::load(simd, y);
        // Padding has the label 0, which makes its delta 0.
        let weight = logistic2(y * f64x8::load(simd, output) * LOG2_E);
        *delta = (0.0 - y * weight).store();
    }
}

/// Writes the derivatives of -ln softmax(F)_y by the outputs, softmax(F)_c - [c = y], \[output\]\[vector of the tile\].
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn softmax_deltas<S: Simd>(simd: S, labels: &[Numbers], outputs: &[Numbers], deltas: &mut [Numbers]) {
    let blocks = labels.len();
    for (block, &y) in labels.iter().enumerate() {
        let y = f64x8::load(simd, y);
        let of_block = || (block..outputs.len()).step_by(blocks);
        let greatest = greatest(simd, outputs, block, blocks).0;
        let mut total = f64x8::splat(simd, 0.0);
        for at in of_block() {
            let power = decay2((greatest - f64x8::load(simd, outputs[at])) * LOG2_E);
            total += power;
            deltas[at] = power.store();
        }
        // Padding has the label 0, which makes its deltas 0.
        let scale = y.above_zero() / total;
        let mut class = f64x8::splat(simd, 0.0);
        for at in of_block() {
            class += 1.0;
            deltas[at] = (f64x8::load(simd, deltas[at]) * scale - is_equal(class, y)).store();
        }
    }
}

/// The greatest output of a vector of samples, and its class, counted from 1; of equal ones the first.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn greatest<S: Simd>(simd: S, outputs: &[Numbers], block: usize, blocks: usize) -> (f64x8<S>, f64x8<S>) {
    let (mut greatest, mut answer) = (f64x8::load(simd, outputs[block]), f64x8::splat(simd, 1.0));
    let mut class = answer;
    for &output in outputs[block..].iter().step_by(blocks).skip(1) {
        class += 1.0;
        let output = f64x8::load(simd, output);
        let is_greater = (output - greatest).above_zero();
        answer += is_greater * (class - answer);
        greatest = Vector::max(greatest, output);
    }
    (greatest, answer)
}

/// 1 where the whole numbers are equal, else 0.
#[inline(always)]
fn is_equal<S: Simd>(a: f64x8<S>, b: f64x8<S>) -> f64x8<S> {
    1.0 - Vector::abs(a - b).above_zero()
}

/// A tile's loss, `linear` + ln Π `product`, and how its answers agree with the labels.
pub struct Parts<S: Simd> {
    pub linear: f64,
    pub product: f64x8<S>,
    pub agreement: f64x8<S>,
}

/// ln(1 + exp(-y F)), with log2(1 + 2^-u) = max(-u, 0) + log2(1 + 2^-|u|); without a label neither counts.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn logistic_loss<S: Simd>(simd: S, labels: &[Numbers], outputs: &[Numbers]) -> Parts<S> {
    let [mut linear, mut agreement] = [f64x8::splat(simd, 0.0); 2];
    let mut product = f64x8::splat(simd, 1.0);
    for (&output, &y) in outputs.iter().zip(labels) {
        let (output, y) = (f64x8::load(simd, output), f64x8::load(simd, y));
        let u = y * output * LOG2_E;
        linear += Vector::clamp(0.0 - u, 0.0, f64::INFINITY);
        product *= 1.0 + Vector::abs(y) * decay2(u);
        agreement += y * (output.above_zero() + output.above_zero() - 1.0);
    }
    Parts { linear: LN_2 * sum(simd, linear), product, agreement }
}

/// -ln softmax(F)_y = (max F - F_y) + ln Σ exp(F_c - max F); the sum is in [1, 64]. Without a label neither counts.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn softmax_loss<S: Simd>(simd: S, labels: &[Numbers], outputs: &[Numbers]) -> Parts<S> {
    let blocks = labels.len();
    let [mut linear, mut agreement] = [f64x8::splat(simd, 0.0); 2];
    let mut product = f64x8::splat(simd, 1.0);
    for (block, &y) in labels.iter().enumerate() {
        let y = f64x8::load(simd, y);
        let (greatest, answer) = greatest(simd, outputs, block, blocks);
        let [mut total, mut class] = [f64x8::splat(simd, 0.0); 2];
        for &output in outputs[block..].iter().step_by(blocks) {
            class += 1.0;
            let below = greatest - f64x8::load(simd, output);
            total += decay2(below * LOG2_E);
            linear += is_equal(class, y) * below;
        }
        let counts = y.above_zero();
        product *= counts * total + (1.0 - counts);
        agreement += is_equal(answer, y);
    }
    Parts { linear: sum(simd, linear), product, agreement }
}
