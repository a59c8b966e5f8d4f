//! Options for fuzzy path search (`ransack_fuzzy_find`) and fuzzy ranking of strings
//! (`ransack_fuzzy_match_strings`).

use std::path::PathBuf;
use std::ptr;

use ransack::{FuzzyFindOptions, FuzzyMatchOptions, FuzzySignals};

use crate::error::Failure;
use crate::options::scope::{self, ransack_scope};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, from_limit, on_timeout, ransack_on_timeout, to_limit,
};
use crate::pool::{self, ransack_pool};
use crate::slice::{self, ransack_bytes};

/// Newest version of ransack_fuzzy_find_options.
pub const RANSACK_FUZZY_FIND_OPTIONS_VERSION: u32 = 1;

/// Newest version of ransack_fuzzy_match_options.
pub const RANSACK_FUZZY_MATCH_OPTIONS_VERSION: u32 = 1;

/// Path with a weight that reflects how often and how recently the path was used. Initialise with
/// RANSACK_FRECENCY_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_frecency {
    /// Path as spelled in results, except that a directory has no trailing '/'.
    pub path: ransack_bytes,
    /// Weight; 0 if the path was never used. Only the logarithm of the weight affects the ranking,
    /// so an estimate of its order of magnitude suffices. NaN and negative numbers count as 0.
    pub weight: f64,
}

/// Options for ransack_fuzzy_find(). Initialise with RANSACK_FUZZY_FIND_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_fuzzy_find_options {
    /// RANSACK_FUZZY_FIND_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Query, UTF-8, at most 10,240 bytes. White space and control characters separate terms. An
    /// empty query matches every path and ranks recently used paths first, then shallow and short
    /// paths. Default: empty.
    pub query: ransack_bytes,
    /// Directories to search, and filters on the results. Default: NULL, which means the defaults
    /// of ransack_scope.
    pub scope: *const ransack_scope,
    /// Whether to return directories. Default: 1.
    pub dirs: u8,
    /// Whether to return symbolic links. Default: 0.
    pub symlinks: u8,
    /// Recently used paths, most recent first, spelled like `path` in ransack_frecency. Recently
    /// used paths rank higher. Default: none.
    pub recent: *const ransack_bytes,
    /// Number of recent paths. Default: 0.
    pub recent_len: usize,
    /// Path that the user is working on; paths close to it rank higher. Default: empty.
    pub current: ransack_bytes,
    /// Paths with weights; a path with a larger weight ranks higher. Default: none.
    pub frecency: *const ransack_frecency,
    /// Number of entries in `frecency`. Default: 0.
    pub frecency_len: usize,
    /// Maximum number of results. Default: 100.
    pub limit: u64,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. With 0, the call times out immediately. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout. Default:
    /// RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
    /// Whether a line and column at the end of the query are split off: they take no part in the
    /// ranking, and each result returns them. If not, the query is text only. Default: 1.
    ///
    /// The forms are main.rs:12:5, main.rs:12, main.rs(12,5), main.rs(12) and main.rs#L12. While a
    /// location is typed, a ':' at the end and a missing closing bracket are part of it. Any other
    /// text, such as main.rs:x, and a location without a path before it stay text. Paths that
    /// contain the last word of the query as typed, regardless of the case of ASCII letters, come
    /// first: for them, the whole word is a name, and the result has no location.
    pub location: u8,
}

/// Options for ransack_fuzzy_match_strings(). Initialise with RANSACK_FUZZY_MATCH_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_fuzzy_match_options {
    /// RANSACK_FUZZY_MATCH_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Recently used strings, most recent first. Recently used strings rank higher. Default: none.
    pub recent: *const ransack_bytes,
    /// Number of recent strings. Default: 0.
    pub recent_len: usize,
    /// Path that the user is working on; paths close to it rank higher. Default: empty.
    pub current: ransack_bytes,
    /// Strings with weights; a string with a larger weight ranks higher. Default: none.
    pub frecency: *const ransack_frecency,
    /// Number of entries in `frecency`. Default: 0.
    pub frecency_len: usize,
    /// Maximum number of results. Default: RANSACK_NO_LIMIT.
    pub limit: u64,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Worker pool for lists of more than 1,024 strings. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
}

versioned!(ransack_fuzzy_find_options, RANSACK_FUZZY_FIND_OPTIONS_VERSION, [location: 129]);

