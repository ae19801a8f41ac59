//! Random documents, made from the catalog: a new kind or parameter is covered as soon as the catalog lists it.

mod values;

use rand::RngExt;
use serde_json::{Value, json};
use suda::catalog::{Catalog, catalog};
use suda::document::Fields;
use suda::method::METHODS;
use suda::network::Network;
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
}
