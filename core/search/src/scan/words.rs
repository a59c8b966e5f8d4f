//! Words in text, and conditions on words that all matching text satisfies. A content index skips
//! files whose text does not satisfy a query's condition.
//!
//! A word is a maximal run of word bytes (ASCII letters and digits, `_`, and bytes from 0x80 on) or
//! of punctuation. White space and control bytes separate words. Invariants:
//!
//! - [`each_word`] yields every word of at most [`MAX_WORD`] bytes whole. It yields longer words in
//!   overlapping pieces: each run of [`MAX_RUN`] bytes of the word is in one of them.
//! - A condition always holds for text with a match; it may also hold for text without a match.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};
use rustc_hash::FxHashMap;

/// Maximum length in bytes of a word that is not split.
pub(crate) const MAX_WORD: usize = 64;

/// Length in bytes up to which a run is whole in a piece of a split word.
pub(crate) const MAX_RUN: usize = 32;

/// Marker word for text that has a split word with bytes from 0x80 on. Ignoring case changes the
/// length of such a word, so a run may be in no piece; and a run between such bytes may be longer
/// than a piece holds whole.
pub(crate) const LONG_UNFOLDED: &[u8] = b"\x01";

/// Class of a byte for splitting text into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ByteClass {
    /// White space and control bytes.
    Space = 0,
    /// ASCII letters, ASCII digits, `_`, and bytes from 0x80 on.
    Word = 1,
    /// All other bytes.
    Punctuation = 2,
}

impl ByteClass {
    /// Returns the class of a byte.
    pub(crate) const fn of(byte: u8) -> ByteClass {
        match byte {
            0..=b' ' | 0x7f => ByteClass::Space,
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | 0x80.. => ByteClass::Word,
            _ => ByteClass::Punctuation,
        }
    }
}

static CLASSES: [ByteClass; 256] = {
    let mut classes = [ByteClass::Space; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = ByteClass::of(byte as u8);
        byte += 1;
    }
    classes
};

/// Calls `each` with the words in the text, with the pieces of split words, and with
/// [`LONG_UNFOLDED`] where it applies. Words may repeat. O(n) in the text.
pub(crate) fn each_word<'t>(text: &'t [u8], mut each: impl FnMut(&'t [u8])) {
    let mut start = 0;
    while start < text.len() {
        let class = CLASSES[usize::from(text[start])];
        let mut end = start + 1;
        while end < text.len() && CLASSES[usize::from(text[end])] == class {
            end += 1;
        }
        if class != ByteClass::Space {
            let word = &text[start..end];
            if word.len() <= MAX_WORD {
                each(word);
            } else {
                each_piece(word, &mut each);
            }
        }
        start = end;
    }
}

#[cold]
fn each_piece<'t>(word: &'t [u8], each: &mut impl FnMut(&'t [u8])) {
    if !word.is_ascii() {
        each(LONG_UNFOLDED);
    }
    let mut start = 0;
    loop {
        let end = word.len().min(start + MAX_WORD);
        each(&word[start..end]);
        if end == word.len() {
            return;
        }
        start += MAX_WORD - MAX_RUN;
    }
}

/// A condition on the words in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordQuery {
    /// All text satisfies the condition.
    All,
    /// No text satisfies the condition.
    None,
    /// All of these conditions hold.
    And(Vec<WordQuery>),
    /// At least one of these conditions holds.
    Or(Vec<WordQuery>),
    /// A word of the text fits the pattern.
    Word(WordPattern),
}

/// A condition on one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordPattern {
    /// Bytes that the word contains; folded if `ignores_case`.
    pub(crate) run: Vec<u8>,
    /// Condition on the byte before the run.
    pub(crate) start: Boundary,
    /// Condition on the byte after the run.
    pub(crate) end: Boundary,
    /// Whether the word is folded before it is compared.
    pub(crate) ignores_case: bool,
}

/// Condition on the byte next to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// No condition.
    Open,
    /// The word ends there.
    Closed,
    /// The word ends there, or the next byte is 0x80 or above and may belong to a character that is
    /// not part of an identifier.
    ClosedOrNonAscii,
    /// The word ends there, or the next byte is neither an ASCII letter nor `_`.
    NoLetter,
}

impl Boundary {
    /// Whether the condition holds for `next`, the next byte of the word, if there is one.
    fn accepts(self, next: Option<&u8>) -> bool {
        match (self, next) {
            (Boundary::Open, _) | (_, None) => true,
            (Boundary::Closed, Some(_)) => false,
            (Boundary::ClosedOrNonAscii, Some(next)) => !next.is_ascii(),
            (Boundary::NoLetter, Some(next)) => !next.is_ascii() || next.is_ascii_digit(),
        }
    }