impl Defaults for ransack_fuzzy_find_options {
    fn defaults() -> ransack_fuzzy_find_options {
        let core = FuzzyFindOptions::default();
        ransack_fuzzy_find_options {
            version: RANSACK_FUZZY_FIND_OPTIONS_VERSION,
            query: NO_BYTES,
            scope: ptr::null(),
            dirs: core.dirs.into(),
            symlinks: core.symlinks.into(),
            recent: ptr::null(),
            recent_len: 0,
            current: NO_BYTES,
            frecency: ptr::null(),
            frecency_len: 0,
            limit: from_limit(core.limit),
            offset: core.offset,
            timeout_ms: RANSACK_NO_LIMIT,
            on_timeout: ransack_on_timeout::Fail as u32,
            pool: ptr::null(),
            location: core.location.into(),
        }
    }
}

versioned!(ransack_fuzzy_match_options, RANSACK_FUZZY_MATCH_OPTIONS_VERSION, [pool: 80]);

impl Defaults for ransack_fuzzy_match_options {
    fn defaults() -> ransack_fuzzy_match_options {
        let core = FuzzyMatchOptions::default();
        ransack_fuzzy_match_options {
            version: RANSACK_FUZZY_MATCH_OPTIONS_VERSION,
            recent: ptr::null(),
            recent_len: 0,
            current: NO_BYTES,
            frecency: ptr::null(),
            frecency_len: 0,
            limit: from_limit(core.limit),
            offset: core.offset,
            pool: ptr::null(),
        }
    }
}

impl CallOptions for ransack_fuzzy_find_options {
    type Core = FuzzyFindOptions;

    unsafe fn resolve(&self) -> Result<FuzzyFindOptions, Failure> {
        let mut core = FuzzyFindOptions::default();
        let signals = SignalFields {
            recent: (self.recent, self.recent_len),
            current: self.current,
            frecency: (self.frecency, self.frecency_len),
        };
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.query = self.query.text("query")?;
            scope::resolve(self.scope, &mut core.scope)?;
            core.signals = signals.resolve()?;
        }
        // SAFETY: NULL or valid by the contract of this function.
        core.pool = unsafe { pool::resolve(self.pool) }?;
        core.dirs = self.dirs != 0;
        core.symlinks = self.symlinks != 0;
        core.location = self.location != 0;
        core.limit = to_limit(self.limit);
        core.offset = self.offset;
        core.on_timeout = on_timeout(self.on_timeout)?;
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

impl CallOptions for ransack_fuzzy_match_options {
    type Core = FuzzyMatchOptions;

    unsafe fn resolve(&self) -> Result<FuzzyMatchOptions, Failure> {
        let mut core = FuzzyMatchOptions::default();
        let signals = SignalFields {
            recent: (self.recent, self.recent_len),
            current: self.current,
            frecency: (self.frecency, self.frecency_len),
        };
        // SAFETY: the pointers are valid by the contract of this function.
        core.signals = unsafe { signals.resolve() }?;
        // SAFETY: NULL or valid by the contract of this function.
        core.pool = unsafe { pool::resolve(self.pool) }?;
        core.limit = to_limit(self.limit);
        core.offset = self.offset;
        Ok(core)
    }
}

/// Fields common to both options structs: arrays with their lengths.
struct SignalFields {
    recent: (*const ransack_bytes, usize),
    current: ransack_bytes,
    frecency: (*const ransack_frecency, usize),
}

impl SignalFields {
    /// Converts the fields.
    ///
    /// # Safety
    ///
    /// The arrays and their paths are valid as the header requires.
    unsafe fn resolve(&self) -> Result<FuzzySignals, Failure> {
        let mut signals = FuzzySignals::default();
        let (recent, len) = self.recent;
        // SAFETY: the contract of this function.
        signals.recent = unsafe { slice::paths(recent, len, "recent") }?;
        if self.current.len > 0 {
            // SAFETY: the contract of this function.
            let current = unsafe { self.current.path("current") }?;
            signals.current = Some(PathBuf::from(current));
        }
        let (frecency, len) = self.frecency;
        let convert = |entry: &ransack_frecency| {
            // SAFETY: each path is valid by the contract of this function.
            let path = unsafe { entry.path.path("path") }?;
            Ok((PathBuf::from(path), entry.weight))
        };
        // SAFETY: the contract of this function.
        signals.frecency = unsafe { slice::elements(frecency, len, "frecency", convert) }?;
        Ok(signals)
    }
}

#[cfg(test)]
mod tests;
