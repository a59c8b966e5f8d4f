//! Sets of byte kinds: an upper bound on the bytes next to a position in a match of an expression.
//!
//! Invariant: a set contains every kind that occurs at the position; it may contain others.

use regex_syntax::hir::{Class, Look};

use crate::scan::{Boundary, ByteClass};

/// Set of byte kinds before or after a position. The white space kind also stands for the start and
/// end of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByteKinds(u8);

impl ByteKinds {
    pub(super) const NONE: ByteKinds = ByteKinds(0);
    /// White space, control bytes, and the ends of the text.
    const SPACE: ByteKinds = ByteKinds(1);
    /// ASCII letters and `_`.
    const ASCII_LETTER: ByteKinds = ByteKinds(1 << 1);
    const ASCII_DIGIT: ByteKinds = ByteKinds(1 << 2);
    const PUNCTUATION: ByteKinds = ByteKinds(1 << 3);
    /// Bytes of a non-ASCII character that `\w` matches.
    const OTHER_WORD: ByteKinds = ByteKinds(1 << 4);
    /// Other non-ASCII bytes: of characters that `\w` does not match, or of ill-formed text.
    const OTHER: ByteKinds = ByteKinds(1 << 5);
    pub(super) const ANY: ByteKinds = ByteKinds((1 << 6) - 1);
    const ASCII_WORD: ByteKinds = ByteKinds::ASCII_LETTER.or(ByteKinds::ASCII_DIGIT);
    const NON_ASCII: ByteKinds = ByteKinds::OTHER_WORD.or(ByteKinds::OTHER);

    /// Returns the kinds that are in either set.
    pub(super) const fn or(self, other: ByteKinds) -> ByteKinds {
        ByteKinds(self.0 | other.0)
    }

    fn meets(self, other: ByteKinds) -> bool {
        self.0 & other.0 != 0
    }

    fn each(self) -> impl Iterator<Item = ByteKinds> {
        (0..6)
            .map(|kind| ByteKinds(1 << kind))
            .filter(move |&kind| self.meets(kind))
    }

    fn of_ascii(byte: u8) -> ByteKinds {
        match ByteClass::of(byte) {
            ByteClass::Space => ByteKinds::SPACE,
            ByteClass::Word if byte.is_ascii_digit() => ByteKinds::ASCII_DIGIT,
            ByteClass::Word => ByteKinds::ASCII_LETTER,
            ByteClass::Punctuation => ByteKinds::PUNCTUATION,
        }
    }

    /// Returns the kinds of all bytes of a character.
    pub(super) fn of_char(c: char) -> ByteKinds {
        match u8::try_from(c) {
            Ok(byte) if byte.is_ascii() => ByteKinds::of_ascii(byte),
            _ => match regex_syntax::try_is_word_character(c) {
                Ok(true) => ByteKinds::OTHER_WORD,
                Ok(false) => ByteKinds::OTHER,
                Err(_) => ByteKinds::NON_ASCII,
            },
        }
    }

    /// Returns the kind of the first byte of `bytes`.
    pub(super) fn of_first(bytes: &[u8]) -> ByteKinds {
        let Some(&first) = bytes.first() else {
            return ByteKinds::NONE;
        };
        let near = &bytes[..bytes.len().min(4)];
        match near.utf8_chunks().next().map(|chunk| chunk.valid()) {
            Some(valid) if !valid.is_empty() => {
                ByteKinds::of_char(valid.chars().next().unwrap_or('\0'))
            }
            _ if first.is_ascii() => ByteKinds::of_ascii(first),
            _ => ByteKinds::NON_ASCII,
        }
    }

    /// Returns the kind of the last byte of `bytes`.
    pub(super) fn of_last(bytes: &[u8]) -> ByteKinds {
        let near = &bytes[bytes.len().saturating_sub(4)..];
        let Some(last) = near.utf8_chunks().last() else {
            return ByteKinds::NONE;
        };
        match last.valid().chars().next_back() {
            Some(c) if last.invalid().is_empty() => ByteKinds::of_char(c),
            _ => ByteKinds::NON_ASCII,
        }
    }

