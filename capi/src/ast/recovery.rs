//! Interrupted edits: listing, repair, and the types shared with edits.

use std::path::Path;
use std::ptr;
use std::time::Duration;

use ransack::{
    EditState, InterruptedEdit, RecoveredFile, RecoveryAction, RecoveryOptions, RecoveryOutcome,
};

use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{CallOptions, NO_BYTES, RANSACK_NO_LIMIT, from_duration};
use crate::pool::{self, ransack_pool};
use crate::report::{EmbeddedReport, ransack_report};
use crate::slice::{paths, ransack_bytes};

/// Newest version of ransack_recovery_options.
pub const RANSACK_RECOVERY_OPTIONS_VERSION: u32 = 1;

/// Options for ransack_recover_edits() and ransack_interrupted_edits(). Initialise with
/// RANSACK_RECOVERY_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_recovery_options {
    /// RANSACK_RECOVERY_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Directories to search for journals, recursively, including ignored and hidden directories.
    /// If a root is a file, the directory that contains the file is searched. Symbolic links are
    /// not followed. Default: none.
    pub roots: *const ransack_bytes,
    /// Number of roots. Default: 0.
    pub roots_len: usize,
    /// Maximum time in milliseconds to wait for edits in progress to end;
    /// ransack_interrupted_edits() does not wait. With 0, the call fails immediately instead of
    /// waiting; with RANSACK_NO_LIMIT, the wait is unlimited. Default: 10000.
    pub wait_ms: u64,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
}

versioned!(
    ransack_recovery_options,
    RANSACK_RECOVERY_OPTIONS_VERSION,
    [pool: 48]
);

impl Defaults for ransack_recovery_options {
    fn defaults() -> ransack_recovery_options {
        let core = RecoveryOptions::default();
        ransack_recovery_options {
            version: RANSACK_RECOVERY_OPTIONS_VERSION,
            roots: ptr::null(),
            roots_len: 0,
            wait_ms: from_duration(Some(core.wait)),
            timeout_ms: RANSACK_NO_LIMIT,
            pool: ptr::null(),
        }
    }
}

impl CallOptions for ransack_recovery_options {
    type Core = RecoveryOptions;

    unsafe fn resolve(&self) -> Result<RecoveryOptions, Failure> {
        let mut core = RecoveryOptions::default();
        // SAFETY: the contract of this function.
        core.roots = unsafe { paths(self.roots, self.roots_len, "roots") }?;
        core.wait = Duration::from_millis(self.wait_ms);
        // SAFETY: NULL or valid by the contract of this function.
        core.pool = unsafe { pool::resolve(self.pool) }?;
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

/// Result of repairing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_recovery_action {
    /// The file had some or all of its new text, or had been deleted or renamed, and is as before the
    /// edit again.
    Restored = 1,
    /// The file was still as before the edit, and was left unchanged.
    Unchanged = 2,
    /// The edit was complete; the file is as after the edit.
    Complete = 3,
    /// Another process has changed or removed the file since the edit, so the file was left alone.
    Kept = 4,
    /// The edit had created the file, or given it this path, and the path was removed again.
    Removed = 5,
}

/// State of an edit that is in progress or was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_edit_state {
    /// The journal cannot be read or does not record the state.
    Unknown = 0,
    /// A process is applying the edit or repairing it.
    Running = 1,
    /// The edit was interrupted before every file had its new text. Recovery restores the old
    /// texts.
    Incomplete = 2,
    /// Every file has its new text, but the edit was interrupted before it removed its temporary
    /// files. Recovery removes them.
    Complete = 3,
}

/// File of an interrupted edit that has been repaired.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_recovered_file {
    /// Absolute path, with symbolic links resolved.
    pub path: ransack_bytes,
    /// Result of the repair.
    pub action: ransack_recovery_action,
}

/// Files in one directory that belong to an edit in progress or an interrupted edit.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_interrupted_edit {
    /// Absolute path of the journal, with symbolic links resolved.
    pub journal: ransack_bytes,
    /// Absolute paths of the edit's files in this directory. Empty if the journal cannot be read;
    /// any file in the directory may then belong to the edit.
    pub files: *const ransack_bytes,
    /// Number of files.
    pub files_len: usize,
    /// Reason why the edit cannot be repaired; empty if it can be repaired or is running.
    pub problem: ransack_bytes,
    /// State of the edit.
    pub state: ransack_edit_state,
}

/// Outcome of ransack_recover_edits() and ransack_interrupted_edits(). The caller owns it;
/// ransack_recovery_outcome_free() frees it with everything it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_recovery_outcome {
    /// Repaired files, in order of repair.
    pub recovered: *const ransack_recovered_file,
    /// Number of files.
    pub recovered_len: usize,
    /// Edits that are running, or that were interrupted and have not been repaired, ordered by
    /// journal path.
    pub remaining: *const ransack_interrupted_edit,
    /// Number of edits in `remaining`.
    pub remaining_len: usize,
    /// Report on the search for journals; owned by the outcome.
    pub report: *const ransack_report,
}

