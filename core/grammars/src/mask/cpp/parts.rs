//! Parts of a C++ declaration: words with their template arguments, and brackets.

use std::ops::Range;

use super::super::MAX_CALLS;
use super::super::tokens::{CToken, Tokens, Word};

/// Maximum number of parts of a declaration; in longer declarations, no macro is recognised.
const MAX_PARTS: usize = 64;

/// Maximum length in bytes of brackets that are one part. Takes a millisecond.
const MAX_BRACKETS: usize = 256 << 10;

/// Class of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PartKind {
    /// Upper-case name.
    Upper,
    /// Upper-case name with arguments.
    Call,
    /// Other name, which may be qualified or have template arguments.
    Name,
    /// Keyword that is a type, or `decltype(...)`.
    Type,
    /// Specifier or qualifier.
    Qualifier,
    /// `class`, `struct`, `union` or `enum`.
    Tag,
    /// Keyword that begins a declaration.
    Start,
    /// Name of an operator.
    Operator,
    /// Name of a conversion operator.
    Conversion,
    Pointer,
    /// Parentheses after a name.
    Parameters,
    /// Brackets of an array.
    Array,
    /// Code whose parts are not read.
    Other,
}

#[derive(Clone)]
pub(super) struct CppPart {
    pub(super) kind: PartKind,
    pub(super) range: Range<usize>,
    /// Last word of a name.
    pub(super) last: Range<usize>,
    /// Word before the last `::` of a name; empty without one.
    pub(super) owner: Range<usize>,
    pub(super) is_destructor: bool,
    is_template: bool,
}

impl CppPart {
    fn new(kind: PartKind, range: Range<usize>) -> CppPart {
        CppPart {
            kind,
            last: range.clone(),
            owner: 0..0,
            range,
            is_destructor: false,
            is_template: false,
        }
    }

    /// Returns whether the part can only be a macro if a declaration has a type without it.
    pub(super) fn is_macro(&self) -> bool {
        matches!(self.kind, PartKind::Upper | PartKind::Call)
    }

    /// Returns whether a name has neither qualifiers nor template arguments.
    pub(super) fn is_simple(&self) -> bool {
        self.last == self.range
    }
}

/// Parts up to a token that ends them.
#[derive(Default)]
pub(super) struct CppParts {
    pub(super) parts: Vec<CppPart>,
    /// Whether some parts are not stored, or a `<` has no end.
    pub(super) is_unclear: bool,
    /// Parameters of templates, without their brackets.
    pub(super) templates: Vec<Range<usize>>,
    /// Arguments of `decltype` and `noexcept`, without their parentheses.
    pub(super) operands: Vec<Range<usize>>,
}

impl CppParts {
    fn push(&mut self, part: CppPart) {
        match self.parts.len() < MAX_PARTS {
            true => self.parts.push(part),
            false => self.is_unclear = true,
        }
    }

    pub(super) fn are_macros(&self) -> bool {
        self.parts.iter().all(CppPart::is_macro)
    }

    /// Returns whether the parts begin with `template` without parameters, or with `extern template`.
    pub(super) fn is_instantiation(&self) -> bool {
        let mut words = self.parts.iter();
        let mut word = words.next();
        if word.is_some_and(|part| part.kind == PartKind::Qualifier) {
            word = words.next();
        }
        self.templates.is_empty() && word.is_some_and(|part| part.is_template)
    }

