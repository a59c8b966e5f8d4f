//! The table of a workspace and what keeps it up to date.

mod catch_up;
mod root;
#[cfg(all(test, target_os = "linux"))]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::stale::Stale;
use super::watch::Watcher;
use super::{TableSize, WorkspaceOptions};
use crate::error::{Error, ErrorKind, Result};
use crate::exec::{Pool, Task};
use crate::report::{RefreshMode, RescanReason, SnapshotInfo, WatchFallback};
use crate::scan::{Dir, KnownTable, Progress, Snapshot, Source, Survey, Table};

use root::open_root;

/// What all handles of a workspace share.
pub(super) struct Shared {
    root: PathBuf,
    mode: RefreshMode,
    pool: Option<Pool>,
    closed: AtomicBool,
    /// The scan of everything that is under way.
    scan: Mutex<Option<Arc<Survey>>>,
    invalid: Mutex<Invalid>,
    /// That of the table; `state` may be held for as long as a scan takes.
    size: Mutex<TableSize>,
    state: Mutex<State>,
}

struct State {
    table: Arc<Table>,
    /// The root, as it was when the table was begun.
    dir: Arc<Dir>,
    sources: Vec<Source>,
    watcher: Option<Watcher>,
    fallback: Option<WatchFallback>,
    /// Why directories were listed anew, or are being, since the last query.
    scanned_for: Option<RescanReason>,
    /// What was told of changes was lost with an error.
    is_void: bool,
}

/// What callers have declared out of date.
#[derive(Default)]
struct Invalid {
    all: bool,
    paths: Vec<PathBuf>,
}

