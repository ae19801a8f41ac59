//! The floor of ‖∇f‖² against the step size, over all cores, and its plot. `cargo run --release --example study`

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use plotters::prelude::*;
use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::step_size::StepSize;

const DOCUMENT: &str = r#"{
    "version": 1, "iterations": 4000, "trials": 8, "record": {"every": 10}, "metrics": ["gradientNorm"],
    "network": {"topology": {"kind": "ring", "agents": 16}, "weights": {"rule": "metropolis"}},
    "problem": {"kind": "logistic", "dimension": 5, "samplesPerAgent": 20, "heterogeneity": 1},
    "gradient": {"noise": "gaussian", "variance": 0.01},
    "stepSize": {"kind": "constant", "value": 1},
    "methods": [{"kind": "dsgd"}, {"kind": "exactDiffusion", "laziness": 0.5}]
}"#;

/// The mean of the last quarter of each method's curve.
fn floors(step_size: f64) -> Result<Vec<f64>, suda::document::DocumentError> {
    let mut experiment = Experiment::from_json(DOCUMENT)?;
    experiment.step_size = StepSize::from(step_size);
    let methods = experiment.methods.len();
    let mut engine = Engine::new(Arc::new(experiment))?;
    engine.advance(u64::MAX);
    let floor = |method| {
        let mean = engine.curve(0, method).mean;
        let last = &mean[mean.len() * 3 / 4..];
        last.iter().sum::<f64>() / last.len() as f64
    };
    Ok((0..methods).map(floor).collect())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let steps: Vec<f64> = (0..6).map(|k| 0.02 * 2_f64.powi(k)).collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![Vec::new(); steps.len()]));
    // Each core takes the next step size until there is none; the numbers do not depend on which.
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&step) = steps.get(place) else { break };
                    let floors = floors(step).expect("the document is valid");
                    found.lock().expect("no thread panics")[place] = floors;
                }
            });
        }
    });
    let found = found.into_inner()?;
    for (step, floors) in steps.iter().zip(&found) {
        println!("α = {step:<5} DSGD {:.2e}  Exact-Diffusion {:.2e}", floors[0], floors[1]);
        assert!(floors[1] < floors[0]);
    }

    let path = std::env::temp_dir().join("suda-floors.svg");
    let drawing = SVGBackend::new(&path, (640, 400)).into_drawing_area();
    let all = || found.iter().flatten().copied();
    let range = all().fold(f64::INFINITY, f64::min) / 2.0..all().fold(0.0, f64::max) * 2.0;
    let mut chart = ChartBuilder::on(&drawing)
        .margin(20)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d((steps[0]..steps[steps.len() - 1]).log_scale(), range.log_scale())?;
    chart
        .configure_mesh()
        .x_desc("step size")
        .y_desc("floor of the squared gradient")
        .y_label_formatter(&|value| format!("{value:.0e}"))
        .draw()?;
    for (method, (name, colour)) in [("DSGD", RED), ("Exact-Diffusion", BLUE)].into_iter().enumerate() {
        let points = steps.iter().copied().zip(found.iter().map(|floors| floors[method]));
        chart
            .draw_series(LineSeries::new(points, &colour))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour));
    }
    chart.configure_series_labels().draw()?;
    drawing.present()?;
    println!("drawn in {}", path.display());
    Ok(())
}
