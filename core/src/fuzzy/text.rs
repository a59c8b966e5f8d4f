use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};
use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

use super::class::Class;

/// A character as it is compared; what is not UTF-8 is one for each byte,
/// unlike any character.
pub(super) type Unit = u32;

pub(super) const SLASH: Unit = b'/' as Unit;
const DOT: Unit = b'.' as Unit;
const INVALID: Unit = 0x11_0000;

/// Whether a query may leave this character out or put it in.
pub(super) fn is_separator(unit: Unit) -> bool {
    matches!(u8::try_from(unit), Ok(b' ' | b'_' | b'-' | b'.' | b'/'))
}

/// Whether this is a letter, of which one in a word may be wrong.
pub(super) fn is_letter(unit: Unit) -> bool {
    match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii() => byte.is_ascii_alphabetic(),
        _ => char::from_u32(unit).is_some_and(char::is_alphabetic),
    }
}

/// A candidate taken apart into comparable characters: canonically decomposed
/// (Unicode Standard Annex 15, form D) and folded, so that neither the form nor
/// the case of what was typed matters.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) units: Vec<Unit>,
    /// Of text that is ASCII, the same as bytes.
    bytes: Vec<u8>,
    /// Of text that is not ASCII, the characters before folding, and the byte
    /// where each began.
    raw: Vec<(Unit, u32)>,
    /// What is gained by a match here, and what the place is in its word.
    pub(super) places: Vec<Place>,
    /// Where the last component begins, and where it ends without the `/` that
    /// marks a directory.
    pub(super) name: usize,
    pub(super) name_end: usize,
    /// Where the name's last `.` is, or its end.
    pub(super) stem_end: usize,
}

/// What a position means to a reader.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// What a match here is worth beyond any match.
    pub(super) bonus: u8,
    /// The first character of a word.
    pub(super) starts: bool,
    /// The last character before a separator or the end.
    pub(super) ends: bool,
    /// Between words.
    pub(super) separates: bool,
    /// How many words have begun.
    pub(super) word: u32,
}

/// What a match is worth at the start of the name, of a component, of a word
/// after a separator, of a word by its capital, and of the extension, or where
/// digits begin or end.
pub(super) const NAME_START: u8 = 12;
pub(super) const COMPONENT_START: u8 = 10;
const WORD_START: u8 = 8;
const CAPITAL: u8 = 7;
const LESSER_START: u8 = 4;

impl Text {
    /// Takes up a path; a directory's gets its final `/`.
    pub(super) fn set(&mut self, path: &[u8], is_dir: bool) {
        self.units.clear();
        self.bytes.clear();
        self.raw.clear();
        self.places.clear();
        let end: &[u8] = if is_dir { b"/" } else { b"" };
        if path.is_ascii() {
            self.bytes.extend_from_slice(path);
            self.bytes.extend_from_slice(end);
            self.bytes.make_ascii_lowercase();
            self.units
                .extend(self.bytes.iter().copied().map(Unit::from));
        } else {
            self.decompose(path);
            self.units.extend(end.iter().copied().map(Unit::from));
        }
        self.name_end = self.units.len() - end.len();
        let slash = self.rfind(SLASH, 0..self.name_end);
        self.name = slash.map_or(0, |slash| slash + 1);
        self.stem_end = match self.rfind(DOT, self.name..self.name_end) {
            Some(dot) if dot > self.name && !is_dir => dot,
            _ => self.name_end,
        };
    }

    /// The first place of a character in a range.
    pub(super) fn find(&self, unit: Unit, range: Range<usize>) -> Option<usize> {
        let start = range.start;
        let found = match u8::try_from(unit) {
            Ok(byte) if self.is_ascii() => memchr(byte, &self.bytes[range]),
            _ => self.units[range].iter().position(|u| *u == unit),
        };
        found.map(|at| start + at)
    }

    /// The last place of a character in a range.
    pub(super) fn rfind(&self, unit: Unit, range: Range<usize>) -> Option<usize> {
        let start = range.start;
        let found = match u8::try_from(unit) {
            Ok(byte) if self.is_ascii() => memrchr(byte, &self.bytes[range]),
            _ => self.units[range].iter().rposition(|u| *u == unit),
        };
        found.map(|at| start + at)
    }

    /// All places of a character in a range, in order.
    pub(super) fn each(&self, unit: Unit, range: Range<usize>, mut each: impl FnMut(usize)) {
        let start = range.start;
        match u8::try_from(unit) {
            Ok(byte) if self.is_ascii() => {
                memchr_iter(byte, &self.bytes[range]).for_each(|at| each(start + at));
            }
            _ => {
                let units = self.units[range].iter().enumerate();
                units
                    .filter(|(_, u)| **u == unit)
                    .for_each(|(at, _)| each(start + at));
            }
        }
    }

    fn is_ascii(&self) -> bool {
        self.raw.is_empty()
    }

    /// The part of the name before its extension.
    pub(super) fn stem(&self) -> &[Unit] {
        &self.units[self.name..self.stem_end]
    }

    fn decompose(&mut self, path: &[u8]) {
        let mut at = 0;
        for chunk in path.utf8_chunks() {
            for c in chunk.valid().chars() {
                let first = self.raw.len();
                decompose_canonical(c, |part| self.raw.push((Unit::from(part), at)));
                self.reorder(first);
                at += c.len_utf8() as u32;
            }
            for byte in chunk.invalid() {
                self.raw.push((INVALID + Unit::from(*byte), at));
                at += 1;
            }
        }
        // Folding can make two of one; each keeps its origin.
        let mut folded = Vec::with_capacity(self.raw.len());
        for (raw, at) in self.raw.drain(..) {
            let first = self.units.len();
            fold(raw, &mut self.units);
            folded.resize(folded.len() + self.units.len() - first, (raw, at));
        }
        self.raw = folded;
    }

