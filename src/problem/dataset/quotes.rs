//! Quotes in CSV text: where they open and close, before the reader takes what stands between them.

use csv::StringRecord;

/// A fault in the quotes of a text.
#[derive(Debug, PartialEq)]
pub struct Fault {
    /// The line where the quote opens, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub rule: String,
}

/// What is wrong with the quotes of `text`, if anything. A quote that is never closed, or closed by
/// the one of another row, would take the rows between for the text of a single field.
pub fn fault(text: &str, delimiter: u8) -> Option<Fault> {
    let bytes = text.as_bytes();
    let (mut at, mut line) = (0, 1_u64);
    let mut field_starts = true;
    while at < bytes.len() {
        let byte = bytes[at];
        if field_starts && byte == b'"' {
            let opened = line;
            at += 1;
            loop {
                match bytes.get(at) {
                    None => {
                        let rule = format!("the quote in line {opened} is not closed");
                        return Some(Fault { line: opened, rule });
                    }
                    Some(b'"') if bytes.get(at + 1) == Some(&b'"') => at += 2,
                    Some(b'"') => break,
                    Some(other) => {
                        line += u64::from(*other == b'\n');
                        at += 1;
                    }
                }
            }
            at += 1;
            let ends = bytes[at..].iter().find(|&&next| next != b' ');
            if line > opened && ends.is_some_and(|&next| next != delimiter && !b"\r\n".contains(&next)) {
                let rule = format!("the quote in line {opened} is closed in line {line}, in the middle of a field");
                return Some(Fault { line: opened, rule });
            }
            field_starts = false;
            continue;
        }
        line += u64::from(byte == b'\n');
        field_starts = byte == delimiter || b"\r\n".contains(&byte);
        at += 1;
    }
    None
}

/// The line on which `record` starts. The reader's own position lies before the empty lines that it skipped.
pub fn line(record: &StringRecord, text: &str) -> u64 {
    record.position().map_or(0, |position| {
        let start = usize::try_from(position.byte()).unwrap_or(usize::MAX);
        let line_ends = text.bytes().skip(start).take_while(|byte| b"\r\n".contains(byte));
        position.line() + line_ends.map(|byte| u64::from(byte == b'\n')).sum::<u64>()
    })
}

/// `text` with each run of blanks outside of quotes as one, and none at the ends of lines: as it is
/// read where a blank stands between fields.
pub fn without_runs_of_blanks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_quotes = false;
    let mut blank = false;
    for character in text.chars() {
        if !in_quotes && (character == ' ' || character == '\t') {
            blank = true;
            continue;
        }
        let at_end = matches!(character, '\n' | '\r');
        if blank && !at_end && !out.is_empty() && !out.ends_with(['\n', '\r']) {
            out.push(' ');
        }
        blank = false;
        in_quotes ^= character == '"';
        out.push(character);
    }
    out
}
