//! The workers of a pool, and which of them count against its size.
//!
//! A worker counts unless it is blocked (waits for other work in the pool) or has been abandoned
//! for longer than [`GRACE`]. Invariants: a worker that is both blocked and abandoned is subtracted
//! once; the counters agree with the entries.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Time for an abandoned worker to return before it is replaced. Most return sooner, and starting a
/// thread for each cancelled call would cost more than waiting.
pub(super) const GRACE: Duration = Duration::from_millis(2);

/// Live workers by index. The index of an ended worker is reused.
#[derive(Default)]
pub(super) struct Roster {
    entries: Vec<RosterEntry>,
    unused: Vec<usize>,
    /// Workers whose grace period may be running, earliest first.
    in_grace: VecDeque<(Instant, usize)>,
    blocked: usize,
    /// Workers that are replaced because they were abandoned.
    overdue: usize,
}

#[derive(Default)]
struct RosterEntry {
    /// Number of nested waits for other work in the pool.
    blocked: u32,
    /// Number of nested pieces of work that their callers have abandoned.
    abandoned: u32,
    /// Time of the first abandonment.
    since: Option<Instant>,
    is_overdue: bool,
}

impl Roster {
    /// Adds a worker and returns its index.
    pub(super) fn add(&mut self) -> usize {
        if let Some(index) = self.unused.pop() {
            return index;
        }
        self.entries.push(RosterEntry::default());
        self.entries.len() - 1
    }

    /// Removes a worker, which is neither blocked nor abandoned.
    pub(super) fn remove(&mut self, index: usize) {
        self.update(index, |entry| *entry = RosterEntry::default());
        self.unused.push(index);
    }

    pub(super) fn set_blocked(&mut self, index: usize, is_blocked: bool) {
        self.update(index, |entry| {
            entry.blocked = match is_blocked {
                true => entry.blocked + 1,
                false => entry.blocked.saturating_sub(1),
            };
        });
    }

    /// Records that no caller waits any longer for the work that a worker is running.
    pub(super) fn abandon(&mut self, index: usize) {
        let now = Instant::now();
        self.update(index, |entry| {
            entry.abandoned += 1;
            entry.since.get_or_insert(now);
        });
        self.in_grace.push_back((now, index));
    }

    /// Records that a worker has returned from abandoned work.
    pub(super) fn readopt(&mut self, index: usize) {
        self.update(index, |entry| {
            entry.abandoned = entry.abandoned.saturating_sub(1);
            if entry.abandoned == 0 {
                entry.since = None;
                entry.is_overdue = false;
            }
        });
    }

    /// Stops counting abandoned workers whose grace period has ended.
    pub(super) fn end_grace(&mut self) {
        if self.in_grace.is_empty() {
            return;
        }
        let now = Instant::now();
        while let Some(&(begun, index)) = self.in_grace.front()
            && now.saturating_duration_since(begun) >= GRACE
        {
            self.in_grace.pop_front();
            self.update(index, |entry| {
                let is_overdue = entry
                    .since
                    .is_some_and(|since| now.saturating_duration_since(since) >= GRACE);
                entry.is_overdue |= is_overdue;
            });
        }
    }

    /// Whether an abandoned worker's grace period may be running.
    pub(super) fn has_grace(&self) -> bool {
        !self.in_grace.is_empty()
    }

    /// Returns the number of live workers.
    pub(super) fn threads(&self) -> usize {
        self.entries.len() - self.unused.len()
    }

    pub(super) fn blocked(&self) -> usize {
        self.blocked
    }

    /// Returns the number of workers inside abandoned work.
    pub(super) fn abandoned(&self) -> usize {
        self.entries.iter().filter(|e| e.abandoned > 0).count()
    }

    /// Returns the number of workers that count against the size if at most
    /// `max_replaced` abandoned workers are replaced.
    pub(super) fn counted(&self, max_replaced: usize) -> usize {
        self.threads() - self.blocked - self.overdue.min(max_replaced)
    }

    fn update(&mut self, index: usize, change: impl FnOnce(&mut RosterEntry)) {
        let Some(entry) = self.entries.get_mut(index) else {
            return;
        };
        let (was_blocked, was_overdue) = entry.classes();
        change(entry);
        let (is_blocked, is_overdue) = entry.classes();
        self.blocked = self.blocked + usize::from(is_blocked) - usize::from(was_blocked);
        self.overdue = self.overdue + usize::from(is_overdue) - usize::from(was_overdue);
    }
}

impl RosterEntry {
    /// Whether the worker is in [`Roster::blocked`], and whether it is in
    /// [`Roster::overdue`]; never both.
    fn classes(&self) -> (bool, bool) {
        let is_blocked = self.blocked > 0;
        (is_blocked, self.is_overdue && !is_blocked)
    }
}

#[cfg(test)]
mod tests;
