//! Measures the engine natively: reads `[{"name", "document"}, …]` from the file that the first
//! argument names, and prints `[{"name", "rate"}, …]`, the iterations per second of each.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use suda::{engine::Engine, experiment::Experiment};

/// Long enough for the clock, and short enough to fall between the machine's other work.
const SHORT: Duration = Duration::from_millis(10);

fn rate(document: &Value, duration: Duration) -> f64 {
    let experiment = Experiment::from_value(document).expect("the workload is a valid document");
    let mut engine = Engine::new(Arc::new(experiment)).expect("the workload fits into memory");
    engine.advance(2);
    // The best of many short runs: the machine's other work only ever slows them.
    let (mut best, begun): (f64, _) = (0.0, Instant::now());
    while begun.elapsed() < duration {
        let (start, first) = (Instant::now(), engine.iteration());
        while start.elapsed() < SHORT {
            engine.advance(1);
        }
        best = best.max((engine.iteration() - first) as f64 / start.elapsed().as_secs_f64());
    }
    best
}

fn main() {
    // Cargo adds an argument of its own.
    let Some(path) = std::env::args().skip(1).find(|argument| !argument.starts_with("--")) else {
        println!("usage: cargo bench --bench engine -- workloads.json (see npm run bench)");
        return;
    };
    let text = std::fs::read_to_string(path).expect("the file is readable");
    let workloads: Vec<Value> = serde_json::from_str(&text).expect("the file is a JSON list");
    let measure = |w: &Value| json!({ "name": w["name"], "rate": rate(&w["document"], Duration::from_secs(2)) });
    println!("{}", Value::from(workloads.iter().map(measure).collect::<Vec<_>>()));
}
