//! Opening, sharing and closing workspaces, and their accessors.

use std::path::Path;

use ransack::{
    CancelToken, ErrorKind, GlobOptions, GrepOptions, PathsFrom, Pool, RefreshMode, Workspace,
    WorkspaceCache, WorkspaceOptions, ast_edit, glob, glob_stream, grep,
};
use ransack_testing::Tree;
use ransack_testing::compare::{FILES, MODES, compare, open};

#[test]
fn a_manual_workspace_changes_when_told() {
    let tree = Tree::of(&FILES);
    let workspace = open(&tree, RefreshMode::Manual);
    workspace.refresh().unwrap();
    let token = CancelToken::new();
    let new = GlobOptions::new("**/new*", ".");
    let count = || {
        glob(&new.clone().workspace(&workspace), &token)
            .unwrap()
            .items
            .len()
    };
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

#[test]
fn two_workspaces_on_one_root() {
    let tree = Tree::of(&FILES);
    let one = open(&tree, RefreshMode::Watch);
    let other = open(&tree, RefreshMode::Watch);
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
    for mode in [RefreshMode::Walk, RefreshMode::Watch, RefreshMode::Manual] {
        let workspace = open(&tree, mode);
        let clone = workspace.clone();
        workspace.close();
        workspace.close();
        let fails = |e: ransack::Error| {
            assert_eq!(e.kind(), ErrorKind::Closed);
            assert!(e.to_string().contains("closed"), "{e}");
        };
        fails(clone.refresh().unwrap_err());
        fails(glob(&GlobOptions::new("*", ".").workspace(&clone), &token).unwrap_err());
        let mut follow = GrepOptions::new("x", ".");
        fails(grep(&follow.clone().workspace(&clone), &token).unwrap_err());
        follow.scope.follow_symlinks = true;
        fails(grep(&follow.clone().workspace(&clone), &token).unwrap_err());
        let hasty = clone.without_waiting();
        fails(grep(&follow.clone().workspace(&hasty), &token).unwrap_err());
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
    // An unread stream holds no thread, so the scan may or may not be done, and the report says
    // which.
    let workspace = Workspace::open(tree.root(), &options).unwrap();
    let all = GlobOptions::new("**", ".");
    let token = CancelToken::new();
    let early = glob(&all.clone().workspace(&workspace.without_waiting()), &token).unwrap();
    let whole = glob(&all.clone().workspace(&workspace), &token).unwrap();
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
    let workspace = open(&tree, RefreshMode::Watch);
    let token = CancelToken::new();
    token.cancel(ransack::AbortReason::User);
    let error = grep(&GrepOptions::new("x", ".").workspace(&workspace), &token).unwrap_err();
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
        // Entries next to the tree belong to other tests and change.
        let inside: Vec<&str> = roots.into_iter().filter(|r| *r != "..").collect();
        compare(&workspace, tree.root(), &inside);
        compare(&workspace, tree.root(), &[tree.path("a").to_str().unwrap()]);
    }
}

#[test]
fn a_cache_keeps_the_last_few_roots() {
    let trees = [Tree::of(&FILES), Tree::of(&FILES), Tree::of(&FILES)];
    let mut options = WorkspaceOptions::default();
    options.refresh = RefreshMode::Manual;
    let cache = WorkspaceCache::new(2.try_into().unwrap(), options);
    let count = |tree: &Tree| {
        let workspace = cache.get(tree.root()).unwrap();
        let new = GlobOptions::new("new*", ".");
        glob(&new.clone().workspace(&workspace), &CancelToken::new())
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

#[test]
fn code_is_replaced_as_without_a_workspace() {
    use ransack::{AstEditOptions, ast_edit};

    let token = CancelToken::new();
    for mode in MODES {
        let tree = Tree::of(&FILES);
        tree.write("a/b/f.rs", "fn f() { old(1); }\n");
        tree.write("a/g.rs", "fn g() { old(2); }\n");
        tree.write("ignored/h.rs", "fn h() { old(3); }\n");
        let workspace = open(&tree, mode);
        for root in [".", "a/b", "ignored", "a/g.rs", "nowhere", ""] {
            let here = AstEditOptions::new("old($A)", "new($A)", root);
            let here = here.paths_from(PathsFrom::Absolute);
            let mut there = here.clone();
            if !root.is_empty() {
                there.scope.roots = vec![tree.path(root)];
            }
            match (
                ast_edit(&here.clone().workspace(&workspace), &token),
                ast_edit(&there, &token),
            ) {
                (Ok(here), Ok(there)) => {
                    assert_eq!(here.changes, there.changes, "{root}");
                    assert_eq!(here.preview, there.preview, "{root}");
                    assert_eq!(here.file_changes, there.file_changes);
                }
                (Err(here), Err(there)) => assert_eq!(here.kind(), there.kind(), "{root}"),
                (here, there) => panic!("{root}: {here:?}, {there:?}"),
            }
        }
        let mut options = AstEditOptions::new("old($A)", "new($A)", ".");
        options.dry_run = false;
        let outcome = ast_edit(&options.clone().workspace(&workspace), &token).unwrap();
        assert!(outcome.applied && outcome.total_replacements == 2);
        let text = std::fs::read_to_string(tree.path("a/g.rs")).unwrap();
        assert_eq!(text, "fn g() { new(2); }\n");
        if mode != RefreshMode::Manual {
            compare(&workspace, tree.root(), &["."]);
        }
        let again = ast_edit(&options.clone().workspace(&workspace), &token).unwrap();
        assert_eq!(again.total_replacements, 0);
        token_that_fired(&workspace, &options);
        workspace.close();
        let closed = ast_edit(&options.clone().workspace(&workspace), &token).unwrap_err();
        assert_eq!(closed.kind(), ErrorKind::Closed);
    }
}

fn token_that_fired(workspace: &Workspace, options: &ransack::AstEditOptions) {
    let token = CancelToken::new();
    token.cancel(ransack::AbortReason::User);
    let error = ast_edit(&options.clone().workspace(workspace), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
}

/// A stream is in flight as soon as it exists.
#[test]
fn closing_lets_calls_in_flight_finish() {
    let token = CancelToken::new();
    for mode in [
        RefreshMode::Watch,
        RefreshMode::Stat,
        RefreshMode::Manual,
        RefreshMode::Walk,
    ] {
        for is_ready in [false, true] {
            let tree = Tree::of(&FILES);
            let workspace = open(&tree, mode);
            let options = GlobOptions::new("**", ".");
            if is_ready {
                glob(&options.clone().workspace(&workspace), &token).unwrap();
            }
            let stream = glob_stream(&options.clone().workspace(&workspace), &token);
            let call = workspace.admit();
            workspace.close();
            let expected = glob(&GlobOptions::new("**", tree.root()), &token).unwrap();
            assert_eq!(stream.collect_outcome().unwrap().items, expected.items);
            assert_eq!(
                glob(&options.clone().workspace(&call), &token)
                    .unwrap()
                    .items,
                expected.items
            );
            assert_eq!(call.refresh().unwrap().mode, RefreshMode::Walk);
            let closed = glob(&options.clone().workspace(&workspace), &token).unwrap_err();
            assert_eq!(closed.kind(), ErrorKind::Closed);
        }
    }
}

#[test]
#[cfg(unix)]
fn roots_outside_are_an_error_unless_allowed() {
    let tree = Tree::of(&FILES);
    let other = Tree::of(&[("secret", "x")]);
    let outside = other.root().to_str().unwrap();
    std::os::unix::fs::symlink(outside, tree.path("link")).unwrap();
    let token = CancelToken::new();
    for mode in MODES {
        let mut options = WorkspaceOptions::default();
        options.refresh = mode;
        let closed = Workspace::open(tree.root(), &options).unwrap();
        options.allow_outside = true;
        let open = Workspace::open(tree.root(), &options).unwrap();
        for root in [outside, "..", "a/../..", "../nowhere", "link"] {
            let call = GlobOptions::new("*", root);
            let error = glob(&call.clone().workspace(&closed), &token).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidOption, "{root}: {error}");
            assert!(error.path().is_some());
            let mut several = call.clone();
            several.scope.roots.insert(0, "a".into());
            assert!(
                glob(&several.clone().workspace(&closed), &token).is_err(),
                "{root}"
            );
        }
        let found = glob(&GlobOptions::new("*", outside).workspace(&open), &token).unwrap();
        assert_eq!(found.items.len(), 1);
        assert_eq!(
            glob(&GlobOptions::new("*", "link").workspace(&open), &token)
                .unwrap()
                .items
                .len(),
            1
        );
    }
}
