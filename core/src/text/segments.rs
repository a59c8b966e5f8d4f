use std::borrow::Cow;

use super::cursor::Cursor;
use super::graphemes::Rules;
use super::options::TextOptions;
use super::slice::slice_from;

/// What is left of a line on both sides of a box that is laid over it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Segments<'a> {
    /// The text before the box, its styles closed.
    pub before: Cow<'a, str>,
    /// Its cells; fewer than asked for where the line is shorter.
    pub before_width: usize,
    /// The text after the box, with the styles that are open there opened
    /// again.
    pub after: Cow<'a, str>,
    /// Its cells.
    pub after_width: usize,
}

/// The text before and after a box that covers a line from cell `before_end`
/// to cell `after_start`; `after_len` cells of what comes after.
///
/// The text before never reaches under the box: a wide cluster that would is
/// replaced by spaces. With `strict_after` the same holds for both ends of the
/// text after, else it is as [`slice_with_width`](crate::slice_with_width)
/// says. The line is walked over once.
///
/// # Cost
///
/// Linear in the text before the end of the part after the box.
///
/// ```
/// use ransack::{TextOptions, extract_segments};
///
/// let line = "\x1b[32mgreen line\x1b[39m";
/// let segments = extract_segments(line, 2, 6, 10, true, &TextOptions::default());
/// assert_eq!(segments.before, "\x1b[32mgr\x1b[39m");
/// assert_eq!(segments.after, "\x1b[32mline\x1b[39m");
/// assert_eq!((segments.before_width, segments.after_width), (2, 4));
/// ```
pub fn extract_segments<'a>(
    line: &'a str,
    before_end: usize,
    after_start: usize,
    after_len: usize,
    strict_after: bool,
    options: &TextOptions,
) -> Segments<'a> {
    let rules = Rules::new(options);
    let start = Cursor::new(line, &rules);
    let mut cursor = start;
    let before = slice_from(&mut cursor, line, 0, before_end, true);
    if cursor.cells > after_start || after_start == 0 {
        cursor = start;
    }
    let after = slice_from(&mut cursor, line, after_start, after_len, strict_after);
    Segments {
        before: before.text,
        before_width: before.width,
        after: after.text,
        after_width: after.width,
    }
}
