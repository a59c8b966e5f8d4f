//! Cancel tokens and deadlines.
//!
//! Invariants: a token fires once; listeners and children run on the thread that fires it, without
//! holding the token's lock. One service thread fires all deadlines.
//!
//! - `wait`: waiting for a token in async code.

#[cfg(feature = "futures")]
pub(crate) mod wait;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Reason why a token fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum AbortReason {
    /// The caller's signal object fired (an `AbortSignal` in Node).
    Signal = 1,
    /// The deadline passed.
    Timeout = 2,
    /// The user asked to stop (Ctrl-C, Escape, a closed window).
    User = 3,
}

/// Error returned by [`CancelToken::heartbeat`] once the token has fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aborted(
    /// Reason why the token first fired.
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

/// Token that cancels work, shared by the caller and the workers.
///
/// Clones are cheap and refer to the same token. A token fires only once: when
/// [`cancel`](CancelToken::cancel) is called, when its deadline passes, or when its parent fires.
/// The first reason wins. A parent fires its children; a child does not fire its parent.
///
/// # Cost
///
/// [`heartbeat`](CancelToken::heartbeat) costs one relaxed load. The first deadline starts one
/// thread, which fires all deadlines and lives as long as the process.
///
/// # Example
///
/// ```
/// # extern crate ransack_base as ransack;
/// use ransack::{AbortReason, CancelToken};
///
/// let token = CancelToken::new();
/// let worker = token.clone();
/// assert!(worker.heartbeat().is_ok());
/// assert!(token.cancel(AbortReason::User));
/// assert_eq!(worker.heartbeat().unwrap_err().0, AbortReason::User);
/// ```
///
/// A new call replaces the previous call for the same purpose:
///
/// ```
/// # extern crate ransack_base as ransack;
/// use ransack::{AbortReason, CancelToken};
///
/// /// Cancels the previous call and returns the token of the next.
/// fn latest(current: &mut CancelToken) -> CancelToken {
///     std::mem::take(current).cancel(AbortReason::User);
///     current.clone()
/// }
///
/// let mut current = CancelToken::new();
/// let (first, second) = (latest(&mut current), latest(&mut current));
/// assert!(first.is_cancelled() && !second.is_cancelled());
/// ```
#[derive(Clone, Default)]
pub struct CancelToken {
    inner: Arc<TokenInner>,
}

#[derive(Default)]
struct TokenInner {
    /// 0 until the token fires, then the `AbortReason`.
    reason: AtomicU8,
    /// Whether the token was given a deadline of its own.
    has_deadline: AtomicBool,
    watchers: Mutex<Watchers>,
    /// Keeps the parent alive: its deadline fires this token even after the caller has dropped the
    /// parent.
    parent: Option<Arc<TokenInner>>,
}

type Listener = Box<dyn FnOnce(AbortReason) + Send>;

#[derive(Default)]
struct Watchers {
    next_id: u64,
    listeners: Vec<(u64, Listener)>,
    children: Vec<Weak<TokenInner>>,
}

impl CancelToken {
    /// Creates a token without a deadline.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Creates a token that fires with [`AbortReason::Timeout`] after `timeout`. A zero timeout
    /// fires immediately.
    ///
    /// If the thread that fires deadlines cannot be started, the token fires immediately, because a
    /// call must not run without its limit. [`try_with_timeout`](CancelToken::try_with_timeout)
    /// returns the error instead.
    pub fn with_timeout(timeout: Duration) -> CancelToken {
        CancelToken::new().or_fired(timeout)
    }

    /// Creates a token that fires with [`AbortReason::Timeout`] after `timeout`.
    ///
    /// # Errors
    ///
    /// Fails if the thread that fires deadlines cannot be started. A later call tries again.
    pub fn try_with_timeout(timeout: Duration) -> io::Result<CancelToken> {
        let token = CancelToken::new();
        token.fire_after(timeout)?;
        Ok(token)
    }

