//! Slices of a line by columns.

use std::borrow::Cow;

use super::cell_spans::SpanKind;
use super::cursor::TextCursor;
use super::graphemes::WidthRules;
use super::options::TextOptions;
use super::seam::{push_padding, push_spaces};

/// Spare capacity, in bytes, for the sequences that open and close a slice's
/// styles; enough for most slices.
const STYLE_CAPACITY: usize = 48;

/// Part of a line with its width, returned by [`slice_with_width`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Slice<'a> {
    /// Text of the slice; borrowed if the line contains it unchanged.
    pub text: Cow<'a, str>,
    /// Width of `text` in cells.
    pub width: usize,
}

/// Returns the part of a line that starts at the 0-based column `start` and is
/// `length` cells wide.
///
/// Styles and hyperlinks in force at the start are reopened, and closed where the line is cut. A
/// slice that reaches the end of the line keeps the state in which the line ends. Text of width 0
/// belongs to the preceding cell. Consecutive slices, joined together, display the same as the
/// line.
///
/// A cluster that crosses the start is left out, and a cluster that crosses the end is kept whole,
/// so the slice can be one cell wider than `length`. With `strict`, both are replaced with spaces,
/// so the slice is never wider than `length`. A tab that is cut, or whose width would change,
/// always becomes spaces. A CAN character precedes spaces that an escape sequence before them would
/// consume.
///
/// # Cost
///
/// O(n) in the text up to the end of the slice. Allocates only if the line does
/// not contain the slice unchanged.
///
/// ```
/// # extern crate ransack_text as ransack;
/// use ransack::{TextOptions, slice_with_width};
///
/// let options = TextOptions::default();
/// let slice = slice_with_width("\x1b[31mhello world\x1b[39m", 6, 3, true, &options);
/// assert_eq!(slice.text, "\x1b[31mwor\x1b[39m");
/// assert_eq!(slice_with_width("日本語", 1, 3, true, &options).text, " 本");
/// ```
pub fn slice_with_width<'a>(
    line: &'a str,
    start: usize,
    length: usize,
    strict: bool,
    options: &TextOptions,
) -> Slice<'a> {
    let rules = WidthRules::new(options);
    slice_from(
        &mut TextCursor::new(line, &rules),
        line,
        start,
        length,
        strict,
    )
}

/// Slices as [`slice_with_width`] does, from a cursor at or before column
/// `start`. Leaves the cursor at the end of the slice.
pub(super) fn slice_from<'a>(
    cursor: &mut TextCursor<'a, '_>,
    line: &'a str,
    start: usize,
    length: usize,
    strict: bool,
) -> Slice<'a> {
    if length == 0 {
        return Slice::default();
    }
    let end = start.saturating_add(length);
    let mut spaces_before = 0;
    if start > 0 {
        if let Some(across) = cursor.advance(start) {
            cursor.step(1);
            if strict || across.kind == SpanKind::Tab {
                spaces_before = cursor.cells.min(end) - start;
            }
        }
        if cursor.cells < start {
            return Slice::default();
        }
        cursor.finish_cell();
        cursor.skip_styles();
    }
    let first = *cursor;
    let mut spaces_after = 0;
    if let Some(across) = cursor.advance(end) {
        if across.kind == SpanKind::Tab || strict {
            spaces_after = end - cursor.cells;
        } else {
            cursor.step(1);
        }
    }
    let cut = spaces_after > 0 || !cursor.finish_cell();
    let last = if cut { cursor.at() } else { line.len() };
    let width = spaces_before + spaces_after + cursor.cells.saturating_sub(first.cells);

    // Text of width 0 needs no styles.
    let is_empty = cursor.cells <= first.cells && first.at() > 0;
    let spaces = spaces_before + spaces_after;
    if is_empty && spaces == 0 {
        return Slice::default();
    }
    let is_unchanged = spaces == 0 && first.state.is_clear() && first.keeps_tabs(last, 0);
    if is_unchanged && (!cut || cursor.state.is_clear()) {
        let text = Cow::Borrowed(&line[first.at()..last]);
        return Slice { text, width };
    }
    let mut text = String::with_capacity(last - first.at() + spaces + STYLE_CAPACITY);
    push_spaces(&mut text, spaces_before);
    if !is_empty {
        first.state.write_open(&mut text);
        first.write_to(last, spaces_before, &mut text);
    }
    push_padding(&mut text, spaces_after, cursor.rules());
    let end = text.len();
    if cut && !is_empty {
        cursor.state.write_close(&mut text);
    }
    // The line itself often continues with the sequence that closes the styles.
    let close = &text[end..];
    if is_unchanged && line[last..].starts_with(close) {
        let text = Cow::Borrowed(&line[first.at()..last + close.len()]);
        return Slice { text, width };
    }
    Slice {
        text: Cow::Owned(text),
        width,
    }
}
