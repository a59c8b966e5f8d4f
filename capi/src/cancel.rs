//! Cancel tokens.

use std::time::Duration;

use ransack::{AbortReason, CancelToken};

use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::RANSACK_NO_LIMIT;
use crate::panic::guard;

/// Token that cancels calls from any thread.
///
/// A token fires once: when it is cancelled, when its time limit passes, or when its parent fires.
/// The token keeps the first reason. A call whose token fires returns within milliseconds; a call
/// whose token has already fired does no work. Any number of calls and threads may share a token.
///
///     ransack_cancel_token *token = NULL;
///     ransack_cancel_token_new(NULL, 5000, &token);
///     status = ransack_grep(&options, token, on_match, NULL, &report);
///     ransack_cancel_token_free(token);
///
/// To let a new call replace the previous one, give each call its own token, and cancel the token
/// of the previous call when the next begins. Free a token after its call has returned.
///
///     ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &next);
///     if (current) ransack_cancel_token_cancel(current, RANSACK_ABORT_REASON_USER);
///     current = next;
pub struct ransack_cancel_token {
    _private: [u8; 0],
}

impl Handle for ransack_cancel_token {
    type Owner = CancelToken;
}

/// Reason why a token fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_abort_reason {
    /// The token has not fired.
    None = 0,
    /// Cancelled by the caller's signal. Calls fail with RANSACK_STATUS_ABORTED.
    Signal = 1,
    /// The time limit passed. Calls fail with RANSACK_STATUS_TIMEOUT or return partial results,
    /// depending on their options.
    Timeout = 2,
    /// Cancelled by the user. Calls fail with RANSACK_STATUS_ABORTED.
    User = 3,
}

/// Creates a token that fires when it is cancelled, when `parent` fires or after `timeout_ms`
/// milliseconds. Free it with ransack_cancel_token_free().
///
/// - `parent` is NULL for none. Cancelling the new token does not affect the parent, which may be
///   freed first.
/// - `timeout_ms` is RANSACK_NO_LIMIT for no time limit; with 0, the token fires immediately.
///
/// Fails with RANSACK_STATUS_IO if the timer thread cannot be started.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_cancel_token_new(
    parent: *const ransack_cancel_token,
    timeout_ms: u64,
    out: *mut *mut ransack_cancel_token,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write, and NULL or a
        // token that is not freed during the call.
        let (out, parent) = unsafe { (ffi::out_param(out, "out")?, token_or_new(parent)?) };
        out.write(ffi::into_handle(with_time_limit(&parent, timeout_ms)?));
        Ok(())
    })
}

/// Fires the token with `reason`, a ransack_abort_reason other than RANSACK_ABORT_REASON_NONE. If
/// the token has already fired, the call succeeds without effect.
///
/// Safe to call from any thread, but not from a signal handler.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_cancel_token_cancel(
    token: *const ransack_cancel_token,
    reason: u32,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a token that is not freed during the call.
        let token = unsafe { ffi::borrow(token, "token") }?;
        token.cancel(match reason {
            1 => AbortReason::Signal,
            2 => AbortReason::Timeout,
            3 => AbortReason::User,
            other => {
                let message = format!("unknown value {other} of `reason`: expected 1, 2 or 3");
                return Err(Failure::new(ransack_status::InvalidOption, message));
            }
        });
        Ok(())
    })
}

/// Sets `out` to the reason why the token fired, or to RANSACK_ABORT_REASON_NONE if the token has
/// not fired.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_cancel_token_reason(
    token: *const ransack_cancel_token,
    out: *mut ransack_abort_reason,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a token that is not freed during the call, and NULL
        // or a valid output.
        let (token, out) = unsafe { (ffi::borrow(token, "token")?, ffi::out_param(out, "out")?) };
        out.write(match token.reason() {
            None => ransack_abort_reason::None,
            Some(AbortReason::Signal) => ransack_abort_reason::Signal,
            Some(AbortReason::Timeout) => ransack_abort_reason::Timeout,
            Some(AbortReason::User) => ransack_abort_reason::User,
        });
        Ok(())
    })
}

/// Frees a token without firing it. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_cancel_token_free(token: *mut ransack_cancel_token) {
    // SAFETY: the header requires NULL or a token of this library that is not used afterwards.
    unsafe { ffi::free(token) }
}

/// Returns the caller's token, or a new token that never fires if `token` is NULL.
///
/// # Safety
///
/// `token` is NULL or not freed during the call.
pub(crate) unsafe fn token_or_new(
    token: *const ransack_cancel_token,
) -> Result<CancelToken, Failure> {
    if token.is_null() {
        return Ok(CancelToken::new());
    }
    // SAFETY: the contract of this function.
    unsafe { ffi::borrow(token, "token") }.cloned()
}

/// Returns a child of `parent` with a time limit in milliseconds; [`RANSACK_NO_LIMIT`] means no
/// limit.
pub(crate) fn with_time_limit(
    parent: &CancelToken,
    timeout_ms: u64,
) -> Result<CancelToken, Failure> {
    if timeout_ms == RANSACK_NO_LIMIT {
        return Ok(parent.child());
    }
    let limit = Duration::from_millis(timeout_ms);
    parent.try_child_with_timeout(limit).map_err(|error| {
        let message = format!("cannot start the thread that fires deadlines: {error}");
        Failure::new(ransack_status::Io, message)
    })
}
