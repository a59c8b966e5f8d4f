//! Which release this is.

use std::ffi::{CStr, c_char};

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("the version holds a NUL"),
    };

/// Returns the version of the library that is running, as "1.2.3"; compare it
/// with RANSACK_VERSION, the version of the header. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_version() -> *const c_char {
    VERSION.as_ptr()
}
