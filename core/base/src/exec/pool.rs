//! Worker threads and their queue of turns.
//!
//! Invariant: the workers that run work for a waiting caller never exceed the pool's size. Two
//! kinds of workers do not count: a worker that waits for other work in the pool ([`block`]), and a
//! worker that does not return soon after its caller abandons the work ([`Worker::abandon`]). Each
//! of them is replaced while work is queued.

use std::cell::RefCell;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::monitor::{Monitor, MonitorGuard};
use super::roster::{GRACE, Roster};
use super::stack;
use super::turns::{Turn, TurnQueue, Usage};
use crate::cancel::on_cancel;
use crate::cancel::{CancelToken, Subscription};

/// Bounded pool of worker threads, shared by all calls that use the pool.
///
/// Workers start on demand and exit after ten seconds without work. Calls take turns of a few
/// milliseconds, so a long call does not delay a short one. Two kinds of workers do not count
/// against the pool's size: workers that wait for other work in the pool, and abandoned workers,
/// which are still inside uninterruptible work for a call that has ended. At most
/// [`Pool::MAX_ABANDONED`] abandoned workers are replaced. [`Pool::stats`] returns the counts.
///
/// Clones refer to the same pool.
#[derive(Clone)]
pub struct Pool {
    inner: Arc<PoolInner>,
}

struct PoolInner {
    state: Monitor<PoolState>,
    /// Mirrors the length of the queue, for reads without the lock.
    queued: AtomicUsize,
    /// Bytes pending in [`Pool::drop_later`].
    pending_drops: Arc<AtomicUsize>,
}

struct PoolState {
    queue: TurnQueue,
    size: usize,
    roster: Roster,
    /// Workers that wait for the queue.
    idle: usize,
    /// Whether a timer is running that ends the grace period of abandoned workers.
    has_timer: bool,
    /// Whether the timer should start workers for waiting tasks.
    wants_worker: bool,
    /// Timers started so far.
    timers: u64,
    /// The last timer, with its number.
    timer: Option<(u64, CancelToken, Subscription)>,
}

/// Counts of workers and queued turns in a [`Pool`] at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoolStats {
    /// Maximum number of workers that count against the pool's size, as returned by [`Pool::size`].
    pub size: usize,
    /// Number of live worker threads, including idle, blocked and abandoned ones.
    pub workers: usize,
    /// Number of workers without work.
    pub idle: usize,
    /// Number of workers that wait for other work in the pool. They do not count against the pool's
    /// size.
    pub blocked: usize,
    /// Number of workers inside uninterruptible work for a call that has ended (finished, timed out
    /// or been cancelled). An abandoned worker that does not return within 2 ms does not count
    /// against the pool's size; this applies to at most [`Pool::MAX_ABANDONED`] workers.
    pub abandoned: usize,
    /// Number of turns that are waiting for a worker.
    pub queued: usize,
}

/// A worker in a thread pool.
#[derive(Clone)]
pub struct Worker {
    pool: Pool,
    index: usize,
}

/// Work that the pool runs in turns.
pub trait Task: Send + Sync {
    /// Runs one turn on the calling worker. Returns true to be queued again.
    fn run(self: Arc<Self>) -> bool;
}

/// Longest time that a task keeps a worker while other tasks wait.
pub(super) const TURN_TIME: Duration = Duration::from_millis(2);

/// Idle time after which a worker ends.
const IDLE_LIMIT: Duration = Duration::from_secs(10);

thread_local! {
    /// Worker that the calling thread runs as, if any.
    static CURRENT: RefCell<Option<Worker>> = const { RefCell::new(None) };
}

impl PoolState {
    /// Workers that count against the size.
    fn counted(&self) -> usize {
        self.roster.counted(Pool::MAX_ABANDONED)
    }

    /// Whether tasks are waiting for which no worker has been woken.
    fn has_unserved(&self) -> bool {
        self.queue.len() > self.idle
    }
}

impl Pool {
    /// Maximum size of a pool.
    pub const MAX_SIZE: usize = 1024;

    /// Maximum number of abandoned workers that are replaced at the same time.
    pub const MAX_ABANDONED: usize = 64;

