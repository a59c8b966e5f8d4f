//! Special tokens, found in text where the caller allows them.

use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, Input, MatchKind};

use super::options::AllowedSpecial;
use crate::cancel::{Aborted, CancelToken};
use crate::error::{Error, Result};

/// The special tokens of a tokenizer.
pub(super) struct Specials {
    tokens: Vec<(String, u32)>,
    all: OnceLock<Finder>,
}

/// Finds some of them.
pub(super) struct Finder {
    automaton: AhoCorasick,
    ids: Vec<u32>,
    longest: usize,
}

/// The bytes between two looks at the cancel token.
const BEAT: usize = 1 << 16;

impl Specials {
    pub(super) fn new(tokens: Vec<(String, u32)>) -> Specials {
        Specials {
            tokens,
            all: OnceLock::new(),
        }
    }

    pub(super) fn tokens(&self) -> &[(String, u32)] {
        &self.tokens
    }

    /// Hands the finder of the allowed tokens to `work`; none if there is
    /// nothing to find.
    pub(super) fn with_finder<R>(
        &self,
        allowed: &AllowedSpecial,
        work: impl FnOnce(Option<&Finder>) -> Result<R>,
    ) -> Result<R> {
        match allowed {
            AllowedSpecial::None => work(None),
            AllowedSpecial::All if self.tokens.is_empty() => work(None),
            AllowedSpecial::All => {
                if self.all.get().is_none() {
                    let finder = Finder::new(self.tokens.iter())?;
                    // Another thread may have been faster with the same.
                    let _ = self.all.set(finder);
                }
                work(self.all.get())
            }
            AllowedSpecial::Only(names) => {
                let named = |name: &String| {
                    self.tokens
                        .iter()
                        .find(|(text, _)| text == name)
                        .ok_or_else(|| Error::option("not a special token").with_pattern(name))
                };
                let tokens = names.iter().map(named).collect::<Result<Vec<_>>>()?;
                if tokens.is_empty() {
                    return work(None);
                }
                work(Some(&Finder::new(tokens.into_iter())?))
            }
        }
    }
}

impl Finder {
    fn new<'t>(tokens: impl Iterator<Item = &'t (String, u32)> + Clone) -> Result<Finder> {
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(tokens.clone().map(|(text, _)| text))
            .map_err(|error| Error::option(format!("too many special tokens: {error}")))?;
        Ok(Finder {
            automaton,
            longest: tokens
                .clone()
                .map(|(text, _)| text.len())
                .max()
                .unwrap_or(0),
            ids: tokens.map(|&(_, id)| id).collect(),
        })
    }

    /// The length of the longest in bytes.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// The first special token at or after `at`: its start, end and id.
    pub(super) fn find(
        &self,
        text: &[u8],
        mut at: usize,
        cancel: &CancelToken,
    ) -> Result<Option<(usize, usize, u32)>, Aborted> {
        while at < text.len() {
            cancel.heartbeat()?;
            let part = text.len().min(at + BEAT + self.longest);
            match self.automaton.find(Input::new(text).span(at..part)) {
                // One that begins later might be cut off.
                Some(found) if found.start() < at + BEAT || part == text.len() => {
                    let id = self.ids[found.pattern().as_usize()];
                    return Ok(Some((found.start(), found.end(), id)));
                }
                _ => at += BEAT,
            }
        }
        Ok(None)
    }
}
