//! Tokenizes C into words and brackets for the macro search. Recognises comments, literals and
//! directives, but no other syntax.

use std::ops::Range;

/// Word, or a single byte that is not white space. An empty token marks the end of the text.
#[derive(Clone, Copy)]
pub(super) struct CToken {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Class of a word.
    pub(super) word: Option<Word>,
    /// First byte.
    pub(super) byte: u8,
}

impl CToken {
    pub(super) fn is(&self, byte: u8) -> bool {
        self.word.is_none() && self.byte == byte
    }

    /// Returns whether the token is one of these bytes.
    pub(super) fn is_any(&self, bytes: &[u8]) -> bool {
        self.word.is_none() && bytes.contains(&self.byte)
    }

    pub(super) fn is_end(&self) -> bool {
        self.start == self.end
    }

    /// Returns whether no declaration can continue after the token: a directive, or the end of a
    /// block or of the text.
    pub(super) fn ends_block(&self) -> bool {
        self.is_end() || self.is(b'#') || self.is(b'}')
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// Class of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// Part of a type, such as `unsigned`.
    Type,
    /// Qualifier or storage class.
    Qualifier,
    /// `struct`, `union` or `enum`.
    Tag,
    /// Keyword that starts a statement, or an operator.
    Statement,
    /// Upper-case name.
    Upper,
    /// Lower-case name with two leading underscores that is no keyword or type of a compiler.
    Reserved,
    /// Any other name.
    Name,
}

impl Word {
    pub(super) fn of(text: &[u8]) -> Word {
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
            [b'_', b'_', rest @ ..] if is_reserved(rest) => Word::Reserved,
            _ => Word::Name,
        }
    }
}

fn is_upper(text: &[u8]) -> bool {
    let is_upper = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    text.iter().all(is_upper) && text.iter().any(u8::is_ascii_uppercase)
}

/// Returns whether two underscores and `name` may be a macro, such as `__init`. A digit or `_t` ends the
/// name of a type, and underscores end a keyword.
fn is_reserved(name: &[u8]) -> bool {
    let is_lower = |byte: &u8| byte.is_ascii_lowercase() || *byte == b'_';
    let is_known = matches!(
        name,
        b"attribute"
            | b"asm"
            | b"volatile"
            | b"signed"
            | b"typeof"
            | b"alignof"
            | b"auto_type"
            | b"thread"
            | b"label"
            | b"complex"
            | b"real"
            | b"imag"
            | b"declspec"
            | b"based"
            | b"cdecl"
            | b"clrcall"
            | b"stdcall"
            | b"fastcall"
            | b"thiscall"
            | b"vectorcall"
            | b"unaligned"
            | b"try"
            | b"except"
            | b"finally"
            | b"leave"
    );
    name.iter().any(u8::is_ascii_lowercase)
        && name.iter().all(is_lower)
        && !is_known
        && !name.ends_with(b"_")
        && !name.ends_with(b"_t")
        && !name.starts_with(b"builtin_")
}

/// Words and other bytes of the text, without comments. A literal becomes `"` and a directive
/// becomes `#`.
#[derive(Clone)]
pub(super) struct Tokens<'s> {
    pub(super) source: &'s [u8],
    pub(super) at: usize,
    begins_line: bool,
}

impl<'s> Tokens<'s> {
    pub(super) fn new(source: &'s [u8]) -> Tokens<'s> {
        Tokens {
            source,
            at: 0,
            begins_line: true,
        }
    }

    /// Returns the tokens of a part of the text.
    pub(super) fn part(source: &'s [u8], part: Range<usize>) -> Tokens<'s> {
        Tokens {
            source: &source[..part.end],
            at: part.start,
            begins_line: false,
        }
    }

    /// Returns the next token.
    pub(super) fn next(&mut self) -> CToken {
        self.next_of(Word::of)
    }

    /// Returns the next token, with each word as a name.
    pub(super) fn next_unclassified(&mut self) -> CToken {
        self.next_of(|_| Word::Name)
    }

    #[inline]
    fn next_of(&mut self, class: impl Fn(&[u8]) -> Word) -> CToken {
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
                b'#' if self.begins_line => self.at += directive_length(rest),
                b'"' | b'\'' => self.at += literal_length(rest),
                _ if byte.is_ascii_digit() => self.at += number_length(rest),
                _ if is_word(byte) => {
                    self.at += rest.iter().take_while(|byte| is_word(**byte)).count();
                    self.at += raw_string_length(self.source, start..self.at);
                }
                _ => self.at += 1,
            }
            self.begins_line = false;
            // A raw string begins like a word.
            let is_literal = is_word(byte) && self.source[self.at - 1] == b'"';
            let is_name = is_word(byte) && !byte.is_ascii_digit() && !is_literal;
            return CToken {
                start,
                end: self.at,
                word: is_name.then(|| class(&self.source[start..self.at])),
                byte: if is_literal { b'"' } else { byte },
            };
        }
        CToken {
            start: self.at,
            end: self.at,
            word: None,
            byte: 0,
        }
    }

