//! Puts the outputs of jobs into result order, and applies offset and limit.
//!
//! Invariants: an output is emitted only after every job with a smaller key, so the results do not
//! depend on the number of threads. Memory is bounded: while `max_buffered` bytes of outputs wait
//! for an earlier job, only the first job continues; while the same amount waits for the consumer,
//! none does. The number of open jobs is small, because a directory is one job until it is listed.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::sync::Arc;

use ransack_base::internal::SkipLog;
use ransack_base::{Outcome, RelPath, Report, SkipReason, StoppedBy};

use super::cursor::TakenPosition;
use super::output::JobOutput;
use crate::scan::{FilePosition, Modified};

/// Position of a job in result order: by root, then bytewise by path, then by part for a file whose
/// results take several jobs.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(super) root: u32,
    pub(super) path: Arc<[u8]>,
    pub(super) part: u32,
}

impl Key {
    pub(super) fn new(root: u32, path: Vec<u8>, part: u32) -> Key {
        Key {
            root,
            path: path.into(),
            part,
        }
    }

    /// Returns the key of a root that is not opened yet; it follows [`Key::default`].
    pub(super) fn of_root(root: u32) -> Key {
        Key::new(root, Vec::new(), 1)
    }
}

/// Order other than path order. Ties are in path order.
#[derive(Debug)]
pub enum Order<T> {
    /// Order of a comparison.
    By(fn(&T, &T) -> Ordering),
    /// Order of the results' files, most recently modified first; files of unknown time are last.
    NewestFile,
}

impl<T> Clone for Order<T> {
    fn clone(&self) -> Order<T> {
        *self
    }
}

impl<T> Copy for Order<T> {}

/// Result that waits to be sorted.
#[derive(Debug)]
struct UnsortedItem<T> {
    item: T,
    /// Modification time of its file, if the order needs it.
    time: Option<Modified>,
    /// Number of results before it in path order.
    number: u64,
}

impl<T> Order<T> {
    fn compare(self, a: &UnsortedItem<T>, b: &UnsortedItem<T>) -> Ordering {
        let order = match self {
            Order::By(compare) => compare(&a.item, &b.item),
            Order::NewestFile => b.time.cmp(&a.time),
        };
        order.then(a.number.cmp(&b.number))
    }
}

/// A call's open jobs and the results that wait to be emitted or taken.
#[derive(Debug)]
pub struct ReorderBuffer<J, T> {
    /// Jobs and outputs that are not emitted yet, in key order.
    open: BTreeMap<Key, JobSlot<J, T>>,
    /// Keys of unclaimed jobs, smallest first.
    unclaimed: BinaryHeap<Reverse<Key>>,
    /// Maximum size in bytes of the outputs that wait for an earlier job, and of the results that
    /// wait for the consumer.
    max_buffered: usize,
    /// Total size of the outputs in `open`.
    buffered_bytes: usize,
    /// Order other than path order. It requires all results before the first is emitted.
    order: Option<Order<T>>,
    /// Returns the root and the path of a result.
    pub(crate) place: fn(&T) -> Option<(u32, &RelPath)>,
    position: TakenPosition,
    /// First job without an output, once a call has ended early, and the number of results before it.
    gap: Option<(Key, u64)>,
    /// Completes each result; the flag is true for the last one under the limit.
    pub(crate) complete: Option<fn(&mut T, bool)>,
    /// Results that wait to be sorted.
    unsorted: Vec<UnsortedItem<T>>,
    /// Number of results that were added to `unsorted` so far.
    sorted_count: u64,
    /// Results that wait for the consumer.
    emitted: VecDeque<T>,
    emitted_bytes: usize,
    offset: u64,
    limit: u64,
    /// Number of results counted so far, including those before the offset.
    counted: u64,
    is_over_limit: bool,
    /// Number of results that the consumer has taken.
    taken: u64,
    report: Report,
    /// Number of files whose own result limit was reached.
    files_capped: u64,
    /// Whether a root was skipped because it is a binary file.
    misses_root: bool,
    skips: SkipLog,
}

