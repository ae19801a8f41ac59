//! The outputs of a fully connected network, and the loss of a classification with its gradient.
//!
//! Eight samples of one agent lie side by side in a vector, and up to four such vectors make a tile:
//! a sum over samples adds up the vectors of a tile, then their eight numbers, then the tiles, in
//! that order. Each lane is worked on alone, so that its bits depend neither on the other lanes nor
//! on their number, and a single lane is as cheap as many.

use std::array::from_fn;
use std::f64::consts::{LN_2, LOG2_E};

use wide::f64x8;

use super::fast_math::{Vector, decay2, logistic2, tanh2};

/// The samples of a vector.
pub const WIDTH: usize = 8;
/// The vectors of a tile. One logarithm serves the product of all its samples' factors, which is at
/// most 2^32.
const TILE: usize = 4;

/// The numbers of a vector.
type Numbers = [f64; WIDTH];

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

#[allow(clippy::inline_always, reason = "a call for every vector would cost as much as what it does")]
impl Activation {
    #[inline(always)]
    fn of(self, z: f64x8) -> f64x8 {
        match self {
            Self::Tanh => tanh2(z * f64x8::splat(2.0 * LOG2_E)),
            Self::Sigmoid => logistic2(z * f64x8::splat(-LOG2_E)),
            Self::Relu => Vector::clamp(z, 0.0, f64::INFINITY),
        }
    }