    /// Reads parts. Returns the token that ends them: `; { } = , : )`, the end of the text, or a
    /// directive if there are only macros before it.
    pub(super) fn read(&mut self, tokens: &mut Tokens<'_>) -> CToken {
        self.parts.clear();
        self.templates.clear();
        self.operands.clear();
        self.is_unclear = false;
        loop {
            let token = tokens.next();
            if token.is_end() {
                return token;
            }
            if token.word.is_some() {
                let mut part = word(&token, tokens, &mut self.is_unclear);
                if part.kind == PartKind::Start && &tokens.source[token.range()] == b"template" {
                    part.is_template = true;
                    self.template(tokens);
                }
                self.push(part);
                continue;
            }
            match token.byte {
                b'#' if self.are_macros() => return token,
                b'#' => {}
                b';' | b'{' | b'}' | b'=' | b',' | b')' => return token,
                b':' if tokens.source.get(token.end) != Some(&b':') => return token,
                b':' => {
                    // A name of the global namespace.
                    tokens.at = token.end + 1;
                    let mut rest = tokens.clone();
                    let next = rest.next();
                    if next.word.is_some() {
                        *tokens = rest;
                        let mut part = name(&next, tokens, &mut self.is_unclear);
                        part.range.start = token.start;
                        self.push(part);
                    }
                }
                b'(' => {
                    self.is_unclear |= !skip_brackets(tokens, token.end + MAX_BRACKETS);
                    self.parenthesised(token.start..tokens.at, tokens.source);
                }
                b'[' => {
                    let is_attribute = tokens.source.get(token.end) == Some(&b'[');
                    self.is_unclear |= !skip_brackets(tokens, token.end + MAX_BRACKETS);
                    if !is_attribute {
                        self.push(CppPart::new(PartKind::Array, token.start..tokens.at));
                    }
                }
                b'~' => {
                    let mut rest = tokens.clone();
                    let next = rest.next();
                    if next.word.is_some() {
                        *tokens = rest;
                        let mut part = CppPart::new(PartKind::Name, next.range());
                        part.is_destructor = true;
                        self.push(part);
                    }
                }
                b'*' | b'&' | b'^' | b'.' => {
                    self.push(CppPart::new(PartKind::Pointer, token.range()));
                }
                b'"' if self.ends_in_qualifier() => {}
                _ => self.push(CppPart::new(PartKind::Other, token.range())),
            }
        }
    }

    /// Skips the parameters of a template.
    fn template(&mut self, tokens: &mut Tokens<'_>) {
        let mut rest = tokens.clone();
        let open = rest.next();
        if !open.is(b'<') {
            return;
        }
        match skip_angles(&mut rest) {
            true => {
                self.templates.push(open.end..rest.at - 1);
                *tokens = rest;
            }
            false => self.is_unclear = true,
        }
    }

    fn ends_in_qualifier(&self) -> bool {
        let last = self.parts.last();
        last.is_some_and(|part| part.kind == PartKind::Qualifier)
    }

    fn parenthesised(&mut self, range: Range<usize>, source: &[u8]) {
        let Some(part) = self.parts.last_mut() else {
            return self.push(CppPart::new(PartKind::Parameters, range));
        };
        match &source[part.last.clone()] {
            _ if part.kind == PartKind::Upper => part.kind = PartKind::Call,
            b"decltype" | b"noexcept" => {
                self.operands
                    .push(range.start + 1..range.end.max(range.start + 2) - 1);
            }
            b"alignas" | b"explicit" | b"throw" | b"__attribute__" | b"__declspec" => {}
            _ => return self.push(CppPart::new(PartKind::Parameters, range)),
        }
        part.range.end = range.end;
    }
}

/// Returns the part that begins with a word.
fn word(token: &CToken, tokens: &mut Tokens<'_>, is_unclear: &mut bool) -> CppPart {
    let kind = kind_of(token, tokens.source);
    match kind {
        PartKind::Name | PartKind::Upper => name(token, tokens, is_unclear),
        PartKind::Operator => operator(token.range(), tokens),
        _ => CppPart::new(kind, token.range()),
    }
}

fn kind_of(token: &CToken, source: &[u8]) -> PartKind {
    match &source[token.range()] {
        b"void" | b"bool" | b"char" | b"short" | b"int" | b"long" | b"float" | b"double"
        | b"signed" | b"unsigned" | b"auto" | b"wchar_t" | b"char8_t" | b"char16_t"
        | b"char32_t" | b"__int128" | b"decltype" => PartKind::Type,
        b"const" | b"volatile" | b"noexcept" | b"override" | b"final" | b"mutable"
        | b"restrict" | b"__restrict" | b"__restrict__" | b"static" | b"extern" | b"inline"
        | b"virtual" | b"constexpr" | b"consteval" | b"constinit" | b"friend" | b"typename"
        | b"thread_local" | b"register" | b"explicit" | b"throw" | b"alignas"
        | b"__attribute__" | b"__declspec" | b"__inline" | b"__inline__" | b"__forceinline"
        | b"__extension__" | b"__cdecl" | b"__stdcall" | b"__fastcall" | b"__thiscall"
        | b"__vectorcall" => PartKind::Qualifier,
        b"class" | b"struct" | b"union" | b"enum" => PartKind::Tag,
        b"template" | b"using" | b"typedef" | b"namespace" | b"public" | b"private"
        | b"protected" | b"static_assert" | b"concept" => PartKind::Start,
        b"operator" => PartKind::Operator,
        b"requires" | b"return" | b"if" | b"else" | b"for" | b"while" | b"do" | b"switch"
        | b"case" | b"goto" | b"new" | b"delete" | b"this" | b"sizeof" | b"asm" | b"__asm__" => {
            PartKind::Other
        }
        _ if token.word == Some(Word::Upper) => PartKind::Upper,
        _ => PartKind::Name,
    }
}

