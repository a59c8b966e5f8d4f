//! Options for outlines, definitions, skeletons, imports and exports of files.

use std::ptr;
use std::time::Duration;

use ransack::{OutlineFilesOptions, OutlineOptions};

use crate::error::Failure;
use crate::options::scope::{self, ransack_scope};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, from_duration, from_limit, on_timeout, optional_text,
    ransack_on_timeout, to_limit, to_size,
};
use crate::pool::{self, ransack_pool};
use crate::slice::ransack_bytes;

/// Newest version of ransack_outline_options.
pub const RANSACK_OUTLINE_OPTIONS_VERSION: u32 = 1;

/// Options for ransack_outline_each(), and for similar calls for definitions, skeletons, imports
/// and exports of files. Initialise with RANSACK_OUTLINE_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_outline_options {
    /// RANSACK_OUTLINE_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout. Default:
    /// RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
    /// Files to outline; for a call on one file, a scope without roots, which may name a workspace.
    /// Files in languages without outlines are out of scope. Default: NULL, which means the
    /// defaults of ransack_scope.
    pub scope: *const ransack_scope,
    /// Name or alias of the only language to outline. A root that is a file is parsed in this
    /// language regardless of its name. Default: empty, which means the language of each
    /// file, which its name or, for ".h" and its like, its text determines.
    pub language: ransack_bytes,
    /// Maximum depth of keys in a data file, counted from 1 for top-level keys. Deeper keys are
    /// omitted. Default: 3.
    pub key_depth: u64,
    /// Maximum number of files; the call stops after finding one more. Default: RANSACK_NO_LIMIT.
    pub limit: u64,
    /// Number of files to skip, in path order. Default: 0.
    pub offset: u64,
    /// Maximum time in milliseconds for one file; a file that takes longer is skipped and reported.
    /// Default: 2000.
    pub time_per_file_ms: u64,
    /// Maximum size of a file in bytes; a larger file is skipped and reported. RANSACK_NO_LIMIT
    /// means 2 GiB. Default: 16777216.
    pub max_file_size: u64,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
    /// Offsets in a decoded file count bytes of the decoded text. Default: empty, which means
    /// UTF-8.
    pub encoding: ransack_bytes,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. With 0, the call times out immediately. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
}

versioned!(ransack_outline_options, RANSACK_OUTLINE_OPTIONS_VERSION, [pool: 104]);

impl Defaults for ransack_outline_options {
    fn defaults() -> ransack_outline_options {
        let core = OutlineFilesOptions::default();
        ransack_outline_options {
            version: RANSACK_OUTLINE_OPTIONS_VERSION,
            on_timeout: ransack_on_timeout::Fail as u32,
            scope: ptr::null(),
            language: NO_BYTES,
            key_depth: from_limit(core.outline.key_depth.map(|depth| depth as u64)),
            limit: from_limit(core.limit),
            offset: core.offset,
            time_per_file_ms: from_duration(core.time_per_file),
            max_file_size: from_limit(core.max_file_size),
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            pool: ptr::null(),
        }
    }
}

/// Converts the maximum depth of keys.
pub(super) fn outline_options(key_depth: u64) -> OutlineOptions {
    OutlineOptions::default().key_depth(to_limit(key_depth).map(to_size))
}

impl CallOptions for ransack_outline_options {
    type Core = OutlineFilesOptions;

    unsafe fn resolve(&self) -> Result<OutlineFilesOptions, Failure> {
        let mut core = OutlineFilesOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            scope::resolve(self.scope, &mut core.scope)?;
            core.language = optional_text(self.language, "language")?;
            core.encoding = optional_text(self.encoding, "encoding")?;
            core.pool = pool::resolve(self.pool)?;
        }
        core.outline = outline_options(self.key_depth);
        core.limit = to_limit(self.limit);
        core.offset = self.offset;
        core.time_per_file = to_limit(self.time_per_file_ms).map(Duration::from_millis);
        core.max_file_size = to_limit(self.max_file_size);
        core.on_timeout = on_timeout(self.on_timeout)?;
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}
