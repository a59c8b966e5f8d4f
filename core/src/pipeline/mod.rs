//! The pipeline of every operation over files: scan, examine, reorder, stream.

mod examine;
mod reorder;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::cancel::{AbortReason, Aborted, CancelToken, Subscription};
use crate::error::{Error, ErrorKind, Result};
use crate::exec::{Pool, Task};
use crate::report::{Report, StoppedBy};
use crate::scan::{Listing, Root, Scope, View, Walker, Wanted};
use crate::stream::{Next, Source, Stream};
use crate::workspace::{Freshness, Known, Workspace};

pub(crate) use examine::{Examine, FileRef};
pub(crate) use reorder::{JobOutput, Order, ReorderBuffer};

use reorder::Key;

/// What a call should return when its deadline passes before its work is done.
/// Results that were found in time are delivered, however long whoever takes
/// them needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnTimeout {
    /// An error of kind [`ErrorKind::Timeout`].
    #[default]
    Fail,
    /// What was found so far, with a report that says so.
    Partial,
}

/// What all operations over files have in common.
pub(crate) struct Request<T> {
    pub(crate) scope: Scope,
    pub(crate) offset: u64,
    pub(crate) limit: Option<u64>,
    /// The order of results, if it is not that of paths.
    pub(crate) order: Option<Order<T>>,
    pub(crate) on_timeout: OnTimeout,
    pub(crate) pool: Option<Pool>,
    /// Where the roots are known from.
    pub(crate) workspace: Option<Workspace>,
}

/// How many bytes of results are held before they are handed in.
pub(crate) const MAX_JOB_BYTES: usize = 256 << 10;

/// The consumer is woken when there is this much for it, in bytes, or
/// something and it has not been woken for this long: a thread switch for each
/// result would cost more than the result.
const BATCH_WEIGHT: usize = 64 << 10;
const BATCH_TIME: Duration = Duration::from_millis(3);

/// How long a thread stays with one call when others wait.
pub(crate) const TURN_TIME: Duration = Duration::from_millis(2);

enum Job<R> {
    /// Compile the options.
    Begin,
    Root(u32),
    /// Rows of a table.
    Part(Arc<View>, Range<usize>),
    /// Entries of a listing, beginning in the middle of the first, a file, if
    /// there is something to resume.
    Entries {
        listing: Arc<Listing>,
        from: usize,
        to: usize,
        resume: Option<R>,
    },
}

/// One call under way: scan, examine and collect tied together.
///
/// Its state is shared by the pool's threads and the consumer. When the token
/// fires the call is settled by the thread that fired it, and threads that are
/// inside a piece of work then find their results unwanted; so the answer to
/// an abort does not wait for anything that cannot be interrupted.
struct Operation<E: Examine> {
    prepare: Mutex<Option<Prepare<E>>>,
    plan: OnceLock<Plan<E>>,
    token: CancelToken,
    pool: Pool,
    on_timeout: OnTimeout,
    /// More results than this from one piece of work can never be needed.
    room: usize,
    state: Mutex<State<E>>,
    progress: Condvar,
    failed: AtomicBool,
}

type Prepare<E> = Box<dyn FnOnce() -> Result<Plan<E>> + Send>;

/// The options, compiled.
struct Plan<E> {
    examine: E,
    walker: Walker,
    freshness: Freshness,
    /// Whether the table is not complete.
    is_partial: bool,
}

struct State<E: Examine> {
    collector: ReorderBuffer<Job<E::Resume>, E::Item>,
    scratches: Vec<E::Scratch>,
    /// Turns queued or under way in the pool.
    turns: usize,
    /// Set once; no results are accepted from then on.
    ended: bool,
    /// The outcome, until the consumer has taken it.
    end: Option<Result<Report>>,
    on_ready: Option<Arc<dyn Fn() + Send + Sync>>,
    /// The consumer found nothing and is to be called.
    wants_call: bool,
    told: Instant,
    watch: Option<Subscription>,
}

type Work<E> = (Key, Job<<E as Examine>::Resume>);
type Done<E> = (JobOutput<<E as Examine>::Item>, Vec<Work<E>>);
type Guard<'a, E> = MutexGuard<'a, State<E>>;

