//! Search by syntax.

pub mod edit;
pub mod item;
pub mod languages;
pub mod syntax;

use std::ffi::c_void;

use ransack::{AstGrepOptions, CancelToken, Report};

use crate::cancel::{limited, ransack_cancel_token, token_or_none};
use crate::error::{Failure, ransack_status};
use crate::ffi;
use crate::options::ast::{ransack_ast_grep_options, ransack_ast_match_options};
use crate::panic::guard;
use crate::report::{self, ransack_report};
use crate::slice::ransack_bytes;

use item::{CodeReceiver, ransack_on_code_match};

/// Searches files for code that looks like a pattern, and shows each result to
/// `on_match` as soon as it is its turn: by root, then bytewise by path, then by
/// where it begins, whatever the number of threads. Returns when the search has
/// ended.
///
/// Each file is searched in its own language, and what it embeds (scripts and
/// styles in markup, fenced code in Markdown) in its.
///
/// `token` stops the search from outside; it may be NULL. `on_match` may be NULL
/// if only the report is wanted. `out` gets the report, to be freed with
/// ransack_report_free().
///
/// Fails for a pattern or rule that cannot be read in the language asked for, or
/// in any that was met, for an unknown language, for a glob, type or option that
/// is not valid, for a root that cannot be opened, when the token fires, and when
/// the time is over unless partial results are asked for. Files that cannot be
/// searched, or hold syntax errors, are no failure: see `skipped` in the report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_grep(
    options: *const ransack_ast_grep_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_code_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    let search = |core: AstGrepOptions, token: &CancelToken, receiver: &mut CodeReceiver| {
        Ok(ransack::ast_grep_each(&core, token, |item| {
            receiver.call(&item)
        })?)
    };
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { run(options, token, on_match, user_data, out, search) }
}

/// Searches as `search` does.
///
/// # Safety
///
/// The arguments are as the header asks for.
pub(crate) unsafe fn run(
    options: *const ransack_ast_grep_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_code_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
    search: impl FnOnce(AstGrepOptions, &CancelToken, &mut CodeReceiver) -> Result<Report, Failure>,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: options of the version that they declare.
        let options = unsafe { ffi::read_versioned(options, "options") }?;
        // SAFETY: the options' pointers are valid during the call.
        let core = unsafe { options.resolve() }?;
        // SAFETY: NULL, or a token that lives during the call.
        let token = limited(&unsafe { token_or_none(token) }?, options.timeout_ms);
        // SAFETY: NULL, or a function that takes this `user_data`.
        let mut receiver = unsafe { CodeReceiver::new(on_match, user_data) };
        out.set(report::hand_out(search(core, &token, &mut receiver)?));
        Ok(())
    })
}

/// Searches text in memory by syntax, on the calling thread, and shows each
/// result to `on_match`, in order; the work is done before the first is shown.
/// `language` is the name or alias of a language; see ransack_ast_languages().
///
/// `token` stops the search; it may be NULL. `on_match` may be NULL if only the
/// report is wanted. `out` gets the report, which speaks of one file, to be freed
/// with ransack_report_free().
///
/// Fails for a language that is not known, for a pattern or rule that cannot be
/// read in it, for an option that is not valid, and when the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_match(
    source: ransack_bytes,
    language: ransack_bytes,
    options: *const ransack_ast_match_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_code_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: options of the version that they declare.
        let options = unsafe { ffi::read_versioned(options, "options") }?;
        // SAFETY: the options' pointers are valid during the call.
        let core = unsafe { options.resolve() }?;
        // SAFETY: so is the source.
        let source = unsafe { source.get("source") }?;
        // SAFETY: and the name.
        let language = unsafe { language.text("language") }?;
        // SAFETY: NULL, or a token that lives during the call.
        let token = unsafe { token_or_none(token) }?;
        // SAFETY: NULL, or a function that takes this `user_data`.
        let mut receiver = unsafe { CodeReceiver::new(on_match, user_data) };
        let each = |item| receiver.call(&item);
        let report = ransack::ast_match_each(source, &language, &core, &token, each)?;
        out.set(report::hand_out(report));
        Ok(())
    })
}
