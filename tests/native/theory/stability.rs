//! Whether a method is stable, as judged, against what it does.

use std::sync::Arc;

use crate::common::with;
use crate::random::{Rng, stream};
use rand::RngExt;
use serde_json::{Value, json};
use suda::analysis::stability::judge;
use suda::analysis::warnings::{Warning, warnings};
use suda::analysis::{Analysis, Judgement};
use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::finding::{Fact, Severity};
use suda::presets::presets;
use suda::random::Purpose;
use suda::theory::variance::Recursion;
use suda::theory::{Stability, SudaForm, Verdict};

/// Agents with fᵢ = (cᵢ/2)(x - bᵢ)², one unknown.
fn parabolas(curvatures: &[f64]) -> Value {
    let features: Vec<_> = curvatures.iter().map(|c| [[c.sqrt()]]).collect();
    let targets: Vec<_> = curvatures.iter().enumerate().map(|(i, c)| [c.sqrt() * (i % 3) as f64]).collect();
    json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": features, "targets": targets}})
}

fn document(topology: &Value, problem: &Value, step: f64, methods: &Value) -> Value {
    json!({
        "version": 1, "iterations": 4000, "record": {"points": 41}, "seed": "5",
        "network": {"topology": topology, "weights": {"rule": "metropolis"}},
        "problem": problem, "stepSize": {"kind": "constant", "value": step}, "methods": methods,
        "start": {"kind": "random", "scale": 1},
    })
}

fn experiment(document: &Value) -> Experiment {
    Experiment::from_value(document).unwrap_or_else(|error| panic!("{error}"))
}

fn judgement(document: &Value, method: usize) -> Judgement {
    judge(&experiment(document), method).unwrap()
}

#[test]
fn exact_diffusion_is_stable_as_far_as_its_curvature_carries() {
    // λ > -1/(3 - 2αc).
    for alpha in [0.0, 0.1, 0.6, 1.0, 1.4] {
        let end = -1.0 / (3.0 - 2.0 * alpha);
        for (lambda, expected) in [(end + 1e-3, Verdict::Stable), (end - 1e-3, Verdict::Unstable)] {
            let form = SudaForm::exact_diffusion();
            let judged = Stability::new(Recursion::Suda(&form), &[1.0, lambda], &[1.0]);
            let (verdict, _) = judged.at(alpha);
            if alpha > 0.0 && lambda > -1.0 {
                assert_eq!(verdict, expected, "α = {alpha}, λ = {lambda}");
                assert_eq!(judged.radius(alpha) < 1.0, expected == Verdict::Stable);
            }
        }
    }
    // With α = 0 left, that is -1/3.
    let form = SudaForm::exact_diffusion();
    let small = |lambda: f64| Stability::new(Recursion::Suda(&form), &[1.0, lambda], &[1.0, 0.5]).for_small_steps();
    assert_eq!([small(-0.333), small(-0.334), small(-1.0 / 3.0)].map(|v| v == Verdict::Stable), [true, false, true]);
    // Flat costs leave -1/3 marginal.
    let flat = Stability::new(Recursion::Suda(&form), &[1.0, -1.0 / 3.0], &[1.0, 0.0]);
    assert_eq!((flat.at(0.5).0, flat.for_small_steps()), (Verdict::Marginal, Verdict::Marginal));
}

#[test]
fn even_rings_and_grids_converge_where_it_is_said() {
    let diffusion = json!([{"kind": "exactDiffusion"}]);
    for (topology, step, small) in [
        (json!({"kind": "ring", "agents": 8}), 0.3, Verdict::Stable),
        (json!({"kind": "grid", "rows": 4, "columns": 8}), 0.6, Verdict::Unstable),
        (json!({"kind": "grid", "rows": 6, "columns": 6}), 0.6, Verdict::Unstable),
    ] {
        let agents = experiment(&document(&topology, &json!({"kind": "pl"}), 0.1, &diffusion)).agents();
        let document = document(&topology, &parabolas(&vec![1.0; agents]), step, &diffusion);
        let judged = judgement(&document, 0);
        assert_eq!((judged.verdict, judged.small_steps, judged.exact), (Verdict::Stable, small, true));
        let mut engine = Engine::new(Arc::new(experiment(&document))).unwrap();
        engine.advance(u64::MAX);
        assert!(engine.curve(3, 0).mean.last().unwrap() < &1e-26, "{topology}");
        // Nothing says that it diverges.
        let said = warnings(engine.experiment());
        assert!(said.iter().all(|warning| warning.severity != Severity::Error), "{said:?}");
        assert_eq!(said.len(), usize::from(small == Verdict::Unstable));
    }
}

