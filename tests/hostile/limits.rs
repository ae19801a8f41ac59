//! Documents at the limits of size, in tests/limits.json, run in the memory that is said, and those just beyond are
//! refused with the figure; in WebAssembly tests/node/limits.test.mjs does the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use suda::document::DocumentError;
use suda::engine::Engine;
use suda::experiment::Experiment;

use crate::{MEMORY, alone};

/// A document at a limit.
#[derive(Deserialize)]
struct Case {
    name: String,
    /// The most memory that it takes.
    megabytes: f32,
    document: Value,
    /// What puts it beyond, by JSON pointers.
    beyond: BTreeMap<String, Value>,
    /// Where that is told.
    path: String,
    /// The rows of a file, and how often they stand there: once more is beyond.
    text: Option<(String, usize)>,
}

fn run(document: &Value) -> Result<(), DocumentError> {
    let mut engine = Engine::new(Arc::new(Experiment::from_value(document)?))?;
    engine.advance(u64::MAX);
    Ok(())
}

#[test]
fn documents_at_the_limits_run_and_those_beyond_are_refused() {
    let _alone = alone();
    let cases: Vec<Case> = serde_json::from_str(include_str!("../limits.json")).unwrap();
    for Case { name, megabytes, mut document, beyond, path, text } in cases {
        let with_text = |document: &mut Value, more: usize| {
            if let Some((rows, times)) = &text {
                document["problem"]["data"]["text"] = json!(rows.repeat(times + more));
            }
        };
        with_text(&mut document, 1);
        let mut large = document.clone();
        for (pointer, value) in &beyond {
            *large.pointer_mut(pointer).unwrap() = value.clone();
        }
        let before = MEMORY.current_usage_as_mb();
        MEMORY.reset_peak_usage();
        let error = run(&large).expect_err(&name);
        assert!(error.path == path && error.rule.contains("more than "), "{name}: {error}");
        let taken = MEMORY.peak_usage_as_mb() - before;
        assert!(taken < 300.0 || text.is_some(), "{name}: {taken} MB to find that it is too large");
        drop(large);
        with_text(&mut document, 0);
        let before = MEMORY.current_usage_as_mb();
        MEMORY.reset_peak_usage();
        run(&document).unwrap_or_else(|error| panic!("{name}: {error}"));
        let taken = MEMORY.peak_usage_as_mb() - before;
        println!("{name}: {taken} MB");
        assert!(taken < megabytes, "{name}: {taken} MB");
    }
}
