//! The experiment document: read and checked once, then built into what the engine runs.
//!
//! The document, version 1, is described field by field by the parameters in this crate's
//! modules, which [`catalog`](crate::catalog) lists.

mod builder;

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::clock::Clock;
use crate::combination::CombinationMatrix;
use crate::document::{self, DocumentError, Domain, Fields, Parameter, Shape};
use crate::gossip::{Gossip, Mixing};
use crate::method::{MethodSpec, Schemes};
use crate::metric::Metric;
use crate::network::changes::Changes;
use crate::network::{Network, NetworkSpec};
use crate::oracle::Noise;
use crate::problem::curvature::Curvature;
use crate::problem::{Optimum, OwnProblems, Problem, ProblemSpec, Report, optimum};
use crate::recording;
use crate::spectrum::Spectrum;
use crate::start::Start;
use crate::step_size::StepSize;
use crate::weights::Solutions;
pub use builder::Builder;

/// The version of the document that this crate reads.
pub const VERSION: u64 = 1;
/// The longest document, in bytes.
pub const TEXT_LIMIT: usize = 256 << 20;
/// The most values in a document, each of which takes more memory than its text.
pub const JSON_LIMIT: usize = 10_000_000;

const TRIALS: Parameter = Parameter::with_default(
    "trials",
    Domain::integer(1, 1_000_000),
    1.0,
    "the number of independent noise realisations on the same data and graph",
);
const ITERATIONS: Parameter =
    Parameter::required("iterations", Domain::integer(0, 1 << 31), 1_000.0, "K, the number of iterations");
const SEED: Parameter =
    Parameter::plain("seed", Domain::Seed, false, "a u64, as a decimal string or a number up to 2^53 - 1");
const NAME: Parameter = Parameter::plain("name", Domain::Text, false, "free text");

/// The fields of the document besides its plain parameters.
pub const STRUCTURES: &[Parameter] = &[
    Parameter::plain(
        "version",
        Domain::structure(Shape::Literals(&["1"])),
        true,
        "the version of this form of document",
    ),
    Parameter::kinds("record", "RecordDocument", false, "which iterations are recorded; 500 of them when left out"),
    Parameter::plain(
        "metrics",
        Domain::structure(Shape::List(&Shape::Kinds("MetricName"))),
        false,
        "what is measured, in this order; when left out the first five, or what the problem has",
    ),
    Parameter::kinds("network", "NetworkDocument", true, "the network"),
    Parameter::kinds("problem", "ProblemDocument", true, "the costs of the agents"),
    Parameter::kinds("gradient", "GradientDocument", false, "the noise on the gradients; none when left out"),
    Parameter::kinds("stepSize", "StepSizeDocument", true, "the step size of the methods that have none of their own"),
    Parameter::kinds("start", "StartDocument", false, "where the agents start; at 0 when left out"),
    Parameter::plain(
        "methods",
        Domain::structure(Shape::List(&Shape::Kinds("MethodDocument"))),
        true,
        "the methods, which see the same data, start and noise",
    ),
    Parameter::kinds("clock", "ClockDocument", false, "how long computing and sending take, in simulated seconds"),
    Parameter::plain("$schema", Domain::Text, false, "the address of the JSON Schema, for editors; it is not read"),
];

/// The plain parameters of the document itself.
pub const PARAMETERS: &[Parameter] = &[NAME, SEED, TRIALS, ITERATIONS];
/// The seed of a document without one.
pub const DEFAULT_SEED: u64 = 1;
/// How far above 1 rounding may bring the λ of a network in several parts.
const ROUNDING: f64 = 1e-9;
/// The most methods in one experiment.
const METHODS_LIMIT: usize = 64;

/// A document that is checked as far as possible without building the network and the data.
#[derive(Clone, Debug)]
pub struct Document {
    name: Option<String>,
    seed: u64,
    trials: u64,
    iterations: u64,
    schedule: Vec<u64>,
    metrics: Vec<Metric>,
    network: NetworkSpec,
    problem: ProblemSpec,
    noise: Noise,
    step_size: StepSize,
    start: Start,
    methods: Vec<MethodSpec>,
    clock: Option<Clock>,
}

/// Methods and problems that the crate does not know and a document names, as `{ "kind": "own", "name": … }`.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// The methods, by their names.
    pub methods: Schemes,
    /// The problems, by their names.
    pub problems: OwnProblems,
}

