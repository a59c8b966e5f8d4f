//! Explains why a pattern has no valid interpretation in a language.
//!
//! Runs only after a pattern has failed to compile; parses the pattern again to locate the syntax
//! error.

use std::ops::Range;

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, ErrorKind, Result};
use ransack_grammars::Language;
use ransack_grammars::internal::{
    GrammarParser, grammar_of, parse_unbounded, parser, skip_subtree,
};
use ransack_languages::internal::{PatternContext, tables};
use tree_sitter::{Node, Tree};

use crate::pattern::metavar::{self, PreparedPattern};
use crate::pattern::{MAX_PATTERN_DEPTH, condition, suggestion};

/// Reason for rejecting a pattern in one context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// The pattern does not parse.
    SyntaxError,
    /// The pattern parses, but spans parts of several nodes inside a node of kind `kind`.
    NotOneNode { kind: u16, context: &'static str },
    /// The pattern is one node, but contains no node of the selected kind.
    NothingSelected,
    /// The pattern begins with a reserved word, read as a node of kind `kind`.
    Keyword {
        word: &'static str,
        kind: u16,
        context: &'static str,
    },
    /// The metavariable with index `var` is part of a node without children.
    VarInToken { var: usize, kind: u16 },
    /// The pattern is or begins with a list metavariable.
    List,
    /// The pattern is deeper than [`MAX_PATTERN_DEPTH`].
    TooDeep,
}

impl Rejection {
    /// Returns the rank of the reason, from least to most specific.
    pub(crate) fn rank(self) -> u8 {
        match self {
            Rejection::SyntaxError => 0,
            Rejection::NotOneNode { .. } => 1,
            Rejection::NothingSelected => 2,
            Rejection::Keyword { .. } => 3,
            Rejection::VarInToken { .. } => 4,
            Rejection::List => 5,
            Rejection::TooDeep => 6,
        }
    }
}

/// Start of the message for a pattern without a valid interpretation.
pub(crate) const NO_READING: &str = "cannot parse pattern as";

/// Maximum length, in characters, of code quoted in a message.
const MAX_QUOTE: usize = 24;

/// Returns the error for a pattern without code.
pub(crate) fn empty(pattern: &str) -> Error {
    let message = "the pattern is empty; write code, or `$A` for any node";
    Error::new(ErrorKind::InvalidPattern, message).with_pattern(pattern)
}

/// Returns the error for a metavariable that stands for one node in one position of a pattern and
/// for a list in another.
pub(crate) fn two_meanings(pattern: &str, name: &str, at: usize) -> Error {
    let message = format!(
        "metavariable {name} is both one node and a list (`${name}`, `$$${name}`) at {}; \
         use two names",
        place(pattern, at)
    );
    Error::new(ErrorKind::InvalidPattern, message)
        .with_pattern(pattern)
        .with_offset(at)
}

/// Returns the error for a pattern that begins with a misspelt keyword.
pub(crate) fn misspelt(pattern: &str, word: &str, keyword: &str, language: &Language) -> Error {
    let start = pattern.len() - pattern.trim_start().len();
    let message = format!(
        "{NO_READING} {}: `{word}` at {} is read as a name; write the keyword `{keyword}`",
        language.name,
        place(pattern, start)
    );
    Error::new(ErrorKind::InvalidPattern, message)
        .with_pattern(pattern)
        .with_offset(start)
}

/// Returns a byte offset in a pattern as line and column, both 1-based; columns count characters.
fn place(pattern: &str, offset: usize) -> String {
    let before = pattern.get(..offset).unwrap_or(pattern);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() + 1;
    let column = before[line_start..].chars().count() + 1;
    format!("line {line}, column {column}")
}

