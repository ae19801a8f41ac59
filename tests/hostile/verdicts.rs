//! What is said of methods before a run, against what they then do: random documents of every kind of method, network and
//! problem, at step sizes on both sides of where they cease to be stable.

use std::sync::Arc;

use rand::RngExt;
use serde_json::{Value, json};
use suda::analysis::{Analysis, Judgement, measured};
use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::finding::{Cause, Fact, Severity, Source};
use suda::theory::Verdict;

use crate::make::Maker;

/// Iterations of a run.
const ITERATIONS: u64 = 3_000;
/// Iterations over which it is seen whether iterates still move.
const WINDOW: u64 = 24;
/// A factor that is farther from 1 than this shows in a run.
const VISIBLE: f64 = 0.008;
/// Iterates that move by less than this share of their size have come to rest.
const REST: f64 = 1e-7;

/// What has been seen of how many methods.
#[derive(Debug, Default)]
struct Seen {
    diverging: usize,
    settling: usize,
    stable: usize,
    bounds: usize,
    /// What was wrong.
    faults: Vec<String>,
}

impl Seen {
    fn expect(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        if !holds {
            self.faults.push(otherwise());
            eprintln!("{}", self.faults[self.faults.len() - 1]);
        }
    }
}

#[test]
fn verdicts_are_what_runs_do() {
    let _alone = crate::alone();
    let count = crate::count(150);
    let mut maker = crate::maker(4);
    let mut seen = Seen::default();
    for _ in 0..count {
        let document = drawn(&mut maker);
        match Experiment::from_value(&document) {
            Ok(experiment) => compare(&document, &Arc::new(experiment), &mut seen),
            Err(error) => crate::check_refusal(&error, &document),
        }
    }
    assert!(seen.faults.is_empty(), "{} of {count} documents: {}", seen.faults.len(), seen.faults.join("\n\n"));
    let each = 1 + count / 200;
    assert!([seen.diverging, seen.settling, seen.stable, seen.bounds].into_iter().all(|n| n >= each), "{seen:?}");
}

/// A document without noise, whose methods share a step size near the end of the range of one of them.
fn drawn(maker: &mut Maker) -> Value {
    let mut document = maker.document();
    for field in ["gradient", "clock", "metrics"] {
        document.as_object_mut().unwrap().remove(field);
    }
    if maker.chance(0.5) {
        let (d, samples) = (1 + maker.below(4), 1 + maker.below(9));
        let hessian = if samples >= d { maker.chance(0.5) } else { false };
        document["problem"] = json!({"kind": "leastSquares", "dimension": d, "samplesPerAgent": samples,
            "heterogeneity": maker.below(3), "conditionNumber": 1 + 9 * maker.below(3), "commonHessian": hessian});
    }
    // At the very minimiser nothing moves, whatever is said.
    document["start"] =
        if maker.chance(0.5) { json!({"kind": "commonRandom"}) } else { json!({"kind": "random", "scale": 1}) };
    for method in document["methods"].as_array_mut().unwrap() {
        method.as_object_mut().unwrap().remove("stepSize");
    }
    document["trials"] = json!(1);
    document["iterations"] = json!(ITERATIONS);
    document["record"] = json!({"every": 1});
    document["metrics"] = json!(["gradientNorm", "averageGradient"]);
    let mut alpha = 10.0_f64.powf(1.0 - 4.0 * maker.rng.random::<f64>());
    document["stepSize"] = json!({"kind": "constant", "value": alpha});
    if let Ok(experiment) = Experiment::from_value(&document) {
        let method = maker.below(experiment.methods.len());
        let judged = suda::analysis::stability::judge(&experiment, method);
        let mut ends = judged.and_then(|judged| judged.range).into_iter().flatten();
        if let Some(end) = ends.rfind(|end| *end > 0.0 && end.is_finite()) {
            alpha = end * [0.2, 0.8, 0.97, 1.03, 1.3, 4.0][maker.below(6)];
        }
        let limits = Analysis::of(&experiment, method, 0.0).step_size_limits;
        if let Some(limits) = limits.filter(|_| maker.chance(0.3)) {
            alpha = 0.9 * limits.theorem1.into_iter().fold(f64::INFINITY, f64::min);
        }
    }
    document["stepSize"] = json!({"kind": "constant", "value": alpha.clamp(1e-12, 1e6)});
    document
}

/// How a run ended.
struct End {
    diverged: bool,
    /// The longest way of all iterates together between communications, at the end, as a share of their size.
    moved: f64,
}

/// The end of a method with that many local steps, from the iterates of the last iterations.
fn end(last: &[Vec<f64>], local_steps: usize, diverged: bool) -> End {
    let norm = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>().sqrt();
    let pairs = last.iter().zip(&last[local_steps..]);
    let moved = pairs.map(|(a, b)| norm(&mut a.iter().zip(b).map(|(a, b)| a - b))).fold(0.0, f64::max);
    End { diverged, moved: moved / (1e-9 + norm(&mut last[last.len() - 1].iter().copied())) }
}

