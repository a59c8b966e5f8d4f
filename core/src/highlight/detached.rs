//! Lines read on a thread of their own: an expression that has much to try
//! cannot be interrupted, and whoever aborts must not wait for it.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use super::class::PLAIN;
use super::syntaxes::{LineReader, LineState};
use super::work::line_at;
use crate::cancel::{Aborted, CancelToken};
use crate::exec::{Pool, Task};

/// A line is given up when it has taken so long, and at most twice as long.
const SLOW: Duration = Duration::from_secs(1);

/// What has been read of a text.
#[derive(Default)]
pub(super) struct Progress {
    /// The text, until somebody reads it.
    text: Vec<u8>,
    /// The state after the lines that are marked, while nobody reads on.
    pub(super) state: Option<LineState>,
    /// The marks of all bytes.
    pub(super) marks: Vec<u8>,
    /// Where the lines end that are marked.
    pub(super) done: usize,
    /// Where the lines begin that were not looked at in full.
    pub(super) cut: Vec<usize>,
    /// Whether no more will be marked.
    is_over: bool,
}

struct Reading {
    max_line: usize,
    token: CancelToken,
    progress: Mutex<Progress>,
    changed: Condvar,
}

/// Reads the lines of a text from a state on, and hands what was read to `take`:
/// all of it, unless the token fires or the next line takes too long.
pub(super) fn read(
    begin: LineState,
    text: &[u8],
    max_line: usize,
    token: &CancelToken,
    take: impl FnOnce(&mut Progress),
) -> Result<(), Aborted> {
    token.heartbeat()?;
    if text.is_empty() {
        return Ok(());
    }
    let reading = Arc::new(Reading {
        max_line,
        token: token.clone(),
        progress: Mutex::new(Progress {
            text: text.to_vec(),
            state: Some(begin),
            marks: vec![PLAIN; text.len()],
            ..Progress::default()
        }),
        changed: Condvar::new(),
    });
    let woken = reading.clone();
    let _subscription = token.on_cancel(move |_| {
        // Under the lock, so that whoever is about to wait sees it.
        let _progress = woken.lock();
        woken.changed.notify_all();
    });
    if readers().submit(reading.clone()).is_err() {
        reading.clone().run();
    }
    let mut progress = reading.lock();
    while !progress.is_over && !token.is_cancelled() {
        let (is_running, done) = (progress.state.is_none(), progress.done);
        let woken = reading.changed.wait_timeout(progress, SLOW);
        let (now, waited) = woken.unwrap_or_else(PoisonError::into_inner);
        progress = now;
        // The reader ends after the line at hand.
        progress.is_over |= waited.timed_out() && is_running && progress.done == done;
    }
    take(&mut progress);
    let is_done = progress.done == text.len();
    // Those that nobody waits for any more must not pile up before a thread
    // that is slow.
    *progress = Progress {
        is_over: true,
        ..Progress::default()
    };
    match is_done {
        true => Ok(()),
        false => token.heartbeat(),
    }
}

/// Threads of its own, since those of other calls may all wait for it.
fn readers() -> &'static Pool {
    static READERS: OnceLock<Pool> = OnceLock::new();
    READERS.get_or_init(|| Pool::new(available_parallelism().map_or(2, |n| 2 * n.get())))
}

impl Task for Reading {
    fn run(self: Arc<Self>) -> bool {
        let (begin, text) = {
            let mut progress = self.lock();
            (progress.state.take(), std::mem::take(&mut progress.text))
        };
        let read = catch_unwind(AssertUnwindSafe(|| {
            begin.map(|state| self.read_lines(state, &text))
        }));
        let mut progress = self.lock();
        progress.state = read.ok().flatten();
        progress.is_over = true;
        self.changed.notify_all();
        false
    }
}

impl Reading {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_lines(&self, mut state: LineState, text: &[u8]) -> LineState {
        let mut reader = LineReader::default();
        let mut marks = Vec::new();
        let mut at = 0;
        while at < text.len() && !self.token.is_cancelled() {
            let line = line_at(text, at, text.len());
            let bytes: Range<usize> = line.start..line.end;
            marks.clear();
            marks.resize(bytes.len(), PLAIN);
            let line_text = &text[bytes.clone()];
            let whole = reader.read(&mut state, line_text, &mut marks, self.max_line);
            let mut progress = self.lock();
            if progress.is_over {
                break;
            }
            progress.marks[bytes].copy_from_slice(&marks);
            progress.done = line.next;
            if !whole {
                progress.cut.push(line.start);
            }
            at = line.next;
        }
        state
    }
}
