//! Positions inside a piece from which a growing text can be split again.
//!
//! Positions are requested only far from the end of the text: appended text may change the last
//! characters of the piece, but not the characters around the position.

use super::classes::{LETTER, LOWER, NUMBER, SPACE, SYMBOL, UPPER, class_at};
use super::scanner::SplitPattern;

/// Condition under which a piece that spans a position ends in the same place as a piece that
/// begins at the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResumeCondition {
    /// Always holds, whatever is appended.
    Always,
    /// The piece that begins at the position has no line ending. White space with a line ending
    /// precedes the piece, and a later line ending would join both.
    NoLineEnd,
    /// The piece that begins at the position has a line ending or ends the text. Otherwise the
    /// piece would end after a line ending that lies before the position.
    LineEndOrTextEnd,
    /// The piece that begins at the position consists of line endings, and no slash follows. The
    /// line ends belong to the symbols before the position; a piece of white space could be longer,
    /// and so could the symbols.
    OnlyLineEnds,
}

/// Part of a piece at the end of a text.
#[derive(Clone, Copy)]
pub(super) struct OpenPiece<'t> {
    pub(super) text: &'t [u8],
    /// Start of the piece in `text`, or a position inside the piece where splitting resumed.
    pub(super) from: usize,
    /// Condition under which splitting resumed at `from`; `None` if the piece starts there.
    pub(super) resumed: Option<ResumeCondition>,
    /// Whether a line ending precedes `from`.
    pub(super) follows_line_end: bool,
}

impl ResumeCondition {
    /// Whether the condition holds if `text` begins at the position and its first piece ends at
    /// `end`.
    pub(super) fn holds(self, text: &[u8], end: usize) -> bool {
        let piece = &text[..end];
        match self {
            ResumeCondition::Always => true,
            ResumeCondition::NoLineEnd => !has_line_end(piece),
            ResumeCondition::LineEndOrTextEnd => end == text.len() || has_line_end(piece),
            ResumeCondition::OnlyLineEnds => {
                piece.iter().all(is_line_end) && text.get(end) != Some(&b'/')
            }
        }
    }

    /// Whether the condition, which holds for `piece`, will hold whatever is appended.
    pub(super) fn is_settled(self, piece: &[u8]) -> bool {
        match self {
            ResumeCondition::Always => true,
            ResumeCondition::LineEndOrTextEnd => has_line_end(piece),
            ResumeCondition::NoLineEnd | ResumeCondition::OnlyLineEnds => false,
        }
    }
}

impl OpenPiece<'_> {
    /// Returns the condition under which splitting may resume at `at`, a position in the piece.
    /// Returns `None` if no such condition exists or is known. O(`at` - `from`); for white space
    /// also O(n) in the rest of the piece.
    pub(super) fn resume(self, pattern: SplitPattern, at: usize) -> Option<ResumeCondition> {
        let (class, len) = class_at(self.text, at);
        if class & SPACE != 0 {
            return self.resume_in_space(pattern, at);
        }
        let may_resume = if class & LETTER != 0 {
            // In o200k, the first part of a word cannot follow the second.
            let is_both = |class| class & (UPPER | LOWER) == UPPER | LOWER;
            pattern != SplitPattern::O200k || class & UPPER == 0 || self.every(at, is_both)
        } else if class & NUMBER != 0 {
            pattern == SplitPattern::Gpt2
        } else {
            // A single symbol would join a word, and line ends after symbols belong to the symbols.
            let (next, _) = class_at(self.text, at + len);
            let is_symbol = |class| class == SYMBOL;
            is_symbol(class)
                && is_symbol(next)
                && self.text[at] != b'\''
                && self.every(at, is_symbol)
        };
        may_resume.then_some(ResumeCondition::Always)
    }

    /// Implements [`OpenPiece::resume`] at a white space character.
    fn resume_in_space(self, pattern: SplitPattern, at: usize) -> Option<ResumeCondition> {
        let (before, behind) = (&self.text[self.from..at], &self.text[at..]);
        let is_space = |class: u8| class & SPACE != 0;
        let (first, _) = class_at(self.text, self.from);
        if self.resumed == Some(ResumeCondition::OnlyLineEnds)
            || !is_space(first)
            || !self.every(at, is_space)
        {
            let is_certain = behind.iter().all(is_line_end);
            return is_certain.then_some(ResumeCondition::OnlyLineEnds);
        }
        if pattern == SplitPattern::Gpt2 || has_line_end(behind) {
            return Some(ResumeCondition::Always);
        }
        match pattern {
            SplitPattern::Cl100k {
                joins_end: true, ..
            } => {
                let is_open = self.resumed == Some(ResumeCondition::LineEndOrTextEnd);
                Some(match is_open || has_line_end(before) {
                    true => ResumeCondition::LineEndOrTextEnd,
                    false => ResumeCondition::Always,
                })
            }
            _ if has_line_end(before) => None,
            _ => Some(match self.resumed {
                None if self.follows_line_end => ResumeCondition::NoLineEnd,
                None => ResumeCondition::Always,
                Some(condition) => condition,
            }),
        }
    }

    /// Whether the classes of all characters before `at` pass. Skips the first character of the
    /// piece, which may be the one before a word or before symbols.
    fn every(self, at: usize, passes: impl Fn(u8) -> bool) -> bool {
        let (first, len) = class_at(self.text, self.from);
        let mut position = match first & LETTER {
            0 => self.from + len,
            _ => self.from,
        };
        while position < at {
            let (class, len) = class_at(self.text, position);
            if !passes(class) {
                return false;
            }
            position += len;
        }
        true
    }
}

pub(super) fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

fn has_line_end(text: &[u8]) -> bool {
    memchr::memchr2(b'\r', b'\n', text).is_some()
}
