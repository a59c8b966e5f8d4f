//! A workspace must answer as a call without one does, after any change.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use common::Tree;
use proptest::prelude::*;
use ransack::{
    CancelToken, ErrorKind, FileType, Freshness, FuzzyFindOptions, GlobOptions, GrepOptions, Pool,
    Report, Rescan, Validation, Workspace, WorkspaceCache, WorkspaceOptions, fuzzy_find, glob,
    grep,
};

const MODES: [Validation; 3] = [Validation::Watch, Validation::Stat, Validation::Manual];

fn open(tree: &Tree, freshness: Validation) -> Workspace {
    let mut options = WorkspaceOptions::default();
    options.freshness = freshness;
    options.pool = Some(Pool::new(2));
    Workspace::open(tree.root(), &options).unwrap()
}

fn without_freshness(mut report: Report) -> Report {
    report.freshness = Freshness::default();
    report
}

/// Calls with all sorts of scopes, through the workspace and without it.
fn compare(workspace: &Workspace, root: &Path, roots: &[&str]) {
    let token = CancelToken::new();
    for &place in roots {
        for case in 0..8 {
            let mut here = GlobOptions::new("**", place);
            here.scope.hidden = case % 2 == 0;
            here.scope.gitignore = case != 2;
            here.scope.node_modules = case == 3;
            here.scope.follow_symlinks = case == 7;
            match case {
                0 => here.stat = true,
                1 => here.sort_by_mtime = true,
                4 => here.patterns = vec!["*.rs".into()],
                5 => here.patterns = vec!["a/**/[bc]*".into(), "!**/x*".into()],
                6 => here.file_type = Some(FileType::File),
                _ => {}
            }
            let mut whole = here.clone();
            whole.scope.roots = vec![root.join(place)];
            let there = glob(&whole, &token);
            let here = workspace.glob(&here, &token);
            match (here, there) {
                (Ok(here), Ok(there)) => {
                    assert_eq!(here.items, there.items, "glob case {case} in {place:?}");
                    assert_eq!(
                        without_freshness(here.report),
                        without_freshness(there.report),
                        "glob case {case} in {place:?}"
                    );
                }
                (here, there) => assert_eq!(
                    here.map_err(|e| e.kind()).err(),
                    there.map_err(|e| e.kind()).err(),
                    "glob case {case} in {place:?}"
                ),
            }
            let mut here = FuzzyFindOptions::new("b", place);
            here.scope.gitignore = case != 2;
            let mut whole = here.clone();
            whole.scope.roots = vec![root.join(place)];
            assert_eq!(
                workspace.fuzzy_find(&here, &token).map(|o| o.items).ok(),
                fuzzy_find(&whole, &token).map(|o| o.items).ok(),
                "fuzzy case {case} in {place:?}"
            );
            let mut here = GrepOptions::new("x", place);
            here.scope.hidden = case % 2 == 0;
            here.scope.gitignore = case != 2;
            here.scope.node_modules = case == 3;
            match case {
                4 => here.scope.types = vec!["rust".into()],
                5 => here.scope.globs = vec!["!a/b".into(), "*".into()],
                6 => here.select.limit = Some(3),
                _ => {}
            }
            let mut whole = here.clone();
            whole.scope.roots = vec![root.join(place)];
            let there = grep(&whole, &token);
            let here = workspace.grep(&here, &token);
            match (here, there) {
                (Ok(here), Ok(there)) => {
                    assert_eq!(here.items, there.items, "grep case {case} in {place:?}");
                    let (mut here, mut there) = (here.report, there.report);
                    if case == 6 {
                        // How far a search got when the limit ended it differs.
                        (here, there) = (Report::default(), Report::default());
                    }
                    assert_eq!(
                        without_freshness(here),
                        without_freshness(there),
                        "grep case {case} in {place:?}"
                    );
                }
                (here, there) => assert_eq!(
                    here.map_err(|e| e.kind()).err(),
                    there.map_err(|e| e.kind()).err(),
                    "grep case {case} in {place:?}"
                ),
            }
        }
    }
}

