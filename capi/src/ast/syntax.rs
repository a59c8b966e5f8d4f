//! The syntax at a place of a text, and what is wrong with it.

use std::ops::RangeInclusive;

use ransack::{CancelToken, SyntaxDiagnostic, SyntaxNode};

use super::item::ransack_span;
use crate::cancel::{ransack_cancel_token, token_or_none};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle, Shown};
use crate::panic::{guard, guard_or};
use crate::slice::ransack_bytes;

/// A node of a syntax tree.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_syntax_node {
    /// Its kind, by the name that the grammar gives it.
    pub kind: ransack_bytes,
    /// Where it is.
    pub span: ransack_span,
    /// The number of its last line, 1-based: that of its last character which is
    /// no line end.
    pub last_line: u64,
}

/// Nodes of a syntax tree.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_syntax_nodes {
    /// The nodes, each within the next.
    pub nodes: *const ransack_syntax_node,
    /// Their number.
    pub len: usize,
}

/// A place where a text breaks the syntax of its language.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_syntax_diagnostic {
    /// What is missing here, by the name that the grammar gives it; empty for
    /// text that has no place here.
    pub missing: ransack_bytes,
    /// Where it is.
    pub span: ransack_span,
}

/// Places where a text breaks the syntax of its language.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_syntax_diagnostics {
    /// The places, in order.
    pub diagnostics: *const ransack_syntax_diagnostic,
    /// Their number.
    pub len: usize,
}

/// Lines of a text.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_line_range {
    /// The number of the first, 1-based.
    pub first: u64,
    /// The number of the last.
    pub last: u64,
}

/// Numbers of lines.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_line_numbers {
    /// The numbers, 1-based, in order, each once.
    pub lines: *const u64,
    /// How many there are.
    pub len: usize,
    /// Whether the text has syntax errors, so that it is not certain what belongs
    /// together; there are no numbers then.
    pub has_syntax_errors: u8,
}

/// What C sees of items, with views of them and the items. The visible part comes
/// first, so that a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct Viewed<S, V, T> {
    shown: S,
    _views: Vec<V>,
    _items: Vec<T>,
}

impl<S, V, T> Viewed<S, V, T> {
    /// `show` gets where the views are, and their number.
    fn new(
        items: Vec<T>,
        view: impl FnMut(&T) -> V,
        show: impl FnOnce(*const V, usize) -> S,
    ) -> Viewed<S, V, T> {
        let views: Vec<V> = items.iter().map(view).collect();
        // Vectors' items stay where they are when the vectors are moved.
        Viewed {
            shown: show(views.as_ptr(), views.len()),
            _views: views,
            _items: items,
        }
    }
}

impl Handle for ransack_syntax_nodes {
    type Owner = Viewed<ransack_syntax_nodes, ransack_syntax_node, SyntaxNode>;
}

impl Handle for ransack_syntax_diagnostics {
    type Owner = Viewed<ransack_syntax_diagnostics, ransack_syntax_diagnostic, SyntaxDiagnostic>;
}

impl Handle for ransack_line_numbers {
    type Owner = Shown<ransack_line_numbers, u64>;
}

/// Finds the outermost node that begins in line `line` of a text, 1-based, with
/// all of its lines: the function, statement, element or entry that one means by
/// pointing there. `out` gets that one node, or none if none begins there, as in a
/// line of closing brackets. Free it with ransack_syntax_nodes_free().
///
/// `language` is the name or alias of the text's language. `token` stops the
/// call; it may be NULL.
///
/// Fails for a language that is not known, and when the token fires.
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
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { run(source, language, token, out, find) }
}

/// Finds the named nodes that hold the first character of line `line` which is no
/// blank, from the innermost to the whole text; none for a blank line. Free `out`
/// with ransack_syntax_nodes_free(). Arguments and failures are as with
/// ransack_block_range_at().
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
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { run(source, language, token, out, find) }
}

/// Finds the lines, outside those shown, in which something begins that ends in a
/// line shown, or ends that begins in one: what one would show beside them to tell
/// where they are. Free `out` with ransack_line_numbers_free(). The other
/// arguments and failures are as with ransack_block_range_at().
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
        // SAFETY: the lines are valid during the call.
        let shown = unsafe { ffi::array(shown, shown_len, "shown") }?;
        let shown = shown.iter().map(|lines| lines.first..=lines.last);
        let shown: Vec<RangeInclusive<u64>> = shown.collect();
        let found = ransack::enclosing_block_boundaries(source, language, &shown, token)?;
        let has_syntax_errors = found.is_none().into();
        let lines = found.unwrap_or_default();
        Ok(Shown::new(lines, |lines, len| ransack_line_numbers {
            lines,
            len,
            has_syntax_errors,
        }))
    };
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { run(source, language, token, out, find) }
}

/// Finds where a text breaks the syntax of its language, in order; nowhere if it
/// does not. Of errors within errors only the outer ones are given. Free `out`
/// with ransack_syntax_diagnostics_free(). Arguments and failures are as with
/// ransack_block_range_at().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_check_syntax(
    source: ransack_bytes,
    language: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_syntax_diagnostics,
) -> ransack_status {
    let find = |source: &[u8], language: &str, token: &CancelToken| {
        let diagnostics = ransack::check_syntax(source, language, token)?;
        let view = |diagnostic: &SyntaxDiagnostic| {
            let missing = diagnostic.missing.as_deref().unwrap_or_default();
            ransack_syntax_diagnostic {
                missing: ransack_bytes::of(missing.as_bytes()),
                span: diagnostic.span.into(),
            }
        };
        Ok(Viewed::new(diagnostics, view, |diagnostics, len| {
            ransack_syntax_diagnostics { diagnostics, len }
        }))
    };
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { run(source, language, token, out, find) }
}

/// Frees nodes. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_syntax_nodes_free(nodes: *mut ransack_syntax_nodes) {
    // SAFETY: NULL or nodes of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(nodes) }));
}

/// Frees diagnostics. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_syntax_diagnostics_free(
    diagnostics: *mut ransack_syntax_diagnostics,
) {
    // SAFETY: NULL or diagnostics of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(diagnostics) }));
}

/// Frees numbers of lines. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_line_numbers_free(lines: *mut ransack_line_numbers) {
    // SAFETY: NULL or numbers of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(lines) }));
}

/// Hands out what `find` finds in a text.
///
/// # Safety
///
/// The arguments are as the header asks for.
unsafe fn run<C: Handle>(
    source: ransack_bytes,
    language: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut *mut C,
    find: impl FnOnce(&[u8], &str, &CancelToken) -> Result<C::Owner, Failure>,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: the text is valid during the call.
        let source = unsafe { source.get("source") }?;
        // SAFETY: so is the name.
        let language = unsafe { language.text("language") }?;
        // SAFETY: NULL, or a token that lives during the call.
        let token = unsafe { token_or_none(token) }?;
        out.set(ffi::hand_out(find(source, &language, &token)?));
        Ok(())
    })
}

fn nodes(nodes: Vec<SyntaxNode>) -> Viewed<ransack_syntax_nodes, ransack_syntax_node, SyntaxNode> {
    let view = |node: &SyntaxNode| ransack_syntax_node {
        kind: ransack_bytes::of(node.kind.as_bytes()),
        span: node.span.into(),
        last_line: node.last_line,
    };
    Viewed::new(nodes, view, |nodes, len| ransack_syntax_nodes {
        nodes,
        len,
    })
}
