//! Plans all files of a call, up to its limits.
//!
//! Nothing in here writes to disk.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashSet;

use super::examiner::{self, EditExaminer, FilePlan};
use super::options::AstEditOptions;
use super::plan::Planner;
use crate::ast::language::Language;
use crate::cancel::CancelToken;
use crate::error::{Error, Result};
use crate::pipeline::{self, OnTimeout, Request};
use crate::report::{Report, SkipReason, SkippedPath, StoppedBy};
use crate::scan::{FileSource, FileVersion, Wanted, encoding_for_label};
use crate::stream::Stream;

/// Edits of all files in scope.
pub(super) struct ScopePlan {
    pub(super) plans: Vec<FilePlan>,
    pub(super) report: Report,
    /// Paths of journals in scope: a process may have died while it applied edits there.
    pub(super) journals: Vec<PathBuf>,
}

/// Plans all files in scope, up to the limits.
pub(super) fn plan_all(
    options: &AstEditOptions,
    source: Option<&Arc<dyn FileSource>>,
    token: &CancelToken,
) -> Result<ScopePlan> {
    plan_within(options, options.time_per_file, source, token)
}

/// Plans all files in scope, up to the limits. `limited_time` is the time for planning a file again
/// with fewer replacements.
fn plan_within(
    options: &AstEditOptions,
    limited_time: Option<Duration>,
    source: Option<&Arc<dyn FileSource>>,
    token: &CancelToken,
) -> Result<ScopePlan> {
    let planner = Arc::new(Planner::new(options, token)?);
    let journals = Arc::new(Mutex::new(Vec::new()));
    let language = options
        .language
        .as_deref()
        .map(Language::from_name_or_error);
    let examiner = EditExaminer {
        planner: planner.clone(),
        language: language.transpose()?,
        time_per_file: options.time_per_file,
        // One more shows that the limit was reached.
        max_replacements: options
            .max_replacements
            .unwrap_or(u64::MAX)
            .saturating_add(1),
        policy: examiner::read_policy(
            options.max_file_size,
            encoding_for_label(options.encoding.as_deref())?,
        ),
        journals: journals.clone(),
    };
    let run = Request {
        scope: options.scope.clone(),
        offset: 0,
        // Files that are listed twice do not count.
        limit: None,
        order: None,
        on_timeout: OnTimeout::Fail,
        pool: options.pool.clone(),
        source: source.cloned(),
    };
    let mut stream = pipeline::start(run, token, move || {
        if let Some(language) = examiner.language {
            let query = examiner.planner.query.in_language(language);
            query.map_err(Error::duplicate)?;
        }
        let wanted = Wanted {
            edit_journals: true,
            ..Wanted::default()
        };
        Ok((examiner, wanted))
    });
    let collected = collect_plans(&mut stream, options, limited_time, &planner, token)?;
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
        report.add_skip(reason, path);
    }
    report.next_offset = None;
    let journals = std::mem::take(&mut *journals.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(ScopePlan {
        plans: collected.plans,
        report,
        journals,
    })
}

/// Plans up to the limits.
#[derive(Default)]
struct CollectedPlans {
    plans: Vec<FilePlan>,
    /// Whether there are more.
    is_cut: bool,
    /// Number of plans of files that had one already: roots overlap, or a file has several names.
    repeated_files: u64,
    /// Number of changes in those.
    repeated_changes: u64,
    /// File that could not be planned again up to the limit, and the number of its changes without
    /// the limit.
    skipped: Option<(u64, SkipReason, SkippedPath)>,
}

/// Identity of the file of a plan; equal for two plans of the same file.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Inode((u64, u64)),
    Buffer(Arc<[u8]>),
}

/// Collects plans in path order, one for each file.
fn collect_plans(
    stream: &mut Stream<Result<FilePlan>>,
    options: &AstEditOptions,
    limited_time: Option<Duration>,
    planner: &Planner,
    token: &CancelToken,
) -> Result<CollectedPlans> {
    let mut room = options.max_replacements.unwrap_or(u64::MAX);
    let max_files = options.max_files.unwrap_or(u64::MAX);
    let mut collected = CollectedPlans::default();
    let mut known = FxHashSet::default();
    for plan in stream {
        let mut plan = plan??;
        let mut count = plan.changes.len() as u64;
        let identity = match &plan.buffer {
            Some(path) => Some(Identity::Buffer(path.clone())),
            None => {
                let metadata = std::fs::metadata(&plan.path).ok();
                let inode = metadata.and_then(|m| FileVersion::of(&m).inode);
                inode.map(Identity::Inode)
            }
        };
        // A file whose names lead to different texts fails the apply.
        let is_repeated = identity.is_some_and(|identity| !known.insert((identity, plan.new)));
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
            let skipped = plan.limit_to(room, planner, limited_time, token)?;
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

#[cfg(all(test, feature = "lang-javascript"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_planned_up_to_the_limit_is_skipped_and_reported() {
        let dir = tempfile::TempDir::new().unwrap();
        for name in ["a.js", "b.js"] {
            std::fs::write(dir.path().join(name), "f(1);\nf(2);\nf(3);\n").unwrap();
        }
        let mut options = AstEditOptions::new("f($A)", "g($A)", dir.path());
        options.time_per_file = None;
        options.max_replacements = Some(4);
        let plan = |limited_time| {
            let planned = plan_within(&options, limited_time, None, &CancelToken::new()).unwrap();
            let counts: Vec<usize> = planned.plans.iter().map(|p| p.changes.len()).collect();
            (counts, planned.report)
        };
        let (counts, report) = plan(None);
        assert_eq!(counts, [3, 1]);
        assert_eq!(report.stopped_by, Some(StoppedBy::Limit));
        assert_eq!(report.skipped, []);

        let (counts, report) = plan(Some(Duration::ZERO));
        assert_eq!(counts, [3]);
        assert_eq!(report.stopped_by, Some(StoppedBy::Limit));
        assert!(!report.complete);
        assert_eq!(report.skipped.len(), 1);
        assert_eq!(report.skipped[0].reason, SkipReason::ParseTimeout);
        assert_eq!(report.skipped[0].count, 1);
        assert_eq!(report.skipped[0].first[0].path.as_bytes(), b"b.js");
        assert_eq!((report.files_with_matches, report.total_matches), (1, 3));
    }
}
