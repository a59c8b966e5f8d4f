//! Compiled queries: syntax checks, literal braces, case rules, the regex automaton and the cache of
//! recent ones.
//!
//! Invariant: an error names the pattern as the caller typed it, and its offset counts bytes of
//! that pattern.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use grep_matcher::{LineMatchKind, Matcher};
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use regex_syntax::ast::{self, Ast};
use regex_syntax::hir::Look;
use regex_syntax::hir::translate::TranslatorBuilder;

use super::options::Query;
use crate::error::{Error, ErrorKind, Result};

/// Compiled query.
#[derive(Debug)]
pub(crate) struct CompiledGrepQuery {
    pub(crate) matcher: RegexMatcher,
    /// Each pattern alone, if there are several; identifies the one that matches.
    singles: Vec<RegexMatcher>,
    pub(crate) invert: bool,
    pub(crate) multiline: bool,
    /// Whether a pattern asserts the start or end of the text (`\A`, `\z`). The text must then be
    /// searched as a whole.
    pub(crate) has_text_anchor: bool,
}

/// Number of queries that stay compiled.
const CACHED_QUERIES: usize = 16;

/// Maximum length in bytes of the patterns of a query that stays compiled.
const MAX_CACHED_LEN: usize = 4096;

impl CompiledGrepQuery {
    /// Returns the compiled query from the cache, or compiles it.
    pub(crate) fn get(query: &Query) -> Result<Arc<CompiledGrepQuery>> {
        static RECENT: Mutex<Vec<(Query, Arc<CompiledGrepQuery>)>> = Mutex::new(Vec::new());
        let lock = || RECENT.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut recent = lock();
            if let Some(at) = recent.iter().position(|(cached, _)| cached == query) {
                recent[..=at].rotate_right(1);
                return Ok(recent[0].1.clone());
            }
        }
        let compiled = Arc::new(CompiledGrepQuery::new(query)?);
        if query.patterns.iter().map(String::len).sum::<usize>() <= MAX_CACHED_LEN {
            let mut recent = lock();
            recent.truncate(CACHED_QUERIES - 1);
            recent.insert(0, (query.clone(), compiled.clone()));
        }
        Ok(compiled)
    }

    /// Compiles a query. A literal takes microseconds, a class such as `\w` milliseconds, the largest
    /// accepted pattern about a second.
    fn new(query: &Query) -> Result<CompiledGrepQuery> {
        if query.patterns.is_empty() {
            return Err(Error::option("no pattern was given"));
        }
        let mut patterns = Vec::with_capacity(query.patterns.len());
        let mut has_text_anchor = false;
        let mut has_upper = false;
        for pattern in &query.patterns {
            if pattern.is_empty() {
                return Err(Error::new(
                    ErrorKind::InvalidPattern,
                    "the pattern is empty",
                ));
            }
            if query.literal {
                has_upper |= pattern.chars().any(char::is_uppercase);
                patterns.push(pattern.clone());
            } else {
                let parsed = parse(pattern, query)?;
                has_text_anchor |= parsed.has_text_anchor;
                has_upper |= parsed.has_upper;
                patterns.push(parsed.escaped);
            }
        }
        let ignore_case = query.ignore_case || (query.smart_case && !has_upper);
        let builder = builder(query, ignore_case);
        let single = |at: usize| {
            let pattern = &query.patterns[at];
            builder
                .build_many(&patterns[at..=at])
                .map_err(|error| explain(&error, pattern))
        };
        let matcher = builder.build_many(&patterns).map_err(|error| {
            // No single pattern fails if only all of them together are too large.
            let invalid = (0..patterns.len()).find_map(|at| single(at).err());
            invalid.unwrap_or_else(|| explain(&error, &query.patterns.join("|")))
        })?;
        let singles = if patterns.len() > 1 {
            (0..patterns.len()).map(single).collect::<Result<_>>()?
        } else {
            Vec::new()
        };
        Ok(CompiledGrepQuery {
            matcher,
            singles,
            invert: query.invert,
            multiline: query.multiline,
            has_text_anchor,
        })
    }

    /// Whether a line of `content` matches; `None` if one scan cannot decide it.
    pub(crate) fn is_match(&self, content: &[u8]) -> Option<bool> {
        if self.invert {
            return None;
        }
        match self.matcher.find_candidate_line(content) {
            Ok(None) => Some(false),
            Ok(Some(LineMatchKind::Confirmed(at))) if at < content.len() => Some(true),
            // An empty match at the very end may lie behind the last line.
            Ok(Some(_)) | Err(_) => None,
        }
    }

    /// Calls `each` with start, end and pattern index of each match in `lines` until it returns
    /// false.
    pub(crate) fn each_match(&self, lines: &[u8], mut each: impl FnMut(usize, usize, u32) -> bool) {
        let result = self.matcher.find_iter(lines, |m| {
            let pattern = self.pattern_at(lines, m.start());
            each(m.start(), m.end(), pattern)
        });
        // `RegexMatcher` never fails.
        debug_assert!(result.is_ok());
    }

    /// Index of the first pattern that matches at `start`. An alternation prefers its earlier
    /// branches, so the match is of this pattern.
    fn pattern_at(&self, lines: &[u8], start: usize) -> u32 {
        let matches_here = |single: &RegexMatcher| matches!(single.find_at(lines, start), Ok(Some(m)) if m.start() == start);
        self.singles.iter().position(matches_here).unwrap_or(0) as u32
    }
}

