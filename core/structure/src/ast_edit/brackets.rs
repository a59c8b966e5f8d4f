//! Brackets around expressions that an edit inserts next to an operator.
//!
//! Uses no precedence table: an inserted expression needs brackets if the new text has no node with
//! exactly the range of the expression, or has a statement there. The exceptions, where a grammar
//! accepts more than its language, are in `operands`. Brackets are added if the grammar
//! parses them as brackets.

use std::ops::Range;

use ransack_base::internal::{ErrorParts, clip_end};
use ransack_base::{Error, ErrorKind, OptionName};
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget};
use ransack_languages::internal::{LineEnds, has_word, tables};
use tree_sitter::Node;

use crate::ast_edit::operands::{is_spread_operand, may_have_in, needs_brackets};
use crate::ast_edit::statements::is_read_as_statement;
use crate::ast_edit::syntax::{TextSyntax, Trees};
use crate::ast_edit::text_plan::{PlannedEdit, spliced};

/// Adds brackets to the [`operands`](PlannedEdit::operands) of `edits`, which are sorted and
/// disjoint, where the new text would be parsed differently. Returns the first operand that cannot
/// have brackets.
pub(super) fn add_brackets(
    text: &[u8],
    edits: &mut [PlannedEdit],
    host: &'static Language,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<Option<WideSpread>, Interrupt> {
    // Whether the text of an edit is an operand as a whole depends on its inner brackets.
    let take_whole = |edit: &mut PlannedEdit| {
        let whole = 0..edit.text.len();
        edit.operands.pop_if(|last| *last == whole).is_some()
    };
    let wholes: Vec<bool> = edits.iter_mut().map(take_whole).collect();
    let inner = bracket_operands(text, edits, host, parsers, budget)?;
    for (edit, has_whole) in edits.iter_mut().zip(wholes) {
        let whole = 0..edit.text.len();
        edit.operands = has_whole.then_some(whole).into_iter().collect();
    }
    let outer = bracket_operands(text, edits, host, parsers, budget)?;
    Ok(inner.or(outer))
}

/// Adds brackets like [`add_brackets`]. Returns the index of the first edit with an operand that is no
/// expression of its own in the new text, such as several statements.
pub(crate) fn broken_expression(
    text: &[u8],
    edits: &mut [PlannedEdit],
    host: &'static Language,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<Option<u32>, Interrupt> {
    let operands: Vec<_> = edits
        .iter()
        .map(|edit| edit.operands.first().cloned())
        .collect();
    if operands.iter().all(Option::is_none) {
        return Ok(None);
    }
    let lens: Vec<usize> = edits.iter().map(|edit| edit.text.len()).collect();
    for edit in &mut *edits {
        // Some grammars read statements on several lines in brackets as one expression.
        let has_lines = |operand: &Range<usize>| edit.text[operand.clone()].contains(&b'\n');
        edit.operands.retain(|operand| !has_lines(operand));
    }
    add_brackets(text, edits, host, parsers, budget)?;
    let Parsed { trees, places, .. } = parsed(text, edits, host, parsers, budget)?;
    let is_broken = |at: &usize| {
        let (edit, place) = (&edits[*at], places[*at]);
        operands[*at].as_ref().is_some_and(|operand| {
            let end = operand.end + edit.text.len() - lens[*at];
            let range = place + operand.start..place + end;
            let node = trees.node(edit.language, &range);
            node.is_none_or(|node| node.byte_range() != range || node.parent().is_none())
        })
    };
    let broken = (0..edits.len()).find(is_broken);
    Ok(broken.map(|at| edits[at].index))
}

/// Captured spread, such as `*a`, that would apply to more code than it was captured with.
pub(super) struct WideSpread {
    /// Index of the rewrite.
    index: usize,
    code: String,
}

impl WideSpread {
    pub(super) fn into_error(self) -> Error {
        let message = format!(
            "`{}` cannot be an operand: it would spread the whole expression",
            clip_end(&self.code)
        );
        let error = Error::new(ErrorKind::SyntaxError, message);
        error.in_element(OptionName::Rewrites, self.index)
    }
}

