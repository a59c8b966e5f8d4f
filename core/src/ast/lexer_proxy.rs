//! A lexer between tree-sitter's and the scanner of a grammar, with which a scanner is bounded.
//!
//! Passes on what is not replaced. The functions of a lexer get a pointer to it, so a replaced one
//! finds what it needs behind the [`LexerProxy`], which must be the first field of its struct.

use super::external_scanner::Lexer;

/// Lexer that a scanner is given, and the lexer behind it.
#[repr(C)]
pub(super) struct LexerProxy {
    pub(super) seen: Lexer,
    pub(super) inner: *mut Lexer,
}

impl LexerProxy {
    /// Returns a lexer at the position of `inner`, with other functions to advance and to ask for
    /// the end of the text.
    ///
    /// # Safety
    ///
    /// `inner` must point to a lexer of tree-sitter that outlives the result.
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
    // SAFETY: scanners pass the lexer that they got, which is the first field of a `LexerProxy`
    // whose `inner` outlives it.
    unsafe {
        let inner = (*lexer.cast::<LexerProxy>()).inner;
        ((*inner).mark_end)(inner);
    }
}

unsafe extern "C" fn get_column(lexer: *mut Lexer) -> u32 {
    // SAFETY: as in `mark_end`.
    unsafe {
        let inner = (*lexer.cast::<LexerProxy>()).inner;
        ((*inner).get_column)(inner)
    }
}

unsafe extern "C" fn is_at_start(lexer: *const Lexer) -> bool {
    // SAFETY: as in `mark_end`.
    unsafe {
        let inner = (*lexer.cast::<LexerProxy>()).inner;
        ((*inner).is_at_included_range_start)(inner)
    }
}

/// Returns whether the text ends here, by the lexer behind the proxy.
#[cfg(any(
    feature = "lang-bash",
    feature = "lang-just",
    feature = "lang-odin",
    feature = "lang-perl"
))]
pub(super) unsafe extern "C" fn eof(lexer: *const Lexer) -> bool {
    // SAFETY: as in `mark_end`.
    unsafe {
        let inner = (*lexer.cast::<LexerProxy>()).inner;
        ((*inner).eof)(inner)
    }
}