impl Document {
    /// Reads and checks a document.
    pub fn from_value(value: &Value) -> Result<Self, DocumentError> {
        Self::with_own(value, &Own::default())
    }

    /// Like [`Self::from_value`], of one that may name methods and problems of `own`.
    pub fn with_own(value: &Value, own: &Own) -> Result<Self, DocumentError> {
        let fields = Fields::of(value, "")?;
        let structures: Vec<_> = STRUCTURES.iter().map(|parameter| parameter.name).collect();
        let version = fields.value("version")?;
        if document::whole(version) != Some(VERSION) {
            let got = document::shown(version);
            return Err(fields.error("version", format!("must be {VERSION}, got {got}")));
        }
        fields.only(PARAMETERS, &structures)?;
        let iterations = fields.count(&ITERATIONS)? as u64;
        let network = NetworkSpec::read(&fields.object("network")?)?;
        let methods = read_methods(&fields, &own.methods)?;
        check_changes(&methods, &network)?;
        let seed = fields.seed(SEED.name)?.unwrap_or(DEFAULT_SEED);
        let problem = ProblemSpec::read(&fields.object("problem")?, network.agents(), seed, &own.problems)?;
        Ok(Self {
            name: fields.text(NAME.name)?.map(str::to_owned),
            seed,
            trials: fields.count(&TRIALS)? as u64,
            iterations,
            schedule: recording::read(&fields, iterations)?,
            metrics: Metric::read(&fields, &problem)?,
            problem,
            noise: fields.optional_object("gradient")?.map_or(Ok(Noise::None), |gradient| Noise::read(&gradient))?,
            step_size: StepSize::read(&fields.object("stepSize")?)?,
            start: fields.optional_object("start")?.map_or(Ok(Start::Zeros), |start| Start::read(&start))?,
            clock: fields.optional_object("clock")?.map(|clock| Clock::read(&clock, network.agents())).transpose()?,
            methods,
            network,
        })
    }
}

impl Document {
    /// The methods' names, the metrics and the recorded iterations.
    pub fn outline(&self) -> (Vec<&str>, &[Metric], &[u64]) {
        (self.methods.iter().map(|method| method.name.as_str()).collect(), &self.metrics, &self.schedule)
    }
}

fn read_methods(fields: &Fields, own: &Schemes) -> Result<Vec<MethodSpec>, DocumentError> {
    let list = fields.array("methods")?;
    if list.is_empty() || list.len() > METHODS_LIMIT {
        return Err(fields.error("methods", format!("must have 1 to {METHODS_LIMIT} methods, got {}", list.len())));
    }
    let mut methods: Vec<MethodSpec> = Vec::with_capacity(list.len());
    for (i, value) in list.iter().enumerate() {
        add(&mut methods, MethodSpec::read(&Fields::of(value, format!("methods[{i}]"))?, own)?);
    }
    Ok(methods)
}

/// Adds a method, under a name that none of the others has.
fn add(methods: &mut Vec<MethodSpec>, mut method: MethodSpec) {
    let name = method.name.clone();
    let mut count = 1;
    while methods.iter().any(|other| other.name == method.name) {
        count += 1;
        method.name = format!("{name} #{count}");
    }
    methods.push(method);
}

/// Refuses what a method cannot do on a network that changes.
fn check_changes(methods: &[MethodSpec], network: &NetworkSpec) -> Result<(), DocumentError> {
    for (i, method) in methods.iter().enumerate() {
        if let Some([field, rule]) = refused(method, network.is_cycle()) {
            return Err(DocumentError::new(format!("methods[{i}].{field}"), rule));
        }
    }
    Ok(())
}

/// The parameter of a method that does not go with a network that changes, and the rule; `is_cycle` tells whether such a
/// network is a cycle, of which each W is known beforehand.
fn refused(method: &MethodSpec, is_cycle: Option<bool>) -> Option<[&'static str; 2]> {
    let is_cycle = is_cycle?;
    if method.rounds.accelerated && !is_cycle {
        return Some(["acceleration", "chebyshev needs the λ of W: it goes with a network that is fixed, or a cycle"]);
    }
    let compressed = ["compression", "compressed messages need a network that does not change"];
    method.scheme.needs_fixed_network().or(method.messages.map(|_| compressed))
}

