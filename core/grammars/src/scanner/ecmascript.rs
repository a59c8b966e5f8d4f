//! JavaScript and TypeScript grammars that read `&` in JSX and escapes in template literal types.
//!
//! In the grammars of `tree-sitter-javascript` 0.25.0 and `tree-sitter-typescript` 0.23.2, JSX text
//! ends at each `&`, and so does an attribute's string, unless the character after it is neither a
//! letter nor `#`; a quote after it does not end the string. Here `&` begins a token only if it
//! begins a character reference, which may contain digits (`&frac12;`). In a template literal type,
//! a backslash is text together with the next character. The keyword `hook` of Flow, as masked, is
//! `function`.

use std::ffi::c_void;
use std::sync::OnceLock;

use tree_sitter_language::LanguageFn;

use super::lex::{LexStates, LexText};
use super::{Lex, Lexer, MASKED_HOOK, PatchedGrammar, Scan};

/// External tokens of the grammars, by number.
const AUTOMATIC_SEMICOLON: usize = 0;
const TEMPLATE_CHARS: usize = 1;
const ESCAPE_SEQUENCE: usize = 5;
const JSX_TEXT: usize = 7;

/// Node kind of a character reference.
const REFERENCE: &str = "html_character_reference";

/// Character of a masked `hook`.
const MASKED_CHARACTER: char = MASKED_HOOK[0] as char;

/// Maximum length of the name of a character reference, as in the grammars.
const MAX_NAME: usize = 31;

struct JsxGrammar {
    grammar: PatchedGrammar,
    scan: Option<Scan>,
    lex: Option<Lex>,
    double: LexStates,
    single: LexStates,
    reference: LexStates,
    function: LexStates,
}

impl JsxGrammar {
    fn new(original: LanguageFn, scan: Scan, lex: Lex) -> JsxGrammar {
        let mut originals = (None, None);
        let grammar = PatchedGrammar::new(original, |grammar| {
            originals = (grammar.scan.replace(scan), grammar.lex.replace(lex));
        });
        JsxGrammar {
            grammar,
            scan: originals.0,
            lex: originals.1,
            double: LexStates::of(original, "string_fragment", &[REFERENCE, "\""]),
            single: LexStates::of(original, "string_fragment", &[REFERENCE, "'"]),
            reference: LexStates::of(original, REFERENCE, &[]),
            function: LexStates::of(original, "function", &[]),
        }
    }

    /// Scans an external token.
    ///
    /// # Safety
    ///
    /// The arguments must come from a call by tree-sitter of this grammar's scan function; `N` must
    /// be the number of its external tokens.
    unsafe fn scan<const N: usize>(
        &self,
        scanner: *mut c_void,
        lexer: *mut Lexer,
        valid_symbols: *const bool,
    ) -> bool {
        // SAFETY: see above.
        let mut valid = unsafe { *valid_symbols.cast::<[bool; N]>() };
        {
            // SAFETY: tree-sitter passes its lexer, which nothing else uses during the call.
            let mut text = unsafe { LexText::new(lexer) };
            if valid[TEMPLATE_CHARS] && !valid[AUTOMATIC_SEMICOLON] && !valid[ESCAPE_SEQUENCE] {
                return read_template_type(&mut text) && text.found(TEMPLATE_CHARS as u16);
            }
            if valid[JSX_TEXT] && !valid[TEMPLATE_CHARS] {
                if read_jsx_text(&mut text) {
                    return text.found(JSX_TEXT as u16);
                }
                valid[JSX_TEXT] = false;
            }
        }
        // SAFETY: tree-sitter calls this function in place of the original.
        self.scan
            .is_some_and(|scan| unsafe { scan(scanner, lexer, valid.as_ptr()) })
    }

    /// Reads the next token in a lex state.
    ///
    /// # Safety
    ///
    /// The arguments must come from a call by tree-sitter of this grammar's lexer.
    unsafe fn lex(&self, lexer: *mut Lexer, state: u16) -> bool {
        {
            // SAFETY: tree-sitter passes its lexer, which nothing else uses during the call.
            let mut text = unsafe { LexText::new(lexer) };
            let strings = [(&self.double, '"'), (&self.single, '\'')];
            let string = strings.iter().find(|(states, _)| states.contains(state));
            if let Some((fragment, quote)) = string {
                let character = text.character();
                if character != *quote && character != '\0' {
                    return match read_string(&mut text, *quote) {
                        StringPart::Fragment => text.found(fragment.symbol),
                        StringPart::Reference => text.found(self.reference.symbol),
                    };
                }
            } else if self.function.contains(state) {
                while text.character().is_whitespace() {
                    text.skip();
                }
                let len = MASKED_HOOK.len();
                if text.advance_while(len, |character| character == MASKED_CHARACTER) == len {
                    text.mark_end();
                    return text.found(self.function.symbol);
                }
            } else if self.reference.contains(state) {
                while text.character().is_whitespace() {
                    text.skip();
                }
                if text.character() == '&' {
                    let is_reference = read_reference(&mut text);
                    text.mark_end();
                    return is_reference && text.found(self.reference.symbol);
                }
            }
        }
        // SAFETY: tree-sitter calls this function in place of the original.
        self.lex
            .is_some_and(|original| unsafe { original(lexer, state) })
    }
}

