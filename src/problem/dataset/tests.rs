use super::*;
use crate::random::{Purpose, stream};
use rand::RngExt;
use serde_json::{Value, json};

fn read(data: &Value, agents: usize) -> Result<ImportedData, String> {
    let fields = Fields::of(data, "data").unwrap();
    ImportedData::read(&fields, agents, Outcome::Label, 1).map_err(|e| e.to_string())
}

fn targets(data: &Value, agents: usize) -> Result<ImportedData, String> {
    let fields = Fields::of(data, "data").unwrap();
    ImportedData::read(&fields, agents, Outcome::Target, 1).map_err(|e| e.to_string())
}

/// `data` with the fields of `more` added or replaced.
fn with(data: &Value, more: &Value) -> Value {
    let mut data = data.clone();
    data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    data
}

fn lines(skipped: &Excerpt<SkippedRow>) -> Vec<u64> {
    skipped.first.iter().map(|row| row.line).collect()
}

#[test]
fn the_same_data_in_either_format_are_the_same() {
    let libsvm = json!({"kind": "libsvm", "text": "# made by hand\n+1 1:0.5 3:-2 # first\n\n-1 2:1e-3\r\n+1 1:4\n"});
    let csv = json!({"kind": "csv", "text": "\u{feff}a; b ;c;y\n0.5;0;-2;1\n\n  \n0;1e-3;0;-1.0\r\n\"4\"; 0 ;0;+1", "delimiter": ";"});
    let expected = read(&libsvm, 2).unwrap();
    assert_eq!(expected.samples.dimension, 3);
    assert_eq!(expected.samples.features, [vec![0.5, 0.0, -2.0, 4.0, 0.0, 0.0], vec![0.0, 1e-3, 0.0]]);
    assert_eq!(expected.samples.responses, [vec![1.0, 1.0], vec![-1.0]]);
    // All but the features' names.
    let other = |csv: &Value| {
        let mut data = read(csv, 2).unwrap();
        assert_eq!(data.report.names, ["a", "b", "c"]);
        data.report.names.clone_from(&expected.report.names);
        data
    };
    assert_eq!(other(&csv), expected);
    let numbered = with(&csv, &json!({"header": true, "labelColumn": "y", "columns": [0, "b", 2]}));
    assert_eq!(other(&numbered), expected);
}

#[test]
fn labels_of_zero_and_one_are_those_of_minus_and_plus_one() {
    let file = |labels: [&str; 2]| {
        let row = |i: usize| format!("{},{},{}\n", i as f64 * 0.1, i * i % 5, labels[i % 2]);
        json!({"kind": "csv", "text": (0..9).map(row).collect::<String>(), "split": {"kind": "byLabel"}, "standardize": true})
    };
    let signs = read(&file(["-1", "1"]), 3).unwrap();
    for labels in [["0", "1"], ["1", "2"], ["-1", "+1"], ["0.0", "1e0"], ["2", "10"], ["no", "yes"], ["7", "seven"]] {
        let other = read(&file(labels), 3).unwrap();
        let numbers = |data: &ImportedData| (data.samples.features.clone(), data.samples.responses.clone());
        assert_eq!(numbers(&other), numbers(&signs), "{labels:?}");
        let [minus, plus] = <[LabelMeaning; 2]>::try_from(other.report.labels.unwrap()).unwrap();
        assert_eq!((minus.value, minus.rows, plus.value, plus.rows), (-1.0, 5, 1.0, 4));
        assert_ne!(minus.label, plus.label);
    }
    let said = read(&file(["no", "yes"]), 3).unwrap().report.to_string();
    assert_eq!(said, "Rows used: 9. Labels: \"no\" stands for -1 (5 rows), \"yes\" for +1 (4 rows)");
}

#[test]
fn other_than_two_labels_are_refused_by_name() {
    let libsvm = |text: &str| read(&json!({"kind": "libsvm", "text": text}), 1).unwrap_err();
    assert_eq!(libsvm("1 1:1\n+1 1:2"), "data.text: must have exactly two labels, has 1: 1");
    assert_eq!(libsvm("3 1:1\n1 1:2\n2 1:1"), "data.text: must have exactly two labels, has 3: 1, 2, 3");
    let many = (0..30).map(|label| format!("{label} 1:1")).collect::<Vec<_>>().join("\n");
    assert!(libsvm(&many).ends_with("has 30: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 20 more"));
}

