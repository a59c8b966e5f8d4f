//! Tracked files that ignore rules exclude, compared with Git's lists.

use std::fs;
use std::path::Path;

use ransack::{CancelToken, GlobOptions, GrepMode, GrepOptions, SkipReason, Workspace, glob, grep};
use ransack_testing::child::with_home;
use ransack_testing::git::{git_files, init, our_files, run_git, without_ignore_files};
use ransack_testing::{Dice, Tree, files_below};

fn with_tracked(tree: &Tree) -> Vec<String> {
    without_ignore_files(files_below(tree.root(), |o| o.scope.tracked = true))
}

/// Files that Git has in its index or would add.
fn expected(tree: &Tree) -> Vec<String> {
    let mut files = git_files(tree.root());
    files.dedup();
    files.retain(|file| tree.path(file).is_file());
    files
}

#[test]
fn random_indexes_are_read_as_by_git() {
    let home = Tree::new();
    with_home(home.root(), |_| {
        let mut dice = Dice::new(5);
        let names = ["a", "b", "c", "a-x", "a.d", "long name", "ä"];
        for round in 0..24 {
            let tree = Tree::new();
            init(tree.root());
            let git = |args: &[&str]| run_git(tree.root(), args);
            let mut files = Vec::new();
            for _ in 0..60 {
                let path: Vec<&str> = (0..=dice.below(3)).map(|_| names[dice.below(7)]).collect();
                let path = path.join("/");
                let is_free = Path::new(&path)
                    .ancestors()
                    .all(|up| !tree.root().join(up).is_file());
                if is_free && !tree.path(&path).exists() {
                    tree.write(&path, "x\n");
                    files.push(path);
                }
            }
            let add = |dice: &mut Dice, args: &[&str]| {
                for file in &files {
                    if dice.below(3) == 0 {
                        git(&[args, &[&**file]].concat());
                    }
                }
            };
            add(&mut dice, &["add", "-f", "--"]);
            match round % 6 {
                0 => drop(git(&["update-index", "--index-version", "4"])),
                1 => add(&mut dice, &["add", "-f", "-N", "--"]),
                2 | 3 => {
                    // The shared part stays; the rest goes next to it.
                    git(&[
                        "-c",
                        "splitIndex.maxPercentChange=100",
                        "update-index",
                        "--split-index",
                    ]);
                    let split = ["-c", "splitIndex.maxPercentChange=100"];
                    add(&mut dice, &[&split[..], &["add", "-f", "--"]].concat());
                    for file in &files {
                        if dice.below(4) == 0 {
                            let remove = ["update-index", "--force-remove", "--", &**file];
                            git(&[&split[..], &remove].concat());
                        }
                    }
                }
                4 => {
                    git(&["commit", "-q", "--allow-empty", "-m", "one"]);
                    fs::write(tree.path(".git/index"), b"").unwrap();
                    fs::remove_file(tree.path(".git/index")).unwrap();
                }
                _ => {}
            }
            let rules = [
                "a\n",
                "a/\n!b\n",
                "*\n",
                "/a*\nlong name\n!/a/b\n",
                "**/c\nb/**\n",
            ];
            tree.write(".gitignore", rules[dice.below(5)]);
            if !tree.path("a.d").is_file() {
                tree.write("a.d/.gitignore", rules[dice.below(5)]);
            }
            assert_eq!(with_tracked(&tree), expected(&tree), "round {round}");
            let workspace = Workspace::open(tree.root(), &Default::default()).unwrap();
            let mut options = GrepOptions::new("x", &workspace);
            options.select.mode = GrepMode::FilesWithMatches;
            options.scope.tracked = true;
            let found = grep(&options, &CancelToken::new()).unwrap();
            assert!(found.report.complete);
            assert_eq!(
                without_ignore_files(ransack_testing::paths(&found.items)),
                expected(&tree)
            );
            assert_eq!(our_files(tree.root()), git_others(&tree), "round {round}");
        }
    });
}

