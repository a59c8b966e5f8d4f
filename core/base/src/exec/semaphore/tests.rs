use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::*;
use crate::cancel::AbortReason;
use crate::exec::Pool;

#[test]
fn one_holds_the_permit_at_a_time() {
    let semaphore = Semaphore::default();
    let running = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..100 {
                    let permit = semaphore.acquire(&CancelToken::new()).unwrap().unwrap();
                    assert_eq!(running.fetch_add(1, Ordering::SeqCst), 0);
                    running.fetch_sub(1, Ordering::SeqCst);
                    drop(permit);
                }
            });
        }
    });
}

#[test]
fn a_token_releases_who_waits_and_the_permit_stays_with_its_holder() {
    let semaphore = Semaphore::default();
    let held = semaphore.acquire(&CancelToken::new()).unwrap();
    let token = CancelToken::new();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| semaphore.acquire(&token).is_err());
        token.cancel(AbortReason::User);
        assert!(waiting.join().unwrap());
    });
    assert!(*semaphore.is_taken.lock());
    drop(held);
    assert!(semaphore.acquire(&CancelToken::new()).unwrap().is_some());
}

#[test]
fn a_worker_that_waits_is_replaced() {
    let pool = Pool::new(1);
    let semaphore = Arc::new(Semaphore::default());
    let held = semaphore.acquire(&CancelToken::new()).unwrap();
    let mut waiting = pool.run(&CancelToken::new(), move |token| {
        Ok(semaphore.acquire(token)?.is_some())
    });
    // Runs on another worker; the pool's only worker may be waiting.
    let mut releasing = pool.run(&CancelToken::new(), move |_| {
        drop(held);
        Ok(())
    });
    releasing.next().unwrap().unwrap();
    assert!(waiting.next().unwrap().unwrap());
}
