use std::io;

use grep_searcher::{Searcher, Sink, SinkContext, SinkContextKind, SinkMatch};

use super::item::{Clip, ContextLine, GrepMatch, Submatch, window};
use super::matcher::CompiledQuery;
use super::options::{GrepMode, Select};
use crate::cancel::CancelToken;
use crate::path::RelPath;
use crate::pipeline::JobOutput;

/// Receives the matches of one file, or of one part of it, and turns them into
/// results.
pub(crate) struct MatchSink<'a> {
    pub(crate) query: &'a CompiledQuery,
    pub(crate) select: &'a Select,
    pub(crate) token: &'a CancelToken,
    pub(crate) path: &'a dyn Fn() -> RelPath,
    pub(crate) root: u32,
    /// How many bytes of results are taken before the rest becomes a part of
    /// its own.
    pub(crate) part_weight: usize,
    pub(crate) found: &'a mut JobOutput<GrepMatch>,
    /// Where this part begins in the file.
    pub(crate) place: Place,
    /// Matches seen in this file, earlier parts included.
    count: u64,
    stop: Option<Stop>,
    shown: Option<RelPath>,
    /// Context before the match to come.
    pending: Vec<ContextLine>,
    /// Whether the last result in `found` is from this part, so that context
    /// after it can be added.
    has_last: bool,
    /// Where the last line that was used up ends.
    used: Place,
}

/// How far a file was searched.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Begun {
    pub(crate) place: Place,
    /// Matches so far.
    pub(crate) count: u64,
}

/// A place between two lines of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// Bytes before it.
    pub(crate) offset: u64,
    /// Lines before it.
    pub(crate) lines: u64,
}

/// Why a sink did not want more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// Nothing after this can be a result.
    Enough,
    /// The file has more matches than its cap.
    Capped,
    /// What was found should be handed in first.
    Part,
    Aborted,
}

impl<'a> MatchSink<'a> {
    /// A sink for a file, or with `begun` for the rest of one.
    pub(crate) fn new(
        query: &'a CompiledQuery,
        select: &'a Select,
        token: &'a CancelToken,
        found: &'a mut JobOutput<GrepMatch>,
        begun: Option<Begun>,
    ) -> MatchSink<'a> {
        let Begun { place, count } = begun.unwrap_or_default();
        MatchSink {
            query,
            select,
            token,
            found,
            place,
            count,
            path: &RelPath::default,
            root: 0,
            part_weight: usize::MAX,
            stop: None,
            shown: None,
            pending: Vec::new(),
            has_last: false,
            used: place,
        }
    }

    fn stop(&mut self, stop: Stop) -> io::Result<bool> {
        self.stop = Some(stop);
        Ok(false)
    }

    fn shown(&mut self) -> RelPath {
        self.shown.get_or_insert_with(self.path).clone()
    }

    fn push(&mut self, item: GrepMatch) {
        self.found.bytes += item.weight();
        self.found.items.push(item);
        self.has_last = true;
    }

    /// The result for the matching `lines`, line end included.
    fn item(&mut self, lines: &[u8], line_number: u64, byte_offset: u64) -> GrepMatch {
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
            path: self.shown(),
            root: self.root,
            line_number,
            byte_offset,
            line: text[from..to].to_vec(),
            submatches,
            submatches_capped,
            context_before: std::mem::take(&mut self.pending),
            context_after: Vec::new(),
            clip: clipped.then_some(Clip {
                offset: from,
                line_len: text.len(),
            }),
            match_count: 1,
        }
    }

    fn use_up(&mut self, bytes: &[u8], offset: u64, line_number: u64) {
        let newlines = memchr::memchr_iter(b'\n', bytes).count() as u64;
        let unended = u64::from(bytes.last() != Some(&b'\n'));
        self.used = Place {
            offset: offset + bytes.len() as u64,
            lines: line_number - 1 + newlines + unended,
        };
    }

    /// Goes on at this offset of `text`, which is whole in memory. Lines are
    /// counted from the last one that was used up.
    pub(crate) fn move_to(&mut self, text: &[u8], start: usize) {
        self.place.offset = start as u64;
        if self.select.mode == GrepMode::Content {
            let passed = &text[self.used.offset as usize..start];
            self.place.lines = self.used.lines + memchr::memchr_iter(b'\n', passed).count() as u64;
        }
    }

    /// Whether another match could still be of use.
    pub(crate) fn wants_more(&self) -> bool {
        self.stop.is_none()
    }

    /// How far the file was searched if there is more for another part.
    pub(crate) fn rest(&self) -> Option<Begun> {
        (self.stop == Some(Stop::Part)).then_some(Begun {
            place: self.used,
            count: self.count,
        })
    }

    /// After the last line: counts the file, and adds the result that stands
    /// for all of it where that is wanted.
    pub(crate) fn conclude(&mut self) {
        self.found.files_searched += 1;
        self.found.files_capped += u64::from(self.stop == Some(Stop::Capped));
        if self.count == 0 {
            return;
        }
        self.found.files_with_matches += 1;
        if self.select.mode != GrepMode::Content {
            let item = GrepMatch {
                path: self.shown(),
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
            return self.stop(Stop::Aborted);
        }
        if self
            .select
            .max_count_per_file
            .is_some_and(|cap| self.count >= cap)
        {
            return self.stop(Stop::Capped);
        }
        let mode = self.select.mode;
        if mode == GrepMode::Content {
            if self.found.is_full() {
                return self.stop(Stop::Enough);
            }
            if self.found.bytes >= self.part_weight {
                return self.stop(Stop::Part);
            }
            let line_number = self.place.lines + mat.line_number().unwrap_or(1);
            let offset = self.place.offset + mat.absolute_byte_offset();
            let item = self.item(mat.bytes(), line_number, offset);
            self.push(item);
            self.use_up(mat.bytes(), offset, line_number);
        }
        self.count += 1;
        self.found.matches += 1;
        if mode == GrepMode::FilesWithMatches {
            return self.stop(Stop::Enough);
        }
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, context: &SinkContext<'_>) -> io::Result<bool> {
        // An inverted search goes on to hand out context after it was stopped.
        if self.stop.is_some() {
            return Ok(false);
        }
        let text = trim_line_end(context.bytes());
        let max = self.select.max_columns.unwrap_or(usize::MAX);
        let (from, to) = window(text, (0, 0), max);
        let line_number = self.place.lines + context.line_number().unwrap_or(1);
        let line = ContextLine {
            line_number,
            line: text[from..to].to_vec(),
            clipped: to - from < text.len(),
        };
        match context.kind() {
            SinkContextKind::After if self.has_last => {
                self.found.bytes += line.line.len() + size_of::<ContextLine>();
                if let Some(last) = self.found.items.last_mut() {
                    last.context_after.push(line);
                }
                let offset = self.place.offset + context.absolute_byte_offset();
                self.use_up(context.bytes(), offset, line_number);
            }
            SinkContextKind::Before => self.pending.push(line),
            _ => {}
        }
        Ok(true)
    }
}

fn trim_line_end(line: &[u8]) -> &[u8] {
    match line.strip_suffix(b"\n") {
        Some(line) => line.strip_suffix(b"\r").unwrap_or(line),
        None => line,
    }
}
