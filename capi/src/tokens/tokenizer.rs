//! Vocabularies with their rules: loading, counting, encoding.

use std::sync::OnceLock;

use ransack::Tokenizer;

use super::Call;
use super::encoding::encoding_of;
use crate::cancel::{ransack_cancel_token, token_or_none};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle, Shown};
use crate::options::tokens::{
    ransack_tiktoken_options, ransack_token_options, tiktoken_options, token_options,
};
use crate::panic::{guard, guard_or};
use crate::slice::ransack_bytes;
use crate::string::{self, ransack_string};

/// A vocabulary with its rules. It never changes; any number of threads may use
/// it at a time.
pub struct ransack_tokenizer {
    _private: [u8; 0],
}

impl Handle for ransack_tokenizer {
    type Owner = Owner;
}

/// A tokenizer, and a view of its special tokens once that was asked for.
pub(crate) struct Owner {
    pub(super) tokenizer: Tokenizer,
    specials: OnceLock<Vec<ransack_special_token>>,
}

/// A special token, such as "<|endoftext|>". This struct never grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_special_token {
    /// The text that it is spelled as.
    pub text: ransack_bytes,
    /// Its number.
    pub id: u32,
}

/// A token and where it stands. This struct never grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_token {
    /// Its number in the vocabulary.
    pub id: u32,
    /// The first byte of the text that it stands for, 0-based. It need not be
    /// the first of a character.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// The tokens of a text.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_tokens {
    /// The tokens, in order.
    pub tokens: *const ransack_token,
    /// Their number.
    pub len: usize,
}

impl Handle for ransack_tokens {
    type Owner = Shown<ransack_tokens, ransack_token>;
}

/// The tokens of a text by their numbers.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_token_ids {
    /// The numbers, in order.
    pub ids: *const u32,
    /// How many.
    pub len: usize,
}

impl Handle for ransack_token_ids {
    type Owner = Shown<ransack_token_ids, u32>;
}

/// Gives the tokenizer of a published encoding, a ransack_encoding. Its
/// vocabulary is loaded at the first call for it, which takes some ten
/// milliseconds, shared, and kept for the life of the process, so this call also
/// is how to load one ahead. Free the tokenizer with ransack_tokenizer_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_get(
    encoding: u32,
    out: *mut *mut ransack_tokenizer,
) -> ransack_status {
    // SAFETY: an output of the caller.
    unsafe { make(out, || Ok(Tokenizer::get(encoding_of(encoding)?).clone())) }
}

/// Reads the content of a `.tiktoken` file: lines of a token in base64 and its
/// rank. `options` may be NULL. Free the tokenizer with
/// ransack_tokenizer_free().
///
/// Fails with RANSACK_STATUS_INVALID_VOCABULARY for what is not such a file or
/// lacks a byte, and with RANSACK_STATUS_INVALID_PATTERN for the pattern.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_from_tiktoken(
    ranks: ransack_bytes,
    options: *const ransack_tiktoken_options,
    out: *mut *mut ransack_tokenizer,
) -> ransack_status {
    // SAFETY: an output, and arguments that are valid during the call.
    unsafe {
        make(out, || {
            let options = tiktoken_options(options)?;
            Ok(Tokenizer::from_tiktoken(ranks.get("ranks")?, &options)?)
        })
    }
}

/// As ransack_tokenizer_from_tiktoken(), of the file at `path`. Also fails if it
/// cannot be read; errors have its path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_from_tiktoken_file(
    path: ransack_bytes,
    options: *const ransack_tiktoken_options,
    out: *mut *mut ransack_tokenizer,
) -> ransack_status {
    // SAFETY: an output, and arguments that are valid during the call.
    unsafe {
        make(out, || {
            let options = tiktoken_options(options)?;
            let path = path.path("path")?;
            Ok(Tokenizer::from_tiktoken_file(path, &options)?)
        })
    }
}

