//! What the text of a file must hold for a pattern to match in it.

use memchr::memmem::Finder;

use super::language::Language;
use super::metavar::Var;
use super::options::Strictness;
use super::pattern::{Goal, Reading};

/// Text that every match of a reading holds.
#[derive(Debug)]
pub(super) struct Prefilter {
    /// The longest first.
    needles: Vec<Finder<'static>>,
}

/// More of them tell hardly more.
const MAX_NEEDLES: usize = 4;

impl Prefilter {
    pub(super) fn new(reading: &Reading, strictness: Strictness, language: &Language) -> Prefilter {
        let mut words = Vec::new();
        match strictness {
            Strictness::Signature => {}
            Strictness::Cst | Strictness::Smart => {
                let keywords = !language.reading.any_case;
                collect(&reading.goal, keywords, &mut words);
            }
            Strictness::Ast | Strictness::Relaxed | Strictness::Template => {
                collect(&reading.goal, false, &mut words);
            }
        }
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words.dedup();
        words.truncate(MAX_NEEDLES);
        Prefilter {
            needles: words
                .into_iter()
                .map(|word| Finder::new(word).into_owned())
                .collect(),
        }
    }

    /// False only if there is no match in the text.
    pub(super) fn may_match(&self, text: &[u8]) -> bool {
        self.needles
            .iter()
            .all(|needle| needle.find(text).is_some())
    }
}

/// The text of named leaves, and with `keywords` of others.
fn collect<'g>(goal: &'g Goal, keywords: bool, words: &mut Vec<&'g [u8]>) {
    match goal {
        Goal::Var(_) => {}
        Goal::Leaf { named, text, .. } => {
            let is_keyword = text.iter().all(u8::is_ascii_alphabetic);
            if !text.is_empty() && (*named || (keywords && is_keyword)) {
                words.push(text);
            }
        }
        Goal::Inner { children, .. } => {
            let mut after_many = false;
            for child in children {
                // `$$$` takes the punctuation and keywords after it with it.
                after_many = match child {
                    Goal::Var(Var::Many { .. }) => true,
                    child => after_many && child.is_trivial(),
                };
                if !after_many {
                    collect(child, keywords, words);
                }
            }
        }
    }
}
