//! Search by syntax: patterns that are code, compared with syntax trees.

mod blocks;
#[cfg_attr(
    not(feature = "all-languages"),
    allow(dead_code, reason = "each belongs to languages that may be left out")
)]
mod context;
mod edit;
mod embed;
mod examiner;
mod item;
mod language;
mod languages;
mod matcher;
mod metavar;
mod options;
mod parse;
mod pattern;
mod prefilter;
mod query;
mod rule;
mod search;
mod text;
mod tokens;

use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::collect::{Collector, Found, Key};
use crate::error::{Error, Result};
use crate::path::RelPath;
use crate::pipeline::{self, Run};
use crate::report::{Outcome, Report, SkippedPath, StoppedBy};
use crate::scan::Wanted;
use crate::stream::Stream;

pub use blocks::{
    SyntaxFault, SyntaxNode, block_range_at, check_syntax, enclosing_block_boundaries,
    node_chain_at,
};
pub use edit::{AstChange, AstEditOptions, AstEditOutcome, FileChange, Rewrite, ast_edit};
pub use item::{AstMatch, MetaVariable, Position, Span};
pub use language::{Language, languages};
pub use options::{AstGrepOptions, AstMatchOptions, AstQuery, AstSelect, Strictness};

use examiner::AstExaminer;
use item::Lines;
use parse::{Parsers, Pulse, Stop};
use query::Query;
use text::{Ended, Target};

/// The results of [`ast_grep_stream`].
pub type AstGrepStream = Stream<AstMatch>;

/// Searches files for code that looks like a pattern.
///
/// Each file is searched in its own language, and what it embeds (scripts and
/// styles in markup, fenced code in Markdown) in its. Results come in path
/// order, then by where they begin, outer ones before what is in them.
///
/// # Errors
///
/// A pattern or rule that cannot be read in the language asked for, or in any
/// that was met; an unknown language; a glob, type or option that is not
/// valid; a root that cannot be opened; the token's abort or timeout. Files
/// that cannot be searched, or hold syntax errors, are no error: see
/// [`Report::skipped`].
///
/// # Example
///
/// ```
/// use ransack::{AstGrepOptions, CancelToken, ast_grep};
///
/// let mut options = AstGrepOptions::new("pub fn ast_grep($$$ARGS) -> $T { $$$ }", "src");
/// options.select.include_meta = true;
/// let outcome = ast_grep(&options, &CancelToken::new())?;
/// assert_eq!(outcome.items[0].path, "ast/mod.rs");
/// assert_eq!(outcome.items[0].meta_variables[1].text, b"Result<Outcome<AstMatch>>");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn ast_grep(options: &AstGrepOptions, token: &CancelToken) -> Result<Outcome<AstMatch>> {
    ast_grep_stream(options, token).collect_outcome()
}

/// Searches files by syntax and hands each result to `each` as soon as it is
/// its turn, on the calling thread. `Break` ends the search.
///
/// # Errors
///
/// As [`ast_grep`].
pub fn ast_grep_each(
    options: &AstGrepOptions,
    token: &CancelToken,
    each: impl FnMut(AstMatch) -> ControlFlow<()>,
) -> Result<Report> {
    ast_grep_stream(options, token).for_each_item(each)
}

/// Searches files by syntax on the pool and returns at once; the results are
/// fetched from the stream. Errors come from there too.
pub fn ast_grep_stream(options: &AstGrepOptions, token: &CancelToken) -> AstGrepStream {
    start(options.run(), options, token)
}

pub(crate) fn start(
    run: Run<AstMatch>,
    options: &AstGrepOptions,
    token: &CancelToken,
) -> AstGrepStream {
    let prepared = options.clone();
    let parsing = token.clone();
    pipeline::start(run, token, move || {
        Ok((AstExaminer::new(&prepared, &parsing)?, Wanted::default()))
    })
}

