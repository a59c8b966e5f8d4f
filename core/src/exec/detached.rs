use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::pool::{Pool, Task};
use crate::cancel::{AbortReason, Aborted, CancelToken, Subscription};
use crate::error::{Error, ErrorKind, Result};
use crate::report::Report;
use crate::stream::{Next, Source, Stream};

impl Pool {
    /// Does `work` on a thread of the pool, for callers that must not wait: the
    /// stream has its one result, or ends with its error.
    ///
    /// When `token` fires, or the stream is dropped, the stream ends at once
    /// and the token that `work` is given has fired; work that has not begun
    /// never does.
    ///
    /// ```
    /// use ransack::{CancelToken, Encoding, Pool, TokenOptions, Tokenizer};
    ///
    /// let mut counted = Pool::shared().run(&CancelToken::new(), |token| {
    ///     Tokenizer::get(Encoding::O200kBase).count("a long text", &TokenOptions::default(), token)
    /// });
    /// assert_eq!(counted.next().transpose()?, Some(3));
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn run<T: Send + 'static>(
        &self,
        token: &CancelToken,
        work: impl FnOnce(&CancelToken) -> Result<T> + Send + 'static,
    ) -> Stream<T> {
        let (once, begun) = self.begin(token, work);
        if let Err(error) = begun {
            let message = format!("no thread could be started: {error}");
            once.settle(Err(Error::new(ErrorKind::Internal, message)));
        }
        Stream::new(once)
    }

    /// Drops values on a thread of the pool, for callers that must not wait: to
    /// free tens of megabytes takes milliseconds. Less than a megabyte is dropped
    /// at once, and so is everything while 64 megabytes wait for a thread, so that
    /// calls that are cancelled all the time do not pile up what they leave.
    pub fn drop_later<T: Send + 'static>(&self, values: Vec<T>) {
        const SLOW: usize = 1 << 20;
        const MOST: usize = 64 << 20;
        let size = values.capacity() * size_of::<T>();
        if size < SLOW {
            return;
        }
        let dropping = self.dropping().clone();
        if dropping.fetch_add(size, Ordering::Relaxed) >= MOST {
            dropping.fetch_sub(size, Ordering::Relaxed);
            return;
        }
        // Without a thread they are dropped here.
        let _ = self.begin(&CancelToken::new(), move |_| {
            drop(values);
            dropping.fetch_sub(size, Ordering::Relaxed);
            Ok(())
        });
    }

    fn begin<T: Send + 'static>(
        &self,
        token: &CancelToken,
        work: impl FnOnce(&CancelToken) -> Result<T> + Send + 'static,
    ) -> (Arc<Once<T>>, io::Result<()>) {
        let once = Arc::new(Once {
            token: token.child(),
            state: Mutex::new(State {
                work: Some(Box::new(work)),
                outcome: None,
                settled: false,
                on_ready: None,
                wants_call: false,
                watch: None,
            }),
            progress: Condvar::new(),
        });
        let weak = Arc::downgrade(&once);
        let watch = once.token.on_cancel(move |reason| {
            if let Some(once) = weak.upgrade() {
                once.settle(Err(Aborted(reason).into()));
            }
        });
        once.lock().watch = Some(watch);
        let begun = if once.token.is_cancelled() {
            Ok(())
        } else {
            self.submit(once.clone())
        };
        (once, begun)
    }
}

/// Does `work`, parts of which cannot be interrupted, for a caller who waits:
/// on a thread of the shared pool, so that the wait ends when `token` fires. A
/// thread of a pool does it itself; who waits for that one waits no longer. So
/// does the caller if no thread can be started.
pub(crate) fn wait_for<T: Send + 'static>(
    token: &CancelToken,
    work: impl FnOnce(&CancelToken) -> Result<T> + Send + 'static,
) -> Result<T> {
    if Pool::is_calling() {
        return work(token);
    }
    let (once, begun) = Pool::shared().begin(token, work);
    if begun.is_err() {
        once.clone().run();
    }
    let result = Stream::new(once).next();
    result.unwrap_or_else(|| Err(Error::new(ErrorKind::Internal, "work gave no result")))
}

