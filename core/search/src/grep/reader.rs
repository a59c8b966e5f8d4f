//! Search of text from a reader, such as standard input, a pipe or a decompressor.

use std::io::{self, Read};

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, ErrorKind, Outcome, Result};

use super::backtracking::UndecidedLines;
use super::item::GrepMatch;
use super::matcher::CompiledGrepQuery;
use super::options::SearchOptions;
use super::searcher::{MAX_HELD, searcher};
use super::sink::MatchSink;
use super::{outcome_of, search};
use crate::pipeline::{JobOutput, needed_items};
use crate::scan::{GuardedReader, read_held};

/// Searches text from a reader on the calling thread.
///
/// Returns the results of [`search`] for the whole text. Reading stops once the results that the
/// options ask for are found. Lines pass through a buffer, so memory holds only the longest line
/// and the results; a query whose matches may span lines, or with look-around or back-references,
/// needs the whole text in memory. The token is checked between reads; a read that blocks is not
/// interrupted.
///
/// # Errors
///
/// - `InvalidPattern`, `InvalidOption`: an option is invalid.
/// - `Io`: the reader fails, or a line, or a text that must be held in memory as a whole, is longer
///   than 256 MiB.
/// - `Aborted`, `Timeout`: the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_search as ransack;
/// use ransack::{CancelToken, SearchOptions, search_reader};
///
/// let mut log = &b"start\nerror: 7\nend\n"[..];
/// let outcome = search_reader(&mut log, &SearchOptions::new("error"), &CancelToken::new())?;
/// assert_eq!(outcome.items[0].line_lossy(), "error: 7");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn search_reader(
    reader: impl Read,
    options: &SearchOptions,
    token: &CancelToken,
) -> Result<Outcome<GrepMatch>> {
    token.heartbeat()?;
    let query = CompiledGrepQuery::get(&options.query, token)?;
    let mut reader = GuardedReader::new(reader, token, true);
    let failed = |error: io::Error| match token.heartbeat() {
        Err(aborted) => Error::from(aborted),
        Ok(()) => Error::new(ErrorKind::Io, format!("cannot read the text: {error}")),
    };
    if query.needs_whole_text || query.backtracks() {
        let mut text = Vec::new();
        read_held(&mut reader, &mut text, MAX_HELD).map_err(failed)?;
        return match text.len() > MAX_HELD {
            true => Err(Error::new(ErrorKind::Io, "the text is longer than 256 MiB")),
            false => search(&text, options, token),
        };
    }
    let select = &options.select;
    let mut found = JobOutput::new(needed_items(select.offset, select.limit));
    let undecided = UndecidedLines::default();
    let mut sink = MatchSink::new(&query, select, (token, &undecided), &mut found, None);
    let matcher = query.matcher(token, &undecided);
    let searched =
        searcher(&query, select, MAX_HELD).search_reader(matcher, &mut reader, &mut sink);
    sink.end(searched)
        .map_err(|error| match reader.has_failed {
            true => failed(error),
            // The sink never fails, and the matcher fails only if the token fires.
            false => match token.heartbeat() {
                Err(aborted) => aborted.into(),
                Ok(()) => Error::new(ErrorKind::Io, "a line is longer than 256 MiB"),
            },
        })?;
    token.heartbeat()?;
    sink.finish_file();
    Ok(outcome_of(found, select))
}
