//! Workspaces of several folders, compared with calls on these folders, after random changes inside
//! and outside of them.

use std::fs;
use std::path::PathBuf;

use ransack::{
    CancelToken, Error, ErrorKind, FuzzyFindOptions, GlobOptions, GrepOptions, IndexMode,
    RefreshMode, Scope, Workspace, WorkspaceOptions, fuzzy_find, glob, grep,
};
use ransack_testing::changes::{change, fill, plain};
use ransack_testing::compare::MODES;
use ransack_testing::{Dice, Tree, tier};

const FOLDERS: [&str; 3] = ["c/d", "a", "one/two"];

fn open(tree: &Tree, mode: RefreshMode, folders: &[&str]) -> Workspace {
    let index = match mode {
        RefreshMode::Walk => IndexMode::None,
        _ => IndexMode::Memory,
    };
    let folders = folders.iter().map(PathBuf::from);
    let options = WorkspaceOptions::default()
        .refresh(mode)
        .index(index)
        .folders(folders);
    Workspace::open(tree.root(), &options).unwrap()
}

/// Creates the folders, which changes may have removed or replaced by files and links.
fn make_folders(tree: &Tree) {
    for folder in FOLDERS {
        let mut path = tree.root().to_owned();
        for name in folder.split('/') {
            path.push(name);
            if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_dir()) {
                fs::remove_file(&path).unwrap();
            }
        }
        fs::create_dir_all(path).unwrap();
    }
}

/// Compares calls on all folders with the same calls without the workspace.
fn compare(tree: &Tree, workspace: &Workspace, whole: &Workspace) {
    let token = CancelToken::new();
    let mut of_folders = Scope::new(whole);
    of_folders.roots = FOLDERS.map(PathBuf::from).to_vec();
    for root in [".", "", "one/.."] {
        let mut scope = Scope::new(workspace);
        if !root.is_empty() {
            scope.roots = vec![PathBuf::from(root)];
        }
        let options = GrepOptions::new("alpha|x", ".").scope(scope.clone());
        let found = grep(&options, &token).unwrap();
        let expected = grep(&options.scope(of_folders.clone()), &token).unwrap();
        assert!(found.items == expected.items, "{root}");
        assert_eq!(plain(found.report), plain(expected.report), "{root}");

        let options = GlobOptions::new("**", ".").scope(scope.clone().hidden(true));
        let found = glob(&options, &token).unwrap();
        let expected = options.scope(of_folders.clone().hidden(true));
        let expected = glob(&expected, &token).unwrap();
        assert_eq!(found.items, expected.items, "{root}");
        assert_eq!(plain(found.report), plain(expected.report), "{root}");

        let options = FuzzyFindOptions::new("f", ".").scope(scope);
        let found = fuzzy_find(&options, &token).unwrap();
        let expected = fuzzy_find(&options.scope(of_folders.clone()), &token).unwrap();
        assert_eq!(found.items, expected.items, "{root}");
    }
    assert!(tree.root().exists());
}

#[test]
fn random_changes() {
    for seed in 0..u64::from(tier::cases(8)) {
        let mut dice = Dice::new(seed);
        let tree = Tree::new();
        fill(&tree, &mut dice);
        make_folders(&tree);
        tree.write("one/two/three/x.txt", "alpha\n");
        tree.write("one/beside.txt", "alpha\n");
        let whole = open(&tree, RefreshMode::Walk, &[]);
        let workspaces = MODES.map(|mode| open(&tree, mode, &FOLDERS));
        for _ in 0..6 {
            for workspace in &workspaces {
                workspace.refresh().unwrap();
                compare(&tree, workspace, &whole);
            }
            for _ in 0..dice.below(8) {
                change(&tree, &mut dice);
            }
            make_folders(&tree);
        }
    }
}

#[test]
fn only_the_folders_are_scanned() {
    let tree = Tree::of(&[
        ("one/two/a.txt", "x\n"),
        ("one/beside/b.txt", "x\n"),
        ("two/c.txt", "x\n"),
        ("three/d.txt", "x\n"),
    ]);
    let workspace = open(&tree, RefreshMode::Stat, &["one/two", "two"]);
    workspace.refresh().unwrap();
    // `one`, `one/two`, `two` and a file in each folder.
    assert_eq!(workspace.table_size().entries, 5);
    let changes = workspace.changes(None, &CancelToken::new()).unwrap();
    tree.write("three/new.txt", "x\n");
    tree.write("two/new.txt", "x\n");
    let changes = workspace
        .changes(Some(&changes.next), &CancelToken::new())
        .unwrap();
    assert_eq!(changes.files.len(), 1);
    assert_eq!(changes.files[0].path, "two/new.txt");
}