fn builder(query: &Query, ignore_case: bool) -> RegexMatcherBuilder {
    let mut builder = RegexMatcherBuilder::new();
    builder
        .multi_line(true)
        .unicode(true)
        .octal(false)
        .case_insensitive(ignore_case)
        .fixed_strings(query.literal)
        .word(query.word)
        .size_limit(SIZE_LIMIT)
        .dfa_size_limit(DFA_SIZE_LIMIT)
        .crlf(true);
    if query.multiline {
        builder
            .line_terminator(None)
            .dot_matches_new_line(query.dot_all);
    }
    builder
}

/// Maximum size of a compiled query in bytes.
const SIZE_LIMIT: usize = 32 << 20;

/// Maximum size in bytes of one worker's lazily built automaton.
const DFA_SIZE_LIMIT: usize = 16 << 20;

/// Checked pattern and its properties.
struct ParsedPattern {
    /// Pattern with its literal braces escaped.
    escaped: String,
    has_text_anchor: bool,
    /// Whether it contains an upper-case character, other than in the name of a class.
    has_upper: bool,
}

/// Parses one pattern. Errors have an offset, which those of the matcher lack.
fn parse(pattern: &str, query: &Query) -> Result<ParsedPattern> {
    let (escaped, inserted) = escape_braces(pattern);
    let fail = |message: String, offset: usize| {
        let shift = inserted.iter().filter(|&&at| at < offset).count();
        Error::new(
            ErrorKind::InvalidPattern,
            format!("cannot parse the pattern: {message}"),
        )
        .with_pattern(pattern)
        .with_offset(offset - shift)
    };
    let ast = ast::parse::Parser::new()
        .parse(&escaped)
        .map_err(|e| fail(e.kind().to_string(), e.span().start.offset))?;
    let hir = TranslatorBuilder::new()
        .multi_line(true)
        .crlf(true)
        .utf8(false)
        .case_insensitive(query.ignore_case)
        .dot_matches_new_line(query.multiline && query.dot_all)
        .build()
        .translate(&escaped, &ast)
        .map_err(|e| fail(e.kind().to_string(), e.span().start.offset))?;
    let looks = hir.properties().look_set();
    let has_text_anchor = looks.contains(Look::Start) || looks.contains(Look::End);
    let Ok(has_upper) = ast::visit(&ast, UpperCase(false));
    Ok(ParsedPattern {
        escaped,
        has_text_anchor,
        has_upper,
    })
}

/// Visitor that finds upper-case literals.
struct UpperCase(bool);

