//! Several classes, rows that are held out, and constant terms: of tables as people have them, and of digits.

use serde_json::{Value, json};
use suda::engine::{Engine, Model};
use suda::experiment::Experiment;
use suda::problem::digits;

use crate::common::{distance, refusal, start, with};

const IRIS: &str = include_str!("../tables/iris.csv");
const WINE: &str = include_str!("../tables/wine.csv");
const DIGITS: &[u8] = include_bytes!("../../data/digits.txt");

/// A problem on a ring of agents that all methods solve; further fields in `more`.
fn document(agents: usize, problem: &Value, more: &Value) -> Value {
    let document = json!({
        "version": 1, "iterations": 200, "record": {"every": 200}, "seed": "5",
        "network": {"topology": {"kind": "ring", "agents": agents}, "weights": {"rule": "metropolis"}},
        "problem": problem, "stepSize": {"kind": "constant", "value": 0.3}, "start": {"kind": "commonRandom"},
        "methods": [{"kind": "psgd"}, {"kind": "exactDiffusion"}, {"kind": "local"}],
    });
    with(&document, more)
}

fn last(engine: &Engine, metric: &str, method: usize) -> f64 {
    let place = engine.record().metrics().iter().position(|known| known.name() == metric).unwrap();
    *engine.curve(place, method).mean.last().unwrap()
}

/// Iris in the format of LIBSVM, with the names' places as labels.
fn iris_libsvm() -> String {
    let line = |row: &str| {
        let cells: Vec<_> = row.split(',').collect();
        let label = ["setosa", "versicolor", "virginica"].iter().position(|name| *name == cells[4]).unwrap();
        let values: Vec<_> = (0..4).map(|j| format!("{}:{}", j + 1, cells[j])).collect();
        format!("{label} {}\n", values.join(" "))
    };
    IRIS.lines().skip(1).map(line).collect()
}

#[test]
fn tables_of_several_classes_are_learnt() {
    let network = |data: &Value| json!({"kind": "neuralNetwork", "hidden": [], "classes": 3, "data": data});
    let iris = json!({"kind": "csv", "text": IRIS, "labelColumn": "species", "standardize": true, "split": {"kind": "byLabel"}});
    let wine =
        json!({"kind": "csv", "text": WINE, "labelColumn": 0, "standardize": true, "split": {"kind": "byLabel"}});
    for (data, names, rows, least) in [
        (&iris, ["setosa", "versicolor", "virginica"], [50, 50, 50], 0.95),
        (&wine, ["1", "2", "3"], [59, 71, 48], 0.99),
    ] {
        let mut engine = start(&document(6, &network(data), &json!({})));
        let classes = engine.experiment().problem().classifier().unwrap().describe();
        assert_eq!(classes.iter().map(|class| class.name.as_str()).collect::<Vec<_>>(), names);
        assert_eq!(classes.iter().map(|class| class.samples).collect::<Vec<_>>(), rows);
        assert_eq!(classes.iter().map(|class| class.label).collect::<Vec<_>>(), [0.0, 1.0, 2.0]);
        engine.advance(200);
        // Alone, an agent knows one class, or two.
        for (method, (least, most)) in [(least, 1.0), (least, 1.0), (0.2, 0.9)].into_iter().enumerate() {
            let share = last(&engine, "meanAccuracy", method);
            assert!((least..=most).contains(&share), "{names:?}, method {method}: {share}");
        }
    }
    // The same table in another format.
    let libsvm = json!({"kind": "libsvm", "text": iris_libsvm(), "standardize": true, "split": {"kind": "byLabel"}});
    let [a, b] = [&iris, &libsvm].map(|data| {
        let mut engine = start(&document(6, &network(data), &json!({})));
        engine.advance(50);
        engine.iterates(1, 0).unwrap()
    });
    assert_eq!(a, b);
    let two = json!({"kind": "neuralNetwork", "hidden": [], "classes": 2, "data": iris});
    let said = refusal(&document(6, &two, &json!({})));
    assert_eq!(said, "problem.data.text: must have at most 2 labels, has 3: \"setosa\", \"versicolor\", \"virginica\"");
}

