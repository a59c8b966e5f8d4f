//! Finding escape sequences.
//!
//! The grammar is that of ECMA-48 and of Paul Williams' parser for DEC
//! terminals, which terminals follow, with what they add in practice (BEL ends
//! OSC and APC). A sequence ends before a character that cannot stand in it;
//! that character is looked at anew, so an ESC inside of a sequence cuts it
//! off and starts another. Each unit is read once for the sequence it belongs
//! to: a whole text is parsed in linear time whatever it holds.

use super::units::Units;

const BEL: u32 = 0x07;
const CAN: u32 = 0x18;
const SUB: u32 = 0x1A;
pub(super) const ESC: u32 = 0x1B;

/// How a sequence goes on after what introduces it.
enum Form {
    /// Parameters, intermediates and one final character.
    Control,
    /// Anything up to the terminator ST, or also BEL.
    Text { bell: bool },
    /// Nothing more.
    Whole,
}

/// The end of the escape sequence that starts at `at`, if one starts there.
///
/// A sequence that the end of the text cuts off ends there. An ESC that
/// introduces nothing is a sequence of its own.
#[inline(always)]
pub(super) fn sequence_end<U: Units>(text: U, at: usize) -> Option<usize> {
    let unit = text.unit(at);
    if unit == ESC {
        return Some(after_escape(text, at + 1));
    }
    if unit < 0x80 {
        return None;
    }
    match text.decode(at) {
        (0x9B, n) => Some(finish(text, at + n, &Form::Control)),
        (0x9D | 0x9F, n) => Some(finish(text, at + n, &Form::Text { bell: true })),
        (0x90 | 0x98 | 0x9E, n) => Some(finish(text, at + n, &Form::Text { bell: false })),
        _ => None,
    }
}

/// As [`sequence_end`], for those outside.
#[cfg(feature = "highlight")]
pub(crate) fn escape_end(text: &str, at: usize) -> Option<usize> {
    sequence_end(text, at)
}

#[inline(always)]
fn after_escape<U: Units>(text: U, at: usize) -> usize {
    if at == text.len() {
        return at;
    }
    let form = match text.unit(at) {
        0x5B => Form::Control,
        // OSC and APC; then DCS, SOS and PM.
        0x5D | 0x5F => Form::Text { bell: true },
        0x50 | 0x58 | 0x5E => Form::Text { bell: false },
        // Charset selects and the like: intermediates, then a final.
        0x20..0x30 => {
            let end = skip(text, at, 0x20..0x30);
            let is_final = end < text.len() && (0x30..0x7F).contains(&text.unit(end));
            return end + usize::from(is_final);
        }
        0x30..0x7F => Form::Whole,
        _ => return at,
    };
    finish(text, at + 1, &form)
}

#[inline(always)]
fn finish<U: Units>(text: U, at: usize, form: &Form) -> usize {
    match *form {
        Form::Whole => at,
        Form::Control => {
            let end = skip(text, at, 0x20..0x40);
            let is_final = end < text.len() && (0x40..0x7F).contains(&text.unit(end));
            end + usize::from(is_final)
        }
        Form::Text { bell } => string_end(text, at, bell),
    }
}

#[inline(always)]
fn skip<U: Units>(text: U, mut at: usize, range: std::ops::Range<u32>) -> usize {
    while at < text.len() && range.contains(&text.unit(at)) {
        at += 1;
    }
    at
}

/// The end of a control string whose text starts at `at`.
fn string_end<U: Units>(text: U, mut at: usize, bell: bool) -> usize {
    loop {
        at = text.printable_end(at, text.len());
        if at == text.len() {
            return at;
        }
        match text.unit(at) {
            BEL if bell => return at + 1,
            CAN | SUB => return at,
            ESC => {
                let ends = at + 1 < text.len() && text.unit(at + 1) == 0x5C;
                return at + 2 * usize::from(ends);
            }
            0..0x80 => at += 1,
            _ => match text.decode(at) {
                (0x9C, n) => return at + n,
                (_, n) => at += n,
            },
        }
    }
}

/// Whether the text ends inside a sequence, which would swallow what is put
/// after it.
pub(super) fn ends_inside(text: &str) -> bool {
    let is_introducer = |c: char| matches!(c, '\x1b' | '\u{90}'..='\u{9f}');
    // What comes before the last ESC has ended there.
    let mut at = text.rfind('\x1b').unwrap_or(0);
    while let Some(next) = text[at..].find(is_introducer) {
        let start = at + next;
        at = sequence_end(text, start).unwrap_or(start + 2);
        if at == text.len() {
            let longer = [&text[start..], " "].concat();
            return sequence_end(longer.as_str(), 0) == Some(longer.len());
        }
    }
    false
}

/// The parameters of a sequence that selects graphic rendition: of
/// `ESC [ 1 ; 31 m` the `1;31`.
pub(super) fn rendition(sequence: &str) -> Option<&str> {
    let rest = sequence
        .strip_prefix("\x1b[")
        .or_else(|| sequence.strip_prefix('\u{9b}'))?;
    let parameters = rest.strip_suffix('m')?;
    // Private prefixes (`>4;1m`) and intermediates make it another function.
    let plain = parameters.bytes().all(|b| matches!(b, b'0'..=b';'));
    plain.then_some(parameters)
}

/// The part of an operating system command after its number and `;`, without
/// the terminator, and the terminator.
pub(super) fn command<'a>(sequence: &'a str, number: &str) -> Option<(&'a str, &'a str)> {
    let rest = sequence
        .strip_prefix("\x1b]")
        .or_else(|| sequence.strip_prefix('\u{9d}'))?;
    let rest = rest.strip_prefix(number)?.strip_prefix(';')?;
    let terminator = match rest.as_bytes() {
        [.., 0x07] => 1,
        [.., 0x1B, 0x5C] | [.., 0xC2, 0x9C] => 2,
        _ => return None,
    };
    Some(rest.split_at(rest.len() - terminator))
}
