//! Syntax-tree lookup by line, and syntax checking, for text in memory and for open buffers.

use std::ffi::OsString;
use std::ops::RangeInclusive;

use ransack::{CancelToken, SyntaxDiagnostic, SyntaxNode, Workspace};

use super::item::ransack_span;
use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle, OwnedArray};
use crate::options::optional_text;
use crate::panic::guard;
use crate::slice::ransack_bytes;
use crate::workspace::ransack_workspace;

/// Node of a syntax tree.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_syntax_node {
    /// Node kind, as named by the grammar.
    pub kind: ransack_bytes,
    /// Range of the node.
    pub span: ransack_span,
    /// 1-based number of the node's last line: the line that contains the last character of the
    /// node other than a line terminator.
    pub last_line: u64,
}

/// Nodes of a syntax tree, owned by the caller. Free them with ransack_syntax_nodes_free().
#[derive(Debug)]
#[repr(C)]
pub struct ransack_syntax_nodes {
    /// Nodes, each contained in the next.
    pub nodes: *const ransack_syntax_node,
    /// Number of nodes.
    pub len: usize,
}

/// Syntax error.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_syntax_diagnostic {
    /// Kind of the missing node, as named by the grammar; empty if the range holds unexpected text.
    pub missing: ransack_bytes,
    /// Range of the error; empty if a node is missing.
    pub span: ransack_span,
    /// Description of an error in code that the grammar accepts but the language rejects, such as
    /// "`return` outside of a function"; empty if the grammar rejects the code.
    pub message: ransack_bytes,
}

/// Syntax errors in text, owned by the caller. Free them with ransack_syntax_diagnostics_free().
#[derive(Debug)]
#[repr(C)]
pub struct ransack_syntax_diagnostics {
    /// Syntax errors, in text order.
    pub diagnostics: *const ransack_syntax_diagnostic,
    /// Number of syntax errors.
    pub len: usize,
}

/// Range of lines. Initialise with RANSACK_LINE_RANGE_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_line_range {
    /// First line, 1-based.
    pub first: u64,
    /// Last line, 1-based.
    pub last: u64,
}

/// Line numbers, owned by the caller. Free them with ransack_line_numbers_free().
#[derive(Debug)]
#[repr(C)]
pub struct ransack_line_numbers {
    /// Line numbers, 1-based, ascending, without duplicates.
    pub lines: *const u64,
    /// Number of line numbers.
    pub len: usize,
    /// Whether the text has syntax errors. If set, block boundaries are uncertain and no line
    /// numbers are returned.
    pub has_syntax_errors: u8,
}

/// C views of items, with the items.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedViews<S, V, T> {
    shown: S,
    _views: Vec<V>,
    _items: Vec<T>,
}

impl<S, V, T> OwnedViews<S, V, T> {
    /// Stores `items` with a view of each, and calls `show` with the address and number of views to
    /// build the C struct.
    pub(crate) fn new(
        items: Vec<T>,
        view: impl FnMut(&T) -> V,
        show: impl FnOnce(*const V, usize) -> S,
    ) -> OwnedViews<S, V, T> {
        let views: Vec<V> = items.iter().map(view).collect();
        // Moving vectors does not move their items.
        OwnedViews {
            shown: show(views.as_ptr(), views.len()),
            _views: views,
            _items: items,
        }
    }
}

impl Handle for ransack_syntax_nodes {
    type Owner = OwnedViews<ransack_syntax_nodes, ransack_syntax_node, SyntaxNode>;
}

impl Handle for ransack_syntax_diagnostics {
    type Owner =
        OwnedViews<ransack_syntax_diagnostics, ransack_syntax_diagnostic, SyntaxDiagnostic>;
}

impl Handle for ransack_line_numbers {
    type Owner = OwnedArray<ransack_line_numbers, u64>;
}

/// Returns the outermost node that begins on line `line` (1-based), such as a function, statement,
/// element or entry. `out` receives one node, or none if no node begins on the line, for example on
/// a line of closing brackets. Free it with ransack_syntax_nodes_free().
///
/// `language` is the name or an alias of the text's language; see ransack_ast_languages(). `token`
/// cancels the call; NULL for none. Parses the whole text and blocks until the result is ready.
///
/// Fails if the language is unknown or the token fires.
///
///     ransack_syntax_nodes *block = NULL;
///     status = ransack_block_range_at(source, RANSACK_BYTES("rust"), 12, NULL, &block);
///     if (status == RANSACK_STATUS_OK && block->len > 0)
///       printf("the block ends in line %llu\n", (unsigned long long)block->nodes[0].last_line);
///     ransack_syntax_nodes_free(block);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_block_range_at(
    source: ransack_bytes,
    language: ransack_bytes,
    line: u64,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_syntax_nodes,
) -> ransack_status {
    let find = |source: &[u8], language: &str, token: &CancelToken| {
        let node = ransack::block_range_at(source, language, line, token)?;
        Ok(nodes(node.into_iter().collect()))
    };
    // SAFETY: the header requires valid arguments.
    unsafe { run(source, language, token, out, find) }
}