#[test]
fn the_lesson_of_local_data_is_judged_at_every_step_size() {
    let lesson = presets().into_iter().find(|preset| preset.id == "local-data").unwrap().document;
    let methods = json!([
        {"kind": "psgd"}, {"kind": "dsgd"}, {"kind": "exactDiffusion", "laziness": 0.5},
        {"kind": "extra", "laziness": 0.5}, {"kind": "gradientTracking"},
    ]);
    let lesson = with(&lesson, &json!({ "methods": methods }));
    let methods = methods.as_array().unwrap().clone();
    let at = |value: f64| with(&lesson, &json!({"stepSize": {"kind": "constant", "value": value}}));
    let verdicts = |value: f64| -> Vec<(String, Verdict)> {
        let experiment = experiment(&at(value));
        (0..methods.len())
            .map(|m| (methods[m]["kind"].as_str().unwrap().to_owned(), judge(&experiment, m).unwrap().verdict))
            .collect()
    };
    assert!(verdicts(20.0).iter().all(|(_, verdict)| *verdict == Verdict::Unstable), "{:?}", verdicts(20.0));
    for (kind, verdict) in verdicts(6.0) {
        assert_eq!(verdict == Verdict::Unstable, kind == "extra", "{kind}");
    }
    // The marks on the slider: on both sides of each.
    let experiment = experiment(&lesson);
    for (m, method) in methods.iter().enumerate() {
        let [low, high] = judge(&experiment, m).unwrap().range.unwrap();
        assert_eq!(low, 0.0);
        for (factor, expected) in [(0.99, Verdict::Stable), (1.01, Verdict::Unstable)] {
            assert_eq!(judgement(&at(factor * high), m).verdict, expected, "{method} at {}", factor * high);
        }
    }
}

/// The warnings of one method alone.
fn about_methods(document: &Value) -> Vec<Warning> {
    warnings(&experiment(document)).into_iter().filter(|warning| warning.method.is_some()).collect()
}