#[test]
fn calls_stay_in_the_folders() {
    let tree = Tree::of(&[
        ("one/a.txt", "x\n"),
        ("two/b.txt", "x\n"),
        ("other/c.txt", "x\n"),
    ]);
    let workspace = open(&tree, RefreshMode::Stat, &["one", "two"]);
    let found = |root: &str| -> Result<Vec<String>, Error> {
        let options = GrepOptions::new("x", root).workspace(&workspace);
        let found = grep(&options, &CancelToken::new())?.items.into_iter();
        Ok(found
            .map(|found| format!("{} {}", found.root, found.path))
            .collect())
    };
    assert_eq!(found(".").unwrap(), ["0 one/a.txt", "1 two/b.txt"]);
    assert_eq!(found("one").unwrap(), ["0 one/a.txt"]);
    let root = tree.root().to_str().unwrap();
    assert_eq!(found(root).unwrap(), ["0 one/a.txt", "1 two/b.txt"]);
    for (root, expected) in [
        ("*", &["0 one/a.txt", "1 two/b.txt"][..]),
        ("**/*.txt", &["0 one/a.txt", "1 two/b.txt"]),
        ("{t,o}*/*.txt", &["0 one/a.txt", "1 two/b.txt"]),
        ("*/b.txt", &["1 two/b.txt"]),
        ("t*", &["0 two/b.txt"]),
        ("*/none", &[]),
    ] {
        assert_eq!(found(root).unwrap(), expected, "{root}");
    }
    for outside in ["other", "other/c.txt", "other/*", "none", "..", "*.txt"] {
        let error = found(outside).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{outside}: {error}");
    }
    for outside in ["other/c.txt", "new.txt"] {
        let error = workspace.set_buffer(outside, "x\n").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{error}");
        let error = workspace.resolve(outside).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{error}");
    }
    workspace.set_buffer("one/new.txt", "x\n").unwrap();
    assert!(workspace.resolve("two/b.txt").is_ok());
    assert_eq!(found("one").unwrap(), ["0 one/a.txt", "0 one/new.txt"]);
}

#[test]
#[cfg(unix)]
fn links_between_folders_are_followed_and_others_are_not() {
    use std::os::unix::fs::symlink;
    let tree = Tree::of(&[
        ("one/a.txt", "x\n"),
        ("two/b.txt", "x\n"),
        ("other/c.txt", "x\n"),
    ]);
    symlink("../two", tree.path("one/to_two")).unwrap();
    symlink("../other", tree.path("one/to_other")).unwrap();
    let workspace = open(&tree, RefreshMode::Stat, &["one", "two"]);
    let options = GrepOptions::new("x", "one")
        .workspace(&workspace)
        .follow_symlinks(true);
    let found = grep(&options, &CancelToken::new()).unwrap();
    let paths: Vec<_> = found
        .items
        .iter()
        .map(|found| found.path.to_string())
        .collect();
    assert_eq!(paths, ["one/a.txt", "one/to_two/b.txt"]);
}

#[test]
fn folders_are_checked_when_the_workspace_is_opened() {
    let tree = Tree::of(&[("one/a.txt", "x\n")]);
    let outside = Tree::of(&[("a.txt", "x\n")]);
    let open = |folder: PathBuf| {
        let options = WorkspaceOptions::default().folders([PathBuf::from("one"), folder]);
        Workspace::open(tree.root(), &options)
    };
    for (folder, kind) in [
        (PathBuf::from("none"), ErrorKind::NotFound),
        (PathBuf::from("one/a.txt"), ErrorKind::InvalidOption),
        (PathBuf::from(""), ErrorKind::InvalidOption),
        (outside.root().to_owned(), ErrorKind::InvalidOption),
    ] {
        let error = open(folder.clone()).unwrap_err();
        assert_eq!(error.kind(), kind, "{folder:?}: {error}");
    }
    let workspace = open(PathBuf::from(".")).unwrap();
    let found = grep(&GrepOptions::new("x", &workspace), &CancelToken::new()).unwrap();
    assert_eq!(found.items.len(), 1);
}
