//! The syntax around a line, and what is wrong with it.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use tree_sitter::{Node, Tree};

use super::item::{Lines, Span};
use super::parse::{self, skip_subtree};
use crate::cancel::CancelToken;
use crate::error::Result;

/// A node of a syntax tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SyntaxNode {
    /// Its kind, by the name that the grammar gives it.
    pub kind: String,
    /// Where it is.
    pub span: Span,
    /// The number of its last line, 1-based: that of its last character which
    /// is no line end.
    pub last_line: u64,
}

/// A place where a text breaks the syntax of its language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SyntaxDiagnostic {
    /// What is missing here, by the name that the grammar gives it; `None` for
    /// text that has no place here.
    pub missing: Option<String>,
    /// Where it is.
    pub span: Span,
}

/// The outermost node that begins in a line, with all of its lines: the
/// function, statement, element or entry that one means by pointing there.
/// `None` if none begins there, as in a line of closing brackets.
///
/// # Errors
///
/// A language that is not known; the token's abort or timeout.
///
/// # Example
///
/// ```
/// use ransack::CancelToken;
/// use ransack::ast::block_range_at;
///
/// let source = b"fn a() {}\n\nfn b() {\n    1;\n}\n";
/// let block = block_range_at(source, "rust", 3, &CancelToken::new())?.unwrap();
/// assert_eq!((block.kind.as_str(), block.span.start.line, block.last_line), ("function_item", 3, 5));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn block_range_at(
    source: &[u8],
    language: &str,
    line: u64,
    token: &CancelToken,
) -> Result<Option<SyntaxNode>> {
    ParsedText::parse(source, language, token, move |text| {
        let mut found = None;
        text.walk(|node| {
            let row = node.start_position().row as u64 + 1;
            if found.is_none() && row == line && node.is_named() && !text.is_root(node) {
                found = Some(text.node(node));
            }
            // What begins in a line is in what reaches it.
            found.is_none() && row <= line && node.end_position().row as u64 + 1 >= line
        })?;
        Ok(found)
    })
}

/// The named nodes that hold the first character of a line which is no blank,
/// from the innermost to the whole text. Empty for a blank line.
///
/// # Errors
///
/// As [`block_range_at`].
pub fn node_chain_at(
    source: &[u8],
    language: &str,
    line: u64,
    token: &CancelToken,
) -> Result<Vec<SyntaxNode>> {
    ParsedText::parse(source, language, token, move |text| {
        let mut chain = Vec::new();
        let Some(at) = text.lines.first_of(text.source, line) else {
            return Ok(chain);
        };
        text.walk(|node| {
            let holds = node.start_byte() <= at && at < node.end_byte();
            if holds && node.is_named() {
                chain.push(text.node(node));
            }
            holds
        })?;
        chain.reverse();
        Ok(chain)
    })
}

/// The lines, outside those shown, in which something begins that ends in a
/// line shown, or ends that begins in one: what one would show beside them to
/// tell where they are. In order, each once. `None` if the text has syntax
/// errors, so that it is not certain what belongs together.
///
/// # Errors
///
/// As [`block_range_at`].
///
/// # Example
///
/// ```
/// use ransack::CancelToken;
/// use ransack::ast::enclosing_block_boundaries;
///
/// let source = b"fn b() {\n    1;\n    2;\n}\n";
/// let lines = enclosing_block_boundaries(source, "rust", &[1..=2], &CancelToken::new())?;
/// assert_eq!(lines, Some(vec![4]));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn enclosing_block_boundaries(
    source: &[u8],
    language: &str,
    shown: &[RangeInclusive<u64>],
    token: &CancelToken,
) -> Result<Option<Vec<u64>>> {
    let shown = shown.to_vec();
    ParsedText::parse(source, language, token, move |text| {
        if text.tree.root_node().has_error() {
            return Ok(None);
        }
        let is_shown = |line: u64| shown.iter().any(|lines| lines.contains(&line));
        let mut boundaries = BTreeSet::new();
        text.walk(|node| {
            if node.is_named() && !text.is_root(node) {
                let (first, last) = text.first_and_last_line(node);
                match (is_shown(first), is_shown(last)) {
                    (true, false) => boundaries.insert(last),
                    (false, true) => boundaries.insert(first),
                    _ => false,
                };
            }
            // A node of one line holds nothing of interest.
            node.start_position().row < node.end_position().row
        })?;
        Ok(Some(boundaries.into_iter().collect()))
    })
}

/// Where a text breaks the syntax of its language, in order; empty if it does
/// not. Of errors within errors only the outer ones are given.
///
/// # Errors
///
/// As [`block_range_at`].
///
/// # Example
///
/// ```
/// use ransack::CancelToken;
/// use ransack::ast::check_syntax;
///
/// let token = CancelToken::new();
/// assert!(check_syntax(b"int x;", "c", &token)?.is_empty());
/// let faults = check_syntax(b"int x = (1;", "c", &token)?;
/// assert_eq!(faults[0].missing.as_deref(), Some(")"));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn check_syntax(
    source: &[u8],
    language: &str,
    token: &CancelToken,
) -> Result<Vec<SyntaxDiagnostic>> {
    ParsedText::parse(source, language, token, |text| {
        let mut faults = Vec::new();
        text.walk(|node| {
            let is_fault = node.is_error() || node.is_missing();
            if is_fault {
                faults.push(SyntaxDiagnostic {
                    missing: node.is_missing().then(|| node.kind().to_owned()),
                    span: text.lines.span(text.source, &node.byte_range()),
                });
            }
            node.has_error() && !is_fault
        })?;
        Ok(faults)
    })
}

/// A text, parsed.
struct ParsedText<'s> {
    source: &'s [u8],
    tree: Tree,
    lines: Lines,
    token: &'s CancelToken,
}

impl ParsedText<'_> {
    /// Parses a text and hands it to `look`.
    fn parse<T: Send + 'static>(
        source: &[u8],
        language: &str,
        token: &CancelToken,
        look: impl FnOnce(&ParsedText<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        parse::offload(source, 0, language, token, |source, language, token| {
            let mut parser = parse::parser(language)?;
            look(&ParsedText {
                source,
                tree: parse::parse_unbounded(&mut parser, source, token)?,
                lines: Lines::of(source),
                token,
            })
        })
    }

    /// Visits nodes, outer ones first; `enter` tells whether to go into one.
    fn walk(&self, mut enter: impl FnMut(Node<'_>) -> bool) -> Result<()> {
        let mut cursor = self.tree.walk();
        loop {
            self.token.heartbeat()?;
            let goes_in = enter(cursor.node()) && cursor.goto_first_child();
            if !goes_in && !skip_subtree(&mut cursor) {
                return Ok(());
            }
        }
    }

    fn is_root(&self, node: Node<'_>) -> bool {
        node == self.tree.root_node()
    }

    fn node(&self, node: Node<'_>) -> SyntaxNode {
        SyntaxNode {
            kind: node.kind().to_owned(),
            span: self.lines.span(self.source, &node.byte_range()),
            last_line: self.first_and_last_line(node).1,
        }
    }

    fn first_and_last_line(&self, node: Node<'_>) -> (u64, u64) {
        let text = self.source.get(node.byte_range()).unwrap_or_default();
        let line_ends = text.iter().rev().take_while(|b| matches!(b, b'\n' | b'\r'));
        let last = node.end_byte() - line_ends.count();
        (
            node.start_position().row as u64 + 1,
            self.lines.line_of(last),
        )
    }
}
