//! A model's outputs on a grid in the plane.

use super::Engine;
use super::measure::column_means;
use crate::document::DocumentError;

/// The most points of a grid.
pub const POINTS_LIMIT: usize = 1_000_000;

/// Points of a rectangle in the plane: `columns` × `rows` of them, evenly spaced, ends included; a
/// single one lies in the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// The first and the last column.
    pub x: [f64; 2],
    /// The first and the last row.
    pub y: [f64; 2],
    /// The points of a row, at least 1.
    pub columns: usize,
    /// The number of rows, at least 1.
    pub rows: usize,
}

impl Grid {
    fn check(&self) -> Result<(), DocumentError> {
        for (name, ends) in [("x", self.x), ("y", self.y)] {
            if ends.iter().any(|end| !end.is_finite()) {
                return Err(DocumentError::new(format!("grid.{name}"), "must be two finite numbers"));
            }
        }
        let points = self.columns.saturating_mul(self.rows);
        if points == 0 || points > POINTS_LIMIT {
            let rule = format!("must be 1 to {POINTS_LIMIT} points, got {} × {}", self.columns, self.rows);
            return Err(DocumentError::new("grid", rule));
        }
        Ok(())
    }

    /// The points, row by row from the first y.
    fn points(&self) -> Vec<f64> {
        let at = |[low, high]: [f64; 2], place: usize, count: usize| {
            let share = if count == 1 { 0.5 } else { place as f64 / (count - 1) as f64 };
            low * (1.0 - share) + high * share
        };
        let mut points = Vec::with_capacity(2 * self.columns * self.rows);
        for row in 0..self.rows {
            for column in 0..self.columns {
                points.extend([at(self.x, column, self.columns), at(self.y, row, self.rows)]);
            }
        }
        points
    }
}

/// Whose model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// x_i of that agent.
    Agent(usize),
    /// x̄.
    Mean,
}

impl Engine {
    /// The outputs F of a model of a method in a trial (by their places here) at each point of the
    /// grid, row by row from the first y: one a point, above 0 where the model sees class 1; or with
    /// several classes one for each of them.
    ///
    /// # Errors
    /// If there is no such method, trial or agent, the problem has no labels or other than two
    /// features, or the grid is none.
    pub fn field(&self, method: usize, trial: usize, model: Model, grid: &Grid) -> Result<Vec<f32>, DocumentError> {
        self.field_of(|| self.model(method, trial, model), "a method, a trial and an agent of this part", grid)
    }

    /// Like [`Engine::field`], for the model with any parameters `x`.
    ///
    /// # Errors
    /// If `x` is not d numbers, the problem has no labels or other than two features, or the grid is none.
    pub fn field_at(&self, x: &[f64], grid: &Grid) -> Result<Vec<f32>, DocumentError> {
        let d = self.experiment.problem().dimension();
        self.field_of(|| (x.len() == d).then(|| x.to_vec()), &format!("a model of {d} numbers, got {}", x.len()), grid)
    }

    /// The field of the model that `model` gives; without one the error says that a field needs what `of` names.
    fn field_of(
        &self,
        model: impl FnOnce() -> Option<Vec<f64>>,
        of: &str,
        grid: &Grid,
    ) -> Result<Vec<f32>, DocumentError> {
        grid.check()?;
        let needed = |what: &str| DocumentError::new("", format!("a field needs {what}"));
        let classifier = self.experiment.problem().classifier().ok_or_else(|| needed("a problem with labels"))?;
        if classifier.features() != 2 {
            return Err(needed(&format!("samples with two features, these have {}", classifier.features())));
        }
        let x = model().ok_or_else(|| needed(of))?;
        let points = grid.points();
        let mut outputs = vec![0.0; points.len() / 2 * classifier.classes().unwrap_or(1)];
        classifier.outputs(&x, &points, &mut outputs);
        #[allow(clippy::cast_possible_truncation, reason = "single precision is enough for a picture")]
        Ok(outputs.into_iter().map(|output| output as f32).collect())
    }

    /// What a model of a method in a trial (by their places here) says of `inputs`, rows of features: for each the
    /// probabilities of the classes, in ascending order of their labels.
    ///
    /// # Errors
    /// If there is no such method, trial or agent, the problem has no labels, or the inputs are no rows of features.
    pub fn scores(&self, method: usize, trial: usize, model: Model, inputs: &[f64]) -> Result<Vec<f64>, DocumentError> {
        let models = || self.model(method, trial, model);
        self.scores_of(models, "a method, a trial and an agent of this part", inputs)
    }

    /// Like [`Engine::scores`], for the models in the rows of any `x` (d numbers each), model after model.
    ///
    /// # Errors
    /// If `x` is no rows of d numbers, the problem has no labels, or the inputs are no rows of features.
    pub fn scores_at(&self, x: &[f64], inputs: &[f64]) -> Result<Vec<f64>, DocumentError> {
        let d = self.experiment.problem().dimension();
        let models = || x.len().is_multiple_of(d).then(|| x.to_vec());
        self.scores_of(models, &format!("models of {d} numbers each, got {}", x.len()), inputs)
    }

    /// The scores of the models that `models` gives; without any the error says that scores need what `of` names.
    fn scores_of(
        &self,
        models: impl FnOnce() -> Option<Vec<f64>>,
        of: &str,
        inputs: &[f64],
    ) -> Result<Vec<f64>, DocumentError> {
        let needed = |what: &str| DocumentError::new("", format!("scores need {what}"));
        let classifier = self.experiment.problem().classifier().ok_or_else(|| needed("a problem with labels"))?;
        let width = classifier.features();
        if !inputs.len().is_multiple_of(width) {
            let rule = format!("must be rows of {width} features, got {} numbers", inputs.len());
            return Err(DocumentError::new("inputs", rule));
        }
        let models = models().ok_or_else(|| needed(of))?;
        let rows = models.chunks_exact(self.experiment.problem().dimension());
        Ok(rows.flat_map(|x| classifier.probabilities(x, inputs)).collect())
    }

    /// For each agent the share of all samples that its model classifies rightly, in a trial of a
    /// method (by their places here): `None` if there is none, or the problem has no labels.
    pub fn accuracies(&self, method: usize, trial: usize) -> Option<Vec<f64>> {
        self.accuracies_at(&self.iterates(method, trial)?)
    }

    /// Like [`Engine::accuracies`], for the models in the rows of any `x` (d numbers each).
    pub fn accuracies_at(&self, x: &[f64]) -> Option<Vec<f64>> {
        self.experiment.problem().classifier()?;
        let rows = x.chunks_exact(self.experiment.problem().dimension());
        Some(rows.map(|row| self.score(row, 1).accuracy[0]).collect())
    }

    /// x_i or x̄ of a method in a trial; where it was stopped if it diverged.
    fn model(&self, method: usize, trial: usize, model: Model) -> Option<Vec<f64>> {
        let d = self.experiment.problem().dimension();
        match model {
            Model::Mean => self.iterates(method, trial).map(|x| column_means(&x, d)),
            Model::Agent(agent) if agent < self.experiment.agents() => {
                let run = self.runs.get(method)?;
                Some(match run.ends.get(trial)? {
                    Some(end) => end.iterates[agent * d..(agent + 1) * d].to_vec(),
                    None => run
                        .x
                        .iter()
                        .skip(agent * d * self.trials + trial)
                        .step_by(self.trials)
                        .take(d)
                        .copied()
                        .collect(),
                })
            }
            Model::Agent(_) => None,
        }
    }
}
