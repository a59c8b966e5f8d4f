//! Words of a text, and conditions on the words that every text with a match
//! fulfils. A content index skips texts that do not fulfil the condition of a
//! query.
//!
//! A word is a longest run of word bytes (ASCII letters and digits, `_`, and
//! bytes from 0x80 on) or of punctuation. White space and control bytes separate
//! words. Invariants:
//!
//! - [`each_word`] yields every word of at most [`MAX_WORD`] bytes whole, and
//!   longer ones in pieces that overlap so far that each run of [`MAX_RUN`] bytes
//!   of the word is in one of them.
//! - A condition never fails for a text with a match; it may hold for a text
//!   without one.

use std::borrow::Cow;
use std::sync::OnceLock;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};
use rustc_hash::FxHashMap;

/// Maximum length in bytes of a word that is not split.
pub(crate) const MAX_WORD: usize = 64;

/// Length in bytes of runs that are whole in a piece of a split word.
pub(crate) const MAX_RUN: usize = 32;

/// Word of every text that has a split word with bytes from 0x80 on. Ignoring
/// case changes the length of such a word, so that a run may be in no piece.
pub(crate) const LONG_UNFOLDED: &[u8] = b"\x01";

/// Class of a byte in the division of a text into words.
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

/// Calls `each` with the words of a text, with the pieces of those that are
/// split, and with [`LONG_UNFOLDED`] where it applies. Words repeat. O(text).
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

/// A condition on the words of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WordQuery {
    /// Every text fulfils it.
    All,
    /// No text fulfils it.
    None,
    /// All of these hold.
    And(Vec<WordQuery>),
    /// One of these holds.
    Or(Vec<WordQuery>),
    /// One word of the text fits the pattern.
    Word(WordPattern),
}

/// A condition on one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WordPattern {
    /// Bytes that the word contains; folded if `ignores_case`.
    pub(crate) run: Vec<u8>,
    /// Whether the word begins with the run.
    pub(crate) at_start: bool,
    /// Whether the word ends with the run.
    pub(crate) at_end: bool,
    /// Whether the word is folded before it is compared.
    pub(crate) ignores_case: bool,
}

impl WordPattern {
    /// Whether a word, or a piece of a split one, fits the pattern.
    pub(crate) fn fits(&self, word: &[u8]) -> bool {
        if !self.ignores_case {
            return self.fits_folded(word);
        }
        word == LONG_UNFOLDED || self.fits_folded(&fold(word))
    }

    /// Whether a word that is folded if the pattern ignores case fits it.
    fn fits_folded(&self, word: &[u8]) -> bool {
        match (self.at_start, self.at_end) {
            (true, true) => word == self.run,
            (true, false) => word.starts_with(&self.run),
            (false, true) => word.ends_with(&self.run),
            (false, false) => memchr::memmem::find(word, &self.run).is_some(),
        }
    }
}

/// Smallest length in bytes of a run that is looked up: shorter ones are in the
/// words of nearly every text. Each known end of the word counts as a byte.
const MIN_RUN: usize = 3;

