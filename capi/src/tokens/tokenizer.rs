//! Tokenizers: loading vocabularies, counting, encoding, decoding.

use std::sync::OnceLock;

use ransack::Tokenizer;

use super::TextCall;
use super::encoding::encoding_of;
use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle, OwnedArray};
use crate::panic::guard;
use crate::slice::{byte_slices, ransack_bytes};
use crate::string::{self, ransack_string};
use crate::tokens::options::{
    ransack_tiktoken_options, ransack_token_options, tiktoken_options, token_options,
};

/// Tokenizer: a vocabulary with its pattern and special tokens. A tokenizer is immutable, so any
/// number of threads may share it.
///
///     ransack_tokenizer *tokenizer = NULL;
///     size_t count;
///     ransack_tokenizer_get(RANSACK_ENCODING_O200K_BASE, &tokenizer);
///     ransack_tokenizer_count(tokenizer, text, NULL, NULL, &count);
///     ransack_tokenizer_free(tokenizer);
pub struct ransack_tokenizer {
    _private: [u8; 0],
}

impl Handle for ransack_tokenizer {
    type Owner = OwnedTokenizer;
}

/// Tokenizer with views of its special tokens, built on first use.
pub(crate) struct OwnedTokenizer {
    pub(super) tokenizer: Tokenizer,
    specials: OnceLock<Vec<ransack_special_token>>,
}

/// Special token, such as "<|endoftext|>". Initialise with RANSACK_SPECIAL_TOKEN_INIT. The layout
/// is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_special_token {
    /// Text of the token.
    pub text: ransack_bytes,
    /// Id of the token in the vocabulary.
    pub id: u32,
}

/// Token with its range in the text. Text for which the vocabulary has no token lies outside all
/// ranges. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_token {
    /// Id of the token in the vocabulary.
    pub id: u32,
    /// Byte offset in the text of the token's first byte, 0-based. May be inside a character.
    pub start: usize,
    /// Byte offset in the text one past the token's last byte.
    pub end: usize,
}

/// Tokens in text, owned by the caller. Free them with ransack_tokens_free().
#[derive(Debug)]
#[repr(C)]
pub struct ransack_tokens {
    /// Tokens, in text order.
    pub tokens: *const ransack_token,
    /// Number of tokens.
    pub len: usize,
}

impl Handle for ransack_tokens {
    type Owner = OwnedArray<ransack_tokens, ransack_token>;
}

/// Token ids of text, owned by the caller. Free them with ransack_token_ids_free().
#[derive(Debug)]
#[repr(C)]
pub struct ransack_token_ids {
    /// Token ids, in text order.
    pub ids: *const u32,
    /// Number of token ids.
    pub len: usize,
}

impl Handle for ransack_token_ids {
    type Owner = OwnedArray<ransack_token_ids, u32>;
}

/// Returns the tokenizer for a published encoding, a ransack_encoding. The first call for an
/// encoding loads the vocabulary, which takes about ten milliseconds; the vocabulary is shared and
/// stays loaded until the process ends. Free the tokenizer with ransack_tokenizer_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_get(
    encoding: u32,
    out: *mut *mut ransack_tokenizer,
) -> ransack_status {
    // SAFETY: the header requires NULL or an output that is valid for one write.
    unsafe { create(out, || Ok(Tokenizer::get(encoding_of(encoding)?).clone())) }
}

/// Creates a tokenizer from the content of a `.tiktoken` file, in which each line has a base64
/// token and its merge rank. `options` may be NULL. Free the tokenizer with
/// ransack_tokenizer_free().
///
/// Fails with RANSACK_STATUS_INVALID_VOCABULARY if the content is malformed or lacks a token for
/// one of the 256 bytes, and with RANSACK_STATUS_INVALID_PATTERN if the pattern is invalid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_from_tiktoken(
    ranks: ransack_bytes,
    options: *const ransack_tiktoken_options,
    out: *mut *mut ransack_tokenizer,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        create(out, || {
            let options = tiktoken_options(options)?;
            Ok(Tokenizer::from_tiktoken(ranks.get("ranks")?, &options)?)
        })
    }
}

/// Creates a tokenizer from the `.tiktoken` file at `path`. `options` may be NULL. Free the
/// tokenizer with ransack_tokenizer_free().
///
/// Fails under the same conditions as ransack_tokenizer_from_tiktoken(), and if the file cannot be
/// read. Errors include the path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_from_tiktoken_file(
    path: ransack_bytes,
    options: *const ransack_tiktoken_options,
    out: *mut *mut ransack_tokenizer,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        create(out, || {
            let options = tiktoken_options(options)?;
            let path = path.path("path")?;
            Ok(Tokenizer::from_tiktoken_file(path, &options)?)
        })
    }
}

