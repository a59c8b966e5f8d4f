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
mod tests {
    use super::*;

    fn replaced(text: &str, range: Range<(u32, u32)>, by: &str) -> Result<String, String> {
        let new = changed(text.as_bytes(), &[BufferChange::replace(range, by)])?;
        Ok(String::from_utf8_lossy(&new).into_owned())
    }

    #[test]
    fn positions_count_lines_and_code_units() {
        for (text, range, expected) in [
            ("", (0, 0)..(0, 0), "|"),
            ("ab\ncd", (0, 1)..(1, 1), "a|d"),
            ("ab\ncd", (1, 2)..(1, 2), "ab\ncd|"),
            ("ab\n", (1, 0)..(1, 0), "ab\n|"),
            ("ab\r\ncd\re\n", (1, 0)..(2, 0), "ab\r\n|e\n"),
            ("ab\r\ncd", (0, 9)..(0, 9), "ab|\r\ncd"),
            ("ab\rcd", (0, 9)..(1, 9), "ab|"),
            ("é😀x", (0, 1)..(0, 3), "é|x"),
            ("é😀x", (0, 3)..(0, 4), "é😀|"),
            ("\u{feff}é\nx", (0, 0)..(0, 1), "\u{feff}|\nx"),
            ("a\n\u{feff}b", (1, 1)..(1, 2), "a\n\u{feff}|"),
        ] {
            assert_eq!(
                replaced(text, range.clone(), "|").unwrap(),
                expected,
                "{text:?} {range:?}"
            );
        }
        let ill_formed = changed(
            b"\xff\xf0\x9fb\n",
            &[BufferChange::replace((0, 1)..(0, 2), "|")],
        );
        assert_eq!(ill_formed.unwrap(), b"\xff|b\n");
    }

    #[test]
    fn positions_outside_of_the_text_are_errors() {
        for (text, range, expected) in [
            (
                "a\nb",
                (2, 0)..(2, 0),
                "change 0: line 2 does not exist: the last line of the text is line 1",
            ),
            (
                "a\nb",
                (1, 0)..(3, 0),
                "change 0: line 3 does not exist: the last line of the text is line 1",
            ),
            (
                "a\r\nb\rc\n",
                (9, 0)..(9, 0),
                "change 0: line 9 does not exist: the last line of the text is line 3",
            ),
            (
                "ab",
                (0, 2)..(0, 1),
                "change 0: the range ends at 0:1, before its start at 0:2",
            ),
            (
                "a\nb",
                (1, 0)..(0, 1),
                "change 0: the range ends at 0:1, before its start at 1:0",
            ),
            (
                "x😀",
                (0, 2)..(0, 2),
                "change 0: position 0:2 is inside a surrogate pair",
            ),
            (
                "😀\n",
                (0, 0)..(0, 1),
                "change 0: position 0:1 is inside a surrogate pair",
            ),
        ] {
            assert_eq!(replaced(text, range, "").unwrap_err(), expected);
        }
    }

    #[test]
    fn each_change_applies_to_the_result_of_the_previous_one() {
        let changes = [
            BufferChange::replace((0, 1)..(0, 1), "\n"),
            BufferChange::replace((1, 0)..(1, 1), "é"),
            BufferChange::replace((1, 1)..(1, 1), "!"),
        ];
        assert_eq!(changed(b"ab", &changes).unwrap(), "a\né!".as_bytes());
        assert_eq!(changed(b"ab", &[]).unwrap(), b"ab");
        let whole = [
            BufferChange::replace((0, 0)..(0, 2), ""),
            BufferChange::whole("x"),
            BufferChange::replace((0, 1)..(0, 1), "y"),
        ];
        assert_eq!(changed(b"ab", &whole).unwrap(), b"xy");
        let late = [
            BufferChange::whole("x"),
            BufferChange::replace((1, 0)..(1, 0), ""),
        ];
        let error = changed(b"ab\ncd", &late).unwrap_err();
        assert_eq!(
            error,
            "change 1: line 1 does not exist: the last line of the text is line 0"
        );
    }
}
