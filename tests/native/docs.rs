//! The documentation is true: every JSON example runs, and limits are the program's. What the program declares,
//! `npm run docs` writes (tests/node/reference.test.mjs).

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use suda::analysis::warnings::warnings;
use suda::document::Domain;
use suda::experiment::Experiment;
use suda::{engine, experiment, graph, problem, recording, spectrum, weights};

const EXPERIMENTS: &str = include_str!("../../docs/experiments.md");

/// The Markdown files with examples, with their names.
fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|e| e == "md")).chain([root.join("README.md")]);
    pages.map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap())).collect()
}

/// The fenced blocks of a page: what stands after the fence, and the text.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut found: Vec<(&str, String)> = Vec::new();
    let mut open = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(info) if !open => {
                open = true;
                found.push((info, String::new()));
            }
            Some(_) => open = false,
            None if open => {
                let (_, text) = found.last_mut().unwrap();
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    found
}

/// The document that the fragments of docs/experiments.md change.
fn base() -> Value {
    let (_, first) = blocks(EXPERIMENTS).into_iter().find(|(info, _)| *info == "json").unwrap();
    serde_json::from_str(&first).unwrap()
}

#[test]
fn the_file_that_contributors_see_is_that_of_a_method() {
    let shown: Vec<_> =
        blocks(include_str!("../../CONTRIBUTING.md")).into_iter().filter(|(info, _)| *info == "rust").collect();
    assert_eq!(shown, [("rust", include_str!("../../src/method/local.rs").to_owned())]);
}

/// Those of README.md are run as documentation of the crate.
#[test]
fn programs_of_the_page_on_extending_are_parts_of_the_examples() {
    let examples = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")).unwrap();
    let examples: Vec<_> = examples.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    let mut count = 0;
    for (_, text) in blocks(include_str!("../../docs/extending.md")).iter().filter(|(info, _)| *info == "rust") {
        assert!(examples.iter().any(|example| example.contains(text)), "no example has:\n{text}");
        count += 1;
    }
    assert!(count > 4);
}

#[test]
fn every_example_runs_or_is_refused_as_the_page_says() {
    problem::digits::load(include_bytes!("../../data/digits.txt")).unwrap();
    let (mut run, mut refused, mut warned) = (0, 0, 0);
    for (name, page) in pages() {
        let blocks = blocks(&page);
        for (i, (info, text)) in blocks.iter().enumerate().filter(|(_, (info, _))| info.starts_with("json")) {
            let at = format!("{name}:\n{text}");
            let example: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{at}{error}"));
            let document =
                if example.get("version").is_some() { example } else { crate::common::with(&base(), &example) };
            let said = || match &blocks[i + 1] {
                ("text", said) => said.trim_end(),
                (other, _) => panic!("{at}is followed by {other}"),
            };
            match *info {
                "json" => {
                    let mut engine = crate::common::start(&document);
                    engine.advance(50);
                    let experiment = engine.experiment();
                    for method in 0..experiment.methods.len() {
                        assert_eq!(engine.diverged_at(method, 0), None, "{at}");
                    }
                    run += 1;
                }
                "json refused" => {
                    assert_eq!(crate::common::refusal(&document), said(), "{at}");
                    refused += 1;
                }
                "json warned" => {
                    let experiment = Experiment::from_value(&document).unwrap();
                    let warnings: Vec<_> =
                        warnings(&experiment).iter().map(|w| format!("{}: {}", w.path, w.text)).collect();
                    assert_eq!(warnings.join("\n"), said(), "{at}");
                    warned += 1;
                }
                other => panic!("{at}is marked {other}"),
            }
        }
    }
    assert!(run > 40 && refused > 0 && warned > 0, "{run} run, {refused} refused, {warned} warned");
}

/// The part of a page below a heading, up to the next one of the same or a higher rank.
fn section(page: &'static str, heading: &str) -> &'static str {
    let rank = heading.split(' ').next().unwrap().len();
    let start = page.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("there is no {heading}"));
    let rest = &page[start + heading.len() + 2..];
    let is_next = |line: &str| {
        let hashes = line.bytes().take_while(|&b| b == b'#').count();
        (1..=rank).contains(&hashes)
    };
    let end = rest.match_indices('\n').find(|&(at, _)| is_next(&rest[at + 1..])).map_or(rest.len(), |(at, _)| at);
    &rest[..end]
}

fn holds(page: &str, place: &str, text: &str) {
    assert!(page.contains(text), "the documentation of {place} lacks:\n{text}");
}

/// A whole number with its digits in groups of three.
fn grouped(number: impl std::fmt::Display) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap());
    groups.collect::<Vec<_>>().join(",")
}

#[test]
fn the_limits_are_those_of_the_program() {
    let row = |what: &str, most: String| holds(section(EXPERIMENTS, "## Limits"), what, &format!("| {what} | {most}"));
    row("the document", format!("{} MB", experiment::TEXT_LIMIT >> 20));
    row("values in the document, beside those in the text of files", grouped(experiment::JSON_LIMIT));
    row("agents, links", format!("{} and {}", grouped(graph::MAX_AGENTS), grouped(graph::MAX_EDGES)));
    row(
        "data of a problem, n × samples × (d + 1) × 8 bytes, with given data twice, and Hessians of least squares with at least d samples, n × d × (d + 1) × 8 bytes",
        format!("{} GB", problem::DATA_LIMIT >> 30),
    );
    let file = [problem::dataset::MAX_NUMBERS, problem::dataset::MAX_COLUMNS, problem::dataset::MAX_ROWS].map(grouped);
    row("numbers in a data file, zeros included; its columns; its rows", file.join(" and "));
    row("multiplications for the Hessians of least squares, n × samples × d²", grouped(problem::HESSIAN_LIMIT));
    row(
        "multiplications for `meanOptimalityGap`, `meanLoss` or `meanAccuracy` at each record, n² × samples × d × methods × trials, n × d² × methods × trials for least squares",
        grouped(engine::METRIC_LIMIT),
    );
    row("recorded iterations", grouped(recording::POINTS_LIMIT));
    row("recorded values, iterations × metrics × methods × trials", grouped(engine::VALUES_LIMIT));
    row(
        "iterates and what methods keep, n × d × methods × trials × 64 bytes, and streams of noise, n × trials × 32 bytes",
        format!("{} GB", engine::MEMORY_LIMIT >> 30),
    );
    row("matrices of methods with a laziness of their own", format!("{} GB", engine::MEMORY_LIMIT >> 30));
    let fastest = [weights::FASTEST_LINKS, weights::FASTEST_AGENTS].map(grouped);
    row("links and agents of a network with `fastest` weights", fastest.join(" and "));
    row("contraction of a network that changes", format!("told up to {} agents", spectrum::DENSE_LIMIT));
    row("eigenvalues of W", format!("all up to {} agents", spectrum::DENSE_LIMIT));
    let Domain::Integer { max, .. } = problem::DIMENSION.domain else { panic!("d is a whole number") };
    row("unknowns of `logistic` and `leastSquares`, features of a sample", grouped(max));
    let with_methods =
        |methods: Value| crate::common::refusal(&crate::common::with(&base(), &json!({ "methods": methods })));
    let most = with_methods(json!([])).replace("methods: must have 1 to ", "").replace(" methods, got 0", "");
    row("methods", most);
    let most = with_methods(json!([{"kind": "suda", "a": [], "bSquared": [], "c": []}]));
    let most = most.replace("methods[0].a: must have 1 to ", "").replace(" coefficients, got 0", "");
    row("coefficients of a polynomial", most);
}
