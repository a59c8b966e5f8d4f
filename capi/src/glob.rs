//! Finding paths by pattern.

use std::ffi::{c_int, c_void};
use std::ops::ControlFlow;

use ransack::{CancelToken, FileType, GlobMatch, GlobOptions, Report};

use crate::cancel::{limited, ransack_cancel_token, token_or_none};
use crate::error::{Failure, ransack_status};
use crate::ffi;
use crate::options::glob::ransack_glob_options;
use crate::panic::guard;
use crate::report::{self, ransack_report};
use crate::slice::ransack_bytes;
use crate::string::{self, ransack_string};

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_file_type {
    /// A regular file.
    File = 1,
    /// A directory.
    Dir = 2,
    /// A symbolic link.
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

/// One path that matched. It and all that it points to is valid until the
/// callback returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_path_match {
    /// The path relative to its root, bytes as the file system has them.
    pub path: ransack_bytes,
    /// Last modification in milliseconds since 1970 (UTC), if `has_mtime`; of a
    /// link, its target's, or its own where it leads nowhere. Else 0.
    pub mtime_ms: i64,
    /// Size in bytes, if `has_size`; of a link, its target's. Else 0.
    pub size: u64,
    /// Index of the root in the options, from 0.
    pub root: u32,
    /// What is there; a symbolic link is a link, whatever it leads to, unless
    /// links are followed.
    pub file_type: ransack_file_type,
    /// Whether there is a time: if it was asked for.
    pub has_mtime: u8,
    /// Whether there is a size: if it was asked for and it is a file or a link
    /// to one.
    pub has_size: u8,
}

/// Is called for each path, in order, on the thread that made the call. Return
/// 0 to go on and anything else to stop: the call then succeeds, with
/// RANSACK_STOPPED_BY_CALLBACK in its report and a `next_offset` that continues
/// after this path. `user_data` is what the call was given.
pub type ransack_on_path =
    Option<unsafe extern "C" fn(item: *const ransack_path_match, user_data: *mut c_void) -> c_int>;

/// Finds files, directories and links whose path matches, and shows each to
/// `on_path` as soon as it is its turn: by root, then bytewise by path, or
/// newest first where that is asked for, whatever the number of threads. A
/// directory that no pattern can reach into is not read. Returns when the
/// search has ended.
///
/// `token` stops the search from outside; it may be NULL. No path is shown
/// after it has fired, except for what was found before a timeout if partial
/// results are asked for. `on_path` may be NULL if only the report is wanted.
/// `out` gets the report, to be freed with ransack_report_free().
///
/// Fails for a pattern, glob, type or option that is not valid, for a root that
/// cannot be opened or is not a directory, when the token fires, and when the
/// time is over unless partial results are asked for. Paths may have been shown
/// before a failure. Directories that cannot be read are no failure: see
/// `skipped` in the report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_glob(
    options: *const ransack_glob_options,
    token: *const ransack_cancel_token,
    on_path: ransack_on_path,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    let find = |core: GlobOptions, token: &CancelToken, each: &mut OnPath<'_>| {
        Ok(ransack::glob_each(&core, token, each)?)
    };
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { run(options, token, on_path, user_data, out, find) }
}

/// Is given each path.
pub(crate) type OnPath<'a> = dyn FnMut(GlobMatch) -> ControlFlow<()> + 'a;

/// Finds paths as `find` does.
///
/// # Safety
///
/// The arguments are as the header asks for.
pub(crate) unsafe fn run(
    options: *const ransack_glob_options,
    token: *const ransack_cancel_token,
    on_path: ransack_on_path,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
    find: impl FnOnce(GlobOptions, &CancelToken, &mut OnPath<'_>) -> Result<Report, Failure>,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: options of the version that they declare.
        let options = unsafe { ffi::read_versioned(options, "options") }?;
        // SAFETY: the options' pointers are valid during the call.
        let core = unsafe { options.resolve() }?;
        // SAFETY: NULL, or a token that lives during the call.
        let token = limited(&unsafe { token_or_none(token) }?, options.timeout_ms);
        let mut each = |item: GlobMatch| {
            let Some(on_path) = on_path else {
                return ControlFlow::Continue(());
            };
            let view = view(&item);
            // SAFETY: a function that takes this `user_data`; the item and what
            // it points to live until it returns.
            match unsafe { on_path(&raw const view, user_data) } {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        out.set(report::hand_out(find(core, &token, &mut each)?));
        Ok(())
    })
}

/// Gives the pattern that matches exactly this relative path, whatever
/// characters it holds. The path must be UTF-8, as patterns are. Free `out` with
/// ransack_string_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_escape_glob(
    path: ransack_bytes,
    out: *mut *mut ransack_string,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: the path is valid during the call.
        let path = unsafe { path.text("path") }?;
        let (_, pattern) = string::hand_out(ransack::escape_glob(&path));
        out.set(pattern);
        Ok(())
    })
}

fn view(item: &GlobMatch) -> ransack_path_match {
    ransack_path_match {
        path: ransack_bytes::of(item.path.as_bytes()),
        mtime_ms: item.mtime_ms.unwrap_or(0),
        size: item.size.unwrap_or(0),
        root: item.root,
        file_type: item.file_type.into(),
        has_mtime: item.mtime_ms.is_some().into(),
        has_size: item.size.is_some().into(),
    }
}