#[test]
fn cures_cure_and_name_what_is_to_blame() {
    let ring = json!({"kind": "ring", "agents": 8});
    let grid = json!({"kind": "grid", "rows": 6, "columns": 6});
    let costs = parabolas(&[1.0; 8]);
    let paths = |document: &Value| -> Vec<String> {
        about_methods(document).iter().flat_map(|warning| warning.cures.iter().map(|cure| cure.path.clone())).collect()
    };
    // (I+W)/2 is not offered where it does not help.
    let zeros = |kind: &str| json!({"kind": kind, "a": [0, 2], "bSquared": [1], "c": [1]});
    for method in [
        zeros("suda"),
        json!({"kind": "abc", "a": [0, 1.2], "b": [1], "c": [0.5, -0.5]}),
        json!({"kind": "dlm", "penalty": 100}),
        json!({"kind": "canonical", "zeta0": 5, "zeta1": 5, "zeta2": 0, "zeta3": 5}),
    ] {
        let document = document(&ring, &costs, 0.1, &json!([method]));
        let said = about_methods(&document);
        assert_eq!(said[0].severity, Severity::Error, "{method}: {said:?}");
        assert!(said.iter().flat_map(|warning| &warning.cures).all(|cure| cure.value != json!(0.5)), "{said:?}");
    }
    // The network is to blame: (I+W)/2.
    let unstable =
        document(&grid, &parabolas(&[1.0; 36]), 0.1, &json!([{"kind": "exactDiffusion"}, {"kind": "extra"}]));
    assert_eq!(paths(&unstable)[0], "methods[0].laziness");
    assert!(paths(&unstable).contains(&"methods[1].laziness".to_owned()));
    // The step is.
    let large = document(
        &ring,
        &costs,
        2.5,
        &json!([{"kind": "dsgd"}, {"kind": "psgd", "stepSize": {"kind": "constant", "value": 9}}]),
    );
    assert_eq!(paths(&large), ["stepSize.value", "methods[1].stepSize.value"]);
    assert!(about_methods(&large)[0].text.ends_with(": it needs one below 2"));
    assert_eq!(about_methods(&large)[1].cures[0].value, json!(1.0));
    // Of costs that flatten out far from the minimiser nobody says that it diverges: with such a step it stays near by.
    let flat = json!({"kind": "logistic", "dimension": 2, "samplesPerAgent": 20, "regularization": 1e-3});
    let text = &about_methods(&document(&ring, &flat, 60.0, &json!([{"kind": "psgd"}])))[0].text;
    assert!(text.starts_with("psgd cannot settle at the minimiser with the step size 60"), "{text}");
    // The matrix is: |λ| > 1.
    let network = |weights: Value| json!({"network": {"topology": ring, "weights": weights}});
    let wild = with(
        &document(&ring, &costs, 0.1, &json!([{"kind": "dsgd"}, {"kind": "gradientTracking"}])),
        &network(json!({"rule": "laplacian", "epsilon": 0.9})),
    );
    for warning in about_methods(&wild).into_iter().filter(|warning| warning.severity == Severity::Error) {
        assert!(warning.text.contains("W has the eigenvalue -2.6"), "{warning:?}");
        assert_eq!(warning.cures[0].path, "network.weights");
        assert!(warning.cures.iter().all(|cure| !cure.path.contains("stepSize")));
    }
    let swap =
        json!({"topology": {"kind": "path", "agents": 2}, "weights": {"rule": "explicit", "matrix": [[0, 1], [1, 0]]}});
    let swap = with(
        &document(&ring, &parabolas(&[1.0; 2]), 0.1, &json!([{"kind": "exactDiffusion"}])),
        &json!({"network": swap}),
    );
    let said = about_methods(&swap);
    assert!(said[0].text.contains("W has the eigenvalue -1.000000") && said[0].cures.len() == 2, "{said:?}");
    // The features are.
    let rows: Vec<String> =
        (0..40).map(|i| format!("{},{},{}", i % 2, f64::from(i * 7 % 11) / 11.0, i * 13 % 17 * 100)).collect();
    let csv = json!({"kind": "csv", "text": rows.join("\n"), "header": false, "labelColumn": 0});
    let unscaled = document(&ring, &json!({"kind": "logistic", "data": csv}), 0.5, &json!([{"kind": "dsgd"}]));
    assert_eq!(paths(&unscaled)[0], "problem.data.standardize");
    let rows: Vec<String> = (0..40).map(|i| format!("{},{}", 1_700_000_000 + 3_600 * i, i * 7 % 11)).collect();
    let csv = json!({"kind": "csv", "text": rows.join("\n"), "header": false});
    let seconds = document(&ring, &json!({"kind": "leastSquares", "data": csv}), 0.5, &json!([{"kind": "dsgd"}]));
    assert_eq!(paths(&seconds)[0], "problem.data.standardize");

    // Each cure of all of these, taken, leaves nothing that is unstable.
    for document in [unstable, large, wild, swap, unscaled, seconds] {
        let errors = |warning: &Warning| warning.severity == Severity::Error;
        for (m, warning) in about_methods(&document).into_iter().filter(errors).enumerate() {
            assert!(!warning.cures.is_empty(), "{warning:?}");
            for cure in warning.cures {
                let mut cured = document.clone();
                put(&mut cured, &cure.path, &cure.value);
                assert_eq!(judgement(&cured, warning.method.unwrap()).verdict, Verdict::Stable, "{m}: {cure:?}");
            }
        }
    }
}

/// Puts a value at a path such as `methods[0].laziness`.
fn put(document: &mut Value, path: &str, value: &Value) {
    let pointer = format!("/{}", path.replace('[', "/").replace(']', "").replace('.', "/"));
    let (parent, last) = pointer.rsplit_once('/').unwrap();
    document.pointer_mut(parent).unwrap()[last] = value.clone();
}

