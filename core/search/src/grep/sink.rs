//! Turns the matches of one file into results, and decides when its search stops.
//!
//! Invariants:
//! - Offsets and lines from the searchers are relative to the sink's `start`; in results they are
//!   relative to the start of the file.
//! - Nothing changes the sink after a stop. `grep-searcher` continues to its next buffer when an
//!   inverted search should stop, so the next call to the sink returns an error.
//! - When no more results are needed, the search continues until the last results have their
//!   context, which includes the lines of later matches.
//! - A suspended search continues at the first line of the next result. No match crosses the start
//!   of that line. The start of a context line gives no such guarantee in an inverted search: the
//!   line may be in the middle of a match. The context before the next result is kept.

use std::collections::VecDeque;
use std::io;

use grep_searcher::{Searcher, Sink, SinkContext, SinkContextKind, SinkMatch};
use ransack_base::internal::line_feeds;
use ransack_base::{Aborted, CancelToken, Pool, RelPath};

use super::backtracking::UndecidedLines;
use super::engine::{MatchSpan, Meter};
use super::item::{Clip, ContextLine, GrepMatch, Submatch, window};
use super::matcher::{CompiledGrepQuery, without_line_end};
use super::options::{GrepMode, Select};
use crate::pipeline::JobOutput;

/// Receiver for the matches of one file, or of its remainder after a checkpoint.
pub(crate) struct MatchSink<'a> {
    pub(crate) query: &'a CompiledGrepQuery,
    pub(crate) select: &'a Select,
    pub(crate) token: &'a CancelToken,
    /// Lines of the file that could not be matched.
    pub(crate) undecided: &'a UndecidedLines,
    /// Path of the file in results; computed at the first match.
    pub(crate) path: &'a dyn Fn() -> RelPath,
    pub(crate) root: u32,
    /// Output size in bytes at which the search suspends.
    pub(crate) suspend_at: usize,
    pub(crate) output: &'a mut JobOutput<GrepMatch>,
    /// Position in the file at which the searched text starts.
    pub(crate) start: LinePosition,
    /// Number of matches in this file, including those before the checkpoint.
    count: u64,
    /// Reason why no further match is a result.
    stop: Option<SinkStop>,
    /// Whether the last results also have their context.
    is_done: bool,
    cached_path: Option<RelPath>,
    /// Context lines before the next match.
    pending_context: Vec<ContextLine>,
    /// Results that may take context lines after them.
    windows: VecDeque<ContextWindow>,
    /// Start of the result at which the search was suspended.
    suspended_at: LinePosition,
}

/// Progress of a suspended search of a file.
#[derive(Debug, Default)]
pub(crate) struct SinkCheckpoint {
    /// Start of the next result.
    position: LinePosition,
    /// Matches before the position.
    count: u64,
    /// Context lines before the next result.
    context: Vec<ContextLine>,
}

/// Position between two lines of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LinePosition {
    /// Number of bytes before the position.
    pub(crate) offset: u64,
    /// Number of lines before the position.
    pub(crate) lines: u64,
}

/// Lines after a result that it takes as context.
struct ContextWindow {
    /// Index of the result in the output.
    item: usize,
    /// Number of the last line.
    last: u64,
}

