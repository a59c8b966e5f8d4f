use std::fs;
use std::time::Duration;

use ransack_base::internal::submit;

use super::*;
use crate::{AbortReason, CancelToken, GlobOptions, fuzzy_find, glob, grep};

impl TableSync {
    /// Passes the watcher of a watched workspace to `use_it`.
    #[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
    pub(in crate::workspace) fn with_watcher<R>(&self, use_it: impl FnOnce(&Watcher) -> R) -> R {
        use_it(self.lock().watcher.as_ref().unwrap())
    }
}

/// Holds a pool's only thread until it is dropped.
struct Holding(Mutex<std::sync::mpsc::Receiver<()>>);

impl Task for Holding {
    fn run(self: Arc<Self>) -> bool {
        let _ = lock(&self.0).recv();
        false
    }
}

#[test]
fn calls_that_do_not_wait_see_what_is_listed() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("dir")).unwrap();
    for name in ["dir/a", "dir/b", "c"] {
        fs::write(root.path().join(name), "").unwrap();
    }
    let (options, release) = held();
    let workspace = crate::Workspace::open(root.path(), &options).unwrap();
    let hasty = workspace.without_waiting();
    let mut all = GlobOptions::new("**", ".");
    all.pool = Some(Pool::new(1));
    let token = CancelToken::new();
    let shared = &workspace.owner.sync;
    for expected in [&["c", "dir"][..], &["c", "dir", "dir/a", "dir/b"]] {
        let early = glob(&all.clone().workspace(&hasty), &token).unwrap();
        assert!(!early.report.complete && !early.report.total_is_exact);
        assert_eq!(early.report.snapshot.rescan, Some(RescanReason::First));
        let paths: Vec<_> = early.items.iter().map(|m| m.path.to_string()).collect();
        assert_eq!(paths, expected);
        let mut list = crate::FuzzyFindOptions::new("", ".");
        list.pool.clone_from(&all.pool);
        let early = fuzzy_find(&list.clone().workspace(&hasty), &token).unwrap();
        assert!(!early.report.complete);
        assert_eq!(early.items.len(), expected.len());
        // One more directory.
        let scan = lock(&shared.scan).clone().unwrap();
        scan.work(|| true);
    }
    let whole = glob(&all.clone().workspace(&workspace), &token).unwrap();
    assert!(whole.report.complete);
    assert_eq!(whole.items.len(), 4);
    assert_eq!(
        glob(&all.clone().workspace(&hasty), &token).unwrap().items,
        whole.items
    );
    drop(release);
}

#[test]
fn lost_events_and_failed_surveys_lead_to_a_rescan() {
    let root = tempfile::tempdir().unwrap();
    let open = TableSync::open(root.path(), &WorkspaceOptions::default()).unwrap();
    let rescan = || {
        open.refresh(false, &CancelToken::new())
            .unwrap()
            .info
            .rescan
    };
    assert_eq!(rescan(), Some(RescanReason::First));
    assert_eq!(rescan(), None);
    if let Some(watcher) = &open.lock().watcher {
        watcher.lose();
    }
    assert_eq!(rescan(), Some(RescanReason::Overflow));
    open.lock().is_void = true;
    assert_eq!(rescan(), Some(RescanReason::Failed));
    assert_eq!(rescan(), None);
    open.close();
    assert!(open.refresh(false, &CancelToken::new()).is_err());
}

/// Options with a pool whose only thread starts work when the sender is dropped.
fn held() -> (WorkspaceOptions, std::sync::mpsc::Sender<()>) {
    let (release, held) = std::sync::mpsc::channel();
    let mut options = WorkspaceOptions::default();
    let pool = Pool::new(1);
    assert!(submit(&pool, Arc::new(Holding(Mutex::new(held)))).is_ok());
    options.pool = Some(pool);
    (options, release)
}

#[test]
fn an_aborted_call_leaves_the_first_scan_to_later_calls() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir_all(root.path().join("a/b")).unwrap();
    let (options, release) = held();
    let open = TableSync::open(root.path(), &options).unwrap();
    let fired = CancelToken::new();
    fired.cancel(AbortReason::User);
    let aborted = open.refresh(false, &fired).err().unwrap();
    assert_eq!(aborted.kind(), ErrorKind::Aborted);
    assert!(lock(&open.scan).is_some());
    assert_eq!(open.table_size().entries, 0);
    let whole = open.refresh(false, &CancelToken::new()).unwrap();
    assert_eq!(whole.info.rescan, Some(RescanReason::First));
    assert_eq!(whole.table.unwrap().len(), 2);
    drop(release);
}

/// More changes than a workspace records individually, with nothing that consumes them.
#[test]
fn more_changes_than_are_kept() {
    let root = tempfile::tempdir().unwrap();
    let mut last = root.path().join("n");
    fs::write(&last, "").unwrap();
    let (options, release) = held();
    let open = TableSync::open(root.path(), &options).unwrap();
    open.refresh(false, &CancelToken::new()).unwrap();
    for n in 0..70_000 {
        let next = root.path().join(format!("n{n}"));
        fs::rename(&last, &next).unwrap();
        last = next;
    }
    let known = open.refresh(false, &CancelToken::new()).unwrap();
    assert_eq!(known.info.mode, RefreshMode::Watch);
    assert_eq!(known.info.rescan, Some(RescanReason::Overflow));
    let table = known.table.unwrap();
    assert_eq!(table.len(), 1);
    assert_eq!(table.path(&table.rows(0..1)[0]), b"n69999");
    drop(release);
}

