//! Matches in a text that is searched as a whole, by the lines that they share.

use std::ops::Range;

use ransack_base::{Aborted, CancelToken};

use super::backtracking::UndecidedLines;
use super::engine::{MatchSpan, Meter, line_end, line_start};
use super::line_feeds::LineFeedText;
use super::matcher::CompiledGrepQuery;

/// Text of a search for matches that may span lines.
pub(super) struct WholeText<'t> {
    pub(super) original: &'t [u8],
    /// Copy that is searched instead of the original if lines end with `\r\n`.
    pub(super) copy: Option<LineFeedText<'t>>,
}

impl<'t> WholeText<'t> {
    pub(super) fn new(
        query: &CompiledGrepQuery,
        original: &'t [u8],
        meter: &mut Meter<'_>,
    ) -> Result<WholeText<'t>, Aborted> {
        let copy = match query.names_return {
            true => None,
            false => LineFeedText::new(original, meter)?,
        };
        Ok(WholeText { original, copy })
    }

    /// Returns the text that is searched.
    pub(super) fn searched(&self) -> &[u8] {
        self.copy.as_ref().map_or(self.original, |copy| &copy.text)
    }
}

/// Matches that share lines.
pub(super) struct MatchBlock {
    /// Lines in the original text.
    pub(super) lines: Range<usize>,
    /// Positions in the original text, relative to the first line.
    pub(super) spans: Vec<MatchSpan>,
    /// Range of each match in the searched text.
    pub(super) searched: Vec<Range<usize>>,
}

/// Calls `each` with each block of matches, in order, until it returns false. Returns whether it never
/// did. A block holds at most `max_spans` matches; further ones are dropped.
///
/// An empty match next to an earlier match in the same lines is dropped, and so is a match after the
/// last line end.
pub(super) fn each_block(
    query: &CompiledGrepQuery,
    text: &WholeText<'_>,
    max_spans: usize,
    (token, undecided): (&CancelToken, &UndecidedLines),
    mut each: impl FnMut(MatchBlock) -> Result<bool, Aborted>,
) -> Result<bool, Aborted> {
    let mut meter = Meter::with_undecided(token, undecided);
    let mut line_meter = Meter::with_undecided(token, undecided);
    let mut place = text.copy.as_ref().map(LineFeedText::start);
    let mut blocks = BlockBuilder {
        text: text.original,
        max_spans,
        open: None,
        passed: 0,
    };
    let mut add = |blocks: &mut BlockBuilder<'_>, searched: MatchSpan| {
        let span = match &mut place {
            Some(place) => place.original(searched, &mut line_meter)?,
            None => searched,
        };
        match blocks.add(span, searched.start..searched.end, &mut line_meter)? {
            Some(closed) => each(closed),
            None => Ok(true),
        }
    };
    let mut goes_on = Ok(true);
    query.each_match_of_lines(text.searched(), &mut meter, |span| {
        goes_on = add(&mut blocks, span);
        matches!(goes_on, Ok(true))
    })?;
    match (goes_on?, blocks.open) {
        (true, Some(block)) => each(block),
        (goes_on, _) => Ok(goes_on),
    }
}

/// Joins matches into blocks.
struct BlockBuilder<'t> {
    text: &'t [u8],
    max_spans: usize,
    open: Option<MatchBlock>,
    /// End of the last closed block.
    passed: usize,
}

impl BlockBuilder<'_> {
    /// Adds a match to the open block, or closes the block and opens another. Returns the closed
    /// block.
    fn add(
        &mut self,
        span: MatchSpan,
        searched: Range<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<MatchBlock>, Aborted> {
        let is_after = |block: &mut MatchBlock| {
            span.start >= block.lines.end && !is_end_of_last_line(self.text, block.lines.end)
        };
        let closed = self.open.take_if(is_after);
        if let Some(closed) = &closed {
            self.passed = closed.lines.end;
        }
        let block = match &mut self.open {
            Some(block) => block,
            open => {
                let start = line_start(self.text, self.passed, span.start, meter)?;
                if start == self.text.len() {
                    // There is no line after the last line end.
                    return Ok(closed);
                }
                open.insert(MatchBlock {
                    lines: start..start,
                    spans: Vec::new(),
                    searched: Vec::new(),
                })
            }
        };
        if span.end > block.lines.end || block.lines.is_empty() {
            block.lines.end = line_end(self.text, span.last(), meter)?;
        }
        let start = block.lines.start;
        let last_end = block.spans.last().map(|last| start + last.end);
        if span.is_empty() && last_end == Some(span.end) {
            // The empty match makes its line a result unless another match does.
            return Ok(closed);
        }
        if block.spans.len() < self.max_spans {
            block.spans.push(MatchSpan {
                start: span.start - start,
                end: span.end - start,
                ..span
            });
            block.searched.push(searched);
        }
        Ok(closed)
    }
}

/// Whether a match at `end`, the end of a block, still belongs to the block's last line because no
/// line feed terminates that line.
fn is_end_of_last_line(text: &[u8], end: usize) -> bool {
    end == text.len() && text.last() != Some(&b'\n')
}
