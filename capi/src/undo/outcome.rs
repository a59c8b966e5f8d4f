//! Outcomes of the functions of the undo journal.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ransack::{
    AppliedAction, EditCheckpoint, EditsOutcome, JournaledEdit, JournaledFile, JournaledState,
    UndoOutcome,
};

use crate::ast::recovery::{RecoveredFiles, ransack_recovered_file};
use crate::ffi::Handle;
use crate::options::NO_BYTES;
use crate::slice::ransack_bytes;

/// State of a journaled edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_journaled_state {
    /// The edit is applied, and may be undone.
    Applied = 1,
    /// The edit is undone, and may be redone.
    Undone = 2,
}

/// Effect of a journaled edit on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_applied_action {
    /// The file got new bytes.
    Rewritten = 1,
    /// The file was created.
    Created = 2,
    /// The file was deleted.
    Deleted = 3,
    /// The file got another path, and maybe new bytes.
    Renamed = 4,
}

/// File of a journaled edit.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_journaled_file {
    /// Absolute path, with symbolic links resolved; the old path of a renamed file.
    pub path: ransack_bytes,
    /// Absolute new path of a renamed file; empty for other files.
    pub renamed_to: ransack_bytes,
    /// Effect of the edit on the file.
    pub action: ransack_applied_action,
}

/// Edit in the undo journal.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_journaled_edit {
    /// Id of the edit.
    pub id: ransack_bytes,
    /// Name of the operation in snake_case, such as "ast_edit".
    pub operation: ransack_bytes,
    /// Name of the session.
    pub session: ransack_bytes,
    /// Root of the edit: the root of its workspace, or the directory that contains all roots of the call.
    pub root: ransack_bytes,
    /// Time at which the edit was first applied, in milliseconds since the Unix epoch.
    pub time_ms: u64,
    /// Size of the edit in the journal in bytes; 0 if it is not in the journal any more.
    pub bytes: u64,
    /// Files that the edit changes.
    pub files: *const ransack_journaled_file,
    /// Number of files.
    pub files_len: usize,
    /// Names of the checkpoints of the session whose undo includes this edit, oldest first.
    pub checkpoints: *const ransack_bytes,
    /// Number of names in `checkpoints`.
    pub checkpoints_len: usize,
    /// Whether the edit is applied or undone.
    pub state: ransack_journaled_state,
}

/// Position among the edits of a session; see ransack_checkpoint().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_edit_checkpoint {
    /// Name of the checkpoint.
    pub name: ransack_bytes,
    /// Name of the session.
    pub session: ransack_bytes,
    /// Absolute path of the directory or file whose edits the checkpoint concerns.
    pub path: ransack_bytes,
    /// Time at which the checkpoint was set, in milliseconds since the Unix epoch.
    pub time_ms: u64,
}

/// Outcome of ransack_undo() and ransack_redo(). The caller owns it; ransack_undo_outcome_free() frees it
/// with everything it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_undo_outcome {
    /// Edits that the call has undone or redone, in this order, with their state after the call. None if
    /// there are no such edits after the checkpoint.
    pub edits: *const ransack_journaled_edit,
    /// Number of edits.
    pub edits_len: usize,
    /// Absolute paths of the open buffers because of which nothing was written.
    pub buffers: *const ransack_bytes,
    /// Number of paths in `buffers`.
    pub buffers_len: usize,
    /// Reason why the undone edits cannot be redone, or the redone edits cannot be undone, although the
    /// files were written: the journal could not be written. Empty otherwise.
    pub problem: ransack_bytes,
    /// Files of interrupted edits that the call repaired before it undid or redid edits.
    pub recovered: *const ransack_recovered_file,
    /// Number of repaired files.
    pub recovered_len: usize,
    /// 1 if the files were written, 0 if there is nothing to do, and if a file that would change has an
    /// open buffer in the workspace: nothing at all was written then.
    pub applied: u8,
}

/// Outcome of ransack_edits(). The caller owns it; ransack_edits_outcome_free() frees it with everything
/// it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_edits_outcome {
    /// Edits, most recently applied first.
    pub edits: *const ransack_journaled_edit,
    /// Number of edits.
    pub edits_len: usize,
    /// Checkpoints of all sessions, newest first.
    pub checkpoints: *const ransack_edit_checkpoint,
    /// Number of checkpoints.
    pub checkpoints_len: usize,
    /// Files of the journal that are damaged or cannot be read. Their edits are not listed and cannot be
    /// undone.
    pub damaged: *const ransack_bytes,
    /// Number of paths in `damaged`.
    pub damaged_len: usize,
}

impl Handle for ransack_undo_outcome {
    type Owner = OwnedUndo;
}

impl Handle for ransack_edits_outcome {
    type Owner = OwnedEdits;
}

/// Outcome with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedUndo {
    shown: ransack_undo_outcome,
    _edits: JournaledEdits,
    _buffers: Vec<ransack_bytes>,
    _recovered: RecoveredFiles,
    _outcome: UndoOutcome,
}

