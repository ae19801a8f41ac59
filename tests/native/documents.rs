//! Odd documents, read as the page, links, `suda run` and the module read them:
//! `tests/node/one-reading.spec.ts` feeds those with the same list.

use serde_json::Value;
use suda::experiment::{Document, parse};

#[test]
fn the_crate_reads_odd_documents_as_everything_else_does() {
    let list: Value = serde_json::from_str(include_str!("../odd-documents.json")).unwrap();
    let base = list["base"].as_str().unwrap();
    let mut count = 0;
    // Text has been decoded before it comes here.
    for case in list["cases"].as_array().unwrap().iter().filter(|case| case["encoding"] != "latin1") {
        let [name, find, put] = ["name", "find", "put"].map(|field| case[field].as_str().unwrap());
        assert!(base.contains(find), "{name}");
        let mark = if case["encoding"].is_null() { "" } else { "\u{feff}" };
        let text = mark.to_owned() + &base.replacen(find, put, 1);
        let read = parse(&text).and_then(|value| Document::from_value(&value).map(|_| ()));
        match case["refused"].as_str() {
            None => assert_eq!(read, Ok(()), "{name}"),
            Some("") => assert!(read.unwrap_err().to_string().starts_with("not JSON: "), "{name}"),
            Some(words) => assert!(read.clone().unwrap_err().to_string().starts_with(words), "{name}: {read:?}"),
        }
        count += 1;
    }
    assert!(count > 25, "{count}");
}
