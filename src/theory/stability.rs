//! For which step sizes a method's recursion contracts, on costs of known curvature.
//!
//! On quadratic costs with one Hessian every method is linear, and in the eigenvectors of W (λ) and of
//! the Hessian (c) it falls apart into modes. A SUDA method has by eq. 48 the polynomial
//!
//! ```text
//! r² - (1 - B² + q) r + q,  q = AC - α c A,  all polynomials at λ,
//! ```
//!
//! of which both roots are inside the unit circle exactly if 1 - q, B² and 2 + 2q - B² are positive. In the
//! consensus (λ = 1, B² = 0) the root 1 belongs to a dual variable that stays 0, and q alone counts: 1 - αc for
//! every sound method. DSGD has one root a mode, λ(1 - αc) or λ - αc. So everything asked of α is a
//! number of inequalities s₀ + s₁ α > 0, and the step sizes that satisfy them all are one interval.
//!
//! For Exact-Diffusion, where 2 + 2q - B² = 1 + 3λ - 2αcλ, that is λ > -1/(3 - 2αc): curvature can make a method
//! stable whose G, which is the recursion at c = 0, is not.

use nalgebra::Complex;
use serde::Serialize;

use super::form::SudaForm;
use super::transition::Block;
use super::variance::Recursion;

/// The rounding error of s₀ where it is a difference: a smaller value counts as 0.
const ROUNDING: f64 = 1e-11;
/// The rounding error of a polynomial's value relative to its coefficients, which are rounded: a smaller value counts as 0.
const OF_COEFFICIENTS: f64 = f64::EPSILON;
/// A step size this close to the end of the interval, relatively, is at the end.
const NARROW: f64 = 1e-6;
/// An eigenvalue of W this close to 1 belongs to the consensus, of all agents or of a part of them.
const CONSENSUS: f64 = 1e-13;

/// The fate of the deviation from the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// It shrinks.
    Stable,
    /// Part of it neither shrinks nor grows.
    Marginal,
    /// It grows, from almost every start.
    Unstable,
}

/// An eigenvalue of W together with one of the Hessian.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify))]
pub struct Mode {
    /// The eigenvalue of W.
    pub lambda: f64,
    /// The eigenvalue of the Hessian.
    pub curvature: f64,
}

/// s₀ + s₁ α > 0.
#[derive(Clone, Copy, Debug)]
struct Condition {
    at_zero: f64,
    slope: f64,
}

impl Condition {
    fn new(at_zero: f64, slope: f64) -> Self {
        Self { at_zero: if at_zero.abs() <= ROUNDING { 0.0 } else { at_zero }, slope }
    }

    fn at(&self, alpha: f64) -> Verdict {
        let value = self.at_zero + self.slope * alpha;
        // At s₁ = 0, or s₀ = 0, the sign is what it is.
        if value.abs() <= NARROW * (self.slope * alpha).abs().min(self.at_zero.abs()) {
            Verdict::Marginal
        } else if value > 0.0 {
            Verdict::Stable
        } else {
            Verdict::Unstable
        }
    }

    /// As α falls to 0.
    fn for_small_steps(&self) -> Verdict {
        match [self.at_zero, self.slope].into_iter().find(|&s| s != 0.0) {
            Some(sign) if sign > 0.0 => Verdict::Stable,
            Some(_) => Verdict::Unstable,
            None => Verdict::Marginal,
        }
    }

    /// The interval of the α ≥ 0 that satisfy it.
    fn range(&self) -> (f64, f64) {
        let end = -self.at_zero / self.slope;
        match self.slope {
            slope if slope > 0.0 => (end.max(0.0), f64::INFINITY),
            slope if slope < 0.0 => (0.0, end),
            _ if self.at_zero > 0.0 => (0.0, f64::INFINITY),
            _ => (0.0, 0.0),
        }
    }
}

/// One mode's recursion as a function of the step size.
#[derive(Clone, Copy, Debug)]
enum Modal {
    /// The root `memory` - α `pull`.
    Single { memory: f64, one_minus_memory: f64, pull: f64 },
    /// The roots of r² - (1 - B² + q) r + q with q = `ac` - α `pull`.
    Double { ac: f64, one_minus_ac: f64, b_squared: f64, pull: f64 },
}

impl Modal {
    fn new(recursion: Recursion, Mode { lambda, curvature }: Mode) -> Self {
        let consensus = (1.0 - lambda).abs() <= CONSENSUS;
        let single = |memory: f64, pull: f64| Self::Single { memory, one_minus_memory: 1.0 - memory, pull };
        let suda = |form: &SudaForm| {
            let block = Block::new(form, lambda);
            let pull = curvature * block.a;
            if consensus && block.b_squared.abs() <= ROUNDING {
                single(block.ac, pull)
            } else {
                let small = |value: f64, size: f64| if value.abs() <= OF_COEFFICIENTS * size { 0.0 } else { value };
                let one_minus_ac = small(block.one_minus_ac(), 1.0 + form.ac.size());
                Self::Double {
                    ac: block.ac,
                    one_minus_ac,
                    b_squared: small(block.b_squared, form.b_squared.size()),
                    pull,
                }
            }
        };
        match recursion {
            Recursion::Centralized if consensus => single(1.0, curvature),
            // A centre removes all disagreement.
            Recursion::Centralized => single(0.0, 0.0),
            Recursion::DsgdAdaptThenCombine => single(lambda, lambda * curvature),
            Recursion::DsgdCombineThenAdapt => single(lambda, curvature),
            Recursion::Suda(form) => suda(form),
            // With a constant step size its own recursion is the SUDA form.
            Recursion::Tracking { variant, tracker_laziness } => {
                suda(&SudaForm::gradient_tracking(variant, tracker_laziness))
            }
        }
    }

