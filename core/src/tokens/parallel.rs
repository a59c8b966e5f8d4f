//! Counting of batches and long texts on the calling thread and the workers of a pool.
//!
//! Parts are counted separately, in batches of about [`BATCH_BYTES`]. Helpers cannot borrow from
//! the call, so theirs are copies; the calling thread counts its own batches in place and keeps a
//! short queue filled. Invariant: the result does not depend on the number of threads.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::classes::{LETTER, LOWER, SPACE, SYMBOL, UPPER, class_at};
use super::options::TokenOptions;
use super::tokenizer::Tokenizer;
use crate::cancel::{AbortReason, Aborted, CancelToken};
use crate::error::{Error, Result};
use crate::exec::{Pool, Task};

/// Length in bytes from which counting is parallel.
pub(super) const PARALLEL_MIN_BYTES: usize = 1 << 20;

/// Approximate number of bytes in a batch.
const BATCH_BYTES: usize = 1 << 16;

/// Appends parts of `text`, which must be UTF-8, that can be counted separately; each has about
/// [`BATCH_BYTES`].
///
/// Cuts lie behind a letter and before white space or a symbol other than a mark or an apostrophe.
/// Every pattern with a hand-written scanner has a boundary there, whatever precedes and follows,
/// and splits the text before it alike whether the text ends there or not.
pub(super) fn split_parts<'t>(
    text: &'t [u8],
    parts: &mut Vec<&'t [u8]>,
    token: &CancelToken,
) -> Result<(), Aborted> {
    let mut from = 0;
    while let Some(at) = boundary(text, from + BATCH_BYTES, token)? {
        parts.push(&text[from..at]);
        from = at;
    }
    parts.push(&text[from..]);
    Ok(())
}

/// First position from `from` on at which [`split_parts`] may cut.
fn boundary(text: &[u8], from: usize, token: &CancelToken) -> Result<Option<usize>, Aborted> {
    let mut at = from;
    while text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80) {
        at += 1;
    }
    let mut beat = from;
    let (mut class, mut len) = class_at(text, at);
    while len > 0 {
        if at >= beat {
            token.heartbeat()?;
            beat = at + BATCH_BYTES;
        }
        at += len;
        let before = class;
        (class, len) = class_at(text, at);
        let begins = class & (SPACE | SYMBOL) != 0 && class & (UPPER | LOWER) == 0;
        if before & LETTER != 0 && begins && text[at] != b'\'' {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Counts the tokens of each part, with the help of the pool if the parts are long enough.
pub(super) fn count_batch(
    tokenizer: &Tokenizer,
    parts: &[impl AsRef<[u8]>],
    options: &TokenOptions,
    token: &CancelToken,
) -> Result<Vec<usize>> {
    token.heartbeat()?;
    let count = |part: &[u8]| tokenizer.count_sequential(part, options, token);
    let mut total = 0;
    // There may be very many parts: looks at no more of them than it takes.
    let is_worth_it = parts.iter().any(|part| {
        total += size(part);
        total >= PARALLEL_MIN_BYTES
    });
    let pool = options.pool.as_ref().unwrap_or(Pool::shared());
    let helpers = pool.size() - 1;
    if !is_worth_it || helpers == 0 {
        return parts.iter().map(|part| count(part.as_ref())).collect();
    }
    let call = Arc::new(SharedCount {
        tokenizer: tokenizer.clone(),
        options: options.clone(),
        token: token.child(),
        state: Mutex::default(),
        progress: Condvar::new(),
    });
    let _stop = CancelOnDrop(&call.token);
    let mut counts = vec![0; parts.len()];
    let mut next = 0;
    while next < parts.len() {
        let portion = portion(parts, next);
        // Helpers cannot borrow from this call, so theirs is a copy; a few batches keep them busy.
        if call.lock().waiting.len() < 2 * helpers && next + portion < parts.len() {
            call.add(next, &parts[next..next + portion]);
            call.ask_for_help(pool, helpers);
        } else {
            for at in next..next + portion {
                counts[at] = count(parts[at].as_ref())?;
            }
        }
        next += portion;
    }
    while let Some(job) = call.take() {
        call.finish(call.perform(&job));
    }
    call.collect(&mut counts)?;
    Ok(counts)
}

/// Cost of counting a part, in bytes; an empty part has a cost too.
fn size(part: &impl AsRef<[u8]>) -> usize {
    part.as_ref().len() + 1
}

/// Number of parts from `next` on that make a batch.
fn portion(parts: &[impl AsRef<[u8]>], next: usize) -> usize {
    let mut total = 0;
    let mut portion = 0;
    for part in &parts[next..] {
        portion += 1;
        total += size(part);
        if total >= BATCH_BYTES {
            break;
        }
    }
    portion
}

/// Stops the helpers when the call ends, also by an error or a panic.
struct CancelOnDrop<'a>(&'a CancelToken);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        self.0.cancel(AbortReason::User);
    }
}