/// The answers after a change, in each mode.
fn after(files: &[(&str, &str)], change: impl Fn(&Tree)) -> Vec<Freshness> {
    MODES
        .iter()
        .map(|&mode| {
            let tree = Tree::of(files);
            let workspace = open(&tree, mode);
            compare(&workspace, tree.root(), &["."]);
            change(&tree);
            if mode == Validation::Manual {
                workspace.invalidate(None);
            }
            let token = CancelToken::new();
            let first = workspace.glob(&GlobOptions::new("**", "."), &token);
            compare(&workspace, tree.root(), &[".", "a", "a/b", "ignored"]);
            first.map(|f| f.report.freshness).unwrap_or_default()
        })
        .collect()
}

const FILES: [(&str, &str); 9] = [
    ("a/b/c.rs", "x\nx\n"),
    ("a/b.rs", "x\n"),
    ("a/x.txt", "x\n"),
    ("a.d/f", "x\n"),
    (".hidden/f", "x\n"),
    ("ignored/f", "x\n"),
    ("node_modules/m/f", "x\n"),
    (".ignore", "ignored\n*.log\n"),
    ("z.log", "x\n"),
];

#[test]
fn nothing_changed() {
    let freshness = after(&FILES, |_| {});
    assert_eq!(freshness[0].by, Validation::Watch, "{:?}", freshness[0]);
    assert_eq!(freshness[1].by, Validation::Stat);
    assert_eq!(freshness[2].by, Validation::Manual);
    assert_eq!(freshness[0].rescan, None);
    assert_eq!(freshness[2].rescan, Some(Rescan::Asked));
}

#[test]
fn files_and_directories_come_and_go() {
    after(&FILES, |tree| tree.write("a/b/new.rs", "x\n"));
    after(&FILES, |tree| tree.write("new/deep/er/f.rs", "x\n"));
    after(&FILES, |tree| fs::remove_file(tree.path("a/b.rs")).unwrap());
    after(&FILES, |tree| fs::remove_dir_all(tree.path("a")).unwrap());
    after(&FILES, |tree| {
        fs::rename(tree.path("a/b"), tree.path("moved")).unwrap();
        tree.write("moved/later.rs", "x\n");
    });
    after(&FILES, |tree| {
        fs::rename(tree.path("a.d"), tree.path("ignored/a.d")).unwrap();
    });
    after(&FILES, |tree| {
        fs::rename(tree.path("ignored"), tree.path("shown")).unwrap();
    });
    // A file where a directory was, and the other way round.
    after(&FILES, |tree| {
        fs::remove_dir_all(tree.path("a/b")).unwrap();
        tree.write("a/b", "x\n");
        fs::remove_file(tree.path("a/b.rs")).unwrap();
        tree.write("a/b.rs/f", "x\n");
    });
}

#[test]
fn directories_are_swapped() {
    after(&FILES, |tree| {
        fs::rename(tree.path("a/b"), tree.path("t")).unwrap();
        fs::rename(tree.path("a.d"), tree.path("a/b")).unwrap();
        fs::rename(tree.path("t"), tree.path("a.d")).unwrap();
        tree.write("a/b/after.rs", "x\n");
    });
    // Removed and made again, perhaps with the same number on disk.
    after(&FILES, |tree| {
        fs::remove_dir_all(tree.path("a/b")).unwrap();
        fs::create_dir(tree.path("a/b")).unwrap();
        tree.write("a/b/other.rs", "x\n");
    });
}

#[test]
fn ignore_files_are_edited() {
    let edits: [&dyn Fn(&Tree); 5] = [
        &|tree| tree.write(".ignore", "a/b\n"),
        &|tree| fs::remove_file(tree.path(".ignore")).unwrap(),
        &|tree| tree.write("a/.ignore", "b\n!z.log\n"),
        // As long as before.
        &|tree| tree.write(".ignore", "IGNORED\n*.rs \n"),
        &|tree| {
            tree.write(".gitignore", "*.txt\n");
            fs::create_dir(tree.path(".git")).unwrap();
        },
    ];
    for edit in edits {
        let freshness = after(&FILES, edit);
        assert_eq!(freshness[0].rescan, Some(Rescan::IgnoreFile));
        assert_eq!(freshness[1].rescan, Some(Rescan::IgnoreFile));
    }
    // What only the configuration of the repository tells.
    let mut files = FILES.to_vec();
    files.extend([(".git/config", ""), (".git/info/exclude", "")]);
    let edits: [&dyn Fn(&Tree); 2] = [&|tree| tree.write(".git/info/exclude", "*.rs\n"), &|tree| {
        tree.write(".git/rules", "*.txt\n");
        let rules = tree.path(".git/rules").display().to_string();
        tree.write(".git/config", format!("[core]\nexcludesFile = {rules}\n"));
    }];
    for edit in edits {
        let freshness = after(&files, edit);
        assert_eq!(freshness[0].rescan, Some(Rescan::IgnoreFile));
    }
}

