//! How far one polynomial of a method may be moved at an eigenvalue of W before the recursion is no longer stable there.
//!
//! With the others kept, every condition of [`super::stability`] is linear in A(λ), in B²(λ) and in C(λ), so that what
//! is left is an interval; and linear in α c, so that the extreme curvatures say it all.

/// One of the polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// A.
    A,
    /// B².
    BSquared,
    /// C.
    C,
}

/// The values of the polynomials at an eigenvalue of W below 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Values {
    /// A(λ).
    pub a: f64,
    /// B²(λ).
    pub b_squared: f64,
    /// C(λ).
    pub c: f64,
}

/// Between which values that polynomial leaves the recursion stable for all these α c; `None` if nowhere.
///
/// With q = A (C - α c) the conditions are 1 - q > 0, B² > 0 and 2 + 2q - B² > 0.
pub fn room(values: Values, which: Which, pulls: &[f64]) -> Option<(f64, f64)> {
    let Values { a, b_squared: b, c } = values;
    let conditions = pulls.iter().flat_map(|&pull| match which {
        Which::A => [(1.0, pull - c), (b, 0.0), (2.0 - b, 2.0 * (c - pull))],
        Which::BSquared => [(1.0 - a * (c - pull), 0.0), (0.0, 1.0), (2.0 + 2.0 * a * (c - pull), -1.0)],
        Which::C => [(1.0 + a * pull, -a), (b, 0.0), (2.0 - b - 2.0 * a * pull, 2.0 * a)],
    });
    let narrower = |(low, high): (f64, f64), (at_zero, slope): (f64, f64)| {
        let end = -at_zero / slope;
        match slope {
            slope if slope > 0.0 => (low.max(end), high),
            slope if slope < 0.0 => (low, high.min(end)),
            _ if at_zero > 0.0 => (low, high),
            _ => (f64::INFINITY, f64::NEG_INFINITY),
        }
    };
    Some(conditions.fold((f64::NEG_INFINITY, f64::INFINITY), narrower)).filter(|(low, high)| low < high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polynomial::Polynomial;
    use crate::random::{Purpose, fill_standard_normal, stream};
    use crate::theory::variance::Recursion;
    use crate::theory::{Stability, SudaForm, Verdict};

    #[test]
    fn inside_of_the_room_the_recursion_is_stable_and_outside_it_is_not() {
        let mut numbers = [0.0; 7];
        let mut stream = stream(5, Purpose::Data, 0, 0);
        let (mut inside, mut outside) = (0, 0);
        for _ in 0..3_000 {
            fill_standard_normal(&mut stream, &mut numbers);
            let [a, b_squared, c, first, second, alpha, moved] = numbers;
            let values = Values { a, b_squared: b_squared.abs(), c };
            let (curvatures, alpha) = ([first.abs(), second.abs()], alpha.abs());
            for which in [Which::A, Which::BSquared, Which::C] {
                let mut there = values;
                *match which {
                    Which::A => &mut there.a,
                    Which::BSquared => &mut there.b_squared,
                    Which::C => &mut there.c,
                } += moved;
                let value = match which {
                    Which::A => there.a,
                    Which::BSquared => there.b_squared,
                    Which::C => there.c,
                };
                let told = room(values, which, &curvatures.map(|c| alpha * c));
                let told = told.is_some_and(|(low, high)| low < value && value < high);
                // Constants, so that they have these values at every eigenvalue.
                let constant = |value: f64| Polynomial::new([value]);
                let form = SudaForm::new(constant(there.a), constant(there.b_squared), &constant(there.c));
                let stability = Stability::new(Recursion::Suda(&form), &[0.3], &curvatures);
                assert_eq!(told, stability.at(alpha).0 == Verdict::Stable, "{which:?} {there:?}");
                if told {
                    inside += 1;
                } else {
                    outside += 1;
                }
            }
        }
        assert!(inside > 500 && outside > 500, "{inside} {outside}");
    }
}
