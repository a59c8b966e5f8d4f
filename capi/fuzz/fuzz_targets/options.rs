#![no_main]

use std::ffi::{CString, c_char};
use std::sync::OnceLock;

use ransack_capi as _;
use tempfile::TempDir;

unsafe extern "C" {
    fn ransack_fuzz_options(data: *const u8, len: usize, dir: *const c_char);
}

/// Directory with a file, which lives as long as the process.
fn directory() -> &'static CString {
    static DIRECTORY: OnceLock<(TempDir, CString)> = OnceLock::new();
    let (_, path) = DIRECTORY.get_or_init(|| {
        let dir = TempDir::new().expect("a temporary directory");
        std::fs::write(dir.path().join("a.rs"), "x").expect("a file");
        let path = CString::new(dir.path().as_os_str().as_encoded_bytes()).expect("no NUL");
        (dir, path)
    });
    path
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // SAFETY: the function reads `len` bytes from `data` and a path that ends with NUL.
    unsafe { ransack_fuzz_options(data.as_ptr(), data.len(), directory().as_ptr()) }
});
