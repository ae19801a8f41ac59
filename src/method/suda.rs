//! Methods given by polynomials in W, with u^k = B y^k so that only B² is needed.
//!
//! `suda` (paper, eq. 9):
//!   X^{k+1} = A (C X^k - α_k g^k) - u^k,  u^{k+1} = u^k + B² X^{k+1},  u^0 = 0
//! `uda` (Alghunaim, Ryu, Yuan and Sayed 2021; paper, App. A):
//!   Z^{k+1} = C X^k - α_k g^k - u^k,  u^{k+1} = u^k + B² Z^{k+1},  X^{k+1} = A Z^{k+1}
//! `abc` (Xu, Tian, Sun and Scutari 2021; paper, App. A):
//!   X^{k+1} = Ā X^k - α_k B̄ g^k - u^k,  u^{k+1} = u^k + C̄ X^{k+1}
//!
//! All are the same recursion when A = B̄, B² = C̄ and A C = Ā. Assumption 1 asks that A and C
//! are doubly stochastic and that B² is positive semi-definite with null space span(1).

use std::sync::Arc;

use super::{Correction, Look, Method, MethodEntry, Partner, Scheme, coefficients};
use crate::document::{DocumentError, Domain, Entry, Fields, Parameter};
use crate::gossip::Gossip;
use crate::polynomial::Polynomial;
use crate::theory::SudaForm;
use crate::theory::variance::Recursion;

// A control starts from Exact-Diffusion in each form.
const A: Parameter = polynomial("a", &[0.0, 1.0], "A = Σ aₗ Wˡ, lowest power first");
const B_SQUARED: Parameter = polynomial("bSquared", &[1.0, -1.0], "B² = Σ bₗ Wˡ, lowest power first");
const C: Parameter = polynomial("c", &[1.0], "C = Σ cₗ Wˡ, lowest power first");
const A_BAR: Parameter = polynomial("a", &[0.0, 1.0], "Ā = Σ aₗ Wˡ, lowest power first");
const B_BAR: Parameter = polynomial("b", &[0.0, 1.0], "B̄ = Σ bₗ Wˡ, lowest power first");
const C_BAR: Parameter = polynomial("c", &[1.0, -1.0], "C̄ = Σ cₗ Wˡ, lowest power first");

const fn polynomial(name: &'static str, suggested: &'static [f64], about: &'static str) -> Parameter {
    Parameter::plain(name, Domain::Numbers { suggested }, true, about)
}

/// The catalog's entry of SUDA.
pub const SUDA: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "suda",
        title: "SUDA",
        about: "The paper's general recursion, with A, B² and C as polynomials of W of your own",
        source: "Alghunaim and Yuan, eq. 9",
        parameters: &[A, B_SQUARED, C],
    },
    read: |fields| Spec::read(fields, Order::Suda, [&A, &B_SQUARED, &C]),
    communication: Partner::Neighbors,
    corrects: true,
    halved: true,
    form: None,
    look: Look { hue: 5, dash: &[12, 3, 2, 3, 2, 3] },
};
/// The catalog's entry of UDA.
pub const UDA: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "uda",
        title: "UDA",
        about: "The unified decentralised algorithm: A is applied last; equal to SUDA as polynomials of W commute",
        source: "Alghunaim, Ryu, Yuan and Sayed (2021); Alghunaim and Yuan, App. A",
        parameters: &[A, B_SQUARED, C],
    },
    read: |fields| Spec::read(fields, Order::Uda, [&A, &B_SQUARED, &C]),
    communication: Partner::Neighbors,
    corrects: true,
    halved: true,
    form: None,
    look: Look { hue: 6, dash: &[5, 2, 5, 6] },
};
/// The catalog's entry of the form of Xu et al.
pub const ABC: MethodEntry = MethodEntry {
    entry: Entry {
        kind: "abc",
        title: "ABC",
        about: "The unified framework of Xu et al.: SUDA with A = B̄, B² = C̄, A C = Ā",
        source: "Xu, Tian, Sun and Scutari (2021); Alghunaim and Yuan, App. A",
        parameters: &[A_BAR, B_BAR, C_BAR],
    },
    read: |fields| Spec::read(fields, Order::Abc, [&B_BAR, &C_BAR, &A_BAR]),
    communication: Partner::Neighbors,
    corrects: true,
    halved: true,
    form: None,
    look: Look { hue: 7, dash: &[14, 3, 5, 3] },
};

/// Which of the three recursions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// SUDA.
    Suda,
    /// UDA.
    Uda,
    /// Xu et al., whose B̄, C̄ and Ā are `a`, `b_squared` and `c`.
    Abc,
}

/// A recursion and the coefficients of its polynomials, lowest power first.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    order: Order,
    a: Vec<f64>,
    b_squared: Vec<f64>,
    c: Vec<f64>,
    form: SudaForm,
}

