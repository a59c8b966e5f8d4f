//! Boundaries and parameters of escape sequences.
//!
//! The grammar follows ECMA-48 and Paul Williams' parser for DEC terminals,
//! with the extensions that terminals share (BEL terminates OSC and APC). A
//! sequence ends before a character that is invalid in it, and parsing resumes
//! there: an ESC inside a sequence ends it and starts another. Each code unit
//! is read once for its sequence, so any text is parsed in linear time.

use super::code_units::CodeUnits;

const BEL: u32 = 0x07;
const CAN: u32 = 0x18;
const SUB: u32 = 0x1A;
pub(super) const ESC: u32 = 0x1B;

/// Form of a sequence after its introducer.
enum SequenceForm {
    /// Parameters, intermediates and one final character.
    Control,
    /// Control string up to the terminator ST or, if `bel_terminates`, BEL.
    String { bel_terminates: bool },
    /// The introducer is the whole sequence.
    Complete,
}

/// Returns the end of the escape sequence that starts at `at`, or `None` if
/// none starts there.
///
/// An unterminated sequence extends to the end of the text. An ESC that
/// introduces nothing is a sequence of one character.
#[inline(always)]
pub(super) fn sequence_end<U: CodeUnits>(text: U, at: usize) -> Option<usize> {
    let unit = text.unit(at);
    if unit == ESC {
        return Some(esc_sequence_end(text, at + 1));
    }
    if unit < 0x80 {
        return None;
    }
    match text.decode(at) {
        (0x9B, n) => Some(body_end(text, at + n, &SequenceForm::Control)),
        (0x9D | 0x9F, n) => Some(body_end(
            text,
            at + n,
            &SequenceForm::String {
                bel_terminates: true,
            },
        )),
        (0x90 | 0x98 | 0x9E, n) => Some(body_end(
            text,
            at + n,
            &SequenceForm::String {
                bel_terminates: false,
            },
        )),
        _ => None,
    }
}

/// Returns the end of the escape sequence that starts at byte `at` of `text`,
/// or `None` if none starts there.
pub fn escape_end(text: &str, at: usize) -> Option<usize> {
    sequence_end(text, at)
}

/// Returns the end of a sequence whose ESC ends at `at`.
#[inline(always)]
fn esc_sequence_end<U: CodeUnits>(text: U, at: usize) -> usize {
    if at == text.len() {
        return at;
    }
    let form = match text.unit(at) {
        0x5B => SequenceForm::Control,
        // OSC and APC; then DCS, SOS and PM.
        0x5D | 0x5F => SequenceForm::String {
            bel_terminates: true,
        },
        0x50 | 0x58 | 0x5E => SequenceForm::String {
            bel_terminates: false,
        },
        // Charset selection and others: intermediates, then a final character.
        0x20..0x30 => {
            let end = skip_range(text, at, 0x20..0x30);
            let is_final = end < text.len() && (0x30..0x7F).contains(&text.unit(end));
            return end + usize::from(is_final);
        }
        0x30..0x7F => SequenceForm::Complete,
        _ => return at,
    };
    body_end(text, at + 1, &form)
}

/// Returns the end of a sequence whose introducer ends at `at`.
#[inline(always)]
fn body_end<U: CodeUnits>(text: U, at: usize, form: &SequenceForm) -> usize {
    match *form {
        SequenceForm::Complete => at,
        SequenceForm::Control => {
            let end = skip_range(text, at, 0x20..0x40);
            let is_final = end < text.len() && (0x40..0x7F).contains(&text.unit(end));
            end + usize::from(is_final)
        }
        SequenceForm::String { bel_terminates } => string_end(text, at, bel_terminates),
    }
}

/// Returns the first offset at or after `at` whose code unit is not in `range`.
#[inline(always)]
fn skip_range<U: CodeUnits>(text: U, mut at: usize, range: std::ops::Range<u32>) -> usize {
    while at < text.len() && range.contains(&text.unit(at)) {
        at += 1;
    }
    at
}

/// Returns the end of a control string whose content starts at `at`.
fn string_end<U: CodeUnits>(text: U, mut at: usize, bel_terminates: bool) -> usize {
    loop {
        at = text.printable_end(at, text.len());
        if at == text.len() {
            return at;
        }
        match text.unit(at) {
            BEL if bel_terminates => return at + 1,
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

/// Whether the text ends inside a sequence that would consume appended text.
pub(super) fn ends_inside(text: &str) -> bool {
    let is_introducer = |c: char| matches!(c, '\x1b' | '\u{90}'..='\u{9f}');
    // A sequence that starts before the last ESC ends there at the latest.
    let mut at = text.rfind('\x1b').unwrap_or(0);
    while let Some(next) = text[at..].find(is_introducer) {
        let start = at + next;
        at = sequence_end(text, start).unwrap_or(start + 2);
        if at == text.len() {
            return is_open(&text[start..]);
        }
    }
    false
}

/// Whether the escape sequence `sequence` would consume appended text.
pub(super) fn is_open(sequence: &str) -> bool {
    let longer = [sequence, " "].concat();
    sequence_end(longer.as_str(), 0) == Some(longer.len())
}

/// Returns the parameters of an SGR sequence, such as `1;31` for `ESC [ 1 ; 31
/// m`. Returns `None` for other sequences.
pub(super) fn sgr_parameters(sequence: &str) -> Option<&str> {
    let rest = sequence
        .strip_prefix("\x1b[")
        .or_else(|| sequence.strip_prefix('\u{9b}'))?;
    let parameters = rest.strip_suffix('m')?;
    // With a private prefix (`>4;1m`) or intermediates, the sequence is another
    // function.
    let plain = parameters.bytes().all(|b| matches!(b, b'0'..=b';'));
    plain.then_some(parameters)
}

/// Returns the argument (after `number;`) and the terminator of an operating
/// system command with this number. Returns `None` for other sequences.
pub(super) fn osc_argument<'a>(sequence: &'a str, number: &str) -> Option<(&'a str, &'a str)> {
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
