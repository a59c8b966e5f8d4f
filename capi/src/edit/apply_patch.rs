//! Patches applied to files.

use std::ptr;
use std::time::Duration;

use ransack::{ApplyPatchOptions, ApplyPatchOutcome};

use crate::ast::recovery::{
    InterruptedEdits, RecoveredFiles, ransack_interrupted_edit, ransack_recovered_file,
};
use crate::ast_edit::ransack_file_change;
use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, from_duration, from_limit, optional_path,
    optional_text, to_limit,
};
use crate::pool::{self, ransack_pool};
use crate::report::{EmbeddedReport, ransack_report};
use crate::slice::ransack_bytes;
use crate::undo::options::{ransack_journal_options, resolve_journal};
use crate::workspace::{self, ransack_workspace};

use super::changes::FileChanges;
use super::patch::{applied_hunks, ransack_applied_hunk};

/// Newest version of ransack_apply_patch_options.
pub const RANSACK_APPLY_PATCH_OPTIONS_VERSION: u32 = 1;

/// Options for ransack_apply_patch(). Initialise with RANSACK_APPLY_PATCH_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_apply_patch_options {
    /// RANSACK_APPLY_PATCH_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Whether to return the changes without writing any file. Default: 1.
    pub dry_run: u8,
    /// Whether to undo the patch: to change files that have its new lines so that they have its old
    /// lines. Default: 0.
    pub reverse: u8,
    /// Patch, in a format that ransack_parse_patch() reads. Default: empty, which fails with
    /// RANSACK_STATUS_INVALID_PATCH.
    pub patch: ransack_bytes,
    /// Directory that the paths in the patch are relative to; relative to the current directory or,
    /// in a workspace, to the workspace's root. Default: empty, which means that directory.
    pub path: ransack_bytes,
    /// Number of context lines at each end of a hunk that may differ from the file, if the hunk fits
    /// nowhere otherwise. Default: 0.
    pub fuzz: usize,
    /// Preview token from an earlier outcome, as in ransack_ast_edit_options. Default: empty, which
    /// skips the check.
    pub preview: ransack_bytes,
    /// Maximum size of a file in bytes, before and after patching; if a file is larger, the call
    /// fails. RANSACK_NO_LIMIT means 2 GiB. Default: 16777216.
    pub max_file_size: u64,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard. The
    /// patch is then UTF-8, and text is written back in the encoding of its file. Default: empty,
    /// which compares the bytes of the patch with the bytes of the file.
    pub encoding: ransack_bytes,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. The limit does not interrupt the call once files are being replaced. Default:
    /// RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
    /// Maximum time in milliseconds to wait for other edits of the same files; a dry run does not
    /// wait. With 0, the call fails immediately instead of waiting; with RANSACK_NO_LIMIT, the wait
    /// is unlimited. Default: 10000.
    pub wait_ms: u64,
    /// Workspace that contains the files, as in ransack_scope. Default: NULL.
    pub workspace: *const ransack_workspace,
    /// Settings of the undo journal, which makes it possible to undo the edit. Default: NULL, which means
    /// the defaults of ransack_journal_options.
    pub journal: *const ransack_journal_options,
}

versioned!(
    ransack_apply_patch_options,
    RANSACK_APPLY_PATCH_OPTIONS_VERSION,
    [journal: 128]
);

impl Defaults for ransack_apply_patch_options {
    fn defaults() -> ransack_apply_patch_options {
        let core = ApplyPatchOptions::default();
        ransack_apply_patch_options {
            version: RANSACK_APPLY_PATCH_OPTIONS_VERSION,
            dry_run: core.dry_run.into(),
            reverse: core.reverse.into(),
            patch: NO_BYTES,
            path: NO_BYTES,
            fuzz: core.fuzz,
            preview: NO_BYTES,
            max_file_size: from_limit(core.max_file_size),
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            pool: ptr::null(),
            wait_ms: from_duration(Some(core.wait)),
            workspace: ptr::null(),
            journal: ptr::null(),
        }
    }
}

