//! Syntax tree lookup and syntax checking for text in memory and for open buffers.
//!
//! Every function reads the tree of the whole text in one language and ignores embedded code. The
//! trees of open buffers are kept; nothing else is cached between calls.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use ransack_base::internal::span_of;
use ransack_base::offsets::{LineIndex, Span};
use ransack_base::{CancelToken, Result};
use ransack_grammars::Language;
use ransack_grammars::internal::{
    BufferTreeKey, BufferTrees, GrammarParser, WorkBudget, interrupt_error, offload,
    parse_unbounded, parser, skip_subtree, unknown_language_of_file,
};
use ransack_languages::internal::early_errors;
use ransack_search::Workspace;
use ransack_search::internal::open_buffer;
use tree_sitter::{Node, Tree};

/// Node of a syntax tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SyntaxNode {
    /// Node kind, as named by the grammar, such as `function_item`.
    pub kind: String,
    /// Location of the node.
    pub span: Span,
    /// Number of the last line of the node, 1-based. Line endings that the grammar includes at the
    /// end of the node do not count: this is the line of the last character before any trailing
    /// line endings.
    pub last_line: u64,
}

/// Syntax error: a location where text violates the rules of its language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SyntaxDiagnostic {
    /// Kind of the missing token, as named by the grammar, such as `)`; `None`
    /// for unexpected text.
    pub missing: Option<String>,
    /// Description of an error in code that the grammar accepts but the language rejects, such as
    /// `` `return` outside of a function``; `None` for a grammar error.
    pub message: Option<String>,
    /// Location of the unexpected text, or an empty span where a token is
    /// missing.
    pub span: Span,
}

/// Returns the outermost node that starts on `line`: the function, statement, element or entry that
/// a user means when pointing at the line.
///
/// `line` is 1-based. The root of the tree does not count. Returns `None` if no node starts on the
/// line, for example on a line of closing brackets, a blank line or a line past the end.
///
/// Parses the whole text, then visits only nodes that extend to the line. Text longer than 256
/// bytes is copied and parsed on [`Pool::shared`](crate::Pool::shared), so that the call returns at
/// once when `token` fires.
///
/// # Errors
///
/// `InvalidOption` if the language is unknown or the text is larger than 2 GiB; `Aborted` or
/// `Timeout` if the token fires. Syntax errors do not make the call fail.
///
/// # Example
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_syntax as ast; }
/// use ransack::CancelToken;
/// use ransack::ast::block_range_at;
///
/// let source = b"fn a() {}\n\nfn b() {\n    1;\n}\n";
/// let block = block_range_at(source, "rust", 3, &CancelToken::new())?.unwrap();
/// assert_eq!((block.kind.as_str(), block.span.start.line, block.last_line), ("function_item", 3, 5));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn block_range_at(
    source: &[u8],
    language: &str,
    line: u64,
    token: &CancelToken,
) -> Result<Option<SyntaxNode>> {
    LookupText::with(source, language, token, move |text| text.block_range(line))
}

/// Returns the outermost node that starts on `line` of an open buffer, like [`block_range_at`].
///
/// Without a `language`, the file determines the language, as in [`Language::from_file`]. The workspace keeps the syntax tree
/// of the buffer: after a change of the buffer, a call parses only the changed part of the text, in
/// the languages that `update_buffer` lists. While a text has syntax errors, the extent of the
/// errors may depend on the changes that led to the text.
///
/// # Errors
///
/// `InvalidOption` if no buffer is open at `path`, or if the language is unknown or cannot be
/// detected from the file; `Closed` if the workspace is closed; `Aborted` or `Timeout` if the
/// token fires.
///
/// # Example
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_search::*; pub use ransack_syntax as ast; }
/// use ransack::ast::block_range_in_buffer;
/// use ransack::{BufferChange, CancelToken, Workspace, WorkspaceOptions};
///
/// let workspace = Workspace::open("src", &WorkspaceOptions::default())?;
/// workspace.set_buffer("new.rs", "fn a() {}\n\n")?;
/// workspace.update_buffer("new.rs", &[BufferChange::replace((1, 0)..(1, 0), "struct B;")], 2)?;
/// let block = block_range_in_buffer(&workspace, "new.rs", None, 2, &CancelToken::new())?.unwrap();
/// assert_eq!(block.kind, "struct_item");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn block_range_in_buffer(
    workspace: &Workspace,
    path: impl AsRef<Path>,
    language: Option<&str>,
    line: u64,
    token: &CancelToken,
) -> Result<Option<SyntaxNode>> {
    LookupText::in_buffer(workspace, path.as_ref(), language, token, move |text| {
        text.block_range(line)
    })
}