#[test]
fn bad_rows_are_counted_and_the_first_ten_named() {
    let bad =
        ["x 1:1", "0 1:nan", "0 1:1e999", "0 1", "0 1:", "? 1:1", "0 1:0x1", "0 1:2 3", "inf 1:1", "0 a", "0 1:1,5"];
    let text = format!("1 1:1\n{}\n0 1:1", bad.join("\n"));
    let report = read(&json!({"kind": "libsvm", "text": text}), 1).unwrap().report;
    assert_eq!((report.rows, report.skipped.total), (2, 11));
    assert_eq!(lines(&report.skipped), (2..=11).collect::<Vec<_>>());
    assert_eq!(report.skipped.first[0].reason, "the label \"x\" is not a finite number");
    assert_eq!(report.skipped.first[1].reason, "the value \"nan\" is not a finite number");
    assert!(report.to_string().ends_with(" and 1 more"));

    let text = "u,v,y\n1,2,0\n1,,0\n\n1,2\n1,2,?\n1,-,0\n1,\"a\n\nb\",0\n1,inf,1\n5,6,1\n";
    let report = read(&json!({"kind": "csv", "text": text}), 1).unwrap().report;
    assert_eq!((report.rows, report.skipped.total), (2, 6));
    assert_eq!(lines(&report.skipped), [3, 5, 6, 7, 8, 11]);
    assert_eq!(report.skipped.first[0].reason, "\"\" in \"v\" is not a finite number");
    assert_eq!(report.skipped.first[1].reason, "2 fields in place of 3");

    let error = read(&json!({"kind": "libsvm", "text": "1 1:x"}), 1).unwrap_err();
    assert!(error.starts_with("data.text: has no usable row among 1: line 1 (the value \"x\""), "{error}");
}

/// Of such files no part is used: what is left would depend on what was left out.
#[test]
fn files_that_are_not_what_they_seem_are_refused_with_the_line() {
    let libsvm = [
        ("+1 0:1 2:1\n-1 1:1", "line 1: has the index 0: indices count from 1, and this file seems to count from 0"),
        (
            "+1 1:1\n-1 1:1\n+1 00:1",
            "line 3: has the index 0: indices count from 1, and this file seems to count from 0",
        ),
        ("+1 1:1\n\n# more\n-1 2:1 1:1", "line 4: the index 1 follows 2: indices must ascend"),
        ("+1 1:1 1:2\n-1 1:1", "line 1: the index 1 follows 1: indices must ascend"),
        ("+1 1:1\n-1 10001:1", "line 2: the index 10001 is beyond 10000"),
        (
            "+1 1:1\n-1 99999999999999999999:1",
            "line 2: the index \"99999999999999999999\" is no whole number from 1 to 10000",
        ),
        ("+1 1:1\n-1 -1:1", "line 2: the index \"-1\" is no whole number from 1 to 10000"),
        ("+1 1:1\n-1 1.0:1", "line 2: the index \"1.0\" is no whole number from 1 to 10000"),
        ("+1 a:1\n-1 b:1", "line 1: the index \"a\" is no whole number from 1 to 10000"),
        (
            "1 qid:3 1:0.5 2:1\n0 qid:3 1:0.1 2:0",
            "line 1: qid marks data for ranking, which have neither labels nor targets",
        ),
    ];
    for (text, rule) in libsvm {
        let error = read(&json!({"kind": "libsvm", "text": text}), 1).unwrap_err();
        assert_eq!(error, format!("data.text: {rule}"));
    }
    let rows = |first: usize, last: usize| {
        (first..=last).map(|i| [i.to_string(), (i % 2).to_string()].join(",") + "\n").collect::<Vec<_>>().concat()
    };
    let csv = [
        (format!("x,y\n{}\"501,1\n{}", rows(1, 500), rows(502, 1_000)), "the quote in line 502 is not closed"),
        (
            format!("x,y\n{}\"501,1\n{}\"801,1\n{}", rows(1, 500), rows(502, 800), rows(802, 1_000)),
            "the quote in line 502 is closed in line 802, in the middle of a field",
        ),
        ("x,y\n1,\"".to_owned(), "the quote in line 2 is not closed"),
        ("\"x,y\n1,0\n".to_owned(), "the quote in line 1 is not closed"),
        ("x,y\n1,\"a\"\"\n2,0".to_owned(), "the quote in line 2 is not closed"),
        ("x,y\n1,0\n2,1,3\n".to_owned(), "line 3: 3 fields, but the first row has 2"),
        ("x,y\n0,5,1\n".to_owned(), "line 2: 3 fields, but the first row has 2"),
    ];
    for (text, rule) in csv {
        let error = read(&json!({"kind": "csv", "text": text}), 1).unwrap_err();
        assert_eq!(error, format!("data.text: {rule}"));
    }
    // Quotes of text that is no fault: over several lines, doubled, in the middle of a field.
    for text in ["a,y\n\"1\n\",0\n2,1", "\"a \"\"b\"\"\",y\n1,0\n2,1", "5\" pipe,y\n1,0\n2,1", "a,y\n\"1\" ,0\n2,1"] {
        assert_eq!(read(&json!({"kind": "csv", "text": text}), 1).unwrap().report.rows, 2, "{text}");
    }
}

