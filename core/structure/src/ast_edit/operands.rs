//! Expressions that need brackets although their grammar accepts them without: the grammar accepts
//! more than the language, or the brackets have a meaning of their own.

use std::ops::Range;

use ransack_grammars::Language;
use ransack_grammars::internal::grammar_of;
use ransack_languages::internal::{
    EcmascriptKinds, Formats, LanguageTables, LineEnds, NodeKinds, has_word, tables,
};
use tree_sitter::Node;

/// Returns whether an expression, a node of the text, needs brackets between the code before and
/// after it.
pub(super) fn needs_brackets(
    node: Node<'_>,
    before: &[u8],
    after: &[u8],
    text: &[u8],
    language: &'static Language,
) -> bool {
    let LanguageTables {
        kinds, patterns, ..
    } = tables(language);
    let (operands, heads) = (patterns.operands, patterns.statement_heads.ecmascript);
    let after = after.trim_ascii_start();
    let code = &text[node.byte_range()];
    joins_operator(before.last(), code.first(), language)
        || (operands.has_optional_chains && continues_chain(after) && is_optional_chain(node, text))
        || (!operands.casts.is_empty()
            && continues_type(after)
            && ends_with_type(node, operands.casts))
        || (!operands.comparisons.is_empty() && is_chained(node, operands.comparisons))
        || heads.is_some_and(|kinds| is_in_for_head(node, kinds))
        || (operands.line_ends != LineEnds::Blank
            && !is_enclosed(node, patterns.block_kinds)
            && ends_early(node, text, operands.line_ends, kinds))
        || operands
            .formats
            .is_some_and(|formats| has_colon_in_string(node, formats))
}

/// Returns whether two adjacent bytes are one token although the grammar may read them as two
/// operators, as in `a/*b`.
fn joins_operator(last: Option<&u8>, first: Option<&u8>, language: &'static Language) -> bool {
    match (last, first) {
        (Some(b'/'), Some(b'*' | b'/')) => tables(language).patterns.c_like.is_some(),
        (Some(b'<'), Some(b'-')) => grammar_of(language).id_for_node_kind("<-", false) != 0,
        _ => false,
    }
}

/// Returns whether code continues a chain of accesses and calls.
fn continues_chain(after: &[u8]) -> bool {
    match after {
        [b'.', second, ..] => *second != b'.',
        [b'[' | b'(' | b'`', ..] | [b'?' | b'-', b'.' | b'>' | b'-', ..] | [b'?', b'[', ..] => true,
        [b'!', second, ..] => *second != b'=',
        _ => false,
    }
}

/// Returns whether a chain of accesses and calls has an optional access.
fn is_optional_chain(node: Node<'_>, text: &[u8]) -> bool {
    let mut links = std::iter::successors(Some(node), |node| node.child(0));
    links.any(|link| {
        let mut cursor = link.walk();
        let mut rest = link.children(&mut cursor).skip(1);
        rest.any(|child| {
            let code = &text[child.start_byte()..];
            code.starts_with(b"?.") || code.starts_with(b"?->") || code.starts_with(b"?[")
        })
    })
}

/// Returns whether brackets around an expression let it continue on the next line.
fn is_enclosed(node: Node<'_>, blocks: &str) -> bool {
    let mut around = std::iter::successors(node.parent(), Node::parent);
    around.any(|outer| {
        let is_open = |child: Node<'_>| {
            matches!(child.kind(), "(" | "[" | "{") && child.end_byte() <= node.start_byte()
        };
        let mut cursor = outer.walk();
        !has_word(blocks, outer.kind()) && outer.children(&mut cursor).any(is_open)
    })
}

/// Returns whether a line end outside of brackets would end an expression before its end.
fn ends_early(node: Node<'_>, text: &[u8], line_ends: LineEnds, kinds: &NodeKinds) -> bool {
    let is_closed = matches!(text.get(node.start_byte()), Some(b'(' | b'[' | b'{'));
    if is_closed && node.child(0).is_some_and(|first| !first.is_named()) {
        return false;
    }
    let mut cursor = node.walk();
    let children: Vec<_> = node.children(&mut cursor).collect();
    let ends_between = children.windows(2).any(|pair| {
        let is_token = !pair[1].is_named() || has_word(kinds.operators, pair[1].kind());
        let is_mark = is_token && !text[pair[1].start_byte()..].starts_with(b".");
        let gap = &text[pair[0].end_byte()..pair[1].start_byte()];
        gap.contains(&b'\n') && (line_ends == LineEnds::Always || is_mark)
    });
    !has_word(kinds.strings, node.kind())
        && (ends_between
            || children
                .iter()
                .any(|child| ends_early(*child, text, line_ends, kinds)))
}

