//! The correction of each agent's gradient that a method has learnt.
//!
//! A method of the SUDA family takes its gradient step with g^k - c^k in place of g^k. From eq. 9,
//!
//!   X^{k+1} = A (C X^k - α_k g^k) - B y^k = A (C X^k - α_k (g^k - c^k)),  α_k A c^k = -B y^k.
//!
//! At its limit, X = 1 x*, B y = -α A ∇f(x*): c_i is ∇f_i(x*) - ∇f(x*), since ∇f(x*) = 0. That is
//! why no bias is left. Gradient tracking's c is g - s, of the iteration before: its next s needs the next gradient.

/// c^k of all agents, rows as in a method's blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Correction {
    /// c, or A c.
    pub values: Vec<f64>,
    /// The coefficients of A where only A c is known, since A may not have an inverse.
    pub through: Option<Vec<f64>>,
}

impl Correction {
    /// c itself.
    pub fn plain(values: impl IntoIterator<Item = f64>) -> Self {
        Self { values: values.into_iter().collect(), through: None }
    }
}