/// Starts an operation on the pool. `prepare` compiles its options there: a
/// large pattern must not keep the caller, which may be an event loop.
pub(crate) fn start<E: Examine>(
    run: Request<E::Item>,
    token: &CancelToken,
    prepare: impl FnOnce() -> Result<(E, Wanted)> + Send + 'static,
) -> Stream<E::Item> {
    let mut collector = ReorderBuffer::new(run.offset, run.limit, run.order);
    collector.add(Key::default(), Job::Begin);
    let operation = Arc::new(Operation {
        token: token.child(),
        pool: run.pool.unwrap_or_else(|| Pool::shared().clone()),
        on_timeout: run.on_timeout,
        room: if run.order.is_some() {
            usize::MAX
        } else {
            room(run.offset, run.limit)
        },
        prepare: Mutex::new(Some(Box::new(move || {
            let (examine, wanted) = prepare()?;
            let mut known = Known::default();
            if let Some(workspace) = &run.workspace {
                known = workspace.known(&run.scope)?;
            }
            Ok(Plan {
                examine,
                walker: Walker::new(&run.scope, wanted, known.table)?,
                freshness: known.freshness,
                is_partial: known.is_partial,
            })
        }))),
        plan: OnceLock::new(),
        state: Mutex::new(State {
            collector,
            scratches: Vec::new(),
            turns: 0,
            ended: false,
            end: None,
            on_ready: None,
            wants_call: false,
            told: Instant::now(),
            watch: None,
        }),
        progress: Condvar::new(),
        failed: AtomicBool::new(false),
    });
    let weak = Arc::downgrade(&operation);
    let watch = operation.token.on_cancel(move |reason| {
        if let Some(operation) = weak.upgrade() {
            operation.abort(reason);
        }
    });
    let mut state = operation.lock();
    state.watch = Some(watch);
    operation.ask_for_turns(state);
    Stream::new(Arc::new(Handle(operation)))
}

/// How many results of one piece of work can matter: those before the offset,
/// those up to the limit, and one that tells that there are more.
pub(crate) fn room(offset: u64, limit: Option<u64>) -> usize {
    let room = limit.map_or(u64::MAX, |limit| {
        limit.saturating_add(offset).saturating_add(1)
    });
    usize::try_from(room).unwrap_or(usize::MAX)
}

impl<E: Examine> Operation<E> {
    fn lock(&self) -> Guard<'_, E> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues as many turns as there is work for.
    fn ask_for_turns(self: &Arc<Self>, mut state: Guard<'_, E>) {
        if state.ended {
            return;
        }
        let wanted = state.collector.claimable().min(self.pool.size());
        let missing = wanted.saturating_sub(state.turns);
        state.turns += missing;
        drop(state);
        for _ in 0..missing {
            if let Err(error) = self.pool.submit(self.clone()) {
                let message = format!("no thread could be started: {error}");
                self.end(self.lock(), Err(Error::new(ErrorKind::Io, message)));
            }
        }
    }

    /// Ends the call, once: tells the consumer, and the threads at work.
    fn end(&self, mut state: Guard<'_, E>, end: Result<Report>) {
        if state.ended {
            return;
        }
        state.ended = true;
        self.failed.store(end.is_err(), Ordering::Release);
        state.end = Some(end);
        let watch = state.watch.take();
        self.tell(state);
        drop(watch);
        self.token.cancel(AbortReason::User);
    }

    /// Wakes the consumer.
    fn tell(&self, mut state: Guard<'_, E>) {
        let call = if state.wants_call {
            state.on_ready.clone()
        } else {
            None
        };
        if call.is_some() {
            state.wants_call = false;
        }
        drop(state);
        self.progress.notify_one();
        if let Some(call) = call {
            call();
        }
    }

    fn abort(&self, reason: AbortReason) {
        let mut state = self.lock();
        let end = if reason == AbortReason::Timeout && self.on_timeout == OnTimeout::Partial {
            if !state.ended {
                state.collector.pass_all_done(E::weigh);
            }
            Ok(state.collector.report(Some(StoppedBy::Timeout)))
        } else {
            Err(Aborted(reason).into())
        };
        self.end(state, end);
    }