/// Something random of everything that can be judged.
fn draw(rng: &mut impl RngExt) -> Value {
    let mut between = |low: f64, high: f64| low + (high - low) * rng.random::<f64>();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and not negative")]
    let whole = |x: f64| x as usize;
    let agents = whole(between(3.0, 9.0));
    let topology = match whole(between(0.0, 5.0)) {
        0 => json!({"kind": "ring", "agents": agents}),
        1 => json!({"kind": "path", "agents": agents}),
        2 => json!({"kind": "star", "agents": agents}),
        3 => json!({"kind": "complete", "agents": agents}),
        _ => json!({"kind": "erdosRenyi", "agents": agents, "probability": 0.6, "seed": whole(between(0.0, 1e6))}),
    };
    let weights = match whole(between(0.0, 3.0)) {
        0 => json!({"rule": "laplacian", "epsilon": between(0.05, 0.5)}),
        1 => json!({"rule": "bestConstant"}),
        _ => json!({"rule": "metropolis"}),
    };
    let coefficients = |between: &mut dyn FnMut(f64, f64) -> f64, sum: f64| -> Value {
        let tail: Vec<f64> = (0..whole(between(1.0, 3.0))).map(|_| between(-1.5, 1.5)).collect();
        let first = sum - tail.iter().sum::<f64>();
        json!(std::iter::once(first).chain(tail).collect::<Vec<_>>())
    };
    let lazy = if between(0.0, 1.0) < 0.4 { between(0.0, 0.8) } else { 0.0 };
    let mut method = match whole(between(0.0, 12.0)) {
        0 => json!({"kind": "psgd"}),
        1 => json!({"kind": "dsgd"}),
        2 => json!({"kind": "dsgd", "variant": "combineThenAdapt"}),
        3 => json!({"kind": "exactDiffusion"}),
        4 => json!({"kind": "extra"}),
        5 => {
            let variant = ["atc", "nonAtc", "semiAtcIterate", "semiAtcTracker"][whole(between(0.0, 4.0))];
            json!({"kind": "gradientTracking", "variant": variant, "trackerLaziness": between(0.0, 0.7)})
        }
        6 => json!({"kind": "dlm", "penalty": between(0.1, 2.0)}),
        7 => {
            let [a, b, c, d] = [between(0.0, 1.5), between(0.0, 1.5), between(-0.5, 0.5), between(0.0, 1.0)];
            json!({"kind": "canonical", "zeta0": a, "zeta1": b, "zeta2": c, "zeta3": d})
        }
        8 | 9 => {
            let [a, b, c] = [1.0, 0.0, 1.0].map(|sum| coefficients(&mut between, sum));
            json!({"kind": "suda", "a": a, "bSquared": b, "c": c})
        }
        10 => {
            let [a, b, c] = [1.0, 0.0, 1.0].map(|sum| coefficients(&mut between, sum));
            json!({"kind": "uda", "a": a, "bSquared": b, "c": c})
        }
        _ => {
            let [a, b, c] = [1.0, 1.0, 0.0].map(|sum| coefficients(&mut between, sum));
            json!({"kind": "abc", "a": a, "b": b, "c": c})
        }
    };
    method["laziness"] = json!(lazy);
    let dimension = whole(between(1.0, 4.0));
    let problem = if between(0.0, 1.0) < 0.5 {
        json!({"kind": "leastSquares", "dimension": dimension, "samplesPerAgent": dimension + 2, "heterogeneity": 1.0,
            "conditionNumber": between(1.0, 8.0), "commonHessian": between(0.0, 1.0) < 0.5})
    } else {
        let curvatures: Vec<f64> = (0..agents).map(|_| between(0.3, 1.5)).collect();
        parabolas(&curvatures)
    };
    let step = libm::pow(10.0, between(-1.5, 0.7));
    json!({
        "version": 1, "iterations": 6000, "record": {"every": 100}, "seed": whole(between(0.0, 1e6)),
        "network": {"topology": topology, "weights": weights}, "problem": problem,
        "stepSize": {"kind": "constant", "value": step}, "methods": [method], "start": {"kind": "random", "scale": 1},
    })
}

#[test]
fn what_is_judged_stable_converges_and_what_is_judged_unstable_grows() {
    hold_verdicts(600, |_, _| ());
}

#[test]
fn momentum_and_local_steps_are_judged_as_they_run() {
    hold_verdicts(400, |method, rng| {
        let takes_local_steps = ["psgd", "dsgd", "exactDiffusion"].contains(&method["kind"].as_str().unwrap());
        let seldom = takes_local_steps && rng.random::<f64>() < 0.7;
        if seldom {
            // What is recorded, in every 100th iteration, is recorded after a communication.
            method["localSteps"] = json!([2, 4, 5, 10][rng.random_range(0..4)]);
        }
        if !seldom || rng.random::<f64>() < 0.5 {
            method["momentum"] = json!(rng.random::<f64>() * 0.95);
        }
    });
}

