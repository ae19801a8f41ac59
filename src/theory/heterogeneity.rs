//! How different the agents' gradients are at the start: ς₀² and ζ₀².
//!
//! Gradients are an n × d block, row i = ∇fᵢ(x⁰).

use crate::polynomial::Polynomial;

/// ς₀² = (1/n) Σ ‖∇fᵢ(x⁰) - ∇f(x⁰)‖² (Corollary 1).
pub fn varsigma0_squared(gradients: &[f64], dimension: usize) -> f64 {
    mean_square_deviation(gradients, &mean_row(gradients, dimension))
}

/// Σ ‖∇fᵢ(x⁰)‖².
pub fn gradient_squares(gradients: &[f64]) -> f64 {
    gradients.iter().map(|g| g * g).sum()
}

/// ζ₀² = (1/n) ‖(A - 11ᵀ/n ⊗ I) ∇f(x⁰)‖² (Theorem 1, with the factor that its proof has). `mix`
/// writes W times its first argument to the second, both n × d.
pub fn zeta0_squared(a: &Polynomial, gradients: &[f64], dimension: usize, mix: impl FnMut(&[f64], &mut [f64])) -> f64 {
    mean_square_deviation(&apply(a, gradients, mix), &mean_row(gradients, dimension))
}

/// P(W) v by Horner's rule: as many exchanges with the neighbours as the degree of P.
fn apply(polynomial: &Polynomial, v: &[f64], mut mix: impl FnMut(&[f64], &mut [f64])) -> Vec<f64> {
    let mut powers = polynomial.coefficients().iter().rev();
    let highest = powers.next().copied().unwrap_or(0.0);
    let mut sum: Vec<f64> = v.iter().map(|v| highest * v).collect();
    let mut mixed = vec![0.0; v.len()];
    for coefficient in powers {
        mix(&sum, &mut mixed);
        for ((sum, mixed), v) in sum.iter_mut().zip(&mixed).zip(v) {
            *sum = mixed + coefficient * v;
        }
    }
    sum
}

fn mean_row(rows: &[f64], dimension: usize) -> Vec<f64> {
    let mut mean = vec![0.0; dimension];
    for row in rows.chunks_exact(dimension) {
        for (mean, value) in mean.iter_mut().zip(row) {
            *mean += value;
        }
    }
    let n = (rows.len() / dimension) as f64;
    mean.iter().map(|sum| sum / n).collect()
}

/// (1/n) Σ ‖row - centre‖².
fn mean_square_deviation(rows: &[f64], centre: &[f64]) -> f64 {
    let d = centre.len();
    let squares = |row: &[f64]| row.iter().zip(centre).map(|(v, c)| (v - c) * (v - c)).sum::<f64>();
    rows.chunks_exact(d).map(squares).sum::<f64>() / (rows.len() / d) as f64
}
