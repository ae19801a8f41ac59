//! Methods: recursions that move the agents' iterates with local gradients and gossip.
//!
//! Each file holds one family: its equation, what it needs of W, its source, its parameters and
//! its code. A method knows neither the problem nor the random numbers: the engine hands it the
//! stochastic gradients g^k at X^k, each once, and it keeps what it needs later.

pub mod canonical;
pub mod correction;
pub mod dlm;
pub mod dsgd;
pub mod exact_diffusion;
pub mod extra;
pub mod gradient_tracking;
pub mod local;
pub mod local_steps;
pub mod momentum;
pub mod psgd;
pub mod suda;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::compression::{COMPRESSION, CONSENSUS_STEP, Messages, NUMBER};
use crate::document::{self, DocumentError, Domain, Entry, Fields, Parameter, Shape};
use crate::gossip::Gossip;
use crate::polynomial::Polynomial;
use crate::step_size::StepSize;
use crate::theory::SudaForm;
use crate::theory::known::Known;
use crate::theory::variance::Recursion;
pub use correction::Correction;
use local_steps::LOCAL_STEPS;
pub use local_steps::Turns;
use momentum::{MOMENTUM, Momentum};

/// A running method. Blocks hold one row for each agent; see [`Gossip`].
pub trait Method: Send + Copied {
    /// One iteration: `x` holds X^k and becomes X^{k+1}; `gradient` holds g^k; `alpha` is α_k.
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip);

    /// The correction that the next iteration, with the step size `alpha` from `x` = X^k, subtracts from the agents'
    /// gradients; `None` for methods that correct nothing. `gossip` is the observer's, so nothing is counted.
    fn correction(&self, _alpha: f64, _x: &[f64], _gossip: &mut Gossip) -> Option<Correction> {
        None
    }

    /// What the next iteration adds to `gradient` = g^k before it uses it; `None` for methods that use g^k as it is.
    fn inertia(&self, _gradient: &[f64]) -> Option<Vec<f64>> {
        None
    }
}

/// What lets a boxed method be cloned: every method is one that can.
pub trait Copied {
    /// A copy of the method as it stands.
    fn copied(&self) -> Box<dyn Method>;
}

impl<M: Method + Clone + 'static> Copied for M {
    fn copied(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Method> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

/// A method with its parameters: how it starts, and what the theory may know of it.
pub trait Scheme: Send + Sync {
    /// The running method, started at `x` = X^0.
    fn start(&self, x: &[f64]) -> Box<dyn Method>;

    /// With whom its agents communicate.
    fn partner(&self) -> Partner {
        Partner::Neighbors
    }

    /// When they communicate.
    fn turns(&self) -> Turns {
        Turns::Always
    }

    /// Its recursion, where [`Self::turns`] is not looked at; a method without one is not judged.
    fn recursion(&self) -> Option<Recursion<'_>> {
        None
    }

    /// The polynomials that Assumption 1 asks to be doubly stochastic, with their names, if they are not A and AC.
    fn stochastic(&self) -> Option<[(&'static str, Polynomial); 2]> {
        None
    }

    /// The parameter that does not go with a network that changes, and the rule.
    fn needs_fixed_network(&self) -> Option<[&'static str; 2]> {
        None
    }
}

impl Debug for dyn Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a running method")
    }
}

impl Debug for dyn Scheme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a method")
    }
}

/// What starts a method of which nothing else is known.
struct Own<F>(F);

impl<F: Fn(&[f64]) -> Box<dyn Method> + Send + Sync> Scheme for Own<F> {
    fn start(&self, x: &[f64]) -> Box<dyn Method> {
        self.0(x)
    }
}

/// Methods that the crate does not know, by the names that documents have for them.
pub type Schemes = BTreeMap<String, Arc<dyn Scheme>>;

/// With whom a method's agents communicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Partner {
    /// With a centre, as if all were linked.
    Center,
    /// With their neighbours.
    Neighbors,
    /// With nobody.
    None,
}

