//! Several classes: of tables as people have them, and of digits.

mod constant_terms;
mod held_out;

use std::sync::Arc;

use serde_json::{Value, json};
use suda::engine::Model;
use suda::problem::digits;

use crate::common::{last, refusal, start, with};

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
            let share = last(&engine, method, "meanAccuracy");
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
    let experiment = Arc::clone(engine.experiment());
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
    assert!((last(&again, 1, "accuracy") - right as f64 / 150.0).abs() < 1e-12);
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
    let shares = [0, 1, 2].map(|method| last(&engine, method, "meanTestAccuracy"));
    assert!(shares[0] > 0.9 && shares[1] > 0.85 && (0.07..0.13).contains(&shares[2]), "{shares:?}");
    assert!((last(&engine, 0, "testAccuracy") - shares[0]).abs() < 1e-12, "all agents have one model");
    let scores = engine.scores(1, 0, Model::Agent(3), &vec![0.0; 128]).unwrap();
    assert_eq!(scores.len(), 20);
}
