//! Incremental token count for text that grows at its end.
//!
//! Invariant: the total always equals the count of the whole text. Only the end of the text is
//! counted again, starting from a [`CountedPrefix`].

use std::ops::{ControlFlow, Range};

use ransack_base::internal::decode_lossy;
use ransack_base::{Aborted, CancelToken, Result};

use super::count_cache::EncodeContext;
use super::options::TokenOptions;
use super::resume::{OpenPiece, ResumeCondition, is_line_end};
use super::tokenizer::Tokenizer;
use super::visitor::PieceVisitor;

/// Incremental token counter for text that grows at its end.
///
/// The total always equals the result of [`Tokenizer::count`] for the whole text. A part may end
/// anywhere, even inside a character.
///
/// # Cost
///
/// A push takes time linear in the pushed part plus the last few words before it, or plus a few
/// hundred bytes if a longer word or run of white space precedes it. There are two exceptions. If
/// the text ends in a long word that mixes scripts with and without case, or in symbols followed by
/// many slashes and line endings, a push takes time linear in the length of that word or run. If
/// the vocabulary has a normalizer or a split pattern without a hand-written scanner, a push takes
/// time linear in the whole text. The counter keeps the text in memory.
///
/// # Example
///
/// ```
/// # extern crate ransack_tokens as ransack;
/// use ransack::{CancelToken, Encoding, TokenCounter, TokenOptions, Tokenizer};
///
/// let token = CancelToken::new();
/// let tokenizer = Tokenizer::get(Encoding::O200kBase);
/// let mut counter = TokenCounter::new(tokenizer, TokenOptions::default());
/// assert_eq!(counter.push("Hello, wor", &token)?, 3);
/// assert_eq!(counter.push("ld!", &token)?, 4);
/// assert!(counter.pop());
/// assert_eq!(counter.total(), 3);
/// # Ok::<(), ransack::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TokenCounter {
    tokenizer: Tokenizer,
    options: TokenOptions,
    text: Vec<u8>,
    state: CounterState,
    /// State before each push, for `pop`.
    history: Vec<CounterState>,
}

/// Result of counting the text after a push.
#[derive(Clone, Copy, Debug, Default)]
struct CounterState {
    /// Length of the text in bytes.
    len: usize,
    /// Number of tokens in the whole text.
    total: usize,
    /// Prefix whose tokens do not change on later pushes.
    stable: CountedPrefix,
    /// Longer prefix whose tokens stay only under a condition on the text after it.
    conditional: Option<(CountedPrefix, ResumeCondition)>,
}

/// Prefix of the text whose tokens are counted.
#[derive(Clone, Copy, Debug, Default)]
struct CountedPrefix {
    /// Length in bytes.
    len: usize,
    tokens: usize,
    /// Set if the prefix ends inside a piece. Its tokens then stay only while
    /// [`TailVisitor::is_consistent`] confirms it.
    checkpoint: Option<PieceCheckpoint>,
}

/// Position inside a piece up to which the piece's tokens most likely stay.
#[derive(Clone, Copy, Debug)]
struct PieceCheckpoint {
    /// Start of the piece in the text.
    start: usize,
    /// Number of tokens before the piece.
    start_tokens: usize,
    /// Rank of the token that ends at the position.
    last: u32,
}

/// Position inside one of the last pieces of the text from which counting can resume.
struct ResumePoint {
    /// Start of the piece, and the number of tokens before it.
    piece: (usize, usize),
    at: usize,
    /// Number of tokens before the position.
    tokens: usize,
    /// Rank of the last token before the position.
    last: u32,
    condition: ResumeCondition,
}

/// Number of parts at the end of the text that may change when the text grows. At most two are
/// known to (`\n` and spaces; a word and `'`), and an incomplete character adds one.
const OPEN_PARTS: usize = 4;

/// Number of bytes at the end of a long piece whose tokens may change when the piece grows.
const MARGIN: usize = 128;

impl TokenCounter {
    /// Creates a counter whose text is empty.
    pub fn new(tokenizer: &Tokenizer, options: TokenOptions) -> TokenCounter {
        TokenCounter {
            tokenizer: tokenizer.clone(),
            options,
            text: Vec::new(),
            state: CounterState::default(),
            history: Vec::new(),
        }
    }

    /// Appends `part` and returns the new total.
    ///
    /// # Errors
    ///
    /// Returns any error that [`Tokenizer::count`] can return. On an error, the counter is
    /// unchanged.
    pub fn push(&mut self, part: impl AsRef<[u8]>, token: &CancelToken) -> Result<usize> {
        match self
            .append(part.as_ref(), token)
            .and_then(|()| self.count(token))
        {
            Ok(state) => {
                self.history.push(self.state);
                self.state = state;
                Ok(state.total)
            }
            Err(error) => {
                self.text.truncate(self.state.len);
                Err(error)
            }
        }
    }