/// How a method's curve looks, unless another has that look already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Look {
    /// The place of its colour in a palette of eight, the first of which is the ink's.
    pub hue: u8,
    /// The lengths of its dashes and gaps in turn, in pixels; empty for a solid line.
    pub dash: &'static [u8],
}

/// Reads the parameters of a kind of method.
pub type Read = fn(&Fields) -> Result<Arc<dyn Scheme>, DocumentError>;

/// A kind of method: its entry, how it is read, and what there is to know of it besides.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(missing_as_null))]
pub struct MethodEntry {
    /// Name, title and parameters.
    #[serde(flatten)]
    pub entry: Entry,
    /// Reads its parameters.
    #[serde(skip)]
    pub read: Read,
    /// With whom its agents communicate.
    pub communication: Partner,
    /// Whether agents learn how their gradients differ from the mean, and correct for it.
    pub corrects: bool,
    /// Whether it is usually run with (I+W)/2, as it needs on many networks.
    pub halved: bool,
    /// The method as polynomials of W, if it has no parameters or those left out are meant.
    pub form: Option<Known>,
    /// Its look.
    pub look: Look,
}

impl AsRef<Entry> for MethodEntry {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

/// The kinds of method.
pub const KINDS: &[MethodEntry] = &[
    psgd::ENTRY,
    dsgd::ENTRY,
    exact_diffusion::ENTRY,
    extra::ENTRY,
    gradient_tracking::ENTRY,
    suda::SUDA,
    suda::UDA,
    suda::ABC,
    canonical::ENTRY,
    dlm::ENTRY,
    local::ENTRY,
];

/// Their entries.
pub const METHODS: &[Entry] = &{
    let mut entries = [psgd::ENTRY.entry; KINDS.len()];
    let mut i = 0;
    while i < KINDS.len() {
        entries[i] = KINDS[i].entry;
        i += 1;
    }
    entries
};

/// θ of a method's own W ← (1-θ) W + θ I, on top of the network's.
pub const LAZINESS: Parameter = Parameter::with_default(
    "laziness",
    Domain::below(0.0, 1.0),
    0.0,
    "θ: this method uses (1 − θ) W + θ I in place of W, on top of the network's own laziness",
);
/// r of W^r.
pub const ROUNDS: Parameter = Parameter::with_default(
    "rounds",
    Domain::integer(1, 32),
    1.0,
    "r: gossip rounds in place of each one, which is Wʳ in place of W, after laziness",
);
/// Whether the rounds are accelerated.
pub const ACCELERATION: Parameter = Parameter::plain(
    "acceleration",
    Domain::Choice { options: &["none", "chebyshev"] },
    false,
    "chebyshev: the rounds apply Tᵣ(W/λ)/Tᵣ(1/λ) in place of Wʳ, the polynomial that shrinks disagreement most",
);
/// A name for the legend.
pub const LABEL: Parameter = Parameter::plain("label", Domain::Text, false, "a name for the legend and the CSV");
/// A step size of its own.
pub const STEP_SIZE: Parameter = Parameter::plain(
    "stepSize",
    Domain::structure(Shape::Kinds("StepSizeDocument")),
    false,
    "a step size of its own, in place of the experiment's",
);

/// The parameters that every method may carry.
pub const COMMON: &[Parameter] = &[LABEL, LAZINESS, ROUNDS, ACCELERATION, STEP_SIZE, MOMENTUM];

/// How many gossip rounds a method makes where its recursion has W.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// r, from 1.
    pub count: u32,
    /// Whether they apply Chebyshev's polynomial in place of W^r.
    pub accelerated: bool,
}

impl Rounds {
    #[expect(clippy::cast_possible_truncation, reason = "the domain ends at 32")]
    fn read(fields: &Fields) -> Result<Self, DocumentError> {
        let accelerated = fields.choice(&ACCELERATION)? == "chebyshev";
        Ok(Self { count: fields.count(&ROUNDS)? as u32, accelerated })
    }
}

