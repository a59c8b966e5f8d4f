//! Tokens of language models: counting, encoding, and cutting text by them.
//!
//! - `text`, `aligned`: bytes as text that is UTF-8, and where its places were;
//! - `special`: special tokens, where they are allowed;
//! - `normalizer`, `splitter`, `scanner`, `window`, `classes`: text changed and cut into
//!   pieces;
//! - `vocabulary`, `pairs`, `encoder`, `merger`, `model`: a piece as tokens;
//! - `merge`: what a vocabulary means;
//! - `pack`, `load`, `tiktoken`, `huggingface`: vocabularies as they are stored;
//! - `cache`: what a thread remembers;
//! - `encoding`, `tokenizer`, `visit`, `parallel`, `cut`, `counter`: the vocabularies,
//!   and what is done with them.

mod class_table;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod class_table_test;
mod classes;
mod count_cache;
mod counter;
mod encoder;
mod encoding;
mod huggingface;
mod load;
mod merge;
mod merge_encoder;
mod model;
mod normalizer;
mod options;
mod pair_table;
mod parallel;
mod scanner;
mod special;
mod splitter;
mod tiktoken;
mod tokenizer;
mod truncate;
mod visitor;
mod vocabulary;
mod window;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod window_test;

use std::sync::OnceLock;

use crate::cancel::CancelToken;

pub use counter::TokenCounter;
pub use encoding::{Encoding, encoding_for_model};
pub use options::{AllowedSpecial, TiktokenOptions, TokenOptions, TruncateFrom};
pub use tokenizer::{Token, Tokenizer};
pub use truncate::{Chunk, Truncation};

/// The number of tokens of `text` in a published encoding, on the calling
/// thread; what looks like a special token is ordinary text.
///
/// [`Tokenizer::count`] is the same with options and a way to stop it.
///
/// ```
/// use ransack::{Encoding, count_tokens};
///
/// assert_eq!(count_tokens("Hello, world!", Encoding::O200kBase), 4);
/// assert_eq!(count_tokens("<|endoftext|>", Encoding::O200kBase), 7);
/// ```
pub fn count_tokens(text: impl AsRef<[u8]>, encoding: Encoding) -> usize {
    static NEVER: OnceLock<CancelToken> = OnceLock::new();
    let never = NEVER.get_or_init(CancelToken::new);
    let tokenizer = Tokenizer::get(encoding);
    // Without a special token to be wrong about and a token that fires, nothing
    // can fail.
    tokenizer
        .count_sequential(text.as_ref(), &TokenOptions::default(), never)
        .unwrap_or(0)
}
