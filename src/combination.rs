//! The combination matrix W: sparse, and applied to all agents at once.

use nalgebra::DMatrix;

use crate::graph::{Graph, index};

/// How many coordinates of an agent are mixed at a time, in registers.
const TILE: usize = 8;

/// A symmetric n × n matrix W with rows that sum to 1, where `w_ij` is the weight that agent i
/// gives to what agent j sends.
///
/// Stored by rows, each with its diagonal entry and the entries of its links, columns ascending.
#[derive(Clone, Debug, PartialEq)]
pub struct CombinationMatrix {
    /// Row i is at `offsets[i]..offsets[i + 1]`.
    offsets: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
    links: usize,
}

impl CombinationMatrix {
    /// The matrix with `weight(i, j)`, symmetric, on the links of `graph` and on the diagonal the
    /// rest of 1.
    pub(crate) fn from_links(graph: &Graph, weight: impl Fn(usize, usize) -> f64) -> Self {
        let n = graph.agents();
        let mut matrix = Self::with_capacity(n, n + 2 * graph.edge_count());
        for i in 0..n {
            let neighbors = graph.neighbors(i);
            let given: f64 = neighbors.iter().map(|&j| weight(i, j as usize)).sum();
            let before = neighbors.partition_point(|&j| (j as usize) < i);
            for &j in &neighbors[..before] {
                matrix.push(j, weight(i, j as usize));
            }
            matrix.push(index(i), 1.0 - given);
            for &j in &neighbors[before..] {
                matrix.push(j, weight(i, j as usize));
            }
            matrix.end_row();
        }
        matrix
    }

    /// The matrix of Metropolis' rule.
    pub(crate) fn metropolis(graph: &Graph) -> Self {
        Self::from_links(graph, |i, j| 1.0 / (1.0 + graph.degree(i).max(graph.degree(j)) as f64))
    }

    /// The diagonal and the non-zero entries of a square matrix.
    pub(crate) fn from_rows(rows: &[Vec<f64>]) -> Self {
        let entries: Vec<Vec<_>> = rows.iter().map(|row| row.iter().copied().enumerate().collect()).collect();
        Self::from_entries(&entries)
    }

    /// The same of a matrix whose rows are given as (column, value), columns ascending.
    pub(crate) fn from_entries(rows: &[Vec<(usize, f64)>]) -> Self {
        let mut matrix = Self::with_capacity(rows.len(), rows.len());
        for (i, row) in rows.iter().enumerate() {
            let before = row.partition_point(|&(j, _)| j < i);
            let has_diagonal = row.get(before).is_some_and(|&(j, _)| j == i);
            for (place, &(j, value)) in row.iter().enumerate() {
                if place == before && !has_diagonal {
                    matrix.push(index(i), 0.0);
                }
                if i == j || value != 0.0 {
                    matrix.push(index(j), value);
                }
            }
            if before == row.len() {
                matrix.push(index(i), 0.0);
            }
            matrix.end_row();
        }
        matrix
    }

    /// The matrix with which the two agents of each pair average and all others keep what they have;
    /// no agent is in two pairs.
    pub(crate) fn of_pairs(agents: usize, pairs: &[[u32; 2]]) -> Self {
        let mut partners = vec![None; agents];
        for &[i, j] in pairs {
            partners[i as usize] = Some(j);
            partners[j as usize] = Some(i);
        }
        let mut matrix = Self::with_capacity(agents, agents + 2 * pairs.len());
        for (i, partner) in partners.into_iter().enumerate() {
            match partner {
                None => matrix.push(index(i), 1.0),
                Some(partner) => {
                    matrix.push(index(i).min(partner), 0.5);
                    matrix.push(index(i).max(partner), 0.5);
                }
            }
            matrix.end_row();
        }
        matrix
    }

    /// The matrix without the entries for which `fails` holds, by their place in the order of the rows:
    /// each moves to the diagonal entry of its row.
    pub(crate) fn without(&self, fails: impl Fn(usize) -> bool) -> Self {
        let mut matrix = Self::with_capacity(self.agents(), self.columns.len());
        for i in 0..self.agents() {
            let (mut diagonal, mut lost) = (0, 0.0);
            for entry in self.offsets[i]..self.offsets[i + 1] {
                if fails(entry) {
                    lost += self.values[entry];
                    continue;
                }
                if self.columns[entry] as usize == i {
                    diagonal = matrix.values.len();
                }
                matrix.push(self.columns[entry], self.values[entry]);
            }
            matrix.values[diagonal] += lost;
            matrix.end_row();
        }
        matrix
    }

    fn with_capacity(rows: usize, entries: usize) -> Self {
        let mut offsets = Vec::with_capacity(rows + 1);
        offsets.push(0);
        Self { offsets, columns: Vec::with_capacity(entries), values: Vec::with_capacity(entries), links: 0 }
    }

