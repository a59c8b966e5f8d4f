//! Forward cursor over text that tracks the column and terminal state needed to cut the text.
//!
//! A cursor is `Copy`: a copy marks a position to return to.

use super::cell_spans::{CellSpan, CellSpans, SpanKind};
use super::graphemes::WidthRules;
use super::seam::{push_apart, push_beside, push_padding, push_spaces_beside};
use super::terminal_state::TerminalState;

/// Position between two [`CellSpan`]s in text.
#[derive(Clone, Copy)]
pub(super) struct TextCursor<'a, 'r> {
    text: &'a str,
    rules: &'r WidthRules,
    spans: CellSpans<'r, &'a str>,
    /// Width of the text before the cursor, in cells.
    pub(super) cells: usize,
    /// Style and hyperlink in force at the cursor.
    pub(super) state: TerminalState<'a>,
}

impl<'a, 'r> TextCursor<'a, 'r> {
    /// Creates a cursor at the start of `text`.
    pub(super) fn new(text: &'a str, rules: &'r WidthRules) -> TextCursor<'a, 'r> {
        TextCursor {
            text,
            rules,
            spans: CellSpans::new(text, rules),
            cells: 0,
            state: TerminalState::default(),
        }
    }

    /// Returns the rules that the cursor measures with.
    pub(super) fn rules(&self) -> &'r WidthRules {
        self.rules
    }

    /// Returns the offset in the text, in bytes.
    pub(super) fn at(&self) -> usize {
        self.spans.at()
    }

    /// Moves past the next span. A run is limited to `most` cells.
    #[inline(always)]
    pub(super) fn step(&mut self, most: usize) -> Option<CellSpan> {
        let span = self.spans.next(most)?;
        self.cells += span.width;
        if span.kind == SpanKind::Escape {
            self.state.apply(&self.text[span.start..span.end]);
        }
        Some(span)
    }

    /// Moves past the spans that end at or before column `cells`. Returns the
    /// span that crosses `cells`, if any.
    pub(super) fn advance(&mut self, cells: usize) -> Option<CellSpan> {
        while self.cells < cells {
            self.cells += self.spans.skip_clusters(cells - self.cells);
            if self.cells == cells {
                break;
            }
            let before = (self.spans, self.cells);
            let span = self.step(cells - self.cells)?;
            if self.cells > cells {
                // A span with a width is not an escape sequence: the state is
                // unchanged.
                (self.spans, self.cells) = before;
                return Some(span);
            }
        }
        None
    }

    /// Moves past spans of width 0 that belong to the preceding cell, and past
    /// escape sequences between them, but not past escape sequences after them.
    /// Returns whether only escape sequences follow.
    pub(super) fn finish_cell(&mut self) -> bool {
        let mut ahead = self.spans;
        let mut end = self.at();
        let ends_here = loop {
            match ahead.next(1) {
                None => break true,
                Some(span) if span.width > 0 => break false,
                Some(span) if span.kind != SpanKind::Escape => end = span.end,
                Some(_) => {}
            }
        };
        while self.at() < end {
            self.step(1);
        }
        ends_here
    }

    /// Returns the width of the whole text if it is at most `most`. Reads no
    /// further than necessary.
    pub(super) fn total_within(&self, most: usize) -> Option<usize> {
        let mut spans = self.spans;
        let mut cells = self.cells;
        while cells <= most {
            match spans.next((most - cells).saturating_add(1)) {
                None => return Some(cells),
                Some(span) => cells += span.width,
            }
        }
        None
    }

    /// Moves past escape sequences that set styles and hyperlinks.
    pub(super) fn skip_styles(&mut self) {
        loop {
            let mut ahead = self.spans;
            match ahead.next(1) {
                Some(span) if span.kind == SpanKind::Escape => {
                    let mut state = self.state;
                    if !state.apply(&self.text[span.start..span.end]) {
                        return;
                    }
                    self.state = state;
                    self.spans = ahead;
                }
                _ => return,
            }
        }
    }

    /// Whether tabs between the cursor and `end` keep their width if the text
    /// is moved to `column`.
    pub(super) fn keeps_tabs(&self, end: usize, column: usize) -> bool {
        self.rules.has_same_tab_width(self.spans.column(), column)
            || !self.text.as_bytes()[self.at()..end].contains(&b'\t')
    }

    /// Appends the text from the cursor to `end`, for display at `column`. Tabs
    /// whose width would change there become spaces.
    pub(super) fn write_to(&self, end: usize, column: usize, out: &mut String) {
        let mut done = self.at();
        let mut is_first = true;
        let push = |piece: &str, is_first: bool, out: &mut String| {
            // Spaces before a piece leave no escape sequence open.
            match is_first {
                true => push_apart(out, piece, self.rules),
                false => push_beside(out, piece, self.rules),
            }
        };
        if !self.keeps_tabs(end, column) {
            let mut spans = self.spans;
            let mut sequence = "";
            while spans.at() < end {
                let Some(span) = spans.next(end - spans.at()) else {
                    break;
                };
                match span.kind {
                    SpanKind::Tab if is_first && done == span.start => {
                        push_padding(out, span.width, self.rules);
                        (done, is_first) = (span.end, false);
                    }
                    SpanKind::Tab => {
                        push(&self.text[done..span.start], is_first, out);
                        push_spaces_beside(out, span.width, sequence, self.rules);
                        (done, is_first) = (span.end, false);
                    }
                    // After a line break, columns do not depend on `column`.
                    SpanKind::Newline => break,
                    _ => {}
                }
                sequence = match span.kind {
                    SpanKind::Escape => &self.text[span.start..span.end],
                    _ => "",
                };
            }
        }
        push(&self.text[done..end], is_first, out);
    }
}
