//! Which paths to find, and how much of it to return.

use std::mem::offset_of;
use std::ptr;

use ransack::{FileType, GlobOptions};

use super::scope::scope_fields;
use super::{RANSACK_NO_LIMIT, limit, on_timeout, ransack_on_timeout, unknown};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;
use crate::slice::{ransack_bytes, texts};

/// The newest version of ransack_glob_options.
pub const RANSACK_GLOB_OPTIONS_VERSION: u32 = 1;

/// Options of ransack_glob(). Set up with RANSACK_GLOB_OPTIONS_INIT or
/// ransack_glob_options_init().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_glob_options {
    /// RANSACK_GLOB_OPTIONS_VERSION of the header that the caller was compiled
    /// with.
    pub version: u32,
    /// The patterns, UTF-8, from the root on; a path matches if the last of
    /// them that speaks of it is not negated with '!'. None may be empty.
    /// Default: none, which is an error.
    ///
    /// One star and '?' match within a component, '[a-z]' and '[!a-z]' one
    /// character, a component of two stars any number of components, '{a,b}'
    /// alternatives, nested too; a final '/' only directories. A backslash
    /// before a character that means something here makes it literal and is a
    /// '/' otherwise. A brace that is not closed is closed at the end, a
    /// bracket that is not closed is literal. Upper and lower case differ.
    pub patterns: *const ransack_bytes,
    /// The number of patterns. Default: 0.
    pub patterns_len: usize,
    /// Whether a pattern without '/' matches at any depth; if not, only the
    /// root's own entries, and nothing else is read. Default: 1.
    pub recursive: u8,
    /// Whether patterns are plain relative paths. Default: 0.
    pub literal: u8,
    /// Directories to look in, in this order. Relative ones start from the
    /// current directory. Default: none, which is an error.
    pub roots: *const ransack_bytes,
    /// The number of roots. Default: 0.
    pub roots_len: usize,
    /// Path globs that narrow the results further, as in ransack_grep_options.
    /// Default: none, all files.
    pub globs: *const ransack_bytes,
    /// The number of globs. Default: 0.
    pub globs_len: usize,
    /// Names of file types that are let in; see ransack_file_types(). A
    /// directory is of no type, and so left out. Default: none, all types.
    pub types: *const ransack_bytes,
    /// The number of types that are let in. Default: 0.
    pub types_len: usize,
    /// Names of file types that are left out. Default: none.
    pub types_not: *const ransack_bytes,
    /// The number of types that are left out. Default: 0.
    pub types_not_len: usize,
    /// Whether files and directories whose name starts with '.' are in. If not,
    /// a pattern that spells out the dot still reaches them. Default: 0,
    /// unlike that of ransack_grep_options.
    pub hidden: u8,
    /// Whether ignore rules hold: .gitignore, .git/info/exclude and the user's
    /// global excludes inside a repository, and .ignore anywhere. Default: 1.
    pub gitignore: u8,
    /// Whether node_modules directories are walked. They also are when a
    /// pattern or glob spells out node_modules or a root lies in one. Default:
    /// 0.
    pub node_modules: u8,
    /// Whether symbolic links below the roots are followed. Default: 0.
    pub follow_symlinks: u8,
    /// The only kind of result wanted, a ransack_file_type, or 0 for any. For
    /// files and directories a symbolic link counts as what it leads to.
    /// Default: 0.
    pub file_type: u32,
    /// Whether size and time are given, at the cost of one call to the system
    /// for each result. Default: 0.
    pub stat: u8,
    /// Whether results come newest first, equal ones by root and path; size and
    /// time are then given too. The first is shown when the last is found.
    /// Default: 0.
    pub sort_by_mtime: u8,
    /// The most results; unless they are sorted, the search stops when it has
    /// seen one more. 0 tells only whether there are any. Default:
    /// RANSACK_NO_LIMIT.
    pub limit: u64,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: u64,
    /// Milliseconds from the beginning of the call until it times out, beside
    /// what the token says; 0 times out at once. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// What happens then, a ransack_on_timeout; also when the token's time is
    /// over. Default: RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
}

/// Sets every field to its default, as RANSACK_GLOB_OPTIONS_INIT does. `version`
/// is RANSACK_GLOB_OPTIONS_VERSION of the caller's header; nothing is written
/// past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_glob_options_init(
    options: *mut ransack_glob_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, the version first, and only integers and pointers.
unsafe impl Versioned for ransack_glob_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_glob_options, on_timeout) + size_of::<u32>()];

    fn defaults() -> ransack_glob_options {
        ransack_glob_options {
            version: RANSACK_GLOB_OPTIONS_VERSION,
            patterns: ptr::null(),
            patterns_len: 0,
            recursive: 1,
            literal: 0,
            roots: ptr::null(),
            roots_len: 0,
            globs: ptr::null(),
            globs_len: 0,
            types: ptr::null(),
            types_len: 0,
            types_not: ptr::null(),
            types_not_len: 0,
            hidden: 0,
            gitignore: 1,
            node_modules: 0,
            follow_symlinks: 0,
            file_type: 0,
            stat: 0,
            sort_by_mtime: 0,
            limit: RANSACK_NO_LIMIT,
            offset: 0,
            timeout_ms: RANSACK_NO_LIMIT,
            on_timeout: ransack_on_timeout::Fail as u32,
        }
    }
}

impl ransack_glob_options {
    /// The options as the core has them.
    ///
    /// # Safety
    ///
    /// What the fields point to is as the header asks for.
    pub(crate) unsafe fn resolve(&self) -> Result<GlobOptions, Failure> {
        let mut core = GlobOptions::default();
        // SAFETY: the caller's promise.
        core.patterns = unsafe { texts(self.patterns, self.patterns_len, "patterns") }?;
        core.recursive = self.recursive != 0;
        core.literal = self.literal != 0;
        // SAFETY: the caller's promise.
        core.scope = unsafe { scope_fields!(self).resolve() }?;
        core.file_type = match self.file_type {
            0 => None,
            1 => Some(FileType::File),
            2 => Some(FileType::Dir),
            3 => Some(FileType::Symlink),
            other => return Err(unknown("file_type", other)),
        };
        core.stat = self.stat != 0;
        core.sort_by_mtime = self.sort_by_mtime != 0;
        core.limit = limit(self.limit);
        core.offset = self.offset;
        core.on_timeout = on_timeout(self.on_timeout)?;
        Ok(core)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The core's defaults, but for the roots, which C always names.
    #[test]
    fn the_defaults_are_those_of_the_core() {
        // SAFETY: the defaults point to nothing.
        let core = unsafe { ransack_glob_options::defaults().resolve() }.unwrap();
        let mut expected = GlobOptions::default();
        expected.scope.roots.clear();
        assert_eq!(format!("{core:?}"), format!("{expected:?}"));
    }

    /// The sizes belong to published versions and never change.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_published_version_keeps_its_size() {
        assert_eq!(ransack_glob_options::SIZES, [140]);
        assert_eq!(
            RANSACK_GLOB_OPTIONS_VERSION as usize,
            ransack_glob_options::SIZES.len()
        );
    }
}
