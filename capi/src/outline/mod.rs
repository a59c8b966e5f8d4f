//! Code structure: outlines of text and files.
//!
//! - `options`: options for calls over files
//! - `item`: definitions and outlines
//! - `kind`: kinds and modifiers of definitions
//! - `definition`: source of one definition
//! - `imports`: imports and exports
//! - `skeleton`: text with elided bodies

pub mod definition;
pub mod imports;
pub mod item;
pub mod kind;
pub mod options;
pub mod skeleton;

use std::ffi::c_void;
use std::path::PathBuf;
use std::ptr;

use ransack::{CancelToken, Outcome, Outline, OutlineFilesOptions};

use crate::ast::syntax;
use crate::call::{self, CallbackItem};
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::scope;
use crate::options::versioned::Defaults;
use crate::panic::guard;
use crate::report::{OwnedReport, ransack_report};
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
///     status = ransack_outline_source(source, RANSACK_BYTES("c"), 3, NULL, &outline);
///     for (size_t i = 0; status == RANSACK_STATUS_OK && i < outline->items_len; i++)
///       printf("%" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(outline->items[i].signature));
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

/// Frees an outline returned by ransack_outline_source() or ransack_outline_file(). Does nothing if
/// the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_outline_free(outline: *mut ransack_outline) {
    // SAFETY: the header requires NULL or an outline of this library that is not used afterwards.
    unsafe { ffi::free(outline) }
}

/// Outlines the file `path`.
///
/// - `options` may be NULL for the defaults. The workspace in its scope, if any, is where a
///   relative path starts, and its open buffers replace files; the scope must name no roots.
/// - `token` cancels the call; NULL for none.
/// - `out` receives the outline; free it with ransack_outline_free(). It receives NULL if the file
///   is skipped, because it is binary, too large or cannot be decoded, for example: the report then
///   says why.
/// - `out_report` receives the report, or is NULL if the report is not needed; free it with
///   ransack_report_free().
///
/// Fails if the path is a directory or cannot be opened, if the file name implies no language and
/// `language` is not set, if the language is unknown, if an option is invalid, or if the token
/// fires. Also fails on a timeout, unless the options ask for partial results; `out` then receives
/// NULL.
///
///     ransack_outline *outline = NULL;
///     status = ransack_outline_file(RANSACK_BYTES("src/a.c"), NULL, NULL, &outline, NULL);
///     if (status == RANSACK_STATUS_OK && outline != NULL)
///       printf("%zu definitions\n", outline->items_len);
///     ransack_outline_free(outline);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_outline_file(
    path: ransack_bytes,
    options: *const ransack_outline_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_outline,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        run_on_file((path, options, token, out, out_report), |core, token| {
            Ok(ransack::outline_file(core, token)?)
        })
    }
}

/// Outlines each file in scope that is in a known language, and passes the outlines to `on_outline`
/// in path order, regardless of the number of threads.
///
/// - `token` cancels the call; NULL for none.
/// - `on_outline` may be NULL if only the report is needed.
/// - `out_report` receives the report, or is NULL if the report is not needed; free it with
///   ransack_report_free().
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
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_outline, user_data, out_report),
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

/// Arguments of every function for one file: path, options, token, and the outputs for the result
/// and the report.
type FileArguments<C> = (
    ransack_bytes,
    *const ransack_outline_options,
    *const ransack_cancel_token,
    *mut *mut C,
    *mut *mut ransack_report,
);

/// Runs an operation on one file. Writes NULL as the result for a file that is skipped.
///
/// # Safety
///
/// The arguments are valid as the header requires for the C function.
unsafe fn run_on_file<C, T>(
    (path, options, token, out, out_report): FileArguments<C>,
    operation: impl FnOnce(&OutlineFilesOptions, &CancelToken) -> Result<Outcome<T>, Failure>,
) -> ransack_status
where
    C: Handle<Owner = OwnedView<T::View, T::Arrays, T>>,
    T: CallbackItem,
{
    guard(|| {
        // SAFETY: the contract of this function.
        let (out, out_report) =
            unsafe { (ffi::out_param(out, "out")?, ffi::optional_param(out_report)) };
        let defaults = ransack_outline_options::defaults();
        let options = if options.is_null() {
            &raw const defaults
        } else {
            options
        };
        let on_file = |core: &mut OutlineFilesOptions, token: &CancelToken| {
            // SAFETY: `options` has been read; the rest is the contract of this function.
            let path = unsafe {
                scope::require_no_roots((*options).scope)?;
                path.path("path")?
            };
            core.scope.roots = vec![PathBuf::from(path)];
            operation(core, token)
        };
        // SAFETY: the contract of this function.
        let Outcome { items, report } = unsafe { call::with_options(options, token, on_file) }?;
        let item = items.into_iter().next().map(OwnedView::new);
        out.write(item.map_or(ptr::null_mut(), ffi::into_handle));
        if let Some(out) = out_report {
            out.write(ffi::into_handle(OwnedReport::new(report)));
        }
        Ok(())
    })
}