#[test]
fn an_ignore_file_above_the_root() {
    let tree = Tree::of(&[("root/a.rs", "x\n"), ("root/b.txt", "x\n")]);
    for mode in [Validation::Watch, Validation::Stat] {
        let mut options = WorkspaceOptions::default();
        options.freshness = mode;
        let workspace = Workspace::open(tree.path("root"), &options).unwrap();
        compare(&workspace, &tree.path("root"), &["."]);
        tree.write(".ignore", "*.txt\n");
        compare(&workspace, &tree.path("root"), &["."]);
        fs::remove_file(tree.path(".ignore")).unwrap();
        compare(&workspace, &tree.path("root"), &["."]);
    }
}

#[test]
#[cfg(unix)]
fn links_are_retargeted() {
    use std::os::unix::fs::symlink;
    let mut files = FILES.to_vec();
    files.push(("other/f.rs", "x\n"));
    after(&files, |tree| {
        symlink("a", tree.path("link")).unwrap();
        symlink("nowhere", tree.path("dangling")).unwrap();
    });
    for mode in MODES {
        let tree = Tree::of(&files);
        symlink("a", tree.path("link")).unwrap();
        let workspace = open(&tree, mode);
        compare(&workspace, tree.root(), &[".", "link"]);
        fs::remove_file(tree.path("link")).unwrap();
        symlink("other", tree.path("link")).unwrap();
        if mode == Validation::Manual {
            workspace.invalidate(Some(Path::new("link")));
        }
        compare(&workspace, tree.root(), &[".", "link"]);
        // A directory becomes a link.
        fs::rename(tree.path("a"), tree.path("was_a")).unwrap();
        symlink("was_a", tree.path("a")).unwrap();
        if mode == Validation::Manual {
            workspace.invalidate(None);
        }
        compare(&workspace, tree.root(), &[".", "a", "a/b"]);
    }
}

#[test]
fn the_roots_path_leads_elsewhere() {
    for mode in MODES {
        let tree = Tree::of(&[("root/a/f", "x\n"), ("other/b/g", "x\n")]);
        let mut options = WorkspaceOptions::default();
        options.freshness = mode;
        let root = tree.path("root");
        let workspace = Workspace::open(&root, &options).unwrap();
        compare(&workspace, &root, &["."]);
        fs::rename(&root, tree.path("was_root")).unwrap();
        let token = CancelToken::new();
        let gone = workspace.grep(&GrepOptions::new("x", "."), &token);
        assert_eq!(gone.unwrap_err().kind(), ErrorKind::NotFound);
        compare(&workspace, &root, &["."]);
        fs::rename(tree.path("other"), &root).unwrap();
        let found = workspace
            .glob(&GlobOptions::new("**", "."), &token)
            .unwrap();
        assert_eq!(found.report.freshness.rescan, Some(Rescan::Root));
        compare(&workspace, &root, &[".", "b"]);
        // Removed, and made again.
        fs::remove_dir_all(&root).unwrap();
        compare(&workspace, &root, &["."]);
        tree.write("root/c/h", "x\n");
        if mode == Validation::Manual {
            workspace.invalidate(None);
        }
        compare(&workspace, &root, &[".", "c"]);
    }
}

#[test]
fn ten_thousand_files_at_once() {
    for mode in [Validation::Watch, Validation::Stat] {
        let tree = Tree::of(&FILES);
        let workspace = open(&tree, mode);
        workspace.refresh().unwrap();
        for i in 0..10_000 {
            if i % 100 == 0 {
                fs::create_dir_all(tree.path(&format!("many/{}", i / 100))).unwrap();
            }
            fs::write(tree.path(&format!("many/{}/{i}.rs", i / 100)), "").unwrap();
        }
        let all = GlobOptions::new("many/**/*.rs", ".");
        let found = workspace.glob(&all, &CancelToken::new()).unwrap();
        assert_eq!(found.items.len(), 10_000);
        compare(&workspace, tree.root(), &["many"]);
        fs::remove_dir_all(tree.path("many")).unwrap();
        compare(&workspace, tree.root(), &["."]);
    }
}

