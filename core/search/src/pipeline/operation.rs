//! One call in flight: its turns on the pool, its end, and its consumer.
//!
//! Workers take turns with the call's jobs: claim the first job in result order, perform it without
//! holding the lock, put its output into the reorder buffer. When the token fires, the firing
//! thread settles the call. However a call ends, workers inside a job are abandoned to the pool and
//! their output is dropped: neither an abort nor another call waits for an uninterruptible job.
//!
//! Invariants: `end` is set once, and no output is accepted afterwards. A consumer that is itself a
//! worker is replaced while it waits, so a call finishes even if its consumer is the pool's only
//! worker. If the operation panics, in a job or under the lock, the call ends with an error.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ransack_base::internal::{
    Consumer, ErrorParts, Monitor, MonitorGuard, ResultSource, Subscription, Task, Usage, Worker,
    block, is_worker, lock, on_cancel, release, run_after, stream, submit_for, turn_is_over,
};
use ransack_base::{
    AbortReason, Aborted, CancelToken, Error, ErrorKind, Next, Pool, Report, Result, StoppedBy,
    Stream,
};

use super::OnTimeout;
use super::cursor::Cursor;
use super::examine::Examine;
use super::job::{CallPlan, Job, Jobs, KeyedJob, Performed, Prepare};
use super::reorder::{Key, ReorderBuffer, is_out_of_scope};
use crate::scan::ScanStart;

/// Number of bytes of ready results that wakes the consumer. With fewer, it wakes once it has not
/// woken for [`MAX_WAKE_DELAY`], even if the next job takes long. A thread switch for each result
/// would cost more than the result.
const WAKE_BYTES: usize = 64 << 10;
const MAX_WAKE_DELAY: Duration = Duration::from_millis(3);

/// One call, shared by its workers and its consumer.
pub(super) struct Operation<E: Examine> {
    jobs: Jobs<E>,
    /// Child of `caller` that also fires when the call ends.
    token: CancelToken,
    caller: CancelToken,
    pool: Pool,
    usage: Arc<Usage>,
    begun: Instant,
    on_timeout: OnTimeout,
    /// Cursor of the first result, in path order.
    first: Option<String>,
    state: Monitor<OperationState<E>>,
    has_failed: AtomicBool,
}

struct OperationState<E: Examine> {
    buffer: ReorderBuffer<Job<E::Resume>, E::Item>,
    scratches: Vec<E::Scratch>,
    /// Number of turns in the pool's queue or on a worker.
    turns: usize,
    /// Jobs that workers are running.
    running: Vec<ClaimedJob>,
    /// Whether the call has ended. Set once; no output is accepted afterwards.
    has_ended: bool,
    /// Outcome, until the consumer takes it.
    end: Option<Result<Report>>,
    consumer: Consumer,
    last_wake: Instant,
    /// Timer that wakes the consumer for ready results.
    delayed_wake: Option<Subscription>,
    subscription: Option<Subscription>,
}

/// A job that a worker is running.
struct ClaimedJob {
    /// Worker that runs the job; `None` on a thread that is not a worker.
    worker: Option<Worker>,
    /// Whether the call has ended in the meantime.
    is_abandoned: bool,
}

type Guard<'a, E> = MonitorGuard<'a, OperationState<E>>;

impl<E: Examine> Operation<E> {
    pub(super) fn start(
        mut buffer: ReorderBuffer<Job<E::Resume>, E::Item>,
        max_items: usize,
        on_timeout: OnTimeout,
        pool: Pool,
        token: &CancelToken,
        first: Option<String>,
        prepare: Prepare<E>,
    ) -> Stream<E::Item> {
        buffer.add(Key::default(), Job::Prepare);
        let caller = token.clone();
        let token = token.child();
        let operation = Arc::new(Operation {
            jobs: Jobs::new(
                prepare,
                max_items,
                buffer.is_by_time(),
                pool.clone(),
                token.clone(),
            ),
            token,
            caller,
            pool,
            usage: Usage::of_caller(),
            begun: Instant::now(),
            on_timeout,
            first,
            state: Monitor::new(OperationState {
                buffer,
                scratches: Vec::new(),
                turns: 0,
                running: Vec::new(),
                has_ended: false,
                end: None,
                consumer: Consumer::default(),
                last_wake: Instant::now(),
                delayed_wake: None,
                subscription: None,
            }),
            has_failed: AtomicBool::new(false),
        });
        let weak = Arc::downgrade(&operation);
        let subscription = on_cancel(&operation.token, move |reason| {
            if let Some(operation) = weak.upgrade() {
                operation.abort(reason);
            }
        });
        let mut state = operation.state.lock();
        state.subscription = Some(subscription);
        operation.request_turns(state);
        stream(Arc::new(OperationHandle(operation)))
    }