#[test]
fn decimal_commas_are_read_where_the_document_says_so() {
    let comma = json!({"kind": "csv", "text": "0,5;1\n1,5;0\n2,5;1\n-3,5e-1;0", "delimiter": ";", "decimal": ","});
    let point = json!({"kind": "csv", "text": "0.5,1\n1.5,0\n2.5,1\n-3.5e-1,0", "decimal": "."});
    assert_eq!(read(&comma, 2).unwrap(), read(&point, 2).unwrap());
    assert_eq!(read(&point, 1).unwrap().samples.features, [[0.5, 1.5, 2.5, -0.35]]);
    // Whether a point groups thousands is not guessed.
    let mixed = json!({"kind": "csv", "text": "1.000,5;1\n1,5;0\n2;1", "delimiter": ";", "decimal": ","});
    assert_eq!(read(&mixed, 1).unwrap().report.skipped.total, 1);
    let targets_too = json!({"kind": "csv", "text": "1;0,25\n2;-1,5", "delimiter": ";", "decimal": ","});
    assert_eq!(targets(&targets_too, 1).unwrap().samples.responses, [[0.25, -1.5]]);
    let error = |data: Value| read(&data, 1).unwrap_err();
    assert_eq!(
        error(json!({"kind": "csv", "text": "1,0", "decimal": ","})),
        "data.decimal: must not be the delimiter, which is \",\" when left out"
    );
    assert_eq!(error(with(&comma, &json!({"decimal": "·"}))), "data.decimal: must be \".\" or \",\", got \"·\"");
    assert_eq!(error(with(&comma, &json!({"decimal": 1}))), "data.decimal: must be text, got 1");
}

#[test]
fn runs_of_blanks_are_one_where_a_blank_stands_between_fields() {
    let text = "  1.5   2  0\n3\t 4 1  \n\n 5 \"6\" 0";
    let blanks = targets(&json!({"kind": "csv", "text": text, "delimiter": " "}), 1).unwrap();
    assert_eq!(blanks, targets(&json!({"kind": "csv", "text": "1.5,2,0\n3,4,1\n5,6,0"}), 1).unwrap());
}

