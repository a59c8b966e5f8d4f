//! Tokenizers for language models.
//!
//! - `options`: special tokens, parameters for `.tiktoken` files
//! - `encoding`: published encodings, and the encoding that a model uses
//! - `estimate`: estimated counts for models whose vocabulary is not built in
//! - `tokenizer`: loading vocabularies, counting, encoding, decoding
//! - `cut`: truncation and splitting of text by tokens
//! - `counter`: token count of growing text

pub mod counter;
pub mod cut;
pub mod encoding;
pub mod estimate;
pub mod options;
pub mod tokenizer;

use ransack::{CancelToken, TokenOptions, Tokenizer};

use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::{Failure, ransack_status};
use crate::ffi;
use crate::panic::guard;
use crate::slice::ransack_bytes;
use crate::tokens::options::{ransack_token_options, token_options};
use encoding::encoding_of;
use tokenizer::ransack_tokenizer;

/// Counts the tokens in text with a published encoding, a ransack_encoding. Text that looks like a
/// special token counts as ordinary text. ransack_tokenizer_count() also takes options and a cancel
/// token.
///
/// Runs on the calling thread and takes time linear in the length of the text. The first call for
/// an encoding loads the vocabulary. Later calls allocate only the thread's cache if the text is
/// UTF-8.
///
///     size_t count;
///     status = ransack_count_tokens(text, RANSACK_ENCODING_O200K_BASE, &count);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_count_tokens(
    text: ransack_bytes,
    encoding: u32,
    out: *mut usize,
) -> ransack_status {
    // SAFETY: the header requires NULL or a valid output, and text that does not change during the
    // call.
    guard(|| unsafe {
        let out = ffi::out_param(out, "out")?;
        let encoding = encoding_of(encoding)?;
        let text = text.get("text")?;
        out.write(ransack::count_tokens(text, encoding));
        Ok(())
    })
}

/// Converted arguments for a call on one piece of text.
struct TextCall<'a> {
    tokenizer: &'a Tokenizer,
    text: &'a [u8],
    options: TokenOptions,
    token: CancelToken,
}

impl<'a> TextCall<'a> {
    /// Converts the arguments.
    ///
    /// # Safety
    ///
    /// The arguments are valid as the header requires, during `'a`.
    unsafe fn new(
        tokenizer: *const ransack_tokenizer,
        text: ransack_bytes,
        options: *const ransack_token_options,
        token: *const ransack_cancel_token,
    ) -> Result<TextCall<'a>, Failure> {
        // SAFETY: the contract of this function.
        unsafe {
            Ok(TextCall {
                tokenizer: &ffi::borrow(tokenizer, "tokenizer")?.tokenizer,
                text: text.get("text")?,
                options: token_options(options)?,
                token: token_or_new(token)?,
            })
        }
    }
}
