//! The symmetric W of a connected graph that mixes fastest (Xiao and Boyd, Fast linear iterations for
//! distributed averaging, 2004; with weights that are not negative Boyd, Diaconis and Xiao, Fastest
//! mixing Markov chain on a graph, 2004).
//!
//! With b_e = e_i - e_j of a link e = (i, j) and P = I - 11'/n it is the semidefinite program
//!
//! minimise s over s, w  with  S_1 = s I - (P - Σ w_e b_e b_e') ⪰ 0,  S_2 = s I + (P - Σ w_e b_e b_e') ⪰ 0,
//!
//! and, where weights must not be negative, w ≥ 0 and r = 1 - Σ_{e ∋ i} w_e ≥ 0. The dual is
//!
//! maximise ⟨X_1 - X_2, P⟩ - Σ v_i over X_1, X_2 ⪰ 0 of trace 1 together, u, v ≥ 0
//! with  b_e' (X_1 - X_2) b_e = v_i + v_j - u_e  (0 where weights may be negative).
//!
//! A primal-dual interior-point method with the direction of Helmberg, Rendl, Vanderbei and
//! Wolkowicz (1996), Kojima, Shindoh and Hara (1997) and Monteiro (1997), and Mehrotra's corrector;
//! both sides are feasible from the start on. Since the b_e have two entries, an entry of the Schur
//! complement takes a few operations. Only + - × / and square roots, in a fixed order.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use crate::linear_algebra::{dot, product};

/// The duality gap at which the iteration ends.
const CLOSE: f64 = 1e-10;
/// The most iterations; a few tens are usual.
const ITERATIONS: usize = 80;
/// How far towards the boundary of the cone a step goes.
const SHORT: f64 = 0.95;

type Matrix = DMatrix<f64>;

/// The weights of the links, and a bound on how good they can be.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    /// w_e, in the order of the links.
    pub(super) weights: Vec<f64>,
    /// No W on these links has a λ below this: the value of a point that is feasible in the dual.
    pub(super) bound: f64,
}

/// One of the two matrix inequalities.
#[derive(Clone, Debug)]
struct Block {
    /// The sign of Σ w_e b_e b_e' in S.
    sign: f64,
    slack: Matrix,
    multiplier: Matrix,
    inverse: Matrix,
}

/// The inequalities on numbers: w ≥ 0 or r ≥ 0.
#[derive(Clone, Debug, Default)]
struct Numbers {
    slack: Vec<f64>,
    multiplier: Vec<f64>,
}

/// A direction: of s and w, and of the multipliers.
struct Direction {
    s: f64,
    weights: Vec<f64>,
    /// dS S⁻¹ of the two blocks.
    slacks_by_inverse: [Matrix; 2],
    /// Of X_1 and X_2.
    multipliers: [Matrix; 2],
    /// Of w and r, and of u and v.
    numbers: [Numbers; 2],
}

/// The program and its current point.
#[derive(Debug)]
struct Program<'a> {
    agents: usize,
    links: &'a [[usize; 2]],
    s: f64,
    weights: Vec<f64>,
    blocks: [Block; 2],
    /// Of the links and of the agents; empty where weights may be negative.
    numbers: [Numbers; 2],
}

/// The fastest weights of the last few graphs, for whoever builds networks on the same links again.
#[derive(Clone, Debug, Default)]
pub struct Solutions(Vec<Solved>);

/// A program that was solved.
#[derive(Clone, Debug)]
struct Solved {
    agents: usize,
    links: Vec<[usize; 2]>,
    non_negative: bool,
    solution: Solution,
}

impl Solutions {
    const KEPT: usize = 8;

    /// The fastest weights of a connected graph of at least two agents. `tell` receives the progress, from 0 to 1,
    /// where they are not known yet.
    pub(super) fn solve(
        &mut self,
        agents: usize,
        links: &[[usize; 2]],
        non_negative: bool,
        tell: &mut dyn FnMut(f64),
    ) -> Solution {
        let is_this = |s: &&Solved| s.agents == agents && s.links == links && s.non_negative == non_negative;
        if let Some(found) = self.0.iter().find(is_this) {
            return found.solution.clone();
        }
        let solution = find(agents, links, non_negative, tell);
        if self.0.len() == Self::KEPT {
            self.0.remove(0);
        }
        self.0.push(Solved { agents, links: links.to_vec(), non_negative, solution: solution.clone() });
        solution
    }
}

