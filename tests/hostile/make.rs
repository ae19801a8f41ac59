//! Random documents, made from the catalog: a new kind or parameter is covered as soon as the catalog lists it.

use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Map, Value, json};
use suda::catalog::{Catalog, catalog};
use suda::document::{Domain, Entry, Fields, Parameter};
use suda::method::METHODS;
use suda::network::Network;
use suda::problem::dataset::SPLITS;
use suda::problem::{OwnProblems, ProblemSpec};
use suda::topology::Topology;

use crate::random::Rng;

/// Text that has broken other programs.
pub const TEXTS: [&str; 8] = [
    "plain",
    "",
    " ",
    "<img src=x onerror=alert(1)>",
    "__proto__",
    "\u{202e}desrever\u{0}",
    "\"; DROP TABLE methods; --",
    "ℝⁿ × 网络 🦀",
];

/// Makes documents that are valid but for chance conflicts between parameters.
pub struct Maker {
    pub rng: Rng,
    catalog: Catalog,
    agents: usize,
    dimension: usize,
    /// w_ij by Metropolis' rule on the topology, for explicit matrices.
    matrix: Vec<Vec<f64>>,
}

impl Maker {
    pub fn new(rng: Rng) -> Self {
        Self { rng, catalog: catalog(), agents: 1, dimension: 1, matrix: vec![vec![1.0]] }
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.rng.random_range(0..u32::try_from(end).unwrap()) as usize
    }

    pub fn chance(&mut self, probability: f64) -> bool {
        self.rng.random::<f64>() < probability
    }

    pub fn document(&mut self) -> Value {
        let topology = self.pick("kind", self.catalog.topologies, &[]);
        self.agents = Topology::read(&Fields::of(&topology, "").unwrap()).map_or(1, |topology| topology.agents());
        let metropolis = json!({"topology": topology, "weights": {"rule": "metropolis"}});
        self.matrix = Network::from_value(&metropolis, 1).map_or(vec![vec![1.0]], |network| {
            network.matrix.to_dense().chunks(self.agents).map(<[f64]>::to_vec).collect()
        });
        let mut network = self.parameters(self.catalog.network, "");
        network.insert("weights".into(), self.pick("rule", self.catalog.weights, &[]));
        if self.chance(0.4) {
            let mut changes = self.pick("kind", self.catalog.changes, &[]);
            // Mostly on a network that has them.
            while changes["kind"] == "onePeer" && topology["kind"] != "hypercube" && self.chance(0.9) {
                changes = self.pick("kind", self.catalog.changes, &[]);
            }
            network.insert("changes".into(), changes);
        }
        let changes = network.get("changes").cloned();
        network.insert("topology".into(), topology);

        let problem = self.problem();
        self.dimension = Fields::of(&problem, "")
            .and_then(|fields| {
                ProblemSpec::read(&fields, self.agents, 1, &OwnProblems::new())?.build(1, self.agents, &mut |_| ())
            })
            .map_or(1, |problem| problem.dimension());

        let mut document = self.parameters(self.catalog.document, "");
        document.insert("version".into(), json!(self.catalog.version));
        document.insert("iterations".into(), json!(self.below(30)));
        document.insert("trials".into(), json!(1 + self.below(4)));
        document.insert("network".into(), network.into());
        let kind = problem["kind"].as_str().unwrap_or_default().to_owned();
        let data = &problem["data"];
        let has_test = data.get("test").is_some() || data["kind"] == "digits" || self.chance(0.1);
        document.insert("problem".into(), problem);
        document.insert("stepSize".into(), self.pick("kind", self.catalog.step_sizes, &[]));
        let count = 1 + self.below(4);
        let methods: Vec<_> = (0..count).map(|_| self.method(changes.as_ref())).collect();
        document.insert("methods".into(), methods.into());
        if self.chance(0.8) {
            document.insert("gradient".into(), self.pick("noise", self.catalog.gradients, &[]));
        }
        if self.chance(0.8) {
            document.insert("start".into(), self.pick("kind", self.catalog.starts, &[]));
        }
        if self.chance(0.8) {
            let choice = self.below(self.catalog.record.len());
            let record = self.parameters(&self.catalog.record[choice..=choice], "");
            document.insert("record".into(), record.into());
        }
        if self.chance(0.3) {
            let mut clock = self.parameters(self.catalog.clock, "");
            clock.insert("compute".into(), self.pick("kind", self.catalog.computes, &[]));
            document.insert("clock".into(), clock.into());
        }
        if self.chance(0.5) {
            // Mostly those that the problem has.
            let lacks = match kind.as_str() {
                _ if self.chance(0.1) => "nothing",
                "neuralNetwork" => "Gap",
                "logistic" => "nothing",
                _ => "ccuracy",
            };
            let names: Vec<_> = self.catalog.metrics.iter().map(|metric| metric.name).collect();
            let has = |name: &&str| !name.ends_with(lacks) && (has_test || !name.to_lowercase().contains("test"));
            let chosen: Vec<_> = names.into_iter().filter(|name| has(name) && self.rng.random()).collect();
            document.insert("metrics".into(), json!(chosen));
        }
        document.into()
    }

    /// A method; mostly without what does not go together, or not with a network that changes.
    fn method(&mut self, changes: Option<&Value>) -> Value {
        let mut method = self.pick("kind", METHODS, self.catalog.method);
        if self.chance(0.1) {
            return method;
        }
        let is_exact_diffusion = method["kind"] == "exactDiffusion";
        let fields = method.as_object_mut().unwrap();
        if changes.is_some() {
            fields.remove("compression");
        }
        if changes.is_some_and(|changes| changes["kind"] != "cycle") {
            fields.remove("acceleration");
        }
        if fields.contains_key("compression") {
            fields.remove("rounds");
            fields.remove("acceleration");
        } else {
            fields.remove("consensusStep");
        }
        if is_exact_diffusion && (changes.is_some() || fields.contains_key("rounds")) {
            fields.remove("localSteps");
        }
        method
    }

    /// A problem; with given data it must not have a generator's parameters.
    fn problem(&mut self) -> Value {
        let mut problem = self.pick("kind", self.catalog.problems, &[]);
        if let Some(data) = problem.get("data").cloned() {
            let responses = if problem["kind"] == "leastSquares" { "labels" } else { "targets" };
            let is_network = problem["kind"] == "neuralNetwork";
            let fields = problem.as_object_mut().unwrap();
            fields.remove("dimension");
            fields.remove("samplesPerAgent");
            let mut data = data;
            data.as_object_mut().unwrap().remove(responses);
            if is_network {
                if data["kind"] == "digits" && self.chance(0.9) {
                    fields.insert("classes".into(), json!(10));
                }
                if fields.contains_key("classes") && data.get("labels").is_some() {
                    data["labels"] = json!(vec![[1, 0]; self.agents]);
                }
                // Of linear models.
                if self.chance(0.9) {
                    data.as_object_mut().unwrap().remove("constant");
                }
            }
            fields.insert("data".into(), data);
        }
        problem
    }

    /// One of the kinds, with its parameters and some of those that all kinds may have.
    fn pick(&mut self, tag: &str, entries: &[Entry], common: &[Parameter]) -> Value {
        let entry = *entries.choose(&mut self.rng).unwrap();
        let mut object = self.parameters(entry.parameters, entry.kind);
        object.extend(self.parameters(common, entry.kind));
        object.insert(tag.into(), json!(entry.kind));
        object.into()
    }

    fn parameters(&mut self, parameters: &[Parameter], kind: &str) -> Map<String, Value> {
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