/// Creates a tokenizer from the content of a Hugging Face `tokenizer.json`. Supports byte pair
/// encoding on bytes (GPT-2, Llama 3, Qwen, DeepSeek) and on characters with byte fallback (Llama
/// 2, Mistral, Gemma). Free the tokenizer with ransack_tokenizer_free().
///
/// Regular expressions have the syntax of Oniguruma, as in Hugging Face's library. Constructs without
/// an equivalent are errors, such as `\K`, `\X` and, where case is ignored, text that folds to a
/// different number of characters, such as `ss`.
///
/// If the file specifies Unicode normalisation, the current Unicode tables are used. Hugging Face's
/// library uses older tables, so it may tokenize a few rare characters differently.
///
/// Fails with RANSACK_STATUS_INVALID_PATTERN if a regular expression is invalid or has no equivalent,
/// and with RANSACK_STATUS_INVALID_VOCABULARY if the file is malformed or uses another unsupported
/// feature, which the message names. Also fails if there are more than 256 normalizers or more than
/// 64 pre-tokenizers, or if the normalizers can expand text to more than 128 times its length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_from_tokenizer_json(
    json: ransack_bytes,
    out: *mut *mut ransack_tokenizer,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        create(out, || {
            Ok(Tokenizer::from_tokenizer_json(json.get("json")?)?)
        })
    }
}

/// Creates a tokenizer from the Hugging Face `tokenizer.json` at `path`. Free the tokenizer with
/// ransack_tokenizer_free().
///
/// Fails under the same conditions as ransack_tokenizer_from_tokenizer_json(), and if the file
/// cannot be read. Errors include the path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_from_tokenizer_json_file(
    path: ransack_bytes,
    out: *mut *mut ransack_tokenizer,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        create(out, || {
            Ok(Tokenizer::from_tokenizer_json_file(path.path("path")?)?)
        })
    }
}

/// Frees a tokenizer; the vocabulary of a published encoding stays loaded. Does nothing if the
/// pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_free(tokenizer: *mut ransack_tokenizer) {
    // SAFETY: the header requires NULL or a tokenizer of this library that is not used afterwards.
    unsafe { ffi::free(tokenizer) }
}

/// Counts the tokens in text.
///
/// `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in the length
/// of the text. Fails with RANSACK_STATUS_INVALID_OPTION if the vocabulary lacks an allowed special
/// token. Also fails if the cancel token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_count(
    tokenizer: *const ransack_tokenizer,
    text: ransack_bytes,
    options: *const ransack_token_options,
    token: *const ransack_cancel_token,
    out: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires valid arguments.
        let call = unsafe { TextCall::new(tokenizer, text, options, token) }?;
        out.write((call.tokenizer).count(call.text, &call.options, &call.token)?);
        Ok(())
    })
}

/// Counts the tokens in each of `len` strings. `out_counts` is an array of `len` numbers;
/// `out_total` receives their sum. Either may be NULL.
///
/// `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in the total
/// length of the strings. Fails with RANSACK_STATUS_INVALID_OPTION if the vocabulary lacks an
/// allowed special token. Also fails if the cancel token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_count_batch(
    tokenizer: *const ransack_tokenizer,
    texts: *const ransack_bytes,
    len: usize,
    options: *const ransack_token_options,
    token: *const ransack_cancel_token,
    out_counts: *mut usize,
    out_total: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a tokenizer that is not freed during the call.
        let tokenizer = &unsafe { ffi::borrow(tokenizer, "tokenizer") }?.tokenizer;
        // SAFETY: the header requires an array that does not change during the call.
        let texts = unsafe { byte_slices(texts, len, "texts") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { token_options(options) }?;
        // SAFETY: the header requires NULL or a token that is not freed during the call.
        let token = unsafe { token_or_new(token) }?;
        let counts = tokenizer.count_batch(&texts, &options, &token)?;
        if !out_counts.is_null() {
            // SAFETY: the header requires an array of `len` numbers, and there are `len` counts.
            unsafe { out_counts.copy_from_nonoverlapping(counts.as_ptr(), counts.len()) };
        }
        // SAFETY: the header requires NULL or an output that is valid for one write.
        if let Some(out) = unsafe { ffi::optional_param(out_total) } {
            out.write(counts.iter().sum());
        }
        Ok(())
    })
}

/// Counts the tokens in text and stops at the first token past `limit`. If the text has at most
/// `limit` tokens, sets `out_fits` to 1 and `out_count` to the number of tokens; otherwise sets
/// both to 0. `out_count` may be NULL.
///
/// `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in the length
/// of the text. Fails with RANSACK_STATUS_INVALID_OPTION if the vocabulary lacks an allowed special
/// token. Also fails if the cancel token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_count_up_to(
    tokenizer: *const ransack_tokenizer,
    text: ransack_bytes,
    limit: usize,
    options: *const ransack_token_options,
    token: *const ransack_cancel_token,
    out_fits: *mut u8,
    out_count: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or outputs that are valid for one write.
        let out_fits = unsafe { ffi::out_param(out_fits, "out_fits") }?;
        // SAFETY: the header requires NULL or outputs that are valid for one write.
        let out_count = unsafe { ffi::optional_param(out_count) };
        // SAFETY: the header requires valid arguments.
        let call = unsafe { TextCall::new(tokenizer, text, options, token) }?;
        let count = (call.tokenizer).count_up_to(call.text, limit, &call.options, &call.token)?;
        out_fits.write(count.is_some().into());
        if let Some(out) = out_count {
            out.write(count.unwrap_or(0));
        }
        Ok(())
    })
}

