//! Options of a scope: depth, case of globs, further ignore files, nested repositories; and the
//! count of ignored entries.

use ransack::{
    CancelToken, ErrorKind, FuzzyFindOptions, GlobOptions, GrepOptions, RefreshMode, Report, Scope,
    SkipReason, StoppedBy, fuzzy_find, glob, grep,
};
use ransack_testing::Tree;
use ransack_testing::compare::{MODES, open};

const FILES: [(&str, &str); 7] = [
    ("top.rs", "x"),
    ("ÄRGER.RS", "x"),
    ("one/a.rs", "x"),
    ("one/two/b.rs", "x"),
    ("one/.ignore", "!a.rs\n"),
    (".geminiignore", "a.rs\n"),
    (".aiderignore", "!a.rs\ntop.rs\n"),
];

fn find(pattern: &str, scope: &Scope, change: impl FnOnce(&mut GlobOptions)) -> Vec<String> {
    let mut options = GlobOptions::new(pattern, ".").scope(scope.clone());
    change(&mut options);
    let outcome = glob(&options, &CancelToken::new()).unwrap();
    outcome.items.iter().map(|m| m.path.to_string()).collect()
}

fn report(scope: &Scope) -> Report {
    let options = GrepOptions::new("x", ".").scope(scope.clone());
    grep(&options, &CancelToken::new()).unwrap().report
}

#[test]
fn a_file_as_root_has_depth_zero() {
    let tree = Tree::of(&FILES);
    let roots = [tree.path("top.rs"), tree.root().to_owned()];
    let scope = Scope::default().roots(roots).max_depth(0);
    let outcome = grep(
        &GrepOptions::new("x", ".").scope(scope),
        &CancelToken::new(),
    )
    .unwrap();
    assert_eq!(outcome.items.len(), 1);
    assert_eq!((outcome.items[0].root, outcome.report.complete), (0, true));
    assert_eq!(outcome.report.files_searched, 1);
}

#[test]
fn depth_counts_from_the_root_of_the_call() {
    let tree = Tree::of(&FILES);
    let workspace = open(&tree, RefreshMode::Stat);
    let scope = Scope::new("one").max_depth(1).workspace(&workspace);
    let expected = ["one/.ignore", "one/a.rs", "one/two"];
    assert_eq!(find("**", &scope, |_| ()), expected);
    let scope = Scope::new(tree.path("one/two")).max_depth(1);
    assert_eq!(find("**", &scope, |_| ()), ["b.rs"]);
}

/// Roots overlap, and the walk of the first does not reach everything in the second.
#[test]
fn entries_that_an_earlier_root_does_not_reach_are_results_of_a_later_root() {
    let tree = Tree::of(&FILES);
    tree.write("nested/.git", "gitdir: nowhere\n");
    tree.write("nested/c.rs", "x");
    tree.write(".agentignore", "one/two/\n");
    let counts = |scope: &Scope| {
        let options = GlobOptions::new("*.rs", ".").scope(scope.clone());
        let items = glob(&options, &CancelToken::new()).unwrap().items;
        let of = |root| items.iter().filter(|item| item.root == root).count();
        [of(0), of(1)]
    };
    let roots = |below: &str| Scope::default().roots([tree.root().to_owned(), tree.path(below)]);
    assert_eq!(counts(&roots("one")), [4, 0]);
    assert_eq!(counts(&roots("one").max_depth(1)), [1, 1]);
    assert_eq!(counts(&roots("one").max_depth(2)), [3, 1]);
    assert_eq!(counts(&roots("one").max_depth(0)), [0, 0]);
    assert_eq!(counts(&roots("nested")), [4, 0]);
    assert_eq!(counts(&roots("nested").nested_repositories(false)), [3, 1]);
    let ignored = roots("one/two").ignore_files([".agentignore"]);
    assert_eq!(counts(&ignored), [3, 1]);
    assert_eq!(counts(&ignored.gitignore(false)), [3, 1]);
}

#[test]
fn fuzzy_candidates_of_one_depth_are_not_reused_for_another() {
    let tree = Tree::of(&FILES);
    let workspace = open(&tree, RefreshMode::Stat);
    let count = |max_depth: Option<u64>| {
        let options = FuzzyFindOptions::new("rs", &workspace).max_depth(max_depth);
        let outcome = fuzzy_find(&options.dirs(false), &CancelToken::new()).unwrap();
        outcome.items.len()
    };
    assert_eq!([None, Some(2), Some(1), None].map(count), [4, 3, 2, 4]);
}

#[test]
fn a_scope_without_a_file_within_the_depth_says_so() {
    let tree = Tree::of(&[("a/b/c", "x")]);
    let report = report(&Scope::new(tree.root()).max_depth(1));
    assert!(report.no_files_matched_scope && report.complete);
    assert_eq!(report.hints, ["no file is within the maximum depth"]);
}

