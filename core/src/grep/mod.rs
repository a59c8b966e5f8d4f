//! Content search.

mod examiner;
mod item;
mod matcher;
mod options;
mod searcher;
mod sink;

use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::error::{Error, Result};
use crate::pipeline::{self, Request};
use crate::pipeline::{JobOutput, ReorderBuffer};
use crate::report::{Outcome, Report};
use crate::scan::Wanted;
use crate::stream::Stream;

pub use item::{Clip, ContextLine, GrepMatch, Submatch};
pub use options::{GrepMode, GrepOptions, Query, SearchOptions, Select};

use examiner::GrepExaminer;
use matcher::CompiledQuery;
use sink::MatchSink;

/// The results of [`grep_stream`].
pub type GrepStream = Stream<GrepMatch>;

/// Searches files for lines that match.
///
/// Results come in path order, whatever the number of threads: by root, then
/// bytewise by relative path, then by line.
///
/// # Errors
///
/// A pattern, glob, type or option that is not valid; a root that cannot be
/// opened; the token's abort or timeout. Files that cannot be searched are no
/// error: see [`Report::skipped`].
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

/// Searches files and hands each result to `each` as soon as it is its turn,
/// on the calling thread. `Break` ends the search.
///
/// # Errors
///
/// As [`grep`].
pub fn grep_each(
    options: &GrepOptions,
    token: &CancelToken,
    each: impl FnMut(GrepMatch) -> ControlFlow<()>,
) -> Result<Report> {
    grep_stream(options, token).for_each_item(each)
}

/// Searches files on the pool and returns at once; the results are fetched
/// from the stream. Errors come from there too.
pub fn grep_stream(options: &GrepOptions, token: &CancelToken) -> GrepStream {
    start(options.run(), options, token)
}

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
/// The paths of the results are empty, and the report speaks of one file. Text
/// is searched as it is: no encoding is guessed, a NUL byte is a byte. The
/// token is looked at every megabyte; with `multiline` only at matches.
///
/// # Errors
///
/// A pattern or option that is not valid; the token's abort or timeout.
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

/// Searches text in memory and hands each result to `each`, on the calling
/// thread. `Break` ends the search.
///
/// # Errors
///
/// As [`search`].
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
    let query = CompiledQuery::get(&options.query)?;
    let select = &options.select;
    let mut found = JobOutput::new(pipeline::needed_items(select.offset, select.limit));
    let mut sink = MatchSink::new(&query, select, token, &mut found, None);
    searcher::search_memory(&query, select, content, &mut sink).map_err(|e| {
        // All that can fail is the token.
        token
            .heartbeat()
            .err()
            .map_or_else(|| Error::option(e.to_string()), Error::from)
    })?;
    token.heartbeat()?;
    sink.conclude();
    Ok(ReorderBuffer::of_one(found, select.offset, select.limit))
}

/// Whether text in memory holds a match. Ends at the first, and cannot be
/// stopped: for hostile patterns on large text, [`search`] takes a token.
///
/// # Errors
///
/// A pattern that is not valid.
pub fn has_match(content: &[u8], query: &Query) -> Result<bool> {
    let compiled = CompiledQuery::get(query)?;
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
