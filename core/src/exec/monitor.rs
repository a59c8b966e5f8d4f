//! State behind a lock, with a condition variable that announces its changes.
//!
//! Invariant: state that a waiter depends on changes only under the lock, and
//! every such change is followed by a notification. A panic under the lock does
//! not poison it: each critical section leaves the state valid at every step.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::cancel::{Aborted, CancelToken};

/// A mutex and the condition variable that belongs to it.
#[derive(Debug, Default)]
pub(crate) struct Monitor<T> {
    state: Mutex<T>,
    changed: Condvar,
}

impl<T> Monitor<T> {
    pub(crate) const fn new(state: T) -> Monitor<T> {
        Monitor {
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        lock(&self.state)
    }

    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.state.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn notify_one(&self) {
        self.changed.notify_one();
    }

    pub(crate) fn notify_all(&self) {
        self.changed.notify_all();
    }

    /// Releases the lock until a notification. Spurious returns are possible.
    pub(crate) fn wait<'a>(&self, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        self.changed
            .wait(guard)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Releases the lock until a notification or until `limit` has passed,
    /// which the second value reports.
    pub(crate) fn wait_timeout<'a>(
        &self,
        guard: MutexGuard<'a, T>,
        limit: Duration,
    ) -> (MutexGuard<'a, T>, bool) {
        let (guard, result) = self
            .changed
            .wait_timeout(guard, limit)
            .unwrap_or_else(PoisonError::into_inner);
        (guard, result.timed_out())
    }
}

impl<T: Send + 'static> Monitor<T> {
    /// Waits until `ready` returns a value, or the token fires.
    pub(crate) fn wait_for<R>(
        self: &std::sync::Arc<Self>,
        token: &CancelToken,
        mut ready: impl FnMut(&mut T) -> Option<R>,
    ) -> Result<R, Aborted> {
        let waiter = self.clone();
        let _subscription = token.on_cancel(move |_| {
            // Under the lock, so that a thread between its check and its wait
            // does not miss the notification.
            let _state = waiter.lock();
            waiter.notify_all();
        });
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

/// Locks a mutex whose state is valid even after a panic under the lock.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