/// Adds brackets to disjoint operands. Returns the first that cannot have brackets.
fn bracket_operands(
    text: &[u8],
    edits: &mut [PlannedEdit],
    host: &'static Language,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<Option<WideSpread>, Interrupt> {
    if edits.iter().all(|edit| edit.operands.is_empty()) {
        return Ok(None);
    }
    let Parsed { new, trees, places } = parsed(text, edits, host, parsers, budget)?;
    let mut spread = None;
    let mut is_needed = false;
    for (edit, place) in edits.iter_mut().zip(&places) {
        let (language, code, is_statement) = (edit.language, &edit.text, edit.is_statement);
        edit.operands.retain(|operand| {
            let range = place + operand.start..place + operand.end;
            let (before, after) = (&new[..range.start], &new[range.end..]);
            let rest = &code[operand.end..];
            let may_stand_alone = match rest {
                [] => is_statement,
                _ => is_delimited_after(rest),
            };
            let Some(node) = trees.node(language, &range) else {
                return false;
            };
            if is_spread_operand(node, &range, tables(language).kinds.spreads) {
                let code = String::from_utf8_lossy(&code[operand.clone()]).into_owned();
                let index = edit.index as usize;
                spread.get_or_insert(WideSpread { index, code });
            }
            if node.byte_range() != range {
                return true;
            }
            is_read_as_statement(node, &code[operand.clone()], language, may_stand_alone)
                || needs_brackets(node, before, after, &new, language)
        });
        is_needed |= !edit.operands.is_empty();
    }
    if !is_needed {
        return Ok(spread);
    }
    let mut bracketed: Vec<PlannedEdit> = edits.iter().map(with_brackets).collect();
    let Parsed { trees, places, .. } = parsed(text, &bracketed, host, parsers, budget)?;
    for ((edit, new), place) in edits.iter_mut().zip(&mut bracketed).zip(&places) {
        let mut operands = new.operands.iter();
        edit.operands.retain(|_| {
            let Some(operand) = operands.next() else {
                return false;
            };
            let range = place + operand.start..place + operand.end;
            let node = trees.node(new.language, &range);
            node.is_some_and(|node| node.byte_range() == range && is_bracketed(node, new.language))
        });
        *edit = with_brackets(edit);
    }
    Ok(spread)
}

/// Returns whether a node is a single expression in brackets. Calls, tuples, subshells and
/// statement sequences do not count, since brackets give them a different meaning.
fn is_bracketed(node: Node<'_>, language: &Language) -> bool {
    let mut cursor = node.walk();
    let children = node.named_children(&mut cursor);
    has_word(tables(language).kinds.groups, node.kind())
        && !node.has_error()
        && children.filter(|child| !child.is_extra()).count() == 1
}

/// Text after its edits.
struct Parsed {
    new: Vec<u8>,
    trees: Trees,
    /// Start of each edit.
    places: Vec<usize>,
}

/// Parses the text with `edits` applied.
fn parsed(
    text: &[u8],
    edits: &[PlannedEdit],
    host: &'static Language,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<Parsed, Interrupt> {
    let (new, places) = spliced(text, edits);
    let trees = Trees::of(&new, host, parsers, budget)?;
    Ok(Parsed { new, trees, places })
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
    let is_range = || memchr::memmem::find(code, b"..").is_some();
    code.trim_ascii() == code && (!code.iter().all(is_part) || is_range())
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

/// Returns whether `code`, the replacement of the node in `range` or, if `is_capture`, the node
/// itself, may need brackets between `before` and `after`.
pub(super) fn is_operand(
    code: &[u8],
    is_capture: bool,
    before: &[u8],
    after: &[u8],
    range: &Range<usize>,
    language: &Language,
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<bool, Interrupt> {
    let Some(is_head) = syntax.is_statement_head(language, range)? else {
        return Ok(false);
    };
    // In the braces of a string, `{` and `:` have another meaning.
    let may_be_string = tables(language).patterns.has_colon_blocks && before.ends_with(b"{");
    // Brackets around a captured expression may have let it continue on the next line.
    let line_ends = tables(language).patterns.operands.line_ends;
    let may_end = is_capture && line_ends != LineEnds::Blank && code.contains(&b'\n');
    let is_delimited = is_delimited_before(before)
        && !may_end
        && is_delimited_after(after)
        && !may_be_string
        && !may_have_in(code, language);
    Ok((is_head || !is_delimited) && may_be_compound(code) && syntax.is_node(language, range)?)
}
