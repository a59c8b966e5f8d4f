//! Macros of C that stand where the grammar has no place for them, such as `API` in
//! `API int f(void);` and `struct PACKED s {`.
//!
//! The preprocessor would know them; here a macro is told by its name in upper case and by the words
//! beside it, of which a declaration can have only one as type; a call of a macro that stands for
//! whole declarations or enumerators, by what follows it. Knows words and brackets, not syntax.

use std::ops::Range;

use crate::ast::{Interrupt, WorkBudget};

/// Maximum length in bytes of calls of macros that follow one another.
const MAX_CALLS: usize = 4 << 10;

/// Maximum number of words of a declaration up to its name; in more, no macro is told.
const MAX_WORDS: usize = 64;

/// Returns a text of the same length without such macros, or `None` if there are none. A macro that
/// begins a declaration is replaced by a word that can begin one, so that the declaration begins
/// where it did. O(n); keeps the words of one declaration.
pub(super) fn without_macros(
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let mut tokens = Tokens::new(source);
    let mut masked: Option<Vec<u8>> = None;
    let mut words = Words::default();
    loop {
        budget.step()?;
        let token = tokens.next();
        if token.word.is_some() {
            words.push(token);
            continue;
        }
        for (range, is_first) in words.macros(&token, &tokens) {
            let text = masked.get_or_insert_with(|| source.to_vec());
            replace(&mut text[range], is_first);
        }
        if let Some(call) = words.calls(&token, &tokens) {
            tokens.at = call.end;
            let text = masked.get_or_insert_with(|| source.to_vec());
            for byte in text[call].iter_mut().filter(|byte| **byte != b'\n') {
                *byte = b' ';
            }
            words.restart();
            continue;
        }
        if token.is_end() {
            return Ok(masked);
        }
        words.clear(&token);
    }
}

fn replace(word: &mut [u8], is_first: bool) {
    let specifier: &[u8] = match (is_first, word.len()) {
        (true, 5..) => b"const",
        (true, 4) => b"auto",
        _ => b"",
    };
    word.fill(b' ');
    word[..specifier.len()].copy_from_slice(specifier);
}

/// Word, or other byte that is no white space. The end of a text is an empty token.
#[derive(Clone, Copy)]
struct Token {
    start: usize,
    end: usize,
    /// Class of a word.
    word: Option<Word>,
    /// First byte.
    byte: u8,
}

impl Token {
    fn is(&self, byte: u8) -> bool {
        self.word.is_none() && self.byte == byte
    }

    fn is_end(&self) -> bool {
        self.start == self.end
    }

    fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// Class of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// Part of a type, such as `unsigned`.
    Type,
    /// Qualifier or storage class.
    Qualifier,
    /// `struct`, `union` or `enum`.
    Tag,
    /// Start of a statement or an operator.
    Statement,
    /// Name in upper case.
    Upper,
    /// Other name.
    Name,
}

impl Word {
    fn of(text: &[u8]) -> Word {
        match text {
            b"void" | b"char" | b"short" | b"int" | b"long" | b"float" | b"double" | b"signed"
            | b"unsigned" | b"bool" | b"_Bool" => Word::Type,
            b"const" | b"volatile" | b"restrict" | b"static" | b"extern" | b"inline"
            | b"register" | b"auto" | b"typedef" | b"__inline" | b"__inline__"
            | b"__extension__" | b"__restrict" | b"_Noreturn" | b"_Thread_local" | b"__const" => {
                Word::Qualifier
            }
            b"struct" | b"union" | b"enum" => Word::Tag,
            b"return" | b"else" | b"case" | b"goto" | b"sizeof" | b"do" | b"default" => {
                Word::Statement
            }
            _ if text.len() > 1 && is_upper(text) => Word::Upper,
            _ => Word::Name,
        }
    }
}

fn is_upper(text: &[u8]) -> bool {
    let has_letter = text.iter().any(u8::is_ascii_uppercase);
    let is_upper = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    has_letter && text.iter().all(is_upper)
}