/// A method of an experiment.
#[derive(Clone, Debug)]
pub struct MethodSpec {
    /// The recursion.
    pub scheme: Arc<dyn Scheme>,
    /// The name: the label, or else the kind, with the variant where one is given.
    pub name: String,
    /// Its own θ.
    pub laziness: f64,
    /// Its gossip rounds for each W.
    pub rounds: Rounds,
    /// Its own step size.
    pub step_size: Option<StepSize>,
    /// β.
    pub momentum: f64,
    /// How its messages are compressed, if they are.
    pub messages: Option<Messages>,
}

impl MethodSpec {
    /// A method with W as it is, one gossip round, the experiment's step size, and neither momentum nor compression.
    pub fn new(name: impl Into<String>, scheme: impl Scheme + 'static) -> Self {
        Self {
            scheme: Arc::new(scheme),
            name: name.into(),
            laziness: 0.0,
            rounds: Rounds { count: 1, accelerated: false },
            step_size: None,
            momentum: 0.0,
            messages: None,
        }
    }

    /// A method of which nothing is known but how it starts, at X^0: it runs, is measured and counted like others, and is
    /// not judged.
    pub fn own(name: impl Into<String>, start: impl Fn(&[f64]) -> Box<dyn Method> + Send + Sync + 'static) -> Self {
        Self::new(name, Own(start))
    }

    /// With its own θ, in [0, 1).
    #[must_use]
    pub fn lazy(self, laziness: f64) -> Self {
        Self { laziness, ..self }
    }

    /// With so many gossip rounds for each W, from 1 to 32, accelerated by Chebyshev's polynomials or not.
    #[must_use]
    pub fn in_rounds(self, count: u32, accelerated: bool) -> Self {
        Self { rounds: Rounds { count, accelerated }, ..self }
    }

    /// With a step size of its own; a number is a constant one.
    #[must_use]
    pub fn with_step_size(self, step_size: impl Into<StepSize>) -> Self {
        Self { step_size: Some(step_size.into()), ..self }
    }

    /// With momentum β, in [0, 1).
    #[must_use]
    pub fn with_momentum(self, momentum: f64) -> Self {
        Self { momentum, ..self }
    }

    /// With compressed messages.
    #[must_use]
    pub fn compressed(self, messages: Messages) -> Self {
        Self { messages: Some(messages), ..self }
    }

    /// Refuses values that no document may have; `step_size` is the experiment's, if it has one.
    pub(crate) fn check(&self, step_size: Option<StepSize>) -> Result<(), String> {
        let share = |name: &str, value: f64| match value {
            value if (0.0..1.0).contains(&value) => Ok(()),
            value => Err(format!("{name} must be in [0, 1), got {value}")),
        };
        share("its laziness", self.laziness)?;
        share("its momentum", self.momentum)?;
        if !(1..=32).contains(&self.rounds.count) {
            return Err(format!("its rounds must be 1 to 32, got {}", self.rounds.count));
        }
        if self.messages.is_some() && (self.rounds.count > 1 || self.rounds.accelerated) {
            return Err("compressed messages go with one gossip round for each W".to_owned());
        }
        match self.step_size.or(step_size) {
            None => Err("has no step size, and the experiment has none".to_owned()),
            Some(step_size) if !(step_size.at(0) > 0.0 && step_size.at(0).is_finite()) => {
                Err(format!("its step size must be above 0, got {}", step_size.at(0)))
            }
            Some(_) => Ok(()),
        }
    }

