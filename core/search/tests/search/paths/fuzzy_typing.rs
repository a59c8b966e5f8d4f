//! Search as the user types in a workspace: the query history and the cached
//! candidates change no result.

use ransack::{
    CancelToken, FuzzyFindOptions, PathsFrom, Report, Workspace, WorkspaceOptions, fuzzy_find,
};
use ransack_testing::Tree;

fn tree() -> Tree {
    Tree::of(&[
        ("kernel/sched/core.c", ""),
        ("kernel/sched/core_sched.c", ""),
        ("kernel/core/.hidden", ""),
        ("fs/ext4/inode.c", ""),
        ("fs/ext4/Inode-Test.c", ""),
        ("fs/indoe.c", ""),
        ("src/stra\u{df}e/caf\u{e9}.rs", ""),
        ("node_modules/core/index.js", ""),
        ("ignored/inode.c", ""),
        (".ignore", "ignored\n"),
    ])
}

/// Compares a search through the workspace with one without it.
fn compare(workspace: &Workspace, tree: &Tree, options: &FuzzyFindOptions) {
    let token = CancelToken::new();
    let options = options.clone().paths_from(PathsFrom::Absolute);
    let mut fresh = options.clone();
    for root in &mut fresh.scope.roots {
        *root = tree.path(root.to_str().unwrap());
    }
    let known = fuzzy_find(&options.clone().workspace(workspace), &token).unwrap();
    let fresh = fuzzy_find(&fresh, &token).unwrap();
    let what = format!("{:?} in {:?}", options.query, options.scope.roots);
    assert_eq!(known.items, fresh.items, "{what}");
    let about = |report: &Report| {
        (
            report.total_matches,
            report.files_with_matches,
            report.files_searched,
            report.next_offset,
            report.complete,
            report.skipped.clone(),
        )
    };
    assert_eq!(about(&known.report), about(&fresh.report), "{what}");
}

fn changes() -> [fn(&mut FuzzyFindOptions); 7] {
    [
        |_| {},
        |o| o.limit = Some(2),
        |o| o.dirs = false,
        |o| o.scope.hidden = true,
        |o| o.scope.gitignore = false,
        |o| o.scope.node_modules = true,
        |o| o.scope.roots = vec!["fs".into(), "kernel".into(), "fs/ext4".into()],
    ]
}

#[test]
fn every_keystroke_has_the_results_of_a_fresh_search() {
    let tree = tree();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    for change in changes() {
        for query in [
            "inodec",
            "indoex",
            "ext4/in",
            "sched core",
            "strasse",
            "/ _",
        ] {
            for end in (0..=query.len()).chain((0..query.len()).rev().step_by(2)) {
                let mut options = FuzzyFindOptions::new(&query[..end], ".");
                change(&mut options);
                compare(&workspace, &tree, &options);
            }
        }
    }
}

#[test]
fn a_change_between_two_keystrokes_is_seen() {
    let tree = tree();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    for (at, query) in ["i", "in", "ino", "inod", "inode"].into_iter().enumerate() {
        compare(&workspace, &tree, &FuzzyFindOptions::new(query, "."));
        match at {
            0 => tree.write("a/inode.h", ""),
            1 => std::fs::remove_file(tree.path("fs/ext4/inode.c")).unwrap(),
            2 => std::fs::rename(tree.path("fs"), tree.path("inode")).unwrap(),
            _ => tree.write(".ignore", ""),
        }
    }
}

#[test]
fn searches_with_other_options_in_between_change_no_result() {
    let tree = tree();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    for query in ["c", "co", "cor", "core", "corex"] {
        for change in changes() {
            let mut options = FuzzyFindOptions::new(query, ".");
            change(&mut options);
            compare(&workspace, &tree, &options);
        }
    }
}
