//! Language of a header: C, C++ or Objective-C.
//!
//! A search for a few words finds the places that may show one of the languages. Only a place whose
//! neighbours fit is then checked to be code. Code that only a C++ compiler reads makes a header
//! C++ if it has definitions that C lacks, but not if it is merely `extern "C"` or an `#include`.

use std::sync::OnceLock;

use aho_corasick::AhoCorasick;
use aho_corasick::packed::Searcher;
use memchr::memmem;

use super::code_lexer::{CodeLexer, Stretch, is_blank};

/// Returns the name of the language of a header. Headers without a sign of C++ or Objective-C are
/// in C.
pub(super) fn language(text: &[u8]) -> &'static str {
    let objc = objc_sign(text);
    match objc {
        Some(Sign::Plain) => "objc",
        _ if has_cpp_sign(text) => "cpp",
        Some(Sign::Guarded) => "objc",
        None => "c",
    }
}

/// Sign of Objective-C.
enum Sign {
    Plain,
    /// Sign in a branch that other compilers skip.
    Guarded,
}

/// Returns the first plain sign of Objective-C, or else a guarded one.
fn objc_sign(text: &[u8]) -> Option<Sign> {
    static WORDS: OnceLock<SignWords> = OnceLock::new();
    const NEEDLES: [&str; 12] = [
        "#import",
        "@interface",
        "@protocol",
        "@class",
        "@import",
        "@property",
        "@implementation",
        "@end",
        "@optional",
        "NS_ASSUME_NONNULL_BEGIN",
        "NS_ENUM",
        "NS_OPTIONS",
    ];
    let words = WORDS.get_or_init(|| SignWords::new(&NEEDLES));
    let mut lexer = CodeLexer::new(text);
    let mut guarded = None;
    for found in words.find_iter(text) {
        let place = WordPlace::new(text, found.start(), found.end());
        let stretch = match found.pattern().as_usize() {
            0 => Stretch::Directive,
            _ => Stretch::Code,
        };
        if place.is_word() && lexer.at(place.start) == stretch {
            if !lexer.is_guarded_objc() {
                return Some(Sign::Plain);
            }
            guarded = Some(Sign::Guarded);
        }
    }
    guarded
}

/// Check of the neighbours of a word.
type Check = fn(&WordPlace<'_>) -> bool;

/// Words that may be a sign of C++, each with the check of its neighbours.
const CPP_WORDS: [(&str, Check); 17] = [
    ("class", |p| p.is_class()),
    ("namespace", |p| {
        p.begins_statement() && matches!(p.next(), Some(b) if is_name(b) || b == b'{')
            || p.word_before() == b"inline" && p.is_before_name()
    }),
    ("template", |p| {
        p.begins_statement() && p.next() == Some(b'<')
    }),
    ("using", |p| p.begins_statement() && p.is_before_name()),
    ("public", |p| p.is_access()),
    ("private", |p| p.is_access()),
    ("protected", |p| p.is_access()),
    ("virtual", |p| {
        p.begins_statement() && (p.is_before_name() || p.next() == Some(b'~'))
    }),
    ("friend", |p| p.begins_statement() && p.is_before_name()),
    ("explicit", |p| p.begins_statement() && p.is_before_call()),
    ("constexpr", |p| p.is_before_name()),
    ("noexcept", |_| true),
    ("decltype", |p| p.next() == Some(b'(')),
    ("operator", |p| p.is_operator()),
    ("static_cast", |p| p.next() == Some(b'<')),
    ("reinterpret_cast", |p| p.next() == Some(b'<')),
    ("include", |p| p.is_cpp_include()),
];

/// Words whose signs count in code that only a C++ compiler reads. A header in C may have other ones
/// there.
const DEFINITIONS: [&str; 5] = ["class", "namespace", "operator", "template", "using"];

/// Returns whether the text has a sign of C++.
fn has_cpp_sign(text: &[u8]) -> bool {
    static WORDS: OnceLock<SignWords> = OnceLock::new();
    let words = WORDS.get_or_init(|| SignWords::new(&CPP_WORDS.map(|(word, _)| word)));
    let mut lexer = CodeLexer::new(text);
    let mut found = words.find_iter(text);
    let by_word = found.any(|found| {
        let place = WordPlace::new(text, found.start(), found.end());
        let (word, fits) = CPP_WORDS[found.pattern().as_usize()];
        if !place.is_word() || !fits(&place) {
            return false;
        }
        let stretch = match word {
            "include" => Stretch::Directive,
            _ => Stretch::Code,
        };
        lexer.at(place.start) == stretch && (!lexer.is_guarded_cpp() || DEFINITIONS.contains(&word))
    });
    by_word || {
        let places = |word: &'static str| {
            let found = memmem::find_iter(text, word);
            found.map(|at| WordPlace::new(text, at, at + word.len()))
        };
        let signs =
            memchr::memchr2_iter(b'&', b'~', text).map(|at| WordPlace::new(text, at, at + 1));
        let signs = signs.filter(|p| p.is_reference() || p.is_destructor());
        is_in_code(text, false, places("::").filter(WordPlace::is_scope))
            || is_in_code(text, false, signs)
            || is_in_code(text, true, places("struct").filter(WordPlace::is_derived))
    }
}