    /// Creates a child token, which also fires when this token fires.
    pub fn child(&self) -> CancelToken {
        let child = CancelToken {
            inner: Arc::new(TokenInner {
                parent: Some(self.inner.clone()),
                ..TokenInner::default()
            }),
        };
        let mut watchers = self.inner.lock();
        match self.reason() {
            Some(reason) => {
                drop(watchers);
                child.cancel(reason);
            }
            None => {
                // Dropped children are removed whenever the list would grow: a long-lived parent
                // stays small at amortised O(1).
                if watchers.children.len() == watchers.children.capacity() {
                    watchers.children.retain(|c| c.strong_count() > 0);
                }
                watchers.children.push(Arc::downgrade(&child.inner));
            }
        }
        child
    }

    /// Creates a child token that also fires with [`AbortReason::Timeout`] after `timeout`. A zero
    /// timeout fires immediately.
    ///
    /// If the thread that fires deadlines cannot be started, the child fires immediately, as in
    /// [`with_timeout`](CancelToken::with_timeout).
    pub fn child_with_timeout(&self, timeout: Duration) -> CancelToken {
        self.child().or_fired(timeout)
    }

    /// Creates a child token that also fires with [`AbortReason::Timeout`] after `timeout`.
    ///
    /// # Errors
    ///
    /// Fails if the thread that fires deadlines cannot be started. A later call tries again.
    pub fn try_child_with_timeout(&self, timeout: Duration) -> io::Result<CancelToken> {
        let child = self.child();
        child.fire_after(timeout)?;
        Ok(child)
    }

    /// Fires the token. Returns false if the token has already fired; the first reason is kept.
    pub fn cancel(&self, reason: AbortReason) -> bool {
        self.inner.fire(reason)
    }

    /// Returns the reason why the token fired, or `None` if it has not fired.
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

    /// Returns an error if the token has fired. Long-running work calls this at bounded intervals
    /// and returns the error.
    ///
    /// # Errors
    ///
    /// Returns [`Aborted`] with the first reason if the token has fired.
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

    /// Fires the token after `timeout`, or immediately if no thread can fire it later.
    fn or_fired(self, timeout: Duration) -> CancelToken {
        if self.fire_after(timeout).is_err() {
            self.cancel(AbortReason::Timeout);
        }
        self
    }

    fn fire_after(&self, timeout: Duration) -> io::Result<()> {
        self.inner.has_deadline.store(true, Ordering::Relaxed);
        if timeout.is_zero() {
            self.cancel(AbortReason::Timeout);
        } else if let Some(deadline) = Instant::now().checked_add(timeout) {
            CLOCK.watch(deadline, &self.inner)?;
        }
        Ok(())
    }
}

impl fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancelToken")
            .field("reason", &self.reason())
            .finish()
    }
}

/// Whether the token or a token that it descends from was given a deadline.
pub fn has_deadline(token: &CancelToken) -> bool {
    let mut ancestors = std::iter::successors(Some(&*token.inner), |inner| inner.parent.as_deref());
    ancestors.any(|inner| inner.has_deadline.load(Ordering::Relaxed))
}

