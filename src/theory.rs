//! The theory of a method of the SUDA family on a network, before it is run.
//!
//! Everything here is a pure function of polynomials, eigenvalues and a few constants of the
//! problem: the theory knows no iterates. Equations, lemmas, theorems, corollaries and tables are
//! those of the paper (Alghunaim and Yuan, "A Unified and Refined Convergence Analysis for
//! Non-Convex Decentralized Learning"); what it misprints is corrected here and listed in
//! `docs/theory.md`.

pub mod assumptions;
pub mod bounds;
pub mod corollaries;
pub mod factorisation;
pub mod form;
pub mod heterogeneity;
pub mod known;
pub mod room;
pub mod stability;
pub mod tables;
pub mod transient;
pub mod transition;
pub mod variance;

pub use bounds::{BoundTerms, ProblemConstants, Theorem1, Theorem2};
pub use factorisation::{Family, NetworkConstants, Transition};
pub use form::{SudaForm, TrackingVariant};
pub use stability::{Stability, Verdict};
