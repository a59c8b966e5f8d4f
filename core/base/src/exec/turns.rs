//! The order in which waiting turns get a worker.
//!
//! Short calls overtake long ones, and equal calls run one after another: the first of many ends as
//! early as if it were alone, and the last no later than in any other order. The scheme is the
//! multilevel feedback queue (Corbató, Merwin-Daggett and Daley, 1962), with one queue for each
//! [`TurnClass`].

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::monitor::lock;
use super::pool::{TURN_TIME, Task};

/// Pool time after which a call yields to calls that have used less.
const RECENT_TIME: Duration = Duration::from_millis(100);

/// One turn in this many goes to a class that would otherwise wait, to prevent starvation.
const AGED_INTERVAL: usize = 8;

/// Classes of turns, highest priority first.
#[derive(Clone, Copy)]
enum TurnClass {
    /// Turns that workers wait for.
    Awaited,
    /// First turns of calls, in the order they were queued.
    Fresh,
    /// Calls that have used less than [`RECENT_TIME`], the oldest first.
    Recent,
    /// Calls that have used more, the oldest first.
    Long,
    /// Work that no caller waits for.
    Background,
}

const CLASSES: usize = TurnClass::Background as usize + 1;

/// Turns that wait for a worker.
#[derive(Default)]
pub(super) struct TurnQueue {
    /// Turns by class. The key is the rank within the class and the turn's number.
    classes: [BTreeMap<(u64, u64), Turn>; CLASSES],
    len: usize,
    queued: u64,
    taken: usize,
}

/// One turn of a task.
pub(super) struct Turn {
    pub(super) task: Arc<dyn Task>,
    pub(super) usage: Arc<Usage>,
}

/// Place of a queued turn: its class and key.
pub(super) type QueuePlace = (usize, (u64, u64));

impl TurnQueue {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Queues a turn for a pool of `size` workers, in front of all others if workers wait for it.
    pub(super) fn push(&mut self, turn: Turn, is_awaited: bool, size: usize) -> QueuePlace {
        let class = match is_awaited {
            true => TurnClass::Awaited,
            false => turn.usage.class(size),
        };
        self.queued += 1;
        let rank = match class {
            // The newest first: older turns may wait for it.
            TurnClass::Awaited => u64::MAX - self.queued,
            TurnClass::Fresh | TurnClass::Background => 0,
            TurnClass::Recent | TurnClass::Long => turn.usage.number,
        };
        let place = (class as usize, (rank, self.queued));
        turn.usage.queue();
        self.classes[place.0].insert(place.1, turn);
        self.len += 1;
        place
    }

    /// Removes a turn that was just queued.
    pub(super) fn remove(&mut self, (class, key): QueuePlace) {
        if let Some(turn) = self.classes[class].remove(&key) {
            turn.usage.unqueue();
            self.len -= 1;
        }
    }

    /// Takes the next turn.
    pub(super) fn pop(&mut self) -> Option<Turn> {
        if self.is_empty() {
            return None;
        }
        self.taken = self.taken.wrapping_add(1);
        let aged = self.taken.is_multiple_of(AGED_INTERVAL).then(|| {
            let classes = TurnClass::Recent as usize..CLASSES;
            classes.start + self.taken / AGED_INTERVAL % classes.len()
        });
        let turn = (aged.into_iter().chain(0..CLASSES))
            .find_map(|class| self.classes[class].pop_first())
            .map(|(_, turn)| turn)?;
        self.len -= 1;
        turn.usage.begin();
        Some(turn)
    }

    /// Moves the waiting turns of a task whose work has ended to the front. They only release what
    /// the task holds, and would delay the turns after them.
    pub(super) fn release(&mut self, usage: &Usage, task: &Arc<dyn Task>) {
        let is_its = |turn: &Turn| std::ptr::addr_eq(Arc::as_ptr(&turn.task), Arc::as_ptr(task));
        for class in [TurnClass::Recent, TurnClass::Long] {
            let turns = &mut self.classes[class as usize];
            let of_call = turns.range((usage.number, 0)..=(usage.number, u64::MAX));
            let its = of_call.filter(|(_, turn)| is_its(turn));
            let keys: Vec<_> = its.map(|(key, _)| *key).collect();
            let its: Vec<_> = keys
                .iter()
                .filter_map(|key| turns.remove_entry(key))
                .collect();
            let moved = its
                .into_iter()
                .map(|((_, number), turn)| ((0, number), turn));
            self.classes[TurnClass::Fresh as usize].extend(moved);
        }
    }

    /// Queues the turns of background work again, because a caller is now waiting for it.
    pub(super) fn hurry(&mut self, usage: &Arc<Usage>) {
        let waiting = std::mem::take(&mut self.classes[TurnClass::Background as usize]);
        for ((rank, number), turn) in waiting {
            let class = match Arc::ptr_eq(&turn.usage, usage) {
                true => TurnClass::Fresh,
                false => TurnClass::Background,
            };
            self.classes[class as usize].insert((rank, number), turn);
        }
    }
}

