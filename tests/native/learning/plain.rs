//! Networks, with their losses and accuracies, against a plain implementation.

use serde_json::json;
use suda::engine::Engine;
use suda::problem::Classifier;

use super::document;
use crate::common::{distance, greatest, last, start};

/// A fully connected network as a textbook has it: layers of rows, nothing shared with the crate.
struct Plain<'a> {
    sizes: Vec<usize>,
    activation: &'a str,
    x: &'a [f64],
}

impl Plain<'_> {
    /// Where the weights and the biases of a layer begin.
    fn at(&self, layer: usize) -> (usize, usize) {
        let before: usize = (0..layer).map(|l| self.sizes[l + 1] * (self.sizes[l] + 1)).sum();
        (before, before + self.sizes[layer] * self.sizes[layer + 1])
    }

    fn activate(&self, z: f64) -> (f64, f64) {
        match self.activation {
            "tanh" => (z.tanh(), 1.0 - z.tanh().powi(2)),
            "sigmoid" => {
                let a = 1.0 / (1.0 + (-z).exp());
                (a, a * (1.0 - a))
            }
            _ => (z.max(0.0), if z > 0.0 { 1.0 } else { 0.0 }),
        }
    }

    /// The inputs of every layer with the slopes there, and the output.
    fn forward(&self, h: &[f64]) -> (Vec<Vec<f64>>, Vec<Vec<f64>>, f64) {
        let (mut values, mut slopes) = (vec![h.to_vec()], vec![vec![1.0; h.len()]]);
        let layers = self.sizes.len() - 1;
        for layer in 0..layers {
            let (weights, biases) = self.at(layer);
            let inputs = values[layer].clone();
            let z = (0..self.sizes[layer + 1]).map(|u| {
                let row = &self.x[weights + u * inputs.len()..][..inputs.len()];
                self.x[biases + u] + row.iter().zip(&inputs).map(|(w, a)| w * a).sum::<f64>()
            });
            let (a, slope) = z.map(|z| if layer + 1 < layers { self.activate(z) } else { (z, 1.0) }).unzip();
            values.push(a);
            slopes.push(slope);
        }
        let output = values[layers][0];
        (values, slopes, output)
    }

    fn loss(&self, h: &[f64], y: f64) -> f64 {
        let margin = y * self.forward(h).2;
        (-margin).max(0.0) + (-margin.abs()).exp().ln_1p()
    }

    fn gradient(&self, h: &[f64], y: f64) -> Vec<f64> {
        let (values, slopes, output) = self.forward(h);
        let mut gradient = vec![0.0; self.x.len()];
        let mut delta = vec![-y / (1.0 + (y * output).exp())];
        for layer in (0..self.sizes.len() - 1).rev() {
            let (weights, biases) = self.at(layer);
            let inputs = self.sizes[layer];
            let mut below = vec![0.0; inputs];
            for (u, delta) in delta.iter().enumerate() {
                gradient[biases + u] = *delta;
                for j in 0..inputs {
                    gradient[weights + u * inputs + j] = delta * values[layer][j];
                    below[j] += self.x[weights + u * inputs + j] * delta * slopes[layer][j];
                }
            }
            delta = below;
        }
        gradient
    }
}

/// f_i with its gradient at a point, over the samples of an agent.
fn local(
    classifier: &dyn Classifier,
    agent: usize,
    hidden: &[usize],
    activation: &str,
    rho: f64,
    x: &[f64],
) -> (f64, Vec<f64>) {
    let sizes = [&[classifier.features()], hidden, &[1]].concat();
    let network = Plain { sizes, activation, x };
    let (features, labels) = classifier.labelled(agent);
    let m = labels.len() as f64;
    let mut value = rho / 2.0 * x.iter().map(|x| x * x).sum::<f64>();
    let mut gradient: Vec<f64> = x.iter().map(|x| rho * x).collect();
    for (h, y) in features.chunks_exact(classifier.features()).zip(labels) {
        value += network.loss(h, y) / m;
        gradient.iter_mut().zip(network.gradient(h, y)).for_each(|(sum, g)| *sum += g / m);
    }
    (value, gradient)
}

