use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Why work was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum AbortReason {
    /// A caller's signal object fired (an `AbortSignal` in Node).
    Signal = 1,
    /// The deadline passed.
    Timeout = 2,
    /// The user asked (Ctrl-C, Escape, a closed window).
    User = 3,
}

/// The error of [`CancelToken::heartbeat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aborted(
    /// The first reason given.
    pub AbortReason,
);

impl fmt::Display for Aborted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            AbortReason::Signal => "aborted by a signal",
            AbortReason::Timeout => "timed out",
            AbortReason::User => "aborted by the user",
        })
    }
}

impl std::error::Error for Aborted {}

/// A switch that stops work, shared by whoever asks and whoever works.
///
/// Clones are cheap and are the same switch. A token fires once, by
/// [`cancel`](CancelToken::cancel), by its deadline or by its parent; the first
/// reason stays. A child fires with its parent, not the other way round.
///
/// # Cost
///
/// [`heartbeat`](CancelToken::heartbeat) is one relaxed load. The first token
/// with a deadline starts one thread for the life of the process, which fires
/// all deadlines.
///
/// # Example
///
/// ```
/// use ransack::{AbortReason, CancelToken};
///
/// let token = CancelToken::new();
/// let worker = token.clone();
/// assert!(worker.heartbeat().is_ok());
/// assert!(token.cancel(AbortReason::User));
/// assert_eq!(worker.heartbeat().unwrap_err().0, AbortReason::User);
/// ```
#[derive(Clone, Default)]
pub struct CancelToken {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    /// 0 while the token has not fired, else the `AbortReason`.
    reason: AtomicU8,
    watchers: Mutex<Watchers>,
    /// Kept alive so that its deadline still reaches this token when the
    /// caller has dropped it.
    _parent: Option<Arc<Inner>>,
}

type Listener = Box<dyn FnOnce(AbortReason) + Send>;

#[derive(Default)]
struct Watchers {
    next_id: u64,
    listeners: Vec<(u64, Listener)>,
    children: Vec<Weak<Inner>>,
}

impl CancelToken {
    /// A token that fires only when it is cancelled.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// A token that fires with [`AbortReason::Timeout`] when `timeout` has
    /// passed. A zero timeout has fired already.
    pub fn with_timeout(timeout: Duration) -> CancelToken {
        let token = CancelToken::new();
        token.fire_after(timeout);
        token
    }

    /// A token that also fires when this one does.
    pub fn child(&self) -> CancelToken {
        let child = CancelToken {
            inner: Arc::new(Inner {
                _parent: Some(self.inner.clone()),
                ..Inner::default()
            }),
        };
        let mut watchers = self.inner.lock();
        match self.reason() {
            Some(reason) => {
                drop(watchers);
                child.cancel(reason);
            }
            None => {
                // Dead children are swept only when the list would grow, so
                // that a long-lived parent stays small at amortised O(1).
                if watchers.children.len() == watchers.children.capacity() {
                    watchers.children.retain(|c| c.strong_count() > 0);
                }
                watchers.children.push(Arc::downgrade(&child.inner));
            }
        }
        child
    }

    /// A child that also has a deadline of its own.
    pub fn child_with_timeout(&self, timeout: Duration) -> CancelToken {
        let child = self.child();
        child.fire_after(timeout);
        child
    }

    /// Fires the token. Returns false if it had fired before, in which case
    /// the earlier reason stays.
    pub fn cancel(&self, reason: AbortReason) -> bool {
        self.inner.fire(reason)
    }

    /// The reason, once the token has fired.
    pub fn reason(&self) -> Option<AbortReason> {
        match self.inner.reason.load(Ordering::Acquire) {
            0 => None,
            1 => Some(AbortReason::Signal),
            2 => Some(AbortReason::Timeout),
            _ => Some(AbortReason::User),
        }
    }

