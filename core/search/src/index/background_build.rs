//! Indexes files of unknown content in the background.
//!
//! Tasks on the pool read files and fill one segment each. A full segment is published immediately,
//! so an interrupted build loses little. Between two files, a task gives its worker back if a call
//! waits for one; while a call waits for the index itself, the task takes turns like a call. Work
//! that cannot be divided into files counts as abandoned, which lets other calls find a worker.
//!
//! Invariant: a document covers a file only if no change of the file was reported since it was
//! opened for reading.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use ransack_base::internal::{
    ErrorParts, Task, Usage, Worker, hurry, is_contended, lock, pause, submit_for, turn_is_over,
};
use ransack_base::{AbortReason, CancelToken, Error, ErrorKind, Pool, Result};
use rustc_hash::FxHashSet;

use super::build_plan::{BuildPlan, DraftDoc, MIN_SHARED, SegmentDraft, known_blobs};
use super::compaction;
use super::content_index::{ContentIndex, write_failed};
use super::coverage::{ContentChanges, CoveredFile, DocId};
use super::file_text::read_text;
use super::segment_set::SegmentSet;

/// Maximum memory of all segments under construction, in bytes.
const MAX_MEMORY: usize = 256 << 20;

/// Number of files that a worker takes at a time.
const CHUNK: usize = 32;

/// Maximum number of files with a known document that a worker gathers before it records them.
const MAX_UNCOVERED: usize = 1024;

/// Progress of the build of a content index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexProgress {
    /// Number of files that the build has indexed so far.
    pub files_done: u64,
    /// Number of files that the build has to index.
    pub files_total: u64,
    /// Number of bytes that the build has read so far.
    pub bytes_done: u64,
}

/// A build in flight.
pub(super) struct BackgroundBuild {
    index: Weak<ContentIndex>,
    token: CancelToken,
    pool: Pool,
    usage: Arc<Usage>,
    plan: Mutex<Option<Arc<BuildPlan>>>,
    /// Paths that changed since the plan was made.
    changed: Mutex<ChangedPaths>,
    /// Whether segments were damaged in the meantime.
    is_damaged: AtomicBool,
    /// Number of tasks that have not left.
    tasks: AtomicUsize,
    files_total: AtomicU64,
    files_done: AtomicU64,
    bytes_done: AtomicU64,
}

#[derive(Default)]
struct ChangedPaths {
    files: FxHashSet<Vec<u8>>,
    dirs: Vec<Vec<u8>>,
    all: bool,
}

impl BackgroundBuild {
    /// Starts a build of `index` on its pool.
    ///
    /// # Errors
    ///
    /// Fails if no worker can be started.
    pub(super) fn start(index: &Arc<ContentIndex>) -> Result<Arc<BackgroundBuild>> {
        let build = Arc::new(BackgroundBuild {
            index: Arc::downgrade(index),
            token: index.token.child(),
            pool: index.pool.clone(),
            usage: Usage::background(),
            plan: Mutex::default(),
            changed: Mutex::default(),
            is_damaged: AtomicBool::new(false),
            tasks: AtomicUsize::new(0),
            files_total: AtomicU64::new(0),
            files_done: AtomicU64::new(0),
            bytes_done: AtomicU64::new(0),
        });
        build.submit()?;
        Ok(build)
    }

    /// Queues one task.
    fn submit(self: &Arc<Self>) -> Result<()> {
        self.tasks.fetch_add(1, Ordering::Relaxed);
        let task = Arc::new(BackgroundBuildTask {
            build: self.clone(),
            part: Mutex::default(),
            has_left: AtomicBool::new(false),
        });
        let submitted = submit_for(&self.pool, &self.usage, task.clone());
        submitted.map_err(|error| {
            // The task needs no cleanup: the caller may hold the lock that leaving takes.
            task.has_left.store(true, Ordering::Relaxed);
            self.tasks.fetch_sub(1, Ordering::AcqRel);
            failed(format_args!("no worker thread: {error}"))
        })
    }

    /// Takes turns like a call from now on, because a call waits for this build or for its end.
    pub(super) fn hurry(&self) {
        hurry(&self.pool, &self.usage);
    }

    /// Sets whether the build takes turns like a call, rather than only when no call waits for a
    /// worker.
    pub(super) fn set_awaited(&self, is_awaited: bool) {
        self.usage.set_awaited(is_awaited);
    }

    pub(super) fn progress(&self) -> IndexProgress {
        IndexProgress {
            files_done: self.files_done.load(Ordering::Relaxed),
            files_total: self.files_total.load(Ordering::Relaxed),
            bytes_done: self.bytes_done.load(Ordering::Relaxed),
        }
    }