impl UpperCase {
    fn note(&mut self, literal: &ast::Literal) {
        self.0 |= literal.c.is_uppercase();
    }
}

impl ast::Visitor for UpperCase {
    type Output = bool;
    type Err = Infallible;

    fn finish(self) -> std::result::Result<bool, Infallible> {
        Ok(self.0)
    }

    fn visit_pre(&mut self, ast: &Ast) -> std::result::Result<(), Infallible> {
        if let Ast::Literal(literal) = ast {
            self.note(literal);
        }
        Ok(())
    }

    fn visit_class_set_item_pre(
        &mut self,
        item: &ast::ClassSetItem,
    ) -> std::result::Result<(), Infallible> {
        match item {
            ast::ClassSetItem::Literal(literal) => self.note(literal),
            ast::ClassSetItem::Range(range) => {
                self.note(&range.start);
                self.note(&range.end);
            }
            _ => {}
        }
        Ok(())
    }
}

/// Escapes each `{` that cannot begin a repetition, the `}` that ends it, and a `$` right before it,
/// which could match nothing as an anchor. Returns the offsets of the added backslashes too.
fn escape_braces(pattern: &str) -> (String, Vec<usize>) {
    let bytes = pattern.as_bytes();
    let mut out = Vec::with_capacity(bytes.len() + 8);
    let mut inserted = Vec::new();
    let mut at = 0;
    let mut class_depth = 0usize;
    // Whether a repetition here would have something to repeat.
    let mut atom = false;
    let mut after_dollar = false;
    while at < bytes.len() {
        let byte = bytes[at];
        let rest = &bytes[at..];
        let len = match byte {
            b'\\' => escape_len(rest),
            b'[' => {
                class_depth += 1;
                // A `]` right after `[` or `[^` is literal.
                let negated = usize::from(rest.get(1) == Some(&b'^'));
                1 + negated + usize::from(rest.get(1 + negated) == Some(&b']'))
            }
            b']' if class_depth > 0 => {
                class_depth -= 1;
                1
            }
            b'(' if class_depth == 0 && rest.get(1) == Some(&b'?') => {
                // Group names and flags contain no braces.
                rest.iter()
                    .position(|b| matches!(b, b')' | b':' | b'>'))
                    .map_or(1, |end| end + 1)
            }
            b'{' if class_depth == 0 => match repetition_len(rest) {
                Some(len) if atom => len,
                _ => {
                    if after_dollar {
                        inserted.push(out.len() - 1);
                        out.insert(out.len() - 1, b'\\');
                    }
                    inserted.push(out.len());
                    out.push(b'\\');
                    1
                }
            },
            b'}' if class_depth == 0 => {
                inserted.push(out.len());
                out.push(b'\\');
                1
            }
            _ => 1,
        };
        atom = class_depth > 0 || !matches!(byte, b'(' | b'|');
        after_dollar = class_depth == 0 && byte == b'$';
        out.extend_from_slice(&rest[..len]);
        at += len;
    }
    // Only ASCII was inserted between characters, so the text stays valid UTF-8.
    let text = String::from_utf8(out).unwrap_or_else(|_| pattern.to_owned());
    (text, inserted)
}

/// Length of the escape at the start of `text`, including its braces, as in `\p{Greek}`,
/// `\x{1F600}` and `\b{start}`.
fn escape_len(text: &[u8]) -> usize {
    let takes_braces = matches!(text.get(1), Some(b'p' | b'P' | b'x' | b'u' | b'U' | b'b'));
    if takes_braces
        && text.get(2) == Some(&b'{')
        && let Some(end) = text.iter().position(|&b| b == b'}')
    {
        let inside = &text[3..end];
        let is_boundary = inside.iter().all(|b| b.is_ascii_alphabetic() || *b == b'-');
        if text[1] != b'b' || (is_boundary && !inside.is_empty()) {
            return end + 1;
        }
    }
    // The whole character, so that no character is split.
    1 + text.get(1).map_or(0, |&lead| match lead {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    })
}

