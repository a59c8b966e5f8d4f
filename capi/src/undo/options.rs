//! Options of the undo journal and of its functions.

use std::path::PathBuf;
use std::ptr;
use std::time::Duration;

use ransack::{CheckpointOptions, EditsOptions, JournalOptions, UndoOptions};

use crate::error::Failure;
use crate::options::versioned::{Defaults, read_versioned, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, from_duration, optional_path, optional_text,
};
use crate::pool::{self, ransack_pool};
use crate::slice::ransack_bytes;
use crate::workspace::{self, ransack_workspace};

/// Newest version of ransack_journal_options.
pub const RANSACK_JOURNAL_OPTIONS_VERSION: u32 = 1;

/// Newest version of ransack_undo_options.
pub const RANSACK_UNDO_OPTIONS_VERSION: u32 = 1;

/// Newest version of ransack_checkpoint_options.
pub const RANSACK_CHECKPOINT_OPTIONS_VERSION: u32 = 1;

/// Newest version of ransack_edits_options.
pub const RANSACK_EDITS_OPTIONS_VERSION: u32 = 1;

/// Settings of the undo journal, shared by all edits and by ransack_undo(). Initialise with
/// RANSACK_JOURNAL_OPTIONS_INIT.
///
/// Each applied edit is recorded in the journal of its root. A journal holds the bytes before the edits
/// of changed files, compressed, and nothing else of the tree.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_journal_options {
    /// RANSACK_JOURNAL_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Whether applied edits are recorded. An edit that is not recorded has no id and cannot be undone.
    /// Default: 1.
    pub record_edits: u8,
    /// Name of the session of an edit. Without an id, ransack_undo() and ransack_redo() consider only
    /// the edits of their own session, and a checkpoint belongs to a session. Default: empty, a name
    /// that is unique to this process.
    pub session: ransack_bytes,
    /// Directory of the journals of all roots. Created, with access for the user only, if it does not
    /// exist. Default: empty, the directory "ransack/undo" in the user's state directory:
    /// $XDG_STATE_HOME or ~/.local/state, on macOS ~/Library/Application Support, on Windows
    /// %LOCALAPPDATA%.
    pub journal_path: ransack_bytes,
    /// Maximum size of the journal of a root in bytes. The oldest edits are removed first; a larger edit
    /// is not recorded. A journal may exceed the maximum by a sixteenth. Default: 268435456.
    pub journal_max_bytes: u64,
    /// Maximum age of an edit in the journal in milliseconds. Default: 2592000000, 30 days.
    pub journal_max_age_ms: u64,
}

versioned!(
    ransack_journal_options,
    RANSACK_JOURNAL_OPTIONS_VERSION,
    [journal_max_age_ms: 56]
);

impl Defaults for ransack_journal_options {
    fn defaults() -> ransack_journal_options {
        let core = JournalOptions::default();
        ransack_journal_options {
            version: RANSACK_JOURNAL_OPTIONS_VERSION,
            record_edits: core.record_edits.into(),
            session: NO_BYTES,
            journal_path: NO_BYTES,
            journal_max_bytes: core.journal_max_bytes,
            journal_max_age_ms: from_duration(Some(core.journal_max_age)),
        }
    }
}

/// Converts settings of the journal; NULL means the defaults.
///
/// # Safety
///
/// Same contract as [`read_versioned`]; the texts are valid.
pub(crate) unsafe fn resolve_journal(
    journal: *const ransack_journal_options,
) -> Result<JournalOptions, Failure> {
    let mut core = JournalOptions::default();
    if journal.is_null() {
        return Ok(core);
    }
    // SAFETY: the contract of this function.
    let journal = unsafe { read_versioned(journal, "journal") }?;
    // SAFETY: the texts are valid by the contract of this function.
    unsafe {
        core.session = optional_text(journal.session, "session")?;
        core.journal_path = optional_path(journal.journal_path, "journal_path")?;
    }
    core.record_edits = journal.record_edits != 0;
    core.journal_max_bytes = journal.journal_max_bytes;
    core.journal_max_age = Duration::from_millis(journal.journal_max_age_ms);
    Ok(core)
}

/// Options for ransack_undo() and ransack_redo(). Initialise with RANSACK_UNDO_OPTIONS_INIT. If neither
/// `id` nor `checkpoint` is set, the call concerns the latest edit of the session.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_undo_options {
    /// RANSACK_UNDO_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Id of an edit of any session, as its outcome has it. Default: empty.
    pub id: ransack_bytes,
    /// Name of a checkpoint of the session. All edits of the session that were first applied after the
    /// checkpoint are undone or redone, or none of them. Default: empty.
    pub checkpoint: ransack_bytes,
    /// Root of the edits, or a file or directory above or below it; relative to the current directory
    /// or, in a workspace, to its root. Need not exist. Without an id, only edits of files at or below
    /// this path count. Default: empty, the current directory or the root of the workspace.
    pub path: ransack_bytes,
    /// Workspace that contains the files. If a file that would change has an open buffer, no file is
    /// written. Default: NULL.
    pub workspace: *const ransack_workspace,
    /// Settings of the journal. Default: NULL, which means the defaults of ransack_journal_options.
    pub journal: *const ransack_journal_options,
    /// Maximum time in milliseconds to wait for other edits of the same files; with RANSACK_NO_LIMIT,
    /// the wait is unlimited. Default: 10000.
    pub wait_ms: u64,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time limit.
    /// The limit does not interrupt the call once files are being replaced. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
}