    /// Records changes of files that this build may have read.
    pub(super) fn note(&self, changes: ContentChanges) {
        let mut changed = lock(&self.changed);
        changed.all |= changes.is_void;
        changed.files.extend(changes.files);
        changed.dirs.extend(changes.dirs);
    }

    /// Records that segments were damaged.
    pub(super) fn note_damage(&self) {
        self.is_damaged.store(true, Ordering::Relaxed);
    }

    /// Whether segments were damaged, which leaves their files uncovered.
    pub(super) fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// Whether changes were lost or documents renumbered, which leaves the files read so far
    /// uncovered.
    pub(super) fn is_void(&self) -> bool {
        lock(&self.changed).all
    }

    /// Runs one turn of a task. Returns whether there is more to do.
    fn work(self: &Arc<Self>, part: &mut TaskPart) -> Result<bool> {
        let begun = Instant::now();
        let Some(index) = self.index.upgrade() else {
            return Ok(false);
        };
        let planned = lock(&self.plan).clone();
        let plan = match planned {
            Some(plan) => plan,
            None => match apart(|| self.plan(&index))? {
                Some(plan) => plan,
                None => return Ok(false),
            },
        };
        loop {
            self.token.heartbeat()?;
            if part.rows.is_empty() {
                self.record(&index, &plan, part)?;
                let start = plan.next.fetch_add(CHUNK, Ordering::Relaxed);
                if start >= plan.rows.len() {
                    break;
                }
                part.rows = start..plan.rows.len().min(start + CHUNK);
            }
            let segments = index.lock().segments.clone();
            while let Some(at) = part.rows.next() {
                self.index_file(&plan, &segments, plan.rows[at], part)?;
                self.files_done.fetch_add(1, Ordering::Relaxed);
                if self.turn_is_over(begun) {
                    return Ok(true);
                }
            }
        }
        apart(|| {
            self.cover(&index, &plan, std::mem::take(&mut part.covered))?;
            self.publish(&index, &plan, part.draft.take())
        })?;
        Ok(false)
    }

    /// Records the files a task has gathered if there are many, and reports progress.
    fn record(
        &self,
        index: &Arc<ContentIndex>,
        plan: &BuildPlan,
        part: &mut TaskPart,
    ) -> Result<()> {
        if part.covered.len() >= MAX_UNCOVERED {
            apart(|| self.cover(index, plan, std::mem::take(&mut part.covered)))?;
        }
        let limit = MAX_MEMORY / self.pool.size().max(1);
        if (part.draft.as_ref()).is_some_and(|draft| draft.inverter.memory() > limit) {
            apart(|| self.publish(index, plan, part.draft.take()))?;
        }
        index.note_progress(self);
        Ok(())
    }

    /// Whether a task whose turn began at `begun` should yield to waiting tasks.
    fn turn_is_over(&self, begun: Instant) -> bool {
        match self.usage.is_awaited() {
            true => turn_is_over(&self.pool, begun),
            false => is_contended(&self.pool),
        }
    }

    /// Returns the files to index. The first task finds them and starts the other tasks.
    fn plan(self: &Arc<Self>, index: &Arc<ContentIndex>) -> Result<Option<Arc<BuildPlan>>> {
        let mut plan = lock(&self.plan);
        if let Some(plan) = &*plan {
            return Ok(Some(plan.clone()));
        }
        self.wait_for_lock(index)?;
        let mut state = index.lock();
        if index.sync_now(&mut state)?.is_none() {
            return Ok(None);
        }
        // Another process may have indexed files in the meantime.
        index.load(&mut state, &self.token)?;
        let Some(coverage) = state.coverage.clone() else {
            return Ok(None);
        };
        *lock(&self.changed) = ChangedPaths::default();
        let root = state.root.clone();
        drop(state);
        let rows: Vec<u32> = coverage.unknown_rows().map(|row| row as u32).collect();
        self.files_total.store(rows.len() as u64, Ordering::Relaxed);
        let helpers = (rows.len() / CHUNK).min(index.pool.size().saturating_sub(1));
        let by_pages = root
            .upgrade()
            .is_some_and(|root| coverage.table.is_on_one_disk() && root.reads_whole_pages());
        let blobs = match rows.len() >= MIN_SHARED {
            true => known_blobs(&coverage),
            false => None,
        };
        let found = Arc::new(BuildPlan {
            coverage,
            root,
            by_pages,
            blobs,
            rows,
            next: AtomicUsize::new(0),
            keys: Mutex::default(),
            drafts: Mutex::default(),
        });
        if found.rows.len() >= MIN_SHARED {
            found.adopt(index, &self.token)?;
        }
        *plan = Some(found.clone());
        drop(plan);
        for _ in 0..helpers {
            // One task is sufficient.
            let _ = self.submit();
        }
        Ok(Some(found))
    }