/// Does `work` on a copy of a text in this way, or at once if the text `is_short`.
pub(crate) fn offload<T: Send + 'static>(
    text: &[u8],
    is_short: bool,
    token: &CancelToken,
    work: impl FnOnce(&[u8], &CancelToken) -> Result<T> + Send + 'static,
) -> Result<T> {
    token.heartbeat()?;
    if is_short || Pool::is_calling() {
        return work(text, token);
    }
    let mut copy = Vec::with_capacity(text.len());
    for piece in text.chunks(1 << 18) {
        token.heartbeat()?;
        copy.extend_from_slice(piece);
    }
    wait_for(token, move |token| work(&copy, token))
}

type Work<T> = Box<dyn FnOnce(&CancelToken) -> Result<T> + Send>;

/// Work with one result, on its way.
struct Once<T> {
    token: CancelToken,
    state: Mutex<State<T>>,
    progress: Condvar,
}

struct State<T> {
    /// Until it is begun.
    work: Option<Work<T>>,
    /// Until the consumer has taken it.
    outcome: Option<Result<T>>,
    /// Set once; no outcome is accepted from then on.
    settled: bool,
    on_ready: Option<Arc<dyn Fn() + Send + Sync>>,
    /// The consumer found nothing and is to be called.
    wants_call: bool,
    watch: Option<Subscription>,
}

impl<T> Once<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn settle(&self, outcome: Result<T>) {
        let mut state = self.lock();
        if state.settled {
            return;
        }
        state.settled = true;
        state.outcome = Some(outcome);
        let work = state.work.take();
        let call = if state.wants_call {
            state.on_ready.clone()
        } else {
            None
        };
        drop(state);
        // What the work owns is dropped outside the lock.
        drop(work);
        self.progress.notify_all();
        if let Some(call) = call {
            call();
        }
    }
}

impl<T: Send> Task for Once<T> {
    fn run(self: Arc<Self>) -> bool {
        let work = self.lock().work.take();
        if let Some(work) = work {
            let outcome = catch_unwind(AssertUnwindSafe(|| work(&self.token)))
                .unwrap_or_else(|panic| Err(Error::from_panic(&*panic)));
            self.settle(outcome);
        }
        false
    }
}

