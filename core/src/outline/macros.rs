//! Macros of C that stand where the grammar has no place for them, such as `API` in
//! `API int f(void);` and `struct PACKED s {`.
//!
//! The preprocessor would know them; here a macro is told by its name in upper case and by the words
//! beside it, of which a declaration can have only one as type. Knows words and brackets, not syntax.

use std::ops::Range;

/// Returns a text of the same length without such macros, or `None` if there are none. A macro that
/// begins a declaration is replaced by a word that can begin one, so that the declaration begins
/// where it did.
pub(super) fn without_macros(source: &[u8]) -> Option<Vec<u8>> {
    let tokens = tokens(source);
    let mut masked: Option<Vec<u8>> = None;
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        if token.word.is_some() {
            continue;
        }
        for (range, is_first) in macros(&tokens, start, at) {
            let text = masked.get_or_insert_with(|| source.to_vec());
            replace(&mut text[range], is_first);
        }
        start = at + 1;
    }
    masked
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

/// Word, or other byte that is no white space.
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

/// Returns the macros among the words from `start` to `end`, and whether each is the first word.
fn macros(tokens: &[Token], start: usize, end: usize) -> Vec<(Range<usize>, bool)> {
    let words = &tokens[start..end];
    let mut found = Vec::new();
    if is_calling_convention(tokens, start, end) {
        return vec![(words[0].range(), false)];
    }
    if words.len() < 2 {
        return found;
    }
    let mut types = types_of(words);
    let is_named = tokens[end].is(b'{') && words.iter().any(|token| token.word == Some(Word::Tag));
    if !is_named && ends_in_name(tokens, words, end) {
        types.pop();
    }
    // The last of the names after `struct` is that of the type.
    if is_named {
        let is_name = |token: &&Token| matches!(token.word, Some(Word::Upper | Word::Name));
        let names = words.iter().rev().take_while(is_name).skip(1);
        let macros = names.filter(|token| token.word == Some(Word::Upper));
        found.extend(macros.map(|token| (token.range(), false)));
        return found;
    }
    while types.len() > 1 {
        let is_macro = |token: &&Token| token.word == Some(Word::Upper);
        let Some(at) = types.iter().position(is_macro) else {
            break;
        };
        let token = types.remove(at);
        found.push((token.range(), token.start == words[0].start));
    }
    found
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
fn ends_in_name(tokens: &[Token], words: &[Token], end: usize) -> bool {
    let last = words.last().and_then(|token| token.word);
    if tokens[end].is(b'*') || last == Some(Word::Type) {
        return false;
    }
    // `int (name)(void)`
    let is_parenthesised = tokens[end].is(b'(') && encloses_word(tokens, end);
    !is_parenthesised
}

/// Returns whether the bracket at `at` encloses one word and is followed by another bracket.
fn encloses_word(tokens: &[Token], at: usize) -> bool {
    matches!(tokens.get(at + 1..at + 4), Some([word, close, open])
        if word.word.is_some() && close.is(b')') && open.is(b'('))
}

/// Returns whether the only word is that of `(WORD *name)(`.
fn is_calling_convention(tokens: &[Token], start: usize, end: usize) -> bool {
    let is_upper = end == start + 1 && tokens[start].word == Some(Word::Upper);
    is_upper
        && start > 0
        && tokens[start - 1].is(b'(')
        && tokens[end].is(b'*')
        && encloses_word(tokens, end)
}

/// Splits a text into words and other bytes, without comments. Literals are `"`, directives `#`.
fn tokens(source: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut begins_line = true;
    while let Some(byte) = source.get(at).copied() {
        let start = at;
        let rest = &source[at..];
        at += match byte {
            b'\n' => {
                begins_line = true;
                1
            }
            _ if byte.is_ascii_whitespace() || byte == b'\\' => 1,
            b'/' if rest.starts_with(b"/*") => {
                memchr::memmem::find(&rest[2..], b"*/").map_or(rest.len(), |end| end + 4)
            }
            b'/' if rest.starts_with(b"//") => line_length(rest),
            b'#' if begins_line => line_length(rest),
            b'"' | b'\'' => literal_length(rest),
            _ if is_word(byte) => rest.iter().take_while(|byte| is_word(**byte)).count(),
            _ => 1,
        };
        let is_comment = rest.starts_with(b"/*") || rest.starts_with(b"//");
        if is_comment || byte.is_ascii_whitespace() || byte == b'\\' {
            continue;
        }
        begins_line = false;
        let is_name = is_word(byte) && !byte.is_ascii_digit();
        tokens.push(Token {
            start,
            end: at,
            word: is_name.then(|| Word::of(&source[start..at])),
            byte,
        });
    }
    // The end is no word.
    tokens.push(Token {
        start: at,
        end: at,
        word: None,
        byte: 0,
    });
    tokens
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