/// Returns the named nodes that contain the first non-blank character of
/// `line`, from the innermost node to the root.
///
/// `line` is 1-based. Returns an empty list for a blank line or a line past the
/// end.
///
/// Parses the whole text; the list has one entry per level of nesting. Text longer than 256 bytes
/// is copied and parsed on [`Pool::shared`](crate::Pool::shared), so that the call returns at once
/// when `token` fires.
///
/// # Errors
///
/// `InvalidOption` if the language is unknown or the text is larger than 2 GiB; `Aborted` or
/// `Timeout` if the token fires. Syntax errors do not make the call fail.
///
/// # Example
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_syntax as ast; }
/// use ransack::CancelToken;
/// use ransack::ast::node_chain_at;
///
/// let chain = node_chain_at(b"[\n  1\n]", "json", 2, &CancelToken::new())?;
/// let kinds: Vec<_> = chain.iter().map(|node| node.kind.as_str()).collect();
/// assert_eq!(kinds, ["number", "array", "document"]);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn node_chain_at(
    source: &[u8],
    language: &str,
    line: u64,
    token: &CancelToken,
) -> Result<Vec<SyntaxNode>> {
    LookupText::with(source, language, token, move |text| text.node_chain(line))
}

/// Returns the named nodes that contain the first non-blank character of `line` of an open buffer,
/// like [`node_chain_at`].
///
/// Reads language, syntax tree and errors as [`block_range_in_buffer`] does.
///
/// # Example
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_search::*; pub use ransack_syntax as ast; }
/// use ransack::ast::node_chain_in_buffer;
/// use ransack::{CancelToken, Workspace, WorkspaceOptions};
///
/// let workspace = Workspace::open("src", &WorkspaceOptions::default())?;
/// workspace.set_buffer("new.json", "[\n  1\n]")?;
/// let chain = node_chain_in_buffer(&workspace, "new.json", None, 2, &CancelToken::new())?;
/// let kinds: Vec<_> = chain.iter().map(|node| node.kind.as_str()).collect();
/// assert_eq!(kinds, ["number", "array", "document"]);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn node_chain_in_buffer(
    workspace: &Workspace,
    path: impl AsRef<Path>,
    language: Option<&str>,
    line: u64,
    token: &CancelToken,
) -> Result<Vec<SyntaxNode>> {
    LookupText::in_buffer(workspace, path.as_ref(), language, token, move |text| {
        text.node_chain(line)
    })
}

/// Returns the lines to show along with an excerpt so that both the first and the last line of
/// every node that the excerpt cuts are visible.
///
/// `shown` contains the 1-based, inclusive line ranges of the excerpt, in any order. For each named
/// node except the root, if exactly one of its first and last lines is shown, the result contains
/// the other one. The result is in ascending order and has no duplicates. Returns `None` if the
/// text has syntax errors, since the extent of nodes is then uncertain.
///
/// Parses the whole text and visits all multi-line nodes. Text longer than 256 bytes is copied and
/// parsed on [`Pool::shared`](crate::Pool::shared), so that the call returns at once when `token`
/// fires.
///
/// # Errors
///
/// `InvalidOption` if the language is unknown or the text is larger than 2 GiB; `Aborted` or
/// `Timeout` if the token fires.
///
/// # Example
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_syntax as ast; }
/// use ransack::CancelToken;
/// use ransack::ast::enclosing_block_boundaries;
///
/// let source = b"fn b() {\n    1;\n    2;\n}\n";
/// let lines = enclosing_block_boundaries(source, "rust", &[1..=2], &CancelToken::new())?;
/// assert_eq!(lines, Some(vec![4]));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn enclosing_block_boundaries(
    source: &[u8],
    language: &str,
    shown: &[RangeInclusive<u64>],
    token: &CancelToken,
) -> Result<Option<Vec<u64>>> {
    let shown = shown.to_vec();
    LookupText::with(source, language, token, move |text| {
        if text.tree.root_node().has_error() {
            return Ok(None);
        }
        let is_shown = |line: u64| shown.iter().any(|lines| lines.contains(&line));
        let mut boundaries = BTreeSet::new();
        text.walk(|node| {
            if node.is_named() && !text.is_root(node) {
                let (first, last) = text.first_and_last_line(node);
                match (is_shown(first), is_shown(last)) {
                    (true, false) => boundaries.insert(last),
                    (false, true) => boundaries.insert(first),
                    _ => false,
                };
            }
            // All descendants of a one-line node are on the same line.
            node.start_position().row < node.end_position().row
        })?;
        Ok(Some(boundaries.into_iter().collect()))
    })
}

