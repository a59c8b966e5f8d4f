//! Positions in a text as in the Language Server Protocol.

use std::fmt;

use memchr::memchr2_iter;

use super::utf16_len;

/// Position in a text as in the Language Server Protocol. Ordered by line, then by character.
///
/// Lines end with LF, CR LF or CR. A byte order mark at the start of the text is not part of the
/// first line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Utf16Position {
    /// 0-based line number.
    pub line: u32,
    /// 0-based offset in the line, in UTF-16 code units. Each ill-formed sequence of bytes counts
    /// as one code unit. An offset beyond the end of the line means the end of the line, before its
    /// line ending.
    pub character: u32,
}

impl Utf16Position {
    /// Creates a position from a 0-based line and a 0-based offset in UTF-16 code units.
    pub fn new(line: u32, character: u32) -> Utf16Position {
        Utf16Position { line, character }
    }
}

impl From<(u32, u32)> for Utf16Position {
    fn from((line, character): (u32, u32)) -> Utf16Position {
        Utf16Position::new(line, character)
    }
}

impl fmt::Display for Utf16Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.character)
    }
}

/// Converts ascending byte offsets in a text to positions, in one pass over the text.
#[derive(Debug)]
pub struct Utf16Positions<'t> {
    text: &'t [u8],
    /// Offset of `position`.
    at: usize,
    position: Utf16Position,
}

impl<'t> Utf16Positions<'t> {
    /// Begins at the start of `text`, in which a byte order mark is a character.
    pub fn new(text: &'t [u8]) -> Utf16Positions<'t> {
        Utf16Positions {
            text,
            at: 0,
            position: Utf16Position::default(),
        }
    }

    /// Returns the position of byte `offset`, which must be the start of a character, and not between
    /// CR and LF. An offset before an earlier one counts as the earlier one.
    pub fn at(&mut self, offset: usize) -> Utf16Position {
        let Some(passed) = self.text.get(self.at..offset) else {
            return self.position;
        };
        let mut line = 0;
        for end in memchr2_iter(b'\n', b'\r', passed) {
            if passed[end] == b'\r' && passed.get(end + 1) == Some(&b'\n') {
                continue;
            }
            self.position.line = self.position.line.saturating_add(1);
            self.position.character = 0;
            line = end + 1;
        }
        let units = u32::try_from(utf16_len(&passed[line..])).unwrap_or(u32::MAX);
        self.position.character = self.position.character.saturating_add(units);
        self.at = offset;
        self.position
    }
}