/// Returns the outermost node that begins on line `line` (1-based) of an open buffer, like
/// ransack_block_range_at().
///
/// `language` is the name or an alias of the text's language; if it is empty, the file name and, for
/// extensions that languages share, the text determine the language. `token` cancels the call; NULL for none. The workspace keeps the syntax
/// tree of the buffer: after a change of the buffer, a call parses only the changed part of the
/// text, in the languages that ransack_workspace_update_buffer() lists. While a text has syntax
/// errors, the extent of the errors may depend on the changes that led to the text.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if no buffer is open at `path`, or if the language is
/// unknown or cannot be detected from the file. Also fails if the workspace is closed or the
/// token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_block_range_in_buffer(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
    language: ransack_bytes,
    line: u64,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_syntax_nodes,
) -> ransack_status {
    let find = |buffer: &LookupBuffer<'_>, language: Option<&str>, token: &CancelToken| {
        let LookupBuffer { workspace, path } = buffer;
        let node = ransack::block_range_in_buffer(workspace, path, language, line, token)?;
        Ok(nodes(node.into_iter().collect()))
    };
    // SAFETY: the header requires valid arguments.
    unsafe { run_in_buffer(workspace, path, language, token, out, find) }
}

/// Returns the named nodes that contain the first non-blank character of line `line` (1-based),
/// from the innermost node to the root. A blank line has no such nodes. Free `out` with
/// ransack_syntax_nodes_free().
///
/// `language` is the name or an alias of the text's language; see ransack_ast_languages(). `token`
/// cancels the call; NULL for none. Parses the whole text and blocks until the result is ready.
///
/// Fails if the language is unknown or the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_node_chain_at(
    source: ransack_bytes,
    language: ransack_bytes,
    line: u64,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_syntax_nodes,
) -> ransack_status {
    let find = |source: &[u8], language: &str, token: &CancelToken| {
        Ok(nodes(ransack::node_chain_at(
            source, language, line, token,
        )?))
    };
    // SAFETY: the header requires valid arguments.
    unsafe { run(source, language, token, out, find) }
}

/// Returns the named nodes that contain the first non-blank character of line `line` (1-based) of
/// an open buffer, like ransack_node_chain_at(). The language, the syntax tree and the failures are
/// the same as for ransack_block_range_in_buffer().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_node_chain_in_buffer(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
    language: ransack_bytes,
    line: u64,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_syntax_nodes,
) -> ransack_status {
    let find = |buffer: &LookupBuffer<'_>, language: Option<&str>, token: &CancelToken| {
        let LookupBuffer { workspace, path } = buffer;
        let chain = ransack::node_chain_in_buffer(workspace, path, language, line, token)?;
        Ok(nodes(chain))
    };
    // SAFETY: the header requires valid arguments.
    unsafe { run_in_buffer(workspace, path, language, token, out, find) }
}

/// Returns the lines that an excerpt needs as context: the first and last lines of all blocks that
/// begin or end on a shown line, except lines that are already shown. Free `out` with
/// ransack_line_numbers_free().
///
/// - `shown` is an array of `shown_len` ranges of lines.
/// - `language` is the name or an alias of the text's language; see ransack_ast_languages().
/// - `token` cancels the call; NULL for none.
///
/// Fails if the language is unknown or the token fires. Syntax errors in the text do not fail the
/// call: see `has_syntax_errors`. Parses the whole text and blocks until the result is ready.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_enclosing_block_boundaries(
    source: ransack_bytes,
    language: ransack_bytes,
    shown: *const ransack_line_range,
    shown_len: usize,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_line_numbers,
) -> ransack_status {
    let find = |source: &[u8], language: &str, token: &CancelToken| {
        // SAFETY: the header requires the array to be valid during the call.
        let shown = unsafe { ffi::array(shown, shown_len, "shown") }?;
        let shown = shown.iter().map(|lines| lines.first..=lines.last);
        let shown: Vec<RangeInclusive<u64>> = shown.collect();
        let found = ransack::enclosing_block_boundaries(source, language, &shown, token)?;
        let has_syntax_errors = found.is_none().into();
        let lines = found.unwrap_or_default();
        Ok(OwnedArray::new(lines, |lines, len| ransack_line_numbers {
            lines,
            len,
            has_syntax_errors,
        }))
    };
    // SAFETY: the header requires valid arguments.
    unsafe { run(source, language, token, out, find) }
}

