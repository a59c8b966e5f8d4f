//! Text as spans with a width: the walk underlying every text operation.
//!
//! The spans are consecutive and cover the whole text. The walk is generic over code units, so
//! UTF-16 and Latin-1 are measured without conversion.

use super::char_props::{CharProps, char_props, class};
use super::code_units::{CodeUnits, is_printable};
use super::escape::{ESC, sequence_end};
use super::graphemes::{WidthRules, cluster_end, joins_printable, long_cluster, may_join};

/// Kind of a [`CellSpan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpanKind {
    /// Printable ASCII: each character is a cluster of one cell.
    Run,
    /// Grapheme cluster.
    Cluster,
    /// Tab, up to the next tab stop or of a fixed width.
    Tab,
    /// LF or CR LF.
    Newline,
    /// Other control character.
    Control,
    /// Escape sequence.
    Escape,
}

/// Part of the text with its width.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellSpan {
    /// Start in the text, in code units.
    pub(super) start: usize,
    /// End in the text, in code units.
    pub(super) end: usize,
    /// Width in cells.
    pub(super) width: usize,
    pub(super) kind: SpanKind,
}

/// Walk over the spans of the text that tracks the column.
#[derive(Clone, Copy)]
pub(super) struct CellSpans<'r, U> {
    text: U,
    rules: &'r WidthRules,
    at: usize,
    /// Width of the line before `at`, in cells; determines the tab stops.
    column: usize,
}

impl<'r, U: CodeUnits> CellSpans<'r, U> {
    #[inline(always)]
    pub(super) fn new(text: U, rules: &'r WidthRules) -> CellSpans<'r, U> {
        CellSpans::resume(text, rules, 0, 0)
    }

    /// Creates a walk from `at`, the start of a span at `column`.
    #[inline(always)]
    pub(super) fn resume(
        text: U,
        rules: &'r WidthRules,
        at: usize,
        column: usize,
    ) -> CellSpans<'r, U> {
        CellSpans {
            text,
            rules,
            at,
            column,
        }
    }

    /// Returns the start of the next span, in code units.
    #[inline(always)]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns the column of the next span.
    #[inline(always)]
    pub(super) fn column(&self) -> usize {
        self.column
    }

    /// Sets the column of the next span, for example after a line break.
    #[inline(always)]
    pub(super) fn set_column(&mut self, column: usize) {
        self.column = column;
    }

    /// Moves past the next span and returns it. A run has at most `most` cells.
    #[inline(always)]
    pub(super) fn next(&mut self, most: usize) -> Option<CellSpan> {
        let start = self.at;
        if start == self.text.len() {
            return None;
        }
        let unit = self.text.unit(start);
        if is_printable(unit) {
            let end = self.run_end(start, most);
            if end > start {
                self.column += end - start;
                self.at = end;
                return Some(CellSpan {
                    start,
                    end,
                    width: end - start,
                    kind: SpanKind::Run,
                });
            }
        }
        let (width, kind) = self.step_other(unit);
        Some(CellSpan {
            start,
            end: self.at,
            width,
            kind,
        })
    }

    /// Moves past clusters that start with a non-ASCII character while their
    /// total width is at most `most`, and returns that width. Decodes most
    /// characters once.
    #[inline(always)]
    pub(super) fn skip_clusters(&mut self, most: usize) -> usize {
        let mut skipped = 0;
        let mut ahead = self.not_ascii(self.at);
        while let Some((code, n, first)) = ahead {
            if first.class() == class::CONTROL {
                break;
            }
            let next = self.at + n;
            ahead = self.not_ascii(next);
            let joins = match ahead {
                Some((_, _, second)) => may_join(first, second),
                None => first.class() == class::PREPEND,
            };
            let (end, cells) = if joins {
                long_cluster(self.text, next, code, first, self.rules)
            } else {
                (next, self.rules.first_cells(first))
            };
            if skipped + cells > most {
                break;
            }
            skipped += cells;
            self.at = end;
            if joins {
                ahead = self.not_ascii(end);
            }
        }
        self.column += skipped;
        skipped
    }

    /// Returns the code point at `at`, its length in code units and its
    /// properties; `None` for ASCII and at the end.
    #[inline(always)]
    fn not_ascii(&self, at: usize) -> Option<(u32, usize, CharProps)> {
        if at == self.text.len() || self.text.unit(at) < 0x80 {
            return None;
        }
        let (code, n) = self.text.decode(at);
        Some((code, n, char_props(code)))
    }

    /// Returns the end of the run at `start`, or `start` if the run would be a
    /// single character that the next one extends.
    #[inline(always)]
    fn run_end(&self, start: usize, most: usize) -> usize {
        let len = self.text.len();
        let end = self
            .text
            .printable_end(start, start + most.min(len - start));
        if end < len && self.text.unit(end) >= 0x80 {
            let (code, _) = self.text.decode(end);
            if joins_printable(char_props(code)) {
                return end - 1;
            }
        }
        end
    }

    /// Moves past a span that is not a run. Returns width and kind in two
    /// registers, because a whole `CellSpan` would go through memory.
    #[inline]
    fn step_other(&mut self, unit: u32) -> (usize, SpanKind) {
        let start = self.at;
        self.at += 1;
        match unit {
            0x09 => {
                let width = self.rules.tab_cells(self.column);
                self.column += width;
                (width, SpanKind::Tab)
            }
            0x0A => {
                self.column = 0;
                (0, SpanKind::Newline)
            }
            0x0D if self.at < self.text.len() && self.text.unit(self.at) == 0x0A => {
                self.column = 0;
                self.at += 1;
                (0, SpanKind::Newline)
            }
            ESC => self.step_escape_or_control(start, 1),
            0..0x20 | 0x7F => (0, SpanKind::Control),
            _ => {
                let (code, n) = self.text.decode(start);
                if (0x80..0xA0).contains(&code) {
                    return self.step_escape_or_control(start, n);
                }
                self.at = start + n;
                let first = char_props(code);
                if first.class() == class::CONTROL {
                    return (0, SpanKind::Cluster);
                }
                let (end, width) = cluster_end(self.text, self.at, code, first, self.rules);
                self.at = end;
                self.column += width;
                (width, SpanKind::Cluster)
            }
        }
    }

    #[inline(never)]
    fn step_escape_or_control(&mut self, start: usize, n: usize) -> (usize, SpanKind) {
        match sequence_end(self.text, start) {
            Some(end) => {
                self.at = end;
                (0, SpanKind::Escape)
            }
            None => {
                self.at = start + n;
                (0, SpanKind::Control)
            }
        }
    }
}