impl<T: Send> Source<T> for Once<T> {
    fn take(&self, _: usize, wait: bool) -> Next<T> {
        let mut state = self.lock();
        loop {
            match state.outcome.take() {
                Some(Ok(value)) => return Next::Batch(vec![value]),
                Some(Err(error)) => return Next::End(Err(error)),
                None if state.settled => return Next::End(Ok(done())),
                None if !wait => {
                    state.wants_call = true;
                    return Next::Pending;
                }
                None => {
                    state = self
                        .progress
                        .wait(state)
                        .unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    fn on_ready(&self, callback: Box<dyn Fn() + Send + Sync>) {
        self.lock().on_ready = Some(callback.into());
    }

    fn stop(&self, _: usize) -> Report {
        self.close();
        Report::default()
    }

    fn has_failed(&self) -> bool {
        matches!(self.lock().outcome, Some(Err(_)))
    }

    fn close(&self) {
        self.token.cancel(AbortReason::User);
        let watch = self.lock().watch.take();
        drop(watch);
    }
}

/// The report of work that was done.
fn done() -> Report {
    Report {
        complete: true,
        total_is_exact: true,
        ..Report::default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_result_then_the_end() {
        let pool = Pool::new(1);
        let mut stream = pool.run(&CancelToken::new(), |_| Ok(5));
        assert_eq!(stream.next().unwrap().unwrap(), 5);
        assert!(stream.next().is_none());
        assert!(stream.report().unwrap().complete);
    }

    #[test]
    fn who_waits_is_released_by_the_token() {
        let token = CancelToken::new();
        let (open, gate) = mpsc::channel::<()>();
        let (begun, begins) = mpsc::channel();
        let waits = {
            let token = token.clone();
            std::thread::spawn(move || {
                wait_for(&token, move |_| {
                    begun.send(()).unwrap();
                    gate.recv().unwrap();
                    Ok(())
                })
            })
        };
        begins.recv().unwrap();
        token.cancel(AbortReason::User);
        let error = waits.join().unwrap().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Aborted);
        open.send(()).unwrap();
    }

    #[test]
    fn threads_of_a_pool_do_not_wait_for_each_other() {
        let mut outer = Pool::shared().run(&CancelToken::new(), |token| {
            let here = std::thread::current().id();
            wait_for(token, move |_| Ok(std::thread::current().id() == here))
        });
        assert!(outer.next().unwrap().unwrap());
    }

    #[test]
    fn what_is_large_is_dropped_on_another_thread_unless_too_much_waits() {
        struct Tells(mpsc::Sender<std::thread::ThreadId>);
        impl Drop for Tells {
            fn drop(&mut self) {
                self.0.send(std::thread::current().id()).unwrap();
            }
        }
        let here = std::thread::current().id();
        let (dropped, drops) = mpsc::channel();
        let values = |bytes: usize| {
            let mut values = Vec::with_capacity(bytes.div_ceil(size_of::<Tells>()));
            values.push(Tells(dropped.clone()));
            values
        };
        let pool = Pool::new(1);
        pool.drop_later(values(1000));
        assert_eq!(drops.try_recv(), Ok(here));
        let (open, gate) = mpsc::channel::<()>();
        let busy = pool.run(&CancelToken::new(), move |_| {
            gate.recv().unwrap();
            Ok(())
        });
        (0..4).for_each(|_| pool.drop_later(values(16 << 20)));
        assert_eq!(drops.try_recv(), Err(mpsc::TryRecvError::Empty));
        (0..100).for_each(|_| pool.drop_later(values(16 << 20)));
        (0..100).for_each(|_| assert_eq!(drops.try_recv(), Ok(here)));
        open.send(()).unwrap();
        (0..4).for_each(|_| assert_ne!(drops.recv().unwrap(), here));
        drop(busy);
        // What has been dropped waits no longer.
        (0..4).for_each(|_| {
            pool.drop_later(values(16 << 20));
            assert_ne!(drops.recv().unwrap(), here);
        });
    }

    #[test]
    fn an_error_and_a_panic_end_the_stream() {
        let pool = Pool::new(1);
        let token = CancelToken::new();
        let mut stream = pool.run(&token, |_| Err::<(), _>(Error::option("no")));
        let error = stream.next().unwrap().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        assert!(stream.next().is_none());
        let mut stream = pool.run(&token, |_| -> Result<()> { panic!("the work's own fault") });
        let error = stream.next().unwrap().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Internal);
    }

    #[test]
    fn work_that_waits_for_a_thread_is_settled_by_the_token() {
        let pool = Pool::new(1);
        let (open, gate) = mpsc::channel::<()>();
        let _busy = pool.run(&CancelToken::new(), move |_| {
            gate.recv().unwrap();
            Ok(())
        });
        let token = CancelToken::new();
        let mut stream = pool.run(&token, |_| -> Result<()> { panic!("it must not begin") });
        assert!(matches!(stream.poll_batch(1), Next::Pending));
        token.cancel(AbortReason::Signal);
        let error = stream.next().unwrap().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Aborted);
        let mut late = pool.run(&CancelToken::with_timeout(Duration::ZERO), |_| Ok(()));
        assert_eq!(late.next().unwrap().unwrap_err().kind(), ErrorKind::Timeout);
        open.send(()).unwrap();
    }

    #[test]
    fn to_drop_the_stream_stops_the_work() {
        let pool = Pool::new(1);
        let (begun, begins) = mpsc::channel();
        let (ended, ends) = mpsc::channel();
        let stream = pool.run(&CancelToken::new(), move |token| {
            begun.send(()).unwrap();
            while token.heartbeat().is_ok() {
                std::thread::yield_now();
            }
            ended.send(token.reason()).unwrap();
            Ok(())
        });
        begins.recv().unwrap();
        drop(stream);
        assert_eq!(ends.recv().unwrap(), Some(AbortReason::User));
    }

    #[test]
    fn the_callback_comes_after_pending() {
        let pool = Pool::new(1);
        let (open, gate) = mpsc::channel::<()>();
        let (call, calls) = mpsc::channel();
        let mut stream = pool.run(&CancelToken::new(), move |_| Ok(gate.recv().is_ok()));
        stream.on_ready(move || call.send(()).unwrap());
        assert!(matches!(stream.poll_batch(1), Next::Pending));
        open.send(()).unwrap();
        calls.recv().unwrap();
        assert!(matches!(stream.poll_batch(1), Next::Batch(found) if found == [true]));
        assert!(matches!(stream.poll_batch(1), Next::End(Ok(_))));
    }
}