#[test]
fn networks_follow_a_plain_implementation() {
    for (shape, split) in [
        ("circles", json!({"kind": "byLabel"})),
        ("moons", json!({"kind": "bySector"})),
        ("spirals", json!({"kind": "even"})),
        ("xor", json!({"kind": "dirichlet", "concentration": 0.3})),
        ("gaussians", json!({"kind": "byColumn", "column": 1})),
    ] {
        let data = json!({"kind": shape, "samplesPerAgent": 9, "noise": 0.2, "split": split});
        for activation in ["tanh", "sigmoid", "relu"] {
            for hidden in [&[][..], &[8], &[3, 5], &[4, 2, 3], &[2, 3, 1, 4]] {
                let mut engine = start(&document(hidden, activation, &data));
                engine.advance(60);
                check_against_plain(&engine, hidden, activation);
            }
        }
    }
}

fn check_against_plain(engine: &Engine, hidden: &[usize], activation: &str) {
    let experiment = engine.experiment();
    let (n, d) = (experiment.agents(), experiment.problem().dimension());
    let classifier = experiment.problem().classifier().unwrap();
    let gradient = |agent: usize, x: &[f64]| local(classifier, agent, hidden, activation, 0.01, x).1;
    for method in 0..3 {
        let mut x = experiment.start().to_vec();
        for _ in 0..60 {
            let moved: Vec<f64> = (0..n)
                .flat_map(|i| {
                    let row = x[i * d..(i + 1) * d].to_vec();
                    let g = gradient(i, &row);
                    row.into_iter().zip(g).map(|(x, g)| x - 0.3 * g).collect::<Vec<_>>()
                })
                .collect();
            let weight = |i: usize, j: usize| match method {
                0 => f64::from(u8::from(i == j)),
                1 => {
                    if (i + n - j) % n <= 1 || (j + n - i) % n <= 1 {
                        1.0 / 3.0
                    } else {
                        0.0
                    }
                }
                _ => 1.0 / n as f64,
            };
            let mix = |i: usize, c: usize| (0..n).map(|j| weight(i, j) * moved[j * d + c]).sum::<f64>();
            x = (0..n).flat_map(|i| (0..d).map(move |c| (i, c))).map(|(i, c)| mix(i, c)).collect();
        }
        let ours = engine.iterates(method, 0).unwrap();
        let scale = greatest(x.iter().copied());
        let error = distance(&ours, &x);
        assert!(error < 1e-9 * scale, "{hidden:?} {activation}, method {method}: {error}");
        check_metrics(engine, method, hidden, activation);
    }
}

/// The last record against the formulas at the engine's iterates.
fn check_metrics(engine: &Engine, method: usize, hidden: &[usize], activation: &str) {
    let experiment = engine.experiment();
    let (n, d) = (experiment.agents(), experiment.problem().dimension());
    let classifier = experiment.problem().classifier().unwrap();
    let x = engine.iterates(method, 0).unwrap();
    let mean: Vec<f64> = (0..d).map(|c| x.iter().skip(c).step_by(d).sum::<f64>() / n as f64).collect();
    let loss = |x: &[f64]| (0..n).map(|i| local(classifier, i, hidden, activation, 0.01, x).0).sum::<f64>() / n as f64;
    let accuracy = |x: &[f64]| {
        let (mut hits, mut samples) = (0, 0);
        for agent in 0..n {
            let (features, labels) = classifier.labelled(agent);
            let sizes = [&[classifier.features()], hidden, &[1]].concat();
            let network = Plain { sizes, activation, x };
            let rows = features.chunks_exact(classifier.features()).zip(&labels);
            hits += rows.filter(|&(h, &y)| (network.forward(h).2 > 0.0) == (y > 0.0)).count();
            samples += labels.len();
        }
        hits as f64 / samples as f64
    };
    let mean_of = |f: &dyn Fn(&[f64]) -> f64| x.chunks_exact(d).map(f).sum::<f64>() / n as f64;
    for (name, expected) in [
        ("loss", loss(&mean)),
        ("meanLoss", mean_of(&loss)),
        ("accuracy", accuracy(&mean)),
        ("meanAccuracy", mean_of(&accuracy)),
    ] {
        let value = last(engine, method, name);
        assert!((value - expected).abs() < 1e-12 * (1.0 + expected), "{name}: {value} for {expected}");
    }
}
