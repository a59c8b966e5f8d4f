//! Code structure: outlines of text and files.
//!
//! - `options`: options for calls over files
//! - `item`: definitions and outlines
//! - `kind`: kinds and modifiers of definitions
//! - `definition`: source of one definition
//! - `edit`: edits of definitions by name
//! - `imports`: imports and exports
//! - `skeleton`: text with elided bodies

pub mod definition;
pub mod edit;
pub mod imports;
pub mod item;
pub mod kind;
pub mod options;
pub mod skeleton;

use std::ffi::c_void;

use ransack::{CancelToken, Outcome, Outline, Report, StoppedBy};

use crate::ast::syntax;
use crate::call::{self, CallbackItem, Receiver};
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::ffi;
use crate::report::ransack_report;
use crate::slice::ransack_bytes;
use crate::stream::{self, ransack_stream};

use item::{OwnedView, ransack_on_outline, ransack_outline};
use options::{outline_options, ransack_outline_options};

/// Outlines text in memory: returns the functions, types and their members, sections and keys. Free
/// `out` with ransack_outline_free().
///
/// `language` is the name or an alias of the text's language; see ransack_ast_languages().
/// `key_depth` is the maximum depth of keys in a data file, usually 3; RANSACK_NO_LIMIT means no
/// limit. `token` cancels the call; NULL for none. Parses the whole text once and blocks until the
/// result is ready. Code with syntax errors is outlined as far as possible: see `syntax_errors`.
///
/// Fails if the language is unknown or the token fires.
///
///     ransack_outline *outline = NULL;
///     status = ransack_outline_source(source, ransack_bytes_from_str("c"), 3, NULL, &outline);
///     for (size_t i = 0; status == RANSACK_STATUS_OK && i < outline->items_len; i++)
///       printf("%.*s\n", (int)outline->items[i].signature.len,
///              (const char *)outline->items[i].signature.data);
///     ransack_outline_free(outline);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_outline_source(
    source: ransack_bytes,
    language: ransack_bytes,
    key_depth: u64,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_outline,
) -> ransack_status {
    let options = outline_options(key_depth);
    // SAFETY: the header requires valid arguments.
    unsafe {
        syntax::run(source, language, token, out, |source, language, token| {
            let outline = ransack::outline(source, language, &options, token)?;
            Ok(OwnedView::new(outline))
        })
    }
}

/// Frees an outline returned by ransack_outline_source(). Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_outline_free(outline: *mut ransack_outline) {
    // SAFETY: the header requires NULL or an outline of this library that is not used afterwards.
    unsafe { ffi::free(outline) }
}

/// Outlines the file that is the only root of the scope, and passes the outline to `on_outline`,
/// which may be NULL. The callback is not called if the file is skipped; the report then says why.
///
/// `token` cancels the call; NULL for none. `out` receives the report; free it with
/// ransack_report_free().
///
/// Fails if the scope does not have exactly one root, if the root is a directory or cannot be
/// opened, if the file name implies no language and `language` is not set, if the language is
/// unknown, if the token fires, or on a timeout.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_outline_file(
    options: *const ransack_outline_options,
    token: *const ransack_cancel_token,
    on_outline: ransack_on_outline,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_outline, user_data, out),
            |core, token, to| Ok(pass(ransack::outline_file(core, token)?, token, to)?),
        )
    }
}

/// Outlines each file in scope that is in a known language, and passes the outlines to `on_outline`
/// in path order, regardless of the number of threads.
///
/// - `token` cancels the call; NULL for none.
/// - `on_outline` may be NULL if only the report is needed.
/// - `out` receives the report; free it with ransack_report_free().
///
/// Fails if the language is unknown, if a glob, type or option is invalid, if a root cannot be
/// opened, or if the token fires. Also fails on a timeout, unless the options ask for partial
/// results. A file that cannot be outlined or has syntax errors does not fail the call: see
/// `skipped` in the report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_outline_each(
    options: *const ransack_outline_options,
    token: *const ransack_cancel_token,
    on_outline: ransack_on_outline,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_outline, user_data, out),
            |core, token, to| {
                Ok(ransack::outline_stream(core, token).for_each(|item| to.call(&item))?)
            },
        )
    }
}

/// Opens a stream of the results of ransack_outline_each(): the work runs in the background, and
/// ransack_outline_stream_next() returns the results. `options` and `token` are as for
/// ransack_outline_each(); `options` need not outlive this call. Free `out` with
/// ransack_stream_free().
///
/// Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
/// by ransack_outline_stream_next().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_outline_stream(
    options: *const ransack_outline_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_stream,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::open(options, token, out, ransack::outline_stream) }
}

/// Sets `out` to the next result of ransack_outline_stream(), which is valid until the next call on
/// the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
///
/// Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
/// distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
/// error also ends the stream; the error is returned once, and there is no report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_outline_stream_next(
    stream: *mut ransack_stream,
    wait: u8,
    out: *mut *const ransack_outline,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::next::<Outline>(stream, wait, out) }
}

/// Passes the result of a call for one file to the callback, and returns the report. Fails if the
/// token fires in the callback.
fn pass<T: CallbackItem>(
    outcome: Outcome<T>,
    token: &CancelToken,
    to: &mut Receiver<T>,
) -> ransack::Result<Report> {
    let mut report = outcome.report;
    for item in &outcome.items {
        let flow = to.call(item);
        token.heartbeat()?;
        if flow.is_break() {
            report.stopped_by = Some(StoppedBy::Callback);
            report.complete = false;
            break;
        }
    }
    Ok(report)
}
