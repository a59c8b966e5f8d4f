//! Brackets around expressions that an edit inserts next to an operator.
//!
//! Uses no precedence table: an inserted expression needs brackets if the new text has no node with
//! exactly the range of the expression, or has a statement there. Brackets are added if the grammar
//! parses them as brackets.

use std::ops::Range;

use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget, grammar_of};
use ransack_languages::internal::tables;
use tree_sitter::Node;

use crate::ast_edit::statements::is_read_as_statement;
use crate::ast_edit::syntax::{TextSyntax, Trees};
use crate::ast_edit::text_plan::{PlannedEdit, spliced};

/// Adds brackets to the [`operands`](PlannedEdit::operands) of `edits`, which are sorted and
/// disjoint, where the new text would be parsed differently.
pub(super) fn add_brackets(
    text: &[u8],
    edits: &mut [PlannedEdit],
    host: &'static Language,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    // Whether the text of an edit is an operand as a whole depends on its inner brackets.
    let take_whole = |edit: &mut PlannedEdit| {
        let whole = 0..edit.text.len();
        edit.operands.pop_if(|last| *last == whole).is_some()
    };
    let wholes: Vec<bool> = edits.iter_mut().map(take_whole).collect();
    bracket_operands(text, edits, host, parsers, budget)?;
    for (edit, has_whole) in edits.iter_mut().zip(wholes) {
        let whole = 0..edit.text.len();
        edit.operands = has_whole.then_some(whole).into_iter().collect();
    }
    bracket_operands(text, edits, host, parsers, budget)
}

/// Adds brackets to disjoint operands.
fn bracket_operands(
    text: &[u8],
    edits: &mut [PlannedEdit],
    host: &'static Language,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    if edits.iter().all(|edit| edit.operands.is_empty()) {
        return Ok(());
    }
    let (trees, places) = parsed(text, edits, host, parsers, budget)?;
    let mut is_needed = false;
    for (edit, place) in edits.iter_mut().zip(&places) {
        let (language, code) = (edit.language, &edit.text);
        let before = text[..edit.range.start].last();
        edit.operands.retain(|operand| {
            let range = place + operand.start..place + operand.end;
            let node = trees.node(language, &range);
            node.is_some_and(|node| {
                node.byte_range() != range
                    || is_read_as_statement(node, &code[operand.clone()], language)
                    || joins_operator(
                        code[..operand.start].last().or(before),
                        code[operand.start],
                        language,
                    )
            })
        });
        is_needed |= !edit.operands.is_empty();
    }
    if !is_needed {
        return Ok(());
    }
    let mut bracketed: Vec<PlannedEdit> = edits.iter().map(with_brackets).collect();
    let (trees, places) = parsed(text, &bracketed, host, parsers, budget)?;
    for ((edit, new), place) in edits.iter_mut().zip(&mut bracketed).zip(&places) {
        let mut operands = new.operands.iter();
        edit.operands.retain(|_| {
            let Some(operand) = operands.next() else {
                return false;
            };
            let range = place + operand.start..place + operand.end;
            let node = trees.node(new.language, &range);
            node.is_some_and(|node| node.byte_range() == range && is_bracketed(node))
        });
        *edit = with_brackets(edit);
    }
    Ok(())
}

/// Returns whether two adjacent bytes are one token although the grammar may read them as two
/// operators, as in `a/*b`.
fn joins_operator(last: Option<&u8>, first: u8, language: &'static Language) -> bool {
    let Some(last) = last.filter(|last| last.is_ascii_punctuation()) else {
        return false;
    };
    match (last, first) {
        (b'/', b'*' | b'/') => tables(language).patterns.c_like.is_some(),
        (b'<', b'-') => grammar_of(language).id_for_node_kind("<-", false) != 0,
        _ => false,
    }
}

/// Returns whether a node is a single expression in brackets. Calls, tuples, subshells and
/// statement sequences do not count, since brackets give them a different meaning.
fn is_bracketed(node: Node<'_>) -> bool {
    let kind = node.kind();
    let mut cursor = node.walk();
    let children = node.named_children(&mut cursor);
    (kind.starts_with("paren") || kind == "tuple_expression")
        && !node.has_error()
        && children.filter(|child| !child.is_extra()).count() == 1
}

/// Parses the text with `edits` applied. Also returns the start of each edit in the new text.
fn parsed(
    text: &[u8],
    edits: &[PlannedEdit],
    host: &'static Language,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<(Trees, Vec<usize>), Interrupt> {
    let (new, places) = spliced(text, edits);
    Ok((Trees::of(&new, host, parsers, budget)?, places))
}

/// Returns an edit with brackets around its operands; the operands then include the brackets. The
/// first bracket does not continue the previous statement.
fn with_brackets(edit: &PlannedEdit) -> PlannedEdit {
    let mut text = Vec::with_capacity(edit.text.len() + 2 * edit.operands.len());
    let mut operands = Vec::with_capacity(edit.operands.len());
    let mut from = 0;
    if edit.follows_open_statement && edit.operands.first().is_some_and(|first| first.start == 0) {
        text.push(b';');
    }
    for operand in &edit.operands {
        text.extend_from_slice(&edit.text[from..operand.start]);
        let start = text.len();
        text.push(b'(');
        text.extend_from_slice(&edit.text[operand.clone()]);
        text.push(b')');
        operands.push(start..text.len());
        from = operand.end;
    }
    text.extend_from_slice(&edit.text[from..]);
    PlannedEdit {
        text,
        operands,
        ..edit.clone()
    }
}

/// Returns whether code may be an expression that needs brackets. Names, numbers, and blocks that
/// begin or end with a line ending do not.
fn may_be_compound(code: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | 128..);
    code.trim_ascii() == code && !code.iter().all(is_part)
}

/// Returns whether the code before an expression separates it from operators.
fn is_delimited_before(before: &[u8]) -> bool {
    let trimmed = before.trim_ascii_end();
    match trimmed {
        [] | [.., b'(' | b'[' | b'{' | b',' | b';'] => true,
        [.., b'=' | b'!' | b'<' | b'>', b'='] => false,
        [.., b'='] => true,
        [.., last] => before[trimmed.len()..].contains(&b'\n') && !is_operator(*last),
    }
}

/// Returns whether the code after an expression separates it from operators.
fn is_delimited_after(after: &[u8]) -> bool {
    let trimmed = after.trim_ascii_start();
    match trimmed {
        [] | [b')' | b']' | b'}' | b',' | b';', ..] => true,
        [first, ..] => {
            after[..after.len() - trimmed.len()].contains(&b'\n') && !is_operator(*first)
        }
    }
}

fn is_operator(byte: u8) -> bool {
    byte.is_ascii_punctuation()
        && !matches!(byte, b'_' | b'"' | b'\'' | b'`' | b'{' | b'}' | b'#' | b'@')
}

/// Returns whether `code`, the replacement of the node in `range`, may need brackets between
/// `before` and `after`.
pub(super) fn is_operand(
    code: &[u8],
    before: &[u8],
    after: &[u8],
    range: &Range<usize>,
    language: &Language,
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<bool, Interrupt> {
    let Some(is_head) = syntax.is_statement_head(language, range)? else {
        return Ok(false);
    };
    let is_delimited = is_delimited_before(before) && is_delimited_after(after);
    Ok((is_head || !is_delimited) && may_be_compound(code) && syntax.is_node(language, range)?)
}
