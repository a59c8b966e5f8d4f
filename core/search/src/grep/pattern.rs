//! Syntax of patterns: checks, case rules, and the expression given to the engines.
//!
//! Invariant: an error shows the pattern as the caller typed it, and its offset counts bytes of
//! that pattern.

use std::convert::Infallible;
use std::ops::Range;

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, OptionName};
use regex_syntax::ast::{self, Ast};
use regex_syntax::hir::translate::TranslatorBuilder;
use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange};
use regex_syntax::hir::{Hir, HirKind, Look};

use super::backtracking::{self, BacktrackingPattern};
use super::escape::escape_literals;
use super::options::Query;

/// A checked pattern and its properties.
pub(super) struct ParsedPattern {
    /// Pattern for text in which only a line feed ends a line. Literal braces and hyphens are
    /// escaped, groups have no names, and no comment extends past its end.
    pub(super) plain: String,
    /// Pattern for text in which a line may end with `\r\n`: `$` also matches before each carriage
    /// return. `None` if it equals `plain`.
    pub(super) lenient: Option<String>,
    /// Whether the pattern asserts the start or end of the text (`\A`, `\z`).
    pub(super) has_text_anchor: bool,
    pub(super) letters: Letters,
    /// Whether the pattern names the carriage return, by itself or in a non-negated class.
    pub(super) names_return: bool,
    /// Names of the capture groups, from group 1.
    pub(super) groups: Vec<Option<String>>,
    /// Whether the pattern names the line feed outside classes.
    names_feed: bool,
}

/// Letters of a pattern whose case no flag decides: excludes class names and groups that set or
/// clear the flag `i`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Letters {
    pub(super) any: bool,
    pub(super) upper: bool,
}

impl Letters {
    pub(super) fn note(&mut self, c: char) {
        self.any |= c.is_alphabetic();
        self.upper |= c.is_uppercase();
    }
}

/// Error of a pattern that these engines do not accept.
#[derive(Debug)]
pub(super) struct RejectedPattern {
    pub(super) error: Error,
    /// Whether the pattern has look-around or a back-reference.
    pub(super) needs_backtracking: bool,
}

/// Advice for a pattern with `\0`, which other syntaxes have for a NUL byte.
pub(super) const NUL_ESCAPE: &str = r"`\0` is not an escape sequence (write `\x00` for a NUL byte)";

/// Parses one pattern. Errors have an offset, unlike the matcher's errors.
pub(super) fn parse(pattern: &str, query: &Query) -> Result<ParsedPattern, RejectedPattern> {
    let (escaped, inserted) = escape_literals(pattern);
    let fail = |message: String, offset: usize| {
        Error::new(
            ErrorKind::InvalidPattern,
            format!("cannot parse the pattern: {message}"),
        )
        .with_pattern(pattern)
        .with_offset(typed_offset(&inserted, offset))
    };
    let plain = |error: Error| RejectedPattern {
        error: error.with_advice("set", OptionName::Literal, "to search for this text"),
        needs_backtracking: false,
    };
    let parsed = ast::parse::Parser::new()
        .parse_with_comments(&escaped)
        .map_err(|e| match e.kind() {
            ast::ErrorKind::UnsupportedBackreference
                if escaped[e.span().start.offset..].starts_with(r"\0") =>
            {
                RejectedPattern {
                    error: fail(NUL_ESCAPE.to_owned(), e.span().start.offset),
                    needs_backtracking: false,
                }
            }
            ast::ErrorKind::UnsupportedLookAround | ast::ErrorKind::UnsupportedBackreference => {
                let what = match e.kind() {
                    ast::ErrorKind::UnsupportedLookAround => "look-around is off",
                    _ => "back-references are off",
                };
                let error = fail(what.to_owned(), e.span().start.offset);
                RejectedPattern {
                    error: error.with_advice("set", OptionName::Backtracking, "to allow both"),
                    needs_backtracking: true,
                }
            }
            kind => plain(fail(kind.to_string(), e.span().start.offset)),
        })?;
    let hir = translator(query, query.ignore_case)
        .build()
        .translate(&escaped, &parsed.ast)
        .map_err(|e| plain(fail(e.kind().to_string(), e.span().start.offset)))?;
    let looks = hir.properties().look_set();
    let Ok(Survey {
        letters,
        names_return,
        names_feed,
        groups,
        group_names,
        line_ends,
        ..
    }) = ast::visit(&parsed.ast, Survey::default());
    let mut plain = escaped;
    // A trailing comment would continue into the text appended to the pattern.
    if (parsed.comments.last()).is_some_and(|last| last.span.end.offset == plain.len()) {
        plain.push('\n');
    }
    // Two patterns may use the same name.
    let mut edits: Vec<_> = group_names.into_iter().map(|name| (name, "(")).collect();
    let named = plain.clone();
    replace(&mut plain, &edits);
    let lenient = (!line_ends.is_empty()).then(|| {
        edits.extend(line_ends.into_iter().map(|end| (end, "(?R:$)")));
        edits.sort_by_key(|(range, _)| range.start);
        let mut lenient = named;
        replace(&mut lenient, &edits);
        lenient
    });
    Ok(ParsedPattern {
        plain,
        lenient,
        has_text_anchor: looks.contains(Look::Start) || looks.contains(Look::End),
        letters,
        names_return,
        groups,
        names_feed,
    })
}

