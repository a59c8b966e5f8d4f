//! Keeps the file table of a workspace up to date.
//!
//! A call asks for the table through [`TableSync::refresh`], which waits for the initial scan,
//! finds stale directories (by change events, change times or invalidated paths), lists them again
//! and builds the next table. Calls in flight keep the table they started with.
//!
//! Locks, in this order: `state` (held while a table is built), then `scan`,
//! `invalid` or `size` (held briefly). A call that must not wait uses
//! `try_lock` on `state`.

mod catch_up;
#[cfg(all(test, target_os = "linux"))]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use ransack_base::internal::{ErrorParts, Task, lock, snapshot_info, submit, turn_is_over};
use ransack_base::{
    CancelToken, Error, ErrorKind, Pool, RefreshMode, RescanReason, Result, WatchFallback,
};
use rustc_hash::FxHashSet;

use super::dirty_set::DirtySet;
use super::folders::{AllowedPath, WorkspaceFolders};
use super::on_change::{ChangeListeners, Unwatched};
use super::watch::Watcher;
use super::{TableSize, WorkspaceOptions};
use crate::index::{ContentChanges, FreshTable, IndexMode};
use crate::paths::{real_path, with_final_slash};
use crate::scan::{
    DeniedGlobs, Dir, FileTable, IgnoreSource, ParallelScan, RulesContext, ScanProgress, Snapshot,
    Update,
};
use catch_up::CatchUp;

/// File table of a workspace, shared by all its handles.
pub(super) struct TableSync {
    pub(super) root: PathBuf,
    pub(super) folders: WorkspaceFolders,
    mode: RefreshMode,
    pub(super) allows_outside: bool,
    pub(super) allowed: Vec<AllowedPath>,
    pub(super) denied: Arc<DeniedGlobs>,
    pub(super) pool: Option<Pool>,
    listeners: Arc<ChangeListeners>,
    catch_up: Arc<CatchUp>,
    /// Whether an index consumes content changes.
    tracks_content: bool,
    is_closed: AtomicBool,
    /// Scan of the whole tree in flight.
    scan: Mutex<Option<Arc<ParallelScan>>>,
    invalid: Mutex<InvalidPaths>,
    /// Size of the table, readable while `state` is held.
    size: Mutex<TableSize>,
    state: Mutex<SyncState>,
}

struct SyncState {
    table: Arc<FileTable>,
    /// Root directory that the table was built from; `None` once the workspace is closed. Scans
    /// borrow it, so closing releases it.
    dir: Option<Arc<Dir>>,
    /// Inputs of the ignore rules besides the tree.
    rules: Arc<RulesContext>,
    /// Files from which the ignore rules were read.
    sources: Vec<IgnoreSource>,
    watcher: Option<Watcher>,
    /// Relative paths of the mount points below the root, while it is watched.
    mount_points: Vec<Vec<u8>>,
    fallback: Option<WatchFallback>,
    /// Reason for relisting directories since the last call.
    rescan_reason: Option<RescanReason>,
    /// Whether an error lost changes; everything is then stale.
    is_void: bool,
    /// Whether listeners are to be notified after the refresh.
    has_news: bool,
    /// Content changes that the index has not consumed yet.
    content: ContentChanges,
}

/// Paths invalidated by callers.
#[derive(Default)]
struct InvalidPaths {
    all: bool,
    paths: Vec<PathBuf>,
}

impl TableSync {
    pub(super) fn open(root: &Path, options: &WorkspaceOptions) -> Result<Arc<TableSync>> {
        if root.as_os_str().is_empty() {
            return Err(Error::option("the root is an empty path"));
        }
        let root = std::path::absolute(root).map_err(|e| Error::root(root, e))?;
        let (path, dir) = open_root(&root)?;
        let folders = WorkspaceFolders::open(&root, &options.folders)?;
        let allowed = AllowedPath::resolve(&root, &options.allow)?;
        let dirs = [&root]
            .into_iter()
            .chain(allowed.iter().map(|path| &path.given));
        let dirs: Vec<PathBuf> = dirs.cloned().collect();
        let denied = Arc::new(DeniedGlobs::new(&options.deny, &dirs)?);
        let limit = folders.limit(&denied);
        let shared = Arc::new_cyclic(|shared| TableSync {
            root,
            folders,
            mode: options.refresh,
            allows_outside: options.allow_outside,
            allowed,
            denied,
            pool: options.pool.clone(),
            listeners: ChangeListeners::new(options.refresh),
            catch_up: CatchUp::new(shared, options.pool.clone()),
            tracks_content: options.index != IndexMode::None,
            is_closed: AtomicBool::new(false),
            scan: Mutex::default(),
            invalid: Mutex::default(),
            size: Mutex::default(),
            state: Mutex::new(SyncState {
                table: Arc::new(FileTable::empty(path, limit)),
                dir: Some(dir),
                rules: Arc::default(),
                sources: Vec::new(),
                watcher: None,
                mount_points: Vec::new(),
                fallback: None,
                rescan_reason: None,
                is_void: false,
                has_news: false,
                content: ContentChanges::default(),
            }),
        });
        if shared.mode != RefreshMode::Walk {
            shared.start_scan(&mut shared.lock(), RescanReason::First);
        }
        Ok(shared)
    }

