//! AST search of text in memory.
//!
//! Uses the same text search and reorder buffer as file search, so the offset, the limit and the
//! report work as they do for files.

use ransack_base::internal::{ErrorParts, skipped_path};
use ransack_base::offsets::LineIndex;
use ransack_base::{CancelToken, Error, Outcome, RelPath, Result};
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget, no_stack, offload};
use ransack_languages::internal::is_host;
use ransack_search::internal::{JobOutput, ReorderBuffer, needed_items};

use crate::item::AstMatch;
use crate::options::{AstMatchOptions, AstSelect};
use crate::search::query::CompiledQuery;
use crate::search::text::{self, SearchStatus, SearchTarget};

/// Searches text in memory for code that matches a pattern or a rule.
///
/// `language` is the name or an alias of the text's language; embedded code is searched in its own
/// language. Matches are sorted by start offset, with enclosing matches first, and have empty
/// paths. The report counts the text as one file.
///
/// The text is parsed once, in approximately linear time; text that cannot contain a match is not
/// parsed. If the text and the query together exceed 256 bytes, the text is copied and searched on
/// [`Pool::shared`](crate::Pool::shared), so that the call returns at once when `token` fires. Each
/// call compiles the query; nothing is cached.
///
/// # Errors
///
/// - `InvalidPattern`: a pattern or rule cannot be parsed in the language.
/// - `InvalidOption`: the language is unknown, the query has neither a pattern nor a rule, the text
///   is larger than 2 GiB, or the text is nested too deeply for a rule.
/// - `Aborted`, `Timeout`: the token fired.
///
/// The search does not fail if the text has syntax errors. The report is then incomplete and lists
/// the errors as skipped.
///
/// # Example
///
/// ```
/// # extern crate ransack_syntax as ransack;
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
    let AstMatchOptions { query, select } = options.clone();
    // Patterns are parsed too, and may be hostile.
    let query_size = query.patterns.iter().chain(&query.rule).map(String::len);
    let query_size = query_size.sum();
    offload(
        source,
        query_size,
        language,
        token,
        move |source, host, token| {
            let query = CompiledQuery::new(&query, token)?;
            search(source, host, &query, &select, token)
        },
    )
}

fn search(
    source: &[u8],
    host: &'static Language,
    query: &CompiledQuery,
    select: &AstSelect,
    token: &CancelToken,
) -> Result<Outcome<AstMatch>> {
    if !is_host(host) {
        query.require(host)?;
    }
    let mut output = JobOutput::new(needed_items(select.offset, select.limit));
    let mut hits = Vec::new();
    let status = text::search(
        source,
        SearchTarget { host, only: None },
        query,
        &mut Parsers::default(),
        output.remaining(),
        &mut WorkBudget::new(token, None),
        &mut hits,
    );
    match status {
        Ok((SearchStatus::Complete, _)) => {}
        Ok((
            SearchStatus::Incomplete(reason, detail) | SearchStatus::Skipped(reason, Some(detail)),
            _,
        )) => {
            let path = skipped_path(0, RelPath::default(), Some(detail));
            output.skipped.push((reason, path));
        }
        Ok((SearchStatus::Skipped(_, None), _)) | Err(Interrupt::OutOfTime) => {}
        Err(Interrupt::TooDeep) => {
            return Err(Error::option("text is nested too deeply for a rule"));
        }
        Err(Interrupt::NoStack) => return Err(no_stack()),
        Err(Interrupt::Aborted(aborted)) => return Err(aborted.into()),
    }
    query.compile_error()?;
    let hints = match hits.is_empty() {
        true => query.hints(),
        false => Vec::new(),
    };
    output.files_searched = 1;
    output.files_with_matches = u64::from(!hits.is_empty());
    output.matches = hits.len() as u64;
    let lines = LineIndex::new(source);
    for (language, hit) in hits {
        token.heartbeat()?;
        if let Ok(query) = query.in_language(language) {
            let item = hit.to_match(source, &lines, query, select);
            output.items.push(item);
        }
    }
    let mut outcome = ReorderBuffer::outcome_of_one(output, select.offset, select.limit, None);
    outcome.report.hints = hints;
    Ok(outcome)
}