fn find(agents: usize, links: &[[usize; 2]], non_negative: bool, tell: &mut dyn FnMut(f64)) -> Solution {
    let mut program = Program::start(agents, links, non_negative);
    let start = program.gap();
    for _ in 0..ITERATIONS {
        let gap = program.gap();
        tell((libm::log(start / gap) / libm::log(start / CLOSE)).clamp(0.0, 1.0));
        if gap < CLOSE || program.advance().is_none() {
            break;
        }
    }
    Solution { bound: program.bound(non_negative), weights: program.weights }
}

impl<'a> Program<'a> {
    fn start(agents: usize, links: &'a [[usize; 2]], non_negative: bool) -> Self {
        let mut degrees = vec![0.0; agents];
        links.iter().flatten().for_each(|&i| degrees[i] += 1.0);
        let weight = 1.0 / (1.0 + degrees.iter().copied().fold(0.0, f64::max));
        let weights = vec![weight; links.len()];
        // The eigenvalues of this W are within (-1, 1].
        let s = 1.5;
        let share = 0.5 / agents as f64;
        let w = Matrix::identity(agents, agents) - laplacian(agents, links, &weights);
        let disagreement = w.map(|entry| entry - 1.0 / agents as f64);
        let identity = Matrix::identity(agents, agents);
        let block = |sign: f64| Block {
            sign,
            slack: &identity * s - &disagreement * sign,
            multiplier: &identity * share,
            inverse: identity.clone(),
        };
        let mut numbers = [Numbers::default(), Numbers::default()];
        if non_negative {
            let rest = degrees.iter().map(|degree| 1.0 - degree * weight).collect();
            numbers = [
                Numbers { slack: weights.clone(), multiplier: vec![2.0 * share; links.len()] },
                Numbers { slack: rest, multiplier: vec![share; agents] },
            ];
        }
        Self { agents, links, s, weights, blocks: [block(1.0), block(-1.0)], numbers }
    }

    /// ⟨X, S⟩ over all inequalities, which is the duality gap.
    fn gap(&self) -> f64 {
        let of_blocks: f64 = self.blocks.iter().map(|block| block.multiplier.dot(&block.slack)).sum();
        of_blocks + self.numbers.iter().map(|numbers| dot(&numbers.slack, &numbers.multiplier)).sum::<f64>()
    }

    /// One iteration; `None` where rounding allows no more.
    fn advance(&mut self) -> Option<()> {
        for block in &mut self.blocks {
            block.inverse = Cholesky::new(block.slack.clone())?.inverse();
        }
        let size = 2 * self.agents + self.numbers.iter().map(|numbers| numbers.slack.len()).sum::<usize>();
        let mu = self.gap() / size as f64;
        let schur = Cholesky::new(self.schur())?;
        let predictor = self.direction(&schur, 0.0, None);
        let [primal, dual] = self.lengths(&predictor);
        let ratio = self.gap_after(&predictor, primal, dual) / (size as f64 * mu);
        let direction = self.direction(&schur, ratio * ratio * ratio * mu, Some(&predictor));
        let [primal, dual] = self.lengths(&direction);
        if primal.max(dual) < 1e-6 {
            return None;
        }
        self.go(&direction, primal, dual);
        Some(())
    }

    /// The Schur complement: entry (F, G) is ⟨F, X G S⁻¹⟩ of the matrices that s and the w_e multiply.
    fn schur(&self) -> Matrix {
        let count = self.links.len();
        let mut schur = Matrix::zeros(count + 1, count + 1);
        for Block { sign, multiplier, inverse, .. } in &self.blocks {
            schur[(0, 0)] += multiplier.dot(inverse);
            for (e, &[i, j]) in self.links.iter().enumerate() {
                let difference = |matrix: &Matrix| matrix.column(i) - matrix.column(j);
                schur[(e + 1, 0)] += sign * difference(multiplier).dot(&difference(inverse));
                // The lower triangle, which is what the factorisation reads.
                for (f, &[k, l]) in self.links.iter().enumerate().skip(e) {
                    let of = |m: &Matrix| (m[(k, i)] - m[(l, i)]) - (m[(k, j)] - m[(l, j)]);
                    schur[(f + 1, e + 1)] += of(multiplier) * of(inverse);
                }
            }
        }
        let [of_links, of_agents] = &self.numbers;
        for (e, (u, w)) in of_links.multiplier.iter().zip(&of_links.slack).enumerate() {
            schur[(e + 1, e + 1)] += u / w;
        }
        if !of_agents.slack.is_empty() {
            let mut around = vec![Vec::new(); self.agents];
            for (e, &[i, j]) in self.links.iter().enumerate() {
                around[i].push(e + 1);
                around[j].push(e + 1);
            }
            for (links, (v, r)) in around.iter().zip(of_agents.multiplier.iter().zip(&of_agents.slack)) {
                for (place, &e) in links.iter().enumerate() {
                    links[place..].iter().for_each(|&f| schur[(f, e)] += v / r);
                }
            }
        }
        schur
    }

