//! Replacements of all matches of a query in the files of a scope.
//!
//! - `options`: options for `replace`.
//! - `outcome`: results.
//! - `template`: replacement with references to capture groups.
//! - `letter_case`: replacements in the case of the replaced text.
//! - `planner`: plans the text of one file.
//!
//! `MatchFinder` of the crate `ransack-search` finds the matches, so they are the matches of `grep`.

mod letter_case;
mod options;
mod outcome;
mod planner;
mod template;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, Result};
use ransack_search::internal::{MatchFinder, begin_scope, group_names, name_paths, scope_pool};

pub use options::ReplaceOptions;
pub use outcome::{ReplaceOutcome, ReplacedMatch};

use crate::engine::{self, EditCall, ExpectedVersions, path_in, request_of};
use planner::ReplacePlanner;
use template::ReplacementTemplate;

/// Maximum number of bytes of a file that is held in memory.
const MAX_TEXT: usize = i32::MAX as usize;

/// Searches files for matches of a query and replaces them. Changes either all files or none. The
/// default is a dry run, which returns the replacements and writes nothing.
///
/// The matches are the submatches that [`grep`](ransack_search::grep) finds with the same query: within
/// lines, or across lines with [`Query::multiline`](ransack_search::Query::multiline); none overlap. All
/// of them are replaced in one pass over the text as it was before the call. A match that equals its
/// replacement is no change; [`ReplaceOutcome::unchanged_matches`] counts these matches.
///
/// Bytes outside the replacements stay: encodings, byte order marks, line ends and a missing line end at
/// the end of a file. Binary files are skipped and reported, as in a search.
///
/// `ast_edit` describes guarantees, open buffers and interrupted edits: a file keeps its mode, its
/// owner, its links and its attributes, a change by another process makes the call fail, and a call
/// after a crash repairs what was left.
///
/// # Limits
///
/// If [`max_replacements`](ReplaceOptions::max_replacements),
/// [`max_replacements_per_file`](ReplaceOptions::max_replacements_per_file) or
/// [`max_files`](ReplaceOptions::max_files) leaves out replacements, the report is not complete and
/// [`Report::stopped_by`](crate::Report::stopped_by) is `Limit`. The replacements up to the limit are
/// made.
///
/// # Cost
///
/// A file without a match costs as much as in a search. A file with matches is searched again, hashed
/// and diffed: about 10 ms per megabyte. All new texts and diffs are held in memory until the call
/// ends.
///
/// # Errors
///
/// - `InvalidPattern`: a pattern is invalid, or the replacement refers to a group that a pattern lacks.
///   Nothing has been read then.
/// - `InvalidOption`: an option is invalid, such as an inverted query; a file would grow beyond the
///   limit; the encoding of a file lacks a character of the replacement.
/// - `InvalidGlob`, `UnknownType`: the scope is invalid.
/// - [`Stale`](crate::ErrorKind::Stale): a file has changed since it was read or since the preview; a
///   file does not have its content id in [`if_versions`](ReplaceOptions::if_versions), or is part of
///   another edit that is running.
/// - `NotFound`, `PermissionDenied`, `Io`: a root cannot be opened, or a file cannot be written.
/// - `Aborted` or `Timeout` if the token fires before the first file is replaced.
///
/// If the call fails, no file has changed unless [`Error::paths`] lists it.
///
/// # Example
///
/// ```
/// # extern crate ransack_edit as ransack;
/// use ransack::{CancelToken, ReplaceOptions, replace};
///
/// # let dir = tempfile::tempdir()?;
/// # let dir = dir.path();
/// std::fs::write(dir.join("a.txt"), "height: 10px\nwidth: 4px\n")?;
/// let options = ReplaceOptions::new(r"(\d+)px", "${1}pt", dir);
/// let preview = replace(&options, &CancelToken::new())?;
/// assert_eq!(preview.changes[1].after, b"4pt");
///
/// let options = options.dry_run(false).preview(preview.preview);
/// assert!(replace(&options, &CancelToken::new())?.applied);
/// assert_eq!(std::fs::read(dir.join("a.txt"))?, b"height: 10pt\nwidth: 4pt\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replace(options: &ReplaceOptions, token: &CancelToken) -> Result<ReplaceOutcome> {
    token.heartbeat()?;
    let scope = begin_scope(&options.scope);
    let pool = scope_pool(&scope, options.pool.as_ref());
    let options = ReplaceOptions {
        scope,
        pool,
        ..options.clone()
    };
    let replaced = replace_in(&options, token);
    replaced.map_err(|error| name_paths(&options.scope, error))
}

/// Replaces in files of a scope whose call has begun.
fn replace_in(options: &ReplaceOptions, token: &CancelToken) -> Result<ReplaceOutcome> {
    let ReplaceOptions { query, scope, .. } = options;
    if scope.after.is_some() {
        return Err(Error::option("an edit has no pages to continue"));
    }
    if query.invert {
        return Err(Error::option(
            "an inverted search has no matches to replace",
        ));
    }
    let groups = group_names(query)?;
    let template = match query.literal {
        true => ReplacementTemplate::literal(&options.replacement),
        false => ReplacementTemplate::parse(&options.replacement, &groups)?,
    };
    let mut if_versions = ExpectedVersions::default();
    for (path, version) in &options.if_versions {
        if_versions.add(path_in(scope, path), *version);
    }
    let planner = Arc::new(ReplacePlanner {
        finder: MatchFinder::new(query, template.uses_groups(), token)?,
        template,
        preserve_case: options.preserve_case,
        max_per_file: options.max_replacements_per_file.unwrap_or(u64::MAX),
        max_size: options.max_file_size.unwrap_or(u64::MAX),
        unchanged: AtomicU64::new(0),
    });
    let call = EditCall {
        planner: planner.clone(),
        scope: scope.clone(),
        operations: Vec::new(),
        needs_every_root: false,
        dry_run: options.dry_run,
        preview: options.preview.clone(),
        if_versions: Arc::new(if_versions),
        request: request_of(&options.deciding()),
        max_replacements: options.max_replacements,
        max_files: options.max_files,
        fail_on_parse_error: false,
        time_per_file: None,
        max_file_size: options.max_file_size,
        max_held: MAX_TEXT,
        encoding: options.encoding.clone(),
        wait: options.wait,
        journal: options.journal.clone(),
        operation: "replace",
        pool: options.pool.clone(),
    };
    let outcome = engine::edit(&call, token)?;
    let is_whole = outcome.report.stopped_by.is_none();
    let unchanged = is_whole.then(|| planner.unchanged.load(Ordering::Relaxed));
    Ok(ReplaceOutcome::new(outcome, unchanged))
}
