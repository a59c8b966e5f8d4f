//! C++ in Objective-C: what keeps its grammar from the functions and types of a header in both
//! languages. A qualified name becomes one word, and its template arguments, the heads of templates,
//! namespaces with their brackets and the initialisers of constructors become white space; a
//! reference becomes a pointer. Works on words and brackets, not on syntax.

use super::MAX_CALLS;
use super::masked::Masked;
use super::tokens::{CToken, Tokens};
use crate::budget::{Interrupt, WorkBudget};

/// Returns text of the same length with such code masked; `None` for text without such code. O(n).
pub(super) fn without_cpp(
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let marks = ["::", "template", "namespace"];
    if !marks
        .iter()
        .any(|mark| memchr::memmem::find(source, mark.as_bytes()).is_some())
    {
        return Ok(None);
    }
    let mut reader = CppReader {
        tokens: Tokens::new(source),
        text: Masked::new(source),
        frames: Vec::new(),
        blocks: 0,
        is_qualified: false,
        read_until: 0,
    };
    let mut before: Option<CToken> = None;
    loop {
        budget.step()?;
        let token = reader.tokens.next_unclassified();
        if token.is_end() {
            return Ok(reader.text.finish());
        }
        reader.token(&token, before.as_ref());
        before = Some(token);
    }
}

struct CppReader<'s> {
    tokens: Tokens<'s>,
    text: Masked<'s>,
    /// For each open brace, whether a namespace has opened it.
    frames: Vec<bool>,
    /// Number of open braces of others.
    blocks: usize,
    /// Whether the last word belongs to a qualified name.
    is_qualified: bool,
    /// End of the text that was read in vain for the end of arguments or initialisers; none that
    /// begins before it is read, so that the time is linear.
    read_until: usize,
}

impl CppReader<'_> {
    fn token(&mut self, token: &CToken, before: Option<&CToken>) {
        let source = self.tokens.source;
        let is_word_before = before.is_some_and(|before| before.word.is_some());
        let touches = before.is_some_and(|before| before.end == token.start);
        let was_qualified = std::mem::take(&mut self.is_qualified);
        match token.byte {
            _ if token.word.is_some() => {
                let is_keyword = !before.is_some_and(|before| before.is(b'@'));
                match &source[token.range()] {
                    b"template" if is_keyword => self.mask_arguments(token.start),
                    b"namespace" if is_keyword => self.namespace(token.start),
                    b"typename" | b"constexpr" | b"noexcept" => self.text.blank(token.range()),
                    b"class" if before.is_some_and(|before| &source[before.range()] == b"enum") => {
                        self.text.blank(token.range());
                    }
                    _ => self.is_qualified = was_qualified,
                }
            }
            b':' if source[token.end..].starts_with(b":") => {
                self.tokens.next_unclassified();
                let colons = token.start..token.end + 1;
                match is_word_before && touches {
                    true => self.text.write(colons, b"__"),
                    false => self.text.blank(colons),
                }
                self.is_qualified = true;
            }
            b':' if self.blocks == 0 && before.is_some_and(|before| before.is(b')')) => {
                self.initialisers(token.start);
            }
            b'<' if was_qualified => self.mask_arguments(token.start),
            b'&' => self.text.write(token.range(), b"*"),
            b'{' => {
                self.frames.push(false);
                self.blocks += 1;
            }
            b'}' => match self.frames.pop() {
                Some(true) => self.text.blank(token.range()),
                Some(false) => self.blocks -= 1,
                None => {}
            },
            _ => {}
        }
    }

    /// Masks from `start` to the end of the template parameters or arguments that begin there or
    /// after the word there.
    fn mask_arguments(&mut self, start: usize) {
        let mut depth = 0u32;
        self.mask_until(start, |token| match token.byte {
            _ if token.word.is_some() => (depth > 0 || token.start == start).then_some(false),
            b'<' => {
                depth += 1;
                Some(false)
            }
            b'>' if depth == 1 => Some(true),
            b'>' if depth > 1 => {
                depth -= 1;
                Some(false)
            }
            b';' | b'{' | b'}' => None,
            _ => (depth > 0).then_some(false),
        });
    }

    /// Masks from `start` to the end of the token for which `is_last` returns true. Masks nothing if
    /// `is_last` returns `None` before.
    fn mask_until(&mut self, start: usize, mut is_last: impl FnMut(&CToken) -> Option<bool>) {
        if start < self.read_until {
            return;
        }
        let mut tokens = self.tokens.clone();
        tokens.at = start;
        loop {
            let token = tokens.next_unclassified();
            let is_far = token.is_end() || token.start > start + MAX_CALLS;
            match is_last(&token).filter(|_| !is_far) {
                Some(false) => {}
                Some(true) => break,
                None => {
                    self.read_until = token.end;
                    return;
                }
            }
        }
        self.text.blank(start..tokens.at);
        self.tokens.at = tokens.at;
    }

    /// Masks `namespace a::b {`.
    fn namespace(&mut self, start: usize) {
        let mut tokens = self.tokens.clone();
        loop {
            let token = tokens.next_unclassified();
            match token.byte {
                _ if token.word.is_some() => {}
                b':' => {}
                b'{' => break,
                _ => return,
            }
        }
        self.text.blank(start..tokens.at);
        self.tokens.at = tokens.at;
        self.frames.push(true);
    }

    /// Masks `: a(b), c{d}` before the body of a constructor.
    fn initialisers(&mut self, start: usize) {
        let source = self.tokens.source;
        let mut depth = 0u32;
        self.mask_until(start, |token| match token.byte {
            _ if token.word.is_some() => Some(false),
            b'(' | b'{' | b'[' => {
                depth += 1;
                Some(false)
            }
            b')' | b'}' | b']' | b';' if depth == 0 => None,
            b')' | b'}' | b']' => {
                depth -= 1;
                let after = source[token.end..].trim_ascii_start();
                Some(depth == 0 && after.starts_with(b"{"))
            }
            _ => Some(false),
        });
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