#[test]
fn globs_ignore_case_on_request() {
    let tree = Tree::of(&FILES);
    let scope = Scope::new(tree.root());
    assert!(find("ä*.rs", &scope, |_| ()).is_empty());
    assert_eq!(
        find("ä*.rs", &scope, |o| o.ignore_case = true),
        ["ÄRGER.RS"]
    );
    assert_eq!(
        find("ONE/[A-C].*", &scope, |o| o.ignore_case = true),
        ["one/a.rs"]
    );
    let literal = |options: &mut GlobOptions| {
        options.literal = true;
        options.ignore_case = true;
    };
    assert_eq!(find("ONE/TWO/B.RS", &scope, literal), ["one/two/b.rs"]);
    // The root's own path is compared exactly.
    let absolute = format!("{}/ONE/[!.]*", tree.root().display());
    assert_eq!(
        find(&absolute, &scope, |o| o.ignore_case = true),
        ["one/a.rs", "one/two"]
    );

    // The globs of the scope have their own option.
    let scope = scope.globs(["ärger.*", "!ONE/"]);
    assert!(find("*.RS", &scope, |o| o.ignore_case = true).is_empty());
    let scope = scope.glob_ignore_case(true);
    assert_eq!(find("*.RS", &scope, |_| ()), ["ÄRGER.RS"]);
    let scope = scope.globs(["!ONE/"]);
    assert_eq!(find("*.rs", &scope, |_| ()), ["top.rs"]);
}

#[test]
fn a_glob_spells_out_node_modules_in_any_case() {
    let tree = Tree::of(&[("node_modules/m/a.js", "x")]);
    let scope = Scope::new(tree.root());
    assert!(find("Node_Modules/**/*.js", &scope, |_| ()).is_empty());
    let found = find("Node_Modules/**/*.js", &scope, |o| o.ignore_case = true);
    assert_eq!(found, ["node_modules/m/a.js"]);
}

#[test]
fn further_ignore_files_take_precedence() {
    let tree = Tree::of(&FILES);
    let files = |scope: &Scope| find("*.rs", scope, |_| ());
    let scope = Scope::new(tree.root());
    let all = ["one/a.rs", "one/two/b.rs", "top.rs"];
    assert_eq!(files(&scope), all);
    let gemini = scope.clone().ignore_files([".geminiignore"]);
    assert_eq!(files(&gemini), ["one/two/b.rs", "top.rs"]);
    let both = scope
        .clone()
        .ignore_files([".geminiignore", ".aiderignore"]);
    assert_eq!(files(&both), ["one/a.rs", "one/two/b.rs"]);
    let reversed = scope
        .clone()
        .ignore_files([".aiderignore", ".geminiignore"]);
    assert_eq!(files(&reversed), ["one/two/b.rs"]);
    // They apply without the other rules, and from a directory above the root.
    tree.write(".ignore", "top.rs\n");
    assert_eq!(files(&gemini), ["one/two/b.rs"]);
    assert_eq!(
        files(&gemini.clone().gitignore(false)),
        ["one/two/b.rs", "top.rs"]
    );
    let below = Scope::new(tree.path("one")).ignore_files([".geminiignore"]);
    assert_eq!(files(&below), ["two/b.rs"]);
    // A standard name applies like a further one, outside repositories too.
    tree.write(".gitignore", "*\n!one/\n!two/\n!b.rs\n");
    let standard = scope.gitignore(false).ignore_files([".gitignore"]);
    assert_eq!(files(&standard), ["one/two/b.rs"]);
}

#[test]
fn workspaces_see_changes_of_further_ignore_files() {
    for mode in MODES {
        let tree = Tree::of(&FILES);
        let workspace = open(&tree, mode);
        let scope = Scope::new(".").workspace(&workspace);
        let scope = scope.ignore_files([".geminiignore"]);
        assert_eq!(find("*.rs", &scope, |_| ()), ["one/two/b.rs", "top.rs"]);
        assert_eq!(report(&scope).snapshot.mode, RefreshMode::Walk);
        tree.write(".geminiignore", "b.rs\n");
        assert_eq!(find("*.rs", &scope, |_| ()), ["one/a.rs", "top.rs"]);
        tree.write("one/.geminiignore", "!b.rs\n");
        assert_eq!(
            find("*.rs", &scope, |_| ()),
            ["one/a.rs", "one/two/b.rs", "top.rs"]
        );
    }
}

/// Like Git, does not follow a link named `.gitignore`.
#[cfg(unix)]
#[test]
fn a_further_ignore_file_that_cannot_be_read_is_reported() {
    let tree = Tree::of(&FILES);
    std::os::unix::fs::symlink("../top.rs", tree.path("one/.gitignore")).unwrap();
    let scope = Scope::new(tree.root()).gitignore(false);
    assert!(report(&scope).complete);
    let report = report(&scope.ignore_files([".gitignore"]));
    assert!(!report.complete);
    assert_eq!(report.skipped[0].reason, SkipReason::IgnoreFile);
    assert_eq!(report.skipped[0].first[0].path, "one/.gitignore");
}