/// Returns whether one of the places is in code. Code that a C compiler skips counts only if
/// `in_guarded`.
fn is_in_code<'t>(
    text: &[u8],
    in_guarded: bool,
    mut places: impl Iterator<Item = WordPlace<'t>>,
) -> bool {
    let mut lexer = CodeLexer::new(text);
    places.any(|place| {
        lexer.at(place.start) == Stretch::Code && (in_guarded || !lexer.is_guarded_cpp())
    })
}

/// Searcher for several words.
enum SignWords {
    /// Compares several bytes at once.
    Packed(Searcher),
    Automaton(AhoCorasick),
    /// Neither can be built.
    None,
}

impl SignWords {
    fn new(words: &[&str]) -> SignWords {
        let packed = Searcher::new(words).map(SignWords::Packed);
        let automaton = || AhoCorasick::new(words).map(SignWords::Automaton).ok();
        packed.or_else(automaton).unwrap_or(SignWords::None)
    }

    /// Returns the places of the words, ascending.
    fn find_iter<'s>(
        &'s self,
        text: &'s [u8],
    ) -> Box<dyn Iterator<Item = aho_corasick::Match> + 's> {
        match self {
            SignWords::Packed(searcher) => Box::new(searcher.find_iter(text)),
            SignWords::Automaton(automaton) => Box::new(automaton.find_iter(text)),
            SignWords::None => Box::new(std::iter::empty()),
        }
    }
}

/// Bytes of a text with their neighbours.
struct WordPlace<'t> {
    text: &'t [u8],
    start: usize,
    end: usize,
}

/// Maximum length of the base clause of a class.
const MAX_CLAUSE: usize = 256;

impl<'t> WordPlace<'t> {
    fn new(text: &'t [u8], start: usize, end: usize) -> WordPlace<'t> {
        WordPlace { text, start, end }
    }

    /// Whether the place is one byte, `byte`.
    fn is(&self, byte: u8) -> bool {
        self.text[self.start..self.end] == [byte]
    }

    fn before(&self) -> Option<u8> {
        self.text[..self.start].last().copied()
    }

    fn after(&self) -> &'t [u8] {
        &self.text[self.end..]
    }

