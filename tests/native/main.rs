//! Truths across modules, which `cargo test` holds natively. One crate, since every further one is linked anew.
#![cfg(not(target_arch = "wasm32"))]

mod architecture;
mod builder;
mod cases;
mod changes;
mod classes;
mod clock;
mod common;
mod conventions;
mod corrections;
mod dense;
mod digits;
mod docs;
mod documents;
mod engine;
mod equivalences;
mod errata;
mod fastest;
mod foretold;
mod learning;
mod lessons;
mod messages;
mod modes;
mod networks;
mod optimum;
mod own;
#[cfg(feature = "rayon")]
mod parallel;
mod pulls;
#[path = "../random/mod.rs"]
mod random;
mod recursions;
mod reference;
mod spectra;
mod theory;