#[test]
fn names_of_ignore_files_are_checked() {
    let tree = Tree::of(&FILES);
    let fails = |names: &[&str]| {
        let scope = Scope::new(tree.root()).ignore_files(names.iter().copied());
        let options = GrepOptions::new("x", ".").scope(scope);
        let error = grep(&options, &CancelToken::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        error.to_string()
    };
    assert!(fails(&[""]).contains("empty"));
    for name in ["a/b", "/a", "..", ".", "a/", "a\0b"] {
        assert!(fails(&[name]).contains("single path component"), "{name}");
        assert!(fails(&[".a", name]).contains("`ignore_files[1]`"), "{name}");
    }
    assert!(fails(&[".a"; 65]).contains("64"));
}

#[test]
fn nested_repositories_are_listed_but_not_walked() {
    let tree = Tree::of(&[
        ("a/x", "x"),
        ("a/b/.git", "gitdir: nowhere\n"),
        ("a/b/x", "x"),
        ("c/x", "x"),
        ("c/d/x", "x"),
    ]);
    tree.make_repository(".");
    tree.make_repository("c");
    let scope = Scope::new(tree.root()).nested_repositories(false);
    assert_eq!(find("**", &scope, |_| ()), ["a", "a/b", "a/x", "c"]);
    let report = report(&scope);
    assert!(report.complete);
    let skipped: Vec<String> = (report.skipped.iter().flat_map(|s| &s.first))
        .map(|skipped| skipped.path.to_string())
        .collect();
    assert_eq!(skipped, ["a/b", "c"]);
    assert_eq!(report.skipped[0].reason, SkipReason::NestedRepository);
    // A root may be a repository. Only it holds files.
    let inside = Scope::new(tree.path("c")).nested_repositories(false);
    assert_eq!(find("**", &inside, |_| ()), ["d", "d/x", "x"]);
    tree.write("only/c/.git", "");
    tree.write("only/c/x", "x");
    let only = Scope::new(tree.path("only")).nested_repositories(false);
    assert!(self::report(&only).no_files_matched_scope);
}

#[test]
fn a_workspace_sees_a_directory_become_a_repository() {
    for mode in MODES {
        let tree = Tree::of(&[("a/x", "x"), ("b/c/x", "x")]);
        let workspace = open(&tree, mode);
        let scope = Scope::new(".").workspace(&workspace);
        let scope = scope.nested_repositories(false);
        assert_eq!(find("**/x", &scope, |_| ()), ["a/x", "b/c/x"]);
        tree.make_repository("b/c");
        if mode == RefreshMode::Manual {
            workspace.invalidate(None);
        }
        assert_eq!(find("**/x", &scope, |_| ()), ["a/x"]);
        let skips = report(&scope).skipped;
        assert_eq!(
            (skips[0].reason, skips[0].count),
            (SkipReason::NestedRepository, 1)
        );
    }
}

#[test]
fn ignored_entries_are_counted_where_the_walk_rejects_them() {
    let tree = Tree::of(&[
        (".ignore", "out/\n*.log\n.env\n"),
        ("out/a/b", "x"),
        ("out/c", "x"),
        ("a.log", "x"),
        ("sub/b.log", "x"),
        ("sub/c.rs", "x"),
        (".env", "x"),
    ]);
    let scope = Scope::new(tree.root());
    assert_eq!(report(&scope).ignored, 4);
    assert_eq!(report(&scope.clone().gitignore(false)).ignored, 0);
    // What something else excludes does not count.
    assert_eq!(report(&scope.clone().hidden(false)).ignored, 3);
    assert_eq!(report(&scope.clone().globs(["*.rs"])).ignored, 1);
    assert_eq!(report(&scope.clone().globs(["*.rs", "!out/"])).ignored, 0);
    assert_eq!(report(&scope.clone().types(["rust"])).ignored, 1);
    assert_eq!(report(&scope.clone().max_depth(1)).ignored, 2);
    let mut options = GrepOptions::new("x", ".").scope(scope);
    options.select.limit = Some(0);
    let report = grep(&options, &CancelToken::new()).unwrap().report;
    assert_eq!(report.stopped_by, Some(StoppedBy::Limit));
    assert!(report.ignored <= 4);
}

#[test]
fn a_fuzzy_search_counts_ignored_entries_from_its_candidates() {
    let tree = Tree::of(&[(".ignore", "*.log\n"), ("a.log", ""), ("b.rs", "")]);
    let workspace = open(&tree, RefreshMode::Stat);
    let options = FuzzyFindOptions::new("b", &workspace);
    for _ in 0..2 {
        let outcome = fuzzy_find(&options, &CancelToken::new()).unwrap();
        assert_eq!(outcome.report.ignored, 1);
    }
}
