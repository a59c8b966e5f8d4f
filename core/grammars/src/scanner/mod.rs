//! Grammars whose external scanners abort the process, leak memory or take quadratic time on deep
//! nesting or long words, with a fix for each.
//!
//! Such a scanner serializes a state that exceeds tree-sitter's buffer, that grows beyond the
//! buffer, or that the scanner cannot deserialize. The fix replaces the grammar's serialize
//! function with one that truncates or drops such a state; the tree has syntax errors from that
//! point on. A test asserts a bounded state for all grammars with an external scanner. The SQL
//! scanner is replaced entirely.
//!
//! Others read tokens that the original grammar reads wrongly: `ecmascript` and `json`.

#[cfg(any(
    feature = "lang-javascript",
    feature = "lang-tsx",
    feature = "lang-typescript"
))]
pub(crate) mod ecmascript;
#[cfg(feature = "lang-json")]
pub(crate) mod json;
#[cfg(any(
    feature = "lang-javascript",
    feature = "lang-json",
    feature = "lang-tsx",
    feature = "lang-typescript"
))]
mod lex;
#[cfg(any(
    feature = "lang-bash",
    feature = "lang-just",
    feature = "lang-ocaml",
    feature = "lang-odin",
    feature = "lang-perl"
))]
mod lexer_proxy;
#[cfg(any(feature = "lang-bash", feature = "lang-just", feature = "lang-odin"))]
pub(crate) mod narrow;
#[cfg(feature = "lang-ocaml")]
pub(crate) mod ocaml;
#[cfg(feature = "lang-perl")]
pub(crate) mod perl;
#[cfg(feature = "lang-sql")]
pub(crate) mod sql;

use std::ffi::{c_char, c_uint, c_void};
use std::mem::{MaybeUninit, offset_of};
use std::ptr;
use std::sync::OnceLock;

use tree_sitter_language::LanguageFn;

/// Size in bytes of tree-sitter's buffer for a scanner state.
pub(super) const BUFFER_SIZE: usize = 1024;

/// Mask of `hook` in Flow, a keyword for which `function` has no space. The lexer reads it as `function`.
pub(crate) const MASKED_HOOK: [u8; 4] = [0x1A; 4];

/// Creates a scanner.
pub(super) type Create = unsafe extern "C" fn() -> *mut c_void;

/// Frees a scanner.
pub(super) type Destroy = unsafe extern "C" fn(scanner: *mut c_void);

/// Scans one of the tokens in `valid_symbols`; returns whether it found one.
pub(super) type Scan = unsafe extern "C" fn(
    scanner: *mut c_void,
    lexer: *mut Lexer,
    valid_symbols: *const bool,
) -> bool;

/// Reads the next token in a lex state; returns whether it found one.
pub(super) type Lex = unsafe extern "C" fn(lexer: *mut Lexer, state: u16) -> bool;

/// Restores the state of a scanner from the first `len` bytes of `buffer`.
pub(super) type Deserialize =
    unsafe extern "C" fn(scanner: *mut c_void, buffer: *const c_char, len: c_uint);

/// tree-sitter's `TSLexer`: the text starting at the current position.
#[repr(C)]
pub(super) struct Lexer {
    /// Current character; 0 at the end.
    pub(super) lookahead: i32,
    pub(super) result_symbol: u16,
    pub(super) advance: unsafe extern "C" fn(lexer: *mut Lexer, skip: bool),
    pub(super) mark_end: unsafe extern "C" fn(lexer: *mut Lexer),
    pub(super) get_column: unsafe extern "C" fn(lexer: *mut Lexer) -> u32,
    pub(super) is_at_included_range_start: unsafe extern "C" fn(lexer: *const Lexer) -> bool,
    pub(super) eof: unsafe extern "C" fn(lexer: *const Lexer) -> bool,
    log: *const (),
}

#[cfg(any(
    feature = "lang-bash",
    feature = "lang-just",
    feature = "lang-ocaml",
    feature = "lang-odin",
    feature = "lang-perl"
))]
impl Lexer {
    /// Returns a copy with different functions. Scanners do not log.
    pub(super) fn with_functions(
        &self,
        advance: unsafe extern "C" fn(lexer: *mut Lexer, skip: bool),
        mark_end: unsafe extern "C" fn(lexer: *mut Lexer),
        get_column: unsafe extern "C" fn(lexer: *mut Lexer) -> u32,
        is_at_included_range_start: unsafe extern "C" fn(lexer: *const Lexer) -> bool,
        eof: unsafe extern "C" fn(lexer: *const Lexer) -> bool,
    ) -> Lexer {
        Lexer {
            lookahead: self.lookahead,
            result_symbol: self.result_symbol,
            advance,
            mark_end,
            get_column,
            is_at_included_range_start,
            eof,
            log: self.log,
        }
    }
}

