//! What was typed, where to look for it, and what the caller knows of the paths.

use std::mem::offset_of;
use std::path::PathBuf;
use std::ptr;

use ransack::{FuzzyFindOptions, FuzzyMatchOptions, FuzzySignals};

use super::scope::ScopeFields;
use super::{NO_BYTES, RANSACK_NO_LIMIT, limit, on_timeout, ransack_on_timeout};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// The newest version of ransack_fuzzy_find_options.
pub const RANSACK_FUZZY_FIND_OPTIONS_VERSION: u32 = 1;

/// The newest version of ransack_fuzzy_match_options.
pub const RANSACK_FUZZY_MATCH_OPTIONS_VERSION: u32 = 1;

/// A path and a weight of how often and how recently it was used.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_frecency {
    /// The path, as results have it, without a '/' at the end of a directory's.
    pub path: ransack_bytes,
    /// 0 for never; what counts is the order of magnitude.
    pub weight: f64,
}

/// Options of ransack_fuzzy_find(). Set up with RANSACK_FUZZY_FIND_OPTIONS_INIT or
/// ransack_fuzzy_find_options_init().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_fuzzy_find_options {
    /// RANSACK_FUZZY_FIND_OPTIONS_VERSION of the header that the caller was
    /// compiled with.
    pub version: u32,
    /// What was typed, UTF-8, at most 10,240 bytes. White space and control
    /// characters divide it into words. If it is empty everything matches:
    /// recently used paths come first, then shallow and short ones. Default:
    /// empty.
    pub query: ransack_bytes,
    /// Directories to look in, in this order. Relative ones start from the
    /// current directory. Default: none, which is an error.
    pub roots: *const ransack_bytes,
    /// The number of roots. Default: 0.
    pub roots_len: usize,
    /// Path globs that narrow the results, as in ransack_grep_options. Default:
    /// none, all files.
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
    /// Whether files and directories whose name starts with '.' are in.
    /// Default: 0.
    pub hidden: u8,
    /// Whether ignore rules hold, as in ransack_grep_options. Default: 1.
    pub gitignore: u8,
    /// Whether node_modules directories are walked. Default: 0.
    pub node_modules: u8,
    /// Whether symbolic links below the roots are followed. Default: 0.
    pub follow_symlinks: u8,
    /// Whether directories are found too. Default: 1.
    pub dirs: u8,
    /// Whether symbolic links are found, as such. Default: 0.
    pub symlinks: u8,
    /// Recently used paths, the latest first, as results have them, without a
    /// '/' at the end of a directory's. Default: none.
    pub recent: *const ransack_bytes,
    /// The number of recent paths. Default: 0.
    pub recent_len: usize,
    /// The path that is being worked on: others near it rank higher. Default:
    /// empty, none.
    pub current: ransack_bytes,
    /// Paths with weights. Default: none.
    pub frecency: *const ransack_frecency,
    /// The number of weights. Default: 0.
    pub frecency_len: usize,
    /// The most results. Default: 100.
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

/// Options of ransack_fuzzy_match(). Set up with RANSACK_FUZZY_MATCH_OPTIONS_INIT
/// or ransack_fuzzy_match_options_init().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_fuzzy_match_options {
    /// RANSACK_FUZZY_MATCH_OPTIONS_VERSION of the header that the caller was
    /// compiled with.
    pub version: u32,
    /// Recently used strings, the latest first. Default: none.
    pub recent: *const ransack_bytes,
    /// The number of recent strings. Default: 0.
    pub recent_len: usize,
    /// The path that is being worked on: others near it rank higher. Default:
    /// empty, none.
    pub current: ransack_bytes,
    /// Strings with weights. Default: none.
    pub frecency: *const ransack_frecency,
    /// The number of weights. Default: 0.
    pub frecency_len: usize,
    /// The most results. Default: RANSACK_NO_LIMIT.
    pub limit: u64,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: u64,
}

/// Sets every field to its default, as RANSACK_FUZZY_FIND_OPTIONS_INIT does.
/// `version` is RANSACK_FUZZY_FIND_OPTIONS_VERSION of the caller's header;
/// nothing is written past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_fuzzy_find_options_init(
    options: *mut ransack_fuzzy_find_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

/// Sets every field to its default, as RANSACK_FUZZY_MATCH_OPTIONS_INIT does.
/// `version` is RANSACK_FUZZY_MATCH_OPTIONS_VERSION of the caller's header;
/// nothing is written past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_fuzzy_match_options_init(
    options: *mut ransack_fuzzy_match_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, the version first, and only integers and pointers.
unsafe impl Versioned for ransack_fuzzy_find_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_fuzzy_find_options, on_timeout) + size_of::<u32>()];

    fn defaults() -> ransack_fuzzy_find_options {
        ransack_fuzzy_find_options {
            version: RANSACK_FUZZY_FIND_OPTIONS_VERSION,
            query: NO_BYTES,
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
            dirs: 1,
            symlinks: 0,
            recent: ptr::null(),
            recent_len: 0,
            current: NO_BYTES,
            frecency: ptr::null(),
            frecency_len: 0,
            limit: 100,
            offset: 0,
            timeout_ms: RANSACK_NO_LIMIT,
            on_timeout: ransack_on_timeout::Fail as u32,
        }
    }
}

