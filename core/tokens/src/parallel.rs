//! Counts batches and long text on the calling thread and the workers of a pool.
//!
//! Parts are counted separately, in batches of about [`BATCH_BYTES`]. Helpers get copies, because
//! they cannot borrow from the call. The calling thread counts its own batches in place and keeps a
//! short queue filled. Invariant: the result does not depend on the number of threads.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Instant;

use ransack_base::internal::{SharedWork, TaskGroup, lock, turn_is_over};
use ransack_base::{AbortReason, Aborted, CancelToken, Pool, Result};

use super::classes::{LETTER, LOWER, SPACE, SYMBOL, UPPER, class_at};
use super::options::TokenOptions;
use super::tokenizer::Tokenizer;

/// Minimum length in bytes for parallel counting.
pub(super) const PARALLEL_MIN_BYTES: usize = 1 << 20;

/// Approximate number of bytes in a batch.
const BATCH_BYTES: usize = 1 << 16;

/// Appends parts of `text` that can be counted separately, of about [`BATCH_BYTES`] each. `text`
/// must be UTF-8.
///
/// Cuts lie after a letter and before white space or a symbol other than a mark or an apostrophe.
/// Every pattern with a hand-written scanner has a boundary there in any context, and splits the
/// preceding text the same way whether or not the text ends there.
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

/// Returns the first position at or after `from` where [`split_parts`] may cut.
fn boundary(text: &[u8], from: usize, token: &CancelToken) -> Result<Option<usize>, Aborted> {
    let mut at = from;
    while text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80) {
        at += 1;
    }
    let mut next_check = from;
    let (mut class, mut len) = class_at(text, at);
    while len > 0 {
        if at >= next_check {
            token.heartbeat()?;
            next_check = at + BATCH_BYTES;
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
///
/// # Errors
///
/// Returns the first error of any part, or [`ErrorKind::Internal`](crate::ErrorKind::Internal) if a
/// helper panics.
pub(super) fn count_batch(
    tokenizer: &Tokenizer,
    parts: &[impl AsRef<[u8]>],
    options: &TokenOptions,
    token: &CancelToken,
) -> Result<Vec<usize>> {
    token.heartbeat()?;
    let count = |part: &[u8]| tokenizer.count_sequential(part, options, token);
    let pool = options.pool.as_ref().unwrap_or(Pool::shared());
    let helpers = pool.size() - 1;
    if helpers == 0 || !is_parallel(parts) {
        return parts.iter().map(|part| count(part.as_ref())).collect();
    }
    let work = CountWork {
        pool: pool.clone(),
        tokenizer: tokenizer.clone(),
        options: options.clone(),
        token: token.child(),
        queue: Mutex::default(),
    };
    let _guard = CancelOnDrop(work.token.clone());
    let group = TaskGroup::new(pool, work);
    let mut counts = vec![0; parts.len()];
    let mut next = 0;
    while next < parts.len() {
        let end = next + batch_len(&parts[next..]);
        let waiting = lock(&group.work().queue).waiting.len();
        // Requested every time, because helpers leave after a turn.
        group.request_helpers(helpers.min(waiting));
        // The last batch is counted here: with a copy, the caller would only wait.
        if waiting < 2 * helpers && end < parts.len() {
            group.work().push(next, &parts[next..end]);
        } else {
            for at in next..end {
                counts[at] = count(parts[at].as_ref())?;
            }
        }
        next = end;
    }
    while group.work().count_next()? {}
    group.join()?;
    for batch in lock(&group.work().queue).counted.drain(..) {
        counts[batch.first..][..batch.counts.len()].copy_from_slice(&batch.counts);
    }
    Ok(counts)
}

/// Returns the cost of counting a part, in bytes. An empty part has a cost too.
fn cost(part: &impl AsRef<[u8]>) -> usize {
    part.as_ref().len() + 1
}

/// Whether the parts cost at least [`PARALLEL_MIN_BYTES`]. Examines no more parts than necessary.
fn is_parallel(parts: &[impl AsRef<[u8]>]) -> bool {
    let mut total = 0;
    parts.iter().any(|part| {
        total += cost(part);
        total >= PARALLEL_MIN_BYTES
    })
}

/// Returns the number of leading parts that make up a batch.
fn batch_len(parts: &[impl AsRef<[u8]>]) -> usize {
    let mut total = 0;
    let last = parts.iter().position(|part| {
        total += cost(part);
        total >= BATCH_BYTES
    });
    last.map_or(parts.len(), |last| last + 1)
}

/// Stops the helpers when the call ends, even by an error or a panic.
struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel(AbortReason::User);
    }
}

/// Work that the calling thread shares with its helpers.
struct CountWork {
    pool: Pool,
    tokenizer: Tokenizer,
    options: TokenOptions,
    token: CancelToken,
    queue: Mutex<BatchQueue>,
}

#[derive(Default)]
struct BatchQueue {
    waiting: VecDeque<PartBatch>,
    counted: Vec<BatchCounts>,
}

/// Copy of consecutive parts.
struct PartBatch {
    /// Index of the first part.
    first: usize,
    /// Concatenated parts.
    bytes: Vec<u8>,
    /// End of each part in `bytes`.
    ends: Vec<usize>,
}

/// Token counts of a [`PartBatch`].
struct BatchCounts {
    /// Index of the first part.
    first: usize,
    counts: Vec<usize>,
}

impl CountWork {
    /// Queues a copy of `parts`; `first` is the index of the first part.
    fn push(&self, first: usize, parts: &[impl AsRef<[u8]>]) {
        let mut bytes = Vec::new();
        let mut ends = Vec::with_capacity(parts.len());
        for part in parts {
            bytes.extend_from_slice(part.as_ref());
            ends.push(bytes.len());
        }
        let batch = PartBatch { first, bytes, ends };
        lock(&self.queue).waiting.push_back(batch);
    }

    /// Counts the next batch in the queue. Returns false if the queue is empty.
    fn count_next(&self) -> Result<bool> {
        let Some(batch) = lock(&self.queue).waiting.pop_front() else {
            return Ok(false);
        };
        let mut start = 0;
        let count = |&end: &usize| {
            let part = &batch.bytes[start..end];
            start = end;
            self.tokenizer
                .count_sequential(part, &self.options, &self.token)
        };
        let counts = batch.ends.iter().map(count).collect::<Result<_>>()?;
        let first = batch.first;
        lock(&self.queue)
            .counted
            .push(BatchCounts { first, counts });
        Ok(true)
    }
}

impl SharedWork for CountWork {
    fn work(&self) -> Result<()> {
        let begun = Instant::now();
        while self.count_next()? && !turn_is_over(&self.pool, begun) {}
        Ok(())
    }
}
