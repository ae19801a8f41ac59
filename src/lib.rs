//! Decentralised stochastic optimisation as one recursion.
pub mod document;
pub mod graph;
pub mod polynomial;
pub mod problem;
pub mod random;
pub mod spectrum;
pub mod statistics;
pub mod theory;
pub mod topology;
pub mod weights;
