//! Documents that mean harm, or were written in a hurry: each runs, or is refused with an error that says
//! where; nothing panics, nothing hangs, nothing takes more memory than its limits say.
//!
//! `DOCUMENTS=10000 cargo test --release --test hostile` tries more of them than the suite does.

#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, reason = "a test")]

mod limits;
mod make;
mod mutate;
#[path = "../random/mod.rs"]
mod random;
mod sizes;
mod verdicts;

use std::collections::BTreeSet;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use make::Maker;
use peak_alloc::PeakAlloc;
use random::stream;
use serde_json::Value;
use suda::analysis::{self, Analysis};
use suda::document::DocumentError;
use suda::engine::Engine;
use suda::experiment::Experiment;
use suda::random::Purpose;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What a document may take: generous, since machines differ, and far below what a hang takes.
const PATIENCE: Duration = Duration::from_mins(2);

/// How many documents to draw: `DOCUMENTS`, where it is set.
fn count(usual: usize) -> usize {
    std::env::var("DOCUMENTS").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// The tests measure memory, so that only one may run at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Runs the first iterations of a document and looks at everything there is to see.
fn run(experiment: Experiment) -> Result<(), DocumentError> {
    let experiment = Arc::new(experiment);
    let mut engine = Engine::new(Arc::clone(&experiment))?;
    engine.advance(25);
    let record = engine.record();
    for method in 0..experiment.methods.len() {
        for metric in 0..record.metrics().len() {
            let curve = engine.curve(metric, method);
            assert_eq!(curve.mean.len(), record.iterations().len());
        }
        for trial in 0..usize::try_from(experiment.trials).unwrap() {
            let iterates = engine.iterates(method, trial).unwrap();
            assert_eq!(iterates.len(), experiment.agents() * experiment.problem().dimension());
            let is_over = engine.diverged_at(method, trial).is_some();
            assert!(is_over || iterates.iter().all(|x| x.is_finite()), "not finite, and not stopped");
            assert!(engine.agent_values(method, trial).is_some());
        }
        let reached = analysis::measured::reached(&engine, method);
        let _ = serde_json::to_string(&Analysis::of(&experiment, method, reached)).unwrap();
        let _ = analysis::expectation::expectation(&experiment, method);
        let _ = analysis::measured::running_average(&engine, method);
    }
    let _ = (analysis::warnings::warnings(&experiment), analysis::tables(&experiment));
    Ok(())
}

/// Runs a document in the background, and gives up on it when it takes too long.
fn examine(text: &str) -> Result<(), DocumentError> {
    let (send, receive) = channel();
    let sent = text.to_owned();
    let worker = thread::spawn(move || {
        let _ = send.send(Experiment::from_json(&sent).and_then(run));
    });
    match receive.recv_timeout(PATIENCE) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout) => panic!("hangs: {text}"),
        Err(RecvTimeoutError::Disconnected) => {
            let message = worker.join().unwrap_err();
            let message = message.downcast_ref::<String>().cloned().unwrap_or_default();
            panic!("panics ({message}): {text}")
        }
    }
}

/// Whether `path` is in the document, or names a field that could be added to an object in it.
fn leads_somewhere(value: &Value, path: &str) -> bool {
    if path.is_empty() {
        return true;
    }
    if let Some(rest) = path.strip_prefix('[') {
        let Some((index, rest)) = rest.split_once(']') else { return false };
        let element = index.parse().ok().and_then(|index: usize| value.get(index));
        return element.is_some_and(|element| leads_somewhere(element, rest));
    }
    let path = path.strip_prefix('.').unwrap_or(path);
    let Some(fields) = value.as_object() else { return false };
    let inside = |(name, field): (&String, &Value)| {
        // A very long name is shortened.
        let name: String = name.chars().take(40).collect();
        path.strip_prefix(&name)
            .is_some_and(|rest| (rest.is_empty() || rest.starts_with(['.', '['])) && leads_somewhere(field, rest))
    };
    fields.iter().any(inside) || !path.contains(['.', '['])
}

fn check_refusal(error: &DocumentError, document: &Value) {
    assert!(leads_somewhere(document, &error.path), "{error} leads nowhere in {document}");
    assert!(!error.rule.is_empty() && error.to_string().len() < 2_000, "{error}");
}

/// The kinds that a document names.
fn kinds(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(elements) => elements.iter().for_each(|element| kinds(element, found)),
        Value::Object(fields) => {
            for (name, field) in fields {
                if let (true, Some(kind)) = (["kind", "rule", "noise"].contains(&&**name), field.as_str()) {
                    found.insert(kind.to_owned());
                }
                kinds(field, found);
            }
        }
        _ => {}
    }
}

fn maker(purpose: u64) -> Maker {
    suda::problem::digits::load(include_bytes!("../../data/digits.txt")).unwrap();
    Maker::new(stream(20_211_014, Purpose::Data, purpose, 0))
}

#[test]
fn random_documents_of_every_kind_run() {
    let _alone = alone();
    let mut maker = maker(1);
    let mut seen = BTreeSet::new();
    let mut accepted = 0;
    let count = count(1_500);
    for _ in 0..count {
        let document = maker.document();
        match examine(&document.to_string()) {
            Ok(()) => {
                accepted += 1;
                kinds(&document, &mut seen);
            }
            Err(error) => check_refusal(&error, &document),
        }
    }
    let catalog = suda::catalog::catalog();
    let all = [
        catalog.topologies,
        catalog.weights,
        catalog.problems,
        catalog.data,
        catalog.gradients,
        catalog.step_sizes,
        catalog.starts,
        suda::method::METHODS,
        suda::problem::dataset::SPLITS,
        catalog.compressions,
        catalog.computes,
    ];
    for entry in all.into_iter().flatten() {
        assert!(seen.contains(entry.kind), "no document with {} ran", entry.kind);
    }
    assert!(15 * accepted > 7 * count, "only {accepted} documents ran");
}

#[test]
fn damaged_documents_run_or_say_where_they_are_damaged() {
    let _alone = alone();
    let mut maker = maker(2);
    for round in 0..count(4_000) {
        let mut document = maker.document();
        for _ in 0..=round % 3 {
            mutate::mutate(&mut document, &mut maker);
        }
        MEMORY.reset_peak_usage();
        if let Err(error) = examine(&document.to_string()) {
            check_refusal(&error, &document);
        }
        let peak = MEMORY.peak_usage_as_mb();
        assert!(peak < 1_500.0, "{peak} MB for {document}");
    }
}

#[test]
fn damaged_text_is_refused_as_such() {
    let _alone = alone();
    let mut maker = maker(3);
    for _ in 0..count(1_000) {
        let document = maker.document();
        let text = mutate::damaged_text(&document, &mut maker);
        // Byte order marks before it are skipped.
        match (examine(&text), serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}'))) {
            (Ok(()), value) => assert!(value.is_ok(), "{value:?}: {text}"),
            (Err(error), Ok(value)) => check_refusal(&error, &value),
            (Err(error), Err(_)) => assert!(error.path.is_empty() && error.rule.starts_with("not JSON"), "{error}"),
        }
    }
}
