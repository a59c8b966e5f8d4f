//! Files that changed in a workspace since an earlier call.

use ransack::{ChangeKind, ChangedFile, Changes};

use super::ransack_workspace;
use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::ransack_status;
use crate::ffi::{self, Handle};
use crate::panic::guard;
use crate::report::{EmbeddedReport, ransack_report};
use crate::slice::ransack_bytes;

/// Difference in a file between two calls of ransack_workspace_changes(). More values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_change_kind {
    /// The file exists now, and did not exist.
    Created = 1,
    /// The content, permissions or names of the file changed, or it was replaced.
    Modified = 2,
    /// The file existed, and does not exist now or is no longer in scope.
    Deleted = 3,
}

/// File that was created, modified or deleted.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_changed_file {
    /// Path relative to the root of the workspace.
    pub path: ransack_bytes,
    /// Difference between the two calls.
    pub kind: ransack_change_kind,
}

/// Answer of ransack_workspace_changes(). The caller owns it; ransack_changes_free() frees it with
/// everything it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_changes {
    /// Changed files, sorted by path.
    pub files: *const ransack_changed_file,
    /// Number of files.
    pub files_len: usize,
    /// Token for the next call.
    pub next: ransack_bytes,
    /// Report of the examination of all files; owned by the answer. Its `total_matches` is the
    /// number of changes.
    pub report: *const ransack_report,
}

impl Handle for ransack_changes {
    type Owner = OwnedChanges;
}

/// Answer with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedChanges {
    shown: ransack_changes,
    _shown_files: Vec<ransack_changed_file>,
    _files: Vec<ChangedFile>,
    _next: String,
    _report: EmbeddedReport,
}

impl OwnedChanges {
    fn new(changes: Changes) -> OwnedChanges {
        let Changes {
            files,
            next,
            report,
            ..
        } = changes;
        let show = |file: &ChangedFile| ransack_changed_file {
            path: ransack_bytes::of(file.path.as_bytes()),
            kind: match file.kind {
                ChangeKind::Created => ransack_change_kind::Created,
                ChangeKind::Modified => ransack_change_kind::Modified,
                ChangeKind::Deleted => ransack_change_kind::Deleted,
            },
        };
        let shown_files: Vec<ransack_changed_file> = files.iter().map(show).collect();
        let report = EmbeddedReport::new(report);
        // Moving a vector or a string does not move its content.
        OwnedChanges {
            shown: ransack_changes {
                files: shown_files.as_ptr(),
                files_len: shown_files.len(),
                next: ransack_bytes::of(next.as_bytes()),
                report: report.as_ptr(),
            },
            _shown_files: shown_files,
            _files: files,
            _next: next,
            _report: report,
        }
    }
}

/// Sets `out` to the files and symbolic links below the root of the workspace that were created,
/// modified or deleted since an earlier call returned `since` as `next`. An empty `since` gives no
/// files, only a token. Every change between the two calls is reported; a file that was changed and
/// changed back may be. Works in every refresh mode, and any number of callers may keep tokens.
///
/// Ignore rules apply and hidden files are in scope, as with RANSACK_SCOPE_INIT; if an ignore rule
/// changes, the files that it excludes count as deleted. An open buffer replaces its file, so that
/// setting or clearing it is a change. If a file or directory cannot be examined, the report says
/// so, and no file in it counts as deleted until a later call can examine it.
///
/// Examines the metadata of every file, and reads the files that were modified in the two seconds
/// before this call or the previous one. Keeps about 200 bytes per file until the workspace is
/// closed.
///
/// - `token` cancels the call; NULL for none.
/// - `out` receives the answer; free it with ransack_changes_free().
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if `since` is not a token of this workspace, as after it
/// was opened again, or if more than 65,536 files were deleted since; the caller then has to assume
/// that every file changed. Also fails if the workspace is closed, the root cannot be read or the
/// token fires; a later call with the same `since` misses nothing.
///
///     ransack_changes *changes = NULL;
///     status = ransack_workspace_changes(workspace, since, NULL, &changes);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_changes(
    workspace: *const ransack_workspace,
    since: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_changes,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a workspace that is not freed during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        // SAFETY: the header requires text that does not change during the call.
        let since = unsafe { since.text("since") }?;
        // SAFETY: the header requires NULL or a token that is not freed during the call.
        let token = unsafe { token_or_new(token) }?;
        let since = Some(&*since).filter(|since| !since.is_empty());
        let changes = workspace.changes(since, &token)?;
        out.write(ffi::into_handle(OwnedChanges::new(changes)));
        Ok(())
    })
}

/// Frees an answer of ransack_workspace_changes(). Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_changes_free(changes: *mut ransack_changes) {
    // SAFETY: the header requires NULL or an answer of this library that is not used afterwards.
    unsafe { ffi::free(changes) }
}