/// Refuses to accelerate with a W of λ > 1, for which the polynomial may not exist.
fn check_acceleration(methods: &[MethodSpec], network: &Network) -> Result<(), DocumentError> {
    let period = network.changes.as_ref().and_then(Changes::period).unwrap_or(1);
    for (i, method) in methods.iter().enumerate().filter(|(_, method)| method.rounds.accelerated) {
        let rate = |k| network.spectrum_at(k).lazy(method.laziness).mixing_rate();
        if let Some(rate) = (0..period).map(rate).find(|&rate| rate > 1.0 + ROUNDING) {
            let rule = format!("chebyshev needs a W with λ of at most 1, and here λ = {rate:.4}");
            return Err(DocumentError::new(format!("methods[{i}].acceleration"), rule));
        }
    }
    Ok(())
}

/// An experiment that is ready to run: the network, the data and the start are built.
#[derive(Debug)]
pub struct Experiment {
    /// Free text.
    pub name: Option<String>,
    /// The seed of all random streams.
    pub seed: u64,
    /// The number of independent noise realisations.
    pub trials: u64,
    /// K.
    pub iterations: u64,
    /// The iterations to record, ascending, from 0 to K.
    pub schedule: Vec<u64>,
    /// The metrics to record.
    pub metrics: Vec<Metric>,
    /// The network.
    pub network: Network,
    problem: Box<dyn Problem>,
    /// The report on reading the data file; `None` if the data come from elsewhere.
    pub imported: Option<Report>,
    /// The noise on the gradients.
    pub noise: Noise,
    /// The step size of the methods that have none of their own.
    pub step_size: StepSize,
    start: Vec<f64>,
    /// Whether all agents start at one point.
    pub common_start: bool,
    /// The methods.
    pub methods: Vec<MethodSpec>,
    /// How long computing and sending take, if the document says so.
    pub clock: Option<Clock>,
    optimum: OnceLock<Option<Optimum>>,
    curvature: OnceLock<Option<Curvature>>,
}

impl Experiment {
    /// Reads, checks and builds the JSON text of a document.
    pub fn from_json(text: &str) -> Result<Self, DocumentError> {
        Self::from_value(&parse(text)?)
    }

    /// Checks and builds a document.
    pub fn from_value(value: &Value) -> Result<Self, DocumentError> {
        Self::build(Document::from_value(value)?)
    }

    /// Builds what a checked document describes.
    pub fn build(document: Document) -> Result<Self, DocumentError> {
        Self::build_telling(document, &mut Solutions::default(), &mut |_| ())
    }