    fn push(&mut self, column: u32, value: f64) {
        self.columns.push(column);
        self.values.push(value);
    }

    fn end_row(&mut self) {
        let i = self.agents();
        self.offsets.push(self.columns.len());
        self.links += self.row(i).filter(|&(j, value)| j != i && value != 0.0).count();
    }

    /// The number of agents, n.
    pub fn agents(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The diagonal entry of row i and the entries of its links, as (column, value), columns ascending.
    pub fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.offsets[i]..self.offsets[i + 1];
        self.columns[range.clone()].iter().map(|&j| j as usize).zip(self.values[range].iter().copied())
    }

    /// The number of non-zero entries off the diagonal: the messages of one gossip round.
    pub fn links(&self) -> usize {
        self.links
    }

    /// The pairs (i, j), i < j, ascending, that one gossip round sends between.
    pub fn used_links(&self) -> Vec<[u32; 2]> {
        self.used_links_with_weights().map(|(link, _)| link).collect()
    }

    /// Like [`Self::used_links`], each with its weight.
    pub(crate) fn used_links_with_weights(&self) -> impl Iterator<Item = ([u32; 2], f64)> {
        let of = |i: usize| self.row(i).filter(move |&(j, value)| i < j && value != 0.0);
        (0..self.agents()).flat_map(move |i| of(i).map(move |(j, value)| ([index(i), index(j)], value)))
    }

    /// (1 - θ) W + θ I, for θ in [0, 1).
    #[must_use]
    pub fn lazy(&self, theta: f64) -> Self {
        let mut lazy = self.clone();
        for i in 0..self.agents() {
            let range = self.offsets[i]..self.offsets[i + 1];
            for (&j, value) in self.columns[range.clone()].iter().zip(&mut lazy.values[range]) {
                *value = (1.0 - theta) * *value + if j as usize == i { theta } else { 0.0 };
            }
        }
        lazy
    }

    /// One gossip round, `out_i = Σ_j w_ij x_j`, on rows of `width` contiguous numbers.
    ///
    /// `x` and `out` hold n × `width` numbers, row i those of agent i. Each number is summed over
    /// j in ascending order, so it does not depend on `width`.
    ///
    /// # Panics
    /// If `x` or `out` are not of that length.
    pub fn mix(&self, width: usize, x: &[f64], out: &mut [f64]) {
        let length = self.agents() * width;
        assert!(x.len() == length && out.len() == length, "mix needs n × width = {length} numbers");
        for (i, out) in out.chunks_exact_mut(width.max(1)).enumerate() {
            let mut start = 0;
            while start < width {
                start += match width - start {
                    TILE.. => self.mix_tile::<TILE>(i, width, start, x, out),
                    4.. => self.mix_tile::<4>(i, width, start, x, out),
                    2.. => self.mix_tile::<2>(i, width, start, x, out),
                    _ => self.mix_tile::<1>(i, width, start, x, out),
                };
            }
        }
    }

    /// Mixes T numbers of agent i from `start` on, and gives T.
    fn mix_tile<const T: usize>(&self, i: usize, width: usize, start: usize, x: &[f64], out: &mut [f64]) -> usize {
        let mut sum = [0.0; T];
        for (j, w) in self.row(i) {
            let from = j * width + start;
            for (sum, x) in sum.iter_mut().zip(&x[from..from + T]) {
                *sum += w * x;
            }
        }
        out[start..start + T].copy_from_slice(&sum);
        T
    }

    /// The matrix in full, n × n numbers by rows.
    pub fn to_dense(&self) -> Vec<f64> {
        let n = self.agents();
        let mut dense = vec![0.0; n * n];
        for i in 0..n {
            for (j, value) in self.row(i) {
                dense[i * n + j] = value;
            }
        }
        dense
    }

    /// The matrix in full, n × n.
    pub(crate) fn dense(&self) -> DMatrix<f64> {
        // The matrix is symmetric, so that rows and columns are one.
        DMatrix::from_vec(self.agents(), self.agents(), self.to_dense())
    }

    /// The least weight (i, j, w) if it is negative beyond what the search for the fastest weights leaves of a 0.
    pub fn least_negative(&self) -> Option<(usize, usize, f64)> {
        const ZERO: f64 = 1e-7;
        let negative = |i: usize| self.row(i).filter(|entry| entry.1 < -ZERO).map(move |(j, value)| (i, j, value));
        (0..self.agents()).flat_map(negative).reduce(|a, b| if b.2 < a.2 { b } else { a })
    }

    /// The numbers of agents of the parts between which there is no weight, the largest first.
    pub fn parts(&self) -> Vec<usize> {
        let links = self.used_links().into_iter().map(|[i, j]| (i as usize, j as usize));
        Graph::new(self.agents(), links).map_or_else(|_| Vec::new(), |graph| graph.parts().to_vec())
    }
}
