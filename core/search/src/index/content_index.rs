//! Content index of a directory: which files may match a condition.
//!
//! Invariants:
//!
//! - A file is excluded only if its content, as of the call's refresh, equals a document that does
//!   not satisfy the condition.
//! - A call never waits for a build.
//!
//! Change events are taken from the table's refresh under the state lock, so no call sees a table
//! without the changes that came with it.

use std::fs::File;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use ransack_base::internal::{ErrorParts, keep_unless_failed, lock};
use ransack_base::{AbortReason, CancelToken, Error, ErrorKind, Pool, Report, Result};

use super::background_build::{self, BackgroundBuild};
use super::coverage::{ContentChanges, DocId, IndexCoverage};
use super::evaluate::evaluate;
use super::ready_wait::ReadyWait;
use super::segment::DocSet;
use super::segment::WriteError;
use super::segment::merge;
use super::segment::{SegmentData, SegmentReader};
use super::segment_set::{SegmentEntry, SegmentSet};
use super::stats::{IndexQueryStats, IndexStats};
use super::store::SegmentName;
use super::store::StoredIndex;
use super::store::{self, Store};
use super::{IndexMode, compaction, stamp_check};
use crate::scan::{Dir, FileTable, Snapshot, TextConditions, WordQuery};

/// Updates the file table and returns it with the content changes since the previous call. If the
/// token fires, an initial scan in flight continues without the call.
pub(crate) type TableSource = Box<dyn Fn(&CancelToken) -> Result<FreshTable> + Send + Sync>;

/// An up-to-date table.
pub(crate) struct FreshTable {
    pub(crate) snapshot: Snapshot,
    pub(crate) changes: ContentChanges,
    /// Whether `changes` is complete; otherwise contents are compared with their stamps.
    pub(crate) is_watched: bool,
    /// Root directory.
    pub(crate) root: Weak<Dir>,
}

/// A content index, shared by the calls of a workspace and the build in flight.
pub(crate) struct ContentIndex {
    pub(super) source: TableSource,
    pub(super) pool: Pool,
    /// Cancels builds when the index is closed.
    pub(super) token: CancelToken,
    /// Location on disk; `None` for an index in memory.
    pub(super) disk: Option<StoredIndex>,
    /// [`IndexQueryStats::false_positives`] of the call that ended last.
    false_positives: AtomicU64,
    /// Callers that wait for the build in flight.
    pub(super) waits: Mutex<Vec<Weak<ReadyWait>>>,
    state: Mutex<IndexState>,
}

#[derive(Default)]
pub(super) struct IndexState {
    pub(super) segments: Arc<SegmentSet>,
    pub(super) coverage: Option<Arc<IndexCoverage>>,
    /// Changes that calls without a condition have left unapplied.
    pending: ContentChanges,
    /// Whether `pending` contains every change since the coverage was verified.
    pub(super) is_watched: bool,
    pub(super) root: Weak<Dir>,
    /// Build in flight.
    pub(super) build: Option<Arc<BackgroundBuild>>,
    /// Error that ended the last build early.
    pub(super) failure: Option<Error>,
    /// Reason why the index is not saved or was not built.
    pub(super) fault: Option<String>,
    last_query: IndexQueryStats,
    /// Number of files to index, as of the last query.
    unindexed: usize,
}

/// Minimum number of files of unknown content for indexing. Searching fewer files takes less time
/// than an index saves.
const MIN_UNKNOWN: usize = 64;