    /// Removes the most recently pushed part. Returns false if there is no part to remove.
    pub fn pop(&mut self) -> bool {
        let Some(before) = self.history.pop() else {
            return false;
        };
        self.state = before;
        self.text.truncate(before.len);
        true
    }

    /// Returns the number of tokens in all pushed parts together.
    pub fn total(&self) -> usize {
        self.state.total
    }

    /// Appends to the text. On an error, the caller restores its length.
    fn append(&mut self, part: &[u8], token: &CancelToken) -> Result<()> {
        /// Number of bytes between two checks of the cancel token.
        const CHECK_INTERVAL: usize = 1 << 20;
        self.text.reserve(part.len());
        for part in part.chunks(CHECK_INTERVAL) {
            token.heartbeat()?;
            self.text.extend_from_slice(part);
        }
        Ok(())
    }

    /// Counts the text, starting from the longest prefix whose tokens have not changed.
    fn count(&self, token: &CancelToken) -> Result<CounterState> {
        let mut state = CounterState {
            len: self.text.len(),
            ..self.state
        };
        if let Some((prefix, condition)) = state.conditional.take()
            && let Some(state) = self.count_behind(prefix, Some(condition), token)?
        {
            return Ok(state);
        }
        if let Some(checkpoint) = state.stable.checkpoint {
            let always = Some(ResumeCondition::Always);
            if let Some(state) = self.count_behind(state.stable, always, token)? {
                return Ok(state);
            }
            state.stable = CountedPrefix {
                len: checkpoint.start,
                tokens: checkpoint.start_tokens,
                checkpoint: None,
            };
        }
        let counted = self.count_behind(state.stable, None, token)?;
        Ok(counted.unwrap_or(state))
    }

    /// Counts the text after a prefix, which ends inside a piece if `resumed` is set. Returns
    /// `None` if the prefix's tokens have changed.
    fn count_behind(
        &self,
        prefix: CountedPrefix,
        resumed: Option<ResumeCondition>,
        token: &CancelToken,
    ) -> Result<Option<CounterState>> {
        let text = decode_lossy(&self.text[prefix.len..], token)?;
        let bytes = text.as_str().as_bytes();
        let longest = self.tokenizer.longest_special(&self.options)?;
        EncodeContext::with(self.tokenizer.model().cache_id, |context| {
            let mut visitor = TailVisitor {
                tokenizer: &self.tokenizer,
                context,
                token,
                special_free: bytes.len().saturating_sub(longest),
                last: prefix.checkpoint.map(|checkpoint| checkpoint.last),
                resumed,
                follows_line_end: self.text[..prefix.len].last().is_some_and(is_line_end),
                is_consistent: true,
                first_end: 0,
                last_piece: None,
                is_piece_before_last: false,
                parts: [(0, 0); OPEN_PARTS],
                tokens: 0,
            };
            (self.tokenizer).visit_pieces(bytes, &self.options, token, &mut visitor)?;
            if !visitor.is_consistent {
                return Ok(None);
            }
            let mut state = CounterState {
                len: self.text.len(),
                total: prefix.tokens + visitor.tokens,
                ..self.state
            };
            // Only unnormalized text is counted from inside a piece, so the offset refers to
            // `bytes`.
            let is_open =
                |condition: &ResumeCondition| !condition.is_settled(&bytes[..visitor.first_end]);
            match resumed.filter(is_open) {
                None => {
                    state.stable = prefix;
                    state.conditional = None;
                }
                Some(condition) => state.conditional = Some((prefix, condition)),
            }
            if !self.tokenizer.has_local_splits() {
                return Ok(Some(state));
            }
            let (at, tokens) = visitor.parts[0];
            if at > 0 {
                state.stable = CountedPrefix {
                    len: prefix.len + text.original_offset(at),
                    tokens: prefix.tokens + tokens,
                    checkpoint: None,
                };
                state.conditional = None;
            }
            if !text.is_lossy()
                && let Some(point) = visitor.find_resume_point(bytes)?
            {
                let resume = prefix.extended(&point);
                match point.condition {
                    ResumeCondition::Always => {
                        state.stable = resume;
                        state.conditional = None;
                    }
                    condition => state.conditional = Some((resume, condition)),
                }
            }
            Ok(Some(state))
        })
    }
}

impl CountedPrefix {
    /// Returns the prefix extended to `point` in the text after it.
    fn extended(self, point: &ResumePoint) -> CountedPrefix {
        let (start, start_tokens) = point.piece;
        let last = point.last;
        let checkpoint = match self.checkpoint {
            Some(checkpoint) if start == 0 => PieceCheckpoint { last, ..checkpoint },
            _ => PieceCheckpoint {
                start: self.len + start,
                start_tokens: self.tokens + start_tokens,
                last,
            },
        };
        CountedPrefix {
            len: self.len + point.at,
            tokens: self.tokens + point.tokens,
            checkpoint: Some(checkpoint),
        }
    }
}

