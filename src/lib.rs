//! Decentralised stochastic optimisation as one recursion.
pub mod document;
pub mod polynomial;
pub mod problem;
pub mod random;
pub mod statistics;
pub mod theory;