#[test]
fn a_directory_is_removed_during_a_search() {
    let files: Vec<(String, &str)> = (0..2000)
        .map(|i| (format!("d{}/f{i}", i / 20), "x\n"))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(p, c)| (p.as_str(), *c)).collect();
    for mode in MODES {
        let tree = Tree::of(&files);
        let workspace = open(&tree, mode);
        let mut stream = workspace.grep_stream(&GrepOptions::new("x", "."), &CancelToken::new());
        assert!(stream.next().unwrap().is_ok());
        fs::remove_dir_all(tree.path("d99")).unwrap();
        let rest = stream.collect_outcome().unwrap();
        // Files that went are reported, none is lost without a word.
        let skipped: u64 = rest.report.skipped.iter().map(|s| s.count).sum();
        assert_eq!(rest.items.len() as u64 + skipped + 1, 2000);
        if mode != Validation::Manual {
            compare(&workspace, tree.root(), &["."]);
        }
    }
}

#[test]
fn a_manual_workspace_changes_when_told() {
    let tree = Tree::of(&FILES);
    let workspace = open(&tree, Validation::Manual);
    workspace.refresh().unwrap();
    let token = CancelToken::new();
    let new = GlobOptions::new("**/new*", ".");
    let count = || workspace.glob(&new, &token).unwrap().items.len();
    tree.write("a/b/new1", "");
    tree.write("a.d/new2", "");
    assert_eq!(count(), 0);
    workspace.invalidate(Some(Path::new("a/b/new1")));
    assert_eq!(count(), 1);
    workspace.refresh().unwrap();
    assert_eq!(count(), 2);
    tree.write("a/new3/new4", "");
    workspace.invalidate(Some(Path::new("a/new3/new4")));
    assert_eq!(count(), 4);
    tree.write("a.d/new5", "");
    workspace.invalidate(Some(&tree.path("a")));
    assert_eq!(count(), 4);
    workspace.invalidate(None);
    assert_eq!(count(), 5);
}

/// Only when its times lie far enough back can a directory be passed over.
#[test]
fn directories_that_have_settled() {
    let tree = Tree::of(&FILES);
    let workspace = open(&tree, Validation::Stat);
    // The clocks of file systems may be two seconds coarse.
    std::thread::sleep(Duration::from_millis(2100));
    workspace.refresh().unwrap();
    compare(&workspace, tree.root(), &["."]);
    tree.write("a/b/new.rs", "x\n");
    compare(&workspace, tree.root(), &["."]);
    fs::rename(tree.path("a.d"), tree.path("a/b/a.d")).unwrap();
    tree.write("a/x.txt", "x\nx\n");
    compare(&workspace, tree.root(), &["."]);
    tree.write(".ignore", "ignored\n*.rs  \n");
    compare(&workspace, tree.root(), &["."]);
}

#[test]
#[cfg(target_os = "linux")]
fn names_of_every_kind() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let deep = "d/".repeat(600);
    let long = format!("{}/f", "n".repeat(255));
    for mode in MODES {
        let tree = Tree::of(&[(&format!("{deep}f"), "x\n"), (&long, "x\n"), ("a/b/c", "x")]);
        fs::write(tree.root().join(OsStr::from_bytes(b"\xff\n")), "x\n").unwrap();
        std::os::unix::net::UnixListener::bind(tree.path("a/socket")).unwrap();
        let workspace = open(&tree, mode);
        compare(&workspace, tree.root(), &[".", "a", "d/d/d"]);
        tree.write(&format!("{deep}g"), "x\n");
        if mode == Validation::Manual {
            workspace.invalidate(Some(Path::new("d")));
        }
        compare(&workspace, tree.root(), &[".", "a", "d/d/d"]);
    }
}

#[test]
#[cfg(unix)]
fn permissions_change() {
    use std::os::unix::fs::PermissionsExt;
    after(&FILES, |tree| {
        let locked = fs::Permissions::from_mode(0o0);
        fs::set_permissions(tree.path("a/b"), locked.clone()).unwrap();
        fs::set_permissions(tree.path("a/x.txt"), locked).unwrap();
    });
}