impl CallOptions for ransack_apply_patch_options {
    type Core = ApplyPatchOptions;

    unsafe fn resolve(&self) -> Result<ApplyPatchOptions, Failure> {
        let mut core = ApplyPatchOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.patch = self.patch.get("patch")?.to_vec();
            core.path = optional_path(self.path, "path")?.unwrap_or_default();
            core.preview = optional_text(self.preview, "preview")?;
            core.encoding = optional_text(self.encoding, "encoding")?;
            core.pool = pool::resolve(self.pool)?;
            core.journal = resolve_journal(self.journal)?;
            core.workspace = workspace::resolve(self.workspace)?;
        }
        core.wait = Duration::from_millis(self.wait_ms);
        core.dry_run = self.dry_run != 0;
        core.reverse = self.reverse != 0;
        core.fuzz = self.fuzz;
        core.max_file_size = to_limit(self.max_file_size);
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

/// Change of a patch that fits its file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_patched_file {
    /// Path of the file in the patch, before the change.
    pub path: ransack_bytes,
    /// Place of each hunk.
    pub hunks: *const ransack_applied_hunk,
    /// Number of hunks.
    pub hunks_len: usize,
}

/// Outcome of ransack_apply_patch(). The caller owns it; ransack_apply_patch_outcome_free() frees it
/// with everything it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_apply_patch_outcome {
    /// Files with changes: those whose texts change, then those that are created, deleted or renamed.
    /// Paths are relative to the directory of the call or, in a workspace, to its root. `root` is the
    /// index of the first change of the file in the patch, and `count` the number of hunks.
    pub file_changes: *const ransack_file_change,
    /// Number of files with changes.
    pub file_changes_len: usize,
    /// Places of the hunks, for each change to a file in the order of the patch or, with `reverse`, of
    /// the reversed patch.
    pub patched: *const ransack_patched_file,
    /// Number of changes in the patch.
    pub patched_len: usize,
    /// Token that identifies exactly these changes to exactly these files. A later call that gets the
    /// token as `preview` in ransack_apply_patch_options either applies the same changes or fails.
    pub preview: ransack_bytes,
    /// Report of the call; owned by the outcome.
    pub report: *const ransack_report,
    /// 1 if the files on disk were changed, 0 if no file was changed: after a dry run, and if a file
    /// with changes has an open buffer in the workspace.
    pub applied: u8,
    /// Files of interrupted edits that the call repaired before planning its own changes, in order of
    /// repair. Empty for a dry run, which repairs nothing.
    pub recovered: *const ransack_recovered_file,
    /// Number of repaired files.
    pub recovered_len: usize,
    /// Unfinished edits in the directories of the files, as in ransack_ast_edit_outcome.
    pub interrupted: *const ransack_interrupted_edit,
    /// Number of edits in `interrupted`.
    pub interrupted_len: usize,
    /// Id of the edit in the undo journal, for ransack_undo(). Empty if no file was written, and if the edit
    /// was not recorded; the `hints` of the report say why.
    pub id: ransack_bytes,
}