    /// Whether the token has fired.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.inner.reason.load(Ordering::Relaxed) != 0
    }

    /// `Err` once the token has fired. Long work calls this at bounded
    /// intervals and hands the error up.
    #[inline]
    pub fn heartbeat(&self) -> Result<(), Aborted> {
        if self.is_cancelled() {
            Err(self.aborted())
        } else {
            Ok(())
        }
    }

    #[cold]
    fn aborted(&self) -> Aborted {
        Aborted(self.reason().unwrap_or(AbortReason::Signal))
    }

    /// Runs `listener` once when the token fires, on the thread that fires it,
    /// or at once if it has fired already. Dropping the subscription forgets
    /// the listener.
    pub(crate) fn on_cancel(
        &self,
        listener: impl FnOnce(AbortReason) + Send + 'static,
    ) -> Subscription {
        let mut watchers = self.inner.lock();
        if let Some(reason) = self.reason() {
            drop(watchers);
            listener(reason);
            return Subscription {
                token: self.clone(),
                id: 0,
            };
        }
        watchers.next_id += 1;
        let id = watchers.next_id;
        watchers.listeners.push((id, Box::new(listener)));
        Subscription {
            token: self.clone(),
            id,
        }
    }

    fn fire_after(&self, timeout: Duration) {
        if timeout.is_zero() {
            self.cancel(AbortReason::Timeout);
        } else if let Some(deadline) = Instant::now().checked_add(timeout) {
            Clock::get().watch(deadline, &self.inner);
        }
    }
}

impl fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancelToken")
            .field("reason", &self.reason())
            .finish()
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Watchers> {
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fire(&self, reason: AbortReason) -> bool {
        let (listeners, children) = {
            // Under the lock, so that whoever registers either sees the reason
            // or is in the lists taken here.
            let mut watchers = self.lock();
            if self.reason.load(Ordering::Relaxed) != 0 {
                return false;
            }
            self.reason.store(reason as u8, Ordering::Release);
            (
                std::mem::take(&mut watchers.listeners),
                std::mem::take(&mut watchers.children),
            )
        };
        for (_, listener) in listeners {
            listener(reason);
        }
        for child in children.iter().filter_map(Weak::upgrade) {
            child.fire(reason);
        }
        true
    }
}

/// Keeps a listener of [`CancelToken::on_cancel`] registered.
#[must_use]
pub(crate) struct Subscription {
    token: CancelToken,
    id: u64,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut watchers = self.token.inner.lock();
        let found = watchers.listeners.iter().position(|(id, _)| *id == self.id);
        let listener = found.map(|at| watchers.listeners.swap_remove(at));
        // What the listener owns is dropped outside the lock.
        drop(watchers);
        drop(listener);
    }
}

/// The thread that fires deadlines.
struct Clock {
    due: Mutex<BinaryHeap<Reverse<Due>>>,
    earlier: Condvar,
}

struct Due {
    at: Instant,
    token: Weak<Inner>,
}

impl Clock {
    fn get() -> &'static Clock {
        static CLOCK: Clock = Clock {
            due: Mutex::new(BinaryHeap::new()),
            earlier: Condvar::new(),
        };
        static STARTED: std::sync::Once = std::sync::Once::new();
        STARTED.call_once(|| {
            let spawned = std::thread::Builder::new()
                .name("ransack-clock".into())
                .stack_size(64 * 1024)
                .spawn(|| CLOCK.run());
            // Without a thread nothing in this library can run: its pool needs
            // them too and reports the failure.
            drop(spawned);
        });
        &CLOCK
    }

    fn watch(&self, at: Instant, token: &Arc<Inner>) {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        // Tokens that are gone are swept when the queue would grow, so that
        // many calls with long deadlines do not pile up.
        if due.len() == due.capacity() {
            due.retain(|Reverse(due)| due.token.strong_count() > 0);
        }
        due.push(Reverse(Due {
            at,
            token: Arc::downgrade(token),
        }));
        if due.peek().is_some_and(|Reverse(first)| first.at == at) {
            self.earlier.notify_one();
        }
    }

    fn run(&self) {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let now = Instant::now();
            match due.peek() {
                None => {
                    due = self
                        .earlier
                        .wait(due)
                        .unwrap_or_else(PoisonError::into_inner);
                }
                Some(Reverse(first)) if first.at > now => {
                    let pause = first.at - now;
                    due = self
                        .earlier
                        .wait_timeout(due, pause)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0;
                }
                Some(_) => {
                    let fired = due.pop().and_then(|Reverse(due)| due.token.upgrade());
                    drop(due);
                    if let Some(token) = fired {
                        token.fire(AbortReason::Timeout);
                    }
                    due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

impl Ord for Due {
    fn cmp(&self, other: &Due) -> std::cmp::Ordering {
        self.at.cmp(&other.at)
    }
}

impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Due) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Due {
    fn eq(&self, other: &Due) -> bool {
        self.at == other.at
    }
}

impl Eq for Due {}
