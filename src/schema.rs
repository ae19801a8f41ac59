//! The form of the experiment document, made from the parameters' declarations: as TypeScript and
//! as a JSON Schema.

mod json;
mod typescript;

use crate::document::{Entry, Parameter};
use crate::{
    clock, compression, experiment, method, network, oracle, problem, recording, start, step_size, topology, weights,
};

pub use json::schema;
pub use typescript::TYPES;

/// A part of the document that has a name.
#[derive(Debug)]
pub struct Group {
    /// The name of its type.
    pub name: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// Its fields.
    pub form: Form,
}

/// Which fields a part of the document has.
#[derive(Debug)]
pub enum Form {
    /// These.
    Object(&'static [&'static [Parameter]]),
    /// Exactly one of these.
    One(&'static [Parameter]),
    /// The field `tag` names an entry, which has its own fields and the common ones.
    Tagged {
        /// The name of the field that tells which.
        tag: &'static str,
        /// The entries.
        entries: &'static [Entry],
        /// The fields of all entries.
        common: &'static [Parameter],
    },
}

/// The parts of the document; the last is the whole.
pub const GROUPS: &[Group] = &[
    tagged("TopologyDocument", "A family of graphs.", "kind", topology::TOPOLOGIES),
    tagged("WeightsDocument", "A rule that makes the combination matrix W.", "rule", weights::WEIGHT_RULES),
    Group {
        name: "FixedNetworkDocument",
        about: "The graph and the weights on it.",
        form: Form::Object(&[network::STRUCTURES, network::PARAMETERS]),
    },
    tagged("ChangesDocument", "How a network changes from iteration to iteration.", "kind", network::changes::CHANGES),
    Group {
        name: "NetworkDocument",
        about: "The graph and the weights on it, and how they change.",
        form: Form::Object(&[network::STRUCTURES, network::CHANGES, network::PARAMETERS]),
    },
    tagged(
        "SplitDocument",
        "How the rows of a file, or the points of a shape, are shared out over the agents.",
        "kind",
        problem::dataset::SPLITS,
    ),
    tagged("DataDocument", "Data of your own, or a shape in the plane.", "kind", problem::data::KINDS),
    tagged("ProblemDocument", "The costs of the agents.", "kind", problem::PROBLEMS),
    tagged("GradientDocument", "The noise on the gradients.", "noise", oracle::NOISES),
    tagged("StepSizeDocument", "A rule for the step size αₖ.", "kind", step_size::STEP_SIZES),
    tagged("StartDocument", "Where the agents start.", "kind", start::STARTS),
    tagged("CompressionDocument", "What is sent in place of whole vectors.", "kind", compression::COMPRESSIONS),
    Group {
        name: "MethodDocument",
        about: "A method.",
        form: Form::Tagged { tag: "kind", entries: method::METHODS, common: method::COMMON },
    },
    tagged("ComputeDocument", "How long the agents compute.", "kind", clock::COMPUTES),
    Group {
        name: "ClockDocument",
        about: "How long computing and sending take, in simulated seconds.",
        form: Form::Object(&[clock::STRUCTURES, clock::PARAMETERS]),
    },
    Group {
        name: "RecordDocument",
        about: "Which iterations are recorded: one of these fields.",
        form: Form::One(recording::PARAMETERS),
    },
    Group {
        name: "ExperimentDocument",
        about: "The experiment document, version 1.",
        form: Form::Object(&[experiment::STRUCTURES, experiment::PARAMETERS]),
    },
];

const fn tagged(name: &'static str, about: &'static str, tag: &'static str, entries: &'static [Entry]) -> Group {
    Group { name, about, form: Form::Tagged { tag, entries, common: &[] } }
}

/// The fields that an entry requires. A problem is of generated data, whose parameters are as declared, or of
/// given data, which leave the generator's out; where the data are required there is no generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variant {
    Plain,
    Given,
}

impl Variant {
    /// Whether a document of this variant must give the parameter; `None` where it must not.
    const fn requires(self, parameter: &Parameter) -> Option<bool> {
        let is_data = same(parameter.name, problem::DATA.name);
        match self {
            Self::Plain if is_data && !parameter.required => None,
            Self::Plain => Some(parameter.required),
            Self::Given => Some(is_data),
        }
    }
}

/// The variants of an entry.
const fn variants(entry: &Entry) -> &'static [Variant] {
    let mut i = 0;
    while i < entry.parameters.len() {
        if same(entry.parameters[i].name, problem::DATA.name) && !entry.parameters[i].required {
            return &[Variant::Plain, Variant::Given];
        }
        i += 1;
    }
    &[Variant::Plain]
}

/// Whether two texts are equal, for constants.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

#[cfg(test)]
mod tests;