/// Applies a patch to the files below a directory. Changes either all files or none. By default
/// (`dry_run` 1), only returns the changes.
///
/// Hunks are placed by the rules of ransack_patch_apply(). Files keep their encoding, their byte order
/// mark and the ends of the lines that do not change. Renames and copies refer to the files before the
/// patch; several other changes to one path are applied one after the other. A patch that makes a file
/// executable, or no longer so, changes its mode: the file is then replaced by a new one with the same
/// owner and attributes. On Windows, this part of a patch is ignored. Of several
/// names that may mean a file, the best one that exists is taken; see ransack_parse_patch(). A file to
/// create gets the best one of those that need the fewest new directories.
///
/// Guarantees, open buffers and interrupted edits are as for ransack_ast_edit().
///
/// - `token` cancels the call until the first file is replaced; NULL for none.
/// - `out` receives the outcome; free it with ransack_apply_patch_outcome_free().
///
/// Fails with RANSACK_STATUS_PATCH_CONFLICT if hunks do not fit, a file does not exist, or a path to add
/// exists: the message names the conflicts of all files, and ransack_last_error() has the `passages` and
/// the `paths` of the files. Fails with RANSACK_STATUS_INVALID_PATCH as ransack_parse_patch() does, if a
/// path leads out of the directory or into a ".git" directory, or if the patch cannot be reversed. Also
/// fails if a file is not text, is too large, or cannot be read or written, if a path to add ends with a
/// slash, and if a file or the preview is out of date (RANSACK_STATUS_STALE). After any other failure than a conflict, no file has changed unless `paths`
/// lists the file; after a conflict, no file has changed.
///
///     ransack_apply_patch_options options = RANSACK_APPLY_PATCH_OPTIONS_INIT;
///     options.patch = RANSACK_BYTES("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n");
///     options.path = RANSACK_BYTES("src");
///     options.dry_run = 0;
///     status = ransack_apply_patch(&options, NULL, &outcome);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_apply_patch(
    options: *const ransack_apply_patch_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_apply_patch_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedOutcome::new(ransack::apply_patch(core, token)?))
        })
    }
}

/// Frees the outcome of a patch and everything it points to. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_apply_patch_outcome_free(
    outcome: *mut ransack_apply_patch_outcome,
) {
    // SAFETY: the header requires NULL or an outcome of this library that is not used afterwards.
    unsafe { ffi::free(outcome) }
}

impl Handle for ransack_apply_patch_outcome {
    type Owner = OwnedOutcome;
}

/// Outcome with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedOutcome {
    shown: ransack_apply_patch_outcome,
    _file_changes: FileChanges,
    _patched: Vec<ransack_patched_file>,
    _hunks: Vec<Vec<ransack_applied_hunk>>,
    _paths: Vec<Vec<u8>>,
    _recovered: RecoveredFiles,
    _interrupted: InterruptedEdits,
    _report: EmbeddedReport,
    _preview: String,
    _id: String,
}

impl OwnedOutcome {
    fn new(outcome: ApplyPatchOutcome) -> OwnedOutcome {
        let files = FileChanges::new(outcome.file_changes);
        let hunks = outcome.patched.iter();
        let hunks: Vec<Vec<_>> = hunks.map(|file| applied_hunks(&file.hunks)).collect();
        let paths = outcome.patched.into_iter().map(|file| file.path);
        let paths: Vec<Vec<u8>> = paths.collect();
        let patched = std::iter::zip(&paths, &hunks).map(|(path, hunks)| ransack_patched_file {
            path: ransack_bytes::of(path),
            hunks: hunks.as_ptr(),
            hunks_len: hunks.len(),
        });
        let patched: Vec<_> = patched.collect();
        let recovered = RecoveredFiles::new(outcome.recovered);
        let interrupted = InterruptedEdits::new(outcome.interrupted);
        let report = EmbeddedReport::new(outcome.report);
        let id = outcome.id.unwrap_or_default();
        // Moving vectors and strings does not move their content.
        OwnedOutcome {
            shown: ransack_apply_patch_outcome {
                file_changes: files.shown.as_ptr(),
                file_changes_len: files.shown.len(),
                patched: patched.as_ptr(),
                patched_len: patched.len(),
                preview: ransack_bytes::of(outcome.preview.as_bytes()),
                report: report.as_ptr(),
                applied: outcome.applied.into(),
                recovered: recovered.shown.as_ptr(),
                recovered_len: recovered.shown.len(),
                interrupted: interrupted.shown.as_ptr(),
                interrupted_len: interrupted.shown.len(),
                id: ransack_bytes::of(id.as_bytes()),
            },
            _file_changes: files,
            _patched: patched,
            _hunks: hunks,
            _paths: paths,
            _recovered: recovered,
            _interrupted: interrupted,
            _report: report,
            _preview: outcome.preview,
            _id: id,
        }
    }
}

#[cfg(test)]
mod tests;