    /// Like [`Self::build`], with fastest weights taken from `known`, or added to it, since to find them may take long;
    /// `tell` receives the share of the data that is generated, from 0 to 1.
    pub fn build_telling(
        document: Document,
        known: &mut Solutions,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Self, DocumentError> {
        let network = document.network.build(document.seed, known, &mut |_| ())?;
        let problem = document.problem.build(document.seed, network.graph.agents(), tell)?;
        document.noise.check(problem.as_ref())?;
        check_acceleration(&document.methods, &network)?;
        Ok(Self {
            start: document.start.build(document.seed, problem.as_ref())?,
            common_start: document.start.is_common(),
            name: document.name,
            seed: document.seed,
            trials: document.trials,
            iterations: document.iterations,
            schedule: document.schedule,
            metrics: document.metrics,
            network,
            problem,
            imported: document.problem.import_report().cloned(),
            noise: document.noise,
            step_size: document.step_size,
            methods: document.methods,
            clock: document.clock,
            optimum: OnceLock::new(),
            curvature: OnceLock::new(),
        })
    }

    /// An experiment from its parts: a network, a problem, and what [`Builder`] adds.
    pub fn builder(network: Network, problem: impl Problem + 'static) -> Builder {
        Builder::new(network, Box::new(problem))
    }

    /// The problem.
    pub fn problem(&self) -> &dyn Problem {
        self.problem.as_ref()
    }

    /// X^0, n × d.
    pub fn start(&self) -> &[f64] {
        &self.start
    }

    /// n.
    pub fn agents(&self) -> usize {
        self.problem.agents()
    }

    /// Writes the exact gradient of each agent's cost at its row of `x` to that of `out`, both n × d.
    pub fn exact_gradients(&self, x: &[f64], out: &mut [f64]) {
        let d = self.problem.dimension();
        for (agent, (x, out)) in x.chunks_exact(d).zip(out.chunks_exact_mut(d)).enumerate() {
            self.problem.gradient(agent, 1, x, out);
        }
    }

    /// The least value of f, where it is known: exact, or that of Newton's method for a convex f, or the lowest that
    /// descents from 0, from the start and from other points find; computed when first asked for.
    pub fn optimum(&self) -> Option<&Optimum> {
        self.optimum_telling(&mut |_| ())
    }

    /// Like [`Self::optimum`]; `tell` receives a lower bound of the solver's progress, from 0 to 1.
    pub fn optimum_telling(&self, tell: &mut dyn FnMut(f64)) -> Option<&Optimum> {
        let find = || {
            // From 0, and from the start where that is elsewhere.
            let descents = if self.start.iter().all(|&x| x == 0.0) { 1.0 } else { 2.0 };
            let found = self.problem.optimum(&mut |share| tell(share / descents))?;
            if found.exact || self.problem.is_convex() {
                return Some(found);
            }
            let mut tell = |share| tell(0.5 + 0.5 * share);
            Some(optimum::improve(self.problem.as_ref(), found, &self.start, &mut tell))
        };
        self.optimum.get_or_init(find).as_ref()
    }

    /// How strongly the costs are curved; `None` where nothing is known of that. Computed when first asked for.
    pub fn curvature(&self) -> Option<&Curvature> {
        let d = self.problem.dimension();
        let norm = |row: &[f64]| row.iter().map(|x| x * x).sum::<f64>().sqrt();
        let radius = self.start.chunks_exact(d).map(norm).fold(0.0, f64::max);
        self.curvature.get_or_init(|| Curvature::of(self.problem.as_ref(), || self.optimum(), radius)).as_ref()
    }

    /// How a method mixes in iteration `k`: with W_k, as lazy and in as many rounds as it wants.
    pub fn mixing_at(&self, method: &MethodSpec, k: u64) -> Mixing {
        self.mixing(method, &self.network.matrix_at(k), k)
    }

    /// Like [`Self::mixing_at`], with `matrix` as W_k.
    pub(crate) fn mixing(&self, method: &MethodSpec, matrix: &Arc<CombinationMatrix>, k: u64) -> Mixing {
        let (theta, rounds) = (method.laziness, method.rounds);
        let matrix = if theta == 0.0 { Arc::clone(matrix) } else { Arc::new(matrix.lazy(theta)) };
        let rate = rounds.accelerated.then(|| self.network.spectrum_at(k).lazy(theta).mixing_rate());
        Mixing::new(matrix, rounds.count, rate)
    }

    /// The network as a method sees it in that many trials of rows of d × `trials` numbers, from iteration 0 on.
    pub(crate) fn gossip(&self, method: &MethodSpec, d: usize, trials: usize) -> Gossip {
        let gossip = Gossip::new(self.mixing_at(method, 0), self.network.changes.is_some(), d * trials);
        gossip.compressed(method.messages, trials)
    }

    /// The spectrum of the matrix a method uses in place of W: W^r or the accelerated polynomial, with
    /// its own laziness. Of the base network, if the network changes.
    pub fn spectrum_of(&self, method: &MethodSpec) -> Spectrum {
        self.network.spectrum().lazy(method.laziness).in_rounds(method.rounds.count, method.rounds.accelerated)
    }
}

/// Parses the JSON text of a document.
pub fn parse(text: &str) -> Result<Value, DocumentError> {
    check_text(text)?;
    document::text::parse(text)
}

/// Refuses JSON text that is longer than a document's or holds more values.
pub(crate) fn check_text(text: &str) -> Result<(), DocumentError> {
    if text.len() > TEXT_LIMIT {
        return Err(too_long());
    }
    // Between values stand commas.
    let values = document::text::count(text, b',') + 1;
    if values > JSON_LIMIT { Err(too_many(Some(values))) } else { Ok(()) }
}

/// The error of text beyond `TEXT_LIMIT`.
pub(crate) fn too_long() -> DocumentError {
    DocumentError::new("", format!("the document is longer than {} MB", TEXT_LIMIT >> 20))
}

/// The error of more values than `JSON_LIMIT`, with their number where it is known.
pub(crate) fn too_many(values: Option<usize>) -> DocumentError {
    let values = values.map_or_else(String::new, |values| format!("{values} values, "));
    DocumentError::new("", format!("{values}more than {JSON_LIMIT}: large data fit in as the text of a file"))
}
