use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use super::*;
use crate::Pool;
use crate::exec::{lock, submit};

/// Calls of a pool of one worker, some of which wait for a lock.
struct Calls {
    pool: Pool,
    is_held: AtomicBool,
    log: Mutex<String>,
    done: Sender<()>,
}

fn calls() -> (Arc<Calls>, Receiver<()>) {
    let (done, ends) = mpsc::channel();
    let calls = Calls {
        pool: Pool::new(1),
        is_held: AtomicBool::new(true),
        log: Mutex::default(),
        done,
    };
    (Arc::new(calls), ends)
}

enum Call {
    Holder,
    Waiter,
    Short,
}

struct Queued(Arc<Calls>, Call);

impl Task for Queued {
    fn run(self: Arc<Self>) -> bool {
        let Queued(calls, call) = &*self;
        let name = match call {
            Call::Holder => {
                // The short call and the turns of both waiters.
                while calls.pool.stats().queued < 3 {
                    std::thread::yield_now();
                }
                calls.is_held.store(false, Ordering::SeqCst);
                'h'
            }
            Call::Waiter => {
                while calls.is_held.load(Ordering::SeqCst) {
                    pause(Duration::from_millis(1), || false);
                }
                'w'
            }
            Call::Short => 's',
        };
        lock(&calls.log).push(name);
        calls.done.send(()).unwrap();
        false
    }
}

#[test]
fn short_calls_overtake_those_that_waited_for_a_lock() {
    let (calls, ends) = calls();
    for call in [Call::Waiter, Call::Waiter, Call::Holder, Call::Short] {
        submit(&calls.pool, Arc::new(Queued(calls.clone(), call))).unwrap();
    }
    ends.iter().take(4).for_each(drop);
    assert_eq!(*lock(&calls.log), "hsww");
}

struct Cancelled(Arc<Calls>, bool);

impl Task for Cancelled {
    fn run(self: Arc<Self>) -> bool {
        let Cancelled(calls, is_waiter) = &*self;
        if *is_waiter {
            let is_over = || !calls.is_held.load(Ordering::SeqCst);
            while !is_over() {
                pause(Duration::from_millis(1), is_over);
            }
            lock(&calls.log).push('w');
        } else {
            // The short call and the turn of the waiter.
            while calls.pool.stats().queued < 2 {
                std::thread::yield_now();
            }
            calls.is_held.store(false, Ordering::SeqCst);
            while lock(&calls.log).is_empty() {
                std::thread::yield_now();
            }
            lock(&calls.log).push('h');
        }
        calls.done.send(()).unwrap();
        false
    }
}

#[test]
fn a_pause_that_is_over_waits_for_no_turn() {
    let (calls, ends) = calls();
    for is_waiter in [true, false] {
        submit(&calls.pool, Arc::new(Cancelled(calls.clone(), is_waiter))).unwrap();
    }
    submit(&calls.pool, Arc::new(Queued(calls.clone(), Call::Short))).unwrap();
    ends.iter().take(3).for_each(drop);
    assert_eq!(*lock(&calls.log), "whs");
}
