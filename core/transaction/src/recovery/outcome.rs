//! Options and results of recovery.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ransack_base::internal::setters;
use ransack_base::{Pool, Report};
use ransack_search::Scope;

use crate::locks::DEFAULT_WAIT;

/// Options for [`recover_edits`](super::recover_edits) and
/// [`interrupted_edits`](super::interrupted_edits).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecoveryOptions {
    /// Roots of the search for journals. A directory is searched recursively; if a root is a file,
    /// the directory that contains it is searched. The search includes ignored directories, hidden
    /// directories and `node_modules`, but not `.git`, and does not follow symbolic links. Default:
    /// `.`.
    pub roots: Vec<PathBuf>,
    /// Maximum time to wait for edits in progress to end.
    /// [`interrupted_edits`](super::interrupted_edits) does not wait. If zero,
    /// [`recover_edits`](super::recover_edits) fails immediately instead of waiting. Default: 10
    /// seconds.
    pub wait: Duration,
    /// Worker pool to run on. Default: `None`, the shared pool ([`Pool::shared`]).
    pub pool: Option<Pool>,
}

impl Default for RecoveryOptions {
    fn default() -> RecoveryOptions {
        RecoveryOptions {
            roots: Scope::default().roots,
            wait: DEFAULT_WAIT,
            pool: None,
        }
    }
}

impl RecoveryOptions {
    /// Creates options with one root and default values.
    pub fn new(root: impl Into<PathBuf>) -> RecoveryOptions {
        RecoveryOptions {
            roots: vec![root.into()],
            ..RecoveryOptions::default()
        }
    }
}

setters! { RecoveryOptions {
    list(PathBuf) roots,
    value(Duration) wait,
    option(Pool) pool,
}}

/// Result of [`recover_edits`](super::recover_edits) and
/// [`interrupted_edits`](super::interrupted_edits).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecoveryOutcome {
    /// Repaired files, in the order of repair.
    pub recovered: Vec<RecoveredFile>,
    /// Edits that are running, or that were interrupted and have not been repaired, sorted by the
    /// path of the journal.
    pub remaining: Vec<InterruptedEdit>,
    /// Report on the search for journals, which says whether the search is complete.
    pub report: Report,
}

/// File repaired after an interrupted edit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecoveredFile {
    /// Absolute path, with symbolic links resolved.
    pub path: PathBuf,
    /// Result of repairing the file.
    pub action: RecoveryAction,
}

/// Result of repairing one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecoveryAction {
    /// The file had some or all of its new text, or had been deleted or renamed, and is as before
    /// the edit again.
    Restored,
    /// The file was still as before the edit, and was left unchanged.
    Unchanged,
    /// The edit had been completed; the file is as after the edit.
    Complete,
    /// Another process has changed or removed the file since the edit, so recovery left it alone.
    Kept,
    /// The edit had created the file, or given it this path, and the path has been removed again.
    Removed,
}

/// State of an edit that is being applied or was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditState {
    /// A process is applying the edit or recovering from it.
    Running,
    /// The edit was interrupted before every file had its new text. Recovery restores the old
    /// texts.
    Incomplete,
    /// Every file has its new text, but the edit was interrupted before it removed its temporary
    /// files. Recovery removes them.
    Complete,
    /// The journal cannot be read, or the state cannot be determined from the journal.
    Unknown,
}

/// Files of one directory that belong to a running or interrupted edit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InterruptedEdit {
    /// Absolute path of the journal, with symbolic links resolved.
    pub journal: PathBuf,
    /// State of the edit.
    pub state: EditState,
    /// Absolute paths of the edit's files in this directory, and in directories below it that the
    /// edit creates. Empty if the journal cannot be read; the edit may then involve any file of the
    /// directory.
    pub files: Vec<PathBuf>,
    /// Reason why the edit cannot be repaired; `None` if the edit can be repaired or is running.
    pub problem: Option<String>,
}

impl InterruptedEdit {
    /// Returns the edit of a journal that cannot be read.
    pub(super) fn unreadable(journal: PathBuf, problem: &std::io::Error) -> InterruptedEdit {
        InterruptedEdit {
            journal,
            state: EditState::Unknown,
            files: Vec::new(),
            problem: Some(problem.to_string()),
        }
    }

    /// Returns the files, or the journal of an edit whose files are unknown.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        let journal = self.files.is_empty().then_some(&self.journal);
        self.files.iter().chain(journal).map(PathBuf::as_path)
    }
}
