//! The catalog as a JavaScript object.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::value::Plain;
use crate::catalog::{Catalog, MetricEntry};
use crate::document::{Domain, Entry, Parameter};

pub fn describe(catalog: &Catalog) -> JsValue {
    Plain::new()
        .with("version", catalog.version as f64)
        .with("document", parameters(catalog.document))
        .with("record", parameters(catalog.record))
        .with("network", parameters(catalog.network))
        .with("topologies", entries(catalog.topologies))
        .with("weights", entries(catalog.weights))
        .with("changes", entries(catalog.changes))
        .with("problems", entries(catalog.problems))
        .with("data", entries(catalog.data))
        .with("splits", entries(catalog.splits))
        .with("gradients", entries(catalog.gradients))
        .with("stepSizes", entries(catalog.step_sizes))
        .with("starts", entries(catalog.starts))
        .with("methods", entries(catalog.methods))
        .with("method", parameters(catalog.method))
        .with("metrics", catalog.metrics.iter().map(metric).collect::<Array>())
        .into()
}

fn metric(metric: &MetricEntry) -> JsValue {
    Plain::new().with("name", metric.name).with("formula", metric.formula).with("about", metric.about).into()
}

fn entries(entries: &[Entry]) -> Array {
    let describe = |entry: &Entry| -> JsValue {
        Plain::new()
            .with("kind", entry.kind)
            .with("title", entry.title)
            .with("about", entry.about)
            .with("source", entry.source)
            .with("parameters", parameters(entry.parameters))
            .into()
    };
    entries.iter().map(describe).collect()
}

fn parameters(parameters: &[Parameter]) -> Array {
    let describe = |parameter: &Parameter| -> JsValue {
        Plain::new()
            .with("name", parameter.name)
            .with("about", parameter.about)
            .with("domain", domain(&parameter.domain))
            .with("required", parameter.required)
            .with("default", parameter.default.map_or(JsValue::NULL, JsValue::from))
            .into()
    };
    parameters.iter().map(describe).collect()
}

fn domain(domain: &Domain) -> Plain {
    let of = |kind: &str| Plain::new().with("type", kind);
    match *domain {
        Domain::Integer { min, max } => of("integer").with("min", min as f64).with("max", max as f64),
        Domain::Number { min, max, above_min, below_max, logarithmic } => of("number")
            .with("min", min)
            .with("max", max)
            .with("aboveMin", above_min)
            .with("belowMax", below_max)
            .with("logarithmic", logarithmic),
        Domain::Choice { options } => {
            of("choice").with("options", options.iter().map(|&option| JsValue::from(option)).collect::<Array>())
        }
        Domain::Flag => of("flag"),
        Domain::Seed => of("seed"),
        Domain::Text => of("text"),
        Domain::Numbers => of("numbers"),
        Domain::Structure => of("structure"),
    }
}
