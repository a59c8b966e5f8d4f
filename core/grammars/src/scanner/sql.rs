//! External scanner for SQL. Finds dollar-quoted strings, `$tag$ ... $tag$`, either whole or as
//! start and end tags around parsed code.
//!
//! Replaces the scanner of the grammar's crate (`tree-sitter-sequel` 0.3.11), which leaks its
//! current tag each time its state is deserialized, and another one for each nested string: 0.1 MB
//! for ordinary PL/pgSQL, 17 MB for 43 kB of hostile text. Remove when
//! `tree_sitter_sql_external_scanner_deserialize` frees `start_tag` upstream. A test compares the
//! trees of both scanners.

use std::ffi::{c_char, c_uint, c_void};
use std::ptr;
use std::sync::OnceLock;

use tree_sitter_language::LanguageFn;

use super::{BUFFER_SIZE, Lexer, PatchedGrammar};

/// SQL grammar with this scanner.
pub(crate) const SQL: LanguageFn = {
    extern "C" fn grammar() -> *const () {
        static PATCHED: OnceLock<PatchedGrammar> = OnceLock::new();
        let patched = PATCHED.get_or_init(|| {
            PatchedGrammar::new(tree_sitter_sequel::LANGUAGE, |grammar| {
                grammar.create = Some(create);
                grammar.destroy = Some(destroy);
                grammar.scan = Some(scan);
                grammar.serialize = Some(serialize);
                grammar.deserialize = Some(deserialize);
            })
        });
        patched.as_ptr()
    }
    // SAFETY: `grammar` returns a pointer to a static copy of a valid grammar in which only the
    // scanner functions differ; they operate on a scanner created by `create`.
    unsafe { LanguageFn::from_raw(grammar) }
};

/// External tokens of the grammar, by number.
const START_TAG: usize = 0;
const END_TAG: usize = 1;
const STRING: usize = 2;

#[derive(Default)]
struct SqlScanner {
    /// Unclosed start tag, including its dollar signs; empty if there is no unclosed tag.
    open_tag: Vec<u8>,
}

/// Text starting at the current position.
struct Text<'l>(&'l mut Lexer);

impl Text<'_> {
    fn character(&self) -> Option<char> {
        u32::try_from(self.0.lookahead)
            .ok()
            .and_then(char::from_u32)
    }

    fn is_at(&self, character: char) -> bool {
        self.character() == Some(character)
    }

    fn is_at_space(&self) -> bool {
        self.character()
            .is_some_and(|c| c.is_ascii_whitespace() || c == '\x0b')
    }

    fn is_at_end(&self) -> bool {
        // SAFETY: the function belongs to this lexer.
        unsafe { (self.0.eof)(&raw const *self.0) }
    }

    fn advance(&mut self, is_skipped: bool) {
        // SAFETY: the function belongs to this lexer.
        unsafe { (self.0.advance)(&raw mut *self.0, is_skipped) }
    }

    /// Ends the token at the current position.
    fn mark_end(&mut self) {
        // SAFETY: the function belongs to this lexer.
        unsafe { (self.0.mark_end)(&raw mut *self.0) }
    }

    fn skip_space(&mut self) {
        while self.is_at_space() {
            self.advance(true);
        }
    }

    /// Reads `$tag$`. Returns `None` if the text does not begin with a tag; the position is then
    /// after the partial tag.
    fn read_tag(&mut self) -> Option<Vec<u8>> {
        if !self.is_at('$') {
            return None;
        }
        let mut tag = String::from('$');
        self.advance(false);
        while !self.is_at('$') && !self.is_at_space() && !self.is_at_end() {
            tag.push(self.character().unwrap_or(char::REPLACEMENT_CHARACTER));
            self.advance(false);
        }
        if !self.is_at('$') {
            return None;
        }
        tag.push('$');
        self.advance(false);
        Some(tag.into_bytes())
    }
}

impl SqlScanner {
    /// Scans one of the valid tokens and returns its number.
    fn scan(&mut self, text: &mut Text<'_>, valid: [bool; 3]) -> Option<usize> {
        if valid[START_TAG] && self.open_tag.is_empty() {
            text.skip_space();
            self.open_tag = text.read_tag()?;
            return Some(START_TAG);
        }
        if valid[END_TAG] && !self.open_tag.is_empty() {
            text.skip_space();
            if text.read_tag()? != self.open_tag {
                return None;
            }
            self.open_tag.clear();
            return Some(END_TAG);
        }
        if !valid[STRING] {
            return None;
        }
        text.mark_end();
        text.skip_space();
        let tag = text.read_tag()?;
        if tag == self.open_tag {
            return None;
        }
        while !text.is_at_end() {
            match text.read_tag() {
                None => text.advance(false),
                Some(end) if end == tag => {
                    text.mark_end();
                    return Some(STRING);
                }
                Some(_) => {}
            }
        }
        None
    }
}

extern "C" fn create() -> *mut c_void {
    Box::into_raw(Box::<SqlScanner>::default()).cast()
}

unsafe extern "C" fn destroy(scanner: *mut c_void) {
    // SAFETY: tree-sitter passes the result of `create`, once.
    drop(unsafe { Box::from_raw(scanner.cast::<SqlScanner>()) });
}

unsafe extern "C" fn scan(
    scanner: *mut c_void,
    lexer: *mut Lexer,
    valid_symbols: *const bool,
) -> bool {
    // SAFETY: tree-sitter passes a live result of `create`, its lexer, and an array with one
    // element per external token (three); nothing else uses them during the call.
    let (scanner, lexer, valid) = unsafe {
        (
            &mut *scanner.cast::<SqlScanner>(),
            &mut *lexer,
            *valid_symbols.cast::<[bool; 3]>(),
        )
    };
    let mut text = Text(lexer);
    let Some(token) = scanner.scan(&mut text, valid) else {
        return false;
    };
    text.0.result_symbol = token as u16;
    true
}

unsafe extern "C" fn serialize(scanner: *mut c_void, buffer: *mut c_char) -> c_uint {
    // SAFETY: tree-sitter passes a live result of `create`.
    let tag = unsafe { &(*scanner.cast::<SqlScanner>()).open_tag };
    if tag.len() > BUFFER_SIZE {
        return 0;
    }
    // SAFETY: tree-sitter's buffer has `BUFFER_SIZE` bytes and is not part of a scanner.
    unsafe { ptr::copy_nonoverlapping(tag.as_ptr(), buffer.cast(), tag.len()) };
    tag.len() as c_uint
}

unsafe extern "C" fn deserialize(scanner: *mut c_void, buffer: *const c_char, len: c_uint) {
    // SAFETY: tree-sitter passes a live result of `create`.
    let tag = unsafe { &mut (*scanner.cast::<SqlScanner>()).open_tag };
    tag.clear();
    if len > 0 {
        // SAFETY: the buffer has `len` bytes written by `serialize`.
        let state = unsafe { std::slice::from_raw_parts(buffer.cast::<u8>(), len as usize) };
        tag.extend_from_slice(state);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