/// State that the threads share.
struct SharedCount {
    tokenizer: Tokenizer,
    options: TokenOptions,
    token: CancelToken,
    state: Mutex<CountQueue>,
    progress: Condvar,
}

#[derive(Default)]
struct CountQueue {
    waiting: VecDeque<PartBatch>,
    /// Number of batches queued so far.
    given: usize,
    /// Number of helpers that are queued or running.
    helpers: usize,
    done: Vec<Result<BatchCounts>>,
}

/// Copy of consecutive parts.
struct PartBatch {
    first: usize,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

struct BatchCounts {
    first: usize,
    counts: Vec<usize>,
}

impl SharedCount {
    fn lock(&self) -> MutexGuard<'_, CountQueue> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, first: usize, parts: &[impl AsRef<[u8]>]) {
        let mut bytes = Vec::new();
        let mut ends = Vec::with_capacity(parts.len());
        for part in parts {
            bytes.extend_from_slice(part.as_ref());
            ends.push(bytes.len());
        }
        let mut state = self.lock();
        state.given += 1;
        state.waiting.push_back(PartBatch { first, bytes, ends });
    }

    fn ask_for_help(self: &Arc<Self>, pool: &Pool, most: usize) {
        let mut state = self.lock();
        if state.helpers < most {
            state.helpers += 1;
            drop(state);
            // Without a worker the caller counts everything.
            if pool.submit(self.clone()).is_err() {
                self.lock().helpers -= 1;
            }
        }
    }

    fn take(&self) -> Option<PartBatch> {
        self.lock().waiting.pop_front()
    }

    fn perform(&self, job: &PartBatch) -> Result<BatchCounts> {
        let mut start = 0;
        let count = |&end: &usize| {
            let part = &job.bytes[start..end];
            start = end;
            self.tokenizer
                .count_sequential(part, &self.options, &self.token)
        };
        Ok(BatchCounts {
            first: job.first,
            counts: job.ends.iter().map(count).collect::<Result<_>>()?,
        })
    }

    fn finish(&self, done: Result<BatchCounts>) {
        self.lock().done.push(done);
        self.progress.notify_all();
    }

    /// Waits until all queued batches are counted, and stores their counts.
    fn collect(&self, counts: &mut [usize]) -> Result<()> {
        let mut state = self.lock();
        while state.done.len() < state.given {
            state = self
                .progress
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        for done in state.done.drain(..) {
            let BatchCounts {
                first,
                counts: found,
            } = done?;
            counts[first..first + found.len()].copy_from_slice(&found);
        }
        Ok(())
    }
}

impl Task for SharedCount {
    fn run(self: Arc<Self>) -> bool {
        let mut state = self.lock();
        let Some(job) = state.waiting.pop_front() else {
            state.helpers -= 1;
            return false;
        };
        drop(state);
        let done = catch_unwind(AssertUnwindSafe(|| self.perform(&job)));
        self.finish(done.unwrap_or_else(|panic| Err(Error::from_panic(panic.as_ref()))));
        true
    }
}
