//! Streams of results with back-pressure.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::task::Poll;
use std::vec;

use crate::error::Result;
use crate::report::{Outcome, Report};

/// Stream of results in order, with back-pressure: the work pauses while 8 MiB of results (16 MiB
/// for outlines) are waiting, which frees its workers for other calls.
///
/// The iterator yields one result at a time. [`next_batch`](Stream::next_batch) yields batches, for
/// callers across a language boundary. [`poll_batch`](Stream::poll_batch), intended for event
/// loops, does not wait. Dropping the stream cancels the work.
pub struct Stream<T> {
    source: Arc<dyn ResultSource<T>>,
    batch: vec::IntoIter<T>,
    report: Option<Report>,
    failed: bool,
}

/// State of a stream, returned by [`Stream::poll_batch`].
#[derive(Debug)]
pub enum Next<T> {
    /// At least one result.
    Batch(Vec<T>),
    /// No result is ready yet. The callback set by [`Stream::on_ready`] will be called.
    Pending,
    /// The stream has ended. An error is returned only once.
    End(Result<Report>),
}

/// Producer of a stream.
pub trait ResultSource<T>: Send + Sync {
    /// Takes up to `max` results. Returns `Pending` only if `wait` is false.
    fn take(&self, max: usize, wait: bool) -> Next<T>;
    /// Sets the callback that runs when results are ready.
    fn on_ready(&self, callback: Box<dyn Fn() + Send + Sync>);
    /// Ends the work for the consumer, which has taken `unused` results without
    /// using them. Returns the report.
    fn stop(&self, unused: usize) -> Report;
    /// Whether the work ended with an error or the caller's token has fired. Earlier results are
    /// then invalid.
    fn has_failed(&self) -> bool;
    /// Cancels the work because the consumer was dropped.
    fn close(&self);
}

/// Wakes a consumer that is waiting for a pending source.
#[derive(Default)]
pub struct Consumer {
    on_ready: Option<WakeCallback>,
    /// Whether the consumer found nothing and expects one call.
    expects_wake: bool,
}

type WakeCallback = Arc<dyn Fn() + Send + Sync>;

impl Consumer {
    /// Sets the callback.
    pub fn set_callback(&mut self, callback: Box<dyn Fn() + Send + Sync>) {
        self.on_ready = Some(callback.into());
    }

    /// Records that the consumer found nothing.
    pub fn expect_wake(&mut self) {
        self.expects_wake = true;
    }

    /// Returns the callback if the consumer expects it. The source calls it
    /// once, without holding its lock.
    pub fn wake(&mut self) -> Option<WakeCallback> {
        let callback = self.on_ready.clone().filter(|_| self.expects_wake)?;
        self.expects_wake = false;
        Some(callback)
    }
}

impl<T> Stream<T> {
    /// Waits for results and returns at most `max` of them; a `max` of 0 counts as 1. Returns
    /// `None` at the end of the stream; [`report`](Stream::report) then returns the report. An
    /// error ends the stream.
    pub fn next_batch(&mut self, max: usize) -> Option<Result<Vec<T>>> {
        if let Some(batch) = self.take_buffered(max) {
            return Some(Ok(batch));
        }
        match self.advance(max, true) {
            Next::Batch(batch) => Some(Ok(batch)),
            Next::End(Err(error)) => Some(Err(error)),
            Next::End(Ok(_)) | Next::Pending => None,
        }
    }

    /// Returns at most `max` results without waiting; a `max` of 0 counts as 1.
    pub fn poll_batch(&mut self, max: usize) -> Next<T> {
        match self.take_buffered(max) {
            Some(batch) => Next::Batch(batch),
            None => self.advance(max, false),
        }
    }

    /// Returns the next result without waiting, or `None` at the end of the stream. If the result
    /// is pending, the callback set by [`Stream::on_ready`] will be called.
    pub fn poll_item(&mut self) -> Poll<Option<Result<T>>> {
        self.item(false)
    }

    /// Sets the callback that runs when results are ready, at most once for each [`Next::Pending`].
    /// The callback runs on a worker or on the thread that cancels the work. It must not block and
    /// must not use the stream.
    pub fn on_ready(&mut self, callback: impl Fn() + Send + Sync + 'static) {
        self.source.on_ready(Box::new(callback));
    }

    /// Returns the report if the stream has ended without an error.
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// Passes every result to `each`; returning `Break` ends the work.
    pub fn for_each(mut self, mut each: impl FnMut(T) -> ControlFlow<()>) -> Result<Report> {
        while let Some(item) = self.next() {
            if each(item?).is_break() {
                return Ok(self.stop());
            }
        }
        Ok(self.report.take().unwrap_or_default())
    }

    /// Ends the work and returns the report. To continue after the last result that was returned,
    /// pass the report's [`next`](Report::next) to the next call.
    pub fn stop(self) -> Report {
        self.stop_before(0)
    }

    /// Ends the work like [`stop`](Stream::stop), for a consumer that has not used the last `unused`
    /// results that were returned.
    pub fn stop_before(mut self, unused: usize) -> Report {
        let unused = unused + self.batch.len();
        match self.report.take() {
            Some(report) if unused == 0 => report,
            _ => self.source.stop(unused),
        }
    }

    /// Waits for all results and returns them with the report.
    ///
    /// # Errors
    ///
    /// Returns the error that ended the stream.
    pub fn collect_outcome(mut self) -> Result<Outcome<T>> {
        let mut items = Vec::new();
        while let Some(batch) = self.next_batch(usize::MAX) {
            items.append(&mut batch?);
        }
        Ok(Outcome {
            items,
            report: self.report.take().unwrap_or_default(),
        })
    }

    /// Returns results that were fetched for single steps and not returned yet.
    fn take_buffered(&mut self, max: usize) -> Option<Vec<T>> {
        let has_buffered = self.batch.len() > 0 && !self.source.has_failed();
        has_buffered.then(|| self.batch.by_ref().take(max.max(1)).collect())
    }

    fn item(&mut self, wait: bool) -> Poll<Option<Result<T>>> {
        loop {
            if self.batch.len() > 0 && !self.source.has_failed() {
                return Poll::Ready(self.batch.next().map(Ok));
            }
            match self.advance(1024, wait) {
                Next::Batch(batch) => self.batch = batch.into_iter(),
                Next::Pending => return Poll::Pending,
                Next::End(Err(error)) => return Poll::Ready(Some(Err(error))),
                Next::End(Ok(_)) => return Poll::Ready(None),
            }
        }
    }

    fn advance(&mut self, max: usize, wait: bool) -> Next<T> {
        if let Some(report) = &self.report {
            return Next::End(Ok(report.clone()));
        }
        if self.failed {
            return Next::End(Ok(Report::default()));
        }
        let next = self.source.take(max.max(1), wait);
        match &next {
            Next::End(Ok(report)) => self.report = Some(report.clone()),
            Next::End(Err(_)) => self.failed = true,
            _ => {}
        }
        next
    }
}

impl<T> Iterator for Stream<T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        match self.item(true) {
            Poll::Ready(item) => item,
            Poll::Pending => None,
        }
    }
}

impl<T> Drop for Stream<T> {
    fn drop(&mut self) {
        self.source.close();
    }
}

impl<T> std::fmt::Debug for Stream<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream")
            .field("report", &self.report)
            .finish_non_exhaustive()
    }
}

/// Creates the consumer's end of `source`.
pub fn stream<T>(source: Arc<dyn ResultSource<T>>) -> Stream<T> {
    Stream {
        source,
        batch: Vec::new().into_iter(),
        report: None,
        failed: false,
    }
}