    /// Returns the text after the place and the white space that follows it.
    fn next_bytes(&self) -> &'t [u8] {
        self.after().trim_ascii_start()
    }

    /// Returns the first byte that is not white space after the place.
    fn next(&self) -> Option<u8> {
        self.next_bytes().first().copied()
    }

    /// Returns the text before the place, without blanks at its end.
    fn text_before(&self) -> &'t [u8] {
        let before = &self.text[..self.start];
        let blanks = before.iter().rev().take_while(|&&b| is_blank(b)).count();
        &before[..before.len() - blanks]
    }

    fn is_word(&self) -> bool {
        !self.before().is_some_and(is_in_name)
            && !self.after().first().copied().is_some_and(is_in_name)
    }

    /// Returns the name before the place; empty without a name.
    fn word_before(&self) -> &'t [u8] {
        last_name(self.text_before())
    }

    /// Whether a statement may begin here: the place is the first in its line, or follows a comment
    /// or the end of another statement.
    fn begins_statement(&self) -> bool {
        let before = self.text_before().last();
        before.is_none_or(|b| matches!(b, b'\n' | b';' | b'{' | b'}' | b':' | b')' | b'>' | b'/'))
    }

    /// Whether white space and a name follow.
    fn is_before_name(&self) -> bool {
        let has_space = self.after().first().is_some_and(u8::is_ascii_whitespace);
        has_space && self.next().is_some_and(is_name)
    }

    /// Whether a name and an opening bracket follow.
    fn is_before_call(&self) -> bool {
        let rest = self.next_bytes();
        let name = rest.iter().take_while(|&&b| is_in_name(b)).count();
        name > 0 && rest[name..].trim_ascii_start().first() == Some(&b'(')
    }

    /// Whether `::` is between two names. In assembly statements of C, operands surround it; in
    /// attributes, it follows `[[`.
    fn is_scope(&self) -> bool {
        let before = &self.text[..self.start];
        let name = last_name(before);
        let is_attribute = before[..before.len() - name.len()].ends_with(b"[[");
        let follows_name = !name.is_empty() && !is_attribute || before.ends_with(b">");
        let first = self.after().first().copied();
        follows_name && first.is_some_and(|b| is_name(b) || b == b'~' || b == b'*')
    }

    /// Whether `class` begins a class or an enumeration.
    fn is_class(&self) -> bool {
        let rest = self.next_bytes();
        let is_named = self.is_before_name() || rest.starts_with(b"[[");
        if self.word_before() == b"enum" {
            let name = rest.iter().take_while(|&&b| is_in_name(b)).count();
            let next = rest[name..].trim_ascii_start().first();
            return is_named && matches!(next, Some(b'{' | b':' | b';'));
        }
        is_named && (self.begins_statement() || self.word_before() == b"friend")
    }

    /// Whether `public` or its kin is a label in a class, or part of a base clause.
    fn is_access(&self) -> bool {
        let rest = self.next_bytes();
        let is_label = rest.starts_with(b":") && !rest.starts_with(b"::");
        let is_base = matches!(self.text_before().last(), Some(b':' | b','));
        self.begins_statement() && is_label || is_base && self.is_before_name()
    }

    /// Whether `operator` is the name of a function.
    fn is_operator(&self) -> bool {
        let before = self.text_before();
        if before.ends_with(b".") || before.ends_with(b"->") {
            return false;
        }
        let rest = self.after();
        let rest = rest.strip_prefix(b"()").unwrap_or(rest);
        let sign = rest.iter().take_while(|b| b"=<>!+-*/%^&|~[]".contains(b));
        let sign = sign.count();
        let is_named = rest.len() < self.after().len() || (1..=3).contains(&sign);
        let is_conversion = self.is_before_call() && !before.ends_with(b"(");
        is_named && rest[sign..].trim_ascii_start().starts_with(b"(")
            || is_conversion && self.is_before_name()
    }

    /// Whether `struct` begins a definition with a base clause or `final`.
    fn is_derived(&self) -> bool {
        let clause = self.after();
        let clause = &clause[..clause.len().min(MAX_CLAUSE)];
        let end = clause.iter().position(|&b| {
            !(is_in_name(b) || b.is_ascii_whitespace() || matches!(b, b':' | b',' | b'<' | b'>'))
        });
        let Some((clause, b'{')) = end.map(|end| (&clause[..end], clause[end])) else {
            return false;
        };
        let clause = clause.trim_ascii();
        if !self.is_word() {
            return false;
        }
        let is_based = |at| !clause[..at].trim_ascii().is_empty() && at + 1 < clause.len();
        memchr::memchr(b':', clause).is_some_and(is_based) || clause.ends_with(b" final")
    }

    /// Whether an `#include` names a header of C++, which has no extension.
    fn is_cpp_include(&self) -> bool {
        let Some(name) = self.next_bytes().strip_prefix(b"<") else {
            return false;
        };
        let len = name
            .iter()
            .take_while(|&&b| is_in_name(b) || b == b'/')
            .count();
        len > 0 && name.get(len) == Some(&b'>') && self.text_before().ends_with(b"#")
    }

    /// Whether `~` begins the declaration of a destructor.
    fn is_destructor(&self) -> bool {
        let before = self.text[..self.start].trim_ascii_end().last();
        let rest = self.after();
        let name = rest.iter().take_while(|&&b| is_in_name(b)).count();
        self.is(b'~')
            && matches!(before, Some(b';' | b'{' | b'}' | b':'))
            && rest[name..].starts_with(b"()")
    }

    /// Whether `&` declares a reference to a constant: `const T &name` or `T const &name`.
    fn is_reference(&self) -> bool {
        let before = self.text[..self.start].trim_ascii_end();
        let name = last_name(before);
        let is_declared = matches!(self.next(), Some(b) if is_name(b) || b == b')' || b == b',');
        let before = before[..before.len() - name.len()].trim_ascii_end();
        self.is(b'&')
            && is_declared
            && !name.is_empty()
            && (name == b"const" || last_name(before) == b"const")
    }
}

/// Returns the name that a text ends with; empty if it ends with another byte.
fn last_name(text: &[u8]) -> &[u8] {
    let len = text.iter().rev().take_while(|&&b| is_in_name(b)).count();
    &text[text.len() - len..]
}

fn is_name(byte: u8) -> bool {
    is_in_name(byte) && !byte.is_ascii_digit()
}

fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
