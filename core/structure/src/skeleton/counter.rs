//! Counts the tokens of skeletons.

use ransack_base::Result;

use crate::outline::text::ParsedText;
use crate::skeleton::SkeletonOptions;

#[cfg(feature = "tokens")]
use ransack_tokens::{Encoding, count_tokens};

/// Counts tokens in the encoding of a call; without the feature `tokens`, every count is 0.
#[derive(Clone, Copy, Default)]
pub(super) struct SkeletonTokens {
    #[cfg(feature = "tokens")]
    encoding: Encoding,
}

#[cfg(feature = "tokens")]
impl SkeletonTokens {
    /// Returns the counter of a call.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the encoding is unknown.
    pub(super) fn new(options: &SkeletonOptions) -> Result<SkeletonTokens> {
        let encoding = match &options.token_encoding {
            Some(name) => name.parse()?,
            None => Encoding::default(),
        };
        Ok(SkeletonTokens { encoding })
    }

    /// Returns the name of the encoding.
    pub(super) fn encoding(self) -> &'static str {
        self.encoding.name()
    }

    /// Counts the tokens in a text.
    pub(super) fn count(self, text: &[u8]) -> u64 {
        count_tokens(text, self.encoding) as u64
    }

    /// Counts the tokens in the original text.
    pub(super) fn count_original(self, text: &ParsedText<'_>) -> u64 {
        let count = || self.count(text.source);
        match text.cached() {
            Some(cached) => cached.token_count(self.encoding.name(), count),
            None => count(),
        }
    }
}

#[cfg(not(feature = "tokens"))]
impl SkeletonTokens {
    /// Returns the counter of a call.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the call limits or names tokens.
    pub(super) fn new(options: &SkeletonOptions) -> Result<SkeletonTokens> {
        use ransack_base::Error;
        use ransack_base::internal::ErrorParts;
        match options.max_tokens.is_some() || options.token_encoding.is_some() {
            true => Err(Error::option("this build has no tokenizers")),
            false => Ok(SkeletonTokens {}),
        }
    }

    /// Returns an empty name.
    pub(super) fn encoding(self) -> &'static str {
        ""
    }

    /// Returns 0.
    pub(super) fn count(self, _text: &[u8]) -> u64 {
        0
    }

    /// Returns 0.
    pub(super) fn count_original(self, _text: &ParsedText<'_>) -> u64 {
        0
    }
}