/// Reason why a sink stopped its search.
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
    /// Creates a sink for a whole file, or for its remainder after `checkpoint`.
    pub(crate) fn new(
        query: &'a CompiledGrepQuery,
        select: &'a Select,
        (token, undecided): (&'a CancelToken, &'a UndecidedLines),
        output: &'a mut JobOutput<GrepMatch>,
        checkpoint: Option<SinkCheckpoint>,
    ) -> MatchSink<'a> {
        let SinkCheckpoint {
            position,
            count,
            context,
        } = checkpoint.unwrap_or_default();
        MatchSink {
            query,
            select,
            token,
            undecided,
            output,
            start: position,
            count,
            path: &RelPath::default,
            root: 0,
            suspend_at: usize::MAX,
            stop: None,
            is_done: false,
            cached_path: None,
            pending_context: context,
            windows: VecDeque::new(),
            suspended_at: position,
        }
    }

    /// Stops the search. Returns false.
    fn stop(&mut self, stop: SinkStop) -> bool {
        self.stop = Some(stop);
        self.is_done = true;
        false
    }

    /// Stops the search at the match `lines`, which is not a result, once the last results have
    /// their context. Returns false if they already have it.
    fn stop_after_context(&mut self, stop: SinkStop, lines: &FoundLines<'_>) -> bool {
        // Without a limit, later matches are results and keep their own lines.
        if stop != SinkStop::FileCap && self.select.limit.is_none() {
            return self.stop(stop);
        }
        self.stop = Some(stop);
        self.take_lines_after(lines)
    }

    /// Adds lines after a stop to the context of the last results. Returns false if their context
    /// is complete.
    fn take_lines_after(&mut self, lines: &FoundLines<'_>) -> bool {
        if self.add_after(lines).is_err() {
            return self.stop(SinkStop::Aborted);
        }
        let end = self.start.lines + lines.number + lines.count() - 1;
        self.is_done = self.windows.back().is_none_or(|window| window.last <= end);
        !self.is_done
    }

    /// Adds lines to the context of the results that take them.
    fn add_after(&mut self, lines: &FoundLines<'_>) -> Result<(), Aborted> {
        let mut number = self.start.lines + lines.number;
        for line in lines.bytes.split_inclusive(|&byte| byte == b'\n') {
            while self
                .windows
                .front()
                .is_some_and(|window| window.last < number)
            {
                self.windows.pop_front();
            }
            if self.windows.is_empty() {
                break;
            }
            let last = self.output.items.len() - 1;
            for window in &self.windows {
                // Lines after a match that is a later result are that result's context.
                let is_own = self.is_capped() || self.stop.is_none() && lines.is_context;
                let is_shown = window.item == last && is_own;
                if !is_shown && self.select.limit.is_none() {
                    continue;
                }
                let context = self.context_line(line, number)?;
                self.output.bytes += context.line.len() + size_of::<ContextLine>();
                let item = &mut self.output.items[window.item];
                match is_shown {
                    true => item.context_after.push(context),
                    false => item.context_if_last.push(context),
                }
            }
            number += 1;
        }
        Ok(())
    }

    fn context_line(&self, line: &[u8], line_number: u64) -> Result<ContextLine, Aborted> {
        let text = without_line_end(line);
        let max = self.select.max_columns.unwrap_or(usize::MAX);
        let (from, to) = window(text, (0, 0), max);
        Ok(ContextLine {
            line_number,
            line: copy(&text[from..to], &mut Meter::new(self.token))?,
            clipped: to - from < text.len(),
        })
    }

    /// Whether the file has more matches than `max_count_per_file` allows.
    fn is_capped(&self) -> bool {
        self.stop == Some(SinkStop::FileCap)
    }

    fn shown_path(&mut self) -> RelPath {
        self.cached_path.get_or_insert_with(self.path).clone()
    }

    fn push(&mut self, item: GrepMatch) {
        self.output.bytes += item.weight();
        self.output.items.push(item);
    }

    /// Builds the result for matching lines.
    fn build_match(&mut self, lines: &FoundLines<'_>) -> Result<GrepMatch, Aborted> {
        let text = without_line_end(lines.bytes);
        let max = self.select.max_columns.unwrap_or(usize::MAX);
        let mut meter = Meter::with_undecided(self.token, self.undecided);
        let mut clip = ClippedMatches::new(text, max);
        match lines.spans {
            Some(spans) => {
                let _ = spans.iter().all(|&span| clip.add(span));
            }
            None if self.query.invert => {}
            None => {
                let line = self.query.line_text(lines.bytes);
                self.query
                    .each_match(line, &mut meter, |span| clip.add(span))?;
            }
        }
        let (from, to) = clip.bounds.unwrap_or_else(|| window(text, (0, 0), max));
        let clipped = to - from < text.len();
        Ok(GrepMatch {
            path: self.shown_path(),
            root: self.root,
            line_number: self.start.lines + lines.number,
            byte_offset: self.start.offset + lines.offset,
            line: copy(&text[from..to], &mut meter)?,
            submatches: clip.submatches,
            submatches_capped: clip.is_capped,
            context_before: std::mem::take(&mut self.pending_context),
            context_after: Vec::new(),
            clip: clipped
                .then(|| Clip::new(text, from, &mut meter))
                .transpose()?,
            match_count: Some(1),
            enclosing: None,
            version: None,
            context_if_last: Vec::new(),
        })
    }

    /// Takes matching lines. Returns false if the search is over.
    pub(crate) fn take_match(&mut self, lines: &FoundLines<'_>) -> bool {
        if self.token.is_cancelled() {
            return self.stop(SinkStop::Aborted);
        }
        if self.stop.is_some() {
            return self.take_lines_after(lines);
        }
        if self
            .select
            .max_count_per_file
            .is_some_and(|cap| self.count >= cap)
        {
            return self.stop_after_context(SinkStop::FileCap, lines);
        }
        let mode = self.select.mode;
        if mode == GrepMode::Content {
            if self.output.is_full() {
                return self.stop_after_context(SinkStop::Enough, lines);
            }
            if self.output.bytes >= self.suspend_at {
                self.suspended_at = LinePosition {
                    offset: self.start.offset + lines.offset,
                    lines: self.start.lines + lines.number - 1,
                };
                return self.stop_after_context(SinkStop::Suspended, lines);
            }
            if self.add_result(lines).is_err() {
                return self.stop(SinkStop::Aborted);
            }
        }
        self.count += 1;
        self.output.matches += 1;
        if mode == GrepMode::FilesWithMatches {
            return self.stop(SinkStop::Enough);
        }
        true
    }

    fn add_result(&mut self, lines: &FoundLines<'_>) -> Result<(), Aborted> {
        self.add_after(lines)?;
        let item = self.build_match(lines)?;
        self.push(item);
        if self.select.context_after > 0 {
            let end = self.start.lines + lines.number + lines.count() - 1;
            self.windows.push_back(ContextWindow {
                item: self.output.items.len() - 1,
                last: end.saturating_add(self.select.context_after as u64),
            });
        }
        Ok(())
    }

    /// Takes a line before or after a match. Returns false if the search is over.
    pub(crate) fn take_context(&mut self, line: &FoundLines<'_>, is_before: bool) -> bool {
        if self.stop.is_some() {
            return self.take_lines_after(line);
        }
        let taken = match is_before {
            true => self
                .context_line(line.bytes, self.start.lines + line.number)
                .map(|context| self.pending_context.push(context)),
            false => self.add_after(line),
        };
        taken.is_ok() || self.stop(SinkStop::Aborted)
    }

    /// Returns the searcher's result. The error with which the sink ended the search counts as
    /// success.
    pub(crate) fn end(&self, searched: io::Result<()>) -> io::Result<()> {
        match searched {
            Err(_) if self.is_done => Ok(()),
            searched => searched,
        }
    }

    /// Fails if the sink has already stopped the search.
    fn check_running(&self) -> io::Result<()> {
        match self.is_done {
            true => Err(io::Error::other("the search was stopped")),
            false => Ok(()),
        }
    }

    /// Whether the search was suspended.
    pub(crate) fn is_suspended(&self) -> bool {
        self.stop == Some(SinkStop::Suspended)
    }

    /// Whether the file has a match, as far as it was searched.
    pub(crate) fn has_match(&self) -> bool {
        self.count > 0
    }

    /// Returns the progress if the search was suspended.
    pub(crate) fn checkpoint(&mut self) -> Option<SinkCheckpoint> {
        self.is_suspended().then(|| SinkCheckpoint {
            position: self.suspended_at,
            count: self.count,
            context: std::mem::take(&mut self.pending_context),
        })
    }

    /// Counts the file as searched. In modes with one result per file, adds that result.
    pub(crate) fn finish_file(&mut self) {
        self.output.files_searched += 1;
        self.output.files_capped += u64::from(self.is_capped());
        if self.count == 0 {
            return;
        }
        self.output.files_with_matches += 1;
        if self.select.mode != GrepMode::Content {
            let item = GrepMatch {
                path: self.shown_path(),
                root: self.root,
                match_count: (self.select.mode == GrepMode::Count).then_some(self.count),
                ..GrepMatch::default()
            };
            self.push(item);
        }
    }
}

