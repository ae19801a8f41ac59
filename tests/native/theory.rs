//! The theory: its parts worked out by hand, how they follow from each other, and what is measured beside them.

mod analysis;
mod bounds;
mod checks;
mod edges;
mod factorisation;
mod forms;
mod measured;
mod notes;
mod stability;
mod variance;
