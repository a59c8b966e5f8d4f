//! Parses blocks of lines on other threads: a regular expression that
//! backtracks cannot be interrupted, and an abort must not wait for it.
//!
//! Invariant: what the task publishes is whole lines in order, and nothing is
//! published after the caller has taken the progress.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use super::class::PLAIN;
use super::lines::line_at;
use super::textmate::{LineParser, LineState};
use crate::cancel::{Aborted, CancelToken};
use crate::exec::{Pool, Task};

/// Time after which a line is given up; it may take up to twice as long.
const LINE_TIMEOUT: Duration = Duration::from_secs(1);

/// Progress of a task that classifies a block of lines.
#[derive(Default)]
pub(super) struct BlockProgress {
    /// The text, until the task takes it.
    text: Vec<u8>,
    /// The state after the last classified line; `None` while the task runs.
    pub(super) state: Option<LineState>,
    /// Class ids of all bytes.
    pub(super) classes: Vec<u8>,
    /// End of the classified lines, in bytes.
    pub(super) done: usize,
    /// Byte offsets of the starts of lines that are not classified in full.
    pub(super) partial_lines: Vec<usize>,
    /// Whether no further lines will be classified.
    is_over: bool,
}

struct BlockTask {
    max_line: usize,
    token: CancelToken,
    progress: Mutex<BlockProgress>,
    changed: Condvar,
}

/// Classifies the lines of a block from a parser state on, and calls `collect`
/// with the progress: the whole block, unless the token fires or the next line
/// takes too long.
pub(super) fn classify_block(
    begin: LineState,
    text: &[u8],
    max_line: usize,
    token: &CancelToken,
    collect: impl FnOnce(&mut BlockProgress),
) -> Result<(), Aborted> {
    token.heartbeat()?;
    if text.is_empty() {
        return Ok(());
    }
    let task = Arc::new(BlockTask {
        max_line,
        token: token.clone(),
        progress: Mutex::new(BlockProgress {
            text: text.to_vec(),
            state: Some(begin),
            classes: vec![PLAIN; text.len()],
            ..BlockProgress::default()
        }),
        changed: Condvar::new(),
    });
    let woken = task.clone();
    let _subscription = token.on_cancel(move |_| {
        // Under the lock, so that a caller that is about to wait sees it.
        let _progress = woken.lock();
        woken.changed.notify_all();
    });
    if block_pool().submit(task.clone()).is_err() {
        task.clone().run();
    }
    let mut progress = task.lock();
    while !progress.is_over && !token.is_cancelled() {
        let (is_running, done) = (progress.state.is_none(), progress.done);
        let woken = task.changed.wait_timeout(progress, LINE_TIMEOUT);
        let (now, waited) = woken.unwrap_or_else(PoisonError::into_inner);
        progress = now;
        // The task ends after the current line.
        progress.is_over |= waited.timed_out() && is_running && progress.done == done;
    }
    collect(&mut progress);
    let is_done = progress.done == text.len();
    // The buffers of abandoned tasks must not pile up behind a slow thread.
    *progress = BlockProgress {
        is_over: true,
        ..BlockProgress::default()
    };
    match is_done {
        true => Ok(()),
        false => token.heartbeat(),
    }
}

/// A private pool: the workers of the shared pool may all wait for it.
fn block_pool() -> &'static Pool {
    static BLOCK_POOL: OnceLock<Pool> = OnceLock::new();
    BLOCK_POOL.get_or_init(|| Pool::new(available_parallelism().map_or(2, |n| 2 * n.get())))
}

impl Task for BlockTask {
    fn run(self: Arc<Self>) -> bool {
        let (begin, text) = {
            let mut progress = self.lock();
            (progress.state.take(), std::mem::take(&mut progress.text))
        };
        let parsed = catch_unwind(AssertUnwindSafe(|| {
            begin.map(|state| self.classify_lines(state, &text))
        }));
        let mut progress = self.lock();
        progress.state = parsed.ok().flatten();
        progress.is_over = true;
        self.changed.notify_all();
        false
    }
}

impl BlockTask {
    fn lock(&self) -> MutexGuard<'_, BlockProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn classify_lines(&self, mut state: LineState, text: &[u8]) -> LineState {
        let mut parser = LineParser::default();
        let mut classes = Vec::new();
        let mut at = 0;
        while at < text.len() && !self.token.is_cancelled() {
            let line = line_at(text, at, text.len());
            let bytes: Range<usize> = line.start..line.end;
            classes.clear();
            classes.resize(bytes.len(), PLAIN);
            let line_text = &text[bytes.clone()];
            let is_whole = parser.parse_line(&mut state, line_text, &mut classes, self.max_line);
            let mut progress = self.lock();
            if progress.is_over {
                break;
            }
            progress.classes[bytes].copy_from_slice(&classes);
            progress.done = line.next;
            if !is_whole {
                progress.partial_lines.push(line.start);
            }
            at = line.next;
        }
        state
    }
}
