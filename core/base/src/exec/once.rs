//! Values computed once by uninterruptible work, while every caller can be
//! released by its token.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::monitor::Monitor;
use super::pool::Pool;
use super::pool::{block, is_worker};
use crate::cancel::{Aborted, CancelToken};

/// A value that the first caller computes and all callers share.
pub struct SharedOnce<T>(Arc<Monitor<OnceState<T>>>);

impl<T> Clone for SharedOnce<T> {
    fn clone(&self) -> SharedOnce<T> {
        SharedOnce(self.0.clone())
    }
}

impl<T> Default for SharedOnce<T> {
    fn default() -> SharedOnce<T> {
        SharedOnce(Arc::new(Monitor::new(OnceState::Empty)))
    }
}

enum OnceState<T> {
    Empty,
    /// A caller has queued the computation and no thread has begun it. The
    /// thread that takes it out runs it.
    Queued(Compute<T>),
    Computing,
    Ready(T),
}

type Compute<T> = Box<dyn FnOnce() -> T + Send>;

impl<T: Clone + Default + Send + 'static> SharedOnce<T> {
    /// Returns the value, computing it with `compute` if no caller has. A
    /// caller whose token fires is released; the computation continues and the
    /// next caller finds its value. If `compute` panics, the value is
    /// `T::default()`.
    pub fn get_or_compute(
        &self,
        token: &CancelToken,
        compute: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Aborted> {
        let mut compute = Some(compute);
        loop {
            let is_first = {
                let mut state = self.0.lock();
                match &*state {
                    OnceState::Ready(value) => return Ok(value.clone()),
                    OnceState::Queued(_) | OnceState::Computing => false,
                    OnceState::Empty => compute.take().is_some_and(|compute| {
                        *state = OnceState::Queued(Box::new(compute));
                        true
                    }),
                }
            };
            if is_first {
                self.compute(token)?;
            } else {
                token.heartbeat()?;
                self.wait(token)?;
            }
        }
    }

    /// Waits until the value is ready, or until the first caller is released
    /// before its computation begins.
    fn wait(&self, token: &CancelToken) -> Result<(), Aborted> {
        // A queued computation needs a worker, so this one is replaced. A
        // computation that has begun needs none.
        let begun = block(|| {
            self.0.wait_for(token, |state| {
                (!matches!(state, OnceState::Queued(_))).then_some(())
            })
        });
        match begun {
            Some(begun) => begun?,
            None => self.run_if_queued(),
        }
        self.0.wait_for(token, |state| match state {
            OnceState::Queued(_) | OnceState::Computing => None,
            OnceState::Empty | OnceState::Ready(_) => Some(()),
        })
    }

    /// Queues the computation and waits for it.
    fn compute(&self, token: &CancelToken) -> Result<(), Aborted> {
        if is_worker() {
            token.heartbeat().inspect_err(|_| self.drop_queued())?;
            self.run_if_queued();
            return token.heartbeat();
        }
        let cell = self.clone();
        let work = move |_: &CancelToken| {
            cell.run_if_queued();
            Ok(())
        };
        // The work returns no error, and a panic has published a value.
        drop(Pool::shared().detach_first(token, work).wait());
        token.heartbeat().inspect_err(|_| self.drop_queued())
    }

    /// Runs the computation on the calling thread, unless it has already begun.
    fn run_if_queued(&self) {
        let Some(compute) = self.take_queued(|| OnceState::Computing) else {
            return;
        };
        let compute = AssertUnwindSafe(compute);
        let value = catch_unwind(compute).unwrap_or_default();
        let mut state = self.0.lock();
        *state = OnceState::Ready(value);
        state.notify_all();
    }

    /// Drops a computation that no thread will begin. The next caller brings
    /// its own.
    fn drop_queued(&self) {
        drop(self.take_queued(|| OnceState::Empty));
    }

    /// Takes out a queued computation and leaves `next` in its place.
    fn take_queued(&self, next: impl FnOnce() -> OnceState<T>) -> Option<Compute<T>> {
        let mut state = self.0.lock();
        if !matches!(*state, OnceState::Queued(_)) {
            return None;
        }
        let taken = std::mem::replace(&mut *state, next());
        state.notify_all();
        drop(state);
        match taken {
            OnceState::Queued(compute) => Some(compute),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
