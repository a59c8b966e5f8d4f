//! Conflicts that merges have left in files.

use std::ffi::{c_int, c_void};
use std::ptr;

use ransack::{Conflict, ConflictSide, ConflictsOptions};

use crate::call::{self, CallbackItem};
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::options::scope::{self, ransack_scope};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, from_limit, on_timeout, optional_text,
    ransack_on_timeout, to_limit,
};
use crate::pool::{self, ransack_pool};
use crate::report::ransack_report;
use crate::slice::ransack_bytes;
use crate::stream::{self, ransack_stream};

/// Newest version of ransack_conflicts_options.
pub const RANSACK_CONFLICTS_OPTIONS_VERSION: u32 = 1;

/// Options for ransack_conflicts(). Initialise with RANSACK_CONFLICTS_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_conflicts_options {
    /// RANSACK_CONFLICTS_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Files to search. Default: NULL, which means the defaults of ransack_scope.
    pub scope: *const ransack_scope,
    /// Maximum number of results. Default: RANSACK_NO_LIMIT.
    pub limit: u64,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Maximum file size in bytes; larger files are skipped and reported. Default: RANSACK_NO_LIMIT,
    /// 2 GiB.
    pub max_file_size: u64,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
    /// Offsets in decoded files count bytes of the decoded text. Default: empty, which means UTF-8 and
    /// keeps invalid bytes.
    pub encoding: ransack_bytes,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. With 0, the call times out immediately. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout. Default:
    /// RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
}

versioned!(ransack_conflicts_options, RANSACK_CONFLICTS_OPTIONS_VERSION, [pool: 80]);

impl Defaults for ransack_conflicts_options {
    fn defaults() -> ransack_conflicts_options {
        let core = ConflictsOptions::default();
        ransack_conflicts_options {
            version: RANSACK_CONFLICTS_OPTIONS_VERSION,
            scope: ptr::null(),
            limit: from_limit(core.limit),
            offset: core.offset,
            max_file_size: from_limit(core.max_file_size),
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            on_timeout: ransack_on_timeout::Fail as u32,
            pool: ptr::null(),
        }
    }
}

impl CallOptions for ransack_conflicts_options {
    type Core = ConflictsOptions;

    unsafe fn resolve(&self) -> Result<ConflictsOptions, Failure> {
        let mut core = ConflictsOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            scope::resolve(self.scope, &mut core.scope)?;
            core.encoding = optional_text(self.encoding, "encoding")?;
            core.pool = pool::resolve(self.pool)?;
        }
        core.limit = to_limit(self.limit);
        core.offset = self.offset;
        core.max_file_size = to_limit(self.max_file_size);
        core.on_timeout = on_timeout(self.on_timeout)?;
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

/// Side or base of a conflict.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_conflict_side {
    /// Text after the marker, such as the name of a branch.
    pub label: ransack_bytes,
    /// Lines with their line ends.
    pub text: ransack_bytes,
    /// First line, from 1. If there are no lines, the line of the marker at their end.
    pub first_line: u64,
    /// Number of lines.
    pub line_count: u64,
    /// Offset of the first line in bytes, from 0.
    pub offset: u64,
}

/// Conflict of a merge in a file, or a marker without the others. Valid, with everything it points to,
/// until the callback returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_conflict {
    /// Path from the base that `paths_from` selects, as raw file-system bytes.
    pub path: ransack_bytes,
    /// Line of the first marker, from 1.
    pub first_line: u64,
    /// Line of the last marker, from 1.
    pub last_line: u64,
    /// Offset of the first marker in bytes, from 0.
    pub offset: u64,
    /// Length in bytes from the first marker to the end of the line of the last marker.
    pub len: u64,
    /// Side of the current branch, after "<<<<<<<", if `has_ours` is set.
    pub ours: ransack_conflict_side,
    /// Text that both sides have changed, after "|||||||", if `has_base` is set: if the merge has
    /// written it, as the styles diff3 and zdiff3 of Git do.
    pub base: ransack_conflict_side,
    /// Side of the other branch, before ">>>>>>>", if `has_theirs` is set.
    pub theirs: ransack_conflict_side,
    /// Index of the root in the scope, from 0.
    pub root: u32,
    /// Whether all markers are present. If not, the conflict consists of one marker, and the side that
    /// it belongs to has no text.
    pub is_complete: u8,
    /// Whether there is an `ours`; 0 for a lone ">>>>>>>".
    pub has_ours: u8,
    /// Whether there is a `base`.
    pub has_base: u8,
    /// Whether there is a `theirs`; 0 for a lone "<<<<<<<".
    pub has_theirs: u8,
}

