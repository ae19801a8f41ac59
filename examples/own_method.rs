//! A method of your own: momentum tracking, beside Exact-Diffusion, in noise. `cargo run --example own_method`

use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::gossip::Gossip;
use suda::method::{Method, MethodSpec};

/// m^k = β m^{k-1} + (1-β) g^k,  s^k = W (s^{k-1} + m^k - m^{k-1}),  X^{k+1} = W (X^k - α s^k), with m^{-1} = s^{-1} = 0
/// (Takezawa, Bao, Niwa, Sato and Yamada, Momentum Tracking, 2023).
#[derive(Clone, Debug)]
struct MomentumTracking {
    beta: f64,
    momentum: Vec<f64>,
    tracker: Vec<f64>,
    moved: Vec<f64>,
}

impl Method for MomentumTracking {
    // A block has one row for each agent: all coordinates, and of each coordinate all trials.
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        for ((m, s), g) in self.momentum.iter_mut().zip(&mut self.tracker).zip(gradient) {
            let next = self.beta * *m + (1.0 - self.beta) * g;
            *s += next - *m;
            *m = next;
        }
        gossip.mix_second(&self.tracker, &mut self.moved);
        self.tracker.copy_from_slice(&self.moved);
        for ((moved, x), s) in self.moved.iter_mut().zip(&*x).zip(&self.tracker) {
            *moved = x - alpha * s;
        }
        gossip.mix(&self.moved, x);
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
            "methods": [{"kind": "exactDiffusion"}, {"kind": "gradientTracking", "momentum": 0.9}]
        }"#,
    )?;
    experiment.methods.push(MethodSpec::own("momentum tracking", |x| {
        let zeros = vec![0.0; x.len()];
        Box::new(MomentumTracking { beta: 0.9, momentum: zeros.clone(), tracker: zeros.clone(), moved: zeros })
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
