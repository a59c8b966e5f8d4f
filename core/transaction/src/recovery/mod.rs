//! Finds interrupted edits through their journals, and repairs or lists them.
//!
//! [`recover`] searches a scope; [`repair_or_list`] starts from journals that the caller has found.
//! [`journal`](crate::journal) describes the protocol.
//!
//! - `outcome`: options and results.
//! - `find`: paths of journals.
//! - `edits`: reads and locks journals, and follows them to the other journals of their edits.
//! - `repair`: repairs the groups of an edit, and removes temporary files.
//! - `roll_back`: undoes the change of one target.
//!
//! Invariant: listing writes nothing.

mod edits;
mod find;
mod outcome;
mod repair;
mod roll_back;

use std::path::{Path, PathBuf};

use ransack_base::internal::{SkipLog, skipped_path};
use ransack_base::{CancelToken, Pool, Report, Result, SkipReason};
use ransack_search::Scope;
use ransack_search::internal::{RootKinds, ScopeRoots};
use rustc_hash::FxHashSet;

use crate::locks::{LockDeadline, TreeLocks};
use crate::record::{EditRecord, Group};
use edits::{EditCondition, FoundEdit};
pub(crate) use find::{find_journals, journals_in, journals_of_root_files};
pub use outcome::{
    EditState, InterruptedEdit, RecoveredFile, RecoveryAction, RecoveryOptions, RecoveryOutcome,
};
pub(crate) use repair::{FILES_PER_CHUNK, GroupAt, GroupFailure, repair};

/// Lists edits that are being applied or were interrupted. Writes nothing.
///
/// Searches all directories below the roots. If a root is a file, searches the directory that
/// contains it. If a journal is found, also searches the other directories of the same edit.
///
/// # Cost
///
/// Lists every directory below the roots and reads the journals.
///
/// # Errors
///
/// - `NotFound`, `PermissionDenied`, `Io`: a root cannot be opened or listed, or a root is a file
///   whose directory cannot be listed.
/// - `Aborted`, `Timeout`: the token fired.
pub fn interrupted_edits(
    options: &RecoveryOptions,
    token: &CancelToken,
) -> Result<RecoveryOutcome> {
    recover_below(options, RecoveryMode::List, token)
}

/// Repairs interrupted edits: restores the old text of each file in an incomplete edit, and removes
/// temporary files. A complete edit is never undone.
///
/// Finds journals in the same way as [`interrupted_edits`]. An edit that cannot be repaired, for
/// example because it belongs to another user, is left unchanged and listed in
/// [`remaining`](RecoveryOutcome::remaining).
///
/// # Cost
///
/// Lists every directory below the roots and syncs the directories of repaired files.
///
/// # Errors
///
/// - Any error that [`interrupted_edits`] can return.
/// - [`Stale`](crate::ErrorKind::Stale): another edit of the roots does not end within
///   [`wait`](RecoveryOptions::wait).
///
/// # Example
///
/// ```
/// # extern crate ransack_transaction as ransack;
/// use ransack::{CancelToken, RecoveryOptions, recover_edits};
///
/// # let dir = tempfile::tempdir().unwrap();
/// # let dir = dir.path();
/// let outcome = recover_edits(&RecoveryOptions::new(dir), &CancelToken::new())?;
/// for edit in &outcome.remaining {
///     println!("{}: {:?}", edit.journal.display(), edit.problem);
/// }
/// # assert!(outcome.recovered.is_empty() && outcome.remaining.is_empty());
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn recover_edits(options: &RecoveryOptions, token: &CancelToken) -> Result<RecoveryOutcome> {
    token.heartbeat()?;
    let _locks = TreeLocks::acquire(&options.roots, LockDeadline::after(options.wait), token)?;
    recover_below(options, RecoveryMode::Repair, token)
}

/// Recovers edits in all directories below roots.
fn recover_below(
    options: &RecoveryOptions,
    mode: RecoveryMode,
    token: &CancelToken,
) -> Result<RecoveryOutcome> {
    let scope = Scope::default()
        .roots(options.roots.iter().cloned())
        .gitignore(false)
        .node_modules(true);
    let search = JournalSearch {
        scope: &scope,
        root_kinds: RootKinds::FilesAndDirs,
        pool: options.pool.as_ref().unwrap_or(Pool::shared()),
    };
    recover(&search, mode, token)
}

/// Whether interrupted edits are repaired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecoveryMode {
    List,
    Repair,
}

/// Directories whose journals are examined.
pub(crate) struct JournalSearch<'a> {
    /// Scope whose directories are walked. If a root is a file, its directory is listed.
    pub(crate) scope: &'a Scope,
    /// Kinds of roots that are accepted.
    pub(crate) root_kinds: RootKinds,
    pub(crate) pool: &'a Pool,
}

/// Finds interrupted edits, and repairs or lists them.
///
/// # Errors
///
/// A root cannot be opened, a directory that must be listed cannot be listed, or the token fired.
pub(crate) fn recover(
    search: &JournalSearch<'_>,
    mode: RecoveryMode,
    token: &CancelToken,
) -> Result<RecoveryOutcome> {
    // The walk fails if a root does not exist.
    let journals = find::journals_of_missing_roots(&search.scope.roots)?;
    let first = repair_or_list(journals, mode, search.pool);
    let (journals, report) = match search.scope.roots.is_empty() {
        // Only the directories of the planned files can have journals.
        true => {
            let mut report = Report::default();
            report.complete = true;
            (Vec::new(), report)
        }
        false => find_journals(search, token)?,
    };
    let mut outcome = repair_or_list(journals, mode, search.pool);
    outcome.report = report;
    outcome.recovered.splice(..0, first.recovered);
    outcome.add_remaining(first.remaining);
    Ok(outcome)
}

