//! Syntax highlighting of growing text.

use std::sync::{Mutex, MutexGuard};

use ransack::highlight::{HighlightStream, HighlightUpdate};

use super::theme::ransack_highlight_form;
use super::{owned_report, ransack_highlight_report};
use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::highlight::options::{highlight_options, ransack_highlight_options};
use crate::panic::guard;
use crate::slice::ransack_bytes;
use crate::string::{self, ransack_string};

/// Highlighter for text that arrives in chunks. After ransack_highlight_stream_finish(), the output
/// equals the output of ransack_highlight() for the whole text, byte for byte.
///
/// Until then, the output depends on the engine. With RANSACK_HIGHLIGHT_ENGINE_SYNTECT, the output
/// covers all text so far, and complete lines are final. With RANSACK_HIGHLIGHT_ENGINE_TREE_SITTER,
/// new text stays plain until the next periodic pass, and later text may change earlier output.
/// Concurrent calls are serialised.
///
///     ransack_highlight_update update;
///     status = ransack_highlight_stream_push(stream, chunk, NULL, &update);
///     truncate_output(update.keep);
///     append_output(update.append);
///     ransack_string_free(update.owner);
pub struct ransack_highlight_stream {
    _private: [u8; 0],
}

impl Handle for ransack_highlight_stream {
    type Owner = Mutex<HighlightStream>;
}

/// Change to the output of a highlight stream. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_highlight_update {
    /// Number of bytes of the previous output to keep; the caller removes the rest.
    pub keep: usize,
    /// Number of UTF-16 code units of the previous output to keep; each ill-formed part counts as
    /// U+FFFD.
    pub keep_utf16: usize,
    /// Text to append to the kept output.
    pub append: ransack_bytes,
    /// Owner of `append`; free it with ransack_string_free().
    pub owner: *mut ransack_string,
}

impl ransack_highlight_update {
    fn of(update: HighlightUpdate) -> ransack_highlight_update {
        let (append, owner) = string::into_handle_with_view(update.append);
        ransack_highlight_update {
            keep: update.keep,
            keep_utf16: update.keep_utf16,
            append,
            owner,
        }
    }
}

/// Creates a stream for text in one language, given by name, alias or extension. The form may be
/// freed before the stream. `options` may be NULL; `on_timeout` in the options is ignored. Free the
/// stream with ransack_highlight_stream_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_stream_new(
    language: ransack_bytes,
    form: *const ransack_highlight_form,
    options: *const ransack_highlight_options,
    out: *mut *mut ransack_highlight_stream,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires text that does not change during the call.
        let language = unsafe { language.text("language") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { highlight_options(options, language) }?;
        // SAFETY: the header requires NULL or a form that is not freed during the call.
        let form = unsafe { ffi::borrow(form, "form") }?;
        let stream = HighlightStream::new(&options, form.clone());
        out.write(ffi::into_handle(Mutex::new(stream)));
        Ok(())
    })
}

/// Appends text; a chunk may end inside a character. `token` cancels the call; NULL for none. Free
/// `out->owner` with ransack_string_free().
///
/// Fails if the token fires. In that case nothing is appended, and the chunk may be pushed again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_stream_push(
    stream: *mut ransack_highlight_stream,
    chunk: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut ransack_highlight_update,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires text that does not change during the call.
        let chunk = unsafe { chunk.get("chunk") }?;
        // SAFETY: the header requires NULL or a token that is not freed during the call.
        let token = unsafe { token_or_new(token) }?;
        // SAFETY: the header requires NULL or a stream that is not freed during the call.
        let mut stream = unsafe { lock(stream) }?;
        out.write(ransack_highlight_update::of(stream.push(chunk, &token)?));
        Ok(())
    })
}

/// Completes the output, which then equals the output of ransack_highlight() for the text so far.
/// More text may follow. `token` cancels the call; NULL for none. Free `out->owner` with
/// ransack_string_free().
///
/// Fails if the token fires; the output is then unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_stream_finish(
    stream: *mut ransack_highlight_stream,
    token: *const ransack_cancel_token,
    out: *mut ransack_highlight_update,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a token that is not freed during the call.
        let token = unsafe { token_or_new(token) }?;
        // SAFETY: the header requires NULL or a stream that is not freed during the call.
        let mut stream = unsafe { lock(stream) }?;
        out.write(ransack_highlight_update::of(stream.finish(&token)?));
        Ok(())
    })
}

/// Returns the report on the text so far. The report is not `complete` before
/// ransack_highlight_stream_finish(). Free `out` with ransack_highlight_report_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_stream_report(
    stream: *const ransack_highlight_stream,
    out: *mut *mut ransack_highlight_report,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a stream that is not freed during the call.
        let stream = unsafe { lock(stream) }?;
        out.write(ffi::into_handle(owned_report(&stream.report())));
        Ok(())
    })
}

/// Frees a report returned by ransack_highlight_stream_report(). Does nothing if the pointer is
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_report_free(report: *mut ransack_highlight_report) {
    // SAFETY: the header requires NULL or a report of a stream that is not used afterwards.
    unsafe { ffi::free(report) }
}

/// Frees a highlight stream. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_stream_free(stream: *mut ransack_highlight_stream) {
    // SAFETY: the header requires NULL or a stream of this library that is not used afterwards.
    unsafe { ffi::free(stream) }
}

/// Locks a stream.
///
/// # Safety
///
/// Same contract as [`ffi::borrow`].
unsafe fn lock<'a>(
    stream: *const ransack_highlight_stream,
) -> Result<MutexGuard<'a, HighlightStream>, Failure> {
    // SAFETY: the contract of this function.
    unsafe { ffi::borrow(stream, "stream") }?
        .lock()
        .map_err(|_| {
            Failure::new(
                ransack_status::Panic,
                "the stream is unusable: an earlier push panicked; create a new one",
            )
        })
}