/// Draws documents, changes their method, and holds the verdict to what the run does.
fn hold_verdicts(draws: usize, change: impl Fn(&mut Value, &mut Rng)) {
    let mut rng = stream(1, Purpose::Data, 0, 0);
    let mut counts = [0; 3];
    let mut slow = 0;
    for _ in 0..draws {
        let mut document = draw(&mut rng);
        change(&mut document["methods"][0], &mut rng);
        let experiment = experiment(&document);
        let judged = judge(&experiment, 0).unwrap();
        counts[judged.verdict as usize] += 1;
        // Nothing is estimated: all are small and quadratic.
        assert!(judged.exact, "{document}");
        let kind = document["methods"][0]["kind"].as_str().unwrap().to_owned();
        let is_biased = kind == "dsgd" || kind == "psgd" && !document["methods"][0]["localSteps"].is_null();
        let mut engine = Engine::new(Arc::new(experiment)).unwrap();
        engine.advance(u64::MAX);
        // How far apart the iterates are from one record to the next: for DSGD, which keeps a bias, too.
        let gap = engine.curve(2, 0).mean;
        let consensus = engine.curve(3, 0).mean;
        let end = engine.diverged_at(0, 0);
        match judged.verdict {
            Verdict::Stable => {
                assert_eq!(end, None, "{document}\n{judged:?}");
                // e-fold at least twelve times, or it says nothing yet.
                if judged.radius > 1.0 - 2e-3 {
                    slow += 1;
                    continue;
                }
                let last = gap.len() - 1;
                let settled = (gap[last] - gap[last - 10]).abs() <= 1e-6 * gap[0].max(1.0);
                assert!(settled, "{document}\n{judged:?}: {} and {}", gap[last - 10], gap[last]);
                if !is_biased {
                    assert!(gap[last] < 1e-6 * gap[0] + 1e-12, "{document}\n{judged:?}: {}", gap[last]);
                    assert!(consensus[last] < 1e-6 * gap[0] + 1e-12, "{document}\n{judged:?}");
                }
            }
            Verdict::Unstable => {
                if judged.radius < 1.0 + 2e-3 {
                    slow += 1;
                    continue;
                }
                let last = gap.len() - 1;
                let grown = end.is_some() || gap[last] > 100.0 * gap[10].max(1e-300) || gap[last] > 1e6 * gap[0];
                assert!(grown, "{document}\n{judged:?}: {} to {}", gap[0], gap[last]);
            }
            Verdict::Marginal => {}
        }
    }
    println!("stable, marginal, unstable: {counts:?}; {slow} too slow to be seen");
    assert!(
        counts[Verdict::Stable as usize] > draws / 4 && counts[Verdict::Unstable as usize] > draws / 4,
        "{counts:?}"
    );
    assert!(counts[Verdict::Marginal as usize] <= draws / 100, "{counts:?}");
    assert!(slow <= draws / 20, "{slow}");
}

#[test]
fn networks_in_parts_have_no_theory() {
    let two = json!({"kind": "explicit", "agents": 4, "edges": [[0, 1], [2, 3]]});
    let document = document(&two, &parabolas(&[1.0; 4]), 0.3, &json!([{"kind": "exactDiffusion", "laziness": 0.5}]));
    let analysis = Analysis::of(&experiment(&document), 0, 0.0);
    assert_eq!((analysis.spectral_radius, analysis.gamma, analysis.bound), (None, None, None));
    assert!(analysis.findings.iter().any(|finding| finding.fact == Fact::Disconnected));
    assert!(analysis.findings.iter().all(|finding| finding.severity != Severity::Error), "{:?}", analysis.findings);
}

