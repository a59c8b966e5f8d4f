use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::cancel::CancelToken;
use crate::error::Result;
use crate::report::{Outcome, Report, SkipLog, SkipReason, SkippedPath, StoppedBy};
use crate::workspace::Freshness;

/// Results as one piece of work hands them in.
#[derive(Debug)]
pub(crate) struct JobOutput<T> {
    pub(crate) items: Vec<T>,
    /// About how many bytes the items hold.
    pub(crate) weight: usize,
    pub(crate) files_searched: u64,
    pub(crate) files_with_matches: u64,
    pub(crate) matches: u64,
    /// Files whose own cap on results left some out.
    pub(crate) files_capped: u64,
    pub(crate) skipped: Vec<(SkipReason, SkippedPath)>,
    /// More items than this are of no use.
    room: usize,
}

impl<T> JobOutput<T> {
    pub(crate) fn with_room(room: usize) -> JobOutput<T> {
        JobOutput {
            room,
            items: Vec::new(),
            weight: 0,
            files_searched: 0,
            files_with_matches: 0,
            matches: 0,
            files_capped: 0,
            skipped: Vec::new(),
        }
    }

    /// How many more items can be of use.
    #[cfg(feature = "ast")]
    pub(crate) fn room(&self) -> usize {
        self.room.saturating_sub(self.items.len())
    }

    /// Whether another item would be of no use.
    pub(crate) fn is_full(&self) -> bool {
        self.items.len() >= self.room
    }
}

/// Where a piece of work stands among the results: by root, then bytewise by
/// path, then by part where one file's results come in several.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) root: u32,
    pub(crate) path: Arc<[u8]>,
    pub(crate) part: u32,
}

/// Puts the pieces of work of one call in order: hands out the first that is
/// not begun, and lets results pass only when all before them have passed.
///
/// Pieces are few at any time (an open directory is one piece until it is cut
/// up), and results that wait for an earlier piece are bounded by
/// [`MAX_AHEAD`]: past it only the very first piece goes on.
#[derive(Debug)]
pub(crate) struct ReorderBuffer<J, T> {
    /// Everything not passed on yet, in order.
    open: BTreeMap<Key, Piece<J, T>>,
    /// The keys of the pieces that are ready, smallest first.
    ready: BinaryHeap<Reverse<Key>>,
    /// Weight of the results in `open` that wait for an earlier piece.
    ahead: usize,
    /// Another order than that of paths, for which all results are held until
    /// the last one is there.
    order: Option<Order<T>>,
    held: Vec<T>,
    /// What has passed and is not fetched.
    passed: VecDeque<T>,
    passed_weight: usize,
    offset: u64,
    limit: u64,
    /// Results that have come by, those before the offset included.
    seen: u64,
    over_limit: bool,
    /// Results that the consumer has fetched.
    fetched: u64,
    report: Report,
    /// Whether not all of what is there is known.
    is_partial: bool,
    capped: u64,
    skips: SkipLog,
}

/// Compares two results that are to be put in order.
pub(crate) type Order<T> = fn(&T, &T) -> std::cmp::Ordering;

#[derive(Debug)]
enum Piece<J, T> {
    Ready(J),
    Running,
    Done(JobOutput<T>),
}

/// How many bytes of results may wait for an earlier piece, and how many for
/// the consumer, before work pauses.
pub(crate) const MAX_AHEAD: usize = 8 << 20;

/// The results of one piece of work that is all there is.
impl<T> ReorderBuffer<(), T> {
    pub(crate) fn of_one(
        found: JobOutput<T>,
        offset: u64,
        limit: Option<u64>,
    ) -> ReorderBuffer<(), T> {
        let mut collector = ReorderBuffer::new(offset, limit, None);
        collector.add(Key::default(), ());
        collector.finish(&Key::default(), found, |_| 0);
        collector
    }

    /// All results.
    pub(crate) fn into_outcome(mut self) -> Outcome<T> {
        Outcome {
            items: self.take(usize::MAX, |_| 0),
            report: self.final_report(),
        }
    }

