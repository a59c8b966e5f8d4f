//! Priority of threads inside work that nobody waits for: they leave the
//! processors to every other thread of the machine.
//!
//! Linux gives each thread a nice value that anyone may raise to 19
//! (`setpriority(2)`, "C library/kernel differences"); on other systems nothing
//! changes. It cannot be restored without privileges, and threads inherit it.
//! Invariant: a thread whose priority was lowered takes no further work, and starts
//! no thread that outlives its work.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A thread whose priority other threads can lower.
pub(super) struct Thread {
    id: Id,
    is_lowered: AtomicBool,
    /// Nested pieces of work that others wait for.
    needed: AtomicUsize,
}

thread_local! {
    static CURRENT: RefCell<Option<Arc<Thread>>> = const { RefCell::new(None) };
}

impl Thread {
    /// Returns the calling thread.
    pub(super) fn current() -> Arc<Thread> {
        CURRENT.with_borrow_mut(|current| {
            current
                .get_or_insert_with(|| {
                    Arc::new(Thread {
                        id: id(),
                        is_lowered: AtomicBool::new(false),
                        needed: AtomicUsize::new(0),
                    })
                })
                .clone()
        })
    }

    /// Lowers the priority of this thread, which must be alive, unless it is
    /// inside [`needed`] work.
    pub(super) fn lower(&self) {
        if self.needed.load(Ordering::Relaxed) > 0 {
            return;
        }
        // Before: the thread must start no other with the lower priority.
        self.is_lowered.store(true, Ordering::SeqCst);
        if !lower(self.id) {
            self.is_lowered.store(false, Ordering::SeqCst);
        }
    }

    pub(super) fn is_lowered(&self) -> bool {
        self.is_lowered.load(Ordering::SeqCst)
    }
}

/// Whether the priority of the calling thread was lowered.
pub(super) fn is_lowered() -> bool {
    CURRENT.with_borrow(|current| current.as_ref().is_some_and(|thread| thread.is_lowered()))
}

/// Runs `work`, whose result others may wait for when its caller does not: the
/// calling thread keeps its priority.
pub(crate) fn needed<T>(work: impl FnOnce() -> T) -> T {
    struct Needed(Arc<Thread>);
    impl Drop for Needed {
        fn drop(&mut self) {
            self.0.needed.fetch_sub(1, Ordering::Relaxed);
        }
    }
    let thread = Thread::current();
    thread.needed.fetch_add(1, Ordering::Relaxed);
    let _needed = Needed(thread);
    work()
}

#[cfg(target_os = "linux")]
type Id = rustix::thread::Pid;

#[cfg(target_os = "linux")]
fn id() -> Id {
    rustix::thread::gettid()
}

/// Lowers the priority of a thread of this process; false if the system refuses.
#[cfg(all(target_os = "linux", not(miri)))]
fn lower(id: Id) -> bool {
    const LOWEST: i32 = 19;
    rustix::process::setpriority_process(Some(id), LOWEST).is_ok()
}

#[cfg(not(target_os = "linux"))]
type Id = ();

#[cfg(not(target_os = "linux"))]
fn id() -> Id {}

#[cfg(any(not(target_os = "linux"), miri))]
fn lower(_: Id) -> bool {
    false
}

#[cfg(all(test, target_os = "linux", not(miri)))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::sync::mpsc;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::cancel::{AbortReason, CancelToken};
    use crate::exec::pool::Pool;
    use crate::exec::stack::with_stack;

    fn nice() -> i32 {
        rustix::process::getpriority_process(Some(id())).unwrap()
    }

    /// Waits until the priority of the calling thread is the lowest, or far too
    /// long for that; returns its nice value.
    fn nice_once_lowered() -> i32 {
        let begun = Instant::now();
        while nice() < 19 && begun.elapsed() < Duration::from_secs(60) {
            std::thread::yield_now();
        }
        nice()
    }

    /// Abandons `work` on a pool of one worker. Returns the thread and the nice
    /// value that `work` reports, and those of the next task.
    fn abandon(work: fn() -> (Id, i32)) -> [(Id, i32); 2] {
        let pool = Pool::new(1);
        let token = CancelToken::new();
        let (begin, begun) = mpsc::channel();
        let (send, receive) = mpsc::channel();
        let mut abandoned = pool.run(&token, move |_| {
            begin.send(()).unwrap();
            send.send(work()).unwrap();
            Ok(())
        });
        begun.recv().unwrap();
        token.cancel(AbortReason::User);
        assert!(abandoned.next().unwrap().is_err());
        let first = receive.recv().unwrap();
        let mut next = pool.run(&CancelToken::new(), |_| Ok((id(), nice())));
        [first, next.next().unwrap().unwrap()]
    }

    #[test]
    fn abandoned_work_has_the_lowest_priority_and_its_thread_takes_no_more() {
        let usual = nice();
        let [(thread, lowered), next] = abandon(|| (id(), nice_once_lowered()));
        assert_eq!(lowered, 19);
        assert!(next.0 != thread && next.1 == usual, "{next:?}");
    }

    #[test]
    fn a_thread_that_works_for_an_abandoned_worker_is_lowered_too() {
        let usual = nice();
        let nested = || with_stack(1 << 30, || (id(), nice_once_lowered())).unwrap();
        let [(_, lowered), next] = abandon(nested);
        assert_eq!((lowered, next.1), (19, usual));
    }

    #[test]
    fn a_lowered_worker_does_not_pass_its_priority_on() {
        let usual = nice();
        let [(_, lowered), _] = abandon(|| {
            let lowered = nice_once_lowered();
            assert_eq!(lowered, 19);
            // A pool that has no worker yet.
            let mut other = Pool::new(1).run(&CancelToken::new(), |_| Ok((id(), nice())));
            other.next().unwrap().unwrap()
        });
        assert_eq!(lowered, usual);
    }

    #[test]
    fn work_that_others_may_wait_for_keeps_its_priority() {
        let usual = nice();
        let thread = Thread::current();
        needed(|| thread.lower());
        assert!(nice() == usual && !is_lowered());
    }
}
