//! Typo tolerance: corrects misspelt words of a term to the text's letters, and
//! predicts from a signature whether that can succeed.
//!
//! A word of at least [`MIN_TYPO_LETTERS`] letters may have one typo: a letter
//! replaced or two adjacent letters exchanged. A word of at least
//! [`MIN_EXTRA_LETTERS`] may instead have one extra letter, or the same letter
//! several times too often in a row if [`MIN_TYPO_LETTERS`] remain. A missing
//! letter needs no rule, because the word is still a subsequence. The text must
//! contain the word contiguously except for separators, and start with the
//! word's first letter or with its first two exchanged.

use std::ops::Range;

use super::query::{MIN_EXTRA_LETTERS, MIN_TYPO_LETTERS, Term};
use super::signature::{PairSet, PairSlot, Signature};
use super::text::{CodePoint, is_letter, is_separator};

/// Corrects misspelt words. Reuses its buffer.
#[derive(Debug, Default)]
pub(super) struct TypoCorrector {
    letters: Vec<CodePoint>,
}

impl TypoCorrector {
    /// Finds a term with a typo in at least one of its words that tolerate one,
    /// and at most one typo in each. Returns the number of corrected words and
    /// sets `corrected` to the term's characters as in the text. Returns `None`
    /// if the text does not match, or matches without a correction.
    ///
    /// `is_exact_match` states whether the text contains the term exactly.
    pub(super) fn correct(
        &mut self,
        term: &Term,
        is_exact_match: bool,
        text: &[CodePoint],
        corrected: &mut Vec<CodePoint>,
    ) -> Option<i32> {
        corrected.clear();
        let mut typos = 0;
        let mut end = text.len();
        let mut rest = term.chars.len();
        // Backwards from the end, each part at its last position: that leaves
        // the most text to the preceding parts.
        for word in term.typo_words.iter().rev() {
            end = find_last(&term.chars[word.end..rest], &text[..end], corrected)?;
            let kept = corrected.len();
            let letters = &term.chars[word.clone()];
            let cannot_be_exact = !is_exact_match && letters.len() == term.chars.len();
            let exact = match cannot_be_exact {
                true => None,
                false => find_last(letters, &text[..end], corrected),
            };
            let from = exact.map_or(0, |at| at + 1);
            end = match self.find_misspelt(letters, &text[..end], from) {
                Some(start) => {
                    corrected.truncate(kept);
                    corrected.extend(self.letters.iter().rev());
                    typos += 1;
                    start
                }
                None => exact?,
            };
            rest = word.start;
        }
        if typos == 0 {
            return None;
        }
        find_last(&term.chars[..rest], &text[..end], corrected)?;
        corrected.reverse();
        Some(typos)
    }

    /// Returns the last position at or after `from` where the word starts with
    /// a typo, and sets `letters` to the letters of the text.
    fn find_misspelt(
        &mut self,
        word: &[CodePoint],
        text: &[CodePoint],
        from: usize,
    ) -> Option<usize> {
        let mut end = text.len();
        while let Some(at) = text[from.min(end)..end]
            .iter()
            .rposition(|c| *c == word[0] || *c == word[1])
        {
            end = from + at;
            if !self.starts_misspelt(word, &text[end..]) {
                continue;
            }
            // An extra letter here can be an exchange one position earlier.
            if self.letters.len() < word.len() && end > from {
                if self.starts_misspelt(word, &text[end - 1..]) {
                    return Some(end - 1);
                }
                self.starts_misspelt(word, &text[end..]);
            }
            return Some(end);
        }
        None
    }

    /// Whether the text starts with the word with a typo. Sets `letters` to the
    /// letters of the text.
    fn starts_misspelt(&mut self, word: &[CodePoint], text: &[CodePoint]) -> bool {
        if !may_start_misspelt(word, text) {
            return false;
        }
        self.letters.clear();
        let letters = text.iter().filter(|c| !is_separator(**c));
        self.letters
            .extend(letters.take_while(|c| is_letter(**c)).take(word.len()));
        let length = misspelt_len(word, &self.letters);
        self.letters.truncate(length.unwrap_or(0));
        length.is_some()
    }
}

/// Returns the start of the last match of the characters in this order, and
/// appends them to `corrected` in reverse.
fn find_last(
    needle: &[CodePoint],
    text: &[CodePoint],
    corrected: &mut Vec<CodePoint>,
) -> Option<usize> {
    let kept = corrected.len();
    let mut end = text.len();
    for wanted in needle.iter().rev() {
        match text[..end].iter().rposition(|c| c == wanted) {
            Some(at) => end = at,
            None => {
                corrected.truncate(kept);
                return None;
            }
        }
        corrected.push(*wanted);
    }
    Some(end)
}

