//! A lexer between tree-sitter's lexer and the scanner of a grammar, used to bound scanners, and a
//! macro for grammars whose scan functions receive it.
//!
//! Forwards every call that is not replaced. Lexer functions receive a pointer to the proxy. A
//! replaced function finds its data after the [`LexerProxy`], which must be the first field of its
//! struct.

use super::Lexer;

/// Lexer passed to a scanner, and the underlying lexer.
#[repr(C)]
pub(super) struct LexerProxy {
    pub(super) seen: Lexer,
    pub(super) inner: *mut Lexer,
}

impl LexerProxy {
    /// Returns a lexer at the position of `inner`, with different functions to advance and to test
    /// for the end of the text.
    ///
    /// # Safety
    ///
    /// `inner` must point to a tree-sitter lexer that outlives the result.
    pub(super) unsafe fn new(
        inner: *mut Lexer,
        advance: unsafe extern "C" fn(lexer: *mut Lexer, skip: bool),
        eof: unsafe extern "C" fn(lexer: *const Lexer) -> bool,
    ) -> LexerProxy {
        // SAFETY: `inner` is valid for reads.
        let lexer = unsafe { &*inner };
        let seen = lexer.with_functions(advance, mark_end, get_column, is_at_start, eof);
        LexerProxy { seen, inner }
    }
}

unsafe extern "C" fn mark_end(lexer: *mut Lexer) {
    // SAFETY: scanners pass back the lexer that they received, which is the first field of a
    // `LexerProxy` whose `inner` outlives it.
    unsafe {
        let inner = (*lexer.cast::<LexerProxy>()).inner;
        ((*inner).mark_end)(inner);
    }
}

unsafe extern "C" fn get_column(lexer: *mut Lexer) -> u32 {
    // SAFETY: scanners pass back the lexer that they received, which is the first field of a
    // `LexerProxy` whose `inner` outlives it.
    unsafe {
        let inner = (*lexer.cast::<LexerProxy>()).inner;
        ((*inner).get_column)(inner)
    }
}

unsafe extern "C" fn is_at_start(lexer: *const Lexer) -> bool {
    // SAFETY: scanners pass back the lexer that they received, which is the first field of a
    // `LexerProxy` whose `inner` outlives it.
    unsafe {
        let inner = (*lexer.cast::<LexerProxy>()).inner;
        ((*inner).is_at_included_range_start)(inner)
    }
}

/// Returns whether the underlying lexer is at the end of the text.
pub(super) unsafe extern "C" fn eof(lexer: *const Lexer) -> bool {
    // SAFETY: scanners pass back the lexer that they received, which is the first field of a
    // `LexerProxy` whose `inner` outlives it.
    unsafe {
        let inner = (*lexer.cast::<LexerProxy>()).inner;
        ((*inner).eof)(inner)
    }
}

/// Returns the grammar `$original` with a different scan function, which calls `$scan` with the
/// original function and tree-sitter's arguments.
macro_rules! with_scan {
    ($original:expr, $scan:path) => {{
        fn patched() -> &'static (PatchedGrammar, Option<Scan>) {
            static PATCHED: OnceLock<(PatchedGrammar, Option<Scan>)> = OnceLock::new();
            PATCHED.get_or_init(|| {
                let mut original = None;
                let grammar = PatchedGrammar::new($original, |grammar| {
                    original = grammar.scan.replace(call_scan);
                });
                (grammar, original)
            })
        }

        extern "C" fn grammar() -> *const () {
            patched().0.as_ptr()
        }

        unsafe extern "C" fn call_scan(
            scanner: *mut c_void,
            lexer: *mut Lexer,
            valid_symbols: *const bool,
        ) -> bool {
            let Some(original) = patched().1 else {
                return false;
            };
            // SAFETY: tree-sitter calls this in place of the original.
            unsafe { $scan(original, scanner, lexer, valid_symbols) }
        }

        // SAFETY: `grammar` returns a pointer to a static copy of a valid grammar in which only the
        // scan function differs.
        unsafe { LanguageFn::from_raw(grammar) }
    }};
}

pub(super) use with_scan;