#[test]
fn scores_are_the_softmax_of_the_outputs_and_answers_follow_them() {
    let data = json!({"kind": "csv", "text": IRIS, "standardize": true});
    let problem = json!({"kind": "neuralNetwork", "hidden": [4], "classes": 3, "data": data});
    let mut engine = start(&document(6, &problem, &json!({})));
    engine.advance(100);
    let experiment = std::sync::Arc::clone(engine.experiment());
    let classifier = experiment.problem().classifier().unwrap();
    let mut right = 0;
    let (mut rows, mut all) = (0, Vec::new());
    for agent in 0..6 {
        let (features, labels) = classifier.labelled(agent);
        let scores = engine.scores(1, 0, Model::Mean, &features).unwrap();
        for (row, label) in scores.chunks_exact(3).zip(&labels) {
            assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            right += usize::from((0..3).all(|c| row[c] <= row[(0..3).find(|&c| c as f64 == *label).unwrap()]));
        }
        rows += labels.len();
        all.extend(features);
    }
    engine.advance(100);
    assert_eq!(rows, 150);
    // The record is of k = 200; what was counted is of k = 100.
    let mut again = start(&document(6, &problem, &json!({"iterations": 100, "record": {"every": 100}})));
    again.advance(100);
    assert!((last(&again, "accuracy", 1) - right as f64 / 150.0).abs() < 1e-12);
    let said = |inputs: &[f64]| engine.scores(0, 0, Model::Agent(2), inputs).unwrap_err().to_string();
    assert_eq!(said(&all[..5]), "inputs: must be rows of 4 features, got 5 numbers");
    assert!(engine.scores(0, 0, Model::Agent(6), &all[..4]).is_err());
    // Of given models, model after model.
    let models = engine.iterates(1, 0).unwrap();
    let expected: Vec<_> = (0..6).flat_map(|i| engine.scores(1, 0, Model::Agent(i), &all[..8]).unwrap()).collect();
    assert_eq!(engine.scores_at(&models, &all[..8]).unwrap(), expected);
    let d = experiment.problem().dimension();
    let said = engine.scores_at(&models[1..], &all[..4]).unwrap_err().to_string();
    assert_eq!(said, format!("scores need models of {d} numbers each, got {}", 6 * d - 1));
}

#[test]
fn agents_with_one_digit_each_learn_all_of_them_together() {
    digits::load(DIGITS).unwrap();
    let data = json!({"kind": "digits", "samplesPerAgent": 100, "split": {"kind": "byLabel"}});
    let problem = json!({"kind": "neuralNetwork", "hidden": [16], "classes": 10, "data": data});
    let mut engine = start(&document(10, &problem, &json!({"stepSize": {"kind": "constant", "value": 0.5}})));
    assert_eq!(engine.experiment().problem().dimension(), 1210);
    assert_eq!(engine.experiment().problem().held_out(), 797);
    let (features, labels) = engine.experiment().problem().classifier().unwrap().labelled_tests();
    assert_eq!((features.len(), labels.len()), (797 * 64, 797));
    assert!(labels.iter().all(|label| (0.0..10.0).contains(label)) && labels.contains(&0.0) && labels.contains(&9.0));
    let names: Vec<_> = engine.record().metrics().iter().map(|metric| metric.name()).collect();
    assert_eq!(names[names.len() - 3..], ["testAccuracy", "meanTestAccuracy", "testLoss"]);
    engine.advance(200);
    let shares = [0, 1, 2].map(|method| last(&engine, "meanTestAccuracy", method));
    assert!(shares[0] > 0.9 && shares[1] > 0.85 && (0.07..0.13).contains(&shares[2]), "{shares:?}");
    assert!((last(&engine, "testAccuracy", 0) - shares[0]).abs() < 1e-12, "all agents have one model");
    let scores = engine.scores(1, 0, Model::Agent(3), &vec![0.0; 128]).unwrap();
    assert_eq!(scores.len(), 20);
}

