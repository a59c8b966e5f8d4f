use std::borrow::Cow;

use super::cursor::{self, Cursor};
use super::graphemes::Rules;
use super::measure::visible_width;
use super::options::{CutAt, TruncateOptions};
use super::pieces::Kind;
use super::slice::slice_with_width;
use super::units::Units;
use super::word::is_breaking_space;

/// No more cells than this are ever filled with spaces; no terminal is wider.
pub(super) const WIDEST: usize = u16::MAX as usize;

/// The text, cut so that it takes at most `width` cells with the ellipsis.
///
/// The ellipsis has the style of the text that it follows (at the start: that
/// it precedes), and what is open where the text is cut is closed after it.
/// A text that fits comes back as it is. With padding the result takes
/// `width` cells, up to 65,535.
///
/// # Cost
///
/// Linear; where the end is cut, in the part that is kept.
///
/// ```
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
        return padded(Cow::Borrowed(text), text.len(), width, options.pad);
    }
    let ellipsis_width = match &*options.ellipsis {
        // What nearly everyone asks for, as any other text would come out.
        "\u{2026}" if !options.text.ambiguous_wide => 1,
        ellipsis => visible_width(ellipsis, &options.text),
    };
    let keep = width.saturating_sub(ellipsis_width);
    if options.cut_at == CutAt::End
        && !options.word_boundary
        && ellipsis_width <= width
        && width < text.len()
        && text.printable_end(0, width + 1) > width
    {
        // Too wide, and nothing is open where it is cut.
        return Cow::Owned([&text[..keep], &options.ellipsis].concat());
    }
    truncate(text, width, ellipsis_width, options)
}

/// As [`truncate_to_width`], of any text; apart, since its large frame costs the
/// texts that need no more than a look.
#[inline(never)]
fn truncate<'a>(
    text: &'a str,
    width: usize,
    ellipsis_width: usize,
    options: &TruncateOptions,
) -> Cow<'a, str> {
    let rules = Rules::new(&options.text);
    let keep = width.saturating_sub(ellipsis_width);
    let mut head = Head::new(text, &rules);
    let head_cells = match options.cut_at {
        CutAt::End => keep,
        CutAt::Start => 0,
        CutAt::Middle => keep.div_ceil(2),
    };
    head.advance(head_cells, options.word_boundary);
    if let Some(total) = head.cursor.total_within(width) {
        return padded(Cow::Borrowed(text), total, width, options.pad);
    }
    if ellipsis_width > width {
        let part = slice_with_width(&options.ellipsis, 0, width, true, &options.text);
        return padded(
            Cow::Owned(part.text.into_owned()),
            part.width,
            width,
            options.pad,
        );
    }
    if options.word_boundary {
        head.back_to_word();
    }
    let head = head.cursor;

    let mut out = String::with_capacity(head.at() + options.ellipsis.len() + 16);
    out.push_str(&text[..head.at()]);
    let mut cells = head.cells + ellipsis_width;
    if options.cut_at == CutAt::End {
        out.push_str(&options.ellipsis);
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
            out.push_str(&options.ellipsis);
            head.state.write_change(&tail.state, &mut out);
        } else {
            tail.state.write_open(&mut out);
            out.push_str(&options.ellipsis);
        }
        tail.write_to(text.len(), cells, &mut out);
        cells += total - tail.cells;
    }
    padded(Cow::Owned(out), cells, width, options.pad)
}

/// The part that is kept at the start.
struct Head<'a, 'r> {
    text: &'a str,
    cursor: Cursor<'a, 'r>,
    /// The end of the last word before the cursor that a space follows.
    word_end: Option<Cursor<'a, 'r>>,
}

impl<'a, 'r> Head<'a, 'r> {
    fn new(text: &'a str, rules: &'r Rules) -> Head<'a, 'r> {
        Head {
            text,
            cursor: Cursor::new(text, rules),
            word_end: None,
        }
    }

    fn advance(&mut self, cells: usize, words: bool) {
        if cells == 0 {
            return;
        }
        if !words {
            self.cursor.advance(cells);
        } else {
            // The end of what is no space.
            let mut content = None;
            while self.cursor.cells < cells {
                let before = self.cursor;
                let Some(piece) = self.cursor.step(1) else {
                    break;
                };
                if self.cursor.cells > cells {
                    self.cursor = before;
                    break;
                }
                if is_space(self.text, piece.start, piece.kind) {
                    self.word_end = content.or(self.word_end);
                } else if piece.kind != Kind::Escape {
                    content = Some(self.cursor);
                }
            }
        }
        self.cursor.finish_cell();
    }

    /// Goes back to the end of a word, if there is one and the cursor is in
    /// the middle of another.
    fn back_to_word(&mut self) {
        let mut ahead = self.cursor;
        while let Some(piece) = ahead.step(1) {
            if piece.kind == Kind::Escape {
                continue;
            }
            if !is_space(self.text, piece.start, piece.kind) {
                break;
            }
            return;
        }
        if let Some(end) = self.word_end {
            self.cursor = end;
        }
    }
}

/// Moves `cursor` to the first place from which on nothing but what is at cell
/// `cells` or after it is left.
fn move_to_tail(cursor: &mut Cursor<'_, '_>, cells: usize) {
    if cursor.advance(cells).is_some() {
        cursor.step(1);
    }
    cursor.finish_cell();
    cursor.skip_styles();
}

/// As [`move_to_tail`], and on to the start of a word, if there is one.
fn move_to_word(text: &str, cursor: &mut Cursor<'_, '_>, cells: usize) {
    let mut tail = None;
    let mut after_space = false;
    loop {
        let before = *cursor;
        let Some(piece) = cursor.step(1) else {
            break;
        };
        if piece.kind == Kind::Escape {
            continue;
        }
        let space = is_space(text, piece.start, piece.kind);
        if before.cells >= cells && piece.width > 0 {
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

/// Whether the piece that starts at `at` is a space between words.
fn is_space(text: &str, at: usize, kind: Kind) -> bool {
    match kind {
        Kind::Tab | Kind::Newline => true,
        Kind::Run => text.as_bytes()[at] == b' ',
        Kind::Cluster => text[at..].starts_with(is_breaking_space),
        Kind::Control | Kind::Escape => false,
    }
}

/// The text with what is missing to `width` in spaces, if `pad`.
fn padded(text: Cow<'_, str>, cells: usize, width: usize, pad: bool) -> Cow<'_, str> {
    let missing = width.min(WIDEST).saturating_sub(cells);
    if !pad || missing == 0 {
        return text;
    }
    let mut text = text.into_owned();
    cursor::pad(&mut text, missing);
    Cow::Owned(text)
}
