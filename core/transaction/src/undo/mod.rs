//! Undo journal: records applied edits, and undoes and redoes them.
//!
//! - `options`: settings of the journal and options of its functions.
//! - `outcome`: results.
//! - `delta`: compressed differences of two texts.
//! - `record`: content of one file of the journal.
//! - `store`: directory of the journals of all roots.
//! - `root_journal`: journal of one root: records, checkpoints, limits.
//! - `recorder`: records an edit while it is applied.
//! - `reversal`: plans the changes that reverse edits.
//! - `call`: one call that undoes or redoes edits.
//!
//! Invariants:
//! - An edit is undone only if every file is as the edit left it; otherwise no file changes.
//! - An undo is a transaction. Its record is durable before it commits, as for every edit.

mod call;
mod delta;
mod options;
mod outcome;
mod record;
mod recorder;
mod reversal;
mod root_journal;
mod store;

use std::path::{Path, PathBuf};

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, Pool, Result};
use ransack_search::internal::{begin_scope, check_path, name_paths, scope_pool, workspace_root};
use ransack_search::{Scope, ScopeWorkspace};

pub use options::{CheckpointOptions, EditsOptions, JournalOptions, UndoOptions};
pub use outcome::{EditCheckpoint, EditsOutcome, JournaledEdit, JournaledFile, UndoOutcome};
pub use record::JournaledState;
pub use recorder::Recorder;

use call::UndoCall;
use record::UndoRecord;
use recorder::resolved;
use root_journal::{StoredCheckpoint, StoredRecord};
use store::{UndoStore, next_number, session_of, time_of};

/// Undoes an edit, or all edits of the session after a checkpoint: restores the bytes, names and
/// attributes of all their files, or changes none.
///
/// The edit is the one with [`UndoOptions::id`], of any session; or the latest applied edit of the
/// session that changed a file at or below [`UndoOptions::path`]. Each file must be as the edit left
/// it. Created files are deleted, and directories that the edit created are removed if they are empty.
/// Deleted files return, with their permissions and attributes. Renamed files get their old names.
///
/// An undo is applied like an edit: durable, all files or none, and repaired by the next call after a
/// crash. It may be redone with [`redo`].
///
/// # Cost
///
/// Reads each file once, and writes it like the edit. Finding the latest edit reads the headers of all
/// edits of the journal.
///
/// # Errors
///
/// - [`Stale`](crate::ErrorKind::Stale): files are not as the edit left them, and [`Error::paths`] lists them;
///   the edit is undone already; or another edit of the same files is running.
/// - `NotFound`: the journal has no such edit or checkpoint.
/// - `InvalidOption`: both an id and a checkpoint are given, the user has no state directory, or the
///   workspace does not allow the path.
/// - `Io`, `PermissionDenied`: the journal is damaged, or a file cannot be read or written.
/// - `Aborted` or `Timeout` if the token fires before the first file is changed.
///
/// If the call fails, no file has changed, except those that [`Error::paths`] lists for another reason
/// than `Stale`.
///
/// # Example
///
/// ```
/// # extern crate ransack_transaction as ransack;
/// use ransack::{CancelToken, EditsOptions, JournalOptions, JournaledState, edits};
///
/// # let dir = tempfile::tempdir()?;
/// # let (dir, state) = (dir.path().join("tree"), dir.path().join("state"));
/// let journal = JournalOptions::default().journal_path(state);
/// let options = EditsOptions::new(dir).journal(journal);
/// for edit in edits(&options, &CancelToken::new())?.edits {
///     if edit.state == JournaledState::Applied {
///         println!("{} changed {} files", edit.operation, edit.files.len());
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn undo(options: &UndoOptions, token: &CancelToken) -> Result<UndoOutcome> {
    reverse(options, JournaledState::Applied, token)
}

/// Redoes an edit that [`undo`] has undone, or all such edits of the session after a checkpoint.
///
/// The edit is the one with [`UndoOptions::id`], or the edit of the session that was undone last. Each
/// file must be as the undo left it.
///
/// # Errors
///
/// The errors of [`undo`]; [`Stale`](crate::ErrorKind::Stale) if the edit is not undone.
pub fn redo(options: &UndoOptions, token: &CancelToken) -> Result<UndoOutcome> {
    reverse(options, JournaledState::Undone, token)
}

/// Sets a checkpoint, to which [`undo`] can return with one call.
///
/// Undoing to a checkpoint undoes the edits of the session that were applied after it and changed a
/// file at or below its path. The edits of other sessions stay.
///
/// # Errors
///
/// - `InvalidOption`: the name is empty, the user has no state directory, or the workspace does not
///   allow the path.
/// - `Io`, `PermissionDenied`: the journal cannot be written.
pub fn checkpoint(options: &CheckpointOptions, token: &CancelToken) -> Result<EditCheckpoint> {
    token.heartbeat()?;
    if options.name.is_empty() {
        return Err(Error::option("the name of the checkpoint is empty"));
    }
    let (_, path) = scope_and_path(options.workspace.as_ref(), &options.path)?;
    let root = match path.is_dir() {
        true => path.clone(),
        false => path.parent().unwrap_or(&path).to_owned(),
    };
    let journal = UndoStore::new(&options.journal)?.create(&root)?;
    let checkpoint = StoredCheckpoint {
        number: next_number(),
        name: options.name.clone(),
        session: session_of(&options.journal),
        path,
    };
    journal.set_checkpoint(&checkpoint)?;
    Ok(checkpoint.into())
}