/// x, y of one feature.
const LINE: &str = "x,y\n1,2.1\n2,3.9\n3,6.2\n4,7.8\n";

#[test]
fn a_constant_term_gives_a_line_its_intercept() {
    for agents in [1, 2, 4] {
        let of = |constant: bool| {
            let data = json!({"kind": "csv", "text": LINE, "constant": constant});
            let document = document(agents.max(1), &json!({"kind": "leastSquares", "data": data}), &json!({}));
            let network =
                json!({"network": {"topology": {"kind": "path", "agents": agents}, "weights": {"rule": "metropolis"}}});
            Experiment::from_value(&with(&document, &network)).unwrap()
        };
        let (with_constant, without) = (of(true), of(false));
        let point = &with_constant.optimum().unwrap().point;
        assert!(distance(point, &[1.94, 0.15]) < 1e-12, "{point:?}");
        let point = &without.optimum().unwrap().point;
        assert!(distance(point, &[1.99]) < 1e-12, "{point:?}");
        let report = with_constant.imported.unwrap();
        assert_eq!((report.names, report.features), (vec!["x".to_owned(), "constant".to_owned()], 2));
    }
    // Lists in the document have the same.
    let data = json!({"kind": "explicit", "features": [[[1], [2]], [[3], [4]]], "targets": [[2.1, 3.9], [6.2, 7.8]], "constant": true});
    let path = json!({"topology": {"kind": "path", "agents": 2}, "weights": {"rule": "metropolis"}});
    let explicit = document(2, &json!({"kind": "leastSquares", "data": data}), &json!({"network": path}));
    let experiment = Experiment::from_value(&explicit).unwrap();
    assert!(distance(&experiment.optimum().unwrap().point, &[1.94, 0.15]) < 1e-12);
    // After standardising, whose mean it does not take.
    let data = json!({"kind": "csv", "text": LINE, "constant": true, "standardize": true});
    let experiment =
        Experiment::from_value(&document(4, &json!({"kind": "leastSquares", "data": data}), &json!({}))).unwrap();
    assert!(distance(&experiment.optimum().unwrap().point, &[1.94 * 1.25_f64.sqrt(), 5.0]) < 1e-12);
    let data = json!({"kind": "csv", "text": IRIS, "constant": true});
    let network = json!({"kind": "neuralNetwork", "hidden": [], "classes": 3, "data": data});
    let said = refusal(&document(3, &network, &json!({})));
    assert_eq!(said, "problem.data.constant: is for linear models; a network has a bias in every unit");
}

/// 40 rows with x in 10 … 11 labelled 0, in 12 … 13 labelled 1.
fn two_ranges() -> String {
    let row = |s: usize| format!("{},{}\n", 10.0 + 2.0 * (s / 20) as f64 + (s % 20) as f64 / 19.0, s / 20);
    format!("x,y\n{}", (0..40).map(row).collect::<String>())
}

#[test]
fn a_constant_term_lets_logistic_regression_cut_away_from_zero() {
    for regularizer in ["nonConvex", "l2"] {
        for (constant, expected) in [(true, 1.0), (false, 0.5)] {
            let data = json!({"kind": "csv", "text": two_ranges(), "constant": constant});
            let problem = json!({"kind": "logistic", "regularization": 1e-6, "regularizer": regularizer, "data": data});
            let experiment = Experiment::from_value(&document(4, &problem, &json!({}))).unwrap();
            let point = experiment.optimum().unwrap().point.clone();
            let engine = Engine::new(std::sync::Arc::new(experiment)).unwrap();
            assert_eq!(engine.accuracies_at(&point).unwrap(), [expected], "{regularizer}, constant: {constant}");
        }
    }
}

