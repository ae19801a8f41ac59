//! The document's TypeScript: unions told apart by their kind.
//!
//! wasm-bindgen takes types as constant text, so `const` functions write it at compile time, byte by
//! byte.

use super::{Form, GROUPS, Group, variants};
use crate::document::{Domain, Parameter, Shape};

/// The declarations, each with its documentation.
pub const TYPES: &str = match std::str::from_utf8(WRITTEN.bytes.split_at(WRITTEN.length).0) {
    Ok(text) => text,
    Err(_) => panic!("the declarations are UTF-8"),
};

const WRITTEN: &Text = &declarations();

/// Text that grows.
struct Text {
    bytes: [u8; 1 << 16],
    length: usize,
}

impl Text {
    const fn put(&mut self, text: &str) -> &mut Self {
        let mut i = 0;
        while i < text.len() {
            self.bytes[self.length] = text.as_bytes()[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    const fn comment(&mut self, indent: &str, title: &str, about: &str) {
        self.put(indent).put("/** ").put(title);
        if !title.is_empty() {
            self.put(": ");
        }
        self.put(about).put(" */\n");
    }

    const fn field(&mut self, indent: &str, parameter: &Parameter, required: bool) {
        self.comment(indent, "", parameter.about);
        self.put(indent).put(parameter.name).put(if required { ": " } else { "?: " });
        self.domain(&parameter.domain);
        self.put(";\n");
    }

    const fn domain(&mut self, domain: &Domain) {
        match *domain {
            Domain::Integer { .. } | Domain::Number { .. } => self.put("number"),
            Domain::Choice { options } => {
                let mut i = 0;
                while i < options.len() {
                    self.put(if i > 0 { " | \"" } else { "\"" }).put(options[i]).put("\"");
                    i += 1;
                }
                self
            }
            Domain::Flag => self.put("boolean"),
            Domain::Seed => self.put("string | number | bigint"),
            Domain::Text => self.put("string"),
            Domain::Numbers { .. } => self.put("number[]"),
            Domain::Structure { ref shape } => self.shape(shape),
        };
    }

    const fn shape(&mut self, shape: &Shape) -> &mut Self {
        match *shape {
            Shape::Number | Shape::Index => self.put("number"),
            Shape::Text => self.put("string"),
            Shape::Literals(values) => {
                let mut i = 0;
                while i < values.len() {
                    self.put(if i > 0 { " | " } else { "" }).put(values[i]);
                    i += 1;
                }
                self
            }
            Shape::Either(shapes) => {
                let mut i = 0;
                while i < shapes.len() {
                    self.put(if i > 0 { " | " } else { "" }).shape(&shapes[i]);
                    i += 1;
                }
                self
            }
            Shape::List(element @ (Shape::Either(_) | Shape::Literals(_))) => self.put("(").shape(element).put(")[]"),
            Shape::List(element) => self.shape(element).put("[]"),
            Shape::Pair(element) => self.put("[").shape(element).put(", ").shape(element).put("]"),
            Shape::Kinds(name) => self.put(name),
        }
    }
}

#[expect(clippy::large_stack_arrays, reason = "it is the compiler that runs this")]
const fn declarations() -> Text {
    let mut text = Text { bytes: [0; 1 << 16], length: 0 };
    let mut i = 0;
    while i < GROUPS.len() {
        declaration(&mut text, &GROUPS[i]);
        i += 1;
    }
    text
}

const fn declaration(text: &mut Text, group: &Group) {
    text.comment("", "", group.about);
    match group.form {
        Form::Object(lists) => {
            text.put("export interface ").put(group.name).put(" {\n");
            let mut i = 0;
            while i < lists.len() {
                fields(text, "  ", lists[i]);
                i += 1;
            }
            text.put("}\n\n");
        }
        Form::One(fields) => {
            text.put("export type ").put(group.name).put(" =");
            let mut i = 0;
            while i < fields.len() {
                text.put("\n  | {\n").field("      ", &fields[i], true);
                let mut other = 0;
                while other < fields.len() {
                    if other != i {
                        text.put("      ").put(fields[other].name).put("?: never;\n");
                    }
                    other += 1;
                }
                text.put("    }");
                i += 1;
            }
            text.put(";\n\n");
        }
        Form::Tagged { tag, entries, common } => {
            text.put("export type ").put(group.name).put(" =");
            let mut i = 0;
            while i < entries.len() {
                let entry = &entries[i];
                let variants = variants(entry);
                let mut v = 0;
                while v < variants.len() {
                    text.put("\n  | {\n").comment("      ", entry.title, entry.about);
                    text.put("      ").put(tag).put(": \"").put(entry.kind).put("\";\n");
                    let mut p = 0;
                    while p < entry.parameters.len() {
                        if let Some(required) = variants[v].requires(&entry.parameters[p]) {
                            text.field("      ", &entry.parameters[p], required);
                        }
                        p += 1;
                    }
                    fields(text, "      ", common);
                    text.put("    }");
                    v += 1;
                }
                i += 1;
            }
            text.put(";\n\n");
        }
    }
}

const fn fields(text: &mut Text, indent: &str, parameters: &[Parameter]) {
    let mut i = 0;
    while i < parameters.len() {
        text.field(indent, &parameters[i], parameters[i].required);
        i += 1;
    }
}