/// Searches text in memory by syntax, on the calling thread.
///
/// The paths of the results are empty, and the report speaks of one file. The
/// token is looked at every few microseconds.
///
/// # Errors
///
/// A language that is not known; a pattern or rule that cannot be read in it;
/// the token's abort or timeout.
///
/// # Example
///
/// ```
/// use ransack::{AstMatchOptions, CancelToken, ast_match};
///
/// let source = b"fn f() { g(1, 2); }";
/// let options = AstMatchOptions::new("g($A, $B)");
/// let outcome = ast_match(source, "rust", &options, &CancelToken::new())?;
/// assert_eq!(outcome.items[0].text, b"g(1, 2)");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn ast_match(
    source: &[u8],
    language: &str,
    options: &AstMatchOptions,
    token: &CancelToken,
) -> Result<Outcome<AstMatch>> {
    let mut collector = match_all(source, language, options, token)?;
    let items = collector.take(usize::MAX, |_| 0);
    let stopped_by = collector.is_over_limit().then_some(StoppedBy::Limit);
    Ok(Outcome {
        items,
        report: collector.report(stopped_by),
    })
}

/// Searches text in memory by syntax and hands each result to `each`. `Break`
/// ends the search.
///
/// # Errors
///
/// As [`ast_match`].
pub fn ast_match_each(
    source: &[u8],
    language: &str,
    options: &AstMatchOptions,
    token: &CancelToken,
    mut each: impl FnMut(AstMatch) -> ControlFlow<()>,
) -> Result<Report> {
    let mut collector = match_all(source, language, options, token)?;
    while let Some(item) = collector.take(1, |_| 0).pop() {
        if each(item).is_break() {
            let mut report = collector.report(Some(StoppedBy::Callback));
            report.next_offset = Some(collector.taken());
            return Ok(report);
        }
        token.heartbeat()?;
    }
    let stopped_by = collector.is_over_limit().then_some(StoppedBy::Limit);
    Ok(collector.report(stopped_by))
}

fn match_all(
    source: &[u8],
    language: &str,
    options: &AstMatchOptions,
    token: &CancelToken,
) -> Result<Collector<(), AstMatch>> {
    token.heartbeat()?;
    let language = Language::by_name_or_error(language)?;
    if source.len() > parse::MAX_TEXT {
        return Err(Error::option("text of more than 2 GiB"));
    }
    let query = Query::new(&options.query, token)?;
    let select = &options.select;
    let mut found = Found::with_room(pipeline::room(select.offset, select.limit));
    let mut hits = Vec::new();
    let target = Target {
        host: language,
        within: None,
    };
    let mut parsers = Parsers::default();
    let mut pulse = Pulse::new(token, None);
    let room = found.room();
    let ended = text::search(
        source,
        target,
        &query,
        &mut parsers,
        room,
        &mut pulse,
        &mut hits,
    );
    match ended {
        Ok((Ended::Searched, _)) => {}
        Ok((Ended::SearchedBut(reason, detail) | Ended::Skipped(reason, Some(detail)), _)) => {
            let path = SkippedPath {
                root: 0,
                path: RelPath::default(),
                detail: Some(detail),
            };
            found.skipped.push((reason, path));
        }
        Ok((Ended::Skipped(_, None), _)) | Err(Stop::OutOfTime) => {}
        Err(Stop::TooDeep) => {
            return Err(Error::option("text that is nested too deeply for a rule"));
        }
        Err(Stop::Aborted(aborted)) => return Err(aborted.into()),
    }
    query.verdict()?;
    found.files_searched = 1;
    found.files_with_matches = u64::from(!hits.is_empty());
    found.matches = hits.len() as u64;
    let lines = Lines::of(source);
    for (language, hit) in hits {
        token.heartbeat()?;
        if let Ok(query) = query.in_language(language) {
            let item = hit.to_match(source, &lines, query, select.include_meta);
            found.items.push(item);
        }
    }
    let mut collector = Collector::new(select.offset, select.limit, None);
    collector.add(Key::default(), ());
    collector.finish(&Key::default(), found, |_| 0);
    Ok(collector)
}
