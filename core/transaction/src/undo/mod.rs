//! Undo journal: records applied edits, and undoes and redoes them.
//!
//! - `options`: settings of the journal and options of its functions.
//! - `outcome`: results.
//! - `delta`: compressed differences of two texts.
//! - `record`: content of one file of the journal.
//! - `store`: directories, locks, limits, pending records.
//! - `recorder`: records an edit while it is applied.
//! - `reversal`: plans the changes that reverse edits.
//!
//! Invariants:
//! - An edit is undone only if every file is as the edit left it; otherwise no file changes.
//! - An undo is a transaction. Its record is durable before it commits, as that of every edit.

mod delta;
mod options;
mod outcome;
mod record;
mod recorder;
mod reversal;
mod store;

use std::path::{Path, PathBuf};

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, ErrorKind, Pool, Result};
use ransack_search::internal::{
    RootKinds, begin_scope, name_paths, scope_has_buffer, scope_pool, workspace_root,
};
use ransack_search::{Scope, ScopeWorkspace};
use rustc_hash::FxHashSet;

pub use options::{CheckpointOptions, EditsOptions, JournalOptions, UndoOptions};
pub use outcome::{EditCheckpoint, EditsOutcome, JournaledEdit, JournaledFile, UndoOutcome};
pub use record::JournaledState;
pub use recorder::Recorder;

