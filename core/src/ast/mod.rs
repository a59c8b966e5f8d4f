//! Search by syntax: patterns that are code, compared with syntax trees.

mod comments;
#[cfg_attr(
    not(feature = "all-languages"),
    allow(dead_code, reason = "each belongs to languages that may be left out")
)]
mod context;
mod edit;
mod embedded;
mod examiner;
mod external_scanner;
mod item;
mod language;
mod languages;
mod lexical;
mod matcher;
mod memory;
mod metavar;
mod options;
mod packed;
mod parse;
mod pattern;
mod prefilter;
mod query;
mod rule;
mod syntax;
mod text_search;
mod tree_search;
#[cfg(feature = "packed-grammars")]
mod unpack;

use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::error::Result;
use crate::pipeline::{self, Request};
use crate::report::{Outcome, Report};
use crate::scan::Wanted;
use crate::stream::Stream;

pub(crate) use edit::edit;
pub use edit::{AstChange, AstEditOptions, AstEditOutcome, FileChange, Rewrite, ast_edit};
pub use item::{AstMatch, MetaVariable, Position, Span};
pub use language::{Language, languages};
pub use memory::{ast_match, ast_match_each};
pub use options::{AstGrepOptions, AstMatchOptions, AstQuery, AstSelect, Strictness};
pub use syntax::{
    SyntaxDiagnostic, SyntaxNode, block_range_at, check_syntax, enclosing_block_boundaries,
    node_chain_at,
};

use examiner::AstExaminer;

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
    run: Request<AstMatch>,
    options: &AstGrepOptions,
    token: &CancelToken,
) -> AstGrepStream {
    let prepared = options.clone();
    let parsing = token.clone();
    pipeline::start(run, token, move || {
        Ok((AstExaminer::new(&prepared, &parsing)?, Wanted::default()))
    })
}
