//! Roots that are globs, are missing or overlap, and the base of the paths in results.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ransack::{
    CancelToken, ErrorKind, GlobOptions, GrepMode, GrepOptions, IndexMode, Outcome, PathsFrom,
    Scope, SkipReason, Workspace, WorkspaceOptions, fuzzy_find, glob, grep,
};
use ransack_testing_search::Tree;

fn tree() -> Tree {
    Tree::of(&[
        ("a.rs", "x\n"),
        ("src/b.rs", "x\n"),
        ("src/é.rs", "x\n"),
        ("src/sub/c.rs", "x\n"),
        ("src/sub/d.toml", "x\n"),
        ("src/[id]/e.rs", "x\n"),
        ("lib/f.rs", "x\n"),
        ("node_modules/m/g.rs", "x\n"),
        (".gitignore", "/lib\n"),
        (".git/HEAD", "ref: refs/heads/main\n"),
    ])
}

fn search(scope: Scope) -> Outcome<ransack::GrepMatch> {
    let mut options = GrepOptions::new("x", ".").mode(GrepMode::FilesWithMatches);
    options.scope = scope;
    grep(&options, &CancelToken::new()).unwrap()
}

fn paths(outcome: &Outcome<ransack::GrepMatch>) -> Vec<String> {
    outcome
        .items
        .iter()
        .map(|found| found.path.to_string())
        .collect()
}

fn roots(tree: &Tree, roots: &[&str]) -> Scope {
    Scope::default().roots(roots.iter().map(|root| tree.path(root)))
}

/// Returns the paths below the tree's root.
fn below(tree: &Tree, outcome: &Outcome<ransack::GrepMatch>) -> Vec<String> {
    let top = tree.root().canonicalize().unwrap();
    let top = format!("{}/", top.to_str().unwrap());
    let paths = paths(outcome).into_iter();
    paths
        .map(|path| path.strip_prefix(&top).unwrap().to_owned())
        .collect()
}

#[test]
fn the_path_of_a_file_as_root_is_the_root_as_given() {
    let tree = tree();
    let file = tree.path("src/b.rs");
    let found = search(Scope::new(&file));
    assert_eq!(paths(&found), [file.to_str().unwrap()]);
    assert_eq!(
        paths(&search(Scope::new(tree.path("src")))),
        ["[id]/e.rs", "b.rs", "sub/c.rs", "sub/d.toml", "é.rs"]
    );
}