/// Counts tokens and records the last parts of the text.
struct TailVisitor<'a> {
    tokenizer: &'a Tokenizer,
    context: &'a mut EncodeContext,
    token: &'a CancelToken,
    /// End of the text in which no special token can be completed by later text.
    special_free: usize,
    /// Rank of the token before the text, if the text begins inside a piece.
    last: Option<u32>,
    /// Condition on the first piece, if the text begins inside a piece.
    resumed: Option<ResumeCondition>,
    /// Whether a line ending precedes the text.
    follows_line_end: bool,
    /// Whether the first token of the text may follow `last`, and `resumed` holds.
    is_consistent: bool,
    /// End of the piece at the start of the text, if the text begins with a piece.
    first_end: usize,
    /// Start of the last part, if the last part is a piece.
    last_piece: Option<usize>,
    /// Whether the part before the last is a piece.
    is_piece_before_last: bool,
    /// Starts of the last parts, each with the number of tokens before it.
    parts: [(usize, usize); OPEN_PARTS],
    tokens: usize,
}

impl TailVisitor<'_> {
    /// Adds a part that begins at `start`.
    fn add(&mut self, start: usize, tokens: usize) -> Result<ControlFlow<()>, Aborted> {
        if start <= self.special_free {
            self.parts.rotate_left(1);
            self.parts[OPEN_PARTS - 1] = (start, self.tokens);
        }
        self.tokens += tokens;
        Ok(ControlFlow::Continue(()))
    }

    /// Finds a position from which counting can resume once the text has grown: in the last piece
    /// if it is long, or in the piece before it if that piece ends with a line ending, because
    /// further line ends may join both.
    fn find_resume_point(&mut self, text: &[u8]) -> Result<Option<ResumePoint>, Aborted> {
        let model = self.tokenizer.model();
        let least = model
            .merged_above()
            .map_or(usize::MAX, |longest| longest.max(2 * MARGIN));
        let [.., (before_last, _), (last, _)] = self.parts;
        if self.last_piece != Some(last) {
            return Ok(None);
        }
        let is_line_ends = last > before_last && is_line_end(&text[last - 1]);
        let (index, text) = match text.len() - last > least {
            true => (OPEN_PARTS - 1, text),
            false if is_line_ends && self.is_piece_before_last => (OPEN_PARTS - 2, &text[..last]),
            false => return Ok(None),
        };
        let (start, before) = self.parts[index];
        if text.len() - start <= least {
            return Ok(None);
        }
        let piece = OpenPiece {
            text,
            from: start,
            resumed: self.resumed.filter(|_| start == 0),
            follows_line_end: match start.checked_sub(1) {
                Some(before) => is_line_end(&text[before]),
                None => self.follows_line_end,
            },
        };
        let ranks = model.merged_ranks(&text[start..], self.context, self.token)?;
        let mut at = text.len();
        for (count, pair) in ranks.windows(2).enumerate().rev() {
            at -= model.len_of_rank(pair[1]);
            if text.len() - at > 2 * MARGIN {
                break;
            }
            let is_start = text[at] & 0xC0 != 0x80;
            if text.len() - at >= MARGIN
                && at <= self.special_free
                && is_start
                && let Some(condition) = self.tokenizer.splitter().resume(piece, at)
            {
                return Ok(Some(ResumePoint {
                    piece: (start, before),
                    at,
                    tokens: before + count + 1,
                    last: pair[0],
                    condition,
                }));
            }
        }
        Ok(None)
    }
}

impl PieceVisitor for TailVisitor<'_> {
    fn piece(&mut self, text: &[u8], start: usize, end: usize) -> Result<ControlFlow<()>, Aborted> {
        let model = self.tokenizer.model();
        let tokens = match self.last {
            Some(last) if start == 0 => {
                if self
                    .resumed
                    .is_some_and(|condition| !condition.holds(text, end))
                {
                    self.is_consistent = false;
                    return Ok(ControlFlow::Break(()));
                }
                let ranks = model.merged_ranks(&text[start..end], self.context, self.token)?;
                if !ranks
                    .first()
                    .is_some_and(|&first| model.may_follow(last, first))
                {
                    self.is_consistent = false;
                    return Ok(ControlFlow::Break(()));
                }
                ranks.len()
            }
            _ => model.count(text, start, end, self.context, self.token)?,
        };
        if start == 0 {
            self.first_end = end;
        }
        self.is_piece_before_last = self.last_piece.is_some();
        self.last_piece = Some(start);
        self.add(start, tokens)
    }

    fn special(&mut self, range: Range<usize>, _: u32) -> Result<ControlFlow<()>, Aborted> {
        self.is_piece_before_last = self.last_piece.is_some();
        self.last_piece = None;
        self.add(range.start, 1)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
