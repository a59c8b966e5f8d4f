//! Grammars whose scanners end the process in deep nesting or at long words:
//! they write down a state that tree-sitter has no room for, or one that they
//! cannot read back. Here such a state is cut off or forgotten; from there on
//! the tree has errors.

use std::ffi::{c_char, c_uint, c_void};
use std::mem::{MaybeUninit, offset_of};
use std::ptr;
use std::sync::OnceLock;

use tree_sitter_language::LanguageFn;

/// The bytes that tree-sitter has for a state.
const ROOM: usize = 1024;

/// Writes down the state of a scanner and returns its length.
type Serialize = unsafe extern "C" fn(scanner: *mut c_void, buffer: *mut c_char) -> c_uint;

/// A grammar in versions 14 and 15 of tree-sitter's interface.
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
    /// Since version 15, as are all that follow.
    name: *const (),
    reserved_words: *const (),
    max_reserved_word_set_size: u16,
    supertype_count: u32,
    supertypes: [*const (); 3],
    metadata: [u8; 3],
}

/// A grammar that writes down its state in another way, and the way it had.
struct PatchedGrammar {
    grammar: MaybeUninit<GrammarLayout>,
    original: Serialize,
}

// SAFETY: what the pointers lead to is static and is not written to.
unsafe impl Send for PatchedGrammar {}
// SAFETY: as above.
unsafe impl Sync for PatchedGrammar {}

impl PatchedGrammar {
    fn new(original: LanguageFn, serialize: Serialize) -> PatchedGrammar {
        let mut grammar = MaybeUninit::<GrammarLayout>::zeroed();
        let to = grammar.as_mut_ptr();
        // SAFETY: the function gives a static grammar, of which no more is read
        // than its version has; a test tells which versions there are.
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

    /// # Safety
    ///
    /// That of [`Serialize`], for a buffer of [`ROOM`] bytes.
    unsafe fn serialize(
        &self,
        scanner: *mut c_void,
        buffer: *mut c_char,
        kept: fn(&[u8]) -> usize,
    ) -> c_uint {
        // They look for room before they write an entry, and none has more.
        const ENTRY: usize = 16;
        #[repr(align(8))]
        struct State([u8; ROOM + ENTRY]);

        let mut state = State([0; ROOM + ENTRY]);
        // SAFETY: the caller's promise; there is more room.
        let len = unsafe { (self.original)(scanner, state.0.as_mut_ptr().cast()) };
        let state = state.0.get(..len as usize).unwrap_or_default();
        let kept = kept(state).min(ROOM);
        // SAFETY: there is room for that, and the buffers are two.
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
                // SAFETY: it is called in the place of the original.
                unsafe { bounded().serialize(scanner, buffer, $kept) }
            }

            // SAFETY: it gives what the original gives, but for one function.
            unsafe { LanguageFn::from_raw(grammar) }
        };
        )*

        /// The names of the constants, and the grammars as the crates have them.
        #[cfg(test)]
        const GRAMMARS: &[(&str, LanguageFn)] =
            &[$(#[cfg(feature = $feature)] (stringify!($constant), $original)),*];
    };
}

// How much of a state is kept: of levels of nesting the outer ones.
bounded! {
    "lang-kotlin" KOTLIN = super::packed::KOTLIN, |state| state.len().min(ROOM - 4);
    "lang-python" PYTHON = tree_sitter_python::LANGUAGE, |state| state.len().min(ROOM);
    "lang-ruby" RUBY = super::packed::RUBY, ruby;
    "lang-yaml" YAML = tree_sitter_yaml::LANGUAGE, |state| match state.len() {
        ..=ROOM => state.len(),
        long => long - 4,
    };
}

/// All of the state if it can be read back, else nothing: a word has one byte
/// for its length.
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
        Some(end) if end == state.len() && end <= ROOM => end,
        _ => 0,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        for (name, original) in GRAMMARS {
            // SAFETY: every grammar begins with its version.
            let version = unsafe { *original.into_raw()().cast::<u32>() };
            assert!((14..=15).contains(&version), "{name}: {version}");
        }
    }

    /// Texts of this kind status the process.
    #[test]
    fn deep_nesting_and_long_words() {
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
