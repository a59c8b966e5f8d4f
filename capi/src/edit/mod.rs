//! Edits of named files and of texts, and patches.
//!
//! - `file_edit`: edits, as both calls take them
//! - `result`: results of single edits
//! - `changes`: kinds of changed files
//! - `text`: edits of a text in memory
//! - `patch`: patches of texts
//! - `replace`: replacements of matches in files
//! - `read`: reads of lines
//! - `resolve`: places of lines that were read, and the memory for snapshots
//! - `apply_patch`: patches applied to files
//! - `conflicts`: conflicts that merges have left in files

pub mod apply_patch;
pub mod changes;
pub mod conflicts;
pub mod file_edit;
pub mod patch;
pub mod read;
pub mod replace;
pub mod resolve;
pub mod result;
pub mod text;

use std::ptr;
use std::time::Duration;

use ransack::{EditOptions, FileEditOutcome};

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
use crate::slice::{elements, ransack_bytes};
use crate::undo::options::{ransack_journal_options, resolve_journal};
use crate::workspace::{self, ransack_workspace};

use changes::FileChanges;
use file_edit::ransack_file_edit;
use result::{TextEditResults, ransack_text_edit_result};

/// Newest version of ransack_edit_options.
pub const RANSACK_EDIT_OPTIONS_VERSION: u32 = 1;

/// Options for ransack_edit(). Initialise with RANSACK_EDIT_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_edit_options {
    /// RANSACK_EDIT_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Whether to return the changes without writing any file. Default: 1.
    pub dry_run: u8,
    /// Whether a quoted text that does not occur may be found by more tolerant comparisons; see
    /// ransack_match_level. Default: 0.
    pub tolerant: u8,
    /// Edits to make. All refer to the files as they were before the call. Default: none, which fails
    /// with RANSACK_STATUS_INVALID_OPTION.
    pub edits: *const ransack_file_edit,
    /// Number of edits. Default: 0.
    pub edits_len: usize,
    /// Directory at which relative paths in the edits start, or the file of edits without a path;
    /// relative to the current directory or, in a workspace, to the workspace's root. Default: empty,
    /// which means that directory.
    pub path: ransack_bytes,
    /// Preview token from an earlier outcome, as in ransack_ast_edit_options. Default: empty, which
    /// skips the check.
    pub preview: ransack_bytes,
    /// Maximum size of a file in bytes, before and after the edit; if a file is larger, the call
    /// fails. RANSACK_NO_LIMIT means 2 GiB. Default: 16777216.
    pub max_file_size: u64,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
    /// Text is written back in the encoding of its file. Default: empty, which means UTF-8.
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
    /// Whether to refuse changes of lines that no read of this process has shown: lines that an edit
    /// replaces, quotes, or names as the place of new text. Lines count that ransack_read_lines() has
    /// returned from a retained snapshot of the file and that have not changed since. Default: 0.
    pub only_seen: u8,
    /// Settings of the undo journal, which makes it possible to undo the edit. Default: NULL, which means
    /// the defaults of ransack_journal_options.
    pub journal: *const ransack_journal_options,
}

versioned!(
    ransack_edit_options,
    RANSACK_EDIT_OPTIONS_VERSION,
    [journal: 128]
);

impl Defaults for ransack_edit_options {
    fn defaults() -> ransack_edit_options {
        let core = EditOptions::default();
        ransack_edit_options {
            version: RANSACK_EDIT_OPTIONS_VERSION,
            dry_run: core.dry_run.into(),
            tolerant: core.tolerant.into(),
            edits: ptr::null(),
            edits_len: 0,
            path: NO_BYTES,
            preview: NO_BYTES,
            max_file_size: from_limit(core.max_file_size),
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            pool: ptr::null(),
            wait_ms: from_duration(Some(core.wait)),
            workspace: ptr::null(),
            only_seen: core.only_seen.into(),
            journal: ptr::null(),
        }
    }
}

impl CallOptions for ransack_edit_options {
    type Core = EditOptions;

