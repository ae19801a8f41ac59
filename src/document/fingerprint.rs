//! What identifies a document.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// SHA-256 of a document's canonical form, in hexadecimal: of its JSON by RFC 8785 (fields in the order of their names, numbers
/// as JavaScript prints them, no white space), without fields that are null, which count as left out. Defaults are not filled
/// in, and `name` and labels count like the rest.
pub fn fingerprint(document: &Value) -> String {
    let mut text = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, Canonical);
    // A `Value` can be written, and a vector takes whatever is written.
    let _ = without_nulls(document).serialize(&mut serializer);
    let digits = Sha256::digest(text).into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

/// JSON without white space, its numbers as JavaScript prints them. The crate that writes RFC 8785 would make the module
/// much larger.
struct Canonical;

impl Formatter for Canonical {
    fn write_u64<W: ?Sized + Write>(&mut self, out: &mut W, number: u64) -> io::Result<()> {
        self.write_f64(out, number as f64)
    }

    fn write_i64<W: ?Sized + Write>(&mut self, out: &mut W, number: i64) -> io::Result<()> {
        self.write_f64(out, number as f64)
    }

    fn write_f64<W: ?Sized + Write>(&mut self, out: &mut W, number: f64) -> io::Result<()> {
        if number < 0.0 {
            out.write_all(b"-")?;
        }
        out.write_all(magnitude(number.abs()).as_bytes())
    }
}

/// ECMAScript, Number::toString of a number that is not negative: with the fewest digits that mean it, of those the closest, of
/// two the even ones; with a power of ten below 1e-6 and from 1e21.
fn magnitude(number: f64) -> String {
    let fewest = format!("{number:e}").bytes().take_while(|&byte| byte != b'e').filter(u8::is_ascii_digit).count();
    let text = format!("{number:.*e}", fewest - 1);
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa.replace('.', "");
    let power: i32 = power.parse().unwrap_or(0);
    let whole = usize::try_from(power + 1).unwrap_or(0);
    match power {
        -6..0 => format!("0.{}{digits}", "0".repeat(power.unsigned_abs() as usize - 1)),
        0..21 if whole < fewest => format!("{}.{}", &digits[..whole], &digits[whole..]),
        0..21 => digits + &"0".repeat(whole - fewest),
        _ => format!("{mantissa}e{power:+}"),
    }
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let given = fields.iter().filter(|(_, value)| !value.is_null());
            given.map(|(name, value)| (name.clone(), without_nulls(value))).collect::<Map<_, _>>().into()
        }
        Value::Array(elements) => elements.iter().map(without_nulls).collect(),
        value => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        fingerprint(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn it_is_that_of_the_canonical_text() {
        // By sha256sum of {"a":[1,1e+21,0.001,1e-7,true],"b":{"c":"\u20ac\n"}} with the character itself and an escaped line break.
        let expected = "52c74ecd986b61a66a770ac8134cc4459d8f4abdcd6bf46cf96da2448c6b8850";
        assert_eq!(of(r#"{ "b": { "c": "\u20ac\n", "d": null }, "a": [1.0, 1e21, 1e-3, 0.0000001, true] }"#), expected);
        assert_eq!(of("{}"), "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
        assert_eq!(of(r#"{"x": -0.0}"#), of(r#"{"x": 0}"#));
        assert_ne!(of(r#"{"x": 1}"#), of(r#"{"x": "1"}"#));
    }
}