    /// Waits for the build lock, which another process may hold.
    fn wait_for_lock(&self, index: &ContentIndex) -> Result<()> {
        const PAUSE: Duration = Duration::from_millis(20);
        let Some(disk) = &index.disk else {
            return Ok(());
        };
        while !disk.try_lock()? {
            self.token.heartbeat()?;
            pause(PAUSE, || self.token.heartbeat().is_err());
        }
        Ok(())
    }

    /// Reads one file and adds it to the segment under construction, unless a document already has
    /// its content.
    fn index_file(
        &self,
        plan: &BuildPlan,
        segments: &SegmentSet,
        row: u32,
        part: &mut TaskPart,
    ) -> Result<()> {
        let TaskPart {
            draft,
            buffer,
            covered,
            ..
        } = part;
        let Some(root) = plan.root.upgrade() else {
            return Ok(());
        };
        if let Some((key, stamp)) = plan.blob_key(&root, row)
            && let Some(doc) = segments.find(&key)
            && segments
                .doc(doc)
                .is_some_and(|(_, size)| size == stamp.size)
        {
            covered.push((row, CoveredFile::new(doc, stamp.digest_if_settled())));
            return Ok(());
        }
        let (stamp, text) = match read_text(&root, plan, row, buffer) {
            Ok(read) => read,
            Err(_) => {
                covered.push((row, CoveredFile::new(DocId::UNREADABLE, 0)));
                return Ok(());
            }
        };
        self.bytes_done.fetch_add(stamp.size, Ordering::Relaxed);
        let digest = stamp.digest_if_settled();
        let key = match text {
            Ok(key) => key,
            Err(reason) => {
                covered.push((row, CoveredFile::new(reason, digest)));
                return Ok(());
            }
        };
        if let Some(doc) = segments.find(&key) {
            covered.push((row, CoveredFile::new(doc, digest)));
            return Ok(());
        }
        let known = lock(&plan.keys).get(&key).copied();
        let doc = match known {
            Some(doc) => doc,
            None => {
                let draft = draft.get_or_insert_with(|| SegmentDraft::new(plan));
                let doc = draft.inverter.add(key, stamp.size, buffer, &self.token)?;
                let doc = DraftDoc {
                    segment: draft.number,
                    doc,
                };
                lock(&plan.keys).insert(key, doc);
                doc
            }
        };
        let mut drafts = lock(&plan.drafts);
        match drafts.published[doc.segment as usize] {
            Some(first) => covered.push((row, CoveredFile::new(DocId(first + doc.doc), digest))),
            None => drafts.files.push((row, digest, doc)),
        }
        Ok(())
    }

    /// Completes a segment and adds it to the index.
    fn publish(
        &self,
        index: &Arc<ContentIndex>,
        plan: &BuildPlan,
        draft: Option<SegmentDraft>,
    ) -> Result<()> {
        let Some(SegmentDraft { number, inverter }) = draft else {
            return Ok(());
        };
        let (segment, name) =
            index.write(|mut out| inverter.finish(&mut out, &self.token).map_err(write_failed))?;
        let mut state = index.lock();
        let mut segments = SegmentSet::clone(&state.segments);
        let Some(first) = segments.push(Arc::new(segment), name) else {
            return Err(failed("too many documents"));
        };
        state.set_segments(segments, None);
        drop(state);
        let mut covered = Vec::new();
        let mut drafts = lock(&plan.drafts);
        drafts.published[number as usize] = Some(first);
        drafts.files.retain(|&(row, digest, doc)| {
            let is_other = doc.segment != number;
            if !is_other {
                covered.push((row, CoveredFile::new(DocId(first + doc.doc), digest)));
            }
            is_other
        });
        drop(drafts);
        self.cover(index, plan, covered)?;
        // Preserves the segments built so far if the process dies.
        index.save();
        Ok(())
    }

