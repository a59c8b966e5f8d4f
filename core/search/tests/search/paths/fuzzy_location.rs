//! Fuzzy search with a line and column at the end of the query.

use ransack::{CancelToken, FuzzyFindOptions, FuzzyMatch, Workspace, WorkspaceOptions, fuzzy_find};
use ransack_testing::Tree;

fn tree() -> Tree {
    Tree::of(&[
        ("src/main.rs", ""),
        ("src/main_test.rs", ""),
        ("src/domain/résumé.rs", ""),
        ("log/main.rs(12).txt", ""),
    ])
}

fn find(options: &FuzzyFindOptions) -> Vec<FuzzyMatch> {
    fuzzy_find(options, &CancelToken::new()).unwrap().items
}

/// Without the parts that name the location.
fn unlocated(items: &[FuzzyMatch]) -> Vec<FuzzyMatch> {
    let mut items = items.to_vec();
    for item in &mut items {
        (item.line, item.column) = (None, None);
    }
    items
}

#[test]
fn a_location_takes_no_part_in_the_ranking_and_is_returned() {
    let tree = tree();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let plain = find(&FuzzyFindOptions::new("src/main.rs", tree.root()));
    assert_eq!(plain[0].path, "src/main.rs");
    assert!(plain.iter().all(|m| m.line.is_none() && m.column.is_none()));
    for (query, line, column) in [
        ("src/main.rs:7:5", Some(7), Some(5)),
        ("src/main.rs(7,5)", Some(7), Some(5)),
        ("src/main.rs:7", Some(7), None),
        ("src/main.rs#L7", Some(7), None),
        ("src/main.rs:", None, None),
    ] {
        let direct = find(&FuzzyFindOptions::new(query, tree.root()));
        assert_eq!(unlocated(&direct), plain, "{query}");
        assert!(direct.iter().all(|m| (m.line, m.column) == (line, column)));
        let cached = find(&FuzzyFindOptions::new(query, ".").workspace(&workspace));
        assert_eq!(cached, direct, "{query}");
    }
}

#[test]
fn a_path_that_contains_the_text_comes_first_as_typed() {
    let tree = tree();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let options = FuzzyFindOptions::new("Main.rs(12)", tree.root()).recent(["src/main.rs"]);
    let items = find(&options);
    assert_eq!(items[0].path, "log/main.rs(12).txt");
    assert_eq!((items[0].line, items[0].column), (None, None));
    // Without the dot, which is a separator.
    let positions: Vec<u32> = (4..15).filter(|at| *at != 8).collect();
    assert_eq!(items[0].positions, positions);
    assert_eq!(items[1].path, "src/main.rs");
    assert_eq!(items[1].line, Some(12));
    let options = FuzzyFindOptions::new("Main.rs(12)", ".").recent(["src/main.rs"]);
    assert_eq!(find(&options.workspace(&workspace)), items);
    // Under a limit, the bounds let no other path win.
    let first = find(&FuzzyFindOptions::new("main.rs(12)", tree.root()).limit(1));
    assert_eq!(first[0].path, "log/main.rs(12).txt");
}

#[test]
fn without_the_option_and_for_other_text_the_whole_query_is_matched() {
    let tree = tree();
    let paths = |options: &FuzzyFindOptions| -> Vec<String> {
        find(options).iter().map(|m| m.path.to_string()).collect()
    };
    let options = FuzzyFindOptions::new("main.rs(12)", tree.root()).location(false);
    assert_eq!(paths(&options), ["log/main.rs(12).txt"]);
    assert!(find(&options)[0].line.is_none());
    for query in ["main.rs:12x", "main.rs:1:2:3", "résumé(x)"] {
        assert!(find(&FuzzyFindOptions::new(query, tree.root())).is_empty());
    }
    assert_eq!(
        paths(&FuzzyFindOptions::new("(12)", tree.root())),
        ["log/main.rs(12).txt"]
    );
    let item = &find(&FuzzyFindOptions::new("RÉSUMÉ.rs:3", tree.root()))[0];
    assert_eq!(
        (&item.path.to_string()[..], item.line),
        ("src/domain/résumé.rs", Some(3))
    );
}
