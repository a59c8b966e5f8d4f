//! Places of ignore files: nested, above a root, in nested repositories, in worktrees, and the
//! user's global excludes.

use std::fs;

use ransack_testing::Tree;
use ransack_testing::child::with_home;
use ransack_testing::git::{git, git_files, init, our_files, run_git};

#[test]
fn ignore_files_above_a_root_apply() {
    let tree = Tree::of(&[
        (".gitignore", "*.log\n/sub/deep/b\n"),
        ("sub/.gitignore", "!keep.log\n"),
        ("sub/a.log", "x"),
        ("sub/keep.log", "x"),
        ("sub/deep/a.log", "x"),
        ("sub/deep/b", "x"),
        ("sub/deep/c", "x"),
    ]);
    init(tree.root());
    for dir in ["sub", "sub/deep"] {
        let dir = tree.path(dir);
        assert_eq!(our_files(&dir), git_files(&dir));
    }
    assert_eq!(our_files(&tree.path("sub")), ["deep/c", "keep.log"]);
}

#[test]
fn git_rules_apply_only_inside_a_repository() {
    let tree = Tree::of(&[(".gitignore", "a\n"), ("a", "x"), ("b", "x")]);
    assert_eq!(our_files(tree.root()), ["a", "b"]);
    init(tree.root());
    assert_eq!(our_files(tree.root()), ["b"]);
    assert_eq!(tree.files(|o| o.scope.gitignore = false), ["a", "b"]);
}

#[test]
fn an_ignored_root_is_searched() {
    let tree = Tree::of(&[
        (".gitignore", "out/\nnamed\n"),
        ("out/a", "x"),
        ("out/deep/b", "x"),
        ("named", "x"),
    ]);
    init(tree.root());
    assert!(our_files(tree.root()).is_empty());
    assert_eq!(our_files(&tree.path("out")), ["a", "deep/b"]);
    assert_eq!(our_files(&tree.path("out/deep")), ["b"]);
    let named = tree.path("named");
    assert_eq!(our_files(&named), [named.to_str().unwrap()]);
}

#[test]
fn dot_ignore_wins_over_git_rules() {
    let tree = Tree::of(&[
        (".gitignore", "*.log\n"),
        (".ignore", "!a.log\n*.tmp\n"),
        ("sub/.gitignore", "a.log\n!c.tmp\n"),
        ("sub/a.log", "x"),
        ("sub/b.log", "x"),
        ("sub/c.tmp", "x"),
        ("d", "x"),
    ]);
    init(tree.root());
    let files: Vec<_> = our_files(tree.root())
        .into_iter()
        .filter(|f| !f.ends_with(".ignore"))
        .collect();
    assert_eq!(files, ["d", "sub/a.log"]);
    assert_eq!(
        our_files(&tree.path("sub")),
        ["a.log"],
        "also from above the root"
    );
}

#[test]
fn dot_ignore_applies_without_and_across_repositories() {
    let tree = Tree::of(&[
        (".ignore", "*.log\n"),
        ("a.log", "x"),
        ("repo/b.log", "x"),
        ("repo/c", "x"),
    ]);
    init(&tree.path("repo"));
    assert_eq!(our_files(tree.root()), ["repo/c"]);
    assert_eq!(our_files(&tree.path("repo")), ["c"]);
}

#[test]
fn rules_end_at_a_nested_repository() {
    let tree = Tree::of(&[
        (".gitignore", "*.log\n"),
        ("a.log", "x"),
        ("nested/.gitignore", "*.tmp\n"),
        ("nested/b.log", "x"),
        ("nested/c.tmp", "x"),
        ("nested/d", "x"),
    ]);
    init(tree.root());
    init(&tree.path("nested"));
    assert_eq!(
        our_files(&tree.path("nested")),
        git_files(&tree.path("nested"))
    );
    assert_eq!(our_files(tree.root()), ["nested/b.log", "nested/d"]);
}

#[test]
fn a_worktree_shares_the_excludes_of_its_repository() {
    let tree = Tree::of(&[("main/f", "x")]);
    let main = tree.path("main");
    init(&main);
    run_git(&main, &["commit", "-q", "--allow-empty", "-m", "first"]);
    run_git(&main, &["worktree", "add", "-q", "../linked"]);
    tree.write("main/.git/info/exclude", "*.log\n");
    tree.write("linked/.gitignore", "*.tmp\n");
    for name in ["a.log", "b.tmp", "c"] {
        tree.write(&format!("linked/{name}"), "x");
    }
    let linked = tree.path("linked");
    assert_eq!(our_files(&linked), ["c"]);
    assert_eq!(our_files(&linked), git_files(&linked));
}

#[test]
fn global_excludes_apply_in_repositories() {
    let home = Tree::of(&[(".config/git/ignore", "*.global\n")]);
    with_home(home.root(), |home| {
        let tree = Tree::of(&[("a.global", "x"), ("b.named", "x"), ("c", "x")]);
        assert_eq!(
            our_files(tree.root()),
            ["a.global", "b.named", "c"],
            "outside of any"
        );
        run_git(tree.root(), &["init", "-q"]);
        let files = || {
            let mut git = git(tree.root());
            git.env_remove("GIT_CONFIG_GLOBAL").args([
                "ls-files",
                "--others",
                "--exclude-standard",
            ]);
            let listed = String::from_utf8(git.output().unwrap().stdout).unwrap();
            let ours = our_files(tree.root());
            assert_eq!(ours, listed.lines().collect::<Vec<_>>());
            ours
        };
        assert_eq!(files(), ["b.named", "c"]);
        fs::write(
            home.join(".gitconfig"),
            "[core]\n\texcludesFile = ~/named\n",
        )
        .unwrap();
        fs::write(home.join("named"), "*.named\n").unwrap();
        assert_eq!(files(), ["a.global", "c"]);
    });
}

#[test]
fn a_repository_may_name_its_own_excludes_file() {
    let tree = Tree::of(&[("a.log", "x"), ("b", "x"), (".git/mine", "*.log\n")]);
    init(tree.root());
    let file = tree.path(".git/mine");
    run_git(
        tree.root(),
        &["config", "core.excludesFile", file.to_str().unwrap()],
    );
    assert_eq!(git_files(tree.root()), ["b"]);
    assert_eq!(our_files(tree.root()), ["b"]);
}

#[test]
fn a_directory_named_like_an_ignore_file_has_no_rules() {
    let tree = Tree::of(&[(".gitignore/inner", "x"), ("a", "x")]);
    init(tree.root());
    let outcome = tree.grep("x");
    assert_eq!(
        ransack_testing::paths(&outcome.items),
        [".gitignore/inner", "a"]
    );
    assert!(outcome.report.complete);
}

#[test]
fn node_modules_are_skipped_and_reported() {
    let tree = Tree::of(&[
        ("node_modules/m/i.js", "x"),
        ("p/node_modules/i.js", "x"),
        ("a", "x"),
    ]);
    let outcome = tree.grep("x");
    assert_eq!(ransack_testing::paths(&outcome.items), ["a"]);
    assert_eq!(
        outcome.report.skipped[0].reason,
        ransack::SkipReason::NodeModules
    );
    assert_eq!(outcome.report.skipped[0].count, 2);
    assert!(outcome.report.complete);
    assert_eq!(tree.files(|o| o.scope.node_modules = true).len(), 3);
    assert_eq!(
        tree.files(|o| o.scope.globs.push("node_modules/**".into())),
        ["node_modules/m/i.js"]
    );
    assert_eq!(our_files(&tree.path("node_modules")), ["m/i.js"]);
}
