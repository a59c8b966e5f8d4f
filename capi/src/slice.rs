//! Text as a pointer and a length.

use std::ffi::{CStr, OsString, c_char};

use crate::error::Failure;
use crate::ffi;
use crate::panic::guard_or;

/// A view of bytes that someone else owns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_bytes {
    /// The first byte. Ignored where `len` is 0.
    pub data: *const u8,
    /// The number of bytes.
    pub len: usize,
}

/// Returns a view of a string that ends in NUL, without the NUL; an empty view
/// for NULL. The view is valid for as long as the string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_bytes_from_str(text: *const c_char) -> ransack_bytes {
    guard_or(ransack_bytes::EMPTY, || {
        if text.is_null() {
            return ransack_bytes::EMPTY;
        }
        // SAFETY: not NULL, and the caller says that a NUL ends it.
        ransack_bytes::of(unsafe { CStr::from_ptr(text) }.to_bytes())
    })
}

impl ransack_bytes {
    /// No bytes, at an address that can be read all the same.
    pub(crate) const EMPTY: ransack_bytes = ransack_bytes {
        data: c"".as_ptr().cast(),
        len: 0,
    };

    pub(crate) fn of(bytes: &[u8]) -> ransack_bytes {
        if bytes.is_empty() {
            return ransack_bytes::EMPTY;
        }
        ransack_bytes {
            data: bytes.as_ptr(),
            len: bytes.len(),
        }
    }

    /// The bytes.
    ///
    /// # Safety
    ///
    /// As [`ffi::array`].
    pub(crate) unsafe fn get<'a>(self, name: &str) -> Result<&'a [u8], Failure> {
        // SAFETY: the caller's promise.
        unsafe { ffi::array(self.data, self.len, name) }
    }

    /// The bytes as text.
    ///
    /// # Safety
    ///
    /// As [`ffi::array`].
    pub(crate) unsafe fn text(self, name: &str) -> Result<String, Failure> {
        // SAFETY: the caller's promise.
        let bytes = unsafe { self.get(name) }?;
        match str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => Err(Failure::utf8(name, bytes, error.valid_up_to())),
        }
    }

    /// The bytes as a path.
    ///
    /// # Safety
    ///
    /// As [`ffi::array`].
    pub(crate) unsafe fn path(self, name: &str) -> Result<OsString, Failure> {
        #[cfg(unix)]
        {
            // SAFETY: the caller's promise.
            let bytes = unsafe { self.get(name) }?;
            Ok(std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec()))
        }
        #[cfg(not(unix))]
        {
            // SAFETY: the caller's promise.
            unsafe { self.text(name) }.map(OsString::from)
        }
    }
}

/// Each of an array of texts.
///
/// # Safety
///
/// As [`ffi::array`], for the array and for each text.
pub(crate) unsafe fn texts(
    data: *const ransack_bytes,
    len: usize,
    name: &str,
) -> Result<Vec<String>, Failure> {
    // SAFETY: the caller's promise.
    let views = unsafe { ffi::array(data, len, name) }?;
    // SAFETY: the caller's promise, for each text.
    views
        .iter()
        .map(|view| unsafe { view.text(name) })
        .collect()
}
