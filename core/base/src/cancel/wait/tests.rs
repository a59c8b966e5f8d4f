use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Wake;
use std::time::Duration;

use super::*;

#[derive(Default)]
struct Counter(AtomicUsize);

impl Wake for Counter {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

fn poll(wait: &mut CancelWait, counter: &Arc<Counter>) -> Poll<AbortReason> {
    let waker = Waker::from(counter.clone());
    Pin::new(wait).poll(&mut Context::from_waker(&waker))
}

fn listeners(token: &CancelToken) -> usize {
    token.inner.lock().listeners.len()
}

#[test]
fn the_last_waker_is_woken_once() {
    let token = CancelToken::new();
    let (first, second) = (Arc::new(Counter::default()), Arc::new(Counter::default()));
    let mut wait = token.child().wait();
    for counter in [&first, &first, &second, &second] {
        assert_eq!(poll(&mut wait, counter), Poll::Pending);
    }
    token.cancel(AbortReason::User);
    assert_eq!(first.0.load(Ordering::SeqCst), 0);
    assert_eq!(second.0.load(Ordering::SeqCst), 1);
    assert_eq!(poll(&mut wait, &second), Poll::Ready(AbortReason::User));
}

#[test]
fn a_fired_token_resolves_at_once() {
    let token = CancelToken::with_timeout(Duration::ZERO);
    let counter = Arc::new(Counter::default());
    assert_eq!(
        poll(&mut token.wait(), &counter),
        Poll::Ready(AbortReason::Timeout)
    );
}

#[test]
fn a_dropped_future_leaves_nothing_behind() {
    let token = CancelToken::new();
    let counter = Arc::new(Counter::default());
    let mut wait = token.wait();
    assert_eq!(listeners(&token), 0);
    assert_eq!(poll(&mut wait, &counter), Poll::Pending);
    assert_eq!(poll(&mut wait, &counter), Poll::Pending);
    assert_eq!((listeners(&token), Arc::strong_count(&counter)), (1, 2));
    drop(wait);
    assert_eq!((listeners(&token), Arc::strong_count(&counter)), (0, 1));
    token.cancel(AbortReason::User);
    assert_eq!(counter.0.load(Ordering::SeqCst), 0);
}
