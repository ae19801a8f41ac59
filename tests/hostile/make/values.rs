//! The values of a random document's fields.

use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Map, Value, json};
use suda::document::{Domain, Entry, Parameter};
use suda::problem::dataset::SPLITS;

use super::{Maker, TEXTS};

impl Maker {
    /// One of the kinds, with its parameters and some of those that all kinds may have.
    pub fn pick(&mut self, tag: &str, entries: &[Entry], common: &[Parameter]) -> Value {
        let entry = *entries.choose(&mut self.rng).unwrap();
        let mut object = self.parameters(entry.parameters, entry.kind);
        object.extend(self.parameters(common, entry.kind));
        object.insert(tag.into(), json!(entry.kind));
        object.into()
    }

    pub fn parameters(&mut self, parameters: &[Parameter], kind: &str) -> Map<String, Value> {
        let mut object = Map::new();
        for parameter in parameters {
            if parameter.required || self.chance(0.4) {
                object.insert(parameter.name.into(), self.value(parameter, kind));
            }
        }
        object
    }

    fn value(&mut self, parameter: &Parameter, kind: &str) -> Value {
        match parameter.domain {
            Domain::Integer { min, max, .. } => json!((min + self.below(9) as u64).min(max)),
            Domain::Number { min, max, above_min, below_max, .. } => {
                let edges = [(min, above_min), (max, below_max)];
                let edge = edges[self.below(2)];
                match self.below(5) {
                    0 if !edge.1 => json!(edge.0),
                    1 if parameter.default.is_some() => json!(parameter.default),
                    2 => json!(min + (max - min) * self.rng.random::<f64>()),
                    _ => {
                        json!(min.max(-5.0) + (max.min(5.0) - min.max(-5.0)) * (1.0 - self.rng.random::<f64>()) * 0.99)
                    }
                }
            }
            Domain::Choice { options } => json!(options.choose(&mut self.rng)),
            Domain::Flag => json!(self.chance(0.5)),
            Domain::Seed if self.chance(0.5) => json!(self.rng.random::<u64>().to_string()),
            Domain::Seed => json!(self.rng.random::<u64>() >> 11),
            Domain::Text if parameter.name == "text" => json!(self.table(kind)),
            Domain::Text if parameter.name == "delimiter" => json!([",", ";", "\t", " ", ":"].choose(&mut self.rng)),
            Domain::Text => json!(TEXTS.choose(&mut self.rng)),
            Domain::Numbers { .. } if parameter.name == "value" => json!(self.row(self.dimension)),
            Domain::Numbers { .. } if parameter.name == "hidden" => {
                let layers = self.below(4);
                json!((0..layers).map(|_| 1 + self.below(5)).collect::<Vec<_>>())
            }
            Domain::Numbers { .. } => self.polynomial(parameter.name),
            Domain::Structure { .. } => self.structure(parameter.name),
        }
    }

    fn row(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| if self.chance(0.3) { 0.0 } else { 4.0 * self.rng.random::<f64>() - 2.0 }).collect()
    }

    /// Coefficients, of which those of B² often add up to 0 and the others to 1.
    fn polynomial(&mut self, name: &str) -> Value {
        let length = 1 + self.below(4);
        let mut coefficients = self.row(length);
        if self.chance(0.7) {
            let target = if name == "bSquared" { 0.0 } else { 1.0 };
            coefficients[0] += target - coefficients.iter().sum::<f64>();
        }
        json!(coefficients)
    }

    fn structure(&mut self, name: &str) -> Value {
        let samples = 1 + self.below(3);
        match name {
            "edges" => {
                let links = |maker: &mut Self, j: usize| {
                    let first = [maker.below(j), j];
                    let second = [maker.below(j), j];
                    [first, second]
                };
                let agents = 1 + self.below(7);
                json!((1..agents).flat_map(|j| links(self, j)).collect::<Vec<_>>())
            }
            // Of as many agents as explicit edges may have, or not.
            "names" => {
                let count = 1 + self.below(8);
                json!((0..count).map(|_| TEXTS[self.below(TEXTS.len())]).collect::<Vec<_>>())
            }
            "matrix" => json!(self.matrix),
            "values" => json!((0..self.agents).map(|_| self.row(self.dimension)).collect::<Vec<_>>()),
            "features" => {
                let d = 3;
                let agent = |maker: &mut Self| (0..2).map(|_| maker.row(d)).collect::<Vec<_>>();
                json!((0..self.agents).map(|_| agent(self)).collect::<Vec<_>>())
            }
            "labels" => json!(vec![[1, -1]; self.agents]),
            "targets" => json!((0..self.agents).map(|_| self.row(2)).collect::<Vec<_>>()),
            // Of a cycle: as many agents as the base network has.
            "networks" => {
                let count = 1 + self.below(3);
                let rules = ["metropolis", "maxDegree", "bestConstant", "fastest"];
                let network = |maker: &mut Self| {
                    let ring = if maker.chance(0.5) { "ring" } else { "path" };
                    let mut network = maker.parameters(maker.catalog.network, "");
                    network.insert("topology".into(), json!({"kind": ring, "agents": maker.agents}));
                    network.insert("weights".into(), json!({"rule": rules.choose(&mut maker.rng)}));
                    network
                };
                json!((0..count).map(|_| network(self)).collect::<Vec<_>>())
            }
            "data" => self.pick("kind", self.catalog.data, &[]),
            "split" => self.pick("kind", SPLITS, &[]),
            "compression" => self.pick("kind", self.catalog.compressions, &[]),
            "durations" => {
                let row = |maker: &mut Self| (0..maker.agents).map(|_| maker.rng.random()).collect::<Vec<f64>>();
                json!((0..samples).map(|_| row(self)).collect::<Vec<_>>())
            }
            "stepSize" => self.pick("kind", self.catalog.step_sizes, &[]),
            "decimal" => json!([".", ","][self.below(2)]),
            "header" => json!([json!(true), json!(false), json!("auto")][self.below(3)]),
            "labelColumn" => json!([json!(samples), json!("c1"), json!("label")][self.below(3)]),
            // Index 1 of a LIBSVM table and column 0 of a CSV table have up to seven values.
            "column" => json!([json!(1), json!(0), json!("c0")][self.below(3)]),
            "columns" => json!([[json!(0), json!(1)], [json!("c0"), json!("c1")]][self.below(2)]),
            other => panic!("tell the maker of documents what {other} holds"),
        }
    }

    /// The text of a file with some bad rows.
    fn table(&mut self, kind: &str) -> String {
        let rows = 2 * self.agents + self.below(5);
        let mut text = String::new();
        if kind == "csv" && self.chance(0.5) {
            text.push_str("c0,c1,label\n");
        }
        for row in 0..rows {
            let [a, b] = [self.below(7), self.below(3)];
            let label = row % 2;
            let line = match (self.below(12), kind) {
                (0, _) => TEXTS[self.below(TEXTS.len())].to_owned(),
                (_, "libsvm") => format!("{label} 1:{a} 3:-{b}.5 # seen"),
                _ => format!("{a},-{b}e-1,{label}"),
            };
            text.push_str(&line);
            text.push('\n');
        }
        text
    }
}