/// Returns whether code would continue a type before it.
fn continues_type(after: &[u8]) -> bool {
    match after {
        [b'.', second, ..] => *second != b'.',
        [b'<', second, ..] => *second != b'=',
        [first, ..] => matches!(first, b'(' | b'[' | b'?'),
        [] => false,
    }
}

/// Returns whether an expression ends with the type of a conversion.
fn ends_with_type(node: Node<'_>, casts: &str) -> bool {
    let mut cursor = node.walk();
    has_word(casts, node.kind())
        || node
            .children(&mut cursor)
            .last()
            .is_some_and(|last| ends_with_type(last, casts))
}

/// Returns whether an expression is a comparison that is an operand of another comparison.
fn is_chained(node: Node<'_>, comparisons: &str) -> bool {
    let compares = |node: Node<'_>| {
        let mut cursor = node.walk();
        let mut children = node.children(&mut cursor);
        let begins = children.next().is_some_and(|first| first.is_named());
        begins && children.any(|child| has_word(comparisons, child.kind()))
    };
    compares(node) && node.parent().is_some_and(compares)
}

/// Returns whether the brackets or braces of a node may contain the operator `in` anywhere.
fn is_enclosing(node: Node<'_>, kinds: EcmascriptKinds) -> bool {
    let parts = kinds.enclosing;
    parts.iter().any(|part| node.kind().contains(part))
}

/// Returns whether an expression has the operator `in` where a `for` loop would begin with it.
fn is_in_for_head(node: Node<'_>, kinds: EcmascriptKinds) -> bool {
    let mut inner = node;
    while let Some(parent) = inner
        .parent()
        .filter(|parent| !is_enclosing(*parent, kinds))
    {
        if parent.kind() == kinds.loops {
            return parent.child_by_field_name("initializer") == Some(inner) && has_in(node, kinds);
        }
        inner = parent;
    }
    false
}

fn has_in(node: Node<'_>, kinds: EcmascriptKinds) -> bool {
    let mut cursor = node.walk();
    let mut children = node.children(&mut cursor);
    !is_enclosing(node, kinds) && children.any(|child| child.kind() == "in" || has_in(child, kinds))
}

/// Returns whether an expression in the braces of a string has a colon, which would begin a format.
fn has_colon_in_string(node: Node<'_>, formats: Formats) -> bool {
    let is_interpolation = |node: &Node<'_>| node.kind() == formats.braces;
    let is_in_string = || node.parent().filter(is_interpolation).is_some();
    let mut links = std::iter::successors(Some(node), |node| {
        let mut cursor = node.walk();
        node.children(&mut cursor).last()
    });
    is_in_string() && links.any(|link| has_word(formats.expressions, link.kind()))
}

/// Returns whether `code` may contain the operator `in`, in a language in which it may not begin a
/// `for` loop.
pub(super) fn may_have_in(code: &[u8], language: &Language) -> bool {
    let patterns = tables(language).patterns;
    patterns.statement_heads.ecmascript.is_some()
        && memchr::memmem::find_iter(code, b"in").any(|at| {
            let is_name = |byte: Option<&u8>| {
                byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            };
            !is_name(code[..at].last()) && !is_name(code.get(at + 2))
        })
}

/// Returns whether an operand of an operator, with this range of the text, is a spread: the operator
/// would be part of the spread expression. `node` is the innermost node around the operand.
pub(super) fn is_spread_operand(node: Node<'_>, range: &Range<usize>, spreads: &str) -> bool {
    let begins = |node: &Node<'_>| node.start_byte() == range.start;
    let is_spread = |node: &Node<'_>| has_word(spreads, node.kind());
    // A list separates its elements.
    let is_operator = |next: Node<'_>| !next.is_named() && !matches!(next.kind(), "," | ";" | "=");
    let mut outer = std::iter::successors(Some(node), Node::parent).take_while(begins);
    outer.find(is_spread).is_some_and(|spread| {
        let is_operand = spread.parent().filter(begins).is_some()
            && spread.next_sibling().is_some_and(is_operator);
        spread.end_byte() > range.end || is_operand
    })
}