/// Returns the syntax errors in text, in text order; none if the text is well-formed. If errors are
/// nested, only the outermost is returned. JavaScript, TypeScript, Python, Bash, Ruby and TOML are
/// also checked for errors that only their official parsers report, such as a name declared twice or
/// mismatched indentation. Macros are not expanded: a text in which macros stand for syntax can have
/// errors that its outline does not count. Free `out` with ransack_syntax_diagnostics_free().
///
/// `language` is the name or an alias of the text's language; see ransack_ast_languages(). `token`
/// cancels the call; NULL for none. Parses the whole text and blocks until the result is ready.
///
/// Fails if the language is unknown or the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_check_syntax(
    source: ransack_bytes,
    language: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_syntax_diagnostics,
) -> ransack_status {
    let find = |source: &[u8], language: &str, token: &CancelToken| {
        Ok(diagnostics(ransack::check_syntax(source, language, token)?))
    };
    // SAFETY: the header requires valid arguments.
    unsafe { run(source, language, token, out, find) }
}

/// Returns the syntax errors of an open buffer, like ransack_check_syntax(). The language, the
/// syntax tree and the failures are the same as for ransack_block_range_in_buffer().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_check_syntax_in_buffer(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
    language: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_syntax_diagnostics,
) -> ransack_status {
    let find = |buffer: &LookupBuffer<'_>, language: Option<&str>, token: &CancelToken| {
        let LookupBuffer { workspace, path } = buffer;
        let found = ransack::check_syntax_in_buffer(workspace, path, language, token)?;
        Ok(diagnostics(found))
    };
    // SAFETY: the header requires valid arguments.
    unsafe { run_in_buffer(workspace, path, language, token, out, find) }
}

/// Frees syntax nodes. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_syntax_nodes_free(nodes: *mut ransack_syntax_nodes) {
    // SAFETY: the header requires NULL or nodes of this library that are not used afterwards.
    unsafe { ffi::free(nodes) }
}

/// Frees syntax errors. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_syntax_diagnostics_free(
    diagnostics: *mut ransack_syntax_diagnostics,
) {
    // SAFETY: the header requires NULL or errors of this library that are not used afterwards.
    unsafe { ffi::free(diagnostics) }
}

/// Frees line numbers. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_line_numbers_free(lines: *mut ransack_line_numbers) {
    // SAFETY: the header requires NULL or numbers of this library that are not used afterwards.
    unsafe { ffi::free(lines) }
}

/// Runs `find` on text and writes its result to `out`.
///
/// # Safety
///
/// The arguments are valid as the header requires.
pub(crate) unsafe fn run<C: Handle>(
    source: ransack_bytes,
    language: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut *mut C,
    find: impl FnOnce(&[u8], &str, &CancelToken) -> Result<C::Owner, Failure>,
) -> ransack_status {
    // SAFETY: the contract of this function.
    guard(|| unsafe {
        let out = ffi::out_param(out, "out")?;
        let source = source.get("source")?;
        let language = language.text("language")?;
        let token = token_or_new(token)?;
        out.write(ffi::into_handle(find(source, &language, &token)?));
        Ok(())
    })
}

/// Open buffer of a workspace.
struct LookupBuffer<'w> {
    workspace: &'w Workspace,
    path: OsString,
}

/// Runs `find` on an open buffer and writes its result to `out`. An empty language is `None`.
///
/// # Safety
///
/// The arguments are valid as the header requires.
unsafe fn run_in_buffer<C: Handle>(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
    language: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut *mut C,
    find: impl FnOnce(&LookupBuffer<'_>, Option<&str>, &CancelToken) -> Result<C::Owner, Failure>,
) -> ransack_status {
    // SAFETY: the contract of this function.
    guard(|| unsafe {
        let out = ffi::out_param(out, "out")?;
        let buffer = LookupBuffer {
            workspace: ffi::borrow(workspace, "workspace")?,
            path: path.path("path")?,
        };
        let language = optional_text(language, "language")?;
        let token = token_or_new(token)?;
        let found = find(&buffer, language.as_deref(), &token)?;
        out.write(ffi::into_handle(found));
        Ok(())
    })
}

fn diagnostics(
    diagnostics: Vec<SyntaxDiagnostic>,
) -> OwnedViews<ransack_syntax_diagnostics, ransack_syntax_diagnostic, SyntaxDiagnostic> {
    let view = |diagnostic: &SyntaxDiagnostic| {
        let missing = diagnostic.missing.as_deref().unwrap_or_default();
        let message = diagnostic.message.as_deref().unwrap_or_default();
        ransack_syntax_diagnostic {
            missing: ransack_bytes::of(missing.as_bytes()),
            span: diagnostic.span.into(),
            message: ransack_bytes::of(message.as_bytes()),
        }
    };
    OwnedViews::new(diagnostics, view, |diagnostics, len| {
        ransack_syntax_diagnostics { diagnostics, len }
    })
}

fn nodes(
    nodes: Vec<SyntaxNode>,
) -> OwnedViews<ransack_syntax_nodes, ransack_syntax_node, SyntaxNode> {
    let view = |node: &SyntaxNode| ransack_syntax_node {
        kind: ransack_bytes::of(node.kind.as_bytes()),
        span: node.span.into(),
        last_line: node.last_line,
    };
    OwnedViews::new(nodes, view, |nodes, len| ransack_syntax_nodes {
        nodes,
        len,
    })
}
