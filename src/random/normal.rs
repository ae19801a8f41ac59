//! Standard normal variates by the ziggurat method (Marsaglia and Tsang, J. Stat. Softw. 5(8),
//! 2000), with the functions of the `libm` crate alone: implementations in use call the platform's
//! own `exp` and `ln`, and do not promise the same variates for ever.
//!
//! The density exp(-x²/2), x ≥ 0, is covered by layers of one area: layer 0 is the rectangle below
//! the density at R together with the tail beyond R, the others are rectangles, each on top of the
//! one before. A point that is drawn in a layer's part that lies wholly below the density, nearly
//! always, costs a multiplication and a comparison.

use std::sync::LazyLock;

use rand::RngExt;

const LAYERS: usize = 256;
/// Where the tail begins, for which the top of the last layer is exp(0).
const R: f64 = 3.654_152_885_361_009;

/// The right ends of the layers and the density there, from the bottom up; layer 0's end is that of
/// a rectangle of its area.
struct Layers {
    x: [f64; LAYERS + 1],
    density: [f64; LAYERS + 1],
}

static TABLE: LazyLock<Layers> = LazyLock::new(|| {
    let tail = (core::f64::consts::PI / 2.0).sqrt() * libm::erfc(R / core::f64::consts::SQRT_2);
    let area = R * density(R) + tail;
    let mut x = [0.0; LAYERS + 1];
    x[0] = area / density(R);
    x[1] = R;
    for i in 2..LAYERS {
        x[i] = (-2.0 * libm::log(area / x[i - 1] + density(x[i - 1]))).sqrt();
    }
    Layers { x, density: x.map(density) }
});

fn density(x: f64) -> f64 {
    libm::exp(-x * x / 2.0)
}

/// Fills `out` with independent standard normal variates.
pub fn fill_standard_normal(rng: &mut impl RngExt, out: &mut [f64]) {
    let table = &*TABLE;
    for variate in out {
        *variate = draw(rng, table);
    }
}

#[inline]
fn draw(rng: &mut impl RngExt, table: &Layers) -> f64 {
    // A round ends the loop with probability 0.99.
    loop {
        let bits = rng.random::<u64>();
        // The layer from the lowest bits, a number in [-1, 1) from the highest.
        let layer = usize::from(bits.to_le_bytes()[0]);
        let u = f64::from_bits((bits >> 12) | 2_f64.to_bits()) - 3.0;
        let x = u * table.x[layer];
        if x.abs() < table.x[layer + 1] {
            return x;
        }
        if layer == 0 {
            return tail(rng).copysign(u);
        }
        let [below, above] = [table.density[layer], table.density[layer + 1]];
        if below + (above - below) * rng.random::<f64>() < density(x) {
            return x;
        }
    }
}

/// A variate given that it is above R.
#[cold]
fn tail(rng: &mut impl RngExt) -> f64 {
    loop {
        // 1 - u lies in (0, 1], where the logarithm is finite.
        let x = -libm::log(1.0 - rng.random::<f64>()) / R;
        let y = -libm::log(1.0 - rng.random::<f64>());
        if 2.0 * y > x * x {
            return R + x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, stream};

    #[test]
    fn the_layers_close_at_the_top() {
        let Layers { x, density } = &*TABLE;
        let area = x[0] * density[1];
        for i in 1..LAYERS {
            assert!((x[i] * (density[i + 1] - density[i]) - area).abs() < 1e-12, "layer {i}");
        }
        assert_eq!(density[LAYERS], 1.0);
    }

    #[test]
    fn variates_have_the_normal_distribution() {
        let mut values = vec![0.0; 1_000_000];
        fill_standard_normal(&mut stream(2, Purpose::Noise, 0, 0), &mut values);
        let n = values.len() as f64;
        // Bins of the central part, of the wedges and of the tail, on either side.
        let ends = [0.0, 0.1, 0.3, 0.6, 1.0, 1.5, 2.0, 2.5, 3.0, 3.4, R, 3.8, 4.2];
        let below = |x: f64| libm::erfc(-x / core::f64::consts::SQRT_2) / 2.0;
        for sign in [-1.0, 1.0] {
            for (i, &low) in ends.iter().enumerate() {
                let high = ends.get(i + 1).copied().unwrap_or(f64::INFINITY);
                let expected = n * (below(-low) - below(-high));
                let count = values.iter().filter(|&v| (low..high).contains(&(sign * v))).count() as f64;
                assert!((count - expected).abs() < 5.0 * expected.sqrt() + 1.0, "[{low}, {high}): {count}, {expected}");
            }
        }
    }
}
