//! Waits until an index is ready: progress and end of its builds.
//!
//! Invariant: a waiting caller holds no lock of the index, so an abort ends the wait immediately,
//! and its callback may use the workspace.

use std::sync::{Arc, MutexGuard, Weak};
use std::time::{Duration, Instant};

use ransack_base::internal::{
    Consumer, ErrorParts, Monitor, MonitorGuard, ResultSource, Subscription, block, lock,
    on_cancel, stream,
};
use ransack_base::{
    AbortReason, Aborted, CancelToken, Error, ErrorKind, Next, Pool, Report, Result, Stream,
};

use super::background_build::{BackgroundBuild, IndexProgress};
use super::content_index::{ContentIndex, IndexState};

/// Minimum time between two progress reports.
const INTERVAL: Duration = Duration::from_millis(50);

/// Number of times that one wait continues with another build because files changed, and because
/// segments were damaged.
const MAX_REPEATS: usize = 3;

impl ContentIndex {
    /// Waits until all files that need indexing are indexed. The stream yields progress
    /// periodically.
    pub(crate) fn ready(self: &Arc<Self>, token: &CancelToken) -> Stream<IndexProgress> {
        let index = self.clone();
        ReadyWait::begin(token, &self.pool, move |wait| {
            let started = index.start_wait(wait);
            // A build stopped by closing fails as aborted.
            index.check_open().and(started)
        })
    }

    fn start_wait(self: &Arc<Self>, wait: &Arc<ReadyWait>) -> Result<()> {
        let mut state = self.lock();
        self.check_open()?;
        self.sync_now(&mut state)?;
        let is_late = state.build.is_some();
        if !state.is_covered() {
            self.start_build(&mut state);
        }
        match &state.build {
            Some(build) => {
                wait.note(build);
                wait.state.lock().is_late = is_late;
                lock(&self.waits).push(Arc::downgrade(wait));
                build.hurry();
            }
            None => {
                let failure = state.failure.take();
                wait.settle(self.check_open().and(failure.map_or(Ok(()), Err)));
            }
        }
        Ok(())
    }

    /// Reports the progress of a build to its waiting callers.
    pub(super) fn note_progress(&self, build: &BackgroundBuild) {
        let mut waits = lock(&self.waits);
        waits.retain(|wait| wait.strong_count() > 0);
        let waiting: Vec<_> = waits.iter().filter_map(Weak::upgrade).collect();
        build.set_awaited(!waiting.is_empty());
        drop(waits);
        for wait in waiting {
            wait.note(build);
        }
    }

    /// Ends the waits for a build that has ended. Builds again if the build lost changes or
    /// segments, or if files remain to be indexed for a wait that began after the build did.
    pub(super) fn end_waits(
        self: &Arc<Self>,
        mut state: MutexGuard<'_, IndexState>,
        build: &BackgroundBuild,
    ) {
        let (is_damaged, is_covered) = (build.is_damaged(), state.is_covered());
        let is_void = is_damaged || build.is_void();
        let needs_more = |wait: &Arc<ReadyWait>| is_void || !is_covered && wait.is_late();
        let (going_on, ended): (Vec<_>, Vec<_>) = self
            .take_waits()
            .into_iter()
            .partition(|wait| needs_more(wait) && wait.repeat(is_damaged));
        let mut failures: Vec<_> = ended
            .iter()
            .map(|_| state.failure.as_ref().map(Error::duplicate))
            .collect();
        // Damage does not fail later calls.
        if !ended.is_empty() || is_damaged {
            state.failure = None;
        }
        if !going_on.is_empty() {
            self.start_build(&mut state);
        }
        let is_building = state.build.is_some();
        if let Some(build) = &state.build {
            lock(&self.waits).extend(going_on.iter().map(Arc::downgrade));
            if !going_on.is_empty() {
                build.hurry();
            }
        }
        drop(state);
        for wait in ended {
            wait.note(build);
            let failure = failures.pop().flatten();
            wait.settle(self.check_open().and(failure.map_or(Ok(()), Err)));
        }
        if !is_building {
            for wait in going_on {
                wait.settle(self.check_open());
            }
        }
    }

    pub(super) fn take_waits(&self) -> Vec<Arc<ReadyWait>> {
        let waits = std::mem::take(&mut *lock(&self.waits));
        waits.iter().filter_map(Weak::upgrade).collect()
    }
}

/// One caller that waits for an index.
pub(super) struct ReadyWait {
    token: CancelToken,
    state: Monitor<WaitState>,
}

struct WaitState {
    /// Latest progress, until the consumer takes it.
    progress: Option<IndexProgress>,
    /// Time at which the consumer last took progress.
    taken_at: Option<Instant>,
    /// Number of builds repeated because files changed.
    repeats: usize,
    /// Number of builds repeated because segments were damaged.
    damages: usize,
    /// Whether the wait began after the build did; files may have changed in between.
    is_late: bool,
    /// End of the wait, until the consumer takes it.
    outcome: Option<Result<()>>,
    /// Whether the outcome is set. It is set once; later outcomes are dropped.
    is_settled: bool,
    consumer: Consumer,
    subscription: Option<Subscription>,
    /// Work that determines whether there is anything to wait for.
    start: Option<Stream<()>>,
}

/// Creates a wait whose `outcome` is already known.
pub(crate) fn settled(token: &CancelToken, outcome: Result<()>) -> Stream<IndexProgress> {
    let wait = ReadyWait::new(token);
    wait.settle(outcome);
    stream(wait)
}