    unsafe fn resolve(&self) -> Result<EditOptions, Failure> {
        let mut core = EditOptions::default();
        // SAFETY: the contract of this function.
        core.edits =
            unsafe { elements(self.edits, self.edits_len, "edits", |edit| edit.resolve()) }?;
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.path = optional_path(self.path, "path")?;
            core.preview = optional_text(self.preview, "preview")?;
            core.encoding = optional_text(self.encoding, "encoding")?;
            core.pool = pool::resolve(self.pool)?;
            core.journal = resolve_journal(self.journal)?;
            core.workspace = workspace::resolve(self.workspace)?;
        }
        core.wait = Duration::from_millis(self.wait_ms);
        core.dry_run = self.dry_run != 0;
        core.tolerant = self.tolerant != 0;
        core.only_seen = self.only_seen != 0;
        core.max_file_size = to_limit(self.max_file_size);
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

/// Outcome of ransack_edit(). The caller owns it; ransack_edit_outcome_free() frees it with everything
/// it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_edit_outcome {
    /// Files with changes: those whose texts change, then those that are created, deleted or renamed,
    /// each in the order of their first edits. `root` is the index of the first edit of the file.
    pub file_changes: *const ransack_file_change,
    /// Number of files with changes.
    pub file_changes_len: usize,
    /// Result of each edit, in the order of the options.
    pub edits: *const ransack_text_edit_result,
    /// Number of edits.
    pub edits_len: usize,
    /// Token that identifies exactly these changes to exactly these files. A later call that gets the
    /// token as `preview` in ransack_edit_options either applies the same changes or fails.
    pub preview: ransack_bytes,
    /// Report of the call; owned by the outcome.
    pub report: *const ransack_report,
    /// 1 if the files on disk were changed, 0 if no file was changed: after a dry run, and if a file
    /// with changes has an open buffer in the workspace.
    pub applied: u8,
    /// Files of interrupted edits that the call repaired before planning its own edits, in order of
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

/// Edits named files: replaces quoted passages or lines, inserts text, creates, deletes and renames
/// files. Changes either all files or none. By default (`dry_run` 1), only returns the changes.
///
/// All edits refer to the files as they were before the call, except that the line numbers of an edit
/// with a `snapshot` refer to that snapshot; edits of one text follow the rules of
/// ransack_edit_text(). A file may be edited and renamed in the same call, with its old path in all of
/// its edits. Bytes outside the edits stay, in files of every encoding. A created file gets missing
/// parent directories. A directory that becomes empty stays.
///
/// Guarantees, open buffers and interrupted edits are as for ransack_ast_edit().
///
/// - `token` cancels the call until the first file is replaced; NULL for none.
/// - `out` receives the outcome; free it with ransack_edit_outcome_free().
///
/// Returns any error of ransack_edit_text(), with the path of the file. Also fails if there are no
/// edits, or a file is not text, is too large, or cannot be read or written; if a file is created,
/// deleted or renamed twice, or its text is edited although it is created or deleted
/// (RANSACK_STATUS_OVERLAPPING_EDITS); and if a file or the preview is out of date, a path to create
/// exists, or another edit of the same files is running (RANSACK_STATUS_STALE). With
/// RANSACK_STATUS_STALE it also fails if the lines of a snapshot have changed, their place is not
/// certain, or the snapshot is not retained (`passages` in ransack_last_error() are the current
/// lines), if a hash differs, and if no read has shown a line although `only_seen` is set. If the call
/// fails, no file has changed unless `paths` in ransack_last_error() lists the file.
///
///     ransack_file_edit edit = RANSACK_FILE_EDIT_INIT;
///     edit.path = RANSACK_BYTES("a.txt");
///     edit.old_text = RANSACK_BYTES("colour");
///     edit.new_text = RANSACK_BYTES("color");
///     ransack_edit_options options = RANSACK_EDIT_OPTIONS_INIT;
///     options.edits = &edit;
///     options.edits_len = 1;
///     options.dry_run = 0;
///     status = ransack_edit(&options, NULL, &outcome);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_edit(
    options: *const ransack_edit_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_edit_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedOutcome::new(ransack::edit(core, token)?))
        })
    }
}

/// Frees the outcome of an edit and everything it points to. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_edit_outcome_free(outcome: *mut ransack_edit_outcome) {
    // SAFETY: the header requires NULL or an outcome of this library that is not used afterwards.
    unsafe { ffi::free(outcome) }
}

impl Handle for ransack_edit_outcome {
    type Owner = OwnedOutcome;
}

/// Outcome with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedOutcome {
    shown: ransack_edit_outcome,
    _file_changes: FileChanges,
    _edits: TextEditResults,
    _recovered: RecoveredFiles,
    _interrupted: InterruptedEdits,
    _report: EmbeddedReport,
    _preview: String,
    _id: String,
}

impl OwnedOutcome {
    fn new(outcome: FileEditOutcome) -> OwnedOutcome {
        let files = FileChanges::new(outcome.file_changes);
        let edits = TextEditResults::new(&outcome.edits);
        let recovered = RecoveredFiles::new(outcome.recovered);
        let interrupted = InterruptedEdits::new(outcome.interrupted);
        let report = EmbeddedReport::new(outcome.report);
        let id = outcome.id.unwrap_or_default();
        // Moving vectors and strings does not move their content.
        OwnedOutcome {
            shown: ransack_edit_outcome {
                file_changes: files.shown.as_ptr(),
                file_changes_len: files.shown.len(),
                edits: edits.shown.as_ptr(),
                edits_len: edits.shown.len(),
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
            _edits: edits,
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
