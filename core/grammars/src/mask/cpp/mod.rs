//! Masks C++ that the grammar does not accept: macros before, inside and after declarations, such
//! as `API` in `class API W : public B`, and the keywords of modules.
//!
//! Without a preprocessor, a macro is recognised by its place: a declaration has one type, and a
//! class one name. An upper-case name is preferred where one of several names must be a macro. Reads
//! only declarations; the bodies of functions and values are skipped.
//!
//! - `parts`: words and brackets of one declaration.
//! - `specifiers`: macros among them.

mod parts;
mod specifiers;

use std::ops::Range;

use self::parts::{CppPart, CppParts, PartKind};
use self::specifiers::{DeclarationEnd, Specifiers};
use super::masked::Masked;
use super::tokens::{CToken, Tokens, Word};
use super::{MAX_CALLS, enumerators};
use crate::budget::{Interrupt, WorkBudget};

/// Returns text of the same length with such code masked, or `None` if nothing changes. A macro that
/// begins a declaration is replaced with a word that can begin one, so the declaration keeps its
/// start. O(n) time.
pub(super) fn without_macros(
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let mut scan = CppScan {
        tokens: Tokens::new(source),
        masked: Masked::new(source),
        scopes: Vec::new(),
        parts: CppParts::default(),
    };
    while scan.declaration(budget)? {}
    Ok(scan.masked.finish())
}

/// Block with declarations.
enum CppScope {
    Namespace,
    /// `export {`, whose brackets are masked.
    Export,
    /// Class, with the range of its name.
    Class(Range<usize>),
}

struct CppScan<'s> {
    tokens: Tokens<'s>,
    masked: Masked<'s>,
    scopes: Vec<CppScope>,
    /// Parts of the current declaration.
    parts: CppParts,
}

impl<'s> CppScan<'s> {
    /// Reads a declaration, or the end of a block. Returns false at the end of the text.
    fn declaration(&mut self, budget: &mut WorkBudget<'_>) -> Result<bool, Interrupt> {
        budget.step()?;
        if self.module() {
            return Ok(true);
        }
        let mut parts = std::mem::take(&mut self.parts);
        let end = parts.read(&mut self.tokens);
        if parts.is_instantiation() && end.is(b';') {
            self.masked.blank(parts.parts[0].range.start..end.end);
        }
        let head = self.mask(&parts, &end);
        let result = match end.byte {
            _ if end.is_end() => Ok(false),
            b'}' => {
                if let Some(CppScope::Export) = self.scopes.pop() {
                    self.masked.blank(end.range());
                }
                Ok(true)
            }
            b'{' => self.block(&parts, head, budget),
            b':' => self.colon(&parts, &end, head, budget),
            b'=' if self.is_alias(&parts) => {
                let end = parts.read(&mut self.tokens);
                self.specifiers().alias(&parts);
                match end.is(b';') {
                    true => Ok(true),
                    false => self.skip_value(budget),
                }
            }
            b'=' | b',' => self.skip_value(budget),
            _ => Ok(true),
        };
        self.parts = parts;
        result
    }

    /// Masks the macros of a declaration. Returns its head if it is a class or an enum.
    fn mask(&mut self, parts: &CppParts, end: &CToken) -> Option<CppHead> {
        let end = match end.byte {
            b'{' => DeclarationEnd::Block,
            b':' => DeclarationEnd::Colon,
            b';' => DeclarationEnd::Semicolon,
            b'=' | b',' => DeclarationEnd::Value,
            _ => DeclarationEnd::Stop,
        };
        self.specifiers().declaration(parts, end)
    }

    fn specifiers(&mut self) -> Specifiers<'_, 's> {
        let source = self.tokens.source;
        Specifiers {
            source,
            class: match self.scopes.last() {
                Some(CppScope::Class(name)) => Some(&source[name.clone()]),
                _ => None,
            },
            masked: &mut self.masked,
        }
    }

    fn is_alias(&self, parts: &CppParts) -> bool {
        let mut words = parts
            .parts
            .iter()
            .map(|part| &self.tokens.source[part.range.clone()]);
        words.any(|word| word == b"using")
    }

