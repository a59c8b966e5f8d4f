//! Paths and queries as comparable characters, with the word structure needed for scoring.
//!
//! Comparison ignores case and Unicode normalization form. Every character keeps the byte offset of
//! its origin, so positions refer to the original path. An ASCII path has one character per byte
//! and is searched as bytes.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};
use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

/// Unicode code point, or `0x11_0000` plus the byte for a byte that is not UTF-8.
pub(super) type CodePoint = u32;

pub(super) const SLASH: CodePoint = b'/' as CodePoint;
const DOT: CodePoint = b'.' as CodePoint;
const INVALID: CodePoint = 0x11_0000;

/// Whether the character is a space or one of `_ - . /`, which comparisons of words and names skip.
pub(super) fn is_separator(c: CodePoint) -> bool {
    matches!(u8::try_from(c), Ok(b' ' | b'_' | b'-' | b'.' | b'/'))
}

/// Whether the character is a separator that joins words of one component.
pub(super) fn is_joint(c: CodePoint) -> bool {
    is_separator(c) && c != SLASH
}

/// Whether the character is a letter. Only letters tolerate typos.
pub(super) fn is_letter(c: CodePoint) -> bool {
    match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => byte.is_ascii_alphabetic(),
        _ => char::from_u32(c).is_some_and(char::is_alphabetic),
    }
}

/// Whether the character is an upper-case letter.
pub(super) fn is_capital(raw: CodePoint) -> bool {
    CharClass::of(raw) == CharClass::Upper
}

/// Class of a character for word boundaries.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CharClass {
    /// ASCII character that is neither a letter nor a digit.
    Separator,
    /// Lower-case letter, or a non-ASCII character of no other class.
    Lower,
    /// Upper-case letter.
    Upper,
    /// Digit or other numeric character.
    Digit,
}

impl CharClass {
    /// Returns the class of a character before case folding.
    fn of(raw: CodePoint) -> CharClass {
        match char::from_u32(raw) {
            Some(c) if c.is_ascii() => CharClass::of_ascii(c as u8),
            Some(c) if c.is_uppercase() => CharClass::Upper,
            Some(c) if c.is_numeric() => CharClass::Digit,
            Some(_) | None => CharClass::Lower,
        }
    }

    /// Returns the class of an ASCII byte; `Separator` for any other byte.
    pub(super) fn of_ascii(byte: u8) -> CharClass {
        CHAR_CLASSES[usize::from(byte)]
    }
}

static CHAR_CLASSES: [CharClass; 256] = {
    let mut classes = [CharClass::Separator; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => CharClass::Lower,
            b'A'..=b'Z' => CharClass::Upper,
            b'0'..=b'9' => CharClass::Digit,
            _ => CharClass::Separator,
        };
        byte += 1;
    }
    classes
};

/// Path in canonical decomposition (Unicode Standard Annex 15, form D) and folded case. Reuses its
/// buffers.
#[derive(Debug, Default)]
pub(super) struct FoldedText {
    /// Folded characters.
    pub(super) chars: Vec<CodePoint>,
    /// Folded bytes of an ASCII path; empty for any other.
    bytes: Vec<u8>,
    /// Unfolded character and byte offset of its origin, per folded character; empty for an ASCII
    /// path.
    raw: Vec<(CodePoint, u32)>,
    /// Word structure per character; empty until [`find_words`](FoldedText::find_words) is called.
    pub(super) info: Vec<CharInfo>,
    /// Start of the name, the last component.
    pub(super) name: usize,
    /// End of the name, without a directory's trailing `/`.
    pub(super) name_end: usize,
    /// End of the stem: the last `.` of the name unless it is the first character, else the end of
    /// the name. The stem of a directory is its whole name.
    pub(super) stem_end: usize,
}

/// Role of a character in its word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CharInfo {
    /// Points for a match at this character, added to the points for any match.
    pub(super) bonus: u8,
    /// Whether the character is the last before a separator or the end.
    pub(super) ends_word: bool,
    /// Whether the character is of class [`CharClass::Separator`].
    pub(super) is_separator: bool,
    /// Whether the character is of class [`CharClass::Upper`].
    pub(super) is_capital: bool,
    /// Number of words that start at or before the character.
    pub(super) word: u32,
}

