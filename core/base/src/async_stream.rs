//! Streams of results for async code.
//!
//! A thin layer over [`Stream`] that registers wakers. It depends on no async runtime.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use crate::error::Result;
use crate::report::Report;
use crate::stream::Stream;

/// Wrapper around [`Stream`] that implements `futures_core::Stream`.
///
/// This is a separate type because `Iterator` and `futures::StreamExt` share method names (`next`,
/// `map`, ...), which would be ambiguous on one type. Polling never blocks and needs no particular
/// runtime: a worker wakes the task. Dropping the stream cancels the work. Requires the feature
/// `futures`, which is on by default.
///
/// ```
/// # extern crate ransack_base as ransack;
/// use futures_util::TryStreamExt;
/// use ransack::{Result, Stream};
///
/// /// Collects the results of `stream`, for example the stream of `grep_stream`.
/// async fn collect<T>(stream: Stream<T>) -> Result<Vec<T>> {
///     let mut results = stream.into_async();
///     let mut items = Vec::new();
///     while let Some(item) = results.try_next().await? {
///         items.push(item);
///     }
///     assert!(results.report().is_some());
///     Ok(items)
/// }
/// ```
#[derive(Debug)]
pub struct AsyncStream<T> {
    stream: Stream<T>,
    /// Waker that the stream's callback wakes.
    waker: Option<Waker>,
}

// Results are moved out by value; nothing is pinned.
impl<T> Unpin for AsyncStream<T> {}

impl<T> Stream<T> {
    /// Converts the stream for use in async code. Replaces the callback set by
    /// [`Stream::on_ready`].
    pub fn into_async(self) -> AsyncStream<T> {
        AsyncStream {
            stream: self,
            waker: None,
        }
    }
}

impl<T> AsyncStream<T> {
    /// Returns the report once the stream has ended without an error.
    pub fn report(&self) -> Option<&Report> {
        self.stream.report()
    }

    /// Ends the work and returns the report. To continue after the last result that was returned,
    /// pass the report's [`next`](Report::next) to the next call.
    pub fn stop(self) -> Report {
        self.stream.stop()
    }
}

impl<T> futures_core::Stream for AsyncStream<T> {
    type Item = Result<T>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<T>>> {
        let waker = context.waker();
        if !self.waker.as_ref().is_some_and(|w| w.will_wake(waker)) {
            // Set before the poll: a result that arrives after the poll wakes this waker.
            let callback = waker.clone();
            self.stream.on_ready(move || callback.wake_by_ref());
            self.waker = Some(waker.clone());
        }
        self.stream.poll_item()
    }
}
