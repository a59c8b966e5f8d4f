//! Syntax of patterns: checks, literal braces, case rules, and the expression that the engines match.
//!
//! Invariant: an error names the pattern as the caller typed it, and its offset counts bytes of
//! that pattern.

use std::convert::Infallible;

use regex_syntax::ast::{self, Ast};
use regex_syntax::hir::translate::TranslatorBuilder;
use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange};
use regex_syntax::hir::{Hir, HirKind, Look};

use super::options::Query;
use crate::error::{Error, ErrorKind, Result};

/// Checked pattern and its properties.
pub(super) struct ParsedPattern {
    /// Pattern with its literal braces escaped.
    pub(super) escaped: String,
    /// Whether it asserts the start or end of the text (`\A`, `\z`).
    pub(super) has_text_anchor: bool,
    /// Whether it contains an upper-case character, other than in the name of a class.
    pub(super) has_upper: bool,
}

/// Parses one pattern. Errors have an offset, which those of the matcher lack.
pub(super) fn parse(pattern: &str, query: &Query) -> Result<ParsedPattern> {
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
    let hir = translator(query, query.ignore_case)
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

fn translator(query: &Query, ignore_case: bool) -> TranslatorBuilder {
    let mut builder = TranslatorBuilder::new();
    builder
        .multi_line(true)
        .crlf(true)
        .utf8(false)
        .case_insensitive(ignore_case)
        .dot_matches_new_line(query.multiline && query.dot_all);
    builder
}

/// The expression that `RegexMatcher` matches for a pattern whose braces are escaped; `None` if
/// the pattern is invalid.
pub(super) fn expression(escaped: &str, query: &Query, ignore_case: bool) -> Option<Hir> {
    let mut hir = if query.literal && !ignore_case {
        Hir::literal(escaped.as_bytes())
    } else {
        let literal = query.literal.then(|| regex_syntax::escape(escaped));
        let text = literal.as_deref().unwrap_or(escaped);
        let ast = ast::parse::Parser::new().parse(text).ok()?;
        translator(query, ignore_case)
            .build()
            .translate(text, &ast)
            .ok()?
    };
    if !query.multiline {
        hir = without_line_ends(hir);
    }
    if query.word {
        let start = Hir::look(Look::WordStartHalfUnicode);
        hir = Hir::concat(vec![start, hir, Hir::look(Look::WordEndHalfUnicode)]);
    }
    Some(hir)
}

/// Removes the characters of line ends from all classes, as `RegexMatcher` does for matches within
/// one line.
fn without_line_ends(hir: Hir) -> Hir {
    let each = |parts: Vec<Hir>| parts.into_iter().map(without_line_ends).collect();
    match hir.into_kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Literal(literal) => Hir::literal(literal.0),
        HirKind::Look(look) => Hir::look(look),
        HirKind::Class(Class::Unicode(mut class)) => {
            let ends = ['\r', '\n'].map(|c| ClassUnicodeRange::new(c, c));
            class.difference(&ClassUnicode::new(ends));
            Hir::class(Class::Unicode(class))
        }
        HirKind::Class(Class::Bytes(mut class)) => {
            let ends = [b'\r', b'\n'].map(|b| ClassBytesRange::new(b, b));
            class.difference(&ClassBytes::new(ends));
            Hir::class(Class::Bytes(class))
        }
        HirKind::Repetition(mut repetition) => {
            repetition.sub = Box::new(without_line_ends(*repetition.sub));
            Hir::repetition(repetition)
        }
        HirKind::Capture(mut capture) => {
            capture.sub = Box::new(without_line_ends(*capture.sub));
            Hir::capture(capture)
        }
        HirKind::Concat(parts) => Hir::concat(each(parts)),
        HirKind::Alternation(parts) => Hir::alternation(each(parts)),
    }
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
pub(super) fn escape_braces(pattern: &str) -> (String, Vec<usize>) {
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
