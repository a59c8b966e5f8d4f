//! Version of the library.

use std::ffi::{CStr, c_char};

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("the package version contains a NUL byte"),
    };

/// Returns the version of the loaded library, for example "1.2.3". RANSACK_VERSION is the version
/// of the header, which may differ. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_version() -> *const c_char {
    VERSION.as_ptr()
}
