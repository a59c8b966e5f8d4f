//! Text cut into the pieces that every operation here works on.

use super::escape::{ESC, sequence_end};
use super::graphemes::{Rules, cluster_end, joins_printable};
use super::units::{Units, is_printable};
use super::width::{Props, class, props};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Printable ASCII, every byte a cluster of one cell.
    Run,
    /// One grapheme cluster; the properties are those of its first character.
    Cluster(Props),
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
                return Some(self.step(end, end - start, Kind::Run));
            }
        }
        Some(self.next_other(unit))
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

    #[inline(always)]
    fn step(&mut self, end: usize, width: usize, kind: Kind) -> Piece {
        let piece = Piece {
            start: self.at,
            end,
            width,
            kind,
        };
        self.at = end;
        piece
    }

    #[inline]
    fn next_other(&mut self, unit: u32) -> Piece {
        let start = self.at;
        match unit {
            0x09 => {
                let width = self.rules.tab_cells(self.column);
                self.column += width;
                self.step(start + 1, width, Kind::Tab)
            }
            0x0A => {
                self.column = 0;
                self.step(start + 1, 0, Kind::Newline)
            }
            0x0D => {
                self.column = 0;
                let pair = start + 1 < self.text.len() && self.text.unit(start + 1) == 0x0A;
                let kind = if pair { Kind::Newline } else { Kind::Control };
                self.step(start + 1 + usize::from(pair), 0, kind)
            }
            ESC => self.escape_or_control(1),
            0..0x20 | 0x7F => self.step(start + 1, 0, Kind::Control),
            _ => {
                let (code, n) = self.text.decode(start);
                if (0x80..0xA0).contains(&code) {
                    return self.escape_or_control(n);
                }
                let first = props(code);
                if first.class() == class::CONTROL {
                    return self.step(start + n, 0, Kind::Cluster(first));
                }
                let (end, width) = cluster_end(self.text, start + n, code, first, self.rules);
                self.column += width;
                self.step(end, width, Kind::Cluster(first))
            }
        }
    }

    #[inline(never)]
    fn escape_or_control(&mut self, n: usize) -> Piece {
        match sequence_end(self.text, self.at) {
            Some(end) => self.step(end, 0, Kind::Escape),
            None => self.step(self.at + n, 0, Kind::Control),
        }
    }
}
