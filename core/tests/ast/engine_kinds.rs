//! The engines name no node kind and no part of one: the tables of the languages have them.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use ransack_grammars::internal::grammar_of;
use ransack_testing::tools::workspace;

fn add_sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && name != "tests" {
            add_sources(&path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            found.push(path);
        }
    }
}

/// Returns the names of at least two words between quotes. One word may also be a token.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim_start);
    let code = lines.filter(|line| !line.starts_with("//"));
    let quoted = code.flat_map(|line| line.split('"').skip(1).step_by(2));
    let words = quoted.flat_map(str::split_whitespace);
    let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
    words.filter(move |word| word.contains('_') && word.chars().all(is_name))
}

/// Returns the sources of the engines.
fn engines() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for folder in ["core/structure/src", "core/syntax/src"] {
        add_sources(&workspace().join(folder), &mut files);
    }
    assert!(files.len() > 100, "{}", files.len());
    let read = |file: PathBuf| (file.clone(), fs::read_to_string(file).unwrap());
    files.into_iter().map(read).collect()
}

#[test]
fn engines_name_no_node_kind() {
    let mut kinds = HashSet::new();
    for language in ransack_grammars::languages() {
        let grammar = grammar_of(language);
        let ids = 0..grammar.node_kind_count() as u16;
        let ids = ids.filter(|id| grammar.node_kind_is_named(*id));
        kinds.extend(ids.filter_map(|id| grammar.node_kind_for_id(id).map(str::to_owned)));
    }
    assert!(
        kinds.contains("function_definition") && kinds.len() > 3000,
        "{}",
        kinds.len()
    );
    let mut faults = Vec::new();
    for (file, text) in engines() {
        let found = names(&text).filter(|name| kinds.contains(*name));
        faults.extend(found.map(|name| format!("{}: `{name}`", file.display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn engines_name_no_part_of_a_node_kind() {
    let mut faults = Vec::new();
    for (file, text) in engines() {
        for part in ["contains(\"", "ends_with(\"", "starts_with(\""] {
            let found = text.split(part).skip(1).filter_map(|rest| {
                let (word, _) = rest.split_once('"')?;
                let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
                (!word.is_empty() && word.chars().all(is_name)).then_some(word)
            });
            faults.extend(found.map(|word| format!("{}: {part}{word}\")", file.display())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
