//! Short vectors of numbers, and the exponential in the form that the logistic loss needs.
//!
//! Only + - × / and bit operations: the bits of a result are the same for every length of vector
//! and on every target.
//!
//! All that works on vectors is inlined into what [`fearless_simd::dispatch`] calls: only there the compiler may use the
//! instructions that `S` stands for, and closures that it does not inline would be calls for every operation.

use std::ops::{Add, Div, Mul, Neg, Sub};

use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdFrom, f64x2, f64x4, f64x8};

/// N numbers that are worked on together.
pub trait Vector<const N: usize>:
    Copy
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Add<f64, Output = Self>
    + Sub<f64, Output = Self>
    + Mul<f64, Output = Self>
{
    /// What proves that the processor has the vector's instructions.
    type Proof: Copy;

    fn splat(proof: Self::Proof, value: f64) -> Self;
    fn load(proof: Self::Proof, numbers: [f64; N]) -> Self;
    fn store(self) -> [f64; N];
    /// Moves each number into [low, high]; NaN stays NaN.
    fn clamp(self, low: f64, high: f64) -> Self;
    fn abs(self) -> Self;
    /// The greater of two numbers; the first where a number is NaN.
    fn max(self, other: Self) -> Self;
    /// 1 where the number is above 0, else 0, also for NaN.
    fn above_zero(self) -> Self;
    /// The numbers whose bits are those of these, shifted left.
    fn shift_bits_left(self, by: u32) -> Self;
}

macro_rules! vector {
    ($($vector:ident, $n:literal;)*) => {$(
        impl<S: Simd> Vector<$n> for $vector<S> {
            type Proof = S;

            #[inline(always)]
            fn splat(simd: S, value: f64) -> Self {
                SimdBase::splat(simd, value)
            }

            #[inline(always)]
            fn load(simd: S, numbers: [f64; $n]) -> Self {
                Self::simd_from(simd, numbers)
            }

            #[inline(always)]
            fn store(self) -> [f64; $n] {
                self.into()
            }

            #[inline(always)]
            fn clamp(self, low: f64, high: f64) -> Self {
                let (low, high): (Self, Self) = (SimdBase::splat(self.simd, low), SimdBase::splat(self.simd, high));
                self.lesser(high).greater(low)
            }

            #[inline(always)]
            fn abs(self) -> Self {
                SimdBase::abs(self)
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                self.greater(other)
            }

            #[inline(always)]
            fn above_zero(self) -> Self {
                let (zero, one): (Self, Self) = (SimdBase::splat(self.simd, 0.0), SimdBase::splat(self.simd, 1.0));
                self.simd_gt(zero).select(one, zero)
            }

            #[inline(always)]
            fn shift_bits_left(self, by: u32) -> Self {
                Self::from_bits(self.to_bits() << by)
            }
        }
    )*};
}

vector! {
    f64x2, 2;
    f64x4, 4;
    f64x8, 8;
}

