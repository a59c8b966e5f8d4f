//! Text that the library hands out.

use crate::ffi::{self, Handle};
use crate::panic::guard_or;
use crate::slice::ransack_bytes;

/// Text that belongs to the caller.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_string {
    /// The text, as UTF-8. A NUL follows it that is not counted.
    pub text: ransack_bytes,
}

impl Handle for ransack_string {
    type Owner = Owner;
}

/// Frees a string. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_string_free(string: *mut ransack_string) {
    // SAFETY: NULL or a string of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(string) }));
}

/// A string with what it points to. The visible part comes first, so that a
/// pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct Owner {
    shown: ransack_string,
    _text: String,
}

/// Gives a string to C: the view of its text, and what owns it.
pub(crate) fn hand_out(mut text: String) -> (ransack_bytes, *mut ransack_string) {
    let len = text.len();
    text.push('\0');
    let view = ransack_bytes::of(&text.as_bytes()[..len]);
    let shown = ransack_string { text: view };
    (view, ffi::hand_out(Owner { shown, _text: text }))
}
