//! Engine of all edits of files: plans all files of a scope, then changes all of them or none.
//!
//! An edit plans first and writes last. Planning is a pipeline operation, like a search; files are
//! written only after every file is planned and checked. A [`PlanFile`] computes the new text of one
//! file.
//!
//! - `call`: settings for an edit, independent of the code that computes its new texts.
//! - `planner`: interface of that code.
//! - `scope_plan`: plans all files in the call.
//! - `examiner`: plans one file.
//! - `source_text`: text of a file and its conversion back to bytes.
//! - `operations`: plans files that are created, deleted or renamed.
//! - `documents`: URIs of edited files.
//! - `outcome`: result of the call.
//!
//! The crate `ransack-transaction` writes the files and recovers interrupted edits.
//!
//! Invariants:
//! - No file is written until all files are planned and checked.
//! - A dry run writes nothing, and neither does an edit of a file with an open buffer.

mod call;
mod documents;
mod examiner;
mod operations;
mod outcome;
mod planner;
mod scope_plan;
mod source_text;

use std::path::{Path, PathBuf};

use ransack_base::internal::{ErrorParts, file_uri};
use ransack_base::{CancelToken, Error, ErrorKind, Report, Result, SkipReason};
use ransack_search::internal::{check_path, scope_has_buffer, workspace_root};
use ransack_transaction::InterruptedEdit;
use ransack_transaction::internal::{
    ChangeAction, ChangePlan, PlannedChange, PreparedCommit, Preview, Recorder, Transaction,
    add_to_report,
};

pub use call::{EditCall, ExpectedVersions, identity, path_in, request_of};
pub(crate) use call::{cannot_open, path_below};
pub(crate) use operations::{FileOperation, OperationKind};
pub use outcome::{EngineOutcome, FileChange};
pub use planner::{
    ListedChange, NameEffect, NewPath, PlanFile, PlanLimits, PlanStatus, PlanStop, PlannedText,
    TextPlan,
};
pub use source_text::SourceText;

use crate::file_change::FileChangeKind;
use documents::DocumentRoots;
use operations::PlannedOperation;
use scope_plan::{ScopePlan, plan_all};

/// Edits files. The call that the scope belongs to has already begun.
///
/// # Errors
///
/// Any error of the planner, the pipeline or the transaction. If the call fails, no file has changed
/// unless [`Error::paths`] lists it.
pub fn edit<P: PlanFile>(
    call: &EditCall<P>,
    token: &CancelToken,
) -> Result<EngineOutcome<P::Change>> {
    token.heartbeat()?;
    let transaction = Transaction {
        scope: &call.scope,
        root_kinds: call.root_kinds(),
        wait: call.wait,
        pool: call.pool.as_ref(),
    };
    let plan = || {
        let mut planned = plan_all(call, token)?;
        let journals = std::mem::take(&mut planned.journals);
        let links = planned.links();
        let operations = plan_operations(call, &planned, token)?;
        let plan = to_change_plan(planned, operations, call);
        Ok::<_, Error>((plan, links, journals))
    };
    if call.dry_run {
        let (plan, links, journals) = plan()?;
        plan.check?;
        let is_link = |path: &Path| links.contains(path);
        let interrupted = transaction.preview(plan.changes.iter(), is_link, journals)?;
        return with_interrupted(plan.outcome, interrupted, call);
    }
    let mut recorder = Recorder::new(&call.journal, call.operation, roots(call));
    let before_commit = |commit: &PreparedCommit<'_>| {
        recorder.record(commit);
        Ok(())
    };
    let plan = || plan().map(|(plan, _, _)| plan);
    let edited = transaction.apply_with(token, plan, before_commit);
    let (outcome, recovery) = match edited {
        Ok(edited) => edited,
        Err(error) => {
            recorder.failed(!error.paths().is_empty());
            return Err(error);
        }
    };
    let (id, problem) = recorder.committed();
    let mut outcome = EngineOutcome {
        id,
        recovered: recovery.recovered,
        ..with_interrupted(outcome, recovery.remaining, call)?
    };
    let hint = problem.map(|problem| format!("the edit cannot be undone: {problem}"));
    outcome.report.hints.extend(hint);
    Ok(outcome)
}

/// Returns the root of the workspace of a call, or the roots of the call and the paths of its
/// operations.
fn roots<P>(call: &EditCall<P>) -> Vec<PathBuf> {
    if let Some(root) = workspace_root(&call.scope) {
        return vec![root.to_owned()];
    }
    let operations = call.operations.iter().map(|operation| &operation.path);
    call.scope.roots.iter().chain(operations).cloned().collect()
}

/// Plans the operations of a call, and checks the paths that these and the changed texts add.
fn plan_operations<P: PlanFile>(
    call: &EditCall<P>,
    texts: &ScopePlan<P::Change, P::Target>,
    token: &CancelToken,
) -> Result<Vec<PlannedOperation>> {
    // The pipeline has checked the files whose texts change.
    let renamed = texts.changes().filter_map(operations::added);
    let paths = call.operations.iter().flat_map(FileOperation::paths);
    for path in paths.chain(renamed) {
        check_path(&call.scope, path)?;
    }
    let operations = call.operations.iter();
    let planned = operations.map(|operation| operation.plan(&call.if_versions, token));
    let planned = planned.collect::<Result<Vec<_>>>()?;
    let of_operations = planned.iter().map(|operation| &operation.change);
    let changes: Vec<_> = texts.changes().chain(of_operations).collect();
    operations::refuse_existing(&changes, |path| has_buffer(call, path))?;
    Ok(planned)
}

