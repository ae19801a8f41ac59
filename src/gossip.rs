//! Communication over the network, and its cost: the count after k iterations is that of computing
//! X^k.
//!
//! A method sees the combination matrix only through [`Gossip`], so that no method can forget
//! to count its communication.
//!
//! Where messages are compressed, a product W V becomes V + γ (W - I) V̂, where first V̂ ← V̂ + Q(V - V̂): V̂, 0 at first, is what
//! everybody knows of V, and each product in a method's recursion has its own. So DSGD is CHOCO-SGD (Koloskova, Stich and
//! Jaggi 2019), Exact-Diffusion is LEAD (Liu, Li, Wang, Tang and Yan 2021, with its α = 1), and gradient tracking is a
//! compressed one (Liao, Li, Huang and Pu 2022).

use std::sync::Arc;

use nalgebra::DMatrix;

use crate::combination::CombinationMatrix;
use crate::compression::{Known, Messages};

/// The matrix that a method uses in place of W: W^r, or the polynomial of degree r that shrinks disagreement most.
#[derive(Clone, Debug)]
pub struct Mixing {
    matrix: Arc<CombinationMatrix>,
    rounds: u32,
    /// λ of the matrix, where it is accelerated.
    accelerated: Option<f64>,
}

impl Mixing {
    /// `rounds` rounds with `matrix`, from 1; accelerated if its mixing rate λ is given.
    pub fn new(matrix: Arc<CombinationMatrix>, rounds: u32, accelerated: Option<f64>) -> Self {
        Self { matrix, rounds: rounds.max(1), accelerated: accelerated.filter(|_| rounds > 1) }
    }

    /// `out` = P(W) `x` on rows of `width` contiguous numbers; see [`CombinationMatrix::mix`].
    pub fn mix(&self, width: usize, x: &[f64], out: &mut [f64]) {
        self.mix_with(width, x, out, &mut [Vec::new(), Vec::new()]);
    }

    /// Like [`Self::mix`], with memory for the blocks between rounds.
    fn mix_with(&self, width: usize, x: &[f64], out: &mut [f64], [mixed, previous]: &mut [Vec<f64>; 2]) {
        self.matrix.mix(width, x, out);
        if self.rounds == 1 {
            return;
        }
        mixed.resize(x.len(), 0.0);
        let Some(rate) = self.accelerated else {
            for _ in 1..self.rounds {
                mixed.copy_from_slice(out);
                self.matrix.mix(width, mixed, out);
            }
            return;
        };
        previous.resize(x.len(), 0.0);
        previous.copy_from_slice(x);
        for [forward, back] in chebyshev(rate, self.rounds) {
            self.matrix.mix(width, out, mixed);
            for ((out, mixed), previous) in out.iter_mut().zip(&*mixed).zip(&mut *previous) {
                let next = forward * mixed - back * *previous;
                *previous = *out;
                *out = next;
            }
        }
    }

    /// P(W) in full, n × n.
    pub(crate) fn dense(&self) -> DMatrix<f64> {
        let n = self.matrix.agents();
        let mut dense = DMatrix::zeros(n, n);
        // The matrix is symmetric, so that rows and columns are one.
        self.mix(n, DMatrix::<f64>::identity(n, n).as_slice(), dense.as_mut_slice());
        dense
    }
}

/// P_r(x) = T_r(x/λ) / T_r(1/λ) with Chebyshev's polynomial T_r, which is at most 1/T_r(1/λ) on
/// [-λ, λ] and 1 at 1: no polynomial of degree r with P(1) = 1 is smaller there (Scaman, Bach,
/// Bubeck, Lee and Massoulié, Optimal algorithms for smooth and strongly convex distributed
/// optimization in networks, 2017).
///
/// P_0 = 1, P_1 = x, and the factors of P_{j+1} = f_j x P_j - b_j P_{j-1} for j = 1, …, r - 1: with
/// s_j = T_{j-1}(1/λ) / (λ T_j(1/λ)), s_1 = 1, they are f_j = 2 s_{j+1} and b_j = λ² s_{j+1} s_j, where
/// s_{j+1} = 1/(2 - λ² s_j). At λ = 0 that is x^r.
fn chebyshev(rate: f64, rounds: u32) -> impl Iterator<Item = [f64; 2]> {
    let square = rate * rate;
    let mut s = 1.0;
    (1..rounds).map(move |_| {
        let next = 1.0 / (2.0 - square * s);
        let factors = [2.0 * next, square * next * s];
        s = next;
        factors
    })
}