impl CharInfo {
    /// Whether the character is the first of a word.
    pub(super) fn starts_word(&self) -> bool {
        self.bonus > 0
    }
}

/// Points for a match at the first character of the name.
pub(super) const NAME_START: u8 = 12;
/// Points for a match at the first character of another component.
pub(super) const COMPONENT_START: u8 = 10;
/// Points for a match at the first character of a word after a separator.
const WORD_START: u8 = 8;
/// Points for a match at a capital that starts a word.
const CAPITAL: u8 = 7;
/// Points for a match at the first character of an extension, or where digits start or end.
const MINOR_START: u8 = 4;

impl FoldedText {
    /// Replaces the text with a path, given without a directory's trailing `/`, which is added.
    pub(super) fn set(&mut self, path: &[u8], is_dir: bool) {
        self.chars.clear();
        self.bytes.clear();
        self.raw.clear();
        self.info.clear();
        let end: &[u8] = if is_dir { b"/" } else { b"" };
        if path.is_ascii() {
            self.bytes.extend_from_slice(path);
            self.bytes.extend_from_slice(end);
            self.bytes.make_ascii_lowercase();
            self.chars
                .extend(self.bytes.iter().copied().map(CodePoint::from));
        } else {
            self.decompose(path);
            self.chars.extend(end.iter().copied().map(CodePoint::from));
        }
        self.name_end = self.chars.len() - end.len();
        let slash = self.rfind(SLASH, 0..self.name_end);
        self.name = slash.map_or(0, |slash| slash + 1);
        self.stem_end = match self.rfind(DOT, self.name..self.name_end) {
            Some(dot) if dot > self.name && !is_dir => dot,
            _ => self.name_end,
        };
    }

    /// Returns the first position of a character in a range.
    pub(super) fn find(&self, wanted: CodePoint, range: Range<usize>) -> Option<usize> {
        let start = range.start;
        let found = match u8::try_from(wanted) {
            Ok(byte) if self.is_ascii() => memchr(byte, &self.bytes[range]),
            _ => self.chars[range].iter().position(|c| *c == wanted),
        };
        found.map(|at| start + at)
    }

    /// Returns the last position of a character in a range.
    pub(super) fn rfind(&self, wanted: CodePoint, range: Range<usize>) -> Option<usize> {
        let start = range.start;
        let found = match u8::try_from(wanted) {
            Ok(byte) if self.is_ascii() => memrchr(byte, &self.bytes[range]),
            _ => self.chars[range].iter().rposition(|c| *c == wanted),
        };
        found.map(|at| start + at)
    }

    /// Calls `visit` with every position of a character in a range, in ascending order.
    pub(super) fn for_each(
        &self,
        wanted: CodePoint,
        range: Range<usize>,
        mut visit: impl FnMut(usize),
    ) {
        let start = range.start;
        match u8::try_from(wanted) {
            Ok(byte) if self.is_ascii() => {
                memchr_iter(byte, &self.bytes[range]).for_each(|at| visit(start + at));
            }
            _ => {
                let chars = self.chars[range].iter().enumerate();
                chars
                    .filter(|(_, c)| **c == wanted)
                    .for_each(|(at, _)| visit(start + at));
            }
        }
    }

    fn is_ascii(&self) -> bool {
        self.raw.is_empty()
    }

    /// Returns the name without its extension.
    pub(super) fn stem(&self) -> &[CodePoint] {
        &self.chars[self.name..self.stem_end]
    }

