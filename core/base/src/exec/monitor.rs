//! State behind a lock, with a condition variable that announces its changes.
//!
//! Invariants: state that a waiter depends on changes only under the lock, and
//! every such change is followed by a notification. It is sent when the lock has
//! been released: a thread that is displaced by the thread it wakes
//! while it holds the lock keeps everyone out until it runs again. A panic under the
//! lock does not poison it: each critical section leaves the state valid at every
//! step.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::cancel::on_cancel;
use crate::cancel::{Aborted, CancelToken};

/// A mutex and the condition variable that belongs to it.
#[derive(Debug, Default)]
pub struct Monitor<T> {
    state: Mutex<T>,
    changed: Condvar,
}

/// The locked state of a monitor.
pub struct MonitorGuard<'a, T> {
    // Dropped in this order.
    state: MutexGuard<'a, T>,
    notification: Notification<'a>,
}

/// Wakes waiting threads when it is dropped.
struct Notification<'a> {
    changed: &'a Condvar,
    to: Waiters,
}

enum Waiters {
    None,
    One,
    All,
}

impl<T> Monitor<T> {
    /// Wraps a state.
    pub const fn new(state: T) -> Monitor<T> {
        Monitor {
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    /// Locks the state, also after a panic of another holder.
    pub fn lock(&self) -> MonitorGuard<'_, T> {
        self.guard(lock(&self.state))
    }

    /// Returns the state without a lock.
    pub fn get_mut(&mut self) -> &mut T {
        self.state.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Releases the lock until a notification. Spurious returns are possible.
    pub fn wait<'a>(&'a self, guard: MonitorGuard<'a, T>) -> MonitorGuard<'a, T> {
        let state = self.changed.wait(guard.notified());
        self.guard(state.unwrap_or_else(PoisonError::into_inner))
    }

    /// Releases the lock until a notification or until `limit` has passed,
    /// which the second value reports.
    pub fn wait_timeout<'a>(
        &'a self,
        guard: MonitorGuard<'a, T>,
        limit: Duration,
    ) -> (MonitorGuard<'a, T>, bool) {
        let waited = self.changed.wait_timeout(guard.notified(), limit);
        let (state, result) = waited.unwrap_or_else(PoisonError::into_inner);
        (self.guard(state), result.timed_out())
    }

    fn guard<'a>(&'a self, state: MutexGuard<'a, T>) -> MonitorGuard<'a, T> {
        MonitorGuard {
            state,
            notification: Notification {
                changed: &self.changed,
                to: Waiters::None,
            },
        }
    }
}

impl<T: Send + 'static> Monitor<T> {
    /// Waits until `ready` returns a value, or the token fires.
    pub fn wait_for<R>(
        self: &Arc<Self>,
        token: &CancelToken,
        mut ready: impl FnMut(&mut T) -> Option<R>,
    ) -> Result<R, Aborted> {
        let waiter = self.clone();
        // With the lock, so that a thread between its check and its wait does not
        // miss the notification.
        let _subscription = on_cancel(token, move |_| waiter.lock().notify_all());
        let mut state = self.lock();
        loop {
            if let Some(value) = ready(&mut state) {
                return Ok(value);
            }
            token.heartbeat()?;
            state = self.wait(state);
        }
    }
}

impl<'a, T> MonitorGuard<'a, T> {
    /// Wakes a waiting thread after the release of the lock; all if one is to be woken already.
    pub fn notify_one(&mut self) {
        self.notification.to = match self.notification.to {
            Waiters::None => Waiters::One,
            Waiters::One | Waiters::All => Waiters::All,
        };
    }

    /// Wakes all waiting threads after the release of the lock.
    pub fn notify_all(&mut self) {
        self.notification.to = Waiters::All;
    }

    /// Sends the notification before the release: the waits that begin now release
    /// the lock at once.
    fn notified(self) -> MutexGuard<'a, T> {
        drop(self.notification);
        self.state
    }
}

impl<T> Deref for MonitorGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.state
    }
}

impl<T> DerefMut for MonitorGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.state
    }
}

impl Drop for Notification<'_> {
    fn drop(&mut self) {
        match self.to {
            Waiters::None => {}
            Waiters::One => self.changed.notify_one(),
            Waiters::All => self.changed.notify_all(),
        }
    }
}

/// Locks a mutex whose state is valid even after a panic under the lock.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
