//! Counting on several threads.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::classes::{LETTER, LOWER, SPACE, SYMBOL, UPPER, class_at};
use super::options::TokenOptions;
use super::tokenizer::Tokenizer;
use crate::cancel::{AbortReason, Aborted, CancelToken};
use crate::error::{Error, Result};
use crate::exec::{Pool, Task};

/// Less than this is done by the calling thread alone.
pub(super) const PARALLEL_MIN_BYTES: usize = 1 << 20;

/// About how many bytes are handed out at a time.
const BATCH_BYTES: usize = 1 << 16;

/// Cuts text, which is UTF-8, into parts of about a portion where every known
/// pattern has a boundary, whatever comes before and after, and where it cuts
/// alike whether the text goes on or ends: behind a letter and before white
/// space or a symbol, other than a mark or an apostrophe.
pub(super) fn cut<'t>(
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

/// The first place from `from` on where text may be cut.
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

/// The number of tokens of each part, counted on the threads of the pool if
/// there is enough to do.
pub(super) fn count_batch(
    tokenizer: &Tokenizer,
    parts: &[impl AsRef<[u8]>],
    options: &TokenOptions,
    token: &CancelToken,
) -> Result<Vec<usize>> {
    token.heartbeat()?;
    let count = |part: &[u8]| tokenizer.count_sequential(part, options, token);
    let mut total = 0;
    // There may be a great many, so no more are looked at than it takes.
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
        // Helpers cannot borrow from this call, so theirs is a copy; a few
        // portions are enough to keep them busy.
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

/// What it takes to count a part, in bytes; an empty one takes something too.
fn size(part: &impl AsRef<[u8]>) -> usize {
    part.as_ref().len() + 1
}

/// How many parts from `next` on make a portion.
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

/// Stops the helpers when the calling thread is done, in whichever way.
struct CancelOnDrop<'a>(&'a CancelToken);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        self.0.cancel(AbortReason::User);
    }
}

/// What the threads share.
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
    /// Portions that were handed out.
    given: usize,
    /// Helpers that are at work or will be.
    helpers: usize,
    done: Vec<Result<BatchCounts>>,
}

/// A copy of some parts.
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
            // Without a thread the calling one does it all.
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

    /// Waits for what is handed out.
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