    /// Skips the arguments of a call whose opening bracket has been read. Returns whether they end
    /// before `limit` and contain no code.
    pub(super) fn pass_arguments(&mut self, limit: usize) -> bool {
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

    /// Skips arguments in the same way as [`Tokens::pass_arguments`]. Returns the last argument if
    /// it is a single word.
    pub(super) fn last_argument(&mut self, limit: usize) -> Option<Range<usize>> {
        let mut rest = self.clone();
        if !self.pass_arguments(limit) {
            return None;
        }
        let mut last = rest.next();
        let mut before = b'(';
        loop {
            let token = rest.next();
            if rest.at == self.at {
                let is_name = last.word.is_some() && matches!(before, b'(' | b',');
                return is_name.then(|| last.range());
            }
            (before, last) = (last.byte, token);
        }
    }

    /// Returns whether a single word, a closing bracket and an opening bracket follow.
    pub(super) fn encloses_word(&self) -> bool {
        let mut rest = self.clone();
        rest.next().word.is_some() && rest.next().is(b')') && rest.next().is(b'(')
    }
}

/// Bytes that can occur in words.
const WORDS: [bool; 256] = {
    let mut words = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        words[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_' || byte >= 0x80;
        byte += 1;
    }
    words
};

pub(super) fn is_word(byte: u8) -> bool {
    WORDS[usize::from(byte)]
}

/// Returns the length of a line without its line ending, including lines continued by a backslash.
fn line_length(text: &[u8]) -> usize {
    let ends = memchr::memchr_iter(b'\n', text);
    let is_end = |end: &usize| {
        let line = &text[..*end];
        !line.strip_suffix(b"\r").unwrap_or(line).ends_with(b"\\")
    };
    let mut ends = ends.filter(is_end);
    ends.next().unwrap_or(text.len())
}

/// Returns the length of a directive, including the lines of a comment that begins in it.
fn directive_length(text: &[u8]) -> usize {
    let length = line_length(text);
    let line = &text[..length];
    let mut slashes = memchr::memrchr_iter(b'/', line);
    let Some(start) = slashes.find(|at| line.get(at + 1) == Some(&b'*')) else {
        return length;
    };
    let is_open = memchr::memmem::find(&line[start..], b"*/").is_none();
    if !is_open || line[..start].contains(&b'"') {
        return length;
    }
    let end = memchr::memmem::find(&text[length..], b"*/");
    end.map_or(text.len(), |end| {
        length + end + line_length(&text[length + end..])
    })
}

/// Returns the length of a number, including the separators of its digits: `1'000`.
fn number_length(text: &[u8]) -> usize {
    let is_part = |at: usize| {
        let is_separator = text[at] == b'\'' && text.get(at + 1).copied().is_some_and(is_word);
        is_word(text[at]) || is_separator
    };
    (1..text.len())
        .find(|at| !is_part(*at))
        .unwrap_or(text.len())
}

/// Returns the length of the raw string after a prefix such as `R` or `u8R`, or 0.
fn raw_string_length(source: &[u8], prefix: Range<usize>) -> usize {
    let is_prefix = matches!(
        &source[prefix.clone()],
        b"R" | b"u8R" | b"uR" | b"UR" | b"LR"
    );
    let Some(text) = source[prefix.end..]
        .strip_prefix(b"\"")
        .filter(|_| is_prefix)
    else {
        return 0;
    };
    // A delimiter has at most 16 bytes.
    let start = &text[..text.len().min(17)];
    let Some(length) = memchr::memchr(b'(', start) else {
        return 0;
    };
    let end = [b")", &text[..length], b"\""].concat();
    let found = memchr::memmem::find(&text[length..], &end);
    1 + found.map_or(text.len(), |at| length + at + end.len())
}

/// Returns the length of a literal. A literal without an end extends to the end of its line.
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
