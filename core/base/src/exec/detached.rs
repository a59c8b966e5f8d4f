//! Detached tasks: work with one result that runs on the pool. Its caller is released when the
//! token fires.
//!
//! When its token fires, a caller that waits for a detached task is released whatever the work
//! does; the work sees the token too. Work that does not return soon afterwards is abandoned: its
//! worker is replaced and its result is dropped.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::monitor::Monitor;
use super::pool::{Pool, Task, Worker};
use super::pool::{block, is_worker, submit, submit_first};
use crate::cancel::{AbortReason, Aborted, CancelToken, Subscription, on_cancel};
use crate::error::ErrorParts;
use crate::error::{Error, ErrorKind, Result};
use crate::report::Report;
use crate::stream::stream;
use crate::stream::{Consumer, Next, ResultSource, Stream};

impl Pool {
    /// Runs `work` on a worker, for callers that must not wait. The stream yields the single
    /// result, or ends with an error.
    ///
    /// When `token` fires, the stream ends immediately. The token passed to `work` fires when
    /// `token` fires or when the stream is dropped. Work that has not begun by then never begins.
    ///
    /// # Errors
    ///
    /// The stream yields the error returned by `work`, an abort or timeout error if the token
    /// fires, or [`ErrorKind::Internal`] if `work` panics or no thread can be started.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_base as ransack;
    /// use ransack::{CancelToken, Pool};
    ///
    /// let mut summed = Pool::shared().run(&CancelToken::new(), |token| {
    ///     let mut sum = 0;
    ///     for number in 0..1000_u32 {
    ///         token.heartbeat()?;
    ///         sum += number;
    ///     }
    ///     Ok(sum)
    /// });
    /// assert_eq!(summed.next().transpose()?, Some(499_500));
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn run<T: Send + 'static>(
        &self,
        token: &CancelToken,
        work: impl FnOnce(&CancelToken) -> Result<T> + Send + 'static,
    ) -> Stream<T> {
        let (shared, submitted) = self.start(token, work, submit);
        if let Err(error) = submitted {
            let message = format!("cannot start a worker thread: {error}");
            shared.settle(Err(Error::new(ErrorKind::Internal, message)));
        }
        stream(shared)
    }

    /// Runs `work` as [`detach`] does, but queued in front of all other turns.
    pub(super) fn detach_first<T: Send + 'static>(
        &self,
        token: &CancelToken,
        work: impl FnOnce(&CancelToken) -> Result<T> + Send + 'static,
    ) -> Detached<T> {
        self.detach_by(token, work, submit_first)
    }

    fn detach_by<T: Send + 'static>(
        &self,
        token: &CancelToken,
        work: impl FnOnce(&CancelToken) -> Result<T> + Send + 'static,
        submit: Submit,
    ) -> Detached<T> {
        let (shared, submitted) = self.start(token, work, submit);
        if submitted.is_err() {
            shared.run_if_queued();
        }
        Detached(shared)
    }

    /// Drops `values` on a worker, for callers that must not wait: freeing tens of megabytes takes
    /// milliseconds. Drops them on the calling thread if they occupy less than 1 MiB, or while 64
    /// MiB are waiting to be dropped, because calls cancelled in a loop must not accumulate memory.
    pub fn drop_later<T: Send + 'static>(&self, values: Vec<T>) {
        const MIN_BYTES: usize = 1 << 20;
        const MAX_PENDING_BYTES: usize = 64 << 20;
        let size = values.capacity() * size_of::<T>();
        if size < MIN_BYTES {
            return;
        }
        let pending = self.pending_drops().clone();
        if pending.fetch_add(size, Ordering::Relaxed) >= MAX_PENDING_BYTES {
            pending.fetch_sub(size, Ordering::Relaxed);
            return;
        }
        let values = PendingDrop {
            values,
            size,
            pending,
        };
        // If no worker can be started, the values are dropped here.
        let drop_values = move |_: &CancelToken| {
            drop(values);
            Ok(())
        };
        let _ = self.start(&CancelToken::new(), drop_values, submit);
    }

    fn start<T: Send + 'static>(
        &self,
        token: &CancelToken,
        work: impl FnOnce(&CancelToken) -> Result<T> + Send + 'static,
        submit: Submit,
    ) -> (Arc<DetachedTask<T>>, io::Result<()>) {
        let task = Arc::new(DetachedTask {
            token: token.child(),
            state: Monitor::new(DetachedState {
                phase: Phase::Queued(Box::new(work)),
                outcome: None,
                is_settled: false,
                consumer: Consumer::default(),
                subscription: None,
            }),
        });
        let weak = Arc::downgrade(&task);
        let subscription = on_cancel(&task.token, move |reason| {
            if let Some(task) = weak.upgrade() {
                task.settle(Err(Aborted(reason).into()));
            }
        });
        task.state.lock().subscription = Some(subscription);
        let submitted = if task.token.is_cancelled() {
            Ok(())
        } else {
            submit(self, task.clone())
        };
        (task, submitted)
    }
}