use crate::applied::PreparedCommit;
use crate::locks::LockDeadline;
use crate::plan::ChangePlan;
use crate::recovery::{RecoveredFile, RecoveryMode, journals_in, repair_or_list};
use crate::transaction::Transaction;
use record::UndoRecord;
use recorder::resolved;
use reversal::{Reversal, foreign_error};
use store::{
    PendingRecord, RootJournal, StoredCheckpoint, StoredRecord, UndoStore, next_number, session_of,
    time_of,
};

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
/// - [`Stale`](ErrorKind::Stale): files are not as the edit left them, and [`Error::paths`] lists them;
///   the edit is undone already; or another edit of the same files is running.
/// - `NotFound`: the journal has no such edit or checkpoint.
/// - `InvalidOption`: both an id and a checkpoint are given, or the user has no state directory.
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
/// The errors of [`undo`]; [`Stale`](ErrorKind::Stale) if the edit is not undone.
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
/// - `InvalidOption`: the name is empty, or the user has no state directory.
/// - `Io`, `PermissionDenied`: the journal cannot be written.
pub fn checkpoint(options: &CheckpointOptions, token: &CancelToken) -> Result<EditCheckpoint> {
    token.heartbeat()?;
    if options.name.is_empty() {
        return Err(Error::option("the name of the checkpoint is empty"));
    }
    let (_, path) = scope_and_path(options.workspace.as_ref(), &options.path);
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
/// - `InvalidOption`: the user has no state directory.
/// - `Io`, `PermissionDenied`: the journal cannot be read, or others can write to it.
pub fn edits(options: &EditsOptions, token: &CancelToken) -> Result<EditsOutcome> {
    token.heartbeat()?;
    let (_, path) = scope_and_path(options.workspace.as_ref(), &options.path);
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
fn scope_and_path(workspace: Option<&ScopeWorkspace>, path: &Path) -> (Scope, PathBuf) {
    let mut scope = Scope::default().roots([path]);
    scope.workspace = workspace.cloned();
    let mut scope = begin_scope(&scope);
    scope.roots.clear();
    let path = match workspace_root(&scope) {
        Some(root) => resolved(&root.join(path)),
        None => resolved(path),
    };
    (scope, path)
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
    let (scope, path) = scope_and_path(options.workspace.as_ref(), &options.path);
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

/// Call of [`undo`] or [`redo`].
struct UndoCall<'a> {
    options: &'a UndoOptions,
    /// State of the edits to reverse.
    state: JournaledState,
    store: UndoStore,
    /// Path of the call, with links resolved.
    path: PathBuf,
    session: String,
    pool: &'a Pool,
    token: &'a CancelToken,
}

/// Records that a call is about to replace.
#[derive(Default)]
struct Replacement {
    /// Edits, with the record after the call.
    edits: Vec<(StoredRecord, UndoRecord)>,
    pending: Vec<PendingRecord>,
    /// Reason why a record cannot be written.
    problem: Option<String>,
}

impl UndoCall<'_> {
    fn run(&self, scope: &Scope) -> Result<UndoOutcome> {
        let deadline = LockDeadline::after(self.options.wait);
        let journals = self.store.related(&self.path)?;
        let locks = journals.iter();
        let locks = locks.map(|(_, journal)| journal.lock(deadline, self.token));
        let _locks = locks.collect::<Result<Vec<_>>>()?;
        let transaction = Transaction {
            scope,
            root_kinds: RootKinds::FilesAndDirs,
            wait: self.options.wait,
            pool: Some(self.pool),
        };
        let mut recovered = Vec::new();
        // Both closures need it, one after the other.
        let replacement = std::cell::RefCell::new(Replacement::default());
        let plan = || {
            let edits = self.repaired_edits(&journals, &mut recovered)?;
            let reversal = Reversal::of(&edits, self.token)?;
            let check = match reversal.foreign.is_empty() {
                true => Ok(()),
                false => Err(foreign_error(self.verb(), reversal.foreign)),
            };
            let changed = edits.iter().flat_map(|edit| edit.record.paths());
            let buffers = open_buffers(scope, changed);
            *replacement.borrow_mut() = Replacement {
                edits: edits.into_iter().zip(reversal.records).collect(),
                ..Replacement::default()
            };
            Ok(ChangePlan {
                changes: match buffers.is_empty() {
                    true => reversal.plan,
                    false => Vec::new(),
                },
                check,
                outcome: buffers,
            })
        };
        let before_commit = |commit: &PreparedCommit<'_>| {
            replacement.borrow_mut().write(commit, self.options);
            Ok(())
        };
        let applied = transaction.apply_with(self.token, plan, before_commit);
        let mut replacement = replacement.into_inner();
        let (buffers, recovery) = match applied {
            Ok(applied) => applied,
            Err(error) => {
                let is_unknown = !error.paths().is_empty();
                for pending in replacement.pending {
                    pending.discard(is_unknown);
                }
                return Err(error);
            }
        };
        recovered.extend(recovery.recovered);
        let checkpoints = checkpoints_of(&journals);
        let is_applied = buffers.is_empty() && !replacement.edits.is_empty();
        if is_applied && replacement.pending.is_empty() && replacement.problem.is_none() {
            // The edits cancel each other out, so there was nothing to commit.
            replacement.write(&PreparedCommit::default(), self.options);
        }
        let (edits, problem) = match is_applied {
            true => replacement.complete(self.options, &checkpoints),
            false => (Vec::new(), None),
        };
        Ok(UndoOutcome {
            edits,
            applied: is_applied,
            buffers,
            problem,
            recovered,
        })
    }

    fn verb(&self) -> &'static str {
        match self.state {
            JournaledState::Applied => "undo",
            JournaledState::Undone => "redo",
        }
    }

    /// Selects the edits, and repairs the interrupted edits of their files.
    fn repaired_edits(
        &self,
        journals: &[(PathBuf, RootJournal)],
        recovered: &mut Vec<RecoveredFile>,
    ) -> Result<Vec<StoredRecord>> {
        loop {
            for (_, journal) in journals {
                recovered.extend(journal.settle(Some(self.pool)));
            }
            let edits = self.edits(journals)?;
            let paths = edits.iter().flat_map(|edit| edit.record.paths());
            let dirs: FxHashSet<&Path> = paths.filter_map(Path::parent).collect();
            let interrupted = journals_in(dirs.into_iter())?;
            let repaired = repair_or_list(interrupted, RecoveryMode::Repair, self.pool).recovered;
            if repaired.is_empty() {
                return Ok(edits);
            }
            recovered.extend(repaired);
        }
    }

    /// Returns the edits of the call, in the order in which they are reversed.
    fn edits(&self, journals: &[(PathBuf, RootJournal)]) -> Result<Vec<StoredRecord>> {
        let mut records = Vec::new();
        for (root, journal) in journals {
            self.token.heartbeat()?;
            records.extend(journal.records(root, &mut Vec::new())?);
        }
        // The last transaction is reversed first.
        records.sort_unstable_by_key(|stored| std::cmp::Reverse(stored.record.changed));
        if let Some(id) = &self.options.id {
            let found = records.into_iter().find(|stored| stored.record.id == *id);
            let found = found.ok_or_else(|| self.missing_edit(id, journals))?;
            if found.record.state != self.state {
                return Err(self.wrong_state(id));
            }
            return Ok(vec![found]);
        }
        records.retain(|stored| {
            stored.record.state == self.state && stored.record.session == self.session
        });
        if let Some(name) = &self.options.checkpoint {
            let checkpoints = checkpoints_of(journals);
            let own =
                |found: &&StoredCheckpoint| found.name == *name && found.session == self.session;
            let checkpoint = checkpoints.iter().rev().find(own);
            let checkpoint = checkpoint.ok_or_else(|| {
                let message = "the session has no checkpoint with this name here";
                let error = Error::new(ErrorKind::NotFound, message);
                error.with_path(&self.path).with_pattern(name)
            })?;
            records.retain(|stored| is_after(&stored.record, checkpoint));
            return Ok(records);
        }
        records.retain(|stored| is_below(&stored.record, &self.path));
        records.truncate(1);
        match records.is_empty() {
            false => Ok(records),
            true => {
                let message = format!("the session has no edit here to {}", self.verb());
                Err(Error::new(ErrorKind::NotFound, message).with_path(&self.path))
            }
        }
    }

    /// Returns the error for an id that the journal does not have.
    fn missing_edit(&self, id: &str, journals: &[(PathBuf, RootJournal)]) -> Error {
        let is_id = UndoRecord::number_of(id).is_some();
        let mut journals = journals.iter().map(|(_, journal)| journal);
        // A damaged record is not listed.
        match journals.find(|journal| is_id && journal.has(id)) {
            Some(journal) => journal.damaged(id),
            None => {
                let message = "the undo journal has no edit with this id here";
                let error = Error::new(ErrorKind::NotFound, message);
                error.with_path(&self.path).with_pattern(id)
            }
        }
    }

    fn wrong_state(&self, id: &str) -> Error {
        let message = match self.state {
            JournaledState::Applied => "the edit is undone already",
            JournaledState::Undone => "the edit is applied, so it cannot be redone",
        };
        Error::new(ErrorKind::Stale, message).with_pattern(id)
    }
}