    /// Queues as many turns as there are jobs and workers to run them.
    fn request_turns(self: &Arc<Self>, mut state: Guard<'_, E>) {
        if state.has_ended {
            return;
        }
        // Turns that are inside a job do not claim others.
        let wanted = state.buffer.claimable() + state.running.len();
        let wanted = wanted.min(self.pool.size());
        let missing = wanted.saturating_sub(state.turns);
        state.turns += missing;
        drop(state);
        for _ in 0..missing {
            if let Err(error) = submit_for(&self.pool, &self.usage, self.clone()) {
                let message = format!("cannot start a worker thread: {error}");
                self.end(self.state.lock(), Err(Error::new(ErrorKind::Io, message)));
            }
        }
    }

    /// Ends the call once: wakes the consumer and stops the workers.
    fn end(self: &Arc<Self>, mut state: Guard<'_, E>, end: Result<Report>) {
        if state.has_ended {
            return;
        }
        state.has_ended = true;
        self.has_failed.store(end.is_err(), Ordering::Release);
        let (mut state, end) = match (end, self.jobs.plan()) {
            (Ok(report), Some(plan)) => (self.release_source(state, plan, &report), Ok(report)),
            (Err(error), Some(plan)) => {
                let error = match &*lock(&plan.source) {
                    Some(source) => source.name_paths(error),
                    None => error,
                };
                (state, Err(error))
            }
            (end, None) => (state, end),
        };
        state.end = Some(end);
        // Their jobs see the token but may not be interruptible.
        let mut timers = Vec::new();
        for job in &mut state.running {
            if let Some(worker) = &job.worker {
                timers.push(worker.abandon());
                job.is_abandoned = true;
            }
        }
        let subscription = state.subscription.take();
        // The consumer may keep the stream, so releasing open jobs, including their directory
        // handles, takes another turn.
        let has_turn = state.turns > 0;
        state.turns += usize::from(!has_turn);
        self.wake(state);
        drop(timers);
        drop(subscription);
        self.token.cancel(AbortReason::User);
        let task: Arc<dyn Task> = self.clone();
        if !has_turn {
            // Without a worker, it is dropped together with the stream.
            let _ = submit_for(&self.pool, &self.usage, task.clone());
        }
        release(&self.pool, &self.usage, &task);
    }

