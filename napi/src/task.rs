//! Tasks: work on the pool that belongs to one JavaScript thread.
//!
//! A pool thread never calls JavaScript. It wakes the JavaScript thread through the [`Waker`];
//! JavaScript then fetches results in batches of its chosen size.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use napi::bindgen_prelude::{External, Function, Null, Object, ToNapiValue};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Result, Status, check_status, sys};
use napi_derive::napi;
use ransack::{AbortReason, CancelToken, Next, Stream};

use crate::convert::{Batch, BatchItem, BatchShape, Unfetched};
use crate::error::failure;
use crate::report::Report;

/// Weak threadsafe function, which does not keep the process running by itself.
type Wake = ThreadsafeFunction<u32, (), u32, Status, false, true>;

/// Channel from pool threads to one JavaScript thread, created by the thread's first
/// task.
///
/// One threadsafe function serves all tasks of the thread, identified by number, since creating one
/// costs more than a small search.
pub struct Waker {
    wake: Arc<Wake>,
    /// Parent of the tokens of all tasks of this thread.
    token: CancelToken,
    has_thread_ended: Arc<AtomicBool>,
}

/// Ends the tasks of a thread when the thread ends.
struct EndOfThread {
    token: CancelToken,
    has_ended: Arc<AtomicBool>,
}

impl Drop for EndOfThread {
    fn drop(&mut self) {
        // The event loop that the tasks would wake may no longer exist.
        self.has_ended.store(true, Ordering::Release);
        self.token.cancel(AbortReason::User);
    }
}

thread_local! {
    /// Tasks of this thread, one entry per [`Waker`]. Bun runs no cleanup hooks of a terminated
    /// worker thread.
    static TASKS: RefCell<Vec<EndOfThread>> = const { RefCell::new(Vec::new()) };
}

/// Creates the [`Waker`] of this thread. `wake` is called with the number of a task that has
/// results to fetch.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn waker(env: Env, wake: Function<'_, u32, ()>) -> Result<External<Waker>> {
    let wake = wake
        .build_threadsafe_function::<u32>()
        .weak::<true>()
        .build()?;
    let token = CancelToken::new();
    // A terminated worker thread does not close its tasks.
    env.add_env_cleanup_hook(token.clone(), |token| {
        token.cancel(AbortReason::User);
    })?;
    let has_thread_ended = Arc::new(AtomicBool::new(false));
    TASKS.with_borrow_mut(|tasks| {
        tasks.push(EndOfThread {
            token: token.clone(),
            has_ended: has_thread_ended.clone(),
        });
    });
    Ok(External::new(Waker {
        wake: Arc::new(wake),
        token,
        has_thread_ended,
    }))
}

/// Sets whether this thread's tasks keep the thread's event loop alive.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
pub fn hold(env: Env, waker: &External<Waker>, hold: bool) -> Result<()> {
    let change = if hold {
        sys::napi_ref_threadsafe_function
    } else {
        sys::napi_unref_threadsafe_function
    };
    // SAFETY: this runs on the thread of `env`, which owns the threadsafe function and releases it
    // only after its last JavaScript has run.
    check_status!(unsafe { change(env.raw(), waker.wake.raw()) })
}

impl Waker {
    /// Creates task `id`, whose results arrive as a stream of matches.
    pub(crate) fn start_stream<T: BatchItem>(
        &self,
        id: u32,
        timeout: Option<Duration>,
        shape: BatchShape,
        start: impl FnOnce(&CancelToken) -> Stream<T>,
    ) -> External<Task> {
        self.spawn(id, timeout, start, |stream| {
            Box::new(StreamedResults {
                stream,
                rest: Unfetched::new(Vec::new()),
                shape,
            })
        })
    }

    /// Creates task `id`, whose result is a single value.
    pub(crate) fn start_single<T: TaskAnswer>(
        &self,
        id: u32,
        timeout: Option<Duration>,
        start: impl FnOnce(&CancelToken) -> Stream<T>,
    ) -> External<Task> {
        self.spawn(id, timeout, start, |stream| Box::new(SingleResult(stream)))
    }

