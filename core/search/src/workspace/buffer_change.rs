//! Changes to the text of an open buffer, as in LSP's `textDocument/didChange`.
//!
//! Knows texts only, not buffers or paths.

use std::ops::Range;

use memchr::{memchr2, memchr2_iter};
use ransack_base::offsets::Utf16Position;

use crate::scan::bom_len;

/// Change to the text of an open buffer, like `TextDocumentContentChangeEvent` in the Language
/// Server Protocol.
///
/// ```
/// # extern crate ransack_search as ransack;
/// use ransack::BufferChange;
///
/// let typed = BufferChange::replace((0, 4)..(0, 4), "x");
/// let whole = BufferChange::whole("fn x() {}\n");
/// assert!(typed.range.is_some() && whole.range.is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BufferChange {
    /// Range to replace, empty to insert. `None` replaces the whole text.
    pub range: Option<Range<Utf16Position>>,
    /// New text of the range.
    pub text: Vec<u8>,
}

impl BufferChange {
    /// Creates a change that replaces the whole text.
    pub fn whole(text: impl Into<Vec<u8>>) -> BufferChange {
        BufferChange {
            range: None,
            text: text.into(),
        }
    }

    /// Creates a change that replaces a range, given by two positions or two pairs of line and
    /// character.
    pub fn replace(
        range: Range<impl Into<Utf16Position>>,
        text: impl Into<Vec<u8>>,
    ) -> BufferChange {
        BufferChange {
            range: Some(range.start.into()..range.end.into()),
            text: text.into(),
        }
    }
}

/// Returns the text after the changes, each of which applies to the result of the previous one.
///
/// # Errors
///
/// A message that names the change and the position that is not in its text.
pub(super) fn changed(text: &[u8], changes: &[BufferChange]) -> Result<Vec<u8>, String> {
    let mut new = text.to_vec();
    for (index, change) in changes.iter().enumerate() {
        let Some(range) = &change.range else {
            new.clone_from(&change.text);
            continue;
        };
        let bytes = bytes_of(&new, range).map_err(|error| format!("change {index}: {error}"))?;
        new.splice(bytes, change.text.iter().copied());
    }
    Ok(new)
}

/// Returns the byte range between two positions.
fn bytes_of(text: &[u8], range: &Range<Utf16Position>) -> Result<Range<usize>, String> {
    let Range { start, end } = range;
    if start > end {
        return Err(format!(
            "the range ends at {end}, before its start at {start}"
        ));
    }
    let first = line_start(text, bom_len(text), start.line);
    let first = first.map_err(|last| no_line(start.line, last))?;
    let last = line_start(text, first, end.line - start.line);
    let last = last.map_err(|last| no_line(end.line, start.line + last))?;
    let offset = |line_start, at: &Utf16Position| {
        in_line(text, line_start, at.character)
            .ok_or_else(|| format!("position {at} is inside a surrogate pair"))
    };
    Ok(offset(first, start)?..offset(last, end)?)
}

fn no_line(line: u32, last: u32) -> String {
    format!("line {line} does not exist: the last line of the text is line {last}")
}

/// Returns the start of the line that is `lines` lines after the line that starts at `from`. Fails
/// with the number of lines that follow it.
fn line_start(text: &[u8], from: usize, lines: u32) -> Result<usize, u32> {
    let (mut start, mut passed) = (from, 0);
    if lines == 0 {
        return Ok(start);
    }
    for end in memchr2_iter(b'\n', b'\r', &text[from..]).map(|at| from + at) {
        if text[end] == b'\r' && text.get(end + 1) == Some(&b'\n') {
            continue;
        }
        start = end + 1;
        passed += 1;
        if passed == lines {
            return Ok(start);
        }
    }
    Err(passed)
}

/// Returns the byte offset of a UTF-16 offset in the line that starts at `start`; `None` inside a
/// surrogate pair.
fn in_line(text: &[u8], start: usize, character: u32) -> Option<usize> {
    let rest = &text[start..];
    let line = &rest[..memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
    let character = usize::try_from(character).unwrap_or(usize::MAX);
    if line.is_ascii() {
        return Some(start + character.min(line.len()));
    }
    let (mut at, mut units) = (start, 0);
    for chunk in line.utf8_chunks() {
        let valid = chunk.valid().chars();
        let sizes = valid.map(|c| (c.len_utf8(), c.len_utf16()));
        let invalid = chunk.invalid().len();
        for (bytes, size) in sizes.chain((invalid > 0).then_some((invalid, 1))) {
            if units >= character {
                return (units == character).then_some(at);
            }
            at += bytes;
            units += size;
        }
    }
    (units <= character).then_some(at)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
