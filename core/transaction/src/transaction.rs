//! Entry point of the crate: a transaction locks its trees, repairs interrupted edits, obtains a plan
//! and applies it.
//!
//! Invariant: a plan is made under the locks, after the edits in scope are repaired. A directory that
//! only a link reaches is known only from the plan; if an edit is repaired there, the plan is made
//! again. No plan that is applied has seen a half-edited file.

use std::path::PathBuf;
use std::time::Duration;

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, ErrorKind, Pool, Result};
use ransack_search::Scope;
use ransack_search::internal::{RootKinds, ScopeRoots, check_workspace};

use crate::apply::{self, Targets};
use crate::locks::{self, LockDeadline, TreeLocks};
use crate::plan::{ChangePlan, PlannedChange};
use crate::recovery::{
    InterruptedEdit, JournalSearch, RecoveryMode, RecoveryOutcome, blocking, journals_in,
    journals_of_root_files, recover, repair_or_list,
};

/// Maximum number of times that a transaction gives way to another edit without waiting.
const MAX_RETRIES: u32 = 10;

/// Settings of a transaction.
#[derive(Clone, Copy, Debug)]
pub struct Transaction<'a> {
    /// Scope of the plan, as returned by `begin_scope`. Its roots are locked, and its directories
    /// searched for journals.
    pub scope: &'a Scope,
    /// Kinds of roots that the plan accepts.
    pub root_kinds: RootKinds,
    /// Maximum time to wait for other edits of the same trees to end.
    pub wait: Duration,
    /// Worker pool to run on. `None` for the shared pool ([`Pool::shared`]).
    pub pool: Option<&'a Pool>,
}

impl Transaction<'_> {
    /// Repairs interrupted edits, then obtains a plan and applies it. Returns the outcome of the plan
    /// and the outcome of the recovery.
    ///
    /// Calls `plan` again if the plan has become obsolete, because recovery has repaired its files or
    /// because another edit changes the same files. Checks the token until the first file is
    /// replaced.
    ///
    /// # Errors
    ///
    /// - Any error of `plan`, or of [`ChangePlan::check`].
    /// - `Stale`: a file differs from the plan, or another edit of the same files is running or
    ///   cannot be repaired.
    /// - `OverlappingEdits`: two names of one file have different new bytes.
    /// - `Io`, `PermissionDenied`: a file, a journal or a directory cannot be read or written.
    /// - `Aborted`, `Timeout`: the token fired.
    ///
    /// Files have their old bytes unless [`Error::paths`] lists them.
    pub fn apply<T>(
        &self,
        token: &CancelToken,
        mut plan: impl FnMut() -> Result<ChangePlan<T>>,
    ) -> Result<(T, RecoveryOutcome)> {
        check_workspace(self.scope)?;
        let deadline = LockDeadline::after(self.wait);
        let roots = ScopeRoots::of(self.scope)?;
        let _locks = TreeLocks::acquire(roots.walked(), deadline, token)?;
        let mut recovered = Vec::new();
        let mut retries = 0;
        loop {
            let mut recovery = recover(&self.search(), RecoveryMode::Repair, token)?;
            recovered.append(&mut recovery.recovered);
            let plan = plan()?;
            let targets = Targets::resolve(plan.changes)?;
            let new_journals = recovery.new_journals(targets.dirs())?;
            let mut outside = repair_or_list(new_journals, RecoveryMode::Repair, self.pool());
            let is_obsolete = !outside.recovered.is_empty();
            recovered.append(&mut outside.recovered);
            if is_obsolete {
                continue;
            }
            recovery.add_remaining(outside.remaining);
            plan.check?;
            let blocking = blocking(&recovery.remaining, targets.names()).cloned();
            let is_waiting = blocking.is_some();
            let other = match blocking {
                Some(edit) => Some(edit),
                None => apply::apply(targets, self.pool(), token)?,
            };
            let Some(edit) = other else {
                recovery.recovered = recovered;
                return Ok((plan.outcome, recovery));
            };
            if edit.problem.is_some() {
                return Err(unrepaired(&edit));
            }
            retries += 1;
            if is_waiting || retries > MAX_RETRIES {
                deadline.pause(token, || running(&edit))?;
            }
        }
    }

    /// Lists the interrupted edits of a dry run: those with the given journals, and those in the
    /// directories of the planned files and of roots that are files. Writes nothing.
    ///
    /// `journals` are the journals that the walk of the plan has found. A walk that stops at a limit
    /// does not find all journals in scope.
    ///
    /// # Errors
    ///
    /// `Io`, `PermissionDenied`: a directory cannot be listed.
    pub fn preview<'p>(
        &self,
        changes: impl Iterator<Item = &'p PlannedChange>,
        mut journals: Vec<PathBuf>,
    ) -> Result<Vec<InterruptedEdit>> {
        let dirs = apply::target_dirs(changes);
        journals.extend(journals_in(dirs.iter().map(PathBuf::as_path))?);
        journals.extend(journals_of_root_files(
            ScopeRoots::of(self.scope)?.walked(),
        )?);
        Ok(repair_or_list(journals, RecoveryMode::List, self.pool()).remaining)
    }

    fn search(&self) -> JournalSearch<'_> {
        JournalSearch {
            scope: self.scope,
            root_kinds: self.root_kinds,
            pool: self.pool(),
        }
    }

    fn pool(&self) -> &Pool {
        self.pool.unwrap_or(Pool::shared())
    }
}

/// Returns the error for a change of files that a running edit changes.
fn running(edit: &InterruptedEdit) -> Error {
    let path = edit.files.first().unwrap_or(&edit.journal);
    locks::busy(path).with_paths(edit.files.clone())
}

/// Returns the error for a change of files that belong to an interrupted edit.
fn unrepaired(edit: &InterruptedEdit) -> Error {
    let problem = edit.problem.as_deref().unwrap_or("unknown");
    let message = format!(
        "an interrupted edit of these files cannot be repaired ({problem}); repair it, then repeat \
         the call"
    );
    let error = Error::new(ErrorKind::Stale, message).with_path(&edit.journal);
    error.with_paths(edit.files.clone())
}