    /// The derivative where the activation is `a`.
    #[inline(always)]
    fn slope(self, a: f64x8) -> f64x8 {
        match self {
            Self::Tanh => f64x8::splat(1.0) - a * a,
            Self::Sigmoid => a * (f64x8::splat(1.0) - a),
            Self::Relu => a.above_zero(),
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

/// A fully connected network with one linear output.
///
/// Its unknowns are, layer after layer, the weights row by row (a row is a receiving unit), then
/// the biases.
#[derive(Clone, Debug)]
pub struct Network {
    layers: Vec<Layer>,
    activation: Activation,
}

impl Network {
    /// A network with that many inputs and with hidden layers of those sizes.
    pub fn new(inputs: usize, hidden: &[usize], activation: Activation) -> Self {
        let (mut layers, mut inputs, mut weights) = (Vec::with_capacity(hidden.len() + 1), inputs, 0);
        for &units in hidden.iter().chain(&[1]) {
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

    /// Adds (Σ over the samples) the gradient of ln(1 + exp(-y F(h; x))) to `sums` (d).
    pub fn add_gradient(&self, samples: &Batch, x: &[f64], scratch: &mut Scratch, sums: &mut [f64]) {
        for tile in samples.tiles() {
            let blocks = tile.blocks();
            let (activations, rest) = scratch.split(self.units() * blocks, 2 * self.widest() * blocks);
            let (deltas, next) = rest.split_at_mut(self.widest() * blocks);
            self.forward(&tile, x, activations);
            let outputs = &activations[activations.len() - blocks..];
            for ((delta, &output), &y) in deltas.iter_mut().zip(outputs).zip(tile.labels) {
                let y = f64x8::load(y);
                // Padding has the label 0, which makes its delta 0.
                let weight = logistic2(y * f64x8::load(output) * f64x8::splat(LOG2_E));
                *delta = (f64x8::splat(0.0) - y * weight).store();
            }
            self.backward(&tile, x, activations, [deltas, next], sums);
        }
    }

    /// The sum of ln(1 + exp(-y F(h; x))) over the samples, and how many of them F classifies
    /// rightly: as 1 where it is above 0, else as -1.
    pub fn score(&self, samples: &Batch, x: &[f64], scratch: &mut Scratch) -> (f64, f64) {
        let (mut loss, mut agreement) = (0.0, f64x8::splat(0.0));
        for tile in samples.tiles() {
            let (activations, _) = scratch.split(self.units() * tile.blocks(), 0);
            self.forward(&tile, x, activations);
            // log2(1 + 2^-u) = max(-u, 0) + log2(1 + 2^-|u|); without a label neither counts.
            let (mut linear, mut product) = (f64x8::splat(0.0), f64x8::splat(1.0));
            for (&output, &y) in activations[activations.len() - tile.blocks()..].iter().zip(tile.labels) {
                let (output, y) = (f64x8::load(output), f64x8::load(y));
                let u = y * output * f64x8::splat(LOG2_E);
                linear += Vector::clamp(f64x8::splat(0.0) - u, 0.0, f64::INFINITY);
                product *= f64x8::splat(1.0) + Vector::abs(y) * decay2(u);
                agreement += y * (output.above_zero() + output.above_zero() - f64x8::splat(1.0));
            }
            let product = product.store().into_iter().fold(1.0, |all, factor| all * factor);
            loss += LN_2 * sum(linear) + libm::log(product);
        }
        (loss, f64::midpoint(sum(agreement), samples.len as f64))
    }

    /// Writes F(h; x) of each sample to `out`.
    pub fn outputs(&self, samples: &Batch, x: &[f64], scratch: &mut Scratch, out: &mut [f64]) {
        let mut out = out.chunks_mut(WIDTH);
        for tile in samples.tiles() {
            let (activations, _) = scratch.split(self.units() * tile.blocks(), 0);
            self.forward(&tile, x, activations);
            for (output, out) in activations[activations.len() - tile.blocks()..].iter().zip(&mut out) {
                out.copy_from_slice(&output[..out.len()]);
            }
        }
    }

    /// Writes every unit's output to `activations`, \[layer\]\[unit\]\[vector of the tile\].
    fn forward(&self, tile: &Tile, x: &[f64], activations: &mut [Numbers]) {
        let blocks = tile.blocks();
        let mut rest = activations;
        let mut inputs = tile.features;
        for (index, layer) in self.layers.iter().enumerate() {
            let (outputs, later) = rest.split_at_mut(layer.units * blocks);
            let activation = Some(self.activation).filter(|_| index + 1 < self.layers.len());
            let (weights, biases) = (&x[layer.weights..layer.biases], &x[layer.biases..][..layer.units]);
            let mut units = outputs.chunks_exact_mut(2 * blocks);
            let mut unit = 0;
            for outputs in &mut units {
                units_forward::<2>(&weights[unit * layer.inputs..], &biases[unit..], inputs, activation, outputs);
                unit += 2;
            }
            if let [bias] = biases[unit..] {
                units_forward::<1>(
                    &weights[unit * layer.inputs..],
                    &[bias],
                    inputs,
                    activation,
                    units.into_remainder(),
                );
            }
            (inputs, rest) = (outputs, later);
        }
    }

    /// Adds the gradient to `sums`, given the derivatives by the last layer's outputs in the first of
    /// the `deltas`.
    fn backward(
        &self,
        tile: &Tile,
        x: &[f64],
        activations: &[Numbers],
        [mut deltas, mut next]: [&mut [Numbers]; 2],
        sums: &mut [f64],
    ) {
        let blocks = tile.blocks();
        let mut end = (self.units() - 1) * blocks;
        for (index, layer) in self.layers.iter().enumerate().rev() {
            let start = end - if index == 0 { 0 } else { layer.inputs * blocks };
            let inputs = if index == 0 { tile.features } else { &activations[start..end] };
            let sums = &mut sums[layer.weights..layer.biases + layer.units];
            let (weights, biases) = sums.split_at_mut(layer.units * layer.inputs);
            let rows = weights.chunks_exact_mut(layer.inputs).zip(biases).zip(deltas.chunks_exact(blocks));
            for ((weights, bias), deltas) in rows {
                add_products(deltas, inputs, weights, bias);
            }
            if index > 0 {
                let (weights, deltas_of_units) = (&x[layer.weights..layer.biases], &deltas[..layer.units * blocks]);
                let next_of_inputs = &mut next[..layer.inputs * blocks];
                let mut input = 0;
                let (mut slopes, mut below) =
                    (inputs.chunks_exact(2 * blocks), next_of_inputs.chunks_exact_mut(2 * blocks));
                for (inputs, next) in (&mut slopes).zip(&mut below) {
                    units_backward::<2>(
                        &weights[input..],
                        layer.inputs,
                        deltas_of_units,
                        (self.activation, inputs),
                        next,
                    );
                    input += 2;
                }
                if input < layer.inputs {
                    let inputs = (self.activation, slopes.remainder());
                    units_backward::<1>(
                        &weights[input..],
                        layer.inputs,
                        deltas_of_units,
                        inputs,
                        below.into_remainder(),
                    );
                }
                std::mem::swap(&mut deltas, &mut next);
            }
            end = start;
        }
    }
}

/// The outputs of COUNT units: their biases and the weighted sums of the inputs, unit by unit in
/// `weights`, activated.
#[inline]
fn units_forward<const COUNT: usize>(
    weights: &[f64],
    biases: &[f64],
    inputs: &[Numbers],
    activation: Option<Activation>,
    outputs: &mut [Numbers],
) {
    let blocks = outputs.len() / COUNT;
    let rows: [&[f64]; COUNT] = from_fn(|u| &weights[u * (inputs.len() / blocks)..][..inputs.len() / blocks]);
    for block in 0..blocks {
        let mut sums: [f64x8; COUNT] = from_fn(|u| f64x8::splat(biases[u]));
        for (j, inputs) in inputs.chunks_exact(blocks).enumerate() {
            let input = f64x8::load(inputs[block]);
            for u in 0..COUNT {
                sums[u] += f64x8::splat(rows[u][j]) * input;
            }
        }
        for u in 0..COUNT {
            outputs[u * blocks + block] = activation.map_or(sums[u], |activation| activation.of(sums[u])).store();
        }
    }
}

/// The derivatives by the weighted sums of COUNT units, from those of the units that they feed
/// (`deltas`); `weights` holds, every `stride` numbers, those of one of these.
#[inline]
fn units_backward<const COUNT: usize>(
    weights: &[f64],
    stride: usize,
    deltas: &[Numbers],
    (activation, activations): (Activation, &[Numbers]),
    out: &mut [Numbers],
) {
    let blocks = out.len() / COUNT;
    for block in 0..blocks {
        let mut sums = [f64x8::splat(0.0); COUNT];
        for (weights, deltas) in weights.chunks(stride).zip(deltas.chunks_exact(blocks)) {
            let delta = f64x8::load(deltas[block]);
            for j in 0..COUNT {
                sums[j] += f64x8::splat(weights[j]) * delta;
            }
        }
        for (j, sum) in sums.into_iter().enumerate() {
            let place = j * blocks + block;
            out[place] = (sum * activation.slope(f64x8::load(activations[place]))).store();
        }
    }
}

/// Adds the derivatives by one unit's weights and bias over the samples of a tile: Σ δ times each
/// input, and Σ δ.
#[inline]
fn add_products(deltas: &[Numbers], inputs: &[Numbers], weights: &mut [f64], bias: &mut f64) {
    let mut total = f64x8::splat(0.0);
    for &delta in deltas {
        total += f64x8::load(delta);
    }
    *bias += sum(total);
    for (weight, inputs) in weights.iter_mut().zip(inputs.chunks_exact(deltas.len())) {
        let mut total = f64x8::splat(0.0);
        for (&delta, &input) in deltas.iter().zip(inputs) {
            total += f64x8::load(delta) * f64x8::load(input);
        }
        *weight += sum(total);
    }
}

/// The sum of the numbers, halves first.
#[inline]
fn sum(numbers: f64x8) -> f64 {
    let [a, b, c, d, e, f, g, h] = numbers.store();
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// Samples, eight side by side: tile after tile \[feature\]\[vector of the tile\], and their labels.
#[derive(Clone, Debug)]
pub struct Batch {
    inputs: usize,
    len: usize,
    features: Vec<Numbers>,
    labels: Vec<Numbers>,
}

impl Batch {
    /// From the rows' features and labels (each -1 or 1). What the last vector lacks is filled up
    /// with the last row and labels of 0.
    pub fn new<'a>(inputs: usize, rows: impl ExactSizeIterator<Item = (&'a [f64], f64)>) -> Self {
        let len = rows.len();
        let vectors = len.div_ceil(WIDTH);
        let mut batch =
            Self { inputs, len, features: vec![[0.0; WIDTH]; vectors * inputs], labels: vec![[0.0; WIDTH]; vectors] };
        for (s, (row, label)) in rows.enumerate() {
            let (vector, place) = (s / WIDTH, s % WIDTH);
            batch.labels[vector][place] = label;
            let first = vector / TILE * TILE;
            let blocks = TILE.min(vectors - first);
            let last = if s + 1 == len { WIDTH } else { place + 1 };
            for (j, &feature) in row.iter().enumerate() {
                batch.features[first * inputs + j * blocks + vector - first][place..last].fill(feature);
            }
        }
        batch
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The features (samples × inputs) and the labels of the samples.
    pub fn rows(&self) -> (Vec<f64>, Vec<f64>) {
        let mut features = Vec::with_capacity(self.len * self.inputs);
        for s in 0..self.len {
            self.push_row(s, &mut features);
        }
        (features, self.labels.as_flattened()[..self.len].to_vec())
    }

    /// The batch of some of the samples.
    pub fn choose(&self, chosen: &[usize]) -> Self {
        let mut features = Vec::with_capacity(chosen.len() * self.inputs);
        for &s in chosen {
            self.push_row(s, &mut features);
        }
        let labels = self.labels.as_flattened();
        Self::new(self.inputs, features.chunks_exact(self.inputs).zip(chosen.iter().map(|&s| labels[s])))
    }

    fn push_row(&self, s: usize, features: &mut Vec<f64>) {
        let (vector, place) = (s / WIDTH, s % WIDTH);
        let first = vector / TILE * TILE;
        let blocks = TILE.min(self.labels.len() - first);
        let column = self.features[first * self.inputs + vector - first..].iter().step_by(blocks);
        features.extend(column.take(self.inputs).map(|numbers| numbers[place]));
    }

    fn tiles(&self) -> impl Iterator<Item = Tile<'_>> {
        let features = self.features.chunks(TILE * self.inputs);
        features.zip(self.labels.chunks(TILE)).map(|(features, labels)| Tile { features, labels })
    }
}

/// Up to four vectors of samples.
struct Tile<'a> {
    features: &'a [Numbers],
    labels: &'a [Numbers],
}

impl Tile<'_> {
    fn blocks(&self) -> usize {
        self.labels.len()
    }
}

/// Memory that is used again.
#[derive(Debug, Default)]
pub struct Scratch(Vec<Numbers>);

impl Scratch {
    /// Two rows of so many vectors; what they hold is of no meaning.
    fn split(&mut self, first: usize, second: usize) -> (&mut [Numbers], &mut [Numbers]) {
        if self.0.len() < first + second {
            self.0.resize(first + second, [0.0; WIDTH]);
        }
        self.0[..first + second].split_at_mut(first)
    }
}