/// Serializes the state of a scanner into `buffer` and returns its length.
pub(super) type Serialize =
    unsafe extern "C" fn(scanner: *mut c_void, buffer: *mut c_char) -> c_uint;

/// Layout of `TSLanguage` in ABI versions 13 to 15 of tree-sitter.
#[repr(C)]
pub(super) struct GrammarLayout {
    abi_version: u32,
    counts: [u32; 8],
    max_alias_sequence_length: u16,
    tables: [*const (); 12],
    /// Lex state of each parse state, and one or two further numbers of 16 bits.
    lex_modes: *const u16,
    pub(super) lex: Option<Lex>,
    keyword_lex: *const (),
    keyword_capture_token: u16,
    /// Scanner states and symbols.
    scanner_tables: [*const (); 2],
    pub(super) create: Option<Create>,
    pub(super) destroy: Option<Destroy>,
    pub(super) scan: Option<Scan>,
    pub(super) serialize: Option<Serialize>,
    pub(super) deserialize: Option<Deserialize>,
    /// Absent in version 13.
    primary_state_ids: *const (),
    /// Version 15 only, like all later fields.
    name: *const (),
    reserved_words: *const (),
    max_reserved_word_set_size: u16,
    supertype_count: u32,
    supertypes: [*const (); 3],
    metadata: [u8; 3],
}

impl GrammarLayout {
    /// Returns the lex state of a parse state.
    ///
    /// # Safety
    ///
    /// `grammar` must point to a grammar of an ABI version up to 15, and `state` must be one of its
    /// parse states.
    unsafe fn lex_state(grammar: *const GrammarLayout, state: u16) -> u16 {
        // SAFETY: all versions have these fields, and the table has an element per parse state.
        unsafe {
            let numbers = match (*grammar).abi_version {
                ..=14 => 2,
                _ => 3,
            };
            *(*grammar).lex_modes.add(usize::from(state) * numbers)
        }
    }
}

/// Copy of a grammar with replaced scanner functions, and the original serialize function.
pub(super) struct PatchedGrammar {
    grammar: MaybeUninit<GrammarLayout>,
    original: Option<Serialize>,
}

// SAFETY: all pointers in a grammar point to statics that are never written.
unsafe impl Send for PatchedGrammar {}
// SAFETY: all pointers in a grammar point to statics that are never written, and
// the struct has no interior mutability.
unsafe impl Sync for PatchedGrammar {}

impl PatchedGrammar {
    /// Copies a grammar and replaces scanner functions with `patch`.
    pub(super) fn new(
        original: LanguageFn,
        patch: impl FnOnce(&mut GrammarLayout),
    ) -> PatchedGrammar {
        let mut grammar = MaybeUninit::<GrammarLayout>::zeroed();
        let to = grammar.as_mut_ptr();
        // SAFETY: the function returns a pointer to a static grammar, of which only the fields of
        // its ABI version are copied; a test checks that the version is 13 to 15. `to` points to a
        // local with the full layout.
        unsafe {
            let from = original.into_raw()().cast::<GrammarLayout>();
            let len = match (*from).abi_version {
                ..=13 => offset_of!(GrammarLayout, primary_state_ids),
                14 => offset_of!(GrammarLayout, name),
                _ => size_of::<GrammarLayout>(),
            };
            ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast(), len);
            let original = (*to).serialize;
            // Zero is valid for every field, including those not copied.
            patch(&mut *to);
            PatchedGrammar { grammar, original }
        }
    }

    /// Returns the grammar in the form that tree-sitter expects.
    pub(super) fn as_ptr(&self) -> *const () {
        self.grammar.as_ptr().cast()
    }

    /// Serializes a state with the original function, lets `bound` modify it, and stores as many
    /// bytes as `bound` returns.
    ///
    /// # Safety
    ///
    /// `scanner` must be a scanner of this grammar; `buffer` must be valid for
    /// writes of [`BUFFER_SIZE`] bytes.
    unsafe fn serialize(
        &self,
        scanner: *mut c_void,
        buffer: *mut c_char,
        bound: fn(&mut [u8]) -> usize,
    ) -> c_uint {
        // Before each token, the state is deserialized from the buffer, and no token adds more than
        // this to it. Scanners that check for space do so before writing an entry.
        const ENTRY: usize = 256;
        #[repr(align(8))]
        struct StateBuffer([u8; BUFFER_SIZE + ENTRY]);

        let mut state = StateBuffer([0; BUFFER_SIZE + ENTRY]);
        // SAFETY: `scanner` belongs to the original grammar, and the buffer is larger than the
        // function expects.
        let len = self.original.map_or(0, |original| unsafe {
            original(scanner, state.0.as_mut_ptr().cast())
        });
        let state = state.0.get_mut(..len as usize).unwrap_or_default();
        let kept = bound(state).min(state.len()).min(BUFFER_SIZE);
        // SAFETY: `kept` is at most the length of `state` and `BUFFER_SIZE`, for which `buffer` is
        // valid; `state` is a local, so the ranges do not overlap.
        unsafe { ptr::copy_nonoverlapping(state.as_ptr(), buffer.cast(), kept) };
        kept as c_uint
    }
}

