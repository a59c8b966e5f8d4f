//! Token counting, encoding and truncation for language models, with the same results as `tiktoken`
//! and Hugging Face's `tokenizers`.
//!
//! From text to tokens:
//!
//! - `tokenizer`: the entry points; finds special tokens, then normalizes and splits the rest.
//! - `special`: special tokens and the search for them.
//! - `normalizer`, `growth`: changes to text before it is split, and a bound on its resulting
//!   length.
//! - `splitter`, `scanner`, `window`: splitting into pieces: by steps, by a hand-written scanner
//!   for one pattern, and by windows of 64 bytes.
//! - `classes`, `class_table`: character classes of the split patterns, from Unicode data.
//! - `visitor`: counting and encoding of pieces.
//! - `parallel`: counting of batches and long text on the pool.
//! - `counter`, `resume`: counting of text that grows, and positions inside a piece to resume from.
//! - `truncate`: truncation and chunks.
//!
//! From a piece to tokens:
//!
//! - `model`: a vocabulary with its piece encoders.
//! - `vocabulary`, `pair_table`: tokens by rank and by bytes, and the merges of token pairs.
//! - `encoder`: the linear encoder; `merge_encoder`: the encoder for tokens merged out of order.
//! - `merge`: byte pair encoding by definition.
//! - `count_cache`: the per-thread cache of token counts.
//!
//! Vocabularies:
//!
//! - `encoding`: the published encodings and the models that use them.
//! - `estimate`: estimated counts for models whose vocabulary is not built in.
//! - `tiktoken`, `huggingface`, `load`: vocabularies from files.
//! - `options`: options for tokenizers and vocabulary files.
//!
//! The build script packs the published vocabularies; `build/pack.rs` describes the format. This
//! crate reads no files other than vocabularies.

mod class_table;
mod classes;
mod count_cache;
mod counter;
mod encoder;
mod encoding;
mod estimate;
mod growth;
mod huggingface;
mod load;
mod merge;
mod merge_encoder;
mod model;
mod normalizer;
mod oniguruma;
mod options;
mod pair_table;
mod parallel;
mod resume;
mod scanner;
mod special;
mod splitter;
mod tiktoken;
mod tokenizer;
mod truncate;
mod visitor;
mod vocabulary;
mod window;

use std::sync::OnceLock;

#[doc(no_inline)]
pub use ransack_base::{AbortReason, CancelToken, Error, ErrorKind, Pool, Result};

pub use counter::TokenCounter;
pub use encoding::{Encoding, encoding_for_model};
pub use estimate::{ModelFamily, estimate_tokens};
pub use options::{
    AllowedSpecial, TiktokenOptions, TokenOptions, TruncateFrom, TruncateTokensOptions,
};
pub use tokenizer::{Token, Tokenizer};
pub use truncate::{Chunk, Truncation};

/// Counts the tokens in `text` with a published encoding.
///
/// Runs on the calling thread. Text that looks like a special token is treated as ordinary text.
/// For options, cancellation and several threads, use [`Tokenizer::count`].
///
/// # Example
///
/// ```
/// # extern crate ransack_tokens as ransack;
/// use ransack::{Encoding, count_tokens};
///
/// assert_eq!(count_tokens("Hello, world!", Encoding::O200kBase), 4);
/// assert_eq!(count_tokens("<|endoftext|>", Encoding::O200kBase), 7);
/// ```
pub fn count_tokens(text: impl AsRef<[u8]>, encoding: Encoding) -> usize {
    static NEVER: OnceLock<CancelToken> = OnceLock::new();
    let never = NEVER.get_or_init(CancelToken::new);
    let tokenizer = Tokenizer::get(encoding);
    // Counting fails only for an unknown special token, a cancelled token or a regular expression
    // of a loaded vocabulary; none of these can occur here.
    tokenizer
        .count_sequential(text.as_ref(), &TokenOptions::default(), never)
        .unwrap_or(0)
}
