//! Replacing code by syntax.

mod apply;
mod check;
mod coding;
mod disk;
mod examiner;
mod journal;
mod options;
mod outcome;
mod plan;
mod renames;
mod syntax;
mod template;

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use siphasher::sip128::{Hasher128, SipHasher13};

use super::language::Language;
use crate::cancel::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::exec::Pool;
use crate::pipeline::{self, OnTimeout, Request};
use crate::report::{Report, SkipReason, StoppedBy};
use crate::scan::Wanted;
use crate::workspace::Workspace;

pub use options::{AstEditOptions, Rewrite};
pub use outcome::{AstChange, AstEditOutcome, FileChange};

use examiner::{EditExaminer, FilePlan};
use journal::Journal;
use plan::Planner;

/// Replaces code that looks like a pattern, in files; by default only tells
/// what would be replaced.
///
/// Each file is read in its own language. Of matches of one rewrite that lie
/// in each other the outermost is replaced. The bytes around replacements stay
/// as they are, in files in UTF-16 as well, and so do a `;` or a comment that
/// follows the code of a pattern that does not end in one.
///
/// # Applying
///
/// With [`dry_run`](AstEditOptions::dry_run) off, all texts are computed and
/// checked before the first is written, and either all files get theirs or
/// none. Mode, owner, and on Linux extended attributes of a file stay, and so
/// do symbolic and hard links to it. If the process dies half-way each file
/// has its old or its new text (one with several hard links may have a part of
/// each), and the next call over the same roots, or over what is in them or
/// they are in, puts all of them back and removes what was left behind. The
/// token is heeded until the first file is replaced; then the work is brought
/// to its end.
///
/// # Cost
///
/// What is new is parsed with the help of the old tree. Where only names
/// change it is not, in languages with tokens like those of C, once a parse has
/// shown that each is a name there.
///
/// All new texts are held in memory until the call ends. Making them durable
/// costs a few writes of the disk's own journal, not one for each file; on
/// Linux with more than eight files, it is the whole file system that is
/// synced.
///
/// # Errors
///
/// As [`ast_grep`](super::ast_grep); a replacement with a metavariable that
/// its pattern lacks; edits that overlap
/// ([`OverlappingEdits`](ErrorKind::OverlappingEdits)); edits that would make
/// a syntax error ([`SyntaxError`](ErrorKind::SyntaxError)); a file, or all of
/// a preview, that has changed in the meantime ([`Stale`](ErrorKind::Stale));
/// a file that cannot be written. No file is changed then.
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
    edit(options, None, token)
}

/// As [`ast_edit`], with roots that a workspace may know.
pub(crate) fn edit(
    options: &AstEditOptions,
    workspace: Option<&Workspace>,
    token: &CancelToken,
) -> Result<AstEditOutcome> {
    token.heartbeat()?;
    let dirs = apply::journal_dirs(&options.scope.roots);
    for dir in &dirs {
        recover(&dir.join(journal::NAME), options.dry_run)?;
    }
    let mut planned = plan_all(options, workspace, token)?;
    if !planned.journals.is_empty() {
        for journal in &planned.journals {
            recover(journal, options.dry_run)?;
        }
        planned = plan_all(options, workspace, token)?;
    }
    let Planned { plans, report, .. } = planned;
    if options.fail_on_parse_error {
        refuse_syntax_errors(&report)?;
    }
    let preview = preview_token(&plans);
    if options.preview.as_ref().is_some_and(|old| *old != preview) {
        let message = "the changes are not those of the preview: files have changed since";
        return Err(Error::new(ErrorKind::Stale, message));
    }
    if !options.dry_run && !plans.is_empty() {
        let dir = dirs.first().cloned().unwrap_or_default();
        let pool = options.pool.as_ref().unwrap_or(Pool::shared());
        apply::apply(&plans, &dir, pool.size(), token)?;
    }
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
        total_replacements: changes.len() as u64,
        changes,
        file_changes,
        applied: !options.dry_run,
        preview,
        report,
    })
}

/// The edits of all files.
struct Planned {
    plans: Vec<FilePlan>,
    report: Report,
    journals: Vec<PathBuf>,
}

fn plan_all(
    options: &AstEditOptions,
    workspace: Option<&Workspace>,
    token: &CancelToken,
) -> Result<Planned> {
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
        // One more tells that there are more than are wanted.
        max_replacements: options
            .max_replacements
            .unwrap_or(u64::MAX)
            .saturating_add(1),
        encoding: coding::named(options.encoding.as_deref())?,
        journals: journals.clone(),
    };
    let run = Request {
        scope: options.scope.clone(),
        offset: 0,
        limit: options.max_files,
        order: None,
        on_timeout: OnTimeout::Fail,
        pool: options.pool.clone(),
        workspace: workspace.cloned(),
    };
    let mut stream = pipeline::start(run, token, move || {
        if let Some(language) = examiner.language {
            let query = examiner.planner.query.in_language(language);
            query.map_err(Error::duplicate)?;
        }
        Ok((examiner, Wanted::default()))
    });
    let mut plans = Vec::new();
    let mut room = options.max_replacements.unwrap_or(u64::MAX);
    let mut is_cut = false;
    for plan in stream.by_ref() {
        let mut plan = plan??;
        let mut count = plan.changes.len() as u64;
        if count > room {
            is_cut = true;
            if room == 0 {
                break;
            }
            plan = plan.cut(room, &planner, token)?;
            count = plan.changes.len() as u64;
        }
        room -= count;
        plans.push(plan);
        if is_cut {
            break;
        }
    }
    let mut report = stream.stop();
    if is_cut {
        report.stopped_by = Some(StoppedBy::Limit);
    }
    report.next_offset = None;
    let journals = std::mem::take(&mut *journals.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(Planned {
        plans,
        report,
        journals,
    })
}

/// Undoes an apply that was cut off. A preview goes on if that cannot be done.
fn recover(journal: &std::path::Path, dry_run: bool) -> Result<()> {
    match Journal::recover(journal) {
        Err(_) if dry_run => Ok(()),
        result => result,
    }
}

fn refuse_syntax_errors(report: &Report) -> Result<()> {
    let skipped = report.skipped.iter();
    let mut errors = skipped.filter(|s| s.reason == SkipReason::SyntaxErrors);
    let Some(first) = errors.next().and_then(|skipped| skipped.first.first()) else {
        return Ok(());
    };
    let detail = first.detail.as_deref().unwrap_or_default();
    let message = format!("the file holds syntax errors, {detail}");
    Err(Error::new(ErrorKind::SyntaxError, message).with_path(first.path.as_path()))
}

/// Stands for the texts as they are and as they are to be.
fn preview_token(plans: &[FilePlan]) -> String {
    let mut hasher = SipHasher13::new();
    let mut add = |bytes: &[u8]| {
        std::hash::Hasher::write_usize(&mut hasher, bytes.len());
        std::hash::Hasher::write(&mut hasher, bytes);
    };
    for plan in plans {
        add(plan.path.as_os_str().as_encoded_bytes());
        add(&plan.old.to_le_bytes());
        add(&plan.new.to_le_bytes());
    }
    format!("{:032x}", hasher.finish128().as_u128())
}

/// Tells texts apart.
fn digest(bytes: &[u8]) -> u128 {
    SipHasher13::new().hash(bytes).as_u128()
}
