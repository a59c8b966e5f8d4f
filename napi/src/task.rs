//! Work on the pool as one JavaScript thread sees it.

use std::sync::Arc;
use std::time::Duration;
use std::vec;

use napi::bindgen_prelude::{External, Function, Object, ToNapiValue};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Result, Status, check_status, sys};
use napi_derive::napi;
use ransack::{AbortReason, CancelToken, Next, Stream};

use crate::convert::{Batch, Item, Shape};
use crate::error::failure;
use crate::report::Report;

/// Weak: by itself it does not keep the process running.
type Wake = ThreadsafeFunction<u32, (), u32, Status, false, true>;

/// How pool threads reach a JavaScript thread: one for each thread that has
/// loaded the addon, made when it is first needed.
///
/// One threadsafe function serves all tasks of the thread, told apart by their
/// numbers, because making one costs more than a small search.
pub struct Waker {
    wake: Arc<Wake>,
    /// The parent of all tasks of this thread.
    token: CancelToken,
}

/// Makes the [`Waker`] of this thread; `wake` is called with the number of a
/// task that has something to fetch.
///
/// # Errors
///
/// Those of Node-API.
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
    // When a worker is terminated nobody closes its tasks.
    env.add_env_cleanup_hook(token.clone(), |token| {
        token.cancel(AbortReason::User);
    })?;
    Ok(External::new(Waker {
        wake: Arc::new(wake),
        token,
    }))
}

/// Sets whether this thread has to stay alive for its tasks.
///
/// # Errors
///
/// Those of Node-API.
#[napi(catch_unwind, skip_typescript)]
pub fn hold(env: Env, waker: &External<Waker>, hold: bool) -> Result<()> {
    let change = if hold {
        sys::napi_ref_threadsafe_function
    } else {
        sys::napi_unref_threadsafe_function
    };
    // SAFETY: this runs on the thread of `env`, to which the function belongs
    // and which ends it only when no JavaScript runs any more.
    check_status!(unsafe { change(env.raw(), waker.wake.raw()) })
}

impl Waker {
    /// Makes task `id` of the results that `start` promises; it is woken when
    /// there is something to fetch.
    pub(crate) fn start<T: Item>(
        &self,
        id: u32,
        timeout: Option<Duration>,
        shape: Shape,
        start: impl FnOnce(&CancelToken) -> Stream<T>,
    ) -> External<Task> {
        self.begin(id, timeout, start, |stream| {
            Box::new(Fetching { stream, shape })
        })
    }

    /// Makes task `id` of the one result that `start` promises.
    pub(crate) fn start_one<T: Answer>(
        &self,
        id: u32,
        timeout: Option<Duration>,
        start: impl FnOnce(&CancelToken) -> Stream<T>,
    ) -> External<Task> {
        self.begin(id, timeout, start, |stream| Box::new(Single(stream)))
    }

    /// Makes task `id` of the results that `start` promises all at once, with
    /// what there is to be said of them.
    pub(crate) fn start_whole<T: Item, S: ToNapiValue + 'static>(
        &self,
        id: u32,
        timeout: Option<Duration>,
        shape: Shape,
        start: impl FnOnce(&CancelToken) -> Stream<(Vec<T>, S)>,
    ) -> External<Task> {
        self.begin(id, timeout, start, |stream| {
            Box::new(Whole {
                stream,
                found: None,
                shape,
            })
        })
    }

    fn begin<T: 'static>(
        &self,
        id: u32,
        timeout: Option<Duration>,
        start: impl FnOnce(&CancelToken) -> Stream<T>,
        results: impl FnOnce(Stream<T>) -> Box<dyn Results>,
    ) -> External<Task> {
        let token = match timeout {
            Some(timeout) => self.token.child_with_timeout(timeout),
            None => self.token.child(),
        };
        let mut stream = start(&token);
        let wake = self.wake.clone();
        stream.on_ready(move || {
            // It fails only when the JavaScript thread is at its end.
            wake.call(id, ThreadsafeFunctionCallMode::NonBlocking);
        });
        External::new(Task {
            results: Some(results(stream)),
            token,
        })
    }
}