/// Part of the string of a JSX attribute.
enum StringPart {
    Fragment,
    Reference,
}

/// Reads a part of a string that ends with `quote`.
fn read_string(text: &mut LexText<'_>, quote: char) -> StringPart {
    let mut is_empty = true;
    loop {
        match text.character() {
            '&' => {
                // Ends the token here if a reference follows.
                text.mark_end();
                if read_reference(text) {
                    if is_empty {
                        text.mark_end();
                        return StringPart::Reference;
                    }
                    return StringPart::Fragment;
                }
            }
            '\0' => break,
            end if end == quote => break,
            _ => text.advance(),
        }
        is_empty = false;
    }
    text.mark_end();
    StringPart::Fragment
}

/// Reads `&`, and then a character reference as far as the text is one; returns whether it is.
fn read_reference(text: &mut LexText<'_>) -> bool {
    text.advance();
    let digits = if text.character() == '#' {
        text.advance();
        if matches!(text.character(), 'x' | 'X') {
            text.advance();
            text.advance_while(6, |character| character.is_ascii_hexdigit())
        } else {
            text.advance_while(7, |character| character.is_ascii_digit())
        }
    } else if text.character().is_ascii_alphabetic() {
        text.advance_while(MAX_NAME, |character| character.is_ascii_alphanumeric())
    } else {
        0
    };
    let is_reference = digits > 0 && text.character() == ';';
    if is_reference {
        text.advance();
    }
    is_reference
}

/// Reads JSX text; returns whether there is any. White space that contains a line feed is not text.
fn read_jsx_text(text: &mut LexText<'_>) -> bool {
    let (mut has_text, mut is_after_feed) = (false, false);
    loop {
        match text.character() {
            '\0' | '<' | '>' | '{' | '}' => break,
            '&' => {
                text.mark_end();
                if read_reference(text) {
                    return has_text;
                }
                (has_text, is_after_feed) = (true, false);
                continue;
            }
            '\n' => is_after_feed = true,
            character => {
                is_after_feed &= character.is_whitespace();
                has_text |= !is_after_feed;
            }
        }
        text.advance();
    }
    if has_text {
        text.mark_end();
    }
    has_text
}

/// Reads the text of a template literal type; returns whether there is any.
fn read_template_type(text: &mut LexText<'_>) -> bool {
    let mut has_text = false;
    loop {
        text.mark_end();
        match text.character() {
            '\0' => return false,
            '`' => return has_text,
            '$' => {
                text.advance();
                if text.character() == '{' {
                    return has_text;
                }
            }
            '\\' => {
                text.advance();
                if text.character() != '\0' {
                    text.advance();
                }
            }
            _ => text.advance(),
        }
        has_text = true;
    }
}

/// Defines a grammar with these functions; the number counts its external tokens.
macro_rules! grammars {
    ($($feature:literal $constant:ident = $original:expr, $externals:literal;)*) => {
        $(
        #[cfg(feature = $feature)]
        pub(crate) const $constant: LanguageFn = {
            fn patched() -> &'static JsxGrammar {
                static PATCHED: OnceLock<JsxGrammar> = OnceLock::new();
                PATCHED.get_or_init(|| JsxGrammar::new($original, scan, lex))
            }

            extern "C" fn grammar() -> *const () {
                patched().grammar.as_ptr()
            }

            unsafe extern "C" fn scan(
                scanner: *mut c_void,
                lexer: *mut Lexer,
                valid_symbols: *const bool,
            ) -> bool {
                // SAFETY: tree-sitter calls this in place of the original; a test checks the number
                // of external tokens.
                unsafe { patched().scan::<$externals>(scanner, lexer, valid_symbols) }
            }

            unsafe extern "C" fn lex(lexer: *mut Lexer, state: u16) -> bool {
                // SAFETY: tree-sitter calls this in place of the original.
                unsafe { patched().lex(lexer, state) }
            }

            // SAFETY: `grammar` returns a pointer to a static copy of a valid grammar in which only
            // the scan function and the lexer differ.
            unsafe { LanguageFn::from_raw(grammar) }
        };
        )*

        /// Grammars of this module, the original grammars, and the number of external tokens.
        #[cfg(test)]
        const GRAMMARS: &[(&str, LanguageFn, LanguageFn, u32)] =
            &[$(#[cfg(feature = $feature)] ($feature, $constant, $original, $externals),)*];
    };
}

grammars! {
    "lang-javascript" JAVASCRIPT = tree_sitter_javascript::LANGUAGE, 8;
    "lang-tsx" TSX = tree_sitter_typescript::LANGUAGE_TSX, 10;
    "lang-typescript" TYPESCRIPT = tree_sitter_typescript::LANGUAGE_TYPESCRIPT, 10;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