#[derive(Debug)]
enum JobSlot<J, T> {
    Unclaimed(J),
    Running,
    Done(JobOutput<T>),
}

/// Output of a call that is a single job.
impl<T> ReorderBuffer<(), T> {
    /// Returns the results and the report of a call with one output.
    pub fn outcome_of_one(
        output: JobOutput<T>,
        offset: u64,
        limit: Option<u64>,
        complete: Option<fn(&mut T, bool)>,
    ) -> Outcome<T> {
        let mut buffer = ReorderBuffer::new(offset, limit, None, usize::MAX);
        buffer.complete = complete;
        buffer.add(Key::default(), ());
        buffer.finish(&Key::default(), output, |_| 0);
        let stopped_by = buffer.is_over_limit.then_some(StoppedBy::Limit);
        Outcome {
            items: buffer.take(usize::MAX, |_| 0),
            report: buffer.report(stopped_by, false),
        }
    }
}

impl<J, T> ReorderBuffer<J, T> {
    pub(crate) fn new(
        offset: u64,
        limit: Option<u64>,
        order: Option<Order<T>>,
        max_buffered: usize,
    ) -> ReorderBuffer<J, T> {
        ReorderBuffer {
            open: BTreeMap::new(),
            unclaimed: BinaryHeap::new(),
            max_buffered,
            buffered_bytes: 0,
            order,
            complete: None,
            place: |_| None,
            position: TakenPosition::default(),
            gap: None,
            unsorted: Vec::new(),
            sorted_count: 0,
            emitted: VecDeque::new(),
            emitted_bytes: 0,
            offset,
            limit: limit.unwrap_or(u64::MAX),
            counted: 0,
            is_over_limit: false,
            taken: 0,
            report: Report::default(),
            files_capped: 0,
            misses_root: false,
            skips: SkipLog::default(),
        }
    }

    /// Whether results are ordered by the modification time of their files.
    pub(crate) fn is_by_time(&self) -> bool {
        matches!(self.order, Some(Order::NewestFile))
    }

    /// Adds a job.
    pub(crate) fn add(&mut self, key: Key, job: J) {
        self.unclaimed.push(Reverse(key.clone()));
        self.open.insert(key, JobSlot::Unclaimed(job));
    }

    /// Removes the first unclaimed job if the limits allow it to run.
    pub(crate) fn claim(&mut self) -> Option<(Key, J)> {
        if self.claimable() == 0 {
            return None;
        }
        let Reverse(key) = self.unclaimed.pop()?;
        match std::mem::replace(self.open.get_mut(&key)?, JobSlot::Running) {
            JobSlot::Unclaimed(job) => Some((key, job)),
            JobSlot::Running | JobSlot::Done(_) => None,
        }
    }

    /// Returns the number of jobs that may be claimed now.
    pub(crate) fn claimable(&self) -> usize {
        if self.emitted_bytes >= self.max_buffered {
            0
        } else if self.buffered_bytes >= self.max_buffered {
            let first_unclaimed = self.unclaimed.peek().map(|Reverse(key)| key);
            usize::from(first_unclaimed.is_some() && first_unclaimed == self.open.keys().next())
        } else {
            self.unclaimed.len()
        }
    }

    /// Stores the output of a claimed job and emits the outputs that are in order. Returns false
    /// once a result exceeds the limit.
    pub(crate) fn finish(
        &mut self,
        key: &Key,
        output: JobOutput<T>,
        weigh: impl Fn(&T) -> usize,
    ) -> bool {
        if let Some(slot) = self.open.get_mut(key) {
            self.buffered_bytes += output.bytes;
            *slot = JobSlot::Done(output);
        }
        while let Some(first) = self.open.first_entry() {
            if !matches!(first.get(), JobSlot::Done(_)) {
                break;
            }
            if let JobSlot::Done(output) = first.remove() {
                self.buffered_bytes -= output.bytes;
                if !self.emit(output, &weigh) {
                    return false;
                }
            }
        }
        !self.open.is_empty() || self.emit_sorted(&weigh)
    }

