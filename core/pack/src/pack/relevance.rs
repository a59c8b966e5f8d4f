//! Words of texts, and the texts and definitions that a call names as relevant.

use std::hash::{Hash, Hasher};

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, OptionName, Result};
use regex::bytes::{Regex, RegexBuilder};
use rustc_hash::{FxHashSet, FxHasher};

use super::options::RelevantText;

/// Minimum length of a word in bytes that counts as a reference to a definition. Shorter names, such
/// as those of loop variables, occur everywhere.
const MIN_WORD: usize = 3;

/// Maximum size in bytes of a compiled expression.
const MAX_PATTERN: usize = 10 << 20;

/// Texts that a call names as relevant.
#[derive(Default)]
pub(super) struct Relevance {
    /// Words in lower case.
    words: FxHashSet<String>,
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

    /// Whether an expression matches a text.
    pub(super) fn matches(&self, text: &str) -> bool {
        let mut patterns = self.patterns.iter();
        patterns.any(|pattern| pattern.is_match(text.as_bytes()))
    }

    /// Returns the hashes of the words of a text, ascending and without duplicates, and whether one of
    /// the words is relevant.
    pub(super) fn words_of(&self, text: &str) -> (Vec<u32>, bool) {
        let mut hashes = FxHashSet::default();
        let mut is_relevant = false;
        for word in words(text) {
            if word.len() >= MIN_WORD {
                hashes.insert(hash(word));
            }
            is_relevant = is_relevant
                || !self.words.is_empty() && self.words.contains(&word.to_ascii_lowercase());
        }
        let mut hashes: Vec<u32> = hashes.into_iter().collect();
        hashes.sort_unstable();
        (hashes, is_relevant)
    }

    /// Returns the hash of a definition's name as a word; `None` if the name is no word, as the
    /// heading of a section, or too short.
    pub(super) fn name_hash(name: &str) -> Option<u32> {
        let mut found = words(name);
        let word = found.next()?;
        (found.next().is_none() && word.len() == name.len() && word.len() >= MIN_WORD)
            .then(|| hash(word))
    }
}

/// Returns the words of a text: sequences of ASCII letters, digits, `_` and all other characters
/// outside ASCII, that do not begin with a digit.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_in_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii();
    let words = text.split(move |c| !is_in_word(c));
    words.filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()))
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
mod tests {
    use super::*;

    #[test]
    fn words_and_patterns_name_definitions() {
        let relevance = Relevance::new(&[
            RelevantText::from("parse Größe"),
            RelevantText::Pattern("^read_".to_owned()),
        ]);
        let relevance = relevance.unwrap();
        for (name, expected) in [
            ("parse", true),
            ("Parse", true),
            ("parser", false),
            ("Größe", true),
            ("read_all", true),
            ("thread_read", false),
        ] {
            assert_eq!(relevance.names(name), expected, "{name}");
        }
        assert!(relevance.words_of("x.parse()").1);
        assert!(!relevance.words_of("x.parser()").1);
        assert!(relevance.matches("read_all"));
    }

    #[test]
    fn invalid_elements_name_their_index() {
        let texts = [
            RelevantText::from("a"),
            RelevantText::Pattern("(".to_owned()),
        ];
        let error = Relevance::new(&texts).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::InvalidPattern);
        assert_eq!(error.pattern(), Some("("));
        let error = Relevance::new(&[RelevantText::from(" - ")]).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
    }

    #[test]
    fn names_of_several_words_have_no_hash() {
        assert!(Relevance::name_hash("one two").is_none());
        assert!(Relevance::name_hash("id").is_none());
        assert_eq!(
            Relevance::name_hash("open_file"),
            Some(hash("open_file")),
        );
    }
}
