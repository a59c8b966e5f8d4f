//! The documentation of an option in C and in Node has the numbers of its documentation in Rust.
//!
//! The texts are written for each language, since defaults, errors and types differ: a text made
//! from that of Rust by renaming would be the same for one option in eight.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::PathBuf;

use ransack_testing::tools::workspace;

use crate::add_sources;

/// Documentation of each field, by the names of its struct and of the field.
type Docs = BTreeMap<(String, String), String>;

/// Returns the documented fields of the structs or interfaces in a text. `start` begins a struct, and
/// `field` returns the name of the field in a line of code.
fn docs(text: &str, start: &str, field: fn(&str) -> Option<&str>) -> Docs {
    let mut docs = Docs::new();
    let mut name: Option<&str> = None;
    let mut doc = String::new();
    for line in text.lines() {
        let code = line.trim_start();
        if let Some(rest) = line.strip_prefix(start) {
            name = rest
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .next();
        } else if line.starts_with('}') {
            name = None;
        } else if let Some(part) = ["///", "/**", "*/", "*"]
            .iter()
            .find_map(|mark| code.strip_prefix(mark))
        {
            doc += part;
        } else if !code.starts_with('#') {
            if let (Some(name), Some(field)) = (name, field(code)) {
                docs.insert((name.to_owned(), field.to_owned()), doc.clone());
            }
            doc.clear();
        }
    }
    docs
}

fn rust_field(code: &str) -> Option<&str> {
    code.strip_prefix("pub ")?
        .split_once(':')
        .map(|(name, _)| name)
}

fn node_field(code: &str) -> Option<&str> {
    code.split_once(':')
        .map(|(name, _)| name.trim_end_matches('?'))
}

fn docs_of(folder: &str) -> Docs {
    let mut files: Vec<PathBuf> = Vec::new();
    add_sources(&workspace().join(folder), &mut files);
    let texts = files.iter().map(|path| fs::read_to_string(path).unwrap());
    texts
        .flat_map(|text| docs(&text, "pub struct ", rust_field))
        .collect()
}

/// Returns the numbers in a text above 2, sizes in bytes and times in milliseconds.
fn numbers(doc: &str) -> HashSet<u64> {
    let units = HashMap::from([
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("second", 1000),
        ("seconds", 1000),
        ("minutes", 60_000),
        ("days", 86_400_000),
    ]);
    let mut found = HashSet::new();
    // Code between backticks or quotes may be an example.
    let prose: String = doc.split(['`', '"']).step_by(2).collect();
    let words: Vec<&str> = prose.split_whitespace().collect();
    for (at, word) in words.iter().enumerate() {
        let digits = word
            .trim_end_matches([',', ';', '.', ':', ')'])
            .replace(',', "");
        if let Ok(number) = digits.parse::<u64>() {
            let unit = words
                .get(at + 1)
                .map(|unit| unit.trim_end_matches([',', ';', '.']));
            found.insert(number * unit.and_then(|unit| units.get(unit)).unwrap_or(&1));
        }
    }
    found.retain(|number| *number > 2);
    found
}

fn snake_case(name: &str) -> String {
    let parts = name.chars().flat_map(|c| {
        let underscore = c.is_uppercase().then_some('_');
        underscore.into_iter().chain(c.to_lowercase())
    });
    parts.collect::<String>().trim_start_matches('_').to_owned()
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut text = words.next().unwrap_or_default().to_owned();
    for word in words {
        text += &word[..1].to_uppercase();
        text += &word[1..];
    }
    text
}

#[test]
fn the_numbers_in_the_documentation_of_options_agree() {
    let declarations = fs::read_to_string(workspace().join("napi/index.d.ts")).unwrap();
    let node = docs(&declarations, "export interface ", node_field);
    let (core, c) = (docs_of("core"), docs_of("capi/src"));
    let (mut compared, mut faults) = (0, Vec::new());
    for ((name, field), doc) in core
        .iter()
        .filter(|((name, _), _)| name.ends_with("Options"))
    {
        let (c_name, node_name) = (format!("ransack_{}", snake_case(name)), camel_case(field));
        let of = |docs: &Docs, name: &str, field: &str, in_ms: &str| {
            let by = |field: String| docs.get(&(name.to_owned(), field)).cloned();
            by(field.to_owned()).or_else(|| by(format!("{field}{in_ms}")))
        };
        let others = [
            of(&c, &c_name, field, "_ms"),
            of(&node, name, &node_name, "Ms"),
        ];
        for other in others.into_iter().flatten() {
            compared += 1;
            let numbers_there = numbers(&other);
            let missing: Vec<u64> = numbers(doc).difference(&numbers_there).copied().collect();
            if !missing.is_empty() {
                faults.push(format!("{name}.{field}: {missing:?} is missing in:{other}"));
            }
        }
    }
    assert!(compared > 400, "{compared}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