/// Reads the rest of a name: template arguments, and the names after `::`. A `<` without an end makes
/// the declaration unclear; no other one is followed in it, so that the time is linear.
fn name(first: &CToken, tokens: &mut Tokens<'_>, is_unclear: &mut bool) -> CppPart {
    let is_upper = first.word == Some(Word::Upper);
    let kind = if is_upper {
        PartKind::Upper
    } else {
        PartKind::Name
    };
    let mut part = CppPart::new(kind, first.range());
    loop {
        let mut rest = tokens.clone();
        let next = rest.next();
        // A macro is separated from `::`.
        let is_path = next.is(b':')
            && rest.source.get(next.end) == Some(&b':')
            && !(is_upper && part.is_simple() && next.start > part.range.end);
        if is_path {
            rest.at = next.end + 1;
            let mut word = rest.next();
            if matches!(&rest.source[word.range()], b"template" | b"inline") {
                word = rest.next();
            }
            if word.is(b'~') {
                part.is_destructor = true;
                word = rest.next();
            }
            if word.word.is_none() {
                return part;
            }
            *tokens = rest;
            if &tokens.source[word.range()] == b"operator" {
                let mut found = operator(part.range.start..word.end, tokens);
                found.owner = part.last;
                return found;
            }
            part.owner = part.last.clone();
            part.last = word.range();
        } else if next.is(b'<') && !*is_unclear {
            *is_unclear = !skip_angles(&mut rest);
            if *is_unclear {
                return part;
            }
            *tokens = rest;
        } else {
            return part;
        }
        part.kind = PartKind::Name;
        part.range.end = tokens.at;
    }
}

/// Reads an operator's name after `operator`.
fn operator(start: Range<usize>, tokens: &mut Tokens<'_>) -> CppPart {
    let mut rest = tokens.clone();
    let first = rest.next();
    let is_word = first.word.is_some()
        && !matches!(
            &rest.source[first.range()],
            b"new" | b"delete" | b"co_await"
        );
    let kind = if is_word {
        PartKind::Conversion
    } else {
        PartKind::Operator
    };
    if first.is(b'(') {
        rest.next();
        *tokens = rest;
    } else {
        let end = start.end + MAX_CALLS;
        loop {
            let mut rest = tokens.clone();
            let next = rest.next();
            let is_end = next.is_end() || next.is_any(b"(;{}#") || next.start > end;
            if is_end {
                break;
            }
            *tokens = rest;
        }
    }
    CppPart::new(kind, start.start..tokens.at)
}

/// Skips the rest of brackets whose opening one has been read, up to `limit` at most. Returns whether
/// they end.
pub(super) fn skip_brackets(tokens: &mut Tokens<'_>, limit: usize) -> bool {
    let mut depth = 1;
    while tokens.at < limit {
        let token = tokens.next();
        match token.byte {
            _ if token.is_end() => return false,
            _ if token.word.is_some() => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 1 => return true,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    false
}

/// Skips template arguments whose `<` has been read. Returns whether they end.
pub(super) fn skip_angles(tokens: &mut Tokens<'_>) -> bool {
    let limit = tokens.at + MAX_CALLS;
    let mut depth = 1;
    while tokens.at < limit {
        let token = tokens.next();
        let next = tokens.source.get(token.end);
        match token.byte {
            _ if token.is_end() => return false,
            _ if token.word.is_some() => {}
            b'<' if matches!(next, Some(b'<' | b'=')) => tokens.at += 1,
            b'<' => depth += 1,
            b'-' if next == Some(&b'>') => tokens.at += 1,
            b'>' if depth == 1 => return true,
            b'>' => depth -= 1,
            b'(' | b'[' | b'{' if !skip_brackets(tokens, limit) => return false,
            b')' | b']' | b'}' | b';' => return false,
            _ => {}
        }
    }
    false
}
