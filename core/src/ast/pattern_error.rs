//! Explanation of patterns that are one node in no context of a language.
//!
//! Runs only after the compilation of a pattern has failed; parses the pattern
//! once more to locate the syntax error.

use std::ops::Range;

use tree_sitter::{Node, Parser, Tree};

use super::context::PatternContext;
use super::language::Language;
use super::metavar::{self, PreparedPattern};
use super::parse::{self, skip_subtree};
use super::pattern::MAX_PATTERN_DEPTH;
use super::variables;
use crate::cancel::CancelToken;
use crate::error::{Error, ErrorKind, Result};

/// Reason why a pattern is rejected in one context, from the least to the most
/// specific.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rejection {
    /// The pattern does not parse.
    SyntaxError,
    /// The pattern parses, but as parts of several nodes.
    NotOneNode,
    /// The pattern is one node without a node of the selected kind.
    NothingSelected,
    /// A metavariable is a part of plain text.
    VarInProse,
    /// The pattern is or begins with a list metavariable.
    List,
    /// The pattern is deeper than [`MAX_PATTERN_DEPTH`].
    TooDeep,
}

/// Maximum length in characters of code quoted in a message.
const MAX_QUOTE: usize = 24;

/// Languages in which a single quote starts a character literal or nothing.
const DOUBLE_QUOTES_ONLY: [&str; 14] = [
    "c", "cpp", "csharp", "go", "haskell", "java", "json", "kotlin", "objc", "ocaml", "odin",
    "rust", "swift", "zig",
];

/// Returns the error for a pattern without code.
pub(super) fn empty(pattern: &str) -> Error {
    Error::new(ErrorKind::InvalidPattern, "the pattern is empty").with_pattern(pattern)
}

/// Returns the error for a pattern that was rejected in all contexts;
/// `rejection` is the most specific reason.
///
/// # Errors
///
/// `Aborted` or `Timeout` if the token fires.
pub(super) fn explain(
    pattern: &str,
    selector: Option<&str>,
    rejection: Rejection,
    language: &Language,
    token: &CancelToken,
) -> Result<Error> {
    let mut offset = None;
    let reason = match (rejection, selector) {
        (Rejection::SyntaxError, _) => match first_syntax_error(pattern, language, token)? {
            Some(error) => {
                offset = Some(error.offset);
                error.reason
            }
            None => "syntax error".into(),
        },
        (Rejection::NothingSelected, Some(kind)) => {
            format!("it contains no node of kind `{kind}`")
        }
        (Rejection::NothingSelected | Rejection::NotOneNode, _) => {
            "it is neither one syntax node nor a sequence of them; use an expression, statements or a declaration".into()
        }
        (Rejection::VarInProse, _) => "a metavariable cannot be a part of plain text".into(),
        (Rejection::List, _) => "a list metavariable is not one syntax node; use `$A`".into(),
        (Rejection::TooDeep, _) => {
            format!("it is nested more than {MAX_PATTERN_DEPTH} levels deep")
        }
    };
    let message = format!("cannot parse pattern as {}: {reason}", language.name);
    let error = Error::new(ErrorKind::InvalidPattern, message).with_pattern(pattern);
    Ok(match offset {
        Some(offset) => error.with_offset(offset),
        None => error,
    })
}

/// Syntax error of a pattern.
struct PatternSyntaxError {
    /// Byte offset in the pattern, 0-based.
    offset: usize,
    reason: String,
}

/// Returns the first syntax error of a pattern, in the context in which the
/// parser gets the furthest.
fn first_syntax_error(
    pattern: &str,
    language: &Language,
    token: &CancelToken,
) -> Result<Option<PatternSyntaxError>> {
    let fragment = pattern.trim();
    let start = pattern.len() - pattern.trim_start().len();
    let names = metavar::names(fragment);
    let placeholder = &language.pattern_syntax.placeholders[0];
    let prepared = metavar::prepare(
        fragment,
        &names,
        variables::predefined(language.name),
        |_| placeholder,
    );
    let mut parser = parse::parser(language)?;
    let mut furthest: Option<PatternSyntaxError> = None;
    for context in language.pattern_syntax.contexts {
        let error = error_in_context(&mut parser, context, &prepared, fragment, token)?;
        if let Some(error) = error
            && furthest.as_ref().is_none_or(|f| f.offset < error.offset)
        {
            furthest = Some(error);
        }
    }
    Ok(furthest.map(|error| {
        let is_quote = fragment
            .get(error.offset..)
            .is_some_and(|rest| rest.starts_with('\''));
        let hint = if is_quote && DOUBLE_QUOTES_ONLY.contains(&language.name) {
            " (string literals use double quotes)"
        } else {
            ""
        };
        PatternSyntaxError {
            offset: start + error.offset,
            reason: error.reason + hint,
        }
    }))
}

/// Returns the first syntax error of a prepared pattern in one context, with an
/// offset in `fragment`.
fn error_in_context(
    parser: &mut Parser,
    context: &PatternContext,
    prepared: &PreparedPattern,
    fragment: &str,
    token: &CancelToken,
) -> Result<Option<PatternSyntaxError>> {
    let (text, range) = context.wrap(&prepared.text, "");
    let tree = parse::parse_unbounded(parser, text.as_bytes(), token)?;
    let Some(node) = first_error_node(&tree, &range) else {
        return Ok(None);
    };
    // The parser may have skipped valid tokens before the invalid one, so the
    // start of an error with several tokens is only near the cause.
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
    Ok(Some(PatternSyntaxError { offset, reason }))
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

/// Returns the first node in `error` that is no token of the language.
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

/// Returns the token at the start of `code`: a metavariable, a word, or one
/// other character.
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
