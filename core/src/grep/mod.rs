//! Content search: finds lines in files or in memory by regular expressions.
//!
//! - `options`: options of the calls.
//! - `item`: results.
//! - `matcher`: compiled queries.
//! - `examiner`: search of one file as a step of the pipeline.
//! - `searcher`: search of text in memory and of large files in windows.
//! - `sink`: conversion of matches to results; limits, caps and checkpoints.
//!
//! Results are in path order, then in line order, for any number of workers.

mod examiner;
mod item;
mod matcher;
mod options;
mod searcher;
mod sink;

use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::error::{Error, Result};
use crate::pipeline::{self, JobOutput, ReorderBuffer, Request};
use crate::report::{Outcome, Report};
use crate::scan::Wanted;
use crate::stream::Stream;

pub use item::{Clip, ContextLine, GrepMatch, Submatch};
pub use options::{GrepMode, GrepOptions, Query, SearchOptions, Select};

use examiner::GrepExaminer;
use matcher::CompiledGrepQuery;
use sink::MatchSink;

/// Iterator over the results of [`grep_stream`].
pub type GrepStream = Stream<GrepMatch>;

/// Searches files for lines that match.
///
/// Results are sorted by root, then bytewise by relative path, then by line, for any number of
/// workers.
///
/// # Errors
///
/// - `InvalidPattern`, `InvalidGlob`, `UnknownType`, `InvalidOption`: an option is invalid.
/// - `NotFound`, `PermissionDenied`, `Io`: a root cannot be opened.
/// - `Aborted`, `Timeout`: the token fires.
///
/// Files that cannot be searched are not errors; they are listed in [`Report::skipped`].
///
/// # Example
///
/// ```
/// use ransack::{CancelToken, GrepOptions, grep};
///
/// let mut options = GrepOptions::new(r"fn \w+_stream\(", "src");
/// options.scope.types.push("rust".into());
/// let outcome = grep(&options, &CancelToken::new())?;
/// for found in &outcome.items {
///     println!("{}:{}: {}", found.path, found.line_number, String::from_utf8_lossy(&found.line));
/// }
/// assert!(outcome.report.complete);
/// assert!(outcome.items.iter().any(|m| m.path == "grep/mod.rs"));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn grep(options: &GrepOptions, token: &CancelToken) -> Result<Outcome<GrepMatch>> {
    grep_stream(options, token).collect_outcome()
}

/// Searches files and calls `each` with every result, in order, on the calling thread, as soon as it
/// is known. `Break` stops the search.
///
/// # Errors
///
/// The errors of [`grep`].
pub fn grep_each(
    options: &GrepOptions,
    token: &CancelToken,
    each: impl FnMut(GrepMatch) -> ControlFlow<()>,
) -> Result<Report> {
    grep_stream(options, token).for_each_item(each)
}

/// Starts a search on the worker pool and returns at once. The stream yields results and errors;
/// the search pauses while its buffer is full.
pub fn grep_stream(options: &GrepOptions, token: &CancelToken) -> GrepStream {
    start(options.run(), options, token)
}

/// Starts the search that `options` describe as the request `run`.
pub(crate) fn start(
    run: Request<GrepMatch>,
    options: &GrepOptions,
    token: &CancelToken,
) -> GrepStream {
    let prepared = options.clone();
    pipeline::start(run, token, move || {
        Ok((GrepExaminer::new(&prepared)?, Wanted::default()))
    })
}

/// Searches text in memory, on the calling thread.
///
/// The paths of the results are empty, and the report counts one file. Text is searched as it is:
/// not decoded, and with NUL bytes as ordinary bytes. The token is checked once a megabyte; with
/// `multiline` only at matches.
///
/// # Errors
///
/// - `InvalidPattern`, `InvalidOption`: an option is invalid.
/// - `Aborted`, `Timeout`: the token fires.
///
/// # Example
///
/// ```
/// use ransack::{CancelToken, SearchOptions, search};
///
/// let outcome = search(b"one\ntwo\n", &SearchOptions::new("t.o"), &CancelToken::new())?;
/// assert_eq!(outcome.items[0].line_number, 2);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn search(
    content: &[u8],
    options: &SearchOptions,
    token: &CancelToken,
) -> Result<Outcome<GrepMatch>> {
    Ok(search_all(content, options, token)?.into_outcome())
}

/// Searches text in memory and calls `each` with every result, on the calling thread. `Break` stops
/// the calls.
///
/// # Errors
///
/// The errors of [`search`].
pub fn search_each(
    content: &[u8],
    options: &SearchOptions,
    token: &CancelToken,
    mut each: impl FnMut(&GrepMatch) -> ControlFlow<()>,
) -> Result<Report> {
    search_all(content, options, token)?.for_each(token, |item| each(&item))
}

fn search_all(
    content: &[u8],
    options: &SearchOptions,
    token: &CancelToken,
) -> Result<ReorderBuffer<(), GrepMatch>> {
    token.heartbeat()?;
    let query = CompiledGrepQuery::get(&options.query)?;
    let select = &options.select;
    let mut found = JobOutput::new(pipeline::needed_items(select.offset, select.limit));
    let mut sink = MatchSink::new(&query, select, token, &mut found, None);
    searcher::search_memory(&query, select, content, &mut sink).map_err(|e| {
        // The search fails only if the token fires.
        token
            .heartbeat()
            .err()
            .map_or_else(|| Error::option(e.to_string()), Error::from)
    })?;
    token.heartbeat()?;
    sink.finish_file();
    Ok(ReorderBuffer::of_one(found, select.offset, select.limit))
}

/// Returns whether text in memory contains a match. Stops at the first one and cannot be cancelled;
/// for hostile patterns on large text use [`search`], which takes a token.
///
/// # Errors
///
/// `InvalidPattern` or `InvalidOption`: the query is invalid.
pub fn has_match(content: &[u8], query: &Query) -> Result<bool> {
    let compiled = CompiledGrepQuery::get(query)?;
    Ok(match compiled.is_match(content) {
        Some(decided) => decided,
        None => {
            let select = Select {
                mode: GrepMode::FilesWithMatches,
                ..Select::default()
            };
            let options = SearchOptions {
                query: query.clone(),
                select,
            };
            !search(content, &options, &CancelToken::new())?
                .items
                .is_empty()
        }
    })
}
