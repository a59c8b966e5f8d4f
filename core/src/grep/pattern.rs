//! Syntax of patterns: checks, case rules, and the expression that the engines match.
//!
//! Invariant: an error names the pattern as the caller typed it, and its offset counts bytes of
//! that pattern.

use std::convert::Infallible;

use regex_syntax::ast::{self, Ast};
use regex_syntax::hir::translate::TranslatorBuilder;
use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange};
use regex_syntax::hir::{Hir, HirKind, Look};

use super::lenient::escape_literals;
use super::options::Query;
use crate::error::{Error, ErrorKind, Result};

/// Checked pattern and its properties.
pub(super) struct ParsedPattern {
    /// Pattern with its literal braces and hyphens escaped.
    pub(super) escaped: String,
    /// Whether it asserts the start or end of the text (`\A`, `\z`).
    pub(super) has_text_anchor: bool,
    /// Whether it contains an upper-case character, other than in the name of a class or in a group
    /// that sets or clears the flag `i`.
    pub(super) has_upper: bool,
}

/// Parses one pattern. Errors have an offset, which those of the matcher lack.
pub(super) fn parse(pattern: &str, query: &Query) -> Result<ParsedPattern> {
    let (escaped, inserted) = escape_literals(pattern);
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
    let Ok(has_upper) = ast::visit(&ast, UpperCase::default());
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

/// The expression that `RegexMatcher` matches for a pattern whose literals are escaped; `None` if
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

/// Visitor that finds upper-case literals. Those of a group that sets or clears the flag `i` do not
/// count: no other option decides their case.
#[derive(Default)]
struct UpperCase {
    is_found: bool,
    /// Number of open groups that set or clear the flag `i`.
    decided: usize,
}

impl UpperCase {
    fn note(&mut self, literal: &ast::Literal) {
        self.is_found |= self.decided == 0 && literal.c.is_uppercase();
    }

    fn decides_case(ast: &Ast) -> bool {
        let Ast::Group(group) = ast else { return false };
        let flags = group.flags();
        flags.is_some_and(|flags| flags.flag_state(ast::Flag::CaseInsensitive).is_some())
    }
}

impl ast::Visitor for UpperCase {
    type Output = bool;
    type Err = Infallible;

    fn finish(self) -> std::result::Result<bool, Infallible> {
        Ok(self.is_found)
    }

    fn visit_pre(&mut self, ast: &Ast) -> std::result::Result<(), Infallible> {
        self.decided += usize::from(UpperCase::decides_case(ast));
        if let Ast::Literal(literal) = ast {
            self.note(literal);
        }
        Ok(())
    }

    fn visit_post(&mut self, ast: &Ast) -> std::result::Result<(), Infallible> {
        self.decided -= usize::from(UpperCase::decides_case(ast));
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
