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
mod tests {
    use std::ffi::CStr;

    use super::*;
    use crate::error::{ransack_last_error, ransack_last_error_message};

    fn message() -> String {
        // SAFETY: the message is NUL-terminated, and no call fails before it is copied.
        unsafe { CStr::from_ptr(ransack_last_error_message()) }
            .to_str()
            .unwrap()
            .to_owned()
    }

    #[test]
    fn a_panic_becomes_an_error() {
        assert_eq!(guard(|| panic!("number {}", 7)), ransack_status::Panic);
        assert_eq!(
            message(),
            "the library panicked, which is a bug in it: number 7"
        );
        assert_eq!(guard_or(3, || panic!("again")), 3);
        assert_eq!(
            message(),
            "the library panicked, which is a bug in it: again"
        );
        // SAFETY: NULL or the last error of this thread, and no call fails before it is read.
        let last = unsafe { ransack_last_error().as_ref() }.unwrap();
        assert_eq!(last.status, ransack_status::Panic);
    }

    #[test]
    fn failure_sets_the_last_error_and_success_keeps_it() {
        assert!(ransack_last_error().is_null());
        assert_eq!(message(), "");
        assert_eq!(
            guard(|| Err(Failure::null("item"))),
            ransack_status::NullArgument
        );
        assert_eq!(guard(|| Ok(())), ransack_status::Ok);
        assert_eq!(guard_or(0, || 5), 5);
        assert_eq!(message(), "`item` is NULL");
    }
}