    /// Reads one entry of `methods`; those of the kind `own` are found in `own`, by their names.
    pub fn read(fields: &Fields, own: &Schemes) -> Result<Self, DocumentError> {
        refuse_elsewhere(fields)?;
        let common: Vec<_> = COMMON.iter().map(|parameter| parameter.name).collect();
        let (scheme, kind) = if fields.get("kind").and_then(Value::as_str) == Some(document::OWN) {
            fields.only(COMMON, &["kind", "name"])?;
            let name = fields.text("name")?.ok_or_else(|| fields.error("name", "is missing"))?;
            let rule =
                || fields.error("name", format!("no method of that name is given beside the document, got {name:?}"));
            (own.get(name).cloned().ok_or_else(rule)?, name)
        } else {
            let besides = if own.is_empty() {
                ""
            } else {
                ", or own with the name of a method in options.methods (in Rust, of Own::methods)"
            };
            let kind = fields.entry_or("kind", KINDS, &common, besides)?;
            ((kind.read)(fields)?, kind.entry.kind)
        };
        let name = match (fields.text(LABEL.name)?, fields.get("variant").and_then(|v| v.as_str())) {
            (Some(label), _) if !label.trim().is_empty() => label.to_owned(),
            (_, Some(variant)) => format!("{kind} ({variant})"),
            _ => kind.to_owned(),
        };
        let step_size = fields.optional_object(STEP_SIZE.name)?.map(|fields| StepSize::read(&fields)).transpose()?;
        let rounds = Rounds::read(fields)?;
        let messages = Messages::read(fields)?;
        if messages.is_some() {
            let rule = "compressed messages go with one gossip round for each W, in which W itself is used";
            let several = [(rounds.count > 1, ROUNDS.name), (rounds.accelerated, ACCELERATION.name)];
            if let Some((_, name)) = several.into_iter().find(|(is_given, _)| *is_given) {
                return Err(fields.error(COMPRESSION.name, format!("{rule}: leave out {name}")));
            }
        }
        Ok(Self {
            scheme,
            name,
            laziness: fields.number(&LAZINESS)?,
            rounds,
            step_size,
            momentum: fields.number(&MOMENTUM)?,
            messages,
        })
    }

    /// The running method, started at `x` = X^0.
    pub fn start(&self, x: &[f64]) -> Box<dyn Method> {
        let method = self.scheme.start(x);
        if self.momentum == 0.0 { method } else { Box::new(Momentum::new(self.momentum, method, x.len())) }
    }

    /// τ: it communicates in every τ-th iteration.
    pub fn local_steps(&self) -> u64 {
        self.scheme.turns().every()
    }

    /// The bits of the message that tells a neighbour, or a centre, of a vector of d numbers.
    pub fn bits(&self, d: usize) -> u64 {
        self.messages.map_or(NUMBER * d as u64, |messages| messages.compression.bits(d))
    }

    /// Whether the recursion is the one that the theory speaks of: without momentum, communicating in every iteration
    /// and with whole vectors.
    pub fn is_plain(&self) -> bool {
        self.momentum == 0.0 && self.local_steps() == 1 && self.messages.is_none()
    }

    /// The method as an instance of SUDA, where it is one, without momentum and local steps.
    pub fn form(&self) -> Option<SudaForm> {
        self.scheme.recursion()?.form()
    }
}

/// Refuses fields that go with some kinds, where another one has them.
fn refuse_elsewhere(fields: &Fields) -> Result<(), DocumentError> {
    let Some(entry) = METHODS.iter().find(|entry| fields.get("kind").and_then(Value::as_str) == Some(entry.kind))
    else {
        return Ok(());
    };
    let takes = |entry: &Entry, name: &str| entry.parameters.iter().any(|parameter| parameter.name == name);
    for name in [LOCAL_STEPS.name, COMPRESSION.name, CONSENSUS_STEP.name] {
        if fields.has(name) && !takes(entry, name) {
            let kinds: Vec<_> = METHODS.iter().filter(|entry| takes(entry, name)).map(|entry| entry.kind).collect();
            return Err(fields.error(name, format!("goes with {} only, not with {}", kinds.join(", "), entry.kind)));
        }
    }
    Ok(())
}

/// Reads the coefficients of a polynomial in W, lowest power first.
fn coefficients(fields: &Fields, parameter: &Parameter) -> Result<Vec<f64>, DocumentError> {
    const MOST: usize = 33;
    let values = document::numbers(fields.value(parameter.name)?, &fields.path(parameter.name))?;
    if values.is_empty() || values.len() > MOST {
        return Err(fields.error(parameter.name, format!("must have 1 to {MOST} coefficients, got {}", values.len())));
    }
    Ok(values)
}