#[test]
fn what_may_be_other_than_meant_is_said() {
    let notes = |data: Value| targets(&data, 1).unwrap().report.notes;
    let csv = |text: &str| json!({"kind": "csv", "text": text});
    let header = ["The first row (0, 1, 2) was taken for a sample but may be a header: `header` decides"];
    let numbers = csv("0,1,2\n0.5,1.0,2.1\n0.1,0.3,0.6\n");
    assert_eq!(notes(numbers.clone()), header);
    // The document says which.
    assert!(notes(with(&numbers, &json!({"header": false}))).is_empty());
    assert!(notes(with(&numbers, &json!({"header": true}))).is_empty());
    assert_eq!(notes(csv("2019,2020,2021,2022\n0.5,1,2,3\n1,2,3,4")).len(), 1);
    assert!(notes(csv("0,1,2\n3,4,5\n6,7,9\n")).is_empty());

    let index = ["The column without a name numbers the rows and is used as a feature; `columns` can leave it out"];
    let running = csv(",x,y\n0,0.5,1\n1,-0.2,0\n2,0.7,1\n");
    assert_eq!(notes(running.clone()), index);
    assert!(notes(with(&running, &json!({"columns": ["x"]}))).is_empty());
    assert!(
        notes(csv("Unnamed: 0,x,y\n1,0.5,1\n2,-0.2,0\n3,0.7,1\n"))[0].starts_with("The column \"Unnamed: 0\" numbers")
    );
    assert!(notes(csv(",x,y\n0,0.5,1\n7,-0.2,0\n2,0.7,1\n")).is_empty());

    let sizes = csv("income,smoker,y\n50000,1,1\n20000,0,0\n");
    assert!(
        notes(sizes.clone())[0].starts_with("The features' sizes and spreads range from 0.5 to 50000: standardize")
    );
    let seconds = notes(csv("t,y\n1700000000,1\n1700086400,0\n"));
    assert!(
        seconds[0].starts_with("The features' sizes and spreads range from 43200 to 1.7e9: standardize"),
        "{seconds:?}"
    );
    assert!(notes(csv("t,y\n2020,1\n1990,0\n")).is_empty());
    assert!(notes(with(&sizes, &json!({"standardize": true}))).is_empty());
    assert_eq!(targets(&sizes, 2).unwrap().report.shares, [1, 1]);
}

#[test]
fn headers_are_recognised() {
    let headed = |text: &str, header: Value| targets(&json!({"kind": "csv", "text": text, "header": header}), 1);
    assert_eq!(headed("a,b\n1,2\n3,4", json!("auto")).unwrap().samples.responses, [[2.0, 4.0]]);
    assert_eq!(headed("1,2\n3,4", json!(null)).unwrap().samples.responses, [[2.0, 4.0]]);
    assert_eq!(headed("1,2\n3,4", json!(true)).unwrap().samples.responses, [[4.0]]);
    let unheaded = headed("a,b\n1,2\n3,4", json!(false)).unwrap();
    assert_eq!(unheaded.samples.responses, [[2.0, 4.0]]);
    assert_eq!(lines(&unheaded.report.skipped), [1]);
    // Names of years are numbers; a name in the document settles it.
    let years = json!({"kind": "csv", "text": "2019,2020\n1,2", "labelColumn": "2019"});
    assert_eq!(targets(&years, 1).unwrap().samples.responses, [[1.0]]);
    assert_eq!(headed("a,b", json!(null)).unwrap_err(), "data.text: has no rows");
}

#[test]
fn a_bad_choice_of_columns_is_an_error_at_its_place() {
    let csv = json!({"kind": "csv", "text": "a,a,b,y\n1,2,3,0\n1,2,3,1"});
    let error = |more: Value| read(&with(&csv, &more), 1).unwrap_err();
    assert_eq!(
        error(json!({"labelColumn": "z"})),
        "data.labelColumn: must be a column of the header (\"a\", \"a\", \"b\", \"y\"), got \"z\""
    );
    assert_eq!(error(json!({"labelColumn": 4})), "data.labelColumn: must be a column from 0 to 3, got 4");
    assert_eq!(
        error(json!({"columns": ["b", "a"]})),
        "data.columns[1]: is ambiguous: the columns 0 and 1 are both called \"a\""
    );
    assert_eq!(error(json!({"columns": [1, "y"]})), "data.columns[1]: the column \"y\" is used already");
    assert_eq!(error(json!({"columns": []})), "data.columns: must name 1 to 10000 columns, got 0");
    assert_eq!(error(json!({"columns": [-1]})), "data.columns[0]: must be a name or a number from 0, got -1");
    assert_eq!(
        error(json!({"header": false, "columns": ["b"]})),
        "data.columns[0]: must be a number, since the file has no header"
    );
    assert_eq!(
        error(json!({"delimiter": ";"})),
        "data.text: must have at least 2 columns, has 1; is the delimiter right?"
    );
    assert!(error(json!({"delimiter": "ab"})).starts_with("data.delimiter: must be one ASCII character"));
    assert!(
        error(json!({"split": {"kind": "byColumn", "column": "c"}})).starts_with("data.split.column: must be a column")
    );
    assert!(error(json!({"colums": [1]})).starts_with("data.colums: is not known here"));
}