#[test]
fn the_convex_regulariser_has_its_constants_and_newtons_minimum() {
    let data = json!({"kind": "csv", "text": two_ranges(), "constant": true, "standardize": true});
    let problem = json!({"kind": "logistic", "regularization": 0.1, "regularizer": "l2", "data": data});
    let more = json!({"metrics": ["optimalityGap"], "iterations": 2000, "start": {"kind": "zeros"}});
    let mut engine = start(&document(4, &problem, &more));
    let problem = engine.experiment().problem();
    // The labels are symmetric about the mean of x, so that the constant is 0; with rows dealt to all agents alike.
    let optimum = engine.experiment().optimum().unwrap().clone();
    let mut gradients = [vec![0.0; 2], vec![0.0; 2]];
    problem.mean_gradient(1, &[0.0, 0.0], &mut gradients[0]);
    problem.mean_gradient(1, &optimum.point, &mut gradients[1]);
    let [start_norm, end_norm] = gradients.map(|g| (g[0] * g[0] + g[1] * g[1]).sqrt());
    assert!(end_norm < 1e-12 * start_norm && optimum.point[0] > 1.0, "{optimum:?}");
    assert_eq!(problem.pl_constant(), Some(0.1));
    // λ_max of the mean of hh' over 4, of the worst agent.
    let features = |agent: usize| problem.classifier().unwrap().labelled(agent).0;
    let greatest = |rows: &[f64]| {
        let m = rows.len() as f64 / 2.0;
        let sum = |f: &dyn Fn(&[f64]) -> f64| rows.chunks_exact(2).map(f).sum::<f64>() / m;
        let (a, b, c) = (sum(&|h| h[0] * h[0]), sum(&|h| h[0] * h[1]), sum(&|h| h[1] * h[1]));
        f64::midpoint(a, c) + ((a - c) * (a - c) / 4.0 + b * b).sqrt()
    };
    let expected = (0..4).map(|agent| greatest(&features(agent))).fold(0.0, f64::max) / 4.0 + 0.1;
    assert!((problem.smoothness(1.0).unwrap() - expected).abs() < 1e-12);
    engine.advance(2000);
    assert!(last(&engine, "optimalityGap", 0).abs() < 1e-14, "a run ends there, too");
}