// SAFETY: `repr(C)`, the version first, and only integers and pointers.
unsafe impl Versioned for ransack_fuzzy_match_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_fuzzy_match_options, offset) + size_of::<u64>()];

    fn defaults() -> ransack_fuzzy_match_options {
        ransack_fuzzy_match_options {
            version: RANSACK_FUZZY_MATCH_OPTIONS_VERSION,
            recent: ptr::null(),
            recent_len: 0,
            current: NO_BYTES,
            frecency: ptr::null(),
            frecency_len: 0,
            limit: RANSACK_NO_LIMIT,
            offset: 0,
        }
    }
}

impl ransack_fuzzy_find_options {
    /// The options as the core has them.
    ///
    /// # Safety
    ///
    /// What the fields point to is as the header asks for.
    pub(crate) unsafe fn resolve(&self) -> Result<FuzzyFindOptions, Failure> {
        let mut core = FuzzyFindOptions::default();
        // SAFETY: the caller's promise.
        core.query = unsafe { self.query.text("query") }?;
        // SAFETY: the caller's promise.
        core.scope = unsafe { self.scope().resolve() }?;
        core.dirs = self.dirs != 0;
        core.symlinks = self.symlinks != 0;
        let signals = SignalFields {
            recent: (self.recent, self.recent_len),
            current: self.current,
            frecency: (self.frecency, self.frecency_len),
        };
        // SAFETY: the caller's promise.
        core.signals = unsafe { signals.resolve() }?;
        core.limit = limit(self.limit);
        core.offset = self.offset;
        core.on_timeout = on_timeout(self.on_timeout)?;
        Ok(core)
    }

    fn scope(&self) -> ScopeFields {
        ScopeFields {
            roots: self.roots,
            roots_len: self.roots_len,
            globs: self.globs,
            globs_len: self.globs_len,
            types: self.types,
            types_len: self.types_len,
            types_not: self.types_not,
            types_not_len: self.types_not_len,
            hidden: self.hidden,
            gitignore: self.gitignore,
            node_modules: self.node_modules,
            follow_symlinks: self.follow_symlinks,
        }
    }
}

impl ransack_fuzzy_match_options {
    /// The options as the core has them.
    ///
    /// # Safety
    ///
    /// What the fields point to is as the header asks for.
    pub(crate) unsafe fn resolve(&self) -> Result<FuzzyMatchOptions, Failure> {
        let mut core = FuzzyMatchOptions::default();
        let signals = SignalFields {
            recent: (self.recent, self.recent_len),
            current: self.current,
            frecency: (self.frecency, self.frecency_len),
        };
        // SAFETY: the caller's promise.
        core.signals = unsafe { signals.resolve() }?;
        core.limit = limit(self.limit);
        core.offset = self.offset;
        Ok(core)
    }
}

/// What the caller knows of the paths; arrays with their lengths.
struct SignalFields {
    recent: (*const ransack_bytes, usize),
    current: ransack_bytes,
    frecency: (*const ransack_frecency, usize),
}

impl SignalFields {
    /// # Safety
    ///
    /// What the fields point to is as the header asks for.
    unsafe fn resolve(&self) -> Result<FuzzySignals, Failure> {
        let mut signals = FuzzySignals::default();
        let (recent, len) = self.recent;
        // SAFETY: the caller's promise.
        for path in unsafe { ffi::array(recent, len, "recent") }? {
            // SAFETY: the caller's promise, for each path.
            signals.recent.push(unsafe { path.path("recent") }?.into());
        }
        if self.current.len > 0 {
            // SAFETY: the caller's promise.
            let current = unsafe { self.current.path("current") }?;
            signals.current = Some(PathBuf::from(current));
        }
        let (frecency, len) = self.frecency;
        // SAFETY: the caller's promise.
        for entry in unsafe { ffi::array(frecency, len, "frecency") }? {
            // SAFETY: the caller's promise, for each path.
            let path = unsafe { entry.path.path("frecency") }?;
            signals.frecency.push((path.into(), entry.weight));
        }
        Ok(signals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The core's defaults, but for the roots, which C always names.
    #[test]
    fn the_defaults_are_those_of_the_core() {
        // SAFETY: the defaults point to nothing.
        let core = unsafe { ransack_fuzzy_find_options::defaults().resolve() }.unwrap();
        let mut expected = FuzzyFindOptions::default();
        expected.scope.roots.clear();
        assert_eq!(format!("{core:?}"), format!("{expected:?}"));
        // SAFETY: the defaults point to nothing.
        let core = unsafe { ransack_fuzzy_match_options::defaults().resolve() }.unwrap();
        let expected = FuzzyMatchOptions::default();
        assert_eq!(format!("{core:?}"), format!("{expected:?}"));
    }

    /// The sizes belong to published versions and never change.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_published_version_keeps_its_size() {
        assert_eq!(ransack_fuzzy_find_options::SIZES, [172]);
        assert_eq!(ransack_fuzzy_match_options::SIZES, [72]);
        assert_eq!(
            RANSACK_FUZZY_FIND_OPTIONS_VERSION as usize,
            ransack_fuzzy_find_options::SIZES.len()
        );
        assert_eq!(
            RANSACK_FUZZY_MATCH_OPTIONS_VERSION as usize,
            ransack_fuzzy_match_options::SIZES.len()
        );
    }
}