#[test]
fn many_changes_are_taken_in_before_a_query() {
    let root = tempfile::tempdir().unwrap();
    let open = TableSync::open(root.path(), &WorkspaceOptions::default()).unwrap();
    open.refresh(false, &CancelToken::new()).unwrap();
    let begun = Instant::now();
    let mut made = 0;
    while open.table_size().entries == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "{made} files");
        fs::write(root.path().join(made.to_string()), "").unwrap();
        made += 1;
    }
    let known = open.refresh(false, &CancelToken::new()).unwrap();
    assert_eq!(known.table.unwrap().len(), made);
}

#[test]
fn catching_up_leaves_the_reason_and_a_failure_to_the_query() {
    let root = tempfile::tempdir().unwrap();
    let moved = root.path().with_extension("moved");
    let open = TableSync::open(root.path(), &WorkspaceOptions::default()).unwrap();
    let rescan = || {
        open.refresh(false, &CancelToken::new())
            .unwrap()
            .info
            .rescan
    };
    assert_eq!(rescan(), Some(RescanReason::First));
    fs::write(root.path().join("a"), "").unwrap();
    open.catch_up();
    assert_eq!(open.table_size().entries, 1);
    assert_eq!(rescan(), None);
    fs::write(root.path().join(".ignore"), "a\n").unwrap();
    open.catch_up();
    assert_eq!(open.table_size().entries, 2);
    fs::write(root.path().join("b"), "").unwrap();
    assert_eq!(rescan(), Some(RescanReason::IgnoreFile));
    assert_eq!(rescan(), None);
    fs::rename(root.path(), &moved).unwrap();
    open.catch_up();
    fs::rename(&moved, root.path()).unwrap();
    assert_eq!(rescan(), Some(RescanReason::Failed));
    open.close();
    open.catch_up();
    assert_eq!(open.table_size().entries, 0);
}

#[test]
fn calls_that_do_not_wait_see_buffers() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("dir")).unwrap();
    for name in ["dir/a", "dir/b", "c"] {
        fs::write(root.path().join(name), "").unwrap();
    }
    let (options, release) = held();
    let workspace = crate::Workspace::open(root.path(), &options).unwrap();
    for path in ["dir/a", "dir/new", "new/d"] {
        workspace.set_buffer(path, "text").unwrap();
    }
    let hasty = workspace.without_waiting();
    let pool = Pool::new(1);
    let all = GlobOptions::new("**", ".").pool(pool.clone());
    let text = crate::GrepOptions::new("text", ".").pool(pool);
    let token = CancelToken::new();
    // The directory is not listed yet, and the call does not list it.
    for expected in [5, 6] {
        let early = glob(&all.clone().workspace(&hasty), &token).unwrap();
        assert!(!early.report.complete);
        assert_eq!(early.items.len() - 1, expected, "{:?}", early.items);
        assert_eq!(
            grep(&text.clone().workspace(&hasty), &token)
                .unwrap()
                .items
                .len(),
            3
        );
        let scan = lock(&workspace.owner.sync.scan).clone().unwrap();
        scan.work(|| true);
    }
    assert_eq!(
        glob(&all.clone().workspace(&workspace), &token)
            .unwrap()
            .items
            .len(),
        7
    );
    drop(release);
}

#[test]
fn changes_of_a_directory_are_kept_while_it_is_listed_again() {
    let root = tempfile::tempdir().unwrap();
    for dir in ["a/b", "a/moved"] {
        fs::create_dir_all(root.path().join(dir)).unwrap();
    }
    let options = WorkspaceOptions::default().index(IndexMode::Memory);
    let sync = TableSync::open(root.path(), &options).unwrap();
    let token = CancelToken::new();
    sync.fresh_table(&token).unwrap();
    let mut state = sync.lock();
    // The refresh has taken the earlier events and is about to list the directory.
    let mut stale = DirtySet::default();
    stale.relisted.extend(state.table.dir_at(b"a"));
    fs::write(root.path().join("a/b/written"), "").unwrap();
    fs::write(root.path().join("a/removed"), "").unwrap();
    fs::remove_file(root.path().join("a/removed")).unwrap();
    fs::rename(root.path().join("a/moved"), root.path().join("a/new")).unwrap();
    state.watcher.as_ref().unwrap().read_queue();
    assert!(sync.relist(&mut state, &mut stale).unwrap());
    drop(state);
    let mut changes = sync.fresh_table(&token).unwrap().changes;
    changes.files.sort();
    changes.files.dedup();
    assert_eq!(changes.files, [&b"a/b/written"[..], b"a/removed"]);
    changes.dirs.sort();
    changes.dirs.dedup();
    assert_eq!(changes.dirs, [&b"a/moved"[..], b"a/new"]);
}

#[test]
fn directories_that_are_no_longer_ignored_have_changed() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir_all(root.path().join("a/b/c")).unwrap();
    fs::create_dir_all(root.path().join("a/d")).unwrap();
    fs::write(root.path().join("a/.ignore"), "b\n").unwrap();
    let options = WorkspaceOptions::default().index(IndexMode::Memory);
    let sync = TableSync::open(root.path(), &options).unwrap();
    let token = CancelToken::new();
    sync.fresh_table(&token).unwrap();
    fs::remove_file(root.path().join("a/.ignore")).unwrap();
    let changes = sync.fresh_table(&token).unwrap().changes;
    assert!(!changes.is_void);
    assert_eq!(changes.dirs, [b"a/b"]);
    let changes = sync.fresh_table(&token).unwrap().changes;
    assert!(changes.dirs.is_empty());
}
