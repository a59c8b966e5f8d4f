//! Compiled queries: terms, the characters that a match requires, and how one
//! query narrows the matches of another.

use std::ops::Range;

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, Result};

use super::prefilter::FuzzyPrefilter;
use super::signature::{Signature, char_bit};
use super::text::{CodePoint, FoldedText, SLASH, is_capital, is_letter, is_separator};

/// Maximum length of a query in bytes.
pub(super) const MAX_QUERY: usize = 10 << 10;

/// Minimum number of letters in a word that tolerates one replaced letter or
/// two exchanged adjacent letters. Also the minimum number of letters left
/// after removing extra letters.
pub(super) const MIN_TYPO_LETTERS: usize = 4;
/// Minimum number of letters in a word that tolerates an extra letter.
pub(super) const MIN_EXTRA_LETTERS: usize = 5;

/// Compiled query.
#[derive(Clone, Debug)]
pub(crate) struct FuzzyQuery {
    /// All terms joined; empty if every candidate matches.
    pub(super) whole: Term,
    /// Parts separated by white space; empty if there is only one, which is
    /// `whole`.
    pub(super) terms: Vec<Term>,
    /// Bits of all characters, as in [`Signature::chars`].
    chars: u64,
    /// Bits of the characters that tolerate no typo.
    exact_chars: u64,
    /// Number of words that tolerate a typo.
    pub(super) typo_words: u32,
    /// `None` if the query is not ASCII or consists of separators only.
    prefilter: Option<FuzzyPrefilter>,
}

/// Relation between the matches of a query and the matches of an earlier query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Narrowing {
    /// All matches are among the earlier query's matches.
    All,
    /// Matches without a typo are among the earlier query's matches.
    ExactOnly,
    /// Unknown.
    None,
}

/// Part of a query without white space.
#[derive(Clone, Debug, Default)]
pub(super) struct Term {
    /// Folded characters that a match contains in this order, including `/` but
    /// no other separators.
    pub(super) chars: Vec<CodePoint>,
    /// `chars` before folding.
    pub(super) raw: Vec<CodePoint>,
    /// Whether each of `chars` was typed as a capital; empty if fewer than two
    /// were.
    pub(super) capitals: Vec<bool>,
    /// Ranges of `chars` that are words that tolerate a typo.
    pub(super) typo_words: Vec<Range<usize>>,
    /// Start in `chars` of the name part, which follows the last `/` that is
    /// not the final character.
    pub(super) name: usize,
    /// Whether the term ends in `/`.
    pub(super) is_dir: bool,
    /// Name part with its separators; empty if it has none.
    pub(super) name_as_typed: Vec<CodePoint>,
    /// Whether the term is a query term with its typos corrected.
    pub(super) is_corrected: bool,
}

impl FuzzyQuery {
    /// Compiles a query.
    ///
    /// # Errors
    ///
    /// Returns `InvalidOption` if the query is longer than [`MAX_QUERY`].
    pub(crate) fn new(query: &str) -> Result<FuzzyQuery> {
        if query.len() > MAX_QUERY {
            return Err(Error::option(format!(
                "query is {} bytes long; the maximum is {MAX_QUERY}",
                query.len()
            )));
        }
        let mut parts: Vec<&str> = query.split(is_break).filter(|p| !p.is_empty()).collect();
        // A query with only separators searches for these separators.
        let keeps_separators = parts
            .iter()
            .all(|part| Term::new(&[part], false).is_empty());
        if !keeps_separators {
            parts.retain(|part| !Term::new(&[part], false).is_empty());
        }
        let whole = Term::new(&parts, keeps_separators);
        let mut terms = Vec::new();
        if parts.len() > 1 {
            terms.extend(
                parts
                    .iter()
                    .map(|part| Term::new(&[part], keeps_separators)),
            );
        }
        let mut query = FuzzyQuery {
            chars: whole.chars.iter().fold(0, |all, c| all | char_bit(*c)),
            exact_chars: 0,
            typo_words: 0,
            prefilter: None,
            whole,
            terms,
        };
        query.typo_words = query
            .terms()
            .iter()
            .map(|term| term.typo_words.len() as u32)
            .sum();
        let exact = query.terms().iter().flat_map(Term::exact_chars);
        query.exact_chars = exact.fold(0, |all, c| all | char_bit(c));
        if !keeps_separators {
            query.prefilter = FuzzyPrefilter::new(&query);
        }
        Ok(query)
    }

