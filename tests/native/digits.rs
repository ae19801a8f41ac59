//! What the lesson on ten agents with one digit each claims, over ten seeds of images, starts and all.

use serde_json::json;
use suda::engine::Model;
use suda::problem::digits;

use crate::common::{preset, run, with};

const DIGITS: &[u8] = include_bytes!("../../data/digits.txt");

/// Of each seed the shares of unseen images that the agents of these methods have right on average: at a quarter of the
/// run, and at its end.
fn shares(id: &str, methods: &[usize]) -> Vec<Vec<[f64; 2]>> {
    digits::load(DIGITS).unwrap();
    let preset = preset(id);
    let iterations = preset["iterations"].as_u64().unwrap();
    let chosen: Vec<_> = methods.iter().map(|&method| &preset["methods"][method]).collect();
    let changes = json!({"metrics": ["meanTestAccuracy"], "record": {"every": iterations / 4}, "methods": chosen});
    let document = with(&preset, &changes);
    let of_seed = |seed: u64| {
        let engine = run(&with(&document, &json!({"seed": seed.to_string()})));
        let of = |method| {
            let mean = engine.curve(0, method).mean;
            [mean[1], mean[4]]
        };
        (0..methods.len()).map(of).collect()
    };
    (1..=10).map(of_seed).collect()
}

const ALL: [usize; 5] = [0, 1, 2, 3, 4];

#[test]
fn with_one_digit_each_dsgd_lags_and_the_methods_that_correct_read_all_ten() {
    for (seed, ends) in shares("digits", &ALL).iter().enumerate() {
        let [centralised, dsgd, corrected, tracking, alone] = ALL.map(|method| ends[method][1]);
        assert!(centralised > 0.93 && corrected > 0.9 && tracking > 0.93, "{seed}: {ends:?}");
        assert!((0.55..0.7).contains(&dsgd) && (0.08..0.12).contains(&alone), "{seed}: {ends:?}");
    }
}

#[test]
fn dsgd_mistakes_digits_mostly_for_those_that_the_agent_or_a_neighbour_on_the_ring_has_seen() {
    digits::load(DIGITS).unwrap();
    let preset = preset("digits");
    let document = with(&preset, &json!({"metrics": ["meanTestAccuracy"], "methods": [preset["methods"][1]]}));
    for seed in 1..=10 {
        let engine = run(&with(&document, &json!({"seed": seed.to_string()})));
        let classifier = engine.experiment().problem().classifier().unwrap();
        let (images, truths) = classifier.labelled_tests();
        let seen: Vec<_> = (0..10).map(|agent| classifier.labelled(agent).1[0]).collect();
        let (mut wrong, mut known) = (0.0, 0.0);
        for agent in 0..10 {
            let scores = engine.scores(0, 0, Model::Agent(agent), &images).unwrap();
            for (of_image, &truth) in scores.chunks_exact(10).zip(&truths) {
                let greatest = of_image.iter().copied().fold(0.0, f64::max);
                let answer = of_image.iter().position(|&score| score == greatest).unwrap() as f64;
                let near = [agent, (agent + 1) % 10, (agent + 9) % 10].map(|place| seen[place]);
                wrong += f64::from(answer != truth);
                known += f64::from(answer != truth && near.contains(&answer));
            }
        }
        assert!(known > 0.85 * wrong, "{seed}: {known} of {wrong}");
    }
}

#[test]
fn on_a_denser_network_dsgd_reads_as_well_as_the_others() {
    for (seed, ends) in shares("digits-dense", &[1, 2]).iter().enumerate() {
        assert!(ends[0][1] > 0.92 && (ends[1][1] - ends[0][1]).abs() < 0.03, "{seed}: {ends:?}");
    }
}

#[test]
fn with_a_fifth_of_the_step_dsgd_comes_to_nine_in_ten_and_exact_diffusion_is_there_after_a_quarter_of_the_way() {
    for (seed, ends) in shares("digits-small-step", &[1, 2]).iter().enumerate() {
        assert!((0.85..0.93).contains(&ends[0][1]), "{seed}: {ends:?}");
        assert!(ends[1][0] > ends[0][1] - 0.02 && ends[1][1] > 0.93, "{seed}: {ends:?}");
    }
}

#[test]
fn with_two_digits_each_dsgd_is_right_in_nine_of_ten_cases() {
    for (seed, ends) in shares("digits-two", &[1, 2]).iter().enumerate() {
        assert!((0.87..0.94).contains(&ends[0][1]) && ends[1][1] > 0.93, "{seed}: {ends:?}");
    }
}
