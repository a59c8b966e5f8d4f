//! Character classes of the split patterns, as bit masks, for single characters and for eight ASCII
//! bytes at a time.
//!
//! The classes are defined in [`class_table`](super::class_table), generated from the data of
//! `regex-syntax`.

use ransack_base::internal::{TwoStageTable, stored_blocks};

use super::class_table::RANGES;

/// `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`: characters of the first part of an `o200k` word.
pub(super) const UPPER: u8 = 1;
/// `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`: characters of the second part of an `o200k` word.
pub(super) const LOWER: u8 = 2;
/// `\p{L}`: letters.
pub(super) const LETTER: u8 = 4;
/// `\p{N}`: numeric characters.
pub(super) const NUMBER: u8 = 8;
/// `\s`: white space, including line ends.
pub(super) const SPACE: u8 = 16;
/// `[\r\n]`: line ends.
pub(super) const NEWLINE: u8 = 32;
/// `[^\s\p{L}\p{N}]`: everything else, including marks.
pub(super) const SYMBOL: u8 = 64;

static TABLE: TwoStageTable<{ stored_blocks(RANGES) }> = TwoStageTable::new(RANGES);

static ASCII: [u8; 128] = {
    let mut classes = [0; 128];
    let mut range = 0;
    let mut code = 0;
    while code < 128 {
        while RANGES[range + 1].0 <= code {
            range += 1;
        }
        classes[code as usize] = RANGES[range].1;
        code += 1;
    }
    classes
};

/// Returns the classes of the character that begins at `at` and its length in bytes; 0 and 0 at the
/// end of the text.
///
/// `text` must be UTF-8 and `at` a character boundary. Otherwise the result is unspecified, but the
/// function does not panic.
#[inline(always)]
pub(super) fn class_at(text: &[u8], at: usize) -> (u8, usize) {
    match text.get(at) {
        None => (0, 0),
        Some(&byte) => match ASCII.get(byte as usize) {
            Some(&class) => (class, 1),
            None => wide(&text[at..]),
        },
    }
}

#[inline]
fn wide(text: &[u8]) -> (u8, usize) {
    let low = |byte: u8| u32::from(byte & 0x3F);
    let (code, len) = match *text {
        [a, b, ..] if a < 0xE0 => (u32::from(a & 0x1F) << 6 | low(b), 2),
        [a, b, c, ..] if a < 0xF0 => (u32::from(a & 0x0F) << 12 | low(b) << 6 | low(c), 3),
        [a, b, c, d, ..] => {
            let high = u32::from(a & 0x07) << 18 | low(b) << 12;
            (high | low(c) << 6 | low(d), 4)
        }
        _ => return (SYMBOL, 1),
    };
    (TABLE.get(code).unwrap_or(SYMBOL), len)
}

/// ASCII classes of eight bytes at once (SIMD within a register).
///
/// A set is a `u64` with the highest bit of each member byte set; the first byte is the lowest.
/// Bytes above 0x7F are in no set.
pub(super) mod swar {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * ONES;

    #[inline(always)]
    const fn between(bytes: u64, low: u8, high: u8) -> u64 {
        let ascii = bytes & !HIGH;
        let from_low = ascii + (0x80 - low as u64) * ONES;
        let over_high = ascii + (0x7F - high as u64) * ONES;
        from_low & !over_high & !bytes & HIGH
    }

    #[inline(always)]
    pub(crate) const fn upper(bytes: u64) -> u64 {
        between(bytes, b'A', b'Z')
    }

    #[inline(always)]
    pub(crate) const fn lower(bytes: u64) -> u64 {
        between(bytes, b'a', b'z')
    }

    #[inline(always)]
    pub(crate) const fn letter(bytes: u64) -> u64 {
        // Upper and lower case differ in one bit. Setting it turns no other character into a
        // letter.
        lower(bytes | (0x20 * ONES))
    }

    #[inline(always)]
    pub(crate) const fn space(bytes: u64) -> u64 {
        between(bytes, 9, 13) | between(bytes, b' ', b' ')
    }

    #[inline(always)]
    pub(crate) const fn newline(bytes: u64) -> u64 {
        between(bytes, 10, 10) | between(bytes, 13, 13)
    }

    #[inline(always)]
    pub(crate) const fn symbol(bytes: u64) -> u64 {
        let others = letter(bytes) | space(bytes) | between(bytes, b'0', b'9');
        !others & !bytes & HIGH
    }

    /// Returns the length of the leading run of bytes in `first`, and the end of the run in
    /// `second` that follows it. An end beyond the eight bytes is reported as 8.
    #[inline(always)]
    pub(crate) const fn leading_runs(first: u64, second: u64) -> (usize, usize) {
        let len = leading_run(first);
        if len == 8 {
            return (8, 8);
        }
        // The bytes of the first run count as members of `second`.
        let passed = (1 << (8 * len)) - 1;
        (len, leading_run(second | passed))
    }

    /// Returns the number of leading bytes in the set, 0 to 8.
    #[inline(always)]
    pub(crate) const fn leading_run(set: u64) -> usize {
        (!set & HIGH).trailing_zeros() as usize / 8
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