/// Length of `{n}`, `{n,}` or `{n,m}` at the start of `text`; `None` if there is none.
fn repetition_len(text: &[u8]) -> Option<usize> {
    let end = text.iter().position(|&b| b == b'}')?;
    let inside = std::str::from_utf8(&text[1..end]).ok()?;
    let number = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let fits = match inside.split_once(',') {
        None => number(inside.trim()),
        Some((low, high)) => number(low.trim()) && (high.trim().is_empty() || number(high.trim())),
    };
    fits.then_some(end + 1)
}

/// Error for a pattern that parses and still cannot be compiled.
fn explain(error: &grep_regex::Error, pattern: &str) -> Error {
    let invalid =
        |message: String| Error::new(ErrorKind::InvalidPattern, message).with_pattern(pattern);
    match error.kind() {
        grep_regex::ErrorKind::NotAllowed(_) => {
            let error = invalid(
                "the pattern contains a line feed; set `multiline` to match across lines"
                    .to_owned(),
            );
            match pattern.find('\n').or_else(|| pattern.find(r"\n")) {
                Some(offset) => error.with_offset(offset),
                None => error,
            }
        }
        _ => invalid(format!("cannot compile the pattern: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_that_cannot_repeat_are_literal() {
        for (typed, expected) in [
            ("${platform}", r"\$\{platform\}"),
            ("a$|^${b}$", r"a$|^\$\{b\}$"),
            (r"\${a}[$]{b}${2}", r"\$\{a\}[$]\{b\}${2}"),
            ("interface {", r"interface \{"),
            ("a{,5}", r"a\{,5\}"),
            ("a{2}b{3,}c{4,5}", "a{2}b{3,}c{4,5}"),
            ("{2}", r"\{2\}"),
            ("(a|{2})", r"(a|\{2\})"),
            ("({2})", r"(\{2\})"),
            (r"\p{Greek}{2}", r"\p{Greek}{2}"),
            (r"\x{e9}\u{e9}\b{start}a", r"\x{e9}\u{e9}\b{start}a"),
            (r"\{a\}", r"\{a\}"),
            ("[{}]{2}", "[{}]{2}"),
            ("[]{}]x", "[]{}]x"),
            ("(?P<n>a){2}", "(?P<n>a){2}"),
            ("fn () {}", r"fn () \{\}"),
            ("ä{1}{x}", r"ä{1}\{x\}"),
        ] {
            let (escaped, _) = escape_braces(typed);
            assert_eq!(escaped, expected, "{typed}");
            assert!(
                CompiledGrepQuery::new(&Query::new(typed)).is_ok(),
                "{typed}"
            );
        }
    }

    #[test]
    fn error_offsets_count_in_the_pattern_as_typed() {
        for (pattern, offset) in [
            ("a(b", 1),
            ("{x}(b", 3),
            ("${x}(b", 4),
            (r"ä\p{Nope}", 2),
            ("a**(", 3),
            ("[z-a]", 1),
        ] {
            let error = CompiledGrepQuery::new(&Query::new(pattern)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidPattern);
            assert_eq!(error.offset(), Some(offset), "{error}");
            assert_eq!(error.pattern(), Some(pattern));
        }
    }

    #[test]
    fn a_line_feed_needs_multiline() {
        for (pattern, offset) in [("a\nb", 1), (r"ab\nc", 2)] {
            let error = CompiledGrepQuery::new(&Query::new(pattern)).unwrap_err();
            assert!(error.to_string().contains("multiline"), "{error}");
            assert_eq!(error.offset(), Some(offset), "{error}");
        }
    }

    #[test]
    fn of_several_patterns_the_invalid_one_is_named() {
        for wrong in ["b\nc", "b(", r"\w{9000}"] {
            let mut query = Query::new("a");
            query.patterns.push(wrong.to_owned());
            let error = CompiledGrepQuery::new(&query).unwrap_err();
            assert_eq!(error.pattern(), Some(wrong), "{error}");
        }
    }
}
