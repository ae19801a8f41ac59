//! Decentralised stochastic optimisation as one recursion.
//!
//! # The problem
//!
//! n agents, joined by a network, look for one x that is best for all of them together:
//!
//! minimise f(x) = (1/n) Σᵢ fᵢ(x) over x in ℝᵈ.
//!
//! Agent i alone knows fᵢ, of which it sees a gradient, exact or with noise, and it talks to its
//! neighbours only.
//!
//! # The recursion
//!
//! SUDA (Alghunaim and Yuan 2022, eq. 9) with a step size α and matrices A, B², C that are
//! polynomials of the combination matrix W:
//!
//! Xᵏ⁺¹ = A (C Xᵏ - αₖ gᵏ) - B yᵏ,  yᵏ⁺¹ = yᵏ + B Xᵏ⁺¹,  y⁰ = 0.
//!
//! Exact-Diffusion/D², EXTRA and gradient tracking are instances. Equation numbers are those of
//! the paper's preprint, arXiv:2110.09993.
//!
//! # Symbols
//!
//! | symbol | size | meaning |
//! |---|---|---|
//! | n, d | numbers | agents, unknowns |
//! | K, k | numbers | iterations in all, and done |
//! | Xᵏ | n × d | row i is xᵢᵏ, the iterate of agent i |
//! | x̄ᵏ | d | the mean of the rows of Xᵏ |
//! | gᵏ | n × d | row i is the stochastic gradient of fᵢ at xᵢᵏ |
//! | W | n × n | combination matrix: symmetric, doubly stochastic, zero where there is no link |
//! | A, B², C | n × n | polynomials of W, given by their coefficients, lowest power first |
//! | λ | number | mixing rate, the greatest magnitude of W's eigenvalues but the first |
//! | θ | number | laziness: W ← (1-θ) W + θ I |
//! | αₖ | number | step size |
//! | σₙ² | number | variance of the gradient noise in each coordinate; σ² = d σₙ² |
//! | σ_h² | number | heterogeneity: how far the agents' own solutions lie apart |
//! | L, μ, f* | numbers | smoothness, Polyak–Łojasiewicz constant, least value of f |
//!
//! # Shapes
//!
//! The engine advances all methods and all trials together. A method's block holds n rows of d ×
//! trials numbers: entry (i, j) of trial t is at `(i * d + j) * trials + t`. A problem sees one
//! agent's row, d × *lanes*, where a lane is one method in one trial. Whatever leaves the engine is
//! n × d, row-major.
//!
//! # Running an experiment
//!
//! An experiment is described by one JSON document; `docs/experiments.md` in the repository explains
//! every field.
//!
//! ```
//! use std::sync::Arc;
//! use suda::{engine::Engine, experiment::Experiment};
//!
//! let experiment = Experiment::from_json(r#"{
//!     "version": 1,
//!     "iterations": 100,
//!     "network": {"topology": {"kind": "ring", "agents": 8}, "weights": {"rule": "metropolis"}},
//!     "problem": {"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 10},
//!     "stepSize": {"kind": "constant", "value": 0.5},
//!     "methods": [{"kind": "exactDiffusion", "laziness": 0.5}]
//! }"#)?;
//! let mut engine = Engine::new(Arc::new(experiment))?;
//! engine.advance(100);
//! let iterates = engine.iterates(0, 0).unwrap();
//! assert_eq!(iterates.len(), 8 * 2);
//! # Ok::<(), suda::document::DocumentError>(())
//! ```
//!
//! # Modules, in reading order
//!
//! Below, each module uses those before it only.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod document;
mod linear_algebra;
pub mod random;
pub mod statistics;

pub mod graph;
pub mod topology;

pub mod combination;
pub mod compression;
pub mod gossip;
pub mod spectrum;
pub mod weights;

pub mod network;

pub mod problem;

pub mod clock;
pub mod oracle;
pub mod start;
pub mod step_size;

pub mod finding;

pub mod polynomial;
pub mod theory;

pub mod method;

pub mod metric;
pub mod recording;

pub mod experiment;

pub mod engine;

pub mod analysis;
pub mod catalog;
pub mod presets;
pub mod schema;

#[cfg(all(target_arch = "wasm32", feature = "js"))]
pub mod wasm;
