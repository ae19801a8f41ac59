//! The outputs of a fully connected network, and the loss of a classification with its gradient.
//!
//! Eight samples of one agent lie side by side in a vector, and up to four such vectors make a tile:
//! a sum over samples adds up the vectors of a tile, then their eight numbers, then the tiles, in
//! that order. Each lane is worked on alone, so that its bits depend neither on the other lanes nor
//! on their number, and a single lane is as cheap as many.
//!
//! On WebAssembly, where nothing has to be inlined for its instructions, the compiler decides: it then drops more checks.

mod batch;
mod loss;
mod sums;

use std::f64::consts::LOG2_E;

use fearless_simd::{Level, Simd, dispatch, f64x8};

pub use self::batch::{Batch, Scratch, WIDTH};
use self::batch::{Numbers, Tile};
use self::loss::{Parts, logistic_deltas, logistic_loss, softmax_deltas, softmax_loss};
use self::sums::{add_products, sum, weighted_sums};
use super::fast_math::{Vector, logistic2, tanh2};

/// The activation of a hidden unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// The hyperbolic tangent.
    Tanh,
    /// 1 / (1 + exp(-z)).
    Sigmoid,
    /// max(z, 0).
    Relu,
}

impl Activation {
    /// Replaces weighted sums by the outputs.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn apply<S: Simd>(self, simd: S, sums: &mut [Numbers]) {
        for numbers in sums {
            let z = f64x8::load(simd, *numbers);
            let output = match self {
                Self::Tanh => tanh2(z * (2.0 * LOG2_E)),
                Self::Sigmoid => logistic2(z * -LOG2_E),
                Self::Relu => Vector::clamp(z, 0.0, f64::INFINITY),
            };
            *numbers = output.store();
        }
    }

    /// Multiplies by the derivatives where the outputs are those.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn multiply_by_slope<S: Simd>(self, simd: S, outputs: &[Numbers], deltas: &mut [Numbers]) {
        for (delta, &output) in deltas.iter_mut().zip(outputs) {
            let a = f64x8::load(simd, output);
            let slope = match self {
                Self::Tanh => 1.0 - a * a,
                Self::Sigmoid => a * (1.0 - a),
                Self::Relu => a.above_zero(),
            };
            *delta = (f64x8::load(simd, *delta) * slope).store();
        }
    }
}

/// A layer of units, and where its weights and biases begin among the unknowns.
#[derive(Clone, Copy, Debug)]
struct Layer {
    inputs: usize,
    units: usize,
    weights: usize,
    biases: usize,
}

/// A fully connected network with linear outputs: one, whose sign tells two classes apart, or one for each of several
/// classes.
///
/// Its unknowns are, layer after layer, the weights row by row (a row is a receiving unit), then
/// the biases.
#[derive(Clone, Debug)]
pub struct Network {
    layers: Vec<Layer>,
    activation: Activation,
}

impl Network {
    /// A network with that many inputs and outputs, and with hidden layers of those sizes.
    pub fn new(inputs: usize, hidden: &[usize], outputs: usize, activation: Activation) -> Self {
        let (mut layers, mut inputs, mut weights) = (Vec::with_capacity(hidden.len() + 1), inputs, 0);
        for &units in hidden.iter().chain(&[outputs]) {
            let biases = weights + units * inputs;
            layers.push(Layer { inputs, units, weights, biases });
            (inputs, weights) = (units, biases + units);
        }
        Self { layers, activation }
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.layers[0].inputs
    }

    /// Whether it has a hidden layer.
    pub fn is_deep(&self) -> bool {
        self.layers.len() > 1
    }

    /// The number of outputs: 1, or that of the classes.
    pub fn outputs(&self) -> usize {
        self.layers.last().map_or(1, |layer| layer.units)
    }

    /// d, the number of weights and biases.
    pub fn dimension(&self) -> usize {
        self.layers.iter().map(|layer| layer.units * (layer.inputs + 1)).sum()
    }

