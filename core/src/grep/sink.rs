//! Turns the matches of one file into results, and decides when its search stops.
//!
//! Invariants:
//! - Offsets and lines of `grep-searcher` count from the sink's `start`; results count from the
//!   start of the file.
//! - `consumed` is the end of the last line that a result or its context holds. A search that
//!   continues there gives every remaining result once.

use std::io;

use grep_searcher::{Searcher, Sink, SinkContext, SinkContextKind, SinkMatch};

use super::item::{Clip, ContextLine, GrepMatch, Submatch, window};
use super::matcher::CompiledGrepQuery;
use super::options::{GrepMode, Select};
use crate::cancel::CancelToken;
use crate::offsets::line_feeds;
use crate::path::RelPath;
use crate::pipeline::JobOutput;

/// Receiver of the matches of one file, or of its remainder behind a checkpoint.
pub(crate) struct MatchSink<'a> {
    pub(crate) query: &'a CompiledGrepQuery,
    pub(crate) select: &'a Select,
    pub(crate) token: &'a CancelToken,
    /// Path of the file in results; computed at the first match.
    pub(crate) path: &'a dyn Fn() -> RelPath,
    pub(crate) root: u32,
    /// Size of the output in bytes at which the search suspends.
    pub(crate) suspend_at: usize,
    pub(crate) output: &'a mut JobOutput<GrepMatch>,
    /// Position in the file of the text that is searched.
    pub(crate) start: LinePosition,
    /// Matches in this file, those before the checkpoint included.
    count: u64,
    stop: Option<SinkStop>,
    cached_path: Option<RelPath>,
    /// Context lines before the next match.
    pending_context: Vec<ContextLine>,
    /// Whether the last result in `output` is of this sink and takes context lines after it.
    has_last: bool,
    /// End of the last line in a result or its context.
    consumed: LinePosition,
}

/// Progress of a suspended search of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Checkpoint {
    pub(crate) position: LinePosition,
    /// Matches before the position.
    pub(crate) count: u64,
}

/// Position between two lines of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LinePosition {
    /// Number of bytes before the position.
    pub(crate) offset: u64,
    /// Number of lines before the position.
    pub(crate) lines: u64,
}

/// Reason for which a sink stopped its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SinkStop {
    /// No further match can be a result.
    Enough,
    /// The file has more matches than `max_count_per_file`.
    FileCap,
    /// The output is full; the search continues from a checkpoint.
    Suspended,
    Aborted,
}

