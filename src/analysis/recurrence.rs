//! The recursion of a method with momentum or local steps. It is linear where costs are quadratic, so the spectral radius
//! of what it does from one communication to the next decides whether it contracts.
//!
//! Where agents share a Hessian it falls apart into modes, one for each eigenvalue λ of W and c of the Hessian, whose
//! radius depends on λ and α c alone. Else it is judged for all agents together, where they are few.

use nalgebra::DMatrix;

use super::curvature::Curvature;
use super::joint::{self, range, spectral_radius, verdict};
use crate::linear_algebra::{ZERO, product_by_rows as product};
use crate::method::{MethodSpec, Partner, Turns};
use crate::polynomial::Polynomial;
use crate::theory::SudaForm;
use crate::theory::stability::{Mode, Verdict};
use crate::theory::variance::Recursion;

/// The largest matrix that is made of all agents together.
const JOINT_LIMIT: usize = 96;
/// The most modes that are looked at.
const MODES_LIMIT: usize = 4_096;
/// The α c among which the ends of the stable ones are looked for, and the factor from one to the next.
const PULLS: [f64; 2] = [1e-5, 1e5];
const STRIDE: f64 = 1.25;
/// Halvings of what is between two of them.
const HALVINGS: u32 = 30;
/// An eigenvalue of W this close to 1 belongs to the consensus.
const CONSENSUS: f64 = 1e-13;

/// One mode, or all agents together. Square matrices are by rows; all here are symmetric but those of the state.
struct Recurrence {
    /// The numbers in x.
    size: usize,
    hessian: Vec<f64>,
    update: Update,
    beta: f64,
    every: u64,
}

/// What an iteration that communicates makes of x, with m in place of the gradient. A dual variable has no part in the
/// consensus, which `apart` takes off.
enum Update {
    /// x ← M x - α P m.
    Single { memory: Vec<f64>, pull: Vec<f64> },
    /// x ← AC x - α A m - u,  u ← u + B² x.
    Dual { ac: Vec<f64>, a: Vec<f64>, b_squared: Vec<f64>, apart: Vec<f64> },
    /// Φ = x - α m - y/τ,  x ← W Φ,  y ← y + Φ - W Φ; else x ← Φ.
    LocalExactDiffusion { w: Vec<f64>, apart: Vec<f64> },
}

impl Recurrence {
    /// With the agents' Hessians, or one for all, on `w`; `apart` is 0 on its consensus and 1 elsewhere. `None` for a
    /// method whose recursion is not known.
    fn new(spec: &MethodSpec, w: &DMatrix<f64>, apart: &DMatrix<f64>, hessians: &[DMatrix<f64>]) -> Option<Self> {
        let (n, d) = (w.nrows(), hessians[0].nrows());
        let size = n * d;
        let spread = |matrix: &DMatrix<f64>| matrix.kronecker(&DMatrix::identity(d, d)).as_slice().to_vec();
        let polynomial = |p: &Polynomial| spread(&p.of_matrix(w));
        let one = || spread(&DMatrix::identity(n, n));
        let dual = |form: &SudaForm| Update::Dual {
            ac: polynomial(&form.ac),
            a: polynomial(&form.a),
            b_squared: polynomial(&form.b_squared),
            apart: spread(apart),
        };
        let update = match (spec.scheme.turns(), spec.scheme.recursion()?) {
            (Turns::Led(_), _) => Update::LocalExactDiffusion { w: spread(w), apart: spread(apart) },
            (Turns::Always | Turns::Seldom(_), Recursion::DsgdCombineThenAdapt) => {
                Update::Single { memory: spread(w), pull: one() }
            }
            (Turns::Always | Turns::Seldom(_), Recursion::Centralized | Recursion::DsgdAdaptThenCombine) => {
                Update::Single { memory: spread(w), pull: spread(w) }
            }
            (Turns::Always, recursion @ (Recursion::Suda(_) | Recursion::Tracking { .. })) => dual(&recursion.form()?),
            (Turns::Seldom(_), Recursion::Suda(_) | Recursion::Tracking { .. }) => return None,
        };
        let mut hessian = vec![0.0; size * size];
        for (i, (a, b)) in (0..n).flat_map(|i| (0..d * d).map(move |k| (i, (k / d, k % d)))) {
            hessian[(i * d + a) * size + i * d + b] = hessians[i % hessians.len()][(a, b)];
        }
        Some(Self { size, hessian, update, beta: spec.momentum, every: spec.local_steps() })
    }

    /// The mode of an eigenvalue of W and the curvature 1.
    fn of_mode(spec: &MethodSpec, lambda: f64) -> Option<Self> {
        let one_by_one = |value: f64| DMatrix::from_element(1, 1, value);
        let apart = if (1.0 - lambda).abs() <= CONSENSUS { 0.0 } else { 1.0 };
        Self::new(spec, &one_by_one(lambda), &one_by_one(apart), &[one_by_one(1.0)])
    }

    /// The numbers in the state: x, a dual variable and m, as far as the method has them.
    fn width(&self) -> usize {
        let has_dual = !matches!(self.update, Update::Single { .. });
        self.size * (1 + usize::from(has_dual) + usize::from(self.beta != 0.0))
    }

