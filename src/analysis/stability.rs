//! For which step sizes a method of an experiment is stable: its recursion at the eigenvalues of its W and the
//! curvatures of the costs.

use std::sync::Arc;

use nalgebra::DMatrix;
use serde::Serialize;

use super::curvature::Curvature;
use super::{joint, recurrence};
use crate::experiment::Experiment;
use crate::finding::Source;
use crate::gossip::Mixing;
use crate::method::{MethodSpec, Partner};
use crate::network::Network;
use crate::theory::SudaForm;
use crate::theory::stability::{Mode, Stability, Verdict};
use crate::theory::variance::Recursion;

/// The largest n d for which agents' differing Hessians are judged together.
const JOINT_LIMIT: usize = 48;
/// How many values between the extreme eigenvalues of a large W stand in for the unknown ones.
const GRID: u32 = 64;

/// Whether a method is stable.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "js"), derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// At the experiment's step size; of a step size that changes, at its first and its last value.
    pub verdict: Verdict,
    /// For all step sizes below some, however small.
    pub small_steps: Verdict,
    /// The factor by which an iteration with the first step size changes the deviation from the solution, in
    /// the long run.
    pub radius: f64,
    /// The mode that decides the verdict, unless the method is stable.
    pub mode: Option<Mode>,
    /// The step sizes between which the method is stable, 0 and infinity included; none if there are none.
    pub range: Option<[f64; 2]>,
    /// Whether that is exact. Else it is an estimate, from the mean of Hessians that differ, from the Hessian at
    /// the minimiser, from L, or from the extreme eigenvalues of a large W.
    pub exact: bool,
    /// The least curvature of f that is not 0, and the greatest.
    pub curvature: [f64; 2],
    /// Where these come from.
    pub source: Source,
}

/// The judgement of the method with that index; `None` where nothing is known of the costs' curvature, or of the
/// method's recursion.
///
/// # Panics
/// If the experiment has no such method.
pub fn judge(experiment: &Experiment, method: usize) -> Option<Judgement> {
    let curvature = experiment.curvature().filter(|_| experiment.network.changes.is_none())?;
    Setting::of(experiment, method, curvature).judge()
}

/// Everything a judgement depends on; a cure is tried by changing it.
#[derive(Clone)]
pub(super) struct Setting<'a> {
    pub spec: &'a MethodSpec,
    /// W of the network.
    pub network: &'a Network,
    pub curvature: &'a Curvature,
    /// The method's own θ.
    pub laziness: f64,
    /// The first and the last step size.
    pub steps: [f64; 2],
}

impl<'a> Setting<'a> {
    /// From the experiment.
    pub fn of(experiment: &'a Experiment, method: usize, curvature: &'a Curvature) -> Self {
        let spec = &experiment.methods[method];
        let step_size = spec.step_size.unwrap_or(experiment.step_size);
        let last = experiment.iterations.saturating_sub(1);
        let steps = [step_size.at(0), step_size.at(last)];
        Self { spec, network: &experiment.network, curvature, laziness: spec.laziness, steps }
    }

    /// The same with another network.
    pub fn on(&self, network: &'a Network) -> Self {
        Self { network, ..self.clone() }
    }

    /// Whether the network is in one part.
    fn is_whole(&self) -> bool {
        self.network.matrix.parts().len() == 1
    }

    /// The method's W, which is I where agents communicate with nobody.
    fn matrix(&self) -> DMatrix<f64> {
        if self.spec.scheme.partner() == Partner::None {
            return DMatrix::identity(self.network.graph.agents(), self.network.graph.agents());
        }
        let rounds = self.spec.rounds;
        let rate = rounds.accelerated.then(|| self.network.spectrum().lazy(self.laziness).mixing_rate());
        Mixing::new(Arc::new(self.network.matrix.lazy(self.laziness)), rounds.count, rate).dense()
    }

    /// The eigenvalues of the method's W, the first 1, and whether they are all that it has and no others. A centre, and
    /// agents that are alone, have no use for W.
    pub fn eigenvalues(&self) -> (Vec<f64>, bool) {
        if self.spec.scheme.partner() != Partner::Neighbors {
            return (vec![1.0], true);
        }
        let rounds = self.spec.rounds;
        let spectrum = self.network.spectrum().lazy(self.laziness).in_rounds(rounds.count, rounds.accelerated);
        match spectrum.eigenvalues() {
            Some([_, others @ ..]) => (std::iter::once(1.0).chain(others.iter().copied()).collect(), true),
            Some([]) => (vec![1.0], true),
            None => {
                let (low, high) = (spectrum.smallest(), spectrum.second_largest());
                let grid = (0..=GRID).map(|i| high + (low - high) * f64::from(i) / f64::from(GRID));
                (std::iter::once(1.0).chain(grid).collect(), false)
            }
        }
    }

    /// The modes of the method's recursion with the mean of the Hessians; `None` if its recursion is not known, or not that
    /// of its kind alone.
    pub fn modes(&self) -> Option<Stability> {
        let recursion = self.spec.scheme.recursion().filter(|_| self.spec.is_plain())?;
        Some(Stability::new(recursion, &self.eigenvalues().0, &self.curvature.values))
    }