impl<'a> MatchSink<'a> {
    /// A sink for a whole file, or for its remainder behind `checkpoint`.
    pub(crate) fn new(
        query: &'a CompiledGrepQuery,
        select: &'a Select,
        token: &'a CancelToken,
        output: &'a mut JobOutput<GrepMatch>,
        checkpoint: Option<Checkpoint>,
    ) -> MatchSink<'a> {
        let Checkpoint { position, count } = checkpoint.unwrap_or_default();
        MatchSink {
            query,
            select,
            token,
            output,
            start: position,
            count,
            path: &RelPath::default,
            root: 0,
            suspend_at: usize::MAX,
            stop: None,
            cached_path: None,
            pending_context: Vec::new(),
            has_last: false,
            consumed: position,
        }
    }

    fn stop(&mut self, stop: SinkStop) -> io::Result<bool> {
        self.stop = Some(stop);
        Ok(false)
    }

    fn shown_path(&mut self) -> RelPath {
        self.cached_path.get_or_insert_with(self.path).clone()
    }

    fn push(&mut self, item: GrepMatch) {
        self.output.bytes += item.weight();
        self.output.items.push(item);
        self.has_last = true;
    }

    /// Result for the matching `lines`, which include their line ends.
    fn build_match(&mut self, lines: &[u8], line_number: u64, byte_offset: u64) -> GrepMatch {
        let text = trim_line_end(lines);
        let max = self.select.max_columns.unwrap_or(usize::MAX);
        // With `multiline` a match may include the last line end.
        let searched = if self.query.multiline { lines } else { text };
        let mut bounds = None;
        let mut submatches = Vec::new();
        let mut submatches_capped = false;
        if !self.query.invert {
            self.query.each_match(searched, |start, end, pattern| {
                let (start, end) = (start.min(text.len()), end.min(text.len()));
                let (from, to) = *bounds.get_or_insert_with(|| window(text, (start, end), max));
                let beyond = start > to || (start == to && to < text.len());
                submatches_capped = !beyond && submatches.len() == GrepMatch::MAX_SUBMATCHES;
                if beyond || submatches_capped {
                    return false;
                }
                submatches.push(Submatch {
                    start: start.max(from) - from,
                    end: end.clamp(from, to) - from,
                    pattern,
                });
                true
            });
        }
        let (from, to) = bounds.unwrap_or_else(|| window(text, (0, 0), max));
        let clipped = to - from < text.len();
        GrepMatch {
            path: self.shown_path(),
            root: self.root,
            line_number,
            byte_offset,
            line: text[from..to].to_vec(),
            submatches,
            submatches_capped,
            context_before: std::mem::take(&mut self.pending_context),
            context_after: Vec::new(),
            clip: clipped.then_some(Clip {
                offset: from,
                line_len: text.len(),
            }),
            match_count: 1,
        }
    }

    /// Marks the lines in `bytes` as part of a result.
    fn consume(&mut self, bytes: &[u8], offset: u64, line_number: u64) {
        let newlines = line_feeds(bytes) as u64;
        let unterminated = u64::from(bytes.last() != Some(&b'\n'));
        self.consumed = LinePosition {
            offset: offset + bytes.len() as u64,
            lines: line_number - 1 + newlines + unterminated,
        };
    }

    /// Moves to the offset `start` of `text`, which is whole in memory. O(n) in the bytes since the
    /// last result, whose lines it counts.
    pub(crate) fn move_to(&mut self, text: &[u8], start: usize) {
        self.start.offset = start as u64;
        if self.select.mode == GrepMode::Content {
            let passed = &text[self.consumed.offset as usize..start];
            self.start.lines = self.consumed.lines + line_feeds(passed) as u64;
        }
    }

    /// Whether another match can still be a result.
    pub(crate) fn wants_more(&self) -> bool {
        self.stop.is_none()
    }

    /// Progress, if the search was suspended.
    pub(crate) fn checkpoint(&self) -> Option<Checkpoint> {
        (self.stop == Some(SinkStop::Suspended)).then_some(Checkpoint {
            position: self.consumed,
            count: self.count,
        })
    }

    /// Counts the file as searched, and in modes with one result a file adds that result.
    pub(crate) fn finish_file(&mut self) {
        self.output.files_searched += 1;
        self.output.files_capped += u64::from(self.stop == Some(SinkStop::FileCap));
        if self.count == 0 {
            return;
        }
        self.output.files_with_matches += 1;
        if self.select.mode != GrepMode::Content {
            let item = GrepMatch {
                path: self.shown_path(),
                root: self.root,
                match_count: self.count,
                ..GrepMatch::default()
            };
            self.push(item);
        }
    }
}

impl Sink for MatchSink<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, mat: &SinkMatch<'_>) -> io::Result<bool> {
        if self.token.is_cancelled() {
            return self.stop(SinkStop::Aborted);
        }
        if self
            .select
            .max_count_per_file
            .is_some_and(|cap| self.count >= cap)
        {
            return self.stop(SinkStop::FileCap);
        }
        let mode = self.select.mode;
        if mode == GrepMode::Content {
            if self.output.is_full() {
                return self.stop(SinkStop::Enough);
            }
            if self.output.bytes >= self.suspend_at {
                return self.stop(SinkStop::Suspended);
            }
            let line_number = self.start.lines + mat.line_number().unwrap_or(1);
            let offset = self.start.offset + mat.absolute_byte_offset();
            let item = self.build_match(mat.bytes(), line_number, offset);
            self.push(item);
            self.consume(mat.bytes(), offset, line_number);
        }
        self.count += 1;
        self.output.matches += 1;
        if mode == GrepMode::FilesWithMatches {
            return self.stop(SinkStop::Enough);
        }
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, context: &SinkContext<'_>) -> io::Result<bool> {
        // An inverted search still emits context after it was stopped.
        if self.stop.is_some() {
            return Ok(false);
        }
        let text = trim_line_end(context.bytes());
        let max = self.select.max_columns.unwrap_or(usize::MAX);
        let (from, to) = window(text, (0, 0), max);
        let line_number = self.start.lines + context.line_number().unwrap_or(1);
        let line = ContextLine {
            line_number,
            line: text[from..to].to_vec(),
            clipped: to - from < text.len(),
        };
        match context.kind() {
            SinkContextKind::After if self.has_last => {
                self.output.bytes += line.line.len() + size_of::<ContextLine>();
                if let Some(last) = self.output.items.last_mut() {
                    last.context_after.push(line);
                }
                let offset = self.start.offset + context.absolute_byte_offset();
                self.consume(context.bytes(), offset, line_number);
            }
            SinkContextKind::Before => self.pending_context.push(line),
            _ => {}
        }
        Ok(true)
    }
}

/// The line without its line feed and a carriage return before it.
fn trim_line_end(line: &[u8]) -> &[u8] {
    match line.strip_suffix(b"\n") {
        Some(line) => line.strip_suffix(b"\r").unwrap_or(line),
        None => line,
    }
}