impl Sink for MatchSink<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        self.check_running()?;
        let number = found.line_number();
        Ok(self.take_match(&FoundLines::single(
            found.bytes(),
            number,
            found.absolute_byte_offset(),
        )))
    }

    fn context(&mut self, _: &Searcher, context: &SinkContext<'_>) -> io::Result<bool> {
        self.check_running()?;
        let line = FoundLines {
            is_context: true,
            ..FoundLines::single(
                context.bytes(),
                context.line_number(),
                context.absolute_byte_offset(),
            )
        };
        match context.kind() {
            SinkContextKind::After => Ok(self.take_context(&line, false)),
            SinkContextKind::Before => Ok(self.take_context(&line, true)),
            SinkContextKind::Other => Ok(true),
        }
    }
}

/// Lines that a searcher found, including line ends.
pub(crate) struct FoundLines<'a> {
    pub(crate) bytes: &'a [u8],
    /// Number of the first line, 1-based from the sink's start.
    pub(crate) number: u64,
    /// Offset of the first byte from the sink's start.
    pub(crate) offset: u64,
    /// Matches in the lines, if they are known.
    pub(crate) spans: Option<&'a [MatchSpan]>,
    /// Whether the lines are context rather than a match.
    pub(crate) is_context: bool,
}

impl<'a> FoundLines<'a> {
    /// Creates the entry for a single line whose matches are not known.
    fn single(bytes: &'a [u8], number: Option<u64>, offset: u64) -> FoundLines<'a> {
        FoundLines {
            bytes,
            number: number.unwrap_or(1),
            offset,
            spans: None,
            is_context: false,
        }
    }

    /// Returns the number of lines.
    fn count(&self) -> u64 {
        let text = self.bytes.strip_suffix(b"\n").unwrap_or(self.bytes);
        line_feeds(text) as u64 + 1
    }
}

/// Matches of a result, clipped to the window that `max_columns` allows.
struct ClippedMatches<'a> {
    text: &'a [u8],
    max: usize,
    /// Window around the first match.
    bounds: Option<(usize, usize)>,
    submatches: Vec<Submatch>,
    is_capped: bool,
}