#[test]
fn splits_share_out_every_row_once() {
    // Feature: the row's number; label: whether it is below 4; site: text.
    let sites = ["north", "south", "south", "east", "east", "east", "west", "north", "west", "west"];
    let row = |(i, site): (usize, &&str)| format!("{i},{},{site}\n", u8::from(i < 4));
    let text: String = sites.iter().enumerate().map(row).collect();
    let csv = json!({"kind": "csv", "text": text, "labelColumn": 1, "columns": [0]});
    let split = |split: Value, agents| read(&with(&csv, &json!({ "split": split })), agents);

    let even = split(json!(null), 3).unwrap();
    assert_eq!(even.samples.features, [vec![0.0, 3.0, 6.0, 9.0], vec![1.0, 4.0, 7.0], vec![2.0, 5.0, 8.0]]);
    assert_eq!(split(json!({"kind": "even"}), 3).unwrap(), even);

    let by_label = split(json!({"kind": "byLabel"}), 3).unwrap();
    assert_eq!(by_label.samples.responses, [vec![-1.0; 4], vec![1.0, -1.0, -1.0], vec![1.0; 3]]);
    assert_eq!(by_label.samples.features, [vec![4.0, 5.0, 6.0, 7.0], vec![0.0, 8.0, 9.0], vec![1.0, 2.0, 3.0]]);

    let by_site = json!({"kind": "byColumn", "column": 2});
    // In order east, north, south, west; two values for the first agent of 2.
    assert_eq!(
        split(by_site.clone(), 2).unwrap().samples.features,
        [vec![0.0, 3.0, 4.0, 5.0, 7.0], vec![1.0, 2.0, 6.0, 8.0, 9.0]]
    );
    assert_eq!(split(by_site.clone(), 4).unwrap().samples.features[0], [3.0, 4.0, 5.0]);
    assert_eq!(
        split(by_site.clone(), 5).unwrap_err(),
        "data.split: needs a distinct value of column 2 for each of 5 agents, there are 4"
    );
    // Left to itself, the split's column is no feature.
    let sites_only = json!({"kind": "csv", "text": csv["text"], "labelColumn": 1, "split": by_site});
    assert_eq!(read(&sites_only, 2).unwrap(), split(sites_only["split"].clone(), 2).unwrap());

    assert_eq!(
        split(json!(null), 11).unwrap_err(),
        "data.text: has too few usable rows for 11 agents, each of which needs one: 10"
    );
    assert!(split(json!(null), 10).unwrap().samples.responses.iter().all(|labels| labels.len() == 1));

    let libsvm = json!({"kind": "libsvm", "text": "1 1:7\n0 2:1\n1 1:3", "split": {"kind": "byColumn", "column": 1}});
    assert_eq!(read(&libsvm, 3).unwrap().samples.features, [[0.0, 1.0], [3.0, 0.0], [7.0, 0.0]]);
    let beyond = with(&libsvm, &json!({"split": {"kind": "byColumn", "column": 3}}));
    assert_eq!(read(&beyond, 2).unwrap_err(), "data.split.column: must be an index from 1 to 2, got 3");
}

#[test]
fn standardised_columns_have_mean_zero_and_variance_one() {
    let row = |i: i32| {
        format!("{},{},{},{},0.1,{}\n", i, 1e15 + f64::from(i), f64::from(i - 3) * 4e307, f64::from(i) * 1e-310, i * i)
    };
    let text: String = (0..7).map(row).collect();
    let data = targets(&json!({"kind": "csv", "text": text, "standardize": true}), 2).unwrap();
    let rows: Vec<&[f64]> = data.samples.features.iter().flat_map(|features| features.chunks(5)).collect();
    for j in 0..5 {
        let mean = rows.iter().map(|row| row[j]).sum::<f64>() / 7.0;
        let variance = rows.iter().map(|row| row[j] * row[j]).sum::<f64>() / 7.0;
        assert!(mean.abs() < 1e-13, "column {j}: {mean}");
        assert!((variance - f64::from(u8::from(j < 4))).abs() < 1e-13, "column {j}: {variance}");
        // All but the constant column are the same up to scale and place.
        assert!(j == 4 || rows.iter().all(|row| (row[j] - row[0]).abs() < 1e-12), "column {j}");
    }
    assert_eq!(data.report.constant_columns.first, ["column 4"]);
    // Targets are left alone.
    assert_eq!(data.samples.responses.concat(), [0.0, 4.0, 16.0, 36.0, 1.0, 9.0, 25.0]);
}