    /// Takes the next piece of work; cuts it off a larger one if need be.
    fn claim(state: &mut State<E>) -> Option<Work<E>> {
        let (key, job) = state.collector.claim()?;
        let Job::Entries {
            listing,
            from,
            to,
            resume,
        } = job
        else {
            return Some((key, job));
        };
        let window = &listing.entries()[from..to.min(from + E::AT_ONCE)];
        let files = window
            .iter()
            .position(|e| e.is_walked())
            .unwrap_or(window.len());
        let end = from + files.max(1);
        if end < to {
            let rest = Job::Entries {
                listing: listing.clone(),
                from: end,
                to,
                resume: None,
            };
            state.collector.add(entry_key(&listing, end, 0), rest);
        }
        Some((
            key,
            Job::Entries {
                listing,
                from,
                to: end,
                resume,
            },
        ))
    }

    /// Compiles the options and finds the roots to begin with.
    fn begin(&self) -> Result<Vec<Work<E>>> {
        let prepare = self
            .prepare
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Some(prepare) = prepare else {
            return Ok(Vec::new());
        };
        let plan = prepare()?;
        let plan = self.plan.get_or_init(|| plan);
        let freshness = plan.freshness.clone();
        self.lock().collector.rests_on(freshness, plan.is_partial);
        let root = |root| {
            (
                Key {
                    root,
                    part: 1,
                    ..Key::default()
                },
                Job::Root(root),
            )
        };
        Ok((0..plan.walker.roots()).map(root).collect())
    }

    /// Does one piece of work. Returns what it found and what comes of it.
    fn perform(
        &self,
        key: &Key,
        job: Job<E::Resume>,
        scratch: &mut Option<E::Scratch>,
    ) -> Result<Done<E>> {
        let mut found = JobOutput::with_room(self.room);
        let Some(plan) = self.plan.get() else {
            return Ok((found, self.begin()?));
        };
        let next = match job {
            Job::Begin => None,
            Job::Root(root) => {
                match plan
                    .walker
                    .open_root(root, &self.token, &mut found.skipped)?
                {
                    Root::Listing(listing) => whole::<E>(listing, &mut found),
                    Root::View(view) => {
                        let view = Arc::new(view);
                        let (walker, pool) = (&plan.walker, &self.pool);
                        let examine = &plan.examine;
                        if !examine.examine_view(&view, walker, pool, &mut found, &self.token)? {
                            return Ok((found, parts::<E>(&view)));
                        }
                        None
                    }
                }
            }
            Job::Part(view, rows) => {
                let listing = plan.walker.open_part(&view, rows, &mut found.skipped);
                whole::<E>(listing, &mut found)
            }
            Job::Entries { listing, from, .. } if listing.entries()[from].is_walked() => {
                let entry = listing.entries()[from];
                plan.walker
                    .open_dir(&listing, entry, &self.token, &mut found.skipped)
                    .and_then(|listing| whole::<E>(listing, &mut found))
            }
            Job::Entries {
                listing,
                from,
                to,
                mut resume,
            } => {
                let scratch = scratch.get_or_insert_with(|| plan.examine.scratch());
                let mut next = None;
                for at in from..to {
                    self.token.heartbeat()?;
                    let file = FileRef {
                        listing: &listing,
                        entry: listing.entries()[at],
                    };
                    let rest = plan.examine.examine(
                        &file,
                        resume.take(),
                        scratch,
                        &mut found,
                        &self.token,
                    )?;
                    if found.is_full() {
                        break;
                    }
                    if rest.is_some() {
                        let part = if at == from { key.part + 1 } else { 1 };
                        let key = entry_key(&listing, at, part);
                        next = Some((
                            key,
                            Job::Entries {
                                listing,
                                from: at,
                                to,
                                resume: rest,
                            },
                        ));
                        break;
                    }
                    if found.weight >= MAX_JOB_BYTES && at + 1 < to {
                        let key = entry_key(&listing, at + 1, 0);
                        let from = at + 1;
                        next = Some((
                            key,
                            Job::Entries {
                                listing,
                                from,
                                to,
                                resume: None,
                            },
                        ));
                        break;
                    }
                }
                next
            }
        };
        Ok((found, next.into_iter().collect()))
    }

    /// Hands in a finished piece.
    fn finish(self: &Arc<Self>, key: &Key, found: JobOutput<E::Item>, next: Vec<Work<E>>) {
        let mut state = self.lock();
        if state.ended {
            return;
        }
        for (key, job) in next {
            state.collector.add(key, job);
        }
        if !state.collector.finish(key, found, E::weigh) {
            let report = state.collector.report(Some(StoppedBy::Limit));
            self.end(state, Ok(report));
        } else if state.collector.is_exhausted() {
            let report = state.collector.report(None);
            let verdict = self
                .plan
                .get()
                .map_or(Ok(()), |plan| plan.examine.verdict());
            self.end(state, verdict.map(|()| report));
        } else if state.collector.passed_weight() >= BATCH_WEIGHT
            || (state.collector.has_passed() && state.told.elapsed() >= BATCH_TIME)
        {
            state.told = Instant::now();
            self.tell(state);
        }
    }
}

