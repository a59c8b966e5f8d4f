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
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::mpsc;

    use super::*;
    use crate::cancel::AbortReason;

    #[test]
    fn the_value_is_computed_once_for_all_threads() {
        static COMPUTED: AtomicU32 = AtomicU32::new(0);
        let cell = SharedOnce::<u32>::default();
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let cell = cell.clone();
                std::thread::spawn(move || {
                    cell.get_or_compute(&CancelToken::new(), || {
                        COMPUTED.fetch_add(1, Ordering::SeqCst) + 7
                    })
                })
            })
            .collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), Ok(7));
        }
        assert_eq!(COMPUTED.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn an_aborted_caller_is_released_and_the_next_finds_the_value() {
        let cell = SharedOnce::<u32>::default();
        let token = CancelToken::new();
        let (open, gate) = mpsc::channel::<()>();
        let (begun, begins) = mpsc::channel();
        let aborted = {
            let (cell, token) = (cell.clone(), token.clone());
            std::thread::spawn(move || {
                cell.get_or_compute(&token, move || {
                    begun.send(()).unwrap();
                    gate.recv().unwrap();
                    5
                })
            })
        };
        begins.recv().unwrap();
        token.cancel(AbortReason::User);
        assert_eq!(aborted.join().unwrap(), Err(Aborted(AbortReason::User)));
        open.send(()).unwrap();
        let value = cell.get_or_compute(&CancelToken::new(), || panic!("computed twice"));
        assert_eq!(value, Ok(5));
    }

    /// A waiter runs the computation itself if no worker can be started for it.
    #[test]
    fn whoever_takes_a_queued_computation_runs_it_for_all() {
        let cell = SharedOnce::<u32>::default();
        *cell.0.lock() = OnceState::Queued(Box::new(|| 5));
        cell.run_if_queued();
        let token = CancelToken::new();
        assert_eq!(
            cell.get_or_compute(&token, || panic!("computed twice")),
            Ok(5)
        );
        cell.run_if_queued();
        cell.drop_queued();
        assert_eq!(
            cell.get_or_compute(&token, || panic!("computed twice")),
            Ok(5)
        );
    }

    #[test]
    fn a_computation_that_is_dropped_leaves_the_next_caller_to_bring_its_own() {
        let cell = SharedOnce::<u32>::default();
        *cell.0.lock() = OnceState::Queued(Box::new(|| panic!("it was dropped")));
        cell.drop_queued();
        assert_eq!(cell.get_or_compute(&CancelToken::new(), || 6), Ok(6));
    }

    #[test]
    fn a_panic_gives_the_default() {
        let cell = SharedOnce::<Option<u32>>::default();
        let token = CancelToken::new();
        let value = cell.get_or_compute(&token, || panic!("on purpose"));
        assert_eq!(value, Ok(None));
        assert_eq!(cell.get_or_compute(&token, || Some(1)), Ok(None));
    }
}