impl TokenInner {
    fn lock(&self) -> MutexGuard<'_, Watchers> {
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fire(&self, reason: AbortReason) -> bool {
        let (listeners, children) = {
            // Held while the lists are taken: a listener that is being registered either sees the
            // reason or is in these lists.
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

/// Registration of an [`on_cancel`] listener; dropping it removes the listener.
#[derive(Debug)]
#[must_use]
pub struct Subscription {
    token: CancelToken,
    id: u64,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut watchers = self.token.inner.lock();
        let found = watchers.listeners.iter().position(|(id, _)| *id == self.id);
        let listener = found.map(|at| watchers.listeners.swap_remove(at));
        // Drops the values that the listener owns outside the lock.
        drop(watchers);
        drop(listener);
    }
}

/// Service thread that fires deadlines.
struct DeadlineClock {
    deadlines: Mutex<Deadlines>,
    earlier: Condvar,
}

struct Deadlines {
    due: BinaryHeap<Reverse<Deadline>>,
    /// Whether the thread has been started. The thread never ends.
    is_running: bool,
}

static CLOCK: DeadlineClock = DeadlineClock {
    deadlines: Mutex::new(Deadlines {
        due: BinaryHeap::new(),
        is_running: false,
    }),
    earlier: Condvar::new(),
};

struct Deadline {
    at: Instant,
    token: Weak<TokenInner>,
}

impl DeadlineClock {
    fn lock(&self) -> MutexGuard<'_, Deadlines> {
        self.deadlines
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Fires a token at `at`. Fails if the thread is not running and cannot be started.
    fn watch(&'static self, at: Instant, token: &Arc<TokenInner>) -> io::Result<()> {
        let mut deadlines = self.lock();
        if !deadlines.is_running {
            std::thread::Builder::new()
                .name("ransack-clock".into())
                .stack_size(64 * 1024)
                .spawn(|| self.run())?;
            deadlines.is_running = true;
        }
        let due = &mut deadlines.due;
        // Dropped tokens are removed whenever the queue would grow: calls with long deadlines do
        // not accumulate.
        if due.len() == due.capacity() {
            due.retain(|Reverse(due)| due.token.strong_count() > 0);
        }
        due.push(Reverse(Deadline {
            at,
            token: Arc::downgrade(token),
        }));
        let is_first = due.peek().is_some_and(|Reverse(first)| first.at == at);
        // The woken thread must find the lock free.
        drop(deadlines);
        if is_first {
            self.earlier.notify_one();
        }
        Ok(())
    }

    fn run(&self) {
        let mut deadlines = self.lock();
        loop {
            let now = Instant::now();
            match deadlines.due.peek() {
                None => {
                    deadlines = self
                        .earlier
                        .wait(deadlines)
                        .unwrap_or_else(PoisonError::into_inner);
                }
                // Not at its deadline, since a wake-up for each finished call would cost more than the
                // call.
                Some(Reverse(first)) if first.token.strong_count() == 0 => {
                    deadlines.due.pop();
                }
                Some(Reverse(first)) if first.at > now => {
                    let pause = first.at - now;
                    deadlines = self
                        .earlier
                        .wait_timeout(deadlines, pause)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0;
                }
                Some(_) => {
                    let fired = deadlines.due.pop();
                    let fired = fired.and_then(|Reverse(due)| due.token.upgrade());
                    drop(deadlines);
                    if let Some(token) = fired {
                        token.fire(AbortReason::Timeout);
                    }
                    deadlines = self.lock();
                }
            }
        }
    }
}

impl Ord for Deadline {
    fn cmp(&self, other: &Deadline) -> std::cmp::Ordering {
        self.at.cmp(&other.at)
    }
}

impl PartialOrd for Deadline {
    fn partial_cmp(&self, other: &Deadline) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Deadline {
    fn eq(&self, other: &Deadline) -> bool {
        self.at == other.at
    }
}

impl Eq for Deadline {}

/// Runs `listener` once when the token fires, on the thread that fires it, or immediately if the
/// token has already fired. Dropping the subscription removes the listener.
pub fn on_cancel(
    token: &CancelToken,
    listener: impl FnOnce(AbortReason) + Send + 'static,
) -> Subscription {
    let mut watchers = token.inner.lock();
    if let Some(reason) = token.reason() {
        drop(watchers);
        listener(reason);
        return Subscription {
            token: token.clone(),
            id: 0,
        };
    }
    watchers.next_id += 1;
    let id = watchers.next_id;
    watchers.listeners.push((id, Box::new(listener)));
    Subscription {
        token: token.clone(),
        id,
    }
}

/// Runs `listener` once after `delay`, on the thread that fires deadlines, unless the subscription
/// is dropped first. Never runs it on the calling thread.
///
/// # Errors
///
/// Fails if the thread cannot be started.
pub fn run_after(
    delay: Duration,
    listener: impl FnOnce() + Send + 'static,
) -> io::Result<Subscription> {
    let token = CancelToken::new();
    let subscription = on_cancel(&token, |_| listener());
    if let Some(deadline) = Instant::now().checked_add(delay) {
        CLOCK.watch(deadline, &token.inner)?;
    }
    Ok(subscription)
}
