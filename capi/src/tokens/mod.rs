//! Tokens of language models: counted, encoded, and text cut by them.

pub mod counter;
pub mod cut;
pub mod encoding;
pub mod tokenizer;

use ransack::{CancelToken, TokenOptions, Tokenizer};

use crate::cancel::{ransack_cancel_token, token_or_none};
use crate::error::{Failure, ransack_status};
use crate::ffi;
use crate::options::tokens::{ransack_token_options, token_options};
use crate::panic::guard;
use crate::slice::ransack_bytes;
use encoding::encoding_of;
use tokenizer::ransack_tokenizer;

/// Gives the number of tokens of a text in a published encoding, a
/// ransack_encoding. What looks like a special token is ordinary text.
/// ransack_tokenizer_count() is the same with options and a way to stop it.
/// Linear, on the calling thread; nothing is allocated if the text is UTF-8, but
/// for the vocabulary at the first call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_count_tokens(
    text: ransack_bytes,
    encoding: u32,
    out: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        let encoding = encoding_of(encoding)?;
        // SAFETY: the text is valid during the call.
        let text = unsafe { text.get("text") }?;
        out.set(ransack::count_tokens(text, encoding));
        Ok(())
    })
}

/// What the calls on one text are given.
struct Call<'a> {
    tokenizer: &'a Tokenizer,
    text: &'a [u8],
    options: TokenOptions,
    token: CancelToken,
}

impl<'a> Call<'a> {
    /// Checks the arguments.
    ///
    /// # Safety
    ///
    /// All that the arguments point to is valid during `'a`, as the header asks
    /// for.
    unsafe fn new(
        tokenizer: *const ransack_tokenizer,
        text: ransack_bytes,
        options: *const ransack_token_options,
        token: *const ransack_cancel_token,
    ) -> Result<Call<'a>, Failure> {
        // SAFETY: the caller's promise.
        unsafe {
            Ok(Call {
                tokenizer: &ffi::borrow(tokenizer, "tokenizer")?.tokenizer,
                text: text.get("text")?,
                options: token_options(options)?,
                token: token_or_none(token)?,
            })
        }
    }
}