/// A call under way. JavaScript fetches from it and is woken, through the
/// [`Waker`], when there is more.
pub struct Task {
    /// None once it was ended.
    results: Option<Box<dyn Results>>,
    token: CancelToken,
}

/// The results of a task, whatever they are.
trait Results {
    fn fetch<'env>(&mut self, env: &'env Env, max: usize) -> Result<Option<Object<'env>>>;
    fn stop(self: Box<Self>) -> Report;
}

struct Fetching<T> {
    stream: Stream<T>,
    shape: Shape,
}

impl<T: Item> Results for Fetching<T> {
    fn fetch<'env>(&mut self, env: &'env Env, max: usize) -> Result<Option<Object<'env>>> {
        let mut fetched = Object::new(env)?;
        match self.stream.poll_batch(max) {
            Next::Pending => return Ok(None),
            Next::End(Ok(report)) => {
                fetched.set("report", Report::new(&report, self.shape.bytes))?;
            }
            Next::End(Err(error)) => fetched.set("error", failure(env, &error)?)?,
            Next::Batch(items) => Batch::new(env, &items, self.shape)?.set_on(&mut fetched)?,
        }
        Ok(Some(fetched))
    }

    fn stop(self: Box<Self>) -> Report {
        Report::new(&self.stream.stop(), self.shape.bytes)
    }
}

/// Results that are there all at once, and are fetched a batch at a time.
struct Whole<T, S> {
    stream: Stream<(Vec<T>, S)>,
    found: Option<(vec::IntoIter<T>, S)>,
    shape: Shape,
}

impl<T: Item, S: ToNapiValue> Results for Whole<T, S> {
    fn fetch<'env>(&mut self, env: &'env Env, max: usize) -> Result<Option<Object<'env>>> {
        let mut fetched = Object::new(env)?;
        if self.found.is_none() {
            match self.stream.poll_batch(1) {
                Next::Pending => return Ok(None),
                Next::End(Ok(report)) => fetched.set("report", Report::new(&report, false))?,
                Next::End(Err(error)) => fetched.set("error", failure(env, &error)?)?,
                Next::Batch(found) => {
                    let found = found.into_iter().next();
                    self.found = found.map(|(items, said)| (items.into_iter(), said));
                }
            }
        }
        if let Some((mut items, said)) = self.found.take() {
            if items.len() == 0 {
                fetched.set("report", said)?;
            } else {
                let batch = items.by_ref().take(max).collect::<Vec<T>>();
                Batch::new(env, &batch, self.shape)?.set_on(&mut fetched)?;
                self.found = Some((items, said));
            }
        }
        Ok(Some(fetched))
    }

    fn stop(self: Box<Self>) -> Report {
        Report::new(&self.stream.stop(), false)
    }
}

/// The one result of a task.
pub trait Answer: 'static {
    /// Adds it as `answer`.
    ///
    /// # Errors
    ///
    /// Those of Node-API.
    fn set_on(self, object: &mut Object<'_>) -> Result<()>;
}

struct Single<T>(Stream<T>);

impl<T: Answer> Results for Single<T> {
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

    fn stop(self: Box<Self>) -> Report {
        Report::new(&self.0.stop(), false)
    }
}

/// Fetches at most `max` results: null if there are none yet, else an object
/// with the fields of a [`Batch`] or with the one `answer`, or with the `report`
/// or `error` that is the end.
///
/// # Errors
///
/// Those of Node-API.
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

/// Ends a task and reports what it did up to the last result fetched.
#[napi(catch_unwind, skip_typescript)]
pub fn stop(task: &mut External<Task>) -> Option<Report> {
    task.results.take().map(Results::stop)
}

/// Asks a task to end, which it then does by itself.
#[napi(catch_unwind, skip_typescript)]
pub fn cancel(task: &External<Task>) {
    task.token.cancel(AbortReason::Signal);
}

/// Ends a task; nothing is fetched from it any more.
#[napi(catch_unwind, skip_typescript)]
pub fn close(task: &mut External<Task>) {
    task.token.cancel(AbortReason::Signal);
    task.results = None;
}
