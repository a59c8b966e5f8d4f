use std::ops::ControlFlow;

use super::item::{AstMatch, Lines};
use super::language::Language;
use super::options::{AstMatchOptions, AstSelect};
use super::parse::{self, Interrupt, Parsers, WorkBudget};
use super::query::CompiledQuery;
use super::text_search::{self, SearchStatus, SearchTarget};
use crate::cancel::CancelToken;
use crate::error::{Error, Result};
use crate::path::RelPath;
use crate::pipeline;
use crate::pipeline::{JobOutput, ReorderBuffer};
use crate::report::{Outcome, Report, SkippedPath};

/// Searches text in memory by syntax.
///
/// The paths of the results are empty, and the report speaks of one file. All
/// but short texts are copied and searched on a thread of
/// [`Pool::shared`](crate::Pool::shared), so that the caller does not wait for
/// it after an abort.
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
    Ok(match_all(source, language, options, token)?.into_outcome())
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
    each: impl FnMut(AstMatch) -> ControlFlow<()>,
) -> Result<Report> {
    match_all(source, language, options, token)?.hand_out(token, each)
}

fn match_all(
    source: &[u8],
    language: &str,
    options: &AstMatchOptions,
    token: &CancelToken,
) -> Result<ReorderBuffer<(), AstMatch>> {
    let AstMatchOptions { query, select } = options.clone();
    let size = query.patterns.iter().chain(&query.rule).map(String::len);
    let size = size.sum();
    parse::offload(source, size, language, token, move |source, host, token| {
        search(
            source,
            host,
            &CompiledQuery::new(&query, token)?,
            &select,
            token,
        )
    })
}

fn search(
    source: &[u8],
    host: &'static Language,
    query: &CompiledQuery,
    select: &AstSelect,
    token: &CancelToken,
) -> Result<ReorderBuffer<(), AstMatch>> {
    let mut found = JobOutput::with_room(pipeline::room(select.offset, select.limit));
    let mut hits = Vec::new();
    let target = SearchTarget { host, within: None };
    let mut parsers = Parsers::default();
    let mut budget = WorkBudget::new(token, None);
    let room = found.room();
    let status = text_search::search(
        source,
        target,
        query,
        &mut parsers,
        room,
        &mut budget,
        &mut hits,
    );
    match status {
        Ok((SearchStatus::Complete, _)) => {}
        Ok((
            SearchStatus::Incomplete(reason, detail) | SearchStatus::Skipped(reason, Some(detail)),
            _,
        )) => {
            let path = SkippedPath {
                root: 0,
                path: RelPath::default(),
                detail: Some(detail),
            };
            found.skipped.push((reason, path));
        }
        Ok((SearchStatus::Skipped(_, None), _)) | Err(Interrupt::OutOfTime) => {}
        Err(Interrupt::TooDeep) => {
            return Err(Error::option("text that is nested too deeply for a rule"));
        }
        Err(Interrupt::Aborted(aborted)) => return Err(aborted.into()),
    }
    query.compile_error()?;
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
    Ok(ReorderBuffer::of_one(found, select.offset, select.limit))
}