/// Whether the first three characters allow the text to start with the word
/// with a typo. Rejects most positions quickly.
fn may_start_misspelt(word: &[CodePoint], text: &[CodePoint]) -> bool {
    match *text {
        [_, second, third, ..] if is_separator(second) || is_separator(third) => true,
        [first, second, third, ..] if first == word[0] => {
            second == word[1] || second == word[2] || third == word[2] || starts_with_run(word)
        }
        [_, second, ..] => second == word[0] || is_separator(second),
        _ => false,
    }
}

/// Whether the first letter is typed three times or more.
pub(super) fn starts_with_run<T: PartialEq>(word: &[T]) -> bool {
    matches!(word, [a, b, c, ..] if a == b && b == c)
}

/// Returns the number of leading letters of the text that equal the word with a typo, or `None` if
/// no letter does. `letters` holds at most as many letters as the word.
pub(super) fn misspelt_len<T: PartialEq>(word: &[T], letters: &[T]) -> Option<usize> {
    let same = word.iter().zip(letters).take_while(|(a, b)| a == b).count();
    let (word_rest, rest) = (&word[same..], &letters[same..]);
    if let ([a, b, word_rest @ ..], [c, d, rest @ ..]) = (word_rest, rest)
        && (a, b) == (d, c)
        && word_rest == rest
    {
        return Some(letters.len());
    }
    if same == 0 {
        return None;
    }
    let repeated = word_rest.iter().take_while(|c| **c == word[same - 1]);
    let repeated = repeated.count();
    if repeated > 1
        && word.len() - repeated >= MIN_TYPO_LETTERS
        && rest.starts_with(&word_rest[repeated..])
    {
        return Some(word.len() - repeated);
    }
    let (_, word_rest) = word_rest.split_first()?;
    if rest.get(1..) == Some(word_rest) {
        return Some(letters.len());
    }
    (word.len() >= MIN_EXTRA_LETTERS && rest.starts_with(word_rest)).then_some(word.len() - 1)
}

/// Misspellings of an ASCII word, each represented by its pairs of letters.
#[derive(Clone, Debug)]
pub(super) struct TypoVariants {
    /// Adjacent pairs and pairs with one between, per variant; `None` if the
    /// word is too long.
    pairs: Option<Vec<[PairSet; 2]>>,
}

/// Maximum number of letters in a word whose variants are distinguished.
const MAX_VARIANT_LETTERS: usize = 32;

impl TypoVariants {
    pub(super) fn new(word: &[u8]) -> TypoVariants {
        let pairs = (word.len() <= MAX_VARIANT_LETTERS).then(|| {
            let mut all: Vec<[PairSet; 2]> = Vec::new();
            for variant in variants(word) {
                let pairs = [1, 2].map(|distance| pairs_at(&variant, distance));
                if !all.contains(&pairs) {
                    all.push(pairs);
                }
            }
            all
        });
        TypoVariants { pairs }
    }

    /// Whether a candidate with this signature can contain a variant. Never
    /// false for a candidate that does.
    pub(super) fn may_be_in(&self, signature: &Signature) -> bool {
        match &self.pairs {
            Some(pairs) => pairs
                .iter()
                .any(|[pairs, skip_pairs]| signature.may_have_pairs(pairs, skip_pairs)),
            None => true,
        }
    }
}

/// Returns the letters of every misspelling; `None` stands for any letter.
fn variants(word: &[u8]) -> impl Iterator<Item = Vec<Option<u8>>> {
    let letters: Vec<Option<u8>> = word.iter().copied().map(Some).collect();
    let exchanged = |at: usize| {
        let mut variant = letters.clone();
        variant.swap(at, at + 1);
        variant
    };
    let replaced = |at: usize| {
        let mut variant = letters.clone();
        variant[at] = None;
        variant
    };
    let removed = |at: Range<usize>| {
        let mut variant = letters.clone();
        variant.drain(at);
        variant
    };
    let last = word.len() - 1;
    let mut all: Vec<Vec<Option<u8>>> = (0..last).map(exchanged).collect();
    all.extend((1..=last).map(replaced));
    if word.len() >= MIN_EXTRA_LETTERS {
        all.extend((1..=last).map(|at| removed(at..at + 1)));
    }
    // The same letter several times too often in a row.
    for at in 1..=last {
        let repeated = word[at..].iter().take_while(|c| **c == word[at - 1]);
        let most = repeated
            .count()
            .min(word.len().saturating_sub(MIN_TYPO_LETTERS));
        all.extend((2..=most).map(|count| removed(at..at + count)));
    }
    all.into_iter()
}

/// Returns the pairs of known letters at a distance.
fn pairs_at(letters: &[Option<u8>], distance: usize) -> PairSet {
    let mut pairs = PairSet::default();
    for letters in letters.windows(distance + 1) {
        if let [Some(first), .., Some(second)] = letters
            && let Some(pair) = PairSlot::new(*first, *second)
        {
            pairs.add(pair);
        }
    }
    pairs
}

#[cfg(test)]
mod tests;
