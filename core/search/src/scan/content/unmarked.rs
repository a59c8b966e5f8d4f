//! Detection of UTF-16 and UTF-32 text without a byte order mark, and of UTF-32 text with one.
//!
//! Such text contains NUL bytes, like a picture or a program, but is text that the reader cannot
//! decode. The distinction decides whether a report can be complete.

/// Number of bytes that are examined at most.
const SAMPLE: usize = 64 << 10;

/// Minimum number of characters of a text.
const MIN_CHARS: usize = 4;

/// Number of characters from which a text need not be mostly ASCII.
const MANY_CHARS: usize = 64;

/// Returns the name of the encoding if `content`, the beginning of a file without a byte order
/// mark, is text in UTF-16 or UTF-32. O(1): examines at most 64 KiB.
///
/// Every unit of the sample must be a valid character other than U+0000, a control character or a
/// noncharacter; at least one must be ASCII, and half of them in a short text; and at most one in 50
/// may be outside the blocks of living scripts and symbols. Pictures, archives and programs contain
/// a run of zeros or a lone surrogate within a few bytes. Lists of strings that end in NUL have
/// units of two ASCII characters.
pub(super) fn unmarked_encoding(content: &[u8]) -> Option<&'static str> {
    let is_cut = content.len() > SAMPLE;
    let sample = &content[..content.len().min(SAMPLE)];
    let utf32 = |unit: fn([u8; 4]) -> u32| {
        let (units, rest) = sample.as_chunks::<4>();
        let chars = units.iter().map(|bytes| char::from_u32(unit(*bytes)));
        rest.is_empty().then(|| count_ascii(chars)).flatten()
    };
    let utf16 = |unit: fn([u8; 2]) -> u16| {
        let (units, rest) = sample.as_chunks::<2>();
        let chars = char::decode_utf16(units.iter().map(|bytes| unit(*bytes)));
        let mut chars = chars.map(Result::ok).peekable();
        // The sample may end inside a pair.
        let whole = std::iter::from_fn(|| {
            let char = chars.next()?;
            Some(char).filter(|char| char.is_some() || !is_cut || chars.peek().is_some())
        });
        rest.is_empty().then(|| count_ascii(whole)).flatten()
    };
    let by_encoding = [
        ("UTF-32LE", utf32(u32::from_le_bytes)),
        ("UTF-32BE", utf32(u32::from_be_bytes)),
        ("UTF-16LE", utf16(u16::from_le_bytes)),
        ("UTF-16BE", utf16(u16::from_be_bytes)),
    ];
    // ASCII text in the other byte order is a valid sequence of Chinese characters.
    let best = by_encoding.into_iter().max_by_key(|(_, ascii)| *ascii)?;
    best.1.map(|_| best.0)
}

/// Returns the name of the encoding if `content`, the beginning of a file, is text in UTF-32 with a byte
/// order mark. The mark of UTF-32LE begins with the mark of UTF-16LE, whose text has no U+0000. O(1):
/// examines at most 64 KiB.
pub(super) fn utf32_with_mark(content: &[u8]) -> Option<&'static str> {
    let (units, _) = content[..content.len().min(SAMPLE)].as_chunks::<4>();
    let (mark, units) = units.split_first()?;
    let is_text = |unit: fn([u8; 4]) -> u32| {
        !units.is_empty()
            && units
                .iter()
                .all(|bytes| char::from_u32(unit(*bytes)).is_some_and(is_of_text))
    };
    match mark {
        [0xff, 0xfe, 0, 0] if is_text(u32::from_le_bytes) => Some("UTF-32LE"),
        [0, 0, 0xfe, 0xff] if is_text(u32::from_be_bytes) => Some("UTF-32BE"),
        _ => None,
    }
}

/// Returns the number of ASCII characters if all characters can be text; `None` is an
/// invalid unit.
fn count_ascii(chars: impl Iterator<Item = Option<char>>) -> Option<usize> {
    let (mut count, mut ascii, mut unusual, mut pairs) = (0_usize, 0_usize, 0_usize, 0_usize);
    for char in chars {
        let char = char.filter(|char| is_of_text(*char))?;
        let code = u32::from(char);
        count += 1;
        ascii += usize::from(char.is_ascii());
        unusual += usize::from(!is_usual(char));
        let is_printable = |byte: u32| (0x20..0x7f).contains(&byte);
        pairs += usize::from(is_printable(code & 0xff) && is_printable(code >> 8));
    }
    // A few units in many scripts may be anything.
    let is_telling = count >= MIN_CHARS && (ascii * 2 >= count || count >= MANY_CHARS);
    let is_text = ascii > 0 && unusual * 50 <= count && pairs * 2 <= count - ascii;
    (is_telling && is_text).then_some(ascii)
}

/// Whether a character may occur in text: not a noncharacter, and of the control characters only tab, line
/// feed, form feed, carriage return and escape.
fn is_of_text(char: char) -> bool {
    let is_control = char.is_control() && !matches!(char, '\t' | '\n' | '\x0c' | '\r' | '\x1b');
    let is_noncharacter =
        u32::from(char) & 0xfffe == 0xfffe || ('\u{fdd0}'..='\u{fdef}').contains(&char);
    !is_control && !is_noncharacter
}

/// Returns whether a character belongs to a block of a living script, of punctuation or of symbols.
fn is_usual(char: char) -> bool {
    matches!(u32::from(char),
        0x09..=0x6ff | 0x900..=0x11ff | 0x1e00..=0x27ff | 0x3000..=0x9fff | 0xac00..=0xd7a3
        | 0xf900..=0xfaff | 0xfe00..=0xfe0f | 0xff00..=0xffef | 0x1f000..=0x1faff | 0x2_0000..=0x3_ffff)
}

#[cfg(test)]
mod tests;
