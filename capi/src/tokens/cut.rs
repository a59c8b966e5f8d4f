//! Text cut by tokens.

use super::Call;
use super::tokenizer::ransack_tokenizer;
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::ffi::{self, Handle, Shown};
use crate::options::tokens::{ransack_token_options, truncate_from};
use crate::panic::{guard, guard_or};
use crate::slice::ransack_bytes;

/// What ransack_tokenizer_truncate() leaves out. This struct never grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_truncation {
    /// The first byte of the text that is given up, 0-based; the text's length
    /// if it fits. What is before is kept.
    pub dropped_start: usize,
    /// One past the last byte that is given up. What is behind is kept.
    pub dropped_end: usize,
    /// The tokens of the whole text.
    pub total_tokens: usize,
    /// The tokens of what is kept, of its two parts counted each by itself.
    pub tokens: usize,
}

/// One piece of a text that was cut up. This struct never grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_chunk {
    /// Its first byte in the text, 0-based.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// Its tokens, counted by itself.
    pub tokens: usize,
}

/// The pieces of a text.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_chunks {
    /// The pieces, in order.
    pub chunks: *const ransack_chunk,
    /// Their number; 0 for empty text.
    pub len: usize,
}

impl Handle for ransack_chunks {
    type Owner = Shown<ransack_chunks, ransack_chunk>;
}

/// Cuts a text down to at most `limit` tokens, between two tokens that meet
/// between two characters; `from`, a ransack_truncate_from, says which part is
/// given up. What is kept has at most `limit` tokens when it is counted by
/// itself. It may have fewer: next to the cut white space can fall into other
/// tokens than before, and a character can be several tokens. No text is copied.
///
/// `options` and `token` may be NULL. Fails as ransack_tokenizer_count().
/// Linear in the whole text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_truncate(
    tokenizer: *const ransack_tokenizer,
    text: ransack_bytes,
    limit: usize,
    from: u32,
    options: *const ransack_token_options,
    token: *const ransack_cancel_token,
    out: *mut ransack_truncation,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: arguments that are valid during the call.
        let call = unsafe { Call::new(tokenizer, text, options, token) }?;
        let from = truncate_from(from)?;
        let cut = (call.tokenizer).truncate(call.text, limit, from, &call.options, &call.token)?;
        out.set(ransack_truncation {
            dropped_start: cut.dropped.start,
            dropped_end: cut.dropped.end,
            total_tokens: cut.total_tokens,
            tokens: cut.tokens,
        });
        Ok(())
    })
}

/// Cuts a text into chunks of at most `size` tokens each, counted by itself, of
/// which each begins with about the last `overlap` tokens of the one before.
/// Cuts are made as ransack_tokenizer_truncate() makes them. A character of more
/// tokens than `size` is a chunk all the same. Free `out` with
/// ransack_chunks_free().
///
/// `options` and `token` may be NULL. Fails with RANSACK_STATUS_INVALID_OPTION
/// if `overlap` is not less than `size`, and as ransack_tokenizer_count(). Linear
/// in the chunks taken together.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_split(
    tokenizer: *const ransack_tokenizer,
    text: ransack_bytes,
    size: usize,
    overlap: usize,
    options: *const ransack_token_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_chunks,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: arguments that are valid during the call.
        let call = unsafe { Call::new(tokenizer, text, options, token) }?;
        let chunks =
            (call.tokenizer).split(call.text, size, overlap, &call.options, &call.token)?;
        let chunks = chunks.iter().map(|chunk| ransack_chunk {
            start: chunk.range.start,
            end: chunk.range.end,
            tokens: chunk.tokens,
        });
        out.set(ffi::hand_out(Shown::new(
            chunks.collect(),
            |chunks, len| ransack_chunks { chunks, len },
        )));
        Ok(())
    })
}

/// Frees chunks. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_chunks_free(chunks: *mut ransack_chunks) {
    // SAFETY: NULL or chunks of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(chunks) }));
}
