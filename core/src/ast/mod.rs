//! Structural search and replace: matches patterns and rules against syntax trees. Also looks up
//! syntax tree nodes and checks syntax.
//!
//! Parsing, matching and result positions are implemented here; walking, reordering, limits and
//! streams are implemented in the `pipeline` module. The public interface exposes no tree-sitter or
//! ast-grep types.
//!
//! Public interface:
//!
//! - `options`: options and queries.
//! - `item`: matches and spans.
//! - `language`: the language type, and lookup by name or file name.
//! - `memory`: search of text in memory.
//! - `examiner`: search of files, as a pipeline examiner.
//! - `syntax`: syntax tree lookup and syntax checking.
//! - `early_errors`: errors in code that a language's grammar accepts.
//! - `edit`: syntax-based replacement of code.
//! - `explain`: the interpretations of a pattern.
//!
//! Query compilation, in call order:
//!
//! - `query`: a query compiled for each language on first use.
//! - `metavar`: metavariables in pattern text and their placeholders.
//! - `variables`: language variables that look like metavariables.
//! - `context`: source templates in which each language parses a fragment.
//! - `condition`: selects contexts by the way a fragment begins.
//! - `closing`: code that completes a header.
//! - `literal`: equality of literals with different spellings.
//! - `optional`: children that code may have although a pattern lacks them.
//! - `pattern`: a pattern and its meanings.
//! - `export`: decorated classes that may be exported.
//! - `reading`: parses a fragment in each context.
//! - `readings`: the interpretations found, and the choice among them.
//! - `pattern_tree`: conversion of a syntax tree into pattern nodes.
//! - `reserved`: reserved words that a grammar may read as names.
//! - `pattern_error`: explains why a pattern has no valid interpretation.
//! - `pattern_suggestion`: alternatives to a pattern without a valid interpretation.
//! - `rule`: rules in ast-grep syntax; `rule_limits`: bounds their combinations; `rule_cycles`:
//!   bounds recursive utilities; `rule_nodes`: nodes that bound ast-grep's work.
//!
//! Search of one text:
//!
//! - `text_search`: the text and its embedded code.
//! - `prefilter`: candidate offsets, found without parsing.
//! - `lexical`: tokens around a candidate, for C-like languages.
//! - `comments`: JavaScript and TypeScript comments, found without parsing.
//! - `embedded`: code in other languages inside markup and Markdown.
//! - `parse`: parsers, and time and cancellation limits for one file.
//! - `tree_search`: matches in one syntax tree.
//! - `matcher`: compares one node with one pattern.
//!
//! Grammars:
//!
//! - `languages`: the table of languages.
//! - `packed`: grammars with large parse tables, unpacked on first use.
//! - `unpack`: the format of packed parse tables.
//! - `external_scanner`: grammars with a bounded scanner state.
//! - `lexer_proxy`: a lexer that bounds scanners.
//! - `narrow_scanner`: grammars whose scanners receive no character above U+00FF.
//! - `ocaml_scanner`: the OCaml scanner with bounded comment nesting.
//! - `perl_scanner`: the Perl scanner, fixed for text that ends inside a heredoc.
//! - `sql_scanner`: the external scanner for SQL.

#[cfg_attr(
    not(feature = "all-languages"),
    allow(
        dead_code,
        reason = "some contexts belong to languages that are not built"
    )
)]
mod condition;
mod context;

mod closing;
mod comments;
mod early_errors;
mod edit;
mod embedded;
mod examiner;
mod explain;
mod export;
mod external_scanner;
mod item;
mod language;
mod languages;
#[cfg(any(
    feature = "lang-bash",
    feature = "lang-just",
    feature = "lang-ocaml",
    feature = "lang-odin",
    feature = "lang-perl"
))]
mod lexer_proxy;
mod lexical;
mod literal;
mod matcher;
mod memory;
mod metavar;
#[cfg(any(feature = "lang-bash", feature = "lang-just", feature = "lang-odin"))]
mod narrow_scanner;
#[cfg(feature = "lang-ocaml")]
mod ocaml_scanner;
mod optional;
mod options;
mod packed;
mod parse;
mod pattern;
mod pattern_error;
mod pattern_suggestion;
mod pattern_tree;
#[cfg(feature = "lang-perl")]
mod perl_scanner;
mod prefilter;
mod query;
mod reading;
mod readings;
mod reserved;
mod rule;
mod rule_cycles;
mod rule_limits;
mod rule_nodes;
#[cfg(feature = "lang-sql")]
mod sql_scanner;
mod syntax;
mod text_search;
mod tree_search;
#[cfg(feature = "packed-grammars")]
mod unpack;
mod variables;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod word_query_tests;