    /// The matrix of an iteration.
    fn iteration(&self, alpha: f64, communicates: bool) -> Vec<f64> {
        let (s, width) = (self.size, self.width());
        // Linear forms of the state, s × width.
        let state = |place: usize| {
            let mut form = vec![0.0; s * width];
            (0..s).for_each(|i| form[i * width + place * s + i] = 1.0);
            form
        };
        let times = |matrix: &[f64], form: &[f64]| product(matrix, form, s);
        let sum = |a: f64, x: &[f64], b: f64, y: &[f64]| -> Vec<f64> {
            x.iter().zip(y).map(|(x, y)| a * x + b * y).collect()
        };
        let x = state(0);
        let mut gradient = times(&self.hessian, &x);
        if self.beta != 0.0 {
            gradient = sum(self.beta, &state(width / s - 1), 1.0 - self.beta, &gradient);
        }
        let alone = || sum(1.0, &x, -alpha, &gradient);
        let mut next = match &self.update {
            Update::Single { .. } if !communicates => alone(),
            Update::Single { memory, pull } => sum(1.0, &times(memory, &x), -alpha, &times(pull, &gradient)),
            Update::Dual { ac, a, b_squared, apart } => {
                let dual = times(apart, &state(1));
                let moved = sum(1.0, &times(ac, &x), -alpha, &times(a, &gradient));
                let x = sum(1.0, &moved, -1.0, &dual);
                let dual = sum(1.0, &dual, 1.0, &times(b_squared, &x));
                [x, dual].concat()
            }
            Update::LocalExactDiffusion { w, apart } => {
                let dual = times(apart, &state(1));
                let phi = sum(1.0, &alone(), -1.0 / self.every as f64, &dual);
                if communicates {
                    let x = times(w, &phi);
                    let dual = sum(1.0, &dual, 1.0, &sum(1.0, &phi, -1.0, &x));
                    [x, dual].concat()
                } else {
                    [phi, dual].concat()
                }
            }
        };
        if self.beta != 0.0 {
            next.extend(gradient);
        }
        next
    }

    /// The matrix of the iterations from one communication to the next.
    fn iterations(&self, alpha: f64) -> Vec<f64> {
        let width = self.width();
        let mut matrix = self.iteration(alpha, true);
        let (mut power, mut left) = (self.iteration(alpha, false), self.every - 1);
        while left > 0 {
            if left % 2 == 1 {
                matrix = product(&matrix, &power, width);
            }
            left /= 2;
            if left > 0 {
                power = product(&power, &power, width);
            }
        }
        matrix
    }

    /// Its spectral radius, and the root of that for one iteration.
    fn radii(&self, alpha: f64) -> [f64; 2] {
        let matrix = self.iterations(alpha);
        let is_finite = matrix.iter().all(|entry| entry.is_finite());
        let radius = if is_finite { spectral_radius(&matrix) } else { f64::INFINITY };
        [radius, self.of_one(radius)]
    }

    /// The factor of one iteration, from that of all until they repeat.
    fn of_one(&self, radius: f64) -> f64 {
        libm::pow(radius, 1.0 / self.every as f64)
    }

    fn verdict(&self, alpha: f64) -> Verdict {
        verdict(self.radii(alpha)[0])
    }

    /// Between two step sizes, of which one is stable, the last that is.
    fn end(&self, stable: f64, unstable: f64) -> f64 {
        let (mut good, mut bad) = (stable, unstable);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (good + bad);
            if self.verdict(middle) == Verdict::Stable { good = middle } else { bad = middle }
        }
        good
    }

    /// The α c of a mode that are stable, the lowest interval of them.
    fn pulls(&self) -> Option<[f64; 2]> {
        let all = || std::iter::successors(Some(PULLS[0]), |pull| Some(pull * STRIDE)).take_while(|p| *p <= PULLS[1]);
        let is_stable = |pull: &f64| self.verdict(*pull) == Verdict::Stable;
        let first = all().find(is_stable)?;
        let low = if first == PULLS[0] { 0.0 } else { self.end(first, first / STRIDE) };
        let beyond = all().filter(|pull| *pull > first).find(|pull| !is_stable(pull));
        Some([low, beyond.map_or(f64::INFINITY, |beyond| self.end(beyond / STRIDE, beyond))])
    }
}

/// Everything that a judgement depends on.
pub(super) struct Setting<'a> {
    pub spec: &'a MethodSpec,
    pub curvature: &'a Curvature,
    /// The first and the last step size.
    pub steps: [f64; 2],
    /// Those of the method's W, the first 1.
    pub eigenvalues: &'a [f64],
    /// The method's W.
    pub matrix: &'a dyn Fn() -> DMatrix<f64>,
    /// Whether the network is in one part.
    pub is_whole: bool,
}

