//! Tests of detached tasks.

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
fn a_waiting_caller_is_released_by_the_token() {
    let token = CancelToken::new();
    let (open, gate) = mpsc::channel::<()>();
    let (begun, begins) = mpsc::channel();
    let waits = {
        let token = token.clone();
        std::thread::spawn(move || {
            offload(b"", false, &token, move |_, _| {
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
fn inline_work_runs_on_the_calling_thread() {
    let mut outer = Pool::shared().run(&CancelToken::new(), |token| {
        let here = std::thread::current().id();
        offload(b"", true, token, move |_, _| {
            Ok(std::thread::current().id() == here)
        })
    });
    assert!(outer.next().unwrap().unwrap());
}

#[test]
fn large_values_are_dropped_on_a_worker_up_to_a_bound() {
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
    // Dropped values are no longer pending.
    (0..4).for_each(|_| {
        pool.drop_later(values(16 << 20));
        assert_ne!(drops.recv().unwrap(), here);
    });
}

#[test]
fn values_whose_task_never_runs_wait_no_longer() {
    let pending = Arc::new(AtomicUsize::new(7));
    let waiting = PendingDrop {
        values: vec![1],
        size: 7,
        pending: pending.clone(),
    };
    let never_run: Work<()> = Box::new(move |_| {
        drop(waiting);
        Ok(())
    });
    drop(never_run);
    assert_eq!(pending.load(Ordering::Relaxed), 0);
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
fn dropping_the_stream_stops_the_work() {
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
fn a_task_that_a_worker_waits_for_runs_before_the_next_call() {
    const CALLS: usize = 50;
    let pool = Pool::new(1);
    let token = CancelToken::new();
    let (open, gate) = mpsc::channel::<()>();
    let busy = pool.run(&token, move |_| Ok(gate.recv().is_ok()));
    let waiting = Arc::new(AtomicUsize::new(0));
    let calls: Vec<_> = (0..CALLS)
        .map(|_| {
            let (nested, waiting) = (pool.clone(), waiting.clone());
            pool.run(&token, move |token| {
                let now_waiting = waiting.fetch_add(1, Ordering::SeqCst) + 1;
                detach(&nested, token, |_| Ok(())).wait()?;
                waiting.fetch_sub(1, Ordering::SeqCst);
                Ok(now_waiting)
            })
        })
        .collect();
    open.send(()).unwrap();
    for mut call in calls {
        assert!(call.next().unwrap().unwrap() < CALLS);
    }
    drop(busy);
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

#[test]
fn abandoned_work_does_not_hold_the_only_worker() {
    let pool = Pool::new(1);
    let token = CancelToken::new();
    let (open, gate) = mpsc::channel::<()>();
    let (begun, begins) = mpsc::channel();
    let (returned, returns) = mpsc::channel();
    let mut stuck = pool.run(&token, move |_| {
        begun.send(()).unwrap();
        gate.recv().unwrap();
        returned.send(()).unwrap();
        Ok(())
    });
    begins.recv().unwrap();
    // Queued while the worker is stuck; runs once the stuck work is abandoned.
    let mut waiting = pool.run(&CancelToken::new(), |_| Ok(1));
    token.cancel(AbortReason::User);
    assert_eq!(
        stuck.next().unwrap().unwrap_err().kind(),
        ErrorKind::Aborted
    );
    assert_eq!(waiting.next().unwrap().unwrap(), 1);
    let mut later = pool.run(&CancelToken::new(), |_| Ok(2));
    assert_eq!(later.next().unwrap().unwrap(), 2);
    open.send(()).unwrap();
    returns.recv().unwrap();
    let mut last = pool.run(&CancelToken::new(), |_| Ok(3));
    assert_eq!(last.next().unwrap().unwrap(), 3);
}

#[test]
fn a_worker_that_waits_for_another_is_replaced() {
    let pool = Pool::new(1);
    let inner = pool.clone();
    let mut outer = pool.run(&CancelToken::new(), move |token| {
        let here = std::thread::current().id();
        let detached = detach(&inner, token, move |_| {
            Ok(std::thread::current().id() != here)
        });
        detached.wait()
    });
    assert!(outer.next().unwrap().unwrap());
}
