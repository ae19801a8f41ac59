//! Means over trials, their confidence intervals, and straight-line fits.

use core::cmp::Ordering;
use core::f64::consts::{FRAC_PI_2, PI};

/// The 97.5 % point of the standard normal distribution.
const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// The arithmetic mean; NaN of an empty list.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The places 0, 1, …, `count` - 1 in ascending order of the values there; equal ones keep their order.
pub fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<_> = (0..count).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}

/// The unbiased sample variance Σ (v - mean)² / (m - 1); `None` below two values.
pub fn sample_variance(values: &[f64]) -> Option<f64> {
    let centre = mean(values);
    let squares = values.iter().map(|v| (v - centre) * (v - centre)).sum::<f64>();
    (values.len() > 1).then(|| squares / (values.len() - 1) as f64)
}

/// Half the width of the 95 % confidence interval of the mean of normal values, t √(s²/m) with
/// m - 1 degrees of freedom; `None` below two values, which determine no interval.
pub fn confidence_half_width(values: &[f64]) -> Option<f64> {
    let variance = sample_variance(values)?;
    Some(student_t_quantile(values.len() - 1) * (variance / values.len() as f64).sqrt())
}

/// The 97.5 % point of Student's t distribution, so that |t| stays below it with probability
/// 0.95. Zero degrees of freedom give infinity.
///
/// Up to 300 degrees of freedom ν the probability is the finite sum of Abramowitz and Stegun
/// 26.7.3–26.7.4 in the angle θ = arctan(t/√ν), inverted by Newton's method; above, the expansion
/// in 1/ν (their 26.7.5, and Goldberg and Levine's term after it) is exact to rounding. The
/// relative error stays below 2·10⁻¹⁴.
pub fn student_t_quantile(degrees_of_freedom: usize) -> f64 {
    if degrees_of_freedom == 0 {
        return f64::INFINITY;
    }
    let nu = degrees_of_freedom as f64;
    if degrees_of_freedom > 300 {
        return large_sample_quantile(nu);
    }
    // The probability is concave in θ on (0, π/2), so Newton's method from the left climbs to the
    // solution without overshooting; from θ = 0 it is there in at most a dozen steps.
    let mut theta = 0.0;
    for _ in 0..64 {
        let (probability, density) = central_probability(degrees_of_freedom, theta);
        let next = (theta + (0.95 - probability) / density).min(FRAC_PI_2);
        if next <= theta {
            break;
        }
        theta = next;
    }
    let (sine, cosine) = libm::sincos(theta);
    nu.sqrt() * sine / cosine
}

/// P(|T| ≤ √ν tan θ) and its derivative with respect to θ, for ν ≥ 1 and θ in [0, π/2).
fn central_probability(nu: usize, theta: f64) -> (f64, f64) {
    let (sine, cosine) = libm::sincos(theta);
    // Σ cⱼ cosʲ θ over the j below ν of ν's parity, with c₀ = c₁ = 1, cⱼ₊₂ = cⱼ (j+1)/(j+2).
    let odd = nu % 2 == 1;
    let (mut power, mut term, mut sum) = if odd { (1, cosine, 0.0) } else { (0, 1.0, 0.0) };
    while power < nu {
        sum += term;
        term *= cosine * cosine * (power + 1) as f64 / (power + 2) as f64;
        power += 2;
    }
    // The derivative is ν c_ν cos^(ν-1) θ, up to the factor of odd ν.
    let slope = nu as f64 * term / cosine;
    if odd { ((theta + sine * sum) * 2.0 / PI, slope * 2.0 / PI) } else { (sine * sum, slope) }
}

/// The expansion of the quantile in 1/ν to the fifth order.
fn large_sample_quantile(nu: f64) -> f64 {
    let x = NORMAL_QUANTILE;
    let s = x * x;
    let g1 = x * (s + 1.0) / 4.0;
    let g2 = x * ((5.0 * s + 16.0) * s + 3.0) / 96.0;
    let g3 = x * (((3.0 * s + 19.0) * s + 17.0) * s - 15.0) / 384.0;
    let g4 = x * ((((79.0 * s + 776.0) * s + 1482.0) * s - 1920.0) * s - 945.0) / 92_160.0;
    let g5 = x * (((((27.0 * s + 339.0) * s + 930.0) * s - 1782.0) * s - 765.0) * s + 17955.0) / 368_640.0;
    x + (g1 + (g2 + (g3 + (g4 + g5 / nu) / nu) / nu) / nu) / nu
}

/// A straight line fitted by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The slope.
    pub slope: f64,
    /// The value at zero.
    pub intercept: f64,
    /// Half the width of the slope's 95 % confidence interval under independent normal errors;
    /// infinite for two points, which leave no degree of freedom.
    pub slope_half_width: f64,
}

