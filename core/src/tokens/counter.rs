//! The tokens of a text that grows.

use std::ops::{ControlFlow, Range};

use super::cache::Worker;
use super::options::TokenOptions;
use super::text::Text;
use super::tokenizer::{Tokenizer, Visit};
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
/// A push costs what is pushed and the last few words before it. The text is
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
}

/// The parts at the end of a text that may become others when it goes on. Two
/// are known (`\n` and spaces, a word and `'`), and the half of a character one
/// more.
const OPEN_PARTS: usize = 4;

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
        self.text.extend_from_slice(part.as_ref());
        match self.count(token) {
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

    fn count(&self, token: &CancelToken) -> Result<State> {
        let mut state = State {
            len: self.text.len(),
            ..self.state
        };
        let text = Text::new(&self.text[state.settled..], token)?;
        let longest = self.tokenizer.longest_special(&self.options)?;
        let open = Worker::with(self.tokenizer.model().number, |worker| {
            let mut open = Open {
                tokenizer: &self.tokenizer,
                worker,
                token,
                sure: text.bytes().len().saturating_sub(longest),
                parts: [(0, 0); OPEN_PARTS],
                tokens: 0,
            };
            let result = self
                .tokenizer
                .visit(text.bytes(), &self.options, token, &mut open);
            result.map(|()| (open.parts[0], open.tokens))
        });
        let ((at, before), tokens) = open?;
        state.total = state.settled_tokens + tokens;
        if self.tokenizer.settles() {
            state.settled += text.original(at);
            state.settled_tokens += before;
        }
        Ok(state)
    }
}

/// Counts, and keeps in mind the last parts.
struct Open<'a> {
    tokenizer: &'a Tokenizer,
    worker: &'a mut Worker,
    token: &'a CancelToken,
    /// Behind this place a special token may be under way.
    sure: usize,
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
}

impl Visit for Open<'_> {
    fn piece(&mut self, text: &[u8], start: usize, end: usize) -> Result<ControlFlow<()>, Aborted> {
        let model = self.tokenizer.model();
        let tokens = model.count(text, start, end, self.worker, self.token)?;
        self.add(start, tokens)
    }

    fn special(&mut self, range: Range<usize>, _: u32) -> Result<ControlFlow<()>, Aborted> {
        self.add(range.start, 1)
    }
}
