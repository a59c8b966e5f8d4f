//! Content index: calls that are cancelled or run out of time, and workspaces that are closed while
//! the index is built, leave an index with correct results.

use std::fs;
use std::path::Path;
use std::time::Duration;

use ransack::{
    AbortReason, CancelToken, ErrorKind, GrepMatch, GrepOptions, IndexMode, OnTimeout, Outcome,
    RefreshMode, Workspace, WorkspaceOptions, grep,
};
use ransack_testing::changes::{plain, ready};
use ransack_testing::tier;
use ransack_testing::{Dice, Tree};

const FILES: usize = 2000;

const MODES: [RefreshMode; 3] = [RefreshMode::Watch, RefreshMode::Stat, RefreshMode::Manual];

fn tree() -> Tree {
    let tree = Tree::new();
    for n in 0..FILES {
        let content = format!("word_{n} common part_{}\n", n % 50);
        tree.write(&format!("d{}/f{n}", n % 40), content);
    }
    tree
}

fn open(tree: &Tree, store: &Path, refresh: RefreshMode, index: IndexMode) -> Workspace {
    let options = WorkspaceOptions::default()
        .refresh(refresh)
        .index(index)
        .allow_outside(true)
        .index_path(store.to_owned());
    Workspace::open(tree.root(), &options).unwrap()
}

/// Token that fires after a time.
fn fires_after(dice: &mut Dice, micros: usize) -> CancelToken {
    CancelToken::with_timeout(Duration::from_micros(dice.below(micros) as u64))
}

fn fired() -> CancelToken {
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    token
}

fn direct(workspace: &Workspace, options: &GrepOptions) -> Outcome<GrepMatch> {
    let mut options = options.clone();
    options.scope.roots = vec![workspace.root().to_owned()];
    grep(&options, &CancelToken::new()).unwrap()
}

fn compare(workspace: &Workspace, options: &GrepOptions) {
    let found = grep(&options.clone().workspace(workspace), &CancelToken::new()).unwrap();
    let expected = direct(workspace, options);
    assert_eq!(found.items, expected.items, "{options:?}");
    assert_eq!(plain(found.report), plain(expected.report), "{options:?}");
}

/// Changes some files in place or by swapping them.
fn change(tree: &Tree, workspace: &Workspace, dice: &mut Dice) {
    for _ in 0..dice.below(100) {
        let (one, other) = (dice.below(FILES), dice.below(FILES));
        let path = |n: usize| tree.path(&format!("d{}/f{n}", n % 40));
        match dice.below(3) {
            0 => fs::write(path(one), format!("word_{other} changed\n")).unwrap(),
            1 => fs::copy(path(one), path(other)).map(drop).unwrap(),
            _ => {
                let _ = fs::rename(path(one), tree.path("moved"));
                let _ = fs::rename(path(other), path(one));
                fs::rename(tree.path("moved"), path(other)).unwrap();
            }
        }
    }
    workspace.invalidate(None);
}

fn cancelled_searches(refresh: RefreshMode, index: IndexMode) {
    let mut dice = Dice::new(refresh as u64 + 17);
    let (tree, store) = (tree(), tempfile::tempdir().unwrap());
    let workspace = open(&tree, store.path(), refresh, index);
    let mut aborted = 0;
    for round in 0..tier::cases(60) {
        change(&tree, &workspace, &mut dice);
        if round % 6 == 0 {
            ready(&workspace);
        }
        let pattern = format!(r"word_{}\b|part_{}\b", dice.below(FILES), dice.below(60));
        let mut options = GrepOptions::new(pattern, ".");
        let refused = grep(&options.clone().workspace(&workspace), &fired()).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Aborted);
        for _ in 0..3 {
            options.on_timeout = match dice.below(2) {
                0 => OnTimeout::Fail,
                _ => OnTimeout::Partial,
            };
            match grep(
                &options.clone().workspace(&workspace),
                &fires_after(&mut dice, 12_000),
            ) {
                Ok(found) if found.report.complete => {
                    assert_eq!(found.items, direct(&workspace, &options).items);
                }
                Ok(partial) => {
                    let all = direct(&workspace, &options).items;
                    assert!(partial.items.iter().all(|item| all.contains(item)));
                    aborted += 1;
                }
                Err(error) => {
                    let kind = error.kind();
                    assert!(matches!(kind, ErrorKind::Aborted | ErrorKind::Timeout));
                    aborted += 1;
                }
            }
        }
        compare(&workspace, &options);
    }
    assert!(aborted > 0);
}