/// The eigenvalue of P(W) that belongs to the eigenvalue x of W, for `rounds` rounds, accelerated if λ is given.
pub fn eigenvalue_in_rounds(x: f64, rounds: u32, accelerated: Option<f64>) -> f64 {
    let Some(rate) = accelerated else { return (1..rounds).fold(x, |power, _| power * x) };
    let step =
        |[previous, current]: [f64; 2], [forward, back]: [f64; 2]| [current, forward * (x * current) - back * previous];
    chebyshev(rate, rounds).fold([1.0, x], step)[1]
}

/// How much an iteration communicated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exchange {
    /// Gossip rounds.
    pub gossip: u64,
    /// Exchanges with a centre.
    pub averages: u64,
}

/// The network as one method sees it; counts gossip rounds and the vectors sent.
///
/// A block holds one row of `width` numbers (coordinates × trials) for each agent.
#[derive(Clone, Debug)]
pub struct Gossip {
    mixing: Mixing,
    changing: bool,
    width: usize,
    rounds: u64,
    vectors: u64,
    /// Since the current iteration began.
    current: Exchange,
    muted: bool,
    scratch: Vec<f64>,
    between: [Vec<f64>; 2],
    compressed: Option<Compressed>,
}

/// Which product of a method's recursion.
#[derive(Clone, Copy, Debug)]
enum Product {
    First,
    Second,
}

/// How messages are compressed, and what is known of each product's V.
#[derive(Clone, Debug)]
struct Compressed {
    messages: Messages,
    trials: usize,
    known: [Known; 2],
}

impl Gossip {
    /// Gossip on blocks of that width, with `mixing` in all iterations unless it is `changing`.
    pub fn new(mixing: Mixing, changing: bool, width: usize) -> Self {
        Self {
            mixing,
            changing,
            width,
            rounds: 0,
            vectors: 0,
            current: Exchange::default(),
            muted: false,
            scratch: Vec::new(),
            between: [Vec::new(), Vec::new()],
            compressed: None,
        }
    }

    /// The same with compressed messages, if `messages` says how; a row holds d × `trials` numbers.
    #[must_use]
    pub fn compressed(mut self, messages: Option<Messages>, trials: usize) -> Self {
        self.compressed = messages.map(|messages| Compressed { messages, trials, known: Default::default() });
        self
    }

    /// Whether messages are compressed, so that a product is not W V.
    pub fn is_compressed(&self) -> bool {
        self.compressed.is_some()
    }

    /// Communication rounds so far.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// d-vectors sent so far in one trial, over all links: a gossip round sends one each way over
    /// each link that is in use; an average one from each agent to a centre and one back.
    pub fn vectors(&self) -> u64 {
        self.vectors
    }

    /// Whether W changes between iterations, so that a product with W cannot be kept for the next one.
    pub fn is_changing(&self) -> bool {
        self.changing
    }

    /// Takes W_k of the iteration that begins.
    pub fn change(&mut self, mixing: Mixing) {
        self.mixing = mixing;
    }

    /// Begins an iteration.
    pub fn begin(&mut self) {
        self.current = Exchange::default();
    }

    /// What the current iteration has exchanged so far.
    pub fn exchange(&self) -> Exchange {
        self.current
    }

    /// W of the current iteration, with the method's laziness.
    pub fn matrix(&self) -> &CombinationMatrix {
        &self.mixing.matrix
    }

