//! Path search by pattern, and the type of its results.

use std::ffi::{c_int, c_void};

use ransack::{FileType, GlobMatch};

use crate::call::{self, CallbackItem};
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::ffi;
use crate::options::glob::ransack_glob_options;
use crate::panic::guard;
use crate::report::ransack_report;
use crate::slice::ransack_bytes;
use crate::string::{self, ransack_string};

/// Kind of a directory entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_file_type {
    /// Regular file.
    File = 1,
    /// Directory.
    Dir = 2,
    /// Symbolic link.
    Symlink = 3,
}

impl From<FileType> for ransack_file_type {
    fn from(file_type: FileType) -> ransack_file_type {
        match file_type {
            FileType::File => ransack_file_type::File,
            FileType::Dir => ransack_file_type::Dir,
            FileType::Symlink => ransack_file_type::Symlink,
        }
    }
}

/// Path that matches a glob. Valid, with everything it points to, until the callback returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_glob_match {
    /// Path relative to its root, as bytes of the file system.
    pub path: ransack_bytes,
    /// Modification time in milliseconds since 1970-01-01 UTC if `has_mtime`, else 0. For a
    /// symbolic link the time of its target, or of the link if the target does not exist.
    pub mtime_ms: i64,
    /// Size in bytes if `has_size`, else 0. For a symbolic link the size of its target.
    pub size: u64,
    /// Index of the root in the scope, from 0.
    pub root: u32,
    /// Kind of the entry. A symbolic link is a link whatever its target is, unless links are
    /// followed.
    pub file_type: ransack_file_type,
    /// Whether `mtime_ms` is known: if the options ask for it.
    pub has_mtime: u8,
    /// Whether `size` is known: if the options ask for it and the entry is a file or a link to one.
    pub has_size: u8,
}

/// Callback for path search, called once for each path, in result order, on the thread that made
/// the call.
///
/// Returns 0 to continue. Any other number stops the search: the call succeeds, `stopped_by` of the
/// report is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` continues behind this path.
/// `user_data` is the pointer that the call was given.
pub type ransack_on_glob_match =
    Option<unsafe extern "C" fn(item: *const ransack_glob_match, user_data: *mut c_void) -> c_int>;

/// Finds files, directories and symbolic links whose path matches a pattern.
///
/// Passes each path to `on_match` as soon as all paths before it are known, and returns when the
/// search has ended. Paths are ordered by root, then bytewise by path, or newest first if the
/// options ask for it, for any number of threads. A directory in which no pattern can match is not
/// read.
///
/// - `token` cancels the search; NULL for none. After it fires no path is passed, except paths
///   found before a timeout if the options ask for partial results.
/// - `on_match` may be NULL if only the report is needed.
/// - `out` receives the report; free it with ransack_report_free().
///
/// Fails for an invalid pattern, glob, type or option, for a root that cannot be opened or is not a
/// directory, if the token fires, and at a timeout unless the options ask for partial results.
/// Paths may have been passed before a failure. A directory that cannot be read is no failure: see
/// `skipped` of the report.
///
///     ransack_bytes pattern = ransack_bytes_from_str("*.c");
///     ransack_glob_options options = RANSACK_GLOB_OPTIONS_INIT;
///     options.patterns = &pattern;
///     options.patterns_len = 1;
///     options.scope = &scope;
///     status = ransack_glob(&options, NULL, on_match, NULL, &report);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_glob(
    options: *const ransack_glob_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_glob_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            options,
            token,
            on_match,
            user_data,
            out,
            |core, token, receiver| {
                Ok(ransack::glob_each(&core, token, |item| {
                    receiver.call(&item)
                })?)
            },
        )
    }
}

/// Returns the pattern that matches exactly one relative path, whatever characters the path
/// contains. Free `out` with ransack_string_free().
///
/// Fails with RANSACK_STATUS_INVALID_UTF8 if the path is not UTF-8, because patterns are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_escape_glob(
    path: ransack_bytes,
    out: *mut *mut ransack_string,
) -> ransack_status {
    // SAFETY: the header requires NULL or a valid output, and text that does not change during the
    // call.
    guard(|| unsafe {
        let out = ffi::out_param(out, "out")?;
        let path = path.text("path")?;
        out.write(string::into_handle(ransack::escape_glob(&path)));
        Ok(())
    })
}

impl CallbackItem for GlobMatch {
    type View = ransack_glob_match;
    type Arrays = ();

    fn view(&self, (): &mut ()) -> ransack_glob_match {
        ransack_glob_match {
            path: ransack_bytes::of(self.path.as_bytes()),
            mtime_ms: self.mtime_ms.unwrap_or(0),
            size: self.size.unwrap_or(0),
            root: self.root,
            file_type: self.file_type.into(),
            has_mtime: self.mtime_ms.is_some().into(),
            has_size: self.size.is_some().into(),
        }
    }
}