    /// Returns the kinds of the first and last bytes of the characters in a class.
    pub(super) fn of_class(class: &Class) -> ByteKinds {
        let of_range = |first: u32, last: u32| {
            let ascii = (first..=last.min(0x7f)).filter_map(|byte| u8::try_from(byte).ok());
            let kinds = ascii
                .map(ByteKinds::of_ascii)
                .fold(ByteKinds::NONE, ByteKinds::or);
            match last > 0x7f {
                true => kinds.or(ByteKinds::NON_ASCII),
                false => kinds,
            }
        };
        let all = |kinds: ByteKinds, range: (u32, u32)| kinds.or(of_range(range.0, range.1));
        match class {
            Class::Unicode(class) => {
                let ranges = class.ranges().iter();
                let ranges = ranges.map(|range| (range.start().into(), range.end().into()));
                ranges.fold(ByteKinds::NONE, all)
            }
            Class::Bytes(class) => {
                let ranges = class.ranges().iter();
                let ranges = ranges.map(|range| (range.start().into(), range.end().into()));
                ranges.fold(ByteKinds::NONE, all)
            }
        }
    }

    /// Returns the possible kinds before an assertion that holds, given the kinds `after` it.
    pub(super) fn before(self, look: Look, after: ByteKinds) -> ByteKinds {
        let holds = |&before: &ByteKinds| after.each().any(|after| may_hold(look, before, after));
        self.each()
            .filter(holds)
            .fold(ByteKinds::NONE, ByteKinds::or)
    }

    /// Returns the possible kinds after an assertion that holds, given the kinds `before` it.
    pub(super) fn after(self, look: Look, before: ByteKinds) -> ByteKinds {
        let holds = |&after: &ByteKinds| before.each().any(|before| may_hold(look, before, after));
        self.each()
            .filter(holds)
            .fold(ByteKinds::NONE, ByteKinds::or)
    }

    /// Returns the boundary condition for a run of bytes of `class` next to these kinds.
    pub(super) fn boundary(self, class: ByteClass) -> Boundary {
        match class {
            ByteClass::Word if self.meets(ByteKinds::ASCII_LETTER) => Boundary::Open,
            ByteClass::Word if self.meets(ByteKinds::ASCII_DIGIT) => Boundary::NoLetter,
            ByteClass::Word if self.meets(ByteKinds::NON_ASCII) => Boundary::ClosedOrNonAscii,
            ByteClass::Punctuation if self.meets(ByteKinds::PUNCTUATION) => Boundary::Open,
            _ => Boundary::Closed,
        }
    }
}

/// Whether an assertion may hold between bytes of two kinds.
fn may_hold(look: Look, before: ByteKinds, after: ByteKinds) -> bool {
    let is_word = |kind: ByteKinds, words: ByteKinds| words.meets(kind);
    let ascii = |kind| is_word(kind, ByteKinds::ASCII_WORD);
    let unicode = |kind| is_word(kind, ByteKinds::ASCII_WORD.or(ByteKinds::OTHER_WORD));
    match look {
        // For `\A` and `^`, a byte order mark at the start is not part of the text.
        Look::Start | Look::StartLF | Look::StartCRLF => {
            before == ByteKinds::SPACE || before == ByteKinds::OTHER
        }
        Look::End | Look::EndLF | Look::EndCRLF => after == ByteKinds::SPACE,
        Look::WordAscii => ascii(before) != ascii(after),
        Look::WordAsciiNegate => ascii(before) == ascii(after),
        Look::WordStartAscii => !ascii(before) && ascii(after),
        Look::WordEndAscii => ascii(before) && !ascii(after),
        Look::WordStartHalfAscii => !ascii(before),
        Look::WordEndHalfAscii => !ascii(after),
        Look::WordUnicode => unicode(before) != unicode(after),
        Look::WordUnicodeNegate => unicode(before) == unicode(after),
        Look::WordStartUnicode => !unicode(before) && unicode(after),
        Look::WordEndUnicode => unicode(before) && !unicode(after),
        Look::WordStartHalfUnicode => !unicode(before),
        Look::WordEndHalfUnicode => !unicode(after),
    }
}
