//! The tokens of a text that grows.

use std::ops::{ControlFlow, Range};

use super::count_cache::EncodeContext;
use super::options::TokenOptions;
use super::text::LossyText;
use super::tokenizer::Tokenizer;
use super::visitor::PieceVisitor;
use crate::cancel::{Aborted, CancelToken};
use crate::error::Result;

/// Counts the tokens of a text that grows at its end.
///
/// The total is always that of the whole text, as [`Tokenizer::count`] has it,
/// though only the end of it is counted again. Parts need not end between two
/// characters.
///
/// # Cost
///
/// A push costs what is pushed and the last few words before it, or a few
/// hundred bytes of a longer word. Of white space, of words in which scripts with and
/// without case mix, and of vocabularies that have a normalizer or a pattern of
/// their own, it costs as much as the run, or the text, is long. The text is
/// kept.
///
/// # Example
///
/// ```
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
    /// What `state` was before each push.
    history: Vec<CounterState>,
}

#[derive(Clone, Copy, Debug, Default)]
struct CounterState {
    len: usize,
    /// What is pushed later changes nothing before this place.
    stable_len: usize,
    stable_tokens: usize,
    total: usize,
    /// Whether `stable_len` is inside of a piece.
    checkpoint: Option<PieceCheckpoint>,
}

/// A place in a piece up to which its tokens are likely to stay.
#[derive(Clone, Copy, Debug)]
struct PieceCheckpoint {
    /// Where the piece begins, and the tokens before it.
    start: usize,
    start_tokens: usize,
    /// The rank of the token before the place.
    last: u32,
}

/// The parts at the end of a text that may become others when it goes on. Two
/// are known (`\n` and spaces, a word and `'`), and the half of a character one
/// more.
const OPEN_PARTS: usize = 4;

/// The bytes at the end of a long piece whose tokens may become others.
const MARGIN: usize = 128;

impl TokenCounter {
    /// A counter of nothing yet.
    pub fn new(tokenizer: &Tokenizer, options: TokenOptions) -> TokenCounter {
        TokenCounter {
            tokenizer: tokenizer.clone(),
            options,
            text: Vec::new(),
            state: CounterState::default(),
            history: Vec::new(),
        }
    }

    /// Adds `part` at the end and gives the new total. Errors as for
    /// [`Tokenizer::count`]; nothing is added then.
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

    /// Takes away what was pushed last. False if there is nothing.
    pub fn pop(&mut self) -> bool {
        let Some(before) = self.history.pop() else {
            return false;
        };
        self.state = before;
        self.text.truncate(before.len);
        true
    }

    /// The tokens of all that was pushed.
    pub fn total(&self) -> usize {
        self.state.total
    }

    fn append(&mut self, part: &[u8], token: &CancelToken) -> Result<()> {
        /// The bytes between two looks at the cancel token.
        const CHECK_INTERVAL: usize = 1 << 20;
        self.text.reserve(part.len());
        for part in part.chunks(CHECK_INTERVAL) {
            token.heartbeat()?;
            self.text.extend_from_slice(part);
        }
        Ok(())
    }

    fn count(&self, token: &CancelToken) -> Result<CounterState> {
        let mut state = CounterState {
            len: self.text.len(),
            ..self.state
        };
        if let Some(checkpoint) = state.checkpoint {
            if let Some(state) = self.count_from(state, token)? {
                return Ok(state);
            }
            state.stable_len = checkpoint.start;
            state.stable_tokens = checkpoint.start_tokens;
            state.checkpoint = None;
        }
        Ok(self.count_from(state, token)?.unwrap_or(state))
    }

    /// Counts what is not stable_len; none if the tokens before are no longer
    /// right.
    fn count_from(
        &self,
        mut state: CounterState,
        token: &CancelToken,
    ) -> Result<Option<CounterState>> {
        let text = LossyText::new(&self.text[state.stable_len..], token)?;
        let longest = self.tokenizer.longest_special(&self.options)?;
        EncodeContext::with(self.tokenizer.model().cache_id, |context| {
            let mut visitor = TailVisitor {
                tokenizer: &self.tokenizer,
                context,
                token,
                special_free: text.bytes().len().saturating_sub(longest),
                last: state.checkpoint.map(|checkpoint| checkpoint.last),
                is_consistent: true,
                last_piece: None,
                parts: [(0, 0); OPEN_PARTS],
                tokens: 0,
            };
            (self.tokenizer).visit_pieces(text.bytes(), &self.options, token, &mut visitor)?;
            if !visitor.is_consistent {
                return Ok(None);
            }
            let before = state;
            state.total = state.stable_tokens + visitor.tokens;
            if !self.tokenizer.has_local_splits() {
                return Ok(Some(state));
            }
            if let LossyText::AsGiven(bytes) = text
                && let Some((at, tokens, last)) = visitor.find_checkpoint(bytes)?
            {
                let (start, start_tokens) = visitor.parts[OPEN_PARTS - 1];
                let new_checkpoint = PieceCheckpoint {
                    start: before.stable_len + start,
                    start_tokens: before.stable_tokens + start_tokens,
                    last,
                };
                state.checkpoint = Some(match before.checkpoint {
                    Some(checkpoint) if start == 0 => PieceCheckpoint { last, ..checkpoint },
                    _ => new_checkpoint,
                });
                state.stable_len += at;
                state.stable_tokens += tokens;
                return Ok(Some(state));
            }
            let (at, tokens) = visitor.parts[0];
            if at > 0 {
                state.checkpoint = None;
                state.stable_len += text.original(at);
                state.stable_tokens += tokens;
            }
            Ok(Some(state))
        })
    }
}

/// Counts, and keeps in mind the last parts.
struct TailVisitor<'a> {
    tokenizer: &'a Tokenizer,
    context: &'a mut EncodeContext,
    token: &'a CancelToken,
    /// Behind this place a special token may be under way.
    special_free: usize,
    /// The rank before the text, which begins inside of a piece.
    last: Option<u32>,
    /// Whether what begins the text may follow that.
    is_consistent: bool,
    /// Where the latest part begins, if that is a piece.
    last_piece: Option<usize>,
    /// Where each part begins, and the tokens before it.
    parts: [(usize, usize); OPEN_PARTS],
    tokens: usize,
}

impl TailVisitor<'_> {
    fn add(&mut self, start: usize, tokens: usize) -> Result<ControlFlow<()>, Aborted> {
        if start <= self.special_free {
            self.parts.rotate_left(1);
            self.parts[OPEN_PARTS - 1] = (start, self.tokens);
        }
        self.tokens += tokens;
        Ok(ControlFlow::Continue(()))
    }

    /// A place in the last part, if that is long, from which on it can be
    /// counted when the text has grown; with the tokens before it and the last
    /// of them.
    fn find_checkpoint(&mut self, text: &[u8]) -> Result<Option<(usize, usize, u32)>, Aborted> {
        let model = self.tokenizer.model();
        let (start, before) = self.parts[OPEN_PARTS - 1];
        let least = model
            .merged_above()
            .map_or(usize::MAX, |longest| longest.max(2 * MARGIN));
        if self.last_piece != Some(start) || text.len() - start <= least {
            return Ok(None);
        }
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
                && (self.tokenizer.splitter()).can_resume(text, start, at, self.token)
            {
                return Ok(Some((at, before + count + 1, pair[0])));
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
        self.last_piece = Some(start);
        self.add(start, tokens)
    }

    fn special(&mut self, range: Range<usize>, _: u32) -> Result<ControlFlow<()>, Aborted> {
        self.last_piece = None;
        self.add(range.start, 1)
    }
}