impl WordQuery {
    /// Returns the condition that a text contains `run`, bytes of one class other
    /// than [`ByteClass::Space`], within a word that begins or ends there if
    /// `at_start` or `at_end` is set.
    pub(crate) fn run(run: &[u8], at_start: bool, at_end: bool, ignores_case: bool) -> WordQuery {
        let run: Cow<'_, [u8]> = match ignores_case {
            true => fold(run),
            false => Cow::Borrowed(run),
        };
        if run.len() + usize::from(at_start) + usize::from(at_end) < MIN_RUN {
            return WordQuery::All;
        }
        let is_whole = at_start && at_end && run.len() <= MAX_WORD;
        // Without case the word may be a piece, which has other ends.
        if run.len() <= MAX_RUN || (is_whole && (!ignores_case || run.is_ascii())) {
            return WordQuery::Word(WordPattern {
                run: run.into_owned(),
                at_start,
                at_end,
                ignores_case,
            });
        }
        let mut parts = Vec::new();
        let mut start = 0;
        while start < run.len() {
            let mut end = run.len().min(start + MAX_RUN);
            while end < run.len() && run[end] & 0xc0 == 0x80 && end > start + MAX_RUN - 4 {
                end -= 1;
            }
            parts.push(WordQuery::run(
                &run[start..end],
                at_start && start == 0,
                at_end && end == run.len(),
                ignores_case,
            ));
            start = end;
        }
        WordQuery::all_of(parts)
    }

    /// Returns the condition that all of `parts` hold.
    pub(crate) fn all_of(parts: impl IntoIterator<Item = WordQuery>) -> WordQuery {
        let mut all = Vec::new();
        for part in parts {
            match part {
                WordQuery::All => {}
                WordQuery::None => return WordQuery::None,
                WordQuery::And(parts) => all.extend(parts),
                part => all.push(part),
            }
        }
        all.dedup();
        match all.len() {
            0 => WordQuery::All,
            1 => all.remove(0),
            _ => WordQuery::And(all),
        }
    }

    /// Returns the condition that one of `parts` holds.
    pub(crate) fn any_of(parts: impl IntoIterator<Item = WordQuery>) -> WordQuery {
        let mut any = Vec::new();
        for part in parts {
            match part {
                WordQuery::All => return WordQuery::All,
                WordQuery::None => {}
                WordQuery::Or(parts) => any.extend(parts),
                part => any.push(part),
            }
        }
        any.dedup();
        match any.len() {
            0 => WordQuery::None,
            1 => any.remove(0),
            _ => WordQuery::Or(any),
        }
    }

    /// Whether a text fulfils the condition. O(text × patterns).
    pub(crate) fn holds_for(&self, text: &[u8]) -> bool {
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

/// Replaces each character by the representative of those that equal it by
/// Unicode's simple case folding. Bytes that are not UTF-8 stay.
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

/// Returns the representatives of the characters beyond ASCII that are not their
/// own: the lower-case ASCII letter if one is equal, otherwise the first
/// character of those that are equal.
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

/// Returns the characters that equal `c` by simple case folding.
fn equal_by_case(c: char) -> ClassUnicode {
    let mut class = ClassUnicode::new([ClassUnicodeRange::new(c, c)]);
    class.case_fold_simple();
    class
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_character_folds_as_all_that_equal_it() {
        for c in '\0'..=char::MAX {
            let folded = fold(c.to_string().as_bytes()).into_owned();
            for range in equal_by_case(c).ranges() {
                for equal in range.start()..=range.end() {
                    assert_eq!(
                        fold(equal.to_string().as_bytes()),
                        folded,
                        "{c:?} {equal:?}"
                    );
                }
            }
        }
    }

    fn words(text: &[u8]) -> Vec<&[u8]> {
        let mut words = Vec::new();
        each_word(text, |word| words.push(word));
        words
    }

    #[test]
    fn a_text_is_divided_at_changes_of_class() {
        let found = words("if (a->b_1==\u{e9}t\u{e9})\n\t\x7f;".as_bytes());
        let expected = ["if", "(", "a", "->", "b_1", "==", "\u{e9}t\u{e9}", ")", ";"];
        assert_eq!(found, expected.map(str::as_bytes));
    }

    proptest! {
        #[test]
        fn each_run_of_a_long_word_is_in_a_piece(
            word in proptest::collection::vec(b'a'..=b'z', 1..400),
            start in 0..400_usize,
            len in 1..=MAX_RUN,
        ) {
            let start = start % word.len();
            let end = word.len().min(start + len);
            for (at_start, at_end) in [(false, false), (start == 0, end == word.len())] {
                let query = WordQuery::run(&word[start..end], at_start, at_end, false);
                prop_assert!(query.holds_for(&word));
            }
            prop_assert!(words(&word).iter().all(|piece| piece.len() <= MAX_WORD));
        }

        #[test]
        fn a_run_holds_for_each_text_that_contains_it(
            before in "[ kK.\u{212a}\u{17f}s]{0,40}",
            run in "[kKs\u{212a}\u{17f}\u{e9}]{1,80}|[.;]{1,80}",
            after in "[ kK.\u{212a}\u{17f}s]{0,40}",
            upper in any::<bool>(),
        ) {
            let typed = if upper { run.to_uppercase() } else { run.to_lowercase() };
            // `\u{df}` and such have no simple folding to what they become.
            prop_assume!(fold(typed.as_bytes()) == fold(run.as_bytes()));
            let text = format!("{before}{run}{after}");
            let class = |c: Option<char>| c.map_or(ByteClass::Space, |c| {
                ByteClass::of(c.to_string().as_bytes()[0])
            });
            let here = class(run.chars().next());
            let at_start = class(before.chars().last()) != here;
            let at_end = class(after.chars().next()) != here;
            for (start, end) in [(false, false), (at_start, false), (false, at_end), (at_start, at_end)] {
                prop_assert!(WordQuery::run(run.as_bytes(), start, end, false).holds_for(text.as_bytes()));
                prop_assert!(WordQuery::run(typed.as_bytes(), start, end, true).holds_for(text.as_bytes()));
            }
        }
    }
}
