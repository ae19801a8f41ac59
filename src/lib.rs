//! Decentralised stochastic optimisation as one recursion.
pub mod document;
pub mod random;
