//! Classifies blocks of lines in detached tasks: a regular expression that
//! backtracks cannot be interrupted, and an abort must not wait for it.
//!
//! Invariants: the task publishes whole lines in order; the parser state is published together with
//! the last line; nothing is published after the caller has taken the result. A caller that is a
//! worker waits as a blocked worker, so that the task finds a worker of its own. Callers wait for
//! at most twice as many blocks as there are cores. A block abandoned by its caller, inside a line
//! that cannot be interrupted, does not count unless it is large: the pool replaces its worker, and
//! later calls do not wait for it. A large block counts until it ends, because of its memory.

use std::sync::{Arc, Mutex, OnceLock};
use std::thread::available_parallelism;
use std::time::Duration;

use ransack_base::internal::{Detached, Monitor, block, detach, line_at, lock};
use ransack_base::{Aborted, CancelToken, Pool};

use crate::class::PLAIN;
use crate::textmate::{LineParser, LineState};

/// Time after which a line is abandoned; in practice up to twice as long.
const LINE_TIMEOUT: Duration = Duration::from_secs(1);

/// Block size, in bytes, from which a block counts until its task ends. Only a line longer than a
/// normal block reaches it; the default maximum line length is far below.
const LARGE_BLOCK: usize = 128 << 10;

/// Lines of a block classified by a task.
#[derive(Default)]
pub(super) struct ClassifiedBlock {
    /// Class ids of all bytes of the block.
    pub(super) classes: Vec<u8>,
    /// End of the classified lines, in bytes.
    pub(super) done: usize,
    /// Byte offsets of the starts of lines that are not fully classified.
    pub(super) partial_lines: Vec<usize>,
    /// Parser state after the block; `None` unless the whole block is classified.
    pub(super) state: Option<LineState>,
    /// Whether the task has begun the first line.
    has_begun: bool,
}

/// Permission to wait for a block. Ends with the wait or, for a large block, with the task.
struct BlockPermit;

impl BlockPermit {
    /// Waits for a permit. A waiting worker is replaced.
    fn acquire(token: &CancelToken) -> Result<BlockPermit, Aborted> {
        let limit = 2 * available_parallelism().map_or(1, usize::from);
        let take = |permits: &mut usize| {
            (*permits < limit).then(|| {
                *permits += 1;
                BlockPermit
            })
        };
        let permits = BlockPermit::in_use();
        if let Some(permit) = take(&mut permits.lock()) {
            return Ok(permit);
        }
        let mut permit = None;
        block(|| permit = Some(permits.wait_for(token, take)));
        // Blocks in progress finish without another worker.
        permit.unwrap_or_else(|| permits.wait_for(token, take))
    }

    fn in_use() -> &'static Arc<Monitor<usize>> {
        static IN_USE: OnceLock<Arc<Monitor<usize>>> = OnceLock::new();
        IN_USE.get_or_init(Arc::default)
    }
}

impl Drop for BlockPermit {
    fn drop(&mut self) {
        let mut in_use = BlockPermit::in_use().lock();
        *in_use -= 1;
        // Notifies all, since a waiter whose token has fired leaves without a permit.
        in_use.notify_all();
    }
}

/// Classifies the lines of a block on a worker of the shared pool, starting from a parser state.
/// Returns the lines classified when the block ends, the token fires, or one line takes longer than
/// [`LINE_TIMEOUT`].
pub(super) fn classify_block(
    begin: LineState,
    text: &[u8],
    max_line: usize,
    token: &CancelToken,
) -> ClassifiedBlock {
    let block = Arc::new(Mutex::new(ClassifiedBlock {
        classes: vec![PLAIN; text.len()],
        ..ClassifiedBlock::default()
    }));
    let (written, text) = (block.clone(), text.to_vec());
    let is_large = text.len() > LARGE_BLOCK;
    let Ok(permit) = BlockPermit::acquire(token) else {
        return std::mem::take(&mut *lock(&block));
    };
    let (_until_left, until_done) = match is_large {
        true => (None, Some(permit)),
        false => (Some(permit), None),
    };
    let task = detach(Pool::shared(), token, move |token| {
        let _permit = until_done;
        lock(&written).has_begun = true;
        write_lines(&written, begin, &text, max_line, token);
        Ok(())
    });
    wait_while_lines_complete(&task, &block);
    // Takes the buffers from a task that is still inside a line.
    std::mem::take(&mut *lock(&block))
}

/// Waits until the task ends, its token fires, or one line takes too long.
fn wait_while_lines_complete(task: &Detached<()>, block: &Mutex<ClassifiedBlock>) {
    loop {
        let progress = || {
            let block = lock(block);
            (block.has_begun, block.done)
        };
        let before = progress();
        if task.wait_timeout(LINE_TIMEOUT).is_some() {
            return;
        }
        if before.0 && progress() == before {
            return;
        }
    }
}

/// Classifies the lines of `text`, which is not empty, and publishes each line in `block`.
fn write_lines(
    block: &Mutex<ClassifiedBlock>,
    mut state: LineState,
    text: &[u8],
    max_line: usize,
    token: &CancelToken,
) {
    let mut parser = LineParser::default();
    let mut classes = Vec::new();
    let mut at = 0;
    while !token.is_cancelled() {
        let line = line_at(text, at, text.len());
        let bytes = line.start..line.end;
        classes.clear();
        classes.resize(bytes.len(), PLAIN);
        let line_text = &text[bytes.clone()];
        let is_whole = parser.parse_line(&mut state, line_text, &mut classes, max_line);
        let mut block = lock(block);
        let Some(target) = block.classes.get_mut(bytes) else {
            return;
        };
        target.copy_from_slice(&classes);
        block.done = line.next;
        if !is_whole {
            block.partial_lines.push(line.start);
        }
        if line.next == text.len() {
            block.state = Some(state);
            return;
        }
        at = line.next;
    }
}
