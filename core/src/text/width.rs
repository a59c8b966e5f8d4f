//! What the tables say about one character.

use super::tables::RANGES;

/// The version of Unicode that widths and clusters follow: major, minor,
/// update.
///
/// ```
/// assert_eq!(ransack::UNICODE_VERSION, (17, 0, 0));
/// ```
pub const UNICODE_VERSION: (u8, u8, u8) = (17, 0, 0);

/// How a character behaves at the boundaries of grapheme clusters.
///
/// The classes of UAX #29, with the Indic and pictographic properties folded
/// in, so that one look-up tells all that the rules ask for.
pub(super) mod class {
    /// Nothing special.
    pub(in crate::text) const OTHER: u8 = 0;
    /// Ends and starts a cluster on both sides.
    pub(in crate::text) const CONTROL: u8 = 1;
    /// Extends, also inside of an Indic conjunct.
    pub(in crate::text) const EXTEND: u8 = 2;
    /// Extends, but ends an Indic conjunct (U+200C).
    pub(in crate::text) const NON_JOINER: u8 = 3;
    /// Extends and links two Indic consonants.
    pub(in crate::text) const LINKER: u8 = 4;
    /// U+200D.
    pub(in crate::text) const JOINER: u8 = 5;
    /// One half of a flag.
    pub(in crate::text) const REGIONAL: u8 = 6;
    /// Belongs to what follows.
    pub(in crate::text) const PREPEND: u8 = 7;
    /// A mark with a cell of its own that belongs to what comes before.
    pub(in crate::text) const SPACING: u8 = 8;
    /// Thai and Lao AM, which every terminal gives a cell.
    pub(in crate::text) const SPACING_VOWEL: u8 = 9;
    /// Hangul: leading consonant, vowel, trailing consonant, and syllable
    /// (with or without a trailing consonant, which arithmetic tells).
    pub(in crate::text) const LEADING: u8 = 10;
    pub(in crate::text) const VOWEL: u8 = 11;
    pub(in crate::text) const TRAILING: u8 = 12;
    pub(in crate::text) const SYLLABLE: u8 = 13;
    /// Joins with the next of its kind through U+200D.
    pub(in crate::text) const PICTOGRAPH: u8 = 14;
    /// Joins with the next of its kind through a linker.
    pub(in crate::text) const CONSONANT: u8 = 15;
}

/// Properties of a character in one byte: bits 0-3 the class, 4-5 the width
/// (3 stands for ambiguous), 6 and 7 what variation selectors do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Props(u8);

impl Props {
    #[cfg(test)]
    pub(super) const AMBIGUOUS: u8 = 3;
    const WIDENS: u8 = 1 << 6;
    const NARROWS: u8 = 1 << 7;

    #[cfg(test)]
    pub(super) fn new(class: u8, width: u8, widens: bool, narrows: bool) -> Props {
        assert!(class < 16 && width < 4);
        Props(class | width << 4 | u8::from(widens) << 6 | u8::from(narrows) << 7)
    }

    #[cfg(test)]
    pub(super) fn bits(self) -> u8 {
        self.0
    }

    /// One of [`class`].
    pub(super) fn class(self) -> u8 {
        self.0 & 15
    }

    /// Cells by itself: 0, 1, 2, or 3 for ambiguous.
    pub(super) fn width(self) -> u8 {
        self.0 >> 4 & 3
    }

    /// Whether U+FE0F makes it an emoji of two cells.
    pub(super) fn widens(self) -> bool {
        self.0 & Props::WIDENS != 0
    }

    /// Whether U+FE0E makes it a text symbol of one cell.
    pub(super) fn narrows(self) -> bool {
        self.0 & Props::NARROWS != 0
    }
}

/// Characters per block of the second stage.
const BLOCK: usize = 128;
const BLOCKS: usize = 0x11_0000 / BLOCK;
const STORED: usize = count_blocks();

/// Two stages: the number of a block, and the blocks, each distinct uniform
/// block stored once. Built from the ranges when this crate is compiled, since
/// ranges are what a person can review.
static STAGES: ([u16; BLOCKS], [u8; STORED * BLOCK]) = build();

/// The properties of a code point.
#[inline(always)]
pub(super) fn props(code: u32) -> Props {
    let block = match STAGES.0.get(code as usize / BLOCK) {
        Some(&block) => block as usize,
        None => return Props(1 << 4),
    };
    Props(STAGES.1[block * BLOCK + code as usize % BLOCK])
}

/// Where the range after `range` starts.
const fn end_of(range: usize) -> usize {
    if range + 1 < RANGES.len() {
        RANGES[range + 1].0 as usize
    } else {
        0x11_0000
    }
}

const fn count_blocks() -> usize {
    let mut seen = [false; 256];
    let mut stored = 0;
    let mut range = 0;
    let mut block = 0;
    while block < BLOCKS {
        while end_of(range) <= block * BLOCK {
            range += 1;
        }
        let value = RANGES[range].1 as usize;
        if end_of(range) < (block + 1) * BLOCK {
            stored += 1;
        } else if !seen[value] {
            seen[value] = true;
            stored += 1;
        }
        block += 1;
    }
    stored
}

const fn build() -> ([u16; BLOCKS], [u8; STORED * BLOCK]) {
    let mut first = [0u16; BLOCKS];
    let mut second = [0u8; STORED * BLOCK];
    let mut uniform = [u16::MAX; 256];
    let mut stored = 0;
    let mut range = 0;
    let mut block = 0;
    while block < BLOCKS {
        while end_of(range) <= block * BLOCK {
            range += 1;
        }
        let value = RANGES[range].1;
        let is_uniform = end_of(range) >= (block + 1) * BLOCK;
        if is_uniform && uniform[value as usize] != u16::MAX {
            first[block] = uniform[value as usize];
        } else {
            if is_uniform {
                uniform[value as usize] = stored as u16;
            }
            first[block] = stored as u16;
            let mut within = range;
            let mut i = 0;
            while i < BLOCK {
                while end_of(within) <= block * BLOCK + i {
                    within += 1;
                }
                second[stored * BLOCK + i] = RANGES[within].1;
                i += 1;
            }
            stored += 1;
        }
        block += 1;
    }
    (first, second)
}
