//! Content index while files and directories become unreadable and readable again: the same
//! results and reports as without an index.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use ransack::{
    CancelToken, GlobOptions, GrepOptions, IndexMode, Outcome, PathsFrom, RefreshMode, Report,
    SkipReason, Workspace, WorkspaceOptions, glob, grep,
};
use ransack_testing::Tree;
use ransack_testing::changes::{plain, ready};
use ransack_testing::child::as_user;

/// Permissions of a path after each step; each path is readable at the end.
const STEPS: [(&str, u32); 16] = [
    ("d1/f1", 0),
    ("d1/f1", 0o644),
    ("d1/f6", 0o200),
    ("d2", 0),
    ("d1/f6", 0o600),
    ("d2", 0o755),
    ("d3", 0o444),
    ("d3", 0o700),
    ("d3", 0o111),
    ("d3/in/f8", 0),
    ("d3", 0o755),
    ("d3/in/f8", 0o444),
    ("d3/in", 0),
    ("d3/in", 0o755),
    ("", 0),
    ("", 0o755),
];

#[test]
fn unreadable_files_are_reported_as_without_an_index() {
    as_user(|| {
        let tree = settled_tree();
        for refresh in [RefreshMode::Watch, RefreshMode::Stat, RefreshMode::Manual] {
            for index in [IndexMode::Memory, IndexMode::Disk] {
                // Unreadable files are indexed as unreadable, or only while they are readable.
                for is_built in [true, false] {
                    change_permissions(&tree, refresh, index, is_built);
                }
            }
        }
    });
}

fn settled_tree() -> Tree {
    let tree = Tree::new();
    for n in 0..100 {
        let dir = ["d0", "d1", "d2", "d3/in", "d3"][n % 5];
        tree.write(&format!("{dir}/f{n}"), format!("word_{n} common\n"));
    }
    tree.settle();
    tree
}

fn change_permissions(tree: &Tree, refresh: RefreshMode, index: IndexMode, is_built: bool) {
    let store = tempfile::tempdir().unwrap();
    let options = WorkspaceOptions::default()
        .refresh(refresh)
        .index(index)
        .index_path(store.path().to_owned());
    let workspace = Workspace::open(tree.root(), &options).unwrap();
    ready(&workspace);
    let mut skipped = 0;
    for (path, mode) in STEPS {
        let about = format!("{refresh:?} {index:?} {path} {mode:o}");
        fs::set_permissions(tree.path(path), fs::Permissions::from_mode(mode)).unwrap();
        if refresh == RefreshMode::Manual {
            workspace.invalidate(None);
            let _ = workspace.refresh();
        }
        if is_built && (path, mode) != ("", 0) {
            ready(&workspace);
        }
        skipped += usize::from(compare(&workspace, &about));
    }
    assert!(skipped > 5, "{skipped}");
    // All files are found again, by the index.
    ready(&workspace);
    for n in 0..100 {
        let options = GrepOptions::new(format!(r"word_{n}\b"), &workspace);
        let found = grep(&options, &CancelToken::new()).unwrap();
        assert_eq!(found.items.len(), 1, "{n}");
        let report = found.report;
        assert!(report.index.used && report.complete, "{n}: {report:?}");
    }
}

/// Compares calls through a workspace with calls without one. Returns whether files could not be
/// read.
fn compare(workspace: &Workspace, about: &str) -> bool {
    let token = CancelToken::new();
    let mut has_unreadable = false;
    for pattern in ["absent_word", r"word_1\b", r"word_3\d", "common"] {
        for root in [".", "d3", "d3/in", "d1/f1"] {
            let mut options = GrepOptions::new(pattern, root).paths_from(PathsFrom::Absolute);
            let found = grep(&options.clone().workspace(workspace), &token);
            options.scope.roots = vec![workspace.root().join(root)];
            let about = format!("{about}: {pattern} in {root}");
            has_unreadable |= same(found, grep(&options, &token), &about);
        }
    }
    let mut options = GlobOptions::new("**", ".");
    let found = glob(&options.clone().workspace(workspace), &token);
    options.scope.roots = vec![workspace.root().to_owned()];
    same(found, glob(&options, &token), about);
    has_unreadable
}

/// Compares two outcomes. Returns whether files could not be read.
fn same<T: PartialEq + std::fmt::Debug>(
    here: ransack::Result<Outcome<T>>,
    there: ransack::Result<Outcome<T>>,
    about: &str,
) -> bool {
    match (here, there) {
        (Ok(here), Ok(there)) => {
            assert_eq!(here.items, there.items, "{about}");
            assert_eq!(plain(here.report), plain(there.report.clone()), "{about}");
            is_unreadable(&there.report)
        }
        (here, there) => {
            let error = |outcome: ransack::Result<Outcome<T>>| outcome.err().map(|e| e.kind());
            assert_eq!(error(here), error(there), "{about}");
            true
        }
    }
}

fn is_unreadable(report: &Report) -> bool {
    let mut skipped = report.skipped.iter();
    skipped.any(|skipped| skipped.reason == SkipReason::Unreadable)
}
