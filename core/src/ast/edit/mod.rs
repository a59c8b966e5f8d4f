//! Structural rewriting: replaces code that matches a pattern, in all files of a scope or in none.
//!
//! An edit plans first and writes last. Planning is a pipeline operation, like a search; files are
//! written only after every file is planned and checked.
//!
//! - `options`: options for `ast_edit`.
//! - `outcome`: results of the call.
//! - `call`: settings for an edit, independent of the code that computes its new texts.
//! - `scope_plan`: plans all files in the call.
//! - `examiner`: plans one file.
//! - `source_text`: text of a file and its conversion back to bytes.
//! - `text_plan`: edits of one text, and the new text.
//! - `rewrite`: matches in one text and their replacements.
//! - `template`: a parsed replacement, rendered for each match.
//! - `brackets`: brackets around inserted expressions.
//! - `separators`: separators of deleted list elements.
//! - `syntax`: literals, indentation and statement ends around a replacement.
//! - `check`: compares syntax errors before and after.
//! - `renames`: a shortcut in the check for edits that only rename.
//! - `preview`: token of a dry run, and the reason why a later call differs from the dry run.
//! - `apply`: writes either all files or none.
//! - `target`: steps that apply the edit to one file.
//! - `journal`: record of an edit in progress; the protocol for applying and recovery.
//! - `recovery`: finds interrupted edits from their journals.
//! - `repair`: rolls back, and removes temporary files.
//! - `recover`: functions that list and repair interrupted edits.
//! - `locks`: locks on the trees that an edit may change.
//! - `disk`, `attributes`: single file system steps.
//!
//! Invariants:
//! - No file is written until all files are planned and checked and their new texts are durable.
//! - After a failed call, every file has its old text, unless the error lists the file.
//! - A dry run writes nothing.

mod apply;
mod attributes;
mod brackets;
mod call;
mod check;
mod disk;
mod examiner;
mod journal;
mod locks;
mod options;
mod outcome;
mod preview;
mod recover;
mod recovery;
mod renames;
mod repair;
mod rewrite;
mod scope_plan;
mod separators;
mod source_text;
mod syntax;
mod target;
mod template;
mod text_plan;

#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ransack_base::internal::{ErrorParts, SkipLog, is_missing, rel_path, skipped_path, slashed};
use ransack_base::{CancelToken, Error, ErrorKind, Pool, Report, Result, SkipReason, SkippedPath};
use ransack_search::internal::{begin_scope, check_workspace, name_paths, scope_pool};
use siphasher::sip128::SipHasher13;

pub use options::{AstEditOptions, Keeps, RecoveryOptions, Rewrite};
pub use outcome::{
    AstChange, AstEditOutcome, EditResult, EditState, EditStatus, FileChange, InterruptedEdit,
    RecoveredFile, RecoveryAction, RecoveryOutcome,
};
pub use recover::{interrupted_edits, recover_edits};

use apply::{Applied, Targets};
pub(crate) use call::{EditCall, request_of};
#[cfg(feature = "outline")]
pub(crate) use check::OldText;
use examiner::FilePlan;
use locks::{Deadline, TreeLocks};
pub(crate) use options::DEFAULT_WAIT;
use preview::Preview;
use recovery::Recovery;
use scope_plan::{ScopePlan, plan_all};
#[cfg(feature = "outline")]
pub(crate) use syntax::TextSyntax;
#[cfg(feature = "outline")]
pub(crate) use text_plan::{
    PlanError, PlanScratch, PlanText, PlannedEdit, PlannedText, TextChecks, TextPlan,
    refuse_overlap,
};

