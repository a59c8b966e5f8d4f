//! Records an edit in the undo journal while it is applied.
//!
//! Invariant: a failure of the journal never fails the edit.

use std::path::{Path, PathBuf};

use ransack_base::Result;
use ransack_base::internal::ErrorParts;

use super::delta;
use super::options::JournalOptions;
use super::record::{JournaledState, OldBytes, RecordedChange, UndoRecord};
use super::root_journal::PendingRecord;
use super::store::{UndoStore, new_id, next_number, session_of};
use crate::applied::{AppliedAction, AppliedChange, PreparedCommit};
use crate::disk;

/// Records one edit.
#[derive(Debug)]
pub struct Recorder<'a> {
    options: &'a JournalOptions,
    operation: &'static str,
    /// Roots of the call.
    roots: Vec<PathBuf>,
    state: RecorderState,
}

#[derive(Debug)]
enum RecorderState {
    /// Nothing has been recorded.
    Idle,
    Pending(String, PendingRecord),
    /// Reason why the edit is not recorded.
    Failed(String),
}

impl<'a> Recorder<'a> {
    /// Creates a recorder for an edit. `roots` are the roots of the call, whose innermost common
    /// directory is the root of the edit.
    pub fn new(
        options: &'a JournalOptions,
        operation: &'static str,
        roots: Vec<PathBuf>,
    ) -> Recorder<'a> {
        Recorder {
            options,
            operation,
            roots,
            state: RecorderState::Idle,
        }
    }

    /// Records the changes of a transaction that is about to commit.
    pub fn record(&mut self, commit: &PreparedCommit<'_>) {
        if !self.options.record_edits {
            return;
        }
        self.state = match self.write(commit) {
            Ok((id, pending)) => RecorderState::Pending(id, pending),
            Err(error) => RecorderState::Failed(error.to_string()),
        };
    }

    fn write(&self, commit: &PreparedCommit<'_>) -> Result<(String, PendingRecord)> {
        let store = UndoStore::new(self.options)?;
        let root = common_dir(&self.roots);
        if !disk::exists(&store.journal(&root).dir).unwrap_or(true) {
            // A rare moment, so that journals of other roots do not stay for ever.
            store.remove_old(self.options);
        }
        let journal = store.create(&root)?;
        let number = next_number();
        let record = UndoRecord {
            id: new_id(number),
            operation: self.operation.to_owned(),
            session: session_of(self.options),
            state: JournaledState::Applied,
            changed: number,
            journal: commit.journal.clone(),
            created_dirs: commit.created_dirs.clone(),
            removed_dirs: Vec::new(),
            evidence: Vec::new(),
            changes: commit.changes.iter().map(recorded).collect::<Result<_>>()?,
        };
        let pending = journal.write(&record, self.options)?;
        Ok((record.id, pending))
    }

    /// Completes the record, once the transaction has committed. Returns the id of the edit, and the
    /// reason if it has none. Both are `None` if nothing has changed, and if the journal is off.
    pub fn committed(self) -> (Option<String>, Option<String>) {
        match self.state {
            RecorderState::Idle => (None, None),
            RecorderState::Failed(reason) => (None, Some(reason)),
            RecorderState::Pending(id, pending) => match pending.promote(self.options) {
                Ok(_) => (Some(id), None),
                Err(error) => (None, Some(error.to_string())),
            },
        }
    }

    /// Removes the record of a transaction that has failed. `is_unknown` is true if the transaction may
    /// have committed.
    pub fn failed(self, is_unknown: bool) {
        if let RecorderState::Pending(_, pending) = self.state {
            pending.discard(is_unknown);
        }
    }
}

/// Converts a change, with the bytes before it.
fn recorded(change: &AppliedChange<'_>) -> Result<RecordedChange> {
    let old_bytes = match change.old_bytes()? {
        Some(old) if change.old != change.new => match (&change.action, change.new_bytes) {
            (_, Some(new)) => delta::encode(&old, new),
            (AppliedAction::Renamed { to }, None) => {
                let new = disk::read_plain(to);
                let new = new.map_err(|error| ransack_base::Error::io("cannot read", to, error))?;
                delta::encode(&old, &new.unwrap_or_default())
            }
            _ => delta::encode(&old, &[]),
        },
        _ => Vec::new(),
    };
    Ok(RecordedChange {
        path: change.path.clone(),
        action: change.action.clone(),
        old: change.old,
        new: change.new,
        attributes: change.attributes.clone(),
        old_bytes: OldBytes::Delta(old_bytes),
    })
}

/// Returns the innermost directory that contains all paths, with links resolved. Does not resolve links
/// below it.
fn common_dir(paths: &[PathBuf]) -> PathBuf {
    let absolute = paths
        .iter()
        .filter_map(|path| std::path::absolute(path).ok());
    let common = absolute.reduce(|common, path| {
        let above = common.ancestors().find(|above| path.starts_with(above));
        above.map(Path::to_owned).unwrap_or_default()
    });
    let mut dir = resolved(common.as_deref().unwrap_or(Path::new(".")));
    if !dir.is_dir() {
        dir.pop();
    }
    dir
}

/// Returns an absolute path with links resolved, as far as the path exists.
pub(super) fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let existing = absolute.ancestors().find_map(|above| {
        let real = above.canonicalize().ok()?;
        Some((real, absolute.strip_prefix(above).ok()?))
    });
    match existing {
        // Joining an empty path would add a separator.
        Some((real, below)) if below.as_os_str().is_empty() => real,
        Some((real, below)) => real.join(below),
        None => absolute,
    }
}
