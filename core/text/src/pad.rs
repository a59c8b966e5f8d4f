//! Padding of a line to a width.

use std::borrow::Cow;

use super::cursor::TextCursor;
use super::graphemes::WidthRules;
use super::measure::visible_width;
use super::options::{Align, TextOptions};
use super::seam::{push_padding, push_spaces};
use super::truncate::MAX_PADDED_WIDTH;

/// Pads a line with spaces to `width` cells, at most 65,535.
///
/// A line at least as wide as `width` is returned unchanged. Spaces added after the line have the
/// style that the line leaves open. A CAN character separates spaces and text where an escape
/// sequence at the end of the line would consume the spaces, or where a space and a character would
/// form a cluster of another width. Tabs whose width would change when moved become spaces.
///
/// # Cost
///
/// O(n) in the text; allocates once if spaces are added.
///
/// ```
/// # extern crate ransack_text as ransack;
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
    let missing = width.min(MAX_PADDED_WIDTH).saturating_sub(cells);
    if missing == 0 {
        return Cow::Borrowed(text);
    }
    let before = match align {
        Align::Left => 0,
        Align::Right => missing,
        Align::Center => missing / 2,
    };
    let rules = WidthRules::new(options);
    let mut out = String::with_capacity(text.len() + missing);
    push_spaces(&mut out, before);
    TextCursor::new(text, &rules).write_to(text.len(), before, &mut out);
    push_padding(&mut out, missing - before, &rules);
    Cow::Owned(out)
}
