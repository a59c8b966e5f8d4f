//! AST search in files and in memory.
//!
//! - `item`: types of results and positions
//! - `edit`: AST edits
//! - `syntax`: syntax-tree lookup and syntax checking
//! - `languages`: table of the known languages

pub mod edit;
pub mod item;
pub mod languages;
pub mod syntax;

use std::ffi::c_void;

use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::options::ast::{ransack_ast_grep_options, ransack_ast_match_options};
use crate::report::ransack_report;
use crate::slice::ransack_bytes;

use item::ransack_on_ast_match;

/// Searches files for code that matches a pattern or a rule.
///
/// Passes each result to `on_match` as soon as all results before it are known, and returns when
/// the search has ended. Results are ordered by root, then bytewise by path, then by position, for
/// any number of threads. Each file is parsed in its own language, and embedded code (scripts and
/// styles in markup, fenced code in Markdown) in the embedded language. A file that cannot contain
/// a match is not parsed.
///
/// - `token` cancels the search; NULL for none. After it fires no result is passed, except results
///   found before a timeout if the options ask for partial results.
/// - `on_match` may be NULL if only the report is needed.
/// - `out` receives the report; free it with ransack_report_free().
///
/// Fails for a pattern or rule that cannot be parsed in the requested language or, if none is
/// requested, in any language found; for an unknown language; for an invalid glob, type or option;
/// for a root that cannot be opened; if the token fires; and at a timeout unless the options ask
/// for partial results. A file that cannot be searched or has syntax errors is no failure: see
/// `skipped` of the report.
///
///     ransack_bytes pattern = ransack_bytes_from_str("kfree($A)");
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
    out: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            options,
            token,
            on_match,
            user_data,
            out,
            |core, token, receiver| {
                Ok(ransack::ast_grep_each(&core, token, |item| {
                    receiver.call(&item)
                })?)
            },
        )
    }
}

/// Searches code in memory for matches of a pattern or a rule, and waits for the result.
///
/// Passes each result to `on_match` in order; the search is over before the first result is passed.
/// `language` is the name or alias of a language; see ransack_ast_languages().
///
/// - `token` cancels the search; NULL for none.
/// - `on_match` may be NULL if only the report is needed.
/// - `out` receives the report, in which the text counts as one file; free it with
///   ransack_report_free().
///
/// Fails for an unknown language, for a pattern or rule that cannot be parsed in it, for an invalid
/// option, and if the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_match_source(
    source: ransack_bytes,
    language: ransack_bytes,
    options: *const ransack_ast_match_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_ast_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            options,
            token,
            on_match,
            user_data,
            out,
            |core, token, receiver| {
                let source = source.get("source")?;
                let language = language.text("language")?;
                let each = |item| receiver.call(&item);
                Ok(ransack::ast_match_each(
                    source, &language, &core, token, each,
                )?)
            },
        )
    }
}
