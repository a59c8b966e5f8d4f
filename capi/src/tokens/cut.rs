//! Truncation and splitting of text by tokens.

use super::TextCall;
use super::tokenizer::ransack_tokenizer;
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::ffi::{self, Handle, OwnedArray};
use crate::panic::guard;
use crate::slice::ransack_bytes;
use crate::tokens::options::{
    ransack_token_options, ransack_truncate_tokens_options, truncate_tokens_options,
};

/// Range removed by ransack_tokenizer_truncate(). The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_truncation {
    /// Byte offset of the first removed byte, 0-based; the length of the text if the text fits.
    pub dropped_start: usize,
    /// Byte offset one past the last removed byte.
    pub dropped_end: usize,
    /// Number of tokens in the whole text.
    pub total_tokens: usize,
    /// Number of tokens in the result: the kept start, the marker if text is removed, and the kept end,
    /// counted as one text.
    pub tokens: usize,
}

/// Chunk of text. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_chunk {
    /// Byte offset in the text of the chunk's first byte, 0-based.
    pub start: usize,
    /// Byte offset in the text one past the chunk's last byte.
    pub end: usize,
    /// Number of tokens in the chunk, counted separately.
    pub tokens: usize,
}

/// Chunks of text, owned by the caller. Free them with ransack_chunks_free().
#[derive(Debug)]
#[repr(C)]
pub struct ransack_chunks {
    /// Chunks, in text order.
    pub chunks: *const ransack_chunk,
    /// Number of chunks; 0 if the text is empty.
    pub len: usize,
}

impl Handle for ransack_chunks {
    type Owner = OwnedArray<ransack_chunks, ransack_chunk>;
}

/// Truncates text to at most `limit` tokens. `how` selects the part to remove. `out` receives the
/// removed range; no text is copied, and the program writes the marker itself.
///
/// Text is cut only between two tokens that meet at a character boundary, or between two lines. The
/// kept parts and the marker, counted as one text, have at most `limit` tokens. They may have fewer,
/// because white space next to a cut may tokenize differently and a character can span several tokens.
///
/// `how` and `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in
/// the length of the whole text. Fails with RANSACK_STATUS_INVALID_OPTION if `how->from_` is
/// unknown, the marker has more than `limit` tokens, or the vocabulary lacks an allowed special
/// token. Also fails if the cancel token fires.
///
///     ransack_truncation cut;
///     ransack_truncate_tokens_options how = RANSACK_TRUNCATE_TOKENS_OPTIONS_INIT;
///     how.from_ = RANSACK_TRUNCATE_FROM_MIDDLE;
///     how.marker = RANSACK_BYTES("\n[...]\n");
///     status = ransack_tokenizer_truncate(tokenizer, text, 1000, &how, NULL, NULL, &cut);
///     fwrite(text.data, 1, cut.dropped_start, stdout);
///     if (cut.dropped_start < cut.dropped_end) fwrite(how.marker.data, 1, how.marker.len, stdout);
///     fwrite(text.data + cut.dropped_end, 1, text.len - cut.dropped_end, stdout);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tokenizer_truncate(
    tokenizer: *const ransack_tokenizer,
    text: ransack_bytes,
    limit: usize,
    how: *const ransack_truncate_tokens_options,
    options: *const ransack_token_options,
    token: *const ransack_cancel_token,
    out: *mut ransack_truncation,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires valid arguments.
        let call = unsafe { TextCall::new(tokenizer, text, options, token) }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let how = unsafe { truncate_tokens_options(how) }?;
        let cut = (call.tokenizer).truncate(call.text, limit, &how, &call.options, &call.token)?;
        out.write(ransack_truncation {
            dropped_start: cut.dropped.start,
            dropped_end: cut.dropped.end,
            total_tokens: cut.total_tokens,
            tokens: cut.tokens,
        });
        Ok(())
    })
}

/// Splits text into chunks of at most `size` tokens, each counted separately. Each chunk begins
/// with about the last `overlap` tokens of the previous chunk. Free `out` with
/// ransack_chunks_free().
///
/// Text is cut between two tokens that meet at a character boundary. If no such cut makes a chunk
/// small enough, the chunk may end between any two characters. Only a chunk of a single character
/// can have more than `size` tokens. Empty text has no chunks; non-empty text without tokens is one
/// chunk.
///
/// `options` may be NULL. `token` cancels the call; NULL for none. Takes time linear in the total
/// length of the chunks. Fails with RANSACK_STATUS_INVALID_OPTION if `overlap` is not less than
/// `size` or the vocabulary lacks an allowed special token. Also fails if the cancel token fires.
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
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires valid arguments.
        let call = unsafe { TextCall::new(tokenizer, text, options, token) }?;
        let chunks =
            (call.tokenizer).split(call.text, size, overlap, &call.options, &call.token)?;
        let chunks = chunks.iter().map(|chunk| ransack_chunk {
            start: chunk.range.start,
            end: chunk.range.end,
            tokens: chunk.tokens,
        });
        out.write(ffi::into_handle(OwnedArray::new(
            chunks.collect(),
            |chunks, len| ransack_chunks { chunks, len },
        )));
        Ok(())
    })
}

/// Frees chunks. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_chunks_free(chunks: *mut ransack_chunks) {
    // SAFETY: the header requires NULL or chunks of this library that are not used afterwards.
    unsafe { ffi::free(chunks) }
}