/// Lists edits that are in progress or were interrupted. Writes nothing.
///
/// Looks for journals in all directories below the roots, and in the directory of each root that is
/// a file. Then follows each journal to the other directories of its edit.
///
/// - `token` cancels the search; NULL for none.
/// - `out` receives the outcome, whose `recovered` is empty; free it with
///   ransack_recovery_outcome_free().
///
/// Fails if a root cannot be opened or listed, if the directory of a root that is a file cannot be
/// listed, or if the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_interrupted_edits(
    options: *const ransack_recovery_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_recovery_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedRecovery::new(ransack::interrupted_edits(core, token)?))
        })
    }
}

/// Repairs interrupted edits: restores the old texts of files whose edit was not complete, and
/// removes temporary files. An edit that was complete is never undone.
///
/// Finds journals in the same way as ransack_interrupted_edits(). An edit that cannot be repaired,
/// such as another user's edit, is left alone and listed in `remaining`.
///
/// - `token` cancels the search; NULL for none.
/// - `out` receives the outcome; free it with ransack_recovery_outcome_free().
///
/// Fails under the same conditions as ransack_interrupted_edits(). Also fails with
/// RANSACK_STATUS_STALE if another edit of files below the roots is still in progress after the
/// maximum wait, `wait_ms`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_recover_edits(
    options: *const ransack_recovery_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_recovery_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedRecovery::new(ransack::recover_edits(core, token)?))
        })
    }
}

/// Frees the outcome of a recovery and everything it points to. Does nothing if the pointer is
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_recovery_outcome_free(outcome: *mut ransack_recovery_outcome) {
    // SAFETY: the header requires NULL or an outcome of this library that is not used afterwards.
    unsafe { ffi::free(outcome) }
}

impl Handle for ransack_recovery_outcome {
    type Owner = OwnedRecovery;
}

/// Outcome with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedRecovery {
    shown: ransack_recovery_outcome,
    _recovered: RecoveredFiles,
    _remaining: InterruptedEdits,
    _report: EmbeddedReport,
}

impl OwnedRecovery {
    fn new(outcome: RecoveryOutcome) -> OwnedRecovery {
        let recovered = RecoveredFiles::new(outcome.recovered);
        let remaining = InterruptedEdits::new(outcome.remaining);
        let report = EmbeddedReport::new(outcome.report);
        // Moving vectors does not move their content.
        OwnedRecovery {
            shown: ransack_recovery_outcome {
                recovered: recovered.shown.as_ptr(),
                recovered_len: recovered.shown.len(),
                remaining: remaining.shown.as_ptr(),
                remaining_len: remaining.shown.len(),
                report: report.as_ptr(),
            },
            _recovered: recovered,
            _remaining: remaining,
            _report: report,
        }
    }
}

/// Recovered files with the data that their C structs point to.
pub(crate) struct RecoveredFiles {
    pub(crate) shown: Vec<ransack_recovered_file>,
    _files: Vec<RecoveredFile>,
}

impl RecoveredFiles {
    pub(crate) fn new(files: Vec<RecoveredFile>) -> RecoveredFiles {
        let show = |file: &RecoveredFile| ransack_recovered_file {
            path: bytes_of(&file.path),
            action: match file.action {
                RecoveryAction::Restored => ransack_recovery_action::Restored,
                RecoveryAction::Unchanged => ransack_recovery_action::Unchanged,
                RecoveryAction::Complete => ransack_recovery_action::Complete,
                RecoveryAction::Removed => ransack_recovery_action::Removed,
                // `RecoveryAction` is non-exhaustive.
                _ => ransack_recovery_action::Kept,
            },
        };
        RecoveredFiles {
            shown: files.iter().map(show).collect(),
            _files: files,
        }
    }
}

/// Interrupted edits with the data that their C structs point to.
pub(crate) struct InterruptedEdits {
    pub(crate) shown: Vec<ransack_interrupted_edit>,
    _paths: Vec<Vec<ransack_bytes>>,
    _edits: Vec<InterruptedEdit>,
}

impl InterruptedEdits {
    pub(crate) fn new(edits: Vec<InterruptedEdit>) -> InterruptedEdits {
        let paths: Vec<Vec<ransack_bytes>> = edits
            .iter()
            .map(|edit| edit.files.iter().map(|file| bytes_of(file)).collect())
            .collect();
        let show = |(edit, paths): (&InterruptedEdit, &Vec<ransack_bytes>)| {
            ransack_interrupted_edit {
                journal: bytes_of(&edit.journal),
                files: paths.as_ptr(),
                files_len: paths.len(),
                problem: edit
                    .problem
                    .as_ref()
                    .map_or(NO_BYTES, |problem| ransack_bytes::of(problem.as_bytes())),
                state: match edit.state {
                    EditState::Running => ransack_edit_state::Running,
                    EditState::Incomplete => ransack_edit_state::Incomplete,
                    EditState::Complete => ransack_edit_state::Complete,
                    // `EditState` is non-exhaustive.
                    _ => ransack_edit_state::Unknown,
                },
            }
        };
        InterruptedEdits {
            shown: edits.iter().zip(&paths).map(show).collect(),
            _paths: paths,
            _edits: edits,
        }
    }
}

fn bytes_of(path: &Path) -> ransack_bytes {
    ransack_bytes::of(path.as_os_str().as_encoded_bytes())
}

#[cfg(test)]
mod tests;
