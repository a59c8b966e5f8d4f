//! Reports the tests left to the full tier, and checks the table of its groups. Runs without a
//! harness, which would hide the output.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and this one is there to print"
)]

use std::fs;
use std::path::Path;

use ransack_testing::{tier, tools};

/// Folders whose files name groups.
const USERS: [&str; 7] = [
    ".ci",
    "bench/tests",
    "capi/tests",
    "core/pack/src",
    "core/src",
    "core/tests",
    "napi",
];

fn main() {
    let root = tools::workspace();
    let mut used = String::new();
    for folder in USERS {
        add_sources(&root.join(folder), &mut used);
    }
    for group in tier::groups() {
        assert!(!group.content.is_empty() && !group.command.is_empty());
        for source in group.sources.split_whitespace() {
            assert!(root.join(source).exists(), "{}: {source}", group.name);
        }
        // A script of `.ci` is a check without tests.
        let script = group.command.strip_prefix(".ci/");
        let is_used = match script {
            Some(script) => root.join(".ci").join(script).exists(),
            None => used.contains(&format!("(\"{}\")", group.name)) || group.name == "random",
        };
        assert!(is_used, "no test asks for the group {}", group.name);
    }
    match tier::left_out() {
        Some(line) => println!("\n{line}"),
        None => println!("\nthe full tier ran"),
    }
}

/// Appends the text of every source file below a folder.
fn add_sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_source = path.extension().is_some_and(|ending| ending == "rs");
        if path.is_dir() && !path.ends_with("node_modules") {
            add_sources(&path, text);
        } else if is_source {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}
