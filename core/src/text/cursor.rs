//! A place in a text that moves forward, with all that is needed to cut there.

use super::escape::ends_inside;
use super::graphemes::Rules;
use super::hyperlink::State;
use super::pieces::{Kind, Piece, Pieces};

/// A place between two pieces.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a, 'r> {
    text: &'a str,
    rules: &'r Rules,
    pieces: Pieces<'r, &'a str>,
    /// Cells before this place.
    pub(super) cells: usize,
    /// What the escapes before this place have set.
    pub(super) state: State<'a>,
}

impl<'a, 'r> Cursor<'a, 'r> {
    pub(super) fn new(text: &'a str, rules: &'r Rules) -> Cursor<'a, 'r> {
        Cursor {
            text,
            rules,
            pieces: Pieces::new(text, rules),
            cells: 0,
            state: State::default(),
        }
    }

    /// The offset in bytes.
    pub(super) fn at(&self) -> usize {
        self.pieces.at()
    }

    /// Moves over the next piece, a run of at most `most` cells.
    #[inline(always)]
    pub(super) fn step(&mut self, most: usize) -> Option<Piece> {
        let piece = self.pieces.next(most)?;
        self.cells += piece.width;
        if piece.kind == Kind::Escape {
            self.state.apply(&self.text[piece.start..piece.end]);
        }
        Some(piece)
    }

    /// Moves on over whole pieces as long as they end at `cells` or before.
    /// Returns the piece that goes beyond, if that is why it stopped.
    pub(super) fn advance(&mut self, cells: usize) -> Option<Piece> {
        while self.cells < cells {
            self.cells += self.pieces.skip_clusters(cells - self.cells);
            if self.cells == cells {
                break;
            }
            let before = (self.pieces, self.cells);
            let piece = self.step(cells - self.cells)?;
            if self.cells > cells {
                // No escape, so the state is as it was.
                (self.pieces, self.cells) = before;
                return Some(piece);
            }
        }
        None
    }

    /// Moves over what takes no cell and is drawn, if at all, in the cell
    /// before. Escapes in between are passed, those after it are not. True if
    /// nothing but escapes follows.
    pub(super) fn finish_cell(&mut self) -> bool {
        let mut ahead = self.pieces;
        let mut end = self.at();
        let ends_here = loop {
            match ahead.next(1) {
                None => break true,
                Some(piece) if piece.width > 0 => break false,
                Some(piece) if piece.kind != Kind::Escape => end = piece.end,
                Some(_) => {}
            }
        };
        while self.at() < end {
            self.step(1);
        }
        ends_here
    }

    /// The cells of the whole text, if they are `most` or fewer.
    pub(super) fn total_within(&self, most: usize) -> Option<usize> {
        let mut pieces = self.pieces;
        let mut cells = self.cells;
        while cells <= most {
            match pieces.next((most - cells).saturating_add(1)) {
                None => return Some(cells),
                Some(piece) => cells += piece.width,
            }
        }
        None
    }

    /// Moves over escapes that set styles and links.
    pub(super) fn skip_styles(&mut self) {
        loop {
            let mut ahead = self.pieces;
            match ahead.next(1) {
                Some(piece) if piece.kind == Kind::Escape => {
                    let mut state = self.state;
                    if !state.apply(&self.text[piece.start..piece.end]) {
                        return;
                    }
                    self.state = state;
                    self.pieces = ahead;
                }
                _ => return,
            }
        }
    }

    /// Whether tabs between here and `end` are as wide when this place is
    /// moved to `column`.
    pub(super) fn keeps_tabs(&self, end: usize, column: usize) -> bool {
        self.rules.same_stops(self.pieces.column(), column)
            || !self.text.as_bytes()[self.at()..end].contains(&b'\t')
    }

    /// Appends the text from here to `end`, to stand in `column`: tabs that
    /// would change their width there are written as spaces.
    pub(super) fn write_to(&self, end: usize, column: usize, out: &mut String) {
        let mut done = self.at();
        if !self.keeps_tabs(end, column) {
            let mut pieces = self.pieces;
            while pieces.at() < end {
                let Some(piece) = pieces.next(end - pieces.at()) else {
                    break;
                };
                match piece.kind {
                    Kind::Tab => {
                        out.push_str(&self.text[done..piece.start]);
                        push_spaces(out, piece.width);
                        done = piece.end;
                    }
                    // Columns after a line break are what they were.
                    Kind::Newline => break,
                    _ => {}
                }
            }
        }
        out.push_str(&self.text[done..end]);
    }
}

/// Appends `n` spaces that are seen: a sequence that is not finished is
/// cancelled (ECMA-48, 8.3.6), or it would take them in.
pub(super) fn pad(out: &mut String, n: usize) {
    if ends_inside(out) {
        out.push('\x18');
    }
    push_spaces(out, n);
}

/// Appends `n` spaces.
pub(super) fn push_spaces(out: &mut String, n: usize) {
    out.extend(std::iter::repeat_n(' ', n));
}