#[test]
fn rows_are_held_out_before_the_split_and_tested() {
    let text = (0..40).map(|s| format!("{s},{}", 3 * s)).collect::<Vec<_>>().join("\n");
    let data = |more: Value| with(&json!({"kind": "csv", "text": format!("x,y\n{text}"), "test": 0.25}), &more);
    let of = |data: &Value, metrics: &Value| {
        let problem = json!({"kind": "leastSquares", "data": data});
        start(&document(5, &problem, &json!({"metrics": metrics, "iterations": 0, "start": {"kind": "zeros"}})))
    };
    let engine = of(&data(json!({})), &json!(["testLoss", "loss"]));
    let report = engine.experiment().imported.clone().unwrap();
    assert_eq!((report.rows, report.held_out, report.shares), (40, 10, [6, 6]));
    // What is not an agent's is held out: at x = 0 the losses add up to those of all rows.
    let total = (0..40).map(|s| f64::from(9 * s * s)).sum::<f64>() / 2.0;
    let sum = 10.0 * last(&engine, "testLoss", 0) + 30.0 * last(&engine, "loss", 0);
    assert!((sum - total).abs() < 1e-9 * total, "{sum} for {total}");
    // The agents' rows have mean 0 after standardising; those held out are moved alike, so that the slope fits them too.
    let standardized = data(json!({"standardize": true, "constant": true}));
    let engine = of(&standardized, &json!(["testLoss", "optimalityGap"]));
    let problem = engine.experiment().problem();
    let rows: Vec<f64> = (0..5).flat_map(|agent| problem.targets(agent).unwrap().0.to_vec()).collect();
    let mean = rows.iter().step_by(2).sum::<f64>() / 30.0;
    assert!(mean.abs() < 1e-14 && rows.iter().skip(1).step_by(2).all(|&one| one == 1.0));
    let (mut loss, mut right) = ([1.0], [0.0]);
    problem.test(1, &engine.experiment().optimum().unwrap().point, &mut loss, &mut right);
    assert!(loss[0] < 1e-20, "{loss:?}");
    // By the seed; and metrics without such rows are refused, as labels where there are none.
    let other = json!({"seed": "6"});
    let problem = json!({"kind": "leastSquares", "data": data(json!({}))});
    let more = json!({"metrics": ["testLoss"], "iterations": 0, "start": {"kind": "zeros"}});
    let again = start(&with(&document(5, &problem, &more), &other));
    let first = start(&document(5, &problem, &more));
    assert_ne!(last(&again, "testLoss", 0), last(&first, "testLoss", 0));
    let said = |problem: Value, metric: &str| refusal(&document(5, &problem, &json!({"metrics": [metric]})));
    assert_eq!(
        said(json!({"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 4}), "testLoss"),
        "metrics[0]: testLoss needs rows that are held out, by data.test or of digits"
    );
    assert_eq!(
        said(problem, "testAccuracy"),
        "metrics[0]: testAccuracy needs samples with labels, which this problem does not have"
    );
}

#[test]
fn test_accuracies_are_the_shares_of_rows_that_no_agent_has() {
    let data = json!({"kind": "csv", "text": two_ranges(), "constant": true, "standardize": true, "test": 0.5});
    for problem in [
        json!({"kind": "logistic", "regularization": 1e-4, "regularizer": "l2", "data": data}),
        json!({"kind": "neuralNetwork", "hidden": [], "classes": 2, "data": with(&data, &json!({"constant": null}))}),
        json!({"kind": "neuralNetwork", "hidden": [], "data": with(&data, &json!({"constant": null}))}),
    ] {
        let metrics = json!(["testAccuracy", "meanTestAccuracy", "testLoss", "accuracy"]);
        let mut engine = start(&document(4, &problem, &json!({"metrics": metrics})));
        engine.advance(200);
        for metric in ["testAccuracy", "meanTestAccuracy", "accuracy"] {
            assert_eq!(last(&engine, metric, 1), 1.0, "{metric}");
        }
        let loss = last(&engine, "testLoss", 1);
        assert!((1e-4..0.5).contains(&loss), "{loss}");
    }
}

#[test]
fn lists_in_the_document_hold_rows_out_as_well() {
    let features: Vec<Vec<[f64; 1]>> = (0..4).map(|i| (0..10).map(|s| [f64::from(10 * i + s)]).collect()).collect();
    let targets: Vec<Vec<f64>> = features.iter().map(|rows| rows.iter().map(|[x]| 2.0 * x).collect()).collect();
    let data = json!({"kind": "explicit", "features": features, "targets": targets, "test": 0.2, "constant": true});
    let problem = json!({"kind": "leastSquares", "data": data});
    let engine =
        start(&document(4, &problem, &json!({"iterations": 0, "metrics": ["testLoss"], "start": {"kind": "zeros"}})));
    let problem = engine.experiment().problem();
    assert_eq!(problem.held_out(), 8);
    let kept: Vec<f64> = (0..4).flat_map(|agent| problem.targets(agent).unwrap().1.to_vec()).collect();
    assert_eq!(kept.len(), 32);
    let rest = (0..40).map(|s| f64::from(2 * s)).filter(|y| !kept.contains(y)).map(|y| y * y / 16.0).sum::<f64>();
    assert!((last(&engine, "testLoss", 0) - rest).abs() < 1e-9);
    // Half of the rows are too many for agents with one.
    let data = json!({"kind": "explicit", "features": vec![[[1]]; 6], "targets": vec![[1]; 6], "test": 0.5});
    let said = refusal(&document(6, &json!({"kind": "leastSquares", "data": data}), &json!({})));
    assert!(said.starts_with("problem.data.test: leaves agent ") && said.ends_with(" without a sample"), "{said}");
    let data = json!({"kind": "explicit", "features": vec![[[1]]; 6], "targets": vec![[1]; 6], "test": 0.6});
    let said = refusal(&document(6, &json!({"kind": "leastSquares", "data": data}), &json!({})));
    assert_eq!(said, "problem.data.test: must be in (0, 0.5], got 0.6");
}