    /// For each unknown 1/√inputs of its unit if it is a weight, and 0 if it is a bias.
    pub fn scales(&self) -> Vec<f64> {
        let mut scales = Vec::with_capacity(self.dimension());
        for layer in &self.layers {
            scales.resize(layer.biases, 1.0 / (layer.inputs as f64).sqrt());
            scales.resize(layer.biases + layer.units, 0.0);
        }
        scales
    }

    /// The numbers that one sample has in all layers.
    fn units(&self) -> usize {
        self.layers.iter().map(|layer| layer.units).sum()
    }

    /// The most numbers that one sample has in a layer.
    fn widest(&self) -> usize {
        self.layers.iter().map(|layer| layer.units).max().unwrap_or(1)
    }

    /// Adds (Σ over the samples) the gradient of the loss to `sums` (d): of ln(1 + exp(-y F(h; x))), or with several
    /// outputs of -ln softmax(F(h; x))_y.
    pub fn add_gradient(&self, samples: &Batch, x: &[f64], scratch: &mut Scratch, sums: &mut [f64]) {
        dispatch!(Level::new(), simd => self.add_gradient_with(simd, samples, x, scratch, sums));
    }

    #[inline(always)]
    fn add_gradient_with<S: Simd>(&self, simd: S, samples: &Batch, x: &[f64], scratch: &mut Scratch, sums: &mut [f64]) {
        for tile in samples.tiles() {
            let blocks = tile.blocks();
            let (activations, rest) = scratch.split(self.units() * blocks, 2 * self.widest() * blocks);
            let (deltas, next) = rest.split_at_mut(self.widest() * blocks);
            self.forward(simd, &tile, x, activations);
            let outputs = &activations[activations.len() - self.outputs() * blocks..];
            if self.outputs() == 1 {
                logistic_deltas(simd, tile.labels, outputs, deltas);
            } else {
                softmax_deltas(simd, tile.labels, outputs, deltas);
            }
            self.backward(simd, &tile, x, activations, [deltas, next], sums);
        }
    }

    /// The sum of the loss over the samples, and how many of them are classified rightly: as 1 where the output is above
    /// 0, else as -1; or as the class of the greatest output, of equal ones the first.
    pub fn score(&self, samples: &Batch, x: &[f64], scratch: &mut Scratch) -> (f64, f64) {
        dispatch!(Level::new(), simd => self.score_with(simd, samples, x, scratch))
    }

    #[inline(always)]
    fn score_with<S: Simd>(&self, simd: S, samples: &Batch, x: &[f64], scratch: &mut Scratch) -> (f64, f64) {
        let (mut loss, mut hits) = (0.0, 0.0);
        for tile in samples.tiles() {
            let (activations, _) = scratch.split(self.units() * tile.blocks(), 0);
            self.forward(simd, &tile, x, activations);
            let outputs = &activations[activations.len() - self.outputs() * tile.blocks()..];
            let Parts { linear, product, agreement } = if self.outputs() == 1 {
                logistic_loss(simd, tile.labels, outputs)
            } else {
                softmax_loss(simd, tile.labels, outputs)
            };
            let product = product.store().into_iter().fold(1.0, |all, factor| all * factor);
            loss += linear + libm::log(product);
            hits += sum(simd, agreement);
        }
        // With labels of ±1 the agreement counts 1 for a hit, and -1 for a miss.
        (loss, if self.outputs() == 1 { f64::midpoint(hits, samples.len() as f64) } else { hits })
    }

    /// Writes F(h; x) of each sample to `out` (samples × outputs).
    pub fn evaluate(&self, samples: &Batch, x: &[f64], scratch: &mut Scratch, out: &mut [f64]) {
        dispatch!(Level::new(), simd => self.evaluate_with(simd, samples, x, scratch, out));
    }

    #[inline(always)]
    fn evaluate_with<S: Simd>(&self, simd: S, samples: &Batch, x: &[f64], scratch: &mut Scratch, out: &mut [f64]) {
        let count = self.outputs();
        let mut rows = out.chunks_exact_mut(count);
        for tile in samples.tiles() {
            let blocks = tile.blocks();
            let (activations, _) = scratch.split(self.units() * blocks, 0);
            self.forward(simd, &tile, x, activations);
            let outputs = &activations[activations.len() - count * blocks..];
            for (s, row) in (0..blocks * WIDTH).zip(&mut rows) {
                for (class, out) in row.iter_mut().enumerate() {
                    *out = outputs[class * blocks + s / WIDTH][s % WIDTH];
                }
            }
        }
    }