    /// Records the documents of files that have not changed since they were read.
    fn cover(
        &self,
        index: &Arc<ContentIndex>,
        plan: &BuildPlan,
        covered: Vec<(u32, CoveredFile)>,
    ) -> Result<()> {
        if covered.is_empty() {
            return Ok(());
        }
        let mut state = index.lock();
        if state.is_watched {
            // Applies the changes reported so far. Without events, calls compare the stamps.
            index.sync_now(&mut state)?;
        }
        let changed = lock(&self.changed);
        if changed.all {
            return Ok(());
        }
        let Some(coverage) = state.coverage_mut() else {
            return Ok(());
        };
        for (row, file) in covered {
            let path = plan.coverage.path(row as usize);
            if changed.files.contains(path) || changed.dirs.iter().any(|dir| is_below(path, dir)) {
                continue;
            }
            coverage.set(row as usize, &plan.coverage.table, path, file);
        }
        Ok(())
    }

    /// Merges small segments, saves the index and removes files that it no longer needs.
    fn store(&self, index: &ContentIndex) -> Result<()> {
        let before = index.lock().segments.clone();
        let merged = compaction::compact(index, &self.token);
        index.save();
        if let Some(disk) = &index.disk {
            disk.clean(before.names());
        }
        merged
    }

    /// Ends one task's part. The last task ends the build.
    fn leave(self: &Arc<Self>, outcome: Result<()>) {
        let Some(index) = self.index.upgrade() else {
            return;
        };
        if let Err(error) = outcome {
            // Recorded before the other tasks stop, because the errors that stop them are not the
            // cause.
            index.lock().failure.get_or_insert(error);
            self.token.cancel(AbortReason::User);
        }
        if self.tasks.fetch_sub(1, Ordering::AcqRel) > 1 {
            return;
        }
        let has_plan = lock(&self.plan).is_some();
        if has_plan && !self.token.is_cancelled() {
            // Waiting calls must end even after a panic.
            if let Err(error) = apart(|| catch(|| self.store(&index))) {
                index.lock().failure.get_or_insert(error);
            }
        }
        if let Some(disk) = &index.disk {
            disk.unlock();
        }
        let mut state = index.lock();
        state.build = None;
        // The next call that needs damaged segments builds them again.
        if let Some(error) = &state.failure
            && !self.is_damaged()
        {
            state.fault = Some(error.to_string());
        }
        index.end_waits(state, self);
    }
}

/// Runs a part of a build, turning a panic into an error.
fn catch<T>(part: impl FnOnce() -> Result<T>) -> Result<T> {
    let part = std::panic::AssertUnwindSafe(part);
    std::panic::catch_unwind(part).unwrap_or_else(|panic| Err(Error::from_panic(&*panic)))
}

/// Runs a part of a build that cannot yield. Meanwhile other calls find a worker.
fn apart<T>(part: impl FnOnce() -> T) -> T {
    /// Counts the worker again, even after a panic.
    struct Apart(Option<Worker>);
    impl Drop for Apart {
        fn drop(&mut self) {
            if let Some(worker) = &self.0 {
                worker.readopt();
            }
        }
    }
    let apart = Apart(Worker::current());
    if let Some(worker) = &apart.0 {
        drop(worker.abandon());
    }
    part()
}

/// One task of a build.
struct BackgroundBuildTask {
    build: Arc<BackgroundBuild>,
    /// Progress of the task between turns.
    part: Mutex<TaskPart>,
    has_left: AtomicBool,
}

/// Work of one task that is not yet recorded.
#[derive(Default)]
struct TaskPart {
    /// Rows of the plan to index next.
    rows: Range<usize>,
    /// SegmentReader under construction.
    draft: Option<SegmentDraft>,
    /// Text of the current file.
    buffer: Vec<u8>,
    /// Files whose document is known.
    covered: Vec<(u32, CoveredFile)>,
}

impl Task for BackgroundBuildTask {
    fn run(self: Arc<Self>) -> bool {
        let mut part = lock(&self.part);
        match catch(|| self.build.work(&mut part)) {
            Ok(true) => true,
            outcome => {
                drop(std::mem::take(&mut *part));
                self.leave(outcome.map(drop));
                false
            }
        }
    }
}

impl BackgroundBuildTask {
    fn leave(&self, outcome: Result<()>) {
        if !self.has_left.swap(true, Ordering::Relaxed) {
            self.build.leave(outcome);
        }
    }
}

impl Drop for BackgroundBuildTask {
    fn drop(&mut self) {
        self.leave(Ok(()));
    }
}

fn is_below(path: &[u8], dir: &[u8]) -> bool {
    dir.is_empty()
        || path
            .strip_prefix(dir)
            .is_some_and(|rest| rest.first() == Some(&b'/'))
}

pub(super) fn failed(error: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Io, format!("cannot build the index: {error}"))
}
