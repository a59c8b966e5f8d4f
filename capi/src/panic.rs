//! Keeps panics from crossing the boundary between C and Rust. Every exported function that can
//! panic runs inside [`guard`] or [`guard_or`].

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::{Failure, ransack_status, set_last};

/// Runs the body of an exported function that returns a status. A failure or panic becomes the last
/// error of the thread.
///
/// Unwind safety is asserted: state that a panic leaves inconsistent is dropped with the call, and
/// shared state of the core recovers from poisoned locks.
pub(crate) fn guard(call: impl FnOnce() -> Result<(), Failure>) -> ransack_status {
    let failure = match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => return ransack_status::Ok,
        Ok(Err(failure)) => failure,
        Err(panic) => describe(panic.as_ref()),
    };
    let status = failure.status;
    set_last(failure);
    status
}

/// Runs the body of an exported function that returns a value. Returns `fallback` if the body
/// panics.
pub(crate) fn guard_or<T>(fallback: T, call: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        set_last(describe(panic.as_ref()));
        fallback
    })
}

fn describe(panic: &(dyn Any + Send)) -> Failure {
    let message = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown");
    Failure::new(
        ransack_status::Panic,
        format!("the library panicked, which is a bug in it: {message}"),
    )
}

#[cfg(test)]
mod tests;
