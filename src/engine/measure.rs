//! Measurements of the iterates: the metrics of all lanes, and quantities of each agent.

use super::Engine;
use crate::metric::Metric;
use crate::problem::Optimum;

/// A quantity of each agent, for the picture of the network.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentValues {
    /// ‖x_i - x̄‖.
    pub disagreement: Vec<f64>,
    /// ‖∇f_i(x_i)‖, exact.
    pub gradient_norm: Vec<f64>,
}

impl Engine {
    /// Quantities of each agent in a trial of a method.
    pub fn agent_values(&self, method: usize, trial: usize) -> Option<AgentValues> {
        self.agent_values_at(&self.iterates(method, trial)?)
    }

    /// Like [`Engine::agent_values`], with the agents at `x`, n × d; `None` if it is not of that size.
    pub fn agent_values_at(&self, x: &[f64]) -> Option<AgentValues> {
        let problem = self.experiment.problem();
        let (n, d) = (problem.agents(), problem.dimension());
        if x.len() != n * d {
            return None;
        }
        let mean = column_means(x, d);
        let norm = |v: &mut dyn Iterator<Item = f64>| v.map(|v| v * v).sum::<f64>().sqrt();
        let mut gradient = vec![0.0; d];
        let mut values = AgentValues { disagreement: Vec::with_capacity(n), gradient_norm: Vec::with_capacity(n) };
        for (agent, row) in x.chunks_exact(d).enumerate() {
            values.disagreement.push(norm(&mut row.iter().zip(&mean).map(|(x, mean)| x - mean)));
            problem.gradient(agent, 1, row, &mut gradient);
            values.gradient_norm.push(norm(&mut gradient.iter().copied()));
        }
        Some(values)
    }