/// Time that one call has used on a pool, and time that it has waited for a worker.
pub struct Usage {
    /// Older calls have smaller numbers.
    number: u64,
    /// Worker time used, in nanoseconds.
    used: AtomicU64,
    is_background: bool,
    /// Whether a caller waits for the background work.
    is_awaited: AtomicBool,
    turns: Mutex<CallTurns>,
}

/// Counts of a call's turns.
#[derive(Default)]
struct CallTurns {
    queued: usize,
    running: usize,
    /// Time since which the call has turns in the queue but no worker.
    waits_since: Option<Instant>,
    waited: Duration,
}

thread_local! {
    /// Turn that the calling worker runs: the usage of its call, and the start time.
    static RUNNING: RefCell<Option<(Arc<Usage>, Instant)>> = const { RefCell::new(None) };
}

impl Usage {
    /// Returns the usage of the call whose turn the calling thread runs, or of a new call.
    pub fn of_caller() -> Arc<Usage> {
        RUNNING
            .with_borrow(|running| running.as_ref().map(|(usage, _)| usage.clone()))
            .unwrap_or_else(|| Usage::new(false))
    }

    /// Creates the usage of work that no caller waits for.
    pub fn background() -> Arc<Usage> {
        Usage::new(true)
    }

    fn new(is_background: bool) -> Arc<Usage> {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        Arc::new(Usage {
            number: CALLS.fetch_add(1, Ordering::Relaxed),
            used: AtomicU64::new(0),
            is_background,
            is_awaited: AtomicBool::new(false),
            turns: Mutex::default(),
        })
    }

    fn class(&self, size: usize) -> TurnClass {
        let used = Duration::from_nanos(self.used.load(Ordering::Relaxed));
        match () {
            () if self.is_background && !self.is_awaited() => TurnClass::Background,
            () if self.is_background || used < TURN_TIME => TurnClass::Fresh,
            () if used < RECENT_TIME * size as u32 => TurnClass::Recent,
            () => TurnClass::Long,
        }
    }

    /// Counts the call among the long ones: shorter calls overtake it.
    pub(super) fn set_long(&self, size: usize) {
        let nanos = u64::try_from(RECENT_TIME.as_nanos()).unwrap_or(u64::MAX);
        let nanos = nanos.saturating_mul(size as u64);
        self.used.fetch_max(nanos, Ordering::Relaxed);
    }

    /// Whether a caller waits for this background work.
    pub fn is_awaited(&self) -> bool {
        self.is_awaited.load(Ordering::Relaxed)
    }

    /// Sets whether a caller waits for the work.
    pub fn set_awaited(&self, is_awaited: bool) {
        self.is_awaited.store(is_awaited, Ordering::Relaxed);
    }

    /// Returns the time during which the call had work to do but no worker.
    pub fn waited(&self) -> Duration {
        lock(&self.turns).waited()
    }

    /// Starts counting the calling thread's time.
    pub(super) fn enter(self: &Arc<Self>) {
        RUNNING.set(Some((self.clone(), Instant::now())));
    }

    /// Stops counting the calling thread's time.
    pub(super) fn leave() -> Option<Arc<Usage>> {
        let (usage, begun) = RUNNING.take()?;
        usage.add(begun.elapsed());
        Some(usage)
    }

    /// Pauses the calling thread's turn until the returned value is dropped.
    pub(super) fn pause() -> PausedTurn {
        let usage = Usage::leave();
        if let Some(usage) = &usage {
            usage.end();
        }
        PausedTurn(usage)
    }

    fn add(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.used.fetch_add(nanos, Ordering::Relaxed);
    }

    fn queue(&self) {
        let mut turns = lock(&self.turns);
        turns.queued += 1;
        turns.settle();
    }

    fn unqueue(&self) {
        let mut turns = lock(&self.turns);
        turns.queued -= 1;
        turns.settle();
    }

    fn begin(&self) {
        let mut turns = lock(&self.turns);
        turns.queued -= 1;
        turns.running += 1;
        turns.settle();
    }

    /// Ends a turn that [`TurnQueue::pop`] began.
    pub(super) fn end(&self) {
        let mut turns = lock(&self.turns);
        turns.running -= 1;
        turns.settle();
    }
}

/// A turn whose worker waits.
pub(super) struct PausedTurn(Option<Arc<Usage>>);

impl Drop for PausedTurn {
    fn drop(&mut self) {
        if let Some(usage) = self.0.take() {
            let mut turns = lock(&usage.turns);
            turns.running += 1;
            turns.settle();
            drop(turns);
            usage.enter();
        }
    }
}

impl CallTurns {
    fn settle(&mut self) {
        let waits = self.queued > 0 && self.running == 0;
        if !waits {
            self.waited = self.waited();
            self.waits_since = None;
        } else if self.waits_since.is_none() {
            self.waits_since = Some(Instant::now());
        }
    }

    fn waited(&self) -> Duration {
        self.waited
            + self
                .waits_since
                .map_or(Duration::ZERO, |since| since.elapsed())
    }
}

#[cfg(test)]
mod tests;