impl Replacement {
    /// Writes the pending records of a transaction that is about to commit.
    fn write(&mut self, commit: &PreparedCommit<'_>, options: &UndoOptions) {
        for (edit, record) in &mut self.edits {
            record.journal.clone_from(&commit.journal);
            record.created_dirs.clone_from(&commit.created_dirs);
            match edit.journal.write(record, &options.journal) {
                Ok(pending) => self.pending.push(pending),
                Err(error) => {
                    self.problem = Some(error.to_string());
                    let written = self.pending.drain(..);
                    written.for_each(|pending| pending.discard(false));
                    return;
                }
            }
        }
    }

    /// Replaces the records, once the transaction has committed. Returns the edits, and the reason why
    /// they cannot be reversed again.
    fn complete(
        self,
        options: &UndoOptions,
        checkpoints: &[StoredCheckpoint],
    ) -> (Vec<JournaledEdit>, Option<String>) {
        let mut problem = self.problem;
        let mut edits = Vec::with_capacity(self.edits.len());
        // Empty after a failure.
        let mut pending = self.pending.into_iter();
        for (edit, record) in self.edits {
            let promoted = pending
                .next()
                .map(|pending| pending.promote(&options.journal));
            let bytes = match promoted {
                Some(Ok(bytes)) => bytes,
                Some(Err(error)) => {
                    problem.get_or_insert(error.to_string());
                    0
                }
                None => {
                    // Its state would be wrong.
                    edit.journal.remove(&record.id);
                    store::remove_dirs(&record.removed_dirs);
                    0
                }
            };
            edits.push(listed(record, edit.root, bytes, checkpoints));
        }
        (edits, problem)
    }
}

/// Returns the checkpoints of journals, oldest first. Leaves out those that cannot be read.
fn checkpoints_of(journals: &[(PathBuf, RootJournal)]) -> Vec<StoredCheckpoint> {
    let found = journals.iter();
    let found = found.flat_map(|(_, journal)| journal.checkpoints().unwrap_or_default());
    let mut checkpoints: Vec<_> = found.map(|(_, checkpoint)| checkpoint).collect();
    checkpoints.sort_unstable_by_key(|checkpoint| checkpoint.number);
    checkpoints
}

/// Returns the paths that have open buffers in the workspace of a scope, sorted.
fn open_buffers<'p>(scope: &Scope, paths: impl Iterator<Item = &'p Path>) -> Vec<PathBuf> {
    let Some(root) = workspace_root(scope) else {
        return Vec::new();
    };
    let real_root = resolved(root);
    let has_buffer = |path: &Path| {
        // The buffer may be set under the spelling of the root.
        let below = path.strip_prefix(&real_root);
        scope_has_buffer(scope, path)
            || below.is_ok_and(|below| scope_has_buffer(scope, &root.join(below)))
    };
    let open = paths.filter(|path| has_buffer(path));
    let mut open: Vec<PathBuf> = open.map(Path::to_owned).collect();
    open.sort_unstable();
    open.dedup();
    open
}
