//! The document's JSON Schema.

use serde_json::{Map, Value, json};

use super::{Form, GROUPS, Group, Variant, variants};
use crate::document::{Domain, Entry, Parameter, Shape};
use crate::metric::Metric;

/// The JSON Schema, draft 2020-12, of the experiment document.
///
/// It refuses what is wrong with one field: an unknown name or kind, a number out of its range.
/// Conditions on several fields, such as a matrix of another size than the graph, is left to
/// [`Document::from_value`](crate::experiment::Document::from_value).
pub fn schema() -> Value {
    let mut definitions: Map<_, _> = GROUPS.iter().map(|group| (group.name.to_owned(), definition(group))).collect();
    definitions.insert("MetricName".to_owned(), json!({ "enum": Metric::ALL.map(Metric::name) }));
    let whole = GROUPS.last().map_or("", |group| group.name);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "SUDA experiment",
        "$ref": reference(whole),
        "$defs": definitions,
    })
}

fn reference(name: &str) -> String {
    format!("#/$defs/{name}")
}

fn definition(group: &Group) -> Value {
    let mut definition = match group.form {
        Form::Object(lists) => object(None, lists.iter().copied().flatten().map(|field| (field, field.required))),
        Form::One(fields) => {
            json!({ "oneOf": fields.iter().map(|field| object(None, [(field, true)])).collect::<Vec<_>>() })
        }
        Form::Tagged { tag, entries, common } => {
            let of =
                |entry: &'static Entry| variants(entry).iter().map(move |&variant| tagged(tag, entry, variant, common));
            json!({ "oneOf": entries.iter().flat_map(of).collect::<Vec<_>>() })
        }
    };
    definition["description"] = group.about.into();
    definition
}

fn tagged(tag: &str, entry: &'static Entry, variant: Variant, common: &'static [Parameter]) -> Value {
    let fields = entry.parameters.iter().filter_map(|field| Some((field, variant.requires(field)?)));
    let about = format!("{}: {}", entry.title, entry.about);
    let tag = (tag, json!({ "const": entry.kind, "description": about }));
    object(Some(tag), fields.chain(common.iter().map(|field| (field, field.required))))
}

/// An object of these fields, each with whether it must be there.
fn object(tag: Option<(&str, Value)>, fields: impl IntoIterator<Item = (&'static Parameter, bool)>) -> Value {
    let (mut required, mut properties) = (Vec::new(), Map::new());
    if let Some((name, value)) = tag {
        required.push(name);
        properties.insert(name.to_owned(), value);
    }
    for (field, must) in fields {
        if must {
            required.push(field.name);
        }
        properties.insert(field.name.to_owned(), property(field));
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn property(parameter: &Parameter) -> Value {
    let mut property = match parameter.domain {
        Domain::Integer { min, max, .. } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Domain::Number { min, max, above_min, below_max, .. } => json!({
            "type": "number",
            if above_min { "exclusiveMinimum" } else { "minimum" }: min,
            if below_max { "exclusiveMaximum" } else { "maximum" }: max,
        }),
        Domain::Choice { options } => json!({ "enum": options }),
        Domain::Flag => json!({ "type": "boolean" }),
        Domain::Seed => json!({ "oneOf": [
            { "type": "string", "pattern": "^[0-9]{1,20}$" },
            { "type": "integer", "minimum": 0, "maximum": (1_u64 << 53) - 1 },
        ] }),
        Domain::Text => json!({ "type": "string" }),
        Domain::Numbers { .. } => shape(&Shape::List(&Shape::Number)),
        Domain::Structure { shape: of } => shape(&of),
    };
    property["description"] = parameter.about.into();
    if let Domain::Integer { even: true, .. } = parameter.domain {
        property["multipleOf"] = 2.into();
    }
    if let (false, Some(default)) = (parameter.required, parameter.default) {
        property["default"] = default.into();
    }
    property
}

fn shape(of: &Shape) -> Value {
    match *of {
        Shape::Number => json!({ "type": "number" }),
        Shape::Index => json!({ "type": "integer", "minimum": 0 }),
        Shape::Text => json!({ "type": "string" }),
        Shape::Literals(values) => {
            json!({ "enum": values.iter().filter_map(|text| serde_json::from_str(text).ok()).collect::<Vec<Value>>() })
        }
        Shape::Either(shapes) => json!({ "oneOf": shapes.iter().map(shape).collect::<Vec<_>>() }),
        Shape::List(element) => json!({ "type": "array", "items": shape(element) }),
        Shape::Pair(element) => json!({ "type": "array", "items": shape(element), "minItems": 2, "maxItems": 2 }),
        Shape::Kinds(name) => json!({ "$ref": reference(name) }),
    }
}