/// Words that follow one another, and the byte before them.
#[derive(Default)]
struct Words {
    before: u8,
    words: Vec<Token>,
    /// Number of words, which may be more than are kept.
    count: usize,
}

impl Words {
    fn push(&mut self, word: Token) {
        self.count += 1;
        if self.count <= MAX_WORDS {
            self.words.push(word);
        }
    }

    /// Begins anew after a token that is no word.
    fn clear(&mut self, before: &Token) {
        self.before = before.byte;
        self.restart();
    }

    /// Begins anew after the same token.
    fn restart(&mut self) {
        self.words.clear();
        self.count = 0;
    }

    /// Returns the macros among the words before the token `end`, and whether each is the first
    /// word; `rest` are the tokens after `end`.
    fn macros(&self, end: &Token, rest: &Tokens<'_>) -> Vec<(Range<usize>, bool)> {
        let Words { before, words, .. } = self;
        let mut found = Vec::new();
        let is_upper = |token: &Token| token.word == Some(Word::Upper);
        if self.count > MAX_WORDS || !words.iter().any(is_upper) {
            return found;
        }
        // `(WORD *name)(`
        if let ([word], b'(') = (words.as_slice(), before)
            && end.is(b'*')
            && rest.encloses_word()
        {
            return vec![(word.range(), false)];
        }
        // The last of the names after `struct` is that of the type; those before it are none.
        let tag = words
            .iter()
            .rposition(|token| token.word == Some(Word::Tag));
        if let Some(tag) = tag.filter(|_| end.is(b'{')) {
            let (before, after) = words.split_at(tag);
            let after = &after[1..];
            let macros = before.iter().chain(&after[..after.len().saturating_sub(1)]);
            let macros = macros.filter(|token| is_upper(token));
            found.extend(macros.map(|token| (token.range(), token.start == words[0].start)));
            return found;
        }
        let mut types = types_of(words);
        if ends_in_name(words, end, rest) {
            types.pop();
        }
        let mut surplus = types.len().saturating_sub(1);
        for token in types.into_iter().filter(|token| is_upper(token)) {
            if surplus == 0 {
                break;
            }
            surplus -= 1;
            found.push((token.range(), token.start == words[0].start));
        }
        found
    }

    /// Returns the range of the calls of macros that the only word and the bracket `end` begin, if
    /// they stand alone: where a declaration or an enumerator could, before the start of another one,
    /// a directive or the end of the block. `NAME(a) f(void);` is a declaration, with a type that a
    /// macro writes.
    fn calls(&self, end: &Token, rest: &Tokens<'_>) -> Option<Range<usize>> {
        let [word] = self.words.as_slice() else {
            return None;
        };
        let begins = matches!(self.before, 0 | b'#' | b'{' | b'}' | b';');
        if !(begins && end.is(b'(') && word.word == Some(Word::Upper)) {
            return None;
        }
        let mut tokens = rest.clone();
        let limit = word.start + MAX_CALLS;
        while tokens.pass_arguments(limit) {
            let call_end = tokens.at;
            let next = tokens.next();
            match next.word {
                Some(Word::Upper) if tokens.next().is(b'(') => {}
                Some(Word::Tag) => return Some(word.start..call_end),
                Some(Word::Qualifier) if begins_declaration(rest.source, &next) => {
                    return Some(word.start..call_end);
                }
                None if next.is_end() || matches!(next.byte, b'#' | b'}') => {
                    return Some(word.start..call_end);
                }
                _ => return None,
            }
        }
        None
    }
}

/// Returns whether a qualifier can only begin a declaration.
fn begins_declaration(source: &[u8], token: &Token) -> bool {
    matches!(&source[token.range()], b"typedef" | b"static" | b"extern")
}

