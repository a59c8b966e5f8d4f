//! Plans all files in a call, up to the call's limits.
//!
//! Writes nothing to disk.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ransack_base::internal::{ErrorParts, add_skip, describe_skip};
use ransack_base::{
    CancelToken, Error, ErrorKind, OptionName, Report, Result, SkipReason, SkippedPath, StoppedBy,
    Stream,
};
use ransack_search::internal::{EditJournals, Request, Wanted, encoding_for_label, start};
use ransack_transaction::internal::{ChangeAction, PlannedChange, Unplanned};
use rustc_hash::FxHashSet;

use super::call::{EditCall, cannot_open};
use super::examiner::{self, EditExaminer, FilePlan};
use super::planner::{PlanFile, PlanLimits};

/// Edits of all files in scope.
pub(super) struct ScopePlan<C, T> {
    pub(super) plans: Vec<FilePlan<C, T>>,
    pub(super) report: Report,
    /// Paths of journals in scope, where a process may have died while applying edits. Empty unless
    /// the call is a dry run.
    pub(super) journals: Vec<PathBuf>,
    /// Files that had changes in the preview but have none now.
    pub(super) unplanned: Arc<Unplanned>,
}

impl<C, T> ScopePlan<C, T> {
    /// Returns the changes of all files.
    pub(super) fn changes(&self) -> impl Iterator<Item = &PlannedChange> + Clone {
        let plans = self.plans.iter();
        plans.flat_map(|plan| std::iter::once(&plan.change).chain(&plan.recreated))
    }

    /// Returns the paths of the planned files that are symbolic links.
    pub(super) fn links(&self) -> FxHashSet<PathBuf> {
        let links = self.plans.iter().filter(|plan| plan.is_link);
        links.map(|plan| plan.change.path.clone()).collect()
    }
}

/// Plans all files in scope, up to the limits.
pub(super) fn plan_all<P: PlanFile>(
    call: &EditCall<P>,
    token: &CancelToken,
) -> Result<ScopePlan<P::Change, P::Target>> {
    if call.scope.roots.is_empty() && !call.operations.is_empty() {
        let mut report = Report::default();
        report.complete = true;
        return Ok(ScopePlan {
            plans: Vec::new(),
            report,
            journals: Vec::new(),
            unplanned: Arc::new(Unplanned::of(call.preview.as_deref())),
        });
    }
    plan_within(call, call.time_per_file, token)
}

