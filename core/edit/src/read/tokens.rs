//! Counts the tokens of lines.

use ransack_base::{CancelToken, Result};

use super::options::ReadLinesOptions;

#[cfg(feature = "tokens")]
use ransack_tokens::{Encoding, TokenCounter, TokenOptions, Tokenizer};

/// Counter of the tokens of a text that grows line by line.
pub(super) struct LineTokens {
    #[cfg(feature = "tokens")]
    counter: TokenCounter,
}

#[cfg(feature = "tokens")]
impl LineTokens {
    /// Creates a counter whose text is empty; `None` if the call does not limit tokens.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the encoding is unknown.
    pub(super) fn new(options: &ReadLinesOptions) -> Result<Option<LineTokens>> {
        let encoding = match &options.token_encoding {
            Some(name) => name.parse()?,
            None => Encoding::default(),
        };
        Ok(options.max_tokens.map(|_| LineTokens {
            counter: TokenCounter::new(Tokenizer::get(encoding), TokenOptions::default()),
        }))
    }

    /// Appends a line. Returns the number of tokens in the text.
    pub(super) fn push(&mut self, line: &[u8], token: &CancelToken) -> Result<u64> {
        Ok(self.counter.push(line, token)? as u64)
    }

    /// Removes the last line.
    pub(super) fn pop(&mut self) {
        self.counter.pop();
    }

    /// Returns the number of tokens in the text.
    pub(super) fn total(&self) -> u64 {
        self.counter.total() as u64
    }
}

#[cfg(not(feature = "tokens"))]
impl LineTokens {
    /// Returns `None`.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the call limits or names tokens.
    pub(super) fn new(options: &ReadLinesOptions) -> Result<Option<LineTokens>> {
        use ransack_base::Error;
        use ransack_base::internal::ErrorParts;
        match options.max_tokens.is_some() || options.token_encoding.is_some() {
            true => Err(Error::option("this build has no tokenizers")),
            false => Ok(None),
        }
    }

    /// Returns 0.
    pub(super) fn push(&mut self, _line: &[u8], _token: &CancelToken) -> Result<u64> {
        Ok(0)
    }

    /// Has no effect.
    pub(super) fn pop(&mut self) {}

    /// Returns 0.
    pub(super) fn total(&self) -> u64 {
        0
    }
}