#[test]
fn two_workspaces_on_one_root() {
    let tree = Tree::of(&FILES);
    let one = open(&tree, Validation::Watch);
    let other = open(&tree, Validation::Watch);
    compare(&one, tree.root(), &["."]);
    tree.write("a/new/f", "x\n");
    compare(&other, tree.root(), &["."]);
    one.close();
    tree.write("a/new/g", "x\n");
    compare(&other, tree.root(), &["."]);
}

#[test]
fn a_closed_workspace_says_so() {
    let tree = Tree::of(&FILES);
    let token = CancelToken::new();
    for mode in [Validation::Walk, Validation::Watch, Validation::Manual] {
        let workspace = open(&tree, mode);
        let clone = workspace.clone();
        workspace.close();
        workspace.close();
        let fails = |e: ransack::Error| {
            assert_eq!(e.kind(), ErrorKind::Closed);
            assert!(e.to_string().contains("closed"), "{e}");
        };
        fails(clone.refresh().unwrap_err());
        fails(clone.glob(&GlobOptions::new("*", "."), &token).unwrap_err());
        let mut follow = GrepOptions::new("x", ".");
        fails(clone.grep(&follow, &token).unwrap_err());
        follow.scope.follow_symlinks = true;
        fails(clone.grep(&follow, &token).unwrap_err());
        let hasty = clone.without_waiting();
        fails(hasty.grep(&follow, &token).unwrap_err());
        clone.invalidate(None);
        assert_eq!(clone.table_size().entries, 0);
    }
}

#[test]
fn roots_that_cannot_be_opened() {
    let tree = Tree::of(&FILES);
    let options = WorkspaceOptions::default();
    let fails = |path: &Path, kind| {
        let error = Workspace::open(path, &options).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
    };
    fails(&tree.path("nowhere"), ErrorKind::NotFound);
    fails(&tree.path("z.log"), ErrorKind::InvalidOption);
    fails(Path::new(""), ErrorKind::InvalidOption);
    fails(Path::new("a\0b"), ErrorKind::InvalidOption);
}

#[test]
fn calls_do_not_wait_when_told_so() {
    let tree = Tree::of(&FILES);
    let pool = Pool::new(1);
    let mut options = WorkspaceOptions::default();
    options.pool = Some(pool.clone());
    // A stream that nobody reads holds no thread; so the scan may or may not
    // be done, and the answer says which.
    let workspace = Workspace::open(tree.root(), &options).unwrap();
    let all = GlobOptions::new("**", ".");
    let token = CancelToken::new();
    let early = workspace.without_waiting().glob(&all, &token).unwrap();
    let whole = workspace.glob(&all, &token).unwrap();
    assert!(whole.report.complete);
    if early.report.complete {
        assert_eq!(early.items, whole.items);
    } else {
        assert!(!early.report.total_is_exact);
        assert!(early.items.iter().all(|item| whole.items.contains(item)));
    }
}

#[test]
fn an_abort_is_answered_during_the_first_scan() {
    let tree = Tree::of(&FILES);
    let workspace = open(&tree, Validation::Watch);
    let token = CancelToken::new();
    token.cancel(ransack::AbortReason::User);
    let error = workspace
        .grep(&GrepOptions::new("x", "."), &token)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    compare(&workspace, tree.root(), &["."]);
}

#[test]
fn roots_below_beside_and_outside() {
    let tree = Tree::of(&FILES);
    for mode in MODES {
        let workspace = open(&tree, mode);
        let roots = [
            ".",
            "./a",
            "a/",
            "a/b",
            "a/b.rs",
            "ignored",
            "node_modules",
            "nowhere",
            "..",
            "node_modules/m",
        ];
        // What is beside the tree is other tests' and changes.
        let inside: Vec<&str> = roots.into_iter().filter(|r| *r != "..").collect();
        compare(&workspace, tree.root(), &inside);
        compare(&workspace, tree.root(), &[tree.path("a").to_str().unwrap()]);
    }
}

