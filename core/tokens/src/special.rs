//! Special tokens: which ones text may contain, and the search for them.

use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, Input, MatchKind};
use ransack_base::internal::{ErrorParts, nearest};
use ransack_base::{Aborted, CancelToken, Error, OptionName, Result};

use super::classes::{SPACE, class_at};
use super::options::AllowedSpecial;

/// Token that is matched as a whole before the text is split; merging never produces it.
#[derive(Clone, Debug)]
pub(super) struct SpecialToken {
    pub(super) text: String,
    pub(super) id: u32,
    /// Whether the token is matched in any text, allowed or not.
    pub(super) always: bool,
    /// Whether a match includes the white space before it.
    pub(super) strips_left: bool,
    /// Whether a match includes the white space after it.
    pub(super) strips_right: bool,
}

impl SpecialToken {
    /// Creates a token that is matched only if allowed, without surrounding white space.
    pub(super) fn opt_in(text: String, id: u32) -> SpecialToken {
        SpecialToken {
            text,
            id,
            always: false,
            strips_left: false,
            strips_right: false,
        }
    }
}

/// All special tokens of a tokenizer.
pub(super) struct SpecialTokens {
    tokens: Vec<SpecialToken>,
    /// Text and id of the tokens that are matched only if allowed.
    opt_in: Vec<(String, u32)>,
    /// Finder of the tokens that are matched in any text.
    always: Option<SpecialFinder>,
    /// Finder of all tokens, built on first use.
    all: OnceLock<SpecialFinder>,
}

/// Automaton that finds a set of special tokens.
pub(super) struct SpecialFinder {
    automaton: AhoCorasick,
    /// Tokens in the order of the automaton's patterns.
    tokens: Vec<SpecialToken>,
    longest: usize,
}

/// Number of bytes between two checks of the cancel token.
const CHECK_INTERVAL: usize = 1 << 16;

impl SpecialTokens {
    pub(super) fn new(tokens: Vec<SpecialToken>) -> Result<SpecialTokens> {
        let (always, opt_in): (Vec<&SpecialToken>, Vec<&SpecialToken>) =
            tokens.iter().partition(|token| token.always);
        Ok(SpecialTokens {
            always: SpecialFinder::new(always.into_iter())?,
            opt_in: opt_in.iter().map(|t| (t.text.clone(), t.id)).collect(),
            all: OnceLock::new(),
            tokens,
        })
    }

    /// Creates a set of tokens that are all matched only if allowed.
    pub(super) fn from_opt_in(opt_in: Vec<(String, u32)>) -> SpecialTokens {
        let plain = |(text, id): &(String, u32)| SpecialToken::opt_in(text.clone(), *id);
        SpecialTokens {
            tokens: opt_in.iter().map(plain).collect(),
            opt_in,
            always: None,
            all: OnceLock::new(),
        }
    }

    /// Returns the text and id of each token that is matched only if allowed.
    pub(super) fn opt_in(&self) -> &[(String, u32)] {
        &self.opt_in
    }

    /// Returns the text of the special token with this id.
    pub(super) fn text_of(&self, id: u32) -> Option<&str> {
        let token = self.tokens.iter().find(|token| token.id == id)?;
        Some(&token.text)
    }

    /// Runs `work` with the finder for the allowed tokens, or `None` if there is nothing to find.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidOption`](crate::ErrorKind::InvalidOption) if an allowed token is not in the
    /// set, or the error of `work`.
    pub(super) fn with_finder<R>(
        &self,
        allowed: &AllowedSpecial,
        work: impl FnOnce(Option<&SpecialFinder>) -> Result<R>,
    ) -> Result<R> {
        match allowed {
            AllowedSpecial::None => work(self.always.as_ref()),
            AllowedSpecial::All => {
                if self.all.get().is_none()
                    && let Some(finder) = SpecialFinder::new(self.tokens.iter())?
                {
                    // An error means that another thread has set an identical finder.
                    let _ = self.all.set(finder);
                }
                work(self.all.get())
            }
            AllowedSpecial::Only(names) => {
                for (index, name) in names.iter().enumerate() {
                    if self.opt_in.iter().all(|(text, _)| text != name) {
                        let known = self.opt_in.iter().map(|(text, _)| text.as_str());
                        return Err(Error::option("unknown special token")
                            .with_pattern(name)
                            .with_candidates(nearest(name, known))
                            .in_element(OptionName::AllowedSpecial, index));
                    }
                }
                let wanted = |token: &&SpecialToken| token.always || names.contains(&token.text);
                work(SpecialFinder::new(self.tokens.iter().filter(wanted))?.as_ref())
            }
        }
    }
}

/// Match of a [`SpecialFinder`].
pub(super) struct SpecialMatch {
    /// Byte range of the token, including white space that belongs to the match.
    pub(super) range: Range<usize>,
    pub(super) id: u32,
}

impl SpecialFinder {
    /// Builds a finder. Returns `None` if there are no tokens.
    fn new<'t>(tokens: impl Iterator<Item = &'t SpecialToken>) -> Result<Option<SpecialFinder>> {
        let tokens: Vec<SpecialToken> = tokens.cloned().collect();
        let Some(longest) = tokens.iter().map(|token| token.text.len()).max() else {
            return Ok(None);
        };
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(tokens.iter().map(|token| &token.text))
            .map_err(|error| Error::option(format!("too many special tokens: {error}")))?;
        Ok(Some(SpecialFinder {
            automaton,
            tokens,
            longest,
        }))
    }

    /// Returns the length in bytes of the longest token.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// Returns the leftmost special token at or after `from`; if several begin there, the longest.
    pub(super) fn find(
        &self,
        text: &[u8],
        from: usize,
        cancel: &CancelToken,
    ) -> Result<Option<SpecialMatch>, Aborted> {
        let mut at = from;
        while at < text.len() {
            cancel.heartbeat()?;
            let part = text.len().min(at + CHECK_INTERVAL + self.longest);
            match self.automaton.find(Input::new(text).span(at..part)) {
                // A match that begins in the overlap may have a longer alternative.
                Some(found) if found.start() < at + CHECK_INTERVAL || part == text.len() => {
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
                    return Ok(Some(SpecialMatch {
                        range,
                        id: token.id,
                    }));
                }
                _ => at += CHECK_INTERVAL,
            }
        }
        Ok(None)
    }
}

/// Returns the start of the last character of the text.
fn start_of_last(text: &[u8]) -> Option<usize> {
    text.iter().rposition(|byte| byte & 0xC0 != 0x80)
}