/// Parses a pattern that only the backtracking engine accepts. Returns its approximation for the
/// other engines, and the pattern for the backtracking engine.
pub(super) fn approximate(
    pattern: &str,
    query: &Query,
    rejected: RejectedPattern,
) -> ransack_base::Result<(ParsedPattern, String)> {
    let (escaped, inserted) = escape_literals(pattern);
    match approximation_of(&escaped, query) {
        Ok(parsed) => Ok((parsed, escaped)),
        Err(_) if !rejected.needs_backtracking => Err(rejected.error),
        Err(error) => {
            let offset = error.offset();
            let error = error.with_pattern(pattern);
            Err(match offset {
                Some(offset) => error.with_offset(typed_offset(&inserted, offset)),
                None => error,
            })
        }
    }
}

fn approximation_of(escaped: &str, query: &Query) -> ransack_base::Result<ParsedPattern> {
    let invalid = |message: &str| {
        let message = format!("cannot parse the pattern: {message}");
        Error::new(ErrorKind::InvalidPattern, message)
    };
    let BacktrackingPattern {
        approximation,
        all_parts,
    } = backtracking::parse(escaped, query)?;
    let translate = |text: &str| {
        parse(text, query).map_err(|_| invalid("it has an invalid class or too large a repetition"))
    };
    let whole = translate(&all_parts)?;
    if whole.names_feed && !query.multiline {
        let error = invalid("it contains a line feed");
        return Err(error.with_advice("set", OptionName::Multiline, "to match across lines"));
    }
    if whole.has_text_anchor {
        return Err(invalid(
            "the start and end of the text cannot be asserted together with look-around or \
             back-references: use `^` or `$`",
        ));
    }
    let approximation = translate(&approximation)?;
    Ok(ParsedPattern {
        letters: whole.letters,
        names_return: whole.names_return,
        ..approximation
    })
}

/// Returns the offset in the pattern as typed, given the offsets of added backslashes.
fn typed_offset(inserted: &[usize], offset: usize) -> usize {
    offset - inserted.iter().filter(|&&at| at < offset).count()
}

/// Replaces parts of `text`. `edits` must be in text order.
fn replace(text: &mut String, edits: &[(Range<usize>, &str)]) {
    for (range, new) in edits.iter().rev() {
        text.replace_range(range.clone(), new);
    }
}

fn translator(query: &Query, ignore_case: bool) -> TranslatorBuilder {
    let mut builder = TranslatorBuilder::new();
    builder
        .multi_line(true)
        .utf8(false)
        .case_insensitive(ignore_case)
        .dot_matches_new_line(query.multiline && query.dot_all);
    builder
}

/// Returns the expression that `RegexMatcher` matches for a pattern with escaped literals, or
/// `None` if the pattern is invalid.
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
        hir = without_line_feeds(hir);
    }
    if query.word {
        let start = Hir::look(Look::WordStartHalfUnicode);
        hir = Hir::concat(vec![start, hir, Hir::look(Look::WordEndHalfUnicode)]);
    }
    Some(hir)
}