    /// Writes every unit's output to `activations`, \[layer\]\[unit\]\[vector of the tile\].
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn forward<S: Simd>(&self, simd: S, tile: &Tile, x: &[f64], activations: &mut [Numbers]) {
        let blocks = tile.blocks();
        let mut rest = activations;
        let mut inputs = tile.features;
        for (index, layer) in self.layers.iter().enumerate() {
            let (outputs, later) = rest.split_at_mut(layer.units * blocks);
            let unknowns = [&x[layer.weights..layer.biases], &x[layer.biases..][..layer.units]];
            weighted_sums::<S, false>(simd, blocks, unknowns, inputs, outputs);
            if index + 1 < self.layers.len() {
                self.activation.apply(simd, outputs);
            }
            (inputs, rest) = (outputs, later);
        }
    }

    /// Adds the gradient to `sums`, given the derivatives by the last layer's outputs in the first of
    /// the `deltas`.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn backward<S: Simd>(
        &self,
        simd: S,
        tile: &Tile,
        x: &[f64],
        activations: &[Numbers],
        [mut deltas, mut next]: [&mut [Numbers]; 2],
        sums: &mut [f64],
    ) {
        let blocks = tile.blocks();
        let mut end = (self.units() - self.outputs()) * blocks;
        for (index, layer) in self.layers.iter().enumerate().rev() {
            let start = end - if index == 0 { 0 } else { layer.inputs * blocks };
            let inputs = if index == 0 { tile.features } else { &activations[start..end] };
            let by_units = &deltas[..layer.units * blocks];
            let sums = &mut sums[layer.weights..layer.biases + layer.units];
            add_products(simd, blocks, by_units, inputs, sums.split_at_mut(layer.units * layer.inputs).into());
            if index > 0 {
                let below = &mut next[..layer.inputs * blocks];
                weighted_sums::<S, true>(simd, blocks, [&x[layer.weights..layer.biases], &[]], by_units, below);
                self.activation.multiply_by_slope(simd, inputs, below);
                std::mem::swap(&mut deltas, &mut next);
            }
            end = start;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::fast_math::levels;
    use crate::random::{Purpose, fill_standard_normal, stream};

    #[test]
    fn every_instruction_set_gives_the_same_bits() {
        let activations = [Activation::Tanh, Activation::Sigmoid, Activation::Relu];
        for (activation, hidden, outputs) in
            activations.into_iter().flat_map(|a| [(a, &[][..], 1), (a, &[15, 4], 1), (a, &[5], 3)])
        {
            let network = Network::new(6, hidden, outputs, activation);
            let (mut features, mut x) = (vec![0.0; 6 * 77], vec![0.0; network.dimension()]);
            fill_standard_normal(&mut stream(5, Purpose::Data, 0, 0), &mut features);
            fill_standard_normal(&mut stream(5, Purpose::Start, 0, 0), &mut x);
            for odd in levels::ODD {
                let features = levels::spoilt(&features, odd);
                let labels = (0..77).map(|s| f64::from(if outputs == 1 { 2 * (s % 2) - 1 } else { s % 3 + 1 }));
                let rows: Vec<_> = features.chunks_exact(6).zip(labels).collect();
                let batch = Batch::new(6, rows.into_iter());
                levels::give_the_same(|level| {
                    let mut scratch = Scratch::default();
                    let (mut sums, mut answers) = (vec![0.0; x.len()], vec![0.0; 77 * outputs]);
                    let (loss, hits) = dispatch!(level, simd => {
                        network.add_gradient_with(simd, &batch, &x, &mut scratch, &mut sums);
                        network.evaluate_with(simd, &batch, &x, &mut scratch, &mut answers);
                        network.score_with(simd, &batch, &x, &mut scratch)
                    });
                    [sums, answers, vec![loss, hits]].concat()
                });
            }
        }
    }
}
