//! Options of path search by pattern (`ransack_glob`).

use std::mem::offset_of;
use std::path::PathBuf;
use std::ptr;

use ransack::{FileType, GlobOptions};

use super::scope::{self, ransack_scope};
use super::{
    CallOptions, FileOptions, RANSACK_NO_LIMIT, from_limit, on_timeout, ransack_on_timeout,
    to_limit, unknown,
};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;
use crate::slice::{ransack_bytes, texts};

/// Newest version of ransack_glob_options.
pub const RANSACK_GLOB_OPTIONS_VERSION: u32 = 1;

/// Options of ransack_glob(). Initialise with RANSACK_GLOB_OPTIONS_INIT or
/// ransack_glob_options_init().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_glob_options {
    /// RANSACK_GLOB_OPTIONS_VERSION of the header that the program was compiled with.
    pub version: u32,
    /// Patterns, UTF-8, relative to the root. The last matching pattern wins; a leading '!'
    /// negates. None may be empty. Default: none, which is RANSACK_STATUS_INVALID_OPTION.
    ///
    /// One star and '?' match within a component, '[a-z]' and '[!a-z]' match one character, a
    /// component of two stars matches any number of components, '{a,b}' matches alternatives, which
    /// may be nested; a final '/' matches directories only. A backslash before a special character
    /// makes it literal and is a '/' elsewhere. An unclosed brace is closed at the end, an unclosed
    /// bracket is literal. Case matters.
    pub patterns: *const ransack_bytes,
    /// Number of patterns. Default: 0.
    pub patterns_len: usize,
    /// Whether a pattern without '/' matches at any depth. If not, it matches entries of the root
    /// only and no other directory is read. Default: 1.
    pub recursive: u8,
    /// Whether patterns are literal relative paths. Default: 0.
    pub literal: u8,
    /// Directories to search, and filters on the results. A hidden entry that the scope excludes is
    /// still found by a pattern that spells out the dot of its name. Default: NULL, the defaults of
    /// ransack_scope.
    pub scope: *const ransack_scope,
    /// Only kind of entry to return, a ransack_file_type, or 0 for any. A symbolic link counts as
    /// its target if files or directories are requested. Default: 0.
    pub file_type: u32,
    /// Whether size and modification time are returned, at the cost of one system call for each
    /// result. Default: 0.
    pub stat: u8,
    /// Whether results are sorted newest first, then by root and path, and carry size and
    /// modification time. All results are held in memory until the search ends. Default: 0.
    pub sort_by_mtime: u8,
    /// Maximum number of results. Unless they are sorted, the search stops when it has found one
    /// more. With 0 the report still says whether there is a match. Default: RANSACK_NO_LIMIT.
    pub limit: u64,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Time limit in milliseconds from the start of the call, in addition to the token's; 0 times
    /// out immediately. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Result after a timeout, of this limit or of the token, a ransack_on_timeout. Default:
    /// RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
}

/// Writes the default of every field, like RANSACK_GLOB_OPTIONS_INIT.
///
/// `version` is RANSACK_GLOB_OPTIONS_VERSION of the caller's header; nothing is written behind the
/// last field of that version. Fails with RANSACK_STATUS_BAD_VERSION for an unknown version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_glob_options_init(
    options: *mut ransack_glob_options,
    version: u32,
) -> ransack_status {
    // SAFETY: the header requires `options` to be NULL or a writable struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, a `u32` version first, integers and raw pointers only.
unsafe impl Versioned for ransack_glob_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_glob_options, on_timeout) + size_of::<u32>()];

    fn defaults() -> ransack_glob_options {
        let core = GlobOptions::default();
        ransack_glob_options {
            version: RANSACK_GLOB_OPTIONS_VERSION,
            patterns: ptr::null(),
            patterns_len: 0,
            recursive: core.recursive.into(),
            literal: core.literal.into(),
            scope: ptr::null(),
            file_type: 0,
            stat: core.stat.into(),
            sort_by_mtime: core.sort_by_mtime.into(),
            limit: from_limit(core.limit),
            offset: core.offset,
            timeout_ms: RANSACK_NO_LIMIT,
            on_timeout: ransack_on_timeout::Fail as u32,
        }
    }
}

impl CallOptions for ransack_glob_options {
    type Core = GlobOptions;

    unsafe fn resolve(&self) -> Result<GlobOptions, Failure> {
        let mut core = GlobOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.patterns = texts(self.patterns, self.patterns_len, "patterns")?;
            scope::resolve(self.scope, &mut core.scope)?;
        }
        core.recursive = self.recursive != 0;
        core.literal = self.literal != 0;
        core.file_type = match self.file_type {
            0 => None,
            1 => Some(FileType::File),
            2 => Some(FileType::Dir),
            3 => Some(FileType::Symlink),
            other => return Err(unknown("file_type", other)),
        };
        core.stat = self.stat != 0;
        core.sort_by_mtime = self.sort_by_mtime != 0;
        core.limit = to_limit(self.limit);
        core.offset = self.offset;
        core.on_timeout = on_timeout(self.on_timeout)?;
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

impl FileOptions for ransack_glob_options {
    fn roots(core: &mut GlobOptions) -> &mut Vec<PathBuf> {
        &mut core.scope.roots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Roots are an exception: C has no default root.
    #[test]
    fn defaults_equal_core() {
        // SAFETY: the defaults point to nothing.
        let core = unsafe { ransack_glob_options::defaults().resolve() }.unwrap();
        let mut expected = GlobOptions::default();
        expected.scope.roots.clear();
        assert_eq!(format!("{core:?}"), format!("{expected:?}"));
    }

    /// Sizes of published versions never change.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn published_versions_keep_their_size() {
        assert_eq!(ransack_glob_options::SIZES, [76]);
        assert_eq!(
            RANSACK_GLOB_OPTIONS_VERSION as usize,
            ransack_glob_options::SIZES.len()
        );
    }
}