    /// Notifies the file source that the call has ended, and releases it. The last call that uses a
    /// workspace thus closes its descriptors before the caller learns of the end.
    fn release_source<'a>(
        &'a self,
        state: Guard<'a, E>,
        plan: &CallPlan<E>,
        report: &Report,
    ) -> Guard<'a, E> {
        let Some(source) = lock(&plan.source).clone() else {
            return state;
        };
        source.note_outcome(report);
        if !is_worker() {
            return state;
        }
        // Outside the lock, because closing may block.
        drop(state);
        drop(lock(&plan.source).take());
        drop(source);
        self.state.lock()
    }

    fn wake(&self, mut state: Guard<'_, E>) {
        let callback = state.consumer.wake();
        state.notify_all();
        drop(state);
        if let Some(callback) = callback {
            callback();
        }
    }

    /// Ends the call because its token fired.
    fn abort(self: &Arc<Self>, reason: AbortReason) {
        let mut state = self.state.lock();
        if state.has_ended {
            return;
        }
        let end = if reason == AbortReason::Timeout && self.on_timeout == OnTimeout::Partial {
            let emitted = catch_unwind(AssertUnwindSafe(|| {
                state.buffer.emit_all_done(E::weigh);
                self.report(&state, Some(StoppedBy::Timeout), None)
            }));
            emitted.map_err(|panic| Error::from_panic(&*panic))
        } else {
            Err(self.aborted(&state, Aborted(reason)))
        };
        self.end(state, end);
    }

    /// Creates the error of a call that ends before its work is done.
    fn aborted(&self, state: &OperationState<E>, Aborted(reason): Aborted) -> Error {
        match reason {
            AbortReason::Timeout => {
                Error::timed_out(self.begun.elapsed(), state.buffer.files_searched())
            }
            AbortReason::Signal | AbortReason::User => Aborted(reason).into(),
        }
    }

    /// Returns the error of a call whose caller's token has fired, even if it fired after the work
    /// was done, while results were being delivered.
    fn revoked(&self) -> Option<Aborted> {
        let reason = self.caller.reason()?;
        let is_partial = reason == AbortReason::Timeout && self.on_timeout == OnTimeout::Partial;
        (!is_partial).then_some(Aborted(reason))
    }

    /// Ends the call because the operation panicked.
    fn fail(self: &Arc<Self>, panic: &(dyn Any + Send)) {
        self.end(self.state.lock(), Err(Error::from_panic(panic)));
    }

    /// Claims the next job, split off a larger one if necessary. Returns the lock if no job is
    /// available.
    fn claim(
        self: &Arc<Self>,
        scratch: &mut Option<E::Scratch>,
    ) -> Result<KeyedJob<E>, Guard<'_, E>> {
        let mut state = self.state.lock();
        if state.has_ended {
            return Err(state);
        }
        let Some((key, mut job)) = state.buffer.claim() else {
            return Err(state);
        };
        if let Job::Entries(entries) = &mut job
            && let Some(rest) = entries.split_first(E::ENTRIES_PER_JOB)
        {
            let (key, job) = rest.keyed::<E>(0);
            state.buffer.add(key, job);
        }
        state.running.push(ClaimedJob {
            worker: Worker::current(),
            is_abandoned: false,
        });
        if scratch.is_none() {
            *scratch = state.scratches.pop();
        }
        self.request_turns(state);
        Ok((key, job))
    }

    /// Performs a claimed job and stores its output.
    fn perform(self: &Arc<Self>, (key, job): KeyedJob<E>, scratch: &mut Option<E::Scratch>) {
        let work = AssertUnwindSafe(|| self.jobs.perform(&key, job, scratch));
        let performed = catch_unwind(work);
        let mut state = self.state.lock();
        Self::leave_job(&mut state);
        match performed {
            Ok(Ok(performed)) => {
                // Weighing, ordering and verdicts also run the operation's code.
                let finish = AssertUnwindSafe(|| self.finish(state, &key, performed));
                if let Err(panic) = catch_unwind(finish) {
                    self.fail(&*panic);
                }
            }
            Ok(Err(error)) => match self.token.reason() {
                Some(reason) => {
                    drop(state);
                    self.abort(reason);
                }
                None => self.end(state, Err(error)),
            },
            Err(panic) => {
                // The panic may have left the scratch in an inconsistent state.
                *scratch = None;
                self.end(state, Err(Error::from_panic(panic.as_ref())));
            }
        }
    }

    /// Removes the job that the calling thread has finished.
    fn leave_job(state: &mut OperationState<E>) {
        let is_mine = |job: &ClaimedJob| match &job.worker {
            Some(worker) => worker.is_current(),
            None => !is_worker(),
        };
        let Some(at) = state.running.iter().rposition(is_mine) else {
            return;
        };
        if let ClaimedJob {
            worker: Some(worker),
            is_abandoned: true,
        } = state.running.remove(at)
        {
            worker.readopt();
        }
    }

    /// Stores the output of a job, and ends the call if no more output is needed.
    fn finish(self: &Arc<Self>, mut state: Guard<'_, E>, key: &Key, (output, next): Performed<E>) {
        if state.has_ended {
            // Drops the output outside the lock.
            drop(state);
            return;
        }
        for (key, job) in next {
            state.buffer.add(key, job);
        }
        if !state.buffer.finish(key, output, E::weigh) {
            let report = self.report(&state, Some(StoppedBy::Limit), None);
            self.end(state, Ok(report));
        } else if state.buffer.is_exhausted() {
            let report = self.report(&state, None, None);
            let verdict = self
                .jobs
                .plan()
                .map_or(Ok(()), |plan| plan.examine.verdict());
            self.end(state, verdict.map(|()| report));
        } else if state.buffer.emitted_bytes() >= WAKE_BYTES
            || (state.buffer.has_emitted() && state.last_wake.elapsed() >= MAX_WAKE_DELAY)
        {
            state.last_wake = Instant::now();
            self.wake(state);
        } else if state.buffer.has_emitted() && state.delayed_wake.is_none() {
            let operation = Arc::downgrade(self);
            let wake = move || {
                if let Some(operation) = operation.upgrade() {
                    operation.wake_delayed();
                }
            };
            // If the thread that fires deadlines is unavailable, the next job wakes the consumer.
            state.delayed_wake = run_after(MAX_WAKE_DELAY, wake).ok();
        }
    }

    /// Wakes the consumer if results are still ready.
    fn wake_delayed(&self) {
        let mut state = self.state.lock();
        let subscription = state.delayed_wake.take();
        if state.buffer.has_emitted() && !state.has_ended {
            state.last_wake = Instant::now();
            self.wake(state);
        } else {
            drop(state);
        }
        drop(subscription);
    }

    /// Returns the report of a call that ends now. `unused` is the number of results taken last that
    /// the consumer has not used; `None` if it gets all emitted results.
    fn report(
        &self,
        state: &OperationState<E>,
        stopped_by: Option<StoppedBy>,
        unused: Option<usize>,
    ) -> Report {
        let waited = self.usage.waited();
        let Some(plan) = self.jobs.plan() else {
            let mut report = state.buffer.report(stopped_by, false);
            report.next.clone_from(&self.first);
            report.waited = waited;
            return report;
        };
        let mut report = state.buffer.report(stopped_by, plan.is_partial);
        report.index.used = plan.is_indexed;
        report.snapshot = plan.snapshot.clone();
        report.waited = waited;
        if stopped_by.is_some() {
            report.next = self.next(state, plan, &report, unused);
        }
        let is_continued = plan.walker.start().is_some();
        report.no_files_matched_scope &= !is_continued;
        let matches_nothing = E::RETURNS_SCOPE
            && report.total_matches == 0
            && stopped_by.is_none()
            && !plan.is_partial
            && (report.skipped.iter()).all(|s| is_out_of_scope(s.reason));
        report.no_files_matched_scope |= matches_nothing && !is_continued;
        let is_empty = report.total_matches == 0 && stopped_by.is_none() && !is_continued;
        report.hints = match is_empty {
            true if report.no_files_matched_scope => plan.walker.empty_scope_hints(),
            true => plan.examine.hints(),
            false => Vec::new(),
        };
        report
    }

    /// Returns the cursor for a call that continues after this one.
    fn next(
        &self,
        state: &OperationState<E>,
        plan: &CallPlan<E>,
        report: &Report,
        unused: Option<usize>,
    ) -> Option<String> {
        let buffer = &state.buffer;
        if buffer.is_sorted() {
            let offset = report.next_offset?;
            return Some(Cursor::Offset(offset).to_string());
        }
        let last = buffer.position(unused);
        let last = last.map(|last| plan.walker.start_after(&last));
        let start = match (buffer.gap(unused), last) {
            (Some(gap), last) => {
                let in_file = last.filter(|last| last.root == gap.root && last.path == *gap.path);
                in_file.unwrap_or_else(|| ScanStart {
                    root: gap.root,
                    path: gap.path.to_vec(),
                    passed: 0,
                })
            }
            (None, Some(last)) => last,
            (None, None) => plan.walker.start().cloned().unwrap_or_default(),
        };
        Some(Cursor::Place(start).to_string())
    }

    /// Waits for a change of the state. Meanwhile a calling worker does not count against its
    /// pool's size, and it runs jobs of the call if no other worker can.
    fn wait<'a>(self: &'a Arc<Self>, state: Guard<'a, E>) -> Guard<'a, E> {
        if !is_worker() {
            return self.state.wait(state);
        }
        drop(state);
        let wait_once = || {
            let state = self.state.lock();
            if !state.buffer.has_emitted() && state.end.is_none() {
                drop(self.state.wait(state));
            }
        };
        if block(wait_once).is_none() && !self.help() {
            wait_once();
        }
        self.state.lock()
    }

    /// Keeps a scratch for the next turn. After the end, drops all scratches and the remaining
    /// contents of the reorder buffer.
    fn keep_scratch(&self, mut state: Guard<'_, E>, scratch: Option<E::Scratch>) {
        state.scratches.extend(scratch);
        // Dropped by a worker, outside the lock: the consumer must not wait.
        let unused = state.has_ended.then(|| {
            let has_failed = self.has_failed.load(Ordering::Acquire);
            let scratches = std::mem::take(&mut state.scratches);
            (scratches, state.buffer.release(has_failed))
        });
        drop(state);
        drop(unused);
    }

    /// Runs jobs on the calling worker until results are ready, the call has ended, or no job can
    /// be claimed. Returns whether there was a job.
    fn help(self: &Arc<Self>) -> bool {
        let mut scratch = None;
        let mut has_helped = false;
        while let Ok(job) = self.claim(&mut scratch) {
            has_helped = true;
            self.perform(job, &mut scratch);
            let state = self.state.lock();
            if state.has_ended || state.buffer.has_emitted() {
                break;
            }
        }
        self.keep_scratch(self.state.lock(), scratch);
        has_helped
    }
}