/// Returns the error for a pattern that was rejected in all contexts. `rejection` is the most
/// specific reason.
///
/// # Errors
///
/// `Aborted` or `Timeout` if the token fires.
pub(crate) fn explain(
    pattern: &str,
    selector: Option<&str>,
    rejection: Rejection,
    language: &Language,
    token: &CancelToken,
) -> Result<Error> {
    let fragment = pattern.trim();
    let start = pattern.len() - pattern.trim_start().len();
    let mut offset = start;
    let grammar = grammar_of(language);
    let kind_name = |kind| grammar.node_kind_for_id(kind).unwrap_or("ERROR");
    let reason = match (rejection, selector) {
        (Rejection::SyntaxError, _) => match first_syntax_error(fragment, language, token)? {
            Some(error) => {
                offset = start + error.offset;
                format!(
                    "{} at {}{}",
                    error.reason,
                    place(pattern, offset),
                    error.detail
                )
            }
            None => format!("syntax error at {}", place(pattern, offset)),
        },
        (Rejection::NothingSelected, Some(kind)) => {
            format!("it contains no node of kind `{kind}`")
        }
        (Rejection::NothingSelected, None) => "it contains no node".into(),
        (Rejection::NotOneNode { kind, context }, _) => format!(
            "the code at {} is only a part of a node of kind `{}` in the context `{context}`; \
             use an expression, statements or a declaration",
            place(pattern, offset),
            kind_name(kind)
        ),
        (
            Rejection::Keyword {
                word,
                kind,
                context,
            },
            _,
        ) => {
            let at = fragment.to_ascii_lowercase().find(word).unwrap_or_default();
            offset = start + at;
            format!(
                "`{}` at {} is a keyword, but is read as `{}` in the context `{context}`",
                fragment.get(at..at + word.len()).unwrap_or(word),
                place(pattern, offset),
                kind_name(kind)
            )
        }
        (Rejection::VarInToken { var, kind }, _) => {
            let places = metavar::places(fragment, tables(language).patterns.predefined);
            let (name, at) = places.get(var).map_or(("", 0), |var| {
                let at = var.before.len();
                (&fragment[at..fragment.len() - var.after.len()], at)
            });
            offset = start + at;
            let kind = kind_name(kind);
            format!(
                "metavariable `{name}` at {} is a part of a node of kind `{kind}`; \
                 a metavariable is a whole node: use a rule with `kind: {kind}` and `regex`",
                place(pattern, offset)
            )
        }
        (Rejection::List, _) => format!(
            "a list metavariable at {} is not one syntax node, and none can begin a sequence; \
             use `$A`, or leave it out",
            place(pattern, offset)
        ),
        (Rejection::TooDeep, _) => {
            format!("it is nested more than {MAX_PATTERN_DEPTH} levels deep")
        }
    };
    let message = format!("{NO_READING} {}: {reason}", language.name);
    Ok(Error::new(ErrorKind::InvalidPattern, message)
        .with_pattern(pattern)
        .with_offset(offset))
}

/// Syntax error in a pattern.
struct PatternSyntaxError {
    /// Byte offset in the pattern, 0-based.
    offset: usize,
    reason: String,
    /// Text that follows the position in the message.
    detail: String,
}

/// Returns the first syntax error of a pattern, in the context in which the parser gets furthest.
/// An open bracket takes precedence over other errors.
fn first_syntax_error(
    fragment: &str,
    language: &Language,
    token: &CancelToken,
) -> Result<Option<PatternSyntaxError>> {
    let open = suggestion::open_brackets(fragment);
    if let Some((at, bracket)) = open.last() {
        let detail = format!(": `{bracket}` at {} is not closed", place(fragment, *at));
        return Ok(Some(PatternSyntaxError {
            offset: fragment.len(),
            reason: format!("missing `{}`", suggestion::closing_bracket(*bracket)),
            detail,
        }));
    }
    let names = metavar::names(fragment);
    let placeholder = &tables(language).patterns.placeholders[0];
    let prepared = metavar::prepare(
        fragment,
        &names,
        tables(language).patterns.predefined,
        |_| placeholder,
    );
    let mut parser = parser(language)?;
    let mut furthest: Option<PatternSyntaxError> = None;
    for context in condition::likely_contexts(&prepared.text, language) {
        let error = error_in_context(&mut parser, context, &prepared, fragment, token)?;
        if let Some(error) = error
            && furthest.as_ref().is_none_or(|f| f.offset < error.offset)
        {
            furthest = Some(error);
        }
    }
    Ok(furthest)
}

