//! Grammars whose external scanners abort the process on deep nesting or long
//! words, with a fix for each.
//!
//! Such a scanner serializes a state that is larger than the buffer of
//! tree-sitter, or one that it cannot deserialize. The fix replaces the
//! serialize function of the grammar by one that truncates or drops such a
//! state; the tree then has syntax errors from there on.

use std::ffi::{c_char, c_uint, c_void};
use std::mem::{MaybeUninit, offset_of};
use std::ptr;
use std::sync::OnceLock;

use tree_sitter_language::LanguageFn;

/// Size in bytes of tree-sitter's buffer for a scanner state.
const BUFFER_SIZE: usize = 1024;

/// Serializes the state of a scanner into `buffer` and returns its length.
type Serialize = unsafe extern "C" fn(scanner: *mut c_void, buffer: *mut c_char) -> c_uint;

/// Layout of `TSLanguage` in ABI versions 14 and 15 of tree-sitter.
#[repr(C)]
struct GrammarLayout {
    abi_version: u32,
    counts: [u32; 8],
    max_alias_sequence_length: u16,
    tables: [*const (); 13],
    lexers: [*const (); 2],
    keyword_capture_token: u16,
    scanner: [*const (); 5],
    serialize: Serialize,
    deserialize: *const (),
    primary_state_ids: *const (),
    /// Version 15 only, as are all fields after it.
    name: *const (),
    reserved_words: *const (),
    max_reserved_word_set_size: u16,
    supertype_count: u32,
    supertypes: [*const (); 3],
    metadata: [u8; 3],
}

/// Copy of a grammar with a replaced serialize function, and the original
/// function.
struct PatchedGrammar {
    grammar: MaybeUninit<GrammarLayout>,
    original: Serialize,
}

// SAFETY: all pointers in a grammar point to statics that are never written.
unsafe impl Send for PatchedGrammar {}
// SAFETY: all pointers in a grammar point to statics that are never written, and
// the struct has no interior mutability.
unsafe impl Sync for PatchedGrammar {}

impl PatchedGrammar {
    fn new(original: LanguageFn, serialize: Serialize) -> PatchedGrammar {
        let mut grammar = MaybeUninit::<GrammarLayout>::zeroed();
        let to = grammar.as_mut_ptr();
        // SAFETY: the function returns a pointer to a static grammar, of which
        // only the fields of its ABI version are copied; a test checks that the
        // versions are 14 or 15. `to` points to a local of the full layout.
        unsafe {
            let from = original.into_raw()().cast::<GrammarLayout>();
            let len = match (*from).abi_version {
                ..=14 => offset_of!(GrammarLayout, name),
                _ => size_of::<GrammarLayout>(),
            };
            ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast(), len);
            let original = (*to).serialize;
            (*to).serialize = serialize;
            PatchedGrammar { grammar, original }
        }
    }

    /// Serializes a state with the original function and stores the first
    /// `kept_len(state)` bytes of it.
    ///
    /// # Safety
    ///
    /// `scanner` must be a scanner of this grammar; `buffer` must be valid for
    /// writes of [`BUFFER_SIZE`] bytes.
    unsafe fn serialize(
        &self,
        scanner: *mut c_void,
        buffer: *mut c_char,
        kept_len: fn(&[u8]) -> usize,
    ) -> c_uint {
        // Scanners check for space before they write an entry, and no entry is
        // larger.
        const ENTRY: usize = 16;
        #[repr(align(8))]
        struct StateBuffer([u8; BUFFER_SIZE + ENTRY]);

        let mut state = StateBuffer([0; BUFFER_SIZE + ENTRY]);
        // SAFETY: `scanner` belongs to the original grammar, and the buffer is
        // larger than the one that the function expects.
        let len = unsafe { (self.original)(scanner, state.0.as_mut_ptr().cast()) };
        let state = state.0.get(..len as usize).unwrap_or_default();
        let kept = kept_len(state).min(BUFFER_SIZE);
        // SAFETY: `kept` is at most the length of `state` and `BUFFER_SIZE`, for
        // which `buffer` is valid; `state` is a local, so they do not overlap.
        unsafe { ptr::copy_nonoverlapping(state.as_ptr(), buffer.cast(), kept) };
        kept as c_uint
    }
}

