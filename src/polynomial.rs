//! Polynomials of the combination matrix W, as in Assumption 1 of the paper:
//! P(W) = Σₗ pₗ Wˡ.
//!
//! P(W) has the eigenvectors of W, and P(λ) where W has the eigenvalue λ; so everything that the
//! theory asks of a method is a question about the numbers P(λᵢ), and applying P(W) to a vector
//! takes [`Polynomial::degree`] exchanges with the neighbours (Horner's rule).

use std::ops::{Add, Mul, Sub};

use nalgebra::DMatrix;

use crate::linear_algebra::product;

/// A polynomial with real coefficients, kept without trailing zeros.
#[derive(Clone, Debug, PartialEq)]
pub struct Polynomial {
    coefficients: Vec<f64>,
}

impl Polynomial {
    /// Σₗ `coefficients[l]` Wˡ. An empty list is the zero polynomial.
    pub fn new(coefficients: impl Into<Vec<f64>>) -> Self {
        let mut coefficients = coefficients.into();
        while coefficients.len() > 1 && coefficients.last() == Some(&0.0) {
            coefficients.pop();
        }
        if coefficients.is_empty() {
            coefficients.push(0.0);
        }
        Self { coefficients }
    }

    /// The identity matrix: the constant 1.
    pub fn one() -> Self {
        Self::new([1.0])
    }

    /// W itself.
    pub fn w() -> Self {
        Self::new([0.0, 1.0])
    }

    /// (1 - θ) W + θ I, the lazy combination matrix.
    pub fn lazy_w(theta: f64) -> Self {
        Self::new([theta, 1.0 - theta])
    }

    /// The coefficients, lowest power first; at least one.
    pub fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }

    /// The highest power, which is the number of exchanges with the neighbours that P(W) v takes.
    pub fn degree(&self) -> usize {
        self.coefficients.len() - 1
    }

    /// P(`lambda`).
    pub fn at(&self, lambda: f64) -> f64 {
        self.coefficients.iter().rev().fold(0.0, |sum, c| sum * lambda + c)
    }

    /// P(`lambda`) as if computed in twice the precision, and then rounded: near its zeros too it is right. By Horner's rule,
    /// with the errors of its steps carried along (Graillat, Langlois and Louvet, Compensated Horner scheme, 2005).
    pub fn accurately_at(&self, lambda: f64) -> f64 {
        let (value, error) = self.coefficients.iter().rev().fold((0.0, 0.0), |(value, error), &c| {
            let (product, lost) = exact_product(value, lambda);
            let (sum, rest) = exact_sum(product, c);
            (sum, error * lambda + (lost + rest))
        });
        // The error is no number where a factor is beyond 10³⁰⁰.
        if error.is_finite() { value + error } else { value }
    }

    /// The quotient by 1 - W of a polynomial that vanishes at 1.
    #[must_use]
    pub fn over_one_minus(&self) -> Self {
        let sums = self.coefficients.iter().scan(0.0, |sum, c| {
            *sum += c;
            Some(*sum)
        });
        Self::new(sums.take(self.degree()).collect::<Vec<_>>())
    }

    /// The sum of the coefficients' magnitudes.
    pub fn size(&self) -> f64 {
        self.coefficients.iter().map(|c| c.abs()).sum()
    }

    /// P(W) of a symmetric matrix, by Horner's rule.
    pub(crate) fn of_matrix(&self, w: &DMatrix<f64>) -> DMatrix<f64> {
        let start = DMatrix::zeros(w.nrows(), w.ncols());
        self.coefficients.iter().rev().fold(start, |sum, &c| {
            let mut next = product(w, &sum);
            (0..w.nrows()).for_each(|i| next[(i, i)] += c);
            next
        })
    }

    /// P((1 - θ) W + θ I) as a polynomial of W: the same method on the lazy matrix.
    #[must_use]
    pub fn lazy(&self, theta: f64) -> Self {
        self.of(&Self::lazy_w(theta))
    }

    /// The polynomial P(Q(W)).
    #[must_use]
    pub fn of(&self, inner: &Self) -> Self {
        let start = Self::new([]);
        self.coefficients.iter().rev().fold(start, |sum, &c| &(&sum * inner) + &Self::new([c]))
    }

    /// Coefficient by coefficient, the shorter one filled up with zeros.
    fn zip(&self, other: &Self, op: impl Fn(f64, f64) -> f64) -> Self {
        let length = self.coefficients.len().max(other.coefficients.len());
        let get = |p: &Self, l: usize| p.coefficients.get(l).copied().unwrap_or(0.0);
        Self::new((0..length).map(|l| op(get(self, l), get(other, l))).collect::<Vec<_>>())
    }
}

