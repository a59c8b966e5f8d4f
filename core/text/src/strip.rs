//! Removal of escape sequences and control characters.

use std::borrow::Cow;
use std::ops::Range;

use super::code_units::CodeUnits;
use super::escape::{ESC, sequence_end};

/// Removes escape sequences. Keeps everything else, including control
/// characters.
///
/// [`visible_width`](crate::visible_width#escapes) defines escape sequences.
/// Text without escape sequences is returned unchanged.
///
/// # Cost
///
/// O(n) in one pass. Copies the kept text once if there is an escape sequence.
///
/// ```
/// # extern crate ransack_text as ransack;
/// assert_eq!(ransack::strip_ansi("\x1b[1;31mred\x1b[0m \x1b]8;;http://a.b\x07link\x1b]8;;\x07"), "red link");
/// ```
pub fn strip_ansi(text: &str) -> Cow<'_, str> {
    filter_str(text, without_escapes)
}

/// Removes escape sequences from UTF-16 text as [`strip_ansi`] does. Keeps
/// unpaired surrogates.
///
/// ```
/// # extern crate ransack_text as ransack;
/// let units: Vec<u16> = "a\x1b[1m漢".encode_utf16().collect();
/// assert_eq!(ransack::strip_ansi_utf16(&units).as_ref(), [0x61, 0x6F22]);
/// ```
pub fn strip_ansi_utf16(text: &[u16]) -> Cow<'_, [u16]> {
    let mut out = Vec::new();
    let done = filter(text, without_escapes, |part, _| {
        out.extend_from_slice(&text[part]);
    });
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.extend_from_slice(&text[done..]);
    Cow::Owned(out)
}

fn without_escapes(code: u32) -> FilterAction {
    match code {
        ESC | 0x80..0xA0 => FilterAction::DropSequence,
        _ => FilterAction::Keep,
    }
}

/// Makes text safe to display and store: removes escape sequences and control characters (C0, DEL
/// and C1) other than tab and LF, and replaces CR LF and CR with LF.
///
/// Text that needs no change is returned unchanged.
///
/// # Cost
///
/// O(n) in one pass. Copies the kept text once if anything changes.
///
/// ```
/// # extern crate ransack_text as ransack;
/// assert_eq!(ransack::sanitize_text("a\x1b[1mb\x07\r\nc\td\0"), "ab\nc\td");
/// ```
pub fn sanitize_text(text: &str) -> Cow<'_, str> {
    filter_str(text, |code| match code {
        0x09 | 0x0A => FilterAction::Keep,
        0x0D => FilterAction::ReplaceByLf,
        ESC | 0x80..0xA0 => FilterAction::DropSequenceOrChar,
        0..0x20 | 0x7F => FilterAction::Drop,
        _ => FilterAction::Keep,
    })
}

/// Makes UTF-16 text safe to display and store as [`sanitize_text`] does. Removes
/// unpaired surrogates.
///
/// ```
/// # extern crate ransack_text as ransack;
/// let units = [0x61, 0xD83D, 0x0D, 0x62, 0xD83D, 0xDE00];
/// assert_eq!(ransack::sanitize_text_utf16(&units), "a\nb😀");
/// ```
pub fn sanitize_text_utf16(text: &[u16]) -> String {
    let decoded: String = char::decode_utf16(text.iter().copied())
        .filter_map(Result::ok)
        .collect();
    match sanitize_text(&decoded) {
        Cow::Borrowed(_) => decoded,
        Cow::Owned(clean) => clean,
    }
}

/// Treatment of a character by [`filter`].
enum FilterAction {
    Keep,
    Drop,
    /// Replaces the character and a following LF with LF.
    ReplaceByLf,
    /// Drops the escape sequence that starts here, or keeps the character.
    DropSequence,
    /// Drops the escape sequence that starts here, or the character.
    DropSequenceOrChar,
}

fn filter_str(text: &str, action: impl Fn(u32) -> FilterAction) -> Cow<'_, str> {
    let mut out = String::new();
    let done = filter(text, action, |part, replacement| {
        out.push_str(&text[part]);
        out.push_str(replacement);
    });
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Calls `write` with each kept part that precedes a dropped one, and with the
/// replacement of the dropped one. Returns the start of the last kept part,
/// which is not passed to `write`; 0 if nothing is dropped.
fn filter<U: CodeUnits>(
    text: U,
    action: impl Fn(u32) -> FilterAction,
    mut write: impl FnMut(Range<usize>, &str),
) -> usize {
    let mut done = 0;
    let mut at = 0;
    loop {
        at = text.printable_end(at, text.len());
        if at == text.len() {
            return done;
        }
        let (code, n) = text.decode(at);
        let (until, replacement) = match action(code) {
            FilterAction::Keep => (at, ""),
            FilterAction::Drop => (at + n, ""),
            FilterAction::ReplaceByLf => {
                let next = at + n;
                let paired = next < text.len() && text.unit(next) == 0x0A;
                (next + usize::from(paired), "\n")
            }
            FilterAction::DropSequence => (sequence_end(text, at).unwrap_or(at), ""),
            FilterAction::DropSequenceOrChar => (sequence_end(text, at).unwrap_or(at + n), ""),
        };
        if until == at {
            at += n;
            continue;
        }
        write(done..at, replacement);
        at = until;
        done = until;
    }
}
