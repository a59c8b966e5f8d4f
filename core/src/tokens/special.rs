//! Special tokens, found in text where the caller allows them.

use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, Input, MatchKind};

use super::classes::{SPACE, class_at};
use super::options::AllowedSpecial;
use crate::cancel::{Aborted, CancelToken};
use crate::error::{Error, Result};

/// A token that is not made by merging.
#[derive(Clone, Debug)]
pub(super) struct Special {
    pub(super) text: String,
    pub(super) id: u32,
    /// Whether it is found in any text, allowed or not.
    pub(super) always: bool,
    /// Whether it takes the white space before it.
    pub(super) strips_left: bool,
    /// Whether it takes the white space after it.
    pub(super) strips_right: bool,
}

impl Special {
    /// One that has to be allowed and takes nothing.
    pub(super) fn plain(text: String, id: u32) -> Special {
        Special {
            text,
            id,
            always: false,
            strips_left: false,
            strips_right: false,
        }
    }
}

/// The special tokens of a tokenizer.
pub(super) struct Specials {
    tokens: Vec<Special>,
    /// Those that have to be allowed.
    named: Vec<(String, u32)>,
    /// Finds those that are always found.
    always: Option<Finder>,
    all: OnceLock<Finder>,
}

/// Finds some of them.
pub(super) struct Finder {
    automaton: AhoCorasick,
    tokens: Vec<Special>,
    longest: usize,
}

/// The bytes between two looks at the cancel token.
const BEAT: usize = 1 << 16;

impl Specials {
    pub(super) fn new(tokens: Vec<Special>) -> Result<Specials> {
        let (always, named): (Vec<&Special>, Vec<&Special>) =
            tokens.iter().partition(|token| token.always);
        Ok(Specials {
            always: Finder::new(always.into_iter())?,
            named: named.iter().map(|t| (t.text.clone(), t.id)).collect(),
            all: OnceLock::new(),
            tokens,
        })
    }

    /// Of tokens that have to be allowed.
    pub(super) fn required(named: Vec<(String, u32)>) -> Specials {
        let plain = |(text, id): &(String, u32)| Special::plain(text.clone(), *id);
        Specials {
            tokens: named.iter().map(plain).collect(),
            named,
            always: None,
            all: OnceLock::new(),
        }
    }

    /// Those that have to be allowed, and their ids.
    pub(super) fn named(&self) -> &[(String, u32)] {
        &self.named
    }

    pub(super) fn text_of(&self, id: u32) -> Option<&str> {
        let token = self.tokens.iter().find(|token| token.id == id)?;
        Some(&token.text)
    }

    /// Hands the finder of the allowed tokens to `work`; none if there is
    /// nothing to find.
    pub(super) fn with_finder<R>(
        &self,
        allowed: &AllowedSpecial,
        work: impl FnOnce(Option<&Finder>) -> Result<R>,
    ) -> Result<R> {
        match allowed {
            AllowedSpecial::None => work(self.always.as_ref()),
            AllowedSpecial::All => {
                if self.all.get().is_none()
                    && let Some(finder) = Finder::new(self.tokens.iter())?
                {
                    // Another thread may have been faster with the same.
                    let _ = self.all.set(finder);
                }
                work(self.all.get())
            }
            AllowedSpecial::Only(names) => {
                for name in names {
                    if self.named.iter().all(|(text, _)| text != name) {
                        return Err(Error::option("not a special token").with_pattern(name));
                    }
                }
                let wanted = |token: &&Special| token.always || names.contains(&token.text);
                work(Finder::new(self.tokens.iter().filter(wanted))?.as_ref())
            }
        }
    }
}

/// What a [`Finder`] finds.
pub(super) struct JobOutput {
    /// The token's place, with the white space that it takes.
    pub(super) range: Range<usize>,
    pub(super) id: u32,
}

impl Finder {
    fn new<'t>(tokens: impl Iterator<Item = &'t Special>) -> Result<Option<Finder>> {
        let tokens: Vec<Special> = tokens.cloned().collect();
        let Some(longest) = tokens.iter().map(|token| token.text.len()).max() else {
            return Ok(None);
        };
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(tokens.iter().map(|token| &token.text))
            .map_err(|error| Error::option(format!("too many special tokens: {error}")))?;
        Ok(Some(Finder {
            automaton,
            tokens,
            longest,
        }))
    }

    /// The length of the longest in bytes.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// The first special token at or after `from`.
    pub(super) fn find(
        &self,
        text: &[u8],
        from: usize,
        cancel: &CancelToken,
    ) -> Result<Option<JobOutput>, Aborted> {
        let mut at = from;
        while at < text.len() {
            cancel.heartbeat()?;
            let part = text.len().min(at + BEAT + self.longest);
            match self.automaton.find(Input::new(text).span(at..part)) {
                // One that begins later might be cut off.
                Some(found) if found.start() < at + BEAT || part == text.len() => {
                    let token = &self.tokens[found.pattern().as_usize()];
                    let mut range = found.start()..found.end();
                    let is_space = |at| class_at(text, at).0 & SPACE != 0;
                    while token.strips_right && is_space(range.end) {
                        range.end += class_at(text, range.end).1;
                    }
                    while token.strips_left
                        && let Some(before) = start_of_last(&text[from..range.start])
                        && is_space(from + before)
                    {
                        range.start = from + before;
                    }
                    return Ok(Some(JobOutput {
                        range,
                        id: token.id,
                    }));
                }
                _ => at += BEAT,
            }
        }
        Ok(None)
    }
}

/// Where the last character begins.
fn start_of_last(text: &[u8]) -> Option<usize> {
    text.iter().rposition(|byte| byte & 0xC0 != 0x80)
}