impl Spec {
    /// With the coefficients of A, B² and C.
    ///
    /// # Panics
    /// If one of them has none.
    pub fn new(order: Order, a: Vec<f64>, b_squared: Vec<f64>, c: Vec<f64>) -> Self {
        let [of_a, of_b_squared, of_c] = [&a, &b_squared, &c].map(|coefficients| Polynomial::new(&**coefficients));
        let form = match order {
            Order::Suda | Order::Uda => SudaForm::new(of_a, of_b_squared, &of_c),
            Order::Abc => SudaForm::abc(of_c, of_a, of_b_squared),
        };
        Self { order, a, b_squared, c, form }
    }

    fn read(fields: &Fields, order: Order, parameters: [&Parameter; 3]) -> Result<Arc<dyn Scheme>, DocumentError> {
        let [a, b_squared, c] = parameters.map(|parameter| coefficients(fields, parameter));
        Ok(Arc::new(Self::new(order, a?, b_squared?, c?)))
    }
}

impl Scheme for Spec {
    fn start(&self, x: &[f64]) -> Box<dyn Method> {
        Box::new(Polynomials::new(self.clone(), x))
    }

    fn recursion(&self) -> Option<Recursion<'_>> {
        Some(Recursion::Suda(&self.form))
    }

    /// A and C, or B̄ and Ā.
    fn stochastic(&self) -> Option<[(&'static str, Polynomial); 2]> {
        let [a, c] = match self.order {
            Order::Suda | Order::Uda => ["A", "C"],
            Order::Abc => ["B̄", "Ā"],
        };
        Some([(a, Polynomial::new(&*self.a)), (c, Polynomial::new(&*self.c))])
    }
}

/// The running method.
#[derive(Clone, Debug)]
pub struct Polynomials {
    spec: Spec,
    /// u^k, which is 0 at first and else waits for what `second` has to add to it.
    u: Vec<f64>,
    has_begun: bool,
    first: Vec<f64>,
    second: Vec<f64>,
}

impl Polynomials {
    /// Starts at `x`.
    pub fn new(spec: Spec, x: &[f64]) -> Self {
        let zeros = vec![0.0; x.len()];
        Self { spec, u: zeros.clone(), has_begun: false, first: zeros.clone(), second: zeros }
    }
}

impl Method for Polynomials {
    fn step(&mut self, alpha: f64, x: &mut [f64], gradient: &[f64], gossip: &mut Gossip) {
        let Self { spec, u, has_begun, first, second } = self;
        let spec = &*spec;
        let add_dual = |x: &[f64], first: &[f64], second: &mut [f64], u: &mut [f64], gossip: &mut Gossip| {
            let of = match spec.order {
                Order::Suda | Order::Abc => x,
                Order::Uda => first,
            };
            gossip.polynomial(&spec.b_squared, of, second);
            u.iter_mut().zip(&*second).for_each(|(u, second)| *u += second);
        };
        // u grows by the W of the iteration that made X^k: at once where the next one has another.
        let changing = gossip.is_changing();
        if std::mem::replace(has_begun, !changing) {
            add_dual(x, first, second, u, gossip);
        }
        match spec.order {
            Order::Suda => {
                gossip.polynomial(&spec.c, x, first);
                for (first, g) in first.iter_mut().zip(gradient) {
                    *first -= alpha * g;
                }
                gossip.polynomial(&spec.a, first, x);
                subtract(x, u);
            }
            Order::Uda => {
                gossip.polynomial(&spec.c, x, first);
                for ((first, g), u) in first.iter_mut().zip(gradient).zip(&*u) {
                    *first -= alpha * g + u;
                }
                gossip.polynomial(&spec.a, first, x);
            }
            Order::Abc => {
                gossip.polynomial(&spec.c, x, first);
                gossip.polynomial(&spec.a, gradient, second);
                for (((x, first), second), u) in x.iter_mut().zip(&*first).zip(&*second).zip(&*u) {
                    *x = first - alpha * second - u;
                }
            }
        }
        if changing {
            add_dual(x, first, second, u, gossip);
        }
    }

    /// α A c = -u^k, and of UDA, which applies A last, α c = -u^k.
    fn correction(&self, alpha: f64, x: &[f64], gossip: &mut Gossip) -> Option<Correction> {
        let (of, through) = match self.spec.order {
            Order::Suda | Order::Abc => (x, Some(self.spec.a.clone())),
            Order::Uda => (&*self.first, None),
        };
        let mut waiting = vec![0.0; x.len()];
        if self.has_begun {
            gossip.polynomial(&self.spec.b_squared, of, &mut waiting);
        }
        let values = self.u.iter().zip(&waiting).map(|(u, waiting)| -(u + waiting) / alpha).collect();
        Some(Correction { values, through })
    }
}

fn subtract(from: &mut [f64], what: &[f64]) {
    for (from, what) in from.iter_mut().zip(what) {
        *from -= what;
    }
}