fn compare(document: &Value, experiment: &Arc<Experiment>, seen: &mut Seen) {
    let Ok(mut engine) = Engine::new(Arc::clone(experiment)) else { return };
    engine.advance(ITERATIONS - WINDOW);
    let mut last = vec![Vec::new(); experiment.methods.len()];
    for _ in 0..WINDOW {
        engine.advance(1);
        last.iter_mut().enumerate().for_each(|(method, last)| last.push(engine.iterates(method, 0).unwrap()));
    }
    for (method, spec) in experiment.methods.iter().enumerate().filter(|(_, spec)| spec.local_steps() < WINDOW / 2) {
        let local_steps = usize::try_from(spec.local_steps()).unwrap();
        let end = end(&last[method], local_steps, engine.diverged_at(method, 0).is_some());
        let analysis = Analysis::of(experiment, method, measured::reached(&engine, method));
        let facts = || analysis.findings.iter().map(|finding| &finding.fact);
        let context = |what: &str| {
            let judged = serde_json::to_string(&analysis.stability).unwrap();
            let facts: Vec<_> = analysis.findings.iter().map(|finding| &finding.message).collect();
            format!("method {method} {what}, moved {}\n{facts:#?}\n{judged}\n{document}", end.moved)
        };
        for fact in facts() {
            if let Fact::Unstable(cause) = fact
                && is_claim(cause, analysis.stability.as_ref())
                // Agents with equal costs never part.
                && !experiment.common_start
            {
                seen.diverging += 1;
                let rests = !end.diverged && end.moved <= REST;
                // Away from the minimiser the costs may be flatter, and a method may rest there.
                let elsewhere =
                    source(cause) == Some(Source::Minimiser) && far(experiment, last[method].last().unwrap()) > 0.01;
                seen.expect(!rests || elsewhere, || context("was said to diverge and came to rest"));
            }
        }
        if let Some(judged) = &analysis.stability
            && judged.verdict == Verdict::Stable
            && experiment.network.changes.is_none()
            && facts().all(|fact| fact.severity() != Severity::Error)
        {
            seen.stable += 1;
            let is_sure = judged.exact;
            seen.expect(!is_sure || !end.diverged, || context("was said to be stable and diverged"));
            // Where Hessians differ the factor is that of their mean.
            let is_common = experiment.curvature().is_some_and(|curvature| curvature.local.is_none());
            if judged.exact && is_common && judged.radius < 1.0 - VISIBLE {
                seen.settling += 1;
                seen.expect(end.moved < REST, || context("was said to settle and moves"));
            }
        }
        if analysis.bound_holds {
            seen.bounds += 1;
            let average = *measured::running_average(&engine, method).unwrap().last().unwrap();
            let bound = analysis.bound.unwrap().total();
            // NaN where it diverged.
            let holds = average <= bound * (1.0 + 1e-9) + 1e-24;
            seen.expect(holds, || context(&format!("has {average} above {bound}")));
        }
    }
}

/// What is known of the curvatures that it is said for.
fn source(cause: &Cause) -> Option<Source> {
    match cause {
        Cause::Matrix { .. } => None,
        Cause::Changes { source, .. } | Cause::Compression { source, .. } => Some(*source),
        Cause::LargeStep { grounds, .. }
        | Cause::SmallStep { grounds, .. }
        | Cause::EveryStep { grounds, .. }
        | Cause::ThisStep { grounds, .. } => Some(grounds.source),
    }
}

/// How far the iterates are from the minimiser, as a share of its size.
fn far(experiment: &Experiment, x: &[f64]) -> f64 {
    let point = &experiment.optimum().unwrap().point;
    let norm = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>().sqrt();
    let away = norm(&mut x.iter().zip(point.iter().cycle()).map(|(x, p)| x - p)) / (experiment.agents() as f64).sqrt();
    away / (1.0 + norm(&mut point.iter().copied()))
}

/// Whether what is said must show in a run of so many iterations.
fn is_claim(cause: &Cause, judged: Option<&Judgement>) -> bool {
    let factor = match cause {
        // Of a W that does not average the eigenvalue may be 1 in magnitude.
        Cause::Matrix { eigenvalue } => eigenvalue.abs(),
        Cause::Changes { factor, .. }
        | Cause::Compression { factor, .. }
        | Cause::EveryStep { factor, .. }
        | Cause::ThisStep { factor, .. } => *factor,
        Cause::LargeStep { .. } | Cause::SmallStep { .. } => judged.map_or(1.0, |judged| judged.radius),
    };
    // L promises stability below a limit and says nothing of what is above.
    source(cause) != Some(Source::Smoothness) && factor > 1.0 + VISIBLE
}