    /// From now on counts what is sent without sending it: the count of a method must not depend on which of its trials
    /// were stopped.
    pub fn only_count(&mut self) {
        self.muted = true;
    }

    /// Whether it only counts.
    pub fn is_muted(&self) -> bool {
        self.muted
    }

    /// The network as one of `trials` trials sees it, which counts by itself: for methods that take their trials one by one.
    #[must_use]
    pub fn of_one_trial(&self, trials: usize) -> Self {
        let Self { mixing, changing, width, .. } = self;
        Self::new(mixing.clone(), *changing, width / trials.max(1))
    }

    /// Begins an iteration with the W of another one's.
    pub fn follow(&mut self, other: &Self) {
        self.mixing = other.mixing.clone();
        self.muted = other.muted;
        self.begin();
    }

    /// Counts that many gossip rounds, which were made elsewhere.
    pub fn count_rounds(&mut self, rounds: u64) {
        self.count(rounds, 0);
    }

    fn count(&mut self, gossip: u64, averages: u64) {
        self.current.gossip += gossip;
        self.current.averages += averages;
        self.rounds += gossip + averages;
        self.vectors += gossip * self.mixing.matrix.links() as u64 + averages * 2 * self.mixing.matrix.agents() as u64;
    }

    /// `out` = W `x`, or P(W) `x` for the method's polynomial P, in as many gossip rounds as it takes; with compressed
    /// messages what takes its place.
    pub fn mix(&mut self, x: &[f64], out: &mut [f64]) {
        self.multiply(Product::First, x, out);
    }

    /// Like [`Self::mix`], for the second product of a method's recursion, of which compressed messages tell by themselves.
    pub fn mix_second(&mut self, x: &[f64], out: &mut [f64]) {
        self.multiply(Product::Second, x, out);
    }

    fn multiply(&mut self, product: Product, x: &[f64], out: &mut [f64]) {
        self.count(self.mixing.rounds.into(), 0);
        if self.muted {
            return;
        }
        let Some(Compressed { messages, trials, known }) = &mut self.compressed else {
            return self.mixing.mix_with(self.width, x, out, &mut self.between);
        };
        let known = known[product as usize].tell(messages.compression, x, self.width, *trials);
        self.mixing.mix_with(self.width, known, out, &mut self.between);
        for ((out, x), known) in out.iter_mut().zip(x).zip(known) {
            *out = x + messages.consensus_step * (*out - known);
        }
    }

    /// `out` = (Σ_l coefficients\[l\] W^l) `x` by Horner's rule: one use of W a degree.
    pub fn polynomial(&mut self, coefficients: &[f64], x: &[f64], out: &mut [f64]) {
        let degree = coefficients.iter().rposition(|&c| c != 0.0).unwrap_or(0);
        for (out, x) in out.iter_mut().zip(x) {
            *out = coefficients[degree] * x;
        }
        let mut mixed = std::mem::take(&mut self.scratch);
        mixed.resize(x.len(), 0.0);
        for &coefficient in coefficients[..degree].iter().rev() {
            self.mix(out, &mut mixed);
            for ((out, mixed), x) in out.iter_mut().zip(&mixed).zip(x) {
                *out = coefficient * x + mixed;
            }
        }
        self.scratch = mixed;
    }

    /// One exchange with a centre: every row of `out` is the mean of the rows of `x`.
    pub fn average(&mut self, x: &[f64], out: &mut [f64]) {
        let agents = self.mixing.matrix.agents();
        self.count(0, 1);
        if self.muted {
            return;
        }
        let (first, others) = out.split_at_mut(self.width);
        first.fill(0.0);
        for row in x.chunks_exact(self.width) {
            for (sum, x) in first.iter_mut().zip(row) {
                *sum += x;
            }
        }
        first.iter_mut().for_each(|sum| *sum /= agents as f64);
        for row in others.chunks_exact_mut(self.width) {
            row.copy_from_slice(first);
        }
    }
}