impl ContentIndex {
    /// Creates an index and starts building it. `place` is the directory of an index on disk, if
    /// not the default directory, and the root.
    pub(crate) fn open(
        source: TableSource,
        pool: Pool,
        place: Option<(Option<&Path>, Vec<u8>)>,
    ) -> Result<Arc<ContentIndex>> {
        let disk = match place {
            Some((dir, root)) => Some(StoredIndex::open(Store::open(dir)?, &root)),
            None => None,
        };
        let index = Arc::new(ContentIndex {
            source,
            pool,
            disk,
            token: CancelToken::new(),
            false_positives: AtomicU64::new(0),
            waits: Mutex::default(),
            state: Mutex::default(),
        });
        index.start_build(&mut index.lock());
        Ok(index)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, IndexState> {
        lock(&self.state)
    }

    /// Stops the build in flight and frees the index.
    pub(crate) fn close(&self) {
        self.token.cancel(AbortReason::User);
        let freed = std::mem::take(&mut *self.lock());
        if let Some(build) = &freed.build {
            build.hurry();
        }
        drop(freed);
        for wait in self.take_waits() {
            wait.settle(self.check_open());
        }
    }

    /// Refreshes the table and finds the files below `roots`, absolute paths, that may satisfy
    /// their condition.
    pub(crate) fn narrow(
        self: &Arc<Self>,
        roots: &[PathBuf],
        conditions: &dyn TextConditions,
        token: &CancelToken,
    ) -> Result<Snapshot> {
        let mut state = self.lock();
        let mut snapshot = self.refresh(&mut state, token)?;
        let is_useful = conditions.of_all() != Some(&WordQuery::All);
        let Some(table) = snapshot.table.clone().filter(|_| is_useful) else {
            return Ok(snapshot);
        };
        self.sync(&mut state, &table, token)?;
        if state.unindexed >= MIN_UNKNOWN && self.disk.as_ref().is_some_and(StoredIndex::is_newer) {
            // Another process is building the index.
            self.load(&mut state, token)?;
        }
        let Some(coverage) = state.coverage.clone() else {
            return Ok(snapshot);
        };
        let segments = state.segments.clone();
        drop(state);
        let found = evaluate(&segments, &coverage, roots, conditions, token)?;
        let mut state = self.lock();
        state.last_query = IndexQueryStats {
            candidates: found.counted,
            always_scanned: found.unknown,
            false_positives: 0,
        };
        state.unindexed = found.unindexed;
        let is_faulty = !found.faulty.is_empty();
        self.drop_segments(&mut state, &found.faulty);
        // After a failure, only a call that waits for the index builds again.
        if (is_faulty || found.unindexed >= MIN_UNKNOWN) && state.fault.is_none() {
            self.start_build(&mut state);
        }
        snapshot.candidates = found.is_narrowed.then(|| Arc::new(found.candidates));
        Ok(snapshot)
    }

    /// Brings table and coverage up to date for a build.
    pub(super) fn sync_now(&self, state: &mut IndexState) -> Result<Option<Arc<IndexCoverage>>> {
        let snapshot = self.refresh(state, &self.token)?;
        let Some(table) = snapshot.table else {
            return Ok(None);
        };
        self.sync(state, &table, &self.token)?;
        Ok(state.coverage.clone())
    }

    fn refresh(&self, state: &mut IndexState, token: &CancelToken) -> Result<Snapshot> {
        let fresh = (self.source)(token)?;
        state.root = fresh.root;
        state.is_watched = fresh.is_watched;
        state.pending.extend(fresh.changes);
        Ok(fresh.snapshot)
    }

    /// Applies the changes to the coverage.
    fn sync(
        &self,
        state: &mut IndexState,
        table: &Arc<FileTable>,
        token: &CancelToken,
    ) -> Result<()> {
        let mut changes = std::mem::take(&mut state.pending);
        let Some(coverage) = &mut state.coverage else {
            state.coverage = Some(Arc::new(IndexCoverage::new(table.clone())));
            return self.load(state, token);
        };
        let needs_all = changes.is_void || !state.is_watched;
        let has_links = coverage.has_links();
        let is_quiet = Arc::ptr_eq(&coverage.table, table)
            && changes.dirs.is_empty()
            && changes.files.is_empty();
        if is_quiet && !needs_all && !has_links {
            return Ok(());
        }
        let coverage = Arc::make_mut(coverage);
        let mut new_names = Vec::new();
        for dir in &changes.dirs {
            coverage.forget_below(dir);
        }
        for file in &changes.files {
            if !coverage.forget(file) {
                new_names.push(file);
            }
        }
        coverage.set_table(table);
        // A second name of a known file: writes through it are reported only for that name.
        let has_new_links = !needs_all
            && stamp_check::any_has_links(coverage, &state.root, &changes.dirs, &new_names);
        let needs_all = needs_all || has_new_links;
        let has_links = coverage.has_links();
        if let Some(build) = &state.build {
            // The build may have read any file before a write through its second name.
            changes.is_void |= has_new_links;
            build.note(changes);
        }
        let verified = if needs_all || has_links {
            stamp_check::verify(coverage, &state.root, needs_all, &self.pool, token)
        } else {
            Ok(())
        };
        if verified.is_err() {
            // The content of no file is known until the next call compares all stamps.
            state.pending.is_void = true;
        }
        verified
    }

    /// Writes the documents of all files to one segment at `path`.
    pub(crate) fn export(&self, path: &Path, token: &CancelToken) -> Result<()> {
        store::check_path(path)?;
        let state = self.lock();
        self.check_open()?;
        let (segments, coverage) = (state.segments.clone(), state.coverage.clone());
        drop(state);
        let kept = compaction::with_files(&segments, coverage.as_deref());
        let inputs: Vec<_> = segments.entries.iter().zip(&kept).collect();
        store::replace(path, |file| compaction::write(self, &inputs, file, token))
    }

    /// Adds the segment at `path` after checking all of it, and uses it for files of unknown
    /// content.
    pub(crate) fn import(self: &Arc<Self>, path: &Path, token: &CancelToken) -> Result<()> {
        store::check_path(path)?;
        self.check_open()?;
        let file = File::open(path).map_err(|error| store::failed(path, error))?;
        let damaged = |fault| store::failed(path, fault);
        let segment = SegmentReader::open(SegmentData::File(file)).map_err(damaged)?;
        let all = DocSet::full(segment.doc_count());
        let copied = self.write(
            |mut out| match merge(&[(&segment, &all)], &mut out, token) {
                Err(WriteError::Input { fault, .. }) => Err(damaged(fault)),
                written => written.map_err(write_failed),
            },
        );
        let (copy, name) = copied?;
        let mut state = self.lock();
        self.check_open()?;
        let mut segments = SegmentSet::clone(&state.segments);
        if segments.push(Arc::new(copy), name).is_none() {
            return Err(background_build::failed("too many documents"));
        }
        state.set_segments(segments, None);
        self.start_build(&mut state);
        Ok(())
    }

    /// Applies what the store records about files of unknown content.
    pub(super) fn load(&self, state: &mut IndexState, token: &CancelToken) -> Result<()> {
        let (Some(disk), Some(coverage)) = (&self.disk, &mut state.coverage) else {
            return Ok(());
        };
        let mut segments = SegmentSet::clone(&state.segments);
        let coverage = Arc::make_mut(coverage);
        let used = compaction::with_files(&segments, Some(coverage));
        if !disk.load(&mut segments, coverage) {
            return Ok(());
        }
        // Their documents now belong to segments that the other process merged.
        let still_used = compaction::with_files(&segments, Some(coverage));
        let replaced: Vec<_> = segments
            .entries
            .iter()
            .zip(used.iter().zip(&still_used))
            .filter(|(_, (before, now))| !before.is_empty() && now.is_empty())
            .map(|(entry, _)| entry.docs())
            .collect();
        state.segments = Arc::new(segments);
        state.remove_segments(&replaced);
        let Some(coverage) = state.coverage.as_mut().map(Arc::make_mut) else {
            return Ok(());
        };
        stamp_check::verify(coverage, &state.root, true, &self.pool, token).inspect_err(|_| {
            state.pending.is_void = true;
        })
    }

    /// Removes damaged segments permanently; their files will be indexed again.
    pub(super) fn drop_segments(&self, state: &mut IndexState, damaged: &[SegmentEntry]) {
        if !damaged.is_empty() {
            self.note_damaged(state, damaged.iter().filter_map(|entry| entry.name));
        }
        let entries = state.segments.entries.iter();
        let removed: Vec<_> = entries
            .filter(|entry| damaged.iter().any(|damaged| damaged.is_same(entry)))
            .map(SegmentEntry::docs)
            .collect();
        state.remove_segments(&removed);
    }

    /// Records damaged segments, which makes the build in flight repeat.
    fn note_damaged(&self, state: &IndexState, names: impl Iterator<Item = SegmentName>) {
        if let Some(disk) = &self.disk {
            disk.note_damaged(names);
        }
        if let Some(build) = &state.build {
            build.note_damage();
        }
    }

    /// Writes a segment with `write`, to the store or to memory. Fails if the segment is damaged
    /// before it is opened; the build in flight is then repeated.
    pub(super) fn write(
        &self,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<(SegmentReader, Option<SegmentName>)> {
        if let Some(disk) = &self.disk {
            let (name, opened) = disk.store.add(|file| write(file))?;
            let segment = opened.inspect_err(|_| {
                self.note_damaged(&self.lock(), std::iter::once(name));
            })?;
            return Ok((segment, Some(name)));
        }
        let mut bytes = Vec::new();
        let written = write(&mut bytes);
        let mut bytes = keep_unless_failed(&self.pool, written, bytes)?;
        bytes.shrink_to_fit();
        let segment =
            SegmentReader::open(SegmentData::Memory(bytes)).map_err(background_build::failed)?;
        Ok((segment, None))
    }

    /// Saves the list of indexed files if the index is on disk.
    pub(super) fn save(&self) {
        let Some(disk) = &self.disk else {
            return;
        };
        let state = self.lock();
        let (segments, coverage) = (state.segments.clone(), state.coverage.clone());
        drop(state);
        if let Some(coverage) = coverage
            && let Err(error) = disk.save(&segments, &coverage)
        {
            self.lock().fault = Some(error.to_string());
        }
    }

    /// Starts a build unless one is in flight.
    pub(super) fn start_build(self: &Arc<Self>, state: &mut IndexState) {
        if state.build.is_none() && !self.token.is_cancelled() {
            (state.failure, state.fault) = (None, None);
            match BackgroundBuild::start(self) {
                Ok(build) => state.build = Some(build),
                Err(error) => {
                    state.fault = Some(error.to_string());
                    state.failure = Some(error);
                }
            }
        }
    }

    /// Returns the size and state. O(n) in the files.
    pub(crate) fn stats(&self) -> IndexStats {
        let state = self.lock();
        let mut stats = IndexStats {
            mode: match self.disk {
                Some(_) => IndexMode::Disk,
                None => IndexMode::Memory,
            },
            is_building: state.build.is_some(),
            segments: state.segments.entries.len() as u64,
            last_query: IndexQueryStats {
                false_positives: self.false_positives.load(Ordering::Relaxed),
                ..state.last_query
            },
            fault: state.fault.clone(),
            ..IndexStats::default()
        };
        let (segments, coverage) = (state.segments.clone(), state.coverage.clone());
        drop(state);
        for entry in &segments.entries {
            let of_segment = entry.segment.stats();
            stats.documents += u64::from(of_segment.documents);
            stats.bytes += of_segment.text_bytes;
            stats.words += of_segment.words;
            stats.postings += of_segment.postings;
            stats.resident_bytes += of_segment.memory as u64;
            if entry.name.is_some() {
                stats.disk_bytes += of_segment.size;
            }
        }
        if let Some(coverage) = coverage {
            stats.resident_bytes += size_of_val(&coverage.files[..]) as u64;
            (stats.files, stats.always_scanned) = coverage.count();
        }
        stats
    }

    /// Records the end of a call that the index narrowed. Does not block.
    pub(crate) fn note_outcome(&self, report: &Report) {
        if report.index.used {
            let number = match report.stopped_by {
                None => report
                    .index
                    .candidates
                    .saturating_sub(report.files_with_matches),
                Some(_) => 0,
            };
            self.false_positives.store(number, Ordering::Relaxed);
        }
    }

    pub(super) fn check_open(&self) -> Result<()> {
        match self.token.is_cancelled() {
            true => Err(Error::new(ErrorKind::Closed, "the workspace is closed")),
            false => Ok(()),
        }
    }
}

impl IndexState {
    /// Whether the content of every file is known.
    pub(super) fn is_covered(&self) -> bool {
        let coverage = self.coverage.as_ref();
        coverage.is_some_and(|all| all.unknown_rows().next().is_none())
    }

    /// Returns the coverage for modification.
    pub(super) fn coverage_mut(&mut self) -> Option<&mut IndexCoverage> {
        self.coverage.as_mut().map(Arc::make_mut)
    }

    /// Replaces the segments with others that contain the same documents and more, or with merged
    /// segments, given the new number of each document.
    pub(super) fn set_segments(&mut self, segments: SegmentSet, renumbered: Option<&[DocId]>) {
        self.segments = Arc::new(segments);
        if let (Some(renumbered), Some(coverage)) = (renumbered, self.coverage_mut()) {
            coverage.renumber(renumbered);
        }
    }

    /// Removes segments, given by their document ranges.
    fn remove_segments(&mut self, removed: &[Range<u32>]) {
        if removed.is_empty() {
            return;
        }
        let (rest, renumbered) = self.segments.without(removed);
        self.set_segments(rest, Some(&renumbered));
        if let Some(build) = &self.build {
            // The build refers to documents by their old numbers.
            build.note(ContentChanges {
                is_void: true,
                ..ContentChanges::default()
            });
        }
    }
}

pub(super) fn write_failed(error: WriteError) -> Error {
    match error {
        WriteError::Aborted(aborted) => aborted.into(),
        WriteError::Input { fault, .. } => background_build::failed(fault),
        WriteError::Output(error) => background_build::failed(error),
    }
}
