//! Text that grows.

use std::sync::{Mutex, MutexGuard};

use ransack::highlight::{HighlightStream, HighlightUpdate};

use super::theme::ransack_highlight_form;
use super::{ransack_highlight_report, report};
use crate::cancel::{ransack_cancel_token, token_or_none};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::highlight::{highlight_options, ransack_highlight_options};
use crate::panic::{guard, guard_or};
use crate::slice::ransack_bytes;
use crate::string::{self, ransack_string};

/// Highlights text while it arrives. After ransack_highlight_stream_finish() the
/// output is, byte for byte, that of ransack_highlight() over all of the text.
/// Until then, with RANSACK_HIGHLIGHT_ENGINE_SYNTECT it is that of the text so
/// far, and complete lines are never taken back; with
/// RANSACK_HIGHLIGHT_ENGINE_TREE_SITTER what is new is coloured from time to
/// time by what is around it. Calls from several threads take turns.
pub struct ransack_highlight_stream {
    _private: [u8; 0],
}

impl Handle for ransack_highlight_stream {
    type Owner = Mutex<HighlightStream>;
}

/// How the output of a stream changes. This struct never grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_highlight_update {
    /// So many bytes of the output so far hold; the rest is taken back.
    pub keep: usize,
    /// The same in UTF-16 code units, where U+FFFD stands for each part that is
    /// not UTF-8.
    pub keep_utf16: usize,
    /// What comes after them.
    pub append: ransack_bytes,
    /// What holds it, to be freed with ransack_string_free().
    pub owner: *mut ransack_string,
}

impl ransack_highlight_update {
    fn of(update: HighlightUpdate) -> ransack_highlight_update {
        let (append, owner) = string::hand_out(update.append);
        ransack_highlight_update {
            keep: update.keep,
            keep_utf16: update.keep_utf16,
            append,
            owner,
        }
    }
}

/// Makes a stream of text in one language. The form may be freed before it.
/// `options` may be NULL; its `on_timeout` does not count. Free the stream with
/// ransack_highlight_stream_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_stream_new(
    language: ransack_bytes,
    form: *const ransack_highlight_form,
    options: *const ransack_highlight_options,
    out: *mut *mut ransack_highlight_stream,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: the name is valid during the call.
        let language = unsafe { language.text("language") }?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { highlight_options(options, language) }?;
        // SAFETY: a form that lives during the call.
        let form = unsafe { ffi::borrow(form, "form") }?;
        let stream = HighlightStream::new(&options, form.clone());
        out.set(ffi::hand_out(Mutex::new(stream)));
        Ok(())
    })
}

/// Adds text; a chunk may end anywhere, in the middle of a character too. `token`
/// stops it; it may be NULL. Free the owner of `out` with ransack_string_free().
///
/// Fails when the token fires. The text is taken in all the same; the next call
/// goes on with it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_stream_push(
    stream: *mut ransack_highlight_stream,
    chunk: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut ransack_highlight_update,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: the chunk is valid during the call.
        let chunk = unsafe { chunk.get("chunk") }?;
        // SAFETY: NULL, or a token that lives during the call.
        let token = unsafe { token_or_none(token) }?;
        // SAFETY: a stream that lives during the call.
        let mut stream = unsafe { lock(stream) }?;
        out.set(ransack_highlight_update::of(stream.push(chunk, &token)?));
        Ok(())
    })
}

/// Makes the output that of one call over the text so far. More text may follow.
/// `token` may be NULL. Free the owner of `out` with ransack_string_free().
///
/// Fails when the token fires; the output is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_stream_finish(
    stream: *mut ransack_highlight_stream,
    token: *const ransack_cancel_token,
    out: *mut ransack_highlight_update,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: NULL, or a token that lives during the call.
        let token = unsafe { token_or_none(token) }?;
        // SAFETY: a stream that lives during the call.
        let mut stream = unsafe { lock(stream) }?;
        out.set(ransack_highlight_update::of(stream.finish(&token)?));
        Ok(())
    })
}

/// Tells how far the output can be trusted; it is not complete before
/// ransack_highlight_stream_finish(). Free `out` with
/// ransack_highlight_report_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_stream_report(
    stream: *const ransack_highlight_stream,
    out: *mut *mut ransack_highlight_report,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: a stream that lives during the call.
        let stream = unsafe { lock(stream) }?;
        out.set(ffi::hand_out(report(&stream.report())));
        Ok(())
    })
}

/// Frees the report of a stream. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_report_free(report: *mut ransack_highlight_report) {
    // SAFETY: NULL or the report of a stream, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(report) }));
}

/// Frees a stream. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_stream_free(stream: *mut ransack_highlight_stream) {
    // SAFETY: NULL or a stream of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(stream) }));
}

/// # Safety
///
/// As [`ffi::borrow`].
unsafe fn lock<'a>(
    stream: *const ransack_highlight_stream,
) -> Result<MutexGuard<'a, HighlightStream>, Failure> {
    // SAFETY: the caller's promise.
    unsafe { ffi::borrow(stream, "stream") }?
        .lock()
        .map_err(|_| Failure::new(ransack_status::Panic, "a push of this stream panicked"))
}
