//! Entry point of the crate: a transaction locks its trees, repairs interrupted edits, obtains a plan
//! and applies it.
//!
//! Invariant: a plan is made under the locks, after the edits in scope are repaired. A directory that
//! only a link reaches is known only from the plan; if an edit is repaired there, the plan is made
//! again. No plan that is applied has seen a half-edited file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, ErrorKind, Pool, Result};
use ransack_search::Scope;
use ransack_search::internal::{RootKinds, ScopeRoots, check_path, check_workspace};

use crate::applied::PreparedCommit;
use crate::apply;
use crate::locks::{self, LockDeadline, TreeLocks};
use crate::plan::{ChangeAction, ChangePlan, PlannedChange};
use crate::recovery::{
    InterruptedEdit, JournalSearch, RecoveredFile, RecoveryMode, RecoveryOutcome, blocking,
    journals_in, journals_of_root_files, recover, repair_or_list,
};
use crate::resolve::{Targets, target_dirs};

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
    /// changed.
    ///
    /// # Errors
    ///
    /// - Any error of `plan`, or of [`ChangePlan::check`].
    /// - `Stale`: a file differs from the plan, a path to be created exists, or another edit of the
    ///   same files is running or cannot be repaired.
    /// - `OverlappingEdits`: two names of one file have different new bytes, or changes of one file
    ///   exclude each other (see [`ChangeAction`]).
    /// - `InvalidOption`: the scope's workspace does not allow a path; a path to be deleted or renamed
    ///   is a symbolic link, a directory or a special file; a rename has the same path twice; or a new
    ///   name is one of a temporary file of edits.
    /// - `NotFound`: a file does not exist, or the parent of a new path is not a directory.
    /// - `Io`, `PermissionDenied`: a file, a journal or a directory cannot be read or written, or a
    ///   copy of a file cannot get its attributes.
    /// - `Aborted`, `Timeout`: the token fired.
    ///
    /// Files are as before unless [`Error::paths`] lists them.
    pub fn apply<T>(
        &self,
        token: &CancelToken,
        plan: impl FnMut() -> Result<ChangePlan<T>>,
    ) -> Result<(T, RecoveryOutcome)> {
        self.run(token, plan, None)
    }

    /// Like [`apply`](Transaction::apply), but calls `before_commit` with all changes once they are
    /// made and durable, and before the commit. Its error undoes all changes and is returned.
    ///
    /// The function is not called for a plan that changes nothing. The commit can still fail after
    /// it: changes that it stores have happened only if this call succeeds. After a crash, the next
    /// recovery decides, and the files tell the result: they have the new digests or the old ones.
    ///
    /// # Errors
    ///
    /// Any error of [`apply`](Transaction::apply) or of `before_commit`.
    pub fn apply_with<T>(
        &self,
        token: &CancelToken,
        plan: impl FnMut() -> Result<ChangePlan<T>>,
        mut before_commit: impl FnMut(&PreparedCommit<'_>) -> Result<()>,
    ) -> Result<(T, RecoveryOutcome)> {
        self.run(token, plan, Some(&mut before_commit))
    }

    fn run<T>(
        &self,
        token: &CancelToken,
        mut plan: impl FnMut() -> Result<ChangePlan<T>>,
        mut before_commit: Option<&mut apply::BeforeCommit<'_>>,
    ) -> Result<(T, RecoveryOutcome)> {
        check_workspace(self.scope)?;
        self.check_paths(self.scope.roots.iter())?;
        let deadline = LockDeadline::after(self.wait);
        let roots = ScopeRoots::of(self.scope)?;
        let _locks = TreeLocks::acquire(roots.walked(), deadline, token)?;
        let mut recovered = Vec::new();
        let mut retries = 0;
        loop {
            let mut recovery = recover(&self.search(), RecoveryMode::Repair, token)?;
            recovered.append(&mut recovery.recovered);
            let plan = plan()?;
            // An interrupted edit may have taken these files away, so that they cannot be resolved.
            let is_rewrite = |action: &ChangeAction| matches!(action, ChangeAction::Rewrite { .. });
            let names = plan
                .changes
                .iter()
                .filter(|change| !is_rewrite(&change.action));
            let dirs = target_dirs(names, |_| false);
            if self.repair_outside(
                dirs.iter().map(PathBuf::as_path),
                &mut recovery,
                &mut recovered,
            )? {
                continue;
            }
            let targets = Targets::resolve(plan.changes)?;
            if self.repair_outside(targets.dirs(), &mut recovery, &mut recovered)? {
                continue;
            }
            plan.check?;
            self.check_paths(targets.paths().iter())?;
            let blocking = blocking(&recovery.remaining, &targets.groups).cloned();
            let is_waiting = blocking.is_some();
            let other = match blocking {
                Some(edit) => Some(edit),
                None => apply::apply(targets, before_commit.as_deref_mut(), self.pool(), token)?,
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

    /// Fails if the scope's workspace does not allow its calls to reach one of these absolute paths.
    fn check_paths<'p>(&self, mut paths: impl Iterator<Item = &'p PathBuf>) -> Result<()> {
        paths.try_for_each(|path| check_path(self.scope, path))
    }

    /// Repairs the interrupted edits in directories outside the scope. Returns whether that has
    /// changed files, so that the plan is obsolete.
    fn repair_outside<'d>(
        &self,
        dirs: impl Iterator<Item = &'d Path>,
        recovery: &mut RecoveryOutcome,
        recovered: &mut Vec<RecoveredFile>,
    ) -> Result<bool> {
        let journals = recovery.new_journals(dirs)?;
        let mut outside = repair_or_list(journals, RecoveryMode::Repair, self.pool());
        let is_obsolete = !outside.recovered.is_empty();
        recovered.append(&mut outside.recovered);
        recovery.add_remaining(outside.remaining);
        Ok(is_obsolete)
    }

    /// Lists the interrupted edits of a dry run: those with the given journals, and those in the
    /// directories of the planned files and of roots that are files. Writes nothing.
    ///
    /// `is_link` says whether the path of a file with new bytes is a symbolic link. `journals` are the
    /// journals that the walk of the plan has found. A walk that stops at a limit does not find all
    /// journals in scope.
    ///
    /// # Errors
    ///
    /// `Io`, `PermissionDenied`: a directory cannot be listed.
    pub fn preview<'p>(
        &self,
        changes: impl Iterator<Item = &'p PlannedChange>,
        is_link: impl Fn(&Path) -> bool,
        mut journals: Vec<PathBuf>,
    ) -> Result<Vec<InterruptedEdit>> {
        let dirs = target_dirs(changes, is_link);
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
