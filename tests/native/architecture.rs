//! The arrows and the absences that ARCHITECTURE.md states, read off the source.

mod paths;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use self::paths::{leads_to, path_of, paths, used, word};

/// The text files below `dir` (from the root of the project) with one of those extensions.
fn files(dir: &str, extensions: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![root.join(dir)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| extensions.iter().any(|extension| e == *extension)) {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(!found.is_empty(), "{dir} has no such file");
    found.sort();
    found
}

/// The Rust files of the crate, without comments and without their tests.
fn sources() -> Vec<(String, String)> {
    let code = |text: &str| {
        let lines = text.lines().take_while(|line| *line != "#[cfg(test)]");
        lines.filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
    };
    files("src", &["rs"]).into_iter().map(|(name, text)| (name, code(&text))).collect()
}

/// The top-level module that a file belongs to.
fn module(file: &str) -> &str {
    let path = file.strip_prefix("src/").unwrap();
    path.split(['/', '.']).next().unwrap()
}

/// The modules in the order of lib.rs.
fn reading_order() -> Vec<String> {
    let (_, lib) = sources().into_iter().find(|(name, _)| name == "src/lib.rs").unwrap();
    lib.lines()
        .filter_map(|line| line.strip_prefix("pub mod ").or(line.strip_prefix("mod ")))
        .map(|m| word(m).to_owned())
        .collect()
}

#[test]
fn every_module_uses_only_those_before_it() {
    let order = reading_order();
    let place = |name: &str| order.iter().position(|other| other == name).unwrap_or_else(|| panic!("no module {name}"));
    for (file, code) in sources().iter().filter(|(file, _)| file != "src/lib.rs") {
        let own = module(file);
        for other in used(code) {
            assert!(place(other) <= place(own), "{file} uses {other}, which lib.rs lists after {own}");
        }
        assert!(!code.contains("super::super"), "{file} reaches over its parent");
    }
}

/// Of each module and its parts, which others beside it they name. A module and its own parts are
/// one: `use super::…` for what a parent declares is no arrow.
#[test]
fn no_modules_use_each_other_in_a_circle() {
    let sources = sources();
    let mut arrows = BTreeSet::new();
    for (file, code) in &sources {
        let own = path_of(file);
        let parent = &own[..own.len().saturating_sub(1)];
        let of_parent = paths(code, "super::").into_iter().map(|path| [parent, &path].concat());
        for path in paths(code, "crate::").into_iter().chain(of_parent) {
            let other = leads_to(path, &sources);
            let shared = own.iter().zip(&other).take_while(|(a, b)| a == b).count();
            if shared < own.len() && shared < other.len() {
                arrows.insert((own[..=shared].join("::"), other[..=shared].join("::")));
            }
        }
    }
    let has = |from: &str, to: &str| arrows.contains(&(from.to_owned(), to.to_owned()));
    assert!(has("problem::dataset", "problem::samples") && has("problem::dataset::csv", "problem::dataset::table"));
    // A module that uses none of those left is left out, until none can be.
    while let Some(last) = arrows.iter().find(|(_, to)| arrows.iter().all(|(from, _)| from != to)).cloned() {
        arrows.retain(|(_, to)| *to != last.1);
    }
    assert!(arrows.is_empty(), "these use each other in a circle, or use one that does: {arrows:?}");
}

#[test]
fn modules_know_only_what_they_must() {
    for (own, known) in [
        ("document", &[][..]),
        ("random", &[]),
        ("statistics", &[]),
        ("polynomial", &["linear_algebra"]),
        ("linear_algebra", &[]),
        ("graph", &[]),
        ("combination", &["graph"]),
        ("compression", &["document"]),
        ("gossip", &["combination", "compression"]),
        ("problem", &["document", "linear_algebra", "random", "statistics"]),
        ("oracle", &["document", "problem", "random"]),
        ("finding", &["problem"]),
        ("theory", &["finding", "polynomial", "statistics"]),
        ("method", &["compression", "document", "gossip", "polynomial", "step_size", "theory"]),
    ] {
        let mut count = 0;
        for (file, code) in sources().iter().filter(|(file, _)| module(file) == own) {
            count += 1;
            for other in used(code) {
                assert!(other == own || known.contains(&other), "{file} uses {other}");
            }
        }
        assert!(count > 0, "there is no module {own}");
    }
}

/// No file but those of `except` may hold one of the words.
fn absent(sources: &[(String, String)], words: &[&str], except: &[&str]) {
    for (file, code) in sources.iter().filter(|(file, _)| !except.contains(&file.as_str())) {
        for word in words {
            assert!(!code.contains(word), "{file} has {word}");
        }
    }
    for file in except {
        let (_, code) = sources.iter().find(|(name, _)| name == file).unwrap();
        assert!(words.iter().any(|word| code.contains(word)), "{file} is no exception any more");
    }
}

#[test]
fn words_stand_only_where_they_belong() {
    let sources = sources();
    let outside: Vec<_> = sources.iter().filter(|(file, _)| module(file) != "wasm").cloned().collect();
    absent(&outside, &["JsValue", "js_sys", "wasm_bindgen"], &[]);
    absent(&sources, &["SeedableRng", "from_seed", "seed_from", "ChaCha"], &["src/random.rs"]);
    // Sets without an order are asked what they hold, never listed.
    absent(&sources, &["HashSet"], &["src/topology/random.rs"]);
    // Nothing that differs between platforms or runs.
    absent(&sources, &[".exp()", ".ln()", ".ln_1p()", ".exp_m1()", ".log10()", ".log2()", ".powf("], &[]);
    absent(&sources, &[".sin()", ".cos()", ".sin_cos()", ".tan()", ".tanh()"], &[]);
    absent(&sources, &["mul_add", "mul_sub", "approximate_recip", "relaxed"], &[]);
    // What is kept between calls belongs to whoever calls.
    absent(&outside, &["static mut", "thread_local", "Mutex", "RwLock", "Atomic"], &[]);
    absent(&sources, &["rayon::"], &["src/engine/parallel.rs"]);
    absent(&sources, &["HashMap", "std::time", "std::thread", "std::env", "std::fs"], &[]);
}

/// The addresses that a TypeScript or JavaScript file imports.
fn imports(code: &str) -> impl Iterator<Item = &str> {
    ["from \"", "import \"", "import(\""].into_iter().flat_map(move |start| {
        code.match_indices(start).filter_map(move |(at, _)| code[at + start.len()..].split('"').next())
    })
}

/// What a file imports from the project, as paths from its root.
fn imported(file: &str, code: &str) -> Vec<String> {
    let resolve = |address: &str| {
        let mut path = Path::new(file).parent().unwrap().to_path_buf();
        for step in address.split('?').next().unwrap().split('/') {
            match step {
                "." => {}
                ".." => assert!(path.pop()),
                step => path.push(step),
            }
        }
        path.to_str().unwrap().replace('\\', "/")
    };
    imports(code).filter(|address| address.starts_with('.')).map(resolve).collect()
}

/// The page's rooms by their floors, from the ground: each imports only itself and rooms of floors below its own.
const FLOORS: &[&[&str]] = &[
    &["views", "simulation"],
    &["state"],
    &["scene", "text"],
    &["controls"],
    &["story", "files", "laboratory"],
    &["app"],
];

/// The floor and the name of the room in which a path from the root of the project lies.
fn room(path: &str) -> (usize, &str) {
    let name = path.strip_prefix("www/src/").and_then(|inside| inside.split_once('/')).map_or("", |(name, _)| name);
    let floor = FLOORS.iter().position(|rooms| rooms.contains(&name));
    (floor.unwrap_or_else(|| panic!("{path} has no place in FLOORS")), name)
}

#[test]
fn the_page_keeps_its_rooms_apart() {
    for (file, code) in files("www/src", &["ts", "tsx"]) {
        let (floor, own) = room(&file);
        for path in imported(&file, &code) {
            let at = format!("{file} imports {path}");
            if path.starts_with("www/pkg/") {
                assert_eq!(own, "simulation", "{at}");
            } else if path.starts_with("www/src/") {
                let (below, other) = room(&path);
                assert!(other == own || below < floor, "{at}, which stands no floor below it");
            }
        }
    }
}

#[test]
fn the_runner_knows_the_module_through_one_file() {
    let runner: Vec<_> = [files("runner", &["mjs"]), files("bin", &["mjs"])].concat();
    absent(&runner, &["dist/lib"], &["runner/module.mjs"]);
}