    /// All metrics, \[metric\]\[method\]\[trial\].
    pub(super) fn measure(&self) -> Vec<f64> {
        let problem = self.experiment.problem();
        let (n, d, trials) = (problem.agents(), problem.dimension(), self.trials);
        let lanes = self.runs.len() * trials;
        let means: Vec<Vec<f64>> = self.runs.iter().map(|run| column_means(&run.x, d * trials)).collect();
        let mean = join(trials, &means.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let metrics = &self.experiment.metrics;
        let mut of_mean = Score::default();
        if metrics.iter().any(|metric| matches!(metric, Metric::Loss | Metric::Accuracy)) {
            of_mean = self.score(&mean, lanes);
        }
        let mut of_test = Score::default();
        if metrics.iter().any(|metric| matches!(metric, Metric::TestAccuracy | Metric::TestLoss)) {
            of_test = self.test(&mean, lanes);
        }
        let tested = metrics.contains(&Metric::MeanTestAccuracy);
        let gap = metrics.contains(&Metric::MeanOptimalityGap).then(|| self.experiment.optimum()).flatten();
        let scored = metrics.iter().any(|metric| matches!(metric, Metric::MeanLoss | Metric::MeanAccuracy));
        let mut of_agents = OfAgents::default();
        if gap.is_some() || scored || tested {
            of_agents = self.score_agents(gap, scored, tested);
        }
        let mut values = Vec::with_capacity(lanes * metrics.len());
        for metric in metrics {
            let mut out = vec![0.0; lanes];
            match metric {
                Metric::GradientNorm => {
                    let mut gradient = vec![0.0; d * lanes];
                    problem.mean_gradient(lanes, &mean, &mut gradient);
                    out = column_squares(&gradient, lanes);
                }
                Metric::OptimalityGap => {
                    if let Some(optimum) = self.experiment.optimum() {
                        problem.gap(optimum, lanes, &mean, &mut out);
                    }
                }
                Metric::MeanOptimalityGap => out.copy_from_slice(&of_agents.gap),
                Metric::Consensus => {
                    for (m, (run, mean)) in self.runs.iter().zip(&means).enumerate() {
                        for row in run.x.chunks_exact(d * trials) {
                            for (index, (x, mean)) in row.iter().zip(mean).enumerate() {
                                out[m * trials + index % trials] += (x - mean) * (x - mean);
                            }
                        }
                    }
                    out.iter_mut().for_each(|out| *out /= n as f64);
                }
                Metric::AverageGradient => {
                    for (m, run) in self.runs.iter().enumerate() {
                        let mean = column_means(&run.gradient, d * trials);
                        out[m * trials..(m + 1) * trials].copy_from_slice(&column_squares(&mean, trials));
                    }
                }
                Metric::Loss => out.copy_from_slice(&of_mean.loss),
                Metric::MeanLoss => out.copy_from_slice(&of_agents.score.loss),
                Metric::Accuracy => out.copy_from_slice(&of_mean.accuracy),
                Metric::MeanAccuracy => out.copy_from_slice(&of_agents.score.accuracy),
                Metric::TestAccuracy => out.copy_from_slice(&of_test.accuracy),
                Metric::MeanTestAccuracy => out.copy_from_slice(&of_agents.right_of_test),
                Metric::TestLoss => out.copy_from_slice(&of_test.loss),
            }
            values.extend(out);
        }
        for (m, run) in self.runs.iter().enumerate() {
            for (trial, _) in run.ends.iter().enumerate().filter(|(_, end)| end.is_some()) {
                values.iter_mut().skip(m * trials + trial).step_by(lanes).for_each(|value| *value = f64::NAN);
            }
        }
        values
    }

    /// The mean over the agents of f - f*, of f and the share of samples that are classified rightly, and of that share of the
    /// rows held out, at their own iterates: zeros for what is not asked for.
    ///
    /// The iterates of all agents are lanes of one pass over the data, a number of them at a time; agents that agree to the
    /// last bit, as at the start and where a centre averages, share one lane.
    fn score_agents(&self, optimum: Option<&Optimum>, scored: bool, tested: bool) -> OfAgents {
        const LANES: usize = 512;
        let problem = self.experiment.problem();
        let (n, d, trials) = (problem.agents(), problem.dimension(), self.trials);
        let lanes = self.runs.len() * trials;
        let iterate = |agent: usize, lane: usize| {
            let from = agent * d * trials + lane % trials;
            self.runs[lane / trials].x[from..].iter().step_by(trials).take(d)
        };
        let zeros = || Score { loss: vec![0.0; lanes], accuracy: vec![0.0; lanes] };
        let mut means = OfAgents { gap: vec![0.0; lanes], score: zeros(), right_of_test: vec![0.0; lanes] };
        let at_a_time = (LANES / lanes).max(1);
        for first in (0..n).step_by(at_a_time) {
            let mut columns: Vec<(usize, usize)> = Vec::with_capacity(at_a_time * lanes);
            let mut places: Vec<usize> = Vec::with_capacity(at_a_time * lanes);
            for (agent, lane) in (first..n.min(first + at_a_time)).flat_map(|agent| (0..lanes).map(move |l| (agent, l)))
            {
                let before = places.len().checked_sub(lanes).map(|place| places[place]);
                let agrees = |&place: &usize| iterate(columns[place].0, lane).eq(iterate(agent, lane));
                places.push(before.filter(agrees).unwrap_or(columns.len()));
                if places[places.len() - 1] == columns.len() {
                    columns.push((agent, lane));
                }
            }
            let width = columns.len();
            let mut x = vec![0.0; d * width];
            for (column, &(agent, lane)) in columns.iter().enumerate() {
                x[column..].iter_mut().step_by(width).zip(iterate(agent, lane)).for_each(|(x, &from)| *x = from);
            }
            let add = |sums: &mut [f64], terms: &[f64]| {
                for (place, &column) in places.iter().enumerate() {
                    sums[place % lanes] += terms[column] / n as f64;
                }
            };
            if let Some(optimum) = optimum {
                let mut gap = vec![0.0; width];
                problem.gap(optimum, width, &x, &mut gap);
                add(&mut means.gap, &gap);
            }
            if scored {
                let score = self.score(&x, width);
                add(&mut means.score.loss, &score.loss);
                add(&mut means.score.accuracy, &score.accuracy);
            }
            if tested {
                add(&mut means.right_of_test, &self.test(&x, width).accuracy);
            }
        }
        means
    }

    /// f at each lane of `x`, and the share of all samples that are classified rightly there.
    pub(super) fn score(&self, x: &[f64], lanes: usize) -> Score {
        let problem = self.experiment.problem();
        let mut score = Score { loss: vec![0.0; lanes], accuracy: vec![0.0; lanes] };
        let Some(classifier) = problem.classifier() else {
            problem.mean_value(lanes, x, &mut score.loss);
            return score;
        };
        let (mut value, mut right, mut samples) = (vec![0.0; lanes], vec![0.0; lanes], 0);
        for agent in 0..problem.agents() {
            classifier.score(agent, lanes, x, &mut value, &mut right);
            score.loss.iter_mut().zip(&value).for_each(|(sum, value)| *sum += value);
            score.accuracy.iter_mut().zip(&right).for_each(|(sum, right)| *sum += right);
            samples += problem.samples(agent).unwrap_or(0);
        }
        score.loss.iter_mut().for_each(|sum| *sum /= problem.agents() as f64);
        score.accuracy.iter_mut().for_each(|sum| *sum /= samples as f64);
        score
    }
}

impl Engine {
    /// The loss of the rows that are held out at each lane of `x`, and the share of them that are classified rightly.
    fn test(&self, x: &[f64], lanes: usize) -> Score {
        let mut score = Score { loss: vec![0.0; lanes], accuracy: vec![0.0; lanes] };
        self.experiment.problem().test(lanes, x, &mut score.loss, &mut score.accuracy);
        score
    }
}

/// f and the share of the samples that are classified rightly, of each lane.
#[derive(Default)]
pub(super) struct Score {
    loss: Vec<f64>,
    pub(super) accuracy: Vec<f64>,
}

/// Means over the agents, of each lane.
#[derive(Default)]
struct OfAgents {
    gap: Vec<f64>,
    score: Score,
    /// The share of the rows held out that is classified rightly.
    right_of_test: Vec<f64>,
}

/// The methods' blocks of d × trials numbers as one of d × lanes, the lanes ordered by method, then by trial.
fn join(trials: usize, blocks: &[&[f64]]) -> Vec<f64> {
    let width = blocks.first().map_or(0, |block| block.len());
    let mut joined = Vec::with_capacity(width * blocks.len());
    for start in (0..width).step_by(trials) {
        blocks.iter().for_each(|block| joined.extend_from_slice(&block[start..start + trials]));
    }
    joined
}

/// The mean of the rows of that width: the first, and the mean distance from it, so that the mean
/// of equal rows is that row, to the last bit.
pub(super) fn column_means(rows: &[f64], width: usize) -> Vec<f64> {
    let first = &rows[..width];
    let mut means = vec![0.0; width];
    for row in rows.chunks_exact(width) {
        for ((mean, x), first) in means.iter_mut().zip(row).zip(first) {
            *mean += x - first;
        }
    }
    let count = (rows.len() / width) as f64;
    means.iter().zip(first).map(|(mean, first)| first + mean / count).collect()
}

/// Adds the square of each lane's X, n × d, to `totals` (lanes), and tells the greatest square of one of its rows.
pub(super) fn add_squares(x: &[f64], d: usize, totals: &mut [f64]) -> f64 {
    let lanes = totals.len();
    if let [total] = totals {
        let mut greatest = 0.0_f64;
        for row in x.chunks_exact(d) {
            let square: f64 = row.iter().map(|x| x * x).sum();
            *total += square;
            greatest = if square > greatest { square } else { greatest };
        }
        return greatest;
    }
    let mut squares = vec![0.0; lanes];
    let mut greatest = vec![0.0; lanes];
    for rows in x.chunks_exact(d * lanes) {
        squares.fill(0.0);
        for row in rows.chunks_exact(lanes) {
            squares.iter_mut().zip(row).for_each(|(square, x)| *square += x * x);
        }
        for ((total, greatest), &square) in totals.iter_mut().zip(&mut greatest).zip(&squares) {
            *total += square;
            // Unlike f64::max, a comparison vectorises: what is not a number is never the greatest.
            *greatest = if square > *greatest { square } else { *greatest };
        }
    }
    greatest.into_iter().fold(0.0, f64::max)
}

/// The sum of the squares of each column. The order of the sum depends only on the number of
/// rows: rows are taken in eight interleaved groups, which lets one column vectorise too.
pub(super) fn column_squares(rows: &[f64], width: usize) -> Vec<f64> {
    const GROUPS: usize = 8;
    let mut sums = vec![0.0; GROUPS * width];
    for block in rows.chunks(GROUPS * width) {
        for (sum, x) in sums.iter_mut().zip(block) {
            *sum += x * x;
        }
    }
    let mut totals = vec![0.0; width];
    for group in sums.chunks_exact(width) {
        totals.iter_mut().zip(group).for_each(|(total, sum)| *total += sum);
    }
    totals
}