/// The parts of a judgement that are found here; see [`Judgement`](super::stability::Judgement).
pub(super) struct Judged {
    pub verdict: Verdict,
    pub small_steps: Verdict,
    pub radius: f64,
    pub mode: Option<Mode>,
    pub range: Option<[f64; 2]>,
    /// Whether nothing but the curvatures and the eigenvalues may be inexact.
    pub exact: bool,
}

/// Judges a method with momentum or local steps; `None` for one whose recursion is not known.
pub(super) fn judge(setting: &Setting) -> Option<Judged> {
    let (spec, curvature) = (setting.spec, setting.curvature);
    let is_centralized = spec.scheme.partner() == Partner::Center;
    // A centre removes all disagreement.
    let lambdas = if is_centralized { &[1.0, 0.0] } else { setting.eigenvalues };
    let (least, greatest) = (curvature.least(), curvature.greatest());
    let stride = (lambdas.len() * curvature.values.len()).div_ceil(MODES_LIMIT);
    let values = || curvature.values.iter().copied().step_by(stride).chain([least]);
    let is_flat = |c: f64| c.abs() <= ZERO * greatest;
    let has_flat = curvature.values.iter().any(|&c| is_flat(c));

    let mut judged = Judged {
        verdict: Verdict::Stable,
        small_steps: Verdict::Stable,
        radius: 0.0,
        mode: None,
        range: Some([0.0, f64::INFINITY]),
        exact: stride == 1,
    };
    let mut worst = 0.0;
    let mut flattest = (Verdict::Stable, 0.0_f64);
    for &lambda in lambdas {
        let mode = Recurrence::of_mode(spec, lambda)?;
        let small = mode.verdict(PULLS[0]);
        // Nothing moves the consensus along a direction in which no cost is curved, and nothing needs to.
        let flat = Some(0.0).filter(|_| has_flat && (1.0 - lambda).abs() > CONSENSUS);
        for c in values().filter(|&c| !is_flat(c)).chain(flat) {
            let [first, last] = setting.steps.map(|alpha| mode.radii(alpha * c));
            judged.radius = first[1].max(judged.radius);
            let radius = first[0].max(last[0]);
            // What is nearly flat deviates from 1 in proportion to its curvature, however close to 1 that is.
            let of = |alpha: f64, radius: f64| match verdict(radius) {
                Verdict::Marginal if alpha * c < PULLS[0] => Verdict::Marginal.min(small),
                found => found,
            };
            let found = of(setting.steps[0], first[0]).max(of(setting.steps[1], last[0]));
            if c == 0.0 {
                flattest = (flattest.0.max(found), flattest.1.max(first[1]));
            }
            if found > judged.verdict || found == judged.verdict && found != Verdict::Stable && radius > worst {
                (judged.verdict, judged.mode) = (found, Some(Mode { lambda, curvature: c }));
                worst = radius;
            }
        }
        judged.small_steps = small.max(judged.small_steps);
        judged.range = judged.range.zip(mode.pulls()).and_then(|([low, high], pulls)| {
            let is_low = pulls[0] > 0.0;
            let low = if is_low { low.max(pulls[0] / least) } else { low };
            let high = high.min(pulls[1] / greatest);
            (low < high && !(is_low && has_flat)).then_some([low, high])
        });
    }
    if let Some(local) = &curvature.local
        && !(is_centralized && spec.local_steps() == 1)
    {
        look_together(setting, local.curved(), flattest, &mut judged);
    }
    Some(judged)
}

/// Agents whose Hessians differ: judged together where they are few; else what their mean shows is an estimate. `flat` is the
/// verdict on what no cost curves, and the factor of an iteration there.
fn look_together(setting: &Setting, hessians: &[DMatrix<f64>], flat: (Verdict, f64), judged: &mut Judged) {
    let spec = setting.spec;
    let n = hessians.len();
    if n == 0 {
        judged.exact = false;
        return;
    }
    let together = || {
        let mean = DMatrix::from_element(n, n, 1.0 / n as f64);
        let apart = DMatrix::identity(n, n) - &mean;
        let w = if spec.scheme.partner() == Partner::Center { mean } else { (setting.matrix)() };
        Recurrence::new(spec, &w, &apart, hessians)
    };
    let is_small = n * hessians[0].nrows() <= JOINT_LIMIT;
    let joint = is_small.then(together).flatten();
    let Some(joint) = joint.filter(|joint| joint.width() <= JOINT_LIMIT && setting.is_whole) else {
        judged.exact = false;
        return;
    };
    let of_mean = (judged.radius, judged.verdict);
    let judge = |alpha: f64| {
        let found = joint::judge(&joint.iterations(alpha), of_mean.1);
        found.map_or(of_mean, |(radius, verdict)| (joint.of_one(radius), verdict))
    };
    let [first, last] = setting.steps.map(judge);
    judged.radius = first.0.max(flat.1);
    let found = first.1.max(last.1).max(flat.0);
    if found != judged.verdict {
        (judged.verdict, judged.mode) = (found, None);
    }
    // Where the mean's range begins says nothing of theirs.
    judged.range = judged
        .range
        .filter(|[low, _]| *low == 0.0)
        .and_then(|likely| range(|alpha| joint.iterations(alpha), likely, found, setting.steps));
}
