//! Truths that hold bit for bit natively and in a browser, and the module as JavaScript sees it:
//! `cargo test` runs the former natively, `wasm-pack test --headless --chrome` (or `--firefox`) all
//! of this in a browser.

mod bits;
#[cfg(target_arch = "wasm32")]
mod javascript;

use std::collections::BTreeMap;

use suda::problem::logistic_kernel;
use suda::random::{Purpose, Stream};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn normal_variates_are_pinned() {
    // Enough of them to come by every branch many times.
    let mut values = vec![0.0; 100_000];
    Stream::new(20_211_014, Purpose::Noise, 3, 5).fill_standard_normal(&mut values);
    assert_eq!(
        values[..4],
        [-0.802_752_998_385_668_9, -0.588_777_126_547_12, 1.002_750_612_514_207_6, -0.276_763_729_197_915_36]
    );
    assert_eq!(digest(&values), 10_389_576_944_620_036_423);
}

/// A number that changes with every bit.
fn digest(numbers: &[f64]) -> u64 {
    numbers.iter().fold(0, |sum, x| sum.rotate_left(5) ^ x.to_bits())
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
    assert_eq!((digest(&slopes), digest(&losses)), (7_566_959_283_217_642_612, 5_444_745_190_555_747_585));
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn experiments_are_pinned_however_their_trials_are_split() {
    let found: BTreeMap<_, _> =
        bits::cases().into_iter().map(|case| (case.name.clone(), whole_and_split(&case))).collect();
    #[cfg(not(target_arch = "wasm32"))]
    if std::env::var("BITS").is_ok_and(|value| value == "write") {
        let text = serde_json::to_string_pretty(&found).unwrap() + "\n";
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bits/digests.json"), text).unwrap();
        return;
    }
    let expected = bits::expected();
    assert!(found.keys().eq(expected.keys()), "write the digests anew: tests/bits/mod.rs says how");
    for (name, digests) in found {
        assert_eq!(digests, expected[&name], "{name}");
    }
}

/// The digests of one run, which those of runs of some of the trials must agree with.
fn whole_and_split(case: &bits::Case) -> bits::Digests {
    let trials = case.document["trials"].as_u64().unwrap();
    let whole = bits::digests(&case.document, &[trials]);
    let each: Vec<u64> = (1..=trials).collect();
    let halves: Vec<u64> = [trials / 2, trials].into_iter().filter(|&end| end > 0).collect();
    for ends in [each, halves] {
        for (what, digest) in bits::digests(&case.document, &ends) {
            assert_eq!(digest, whole[&what], "{what} of {} in parts that end at {ends:?}", case.name);
        }
    }
    whole
}
