//! Decentralised stochastic optimisation as one recursion.
pub mod analysis;
pub mod catalog;
pub mod document;
pub mod engine;
pub mod experiment;
pub mod gossip;
pub mod graph;
pub mod method;
pub mod metric;
pub mod oracle;
pub mod polynomial;
pub mod presets;
pub mod problem;
pub mod random;
pub mod recording;
pub mod spectrum;
pub mod start;
pub mod statistics;
pub mod step_size;
pub mod theory;
pub mod topology;
#[cfg(target_arch = "wasm32")]
mod wasm;
pub mod weights;