#[test]
fn directions_that_no_cost_curves_change_no_verdict() {
    let mut rng = stream(12, Purpose::Data, 0, 0);
    let methods = json!([
        {"kind": "dsgd"}, {"kind": "exactDiffusion", "laziness": 0.5}, {"kind": "extra", "laziness": 0.5},
        {"kind": "gradientTracking"}, {"kind": "gradientTracking", "variant": "nonAtc"},
        {"kind": "dsgd", "momentum": 0.8}, {"kind": "dsgd", "localSteps": 3},
        {"kind": "exactDiffusion", "laziness": 0.5, "localSteps": 2},
    ]);
    let (mut unlike_their_mean, mut diverged) = (0, 0);
    for _ in 0..12 {
        // One row an agent, so that each Hessian is of rank one; in four coordinates that are combinations of two.
        let rows: Vec<[f64; 2]> =
            (0..5).map(|i| [(); 2].map(|()| (rng.random::<f64>() - 0.5) * f64::from(1 + 3 * (i % 2)))).collect();
        let wide = |&[a, b]: &[f64; 2]| [0.6 * a, 0.8 * a, 0.96 * b, 0.28 * b];
        let problem = |rows: Vec<Vec<f64>>| {
            let features: Vec<_> = rows.into_iter().map(|row| vec![row]).collect();
            let targets: Vec<_> = (0..5).map(|i| [f64::from(i)]).collect();
            json!({"kind": "leastSquares", "data": {"kind": "explicit", "features": features, "targets": targets}})
        };
        let narrow = problem(rows.iter().map(|row| row.to_vec()).collect());
        let wide = problem(rows.iter().map(|row| wide(row).to_vec()).collect());
        let ring = json!({"kind": "ring", "agents": 5});
        for step in [0.5, 2.0, 4.0] {
            let [narrow, wide] = [&narrow, &wide].map(|problem| document(&ring, problem, step, &methods));
            let experiment = Arc::new(experiment(&wide));
            let mut engine = Engine::new(Arc::clone(&experiment)).unwrap();
            engine.advance(u64::MAX);
            for (method, spec) in experiment.methods.iter().enumerate() {
                let [expected, judged] = [&narrow, &wide].map(|document| judgement(document, method));
                assert_eq!((judged.verdict, judged.exact), (expected.verdict, expected.exact), "{}: {wide}", spec.name);
                let ends = [judged.range, expected.range].map(|range| range.map_or(0.0, |[_, end]| end));
                assert!((ends[0] - ends[1]).abs() <= 1e-3 * ends[1], "{}: {ends:?} {wide}", spec.name);
                let is_stable = judged.verdict == Verdict::Stable;
                if (judged.radius - 1.0).abs() > 0.02 {
                    assert_eq!(engine.diverged_at(method, 0).is_none(), is_stable, "{}: {judged:?} {wide}", spec.name);
                }
                diverged += usize::from(!is_stable);
                let form = spec.form();
                if let (Some(form), true) = (&form, spec.is_plain()) {
                    let eigenvalues = experiment.network.spectrum().lazy(spec.laziness);
                    let modes = Stability::new(
                        Recursion::Suda(form),
                        eigenvalues.eigenvalues().unwrap(),
                        &experiment.curvature().unwrap().values,
                    );
                    unlike_their_mean += usize::from(modes.at(step).0 == Verdict::Stable && !is_stable);
                }
            }
        }
    }
    assert!(unlike_their_mean >= 5 && diverged >= 50, "{unlike_their_mean} {diverged}");
}

#[test]
fn a_range_is_where_it_is_said_to_end_or_is_said_to_be_an_estimate() {
    let methods = json!([
        {"kind": "dsgd"}, {"kind": "extra", "laziness": 0.5}, {"kind": "exactDiffusion", "laziness": 0.5},
        {"kind": "dsgd", "momentum": 0.5}, {"kind": "dsgd", "localSteps": 2},
    ]);
    let mut exact = 0;
    for (agents, dimension) in [(5, 4), (5, 5), (8, 4), (8, 6), (8, 8)] {
        let ring = json!({"kind": "ring", "agents": agents});
        let problem = json!({"kind": "leastSquares", "dimension": dimension, "samplesPerAgent": dimension});
        let at = |step: f64| document(&ring, &problem, step, &methods);
        for method in 0..5 {
            // From a step size that is stable the same end is seen as from those around it.
            let judged = judgement(&at(0.2), method);
            let Some([0.0, end]) = judged.range.filter(|_| judged.exact) else { continue };
            exact += 1;
            for (factor, expected) in [(0.999, Verdict::Stable), (1.001, Verdict::Unstable)] {
                let verdict = judgement(&at(factor * end), method).verdict;
                assert_eq!(verdict, expected, "{agents} × {dimension}, {}, at {factor} of {end}", methods[method]);
            }
        }
    }
    assert!(exact >= 15, "{exact}");
}
