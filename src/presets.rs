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
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Preset {
    /// A permanent name.
    pub id: String,
    /// Where it belongs: `lesson`, `paper` (as printed) or `ours` (the paper's claim, our setting).
    #[cfg_attr(all(target_arch = "wasm32", feature = "js"), tsify(type = "\"lesson\" | \"paper\" | \"ours\""))]
    pub group: String,
    /// The step of the story that it belongs to, by its name.
    pub chapter: String,
    /// What is chosen by it in this step, in a word or two; empty where the step has but one.
    pub step: String,
    /// A name for people: of a lesson, that of the step and what is chosen.
    pub title: String,
    /// What is found, in words that need no knowledge.
    pub headline: String,
    /// A sentence or two on the cause, and on what to look at.
    pub note: String,
    /// Settings of the page that differ from its defaults, written as in its links.
    #[cfg_attr(all(target_arch = "wasm32", feature = "js"), tsify(type = "Record<string, string>"))]
    pub view: Map<String, Value>,
    /// The document.
    #[cfg_attr(all(target_arch = "wasm32", feature = "js"), tsify(type = "ExperimentDocument"))]
    pub document: Value,
}

/// A step of the story: one screen, with one or two things to try.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Step {
    /// Its name in the contents.
    pub name: String,
    /// What is chosen by its presets, in a word or two; empty where there is no choice.
    pub choice: String,
    /// The parameters that it offers to be tried, by their paths in the document, where its document has them:
    /// `methods.*.localSteps` is that of all methods that give it.
    pub controls: Vec<String>,
    /// The names of its presets; the first is the one that opens.
    pub presets: Vec<String>,
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

/// The steps of the story, in order; the last one has the figures of the paper.
///
/// # Panics
/// Never: the file is part of the crate, and tested.
pub fn steps() -> Vec<Step> {
    steps_of(&serde_json::from_str(TEXT).expect("the presets are well-formed"))
}

/// The steps of the story, of what `presets.json` holds.
pub fn steps_of(file: &Value) -> Vec<Step> {
    let step = |entry: &Value| Step {
        name: text(entry, "name"),
        choice: text(entry, "choice"),
        controls: texts(&entry["controls"]),
        presets: texts(&entry["presets"]),
    };
    file["steps"].as_array().map_or_else(Vec::new, |entries| entries.iter().map(step).collect())
}

/// All presets, of what `presets.json` holds.
pub fn of_file(file: &Value) -> Vec<Preset> {
    let steps = steps_of(file);
    let preset = |entry: &Value| {
        let id = text(entry, "id");
        let chapter =
            steps.iter().find(|step| step.presets.contains(&id)).map_or_else(String::new, |of| of.name.clone());
        let (step, own) = (text(entry, "step"), text(entry, "title"));
        let title = match (own.is_empty(), step.is_empty() || step == chapter) {
            (false, _) => own,
            (true, true) => chapter.clone(),
            (true, false) => format!("{chapter}: {step}"),
        };
        Preset {
            id,
            group: text(entry, "group"),
            headline: text(entry, "headline"),
            title,
            chapter,
            step,
            note: text(entry, "note"),
            view: entry["view"].as_object().cloned().unwrap_or_default(),
            document: described(entry, &file["bases"]),
        }
    };
    file["presets"].as_array().map_or_else(Vec::new, |entries| entries.iter().map(preset).collect())
}

fn text(entry: &Value, name: &str) -> String {
    entry[name].as_str().unwrap_or_default().to_owned()
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().map_or_else(Vec::new, |all| all.iter().filter_map(Value::as_str).map(str::to_owned).collect())
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
            assert!(!preset.title.ends_with(&format!(": {}", preset.chapter)), "{} says its name twice", preset.id);
            assert!(preset.view.values().all(Value::is_string), "{}", preset.id);
            assert!(presets[..i].iter().all(|other| other.id != preset.id), "{} appears twice", preset.id);
            assert!(presets[..i].iter().all(|other| other.title != preset.title), "two are called {}", preset.title);
        }
    }

    #[test]
    fn every_preset_belongs_to_one_step_and_the_last_has_the_figures() {
        let (presets, steps) = (presets(), steps());
        for preset in &presets {
            let of: Vec<_> = steps.iter().filter(|step| step.presets.contains(&preset.id)).collect();
            assert_eq!(of.len(), 1, "{}", preset.id);
            assert!(of[0].presets.len() == 1 || !preset.step.is_empty() || preset.group != "lesson", "{}", preset.id);
            let is_last = of[0].name == steps.last().unwrap().name;
            assert_eq!(is_last, preset.group != "lesson", "{}", preset.id);
            assert!(!preset.headline.is_empty() && preset.headline != preset.title, "{} has no headline", preset.id);
        }
        for name in steps.iter().flat_map(|step| &step.presets) {
            assert!(presets.iter().any(|preset| preset.id == *name), "there is no {name}");
        }
    }

    #[test]
    fn what_a_step_offers_to_be_tried_is_in_its_document_and_no_more_than_two() {
        let presets = presets();
        let has = |document: &Value, control: &str| {
            let (part, name) = control.rsplit_once('.').unwrap();
            if part == "methods.*" {
                return document["methods"].as_array().unwrap().iter().any(|method| method.get(name).is_some());
            }
            // A parameter may be left out, where it has a default.
            document.pointer(&format!("/{}", part.replace('.', "/"))).is_some()
        };
        for step in steps() {
            let own = presets.iter().filter(|preset| step.presets.contains(&preset.id));
            let documents: Vec<_> = own.map(|preset| &preset.document).collect();
            for document in &documents {
                let controls = step.controls.iter().filter(|control| has(document, control)).count();
                assert!(controls + usize::from(!step.choice.is_empty()) <= 2, "{}", step.name);
            }
            assert!(step.presets.len() == 1 || !step.choice.is_empty() || !step.controls.is_empty(), "{}", step.name);
            for control in &step.controls {
                assert!(documents.iter().any(|document| has(document, control)), "{}: {control}", step.name);
            }
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
