//! Proportions drawn from a symmetric Dirichlet distribution.

use rand::RngExt;

use super::fill_standard_normal;

/// Fills `out` with a point of the simplex (numbers that are not negative and sum to 1) from the
/// Dirichlet distribution of that concentration, above 0: small ones give nearly everything to one
/// place, large ones nearly equal shares.
///
/// The shares are gamma variates over their sum (Marsaglia and Tsang, ACM TOMS 26(3), 2000, with
/// their boost for shapes below 1), kept as logarithms: with a small concentration all of them may
/// be too small for a number.
pub fn fill_dirichlet(rng: &mut impl RngExt, concentration: f64, out: &mut [f64]) {
    for share in &mut *out {
        *share = log_gamma_variate(rng, concentration);
    }
    let greatest = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    out.iter_mut().for_each(|share| *share = libm::exp(*share - greatest));
    let sum: f64 = out.iter().sum();
    out.iter_mut().for_each(|share| *share /= sum);
}

/// The logarithm of a gamma variate of that shape and scale 1.
fn log_gamma_variate(rng: &mut impl RngExt, shape: f64) -> f64 {
    // 1 - u lies in (0, 1], where the logarithm is finite.
    let boost = libm::log(1.0 - rng.random::<f64>()) / shape;
    let d = shape + 1.0 - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    // A round ends the loop with probability 0.95 at least.
    loop {
        let mut x = [0.0];
        fill_standard_normal(rng, &mut x);
        let [x] = x;
        let root = 1.0 + c * x;
        if root <= 0.0 {
            continue;
        }
        let v = root * root * root;
        let u = 1.0 - rng.random::<f64>();
        if libm::log(u) < 0.5 * x * x + d - d * v + d * libm::log(v) {
            return libm::log(d * v) + boost;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, stream};

    #[test]
    fn shares_have_the_moments_of_the_distribution() {
        const PLACES: usize = 5;
        const DRAWS: u32 = 20_000;
        for concentration in [0.05, 0.7, 1.0, 4.0] {
            let mut rng = stream(3, Purpose::Data, 0, 0);
            let (mut first, mut second) = ([0.0; PLACES], [0.0; PLACES]);
            for _ in 0..DRAWS {
                let mut shares = [0.0; PLACES];
                fill_dirichlet(&mut rng, concentration, &mut shares);
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                for (place, share) in shares.into_iter().enumerate() {
                    assert!(share >= 0.0);
                    first[place] += share / f64::from(DRAWS);
                    second[place] += share * share / f64::from(DRAWS);
                }
            }
            let k = PLACES as f64;
            let square = (concentration + 1.0) / (k * (k * concentration + 1.0));
            for place in 0..PLACES {
                assert!((first[place] - 1.0 / k).abs() < 0.015, "{concentration}: {first:?}");
                assert!((second[place] - square).abs() < 0.015, "{concentration}: {second:?} for {square}");
            }
        }
    }

    #[test]
    fn extreme_concentrations_give_proportions() {
        for concentration in [1e-6, 1e-3, 1e4] {
            for seed in 0..50 {
                let mut shares = [0.0; 7];
                fill_dirichlet(&mut stream(seed, Purpose::Data, 0, 0), concentration, &mut shares);
                assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            }
        }
    }
}
