//! Searches of syntax trees.
//!
//! - `query`: a query, compiled for each language on first use.
//! - `examiner`: search of files; `memory`: search of text in memory.
//! - `text`: the text and its embedded code; `tree`: one syntax tree.
//! - `prefilter`: candidate offsets, found without parsing; `lexical`: tokens around a candidate, for
//!   C-like languages; `comments`: comments in ECMAScript.
//! - `matcher`: one pattern at one node.

mod comments;
pub(crate) mod examiner;
pub(crate) mod lexical;
pub(crate) mod matcher;
pub(crate) mod memory;
pub(crate) mod prefilter;
pub(crate) mod query;
pub(crate) mod text;
pub(crate) mod tree;

use ransack_base::{CancelToken, Outcome, Result, Stream};
use ransack_search::internal::{Wanted, start};

use self::examiner::AstExaminer;
use crate::item::AstMatch;
use crate::options::AstGrepOptions;

/// Stream of matches returned by [`ast_grep_stream`].
pub type AstGrepStream = Stream<AstMatch>;

/// Searches files for code that matches a pattern or a rule.
///
/// Each file is parsed in its language, see
/// [`Language::from_file`](ransack_grammars::Language::from_file). Embedded code (scripts and styles in
/// markup, fenced code in Markdown) is parsed in its own language. Results are sorted by path, then
/// by start offset, with enclosing matches before nested ones. The order does not depend on the
/// number of threads. With [`sort_by_mtime`](AstGrepOptions::sort_by_mtime), matches in the most
/// recently modified file come first.
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
/// # extern crate ransack_syntax as ransack;
/// use ransack::{AstGrepOptions, CancelToken, ast_grep};
///
/// let options = AstGrepOptions::new("pub fn ast_grep($$$ARGS) -> $T { $$$ }", "src");
/// let options = options.include_meta(true);
/// let outcome = ast_grep(&options, &CancelToken::new())?;
/// assert_eq!(outcome.items[0].path, "search/mod.rs");
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
