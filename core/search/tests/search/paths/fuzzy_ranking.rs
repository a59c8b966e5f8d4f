//! Expected best results for queries over the trees of typical projects, and the
//! expected order of small lists.

use ransack::{CancelToken, FuzzyList, FuzzyMatchOptions, fuzzy_match};

struct Tree {
    name: &'static str,
    paths: Vec<String>,
    /// Queries with the expected best path.
    cases: Vec<(&'static str, &'static str)>,
}

fn trees() -> Vec<Tree> {
    let mut trees: Vec<Tree> = Vec::new();
    let lines = include_str!("../../data/fuzzy.txt").lines();
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
    ransack_testing::faults::assert_none(&wrong);
}

/// Query with a list of paths.
struct Order {
    query: &'static str,
    /// Paths in the expected order.
    ordered: Vec<&'static str>,
    /// Paths that come after the first of `ordered`.
    later: Vec<&'static str>,
    /// Paths that do not match.
    others: Vec<&'static str>,
}

fn orders() -> Vec<Order> {
    let mut orders: Vec<Order> = Vec::new();
    let is_data =
        |line: &&str| !line.is_empty() && !line.starts_with('#') && !line.starts_with("== ");
    for line in include_str!("../../data/fuzzy_order.txt")
        .lines()
        .filter(is_data)
    {
        if let Some(query) = line.strip_prefix("? ") {
            orders.push(Order {
                query,
                ordered: Vec::new(),
                later: Vec::new(),
                others: Vec::new(),
            });
            continue;
        }
        let order = orders.last_mut().unwrap();
        if let Some(path) = line.strip_prefix("~ ") {
            order.later.push(path);
        } else if let Some(path) = line.strip_prefix("! ") {
            order.others.push(path);
        } else {
            order.ordered.push(line);
        }
    }
    orders
}

#[test]
fn small_lists_have_the_expected_order() {
    let mut wrong = Vec::new();
    let orders = orders();
    for Order {
        query,
        ordered,
        later,
        others,
    } in &orders
    {
        let paths = [&ordered[..], later, others].concat();
        // Also in reverse order, so the order of the list does not help.
        let reversed: Vec<&str> = paths.iter().rev().copied().collect();
        let options = FuzzyMatchOptions::default();
        let outcome = fuzzy_match(query, &reversed, &options, &CancelToken::new()).unwrap();
        let found: Vec<(&str, i32)> = outcome
            .items
            .iter()
            .map(|m| (reversed[m.index], m.score))
            .collect();
        let of_list = |list: &[&str]| {
            let known = found.iter().map(|(path, _)| *path);
            known.filter(|path| list.contains(path)).collect::<Vec<_>>()
        };
        let is_first = found.first().is_some_and(|(path, _)| *path == ordered[0]);
        if !is_first || of_list(ordered) != *ordered || !of_list(others).is_empty() {
            wrong.push(format!("{query} => {ordered:?}, not {found:?}"));
        }
    }
    let count = orders.len();
    assert!(count >= 110, "{count}");
    ransack_testing::faults::assert_none(&wrong);
}
