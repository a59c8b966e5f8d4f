//! AST search in files and in memory.
//!
//! - `options`: options for AST search
//! - `item`: result types and positions
//! - `recovery`: interrupted edits
//! - `syntax`: syntax-tree lookup and syntax checking
//! - `explain`: interpretations of patterns
//! - `languages`: table of the known languages

pub mod explain;
pub mod item;
pub mod languages;
pub mod options;
pub mod recovery;
pub mod syntax;

use std::ffi::c_void;

use ransack::AstMatch;

use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::report::ransack_report;
use crate::slice::ransack_bytes;
use crate::stream::{self, ransack_stream};

use item::{ransack_ast_match, ransack_on_ast_match};
use options::{ransack_ast_grep_options, ransack_ast_match_options};

/// Searches files for code that matches a pattern or a rule.
///
/// Passes each result to `on_match` as soon as all earlier results are known, and returns when the
/// search has ended. Results are ordered by root, then bytewise by path, then by position, or
/// newest file first if the options ask for it, regardless of the number of threads. Each file is
/// parsed in its own language. Embedded code (scripts and styles in markup, fenced code in
/// Markdown) is parsed in the embedded language. A file that cannot contain a match is not parsed.
///
/// - `token` cancels the search; NULL for none. After the token fires, no result is passed, except
///   results found before a timeout if the options ask for partial results.
/// - `on_match` may be NULL if only the report is needed.
/// - `out_report` receives the report, or is NULL if the report is not needed; free it with
///   ransack_report_free().
///
/// Fails if a pattern or rule cannot be parsed in the requested language or, if no language is
/// requested, can be parsed in none of the languages of the searched files. Also fails if the
/// language is unknown, if a glob, type or option is invalid, if a root cannot be opened, if the
/// token fires, or on a timeout unless the options ask for partial results. A file that cannot be
/// searched or has syntax errors does not fail the call: see `skipped` in the report.
///
///     ransack_bytes pattern = RANSACK_BYTES("kfree($A)");
///     ransack_ast_grep_options options = RANSACK_AST_GREP_OPTIONS_INIT;
///     options.patterns = &pattern;
///     options.patterns_len = 1;
///     options.scope = &scope;
///     status = ransack_ast_grep(&options, NULL, on_match, NULL, &report);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_grep(
    options: *const ransack_ast_grep_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_ast_match,
    user_data: *mut c_void,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_match, user_data, out_report),
            |core, token, to| {
                Ok(ransack::ast_grep_stream(core, token).for_each(|item| to.call(&item))?)
            },
        )
    }
}

/// Opens a stream of the results of ransack_ast_grep(): the work runs in the background, and
/// ransack_ast_grep_stream_next() returns the results. `options` and `token` are as for
/// ransack_ast_grep(); `options` need not outlive this call. Free `out` with ransack_stream_free().
///
/// Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
/// by ransack_ast_grep_stream_next().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_grep_stream(
    options: *const ransack_ast_grep_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_stream,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::open(options, token, out, ransack::ast_grep_stream) }
}

/// Sets `out` to the next result of ransack_ast_grep_stream(), which is valid until the next call
/// on the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
///
/// Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
/// distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
/// error also ends the stream; the error is returned once, and there is no report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_grep_stream_next(
    stream: *mut ransack_stream,
    wait: u8,
    out: *mut *const ransack_ast_match,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::next::<AstMatch>(stream, wait, out) }
}

/// Searches code in memory for matches of a pattern or a rule, and waits for the result.
///
/// Passes each result to `on_match` in order; the search has finished before the first result is
/// passed. `language` is the name or an alias of a language; see ransack_ast_languages().
///
/// - `token` cancels the search; NULL for none.
/// - `on_match` may be NULL if only the report is needed.
/// - `out_report` receives the report, in which the text counts as one file, or is NULL if the
///   report is not needed; free it with ransack_report_free().
///
/// Fails if the language is unknown, if a pattern or rule cannot be parsed in that language, if an
/// option is invalid, or if the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_match_source(
    source: ransack_bytes,
    language: ransack_bytes,
    options: *const ransack_ast_match_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_ast_match,
    user_data: *mut c_void,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_match, user_data, out_report),
            |core, token, to| {
                let source = source.get("source")?;
                let language = language.text("language")?;
                let found = ransack::ast_match(source, &language, core, token)?;
                to.pass(found, core.select.offset, token)
            },
        )
    }
}
