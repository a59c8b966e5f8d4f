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

/// Options for [`Tokenizer::truncate`](crate::Tokenizer::truncate).
///
/// ```
/// # extern crate ransack_tokens as ransack;
/// use ransack::{
///     CancelToken, Encoding, TokenOptions, Tokenizer, TruncateFrom, TruncateTokensOptions,
/// };
///
/// let tokenizer = Tokenizer::get(Encoding::O200kBase);
/// let text = "one\ntwo\nthree\nfour\nfive\nsix\n";
/// let how = TruncateTokensOptions::default()
///     .from(TruncateFrom::Middle)
///     .marker("[cut]\n")
///     .line_boundary(true);
/// let (options, token) = (TokenOptions::default(), CancelToken::new());
/// let cut = tokenizer.truncate(text, 8, &how, &options, &token)?;
/// let result = [&text[..cut.dropped.start], &how.marker, &text[cut.dropped.end..]].concat();
/// assert_eq!(result, "one\n[cut]\nsix\n");
/// assert_eq!(cut.tokens, 7);
/// # Ok::<(), ransack::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TruncateTokensOptions {
    /// Part of the text to drop. Default: [`TruncateFrom::End`].
    pub from: TruncateFrom,
    /// Text that the caller puts in place of the dropped text, such as `…[cut]…`. If text is
    /// dropped, the limit applies to the tokens of the whole result, including the marker. A marker
    /// with more tokens than the limit is an error. Default: empty.
    pub marker: String,
    /// Whether to cut only between lines, if that keeps at least one line: the kept beginning ends
    /// after a line feed, and the kept end begins after one. Default: false, which cuts between
    /// tokens.
    pub line_boundary: bool,
}

setters! { TruncateTokensOptions {
    value(TruncateFrom) from,
    into(String) marker,
    value(bool) line_boundary,
}}

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
