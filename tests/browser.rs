//! Truths that hold bit for bit natively and in a browser: `cargo test` runs this file natively,
//! `wasm-pack test --headless --chrome` runs it in Chrome.

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
