//! Decentralised stochastic optimisation as one recursion.
pub mod document;
pub mod problem;
pub mod random;
