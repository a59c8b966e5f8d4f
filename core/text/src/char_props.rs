//! Width and grapheme cluster class of a character, from the Unicode tables.

use ransack_base::internal::{TwoStageTable, stored_blocks};

use super::tables::RANGES;

/// Unicode version used for widths and grapheme clusters, as (major, minor, update).
///
/// ```
/// # extern crate ransack_text as ransack;
/// assert_eq!(ransack::UNICODE_VERSION, (17, 0, 0));
/// ```
pub const UNICODE_VERSION: (u8, u8, u8) = (17, 0, 0);

/// Grapheme cluster classes.
///
/// Combines Grapheme_Cluster_Break (UAX #29) with Indic_Conjunct_Break and
/// Extended_Pictographic: one look-up decides every rule.
pub(super) mod class {
    /// Any other character.
    pub(crate) const OTHER: u8 = 0;
    /// Control: a cluster boundary on both sides.
    pub(crate) const CONTROL: u8 = 1;
    /// Extends a cluster, even inside an Indic conjunct.
    pub(crate) const EXTEND: u8 = 2;
    /// Extends a cluster, but ends an Indic conjunct (U+200C).
    pub(crate) const NON_JOINER: u8 = 3;
    /// Extends a cluster and links two Indic consonants.
    pub(crate) const LINKER: u8 = 4;
    /// Zero width joiner (U+200D).
    pub(crate) const JOINER: u8 = 5;
    /// Regional indicator: half of a flag.
    pub(crate) const REGIONAL: u8 = 6;
    /// Prepended mark: belongs to the next character.
    pub(crate) const PREPEND: u8 = 7;
    /// Spacing mark: occupies a cell and belongs to the preceding character.
    pub(crate) const SPACING: u8 = 8;
    /// Thai or Lao AM: a spacing mark that occupies a cell in every terminal.
    pub(crate) const SPACING_VOWEL: u8 = 9;
    /// Hangul leading consonant.
    pub(crate) const LEADING: u8 = 10;
    /// Hangul vowel.
    pub(crate) const VOWEL: u8 = 11;
    /// Hangul trailing consonant.
    pub(crate) const TRAILING: u8 = 12;
    /// Precomposed Hangul syllable. Its code point determines whether it has a
    /// trailing consonant.
    pub(crate) const SYLLABLE: u8 = 13;
    /// Pictograph: U+200D joins two of them.
    pub(crate) const PICTOGRAPH: u8 = 14;
    /// Indic consonant: a linker joins two of them.
    pub(crate) const CONSONANT: u8 = 15;
}

/// Properties of a character in one byte. Bits 0-3: class; 4-5: width, 3 for
/// ambiguous; 6 and 7: effect of U+FE0F and U+FE0E.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CharProps(u8);

impl CharProps {
    #[cfg(test)]
    pub(super) const AMBIGUOUS: u8 = 3;
    const WIDENS: u8 = 1 << 6;
    const NARROWS: u8 = 1 << 7;

    #[cfg(test)]
    pub(super) fn new(class: u8, width: u8, widens: bool, narrows: bool) -> CharProps {
        assert!(class < 16 && width < 4);
        CharProps(class | width << 4 | u8::from(widens) << 6 | u8::from(narrows) << 7)
    }

    #[cfg(test)]
    pub(super) fn bits(self) -> u8 {
        self.0
    }

    /// Returns the class, one of the constants in [`class`].
    pub(super) fn class(self) -> u8 {
        self.0 & 15
    }

    /// Returns the width alone, in cells: 0, 1, 2, or 3 for ambiguous.
    pub(super) fn width(self) -> u8 {
        self.0 >> 4 & 3
    }

    /// Whether a following U+FE0F makes the character an emoji of two cells.
    pub(super) fn widens(self) -> bool {
        self.0 & CharProps::WIDENS != 0
    }

    /// Whether a following U+FE0E makes the character a text symbol of one cell.
    pub(super) fn narrows(self) -> bool {
        self.0 & CharProps::NARROWS != 0
    }
}

static TABLE: TwoStageTable<{ stored_blocks(RANGES) }> = TwoStageTable::new(RANGES);

/// Returns the properties of a code point. Code points above U+10FFFF have
/// width 1.
#[inline(always)]
pub(super) fn char_props(code: u32) -> CharProps {
    CharProps(TABLE.get(code).unwrap_or(1 << 4))
}
