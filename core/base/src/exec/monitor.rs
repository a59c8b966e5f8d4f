//! State guarded by a lock, with a condition variable that signals its changes.
//!
//! Invariants: state that a waiter depends on changes only under the lock, and a notification
//! follows every such change. It is sent after the lock is released: a woken thread could otherwise
//! preempt the notifier, which would hold the lock until it ran again. A panic under the lock does
//! not poison it, because each critical section leaves the state valid at every step.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::cancel::on_cancel;
use crate::cancel::{Aborted, CancelToken};

/// A mutex with its condition variable.
#[derive(Debug, Default)]
pub struct Monitor<T> {
    state: Mutex<T>,
    changed: Condvar,
}

/// The locked state of a monitor.
pub struct MonitorGuard<'a, T> {
    // Fields drop in this order: the lock is released before the notification is sent.
    state: MutexGuard<'a, T>,
    notification: Notification<'a>,
}

/// Wakes waiting threads when dropped.
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

    /// Locks the state, even if another holder panicked.
    pub fn lock(&self) -> MonitorGuard<'_, T> {
        self.guard(lock(&self.state))
    }

    /// Returns the state without a lock.
    pub fn get_mut(&mut self) -> &mut T {
        self.state.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Releases the lock until a notification arrives. Spurious wake-ups are possible.
    pub fn wait<'a>(&'a self, guard: MonitorGuard<'a, T>) -> MonitorGuard<'a, T> {
        let state = self.changed.wait(guard.notified());
        self.guard(state.unwrap_or_else(PoisonError::into_inner))
    }

    /// Releases the lock until a notification arrives or `limit` passes. The second value reports
    /// whether `limit` passed.
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
        // Notifies under the lock: a thread between its check and its wait does not miss the
        // notification.
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
    /// Wakes one waiting thread after the lock is released, or all if another wake-up is already
    /// pending.
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

    /// Sends the notification before the lock is released: the wait that begins next releases the
    /// lock immediately.
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
