//! Job queue whose jobs may add jobs, for threads that join and leave freely.
//!
//! Invariant: a thread that finds the queue empty waits while another thread
//! runs a job, because that job may add more. [`JobQueue::next`] ends on all
//! threads once the queue is empty and no job is running.

use super::monitor::{Monitor, MonitorGuard};

/// A shared queue of jobs.
pub struct JobQueue<S> {
    state: Monitor<JobQueueState<S>>,
}

pub struct JobQueueState<S> {
    pub source: S,
    /// Number of jobs in flight.
    running: usize,
    is_stopped: bool,
}

/// A job in flight; dropping it ends the job. A job that panics stops the
/// queue.
pub struct RunningJob<'a, S>(&'a JobQueue<S>);

impl<S> JobQueue<S> {
    /// Creates a queue of the jobs in `source`.
    pub fn new(source: S) -> JobQueue<S> {
        JobQueue {
            state: Monitor::new(JobQueueState {
                source,
                running: 0,
                is_stopped: false,
            }),
        }
    }

    /// Waits for the next job that `take` removes from the source. Returns `None` once all jobs have
    /// ended or the queue was stopped.
    pub fn next<J>(&self, take: impl Fn(&mut S) -> Option<J>) -> Option<(J, RunningJob<'_, S>)> {
        let mut state = self.state.lock();
        loop {
            if state.is_stopped {
                return None;
            }
            if let Some(job) = take(&mut state.source) {
                state.running += 1;
                return Some((job, RunningJob(self)));
            }
            if state.running == 0 {
                return None;
            }
            state = self.state.wait(state);
        }
    }

    /// Locks the source.
    pub fn lock(&self) -> MonitorGuard<'_, JobQueueState<S>> {
        self.state.lock()
    }

    /// Returns the source without a lock.
    pub fn get_mut(&mut self) -> &mut S {
        &mut self.state.get_mut().source
    }

    /// Stops the queue: threads leave after their current job.
    pub fn stop(&self) {
        let mut state = self.state.lock();
        state.is_stopped = true;
        state.notify_all();
    }

    /// Waits until no job is running.
    pub fn wait(&self) {
        let mut state = self.state.lock();
        while state.running > 0 {
            state = self.state.wait(state);
        }
    }

    /// Whether [`JobQueue::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.state.lock().is_stopped
    }
}

impl<S> Drop for RunningJob<'_, S> {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.running -= 1;
        state.is_stopped |= std::thread::panicking();
        state.notify_all();
    }
}
