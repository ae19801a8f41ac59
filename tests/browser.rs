//! Truths that hold bit for bit natively and in a browser: `cargo test` runs this file natively,
//! `wasm-pack test --headless --chrome` runs it in Chrome.

use suda::problem::logistic_kernel;
use suda::random::{Purpose, fill_standard_normal, stream};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn normal_variates_are_pinned() {
    let mut values = [0.0; 4];
    fill_standard_normal(&mut stream(20_211_014, Purpose::Noise, 3, 5), &mut values);
    assert_eq!(
        values,
        [-0.192_047_082_880_796_33, 0.236_050_491_700_215_5, 0.958_919_956_397_490_7, 2.167_630_787_879_644_6]
    );
}

/// Numbers in [-2, 2) without a pattern.
fn scattered(count: u32) -> Vec<f64> {
    (0..count).map(|i| f64::from(i.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 22) - 2.0).collect()
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn gradients_and_losses_are_pinned() {
    let (dimension, samples, lanes) = (5, 131, 15);
    let (features, x) = (scattered(dimension * samples), scattered(dimension * lanes));
    let (mut slopes, mut losses) = (vec![0.0; x.len()], vec![0.0; lanes as usize]);
    logistic_kernel::gradient(&features, dimension as usize, lanes as usize, &x, &mut slopes);
    logistic_kernel::loss(&features, dimension as usize, lanes as usize, &x, &mut losses);
    // Every bit counts.
    let digest = |numbers: &[f64]| numbers.iter().fold(0_u64, |sum, x| sum.rotate_left(5) ^ x.to_bits());
    assert_eq!((digest(&slopes), digest(&losses)), (7_566_959_283_217_642_612, 8_759_324_136_821_890_525));
}
