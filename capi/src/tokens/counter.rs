//! The tokens of a text that grows.

use std::sync::{Mutex, MutexGuard};

use ransack::TokenCounter;

use super::tokenizer::ransack_tokenizer;
use crate::cancel::{ransack_cancel_token, token_or_none};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::tokens::{ransack_token_options, token_options};
use crate::panic::{guard, guard_or};
use crate::slice::ransack_bytes;

/// Counts the tokens of a text that grows at its end. The total is always that
/// of the whole text, as ransack_tokenizer_count() has it, though only the end
/// of it is counted again. Calls from several threads take turns.
pub struct ransack_token_counter {
    _private: [u8; 0],
}

impl Handle for ransack_token_counter {
    type Owner = Mutex<TokenCounter>;
}

/// Makes a counter of nothing yet. The tokenizer and the options may be freed
/// before it. `options` may be NULL. Free the counter with
/// ransack_token_counter_free().
///
/// An allowed special token that the vocabulary does not have is found by the
/// first push.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_counter_new(
    tokenizer: *const ransack_tokenizer,
    options: *const ransack_token_options,
    out: *mut *mut ransack_token_counter,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: a tokenizer that lives during the call.
        let tokenizer = unsafe { ffi::borrow(tokenizer, "tokenizer") }?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { token_options(options) }?;
        let counter = TokenCounter::new(&tokenizer.tokenizer, options);
        out.set(ffi::hand_out(Mutex::new(counter)));
        Ok(())
    })
}

/// Adds `part` at the end and gives the new total. Parts are copied and need
/// not end between two characters. Costs what is pushed and the last few words
/// before it. `token` stops it; it may be NULL.
///
/// Fails for an allowed special token that the vocabulary does not have and when
/// the token fires; nothing is added then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_counter_push(
    counter: *mut ransack_token_counter,
    part: ransack_bytes,
    token: *const ransack_cancel_token,
    out_total: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out_total = unsafe { ffi::out(out_total, "out_total") }?;
        // SAFETY: the part is valid during the call.
        let part = unsafe { part.get("part") }?;
        // SAFETY: NULL, or a token that lives during the call.
        let token = unsafe { token_or_none(token) }?;
        // SAFETY: a counter that lives during the call.
        let mut counter = unsafe { lock(counter) }?;
        out_total.set(counter.push(part, &token)?);
        Ok(())
    })
}

/// Takes away what was pushed last: `out_popped` is set to 1, or to 0 if there
/// is nothing. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_counter_pop(
    counter: *mut ransack_token_counter,
    out_popped: *mut u8,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out_popped = unsafe { ffi::out(out_popped, "out_popped") }?;
        // SAFETY: a counter that lives during the call.
        out_popped.set(unsafe { lock(counter) }?.pop().into());
        Ok(())
    })
}

/// Gives the number of tokens of all that was pushed and not popped. Constant
/// time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_counter_total(
    counter: *const ransack_token_counter,
    out_total: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out_total = unsafe { ffi::out(out_total, "out_total") }?;
        // SAFETY: a counter that lives during the call.
        out_total.set(unsafe { lock(counter) }?.total());
        Ok(())
    })
}

/// Frees a counter. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_counter_free(counter: *mut ransack_token_counter) {
    // SAFETY: NULL or a counter of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(counter) }));
}

/// # Safety
///
/// As [`ffi::borrow`].
unsafe fn lock<'a>(
    counter: *const ransack_token_counter,
) -> Result<MutexGuard<'a, TokenCounter>, Failure> {
    // SAFETY: the caller's promise.
    unsafe { ffi::borrow(counter, "counter") }?
        .lock()
        .map_err(|_| Failure::new(ransack_status::Panic, "a push of this counter panicked"))
}
