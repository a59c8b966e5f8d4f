//! Compares calls through a workspace with the same calls without one.

use std::path::Path;

use ransack_base::internal::rel_path;
use ransack_search::{
    CancelToken, Error, FileType, FuzzyFindOptions, GlobOptions, GrepOptions, IndexMode, IndexUse,
    Outcome, PathsFrom, Pool, RefreshMode, Report, SnapshotInfo, Workspace, WorkspaceOptions,
    fuzzy_find, glob, grep,
};

use crate::Tree;

pub const MODES: [RefreshMode; 3] = [RefreshMode::Watch, RefreshMode::Stat, RefreshMode::Manual];

pub fn open(tree: &Tree, refresh: RefreshMode) -> Workspace {
    open_indexed(tree, refresh, IndexMode::None)
}

pub fn open_indexed(tree: &Tree, refresh: RefreshMode, index: IndexMode) -> Workspace {
    let mut options = WorkspaceOptions::default();
    options.refresh = refresh;
    options.index = index;
    options.pool = Some(Pool::new(2));
    Workspace::open(tree.root(), &options).unwrap()
}

fn without_snapshot(mut report: Report) -> Report {
    report.snapshot = SnapshotInfo::default();
    report.index = IndexUse::default();
    report
}

/// Removes the tree's root from absolute paths in the report, which belong to ignore files above the
/// root of the call.
fn below<T>(root: &Path, mut found: Result<Outcome<T>, Error>) -> Result<Outcome<T>, Error> {
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let skipped = found.iter_mut().flat_map(|found| &mut found.report.skipped);
    for path in skipped.flat_map(|skipped| &mut skipped.first) {
        if let Ok(below) = path.path.as_path().strip_prefix(&root) {
            path.path = rel_path(below.as_os_str().as_encoded_bytes());
        }
    }
    found
}

/// Compares calls of various scopes through the workspace and without it.
pub fn compare(workspace: &Workspace, root: &Path, roots: &[&str]) {
    let token = CancelToken::new();
    // Calls without a workspace have no workspace to be relative to.
    let base = match root == workspace.root() {
        true => PathsFrom::Absolute,
        false => PathsFrom::Root,
    };
    for &place in roots {
        for case in 0..8 {
            let about = |what| format!("{what} case {case} in {place:?}");
            let whole = vec![root.join(place)];
            let mut here = GlobOptions::new("**", place);
            here.scope.paths_from = Some(base);
            here.scope.hidden = case % 2 == 0;
            here.scope.gitignore = case != 2;
            here.scope.node_modules = case == 3;
            here.scope.follow_symlinks = case == 7;
            here.scope.nested_repositories = case != 4;
            here.scope.max_depth = (case == 5).then_some(3);
            match case {
                0 => here.stat = true,
                1 => here.sort_by_mtime = true,
                4 => here.patterns = vec!["*.rs".into()],
                5 => here.patterns = vec!["a/**/[bc]*".into(), "!**/x*".into()],
                6 => here.file_type = Some(FileType::File),
                _ => {}
            }
            let mut there = here.clone();
            there.scope.roots.clone_from(&whole);
            let pair = (
                below(
                    workspace.root(),
                    glob(&here.clone().workspace(workspace), &token),
                ),
                below(root, glob(&there, &token)),
            );
            assert_same(pair, &about("glob"), false);

            let mut here = FuzzyFindOptions::new("b", place);
            here.scope.paths_from = Some(base);
            here.scope.gitignore = case != 2;
            here.scope.nested_repositories = case != 3;
            here.scope.max_depth = (case == 4).then_some(2);
            let mut there = here.clone();
            there.scope.roots.clone_from(&whole);
            let pair = (
                below(
                    workspace.root(),
                    fuzzy_find(&here.clone().workspace(workspace), &token),
                ),
                below(root, fuzzy_find(&there, &token)),
            );
            assert_same(pair, &about("fuzzy"), false);

            let mut here = GrepOptions::new("x", place);
            here.scope.paths_from = Some(base);
            here.scope.hidden = case % 2 == 0;
            here.scope.gitignore = case != 2;
            here.scope.node_modules = case == 3;
            here.scope.nested_repositories = case != 1;
            here.scope.max_depth = (case == 7).then_some(2);
            match case {
                4 => here.scope.types = vec!["rust".into()],
                5 => here.scope.globs = vec!["!a/b".into(), "*".into()],
                6 => here.select.limit = Some(3),
                _ => {}
            }
            let mut there = here.clone();
            there.scope.roots.clone_from(&whole);
            let pair = (
                below(
                    workspace.root(),
                    grep(&here.clone().workspace(workspace), &token),
                ),
                below(root, grep(&there, &token)),
            );
            assert_same(pair, &about("grep"), case == 6);
        }
    }
}

/// Compares results, and also reports unless the search is limited, because a limited search gets
/// to a different point in each call.
pub fn assert_same<T: PartialEq + std::fmt::Debug>(
    pair: (Result<Outcome<T>, Error>, Result<Outcome<T>, Error>),
    about: &str,
    is_limited: bool,
) {
    match pair {
        (Ok(here), Ok(there)) => {
            assert_eq!(here.items, there.items, "{about}");
            if !is_limited {
                assert_eq!(
                    without_snapshot(here.report),
                    without_snapshot(there.report),
                    "{about}"
                );
            }
        }
        (here, there) => assert_eq!(
            here.map_err(|e| e.kind()).err(),
            there.map_err(|e| e.kind()).err(),
            "{about}"
        ),
    }
}

/// Applies a change to a workspace's tree in each mode and compares the calls after it. Returns the
/// snapshot of the first report in each mode.
pub fn after(files: &[(&str, &str)], change: impl Fn(&Tree)) -> Vec<SnapshotInfo> {
    MODES
        .iter()
        .map(|&mode| {
            let tree = Tree::of(files);
            let workspace = open(&tree, mode);
            compare(&workspace, tree.root(), &["."]);
            change(&tree);
            if mode == RefreshMode::Manual {
                workspace.invalidate(None);
            }
            let token = CancelToken::new();
            let first = glob(&GlobOptions::new("**", ".").workspace(&workspace), &token);
            compare(&workspace, tree.root(), &[".", "a", "a/b", "ignored"]);
            first.map(|f| f.report.snapshot).unwrap_or_default()
        })
        .collect()
}

pub const FILES: [(&str, &str); 9] = [
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