impl ReadyWait {
    /// Begins a wait: runs `start` on a worker of `pool`. `start` either settles the wait or passes
    /// it on to a build that does.
    pub(super) fn begin(
        token: &CancelToken,
        pool: &Pool,
        start: impl FnOnce(&Arc<ReadyWait>) -> Result<()> + Send + 'static,
    ) -> Stream<IndexProgress> {
        let wait = ReadyWait::new(token);
        let starting = Starting(Some(wait.clone()));
        let started = pool.run(&wait.token, move |_| {
            let mut starting = starting;
            if let Some(wait) = &starting.0
                && let Err(error) = start(wait)
            {
                wait.settle(Err(error));
            }
            starting.0 = None;
            Ok(())
        });
        wait.state.lock().start = Some(started);
        stream(wait)
    }

    fn new(token: &CancelToken) -> Arc<ReadyWait> {
        let wait = Arc::new(ReadyWait {
            token: token.child(),
            state: Monitor::new(WaitState {
                progress: None,
                taken_at: None,
                repeats: 0,
                damages: 0,
                is_late: false,
                outcome: None,
                is_settled: false,
                consumer: Consumer::default(),
                subscription: None,
                start: None,
            }),
        });
        let weak = Arc::downgrade(&wait);
        let subscription = on_cancel(&wait.token, move |reason| {
            if let Some(wait) = weak.upgrade() {
                wait.abort(reason);
            }
        });
        wait.state.lock().subscription = Some(subscription);
        wait
    }

    /// Reports the progress of a build to the consumer, or keeps it until it is due.
    pub(super) fn note(&self, build: &BackgroundBuild) {
        let mut state = self.state.lock();
        // Read under the lock, so progress never goes backwards.
        let progress = build.progress();
        if state.is_settled || progress.files_total == 0 {
            return;
        }
        state.progress = Some(progress);
        if state.is_due() {
            ReadyWait::wake(state);
        }
    }

    fn wake(mut state: MonitorGuard<'_, WaitState>) {
        let wake = state.consumer.wake();
        state.notify_all();
        drop(state);
        if let Some(wake) = wake {
            wake();
        }
    }

    fn is_late(&self) -> bool {
        self.state.lock().is_late
    }

    /// Whether the wait continues with another build.
    fn repeat(&self, is_damaged: bool) -> bool {
        let mut state = self.state.lock();
        state.is_late = false;
        let count = match is_damaged {
            true => &mut state.damages,
            false => &mut state.repeats,
        };
        *count += 1;
        *count <= MAX_REPEATS && !state.is_settled
    }

    /// Ends the wait, once.
    pub(super) fn settle(&self, outcome: Result<()>) {
        let state = self.state.lock();
        if !state.is_settled {
            self.end(state, outcome);
        }
    }

    /// Ends the wait with an error, unless the consumer already has its outcome.
    fn abort(&self, reason: AbortReason) {
        let state = self.state.lock();
        if !state.is_settled || state.outcome.is_some() {
            self.end(state, Err(Aborted(reason).into()));
        }
    }

    fn end(&self, mut state: MonitorGuard<'_, WaitState>, outcome: Result<()>) {
        state.is_settled = true;
        if outcome.is_err() {
            state.progress = None;
        }
        state.outcome = Some(outcome);
        ReadyWait::wake(state);
    }

    fn cancel(&self) {
        self.token.cancel(AbortReason::User);
        let mut state = self.state.lock();
        let rest = (state.subscription.take(), state.start.take());
        drop(state);
        drop(rest);
    }

    /// Waits for one change of the state, unless there is something to take.
    fn wait_once(&self) {
        let state = self.state.lock();
        if !state.is_settled && !state.is_due() {
            drop(self.state.wait(state));
        }
    }
}

impl WaitState {
    /// Whether there is progress that the consumer may take.
    fn is_due(&self) -> bool {
        let is_due = |at: Instant| self.is_settled || at.elapsed() >= INTERVAL;
        self.progress.is_some() && self.taken_at.is_none_or(is_due)
    }
}

impl ResultSource<IndexProgress> for ReadyWait {
    fn take(&self, _: usize, wait: bool) -> Next<IndexProgress> {
        loop {
            let mut state = self.state.lock();
            if state.is_due()
                && let Some(progress) = state.progress.take()
            {
                state.taken_at = Some(Instant::now());
                return Next::Batch(vec![progress]);
            }
            match state.outcome.take() {
                Some(Ok(())) => return Next::End(Ok(complete_report())),
                Some(Err(error)) => return Next::End(Err(error)),
                None if state.is_settled => return Next::End(Ok(Report::default())),
                None if !wait => {
                    state.consumer.expect_wake();
                    return Next::Pending;
                }
                None => {}
            }
            drop(state);
            if block(|| self.wait_once()).is_none() {
                self.wait_once();
            }
        }
    }

    fn on_ready(&self, callback: Box<dyn Fn() + Send + Sync>) {
        self.state.lock().consumer.set_callback(callback);
    }

    fn stop(&self, _: usize) -> Report {
        self.cancel();
        Report::default()
    }

    fn has_failed(&self) -> bool {
        matches!(self.state.lock().outcome, Some(Err(_)))
    }

    fn close(&self) {
        self.cancel();
    }
}

/// A wait whose start is queued or running. Dropping it ends the wait, because the start panicked
/// or found no worker.
struct Starting(Option<Arc<ReadyWait>>);

impl Drop for Starting {
    fn drop(&mut self) {
        if let Some(wait) = &self.0 {
            let message = "waiting for the index failed to start";
            wait.settle(Err(Error::new(ErrorKind::Internal, message)));
        }
    }
}

/// Creates the report of a wait that ended because the index is ready.
fn complete_report() -> Report {
    let mut report = Report::default();
    report.complete = true;
    report.total_is_exact = true;
    report
}