#[test]
fn a_cache_keeps_the_last_few_roots() {
    let trees = [Tree::of(&FILES), Tree::of(&FILES), Tree::of(&FILES)];
    let mut options = WorkspaceOptions::default();
    options.freshness = Validation::Manual;
    let cache = WorkspaceCache::new(2.try_into().unwrap(), options);
    let count = |tree: &Tree| {
        let workspace = cache.get(tree.root()).unwrap();
        let new = GlobOptions::new("new*", ".");
        workspace
            .glob(&new, &CancelToken::new())
            .unwrap()
            .items
            .len()
    };
    assert_eq!(count(&trees[0]) + count(&trees[1]), 0);
    trees[0].write("new", "");
    trees[1].write("new", "");
    assert_eq!(count(&trees[0]) + count(&trees[1]), 0, "they are kept");
    cache.invalidate(Some(trees[1].root()));
    assert_eq!((count(&trees[0]), count(&trees[1])), (0, 1));
    assert_eq!(count(&trees[2]), 0, "and the first makes room");
    assert_eq!(count(&trees[0]), 1);
    trees[0].write("new2", "");
    cache.invalidate(trees[0].root().parent());
    assert_eq!(count(&trees[0]), 2);
    trees[0].write("new3", "");
    cache.invalidate(None);
    assert_eq!(count(&trees[0]), 3);
    assert!(cache.get(trees[0].path("nowhere")).is_err());
}

#[derive(Clone, Debug)]
enum Change {
    MakeDir,
    Write(usize),
    Append,
    SetTime(u64),
    RemoveFile,
    RemoveDir,
    Rename,
    Link,
    SecondName,
    Rules(usize, usize),
}

const NAMES: [&str; 8] = [
    "a",
    "b",
    "c.rs",
    "ignored",
    ".h",
    "x.log",
    "node_modules",
    "a.d",
];

fn change() -> impl Strategy<Value = (Change, String, String)> {
    let place = || {
        let name = (0..NAMES.len()).prop_map(|i| NAMES[i]);
        proptest::collection::vec(name, 1..4).prop_map(|parts| parts.join("/"))
    };
    let change = prop_oneof![
        3 => Just(Change::MakeDir),
        3 => (0..9_usize).prop_map(Change::Write),
        1 => Just(Change::Append),
        1 => (0..9_u64).prop_map(Change::SetTime),
        1 => Just(Change::RemoveFile),
        1 => Just(Change::RemoveDir),
        2 => Just(Change::Rename),
        1 => Just(Change::Link),
        1 => Just(Change::SecondName),
        1 => (0..2_usize, 0..5_usize).prop_map(|(file, rules)| Change::Rules(file, rules)),
    ];
    (change, place(), place())
}

/// Does it if it can be done.
fn make(tree: &Tree, (change, one, other): &(Change, String, String)) {
    let (one, other) = (tree.path(one), tree.path(other));
    let _ = match *change {
        Change::MakeDir => fs::create_dir_all(&one),
        Change::Write(len) => fs::write(&one, &b"x\nx\nxx\nx"[..len]),
        Change::Append => fs::File::options()
            .append(true)
            .open(&one)
            .and_then(|mut file| file.write_all(b"x\n")),
        Change::SetTime(seconds) => fs::File::options()
            .write(true)
            .open(&one)
            .and_then(|file| file.set_modified(UNIX_EPOCH + Duration::from_secs(seconds))),
        Change::RemoveFile => fs::remove_file(&one),
        Change::RemoveDir => fs::remove_dir_all(&one),
        Change::Rename => fs::rename(&one, &other),
        Change::Link => link(&one, &other),
        Change::SecondName => fs::hard_link(&one, &other),
        Change::Rules(file, rules) => {
            let rules = ["b\n", "*.rs\n!c.rs\n", "a/\n", "", "!.h\n/a\n"][rules];
            fs::write(one.join([".gitignore", ".ignore"][file]), rules)
        }
    };
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Compared after each few changes, in every mode.
    #[test]
    fn random_changes(steps in proptest::collection::vec(
        (proptest::collection::vec(change(), 1..4), 0..4_usize), 1..16,
    )) {
        let tree = Tree::of(&FILES);
        fs::create_dir(tree.path(".git")).unwrap();
        let workspaces = MODES.map(|mode| open(&tree, mode));
        for (changes, place) in &steps {
            for change in changes {
                make(&tree, change);
            }
            for (workspace, mode) in workspaces.iter().zip(MODES) {
                if mode == Validation::Manual {
                    workspace.invalidate(None);
                }
                let below = [".", "a", "ignored", "a/b"][*place];
                compare(workspace, tree.root(), &[".", below]);
            }
        }
    }
}

#[cfg(unix)]
fn link(one: &Path, other: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(one, other)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}
