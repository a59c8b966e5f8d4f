//! Content search: finds lines in files or in memory by regular expressions.
//!
//! - `options`: options for calls.
//! - `item`: results.
//! - `line_feeds`: text with `\r\n` line ends, for matches that span lines.
//! - `blocks`: matches in a text that is searched as a whole, by the lines that they share.
//! - `finder`: matches with their capture groups, for operations that replace them.
//! - `pattern`: syntax of patterns.
//! - `escape`: pattern characters that are literal where the syntax expects an operator.
//! - `word_query`: condition on the words in text with a match.
//! - `symbols`: symbol sequences that an expression matches, and the conditions they imply.
//! - `byte_kinds`: kinds of bytes next to a position in a match.
//! - `engine`: matching that stops when the token fires.
//! - `backtracking`: look-around and back-references.
//! - `parsed_query`: checked queries, and their compilation.
//! - `matcher`: compiled queries, and the search for matching lines.
//! - `recent_queries`: the cache of compiled queries.
//! - `examiner`: search of one file as a step of the pipeline.
//! - `searcher`: search of files held in memory, and of large files in windows.
//! - `slice`: search of text in memory.
//! - `reader`: search of text from a reader.
//! - `sink`: conversion of matches to results; limits, caps and checkpoints.
//!
//! Results are in path order or newest file first, then in line order, regardless of the number of
//! workers.

mod backtracking;
mod blocks;
mod byte_kinds;
mod engine;
mod escape;
mod examiner;
mod finder;
mod item;
mod line_feeds;
mod matcher;
mod options;
mod parsed_query;
mod pattern;
mod reader;
mod recent_queries;
mod searcher;
mod sink;
mod slice;
mod symbols;
mod word_query;

use crate::pipeline::{self, JobOutput, ReorderBuffer};
use crate::scan::Wanted;

pub use finder::{FinderScratch, FoundMatch, MatchFinder, group_names};
pub use item::{Clip, ContextLine, GrepMatch, Submatch};
pub use options::{GrepMode, GrepOptions, Query, SearchOptions, Select, query_setters};
pub use parsed_query::GroupNames;
pub use reader::search_reader;

use backtracking::UndecidedLines;
use examiner::GrepExaminer;
use matcher::CompiledGrepQuery;
use ransack_base::internal::{ErrorParts, offload, skipped_path};
use ransack_base::{CancelToken, Error, ErrorKind, Outcome, Pool, RelPath, Result, Stream};
use sink::MatchSink;
use slice::SliceSearch;

/// Iterator over the results of [`grep_stream`].
pub type GrepStream = Stream<GrepMatch>;

/// Searches files for lines that match a query.
///
/// Results are sorted by root, then bytewise by relative path, then by line, regardless of the
/// number of workers. With [`sort_by_mtime`](GrepOptions::sort_by_mtime), results of the most
/// recently modified file come first.
///
/// # Errors
///
/// - `InvalidPattern`, `InvalidGlob`, `UnknownType`, `InvalidOption`: an option is invalid.
/// - `NotFound`, `PermissionDenied`, `Io`: a root cannot be opened.
/// - `Aborted`, `Timeout`: the token fires.
///
/// Files that cannot be searched are not errors; they are listed in
/// [`Report::skipped`](crate::Report::skipped).
///
/// # Example
///
/// ```
/// # extern crate ransack_search as ransack;
/// use ransack::{CancelToken, GrepOptions, grep};
///
/// let options = GrepOptions::new(r"fn \w+_stream\(", "src").types(["rust"]);
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

/// Starts a search on the worker pool and returns immediately. The stream yields results and
/// errors; the search pauses while the stream's buffer is full.
///
/// # Errors
///
/// The stream yields any error that [`grep`] can return.
pub fn grep_stream(options: &GrepOptions, token: &CancelToken) -> GrepStream {
    let prepared = options.clone();
    let call = token.clone();
    pipeline::start(options.request(), token, move || {
        Ok((GrepExaminer::new(&prepared, &call)?, Wanted::default()))
    })
}

/// Searches text in memory on the calling thread.
///
/// The paths of the results are empty, and the report counts one file. The text is searched as is:
/// it is not decoded, a byte order mark is the first character of the first line, and NUL bytes are
/// ordinary bytes. The token is checked every few milliseconds, regardless of the pattern and the
/// text. A query with look-around or back-references copies the text and runs on a worker of
/// [`Pool::shared`]; the report lists lines that could not be matched, with an empty path.
///
/// # Errors
///
/// - `InvalidPattern`, `InvalidOption`: an option is invalid.
/// - `Aborted`, `Timeout`: the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_search as ransack;
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
    let select = &options.select;
    let found = search_text(content, &options.query, select, token)?;
    Ok(outcome_of(found, select))
}

/// Applies offset and limit to the results for one text.
fn outcome_of(found: JobOutput<GrepMatch>, select: &Select) -> Outcome<GrepMatch> {
    let complete = Some(GrepMatch::complete as fn(&mut GrepMatch, bool));
    ReorderBuffer::outcome_of_one(found, select.offset, select.limit, complete)
}

fn search_text(
    content: &[u8],
    query: &Query,
    select: &Select,
    token: &CancelToken,
) -> Result<JobOutput<GrepMatch>> {
    token.heartbeat()?;
    let query = CompiledGrepQuery::get(query, token)?;
    if query.backtracks() {
        // One call of the backtracking engine may take long and cannot be interrupted.
        let select = select.clone();
        return offload(content, false, token, move |content, token| {
            search_compiled(content, &query, &select, token)
        });
    }
    search_compiled(content, &query, select, token)
}

fn search_compiled(
    content: &[u8],
    query: &CompiledGrepQuery,
    select: &Select,
    token: &CancelToken,
) -> Result<JobOutput<GrepMatch>> {
    let mut found = JobOutput::new(pipeline::needed_items(select.offset, select.limit));
    let undecided = UndecidedLines::default();
    let mut sink = MatchSink::new(query, select, (token, &undecided), &mut found, None);
    let searched = SliceSearch::run(query, content, &mut sink);
    if let Err(aborted) = searched.and_then(|()| token.heartbeat()) {
        // Freeing long lines takes milliseconds, and an abort must not wait for it.
        for item in found.items {
            Pool::shared().drop_later(item.line);
        }
        return Err(aborted.into());
    }
    sink.finish_file();
    found
        .skipped
        .extend(undecided.skips().map(|(reason, lines)| {
            let text = skipped_path(0, RelPath::default(), Some(lines));
            (reason, text)
        }));
    Ok(found)
}

/// Whether text in memory contains a match. The search stops at the first match. The token is
/// checked as often as in [`search`].
///
/// # Errors
///
/// - `InvalidPattern`, `InvalidOption`: the query is invalid.
/// - `InvalidPattern`: no line matches, but some line cannot be decided by look-around or
///   back-references; see [`Query::backtracking`].
/// - `Aborted`, `Timeout`: the token fires.
pub fn has_match(content: &[u8], query: &Query, token: &CancelToken) -> Result<bool> {
    let select = Select {
        mode: GrepMode::FilesWithMatches,
        ..Select::default()
    };
    let found = search_text(content, query, &select, token)?;
    if let (0, Some((_, text))) = (found.matches, found.skipped.first()) {
        let lines = text.detail.as_deref().unwrap_or_default();
        let message = format!("cannot decide whether the text contains a match: {lines}");
        let error = Error::new(ErrorKind::InvalidPattern, message);
        return Err(error.with_pattern(&query.patterns.join("|")));
    }
    Ok(found.matches > 0)
}