/// Lists the edits in the undo journal, and the checkpoints.
///
/// # Cost
///
/// Reads the headers of all edits of the journal.
///
/// # Errors
///
/// - `InvalidOption`: the user has no state directory, or the workspace does not allow the path.
/// - `Io`, `PermissionDenied`: the journal cannot be read, or others can write to it.
pub fn edits(options: &EditsOptions, token: &CancelToken) -> Result<EditsOutcome> {
    token.heartbeat()?;
    let (_, path) = scope_and_path(options.workspace.as_ref(), &options.path)?;
    let journals = UndoStore::new(&options.journal)?.related(&path)?;
    let mut damaged = Vec::new();
    let (mut records, mut checkpoints) = (Vec::new(), Vec::new());
    for (root, journal) in &journals {
        token.heartbeat()?;
        journal.settle(None);
        records.extend(journal.records(root, &mut damaged)?);
        checkpoints.extend(journal.checkpoints()?.into_iter().map(|(_, found)| found));
    }
    records.retain(|stored| is_below(&stored.record, &path));
    records.sort_unstable_by_key(|stored| std::cmp::Reverse(stored.record.changed));
    checkpoints.sort_unstable_by_key(|checkpoint| checkpoint.number);
    let listed = records.into_iter().map(|stored| {
        let StoredRecord {
            root,
            record,
            bytes,
            ..
        } = stored;
        listed(record, root, bytes, &checkpoints)
    });
    Ok(EditsOutcome {
        edits: listed.collect(),
        damaged,
        checkpoints: checkpoints
            .into_iter()
            .rev()
            .map(EditCheckpoint::from)
            .collect(),
    })
}

impl From<StoredCheckpoint> for EditCheckpoint {
    fn from(stored: StoredCheckpoint) -> EditCheckpoint {
        EditCheckpoint {
            name: stored.name,
            session: stored.session,
            time: time_of(stored.number),
            path: stored.path,
        }
    }
}

/// Describes an edit.
fn listed(
    record: UndoRecord,
    root: PathBuf,
    bytes: u64,
    checkpoints: &[StoredCheckpoint],
) -> JournaledEdit {
    let checkpoints = checkpoints.iter().filter(|found| is_after(&record, found));
    JournaledEdit {
        time: time_of(UndoRecord::number_of(&record.id).unwrap_or_default()),
        checkpoints: checkpoints.map(|found| found.name.clone()).collect(),
        files: record
            .files()
            .map(|(path, action)| JournaledFile { path, action })
            .collect(),
        id: record.id,
        operation: record.operation,
        session: record.session,
        root,
        state: record.state,
        bytes,
    }
}

/// Returns whether an edit changes a file at or below a path.
fn is_below(record: &UndoRecord, path: &Path) -> bool {
    record.paths().any(|changed| changed.starts_with(path))
}

/// Returns whether undoing to a checkpoint undoes an edit.
fn is_after(record: &UndoRecord, checkpoint: &StoredCheckpoint) -> bool {
    record.session == checkpoint.session
        && UndoRecord::number_of(&record.id) > Some(checkpoint.number)
        && is_below(record, &checkpoint.path)
}

/// Begins a call. Returns its scope, which has no roots, and the path with links resolved.
///
/// # Errors
///
/// `InvalidOption` if the workspace does not allow the path.
fn scope_and_path(workspace: Option<&ScopeWorkspace>, path: &Path) -> Result<(Scope, PathBuf)> {
    let mut scope = Scope::default().roots([path]);
    scope.workspace = workspace.cloned();
    let mut scope = begin_scope(&scope);
    scope.roots.clear();
    let path = match workspace_root(&scope) {
        Some(root) => root.join(path),
        None => path.to_owned(),
    };
    check_path(&scope, &path).map_err(|error| name_paths(&scope, error))?;
    let path = resolved(&path);
    Ok((scope, path))
}

/// Reverses edits that have a state.
fn reverse(
    options: &UndoOptions,
    state: JournaledState,
    token: &CancelToken,
) -> Result<UndoOutcome> {
    token.heartbeat()?;
    if options.id.is_some() && options.checkpoint.is_some() {
        let message = "an id and a checkpoint exclude each other";
        return Err(Error::option(message));
    }
    let (scope, path) = scope_and_path(options.workspace.as_ref(), &options.path)?;
    let pool = scope_pool(&scope, options.pool.as_ref());
    let call = UndoCall {
        options,
        state,
        store: UndoStore::new(&options.journal)?,
        path,
        session: session_of(&options.journal),
        pool: pool.as_ref().unwrap_or(Pool::shared()),
        token,
    };
    let reversed = call.run(&scope);
    reversed.map_err(|error| name_paths(&scope, error))
}
