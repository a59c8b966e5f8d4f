//! Plans all files of a call, up to its limits.
//!
//! Nothing in here writes to disk.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashSet;

use super::examiner::{self, EditExaminer, FilePlan};
use super::options::AstEditOptions;
use super::plan::Planner;
use crate::ast::language::Language;
use crate::cancel::CancelToken;
use crate::error::{Error, Result};
use crate::pipeline::{self, OnTimeout, Request};
use crate::report::{Report, StoppedBy};
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
    let collected = collect_plans(&mut stream, options, &planner, token)?;
    let mut report = stream.stop();
    report.files_with_matches -= collected.repeated_files.min(report.files_with_matches);
    report.total_matches -= collected.repeated_changes.min(report.total_matches);
    if collected.is_cut {
        report.stopped_by = Some(StoppedBy::Limit);
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
}

/// Collects plans in path order, one for each file.
fn collect_plans(
    stream: &mut Stream<Result<FilePlan>>,
    options: &AstEditOptions,
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
        let metadata = std::fs::metadata(&plan.path);
        let identity = metadata.ok().and_then(|m| FileVersion::of(&m).inode);
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
            plan = plan.limit_to(room, planner, token)?;
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