    fn decompose(&mut self, path: &[u8]) {
        let mut at = 0;
        for chunk in path.utf8_chunks() {
            for c in chunk.valid().chars() {
                let first = self.raw.len();
                decompose_canonical(c, |part| self.raw.push((CodePoint::from(part), at)));
                self.order_marks(first);
                at += c.len_utf8() as u32;
            }
            for byte in chunk.invalid() {
                self.raw.push((INVALID + CodePoint::from(*byte), at));
                at += 1;
            }
        }
        // Folding can turn one character into two; both keep its origin.
        let mut folded = Vec::with_capacity(self.raw.len());
        for (raw, at) in self.raw.drain(..) {
            let first = self.chars.len();
            fold(raw, &mut self.chars);
            folded.resize(folded.len() + self.chars.len() - first, (raw, at));
        }
        self.raw = folded;
    }

    /// Puts combining marks from `from` on into canonical order with preceding marks; a decomposed
    /// letter can disturb that order.
    fn order_marks(&mut self, from: usize) {
        let class = |raw: CodePoint| char::from_u32(raw).map_or(0, canonical_combining_class);
        for at in from..self.raw.len() {
            let own = class(self.raw[at].0);
            let mut to = at;
            while own > 0 && to > 0 && class(self.raw[to - 1].0) > own {
                self.raw.swap(to - 1, to);
                to -= 1;
            }
        }
    }

    /// Computes `info`. Only scored candidates need it.
    pub(super) fn find_words(&mut self, path: &[u8]) {
        let mut before = CharClass::Separator;
        let mut at_component = true;
        let mut word = 0;
        let mut class = self.class(path, 0);
        self.info.reserve(self.chars.len());
        for at in 0..self.chars.len() {
            let c = self.chars[at];
            let next = self.class(path, at + 1);
            let bonus = match (before, class) {
                (_, CharClass::Separator) => 0,
                (CharClass::Separator, _) if at_component => COMPONENT_START,
                (CharClass::Separator, _) if at > self.stem_end => MINOR_START,
                (CharClass::Separator, _) => WORD_START,
                (CharClass::Lower | CharClass::Digit, CharClass::Upper) => CAPITAL,
                (CharClass::Upper, CharClass::Upper) if next == CharClass::Lower => CAPITAL,
                (CharClass::Digit, CharClass::Lower)
                | (CharClass::Lower | CharClass::Upper, CharClass::Digit) => MINOR_START,
                _ => 0,
            };
            let is_separator = class == CharClass::Separator;
            word += u32::from(bonus > 0);
            self.info.push(CharInfo {
                bonus: if bonus == COMPONENT_START && at >= self.name {
                    NAME_START
                } else {
                    bonus
                },
                ends_word: !is_separator && next == CharClass::Separator,
                is_separator,
                is_capital: class == CharClass::Upper,
                word,
            });
            // In `.name`, the character after the dot starts the component.
            at_component = c == SLASH || (at_component && is_separator);
            before = class;
            class = next;
        }
    }

    fn class(&self, path: &[u8], at: usize) -> CharClass {
        match path.get(at) {
            Some(byte) if self.is_ascii() => CharClass::of_ascii(*byte),
            _ => self
                .raw_char(path, at)
                .map_or(CharClass::Separator, CharClass::of),
        }
    }

    /// Returns the character at a position before folding.
    pub(super) fn raw_char(&self, path: &[u8], at: usize) -> Option<CodePoint> {
        if self.is_ascii() {
            path.get(at).copied().map(CodePoint::from)
        } else {
            self.raw.get(at).map(|(raw, _)| *raw)
        }
    }

    /// Returns the byte offset in the path at which the character at a position starts.
    pub(super) fn byte_offset(&self, path: &[u8], at: usize) -> usize {
        if self.is_ascii() {
            at
        } else {
            self.raw
                .get(at)
                .map_or(path.len(), |(_, offset)| *offset as usize)
        }
    }
}

/// Appends the folded form of a character: the lower case of its upper case, which also unifies the
/// two forms of sigma.
fn fold(raw: CodePoint, to: &mut Vec<CodePoint>) {
    match char::from_u32(raw) {
        Some(c) if c.is_ascii() => to.push(CodePoint::from(c.to_ascii_lowercase())),
        Some(c) => to.extend(
            c.to_uppercase()
                .flat_map(char::to_lowercase)
                .map(CodePoint::from),
        ),
        None => to.push(raw),
    }
}

#[cfg(test)]
mod tests;