/// Parses `source` and returns its syntax errors, ordered by start offset.
///
/// Returns an empty list if the text is valid. If errors are nested, only the outermost is
/// reported.
///
/// Grammars accept some code that their languages do not allow. JavaScript, TypeScript, Python,
/// Bash, Ruby and TOML are therefore also checked for errors that the official parsers are certain
/// to reject: duplicate declarations, `break` outside of a loop, inconsistent indentation, arguments
/// in the wrong order, unterminated heredocs, a closing keyword without an opening one. Such an error has a
/// [`message`](SyntaxDiagnostic::message). Top-level `return` and `await` in JavaScript are errors
/// only if the text is not valid as a script, a module or a CommonJS module; for example, text with
/// an `import` statement cannot contain a top-level `return`. Code that the grammar cannot parse is
/// not checked further. Macros are not expanded: a text in which macros stand for syntax can have
/// errors that its outline, which leaves such macros out, does not count.
///
/// Parses the whole text and visits it once. Text longer than 256 bytes is copied and parsed on
/// [`Pool::shared`](crate::Pool::shared), so that the call returns at once when `token` fires.
///
/// # Errors
///
/// `InvalidOption` if the language is unknown or the text is larger than 2 GiB; `Aborted` or
/// `Timeout` if the token fires.
///
/// # Example
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_syntax as ast; }
/// use ransack::CancelToken;
/// use ransack::ast::check_syntax;
///
/// let token = CancelToken::new();
/// assert!(check_syntax(b"int x;", "c", &token)?.is_empty());
/// let diagnostics = check_syntax(b"int x = (1;", "c", &token)?;
/// assert_eq!(diagnostics[0].missing.as_deref(), Some(")"));
/// assert_eq!(diagnostics[0].span.start.offset, 10);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn check_syntax(
    source: &[u8],
    language: &str,
    token: &CancelToken,
) -> Result<Vec<SyntaxDiagnostic>> {
    LookupText::with(source, language, token, diagnostics)
}

/// Returns the syntax errors of an open buffer, like [`check_syntax`].
///
/// Reads language, syntax tree and errors as [`block_range_in_buffer`] does.
///
/// # Example
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_search::*; pub use ransack_syntax as ast; }
/// use ransack::ast::check_syntax_in_buffer;
/// use ransack::{BufferChange, CancelToken, Workspace, WorkspaceOptions};
///
/// let (workspace, token) = (Workspace::open("src", &WorkspaceOptions::default())?, CancelToken::new());
/// workspace.set_buffer("new.c", "int x = (1;")?;
/// assert_eq!(check_syntax_in_buffer(&workspace, "new.c", None, &token)?.len(), 1);
/// workspace.update_buffer("new.c", &[BufferChange::replace((0, 10)..(0, 10), ")")], 2)?;
/// assert!(check_syntax_in_buffer(&workspace, "new.c", None, &token)?.is_empty());
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn check_syntax_in_buffer(
    workspace: &Workspace,
    path: impl AsRef<Path>,
    language: Option<&str>,
    token: &CancelToken,
) -> Result<Vec<SyntaxDiagnostic>> {
    LookupText::in_buffer(workspace, path.as_ref(), language, token, diagnostics)
}

/// Text with its syntax tree and line index.
struct LookupText<'s> {
    language: &'static Language,
    source: &'s [u8],
    tree: Tree,
    lines: LineIndex,
    token: &'s CancelToken,
}

