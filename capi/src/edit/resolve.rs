//! Places of lines that were read, and the memory for snapshots.

use std::path::PathBuf;
use std::ptr;

use ransack::{ResolveLinesOptions, ResolvedLines};

use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, from_limit, optional_text, optional_version, to_limit,
    to_size,
};
use crate::panic::guard;
use crate::pool::{self, ransack_pool};
use crate::slice::{ransack_bytes, texts};
use crate::workspace::{self, ransack_workspace};

/// Newest version of ransack_resolve_lines_options.
pub const RANSACK_RESOLVE_LINES_OPTIONS_VERSION: u32 = 1;

/// Options for ransack_resolve_lines(). Initialise with RANSACK_RESOLVE_LINES_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_resolve_lines_options {
    /// RANSACK_RESOLVE_LINES_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Path of the file: absolute or relative to the current directory or, in a workspace, to the
    /// workspace's root. Default: empty, which is an error.
    pub path: ransack_bytes,
    /// Snapshot in which the lines have their numbers, such as `snapshot` in ransack_lines_read.
    /// Default: empty, which is an error.
    pub snapshot: ransack_bytes,
    /// First line, from 1. Default: 1.
    pub first_line: u64,
    /// Last line; at least `first_line`. Default: 1.
    pub last_line: u64,
    /// Hash of each line in the snapshot, as `with_hashes` in ransack_read_lines_options gives it.
    /// Default: none, which checks none.
    pub hashes: *const ransack_bytes,
    /// Number of hashes. Default: 0.
    pub hashes_len: usize,
    /// Maximum size of the file in bytes. RANSACK_NO_LIMIT means 2 GiB. Default: 268435456.
    pub max_file_size: u64,
    /// Encoding of a file without a byte order mark, as a label from the WHATWG Encoding Standard; the
    /// same as when the lines were read. Default: empty, which means UTF-8.
    pub encoding: ransack_bytes,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
    /// Workspace that contains the file. The text of an open buffer replaces the text of the file.
    /// Default: NULL.
    pub workspace: *const ransack_workspace,
}

versioned!(
    ransack_resolve_lines_options,
    RANSACK_RESOLVE_LINES_OPTIONS_VERSION,
    [workspace: 120]
);

impl Defaults for ransack_resolve_lines_options {
    fn defaults() -> ransack_resolve_lines_options {
        let core = ResolveLinesOptions::default();
        ransack_resolve_lines_options {
            version: RANSACK_RESOLVE_LINES_OPTIONS_VERSION,
            path: NO_BYTES,
            snapshot: NO_BYTES,
            first_line: core.from,
            last_line: core.to,
            hashes: ptr::null(),
            hashes_len: 0,
            max_file_size: from_limit(core.max_file_size),
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            pool: ptr::null(),
            workspace: ptr::null(),
        }
    }
}

impl CallOptions for ransack_resolve_lines_options {
    type Core = ResolveLinesOptions;

    unsafe fn resolve(&self) -> Result<ResolveLinesOptions, Failure> {
        let mut core = ResolveLinesOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.path = PathBuf::from(self.path.path("path")?);
            let snapshot = optional_version(self.snapshot, "snapshot")?;
            core.snapshot = snapshot.ok_or_else(|| {
                Failure::new(ransack_status::InvalidOption, "`snapshot` must be given")
            })?;
            core.hashes = texts(self.hashes, self.hashes_len, "hashes")?;
            core.encoding = optional_text(self.encoding, "encoding")?;
            core.pool = pool::resolve(self.pool)?;
            core.workspace = workspace::resolve(self.workspace)?;
        }
        core.from = self.first_line;
        core.to = self.last_line;
        core.max_file_size = to_limit(self.max_file_size);
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

/// Place of lines in a file. The caller owns it; ransack_resolved_lines_free() frees it.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_resolved_lines {
    /// First line now, from 1.
    pub first_line: u64,
    /// Last line now.
    pub last_line: u64,
    /// Number of lines in the file now.
    pub total_lines: u64,
    /// Content id of the file now, as 32 hexadecimal digits: the snapshot in which the lines have these
    /// numbers.
    pub snapshot: ransack_bytes,
}

/// Returns where lines of a snapshot are in the file now.
///
/// If the file has changed since, the lines are found if they have not changed and their place is
/// certain: they are between two lines that occur once in the snapshot and once in the file, and
/// everything between these two lines is unchanged. The two may be among the lines; the start and the
/// end of the file count too. Some line around the lines must have stayed in any case. The text that
/// the file has now is retained as a snapshot as well. Reads the file once; if it has changed, takes
/// O(n) time in both texts.
///
/// - `token` cancels the call; NULL for none.
/// - `out` receives the place; free it with ransack_resolved_lines_free().
///
/// Fails with RANSACK_STATUS_STALE if the lines have changed, their place is not certain, a hash
/// differs, or the file has changed and the snapshot is not retained; `passages` in
/// ransack_last_error() then has the current lines. Also fails if the lines do not exist in the
/// snapshot, if the number of hashes differs, and if the file cannot be read, is not text or is too
/// large.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_resolve_lines(
    options: *const ransack_resolve_lines_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_resolved_lines,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedPlace::new(ransack::resolve_lines(core, token)?))
        })
    }
}

/// Frees a place of lines. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_resolved_lines_free(lines: *mut ransack_resolved_lines) {
    // SAFETY: the header requires NULL or a value of this library that is not used afterwards.
    unsafe { ffi::free(lines) }
}

impl Handle for ransack_resolved_lines {
    type Owner = OwnedPlace;
}

/// Place of lines with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedPlace {
    shown: ransack_resolved_lines,
    _snapshot: String,
}

impl OwnedPlace {
    fn new(lines: ResolvedLines) -> OwnedPlace {
        let snapshot = lines.snapshot.to_string();
        // Moving a string does not move its content.
        OwnedPlace {
            shown: ransack_resolved_lines {
                first_line: lines.from,
                last_line: lines.to,
                total_lines: lines.total_lines,
                snapshot: ransack_bytes::of(snapshot.as_bytes()),
            },
            _snapshot: snapshot,
        }
    }
}

/// Memory of the process for snapshots of read files. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_snapshot_memory {
    /// Number of retained snapshots.
    pub count: usize,
    /// Memory that they take, in bytes.
    pub bytes: usize,
    /// Maximum memory, in bytes.
    pub max_bytes: usize,
}

/// Sets `out` to the memory that the process uses for snapshots of read files.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_snapshot_memory_get(
    out: *mut ransack_snapshot_memory,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        let memory = ransack::snapshot_memory();
        out.write(ransack_snapshot_memory {
            count: memory.count,
            bytes: memory.bytes,
            max_bytes: memory.max_bytes,
        });
        Ok(())
    })
}

/// Sets the maximum memory that the process uses for snapshots of read files, in bytes; 64 MiB by
/// default. Drops the snapshots that exceed it, those that were read longest ago first; 0 retains
/// none.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_set_snapshot_memory(max_bytes: u64) -> ransack_status {
    guard(|| {
        ransack::set_snapshot_memory(to_size(max_bytes));
        Ok(())
    })
}

#[cfg(test)]
mod tests;
