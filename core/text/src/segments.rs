//! Parts of a line on both sides of an overlay.

use std::borrow::Cow;

use super::cursor::TextCursor;
use super::graphemes::WidthRules;
use super::options::TextOptions;
use super::slice::slice_from;

/// Parts of a line before and after an overlay, returned by [`extract_segments`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Segments<'a> {
    /// Text before the overlay, with its styles closed.
    pub before: Cow<'a, str>,
    /// Width of `before` in cells; less than requested if the line is shorter.
    pub before_width: usize,
    /// Text after the overlay, with the styles in force there reopened.
    pub after: Cow<'a, str>,
    /// Width of `after` in cells.
    pub after_width: usize,
}

/// Extracts the text before and after an overlay that covers cells `before_end`
/// to `after_start` of a line. Columns are 0-based; `after_len` is the width of
/// the part after the overlay, in cells.
///
/// The text before the overlay never extends under the overlay: a wide cluster that crosses the
/// edge becomes spaces. With `strict_after`, the same holds at both ends of the text after the
/// overlay. Without `strict_after`, clusters that cross either end are treated as in
/// [`slice_with_width`](crate::slice_with_width) without `strict`.
///
/// # Cost
///
/// O(n) in the text up to the end of the part after the overlay, in one pass.
///
/// ```
/// # extern crate ransack_text as ransack;
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
    let rules = WidthRules::new(options);
    let start = TextCursor::new(line, &rules);
    let mut cursor = start;
    let mut before = slice_from(&mut cursor, line, 0, before_end, true);
    // A slice that reaches the end of the line keeps its state open.
    if before_end > 0 && cursor.finish_cell() {
        while cursor.step(1).is_some() {}
        if !cursor.state.is_clear() {
            cursor.state.write_close(before.text.to_mut());
        }
    }
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
