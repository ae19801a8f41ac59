//! A problem of your own: logistic regression with an intercept, which is not regularised.
//! `cargo run --example own_problem`

use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::graph::Graph;
use suda::method::{MethodSpec, exact_diffusion, gradient_tracking};
use suda::metric::Metric;
use suda::network::Network;
use suda::problem::{Optimum, Problem, optimum};
use suda::theory::TrackingVariant;
use suda::weights::WeightRule;

/// f_i(w, b) = (1/m) Σ ln(1 + exp(-y (h'w + b))) + (ρ/2) ‖w‖²; the unknowns are w and then b.
#[derive(Debug)]
struct WithIntercept {
    /// Of each agent its samples: the features h and the label y, -1 or 1.
    samples: Vec<Vec<(Vec<f64>, f64)>>,
    rho: f64,
}

impl WithIntercept {
    fn output(h: &[f64], x: &[f64]) -> f64 {
        h.iter().zip(x).map(|(h, w)| h * w).sum::<f64>() + x[h.len()]
    }
}

impl Problem for WithIntercept {
    fn agents(&self) -> usize {
        self.samples.len()
    }

    fn dimension(&self) -> usize {
        self.samples[0][0].0.len() + 1
    }

    // A lane is one method in one trial: coordinate j of a lane is at j * lanes + lane.
    fn gradient(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        let (d, m) = (self.dimension(), self.samples[agent].len() as f64);
        for lane in 0..lanes {
            let x: Vec<f64> = (0..d).map(|j| x[j * lanes + lane]).collect();
            let mut gradient: Vec<f64> = x.iter().map(|x| self.rho * x).collect();
            gradient[d - 1] = 0.0;
            for (h, y) in &self.samples[agent] {
                let slope = -y / (1.0 + (y * Self::output(h, &x)).exp()) / m;
                gradient.iter_mut().zip(h).for_each(|(g, h)| *g += slope * h);
                gradient[d - 1] += slope;
            }
            (0..d).for_each(|j| out[j * lanes + lane] = gradient[j]);
        }
    }

    fn value(&self, agent: usize, lanes: usize, x: &[f64], out: &mut [f64]) {
        let (d, m) = (self.dimension(), self.samples[agent].len() as f64);
        for (lane, out) in out.iter_mut().enumerate() {
            let x: Vec<f64> = (0..d).map(|j| x[j * lanes + lane]).collect();
            let losses = self.samples[agent].iter().map(|(h, y)| (-y * Self::output(h, &x)).exp().ln_1p());
            *out = losses.sum::<f64>() / m + 0.5 * self.rho * x[..d - 1].iter().map(|w| w * w).sum::<f64>();
        }
    }

    // All that follows may be left out. With f* there are optimality gaps.
    fn optimum(&self, tell: &mut dyn FnMut(f64)) -> Option<Optimum> {
        Some(optimum::minimize(self, tell))
    }

    fn is_convex(&self) -> bool {
        true
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Two features; agent i sees points around its own place, and the label is on which side of a line they lie.
    let samples = |agent: usize| {
        let point = |k: usize| {
            let turn = (k * 7 + agent * 3) as f64;
            let h = vec![turn.sin() + 0.3 * agent as f64, (1.7 * turn).cos()];
            let y = if h[0] - 0.5 * h[1] > 1.0 { 1.0 } else { -1.0 };
            (h, y)
        };
        (0..40).map(point).collect()
    };
    let problem = WithIntercept { samples: (0..8).map(samples).collect(), rho: 0.1 };
    let network = Network::new(Graph::new(8, (0..8).map(|i| (i, (i + 1) % 8)))?, &WeightRule::Metropolis)?;
    let tracking = gradient_tracking::Spec { variant: TrackingVariant::Atc, tracker_laziness: 0.0 };
    let experiment = Experiment::builder(network, problem)
        .iterations(5_000)
        .step_size(0.5)
        .metrics([Metric::OptimalityGap, Metric::Consensus])
        .method(MethodSpec::new("Exact-Diffusion", exact_diffusion::Spec::new(1)).lazy(0.5))
        .method(MethodSpec::new("gradient tracking", tracking))
        .build()?;
    let mut engine = Engine::new(experiment)?;
    engine.advance(u64::MAX);
    for (place, method) in engine.experiment().methods.iter().enumerate() {
        let gap = engine.curve(0, place).mean.last().copied().unwrap_or_default();
        println!(
            "{:<20} f(x̄) - f* = {gap:.1e}, agent 0 has {:.6?}",
            method.name,
            &engine.iterates(place, 0).unwrap()[..3]
        );
        assert!(gap.abs() < 1e-12);
    }
    Ok(())
}
