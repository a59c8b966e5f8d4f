//! Imports and exports of text and files, and changes to the imports of text.
//!
//! - `item`: imports and exports, and their kinds
//! - `change`: imports to add and to remove, and the new text

pub mod change;
pub mod item;

use std::ffi::c_void;

use ransack::{Exports, Imports};

use super::item::OwnedView;
use super::options::ransack_outline_options;
use super::run_on_file;
use crate::ast::syntax;
use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::ffi;
use crate::report::ransack_report;
use crate::slice::ransack_bytes;
use crate::stream::{self, ransack_stream};

use item::{ransack_exports, ransack_imports, ransack_on_exports, ransack_on_imports};

/// Returns the imports of text in memory, including imports in functions, conditions and #if
/// blocks. Free `out` with ransack_imports_free().
///
/// `language` is the name or an alias of the text's language; see ransack_ast_languages(). `token`
/// cancels the call; NULL for none. Parses the whole text once and blocks until the result is
/// ready. Code with syntax errors is read as far as possible: see `syntax_errors`.
///
/// Fails if the language is unknown or has no imports, or if the token fires.
///
///     ransack_imports *imports = NULL;
///     status = ransack_imports_source(source, RANSACK_BYTES("c"), NULL, &imports);
///     for (size_t i = 0; status == RANSACK_STATUS_OK && i < imports->items_len; i++)
///       printf("%" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(imports->items[i].module));
///     ransack_imports_free(imports);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_imports_source(
    source: ransack_bytes,
    language: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_imports,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        syntax::run(source, language, token, out, |source, language, token| {
            Ok(OwnedView::new(ransack::imports(source, language, token)?))
        })
    }
}

/// Frees imports returned by ransack_imports_source() or ransack_imports_file(). Does nothing if
/// the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_imports_free(imports: *mut ransack_imports) {
    // SAFETY: the header requires NULL or imports of this library that are not used afterwards.
    unsafe { ffi::free(imports) }
}

/// Returns the imports of the file `path`, as ransack_imports_source() does for text. Free `out`
/// with ransack_imports_free().
///
/// All arguments are as for ransack_outline_file(): `options` may be NULL, and `out` receives NULL
/// if the file is skipped.
///
/// Fails under the same conditions as ransack_outline_file(), and if the language has no imports.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_imports_file(
    path: ransack_bytes,
    options: *const ransack_outline_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_imports,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        run_on_file((path, options, token, out, out_report), |core, token| {
            Ok(ransack::imports_file(core, token)?)
        })
    }
}

/// Reads the imports of each file in scope that is in a language with imports, and passes them to
/// `on_imports` in path order, regardless of the number of threads.
///
/// - `token` cancels the call; NULL for none.
/// - `on_imports` may be NULL if only the report is needed.
/// - `out_report` receives the report, or is NULL if the report is not needed; free it with
///   ransack_report_free().
///
/// Fails under the same conditions as ransack_outline_each(), and if the options name a language
/// without imports.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_imports_each(
    options: *const ransack_outline_options,
    token: *const ransack_cancel_token,
    on_imports: ransack_on_imports,
    user_data: *mut c_void,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_imports, user_data, out_report),
            |core, token, to| {
                Ok(ransack::imports_stream(core, token).for_each(|item| to.call(&item))?)
            },
        )
    }
}

/// Opens a stream of the results of ransack_imports_each(): the work runs in the background, and
/// ransack_imports_stream_next() returns the results. `options` and `token` are as for
/// ransack_imports_each(); `options` need not outlive this call. Free `out` with
/// ransack_stream_free().
///
/// Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
/// by ransack_imports_stream_next().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_imports_stream(
    options: *const ransack_outline_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_stream,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::open(options, token, out, ransack::imports_stream) }
}

/// Sets `out` to the next result of ransack_imports_stream(), which is valid until the next call on
/// the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
///
/// Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
/// distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
/// error also ends the stream; the error is returned once, and there is no report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_imports_stream_next(
    stream: *mut ransack_stream,
    wait: u8,
    out: *mut *const ransack_imports,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::next::<Imports>(stream, wait, out) }
}

/// Returns the names that text in memory exports. Free `out` with ransack_exports_free().
///
/// Exported names are: in C and C++, non-static functions and variables at top level and in
/// namespaces; in Rust, `pub` items; in Python, the strings in `__all__` (list and tuple literals
/// that are assigned, joined with `+`, or added with `+=`, `extend` or `append`) or, without
/// `__all__`, names without a leading underscore; in JavaScript, names in `export` statements and
/// `module.exports`; in Go, capitalised names; in Java, public types.
///
/// `language` is the name or an alias of the text's language; see ransack_ast_languages(). `token`
/// cancels the call; NULL for none. Parses the whole text once and blocks until the result is
/// ready.
///
/// Fails if the language is unknown or has no exports, or if the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_exports_source(
    source: ransack_bytes,
    language: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_exports,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        syntax::run(source, language, token, out, |source, language, token| {
            Ok(OwnedView::new(ransack::exports(source, language, token)?))
        })
    }
}

/// Frees exports returned by ransack_exports_source() or ransack_exports_file(). Does nothing if
/// the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_exports_free(exports: *mut ransack_exports) {
    // SAFETY: the header requires NULL or exports of this library that are not used afterwards.
    unsafe { ffi::free(exports) }
}

/// Returns the names that the file `path` exports, as ransack_exports_source() does for text. Free
/// `out` with ransack_exports_free().
///
/// All arguments are as for ransack_outline_file(): `options` may be NULL, and `out` receives NULL
/// if the file is skipped.
///
/// Fails under the same conditions as ransack_outline_file(), and if the language has no exports.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_exports_file(
    path: ransack_bytes,
    options: *const ransack_outline_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_exports,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        run_on_file((path, options, token, out, out_report), |core, token| {
            Ok(ransack::exports_file(core, token)?)
        })
    }
}

/// Reads the exports of each file in scope that is in a language with exports, and passes them to
/// `on_exports` in path order, regardless of the number of threads.
///
/// - `token` cancels the call; NULL for none.
/// - `on_exports` may be NULL if only the report is needed.
/// - `out_report` receives the report, or is NULL if the report is not needed; free it with
///   ransack_report_free().
///
/// Fails under the same conditions as ransack_outline_each(), and if the options name a language
/// without exports.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_exports_each(
    options: *const ransack_outline_options,
    token: *const ransack_cancel_token,
    on_exports: ransack_on_exports,
    user_data: *mut c_void,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_exports, user_data, out_report),
            |core, token, to| {
                Ok(ransack::exports_stream(core, token).for_each(|item| to.call(&item))?)
            },
        )
    }
}

/// Opens a stream of the results of ransack_exports_each(): the work runs in the background, and
/// ransack_exports_stream_next() returns the results. `options` and `token` are as for
/// ransack_exports_each(); `options` need not outlive this call. Free `out` with
/// ransack_stream_free().
///
/// Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
/// by ransack_exports_stream_next().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_exports_stream(
    options: *const ransack_outline_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_stream,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::open(options, token, out, ransack::exports_stream) }
}

/// Sets `out` to the next result of ransack_exports_stream(), which is valid until the next call on
/// the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
///
/// Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
/// distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
/// error also ends the stream; the error is returned once, and there is no report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_exports_stream_next(
    stream: *mut ransack_stream,
    wait: u8,
    out: *mut *const ransack_exports,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::next::<Exports>(stream, wait, out) }
}
