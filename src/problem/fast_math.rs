//! Short vectors of numbers, and the exponential in the form that the logistic loss needs.
//!
//! Only + - × / and bit operations: the bits of a result are the same for every length of vector
//! and on every target.

use std::ops::{Add, Div, Mul, Sub};

use wide::{f64x2, f64x4, f64x8, u64x2, u64x4, u64x8};

/// N numbers that are worked on together.
pub trait Vector<const N: usize>:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn splat(value: f64) -> Self;
    fn load(numbers: [f64; N]) -> Self;
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
    ($($vector:ident, $bits:ident, $n:literal;)*) => {$(
        impl Vector<$n> for $vector {
            #[inline]
            fn splat(value: f64) -> Self {
                Self::splat(value)
            }

            #[inline]
            fn load(numbers: [f64; $n]) -> Self {
                wide::bytemuck::cast(numbers)
            }

            #[inline]
            fn store(self) -> [f64; $n] {
                wide::bytemuck::cast(self)
            }

            #[inline]
            fn clamp(self, low: f64, high: f64) -> Self {
                let (low, high) = (Self::splat(low), Self::splat(high));
                // Each target's minimum is one comparison and one choice. On WebAssembly the first
                // operand wins when the comparison fails, elsewhere the second.
                if cfg!(target_arch = "wasm32") {
                    self.fast_min(high).fast_max(low)
                } else {
                    low.fast_max(high.fast_min(self))
                }
            }

            #[inline]
            fn abs(self) -> Self {
                self.abs()
            }

            #[inline]
            fn max(self, other: Self) -> Self {
                // As above.
                if cfg!(target_arch = "wasm32") { self.fast_max(other) } else { other.fast_max(self) }
            }

            #[inline]
            fn above_zero(self) -> Self {
                self.simd_gt(Self::splat(0.0)) & Self::splat(1.0)
            }

            #[inline]
            fn shift_bits_left(self, by: u32) -> Self {
                wide::bytemuck::cast(wide::bytemuck::cast::<Self, $bits>(self) << by)
            }
        }
    )*};
}

vector! {
    f64x2, u64x2, 2;
    f64x4, u64x4, 4;
    f64x8, u64x8, 8;
}

/// 1 / (1 + 2^u), to 2 ulp.
///
/// Exactly 0 for u above 1023.5 and exactly 1 for u below -54; NaN stays NaN.
#[inline]
pub fn logistic2<V: Vector<N>, const N: usize>(u: V) -> V {
    let (above, below) = exponential2(u);
    below / (below + above)
}

/// 2^-|u|, to 2 ulp, where it is above 2^-1000.
#[inline]
pub fn decay2<V: Vector<N>, const N: usize>(u: V) -> V {
    let (above, below) = exponential2(V::splat(0.0) - u.abs());
    above / below
}

/// tanh(u (ln 2) / 2), to 3 ulp; NaN stays NaN.
///
/// With 2^u = p (R + f) / (R - f) it is (2^u - 1) / (2^u + 1) =
/// ((p - 1) R + (p + 1) f) / ((p + 1) R + (p - 1) f), where nothing cancels: p is 1, or |f| is far
/// below R.
#[inline]
pub fn tanh2<V: Vector<N>, const N: usize>(u: V) -> V {
    // Beyond 64 it is ±1 to the last bit.
    let (power, f, even) = split2(u.clamp(-64.0, 64.0));
    let (less, more) = (power - V::splat(1.0), power + V::splat(1.0));
    (less * even + more * f) / (more * even + less * f)
}

/// 2^u as a fraction, for u clamped to [-1000, 1024], at whose upper end the fraction is infinite.
///
/// A quotient of the two sides costs one division, which a caller can combine with its own.
#[inline]
fn exponential2<V: Vector<N>, const N: usize>(u: V) -> (V, V) {
    let (power, f, even) = split2(u.clamp(-1000.0, 1024.0));
    (power * (even + f), even - f)
}

/// The parts of 2^u for u in [-1000, 1024]: with u = n + f, |f| ≤ 1/2, n an integer, 2^u =
/// 2ⁿ (R + f) / (R - f), where the even function R(f) = f coth(f (ln 2) / 2) is a polynomial in f².
/// Returns 2ⁿ, f and R.
#[inline]
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
    let shifted = u + V::splat(ROUND);
    let power = shifted.shift_bits_left(52);
    let f = u - (shifted - V::splat(ROUND));
    let square = f * f;
    let mut even = V::splat(R[5]);
    for coefficient in [R[4], R[3], R[2], R[1], R[0]] {
        even = even * square + V::splat(coefficient);
    }
    (power, f, even)
}

impl Vector<1> for f64 {
    #[inline]
    fn splat(value: f64) -> Self {
        value
    }

    #[inline]
    fn load([number]: [f64; 1]) -> Self {
        number
    }

    #[inline]
    fn store(self) -> [f64; 1] {
        [self]
    }

    #[inline]
    fn clamp(self, low: f64, high: f64) -> Self {
        self.clamp(low, high)
    }

    #[inline]
    fn abs(self) -> Self {
        self.abs()
    }

    #[inline]
    fn max(self, other: Self) -> Self {
        if other > self { other } else { self }
    }

    #[inline]
    fn above_zero(self) -> Self {
        f64::from(u8::from(self > 0.0))
    }

    #[inline]
    fn shift_bits_left(self, by: u32) -> Self {
        Self::from_bits(self.to_bits() << by)
    }
}

#[cfg(test)]
mod tests {
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
        fn check<V: Vector<N>, const N: usize>() {
            for i in -30_000..30_000 {
                let u = f64::from(i) * 0.047_11;
                let numbers: [f64; N] =
                    std::array::from_fn(|l| if i % 7 == 0 && l == 1 { f64::NAN } else { u + l as f64 });
                let vector = V::load(numbers);
                let other = V::splat(f64::from(i % 1_000));
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
        check::<f64x2, 2>();
        check::<f64x4, 4>();
        check::<f64x8, 8>();
    }
}