/// Replaces code in files that matches a pattern. The default is a dry run, which returns the
/// replacements and writes nothing.
///
/// Each file is parsed in its own language. If matches of one rewrite are nested, only the
/// outermost is replaced. Bytes outside the replacements are unchanged, even in UTF-16 files. A `;`
/// or comment after the matched code is kept, unless the pattern itself ends with a `;` or comment.
///
/// # Applying
///
/// If [`dry_run`](AstEditOptions::dry_run) is false, all new texts are computed and checked before
/// the first file is written, and either every file gets its new text or none does. A file keeps
/// its mode, its owner, its symbolic and hard links and, on Linux, its access control list and
/// extended attributes. If another process changes a file, its mode or its links before the edit is
/// complete, that change is kept and the call fails. The exception is files that cannot be
/// exchanged atomically, where a concurrent write may be lost. These are files with several hard
/// links, mount points, and all files on systems other than Linux or on file systems without
/// `RENAME_EXCHANGE`.
///
/// Edits of the same files exclude each other, both within a process and across processes: while an
/// edit is in progress, no other edit can have a root that contains, equals or lies inside one of
/// its roots. See [`wait`](AstEditOptions::wait).
///
/// The token is checked until the first file is replaced; after that, the call runs to completion.
///
/// # Interrupted edits
///
/// If the process dies during an edit, each file has its old or its new text. A file written in
/// place, because it has several hard links or is a mount point, may contain parts of both.
/// Journals (`.ransack-edit-*.journal`) in the directories of the files record the state. The next
/// call that lists a directory with a journal first repairs the whole edit, regardless of the
/// call's filters and even if the tree has been moved or mounted elsewhere. An incomplete edit is
/// undone; a complete edit never is. A dry run repairs nothing and reports the files of interrupted
/// edits. [`recover_edits`] repairs without editing.
///
/// An interrupted edit that belongs to another user or cannot be read is left unchanged and
/// reported. Only edits of the same files fail.
///
/// # Cost
///
/// New texts are parsed incrementally, starting from the tree of the old text. In languages with
/// C-like tokens, an edit that only changes names needs no parse once an earlier parse has shown
/// that each new name is an identifier in that position.
///
/// All new texts are held in memory until the call ends. Making them durable takes a few commits of
/// the file system's journal in total, rather than one per file. On Linux, an edit of more than
/// eight files syncs the whole file system.
///
/// # Errors
///
/// - Any error that [`ast_grep`](super::ast_grep) can return.
/// - `InvalidPattern`: a replacement uses a metavariable that is not in its pattern.
/// - [`OverlappingEdits`](ErrorKind::OverlappingEdits): two replacements overlap.
/// - [`SyntaxError`](ErrorKind::SyntaxError): the edits would add a syntax error.
/// - [`Stale`](ErrorKind::Stale): a file has changed since it was read; files have changed since
///   the preview ([`Error::paths`] lists them); the call makes different changes from those in the
///   preview; the preview token is unknown; or another edit of the same files is running or cannot
///   be repaired.
/// - [`OpenBuffer`](ErrorKind::OpenBuffer): a file has an open buffer in the workspace.
/// - `Io`, `PermissionDenied`: a file or a journal cannot be written, or the directory of an edited
///   file cannot be listed, which would hide an interrupted edit.
///
/// If the call fails, no file has changed unless [`Error::paths`] lists it. For `Stale` and
/// `OpenBuffer`, the paths are the files that caused the error.
///
/// # Example
///
/// ```
/// use ransack::{AstEditOptions, CancelToken, ast_edit};
///
/// # let dir = tempfile::tempdir().unwrap();
/// # let dir = dir.path();
/// std::fs::write(dir.join("a.js"), "var a = 1; // one\n").unwrap();
/// let mut options = AstEditOptions::new("var $A = $B", "let $A = $B", dir);
/// let preview = ast_edit(&options, &CancelToken::new())?;
/// assert_eq!(preview.changes[0].after, b"let a = 1");
///
/// options.dry_run = false;
/// options.preview = Some(preview.preview);
/// assert!(ast_edit(&options, &CancelToken::new())?.applied);
/// assert_eq!(std::fs::read(dir.join("a.js")).unwrap(), b"let a = 1; // one\n");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn ast_edit(options: &AstEditOptions, token: &CancelToken) -> Result<AstEditOutcome> {
    token.heartbeat()?;
    let scope = begin_scope(&options.scope);
    let pool = scope_pool(&scope, options.pool.as_ref());
    let options = AstEditOptions {
        scope,
        pool,
        ..options.clone()
    };
    let edited = options.call(token).and_then(|call| edit(&call, token));
    edited.map_err(|error| name_paths(&options.scope, error))
}

/// Edits files. The call that the scope belongs to has already begun.
pub(crate) fn edit(call: &EditCall, token: &CancelToken) -> Result<AstEditOutcome> {
    token.heartbeat()?;
    let (plans, mut report, repairs) = if call.dry_run {
        preview(call, token)?
    } else {
        plan_and_apply(call, token)?
    };
    repairs.add_to(&mut report, &call.scope.roots);
    let preview = Preview::of(&plans, request(call)).to_string();
    let file_changes: Vec<FileChange> = plans
        .iter()
        .map(|plan| FileChange {
            path: plan.shown.clone(),
            root: plan.root,
            count: plan.changes.len() as u64,
            is_unsettled: plan.is_unsettled,
        })
        .collect();
    let changes: Vec<AstChange> = plans.into_iter().flat_map(|plan| plan.changes).collect();
    Ok(AstEditOutcome {
        edits: call.planner.results(&changes),
        total_replacements: changes.len() as u64,
        changes,
        file_changes,
        applied: !call.dry_run,
        preview,
        recovered: repairs.recovered,
        interrupted: repairs.remaining,
        report,
    })
}