    /// Whether all jobs are done and emitted.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.open.is_empty()
    }

    fn emit(&mut self, output: JobOutput<T>, weigh: &impl Fn(&T) -> usize) -> bool {
        self.report.files_searched += output.files_searched;
        self.report.files_with_matches += output.files_with_matches;
        self.report.ignored += output.ignored;
        self.report.index.candidates += output.candidates;
        self.report.index.always_scanned += output.always_scanned;
        self.report.total_matches += output.matches;
        self.files_capped += output.files_capped;
        self.misses_root |= output.misses_root;
        for (reason, path) in output.skipped {
            self.skips.add(reason, path);
        }
        if self.order.is_some() {
            let mut times = output.times.into_iter();
            self.unsorted.extend((output.items.into_iter()).map(|item| {
                self.sorted_count += 1;
                UnsortedItem {
                    item,
                    time: times.next().flatten(),
                    number: self.sorted_count,
                }
            }));
            self.drop_surplus();
            return true;
        }
        self.emit_items(output.items, weigh)
    }

    /// Drops unsorted results beyond the limit, keeping one to show that there are more. Drops them
    /// only once there are twice as many as needed, which makes the cost per result constant.
    fn drop_surplus(&mut self) {
        let needed = self.offset.saturating_add(self.limit).saturating_add(1);
        if let (Some(order), Ok(needed)) = (self.order, usize::try_from(needed))
            && self.unsorted.len() / 2 >= needed
        {
            let compare = |a: &_, b: &_| order.compare(a, b);
            self.unsorted.select_nth_unstable_by(needed - 1, compare);
            self.unsorted.truncate(needed);
        }
    }

    fn emit_sorted(&mut self, weigh: &impl Fn(&T) -> usize) -> bool {
        let mut items = std::mem::take(&mut self.unsorted);
        if let Some(order) = self.order {
            items.sort_unstable_by(|a, b| order.compare(a, b));
        }
        self.emit_items(items.into_iter().map(|sorted| sorted.item), weigh)
    }

    fn emit_items(
        &mut self,
        items: impl IntoIterator<Item = T>,
        weigh: &impl Fn(&T) -> usize,
    ) -> bool {
        for mut item in items {
            if self.counted >= self.offset {
                let before = self.counted - self.offset;
                if before >= self.limit {
                    self.is_over_limit = true;
                    return false;
                }
                if let Some(complete) = self.complete {
                    complete(&mut item, before + 1 == self.limit);
                }
                self.emitted_bytes += weigh(&item);
                self.emitted.push_back(item);
            }
            self.counted += 1;
        }
        true
    }

    /// Emits all finished outputs in order, even if jobs between them are missing: the partial
    /// result of a call that ends early.
    pub(crate) fn emit_all_done(&mut self, weigh: impl Fn(&T) -> usize) {
        let mut open = self.open.iter();
        let gap = open.find(|(_, slot)| !matches!(slot, JobSlot::Done(_)));
        let gap = gap.map(|(key, _)| key.clone());
        for (key, slot) in std::mem::take(&mut self.open) {
            if gap.as_ref() == Some(&key) {
                self.gap = Some((key, self.counted));
            } else if let JobSlot::Done(output) = slot
                && !self.emit(output, &weigh)
            {
                return;
            }
        }
        self.emit_sorted(&weigh);
    }

    /// Removes up to `max` emitted results.
    pub(crate) fn take(&mut self, max: usize, weigh: impl Fn(&T) -> usize) -> Vec<T> {
        let batch: Vec<T> = self.emitted.drain(..max.min(self.emitted.len())).collect();
        if self.order.is_none() {
            self.position.take(batch.iter().map(self.place));
        }
        self.taken += batch.len() as u64;
        self.emitted_bytes -= batch.iter().map(weigh).sum::<usize>();
        batch
    }

    /// Removes everything that an ended call no longer needs: its open jobs, which may hold
    /// directories open, and, if `has_failed`, its results.
    pub(crate) fn release(&mut self, has_failed: bool) -> impl Sized + use<J, T> {
        self.unclaimed.clear();
        self.buffered_bytes = 0;
        let open = std::mem::take(&mut self.open);
        let results = has_failed.then(|| {
            self.emitted_bytes = 0;
            let unsorted = std::mem::take(&mut self.unsorted);
            (unsorted, std::mem::take(&mut self.emitted))
        });
        (open, results)
    }

    /// Returns the offset after the last result taken.
    pub(crate) fn taken(&self) -> u64 {
        self.offset + self.taken
    }

    /// Returns the position after the results that the consumer has used, or with `None` after all
    /// emitted results. `unused` is the number of results taken last that it has not used.
    pub(crate) fn position(&self, unused: Option<usize>) -> Option<FilePosition> {
        match unused {
            Some(unused) => self.position.before_last(unused),
            None => {
                let places = self.emitted.iter().map(self.place);
                places.fold(self.position.before_last(0), FilePosition::after)
            }
        }
    }

    /// Returns the first job without an output, if the call has ended early and the consumer has used
    /// all results before it; `unused` as in [`position`](ReorderBuffer::position).
    pub(crate) fn gap(&self, unused: Option<usize>) -> Option<&Key> {
        let (key, before) = self.gap.as_ref()?;
        let used = |unused: usize| self.taken() - unused as u64;
        (unused.is_none_or(|unused| used(unused) >= *before)).then_some(key)
    }

    /// Whether results are in an order other than path order.
    pub(crate) fn is_sorted(&self) -> bool {
        self.order.is_some()
    }

    /// Returns the number of files searched, counting only outputs that are in order.
    pub(crate) fn files_searched(&self) -> u64 {
        self.report.files_searched
    }

    pub(crate) fn emitted_bytes(&self) -> usize {
        self.emitted_bytes
    }

    pub(crate) fn has_emitted(&self) -> bool {
        !self.emitted.is_empty()
    }

    /// Builds the report of a call that was stopped by `stopped_by` or finished. `is_partial` means
    /// that not all files in scope are known.
    pub(crate) fn report(&self, stopped_by: Option<StoppedBy>, is_partial: bool) -> Report {
        let mut report = self.report.clone();
        report.skipped = self.skips.to_vec();
        let is_unskipped =
            !self.misses_root && report.skipped.iter().all(|s| s.reason.is_by_choice());
        let is_cut = is_partial || self.files_capped > 0;
        report.complete = stopped_by.is_none() && is_unskipped && !is_cut;
        // Results that are sorted have all been counted.
        let counted_all =
            stopped_by.is_none() || (stopped_by == Some(StoppedBy::Limit) && self.order.is_some());
        report.total_is_exact = counted_all && !is_cut;
        report.stopped_by = match stopped_by {
            None if self.files_capped > 0 => Some(StoppedBy::Limit),
            stopped_by => stopped_by,
        };
        if stopped_by == Some(StoppedBy::Limit) {
            report.next_offset = Some(self.counted);
        }
        report.no_files_matched_scope = stopped_by.is_none()
            && !is_partial
            && report.files_searched == 0
            && (report.skipped.iter()).all(|s| is_out_of_scope(s.reason));
        report
    }
}

/// Whether a path that was skipped for this reason is not part of the scope.
pub(super) fn is_out_of_scope(reason: SkipReason) -> bool {
    matches!(
        reason,
        SkipReason::NodeModules | SkipReason::NestedRepository
    )
}

#[cfg(test)]
mod tests;