/// Callback for conflicts, called once for each conflict, in result order, on the thread that made the
/// call.
///
/// Returns 0 to continue. Any other number stops the search: the call succeeds, the report's
/// `stopped_by` is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` is the offset of the conflict
/// after this one. `user_data` is the pointer passed to the call.
pub type ransack_on_conflict =
    Option<unsafe extern "C" fn(item: *const ransack_conflict, user_data: *mut c_void) -> c_int>;

/// Finds the conflicts that merges have left in files: the lines between "<<<<<<<" and ">>>>>>>", with
/// both sides and, in the styles diff3 and zdiff3 of Git, the base.
///
/// Passes each conflict to `on_conflict`, in path order, then in order of position. Markers longer than
/// seven characters, which the attribute conflict-marker-size of Git selects, are found as well;
/// shorter ones are not. A marker "<<<<<<<" or ">>>>>>>" without the others is a conflict that is not
/// complete. A line "=======" outside a conflict, such as the underline of a heading, is no marker, and
/// neither is a line ">>>>>>>" in quoted mail.
///
/// - `token` cancels the search; NULL for none.
/// - `on_conflict` may be NULL if only the report is needed.
/// - `out_report` receives the report, or is NULL if the report is not needed; free it with
///   ransack_report_free().
///
/// Costs as much as a search for the markers with ransack_grep(). Fails if a glob, type or option is
/// invalid, if a root cannot be opened, or if the token fires. Also fails on a timeout, unless the
/// options ask for partial results. Conflicts may have been passed before a failure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_conflicts(
    options: *const ransack_conflicts_options,
    token: *const ransack_cancel_token,
    on_conflict: ransack_on_conflict,
    user_data: *mut c_void,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_conflict, user_data, out_report),
            |core, token, to| {
                Ok(ransack::conflicts_stream(core, token).for_each(|item| to.call(&item))?)
            },
        )
    }
}

/// Opens a stream of the results of ransack_conflicts(): the work runs in the background, and
/// ransack_conflicts_stream_next() returns the results. `options` and `token` are as for
/// ransack_conflicts(); `options` need not outlive this call. Free `out` with ransack_stream_free().
///
/// Fails if an argument or option is invalid, such as a null pointer; all other errors are returned
/// by ransack_conflicts_stream_next().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_conflicts_stream(
    options: *const ransack_conflicts_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_stream,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::open(options, token, out, ransack::conflicts_stream) }
}

/// Sets `out` to the next result of ransack_conflicts_stream(), which is valid until the next call on
/// the stream. If `wait` is not 0, waits until a result is ready or the stream ends.
///
/// Sets `out` to NULL if the stream has ended, or if `wait` is 0 and no result is ready. To
/// distinguish the two, call ransack_stream_report(), which returns a report only after the end. An
/// error also ends the stream; the error is returned once, and there is no report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_conflicts_stream_next(
    stream: *mut ransack_stream,
    wait: u8,
    out: *mut *const ransack_conflict,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe { stream::next::<Conflict>(stream, wait, out) }
}

impl CallbackItem for Conflict {
    type View = ransack_conflict;
    type Arrays = ();

    fn view(&self, (): &mut ()) -> ransack_conflict {
        ransack_conflict {
            path: ransack_bytes::of(self.path.as_bytes()),
            first_line: self.first_line,
            last_line: self.last_line,
            offset: self.offset,
            len: self.len,
            ours: side(self.ours.as_ref()),
            base: side(self.base.as_ref()),
            theirs: side(self.theirs.as_ref()),
            root: self.root,
            is_complete: self.is_complete.into(),
            has_ours: self.ours.is_some().into(),
            has_base: self.base.is_some().into(),
            has_theirs: self.theirs.is_some().into(),
        }
    }
}

fn side(side: Option<&ConflictSide>) -> ransack_conflict_side {
    match side {
        Some(side) => ransack_conflict_side {
            label: ransack_bytes::of(&side.label),
            text: ransack_bytes::of(&side.text),
            first_line: side.first_line,
            line_count: side.line_count,
            offset: side.offset,
        },
        None => ransack_conflict_side {
            label: NO_BYTES,
            text: NO_BYTES,
            first_line: 0,
            line_count: 0,
            offset: 0,
        },
    }
}

#[cfg(test)]
mod tests;
