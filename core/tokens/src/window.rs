//! Finds the starts of many `o200k` pieces at once, in a window of ASCII text.
//!
//! In ASCII, the result of [`PieceScanner::o200k`](super::scanner::PieceScanner::o200k) depends
//! only on the classes of a few neighbouring bytes. Here a class is a set of bits, one per byte of
//! the window, and so are the starts. A few operations on all bytes compute them, without
//! text-dependent branches that would be mispredicted.
//!
//! Invariant: the scanner finds every returned start too. Starts may be missing from the first
//! uncertain position on.

use wide::{CmpEq, CmpGt, CmpLt, i8x16};

/// Number of bytes in a window. One of the 64 bits is left for the carry of the additions that find
/// runs.
const LEN: u32 = 63;

/// Bit sets of the bytes of a window by class; the lowest bit is the first byte.
struct ClassBits {
    upper: u64,
    lower: u64,
    digit: u64,
    newline: u64,
    /// White space other than `newline`.
    space: u64,
    /// Blanks (U+0020), the only white space that a following symbol takes in.
    blank: u64,
    slash: u64,
    apostrophe: u64,
    /// Bytes above 0x7F.
    wide: u64,
}

impl ClassBits {
    #[inline(always)]
    fn new(bytes: &[u8; 64]) -> ClassBits {
        let mut classes = ClassBits {
            upper: 0,
            lower: 0,
            digit: 0,
            newline: 0,
            space: 0,
            blank: 0,
            slash: 0,
            apostrophe: 0,
            wide: 0,
        };
        let (parts, _) = bytes.as_chunks::<16>();
        for (index, part) in parts.iter().enumerate() {
            let part = i8x16::from(part.map(u8::cast_signed));
            let is = |byte: u8| part.cmp_eq(i8x16::splat(byte.cast_signed()));
            let between = |low: u8, high: u8| {
                let (low, high) = (low.cast_signed() - 1, high.cast_signed() + 1);
                part.cmp_gt(i8x16::splat(low)) & part.cmp_lt(i8x16::splat(high))
            };
            let bits = |set: i8x16| u64::from(set.move_mask().cast_unsigned()) << (16 * index);
            let (newline, blank) = (is(b'\n') | is(b'\r'), is(b' '));
            classes.upper |= bits(between(b'A', b'Z'));
            classes.lower |= bits(between(b'a', b'z'));
            classes.digit |= bits(between(b'0', b'9'));
            classes.newline |= bits(newline);
            classes.space |= bits(between(9, 13) | blank);
            classes.blank |= bits(blank);
            classes.slash |= bits(is(b'/'));
            classes.apostrophe |= bits(is(b'\''));
            classes.wide |= bits(part);
        }
        classes.space &= !classes.newline;
        classes
    }
}

/// Returns the starts of the pieces after the piece at `at`, as bits counted from `at`.
///
/// A piece must begin at `at`. The set stops at the first position whose start depends on text
/// beyond the window. It is empty if the window is unusable.
#[inline(always)]
pub(super) fn piece_starts(text: &[u8], at: usize) -> u64 {
    let Some(bytes) = text[at..].first_chunk::<64>() else {
        return 0;
    };
    if !bytes[..8].is_ascii() {
        return 0;
    }
    let classes = ClassBits::new(bytes);
    let known = (classes.wide | 1 << LEN).trailing_zeros();
    let all = (1u64 << known) - 1;
    let (space, newline) = (classes.space & all, classes.newline & all);
    let (upper, lower, digit) = (classes.upper, classes.lower, classes.digit);
    let letter = upper | lower;
    let symbol = all & !(letter | digit | space | newline);

    // A run of symbols takes in the line ends after it. Adding the first bit of a run to the run
    // clears the run.
    let taken = newline & !(newline + (newline & symbol << 1));
    let white = (space | newline) & !taken;
    // Symbols take in the preceding blank.
    let symbols = symbol & !(symbol << 1) & !(classes.blank << 1);
    // Letters take in one preceding white space character or symbol.
    let words = letter & !(letter << 1) & !(space << 1) & !(symbols << 1);
    let indents = space & newline << 1;
    let mut starts = symbols
        | words
        | (upper & lower << 1)
        | (white & !(white << 1))
        | (space & !(white >> 1))
        | indents;
    let three = digit & digit << 1 & digit << 2;
    let mut digits = digit & !(digit << 1);
    while digits != 0 {
        starts |= digits;
        digits = digits << 3 & three;
    }

    // A slash may extend the line ends of symbols, and a contraction may extend a word: both end
    // the certain part.
    let mut open = (classes.slash & taken << 1) | (classes.apostrophe & letter << 1 & letter >> 1);
    // White space after a line end belongs to the same piece if another line end follows.
    let after_indents = (space + indents) & !space;
    if after_indents & (newline | 1 << known) != 0 {
        open |= indents;
    }
    let sure = open.trailing_zeros().min(known.saturating_sub(1));
    starts & ((1 << sure) - 1) & !1
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
