//! Tokens that stop calls.

use std::time::Duration;

use ransack::{AbortReason, CancelToken};

use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::RANSACK_NO_LIMIT;
use crate::panic::{guard, guard_or};

/// A switch that stops calls, from any thread. It fires once, when it is
/// cancelled, when its time is over or when its parent fires; the first reason
/// stays. A call whose token fires ends within milliseconds; a call that is
/// given a token that has fired does no work.
pub struct ransack_cancel_token {
    _private: [u8; 0],
}

impl Handle for ransack_cancel_token {
    type Owner = CancelToken;
}

/// Why a token fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_abort_reason {
    /// It has not fired.
    None = 0,
    /// A signal of the caller's own. Calls fail with RANSACK_STATUS_ABORTED.
    Signal = 1,
    /// Its time is over. Calls fail with RANSACK_STATUS_TIMEOUT or return what
    /// they have, as their options say.
    Timeout = 2,
    /// The user asked. Calls fail with RANSACK_STATUS_ABORTED.
    User = 3,
}

/// Makes a token that fires when it is cancelled. Free it with
/// ransack_cancel_token_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_cancel_token_new(
    out: *mut *mut ransack_cancel_token,
) -> ransack_status {
    // SAFETY: an output of the caller.
    unsafe { make(out, || Ok(CancelToken::new())) }
}

/// Makes a token that also fires when `timeout_ms` milliseconds have passed: 0
/// has fired at once, RANSACK_NO_LIMIT never does. Free it with
/// ransack_cancel_token_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_cancel_token_new_with_timeout_ms(
    timeout_ms: u64,
    out: *mut *mut ransack_cancel_token,
) -> ransack_status {
    // SAFETY: an output of the caller.
    unsafe { make(out, || Ok(limited(&CancelToken::new(), timeout_ms))) }
}

/// Makes a token that also fires when `parent` does, not the other way round.
/// The parent may be freed first. Free it with ransack_cancel_token_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_cancel_token_child(
    parent: *const ransack_cancel_token,
    out: *mut *mut ransack_cancel_token,
) -> ransack_status {
    // SAFETY: an output of the caller; a token that lives during the call.
    unsafe { make(out, || Ok(ffi::borrow(parent, "parent")?.child())) }
}

/// Makes a child of `parent` that also fires when `timeout_ms` milliseconds
/// have passed, as ransack_cancel_token_new_with_timeout_ms(). Free it with
/// ransack_cancel_token_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_cancel_token_child_with_timeout_ms(
    parent: *const ransack_cancel_token,
    timeout_ms: u64,
    out: *mut *mut ransack_cancel_token,
) -> ransack_status {
    // SAFETY: an output of the caller; a token that lives during the call.
    unsafe {
        make(out, || {
            Ok(limited(ffi::borrow(parent, "parent")?, timeout_ms))
        })
    }
}

/// Fires the token for `reason`, a ransack_abort_reason other than
/// RANSACK_ABORT_REASON_NONE. If it had fired before, the earlier reason stays;
/// that is no error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_cancel_token_cancel(
    token: *const ransack_cancel_token,
    reason: u32,
) -> ransack_status {
    guard(|| {
        // SAFETY: a token that lives during the call.
        let token = unsafe { ffi::borrow(token, "token") }?;
        token.cancel(match reason {
            1 => AbortReason::Signal,
            2 => AbortReason::Timeout,
            3 => AbortReason::User,
            _ => {
                let message = format!("{reason} is no reason to cancel");
                return Err(Failure::new(ransack_status::InvalidOption, message));
            }
        });
        Ok(())
    })
}

/// Gives the reason why the token fired, RANSACK_ABORT_REASON_NONE if it has
/// not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_cancel_token_reason(
    token: *const ransack_cancel_token,
    out: *mut ransack_abort_reason,
) -> ransack_status {
    guard(|| {
        // SAFETY: a token that lives during the call.
        let token = unsafe { ffi::borrow(token, "token") }?;
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        out.set(match token.reason() {
            None => ransack_abort_reason::None,
            Some(AbortReason::Signal) => ransack_abort_reason::Signal,
            Some(AbortReason::Timeout) => ransack_abort_reason::Timeout,
            Some(AbortReason::User) => ransack_abort_reason::User,
        });
        Ok(())
    })
}

/// Frees a token, without firing it. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_cancel_token_free(token: *mut ransack_cancel_token) {
    // SAFETY: NULL or a token of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(token) }));
}

/// Hands out what `token` makes.
///
/// # Safety
///
/// As [`ffi::out`].
unsafe fn make(
    out: *mut *mut ransack_cancel_token,
    token: impl FnOnce() -> Result<CancelToken, Failure>,
) -> ransack_status {
    guard(|| {
        // SAFETY: the caller's promise.
        let out = unsafe { ffi::out(out, "out") }?;
        out.set(ffi::hand_out(token()?));
        Ok(())
    })
}

/// The token that a caller passed, or none if it is NULL.
///
/// # Safety
///
/// `token` is NULL or lives during the call.
pub(crate) unsafe fn token_or_none(
    token: *const ransack_cancel_token,
) -> Result<CancelToken, Failure> {
    if token.is_null() {
        return Ok(CancelToken::new());
    }
    // SAFETY: not NULL, so it lives.
    unsafe { ffi::borrow(token, "token") }.cloned()
}

/// A token below `parent`, with a time limit if it is one.
pub(crate) fn limited(parent: &CancelToken, timeout_ms: u64) -> CancelToken {
    if timeout_ms == RANSACK_NO_LIMIT {
        parent.child()
    } else {
        parent.child_with_timeout(Duration::from_millis(timeout_ms))
    }
}
