use std::cell::Cell;
use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The threads that all calls share.
///
/// No thread exists before the first call needs one, none exists more than the
/// pool's size, and one that has had nothing to do for ten seconds ends. Calls
/// take turns: work is done in short pieces, and a long call does not keep a
/// short one waiting.
///
/// Clones are the same pool.
#[derive(Clone)]
pub struct Pool {
    inner: Arc<Inner>,
}

struct Inner {
    state: Mutex<State>,
    wake: Condvar,
    /// Mirrors `State::queue.len()` for a look without the lock.
    waiting: AtomicUsize,
    /// The bytes that wait to be dropped.
    dropping: Arc<AtomicUsize>,
}

struct State {
    queue: VecDeque<Arc<dyn Task>>,
    size: usize,
    threads: usize,
    idle: usize,
}

/// Work that pool threads do in pieces.
pub(crate) trait Task: Send + Sync {
    /// Works for a while on the calling thread. True asks for another turn
    /// after those who wait.
    fn run(self: Arc<Self>) -> bool;
}

const IDLE_LIMIT: Duration = Duration::from_secs(10);

thread_local! {
    static IS_OF_A_POOL: Cell<bool> = const { Cell::new(false) };
}

impl Pool {
    /// The most threads that a pool can have.
    pub const MAX_SIZE: usize = 1024;

    /// A pool of its own, of at most `size` threads; zero counts as one, and
    /// more than [`Pool::MAX_SIZE`] as that.
    pub fn new(size: usize) -> Pool {
        Pool {
            inner: Arc::new(Inner {
                state: Mutex::new(State {
                    queue: VecDeque::new(),
                    size: size.clamp(1, Pool::MAX_SIZE),
                    threads: 0,
                    idle: 0,
                }),
                wake: Condvar::new(),
                waiting: AtomicUsize::new(0),
                dropping: Arc::default(),
            }),
        }
    }

    /// The pool that calls use when they are given no other: as many threads
    /// as the process may use cores.
    pub fn shared() -> &'static Pool {
        static SHARED: OnceLock<Pool> = OnceLock::new();
        SHARED.get_or_init(|| {
            Pool::new(std::thread::available_parallelism().map_or(1, NonZeroUsize::get))
        })
    }

    /// The largest number of threads.
    pub fn size(&self) -> usize {
        self.inner.lock().size
    }

    /// Changes the largest number of threads, also for calls that are under
    /// way; limits as for [`Pool::new`]. Surplus threads end after their current piece
    /// of work.
    pub fn resize(&self, size: usize) {
        self.inner.lock().size = size.clamp(1, Pool::MAX_SIZE);
        self.inner.wake.notify_all();
    }

    /// Whether the calling thread is one of a pool: such a thread must not wait
    /// for another.
    pub(crate) fn is_calling() -> bool {
        IS_OF_A_POOL.get()
    }

    /// Whether other work waits for a thread.
    pub(crate) fn is_contended(&self) -> bool {
        self.inner.waiting.load(Ordering::Relaxed) > 0
    }

    pub(crate) fn dropping(&self) -> &Arc<AtomicUsize> {
        &self.inner.dropping
    }

    /// Queues `task` for one turn. An error means that there is no thread at
    /// all to run it and that none could be started.
    pub(crate) fn submit(&self, task: Arc<dyn Task>) -> io::Result<()> {
        let mut state = self.inner.lock();
        state.queue.push_back(task);
        self.inner
            .waiting
            .store(state.queue.len(), Ordering::Relaxed);
        if state.idle >= state.queue.len() {
            self.inner.wake.notify_one();
        } else if state.threads < state.size {
            let inner = self.inner.clone();
            let spawned = std::thread::Builder::new()
                .name("ransack".into())
                .spawn(move || inner.work());
            match spawned {
                Ok(_) => state.threads += 1,
                Err(_) if state.threads > 0 => self.inner.wake.notify_one(),
                Err(error) => {
                    state.queue.pop_back();
                    return Err(error);
                }
            }
        } else if state.idle > 0 {
            self.inner.wake.notify_one();
        }
        Ok(())
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("size", &self.size()).finish()
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        IS_OF_A_POOL.set(true);
        let mut state = self.lock();
        loop {
            if state.threads > state.size {
                break;
            }
            if let Some(task) = state.queue.pop_front() {
                self.waiting.store(state.queue.len(), Ordering::Relaxed);
                drop(state);
                let again = task.clone();
                // A task reports its own panics; this only keeps the thread.
                let more = catch_unwind(AssertUnwindSafe(|| task.run())).unwrap_or(false);
                state = self.lock();
                if more {
                    state.queue.push_back(again);
                    self.waiting.store(state.queue.len(), Ordering::Relaxed);
                }
                continue;
            }
            state.idle += 1;
            let (guard, waited) = self
                .wake
                .wait_timeout(state, IDLE_LIMIT)
                .unwrap_or_else(PoisonError::into_inner);
            state = guard;
            state.idle -= 1;
            if waited.timed_out() && state.queue.is_empty() {
                break;
            }
        }
        state.threads -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    struct Turns {
        left: AtomicUsize,
        name: char,
        log: Arc<Mutex<String>>,
        done: mpsc::Sender<()>,
    }

    impl Task for Turns {
        fn run(self: Arc<Self>) -> bool {
            self.log.lock().unwrap().push(self.name);
            let more = self.left.fetch_sub(1, Ordering::SeqCst) > 1;
            if !more {
                self.done.send(()).unwrap();
            }
            more
        }
    }

    struct Panics(mpsc::Sender<()>);

    impl Task for Panics {
        fn run(self: Arc<Self>) -> bool {
            self.0.send(()).unwrap();
            panic!("a task's own fault");
        }
    }

    struct Gate(Mutex<mpsc::Receiver<()>>);

    impl Task for Gate {
        fn run(self: Arc<Self>) -> bool {
            self.0.lock().unwrap().recv().unwrap();
            false
        }
    }

    #[test]
    fn tasks_take_turns_on_one_thread() {
        let pool = Pool::new(1);
        let (open, gate) = mpsc::channel();
        pool.submit(Arc::new(Gate(Mutex::new(gate)))).unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let (done, finished) = mpsc::channel();
        for name in ['a', 'b'] {
            let task = Turns {
                left: AtomicUsize::new(3),
                name,
                log: log.clone(),
                done: done.clone(),
            };
            pool.submit(Arc::new(task)).unwrap();
        }
        open.send(()).unwrap();
        finished.recv().unwrap();
        finished.recv().unwrap();
        assert_eq!(*log.lock().unwrap(), "ababab");
    }

    #[test]
    fn a_panic_does_not_cost_the_pool_its_thread() {
        let pool = Pool::new(0);
        assert_eq!(pool.size(), 1);
        let (ran, runs) = mpsc::channel();
        for _ in 0..3 {
            pool.submit(Arc::new(Panics(ran.clone()))).unwrap();
        }
        for _ in 0..3 {
            runs.recv().unwrap();
        }
    }
}