impl LookupText<'_> {
    /// Parses the text and passes it to `inspect`. Large text is processed on the shared pool.
    fn with<T: Send + 'static>(
        source: &[u8],
        language: &str,
        token: &CancelToken,
        inspect: impl FnOnce(&LookupText<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        LookupText::parsed_by(source, language, token, parse_unbounded, inspect)
    }

    /// Passes the text of an open buffer to `inspect`, with its current tree.
    fn in_buffer<T: Send + 'static>(
        workspace: &Workspace,
        path: &Path,
        language: Option<&str>,
        token: &CancelToken,
        inspect: impl FnOnce(&LookupText<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (buffer, trees): (_, Arc<BufferTrees>) = open_buffer(workspace, path)?;
        let detected = || Language::from_file(path, buffer.text()).map(|language| language.name);
        let Some(language) = language.or_else(detected) else {
            return Err(unknown_language_of_file(path, "a grammar"));
        };
        let key = BufferTreeKey {
            language: Language::from_name(language).map_or("", |language| language.name),
            path: buffer.path().clone(),
            is_masked: false,
        };
        let parse = move |parser: &mut GrammarParser, text: &[u8], token: &CancelToken| {
            let budget = WorkBudget::new(token, None);
            let tree = trees.parse(key, text, parser, &budget);
            tree.map_err(interrupt_error)
        };
        LookupText::parsed_by(buffer.text(), language, token, parse, inspect)
    }

    fn parsed_by<T: Send + 'static>(
        source: &[u8],
        language: &str,
        token: &CancelToken,
        parse: impl FnOnce(&mut GrammarParser, &[u8], &CancelToken) -> Result<Tree> + Send + 'static,
        inspect: impl FnOnce(&LookupText<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        offload(source, 0, language, token, |source, language, token| {
            let mut parser = parser(language)?;
            inspect(&LookupText {
                language,
                source,
                tree: parse(&mut parser, source, token)?,
                lines: LineIndex::new(source),
                token,
            })
        })
    }

    /// Returns the outermost node that starts on a line.
    fn block_range(&self, line: u64) -> Result<Option<SyntaxNode>> {
        let mut block = None;
        self.walk(|node| {
            let first_line = node.start_position().row as u64 + 1;
            let last_line = node.end_position().row as u64 + 1;
            if block.is_none() && first_line == line && node.is_named() && !self.is_root(node) {
                block = Some(self.syntax_node(node));
            }
            block.is_none() && first_line <= line && last_line >= line
        })?;
        Ok(block)
    }

    /// Returns the named nodes around the first non-blank character of a line, innermost first.
    fn node_chain(&self, line: u64) -> Result<Vec<SyntaxNode>> {
        let mut chain = Vec::new();
        let Some(offset) = self.first_nonblank(line) else {
            return Ok(chain);
        };
        self.walk(|node| {
            let contains = node.start_byte() <= offset && offset < node.end_byte();
            if contains && node.is_named() {
                chain.push(self.syntax_node(node));
            }
            contains
        })?;
        chain.reverse();
        Ok(chain)
    }

    /// Visits nodes in pre-order. `enter` returns whether to visit the children of a node.
    fn walk(&self, mut enter: impl FnMut(Node<'_>) -> bool) -> Result<()> {
        let mut cursor = self.tree.walk();
        loop {
            self.token.heartbeat()?;
            let has_descended = enter(cursor.node()) && cursor.goto_first_child();
            if !has_descended && !skip_subtree(&mut cursor) {
                return Ok(());
            }
        }
    }

    fn is_root(&self, node: Node<'_>) -> bool {
        node == self.tree.root_node()
    }

    fn syntax_node(&self, node: Node<'_>) -> SyntaxNode {
        SyntaxNode {
            kind: node.kind().to_owned(),
            span: self.span(node),
            last_line: self.first_and_last_line(node).1,
        }
    }

    fn span(&self, node: Node<'_>) -> Span {
        span_of(&self.lines, self.source, &node.byte_range())
    }

    /// Returns the offset of the first byte of a line that is not ASCII white space; `None` for a
    /// blank or missing line.
    fn first_nonblank(&self, line: u64) -> Option<usize> {
        let range = self.lines.line_range(line)?;
        let text = self.source.get(range.clone())?;
        let column = text.iter().position(|byte| !byte.is_ascii_whitespace())?;
        Some(range.start + column)
    }

    fn first_and_last_line(&self, node: Node<'_>) -> (u64, u64) {
        let text = self.source.get(node.byte_range()).unwrap_or_default();
        let line_ends = text.iter().rev().take_while(|b| matches!(b, b'\n' | b'\r'));
        let last = node.end_byte() - line_ends.count();
        (
            node.start_position().row as u64 + 1,
            self.lines.line_of(last),
        )
    }
}

/// Returns the syntax errors, ordered by start offset.
fn diagnostics(text: &LookupText<'_>) -> Result<Vec<SyntaxDiagnostic>> {
    let mut diagnostics = Vec::new();
    text.walk(|node| {
        let is_fault = node.is_error() || node.is_missing();
        if is_fault {
            diagnostics.push(SyntaxDiagnostic {
                missing: node.is_missing().then(|| node.kind().to_owned()),
                message: None,
                span: text.span(node),
            });
        }
        node.has_error() && !is_fault
    })?;
    let mut budget = WorkBudget::new(text.token, None);
    let found = early_errors(text.language, &text.tree, text.source, false, &mut budget);
    for error in found.map_err(interrupt_error)? {
        diagnostics.push(SyntaxDiagnostic {
            missing: None,
            message: Some(error.message.to_owned()),
            span: span_of(&text.lines, text.source, &error.range),
        });
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start.offset);
    Ok(diagnostics)
}