impl Shared {
    pub(super) fn open(root: &Path, options: &WorkspaceOptions) -> Result<Arc<Shared>> {
        if root.as_os_str().is_empty() {
            return Err(Error::option("the root is the empty path"));
        }
        let root = std::path::absolute(root).map_err(|e| Error::root(root, e))?;
        let (path, dir) = open_root(&root)?;
        let shared = Arc::new(Shared {
            root,
            mode: options.refresh,
            pool: options.pool.clone(),
            closed: AtomicBool::new(false),
            scan: Mutex::default(),
            invalid: Mutex::default(),
            size: Mutex::default(),
            state: Mutex::new(State {
                table: Arc::new(Table::empty(path)),
                dir,
                sources: Vec::new(),
                watcher: None,
                fallback: None,
                scanned_for: None,
                is_void: false,
            }),
        });
        if shared.mode != RefreshMode::Walk {
            shared.begin(&mut shared.lock(), RescanReason::First);
        }
        Ok(shared)
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn pool(&self) -> Option<&Pool> {
        self.pool.as_ref()
    }

    pub(super) fn table_size(&self) -> TableSize {
        *lock(&self.size)
    }

    fn set_table(&self, state: &mut State, table: Table) {
        *lock(&self.size) = TableSize {
            entries: table.len() as u64,
            bytes: table.bytes() as u64,
        };
        state.table = Arc::new(table);
    }

    pub(super) fn invalidate(&self, path: Option<&Path>) {
        let mut invalid = lock(&self.invalid);
        match path {
            Some(path) => invalid.paths.push(self.root.join(path)),
            None => invalid.all = true,
        }
    }

    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Release);
        if let Some(scan) = lock(&self.scan).take() {
            scan.stop();
        }
        let mut state = self.lock();
        state.watcher = None;
        state.sources = Vec::new();
        let empty = Table::empty(state.table.root().to_vec());
        self.set_table(&mut state, empty);
    }

    /// What the first scan has found so far, if it is still under way.
    pub(super) fn so_far(&self) -> Result<Option<Snapshot>> {
        self.check_open()?;
        let Some(scan) = lock(&self.scan).clone() else {
            return Ok(None);
        };
        let so_far = || scan.so_far().map_err(|e| Error::root(&self.root, e));
        let mut table = so_far()?;
        if table.dir_at(b"").is_none() {
            // Without the root, all would be walked.
            if scan.work(|| true) != Progress::Paused {
                return Ok(None);
            }
            table = so_far()?;
        }
        Ok(Some(Snapshot {
            table: Some(KnownTable {
                table: Arc::new(table),
                has_stats: false,
            }),
            info: SnapshotInfo {
                mode: self.mode,
                rescan: Some(RescanReason::First),
                fallback: None,
            },
            is_partial: true,
        }))
    }

    /// The table, up to date as far as the workspace's snapshot goes.
    pub(super) fn refresh(self: &Arc<Self>, is_asked: bool) -> Result<Snapshot> {
        self.check_open()?;
        if self.mode == RefreshMode::Walk {
            return Ok(Snapshot::default());
        }
        let mut state = self.lock();
        self.check_open()?;
        self.settle(&mut state)?;
        self.update(&mut state, is_asked)?;
        let rescan = state.scanned_for.take();
        Ok(self.known(&state, rescan))
    }

    fn known(&self, state: &State, rescan: Option<RescanReason>) -> Snapshot {
        // A root that could not be listed, or only with faults, is walked.
        let is_listed = state.table.dir_at(b"").is_some();
        let by = if is_listed {
            self.validation(state)
        } else {
            RefreshMode::Walk
        };
        let table = is_listed.then(|| KnownTable {
            table: state.table.clone(),
            has_stats: by == RefreshMode::Watch,
        });
        Snapshot {
            table,
            info: SnapshotInfo {
                mode: by,
                rescan,
                fallback: state.fallback,
            },
            is_partial: false,
        }
    }

    /// The kind of snapshot in force.
    fn validation(&self, state: &State) -> RefreshMode {
        match self.mode {
            RefreshMode::Watch if state.watcher.is_none() => RefreshMode::Stat,
            other => other,
        }
    }

    /// Begins to list everything.
    fn begin(self: &Arc<Self>, state: &mut State, reason: RescanReason) {
        state.watcher = None;
        if self.mode == RefreshMode::Watch {
            match Watcher::new(self.on_many()) {
                Ok(watcher) => {
                    state.watcher = Some(watcher);
                    state.fallback = None;
                }
                Err(fallback) => state.fallback = Some(fallback),
            }
        }
        *lock(&self.invalid) = Invalid::default();
        state.scanned_for.get_or_insert(reason);
        let watch = state.watcher.as_ref().map(Watcher::adder);
        let empty = Arc::new(Table::empty(state.table.root().to_vec()));
        let scan = Arc::new(Survey::whole(empty, state.dir.clone(), watch));
        *lock(&self.scan) = Some(scan.clone());
        self.share(scan, Some(self.clone()));
    }

    fn any_pool(&self) -> &Pool {
        self.pool.as_ref().unwrap_or_else(|| Pool::shared())
    }

    /// Asks the pool to help with a survey.
    fn share(&self, survey: Arc<Survey>, whole: Option<Arc<Shared>>) {
        let pool = self.any_pool();
        let help = Arc::new(Help {
            pool: pool.clone(),
            survey,
            whole,
        });
        for _ in 0..pool.size() {
            // Without help the query does all of it.
            let _ = pool.submit(help.clone());
        }
    }

    /// Waits for the scan under way, helping, and makes it the table.
    fn settle(&self, state: &mut State) -> Result<()> {
        let Some(scan) = lock(&self.scan).clone() else {
            return Ok(());
        };
        if scan.work(|| false) == Progress::Stopped {
            *lock(&self.scan) = None;
            state.is_void = true;
            return Err(self.stopped());
        }
        let found = scan.take();
        let empty = Table::empty(state.table.root().to_vec());
        // What is too large for a table is walked.
        let table = empty
            .updated(found.update)
            .map_or(empty, |(table, _)| table);
        self.set_table(state, table);
        state.sources = found.sources;
        *lock(&self.scan) = None;
        self.check_watcher(state);
        Ok(())
    }

    /// Does without the watcher if it does not see everything.
    fn check_watcher(&self, state: &mut State) {
        if let Some(fallback) = state.watcher.as_ref().and_then(Watcher::failure) {
            state.watcher = None;
            state.fallback = Some(fallback);
        }
    }

    /// The error of a survey that was stopped or failed.
    fn stopped(&self) -> Error {
        match self.check_open() {
            Err(closed) => closed,
            Ok(()) => Error::new(ErrorKind::Internal, "a scan of the workspace failed"),
        }
    }

    fn rescan(self: &Arc<Self>, state: &mut State, reason: RescanReason) -> Result<()> {
        let (path, dir) = open_root(&self.root)?;
        state.table = Arc::new(Table::empty(path));
        state.dir = dir;
        self.begin(state, reason);
        self.settle(state)?;
        state.is_void = false;
        Ok(())
    }

    /// Brings the table up to date.
    fn update(self: &Arc<Self>, state: &mut State, is_asked: bool) -> Result<()> {
        let updated = self.try_update(state, is_asked);
        state.is_void |= updated.is_err();
        updated
    }

    fn try_update(self: &Arc<Self>, state: &mut State, is_asked: bool) -> Result<()> {
        let mut stale = Stale::default();
        let invalid = std::mem::take(&mut *lock(&self.invalid));
        if !state.is_root(&self.root)? {
            return self.rescan(state, RescanReason::Root);
        }
        if invalid.all {
            return self.rescan(state, RescanReason::Asked);
        }
        if state.is_void {
            return self.rescan(state, RescanReason::Failed);
        }
        for path in &invalid.paths {
            stale.mark_path(&state.table, path);
        }
        let by = self.validation(state);
        let mut is_quiet = false;
        match (by, &state.watcher) {
            (RefreshMode::Watch, Some(watcher)) => {
                let changes = watcher.drain();
                if changes.lost || changes.mounts {
                    let reason = match changes.lost {
                        true => RescanReason::Overflow,
                        false => RescanReason::Mount,
                    };
                    return self.rescan(state, reason);
                }
                is_quiet = changes.is_empty();
                stale.mark_changes(&state.table, changes);
            }
            (RefreshMode::Manual, _) if !is_asked => {}
            _ => stale.mark_by_stat(&state.table, &state.dir),
        }
        if by != RefreshMode::Manual || is_asked {
            for source in &mut state.sources {
                if is_quiet && source.is_watched() {
                    continue;
                }
                if let (RefreshMode::Watch, Some(watcher)) = (by, &state.watcher) {
                    source.watch(|path| watcher.add_file(path));
                }
                if source.changed() {
                    stale.seeds.insert(source.dir);
                    stale.rescan = Some(RescanReason::IgnoreFile);
                }
            }
        }
        if stale.seeds.contains(&0) {
            let reason = stale.rescan.unwrap_or(RescanReason::Root);
            return self.rescan(state, reason);
        }
        if !self.relist(state, &mut stale)? {
            return self.rescan(state, RescanReason::IgnoreFile);
        }
        if let Some(reason) = stale.rescan {
            state.scanned_for.get_or_insert(reason);
        }
        Ok(())
    }

    /// Lists again what is stale. False if that is not enough.
    fn relist(&self, state: &mut State, stale: &mut Stale) -> Result<bool> {
        let table = state.table.clone();
        let dirs = table.dirs();
        // Whether a directory is still there is known from the one above it.
        for &seed in &stale.seeds {
            stale.dirty.insert(dirs[seed as usize].parent);
        }
        if stale.dirty.is_empty() && stale.looks.is_empty() {
            return Ok(true);
        }
        let mut is_gone = vec![false; dirs.len()];
        for (at, dir) in dirs.iter().enumerate().skip(1) {
            is_gone[at] = dir.state.is_none()
                || is_gone[dir.parent as usize]
                || stale.seeds.contains(&(at as u32));
        }
        stale.dirty.retain(|&id| !is_gone[id as usize]);
        let (dirty, looks) = (&stale.dirty, &mut stale.looks);
        looks.retain(|look| !is_gone[look.dir as usize] && !dirty.contains(&look.dir));
        let seeds = stale.seeds.len();
        let survey = Arc::new(Survey::again(
            table.clone(),
            state.dir.clone(),
            state.watcher.as_ref().map(Watcher::adder),
            stale.dirty.iter().copied(),
            std::mem::take(&mut stale.looks),
            std::mem::take(&mut stale.seeds),
        ));
        // What is new below these may be much.
        self.share(survey.clone(), None);
        if survey.work(|| false) == Progress::Stopped {
            return Err(self.stopped());
        }
        let found = survey.take();
        if found.is_void {
            return Ok(false);
        }
        if found.update.dropped.len() > seeds {
            stale.rescan = Some(RescanReason::IgnoreFile);
        }
        let (table, unwatched) = table
            .updated(found.update)
            .map_err(|e| Error::root(&self.root, e))?;
        if let Some(watcher) = &state.watcher {
            watcher.forget(&unwatched);
        }
        state.sources.extend(found.sources);
        state
            .sources
            .retain(|s| s.dir == 0 || table.dirs()[s.dir as usize].state.is_some());
        self.set_table(state, table);
        self.check_watcher(state);
        Ok(true)
    }

    pub(super) fn check_open(&self) -> Result<()> {
        if self.closed.load(Ordering::Acquire) {
            let message = "the workspace has been closed";
            return Err(Error::new(ErrorKind::Closed, message));
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// A pool thread's part in a survey.
struct Help {
    pool: Pool,
    survey: Arc<Survey>,
    /// The workspace whose table it is to be.
    whole: Option<Arc<Shared>>,
}

impl Task for Help {
    fn run(self: Arc<Self>) -> bool {
        let begun = Instant::now();
        let progress = self.survey.work(|| self.pool.turn_is_over(begun));
        if progress == Progress::Done
            && let Some(shared) = &self.whole
            && let Ok(mut state) = shared.state.try_lock()
        {
            // Whoever else holds it does the same. Queries tell of a failure.
            let _ = shared.settle(&mut state);
        }
        progress == Progress::Paused
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
