//! Runs of lines for the syntect engine: line boundaries, and sequential classification of lines on
//! the calling thread or in a detached task.
//!
//! Invariant: the stored parser state is the state after the last classified line; an abandoned
//! line does not change the state.

use std::ops::Range;

use ransack_base::internal::line_at;
use ransack_base::{Aborted, CancelToken};
use syntect::parsing::SyntaxReference;

use crate::class::PLAIN;
use crate::class_map::ClassMap;
use crate::detached;
use crate::textmate::{LineParser, LineState};

/// Bytes per detached task, rounded up to whole lines: large relative to the cost of a task, small
/// to copy.
const BLOCK_BYTES: usize = 64 << 10;

/// Classifies lines and collects those that are not fully classified.
pub(super) struct LineHighlighter {
    /// See [`HighlightOptions::max_line`](super::HighlightOptions::max_line).
    max_line: usize,
    /// Byte offsets of the starts of lines that are not fully classified.
    pub(super) partial_lines: Vec<usize>,
    parser: LineParser,
}

impl LineHighlighter {
    pub(super) fn new(max_line: usize) -> LineHighlighter {
        LineHighlighter {
            max_line,
            partial_lines: Vec::new(),
            parser: LineParser::default(),
        }
    }

    /// Removes the partial lines from the byte offset `start` on.
    pub(super) fn forget_partial_lines_from(&mut self, start: usize) {
        self.partial_lines.retain(|line| *line < start);
    }

    /// Classifies the lines of `range`, which begins at the start of a line, on
    /// the calling thread. Advances `state` and `range.start` line by line.
    pub(super) fn classify_inline(
        &mut self,
        state: &mut LineState,
        text: &[u8],
        range: &mut Range<usize>,
        classes: &mut [u8],
        token: &CancelToken,
    ) -> Result<(), Aborted> {
        while range.start < range.end {
            token.heartbeat()?;
            let line = line_at(text, range.start, range.end);
            let classes = &mut classes[line.start..line.end];
            // A shorter version of the line may already have been classified.
            classes.fill(PLAIN);
            let text = &text[line.start..line.end];
            let is_whole = self.parser.parse_line(state, text, classes, self.max_line);
            if !is_whole {
                self.partial_lines.push(line.start);
            }
            range.start = line.next;
        }
        Ok(())
    }

    /// Classifies the lines of `range`, which begins at the start of a line, in
    /// detached tasks, so that an abort does not wait for the current line.
    /// Advances `state` and `range.start` block by block.
    ///
    /// A line that takes too long stays plain; the next line is parsed from the
    /// state before it.
    pub(super) fn classify_detached(
        &mut self,
        state: &mut LineState,
        text: &[u8],
        range: &mut Range<usize>,
        classes: &mut [u8],
        token: &CancelToken,
    ) -> Result<(), Aborted> {
        let mut slow_line = None;
        while range.start < range.end {
            token.heartbeat()?;
            let start = range.start;
            if slow_line == Some(start) {
                let next = line_at(text, start, range.end).next;
                classes[start..next].fill(PLAIN);
                self.partial_lines.push(start);
                range.start = next;
                slow_line = None;
                continue;
            }
            let block_end = range.end.min(start + BLOCK_BYTES);
            // The lines before a slow line are parsed again to get the state after them.
            let end = slow_line.unwrap_or_else(|| line_at(text, block_end, range.end).next);
            // A line that exceeds `max_line` still exceeds it after this cut.
            let copied_end = end.min(block_end.saturating_add(self.max_line).saturating_add(1));
            let block = detached::classify_block(
                state.clone(),
                &text[start..copied_end],
                self.max_line,
                token,
            );
            let done = start + block.done;
            classes[start..done].copy_from_slice(&block.classes[..block.done]);
            let known_partial = self.partial_lines.len();
            self.partial_lines
                .extend(block.partial_lines.iter().map(|line| start + line));
            if let Some(after) = block.state {
                *state = after;
                range.start = end;
            } else {
                token.heartbeat()?;
                self.partial_lines.truncate(known_partial);
                slow_line = Some(done);
            }
        }
        Ok(())
    }
}

/// Classifies the text with a TextMate grammar.
pub(super) fn classify_lines(
    syntax: &SyntaxReference,
    text: &[u8],
    max_line: usize,
    token: &CancelToken,
) -> (ClassMap, Result<(), Aborted>) {
    let (mut map, filled) = ClassMap::plain(text.len(), token);
    if filled.is_err() {
        return (map, filled);
    }
    let mut highlighter = LineHighlighter::new(max_line);
    let mut state = LineState::new(syntax);
    let mut range = 0..text.len();
    let result =
        highlighter.classify_detached(&mut state, text, &mut range, &mut map.classes, token);
    map.partial_lines = highlighter.partial_lines;
    (map, result)
}
