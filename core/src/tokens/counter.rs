//! The tokens of a text that grows.

use std::ops::{ControlFlow, Range};

use super::cache::Worker;
use super::options::TokenOptions;
use super::tokenizer::Tokenizer;
use super::visit::Visit;
use crate::cancel::{Aborted, CancelToken};
use crate::error::Result;
use crate::offsets::LossyText;

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
    state: State,
    /// What `state` was before each push.
    before: Vec<State>,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    len: usize,
    /// What is pushed later changes nothing before this place.
    settled: usize,
    settled_tokens: usize,
    total: usize,
    /// Whether `settled` is inside of a piece.
    inside: Option<Inside>,
}

/// A place in a piece up to which its tokens are likely to stay.
#[derive(Clone, Copy, Debug)]
struct Inside {
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
            state: State::default(),
            before: Vec::new(),
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
                self.before.push(self.state);
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
        let Some(before) = self.before.pop() else {
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
        const BEAT: usize = 1 << 20;
        self.text.reserve(part.len());
        for part in part.chunks(BEAT) {
            token.heartbeat()?;
            self.text.extend_from_slice(part);
        }
        Ok(())
    }

    fn count(&self, token: &CancelToken) -> Result<State> {
        let mut state = State {
            len: self.text.len(),
            ..self.state
        };
        if let Some(inside) = state.inside {
            if let Some(state) = self.count_from(state, token)? {
                return Ok(state);
            }
            state.settled = inside.start;
            state.settled_tokens = inside.start_tokens;
            state.inside = None;
        }
        Ok(self.count_from(state, token)?.unwrap_or(state))
    }

    /// Counts what is not settled; none if the tokens before are no longer
    /// right.
    fn count_from(&self, mut state: State, token: &CancelToken) -> Result<Option<State>> {
        let text = LossyText::with_cancel(&self.text[state.settled..], token)?;
        let bytes = text.as_str().as_bytes();
        let longest = self.tokenizer.longest_special(&self.options)?;
        Worker::with(self.tokenizer.model().number, |worker| {
            let mut open = Open {
                tokenizer: &self.tokenizer,
                worker,
                token,
                sure: bytes.len().saturating_sub(longest),
                last: state.inside.map(|inside| inside.last),
                holds: true,
                latest: None,
                parts: [(0, 0); OPEN_PARTS],
                tokens: 0,
            };
            (self.tokenizer).visit(bytes, &self.options, token, &mut open)?;
            if !open.holds {
                return Ok(None);
            }
            let before = state;
            state.total = state.settled_tokens + open.tokens;
            if !self.tokenizer.settles() {
                return Ok(Some(state));
            }
            if !text.is_lossy()
                && let Some((at, tokens, last)) = open.place_inside(bytes)?
            {
                let (start, start_tokens) = open.parts[OPEN_PARTS - 1];
                let begun = Inside {
                    start: before.settled + start,
                    start_tokens: before.settled_tokens + start_tokens,
                    last,
                };
                state.inside = Some(match before.inside {
                    Some(inside) if start == 0 => Inside { last, ..inside },
                    _ => begun,
                });
                state.settled += at;
                state.settled_tokens += tokens;
                return Ok(Some(state));
            }
            let (at, tokens) = open.parts[0];
            if at > 0 {
                state.inside = None;
                state.settled += text.original_offset(at);
                state.settled_tokens += tokens;
            }
            Ok(Some(state))
        })
    }
}

/// Counts, and keeps in mind the last parts.
struct Open<'a> {
    tokenizer: &'a Tokenizer,
    worker: &'a mut Worker,
    token: &'a CancelToken,
    /// Behind this place a special token may be under way.
    sure: usize,
    /// The rank before the text, which begins inside of a piece.
    last: Option<u32>,
    /// Whether what begins the text may follow that.
    holds: bool,
    /// Where the latest part begins, if that is a piece.
    latest: Option<usize>,
    /// Where each part begins, and the tokens before it.
    parts: [(usize, usize); OPEN_PARTS],
    tokens: usize,
}

impl Open<'_> {
    fn add(&mut self, start: usize, tokens: usize) -> Result<ControlFlow<()>, Aborted> {
        if start <= self.sure {
            self.parts.rotate_left(1);
            self.parts[OPEN_PARTS - 1] = (start, self.tokens);
        }
        self.tokens += tokens;
        Ok(ControlFlow::Continue(()))
    }

    /// A place in the last part, if that is long, from which on it can be
    /// counted when the text has grown; with the tokens before it and the last
    /// of them.
    fn place_inside(&mut self, text: &[u8]) -> Result<Option<(usize, usize, u32)>, Aborted> {
        let model = self.tokenizer.model();
        let (start, before) = self.parts[OPEN_PARTS - 1];
        let least = model
            .merges_beyond()
            .map_or(usize::MAX, |longest| longest.max(2 * MARGIN));
        if self.latest != Some(start) || text.len() - start <= least {
            return Ok(None);
        }
        let row = model.row(&text[start..], self.worker, self.token)?;
        let mut at = text.len();
        for (count, pair) in row.windows(2).enumerate().rev() {
            at -= model.len_of_rank(pair[1]);
            if text.len() - at > 2 * MARGIN {
                break;
            }
            let is_start = text[at] & 0xC0 != 0x80;
            if text.len() - at >= MARGIN
                && at <= self.sure
                && is_start
                && (self.tokenizer.splitter()).resumes(text, start, at, self.token)
            {
                return Ok(Some((at, before + count + 1, pair[0])));
            }
        }
        Ok(None)
    }
}

impl Visit for Open<'_> {
    fn piece(&mut self, text: &[u8], start: usize, end: usize) -> Result<ControlFlow<()>, Aborted> {
        let model = self.tokenizer.model();
        let tokens = match self.last {
            Some(last) if start == 0 => {
                let row = model.row(&text[start..end], self.worker, self.token)?;
                if !row.first().is_some_and(|&first| model.joins(last, first)) {
                    self.holds = false;
                    return Ok(ControlFlow::Break(()));
                }
                row.len()
            }
            _ => model.count(text, start, end, self.worker, self.token)?,
        };
        self.latest = Some(start);
        self.add(start, tokens)
    }

    fn special(&mut self, range: Range<usize>, _: u32) -> Result<ControlFlow<()>, Aborted> {
        self.latest = None;
        self.add(range.start, 1)
    }
}