#[test]
fn cancelled_searches_leave_the_index_right() {
    for refresh in MODES {
        for index in [IndexMode::Memory, IndexMode::Disk] {
            cancelled_searches(refresh, index);
        }
    }
}

#[test]
fn cancelled_exports_and_imports_leave_nothing() {
    let mut dice = Dice::new(23);
    let (tree, store) = (tree(), tempfile::tempdir().unwrap());
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("exported");
    let names = || fs::read_dir(dir.path()).unwrap().count();
    for index in [IndexMode::Memory, IndexMode::Disk] {
        let _ = fs::remove_file(&file);
        let workspace = open(&tree, store.path(), RefreshMode::Watch, index);
        ready(&workspace);
        let aborted = |result: ransack::Result<()>| {
            let kind = result.err().map(|error| error.kind());
            assert!(matches!(
                kind,
                None | Some(ErrorKind::Aborted | ErrorKind::Timeout)
            ));
            kind.is_some()
        };
        assert!(aborted(workspace.export_index(&file, &fired())));
        assert_eq!(names(), 0);
        workspace.export_index(&file, &CancelToken::new()).unwrap();
        let whole = fs::read(&file).unwrap();
        assert!(aborted(workspace.import_index(&file, &fired())));
        let segments = workspace.index_stats().segments;
        for _ in 0..40 {
            aborted(workspace.export_index(&file, &fires_after(&mut dice, 20_000)));
            assert!(fs::read(&file).unwrap() == whole);
            assert_eq!(names(), 1);
        }
        assert_eq!(workspace.index_stats().segments, segments);
        for _ in 0..10 {
            aborted(workspace.import_index(&file, &fires_after(&mut dice, 20_000)));
            compare(&workspace, &GrepOptions::new(r"word_77\b", "."));
        }
        ready(&workspace);
        for n in [0, 77, FILES - 1] {
            compare(&workspace, &GrepOptions::new(format!(r"word_{n}\b"), "."));
        }
    }
    let news = fs::read_dir(store.path().join("segments")).unwrap();
    let is_new = |path: &Path| path.extension().is_some_and(|extension| extension == "new");
    assert!(news.flatten().all(|entry| !is_new(&entry.path())));
}

#[test]
fn workspaces_that_are_closed_during_a_build_can_be_opened_again() {
    let mut dice = Dice::new(29);
    let (tree, store) = (tree(), tempfile::tempdir().unwrap());
    for index in [IndexMode::Memory, IndexMode::Disk] {
        for round in 0..tier::cases(40) as usize {
            let refresh = MODES[round % 3];
            let workspace = open(&tree, store.path(), refresh, index);
            let options = GrepOptions::new(format!(r"word_{}\b", dice.below(FILES)), ".");
            let pause = Duration::from_micros(dice.below(30_000) as u64);
            std::thread::scope(|scope| {
                let waiting = scope.spawn(|| workspace.ready(&CancelToken::new(), |_| {}));
                let searching = scope
                    .spawn(|| grep(&options.clone().workspace(&workspace), &CancelToken::new()));
                if round % 4 > 0 {
                    // The build may be at any point.
                    std::thread::sleep(pause);
                    workspace.close();
                }
                let closed = |kind| assert_eq!(kind, ErrorKind::Closed);
                if let Err(error) = waiting.join().unwrap() {
                    closed(error.kind());
                }
                match searching.join().unwrap() {
                    Ok(found) => assert_eq!(found.items.len(), 1),
                    Err(error) => closed(error.kind()),
                }
            });
            drop(workspace);
            // Dropped at once.
            drop(open(&tree, store.path(), refresh, index));
            let again = open(&tree, store.path(), refresh, index);
            compare(&again, &options);
            if round % 10 == 0 {
                ready(&again);
                compare(&again, &options);
                assert_eq!(again.index_stats().fault, None);
            }
        }
    }
}
