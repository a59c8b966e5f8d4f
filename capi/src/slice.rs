//! Text as a pointer and a length.

use std::ffi::{CStr, OsString, c_char};
use std::path::PathBuf;

pub(crate) use crate::error::ELEMENT;
use crate::error::Failure;
use crate::ffi;
use crate::panic::guard_or;

/// Borrowed view of bytes. RANSACK_BYTES() makes one from a literal, ransack_bytes_from_str() from
/// any other NUL-terminated string; RANSACK_BYTES_FMT and RANSACK_BYTES_ARG() print one. The layout
/// is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_bytes {
    /// First byte. Ignored, and may be NULL, if `len` is 0.
    pub data: *const u8,
    /// Number of bytes.
    pub len: usize,
}

/// Returns a view of the NUL-terminated string `text`, without the NUL; if `text` is NULL, the view
/// is empty. The view is valid as long as the string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_bytes_from_str(text: *const c_char) -> ransack_bytes {
    guard_or(ransack_bytes::EMPTY, || {
        if text.is_null() {
            return ransack_bytes::EMPTY;
        }
        // SAFETY: not NULL, and the header requires a NUL terminator.
        ransack_bytes::of(unsafe { CStr::from_ptr(text) }.to_bytes())
    })
}

impl ransack_bytes {
    /// Empty view at a readable address.
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

    /// Borrows the bytes.
    ///
    /// # Safety
    ///
    /// Same contract as [`ffi::array`].
    pub(crate) unsafe fn get<'a>(self, name: &str) -> Result<&'a [u8], Failure> {
        // SAFETY: the contract of this function.
        unsafe { ffi::array(self.data, self.len, name) }
    }

    /// Copies the bytes as text; ill-formed UTF-8 is an error with the offset of its first byte.
    ///
    /// # Safety
    ///
    /// Same contract as [`ffi::array`].
    pub(crate) unsafe fn text(self, name: &str) -> Result<String, Failure> {
        // SAFETY: the contract of this function.
        let bytes = unsafe { self.get(name) }?;
        match str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => Err(Failure::utf8(name, bytes, error.valid_up_to())),
        }
    }

    /// Copies the bytes as a path: any bytes on Unix, UTF-8 elsewhere.
    ///
    /// # Safety
    ///
    /// Same contract as [`ffi::array`].
    pub(crate) unsafe fn path(self, name: &str) -> Result<OsString, Failure> {
        #[cfg(unix)]
        {
            // SAFETY: the contract of this function.
            let bytes = unsafe { self.get(name) }?;
            Ok(std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec()))
        }
        #[cfg(not(unix))]
        {
            // SAFETY: the contract of this function.
            unsafe { self.text(name) }.map(OsString::from)
        }
    }
}

/// Converts the elements of an array. An error of `convert`, which may call the element
/// [`ELEMENT`], names the element by its index.
///
/// # Safety
///
/// Same contract as [`ffi::array`].
pub(crate) unsafe fn elements<'a, T: 'a, U>(
    data: *const T,
    len: usize,
    name: &str,
    convert: impl Fn(&'a T) -> Result<U, Failure>,
) -> Result<Vec<U>, Failure> {
    // SAFETY: the contract of this function.
    let elements = unsafe { ffi::array(data, len, name) }?;
    let convert = |(index, element)| {
        let converted: Result<U, Failure> = convert(element);
        converted.map_err(|failure| failure.in_element(name, index))
    };
    elements.iter().enumerate().map(convert).collect()
}

/// Borrows an array of byte slices.
///
/// # Safety
///
/// Same contract as [`ffi::array`], for the array and for each slice.
pub(crate) unsafe fn byte_slices<'a>(
    data: *const ransack_bytes,
    len: usize,
    name: &str,
) -> Result<Vec<&'a [u8]>, Failure> {
    // SAFETY: the contract of this function.
    unsafe { elements(data, len, name, |view: &ransack_bytes| view.get(ELEMENT)) }
}

/// Copies an array of text slices.
///
/// # Safety
///
/// Same contract as [`ffi::array`], for the array and for each slice.
pub(crate) unsafe fn texts(
    data: *const ransack_bytes,
    len: usize,
    name: &str,
) -> Result<Vec<String>, Failure> {
    // SAFETY: the contract of this function.
    unsafe { elements(data, len, name, |view: &ransack_bytes| view.text(ELEMENT)) }
}

/// Copies an array of paths.
///
/// # Safety
///
/// Same contract as [`ffi::array`], for the array and for each path.
pub(crate) unsafe fn paths(
    data: *const ransack_bytes,
    len: usize,
    name: &str,
) -> Result<Vec<PathBuf>, Failure> {
    let path = |view: &ransack_bytes| {
        // SAFETY: each path is valid by the contract of this function.
        unsafe { view.path(ELEMENT) }.map(PathBuf::from)
    };
    // SAFETY: the contract of this function.
    unsafe { elements(data, len, name, path) }
}
