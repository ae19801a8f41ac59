//! The outputs of a fully connected network, and the loss of a classification with its gradient.
//!
//! Eight samples of one agent lie side by side in a vector, and up to four such vectors make a tile:
//! a sum over samples adds up the vectors of a tile, then their eight numbers, then the tiles, in
//! that order. Each lane is worked on alone, so that its bits depend neither on the other lanes nor
//! on their number, and a single lane is as cheap as many.
//!
//! On WebAssembly, where nothing has to be inlined for its instructions, the compiler decides: it then drops more checks.

use std::array::from_fn;
use std::f64::consts::{LN_2, LOG2_E};

use fearless_simd::{Level, Simd, dispatch, f64x8};

use super::fast_math::{Vector, decay2, logistic2, tanh2};

/// The samples of a vector.
pub const WIDTH: usize = 8;
/// The vectors of a tile. One logarithm serves the product of all its samples' factors, which is at
/// most 64^32.
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

impl Activation {
    #[inline(always)]
    fn of<S: Simd>(self, z: f64x8<S>) -> f64x8<S> {
        match self {
            Self::Tanh => tanh2(z * (2.0 * LOG2_E)),
            Self::Sigmoid => logistic2(z * -LOG2_E),
            Self::Relu => Vector::clamp(z, 0.0, f64::INFINITY),
        }
    }