    /// The judgement; `None` for a method whose recursion is not known, or not linear as messages are compressed, or where it
    /// is not known where it settles.
    pub fn judge(&self) -> Option<Judgement> {
        // Agents that are alone settle at their own minimisers, not at that of f.
        let is_elsewhere = self.spec.scheme.partner() == Partner::None && self.curvature.source == Source::Minimiser;
        if self.spec.messages.is_some() || is_elsewhere {
            return None;
        }
        if !self.spec.is_plain() {
            return self.judge_recurrence();
        }
        let recursion = self.spec.scheme.recursion()?;
        let (eigenvalues, all_known) = self.eigenvalues();
        let curvature = self.curvature;
        let modes = Stability::new(recursion, &eigenvalues, &curvature.values);
        let [first, last] = self.steps;
        let ends = [modes.at(first), modes.at(last)];
        let (verdict, mode) = if ends[1].0 > ends[0].0 { ends[1] } else { ends[0] };
        let mut judgement = Judgement {
            verdict,
            small_steps: modes.for_small_steps(),
            radius: modes.radius(first),
            mode,
            range: modes.range().map(|(low, high)| [low, high]),
            exact: all_known && curvature.source == Source::Hessian,
            curvature: [curvature.least(), curvature.greatest()],
            source: curvature.source,
        };
        // A centre sees the mean of the Hessians.
        if let (Some(local), false) = (&curvature.local, matches!(recursion, Recursion::Centralized)) {
            self.look_together(recursion, &eigenvalues, local, &mut judgement);
        }
        Some(judgement)
    }

    /// Like [`Self::judge`], of a method with momentum or local steps.
    fn judge_recurrence(&self) -> Option<Judgement> {
        let (eigenvalues, all_known) = self.eigenvalues();
        let curvature = self.curvature;
        let judged = recurrence::judge(&recurrence::Setting {
            spec: self.spec,
            curvature,
            steps: self.steps,
            eigenvalues: &eigenvalues,
            matrix: &|| self.matrix(),
            is_whole: self.is_whole(),
        })?;
        Some(Judgement {
            verdict: judged.verdict,
            small_steps: judged.small_steps,
            radius: judged.radius,
            mode: judged.mode,
            range: judged.range,
            exact: judged.exact && all_known && curvature.source == Source::Hessian,
            curvature: [curvature.least(), curvature.greatest()],
            source: curvature.source,
        })
    }

    /// Agents whose Hessians differ: judged, where they are few, by the recursion of all of them together.
    fn look_together(
        &self,
        recursion: Recursion,
        eigenvalues: &[f64],
        local: &super::curvature::Local,
        judgement: &mut Judgement,
    ) {
        let positive = |form: &SudaForm| eigenvalues.iter().all(|&lambda| form.a.at(lambda) >= 0.0);
        let convex = match recursion {
            Recursion::Suda(form) => positive(form),
            Recursion::Tracking { variant, tracker_laziness } => {
                positive(&SudaForm::gradient_tracking(variant, tracker_laziness))
            }
            _ => true,
        };
        let extremes = local.extremes.map(|extremes| Stability::new(recursion, eigenvalues, &extremes));
        let hessians = local.curved();
        let size = hessians.iter().map(DMatrix::nrows).sum();
        if !(1..=JOINT_LIMIT).contains(&size) || !self.is_whole() {
            // The verdict may be certain; where the range ends is not known.
            judgement.exact = false;
            return;
        }
        let joint = joint::Joint::new(recursion, &self.matrix(), hessians);
        let of_mean = (judgement.radius, judgement.verdict);
        let judge = |alpha: f64| joint::judge(&joint.iteration(alpha), of_mean.1).unwrap_or(of_mean);
        let [first, last] = self.steps.map(judge);
        // In directions in which nothing is curved W alone decides, whatever the step size.
        let is_flat = hessians[0].nrows() < self.curvature.values.len();
        let flat = is_flat.then(|| Stability::new(recursion, eigenvalues, &[0.0]));
        judgement.radius = flat.as_ref().map_or(0.0, |flat| flat.radius(self.steps[0])).max(first.0);
        let verdict = flat.map_or(Verdict::Stable, |flat| flat.at(self.steps[0]).0).max(first.1.max(last.1));
        if verdict != judgement.verdict {
            (judgement.verdict, judgement.mode) = (verdict, None);
        }
        let Some([low, high]) = judgement.range else { return };
        if low > 0.0 {
            // Where the mean's range begins says nothing of theirs.
            judgement.range = None;
        } else {
            let sure = extremes.filter(|_| convex).and_then(|extremes| extremes.range()).map_or(0.0, |(_, high)| high);
            let iteration = |alpha: f64| joint.iteration(alpha);
            judgement.range = joint::range(iteration, [sure, high], judgement.verdict, self.steps);
        }
    }
}