    /// Creates task `id`, whose matches arrive all at once, with a summary in place of the report.
    pub(crate) fn start_collected<T: BatchItem, S: ToNapiValue + 'static>(
        &self,
        id: u32,
        timeout: Option<Duration>,
        shape: BatchShape,
        start: impl FnOnce(&CancelToken) -> Stream<(Vec<T>, S)>,
    ) -> External<Task> {
        self.spawn(id, timeout, start, |stream| {
            Box::new(CollectedResults {
                stream,
                rest: None,
                shape,
            })
        })
    }

    fn spawn<T: 'static>(
        &self,
        id: u32,
        timeout: Option<Duration>,
        start: impl FnOnce(&CancelToken) -> Stream<T>,
        results: impl FnOnce(Stream<T>) -> Box<dyn TaskResults>,
    ) -> External<Task> {
        let token = match timeout {
            Some(timeout) => self.token.child_with_timeout(timeout),
            None => self.token.child(),
        };
        let mut stream = start(&token);
        let (wake, has_thread_ended) = (self.wake.clone(), self.has_thread_ended.clone());
        stream.on_ready(move || {
            if !has_thread_ended.load(Ordering::Acquire) {
                // Fails only while the JavaScript thread exits; no one fetches then.
                wake.call(id, ThreadsafeFunctionCallMode::NonBlocking);
            }
        });
        External::new(Task {
            results: Some(results(stream)),
            token,
        })
    }
}

/// Call in progress. JavaScript fetches from it when the [`Waker`] announces results.
pub struct Task {
    /// Results of the task; `None` after the task has been stopped or closed.
    results: Option<Box<dyn TaskResults>>,
    token: CancelToken,
}

/// Results of a task, independent of their type.
trait TaskResults {
    /// Returns at most `max` results, or `None` if no results have arrived.
    fn fetch<'env>(&mut self, env: &'env Env, max: usize) -> Result<Option<Object<'env>>>;
    /// Stops the work and returns its report, as if the last `unused` of the fetched results had not
    /// been fetched.
    fn stop(self: Box<Self>, unused: usize) -> Report;
}

/// Matches that arrive as a stream.
struct StreamedResults<T> {
    stream: Stream<T>,
    /// Matches that did not fit in the last batch.
    rest: Unfetched<T>,
    shape: BatchShape,
}

impl<T: BatchItem> TaskResults for StreamedResults<T> {
    fn fetch<'env>(&mut self, env: &'env Env, max: usize) -> Result<Option<Object<'env>>> {
        let mut fetched = Object::new(env)?;
        if self.rest.count() == 0 {
            match self.stream.poll_batch(max) {
                Next::Pending => return Ok(None),
                Next::End(Ok(report)) => {
                    fetched.set("report", Report::new(&report, self.shape.bytes))?;
                    return Ok(Some(fetched));
                }
                Next::End(Err(error)) => {
                    fetched.set("error", failure(env, &error)?)?;
                    return Ok(Some(fetched));
                }
                Next::Batch(items) => self.rest = Unfetched::new(items),
            }
        }
        Batch::of_turn(env, &mut self.rest, max, self.shape)?.set_on(&mut fetched)?;
        Ok(Some(fetched))
    }

    fn stop(self: Box<Self>, unused: usize) -> Report {
        let unused = unused + self.rest.count();
        Report::new(&self.stream.stop_before(unused), self.shape.bytes)
    }
}

/// Matches that arrive all at once and are fetched batch by batch, then a summary.
struct CollectedResults<T, S> {
    stream: Stream<(Vec<T>, S)>,
    /// Matches that have not been fetched yet, and the summary.
    rest: Option<(Unfetched<T>, S)>,
    shape: BatchShape,
}