    /// Moves marks before `from` that belong after those from there on; a
    /// composed letter brings its own.
    fn reorder(&mut self, from: usize) {
        let class = |raw: Unit| char::from_u32(raw).map_or(0, canonical_combining_class);
        for at in from..self.raw.len() {
            let own = class(self.raw[at].0);
            let mut to = at;
            while own > 0 && to > 0 && class(self.raw[to - 1].0) > own {
                self.raw.swap(to - 1, to);
                to -= 1;
            }
        }
    }

    /// Finds out what each position means; only what is to be scored needs it.
    pub(super) fn find_places(&mut self, path: &[u8]) {
        let mut before = Class::Separator;
        let mut at_component = true;
        let mut word = 0;
        let mut class = self.class(path, 0);
        self.places.reserve(self.units.len());
        for at in 0..self.units.len() {
            let unit = self.units[at];
            let next = self.class(path, at + 1);
            let bonus = match (before, class) {
                (_, Class::Separator) => 0,
                (Class::Separator, _) if at_component => COMPONENT_START,
                (Class::Separator, _) if at > self.stem_end => LESSER_START,
                (Class::Separator, _) => WORD_START,
                (Class::Lower | Class::Digit, Class::Upper) => CAPITAL,
                (Class::Upper, Class::Upper) if next == Class::Lower => CAPITAL,
                (Class::Digit, Class::Lower) | (Class::Lower | Class::Upper, Class::Digit) => {
                    LESSER_START
                }
                _ => 0,
            };
            let separates = class == Class::Separator;
            word += u32::from(bonus > 0);
            self.places.push(Place {
                bonus: if bonus == COMPONENT_START && at >= self.name {
                    NAME_START
                } else {
                    bonus
                },
                starts: bonus > 0,
                ends: !separates && next == Class::Separator,
                separates,
                word,
            });
            // A dot before a name does not keep it from being the start.
            at_component = unit == SLASH || (at_component && separates);
            before = class;
            class = next;
        }
    }

    fn class(&self, path: &[u8], at: usize) -> Class {
        match path.get(at) {
            Some(byte) if self.is_ascii() => Class::of_ascii(*byte),
            _ => self.raw(path, at).map_or(Class::Separator, Class::of),
        }
    }

    /// The character before folding.
    pub(super) fn raw(&self, path: &[u8], at: usize) -> Option<Unit> {
        if self.is_ascii() {
            path.get(at).copied().map(Unit::from)
        } else {
            self.raw.get(at).map(|(raw, _)| *raw)
        }
    }

    /// The byte of the path where the character at a position begins.
    pub(super) fn offset(&self, path: &[u8], at: usize) -> usize {
        if self.is_ascii() {
            at
        } else {
            self.raw
                .get(at)
                .map_or(path.len(), |(_, offset)| *offset as usize)
        }
    }
}

/// Folds case as comparing in upper case does, which also makes one of the two
/// forms of sigma.
fn fold(raw: Unit, to: &mut Vec<Unit>) {
    match char::from_u32(raw) {
        Some(c) if c.is_ascii() => to.push(Unit::from(c.to_ascii_lowercase())),
        Some(c) => to.extend(
            c.to_uppercase()
                .flat_map(char::to_lowercase)
                .map(Unit::from),
        ),
        None => to.push(raw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &str) -> Text {
        let mut text = Text::default();
        text.set(path.as_bytes(), false);
        text.find_places(path.as_bytes());
        text
    }

    fn starts(path: &str) -> String {
        let text = text(path);
        let mark = |p: &Place| match (p.starts, p.ends) {
            (true, true) => 'o',
            (true, false) => '^',
            (false, true) => '$',
            (false, false) if p.separates => ' ',
            (false, false) => '-',
        };
        text.places.iter().map(mark).collect()
    }

    #[test]
    fn words_begin_and_end_where_a_reader_sees_them() {
        assert_eq!(starts("fs/ext4/inode.c"), "^$ ^--o ^---$ o");
        assert_eq!(starts("HTTPServer_v2"), "^---^----$ ^o");
        assert_eq!(starts(".gitignore"), " ^-------$");
        assert_eq!(text(".git/x").places[1].bonus, COMPONENT_START);
        assert_eq!(text(".git").places[1].bonus, NAME_START);
    }

    #[test]
    fn forms_and_case_are_equal() {
        let equal = |a: &str, b: &str| assert_eq!(text(a).units, text(b).units, "{a} {b}");
        equal("caf\u{e9}", "CAFE\u{301}");
        equal("\u{3a3}\u{3c2}", "\u{3c3}\u{3c3}");
        equal("stra\u{df}e", "STRASSE");
        // A composed letter followed by a mark that sorts before its own.
        equal("\u{e9}\u{323}", "e\u{323}\u{301}");
    }

    #[test]
    fn offsets_are_those_of_the_source() {
        let path = "e\u{e9}\u{df}x".as_bytes();
        let mut text = Text::default();
        text.set(path, true);
        let offsets: Vec<usize> = (0..text.units.len())
            .map(|at| text.offset(path, at))
            .collect();
        assert_eq!(offsets, [0, 1, 1, 3, 3, 5, 6]);
    }
}
