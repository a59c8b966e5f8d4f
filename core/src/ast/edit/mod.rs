//! Structural rewriting: replaces code that matches a pattern, in all files of a scope or in none.
//!
//! An edit plans first and writes last. Planning is an operation of the pipeline like a search;
//! applying runs only when every file is planned and checked.
//!
//! - `options`: options of the call.
//! - `outcome`: results of the call.
//! - `examiner`: plans one file.
//! - `source_text`: text of a file and its encoding back to bytes.
//! - `plan`: matches of one text, their replacements and the new text.
//! - `template`: parsed replacement and its rendering for one match.
//! - `syntax`: literals, indentation and ends of statements around a replacement.
//! - `check`: comparison of syntax errors before and after.
//! - `renames`: shortcut of the check for edits that only rename.
//! - `apply`: writes all files or none.
//! - `journal`: record of an apply under way, and recovery from it.
//! - `disk`: single steps of applying and recovery.
//!
//! Invariants:
//! - No file is written before all files are planned, checked and their new texts durable.
//! - After a failed call every file has its old text, unless the error names it.

mod apply;
mod check;
mod disk;
mod examiner;
mod journal;
mod options;
mod outcome;
mod plan;
mod renames;
mod source_text;
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
use crate::scan::{FileSource, Wanted, encoding_for_label};
use crate::stream::Stream;

pub use options::{AstEditOptions, Rewrite};
pub use outcome::{AstChange, AstEditOutcome, FileChange};

use examiner::{EditExaminer, FilePlan};
use journal::Journal;
use plan::Planner;

/// Replaces code that matches a pattern, in files. By default a dry run: returns the replacements
/// and writes nothing.
///
/// Each file is parsed in its own language. Of nested matches of one rewrite the outermost is
/// replaced. The bytes around replacements stay as they are, in UTF-16 files too. A `;` or comment
/// after the matched code stays, unless the pattern itself ends in one.
///
/// # Applying
///
/// With [`dry_run`](AstEditOptions::dry_run) off, all new texts are computed and checked before the
/// first one is written, and either every file gets its new text or none does. A file keeps its
/// mode, its owner, on Linux its extended attributes, and the symbolic and hard links to it.
///
/// If the process dies meanwhile, each file has its old or its new text; a file with several hard
/// links may have a part of each. The next call whose roots contain, are or lie in one of this
/// call's roots restores all files and removes temporary files. The token is checked until the
/// first file is replaced; from then on the call runs to its end.
///
/// # Cost
///
/// New texts are parsed incrementally, from the tree of the old text. In languages with C-like
/// tokens, edits that only change names are not parsed once a parse has shown that each new name is
/// an identifier in its place.
///
/// All new texts are held in memory until the call ends. Making them durable costs a few commits of
/// the file system's journal, not one for each file. On Linux, an edit of more than eight files
/// syncs their whole file system.
///
/// # Errors
///
/// - The errors of [`ast_grep`](super::ast_grep).
/// - `InvalidPattern`: a replacement uses a metavariable that its pattern lacks.
/// - [`OverlappingEdits`](ErrorKind::OverlappingEdits): two replacements overlap.
/// - [`SyntaxError`](ErrorKind::SyntaxError): the edits would add a syntax error.
/// - [`Stale`](ErrorKind::Stale): a file has changed since it was read, the changes differ from
///   those of the preview, or another edit of the same directory is running.
/// - `Io`, `PermissionDenied`: a file cannot be written.
///
/// No file has changed then, unless the message names it.
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

/// Replaces code like [`ast_edit`], in files that `source` lists if it knows them.
pub(crate) fn edit(
    options: &AstEditOptions,
    source: Option<&Arc<dyn FileSource>>,
    token: &CancelToken,
) -> Result<AstEditOutcome> {
    token.heartbeat()?;
    let dirs = apply::journal_dirs(&options.scope.roots);
    for dir in &dirs {
        recover(&dir.join(journal::NAME), options.dry_run)?;
    }
    let mut planned = plan_all(options, source, token)?;
    if !planned.journals.is_empty() {
        for journal in &planned.journals {
            recover(journal, options.dry_run)?;
        }
        planned = plan_all(options, source, token)?;
    }
    let ScopePlan {
        mut plans, report, ..
    } = planned;
    if options.fail_on_parse_error {
        refuse_syntax_errors(&report)?;
    }
    let preview = preview_token(&plans);
    if options.preview.as_ref().is_some_and(|old| *old != preview) {
        let message = "the changes are not those of the preview: files have changed since; make a new preview";
        return Err(Error::new(ErrorKind::Stale, message));
    }
    if !options.dry_run && !plans.is_empty() {
        let dir = dirs.first().cloned().unwrap_or_default();
        let pool = options.pool.as_ref().unwrap_or(Pool::shared());
        apply::apply(&mut plans, &dir, pool, token)?;
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

/// Edits of all files in scope.
struct ScopePlan {
    plans: Vec<FilePlan>,
    report: Report,
    /// Paths of journals in scope: a process may have died while it applied edits there.
    journals: Vec<PathBuf>,
}

/// Plans all files in scope, up to the limits.
fn plan_all(
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
        limit: options.max_files,
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
        Ok((examiner, Wanted::default()))
    });
    let max_replacements = options.max_replacements.unwrap_or(u64::MAX);
    let (plans, is_cut) = collect_plans(&mut stream, max_replacements, &planner, token)?;
    let mut report = stream.stop();
    if is_cut {
        report.stopped_by = Some(StoppedBy::Limit);
    }
    report.next_offset = None;
    let journals = std::mem::take(&mut *journals.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(ScopePlan {
        plans,
        report,
        journals,
    })
}

/// Collects plans in path order until `room` replacements are planned. Returns whether there are
/// more.
fn collect_plans(
    stream: &mut Stream<Result<FilePlan>>,
    mut room: u64,
    planner: &Planner,
    token: &CancelToken,
) -> Result<(Vec<FilePlan>, bool)> {
    let mut plans = Vec::new();
    for plan in stream {
        let mut plan = plan??;
        let mut count = plan.changes.len() as u64;
        let is_cut = count > room;
        if is_cut {
            if room == 0 {
                return Ok((plans, true));
            }
            plan = plan.limit_to(room, planner, token)?;
            count = plan.changes.len() as u64;
        }
        room -= count;
        plans.push(plan);
        if is_cut {
            return Ok((plans, true));
        }
    }
    Ok((plans, false))
}

/// Restores the files of an apply whose process died. A dry run ignores a failure.
fn recover(journal: &std::path::Path, dry_run: bool) -> Result<()> {
    match Journal::recover_at(journal) {
        Err(_) if dry_run => Ok(()),
        result => result,
    }
}

/// Fails if a file has syntax errors before its edits.
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

/// Hash of all paths, old bytes and new bytes, as 32 hexadecimal digits.
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

/// Hash of `bytes`. Stable across processes, as recovery needs it; not cryptographic.
fn digest(bytes: &[u8]) -> u128 {
    SipHasher13::new().hash(bytes).as_u128()
}
