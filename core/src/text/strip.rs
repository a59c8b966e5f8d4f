//! Text without escapes and controls.

use std::borrow::Cow;
use std::ops::Range;

use super::escape::{ESC, sequence_end};
use super::units::Units;

/// The text without escape sequences. Everything else stays, control
/// characters too.
///
/// What an escape sequence is, [`visible_width`](crate::visible_width#escapes)
/// says. The text comes back as it is where it holds none.
///
/// # Cost
///
/// Linear; one pass, and one copy of what is kept if there is an escape.
///
/// ```
/// assert_eq!(ransack::strip_ansi("\x1b[1;31mred\x1b[0m \x1b]8;;http://a.b\x07link\x1b]8;;\x07"), "red link");
/// ```
pub fn strip_ansi(text: &str) -> Cow<'_, str> {
    filter_str(text, without_escapes)
}

/// As [`strip_ansi`], of UTF-16, well formed or not.
///
/// ```
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

fn without_escapes(code: u32) -> Keep {
    match code {
        ESC | 0x80..0xA0 => Keep::LookForEscape,
        _ => Keep::Yes,
    }
}

/// The text as it can be shown or stored anywhere: without escape sequences
/// and control characters (C0, DEL and C1) other than tab and LF, with LF at
/// the end of every line (of CR LF, and of CR alone).
///
/// The text comes back as it is where nothing has to be changed.
///
/// # Cost
///
/// Linear; one pass, and one copy of what is kept if anything has to go.
///
/// ```
/// assert_eq!(ransack::sanitize_text("a\x1b[1mb\x07\r\nc\td\0"), "ab\nc\td");
/// ```
pub fn sanitize_text(text: &str) -> Cow<'_, str> {
    filter_str(text, |code| match code {
        0x09 | 0x0A => Keep::Yes,
        0x0D => Keep::AsNewline,
        ESC | 0x80..0xA0 => Keep::LookForEscapeOrDrop,
        0..0x20 | 0x7F => Keep::No,
        _ => Keep::Yes,
    })
}

/// As [`sanitize_text`], of UTF-16, well formed or not: a surrogate without
/// its other half is left out.
///
/// ```
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

/// What becomes of a character.
enum Keep {
    Yes,
    No,
    AsNewline,
    /// It is left out with the escape sequence it starts, or kept.
    LookForEscape,
    /// It is left out with the escape sequence it starts, or alone.
    LookForEscapeOrDrop,
}

fn filter_str(text: &str, keep: impl Fn(u32) -> Keep) -> Cow<'_, str> {
    let mut out = String::new();
    let done = filter(text, keep, |part, instead| {
        out.push_str(&text[part]);
        out.push_str(instead);
    });
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Hands over each part that is kept and ends where something is left out, with
/// what comes instead. Returns where the last one begins, which is not handed
/// over.
fn filter<U: Units>(
    text: U,
    keep: impl Fn(u32) -> Keep,
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
        let (until, instead) = match keep(code) {
            Keep::Yes => (at, ""),
            Keep::No => (at + n, ""),
            Keep::AsNewline => {
                let next = at + n;
                let paired = next < text.len() && text.unit(next) == 0x0A;
                (next + usize::from(paired), "\n")
            }
            Keep::LookForEscape => (sequence_end(text, at).unwrap_or(at), ""),
            Keep::LookForEscapeOrDrop => (sequence_end(text, at).unwrap_or(at + n), ""),
        };
        if until == at {
            at += n;
            continue;
        }
        write(done..at, instead);
        at = until;
        done = until;
    }
}
