//! Results of content search.

use std::borrow::Cow;

use ransack_base::internal::line_feeds;
use ransack_base::offsets::Utf16Cursor;
use ransack_base::{Aborted, ContentId, RelPath};

use super::engine::{Meter, SLICE, line_start};

/// Search result: a line, the lines of a multi-line match, or a file, depending on
/// [`Select::mode`](super::Select::mode).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GrepMatch {
    /// Path of the file relative to the base that [`Scope::paths_from`](crate::Scope::paths_from)
    /// selects. Empty for a search in memory.
    pub path: RelPath,
    /// 0-based index of the root in [`Scope::roots`](crate::Scope::roots).
    pub root: u32,
    /// 1-based number of the line, or of the first line of a multi-line match; 0 if the result is a
    /// file.
    pub line_number: u64,
    /// 0-based byte offset of the line in the file, or of the first line of a multi-line match. In
    /// a decoded file (UTF-16, or any encoding other than UTF-8), the offset counts bytes of the
    /// text converted to UTF-8, without the byte order mark. Syntax search counts offsets in the
    /// same way.
    pub byte_offset: u64,
    /// Matching line without its line ending, or the window of the line described by
    /// [`clip`](GrepMatch::clip). For a multi-line match, all lines of the match without the last
    /// line ending. Empty if the result is a file.
    pub line: Vec<u8>,
    /// Matches in `line`, in order; at most [`GrepMatch::MAX_SUBMATCHES`]. Empty for inverted
    /// searches and if the result is a file.
    pub submatches: Vec<Submatch>,
    /// Whether `line` contains more matches than `submatches` lists.
    pub submatches_capped: bool,
    /// Lines before the match that do not belong to an earlier match, nearest last.
    pub context_before: Vec<ContextLine>,
    /// Lines after the match, nearest first.
    pub context_after: Vec<ContextLine>,
    /// Position of `line` within the whole line, if the line was clipped to a window.
    pub clip: Option<Clip>,
    /// Number of matching lines in the file. Always 1 in
    /// [`GrepMode::Content`](super::GrepMode::Content). `None` in
    /// [`GrepMode::FilesWithMatches`](super::GrepMode::FilesWithMatches), which stops at each
    /// file's first match.
    pub match_count: Option<u64>,
    /// Name path of the innermost definition around the first match of the line, such as
    /// `Tool.run`. `None` unless [`GrepOptions::enclosing`](super::GrepOptions::enclosing) is set,
    /// and for a result that is a file or is in no definition, for a file in a language without
    /// outlines, and for a file that is larger than 16 MiB or takes more than 2 seconds to parse.
    pub enclosing: Option<String>,
    /// Content id of the file's bytes as they were searched. `None` unless
    /// [`GrepOptions::versions`](super::GrepOptions::versions) is set.
    pub version: Option<ContentId>,
    /// Lines after the match that belong to later results, unless a limit makes this the last
    /// result. Empty in results returned to a caller.
    pub(super) context_if_last: Vec<ContextLine>,
}

/// Match within a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Submatch {
    /// 0-based offset of the match's first byte in [`GrepMatch::line`].
    pub start: usize,
    /// Offset after the match's last byte in [`GrepMatch::line`]. Equal to `start` for an empty
    /// match.
    pub end: usize,
    /// Whether the match includes the line ending after [`GrepMatch::line`], as a match of `a\n`
    /// does.
    pub ends_line: bool,
    /// 0-based index in [`Query::patterns`](super::Query::patterns) of the pattern that matched;
    /// the lowest index if several patterns match here.
    pub pattern: u32,
}

/// Context line before or after a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ContextLine {
    /// 1-based line number.
    pub line_number: u64,
    /// Text of the line without its line ending, truncated to `max_columns` bytes.
    pub line: Vec<u8>,
    /// Whether `line` was truncated.
    pub clipped: bool,
}

/// Position of a returned window within a long line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Clip {
    /// 0-based byte offset of the window in the line.
    pub offset: usize,
    /// Length of the whole line in bytes.
    pub line_len: usize,
    /// Number of line endings before the window; 0 unless the match spans several lines.
    pub lines: u64,
    /// 0-based column of the window in the line that it starts in, in UTF-16 code units. Each
    /// ill-formed sequence counts as one code unit.
    pub column_utf16: usize,
}

impl Clip {
    /// Returns the place of the window of `text` that starts at `offset`. O(n) in the text before
    /// the window.
    pub(super) fn new(text: &[u8], offset: usize, meter: &mut Meter<'_>) -> Result<Clip, Aborted> {
        let mut lines = 0;
        for slice in text[..offset].chunks(SLICE) {
            meter.skip(slice.len())?;
            lines += line_feeds(slice) as u64;
        }
        let start = line_start(text, 0, offset, meter)?;
        let mut cursor = Utf16Cursor::new(&text[start..]);
        for at in (0..offset - start).step_by(SLICE) {
            meter.skip(SLICE)?;
            cursor.floor(at);
        }
        Ok(Clip {
            offset,
            line_len: text.len(),
            lines,
            column_utf16: cursor.floor(offset - start),
        })
    }
}

impl GrepMatch {
    /// Returns the line as text, with invalid UTF-8 replaced with U+FFFD.
    pub fn line_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.line)
    }

    /// Maximum number of submatches per result. Bounds memory use for a line with a million
    /// matches.
    pub const MAX_SUBMATCHES: usize = 10_000;

    /// Completes a result before it is passed to the caller.
    pub(super) fn complete(&mut self, is_last: bool) {
        let lines = std::mem::take(&mut self.context_if_last);
        if is_last {
            self.context_after.extend(lines);
        }
    }

    /// Returns the approximate memory use in bytes.
    pub(crate) fn weight(&self) -> usize {
        let context: usize = self
            .context_before
            .iter()
            .chain(&self.context_after)
            .chain(&self.context_if_last)
            .map(|c| c.line.len() + size_of::<ContextLine>())
            .sum();
        size_of::<GrepMatch>()
            + self.line.len()
            + self.submatches.len() * size_of::<Submatch>()
            + self.enclosing.as_ref().map_or(0, String::len)
            + context
    }
}

/// Returns a window of at most `max` bytes of `line` around the range `focus`, on character
/// boundaries.
pub(crate) fn window(line: &[u8], focus: (usize, usize), max: usize) -> (usize, usize) {
    if line.len() <= max {
        return (0, line.len());
    }
    let focus_len = (focus.1 - focus.0).min(max);
    let lead = (max - focus_len) / 2;
    let start = focus.0.saturating_sub(lead).min(line.len() - max);
    // Rounded inwards so that the window never exceeds `max`. A match that begins on a boundary
    // stays whole.
    let mut from = start;
    while from < line.len() && from < start + 3 && is_continuation(line[from]) {
        from += 1;
    }
    let end = start + max;
    // If the window is smaller than a character, the start may have moved past its end.
    let mut to = end.max(from);
    while to > from && to + 3 > end && to < line.len() && is_continuation(line[to]) {
        to -= 1;
    }
    (from, to)
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

#[cfg(test)]
mod tests;