/// Repairs or lists the edits to which these journals lead.
pub(crate) fn repair_or_list(
    journals: Vec<PathBuf>,
    mode: RecoveryMode,
    pool: &Pool,
) -> RecoveryOutcome {
    let (edits, unreadable) = edits::read(journals, mode);
    let mut outcome = RecoveryOutcome {
        recovered: Vec::new(),
        remaining: unreadable,
        report: Report::default(),
    };
    // IDs of edits with copies of the journal that were not repaired.
    let mut failed = FxHashSet::default();
    for mut edit in edits {
        let id = edit.record.id.clone();
        if failed.contains(&id) && matches!(edit.condition, EditCondition::Interrupted(_)) {
            // The copies still need the primary.
            let problem = "the files of the edit in another directory are not repaired yet";
            edit.condition = EditCondition::Unknown(problem.to_owned());
        }
        let remaining = outcome.remaining.len();
        finish(edit, mode, pool, &mut outcome);
        if mode == RecoveryMode::Repair && outcome.remaining.len() > remaining {
            failed.insert(id);
        }
    }
    outcome.remaining.sort_by(|a, b| a.journal.cmp(&b.journal));
    outcome
}

/// Repairs or lists an edit.
fn finish(edit: FoundEdit, mode: RecoveryMode, pool: &Pool, outcome: &mut RecoveryOutcome) {
    let record = edit.record.clone();
    let (state, problem) = edit.condition.describe();
    let found: FxHashSet<usize> = edit.groups.iter().map(|group| group.index).collect();
    let list = |group: &GroupAt, problem| InterruptedEdit {
        journal: group.journal(&record),
        state,
        files: files_of(&record, group, &found),
        problem,
    };
    match (mode, edit.condition) {
        (RecoveryMode::Repair, EditCondition::Interrupted(state)) => {
            let repaired = repair(&record, state, edit.groups, None, pool);
            outcome.recovered.extend(repaired.files);
            for (group, failures) in repaired.failures {
                let problems: Vec<String> = failures
                    .iter()
                    .map(|(path, error)| format!("{}: {error}", path.display()))
                    .collect();
                let edit = list(&group, Some(problems.join("; ")));
                outcome.remaining.push(edit);
            }
        }
        _ => {
            let edits = edit.groups.iter().map(|group| list(group, problem.clone()));
            outcome.remaining.extend(edits);
        }
    }
}

/// Returns the targets of a group, and those in directories below it that the edit was to create,
/// unless their own journals were found.
fn files_of(record: &EditRecord, group: &GroupAt, found: &FxHashSet<usize>) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = record.groups[group.index].targets(&group.dir).collect();
    for (number, made) in record.groups.iter().enumerate() {
        if made.made_in == Some(group.index) && !found.contains(&number) {
            let dirs = record.made_dirs(number, &group.dir);
            files.extend(dirs.last().into_iter().flat_map(|dir| made.targets(dir)));
        }
    }
    files
}

impl RecoveryOutcome {
    /// Returns the paths of the journals in directories. Leaves out journals of remaining edits.
    pub(crate) fn new_journals<'d>(
        &self,
        dirs: impl Iterator<Item = &'d Path>,
    ) -> Result<Vec<PathBuf>> {
        let mut journals = journals_in(dirs)?;
        let remaining: FxHashSet<&Path> = self.remaining.iter().map(|e| &*e.journal).collect();
        journals.retain(|journal| !remaining.contains(journal.as_path()));
        Ok(journals)
    }

    /// Adds edits to the remaining ones.
    pub(crate) fn add_remaining(&mut self, edits: Vec<InterruptedEdit>) {
        self.remaining.extend(edits);
        self.remaining.sort_by(|a, b| a.journal.cmp(&b.journal));
        self.remaining.dedup_by(|a, b| a.journal == b.journal);
    }
}

/// Returns an edit that blocks changes of the targets of these groups.
pub(crate) fn blocking<'e>(
    edits: &'e [InterruptedEdit],
    groups: &[Group],
) -> Option<&'e InterruptedEdit> {
    if edits.is_empty() {
        return None;
    }
    let targets = groups.iter().flat_map(|group| group.targets(&group.dir));
    let targets: FxHashSet<PathBuf> = targets.collect();
    edits.iter().find(|edit| match edit.journal.parent() {
        Some(dir) if edit.state == EditState::Unknown && edit.files.is_empty() => {
            groups.iter().any(|group| group.dir == dir)
        }
        _ => edit.files.iter().any(|file| targets.contains(file)),
    })
}

/// Adds the files of interrupted edits to a report. Leaves out files that are not below `roots`.
///
/// # Errors
///
/// Returns `InvalidOption` if paths are relative to a workspace that the scope lacks.
pub fn add_to_report(edits: &[InterruptedEdit], scope: &Scope, report: &mut Report) -> Result<()> {
    let roots = ScopeRoots::of(scope)?;
    let mut log = SkipLog::default();
    let interrupted = edits.iter().filter(|edit| edit.state != EditState::Running);
    for edit in interrupted {
        for (root, path) in edit.paths().filter_map(|file| roots.shown(file)) {
            let path = skipped_path(root, path, edit.problem.clone());
            log.add(SkipReason::InterruptedEdit, path);
        }
    }
    let skipped = log.to_vec();
    report.complete &= skipped.is_empty();
    report.skipped.extend(skipped);
    Ok(())
}
