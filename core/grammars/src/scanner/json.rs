//! JSON grammar in which `\u00e9` is one escape.
//!
//! The escape of `tree-sitter-json` 0.24.8 ends after `\u`, and the digits are text.

use std::sync::OnceLock;

use tree_sitter_language::LanguageFn;

use super::lex::{LexStates, LexText};
use super::{Lex, Lexer, PatchedGrammar};

/// JSON grammar with whole escapes.
pub(crate) const JSON: LanguageFn = {
    // SAFETY: `grammar` returns a pointer to a static copy of a valid grammar in which only the
    // lexer differs.
    unsafe { LanguageFn::from_raw(grammar) }
};

struct JsonGrammar {
    grammar: PatchedGrammar,
    original: Option<Lex>,
    escapes: LexStates,
}

fn patched() -> &'static JsonGrammar {
    static PATCHED: OnceLock<JsonGrammar> = OnceLock::new();
    PATCHED.get_or_init(|| {
        let mut original = None;
        let grammar = PatchedGrammar::new(tree_sitter_json::LANGUAGE, |grammar| {
            original = grammar.lex.replace(lex);
        });
        JsonGrammar {
            grammar,
            original,
            escapes: LexStates::of(tree_sitter_json::LANGUAGE, "escape_sequence", &[]),
        }
    })
}

extern "C" fn grammar() -> *const () {
    patched().grammar.as_ptr()
}

unsafe extern "C" fn lex(lexer: *mut Lexer, state: u16) -> bool {
    let JsonGrammar {
        original, escapes, ..
    } = patched();
    {
        // SAFETY: tree-sitter passes its lexer, which nothing else uses during the call.
        let mut text = unsafe { LexText::new(lexer) };
        if text.character() == '\\' && escapes.contains(state) {
            return read_escape(&mut text) && text.found(escapes.symbol);
        }
    }
    // SAFETY: tree-sitter calls this in place of the original.
    original.is_some_and(|original| unsafe { original(lexer, state) })
}

/// Reads a backslash and the rest of its escape; returns whether it is one.
fn read_escape(text: &mut LexText<'_>) -> bool {
    text.advance();
    let letter = text.character();
    if !matches!(letter, '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u') {
        return false;
    }
    text.advance();
    if letter == 'u' {
        text.advance_while(4, |character| character.is_ascii_hexdigit());
    }
    text.mark_end();
    true
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