/// Returns the words that can each be the type of a declaration, and the declared name. Of a type of
/// several words, such as `unsigned int` and `struct s`, the first.
fn types_of(words: &[Token]) -> Vec<&Token> {
    let mut types: Vec<&Token> = Vec::new();
    let mut words = words.iter();
    while let Some(token) = words.next() {
        match token.word {
            Some(Word::Statement) => types.clear(),
            Some(Word::Tag) => {
                types.push(token);
                words.next();
            }
            Some(Word::Type) if types.last().is_some_and(|last| last.word == token.word) => {}
            Some(Word::Type | Word::Upper | Word::Name) => types.push(token),
            Some(Word::Qualifier) | None => {}
        }
    }
    types
}

/// Returns whether the last of the words before the token `end` is the declared name rather than
/// part of its type. True for what is no declaration.
fn ends_in_name(words: &[Token], end: &Token, rest: &Tokens<'_>) -> bool {
    let last = words.last().and_then(|token| token.word);
    if end.is(b'*') || last == Some(Word::Type) {
        return false;
    }
    // `int (name)(void)`
    let is_parenthesised = end.is(b'(') && rest.encloses_word();
    !is_parenthesised
}

/// Words and other bytes of a text, without comments. Literals are `"`, directives `#`.
#[derive(Clone)]
struct Tokens<'s> {
    source: &'s [u8],
    at: usize,
    begins_line: bool,
}

impl<'s> Tokens<'s> {
    fn new(source: &'s [u8]) -> Tokens<'s> {
        Tokens {
            source,
            at: 0,
            begins_line: true,
        }
    }

    /// Returns the next token.
    fn next(&mut self) -> Token {
        while let Some(byte) = self.source.get(self.at).copied() {
            let start = self.at;
            let rest = &self.source[start..];
            match byte {
                b'\n' => {
                    self.begins_line = true;
                    self.at += 1;
                    continue;
                }
                _ if byte.is_ascii_whitespace() || byte == b'\\' => {
                    self.at += 1;
                    continue;
                }
                b'/' if rest.starts_with(b"/*") => {
                    let end = memchr::memmem::find(&rest[2..], b"*/");
                    self.at += end.map_or(rest.len(), |end| end + 4);
                    continue;
                }
                b'/' if rest.starts_with(b"//") => {
                    self.at += line_length(rest);
                    continue;
                }
                b'#' if self.begins_line => self.at += line_length(rest),
                b'"' | b'\'' => self.at += literal_length(rest),
                _ if is_word(byte) => {
                    self.at += rest.iter().take_while(|byte| is_word(**byte)).count();
                }
                _ => self.at += 1,
            }
            self.begins_line = false;
            let is_name = is_word(byte) && !byte.is_ascii_digit();
            return Token {
                start,
                end: self.at,
                word: is_name.then(|| Word::of(&self.source[start..self.at])),
                byte,
            };
        }
        Token {
            start: self.at,
            end: self.at,
            word: None,
            byte: 0,
        }
    }

    /// Passes over the arguments of a call whose opening bracket is before. Returns whether they end
    /// before `limit`, and are no code.
    fn pass_arguments(&mut self, limit: usize) -> bool {
        let mut depth = 1;
        while self.at < limit {
            let token = self.next();
            match token.byte {
                _ if token.is_end() => return false,
                _ if token.word.is_some() => {}
                b'(' => depth += 1,
                b')' if depth == 1 => return true,
                b')' => depth -= 1,
                b'{' | b'}' | b';' | b'#' => return false,
                _ => {}
            }
        }
        false
    }

    /// Returns whether one word follows, a closing bracket and an opening one.
    fn encloses_word(&self) -> bool {
        let mut rest = self.clone();
        rest.next().word.is_some() && rest.next().is(b')') && rest.next().is(b'(')
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Returns the length of a line, with the lines that a backslash continues it with, without its end.
fn line_length(text: &[u8]) -> usize {
    let ends = memchr::memchr_iter(b'\n', text);
    let is_end = |end: &usize| {
        let line = &text[..*end];
        !line.strip_suffix(b"\r").unwrap_or(line).ends_with(b"\\")
    };
    let mut ends = ends.filter(is_end);
    ends.next().unwrap_or(text.len())
}

/// Returns the length of a literal; it ends with its line if it has no other end.
fn literal_length(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at).copied() {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            _ if byte == text[0] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}
