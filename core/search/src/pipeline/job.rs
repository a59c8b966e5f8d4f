//! Jobs of a call: compile the options, open roots, list directories, examine
//! files.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use ransack_base::internal::lock;
use ransack_base::{CancelToken, Pool, Result, SkipReason, SnapshotInfo};

use super::MAX_JOB_BYTES;
use super::examine::{Examine, FileRef};
use super::output::JobOutput;
use super::reorder::Key;
use crate::scan::{FileSource, Listing, Modified, Root, View, Walker};

/// One piece of work of a call.
pub(super) enum Job<R> {
    /// Compile the options.
    Prepare,
    /// Open the root with this number.
    OpenRoot(u32),
    /// List these rows of a file table.
    ListRows(Arc<View>, Range<usize>),
    /// List the directories and examine the files in this part of a listing.
    Entries(Entries<R>),
}

/// A part of a listing.
pub(super) struct Entries<R> {
    listing: Arc<Listing>,
    range: Range<usize>,
    /// Position in the first entry, which is a file, to resume from.
    resume: Option<Resume<R>>,
}

/// Position in a file whose results take several jobs.
struct Resume<R> {
    position: R,
    /// Modification time of the file, as for its earlier results.
    time: Option<Modified>,
}

/// A job with its position in result order.
pub(super) type KeyedJob<E> = (Key, Job<<E as Examine>::Resume>);

/// Output of a job and the jobs that follow from it.
pub(super) type Performed<E> = (JobOutput<<E as Examine>::Item>, Vec<KeyedJob<E>>);

/// Compiled options of a call.
pub(super) struct CallPlan<E> {
    pub(super) examine: E,
    pub(super) walker: Walker,
    pub(super) snapshot: SnapshotInfo,
    /// Whether the file table does not yet list everything.
    pub(super) is_partial: bool,
    /// Source of the files below the roots, until the call has ended.
    pub(super) source: Mutex<Option<Arc<dyn FileSource>>>,
    /// Whether an index excludes files.
    pub(super) is_indexed: bool,
    /// Number of results of the first file that earlier calls have returned.
    pub(super) passed: AtomicU64,
}

impl<E: Examine> CallPlan<E> {
    /// Drops the items of a file, those from index `from` on, that earlier calls have returned.
    fn pass_items(&self, file: &FileRef<'_>, from: usize, output: &mut JobOutput<E::Item>) {
        let left = self.passed.load(Ordering::Relaxed);
        if left == 0 || !self.walker.starts_at(file.listing, file.entry) {
            return;
        }
        // The parts of a file are examined one after the other.
        let found = output.items.len() - from;
        let count = usize::try_from(left).map_or(found, |left| left.min(found));
        self.passed.store(left - count as u64, Ordering::Relaxed);
        let dropped = output.items.drain(from..from + count);
        output.bytes -= dropped.map(|item| E::weigh(&item)).sum::<usize>();
        output.matches = output.matches.saturating_sub(count as u64);
    }
}

pub(super) type Prepare<E> = Box<dyn FnOnce() -> Result<CallPlan<E>> + Send>;

/// State shared by the jobs of one call.
pub(super) struct Jobs<E: Examine> {
    prepare: Mutex<Option<Prepare<E>>>,
    plan: OnceLock<CallPlan<E>>,
    /// Number of results from one job after which no more are needed.
    max_items: usize,
    /// Whether results are ordered by the modification time of their files.
    by_time: bool,
    pool: Pool,
    token: CancelToken,
}

impl<E: Examine> Jobs<E> {
    pub(super) fn new(
        prepare: Prepare<E>,
        max_items: usize,
        by_time: bool,
        pool: Pool,
        token: CancelToken,
    ) -> Jobs<E> {
        Jobs {
            prepare: Mutex::new(Some(prepare)),
            plan: OnceLock::new(),
            max_items,
            by_time,
            pool,
            token,
        }
    }

    /// Returns the compiled options once the first job is done.
    pub(super) fn plan(&self) -> Option<&CallPlan<E>> {
        self.plan.get()
    }

    /// Does one job.
    pub(super) fn perform(
        &self,
        key: &Key,
        job: Job<E::Resume>,
        scratch: &mut Option<E::Scratch>,
    ) -> Result<Performed<E>> {
        let mut output = JobOutput::new(self.max_items);
        let Some(plan) = self.plan() else {
            return Ok((output, self.prepare()?));
        };
        let next = match job {
            Job::Prepare => Vec::new(),
            Job::OpenRoot(root) => self.open_root(plan, root, &mut output)?,
            Job::ListRows(view, rows) => {
                let searches = |name: &[u8]| plan.examine.searches(name);
                let skips = &mut output.skipped;
                let listing = plan.walker.open_part(&view, rows, skips, searches);
                entries_of::<E>(listing, &mut output)
            }
            Job::Entries(entries) if entries.is_directory() => {
                self.list_directory(plan, &entries, &mut output)
            }
            Job::Entries(entries) => {
                let scratch = scratch.get_or_insert_with(|| plan.examine.scratch());
                let rest = self.examine_files(plan, key, entries, scratch, &mut output)?;
                rest.into_iter().collect()
            }
        };
        Ok((output, next))
    }

