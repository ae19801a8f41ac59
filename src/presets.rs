//! Ready documents: the paper's figures as printed, the same claims where they are visible
//! within the horizon ("ours"), and lessons.
//!
//! They stand in `presets.json`, each as its difference to a base. In all of them Exact-Diffusion
//! and EXTRA use (I+W)/2, since both need λ_min(W) > -1/3 (the paper assumes W ⪰ 0 for them),
//! and the labels say so. The first metric is the one to look at. The graph seeds give the mixing
//! rates of the figures' captions.

use serde::Serialize;
use serde_json::{Map, Value};

/// A ready document.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Preset {
    /// A permanent name.
    pub id: String,
    /// Where it belongs: `lesson`, `paper` (as printed) or `ours` (the paper's claim, our setting).
    #[cfg_attr(target_arch = "wasm32", tsify(type = "\"lesson\" | \"paper\" | \"ours\""))]
    pub group: String,
    /// The lesson that it is a step of; empty for figures.
    pub chapter: String,
    /// What this step of the lesson shows, in a word or two; empty where the lesson has but one.
    pub step: String,
    /// A name for people: of a lesson's step, both.
    pub title: String,
    /// A sentence or two on what to look at.
    pub note: String,
    /// Settings of the page that differ from its defaults, written as in its links.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
    pub view: Map<String, Value>,
    /// The document.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ExperimentDocument"))]
    pub document: Value,
}

/// The text of `presets.json`.
pub const TEXT: &str = include_str!("presets.json");

/// All presets; the first is the one to show first.
///
/// # Panics
/// Never: the file is part of the crate, and tested.
pub fn presets() -> Vec<Preset> {
    of_file(&serde_json::from_str(TEXT).expect("the presets are well-formed"))
}

/// All presets, of what `presets.json` holds.
pub fn of_file(file: &Value) -> Vec<Preset> {
    let preset = |entry: &Value| {
        let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
        let (chapter, step) = (text("chapter"), text("step"));
        let of_lesson = [&*chapter, &*step].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
        Preset {
            id: text("id"),
            group: text("group"),
            title: if chapter.is_empty() { text("title") } else { of_lesson },
            chapter,
            step,
            note: text("note"),
            view: entry["view"].as_object().cloned().unwrap_or_default(),
            document: described(entry, &file["bases"]),
        }
    };
    file["presets"].as_array().map_or_else(Vec::new, |entries| entries.iter().map(preset).collect())
}

/// The document of an entry or a base, which may change that of another base.
fn described(entry: &Value, bases: &Value) -> Value {
    let document = &entry["document"];
    entry["from"].as_str().map_or_else(|| document.clone(), |base| with(described(&bases[base], bases), document))
}

/// `document` with the fields of `changes` in place of its own, object by object.
fn with(mut document: Value, changes: &Value) -> Value {
    merge(&mut document, changes);
    document
}

fn merge(document: &mut Value, changes: &Value) {
    match (document, changes) {
        // Another kind has other parameters: it replaces the whole.
        (Value::Object(to), Value::Object(from)) if !["kind", "noise"].iter().any(|tag| from.contains_key(*tag)) => {
            for (key, value) in from {
                merge(to.entry(key).or_insert(Value::Null), value);
            }
        }
        (to, from) => *to = from.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::experiment::Experiment;

    #[test]
    fn every_preset_is_a_document_with_a_story() {
        let presets = presets();
        for (i, preset) in presets.iter().enumerate() {
            if let Err(error) = crate::experiment::Document::from_value(&preset.document) {
                panic!("{}: {error}", preset.id);
            }
            assert!(!preset.title.is_empty() && preset.note.ends_with('.'), "{}", preset.id);
            assert!(preset.view.values().all(Value::is_string), "{}", preset.id);
            assert!(presets[..i].iter().all(|other| other.id != preset.id), "{} appears twice", preset.id);
            assert!(presets[..i].iter().all(|other| other.title != preset.title), "two are called {}", preset.title);
        }
    }

    #[test]
    fn lessons_have_chapters_of_steps_that_follow_each_other_and_figures_have_none() {
        let presets = presets();
        let lessons: Vec<_> = presets.iter().take_while(|preset| preset.group == "lesson").collect();
        assert!(presets[lessons.len()..].iter().all(|figure| figure.group != "lesson" && figure.chapter.is_empty()));
        for chapter in lessons.chunk_by(|a, b| a.chapter == b.chapter) {
            let name = &chapter[0].chapter;
            assert!(!name.is_empty(), "{} is in no chapter", chapter[0].id);
            assert_eq!(lessons.iter().filter(|lesson| lesson.chapter == *name).count(), chapter.len(), "{name}");
            assert!(chapter.len() == 1 || chapter.iter().all(|lesson| !lesson.step.is_empty()), "{name}");
        }
    }

    #[test]
    fn the_figures_have_the_mixing_rates_of_their_captions() {
        for (id, rate, digits) in [
            ("figure-1-left", 0.99, 2),
            ("figure-2-left", 0.99, 2),
            ("figure-3-random", 0.32, 2),
            ("figure-3-grid", 0.94, 2),
            ("figure-3-ring", 0.99, 2),
            ("figure-3-scaled-ring", 0.999, 3),
            ("figure-4-dense", 0.28, 2),
            ("figure-4-sparse", 0.87, 2),
        ] {
            let preset = presets().into_iter().find(|preset| preset.id == id).expect(id);
            let mut document = preset.document;
            // The network does not depend on the problem.
            document["problem"] = json!({ "kind": "pl" });
            let experiment = Experiment::from_value(&document).expect(id);
            let ours = experiment.network.spectrum().mixing_rate();
            assert!((ours - rate).abs() < 0.5 * 0.1_f64.powi(digits) + 1e-12, "{id}: {ours}");
        }
    }

    #[test]
    fn changes_replace_kinds_and_keep_the_rest() {
        let document = json!({ "a": { "kind": "x", "p": 1 }, "b": { "c": 1, "d": 2 } });
        let changed = with(document, &json!({ "a": { "kind": "y" }, "b": { "d": 3 } }));
        assert_eq!(changed, json!({ "a": { "kind": "y" }, "b": { "c": 1, "d": 3 } }));
    }
}