/// Values that are waiting to be dropped. Dropping them ends the wait, whether or not their task
/// ran.
struct PendingDrop<T> {
    values: Vec<T>,
    size: usize,
    pending: Arc<AtomicUsize>,
}

impl<T> Drop for PendingDrop<T> {
    fn drop(&mut self) {
        self.values = Vec::new();
        self.pending.fetch_sub(self.size, Ordering::Relaxed);
    }
}

/// Runs `work` on a copy of `text` on a worker of the shared pool, because parts of the work cannot
/// be interrupted and the caller must be released when `token` fires. Runs it inline, without a
/// copy, if `is_inline` is true: the text is short, or the caller is a worker whose own waiter is
/// released by the same token.
pub fn offload<T: Send + 'static>(
    text: &[u8],
    is_inline: bool,
    token: &CancelToken,
    work: impl FnOnce(&[u8], &CancelToken) -> Result<T> + Send + 'static,
) -> Result<T> {
    const COPY_CHUNK: usize = 256 << 10;
    token.heartbeat()?;
    if is_inline {
        return work(text, token);
    }
    let mut copy = Vec::with_capacity(text.len());
    for chunk in text.chunks(COPY_CHUNK) {
        if let Err(aborted) = token.heartbeat() {
            Pool::shared().drop_later(copy);
            return Err(aborted.into());
        }
        copy.extend_from_slice(chunk);
    }
    let work = move |token: &CancelToken| work(&copy, token);
    detach(Pool::shared(), token, work).wait()
}

/// Caller's handle to a detached task. Dropping it cancels the task, and abandons the work if it is
/// running.
pub struct Detached<T>(Arc<DetachedTask<T>>);

impl<T: Send + 'static> Detached<T> {
    /// Waits for the result.
    ///
    /// # Errors
    ///
    /// Returns the error returned by the work, an abort or timeout error if the token fires, or
    /// [`ErrorKind::Internal`] if the work panicked.
    pub fn wait(&self) -> Result<T> {
        loop {
            if let Some(result) = self.wait_timeout(Duration::MAX) {
                return result;
            }
        }
    }

    /// Waits at most `limit` for the result. Returns `None` if the work is still queued or running
    /// by then. The result is returned once.
    pub fn wait_timeout(&self, limit: Duration) -> Option<Result<T>> {
        let deadline = Instant::now().checked_add(limit);
        let mut state = self.0.state.lock();
        while !state.is_settled {
            let left = deadline.map(|at| at.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return None;
            }
            drop(state);
            self.0.wait_or_run(left);
            state = self.0.state.lock();
        }
        let taken = || Error::new(ErrorKind::Internal, "the result was taken before");
        Some(state.outcome.take().unwrap_or_else(|| Err(taken())))
    }
}

impl<T> Drop for Detached<T> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Queues a task, in front of all others or at the back.
type Submit = fn(&Pool, Arc<dyn Task>) -> io::Result<()>;

type Work<T> = Box<dyn FnOnce(&CancelToken) -> Result<T> + Send>;

/// A detached task, shared by its caller and its worker.
struct DetachedTask<T> {
    token: CancelToken,
    state: Monitor<DetachedState<T>>,
}

struct DetachedState<T> {
    phase: Phase<T>,
    /// Result, until the caller takes it.
    outcome: Option<Result<T>>,
    /// Whether the result is set. It is set once; later results are dropped.
    is_settled: bool,
    consumer: Consumer,
    subscription: Option<Subscription>,
}

enum Phase<T> {
    Queued(Work<T>),
    /// Running on a worker, or on the calling thread if `None`.
    Running(Option<Worker>),
    /// Running on a worker that nobody waits for.
    Abandoned(Worker),
    Ended,
}