    /// The derivative where the activation is `a`.
    #[inline(always)]
    fn slope<S: Simd>(self, a: f64x8<S>) -> f64x8<S> {
        match self {
            Self::Tanh => 1.0 - a * a,
            Self::Sigmoid => a * (1.0 - a),
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
            hits += sum(agreement);
        }
        // With labels of ±1 the agreement counts 1 for a hit, and -1 for a miss.
        (loss, if self.outputs() == 1 { f64::midpoint(hits, samples.len as f64) } else { hits })
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
            let activation = Some(self.activation).filter(|_| index + 1 < self.layers.len());
            let (weights, biases) = (&x[layer.weights..layer.biases], &x[layer.biases..][..layer.units]);
            let mut units = outputs.chunks_exact_mut(2 * blocks);
            let mut unit = 0;
            for outputs in &mut units {
                units_forward::<S, 2>(
                    simd,
                    &weights[unit * layer.inputs..],
                    &biases[unit..],
                    inputs,
                    activation,
                    outputs,
                );
                unit += 2;
            }
            if let [bias] = biases[unit..] {
                units_forward::<S, 1>(
                    simd,
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
            let sums = &mut sums[layer.weights..layer.biases + layer.units];
            let (weights, biases) = sums.split_at_mut(layer.units * layer.inputs);
            let rows = weights.chunks_exact_mut(layer.inputs).zip(biases).zip(deltas.chunks_exact(blocks));
            for ((weights, bias), deltas) in rows {
                add_products(simd, deltas, inputs, weights, bias);
            }
            if index > 0 {
                let (weights, deltas_of_units) = (&x[layer.weights..layer.biases], &deltas[..layer.units * blocks]);
                let next_of_inputs = &mut next[..layer.inputs * blocks];
                let mut input = 0;
                let (mut slopes, mut below) =
                    (inputs.chunks_exact(2 * blocks), next_of_inputs.chunks_exact_mut(2 * blocks));
                for (inputs, next) in (&mut slopes).zip(&mut below) {
                    units_backward::<S, 2>(
                        simd,
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
                    units_backward::<S, 1>(
                        simd,
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

/// Writes the derivatives of ln(1 + exp(-y F)) by the output.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn logistic_deltas<S: Simd>(simd: S, labels: &[Numbers], outputs: &[Numbers], deltas: &mut [Numbers]) {
    for ((delta, &output), &y) in deltas.iter_mut().zip(outputs).zip(labels) {
        let y = f64x8::load(simd, y);
        // Padding has the label 0, which makes its delta 0.
        let weight = logistic2(y * f64x8::load(simd, output) * LOG2_E);
        *delta = (0.0 - y * weight).store();
    }
}

/// Writes the derivatives of -ln softmax(F)_y by the outputs, softmax(F)_c - [c = y], \[output\]\[vector of the tile\].
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn softmax_deltas<S: Simd>(simd: S, labels: &[Numbers], outputs: &[Numbers], deltas: &mut [Numbers]) {
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
struct Parts<S: Simd> {
    linear: f64,
    product: f64x8<S>,
    agreement: f64x8<S>,
}

/// ln(1 + exp(-y F)), with log2(1 + 2^-u) = max(-u, 0) + log2(1 + 2^-|u|); without a label neither counts.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn logistic_loss<S: Simd>(simd: S, labels: &[Numbers], outputs: &[Numbers]) -> Parts<S> {
    let [mut linear, mut agreement] = [f64x8::splat(simd, 0.0); 2];
    let mut product = f64x8::splat(simd, 1.0);
    for (&output, &y) in outputs.iter().zip(labels) {
        let (output, y) = (f64x8::load(simd, output), f64x8::load(simd, y));
        let u = y * output * LOG2_E;
        linear += Vector::clamp(0.0 - u, 0.0, f64::INFINITY);
        product *= 1.0 + Vector::abs(y) * decay2(u);
        agreement += y * (output.above_zero() + output.above_zero() - 1.0);
    }
    Parts { linear: LN_2 * sum(linear), product, agreement }
}

/// -ln softmax(F)_y = (max F - F_y) + ln Σ exp(F_c - max F); the sum is in [1, 64]. Without a label neither counts.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn softmax_loss<S: Simd>(simd: S, labels: &[Numbers], outputs: &[Numbers]) -> Parts<S> {
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
    Parts { linear: sum(linear), product, agreement }
}

/// The outputs of COUNT units: their biases and the weighted sums of the inputs, unit by unit in
/// `weights`, activated.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline)]
fn units_forward<S: Simd, const COUNT: usize>(
    simd: S,
    weights: &[f64],
    biases: &[f64],
    inputs: &[Numbers],
    activation: Option<Activation>,
    outputs: &mut [Numbers],
) {
    let blocks = outputs.len() / COUNT;
    let rows: [&[f64]; COUNT] = from_fn(|u| &weights[u * (inputs.len() / blocks)..][..inputs.len() / blocks]);
    for block in 0..blocks {
        let mut sums = [f64x8::splat(simd, 0.0); COUNT];
        for u in 0..COUNT {
            sums[u] = f64x8::splat(simd, biases[u]);
        }
        for (j, inputs) in inputs.chunks_exact(blocks).enumerate() {
            let input = f64x8::load(simd, inputs[block]);
            for u in 0..COUNT {
                sums[u] += rows[u][j] * input;
            }
        }
        for u in 0..COUNT {
            let output = if let Some(activation) = activation { activation.of(sums[u]) } else { sums[u] };
            outputs[u * blocks + block] = output.store();
        }
    }
}

/// The derivatives by the weighted sums of COUNT units, from those of the units that they feed
/// (`deltas`); `weights` holds, every `stride` numbers, those of one of these.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline)]
fn units_backward<S: Simd, const COUNT: usize>(
    simd: S,
    weights: &[f64],
    stride: usize,
    deltas: &[Numbers],
    (activation, activations): (Activation, &[Numbers]),
    out: &mut [Numbers],
) {
    let blocks = out.len() / COUNT;
    for block in 0..blocks {
        let mut sums = [f64x8::splat(simd, 0.0); COUNT];
        for (weights, deltas) in weights.chunks(stride).zip(deltas.chunks_exact(blocks)) {
            let delta = f64x8::load(simd, deltas[block]);
            for j in 0..COUNT {
                sums[j] += weights[j] * delta;
            }
        }
        for (j, sum) in sums.into_iter().enumerate() {
            let place = j * blocks + block;
            out[place] = (sum * activation.slope(f64x8::load(simd, activations[place]))).store();
        }
    }
}

/// Adds the derivatives by one unit's weights and bias over the samples of a tile: Σ δ times each
/// input, and Σ δ.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline)]
fn add_products<S: Simd>(simd: S, deltas: &[Numbers], inputs: &[Numbers], weights: &mut [f64], bias: &mut f64) {
    let mut total = f64x8::splat(simd, 0.0);
    for &delta in deltas {
        total += f64x8::load(simd, delta);
    }
    *bias += sum(total);
    for (weight, inputs) in weights.iter_mut().zip(inputs.chunks_exact(deltas.len())) {
        let mut total = f64x8::splat(simd, 0.0);
        for (&delta, &input) in deltas.iter().zip(inputs) {
            total += f64x8::load(simd, delta) * f64x8::load(simd, input);
        }
        *weight += sum(total);
    }
}

/// The sum of the numbers, halves first.
#[inline(always)]
fn sum<S: Simd>(numbers: f64x8<S>) -> f64 {
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
    /// From the rows' features and labels (each -1 or 1; or the class, counted from 1). What the last vector lacks is
    /// filled up with the last row and labels of 0.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::fast_math::levels;
    use crate::random::{Purpose, fill_standard_normal, stream};

    #[test]
    fn every_instruction_set_gives_the_same_bits() {
        let activations = [Activation::Tanh, Activation::Sigmoid, Activation::Relu];
        for (activation, hidden, outputs) in
            activations.into_iter().flat_map(|a| [(a, &[][..], 1), (a, &[7, 4], 1), (a, &[5], 3)])
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