    /// Nothing moves along a direction in which no cost is curved, and nothing needs to.
    fn is_at_rest(&self) -> bool {
        matches!(self, Self::Single { one_minus_memory, pull, .. } if one_minus_memory.abs() <= ROUNDING && *pull == 0.0)
    }

    fn conditions(&self) -> [Condition; 3] {
        match *self {
            Self::Single { memory, one_minus_memory, pull } => {
                [Condition::new(one_minus_memory, pull), Condition::new(1.0 + memory, -pull), Condition::new(1.0, 0.0)]
            }
            Self::Double { ac, one_minus_ac, b_squared, pull } => [
                Condition { at_zero: one_minus_ac, slope: pull },
                Condition { at_zero: b_squared, slope: 0.0 },
                Condition::new(2.0 + 2.0 * ac - b_squared, -2.0 * pull),
            ],
        }
    }

    /// By how much the greatest modulus of a root is below 1, to full relative accuracy; 0 or less where it is not.
    fn shrinking(&self, alpha: f64) -> f64 {
        match *self {
            Self::Single { memory, one_minus_memory, pull } => {
                (one_minus_memory + alpha * pull).min(1.0 + memory - alpha * pull)
            }
            Self::Double { ac, one_minus_ac, b_squared, pull } => {
                let (q, one_minus_q) = (ac - alpha * pull, one_minus_ac + alpha * pull);
                // The roots are 1 - μ with μ² - (1 - q + B²) μ + B² = 0.
                let half = 0.5 * (one_minus_q + b_squared);
                let root = half * half - b_squared;
                if root < 0.0 {
                    return one_minus_q / (1.0 + q.max(0.0).sqrt());
                }
                let large = half + root.sqrt();
                (b_squared / large).min(large).min(2.0 - large)
            }
        }
    }

    /// The greatest modulus of a root.
    fn radius(&self, alpha: f64) -> f64 {
        match *self {
            Self::Single { memory, pull, .. } => (memory - alpha * pull).abs(),
            Self::Double { ac, b_squared, pull, .. } => {
                let q = ac - alpha * pull;
                let half = 0.5 * (1.0 - b_squared + q);
                let root = Complex::from(half * half - q);
                let root = if root.re < 0.0 { Complex::new(0.0, (-root.re).sqrt()) } else { root.re.sqrt().into() };
                let size = |r: Complex<f64>| r.norm_sqr().sqrt();
                size(half + root).max(size(half - root))
            }
        }
    }
}

/// All modes of a method on a network and costs.
#[derive(Clone, Debug)]
pub struct Stability {
    modes: Vec<(Mode, Modal)>,
}

impl Stability {
    /// Of a recursion on a W with all those eigenvalues, the first 1, and a Hessian with those.
    /// Eigenvalues of the Hessian below 10⁻¹² of the greatest count as 0.
    pub fn new(recursion: Recursion, eigenvalues: &[f64], curvatures: &[f64]) -> Self {
        let greatest = curvatures.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
        let flat = |c: f64| if c.abs() <= 1e-12 * greatest { 0.0 } else { c };
        let pairs = eigenvalues.iter().flat_map(|&lambda| curvatures.iter().map(move |&c| (lambda, flat(c))));
        let modes = pairs.map(|(lambda, curvature)| {
            let mode = Mode { lambda, curvature };
            (mode, Modal::new(recursion, mode))
        });
        Self { modes: modes.filter(|(_, modal)| !modal.is_at_rest()).collect() }
    }

    fn conditions(&self) -> impl Iterator<Item = Condition> {
        self.modes.iter().flat_map(|(_, modal)| modal.conditions())
    }

    /// The verdict at a constant step size, and the mode of the greatest radius that it is about, if it is not
    /// that all are stable.
    pub fn at(&self, alpha: f64) -> (Verdict, Option<Mode>) {
        let mut worst = (Verdict::Stable, 0.0, None);
        for (mode, modal) in &self.modes {
            let verdict = greatest(modal.conditions().map(|condition| condition.at(alpha)));
            let radius = modal.radius(alpha);
            if verdict > worst.0 || verdict == worst.0 && verdict != Verdict::Stable && radius > worst.1 {
                worst = (verdict, radius, Some(*mode));
            }
        }
        (worst.0, worst.2)
    }

    /// The verdict for all step sizes below some, however small.
    pub fn for_small_steps(&self) -> Verdict {
        greatest(self.conditions().map(|condition| condition.for_small_steps()))
    }

    /// The ends of the interval of the step sizes for which the method is stable; `None` if there is none.
    pub fn range(&self) -> Option<(f64, f64)> {
        let narrower = |range: (f64, f64), condition: Condition| {
            let (low, high) = condition.range();
            (range.0.max(low), range.1.min(high))
        };
        Some(self.conditions().fold((0.0, f64::INFINITY), narrower)).filter(|(low, high)| low < high)
    }

    /// The share of the deviation from the solution that an iteration takes away in the long run, however small it is.
    pub fn shrinking(&self, alpha: f64) -> f64 {
        self.modes.iter().map(|(_, modal)| modal.shrinking(alpha)).fold(1.0, f64::min)
    }

    /// The factor by which an iteration changes the deviation from the solution in the long run.
    pub fn radius(&self, alpha: f64) -> f64 {
        self.modes.iter().map(|(_, modal)| modal.radius(alpha)).fold(0.0, f64::max)
    }
}

fn greatest(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    verdicts.into_iter().max().unwrap_or(Verdict::Stable)
}
