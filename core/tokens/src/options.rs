//! Options for tokenizers and vocabulary files.

use ransack_base::Pool;
use ransack_base::internal::setters;

use super::scanner::SplitPattern;

/// Options for calls that count, encode and truncate text.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TokenOptions {
    /// Special tokens that are recognized in the text. Default: [`AllowedSpecial::None`], which
    /// treats text that looks like a special token as ordinary text.
    pub allowed_special: AllowedSpecial,
    /// Pool that helps to count text and batches of at least 1 MiB. Default: `None`, which means
    /// [`Pool::shared`].
    pub pool: Option<Pool>,
}

setters! { TokenOptions {
    value(AllowedSpecial) allowed_special,
    option(Pool) pool,
}}

/// Special tokens, such as `<|endoftext|>`, that are recognized in text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AllowedSpecial {
    /// No special tokens: all text is ordinary text.
    #[default]
    None,
    /// All special tokens of the vocabulary.
    All,
    /// Only the listed special tokens. Listing a string that is not a special token in the
    /// vocabulary is an error.
    Only(Vec<String>),
}

/// Part of the text that [`Tokenizer::truncate`](crate::Tokenizer::truncate) drops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TruncateFrom {
    /// Drops the end and keeps the beginning.
    #[default]
    End,
    /// Drops the beginning and keeps the end.
    Start,
    /// Drops the middle and keeps half of the limit at each end; if the limit is odd, the beginning
    /// gets the extra token.
    Middle,
}

/// Properties of a vocabulary that a `.tiktoken` file does not contain.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TiktokenOptions {
    /// Regular expression whose matches are the pieces of text, in `fancy-regex` syntax. Default:
    /// the pattern of `o200k_base`.
    ///
    /// The patterns of the published encodings and of GPT-2, Llama 3 and Qwen 2, exactly as
    /// published, have hand-written scanners and are as fast as a built-in encoding.
    pub pattern: String,
    /// Text and id of each special token. Default: none.
    pub special_tokens: Vec<(String, u32)>,
}

impl Default for TiktokenOptions {
    fn default() -> TiktokenOptions {
        TiktokenOptions {
            pattern: SplitPattern::O200K.to_owned(),
            special_tokens: Vec::new(),
        }
    }
}

setters! { TiktokenOptions {
    into(String) pattern,
    list((String, u32)) special_tokens,
}}
