//! Search in memory.

use std::ffi::c_void;

use crate::cancel::{ransack_cancel_token, token_or_none};
use crate::error::ransack_status;
use crate::ffi;
use crate::item::{Receiver, ransack_on_match};
use crate::options::search::ransack_search_options;
use crate::panic::guard;
use crate::report::{self, ransack_report};
use crate::slice::ransack_bytes;

/// Searches text in memory for lines that match, on the calling thread, and
/// shows each result to `on_match`, in order. Text is searched as it is: no
/// encoding is guessed, a NUL byte is a byte.
///
/// `on_match` may be NULL if only the report is wanted. `out` gets the report,
/// which speaks of one file, to be freed with ransack_report_free().
///
/// `token` stops the search; it may be NULL.
///
/// Fails for a pattern or option that is not valid, and when the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_search(
    content: ransack_bytes,
    options: *const ransack_search_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_match,
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
        // SAFETY: so is the content.
        let content = unsafe { content.get("content") }?;
        // SAFETY: NULL, or a token that lives during the call.
        let token = unsafe { token_or_none(token) }?;
        // SAFETY: NULL, or a function that takes this `user_data`.
        let mut receiver = unsafe { Receiver::new(on_match, user_data) };
        let report = ransack::search_each(content, &core, &token, |item| receiver.call(item))?;
        out.set(report::hand_out(report));
        Ok(())
    })
}

/// Tells whether text in memory holds a match: `out` is set to 1 or 0. Of the
/// options only those before `mode` count.
///
/// Fails for a pattern that is not valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_has_match(
    content: ransack_bytes,
    options: *const ransack_search_options,
    out: *mut u8,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: options of the version that they declare.
        let options = unsafe { ffi::read_versioned(options, "options") }?;
        // SAFETY: the options' pointers are valid during the call.
        let query = unsafe { options.query() }?;
        // SAFETY: so is the content.
        let content = unsafe { content.get("content") }?;
        out.set(ransack::has_match(content, &query)?.into());
        Ok(())
    })
}