impl<T: BatchItem, S: ToNapiValue> TaskResults for CollectedResults<T, S> {
    fn fetch<'env>(&mut self, env: &'env Env, max: usize) -> Result<Option<Object<'env>>> {
        let mut fetched = Object::new(env)?;
        if self.rest.is_none() {
            match self.stream.poll_batch(1) {
                Next::Pending => return Ok(None),
                Next::End(Ok(report)) => fetched.set("report", Report::new(&report, false))?,
                Next::End(Err(error)) => fetched.set("error", failure(env, &error)?)?,
                Next::Batch(found) => {
                    let found = found.into_iter().next();
                    self.rest = found.map(|(items, summary)| (Unfetched::new(items), summary));
                }
            }
        }
        if let Some((mut items, summary)) = self.rest.take() {
            if items.count() == 0 {
                fetched.set("report", summary)?;
            } else {
                Batch::of_turn(env, &mut items, max, self.shape)?.set_on(&mut fetched)?;
                self.rest = Some((items, summary));
            }
        }
        Ok(Some(fetched))
    }

    fn stop(self: Box<Self>, _: usize) -> Report {
        Report::new(&self.stream.stop(), false)
    }
}

/// Single result of a task.
pub trait TaskAnswer: 'static {
    /// Sets the property `answer` of `object`.
    ///
    /// # Errors
    ///
    /// Fails if Node-API fails.
    fn set_on(self, object: &mut Object<'_>) -> Result<()>;
}

/// Answer without content: null.
impl TaskAnswer for () {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        object.set("answer", Null)
    }
}

/// Single value.
struct SingleResult<T>(Stream<T>);

impl<T: TaskAnswer> TaskResults for SingleResult<T> {
    fn fetch<'env>(&mut self, env: &'env Env, _: usize) -> Result<Option<Object<'env>>> {
        let mut fetched = Object::new(env)?;
        match self.0.poll_batch(1) {
            Next::Pending => return Ok(None),
            Next::End(Ok(report)) => fetched.set("report", Report::new(&report, false))?,
            Next::End(Err(error)) => fetched.set("error", failure(env, &error)?)?,
            Next::Batch(found) => {
                for answer in found {
                    answer.set_on(&mut fetched)?;
                }
            }
        }
        Ok(Some(fetched))
    }

    fn stop(self: Box<Self>, _: usize) -> Report {
        Report::new(&self.0.stop(), false)
    }
}

/// Fetches at most `max` results. Returns null if no results have arrived. Otherwise, returns an
/// object with the fields of a [`Batch`], with the single `answer` or, at the end, with the
/// `report` or the `error`.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
pub fn fetch<'env>(
    env: &'env Env,
    task: &mut External<Task>,
    max: u32,
) -> Result<Option<Object<'env>>> {
    match &mut task.results {
        Some(results) => results.fetch(env, max as usize),
        None => Ok(None),
    }
}

/// Stops a task and returns the report, which covers the results fetched so far except the last
/// `unused`. These must be from one fetch.
#[napi(catch_unwind, skip_typescript)]
pub fn stop(task: &mut External<Task>, unused: u32) -> Option<Report> {
    let results = task.results.take()?;
    Some(results.stop(unused as usize))
}

/// Cancels a task. The task then ends and reports the reason.
#[napi(catch_unwind, skip_typescript)]
pub fn cancel(task: &External<Task>) {
    task.token.cancel(AbortReason::Signal);
}

/// Cancels a task and drops its results.
#[napi(catch_unwind, skip_typescript)]
pub fn close(task: &mut External<Task>) {
    task.token.cancel(AbortReason::Signal);
    task.results = None;
}

/// Adds `change` to the number of bytes that JavaScript objects of this thread keep alive outside
/// the engine's heap, so that the engine collects them in time.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
pub fn account_memory(env: Env, change: i64) -> Result<()> {
    env.adjust_external_memory(change).map(|_| ())
}

/// Returns a token for a synchronous call with this time limit.
pub(crate) fn token_with(timeout: Option<Duration>) -> CancelToken {
    timeout.map_or_else(CancelToken::new, CancelToken::with_timeout)
}