/// Interrupted edits found by a call.
#[derive(Default)]
struct Repairs {
    recovered: Vec<RecoveredFile>,
    remaining: Vec<InterruptedEdit>,
}

impl Repairs {
    /// Reports the files in scope that are not repaired.
    fn add_to(&self, report: &mut Report, roots: &[PathBuf]) {
        let roots: Vec<PathBuf> = roots.iter().map(|root| real_root(root)).collect();
        let mut log = SkipLog::default();
        let is_left = |edit: &&InterruptedEdit| edit.state != EditState::Running;
        for edit in self.remaining.iter().filter(is_left) {
            let journal = std::slice::from_ref(&edit.journal);
            let files = if edit.files.is_empty() {
                journal
            } else {
                &edit.files
            };
            for file in files {
                let Some(mut path) = relative_to(file, &roots) else {
                    continue;
                };
                path.detail.clone_from(&edit.problem);
                log.add(SkipReason::InterruptedEdit, path);
            }
        }
        let skipped = log.to_vec();
        report.complete &= skipped.is_empty();
        report.skipped.extend(skipped);
    }
}

/// Returns the path of a file relative to the first root that contains it.
fn relative_to(file: &Path, roots: &[PathBuf]) -> Option<SkippedPath> {
    let (root, rest) = roots.iter().enumerate().find_map(|(at, root)| {
        let dir = if root == file { root.parent()? } else { root };
        Some((at, file.strip_prefix(dir).ok()?))
    })?;
    let path = rel_path(slashed(rest.as_os_str()));
    Some(skipped_path(root as u32, path, None))
}

/// Returns a root with links resolved, or unchanged if that fails.
fn real_root(root: &Path) -> PathBuf {
    root.canonicalize().unwrap_or_else(|_| root.to_owned())
}

/// Returns the journal directory with links resolved.
fn real_journal_dir(dir: Option<&Path>) -> Result<Option<PathBuf>> {
    let Some(dir) = dir else {
        return Ok(None);
    };
    let real = dir.canonicalize();
    let real = real.map_err(|error| Error::io("cannot use the journal directory", dir, error))?;
    if !real.is_dir() {
        let message = "the journal directory is not a directory";
        return Err(Error::option(message).with_path(dir));
    }
    Ok(Some(real))
}

/// Returns the journals that a walk of these roots does not find: those next to roots that are
/// files, and those in the journal directory.
fn journals_outside(roots: &[PathBuf], journal_dir: Option<&Path>) -> Result<Vec<PathBuf>> {
    let mut dirs = Vec::new();
    for root in roots {
        // The walk reports a missing root.
        let dir = match real_dir_of_file(root) {
            Err(error) if is_missing(&error) => None,
            dir => dir.map_err(|error| Error::root(root, error))?,
        };
        dirs.extend(dir);
    }
    dirs.extend(journal_dir.map(Path::to_owned));
    dirs.sort_unstable();
    dirs.dedup();
    let mut journals = Vec::new();
    for dir in &dirs {
        recovery::journals_in(dir, &mut journals)?;
    }
    Ok(journals)
}

/// Returns the directory of a root that is a file, with links resolved.
fn real_dir_of_file(root: &Path) -> io::Result<Option<PathBuf>> {
    let real = root.canonicalize()?;
    let is_file = fs::metadata(&real)?.is_file();
    Ok(real.parent().filter(|_| is_file).map(Path::to_owned))
}

/// Plans a dry run and looks for interrupted edits.
fn preview(call: &EditCall, token: &CancelToken) -> Result<(Vec<FilePlan>, Report, Repairs)> {
    let roots = &call.scope.roots;
    let journal_dir = real_journal_dir(call.journal_dir.as_deref())?;
    let planned = plan_all(call, token)?;
    check_plan(call, &planned)?;
    let pool = call.pool.as_ref().unwrap_or(Pool::shared());
    let mut recovery = Recovery::new(journal_dir.clone(), false, pool);
    recovery.run(journals_outside(roots, journal_dir.as_deref())?);
    recovery.run(planned.journals);
    // A walk that stops at a limit has not found all journals.
    if let Ok(targets) = Targets::resolve(&planned.plans, None) {
        recovery.run(targets.journals()?);
    }
    let repairs = Repairs {
        recovered: Vec::new(),
        remaining: recovery.into_remaining(),
    };
    Ok((planned.plans, planned.report, repairs))
}

/// Maximum number of times that an edit gives way to another without waiting.
const MAX_MEETINGS: u32 = 10;

