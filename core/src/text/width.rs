//! What the tables say about one character.

use super::tables::RANGES;
use crate::two_stage_table::{TwoStageTable, stored_blocks};

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

static TABLE: TwoStageTable<{ stored_blocks(RANGES) }> = TwoStageTable::new(RANGES);

/// The properties of a code point.
#[inline(always)]
pub(super) fn props(code: u32) -> Props {
    Props(TABLE.get(code).unwrap_or(1 << 4))
}