/// a + b, and what rounding takes from it (Knuth).
fn exact_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// a b, and what rounding takes from it (Dekker), where nothing overflows.
fn exact_product(a: f64, b: f64) -> (f64, f64) {
    let halves = |x: f64| {
        let scaled = 134_217_729.0 * x;
        let high = scaled - (scaled - x);
        (high, x - high)
    };
    let (product, (a, a_low), (b, b_low)) = (a * b, halves(a), halves(b));
    (product, a_low * b_low - (((product - a * b) - a_low * b) - a * b_low))
}

impl Add for &Polynomial {
    type Output = Polynomial;
    fn add(self, other: Self) -> Polynomial {
        self.zip(other, |p, q| p + q)
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;
    fn sub(self, other: Self) -> Polynomial {
        self.zip(other, |p, q| p - q)
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;
    fn mul(self, other: Self) -> Polynomial {
        let mut product = vec![0.0; self.coefficients.len() + other.coefficients.len() - 1];
        for (i, p) in self.coefficients.iter().enumerate() {
            for (j, q) in other.coefficients.iter().enumerate() {
                product[i + j] += p * q;
            }
        }
        Polynomial::new(product)
    }
}

impl Mul<f64> for &Polynomial {
    type Output = Polynomial;
    fn mul(self, factor: f64) -> Polynomial {
        Polynomial::new(self.coefficients.iter().map(|c| c * factor).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_agrees_with_arithmetic_on_values() {
        let (p, q) = (Polynomial::new([1.0, -2.0, 0.5]), Polynomial::new([0.25, 3.0]));
        for lambda in [-0.9, -0.3, 0.0, 0.4, 1.0] {
            let (x, y) = (p.at(lambda), q.at(lambda));
            for (polynomial, value) in [
                (&p + &q, x + y),
                (&p - &q, x - y),
                (&p * &q, x * y),
                (&p * 3.0, 3.0 * x),
                (p.of(&q), p.at(y)),
                (p.lazy(0.3), p.at(0.7 * lambda + 0.3)),
            ] {
                assert!((polynomial.at(lambda) - value).abs() < 1e-14, "{polynomial:?} at {lambda}");
            }
        }
    }

    #[test]
    fn values_are_right_near_zeros_and_for_high_degrees() {
        let power = |k: i32| Polynomial::new([vec![0.0; usize::try_from(k).unwrap()], vec![1.0]].concat());
        for k in [1, 6, 16] {
            // (1 - λᵏ)² and 1 - λ²ᵏ.
            let squared = &(&Polynomial::one() - &power(k)) * &(&Polynomial::one() - &power(k));
            let double = &Polynomial::one() - &power(2 * k);
            for lambda in [-0.999, -0.9, -0.3, 0.0, 0.4, 0.999, 1.0 - 2.0_f64.powi(-30), 1.0 - 2.0_f64.powi(-40)] {
                let power = lambda.powi(k);
                // 1 - λᵏ by the sum of a geometric series, where it cancels.
                let one_minus = (0..k).map(|j| lambda.powi(j)).sum::<f64>() * (1.0 - lambda);
                for (value, expected) in [
                    (squared.accurately_at(lambda), one_minus * one_minus),
                    (double.accurately_at(lambda), one_minus * (1.0 + power)),
                ] {
                    let off = (value / expected - 1.0).abs();
                    assert!(off < 1e-14 || lambda < 0.0 && off < 1e-12, "{k}, {lambda}: {value} for {expected}");
                }
            }
        }
        assert_eq!(Polynomial::new([1.0, -2.0, 1.0]).accurately_at(1.0), 0.0);
        assert_eq!(Polynomial::new([1.0, -2.0, 1.0]).over_one_minus(), Polynomial::new([1.0, -1.0]));
    }

    #[test]
    fn the_degree_counts_no_vanished_powers() {
        assert_eq!(Polynomial::new([]).coefficients(), [0.0]);
        assert_eq!(Polynomial::new([0.0, 0.0]).degree(), 0);
        assert_eq!((&Polynomial::w() - &Polynomial::w()).degree(), 0);
        assert_eq!((&Polynomial::w() * &Polynomial::w()).coefficients(), [0.0, 0.0, 1.0]);
        assert_eq!(Polynomial::lazy_w(0.0), Polynomial::w());
    }
}
