//! The exponential in the forms that the logistic loss needs, from + - × / alone.
//!
//! Written so that a loop over a slice vectorises, and so that the bits of a result are the
//! same in every loop and on every target.

/// The logistic function of -t, 1 / (1 + exp(t)), to 2 ulp.
///
/// Exactly 0 for t above 709.5 and exactly 1 for t below -37.5; NaN stays NaN.
#[inline]
pub fn logistic_of_negative(t: f64) -> f64 {
    let (above, below) = exponential(t);
    below / (below + above)
}

/// exp(-|t|), to 2 ulp of 1.
#[inline]
pub fn decay(t: f64) -> f64 {
    let (above, below) = exponential(-t.abs());
    above / below
}

/// exp(t) as a fraction, for t clamped to [-708, 710], at whose upper end the fraction is ∞.
///
/// With t = n ln 2 + r, |r| ≤ (ln 2)/2: exp(t) = 2ⁿ (R + r) / (R - r), where the even function
/// R(r) = r coth(r/2) is a polynomial in r². A quotient of the two sides costs one division,
/// which a caller can combine with its own.
#[inline]
fn exponential(t: f64) -> (f64, f64) {
    // Adding this number rounds to an integer, and leaves n + 1023 in the lowest bits.
    const ROUND: f64 = 6_755_399_441_055_744.0 + 1023.0;
    // The upper part of ln 2 has 21 zero bits at its end, so that its product with n is exact.
    const LN_2_UPPER: f64 = 6.931_471_803_691_238e-1;
    const LN_2_LOWER: f64 = 1.908_214_929_270_587_7e-10;
    // The minimax polynomial: exp(r) is off by 1.4e-19 at most, relatively.
    const R: [f64; 6] = [
        2.0,
        0.166_666_666_666_664_33,
        -0.002_777_777_777_622_394,
        0.000_066_137_561_703_897_53,
        -1.653_377_623_578_022_3e-6,
        4.134_318_486_969_337e-8,
    ];
    // Comparisons rather than `clamp`: NaN goes through, and one instruction does it.
    let t = if 710.0 < t { 710.0 } else { t };
    let t = if t < -708.0 { -708.0 } else { t };
    let shifted = t * core::f64::consts::LOG2_E + ROUND;
    let power = f64::from_bits(shifted.to_bits() << 52);
    let n = shifted - ROUND;
    let r = (t - n * LN_2_UPPER) - n * LN_2_LOWER;
    let square = r * r;
    let even = R[0] + square * (R[1] + square * (R[2] + square * (R[3] + square * (R[4] + square * R[5]))));
    (power * (even + r), even - r)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distance in units in the last place of the reference.
    fn ulps(value: f64, reference: f64) -> f64 {
        (value - reference).abs() / (f64::from_bits(reference.to_bits() + 1) - reference)
    }

    /// -720, …, 720 in uneven steps, and points near 0.
    fn points() -> impl Iterator<Item = f64> {
        let wide = (-200_000..=200_000).map(|i| f64::from(i) * 0.003_541_7);
        let near = (-40_000..=40_000).map(|i| f64::from(i) * 0.000_093_1);
        wide.chain(near)
    }

    #[test]
    fn agrees_with_libm() {
        for t in points() {
            let e = libm::exp(-t.abs());
            assert!(ulps(1.0 + decay(t), 1.0 + e) <= 1.0, "exp(-|{t}|)");
            // 1 / (1 + exp(t)) without cancellation: libm's own error is below 1 ulp.
            let reference = if t > 0.0 { e / (1.0 + e) } else { 1.0 / (1.0 + e) };
            if reference > 1e-300 {
                assert!(
                    ulps(logistic_of_negative(t), reference) <= 4.0,
                    "{t}: {}",
                    ulps(logistic_of_negative(t), reference)
                );
            }
        }
    }
}