    /// Compiles the options and returns a job for each root.
    fn prepare(&self) -> Result<Vec<KeyedJob<E>>> {
        let Some(prepare) = lock(&self.prepare).take() else {
            return Ok(Vec::new());
        };
        let plan = prepare()?;
        let plan = self.plan.get_or_init(|| plan);
        let open = |root| (Key::of_root(root), Job::OpenRoot(root));
        Ok((plan.walker.first_root()..plan.walker.roots())
            .map(open)
            .collect())
    }

    fn open_root(
        &self,
        plan: &CallPlan<E>,
        root: u32,
        output: &mut JobOutput<E::Item>,
    ) -> Result<Vec<KeyedJob<E>>> {
        let CallPlan {
            examine, walker, ..
        } = plan;
        let view = match walker.open_root(root, &self.token, &mut output.skipped)? {
            None => return Ok(Vec::new()),
            Some(Root::Listing(listing)) => return Ok(entries_of::<E>(listing, output)),
            Some(Root::View(view)) => Arc::new(view),
        };
        if examine.examine_view(&view, walker, &self.pool, output, &self.token)? {
            return Ok(Vec::new());
        }
        let parts = view.parts().into_iter().map(|(path, rows)| {
            let key = Key::new(view.root, path, 0);
            (key, Job::ListRows(view.clone(), rows))
        });
        Ok(parts.collect())
    }

    fn list_directory(
        &self,
        plan: &CallPlan<E>,
        entries: &Entries<E::Resume>,
        output: &mut JobOutput<E::Item>,
    ) -> Vec<KeyedJob<E>> {
        let Entries { listing, range, .. } = entries;
        let entry = listing.entries[range.start];
        plan.walker
            .open_dir(listing, entry, &self.token, &mut output.skipped)
            .map(|listing| entries_of::<E>(listing, output))
            .unwrap_or_default()
    }

    /// Examines files until none remain or the output is full. Returns the job
    /// that continues.
    fn examine_files(
        &self,
        plan: &CallPlan<E>,
        key: &Key,
        entries: Entries<E::Resume>,
        scratch: &mut E::Scratch,
        output: &mut JobOutput<E::Item>,
    ) -> Result<Option<KeyedJob<E>>> {
        let Entries {
            listing,
            range,
            mut resume,
        } = entries;
        for at in range.clone() {
            self.token.heartbeat()?;
            let file = FileRef {
                listing: &listing,
                entry: listing.entries[at],
            };
            let (position, mut time) = match resume.take() {
                Some(Resume { position, time }) => (Some(position), time),
                None => (None, None),
            };
            let is_first = position.is_none();
            let before = output.items.len();
            let rest = plan
                .examine
                .examine(&file, position, scratch, output, &self.token)?;
            plan.pass_items(&file, before, output);
            output.misses_root |= file.is_root()
                && (output.skipped.iter()).any(|(reason, _)| *reason == SkipReason::Binary);
            if self.by_time && output.items.len() > before {
                if is_first {
                    time = file.modified();
                }
                output.times.resize(output.items.len(), time);
            }
            if output.is_full() {
                return Ok(None);
            }
            if let Some(position) = rest {
                let part = if at == range.start { key.part + 1 } else { 1 };
                let entries = Entries {
                    listing,
                    range: at..range.end,
                    resume: Some(Resume { position, time }),
                };
                return Ok(Some(entries.keyed::<E>(part)));
            }
            if output.bytes >= MAX_JOB_BYTES && at + 1 < range.end {
                let entries = Entries {
                    listing,
                    range: at + 1..range.end,
                    resume: None,
                };
                return Ok(Some(entries.keyed::<E>(0)));
            }
        }
        Ok(None)
    }
}

impl<R> Entries<R> {
    /// Whether the first entry is a directory to walk.
    fn is_directory(&self) -> bool {
        self.listing.entries[self.range.start].is_walked()
    }

    /// Splits off the first job: one directory, or as many files as one job
    /// examines. Returns the rest.
    pub(super) fn split_first(&mut self, entries_per_job: usize) -> Option<Entries<R>> {
        let Range { start, end } = self.range;
        let window = &self.listing.entries[start..end.min(start + entries_per_job)];
        let files = window
            .iter()
            .position(|entry| entry.is_walked())
            .unwrap_or(window.len());
        let split = start + files.max(1);
        self.range.end = split;
        (split < end).then(|| Entries {
            listing: self.listing.clone(),
            range: split..end,
            resume: None,
        })
    }

    /// Returns the job for these entries, as part number `part` of the first
    /// entry's results.
    pub(super) fn keyed<E: Examine<Resume = R>>(self, part: u32) -> KeyedJob<E> {
        let entry = self.listing.entries[self.range.start];
        let key = Key::new(self.listing.root, self.listing.sort_path(entry), part);
        (key, Job::Entries(self))
    }
}

/// Returns the job for all entries of a listing, or `None` if it is empty.
fn entries_of<E: Examine>(listing: Listing, output: &mut JobOutput<E::Item>) -> Vec<KeyedJob<E>> {
    if E::COUNTS_NAMES {
        output.files_searched += listing.names_seen;
    }
    output.ignored += listing.ignored;
    let counts = listing.index_counts;
    output.files_searched += counts.excluded;
    output.candidates += counts.candidates;
    output.always_scanned += counts.unknown;
    let range = 0..listing.entries.len();
    if range.is_empty() {
        return Vec::new();
    }
    let entries = Entries {
        listing: Arc::new(listing),
        range,
        resume: None,
    };
    vec![entries.keyed::<E>(0)]
}
