//! Options of the undo journal and of its functions.

use std::path::PathBuf;
use std::time::Duration;

use ransack_base::Pool;
use ransack_base::internal::setters;
use ransack_search::ScopeWorkspace;

use crate::locks::DEFAULT_WAIT;

/// Settings of the undo journal.
///
/// Each applied edit is recorded in the journal of its root, so that [`undo`](super::undo) can restore
/// the files. A journal holds the bytes before the edits of changed files, compressed, and nothing
/// else of the tree.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JournalOptions {
    /// Whether applied edits are recorded. An edit that is not recorded has no id and cannot be undone.
    /// Default: true.
    pub record_edits: bool,
    /// Name of the session of an edit. Without an id, [`undo`](super::undo) and
    /// [`redo`](super::redo) consider only the edits of their own session, and a checkpoint belongs to a
    /// session. Default: `None`, a name that is unique to this process.
    pub session: Option<String>,
    /// Directory of the journals of all roots. Created, with access for the user only, if it does not
    /// exist. Default: `None`, the directory `ransack/undo` in the user's state directory:
    /// `$XDG_STATE_HOME` or `~/.local/state`, on macOS `~/Library/Application Support`, on Windows
    /// `%LOCALAPPDATA%`.
    pub journal_path: Option<PathBuf>,
    /// Maximum size of the journal of a root in bytes. The oldest edits are removed first; a larger edit
    /// is not recorded. A journal may exceed the maximum by a sixteenth. Default: 256 MiB.
    pub journal_max_bytes: u64,
    /// Maximum age of an edit in the journal. Default: 30 days.
    pub journal_max_age: Duration,
}

impl Default for JournalOptions {
    fn default() -> JournalOptions {
        JournalOptions {
            record_edits: true,
            session: None,
            journal_path: None,
            journal_max_bytes: 256 << 20,
            journal_max_age: Duration::from_secs(30 * 24 * 3600),
        }
    }
}

setters! { JournalOptions {
    value(bool) record_edits,
    some(String) session,
    some(PathBuf) journal_path,
    value(u64) journal_max_bytes,
    value(Duration) journal_max_age,
}}

/// Options for [`undo`](super::undo) and [`redo`](super::redo). If neither
/// [`id`](UndoOptions::id) nor [`checkpoint`](UndoOptions::checkpoint) is set, the call concerns the
/// latest edit of the session.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UndoOptions {
    /// Id of an edit of any session, as the edit returned it. Default: `None`.
    pub id: Option<String>,
    /// Name of a checkpoint of the session. All edits of the session that were first applied after the
    /// checkpoint are undone or redone, or none of them. Default: `None`.
    pub checkpoint: Option<String>,
    /// Root of the edits, or a file or directory above or below it; relative to the current directory
    /// or, in a workspace, to its root. Need not exist. Without an id, only edits of files at or below
    /// this path count. Default: `.`.
    pub path: PathBuf,
    /// Workspace that contains the files. If a file that would change has an open buffer, no file is
    /// written. Default: `None`.
    pub workspace: Option<ScopeWorkspace>,
    /// Settings of the journal. Default: the user's journal, and the session of this process.
    pub journal: JournalOptions,
    /// Maximum time to wait for other edits of the same files to end. Default: 10 seconds.
    pub wait: Duration,
    /// Worker pool to run on. Default: `None`, the shared pool ([`Pool::shared`]).
    pub pool: Option<Pool>,
}

impl Default for UndoOptions {
    fn default() -> UndoOptions {
        UndoOptions {
            id: None,
            checkpoint: None,
            path: ".".into(),
            workspace: None,
            journal: JournalOptions::default(),
            wait: DEFAULT_WAIT,
            pool: None,
        }
    }
}

impl UndoOptions {
    /// Creates options for the latest edit of the session at or below a path.
    pub fn new(path: impl Into<PathBuf>) -> UndoOptions {
        UndoOptions {
            path: path.into(),
            ..UndoOptions::default()
        }
    }
}

setters! { UndoOptions {
    some(String) id,
    some(String) checkpoint,
    into(PathBuf) path,
    some(ScopeWorkspace) workspace,
    value(JournalOptions) journal,
    value(Duration) wait,
    option(Pool) pool,
}}

/// Options for [`checkpoint`](super::checkpoint).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckpointOptions {
    /// Name of the checkpoint. An earlier checkpoint of the session with the same name and path is
    /// replaced. Default: empty, which is an error.
    pub name: String,
    /// Directory or file whose edits the checkpoint concerns; relative to the current directory or, in
    /// a workspace, to its root. Default: `.`.
    pub path: PathBuf,
    /// Workspace whose root a relative path starts from. Default: `None`.
    pub workspace: Option<ScopeWorkspace>,
    /// Settings of the journal. Default: the user's journal, and the session of this process.
    pub journal: JournalOptions,
}

impl Default for CheckpointOptions {
    fn default() -> CheckpointOptions {
        CheckpointOptions {
            name: String::new(),
            path: ".".into(),
            workspace: None,
            journal: JournalOptions::default(),
        }
    }
}

impl CheckpointOptions {
    /// Creates options for a checkpoint of a path.
    pub fn new(name: impl Into<String>, path: impl Into<PathBuf>) -> CheckpointOptions {
        CheckpointOptions {
            name: name.into(),
            path: path.into(),
            ..CheckpointOptions::default()
        }
    }
}

setters! { CheckpointOptions {
    into(String) name,
    into(PathBuf) path,
    some(ScopeWorkspace) workspace,
    value(JournalOptions) journal,
}}

/// Options for [`edits`](super::edits).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EditsOptions {
    /// Root of the edits, or a file or directory above or below it, as in [`UndoOptions::path`]. Edits
    /// of files at or below this path are listed. Default: `.`.
    pub path: PathBuf,
    /// Workspace whose root a relative path starts from. Default: `None`.
    pub workspace: Option<ScopeWorkspace>,
    /// Settings of the journal. The edits of all sessions are listed. Default: the user's journal.
    pub journal: JournalOptions,
}

impl Default for EditsOptions {
    fn default() -> EditsOptions {
        EditsOptions {
            path: ".".into(),
            workspace: None,
            journal: JournalOptions::default(),
        }
    }
}

impl EditsOptions {
    /// Creates options that list the edits of a path.
    pub fn new(path: impl Into<PathBuf>) -> EditsOptions {
        EditsOptions {
            path: path.into(),
            ..EditsOptions::default()
        }
    }
}

setters! { EditsOptions {
    into(PathBuf) path,
    some(ScopeWorkspace) workspace,
    value(JournalOptions) journal,
}}