/// Plans and applies an edit, after repairing interrupted edits.
fn plan_and_apply(
    call: &EditCall,
    token: &CancelToken,
) -> Result<(Vec<FilePlan>, Report, Repairs)> {
    check_workspace(&call.scope)?;
    let roots = &call.scope.roots;
    let journal_dir = real_journal_dir(call.journal_dir.as_deref())?;
    let pool = call.pool.as_ref().unwrap_or(Pool::shared());
    let deadline = Deadline::after(call.wait);
    let _locks = TreeLocks::acquire(roots, deadline, token)?;
    let mut repairs = Repairs::default();
    let mut meetings = 0;
    loop {
        let mut recovery = Recovery::new(journal_dir.clone(), true, pool);
        recovery.run(journals_outside(roots, journal_dir.as_deref())?);
        let planned = plan_all(call, token)?;
        recovery.run(planned.journals.iter().cloned());
        repairs.recovered.append(&mut recovery.recovered);
        if recovery.has_repaired() {
            // The texts may have changed.
            continue;
        }
        refuse_buffers(&planned.plans)?;
        let targets = Targets::resolve(&planned.plans, journal_dir.as_deref())?;
        recovery.run(targets.journals()?);
        repairs.recovered.append(&mut recovery.recovered);
        if recovery.has_repaired() {
            continue;
        }
        check_plan(call, &planned)?;
        if let Some(edit) = recovery.blocking(targets.names()) {
            if edit.state == EditState::Running {
                deadline.pause(token, || running(edit))?;
                continue;
            }
            return Err(blocked(edit));
        }
        repairs.remaining = recovery.into_remaining();
        let ScopePlan {
            mut plans, report, ..
        } = planned;
        match apply::apply(&mut plans, targets, journal_dir.as_deref(), pool, token)? {
            Applied::Done => return Ok((plans, report, repairs)),
            Applied::Met(edit) => {
                meetings += 1;
                if meetings > MAX_MEETINGS {
                    deadline.pause(token, || running(&edit))?;
                }
            }
        }
    }
}

/// Fails if the options do not allow the plan to be applied.
fn check_plan(call: &EditCall, planned: &ScopePlan) -> Result<()> {
    if call.fail_on_parse_error {
        refuse_syntax_errors(&planned.report)?;
    }
    let Some(given) = &call.preview else {
        return Ok(());
    };
    let ScopePlan { plans, report, .. } = planned;
    let is_whole = report.stopped_by.is_none();
    let now = Preview::of(plans, request(call));
    let mismatch = now.mismatch(given, plans, &planned.unplanned, is_whole);
    mismatch.map_or(Ok(()), Err)
}

/// Returns a hash of the options that determine the changes and of the roots, independent of their
/// spelling.
fn request(call: &EditCall) -> u64 {
    let roots: Vec<PathBuf> = call
        .scope
        .roots
        .iter()
        .map(|root| real_root(root))
        .collect();
    request_of(&(call.request, roots))
}

fn running(edit: &InterruptedEdit) -> Error {
    let path = edit.files.first().unwrap_or(&edit.journal);
    locks::busy(path).with_paths(edit.files.clone())
}

/// Returns the error for an edit of files left by an interrupted edit.
fn blocked(edit: &InterruptedEdit) -> Error {
    let problem = edit.problem.as_deref().unwrap_or("unknown");
    let message = format!(
        "an interrupted edit of these files cannot be repaired ({problem}); repair it, then repeat \
         the call"
    );
    let error = Error::new(ErrorKind::Stale, message).with_path(&edit.journal);
    error.with_paths(edit.files.clone())
}

/// Fails if a file has an open buffer.
fn refuse_buffers(plans: &[FilePlan]) -> Result<()> {
    let buffers = plans.iter().filter(|plan| plan.buffer.is_some());
    let paths: Vec<PathBuf> = buffers.map(|plan| plan.path.clone()).collect();
    let Some(first) = paths.first() else {
        return Ok(());
    };
    let message = "the file has an open buffer; make a dry run and apply its changes to the buffer";
    let error = Error::new(ErrorKind::OpenBuffer, message).with_path(first);
    Err(error.with_paths(paths))
}

/// Fails if a file has syntax errors before editing.
fn refuse_syntax_errors(report: &Report) -> Result<()> {
    let skipped = report.skipped.iter();
    let mut errors = skipped.filter(|s| s.reason == SkipReason::SyntaxErrors);
    let Some(first) = errors.next().and_then(|skipped| skipped.first.first()) else {
        return Ok(());
    };
    let detail = first.detail.as_deref().unwrap_or_default();
    let message = format!("the file contains syntax errors, {detail}");
    Err(Error::new(ErrorKind::SyntaxError, message).with_path(first.path.as_path()))
}

/// Returns a hash of `bytes`. Stable across processes, as recovery requires; not cryptographic.
fn digest(bytes: &[u8]) -> u128 {
    SipHasher13::new().hash(bytes).as_u128()
}