    /// Creates a pool of at most `size` workers; `size` is clamped to 1..=[`Pool::MAX_SIZE`]. No
    /// thread starts before it is needed.
    pub fn new(size: usize) -> Pool {
        Pool {
            inner: Arc::new(PoolInner {
                state: Monitor::new(PoolState {
                    queue: TurnQueue::default(),
                    size: size.clamp(1, Pool::MAX_SIZE),
                    roster: Roster::default(),
                    idle: 0,
                    has_timer: false,
                    wants_worker: false,
                    timers: 0,
                    timer: None,
                }),
                queued: AtomicUsize::new(0),
                pending_drops: Arc::default(),
            }),
        }
    }

    /// Returns the default pool, which all calls share. The pool's size is
    /// [`available_parallelism`](std::thread::available_parallelism), or 1 if that is unknown.
    pub fn shared() -> &'static Pool {
        static SHARED: OnceLock<Pool> = OnceLock::new();
        SHARED.get_or_init(|| {
            Pool::new(std::thread::available_parallelism().map_or(1, NonZeroUsize::get))
        })
    }

    /// Returns the maximum number of workers.
    pub fn size(&self) -> usize {
        self.inner.state.lock().size
    }

    /// Changes the maximum number of workers, clamped as in [`Pool::new`]. Applies to calls in
    /// flight too. Surplus workers exit after their current turn.
    pub fn resize(&self, size: usize) {
        let mut state = self.inner.state.lock();
        state.size = size.clamp(1, Pool::MAX_SIZE);
        state.notify_all();
    }

    /// Returns the current counts of workers and queued turns.
    pub fn stats(&self) -> PoolStats {
        let state = self.inner.state.lock();
        PoolStats {
            size: state.size,
            workers: state.roster.threads(),
            idle: state.idle,
            blocked: state.roster.blocked(),
            abandoned: state.roster.abandoned(),
            queued: state.queue.len(),
        }
    }

    pub(super) fn pending_drops(&self) -> &Arc<AtomicUsize> {
        &self.inner.pending_drops
    }

    fn queue(&self, usage: Arc<Usage>, task: Arc<dyn Task>, is_awaited: bool) -> io::Result<()> {
        let mut state = self.inner.state.lock();
        let size = state.size;
        let place = state.queue.push(Turn { task, usage }, is_awaited, size);
        let submitted = self.inner.serve_queue(&mut state);
        if submitted.is_err() {
            state.queue.remove(place);
            self.inner.mirror(&state);
        }
        self.inner.watch_grace(state);
        submitted
    }
}

impl Worker {
    /// Returns the worker that the calling thread runs as, or `None`.
    pub fn current() -> Option<Worker> {
        CURRENT.with_borrow(Clone::clone)
    }

    pub(super) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Whether the calling thread is this worker.
    pub fn is_current(&self) -> bool {
        CURRENT.with_borrow(|current| {
            current.as_ref().is_some_and(|current| {
                current.index == self.index && Arc::ptr_eq(&current.pool.inner, &self.pool.inner)
            })
        })
    }

    /// Records that no caller waits any longer for the work that this worker is running. If the
    /// worker has not returned after `GRACE`, it is replaced while tasks wait. Call
    /// [`Worker::readopt`] when it returns from that work. Dropping the returned value starts the
    /// timer. A caller drops it after waking its waiters, because the timer wakes a thread too.
    pub fn abandon(&self) -> GraceTimer {
        let mut state = self.pool.inner.state.lock();
        state.roster.end_grace();
        state.roster.abandon(self.index);
        GraceTimer(self.pool.clone())
    }

    /// Counts this worker again after it has returned from abandoned work.
    pub fn readopt(&self) {
        let inner = &self.pool.inner;
        let mut state = inner.state.lock();
        state.roster.readopt(self.index);
        inner.end_surplus(&mut state);
    }
}

/// Starts the timer that ends an abandoned worker's grace period when dropped.
#[must_use]
pub struct GraceTimer(Pool);

impl Drop for GraceTimer {
    fn drop(&mut self) {
        let inner = &self.0.inner;
        inner.watch_grace(inner.state.lock());
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("size", &self.size()).finish()
    }
}

impl PoolInner {
    fn mirror(&self, state: &PoolState) {
        self.queued.store(state.queue.len(), Ordering::Relaxed);
    }

