//! Words of texts, and the texts and definitions that a call names as relevant.

use std::hash::{Hash, Hasher};

use aho_corasick::AhoCorasick;
use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, OptionName, Result};
use regex::bytes::{Regex, RegexBuilder};
use rustc_hash::{FxHashSet, FxHasher};

use super::options::RelevantText;

/// Minimum length of a word in bytes that counts as a reference to a definition. Shorter names, such
/// as `i`, occur everywhere.
const MIN_WORD: usize = 3;

/// Maximum size in bytes of a compiled expression.
const MAX_PATTERN: usize = 10 << 20;

/// Texts that a call names as relevant.
#[derive(Default)]
pub(super) struct Relevance {
    /// Words in lower case.
    words: FxHashSet<String>,
    /// Finds the words; `None` without words.
    finder: Option<AhoCorasick>,
    patterns: Vec<Regex>,
}

impl Relevance {
    /// Compiles the texts.
    ///
    /// # Errors
    ///
    /// `InvalidPattern`: an expression is invalid. `InvalidOption`: an element contains no word.
    pub(super) fn new(texts: &[RelevantText]) -> Result<Relevance> {
        let mut relevance = Relevance::default();
        for (index, text) in texts.iter().enumerate() {
            let added = relevance.add(text);
            added.map_err(|error| error.in_element(OptionName::Relevant, index))?;
        }
        if !relevance.words.is_empty() {
            let mut finder = AhoCorasick::builder();
            let finder = finder.ascii_case_insensitive(true).build(&relevance.words);
            relevance.finder = Some(finder.map_err(|error| Error::option(error.to_string()))?);
        }
        Ok(relevance)
    }

    fn add(&mut self, text: &RelevantText) -> Result<()> {
        match text {
            RelevantText::Words(text) => {
                if words(text).next().is_none() {
                    return Err(Error::option("the text contains no word").with_pattern(text));
                }
                self.words.extend(words(text).map(str::to_ascii_lowercase));
                Ok(())
            }
            RelevantText::Pattern(pattern) => {
                let compiled = RegexBuilder::new(pattern).size_limit(MAX_PATTERN).build();
                self.patterns.push(compiled.map_err(|error| {
                    Error::new(ErrorKind::InvalidPattern, error.to_string()).with_pattern(pattern)
                })?);
                Ok(())
            }
        }
    }

    /// Whether the call names nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty() && self.patterns.is_empty()
    }

    /// Whether a definition with this name is relevant.
    pub(super) fn names(&self, name: &str) -> bool {
        let is_named = |word: &str| self.words.contains(&word.to_ascii_lowercase());
        let mut patterns = self.patterns.iter();
        !self.words.is_empty() && is_named(name)
            || patterns.any(|pattern| pattern.is_match(name.as_bytes()))
    }

    /// Whether a text contains a word or matches an expression.
    pub(super) fn occurs_in(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let is_whole = |found: aho_corasick::Match| {
            let before = found.start().checked_sub(1).and_then(|at| bytes.get(at));
            let after = bytes.get(found.end());
            ![before, after]
                .into_iter()
                .flatten()
                .any(|byte| is_word_byte(*byte))
        };
        let contains = |finder: &AhoCorasick| finder.find_overlapping_iter(bytes).any(is_whole);
        let mut patterns = self.patterns.iter();
        self.finder.as_ref().is_some_and(contains)
            || patterns.any(|pattern| pattern.is_match(bytes))
    }
}

/// Whether a byte is part of a word: an ASCII letter or digit, `_`, or part of a character outside
/// ASCII.
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Returns the words of a text that do not begin with a digit.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_in_word = |c: char| !c.is_ascii() || is_word_byte(c as u8);
    let words = text.split(move |c| !is_in_word(c));
    words.filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()))
}

/// Returns the hashes of the words of a text, ascending and without duplicates.
pub(super) fn word_hashes(text: &str) -> Vec<u32> {
    let mut hashes = FxHashSet::default();
    hashes.extend(words(text).filter(|word| word.len() >= MIN_WORD).map(hash));
    let mut hashes: Vec<u32> = hashes.into_iter().collect();
    hashes.sort_unstable();
    hashes
}

/// Returns the hash of a definition's name as a word; `None` if the name is no word, as the heading of
/// a section, or too short.
pub(super) fn name_hash(name: &str) -> Option<u32> {
    let mut found = words(name);
    let word = found.next()?;
    (found.next().is_none() && word.len() == name.len() && word.len() >= MIN_WORD)
        .then(|| hash(word))
}

/// Returns a hash of a word. Two words with one hash count as one word in the priorities.
fn hash(word: &str) -> u32 {
    let mut hasher = FxHasher::default();
    word.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
