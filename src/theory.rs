//! What the theory says of a method of the SUDA family on a network, before it is run.
//!
//! Everything here is a pure function of polynomials, eigenvalues and a few constants of the
//! problem: the theory knows no iterates. Equations, lemmas, theorems, corollaries and tables are
//! those of the paper (Alghunaim and Yuan, "A Unified and Refined Convergence Analysis for
//! Non-Convex Decentralized Learning"); what it misprints is corrected here and listed in
//! `docs/theory.md`.

pub mod form;

pub use form::{SudaForm, TrackingVariant};