versioned!(ransack_undo_options, RANSACK_UNDO_OPTIONS_VERSION, [pool: 96]);

impl Defaults for ransack_undo_options {
    fn defaults() -> ransack_undo_options {
        ransack_undo_options {
            version: RANSACK_UNDO_OPTIONS_VERSION,
            id: NO_BYTES,
            checkpoint: NO_BYTES,
            path: NO_BYTES,
            workspace: ptr::null(),
            journal: ptr::null(),
            wait_ms: from_duration(Some(UndoOptions::default().wait)),
            timeout_ms: RANSACK_NO_LIMIT,
            pool: ptr::null(),
        }
    }
}

impl CallOptions for ransack_undo_options {
    type Core = UndoOptions;

    unsafe fn resolve(&self) -> Result<UndoOptions, Failure> {
        let mut core = UndoOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.id = optional_text(self.id, "id")?;
            core.checkpoint = optional_text(self.checkpoint, "checkpoint")?;
            core.path = path_or(core.path, self.path)?;
            core.workspace = workspace::resolve(self.workspace)?;
            core.journal = resolve_journal(self.journal)?;
            core.pool = pool::resolve(self.pool)?;
        }
        core.wait = Duration::from_millis(self.wait_ms);
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

/// Options for ransack_checkpoint(). Initialise with RANSACK_CHECKPOINT_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_checkpoint_options {
    /// RANSACK_CHECKPOINT_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Name of the checkpoint. An earlier checkpoint of the session with the same name and path is
    /// replaced. Default: empty, which fails with RANSACK_STATUS_INVALID_OPTION.
    pub name: ransack_bytes,
    /// Directory or file whose edits the checkpoint concerns; relative to the current directory or, in
    /// a workspace, to its root. Default: empty, the current directory or the root of the workspace.
    pub path: ransack_bytes,
    /// Workspace whose root a relative path starts from. Default: NULL.
    pub workspace: *const ransack_workspace,
    /// Settings of the journal. Default: NULL, which means the defaults of ransack_journal_options.
    pub journal: *const ransack_journal_options,
}

versioned!(
    ransack_checkpoint_options,
    RANSACK_CHECKPOINT_OPTIONS_VERSION,
    [journal: 56]
);

impl Defaults for ransack_checkpoint_options {
    fn defaults() -> ransack_checkpoint_options {
        ransack_checkpoint_options {
            version: RANSACK_CHECKPOINT_OPTIONS_VERSION,
            name: NO_BYTES,
            path: NO_BYTES,
            workspace: ptr::null(),
            journal: ptr::null(),
        }
    }
}

impl CallOptions for ransack_checkpoint_options {
    type Core = CheckpointOptions;

    unsafe fn resolve(&self) -> Result<CheckpointOptions, Failure> {
        let mut core = CheckpointOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.name = self.name.text("name")?;
            core.path = path_or(core.path, self.path)?;
            core.workspace = workspace::resolve(self.workspace)?;
            core.journal = resolve_journal(self.journal)?;
        }
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        None
    }
}

/// Options for ransack_edits(). Initialise with RANSACK_EDITS_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_edits_options {
    /// RANSACK_EDITS_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Root of the edits, or a file or directory above or below it, as in ransack_undo_options. Edits of
    /// files at or below this path are listed. Default: empty, the current directory or the root of the
    /// workspace.
    pub path: ransack_bytes,
    /// Workspace whose root a relative path starts from. Default: NULL.
    pub workspace: *const ransack_workspace,
    /// Settings of the journal. The edits of all sessions are listed. Default: NULL, which means the
    /// defaults of ransack_journal_options.
    pub journal: *const ransack_journal_options,
}

versioned!(ransack_edits_options, RANSACK_EDITS_OPTIONS_VERSION, [journal: 40]);

impl Defaults for ransack_edits_options {
    fn defaults() -> ransack_edits_options {
        ransack_edits_options {
            version: RANSACK_EDITS_OPTIONS_VERSION,
            path: NO_BYTES,
            workspace: ptr::null(),
            journal: ptr::null(),
        }
    }
}

impl CallOptions for ransack_edits_options {
    type Core = EditsOptions;

    unsafe fn resolve(&self) -> Result<EditsOptions, Failure> {
        let mut core = EditsOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.path = path_or(core.path, self.path)?;
            core.workspace = workspace::resolve(self.workspace)?;
            core.journal = resolve_journal(self.journal)?;
        }
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        None
    }
}

/// Returns a path, or the default if it is empty.
///
/// # Safety
///
/// The path is valid.
unsafe fn path_or(default: PathBuf, path: ransack_bytes) -> Result<PathBuf, Failure> {
    // SAFETY: the contract of this function.
    Ok(unsafe { optional_path(path, "path") }?.unwrap_or(default))
}

#[cfg(test)]
mod tests;