/// Returns whether a file has an open buffer, whose path may be spelled in another way.
fn has_buffer<P>(call: &EditCall<P>, path: &Path) -> bool {
    scope_has_buffer(&call.scope, path) || scope_has_buffer(&call.scope, &identity(path))
}

/// Adds interrupted edits to the outcome of a call and to its report.
fn with_interrupted<P: PlanFile>(
    mut outcome: EngineOutcome<P::Change>,
    interrupted: Vec<InterruptedEdit>,
    call: &EditCall<P>,
) -> Result<EngineOutcome<P::Change>> {
    add_to_report(&interrupted, &call.scope, &mut outcome.report)?;
    outcome.interrupted = interrupted;
    Ok(outcome)
}

/// Checks the changes of a call and converts them. The outcome contains no interrupted edits.
fn to_change_plan<P: PlanFile>(
    planned: ScopePlan<P::Change, P::Target>,
    operations: Vec<PlannedOperation>,
    call: &EditCall<P>,
) -> ChangePlan<EngineOutcome<P::Change>> {
    let of_operations = operations.iter().map(|operation| &operation.change);
    let all_changes = planned.changes().chain(of_operations);
    let preview = Preview::of(all_changes.clone(), request(call));
    let check = check_options(&planned, all_changes, &preview, call);
    let ScopePlan { plans, report, .. } = planned;
    let has_buffers = plans.iter().any(|plan| plan.buffer.is_some())
        || operations
            .iter()
            .any(|operation| has_buffer(call, &operation.change.path));
    let applied = !call.dry_run && !has_buffers;
    let roots = DocumentRoots::of(&call.scope);
    let new_uri = |change: &PlannedChange| match &change.action {
        ChangeAction::Rename { to, .. } => Some(roots.uri(to)),
        _ => None,
    };
    let (mut planned_changes, mut changes) = (Vec::new(), Vec::new());
    let mut file_changes = Vec::with_capacity(plans.len());
    for plan in plans {
        let document = plan.document.as_ref();
        let path = document.map(|document| &*document.path);
        file_changes.push(FileChange {
            uri: path.map_or_else(|| roots.uri(&plan.change.path), file_uri),
            new_uri: match (&plan.kind, &plan.recreated) {
                (FileChangeKind::Rename(_), Some(change)) => Some(roots.uri(&change.path)),
                _ => new_uri(&plan.change),
            },
            has_buffer: document.is_some(),
            buffer_version: document.and_then(|document| document.version),
            path: plan.shown,
            root: plan.root,
            kind: plan.kind,
            count: plan.changes.len() as u64,
            diff: plan.diff,
            text_edits: match applied {
                true => Vec::new(),
                false => plan.text_edits,
            },
            is_unsettled: plan.is_unsettled,
        });
        changes.extend(plan.changes);
        planned_changes.push(plan.change);
        planned_changes.extend(plan.recreated);
    }
    for operation in operations {
        let path = &operation.change.path;
        file_changes.push(FileChange {
            uri: roots.uri(path),
            new_uri: new_uri(&operation.change),
            has_buffer: has_buffer(call, path),
            buffer_version: None,
            path: operation.shown,
            root: operation.root,
            kind: operation.kind,
            count: 1,
            diff: operation.diff,
            text_edits: match applied {
                true => Vec::new(),
                false => operation.text_edits,
            },
            is_unsettled: false,
        });
        planned_changes.push(operation.change);
    }
    if !applied && !call.dry_run {
        planned_changes.clear();
    }
    let outcome = EngineOutcome {
        changes,
        file_changes,
        applied,
        id: None,
        preview: preview.to_string(),
        recovered: Vec::new(),
        interrupted: Vec::new(),
        report,
    };
    ChangePlan {
        changes: planned_changes,
        check,
        outcome,
    }
}

/// Fails if the options of a call do not allow the plan.
fn check_options<'p, P: PlanFile>(
    planned: &ScopePlan<P::Change, P::Target>,
    changes: impl Iterator<Item = &'p PlannedChange>,
    preview: &Preview,
    call: &EditCall<P>,
) -> Result<()> {
    if call.fail_on_parse_error {
        refuse_syntax_errors(&planned.report)?;
    }
    let Some(given) = &call.preview else {
        return Ok(());
    };
    let is_whole = planned.report.stopped_by.is_none();
    let mismatch = preview.mismatch(given, changes, &planned.unplanned, is_whole);
    mismatch.map_or(Ok(()), Err)
}

/// Returns a hash of the options that determine the changes and of the roots, independent of their
/// spelling.
fn request<P>(call: &EditCall<P>) -> u64 {
    let roots = call.scope.roots.iter();
    let real = |root: &PathBuf| root.canonicalize().unwrap_or_else(|_| root.clone());
    request_of(&(call.request, roots.map(real).collect::<Vec<PathBuf>>()))
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