    /// ⟨F, M⟩ of the matrices F that s and the w_e multiply, for M with the blocks and the numbers given.
    fn inner(&self, blocks: [&Matrix; 2], [of_links, of_agents]: [&[f64]; 2]) -> DVector<f64> {
        let mut inner = DVector::zeros(self.links.len() + 1);
        for (Block { sign, .. }, m) in self.blocks.iter().zip(blocks) {
            inner[0] += m.trace();
            for (e, &[i, j]) in self.links.iter().enumerate() {
                inner[e + 1] += sign * ((m[(i, i)] - m[(i, j)]) - (m[(j, i)] - m[(j, j)]));
            }
        }
        inner.iter_mut().skip(1).zip(of_links).for_each(|(inner, number)| *inner += number);
        if !of_agents.is_empty() {
            let ends = self.links.iter().map(|&[i, j]| of_agents[i] + of_agents[j]);
            inner.iter_mut().skip(1).zip(ends).for_each(|(inner, ends)| *inner -= ends);
        }
        inner
    }

    /// Newton's direction to X S = μ I, with the second-order term of the predictor if there is one.
    fn direction(&self, schur: &Cholesky<f64, Dyn>, mu: f64, predictor: Option<&Direction>) -> Direction {
        // What X is to become but for -X dS S⁻¹.
        let aim = |b: usize| {
            let inverse = &self.blocks[b].inverse;
            let second = predictor.map(|p| product(&p.multipliers[b], &p.slacks_by_inverse[b]));
            second.map_or_else(|| inverse * mu, |second| inverse * mu - second)
        };
        let aim_number = |b: usize| -> Vec<f64> {
            let second = |k: usize| predictor.map_or(0.0, |p| p.numbers[b].multiplier[k] * p.numbers[b].slack[k]);
            self.numbers[b].slack.iter().enumerate().map(|(k, slack)| (mu - second(k)) / slack).collect()
        };
        let (aims, aim_numbers) = ([aim(0), aim(1)], [aim_number(0), aim_number(1)]);
        let mut right = self.inner([&aims[0], &aims[1]], [&aim_numbers[0], &aim_numbers[1]]);
        right[0] -= 1.0;
        schur.solve_mut(&mut right);

        let (s, weights) = (right[0], right.as_slice()[1..].to_vec());
        let by_inverse = |b: usize| self.slack_by_inverse(b, s, &weights);
        let slacks_by_inverse = [by_inverse(0), by_inverse(1)];
        let multiplier = |b: usize| {
            let multiplier = &self.blocks[b].multiplier;
            let full = &aims[b] - product(multiplier, &slacks_by_inverse[b]);
            (&full + full.transpose()) * 0.5 - multiplier
        };
        let multipliers = [multiplier(0), multiplier(1)];
        let mut of_agents = vec![0.0; self.numbers[1].slack.len()];
        if !of_agents.is_empty() {
            for (&[i, j], weight) in self.links.iter().zip(&weights) {
                of_agents[i] -= weight;
                of_agents[j] -= weight;
            }
        }
        let of_links = if self.numbers[0].slack.is_empty() { Vec::new() } else { weights.clone() };
        let numbers = |b: usize, slack: Vec<f64>| {
            let Numbers { slack: at, multiplier } = &self.numbers[b];
            let new = (0..slack.len()).map(|k| aim_numbers[b][k] - multiplier[k] - multiplier[k] * slack[k] / at[k]);
            Numbers { multiplier: new.collect(), slack }
        };
        let numbers = [numbers(0, of_links), numbers(1, of_agents)];
        Direction { s, weights, slacks_by_inverse, multipliers, numbers }
    }

    /// dS S⁻¹ of a block for the change dS that changes of s and w make; dS has few entries.
    fn slack_by_inverse(&self, block: usize, s: f64, weights: &[f64]) -> Matrix {
        let Block { sign, inverse, .. } = &self.blocks[block];
        let mut product = inverse * s;
        for (mut out, column) in product.column_iter_mut().zip(inverse.column_iter()) {
            for (&[i, j], weight) in self.links.iter().zip(weights) {
                let flow = sign * weight * (column[i] - column[j]);
                out[i] += flow;
                out[j] -= flow;
            }
        }
        product
    }

