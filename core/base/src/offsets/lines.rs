//! Line boundaries, line numbers and columns.

use std::ops::Range;

use super::lossy::char_blocks;
use super::utf16::utf16_len;

/// UTF-8 byte order mark.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Byte offset in text, with its line and columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Position {
    /// 0-based byte offset in the text.
    pub offset: usize,
    /// 1-based line number.
    pub line: u64,
    /// 0-based byte offset in the line. A UTF-8 byte order mark at the start of the text is not
    /// part of the first line.
    pub column: usize,
    /// 0-based offset in the line, in UTF-16 code units. Each ill-formed sequence counts as one
    /// code unit. A byte order mark at the start of the text does not count.
    pub column_utf16: usize,
}

/// Index that converts byte offsets in text to lines and columns.
///
/// Holds 8 bytes per line and, if the text is not ASCII, 16 bytes per 256 bytes of text. The index
/// does not hold the text: the `text` passed to a method must be the text that the index was built
/// from, or the columns are wrong.
///
/// ```
/// # extern crate ransack_base as ransack;
/// use ransack::offsets::LineIndex;
///
/// let text = "é\nxé!".as_bytes();
/// let position = LineIndex::new(text).position(text, 6);
/// assert_eq!((position.line, position.column, position.column_utf16), (2, 3, 2));
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex {
    /// Offset of each line's first byte; the first is 0.
    starts: Vec<usize>,
    /// Length of the text.
    len: usize,
    /// Length of the byte order mark at the start.
    bom_len: usize,
    /// Byte offsets of characters in ascending order, each with its UTF-16 offset. Empty for ASCII,
    /// where both are equal.
    checkpoints: Vec<(usize, usize)>,
}

impl LineIndex {
    /// Maximum distance between two checkpoints, in bytes: the cost of one conversion.
    const CHECKPOINT_INTERVAL: usize = 256;

    /// Builds the index for `text`. O(n).
    pub fn new(text: &[u8]) -> LineIndex {
        let feeds = memchr::memchr_iter(b'\n', text);
        let mut starts = Vec::with_capacity(feeds.clone().count() + 1);
        starts.push(0);
        starts.extend(feeds.map(|feed| feed + 1));
        LineIndex {
            starts,
            len: text.len(),
            bom_len: match text.starts_with(BOM) {
                true => BOM.len(),
                false => 0,
            },
            checkpoints: match text.is_ascii() {
                true => Vec::new(),
                false => checkpoints(text, LineIndex::CHECKPOINT_INTERVAL),
            },
        }
    }

    /// Returns the approximate memory of the index in bytes.
    pub fn weight(&self) -> usize {
        size_of::<LineIndex>()
            + size_of_val(self.starts.as_slice())
            + size_of_val(self.checkpoints.as_slice())
    }

    /// Returns the 1-based number of the line that contains byte `offset`. An offset beyond the end
    /// counts as part of the last line. O(log n) in the number of lines.
    pub fn line_of(&self, offset: usize) -> u64 {
        self.starts.partition_point(|&start| start <= offset) as u64
    }

    /// Returns the byte range of a 1-based line, including its line ending. Returns `None` if the
    /// line does not exist.
    pub fn line_range(&self, line: u64) -> Option<Range<usize>> {
        let line = usize::try_from(line).ok()?;
        let start = *self.starts.get(line.checked_sub(1)?)?;
        Some(start..self.starts.get(line).copied().unwrap_or(self.len))
    }

    /// Returns the line and columns of byte `offset` in `text`. For an offset inside a character,
    /// the UTF-16 column counts the part before it as one code unit. An offset beyond the end has
    /// the same columns as the end. Both columns are 0 at a byte order mark at the start of the
    /// text. O(log n).
    pub fn position(&self, text: &[u8], offset: usize) -> Position {
        self.position_in(text, offset, self.line_of(offset))
    }

    /// Returns the position of `offset`, which lies in `line`.
    fn position_in(&self, text: &[u8], offset: usize, line: u64) -> Position {
        let start = self.starts[line as usize - 1].max(self.bom_len);
        Position {
            offset,
            line,
            column: offset.saturating_sub(start),
            column_utf16: self
                .utf16_offset(text, offset)
                .saturating_sub(self.utf16_offset(text, start)),
        }
    }

    fn utf16_offset(&self, text: &[u8], offset: usize) -> usize {
        let offset = offset.min(self.len);
        match self.checkpoints.partition_point(|&(at, _)| at <= offset) {
            0 => offset,
            after => {
                let (at, unit) = self.checkpoints[after - 1];
                unit + utf16_len(text.get(at..offset).unwrap_or_default())
            }
        }
    }
}

fn checkpoints(text: &[u8], interval: usize) -> Vec<(usize, usize)> {
    let mut checkpoints = Vec::with_capacity(text.len() / interval + 1);
    let (mut byte, mut unit) = (0, 0);
    for block in char_blocks(text, interval) {
        checkpoints.push((byte, unit));
        byte += block.len();
        unit += utf16_len(block);
    }
    checkpoints
}

/// Returns the number of line feeds in `text`.
pub fn line_feeds(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

/// Returns the offset of the first byte of the line that contains byte `offset`.
pub fn line_start(text: &[u8], offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or(text);
    memchr::memrchr(b'\n', before).map_or(0, |feed| feed + 1)
}

/// Offsets of one line.
pub struct LineBounds {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte before the line ending.
    pub end: usize,
    /// Offset after the line ending.
    pub next: usize,
}

/// Returns the bounds of the line that starts at `start` and ends with LF, CR LF or the end of
/// `text[..limit]`.
pub fn line_at(text: &[u8], start: usize, limit: usize) -> LineBounds {
    let rest = &text[start..limit];
    let Some(feed) = memchr::memchr(b'\n', rest) else {
        return LineBounds {
            start,
            end: limit,
            next: limit,
        };
    };
    let has_return = feed > 0 && rest[feed - 1] == b'\r';
    LineBounds {
        start,
        end: start + feed - usize::from(has_return),
        next: start + feed + 1,
    }
}

/// Creates a position from known parts.
pub fn position(offset: usize, line: u64, column: usize, column_utf16: usize) -> Position {
    Position {
        offset,
        line,
        column,
        column_utf16,
    }
}

/// Half-open range of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Span {
    /// Position of the first byte.
    pub start: Position,
    /// Position after the last byte.
    pub end: Position,
}

/// Creates a span from its ends.
pub fn span(start: Position, end: Position) -> Span {
    Span { start, end }
}

/// Returns the span of a byte range of `text`; `lines` must be the line index of `text`.
pub fn span_of(lines: &LineIndex, text: &[u8], range: &Range<usize>) -> Span {
    Span {
        start: lines.position(text, range.start),
        end: lines.position(text, range.end),
    }
}

/// Returns the same position as [`LineIndex::position`], in O(1) if the offset is in line `near`
/// (1-based) or the next line.
pub fn position_near(lines: &LineIndex, text: &[u8], offset: usize, near: u64) -> Position {
    let starts = |line: u64| lines.starts.get(line as usize - 1).copied();
    let is_in = |line: &u64| {
        starts(*line).is_some_and(|start| start <= offset)
            && starts(*line + 1).is_none_or(|next| offset < next)
    };
    let near = near.max(1);
    let line = [near, near + 1].into_iter().find(is_in);
    lines.position_in(text, offset, line.unwrap_or_else(|| lines.line_of(offset)))
}

#[cfg(test)]
mod tests;