impl<E: Examine> Task for Operation<E> {
    fn run(self: Arc<Self>) -> bool {
        let begun = Instant::now();
        let mut scratch = None;
        loop {
            let mut state = self.lock();
            let claimed = if state.ended {
                None
            } else {
                Self::claim(&mut state)
            };
            let Some((key, job)) = claimed else {
                state.turns -= 1;
                state.scratches.extend(scratch);
                // The consumer may drop the rest, and must not wait for this.
                let unused = if state.ended {
                    std::mem::take(&mut state.scratches)
                } else {
                    Vec::new()
                };
                drop(state);
                drop(unused);
                return false;
            };
            if scratch.is_none() {
                scratch = state.scratches.pop();
            }
            self.ask_for_turns(state);
            let work = AssertUnwindSafe(|| self.perform(&key, job, &mut scratch));
            match catch_unwind(work) {
                Ok(Ok((found, next))) => self.finish(&key, found, next),
                Ok(Err(error)) => match self.token.reason() {
                    Some(reason) => self.abort(reason),
                    None => self.end(self.lock(), Err(error)),
                },
                Err(panic) => {
                    // The scratch may be in any state.
                    scratch = None;
                    self.end(self.lock(), Err(Error::from_panic(panic.as_ref())));
                }
            }
            if self.pool.is_contended() && begun.elapsed() >= TURN_TIME {
                self.lock().scratches.extend(scratch);
                return true;
            }
        }
    }
}

/// `Source` needs the shared pointer to queue turns, hence the newtype.
struct Handle<E: Examine>(Arc<Operation<E>>);

impl<E: Examine> Source<E::Item> for Handle<E> {
    fn take(&self, max: usize, wait: bool) -> Next<E::Item> {
        let operation = &self.0;
        let mut state = operation.lock();
        loop {
            // After a failure what was found is void.
            if state.collector.has_passed() && !self.has_failed() {
                let batch = state.collector.take(max, E::weigh);
                operation.ask_for_turns(state);
                return Next::Batch(batch);
            }
            if let Some(end) = state.end.take() {
                return Next::End(end);
            }
            if !wait {
                state.wants_call = true;
                return Next::Pending;
            }
            state = operation
                .progress
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn on_ready(&self, callback: Box<dyn Fn() + Send + Sync>) {
        self.0.lock().on_ready = Some(Arc::from(callback));
    }

    fn stop(&self, unused: usize) -> Report {
        let state = self.0.lock();
        let mut report = state.collector.report(Some(StoppedBy::Callback));
        report.next_offset = Some(state.collector.taken() - unused as u64);
        self.0.end(state, Ok(report.clone()));
        report
    }

    fn has_failed(&self) -> bool {
        self.0.failed.load(Ordering::Acquire)
    }

    fn close(&self) {
        self.0.token.cancel(AbortReason::User);
    }
}

/// The work that a fresh listing is; none if it is empty.
fn whole<E: Examine>(listing: Listing, found: &mut JobOutput<E::Item>) -> Option<Work<E>> {
    if E::COUNTS_NAMES {
        found.files_searched += listing.names_seen();
    }
    let to = listing.entries().len();
    let listing = Arc::new(listing);
    let work = Job::Entries {
        listing: listing.clone(),
        from: 0,
        to,
        resume: None,
    };
    (to > 0).then(|| (entry_key(&listing, 0, 0), work))
}

/// The work that a table is.
fn parts<E: Examine>(view: &Arc<View>) -> Vec<Work<E>> {
    let parts = view.parts().into_iter().map(|(path, rows)| {
        let key = Key {
            root: view.root(),
            path: path.into(),
            part: 0,
        };
        (key, Job::Part(view.clone(), rows))
    });
    parts.collect()
}

fn entry_key(listing: &Listing, at: usize, part: u32) -> Key {
    let entry = listing.entries()[at];
    Key {
        root: listing.root(),
        path: listing.sort_path(entry).into(),
        part,
    }
}
