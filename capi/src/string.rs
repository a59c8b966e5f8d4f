//! Text returned by the library and owned by the caller.

use crate::ffi::{self, Handle, OwnedArray};
use crate::slice::ransack_bytes;

/// Text owned by the caller. Free it with ransack_string_free().
#[derive(Debug)]
#[repr(C)]
pub struct ransack_string {
    /// Text, in UTF-8 unless the documentation of the call says otherwise. A NUL byte follows the
    /// text and is not included in `text.len`.
    pub text: ransack_bytes,
}

impl Handle for ransack_string {
    type Owner = OwnedArray<ransack_string, u8>;
}

/// Frees a string. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_string_free(string: *mut ransack_string) {
    // SAFETY: the header requires NULL or a string of this library that is not used afterwards.
    unsafe { ffi::free(string) }
}

/// Returns an owner that keeps text for a handle.
pub(crate) fn owner(text: impl Into<Vec<u8>>) -> OwnedArray<ransack_string, u8> {
    let mut text = text.into();
    text.push(0);
    OwnedArray::new(text, |data, len| {
        let text = ransack_bytes { data, len: len - 1 };
        ransack_string { text }
    })
}

/// Moves text into a handle.
pub(crate) fn into_handle(text: impl Into<Vec<u8>>) -> *mut ransack_string {
    into_handle_with_view(text).1
}

/// Moves text into a handle. Returns the handle and a view of the text.
pub(crate) fn into_handle_with_view(
    text: impl Into<Vec<u8>>,
) -> (ransack_bytes, *mut ransack_string) {
    let string = owner(text);
    (string.shown.text, ffi::into_handle(string))
}