    /// Whether each text that satisfies the condition at the end of `run` (`next` is `None`) or
    /// inside it also satisfies `other`.
    fn implies(self, other: Boundary, next: Option<&u8>) -> bool {
        match next {
            Some(_) => other.accepts(next),
            None => self.strength() >= other.strength(),
        }
    }

    /// Returns a number that is greater for a condition that implies another.
    fn strength(self) -> u8 {
        match self {
            Boundary::Open => 0,
            Boundary::NoLetter => 1,
            Boundary::ClosedOrNonAscii => 2,
            Boundary::Closed => 3,
        }
    }
}

impl WordPattern {
    /// Returns the pattern of [`LONG_UNFOLDED`].
    fn long() -> WordPattern {
        WordPattern {
            run: LONG_UNFOLDED.to_vec(),
            start: Boundary::Closed,
            end: Boundary::Closed,
            ignores_case: false,
        }
    }

    /// Whether a word, or a piece of a split word, fits the pattern.
    pub(crate) fn fits(&self, word: &[u8]) -> bool {
        if !self.ignores_case {
            return self.fits_folded(word, [self.start, self.end]);
        }
        // After folding, a non-ASCII character may be an ASCII letter.
        let open = |boundary: Boundary| match boundary {
            Boundary::ClosedOrNonAscii | Boundary::NoLetter if !word.is_ascii() => Boundary::Open,
            boundary => boundary,
        };
        word == LONG_UNFOLDED || self.fits_folded(&fold(word), [open(self.start), open(self.end)])
    }

    /// Whether a word fits the pattern; the word must be folded if the pattern ignores case.
    fn fits_folded(&self, word: &[u8], boundaries: [Boundary; 2]) -> bool {
        match boundaries {
            [Boundary::Closed, Boundary::Closed] => word == self.run,
            [Boundary::Closed, end] => {
                word.starts_with(&self.run) && end.accepts(word.get(self.run.len()))
            }
            [start, Boundary::Closed] => word
                .strip_suffix(&self.run[..])
                .is_some_and(|before| start.accepts(before.last())),
            [Boundary::Open, Boundary::Open] => memchr::memmem::find(word, &self.run).is_some(),
            [start, end] => self.occurrences(word).any(|at| {
                start.accepts(word[..at].last()) && end.accepts(word.get(at + self.run.len()))
            }),
        }
    }

    /// Returns the offsets of the run in a word, including overlapping ones.
    fn occurrences<'a>(&'a self, word: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        let next = |from: usize| {
            let found = memchr::memmem::find(word.get(from..)?, &self.run);
            Some(from + found?)
        };
        std::iter::successors(next(0), move |at| next(at + 1))
    }

    /// Whether each word that fits this pattern also fits `other`. Returns false if that is not
    /// certain.
    fn implies(&self, other: &WordPattern) -> bool {
        self.ignores_case == other.ignores_case
            && other.occurrences(&self.run).any(|at| {
                let (before, after) = (self.run[..at].last(), self.run.get(at + other.run.len()));
                self.start.implies(other.start, before) && self.end.implies(other.end, after)
            })
    }
}

/// Minimum length in bytes of a run that is looked up; nearly every text contains words with
/// shorter runs. Each known end of the word counts as a byte.
const MIN_RUN: usize = 3;

/// Maximum number of runs of a literal, and of parts of a run, that are looked up.
const MAX_RUNS: usize = 32;

/// Maximum number of conditions in a list that are compared with each other.
const MAX_COMPARED: usize = 16;

/// Maximum number of conditions in a list that is compared as a whole.
const MAX_COMPARED_PARTS: usize = 4;

