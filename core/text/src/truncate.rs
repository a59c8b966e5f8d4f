//! Truncation of text to a width.

use std::borrow::Cow;

use super::cell_spans::SpanKind;
use super::code_units::CodeUnits;
use super::cursor::TextCursor;
use super::graphemes::WidthRules;
use super::line_break::is_breaking_space;
use super::measure::visible_width;
use super::options::{CutAt, TruncateOptions};
use super::seam::push_padding;
use super::slice::slice_with_width;

/// Maximum width that padding fills, in cells. No terminal is wider.
pub(super) const MAX_PADDED_WIDTH: usize = u16::MAX as usize;

/// Truncates `text` to at most `width` cells, including the ellipsis.
///
/// The ellipsis has the style of the text before it or, if the start is cut, the style of the text
/// after it. Styles and hyperlinks in force at the cut are closed after the ellipsis. Tabs in the
/// ellipsis are as wide as at the start of a line; after other text they become spaces. Text that
/// fits is returned unchanged. With padding, the result is `width` cells wide, at most 65,535. A
/// CAN character separates the parts where an escape sequence before the cut would consume the text
/// after it, or where the characters on either side of the cut would form a cluster of another
/// width.
///
/// # Cost
///
/// Takes time linear in the text or, if the end is cut, in the part that is kept.
///
/// ```
/// # extern crate ransack_text as ransack;
/// use ransack::{TruncateOptions, truncate_to_width};
///
/// let mut options = TruncateOptions::default();
/// assert_eq!(truncate_to_width("\x1b[31mhello world\x1b[39m", 8, &options), "\x1b[31mhello w…\x1b[39m");
/// options.word_boundary = true;
/// assert_eq!(truncate_to_width("hello world", 8, &options), "hello…");
/// ```
pub fn truncate_to_width<'a>(
    text: &'a str,
    width: usize,
    options: &TruncateOptions,
) -> Cow<'a, str> {
    if text.len() <= width && text.printable_end(0, text.len()) == text.len() {
        return padded(Cow::Borrowed(text), text.len(), width, options);
    }
    let ellipsis_width = match &*options.ellipsis {
        // The default ellipsis: measuring it would give the same width.
        "\u{2026}" if !options.text.ambiguous_wide => 1,
        ellipsis => visible_width(ellipsis, &options.text),
    };
    let keep = width.saturating_sub(ellipsis_width);
    if options.cut_at == CutAt::End
        && !options.word_boundary
        && ellipsis_width <= width
        && width < text.len()
        && text.printable_end(0, width + 1) > width
        && !options.ellipsis.contains('\t')
    {
        // Printable ASCII exceeds the width: no styles are open at the cut.
        return Cow::Owned([&text[..keep], &options.ellipsis].concat());
    }
    truncate_any(text, width, ellipsis_width, options)
}

/// Truncates any text. Not inlined: its large stack frame would slow down the fast
/// paths of [`truncate_to_width`].
#[inline(never)]
fn truncate_any<'a>(
    text: &'a str,
    width: usize,
    ellipsis_width: usize,
    options: &TruncateOptions,
) -> Cow<'a, str> {
    let rules = WidthRules::new(&options.text);
    let keep = width.saturating_sub(ellipsis_width);
    let mut head = KeptHead::new(text, &rules);
    let head_cells = match options.cut_at {
        CutAt::End => keep,
        CutAt::Start => 0,
        CutAt::Middle => keep.div_ceil(2),
    };
    head.advance(head_cells, options.word_boundary);
    if let Some(total) = head.cursor.total_within(width) {
        return padded(Cow::Borrowed(text), total, width, options);
    }
    if ellipsis_width > width {
        let part = slice_with_width(&options.ellipsis, 0, width, true, &options.text);
        return padded(
            Cow::Owned(part.text.into_owned()),
            part.width,
            width,
            options,
        );
    }
    if options.word_boundary {
        head.back_to_word();
    }
    let head = head.cursor;

    let mut out = String::with_capacity(head.at() + options.ellipsis.len() + 16);
    out.push_str(&text[..head.at()]);
    let mut cells = head.cells + ellipsis_width;
    let ellipsis = TextCursor::new(&options.ellipsis, &rules);
    if options.cut_at == CutAt::End {
        ellipsis.write_to(options.ellipsis.len(), head.cells, &mut out);
        head.state.write_close(&mut out);
    } else {
        let total = visible_width(text, &options.text);
        let mut tail = head;
        let from = total - (keep - head.cells);
        if options.word_boundary && from < total {
            move_to_word(text, &mut tail, from);
        } else {
            move_to_tail(&mut tail, from);
        }
        if options.cut_at == CutAt::Middle {
            ellipsis.write_to(options.ellipsis.len(), head.cells, &mut out);
            head.state.write_change(&tail.state, &mut out);
        } else {
            tail.state.write_open(&mut out);
            out.push_str(&options.ellipsis);
        }
        tail.write_to(text.len(), cells, &mut out);
        cells += total - tail.cells;
    }
    padded(Cow::Owned(out), cells, width, options)
}

