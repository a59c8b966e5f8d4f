//! The Perl grammar, fixed for text that ends inside a heredoc.
//!
//! The scanner of `ts-parser-perl` 2.0.4 looks for a line ending after an interpolation
//! (`scanner.c`, line 858) without testing for the end of the text, and never returns if the text
//! ends on that line. Here it sees a line ending after advancing past the end of the text
//! [`MAX_PAST_END`] times. Remove when that loop tests for the end.

use std::ffi::c_void;
use std::sync::OnceLock;

use tree_sitter_language::LanguageFn;

use super::lexer_proxy::{LexerProxy, eof, with_scan};
use super::{Lexer, PatchedGrammar, Scan};

/// Maximum number of steps past the end of the text; no loop that terminates takes this many.
const MAX_PAST_END: u32 = 1_000;

/// Perl grammar with bounded heredocs.
pub(crate) const PERL: LanguageFn = with_scan!(crate::packed::PERL, scan);

/// Lexer that counts steps past the end of the text.
#[repr(C)]
struct EndingLexer {
    proxy: LexerProxy,
    past_end: u32,
}

/// Runs the scan function of the grammar on an [`EndingLexer`].
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
    // SAFETY: tree-sitter passes its lexer, which outlives the call. `ending` also outlives the
    // call, and its functions receive pointers to `proxy`, its first field.
    unsafe {
        let mut ending = EndingLexer {
            proxy: LexerProxy::new(lexer, advance, eof),
            past_end: 0,
        };
        let found = original(scanner, (&raw mut ending).cast(), valid_symbols);
        (*lexer).result_symbol = ending.proxy.seen.result_symbol;
        found
    }
}

unsafe extern "C" fn advance(lexer: *mut Lexer, skip: bool) {
    // SAFETY: `scan` passes a pointer to the first field of an `EndingLexer`,
    // which nothing else uses during the call.
    unsafe {
        let ending = &mut *lexer.cast::<EndingLexer>();
        let inner = ending.proxy.inner;
        if ((*inner).eof)(inner) {
            ending.past_end += 1;
        }
        ((*inner).advance)(inner, skip);
        let is_over = ending.past_end > MAX_PAST_END;
        ending.proxy.seen.lookahead = if is_over {
            '\n' as i32
        } else {
            (*inner).lookahead
        };
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