/// Reads the content of a `tokenizer.json` of Hugging Face: byte pair encoding
/// on bytes (GPT-2, Llama 3, Qwen, DeepSeek and their like) or on characters
/// with byte fallback (Llama 2, Mistral, Gemma). Free the tokenizer with
/// ransack_tokenizer_free().
///
/// Where the file asks for it, text is normalised as Unicode has it now. Hugging
/// Face's library has older tables, so that a few rare characters may become
/// other tokens there.
///
/// Fails with RANSACK_STATUS_INVALID_VOCABULARY; the message names the part that
/// is wrong or not supported.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_from_tokenizer_json(
    json: ransack_bytes,
    out: *mut *mut ransack_tokenizer,
) -> ransack_status {
    // SAFETY: an output, and a file that is valid during the call.
    unsafe {
        make(out, || {
            Ok(Tokenizer::from_tokenizer_json(json.get("json")?)?)
        })
    }
}

/// As ransack_tokenizer_from_tokenizer_json(), of the file at `path`. Also fails
/// if it cannot be read; errors have its path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_from_tokenizer_json_file(
    path: ransack_bytes,
    out: *mut *mut ransack_tokenizer,
) -> ransack_status {
    // SAFETY: an output, and a path that is valid during the call.
    unsafe {
        make(out, || {
            Ok(Tokenizer::from_tokenizer_json_file(path.path("path")?)?)
        })
    }
}

/// Frees a tokenizer; the vocabulary of a published encoding stays loaded. Does
/// nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_free(tokenizer: *mut ransack_tokenizer) {
    // SAFETY: NULL or a tokenizer of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(tokenizer) }));
}

/// Gives the number of tokens of a text. `options` and `token` may be NULL.
/// Linear.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION for an allowed special token that
/// the vocabulary does not have, and when the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_count(
    tokenizer: *const ransack_tokenizer,
    text: ransack_bytes,
    options: *const ransack_token_options,
    token: *const ransack_cancel_token,
    out: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: arguments that are valid during the call.
        let call = unsafe { Call::new(tokenizer, text, options, token) }?;
        out.set((call.tokenizer).count(call.text, &call.options, &call.token)?);
        Ok(())
    })
}

/// Counts the tokens of each of `len` texts: `out_counts` is an array of as many
/// numbers, and `out_total` their sum. Either may be NULL if it is not wanted.
/// `options` and `token` may be NULL. Fails as ransack_tokenizer_count().
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
        // SAFETY: a tokenizer that lives during the call.
        let tokenizer = &unsafe { ffi::borrow(tokenizer, "tokenizer") }?.tokenizer;
        // SAFETY: the array is valid during the call.
        let texts = unsafe { ffi::array(texts, len, "texts") }?
            .iter()
            // SAFETY: so are the texts.
            .map(|text| unsafe { text.get("texts") })
            .collect::<Result<Vec<_>, _>>()?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { token_options(options) }?;
        // SAFETY: NULL, or a token that lives during the call.
        let token = unsafe { token_or_none(token) }?;
        let counts = tokenizer.count_batch(&texts, &options, &token)?;
        if !out_counts.is_null() {
            // SAFETY: an array of as many outputs.
            unsafe { out_counts.copy_from_nonoverlapping(counts.as_ptr(), counts.len()) };
        }
        if !out_total.is_null() {
            // SAFETY: an output of the caller.
            unsafe { ffi::out(out_total, "out_total") }?.set(counts.iter().sum());
        }
        Ok(())
    })
}

/// Tells whether a text has at most `limit` tokens, without looking at the rest
/// as soon as it has more: `out_fits` is set to 1 or 0, and `out_count` to the
/// number of its tokens if it fits, else to 0. `options` and `token` may be
/// NULL. Fails as ransack_tokenizer_count().
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
        // SAFETY: outputs of the caller.
        let out_fits = unsafe { ffi::out(out_fits, "out_fits") }?;
        // SAFETY: as above.
        let out_count = unsafe { ffi::out(out_count, "out_count") }?;
        // SAFETY: arguments that are valid during the call.
        let call = unsafe { Call::new(tokenizer, text, options, token) }?;
        let count = (call.tokenizer).count_up_to(call.text, limit, &call.options, &call.token)?;
        out_fits.set(count.is_some().into());
        out_count.set(count.unwrap_or(0));
        Ok(())
    })
}

