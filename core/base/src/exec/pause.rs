//! Pauses between two attempts to get what another thread or process holds.
//!
//! A worker that pauses does not count against the size of its pool, because the holder may need a
//! worker. It continues in a turn of its own, after the calls that the queue serves first, so that
//! a row of waiting calls does not delay shorter ones.

use std::sync::Arc;
use std::time::Duration;

use super::monitor::Monitor;
use super::pool::{Task, Worker, block, is_contended, submit_for};
use super::turns::Usage;

/// Turn in which a paused worker continues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Resumption {
    Queued,
    /// The turn has begun: another worker waits until the paused one counts again.
    Begun,
    /// The paused worker counts again, or continues without a turn.
    Ended,
}

struct Resume(Monitor<Resumption>);

impl Task for Resume {
    fn run(self: Arc<Self>) -> bool {
        let mut state = self.0.lock();
        if *state == Resumption::Queued {
            *state = Resumption::Begun;
            state.notify_all();
        }
        while *state == Resumption::Begun {
            state = self.0.wait(state);
        }
        false
    }
}

/// Sleeps for `time`. A worker then continues when its turn comes, or as soon as `is_over`, called
/// every few milliseconds, returns true, which means that the caller's attempt was cancelled.
pub fn pause(time: Duration, is_over: impl Fn() -> bool) {
    let usage = Usage::of_caller();
    let waited = block(|| {
        std::thread::sleep(time);
        let worker =
            Worker::current().filter(|worker| is_contended(worker.pool()) && !is_over())?;
        usage.set_long(worker.pool().size());
        let resume = Arc::new(Resume(Monitor::new(Resumption::Queued)));
        // Without a worker that could serve the queue, this one continues at once.
        submit_for(worker.pool(), &usage, resume.clone()).ok()?;
        let mut state = resume.0.lock();
        while *state == Resumption::Queued && !is_over() {
            (state, _) = resume.0.wait_timeout(state, time);
        }
        drop(state);
        Some(resume)
    });
    match waited {
        // The worker counts again.
        Some(Some(resume)) => {
            let mut state = resume.0.lock();
            *state = Resumption::Ended;
            state.notify_all();
        }
        Some(None) => {}
        None => std::thread::sleep(time),
    }
}

#[cfg(test)]
mod tests;
