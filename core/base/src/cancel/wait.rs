//! Waiting for a token in async code.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use super::{AbortReason, CancelToken, Subscription, on_cancel};

/// Future that resolves with the reason when a token fires, returned by [`CancelToken::wait`].
#[derive(Debug)]
#[must_use = "futures do nothing unless polled"]
pub struct CancelWait {
    token: CancelToken,
    /// Waker of the last poll, until the token fires.
    waker: Arc<Mutex<Option<Waker>>>,
    /// Listener that wakes, from the first poll on.
    subscription: Option<Subscription>,
}

impl CancelToken {
    /// Returns a future that resolves with the reason when the token fires: for `select!`, or to
    /// clean up after a cancelled call. It needs no particular runtime and no thread of its own: the
    /// thread that fires the token wakes the task. Dropping the future removes its waker. Requires the
    /// feature `futures`, which is on by default.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_base as ransack;
    /// use std::future::Future;
    ///
    /// use futures_util::future::{Either, select};
    /// use ransack::{AbortReason, CancelToken};
    ///
    /// /// Runs `work` until it ends or the token fires.
    /// async fn unless_cancelled<T>(
    ///     work: impl Future<Output = T> + Unpin,
    ///     token: &CancelToken,
    /// ) -> Result<T, AbortReason> {
    ///     match select(work, token.wait()).await {
    ///         Either::Left((result, _)) => Ok(result),
    ///         Either::Right((reason, _)) => Err(reason),
    ///     }
    /// }
    /// ```
    pub fn wait(&self) -> CancelWait {
        CancelWait {
            token: self.clone(),
            waker: Arc::default(),
            subscription: None,
        }
    }
}

fn lock(waker: &Mutex<Option<Waker>>) -> MutexGuard<'_, Option<Waker>> {
    waker.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Future for CancelWait {
    type Output = AbortReason;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<AbortReason> {
        let waker = context.waker();
        let mut known = lock(&self.waker);
        if !known.as_ref().is_some_and(|known| known.will_wake(waker)) {
            *known = Some(waker.clone());
        }
        drop(known);
        if self.subscription.is_none() {
            let waker = self.waker.clone();
            self.subscription = Some(on_cancel(&self.token, move |_| {
                let waker = lock(&waker).take();
                if let Some(waker) = waker {
                    waker.wake();
                }
            }));
        }
        // After the waker is stored: a token that fires from here on wakes it.
        self.token.reason().map_or(Poll::Pending, Poll::Ready)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