impl<'a> ClippedMatches<'a> {
    fn new(text: &'a [u8], max: usize) -> ClippedMatches<'a> {
        ClippedMatches {
            text,
            max,
            bounds: None,
            submatches: Vec::new(),
            is_capped: false,
        }
    }

    /// Adds a match. Returns false if no further match is needed.
    fn add(&mut self, span: MatchSpan) -> bool {
        let text = self.text;
        // An offset inside the line end is not a position in the line.
        let is_behind = span.start > text.len();
        if is_behind && span.start == span.end {
            return true;
        }
        // A match may include the last line end.
        let (start, end) = (span.start.min(text.len()), span.end.min(text.len()));
        let (from, to) = *self
            .bounds
            .get_or_insert_with(|| window(text, (start, end), self.max));
        let submatch = Submatch {
            start: start.max(from) - from,
            end: end.clamp(from, to) - from,
            ends_line: span.end > text.len(),
            pattern: span.pattern,
        };
        let is_same_place =
            |last: &Submatch| (last.start, last.end) == (submatch.start, submatch.end);
        if is_behind && self.submatches.last().is_some_and(is_same_place) {
            return true;
        }
        if start > to || (start == to && to < text.len()) {
            return false;
        }
        self.is_capped = self.submatches.len() == GrepMatch::MAX_SUBMATCHES;
        if self.is_capped {
            return false;
        }
        self.submatches.push(submatch);
        true
    }
}

/// Copies text in slices, checking the token between them.
pub(super) fn copy(text: &[u8], meter: &mut Meter<'_>) -> Result<Vec<u8>, Aborted> {
    const COPY_SLICE: usize = 1 << 20;
    let mut copied = Vec::with_capacity(text.len());
    for slice in text.chunks(COPY_SLICE) {
        if let Err(aborted) = meter.skip(slice.len()) {
            Pool::shared().drop_later(copied);
            return Err(aborted);
        }
        copied.extend_from_slice(slice);
    }
    Ok(copied)
}