macro_rules! bounded {
    ($($feature:literal $constant:ident = $original:expr, $kept:expr;)*) => {
        $(
        #[cfg(feature = $feature)]
        pub(super) const $constant: LanguageFn = {
            fn bounded() -> &'static PatchedGrammar {
                static BOUNDED: OnceLock<PatchedGrammar> = OnceLock::new();
                BOUNDED.get_or_init(|| PatchedGrammar::new($original, serialize))
            }

            extern "C" fn grammar() -> *const () {
                bounded().grammar.as_ptr().cast()
            }

            unsafe extern "C" fn serialize(scanner: *mut c_void, buffer: *mut c_char) -> c_uint {
                // SAFETY: tree-sitter calls this in place of the original, with
                // a scanner of the grammar and its buffer of `BUFFER_SIZE` bytes.
                unsafe { bounded().serialize(scanner, buffer, $kept) }
            }

            // SAFETY: `grammar` returns a pointer to a static copy of a valid
            // grammar in which only the serialize function differs.
            unsafe { LanguageFn::from_raw(grammar) }
        };
        )*

        /// Names of the constants, with the original grammars.
        #[cfg(test)]
        const GRAMMARS: &[(&str, LanguageFn)] =
            &[$(#[cfg(feature = $feature)] (stringify!($constant), $original)),*];
    };
}

// The last column returns how many bytes of a state are kept; truncation keeps
// the outer levels of nesting.
bounded! {
    "lang-kotlin" KOTLIN = super::packed::KOTLIN, |state| state.len().min(BUFFER_SIZE - 4);
    "lang-python" PYTHON = tree_sitter_python::LANGUAGE, |state| state.len().min(BUFFER_SIZE);
    "lang-ruby" RUBY = super::packed::RUBY, ruby;
    "lang-yaml" YAML = tree_sitter_yaml::LANGUAGE, |state| match state.len() {
        ..=BUFFER_SIZE => state.len(),
        long => long - 4,
    };
}

/// Returns the length of a state of the Ruby scanner if it can be deserialized,
/// else 0: the length of a word is stored in one byte, so a long one corrupts
/// the state.
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
mod tests {
    use super::*;

    #[test]
    fn grammars_have_a_known_abi_version() {
        for (name, original) in GRAMMARS {
            // SAFETY: the function returns a pointer to a static grammar, whose
            // first field is the ABI version.
            let version = unsafe { *original.into_raw()().cast::<u32>() };
            assert!((14..=15).contains(&version), "{name}: {version}");
        }
    }

    /// Such texts abort the process with the original scanners.
    #[test]
    fn deep_nesting_and_long_words_are_parsed() {
        let word = "A".repeat(300);
        let lines = |indent: usize| (0..indent).map(|n| " ".repeat(n) + "if a:\n");
        let texts = [
            ("kotlin", "\"${".repeat(2000)),
            (
                "python",
                lines(600).collect::<String>() + &"f'{".repeat(300),
            ),
            ("python", "''${\n ".repeat(400)),
            ("ruby", format!("a = <<{word}\n b\n{word}\n")),
            ("ruby", "%w(".repeat(2000)),
            ("ruby", "\"#{".repeat(2000)),
            ("yaml", "- ".repeat(2000)),
            ("yaml", "? ".repeat(2000)),
        ];
        for (name, text) in texts {
            let Some(language) = crate::ast::Language::from_name(name) else {
                continue;
            };
            let mut parser = tree_sitter::Parser::new();
            parser.set_language(&language.grammar()).unwrap();
            assert!(parser.parse(&text, None).is_some(), "{name}");
        }
    }
}
