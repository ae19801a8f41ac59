//! Iterates where they lie in the engine, without a copy.

use super::Engine;

impl Engine {
    /// The iterates X^k of a method in a trial (by their places here) where they lie: the numbers, and how far apart in
    /// them two rows (agents) are and two coordinates, so that entry (i, j) is at `i * apart[0] + j * apart[1]`. Else as
    /// [`Self::iterates`].
    pub fn iterates_strided(&self, method: usize, trial: usize) -> Option<(&[f64], [usize; 2])> {
        let (run, d) = (self.runs.get(method)?, self.experiment.problem().dimension());
        Some(match run.ends.get(trial)? {
            Some(end) => (&end.iterates, [d, 1]),
            None => (&run.x[trial..], [d * self.trials, self.trials]),
        })
    }

    /// [`Self::iterates`] as a view of ndarray, n × d.
    #[cfg(feature = "ndarray")]
    pub fn iterates_ndarray(&self, method: usize, trial: usize) -> Option<ndarray::ArrayView2<'_, f64>> {
        use ndarray::ShapeBuilder;

        let (numbers, [row, column]) = self.iterates_strided(method, trial)?;
        let shape = (self.experiment.agents(), self.experiment.problem().dimension());
        ndarray::ArrayView2::from_shape(shape.strides((row, column)), numbers).ok()
    }

    /// [`Self::iterates`] as a view of nalgebra, n × d.
    #[cfg(feature = "nalgebra")]
    pub fn iterates_nalgebra(
        &self,
        method: usize,
        trial: usize,
    ) -> Option<nalgebra::DMatrixView<'_, f64, nalgebra::Dyn, nalgebra::Dyn>> {
        let (numbers, [row, column]) = self.iterates_strided(method, trial)?;
        let (n, d) = (self.experiment.agents(), self.experiment.problem().dimension());
        Some(nalgebra::DMatrixView::from_slice_with_strides(numbers, n, d, row, column))
    }
}