/// Plans all files in scope, up to the limits. `limited_time` is the time limit for planning a file
/// again with fewer replacements.
fn plan_within<P: PlanFile>(
    call: &EditCall<P>,
    limited_time: Option<Duration>,
    token: &CancelToken,
) -> Result<ScopePlan<P::Change, P::Target>> {
    let journals = Arc::new(Mutex::new(Vec::new()));
    let unplanned = Arc::new(Unplanned::of(call.preview.as_deref()));
    let examiner = EditExaminer {
        planner: call.planner.clone(),
        time_per_file: call.time_per_file,
        // One more replacement shows that the limit was reached.
        max_replacements: call.max_replacements.unwrap_or(u64::MAX).saturating_add(1),
        policy: examiner::read_policy(
            call.max_file_size,
            call.max_held,
            encoding_for_label(call.encoding.as_deref())?,
        ),
        journals: journals.clone(),
        unplanned: unplanned.clone(),
        if_versions: call.if_versions.clone(),
    };
    let run = Request::of_all(call.scope.clone(), call.pool.clone());
    let roots = call.root_kinds();
    let needs_every_root = call.needs_every_root;
    // An edit that is applied has repaired the edits in scope.
    let edit_journals = match call.dry_run {
        true => EditJournals::Included,
        false => EditJournals::Excluded,
    };
    let mut stream = start(run, token, move || {
        examiner.planner.begin()?;
        let wanted = Wanted {
            edit_journals,
            roots,
            needs_every_root,
            ..Wanted::default()
        };
        Ok((examiner, wanted))
    });
    let collected = collect_plans(&mut stream, call, limited_time, token)?;
    let mut report = stream.stop();
    report.files_with_matches -= collected.repeated_files.min(report.files_with_matches);
    report.total_matches -= collected.repeated_changes.min(report.total_matches);
    if collected.is_cut {
        report.stopped_by = Some(StoppedBy::Limit);
    }
    if let Some((plan, reason, path)) = collected.skipped {
        report.files_searched -= 1;
        report.files_with_matches -= 1;
        report.total_matches -= plan.min(report.total_matches);
        add_skip(&mut report, reason, path);
    }
    if call.needs_every_root {
        refuse_unplanned(&report, call)?;
    }
    // A limit for each file leaves no file unread.
    let is_whole = !collected.is_cut && !matches!(report.stopped_by, Some(StoppedBy::Timeout));
    if is_whole {
        // Operations read their files later.
        if call.operations.is_empty() {
            call.if_versions.check_all_read()?;
        }
    }
    (report.next_offset, report.next) = (None, None);
    let journals = std::mem::take(&mut *journals.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(ScopePlan {
        plans: collected.plans,
        report,
        journals,
        unplanned,
    })
}

/// Fails if a file required by the call was skipped.
fn refuse_unplanned<P>(report: &Report, call: &EditCall<P>) -> Result<()> {
    let is_fatal = |reason| {
        !matches!(
            reason,
            SkipReason::SyntaxErrors | SkipReason::InterruptedEdit
        )
    };
    let Some(skipped) = report.skipped.iter().find(|s| is_fatal(s.reason)) else {
        return Ok(());
    };
    let first = skipped.first.first();
    let detail = first.and_then(|first| first.detail.as_deref());
    let detail = detail
        .map(|detail| format!(" ({detail})"))
        .unwrap_or_default();
    let message = format!(
        "the file cannot be edited: {}{detail}",
        describe_skip(skipped.reason)
    );
    let kind = match skipped.reason {
        SkipReason::Unreadable => ErrorKind::Io,
        _ => ErrorKind::InvalidOption,
    };
    let mut error = Error::new(kind, message);
    if skipped.reason == SkipReason::ParseTimeout {
        error = error.with_advice("raise", OptionName::TimePerFile, "");
    }
    let root = first.and_then(|first| call.scope.roots.get(first.root as usize));
    Err(match root {
        Some(root) => {
            cannot_open(root, Some(skipped.reason)).unwrap_or_else(|| error.with_path(root))
        }
        None => error,
    })
}

/// Plans collected up to the limits.
struct CollectedPlans<C, T> {
    plans: Vec<FilePlan<C, T>>,
    /// Whether there are more plans.
    is_cut: bool,
    /// Number of plans for files that already had one, because roots overlap or a file has several
    /// names.
    repeated_files: u64,
    /// Number of changes in repeated plans.
    repeated_changes: u64,
    /// File that could not be planned again within the limit, and its number of changes without the
    /// limit.
    skipped: Option<(u64, SkipReason, SkippedPath)>,
}

/// Identity of the file of a plan; equal for two plans of the same file.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Inode((u64, u64)),
    Buffer(Arc<[u8]>),
}

/// Collects plans in path order, one per file.
fn collect_plans<P: PlanFile>(
    stream: &mut Stream<Result<FilePlan<P::Change, P::Target>>>,
    call: &EditCall<P>,
    limited_time: Option<Duration>,
    token: &CancelToken,
) -> Result<CollectedPlans<P::Change, P::Target>> {
    let mut room = call.max_replacements.unwrap_or(u64::MAX);
    let max_files = call.max_files.unwrap_or(u64::MAX);
    let mut collected = CollectedPlans {
        plans: Vec::new(),
        is_cut: false,
        repeated_files: 0,
        repeated_changes: 0,
        skipped: None,
    };
    let mut known = FxHashSet::default();
    for plan in stream {
        let mut plan = plan??;
        let mut count = plan.changes.len() as u64;
        let identity = match &plan.buffer {
            // Each name of a file can be deleted or renamed.
            _ if !matches!(plan.change.action, ChangeAction::Rewrite { .. }) => None,
            Some(path) => Some(Identity::Buffer(path.clone())),
            None => plan.inode.map(Identity::Inode),
        };
        // If the names of a file lead to different texts, applying fails.
        let is_repeated = identity
            .is_some_and(|identity| !known.insert((identity, plan.change.action.new_digest())));
        if is_repeated {
            collected.repeated_files += 1;
            collected.repeated_changes += count;
            continue;
        }
        collected.is_cut = count > room || collected.plans.len() as u64 == max_files;
        if collected.is_cut {
            if room == 0 || collected.plans.len() as u64 == max_files {
                return Ok(collected);
            }
            let limits = PlanLimits {
                token,
                time: limited_time,
            };
            let skipped = plan.limit_to(room, &*call.planner, limits)?;
            if let Some((reason, path)) = skipped {
                collected.skipped = Some((count, reason, path));
                return Ok(collected);
            }
            count = plan.changes.len() as u64;
        }
        room -= count;
        collected.plans.push(plan);
        if collected.is_cut {
            return Ok(collected);
        }
    }
    Ok(collected)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
