use super::scanner::SplitPattern;
use crate::exec::Pool;

/// How text becomes tokens.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TokenOptions {
    /// Which special tokens are recognised in the text. Default:
    /// [`AllowedSpecial::None`], what looks like one is ordinary text.
    pub allowed_special: AllowedSpecial,
    /// The threads to use for arrays and long texts. Default: `None`,
    /// [`Pool::shared`].
    pub pool: Option<Pool>,
}

/// Which special tokens, such as `<|endoftext|>`, are recognised in text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AllowedSpecial {
    /// None: all text is ordinary.
    #[default]
    None,
    /// Every one that the vocabulary has.
    All,
    /// These; one that the vocabulary does not have is an error.
    Only(Vec<String>),
}

/// Which part of a text [`Tokenizer::truncate`](crate::Tokenizer::truncate)
/// gives up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TruncateFrom {
    /// The end: the beginning is kept.
    #[default]
    End,
    /// The beginning: the end is kept.
    Start,
    /// The middle: as many tokens are kept of the beginning as of the end, or
    /// one more.
    Middle,
}

/// What a `.tiktoken` file does not say about its vocabulary.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TiktokenOptions {
    /// The pattern that cuts text into pieces, in the syntax of `fancy-regex`.
    /// Default: that of `o200k_base`. Those of the published encodings and of
    /// GPT-2, Llama 3 and Qwen 2 are as fast as the built-in ones.
    pub pattern: String,
    /// The special tokens and their ids. Default: none.
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
