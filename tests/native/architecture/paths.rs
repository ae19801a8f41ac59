//! Reads what Rust code names of its crate, and where that leads.

pub fn word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// The paths that `code` names after `start` (`crate::` or `super::`), alone or in braces.
pub fn paths<'a>(code: &'a str, start: &str) -> Vec<Vec<&'a str>> {
    let mut found = Vec::new();
    for (at, prefix) in code.match_indices(start) {
        read_path(&code[at + prefix.len()..], &mut Vec::new(), &mut found);
    }
    found
}

/// Reads the paths that begin here, after `path`; returns how long they are.
fn read_path<'a>(text: &'a str, path: &mut Vec<&'a str>, found: &mut Vec<Vec<&'a str>>) -> usize {
    let depth = path.len();
    let mut at = text.len() - text.trim_start().len();
    if let Some(group) = text[at..].strip_prefix('{') {
        at += 1;
        let mut rest = group;
        while !rest.is_empty() {
            let read = read_path(rest, path, found);
            at += read;
            rest = &rest[read..];
            let skipped = rest.find([',', '}']).map_or(rest.len(), |end| end + 1);
            at += skipped;
            if rest[..skipped].ends_with('}') {
                break;
            }
            rest = &rest[skipped..];
        }
        return at;
    }
    let name = word(&text[at..]);
    if name.is_empty() {
        return at;
    }
    path.push(name);
    at += name.len();
    match text[at..].strip_prefix("::") {
        Some(rest) => at += 2 + read_path(rest, path, found),
        None => found.push(path.clone()),
    }
    path.truncate(depth);
    at
}

/// The top-level modules that `code` names, after `crate::`, alone or in braces.
pub fn used(code: &str) -> Vec<&str> {
    paths(code, "crate::").into_iter().filter_map(|path| path.first().copied()).collect()
}

#[test]
fn uses_are_found() {
    let code = "use crate::a::B; crate::c(); use crate::{\n    d, e::{F, g}, h,\n}; use super::{K, l::{M}};";
    assert_eq!(used(code), ["a", "c", "d", "e", "e", "h"]);
    let all = [vec!["a", "B"], vec!["c"], vec!["d"], vec!["e", "F"], vec!["e", "g"], vec!["h"]];
    assert_eq!(paths(code, "crate::"), all);
    assert_eq!(paths(code, "super::"), [vec!["K"], vec!["l", "M"]]);
}

/// A module's path: `src/problem/pl.rs` is that of `["problem", "pl"]`.
pub fn path_of(file: &str) -> Vec<&str> {
    let path = file.strip_prefix("src/").unwrap().strip_suffix(".rs").unwrap();
    if path == "lib" { Vec::new() } else { path.split('/').collect() }
}

/// Where a path from the root of the crate leads: to the module that holds the item, through
/// what that module's parents pass on by `pub use`.
pub fn leads_to<'a>(mut path: Vec<&'a str>, sources: &'a [(String, String)]) -> Vec<&'a str> {
    let code_of = |module: &[&str]| sources.iter().find(|(file, _)| path_of(file) == module).map(|(_, code)| code);
    let length = (0..=path.len()).rev().find(|&length| code_of(&path[..length]).is_some()).unwrap();
    let Some(&item) = path.get(length) else { return path };
    path.truncate(length);
    let passed_on = code_of(&path).unwrap().match_indices("pub use ").find_map(|(at, start)| {
        let mut found = Vec::new();
        read_path(&code_of(&path).unwrap()[at + start.len()..], &mut Vec::new(), &mut found);
        found.into_iter().find(|path| path.len() > 1 && path.last() == Some(&item) && path[0] != "crate")
    });
    match passed_on {
        Some(rest) => leads_to([path, rest].concat(), sources),
        None => path,
    }
}