    /// Hands each result to `each` until that ends it.
    pub(crate) fn hand_out(
        mut self,
        token: &CancelToken,
        mut each: impl FnMut(T) -> ControlFlow<()>,
    ) -> Result<Report> {
        while let Some(item) = self.take(1, |_| 0).pop() {
            if each(item).is_break() {
                let mut report = self.report(Some(StoppedBy::Callback));
                report.next_offset = Some(self.taken());
                return Ok(report);
            }
            token.heartbeat()?;
        }
        Ok(self.final_report())
    }

    fn final_report(&self) -> Report {
        self.report(self.is_over_limit().then_some(StoppedBy::Limit))
    }
}

impl<J, T> ReorderBuffer<J, T> {
    pub(crate) fn new(
        offset: u64,
        limit: Option<u64>,
        order: Option<Order<T>>,
    ) -> ReorderBuffer<J, T> {
        ReorderBuffer {
            open: BTreeMap::new(),
            ready: BinaryHeap::new(),
            ahead: 0,
            order,
            held: Vec::new(),
            passed: VecDeque::new(),
            passed_weight: 0,
            offset,
            limit: limit.unwrap_or(u64::MAX),
            seen: 0,
            over_limit: false,
            fetched: 0,
            report: Report::default(),
            is_partial: false,
            capped: 0,
            skips: SkipLog::default(),
        }
    }

    /// Notes for the report where the pieces come from.
    pub(crate) fn rests_on(&mut self, freshness: Freshness, is_partial: bool) {
        self.report.freshness = freshness;
        self.is_partial = is_partial;
    }

    /// Adds a piece of work.
    pub(crate) fn add(&mut self, key: Key, job: J) {
        self.ready.push(Reverse(key.clone()));
        self.open.insert(key, Piece::Ready(job));
    }

    /// The first piece that is not begun, if it may begin now.
    pub(crate) fn claim(&mut self) -> Option<(Key, J)> {
        if self.passed_weight >= MAX_AHEAD {
            return None;
        }
        let Reverse(first) = self.ready.peek()?;
        if self.ahead >= MAX_AHEAD && self.open.keys().next() != Some(first) {
            return None;
        }
        let Reverse(key) = self.ready.pop()?;
        let piece = self.open.get_mut(&key)?;
        match std::mem::replace(piece, Piece::Running) {
            Piece::Ready(job) => Some((key, job)),
            Piece::Running | Piece::Done(_) => None,
        }
    }

    /// How many pieces could be worked on now.
    pub(crate) fn claimable(&self) -> usize {
        if self.passed_weight >= MAX_AHEAD {
            0
        } else if self.ahead >= MAX_AHEAD {
            usize::from(self.ready.peek().map(|Reverse(k)| k) == self.open.keys().next())
        } else {
            self.ready.len()
        }
    }

    /// Hands in the results of a piece. False once the limit is passed.
    pub(crate) fn finish(
        &mut self,
        key: &Key,
        found: JobOutput<T>,
        weigh: impl Fn(&T) -> usize,
    ) -> bool {
        if let Some(piece) = self.open.get_mut(key) {
            self.ahead += found.weight;
            *piece = Piece::Done(found);
        }
        while let Some(first) = self.open.first_entry() {
            if !matches!(first.get(), Piece::Done(_)) {
                break;
            }
            if let Piece::Done(found) = first.remove() {
                self.ahead -= found.weight;
                if !self.pass(found, &weigh) {
                    return false;
                }
            }
        }
        !self.open.is_empty() || self.pass_held(&weigh)
    }

    /// Whether there was a result after the last that the limit allows.
    pub(crate) fn is_over_limit(&self) -> bool {
        self.over_limit
    }

