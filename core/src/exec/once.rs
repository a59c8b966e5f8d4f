//! Values that are computed once, by work that cannot be interrupted, while
//! every caller can be released by its token.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::monitor::Monitor;
use super::pool::Pool;
use crate::cancel::{Aborted, CancelToken};

/// A value that the first caller has computed and all callers share.
#[derive(Debug, Default)]
pub(crate) struct SharedOnce<T>(Arc<Monitor<OnceState<T>>>);

impl<T> Clone for SharedOnce<T> {
    fn clone(&self) -> SharedOnce<T> {
        SharedOnce(self.0.clone())
    }
}

#[derive(Debug, Default)]
enum OnceState<T> {
    #[default]
    Empty,
    /// A caller has queued the computation; no thread has begun it.
    Queued,
    Computing,
    Ready(T),
}

impl<T: Clone + Default + Send + 'static> SharedOnce<T> {
    /// Returns the value, computing it with `compute` if no caller has. A
    /// caller whose token fires is released; the computation goes on, and the
    /// next caller finds its value. If `compute` panics the value is
    /// `T::default()`.
    pub(crate) fn get_or_compute(
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
                    OnceState::Queued | OnceState::Computing => false,
                    OnceState::Empty => {
                        *state = OnceState::Queued;
                        true
                    }
                }
            };
            if is_first && let Some(compute) = compute.take() {
                self.compute(token, compute)?;
            } else {
                self.wait(token)?;
            }
        }
    }

    /// Waits until the value is ready, or the first caller was released before
    /// its computation began.
    fn wait(&self, token: &CancelToken) -> Result<(), Aborted> {
        // A queued computation needs a worker, so this one is replaced; one that
        // has begun does not.
        let begun = Pool::block(|| {
            self.0.wait_for(token, |state| {
                (!matches!(state, OnceState::Queued)).then_some(())
            })
        });
        begun.transpose()?;
        self.0.wait_for(token, |state| match state {
            OnceState::Queued | OnceState::Computing => None,
            OnceState::Empty | OnceState::Ready(_) => Some(()),
        })
    }

    fn compute(
        &self,
        token: &CancelToken,
        compute: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(), Aborted> {
        let mut publisher = Publisher {
            cell: self.clone(),
            has_begun: false,
            value: None,
        };
        if Pool::is_worker() {
            publisher.publish(compute);
            drop(publisher);
            return token.heartbeat();
        }
        let work = move |_: &CancelToken| {
            publisher.publish(compute);
            Ok(())
        };
        // The work returns no error, and a panic has published a value.
        drop(Pool::shared().detach_first(token, work).wait());
        token.heartbeat()
    }
}

/// Publishes the value when it is dropped, also after a panic and if the work
/// never began.
struct Publisher<T: Default> {
    cell: SharedOnce<T>,
    has_begun: bool,
    value: Option<T>,
}

impl<T: Default> Publisher<T> {
    fn publish(&mut self, compute: impl FnOnce() -> T) {
        self.has_begun = true;
        *self.cell.0.lock() = OnceState::Computing;
        self.cell.0.notify_all();
        // Not left to the caller: on a worker the computation runs inline.
        self.value = catch_unwind(AssertUnwindSafe(compute)).ok();
    }
}

impl<T: Default> Drop for Publisher<T> {
    fn drop(&mut self) {
        let published = match self.value.take() {
            Some(value) => OnceState::Ready(value),
            None if self.has_begun => OnceState::Ready(T::default()),
            None => OnceState::Empty,
        };
        *self.cell.0.lock() = published;
        self.cell.0.notify_all();
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

    #[test]
    fn a_panic_gives_the_default() {
        let cell = SharedOnce::<Option<u32>>::default();
        let token = CancelToken::new();
        let value = cell.get_or_compute(&token, || panic!("on purpose"));
        assert_eq!(value, Ok(None));
        assert_eq!(cell.get_or_compute(&token, || Some(1)), Ok(None));
    }
}