/// Gives the tokens of a text by their numbers. Free `out` with
/// ransack_token_ids_free(). `options` and `token` may be NULL. Fails as
/// ransack_tokenizer_count(). Linear.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_encode(
    tokenizer: *const ransack_tokenizer,
    text: ransack_bytes,
    options: *const ransack_token_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_token_ids,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: arguments that are valid during the call.
        let call = unsafe { Call::new(tokenizer, text, options, token) }?;
        let ids = (call.tokenizer).encode(call.text, &call.options, &call.token)?;
        out.set(ffi::hand_out(Shown::new(ids, |ids, len| {
            ransack_token_ids { ids, len }
        })));
        Ok(())
    })
}

/// Frees token numbers. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_ids_free(ids: *mut ransack_token_ids) {
    // SAFETY: NULL or numbers of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(ids) }));
}

/// Gives the tokens of a text and the bytes that each stands for. Free `out`
/// with ransack_tokens_free(). `options` and `token` may be NULL. Fails as
/// ransack_tokenizer_count(). Linear.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_token_offsets(
    tokenizer: *const ransack_tokenizer,
    text: ransack_bytes,
    options: *const ransack_token_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_tokens,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: arguments that are valid during the call.
        let call = unsafe { Call::new(tokenizer, text, options, token) }?;
        let tokens = (call.tokenizer).token_offsets(call.text, &call.options, &call.token)?;
        let tokens = tokens.iter().map(|token| ransack_token {
            id: token.id,
            start: token.range.start,
            end: token.range.end,
        });
        out.set(ffi::hand_out(Shown::new(
            tokens.collect(),
            |tokens, len| ransack_tokens { tokens, len },
        )));
        Ok(())
    })
}

/// Frees tokens. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokens_free(tokens: *mut ransack_tokens) {
    // SAFETY: NULL or tokens of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(tokens) }));
}

/// Gives the bytes that `len` tokens stand for, special ones included. They need
/// not be UTF-8, for a token can be a part of a character. Free `out` with
/// ransack_string_free().
///
/// Fails with RANSACK_STATUS_INVALID_OPTION for a number that the vocabulary
/// does not have.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_decode(
    tokenizer: *const ransack_tokenizer,
    ids: *const u32,
    len: usize,
    out: *mut *mut ransack_string,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: a tokenizer that lives during the call.
        let tokenizer = &unsafe { ffi::borrow(tokenizer, "tokenizer") }?.tokenizer;
        // SAFETY: the array is valid during the call.
        let ids = unsafe { ffi::array(ids, len, "ids") }?;
        let (_, text) = string::hand_out(tokenizer.decode(ids)?);
        out.set(text);
        Ok(())
    })
}

/// Gives the special tokens of a tokenizer. The array, and all it points to, is
/// valid until the tokenizer is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_special_tokens(
    tokenizer: *const ransack_tokenizer,
    out_tokens: *mut *const ransack_special_token,
    out_len: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: outputs of the caller.
        let out_tokens = unsafe { ffi::out(out_tokens, "out_tokens") }?;
        // SAFETY: as above.
        let out_len = unsafe { ffi::out(out_len, "out_len") }?;
        // SAFETY: a tokenizer that lives during the call.
        let owner = unsafe { ffi::borrow(tokenizer, "tokenizer") }?;
        let specials = owner.specials();
        out_tokens.set(specials.as_ptr());
        out_len.set(specials.len());
        Ok(())
    })
}

impl Owner {
    /// Views of text that is the tokenizer's.
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

/// Hands out the tokenizer that `load` gives.
///
/// # Safety
///
/// As [`ffi::out`].
unsafe fn make(
    out: *mut *mut ransack_tokenizer,
    load: impl FnOnce() -> Result<Tokenizer, Failure>,
) -> ransack_status {
    guard(|| {
        // SAFETY: the caller's promise.
        let out = unsafe { ffi::out(out, "out") }?;
        out.set(ffi::hand_out(Owner {
            tokenizer: load()?,
            specials: OnceLock::new(),
        }));
        Ok(())
    })
}