impl OwnedUndo {
    pub(super) fn new(mut outcome: UndoOutcome) -> OwnedUndo {
        let edits = JournaledEdits::new(std::mem::take(&mut outcome.edits));
        let recovered = RecoveredFiles::new(std::mem::take(&mut outcome.recovered));
        let buffers: Vec<_> = outcome.buffers.iter().map(|path| bytes_of(path)).collect();
        let problem = outcome.problem.as_ref();
        // Moving vectors and strings does not move their content.
        OwnedUndo {
            shown: ransack_undo_outcome {
                edits: edits.shown.as_ptr(),
                edits_len: edits.shown.len(),
                buffers: buffers.as_ptr(),
                buffers_len: buffers.len(),
                problem: problem.map_or(NO_BYTES, |problem| ransack_bytes::of(problem.as_bytes())),
                recovered: recovered.shown.as_ptr(),
                recovered_len: recovered.shown.len(),
                applied: outcome.applied.into(),
            },
            _edits: edits,
            _buffers: buffers,
            _recovered: recovered,
            _outcome: outcome,
        }
    }
}

/// List with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedEdits {
    shown: ransack_edits_outcome,
    _edits: JournaledEdits,
    _checkpoints: Vec<ransack_edit_checkpoint>,
    _damaged: Vec<ransack_bytes>,
    _outcome: EditsOutcome,
}

impl OwnedEdits {
    pub(super) fn new(mut outcome: EditsOutcome) -> OwnedEdits {
        let edits = JournaledEdits::new(std::mem::take(&mut outcome.edits));
        let show = |checkpoint: &EditCheckpoint| ransack_edit_checkpoint {
            name: ransack_bytes::of(checkpoint.name.as_bytes()),
            session: ransack_bytes::of(checkpoint.session.as_bytes()),
            path: bytes_of(&checkpoint.path),
            time_ms: milliseconds(checkpoint.time),
        };
        let checkpoints: Vec<_> = outcome.checkpoints.iter().map(show).collect();
        let damaged: Vec<_> = outcome.damaged.iter().map(|path| bytes_of(path)).collect();
        // Moving vectors does not move their content.
        OwnedEdits {
            shown: ransack_edits_outcome {
                edits: edits.shown.as_ptr(),
                edits_len: edits.shown.len(),
                checkpoints: checkpoints.as_ptr(),
                checkpoints_len: checkpoints.len(),
                damaged: damaged.as_ptr(),
                damaged_len: damaged.len(),
            },
            _edits: edits,
            _checkpoints: checkpoints,
            _damaged: damaged,
            _outcome: outcome,
        }
    }
}

/// Journaled edits with the data that their C structs point to.
struct JournaledEdits {
    shown: Vec<ransack_journaled_edit>,
    _files: Vec<Vec<ransack_journaled_file>>,
    _checkpoints: Vec<Vec<ransack_bytes>>,
    _edits: Vec<JournaledEdit>,
}

impl JournaledEdits {
    fn new(edits: Vec<JournaledEdit>) -> JournaledEdits {
        let files_of = |edit: &JournaledEdit| edit.files.iter().map(Into::into).collect();
        let files: Vec<Vec<ransack_journaled_file>> = edits.iter().map(files_of).collect();
        let names_of = |edit: &JournaledEdit| {
            let names = edit.checkpoints.iter();
            names
                .map(|name| ransack_bytes::of(name.as_bytes()))
                .collect()
        };
        let names: Vec<Vec<ransack_bytes>> = edits.iter().map(names_of).collect();
        let parts = edits.iter().zip(&files).zip(&names);
        let shown = parts.map(|((edit, files), names)| ransack_journaled_edit {
            id: ransack_bytes::of(edit.id.as_bytes()),
            operation: ransack_bytes::of(edit.operation.as_bytes()),
            session: ransack_bytes::of(edit.session.as_bytes()),
            root: bytes_of(&edit.root),
            time_ms: milliseconds(edit.time),
            bytes: edit.bytes,
            files: files.as_ptr(),
            files_len: files.len(),
            checkpoints: names.as_ptr(),
            checkpoints_len: names.len(),
            state: match edit.state {
                JournaledState::Undone => ransack_journaled_state::Undone,
                // `JournaledState` is non-exhaustive.
                _ => ransack_journaled_state::Applied,
            },
        });
        JournaledEdits {
            shown: shown.collect(),
            _files: files,
            _checkpoints: names,
            _edits: edits,
        }
    }
}

impl From<&JournaledFile> for ransack_journaled_file {
    fn from(file: &JournaledFile) -> ransack_journaled_file {
        let (action, to) = match &file.action {
            AppliedAction::Created => (ransack_applied_action::Created, None),
            AppliedAction::Deleted => (ransack_applied_action::Deleted, None),
            AppliedAction::Renamed { to } => (ransack_applied_action::Renamed, Some(to)),
            // `AppliedAction` is non-exhaustive.
            _ => (ransack_applied_action::Rewritten, None),
        };
        ransack_journaled_file {
            path: bytes_of(&file.path),
            renamed_to: to.map_or(NO_BYTES, |to| bytes_of(to)),
            action,
        }
    }
}

fn milliseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

fn bytes_of(path: &Path) -> ransack_bytes {
    ransack_bytes::of(path.as_os_str().as_encoded_bytes())
}