impl WordQuery {
    /// Returns the condition that the text contains `run` within a word, between `start` and `end`.
    /// `run` consists of bytes of one class other than white space.
    pub fn run(run: &[u8], start: Boundary, end: Boundary, ignores_case: bool) -> WordQuery {
        let run: Cow<'_, [u8]> = match ignores_case {
            true => fold(run),
            false => Cow::Borrowed(run),
        };
        let known_ends = [start, end]
            .iter()
            .filter(|end| **end != Boundary::Open)
            .count();
        let is_common = matches!(*run, [byte] if ByteClass::of(byte) == ByteClass::Punctuation);
        if run.len() + known_ends < MIN_RUN || is_common {
            return WordQuery::All;
        }
        // If case is ignored, or beyond ASCII, the word may still be split; then that is known.
        let is_closed = |end| matches!(end, Boundary::Closed | Boundary::ClosedOrNonAscii);
        let is_whole = is_closed(start) && is_closed(end) && run.len() <= MAX_WORD;
        if run.len() <= MAX_RUN || is_whole {
            let is_split = run.len() > MAX_RUN
                && !ignores_case
                && [start, end].contains(&Boundary::ClosedOrNonAscii);
            let pattern = WordQuery::Word(WordPattern {
                run: run.into_owned(),
                start,
                end,
                ignores_case,
            });
            return match is_split {
                true => WordQuery::Or(vec![pattern, WordQuery::Word(WordPattern::long())]),
                false => pattern,
            };
        }
        let mut parts = Vec::new();
        let mut from = 0;
        while from < run.len() && parts.len() < MAX_RUNS {
            let mut to = run.len().min(from + MAX_RUN);
            while to < run.len() && run[to] & 0xc0 == 0x80 && to > from + MAX_RUN - 4 {
                to -= 1;
            }
            let end_of = |is_outer: bool, outer: Boundary| match is_outer {
                true => outer,
                false => Boundary::Open,
            };
            parts.push(WordQuery::run(
                &run[from..to],
                end_of(from == 0, start),
                end_of(to == run.len(), end),
                ignores_case,
            ));
            from = to;
        }
        WordQuery::all_of(parts)
    }

    /// Returns the condition that the text contains `literal`. `start` and `end` are conditions on
    /// the bytes next to it, if it begins or ends with a word byte other than punctuation.
    pub fn literal(literal: &[u8], start: Boundary, end: Boundary) -> WordQuery {
        let mut runs = literal
            .chunk_by(|a, b| ByteClass::of(*a) == ByteClass::of(*b))
            .take(MAX_RUNS + 1)
            .enumerate()
            .peekable();
        let mut parts = Vec::new();
        while let Some((at, run)) = runs.next() {
            let class = ByteClass::of(run[0]);
            let boundary = |is_outer: bool, outer: Boundary| match (is_outer, class) {
                (false, _) => Boundary::Closed,
                (true, ByteClass::Word) => outer,
                (true, _) => Boundary::Open,
            };
            if at < MAX_RUNS && class != ByteClass::Space {
                let (start, end) = (
                    boundary(at == 0, start),
                    boundary(runs.peek().is_none(), end),
                );
                parts.push(WordQuery::run(run, start, end, false));
            }
        }
        WordQuery::all_of(parts)
    }

    /// Whether all text that satisfies the condition also satisfies `other`. Returns false if that
    /// is not certain.
    fn implies(&self, other: &WordQuery) -> bool {
        match (self, other) {
            (WordQuery::Word(pattern), WordQuery::Word(other)) => pattern.implies(other),
            (WordQuery::And(parts), WordQuery::Word(_)) => {
                parts.len() <= MAX_COMPARED_PARTS && parts.iter().any(|part| part.implies(other))
            }
            (_, WordQuery::And(others)) => {
                others.len() <= MAX_COMPARED_PARTS && others.iter().all(|other| self.implies(other))
            }
            _ => self == other,
        }
    }

    /// Returns the condition that all of `parts` hold.
    pub fn all_of(parts: impl IntoIterator<Item = WordQuery>) -> WordQuery {
        let mut all = Vec::new();
        for part in parts {
            match part {
                WordQuery::All => {}
                WordQuery::None => return WordQuery::None,
                WordQuery::And(parts) => all.extend(parts),
                part => all.push(part),
            }
        }
        drop_weaker(&mut all, |part, other| other.implies(part));
        match all.len() {
            0 => WordQuery::All,
            1 => all.remove(0),
            _ => WordQuery::And(all),
        }
    }

    /// Returns the condition that one of `parts` holds.
    pub fn any_of(parts: impl IntoIterator<Item = WordQuery>) -> WordQuery {
        let mut any = Vec::new();
        for part in parts {
            match part {
                WordQuery::All => return WordQuery::All,
                WordQuery::None => {}
                WordQuery::Or(parts) => any.extend(parts),
                part => any.push(part),
            }
        }
        drop_weaker(&mut any, WordQuery::implies);
        match any.len() {
            0 => WordQuery::None,
            1 => any.remove(0),
            _ => WordQuery::Or(any),
        }
    }

    /// Returns false only if a text does not satisfy the condition. Searches for the bytes of each
    /// pattern, which is faster than dividing the text into words.
    pub fn may_hold_for(&self, text: &[u8]) -> bool {
        match self {
            WordQuery::All => true,
            WordQuery::None => false,
            WordQuery::And(parts) => parts.iter().all(|part| part.may_hold_for(text)),
            WordQuery::Or(parts) => parts.iter().any(|part| part.may_hold_for(text)),
            WordQuery::Word(pattern) => {
                pattern.ignores_case
                    || pattern.run == LONG_UNFOLDED
                    || memchr::memmem::find(text, &pattern.run).is_some()
            }
        }
    }

    /// Returns the number of patterns in the condition.
    pub fn patterns(&self) -> usize {
        match self {
            WordQuery::All | WordQuery::None => 0,
            WordQuery::Word(_) => 1,
            WordQuery::And(parts) | WordQuery::Or(parts) => {
                parts.iter().map(WordQuery::patterns).sum()
            }
        }
    }

    /// Whether text satisfies the condition, by definition: an oracle for tests. O(text ×
    /// patterns).
    pub fn holds_for(&self, text: &[u8]) -> bool {
        match self {
            WordQuery::All => true,
            WordQuery::None => false,
            WordQuery::And(parts) => parts.iter().all(|part| part.holds_for(text)),
            WordQuery::Or(parts) => parts.iter().any(|part| part.holds_for(text)),
            WordQuery::Word(pattern) => {
                let mut holds = false;
                each_word(text, |word| holds |= pattern.fits(word));
                holds
            }
        }
    }
}