/// Part that is kept at the start of the text.
struct KeptHead<'a, 'r> {
    text: &'a str,
    /// End of the part.
    cursor: TextCursor<'a, 'r>,
    /// End of the last word before the cursor that is followed by a space.
    word_end: Option<TextCursor<'a, 'r>>,
}

impl<'a, 'r> KeptHead<'a, 'r> {
    fn new(text: &'a str, rules: &'r WidthRules) -> KeptHead<'a, 'r> {
        KeptHead {
            text,
            cursor: TextCursor::new(text, rules),
            word_end: None,
        }
    }

    /// Extends the part to at most `cells` cells. With `words`, tracks `word_end`.
    fn advance(&mut self, cells: usize, words: bool) {
        if cells == 0 {
            return;
        }
        if !words {
            self.cursor.advance(cells);
        } else {
            // End of the last span that is not a space.
            let mut content = None;
            while self.cursor.cells < cells {
                let before = self.cursor;
                let Some(span) = self.cursor.step(1) else {
                    break;
                };
                if self.cursor.cells > cells {
                    self.cursor = before;
                    break;
                }
                if is_space(self.text, span.start, span.kind) {
                    self.word_end = content.or(self.word_end);
                } else if span.kind != SpanKind::Escape {
                    content = Some(self.cursor);
                }
            }
        }
        self.cursor.finish_cell();
    }

    /// Moves back to the end of the last whole word if the cursor is inside a word and a whole word
    /// precedes it.
    fn back_to_word(&mut self) {
        let mut ahead = self.cursor;
        while let Some(span) = ahead.step(1) {
            if span.kind == SpanKind::Escape {
                continue;
            }
            if !is_space(self.text, span.start, span.kind) {
                break;
            }
            return;
        }
        if let Some(end) = self.word_end {
            self.cursor = end;
        }
    }
}

/// Moves `cursor` to the first position after which all text is at or beyond column `cells`.
fn move_to_tail(cursor: &mut TextCursor<'_, '_>, cells: usize) {
    if cursor.advance(cells).is_some() {
        cursor.step(1);
    }
    cursor.finish_cell();
    cursor.skip_styles();
}

/// Moves `cursor` to the start of the first word at or beyond column `cells`. Without such a word,
/// moves it as [`move_to_tail`] does.
fn move_to_word(text: &str, cursor: &mut TextCursor<'_, '_>, cells: usize) {
    let mut tail = None;
    let mut after_space = false;
    loop {
        let before = *cursor;
        let Some(span) = cursor.step(1) else {
            break;
        };
        if span.kind == SpanKind::Escape {
            continue;
        }
        let space = is_space(text, span.start, span.kind);
        if before.cells >= cells && span.width > 0 {
            if after_space && !space {
                *cursor = before;
                return;
            }
            tail = tail.or(Some(before));
        }
        after_space = space;
    }
    *cursor = tail.unwrap_or(*cursor);
}

/// Whether the span that starts at `at` is a space between words.
fn is_space(text: &str, at: usize, kind: SpanKind) -> bool {
    match kind {
        SpanKind::Tab | SpanKind::Newline => true,
        SpanKind::Run => text.as_bytes()[at] == b' ',
        SpanKind::Cluster => text[at..].starts_with(is_breaking_space),
        SpanKind::Control | SpanKind::Escape => false,
    }
}

/// Pads text of width `cells` with spaces to `width` if the options request padding.
fn padded<'a>(
    text: Cow<'a, str>,
    cells: usize,
    width: usize,
    options: &TruncateOptions,
) -> Cow<'a, str> {
    let missing = width.min(MAX_PADDED_WIDTH).saturating_sub(cells);
    if !options.pad || missing == 0 {
        return text;
    }
    let mut text = text.into_owned();
    push_padding(&mut text, missing, &WidthRules::new(&options.text));
    Cow::Owned(text)
}