macro_rules! bounded {
    ($($feature:literal $constant:ident = $original:expr, $bound:expr;)*) => {
        $(
        #[cfg(feature = $feature)]
        pub(crate) const $constant: LanguageFn = {
            fn bounded() -> &'static PatchedGrammar {
                static BOUNDED: OnceLock<PatchedGrammar> = OnceLock::new();
                BOUNDED.get_or_init(|| {
                    PatchedGrammar::new($original, |grammar| grammar.serialize = Some(serialize))
                })
            }

            extern "C" fn grammar() -> *const () {
                bounded().as_ptr()
            }

            unsafe extern "C" fn serialize(scanner: *mut c_void, buffer: *mut c_char) -> c_uint {
                // SAFETY: tree-sitter calls this in place of the original, with
                // a scanner of the grammar and its buffer of `BUFFER_SIZE` bytes.
                unsafe { bounded().serialize(scanner, buffer, $bound) }
            }

            // SAFETY: `grammar` returns a pointer to a static copy of a valid
            // grammar in which only the serialize function differs.
            unsafe { LanguageFn::from_raw(grammar) }
        };
        )*
    };
}

// The last column returns the number of state bytes to keep; truncation keeps the outer nesting
// levels.
bounded! {
    "lang-astro" ASTRO = tree_sitter_astro_next::LANGUAGE, tags;
    "lang-html" HTML = tree_sitter_html::LANGUAGE, tags;
    "lang-kotlin" KOTLIN = crate::packed::KOTLIN, |state| state.len().min(BUFFER_SIZE - 4);
    "lang-python" PYTHON = tree_sitter_python::LANGUAGE, |state| state.len();
    "lang-ruby" RUBY = crate::packed::RUBY, |state| ruby(state);
    "lang-svelte" SVELTE = tree_sitter_svelte_next::LANGUAGE, tags;
    // The scanner writes junction lists and proofs without checking the buffer size, and asserts on
    // reading that they are complete.
    "lang-tlaplus" TLAPLUS = crate::packed::TLAPLUS, |state| match state.len() {
        ..=BUFFER_SIZE => state.len(),
        _ => 0,
    };
    "lang-vue" VUE = tree_sitter_vue_next::LANGUAGE, tags;
    "lang-xml" XML = tree_sitter_xml::LANGUAGE_XML, xml_tags;
    "lang-yaml" YAML = tree_sitter_yaml::LANGUAGE, |state| match state.len() {
        ..=BUFFER_SIZE => state.len(),
        long => long - 4,
    };
}

/// Sets the second number of a state, which counts all open tags, to the first number, which counts
/// the tags that fit. Otherwise, before each token, the scanner fills up the difference with tags
/// that match nothing.
#[cfg(any(
    feature = "lang-astro",
    feature = "lang-html",
    feature = "lang-svelte",
    feature = "lang-vue"
))]
fn tags(state: &mut [u8]) -> usize {
    copy_count(state, size_of::<u16>())
}

/// Bounds a state in the same way as [`tags`], but with numbers of a different size.
#[cfg(feature = "lang-xml")]
fn xml_tags(state: &mut [u8]) -> usize {
    copy_count(state, size_of::<u32>())
}

#[cfg(any(
    feature = "lang-astro",
    feature = "lang-html",
    feature = "lang-svelte",
    feature = "lang-vue",
    feature = "lang-xml"
))]
fn copy_count(state: &mut [u8], size: usize) -> usize {
    if state.len() >= 2 * size {
        state.copy_within(..size, size);
    }
    state.len()
}

/// Returns the length of a Ruby scanner state if it can be deserialized, otherwise 0: the length of
/// a word is stored in one byte, so a long word corrupts the state.
#[cfg(feature = "lang-ruby")]
fn ruby(state: &[u8]) -> usize {
    let end = || {
        let mut at = 1 + 5 * usize::from(*state.first()?);
        let words = *state.get(at)?;
        at += 1;
        for _ in 0..words {
            at += 4 + usize::from(*state.get(at + 3)?);
        }
        Some(at)
    };
    match end() {
        Some(end) if end == state.len() && end <= BUFFER_SIZE => end,
        _ => 0,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
