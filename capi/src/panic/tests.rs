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
