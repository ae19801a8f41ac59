//! Damage to documents.

use rand::RngExt;
use serde_json::{Value, json};

use crate::make::{Maker, TEXTS};

/// Values of the wrong type, size or sign.
fn hostile(maker: &mut Maker) -> Value {
    let numbers = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        1.5,
        3.0,
        1e3,
        1e6,
        1e9,
        4_294_967_296.0,
        9_007_199_254_740_992.0,
        1e19,
        1e50,
        1e155,
        1e308,
        -1e308,
        1e-308,
        5e-324,
        1e-16,
    ];
    match maker.below(12) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!([]),
        3 => json!({}),
        4 => json!(TEXTS[maker.below(TEXTS.len())]),
        5 => json!("x".repeat(maker.below(3_000))),
        6 => json!([u64::MAX, u64::MAX / 2, 1 << 53, i64::MAX.unsigned_abs()][maker.below(4)]),
        7 => json!({"kind": "ring", "__proto__": {"polluted": true}}),
        8 => (0..maker.below(60)).fold(json!(1), |inner, _| json!([inner])),
        _ => json!(numbers[maker.below(numbers.len())]),
    }
}

/// Changes one place of `value`, any place with about equal probability.
pub fn mutate(value: &mut Value, maker: &mut Maker) {
    let places = count(value);
    let mut place = maker.below(places);
    at(value, &mut place, maker);
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(elements) => elements.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// Goes to the place with that number and changes it; tells whether it was within `value`.
fn at(value: &mut Value, place: &mut usize, maker: &mut Maker) -> bool {
    if *place == 0 {
        change(value, maker);
        return true;
    }
    *place -= 1;
    match value {
        Value::Array(elements) => elements.iter_mut().any(|element| at(element, place, maker)),
        Value::Object(fields) => fields.values_mut().any(|field| at(field, place, maker)),
        _ => false,
    }
}

fn change(value: &mut Value, maker: &mut Maker) {
    let choice = maker.below(4);
    match (value, choice) {
        (Value::Object(fields), 0) if !fields.is_empty() => {
            let name = fields.keys().nth(maker.below(fields.len())).cloned().unwrap();
            fields.remove(&name);
        }
        (Value::Object(fields), 1) if !fields.is_empty() => {
            let name = fields.keys().nth(maker.below(fields.len())).cloned().unwrap();
            let value = fields.remove(&name).unwrap();
            let renamed = [name.to_uppercase(), format!("{name} "), "__proto__".into(), "a.b[0]".repeat(9)];
            fields.insert(renamed[maker.below(4)].clone(), value);
        }
        (Value::Array(elements), 0) if !elements.is_empty() => {
            elements.remove(maker.below(elements.len()));
        }
        (Value::Array(elements), 1) if !elements.is_empty() => {
            elements.push(elements[maker.below(elements.len())].clone());
        }
        (Value::Number(number), 0 | 1) => {
            let x = number.as_f64().unwrap();
            let changed = [x + 1.0, x - 1.0, -x, 2.0 * x, x / 2.0, x + 1e-6][maker.below(6)];
            // Whole numbers stay so, as in a file that a program wrote.
            let whole = changed.fract() == 0.0 && changed.abs() < 1e15;
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
            let changed = if whole { json!(changed as i64) } else { json!(changed) };
            // The double of the greatest is no number.
            *number = serde_json::from_value(changed).unwrap_or_else(|_| number.clone());
        }
        (value, _) => *value = hostile(maker),
    }
}

/// The document's text, damaged as text.
pub fn damaged_text(document: &Value, maker: &mut Maker) -> String {
    let text = document.to_string();
    let mut cut = maker.below(text.len());
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    let (before, after) = text.split_at(cut);
    let inserted = match maker.below(8) {
        0 => "NaN",
        1 => "\"version\":1,",
        2 => ",\"methods\":[],\"methods\":[{\"kind\":\"psgd\"}]",
        3 => "1e999",
        4 => "\u{feff}",
        5 => "<script>",
        6 => return before.to_owned(),
        _ => return "[".repeat(maker.rng.random_range(1..100_000_u32) as usize) + before,
    };
    format!("{before}{inserted}{after}")
}