    /// Whether every candidate matches.
    pub(crate) fn is_empty(&self) -> bool {
        self.whole.is_empty()
    }

    /// Returns whether a candidate with this signature can match, and whether
    /// it may have all characters of the query. Never rejects a match.
    pub(super) fn admits(&self, signature: &Signature) -> (bool, bool) {
        let missing = self.chars & !signature.chars;
        // Each word tolerates one typo, which may account for one missing
        // character.
        let beyond_typos = (0..self.typo_words.min(u64::BITS))
            .fold(missing, |rest, _| rest & rest.wrapping_sub(1));
        let admits = beyond_typos == 0 && self.exact_chars & !signature.chars == 0;
        (admits, missing == 0)
    }

    /// Returns the prefilter if it applies to a candidate with this signature.
    pub(super) fn prefilter_for(&self, signature: &Signature) -> Option<&FuzzyPrefilter> {
        self.prefilter.as_ref().filter(|_| signature.is_ascii())
    }

    /// Returns how this query's matches relate to the matches of `earlier`.
    pub(crate) fn narrows(&self, earlier: &FuzzyQuery) -> Narrowing {
        let own = self.terms();
        let old = earlier.terms();
        if earlier.is_empty() {
            return Narrowing::All;
        }
        let mut pairs = old.iter().zip(own);
        if old.len() > own.len() || !pairs.all(|(old, own)| own.chars.starts_with(&old.chars)) {
            return Narrowing::None;
        }
        let keeps_tolerance = old.iter().zip(own).all(|(old, own)| {
            // A word that grows to a length that tolerates more typos matches
            // candidates that its prefix did not.
            let start = old.chars.iter().rposition(|c| !is_letter(*c));
            let letters = &old.chars[start.map_or(0, |at| at + 1)..];
            own.chars.len() == old.chars.len()
                || letters.is_empty()
                || tolerates_all_typos(letters)
                || !own
                    .typo_words
                    .iter()
                    .any(|word| word.contains(&(old.chars.len() - 1)))
        });
        match (keeps_tolerance, &self.prefilter) {
            (true, _) => Narrowing::All,
            (false, Some(_)) => Narrowing::ExactOnly,
            (false, None) => Narrowing::None,
        }
    }

    /// Returns the length of `earlier` in characters if this query starts with
    /// all of it, else zero.
    pub(super) fn shared_prefix(&self, earlier: &FuzzyQuery) -> usize {
        match self.whole.chars.starts_with(&earlier.whole.chars) {
            true => earlier.whole.chars.len(),
            false => 0,
        }
    }

    /// Whether a candidate with this signature can match with a typo. Never
    /// false for a candidate that does.
    pub(super) fn may_match_with_typo(&self, signature: &Signature) -> bool {
        let (is_admitted, _) = self.admits(signature);
        is_admitted
            && self
                .prefilter_for(signature)
                .is_none_or(|prefilter| prefilter.may_match_with_typo(signature))
    }

    /// Returns the length of the longest word that tolerates a typo.
    pub(super) fn longest_typo_word(&self) -> usize {
        let words = self.terms().iter().flat_map(|term| &term.typo_words);
        words.map(ExactSizeIterator::len).max().unwrap_or(0)
    }