/// The lesser and the greater of two numbers, the first where they are equal or one is NaN, in one instruction where there is
/// one.
trait Choice {
    fn lesser(self, other: Self) -> Self;
    fn greater(self, other: Self) -> Self;
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! choice {
    ($($vector:ident),*) => {$(
        impl<S: Simd> Choice for $vector<S> {
            #[inline(always)]
            fn lesser(self, other: Self) -> Self {
                // On x86 the second operand wins when the comparison fails.
                if cfg!(target_arch = "x86_64") { SimdBase::min(other, self) } else { other.simd_lt(self).select(other, self) }
            }

            #[inline(always)]
            fn greater(self, other: Self) -> Self {
                if cfg!(target_arch = "x86_64") { SimdBase::max(other, self) } else { other.simd_gt(self).select(other, self) }
            }
        }
    )*};
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
choice!(f64x2, f64x4, f64x8);

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod choice {
    use core::arch::wasm32::{f64x2_pmax, f64x2_pmin};

    use fearless_simd::{Simd, SimdCombine, SimdFrom, SimdSplit, f64x2, f64x4, f64x8};

    use super::Choice;

    impl<S: Simd> Choice for f64x2<S> {
        #[inline(always)]
        fn lesser(self, other: Self) -> Self {
            Self::simd_from(self.simd, f64x2_pmin(self.into(), other.into()))
        }

        #[inline(always)]
        fn greater(self, other: Self) -> Self {
            Self::simd_from(self.simd, f64x2_pmax(self.into(), other.into()))
        }
    }

    macro_rules! by_halves {
        ($($vector:ident),*) => {$(
            impl<S: Simd> Choice for $vector<S> {
                #[inline(always)]
                fn lesser(self, other: Self) -> Self {
                    let ((a, b), (c, d)) = (self.split(), other.split());
                    a.lesser(c).combine(b.lesser(d))
                }

                #[inline(always)]
                fn greater(self, other: Self) -> Self {
                    let ((a, b), (c, d)) = (self.split(), other.split());
                    a.greater(c).combine(b.greater(d))
                }
            }
        )*};
    }

    by_halves!(f64x4, f64x8);
}

/// 1 / (1 + 2^u), to 2 ulp.
///
/// Exactly 0 for u above 1023.5 and exactly 1 for u below -54; NaN stays NaN.
#[inline(always)]
pub fn logistic2<V: Vector<N>, const N: usize>(u: V) -> V {
    let (above, below) = exponential2(u);
    below / (below + above)
}

/// 2^-|u|, to 2 ulp, where it is above 2^-1000.
#[inline(always)]
pub fn decay2<V: Vector<N>, const N: usize>(u: V) -> V {
    let (above, below) = decay2_fraction(u);
    above / below
}

/// [`decay2`] as a fraction, whose denominator is between 2 and 4.
#[inline(always)]
pub fn decay2_fraction<V: Vector<N>, const N: usize>(u: V) -> (V, V) {
    exponential2(-u.abs())
}

/// tanh(u (ln 2) / 2), to 3 ulp; NaN stays NaN.
///
/// With 2^u = p (R + f) / (R - f) it is (2^u - 1) / (2^u + 1) =
/// ((p - 1) R + (p + 1) f) / ((p + 1) R + (p - 1) f), where nothing cancels: p is 1, or |f| is far
/// below R.
#[inline(always)]
pub fn tanh2<V: Vector<N>, const N: usize>(u: V) -> V {
    // Beyond 64 it is ±1 to the last bit.
    let (power, f, even) = split2(u.clamp(-64.0, 64.0));
    let (less, more) = (power - 1.0, power + 1.0);
    (less * even + more * f) / (more * even + less * f)
}

/// 2^u as a fraction, for u clamped to [-1000, 1024], at whose upper end the fraction is infinite.
///
/// A quotient of the two sides costs one division, which a caller can combine with its own.
#[inline(always)]
fn exponential2<V: Vector<N>, const N: usize>(u: V) -> (V, V) {
    let (power, f, even) = split2(u.clamp(-1000.0, 1024.0));
    (power * (even + f), even - f)
}

/// The parts of 2^u for u in [-1000, 1024]: with u = n + f, |f| ≤ 1/2, n an integer, 2^u =
/// 2ⁿ (R + f) / (R - f), where the even function R(f) = f coth(f (ln 2) / 2) is a polynomial in f².
/// Returns 2ⁿ, f and R.
#[inline(always)]
fn split2<V: Vector<N>, const N: usize>(u: V) -> (V, V, V) {
    // Adding this number rounds to an integer, and leaves n + 1023 in the lowest bits.
    const ROUND: f64 = 6_755_399_441_055_744.0 + 1023.0;
    // The minimax polynomial: 2^f is off by 1.4e-19 at most, relatively.
    const R: [f64; 6] = [
        2.885_390_081_777_926_8,
        0.115_524_530_093_322_6,
        -0.000_925_068_477_695_279_7,
        0.000_010_582_188_295_703,
        -1.271_013_850_009_241_3e-7,
        1.526_979_050_753_881e-9,
    ];
    let shifted = u + ROUND;
    let power = shifted.shift_bits_left(52);
    let f = u - (shifted - ROUND);
    let square = f * f;
    let mut even = square * R[5] + R[4];
    for coefficient in [R[3], R[2], R[1], R[0]] {
        even = even * square + coefficient;
    }
    (power, f, even)
}

impl Vector<1> for f64 {
    type Proof = ();

    #[inline(always)]
    fn splat((): (), value: f64) -> Self {
        value
    }

    #[inline(always)]
    fn load((): (), [number]: [f64; 1]) -> Self {
        number
    }

    #[inline(always)]
    fn store(self) -> [f64; 1] {
        [self]
    }

    #[inline(always)]
    fn clamp(self, low: f64, high: f64) -> Self {
        self.clamp(low, high)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if other > self { other } else { self }
    }

    #[inline(always)]
    fn above_zero(self) -> Self {
        f64::from(u8::from(self > 0.0))
    }

    #[inline(always)]
    fn shift_bits_left(self, by: u32) -> Self {
        Self::from_bits(self.to_bits() << by)
    }
}

#[cfg(test)]
pub mod levels {
    use fearless_simd::Level;

    /// The instruction sets of this processor, from the one that the crate is compiled for to the best.
    pub fn all() -> Vec<Level> {
        let best = Level::new();
        #[cfg(target_arch = "x86_64")]
        let between = [best.as_sse4_2().map(Level::Sse4_2), best.as_avx2().map(Level::Avx2)];
        #[cfg(not(target_arch = "x86_64"))]
        let between: [Option<Level>; 0] = [];
        [Level::baseline()].into_iter().chain(between.into_iter().flatten()).chain([best]).collect()
    }

    /// Runs it with every instruction set: the bits must be equal. NaN is one number.
    pub fn give_the_same(run: impl Fn(Level) -> Vec<f64>) {
        let bits = |level| run(level).iter().map(|x| if x.is_nan() { !0 } else { x.to_bits() }).collect::<Vec<_>>();
        let all = all();
        for level in &all[1..] {
            assert_eq!(bits(*level), bits(all[0]), "{level:?} and {:?}", all[0]);
        }
    }

    /// Numbers at which functions may go astray, after one that is ordinary.
    pub const ODD: [f64; 9] = [0.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 1e-310, -0.0, 745.0];

    /// Every eleventh of the numbers replaced by that one.
    pub fn spoilt(numbers: &[f64], by: f64) -> Vec<f64> {
        numbers.iter().enumerate().map(|(i, &number)| if i % 11 == 3 { by } else { number }).collect()
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::dispatch;

    use super::*;

    /// The distance in units in the last place of the reference.
    fn ulps(value: f64, reference: f64) -> f64 {
        (value - reference).abs() / (f64::from_bits(reference.to_bits() + 1) - reference)
    }

    #[test]
    fn agrees_with_libm() {
        let wide = (-250_000..=250_000).map(|i| f64::from(i) * 0.003_987);
        let near = (-50_000..=50_000).map(|i| f64::from(i) * 0.000_093_1);
        for u in wide.chain(near) {
            // Off by 1 ulp at most.
            let power = libm::exp2(-u.abs());
            let decay: f64 = decay2(u);
            assert!(ulps(decay, power) <= 3.0, "2^-|{u}|");
            let logistic: f64 = logistic2(u);
            let reference = if u > 0.0 { power / (1.0 + power) } else { 1.0 / (1.0 + power) };
            assert!(ulps(logistic, reference) <= 4.0, "1 / (1 + 2^{u})");
            let tanh: f64 = tanh2(u);
            let reference = libm::tanh(u * (std::f64::consts::LN_2 / 2.0));
            assert!(ulps(tanh.abs(), reference.abs()) <= 6.0, "tanh({u} (ln 2) / 2): {tanh} and {reference}");
        }
    }

    #[test]
    fn the_ends_are_exact() {
        for (u, expected) in [(f64::INFINITY, 0.0), (1e300, 0.0), (1023.6, 0.0), (-54.1, 1.0), (f64::NEG_INFINITY, 1.0)]
        {
            assert_eq!(logistic2::<f64, 1>(u), expected);
        }
        assert_eq!(logistic2::<f64, 1>(0.0), 0.5);
        for (u, expected) in [(f64::INFINITY, 1.0), (56.0, 1.0), (0.0, 0.0), (-1e300, -1.0)] {
            assert_eq!(tanh2::<f64, 1>(u), expected);
        }
        // Tiny numbers keep their digits.
        let tiny: f64 = tanh2(1e-200);
        assert!((tiny / (1e-200 * std::f64::consts::LN_2 / 2.0) - 1.0).abs() < 1e-15);
        assert!(tanh2::<f64, 1>(f64::NAN).is_nan());
        assert!(logistic2::<f64, 1>(f64::NAN).is_nan() && decay2::<f64, 1>(f64::NAN).is_nan());
    }

    #[test]
    fn vectors_have_the_bits_of_numbers() {
        fn check<V: Vector<N>, const N: usize>(proof: V::Proof) {
            for i in -30_000..30_000 {
                let u = f64::from(i) * 0.047_11;
                let numbers: [f64; N] =
                    std::array::from_fn(|l| if i % 7 == 0 && l == 1 { f64::NAN } else { u + l as f64 });
                let vector = V::load(proof, numbers);
                let other = V::splat(proof, f64::from(i % 1_000));
                let greater = [vector.max(other), other.max(vector)];
                let functions =
                    [logistic2(vector), decay2(vector), tanh2(vector), vector.above_zero(), greater[0], greater[1]]
                        .map(V::store);
                for (l, &u) in numbers.iter().enumerate() {
                    let other = f64::from(i % 1_000);
                    let greater = [Vector::max(u, other), Vector::max(other, u)];
                    let one = [logistic2::<f64, 1>(u), decay2(u), tanh2(u), u.above_zero(), greater[0], greater[1]];
                    for (of_vector, of_number) in functions.iter().zip(one) {
                        if of_number.is_nan() {
                            assert!(of_vector[l].is_nan());
                        } else {
                            assert_eq!(of_vector[l].to_bits(), of_number.to_bits());
                        }
                    }
                }
            }
        }
        fn check_all<S: Simd>(simd: S) {
            check::<f64x2<S>, 2>(simd);
            check::<f64x4<S>, 4>(simd);
            check::<f64x8<S>, 8>(simd);
        }
        for level in levels::all() {
            dispatch!(level, simd => check_all(simd));
        }
    }
}