impl<T> DetachedTask<T> {
    /// Sets the result, once.
    fn settle(&self, outcome: Result<T>) {
        let mut state = self.state.lock();
        if state.is_settled {
            return;
        }
        state.is_settled = true;
        state.outcome = Some(outcome);
        let mut timer = None;
        let work = match &state.phase {
            Phase::Queued(_) => Some(std::mem::replace(&mut state.phase, Phase::Ended)),
            Phase::Running(Some(worker)) => {
                let worker = worker.clone();
                timer = Some(worker.abandon());
                state.phase = Phase::Abandoned(worker);
                None
            }
            _ => None,
        };
        let wake = state.consumer.wake();
        state.notify_all();
        drop(state);
        if let Some(wake) = wake {
            wake();
        }
        drop(timer);
        // Dropped outside the lock and after the caller is woken: freeing a large text that the
        // work owns takes milliseconds.
        drop(work);
    }

    fn cancel(&self) {
        self.token.cancel(AbortReason::User);
        let subscription = self.state.lock().subscription.take();
        drop(subscription);
    }

    /// Waits for one change of the state, unless the task is settled.
    fn wait_once(&self, limit: Option<Duration>) {
        let state = self.state.lock();
        if state.is_settled {
            return;
        }
        match limit {
            Some(limit) => drop(self.state.wait_timeout(state, limit)),
            None => drop(self.state.wait(state)),
        }
    }
}

impl<T: Send> Task for DetachedTask<T> {
    fn run(self: Arc<Self>) -> bool {
        self.run_if_queued();
        false
    }
}

impl<T: Send> DetachedTask<T> {
    /// Waits for one change of the state. If no other worker can run the work, a calling worker
    /// runs it itself.
    fn wait_or_run(&self, limit: Option<Duration>) {
        if block(|| self.wait_once(limit)).is_none() && !self.run_if_queued() {
            self.wait_once(limit);
        }
    }

    /// Runs the work on the calling thread, unless the work has already begun or ended.
    fn run_if_queued(&self) -> bool {
        let mut state = self.state.lock();
        let running = Phase::Running(Worker::current());
        let work = match std::mem::replace(&mut state.phase, running) {
            Phase::Queued(work) => work,
            ended => {
                state.phase = ended;
                return false;
            }
        };
        drop(state);
        let outcome = catch_unwind(AssertUnwindSafe(|| work(&self.token)))
            .unwrap_or_else(|panic| Err(Error::from_panic(&*panic)));
        let phase = std::mem::replace(&mut self.state.lock().phase, Phase::Ended);
        if let Phase::Abandoned(worker) = phase {
            worker.readopt();
        }
        self.settle(outcome);
        true
    }
}

impl<T: Send> ResultSource<T> for DetachedTask<T> {
    fn take(&self, _: usize, wait: bool) -> Next<T> {
        let mut state = self.state.lock();
        loop {
            match state.outcome.take() {
                Some(Ok(value)) => return Next::Batch(vec![value]),
                Some(Err(error)) => return Next::End(Err(error)),
                None if state.is_settled => return Next::End(Ok(complete_report())),
                None if !wait => {
                    state.consumer.expect_wake();
                    return Next::Pending;
                }
                None => {
                    drop(state);
                    self.wait_or_run(None);
                    state = self.state.lock();
                }
            }
        }
    }

    fn on_ready(&self, callback: Box<dyn Fn() + Send + Sync>) {
        self.state.lock().consumer.set_callback(callback);
    }

    fn stop(&self, _: usize) -> Report {
        self.cancel();
        Report::default()
    }

    fn has_failed(&self) -> bool {
        matches!(self.state.lock().outcome, Some(Err(_)))
    }

    fn close(&self) {
        self.cancel();
    }
}

/// Creates the report of work that returned its result.
fn complete_report() -> Report {
    Report {
        complete: true,
        total_is_exact: true,
        ..Report::default()
    }
}

/// Runs `work`, which the caller is about to wait for, on a worker, or on the calling thread if no
/// worker can be started. If the caller is a worker, `work` goes to the front of the queue.
pub fn detach<T: Send + 'static>(
    pool: &Pool,
    token: &CancelToken,
    work: impl FnOnce(&CancelToken) -> Result<T> + Send + 'static,
) -> Detached<T> {
    let submit = match is_worker() {
        true => submit_first,
        false => submit,
    };
    pool.detach_by(token, work, submit)
}

/// Returns `values`, unless the call that collected them has failed. In that case, drops them as
/// [`Pool::drop_later`] does: the caller may have ended the call and must not wait.
pub fn keep_unless_failed<T: Send + 'static>(
    pool: &Pool,
    done: Result<()>,
    values: Vec<T>,
) -> Result<Vec<T>> {
    match done {
        Ok(()) => Ok(values),
        Err(error) => {
            pool.drop_later(values);
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests;
