use std::borrow::Cow;

use super::cursor::{Cursor, push_spaces};
use super::graphemes::Rules;
use super::options::TextOptions;
use super::pieces::Kind;

/// Room for what opens and closes the styles of most slices, in bytes.
const STYLES: usize = 48;

/// Part of a line, and the cells it takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Slice<'a> {
    /// The text; borrowed where it is a part of the line as it stands.
    pub text: Cow<'a, str>,
    /// Its cells.
    pub width: usize,
}

/// The part of a line from cell `start` on, `length` cells long.
///
/// Styles and hyperlinks that are open at the start are opened again, and
/// closed where the line is cut; at the end of the line they are left as the
/// line leaves them. What takes no cell belongs to the cell before it. Slices
/// that follow one another, joined, show what the line shows.
///
/// A cluster that lies across the start is left out, and one that lies across
/// the end is kept whole, so that the slice can be one cell wider. With
/// `strict` both are left out and spaces stand for the cells that they had in
/// the slice, which then never exceeds `length`. A tab that is cut, or whose
/// width would change, becomes spaces either way.
///
/// # Cost
///
/// Linear in the text before the end of the slice. A string is built only
/// where the slice is no part of the line.
///
/// ```
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
    let rules = Rules::new(options);
    slice_from(&mut Cursor::new(line, &rules), line, start, length, strict)
}

/// As [`slice_with_width`], from a cursor that stands at `start` or before,
/// and is left where the slice ends.
pub(super) fn slice_from<'a>(
    cursor: &mut Cursor<'a, '_>,
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
            if strict || across.kind == Kind::Tab {
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
        if across.kind == Kind::Tab || strict {
            spaces_after = end - cursor.cells;
        } else {
            cursor.step(1);
        }
    }
    let cut = spaces_after > 0 || !cursor.finish_cell();
    let last = if cut { cursor.at() } else { line.len() };
    let width = spaces_before + spaces_after + cursor.cells.saturating_sub(first.cells);

    // Nothing to be seen needs no style.
    let is_empty = cursor.cells <= first.cells && first.at() > 0;
    let spaces = spaces_before + spaces_after;
    if is_empty && spaces == 0 {
        return Slice::default();
    }
    let as_it_stands = spaces == 0 && first.state.is_clear() && first.keeps_tabs(last, 0);
    if as_it_stands && (!cut || cursor.state.is_clear()) {
        let text = Cow::Borrowed(&line[first.at()..last]);
        return Slice { text, width };
    }
    let mut text = String::with_capacity(last - first.at() + spaces + STYLES);
    push_spaces(&mut text, spaces_before);
    if !is_empty {
        first.state.write_open(&mut text);
        first.write_to(last, spaces_before, &mut text);
    }
    push_spaces(&mut text, spaces_after);
    let end = text.len();
    if cut && !is_empty {
        cursor.state.write_close(&mut text);
    }
    // Often the line itself goes on with what closes the styles.
    let close = &text[end..];
    if as_it_stands && line[last..].starts_with(close) {
        let text = Cow::Borrowed(&line[first.at()..last + close.len()]);
        return Slice { text, width };
    }
    Slice {
        text: Cow::Owned(text),
        width,
    }
}