    /// Whether every piece has passed.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.open.is_empty()
    }

    fn pass(&mut self, found: JobOutput<T>, weigh: &impl Fn(&T) -> usize) -> bool {
        self.report.files_searched += found.files_searched;
        self.report.files_with_matches += found.files_with_matches;
        self.report.total_matches += found.matches;
        self.capped += found.files_capped;
        for (reason, path) in found.skipped {
            self.skips.add(reason, path);
        }
        if self.order.is_some() {
            self.held.extend(found.items);
            self.drop_surplus();
            return true;
        }
        self.pass_items(found.items, weigh)
    }

    /// Drops what is held beyond what the limit allows and one that tells that
    /// there is more; only when it is as much again, so that it costs little.
    fn drop_surplus(&mut self) {
        let wanted = self.offset.saturating_add(self.limit).saturating_add(1);
        if let (Some(order), Ok(wanted)) = (self.order, usize::try_from(wanted))
            && self.held.len() / 2 >= wanted
        {
            self.held.select_nth_unstable_by(wanted - 1, order);
            self.held.truncate(wanted);
        }
    }

    /// Puts what was held in order and lets it pass.
    fn pass_held(&mut self, weigh: &impl Fn(&T) -> usize) -> bool {
        let mut held = std::mem::take(&mut self.held);
        if let Some(order) = self.order {
            held.sort_by(order);
        }
        self.pass_items(held, weigh)
    }

    fn pass_items(&mut self, items: Vec<T>, weigh: &impl Fn(&T) -> usize) -> bool {
        for item in items {
            if self.seen >= self.offset {
                if self.seen - self.offset >= self.limit {
                    self.over_limit = true;
                    return false;
                }
                self.passed_weight += weigh(&item);
                self.passed.push_back(item);
            }
            self.seen += 1;
        }
        true
    }

    /// Lets everything pass that is done, in order, whatever is missing
    /// between.
    pub(crate) fn pass_all_done(&mut self, weigh: impl Fn(&T) -> usize) {
        for (_, piece) in std::mem::take(&mut self.open) {
            if let Piece::Done(found) = piece
                && !self.pass(found, &weigh)
            {
                return;
            }
        }
        self.pass_held(&weigh);
    }

    /// Takes up to `max` results that have passed.
    pub(crate) fn take(&mut self, max: usize, weigh: impl Fn(&T) -> usize) -> Vec<T> {
        let batch: Vec<T> = self.passed.drain(..max.min(self.passed.len())).collect();
        self.fetched += batch.len() as u64;
        self.passed_weight -= batch.iter().map(weigh).sum::<usize>();
        batch
    }

    /// The number of results up to the last one fetched, those before the
    /// offset included.
    pub(crate) fn taken(&self) -> u64 {
        self.offset + self.fetched
    }

    pub(crate) fn passed_weight(&self) -> usize {
        self.passed_weight
    }

    pub(crate) fn has_passed(&self) -> bool {
        !self.passed.is_empty()
    }

    /// The report of a call that ended for this reason, or by itself.
    pub(crate) fn report(&self, stopped_by: Option<StoppedBy>) -> Report {
        let mut report = self.report.clone();
        report.skipped = self.skips.to_vec();
        let all_read = report.skipped.iter().all(|s| s.reason.is_by_choice());
        let is_partial = self.is_partial || self.capped > 0;
        report.complete = stopped_by.is_none() && all_read && !is_partial;
        // Where results had to be put in order, all of them were seen.
        let saw_all =
            stopped_by.is_none() || (stopped_by == Some(StoppedBy::Limit) && self.order.is_some());
        report.total_is_exact = saw_all && !is_partial;
        if stopped_by.is_none() && self.capped > 0 {
            report.stopped_by = Some(StoppedBy::Limit);
        } else {
            report.stopped_by = stopped_by;
        }
        if stopped_by == Some(StoppedBy::Limit) {
            report.next_offset = Some(self.seen);
        }
        report.no_files_matched_scope = stopped_by.is_none()
            && !self.is_partial
            && report.files_searched == 0
            && report.skipped.is_empty();
        report
    }
}