pub use edit::{
    AstChange, AstEditOptions, AstEditOutcome, EditResult, EditState, EditStatus, FileChange,
    InterruptedEdit, Keeps, RecoveredFile, RecoveryAction, RecoveryOptions, RecoveryOutcome,
    Rewrite, ast_edit, interrupted_edits, recover_edits,
};
#[cfg(feature = "outline")]
pub(crate) use edit::{
    EditCall, OldText, PlanError, PlanScratch, PlanText, PlannedEdit, PlannedText, TextChecks,
    TextPlan, TextSyntax, edit, refuse_overlap, request_of,
};
#[cfg(feature = "outline")]
pub(crate) use embedded::regions as embedded_regions;
pub use explain::{PatternReading, ReadingShape, explain_pattern};
pub use item::{AstMatch, MetaVariable, Span};
pub use language::{Language, languages};
pub use memory::{ast_match, ast_match_each};
pub use options::{AstGrepOptions, AstMatchOptions, AstQuery, AstSelect, Strictness};
#[cfg(any(feature = "highlight", feature = "outline"))]
pub(crate) use parse::no_stack;
#[cfg(feature = "highlight")]
pub(crate) use parse::parse_with_stack;
#[cfg(feature = "outline")]
pub(crate) use parse::{
    Interrupt, MAX_TEXT, Parsers, WorkBudget, interrupt_error, offload, parse as parse_ranges,
    skip_subtree, with_stack_of_text,
};
pub use ransack_base::offsets::Position;
pub use syntax::{
    SyntaxDiagnostic, SyntaxNode, block_range_at, check_syntax, enclosing_block_boundaries,
    node_chain_at,
};
#[cfg(feature = "outline")]
pub(crate) use text_search::{SearchStatus, SearchTarget};

use examiner::AstExaminer;
use ransack_base::{CancelToken, Outcome, Result, Stream};
use ransack_search::internal::{Wanted, start};

/// Stream of matches returned by [`ast_grep_stream`].
pub type AstGrepStream = Stream<AstMatch>;

/// Searches files for code that matches a pattern or a rule.
///
/// Each file is parsed in the language determined by its name. Embedded code (scripts and styles in
/// markup, fenced code in Markdown) is parsed in its own language. Results are sorted by path, then
/// by start offset, with enclosing matches before nested ones. The order does not depend on the
/// number of threads.
///
/// Blocks until the search ends. All matches are held in memory; to process them as they are found,
/// use [`ast_grep_stream`].
///
/// A file that cannot contain a match is not parsed: files are first searched for the literal parts
/// of the patterns. A rule, or a pattern without any names, literals or keywords, requires parsing
/// every file in scope.
///
/// # Errors
///
/// - `InvalidPattern`: a pattern or rule cannot be parsed in the requested language or, if no
///   language is requested, in any of the languages of the searched files.
/// - `InvalidOption`: the query has neither a pattern nor a rule; the language or encoding is
///   unknown.
/// - `InvalidGlob`, `UnknownType`: the scope has an invalid glob or an unknown file type.
/// - `NotFound`, `PermissionDenied`, `Io`: a root cannot be opened.
/// - `Aborted`, `Timeout`: the token fired.
///
/// The search does not fail if a file cannot be searched completely because of its size, its
/// encoding or syntax errors; see [`Report::skipped`](crate::Report::skipped).
///
/// # Example
///
/// ```
/// use ransack::{AstGrepOptions, CancelToken, ast_grep};
///
/// let options = AstGrepOptions::new("pub fn ast_grep($$$ARGS) -> $T { $$$ }", "src");
/// let options = options.include_meta(true);
/// let outcome = ast_grep(&options, &CancelToken::new())?;
/// assert_eq!(outcome.items[0].path, "ast/mod.rs");
/// assert_eq!(outcome.items[0].meta_variables[1].text, b"Result<Outcome<AstMatch>>");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn ast_grep(options: &AstGrepOptions, token: &CancelToken) -> Result<Outcome<AstMatch>> {
    ast_grep_stream(options, token).collect_outcome()
}

/// Starts a syntax-tree search of files on the worker pool and returns a stream of matches without
/// blocking.
///
/// The stream yields the same matches as [`ast_grep`], in the same order, and reports all errors,
/// including those caused by invalid options. Workers pause while the stream's buffer is full.
///
/// # Errors
///
/// Any error that [`ast_grep`] can return. The stream may yield matches before an error.
pub fn ast_grep_stream(options: &AstGrepOptions, token: &CancelToken) -> AstGrepStream {
    let options = options.clone();
    let compile_token = token.clone();
    start(options.request(), token, move || {
        Ok((
            AstExaminer::new(&options, &compile_token)?,
            Wanted::default(),
        ))
    })
}
