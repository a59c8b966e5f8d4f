//! Token count of growing text.

use std::sync::{Mutex, MutexGuard};

use ransack::TokenCounter;

use super::tokenizer::ransack_tokenizer;
use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::panic::guard;
use crate::slice::ransack_bytes;
use crate::tokens::options::{ransack_token_options, token_options};

/// Token counter for text that grows at the end. The total always equals the result of
/// ransack_tokenizer_count() for the whole text, but only the end of the text is recounted.
/// Concurrent calls are serialised.
///
///     ransack_token_counter *counter = NULL;
///     ransack_token_counter_new(tokenizer, NULL, &counter);
///     ransack_token_counter_push(counter, part, NULL, &total);
///     ransack_token_counter_free(counter);
pub struct ransack_token_counter {
    _private: [u8; 0],
}

impl Handle for ransack_token_counter {
    type Owner = Mutex<TokenCounter>;
}

/// Creates a counter for text that is initially empty. The tokenizer and the options may be freed
/// before the counter. `options` may be NULL. Free the counter with ransack_token_counter_free().
///
/// If the vocabulary lacks an allowed special token, the first push fails, not this call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_counter_new(
    tokenizer: *const ransack_tokenizer,
    options: *const ransack_token_options,
    out: *mut *mut ransack_token_counter,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a tokenizer that is not freed during the call.
        let tokenizer = unsafe { ffi::borrow(tokenizer, "tokenizer") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { token_options(options) }?;
        let counter = TokenCounter::new(&tokenizer.tokenizer, options);
        out.write(ffi::into_handle(Mutex::new(counter)));
        Ok(())
    })
}

/// Appends `part` and sets `out_total`, which may be NULL, to the new total. The part is copied and
/// may end inside a character. Takes time linear in the length of the part and the last few words
/// before the part. `token` cancels the call; NULL for none.
///
/// Fails if the vocabulary lacks an allowed special token, or if the cancel token fires. If the
/// call fails, nothing is appended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_counter_push(
    counter: *mut ransack_token_counter,
    part: ransack_bytes,
    token: *const ransack_cancel_token,
    out_total: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out_total = unsafe { ffi::optional_param(out_total) };
        // SAFETY: the header requires text that does not change during the call.
        let part = unsafe { part.get("part") }?;
        // SAFETY: the header requires NULL or a token that is not freed during the call.
        let token = unsafe { token_or_new(token) }?;
        // SAFETY: the header requires NULL or a counter that is not freed during the call.
        let mut counter = unsafe { lock(counter) }?;
        let total = counter.push(part, &token)?;
        if let Some(out) = out_total {
            out.write(total);
        }
        Ok(())
    })
}

/// Removes the last pushed part. Sets `out_popped`, which may be NULL, to 1, or to 0 if there was
/// no part to remove. Takes constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_counter_pop(
    counter: *mut ransack_token_counter,
    out_popped: *mut u8,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out_popped = unsafe { ffi::optional_param(out_popped) };
        // SAFETY: the header requires NULL or a counter that is not freed during the call.
        let popped = unsafe { lock(counter) }?.pop();
        if let Some(out) = out_popped {
            out.write(popped.into());
        }
        Ok(())
    })
}

/// Sets `out_total` to the number of tokens in the text. Takes constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_counter_total(
    counter: *const ransack_token_counter,
    out_total: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out_total = unsafe { ffi::out_param(out_total, "out_total") }?;
        // SAFETY: the header requires NULL or a counter that is not freed during the call.
        out_total.write(unsafe { lock(counter) }?.total());
        Ok(())
    })
}

/// Frees a token counter. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_token_counter_free(counter: *mut ransack_token_counter) {
    // SAFETY: the header requires NULL or a counter of this library that is not used afterwards.
    unsafe { ffi::free(counter) }
}

/// Locks a counter.
///
/// # Safety
///
/// Same contract as [`ffi::borrow`].
unsafe fn lock<'a>(
    counter: *const ransack_token_counter,
) -> Result<MutexGuard<'a, TokenCounter>, Failure> {
    // SAFETY: the contract of this function.
    unsafe { ffi::borrow(counter, "counter") }?
        .lock()
        .map_err(|_| {
            Failure::new(
                ransack_status::Panic,
                "the counter is unusable: an earlier push panicked; create a new one",
            )
        })
}