/// Notation for tests and debugging: `*` stands for any bytes, `?` for nothing or a non-ASCII
/// character, `#` for nothing or a non-letter, `i:` for any case.
impl fmt::Display for WordQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |parts: &[WordQuery], separator: &str| {
            let parts: Vec<String> = parts.iter().map(WordQuery::to_string).collect();
            format!("({})", parts.join(separator))
        };
        let shown = |boundary: Boundary| match boundary {
            Boundary::Open => "*",
            Boundary::Closed => "",
            Boundary::ClosedOrNonAscii => "?",
            Boundary::NoLetter => "#",
        };
        f.write_str(&match self {
            WordQuery::All => "all".to_owned(),
            WordQuery::None => "none".to_owned(),
            WordQuery::And(parts) => list(parts, " & "),
            WordQuery::Or(parts) => list(parts, " | "),
            WordQuery::Word(pattern) => format!(
                "{}{}{}{}",
                if pattern.ignores_case { "i:" } else { "" },
                shown(pattern.start),
                pattern.run.escape_ascii(),
                shown(pattern.end),
            ),
        })
    }
}

/// Removes redundant conditions from a list. `is_weaker` states whether its first argument is
/// redundant next to the second. From a long list, removes only repetitions.
fn drop_weaker(list: &mut Vec<WordQuery>, is_weaker: impl Fn(&WordQuery, &WordQuery) -> bool) {
    if list.len() > MAX_COMPARED {
        list.dedup();
        return;
    }
    let mut at = 0;
    while at < list.len() {
        let is_dropped = (0..list.len()).any(|other| {
            // Of two equivalent conditions, keeps the first.
            other != at
                && is_weaker(&list[at], &list[other])
                && (other < at || !is_weaker(&list[other], &list[at]))
        });
        match is_dropped {
            true => drop(list.remove(at)),
            false => at += 1,
        }
    }
}

/// Replaces each character with the representative of the characters equal to it under Unicode
/// simple case folding. Bytes that are not UTF-8 stay unchanged.
pub(crate) fn fold(word: &[u8]) -> Cow<'_, [u8]> {
    if word.is_ascii() {
        return match word.iter().any(u8::is_ascii_uppercase) {
            true => Cow::Owned(word.to_ascii_lowercase()),
            false => Cow::Borrowed(word),
        };
    }
    let folds = folds();
    let mut folded = Vec::with_capacity(word.len());
    for chunk in word.utf8_chunks() {
        for c in chunk.valid().chars() {
            let c = folds.get(&c).copied().unwrap_or(c.to_ascii_lowercase());
            folded.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        folded.extend_from_slice(chunk.invalid());
    }
    Cow::Owned(folded)
}

/// Returns the representatives of the non-ASCII characters that are not their own representative:
/// the equal lower-case ASCII letter if there is one, otherwise the first of the equal characters.
fn folds() -> &'static FxHashMap<char, char> {
    static FOLDS: OnceLock<FxHashMap<char, char>> = OnceLock::new();
    FOLDS.get_or_init(|| {
        let has_case = |c: &char| !c.to_lowercase().eq([*c]) || !c.to_uppercase().eq([*c]);
        ('\u{80}'..=char::MAX)
            .filter(has_case)
            .filter_map(|c| {
                let first = equal_by_case(c).ranges()[0].start().to_ascii_lowercase();
                (first != c).then_some((c, first))
            })
            .collect()
    })
}

/// Returns the characters equal to `c` under simple case folding.
pub(crate) fn equal_by_case(c: char) -> ClassUnicode {
    let mut class = ClassUnicode::new([ClassUnicodeRange::new(c, c)]);
    class.case_fold_simple();
    class
}

#[cfg(test)]
mod tests;