    /// The change of the slack of a block along a direction.
    fn slack(&self, block: usize, direction: &Direction) -> Matrix {
        let change = laplacian(self.agents, self.links, &direction.weights) * self.blocks[block].sign;
        change + Matrix::identity(self.agents, self.agents) * direction.s
    }

    /// How far s and w, and how far the multipliers can go.
    fn lengths(&self, direction: &Direction) -> [f64; 2] {
        let mut lengths = [1.0_f64; 2];
        for (at, to) in self.numbers.iter().zip(&direction.numbers) {
            lengths[0] = lengths[0].min(SHORT * ratio(&at.slack, &to.slack));
            lengths[1] = lengths[1].min(SHORT * ratio(&at.multiplier, &to.multiplier));
        }
        for (b, block) in self.blocks.iter().enumerate() {
            lengths[0] = length(&block.slack, &self.slack(b, direction), lengths[0]);
            lengths[1] = length(&block.multiplier, &direction.multipliers[b], lengths[1]);
        }
        lengths
    }

    fn gap_after(&self, direction: &Direction, primal: f64, dual: f64) -> f64 {
        let of_block = |b: usize| {
            let slack = &self.blocks[b].slack + self.slack(b, direction) * primal;
            (&self.blocks[b].multiplier + &direction.multipliers[b] * dual).dot(&slack)
        };
        let of_numbers = |b: usize| -> f64 {
            let (at, to) = (&self.numbers[b], &direction.numbers[b]);
            let pair = |k: usize| (at.slack[k] + primal * to.slack[k]) * (at.multiplier[k] + dual * to.multiplier[k]);
            (0..at.slack.len()).map(pair).sum()
        };
        of_block(0) + of_block(1) + of_numbers(0) + of_numbers(1)
    }

    fn go(&mut self, direction: &Direction, primal: f64, dual: f64) {
        self.s += primal * direction.s;
        add(&mut self.weights, primal, &direction.weights);
        let slacks = [self.slack(0, direction), self.slack(1, direction)];
        for (b, block) in self.blocks.iter_mut().enumerate() {
            add(block.slack.as_mut_slice(), primal, slacks[b].as_slice());
            add(block.multiplier.as_mut_slice(), dual, direction.multipliers[b].as_slice());
        }
        for (at, to) in self.numbers.iter_mut().zip(&direction.numbers) {
            add(&mut at.slack, primal, &to.slack);
            add(&mut at.multiplier, dual, &to.multiplier);
        }
    }

    /// A lower bound of λ that holds whatever rounding did to the dual point, which only has to be
    /// positive: the best W has no weight of a greater magnitude than 1, since ‖W‖ = 1.
    fn bound(&self, non_negative: bool) -> f64 {
        let [first, second] = &self.blocks;
        let difference = &first.multiplier - &second.multiplier;
        let trace = first.multiplier.trace() + second.multiplier.trace();
        let mut value = difference.trace() - difference.sum() / self.agents as f64;
        let dual = &self.numbers[1].multiplier;
        value -= dual.iter().sum::<f64>();
        for &[i, j] in self.links {
            let slope = difference[(i, i)] - 2.0 * difference[(i, j)] + difference[(j, j)];
            value -= if non_negative { (slope - dual[i] - dual[j]).max(0.0) } else { slope.abs() };
        }
        (value / trace).max(0.0)
    }
}

/// Σ w_e b_e b_e'.
fn laplacian(agents: usize, links: &[[usize; 2]], weights: &[f64]) -> Matrix {
    let mut laplacian = Matrix::zeros(agents, agents);
    for (&[i, j], weight) in links.iter().zip(weights) {
        laplacian[(i, i)] += weight;
        laplacian[(j, j)] += weight;
        laplacian[(i, j)] -= weight;
        laplacian[(j, i)] -= weight;
    }
    laplacian
}

fn add(to: &mut [f64], factor: f64, what: &[f64]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += factor * what);
}

/// How far numbers can go before the first is 0.
fn ratio(at: &[f64], to: &[f64]) -> f64 {
    at.iter().zip(to).filter(|(_, to)| **to < 0.0).map(|(at, to)| -at / to).fold(f64::INFINITY, f64::min)
}

/// How far, of at most `longest`, a positive definite matrix can go and stay one with something to spare.
fn length(at: &Matrix, to: &Matrix, longest: f64) -> f64 {
    const TRIES: usize = 60;
    let mut length = longest;
    for _ in 0..TRIES {
        if Cholesky::new(at + to * (length / SHORT)).is_some() {
            return length;
        }
        length *= 0.85;
    }
    0.0
}
