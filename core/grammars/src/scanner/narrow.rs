//! Grammars whose scanners receive no character above U+00FF.
//!
//! The scanners of `tree-sitter-bash` 0.25.1 (`scanner.c`, lines 1158 and 1172), `arborium-just`
//! 2.18.2 (line 195) and `tree-sitter-odin` 1.3.0 (line 68) pass characters to the C library's
//! `isdigit` and `isspace`. For large characters, these read far beyond the end of a table: some
//! end the process, others count as digits by chance. Here such a scanner sees a letter from U+00C0
//! on instead. None of the scanners compares with a character above U+007F, and in the C locale the
//! C library's `isw` functions do not distinguish such characters. Remove when the scanners call
//! `iswdigit` and `iswspace`.

use std::ffi::c_void;
use std::sync::OnceLock;

use tree_sitter_language::LanguageFn;

use super::lexer_proxy::{LexerProxy, eof, with_scan};
use super::{Lexer, PatchedGrammar, Scan};

/// Returns the character to show to a scanner.
fn narrow(character: i32) -> i32 {
    match character {
        ..=0xFF => character,
        _ => 0xC0 | (character & 0x3F),
    }
}

/// Runs a scan function on a lexer of narrow characters.
///
/// # Safety
///
/// The arguments must come from a call by tree-sitter of `original`.
unsafe fn scan_narrow(
    original: Scan,
    scanner: *mut c_void,
    lexer: *mut Lexer,
    valid_symbols: *const bool,
) -> bool {
    // SAFETY: tree-sitter passes its lexer, which outlives the call. `proxy` also outlives the
    // call, and its functions receive pointers to it.
    unsafe {
        let mut proxy = LexerProxy::new(lexer, advance, eof);
        proxy.seen.lookahead = narrow(proxy.seen.lookahead);
        let found = original(scanner, (&raw mut proxy).cast(), valid_symbols);
        (*lexer).result_symbol = proxy.seen.result_symbol;
        found
    }
}

unsafe extern "C" fn advance(lexer: *mut Lexer, skip: bool) {
    // SAFETY: `scan_narrow` passes a pointer to the first field of a `LexerProxy`, which nothing
    // else uses during the call.
    unsafe {
        let proxy = &mut *lexer.cast::<LexerProxy>();
        ((*proxy.inner).advance)(proxy.inner, skip);
        proxy.seen.lookahead = narrow((*proxy.inner).lookahead);
    }
}

macro_rules! narrow {
    ($($feature:literal $constant:ident = $original:expr;)*) => {
        $(
        #[cfg(feature = $feature)]
        pub(crate) const $constant: LanguageFn = with_scan!($original, scan_narrow);
        )*

        /// Grammars with narrow-character scanners, and the original grammars.
        #[cfg(test)]
        const GRAMMARS: &[(LanguageFn, LanguageFn)] = &[
            $(#[cfg(feature = $feature)] ($constant, $original),)*
        ];
    };
}

narrow! {
    "lang-bash" BASH = tree_sitter_bash::LANGUAGE;
    "lang-just" JUST = arborium_just::language();
    "lang-odin" ODIN = crate::packed::ODIN;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