impl<E: Examine> Task for Operation<E> {
    fn run(self: Arc<Self>) -> bool {
        let begun = Instant::now();
        let mut scratch = None;
        loop {
            match self.claim(&mut scratch) {
                Ok(job) => self.perform(job, &mut scratch),
                Err(mut state) => {
                    state.turns -= 1;
                    self.keep_scratch(state, scratch);
                    return false;
                }
            }
            if turn_is_over(&self.pool, begun) {
                self.keep_scratch(self.state.lock(), scratch);
                return true;
            }
        }
    }
}

/// Consumer's side of an operation. A separate type, because queueing turns needs the shared
/// pointer.
struct OperationHandle<E: Examine>(Arc<Operation<E>>);

impl<E: Examine> ResultSource<E::Item> for OperationHandle<E> {
    fn take(&self, max: usize, wait: bool) -> Next<E::Item> {
        let operation = &self.0;
        let mut state = operation.state.lock();
        loop {
            // Results found before a failure are void.
            if state.buffer.has_emitted() && !self.has_failed() {
                let take = AssertUnwindSafe(|| state.buffer.take(max, E::weigh));
                match catch_unwind(take) {
                    Ok(batch) => {
                        operation.request_turns(state);
                        return Next::Batch(batch);
                    }
                    Err(panic) => {
                        drop(state);
                        operation.fail(&*panic);
                        return Next::End(Err(Error::from_panic(&*panic)));
                    }
                }
            }
            if let Some(end) = state.end.take() {
                let revoked = operation.revoked();
                return Next::End(end.and_then(|report| match revoked {
                    Some(aborted) => Err(aborted.into()),
                    None => Ok(report),
                }));
            }
            if !wait {
                state.consumer.expect_wake();
                return Next::Pending;
            }
            state = operation.wait(state);
        }
    }

    fn on_ready(&self, callback: Box<dyn Fn() + Send + Sync>) {
        self.0.state.lock().consumer.set_callback(callback);
    }

    fn stop(&self, unused: usize) -> Report {
        let state = self.0.state.lock();
        let mut report = self
            .0
            .report(&state, Some(StoppedBy::Callback), Some(unused));
        report.next_offset = Some(state.buffer.taken() - unused as u64);
        if state.buffer.is_sorted() {
            report.next = report
                .next_offset
                .map(|offset| Cursor::Offset(offset).to_string());
        }
        self.0.end(state, Ok(report.clone()));
        report
    }

    fn has_failed(&self) -> bool {
        self.0.has_failed.load(Ordering::Acquire) || self.0.revoked().is_some()
    }

    fn close(&self) {
        self.0.token.cancel(AbortReason::User);
    }
}
