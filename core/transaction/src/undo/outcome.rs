//! Results of the functions of the undo journal.

use std::path::PathBuf;
use std::time::SystemTime;

use super::record::JournaledState;
use crate::applied::AppliedAction;
use crate::recovery::RecoveredFile;

/// Result of [`undo`](super::undo) and [`redo`](super::redo).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UndoOutcome {
    /// Edits that the call has undone or redone, in this order, with their state after the call. Empty
    /// if there are no such edits after the checkpoint.
    pub edits: Vec<JournaledEdit>,
    /// Whether the files were written. False if there is nothing to do, and if a file that would change
    /// has an open buffer in the workspace: nothing at all was written then.
    pub applied: bool,
    /// Absolute paths of the open buffers because of which nothing was written.
    pub buffers: Vec<PathBuf>,
    /// Reason why the undone edits cannot be redone, or the redone edits cannot be undone, although the
    /// files were written: the journal could not be written. `None` otherwise.
    pub problem: Option<String>,
    /// Files of interrupted edits that the call repaired before it undid or redid edits.
    pub recovered: Vec<RecoveredFile>,
}

/// Edit in the undo journal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JournaledEdit {
    /// Id of the edit.
    pub id: String,
    /// Time at which the edit was first applied.
    pub time: SystemTime,
    /// Name of the operation in `snake_case`, such as `ast_edit`.
    pub operation: String,
    /// Name of the session.
    pub session: String,
    /// Root of the edit: the root of its workspace, or the directory that contains all roots of the call.
    pub root: PathBuf,
    /// Files that the edit changes.
    pub files: Vec<JournaledFile>,
    /// Whether the edit is applied or undone.
    pub state: JournaledState,
    /// Names of the checkpoints of the session whose undo includes this edit, oldest first.
    pub checkpoints: Vec<String>,
    /// Size of the edit in the journal in bytes; 0 if it is not in the journal any more.
    pub bytes: u64,
}

/// File of a journaled edit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JournaledFile {
    /// Absolute path, with symbolic links resolved; the old path of a renamed file.
    pub path: PathBuf,
    /// Effect of the edit on the file.
    pub action: AppliedAction,
}

/// Position among the edits of a session; see [`checkpoint`](super::checkpoint).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditCheckpoint {
    /// Name of the checkpoint.
    pub name: String,
    /// Name of the session.
    pub session: String,
    /// Time at which the checkpoint was set.
    pub time: SystemTime,
    /// Absolute path of the directory or file whose edits the checkpoint concerns.
    pub path: PathBuf,
}

/// Result of [`edits`](super::edits).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditsOutcome {
    /// Edits, most recently applied first.
    pub edits: Vec<JournaledEdit>,
    /// Checkpoints of all sessions, newest first.
    pub checkpoints: Vec<EditCheckpoint>,
    /// Files of the journal that are damaged or cannot be read. Their edits are not listed and cannot be
    /// undone.
    pub damaged: Vec<PathBuf>,
}