    /// Returns the path of the root with links resolved and a final `/`.
    pub(super) fn real_root(&self) -> Vec<u8> {
        self.lock().table.root().to_vec()
    }

    pub(super) fn table_size(&self) -> TableSize {
        *lock(&self.size)
    }

    fn set_table(&self, state: &mut SyncState, table: FileTable) {
        *lock(&self.size) = TableSize {
            entries: table.len() as u64,
            bytes: table.bytes() as u64,
        };
        state.table = Arc::new(table);
    }

    /// Marks `path` and everything below it as stale; `None` marks everything as stale.
    pub(super) fn invalidate(&self, path: Option<&Path>) {
        let mut invalid = lock(&self.invalid);
        match path {
            Some(path) => invalid.paths.push(self.root.join(path)),
            None => invalid.all = true,
        }
    }

    /// Stops the initial scan and the file watcher, and frees the table. Afterwards, the workspace
    /// holds no open descriptor.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        let scan = lock(&self.scan).take();
        if let Some(scan) = &scan {
            scan.stop();
        }
        self.listeners.unwatched(Unwatched::Closed);
        let mut state = self.lock();
        state.watcher = None;
        state.dir = None;
        state.sources = Vec::new();
        if let Some(scan) = scan {
            scan.wait();
        }
        let empty = state.table.emptied();
        self.set_table(&mut state, empty);
    }

    /// Returns the entries found so far by the initial scan, if the scan is still in flight.
    pub(super) fn partial_snapshot(&self) -> Result<Option<Snapshot>> {
        self.check_open()?;
        let Some(scan) = lock(&self.scan).clone() else {
            return Ok(None);
        };
        let partial = || scan.partial_table().map_err(|e| Error::root(&self.root, e));
        let mut table = partial()?;
        if table.dir_at(b"").is_none() {
            // Without an entry for the root, the call would walk everything.
            if scan.work(|| true) != ScanProgress::Paused {
                return Ok(None);
            }
            table = partial()?;
        }
        Ok(Some(Snapshot {
            table: Some(Arc::new(table)),
            candidates: None,
            info: snapshot_info(self.mode, Some(RescanReason::First), None),
            is_partial: true,
            buffers: None,
            bounds: None,
        }))
    }

    /// Returns the table, as fresh as the refresh mode ensures. `is_asked` is set for an explicit
    /// refresh, the only kind in [`RefreshMode::Manual`]. If the token fires, the initial scan is
    /// left to its helpers.
    pub(super) fn refresh(
        self: &Arc<Self>,
        is_asked: bool,
        token: &CancelToken,
    ) -> Result<Snapshot> {
        if self.mode == RefreshMode::Walk {
            self.check_open()?;
            return Ok(Snapshot::default());
        }
        let mut state = self.refreshed(is_asked, token)?;
        let rescan = state.rescan_reason.take();
        Ok(self.snapshot(&state, rescan))
    }

    /// Refreshes the table if calls do not do so themselves.
    pub(super) fn refresh_if_manual(self: &Arc<Self>, token: &CancelToken) -> Result<()> {
        match self.mode {
            RefreshMode::Manual => self.refresh(true, token).map(drop),
            _ => Ok(()),
        }
    }

    /// Returns an up-to-date table and the content changes since the previous call.
    pub(super) fn fresh_table(self: &Arc<Self>, token: &CancelToken) -> Result<FreshTable> {
        let mut state = self.refreshed(false, token)?;
        let rescan = state.rescan_reason.take();
        Ok(FreshTable {
            snapshot: self.snapshot(&state, rescan),
            changes: std::mem::take(&mut state.content),
            is_watched: self.mode_in_force(&state) == RefreshMode::Watch,
            root: state.dir.as_ref().map(Arc::downgrade).unwrap_or_default(),
        })
    }

    /// Returns the state after a refresh.
    fn refreshed(
        self: &Arc<Self>,
        is_asked: bool,
        token: &CancelToken,
    ) -> Result<MutexGuard<'_, SyncState>> {
        self.check_open()?;
        let mut state = self.lock();
        self.check_open()?;
        self.finish_scan(&mut state, token)?;
        self.update(&mut state, is_asked)?;
        Ok(state)
    }

    fn snapshot(&self, state: &SyncState, rescan: Option<RescanReason>) -> Snapshot {
        // A root that could not be listed completely is walked.
        let is_listed = state.table.dir_at(b"").is_some();
        let mode = if is_listed {
            self.mode_in_force(state)
        } else {
            RefreshMode::Walk
        };
        let table = is_listed.then(|| state.table.clone());
        Snapshot {
            table,
            candidates: None,
            info: snapshot_info(mode, rescan, state.fallback),
            is_partial: false,
            buffers: None,
            bounds: None,
        }
    }

    /// Returns the refresh mode after fallbacks.
    fn mode_in_force(&self, state: &SyncState) -> RefreshMode {
        match self.mode {
            RefreshMode::Watch if state.watcher.is_none() => RefreshMode::Stat,
            other => other,
        }
    }

    /// Starts a scan of the whole tree on the pool.
    fn start_scan(self: &Arc<Self>, state: &mut SyncState, reason: RescanReason) {
        state.watcher = None;
        if self.mode == RefreshMode::Watch {
            match Watcher::new(self.tracks_content, self.on_changes_due()) {
                Ok(watcher) => {
                    self.listeners.watched(watcher.write_switch());
                    state.mount_points = watcher.mount_points(state.table.root());
                    state.watcher = Some(watcher);
                    state.fallback = None;
                }
                Err(fallback) => {
                    state.fallback = Some(fallback);
                    self.listeners.unwatched(Unwatched::Fallback(fallback));
                }
            }
        }
        *lock(&self.invalid) = InvalidPaths::default();
        state.rescan_reason.get_or_insert(reason);
        let watch = state.watcher.as_ref().map(Watcher::adder);
        state.rules = Arc::new(RulesContext::current(false));
        let empty = Arc::new(state.table.emptied());
        let dir = state.dir.as_ref().map(Arc::downgrade).unwrap_or_default();
        let scan = Arc::new(ParallelScan::whole(empty, dir, watch, state.rules.clone()));
        *lock(&self.scan) = Some(scan.clone());
        self.request_helpers(scan, Some(self.clone()));
    }

    fn pool_or_shared(&self) -> &Pool {
        self.pool.as_ref().unwrap_or_else(|| Pool::shared())
    }

    /// Queues helpers for a scan: as many as the pool has workers, including the calling thread.
    /// With more threads than processors, a call whose token fires would wait for a processor.
    /// Queues at least one, for a scan that no call waits for.
    fn request_helpers(&self, scan: Arc<ParallelScan>, first_of: Option<Arc<TableSync>>) {
        let pool = self.pool_or_shared();
        let help = Arc::new(ScanHelp {
            pool: pool.clone(),
            scan,
            first_of,
        });
        for _ in 0..pool.size().saturating_sub(1).max(1) {
            // Without helpers, the calling thread does the whole scan.
            let _ = submit(pool, help.clone());
        }
    }

    /// Helps the scan in flight to its end and builds the table from it. If the token fires, leaves
    /// the scan to its helpers and to later calls: a call that stayed would keep the workspace
    /// alive, and dropping the last handle could not stop the scan.
    fn finish_scan(&self, state: &mut SyncState, token: &CancelToken) -> Result<()> {
        let Some(scan) = lock(&self.scan).clone() else {
            return Ok(());
        };
        if scan.work(|| token.is_cancelled()) == ScanProgress::Stopped {
            *lock(&self.scan) = None;
            state.is_void = true;
            return Err(self.scan_error());
        }
        token.heartbeat()?;
        let found = scan.take_output();
        let empty = state.table.emptied();
        // A tree too large for a table is walked.
        let table = empty
            .updated(found.update)
            .map_or(empty, |(table, _)| table);
        self.set_table(state, table);
        state.sources = found.sources;
        *lock(&self.scan) = None;
        self.check_watcher(state);
        // No event reports what changed before its directory was watched.
        self.listeners.notify();
        Ok(())
    }

    /// Drops a watcher that does not see every change.
    fn check_watcher(&self, state: &mut SyncState) {
        if let Some(fallback) = state.watcher.as_ref().and_then(Watcher::failure) {
            state.watcher = None;
            state.fallback = Some(fallback);
            self.listeners.unwatched(Unwatched::Fallback(fallback));
        }
    }

    /// Returns the error for a scan that was stopped.
    fn scan_error(&self) -> Error {
        match self.check_open() {
            Err(closed) => closed,
            Ok(()) => Error::new(ErrorKind::Internal, "the scan of the workspace failed"),
        }
    }

    /// Scans the whole tree again.
    fn rescan(self: &Arc<Self>, state: &mut SyncState, reason: RescanReason) -> Result<()> {
        state.content = ContentChanges {
            is_void: true,
            ..ContentChanges::default()
        };
        let (path, dir) = open_root(&self.root)?;
        state.table = Arc::new(FileTable::empty(path, self.folders.limit(&self.denied)));
        state.dir = Some(dir);
        self.start_scan(state, reason);
        self.finish_scan(state, &CancelToken::new())?;
        state.is_void = false;
        Ok(())
    }

    /// Refreshes the table; after an error, everything is stale.
    fn update(self: &Arc<Self>, state: &mut SyncState, is_asked: bool) -> Result<()> {
        let updated = self.try_update(state, is_asked);
        state.is_void |= updated.is_err();
        if std::mem::take(&mut state.has_news) {
            self.listeners.notify();
        }
        updated
    }

    fn try_update(self: &Arc<Self>, state: &mut SyncState, is_asked: bool) -> Result<()> {
        let mut stale = DirtySet::default();
        let invalid = std::mem::take(&mut *lock(&self.invalid));
        if !state.is_root(&self.root)? {
            return self.rescan(state, RescanReason::Root);
        }
        if invalid.all {
            return self.rescan(state, RescanReason::Requested);
        }
        if state.is_void {
            return self.rescan(state, RescanReason::Failed);
        }
        for path in &invalid.paths {
            stale.mark_path(&state.table, path);
        }
        // A link in the path may lead anywhere.
        state.content.is_void |= !invalid.paths.is_empty();
        self.check_watcher(state);
        let mode = self.mode_in_force(state);
        let mut is_quiet = false;
        match (mode, &state.watcher) {
            (RefreshMode::Watch, Some(watcher)) => {
                let changes = watcher.drain();
                state.has_news |= changes.has_events;
                if changes.lost || changes.mounts {
                    let reason = match changes.lost {
                        true => RescanReason::Overflow,
                        false => RescanReason::Mount,
                    };
                    return self.rescan(state, reason);
                }
                is_quiet = changes.is_empty();
                if self.tracks_content {
                    state.content.extend(changes.contents(&state.table));
                }
                stale.mark_changes(&state.table, changes);
                let known = stale.dirty.len();
                stale.mark_mounts(&state.table, state.dir()?, &state.mount_points);
                state.content.is_void |= stale.dirty.len() > known;
            }
            (RefreshMode::Manual, _) if !is_asked => {}
            _ => stale.mark_by_stat(&state.table, state.dir()?),
        }
        if mode != RefreshMode::Manual || is_asked {
            if *state.rules != RulesContext::current(false) {
                return self.rescan(state, RescanReason::IgnoreFile);
            }
            for source in &mut state.sources {
                if is_quiet && source.is_watched {
                    continue;
                }
                if let (RefreshMode::Watch, Some(watcher)) = (mode, &state.watcher) {
                    source.watch(|path| watcher.add_file(path));
                }
                if source.changed(&state.rules.environment) {
                    stale.relisted.insert(source.dir);
                    stale.rescan = Some(RescanReason::IgnoreFile);
                }
            }
        }
        if stale.relisted.contains(&0) {
            let reason = stale.rescan.unwrap_or(RescanReason::Root);
            return self.rescan(state, reason);
        }
        if !self.relist(state, &mut stale)? {
            return self.rescan(state, RescanReason::IgnoreFile);
        }
        if let Some(reason) = stale.rescan {
            state.rescan_reason.get_or_insert(reason);
        }
        Ok(())
    }

    /// Relists the stale directories. Returns false if the whole tree must be scanned.
    fn relist(&self, state: &mut SyncState, stale: &mut DirtySet) -> Result<bool> {
        let table = state.table.clone();
        let dirs = table.dirs();
        // The parent's listing shows whether a directory still exists.
        for &id in &stale.relisted {
            stale.dirty.insert(dirs[id as usize].parent);
        }
        if stale.dirty.is_empty() && stale.probes.is_empty() {
            return Ok(true);
        }
        let mut is_gone = vec![false; dirs.len()];
        for (at, dir) in dirs.iter().enumerate().skip(1) {
            is_gone[at] = dir.state.is_none()
                || is_gone[dir.parent as usize]
                || stale.relisted.contains(&(at as u32));
        }
        stale.dirty.retain(|&id| !is_gone[id as usize]);
        let (dirty, probes) = (&stale.dirty, &mut stale.probes);
        probes.retain(|probe| !is_gone[probe.dir as usize] && !dirty.contains(&probe.dir));
        let relisted = stale.relisted.len();
        let scan = Arc::new(ParallelScan::of_changes(
            table.clone(),
            Arc::downgrade(state.dir()?),
            state.watcher.as_ref().map(Watcher::adder),
            state.rules.clone(),
            stale.dirty.iter().copied(),
            std::mem::take(&mut stale.probes),
            std::mem::take(&mut stale.relisted),
        ));
        // New directories may contain a large tree.
        self.request_helpers(scan.clone(), None);
        if scan.work(|| false) == ScanProgress::Stopped {
            return Err(self.scan_error());
        }
        let found = scan.take_output();
        if found.is_void {
            return Ok(false);
        }
        if found.update.dropped.len() > relisted {
            stale.rescan = Some(RescanReason::IgnoreFile);
        }
        if self.tracks_content {
            mark_newly_watched(&table, &found.update, &mut state.content);
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
        if self.is_closed.load(Ordering::Acquire) {
            return Err(closed());
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, SyncState> {
        lock(&self.state)
    }
}

/// Adds the topmost directories of `update` that were not watched until now, such as directories
/// that are no longer ignored: no event reported the earlier changes of their files.
fn mark_newly_watched(table: &FileTable, update: &Update, content: &mut ContentChanges) {
    let first_new = table.dirs().len() as u32;
    let known: FxHashSet<&[u8]> = content.dirs.iter().map(Vec::as_slice).collect();
    let mut added = Vec::new();
    // A directory comes after its parent.
    let mut is_new = FxHashSet::default();
    for listed in update.listed.iter().filter(|listed| listed.id >= first_new) {
        let path = &listed.dir.path[..];
        let before = table
            .dir_at(path)
            .and_then(|id| table.dirs()[id as usize].state.as_ref());
        if listed.watch.is_some() && before.and_then(|state| state.watch) == listed.watch {
            continue;
        }
        is_new.insert(listed.id);
        if !is_new.contains(&listed.dir.parent) && !known.contains(path) {
            added.push(path.to_vec());
        }
    }
    content.dirs.extend(added);
}

/// A worker's turn in a scan.
struct ScanHelp {
    pool: Pool,
    scan: Arc<ParallelScan>,
    /// Workspace whose first table the scan builds.
    first_of: Option<Arc<TableSync>>,
}

impl Task for ScanHelp {
    fn run(self: Arc<Self>) -> bool {
        let begun = Instant::now();
        let progress = self.scan.work(|| turn_is_over(&self.pool, begun));
        if progress == ScanProgress::Done
            && let Some(sync) = &self.first_of
            && let Ok(mut state) = sync.state.try_lock()
        {
            // A call that holds the lock does the same work, and calls report errors.
            let _ = sync.finish_scan(&mut state, &CancelToken::new());
        }
        progress == ScanProgress::Paused
    }
}

impl SyncState {
    /// Whether the path still leads to the table's directory.
    fn is_root(&self, root: &Path) -> Result<bool> {
        let (path, dir) = open_root(root)?;
        let is_same = dir.identity().ok() == self.dir()?.identity().ok();
        Ok(is_same && path == self.table.root())
    }

    fn dir(&self) -> Result<&Arc<Dir>> {
        self.dir.as_ref().ok_or_else(closed)
    }
}

fn closed() -> Error {
    Error::new(ErrorKind::Closed, "the workspace is closed")
}

/// Opens the root. Returns its path with links resolved and a final `/`.
fn open_root(root: &Path) -> Result<(Vec<u8>, Arc<Dir>)> {
    let failed = |error| Error::root(root, error);
    let path = real_path(root).map_err(failed)?;
    if !fs::metadata(&path).map_err(failed)?.is_dir() {
        return Err(failed(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a directory",
        )));
    }
    let dir = Dir::open(&path).map_err(failed)?;
    Ok((with_final_slash(path.as_os_str()), Arc::new(dir)))
}
