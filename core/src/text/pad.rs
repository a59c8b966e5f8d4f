use std::borrow::Cow;

use super::cursor::{Cursor, pad, push_spaces};
use super::graphemes::Rules;
use super::measure::visible_width;
use super::options::{Align, TextOptions};
use super::truncate::WIDEST;

/// The line, filled with spaces so that it takes `width` cells (up to 65,535).
///
/// A line that is as wide or wider comes back as it is. Spaces that come after
/// it have the style that it leaves open, and a CAN before them where it ends
/// inside an escape sequence. Tabs that would change their width when moved
/// become spaces.
///
/// # Cost
///
/// Linear.
///
/// ```
/// use ransack::{Align, TextOptions, pad_to_width};
///
/// let options = TextOptions::default();
/// assert_eq!(pad_to_width("日本", 6, Align::Left, &options), "日本  ");
/// assert_eq!(pad_to_width("日本", 6, Align::Right, &options), "  日本");
/// assert_eq!(pad_to_width("日本", 7, Align::Center, &options), " 日本  ");
/// ```
pub fn pad_to_width<'a>(
    text: &'a str,
    width: usize,
    align: Align,
    options: &TextOptions,
) -> Cow<'a, str> {
    let cells = visible_width(text, options);
    let missing = width.min(WIDEST).saturating_sub(cells);
    if missing == 0 {
        return Cow::Borrowed(text);
    }
    let before = match align {
        Align::Left => 0,
        Align::Right => missing,
        Align::Center => missing / 2,
    };
    let rules = Rules::new(options);
    let mut out = String::with_capacity(text.len() + missing);
    push_spaces(&mut out, before);
    Cursor::new(text, &rules).write_to(text.len(), before, &mut out);
    pad(&mut out, missing - before);
    Cow::Owned(out)
}