    /// Finds a worker for a task that was just queued. Fails if no worker can be found, not even
    /// one that will return from other work.
    fn serve_queue(self: &Arc<Self>, state: &mut MonitorGuard<'_, PoolState>) -> io::Result<()> {
        self.mirror(state);
        state.roster.end_grace();
        let started = self.wake_or_start(state);
        match state.roster.threads() {
            0 => started,
            _ => Ok(()),
        }
    }

    /// Replaces abandoned workers when their grace period ends, if tasks wait then.
    fn watch_grace(self: &Arc<Self>, mut state: MonitorGuard<'_, PoolState>) {
        if state.has_timer || !(state.roster.has_grace() || state.wants_worker) {
            return;
        }
        state.has_timer = true;
        state.timers += 1;
        let number = state.timers;
        // A pool that no worker keeps alive must live until its tasks have a worker.
        let held = state.wants_worker.then(|| self.clone());
        // The listener takes the lock, and may run before `on_cancel` returns.
        drop(state);
        let weak = Arc::downgrade(self);
        let token = CancelToken::with_timeout(GRACE);
        let subscription = on_cancel(&token, move |_| {
            if let Some(inner) = held.or_else(|| weak.upgrade()) {
                inner.end_grace();
            }
        });
        let mut timer = Some((number, token, subscription));
        let mut state = self.state.lock();
        // The listener may have started the next timer.
        if state.timer.as_ref().is_none_or(|(last, ..)| *last < number) {
            std::mem::swap(&mut state.timer, &mut timer);
        }
        drop(state);
        drop(timer);
    }

    fn end_grace(self: &Arc<Self>) {
        let mut state = self.state.lock();
        state.has_timer = false;
        state.roster.end_grace();
        let unserved = state.queue.len().saturating_sub(state.idle);
        let room = state.size.saturating_sub(state.counted());
        state.wants_worker = false;
        let started = (0..unserved.min(room)).try_for_each(|_| self.start_worker(&mut state));
        // A late timer fires on the thread that starts it, which may leave starting a worker to the
        // next timer.
        state.wants_worker |= started.is_err() && state.roster.threads() == 0;
        self.watch_grace(state);
    }

    /// Finds a worker for the most recently queued task.
    fn wake_or_start(self: &Arc<Self>, state: &mut MonitorGuard<'_, PoolState>) -> io::Result<()> {
        if state.idle >= state.queue.len() {
            state.notify_one();
        } else if state.counted() < state.size {
            self.start_worker(state)?;
        } else if state.idle > 0 {
            state.notify_one();
        }
        Ok(())
    }

    /// Starts a worker if tasks wait that no other worker will serve.
    fn replace_worker(self: &Arc<Self>, state: &mut PoolState) {
        if state.has_unserved() && state.counted() < state.size {
            // If no thread can be started, the tasks wait for the existing workers.
            let _ = self.start_worker(state);
        }
    }

    fn start_worker(self: &Arc<Self>, state: &mut PoolState) -> io::Result<()> {
        let worker = Worker {
            pool: Pool {
                inner: self.clone(),
            },
            index: state.roster.add(),
        };
        let index = worker.index;
        let started = std::thread::Builder::new()
            .name("ransack".into())
            .stack_size(stack::WORKER_STACK)
            .spawn(move || worker.work());
        if started.is_err() {
            state.roster.remove(index);
        }
        started.map(drop)
    }

    /// Wakes idle workers that have become surplus.
    fn end_surplus(&self, state: &mut MonitorGuard<'_, PoolState>) {
        if state.counted() > state.size && state.idle > 0 {
            state.notify_all();
        }
    }
}

