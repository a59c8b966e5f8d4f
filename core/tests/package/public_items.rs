//! The public items of `ransack`: what its crates re-export, and the public methods of those types.
//! An item that only the crates share belongs in a module `internal`, and is not public.

use std::collections::BTreeSet;
use std::fs;

use ransack_testing::tools::workspace;

use crate::add_sources;

/// Returns the names that a source re-exports, with the prefix of their module.
fn exports(source: &str, prefix: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut module = "";
    let mut statement: Option<String> = None;
    for line in source.lines() {
        let word = line.strip_prefix("pub mod ").unwrap_or_default();
        match word.strip_suffix(" {") {
            Some(name) => module = name,
            None if line == "}" => module = "",
            None => {}
        }
        let line = line.trim();
        if line.starts_with("pub use ") {
            statement = Some(String::new());
        }
        let Some(text) = &mut statement else {
            continue;
        };
        text.push_str(line);
        if !line.ends_with(';') {
            continue;
        }
        let list = text.trim_end_matches(['}', ';']);
        let list = list.split_once('{').map_or(list, |(_, list)| list);
        for name in list.split(',').filter(|name| !name.is_empty()) {
            let name = name.rsplit([':', ' ']).next().unwrap();
            match module {
                "" => names.push(format!("{prefix}{name}")),
                module => names.push(format!("{prefix}{module}::{name}")),
            }
        }
        statement = None;
    }
    names
}

/// Returns the public functions in the `impl` blocks of a type.
fn methods<'s>(sources: &'s [String], name: &'s str) -> BTreeSet<&'s str> {
    let mut methods = BTreeSet::new();
    for source in sources {
        let mut is_inside = false;
        for line in source.lines() {
            if let Some(head) = line.strip_prefix("impl") {
                let head = match head.strip_prefix('<') {
                    Some(generics) => generics.split_once("> ").map_or("", |(_, head)| head),
                    None => head.trim_start(),
                };
                let of = head.split(['<', ' ', '{']).next().unwrap();
                is_inside = of == name && !head.contains(" for ");
            } else if line.starts_with('}') {
                is_inside = false;
            } else if is_inside && let Some(function) = line.strip_prefix("    pub ") {
                let function = function.trim_start_matches("const ");
                if let Some(function) = function.strip_prefix("fn ") {
                    methods.insert(function.split(['(', '<']).next().unwrap());
                }
            }
        }
    }
    methods
}

#[test]
fn public_items_are_those_of_the_list() {
    let core = workspace().join("core");
    let read = |path: &str| fs::read_to_string(core.join(path)).unwrap();
    let mut files = Vec::new();
    add_sources(&core, &mut files);
    let all: Vec<String> = files
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let mut names = exports(&read("src/lib.rs"), "");
    names.extend(exports(&read("highlight/src/lib.rs"), "highlight::"));
    let mut items = BTreeSet::new();
    for name in names {
        let plain = name.rsplit("::").next().unwrap();
        if plain.starts_with(char::is_uppercase) && !name.starts_with("ast::") {
            for method in methods(&all, plain) {
                items.insert(format!("{name}::{method}"));
            }
        }
        items.insert(name);
    }
    assert!(items.contains("AstQuery::from_rule") && items.contains("highlight::Theme"));
    let list = items.into_iter().collect::<Vec<_>>().join("\n") + "\n";
    let path = core.join("tests/data/public_items.txt");
    if std::env::var_os("RANSACK_BLESS").is_some() {
        fs::write(&path, &list).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeSet<&str> = known.lines().collect();
    let found: BTreeSet<&str> = list.lines().collect();
    let added: Vec<_> = found.difference(&known).collect();
    let removed: Vec<_> = known.difference(&found).collect();
    assert!(
        added.is_empty() && removed.is_empty(),
        "added {added:?}, removed {removed:?}; if this is meant, run with RANSACK_BLESS=1"
    );
}
