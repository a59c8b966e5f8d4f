//! One call that undoes or redoes edits: selects them, applies their reversal, replaces their records.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, ErrorKind, Pool, Result};
use ransack_search::Scope;
use ransack_search::internal::{RootKinds, scope_has_buffer, workspace_root};
use rustc_hash::FxHashSet;

use super::options::UndoOptions;
use super::outcome::{JournaledEdit, UndoOutcome};
use super::record::{JournaledState, UndoRecord};
use super::recorder::resolved;
use super::reversal::{Reversal, foreign_error};
use super::root_journal::{
    PendingRecord, RootJournal, StoredCheckpoint, StoredRecord, remove_dirs,
};
use super::store::UndoStore;
use super::{is_after, is_below, listed};
use crate::applied::PreparedCommit;
use crate::locks::LockDeadline;
use crate::plan::ChangePlan;
use crate::recovery::{RecoveredFile, RecoveryMode, journals_in, repair_or_list};
use crate::transaction::Transaction;

/// Maximum number of edits of other sessions that an error lists.
const MAX_CANDIDATES: usize = 3;

/// Call of [`undo`](super::undo) or [`redo`](super::redo).
pub(super) struct UndoCall<'a> {
    pub(super) options: &'a UndoOptions,
    /// State of the edits to reverse.
    pub(super) state: JournaledState,
    pub(super) store: UndoStore,
    /// Path of the call, with links resolved.
    pub(super) path: PathBuf,
    pub(super) session: String,
    pub(super) pool: &'a Pool,
    pub(super) token: &'a CancelToken,
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
    pub(super) fn run(&self, scope: &Scope) -> Result<UndoOutcome> {
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
        let replacement = RefCell::new(Replacement::default());
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
        records.retain(|stored| stored.record.state == self.state);
        let of_others = |stored: &&StoredRecord| {
            stored.record.session != self.session && is_below(&stored.record, &self.path)
        };
        let others = records.iter().filter(of_others).take(MAX_CANDIDATES);
        let others: Vec<String> = others.map(|stored| stored.record.id.clone()).collect();
        records.retain(|stored| stored.record.session == self.session);
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
                let message = match others.is_empty() {
                    true => message,
                    false => message + "; an edit of another session needs its id",
                };
                let error = Error::new(ErrorKind::NotFound, message).with_path(&self.path);
                Err(error.with_candidates(others))
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
                    remove_dirs(&record.removed_dirs);
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
