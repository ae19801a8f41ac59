//! A method of your own: momentum tracking, beside Exact-Diffusion, in noise. `cargo run --example own_method`

use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::gossip::Gossip;
use suda::method::{Method, MethodSpec};

/// Gradient tracking with a momentum in place of the gradient (Takezawa, Bao, Niwa, Sato and Yamada, Momentum Tracking, 2023):
/// m^k = β m^{k-1} + (1-β) g^k,  s^k = W s^{k-1} + m^k - m^{k-1},  X^{k+1} = W X^k - α s^k, with m^{-1} = s^{-1} = 0.
/// In the paper u = m / (1-β), u - c = s / (1-β) and η = (1-β) α.
#[derive(Clone, Debug)]
struct MomentumTracking {
    beta: f64,
    momentum: Vec<f64>,
    tracker: Vec<f64>,
    mixed: Vec<f64>,
}

impl Method for MomentumTracking {
    // A block has one row for each agent: all coordinates, and of each coordinate all trials.
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        gossip.mix_second(&self.tracker, &mut self.mixed);
        for (i, g) in gradient.iter().enumerate() {
            let momentum = self.beta * self.momentum[i] + (1.0 - self.beta) * g;
            self.tracker[i] = self.mixed[i] + (momentum - self.momentum[i]);
            self.momentum[i] = momentum;
        }
        gossip.mix(x, &mut self.mixed);
        for (i, x) in x.iter_mut().enumerate() {
            *x = self.mixed[i] - alpha * self.tracker[i];
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut experiment = Experiment::from_json(
        r#"{
            "version": 1, "iterations": 2000, "trials": 4, "metrics": ["gradientNorm"],
            "network": {"topology": {"kind": "ring", "agents": 12}, "weights": {"rule": "metropolis"}},
            "problem": {"kind": "logistic", "dimension": 5, "samplesPerAgent": 30, "heterogeneity": 1},
            "gradient": {"noise": "gaussian", "variance": 0.01},
            "stepSize": {"kind": "constant", "value": 0.2},
            "methods": [{"kind": "exactDiffusion"}, {"kind": "gradientTracking", "variant": "nonAtc", "momentum": 0.9}]
        }"#,
    )?;
    experiment.methods.push(MethodSpec::own("momentum tracking", |x| {
        let zeros = vec![0.0; x.len()];
        Box::new(MomentumTracking { beta: 0.9, momentum: zeros.clone(), tracker: zeros.clone(), mixed: zeros })
    }));
    let mut engine = Engine::new(experiment)?;
    engine.advance(u64::MAX);
    for (place, method) in engine.experiment().methods.iter().enumerate() {
        let last = engine.curve(0, place).mean.last().copied().unwrap_or_default();
        let [rounds, _] = engine.record().communication(place).last().unwrap_or_default();
        println!("{:<20} {last:.2e} after {rounds} gossip rounds", method.name);
    }
    // It is gradient tracking with the momentum that every method may have, to the last bit.
    assert_eq!(engine.iterates(1, 0), engine.iterates(2, 0));
    Ok(())
}
