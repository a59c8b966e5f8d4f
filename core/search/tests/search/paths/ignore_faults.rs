//! Faults in ignore rules: an inaccessible home, files outside the root, a `.git` that is not a
//! repository.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use ransack::{CancelToken, GlobOptions, Report, SkipReason, Workspace, WorkspaceOptions, glob};
use ransack_testing::Tree;
use ransack_testing::child::{as_user_with_home, with_home};
use ransack_testing::git::{git, init, our_files, run_git};

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Home with a configuration and excludes.
fn home() -> Tree {
    let home = Tree::of(&[
        (".gitconfig", "[core]\nexcludesFile = ~/more\n"),
        (
            ".config/git/config",
            "[core]\nattributesFile = ~/attributes\n",
        ),
        (".config/git/ignore", "b\n"),
        ("more", "b\n"),
    ]);
    set_mode(home.root(), 0o755);
    home
}

/// Paths of the faults in a report.
fn faults(report: &Report) -> Vec<String> {
    let reported = report.skipped.iter();
    let reported = reported.filter(|skipped| skipped.reason == SkipReason::IgnoreFile);
    let paths = reported.flat_map(|skipped| &skipped.first);
    paths.map(|skipped| skipped.path.to_string()).collect()
}

/// Services and containers often run without a home.
#[test]
fn a_home_that_may_not_be_searched_is_no_fault() {
    let home = home();
    set_mode(home.root(), 0);
    as_user_with_home(home.root(), || {
        let tree = Tree::of(&[
            (".gitignore", "a\n"),
            ("a", "x"),
            ("b", "x"),
            ("sub/c", "x"),
        ]);
        run_git(tree.root(), &["init", "-q"]);
        let mut oracle = git(tree.root());
        oracle.env_remove("GIT_CONFIG_GLOBAL");
        oracle.args(["ls-files", "--others", "--exclude-standard"]);
        let oracle = oracle.output().unwrap();
        assert!(oracle.status.success());
        assert_eq!(oracle.stdout, b".gitignore\nb\nsub/c\n");
        run_git(&tree.path("sub"), &["init", "-q"]);
        let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
        let token = CancelToken::new();
        let direct = glob(&GlobOptions::new("?", tree.root()), &token).unwrap();
        let cached = glob(&GlobOptions::new("?", ".").workspace(&workspace), &token).unwrap();
        for outcome in [direct, cached] {
            let found: Vec<_> = outcome.items.iter().map(|m| m.path.to_string()).collect();
            assert_eq!(found, ["b", "sub/c"]);
            assert!(outcome.report.complete && outcome.report.skipped.is_empty());
        }
    });
    set_mode(home.root(), 0o755);
}

#[test]
fn an_unreadable_file_of_the_user_is_reported_by_its_whole_path() {
    let home = home();
    set_mode(&home.path("more"), 0);
    as_user_with_home(home.root(), || {
        let tree = Tree::of(&[("b", "x")]);
        run_git(tree.root(), &["init", "-q"]);
        let report = tree.grep("x").report;
        let home = std::env::var("HOME").unwrap();
        assert_eq!(faults(&report), [format!("{home}/more")]);
        assert!(!report.complete);
    });
}

#[test]
fn faults_outside_of_the_root_have_whole_paths() {
    let tree = Tree::of(&[("outer/repo/a", "x"), ("excludes/e", "")]);
    let repo = tree.path("outer/repo");
    init(&repo);
    let excludes = tree.path("excludes");
    let excludes = excludes.to_str().unwrap();
    run_git(&repo, &["config", "core.excludesFile", excludes]);
    for (root, expected) in [("outer/repo", excludes), ("outer", excludes)] {
        let report = glob(&GlobOptions::new("a", tree.path(root)), &CancelToken::new());
        assert_eq!(faults(&report.unwrap().report), [expected], "{root}");
        // Relative to a workspace that they are in.
        let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
        let options = GlobOptions::new("a", root).workspace(&workspace);
        let report = glob(&options, &CancelToken::new()).unwrap().report;
        assert_eq!(faults(&report), ["excludes"], "{root}");
    }
    // Inside they are relative.
    run_git(
        &repo,
        &[
            "config",
            "core.excludesFile",
            repo.join(".git/info").to_str().unwrap(),
        ],
    );
    let report = glob(
        &GlobOptions::new("a", tree.path("outer")),
        &CancelToken::new(),
    );
    assert_eq!(faults(&report.unwrap().report), ["repo/.git/info"]);
}

/// Creates a `.git` that is not a repository.
type MakeBroken = fn(&Tree, &str);

const BROKEN: [MakeBroken; 4] = [
    |tree, dir| fs::create_dir_all(tree.path(dir).join(".git/info")).unwrap(),
    |tree, dir| tree.write(&format!("{dir}/.git"), ""),
    |tree, dir| tree.write(&format!("{dir}/.git"), "gitdir: ../none\n"),
    |tree, dir| symlink("none", tree.path(dir).join(".git")).unwrap(),
];

/// Test fixtures contain such directories; ripgrep behaves the same way.
#[test]
fn a_git_that_is_no_repository_counts_where_none_encloses_it() {
    let home = Tree::of(&[(".config/git/ignore", "global\n")]);
    with_home(home.root(), |_| {
        for (n, make) in BROKEN.iter().enumerate() {
            let tree = Tree::of(&[
                (".gitignore", "above\n"),
                ("in/.gitignore", "a\n"),
                ("in/a", "x"),
                ("in/above", "x"),
                ("in/b", "x"),
                ("in/global", "x"),
                ("in/own", "x"),
                ("in/sub/a", "x"),
                ("out/a", "x"),
            ]);
            let root = tree.root();
            assert_eq!(our_files(root).len(), 7, "no rules without `.git`");
            make(&tree, "in");
            let mut expected = vec!["in/above", "in/b", "in/own", "out/a"];
            if n == 0 {
                tree.write("in/.git/info/exclude", "own\n");
                expected.remove(2);
            }
            assert_eq!(our_files(root), expected);
            assert_eq!(our_files(&tree.path("in/sub")), [] as [&str; 0]);
            // A repository above takes over, as in Git.
            run_git(root, &["init", "-q"]);
            assert_eq!(our_files(root), ["in/b", "in/own", "out/a"]);
        }
    });
}

#[test]
fn a_workspace_sees_a_git_that_is_no_repository_come_and_go() {
    let tree = Tree::of(&[("in/.gitignore", "a\n"), ("in/a", "x"), ("in/b", "x")]);
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let found = || {
        let outcome = glob(
            &GlobOptions::new("in/?", ".").workspace(&workspace),
            &CancelToken::new(),
        );
        let items = outcome.unwrap().items;
        items.iter().map(|m| m.path.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(found(), ["in/a", "in/b"]);
    fs::create_dir(tree.path("in/.git")).unwrap();
    assert_eq!(found(), ["in/b"]);
    tree.write("in/.git/info/exclude", "b\n");
    assert_eq!(found(), [] as [&str; 0]);
    // The repository above has no such rule.
    tree.make_repository(".");
    assert_eq!(found(), ["in/b"]);
    fs::remove_dir_all(tree.path(".git")).unwrap();
    assert_eq!(found(), [] as [&str; 0]);
    fs::remove_dir_all(tree.path("in/.git")).unwrap();
    assert_eq!(found(), ["in/a", "in/b"]);
}