/// Returns the first syntax error of a prepared pattern in one context, with an
/// offset in `fragment`.
fn error_in_context(
    parser: &mut GrammarParser,
    context: &PatternContext,
    prepared: &PreparedPattern,
    fragment: &str,
    token: &CancelToken,
) -> Result<Option<PatternSyntaxError>> {
    let (text, range) = context.wrap(&prepared.text, "");
    let tree = parse_unbounded(parser, text.as_bytes(), token)?;
    let Some(node) = first_error_node(&tree, &range) else {
        return Ok(None);
    };
    // The parser may have skipped valid tokens before the invalid one, so the start of an error
    // with several tokens is only near the cause.
    let invalid = invalid_character(node);
    let leaf = invalid.unwrap_or_else(|| first_leaf(node));
    if leaf.start_byte() >= range.end && !node.is_missing() {
        return Ok(None);
    }
    let at = leaf.start_byte().clamp(range.start, range.end);
    let offset = prepared.original_offset(fragment, at - range.start);
    let is_exact = invalid.is_some() || leaf.end_byte() == node.end_byte();
    let reason = if node.is_missing() && node.is_named() {
        format!("missing {}", node.kind())
    } else if node.is_missing() {
        format!("missing `{}`", node.kind())
    } else {
        let token = quoted_token(fragment.get(offset..).unwrap_or_default());
        let what = if is_exact {
            "unexpected"
        } else {
            "syntax error near"
        };
        format!("{what} `{token}`")
    };
    let detail = previous_node(leaf, &range).map_or_else(String::new, |node| {
        let start = prepared.original_offset(fragment, node.start_byte() - range.start);
        let end = prepared.original_offset(fragment, node.end_byte() - range.start);
        let code = fragment.get(start..end).unwrap_or_default();
        let end = code
            .char_indices()
            .nth(MAX_QUOTE)
            .map_or(code.len(), |(at, _)| at);
        let cut = if end < code.len() { "..." } else { "" };
        format!(", after `{}{cut}` (read as {})", &code[..end], node.kind())
    });
    Ok(Some(PatternSyntaxError {
        offset,
        reason,
        detail,
    }))
}

/// Returns the last named node in `range` that ends before a node and begins closest to the start
/// of the range.
fn previous_node<'t>(mut node: Node<'t>, range: &Range<usize>) -> Option<Node<'t>> {
    let mut previous = loop {
        match node.prev_named_sibling() {
            Some(sibling) if sibling.start_byte() >= range.start => break sibling,
            _ => node = node.parent()?,
        }
    };
    while previous.is_error() {
        let last = previous.named_child_count().checked_sub(1)?;
        previous = previous.named_child(last as u32)?;
    }
    (previous.end_byte() <= range.end).then_some(previous)
}

/// Returns the first error node of a tree that does not end before `range`.
fn first_error_node<'t>(tree: &'t Tree, range: &Range<usize>) -> Option<Node<'t>> {
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if (node.is_error() || node.is_missing()) && node.end_byte() >= range.start {
            return Some(node);
        }
        let has_descended = node.has_error() && cursor.goto_first_child();
        if !has_descended && !skip_subtree(&mut cursor) {
            return None;
        }
    }
}

/// Returns the first node in `error` that is not a token of the language.
fn invalid_character(error: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = error.walk();
    loop {
        let node = cursor.node();
        if node.is_error() && node.child_count() == 0 {
            return Some(node);
        }
        if !cursor.goto_first_child() && !skip_subtree(&mut cursor) {
            return None;
        }
    }
}

fn first_leaf(mut node: Node<'_>) -> Node<'_> {
    while let Some(child) = node.child(0) {
        node = child;
    }
    node
}

/// Returns the token at the start of `code`: a metavariable, a word, or a single other character.
fn quoted_token(code: &str) -> &str {
    if let Some((_, len)) = metavar::var_at(code) {
        return &code[..len];
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let word: usize = code
        .chars()
        .take_while(|c| is_word(*c))
        .take(MAX_QUOTE)
        .map(char::len_utf8)
        .sum();
    let first = code.chars().next().map_or(0, char::len_utf8);
    &code[..word.max(first)]
}
