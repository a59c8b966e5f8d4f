//! Task groups: one piece of work shared by the calling thread and workers.
//!
//! The caller always takes part. A group therefore makes progress without a
//! free worker, and a caller that is itself a worker cannot deadlock.
//! Invariant: [`TaskGroup::join`] returns only when no helper is inside the
//! work; a helper that begins later does nothing.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use super::monitor::{Monitor, lock};
use super::pool::{Pool, Task};
use super::pool::{release, submit_for};
use super::turns::Usage;
use crate::error::{Error, ErrorParts, Result};

/// Work that several threads process together.
pub trait SharedWork: Send + Sync + 'static {
    /// Processes portions of the work until none remain. Runs on several
    /// threads at once and stores results in `self`.
    ///
    /// # Errors
    ///
    /// The first error of any thread becomes the group's error. Other threads
    /// stop early only if the implementation makes them.
    fn work(&self) -> Result<()>;
}

/// One piece of work in progress on the calling thread and on helpers.
pub struct TaskGroup<W: SharedWork> {
    pool: Pool,
    usage: Arc<Usage>,
    shared: Arc<GroupTask<W>>,
}

struct GroupTask<W> {
    work: W,
    state: Monitor<GroupState>,
}

#[derive(Default)]
struct GroupState {
    /// Helpers in the pool's queue.
    queued: usize,
    /// Threads inside the work.
    running: usize,
    /// Whether `join` has closed the group. Helpers that begin later do
    /// nothing.
    is_closed: bool,
    error: Option<Error>,
}

impl<W: SharedWork> TaskGroup<W> {
    /// Creates a group whose helpers are workers of `pool`. Starts no helper.
    pub fn new(pool: &Pool, work: W) -> TaskGroup<W> {
        TaskGroup {
            pool: pool.clone(),
            usage: Usage::of_caller(),
            shared: Arc::new(GroupTask {
                work,
                state: Monitor::default(),
            }),
        }
    }

    /// Returns the work.
    pub fn work(&self) -> &W {
        &self.shared.work
    }

    /// Queues helpers until `count` are queued or running. If the pool has no thread for a helper,
    /// the caller does the helper's share.
    pub fn request_helpers(&self, count: usize) {
        loop {
            let mut state = self.shared.state.lock();
            if state.queued + state.running >= count {
                return;
            }
            state.queued += 1;
            drop(state);
            let submitted = submit_for(&self.pool, &self.usage, self.shared.clone());
            if submitted.is_err() {
                self.shared.state.lock().queued -= 1;
                return;
            }
        }
    }

    /// Works until no portion remains, then waits for the helpers that have
    /// begun.
    ///
    /// # Errors
    ///
    /// Returns the first error of any thread, or [`ErrorKind::Internal`] if a thread panicked.
    ///
    /// [`ErrorKind::Internal`]: crate::ErrorKind::Internal
    pub fn join(&self) -> Result<()> {
        self.shared.state.lock().running += 1;
        self.shared.take_part();
        let mut state = self.shared.state.lock();
        state.is_closed = true;
        if state.queued > 0 {
            drop(state);
            let task: Arc<dyn Task> = self.shared.clone();
            release(&self.pool, &self.usage, &task);
            state = self.shared.state.lock();
        }
        while state.running > 0 {
            state = self.shared.state.wait(state);
        }
        state.error.take().map_or(Ok(()), Err)
    }
}

impl<W: SharedWork> GroupTask<W> {
    /// Works on the calling thread, which is already counted in `running`.
    fn take_part(&self) {
        let result = catch_unwind(AssertUnwindSafe(|| self.work.work()))
            .unwrap_or_else(|panic| Err(Error::from_panic(&*panic)));
        let mut state = self.state.lock();
        state.running -= 1;
        if let Err(error) = result {
            state.error.get_or_insert(error);
        }
        state.notify_all();
    }
}

impl<W: SharedWork> Task for GroupTask<W> {
    fn run(self: Arc<Self>) -> bool {
        let mut state = self.state.lock();
        state.queued -= 1;
        if !state.is_closed {
            state.running += 1;
            drop(state);
            self.take_part();
        }
        false
    }
}

/// Applies `each` to every item, in chunks of `chunk_len`, on the calling
/// thread and up to `threads - 1` helpers. Returns the items in their original
/// order with the first error. After an error, some of the remaining items may
/// not have been visited.
pub fn for_each_chunked<T, F>(
    pool: &Pool,
    threads: usize,
    items: Vec<T>,
    chunk_len: usize,
    each: F,
) -> (Vec<T>, Result<()>)
where
    T: Send + 'static,
    F: Fn(&mut T) -> Result<()> + Send + Sync + 'static,
{
    let mut items = items.into_iter();
    let mut pending = VecDeque::new();
    loop {
        let chunk: Vec<T> = items.by_ref().take(chunk_len.max(1)).collect();
        if chunk.is_empty() {
            break;
        }
        pending.push_back((pending.len(), chunk));
    }
    let chunks = pending.len();
    let group = TaskGroup::new(
        pool,
        ChunkedWork {
            chunks: Mutex::new(ChunkLists {
                pending,
                visited: Vec::with_capacity(chunks),
                has_failed: false,
            }),
            each,
        },
    );
    group.request_helpers(threads.min(chunks).saturating_sub(1));
    let result = group.join();
    let mut lists = lock(&group.work().chunks);
    let mut all = std::mem::take(&mut lists.visited);
    all.extend(lists.pending.drain(..));
    all.sort_unstable_by_key(|(index, _)| *index);
    (
        all.into_iter().flat_map(|(_, chunk)| chunk).collect(),
        result,
    )
}

struct ChunkedWork<T, F> {
    chunks: Mutex<ChunkLists<T>>,
    each: F,
}

/// Chunks with their position.
struct ChunkLists<T> {
    pending: VecDeque<(usize, Vec<T>)>,
    visited: Vec<(usize, Vec<T>)>,
    has_failed: bool,
}

impl<T, F> SharedWork for ChunkedWork<T, F>
where
    T: Send + 'static,
    F: Fn(&mut T) -> Result<()> + Send + Sync + 'static,
{
    fn work(&self) -> Result<()> {
        loop {
            let mut lists = lock(&self.chunks);
            if lists.has_failed {
                return Ok(());
            }
            let Some((index, mut chunk)) = lists.pending.pop_front() else {
                return Ok(());
            };
            drop(lists);
            // A panic on one item must not lose the other items of the chunk.
            let result = catch_unwind(AssertUnwindSafe(|| {
                chunk.iter_mut().try_for_each(&self.each)
            }))
            .unwrap_or_else(|panic| Err(Error::from_panic(&*panic)));
            let mut lists = lock(&self.chunks);
            lists.has_failed |= result.is_err();
            lists.visited.push((index, chunk));
            result?;
        }
    }
}

#[cfg(test)]
mod tests;
