//! Expected best results for queries over the trees of typical projects.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ransack::{CancelToken, FuzzyList, FuzzyMatchOptions};

struct Tree {
    name: &'static str,
    paths: Vec<String>,
    /// Queries with the expected best path.
    cases: Vec<(&'static str, &'static str)>,
}

fn trees() -> Vec<Tree> {
    let mut trees: Vec<Tree> = Vec::new();
    let lines = include_str!("data/fuzzy.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("== ") {
            trees.push(Tree {
                name,
                paths: Vec::new(),
                cases: Vec::new(),
            });
        } else if let Some(case) = line.strip_prefix("? ") {
            let tree = trees.last_mut().unwrap();
            tree.cases.push(case.split_once(" => ").unwrap());
        } else if let Some((dir, names)) = line.split_once(": ") {
            let paths = &mut trees.last_mut().unwrap().paths;
            let prefix = if dir == "." {
                String::new()
            } else {
                format!("{dir}/")
            };
            paths.extend(names.split(' ').map(|name| format!("{prefix}{name}")));
        }
    }
    trees
}

#[test]
fn the_expected_path_ranks_first() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for Tree { name, paths, cases } in trees() {
        let mut list = FuzzyList::new(&paths);
        for (query, expected) in cases {
            count += 1;
            assert!(
                paths.iter().any(|path| path == expected),
                "{expected} in {name}"
            );
            let mut options = FuzzyMatchOptions::default();
            options.limit = Some(3);
            let outcome = list.rank(query, &options, &CancelToken::new()).unwrap();
            let found: Vec<(&str, i32)> = outcome
                .items
                .iter()
                .map(|m| (paths[m.index].as_str(), m.score))
                .collect();
            if found.first().is_none_or(|(path, _)| *path != expected) {
                wrong.push(format!("{name}: {query} => {expected}, not {found:?}"));
            }
        }
    }
    assert!(count >= 150, "{count}");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