    /// Returns the terms of the query, at least one.
    pub(super) fn terms(&self) -> &[Term] {
        if self.terms.is_empty() {
            std::slice::from_ref(&self.whole)
        } else {
            &self.terms
        }
    }
}

/// Whether a character separates terms.
pub(super) fn is_break(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Whether this word tolerates every kind of typo that a longer word tolerates.
fn tolerates_all_typos(word: &[CodePoint]) -> bool {
    let runs = word.chunk_by(|a, b| a == b).map(<[CodePoint]>::len);
    let superfluous = runs.max().unwrap_or(0).saturating_sub(1);
    word.len() >= MIN_EXTRA_LETTERS && word.len() - superfluous >= MIN_TYPO_LETTERS
}

impl Term {
    /// Joins parts of a query into one term. Unless `keeps_separators` is set,
    /// drops `/` at the start of a part and after another `/`, and drops other
    /// separators everywhere.
    fn new(parts: &[&str], keeps_separators: bool) -> Term {
        let mut term = Term::default();
        let mut name_as_typed = Vec::new();
        let mut text = FoldedText::default();
        for part in parts {
            text.set(part.as_bytes(), false);
            let start = term.chars.len();
            for at in 0..text.chars.len() {
                let raw = text.raw_char(part.as_bytes(), at).unwrap_or_default();
                let c = match text.chars[at] {
                    c if c == CodePoint::from(b'\\') => SLASH,
                    c => c,
                };
                if c == SLASH {
                    name_as_typed.clear();
                    let is_redundant = term.chars[start..].last().is_none_or(|last| *last == SLASH);
                    if !keeps_separators && is_redundant {
                        continue;
                    }
                } else {
                    name_as_typed.push(c);
                }
                if keeps_separators || c == SLASH || !is_separator(c) {
                    term.chars.push(c);
                    term.raw.push(raw);
                }
            }
        }
        if term.raw.iter().filter(|raw| is_capital(**raw)).count() > 1 {
            term.capitals = term.raw.iter().copied().map(is_capital).collect();
        }
        term.find_name();
        if name_as_typed.len() > term.name().len() {
            term.name_as_typed = name_as_typed;
        }
        let mut start = 0;
        for run in term.chars.split(|c| !is_letter(*c)) {
            if run.len() >= MIN_TYPO_LETTERS {
                term.typo_words.push(start..start + run.len());
            }
            start += run.len() + 1;
        }
        term
    }

    /// Creates an empty term whose characters a
    /// [`TypoCorrector`](super::typo::TypoCorrector) fills in.
    pub(super) fn for_correction() -> Term {
        Term {
            is_corrected: true,
            ..Term::default()
        }
    }

    /// Computes `name` and `is_dir` from `chars`.
    pub(super) fn find_name(&mut self) {
        self.is_dir = self.chars.last() == Some(&SLASH);
        let end = self.chars.len() - usize::from(self.is_dir);
        let slash = self.chars[..end].iter().rposition(|c| *c == SLASH);
        self.name = slash.map_or(0, |at| at + 1);
    }

    /// Returns the characters outside words that tolerate a typo, and the first
    /// character of each such word.
    pub(super) fn exact_chars(&self) -> impl Iterator<Item = CodePoint> {
        let is_exact = |at: &usize| {
            self.typo_words
                .iter()
                .all(|word| word.start == *at || !word.contains(at))
        };
        let exact = (0..self.chars.len()).filter(is_exact);
        exact.map(|at| self.chars[at])
    }

    pub(super) fn is_empty(&self) -> bool {
        self.chars.is_empty()
    }

    /// Whether the term has a directory part and a part below it.
    pub(super) fn has_dir(&self) -> bool {
        self.name > 0
    }

    /// Returns the name part of the term, without a trailing `/`.
    pub(super) fn name(&self) -> &[CodePoint] {
        &self.chars[self.name..self.chars.len() - usize::from(self.is_dir)]
    }
}

#[cfg(test)]
mod tests;