/// The least-squares line through the points (x, y); `None` unless there are two different x and
/// all numbers are finite.
pub fn fit_line(points: &[(f64, f64)]) -> Option<Line> {
    let m = points.len() as f64;
    let (sum_x, sum_y) = points.iter().fold((0.0, 0.0), |(sx, sy), &(x, y)| (sx + x, sy + y));
    let (mean_x, mean_y) = (sum_x / m, sum_y / m);
    let (xx, xy) = points
        .iter()
        .fold((0.0, 0.0), |(xx, xy), &(x, y)| (xx + (x - mean_x) * (x - mean_x), xy + (x - mean_x) * (y - mean_y)));
    if !(xx > 0.0 && xx.is_finite() && xy.is_finite()) {
        return None;
    }
    let slope = xy / xx;
    let intercept = mean_y - slope * mean_x;
    let residual = |&(x, y): &(f64, f64)| y - intercept - slope * x;
    let squares = points.iter().map(|point| residual(point) * residual(point)).sum::<f64>();
    let slope_half_width = match points.len() - 2 {
        0 => f64::INFINITY,
        freedom => student_t_quantile(freedom) * (squares / freedom as f64 / xx).sqrt(),
    };
    Some(Line { slope, intercept, slope_half_width })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Roots of the regularised incomplete beta function in 40 digits, computed with mpmath.
    const QUANTILES: [(usize, f64); 12] = [
        (3, 3.182_446_305_283_71),
        (4, 2.776_445_105_197_794),
        (5, 2.570_581_835_636_316),
        (9, 2.262_157_162_798_206),
        (10, 2.228_138_851_986_275),
        (29, 2.045_229_642_132_704),
        (30, 2.042_272_456_301_238),
        (99, 1.984_216_951_586_418),
        (100, 1.983_971_518_523_552),
        (499, 1.964_729_390_987_689),
        (301, 1.967_876_531_285_695),
        (1_000_000, 1.959_966_356_814_107),
    ];

    #[test]
    fn quantiles_are_the_known_ones() {
        // One and two degrees of freedom have closed forms.
        let one = libm::tan(0.475 * PI);
        let two = 0.95 * (2.0 / (1.0 - 0.95 * 0.95_f64)).sqrt();
        for (nu, expected) in QUANTILES.iter().chain(&[(1, one), (2, two)]) {
            let got = student_t_quantile(*nu);
            assert!((got / expected - 1.0).abs() < 2e-14, "ν = {nu}: {got} against {expected}");
        }
        assert_eq!(student_t_quantile(0), f64::INFINITY);
        assert_eq!(student_t_quantile(usize::MAX), NORMAL_QUANTILE);
    }

    #[test]
    fn the_two_ways_to_the_quantile_meet() {
        let (below, above) = (student_t_quantile(300), large_sample_quantile(300.0));
        assert!((below / above - 1.0).abs() < 2e-14, "{below} against {above}");
    }

    #[test]
    fn intervals_follow_their_definition() {
        let values = [1.0, 2.0, 4.0, 9.0];
        assert_eq!(mean(&values), 4.0);
        assert_eq!(sample_variance(&values), Some(38.0 / 3.0));
        let half = confidence_half_width(&values).unwrap();
        assert!((half - student_t_quantile(3) * (38.0 / 12.0_f64).sqrt()).abs() < 1e-14);
        assert_eq!(confidence_half_width(&[3.0]), None);
        assert_eq!(confidence_half_width(&[]), None);
        assert_eq!(confidence_half_width(&[2.0, 2.0, 2.0]), Some(0.0));
    }

    #[test]
    fn a_line_is_found_and_its_interval_is_right() {
        let line = fit_line(&[(0.0, 1.0), (1.0, 3.0), (3.0, 7.0)]).unwrap();
        assert!((line.slope - 2.0).abs() < 1e-15 && (line.intercept - 1.0).abs() < 1e-15);
        assert!(line.slope_half_width < 1e-14);
        // Residuals ±1/2, ∓1/2 at x = 0, 1, 2, 3 with slope 0.2: by hand, s² = 0.4, Σ(x-x̄)² = 5.
        let line = fit_line(&[(0.0, 0.0), (1.0, 1.0), (2.0, 0.0), (3.0, 1.0)]).unwrap();
        assert!((line.slope - 0.2).abs() < 1e-15);
        assert!((line.slope_half_width - student_t_quantile(2) * (0.4 / 5.0_f64).sqrt()).abs() < 1e-15);
        assert_eq!(fit_line(&[(1.0, 2.0), (2.0, 4.0)]).unwrap().slope_half_width, f64::INFINITY);
        assert_eq!(fit_line(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(fit_line(&[(1.0, 2.0)]), None);
        assert_eq!(fit_line(&[]), None);
        assert_eq!(fit_line(&[(1.0, 2.0), (2.0, f64::NAN), (3.0, 1.0)]), None);
    }
}