#[test]
fn paths_are_absolute_on_request() {
    let tree = tree();
    for given in ["src", "src/b.rs", "src/*.rs", "src/sub/../b.rs"] {
        let scope = roots(&tree, &[given]).paths_from(PathsFrom::Absolute);
        for path in paths(&search(scope)) {
            assert!(
                Path::new(&path).is_file() && !path.contains("/../"),
                "{path}"
            );
        }
    }
    let scope = roots(&tree, &["src"]).paths_from(PathsFrom::Workspace);
    let mut options = GrepOptions::new("x", ".");
    options.scope = scope;
    let error = grep(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

#[test]
fn paths_in_a_workspace_are_relative_to_it() {
    let tree = tree();
    for index in [IndexMode::None, IndexMode::Memory] {
        let options = WorkspaceOptions::default().index(index);
        let workspace = Workspace::open(tree.root(), &options).unwrap();
        if index == IndexMode::Memory {
            workspace.ready(&CancelToken::new(), |_| {}).unwrap();
        }
        let of = |root: &str| {
            let mut scope = Scope::new(&workspace);
            scope.roots = vec![PathBuf::from(root)];
            paths(&search(scope))
        };
        assert_eq!(of("src/sub"), ["src/sub/c.rs", "src/sub/d.toml"]);
        assert_eq!(of("src/sub/c.rs"), ["src/sub/c.rs"]);
        assert_eq!(of("src/sub/../b.rs"), ["src/b.rs"]);
        assert_eq!(of("src/sub/*.rs"), ["src/sub/c.rs"]);
        assert_eq!(
            of(tree.path("src/sub").to_str().unwrap()),
            ["src/sub/c.rs", "src/sub/d.toml"]
        );
        // An ignored directory is walked.
        assert_eq!(of("lib"), ["lib/f.rs"]);
        let mut scope = Scope::new(&workspace).paths_from(PathsFrom::Root);
        scope.roots = vec![PathBuf::from("src/sub")];
        assert_eq!(paths(&search(scope)), ["c.rs", "d.toml"]);
    }
}

#[test]
fn fuzzy_positions_and_signals_follow_the_shown_path() {
    let tree = tree();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let mut options = ransack::FuzzyFindOptions::new("c", &workspace);
    options.scope.roots = vec![PathBuf::from("src/sub")];
    for _ in 0..2 {
        let found = fuzzy_find(&options, &CancelToken::new()).unwrap().items;
        assert_eq!(
            (found[0].path.to_string(), &found[0].positions[..]),
            ("src/sub/c.rs".into(), &[8][..])
        );
    }
    options.query = String::new();
    options.signals.recent = vec![PathBuf::from("src/sub/d.toml")];
    let found = fuzzy_find(&options, &CancelToken::new()).unwrap().items;
    assert_eq!(found[0].path, "src/sub/d.toml");
}

#[test]
fn a_root_with_wildcards_selects_files_and_what_is_below_directories() {
    let tree = tree();
    let of = |given: &str| {
        let scope = roots(&tree, &[given]).paths_from(PathsFrom::Absolute);
        below(&tree, &search(scope))
    };
    assert_eq!(of("src/*.rs"), ["src/b.rs", "src/é.rs"]);
    assert_eq!(
        of("src/**/*.rs"),
        ["src/[id]/e.rs", "src/b.rs", "src/sub/c.rs", "src/é.rs"]
    );
    assert_eq!(of("src/s*"), ["src/sub/c.rs", "src/sub/d.toml"]);
    assert_eq!(of("*/sub/{c,d}.*"), ["src/sub/c.rs", "src/sub/d.toml"]);
    // A name with wildcards that exists is a name.
    assert_eq!(of("src/[id]"), ["src/[id]/e.rs"]);
    assert_eq!(of("src/[id]/*.rs"), ["src/[id]/e.rs"]);
    let none = search(roots(&tree, &["src/*.none"]));
    assert!(none.items.is_empty() && none.report.no_files_matched_scope);
    let mut options = GrepOptions::new("x", ".");
    options.scope = roots(&tree, &["src", "src/@(a|b).rs*"]);
    let error = grep(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidGlob);
}

#[test]
fn a_missing_root_is_reported_unless_all_are_missing() {
    let tree = tree();
    let found = search(roots(&tree, &["src/sub", "none", "a.rs"]));
    assert_eq!(found.items.len(), 3);
    assert!(!found.report.complete);
    let skipped = &found.report.skipped[0];
    assert_eq!((skipped.reason, skipped.count), (SkipReason::Unreadable, 1));
    assert_eq!(skipped.first[0].root, 1);
    assert!(skipped.first[0].path.to_string().ends_with("/none"));
    assert!(skipped.first[0].detail.is_some());
    let mut options = GrepOptions::new("x", ".");
    options.scope = roots(&tree, &["none", "nothing"]);
    let error = grep(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.to_string().contains("none"), "{error}");
}

/// Each file that any of the roots selects is found once, whatever the roots, their order, the globs
/// and the source of the file list.
#[test]
fn overlapping_roots_give_each_file_once() {
    let tree = tree();
    let all = [
        "",
        "src",
        "src/sub",
        "src/sub/c.rs",
        "lib",
        "node_modules/m",
        "src/*.rs",
        "**/*.toml",
        "a.rs",
    ];
    let globs: [&[&str]; 4] = [&[], &["*.rs"], &["src/**"], &["sub/*.rs", "!e.rs"]];
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let alone = |given: &str, globs: &[&str]| {
        let scope = roots(&tree, &[given]).globs(globs.iter().copied());
        below(&tree, &search(scope.paths_from(PathsFrom::Absolute)))
    };
    for first in all {
        for second in all {
            for third in ["src/sub", "a.rs", ""] {
                for globs in globs {
                    let given = [first, second, third];
                    let expected: BTreeSet<String> =
                        given.iter().flat_map(|given| alone(given, globs)).collect();
                    let scope = roots(&tree, &given).globs(globs.iter().copied());
                    let scope = scope.paths_from(PathsFrom::Absolute);
                    for scope in [scope.clone(), scope.workspace(&workspace)] {
                        let found = below(&tree, &search(scope));
                        let once: BTreeSet<String> = found.iter().cloned().collect();
                        assert_eq!(once.len(), found.len(), "{given:?} {globs:?}: {found:?}");
                        assert_eq!(once, expected, "{given:?} {globs:?}");
                    }
                }
            }
        }
    }
}

/// Each buffer is found once, whatever the roots and their order. Some directories exist only through
/// buffers.
#[test]
fn overlapping_roots_give_each_buffer_once() {
    let tree = tree();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    for path in ["new/deep/é.rs", "new/f.rs", "src/sub/new.rs", "src/b.rs"] {
        workspace.set_buffer(path, "x\n").unwrap();
    }
    let all = [
        "",
        "new",
        "new/deep",
        "new/deep/é.rs",
        "new/f.rs",
        "new/**/*.rs",
        "src",
        "src/sub/new.rs",
        "src/sub/../b.rs",
    ];
    let found = |given: &[&str], globs: &[&str]| {
        let scope = roots(&tree, given).globs(globs.iter().copied());
        let scope = scope.workspace(&workspace);
        below(&tree, &search(scope.paths_from(PathsFrom::Absolute)))
    };
    for first in all {
        for second in all {
            for globs in [&[][..], &["*.rs", "!f.rs"], &["deep/**"]] {
                let given = [first, second];
                let alone = given.iter().flat_map(|given| found(&[given], globs));
                let expected: BTreeSet<String> = alone.collect();
                let found = found(&given, globs);
                let once: BTreeSet<String> = found.iter().cloned().collect();
                assert_eq!(once.len(), found.len(), "{given:?} {globs:?}: {found:?}");
                assert_eq!(once, expected, "{given:?} {globs:?}");
            }
        }
    }
    let workspace_paths = paths(&search(
        roots(&tree, &["new/deep/é.rs", "new"]).workspace(&workspace),
    ));
    assert_eq!(workspace_paths, ["new/deep/é.rs", "new/f.rs"]);
}

#[test]
fn overlapping_roots_give_each_directory_once() {
    let tree = tree();
    let mut options = GlobOptions::new("**", ".");
    options.scope = roots(&tree, &["src/sub", "src", ""])
        .hidden(false)
        .paths_from(PathsFrom::Absolute);
    let found = glob(&options, &CancelToken::new()).unwrap();
    let found: Vec<String> = found
        .items
        .iter()
        .map(|found| found.path.to_string())
        .collect();
    let once: BTreeSet<&String> = found.iter().collect();
    assert_eq!(once.len(), found.len(), "{found:?}");
    // Of each root, everything but the root itself.
    assert!(found.iter().any(|path| path.ends_with("/src/sub")));
    assert!(found.iter().any(|path| path.ends_with("/src")));
}
