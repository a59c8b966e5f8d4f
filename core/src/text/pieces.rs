//! Text cut into the pieces that every operation here works on.

use super::escape::{ESC, sequence_end};
use super::graphemes::{Rules, cluster_end, joins_printable, long_cluster, may_join};
use super::units::{Units, is_printable};
use super::width::{Props, class, props};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Printable ASCII, every byte a cluster of one cell.
    Run,
    /// One grapheme cluster.
    Cluster,
    /// A tab, up to the next stop.
    Tab,
    /// LF or CR LF.
    Newline,
    /// Another control character.
    Control,
    /// An escape sequence.
    Escape,
}

/// A part of the text from `start` to `end`, in units, that takes `width`
/// cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) width: usize,
    pub(super) kind: Kind,
}

/// Walks over a text, knowing the column.
#[derive(Clone, Copy)]
pub(super) struct Pieces<'r, U> {
    text: U,
    rules: &'r Rules,
    at: usize,
    /// Cells since the start of the line, for tab stops.
    column: usize,
}

impl<'r, U: Units> Pieces<'r, U> {
    #[inline(always)]
    pub(super) fn new(text: U, rules: &'r Rules) -> Pieces<'r, U> {
        Pieces::resume(text, rules, 0, 0)
    }

    /// Goes on at `at`, the start of a piece, which stands in `column`.
    #[inline(always)]
    pub(super) fn resume(text: U, rules: &'r Rules, at: usize, column: usize) -> Pieces<'r, U> {
        Pieces {
            text,
            rules,
            at,
            column,
        }
    }

    /// Where the next piece starts.
    #[inline(always)]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The column where the next piece starts.
    #[inline(always)]
    pub(super) fn column(&self) -> usize {
        self.column
    }

    /// Counts columns from here, as after a line break.
    #[inline(always)]
    pub(super) fn set_column(&mut self, column: usize) {
        self.column = column;
    }

    /// The next piece; a run has at most `most` cells.
    #[inline(always)]
    pub(super) fn next(&mut self, most: usize) -> Option<Piece> {
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
                return Some(Piece {
                    start,
                    end,
                    width: end - start,
                    kind: Kind::Run,
                });
            }
        }
        let (width, kind) = self.step_other(unit);
        Some(Piece {
            start,
            end: self.at,
            width,
            kind,
        })
    }

    /// Moves over clusters that start with no ASCII, as long as they take `most`
    /// cells or fewer together; returns the cells. Most characters are looked
    /// at once.
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

    /// The character at `at`, its units and properties, if it is not ASCII.
    #[inline(always)]
    fn not_ascii(&self, at: usize) -> Option<(u32, usize, Props)> {
        if at == self.text.len() || self.text.unit(at) < 0x80 {
            return None;
        }
        let (code, n) = self.text.decode(at);
        Some((code, n, props(code)))
    }

    /// The end of the run at `start`; `start` where it is one character that
    /// the next one extends.
    #[inline(always)]
    fn run_end(&self, start: usize, most: usize) -> usize {
        let len = self.text.len();
        let end = self
            .text
            .printable_end(start, start + most.min(len - start));
        if end < len && self.text.unit(end) >= 0x80 {
            let (code, _) = self.text.decode(end);
            if joins_printable(props(code)) {
                return end - 1;
            }
        }
        end
    }

    /// Moves over a piece that is no run. Returns its cells and kind, in two
    /// registers: a whole piece would go through memory.
    #[inline]
    fn step_other(&mut self, unit: u32) -> (usize, Kind) {
        let start = self.at;
        self.at += 1;
        match unit {
            0x09 => {
                let width = self.rules.tab_cells(self.column);
                self.column += width;
                (width, Kind::Tab)
            }
            0x0A => {
                self.column = 0;
                (0, Kind::Newline)
            }
            0x0D if self.at < self.text.len() && self.text.unit(self.at) == 0x0A => {
                self.column = 0;
                self.at += 1;
                (0, Kind::Newline)
            }
            ESC => self.step_escape_or_control(start, 1),
            0..0x20 | 0x7F => (0, Kind::Control),
            _ => {
                let (code, n) = self.text.decode(start);
                if (0x80..0xA0).contains(&code) {
                    return self.step_escape_or_control(start, n);
                }
                self.at = start + n;
                let first = props(code);
                if first.class() == class::CONTROL {
                    return (0, Kind::Cluster);
                }
                let (end, width) = cluster_end(self.text, self.at, code, first, self.rules);
                self.at = end;
                self.column += width;
                (width, Kind::Cluster)
            }
        }
    }

    #[inline(never)]
    fn step_escape_or_control(&mut self, start: usize, n: usize) -> (usize, Kind) {
        match sequence_end(self.text, start) {
            Some(end) => {
                self.at = end;
                (0, Kind::Escape)
            }
            None => {
                self.at = start + n;
                (0, Kind::Control)
            }
        }
    }
}