    /// Enters or skips a block.
    fn block(
        &mut self,
        parts: &CppParts,
        head: Option<CppHead>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<bool, Interrupt> {
        let has = |kind| parts.parts.iter().any(|part| part.kind == kind);
        match head {
            Some(CppHead { is_enum: true, .. }) => {
                enumerators::mask_list(&mut self.tokens, &mut self.masked, budget)?;
            }
            Some(CppHead { name, .. }) => self.scopes.push(CppScope::Class(name)),
            None if self.is_namespace(parts) => self.scopes.push(CppScope::Namespace),
            None => {
                self.skip_body(budget)?;
                let is_function = has(PartKind::Parameters) || has(PartKind::Call);
                if !is_function {
                    return self.skip_value(budget);
                }
            }
        }
        Ok(true)
    }

    /// Returns whether the block after the parts is a namespace or `extern "C"`.
    fn is_namespace(&self, parts: &CppParts) -> bool {
        let mut words = parts
            .parts
            .iter()
            .map(|part| &self.tokens.source[part.range.clone()]);
        words.clone().any(|word| word == b"namespace")
            || words.clone().count() == 1 && words.next() == Some(b"extern")
    }

    /// Skips what follows a colon: the bases of a class, the initialisers of a constructor, or the
    /// width of a field. Masks access specifiers that the grammar does not accept.
    fn colon(
        &mut self,
        parts: &CppParts,
        colon: &CToken,
        head: Option<CppHead>,
        budget: &mut WorkBudget<'_>,
    ) -> Result<bool, Interrupt> {
        if let Some(CppHead { is_enum, .. }) = &head {
            let is_enum = *is_enum;
            let mut before: Option<CToken> = None;
            let mut depth = 0usize;
            loop {
                budget.step()?;
                let token = self.tokens.next();
                match token.byte {
                    _ if token.is_end() => return Ok(false),
                    // The grammar accepts one word: `unsigned int`.
                    _ if token.word.is_some() => {
                        if let Some(word) = before.filter(|_| is_enum) {
                            self.masked.blank(word.range());
                        }
                        before = Some(token);
                        continue;
                    }
                    b'{' if depth == 0 => return self.block(parts, head, budget),
                    b';' => return Ok(true),
                    _ => depth = depth_after(&token, depth),
                }
                before = None;
            }
        }
        let words = parts.parts.as_slice();
        if let Some(access) = words.iter().position(|part| self.is_access(part)) {
            // `public slots:`
            for word in &words[access + 1..] {
                self.masked.blank(word.range.clone());
            }
            return Ok(true);
        }
        let is_label = match words {
            [word] if word.kind == PartKind::Upper => !self.begins_number(),
            [word] => &self.tokens.source[word.range.clone()] == b"signals",
            _ => false,
        };
        let is_initialised =
            |part: &CppPart| matches!(part.kind, PartKind::Parameters | PartKind::Call);
        if is_label {
            self.masked.blank(words[0].range.start..colon.end);
        } else if words.iter().any(is_initialised) {
            return self.skip_initialisers(budget);
        } else if !words.is_empty() {
            return self.skip_value(budget);
        }
        Ok(true)
    }

    fn is_access(&self, part: &CppPart) -> bool {
        let word = &self.tokens.source[part.range.clone()];
        matches!(word, b"public" | b"protected" | b"private")
    }

    fn begins_number(&self) -> bool {
        self.tokens.clone().next().byte.is_ascii_digit()
    }

    /// Skips the initialisers of a constructor and its body.
    fn skip_initialisers(&mut self, budget: &mut WorkBudget<'_>) -> Result<bool, Interrupt> {
        let mut depth = 0usize;
        // Before a brace, a name or template arguments make it an initialiser.
        let mut before = 0;
        loop {
            budget.step()?;
            let mut rest = self.tokens.clone();
            let token = rest.next();
            if token.is_end() || depth == 0 && token.is_any(b";}") {
                return Ok(true);
            }
            self.tokens = rest;
            if depth == 0 && token.is(b'{') && !matches!(before, b'a' | b'>') {
                self.skip_body(budget)?;
                return Ok(true);
            }
            before = if token.word.is_some() {
                b'a'
            } else {
                token.byte
            };
            depth = depth_after(&token, depth);
        }
    }

    /// Skips a body whose opening bracket has been read. Masks the arguments of macros in it, which
    /// can be any text, such as types, and macros that are no statements.
    fn skip_body(&mut self, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
        let mut depth = 1;
        let mut before = b'{';
        // Calls that begin earlier do not end.
        let mut unended = 0;
        while depth > 0 {
            budget.step()?;
            let token = self.tokens.next();
            let begins = matches!(before, b'{' | b'}' | b';' | b':' | b')' | b'#');
            before = if token.word.is_some() {
                b'a'
            } else {
                token.byte
            };
            match token.byte {
                _ if token.is_end() => return Ok(()),
                _ if token.word == Some(Word::Upper) && token.start >= unended => {
                    let mut rest = self.tokens.clone();
                    let open = rest.next();
                    if open.is(b'{') && begins {
                        self.masked.blank(token.range());
                    } else if !open.is(b'(') {
                        continue;
                    } else if rest.pass_arguments(open.start + MAX_CALLS) {
                        let next = rest.clone().next();
                        let is_statement = next.word.is_none() && !next.is_any(b"{}");
                        self.masked.blank(match is_statement || !begins {
                            true => open.end..rest.at - 1,
                            false => token.start..rest.at,
                        });
                        self.tokens = rest;
                        before = b')';
                    } else {
                        unended = rest.at;
                    }
                }
                _ if token.word.is_some() => {}
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
        }
        Ok(())
    }

    /// Skips the rest of a declaration, including its semicolon.
    fn skip_value(&mut self, budget: &mut WorkBudget<'_>) -> Result<bool, Interrupt> {
        let mut depth = 0usize;
        loop {
            budget.step()?;
            let mut rest = self.tokens.clone();
            let token = rest.next();
            if token.is_end() || depth == 0 && token.is(b'}') {
                return Ok(true);
            }
            self.tokens = rest;
            if depth == 0 && token.is(b';') {
                return Ok(true);
            }
            depth = depth_after(&token, depth);
        }
    }

    /// Masks the keywords of modules. Returns whether the whole declaration is masked.
    fn module(&mut self) -> bool {
        let mut rest = self.tokens.clone();
        let mut first = rest.next();
        let text = |token: &CToken| &self.tokens.source[token.range()];
        let is_export = first.word.is_some() && text(&first) == b"export";
        let start = first.start;
        if is_export {
            let word = first.range();
            let after = rest.clone();
            first = rest.next();
            let is_module = first.word.is_some() && matches!(text(&first), b"module" | b"import");
            if !(is_module && self.scopes.is_empty()) {
                self.masked.blank(word);
                if first.is(b'{') {
                    self.masked.blank(first.range());
                    self.scopes.push(CppScope::Export);
                    self.tokens = rest;
                    return true;
                }
                self.tokens = after;
                return false;
            }
        }
        if !(self.scopes.is_empty()
            && first.word.is_some()
            && matches!(text(&first), b"module" | b"import"))
        {
            return false;
        }
        // The words up to the semicolon are the name of a module, or a header.
        let mut begins_name = true;
        loop {
            let token = rest.next();
            let is_part = match token.word {
                Some(_) => std::mem::take(&mut begins_name),
                None if token.is_any(b".:<>/") => {
                    begins_name = true;
                    true
                }
                None if token.is(b';') => {
                    self.masked.blank(start..token.end);
                    self.tokens = rest;
                    return true;
                }
                None => token.is(b'"'),
            };
            if !is_part || token.start > start + MAX_CALLS {
                return false;
            }
        }
    }
}

/// Returns the number of open brackets after a token.
fn depth_after(token: &CToken, depth: usize) -> usize {
    match token.byte {
        _ if token.word.is_some() => depth,
        b'(' | b'[' | b'{' => depth + 1,
        b')' | b']' | b'}' => depth.saturating_sub(1),
        _ => depth,
    }
}

/// Head of a class or an enum.
struct CppHead {
    name: Range<usize>,
    is_enum: bool,
}
