//! Searches text that is entirely in memory: line by line, or as a whole if a match may span lines.
//!
//! Every step is interruptible: searches, scans for line ends, and counts. Results and context
//! lines are the same as in ripgrep, with three exceptions. Matches that share no line are separate
//! results, even if their lines are adjacent. `^`, `\A` and `\b` see the text before the start of
//! each search. An empty match after the last line ending is not a result and has no context lines.

use std::ops::Range;

use ransack_base::Aborted;
use ransack_base::internal::line_feeds;

use super::blocks::{WholeText, each_block};
use super::engine::{MatchSpan, Meter, line_end, line_start};
use super::item::GrepMatch;
use super::matcher::CompiledGrepQuery;
use super::options::GrepMode;
use super::sink::{FoundLines, MatchSink};

/// Search of text in memory.
pub(crate) struct SliceSearch<'a, 's> {
    query: &'a CompiledGrepQuery,
    text: &'a [u8],
    sink: &'a mut MatchSink<'s>,
    meter: Meter<'s>,
    context_before: usize,
    context_after: usize,
    /// Whether results have line numbers.
    is_numbered: bool,
    /// End of the last line that was a result or its context.
    visited: usize,
    /// Number of context lines that the last result still takes.
    context_left: usize,
    /// End of the last matching line.
    passed: usize,
    counted: CountedLines,
}

/// Number of lines before an offset.
#[derive(Default)]
struct CountedLines {
    offset: usize,
    lines: u64,
}

impl<'a, 's> SliceSearch<'a, 's> {
    /// Searches `text`, which begins at the sink's start.
    ///
    /// # Errors
    ///
    /// Returns [`Aborted`] if the sink's token fires.
    pub(crate) fn run(
        query: &'a CompiledGrepQuery,
        text: &'a [u8],
        sink: &'a mut MatchSink<'s>,
    ) -> Result<(), Aborted> {
        let is_content = sink.select.mode == GrepMode::Content;
        let context = |lines: usize| if is_content { lines } else { 0 };
        let mut search = SliceSearch {
            query,
            text,
            meter: Meter::with_undecided(sink.token, sink.undecided),
            context_before: context(sink.select.context_before),
            context_after: context(sink.select.context_after),
            is_numbered: is_content,
            sink,
            visited: 0,
            context_left: 0,
            passed: 0,
            counted: CountedLines::default(),
        };
        let goes_on = match query.needs_whole_text {
            true => search.run_whole()?,
            false => search.run_lines()?,
        };
        if goes_on && (!query.invert || search.take_lines(search.passed..text.len())?) {
            search.take_context_after(text.len())?;
        }
        Ok(())
    }

    /// Finds matching lines. Returns false if the sink needs no more.
    fn run_lines(&mut self) -> Result<bool, Aborted> {
        let mut from = 0;
        while let Some(line) = self.query.matching_line(self.text, from, &mut self.meter)? {
            from = line.end;
            let is_confirmed =
                (self.query).is_confirmed(&self.text[line.clone()], &mut self.meter)?;
            if is_confirmed && !self.take_matching(line, None)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Finds matches anywhere and groups those that share a line. Returns false if the sink needs
    /// no more.
    fn run_whole(&mut self) -> Result<bool, Aborted> {
        let text = WholeText::new(self.query, self.text, &mut self.meter)?;
        let watch = (self.sink.token, self.sink.undecided);
        // Keeps one more than a result lists, to show that there are more.
        let max = GrepMatch::MAX_SUBMATCHES + 1;
        each_block(self.query, &text, max, watch, |block| {
            self.take_matching(block.lines, Some(&block.spans))
        })
    }

    /// Takes matching lines unless they are excluded, or with `invert` the lines before them.
    /// Returns false if the sink needs no more.
    fn take_matching(
        &mut self,
        lines: Range<usize>,
        spans: Option<&[MatchSpan]>,
    ) -> Result<bool, Aborted> {
        let before = self.passed..lines.start;
        self.passed = lines.end;
        if self.query.invert {
            return self.take_lines(before);
        }
        let text = &self.text[lines.clone()];
        if self.query.is_excluded(text, &mut self.meter)? {
            return Ok(true);
        }
        self.take(lines, spans)
    }

    /// Takes each line as a result unless it is excluded.
    fn take_lines(&mut self, lines: Range<usize>) -> Result<bool, Aborted> {
        let mut at = lines.start;
        while at < lines.end {
            let end = line_end(self.text, at, &mut self.meter)?;
            let is_excluded = (self.query).is_excluded(&self.text[at..end], &mut self.meter)?;
            if !is_excluded && !self.take(at..end, None)? {
                return Ok(false);
            }
            at = end;
        }
        Ok(true)
    }

    /// Takes lines as one result, and the context lines between it and the previous result.
    fn take(&mut self, lines: Range<usize>, spans: Option<&[MatchSpan]>) -> Result<bool, Aborted> {
        if !self.take_context_after(lines.start)? || !self.take_context_before(lines.start)? {
            return Ok(false);
        }
        self.visited = lines.end;
        self.context_left = self.context_after;
        let found = self.found_lines(lines, spans)?;
        Ok(self.sink.take_match(&found))
    }

    /// Takes the context lines of the last result that end at or before `to`.
    fn take_context_after(&mut self, to: usize) -> Result<bool, Aborted> {
        while self.context_left > 0 && self.visited < to {
            let end = line_end(self.text, self.visited, &mut self.meter)?;
            if !self.take_context(self.visited..end, false)? {
                return Ok(false);
            }
            self.context_left -= 1;
        }
        Ok(true)
    }

    /// Takes the context lines of a result that starts at `to`.
    fn take_context_before(&mut self, to: usize) -> Result<bool, Aborted> {
        let mut start = to;
        for _ in 0..self.context_before {
            if start <= self.visited {
                break;
            }
            start = line_start(self.text, self.visited, start - 1, &mut self.meter)?;
        }
        while start < to {
            let end = line_end(self.text, start, &mut self.meter)?;
            if !self.take_context(start..end, true)? {
                return Ok(false);
            }
            start = end;
        }
        Ok(true)
    }

    fn take_context(&mut self, line: Range<usize>, is_before: bool) -> Result<bool, Aborted> {
        self.visited = line.end;
        let found = FoundLines {
            is_context: true,
            ..self.found_lines(line, None)?
        };
        Ok(self.sink.take_context(&found, is_before))
    }

    /// Returns the lines with their number and offset.
    fn found_lines<'l>(
        &mut self,
        lines: Range<usize>,
        spans: Option<&'l [MatchSpan]>,
    ) -> Result<FoundLines<'l>, Aborted>
    where
        'a: 'l,
    {
        let mut found = FoundLines {
            bytes: &self.text[lines.clone()],
            number: 1,
            offset: lines.start as u64,
            spans,
            is_context: false,
        };
        if self.is_numbered {
            found.number = self.count_to(lines.start)? + 1;
        }
        Ok(found)
    }

    /// Returns the number of lines before `to`, which must not be less than an earlier `to`.
    fn count_to(&mut self, to: usize) -> Result<u64, Aborted> {
        const SLICE: usize = 1 << 20;
        for slice in self.text[self.counted.offset..to].chunks(SLICE) {
            self.meter.skip(slice.len())?;
            self.counted.lines += line_feeds(slice) as u64;
            self.counted.offset += slice.len();
        }
        Ok(self.counted.lines)
    }
}