/// Files in scope without the option: no rule excludes them.
fn git_others(tree: &Tree) -> Vec<String> {
    let ignored = run_git(
        tree.root(),
        &[
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--ignored",
            "--exclude-standard",
        ],
    );
    let ignored: Vec<_> = ignored.split(|&b| b == 0).collect();
    let mut files = expected(tree);
    files.retain(|file| !ignored.contains(&file.as_bytes()));
    files
}

#[test]
fn what_tracked_files_do_not_override() {
    let tree = Tree::of(&[
        (".gitignore", "out\n*.log\n.hid\n"),
        ("out/tracked", "x"),
        ("out/other", "x"),
        ("out/deep/tracked", "x"),
        ("a.log", "x"),
        ("b.log", "x"),
        (".hid", "x"),
        ("plain", "x"),
    ]);
    init(tree.root());
    run_git(
        tree.root(),
        &[
            "add",
            "-f",
            "out/tracked",
            "out/deep/tracked",
            "a.log",
            ".hid",
        ],
    );
    let all = [".hid", "a.log", "out/deep/tracked", "out/tracked", "plain"];
    assert_eq!(with_tracked(&tree), all);
    assert_eq!(our_files(tree.root()), ["plain"]);
    // Directories on the path are also in scope.
    let mut options = GlobOptions::new("**", tree.root());
    options.scope.tracked = true;
    let found = glob(&options, &CancelToken::new()).unwrap();
    let paths: Vec<String> = found.items.iter().map(|m| m.path.to_string()).collect();
    let visible = [
        "a.log",
        "out",
        "out/deep",
        "out/deep/tracked",
        "out/tracked",
        "plain",
    ];
    assert_eq!(paths, visible);
    // The rules of the search take precedence.
    tree.write(".ignore", "a.log\n");
    tree.write("out/.ignore", "deep\n");
    assert_eq!(
        with_tracked(&tree),
        [".hid", ".ignore", "out/.ignore", "out/tracked", "plain"]
            .into_iter()
            .filter(|f| !f.ends_with(".ignore"))
            .collect::<Vec<_>>()
    );
    let without = files_below(tree.root(), |o| {
        o.scope.tracked = true;
        o.scope.gitignore = false;
    });
    assert!(without.contains(&"b.log".into()));
}

#[test]
fn an_index_that_cannot_be_read_is_reported() {
    let tree = Tree::of(&[(".gitignore", "a\n"), ("a", "x"), ("b", "x")]);
    init(tree.root());
    run_git(tree.root(), &["add", "-f", "a"]);
    let index = tree.path(".git/index");
    let bytes = fs::read(&index).unwrap();
    assert_eq!(with_tracked(&tree), ["a", "b"]);
    for damaged in [&bytes[..60], b"DIRC", b"DIRC\0\0\0\x09\0\0\0\x01", b"x"] {
        fs::write(&index, damaged).unwrap();
        let mut options = GrepOptions::new("x", tree.root());
        options.scope.tracked = true;
        let found = ransack_testing::run(&options);
        assert_eq!(ransack_testing::paths(&found.items), ["b"]);
        assert!(!found.report.complete);
        assert_eq!(found.report.skipped[0].reason, SkipReason::IgnoreFile);
        let detail = found.report.skipped[0].first[0].detail.as_deref();
        assert!(detail.unwrap().contains("index"), "{detail:?}");
    }
}

/// The files of a submodule belong to another repository.
#[test]
fn a_tracked_submodule_has_its_own_rules() {
    let tree = Tree::of(&[
        (".gitignore", "sub\n"),
        ("sub/.gitignore", "a\n"),
        ("sub/a", "x"),
        ("sub/b", "x"),
    ]);
    init(tree.root());
    init(&tree.path("sub"));
    run_git(&tree.path("sub"), &["add", "-f", "a", ".gitignore"]);
    run_git(&tree.path("sub"), &["commit", "-q", "-m", "one"]);
    let id = run_git(&tree.path("sub"), &["rev-parse", "HEAD"]);
    let info = format!("160000,{},sub", String::from_utf8(id).unwrap().trim());
    run_git(
        tree.root(),
        &["update-index", "--add", "--cacheinfo", &info],
    );
    assert!(our_files(tree.root()).is_empty());
    assert_eq!(with_tracked(&tree), ["sub/a", "sub/b"]);
}