impl Worker {
    fn work(self) {
        CURRENT.set(Some(self.clone()));
        stack::is_on_worker();
        let inner = &self.pool.inner;
        let mut state = inner.state.lock();
        while state.counted() <= state.size {
            if let Some(Turn { task, usage }) = state.queue.pop() {
                inner.mirror(&state);
                drop(state);
                let again = task.clone();
                usage.enter();
                // Tasks report their own panics; this only keeps the worker alive.
                let more = catch_unwind(AssertUnwindSafe(|| task.run())).unwrap_or(false);
                Usage::leave();
                // The last reference to a task is dropped outside the lock.
                let again = more.then_some(again);
                state = inner.state.lock();
                usage.end();
                if let Some(task) = again {
                    let size = state.size;
                    state.queue.push(Turn { task, usage }, false, size);
                    inner.mirror(&state);
                }
                continue;
            }
            state.idle += 1;
            let (guard, timed_out) = inner.state.wait_timeout(state, IDLE_LIMIT);
            state = guard;
            state.idle -= 1;
            if timed_out && state.queue.is_empty() {
                break;
            }
        }
        state.roster.remove(self.index);
        // Another worker takes the task that this one was woken for.
        if !state.queue.is_empty() && state.idle > 0 {
            state.notify_one();
        }
        inner.replace_worker(&mut state);
        inner.watch_grace(state);
    }
}

/// Whether tasks are waiting for a worker.
pub fn is_contended(pool: &Pool) -> bool {
    pool.inner.queued.load(Ordering::Relaxed) > 0
}

/// Whether a task whose turn began at `begun` should yield to waiting tasks.
pub fn turn_is_over(pool: &Pool, begun: Instant) -> bool {
    is_contended(pool) && begun.elapsed() >= TURN_TIME
}

/// Queues `task`, part of the call that `usage` belongs to, for one turn.
///
/// # Errors
///
/// Fails if the pool has no worker and none can be started; the task is then not queued.
pub fn submit_for(pool: &Pool, usage: &Arc<Usage>, task: Arc<dyn Task>) -> io::Result<()> {
    pool.queue(usage.clone(), task, false)
}

/// Promotes background work to a normal call, because a caller is waiting for it.
pub fn hurry(pool: &Pool, usage: &Arc<Usage>) {
    usage.set_awaited(true);
    pool.inner.state.lock().queue.hurry(usage);
}

/// Moves the waiting turns of `task`, part of the call that `usage` belongs to, to the front,
/// because its work has ended.
pub fn release(pool: &Pool, usage: &Usage, task: &Arc<dyn Task>) {
    pool.inner.state.lock().queue.release(usage, task);
}

/// Queues `task` for one turn. The task belongs to the call whose turn the calling thread runs, or
/// to a new call.
///
/// # Errors
///
/// Fails if the pool has no worker and none can be started; the task is then not queued.
pub fn submit(pool: &Pool, task: Arc<dyn Task>) -> io::Result<()> {
    submit_for(pool, &Usage::of_caller(), task)
}

/// Whether the calling thread is a worker of a pool.
pub fn is_worker() -> bool {
    CURRENT.with_borrow(Option::is_some)
}

/// Runs `wait`, which waits for other work in a pool. A calling worker does not count against its
/// pool's size until `wait` returns, which lets the other work find a worker. Returns `None`
/// without waiting if tasks are queued, no worker counts, and none can be started: the caller then
/// does the other work itself.
pub fn block<R>(wait: impl FnOnce() -> R) -> Option<R> {
    /// Counts the worker again, even if `wait` panics.
    struct Blocked(Worker);
    impl Drop for Blocked {
        fn drop(&mut self) {
            let inner = &self.0.pool.inner;
            let mut state = inner.state.lock();
            state.roster.set_blocked(self.0.index, false);
            inner.end_surplus(&mut state);
        }
    }
    let Some(worker) = Worker::current() else {
        return Some(wait());
    };
    let inner = &worker.pool.inner;
    let mut state = inner.state.lock();
    state.roster.set_blocked(worker.index, true);
    inner.replace_worker(&mut state);
    if !state.queue.is_empty() && state.counted() == 0 {
        state.roster.set_blocked(worker.index, false);
        return None;
    }
    inner.watch_grace(state);
    let _blocked = Blocked(worker);
    let _paused = Usage::pause();
    Some(wait())
}

/// Queues `task` in front of all others, for workers that wait for it. Otherwise each of them would
/// be replaced by a worker that takes the next call and waits too.
///
/// # Errors
///
/// Fails if the pool has no worker and none can be started; the task is then not queued.
pub(super) fn submit_first(pool: &Pool, task: Arc<dyn Task>) -> io::Result<()> {
    pool.queue(Usage::of_caller(), task, true)
}

#[cfg(test)]
mod tests;
