//! The OCaml grammar with bounded comment nesting.
//!
//! The scanner of `tree-sitter-ocaml` 0.26.0 recurses for each `(*` in a comment (`scan_comment`)
//! and overflows the stack of a worker at a depth of about 32,000. Here it sees the end of the text
//! at a nesting depth of [`MAX_DEPTH`], which makes such a comment a syntax error. Remove when
//! `scan_comment` counts levels instead.

use std::ffi::c_void;
use std::sync::OnceLock;

use tree_sitter_language::LanguageFn;

use super::lexer_proxy::{self, LexerProxy, with_scan};
use super::{Lexer, PatchedGrammar, Scan};

/// Maximum nesting depth of comments.
const MAX_DEPTH: u32 = 1_000;

/// OCaml grammar with bounded comments.
pub(crate) const OCAML: LanguageFn = with_scan!(crate::packed::OCAML, scan);

/// Lexer that counts nested comments.
#[repr(C)]
struct BoundedLexer {
    proxy: LexerProxy,
    depth: u32,
    is_over: bool,
}

/// Runs the scan function of the grammar on a [`BoundedLexer`].
///
/// # Safety
///
/// The arguments must come from a call by tree-sitter of `original`.
unsafe fn scan(
    original: Scan,
    scanner: *mut c_void,
    lexer: *mut Lexer,
    valid_symbols: *const bool,
) -> bool {
    // SAFETY: tree-sitter passes its lexer, which outlives the call. `bounded` also outlives the
    // call, and its functions receive pointers to `proxy`, its first field.
    unsafe {
        let mut bounded = BoundedLexer {
            proxy: LexerProxy::new(lexer, advance, eof),
            depth: 0,
            is_over: false,
        };
        let found = original(scanner, (&raw mut bounded).cast(), valid_symbols);
        (*lexer).result_symbol = bounded.proxy.seen.result_symbol;
        found
    }
}

unsafe extern "C" fn advance(lexer: *mut Lexer, skip: bool) {
    // SAFETY: `scan` passes a pointer to the first field of a `BoundedLexer`,
    // which nothing else uses during the call.
    unsafe {
        let bounded = &mut *lexer.cast::<BoundedLexer>();
        if bounded.is_over {
            return;
        }
        let inner = bounded.proxy.inner;
        let before = (*inner).lookahead;
        ((*inner).advance)(inner, skip);
        let after = (*inner).lookahead;
        let is = |first: char, second: char| before == first as i32 && after == second as i32;
        if is('(', '*') {
            bounded.depth += 1;
        } else if is('*', ')') {
            bounded.depth = bounded.depth.saturating_sub(1);
        }
        bounded.is_over = bounded.depth > MAX_DEPTH;
        bounded.proxy.seen.lookahead = if bounded.is_over { 0 } else { after };
    }
}

unsafe extern "C" fn eof(lexer: *const Lexer) -> bool {
    // SAFETY: `scan` passes a pointer to the first field of a `BoundedLexer`, which nothing else
    // uses during the call.
    unsafe { (*lexer.cast::<BoundedLexer>()).is_over || lexer_proxy::eof(lexer) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
