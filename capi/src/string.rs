//! Text that the library hands out.

use crate::ffi::{self, Handle, Shown};
use crate::panic::guard_or;
use crate::slice::ransack_bytes;

/// Text that belongs to the caller.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_string {
    /// The text, as UTF-8 unless the call says otherwise. A NUL follows it that
    /// is not counted.
    pub text: ransack_bytes,
}

impl Handle for ransack_string {
    type Owner = Shown<ransack_string, u8>;
}

/// Frees a string. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_string_free(string: *mut ransack_string) {
    // SAFETY: NULL or a string of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(string) }));
}

/// Gives a string to C: the view of its text, and what owns it.
pub(crate) fn hand_out(text: impl Into<Vec<u8>>) -> (ransack_bytes, *mut ransack_string) {
    let mut text = text.into();
    text.push(0);
    let string = Shown::new(text, |data, len| {
        let text = ransack_bytes { data, len: len - 1 };
        ransack_string { text }
    });
    (string.shown.text, ffi::hand_out(string))
}