#[test]
fn large_files_are_refused_before_they_are_made_dense() {
    let rows = MAX_NUMBERS / MAX_COLUMNS;
    let mut text = format!("1 {MAX_COLUMNS}:1\n") + &"0\n".repeat(rows - 1);
    let fits = json!({"kind": "libsvm", "text": text});
    assert_eq!(read(&fits, 1).unwrap().samples.dimension, MAX_COLUMNS);
    text.push_str("0\n");
    let error = read(&json!({"kind": "libsvm", "text": text}), 1).unwrap_err();
    assert_eq!(
        error,
        "data.text: is too large: 5001 rows of 10000 features, zeros included, are more than 50000000 numbers"
    );
    let wide = read(&json!({"kind": "csv", "text": ",".repeat(MAX_COLUMNS)}), 1).unwrap_err();
    assert_eq!(wide, "data.text: must have at most 10000 columns, has 10001");
}

#[test]
fn every_text_is_read_or_refused() {
    const PIECES: [&str; 30] = [
        "1",
        "-1",
        "0",
        "+1",
        "1:2",
        " 3:4",
        ":",
        ",",
        ";",
        "\n",
        "\r\n",
        "\r",
        "\"",
        "#",
        "qid:1",
        "nan",
        "1e308",
        "-1e308",
        "1e-320",
        "a",
        "y",
        "\t",
        " ",
        "é",
        "\0",
        "\u{feff}",
        "99999999999999999999",
        "0.5",
        "-",
        "\"\"",
    ];
    let bases = [
        json!({"kind": "libsvm", "text": "1 1:2 3:4\n0 2:5\n1 1:1e300\n0 1:1\n"}),
        json!({"kind": "csv", "text": "a,b,y\n1,2,0\n3,4,1\n5,,1\n1,9,0\n"}),
        json!({"kind": "csv", "text": "no;\"1\";5\nyes;\"2\";6\nno;3;7", "delimiter": ";", "labelColumn": 0}),
        json!({"kind": "csv", "text": "", "header": true}),
    ];
    let mut rng = stream(7, Purpose::Data, 0, 0);
    let mut accepted = 0;
    for _ in 0..5_000 {
        let base = &bases[rng.random_range(0..bases.len())];
        let mut text = base["text"].as_str().unwrap().to_owned();
        for _ in 0..rng.random_range(0..8) {
            let places: Vec<usize> = text.char_indices().map(|(place, _)| place).chain([text.len()]).collect();
            let place = places[rng.random_range(0..places.len())];
            match rng.random_range(0..6) {
                0 => text.truncate(place),
                1 if place < text.len() => drop(text.remove(place)),
                _ => text.insert_str(place, PIECES[rng.random_range(0..PIECES.len())]),
            }
        }
        let column = [json!(0), json!(1), json!("a"), json!(u32::MAX)][rng.random_range(0..4)].clone();
        let split = match rng.random_range(0..5) {
            0 => json!({"kind": "even"}),
            1 => json!({"kind": "byLabel"}),
            2 => json!({"kind": "byColumn", "column": column}),
            3 => json!({"kind": "bySector"}),
            _ => json!({"kind": "dirichlet", "concentration": 0.2}),
        };
        let standardize = rng.random_range(0..2) == 1;
        let data = with(base, &json!({"text": text, "split": split, "standardize": standardize}));
        let agents = rng.random_range(0..4);
        for result in [read(&data, agents), targets(&data, agents)] {
            let Ok(imported) = result else { continue };
            accepted += 1;
            assert_eq!((imported.samples.features.len(), imported.samples.responses.len()), (agents, agents));
            for (features, labels) in imported.samples.features.iter().zip(&imported.samples.responses) {
                assert!(!labels.is_empty() && features.len() == labels.len() * imported.samples.dimension, "{data}");
                assert!(features.iter().chain(labels).all(|value| value.is_finite()), "{data}");
            }
            assert_eq!(imported.samples.responses.concat().len(), imported.report.rows);
        }
    }
    assert!(accepted > 1_000, "{accepted}");
}
