//! Where the pieces of o200k begin in ASCII text, many at once.
//!
//! In ASCII, what [`PieceScanner::o200k`](super::scanner::PieceScanner::o200k) finds
//! follows from the classes of a few neighbours. Here a class is a set of bits,
//! one for each byte, and so are the places where pieces begin: they come of a
//! few operations on all bytes, without a branch that depends on the text and
//! is mispredicted.

use wide::{CmpEq, CmpGt, CmpLt, i8x16};

/// The bytes that are looked at. Of the bits one is left for what is carried
/// when runs are found by adding.
const LEN: u32 = 63;

/// Sets of bytes: the lowest bit is the first byte.
struct ClassBits {
    upper: u64,
    lower: u64,
    digit: u64,
    newline: u64,
    /// White space other than `newline`.
    space: u64,
    /// The one that joins a symbol.
    blank: u64,
    slash: u64,
    apostrophe: u64,
    /// None of ASCII.
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
        for (place, part) in parts.iter().enumerate() {
            let part = i8x16::from(part.map(u8::cast_signed));
            let is = |byte: u8| part.cmp_eq(i8x16::splat(byte.cast_signed()));
            let between = |low: u8, high: u8| {
                let (low, high) = (low.cast_signed() - 1, high.cast_signed() + 1);
                part.cmp_gt(i8x16::splat(low)) & part.cmp_lt(i8x16::splat(high))
            };
            let bits = |set: i8x16| u64::from(set.move_mask().cast_unsigned()) << (16 * place);
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

/// The places behind `at` where pieces begin, as bits counted from `at`, where
/// one begins. They end where it is not certain how it goes on.
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

    // A run of symbols takes the line ends behind it, which adding its first
    // bit to a run of bits clears.
    let taken = newline & !(newline + (newline & symbol << 1));
    let white = (space | newline) & !taken;
    // A blank joins the symbols behind it.
    let symbols = symbol & !(symbol << 1) & !(classes.blank << 1);
    // White space joins the letters behind it, and so does a single symbol.
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

    // A slash can follow those line ends, and a contraction a word.
    let mut open = (classes.slash & taken << 1) | (classes.apostrophe & letter << 1 & letter >> 1);
    // White space behind a line end is one with it if another one follows.
    let after_indents = (space + indents) & !space;
    if after_indents & (newline | 1 << known) != 0 {
        open |= indents;
    }
    let sure = open.trailing_zeros().min(known.saturating_sub(1));
    starts & ((1 << sure) - 1) & !1
}
