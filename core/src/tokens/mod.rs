//! Tokens of language models: counting, encoding, and cutting text by them.
//!
//! - `text`: bytes as text that is UTF-8;
//! - `special`: special tokens, where they are allowed;
//! - `classes`, `scanner`: text cut into pieces;
//! - `vocabulary`, `encoder`, `model`: a piece as tokens;
//! - `merge`, `pack`: what a vocabulary means, and how it is stored;
//! - `cache`: what a thread remembers;
//! - `encoding`, `tokenizer`, `cut`, `counter`: the vocabularies, and what is
//!   done with them.

mod cache;
mod class_table;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod class_table_test;
mod classes;
mod counter;
mod cut;
mod encoder;
mod encoding;
mod model;
mod options;
mod scanner;
mod special;
mod text;
mod tokenizer;
mod vocabulary;

pub use counter::TokenCounter;
pub use cut::{Chunk, Truncation};
pub use encoding::{Encoding, encoding_for_model};
pub use options::{AllowedSpecial, TiktokenOptions, TokenOptions, TruncateFrom};
pub use tokenizer::{Token, Tokenizer};

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
    Tokenizer::get(encoding).count_alone(text.as_ref())
}
