//! Search in files.

use std::ffi::c_void;

use ransack::{CancelToken, GrepOptions, Report};

use crate::cancel::{limited, ransack_cancel_token, token_or_none};
use crate::error::{Failure, ransack_status};
use crate::ffi;
use crate::item::{Receiver, ransack_on_match};
use crate::options::grep::ransack_grep_options;
use crate::panic::guard;
use crate::report::{self, ransack_report};

/// Searches files for lines that match, and shows each result to `on_match` as
/// soon as it is its turn: by root, then bytewise by path, then by line,
/// whatever the number of threads. Returns when the search has ended.
///
/// `token` stops the search from outside; it may be NULL. No result is shown
/// after it has fired, except for what was found before a timeout if partial
/// results are asked for. `on_match` may be NULL if only the report is wanted.
/// `out` gets the report, to be freed with ransack_report_free().
///
/// Fails for a pattern, glob, type or option that is not valid, for a root that
/// cannot be opened, when the token fires, and when the time is over unless
/// partial results are asked for. Results may have been shown before a failure.
/// Files that cannot be searched are no failure: see `skipped` in the report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_grep(
    options: *const ransack_grep_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    let search = |core: GrepOptions, token: &CancelToken, receiver: &mut Receiver| {
        Ok(ransack::grep_each(&core, token, |item| {
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
    options: *const ransack_grep_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
    search: impl FnOnce(GrepOptions, &CancelToken, &mut Receiver) -> Result<Report, Failure>,
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
        let mut receiver = unsafe { Receiver::new(on_match, user_data) };
        out.set(report::hand_out(search(core, &token, &mut receiver)?));
        Ok(())
    })
}