/// Encodes text as token ids. Free `out` with ransack_token_ids_free().
///
/// `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in the length
/// of the text. Fails with RANSACK_STATUS_INVALID_OPTION if the vocabulary lacks an allowed special
/// token. Also fails if the cancel token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_encode(
    tokenizer: *const ransack_tokenizer,
    text: ransack_bytes,
    options: *const ransack_token_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_token_ids,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires valid arguments.
        let call = unsafe { TextCall::new(tokenizer, text, options, token) }?;
        let ids = (call.tokenizer).encode(call.text, &call.options, &call.token)?;
        out.write(ffi::into_handle(OwnedArray::new(ids, |ids, len| {
            ransack_token_ids { ids, len }
        })));
        Ok(())
    })
}

/// Frees token ids. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_ids_free(ids: *mut ransack_token_ids) {
    // SAFETY: the header requires NULL or ids of this library that are not used afterwards.
    unsafe { ffi::free(ids) }
}

/// Encodes text as tokens with their byte ranges. Free `out` with ransack_tokens_free().
///
/// `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in the length
/// of the text. Fails with RANSACK_STATUS_INVALID_OPTION if the vocabulary lacks an allowed special
/// token. Also fails if the cancel token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_token_offsets(
    tokenizer: *const ransack_tokenizer,
    text: ransack_bytes,
    options: *const ransack_token_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_tokens,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires valid arguments.
        let call = unsafe { TextCall::new(tokenizer, text, options, token) }?;
        let tokens = (call.tokenizer).token_offsets(call.text, &call.options, &call.token)?;
        let tokens = tokens.iter().map(|token| ransack_token {
            id: token.id,
            start: token.range.start,
            end: token.range.end,
        });
        out.write(ffi::into_handle(OwnedArray::new(
            tokens.collect(),
            |tokens, len| ransack_tokens { tokens, len },
        )));
        Ok(())
    })
}

/// Frees tokens. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokens_free(tokens: *mut ransack_tokens) {
    // SAFETY: the header requires NULL or tokens of this library that are not used afterwards.
    unsafe { ffi::free(tokens) }
}

/// Decodes `len` token ids, including special tokens, to bytes. The bytes need not be valid UTF-8,
/// because a token can be part of a character. Free `out` with ransack_string_free().
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the vocabulary lacks one of the ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_decode(
    tokenizer: *const ransack_tokenizer,
    ids: *const u32,
    len: usize,
    out: *mut *mut ransack_string,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a tokenizer that is not freed during the call.
        let tokenizer = &unsafe { ffi::borrow(tokenizer, "tokenizer") }?.tokenizer;
        // SAFETY: the header requires an array that does not change during the call.
        let ids = unsafe { ffi::array(ids, len, "ids") }?;
        out.write(string::into_handle(tokenizer.decode(ids)?));
        Ok(())
    })
}

/// Returns the special tokens of a tokenizer. `out_tokens` receives a pointer to an array, and
/// `out_len` its number of entries. The array and everything it points to are valid until the
/// tokenizer is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_special_tokens(
    tokenizer: *const ransack_tokenizer,
    out_tokens: *mut *const ransack_special_token,
    out_len: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or outputs that are valid for one write.
        let out_tokens = unsafe { ffi::out_param(out_tokens, "out_tokens") }?;
        // SAFETY: the header requires NULL or outputs that are valid for one write.
        let out_len = unsafe { ffi::out_param(out_len, "out_len") }?;
        // SAFETY: the header requires NULL or a tokenizer that is not freed during the call.
        let owner = unsafe { ffi::borrow(tokenizer, "tokenizer") }?;
        let specials = owner.specials();
        out_tokens.write(specials.as_ptr());
        out_len.write(specials.len());
        Ok(())
    })
}

impl OwnedTokenizer {
    /// Returns views of the special tokens, which point into the tokenizer.
    fn specials(&self) -> &[ransack_special_token] {
        self.specials.get_or_init(|| {
            let specials = self.tokenizer.special_tokens();
            let views = specials.iter().map(|(text, id)| ransack_special_token {
                text: ransack_bytes::of(text.as_bytes()),
                id: *id,
            });
            views.collect()
        })
    }
}

/// Writes the tokenizer that `load` returns to an output.
///
/// # Safety
///
/// Same contract as [`ffi::out_param`].
unsafe fn create(
    out: *mut *mut ransack_tokenizer,
    load: impl FnOnce() -> Result<Tokenizer, Failure>,
) -> ransack_status {
    guard(|| {
        // SAFETY: the contract of this function.
        let out = unsafe { ffi::out_param(out, "out") }?;
        out.write(ffi::into_handle(OwnedTokenizer {
            tokenizer: load()?,
            specials: OnceLock::new(),
        }));
        Ok(())
    })
}