/// Removes the line feed from all classes, as `RegexMatcher` does for matches within one line.
fn without_line_feeds(hir: Hir) -> Hir {
    let each = |parts: Vec<Hir>| parts.into_iter().map(without_line_feeds).collect();
    match hir.into_kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Literal(literal) => Hir::literal(literal.0),
        HirKind::Look(look) => Hir::look(look),
        HirKind::Class(Class::Unicode(mut class)) => {
            class.difference(&ClassUnicode::new([ClassUnicodeRange::new('\n', '\n')]));
            Hir::class(Class::Unicode(class))
        }
        HirKind::Class(Class::Bytes(mut class)) => {
            class.difference(&ClassBytes::new([ClassBytesRange::new(b'\n', b'\n')]));
            Hir::class(Class::Bytes(class))
        }
        HirKind::Repetition(mut repetition) => {
            repetition.sub = Box::new(without_line_feeds(*repetition.sub));
            Hir::repetition(repetition)
        }
        HirKind::Capture(mut capture) => {
            capture.sub = Box::new(without_line_feeds(*capture.sub));
            Hir::capture(capture)
        }
        HirKind::Concat(parts) => Hir::concat(each(parts)),
        HirKind::Alternation(parts) => Hir::alternation(each(parts)),
    }
}

/// Visitor that records properties of a pattern.
#[derive(Default)]
struct Survey {
    letters: Letters,
    /// Number of open groups that set or clear the flag `i`.
    decided: usize,
    names_return: bool,
    names_feed: bool,
    /// Names of the capture groups, from group 1.
    groups: Vec<Option<String>>,
    /// The `(?P<name>` part of each group.
    group_names: Vec<Range<usize>>,
    /// Each `$`.
    line_ends: Vec<Range<usize>>,
}

impl Survey {
    fn note(&mut self, literal: &ast::Literal) {
        if self.decided == 0 {
            self.letters.note(literal.c);
        }
    }

    fn decides_case(ast: &Ast) -> bool {
        let Ast::Group(group) = ast else { return false };
        let flags = group.flags();
        flags.is_some_and(|flags| flags.flag_state(ast::Flag::CaseInsensitive).is_some())
    }
}

fn range(span: &ast::Span) -> Range<usize> {
    span.start.offset..span.end.offset
}

impl ast::Visitor for Survey {
    type Output = Survey;
    type Err = Infallible;

    fn finish(self) -> Result<Survey, Infallible> {
        Ok(self)
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), Infallible> {
        self.decided += usize::from(Survey::decides_case(ast));
        match ast {
            Ast::Literal(literal) => {
                self.note(literal);
                self.names_return |= literal.c == '\r';
                self.names_feed |= literal.c == '\n';
            }
            Ast::ClassBracketed(class) => {
                self.names_return |= !class.negated && lists_return(&class.kind);
            }
            Ast::Assertion(assertion) if assertion.kind == ast::AssertionKind::EndLine => {
                self.line_ends.push(range(&assertion.span));
            }
            Ast::Group(group) => match &group.kind {
                ast::GroupKind::CaptureIndex(_) => self.groups.push(None),
                ast::GroupKind::CaptureName { name, .. } => {
                    self.groups.push(Some(name.name.clone()));
                    // The bracket follows the name.
                    let end = name.span.end.offset + 1;
                    self.group_names.push(group.span.start.offset..end);
                }
                ast::GroupKind::NonCapturing(_) => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn visit_post(&mut self, ast: &Ast) -> Result<(), Infallible> {
        self.decided -= usize::from(Survey::decides_case(ast));
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ast::ClassSetItem) -> Result<(), Infallible> {
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

/// Whether a class lists the carriage return, by itself or in a range.
fn lists_return(set: &ast::ClassSet) -> bool {
    match set {
        ast::ClassSet::Item(item) => item_lists_return(item),
        ast::ClassSet::BinaryOp(op) => match op.kind {
            ast::ClassSetBinaryOpKind::Intersection => {
                lists_return(&op.lhs) && lists_return(&op.rhs)
            }
            ast::ClassSetBinaryOpKind::Difference => lists_return(&op.lhs),
            ast::ClassSetBinaryOpKind::SymmetricDifference => {
                lists_return(&op.lhs) || lists_return(&op.rhs)
            }
        },
    }
}

fn item_lists_return(item: &ast::ClassSetItem) -> bool {
    match item {
        ast::ClassSetItem::Literal(literal) => literal.c == '\r',
        ast::ClassSetItem::Range(range) => (range.start.c..=range.end.c).contains(&'\r'),
        ast::ClassSetItem::Bracketed(class) => !class.negated && lists_return(&class.kind),
        ast::ClassSetItem::Union(union) => union.items.iter().any(item_lists_return),
        _ => false,
    }
}
